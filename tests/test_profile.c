/* Profiles: every walk over brackets agrees with the written text, and nesting compares as the oracle says. */
#include "proofs/oracle.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

static const char *const texts[] = {
    ".",
    "()",
    "(.)",
    "((.))",
    "(.,.)",
    "((.),.)",
    "(.,(.))",
    "((.,.))",
    "(.,.,.)",
    "((.,.),.)",
    "(.,(.,.))",
    "((.),(.,(.)))",
    "((.,.,.))",
    "((.,(.,.)),(.,.))",
    "(((.)),.)",
    "((.,.),(.,.))",
    "(.,(.,(.,(.))))",
    "((((.),.),.),.)",
    "((.),(.),(.))",
};

/* Rank and depth by counting the text's commas and brackets. */
static int rank_of(const char *text) {
  int depth = 0, modes = 1;
  if (strcmp(text, "()") == 0) return 0;
  for (; *text; text++) {
    depth += *text == '(';
    depth -= *text == ')';
    modes += *text == ',' && depth == 1;
  }
  return modes;
}

static int depth_of(const char *text) {
  int depth = 0, deepest = 0;
  for (; *text; text++) {
    depth += *text == '(';
    if (depth > deepest) deepest = depth;
    depth -= *text == ')';
  }
  return deepest;
}

START_TEST(rank_and_depth_are_those_of_the_text) {
  for (int n = 0; n < HD_COUNT(texts); n++) {
    hd_profile profile = hd_test_profile(texts[n]);
    ck_assert_msg(hd_rank(&profile) == rank_of(texts[n]), "rank of %s: %d", texts[n], hd_rank(&profile));
    ck_assert_msg(hd_depth(&profile) == depth_of(texts[n]), "depth of %s: %d", texts[n], hd_depth(&profile));
    ck_assert_msg(hd_is_tuple(&profile) == (texts[n][0] == '('), "%s", texts[n]);
  }
}
END_TEST

START_TEST(nesting_compares_as_the_oracle_says) {
  int congruent = 0, weakly = 0;
  for (int n = 0; n < HD_COUNT(texts); n++)
    for (int m = 0; m < HD_COUNT(texts); m++) {
      hd_profile a = hd_test_profile(texts[n]), b = hd_test_profile(texts[m]);
      EXPECT(hd_is_congruent(&a, &b) == (n == m), "%s and %s", texts[n], texts[m]);
      EXPECT(hd_oracle_is_congruent(&a, &b) == (n == m), "oracle: %s and %s", texts[n], texts[m]);
      bool wanted = hd_oracle_is_weakly_congruent(&a, &b);
      EXPECT(hd_is_weakly_congruent(&a, &b) == wanted, "%s under %s: want %d", texts[n], texts[m], wanted);
      congruent += n == m;
      weakly += wanted;
    }
  ck_assert_int_eq(congruent, HD_COUNT(texts));
  ck_assert_int_gt(weakly, congruent);
  ck_assert_int_lt(weakly, HD_COUNT(texts) * HD_COUNT(texts) / 2);
}
END_TEST

/* Writes a profile's view back as text, going into every mode with a cursor. */
static void write_with_cursor(const hd_profile *profile, char *text) {
  hd_cursor cursor = hd_cursor_start(profile);
  int depth = 0;
  bool comma = false;
  if (profile->leaves == 0) {
    strcpy(text, "()");
    return;
  }
  for (;;) {
    if (!hd_cursor_more(&cursor)) {
      if (depth-- == 0) break;
      hd_cursor_leave(&cursor);
      *text++ = ')';
      comma = true;
      continue;
    }
    if (comma) *text++ = ',';
    comma = false;
    if (hd_cursor_at_tuple(&cursor)) {
      hd_cursor_enter(&cursor);
      depth++;
      *text++ = '(';
    } else {
      hd_view view = hd_cursor_next(&cursor);
      EXPECT(view.end == view.begin + 1, "a scalar mode of %d leaves", view.end - view.begin);
      *text++ = '.';
      comma = true;
    }
    if (depth == 0) break;
  }
  *text = '\0';
}

START_TEST(a_cursor_walks_the_text) {
  for (int n = 0; n < HD_COUNT(texts); n++) {
    hd_profile profile = hd_test_profile(texts[n]);
    char text[128];
    write_with_cursor(&profile, text);
    ck_assert_str_eq(text, texts[n]);
  }
}
END_TEST

START_TEST(a_cursor_passes_the_whole_as_one_mode) {
  for (int n = 0; n < HD_COUNT(texts); n++) {
    hd_profile profile = hd_test_profile(texts[n]);
    if (profile.leaves == 0) continue;
    hd_cursor cursor = hd_cursor_start(&profile);
    hd_view view = hd_cursor_next(&cursor), all = hd_view_all(&profile);
    ck_assert_msg(view.begin == 0 && view.end == profile.leaves, "%s", texts[n]);
    ck_assert_msg(view.skip_open == all.skip_open && view.skip_close == all.skip_close, "%s", texts[n]);
    ck_assert(!hd_cursor_more(&cursor));
  }
}
END_TEST

