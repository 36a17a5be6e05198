/* A coordinate's leaves are taken one by one; each spreads over the leaves of the mode it stands for. */
#include "algebra/evaluate.h"

#include "algebra/checked.h"
#include "algebra/components.h"
#include "algebra/leaf.h"
#include "algebra/match.h"
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

/* Adds a digit's steps on its leaf's axis; a stride of 0 has none. False on overflow. */
static inline bool add_leaf(const hd_layout *layout, int leaf, int64_t digit, hd_components *sum) {
  int64_t part;
  hd_axis axis = layout->axis[leaf];
  if (axis == HD_AXIS_INTEGER) return true;
  int64_t *value = &sum->value[hd_components_place(sum, axis)];
  return hd_mul(digit, layout->stride[leaf], &part) && hd_add(*value, part, value);
}

/* Adds up the leaves under each leaf of a matched coordinate. */
static bool sum_modes(const hd_layout *layout, const hd_tuple *coordinate, const uint8_t *begin, hd_components *sum) {
  sum->count = 0;
  for (int k = 0; k < coordinate->profile.leaves; ++k) {
    int64_t rest = coordinate->value[k];
    int leaf = begin[k], last = begin[k + 1] - 1;
    for (; leaf < last; ++leaf)
      if (!add_leaf(layout, leaf, hd_split_digit(&rest, layout->shape[leaf]), sum)) return false;
    if (!add_leaf(layout, last, rest, sum)) return false;
  }
  return true;
}

/* hd_evaluate of strides on axes. */
static hd_status evaluate_on_axes(const hd_layout *layout, const hd_tuple *coordinate, const uint8_t *begin,
                                  hd_error *error, hd_tuple *value) {
  hd_components sum;
  if (!sum_modes(layout, coordinate, begin, &sum)) return fail_overflow(error, "evaluate", coordinate);
  return hd_components_value(&sum, 0, value) ? HD_OK : hd_refuse_components(error, "evaluate");
}

hd_status hd_evaluate(const hd_layout *layout, const hd_tuple *coordinate, hd_error *error, hd_tuple *value) {
  uint8_t begin[HD_MAX_LEAVES + 1];
  int64_t plain = 0;
  if (!hd_match(&coordinate->profile, &layout->profile, begin)) return fail_nesting(error, layout, coordinate);
  for (int k = 0; coordinate->on_axes && layout->profile.leaves > 0 && k < coordinate->profile.leaves; ++k)
    if (coordinate->axis[k] != HD_AXIS_INTEGER && coordinate->axis[k] != HD_AXIS_ANY)
      return fail_axis(error, "evaluate", "a leaf of {c} lies on an axis; integers are wanted", coordinate);
  if (layout->on_axes) return evaluate_on_axes(layout, coordinate, begin, error, value);
  if (!hd_sum_matched(layout, coordinate, begin, &plain)) return fail_overflow(error, "evaluate", coordinate);
  hd_tuple_scalar(value, plain);
  return HD_OK;
}

hd_status hd_evaluate_index(const hd_layout *layout, int64_t index, hd_error *error, int64_t *value) {
  int64_t sum = 0, rest = index;
  int k = 0, last = layout->profile.leaves - 1;
  if (layout->on_axes) return hd_refuse_axes(error, "evaluate", layout);
  for (; k < last; ++k)
    if (!hd_add_product(&sum, hd_split_digit(&rest, layout->shape[k]), layout->stride[k]))
      return fail_overflow_at(error, index);
  if (last >= 0 && !hd_add_product(&sum, rest, layout->stride[last])) return fail_overflow_at(error, index);
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

/* Whether a shape has extents and a size, and where each leaf starts: the product of the extents before it. */
static hd_status find_places(const hd_tuple *shape, const char *operation, hd_error *error,
                             int64_t place[HD_MAX_LEAVES]) {
  int64_t product = 1;
  for (int k = 0; k < shape->profile.leaves; ++k) {
    if (hd_tuple_axis(shape, k) != HD_AXIS_INTEGER || shape->value[k] < 1)
      return fail_extent(error, HD_MALFORMED, operation, "leaf {leaf} of the shape {c} is no integer of at least 1",
                         shape, k);
    place[k] = product;
    if (!hd_mul(product, shape->value[k], &product))
      return fail_extent(error, HD_OVERFLOW, operation, "the size of {c} leaves 64 bits at leaf {leaf}", shape, k);
  }
  return HD_OK;
}

/* The last leaf of a mode takes the quotient, so a coordinate of it counts steps of the mode's first leaf. */
hd_status hd_crd2idx(const hd_tuple *coordinate, const hd_tuple *shape, hd_error *error, int64_t *index) {
  static const char operation[] = "crd2idx";
  int64_t place[HD_MAX_LEAVES], sum = 0;
  uint8_t begin[HD_MAX_LEAVES + 1];
  hd_status status = find_places(shape, operation, error, place);
  if (status != HD_OK) return status;
  if (!hd_match(&coordinate->profile, &shape->profile, begin))
    return hd_refuse_coordinate(error, operation, coordinate, shape);
  for (int k = 0; shape->profile.leaves > 0 && k < coordinate->profile.leaves; ++k) {
    hd_axis axis = hd_tuple_axis(coordinate, k);
    if (axis != HD_AXIS_INTEGER && axis != HD_AXIS_ANY)
      return fail_axis(error, operation, "a leaf of {c} lies on an axis; integers are wanted", coordinate);
    if (!hd_add_product(&sum, coordinate->value[k], place[begin[k]]))
      return fail_overflow(error, operation, coordinate);
  }
  *index = sum;
  return HD_OK;
}

hd_status hd_idx2crd(const hd_tuple *index, const hd_tuple *shape, hd_error *error, hd_tuple *coordinate) {
  static const char operation[] = "idx2crd";
  int64_t digit[HD_MAX_LEAVES];
  uint8_t begin[HD_MAX_LEAVES + 1];
  hd_status status = find_places(shape, operation, error, digit);
  if (status != HD_OK) return status;
  if (!hd_match(&index->profile, &shape->profile, begin)) return hd_refuse_coordinate(error, operation, index, shape);
  if (shape->profile.leaves == 0 && index->profile.leaves > 0 && index->value[0] != 0)
    return hd_refuse(error, HD_RANGE, operation, "`()` has the one index 0, and not {0}", index->value[0], 0, 0);
  for (int k = 0; shape->profile.leaves > 0 && k < index->profile.leaves; ++k) {
    int64_t rest = index->value[k];
    int leaf = begin[k], last = begin[k + 1] - 1;
    if (hd_tuple_axis(index, k) != HD_AXIS_INTEGER)
      return fail_axis(error, operation, "a leaf of {c} is `_` or lies on an axis; integers are wanted", index);
    if (rest < 0)
      return hd_refuse(error, HD_RANGE, operation, "the index {0} is negative, which no coordinate has", rest, 0, 0);
    for (; leaf < last; ++leaf) digit[leaf] = hd_split_digit(&rest, shape->value[leaf]);
    digit[last] = rest;
  }
  hd_tuple_write(coordinate, &shape->profile, digit);
  return HD_OK;
}
