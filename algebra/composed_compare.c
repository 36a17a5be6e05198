/* Questions about the values of composed layouts. */
#include "algebra/checked.h"
#include "algebra/compare.h"
#include "algebra/composed.h"
#include "algebra/evaluate.h"
#include "algebra/fit.h"
#include "algebra/image.h"
#include "algebra/refusals.h"

/* The value at an index, on axes too. */
static hd_status value_at(const hd_composed *composed, int64_t index, hd_error *error, hd_tuple *value) {
  hd_tuple at;
  hd_tuple_scalar(&at, index);
  return hd_composed_evaluate(composed, &at, error, value);
}

static bool same_steps(const hd_composed *a, const hd_composed *b) {
  hd_composed with_inner_of_a;
  hd_composed_copy(&with_inner_of_a, b);
  hd_layout_copy(&with_inner_of_a.inner, &a->inner);
  return hd_composed_is_identical(a, &with_inner_of_a);
}

/* Behind the same steps equal inner layouts are equal; all else is for the values to say. */
hd_status hd_composed_is_equivalent(const hd_composed *a, const hd_composed *b, hd_error *error, bool *answer,
                                    int64_t *visited) {
  int64_t size = hd_size(&a->inner), index = 0;
  bool same = size == hd_size(&b->inner);
  bool by_text = same && same_steps(a, b) && hd_is_equivalent(&a->inner, &b->inner, NULL);
  for (; same && !by_text && index < size; ++index) {
    hd_tuple of_a, of_b;
    if (index == HD_MAX_VISITS)
      return hd_refuse(error, HD_UNDECIDED, "equivalent", "the first {0} values are equal, and {1} remain", index,
                       size - index, 0);
    hd_status status = value_at(a, index, error, &of_a);
    if (status == HD_OK) status = value_at(b, index, error, &of_b);
    if (status != HD_OK) return hd_fail_within(error, status, "equivalent");
    same = hd_tuple_is_identical(&of_a, &of_b);
  }
  if (visited) *visited = index;
  *answer = same;
  return HD_OK;
}

/* The coordinate of an index, nested as the shape. */
static void coordinate_at(const hd_layout *layout, int64_t index, hd_tuple *coordinate) {
  hd_shape(layout, coordinate);
  hd_digits(layout, index, coordinate->value);
}

enum { BLOCK = 32 };

/* Consecutive values, kept so that each earlier one is worked out once for all of them. All have one nesting. */
typedef struct block {
  int64_t first;
  int values;
  int64_t value[BLOCK][HD_MAX_LEAVES];
} block;

static hd_status read_block(const hd_composed *composed, int64_t first, int64_t size, hd_error *error, block *b) {
  b->first = first;
  for (b->values = 0; b->values < BLOCK && first + b->values < size; ++b->values) {
    hd_tuple value;
    hd_status status = value_at(composed, first + b->values, error, &value);
    if (status != HD_OK) return status;
    for (int k = 0; k < value.profile.leaves; ++k) b->value[b->values][k] = value.value[k];
  }
  return HD_OK;
}

/* The index in the block, and after `index`, of the value given; -1 when there is none. */
static int64_t find_after(const block *b, int64_t index, const hd_tuple *value) {
  for (int n = 0; n < b->values; ++n) {
    int k = 0;
    while (k < value->profile.leaves && b->value[n][k] == value->value[k]) ++k;
    if (k == value->profile.leaves && b->first + n > index) return b->first + n;
  }
  return -1;
}

static void say_equal(const hd_composed *composed, int64_t i, int64_t j, const hd_tuple *value, hd_error *error) {
  if (!error) return;
  bool integer = !value->on_axes && !hd_is_tuple(&value->profile);
  hd_refuse(error, HD_OK, "injective",
            integer ? "{c} and {d} both have the value {0}" : "{c} and {d} have the same value", value->value[0], 0, 0);
  error->has_coordinate = error->has_other = true;
  coordinate_at(&composed->inner, i, &error->coordinate);
  coordinate_at(&composed->inner, j, &error->other);
}

/* Compares each value with those before it: time grows with the square of the size, memory not at all. */
static hd_status injective_by_values(const hd_composed *composed, hd_error *error, bool *answer) {
  int64_t size = hd_size(&composed->inner), visits = 0;
  block b;
  for (int64_t first = 0; first < size; first += BLOCK) {
    hd_status status = read_block(composed, first, size, error, &b);
    for (int64_t i = 0; status == HD_OK && i < first + b.values; ++i) {
      hd_tuple value;
      if ((visits += b.values) > HD_MAX_VISITS)
        return hd_refuse(error, HD_UNDECIDED, "injective", "no two of the first {0} values are equal, and {1} remain",
                         first, size - first, 0);
      status = value_at(composed, i, error, &value);
      int64_t j = status == HD_OK ? find_after(&b, i, &value) : -1;
      if (j < 0) continue;
      *answer = false;
      say_equal(composed, i, j, &value, error);
      return HD_OK;
    }
    if (status != HD_OK) return status;
  }
  *answer = true;
  return HD_OK;
}

hd_status hd_composed_is_injective(const hd_composed *composed, hd_error *error, bool *answer) {
  bool shuffles = true;
  for (int k = 0; k < composed->steps; ++k) shuffles &= !composed->step[k].is_layout;
  if (shuffles) return hd_is_injective(&composed->inner, error, answer);
  return hd_fail_within(error, injective_by_values(composed, error, answer), "injective");
}
