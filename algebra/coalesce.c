/* Leaf by leaf: drop what does not move, merge what continues the mode before it, append the rest. */
#include "algebra/coalesce.h"

#include "algebra/checked.h"
#include "algebra/leaf.h"
#include "algebra/match.h"
#include "algebra/merge.h"
#include "algebra/refusals.h"

/* Calls for the axes, which nearly no layout has. */
static size_t merge_on_axes(const hd_layout *layout, size_t begin, size_t end, bool tail, hd_layout *result,
                            size_t at) {
  return hd_write_merged(layout, begin, end, tail, true, result, at);
}

static inline size_t merge(const hd_layout *layout, size_t begin, size_t end, bool tail, bool on_axes,
                           hd_layout *result, size_t at) {
  return on_axes ? merge_on_axes(layout, begin, end, tail, result, at)
                 : hd_write_merged(layout, begin, end, tail, false, result, at);
}

__attribute__((always_inline)) static inline void coalesce(const hd_layout *layout, bool tail, hd_layout *result) {
  bool on_axes = layout->on_axes;
  size_t leaves = merge(layout, 0, layout->profile.leaves, tail, on_axes, result, 0);
  if (leaves == 0) hd_write_leaf(result, 0, 1, 0, false, HD_AXIS_INTEGER), leaves = 1; /* `():()` is 1:0 */
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
  size_t at = 0;
  for (int k = 0; k < target->leaves; ++k) {
    size_t first = at;
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
  hd_layout made;
  if (layout->profile.leaves > 0 && layout != result && target != &result->profile &&
      hd_match(target, &layout->profile, begin))
    return coalesce_matched(layout, target, begin, result), HD_OK;
  hd_cursor cursor = hd_cursor_start(&layout->profile);
  if (layout->profile.leaves == 0 && !hd_is_tuple(target)) return hd_coalesce(layout, result), HD_OK;
  if (target->leaves == 0) { /* `()`: every mode stays as it is */
    hd_layout_copy(result, layout);
    if (!hd_is_tuple(&result->profile)) hd_layout_wrap(result, 0);
    return HD_OK;
  }
  hd_layout_clear(&made);
  made.on_axes = layout->on_axes;
  for (int k = 0; k < target->leaves; ++k) {
    int first = made.profile.leaves;
    if (!hd_cursor_descend(&cursor, target->open[k]))
      return hd_refuse_guide(error, "coalesce", target, k, &layout->profile);
    hd_view mode = hd_cursor_next(&cursor);
    made.profile.leaves = (uint8_t)merge(layout, mode.begin, mode.end, false, layout->on_axes, &made, (size_t)first);
    bool several = made.profile.leaves - first > 1; /* then the mode is a tuple too: no deeper than it was */
    hd_bracket_leaves(&made.profile, first, target->open[k] + several, made.profile.leaves - 1, several);
    for (int close = target->close[k]; close > 0; --close) {
      leave_tuple(layout, &cursor, &made);
      hd_bracket_leaves(&made.profile, first, 0, made.profile.leaves - 1, 1);
    }
  }
  hd_settle_axes(&made, layout->on_axes);
  hd_copy_leaves(result, &made);
  return HD_OK;
}
