/* Leaf by leaf: drop what does not move, merge what continues the mode before it, append the rest. */
#include "algebra/coalesce.h"

#include "algebra/checked.h"
#include "algebra/leaf.h"
#include "algebra/refusals.h"

static inline void write_leaf(hd_layout *result, int at, int64_t extent, int64_t stride, bool on_axes, hd_axis axis) {
  result->profile.open[at] = result->profile.close[at] = 0;
  result->shape[at] = extent;
  result->stride[at] = stride;
  if (on_axes) result->axis[at] = axis;
}

/* Writes leaves begin..end-1 of `layout` to leaf `at` of `result` and on, flat and merged, and returns where that ends.
 * Extents of 1 are dropped, except the last leaf when `tail` is set or when nothing else is left. Requires room for
 * them. The last mode is open: it waits for its continuation, so that what is written is never still to be read. */
__attribute__((always_inline)) static inline int write_merged(const hd_layout *layout, int begin, int end, bool tail,
                                                              bool on_axes, hd_layout *result, int at) {
  int64_t extent = 1, stride = 0, next;
  hd_axis axis = HD_AXIS_INTEGER;
  for (int k = begin; k < end; ++k) {
    int64_t here = layout->shape[k], step = layout->stride[k];
    hd_axis on = on_axes ? layout->axis[k] : HD_AXIS_INTEGER;
    if (here == 1 && (k + 1 < end || (extent > 1 && !tail))) continue;
    if (extent > 1 && hd_mul(extent, stride, &next) && next == step && axis == on) {
      extent *= here;
      continue;
    }
    if (extent > 1) write_leaf(result, at++, extent, stride, on_axes, axis);
    extent = here;
    stride = step;
    axis = on;
  }
  if (begin < end) write_leaf(result, at++, extent, stride, on_axes, axis);
  return at;
}

static int merge(const hd_layout *layout, int begin, int end, bool tail, bool on_axes, hd_layout *result, int at) {
  return on_axes ? write_merged(layout, begin, end, tail, true, result, at)
                 : write_merged(layout, begin, end, tail, false, result, at);
}

static void coalesce(const hd_layout *layout, bool tail, hd_layout *result) {
  bool on_axes = layout->on_axes;
  int leaves = merge(layout, 0, layout->profile.leaves, tail, on_axes, result, 0);
  if (leaves == 0) write_leaf(result, leaves++, 1, 0, false, HD_AXIS_INTEGER); /* `():()` is 1:0 */
  result->profile.leaves = (uint8_t)leaves;
  hd_settle_axes(result, on_axes);
  hd_close_flat(result);
}

void hd_coalesce(const hd_layout *layout, hd_layout *result) { coalesce(layout, false, result); }

void hd_coalesce_tail(const hd_layout *layout, hd_layout *result) { coalesce(layout, true, result); }

/* Goes out of one of the target's tuples: the layout's further modes there stay as they are. */
static void leave_tuple(const hd_layout *layout, hd_cursor *cursor, hd_layout *result) {
  while (hd_cursor_more(cursor)) hd_layout_append(result, layout, hd_cursor_next(cursor));
  hd_cursor_leave(cursor);
}

hd_status hd_coalesce_by_mode(const hd_layout *layout, const hd_profile *target, hd_error *error, hd_layout *result) {
  hd_layout made, space;
  const hd_layout *operand = hd_layout_under(target, layout, &space);
  hd_cursor cursor = hd_cursor_start(&operand->profile);
  if (layout->profile.leaves == 0 && !hd_is_tuple(target)) return hd_coalesce(layout, result), HD_OK;
  if (target->leaves == 0) return hd_layout_copy(result, operand), HD_OK; /* `()`: every mode stays as it is */
  hd_layout_clear(&made);
  made.on_axes = operand->on_axes;
  for (int k = 0; k < target->leaves; ++k) {
    int first = made.profile.leaves;
    if (!hd_cursor_descend(&cursor, target->open[k]))
      return hd_refuse_guide(error, "coalesce", target, k, &operand->profile);
    hd_view mode = hd_cursor_next(&cursor);
    made.profile.leaves = (uint8_t)merge(operand, mode.begin, mode.end, false, operand->on_axes, &made, first);
    if (made.profile.leaves - first > 1) hd_layout_wrap(&made, first);
    if (target->open[k] > 0) hd_profile_bracket(&made.profile, first, target->open[k], 0);
    for (int close = target->close[k]; close > 0; --close) {
      leave_tuple(operand, &cursor, &made);
      hd_profile_bracket(&made.profile, first, 0, 1);
    }
  }
  hd_settle_axes(&made, operand->on_axes);
  hd_copy_leaves(result, &made);
  return HD_OK;
}
