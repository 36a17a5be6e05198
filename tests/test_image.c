/* Image: each answer about values agrees with a walk over all coordinates, and each counter-example is one. */
#include "tests/support/family.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

/* ---- brute force: the definition of a layout, and nothing else ---- */

enum { TABLE_MAX = 4096 };

typedef struct row {
  int64_t component[4]; /* on integers, @0 and @1; any other axis */
} row;

static int component_of(const hd_layout *layout, int leaf) {
  hd_axis axis = layout->on_axes ? layout->axis[leaf] : HD_AXIS_INTEGER, path;
  if (axis == HD_AXIS_INTEGER) return 0;
  for (int step = 0; step < 2; step++)
    if (hd_axis_from_path(&step, 1, &path) && path == axis) return step + 1;
  return 3;
}

static row row_at(const hd_layout *layout, const int64_t *digit) {
  row found = {{0}};
  for (int k = 0; k < layout->profile.leaves; k++)
    found.component[component_of(layout, k)] += digit[k] * layout->stride[k];
  return found;
}

static bool is_same_row(row a, row b) { return memcmp(&a, &b, sizeof a) == 0; }

/* All values; returns their number. */
static int64_t tabulate(const hd_layout *layout, row *table) {
  int64_t digit[HD_MAX_LEAVES] = {0}, count = 0;
  for (int leaf = 0; leaf < layout->profile.leaves || count == 0;) {
    EXPECT(count < TABLE_MAX, "%s is too large for the table", hd_test_show(layout));
    table[count++] = row_at(layout, digit);
    for (leaf = 0; leaf < layout->profile.leaves && ++digit[leaf] == layout->shape[leaf]; leaf++) digit[leaf] = 0;
  }
  return count;
}

static bool has_repeat(const row *table, int64_t count) {
  for (int64_t i = 0; i < count; i++)
    for (int64_t j = 0; j < i; j++)
      if (is_same_row(table[i], table[j])) return true;
  return false;
}

static bool has_row(const row *table, int64_t count, row wanted) {
  for (int64_t i = 0; i < count; i++)
    if (is_same_row(table[i], wanted)) return true;
  return false;
}

/* A coordinate of the layout: nested alike, each digit inside its extent, plain. */
static void expect_inside(const hd_layout *layout, const hd_tuple *coordinate) {
  const hd_profile *a = &layout->profile, *b = &coordinate->profile;
  EXPECT(a->leaves == b->leaves && !coordinate->on_axes, "%s is no coordinate of %s", hd_test_show_tuple(coordinate),
         hd_test_show(layout));
  for (int k = 0; k < a->leaves; k++)
    EXPECT(a->open[k] == b->open[k] && a->close[k] == b->close[k] && coordinate->value[k] >= 0 &&
               coordinate->value[k] < layout->shape[k],
           "%s is no coordinate of %s", hd_test_show_tuple(coordinate), hd_test_show(layout));
}

/* ---- injective ---- */

static void expect_collision(const hd_layout *layout, const hd_error *error) {
  EXPECT(error->has_coordinate && error->has_other, "%s: two coordinates are due", hd_test_show(layout));
  expect_inside(layout, &error->coordinate);
  expect_inside(layout, &error->other);
  bool differ = false;
  for (int k = 0; k < layout->profile.leaves; k++) differ |= error->coordinate.value[k] != error->other.value[k];
  row first = row_at(layout, error->coordinate.value), second = row_at(layout, error->other.value);
  EXPECT(differ && is_same_row(first, second), "%s: %s and %s do not collide", hd_test_show(layout),
         hd_test_show_tuple(&error->coordinate), hd_test_show_tuple(&error->other));
  if (!layout->on_axes) EXPECT(error->number[0] == first.component[0], "%s: wrong value", hd_test_show(layout));
}

/* Returns the answer, after comparing it with the brute one. */
static bool expect_injective_as_brute(const hd_layout *layout) {
  static row table[TABLE_MAX];
  bool wanted = !has_repeat(table, tabulate(layout, table)), answer = !wanted;
  hd_error error;
  hd_status status = hd_is_injective(layout, &error, &answer);
  EXPECT(status == HD_OK && answer == wanted, "%s: want %d", hd_test_show(layout), wanted);
  if (!answer) expect_collision(layout, &error);
  return answer;
}

