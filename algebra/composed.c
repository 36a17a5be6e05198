/* Building chains of steps, and what they give at a coordinate. */
#include "algebra/composed.h"

#include "algebra/arithmetic.h"
#include "algebra/checked.h"
#include "algebra/compare.h"
#include "algebra/evaluate.h"
#include "algebra/leaf.h"
#include "algebra/refusals.h"

static const char operation[] = "compose";

void hd_composed_plain(const hd_layout *layout, hd_composed *result) {
  hd_layout_copy(&result->inner, layout);
  result->steps = 0;
}

static int layout_step(const hd_composed *composed) {
  int k = 0;
  while (k < composed->steps && !composed->step[k].is_layout) ++k;
  return k;
}

void hd_composed_copy_steps(hd_composed *to, const hd_composed *from) {
  bool layouts = false;
  to->steps = from->steps;
  for (int k = 0; k < from->steps; ++k) {
    layouts |= from->step[k].is_layout;
    to->step[k] = from->step[k];
  }
  if (!layouts) return;
  hd_layout_copy(&to->outer, &from->outer);
  hd_tuple_copy(&to->outer_offset, &from->outer_offset);
}

void hd_composed_copy(hd_composed *to, const hd_composed *from) {
  if (to == from) return;
  hd_composed_copy_steps(to, from);
  hd_copy_leaves(&to->inner, &from->inner);
}

/* Whether the values are numbers on axes, coordinates of what stands to the left. */
static bool gives_coordinates(const hd_composed *composed) {
  if (composed->steps == 0) return composed->inner.on_axes;
  return composed->step[0].is_layout && composed->outer.on_axes;
}

static hd_status fail_full(hd_error *error) {
  return hd_refuse(error, HD_CAPACITY, operation, "a composed layout has at most {0} steps", HD_MAX_STEPS, 0, 0);
}

/* Puts a step before the others; requires room. */
static void push(hd_composed *composed, const hd_step *step) {
  for (int k = composed->steps++; k > 0; --k) composed->step[k] = composed->step[k - 1];
  composed->step[0] = *step;
}

hd_status hd_compose_swizzle(const hd_swizzle *swizzle, int64_t offset, const hd_composed *right, hd_error *error,
                             hd_composed *result) {
  hd_step step = {false, *swizzle, offset};
  if (gives_coordinates(right))
    return hd_fail(error, HD_MISMATCH, operation, "a swizzle shuffles integers; the values to its right lie on axes");
  if (right->steps == HD_MAX_STEPS) return fail_full(error);
  hd_composed_copy(result, right);
  push(result, &step);
  return HD_OK;
}

/* The coordinate of `outer` that a value to its right stands for: the offset is added, where there is one to add, and
 * modes that neither has are 0. */
static hd_status coordinate_of_outer(const hd_layout *outer, const hd_tuple *offset, const hd_tuple *value,
                                     hd_error *error, hd_tuple *coordinate) {
  hd_tuple sum;
  hd_status status = HD_OK;
  bool adds = false;
  for (int k = 0; k < offset->profile.leaves; ++k) adds |= offset->value[k] != 0;
  hd_tuple_copy(&sum, value);
  if (adds) status = hd_tuple_add(offset, value, error, &sum);
  if (status == HD_OK && hd_is_tuple(&sum.profile)) {
    static const int64_t zero[HD_MAX_LEAVES];
    hd_tuple zeros;
    hd_tuple_flat(&zeros, hd_rank(&outer->profile), zero);
    status = hd_tuple_add(&sum, &zeros, error, &sum);
  }
  if (status == HD_OK) hd_tuple_copy(coordinate, &sum);
  return status;
}

/* Whether a tuple is one plain integer without brackets. */
static bool is_integer(const hd_tuple *tuple) {
  return tuple->profile.leaves == 1 && !hd_is_tuple(&tuple->profile) && !tuple->on_axes;
}

/* Whether outer(offset + a value like right's) is defined. It is for integers where there is a mode. Else it is asked
 * with 1 for each number, as 0 would pass anywhere, and 2 for each of the offset that is not 0, so that no sum leaves
 * 64 bits. */
