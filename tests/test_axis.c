/* Axis words: paths and names go in and come out unchanged, and nothing else fits. */
#include "tests/support/suite.h"

/* The path of number n among those whose steps are from a small list, in every length. */
static int path_at(int n, int step[HD_AXIS_STEPS]) {
  static const int steps[] = {0, 1, 7, 9, 10, 99, 100, 126};
  int length = 1;
  for (int count = HD_COUNT(steps); n >= count && length < 4; count *= HD_COUNT(steps)) {
    n -= count;
    length++;
  }
  for (int k = 0; k < length; k++) {
    step[k] = steps[n % HD_COUNT(steps)];
    n /= HD_COUNT(steps);
  }
  return length;
}

enum { PATHS = 8 + 64 + 512 };

START_TEST(a_path_comes_out_as_it_went_in) {
  for (int n = 0; n < PATHS; n++) {
    int in[HD_AXIS_STEPS], out[HD_AXIS_STEPS];
    hd_axis axis;
    int length = path_at(n, in);
    EXPECT(hd_axis_from_path(in, length, &axis), "path %d refused", n);
    EXPECT(hd_axis_is_path(axis) && !hd_axis_is_name(axis), "path %d is no path", n);
    EXPECT(axis != HD_AXIS_INTEGER && axis != HD_AXIS_ANY, "path %d is a reserved word", n);
    EXPECT(hd_axis_path(axis, out) == length, "path %d has another length", n);
    for (int k = 0; k < length; k++) EXPECT(in[k] == out[k], "path %d, step %d: %d, not %d", n, k, out[k], in[k]);
  }
}
END_TEST

START_TEST(two_paths_share_a_word_only_when_they_are_one) {
  static hd_axis axis[PATHS];
  for (int n = 0; n < PATHS; n++) {
    int step[HD_AXIS_STEPS];
    int length = path_at(n, step);
    ck_assert(hd_axis_from_path(step, length, &axis[n]));
    for (int m = 0; m < n; m++) EXPECT(axis[m] != axis[n], "paths %d and %d share a word", m, n);
  }
}
END_TEST

/* Overlap by its meaning: one list of steps is a proper beginning of the other. */
static bool begins(const int *a, int length_a, const int *b, int length_b) {
  if (length_a >= length_b) return false;
  for (int k = 0; k < length_a; k++)
    if (a[k] != b[k]) return false;
  return true;
}

START_TEST(paths_overlap_when_one_begins_the_other) {
  int overlapping = 0;
  for (int n = 0; n < PATHS; n++)
    for (int m = 0; m < PATHS; m++) {
      int a[HD_AXIS_STEPS], b[HD_AXIS_STEPS];
      int length_a = path_at(n, a), length_b = path_at(m, b);
      hd_axis x, y;
      hd_axis_from_path(a, length_a, &x);
      hd_axis_from_path(b, length_b, &y);
      bool wanted = begins(a, length_a, b, length_b) || begins(b, length_b, a, length_a);
      EXPECT(hd_axis_overlap(x, y) == wanted, "paths %d and %d", n, m);
      overlapping += wanted;
    }
  /* Each longer path once with each of its beginnings, either way round. */
  ck_assert_int_eq(overlapping, 2 * (64 + 512 * 2));
}
END_TEST

START_TEST(the_longest_path_fits_and_a_longer_one_does_not) {
  int step[HD_AXIS_STEPS + 1], out[HD_AXIS_STEPS];
  hd_axis axis = 7;
  for (int k = 0; k <= HD_AXIS_STEPS; k++) step[k] = HD_AXIS_STEP_MAX - k;
  ck_assert(hd_axis_from_path(step, HD_AXIS_STEPS, &axis));
  ck_assert_int_eq(hd_axis_path(axis, out), HD_AXIS_STEPS);
  ck_assert_mem_eq(step, out, sizeof out);
  axis = 7;
  ck_assert(!hd_axis_from_path(step, HD_AXIS_STEPS + 1, &axis));
  step[0] = HD_AXIS_STEP_MAX + 1;
  ck_assert(!hd_axis_from_path(step, 1, &axis));
  step[0] = -1;
  ck_assert(!hd_axis_from_path(step, 1, &axis));
  ck_assert_uint_eq(axis, 7);
}
END_TEST

static void expect_text(hd_axis axis, const char *wanted) {
  char text[HD_AXIS_TEXT];
  int length = hd_axis_text(axis, text);
  ck_assert_str_eq(text, wanted);
  ck_assert_int_eq(length, (int)strlen(wanted));
}

START_TEST(the_text_of_a_path_is_innermost_first) {
  static const int step[] = {0, 1, 126, 30};
  hd_axis axis;
  expect_text(HD_AXIS_INTEGER, "");
  ck_assert(hd_axis_from_path(step, 1, &axis));
  expect_text(axis, "@0");
  ck_assert(hd_axis_from_path(step, 2, &axis));
  expect_text(axis, "@1@0");
  ck_assert(hd_axis_from_path(step, 4, &axis));
  expect_text(axis, "@30@126@1@0");
}
END_TEST

START_TEST(the_longest_text_of_a_path_fits_its_array) {
  int step[HD_AXIS_STEPS];
  hd_axis axis;
  struct {
    char text[HD_AXIS_TEXT];
    char canary;
  } out = {.canary = 'c'};
  for (int k = 0; k < HD_AXIS_STEPS; k++) step[k] = HD_AXIS_STEP_MAX;
  ck_assert(hd_axis_from_path(step, HD_AXIS_STEPS, &axis));
  ck_assert_int_eq(hd_axis_text(axis, out.text), 4 * HD_AXIS_STEPS);
  ck_assert_str_eq(out.text, "@126@126@126@126@126@126@126@126");
  ck_assert_int_eq(out.canary, 'c');
}
END_TEST

