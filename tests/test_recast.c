/* Recasting: the same bits counted in elements of another width; or a refusal that names what does not come out
 * even. */
#include "algebra/recast.h"

#include "tests/support/family.h"
#include "tests/support/judge.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

/* The value of a layout at one digit a leaf. */
static int64_t at_digits(const hd_layout *layout, const int64_t *digit) {
  int64_t index = 0, below = 1;
  for (int k = 0; k < layout->profile.leaves; below *= layout->shape[k++]) index += digit[k] * below;
  return hd_test_at(layout, index);
}

static void digits_of(const hd_layout *layout, int64_t index, int64_t *digit) {
  for (int k = 0; k < layout->profile.leaves; index /= layout->shape[k++]) digit[k] = index % layout->shape[k];
}

static int64_t magnitude(int64_t stride) { return stride < 0 ? -stride : stride; }

/* Whether some leaf above extent 1 does not come out even. */
static bool is_uneven(const hd_layout *l, int64_t n) {
  for (int k = 0; k < l->profile.leaves; k++) {
    int64_t stride = magnitude(l->stride[k]);
    if (l->shape[k] == 1 || stride % n == 0) continue;
    if (n % stride != 0 || l->shape[k] % (n / stride) != 0) return true;
  }
  return false;
}

START_TEST(an_upcast_layout_is_the_layout_at_whole_groups) {
  int64_t answered = 0, refused = 0;
  for (int leaves = 1; leaves <= 3; leaves++) {
    hd_family family = hd_family_small(leaves);
    for (int64_t m = 0; m < hd_family_count(&family); m += leaves == 3 ? 7 : 1)
      for (int64_t n = 1; n <= 4; n++) {
        hd_layout l, r, into;
        hd_error error;
        hd_family_at(&family, m, &l);
        into = l;
        hd_test_stamp(&r, sizeof r);
        hd_status status = hd_upcast(&l, n, &error, &r);
        EXPECT(status == (is_uneven(&l, n) ? HD_UNDEFINED : HD_OK), "%d %s: %s", (int)n, hd_test_show(&l),
               hd_status_name(status));
        if (status != HD_OK) {
          EXPECT(hd_test_is_error(&error, status) && error.leaf >= 0 && error.number[1] == l.stride[error.leaf], "%s",
                 hd_test_show(&l));
          EXPECT(hd_test_is_stamped(&r, sizeof r), "touched");
          refused++;
          continue;
        }
        EXPECT(hd_test_is_valid(&r) && hd_is_congruent(&r.profile, &l.profile), "%s", hd_test_show(&r));
        for (int64_t i = 0; i < hd_size(&r); i++) {
          int64_t digit[HD_MAX_LEAVES];
          digits_of(&r, i, digit);
          for (int k = 0; k < leaves; k++) digit[k] *= l.shape[k] / r.shape[k];
          EXPECT(n * hd_test_at(&r, i) == at_digits(&l, digit), "%d %s: %s at %d", (int)n, hd_test_show(&l),
                 hd_test_show(&r), (int)i);
        }
        EXPECT(hd_upcast(&into, n, NULL, &into) == HD_OK && hd_is_identical(&into, &r), "into itself");
        answered++;
      }
  }
  ck_assert_int_gt(answered, 0);
  ck_assert_int_gt(refused, 0);
}
END_TEST

START_TEST(a_downcast_layout_goes_through_every_part_of_an_element) {
  int64_t answered = 0, refused = 0;
  for (int leaves = 1; leaves <= 3; leaves++) {
    hd_family family = hd_family_small(leaves);
    for (int64_t m = 0; m < hd_family_count(&family); m += leaves == 3 ? 7 : 1)
      for (int64_t n = 1; n <= 3; n++) {
        hd_layout l, r;
        hd_error error;
        bool backwards = false;
        hd_family_at(&family, m, &l);
        for (int k = 0; k < leaves; k++) backwards = backwards || (n > 1 && l.shape[k] > 1 && l.stride[k] == -1);
        hd_status status = hd_downcast(&l, n, &error, &r);
        EXPECT(status == (backwards ? HD_UNDEFINED : HD_OK), "%d %s", (int)n, hd_test_show(&l));
        *(status == HD_OK ? &answered : &refused) += 1;
        if (status != HD_OK) {
          EXPECT(hd_test_is_error(&error, status) && l.stride[error.leaf] == -1, "%s", hd_test_show(&l));
          continue;
        }
        EXPECT(hd_test_is_valid(&r) && hd_is_congruent(&r.profile, &l.profile), "%s", hd_test_show(&r));
        for (int64_t i = 0; i < hd_size(&r); i++) {
          int64_t digit[HD_MAX_LEAVES], part = 0;
          digits_of(&r, i, digit);
          for (int k = 0; k < leaves; k++) {
            if (r.shape[k] == l.shape[k]) continue;
            part += digit[k] % n;
            digit[k] /= n;
          }
          EXPECT(hd_test_at(&r, i) == n * at_digits(&l, digit) + part, "%d %s: %s at %d", (int)n, hd_test_show(&l),
                 hd_test_show(&r), (int)i);
        }
      }
  }
  ck_assert_int_gt(answered, 0);
  ck_assert_int_gt(refused, 0);
}
END_TEST

