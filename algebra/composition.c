/* Each leaf s:d of B runs through A at 0, d, .., (s-1)d. Written in the mixed radix of A's coalesced extents, the run
 * either fills digits one after another without remainders, and its modes are read off by division; or the values
 * decide, through the fit. The leaves add up when no digit can carry; where that is not plain the values decide again. */
#include "algebra/composition.h"

#include "algebra/checked.h"
#include "algebra/coalesce.h"
#include "algebra/components.h"
#include "algebra/fit.h"
#include "algebra/leaf.h"
#include "algebra/restride.h"

static const char operation[] = "composition";

/* One composition at work: A in coalesced form and as digits, and the answer so far. */
typedef struct task {
  hd_layout a;
  hd_layout result;
  uint8_t start[HD_MAX_LEAVES + 1]; /* leaf k of B became leaves start[k]..start[k+1]-1 of the result */
  hd_radix radix;                   /* A's digits; their room is meaningful while `divided` */
  int64_t furthest;                 /* sum over the answer's leaves of (extent-1)*|stride| */
  bool divided;                     /* every leaf so far was settled by division */
  bool overflow;                    /* a stride leaves 64 bits */
  bool beyond;                      /* `furthest` leaves 64 bits */
  bool full;
} task;

static inline void append(task *t, int64_t extent, int64_t stride, hd_axis axis) {
  int64_t magnitude;
  t->beyond |= extent > 1 && (!hd_abs(stride, &magnitude) || !hd_add_product(&t->furthest, extent - 1, magnitude));
  t->full |= !hd_append_leaf(&t->result, extent, stride, axis);
}

static inline void push(task *t, int64_t extent, int64_t stride, int mode) {
  int64_t product;
  if (!hd_mul(stride, t->a.stride[mode], &product)) {
    t->overflow |= extent > 1; /* the stride of an extent of 1 never counts */
    product = 0;
  }
  append(t, extent, product, t->a.on_axes && product != 0 ? t->a.axis[mode] : HD_AXIS_INTEGER);
}

/* An extent of 1: no value depends on its stride, which is carried on as CuTe IR prints it. */
static void push_single(task *t, int64_t stride) {
  int last = t->a.profile.leaves - 1;
  for (int k = 0; k < last && stride != 0; ++k)
    stride = stride / t->a.shape[k] + (stride % t->a.shape[k] > 0) - (stride % t->a.shape[k] < 0);
  push(t, 1, stride, last);
}

/* The modes that the division rule splits a run of s > 1 steps of d > 0 into; false: the values decide. */
static bool push_by_division(task *t, int64_t s, int64_t d) {
  hd_pieces pieces;
  pieces.count = 0;
  if (!hd_split_run(&t->radix, s, d, &pieces)) return false;
  for (int k = 0; k < pieces.count; ++k) push(t, pieces.extent[k], pieces.step[k], pieces.digit[k]);
  return true;
}

static hd_status fail_leaf(hd_error *error, hd_status status, const char *reason, const hd_layout *b, int leaf) {
  hd_fail(error, status, operation, reason);
  if (!error) return status;
  error->leaf = leaf;
  error->number[0] = b->shape[leaf];
  error->number[1] = b->stride[leaf];
  return status;
}

static hd_status fail_full(hd_error *error) {
  return hd_fail(error, HD_CAPACITY, operation, "the answer has more leaves, or is nested deeper, than a layout holds");
}

/* The value of A at an index, all digits checked. */
static bool value_at(const hd_layout *a, int64_t index, hd_components *value) {
  for (int k = 0; k < value->count; ++k) value->value[k] = 0;
  return hd_components_add(value, a, 0, a->profile.leaves, index);
}

static const char odd_extent[] = "leaf {leaf} ({0}:{1}) takes A through {v}, which no layout does: at {c} A({2}) = "
                                 "{3}, where going on needs {4}, and "
                                 "a mode of {5} ending there needs {5} to divide {0}";
static const char no_repeat[] = "leaf {leaf} ({0}:{1}) takes A through {v}, which no layout does: at {c} A({2}) = {3}, "
                                "where a layout that begins so "
                                "has {4}";
static const char two_axes[] = "leaf {leaf} ({0}:{1}) has no layout: at {c} A({2}) moves along two axes at once";

