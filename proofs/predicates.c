/* Which values does a layout take: each once, all of them, none of another's?
 *
 * Invariant: `true` and `false` are both certain. Canonical forms and searches decide first ("proved"); where the
 * search runs out, and the domain is small enough, every coordinate is visited and counted in the answer ("checked"). A
 * false answer leaves its reason in *error. */
#include "algebra/checked.h"
#include "proofs/builtin.h"

#include "algebra/refusals.h"
#include "proofs/operations.h"
#include "proofs/prove_image.h"
#include "proofs/visit.h"

/* How many coordinates are visited to count values: 2^32, minutes of one thread at the most, and fewer in a build whose
 * searches give up sooner. */
static const hd_image_limits counting = {.most = HD_MAX_VISITS << 8, .threads = 1};

/* Visits the domain of a layout that the search could not decide. HD_UNDECIDED when it is too large. */
static hd_status injective_by_visiting(const hd_layout *layout, hd_error *error, bool *holds, int64_t *visited) {
  hd_value_set set;
  hd_image_count count;
  int64_t least, greatest;
  if (hd_count_image(layout, &counting, NULL, &count) == HD_OK && count.taken == count.coordinates) {
    *holds = true;
    *visited = count.coordinates;
    return HD_OK;
  }
  /* Two coordinates that collide are looked for one by one. */
  if (layout->on_axes || hd_size(layout) > HD_MAX_CHECKED || !hd_layout_range(layout, &least, &greatest) ||
      !hd_value_set_make(least, greatest, &set)) {
    return hd_refuse(
        error, HD_UNDECIDED, "injective",
        "the search ran out, and the {0} coordinates are too many, or their values too far apart, to visit",
        hd_size(layout), 0, 0);
  }
  int64_t repeat = hd_value_set_mark(&set, layout, true);
  hd_value_set_free(&set);
  *holds = repeat < 0;
  *visited = *holds ? hd_size(layout) : repeat + 1;
  if (*holds) return HD_OK;
  hd_error local;
  error = hd_because(error, &local, "injective", "{c} and {d} both have the value {0}");
  int64_t first = 0, value;
  (void)hd_evaluate_index(layout, repeat, NULL, &error->number[0]);
  while (hd_evaluate_index(layout, first, NULL, &value) == HD_OK && value != error->number[0]) first++;
  error->has_coordinate = error->has_other = true;
  hd_coordinate_at(layout, first, &error->coordinate);
  hd_coordinate_at(layout, repeat, &error->other);
  return HD_OK;
}

static hd_status decide_injective(const hd_layout *layout, hd_error *error, bool *holds, int64_t *visited) {
  *visited = 0;
  hd_status status = hd_is_injective(layout, error, holds);
  return status == HD_UNDECIDED ? injective_by_visiting(layout, error, holds, visited) : status;
}

/* Where one leaf runs on into the steps of another, which a predicate on its coordinate prevents. */
static void hint_at_overrun(const hd_layout *layout, hd_error *error) {
  for (int j = 0; j < layout->profile.leaves; j++) {
    for (int k = 0; k < layout->profile.leaves; k++) {
      int64_t d = layout->stride[j], next = layout->stride[k];
      bool both_move = j != k && layout->shape[j] > 1 && layout->shape[k] > 1 && d > 0 && next > d;
      if (!both_move || hd_layout_axis(layout, j) != hd_layout_axis(layout, k)) continue;
      if (next % d != 0 || layout->shape[j] <= next / d) continue;
      error->number[1] = j;
      error->number[2] = k;
      error->number[3] = next / d;
      error->hint = "leaf {1} runs on into the steps of leaf {2}: guard it by a predicate, its coordinate below {3}";
      return;
    }
  }
}

HD_OPERATION(injective) {
  (void)count;
  hd_layout layout;
  bool holds = false;
  int64_t visited = 0;
  hd_status status = hd_value_layout(argument, error, &layout);
  if (status == HD_OK) status = decide_injective(&layout, error, &holds, &visited);
  if (status == HD_OK && !holds && error != NULL) hint_at_overrun(&layout, error);
  return hd_give_boolean(result, status, holds, visited);
}

/* The axis of each component that a leaf of a nested tuple stands for: leaf 1 of (4,(2,3)) is `@0@1`. */
static bool component_axes(const hd_profile *profile, hd_axis axis[HD_MAX_LEAVES]) {
  int step[HD_AXIS_STEPS + 1] = {0}, depth = 0;
  for (int k = 0; k < profile->leaves; k++) {
    for (int opened = 0; opened < profile->open[k]; opened++) {
      if (depth == HD_AXIS_STEPS) return false;
      step[++depth] = 0;
    }
    if (depth == 0 || !hd_axis_from_path(step + 1, depth, &axis[k])) return false;
    depth -= profile->close[k];
    step[depth]++;
  }
  return true;
}

