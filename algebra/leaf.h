/* Copying leaves without a call, and a check that nearly every layout passes.
 * Internal to the library: not installed. */
#ifndef HEDDLE_ALGEBRA_LEAF_H
#define HEDDLE_ALGEBRA_LEAF_H

#include "checked.h"
#include "layout.h"

#include <string.h>

/* How many leaves are copied in one step, while there are so many: copying moves words twice as wide as a number. A build
 * of smaller capacity has never so many. */
enum { HD_STEP = HD_MAX_LEAVES < 4 ? 1 : 4 };

/* So many leaves are copied without asking how many there are: that takes longer. */
enum { HD_FEW = HD_MAX_LEAVES < 8 ? 0 : 8 };

static inline void hd_copy_profile(hd_profile *to, const hd_profile *from) {
  int leaves = from->leaves, k = 0;
  to->leaves = from->leaves;
  for (; k + HD_STEP <= leaves; k += HD_STEP) {
    memcpy(to->open + k, from->open + k, HD_STEP);
    memcpy(to->close + k, from->close + k, HD_STEP);
  }
  for (; k < leaves; ++k) {
    to->open[k] = from->open[k];
    to->close[k] = from->close[k];
  }
}

static inline void hd_copy_numbers(int64_t *to, const int64_t *from, int count) {
  int k = 0;
  for (; k + HD_STEP <= count; k += HD_STEP) memcpy(to + k, from + k, HD_STEP * sizeof to[0]);
  for (; k < count; ++k) to[k] = from[k];
}

/* The same between arrays of the capacity, of a few more than are in use. */
static inline void hd_copy_few(int64_t to[HD_MAX_LEAVES], const int64_t from[HD_MAX_LEAVES], int count) {
  if (count <= HD_FEW) memcpy(to, from, HD_FEW * sizeof to[0]);
  else hd_copy_numbers(to, from, count);
}

/* The tuple of plain integers of a profile. */
static inline void hd_tuple_write(hd_tuple *tuple, const hd_profile *profile, const int64_t *value) {
  if (&tuple->profile != profile) hd_copy_profile(&tuple->profile, profile);
  tuple->on_axes = false;
  hd_copy_numbers(tuple->value, value, tuple->profile.leaves);
}

/* The layout on integers of a profile, of numbers that are known to make one. */
static inline void hd_layout_write(hd_layout *layout, const hd_profile *profile, const int64_t *shape,
                                   const int64_t *stride) {
  hd_copy_profile(&layout->profile, profile);
  layout->on_axes = false;
  hd_copy_numbers(layout->shape, shape, profile->leaves);
  hd_copy_numbers(layout->stride, stride, profile->leaves);
}

/* Leaves begin..end-1 of `from` to leaf `at` of `to` and on; the axes apart, which nearly no layout has. Mostly a mode,
 * of two leaves. */
static inline void hd_copy_run(hd_layout *to, size_t at, const hd_layout *from, size_t begin, size_t end) {
  size_t k = begin;
  for (; k + 2 <= end; k += 2, at += 2) {
    memcpy(to->profile.open + at, from->profile.open + k, 2);
    memcpy(to->profile.close + at, from->profile.close + k, 2);
    memcpy(to->shape + at, from->shape + k, 2 * sizeof to->shape[0]);
    memcpy(to->stride + at, from->stride + k, 2 * sizeof to->stride[0]);
  }
  if (k == end) return;
  to->profile.open[at] = from->profile.open[k];
  to->profile.close[at] = from->profile.close[k];
  to->shape[at] = from->shape[k];
  to->stride[at] = from->stride[k];
}

/* hd_layout_copy between different objects but for the axes, number by number: a step that loads two which have just
 * been written waits until both have arrived. */
static inline void hd_copy_fresh(hd_layout *to, const hd_layout *from) {
  int leaves = from->profile.leaves;
  to->profile.leaves = from->profile.leaves;
  to->on_axes = from->on_axes;
  for (int k = 0; k < leaves; ++k) {
    to->profile.open[k] = from->profile.open[k];
    to->profile.close[k] = from->profile.close[k];
    to->shape[k] = from->shape[k];
    to->stride[k] = from->stride[k];
  }
}

/* hd_layout_copy between different objects, inline; of several leaves a few more than are in use. */
static inline void hd_copy_leaves(hd_layout *to, const hd_layout *from) {
  int leaves = from->profile.leaves;
  if (leaves <= 2 || leaves > HD_FEW) {
    hd_copy_fresh(to, from);
    if (from->on_axes) memcpy(to->axis, from->axis, (size_t)leaves * sizeof to->axis[0]);
    return;
  }
  to->profile.leaves = from->profile.leaves;
  to->on_axes = from->on_axes;
  memcpy(to->profile.open, from->profile.open, HD_FEW);
  memcpy(to->profile.close, from->profile.close, HD_FEW);
  memcpy(to->shape, from->shape, HD_FEW * sizeof to->shape[0]);
  memcpy(to->stride, from->stride, HD_FEW * sizeof to->stride[0]);
  if (from->on_axes) memcpy(to->axis, from->axis, HD_FEW * sizeof to->axis[0]);
}