/* No layout has the values of A along this leaf: says where, and what the run looks like. */
static hd_status refuse_leaf(const task *t, const hd_layout *b, int leaf, const hd_error *fit, hd_error *error) {
  int64_t at = fit->number[0], step = b->stride[leaf];
  hd_components value;
  if (!error) return HD_UNDEFINED;
  fail_leaf(error, HD_UNDEFINED, "", b, leaf);
  error->reason = fit->number[4] > 0 ? odd_extent : fit->number[4] < 0 ? two_axes : no_repeat;
  error->number[2] = at * step;
  error->number[3] = fit->number[1];
  error->number[4] = fit->number[2];
  error->number[5] = fit->number[4];
  error->has_coordinate = true;
  hd_shape(b, &error->coordinate);
  for (int k = 0; k < b->profile.leaves; ++k) error->coordinate.value[k] = k == leaf ? at : 0;
  hd_components_of(&t->a, &value);
  for (int64_t i = 0; i < b->shape[leaf] && i <= at + 1 && error->samples < HD_ERROR_SAMPLES; ++i)
    if (value_at(&t->a, i * step, &value)) error->sample[error->samples++] = value.value[0];
  return HD_UNDEFINED;
}

static int64_t common_divisor(int64_t a, int64_t b) {
  while (b != 0) {
    int64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

/* How many values of a run along A with step d settle it against a layout that repeats every `block` values. All digits
 * of A but the last return after a period P, and then the value has moved by a constant; so f(i) less its slope has
 * period P, and the layout less its slope has period `block`. Where the two agree on twice a common period they have one
 * slope and agree everywhere. */
static int64_t settled_after(const hd_layout *a, int64_t d, int64_t block) {
  int64_t turn = 1, settled;
  for (int k = 0; k + 1 < a->profile.leaves; ++k)
    if (!hd_mul(turn, a->shape[k], &turn)) return INT64_MAX;
  int64_t divisor = common_divisor(turn, d);
  int64_t period = turn / (divisor < 0 ? -divisor : divisor);
  if (!hd_mul(period, block / common_divisor(period, block), &settled) || !hd_mul(2, settled, &settled))
    return INT64_MAX;
  return settled;
}

/* Pushes the modes of the values along one leaf, from the first value until they contradict every layout, are settled,
 * or are too many. */
static hd_status push_by_values(task *t, const hd_layout *b, int leaf, hd_error *error) {
  hd_components value;
  hd_error inner;
  hd_layout modes;
  hd_fit fit;
  int64_t index = 0, block = 1, settled = settled_after(&t->a, b->stride[leaf], 1);
  hd_components_of(&t->a, &value);
  hd_fit_start(&fit, b->shape[leaf], value.count);
  for (int64_t i = 0; i < b->shape[leaf] && i < settled; ++i) {
    if (i == HD_MAX_VISITS)
      return fail_leaf(error, HD_UNDECIDED, "leaf {leaf} ({0}:{1}) is still open after all values that may be visited",
                       b, leaf);
    if ((i > 0 && !hd_add(index, b->stride[leaf], &index)) || !value_at(&t->a, index, &value))
      return fail_leaf(error, HD_OVERFLOW, "the values of A along leaf {leaf} ({0}:{1}) leave 64 bits", b, leaf);
    hd_status status = hd_fit_push(&fit, value.value, &inner);
    if (status == HD_UNDEFINED) return refuse_leaf(t, b, leaf, &inner, error);
    if (status != HD_OK) return fail_leaf(error, status, inner.reason, b, leaf);
    if (fit.block != block) settled = settled_after(&t->a, b->stride[leaf], block = fit.block);
  }
  hd_status status = hd_fit_layout(&fit, value.axis, &inner, &modes);
  if (status != HD_OK) return fail_leaf(error, status, inner.reason, b, leaf);
  for (int k = 0; k < modes.profile.leaves; ++k) append(t, modes.shape[k], modes.stride[k], hd_layout_axis(&modes, k));
  t->divided = false;
  return HD_OK;
}

/* Composes A with one leaf of B and puts B's brackets round what it becomes. */
static hd_status push_leaf(task *t, const hd_layout *b, int leaf, hd_error *error) {
  int first = t->result.profile.leaves;
  int64_t s = b->shape[leaf], d = b->stride[leaf];
  hd_status status = HD_OK;
  if (d == 0) append(t, s, 0, HD_AXIS_INTEGER);
  else if (s == 1) push_single(t, d);
  else if (t->a.profile.leaves == 1) push(t, s, d, 0);
  else if (d < 0 || !push_by_division(t, s, d)) status = push_by_values(t, b, leaf, error);
  hd_profile *profile = &t->result.profile;
  if (status != HD_OK || t->full) return status;
  if (profile->leaves - first > 1) {
    hd_profile_wrap(profile, first);
    t->full |= !hd_profile_bracket(profile, first, b->profile.open[leaf], b->profile.close[leaf]);
  } else {
    profile->open[first] = b->profile.open[leaf];
    profile->close[first] = b->profile.close[leaf];
  }
  t->start[leaf + 1] = profile->leaves;
  return HD_OK;
}

/* Leaves that move: the others add nothing at any coordinate. */
static int active_leaves(const hd_layout *b, int leaf[HD_MAX_LEAVES]) {
  int count = 0;
  for (int k = 0; k < b->profile.leaves; ++k)
    if (b->shape[k] > 1 && b->stride[k] != 0) leaf[count++] = k;
  return count;
}

/* Compares A(B(c)) with the result at one coordinate, given by B's digits. */
static hd_status compare_at(const task *t, const hd_layout *b, const int64_t *digit, hd_components *of_a,
                            hd_components *of_result, hd_error *error) {
  int64_t index = 0;
  bool fits = true;
  for (int k = 0; k < of_result->count; ++k) of_result->value[k] = 0;
  for (int k = 0; k < b->profile.leaves; ++k) {
    fits = fits && hd_add_product(&index, digit[k], b->stride[k]) &&
           hd_components_add(of_result, &t->result, t->start[k], t->start[k + 1], digit[k]);
  }
  if (!fits || !value_at(&t->a, index, of_a))
    return hd_fail(error, HD_OVERFLOW, operation, "the values of A over B's coordinates leave 64 bits");
  int k = 0;
  while (k < of_a->count && of_a->value[k] == of_result->value[k]) ++k;
  if (k == of_a->count) return HD_OK;
  hd_fail(error, HD_UNDEFINED, operation,
          "B's modes carry into each other: at {c} A(B(c)) = A({0}) = {1}, but the modes add up to {2}");
  if (!error) return HD_UNDEFINED;
  error->hint = "each leaf of B alone has an answer; make its modes disjoint, or divide by mode";
  error->number[0] = index;
  error->number[1] = of_a->value[k];
  error->number[2] = of_result->value[k];
  error->has_coordinate = true;
  hd_shape(b, &error->coordinate);
  for (int leaf = 0; leaf < b->profile.leaves; ++leaf) error->coordinate.value[leaf] = digit[leaf];
  return HD_UNDEFINED;
}

/* How far a leaf of B must be followed: to its end, or until its values are settled against the answer's modes. */
static int64_t followed(const task *t, const hd_layout *b, int leaf) {
  int64_t block = 1;
  for (int k = t->start[leaf]; k + 1 < t->start[leaf + 1]; ++k) block *= t->result.shape[k];
  int64_t settled = settled_after(&t->a, b->stride[leaf], block);
  return settled < b->shape[leaf] ? settled : b->shape[leaf];
}

/* Compares A(B(c)) with the sum of the leaves' answers, coordinate by coordinate in order; a leaf that is settled holds
 * for its further digits too. */
static hd_status compare_values(const task *t, const hd_layout *b, hd_error *error) {
  int active[HD_MAX_LEAVES], count = active_leaves(b, active);
  int64_t digit[HD_MAX_LEAVES] = {0}, end[HD_MAX_LEAVES];
  hd_components of_a, of_result;
  for (int k = 0; k < count; ++k) end[k] = followed(t, b, active[k]);
  hd_components_of(&t->a, &of_a);
  of_result = of_a;
  hd_components_bind(&of_result, &t->result);
  for (int64_t visits = 0; visits < HD_MAX_VISITS; ++visits) {
    hd_status status = compare_at(t, b, digit, &of_a, &of_result, error);
    int k = 0;
    if (status != HD_OK) return status;
    for (; k < count && ++digit[active[k]] == end[k]; ++k) digit[active[k]] = 0;
    if (k == count) return HD_OK;
  }
  return hd_fail(error, HD_UNDECIDED, operation,
                 "whether B's modes carry into each other is still open after all values that may be visited");
}

static void start_task(task *t, const hd_layout *a) {
  hd_coalesce_tail(a, &t->a);
  hd_layout_clear(&t->result);
  t->start[0] = 0;
  t->furthest = 0;
  t->divided = true;
  t->overflow = t->beyond = t->full = false;
  t->radix.last = t->a.profile.leaves - 1;
  for (int k = 0; k < t->a.profile.leaves; ++k) t->radix.extent[k] = t->radix.room[k] = t->a.shape[k];
}

/* A o B for B on plain integers. The size is B's, and on integers the furthest value has been watched: only strides on
 * axes still need the layout's own check. */
static hd_status compose_integers(const hd_layout *a, const hd_layout *b, hd_error *error, hd_layout *result) {
  task t;
  int active[HD_MAX_LEAVES];
  hd_status status = HD_OK;
  start_task(&t, a);
  for (int k = 0; k < b->profile.leaves; ++k) {
    status = push_leaf(&t, b, k, error);
    if (status != HD_OK) return status;
    if (t.full) return fail_full(error);
    if (t.overflow || (t.beyond && !t.result.on_axes))
      return fail_leaf(error, HD_OVERFLOW, "the values of A along leaf {leaf} ({0}:{1}) leave 64 bits", b, k);
  }
  bool adds_up = t.divided && hd_runs_add_up(&t.radix);
  if (!adds_up && active_leaves(b, active) > 1) status = compare_values(&t, b, error);
  if (status == HD_OK && t.result.on_axes) status = hd_layout_finish(&t.result, operation, error);
  if (status == HD_OK) hd_copy_leaves(result, &t.result);
  return status;
}

/* The leaves of B on one axis, as a flat layout on integers that goes into one mode of A. */
static void gather_axis(const hd_layout *b, hd_axis axis, hd_layout *gathered) {
  hd_layout_clear(gathered);
  for (int k = 0; k < b->profile.leaves; ++k)
    if (b->axis[k] == axis) hd_layout_append_leaf(gathered, b->shape[k], b->stride[k], HD_AXIS_INTEGER);
  if (gathered->profile.leaves > 1) hd_layout_wrap(gathered, 0);
}

/* Writes an error about the gathered leaves of one axis as one about B. */
static void spread_error(const hd_layout *b, hd_axis axis, hd_error *error) {
  if (!error) return;
  hd_tuple whole;
  int named = error->leaf;
  hd_shape(b, &whole);
  for (int k = 0, next = 0; k < b->profile.leaves; ++k) {
    whole.value[k] = 0;
    if (b->axis[k] != axis) continue;
    if (next == named) error->leaf = k;
    if (error->has_coordinate) whole.value[k] = error->coordinate.value[next];
    ++next;
  }
  if (error->has_coordinate) hd_tuple_copy(&error->coordinate, &whole);
}

/* The mode of A that an axis of B points at. */
static hd_status mode_of_axis(const hd_layout *a, hd_axis axis, hd_error *error, hd_layout *mode) {
  int path[HD_AXIS_STEPS], steps = hd_axis_path(axis, path);
  hd_status status = HD_OK;
  if (steps == 0)
    status = hd_fail(error, HD_MISMATCH, operation, "B's strides lie on named axes, which A's modes do not have");
  else if (hd_get(a, path, steps, NULL, mode) != HD_OK)
    status = hd_fail(error, HD_MISMATCH, operation, "B's strides lie on a component that A has no mode for");
  return status;
}

/* A o B for B on paths: B gives coordinates of A. Leaves on different axes cannot meet; those on one axis are B's part
 * for that mode of A, and compose as a whole or not at all. */
static hd_status compose_paths(const hd_layout *a, const hd_layout *b, hd_error *error, hd_layout *result) {
  hd_layout made, mode, part;
  hd_layout_clear(&made);
  for (int k = 0; k < b->profile.leaves; ++k) {
    hd_status status = HD_OK;
    int first = made.profile.leaves;
    hd_axis axis = b->axis[k];
    hd_layout_clear(&part);
    hd_layout_append_leaf(&part, b->shape[k], b->stride[k], HD_AXIS_INTEGER);
    if (axis != HD_AXIS_INTEGER) {
      hd_layout whole;
      status = mode_of_axis(a, axis, error, &mode);
      if (status != HD_OK) return status;
      gather_axis(b, axis, &whole);
      status = compose_integers(&mode, &whole, error, &whole);
      if (status != HD_OK) return spread_error(b, axis, error), status;
      status = compose_integers(&mode, &part, error, &part);
    }
    if (status != HD_OK) return status;
    if (!hd_layout_append(&made, &part, hd_view_all(&part.profile)) ||
        !hd_profile_bracket(&made.profile, first, b->profile.open[k], b->profile.close[k]))
      return fail_full(error);
  }
  hd_status status = hd_layout_finish(&made, operation, error);
  if (status == HD_OK) hd_layout_copy(result, &made);
  return status;
}

/* Apart, so that hd_composition itself needs no frame for it. */
__attribute__((noinline)) static hd_status compose(const hd_layout *a, const hd_layout *b, hd_error *error,
                                                   hd_layout *result) {
  return b->on_axes ? compose_paths(a, b, error, result) : compose_integers(a, b, error, result);
}

hd_status hd_composition(const hd_layout *a, const hd_layout *b, hd_error *error, hd_layout *result) {
  if (hd_restride(a, b, result)) return HD_OK;
  return compose(a, b, error, result);
}
