/* Functions of the language on swizzles and composed layouts. */
#include "proofs/operations_composed.h"

#include "proofs/modes.h"
#include "proofs/operations_linear.h"

#include <string.h>

/* ---- values ---- */

static bool is_composed(const hd_value *value) {
  return value->kind == HD_KIND_COMPOSED || value->kind == HD_KIND_SWIZZLE;
}

bool hd_has_composed(const hd_value *argument, int count) {
  for (int k = 0; k < count; k++) {
    if (is_composed(&argument[k])) return true;
  }
  return false;
}

void hd_value_set_composed(hd_value *value, const hd_composed *composed) {
  hd_layout plain;
  value->visited = 0;
  if (composed->steps > 0) {
    value->kind = HD_KIND_COMPOSED;
    hd_composed_copy(&value->as.composed, composed);
    return;
  }
  hd_layout_copy(&plain, &composed->inner);
  value->kind = HD_KIND_LAYOUT;
  hd_layout_copy(&value->as.layout, &plain);
}

static void set_layout(hd_value *value, const hd_layout *layout) {
  hd_layout kept;
  hd_layout_copy(&kept, layout);
  value->kind = HD_KIND_LAYOUT;
  value->visited = 0;
  hd_layout_copy(&value->as.layout, &kept);
}

static void set_tuple(hd_value *value, const hd_tuple *tuple) {
  hd_tuple kept;
  hd_tuple_copy(&kept, tuple);
  value->kind = HD_KIND_TUPLE;
  value->visited = 0;
  hd_tuple_copy(&value->as.tuple, &kept);
}

/* A swizzle is kept behind the layout of every integer, 1:1 extended beyond its size: so it has a value everywhere. */
static void set_chain(hd_value *value, const hd_composed *chain) {
  hd_value_set_composed(value, chain);
  value->kind = HD_KIND_SWIZZLE;
}

static void every_integer(hd_composed *result) {
  hd_layout all;
  (void)hd_make_scalar_layout(1, 1, NULL, &all);
  hd_composed_plain(&all, result);
}

hd_status hd_value_set_swizzle(hd_value *value, const char *text, size_t length, hd_error *error) {
  hd_swizzle swizzle;
  hd_composed chain;
  hd_status status = hd_parse_swizzle(text, length, error, &swizzle);
  every_integer(&chain);
  if (status == HD_OK) status = hd_compose_swizzle(&swizzle, 0, &chain, error, &chain);
  if (status == HD_OK) set_chain(value, &chain);
  return status;
}

static hd_status refuse_swizzle(hd_error *error) {
  (void)hd_fail(error, HD_MISMATCH, "argument", "a layout is wanted here, and a swizzle alone has no shape");
  if (error != NULL) error->hint = "S o 0 o L is the layout L swizzled";
  return HD_MISMATCH;
}

hd_status hd_value_composed(const hd_value *value, hd_error *error, hd_composed *composed) {
  hd_layout layout;
  if (value->kind == HD_KIND_SWIZZLE) return refuse_swizzle(error);
  if (value->kind == HD_KIND_COMPOSED) {
    hd_composed_copy(composed, &value->as.composed);
    return HD_OK;
  }
  hd_status status = hd_value_layout(value, error, &layout);
  if (status == HD_OK) hd_composed_plain(&layout, composed);
  return status;
}

/* As hd_value_composed, swizzles too. */
static hd_status read_chain(const hd_value *value, hd_error *error, hd_composed *chain) {
  if (value->kind != HD_KIND_SWIZZLE) return hd_value_composed(value, error, chain);
  hd_composed_copy(chain, &value->as.composed);
  return HD_OK;
}

/* ---- acting on the inner layout ---- */

/* Calls the function with the inner layout in the argument's place, and puts the layout that comes back where that
 * was. */
static hd_status call_on_inner(const hd_builtin *builtin, int subject, const hd_value *argument, int count,
                               hd_error *error, hd_value *result) {
  hd_value inner[HD_MAX_ARGUMENTS], answer;
  for (int k = 0; k < count; k++) {
    if (k == subject) set_layout(&inner[k], &argument[k].as.composed.inner);
    else hd_value_copy(&inner[k], &argument[k]);
  }
  hd_status status = builtin->call(inner, count, error, &answer);
  if (status != HD_OK) return status;
  if (answer.kind != HD_KIND_LAYOUT) {
    hd_value_copy(result, &answer);
    return HD_OK;
  }
  hd_composed made;
  hd_composed_copy(&made, &argument[subject].as.composed);
  hd_layout_copy(&made.inner, &answer.as.layout);
  hd_value_set_composed(result, &made);
  return HD_OK;
}