/* hd_layout_append, inline. Requires from != layout. */
static inline bool hd_append_leaves(hd_layout *layout, const hd_layout *from, hd_view view) {
  int at = layout->profile.leaves, count = view.end - view.begin;
  if (count > HD_MAX_LEAVES - at) return false;
  if (count == 0) return true;
  hd_copy_run(layout, (size_t)at, from, view.begin, view.end);
  layout->profile.open[at] = (uint8_t)(layout->profile.open[at] - view.skip_open);
  layout->profile.close[at + count - 1] = (uint8_t)(layout->profile.close[at + count - 1] - view.skip_close);
  layout->profile.leaves = (uint8_t)(at + count);
  if (layout->on_axes || from->on_axes)
    for (int k = 0; k < count; ++k) hd_layout_set_axis(layout, at + k, hd_layout_axis(from, view.begin + k));
  return true;
}

/* `(a,b,..)` of bare leaves; requires one. */
static inline void hd_write_flat(hd_profile *profile, size_t leaves) {
  memset(profile->open, 0, sizeof profile->open);
  memset(profile->close, 0, sizeof profile->close);
  profile->open[0] = profile->close[leaves - 1] = 1;
  profile->leaves = (uint8_t)leaves;
}

/* Makes one tuple of leaves without brackets, where they are several. */
static inline void hd_close_flat(hd_layout *layout) {
  int last = layout->profile.leaves - 1;
  if (last > 0) layout->profile.open[0] = layout->profile.close[last] = 1;
}

/* Says whether a stride lies on an axis, where some leaf may. */
static inline void hd_settle_axes(hd_layout *layout, bool may) {
  layout->on_axes = false;
  for (int k = 0; may && k < layout->profile.leaves; ++k) layout->on_axes |= layout->axis[k] != HD_AXIS_INTEGER;
}

/* A mode as a layout of its own. What is taken out of a valid layout is valid; but it may lie on no axis any more. */
static inline void hd_take_mode(const hd_layout *from, hd_view view, hd_layout *mode) {
  hd_layout_clear(mode);
  hd_append_leaves(mode, from, view);
  if (mode->on_axes) hd_settle_axes(mode, true);
}

/* With every extent below 2^29, and every stride within 2^28, no sum over HD_MAX_LEAVES <= 32 products of two leaves 64
 * bits. */
enum { HD_SMALL_BITS = 29 };

/* Whether extents are at least 1, the size fits, and all numbers are so small that nothing else can overflow. */
static inline bool hd_are_small(int leaves, const int64_t *shape, const int64_t *stride) {
  int64_t size = 1;
  uint64_t bits = 0;
  for (int k = 0; k < leaves; ++k) {
    bits |= ((uint64_t)shape[k] - 1) | ((uint64_t)stride[k] + (1 << (HD_SMALL_BITS - 1)));
    if (!hd_mul(size, shape[k], &size)) return false;
  }
  return HD_MAX_LEAVES <= 32 && bits >> HD_SMALL_BITS == 0;
}

static inline bool hd_is_small(const hd_layout *layout) {
  return hd_are_small(layout->profile.leaves, layout->shape, layout->stride);
}

/* The size of what lies otherwise within bounds. */
static inline bool hd_size_fits(const hd_layout *layout) {
  int64_t size = 1;
  for (int k = 0, leaves = layout->profile.leaves; k < leaves; ++k)
    if (!hd_mul(size, layout->shape[k], &size)) return false;
  return true;
}

/* The strides of hd_make_layout(shape, NULL); or false where that refuses the shape. */
static inline bool hd_compact_strides(const hd_tuple *shape, int64_t stride[HD_MAX_LEAVES]) {
  int64_t product = 1;
  if (shape->on_axes) return false;
  for (int k = 0, leaves = shape->profile.leaves; k < leaves; ++k) {
    int64_t extent = shape->value[k];
    stride[k] = extent == 1 ? 0 : product;
    if (extent < 1 || !hd_mul(product, extent, &product)) return false;
  }
  return true;
}

/* hd_layout_finish, without a call where there is nothing to find. */
static inline hd_status hd_finish(hd_layout *layout, const char *operation, hd_error *error) {
  if (!layout->on_axes && hd_is_small(layout)) return HD_OK;
  return hd_layout_finish(layout, operation, error);
}

#endif
