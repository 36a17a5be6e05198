/* Inverses behind swizzles: a swizzle is its own inverse, so that of S o off o L is the inverse of L after S.
 *
 *   v = S(off + L(c))   gives   L(c) = S(v) - off,   c = inverse(L)(S(v) - off)
 *
 * Invariant: what comes back is a composed layout inverse(L) o -off o S o 0 o N:1, whose one step that is a layout is
 * the inverse; behind a layout there is no such form, and that is refused. */
#include "algebra/checked.h"
#include "algebra/inverse.h"
#include "proofs/operations_composed.h"

#include "algebra/refusals.h"

static hd_status refuse_layout(const char *operation, hd_error *error) {
  (void)hd_fail(error, HD_UNDEFINED, operation, "behind a layout no composed layout is the inverse");
  if (error != NULL) error->hint = "linear_invert(linear(C)) is the inverse, where extents are powers of two";
  return HD_UNDEFINED;
}

/* S1 o -o1 .. back to front: the values of `composed` to those of its inner layout, then `inverse`, on 0..size-1. */
static hd_status back(const hd_composed *composed, const hd_layout *inverse, int64_t size, const char *operation,
                      hd_error *error, hd_composed *result) {
  hd_layout domain;
  hd_composed made;
  hd_tuple offset;
  hd_status status = hd_make_scalar_layout(size, 1, error, &domain);
  if (status != HD_OK) return status;
  hd_composed_plain(&domain, &made);
  int64_t before = 0; /* what is taken off by the step before is added by the next one */
  for (int k = 0; k < composed->steps && status == HD_OK; k++) {
    status = hd_compose_swizzle(&composed->step[k].swizzle, before, &made, error, &made);
    if (status == HD_OK && !hd_sub(0, composed->step[k].offset, &before))
      status = hd_fail(error, HD_OVERFLOW, operation, "an offset leaves 64 bits");
  }
  hd_tuple_scalar(&offset, before);
  if (status == HD_OK) status = hd_compose_layout(inverse, &offset, &made, error, &made);
  if (status == HD_OK) hd_composed_copy(result, &made);
  return status;
}

static bool behind_swizzles(const hd_composed *composed) {
  for (int k = 0; k < composed->steps; k++) {
    if (composed->step[k].is_layout) return false;
  }
  return true;
}

/* How many indices a swizzle moves among themselves at most: 2^(b+m+|s|), or 1 where it moves none. */
static int64_t block_of(const hd_swizzle *swizzle) {
  int64_t moved = hd_swizzle_source(swizzle) | hd_swizzle_target(swizzle), block = 1;
  while (block <= moved) block *= 2;
  return block;
}

/* How many values from 0 on are led back to those that the inverse knows, 0..size-1. */
static hd_status run_from_zero(const hd_composed *composed, int64_t size, hd_error *error, int64_t *run) {
  int64_t block = 1, visits = 0;
  bool moves = false; /* offsets move blocks */
  for (int k = 0; k < composed->steps; k++) {
    if (block < block_of(&composed->step[k].swizzle)) block = block_of(&composed->step[k].swizzle);
    moves = moves || composed->step[k].offset != 0;
  }
  for (*run = moves ? 0 : size / block * block; *run < size; ++*run) {
    int64_t value = *run;
    bool fits = true;
    for (int k = 0; k < composed->steps && fits; k++)
      fits = hd_sub(hd_swizzle_at(&composed->step[k].swizzle, value), composed->step[k].offset, &value);
    if (!fits || value < 0 || value >= size) return HD_OK;
    if (++visits > HD_MAX_VISITS)
      return hd_refuse(error, HD_UNDECIDED, "right_inverse",
                       "{0} values were led back through the swizzles, and more remain", HD_MAX_VISITS, 0, 0);
  }
  return HD_OK;
}

