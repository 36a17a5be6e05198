/* What a layout says at a coordinate, and which coordinate an integer names.
 *
 * Invariant: the colexicographic order. hd_crd2idx and hd_idx2crd are inverse to each other inside the shape.
 * Every sum is checked: coordinates may lie outside the shape, where the invariant of layouts gives no bound.
 *
 * Example:
 *
 *     hd_layout tile;
 *     hd_tuple at, value;
 *     hd_parse_layout("((2,2),8):((1,4),16)", 20, NULL, &tile);
 *     hd_parse_tuple("(3,1)", 5, NULL, &at);
 *     hd_evaluate(&tile, &at, NULL, &value);
 *     hd_print_tuple(&value, text, sizeof text); // "21" */
#ifndef HEDDLE_ALGEBRA_EVALUATE_H
#define HEDDLE_ALGEBRA_EVALUATE_H

#include "layout.h"

#ifdef __cplusplus
extern "C" {
#endif

/* L(coordinate). The coordinate is weakly congruent to the shape: an integer may stand for a whole mode (the last leaf
 * of that mode takes the quotient), `_` counts as 0.
 *   ensures: a scalar for integer strides; for paths the tuple of components, absent ones 0; for names a flat tuple
 *            `n@name` in order of first appearance
 *   fails:   HD_MISMATCH, HD_OVERFLOW, HD_CAPACITY */
hd_status hd_evaluate(const hd_layout *layout, const hd_tuple *coordinate, hd_error *error, hd_tuple *value);

/* L(index) for integer strides, for any integer; digits of a negative index round down.
 *   requires: plain integer strides (else HD_MISMATCH)
 *   fails:    HD_OVERFLOW */
hd_status hd_evaluate_index(const hd_layout *layout, int64_t index, hd_error *error, int64_t *value);

/* The index of a coordinate of a shape, in colexicographic order. The coordinate is weakly congruent to the shape.
 *   fails: HD_MISMATCH, HD_MALFORMED (an extent below 1), HD_OVERFLOW */
hd_status hd_crd2idx(const hd_tuple *coordinate, const hd_tuple *shape, hd_error *error, int64_t *index);

/* The coordinate of an index (or, mode by mode, of a tuple weakly congruent to the shape); the last leaf is not
 * wrapped.
 *   ensures: hd_crd2idx(result, shape) = index for every integer index >= 0
 *   fails:   HD_MISMATCH, HD_MALFORMED (an extent below 1), HD_RANGE (negative; other than 0 for the shape `()`),
 *            HD_OVERFLOW */
hd_status hd_idx2crd(const hd_tuple *index, const hd_tuple *shape, hd_error *error, hd_tuple *coordinate);

/* The coordinate of integer `index` in a layout's own shape, one digit a leaf: digit[k] = (index / (product of the
 * extents before k)) % shape[k], the last not wrapped. Requires index >= 0. */
void hd_digits(const hd_layout *layout, int64_t index, int64_t digit[HD_MAX_LEAVES]);

#ifdef __cplusplus
}
#endif
#endif
