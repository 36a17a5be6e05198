/* Modes of one layout: picked, grouped, put beside others. What comes out has the values of the modes that went in, at
 * the digits that they have there. */
#include "tests/support/sweep.h"

#define SHOW hd_test_show(&small->layout)

/* What is put beside a layout; read once. */
static const hd_layout *element_at(int n) {
  static const char *const text[] = {"2:5", "(3,2):(7,1)", "1:0", "(2):(5)", "(2,2):(5,5)"};
  static hd_layout read[HD_COUNT(text)];
  if (read[n].profile.leaves == 0) read[n] = hd_test_layout(text[n]);
  return &read[n];
}
enum { ELEMENTS = 2, COPIES = 2 }; /* the first two; and as many copies of the first as the index is above COPIES */

/* ---- a part ---- */

static void judge_get(const hd_small *small, hd_cases *cases) {
  const char *const *nesting;
  int nestings = hd_small_nestings(small->modes, &nesting);
  for (int n = 0; n < nestings; n++) {
    hd_layout layout = hd_small_nest(small, nesting[n]), part, result;
    for (int mode = -1; mode <= HD_SMALL_MODES; mode++) {
      hd_error error;
      hd_status status = hd_get(&layout, &mode, 1, &error, &result);
      if (mode < 0 || !hd_small_mode(&layout, mode, &part)) {
        EXPECT(hd_small_is_refused(status, HD_RANGE, &error), "mode %d of %s", mode, hd_test_show(&layout));
        cases->refused++;
        continue;
      }
      EXPECT(status == HD_OK && hd_small_is_same(&result, &part), "mode %d of %s", mode, hd_test_show(&layout));
      cases->answered++;
    }
  }
}

START_TEST(get_has_the_values_of_the_mode) {
  const int64_t each = HD_SMALL_MODES + 2;
  hd_sweep("get", hd_small_cases(2 * each, 2 * each, 4 * each), judge_get);
}
END_TEST

static void judge_select_of(const hd_small *small, const int *mode, int count, hd_cases *cases) {
  hd_layout result;
  hd_error error;
  bool exists = true;
  for (int k = 0; k < count; k++) exists = exists && mode[k] < small->modes;
  hd_status status = hd_select(&small->layout, mode, count, &error, &result);
  if (!exists) {
    EXPECT(hd_small_is_refused(status, HD_RANGE, &error), "%s", SHOW);
    cases->refused++;
    return;
  }
  EXPECT(status == HD_OK && hd_small_has_modes(small, mode, count, &result), "%s", SHOW);
  cases->answered++;
}

static void judge_select(const hd_small *small, hd_cases *cases) {
  for (int a = 0; a <= HD_SMALL_MODES; a++) {
    judge_select_of(small, &a, 1, cases);
    for (int b = 0; b <= HD_SMALL_MODES; b++) {
      const int mode[] = {a, b, (a + 1) % HD_SMALL_MODES};
      judge_select_of(small, mode, a == b ? 3 : 2, cases);
    }
  }
}

START_TEST(select_has_the_values_of_the_modes_listed) {
  const int64_t each = HD_SMALL_MODES + 1;
  hd_sweep("select", hd_small_count() * (each + each * each), judge_select);
}
END_TEST

static void judge_take(const hd_small *small, hd_cases *cases) {
  static const int mode[] = {0, 1, 2};
  for (int begin = -1; begin <= small->modes; begin++)
    for (int end = 0; end <= small->modes + 1; end++) {
      hd_layout result;
      hd_error error;
      hd_status status = hd_take(&small->layout, begin, end, &error, &result);
      if (begin < 0 || begin > end || end > small->modes) {
        EXPECT(hd_small_is_refused(status, HD_RANGE, &error), "%d to %d of %s", begin, end, SHOW);
        cases->refused++;
        continue;
      }
      bool right = status == HD_OK && hd_small_has_modes(small, mode + begin, end - begin, &result);
      EXPECT(right, "%d to %d of %s", begin, end, SHOW);
      cases->answered++;
    }
}

START_TEST(take_has_the_values_of_a_run_of_modes) { hd_sweep("take", hd_small_cases(9, 16, 25), judge_take); }
END_TEST

/* ---- brackets ---- */

/* `(.,(.,.))` for modes 1 to 3 of 3. */
static void write_group(int modes, int begin, int end, char text[32]) {
  char *at = text;
  *at++ = '(';
  for (int k = 0; k < modes; k++) {
    if (k > 0) *at++ = ',';
    if (k == begin) *at++ = '(';
    *at++ = '.';
    if (k == end - 1) *at++ = ')';
  }
  *at++ = ')';
  *at = '\0';
}

