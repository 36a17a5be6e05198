/* A nested tuple of integers: a shape, a stride, a coordinate, or the value of a layout on several axes.
 *
 * Invariant: leaf k is value[k] on axis[k]; axis[] is meaningful only when `on_axes` is set, else every leaf is a plain
 * integer. `_` is a leaf whose axis is HD_AXIS_ANY; its value is 0.
 *
 * No heap, no pointers: a tuple is copied by assignment, but hd_tuple_copy touches only the leaves in use.
 *
 * Example:
 *
 *     hd_tuple shape;
 *     int64_t product;
 *     hd_tuple_flat(&shape, 2, (int64_t[]){4, 8});
 *     hd_profile_wrap(&shape.profile, 0);
 *     hd_print_tuple(&shape, text, sizeof text); // "((4,8))"
 *     hd_tuple_product(&shape, &product);        // product == 32 */
#ifndef HEDDLE_ALGEBRA_TUPLE_H
#define HEDDLE_ALGEBRA_TUPLE_H

#include "axis.h"
#include "profile.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Leaves with their brackets, each a number, and on an axis where `on_axes` says so. */
typedef struct hd_tuple {
  hd_profile profile;
  bool on_axes;
  int64_t value[HD_MAX_LEAVES];
  hd_axis axis[HD_MAX_LEAVES];
} hd_tuple;

/* `()`. */
inline void hd_tuple_clear(hd_tuple *tuple) {
  tuple->profile.leaves = 0;
  tuple->on_axes = false;
}
/* The scalar `value`. */
void hd_tuple_scalar(hd_tuple *tuple, int64_t value);
/* The flat tuple (value[0],..,value[rank-1]). Returns false past the capacity. Rank 0 is `()`. */
bool hd_tuple_flat(hd_tuple *tuple, int rank, const int64_t *value);
/* Writes the axis of leaf `at`, the last; where it is the first on an axis, the leaves before it become plain ones. */
void hd_tuple_set_axis(hd_tuple *tuple, int at, hd_axis axis);
/* Appends one leaf without brackets (see hd_profile_wrap for those). Returns false past the capacity. */
inline bool hd_tuple_append(hd_tuple *tuple, int64_t value, hd_axis axis) {
  int at = tuple->profile.leaves;
  if (!hd_profile_append_leaf(&tuple->profile)) return false;
  tuple->value[at] = value;
  if (tuple->on_axes || axis != HD_AXIS_INTEGER) hd_tuple_set_axis(tuple, at, axis);
  return true;
}
/* The same tuple: copies the leaves in use. */
void hd_tuple_copy(hd_tuple *to, const hd_tuple *from);

/* The axis of a leaf. */
inline hd_axis hd_tuple_axis(const hd_tuple *tuple, int leaf) {
  return tuple->on_axes ? tuple->axis[leaf] : HD_AXIS_INTEGER;
}
/* Whether the leaf is `_`. */
inline bool hd_tuple_is_any(const hd_tuple *tuple, int leaf) { return hd_tuple_axis(tuple, leaf) == HD_AXIS_ANY; }
/* Same profile, values and axes. */
bool hd_tuple_is_identical(const hd_tuple *a, const hd_tuple *b);
/* The product of the values; false on overflow. () has product 1. */
bool hd_tuple_product(const hd_tuple *tuple, int64_t *product);

#ifdef __cplusplus
}
#endif
#endif
