/* Print: the exact text, how much of it fits, and sentences for errors. */
#include "tests/support/family.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

static char text[HD_TEXT_MAX];

START_TEST(layouts_print_as_the_tests_own_printer_writes_them) {
  for (int leaves = 1; leaves <= 3; leaves++)
    for (int kind = 0; kind < 2; kind++) {
      hd_family family = kind == 0 ? hd_family_small(leaves) : hd_family_paths(leaves);
      for (int64_t n = 0; n < hd_family_count(&family); n++) {
        hd_layout layout;
        hd_family_at(&family, n, &layout);
        size_t length = hd_print_layout(&layout, text, sizeof text);
        EXPECT(length == strlen(text) && strcmp(text, hd_test_show(&layout)) == 0, "%s for %s", text,
               hd_test_show(&layout));
      }
    }
}
END_TEST

START_TEST(layouts_print_their_text) {
  static const char *const texts[] = {
      "():()",
      "20:2",
      "(20):(2)",
      "((20)):((2))",
      "(4,8):(1,4)",
      "((2,2),8):((1,4),16)",
      "(4,(2,3)):(1@0,(1@0@1,1@1@1))",
      "(4,8):(1@lane,-4@col)",
      "(4,2):(0,1@tid_in_wg)",
      "(((1,2),(3)),4):(((-1,0),(5)),9223372036854775807)",
  };
  for (int n = 0; n < HD_COUNT(texts); n++) {
    hd_layout layout;
    if (n == 0) hd_layout_clear(&layout);
    else layout = hd_test_layout(texts[n]);
    ck_assert_uint_eq(hd_print_layout(&layout, text, sizeof text), strlen(texts[n]));
    ck_assert_str_eq(text, texts[n]);
  }
}
END_TEST

START_TEST(tuples_print_their_text) {
  static const char *const texts[] = {
      "0",
      "-1",
      "()",
      "(4)",
      "(4,8)",
      "((2,_),8)",
      "_",
      "(_,_)",
      "(((7)),(_,(1,2)))",
      "1@1@0",
      "(3@lane,_,0)",
      "9223372036854775807",
      "-9223372036854775808",
      "(1@126@126@126@126@126@126@126@126,100@9@10@99@100)",
  };
  for (int n = 0; n < HD_COUNT(texts); n++) {
    hd_tuple tuple = hd_test_tuple(texts[n]);
    ck_assert_uint_eq(hd_print_tuple(&tuple, text, sizeof text), strlen(texts[n]));
    ck_assert_str_eq(text, texts[n]);
  }
}
END_TEST

START_TEST(tilers_print_their_text) {
  static const char *const texts[] = {
      "4:1", "(4,2):(2,1)", "_", "[_]", "[4:1]", "[4:1;_;(2,2):(1,8)]", "[_;[2:1;4:1]]", "[[[_]];[(3):(2);_]]",
  };
  for (int n = 0; n < HD_COUNT(texts); n++) {
    hd_tiler tiler = hd_test_tiler(texts[n]);
    ck_assert_uint_eq(hd_print_tiler(&tiler, text, sizeof text), strlen(texts[n]));
    ck_assert_str_eq(text, texts[n]);
  }
  hd_tiler none;
  hd_tiler_clear(&none);
  ck_assert_uint_eq(hd_print_tiler(&none, text, sizeof text), 2);
  ck_assert_str_eq(text, "[]");
}
END_TEST

typedef size_t print_part(const void *object, char *into, size_t capacity);
static size_t part_tuple(const void *object, char *into, size_t capacity) {
  return hd_print_tuple(object, into, capacity);
}
static size_t part_layout(const void *object, char *into, size_t capacity) {
  return hd_print_layout(object, into, capacity);
}
static size_t part_tiler(const void *object, char *into, size_t capacity) {
  return hd_print_tiler(object, into, capacity);
}
static size_t part_error(const void *object, char *into, size_t capacity) {
  return hd_print_error(object, into, capacity);
}
static size_t part_hint(const void *object, char *into, size_t capacity) {
  return hd_print_hint(object, into, capacity);
}