START_TEST(recasting_goes_up_and_down_by_the_ratio_of_the_bits) {
  static const struct {
    int64_t new_bits, old_bits;
    const char *layout, *recast;
  } row[] = {{32, 8, "(32,4):(1,32)", "(8,4):(1,8)"},       {8, 32, "(8,4):(1,8)", "(32,4):(1,32)"},
             {32, 4, "(128,64):(1,128)", "(16,64):(1,16)"}, {32, 32, "(8,4):(1,8)", "(8,4):(1,8)"},
             {16, 6, "(24,2):(1,24)", "(9,2):(1,9)"},       {6, 16, "(9,2):(1,9)", "(24,2):(1,24)"},
             {16, 8, "(1,8):(3,1)", "(1,4):(2,1)"},         {8, 16, "(2,4):(0,1)", "(2,8):(0,1)"}};
  for (int n = 0; n < HD_COUNT(row); n++) {
    hd_layout l = hd_test_layout(row[n].layout), r;
    ck_assert_int_eq(hd_recast(&l, row[n].new_bits, row[n].old_bits, NULL, &r), HD_OK);
    ck_assert_str_eq(hd_test_show(&r), row[n].recast);
  }
}
END_TEST

START_TEST(every_refusal_keeps_its_status) {
  static const struct {
    int64_t new_bits, old_bits;
    const char *layout;
    hd_status status;
  } row[] = {{16, 8, "(3,4):(1,3)", HD_UNDEFINED},
             {16, 8, "(4,4):(1,3)", HD_UNDEFINED},
             {8, 16, "(8,4):(-1,8)", HD_UNDEFINED},
             {8, 0, "4:1", HD_RANGE},
             {-8, 8, "4:1", HD_RANGE},
             {32, 8, "(4,3):(1@0,1@1)", HD_MISMATCH},
             {8, 32, "2305843009213693952:1", HD_OVERFLOW},
             {8, 32, "2:2305843009213693952", HD_OVERFLOW}};
  for (int n = 0; n < HD_COUNT(row); n++) {
    hd_layout l = hd_test_layout(row[n].layout), r;
    hd_error error;
    hd_test_stamp(&r, sizeof r);
    hd_status status = hd_recast(&l, row[n].new_bits, row[n].old_bits, &error, &r);
    EXPECT(status == row[n].status, "%s: %s", row[n].layout, hd_status_name(status));
    EXPECT(hd_test_is_error(&error, status) && hd_test_is_stamped(&r, sizeof r), "%s", row[n].layout);
  }
  hd_layout l = hd_test_layout("4:1"), paths = hd_test_layout("(4,3):(1@0,1@1)"), r;
  ck_assert_int_eq(hd_upcast(&l, 0, NULL, &r), HD_RANGE);
  ck_assert_int_eq(hd_downcast(&l, -2, NULL, &r), HD_RANGE);
  ck_assert_int_eq(hd_upcast(&paths, 2, NULL, &r), HD_MISMATCH);
  ck_assert_int_eq(hd_downcast(&paths, 2, NULL, &r), HD_MISMATCH);
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"upcast", an_upcast_layout_is_the_layout_at_whole_groups},
      {"downcast", a_downcast_layout_goes_through_every_part_of_an_element},
      {"recast", recasting_goes_up_and_down_by_the_ratio_of_the_bits},
      {"statuses", every_refusal_keeps_its_status},
  };
  return hd_test_main("recast", test, HD_COUNT(test));
}