/* The layout whose values are the cells of a box, one leaf for each component: (128,512) lies on components 0 and 1,
 * (128@lane,4@col) on those axes. */
static hd_status box(const hd_tuple *shape, const char *operation, hd_error *error, hd_layout *result) {
  hd_axis place[HD_MAX_LEAVES];
  bool has_places = component_axes(&shape->profile, place);
  hd_layout_clear(result);
  for (int k = 0; k < shape->profile.leaves; k++) {
    hd_axis axis = hd_tuple_axis(shape, k);
    if (axis == HD_AXIS_INTEGER && !has_places) {
      return hd_fail(error, HD_MISMATCH, operation,
                     "values on axes fill a box, given as a tuple of its extents, (4,8) or (4@lane,8@col)");
    }
    if (axis == HD_AXIS_INTEGER) axis = place[k];
    for (int j = 0; j < k; j++) {
      if (hd_layout_axis(result, j) == axis) {
        hd_status status = hd_fail(error, HD_MALFORMED, operation, "the box has two extents along {a}");
        if (error != NULL) error->axis = axis;
        return status;
      }
    }
    (void)hd_layout_append_leaf(result, shape->value[k], 1, axis);
  }
  if (shape->profile.leaves > 0) (void)hd_layout_wrap(result, 0);
  return hd_layout_finish(result, operation, error);
}

/* Whether no value lies beyond a box, given that none lies below 0: compared component by component, whatever the
 * order. A component that the box does not name has the extent 1, one that the layout does not move along reaches no
 * further than 0. */
static bool ends_inside(const hd_layout *layout, const hd_layout *box) {
  for (int k = 0; k < layout->profile.leaves; k++) {
    int64_t reach = 0, extent = 1;
    hd_axis axis = hd_layout_axis(layout, k);
    for (int j = 0; j < layout->profile.leaves; j++) {
      if (hd_layout_axis(layout, j) != axis) continue;
      if (!hd_add_product(&reach, layout->shape[j] - 1, layout->stride[j])) return false;
    }
    for (int j = 0; j < box->profile.leaves; j++) {
      if (hd_layout_axis(box, j) == axis) extent = box->shape[j];
    }
    if (reach >= extent) return false;
  }
  return true;
}

static hd_status fills_range(const hd_layout *layout, const hd_value *onto, hd_error *error, bool *holds) {
  int64_t least, greatest = INT64_MAX, bound = 0;
  hd_error local;
  hd_status status = hd_value_bound(onto, error, &bound);
  if (status != HD_OK) return status;
  *holds = hd_layout_range(layout, &least, &greatest) && greatest < bound;
  if (*holds) return HD_OK;
  error = hd_because(error, &local, "bijective", "the largest value is {0}, beyond {1}");
  error->number[0] = greatest;
  error->number[1] = bound - 1;
  return HD_OK;
}

static hd_status fills_box(const hd_layout *layout, const hd_value *onto, hd_error *error, bool *holds) {
  hd_tuple shape;
  hd_layout cells;
  hd_error local;
  hd_status status = hd_value_tuple(onto, error, &shape);
  if (status == HD_OK) status = box(&shape, "bijective", error, &cells);
  if (status != HD_OK) return status;
  *holds = ends_inside(layout, &cells);
  if (*holds) return HD_OK;
  error = hd_because(error, &local, "bijective", "the values reach beyond {d}");
  error->has_coordinate = hd_coshape(layout, NULL, &error->coordinate) == HD_OK;
  if (error->has_coordinate) error->reason = "the values reach {c}, not {d}";
  error->has_other = true;
  hd_tuple_copy(&error->other, &shape);
  return HD_OK;
}

/* Whether the values fill `onto`, given that there are as many of them as cells and none comes twice: whether none lies
 * below 0 and none beyond the end. */
static hd_status fills(const hd_layout *layout, const hd_value *onto, hd_error *error, bool *holds) {
  hd_error local;
  for (int k = 0; k < layout->profile.leaves; k++) {
    if (layout->shape[k] == 1 || layout->stride[k] >= 0) continue;
    *holds = false;
    error = hd_because(error, &local, "bijective", "values below 0 are taken: leaf {leaf} has stride {0}");
    error->leaf = k;
    error->number[0] = layout->stride[k];
    return HD_OK;
  }
  return layout->on_axes ? fills_box(layout, onto, error, holds) : fills_range(layout, onto, error, holds);
}

/* The number of cells of the codomain `onto`: of an integer or layout its bound, of a tuple the product, on any
 * axes. */
