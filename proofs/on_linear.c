/* What the functions of the table make of linear layouts; of those that take none, what answers in their place. */
#include "proofs/operations_linear.h"

#include "algebra/linear_convert.h"
#include "algebra/linear_inverse.h"

#include <string.h>

static hd_status evaluate(const hd_value *argument, int count, hd_error *error, hd_value *result) {
  hd_tuple coordinate, value;
  hd_linear linear;
  hd_status status = hd_value_linear(&argument[0], error, &linear);
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
  hd_status status = hd_value_linear(right, error, &linear);
  for (int k = chain->steps - 1; k >= 0 && status == HD_OK; k--) {
    if (chain->step[k].is_layout || chain->step[k].offset != 0)
      status = hd_fail(error, HD_MISMATCH, "argument", "only swizzles without offsets are linear over bits");
    else status = hd_linear_swizzle(&chain->step[k].swizzle, &linear, error, &linear);
  }
  return hd_give_linear(result, status, &linear);
}

static hd_status compose(const hd_value *argument, int count, hd_error *error, hd_value *result) {
  hd_linear a, b;
  (void)count;
  if (argument[0].kind == HD_KIND_SWIZZLE)
    return compose_swizzles(&argument[0].as.composed, &argument[1], error, result);
  hd_status status = hd_value_linear(&argument[0], error, &a);
  if (status == HD_OK) status = hd_value_linear(&argument[1], error, &b);
  if (status == HD_OK) status = hd_linear_compose(&a, &b, error, &a);
  return hd_give_linear(result, status, &a);
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
  hd_status status = hd_value_linear(&argument[0], error, &linear);
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
  hd_status status = hd_value_linear(&argument[0], error, &linear);
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
  return hd_give_boolean(result, HD_OK, answer, 0);
}

/* A predicate of two linear layouts. */
static hd_status compare(bool (*same)(const hd_linear *a, const hd_linear *b), const char *reason,
                         const hd_value *argument, hd_error *error, hd_value *result) {
  hd_linear a, b;
  hd_status status = hd_value_linear(&argument[0], error, &a);
  if (status == HD_OK) status = hd_value_linear(&argument[1], error, &b);
  if (status != HD_OK) return status;
  bool answer = same(&a, &b);
  if (!answer) (void)hd_fail(error, HD_OK, "compare", reason);
  return hd_give_boolean(result, HD_OK, answer, 0);
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
  return hd_give_boolean(result, HD_OK, answer, 0);
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
