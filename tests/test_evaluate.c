/* Evaluation: at indices and at coordinates of every depth, against the oracle; and the coordinates of a shape. */
#include "proofs/oracle.h"
#include "tests/support/family.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

#include <stdint.h>

START_TEST(an_index_has_the_oracles_value_inside_and_outside_the_size) {
  for (int leaves = 1; leaves <= 3; leaves++) {
    hd_family family = hd_family_small(leaves);
    for (int64_t n = 0; n < hd_family_count(&family); n++) {
      hd_layout layout;
      hd_oracle_axes axes = {.count = 1};
      hd_family_at(&family, n, &layout);
      for (int64_t i = -40; i <= 70; i++) {
        int64_t got, wanted;
        EXPECT(hd_oracle_at(&layout, i, &axes, &wanted) == HD_OK, "the oracle failed");
        EXPECT(hd_evaluate_index(&layout, i, NULL, &got) == HD_OK, "%s at %d", hd_test_show(&layout), (int)i);
        EXPECT(got == wanted, "%s at %d: %d, not %d", hd_test_show(&layout), (int)i, (int)got, (int)wanted);
      }
    }
  }
}
END_TEST

START_TEST(values_worked_out_by_hand) {
  static const struct {
    const char *layout;
    int64_t index, value;
  } row[] = {{"(4,8):(1,4)", 100, 100}, {"(4,8):(1,10)", 5, 11},  {"20:2", 30, 60}, {"((2,2),3):((1,9),100)", 7, 110},
             {"():()", 5, 0},           {"(4,8):(1,10)", -1, -7}, {"3:-2", 2, -4}};
  for (int n = 0; n < HD_COUNT(row); n++) {
    hd_layout layout = hd_test_layout(row[n].layout);
    int64_t value;
    ck_assert_int_eq(hd_evaluate_index(&layout, row[n].index, NULL, &value), HD_OK);
    ck_assert_msg(value == row[n].value, "%s at %d: %d", row[n].layout, (int)row[n].index, (int)value);
  }
}
END_TEST

/* Fills a coordinate of the given nesting: leaf k runs through -1.. of whatever stands under it. */
static hd_tuple coordinate_at(const char *nesting, int64_t number) {
  hd_tuple coordinate;
  memset(&coordinate, 0, sizeof coordinate);
  coordinate.profile = hd_test_profile(nesting);
  for (int k = 0; k < coordinate.profile.leaves; k++) {
    coordinate.value[k] = number % 5 == 4 ? 0 : number % 5 * (k + 1) - 1;
    if (number % 5 == 4) coordinate.on_axes = true;
    coordinate.axis[k] = number % 5 == 4 ? HD_AXIS_ANY : HD_AXIS_INTEGER;
    number /= 5;
  }
  return coordinate;
}

static const char *const nestings[] = {".",       "(.)",     "(.,.)",     "((.),.)",   "(.,(.))",
                                       "((.,.))", "(.,.,.)", "((.,.),.)", "(.,(.,.))", "()"};

START_TEST(a_coordinate_of_any_depth_has_the_oracles_value) {
  int64_t answered = 0, refused = 0;
  for (int leaves = 1; leaves <= 3; leaves++) {
    hd_family family = hd_family_small(leaves);
    for (int64_t n = 0; n < hd_family_count(&family); n += 7)
      for (int64_t m = 0; m < HD_COUNT(nestings) * 125; m += 3) {
        hd_layout layout;
        hd_tuple coordinate = coordinate_at(nestings[m % HD_COUNT(nestings)], m / HD_COUNT(nestings)), got;
        hd_oracle_axes axes = {.count = 1};
        int64_t wanted;
        hd_family_at(&family, n, &layout);
        hd_status should = hd_oracle_at_coordinate(&layout, &coordinate, &axes, &wanted);
        hd_status status = hd_evaluate(&layout, &coordinate, NULL, &got);
        EXPECT(status == should, "%s at %s: %s", hd_test_show(&layout), hd_test_show_tuple(&coordinate),
               hd_status_name(status));
        answered += status == HD_OK;
        refused += status != HD_OK;
        if (status != HD_OK) continue;
        EXPECT(got.profile.leaves == 1 && !hd_is_tuple(&got.profile) && got.value[0] == wanted, "%s at %s: %s, not %d",
               hd_test_show(&layout), hd_test_show_tuple(&coordinate), hd_test_show_tuple(&got), (int)wanted);
      }
  }
  ck_assert_int_gt(answered, 0);
  ck_assert_int_gt(refused, 0);
}
END_TEST

