/* Parse: text becomes the value it was printed from, in every spelling; every other text is refused at its place. */
#include "tests/support/family.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- the three kinds of value behind one function each ---- */

typedef enum kind { TUPLE, LAYOUT, TILER, KINDS } kind;

typedef union value {
  hd_tuple tuple;
  hd_layout layout;
  hd_tiler tiler;
} value;

static const char *const kind_name[] = {"tuple", "layout", "tiler"};

static hd_status parse(kind of, const char *text, size_t length, hd_error *error, value *found) {
  if (of == TUPLE) return hd_parse_tuple(text, length, error, &found->tuple);
  if (of == LAYOUT) return hd_parse_layout(text, length, error, &found->layout);
  return hd_parse_tiler(text, length, error, &found->tiler);
}

static size_t print(kind of, const value *printed, char *text) {
  if (of == TUPLE) return hd_print_tuple(&printed->tuple, text, HD_TEXT_MAX);
  if (of == LAYOUT) return hd_print_layout(&printed->layout, text, HD_TEXT_MAX);
  return hd_print_tiler(&printed->tiler, text, HD_TEXT_MAX);
}

/* The text is accepted and prints as `canonical`, which in turn is accepted and prints as itself. */
static void expect_reads_as(kind of, const char *text, const char *canonical) {
  static char printed[HD_TEXT_MAX];
  const char *source = text;
  for (int turn = 0; turn < 2; turn++) {
    value found;
    hd_error error;
    hd_status status = parse(of, source, strlen(source), &error, &found);
    EXPECT(status == HD_OK, "%s %s: %s at %zu", kind_name[of], source, hd_status_name(status), error.position);
    print(of, &found, printed);
    EXPECT(strcmp(printed, canonical) == 0, "%s %s reads as %s, not as %s", kind_name[of], source, printed, canonical);
    source = canonical;
  }
}

static void expect_same_profile(const hd_profile *a, const hd_profile *b, const char *text) {
  EXPECT(a->leaves == b->leaves && memcmp(a->open, b->open, a->leaves) == 0 &&
             memcmp(a->close, b->close, a->leaves) == 0,
         "%s: the nesting differs", text);
}

static void expect_same_layout(const hd_layout *a, const hd_layout *b, const char *text) {
  expect_same_profile(&a->profile, &b->profile, text);
  for (int k = 0; k < a->profile.leaves; k++)
    EXPECT(a->shape[k] == b->shape[k] && a->stride[k] == b->stride[k] && hd_layout_axis(a, k) == hd_layout_axis(b, k),
           "%s: leaf %d differs", text, k);
}

/* ---- what is accepted ---- */

START_TEST(layouts_read_back_as_they_were) {
  for (int leaves = 1; leaves <= 3; leaves++)
    for (int of = 0; of < 2; of++) {
      hd_family family = of == 0 ? hd_family_small(leaves) : hd_family_paths(leaves);
      for (int64_t n = 0; n < hd_family_count(&family); n++) {
        hd_layout layout, found;
        char text[HD_TEXT_MAX];
        hd_family_at(&family, n, &layout);
        size_t length = hd_print_layout(&layout, text, sizeof text);
        hd_status status = hd_parse_layout(text, length, NULL, &found);
        EXPECT(status == HD_OK, "%s: %s", text, hd_status_name(status));
        expect_same_layout(&found, &layout, text);
      }
    }
}
END_TEST

static const char *const layouts[] = {
    "20:2",
    "(20):(2)",
    "((20)):((2))",
    "(4,8):(1,4)",
    "((2,2),8):((1,4),16)",
    "(4,(2,3)):(1@0,(1@0@1,1@1@1))",
    "(4,8):(1@lane,-4@col)",
    "(4,2):(0,1@tid_in_wg)",
    "(((1,2),(3)),4):(((-1,0),(5)),6)",
    "(1,9223372036854775807):(0,1)",
};

START_TEST(layouts_read_as_the_tests_own_reader_reads_them) {
  for (int n = 0; n < HD_COUNT(layouts); n++) {
    hd_layout found, wanted = hd_test_layout(layouts[n]);
    ck_assert_int_eq(hd_parse_layout(layouts[n], strlen(layouts[n]), NULL, &found), HD_OK);
    expect_same_layout(&found, &wanted, layouts[n]);
    expect_reads_as(LAYOUT, layouts[n], layouts[n]);
  }
}
END_TEST