START_TEST(injective_agrees_with_all_values) {
  for (int leaves = 1; leaves <= 3; leaves++)
    for (int kind = 0; kind < 2; kind++) {
      hd_family family = kind == 0 ? hd_family_small(leaves) : hd_family_paths(leaves);
      int64_t yes = 0, count = hd_family_count(&family);
      for (int64_t n = 0; n < count; n++) {
        hd_layout layout;
        hd_family_at(&family, n, &layout);
        yes += expect_injective_as_brute(&layout);
      }
      ck_assert_int_gt(yes, 0);
      ck_assert_int_lt(yes, count);
    }
}
END_TEST

static uint64_t next_random(uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return *state >> 33;
}

/* A flat layout with strides of both signs and no order among them. */
static hd_layout scattered(uint64_t *state, int leaves, int64_t extents, int64_t strides) {
  int64_t shape[HD_MAX_LEAVES], stride[HD_MAX_LEAVES];
  hd_layout layout;
  for (int k = 0; k < leaves; k++) {
    shape[k] = 1 + (int64_t)(next_random(state) % (uint64_t)extents);
    stride[k] = 1 + (int64_t)(next_random(state) % (uint64_t)strides);
    if (next_random(state) % 4 == 0) stride[k] = -stride[k];
  }
  ck_assert_int_eq(hd_make_flat_layout(leaves, shape, stride, NULL, &layout), HD_OK);
  return layout;
}

START_TEST(injective_agrees_with_all_values_where_strides_have_no_order) {
  uint64_t state = 1;
  int yes = 0;
  for (int n = 0; n < 4000; n++) {
    hd_layout layout = scattered(&state, 2 + n % 4, 5, n % 3 == 0 ? 20 : 300);
    yes += expect_injective_as_brute(&layout);
  }
  ck_assert_int_gt(yes, 400);
  ck_assert_int_lt(yes, 3600);
}
END_TEST

START_TEST(the_smallest_collision_is_two_steps_that_meet) {
  hd_layout layout = hd_test_layout("(2,2):(2,2)");
  hd_error error;
  bool answer = true;
  ck_assert_int_eq(hd_is_injective(&layout, &error, &answer), HD_OK);
  ck_assert(!answer);
  ck_assert_int_eq(error.number[0], 2);
  ck_assert_int_eq(error.coordinate.value[0] + error.coordinate.value[1], 1);
  ck_assert_int_eq(error.other.value[0] + error.other.value[1], 1);
  expect_collision(&layout, &error);
}
END_TEST

typedef struct verdict {
  const char *layout;
  bool injective;
} verdict;

/* Strides p, q with p*q = q*p meet first p and q steps out: whether the extents reach that far. */
static const verdict large[] = {
    {"(64,8192):(8192,1)", true},
    {"(128,512):(65536,1)", true},
    {"(1048576,1048576,1048576):(1099511627776,1048576,1)", true},
    {"(1048576,1048576,1048576):(1099511627776,1048575,1)", false},
    {"9223372036854775807:1", true},
    {"4611686018427387904:2", true},
    {"(4611686018427387904,2):(1,4611686018427387903)", false},
    {"(2147483648,2147483648):(2147483647,2147483648)", true},
    {"(2147483649,2147483648):(2147483647,2147483648)", false},
    {"(2147483649,2147483647):(2147483647,-2147483648)", true},
    {"(1000000,1000000):(1000000,1000003)", true},
    {"(1000004,1000001):(1000000,1000003)", false},
    {"(1000000,1000000):(1099511627776,1099511627777)", true},
    {"(1000000,1000000):(1099511627791,1000000000039)", true},
    {"(1000000,1000000):(6,10)", false},
    {"(2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2):(1,2,4,8,16,32,64,128,256,512,1024,2048,4096,8192,16384,32768)", true},
    {"(3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3):(1,2,4,8,16,32,64,128,256,512,1024,2048,4096,8192,16384,32768)", false},
    {"(1048576,1048576):(1@lane,1@col)", true},
    {"(1048576,1048576):(1@lane,1@lane)", false},
};

