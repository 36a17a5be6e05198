/* Leaf by leaf: drop what does not move, merge what continues the mode before it, append the rest. */
#include "algebra/coalesce.h"

#include "algebra/checked.h"
#include "algebra/leaf.h"
#include "algebra/refusals.h"

/* Appends leaves begin..end-1 of `layout` to `result`, flat and merged; extents of 1 are dropped, except the last leaf
 * when `tail` is set or when nothing else is left. Requires room for them. The last mode is open: it waits for its
 * continuation. */
static void append_coalesced(const hd_layout *layout, int begin, int end, bool tail, hd_layout *result) {
  int64_t extent = 1, stride = 0;
  hd_axis axis = HD_AXIS_INTEGER;
  for (int k = begin; k < end; ++k) {
    int64_t next;
    bool last = k + 1 == end && (tail || extent == 1);
    if (layout->shape[k] == 1 && !last) continue;
    if (extent > 1 && hd_mul(extent, stride, &next) && next == layout->stride[k] && axis == hd_layout_axis(layout, k)) {
      extent *= layout->shape[k];
      continue;
    }
    if (extent > 1) hd_layout_append_leaf(result, extent, stride, axis);
    extent = layout->shape[k];
    stride = layout->stride[k];
    axis = hd_layout_axis(layout, k);
  }
  if (begin < end) hd_layout_append_leaf(result, extent, stride, axis);
}

static void coalesce(const hd_layout *layout, bool tail, hd_layout *made) {
  hd_layout_clear(made);
  append_coalesced(layout, 0, layout->profile.leaves, tail, made);
  if (made->profile.leaves == 0) hd_layout_append_leaf(made, 1, 0, HD_AXIS_INTEGER); /* `():()` is 1:0 */
  if (made->profile.leaves > 1) hd_layout_wrap(made, 0);
}

/* Works on a copy where the result would overwrite what is still to be read. */
static void coalesce_any(const hd_layout *layout, bool tail, hd_layout *result) {
  hd_layout made;
  if (result != layout) {
    coalesce(layout, tail, result);
    return;
  }
  coalesce(layout, tail, &made);
  hd_layout_copy(result, &made);
}

void hd_coalesce(const hd_layout *layout, hd_layout *result) { coalesce_any(layout, false, result); }

void hd_coalesce_tail(const hd_layout *layout, hd_layout *result) { coalesce_any(layout, true, result); }

/* Goes out of one of the target's tuples: the layout's further modes there stay as they are. */
static void leave_tuple(const hd_layout *layout, hd_cursor *cursor, hd_layout *result) {
  while (hd_cursor_more(cursor)) hd_layout_append(result, layout, hd_cursor_next(cursor));
  hd_cursor_leave(cursor);
}

hd_status hd_coalesce_by_mode(const hd_layout *layout, const hd_profile *target, hd_error *error, hd_layout *result) {
  hd_layout made, operand;
  hd_layout_under(target, layout, &operand);
  hd_cursor cursor = hd_cursor_start(&operand.profile);
  if (layout->profile.leaves == 0 && !hd_is_tuple(target)) return hd_coalesce(layout, result), HD_OK;
  if (target->leaves == 0) return hd_layout_copy(result, &operand), HD_OK; /* `()`: every mode stays as it is */
  hd_layout_clear(&made);
  for (int k = 0; k < target->leaves; ++k) {
    int first = made.profile.leaves;
    if (!hd_cursor_descend(&cursor, target->open[k]))
      return hd_refuse_guide(error, "coalesce", target, k, &operand.profile);
    hd_view mode = hd_cursor_next(&cursor);
    append_coalesced(&operand, mode.begin, mode.end, false, &made);
    if (made.profile.leaves - first > 1) hd_layout_wrap(&made, first);
    hd_profile_bracket(&made.profile, first, target->open[k], 0);
    for (int close = target->close[k]; close > 0; --close) {
      leave_tuple(&operand, &cursor, &made);
      hd_profile_bracket(&made.profile, first, 0, 1);
    }
  }
  hd_layout_copy(result, &made);
  return HD_OK;
}
