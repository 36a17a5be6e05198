/* Is what a refusal names true? Coordinates, values and numbers of refusals of drawn operands are worked out again by
 * plain evaluation, without the library. */
#include "tests/support/linear.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

enum { DRAWS = 60000 };

static int64_t draw(uint64_t *seed, int64_t bound) { return (int64_t)hd_test_draw(seed, (uint64_t)bound); }

/* Up to three modes of small extents and strides, negative ones too. */
static hd_layout draw_layout(uint64_t *seed, int64_t least_stride) {
  hd_layout layout;
  int leaves = 1 + (int)draw(seed, 3);
  hd_layout_clear(&layout);
  for (int k = 0; k < leaves; k++)
    hd_layout_append_leaf(&layout, 1 + draw(seed, 6), least_stride + draw(seed, 14), HD_AXIS_INTEGER);
  if (leaves > 1) hd_layout_wrap(&layout, 0);
  return layout;
}

/* L(index): digits leaf by leaf, the last one takes the rest. */
static int64_t at(const hd_layout *layout, int64_t index) {
  int64_t value = 0;
  for (int k = 0; k < layout->profile.leaves; k++) {
    int64_t extent = layout->shape[k], digit = index % extent;
    if (digit < 0) digit += extent;
    if (k + 1 == layout->profile.leaves) digit = index;
    value += digit * layout->stride[k];
    index = (index - digit) / extent;
  }
  return value;
}

/* L(c) for a coordinate with a number for each leaf. */
static int64_t at_coordinate(const hd_layout *layout, const hd_tuple *c) {
  int64_t value = 0;
  EXPECT(c->profile.leaves == layout->profile.leaves, "%s at %s", hd_test_show(layout), hd_test_show_tuple(c));
  for (int k = 0; k < c->profile.leaves; k++) {
    EXPECT(c->value[k] >= 0 && c->value[k] < layout->shape[k], "%s: outside at %s", hd_test_show(layout),
           hd_test_show_tuple(c));
    value += c->value[k] * layout->stride[k];
  }
  return value;
}

static int64_t size_of(const hd_layout *layout) {
  int64_t size = 1;
  for (int k = 0; k < layout->profile.leaves; k++) size *= layout->shape[k];
  return size;
}

static bool takes(const hd_layout *layout, int64_t value) {
  for (int64_t i = 0; i < size_of(layout); i++)
    if (at(layout, i) == value) return true;
  return false;
}

/* Two coordinates of one value: `both` is what the reason says of it. */
static void judge_collision(const hd_layout *l, const hd_error *error) {
  int64_t value = at_coordinate(l, &error->coordinate);
  EXPECT(error->has_coordinate && error->has_other, "%s: %s", hd_test_show(l), error->reason);
  EXPECT(value == error->number[0] && value == at_coordinate(l, &error->other), "%s: %d", hd_test_show(l), (int)value);
  EXPECT(!hd_tuple_is_identical(&error->coordinate, &error->other), "%s: one coordinate twice", hd_test_show(l));
}

/* ---- composition ---- */

static void judge_carry(const hd_layout *a, const hd_layout *b, const hd_error *error) {
  int64_t sum = 0, index = at_coordinate(b, &error->coordinate);
  for (int k = 0; k < b->profile.leaves; k++) sum += at(a, error->coordinate.value[k] * b->stride[k]);
  EXPECT(index == error->number[0] && at(a, index) == error->number[1] && sum == error->number[2] &&
             error->number[1] != sum,
         "%s o %s: %d, %d, %d", hd_test_show(a), hd_test_show(b), (int)index, (int)at(a, index), (int)sum);
}

static void judge_leaf(const hd_layout *a, const hd_layout *b, const hd_error *error) {
  int leaf = error->leaf;
  int64_t step = b->stride[leaf], extent = error->number[5], left = error->number[6];
  EXPECT(at_coordinate(b, &error->coordinate) == error->number[2], "%s o %s", hd_test_show(a), hd_test_show(b));
  EXPECT(at(a, error->number[2]) == error->number[3], "%s o %s", hd_test_show(a), hd_test_show(b));
  EXPECT(error->number[3] != error->number[4], "%s o %s: what is there is what is needed", hd_test_show(a),
         hd_test_show(b));
  EXPECT(error->number[0] == b->shape[leaf] && error->number[1] == step, "leaf %d of %s", leaf, hd_test_show(b));
  for (int k = 0; k < error->samples; k++)
    EXPECT(error->sample[k] == at(a, k * step), "%s o %s: sample %d", hd_test_show(a), hd_test_show(b), k);
  if (extent > 0)
    EXPECT(left % extent != 0 && b->shape[leaf] % left == 0, "%s o %s: %d divides %d", hd_test_show(a), hd_test_show(b),
           (int)extent, (int)left);
}

