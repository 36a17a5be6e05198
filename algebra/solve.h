/* Which small multiples of given strides add up to a number? Internal to the library: not installed.
 *
 * Finds y with 0 <= y[k] <= width[k] and sum of y[k] * stride[k] = target; every search in image.h is this one, after
 * a shift of each variable that makes all numbers non-negative.
 *
 * Invariant: the sum of width[k] * stride[k] fits 64 unsigned bits. Then no step can overflow: what is left of the
 * target always lies between 0 and what the variables not yet chosen can reach. */
#ifndef HEDDLE_ALGEBRA_SOLVE_H
#define HEDDLE_ALGEBRA_SOLVE_H

#include "status.h"

enum { HD_SOLVE_MAX = 2 * HD_MAX_LEAVES };

typedef struct hd_variable {
  uint64_t stride; /* above 0 */
  uint64_t width;  /* above 0 */
  uint64_t home;   /* the value tried first, and the one that counts as zero */
  int label;       /* the caller's; the search reorders the variables */
} hd_variable;

typedef struct hd_solver {
  int64_t visits; /* steps taken so far, over all searches since hd_solver_start */
  int variables;
  hd_variable variable[HD_SOLVE_MAX];
  uint64_t value[HD_SOLVE_MAX]; /* of variable[k], after HD_OK */
} hd_solver;

/* No variables, no steps. */
void hd_solver_start(hd_solver *solver);
/* Forgets the variables, keeps the count of steps. */
void hd_solver_clear(hd_solver *solver);
/* Adds a variable; one of stride or width 0 is left out, as its value does not matter.
 *   requires: fewer than HD_SOLVE_MAX variables, and the invariant above */
void hd_solver_add(hd_solver *solver, uint64_t stride, uint64_t width, uint64_t home, int label);
/* Searches.
 *   requires: moved implies target = sum of home[k] * stride[k]
 *   ensures:  HD_OK: value[k] is a solution; with `moved`, one where some variable is not at home, and the first of
 *             those, in the order after the search, lies above its home
 *   fails:    HD_UNDEFINED (there is none), HD_UNDECIDED (past HD_MAX_VISITS steps) */
hd_status hd_solve(hd_solver *solver, uint64_t target, bool moved);

#endif
