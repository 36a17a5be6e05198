/* Rearranging: the same digits of a coordinate, by name, in another order; or a refusal at its character. */
#include "algebra/rearrange.h"

#include "proofs/oracle.h"
#include "tests/support/family.h"
#include "tests/support/judge.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

enum { NAMES = 4 };

/* "wh=2,r=4" as extents. */
static int read_extents(const char *text, hd_extent extent[NAMES]) {
  int count = 0;
  while (*text) {
    size_t length = strcspn(text, "=");
    ck_assert(count < NAMES && hd_axis_from_name(text, length, &extent[count].name));
    text += length + 1;
    bool negative = *text == '-';
    int64_t value = 0;
    for (text += negative; *text >= '0' && *text <= '9'; text++) value = 10 * value + *text - '0';
    extent[count++].extent = negative ? -value : value;
    text += *text == ',';
  }
  return count;
}

static hd_status rearrange(const char *layout, const char *pattern, const char *extents, hd_error *error,
                           hd_layout *result) {
  hd_layout l = hd_test_layout(layout);
  hd_extent extent[NAMES];
  int count = read_extents(extents, extent);
  return hd_rearrange(&l, pattern, strlen(pattern), extent, count, error, result);
}

START_TEST(patterns_say_what_becomes_of_each_digit) {
  static const char *const row[][4] = {
      {"(4,8):(1,4)", "a b -> b a", "", "(8,4):(4,1)"},
      {"(4,8):(1,4)", "a b -> (a b)", "", "((4,8)):((1,4))"},
      {"((2,16),(4,8)):((1,2),(32,128))", "(wh r) (wl c) -> (wl wh) r c", "", "((4,2),16,8):((32,1),2,128)"},
      {"(32,32):(1,32)", "(wh r) (wl c) -> (wl wh) r c", "wh=2,wl=4", "((4,2),16,8):((32,1),2,128)"},
      {"(32,32):(1,32)", "(wh r) (wl c) -> (wl wh) r c", "r=16,c=8", "((4,2),16,8):((32,1),2,128)"},
      {"64:3", "(a b c)->c b a", "a=2,b=4", "(8,4,2):(24,6,3)"},
      {"((4,2),8):((1,64),8)", "(a b) c -> a c b", "a=2", "(2,8,(2,2)):(1,8,(2,64))"},
      {"(4,1,8):(1,0,4)", "a 1 b -> b 1 a", "", "(8,1,4):(4,0,1)"},
      {"(4,8):(1@0,1@1)", "x (y z) -> (z x) y", "y=2", "((4,4),2):((2@1,1@0),1@1)"},
      {"((2,3),5):((1,2),6)", "a b -> b a", "", "(5,(2,3)):(6,(1,2))"},
      {"4:1", "a -> a", "", "(4):(1)"},
      {"(4,8):(1,4)", "a b -> b (1 a)", "a=4", "(8,(1,4)):(4,(0,1))"},
  };
  for (int n = 0; n < HD_COUNT(row); n++) {
    hd_layout r;
    hd_error error;
    hd_status status = rearrange(row[n][0], row[n][1], row[n][2], &error, &r);
    EXPECT(status == HD_OK, "%s: %s", row[n][1], hd_status_name(status));
    EXPECT(strcmp(hd_test_show(&r), row[n][3]) == 0, "%s by %s: %s", row[n][0], row[n][1], hd_test_show(&r));
    ck_assert(hd_test_is_valid(&r));
  }
}
END_TEST

/* ---- every split of two modes in four digits, in every order ---- */

static const char *const orders[] = {"abcd", "dcba", "cadb", "bdac", "acbd"};

typedef struct tally {
  int64_t answered, refused;
} tally;