HD_OPERATION(composed_right_inverse) {
  (void)count;
  hd_composed composed;
  hd_layout inverse;
  int64_t run = 0;
  hd_status status = hd_value_composed(&argument[0], error, &composed);
  if (status == HD_OK && !behind_swizzles(&composed)) status = refuse_layout("right_inverse", error);
  if (status == HD_OK) status = hd_right_inverse(&composed.inner, error, &inverse);
  if (status == HD_OK) status = run_from_zero(&composed, hd_size(&inverse), error, &run);
  if (status == HD_OK && run == 0) {
    status = hd_fail(error, HD_UNDEFINED, "right_inverse",
                     "the first values of the inner layout are led elsewhere: none of its first {0} becomes 0");
    if (error != NULL) error->number[0] = hd_size(&inverse);
    if (error != NULL) error->hint = "coordinate_of(C, v) answers for one value";
  }
  if (status == HD_OK) status = back(&composed, &inverse, run, "right_inverse", error, &composed);
  if (status == HD_OK) hd_value_set_composed(result, &composed);
  return status;
}

/* The least number of values from 0 on that has all of them: swizzles stay within their blocks. */
static hd_status extent_of_values(const hd_composed *composed, hd_error *error, int64_t *extent) {
  hd_status status = hd_cosize(&composed->inner, error, extent);
  for (int k = composed->steps - 1; k >= 0 && status == HD_OK; k--) {
    int64_t block = block_of(&composed->step[k].swizzle);
    if (!hd_add(*extent, composed->step[k].offset < 0 ? 0 : composed->step[k].offset, extent) ||
        !hd_add(*extent, block - 1, extent))
      status = hd_fail(error, HD_OVERFLOW, "left_inverse", "the number of values leaves 64 bits");
    else *extent = *extent / block * block;
  }
  return status;
}

HD_OPERATION(composed_left_inverse) {
  (void)count;
  hd_composed composed;
  hd_layout inverse;
  int64_t extent = 1;
  hd_status status = hd_value_composed(&argument[0], error, &composed);
  if (status == HD_OK && !behind_swizzles(&composed)) status = refuse_layout("left_inverse", error);
  if (status == HD_OK) status = hd_left_inverse(&composed.inner, error, &inverse);
  if (status == HD_OK) status = extent_of_values(&composed, error, &extent);
  if (status == HD_OK) status = back(&composed, &inverse, extent, "left_inverse", error, &composed);
  if (status == HD_OK) hd_value_set_composed(result, &composed);
  return status;
}

/* ---- what two have in common ---- */

/* Below the lowest bit that a swizzle reads it changes nothing. */
static int64_t fixed_by(const hd_composed *composed) {
  int64_t fixed = INT64_MAX;
  for (int k = 0; k < composed->steps; k++) {
    int64_t source = hd_swizzle_source(&composed->step[k].swizzle), lowest = source & -source;
    if (source != 0 && lowest < fixed) fixed = lowest;
  }
  return fixed;
}

static int64_t common_divisor(int64_t a, int64_t b) {
  while (b != 0) {
    int64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

/* As CuTe has it: the common layout of the inner layouts, as far as the swizzles change nothing and as it divides. */
static hd_status common(const hd_value *argument, hd_error *error, hd_layout *result) {
  hd_composed side[2];
  hd_layout shared, first;
  for (int k = 0; k < 2; k++) {
    hd_status status = hd_value_composed(&argument[k], error, &side[k]);
    if (status != HD_OK) return status;
    if (!behind_swizzles(&side[k])) return refuse_layout("max_common_layout", error);
    for (int s = 0; s < side[k].steps; s++) {
      if (side[k].step[s].offset == 0) continue;
      (void)hd_fail(error, HD_UNDEFINED, "max_common_layout", "the values begin at an offset, not at 0");
      return HD_UNDEFINED;
    }
  }
  hd_status status = hd_max_common_layout(&side[0].inner, &side[1].inner, error, &shared);
  for (int k = 0; k < 2 && status == HD_OK; k++) {
    int64_t fixed = fixed_by(&side[k]), size = hd_size(&shared);
    if (fixed >= size) continue;
    status = hd_make_scalar_layout(common_divisor(size, fixed), 1, error, &first);
    if (status == HD_OK) status = hd_composition(&shared, &first, error, &shared);
  }
  if (status == HD_OK) hd_coalesce(&shared, result);
  return status;
}

HD_OPERATION(composed_max_common_layout) {
  (void)count;
  hd_layout layout;
  hd_status status = common(argument, error, &layout);
  return hd_give_layout(result, status, &layout);
}

HD_OPERATION(composed_max_common_vector) {
  (void)count;
  hd_layout layout;
  hd_status status = common(argument, error, &layout);
  return hd_give_integer(result, status, status == HD_OK ? hd_size(&layout) : 0);
}
