/* One layout rearranged: its modes turned round, and all of it as one mode split in two digits that trade places. */
#include "proofs/oracle.h"
#include "tests/support/sweep.h"

#define SHOW hd_test_show(&small->layout)

/* a b c -> c b a: the digits of an index, counted from the last one. */
static void judge_turned(const hd_small *small, hd_cases *cases) {
  static const char *const patterns[] = {"", "a -> a", "a b -> b a", "a b c -> c b a"};
  static const int modes[] = {2, 1, 0};
  const char *pattern = patterns[small->modes];
  hd_layout result;
  EXPECT(hd_rearrange(&small->layout, pattern, strlen(pattern), NULL, 0, NULL, &result) == HD_OK, "%s", SHOW);
  EXPECT(hd_small_has_modes(small, modes + 3 - small->modes, small->modes, &result), "%s: %s", SHOW,
         hd_test_show(&result));
  cases->answered++;
}

START_TEST(modes_turned_round_keep_their_digits) {
  hd_sweep("rearrange, modes turned round", hd_small_count(), judge_turned);
}
END_TEST

/* Whether count values, `step` apart, are those of some layout. */
static bool fits(const int64_t *value, int64_t count, int64_t step) {
  int64_t along[HD_SMALL_SIZE], failing;
  hd_oracle_table table = {.axes = {.count = 1}, .count = count, .value = along};
  bool exists;
  for (int64_t i = 0; i < count; i++) along[i] = value[i * step];
  EXPECT(hd_oracle_fit(&table, &exists, &failing) == HD_OK, "the oracle failed");
  return exists;
}

/* Whether the digits of an index, the first of extent `first`, are modes of some layout with these values. */
static bool comes_apart(const hd_small *small, int64_t first) {
  for (int64_t i = 0; i < small->size; i++)
    if (small->value[i] != small->value[i % first] + small->value[i - i % first]) return false;
  return fits(small->value, first, 1) && fits(small->value, small->size / first, first);
}

/* (a b) -> b a, the first digit of extent 2 or 3. */
static void judge_split(const hd_small *small, hd_cases *cases) {
  static const char *const nesting[] = {"", "((.))", "((.,.))", "((.,.,.))"};
  static const char pattern[] = "(a b) -> b a";
  hd_layout layout = hd_small_nest(small, nesting[small->modes]), result;
  hd_extent given;
  EXPECT(hd_axis_from_name("a", 1, &given.name), "no name");
  for (given.extent = 2; given.extent <= 3; given.extent++) {
    int64_t wanted[HD_SMALL_SIZE], n = 0, a = given.extent;
    hd_error error;
    hd_status status = hd_rearrange(&layout, pattern, sizeof pattern - 1, &given, 1, &error, &result);
    if (small->size % a != 0 || !comes_apart(small, a)) {
      hd_status refusal = small->size % a != 0 ? HD_RANGE : HD_UNDEFINED;
      EXPECT(hd_small_is_refused(status, refusal, &error), "%s by %d: %s", SHOW, (int)a, hd_status_name(status));
      cases->refused++;
      continue;
    }
    for (int64_t low = 0; low < a; low++)
      for (int64_t high = 0; high < small->size; high += a) wanted[n++] = small->value[low + high];
    EXPECT(status == HD_OK && hd_small_has_values(&result, n, wanted), "%s by %d: %s", SHOW, (int)a,
           hd_test_show(&result));
    cases->answered++;
  }
}

START_TEST(two_digits_trade_places_or_are_no_modes) {
  hd_sweep("rearrange, two digits trade places", 2 * hd_small_count(), judge_split);
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"modes turned round", modes_turned_round_keep_their_digits},
      {"digits trade places", two_digits_trade_places_or_are_no_modes},
  };
  return hd_test_main("sweep: rearrange", test, HD_COUNT(test));
}