/* (a b) (c d) -> the digits in this order, two of them grouped. */
static void judge_order(const hd_layout *l, const int64_t extent[NAMES], const char *order, tally *counts) {
  static const char *const name[] = {"a", "b", "c", "d"};
  char pattern[] = "(a b) (c d) -> w (x y) z";
  hd_extent given[NAMES];
  hd_layout r, into = *l;
  hd_error error;
  hd_oracle_axes axes = {.count = 1};
  for (char *at = pattern + 15; *at; at++)
    if (*at >= 'w' && *at <= 'z') *at = order[*at - 'w'];
  for (int k = 0; k < NAMES; k++) {
    ck_assert(hd_axis_from_name(name[k], 1, &given[k].name));
    given[k].extent = extent[k];
  }
  hd_status status = hd_rearrange(l, pattern, strlen(pattern), given, NAMES, &error, &r);
  if (status != HD_OK) {
    EXPECT(hd_test_is_error(&error, HD_UNDEFINED), "%s by %s: %s", hd_test_show(l), pattern, hd_status_name(status));
    counts->refused++;
    return;
  }
  for (int64_t i = 0; i < hd_size(&r); i++) {
    int64_t rest = i, digit[NAMES], value, wanted;
    for (int k = 0; k < NAMES; k++) {
      digit[order[k] - 'a'] = rest % extent[order[k] - 'a'];
      rest /= extent[order[k] - 'a'];
    }
    int64_t index = digit[0] + extent[0] * (digit[1] + extent[1] * (digit[2] + extent[2] * digit[3]));
    EXPECT(hd_oracle_at(&r, i, &axes, &value) == HD_OK && hd_oracle_at(l, index, &axes, &wanted) == HD_OK, "oracle");
    EXPECT(rest == 0 && value == wanted, "%s by %s: %s at %d", hd_test_show(l), pattern, hd_test_show(&r), (int)i);
  }
  EXPECT(hd_test_is_valid(&r) && hd_rank(&r.profile) == 3 && hd_size(&r) == hd_size(l), "%s", hd_test_show(&r));
  EXPECT(hd_rearrange(&into, pattern, strlen(pattern), given, NAMES, NULL, &into) == HD_OK &&
             hd_is_identical(&into, &r),
         "%s: into itself", hd_test_show(l));
  counts->answered++;
}

START_TEST(a_digit_means_the_same_on_both_sides) {
  static const int64_t extents[] = {1, 2, 3, 4}, strides[] = {0, 1, 2, 5, -3};
  tally counts = {0};
  for (int nested = 0; nested < 2; nested++) {
    static const char *const flat[] = {"(.,.)"}, *const deep[] = {"((.,.),.)"};
    hd_family family = {.leaves = 2 + nested,
                        .extents = 4 - nested,
                        .extent = extents,
                        .strides = 5,
                        .stride = strides,
                        .nestings = 1,
                        .nesting = nested ? deep : flat};
    for (int64_t n = 0; n < hd_family_count(&family); n++) {
      hd_layout l;
      hd_family_at(&family, n, &l);
      int64_t second = l.shape[1 + nested], first = hd_size(&l) / second;
      for (int64_t a = 1; a <= first; a++)
        for (int64_t c = 1; c <= second; c++) {
          if (first % a || second % c) continue;
          const int64_t extent[NAMES] = {a, first / a, c, second / c};
          judge_order(&l, extent, orders[(n + a + c) % HD_COUNT(orders)], &counts);
        }
    }
  }
  ck_assert_int_gt(counts.answered, 1000);
  ck_assert_int_gt(counts.refused, 0);
}
END_TEST

/* ---- refusals ---- */

START_TEST(a_pattern_that_does_not_parse_is_refused_at_its_character) {
  static const struct {
    const char *pattern;
    size_t position;
  } wrong[] = {{"", 0},
               {"a b", 3},
               {"a b -", 4},
               {"-> a b", 0},
               {"a b -> ", 7},
               {"a b -> b a -", 11},
               {"(a b -> a b", 5},
               {"a) b -> a b", 1},
               {"a () b -> a b", 3},
               {"((a) b) -> a b", 1},
               {"a 2 -> 2 a", 2},
               {"a a -> a b", 2},
               {"a b -> b b", 9},
               {"a b -> b a*", 9},
               {"elevenlette b -> b elevenlette", 0},
               {"a b -> (b a", 11}};
  for (int n = 0; n < HD_COUNT(wrong); n++) {
    hd_layout r;
    hd_error error;
    hd_test_stamp(&r, sizeof r);
    hd_status status = rearrange("(4,8):(1,4)", wrong[n].pattern, "", &error, &r);
    EXPECT(status == HD_MALFORMED && hd_test_is_error(&error, status), "%s: %s", wrong[n].pattern,
           hd_status_name(status));
    EXPECT(error.position == wrong[n].position, "%s: at %d", wrong[n].pattern, (int)error.position);
    ck_assert(hd_test_is_stamped(&r, sizeof r));
  }
}
END_TEST