static hd_status cells(const hd_value *onto, hd_error *error, int64_t *number) {
  if (onto->kind != HD_KIND_TUPLE) return hd_value_bound(onto, error, number);
  if (hd_tuple_product(&onto->as.tuple, number)) return HD_OK;
  return hd_fail(error, HD_OVERFLOW, "bijective", "the size leaves 64 bits");
}

HD_OPERATION(bijective) {
  (void)count;
  hd_layout layout;
  hd_error local;
  bool holds = false;
  int64_t visited = 0, number;
  hd_status status = hd_value_layout(&argument[0], error, &layout);
  if (status == HD_OK) status = cells(&argument[1], error, &number);
  if (status != HD_OK) return status;
  if (hd_size(&layout) != number) {
    error = hd_because(error, &local, "bijective", "the layout has {0} coordinates and {1} values are to be taken");
    error->number[0] = hd_size(&layout);
    error->number[1] = number;
    return hd_give_boolean(result, HD_OK, false, 0);
  }
  status = decide_injective(&layout, error, &holds, &visited);
  if (status == HD_OK && holds) status = fills(&layout, &argument[1], error, &holds);
  return hd_give_boolean(result, status, holds, visited);
}

static hd_status disjoint_by_visiting(const hd_layout *a, int64_t offset, const hd_layout *b, hd_error *error,
                                      bool *holds, int64_t *visited) {
  hd_value_set set;
  int64_t least, greatest, meets;
  if (hd_size(a) > HD_MAX_CHECKED || hd_size(b) > HD_MAX_CHECKED || !hd_layout_range(b, &least, &greatest) ||
      !hd_value_set_make(least, greatest, &set)) {
    hd_composed chain_a, chain_b;
    hd_composed_plain(a, &chain_a);
    hd_composed_plain(b, &chain_b);
    meets = a->on_axes || b->on_axes ? -1 : hd_first_meeting(&chain_a, offset, &chain_b, visited);
    if (meets < 0)
      return hd_refuse(
          error, HD_UNDECIDED, "disjoint",
          "the search ran out, and {0} and {1} coordinates are too many, or their values too far apart, to visit",
          hd_size(a), hd_size(b), 0);
  } else {
    (void)hd_value_set_mark(&set, b, false);
    set.low = (int64_t)((uint64_t)set.low - (uint64_t)offset); /* b's values as a has them, before the offset */
    meets = hd_value_set_find(&set, a, true);
    hd_value_set_free(&set);
    *visited = hd_size(b) + (meets < 0 ? hd_size(a) : meets + 1);
  }
  *holds = meets < 0;
  if (*holds) return HD_OK;
  hd_error local;
  error = hd_because(error, &local, "disjoint", "{c} of the first and {d} of the second both have the value {0}");
  int64_t value, index = 0;
  (void)hd_evaluate_index(a, meets, NULL, &value);
  error->number[0] = value + offset;
  while (hd_evaluate_index(b, index, NULL, &value) == HD_OK && value != error->number[0]) index++;
  error->has_coordinate = error->has_other = true;
  hd_coordinate_at(a, meets, &error->coordinate);
  hd_coordinate_at(b, index, &error->other);
  return HD_OK;
}

HD_OPERATION(disjoint) {
  hd_layout a, b;
  int64_t offset = 0, visited = 0;
  bool holds = false;
  hd_status status = hd_value_layouts(argument, error, &a, &b);
  if (status == HD_OK && count == 3) status = hd_value_integer(&argument[2], error, &offset);
  if (status == HD_OK) status = hd_is_disjoint(&a, offset, &b, error, &holds);
  if (status == HD_UNDECIDED) status = disjoint_by_visiting(&a, offset, &b, error, &holds, &visited);
  return hd_give_boolean(result, status, holds, visited);
}

/* How far the values run on from 0 without a gap, for strides that are not negative: taken by size, a stride within
 * reach extends it, and the first beyond it leaves the value `reach` to nobody. */
static int64_t reach_from_zero(const hd_layout *layout) {
  bool used[HD_MAX_LEAVES] = {false};
  int64_t reach = 1;
  for (;;) {
    int next = -1;
    for (int k = 0; k < layout->profile.leaves; k++) {
      if (!used[k] && (next < 0 || layout->stride[k] < layout->stride[next])) next = k;
    }
    if (next < 0 || layout->stride[next] > reach) return reach;
    used[next] = true;
    if (!hd_add_product(&reach, layout->shape[next] - 1, layout->stride[next])) return INT64_MAX;
  }
}

