/* How are two values alike: same text, same nesting, a finer shape, same function?
 *
 * Invariant: `true` and `false` are both certain, by forms alone. A false answer leaves its reason in *error. */
#include "proofs/builtin.h"
#include "proofs/modes.h"
#include "proofs/operations.h"
#include "proofs/visit.h"

#include <string.h>

hd_error *hd_because(hd_error *error, hd_error *local, const char *operation, const char *reason) {
  if (error == NULL) error = local;
  (void)hd_fail(error, HD_OK, operation, reason);
  return error;
}

hd_status hd_value_layouts(const hd_value *argument, hd_error *error, hd_layout *a, hd_layout *b) {
  hd_status status = hd_value_layout(&argument[0], error, a);
  return status == HD_OK ? hd_value_layout(&argument[1], error, b) : status;
}

/* Whether two values other than layouts are both of one kind, and then whether they print alike. The wrappers of
 * layouts compare themselves. */
static bool compare_plain(const hd_value *a, const hd_value *b, bool *same) {
  if (a->kind != b->kind) return false;
  switch (a->kind) {
    case HD_KIND_BOOLEAN: *same = a->as.boolean == b->as.boolean; return true;
    case HD_KIND_TUPLE: *same = hd_tuple_is_identical(&a->as.tuple, &b->as.tuple); return true;
    case HD_KIND_TILER: *same = hd_tiler_is_identical(&a->as.tiler, &b->as.tiler); return true;
    case HD_KIND_STRING:
      *same = a->as.string.length == b->as.string.length &&
              memcmp(a->as.string.text, b->as.string.text, a->as.string.length) == 0;
      return true;
    default: return false;
  }
}

HD_OPERATION(identical) {
  (void)count;
  hd_layout a, b;
  bool plain;
  if (compare_plain(&argument[0], &argument[1], &plain)) {
    return hd_give_boolean(result, HD_OK, plain, argument[0].visited + argument[1].visited);
  }
  hd_status status = hd_value_layouts(argument, error, &a, &b);
  if (status != HD_OK) return status;
  bool same = hd_is_identical(&a, &b);
  if (!same) {
    hd_error local;
    error = hd_because(error, &local, "identical", "the texts differ");
    error->hint = hd_is_equivalent(&a, &b, NULL) ? "they are the same function: equivalent(A, B) holds" : NULL;
  }
  return hd_give_boolean(result, HD_OK, same, 0);
}

/* Shows two shapes as {c} and {d}; of tilers, which have none, `plain` is said. */
static void show_shapes(const hd_value *argument, const char *reason, const char *plain, hd_error *error) {
  hd_tuple *const to[2] = {&error->coordinate, &error->other};
  bool shown = true;
  for (int k = 0; k < 2; k++) {
    if (argument[k].kind == HD_KIND_LAYOUT) hd_shape(&argument[k].as.layout, to[k]);
    else if (argument[k].kind == HD_KIND_TUPLE) hd_tuple_copy(to[k], &argument[k].as.tuple);
    else shown = false;
  }
  error->has_coordinate = error->has_other = shown;
  error->reason = shown ? reason : plain;
}

static hd_status compare_profiles(const hd_value *argument, hd_error *error,
                                  bool (*compare)(const hd_profile *, const hd_profile *), const char *reason,
                                  hd_value *result) {
  const hd_profile *a, *b;
  hd_status status = hd_value_profile(&argument[0], error, &a);
  if (status == HD_OK) status = hd_value_profile(&argument[1], error, &b);
  if (status != HD_OK) return status;
  hd_error local;
  bool holds = compare(a, b);
  if (!holds) {
    error = hd_because(error, &local, "nesting", "the nesting differs");
    show_shapes(argument, reason, error->reason, error);
  }
  return hd_give_boolean(result, HD_OK, holds, 0);
}

HD_OPERATION(congruent) {
  (void)count;
  return compare_profiles(argument, error, hd_is_congruent, "{c} and {d} are nested differently", result);
}

HD_OPERATION(weakly_congruent) {
  (void)count;
  return compare_profiles(argument, error, hd_is_weakly_congruent, "{d} is not nested like {c} or deeper", result);
}

HD_OPERATION(compatible) {
  (void)count;
  hd_value shape[2];
  for (int k = 0; k < 2; k++) {
    hd_status status = argument[k].kind == HD_KIND_LAYOUT ? hd_call_shape(&argument[k], 1, error, &shape[k])
                                                          : hd_value_tuple(&argument[k], error, &shape[k].as.tuple);
    shape[k].kind = HD_KIND_TUPLE;
    if (status != HD_OK) return status;
  }
  hd_error local;
  bool holds = hd_is_compatible(&shape[0].as.tuple, &shape[1].as.tuple);
  if (!holds) {
    error = hd_because(error, &local, "compatible", "the second shape does not refine the first");
    show_shapes(shape, "{d} does not refine {c}", error->reason, error);
  }
  return hd_give_boolean(result, HD_OK, holds, 0);
}

HD_OPERATION(equivalent) {
  (void)count;
  hd_layout a, b;
  hd_error local;
  int64_t index;
  hd_status status = hd_value_layouts(argument, error, &a, &b);
  if (status != HD_OK) return status;
  bool holds = hd_is_equivalent(&a, &b, &index);
  if (!holds && index < 0) {
    error = hd_because(error, &local, "equivalent", "the sizes differ: {0} against {1}");
    error->number[0] = hd_size(&a);
    error->number[1] = hd_size(&b);
  } else if (!holds && !a.on_axes && !b.on_axes) {
    error = hd_because(error, &local, "equivalent", "at index {0}, coordinate {c} of the first: {1} against {2}");
    error->number[0] = index;
    (void)hd_evaluate_index(&a, index, NULL, &error->number[1]);
    (void)hd_evaluate_index(&b, index, NULL, &error->number[2]);
    error->has_coordinate = true;
    hd_coordinate_at(&a, index, &error->coordinate);
  } else if (!holds) {
    hd_tuple at;
    error = hd_because(error, &local, "equivalent", "at index {0}: {c} against {d}");
    error->number[0] = index;
    hd_tuple_scalar(&at, index);
    error->has_coordinate = hd_evaluate(&a, &at, NULL, &error->coordinate) == HD_OK;
    error->has_other = hd_evaluate(&b, &at, NULL, &error->other) == HD_OK;
  }
  return hd_give_boolean(result, HD_OK, holds, 0);
}
