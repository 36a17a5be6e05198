/* Fitting: the layout of a formula, and where there is none the coordinate that shows it. */
#include "proofs/formula.h"
#include "tests/support/suite.h"

#include <stdio.h>

static hd_status fit(const char *text, hd_error *error, hd_layout *layout) {
  return hd_fit_formula(text, strlen(text), error, layout, NULL);
}

static const char *fitted(const char *text) {
  static char printed[HD_TEXT_MAX];
  hd_layout layout;
  hd_error error;
  hd_status status = fit(text, &error, &layout);
  EXPECT(status == HD_OK, "%s: %s", text, hd_status_name(status));
  hd_print_layout(&layout, printed, sizeof printed);
  return printed;
}

START_TEST(formulas_of_layouts_give_them_back) {
  static const char *const same[][2] = {
      {"t<32, r<4: (t/4) + 8*(r/2%2) + 128*(r%2 + 2*(t%4))", "((4,8),(2,2)):((256,1),(128,8))"},
      {"t<8: 2*t", "8:2"},
      {"t<8: 0", "8:0"},
      {"t<8: t % 2", "(2,4):(1,0)"},
      {"t<8: t ^ (t & 1)", "(2,4):(0,2)"},
      {"t<32, r<4: ((32,4):(4,1))(t,r)", "(32,4):(4,1)"},
      {"l<128, c<512: l << 16 | c", "(128,512):(65536,1)"},
      {"l<128, c<512: (l, c)", "(128,512):(1@0,1@1)"},
      {"l<128, c<512: (l@lane, c@col)", "(128,512):(1@lane,1@col)"},
      {"l<128: l@lane", "128:1@lane"},
      {"t<4, r<2: (r, t%2 + 4*(t/2))", "((2,2),2):((1@1,4@1),1@0)"},
      {"t<4, r<2: -3*t - r", "(4,2):(-3,-1)"},
      {"t<2, r<1: t", "(2,1):(1,0)"},
      {"t<4: crd2idx((0,t), (5,4))", "4:5"},
      {"t<2: t == 1", "2:1"},
  };
  for (int k = 0; k < HD_COUNT(same); k++)
    EXPECT(strcmp(fitted(same[k][0]), same[k][1]) == 0, "%s is %s", same[k][0], fitted(same[k][0]));
}
END_TEST

/* ((a,b),c):((d,e),f) written as digits, for many of each: the fit is the same function. */
START_TEST(digits_of_a_family_are_fitted) {
  static const int64_t extent[] = {1, 2, 3, 5}, stride[] = {0, 1, 2, -3, 15};
  int64_t cases = 0;
  for (int n = 0; n < 64; n++) {
    for (int m = 0; m < 125; m += 2) {
      int64_t a = extent[n % 4], b = extent[n / 4 % 4], c = extent[n / 16];
      int64_t d = stride[m % 5], e = stride[m / 5 % 5], f = stride[m / 25];
      char text[256];
      hd_layout layout;
      hd_error error;
      snprintf(text, sizeof text, "t<%lld, r<%lld: (t %% %lld)*(%lld) + (t / %lld)*(%lld) + r*(%lld)",
               (long long)(a * b), (long long)c, (long long)a, (long long)d, (long long)a, (long long)e, (long long)f);
      EXPECT(fit(text, &error, &layout) == HD_OK, "%s", text);
      ck_assert_int_eq(hd_size(&layout), a * b * c);
      for (int64_t i = 0; i < a * b * c; i++) {
        int64_t value, t = i % (a * b), r = i / (a * b);
        ck_assert_int_eq(hd_evaluate_index(&layout, i, &error, &value), HD_OK);
        EXPECT(value == t % a * d + t / a * e + r * f, "%s at %lld", text, (long long)i);
      }
      cases++;
    }
  }
  ck_assert_int_eq(cases, 64 * 63);
}
END_TEST

