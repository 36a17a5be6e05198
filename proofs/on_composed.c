/* What the functions of the table make of composed layouts: a line for each that takes them, or says what to ask. */
#include "proofs/operations_composed.h"

#include "algebra/inverse.h"
#include "proofs/operations_linear.h"
#include "proofs/operations_more.h"
#include "proofs/operations_part.h"
#include "proofs/visit.h"

#include <string.h>

/* ---- values ---- */

static hd_status compose(const hd_value *argument, int count, hd_error *error, hd_value *result) {
  (void)count;
  return hd_value_compose(&argument[0], NULL, &argument[1], error, result);
}

static hd_status cosize(const hd_value *argument, int count, hd_error *error, hd_value *result) {
  hd_value mode;
  int64_t size;
  hd_status status = hd_call_on_inner(hd_builtin_find("get", 3), 0, argument, count, error, &mode);
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
  return hd_give_boolean(result, HD_OK, same, 0);
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
      hd_coordinate_at(&a.inner, visited - 1, &error->coordinate);
    }
  }
  return hd_give_boolean(result, HD_OK, same, visited);
}

static hd_status injective(const hd_value *argument, int count, hd_error *error, hd_value *result) {
  hd_composed composed;
  bool answer, by_values = false;
  (void)count;
  hd_status status = hd_value_chain(&argument[0], error, &composed);
  if (status == HD_OK) status = hd_composed_is_injective(&composed, error, &answer);
  if (status != HD_OK) return status;
  for (int k = 0; k < composed.steps; k++) by_values = by_values || composed.step[k].is_layout;
  return hd_give_boolean(result, HD_OK, answer, by_values ? hd_size(&composed.inner) : 0);
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

/* Where the inner layout stands still; a swizzle moves no two values to one, a layout may. */
static hd_status nullspace(const hd_value *argument, int count, hd_error *error, hd_value *result) {
  hd_composed composed;
  (void)count;
  hd_status status = hd_value_composed(&argument[0], error, &composed);
  for (int k = 0; status == HD_OK && k < composed.steps; k++) {
    if (!composed.step[k].is_layout) continue;
    status = hd_fail(error, HD_MISMATCH, "nullspace", "behind a layout more may stand still than what stands last");
  }
  if (status == HD_OK) hd_nullspace(&composed.inner, &composed.inner);
  return hd_give_layout(result, status, &composed.inner);
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
  hd_value_set_layout(&inner, &composed.inner);
  return hd_builtin_find("make_layout_like", 16)->call(&inner, count, error, result);
}

static hd_status recast_value(const hd_value *value, int64_t new_bits, int64_t old_bits, hd_error *error,
                              hd_value *result) {
  hd_composed chain;
  hd_status status = hd_value_chain(value, error, &chain);
  bool open = value->kind == HD_KIND_SWIZZLE;
  if (status == HD_OK && open) hd_layout_clear(&chain.inner); /* every integer has no width */
  if (status == HD_OK) status = hd_composed_recast(&chain, new_bits, old_bits, error, &chain);
  if (status != HD_OK) return status;
  if (open) (void)hd_make_scalar_layout(1, 1, NULL, &chain.inner);
  if (open) hd_value_set_chain(result, &chain);
  else hd_value_set_composed(result, &chain);
  return HD_OK;
}

static hd_status recast(const hd_value *argument, int count, hd_error *error, hd_value *result) {
  int64_t new_bits, old_bits;
  (void)count;
  hd_status status = hd_value_integer(&argument[0], error, &new_bits);
  if (status == HD_OK) status = hd_value_integer(&argument[1], error, &old_bits);
  return status == HD_OK ? recast_value(&argument[2], new_bits, old_bits, error, result) : status;
}

static hd_status upcast(const hd_value *argument, int count, hd_error *error, hd_value *result) {
  int64_t elements;
  (void)count;
  hd_status status = hd_value_integer(&argument[0], error, &elements);
  return status == HD_OK ? recast_value(&argument[1], elements, 1, error, result) : status;
}

static hd_status downcast(const hd_value *argument, int count, hd_error *error, hd_value *result) {
  int64_t elements;
  (void)count;
  hd_status status = hd_value_integer(&argument[0], error, &elements);
  return status == HD_OK ? recast_value(&argument[1], 1, elements, error, result) : status;
}

/* ---- several as one ---- */

/* Modes that stand behind the same steps are one layout behind them; of others no one chain says what all do. */
static hd_status concatenate(const hd_value *argument, int count, hd_error *error, hd_value *result) {
  hd_composed first, other;
  hd_value inner[HD_MAX_ARGUMENTS];
  for (int k = 0; k < count; k++) {
    hd_composed *read = k == 0 ? &first : &other;
    hd_status status = hd_value_composed(&argument[k], error, read);
    if (status != HD_OK) return status;
    hd_value_set_layout(&inner[k], &read->inner);
    if (k == 0) continue;
    hd_layout_copy(&other.inner, &first.inner);
    if (hd_composed_is_identical(&first, &other)) continue;
    status = hd_fail(error, HD_UNDEFINED, "concatenate", "the operands stand behind different swizzles or offsets");
    if (error != NULL) error->hint = "concatenate what stands last, S o 0 o concatenate(A, B), or append(S o 0 o A, B)";
    return status;
  }
  hd_status status = hd_builtin_find("concatenate", 11)->call(inner, count, error, &inner[0]);
  if (status != HD_OK) return status;
  hd_layout_copy(&first.inner, &inner[0].as.layout);
  hd_value_set_composed(result, &first);
  return HD_OK;
}

/* ---- which function does what ---- */

typedef hd_status call(const hd_value *argument, int count, hd_error *error, hd_value *result);

/* What a function does where an argument is composed: with the inner layout of argument `subject`, the answer put back
 * behind the steps; with the inner layouts of all arguments, the answer as it is; something of its own; or nothing, for
 * want of a meaning. */
typedef enum how { ON_INNER, OF_INNERS, BY_ITSELF, REFUSED } how;

static const struct {
  const char *name;
  how how;
  int subject;
  call *itself;
  const char *hint; /* of what is refused */
} table[] = {
    {"size", OF_INNERS, 0, NULL, NULL},
    {"rank", OF_INNERS, 0, NULL, NULL},
    {"depth", OF_INNERS, 0, NULL, NULL},
    {"shape", OF_INNERS, 0, NULL, NULL},
    {"within", OF_INNERS, 0, NULL, NULL},
    {"congruent", OF_INNERS, 0, NULL, NULL},
    {"weakly_congruent", OF_INNERS, 0, NULL, NULL},
    {"compatible", OF_INNERS, 0, NULL, NULL},
    {"get", ON_INNER, 0, NULL, NULL},
    {"select", ON_INNER, 0, NULL, NULL},
    {"flatten", ON_INNER, 0, NULL, NULL},
    {"coalesce", ON_INNER, 0, NULL, NULL},
    {"coalesce_last_fastest", ON_INNER, 0, NULL, NULL},
    {"filter", ON_INNER, 0, NULL, NULL},
    {"filter_zeros", ON_INNER, 0, NULL, NULL},
    {"group_modes", ON_INNER, 0, NULL, NULL},
    {"dice", ON_INNER, 0, NULL, NULL},
    {"take", ON_INNER, 0, NULL, NULL},
    {"zip", ON_INNER, 0, NULL, NULL},
    {"reverse", ON_INNER, 0, NULL, NULL},
    {"replace", ON_INNER, 0, NULL, NULL},
    {"append", ON_INNER, 0, NULL, NULL},
    {"prepend", ON_INNER, 0, NULL, NULL},
    {"append_to_rank", ON_INNER, 1, NULL, NULL},
    {"prepend_to_rank", ON_INNER, 1, NULL, NULL},
    {"rearrange", ON_INNER, 0, NULL, NULL},
    {"logical_divide", ON_INNER, 0, NULL, NULL},
    {"zipped_divide", ON_INNER, 0, NULL, NULL},
    {"tiled_divide", ON_INNER, 0, NULL, NULL},
    {"flat_divide", ON_INNER, 0, NULL, NULL},
    {"logical_product", ON_INNER, 0, NULL, NULL},
    {"zipped_product", ON_INNER, 0, NULL, NULL},
    {"tiled_product", ON_INNER, 0, NULL, NULL},
    {"flat_product", ON_INNER, 0, NULL, NULL},
    {"blocked_product", ON_INNER, 0, NULL, NULL},
    {"raked_product", ON_INNER, 0, NULL, NULL},
    {"tile_to_shape", ON_INNER, 0, NULL, NULL},
    {"thread_value", ON_INNER, 0, NULL, NULL},
    {"composition", BY_ITSELF, 0, compose, NULL},
    {"concatenate", BY_ITSELF, 0, concatenate, NULL},
    {"make_layout", BY_ITSELF, 0, concatenate, NULL},
    {"evaluate", BY_ITSELF, 0, hd_call_composed_evaluate, NULL},
    {"values", BY_ITSELF, 0, hd_call_values, NULL},
    {"first_beyond", BY_ITSELF, 0, hd_call_first_beyond, NULL},
    {"cosize", BY_ITSELF, 0, cosize, NULL},
    {"coshape", BY_ITSELF, 0, cosize, NULL},
    {"coordinate_of", BY_ITSELF, 0, hd_call_composed_coordinate_of, NULL},
    {"identical", BY_ITSELF, 0, identical, NULL},
    {"equivalent", BY_ITSELF, 0, equivalent, NULL},
    {"injective", BY_ITSELF, 0, injective, NULL},
    {"bijective", BY_ITSELF, 0, hd_call_composed_bijective, NULL},
    {"covers", BY_ITSELF, 0, hd_call_composed_covers, NULL},
    {"disjoint", BY_ITSELF, 0, hd_call_composed_disjoint, NULL},
    {"slice", BY_ITSELF, 0, slice, NULL},
    {"slice_and_offset", BY_ITSELF, 0, hd_call_slice_and_offset, NULL},
    {"local_tile", BY_ITSELF, 0, hd_call_local_tile, NULL},
    {"local_partition", BY_ITSELF, 0, hd_call_local_partition, NULL},
    {"partition_thread", BY_ITSELF, 0, hd_call_partition_thread, NULL},
    {"right_inverse", BY_ITSELF, 0, hd_call_composed_right_inverse, NULL},
    {"left_inverse", BY_ITSELF, 0, hd_call_composed_left_inverse, NULL},
    {"max_common_layout", BY_ITSELF, 0, hd_call_composed_max_common_layout, NULL},
    {"max_common_vector", BY_ITSELF, 0, hd_call_composed_max_common_vector, NULL},
    {"nullspace", BY_ITSELF, 0, nullspace, NULL},
    {"make_layout_like", BY_ITSELF, 0, make_layout_like, NULL},
    {"recast_layout", BY_ITSELF, 0, recast, NULL},
    {"upcast", BY_ITSELF, 0, upcast, NULL},
    {"downcast", BY_ITSELF, 0, downcast, NULL},
    {"swizzle", BY_ITSELF, 0, hd_call_swizzle, NULL},
    {"swizzle_source", BY_ITSELF, 0, hd_call_swizzle_source, NULL},
    {"swizzle_target", BY_ITSELF, 0, hd_call_swizzle_target, NULL},
    {"make_composed_layout", BY_ITSELF, 0, hd_call_make_composed_layout, NULL},
    {"composed_get_inner", BY_ITSELF, 0, hd_call_composed_get_inner, NULL},
    {"composed_get_offset", BY_ITSELF, 0, hd_call_composed_get_offset, NULL},
    {"composed_get_outer", BY_ITSELF, 0, hd_call_composed_get_outer, NULL},
    {"banks", BY_ITSELF, 0, hd_call_banks, NULL},
    {"find_swizzle", BY_ITSELF, 0, hd_call_find_swizzle, NULL},
    {"linear", BY_ITSELF, 0, hd_call_linear, NULL},
    {"stride", REFUSED, 0, NULL,
     "behind a swizzle no number of a coordinate adds a stride; stride(composed_get_outer(C)) has those of the layout "
     "at its end, L(i+1) - L(i) what really comes between two values"},
    {"complement", REFUSED, 0, NULL,
     "complement(composed_get_outer(C), M) fills up the layout at its end, behind the same swizzle"},
    {"complementable", REFUSED, 0, NULL,
     "bijective(S o 0 o concatenate(L, complement(L, M)) onto M) asks it of a swizzled layout"},
    {"crd2idx", REFUSED, 0, NULL, "C(c) is the value of a composed layout; shape(C) is the shape alone"},
    {"idx2crd", REFUSED, 0, NULL, "shape(C) is the shape alone"},
};

static const hd_value *first_composed(const hd_value *argument, int count) {
  while (count > 1 && !hd_is_composed(argument)) argument++, count--;
  return argument;
}

static hd_status refuse(const char *hint, const hd_value *value, hd_error *error) {
  hd_status status = hd_refuse_kind(HD_WANTED_LAYOUT, value, error);
  if (error != NULL && hint != NULL && value->kind == HD_KIND_COMPOSED) error->hint = hint;
  return status;
}

/* Calls the function with the inner layouts in the places of the composed ones. */
static hd_status call_of_inners(const hd_builtin *builtin, const hd_value *argument, int count, hd_error *error,
                                hd_value *result) {
  hd_value inner[HD_MAX_ARGUMENTS];
  for (int k = 0; k < count; k++) {
    if (argument[k].kind == HD_KIND_SWIZZLE) return refuse(NULL, &argument[k], error);
    if (hd_is_composed(&argument[k])) hd_value_set_layout(&inner[k], &argument[k].as.composed.inner);
    else hd_value_copy(&inner[k], &argument[k]);
  }
  return builtin->call(inner, count, error, result);
}

hd_status hd_call_on_composed(const hd_builtin *builtin, const hd_value *argument, int count, hd_error *error,
                              hd_value *result) {
  size_t k = 0, lines = sizeof table / sizeof table[0];
  while (k < lines && strcmp(table[k].name, builtin->name) != 0) k++;
  if (k == lines) return refuse(NULL, first_composed(argument, count), error);
  if (table[k].how == REFUSED) return refuse(table[k].hint, first_composed(argument, count), error);
  if (table[k].how == BY_ITSELF) return table[k].itself(argument, count, error, result);
  if (table[k].how == OF_INNERS) return call_of_inners(builtin, argument, count, error, result);
  for (int other = 0; other < count; other++) {
    if (other == table[k].subject && argument[other].kind == HD_KIND_COMPOSED) continue;
    if (hd_is_composed(&argument[other]))
      return refuse("the layout on the left may be composed; this one says where its modes go, and must be plain",
                    &argument[other], error);
  }
  return hd_call_on_inner(builtin, table[k].subject, argument, count, error, result);
}
