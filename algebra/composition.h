/* Composition: which layout is "first B, then A"?
 *
 * Invariant: the answer is exact. hd_composition answers exactly when some layout R refines B's shape, keeps B's
 * nesting, and has
 *
 *     R(c) = A(B(c))   for every coordinate c of B
 *
 * where A is extended by its last mode beyond its size, and the digits of a negative index round down. Otherwise it
 * names the leaf of B, the numbers and the first coordinate, in colexicographic order, by which no layout can have
 * these values. Two things can fail: the values along one leaf may be those of no layout, and, although each leaf alone
 * is fine, leaves may carry into each other. (Where more than HD_MAX_VISITS coordinates come before a leaf's failure,
 * an earlier carry among them may go unnamed.)
 *
 * Cost: leaves the division rule settles cost a few divisions each. The others are settled by looking at values: as
 * many as it takes A's digits to come round again twice, at most HD_MAX_VISITS (fit.h); past that the status is
 * HD_UNDECIDED, which is not a "no".
 *
 * Example:
 *
 *     hd_layout a, b, r;
 *     hd_parse_layout("(10,2):(16,4)", 13, NULL, &a);
 *     hd_parse_layout("(5,4):(1,5)", 11, NULL, &b);
 *     hd_composition(&a, &b, NULL, &r);
 *     hd_print_layout(&r, text, sizeof text); // "(5,(2,2)):(16,(80,4))" */
#ifndef HEDDLE_ALGEBRA_COMPOSITION_H
#define HEDDLE_ALGEBRA_COMPOSITION_H

#include "layout.h"
#include "tiler.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A o B. B's strides may lie on paths (`1@0`): then B gives coordinates of A, component k going to A's mode k.
 *   fails: HD_UNDEFINED (with the coordinate, the value there and the value that a layout would need),
 *          HD_MISMATCH (a path that A has no mode for, a named axis in B), HD_OVERFLOW, HD_CAPACITY, HD_UNDECIDED */
hd_status hd_composition(const hd_layout *a, const hd_layout *b, hd_error *error, hd_layout *result);

/* Composes A's modes with the tiler's elements, mode by mode; `_` leaves a mode as it is; modes of A beyond the tiler
 * are dropped, as in CuTe. A leaf of A is its own only mode: `(50,2):(1,50)` by `[[22];3]` is `((22),3):((1),50)`. A
 * tiler that is one layout composes A as a whole.
 *   fails: as hd_composition; HD_MISMATCH when the tiler has more modes than A */
hd_status hd_composition_by_mode(const hd_layout *a, const hd_tiler *tiler, hd_error *error, hd_layout *result);

#ifdef __cplusplus
}
#endif
#endif
