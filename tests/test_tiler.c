/* Tilers: elements come out as they went in, `_` among them. */
#include "proofs/oracle.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

START_TEST(elements_come_out_as_they_went_in) {
  static const char *const element[] = {"4:1", NULL, "(2,(2,3)):(1,(8,-4))", "(5):(1)", NULL, "2:1@0"};
  hd_tiler tiler;
  hd_test_stamp(&tiler, sizeof tiler);
  hd_tiler_clear(&tiler);
  for (int k = 0; k < HD_COUNT(element); k++) {
    hd_layout layout;
    if (element[k]) layout = hd_test_layout(element[k]);
    ck_assert(hd_tiler_append(&tiler, element[k] ? &layout : NULL));
  }
  ck_assert(hd_profile_wrap(&tiler.profile, 0));
  ck_assert_int_eq(tiler.profile.leaves, HD_COUNT(element));
  for (int k = 0; k < HD_COUNT(element); k++) {
    hd_layout layout;
    ck_assert(hd_tiler_is_any(&tiler, k) == (element[k] == NULL));
    if (!element[k]) continue;
    hd_tiler_element(&tiler, k, &layout);
    ck_assert_str_eq(hd_test_show(&layout), element[k]);
  }
}
END_TEST

START_TEST(one_layout_is_the_tiler_of_the_whole) {
  hd_layout layout = hd_test_layout("(4,2):(1,8)"), element;
  hd_tiler tiler;
  hd_tiler_layout(&layout, &tiler);
  ck_assert_int_eq(tiler.profile.leaves, 1);
  ck_assert(!hd_is_tuple(&tiler.profile));
  hd_tiler_element(&tiler, 0, &element);
  ck_assert(hd_is_identical(&element, &layout));
}
END_TEST

START_TEST(a_shape_is_a_tiler_by_mode) {
  hd_tuple shape = hd_test_tuple("(4,(8,_),3)");
  hd_tiler tiler;
  hd_profile wanted = hd_test_profile("(.,(.,.),.)");
  static const char *const element[] = {"4:1", "8:1", NULL, "3:1"};
  ck_assert_int_eq(hd_tiler_shape(&shape, NULL, &tiler), HD_OK);
  ck_assert(hd_oracle_is_congruent(&tiler.profile, &wanted));
  for (int k = 0; k < HD_COUNT(element); k++) {
    hd_layout layout;
    ck_assert(hd_tiler_is_any(&tiler, k) == (element[k] == NULL));
    if (!element[k]) continue;
    hd_tiler_element(&tiler, k, &layout);
    ck_assert_str_eq(hd_test_show(&layout), element[k]);
  }
  shape = hd_test_tuple("(1,4)");
  ck_assert_int_eq(hd_tiler_shape(&shape, NULL, &tiler), HD_OK);
  shape = hd_test_tuple("4");
  ck_assert_int_eq(hd_tiler_shape(&shape, NULL, &tiler), HD_OK);
  ck_assert(!hd_is_tuple(&tiler.profile));
}
END_TEST

START_TEST(what_is_no_shape_is_malformed) {
  static const char *const wrong[] = {"(4,0)", "-1", "(2@0,3)", "(4,(8,-2))", "(1@lane)"};
  for (int n = 0; n < HD_COUNT(wrong); n++) {
    hd_tuple shape = hd_test_tuple(wrong[n]);
    hd_tiler tiler;
    hd_error error;
    hd_test_stamp(&tiler, sizeof tiler);
    ck_assert_msg(hd_tiler_shape(&shape, &error, &tiler) == HD_MALFORMED, "%s", wrong[n]);
    ck_assert(hd_test_is_error(&error, HD_MALFORMED));
    ck_assert(hd_test_is_stamped(&tiler, sizeof tiler));
    ck_assert_int_eq(hd_tiler_shape(&shape, NULL, &tiler), HD_MALFORMED);
  }
}
END_TEST

/* Each text against each: the same one, and no other. */
START_TEST(only_the_same_tiler_is_identical) {
  static const char *const row[] = {"[4:1;_]", "[4:1;[_]]",   "[_;4:1]",   "[4:1;2:1]", "[4:1]",    "4:1",
                                    "[4:2;_]", "[(4):(1);_]", "[[4:1];_]", "[4:1@0;_]", "[4:1;_;_]"};
  for (int n = 0; n < HD_COUNT(row); n++)
    for (int m = 0; m < HD_COUNT(row); m++) {
      hd_tiler a = hd_test_tiler(row[n]), b = hd_test_tiler(row[m]);
      EXPECT(hd_tiler_is_identical(&a, &b) == (n == m), "%s and %s", row[n], row[m]);
    }
  hd_tiler none, nothing, some = hd_test_tiler("4:1");
  hd_tiler_clear(&none);
  hd_tiler_clear(&nothing);
  ck_assert(hd_tiler_is_identical(&none, &nothing));
  ck_assert(!hd_tiler_is_identical(&none, &some));
}
END_TEST

START_TEST(past_the_capacity_nothing_is_appended) {
  hd_layout one = hd_test_layout("4:1"), two = hd_test_layout("(2,2):(1,2)");
  hd_tiler tiler;
  hd_tiler_clear(&tiler);
  for (int k = 0; k < HD_MAX_LEAVES - 1; k++) ck_assert(hd_tiler_append(&tiler, &one));
  ck_assert(!hd_tiler_append(&tiler, &two));
  ck_assert_int_eq(tiler.profile.leaves, HD_MAX_LEAVES - 1);
  ck_assert(hd_tiler_append(&tiler, NULL));
  ck_assert(!hd_tiler_append(&tiler, NULL));
  ck_assert(!hd_tiler_append(&tiler, &one));
  ck_assert_int_eq(tiler.profile.leaves, HD_MAX_LEAVES);
  ck_assert(hd_tiler_is_any(&tiler, HD_MAX_LEAVES - 1));
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"elements come out as they went in", elements_come_out_as_they_went_in},
      {"one layout is the tiler of the whole", one_layout_is_the_tiler_of_the_whole},
      {"a shape is a tiler by mode", a_shape_is_a_tiler_by_mode},
      {"what is no shape is malformed", what_is_no_shape_is_malformed},
      {"identical", only_the_same_tiler_is_identical},
      {"capacity", past_the_capacity_nothing_is_appended},
  };
  return hd_test_main("tiler", test, HD_COUNT(test));
}
