/* Each leaf s:d of B runs through A at 0, d, .., (s-1)d. Written in the mixed radix of A's coalesced extents, the run
 * either fills digits one after another without remainders, and its modes are read off by division; or the values
 * decide, through the fit. The leaves add up when no digit can carry; where that is not plain the values decide again.
 */
#include "algebra/composition_integers.h"

#include "algebra/carry.h"
#include "algebra/checked.h"
#include "algebra/coalesce.h"
#include "algebra/components.h"
#include "algebra/fit.h"
#include "algebra/period.h"
#include "algebra/radix.h"
#include "algebra/refusals.h"

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
  bool open; /* some leaf is undecided */
} task;

static inline void append(task *t, int64_t extent, int64_t stride, hd_axis axis) {
  int64_t magnitude;
  t->beyond |= extent > 1 && (!hd_abs(stride, &magnitude) || !hd_add_product(&t->furthest, extent - 1, magnitude));
  t->full |= !hd_layout_append_leaf(&t->result, extent, stride, axis);
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
  hd_layout modes;
  modes.on_axes = t->a.on_axes;
  t->radix.spare = HD_MAX_LEAVES - 1;
  int leaves = hd_split_run(&t->radix, 0, t->radix.last, s, d, 0, 0, false, &modes, 0);
  if (leaves < 0) return false;
  t->overflow |= t->radix.overflow; /* no extent is 1 */
  for (int k = 0; k < leaves; ++k) append(t, modes.shape[k], modes.stride[k], hd_layout_axis(&modes, k));
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

/* The value of A at an index, all digits checked. */
static bool value_at(const hd_layout *a, int64_t index, hd_components *value) {
  for (int k = 0; k < value->count; ++k) value->value[k] = 0;
  return hd_components_add(value, a, 0, a->profile.leaves, index);
}

/* Why the values along a leaf are those of no layout, by what the fit says of them. */
static const char *leaf_reason(const hd_error *fit, int64_t extent) {
  if (fit->number[4] == HD_FIT_TWO_AXES)
    return "leaf {leaf} ({0}:{1}) has no layout: at {c} A({2}) moves along two axes at once";
  if (fit->number[4] == HD_FIT_BEYOND)
    return "leaf {leaf} ({0}:{1}) takes A through {v}, which no layout does: at {c} A({2}) = {3}{a}, where going on "
           "leaves "
           "64 bits";
  if (fit->number[4] == 0)
    return "leaf {leaf} ({0}:{1}) takes A through {v}, which no layout does: at {c} A({2}) = {3}{a}, where a layout "
           "that "
           "begins so has {4}{a}";
  if (fit->number[3] == extent)
    return "leaf {leaf} ({0}:{1}) takes A through {v}, which no layout does: at {c} A({2}) = {3}{a}, where going on "
           "needs "
           "{4}{a}, and a mode of {5} ending there needs {5} to divide {0}";
  return "leaf {leaf} ({0}:{1}) takes A through {v}, which no layout does: at {c} A({2}) = {3}{a}, where going on "
         "needs "
         "{4}{a}, and a mode of {5} ending there needs {5} to divide {6}, what earlier modes leave of {0}";
}

/* No layout has the values of A along this leaf: says where, and what the run looks like. */
static hd_status refuse_leaf(const task *t, const hd_layout *b, int leaf, const hd_error *fit, hd_error *error) {
  int64_t at = fit->number[0], step = b->stride[leaf], index;
  hd_components value;
  if (!error) return HD_UNDEFINED;
  fail_leaf(error, HD_UNDEFINED, leaf_reason(fit, b->shape[leaf]), b, leaf);
  error->number[2] = at * step;
  error->number[3] = fit->number[1];
  error->number[4] = fit->number[2];
  error->number[5] = fit->number[4];
  error->number[6] = fit->number[3];
  error->has_coordinate = true;
  hd_shape(b, &error->coordinate);
  for (int k = 0; k < b->profile.leaves; ++k) error->coordinate.value[k] = k == leaf ? at : 0;
  hd_components_of(&t->a, &value);
  error->axis = value.axis[fit->number[5]];
  for (int64_t i = 0; i < b->shape[leaf] && i <= at + 1 && error->samples < HD_ERROR_SAMPLES; ++i)
    if (hd_mul(i, step, &index) && value_at(&t->a, index, &value))
      error->sample[error->samples++] = value.value[fit->number[5]];
  return HD_UNDEFINED;
}

/* A leaf without an answer, first seen at `at`. Its coordinate is the first of all unless B's modes carry at an earlier
 * one: where the digits after the leaf are 0 and its own is below `at`. */
static hd_status refuse_first(const task *t, const hd_layout *b, int leaf, const hd_error *fit, hd_error *error) {
  int64_t end[HD_MAX_LEAVES];
  for (int k = 0; k < b->profile.leaves; ++k) end[k] = k < leaf ? b->shape[k] : k == leaf ? fit->number[0] : 1;
  if (hd_find_carry(&t->a, b, end, error) == HD_UNDEFINED) return HD_UNDEFINED;
  return refuse_leaf(t, b, leaf, fit, error);
}

/* Pushes the modes of the values along one leaf, from the first value until they contradict every layout, are settled,
 * or are too many. */
static hd_status push_by_values(task *t, const hd_layout *b, int leaf, hd_error *error) {
  hd_components value;
  hd_error inner;
  hd_layout modes;
  hd_fit fit;
  int64_t index = 0, block = 1, settled = hd_settled_after(&t->a, b->stride[leaf], 1);
  hd_components_of(&t->a, &value);
  hd_fit_start(&fit, b->shape[leaf], value.count);
  for (int64_t i = 0; i < b->shape[leaf] && i < settled; ++i) {
    if (i == HD_MAX_VISITS)
      return fail_leaf(error, HD_UNDECIDED, "leaf {leaf} ({0}:{1}) is still open after all values that may be visited",
                       b, leaf);
    if ((i > 0 && !hd_add(index, b->stride[leaf], &index)) || !value_at(&t->a, index, &value))
      return fail_leaf(error, HD_OVERFLOW, "the values of A along leaf {leaf} ({0}:{1}) leave 64 bits", b, leaf);
    hd_status status = hd_fit_push(&fit, value.value, &inner);
    if (status == HD_UNDEFINED) return refuse_first(t, b, leaf, &inner, error);
    if (status != HD_OK) return hd_refuse_full(error, operation);
    if (fit.block != block) settled = hd_settled_after(&t->a, b->stride[leaf], block = fit.block);
  }
  hd_status status = hd_fit_layout(&fit, value.axis, &inner, &modes);
  if (status != HD_OK)
    return fail_leaf(error, status, "the values of A along leaf {leaf} ({0}:{1}) leave 64 bits", b, leaf);
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
static int moving_leaves(const hd_layout *b) {
  int count = 0;
  for (int k = 0; k < b->profile.leaves; ++k) count += b->shape[k] > 1 && b->stride[k] != 0;
  return count;
}

/* How far a leaf of B must be followed: to its end, or until its values are settled against the answer's modes. */
static int64_t followed(const task *t, const hd_layout *b, int leaf) {
  int64_t block = 1;
  if (b->stride[leaf] == 0) return b->shape[leaf];
  for (int k = t->start[leaf]; k + 1 < t->start[leaf + 1]; ++k) block *= t->result.shape[k];
  int64_t settled = hd_settled_after(&t->a, b->stride[leaf], block);
  return settled < b->shape[leaf] ? settled : b->shape[leaf];
}

/* Whether B's leaves add up, by the values. An open leaf is followed as far as may be: a carry decides all the same. */
static hd_status check_carry(const task *t, const hd_layout *b, hd_error *error) {
  int64_t end[HD_MAX_LEAVES];
  for (int k = 0; k < b->profile.leaves; ++k) end[k] = t->open ? b->shape[k] : followed(t, b, k);
  return hd_find_carry(&t->a, b, end, error);
}

static void start_task(task *t, const hd_layout *a) {
  hd_coalesce_tail(a, &t->a);
  hd_layout_clear(&t->result);
  t->start[0] = 0;
  t->furthest = 0;
  t->divided = true;
  t->overflow = t->beyond = t->full = t->open = false;
  hd_read_digits(&t->a, 0, t->a.profile.leaves, &t->radix);
}

/* A o B for B on plain integers. The size is B's, and on integers the furthest value has been watched: only strides on
 * axes still need the layout's own check. A leaf that is still open does not hide that another has no answer. */
hd_status hd_compose_integers(const hd_layout *a, const hd_layout *b, hd_error *error, hd_layout *result) {
  task t;
  hd_status status = HD_OK;
  start_task(&t, a);
  for (int k = 0; k < b->profile.leaves; ++k) {
    status = push_leaf(&t, b, k, error);
    t.open |= status == HD_UNDECIDED;
    if (status != HD_OK && status != HD_UNDECIDED) return status;
    if (t.full) return hd_refuse_full(error, operation);
    if (t.overflow || (t.beyond && !t.result.on_axes))
      return fail_leaf(error, HD_OVERFLOW, "the values of A along leaf {leaf} ({0}:{1}) leave 64 bits", b, k);
  }
  status = HD_OK;
  bool adds_up = t.divided && !t.open && hd_runs_add_up(&t.radix);
  if (!adds_up && moving_leaves(b) > 1) status = check_carry(&t, b, error);
  if (status == HD_OK && t.open) status = HD_UNDECIDED; /* the leaf has said so in the error */
  if (status == HD_OK && t.result.on_axes) status = hd_layout_finish(&t.result, operation, error);
  if (status == HD_OK) hd_copy_leaves(result, &t.result);
  return status;
}