START_TEST(a_name_comes_out_as_it_went_in) {
  static const char *const name[] = {"l", "lane", "col", "tid_in_wg",  "laneid",
                                     "A", "z9",   "Z_0", "abcdefghij", "Wg_9876543"};
  for (int n = 0; n < HD_COUNT(name); n++) {
    hd_axis axis;
    char text[HD_AXIS_TEXT];
    int step[HD_AXIS_STEPS];
    ck_assert(hd_axis_from_name(name[n], strlen(name[n]), &axis));
    ck_assert(hd_axis_is_name(axis) && !hd_axis_is_path(axis));
    ck_assert(axis != HD_AXIS_ANY);
    ck_assert_int_eq(hd_axis_text(axis, text), (int)strlen(name[n]) + 1);
    ck_assert_str_eq(text + 1, name[n]);
    ck_assert_int_eq(text[0], '@');
    ck_assert_int_eq(hd_axis_path(axis, step), 0);
    for (int m = 0; m < n; m++) {
      hd_axis other;
      ck_assert(hd_axis_from_name(name[m], strlen(name[m]), &other));
      ck_assert_uint_ne(axis, other);
      ck_assert(!hd_axis_overlap(axis, other));
    }
  }
}
END_TEST

START_TEST(only_the_given_length_of_a_name_is_read) {
  hd_axis axis, other;
  ck_assert(hd_axis_from_name("lane-and-more", 4, &axis));
  ck_assert(hd_axis_from_name("lane", 4, &other));
  ck_assert_uint_eq(axis, other);
}
END_TEST

START_TEST(what_is_no_name_is_refused) {
  static const char *const wrong[] = {"", "abcdefghijk", "a-b", "a b", "a@b", "a.", "\xc3\xa4"};
  hd_axis axis = 7;
  for (int n = 0; n < HD_COUNT(wrong); n++)
    ck_assert_msg(!hd_axis_from_name(wrong[n], strlen(wrong[n]), &axis), "%s", wrong[n]);
  ck_assert(!hd_axis_from_name("a\0b", 3, &axis));
  ck_assert_uint_eq(axis, 7);
  for (int c = 1; c < 256; c++) {
    char name[2] = {'a', (char)c};
    bool good = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    EXPECT(hd_axis_from_name(name, 2, &axis) == good, "character %d", c);
  }
}
END_TEST

/* Of all pairs of names whose characters come from every run of the alphabet and where they change. */
START_TEST(names_come_in_the_order_of_their_text) {
  static const char letters[] = "azAZ09_";
  enum { LETTERS = sizeof letters - 1, NAMES = 4 * (1 + LETTERS + LETTERS * LETTERS) };
  static char name[NAMES][HD_AXIS_NAME_MAX + 1];
  static hd_axis axis[NAMES];
  for (int n = 0; n < NAMES; n++) {
    int rest = n / 4, length = rest == 0 ? 0 : rest <= LETTERS ? 1 : 2;
    name[n][0] = letters[n % 4];
    if (length == 1) name[n][1] = letters[rest - 1];
    if (length == 2)
      name[n][1] = letters[(rest - 1 - LETTERS) % LETTERS], name[n][2] = letters[(rest - 1) / LETTERS - 1];
    ck_assert(hd_axis_from_name(name[n], strlen(name[n]), &axis[n]));
  }
  for (int a = 0; a < NAMES; a++)
    for (int b = 0; b < NAMES; b++)
      EXPECT(hd_axis_name_before(axis[a], axis[b]) == (strcmp(name[a], name[b]) < 0), "%s, %s", name[a], name[b]);
}
END_TEST

START_TEST(integers_and_any_are_neither_paths_nor_names) {
  int step[HD_AXIS_STEPS];
  ck_assert(!hd_axis_is_path(HD_AXIS_INTEGER) && !hd_axis_is_name(HD_AXIS_INTEGER));
  ck_assert(!hd_axis_is_path(HD_AXIS_ANY) && !hd_axis_is_name(HD_AXIS_ANY));
  ck_assert_int_eq(hd_axis_path(HD_AXIS_INTEGER, step), 0);
  ck_assert(!hd_axis_overlap(HD_AXIS_INTEGER, HD_AXIS_INTEGER));
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"a path comes out as it went in", a_path_comes_out_as_it_went_in},
      {"two paths share a word only when they are one", two_paths_share_a_word_only_when_they_are_one},
      {"paths overlap when one begins the other", paths_overlap_when_one_begins_the_other},
      {"the longest path fits", the_longest_path_fits_and_a_longer_one_does_not},
      {"the text of a path is innermost first", the_text_of_a_path_is_innermost_first},
      {"the longest text fits", the_longest_text_of_a_path_fits_its_array},
      {"a name comes out as it went in", a_name_comes_out_as_it_went_in},
      {"only the given length is read", only_the_given_length_of_a_name_is_read},
      {"what is no name is refused", what_is_no_name_is_refused},
      {"names come in the order of their text", names_come_in_the_order_of_their_text},
      {"integers and any", integers_and_any_are_neither_paths_nor_names},
  };
  return hd_test_main("axis", test, HD_COUNT(test));
}
