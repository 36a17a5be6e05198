/* Which values do composed layouts take: the questions of predicates.c behind swizzles and layouts.
 *
 * Invariant: behind swizzles alone a value is led back through them, as each is its own inverse, and the question is
 * the inner layout's. Else, and where a question is about all values, every coordinate is visited and counted. */
#include "algebra/checked.h"
#include "proofs/operations_composed.h"
#include "proofs/visit.h"

/* The first coordinate with this value, which some coordinate has. */
static void coordinate_with(const hd_composed *composed, int64_t value, hd_tuple *coordinate) {
  int64_t index = 0, here;
  while (hd_composed_at(composed, index, NULL, &here) == HD_OK && here != value) index++;
  hd_coordinate_at(&composed->inner, index, coordinate);
}

/* Why the answer is no. */
static void because(hd_error *error, const char *operation, const char *reason, int64_t zero, int64_t one) {
  (void)hd_fail(error, HD_OK, operation, reason);
  if (error == NULL) return;
  error->number[0] = zero;
  error->number[1] = one;
}

/* Coordinate `index` of the one and the first of the other with this value. */
static void at_two(hd_error *error, const hd_composed *a, int64_t index, const hd_composed *b, int64_t value) {
  if (error == NULL) return;
  error->has_coordinate = error->has_other = true;
  hd_coordinate_at(&a->inner, index, &error->coordinate);
  coordinate_with(b, value, &error->other);
}

static hd_status make_set(int64_t least, int64_t greatest, const char *operation, hd_error *error, hd_value_set *set) {
  if (hd_value_set_make(least, greatest, set)) return HD_OK;
  return hd_fail(error, HD_UNDECIDED, operation, "the values lie too far apart to visit");
}

/* ---- bijective ---- */

/* The size is that of 0..bound-1. */
static hd_status takes_each_once(const hd_composed *composed, int64_t bound, hd_error *error, bool *holds,
                                 int64_t *visited) {
  int64_t least, greatest, value;
  hd_value_set set;
  hd_status status = hd_composed_range(composed, error, &least, &greatest);
  if (status != HD_OK) return status;
  *visited = hd_size(&composed->inner);
  *holds = least >= 0 && greatest < bound;
  if (!*holds) {
    value = least < 0 ? least : greatest;
    because(error, "bijective", "at {c} the value is {0}, which is not in 0..{1}", value, bound - 1);
    if (error != NULL) error->has_coordinate = true, coordinate_with(composed, value, &error->coordinate);
    return HD_OK;
  }
  status = make_set(0, bound - 1, "bijective", error, &set);
  if (status != HD_OK) return status;
  int64_t repeat = hd_value_set_mark_composed(&set, composed, true);
  hd_value_set_free(&set);
  *holds = repeat < 0;
  if (*holds) return HD_OK;
  (void)hd_composed_at(composed, repeat, NULL, &value);
  because(error, "bijective", "{d} and {c} both have the value {0}", value, 0);
  at_two(error, composed, repeat, composed, value);
  return HD_OK;
}

/* Whether the steps take 0..bound-1 to itself: each is a swizzle, which does that to every block of 2^(b + m + |s|)
 * integers that begins at a multiple of that, and there are whole blocks of them where it acts. */
static bool keeps_range(const hd_composed *composed, int64_t bound) {
  int64_t first = 0;
  for (int k = composed->steps - 1; k >= 0; k--) {
    const hd_swizzle *swizzle = &composed->step[k].swizzle;
    int period = swizzle->bits + swizzle->base + (swizzle->shift < 0 ? -swizzle->shift : swizzle->shift);
    int64_t within = ((int64_t)1 << period) - 1;
    if (composed->step[k].is_layout || !hd_add(first, composed->step[k].offset, &first)) return false;
    if (swizzle->bits > 0 && ((first & within) != 0 || (bound & within) != 0)) return false;
  }
  return first == 0;
}

/* The question that `call` answers of the inner layout, which it is as well of what stands behind such swizzles. False
 * where the answer is not yes. */
