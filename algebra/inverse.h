/* Inverse: which coordinate has this value?
 *
 * Invariant: both inverses are layouts from values to coordinates, as integers in colexicographic order. The right one
 * is defined on the first values only, 0 .. size-1, and right there; the left one is right at every value that the
 * layout takes, and says anything elsewhere.
 *
 *     right  L(R(i)) = i        left  R(L(i)) = i, where L is injective
 *
 * Strides on paths or names: one inverse for each component, nested as the values are; R takes a value of L.
 *
 * Neither guesses: see coordinate_of (image.h) for the checked question about one value.
 *
 * Example:
 *
 *     hd_layout tile, inverse;
 *     hd_parse_layout("(2,4,6):(4,1,8)", 15, NULL, &tile);
 *     hd_right_inverse(&tile, NULL, &inverse);
 *     hd_print_layout(&inverse, text, sizeof text); // "(4,2,6):(2,1,8)" */
#ifndef HEDDLE_ALGEBRA_INVERSE_H
#define HEDDLE_ALGEBRA_INVERSE_H

#include "layout.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The longest run of values from 0 that whole modes of the layout make: (4,3):(3,1) gives (3,4):(4,1); 4:2 gives 1:0.
 *   ensures: L(R(i)) = i for 0 <= i < size(R); size(R) is the greatest product of extents in a chain of L's modes,
 *            coalesced first, each of whose strides is where the mode before it ends, beginning with 1; R coalesced
 *   fails:   HD_CAPACITY (components without a stride fill the answer) */
hd_status hd_right_inverse(const hd_layout *layout, hd_error *error, hd_layout *result);

/* The layout that takes each value of L back: (4,2):(1,5) gives (5,2):(1,4); 4:2 gives (2,4):(0,1).
 *   ensures: L(R(L(i))) = L(i) for 0 <= i < size(L), L extended by its last mode; so R(L(i)) = i where L is injective;
 *            R coalesced, and 1:0 for a layout that does not move
 *   fails:   HD_UNDEFINED: a stride that the one below it does not divide (number = {the stride, the one below}), a
 *            negative stride, or values that collide, with two coordinates of the same value where the integer strides
 *            overlap. HD_UNDECIDED, HD_OVERFLOW, HD_CAPACITY */
hd_status hd_left_inverse(const hd_layout *layout, hd_error *error, hd_layout *result);

/* Where the layout stands still: its leaves of stride 0, with the strides they have in the domain.
 *   ensures: L(i + N(j)) = L(i) for every j, where the digits of i in those leaves are 0; scalar or flat, 1:0 if none
 *   fails:   nothing */
void hd_nullspace(const hd_layout *layout, hd_layout *result);

/* The longest run of values from 0 that both have at the same coordinates, as a layout from values to coordinates: what
 * can be copied between them as one vector. It runs along a chain of b's modes, as the right inverse does, of which the
 * last may be cut where a goes on otherwise: 4:1 has with (3,2):(1,7) the run 3:1 in common.
 *   ensures: a(R(i)) = i and b(R(i)) = i for 0 <= i < size(R); no chain of b's modes, coalesced first, gives a longer run
 *   fails:   HD_MISMATCH (axes); HD_OVERFLOW, HD_CAPACITY and HD_UNDECIDED as hd_composition of a after such a chain */
hd_status hd_max_common_layout(const hd_layout *a, const hd_layout *b, hd_error *error, hd_layout *result);

/* The size of it. fails: as hd_max_common_layout */
hd_status hd_max_common_vector(const hd_layout *a, const hd_layout *b, hd_error *error, int64_t *size);

#ifdef __cplusplus
}
#endif
#endif