START_TEST(large_layouts_are_decided) {
  for (int n = 0; n < HD_COUNT(large); n++) {
    hd_layout layout = hd_test_layout(large[n].layout);
    hd_error error;
    bool answer = !large[n].injective;
    ck_assert_int_eq(hd_is_injective(&layout, &error, &answer), HD_OK);
    ck_assert_msg(answer == large[n].injective, "%s", large[n].layout);
    if (!answer) expect_collision(&layout, &error);
  }
}
END_TEST

START_TEST(the_layout_without_leaves_has_one_value) {
  hd_layout empty, other = hd_test_layout("(3,2):(2,7)");
  hd_tuple value, coordinate;
  bool answer = false;
  hd_layout_clear(&empty);
  ck_assert_int_eq(hd_is_injective(&empty, NULL, &answer), HD_OK);
  ck_assert(answer);
  hd_tuple_scalar(&value, 0);
  ck_assert_int_eq(hd_coordinate_of(&empty, &value, NULL, &coordinate), HD_OK);
  ck_assert_int_eq(coordinate.profile.leaves, 0);
  for (int64_t offset = -1; offset <= 12; offset++) {
    bool wanted = !(offset == 0 || offset == 2 || offset == 4 || offset == 7 || offset == 9 || offset == 11);
    ck_assert_int_eq(hd_is_disjoint(&empty, offset, &other, NULL, &answer), HD_OK);
    ck_assert_int_eq(answer, wanted);
  }
}
END_TEST

/* ---- coordinate_of ---- */

/* Returns whether the value is taken, after comparing with the brute answer. */
static bool expect_coordinate_as_brute(const hd_layout *layout, const row *table, int64_t count, row wanted) {
  hd_tuple value, coordinate;
  hd_error error;
  if (layout->on_axes) hd_tuple_flat(&value, 2, &wanted.component[1]);
  else hd_tuple_scalar(&value, wanted.component[0]);
  hd_test_stamp(&coordinate, sizeof coordinate);
  hd_status status = hd_coordinate_of(layout, &value, &error, &coordinate);
  bool taken = has_row(table, count, wanted);
  if (status == HD_OK) {
    expect_inside(layout, &coordinate);
    EXPECT(taken && is_same_row(row_at(layout, coordinate.value), wanted), "%s at %s is not %s", hd_test_show(layout),
           hd_test_show_tuple(&coordinate), hd_test_show_tuple(&value));
  } else {
    EXPECT(!taken && hd_test_is_stamped(&coordinate, sizeof coordinate), "%s: %s is in the image: %s",
           hd_test_show(layout), hd_test_show_tuple(&value), hd_status_name(status));
    EXPECT(hd_test_is_error(&error, status) && (status == HD_UNDEFINED || layout->on_axes), "%s", hd_test_show(layout));
  }
  return taken;
}

START_TEST(coordinate_of_agrees_with_all_values) {
  static row table[TABLE_MAX];
  for (int leaves = 1; leaves <= 3; leaves++) {
    hd_family family = hd_family_small(leaves);
    int64_t taken = 0;
    for (int64_t n = 0; n < hd_family_count(&family); n += leaves) {
      hd_layout layout;
      hd_family_at(&family, n, &layout);
      int64_t count = tabulate(&layout, table);
      for (int64_t v = -14; v <= 20; v++)
        taken += expect_coordinate_as_brute(&layout, table, count, (row){.component = {v}});
    }
    ck_assert_int_gt(taken, 0);
  }
}
END_TEST

START_TEST(coordinate_of_agrees_with_all_values_on_paths) {
  static row table[TABLE_MAX];
  for (int leaves = 1; leaves <= 3; leaves++) {
    hd_family family = hd_family_paths(leaves);
    int64_t taken = 0;
    for (int64_t n = 0; n < hd_family_count(&family); n++) {
      hd_layout layout;
      hd_family_at(&family, n, &layout);
      if (!layout.on_axes) continue;
      int64_t count = tabulate(&layout, table);
      for (int64_t v = -3; v <= 6; v++)
        for (int64_t u = -3; u <= 6; u++)
          taken += expect_coordinate_as_brute(&layout, table, count, (row){.component = {0, v, u}});
    }
    ck_assert_int_gt(taken, 0);
  }
}
END_TEST

