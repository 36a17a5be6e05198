/* The three strengths of "the same", and compatible: against the text, the oracle and all values. */
#include "proofs/oracle.h"
#include "tests/support/family.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

static void expect_comparison(const hd_layout *a, const hd_layout *b, int64_t *same_text, int64_t *same_function) {
  bool same;
  int64_t where, index;
  bool identical = strcmp(hd_test_show(a), hd_test_show(b)) == 0;
  EXPECT(hd_is_identical(a, b) == identical, "%s and %s: identical is %d", hd_test_show(a), hd_test_show(b),
         !identical);
  EXPECT(hd_oracle_is_equivalent(a, b, &same, &where) == HD_OK, "the oracle failed");
  EXPECT(hd_is_equivalent(a, b, NULL) == same, "%s and %s: want %d", hd_test_show(a), hd_test_show(b), same);
  EXPECT(hd_is_equivalent(a, b, &index) == same, "%s and %s: want %d", hd_test_show(a), hd_test_show(b), same);
  EXPECT(same || index == where, "%s and %s: index %d, not %d", hd_test_show(a), hd_test_show(b), (int)index,
         (int)where);
  *same_text += identical;
  *same_function += same;
}

static void compare_pairs(const hd_family *left, const hd_family *right, int64_t every) {
  int64_t same_text = 0, same_function = 0, cases = 0;
  for (int64_t n = 0; n < hd_family_count(left); n++)
    for (int64_t m = n % every; m < hd_family_count(right); m += every) {
      hd_layout a, b;
      hd_family_at(left, n, &a);
      hd_family_at(right, m, &b);
      expect_comparison(&a, &b, &same_text, &same_function);
      cases++;
    }
  ck_assert_int_gt(same_function, 0);
  ck_assert_int_lt(same_function, cases);
  ck_assert_int_le(same_text, same_function);
}

START_TEST(equality_is_that_of_text_and_of_all_values) {
  hd_family few = hd_family_few(2), paths = hd_family_paths(2);
  compare_pairs(&few, &few, 1);
  compare_pairs(&paths, &paths, 3);
  few = hd_family_few(1);
  paths = hd_family_small(3);
  compare_pairs(&few, &paths, 7);
}
END_TEST

START_TEST(nesting_is_part_of_the_text_and_not_of_the_function) {
  static const char *const row[][2] = {
      {"20:2", "(20):(2)"}, {"(2,(3,4)):(1,(2,6))", "(2,3,4):(1,2,6)"}, {"():()", "1:5"}};
  for (int n = 0; n < HD_COUNT(row); n++) {
    hd_layout a = hd_test_layout(row[n][0]), b = hd_test_layout(row[n][1]);
    ck_assert(!hd_is_identical(&a, &b));
    ck_assert(!hd_is_congruent(&a.profile, &b.profile));
    ck_assert(hd_is_equivalent(&a, &b, NULL));
  }
}
END_TEST

START_TEST(axes_are_part_of_the_function) {
  hd_layout a = hd_test_layout("4:1@0"), b = hd_test_layout("4:1@1"), c = hd_test_layout("4:1"),
            d = hd_test_layout("4:1@lane");
  const hd_layout *all[] = {&a, &b, &c, &d};
  int64_t index;
  for (int n = 0; n < 4; n++)
    for (int m = 0; m < 4; m++) {
      ck_assert(hd_is_identical(all[n], all[m]) == (n == m));
      ck_assert(hd_is_equivalent(all[n], all[m], &index) == (n == m));
      if (n != m) ck_assert_int_eq(index, 1);
    }
}
END_TEST

START_TEST(large_layouts_are_compared_without_visiting_them) {
  hd_layout a = hd_test_layout("(1073741824,1073741824):(1,1073741824)"), b = hd_test_layout("1152921504606846976:1");
  hd_layout c = hd_test_layout("(1152921504606846975,1):(1,0)"),
            d = hd_test_layout("(1073741824,1073741824):(1,1073741825)");
  int64_t index;
  ck_assert(hd_is_equivalent(&a, &b, &index));
  ck_assert(!hd_is_equivalent(&b, &c, &index));
  ck_assert_int_eq(index, -1);
  ck_assert(!hd_is_equivalent(&a, &d, &index));
  ck_assert_int_eq(index, 1073741824);
}
END_TEST

START_TEST(compatible_means_refined_leaf_by_leaf) {
  static const char *const shape[] = {
      "24",      "(24)", "(4,6)", "((2,2),6)", "((2,2),(3,2))", "(4,(3,2))",     "(6,4)", "(4,3,2)",
      "((4),6)", "12",   "()",    "(2,2,6)",   "((4,6))",       "((2,2),(6,1))", "1",     "(1)"};
  int64_t answers = 0;
  for (int n = 0; n < HD_COUNT(shape); n++)
    for (int m = 0; m < HD_COUNT(shape); m++) {
      hd_tuple a = hd_test_tuple(shape[n]), b = hd_test_tuple(shape[m]);
      hd_layout x, y;
      ck_assert_int_eq(hd_make_layout(&a, NULL, NULL, &x), HD_OK);
      ck_assert_int_eq(hd_make_layout(&b, NULL, NULL, &y), HD_OK);
      bool wanted = hd_oracle_refines(&x, &y);
      ck_assert_msg(hd_is_compatible(&a, &b) == wanted, "%s and %s: want %d", shape[n], shape[m], wanted);
      answers += wanted;
    }
  ck_assert_int_gt(answers, HD_COUNT(shape));
  hd_tuple small = hd_test_tuple("(4)"), large = hd_test_tuple("((4294967296,4294967296))");
  ck_assert(!hd_is_compatible(&small, &large));
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"equality", equality_is_that_of_text_and_of_all_values},
      {"nesting", nesting_is_part_of_the_text_and_not_of_the_function},
      {"axes", axes_are_part_of_the_function},
      {"large layouts", large_layouts_are_compared_without_visiting_them},
      {"compatible", compatible_means_refined_leaf_by_leaf},
  };
  return hd_test_main("compare", test, HD_COUNT(test));
}