static bool fits_outer(const hd_layout *outer, const hd_tuple *offset, const hd_composed *right) {
  hd_tuple value, coordinate, added;
  if (is_integer(offset) && !gives_coordinates(right) && outer->profile.leaves > 0) return true;
  for (int k = 0; k < offset->profile.leaves; ++k)
    if (hd_tuple_axis(offset, k) != HD_AXIS_INTEGER) return false;
  hd_tuple_copy(&added, offset);
  for (int k = 0; k < added.profile.leaves; ++k)
    if (added.value[k] != 0) added.value[k] = 2;
  hd_tuple_scalar(&value, 0);
  if (gives_coordinates(right) && hd_evaluate(&right->inner, &value, NULL, &value) != HD_OK) return false;
  for (int k = 0; k < value.profile.leaves; ++k) value.value[k] = 1;
  return hd_is_weakly_congruent(&offset->profile, &outer->profile) &&
         coordinate_of_outer(outer, &added, &value, NULL, &coordinate) == HD_OK &&
         hd_evaluate(outer, &coordinate, NULL, &value) != HD_MISMATCH;
}

hd_status hd_compose_layout(const hd_layout *outer, const hd_tuple *offset, const hd_composed *right, hd_error *error,
                            hd_composed *result) {
  static const hd_step step = {.is_layout = true};
  if (layout_step(right) < right->steps)
    return hd_fail(error, HD_CAPACITY, operation, "only one step of a composed layout can be a layout");
  if (right->steps == HD_MAX_STEPS) return fail_full(error);
  if (!fits_outer(outer, offset, right))
    return hd_refuse_nesting(error, operation,
                             "the right side's values, with the offset {c} added, are no coordinates of the layout to "
                             "their left",
                             offset, NULL);
  hd_layout_copy(&result->outer, outer); /* may be a part of the result, and right has no such layout: it goes last */
  hd_tuple_copy(&result->outer_offset, offset);
  hd_composed_copy(result, right);
  push(result, &step);
  return HD_OK;
}

/* Whether a layout is 1:1, which extended beyond its size gives every integer itself. */
static bool is_identity(const hd_layout *layout) {
  return layout->profile.leaves == 1 && !hd_is_tuple(&layout->profile) && layout->shape[0] == 1 &&
         layout->stride[0] == 1 && !layout->on_axes;
}

/* Behind a swizzle the identity needs no step: the offset joins the one that the swizzle's own step adds. */
static hd_status join_offsets(const hd_composed *left, const hd_tuple *offset, hd_step *last, hd_error *error) {
  *last = left->step[left->steps - 1];
  if (!is_integer(offset))
    return hd_refuse_nesting(error, operation, "what is added before a swizzle is an integer, not {c}", offset, NULL);
  if (!hd_add(last->offset, offset->value[0], &last->offset))
    return hd_refuse(error, HD_OVERFLOW, operation, "the sum of the offsets {0} and {1} leaves 64 bits",
                     left->step[left->steps - 1].offset, offset->value[0], 0);
  return HD_OK;
}

/* Whether one chain holds the steps of both and `between` more, which is a layout. */
static bool chain_fits(const hd_composed *left, const hd_composed *right, int between) {
  int layouts = (layout_step(left) < left->steps) + (layout_step(right) < right->steps) + between;
  return left->steps + right->steps + between <= HD_MAX_STEPS && layouts <= 1;
}