START_TEST(coordinate_of_finds_large_coordinates) {
  static const char *const texts[] = {
      "(1000000,1000000):(1099511627776,1099511627777)",
      "(2147483648,2147483648):(2147483647,2147483648)",
      "(64,8192):(8192,1)",
      "((1000,1000),1000):((-1,7001),90000001)",
      "(4611686018427387904,2):(-2,1)",
      "(2147483648,1073741824):(1,-4294967296)",
      "(1000000,1000000):(1099511627791,1000000000039)",
      "(900000,1000000):(8589934597,-8000000000017)",
  };
  uint64_t state = 7;
  for (int n = 0; n < HD_COUNT(texts); n++)
    for (int turn = 0; turn < 200; turn++) {
      hd_layout layout = hd_test_layout(texts[n]);
      int64_t digit[HD_MAX_LEAVES] = {0};
      hd_tuple value, coordinate;
      for (int k = 0; k < layout.profile.leaves; k++)
        digit[k] = (int64_t)((next_random(&state) << 31 | next_random(&state)) % (uint64_t)layout.shape[k]);
      hd_tuple_scalar(&value, row_at(&layout, digit).component[0]);
      ck_assert_int_eq(hd_coordinate_of(&layout, &value, NULL, &coordinate), HD_OK);
      expect_inside(&layout, &coordinate);
      EXPECT(memcmp(coordinate.value, digit, (size_t)layout.profile.leaves * sizeof digit[0]) == 0,
             "%s is injective: %s", texts[n], hd_test_show_tuple(&coordinate));
    }
}
END_TEST

START_TEST(values_beyond_the_reach_are_not_in_the_image) {
  const int64_t values[] = {INT64_MIN, INT64_MIN + 1, -8193, 8193, INT64_MAX};
  hd_layout layout = hd_test_layout("(8193,8193):(1,-1)");
  for (int n = 0; n < HD_COUNT(values); n++) {
    hd_tuple value, coordinate;
    hd_error error;
    hd_tuple_scalar(&value, values[n]);
    ck_assert_int_eq(hd_coordinate_of(&layout, &value, &error, &coordinate), HD_UNDEFINED);
    ck_assert_int_eq(error.number[0], values[n]);
  }
}
END_TEST

