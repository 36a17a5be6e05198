/* The fit: from every table of values to the layout that has them, or to the index that shows there is none. */
#include "proofs/oracle.h"
#include "tests/support/family.h"
#include "tests/support/judge.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

#include <stdio.h>

/* Pushes the whole table. Returns the status; *at is the index of the value that was not taken. */
static hd_status fit_table(const hd_oracle_table *table, hd_error *error, hd_layout *layout, int64_t *at) {
  hd_fit fit;
  hd_fit_start(&fit, table->count, table->axes.count);
  for (*at = 0; *at < table->count; ++*at) {
    hd_status status = hd_fit_push(&fit, table->value + *at * table->axes.count, error);
    if (status != HD_OK) return status;
  }
  return hd_fit_layout(&fit, table->axes.axis, error, layout);
}

/* The fit of a table, against the oracle's search through all factorizations. Returns whether there is a layout. */
static bool expect_fit(const hd_oracle_table *table, const char *name) {
  bool exists;
  int64_t failing, at;
  hd_layout layout;
  hd_error error;
  EXPECT(hd_oracle_fit(table, &exists, &failing) == HD_OK, "the oracle failed");
  hd_test_stamp(&layout, sizeof layout);
  hd_status status = fit_table(table, &error, &layout, &at);
  EXPECT(status == (exists ? HD_OK : HD_UNDEFINED), "%s: %s, exists: %d", name, hd_status_name(status), exists);
  if (!exists) {
    EXPECT(at == failing, "%s: refused at %d, not at %d", name, (int)at, (int)failing);
    EXPECT(hd_test_is_error(&error, HD_UNDEFINED) && error.number[0] == at, "%s: the error", name);
    EXPECT(error.has_coordinate && error.coordinate.profile.leaves == 1 && error.coordinate.value[0] == at,
           "%s: the coordinate", name);
    EXPECT(hd_test_is_stamped(&layout, sizeof layout), "%s: touched", name);
    return false;
  }
  EXPECT(hd_test_is_valid(&layout) && hd_size(&layout) == table->count, "%s: %s", name, hd_test_show(&layout));
  for (int64_t i = 0; i < table->count; i++) {
    int64_t value[HD_MAX_LEAVES];
    EXPECT(hd_oracle_at(&layout, i, &table->axes, value) == HD_OK, "the oracle failed");
    EXPECT(memcmp(value, table->value + i * table->axes.count, (size_t)table->axes.count * sizeof value[0]) == 0,
           "%s: %s differs at %d", name, hd_test_show(&layout), (int)i);
  }
  hd_layout shortest;
  hd_coalesce(&layout, &shortest);
  EXPECT(hd_is_identical(&layout, &shortest), "%s: %s is not coalesced", name, hd_test_show(&layout));
  return true;
}

START_TEST(every_small_table_is_fitted_or_refused_at_the_right_index) {
  static const int64_t values[] = {0, 1, 2, 3, 5, -1};
  int64_t fitted = 0, refused = 0;
  for (int64_t size = 1; size <= 6; size++) {
    int64_t tables = 2;
    for (int64_t k = 1; k < size; k++) tables *= 6;
    for (int64_t n = 0; n < tables; n++) {
      int64_t value[6] = {n % 2}, rest = n / 2;
      hd_oracle_table table = {.axes = {.count = 1}, .count = size, .value = value};
      char name[64];
      for (int64_t k = 1; k < size; k++, rest /= 6) value[k] = values[rest % 6];
      snprintf(name, sizeof name, "%d: %d %d %d %d %d", (int)size, (int)value[1], (int)value[2], (int)value[3],
               (int)value[4], (int)value[5]);
      bool answer = expect_fit(&table, name);
      fitted += answer;
      refused += !answer;
    }
  }
  ck_assert_int_eq(fitted + refused, 2 * (1 + 6 + 36 + 216 + 1296 + 7776));
  ck_assert_int_gt(fitted, 30);
  ck_assert_int_gt(refused, 1000);
}
END_TEST

START_TEST(tables_of_two_components_too) {
  int64_t fitted = 0, refused = 0;
  for (int64_t n = 0; n < 9 * 9 * 9; n++) {
    int64_t value[8] = {0};
    int step[] = {0, 1};
    hd_oracle_table table = {.axes = {.count = 2}, .count = 4, .value = value};
    ck_assert(hd_axis_from_path(&step[0], 1, &table.axes.axis[0]) &&
              hd_axis_from_path(&step[1], 1, &table.axes.axis[1]));
    int64_t rest = n;
    for (int k = 2; k < 8; k++, rest /= 3) value[k] = rest % 3;
    bool answer = expect_fit(&table, "two components");
    fitted += answer;
    refused += !answer;
  }
  ck_assert_int_gt(fitted, 0);
  ck_assert_int_gt(refused, 0);
}
END_TEST

