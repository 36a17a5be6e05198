/* Coalescing: the same function, in the one shortest form. */
#include "proofs/oracle.h"
#include "tests/support/family.h"
#include "tests/support/judge.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

typedef struct walk {
  hd_family family[7];
  int families;
} walk;

static walk all_families(void) {
  walk all = {.families = 0};
  for (int leaves = 1; leaves <= 3; leaves++) {
    all.family[all.families++] = hd_family_small(leaves);
    all.family[all.families++] = hd_family_paths(leaves);
  }
  return all;
}

/* Whether two neighbouring modes could be one, or a mode is of extent 1. */
static bool is_shortest(const hd_layout *layout) {
  int leaves = layout->profile.leaves;
  for (int k = 0; k < leaves; k++) {
    if (leaves > 1 && layout->shape[k] == 1) return false;
    if (k + 1 == leaves) continue;
    bool one_axis = hd_layout_axis(layout, k) == hd_layout_axis(layout, k + 1);
    if (one_axis && layout->shape[k] * layout->stride[k] == layout->stride[k + 1]) return false;
  }
  return true;
}

static void expect_coalesced(const hd_layout *layout) {
  hd_layout result, into;
  bool same;
  int64_t where;
  hd_test_stamp(&result, sizeof result);
  hd_coalesce(layout, &result);
  EXPECT(hd_test_is_valid(&result), "%s: invalid", hd_test_show(layout));
  EXPECT(hd_oracle_is_equivalent(layout, &result, &same, &where) == HD_OK && same, "%s: %s differs at %d",
         hd_test_show(layout), hd_test_show(&result), (int)where);
  EXPECT(is_shortest(&result), "%s: %s is not shortest", hd_test_show(layout), hd_test_show(&result));
  EXPECT(hd_depth(&result.profile) == (result.profile.leaves > 1), "%s: %s", hd_test_show(layout),
         hd_test_show(&result));
  hd_layout_copy(&into, layout);
  hd_coalesce(&into, &into);
  EXPECT(hd_is_identical(&into, &result), "%s: into itself", hd_test_show(layout));
  hd_coalesce(&into, &into);
  EXPECT(hd_is_identical(&into, &result), "%s: twice", hd_test_show(layout));
}

START_TEST(the_function_is_kept_and_the_form_is_shortest) {
  walk all = all_families();
  int64_t cases = 0;
  for (int f = 0; f < all.families; f++)
    for (int64_t n = 0; n < hd_family_count(&all.family[f]); n++) {
      hd_layout layout;
      hd_family_at(&all.family[f], n, &layout);
      expect_coalesced(&layout);
      cases++;
    }
  ck_assert_int_eq(cases, 28 * 3 + 784 * 4 + 18 * 18 * 18 * 5 + 24 + 24 * 24 + 12 * 12 * 12);
}
END_TEST

START_TEST(with_the_tail_the_function_is_kept_beyond_the_size) {
  walk all = all_families();
  for (int f = 0; f < all.families; f++)
    for (int64_t n = 0; n < hd_family_count(&all.family[f]); n++) {
      hd_layout layout, result;
      hd_oracle_axes axes;
      int64_t x[HD_MAX_LEAVES], y[HD_MAX_LEAVES];
      hd_family_at(&all.family[f], n, &layout);
      hd_coalesce_tail(&layout, &result);
      EXPECT(hd_test_is_valid(&result), "%s: invalid", hd_test_show(&layout));
      hd_oracle_layout_axes(&layout, &axes);
      for (int64_t i = -70; i <= 70; i++) {
        EXPECT(hd_oracle_at(&layout, i, &axes, x) == HD_OK && hd_oracle_at(&result, i, &axes, y) == HD_OK,
               "%s: the oracle failed", hd_test_show(&layout));
        EXPECT(memcmp(x, y, (size_t)axes.count * sizeof x[0]) == 0, "%s: %s differs at %d", hd_test_show(&layout),
               hd_test_show(&result), (int)i);
      }
      hd_layout into = layout;
      hd_coalesce_tail(&into, &into);
      EXPECT(hd_is_identical(&into, &result), "%s: into itself", hd_test_show(&layout));
    }
}
END_TEST

/* Same function on [0, size) and same form but for the stride of an extent of 1. */
START_TEST(two_layouts_are_one_function_exactly_when_they_have_one_form) {
  hd_family family = hd_family_few(2);
  int64_t one = 0, cases = 0;
  for (int64_t n = 0; n < hd_family_count(&family); n++)
    for (int64_t m = 0; m < n; m++) {
      hd_layout a, b, x, y;
      bool same;
      int64_t where;
      hd_family_at(&family, n, &a);
      hd_family_at(&family, m, &b);
      hd_coalesce(&a, &x);
      hd_coalesce(&b, &y);
      if (hd_size(&x) == 1) x.stride[0] = 0;
      if (hd_size(&y) == 1) y.stride[0] = 0;
      EXPECT(hd_oracle_is_equivalent(&a, &b, &same, &where) == HD_OK, "the oracle failed");
      EXPECT(hd_is_identical(&x, &y) == same, "%s and %s", hd_test_show(&a), hd_test_show(&b));
      one += same;
      cases++;
    }
  ck_assert_int_gt(one, 0);
  ck_assert_int_lt(one, cases);
}
END_TEST

