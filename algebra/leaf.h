/* Appending and copying leaves without a call: the operations' inner steps.
 * Internal to the library: not installed. */
#ifndef HEDDLE_ALGEBRA_LEAF_H
#define HEDDLE_ALGEBRA_LEAF_H

#include "layout.h"

/* Writes axis[] of a new leaf `at`; where it is the first on an axis, the leaves before it become plain ones. */
void hd_layout_set_axis(hd_layout *layout, int at, hd_axis axis);

/* hd_layout_append_leaf, inline. */
static inline bool hd_append_leaf(hd_layout *layout, int64_t extent, int64_t stride, hd_axis axis) {
  int at = layout->profile.leaves;
  if (at == HD_MAX_LEAVES) return false;
  layout->profile.open[at] = 0;
  layout->profile.close[at] = 0;
  layout->shape[at] = extent;
  layout->stride[at] = stride;
  layout->profile.leaves = (uint8_t)(at + 1);
  if (layout->on_axes || axis != HD_AXIS_INTEGER) hd_layout_set_axis(layout, at, axis);
  return true;
}

/* hd_layout_copy between different objects, inline. */
static inline void hd_copy_leaves(hd_layout *to, const hd_layout *from) {
  int leaves = from->profile.leaves;
  to->profile.leaves = from->profile.leaves;
  to->on_axes = from->on_axes;
  for (int k = 0; k < leaves; ++k) {
    to->profile.open[k] = from->profile.open[k];
    to->profile.close[k] = from->profile.close[k];
    to->shape[k] = from->shape[k];
    to->stride[k] = from->stride[k];
  }
  if (from->on_axes)
    for (int k = 0; k < leaves; ++k) to->axis[k] = from->axis[k];
}

#endif
