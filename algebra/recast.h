/* The same data counted in elements of another width.
 *
 * Invariant: widths are in bits, layouts count elements. A layout of elements addresses bit = element * width; a recast
 * layout addresses the same bits: as many narrow elements as lie in a wide one follow one another along the modes of
 * stride 1.
 *
 * Everything is exact or refused: where elements of the new width would begin in the middle of an element, or a mode
 * would hold part of one, the answer names the number that does not come out even.
 *
 * Example:
 *
 *     hd_layout halves;
 *     hd_parse_layout("(8,4):(1,8)", 11, NULL, &halves);
 *     hd_recast(&halves, 32, 16, NULL, &halves);
 *     hd_print_layout(&halves, text, sizeof text); // "(4,4):(1,4)" */
#ifndef HEDDLE_ALGEBRA_RECAST_H
#define HEDDLE_ALGEBRA_RECAST_H

#include "layout.h"

#ifdef __cplusplus
extern "C" {
#endif

/* n elements become one. A leaf s:d with n dividing d is s:d/n; with d dividing n it is s/(n/d):1; d = 0 stays.
 *   requires: integer strides, n >= 1
 *   ensures:  n * result(c) = layout(c'), where digit k of c' is that of c times (old extent / new extent)
 *   fails:    HD_UNDEFINED (a stride and n of which neither divides the other, an extent that n/d does not divide),
 *             HD_MISMATCH (axes), HD_RANGE (n below 1) */
hd_status hd_upcast(const hd_layout *layout, int64_t n, hd_error *error, hd_layout *result);

/* One element becomes n. A leaf s:1 is s*n:1, any other s:d is s:d*n.
 *   requires: integer strides, n >= 1
 *   ensures:  result(c) = n * layout(c') + sum over the leaves of stride 1 of digit % n, where digit k of c' is that of
 *             c, divided by n in leaves of stride 1
 *   fails:    HD_UNDEFINED (n > 1 and a leaf of stride -1 that moves: its elements would run both ways), HD_MISMATCH
 *             (axes), HD_RANGE (n below 1), HD_OVERFLOW */
hd_status hd_downcast(const hd_layout *layout, int64_t n, hd_error *error, hd_layout *result);

/* From elements of `old_bits` to elements of `new_bits`: up by new_bits / g, down by old_bits / g, g being the greatest
 * common divisor of the two.
 *   fails: as both, HD_RANGE (bits below 1) */
hd_status hd_recast(const hd_layout *layout, int64_t new_bits, int64_t old_bits, hd_error *error, hd_layout *result);

#ifdef __cplusplus
}
#endif
#endif