static void judge_group(const hd_small *small, hd_cases *cases) {
  for (int begin = -1; begin <= small->modes; begin++)
    for (int end = 0; end <= small->modes + 1; end++) {
      char nesting[32];
      hd_layout result;
      hd_error error;
      hd_status status = hd_group_modes(&small->layout, begin, end, &error, &result);
      if (begin < 0 || begin >= end || end > small->modes) {
        EXPECT(hd_small_is_refused(status, HD_RANGE, &error), "%d to %d of %s", begin, end, SHOW);
        cases->refused++;
        continue;
      }
      write_group(small->modes, begin, end, nesting);
      EXPECT(status == HD_OK && hd_small_has_values(&result, small->size, small->value), "%s", SHOW);
      EXPECT(hd_small_is_nested(&result, nesting), "%d to %d of %s", begin, end, SHOW);
      cases->answered++;
    }
}

START_TEST(group_modes_keeps_the_values) { hd_sweep("group_modes", hd_small_cases(9, 16, 25), judge_group); }
END_TEST

static const struct {
  int modes;
  const char *before, *after; /* NULL: no zip */
} zips[] = {
    {1, "((.))", "((.))"},
    {1, "(.)", NULL},
    {2, "((.),(.))", "((.,.))"},
    {2, "((.,.))", "((.),(.))"},
    {2, "(.,(.))", NULL},
    {2, "(.,.)", NULL},
    {3, "((.),(.),(.))", "((.,.,.))"},
    {3, "((.,.,.))", "((.),(.),(.))"},
    {3, "((.,.),(.))", NULL},
    {3, "((.),(.,.))", NULL},
    {3, "(.,.,.)", NULL},
};

static void judge_zip(const hd_small *small, hd_cases *cases) {
  for (int n = 0; n < HD_COUNT(zips); n++) {
    if (zips[n].modes != small->modes) continue;
    hd_layout layout = hd_small_nest(small, zips[n].before), result;
    hd_error error;
    hd_status status = hd_zip(&layout, &error, &result);
    if (!zips[n].after) {
      EXPECT(hd_small_is_refused(status, HD_MISMATCH, &error), "%s", hd_test_show(&layout));
      cases->refused++;
      continue;
    }
    EXPECT(status == HD_OK && hd_small_is_nested(&result, zips[n].after), "%s", hd_test_show(&layout));
    EXPECT(hd_small_has_values(&result, small->size, small->value), "%s", hd_test_show(&layout));
    cases->answered++;
  }
}

START_TEST(zip_keeps_the_values_where_one_level_has_one_mode) { hd_sweep("zip", hd_small_cases(2, 4, 5), judge_zip); }
END_TEST

/* ((a,b),(3,2)) becomes ((a,3),(b,2)). */
static void judge_zip_beside(const hd_small *small, hd_cases *cases) {
  if (small->modes != 2) return;
  const int64_t a = small->shape[0], b = small->shape[1];
  const int64_t shape[] = {a, b, 3, 2}, stride[] = {small->stride[0], small->stride[1], 50, 200};
  hd_layout layout, result;
  hd_layout_clear(&layout);
  for (int k = 0; k < 4; k++) EXPECT(hd_layout_append_leaf(&layout, shape[k], stride[k], 0), "%s", SHOW);
  layout.profile = hd_test_profile("((.,.),(.,.))");
  EXPECT(hd_zip(&layout, NULL, &result) == HD_OK && hd_small_is_nested(&result, "((.,.),(.,.))"), "%s", SHOW);
  EXPECT(hd_small_is_layout(&result) && hd_small_size(&result) == 6 * small->size, "%s", SHOW);
  for (int64_t i = 0; i < 6 * small->size; i++) {
    int64_t x = i % a, u = i / a % 3, y = i / a / 3 % b, v = i / a / 3 / b;
    EXPECT(hd_small_at(&result, i) == small->value[x + a * y] + 50 * u + 200 * v, "%s at %d", SHOW, (int)i);
  }
  cases->answered++;
}

START_TEST(zip_trades_the_two_levels) { hd_sweep("zip of two pairs", hd_small_cases(0, 1, 0), judge_zip_beside); }
END_TEST

/* ---- beside others ---- */

/* Whether result(i + size(a) * j) = a(i) + b(j). */
static bool is_sum(const hd_layout *a, const hd_layout *b, const hd_layout *result) {
  int64_t low[HD_SMALL_TABLE], high[HD_SMALL_TABLE], sum[HD_SMALL_TABLE];
  int64_t size = hd_small_size(a), copies = hd_small_size(b);
  hd_small_table(a, size, low);
  hd_small_table(b, copies, high);
  for (int64_t j = 0, n = 0; j < copies; j++)
    for (int64_t i = 0; i < size; i++) sum[n++] = low[i] + high[j];
  return hd_small_has_values(result, size * copies, sum);
}

static int rank_of(const hd_layout *layout) {
  hd_layout part;
  int rank = 0;
  while (hd_small_mode(layout, rank, &part)) rank++;
  return rank;
}