/* The component of a value on paths: the leaf at path {step}, absent ones 0. */
START_TEST(values_on_paths_have_the_oracles_components) {
  for (int leaves = 1; leaves <= 3; leaves++) {
    hd_family family = hd_family_paths(leaves);
    for (int64_t n = 0; n < hd_family_count(&family); n++) {
      hd_layout layout;
      hd_oracle_axes axes;
      hd_family_at(&family, n, &layout);
      hd_oracle_layout_axes(&layout, &axes);
      if (axes.axis[0] == HD_AXIS_INTEGER) continue;
      for (int64_t i = 0; i < 20; i++) {
        hd_tuple index, got;
        int64_t wanted[HD_MAX_LEAVES], by_step[2] = {0, 0};
        hd_tuple_scalar(&index, i);
        EXPECT(hd_oracle_at(&layout, i, &axes, wanted) == HD_OK, "the oracle failed");
        EXPECT(hd_evaluate(&layout, &index, NULL, &got) == HD_OK, "%s at %d", hd_test_show(&layout), (int)i);
        for (int k = 0; k < axes.count; k++) {
          int step[HD_AXIS_STEPS];
          EXPECT(hd_axis_path(axes.axis[k], step) == 1 && step[0] < 2, "path");
          by_step[step[0]] = wanted[k];
        }
        EXPECT(got.profile.leaves >= 1 && got.profile.leaves <= 2 && hd_is_tuple(&got.profile), "%s at %d: %s",
               hd_test_show(&layout), (int)i, hd_test_show_tuple(&got));
        for (int k = 0; k < 2; k++)
          EXPECT(by_step[k] == (k < got.profile.leaves ? got.value[k] : 0), "%s at %d: %s", hd_test_show(&layout),
                 (int)i, hd_test_show_tuple(&got));
      }
    }
  }
}
END_TEST

START_TEST(values_on_axes_are_tuples_nested_as_their_paths) {
  static const char *const row[][4] = {
      {"(4,8):(1@0,1@1)", "(3,5)", "(3,5)"},
      {"(4,8):(1@1,1@0)", "(3,5)", "(5,3)"},
      {"(4,8):(1@1,2@1)", "(3,5)", "(0,13)"},
      {"(4,(2,3)):(1@0@1,(1@1@1,3@0))", "(3,(1,2))", "(6,(3,1))"},
      {"(4,8):(1@lane,2@col)", "(3,5)", "(3@lane,10@col)"},
      {"(2,2,8):(16@lane,0,1@lane)", "(1,1,5)", "(21@lane)"},
  };
  for (int n = 0; n < HD_COUNT(row); n++) {
    hd_layout layout = hd_test_layout(row[n][0]);
    hd_tuple coordinate = hd_test_tuple(row[n][1]), value;
    ck_assert_int_eq(hd_evaluate(&layout, &coordinate, NULL, &value), HD_OK);
    hd_tuple wanted = hd_test_tuple(row[n][2]);
    ck_assert_msg(hd_oracle_is_congruent(&value.profile, &wanted.profile), "%s at %s: %s", row[n][0], row[n][1],
                  hd_test_show_tuple(&value));
    for (int k = 0; k < wanted.profile.leaves; k++) {
      ck_assert_int_eq(value.value[k], wanted.value[k]);
      ck_assert_uint_eq(hd_tuple_axis(&value, k), hd_tuple_axis(&wanted, k));
    }
    ck_assert_int_eq(hd_evaluate(&layout, &coordinate, NULL, &coordinate), HD_OK);
    ck_assert(hd_tuple_is_identical(&coordinate, &value));
  }
}
END_TEST

static const char *const shapes[] = {"6",         "(6)",           "(2,3)", "(3,2)", "((2,3),4)",
                                     "(2,(3,2))", "((2),(1,3),2)", "(1,1)", "()",    "(4,1,3)"};