START_TEST(formulas_of_no_layout_name_the_coordinate) {
  hd_layout layout;
  hd_error error;
  ck_assert_int_eq(fit("t<6, r<4: t*r", &error, &layout), HD_UNDEFINED);
  ck_assert(error.has_coordinate);
  ck_assert_int_eq(error.coordinate.value[0], 1);
  ck_assert_int_eq(error.coordinate.value[1], 1);
  ck_assert_int_eq(error.number[0], 1 * 1);
  ck_assert_int_eq(error.number[1], 1 * 0 + 0 * 1);
  ck_assert_uint_eq(error.position, 11);
  ck_assert_int_eq(fit("t<8, r<4: r + t/3", &error, &layout), HD_UNDEFINED);
  ck_assert_int_eq(error.coordinate.value[0], 3);
  ck_assert_int_eq(error.coordinate.value[1], 0);
  ck_assert_int_eq(error.number[1], 3 / 3);
  ck_assert_uint_eq(error.position, 0);
  ck_assert_int_eq(fit("t<8, r<9: t + r%4", &error, &layout), HD_UNDEFINED);
  ck_assert_int_eq(error.coordinate.value[0], 0);
  ck_assert_int_eq(error.coordinate.value[1], 4);
  ck_assert_uint_eq(error.position, 5);
  ck_assert_int_eq(fit("t<8: (t, t)", &error, &layout), HD_UNDEFINED);
}
END_TEST

START_TEST(a_formula_that_is_not_0_at_0_is_a_layout_moved) {
  hd_layout layout;
  hd_error error;
  char hint[HD_TEXT_MAX];
  ck_assert_int_eq(fit("t<8, r<2: 2*t + 100*r + 3", &error, &layout), HD_UNDEFINED);
  ck_assert_int_eq(error.number[0], 3);
  hd_print_hint(&error, hint, sizeof hint);
  ck_assert_ptr_nonnull(strstr(hint, "(8,2):(2,100)"));
  ck_assert_int_eq(fit("t<8, r<2: t*r + 3", &error, &layout), HD_UNDEFINED);
  ck_assert_uint_eq(hd_print_hint(&error, hint, sizeof hint), 0);
}
END_TEST

START_TEST(what_cannot_be_fitted_has_its_status) {
  static const struct {
    const char *text;
    hd_status status;
  } cases[] = {
      {"t<8", HD_MALFORMED},
      {"t<8: ", HD_MALFORMED},
      {"t<8: x", HD_MALFORMED},
      {"t<0: t", HD_MALFORMED},
      {"8: 3", HD_MALFORMED},
      {"t<8: 4:1", HD_MISMATCH},
      {"t<8: ((t,1),2)", HD_MISMATCH},
      {"t<8: t ? 1 : (1,2)", HD_MISMATCH},
      {"t<8: ()", HD_MISMATCH},
      {"t<8: 5/t", HD_UNDEFINED},
      {"t<8: t << 62", HD_OVERFLOW},
      {"t<4096, r<4097: t", HD_UNDECIDED},
      {"t<8: t ? 9223372036854775807 : -1", HD_OVERFLOW},
  };
  for (int k = 0; k < HD_COUNT(cases); k++) {
    hd_layout layout;
    hd_error error;
    hd_test_stamp(&layout, sizeof layout);
    hd_status status = fit(cases[k].text, &error, &layout);
    EXPECT(status == cases[k].status, "%s: %s", cases[k].text, hd_status_name(status));
    EXPECT(hd_test_is_error(&error, status), "%s", cases[k].text);
    ck_assert_uint_le(error.position, strlen(cases[k].text));
    ck_assert(hd_test_is_stamped(&layout, sizeof layout));
  }
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"formulas of layouts", formulas_of_layouts_give_them_back},
      {"a family", digits_of_a_family_are_fitted},
      {"no layout", formulas_of_no_layout_name_the_coordinate},
      {"moved layouts", a_formula_that_is_not_0_at_0_is_a_layout_moved},
      {"statuses", what_cannot_be_fitted_has_its_status},
  };
  return hd_test_main("formula", test, HD_COUNT(test));
}