START_TEST(forms_are_spelled_as_cute_ir_does) {
  static const char *const row[][2] = {
      {"(2,(1,6)):(1,(6,2))", "12:1"},
      {"(1,1):(3,5)", "1:5"},
      {"(1,1):(7,9)", "1:9"},
      {"1:3", "1:3"},
      {"(4):(2)", "4:2"},
      {"(3,2):(2,1)", "(3,2):(2,1)"},
      {"(128,64):(1,128)", "8192:1"},
      {"(4,3):(0,0)", "12:0"},
      {"(2,3):(1@0,2@0)", "6:1@0"},
      {"(2,3):(1@0,2@1)", "(2,3):(1@0,2@1)"},
      {"(8,1):(1,16)", "8:1"},
      {"(2,2):(-1,-2)", "4:-1"},
      {"(1,1):(7@0,0)", "1:0"},
      {"():()", "1:0"},
  };
  for (int n = 0; n < HD_COUNT(row); n++) {
    hd_layout layout = hd_test_layout(row[n][0]);
    hd_coalesce(&layout, &layout);
    ck_assert_str_eq(hd_test_show(&layout), row[n][1]);
  }
}
END_TEST

START_TEST(a_last_extent_of_1_stays_only_with_a_stride_of_its_own) {
  static const char *const row[][2] = {{"(8,1):(1,16)", "(8,1):(1,16)"},
                                       {"(8,1):(1,8)", "8:1"},
                                       {"(4,(1,1)):(1,(9,0))", "(4,1):(1,0)"},
                                       {"(1,4):(5,1)", "4:1"}};
  for (int n = 0; n < HD_COUNT(row); n++) {
    hd_layout layout = hd_test_layout(row[n][0]);
    hd_coalesce_tail(&layout, &layout);
    ck_assert_str_eq(hd_test_show(&layout), row[n][1]);
  }
}
END_TEST

START_TEST(a_merge_never_leaves_64_bits) {
  hd_layout layout = hd_test_layout("(2,2):(4611686018427387904,-4611686018427387904)"), result;
  hd_coalesce(&layout, &result);
  ck_assert(hd_is_identical(&layout, &result));
  layout = hd_test_layout("(4,2):(4611686018427387904,0)");
  hd_coalesce(&layout, &result);
  ck_assert(hd_is_identical(&layout, &result));
}
END_TEST

/* ---- by mode ---- */

START_TEST(by_mode_each_mode_is_coalesced_by_itself) {
  static const char *const row[][3] = {
      {"((2,2),(3,2)):((1,2),(4,12))", "(.,.)", "(4,6):(1,4)"},
      {"((2,2),(3,2)):((1,2),(4,12))", ".", "24:1"},
      {"((2,2),(3,2)):((1,2),(4,12))", "(.)", "(4,(3,2)):(1,(4,12))"},
      {"((2,2),(3,2)):((1,2),(4,12))", "((.,.),.)", "((2,2),6):((1,2),4)"},
      {"((2,2),(3,2)):((1,2),(5,0))", "(.,.)", "(4,(3,2)):(1,(5,0))"},
      {"((2,(2,2)),7):((1,(2,4)),9)", "((.,.))", "((2,4),7):((1,2),9)"},
      {"((2,(2,2)),7):((1,(2,4)),9)", "((.))", "((2,(2,2)),7):((1,(2,4)),9)"},
      {"(1,(1,1)):(5,(6,7))", "(.,.)", "(1,1):(5,7)"},
      {"((8,1),3):((1,16),100)", "(.,.)", "(8,3):(1,100)"},
      {"(4,2):(1,4)", "()", "(4,2):(1,4)"},
      {"4:1", "()", "(4):(1)"},
      {"(4,2):(1,4)", "((.),.)", "((4),2):((1),4)"}, /* a leaf is its own only mode */
      {"((4,2),(3,2)):((1,4),(8,24))", "(((.),.),((.)))", "(((4),2),((3),2)):(((1),4),((8),24))"},
      {"((4,2),(3,2)):((1,4),(8,24))", "(((.)),((.)))", "(((4),2),((3),2)):(((1),4),((8),24))"},
      {"4:1", "((.))", "((4)):((1))"},
  };
  for (int n = 0; n < HD_COUNT(row); n++) {
    hd_layout layout = hd_test_layout(row[n][0]), result;
    hd_profile target = hd_test_profile(row[n][1]);
    ck_assert_int_eq(hd_coalesce_by_mode(&layout, &target, NULL, &result), HD_OK);
    ck_assert_str_eq(hd_test_show(&result), row[n][2]);
    ck_assert_int_eq(hd_coalesce_by_mode(&layout, &target, NULL, &layout), HD_OK);
    ck_assert(hd_is_identical(&layout, &result));
  }
}
END_TEST