static const char *const tuples[] = {
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
    "0@lane",
    "1@abcdefghij",
    "1@A_9",
};

START_TEST(tuples_read_as_the_tests_own_reader_reads_them) {
  for (int n = 0; n < HD_COUNT(tuples); n++) {
    hd_tuple found, wanted = hd_test_tuple(tuples[n]);
    ck_assert_int_eq(hd_parse_tuple(tuples[n], strlen(tuples[n]), NULL, &found), HD_OK);
    expect_same_profile(&found.profile, &wanted.profile, tuples[n]);
    for (int k = 0; k < found.profile.leaves; k++)
      ck_assert_msg(found.value[k] == wanted.value[k] && hd_tuple_axis(&found, k) == hd_tuple_axis(&wanted, k), "%s",
                    tuples[n]);
    expect_reads_as(TUPLE, tuples[n], tuples[n]);
  }
}
END_TEST

static const char *const tilers[] = {
    "4:1",
    "(4,2):(2,1)",
    "_",
    "[_]",
    "[4:1]",
    "[4:1;_;(2,2):(1,8)]",
    "[_;[2:1;4:1]]",
    "[[[_]];[(3):(2);_]]",
    "[(4,8):(1@0,1@1);(2,3):(1,2)]",
};

START_TEST(tilers_read_as_the_tests_own_reader_reads_them) {
  for (int n = 0; n < HD_COUNT(tilers); n++) {
    hd_tiler found, wanted = hd_test_tiler(tilers[n]);
    ck_assert_int_eq(hd_parse_tiler(tilers[n], strlen(tilers[n]), NULL, &found), HD_OK);
    expect_same_profile(&found.profile, &wanted.profile, tilers[n]);
    for (int k = 0; k < found.profile.leaves; k++) {
      hd_layout a, b;
      ck_assert_int_eq(hd_tiler_is_any(&found, k), hd_tiler_is_any(&wanted, k));
      hd_tiler_element(&found, k, &a);
      hd_tiler_element(&wanted, k, &b);
      expect_same_layout(&a, &b, tilers[n]);
    }
    expect_reads_as(TILER, tilers[n], tilers[n]);
  }
}
END_TEST

typedef struct spelling {
  kind of;
  const char *text, *canonical;
} spelling;

static const spelling spellings[] = {
    {LAYOUT, "(_4,_8):(_1,_4)", "(4,8):(1,4)"},
    {LAYOUT, "(_4,(_2,8)):(_-1,(_0,16))", "(4,(2,8)):(-1,(0,16))"},
    {LAYOUT, "(4,8)", "(4,8):(1,4)"},
    {LAYOUT, "((2,2),8)", "((2,2),8):((1,2),4)"},
    {LAYOUT, "(4,1,8)", "(4,1,8):(1,0,4)"},
    {LAYOUT, "7", "7:1"},
    {LAYOUT, "()", "():()"},
    {LAYOUT, "():()", "():()"},
    {LAYOUT, "(007,08):(01,-0)", "(7,8):(1,0)"},
    {LAYOUT, "(4,8):(_1@0,1@1)", "(4,8):(1@0,1@1)"},
    {LAYOUT, "(4,8):(0@0,1@1)", "(4,8):(0,1@1)"},
    {LAYOUT, "(4,8):(0@0,0@lane)", "(4,8):(0,0)"},
    {LAYOUT, " ( 4 ,\t8 )\n:\r( 1 , 4 ) ", "(4,8):(1,4)"},
    {LAYOUT, "4 : 1 @ 1 @ 0", "4:1@1@0"},
    {LAYOUT, "4:1 @ lane", "4:1@lane"},
    {TUPLE, " ( ) ", "()"},
    {TUPLE, "( _ , _4 , _-3 )", "(_,4,-3)"},
    {TUPLE, "-00012", "-12"},
    {TUPLE, "00000000000000000000000000000000000000000007", "7"},
    {TILER, "4", "4:1"},
    {TILER, "(4,8)", "[4:1;8:1]"},
    {TILER, "(4,(8,_))", "[4:1;[8:1;_]]"},
    {TILER, "(4)", "[4:1]"},
    {TILER, "((4))", "[[4:1]]"},
    {TILER, "()", "[]"},
    {TILER, "[]", "[]"},
    {TILER, "< >", "[]"},
    {TILER, "[4;8]", "[4:1;8:1]"},
    {TILER, "[4;(8,_);2:3]", "[4:1;[8:1;_];2:3]"},
    {TILER, "[[(8,_)]]", "[[[8:1;_]]]"},
    {TILER, "<4:1,_>", "[4:1;_]"},
    {TILER, "<_4:_1,<_,(2,2):(1,8)>>", "[4:1;[_;(2,2):(1,8)]]"},
    {TILER, "< 4 , (8,2) >", "[4:1;[8:1;2:1]]"},
    {TILER, " [ 4 : 1 ; _ ; [ 2 ; _ ] ] ", "[4:1;_;[2:1;_]]"},
    {TILER, "(4,8):(8,1)", "(4,8):(8,1)"},
};