hd_status hd_compose(const hd_composed *left, const hd_tuple *offset, const hd_composed *right, hd_error *error,
                     hd_composed *result) {
  hd_composed made;
  hd_step last;
  hd_status status;
  int k = left->steps - 1;
  bool joins = k >= 0 && !left->step[k].is_layout && is_identity(&left->inner);
  /* Where the steps have room nothing fails once the first is written: left's fit each other as they did. */
  hd_composed *to = result != left && chain_fits(left, right, !joins) ? result : &made;
  if (joins) {
    status = join_offsets(left, offset, &last, error);
    if (status == HD_OK) status = hd_compose_swizzle(&last.swizzle, last.offset, right, error, to);
    --k;
  } else {
    status = hd_compose_layout(&left->inner, offset, right, error, to);
  }
  for (; status == HD_OK && k >= 0; --k) {
    const hd_step *step = &left->step[k];
    status = step->is_layout ? hd_compose_layout(&left->outer, &left->outer_offset, to, error, to)
                             : hd_compose_swizzle(&step->swizzle, step->offset, to, error, to);
  }
  if (status == HD_OK) hd_composed_copy(result, to);
  return status;
}

bool hd_composed_is_identical(const hd_composed *a, const hd_composed *b) {
  if (a->steps != b->steps || !hd_is_identical(&a->inner, &b->inner)) return false;
  for (int k = 0; k < a->steps; ++k) {
    const hd_step *x = &a->step[k], *y = &b->step[k];
    if (x->is_layout != y->is_layout) return false;
    bool same = x->is_layout
                    ? hd_is_identical(&a->outer, &b->outer) && hd_tuple_is_identical(&a->outer_offset, &b->outer_offset)
                    : x->offset == y->offset && x->swizzle.bits == y->swizzle.bits &&
                          x->swizzle.base == y->swizzle.base && x->swizzle.shift == y->swizzle.shift;
    if (!same) return false;
  }
  return true;
}

/* ---- values ---- */

static hd_status take_step(const hd_step *step, hd_error *error, int64_t *value) {
  int64_t sum;
  if (!hd_add(*value, step->offset, &sum))
    return hd_refuse(error, HD_OVERFLOW, "evaluate", "the offset {0} added to the value {1} leaves 64 bits",
                     step->offset, *value, 0);
  *value = hd_swizzle_at(&step->swizzle, sum);
  return HD_OK;
}

hd_status hd_composed_evaluate(const hd_composed *composed, const hd_tuple *coordinate, hd_error *error,
                               hd_tuple *value) {
  hd_tuple at;
  hd_status status = hd_evaluate(&composed->inner, coordinate, error, &at);
  for (int k = composed->steps - 1; status == HD_OK && k >= 0; --k) {
    const hd_step *step = &composed->step[k];
    if (!step->is_layout) {
      status = take_step(step, error, &at.value[0]);
    } else {
      status = coordinate_of_outer(&composed->outer, &composed->outer_offset, &at, error, &at);
      if (status == HD_OK) status = hd_evaluate(&composed->outer, &at, error, &at);
    }
  }
  if (status != HD_OK) return hd_fail_within(error, status, "evaluate");
  if (is_integer(&at)) hd_tuple_scalar(value, at.value[0]);
  else hd_tuple_copy(value, &at);
  return HD_OK;
}

hd_status hd_composed_at(const hd_composed *composed, int64_t index, hd_error *error, int64_t *value) {
  hd_tuple at;
  int64_t number;
  if (gives_coordinates(composed))
    return hd_refuse_axes(error, "evaluate", composed->steps == 0 ? &composed->inner : &composed->outer);
  if (layout_step(composed) == composed->steps) { /* integers all the way */
    hd_status status = hd_evaluate_index(&composed->inner, index, error, &number);
    for (int k = composed->steps - 1; status == HD_OK && k >= 0; --k)
      status = take_step(&composed->step[k], error, &number);
    if (status == HD_OK) *value = number;
    return status;
  }
  hd_tuple_scalar(&at, index);
  hd_status status = hd_composed_evaluate(composed, &at, error, &at);
  if (status == HD_OK) *value = at.value[0];
  return status;
}

hd_status hd_composed_cosize(const hd_composed *composed, hd_error *error, int64_t *cosize) {
  if (layout_step(composed) < composed->steps)
    return hd_fail(error, HD_MISMATCH, "cosize",
                   "what a layout gives behind another has no cosize; a swizzle is wanted");
  return hd_cosize(&composed->inner, error, cosize);
}
