/* Functions of the language on linear layouts over bits. */
#include "proofs/operations_linear.h"

#include "algebra/linear_convert.h"
#include "algebra/linear_inverse.h"
#include "proofs/operations_composed.h"

#include <string.h>

static hd_status give(hd_status status, const hd_linear *linear, hd_value *result) {
  if (status != HD_OK) return status;
  result->kind = HD_KIND_LINEAR;
  result->visited = 0;
  hd_linear_copy(&result->as.linear, linear);
  return HD_OK;
}

bool hd_has_linear(const hd_value *argument, int count) {
  return hd_first_of_kind(HD_KIND_LINEAR, argument, count) != NULL;
}

static hd_status want_linear(const hd_value *value, hd_error *error, hd_linear *linear) {
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
  hd_status status = want_linear(&argument[0], error, &linear);
  if (status == HD_OK) status = operation(&linear, error, &linear);
  return give(status, &linear, result);
}

static hd_status call_binary(binary *operation, const hd_value *argument, hd_error *error, hd_value *result) {
  hd_linear a, b;
  hd_status status = want_linear(&argument[0], error, &a);
  if (status == HD_OK) status = want_linear(&argument[1], error, &b);
  if (status == HD_OK) status = operation(&a, &b, error, &a);
  return give(status, &a, result);
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
  hd_status status = hd_value_composed(&argument[0], error, &composed);
  if (status == HD_OK) status = want_names(&argument[1], count - 1, error, name);
  if (status == HD_OK && count - 1 > 1 && count - 1 == hd_rank(&composed.inner.profile) + 1)
    names.out = name[--names.ins];
  if (status == HD_OK) status = hd_linear_from_composed(&composed, count > 1 ? &names : NULL, error, &linear);
  return give(status, &linear, result);
}

HD_OPERATION(linear_layout) {
  hd_linear linear;
  hd_composed composed;
  (void)count;
  hd_status status = want_linear(&argument[0], error, &linear);
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
  hd_status status = want_linear(&argument[0], error, &linear);
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
  hd_status status = want_linear(&argument[0], error, &linear);
  if (status == HD_OK) hd_value_set_boolean(result, hd_linear_is_surjective(&linear, error), 0);
  return status;
}

/* ---- what other functions make of them ---- */

static hd_status evaluate(const hd_value *argument, int count, hd_error *error, hd_value *result) {
  hd_tuple coordinate, value;
  hd_linear linear;
  hd_status status = want_linear(&argument[0], error, &linear);
  if (status == HD_OK) status = hd_value_coordinate(&argument[1], count - 1, error, &coordinate);
  if (status == HD_OK) status = hd_linear_evaluate(&linear, &coordinate, error, &value);
  if (status != HD_OK) return status;
  result->kind = HD_KIND_TUPLE;
  result->visited = 0;
  hd_tuple_copy(&result->as.tuple, &value);
  return HD_OK;
}

static hd_status compose(const hd_value *argument, int count, hd_error *error, hd_value *result) {
  (void)count;
  return call_binary(hd_linear_compose, argument, error, result);
}

/* A predicate of two linear layouts. */
static hd_status compare(bool (*same)(const hd_linear *a, const hd_linear *b), const char *reason,
                         const hd_value *argument, hd_error *error, hd_value *result) {
  hd_linear a, b;
  hd_status status = want_linear(&argument[0], error, &a);
  if (status == HD_OK) status = want_linear(&argument[1], error, &b);
  if (status != HD_OK) return status;
  bool answer = same(&a, &b);
  if (!answer) (void)hd_fail(error, HD_OK, "compare", reason);
  hd_value_set_boolean(result, answer, 0);
  return HD_OK;
}

static hd_status identical(const hd_value *argument, int count, hd_error *error, hd_value *result) {
  (void)count;
  return compare(hd_linear_is_identical, "the dimensions or the values differ", argument, error, result);
}

static hd_status equivalent(const hd_value *argument, int count, hd_error *error, hd_value *result) {
  (void)count;
  return compare(hd_linear_is_equivalent, "the names, the input sizes or the values differ", argument, error, result);
}

static hd_status injective(const hd_value *argument, int count, hd_error *error, hd_value *result) {
  (void)count;
  bool answer = hd_linear_is_injective(&argument[0].as.linear, error);
  hd_value_set_boolean(result, answer, 0);
  return HD_OK;
}

static const struct {
  const char *name;
  hd_status (*call)(const hd_value *argument, int count, hd_error *error, hd_value *result);
} table[] = {
    {"linear_layout", hd_call_linear_layout},
    {"linear_invert", hd_call_linear_invert},
    {"linear_pseudo_invert", hd_call_linear_pseudo_invert},
    {"linear_invert_and_compose", hd_call_linear_invert_and_compose},
    {"linear_product", hd_call_linear_product},
    {"linear_divide_left", hd_call_linear_divide_left},
    {"linear_free", hd_call_linear_free},
    {"linear_surjective", hd_call_linear_surjective},
    {"evaluate", evaluate},
    {"composition", compose},
    {"identical", identical},
    {"equivalent", equivalent},
    {"injective", injective},
};

hd_status hd_call_on_linear(const hd_builtin *builtin, const hd_value *argument, int count, hd_error *error,
                            hd_value *result) {
  for (size_t k = 0; k < sizeof table / sizeof table[0]; k++) {
    if (strcmp(table[k].name, builtin->name) == 0) return table[k].call(argument, count, error, result);
  }
  return hd_refuse_kind(HD_WANTED_LAYOUT, hd_first_of_kind(HD_KIND_LINEAR, argument, count), error);
}
