/* Functions of the language on swizzles and composed layouts. */
#include "proofs/operations_composed.h"

#include "algebra/inverse.h"
#include "proofs/modes.h"
#include "proofs/operations_linear.h"
#include "proofs/operations_more.h"
#include "proofs/operations_part.h"

#include <string.h>

/* ---- values ---- */

bool hd_is_composed(const hd_value *value) { return value->kind == HD_KIND_COMPOSED || value->kind == HD_KIND_SWIZZLE; }

bool hd_has_composed(const hd_value *argument, int count) {
  for (int k = 0; k < count; k++) {
    if (hd_is_composed(&argument[k])) return true;
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

/* As hd_give_layout and hd_give_tuple, from within the value too. */
void hd_value_set_layout(hd_value *value, const hd_layout *layout) {
  hd_layout kept;
  hd_layout_copy(&kept, layout);
  (void)hd_give_layout(value, HD_OK, &kept);
}

static void set_tuple(hd_value *value, const hd_tuple *tuple) {
  hd_tuple kept;
  hd_tuple_copy(&kept, tuple);
  (void)hd_give_tuple(value, HD_OK, &kept);
}

/* A swizzle is kept behind the layout of every integer, 1:1 extended beyond its size: so it has a value everywhere. */
void hd_value_set_chain(hd_value *value, const hd_composed *chain) {
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
  if (status == HD_OK) hd_value_set_chain(value, &chain);
  return status;
}

hd_status hd_value_composed(const hd_value *value, hd_error *error, hd_composed *composed) {
  hd_layout layout;
  if (value->kind == HD_KIND_SWIZZLE) return hd_refuse_kind(HD_WANTED_LAYOUT, value, error);
  if (value->kind == HD_KIND_COMPOSED) {
    hd_composed_copy(composed, &value->as.composed);
    return HD_OK;
  }
  hd_status status = hd_value_layout(value, error, &layout);
  if (status == HD_OK) hd_composed_plain(&layout, composed);
  return status;
}

/* As hd_value_composed, swizzles too. */
hd_status hd_value_chain(const hd_value *value, hd_error *error, hd_composed *chain) {
  if (value->kind != HD_KIND_SWIZZLE) return hd_value_composed(value, error, chain);
  hd_composed_copy(chain, &value->as.composed);
  return HD_OK;
}

/* ---- acting on the inner layout ---- */

/* Calls the function with the inner layout in the argument's place, and puts the layout that comes back where that
 * was. */
hd_status hd_call_on_inner(const hd_builtin *builtin, int subject, const hd_value *argument, int count, hd_error *error,
                           hd_value *result) {
  hd_value inner[HD_MAX_ARGUMENTS], answer;
  for (int k = 0; k < count; k++) {
    if (k == subject) hd_value_set_layout(&inner[k], &argument[k].as.composed.inner);
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
  return hd_call_on_inner(hd_builtin_find("composition", 11), 0, argument, 2, error, result);
}

hd_status hd_value_compose(const hd_value *left, const hd_tuple *offset, const hd_value *right, hd_error *error,
                           hd_value *result) {
  hd_composed a, b;
  hd_tuple none;
  bool chain = right->kind == HD_KIND_SWIZZLE;
  if (left->kind == HD_KIND_COMPOSED && offset == NULL && !hd_is_composed(right))
    return compose_inner(left, right, error, result);
  hd_tuple_scalar(&none, 0);
  hd_status status = hd_value_chain(left, error, &a);
  if (status == HD_OK) status = chain ? hd_value_chain(right, error, &b) : hd_value_composed(right, error, &b);
  if (status == HD_OK) status = hd_compose(&a, offset == NULL ? &none : offset, &b, error, &a);
  if (status != HD_OK) return status;
  if (chain) hd_value_set_chain(result, &a);
  else hd_value_set_composed(result, &a);
  return HD_OK;
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
  if (status == HD_OK && composed->steps == 0) return hd_refuse_kind(HD_WANTED_COMPOSED, value, error);
  return status;
}

HD_OPERATION(composed_get_inner) {
  (void)count;
  hd_composed composed, chain;
  hd_status status = read_step(&argument[0], error, &composed);
  if (status != HD_OK) return status;
  if (composed.step[0].is_layout) {
    hd_value_set_layout(result, &composed.outer);
    return HD_OK;
  }
  every_integer(&chain);
  (void)hd_compose_swizzle(&composed.step[0].swizzle, 0, &chain, NULL, &chain);
  hd_value_set_chain(result, &chain);
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

HD_OPERATION(composed_evaluate) {
  hd_composed chain;
  hd_tuple at, value;
  hd_status status = hd_value_chain(&argument[0], error, &chain);
  if (status == HD_OK) status = hd_value_coordinate(argument + 1, count - 1, error, &at);
  if (status == HD_OK) status = hd_composed_evaluate(&chain, &at, error, &value);
  if (status == HD_OK) set_tuple(result, &value);
  return status;
}

HD_OPERATION(swizzle) {
  if (argument[0].kind != HD_KIND_SWIZZLE) return hd_refuse_kind(HD_WANTED_SWIZZLE, &argument[0], error);
  return hd_call_composed_evaluate(argument, count, error, result);
}

static hd_status mask_of(int64_t (*mask)(const hd_swizzle *), const hd_value *value, hd_error *error,
                         hd_value *result) {
  if (value->kind != HD_KIND_SWIZZLE) return hd_refuse_kind(HD_WANTED_SWIZZLE, value, error);
  if (value->as.composed.steps == 1) return hd_give_integer(result, HD_OK, mask(&value->as.composed.step[0].swizzle));
  return hd_fail(error, HD_MISMATCH, "argument", "one swizzle is wanted here, and this is a chain of several maps");
}

HD_OPERATION(swizzle_source) {
  (void)count;
  return mask_of(hd_swizzle_source, &argument[0], error, result);
}

HD_OPERATION(swizzle_target) {
  (void)count;
  return mask_of(hd_swizzle_target, &argument[0], error, result);
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
  hd_value_set_chain(result, &chain);
  return HD_OK;
}