START_TEST(the_values_of_a_layout_give_its_coalesced_form_back) {
  for (int leaves = 1; leaves <= 3; leaves++)
    for (int paths = 0; paths < 2; paths++) {
      hd_family family = paths ? hd_family_paths(leaves) : hd_family_small(leaves);
      for (int64_t n = 0; n < hd_family_count(&family); n++) {
        hd_layout layout, wanted, got;
        hd_oracle_table table;
        int64_t at;
        hd_family_at(&family, n, &layout);
        EXPECT(hd_oracle_table_of(&layout, &table) == HD_OK, "the oracle failed");
        EXPECT(fit_table(&table, NULL, &got, &at) == HD_OK, "%s: refused at %d", hd_test_show(&layout), (int)at);
        hd_oracle_table_free(&table);
        hd_coalesce(&layout, &wanted);
        if (hd_size(&wanted) == 1) wanted = hd_test_layout("1:0");
        EXPECT(hd_is_identical(&got, &wanted), "%s: %s", hd_test_show(&layout), hd_test_show(&got));
      }
    }
}
END_TEST

/* One value changed by one: what is refused is refused at that value or where its block is repeated. */
START_TEST(one_wrong_value_is_found) {
  hd_layout layout = hd_test_layout("(4,3,5):(7,100,1)");
  hd_oracle_table table;
  ck_assert_int_eq(hd_oracle_table_of(&layout, &table), HD_OK);
  for (int64_t i = 0; i < table.count; i++) {
    table.value[i]++;
    bool answer = expect_fit(&table, "one wrong value");
    ck_assert_msg(!answer, "value %d", (int)i);
    table.value[i]--;
  }
  ck_assert(expect_fit(&table, "no wrong value"));
  hd_oracle_table_free(&table);
}
END_TEST

START_TEST(an_extent_that_does_not_divide_is_named) {
  static const int64_t value[] = {0, 4, 8, 1};
  hd_fit fit;
  hd_error error;
  hd_fit_start(&fit, 4, 1);
  for (int k = 0; k < 3; k++) ck_assert_int_eq(hd_fit_push(&fit, &value[k], &error), HD_OK);
  ck_assert_int_eq(hd_fit_push(&fit, &value[3], &error), HD_UNDEFINED);
  ck_assert_int_eq(error.number[0], 3);
  ck_assert_int_eq(error.number[1], 1);
  ck_assert_int_eq(error.number[2], 12);
  ck_assert_int_eq(error.number[3], 4);
  ck_assert_int_eq(error.number[4], 3);
  hd_fit_start(&fit, 4, 1);
  for (int k = 0; k < 3; k++) ck_assert_int_eq(hd_fit_push(&fit, &value[k], NULL), HD_OK);
  ck_assert_int_eq(hd_fit_push(&fit, &value[3], NULL), HD_UNDEFINED);
}
END_TEST

START_TEST(a_run_past_64_bits_is_refused_without_wrapping) {
  int64_t value[] = {0, 4611686018427387904, INT64_MIN, 0};
  hd_oracle_table table = {.axes = {.count = 1}, .count = 4, .value = value};
  ck_assert(!expect_fit(&table, "a wrapped value"));
  value[2] = 1;
  value[3] = 4611686018427387905;
  ck_assert(expect_fit(&table, "a high stride first"));
  value[2] = INT64_MAX;
  value[3] = -1;
  ck_assert(!expect_fit(&table, "a sum that wraps"));
}
END_TEST

START_TEST(a_reach_past_64_bits_is_an_overflow) {
  static const int64_t value[] = {0, INT64_MAX, INT64_MIN, -1};
  hd_fit fit;
  hd_layout layout;
  hd_error error;
  hd_status status = HD_OK;
  hd_fit_start(&fit, 4, 1);
  for (int k = 0; k < 4 && status == HD_OK; k++) status = hd_fit_push(&fit, &value[k], &error);
  hd_test_stamp(&layout, sizeof layout);
  if (status == HD_OK) status = hd_fit_layout(&fit, NULL, &error, &layout);
  ck_assert_int_eq(status, HD_OVERFLOW);
  ck_assert(hd_test_is_error(&error, HD_OVERFLOW));
  ck_assert(hd_test_is_stamped(&layout, sizeof layout));
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"every small table", every_small_table_is_fitted_or_refused_at_the_right_index},
      {"tables of two components", tables_of_two_components_too},
      {"the values of a layout give its form back", the_values_of_a_layout_give_its_coalesced_form_back},
      {"one wrong value is found", one_wrong_value_is_found},
      {"an extent that does not divide is named", an_extent_that_does_not_divide_is_named},
      {"a run past 64 bits", a_run_past_64_bits_is_refused_without_wrapping},
      {"a reach past 64 bits", a_reach_past_64_bits_is_an_overflow},
  };
  return hd_test_main("fit", test, HD_COUNT(test));
}