/* A value belongs to a layout when its components are components of the layout's values; absent ones are 0. */
START_TEST(coordinate_of_reads_values_on_axes) {
  static const struct {
    const char *layout, *value;
    hd_status status;
    const char *coordinate;
  } cases[] = {
      {"(4,8):(1@lane,2@col)", "(3@lane,6@col)", HD_OK, "(3,3)"},
      {"(4,8):(1@lane,2@col)", "6@col", HD_OK, "(0,3)"},
      {"(4,8):(1@lane,2@col)", "(6@col,3@lane)", HD_OK, "(3,3)"},
      {"(4,8):(1@lane,2@col)", "7@col", HD_UNDEFINED, NULL},
      {"(4,8):(1@lane,2@col)", "1@row", HD_MISMATCH, NULL},
      {"(4,8):(1@lane,2@col)", "(1@lane,1@lane)", HD_MISMATCH, NULL},
      {"(4,8):(1@lane,2@col)", "(3,6)", HD_MISMATCH, NULL},
      {"(4,8):(1@lane,2@col)", "3", HD_MISMATCH, NULL},
      {"(4,8):(1@lane,2@col)", "_", HD_MISMATCH, NULL},
      {"(4,(2,3)):(1@0,(1@0@1,1@1@1))", "(3,(1,2))", HD_OK, "(3,(1,2))"},
      {"(4,(2,3)):(1@0,(1@0@1,1@1@1))", "(3,(2,2))", HD_UNDEFINED, NULL},
      {"(4,(2,3)):(1@0,(1@0@1,1@1@1))", "(3,1)", HD_MISMATCH, NULL},
      {"(4,(2,3)):(1@0,(1@0@1,1@1@1))", "((3),(1,2))", HD_MISMATCH, NULL},
      {"(4,(2,3)):(1@0,(1@0@1,1@1@1))", "(3)", HD_OK, "(3,(0,0))"},
      {"(4,(2,3)):(1@0,(1@0@1,1@1@1))", "(3,(1,2),1)", HD_MISMATCH, NULL},
      {"(4,(2,3)):(1@0,(1@0@1,1@1@1))", "(((((((((1)))))))))", HD_MISMATCH, NULL},
      {"4:1@0@0@0@0@0@0@0@0", "((((((((3))))))))", HD_OK, "3"},
      {"(4,8):(1,4)", "9", HD_OK, "(1,2)"},
      {"(4,8):(1,4)", "(9)", HD_MISMATCH, NULL},
      {"(4,8):(1,4)", "9@lane", HD_MISMATCH, NULL},
      {"(4,8):(1,4)", "_", HD_MISMATCH, NULL},
  };
  for (int n = 0; n < HD_COUNT(cases); n++) {
    hd_layout layout = hd_test_layout(cases[n].layout);
    hd_tuple value = hd_test_tuple(cases[n].value), coordinate;
    hd_error error;
    hd_test_stamp(&coordinate, sizeof coordinate);
    hd_status status = hd_coordinate_of(&layout, &value, &error, &coordinate);
    ck_assert_msg(status == cases[n].status, "%s of %s: %s", cases[n].value, cases[n].layout, hd_status_name(status));
    if (status == HD_OK) {
      ck_assert_str_eq(hd_test_show_tuple(&coordinate), cases[n].coordinate);
    } else {
      ck_assert(hd_test_is_error(&error, status));
      ck_assert(hd_test_is_stamped(&coordinate, sizeof coordinate));
    }
  }
}
END_TEST

START_TEST(a_value_may_be_overwritten_by_its_coordinate) {
  hd_layout layout = hd_test_layout("((2,3),4):((12,4),1)");
  hd_tuple both;
  hd_tuple_scalar(&both, 12 + 8 + 3);
  ck_assert_int_eq(hd_coordinate_of(&layout, &both, NULL, &both), HD_OK);
  ck_assert_str_eq(hd_test_show_tuple(&both), "((1,2),3)");
}
END_TEST

/* ---- disjoint ---- */

static bool expect_disjoint_as_brute(const hd_layout *a, int64_t offset, const hd_layout *b) {
  static row of_a[TABLE_MAX], of_b[TABLE_MAX];
  int64_t count_a = tabulate(a, of_a), count_b = tabulate(b, of_b);
  bool wanted = true, answer;
  for (int64_t i = 0; i < count_a && wanted; i++)
    wanted = !has_row(of_b, count_b, (row){.component = {of_a[i].component[0] + offset}});
  answer = !wanted;
  hd_error error;
  hd_status status = hd_is_disjoint(a, offset, b, &error, &answer);
  EXPECT(status == HD_OK && answer == wanted, "%s + %lld and %s: want %d", hd_test_show(a), (long long)offset,
         hd_test_show(b), wanted);
  if (answer) return true;
  expect_inside(a, &error.coordinate);
  expect_inside(b, &error.other);
  int64_t value = row_at(a, error.coordinate.value).component[0] + offset;
  EXPECT(error.has_coordinate && error.has_other && value == row_at(b, error.other.value).component[0] &&
             value == error.number[0],
         "%s + %lld and %s do not meet at %s and %s", hd_test_show(a), (long long)offset, hd_test_show(b),
         hd_test_show_tuple(&error.coordinate), hd_test_show_tuple(&error.other));
  return false;
}

START_TEST(disjoint_agrees_with_all_values) {
  hd_family family = hd_family_few(2);
  int64_t count = hd_family_count(&family), yes = 0, no = 0;
  for (int64_t n = 0; n < count; n++)
    for (int64_t m = n % 7; m < count; m += 7) {
      hd_layout a, b;
      hd_family_at(&family, n, &a);
      hd_family_at(&family, m, &b);
      for (int64_t offset = -5; offset <= 7; offset += 4) *(expect_disjoint_as_brute(&a, offset, &b) ? &yes : &no) += 1;
    }
  ck_assert_int_gt(yes, count);
  ck_assert_int_gt(no, count);
}
END_TEST

