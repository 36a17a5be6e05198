/* Functions of the language on linear layouts over bits. */
#include "proofs/operations_linear.h"

#include "algebra/linear_convert.h"
#include "algebra/linear_inverse.h"
#include "algebra/linear_text.h"
#include "proofs/operations_composed.h"

hd_status hd_give_linear(hd_value *result, hd_status status, const hd_linear *linear) {
  if (status != HD_OK) return status;
  result->kind = HD_KIND_LINEAR;
  result->visited = 0;
  hd_linear_copy(&result->as.linear, linear);
  return HD_OK;
}

bool hd_has_linear(const hd_value *argument, int count) {
  return hd_first_of_kind(HD_KIND_LINEAR, argument, count) != NULL;
}

hd_status hd_value_linear(const hd_value *value, hd_error *error, hd_linear *linear) {
  if (value->kind == HD_KIND_LINEAR) {
    hd_linear_copy(linear, &value->as.linear);
    return HD_OK;
  }
  return hd_refuse_kind(HD_WANTED_LINEAR, value, error);
}

typedef hd_status unary(const hd_linear *linear, hd_error *error, hd_linear *result);
typedef hd_status binary(const hd_linear *a, const hd_linear *b, hd_error *error, hd_linear *result);

static hd_status call_unary(unary *operation, const hd_value *argument, hd_error *error, hd_value *result) {
  hd_linear linear;
  hd_status status = hd_value_linear(&argument[0], error, &linear);
  if (status == HD_OK) status = operation(&linear, error, &linear);
  return hd_give_linear(result, status, &linear);
}

static hd_status call_binary(binary *operation, const hd_value *argument, hd_error *error, hd_value *result) {
  hd_linear a, b;
  hd_status status = hd_value_linear(&argument[0], error, &a);
  if (status == HD_OK) status = hd_value_linear(&argument[1], error, &b);
  if (status == HD_OK) status = operation(&a, &b, error, &a);
  return hd_give_linear(result, status, &a);
}

/* Names written as numbers on axes: `1@lane`. */
static hd_status want_names(const hd_value *argument, int count, hd_error *error, hd_axis *name) {
  for (int k = 0; k < count; k++) {
    const hd_tuple *tuple = &argument[k].as.tuple;
    bool is_name = argument[k].kind == HD_KIND_TUPLE && tuple->profile.leaves == 1 && tuple->value[0] == 1 &&
                   hd_axis_is_name(hd_tuple_axis(tuple, 0));
    if (!is_name)
      return hd_fail(error, HD_MISMATCH, "argument", "the name of a dimension is wanted here, as in 1@lane");
    name[k] = tuple->axis[0];
  }
  return HD_OK;
}

HD_OPERATION(linear) {
  hd_linear linear;
  hd_composed composed;
  hd_axis name[HD_MAX_ARGUMENTS];
  hd_linear_names names = {name, count - 1, HD_AXIS_INTEGER};
  if (argument[0].kind == HD_KIND_STRING && count == 1) { /* as Triton writes it */
    hd_status read = hd_parse_linear(argument[0].as.string.text, argument[0].as.string.length, error, &linear);
    return hd_give_linear(result, read, &linear);
  }
  hd_status status = hd_value_composed(&argument[0], error, &composed);
  if (status == HD_OK) status = want_names(&argument[1], count - 1, error, name);
  if (status == HD_OK && count - 1 > 1 && count - 1 == hd_rank(&composed.inner.profile) + 1)
    names.out = name[--names.ins];
  if (status == HD_OK) status = hd_linear_from_composed(&composed, count > 1 ? &names : NULL, error, &linear);
  return hd_give_linear(result, status, &linear);
}

HD_OPERATION(linear_layout) {
  hd_linear linear;
  hd_composed composed;
  (void)count;
  hd_status status = hd_value_linear(&argument[0], error, &linear);
  if (status != HD_OK) return status;
  if (linear.out.count == 1) {
    status = hd_linear_to_composed(&linear, error, &composed);
  } else {
    status = hd_linear_to_layout(&linear, error, &composed.inner);
    composed.steps = 0;
  }
  if (status == HD_OK) hd_value_set_composed(result, &composed);
  return status;
}

HD_OPERATION(linear_invert) {
  (void)count;
  return call_unary(hd_linear_invert, argument, error, result);
}

HD_OPERATION(linear_pseudo_invert) {
  (void)count;
  return call_unary(hd_linear_pseudo_invert, argument, error, result);
}

HD_OPERATION(linear_invert_and_compose) {
  (void)count;
  return call_binary(hd_linear_invert_and_compose, argument, error, result);
}

HD_OPERATION(linear_product) {
  (void)count;
  return call_binary(hd_linear_product, argument, error, result);
}

HD_OPERATION(linear_divide_left) {
  (void)count;
  return call_binary(hd_linear_divide_left, argument, error, result);
}

