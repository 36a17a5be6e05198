/* The shortest way to write a layout.
 *
 * Invariant: the function on [0, size) is unchanged and no two neighbouring modes could be one. The coalesced form of a
 * function is unique (but for the stride of `1:d`), which makes it the canonical form that equality compares.
 *
 * Example:
 *
 *     hd_layout layout;
 *     hd_parse_layout("((2,4),8):((1,2),16)", 20, NULL, &layout);
 *     hd_coalesce(&layout, &layout);
 *     hd_print_layout(&layout, text, sizeof text); // "(8,8):(1,16)" */
#ifndef HEDDLE_ALGEBRA_COALESCE_H
#define HEDDLE_ALGEBRA_COALESCE_H

#include "layout.h"

#ifdef __cplusplus
extern "C" {
#endif

/*   ensures: hd_depth <= 1; size kept; result(i) = layout(i) for 0 <= i < size; a scalar when one mode is left.
 *            All extents 1: `1:d` with the last leaf's d, as CuTe IR prints. */
void hd_coalesce(const hd_layout *layout, hd_layout *result);

/* As hd_coalesce, but a last mode of extent 1 is kept when it has a stride of its own: result(i) = layout(i) for every
 * integer i, beyond the size too. This is what composition reads its left operand through. */
void hd_coalesce_tail(const hd_layout *layout, hd_layout *result);

/* Coalesces mode by mode, under the target's leaves: a leaf of `target` coalesces the mode it stands at, a tuple goes
 * into it (a leaf of the layout is its own only mode), modes beyond the target stay as they are.
 *   ensures: result(c) = layout(c) for every coordinate c of the target's nesting
 *   fails:   HD_MISMATCH (the target has more modes) */
hd_status hd_coalesce_by_mode(const hd_layout *layout, const hd_profile *target, hd_error *error, hd_layout *result);

#ifdef __cplusplus
}
#endif
#endif