START_TEST(every_spelling_reads_as_its_canonical_text) {
  for (int n = 0; n < HD_COUNT(spellings); n++)
    expect_reads_as(spellings[n].of, spellings[n].text, spellings[n].canonical);
}
END_TEST

/* Whether a blank may stand before character `at`: not inside a number, a name or a static integer. */
static bool splits_no_token(const char *text, size_t at) {
  return at == 0 || text[at] == 0 || strchr("@(),:;[]", text[at]) || strchr("@(),:;[]", text[at - 1]);
}

START_TEST(blanks_between_tokens_change_nothing) {
  static const struct {
    kind of;
    const char *const *text;
    int count;
  } lists[] = {
      {TUPLE, tuples, HD_COUNT(tuples)}, {LAYOUT, layouts, HD_COUNT(layouts)}, {TILER, tilers, HD_COUNT(tilers)}};
  for (int list = 0; list < HD_COUNT(lists); list++)
    for (int n = 0; n < lists[list].count; n++) {
      const char *text = lists[list].text[n];
      for (size_t at = 0; at <= strlen(text); at++) {
        char spaced[HD_TEXT_MAX];
        if (!splits_no_token(text, at)) continue;
        snprintf(spaced, sizeof spaced, "%.*s %s", (int)at, text, text + at);
        expect_reads_as(lists[list].of, spaced, text);
      }
    }
}
END_TEST

START_TEST(only_the_given_length_is_read) {
  static const char text[] = {'(', '4', ',', '8', ')', ':', '(', '1', ',', '4', ')', '9'};
  hd_layout found, wanted = hd_test_layout("(4,8):(1,4)");
  ck_assert_int_eq(hd_parse_layout(text, 11, NULL, &found), HD_OK);
  expect_same_layout(&found, &wanted, "(4,8):(1,4)");
  ck_assert_int_eq(hd_parse_layout(text, 5, NULL, &found), HD_OK);
  expect_same_layout(&found, &wanted, "(4,8)");
  ck_assert_int_eq(hd_parse_layout(text, 12, NULL, &found), HD_MALFORMED);
  ck_assert_int_eq(hd_parse_layout("4:1\0", 4, NULL, &found), HD_MALFORMED);
}
END_TEST

/* ---- what is refused ---- */

typedef struct refusal {
  kind of;
  const char *text;
  hd_status status;
  size_t position;
  const char *says; /* a word of the reason or the hint */
} refusal;

