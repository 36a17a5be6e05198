/* Does an expression hold at every coordinate?
 *
 * Invariant: the coordinates are visited in colexicographic order, the first variable fastest, every one of them or up
 * to the first at which the expression does not hold; the finding counts them. */
#ifndef HEDDLE_PROOFS_FORALL_H
#define HEDDLE_PROOFS_FORALL_H

#include "check.h"

/* Checks the HD_NODE_FORALL at `node` and fills the finding, whose name is set. */
void hd_check_forall(const hd_syntax *syntax, int node, const hd_environment *environment,
                     const hd_check_options *options, hd_finding *finding);

typedef struct hd_bounds {
  int count;
  int slot[HD_MAX_BOUND];
  int64_t extent[HD_MAX_BOUND]; /* each at least 1 */
  int body;                     /* the expression */
} hd_bounds;

/* The bounds of a HD_NODE_FORALL.
 *   fails: HD_MISMATCH, HD_MALFORMED (a bound below 1), HD_CAPACITY (more than HD_MAX_BOUND), and as hd_interpret */
hd_status hd_read_bounds(const hd_syntax *syntax, int node, const hd_environment *environment, hd_error *error,
                         hd_bounds *bounds);

/* Sets every variable to 0, and to the next coordinate; false after the last one. */
void hd_first_coordinate(const hd_bounds *bounds, int64_t *variable);
bool hd_next_coordinate(const hd_bounds *bounds, int64_t *variable);

/* Gives the variables to the interpreter. */
void hd_bind_coordinate(const hd_bounds *bounds, const int64_t *variable, const hd_environment *environment);

/* What was evaluated outside its shape, and the coordinate, the first at which it was. */
void hd_note_outside(const hd_syntax *syntax, int node, const hd_bounds *bounds, const int64_t *variable,
                     const hd_outside *outside, char *note, size_t size);

#endif