static bool inner_holds(hd_status (*call)(const hd_value *, int, hd_error *, hd_value *), const hd_composed *composed,
                        int64_t bound, hd_value *result) {
  hd_value argument[2], answer;
  if (!keeps_range(composed, bound)) return false;
  hd_value_set_layout(&argument[0], &composed->inner);
  hd_value_set_integer(&argument[1], bound);
  if (call(argument, 2, NULL, &answer) != HD_OK || !answer.as.boolean) return false;
  hd_value_copy(result, &answer);
  return true;
}

HD_OPERATION(composed_bijective) {
  (void)count;
  hd_composed composed;
  int64_t bound, visited = 0;
  bool holds = false;
  hd_status status = hd_value_composed(&argument[0], error, &composed);
  if (status == HD_OK) status = hd_value_bound(&argument[1], error, &bound);
  if (status != HD_OK) return status;
  if (inner_holds(hd_call_bijective, &composed, bound, result)) return HD_OK;
  holds = hd_size(&composed.inner) == bound;
  if (holds) status = takes_each_once(&composed, bound, error, &holds, &visited);
  else
    because(error, "bijective", "the layout has {0} coordinates and {1} values are to be taken",
            hd_size(&composed.inner), bound);
  return hd_give_boolean(result, status, holds, visited);
}

/* ---- covers ---- */

HD_OPERATION(composed_covers) {
  (void)count;
  hd_composed composed, wanted;
  int64_t bound, least, greatest, missing, value;
  hd_value_set set;
  hd_status status = hd_value_composed(&argument[0], error, &composed);
  bool by_bound = argument[1].kind == HD_KIND_TUPLE;
  if (status == HD_OK && by_bound) {
    status = hd_value_bound(&argument[1], error, &bound);
    if (status == HD_OK && inner_holds(hd_call_covers, &composed, bound, result)) return HD_OK;
    if (status == HD_OK) status = hd_make_scalar_layout(bound, 1, error, &wanted.inner);
    wanted.steps = 0;
  } else if (status == HD_OK) {
    status = hd_value_composed(&argument[1], error, &wanted);
  }
  if (status == HD_OK) status = hd_composed_range(&composed, error, &least, &greatest);
  if (status == HD_OK) status = hd_composed_range(&wanted, error, &least, &greatest);
  if (status == HD_OK) status = make_set(least, greatest, "covers", error, &set);
  if (status != HD_OK) return status;
  (void)hd_value_set_mark_composed(&set, &composed, false);
  missing = hd_value_set_find_composed(&set, &wanted, false);
  hd_value_set_free(&set);
  if (missing >= 0) {
    (void)hd_composed_at(&wanted, missing, NULL, &value);
    because(error, "covers",
            by_bound ? "no coordinate has the value {0}" : "{0}, the second layout's value at {c}, is not taken", value,
            0);
    if (error != NULL) error->has_coordinate = !by_bound, hd_coordinate_at(&wanted.inner, missing, &error->coordinate);
  }
  return hd_give_boolean(result, HD_OK, missing < 0, hd_size(&composed.inner));
}

/* ---- disjoint ---- */

/* The answer where both are too large to visit: no, if a value is among the first of both. */
static hd_status disjoint_by_first(const hd_composed *a, int64_t offset, const hd_composed *b, hd_status undecided,
                                   hd_error *error, hd_value *result) {
  int64_t visited, value = 0, meets = hd_first_meeting(a, offset, b, &visited);
  if (meets < 0) return undecided;
  (void)hd_composed_at(a, meets, NULL, &value);
  because(error, "disjoint", "{c} of the first and {d} of the second both have the value {0}", value + offset, 0);
  at_two(error, a, meets, b, value + offset);
  return hd_give_boolean(result, HD_OK, false, visited);
}

