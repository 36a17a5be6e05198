/* Between shape:stride and bits: which layouts are linear over bits, and which linear maps are layouts.
 *
 * Invariant: both questions are decided exactly, by one fact. Where all extents are powers of two, a layout's value is
 * the sum of its values at the single bits that are set, and a linear map's is their exclusive or; the two agree on all
 * inputs exactly when no two of those values share a bit. Two that do are the counter-example that a refusal names.
 *
 * A swizzle is linear over bits, so what is said of layouts goes for swizzles before them. A layout's modes become the
 * input dimensions, each split as the mode is; its integers become one output dimension, its axes one each: `1@lane`
 * goes to lane, component k to `dim<k>`.
 *
 * Example:
 *
 *     hd_layout tile;
 *     hd_linear bits;
 *     hd_parse_layout("(4,8):(8,1)", 11, NULL, &tile);
 *     hd_linear_from_layout(&tile, NULL, NULL, &bits);
 *     hd_linear_to_layout(&bits, NULL, &tile);
 *     hd_print_layout(&tile, text, sizeof text); // "(4,8):(8,1)" */
#ifndef HEDDLE_ALGEBRA_LINEAR_CONVERT_H
#define HEDDLE_ALGEBRA_LINEAR_CONVERT_H

#include "composed.h"
#include "linear.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the dimensions that come from a layout are called. */
typedef struct hd_linear_names {
  const hd_axis *in; /* for each mode; NULL: dim0, dim1, .. */
  int ins;           /* how many of them; 1: the whole layout is one dimension */
  hd_axis out;       /* of a layout on integers; HD_AXIS_INTEGER: offset */
} hd_linear_names;

/* The names `dim0`, `dim1`, ..; requires 0 <= index <= HD_AXIS_STEP_MAX. */
hd_axis hd_dimension_standard(int index);

/* A layout as a linear map. names NULL: all names as they are by default.
 *   ensures: result(x) = layout(x) for every coordinate x, mode by mode; outputs are as small as holds all values
 *   fails:   HD_UNDEFINED (an extent is no power of two, a value is negative, or two values share a bit: with the two
 *            coordinates), HD_MISMATCH (not as many names as modes; a component within a component),
 *            HD_MALFORMED (names), HD_CAPACITY (as hd_dimensions_append) */
hd_status hd_linear_from_layout(const hd_layout *layout, const hd_linear_names *names, hd_error *error,
                                hd_linear *result);

/* A composed layout as a linear map. Decided without visits where all steps are swizzles without offsets.
 *   ensures: result(x) = composed(x) for every coordinate x of the inner layout
 *   fails:   as hd_linear_from_layout and hd_composed_at, HD_UNDECIDED (more than HD_MAX_VISITS coordinates) */
hd_status hd_linear_from_composed(const hd_composed *composed, const hd_linear_names *names, hd_error *error,
                                  hd_linear *result);

/* swizzle o linear, for a map with one output dimension, which grows where the swizzle leads beyond it.
 *   ensures: result(x) = swizzle(linear(x))
 *   fails:   HD_MISMATCH (not one output dimension) */
hd_status hd_linear_swizzle(const hd_swizzle *swizzle, const hd_linear *linear, hd_error *error, hd_linear *result);

/* A linear map as a layout: a mode for each input dimension (the mode itself where there is one), coalesced; integers
 * where there is one output dimension, else `n@name` for each.
 *   ensures: result(x) = linear(x) for every coordinate x
 *   fails:   HD_UNDEFINED (two values share a bit, or a value lies in two output dimensions: with the coordinates),
 *            HD_CAPACITY (more than HD_MAX_LEAVES leaves) */
hd_status hd_linear_to_layout(const hd_linear *linear, hd_error *error, hd_layout *result);

/* A linear map with one output dimension as a layout behind one swizzle at most: the smallest number of bits, and then
 * the smallest shift, up before down.
 *   ensures: result(x) = linear(x) for every coordinate x; no steps where hd_linear_to_layout answers
 *   fails:   HD_UNDEFINED (there is none: with two coordinates whose values share a bit that no swizzle explains),
 *            HD_MISMATCH (not one output dimension), HD_CAPACITY */
hd_status hd_linear_to_composed(const hd_linear *linear, hd_error *error, hd_composed *result);

#ifdef __cplusplus
}
#endif
#endif