START_TEST(crd2idx_and_idx2crd_are_inverse_and_do_not_wrap) {
  for (int n = 0; n < HD_COUNT(shapes); n++) {
    hd_tuple shape = hd_test_tuple(shapes[n]);
    hd_layout layout;
    ck_assert_int_eq(hd_make_layout(&shape, NULL, NULL, &layout), HD_OK);
    for (int64_t i = 0; i < (shape.profile.leaves ? 100 : 1); i++) {
      hd_tuple index, coordinate;
      int64_t back, number;
      bool inside;
      hd_tuple_scalar(&index, i);
      EXPECT(hd_idx2crd(&index, &shape, NULL, &coordinate) == HD_OK, "%s at %d", shapes[n], (int)i);
      EXPECT(hd_oracle_is_congruent(&coordinate.profile, &shape.profile), "%s at %d", shapes[n], (int)i);
      EXPECT(hd_crd2idx(&coordinate, &shape, NULL, &back) == HD_OK && back == i, "%s at %d: back %d", shapes[n], (int)i,
             (int)back);
      EXPECT(hd_oracle_index_of(&layout, &coordinate, &number, &inside) == HD_OK && number == i, "%s at %d: %s",
             shapes[n], (int)i, hd_test_show_tuple(&coordinate));
      EXPECT(inside == (i < hd_size(&layout)), "%s at %d: %s", shapes[n], (int)i, hd_test_show_tuple(&coordinate));
      for (int k = 0; k + 1 < shape.profile.leaves; k++)
        EXPECT(coordinate.value[k] >= 0 && coordinate.value[k] < shape.value[k], "%s at %d", shapes[n], (int)i);
      EXPECT(hd_crd2idx(&index, &shape, NULL, &back) == HD_OK && (back == i || !shape.profile.leaves), "%s, integer %d",
             shapes[n], (int)i);
    }
  }
}
END_TEST

START_TEST(indices_may_be_given_mode_by_mode) {
  hd_tuple shape = hd_test_tuple("((2,3),(4,5))"), index = hd_test_tuple("(5,17)"), coordinate;
  int64_t back;
  ck_assert_int_eq(hd_idx2crd(&index, &shape, NULL, &coordinate), HD_OK);
  ck_assert_str_eq(hd_test_show_tuple(&coordinate), "((1,2),(1,4))");
  ck_assert_int_eq(hd_crd2idx(&coordinate, &shape, NULL, &back), HD_OK);
  ck_assert_int_eq(back, 5 + 6 * 17);
  ck_assert_int_eq(hd_crd2idx(&index, &shape, NULL, &back), HD_OK);
  ck_assert_int_eq(back, 5 + 6 * 17);
  ck_assert_int_eq(hd_idx2crd(&index, &shape, NULL, &index), HD_OK);
  ck_assert(hd_tuple_is_identical(&index, &coordinate));
  shape = hd_test_tuple("(((2,3),4),5,(6,7))");
  index = hd_test_tuple("((5,3),2,(1,8))");
  ck_assert_int_eq(hd_idx2crd(&index, &shape, NULL, &coordinate), HD_OK);
  ck_assert_str_eq(hd_test_show_tuple(&coordinate), "(((1,2),3),2,(1,8))");
  shape = hd_test_tuple("(4,8)");
  index = hd_test_tuple("100");
  ck_assert_int_eq(hd_idx2crd(&index, &shape, NULL, &coordinate), HD_OK);
  ck_assert_str_eq(hd_test_show_tuple(&coordinate), "(0,25)");
}
END_TEST

START_TEST(digits_are_the_coordinate_leaf_by_leaf) {
  for (int n = 0; n < HD_COUNT(shapes); n++) {
    hd_tuple shape = hd_test_tuple(shapes[n]), index, coordinate;
    hd_layout layout;
    int64_t digit[HD_MAX_LEAVES];
    ck_assert_int_eq(hd_make_layout(&shape, NULL, NULL, &layout), HD_OK);
    for (int64_t i = 0; i < 100; i++) {
      hd_tuple_scalar(&index, i);
      if (shape.profile.leaves == 0 && i > 0) {
        EXPECT(hd_idx2crd(&index, &shape, NULL, &coordinate) == HD_RANGE, "() at %d", (int)i);
        continue;
      }
      hd_digits(&layout, i, digit);
      EXPECT(hd_idx2crd(&index, &shape, NULL, &coordinate) == HD_OK, "%s at %d", shapes[n], (int)i);
      for (int k = 0; k < shape.profile.leaves; k++)
        EXPECT(digit[k] == coordinate.value[k], "%s at %d: digit %d", shapes[n], (int)i, k);
    }
  }
}
END_TEST

/* ---- refusals ---- */

