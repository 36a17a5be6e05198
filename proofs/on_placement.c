/* What the functions of the table make of placements; of those that take none, what answers in their place. */
#include "proofs/operations_placement.h"

#include "algebra/refusals.h"

#include <string.h>

/* P(i,j): the coordinate's modes one by one. */
static hd_status evaluate(const hd_value *argument, int count, hd_error *error, hd_value *result) {
  hd_tuple x;
  hd_status status = hd_value_coordinate(argument + 1, count - 1, error, &x);
  return status == HD_OK ? hd_value_places(&argument[0], &x, error, result) : status;
}

static hd_status size(const hd_value *argument, int count, hd_error *error, hd_value *result) {
  hd_placement placement;
  if (count > 1) return hd_fail(error, HD_MISMATCH, "argument", "a placement has one size, and no modes to ask for");
  hd_status status = hd_value_placement(&argument[0], error, &placement);
  if (status == HD_OK) hd_value_set_integer(result, hd_placement_size(&placement));
  return status;
}

/* Both sides placements; else the values are of different kinds. */
static hd_status identical(const hd_value *argument, int count, hd_error *error, hd_value *result) {
  (void)count;
  bool same = argument[0].kind == argument[1].kind &&
              hd_placement_is_identical(&argument[0].as.placement, &argument[1].as.placement);
  if (!same) (void)hd_fail(error, HD_OK, "identical", "they are spelled differently");
  return hd_give_boolean(result, HD_OK, same, 0);
}

static hd_status equivalent(const hd_value *argument, int count, hd_error *error, hd_value *result) {
  hd_placement a, b;
  bool answer;
  (void)count;
  hd_status status = hd_value_placement(&argument[0], error, &a);
  if (status == HD_OK) status = hd_value_placement(&argument[1], error, &b);
  if (status == HD_OK) status = hd_placement_is_equivalent(&a, &b, error, &answer);
  if (status != HD_OK) return status;
  if (!answer) (void)hd_fail(error, HD_OK, "equivalent", "some element has other places");
  return hd_give_boolean(result, HD_OK, answer, 0);
}

/* The shard's iters and the replica's as one layout of two modes, whose values are the places but for the offset. */
static hd_status as_layout(const hd_placement *placement, hd_error *error, hd_layout *layout) {
  const hd_iter *iter[2] = {placement->shard, placement->replica};
  const int iters[2] = {placement->shards, placement->replicas};
  hd_layout_clear(layout);
  for (int part = 0; part < 2; part++) {
    int from = layout->profile.leaves;
    if (iters[part] == 0 && !hd_layout_append_leaf(layout, 1, 0, HD_AXIS_INTEGER))
      return hd_refuse_full(error, "injective");
    for (int k = 0; k < iters[part]; k++) {
      if (!hd_layout_append_leaf(layout, iter[part][k].extent, iter[part][k].stride, iter[part][k].axis))
        return hd_refuse_full(error, "injective");
    }
    if (!hd_layout_wrap(layout, from)) return hd_refuse_full(error, "injective");
  }
  if (!hd_layout_wrap(layout, 0)) return hd_refuse_full(error, "injective");
  return hd_layout_finish(layout, "injective", error);
}

/* Whether two coordinates differ in the shard's mode, whose leaves come first. */
static bool are_two_elements(const hd_placement *placement, const hd_tuple *a, const hd_tuple *b) {
  for (int k = 0; k < placement->shards; k++) {
    if (a->value[k] != b->value[k]) return true;
  }
  return false;
}

/* No two elements share a place. What one element alone repeats does not count: where its copies overlap, and no two
 * elements have been found to, the question stays open. */
static hd_status injective(const hd_value *argument, int count, hd_error *error, hd_value *result) {
  hd_placement placement;
  hd_layout layout;
  hd_error local;
  bool answer = false;
  (void)count;
  if (error == NULL) error = &local;
  hd_status status = hd_value_placement(&argument[0], error, &placement);
  if (status == HD_OK) hd_placement_canonicalize(&placement, &placement);
  if (status == HD_OK) status = as_layout(&placement, error, &layout);
  if (status == HD_OK) status = hd_is_injective(&layout, error, &answer);
  if (status == HD_OK && !answer && !are_two_elements(&placement, &error->coordinate, &error->other))
    status = hd_fail(error, HD_UNDECIDED, "injective", "the copies of one element overlap: {c} and {d} are one place");
  return hd_give_boolean(result, status, answer, 0);
}

/* What answers in the place of a function that takes no placement, where that is not its layout. */
static const struct {
  const char *name, *hint;
} instead[] = {
    {"coordinate_of", "places(P, x) lists the places of an element; layout_of(P) is the layout of one without copies"},
    {"coalesce", "canonicalize(P) is the same placement, spelled short"},
    {"slice", "region(P, shape, begin, extent) is a part of it"},
    {"concatenate", "direct_sum(A, shape, B, shape) adds the places of both"},
    {"logical_product", "tile(O, shape, I, shape) places tiles"},
    {"logical_divide", "is_tile_inner(I, T, outer, inner) takes tiles out"},
    {"cosize", "range(P, 1@axis) is the least and the greatest number on an axis"},
    {"bijective", "injective(P) is whether no two elements share a place; layout_of(P) is the layout, where it is one"},
};

static const struct {
  const char *name;
  hd_status (*call)(const hd_value *argument, int count, hd_error *error, hd_value *result);
} shared[] = {{"size", size},
              {"identical", identical},
              {"equivalent", equivalent},
              {"evaluate", evaluate},
              {"injective", injective}};

hd_status hd_call_on_placement(const hd_builtin *builtin, const hd_value *argument, int count, hd_error *error,
                               hd_value *result) {
  static const hd_builtin own[] = {HD_PLACEMENT_BUILTINS};
  for (size_t k = 0; k < sizeof own / sizeof own[0]; k++) {
    if (own[k].call == builtin->call) return builtin->call(argument, count, error, result);
  }
  for (size_t k = 0; k < sizeof shared / sizeof shared[0]; k++) {
    if (strcmp(shared[k].name, builtin->name) == 0) return shared[k].call(argument, count, error, result);
  }
  hd_status status = hd_refuse_kind(HD_WANTED_LAYOUT, hd_first_of_kind(HD_KIND_PLACEMENT, argument, count), error);
  for (size_t k = 0; error != NULL && k < sizeof instead / sizeof instead[0]; k++) {
    if (strcmp(instead[k].name, builtin->name) == 0) error->hint = instead[k].hint;
  }
  return status;
}