START_TEST(a_refused_composition_names_values_that_are_there) {
  uint64_t seed = 1;
  int carries = 0, leaves = 0;
  for (int n = 0; n < DRAWS; n++) {
    hd_layout a = draw_layout(&seed, -3), b = draw_layout(&seed, 0), r;
    hd_error error;
    if (hd_composition(&a, &b, &error, &r) != HD_UNDEFINED) continue;
    if (error.leaf < 0) judge_carry(&a, &b, &error), carries++;
    else judge_leaf(&a, &b, &error), leaves++;
  }
  ck_assert_int_gt(carries, 1000);
  ck_assert_int_gt(leaves, 1000);
}
END_TEST

/* ---- complement, divide, inverse ---- */

START_TEST(a_refused_complement_names_what_collides_or_lies_below) {
  uint64_t seed = 2;
  int collisions = 0, below = 0, short_of = 0;
  for (int n = 0; n < DRAWS; n++) {
    hd_layout l = draw_layout(&seed, 1), r;
    int64_t within = 1 + draw(&seed, 200), largest = 0;
    hd_error error;
    if (hd_complement(&l, within, &error, &r) != HD_UNDEFINED) continue;
    for (int k = 0; k < l.profile.leaves; k++) largest += (l.shape[k] - 1) * l.stride[k];
    if (error.has_coordinate) {
      judge_collision(&l, &error);
      collisions++;
    } else if (error.hint) {
      EXPECT(error.number[0] < error.number[1], "%s", hd_test_show(&l));
      below++;
    } else {
      EXPECT(error.number[0] >= largest && error.number[0] < error.number[1] && error.number[1] == within - 1, "%s",
             hd_test_show(&l));
      short_of++;
    }
  }
  ck_assert_int_gt(collisions, 1000);
  ck_assert_int_gt(below, 1000);
  ck_assert_int_gt(short_of, 100);
}
END_TEST

/* The values in the tiles: A at the indices tile + complement of the tile. */
static bool in_some_tile(const hd_layout *a, const hd_layout *tile, int64_t value) {
  hd_layout rest;
  EXPECT(hd_complement(tile, size_of(a), NULL, &rest) == HD_OK, "%s", hd_test_show(tile));
  for (int64_t i = 0; i < size_of(tile); i++)
    for (int64_t j = 0; j < size_of(&rest); j++)
      if (at(a, at(tile, i) + at(&rest, j)) == value) return true;
  return false;
}

START_TEST(a_value_that_a_divide_loses_is_there_and_in_no_tile) {
  uint64_t seed = 3;
  int lost = 0, others = 0;
  for (int n = 0; n < DRAWS; n++) {
    hd_layout a = draw_layout(&seed, 0), tile = draw_layout(&seed, 1), r;
    hd_tiler tiler;
    hd_error error;
    hd_tiler_layout(&tile, &tiler);
    if (hd_logical_divide(&a, &tiler, &error, &r) != HD_UNDEFINED) continue;
    if (strcmp(error.operation, "divide") != 0) {
      others++;
      continue;
    }
    int64_t index = error.coordinate.value[0], value = error.other.value[0];
    EXPECT(index >= 0 && index < size_of(&a) && at(&a, index) == value, "%s by %s", hd_test_show(&a),
           hd_test_show(&tile));
    EXPECT(!in_some_tile(&a, &tile, value), "%s by %s: %d", hd_test_show(&a), hd_test_show(&tile), (int)value);
    lost++;
  }
  ck_assert_int_gt(lost, 100);
  ck_assert_int_gt(others, 300);
}
END_TEST

