/* A coordinate's leaves are taken one by one; each spreads over the leaves of the mode it stands for. */
#include "algebra/evaluate.h"

#include "algebra/checked.h"
#include "algebra/components.h"
#include "algebra/leaf.h"
#include "algebra/refusals.h"

static hd_status fail_nesting(hd_error *error, const hd_layout *layout, const hd_tuple *coordinate) {
  hd_tuple shape;
  hd_shape(layout, &shape);
  return hd_refuse_coordinate(error, "evaluate", coordinate, &shape);
}

static hd_status fail_axis(hd_error *error, const char *operation, const char *reason, const hd_tuple *coordinate) {
  return hd_refuse_nesting(error, operation, reason, coordinate, NULL);
}

static hd_status fail_overflow(hd_error *error, const char *operation, const hd_tuple *coordinate) {
  hd_refuse_nesting(error, operation, "the value at {c} leaves 64 bits", coordinate, NULL);
  if (error) error->status = HD_OVERFLOW;
  return HD_OVERFLOW;
}

static hd_status fail_overflow_at(hd_error *error, int64_t index) {
  hd_tuple coordinate;
  hd_tuple_scalar(&coordinate, index);
  return fail_overflow(error, "evaluate", &coordinate);
}

/* Adds up the leaves under each leaf of the coordinate. Requires a weakly congruent coordinate. */
static hd_status sum_modes(const hd_layout *layout, const hd_tuple *coordinate, const char *operation, hd_error *error,
                           hd_components *value) {
  hd_cursor cursor = hd_cursor_start(&layout->profile);
  for (int k = 0; k < coordinate->profile.leaves; ++k) {
    hd_axis axis = hd_tuple_axis(coordinate, k);
    if (axis != HD_AXIS_INTEGER && axis != HD_AXIS_ANY)
      return fail_axis(error, operation, "a leaf of {c} lies on an axis; integers are wanted", coordinate);
    hd_cursor_descend(&cursor, coordinate->profile.open[k]);
    hd_view mode = hd_cursor_next(&cursor);
    int64_t *sum = &value->value[value->of_leaf[mode.begin]];
    bool fits = mode.end - mode.begin == 1
                    ? hd_add_product(sum, coordinate->value[k], layout->stride[mode.begin])
                    : hd_components_add(value, layout, mode.begin, mode.end, coordinate->value[k]);
    if (!fits) return fail_overflow(error, operation, coordinate);
    for (int close = coordinate->profile.close[k]; close > 0; --close) hd_cursor_leave(&cursor);
  }
  return HD_OK;
}

hd_status hd_evaluate(const hd_layout *layout, const hd_tuple *coordinate, hd_error *error, hd_tuple *value) {
  hd_components sum;
  hd_tuple made;
  hd_status status = HD_OK;
  if (!hd_is_weakly_congruent(&coordinate->profile, &layout->profile)) return fail_nesting(error, layout, coordinate);
  hd_components_of(layout, &sum);
  if (layout->profile.leaves > 0) status = sum_modes(layout, coordinate, "evaluate", error, &sum);
  if (status != HD_OK) return status;
  if (!layout->on_axes) return hd_tuple_scalar(value, sum.value[0]), HD_OK;
  if (!hd_components_tuple(&sum, 0, &made)) return hd_refuse_components(error, "evaluate");
  if (hd_axis_is_path(sum.axis[0])) made.on_axes = false;
  hd_tuple_copy(value, &made);
  return HD_OK;
}

hd_status hd_evaluate_index(const hd_layout *layout, int64_t index, hd_error *error, int64_t *value) {
  int64_t sum = 0, rest = index;
  int last = layout->profile.leaves - 1;
  if (layout->on_axes) return hd_refuse_axes(error, "evaluate", layout);
  for (int k = 0; k <= last; ++k) {
    int64_t digit = k < last ? hd_split_digit(&rest, layout->shape[k]) : rest;
    if (!hd_add_product(&sum, digit, layout->stride[k])) return fail_overflow_at(error, index);
  }
  *value = sum;
  return HD_OK;
}

