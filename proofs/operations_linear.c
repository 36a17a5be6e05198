/* Functions of the language on linear layouts over bits. */
#include "proofs/operations_linear.h"

#include "algebra/linear_convert.h"
#include "algebra/linear_inverse.h"
#include "algebra/linear_text.h"
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
  if (argument[0].kind == HD_KIND_STRING && count == 1) { /* as Triton writes it */
    hd_status read = hd_parse_linear(argument[0].as.string.text, argument[0].as.string.length, error, &linear);
    return give(read, &linear, result);
  }
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

HD_OPERATION(linear_rank) {
  hd_linear linear;
  (void)count;
  hd_status status = want_linear(&argument[0], error, &linear);
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
  return give(status, &linear, result);
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
  hd_status status = want_linear(&argument[0], error, &linear);
  if (status == HD_OK && !keep_in) status = want_dimensions(&argument[1], error, &in);
  if (status == HD_OK && !keep_out) status = want_dimensions(&argument[2], error, &out);
  if (status == HD_OK)
    status = hd_linear_reshape(&linear, keep_in ? NULL : &in, keep_out ? NULL : &out, error, &linear);
  return give(status, &linear, result);
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
  hd_status status = want_linear(&argument[0], error, &linear);
  if (status == HD_OK && !keep_in) status = want_order(&argument[1], &linear.in, error, in);
  if (status == HD_OK && !keep_out) status = want_order(&argument[2], &linear.out, error, out);
  if (status == HD_OK)
    status = hd_linear_transpose(&linear, keep_in ? NULL : in, keep_out ? NULL : out, error, &linear);
  return give(status, &linear, result);
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

/* A swizzle is linear over bits too, but knows no names of dimensions. */
static hd_status compose_swizzles(const hd_composed *chain, const hd_value *right, hd_error *error, hd_value *result) {
  hd_linear linear;
  hd_status status = want_linear(right, error, &linear);
  for (int k = chain->steps - 1; k >= 0 && status == HD_OK; k--) {
    if (chain->step[k].is_layout || chain->step[k].offset != 0)
      status = hd_fail(error, HD_MISMATCH, "argument", "only swizzles without offsets are linear over bits");
    else status = hd_linear_swizzle(&chain->step[k].swizzle, &linear, error, &linear);
  }
  return give(status, &linear, result);
}

static hd_status compose(const hd_value *argument, int count, hd_error *error, hd_value *result) {
  (void)count;
  if (argument[0].kind == HD_KIND_SWIZZLE)
    return compose_swizzles(&argument[0].as.composed, &argument[1], error, result);
  return call_binary(hd_linear_compose, argument, error, result);
}

static hd_status size(const hd_value *argument, int count, hd_error *error, hd_value *result) {
  const hd_linear *linear = &argument[0].as.linear;
  if (argument[0].kind != HD_KIND_LINEAR || count > 1)
    return hd_fail(error, HD_MISMATCH, "argument", "a linear layout has one size, that of all its inputs together");
  if (linear->in.total > HD_DIMENSION_BITS) return hd_fail(error, HD_OVERFLOW, "size", "the size leaves 64 bits");
  return hd_give_integer(result, HD_OK, INT64_C(1) << linear->in.total);
}

/* The sizes of a side, in order. */
static hd_status sizes(const hd_dimensions *side, hd_value *result) {
  int64_t extent[HD_MAX_DIMENSIONS];
  hd_tuple tuple;
  for (int k = 0; k < side->count; k++) extent[k] = INT64_C(1) << side->bits[k];
  (void)hd_tuple_flat(&tuple, side->count, extent);
  for (int k = 0; k < side->count; k++) tuple.axis[k] = side->name[k];
  tuple.on_axes = side->count > 0;
  return hd_give_tuple(result, HD_OK, &tuple);
}

static hd_status shape(const hd_value *argument, int count, hd_error *error, hd_value *result) {
  if (argument[0].kind != HD_KIND_LINEAR || count > 1)
    return hd_fail(error, HD_MISMATCH, "argument", "a linear layout has one shape, the sizes of its inputs");
  return sizes(&argument[0].as.linear.in, result);
}

static hd_status coshape(const hd_value *argument, int count, hd_error *error, hd_value *result) {
  if (argument[0].kind != HD_KIND_LINEAR || count > 1)
    return hd_fail(error, HD_MISMATCH, "argument", "a linear layout has one coshape, the sizes of its outputs");
  return sizes(&argument[0].as.linear.out, result);
}

/* The map of one bit to this value goes through M exactly where M takes the value. */
static hd_status coordinate_of(const hd_value *argument, int count, hd_error *error, hd_value *result) {
  hd_linear linear, one;
  hd_tuple value;
  hd_axis bit = HD_AXIS_INTEGER;
  uint64_t packed = 0;
  int64_t number[HD_MAX_DIMENSIONS];
  (void)count;
  hd_status status = want_linear(&argument[0], error, &linear);
  if (status == HD_OK) status = hd_value_tuple(&argument[1], error, &value);
  if (status == HD_OK && value.profile.leaves != linear.out.count)
    status = hd_fail(error, HD_MISMATCH, "coordinate_of", "one number for each output dimension is wanted");
  if (status == HD_OK) status = hd_dimensions_pack(&linear.out, value.value, error, &packed);
  if (status != HD_OK) return status;
  one.out = linear.out;
  hd_dimensions_clear(&one.in);
  (void)hd_axis_from_name("bit", 3, &bit);
  (void)hd_dimensions_append(&one.in, bit, 1, NULL);
  one.basis[0] = packed;
  status = hd_linear_invert_and_compose(&one, &linear, NULL, &one);
  if (status == HD_UNDEFINED) {
    (void)hd_fail(error, status, "coordinate_of", "not in image: no input has the value {c}");
    if (error != NULL) error->has_coordinate = true, hd_tuple_copy(&error->coordinate, &value);
  }
  if (status != HD_OK) return status;
  hd_dimensions_unpack(&linear.in, hd_linear_at(&one, 1), number);
  if (linear.in.count == 1) hd_tuple_scalar(&value, number[0]);
  else (void)hd_tuple_flat(&value, linear.in.count, number);
  return hd_give_tuple(result, HD_OK, &value);
}

/* Onto as many values as there are outputs, each once. */
static hd_status bijective(const hd_value *argument, int count, hd_error *error, hd_value *result) {
  hd_linear linear;
  int64_t bound = 0;
  (void)count;
  hd_status status = want_linear(&argument[0], error, &linear);
  if (status == HD_OK && argument[1].kind == HD_KIND_TUPLE && !hd_tuple_product(&argument[1].as.tuple, &bound))
    status = hd_fail(error, HD_OVERFLOW, "bijective", "the size leaves 64 bits");
  if (status == HD_OK && argument[1].kind != HD_KIND_TUPLE)
    status = hd_refuse_kind(HD_WANTED_TUPLE, &argument[1], error);
  if (status != HD_OK) return status;
  bool fits = linear.out.total <= HD_DIMENSION_BITS && bound == INT64_C(1) << linear.out.total;
  if (!fits) {
    (void)hd_fail(error, HD_OK, "bijective", "the outputs have {0} bits together, which {1} is not the number of");
    if (error != NULL) error->number[0] = linear.out.total, error->number[1] = bound;
  }
  bool answer = fits && hd_linear_is_injective(&linear, error) && hd_linear_is_surjective(&linear, error);
  hd_value_set_boolean(result, answer, 0);
  return HD_OK;
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
    {"linear_rank", hd_call_linear_rank},
    {"linear_identity", hd_call_linear_identity},
    {"linear_reshape", hd_call_linear_reshape},
    {"linear_transpose", hd_call_linear_transpose},
    {"evaluate", evaluate},
    {"size", size},
    {"shape", shape},
    {"coshape", coshape},
    {"coordinate_of", coordinate_of},
    {"bijective", bijective},
    {"composition", compose},
    {"identical", identical},
    {"equivalent", equivalent},
    {"injective", injective},
};

/* What answers in the place of a function that takes no linear layout, where that is not its layout. */
static const struct {
  const char *name, *hint;
} instead[] = {
    {"right_inverse", "linear_pseudo_invert(M) is a right inverse"},
    {"left_inverse", "linear_invert(M) is the inverse, where M has one"},
    {"logical_divide", "linear_divide_left(M, A) is what M does beyond A"},
    {"logical_product", "linear_product(A, B) is A on the low bits and B on those above"},
    {"nullspace", "linear_free(M) is the bits that need never be set"},
    {"select", "linear_transpose(M, in, out) puts dimensions in another order"},
    {"flatten", "linear_reshape(M, in, out) gives a map other dimensions"},
    {"group_modes", "linear_reshape(M, in, out) gives a map other dimensions"},
    {"rank", "shape(M) is the sizes of the inputs by name, linear_rank(M) the number of bits that M can set at will"},
    {"covers", "linear_surjective(M) is whether every output is taken"},
};

hd_status hd_call_on_linear(const hd_builtin *builtin, const hd_value *argument, int count, hd_error *error,
                            hd_value *result) {
  for (size_t k = 0; k < sizeof table / sizeof table[0]; k++) {
    if (strcmp(table[k].name, builtin->name) == 0) return table[k].call(argument, count, error, result);
  }
  hd_status status = hd_refuse_kind(HD_WANTED_LAYOUT, hd_first_of_kind(HD_KIND_LINEAR, argument, count), error);
  for (size_t k = 0; error != NULL && k < sizeof instead / sizeof instead[0]; k++) {
    if (strcmp(instead[k].name, builtin->name) == 0) error->hint = instead[k].hint;
  }
  return status;
}