static hd_status covers_range(const hd_layout *layout, int64_t bound, hd_error *error, bool *holds, int64_t *visited) {
  hd_image_count count;
  int64_t least, greatest, missing;
  if (!hd_layout_range(layout, &least, &greatest))
    return hd_fail(error, HD_OVERFLOW, "covers", "a value leaves 64 bits");
  if (least == 0) {
    missing = reach_from_zero(layout);
  } else {
    if (hd_count_image(layout, &counting, NULL, &count) != HD_OK)
      return hd_refuse(error, HD_UNDECIDED, "covers",
                       "some stride is negative, and the {0} coordinates are too many to visit", hd_size(layout), 0, 0);
    missing = count.missing;
    *visited = count.coordinates;
  }
  *holds = missing >= bound;
  if (*holds) return HD_OK;
  hd_error local;
  error = hd_because(error, &local, "covers", "no coordinate has the value {0}");
  error->number[0] = missing;
  return HD_OK;
}

/* Looks up every value of `wanted` in the layout. */
static hd_status covers_values(const hd_layout *layout, const hd_layout *wanted, hd_error *error, bool *holds,
                               int64_t *visited) {
  int64_t size = hd_size(wanted);
  hd_tuple at, value, found;
  if (size > HD_MAX_VISITS)
    return hd_refuse(error, HD_UNDECIDED, "covers", "{0} values are to be looked up, and at most {1} are", size,
                     HD_MAX_VISITS, 0);
  for (int64_t index = 0; index < size; index++) {
    hd_tuple_scalar(&at, index);
    hd_status status = hd_evaluate(wanted, &at, error, &value);
    if (status == HD_OK) status = hd_coordinate_of(layout, &value, error, &found);
    *visited = index + 1;
    if (status == HD_UNDEFINED) {
      hd_error local;
      error = hd_because(error, &local, "covers", "{d}, the second layout's value at {c}, is not taken");
      error->has_coordinate = error->has_other = true;
      hd_coordinate_at(wanted, index, &error->coordinate);
      hd_tuple_copy(&error->other, &value);
      *holds = false;
      return HD_OK;
    }
    if (status != HD_OK) return status;
  }
  *holds = true;
  return HD_OK;
}

HD_OPERATION(covers) {
  (void)count;
  hd_layout layout, wanted;
  int64_t bound, visited = 0;
  bool holds = false;
  hd_status status = hd_value_layout(&argument[0], error, &layout);
  if (status != HD_OK) return status;
  if (argument[1].kind == HD_KIND_LAYOUT) {
    status = covers_values(&layout, &argument[1].as.layout, error, &holds, &visited);
  } else if (!layout.on_axes) {
    status = hd_value_bound(&argument[1], error, &bound);
    if (status == HD_OK) status = covers_range(&layout, bound, error, &holds, &visited);
  } else {
    hd_tuple shape;
    status = hd_value_tuple(&argument[1], error, &shape);
    if (status == HD_OK) status = box(&shape, "covers", error, &wanted);
    if (status == HD_OK) status = covers_values(&layout, &wanted, error, &holds, &visited);
  }
  return hd_give_boolean(result, status, holds, visited);
}

/* Why the layout and its complement do not fill 0..bound-1: a number that they miss, a value that they take twice, a
 * value beyond; or why there is no complement. False where none of that has been found. */
static bool fails_with_complement(const hd_layout *layout, int64_t bound, hd_error *error) {
  static hd_status (*const question[])(const hd_value *, int, hd_error *,
                                       hd_value *) = {hd_call_covers, hd_call_injective, hd_call_bijective};
  hd_layout rest;
  hd_value argument[2], holds;
  hd_status status = hd_complement(layout, bound, error, &rest);
  if (status == HD_UNDEFINED) error->status = HD_OK;
  if (status != HD_OK) return status == HD_UNDEFINED;
  argument[0].kind = HD_KIND_LAYOUT;
  if (hd_concatenate((const hd_layout *const[]){layout, &rest}, 2, NULL, &argument[0].as.layout) != HD_OK) return false;
  hd_value_set_integer(&argument[1], bound);
  for (int k = 0; k < 3; k++) {
    if (question[k](argument, k == 1 ? 1 : 2, error, &holds) != HD_OK || holds.as.boolean) continue;
    error->operation = "(L, complement(L, M))";
    return true;
  }
  return false;
}

HD_OPERATION(complementable) {
  (void)count;
  hd_layout layout;
  hd_error local;
  int64_t bound;
  bool holds = false;
  hd_status status = hd_value_layout(&argument[0], error, &layout);
  if (status == HD_OK) status = hd_value_bound(&argument[1], error, &bound);
  if (status == HD_OK) status = hd_is_complementable(&layout, bound, error, &holds);
  if (status != HD_OK) return status;
  if (!holds && (error == NULL || !fails_with_complement(&layout, bound, error))) {
    error = hd_because(error, &local, "complementable",
                       "some sorted stride, or {0} itself, is no multiple of what lies below it");
    error->number[0] = bound;
  }
  return hd_give_boolean(result, HD_OK, holds, 0);
}