HD_OPERATION(composed_disjoint) {
  hd_composed a, b;
  int64_t offset = 0, least, greatest, low, high, value;
  hd_value_set set;
  hd_status status = hd_value_composed(&argument[0], error, &a);
  if (status == HD_OK) status = hd_value_composed(&argument[1], error, &b);
  if (status == HD_OK && count == 3) status = hd_value_integer(&argument[2], error, &offset);
  if (status == HD_OK) status = hd_composed_range(&a, error, &low, &high);
  if (status == HD_OK) status = hd_composed_range(&b, error, &least, &greatest);
  if (status == HD_OK && (!hd_add(low, offset, &low) || !hd_add(high, offset, &high)))
    status = hd_fail(error, HD_OVERFLOW, "disjoint", "a value leaves 64 bits with the offset");
  if (status == HD_OK) status = make_set(least, greatest, "disjoint", error, &set);
  if (status == HD_UNDECIDED) return disjoint_by_first(&a, offset, &b, status, error, result);
  if (status != HD_OK) return status;
  (void)hd_value_set_mark_composed(&set, &b, false);
  set.low = (int64_t)((uint64_t)set.low - (uint64_t)offset); /* b's values as a has them, before the offset */
  int64_t meets = hd_value_set_find_composed(&set, &a, true);
  hd_value_set_free(&set);
  if (meets >= 0) {
    (void)hd_composed_at(&a, meets, NULL, &value);
    because(error, "disjoint", "{c} of the first and {d} of the second both have the value {0}", value + offset, 0);
    at_two(error, &a, meets, &b, value + offset);
  }
  return hd_give_boolean(result, HD_OK, meets < 0, hd_size(&b.inner) + (meets < 0 ? hd_size(&a.inner) : meets + 1));
}

/* ---- the coordinate of a value ---- */

static bool behind_swizzles(const hd_composed *composed) {
  for (int k = 0; k < composed->steps; k++) {
    if (composed->step[k].is_layout) return false;
  }
  return true;
}

/* The value that the inner layout has where the composed one has this. */
static hd_status lead_back(const hd_composed *composed, int64_t value, hd_error *error, int64_t *inner) {
  for (int k = 0; k < composed->steps; k++) {
    if (!hd_sub(hd_swizzle_at(&composed->step[k].swizzle, value), composed->step[k].offset, &value))
      return hd_fail(error, HD_OVERFLOW, "coordinate_of", "a value leaves 64 bits");
  }
  *inner = value;
  return HD_OK;
}

static hd_status search(const hd_composed *composed, const hd_tuple *value, hd_error *error, hd_tuple *coordinate) {
  int64_t size = hd_size(&composed->inner);
  hd_tuple at, here;
  if (size > HD_MAX_VISITS) return hd_fail(error, HD_UNDECIDED, "coordinate_of", "too many coordinates to look at");
  for (int64_t index = 0; index < size; index++) {
    hd_tuple_scalar(&at, index);
    hd_status status = hd_composed_evaluate(composed, &at, error, &here);
    if (status != HD_OK) return status;
    if (!hd_tuple_is_identical(&here, value)) continue;
    hd_coordinate_at(&composed->inner, index, coordinate);
    return HD_OK;
  }
  (void)hd_fail(error, HD_UNDEFINED, "coordinate_of", "not in image: no coordinate has the value {c}");
  if (error != NULL) error->has_coordinate = true, hd_tuple_copy(&error->coordinate, value);
  return HD_UNDEFINED;
}

HD_OPERATION(composed_coordinate_of) {
  (void)count;
  hd_composed composed;
  hd_tuple value;
  hd_status status = hd_value_composed(&argument[0], error, &composed);
  if (status == HD_OK) status = hd_value_tuple(&argument[1], error, &value);
  if (status == HD_OK && !behind_swizzles(&composed)) {
    status = search(&composed, &value, error, &value);
  } else if (status == HD_OK) {
    int64_t integer, inner = 0;
    status = hd_value_integer(&argument[1], error, &integer);
    if (status == HD_OK) status = lead_back(&composed, integer, error, &inner);
    hd_tuple_scalar(&value, inner);
    if (status == HD_OK) status = hd_coordinate_of(&composed.inner, &value, error, &value);
    if (status == HD_UNDEFINED && error != NULL) error->number[0] = integer;
  }
  return hd_give_tuple(result, status, &value);
}
