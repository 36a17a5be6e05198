/* Do the leaves of B carry into each other when A reads them?
 * Internal to the library: not installed.
 *
 * They do not exactly when A(B(c)) is the sum over B's leaves k of A(c[k]*d[k]) at every coordinate c: only then can
 * leaf-by-leaf answers be put together. */
#ifndef HEDDLE_ALGEBRA_CARRY_H
#define HEDDLE_ALGEBRA_CARRY_H

#include "layout.h"

/* Compares the two sides at the coordinates with c[k] < end[k], in colexicographic order.
 *   requires: B on plain integers, 1 <= end[k] <= B's extent k
 *   fails:    HD_UNDEFINED (they carry: the first coordinate, the value there and the sum), HD_OVERFLOW,
 *             HD_UNDECIDED (no carry among the first HD_MAX_VISITS) */
hd_status hd_find_carry(const hd_layout *a, const hd_layout *b, const int64_t *end, hd_error *error);

#endif