/* Puts a tuple together again from its modes. */
static hd_profile rebuilt(const hd_profile *profile, const char *text) {
  hd_profile made;
  hd_view all = hd_view_all(profile), mode;
  memset(&made, 0, sizeof made);
  int rank = hd_view_rank(profile, all), leaves = 0;
  for (int k = 0; k < rank; k++) {
    EXPECT(hd_view_mode(profile, all, k, &mode), "mode %d of %s", k, text);
    EXPECT(mode.begin == leaves && mode.end > mode.begin, "mode %d of %s begins at %d", k, text, mode.begin);
    EXPECT(hd_profile_append(&made, profile, mode), "%s", text);
    leaves = mode.end;
  }
  EXPECT(leaves == profile->leaves, "the modes of %s have %d leaves", text, leaves);
  EXPECT(!hd_view_mode(profile, all, rank, &mode) && !hd_view_mode(profile, all, -1, &mode), "%s", text);
  if (hd_is_tuple(profile) && leaves > 0) EXPECT(hd_profile_wrap(&made, 0), "%s", text);
  return made;
}

START_TEST(the_modes_put_together_give_the_whole) {
  for (int n = 0; n < HD_COUNT(texts); n++) {
    hd_profile profile = hd_test_profile(texts[n]);
    hd_profile made = rebuilt(&profile, texts[n]);
    ck_assert_msg(hd_oracle_is_congruent(&made, &profile), "%s", texts[n]);
  }
}
END_TEST

START_TEST(modes_of_modes_are_those_of_the_text) {
  hd_profile profile = hd_test_profile("((.,(.,.)),(.,.))");
  hd_view all = hd_view_all(&profile), first, inner, leaf;
  hd_profile made, wanted = hd_test_profile("(.,(.,.))");
  ck_assert(hd_view_mode(&profile, all, 0, &first));
  ck_assert(hd_view_is_tuple(&profile, first));
  memset(&made, 0, sizeof made);
  ck_assert(hd_profile_append(&made, &profile, first));
  ck_assert(hd_oracle_is_congruent(&made, &wanted));
  ck_assert(hd_view_mode(&profile, first, 1, &inner));
  ck_assert_int_eq(hd_view_rank(&profile, inner), 2);
  ck_assert(hd_view_mode(&profile, inner, 1, &leaf));
  ck_assert(!hd_view_is_tuple(&profile, leaf));
  ck_assert_int_eq(leaf.begin, 2);
  ck_assert_int_eq(leaf.end, 3);
  ck_assert_int_eq(hd_view_rank(&profile, leaf), 1);
  ck_assert(hd_view_mode(&profile, leaf, 0, &inner));
  ck_assert_int_eq(inner.begin, 2);
}
END_TEST

START_TEST(wrapping_the_last_leaves_nests_them) {
  hd_profile profile, wanted = hd_test_profile("(.,(.,.))");
  memset(&profile, 0, sizeof profile);
  ck_assert(!hd_profile_wrap(&profile, 0));
  for (int k = 0; k < 3; k++) ck_assert(hd_profile_append_leaf(&profile));
  ck_assert(hd_profile_wrap(&profile, 1));
  ck_assert(hd_profile_wrap(&profile, 0));
  ck_assert(hd_oracle_is_congruent(&profile, &wanted));
}
END_TEST

START_TEST(past_the_capacity_nothing_is_appended) {
  hd_profile profile, two = hd_test_profile("(.,.)");
  memset(&profile, 0, sizeof profile);
  for (int k = 0; k < HD_MAX_LEAVES - 1; k++) ck_assert(hd_profile_append_leaf(&profile));
  ck_assert(!hd_profile_append(&profile, &two, hd_view_all(&two)));
  ck_assert_int_eq(profile.leaves, HD_MAX_LEAVES - 1);
  ck_assert(hd_profile_append_leaf(&profile));
  ck_assert(!hd_profile_append_leaf(&profile));
  ck_assert_int_eq(profile.leaves, HD_MAX_LEAVES);
}
END_TEST

START_TEST(brackets_nest_to_the_limit_and_no_deeper) {
  hd_profile profile;
  memset(&profile, 0, sizeof profile);
  ck_assert(hd_profile_append_leaf(&profile));
  for (int k = 0; k < HD_MAX_DEPTH; k++) ck_assert(hd_profile_wrap(&profile, 0));
  ck_assert_int_eq(hd_depth(&profile), HD_MAX_DEPTH);
  ck_assert(!hd_profile_wrap(&profile, 0));
  ck_assert_int_eq(hd_depth(&profile), HD_MAX_DEPTH);
  ck_assert_int_eq(hd_rank(&profile), 1);
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"rank and depth are those of the text", rank_and_depth_are_those_of_the_text},
      {"nesting compares as the oracle says", nesting_compares_as_the_oracle_says},
      {"a cursor walks the text", a_cursor_walks_the_text},
      {"a cursor passes the whole as one mode", a_cursor_passes_the_whole_as_one_mode},
      {"the modes put together give the whole", the_modes_put_together_give_the_whole},
      {"modes of modes are those of the text", modes_of_modes_are_those_of_the_text},
      {"wrapping the last leaves nests them", wrapping_the_last_leaves_nests_them},
      {"past the capacity nothing is appended", past_the_capacity_nothing_is_appended},
      {"brackets nest to the limit and no deeper", brackets_nest_to_the_limit_and_no_deeper},
  };
  return hd_test_main("profile", test, HD_COUNT(test));
}