void hd_digits(const hd_layout *layout, int64_t index, int64_t digit[HD_MAX_LEAVES]) {
  int last = layout->profile.leaves - 1;
  for (int k = 0; k < last; ++k) {
    digit[k] = index % layout->shape[k];
    index /= layout->shape[k];
  }
  if (last >= 0) digit[last] = index;
}

static hd_status fail_extent(hd_error *error, hd_status status, const char *operation, const char *reason,
                             const hd_tuple *shape, int leaf) {
  hd_refuse_nesting(error, operation, reason, shape, NULL);
  if (!error) return status;
  error->status = status;
  error->leaf = leaf;
  return status;
}

/* The shape with column-major strides, extents of 1 too, so that digits beyond the shape count as well. */
static hd_status ordinal_layout(const hd_tuple *shape, const char *operation, hd_error *error, hd_layout *ordinal) {
  int64_t product = 1;
  ordinal->on_axes = false;
  hd_copy_profile(&ordinal->profile, &shape->profile);
  for (int k = 0; k < shape->profile.leaves; ++k) {
    if (hd_tuple_axis(shape, k) != HD_AXIS_INTEGER || shape->value[k] < 1)
      return fail_extent(error, HD_MALFORMED, operation, "leaf {leaf} of the shape {c} is no integer of at least 1",
                         shape, k);
    ordinal->shape[k] = shape->value[k];
    ordinal->stride[k] = product;
    if (!hd_mul(product, shape->value[k], &product))
      return fail_extent(error, HD_OVERFLOW, operation, "the size of {c} leaves 64 bits at leaf {leaf}", shape, k);
  }
  return HD_OK;
}

hd_status hd_crd2idx(const hd_tuple *coordinate, const hd_tuple *shape, hd_error *error, int64_t *index) {
  hd_layout ordinal;
  hd_components sum;
  hd_status status = ordinal_layout(shape, "crd2idx", error, &ordinal);
  if (status != HD_OK) return status;
  if (!hd_is_weakly_congruent(&coordinate->profile, &shape->profile))
    return hd_refuse_coordinate(error, "crd2idx", coordinate, shape);
  hd_components_of(&ordinal, &sum);
  if (shape->profile.leaves > 0) status = sum_modes(&ordinal, coordinate, "crd2idx", error, &sum);
  if (status == HD_OK) *index = sum.value[0];
  return status;
}

hd_status hd_idx2crd(const hd_tuple *index, const hd_tuple *shape, hd_error *error, hd_tuple *coordinate) {
  hd_layout ordinal;
  hd_tuple made;
  hd_status status = ordinal_layout(shape, "idx2crd", error, &ordinal);
  if (status != HD_OK) return status;
  if (!hd_is_weakly_congruent(&index->profile, &shape->profile))
    return hd_refuse_coordinate(error, "idx2crd", index, shape);
  if (shape->profile.leaves == 0 && index->profile.leaves > 0 && index->value[0] != 0)
    return hd_refuse(error, HD_RANGE, "idx2crd", "`()` has the one index 0, and not {0}", index->value[0], 0, 0);
  hd_copy_profile(&made.profile, &shape->profile);
  made.on_axes = false;
  hd_cursor cursor = hd_cursor_start(&shape->profile);
  for (int k = 0; shape->profile.leaves > 0 && k < index->profile.leaves; ++k) {
    if (hd_tuple_axis(index, k) != HD_AXIS_INTEGER)
      return fail_axis(error, "idx2crd", "a leaf of {c} is `_` or lies on an axis; integers are wanted", index);
    if (index->value[k] < 0)
      return hd_refuse(error, HD_RANGE, "idx2crd", "the index {0} is negative, which no coordinate has",
                       index->value[k], 0, 0);
    hd_cursor_descend(&cursor, index->profile.open[k]);
    hd_view mode = hd_cursor_next(&cursor);
    int64_t rest = index->value[k];
    for (int leaf = mode.begin; leaf < mode.end - 1; rest /= ordinal.shape[leaf++])
      made.value[leaf] = rest % ordinal.shape[leaf];
    made.value[mode.end - 1] = rest;
    for (int close = index->profile.close[k]; close > 0; --close) hd_cursor_leave(&cursor);
  }
  hd_tuple_copy(coordinate, &made);
  return HD_OK;
}