START_TEST(by_mode_the_function_of_a_targets_coordinate_is_kept) {
  static const char *const target[] = {".", "(.)", "(.,.)", "((.),.)", "(.,(.))", "((.,.),.)"};
  hd_family family = hd_family_small(3);
  int64_t answered = 0, refused = 0;
  for (int64_t n = 0; n < hd_family_count(&family); n += 3)
    for (int t = 0; t < HD_COUNT(target); t++) {
      hd_layout layout, result;
      hd_profile profile = hd_test_profile(target[t]);
      bool same;
      int64_t where;
      hd_family_at(&family, n, &layout);
      hd_test_stamp(&result, sizeof result);
      hd_status status = hd_coalesce_by_mode(&layout, &profile, NULL, &result);
      if (status != HD_OK) {
        EXPECT(status == HD_MISMATCH && hd_test_is_stamped(&result, sizeof result), "%s by %s", hd_test_show(&layout),
               target[t]);
        refused++;
        continue;
      }
      answered++;
      EXPECT(hd_test_is_valid(&result), "%s by %s: invalid", hd_test_show(&layout), target[t]);
      EXPECT(hd_oracle_is_equivalent(&layout, &result, &same, &where) == HD_OK && same, "%s by %s: %s",
             hd_test_show(&layout), target[t], hd_test_show(&result));
      /* Each mode keeps its size: the shape of modes is compatible, and the whole is equal, so every coordinate is. */
      EXPECT(hd_rank(&layout.profile) == hd_rank(&result.profile) || t == 0, "%s by %s: %s", hd_test_show(&layout),
             target[t], hd_test_show(&result));
      for (int k = 0; t > 0 && k < hd_rank(&layout.profile); k++) {
        hd_layout x, y;
        EXPECT(hd_get(&layout, &k, 1, NULL, &x) == HD_OK && hd_get(&result, &k, 1, NULL, &y) == HD_OK, "mode");
        EXPECT(hd_oracle_is_equivalent(&x, &y, &same, &where) == HD_OK && same, "%s by %s: mode %d",
               hd_test_show(&layout), target[t], k);
      }
    }
  ck_assert_int_gt(answered, 0);
  ck_assert_int_gt(refused, 0);
}
END_TEST

START_TEST(a_target_with_more_modes_is_a_mismatch) {
  static const char *const row[][2] = {{"(4,2):(1,4)", "(.,.,.)"},
                                       {"(4,2):(1,4)", "((.,.),.)"},
                                       {"4:1", "(.,.)"},
                                       {"4:1", "((.),.)"},
                                       {"((4,2),2):((1,4),8)", "((.,.,.),.)"}};
  for (int n = 0; n < HD_COUNT(row); n++) {
    hd_layout layout = hd_test_layout(row[n][0]), result;
    hd_profile target = hd_test_profile(row[n][1]);
    hd_error error;
    hd_test_stamp(&result, sizeof result);
    ck_assert_msg(hd_coalesce_by_mode(&layout, &target, &error, &result) == HD_MISMATCH, "%s by %s", row[n][0],
                  row[n][1]);
    ck_assert(hd_test_is_error(&error, HD_MISMATCH));
    ck_assert(hd_test_is_stamped(&result, sizeof result));
    ck_assert_int_eq(hd_coalesce_by_mode(&layout, &target, NULL, &result), HD_MISMATCH);
  }
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"the function is kept and the form is shortest", the_function_is_kept_and_the_form_is_shortest},
      {"with the tail the function is kept beyond", with_the_tail_the_function_is_kept_beyond_the_size},
      {"one function exactly when one form", two_layouts_are_one_function_exactly_when_they_have_one_form},
      {"forms are spelled as CuTe IR does", forms_are_spelled_as_cute_ir_does},
      {"the tail", a_last_extent_of_1_stays_only_with_a_stride_of_its_own},
      {"a merge never leaves 64 bits", a_merge_never_leaves_64_bits},
      {"by mode", by_mode_each_mode_is_coalesced_by_itself},
      {"by mode the function is kept", by_mode_the_function_of_a_targets_coordinate_is_kept},
      {"mismatched targets", a_target_with_more_modes_is_a_mismatch},
  };
  return hd_test_main("coalesce", test, HD_COUNT(test));
}