/* ---- composing ---- */

static hd_status compose_inner(const hd_value *left, const hd_value *right, hd_error *error, hd_value *result) {
  const hd_value argument[2] = {*left, *right};
  return call_on_inner(hd_builtin_find("composition", 11), 0, argument, 2, error, result);
}

hd_status hd_value_compose(const hd_value *left, const hd_tuple *offset, const hd_value *right, hd_error *error,
                           hd_value *result) {
  hd_composed a, b;
  hd_tuple none;
  bool chain = right->kind == HD_KIND_SWIZZLE;
  if (left->kind == HD_KIND_COMPOSED && offset == NULL && !is_composed(right))
    return compose_inner(left, right, error, result);
  hd_tuple_scalar(&none, 0);
  hd_status status = read_chain(left, error, &a);
  if (status == HD_OK) status = chain ? read_chain(right, error, &b) : hd_value_composed(right, error, &b);
  if (status == HD_OK) status = hd_compose(&a, offset == NULL ? &none : offset, &b, error, &a);
  if (status != HD_OK) return status;
  if (chain) set_chain(result, &a);
  else hd_value_set_composed(result, &a);
  return HD_OK;
}

static hd_status compose(const hd_value *argument, int count, hd_error *error, hd_value *result) {
  (void)count;
  return hd_value_compose(&argument[0], NULL, &argument[1], error, result);
}

HD_OPERATION(make_composed_layout) {
  (void)count;
  hd_tuple offset;
  hd_status status = hd_value_tuple(&argument[1], error, &offset);
  return status == HD_OK ? hd_value_compose(&argument[0], &offset, &argument[2], error, result) : status;
}

/* ---- the parts ---- */

/* Of a chain of several steps, the first is A. */
static hd_status read_step(const hd_value *value, hd_error *error, hd_composed *composed) {
  hd_status status = hd_value_composed(value, error, composed);
  if (status == HD_OK && composed->steps == 0)
    return hd_fail(error, HD_MISMATCH, "argument", "a composed layout is wanted here, and this is a layout");
  return status;
}

HD_OPERATION(composed_get_inner) {
  (void)count;
  hd_composed composed, chain;
  hd_status status = read_step(&argument[0], error, &composed);
  if (status != HD_OK) return status;
  if (composed.step[0].is_layout) {
    set_layout(result, &composed.outer);
    return HD_OK;
  }
  every_integer(&chain);
  (void)hd_compose_swizzle(&composed.step[0].swizzle, 0, &chain, NULL, &chain);
  set_chain(result, &chain);
  return HD_OK;
}

HD_OPERATION(composed_get_offset) {
  (void)count;
  hd_composed composed;
  hd_status status = read_step(&argument[0], error, &composed);
  if (status != HD_OK) return status;
  if (composed.step[0].is_layout) set_tuple(result, &composed.outer_offset);
  else hd_value_set_integer(result, composed.step[0].offset);
  return HD_OK;
}

HD_OPERATION(composed_get_outer) {
  (void)count;
  hd_composed composed;
  hd_status status = read_step(&argument[0], error, &composed);
  if (status != HD_OK) return status;
  composed.steps--;
  for (int k = 0; k < composed.steps; k++) composed.step[k] = composed.step[k + 1];
  hd_value_set_composed(result, &composed);
  return HD_OK;
}

/* ---- values ---- */

static hd_status evaluate(const hd_value *argument, int count, hd_error *error, hd_value *result) {
  hd_composed chain;
  hd_tuple at, value;
  hd_status status = read_chain(&argument[0], error, &chain);
  if (status == HD_OK) status = hd_value_coordinate(argument + 1, count - 1, error, &at);
  if (status == HD_OK) status = hd_composed_evaluate(&chain, &at, error, &value);
  if (status == HD_OK) set_tuple(result, &value);
  return status;
}

HD_OPERATION(swizzle) {
  if (argument[0].kind != HD_KIND_SWIZZLE)
    return hd_fail(error, HD_MISMATCH, "argument", "a swizzle S<b,m,s> is wanted here");
  return evaluate(argument, count, error, result);
}

static hd_status cosize(const hd_value *argument, int count, hd_error *error, hd_value *result) {
  hd_value mode;
  int64_t size;
  hd_status status = call_on_inner(hd_builtin_find("get", 3), 0, argument, count, error, &mode);
  if (status != HD_OK) return status;
  status = hd_composed_cosize(&mode.as.composed, error, &size);
  if (status == HD_OK) hd_value_set_integer(result, size);
  return status;
}

