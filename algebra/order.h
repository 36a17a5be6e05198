/* Layouts made from a shape and a wish about its strides.
 *
 * Invariant: each is compact: where no two orders tie, the values are 0 .. size-1, each once (hd_make_identity_layout:
 * the coordinate itself).
 *
 * Example:
 *
 *     hd_layout layout;
 *     hd_tuple shape, order;
 *     hd_parse_tuple("(2,3,4)", 7, NULL, &shape);
 *     hd_parse_tuple("(2,1,3)", 7, NULL, &order);
 *     hd_make_ordered_layout(&shape, &order, NULL, &layout);
 *     hd_print_layout(&layout, text, sizeof text); // "(2,3,4):(3,1,6)" */
#ifndef HEDDLE_ALGEBRA_ORDER_H
#define HEDDLE_ALGEBRA_ORDER_H

#include "layout.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Compact strides, the modes running in the order that `order` names: (2,3,4) by (2,1,3) is (2,3,4):(3,1,6). The order
 * is weakly congruent to the shape; all of the shape under one of its leaves runs together, column-major. Orders are
 * compared, not counted: (0,7) is as good as (0,1).
 *   ensures: hd_shape(result) = shape; the sub-shape under an order leaf begins at the product of the sizes of those
 *            with a smaller order; an extent of 1 gets stride 0. Different orders: result takes each of 0..size-1 once.
 *            Equal orders begin at the same stride, and then values repeat
 *   fails:   HD_MISMATCH (nesting, order on an axis), HD_MALFORMED (extent below 1), HD_OVERFLOW */
hd_status hd_make_ordered_layout(const hd_tuple *shape, const hd_tuple *order, hd_error *error, hd_layout *result);

/* The compact layout whose modes run in the order of the layout's strides: (4,2):(4,1) gives (4,2):(2,1). Strides of 0
 * stay 0 and count for nothing; equal strides stay equal.
 *   ensures: hd_shape(result) = hd_shape(layout); for moving leaves j and k, stride[j] < stride[k] implies that j runs
 *            before k; the values are 0..n-1, n being the product of the moving extents, if no two strides are equal
 *   fails:   HD_MISMATCH (strides on axes) */
hd_status hd_make_layout_like(const hd_layout *layout, hd_error *error, hd_layout *result);

/* The layout that gives the coordinate itself: (4,2) is (4,2):(1@0,1@1); a scalar n is n:1.
 *   ensures: result(c) = c for every coordinate c of the shape
 *   fails:   HD_MALFORMED (extent below 1, `()`), HD_OVERFLOW, HD_CAPACITY (nested deeper, or wider, than an axis
 *            says) */
hd_status hd_make_identity_layout(const hd_tuple *shape, hd_error *error, hd_layout *result);

#ifdef __cplusplus
}
#endif
#endif
