/* Strides dealt out in the order asked for: each mode starts where those before it end. */
#include "algebra/order.h"

#include "algebra/checked.h"
#include "algebra/refusals.h"

/* The leaves under one order, and how they rank. */
typedef struct run {
  int begin, end;
  int64_t order;
  int64_t size;
  bool counts; /* whether others begin behind it */
} run;

/* Gives each run the product of the sizes of those that come before it, and goes on column-major within it. Sizes of
 * runs that come before are part of the shape's size, which fits. */
static void stride_runs(const run *runs, int count, hd_layout *made) {
  for (int r = 0; r < count; ++r) {
    int64_t start = 1;
    for (int other = 0; other < count; ++other)
      if (runs[other].counts && runs[other].order < runs[r].order) start *= runs[other].size;
    for (int k = runs[r].begin; k < runs[r].end; ++k) {
      made->stride[k] = made->shape[k] == 1 || !runs[r].counts ? 0 : start;
      start *= made->shape[k];
    }
  }
}

static int64_t size_of_run(const hd_layout *layout, int begin, int end) {
  int64_t size = 1;
  for (int k = begin; k < end; ++k) size *= layout->shape[k];
  return size;
}

hd_status hd_make_ordered_layout(const hd_tuple *shape, const hd_tuple *order, hd_error *error, hd_layout *result) {
  static const char operation[] = "make_ordered_layout";
  hd_layout made;
  run runs[HD_MAX_LEAVES];
  hd_status status = hd_make_layout(shape, NULL, error, &made);
  if (status != HD_OK) return hd_fail_within(error, status, operation);
  if (!hd_is_weakly_congruent(&order->profile, &shape->profile))
    return hd_refuse_nesting(error, operation, "the order {c} is not nested like the shape {d}", order, shape);
  hd_cursor cursor = hd_cursor_start(&shape->profile);
  int count = made.profile.leaves == 0 ? 0 : order->profile.leaves;
  for (int k = 0; k < count; ++k) {
    if (hd_tuple_axis(order, k) != HD_AXIS_INTEGER) {
      hd_refuse_nesting(error, operation, "leaf {leaf} of the order {c} is `_` or lies on an axis; integers are wanted",
                        order, NULL);
      if (error) error->leaf = k;
      return HD_MISMATCH;
    }
    hd_cursor_descend(&cursor, order->profile.open[k]);
    hd_view mode = hd_cursor_next(&cursor);
    for (int close = order->profile.close[k]; close > 0; --close) hd_cursor_leave(&cursor);
    runs[k] = (run){mode.begin, mode.end, order->value[k], size_of_run(&made, mode.begin, mode.end), true};
  }
  stride_runs(runs, count, &made);
  hd_layout_copy(result, &made);
  return HD_OK;
}

hd_status hd_make_layout_like(const hd_layout *layout, hd_error *error, hd_layout *result) {
  run runs[HD_MAX_LEAVES];
  if (layout->on_axes) return hd_refuse_axes(error, "make_layout_like", layout);
  for (int k = 0; k < layout->profile.leaves; ++k)
    runs[k] = (run){k, k + 1, layout->stride[k], layout->shape[k], layout->stride[k] != 0};
  hd_layout_copy(result, layout);
  stride_runs(runs, layout->profile.leaves, result);
  return HD_OK;
}

hd_status hd_make_identity_layout(const hd_tuple *shape, hd_error *error, hd_layout *result) {
  static const char operation[] = "make_identity_layout";
  hd_layout made;
  int step[HD_MAX_LEAVES + 1] = {0}, depth = 0;
  hd_status status = hd_make_layout(shape, NULL, error, &made);
  if (status != HD_OK) return hd_fail_within(error, status, operation);
  if (made.profile.leaves == 0) return hd_fail(error, HD_MALFORMED, operation, "`()` has no coordinates to tell apart");
  hd_layout_clear(&made);
  for (int k = 0; k < shape->profile.leaves; ++k) {
    hd_axis axis = HD_AXIS_INTEGER;
    if (shape->profile.open[k] > HD_AXIS_STEPS - depth)
      return hd_refuse(error, HD_CAPACITY, operation, "the shape is nested deeper than the {0} steps of an axis",
                       HD_AXIS_STEPS, 0, 0);
    for (int open = shape->profile.open[k]; open > 0; --open) step[depth++] = 0;
    if (depth > 0) hd_axis_from_path(step, depth, &axis); /* no step is as large as the number of leaves: it fits */
    hd_layout_append_leaf(&made, shape->value[k], 1, axis);
    depth -= shape->profile.close[k];
    if (depth > 0) ++step[depth - 1];
  }
  made.profile.leaves = 0; /* the same leaves, under the shape's brackets */
  hd_profile_append(&made.profile, &shape->profile, hd_view_all(&shape->profile));
  hd_layout_copy(result, &made);
  return HD_OK;
}