static const refusal refusals[] = {
    {TUPLE, "", HD_MALFORMED, 0, "number"},
    {TUPLE, "  ", HD_MALFORMED, 2, "number"},
    {TUPLE, "not_valid", HD_MALFORMED, 0, "number"},
    {TUPLE, "1,2", HD_MALFORMED, 1, "put brackets round it"},
    {TUPLE, "(1,2", HD_MALFORMED, 4, "closed"},
    {TUPLE, "(1,(2,3)", HD_MALFORMED, 8, "closed"},
    {TUPLE, "(1,2))", HD_MALFORMED, 5, "closing"},
    {TUPLE, "(1,,2)", HD_MALFORMED, 3, "number"},
    {TUPLE, "(1,2,)", HD_MALFORMED, 5, "number"},
    {TUPLE, "(,1)", HD_MALFORMED, 1, "number"},
    {TUPLE, "(1 2)", HD_MALFORMED, 3, "`,`"},
    {TUPLE, "(1)2", HD_MALFORMED, 3, "goes on"},
    {TUPLE, "1 2", HD_MALFORMED, 2, "goes on"},
    {TUPLE, "+1", HD_MALFORMED, 0, "sign"},
    {TUPLE, "- 1", HD_MALFORMED, 1, "digit"},
    {TUPLE, "--1", HD_MALFORMED, 1, "digit"},
    {TUPLE, "-", HD_MALFORMED, 1, "digit"},
    {TUPLE, "_x", HD_MALFORMED, 1, "goes on"},
    {TUPLE, "_ 4", HD_MALFORMED, 2, "goes on"},
    {TUPLE, "__", HD_MALFORMED, 1, "goes on"},
    {TUPLE, "_@0", HD_MALFORMED, 1, "goes on"},
    {TUPLE, "(?,4)", HD_MALFORMED, 1, "give it a number"},
    {TUPLE, "1/2@0", HD_MALFORMED, 1, "fraction"},
    {TUPLE, "(1/2@0,1@1)", HD_MALFORMED, 2, "fraction"},
    {TUPLE, "1@", HD_MALFORMED, 2, "component"},
    {TUPLE, "1@-1", HD_MALFORMED, 2, "component"},
    {TUPLE, "1@0@lane", HD_MALFORMED, 4, "component"},
    {TUPLE, "1@lane@0", HD_MALFORMED, 6, "goes on"},
    {TUPLE, "1@la-ne", HD_MALFORMED, 4, "goes on"},
    {TUPLE, "1@127", HD_CAPACITY, 2, "126"},
    {TUPLE, "1@0@0@0@0@0@0@0@0@0", HD_CAPACITY, 1, "8 steps"},
    {TUPLE, "1@abcdefghijk", HD_CAPACITY, 2, "10 characters"},
    {TUPLE, "1@99999999999999999999", HD_OVERFLOW, 2, "64 bits"},
    {TUPLE, "(1,9223372036854775808)", HD_OVERFLOW, 3, "64 bits"},
    {TUPLE, "-9223372036854775809", HD_OVERFLOW, 0, "64 bits"},
    {TUPLE, "((),2)", HD_MALFORMED, 2, "empty"},
    {TUPLE, "(2,())", HD_MALFORMED, 4, "empty"},
    {TUPLE, "(())", HD_MALFORMED, 2, "empty"},
    {TUPLE, "()1", HD_MALFORMED, 2, "goes on"},
    {TUPLE, "4:1", HD_MALFORMED, 1, "stride"},
    {TUPLE, "(4:1)", HD_MALFORMED, 2, "round brackets"},
    {TUPLE, "S<3,4,3>", HD_MALFORMED, 0, "swizzled"},
    {TUPLE, "S", HD_MALFORMED, 0, "number"},
    {TUPLE, "(4]", HD_MALFORMED, 2, "bracket"},
    {LAYOUT, "", HD_MALFORMED, 0, "number"},
    {LAYOUT, "not_valid", HD_MALFORMED, 0, "number"},
    {LAYOUT, "(2,3:(1,2)", HD_MALFORMED, 4, "closed"},
    {LAYOUT, "(0,3):(1,2)", HD_MALFORMED, 1, "extent"},
    {LAYOUT, "(3, (-1,3)):(1,(1,2))", HD_MALFORMED, 5, "extent"},
    {LAYOUT, "0", HD_MALFORMED, 0, "extent"},
    {LAYOUT, "(4,_)", HD_MALFORMED, 3, "extent"},
    {LAYOUT, "(4,8@0):(1,4)", HD_MALFORMED, 3, "extent"},
    {LAYOUT, "(4,8):(1,_)", HD_MALFORMED, 9, "stride"},
    {LAYOUT, "4:_", HD_MALFORMED, 2, "stride"},
    {LAYOUT, "(2,3):(1,2,4)", HD_MISMATCH, 5, "nested"},
    {LAYOUT, "(2,3):1", HD_MISMATCH, 5, "nested"},
    {LAYOUT, "4 :(1)", HD_MISMATCH, 2, "nested"},
    {LAYOUT, "(2,3):(1@1@0,1@0)", HD_MALFORMED, 13, "ends"},
    {LAYOUT, "((2,2),2):((1,1@0),2)", HD_MALFORMED, 12, "plain"},
    {LAYOUT, "(2,3):(1@lane,1@0)", HD_MALFORMED, 14, "named"},
    {LAYOUT, "(2,3):", HD_MALFORMED, 6, "number"},
    {LAYOUT, ":1", HD_MALFORMED, 0, "number"},
    {LAYOUT, "4:1:2", HD_MALFORMED, 3, "stride"},
    {LAYOUT, "(4,5):(1/2@0,1@1)", HD_MALFORMED, 8, "fraction"},
    {LAYOUT, "S<3,4,3> o 0 o (4,2):(1,4)", HD_MALFORMED, 0, "swizzled"},
    {LAYOUT, "(4,5):(1,4) o 2 o (2,3):(1,2)", HD_MALFORMED, 12, "composed"},
    {LAYOUT, "(?,8):(1,?)", HD_MALFORMED, 1, "dynamic"},
    {LAYOUT, "(4,8):(1,?{div=8})", HD_MALFORMED, 9, "dynamic"},
    {LAYOUT, "[4:1;8:1]", HD_MALFORMED, 0, "number"},
    {LAYOUT, "(4,4):(4611686018427387904,1)", HD_OVERFLOW, 1, "64 bits"},
    {LAYOUT, "(4611686018427387904,4)", HD_OVERFLOW, 21, "64 bits"},
    {LAYOUT, "2:-9223372036854775808", HD_OVERFLOW, 0, "64 bits"},
    {TILER, "", HD_MALFORMED, 0, "number"},
    {TILER, "not_valid", HD_MALFORMED, 0, "number"},
    {TILER, "[(2,3):(1,2)", HD_MALFORMED, 12, "closed"},
    {TILER, "[(2,3):(1,1@0)]", HD_MALFORMED, 8, "plain"},
    {TILER, "[4:1,8:1]", HD_MALFORMED, 4, "`;`"},
    {TILER, "<4:1;8:1>", HD_MALFORMED, 4, "`,`"},
    {TILER, "[4:1>", HD_MALFORMED, 4, "`;`"},
    {TILER, "4;8", HD_MALFORMED, 1, "put `[`"},
    {TILER, "[4:1;]", HD_MALFORMED, 5, "number"},
    {TILER, "[4:1]]", HD_MALFORMED, 5, "closing"},
    {TILER, "[[];4]", HD_MALFORMED, 2, "empty"},
    {TILER, "[();4]", HD_MALFORMED, 1, "empty"},
    {TILER, "[():()]", HD_MALFORMED, 1, "empty"},
    {TILER, "():()", HD_MALFORMED, 0, "empty"},
    {TILER, "[4;(2,0)]", HD_MALFORMED, 6, "extent"},
    {TILER, "(4,1@0)", HD_MALFORMED, 3, "extent"},
    {TILER, "(4:1,8:2)", HD_MALFORMED, 2, "[4:1;8:2]"},
    {TILER, "[2:1,", HD_MALFORMED, 4, "`;`"},
};

