/* What one layout says, by every way of asking: index, coordinate, prepared, walked; and what an index says of a
 * coordinate. */
#include "tests/support/sweep.h"

#define SHOW hd_test_show(&small->layout)

enum { BEYOND = 5 }; /* how far past the size an index goes, where layouts go on */

static bool is_scalar(const hd_tuple *tuple, int64_t value) {
  return tuple->profile.leaves == 1 && tuple->profile.open[0] == 0 && !tuple->on_axes && tuple->value[0] == value;
}

static bool is_flat(const hd_tuple *tuple, int count, const int64_t *value) {
  if (tuple->profile.leaves != count || tuple->on_axes) return false;
  for (int k = 0; k < count; k++)
    if (tuple->value[k] != value[k] || tuple->profile.open[k] != (k == 0) ||
        tuple->profile.close[k] != (k == count - 1))
      return false;
  return true;
}

/* ---- values ---- */

static void judge_index(const hd_small *small, hd_cases *cases) {
  for (int64_t i = -BEYOND; i < small->size + BEYOND; i++) {
    int64_t value, wanted = i >= 0 && i < small->size ? small->value[i] : hd_small_at(&small->layout, i);
    EXPECT(hd_evaluate_index(&small->layout, i, NULL, &value) == HD_OK && value == wanted, "%s at %d", SHOW, (int)i);
    cases->answered++;
  }
}

START_TEST(an_index_has_its_value_inside_and_beyond) {
  hd_sweep("evaluate_index", hd_small_sum(1 + 2 + 3 + 4) + 2 * BEYOND * hd_small_count(), judge_index);
}
END_TEST

/* The coordinate leaf by leaf; with an integer for the first two modes where they are one; and one of a mode more. */
static void judge_coordinate(const hd_small *small, hd_cases *cases) {
  hd_tuple coordinate, value;
  hd_error error;
  const int64_t zero[HD_SMALL_MODES + 1] = {0};
  hd_layout nested = small->modes == 3 ? hd_small_nest(small, "((.,.),.)") : small->layout;
  for (int64_t i = 0; i < small->size; i++) {
    int64_t digit[HD_SMALL_MODES];
    hd_small_digits(small, i, digit);
    hd_small_tuple(small->modes, digit, &coordinate);
    EXPECT(hd_evaluate(&small->layout, &coordinate, NULL, &value) == HD_OK, "%s at %d", SHOW, (int)i);
    EXPECT(is_scalar(&value, small->value[i]), "%s at %d", SHOW, (int)i);
    cases->answered++;
    if (small->modes < 3) continue;
    const int64_t part[] = {digit[0] + small->shape[0] * digit[1], digit[2]};
    hd_small_tuple(2, part, &coordinate);
    EXPECT(hd_evaluate(&nested, &coordinate, NULL, &value) == HD_OK, "%s at %d", SHOW, (int)i);
    EXPECT(is_scalar(&value, small->value[i]), "%s at %d", SHOW, (int)i);
  }
  hd_small_tuple(small->modes + 1, zero, &coordinate);
  EXPECT(hd_small_is_refused(hd_evaluate(&small->layout, &coordinate, &error, &value), HD_MISMATCH, &error), "%s",
         SHOW);
  cases->refused++;
}

START_TEST(a_coordinate_has_the_sum_of_its_digits) {
  hd_sweep("evaluate", hd_small_sum(1 + 2 + 3 + 4) + hd_small_count(), judge_coordinate);
}
END_TEST

static void judge_prepared(const hd_small *small, hd_cases *cases) {
  hd_prepared prepared;
  EXPECT(hd_prepare(&small->layout, NULL, &prepared) == HD_OK && prepared.size == small->size, "%s", SHOW);
  for (int64_t i = 0; i < small->size; i++)
    EXPECT(hd_prepared_at(&prepared, (uint32_t)i) == small->value[i], "%s at %d", SHOW, (int)i);
  cases->answered++;
}