static hd_status identical(const hd_value *argument, int count, hd_error *error, hd_value *result) {
  bool same = argument[0].kind == argument[1].kind &&
              hd_composed_is_identical(&argument[0].as.composed, &argument[1].as.composed);
  (void)count;
  if (!same) (void)hd_fail(error, HD_OK, "identical", "the texts differ");
  hd_value_set_boolean(result, same, 0);
  return HD_OK;
}

/* The nested coordinate of an index of a shape. */
static void coordinate_at(const hd_layout *layout, int64_t index, hd_tuple *coordinate) {
  hd_shape(layout, coordinate);
  hd_digits(layout, index, coordinate->value);
}

static hd_status equivalent(const hd_value *argument, int count, hd_error *error, hd_value *result) {
  hd_composed a, b;
  int64_t visited;
  bool same;
  (void)count;
  hd_status status = hd_value_composed(&argument[0], error, &a);
  if (status == HD_OK) status = hd_value_composed(&argument[1], error, &b);
  if (status == HD_OK) status = hd_composed_is_equivalent(&a, &b, error, &same, &visited);
  if (status != HD_OK) return status;
  if (!same) {
    bool sizes = visited == 0;
    (void)hd_fail(error, HD_OK, "equivalent",
                  sizes ? "the sizes differ: {0} against {1}"
                        : "at index {0}, coordinate {c} of the first: {1} against {2}");
    if (error != NULL && sizes) {
      error->number[0] = hd_size(&a.inner);
      error->number[1] = hd_size(&b.inner);
    } else if (error != NULL) {
      error->number[0] = visited - 1;
      (void)hd_composed_at(&a, visited - 1, NULL, &error->number[1]);
      (void)hd_composed_at(&b, visited - 1, NULL, &error->number[2]);
      error->has_coordinate = true;
      coordinate_at(&a.inner, visited - 1, &error->coordinate);
    }
  }
  hd_value_set_boolean(result, same, visited);
  return HD_OK;
}

static hd_status injective(const hd_value *argument, int count, hd_error *error, hd_value *result) {
  hd_composed composed;
  bool answer, by_values = false;
  (void)count;
  hd_status status = read_chain(&argument[0], error, &composed);
  if (status == HD_OK) status = hd_composed_is_injective(&composed, error, &answer);
  if (status != HD_OK) return status;
  for (int k = 0; k < composed.steps; k++) by_values = by_values || composed.step[k].is_layout;
  hd_value_set_boolean(result, answer, by_values ? hd_size(&composed.inner) : 0);
  return HD_OK;
}

static hd_status slice(const hd_value *argument, int count, hd_error *error, hd_value *result) {
  hd_composed composed;
  hd_tuple coordinate;
  int64_t constant;
  (void)count;
  hd_status status = hd_value_composed(&argument[0], error, &composed);
  if (status == HD_OK) status = hd_value_tuple(&argument[1], error, &coordinate);
  if (status == HD_OK) status = hd_composed_slice(&composed, &coordinate, error, &composed, &constant);
  if (status == HD_OK) hd_value_set_composed(result, &composed);
  return status;
}

/* CuTe has the layout like the inner one, which only a swizzle leaves as it was. */
static hd_status make_layout_like(const hd_value *argument, int count, hd_error *error, hd_value *result) {
  hd_value inner;
  int64_t cosize_of_swizzled;
  hd_composed composed;
  hd_status status = hd_value_composed(&argument[0], error, &composed);
  if (status == HD_OK && hd_composed_cosize(&composed, NULL, &cosize_of_swizzled) == HD_MISMATCH)
    status = hd_fail(error, HD_MISMATCH, "make_layout_like", "behind a layout there are no strides to be like");
  if (status != HD_OK) return status;
  set_layout(&inner, &composed.inner);
  return hd_builtin_find("make_layout_like", 16)->call(&inner, count, error, result);
}

static hd_status recast(const hd_value *argument, int count, hd_error *error, hd_value *result) {
  hd_composed chain;
  int64_t new_bits, old_bits;
  (void)count;
  hd_status status = hd_value_integer(&argument[0], error, &new_bits);
  if (status == HD_OK) status = hd_value_integer(&argument[1], error, &old_bits);
  if (status == HD_OK) status = read_chain(&argument[2], error, &chain);
  bool open = argument[2].kind == HD_KIND_SWIZZLE;
  if (status == HD_OK && open) hd_layout_clear(&chain.inner); /* every integer has no width */
  if (status == HD_OK) status = hd_composed_recast(&chain, new_bits, old_bits, error, &chain);
  if (status != HD_OK) return status;
  if (open) (void)hd_make_scalar_layout(1, 1, NULL, &chain.inner);
  if (open) set_chain(result, &chain);
  else hd_value_set_composed(result, &chain);
  return HD_OK;
}