HD_OPERATION(linear_free) {
  hd_linear linear;
  int64_t mask[HD_MAX_DIMENSIONS];
  (void)count;
  hd_status status = hd_value_linear(&argument[0], error, &linear);
  if (status != HD_OK) return status;
  hd_dimensions_unpack(&linear.in, hd_linear_free_variables(&linear), mask);
  result->kind = HD_KIND_TUPLE;
  result->visited = 0;
  hd_tuple_flat(&result->as.tuple, linear.in.count, mask);
  return HD_OK;
}

HD_OPERATION(linear_surjective) {
  hd_linear linear;
  (void)count;
  hd_status status = hd_value_linear(&argument[0], error, &linear);
  if (status == HD_OK) hd_value_set_boolean(result, hd_linear_is_surjective(&linear, error), 0);
  return status;
}

HD_OPERATION(linear_rank) {
  hd_linear linear;
  (void)count;
  hd_status status = hd_value_linear(&argument[0], error, &linear);
  return hd_give_integer(result, status, status == HD_OK ? hd_linear_rank(&linear) : 0);
}

/* ---- dimensions ---- */

/* `4@lane` or a tuple of such: dimensions of these sizes. */
static hd_status want_dimensions(const hd_value *value, hd_error *error, hd_dimensions *dimensions) {
  const hd_tuple *tuple = &value->as.tuple;
  if (value->kind != HD_KIND_TUPLE) return hd_refuse_kind(HD_WANTED_TUPLE, value, error);
  hd_dimensions_clear(dimensions);
  for (int k = 0; k < tuple->profile.leaves; k++) {
    int bits = 0;
    if (!hd_axis_is_name(hd_tuple_axis(tuple, k)))
      return hd_fail(error, HD_MISMATCH, "argument", "the size of a dimension is wanted here, as in 4@lane");
    while (bits < HD_DIMENSION_BITS && INT64_C(1) << bits < tuple->value[k]) bits++;
    if (tuple->value[k] != INT64_C(1) << bits) {
      hd_status status = hd_fail(error, HD_RANGE, "dimension", "{0} is no size of a dimension: it is no power of two");
      if (error != NULL) error->number[0] = tuple->value[k];
      return status;
    }
    hd_status status = hd_dimensions_append(dimensions, tuple->axis[k], bits, error);
    if (status != HD_OK) return status;
  }
  return HD_OK;
}

HD_OPERATION(linear_identity) {
  hd_dimensions dimensions;
  hd_linear linear;
  (void)count;
  hd_status status = want_dimensions(&argument[0], error, &dimensions);
  if (status == HD_OK) hd_linear_identity(&dimensions, &linear);
  return hd_give_linear(result, status, &linear);
}

/* Whether a side is `_`: left as it is. */
static bool is_left(const hd_value *value) {
  return value->kind == HD_KIND_TUPLE && value->as.tuple.profile.leaves == 1 && hd_tuple_is_any(&value->as.tuple, 0);
}

HD_OPERATION(linear_reshape) {
  hd_dimensions in, out;
  hd_linear linear;
  (void)count;
  bool keep_in = is_left(&argument[1]), keep_out = is_left(&argument[2]);
  hd_status status = hd_value_linear(&argument[0], error, &linear);
  if (status == HD_OK && !keep_in) status = want_dimensions(&argument[1], error, &in);
  if (status == HD_OK && !keep_out) status = want_dimensions(&argument[2], error, &out);
  if (status == HD_OK)
    status = hd_linear_reshape(&linear, keep_in ? NULL : &in, keep_out ? NULL : &out, error, &linear);
  return hd_give_linear(result, status, &linear);
}

/* `1@lane` or a tuple of such, as many as the side has. */
static hd_status want_order(const hd_value *value, const hd_dimensions *side, hd_error *error, hd_axis *name) {
  const hd_tuple *tuple = &value->as.tuple;
  if (value->kind != HD_KIND_TUPLE) return hd_refuse_kind(HD_WANTED_TUPLE, value, error);
  if (tuple->profile.leaves != side->count)
    return hd_fail(error, HD_MISMATCH, "linear_transpose", "every dimension of a side is named once, or `_`");
  for (int k = 0; k < side->count; k++) {
    name[k] = hd_tuple_axis(tuple, k);
    if (!hd_axis_is_name(name[k]) || tuple->value[k] != 1)
      return hd_fail(error, HD_MISMATCH, "argument", "the name of a dimension is wanted here, as in 1@lane");
  }
  return HD_OK;
}

HD_OPERATION(linear_transpose) {
  hd_axis in[HD_MAX_DIMENSIONS], out[HD_MAX_DIMENSIONS];
  hd_linear linear;
  (void)count;
  bool keep_in = is_left(&argument[1]), keep_out = is_left(&argument[2]);
  hd_status status = hd_value_linear(&argument[0], error, &linear);
  if (status == HD_OK && !keep_in) status = want_order(&argument[1], &linear.in, error, in);
  if (status == HD_OK && !keep_out) status = want_order(&argument[2], &linear.out, error, out);
  if (status == HD_OK)
    status = hd_linear_transpose(&linear, keep_in ? NULL : in, keep_out ? NULL : out, error, &linear);
  return hd_give_linear(result, status, &linear);
}
