/* Every refusal, from the rows of tests/refusals/: what each operation says, to the letter. And those that many share:
 * each fills in what it says, and needs no error to fill in. */
#include "algebra/refusals.h"

#include "tests/support/refusal.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

static const char *said(const hd_error *error) {
  static char text[HD_TEXT_MAX];
  hd_print_error(error, text, sizeof text);
  return text;
}

START_TEST(each_shared_refusal_says_what_clashed) {
  hd_error error;
  hd_layout l = hd_test_layout("(2,3):(0,5@lane)"), flat = hd_test_layout("(2,3):(1,2)");
  hd_tuple a = hd_test_tuple("(1,2,3)"), b = hd_test_tuple("(4,8)");
  hd_profile three = hd_test_profile("(.,.,.)"), deep = hd_test_profile("(.,(.,.))");
  ck_assert_int_eq(hd_refuse(&error, HD_RANGE, "x", "{0} {1} {2}", 1, 2, 3), HD_RANGE);
  ck_assert_str_eq(said(&error), "x: 1 2 3");
  ck_assert_int_eq(hd_refuse_full(&error, "x"), HD_CAPACITY);
  ck_assert_str_eq(said(&error), "x: the answer has more than 32 leaves, or is nested more than 32 deep");
  ck_assert_int_eq(hd_refuse_components(&error, "x"), HD_CAPACITY);
  ck_assert_str_eq(said(&error), "x: the values have more than 32 components");
  ck_assert_int_eq(hd_refuse_axes(&error, "x", &l), HD_MISMATCH);
  ck_assert_str_eq(said(&error), "x: leaf 1 has the stride 5@lane, on an axis; plain integers are wanted");
  ck_assert_int_eq(hd_refuse_nesting(&error, "x", "{c} against {d}", &a, &b), HD_MISMATCH);
  ck_assert_str_eq(said(&error), "x: (1,2,3) against (4,8)");
  ck_assert_int_eq(hd_refuse_coordinate(&error, "x", &a, &b), HD_MISMATCH);
  ck_assert_str_eq(said(&error), "x: the coordinate (1,2,3) is not nested like the shape (4,8)");
  ck_assert_int_eq(hd_refuse_guide(&error, "x", &three, 2, &flat.profile), HD_MISMATCH);
  ck_assert_str_eq(said(&error), "x: 3 modes are asked for, and the layout has 2: nothing stands at element 2");
  ck_assert_int_eq(hd_refuse_guide(&error, "x", &deep, 1, &flat.profile), HD_MISMATCH);
  ck_assert_int_eq(error.leaf, 1);
}
END_TEST

START_TEST(shared_refusals_need_no_error) {
  hd_layout l = hd_test_layout("(2,3):(0,5@lane)");
  hd_tuple a = hd_test_tuple("(1,2,3)");
  ck_assert_int_eq(hd_refuse(NULL, HD_RANGE, "x", "y", 1, 2, 3), HD_RANGE);
  ck_assert_int_eq(hd_refuse_full(NULL, "x"), HD_CAPACITY);
  ck_assert_int_eq(hd_refuse_components(NULL, "x"), HD_CAPACITY);
  ck_assert_int_eq(hd_refuse_axes(NULL, "x", &l), HD_MISMATCH);
  ck_assert_int_eq(hd_refuse_nesting(NULL, "x", "y", &a, NULL), HD_MISMATCH);
  ck_assert_int_eq(hd_refuse_coordinate(NULL, "x", &a, &a), HD_MISMATCH);
  ck_assert_int_eq(hd_refuse_guide(NULL, "x", &a.profile, 0, &l.profile), HD_MISMATCH);
}
END_TEST

START_TEST(layouts) { ck_assert_int_gt(hd_test_refusals("layouts"), 0); }
END_TEST

START_TEST(combine) { ck_assert_int_gt(hd_test_refusals("combine"), 0); }
END_TEST

START_TEST(swizzles) { ck_assert_int_gt(hd_test_refusals("swizzles"), 0); }
END_TEST

START_TEST(linear) { ck_assert_int_gt(hd_test_refusals("linear"), 0); }
END_TEST

START_TEST(placements) { ck_assert_int_gt(hd_test_refusals("placements"), 0); }
END_TEST

START_TEST(texts) { ck_assert_int_gt(hd_test_refusals("texts"), 0); }
END_TEST

START_TEST(conversions) { ck_assert_int_gt(hd_test_refusals("conversions"), 0); }
END_TEST

START_TEST(tmem_instructions) { ck_assert_int_gt(hd_test_refusals("tmem_instructions"), 0); }
END_TEST

START_TEST(tmem) { ck_assert_int_gt(hd_test_refusals("tmem"), 0); }
END_TEST

int main(void) {
  const hd_test test[] = {
      {"each shared refusal says what clashed", each_shared_refusal_says_what_clashed},
      {"shared refusals need no error", shared_refusals_need_no_error},
      {"refusals of layouts", layouts},
      {"refusals of combine", combine},
      {"refusals of swizzles", swizzles},
      {"refusals of linear", linear},
      {"refusals of placements", placements},
      {"refusals of texts", texts},
      {"refusals of conversions", conversions},
      {"refusals of tmem", tmem},
      {"refusals of tmem's instructions", tmem_instructions},
  };
  return hd_test_main("refusals", test, HD_COUNT(test));
}