static bool mentions(const char *sentence, const char *word) { return sentence && strstr(sentence, word); }

START_TEST(every_other_text_is_refused_at_its_place) {
  for (int n = 0; n < HD_COUNT(refusals); n++) {
    const refusal *case_n = &refusals[n];
    value found;
    hd_error error;
    hd_test_stamp(&found, sizeof found);
    hd_status status = parse(case_n->of, case_n->text, strlen(case_n->text), &error, &found);
    ck_assert_msg(status == case_n->status && hd_test_is_error(&error, status), "%s %s: %s", kind_name[case_n->of],
                  case_n->text, hd_status_name(status));
    ck_assert_msg(error.position == case_n->position, "%s %s: at %zu: %s", kind_name[case_n->of], case_n->text,
                  error.position, error.reason);
    ck_assert_msg(mentions(error.reason, case_n->says) || mentions(error.hint, case_n->says), "%s: %s (%s)",
                  case_n->text, error.reason, error.hint ? error.hint : "no hint");
    ck_assert_msg(strstr(error.operation, kind_name[case_n->of]) != NULL, "%s", error.operation);
    ck_assert(hd_test_is_stamped(&found, sizeof found));
    ck_assert_int_eq(parse(case_n->of, case_n->text, strlen(case_n->text), NULL, &found), status);
  }
}
END_TEST

