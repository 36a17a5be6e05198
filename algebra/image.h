/* Which values a layout takes: once, twice, or not at all.
 *
 * Invariant: all of it is one question, "is there an integer vector x in a box with sum of x[k]*d[k] = v", searched
 * with the strides sorted by size and cut off by what the smaller ones can reach and by their common divisor. Nothing
 * is tabulated, so the answer costs no memory; layouts whose strides nest (all that kernels use) are decided without
 * branching. Past HD_MAX_VISITS steps the status is HD_UNDECIDED, never "no".
 *
 * Example:
 *
 *     hd_layout tile;
 *     hd_error error;
 *     bool answer;
 *     hd_parse_layout("(2,2):(2,2)", 11, NULL, &tile);
 *     hd_is_injective(&tile, &error, &answer);              // !answer == 1
 *     hd_print_tuple(&error.coordinate, text, sizeof text); // "(1,0)"
 *     hd_print_tuple(&error.other, text, sizeof text);      // "(0,1)" */
#ifndef HEDDLE_ALGEBRA_IMAGE_H
#define HEDDLE_ALGEBRA_IMAGE_H

#include "layout.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Whether no value is taken twice.
 *   ensures: false comes with error->coordinate and error->other (nested as the layout is, if error is not NULL): two
 *            different coordinates of the same value; error->number[0] is that value (on integers)
 *   fails:   HD_UNDECIDED */
hd_status hd_is_injective(const hd_layout *layout, hd_error *error, bool *answer);

/* The coordinate with L(coordinate) = value: a coordinate inside the domain, nested as the shape is.
 *   fails: HD_UNDEFINED ("not in image"), HD_MISMATCH (value is not of the layout's axes), HD_UNDECIDED */
hd_status hd_coordinate_of(const hd_layout *layout, const hd_tuple *value, hd_error *error, hd_tuple *coordinate);

/* Whether no value of a + offset is a value of b (integer strides).
 *   ensures: false comes with error->coordinate (of a) and error->other (of b); error->number[0] is the value
 *   fails:   HD_MISMATCH (axes), HD_OVERFLOW, HD_UNDECIDED */
hd_status hd_is_disjoint(const hd_layout *a, int64_t offset, const hd_layout *b, hd_error *error, bool *answer);

#ifdef __cplusplus
}
#endif
#endif