START_TEST(a_prepared_layout_has_the_same_values) { hd_sweep("prepare", hd_small_count(), judge_prepared); }
END_TEST

/* All of them, the middle alone, and one beyond the end. */
static void judge_values(const hd_small *small, hd_cases *cases) {
  int64_t value[HD_SMALL_SIZE];
  int32_t narrow[HD_SMALL_SIZE];
  hd_error error;
  int64_t begin = small->size / 3, count = small->size - 2 * begin;
  EXPECT(hd_values(&small->layout, 0, small->size, NULL, value) == HD_OK, "%s", SHOW);
  EXPECT(memcmp(value, small->value, (size_t)small->size * sizeof value[0]) == 0, "%s", SHOW);
  EXPECT(hd_values(&small->layout, begin, count, NULL, value) == HD_OK, "%s", SHOW);
  EXPECT(memcmp(value, small->value + begin, (size_t)count * sizeof value[0]) == 0, "%s", SHOW);
  EXPECT(hd_values32(&small->layout, begin, count, NULL, narrow) == HD_OK, "%s", SHOW);
  for (int64_t i = 0; i < count; i++) EXPECT(narrow[i] == small->value[begin + i], "%s at %d", SHOW, (int)i);
  hd_status status = hd_values(&small->layout, 1, small->size, &error, value);
  EXPECT(hd_small_is_refused(status, HD_RANGE, &error), "%s", SHOW);
  status = hd_values32(&small->layout, -1, 1, &error, narrow);
  EXPECT(hd_small_is_refused(status, HD_RANGE, &error), "%s", SHOW);
  cases->answered += 3;
  cases->refused += 2;
}

START_TEST(a_walk_has_the_same_values) { hd_sweep("values, values32", 5 * hd_small_count(), judge_values); }
END_TEST

/* ---- how large ---- */

static void judge_sizes(const hd_small *small, hd_cases *cases) {
  int64_t cosize, product;
  hd_tuple coshape, shape, stride;
  EXPECT(hd_size(&small->layout) == small->size, "%s", SHOW);
  EXPECT(hd_cosize(&small->layout, NULL, &cosize) == HD_OK && cosize == small->most + 1, "%s", SHOW);
  EXPECT(hd_coshape(&small->layout, NULL, &coshape) == HD_OK && is_scalar(&coshape, small->most + 1), "%s", SHOW);
  hd_shape(&small->layout, &shape);
  hd_stride(&small->layout, &stride);
  EXPECT(is_flat(&shape, small->modes, small->shape) && is_flat(&stride, small->modes, small->stride), "%s", SHOW);
  EXPECT(hd_tuple_product(&shape, &product) && product == small->size, "%s", SHOW);
  cases->answered++;
}

START_TEST(size_is_the_count_of_coordinates_and_cosize_one_more_than_the_largest_value) {
  hd_sweep("size, cosize, coshape, shape, stride", hd_small_count(), judge_sizes);
}
END_TEST

static void judge_products(const hd_small *small, hd_cases *cases) {
  hd_layout layout = small->modes == 3 ? hd_small_nest(small, "(.,(.,.))") : small->layout;
  hd_tuple shape, result;
  int64_t each[HD_SMALL_MODES], prefix[HD_SMALL_MODES], place = 1;
  for (int k = 0; k < small->modes; place *= small->shape[k++]) {
    each[k] = small->shape[k];
    prefix[k] = place;
  }
  if (small->modes == 3) each[1] *= each[2];
  hd_shape(&layout, &shape);
  EXPECT(hd_tuple_product_each(&shape, NULL, &result) == HD_OK, "%s", SHOW);
  EXPECT(is_flat(&result, small->modes < 3 ? small->modes : 2, each), "%s", SHOW);
  EXPECT(hd_prefix_product(&shape, NULL, &result) == HD_OK, "%s", SHOW);
  for (int k = 0; k < small->modes; k++)
    EXPECT(result.value[k] == prefix[k] && result.profile.open[k] == shape.profile.open[k], "%s", SHOW);
  cases->answered += 2;
}