static void judge_beside(const hd_small *small, hd_cases *cases) {
  for (int n = 0; n < ELEMENTS; n++) {
    hd_layout result;
    const hd_layout *element = element_at(n), *const both[] = {&small->layout, element};
    EXPECT(hd_append(&small->layout, element, NULL, &result) == HD_OK, "%s", SHOW);
    EXPECT(is_sum(&small->layout, element, &result) && rank_of(&result) == small->modes + 1, "%s", SHOW);
    EXPECT(hd_prepend(&small->layout, element, NULL, &result) == HD_OK, "%s", SHOW);
    EXPECT(is_sum(element, &small->layout, &result) && rank_of(&result) == small->modes + 1, "%s", SHOW);
    EXPECT(hd_concatenate(both, 2, NULL, &result) == HD_OK, "%s", SHOW);
    EXPECT(is_sum(&small->layout, element, &result) && rank_of(&result) == 2, "%s", SHOW);
    cases->answered += 3;
  }
}

START_TEST(append_prepend_and_concatenate_add_what_stands_beside) {
  hd_sweep("append, prepend, concatenate", hd_small_count() * 3 * ELEMENTS, judge_beside);
}
END_TEST

static void judge_rank(const hd_small *small, hd_cases *cases) {
  const hd_layout *element = element_at(0);
  hd_layout result;
  for (int rank = 0; rank <= small->modes + 2; rank++) {
    hd_error error;
    hd_status after = hd_append_to_rank(&small->layout, rank, element, &error, &result);
    if (rank == 0) {
      EXPECT(hd_small_is_refused(after, HD_RANGE, &error), "%s", SHOW);
      EXPECT(hd_prepend_to_rank(&small->layout, rank, element, &error, &result) == HD_RANGE, "%s", SHOW);
      cases->refused += 2;
      continue;
    }
    const hd_layout *more = element_at(COPIES + (rank > small->modes ? rank - small->modes : 0));
    int wanted = rank > small->modes ? rank : small->modes;
    EXPECT(after == HD_OK && is_sum(&small->layout, more, &result) && rank_of(&result) == wanted, "%s", SHOW);
    hd_status before = hd_prepend_to_rank(&small->layout, rank, element, &error, &result);
    EXPECT(before == HD_OK && is_sum(more, &small->layout, &result) && rank_of(&result) == wanted, "%s", SHOW);
    cases->answered += 2;
  }
}

START_TEST(append_and_prepend_to_rank_add_as_many_as_are_missing) {
  hd_sweep("append_to_rank, prepend_to_rank", hd_small_cases(2 * 4, 2 * 5, 2 * 6), judge_rank);
}
END_TEST

/* result(i) with the digit of `mode` replaced by one of the element. */
static bool is_replaced(const hd_small *small, int mode, const hd_layout *element, const hd_layout *result) {
  int64_t wanted[HD_SMALL_TABLE], moved[HD_SMALL_TABLE], fresh = hd_small_size(element), before = 1, n = 0;
  hd_small_table(element, fresh, moved);
  for (int k = 0; k < mode; k++) before *= small->shape[k];
  for (int64_t high = 0; high < small->size; high += before * small->shape[mode])
    for (int64_t digit = 0; digit < fresh; digit++)
      for (int64_t low = 0; low < before; low++) wanted[n++] = small->value[high + low] + moved[digit];
  return hd_small_has_values(result, n, wanted) && rank_of(result) == small->modes;
}

static void judge_replace(const hd_small *small, hd_cases *cases) {
  for (int n = 0; n < ELEMENTS; n++) {
    const hd_layout *element = element_at(n);
    hd_layout result;
    for (int mode = -1; mode <= small->modes; mode++) {
      hd_error error;
      hd_status status = hd_replace(&small->layout, mode, element, &error, &result);
      if (mode < 0 || mode == small->modes) {
        EXPECT(hd_small_is_refused(status, HD_RANGE, &error), "mode %d of %s", mode, SHOW);
        cases->refused++;
        continue;
      }
      EXPECT(status == HD_OK && is_replaced(small, mode, element, &result), "mode %d of %s", mode, SHOW);
      cases->answered++;
    }
  }
}

START_TEST(replace_changes_one_mode) { hd_sweep("replace", hd_small_cases(2 * 3, 2 * 4, 2 * 5), judge_replace); }
END_TEST

int main(void) {
  const hd_test test[] = {
      {"get", get_has_the_values_of_the_mode},
      {"select", select_has_the_values_of_the_modes_listed},
      {"take", take_has_the_values_of_a_run_of_modes},
      {"group_modes", group_modes_keeps_the_values},
      {"zip", zip_keeps_the_values_where_one_level_has_one_mode},
      {"zip of pairs", zip_trades_the_two_levels},
      {"append, prepend, concatenate", append_prepend_and_concatenate_add_what_stands_beside},
      {"append and prepend to rank", append_and_prepend_to_rank_add_as_many_as_are_missing},
      {"replace", replace_changes_one_mode},
  };
  return hd_test_main("sweep: modes", test, HD_COUNT(test));
}