START_TEST(a_refused_left_inverse_names_what_collides_or_does_not_divide) {
  uint64_t seed = 4;
  int collisions = 0, strides = 0;
  for (int n = 0; n < DRAWS; n++) {
    hd_layout l = draw_layout(&seed, -1), r;
    hd_error error;
    if (hd_left_inverse(&l, &error, &r) != HD_UNDEFINED) continue;
    if (error.has_coordinate) {
      judge_collision(&l, &error);
      collisions++;
    } else {
      EXPECT(error.number[0] < 0 || error.number[0] % error.number[1] != 0, "%s", hd_test_show(&l));
      strides++;
    }
  }
  ck_assert_int_gt(collisions, 100);
  ck_assert_int_gt(strides, 1000);
}
END_TEST

/* ---- values ---- */

START_TEST(evidence_of_images_is_true) {
  uint64_t seed = 5;
  int collisions = 0, missing = 0, common = 0;
  for (int n = 0; n < DRAWS; n++) {
    hd_layout a = draw_layout(&seed, -3), b = draw_layout(&seed, -3);
    hd_tuple value, c;
    hd_error error;
    bool answer;
    int64_t offset = draw(&seed, 9) - 4;
    if (hd_is_injective(&a, &error, &answer) == HD_OK && !answer) judge_collision(&a, &error), collisions++;
    hd_tuple_scalar(&value, draw(&seed, 60) - 10);
    if (hd_coordinate_of(&a, &value, &error, &c) == HD_UNDEFINED) {
      EXPECT(error.number[0] == value.value[0] && !takes(&a, value.value[0]), "%s", hd_test_show(&a));
      missing++;
    }
    if (hd_is_disjoint(&a, offset, &b, &error, &answer) != HD_OK || answer) continue;
    EXPECT(at_coordinate(&a, &error.coordinate) + offset == error.number[0] &&
               at_coordinate(&b, &error.other) == error.number[0],
           "%s + %d, %s", hd_test_show(&a), (int)offset, hd_test_show(&b));
    common++;
  }
  ck_assert_int_gt(collisions, 1000);
  ck_assert_int_gt(missing, 1000);
  ck_assert_int_gt(common, 1000);
}
END_TEST

/* ---- over bits ---- */

START_TEST(evidence_over_bits_is_true) {
  static const char *const names[] = {"lane", "warp", "block"};
  uint64_t seed = 6;
  int twice = 0, never = 0, shared = 0;
  for (int n = 0; n < DRAWS; n++) {
    hd_dimensions in = hd_test_draw_dimensions(&seed, names, 3, 1 + (int)draw(&seed, 6));
    hd_dimensions out = hd_test_dimensions("offset:5");
    hd_linear l = hd_test_draw_linear(&seed, &in, &out);
    hd_layout r;
    hd_error error;
    if (!hd_linear_is_injective(&l, &error)) {
      uint64_t c = hd_test_packed(&in, &error.coordinate), d = hd_test_packed(&in, &error.other);
      EXPECT(c != d && hd_test_value(&l, c) == 0 && hd_test_value(&l, d) == 0, "draw %d", n);
      twice++;
    }
    if (!hd_linear_is_surjective(&l, &error)) {
      uint64_t missing = hd_test_packed(&out, &error.coordinate);
      for (uint64_t x = 0; x >> in.total == 0; x++) EXPECT(hd_test_value(&l, x) != missing, "draw %d", n);
      never++;
    }
    if (hd_linear_to_layout(&l, &error, &r) == HD_UNDEFINED) {
      uint64_t c = hd_test_packed(&in, &error.coordinate), d = hd_test_packed(&in, &error.other);
      EXPECT(c != d && (hd_test_value(&l, c) & hd_test_value(&l, d)) != 0, "draw %d", n);
      shared++;
    }
  }
  ck_assert_int_gt(twice, 1000);
  ck_assert_int_gt(never, 1000);
  ck_assert_int_gt(shared, 1000);
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"a refused composition", a_refused_composition_names_values_that_are_there},
      {"a refused complement", a_refused_complement_names_what_collides_or_lies_below},
      {"a value that a divide loses", a_value_that_a_divide_loses_is_there_and_in_no_tile},
      {"a refused left inverse", a_refused_left_inverse_names_what_collides_or_does_not_divide},
      {"evidence of images", evidence_of_images_is_true},
      {"evidence over bits", evidence_over_bits_is_true},
  };
  return hd_test_main("the truth of refusals", test, HD_COUNT(test));
}