START_TEST(product_each_and_prefix_product_multiply_extents) {
  hd_sweep("product_each, prefix_product", 2 * hd_small_count(), judge_products);
}
END_TEST

/* ---- indices and coordinates ---- */

/* Past the size: the last digit is not wrapped. */
static void judge_idx2crd(const hd_small *small, hd_cases *cases) {
  hd_tuple shape, index, coordinate;
  hd_error error;
  hd_small_tuple(small->modes, small->shape, &shape);
  for (int64_t i = 0; i < small->size + BEYOND; i++) {
    int64_t digit[HD_SMALL_MODES], leaf[HD_MAX_LEAVES], back;
    hd_small_digits(small, i, digit);
    hd_tuple_scalar(&index, i);
    EXPECT(hd_idx2crd(&index, &shape, NULL, &coordinate) == HD_OK, "%d in %s", (int)i, SHOW);
    EXPECT(is_flat(&coordinate, small->modes, digit), "%d in %s", (int)i, SHOW);
    EXPECT(hd_crd2idx(&coordinate, &shape, NULL, &back) == HD_OK && back == i, "%d in %s", (int)i, SHOW);
    hd_digits(&small->layout, i, leaf);
    EXPECT(memcmp(leaf, digit, (size_t)small->modes * sizeof leaf[0]) == 0, "%d in %s", (int)i, SHOW);
    cases->answered++;
  }
  hd_tuple_scalar(&index, -1);
  EXPECT(hd_small_is_refused(hd_idx2crd(&index, &shape, &error, &coordinate), HD_RANGE, &error), "%s", SHOW);
  cases->refused++;
}

START_TEST(idx2crd_and_crd2idx_take_each_other_back) {
  hd_sweep("idx2crd, crd2idx, digits", hd_small_sum(1 + 2 + 3 + 4) + (BEYOND + 1) * hd_small_count(), judge_idx2crd);
}
END_TEST

/* From 0 on, past the size, one by one; and from a digit outside its extent. */
static void judge_increment(const hd_small *small, hd_cases *cases) {
  hd_tuple shape, coordinate;
  hd_error error;
  int64_t digit[HD_SMALL_MODES] = {0};
  hd_small_tuple(small->modes, small->shape, &shape);
  hd_small_tuple(small->modes, digit, &coordinate);
  for (int64_t i = 1; i <= small->size + BEYOND; i++) {
    hd_small_digits(small, i, digit);
    EXPECT(hd_increment_coord(&coordinate, &shape, NULL, &coordinate) == HD_OK, "%d in %s", (int)i, SHOW);
    EXPECT(is_flat(&coordinate, small->modes, digit), "%d in %s", (int)i, SHOW);
    cases->answered++;
  }
  coordinate.value[0] = small->modes == 1 ? -1 : small->shape[0];
  EXPECT(hd_small_is_refused(hd_increment_coord(&coordinate, &shape, &error, &coordinate), HD_RANGE, &error), "%s",
         SHOW);
  cases->refused++;
}

START_TEST(increment_coord_goes_through_all_coordinates) {
  hd_sweep("increment_coord", hd_small_sum(1 + 2 + 3 + 4) + (BEYOND + 1) * hd_small_count(), judge_increment);
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"evaluate_index", an_index_has_its_value_inside_and_beyond},
      {"evaluate", a_coordinate_has_the_sum_of_its_digits},
      {"prepare", a_prepared_layout_has_the_same_values},
      {"values", a_walk_has_the_same_values},
      {"size and cosize", size_is_the_count_of_coordinates_and_cosize_one_more_than_the_largest_value},
      {"products", product_each_and_prefix_product_multiply_extents},
      {"idx2crd", idx2crd_and_crd2idx_take_each_other_back},
      {"increment_coord", increment_coord_goes_through_all_coordinates},
  };
  return hd_test_main("sweep: evaluate", test, HD_COUNT(test));
}