/* Writes `count` copies of a word and a final 0; returns where that 0 stands. */
static char *repeat(char *at, const char *word, int count) {
  size_t length = strlen(word);
  for (; count > 0; count--, at += length) memcpy(at, word, length);
  *at = 0;
  return at;
}

START_TEST(more_leaves_than_the_capacity_are_refused) {
  static const char *const first[] = {"(", "(", "["}, *const more[] = {",1", ",1", ";_"},
                           *const last[] = {")", ")", "]"};
  for (kind of = TUPLE; of < KINDS; of++)
    for (int extra = 0; extra < 2; extra++) {
      char text[4 * HD_MAX_LEAVES + 8];
      value found;
      hd_error error;
      char *at = repeat(repeat(text, first[of], 1), "1", 1);
      repeat(repeat(at, more[of], HD_MAX_LEAVES - 1 + extra), last[of], 1);
      hd_status status = parse(of, text, strlen(text), &error, &found);
      ck_assert_int_eq(status, extra ? HD_CAPACITY : HD_OK);
      if (extra) ck_assert_uint_eq(error.position, strlen(text) - 2);
      if (extra) ck_assert_int_eq(error.number[0], HD_MAX_LEAVES);
    }
  char text[8 * HD_MAX_LEAVES];
  value found;
  hd_error error;
  repeat(repeat(repeat(text, "[1", 1), ";(1,1)", HD_MAX_LEAVES / 2), "]", 1);
  ck_assert_int_eq(parse(TILER, text, strlen(text), &error, &found), HD_CAPACITY);
}
END_TEST

START_TEST(brackets_nested_deeper_than_the_capacity_are_refused) {
  static const char *const opening[] = {"(", "(", "["}, *const closing[] = {")", ")", "]"};
  for (kind of = TUPLE; of < KINDS; of++)
    for (int depth = HD_MAX_DEPTH; depth < 600; depth += 1 + (depth > HD_MAX_DEPTH + 1) * 250) {
      char text[2000], printed[HD_TEXT_MAX];
      value found;
      hd_error error;
      repeat(repeat(repeat(text, opening[of], depth), of == TILER ? "7:1" : "7", 1), closing[of], depth);
      hd_status status = parse(of, text, strlen(text), &error, &found);
      ck_assert_int_eq(status, depth > HD_MAX_DEPTH ? HD_CAPACITY : HD_OK);
      if (depth > HD_MAX_DEPTH) ck_assert_uint_eq(error.position, HD_MAX_DEPTH);
      else ck_assert_msg(print(of, &found, printed) && strncmp(printed, text, strlen(text)) == 0, "%s", printed);
    }
}
END_TEST

START_TEST(the_brackets_of_a_shape_add_to_those_of_its_tiler) {
  for (int square = HD_MAX_DEPTH - 7; square <= HD_MAX_DEPTH - 6; square++) {
    char text[2000];
    value found;
    hd_error error;
    char *at = repeat(repeat(text, "[", square), "(", 7);
    repeat(repeat(repeat(at, "7", 1), ")", 7), "]", square);
    hd_status status = parse(TILER, text, strlen(text), &error, &found);
    ck_assert_int_eq(status, square + 7 > HD_MAX_DEPTH ? HD_CAPACITY : HD_OK);
    if (status == HD_OK) ck_assert_int_eq(hd_depth(&found.tiler.profile), HD_MAX_DEPTH);
    else ck_assert_uint_eq(error.position, (size_t)square);
  }
}
END_TEST

/* A text cut short or with one character changed is refused, or reads as a value that prints as itself. */
static void expect_sound(kind of, const char *text, size_t length, int *accepted) {
  char printed[HD_TEXT_MAX];
  value found;
  hd_error error;
  if (parse(of, text, length, &error, &found) != HD_OK) {
    EXPECT(error.position <= length, "%.*s: the error lies at %zu", (int)length, text, error.position);
    return;
  }
  print(of, &found, printed);
  expect_reads_as(of, printed, printed);
  *accepted += 1;
}