/* Into each capacity: the same length, the front of the text, a final 0, and not a byte more. */
static void expect_fits(print_part *print, const void *object, const char *whole) {
  char part[256], untouched[256];
  memset(untouched, '#', sizeof untouched);
  for (size_t capacity = 0; capacity <= strlen(whole) + 3; capacity++) {
    size_t fits = capacity == 0 ? 0 : capacity <= strlen(whole) ? capacity - 1 : strlen(whole);
    size_t written = capacity == 0 ? 0 : fits + 1;
    memset(part, '#', sizeof part);
    ck_assert_uint_eq(print(object, part, capacity), strlen(whole));
    ck_assert_msg(memcmp(part, whole, fits) == 0, "%s in %zu", whole, capacity);
    if (capacity > 0) ck_assert_int_eq(part[fits], 0);
    ck_assert_msg(memcmp(part + written, untouched, sizeof part - written) == 0, "%s in %zu", whole, capacity);
  }
  ck_assert_uint_eq(print(object, NULL, 0), strlen(whole));
}

START_TEST(what_does_not_fit_is_counted_and_not_written) {
  hd_tuple tuple = hd_test_tuple("((-12,_),345@lane)");
  hd_layout layout = hd_test_layout("((2,2),8):((1@0,4@0),16@1)");
  hd_tiler tiler = hd_test_tiler("[4:1;_;[(2,2):(1,8);10:3]]");
  hd_error error;
  hd_fail(&error, HD_RANGE, "get", "mode {0} of {1}");
  error.number[0] = 3;
  error.number[1] = 2;
  error.hint = "there are {1}";
  expect_fits(part_tuple, &tuple, "((-12,_),345@lane)");
  expect_fits(part_layout, &layout, "((2,2),8):((1@0,4@0),16@1)");
  expect_fits(part_tiler, &tiler, "[4:1;_;[(2,2):(1,8);10:3]]");
  expect_fits(part_error, &error, "get: mode 3 of 2");
  expect_fits(part_hint, &error, "there are 2");
}
END_TEST

/* As many leaves, brackets, digits and steps as there can be. */
static void largest(hd_tuple *tuple) {
  const int step[HD_AXIS_STEPS] = {126, 126, 126, 126, 126, 126, 126, 126};
  hd_axis axis;
  ck_assert(hd_axis_from_path(step, HD_AXIS_STEPS, &axis));
  hd_tuple_clear(tuple);
  while (hd_tuple_append(tuple, INT64_MIN, axis)) continue;
  for (int k = 0; k < tuple->profile.leaves; k++) tuple->profile.open[k] = tuple->profile.close[k] = HD_MAX_DEPTH - 1;
  ck_assert(hd_profile_wrap(&tuple->profile, 0));
  ck_assert_int_eq(hd_depth(&tuple->profile), HD_MAX_DEPTH);
}

START_TEST(the_largest_values_fit_the_promised_size) {
  hd_error error;
  hd_layout layout;
  hd_tiler tiler;
  hd_fail(&error, HD_UNDEFINED, "composition", "{c} and {d}");
  largest(&error.coordinate);
  largest(&error.other);
  ck_assert_int_eq(error.coordinate.profile.leaves, HD_MAX_LEAVES);
  layout.profile = error.coordinate.profile;
  layout.on_axes = true;
  hd_tiler_clear(&tiler);
  for (int k = 0; k < HD_MAX_LEAVES; k++) {
    layout.shape[k] = INT64_MAX;
    layout.stride[k] = INT64_MIN;
    layout.axis[k] = error.coordinate.axis[k];
    hd_layout scalar;
    hd_layout_clear(&scalar);
    ck_assert(hd_layout_append_leaf(&scalar, INT64_MAX, INT64_MIN, layout.axis[k]));
    while (hd_layout_wrap(&scalar, 0)) continue;
    ck_assert(hd_tiler_append(&tiler, &scalar));
  }
  tiler.profile = error.coordinate.profile;
  ck_assert_uint_lt(hd_print_error(&error, text, sizeof text), sizeof text);
  ck_assert_uint_lt(hd_print_layout(&layout, text, sizeof text), sizeof text);
  ck_assert_uint_lt(hd_print_tiler(&tiler, text, sizeof text), sizeof text);
}
END_TEST