START_TEST(disjoint_agrees_with_all_values_where_strides_have_no_order) {
  uint64_t state = 3;
  int yes = 0;
  for (int n = 0; n < 3000; n++) {
    hd_layout a = scattered(&state, 1 + n % 3, 4, 200), b = scattered(&state, 1 + n % 4, 4, 200);
    yes += expect_disjoint_as_brute(&a, (int64_t)(next_random(&state) % 100) - 50, &b);
  }
  ck_assert_int_gt(yes, 300);
  ck_assert_int_lt(yes, 2700);
}
END_TEST

START_TEST(disjoint_is_decided_at_the_ends_of_64_bits) {
  static const struct {
    const char *a;
    int64_t offset;
    const char *b;
    hd_status status;
    bool disjoint;
  } cases[] = {
      {"9223372036854775807:1", 0, "9223372036854775807:-1", HD_OK, false},
      {"9223372036854775807:1", 1, "9223372036854775807:-1", HD_OK, true},
      {"9223372036854775807:-1", -2, "9223372036854775807:1", HD_OK, true},
      {"9223372036854775807:-1", -3, "9223372036854775807:1", HD_OVERFLOW, false},
      {"9223372036854775807:1", 2, "4:1", HD_OVERFLOW, false},
      {"4611686018427387904:2", 0, "4611686018427387903:2", HD_OK, false},
      {"4611686018427387904:2", 1, "4611686018427387904:2", HD_OK, true},
      {"4611686018427387904:2", 1, "(4611686018427387900,2):(2,3)", HD_OK, false},
      {"8:1", INT64_MIN, "8:1", HD_OK, true},
      {"8:-1", INT64_MIN, "8:1", HD_OVERFLOW, false},
      {"8:1", 0, "8:1@lane", HD_MISMATCH, false},
      {"8:1@0", 0, "8:1@0", HD_MISMATCH, false},
  };
  for (int n = 0; n < HD_COUNT(cases); n++) {
    hd_layout a = hd_test_layout(cases[n].a), b = hd_test_layout(cases[n].b);
    hd_error error;
    bool answer = !cases[n].disjoint;
    hd_status status = hd_is_disjoint(&a, cases[n].offset, &b, &error, &answer);
    ck_assert_msg(status == cases[n].status, "case %d: %s", n, hd_status_name(status));
    ck_assert_msg(answer == (status == HD_OK ? cases[n].disjoint : !cases[n].disjoint), "case %d", n);
    if (status != HD_OK) ck_assert(hd_test_is_error(&error, status));
  }
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"injective agrees with all values", injective_agrees_with_all_values},
      {"injective agrees with all values where strides have no order",
       injective_agrees_with_all_values_where_strides_have_no_order},
      {"the smallest collision is two steps that meet", the_smallest_collision_is_two_steps_that_meet},
      {"large layouts are decided", large_layouts_are_decided},
      {"the layout without leaves has one value", the_layout_without_leaves_has_one_value},
      {"coordinate_of agrees with all values", coordinate_of_agrees_with_all_values},
      {"coordinate_of agrees with all values on paths", coordinate_of_agrees_with_all_values_on_paths},
      {"coordinate_of finds large coordinates", coordinate_of_finds_large_coordinates},
      {"values beyond the reach are not in the image", values_beyond_the_reach_are_not_in_the_image},
      {"coordinate_of reads values on axes", coordinate_of_reads_values_on_axes},
      {"a value may be overwritten by its coordinate", a_value_may_be_overwritten_by_its_coordinate},
      {"disjoint agrees with all values", disjoint_agrees_with_all_values},
      {"disjoint agrees with all values where strides have no order",
       disjoint_agrees_with_all_values_where_strides_have_no_order},
      {"disjoint is decided at the ends of 64 bits", disjoint_is_decided_at_the_ends_of_64_bits},
  };
  return hd_test_main("image", test, HD_COUNT(test));
}
