/* The layout: a function written shape:stride from coordinates to an index.
 *
 *   L(c) = sum over leaves k of c[k] * stride[k] on axis[k],   0 <= c[k] < shape[k]
 *
 * An integer stands for a coordinate by splitting it colexicographically: the first leaf runs fastest, and the last
 * leaf takes the whole quotient, so that L extends beyond its size.
 *
 * Invariant of every layout that a function here returns: extents are at least 1; size fits 64 bits; on every axis the
 * sum of (shape-1)*|stride| fits 64 bits, so evaluation inside the domain cannot overflow; strides are all plain
 * integers, or all on axes (then a plain 0 may stand among them), no axis path ending where another goes on, and paths
 * and names not mixed. A stride of 0 is always a plain 0.
 *
 * Cost: a layout is a flat array of leaves, about 1 KiB, of which only the leaves in use are compared or copied; an
 * operation writes its answer, or eight leaves where those are fewer. No heap, no recursion, no globals. In and out may be the same object everywhere.
 *
 * Example:
 *
 *     hd_layout tile;
 *     int64_t cosize;
 *     hd_make_flat_layout(2, (int64_t[]){4, 8}, (int64_t[]){1, 16}, NULL, &tile);
 *     int64_t size = hd_size(&tile);   // size == 32
 *     hd_cosize(&tile, NULL, &cosize); // cosize == 116 */
#ifndef HEDDLE_ALGEBRA_LAYOUT_H
#define HEDDLE_ALGEBRA_LAYOUT_H

#include "status.h"
#include "tuple.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Leaf k has shape[k] places, and each step along it adds stride[k] on axis[k]. */
typedef struct hd_layout {
  hd_profile profile;
  bool on_axes; /* some stride lies on an axis; only then is axis[] meaningful */
  int64_t shape[HD_MAX_LEAVES];
  int64_t stride[HD_MAX_LEAVES];
  hd_axis axis[HD_MAX_LEAVES];
} hd_layout;

/* shape:stride.
 *   requires: shape and stride congruent; stride NULL means compact column-major (a leaf of extent 1 gets stride 0)
 *   ensures:  hd_shape(result) = shape, hd_stride(result) = stride (0@k written as 0)
 *   fails:    HD_MALFORMED (extent below 1, `_`, mixed strides), HD_MISMATCH (not congruent), HD_OVERFLOW */
hd_status hd_make_layout(const hd_tuple *shape, const hd_tuple *stride, hd_error *error, hd_layout *result);

/* The flat layout (shape[0],..):(stride[0],..) on integers, for callers with arrays. rank 1 gives the tuple (s):(d).
 *   fails: as hd_make_layout, HD_CAPACITY */
hd_status hd_make_flat_layout(int rank, const int64_t *shape, const int64_t *stride, hd_error *error,
                              hd_layout *result);

/* The scalar layout extent:stride. fails: as hd_make_layout */
hd_status hd_make_scalar_layout(int64_t extent, int64_t stride, hd_error *error, hd_layout *result);

/* (mode[0],..,mode[count-1]), each as one mode.
 *   ensures: hd_get(result, {i}) = *mode[i]
 *   fails:   HD_CAPACITY, HD_OVERFLOW, HD_MALFORMED (strides that may not stand in one layout, `()` as a mode) */
hd_status hd_concatenate(const hd_layout *const *mode, int count, hd_error *error, hd_layout *result);

/* The mode at a path: path {1,0} is mode 0 of mode 1; the empty path is the layout itself.
 *   fails: HD_RANGE */
hd_status hd_get(const hd_layout *layout, const int *path, int steps, hd_error *error, hd_layout *result);

/* The modes listed, as a tuple: select of (4,8):(1,4) by {1} is (8):(4).
 *   fails: HD_RANGE, HD_CAPACITY, HD_OVERFLOW (a mode listed twice) */
hd_status hd_select(const hd_layout *layout, const int *mode, int count, hd_error *error, hd_layout *result);

/* All leaves in order; a scalar stays scalar. ensures: result(i) = layout(i) for every integer i */
void hd_flatten(const hd_layout *layout, hd_layout *result);

/* The extents and the strides, nested as the layout is. */
void hd_shape(const hd_layout *layout, hd_tuple *shape);
void hd_stride(const hd_layout *layout, hd_tuple *stride);
/* The same layout: copies the leaves in use. */
void hd_layout_copy(hd_layout *to, const hd_layout *from);
/* The axis of a leaf. */
inline hd_axis hd_layout_axis(const hd_layout *layout, int leaf) {
  return layout->on_axes ? layout->axis[leaf] : HD_AXIS_INTEGER;
}

/* The product of the extents; 1 for `():()`. Cannot overflow, by the invariant. */
int64_t hd_size(const hd_layout *layout);

/* 1 + the value at the last coordinate with every stride replaced by its magnitude; on axes, the product over the
 * coordinate's components of 1 + value.
 *   ensures: for strides of one sign, cosize = 1 + max |L(c)|
 *   fails:   HD_OVERFLOW */
hd_status hd_cosize(const hd_layout *layout, hd_error *error, int64_t *cosize);

/* cosize kept apart by component: a scalar for integers; for paths a tuple nested as the values are; for names a flat
 * tuple of `n@name` in order of first appearance.
 *   fails: HD_OVERFLOW, HD_CAPACITY */
hd_status hd_coshape(const hd_layout *layout, hd_error *error, hd_tuple *coshape);

/* ---- for those who build layouts leaf by leaf (the library's own operations; also of use outside) ---- */

/* `():()` */
inline void hd_layout_clear(hd_layout *layout) {
  layout->profile.leaves = 0;
  layout->on_axes = false;
}
/* Writes the axis of leaf `at`, the last; where it is the first on an axis, the leaves before it become plain ones. */
void hd_layout_set_axis(hd_layout *layout, int at, hd_axis axis);
/* Appends a leaf without brackets. Returns false past the capacity. Does not check the invariant. */
inline bool hd_layout_append_leaf(hd_layout *layout, int64_t extent, int64_t stride, hd_axis axis) {
  int at = layout->profile.leaves;
  if (!hd_profile_append_leaf(&layout->profile)) return false;
  layout->shape[at] = extent;
  layout->stride[at] = stride;
  if (layout->on_axes || axis != HD_AXIS_INTEGER) hd_layout_set_axis(layout, at, axis);
  return true;
}
/* Appends the leaves and brackets of a view of `from` (not `layout` itself). Returns false past the capacity. */
bool hd_layout_append(hd_layout *layout, const hd_layout *from, hd_view view);
/* Puts brackets round leaves from..leaves-1. Returns false past the depth. */
bool hd_layout_wrap(hd_layout *layout, int from);
/* Checks the invariant above and makes strides of 0 plain. fails: HD_MALFORMED, HD_OVERFLOW */
hd_status hd_layout_finish(hd_layout *layout, const char *operation, hd_error *error);

#ifdef __cplusplus
}
#endif
#endif