/* ---- errors ---- */

static const char *sentence(const hd_error *error) {
  hd_print_error(error, text, sizeof text);
  return text;
}

START_TEST(a_reason_is_filled_in) {
  hd_error error;
  hd_fail(&error, HD_UNDEFINED, "composition", "leaf {leaf} ({0}:{1}) is {5}{2} after {v}; {c} and {d}, {7} {} {x} {0");
  error.leaf = 4;
  for (int k = 0; k < HD_ERROR_NUMBERS; k++) error.number[k] = k * 11 - 11;
  for (int k = 0; k < 3; k++) error.sample[k] = k * k - 1;
  error.samples = 3;
  error.coordinate = hd_test_tuple("(2,(1,0))");
  error.other = hd_test_tuple("7");
  error.has_coordinate = error.has_other = true;
  ck_assert_str_eq(sentence(&error),
                   "composition: leaf 4 (-11:0) is 4411 after -1, 0, 3; (2,(1,0)) and 7, {7} {} {x} {0");
}
END_TEST

START_TEST(the_operation_asked_for_stands_first) {
  hd_error error;
  hd_fail(&error, HD_OVERFLOW, "composition", "too large");
  ck_assert_str_eq(sentence(&error), "composition: too large");
  hd_fail_within(&error, HD_OVERFLOW, "logical_divide");
  ck_assert_str_eq(sentence(&error), "logical_divide: composition: too large");
}
END_TEST

START_TEST(what_a_reason_does_not_mention_is_added) {
  hd_error error;
  hd_fail(&error, HD_UNDEFINED, "fit", "no layout");
  error.leaf = 0;
  ck_assert_str_eq(sentence(&error), "fit: leaf 0: no layout");
  error.leaf = 2;
  ck_assert_str_eq(sentence(&error), "fit: leaf 2: no layout");
  error.coordinate = hd_test_tuple("(1,2)");
  error.has_coordinate = true;
  ck_assert_str_eq(sentence(&error), "fit: leaf 2: no layout, at coordinate (1,2)");
  error.other = hd_test_tuple("(0,4)");
  error.has_other = true;
  ck_assert_str_eq(sentence(&error), "fit: leaf 2: no layout, at coordinate (1,2) and (0,4)");
  error.reason = "leaf {leaf} at {c} and {d}";
  ck_assert_str_eq(sentence(&error), "fit: leaf 2 at (1,2) and (0,4)");
}
END_TEST

START_TEST(an_error_without_words_prints_its_status) {
  hd_error error;
  hd_fail(&error, HD_UNDECIDED, NULL, NULL);
  ck_assert_str_eq(sentence(&error), "undecided");
  ck_assert_uint_eq(hd_print_hint(&error, text, sizeof text), 0);
  ck_assert_str_eq(text, "");
}
END_TEST

START_TEST(a_collision_is_told_in_full) {
  hd_layout layout = hd_test_layout("(2,2):(2,2)");
  hd_error error;
  bool answer;
  ck_assert_int_eq(hd_is_injective(&layout, &error, &answer), HD_OK);
  const char *told = sentence(&error);
  ck_assert_msg(strcmp(told, "injective: the value 2 is taken at (1,0) and at (0,1)") == 0 ||
                    strcmp(told, "injective: the value 2 is taken at (0,1) and at (1,0)") == 0,
                "%s", told);
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"layouts print as the tests' own printer writes them", layouts_print_as_the_tests_own_printer_writes_them},
      {"layouts print their text", layouts_print_their_text},
      {"tuples print their text", tuples_print_their_text},
      {"tilers print their text", tilers_print_their_text},
      {"what does not fit is counted and not written", what_does_not_fit_is_counted_and_not_written},
      {"the largest values fit the promised size", the_largest_values_fit_the_promised_size},
      {"a reason is filled in", a_reason_is_filled_in},
      {"the operation asked for stands first", the_operation_asked_for_stands_first},
      {"what a reason does not mention is added", what_a_reason_does_not_mention_is_added},
      {"an error without words prints its status", an_error_without_words_prints_its_status},
      {"a collision is told in full", a_collision_is_told_in_full},
  };
  return hd_test_main("print", test, HD_COUNT(test));
}