START_TEST(damaged_texts_are_refused_or_read_as_what_they_print) {
  static const char other[] = "(),:;[]<>_-@019ao? ";
  int accepted[KINDS] = {0};
  for (int n = 0; n < HD_COUNT(spellings); n++)
    for (kind of = TUPLE; of < KINDS; of++) {
      char text[256];
      size_t length = strlen(spellings[n].text);
      for (size_t cut = 0; cut < length; cut++) expect_sound(of, spellings[n].text, cut, &accepted[of]);
      for (size_t at = 0; at < length; at++)
        for (const char *c = other; *c; c++) {
          memcpy(text, spellings[n].text, length + 1);
          text[at] = *c;
          expect_sound(of, text, length, &accepted[of]);
        }
    }
  for (int of = TUPLE; of < KINDS; of++) ck_assert_int_gt(accepted[of], 100);
}
END_TEST

/* ---- recorded refusals of another implementation ---- */

/* A recorded kind of text is refused by the parser of its kind, or is not of that kind though it parses. */
static bool refuses(const char *operation, const char *text) {
  value found;
  size_t length = strlen(text);
  if (strcmp(operation, "parse_tile") == 0) return parse(TILER, text, length, NULL, &found) != HD_OK;
  if (strcmp(operation, "parse_layout") == 0 || strcmp(operation, "parse_shape") == 0)
    return parse(LAYOUT, text, length, NULL, &found) != HD_OK;
  if (parse(TUPLE, text, length, NULL, &found) != HD_OK) return true;
  if (strcmp(operation, "parse_int_tuple") == 0) return found.tuple.on_axes;
  if (strcmp(operation, "parse_stride") != 0) return false;
  hd_tuple shape = found.tuple;
  hd_layout layout;
  shape.on_axes = false;
  for (int k = 0; k < shape.profile.leaves; k++) shape.value[k] = 2;
  return hd_make_layout(&shape, &found.tuple, NULL, &layout) != HD_OK;
}

START_TEST(recorded_refusals_are_refused) {
  FILE *file = fopen("tests/vectors/cute_ir_errors.tsv", "r");
  char line[4096];
  int rows = 0;
  ck_assert_msg(file != NULL, "tests run in the root of the source tree");
  while (fgets(line, sizeof line, file)) {
    strtok(line, "\t");
    strtok(NULL, "\t");
    char *operation = strtok(NULL, "\t"), *text = strtok(NULL, "\t");
    if (!operation || !text || strncmp(operation, "parse_", 6) != 0) continue;
    if (strcmp(operation, "parse_swizzle") == 0 || strcmp(operation, "parse_composed_layout") == 0) continue;
    if (strcmp(text, "\"\"") == 0) text = line + strlen(line);
    ck_assert_msg(refuses(operation, text), "%s %s", operation, text);
    rows++;
  }
  fclose(file);
  ck_assert_int_eq(rows, 36);
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"layouts read back as they were", layouts_read_back_as_they_were},
      {"layouts read as the tests' own reader reads them", layouts_read_as_the_tests_own_reader_reads_them},
      {"tuples read as the tests' own reader reads them", tuples_read_as_the_tests_own_reader_reads_them},
      {"tilers read as the tests' own reader reads them", tilers_read_as_the_tests_own_reader_reads_them},
      {"every spelling reads as its canonical text", every_spelling_reads_as_its_canonical_text},
      {"blanks between tokens change nothing", blanks_between_tokens_change_nothing},
      {"only the given length is read", only_the_given_length_is_read},
      {"every other text is refused at its place", every_other_text_is_refused_at_its_place},
      {"more leaves than the capacity are refused", more_leaves_than_the_capacity_are_refused},
      {"brackets nested deeper than the capacity are refused", brackets_nested_deeper_than_the_capacity_are_refused},
      {"the brackets of a shape add to those of its tiler", the_brackets_of_a_shape_add_to_those_of_its_tiler},
      {"damaged texts are refused or read as what they print", damaged_texts_are_refused_or_read_as_what_they_print},
      {"recorded refusals are refused", recorded_refusals_are_refused},
  };
  return hd_test_main("parse", test, HD_COUNT(test));
}
