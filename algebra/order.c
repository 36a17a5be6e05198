/* Strides dealt out in the order asked for: each mode starts where those before it end. */
#include "algebra/order.h"

#include "algebra/leaf.h"
#include "algebra/match.h"
#include "algebra/refusals.h"

/* The leaves under one order. */
typedef struct run {
  int begin, end;
  int64_t order;
} run;

/* Runs by their order; before the first stands one that no order is below, as an end to look back to. */
typedef struct runs {
  run *last;
  run sorted[HD_MAX_LEAVES + 1];
} runs;

static inline void clear_runs(runs *r) {
  r->last = r->sorted;
  r->sorted[0].order = INT64_MIN;
}

/* Puts a run where its order says. */
static inline void insert_run(runs *r, int begin, int end, int64_t order) {
  run *at = ++r->last;
  for (; at[-1].order > order; --at) *at = at[-1];
  *at = (run){begin, end, order};
}

/* Gives each run the product of the sizes of those with a smaller order, and goes on column-major within it. Those are
 * parts of the shape's size, which fits. */
static inline void stride_runs(const runs *r, const int64_t *shape, int64_t *stride) {
  int64_t before = 1, size = 1, order = INT64_MIN; /* of smaller orders; with those so far of this order */
  for (const run *at = r->sorted + 1; at <= r->last; ++at) {
    if (at->order != order) before = size, order = at->order;
    int64_t start = before;
    int k = at->begin;
    do {
      int64_t extent = shape[k];
      stride[k] = extent == 1 ? 0 : start;
      start *= extent;
      size *= extent;
    } while (++k < at->end);
  }
}

/* One small order for each leaf, and no two alike, as most are: they need no sorting. False: some order is that of
 * several leaves, or is not below 64, or comes twice; or the shape is none. */
static inline bool stride_in_turn(const hd_tuple *shape, const hd_tuple *order, int64_t stride[HD_MAX_LEAVES]) {
  uint64_t taken = 0;
  uint8_t leaf[64];
  int64_t size = 1;
  if (shape->on_axes || order->on_axes || !hd_is_congruent(&shape->profile, &order->profile)) return false;
  for (size_t k = 0, leaves = shape->profile.leaves; k < leaves; ++k) {
    uint64_t place = (uint64_t)order->value[k];
    if (place > 63 || (taken >> place & 1)) return false;
    taken |= (uint64_t)1 << place;
    leaf[place] = (uint8_t)k;
  }
  for (; taken != 0; taken &= taken - 1) {
    size_t k = leaf[__builtin_ctzll(taken)];
    int64_t extent = shape->value[k];
    stride[k] = extent == 1 ? 0 : size;
    if (extent < 1 || !hd_mul(size, extent, &size)) return false;
  }
  return true;
}

static hd_status fail_order(const hd_tuple *order, int leaf, hd_error *error) {
  hd_refuse_nesting(error, "make_ordered_layout",
                    "leaf {leaf} of the order {c} is `_` or lies on an axis; integers are wanted", order, NULL);
  if (error) error->leaf = leaf;
  return HD_MISMATCH;
}

hd_status hd_make_ordered_layout(const hd_tuple *shape, const hd_tuple *order, hd_error *error, hd_layout *result) {
  static const char operation[] = "make_ordered_layout";
  runs all;
  uint8_t begin[HD_MAX_LEAVES + 1];
  int64_t stride[HD_MAX_LEAVES];
  hd_layout made;
  if (stride_in_turn(shape, order, stride))
    return hd_layout_write(result, &shape->profile, shape->value, stride), HD_OK;
  if (!hd_compact_strides(shape, stride))
    return hd_fail_within(error, hd_make_layout(shape, NULL, error, &made), operation);
  if (!hd_match(&order->profile, &shape->profile, begin))
    return hd_refuse_nesting(error, operation, "the order {c} is not nested like the shape {d}", order, shape);
  clear_runs(&all);
  for (int k = 0, count = shape->profile.leaves == 0 ? 0 : order->profile.leaves; k < count; ++k) {
    if (hd_tuple_axis(order, k) != HD_AXIS_INTEGER) return fail_order(order, k, error);
    insert_run(&all, begin[k], begin[k + 1], order->value[k]);
  }
  stride_runs(&all, shape->value, stride);
  hd_layout_write(result, &shape->profile, shape->value, stride);
  return HD_OK;
}

hd_status hd_make_layout_like(const hd_layout *layout, hd_error *error, hd_layout *result) {
  runs moving;
  if (layout->on_axes) return hd_refuse_axes(error, "make_layout_like", layout);
  clear_runs(&moving);
  for (int k = 0, leaves = layout->profile.leaves; k < leaves; ++k)
    if (layout->stride[k] != 0) insert_run(&moving, k, k + 1, layout->stride[k]);
  if (result != layout) hd_copy_leaves(result, layout);
  stride_runs(&moving, result->shape, result->stride);
  return HD_OK;
}

/* The axis words (axis.h) of the coordinates of a shape, as a coordinate counts: a bracket that opens is a step, 0 at
 * first, and each leaf counts the last step on. Returns false past the steps of an axis. */
static inline bool count_steps(const hd_profile *of, hd_axis axis[HD_MAX_LEAVES]) {
  const hd_axis path = (hd_axis)HD_AXIS_TAG_PATH << HD_AXIS_TAG_SHIFT;
  hd_axis steps = 0, next = 1; /* the unit of the step after those */
  for (int k = 0, leaves = of->leaves; k < leaves; ++k) {
    for (int open = of->open[k]; open > 0; --open, next <<= HD_AXIS_STEP_BITS) {
      if (next >> HD_AXIS_STEPS * HD_AXIS_STEP_BITS) return false;
      steps |= next;
    }
    axis[k] = path | steps;
    next >>= HD_AXIS_STEP_BITS * of->close[k];
    steps =
        (steps & (next - 1)) + (next >> HD_AXIS_STEP_BITS); /* no step is as large as the number of leaves: it fits */
  }
  return true;
}

hd_status hd_make_identity_layout(const hd_tuple *shape, hd_error *error, hd_layout *result) {
  static const char operation[] = "make_identity_layout";
  int64_t stride[HD_MAX_LEAVES];
  hd_axis axis[HD_MAX_LEAVES];
  hd_layout made;
  bool tuple = hd_is_tuple(&shape->profile);
  int leaves = shape->profile.leaves;
  if (!hd_compact_strides(shape, stride))
    return hd_fail_within(error, hd_make_layout(shape, NULL, error, &made), operation);
  if (leaves == 0) return hd_fail(error, HD_MALFORMED, operation, "`()` has no coordinates to tell apart");
  if (tuple && !count_steps(&shape->profile, axis))
    return hd_refuse(error, HD_CAPACITY, operation, "the shape is nested deeper than the {0} steps of an axis",
                     HD_AXIS_STEPS, 0, 0);
  hd_copy_profile(&result->profile, &shape->profile);
  result->on_axes = tuple;
  for (int k = 0; k < leaves; ++k) {
    result->shape[k] = shape->value[k];
    result->stride[k] = 1;
    if (tuple) result->axis[k] = axis[k];
  }
  return HD_OK;
}