static void expect_evaluate(const char *layout_text, const char *coordinate_text, hd_status wanted) {
  hd_layout layout = hd_test_layout(layout_text);
  hd_tuple coordinate = hd_test_tuple(coordinate_text), value;
  hd_error error;
  hd_test_stamp(&value, sizeof value);
  hd_status status = hd_evaluate(&layout, &coordinate, &error, &value);
  ck_assert_msg(status == wanted, "%s at %s: %s", layout_text, coordinate_text, hd_status_name(status));
  ck_assert(hd_test_is_error(&error, wanted));
  ck_assert(hd_test_is_stamped(&value, sizeof value));
  ck_assert_int_eq(hd_evaluate(&layout, &coordinate, NULL, &value), wanted);
}

START_TEST(a_coordinate_nested_otherwise_is_a_mismatch) {
  expect_evaluate("(4,8):(1,4)", "(1,2,3)", HD_MISMATCH);
  expect_evaluate("(4,8):(1,4)", "(1)", HD_MISMATCH);
  expect_evaluate("(4,8):(1,4)", "((1,2),3)", HD_MISMATCH);
  expect_evaluate("4:1", "(1)", HD_MISMATCH);
  expect_evaluate("(4,8):(1,4)", "()", HD_MISMATCH);
  expect_evaluate("(4,8):(1,4)", "(1@0,2@1)", HD_MISMATCH);
}
END_TEST

START_TEST(values_beyond_64_bits_are_an_overflow) {
  hd_layout layout = hd_test_layout("(2,2):(1,4611686018427387904)"), axes = hd_test_layout("(4,8):(1@0,1@1)");
  hd_error error;
  int64_t value = 99;
  expect_evaluate("(2,2):(1,4611686018427387904)", "(0,2)", HD_OVERFLOW);
  expect_evaluate("(2,2):(1,4611686018427387904)", "4", HD_OVERFLOW);
  expect_evaluate("(2,2):(4611686018427387904@0,1@0)", "(2,0)", HD_OVERFLOW);
  ck_assert_int_eq(hd_evaluate_index(&layout, 4, &error, &value), HD_OVERFLOW);
  ck_assert(hd_test_is_error(&error, HD_OVERFLOW));
  ck_assert_int_eq(hd_evaluate_index(&layout, INT64_MIN, NULL, &value), HD_OVERFLOW);
  ck_assert_int_eq(hd_evaluate_index(&axes, 1, &error, &value), HD_MISMATCH);
  ck_assert(hd_test_is_error(&error, HD_MISMATCH));
  ck_assert_int_eq(value, 99);
}
END_TEST

START_TEST(extreme_indices_are_answered_where_the_value_fits) {
  hd_layout layout = hd_test_layout("(2,1):(0,1)"), scalar = hd_test_layout("4:1");
  int64_t value;
  ck_assert_int_eq(hd_evaluate_index(&layout, INT64_MIN, NULL, &value), HD_OK);
  ck_assert_int_eq(value, INT64_MIN / 2);
  ck_assert_int_eq(hd_evaluate_index(&layout, INT64_MIN + 1, NULL, &value), HD_OK);
  ck_assert_int_eq(value, INT64_MIN / 2);
  ck_assert_int_eq(hd_evaluate_index(&scalar, INT64_MIN, NULL, &value), HD_OK);
  ck_assert_int_eq(value, INT64_MIN);
  ck_assert_int_eq(hd_evaluate_index(&layout, INT64_MAX, NULL, &value), HD_OK);
  ck_assert_int_eq(value, INT64_MAX / 2);
}
END_TEST

__extension__ typedef __int128 wide;

/* L(index) in 128 bits; false where some digit's part leaves 64. */
static bool in_128_bits(const hd_layout *layout, int64_t index, wide *value) {
  wide rest = index;
  bool fits = true;
  *value = 0;
  for (int k = 0; k < layout->profile.leaves; k++) {
    wide digit = rest;
    if (k + 1 < layout->profile.leaves) {
      digit = (rest % layout->shape[k] + layout->shape[k]) % layout->shape[k];
      rest = (rest - digit) / layout->shape[k];
    }
    *value += digit * layout->stride[k];
    fits = fits && digit * layout->stride[k] == (int64_t)(digit * layout->stride[k]) && *value == (int64_t)*value;
  }
  return fits;
}

