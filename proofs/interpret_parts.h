/* What the interpreter's files share: a walk over one tree, and what is done at each kind of node. Internal to proofs/.
 *
 * Invariant: as interpret.h; `error` is not NULL. */
#ifndef HEDDLE_PROOFS_INTERPRET_PARTS_H
#define HEDDLE_PROOFS_INTERPRET_PARTS_H

#include "interpret.h"

typedef struct hd_interpreter {
  const hd_syntax *syntax;
  const hd_environment *environment;
  hd_error *error;
  const hd_observer *observer; /* NULL: none */
} hd_interpreter;

static inline const hd_node *hd_node_at(const hd_interpreter *w, int index) { return &w->syntax->node[index]; }

/* Marks the node as the one to blame for a failure that has just been reported. */
static inline hd_status hd_blame(const hd_interpreter *w, const hd_node *node, hd_status status) {
  if (status != HD_OK) w->error->position = node->position;
  return status;
}

static inline hd_status hd_interpret_fail(const hd_interpreter *w, const hd_node *node, hd_status status,
                                          const char *operation, const char *reason) {
  return hd_blame(w, node, hd_fail(w->error, status, operation, reason));
}

/* The value of an expression's node (interpret.c). */
hd_status hd_interpret_node(const hd_interpreter *w, int index, hd_value *result);

/* ---- values that are spelled out (interpret_values.c) ---- */

hd_status hd_interpret_tuple(const hd_interpreter *w, const hd_node *node, hd_value *result);
hd_status hd_interpret_axis(const hd_interpreter *w, const hd_node *node, hd_value *result);
hd_status hd_interpret_layout(const hd_interpreter *w, const hd_node *node, hd_value *result);
hd_status hd_interpret_placement(const hd_interpreter *w, const hd_node *node, hd_value *result);
hd_status hd_interpret_tiler(const hd_interpreter *w, const hd_node *node, hd_value *result);
hd_status hd_interpret_swizzle(const hd_interpreter *w, const hd_node *node, hd_value *result);

/* The child `first` and its siblings as the modes of a tuple. */
hd_status hd_interpret_modes(const hd_interpreter *w, const hd_node *node, int first, hd_tuple *tuple);
/* A node's value in an operator's place. */
hd_status hd_interpret_operand(const hd_interpreter *w, int index, int64_t *integer);

#endif