START_TEST(what_does_not_fit_is_refused_with_its_numbers) {
  static const struct {
    const char *layout, *pattern, *extents;
    hd_status status;
  } wrong[] = {{"(4,8):(1,4)", "a b c -> c b a", "", HD_MISMATCH},
               {"(4,8):(1,4)", "a -> a", "", HD_MISMATCH},
               {"(4,8):(1,4)", "a b -> a", "", HD_MISMATCH},
               {"(4,8):(1,4)", "a b -> a b c", "", HD_MISMATCH},
               {"(4,8):(1,4)", "a b -> b a", "c=2", HD_MISMATCH},
               {"(4,8):(1,4)", "a b -> b a", "a=2", HD_RANGE},
               {"(4,8):(1,4)", "a b -> b a", "a=0", HD_RANGE},
               {"(4,8):(1,4)", "a b -> b a", "a=-4", HD_RANGE},
               {"(4,8):(1,4)", "(a b) c -> c b a", "", HD_RANGE},
               {"(4,8):(1,4)", "(a b) c -> c b a", "a=3", HD_RANGE},
               {"(4,8):(1,4)", "(a b) c -> c b a", "a=2,b=4", HD_RANGE},
               {"(4,8):(1,4)", "1 b -> b", "", HD_RANGE},
               {"((4,2,3),8):((1,2,9),4)", "(a b) c -> c b a", "", HD_RANGE},
               {"((3,3),8):((1,7),4)", "(a b) c -> c b a", "a=9", HD_OK},
               {"((3,4),8):((1,7),4)", "(a b) c -> c b a", "a=2", HD_UNDEFINED},
               {"4:1", "(a b) -> b a", "a=4611686018427387904,b=4", HD_OVERFLOW}};
  for (int n = 0; n < HD_COUNT(wrong); n++) {
    hd_layout r;
    hd_error error;
    hd_test_stamp(&r, sizeof r);
    hd_status status = rearrange(wrong[n].layout, wrong[n].pattern, wrong[n].extents, &error, &r);
    EXPECT(status == wrong[n].status, "%s by %s: %s", wrong[n].layout, wrong[n].pattern, hd_status_name(status));
    if (status != HD_OK)
      EXPECT(hd_test_is_error(&error, status) && hd_test_is_stamped(&r, sizeof r), "%s", wrong[n].pattern);
  }
}
END_TEST

/* More names than a layout has leaves; and `1` so often that the answer has. */
START_TEST(more_digits_than_a_layout_holds_are_a_capacity) {
  char pattern[4 * HD_MAX_LEAVES + 16] = "a ->";
  size_t length = strlen(pattern);
  hd_layout l = hd_test_layout("4:1"), r;
  hd_error error;
  for (int k = 0; k <= HD_MAX_LEAVES; k++) {
    pattern[length++] = ' ';
    pattern[length++] = k == HD_MAX_LEAVES ? 'a' : '1';
  }
  hd_test_stamp(&r, sizeof r);
  ck_assert_int_eq(hd_rearrange(&l, pattern, length, NULL, 0, &error, &r), HD_CAPACITY);
  ck_assert(hd_test_is_error(&error, HD_CAPACITY) && hd_test_is_stamped(&r, sizeof r));
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"patterns", patterns_say_what_becomes_of_each_digit},
      {"digits by name", a_digit_means_the_same_on_both_sides},
      {"patterns refused", a_pattern_that_does_not_parse_is_refused_at_its_character},
      {"numbers refused", what_does_not_fit_is_refused_with_its_numbers},
      {"capacity", more_digits_than_a_layout_holds_are_a_capacity},
  };
  return hd_test_main("rearrange", test, HD_COUNT(test));
}