/* Rounding down must not leave 64 bits where the digits themselves do not. */
START_TEST(indices_near_the_ends_of_64_bits_are_exact_or_an_overflow) {
  static const char *const row[] = {
      "(3,2):(1,3)", "(3,2):(1,7)",     "(3,2):(1,2)",         "(7,2):(-1,1)",
      "(1,2):(5,1)", "(3,5,2):(0,1,1)", "((3,2),2):((1,0),5)", "(9223372036854775807,2):(1,0)"};
  int exact = 0, beyond = 0;
  for (int n = 0; n < HD_COUNT(row); n++)
    for (int k = 0; k < 20; k++) {
      hd_layout layout = hd_test_layout(row[n]);
      hd_oracle_axes axes = {.count = 1};
      int64_t index = k < 10 ? INT64_MIN + k : INT64_MAX - (k - 10), value = 0, oracle = 0;
      hd_tuple scalar, tuple;
      wide wanted;
      hd_tuple_scalar(&scalar, index);
      hd_status status = in_128_bits(&layout, index, &wanted) ? HD_OK : HD_OVERFLOW;
      EXPECT(hd_evaluate_index(&layout, index, NULL, &value) == status, "%s at %lld", row[n], (long long)index);
      EXPECT(hd_evaluate(&layout, &scalar, NULL, &tuple) == status, "%s at %lld", row[n], (long long)index);
      EXPECT(hd_oracle_at(&layout, index, &axes, &oracle) == status, "%s at %lld", row[n], (long long)index);
      exact += status == HD_OK;
      beyond += status != HD_OK;
      if (status == HD_OK)
        EXPECT(value == wanted && tuple.value[0] == wanted && oracle == wanted, "%s at %lld: %lld", row[n],
               (long long)index, (long long)value);
    }
  ck_assert_int_gt(exact, 50);
  ck_assert_int_gt(beyond, 20);
}
END_TEST

START_TEST(coordinates_of_shapes_are_refused_with_their_statuses) {
  hd_tuple shape = hd_test_tuple("(4,8)"), three = hd_test_tuple("(1,2,3)"), negative = hd_test_tuple("-1"), coordinate;
  hd_tuple large = hd_test_tuple("(4294967296,4294967296)"), far = hd_test_tuple("(0,9223372036854775807)");
  hd_error error;
  int64_t index = 99;
  hd_test_stamp(&coordinate, sizeof coordinate);
  ck_assert_int_eq(hd_idx2crd(&three, &shape, &error, &coordinate), HD_MISMATCH);
  ck_assert(hd_test_is_error(&error, HD_MISMATCH));
  ck_assert_int_eq(hd_idx2crd(&negative, &shape, &error, &coordinate), HD_RANGE);
  ck_assert(hd_test_is_error(&error, HD_RANGE));
  ck_assert_int_eq(hd_idx2crd(&negative, &shape, NULL, &coordinate), HD_RANGE);
  ck_assert(hd_test_is_stamped(&coordinate, sizeof coordinate));
  ck_assert_int_eq(hd_crd2idx(&three, &shape, &error, &index), HD_MISMATCH);
  ck_assert(hd_test_is_error(&error, HD_MISMATCH));
  ck_assert_int_eq(hd_crd2idx(&far, &shape, &error, &index), HD_OVERFLOW);
  ck_assert(hd_test_is_error(&error, HD_OVERFLOW));
  ck_assert_int_eq(hd_crd2idx(&far, &large, NULL, &index), HD_OVERFLOW);
  shape = hd_test_tuple("(4,0)");
  ck_assert_int_eq(hd_crd2idx(&negative, &shape, NULL, &index), HD_MALFORMED);
  ck_assert_int_eq(index, 99);
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"an index has the oracle's value", an_index_has_the_oracles_value_inside_and_outside_the_size},
      {"values worked out by hand", values_worked_out_by_hand},
      {"a coordinate of any depth", a_coordinate_of_any_depth_has_the_oracles_value},
      {"values on paths", values_on_paths_have_the_oracles_components},
      {"values on axes are nested as their paths", values_on_axes_are_tuples_nested_as_their_paths},
      {"crd2idx and idx2crd are inverse", crd2idx_and_idx2crd_are_inverse_and_do_not_wrap},
      {"indices mode by mode", indices_may_be_given_mode_by_mode},
      {"digits", digits_are_the_coordinate_leaf_by_leaf},
      {"mismatch", a_coordinate_nested_otherwise_is_a_mismatch},
      {"overflow", values_beyond_64_bits_are_an_overflow},
      {"extreme indices", extreme_indices_are_answered_where_the_value_fits},
      {"ends of 64 bits", indices_near_the_ends_of_64_bits_are_exact_or_an_overflow},
      {"coordinates of shapes are refused", coordinates_of_shapes_are_refused_with_their_statuses},
  };
  return hd_test_main("evaluate", test, HD_COUNT(test));
}