/* ---- banks ---- */

HD_OPERATION(banks) {
  hd_composed composed;
  hd_bank_report report;
  int64_t bits;
  (void)count;
  hd_status status = hd_value_composed(&argument[0], error, &composed);
  if (status == HD_OK) status = hd_value_integer(&argument[1], error, &bits);
  if (status == HD_OK) status = hd_banks(&composed, bits, error, &report);
  if (status == HD_OK) hd_value_set_integer(result, report.degree);
  return status;
}

HD_OPERATION(find_swizzle) {
  hd_composed access[HD_MAX_ARGUMENTS], chain;
  const hd_composed *list[HD_MAX_ARGUMENTS];
  hd_swizzle swizzle;
  int64_t bits;
  int degree;
  hd_status status = hd_value_integer(&argument[count - 1], error, &bits);
  for (int k = 0; k + 1 < count && status == HD_OK; k++) {
    list[k] = &access[k];
    status = hd_value_composed(&argument[k], error, &access[k]);
  }
  if (status == HD_OK) status = hd_find_swizzle(list, count - 1, bits, error, &swizzle, &degree);
  if (status != HD_OK) return status;
  every_integer(&chain);
  (void)hd_compose_swizzle(&swizzle, 0, &chain, NULL, &chain);
  set_chain(result, &chain);
  return HD_OK;
}

/* ---- which function does what ---- */

typedef hd_status call(const hd_value *argument, int count, hd_error *error, hd_value *result);

/* What a function does where argument `subject` is a composed layout: `instead`, or, where that is NULL, what it does
 * with the inner layout. Any other argument may be composed only where there is an `instead`. */
static const struct {
  const char *name;
  int subject;
  call *instead;
} table[] = {
    {"size", 0, NULL},
    {"rank", 0, NULL},
    {"depth", 0, NULL},
    {"shape", 0, NULL},
    {"get", 0, NULL},
    {"select", 0, NULL},
    {"flatten", 0, NULL},
    {"coalesce", 0, NULL},
    {"filter", 0, NULL},
    {"filter_zeros", 0, NULL},
    {"group_modes", 0, NULL},
    {"dice", 0, NULL},
    {"take", 0, NULL},
    {"zip", 0, NULL},
    {"replace", 0, NULL},
    {"append", 0, NULL},
    {"prepend", 0, NULL},
    {"append_to_rank", 1, NULL},
    {"prepend_to_rank", 1, NULL},
    {"rearrange", 0, NULL},
    {"logical_divide", 0, NULL},
    {"zipped_divide", 0, NULL},
    {"tiled_divide", 0, NULL},
    {"flat_divide", 0, NULL},
    {"logical_product", 0, NULL},
    {"zipped_product", 0, NULL},
    {"tiled_product", 0, NULL},
    {"flat_product", 0, NULL},
    {"blocked_product", 0, NULL},
    {"raked_product", 0, NULL},
    {"tile_to_shape", 0, NULL},
    {"composition", 0, compose},
    {"evaluate", 0, evaluate},
    {"within", 0, NULL},
    {"cosize", 0, cosize},
    {"identical", 0, identical},
    {"equivalent", 0, equivalent},
    {"injective", 0, injective},
    {"slice", 0, slice},
    {"make_layout_like", 0, make_layout_like},
    {"recast_layout", 2, recast},
    {"swizzle", 0, hd_call_swizzle},
    {"make_composed_layout", 0, hd_call_make_composed_layout},
    {"composed_get_inner", 0, hd_call_composed_get_inner},
    {"composed_get_offset", 0, hd_call_composed_get_offset},
    {"composed_get_outer", 0, hd_call_composed_get_outer},
    {"banks", 0, hd_call_banks},
    {"find_swizzle", 0, hd_call_find_swizzle},
    {"linear", 0, hd_call_linear},
};

hd_status hd_call_on_composed(const hd_builtin *builtin, const hd_value *argument, int count, hd_error *error,
                              hd_value *result) {
  size_t k = 0, lines = sizeof table / sizeof table[0];
  while (k < lines && strcmp(table[k].name, builtin->name) != 0) k++;
  if (k == lines) return hd_refuse_composed(error, "argument");
  if (table[k].instead != NULL) return table[k].instead(argument, count, error, result);
  for (int other = 0; other < count; other++) {
    bool is_subject = other == table[k].subject && argument[other].kind == HD_KIND_COMPOSED;
    if (!is_subject && is_composed(&argument[other]))
      return argument[other].kind == HD_KIND_SWIZZLE ? refuse_swizzle(error) : hd_refuse_composed(error, "argument");
  }
  return call_on_inner(builtin, table[k].subject, argument, count, error, result);
}
