/* Leaf by leaf: drop what does not move, merge what continues the mode before it, append the rest. */
#include "algebra/coalesce.h"

#include "algebra/checked.h"
#include "algebra/leaf.h"
#include "algebra/match.h"
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

/* Calls for the axes, which nearly no layout has. */
static int merge_on_axes(const hd_layout *layout, int begin, int end, bool tail, hd_layout *result, int at) {
  return write_merged(layout, begin, end, tail, true, result, at);
}

static inline int merge(const hd_layout *layout, int begin, int end, bool tail, bool on_axes, hd_layout *result,
                        int at) {
  return on_axes ? merge_on_axes(layout, begin, end, tail, result, at)
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

/* A target that is nested like the layout, or less deep: no mode stays as it is. What follows a mode is never written
 * before it is read. */
static void coalesce_matched(const hd_layout *layout, const hd_profile *target, const uint8_t *begin,
                             hd_layout *result) {
  bool on_axes = layout->on_axes;
  int at = 0;
  for (int k = 0; k < target->leaves; ++k) {
    int first = at;
    at = merge(layout, begin[k], begin[k + 1], false, on_axes, result, at);
    int several = at - first > 1; /* then the mode is a tuple too: no deeper than it was */
    result->profile.open[first] = (uint8_t)(target->open[k] + several);
    result->profile.close[at - 1] = (uint8_t)(target->close[k] + several);
  }
  result->profile.leaves = (uint8_t)at;
  hd_settle_axes(result, on_axes);
}

hd_status hd_coalesce_by_mode(const hd_layout *layout, const hd_profile *target, hd_error *error, hd_layout *result) {
  uint8_t begin[HD_MAX_LEAVES + 1];
  hd_layout made, space;
  if (layout->profile.leaves > 0 && layout != result && target != &result->profile &&
      hd_match(target, &layout->profile, begin))
    return coalesce_matched(layout, target, begin, result), HD_OK;
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
    bool several = made.profile.leaves - first > 1; /* then the mode is a tuple too: no deeper than it was */
    hd_add_brackets(&made.profile, first, target->open[k] + several, made.profile.leaves - 1, several);
    for (int close = target->close[k]; close > 0; --close) {
      leave_tuple(operand, &cursor, &made);
      hd_add_brackets(&made.profile, first, 0, made.profile.leaves - 1, 1);
    }
  }
  hd_settle_axes(&made, operand->on_axes);
  hd_copy_leaves(result, &made);
  return HD_OK;
}
