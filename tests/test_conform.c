/* conform: how a row is read, when it passes, and the definitions that answers are judged by. */
#include "proofs/conform_cells.h"
#include "proofs/conform_judge.h"
#include "proofs/conform_tally.h"
#include "proofs/definition.h"
#include "tests/support/suite.h"

#include <stdio.h>

static const char folder[] = "tests/vectors/";

/* ---- reading ---- */

START_TEST(a_row_is_split_at_its_arrow) {
  char line[] = "cute_ir\tsome/case~1\tcomposition\t(4,8):(1,4)\t[2:1;_]\t=>\t(2,8):(1,4)\tnote\tmore";
  hd_row row;
  size_t column;
  ck_assert_ptr_null(hd_row_split(line, &row, &column));
  ck_assert_str_eq(row.id, "some/case~1");
  ck_assert_str_eq(row.operation, "composition");
  ck_assert_int_eq(row.arguments, 2);
  ck_assert_str_eq(row.argument[0], "(4,8):(1,4)");
  ck_assert_str_eq(row.argument[1], "[2:1;_]");
  ck_assert_str_eq(row.expected, "(2,8):(1,4)");
  ck_assert_str_eq(row.notes, "note\tmore");
}
END_TEST

START_TEST(a_line_that_is_no_row_is_refused_at_its_column) {
  static const struct {
    const char *line;
    size_t column;
  } wrong[] = {{"", 0},
               {"source\tid\tsize", 10},
               {"source\tid\t\t4:1\t=>\t4", 10},
               {"source\tid\t=>\t4", 13},
               {"source\tid\tsize\t4:1\t4", 19},
               {"source\tid\tsize\t4:1\t=>", 19},
               {"s\ti\tget\t1\t2\t3\t4\t5\t6\t7\t8\t9\t=>\t1", 24}};
  for (int n = 0; n < HD_COUNT(wrong); n++) {
    char line[128];
    hd_row row;
    size_t column = 999;
    snprintf(line, sizeof line, "%s", wrong[n].line);
    ck_assert_msg(hd_row_split(line, &row, &column) != NULL, "%s", wrong[n].line);
    ck_assert_msg(column == wrong[n].column, "%s: column %zu", wrong[n].line, column);
  }
}
END_TEST

START_TEST(the_name_of_a_file_tells_its_kind) {
  static const struct {
    const char *path;
    hd_rows rows;
  } file[] = {{"x/cute_ir.tsv", HD_ROWS_EXACT},
              {"cute_ir_lib.tsv", HD_ROWS_MAIN},
              {"a_errors/pycute.tsv", HD_ROWS_MAIN},
              {"cute_cpp_variant.tsv", HD_ROWS_VARIANT},
              {"y/cute_cpp_dynamic.tsv", HD_ROWS_VARIANT},
              {"cute_ir_errors.tsv", HD_ROWS_ERRORS},
              {"pycute_disputed.tsv", HD_ROWS_DISPUTED},
              {"tcgen05_cells.tsv", HD_ROWS_CELLS},
              {"my_cute_ir.tsv", HD_ROWS_MAIN}};
  for (int n = 0; n < HD_COUNT(file); n++) ck_assert_int_eq(hd_rows_of_path(file[n].path), file[n].rows);
  for (int k = HD_ROWS_EXACT; k <= HD_ROWS_CELLS; k++) {
    hd_rows rows;
    ck_assert(hd_rows_from_name(hd_rows_name((hd_rows)k), &rows));
    ck_assert_int_eq(rows, k);
  }
  hd_rows rows;
  ck_assert(!hd_rows_from_name("mains", &rows));
}
END_TEST

START_TEST(only_strides_of_extent_1_may_print_otherwise) {
  static const struct {
    const char *a, *b;
    bool loose;
  } pair[] = {{"(4,1):(1,0)", "(4,1):(1,4)", true},
              {"1:0", "1:7", true},
              {"((4,1),(1)):((2,7),(5))", "((4,1),(1)):((2,0),(0))", true},
              {"(1,2):(5,1@0)", "(1,2):(0,1@0)", true},
              {"[(1):(3);_;1:2]", "[(1):(0);_;1:9]", true},
              {"1:5 , (1,2):(3,4)", "1:0 , (1,2):(9,4)", true},
              {"(4,1):(1,4)", "(4,1):(2,4)", false},
              {"(4,11):(1,4)", "(4,11):(1,5)", false},
              {"(4,1):(1,4)", "((4,1)):((1,4))", false},
              {"(1,4):(1,4)", "(1,4):(1,(4))", false},
              {"(4,1):(1,0)", "(4,2):(1,0)", false},
              {"1:0", "(1):(0)", false},
              {"12", "1", false},
              {"true", "false", false},
              {"():()", "1:0", false},
              {"[1:0;2:1]", "[1:0]", false},
              {"(1,2):(5,1@0)", "(1,2):(5,1@1)", false}};
  for (int n = 0; n < HD_COUNT(pair); n++) {
    EXPECT(hd_text_equal(pair[n].a, pair[n].b, true) == pair[n].loose, "%s, %s", pair[n].a, pair[n].b);
    EXPECT(hd_text_equal(pair[n].b, pair[n].a, true) == pair[n].loose, "%s, %s", pair[n].b, pair[n].a);
    EXPECT(!hd_text_equal(pair[n].a, pair[n].b, false), "%s, %s", pair[n].a, pair[n].b);
    EXPECT(hd_text_equal(pair[n].a, pair[n].a, false), "%s", pair[n].a);
  }
}
END_TEST

START_TEST(operands_are_read_by_their_spelling) {
  static const struct {
    const char *text;
    bool is_path;
    hd_status read;
    hd_kind kind;
    const char *printed;
  } operand[] = {{"(4,8):(1,4)", false, HD_OK, HD_KIND_LAYOUT, "(4,8):(1,4)"},
                 {"(4,(8,_))", false, HD_OK, HD_KIND_TUPLE, "(4,(8,_))"},
                 {"[4:1;_]", false, HD_OK, HD_KIND_TILER, "[4:1;_]"},
                 {"[1,0]", true, HD_OK, HD_KIND_TUPLE, "(1,0)"},
                 {"[]", true, HD_OK, HD_KIND_TUPLE, "()"},
                 {"[-1]", true, HD_OK, HD_KIND_TUPLE, "(-1)"},
                 {"shape=(4,8)", false, HD_OK, HD_KIND_TUPLE, "(4,8)"},
                 {"layout=(4,8):(1,4)", false, HD_OK, HD_KIND_LAYOUT, "(4,8):(1,4)"},
                 {"tile=(2,2)", false, HD_OK, HD_KIND_TILER, "[2:1;2:1]"},
                 {"S<3,4,3>", false, HD_OK, HD_KIND_SWIZZLE, "S<3,4,3>"},
                 {"swizzle=S<3,4,3>", false, HD_OK, HD_KIND_SWIZZLE, "S<3,4,3>"},
                 {"S<3,4,3> o 0 o 4:1", false, HD_OK, HD_KIND_COMPOSED, "S<3,4,3> o 0 o 4:1"},
                 {"4:1 o 2 o 4:1", false, HD_OK, HD_KIND_COMPOSED, "4:1 o 2 o 4:1"},
                 {"S<3,4,2>", false, HD_MALFORMED, HD_KIND_TUPLE, NULL},
                 {"S<3,4,3> o 0 o", false, HD_MALFORMED, HD_KIND_TUPLE, NULL},
                 {"(4,8:(1,4)", false, HD_MALFORMED, HD_KIND_TUPLE, NULL},
                 {"nonsense", false, HD_MALFORMED, HD_KIND_TUPLE, NULL}};
  for (int n = 0; n < HD_COUNT(operand); n++) {
    hd_value value;
    hd_error error;
    char text[HD_TEXT_MAX];
    ck_assert_msg(hd_operand_read(operand[n].text, operand[n].is_path, &error, &value) == operand[n].read, "%s",
                  operand[n].text);
    if (!operand[n].printed) continue;
    hd_print_value(&value, text, sizeof text);
    ck_assert_msg(value.kind == operand[n].kind && strcmp(text, operand[n].printed) == 0, "%s: %s", operand[n].text,
                  text);
  }
}
END_TEST

/* ---- judging ---- */

typedef struct question {
  hd_rows rows;
  const char *text; /* operation, arguments, `=>`, expected, notes; blanks of two stand for tabs */
  hd_verdict verdict;
  hd_outcome outcome;
} question;

static void ask(const char *text, hd_rows rows, const hd_verdict *in_main, hd_judgement *judgement) {
  char line[512] = "source\tid\t";
  size_t at = strlen(line), column;
  for (const char *from = text; *from; from++) {
    bool tab = from[0] == ' ' && from[1] == ' ';
    line[at++] = tab ? '\t' : *from;
    from += tab;
  }
  line[at] = 0;
  hd_row row;
  ck_assert_msg(hd_row_split(line, &row, &column) == NULL, "%s", text);
  hd_judge(&row, rows, in_main, judgement);
}

START_TEST(a_row_passes_by_the_rule_of_its_file) {
  static const question row[] = {
      {HD_ROWS_EXACT, "coalesce  (2,4):(1,2)  =>  8:1", HD_PASSED, HD_ANSWERED},
      {HD_ROWS_EXACT, "coalesce  (2,4):(1,2)  =>  8:2", HD_FAILED, HD_ANSWERED},
      {HD_ROWS_EXACT, "coalesce  1:1  =>  1:0", HD_FAILED, HD_ANSWERED},
      {HD_ROWS_MAIN, "coalesce  1:1  =>  1:0", HD_PASSED, HD_ANSWERED},
      {HD_ROWS_MAIN, "composition  (4,8):(1,4)  (2,4):(1,2)  =>  (2,4):(1,2)", HD_PASSED, HD_ANSWERED},
      {HD_ROWS_MAIN, "composition  (4,8):(1,4)  (2,4):(1,2)  =>  (2,4):(1,3)", HD_FAILED, HD_ANSWERED},
      {HD_ROWS_MAIN, "composition  (3,3):(1,7)  4:2  =>  4:2", HD_FAILED, HD_REFUSED},
      {HD_ROWS_MAIN, "size  (4,(3,2))  [1]  =>  6", HD_PASSED, HD_ANSWERED},
      {HD_ROWS_MAIN, "layout_eval  (1,2)  (4,8):(1,4)  =>  9", HD_PASSED, HD_ANSWERED},
      {HD_ROWS_MAIN, "call  (4,8):(1,4)  (1,2)  =>  9", HD_PASSED, HD_ANSWERED},
      {HD_ROWS_MAIN, "size  (4,(3,2)  =>  6", HD_FAILED, HD_NOT_ASKED},
      {HD_ROWS_VARIANT, "coalesce  (2,4):(1,2)  =>  (2,4):(1,2)", HD_PASSED, HD_ANSWERED},
      {HD_ROWS_VARIANT, "coalesce  (2,4):(1,2)  =>  (2,4):(1,3)", HD_FAILED, HD_ANSWERED},
      {HD_ROWS_VARIANT, "composition  (3,3):(1,7)  4:2  =>  4:2  other=ERROR", HD_PASSED, HD_REFUSED},
      {HD_ROWS_VARIANT, "composition  (3,3):(1,7)  4:2  =>  4:2  other=4:2", HD_FAILED, HD_REFUSED},
      {HD_ROWS_ERRORS, "composition  (3,3):(1,7)  4:2  =>  ERROR:divisibility", HD_PASSED, HD_REFUSED},
      {HD_ROWS_ERRORS, "composition  (2,5):(1,7)  4:3  =>  ERROR:divisibility", HD_PASSED, HD_ANSWERED},
      {HD_ROWS_ERRORS, "size  (4,3)  [2]  =>  ERROR:mode-range", HD_PASSED, HD_REFUSED},
      {HD_ROWS_ERRORS, "parse_layout  (0,3):(1,2)  =>  ERROR:nonpositive-shape", HD_PASSED, HD_REFUSED},
      {HD_ROWS_ERRORS, "parse_int_tuple  (1,_)  =>  ERROR:parse", HD_PASSED, HD_REFUSED},
      {HD_ROWS_ERRORS, "parse_stride  ((1,1@0),2)  =>  ERROR:mixed", HD_PASSED, HD_REFUSED},
      {HD_ROWS_ERRORS, "parse_tile  \"\"  =>  ERROR:parse", HD_PASSED, HD_REFUSED},
      {HD_ROWS_ERRORS, "parse_layout  (4,3):(1,4)  =>  ERROR:parse", HD_FAILED, HD_ANSWERED},
      {HD_ROWS_DISPUTED, "composition  (9,1,32):(1,10,0)  4:6  =>  (2,2):(6,0)", HD_PASSED, HD_REFUSED},
      {HD_ROWS_DISPUTED, "composition  (4,8):(1,4)  (2,4):(1,2)  =>  (2,4):(1,2)", HD_FAILED, HD_ANSWERED},
      {HD_ROWS_DISPUTED, "composition  (4,8):(1,4)  (2,4):(1,2)  =>  (2,4):(1,3)", HD_PASSED, HD_ANSWERED},
      {HD_ROWS_DISPUTED, "composition  (8,8):(8,1)  3:3  =>  ERROR:assert", HD_PASSED, HD_ANSWERED},
      {HD_ROWS_ERRORS, "composition  (5,5):(1,6)  tile=(4,3):(0,0)  (0,0)  =>  ERROR:kind", HD_PASSED, HD_REFUSED},
      {HD_ROWS_MAIN, "coalesce  S<3,4,3> o 0 o (2,4):(1,2)  =>  S<3,4,3> o 0 o 8:1", HD_PASSED, HD_ANSWERED},
      {HD_ROWS_MAIN, "coalesce  4:1 o 0 o (2,4):(1,2)  =>  4:1 o 0 o 8:1", HD_PASSED, HD_ANSWERED},
      {HD_ROWS_MAIN, "coalesce  S<3,4,3> o 0 o (2,4):(1,2)  =>  S<2,4,3> o 0 o 8:1", HD_FAILED, HD_ANSWERED},
      {HD_ROWS_MAIN, "composition  S<3,4,3> o 0 o (4,8):(1,4)  (2,4):(1,2)  =>  S<3,4,3> o 0 o (2,4):(1,2)", HD_PASSED,
       HD_ANSWERED},
      {HD_ROWS_ERRORS, "composition  S<3,4,3> o 0 o (3,3):(1,7)  4:2  =>  ERROR:divisibility", HD_PASSED, HD_REFUSED},
      {HD_ROWS_ERRORS, "parse_swizzle  S<3,4,2>  =>  ERROR:parse", HD_PASSED, HD_REFUSED},
      {HD_ROWS_ERRORS, "parse_swizzle  S<3,4,3>  =>  ERROR:parse", HD_FAILED, HD_ANSWERED},
      {HD_ROWS_ERRORS, "parse_composed_layout  S<3,4,3> o 0 o (4,2):(1@0,1@1)  =>  ERROR", HD_PASSED, HD_REFUSED},
      {HD_ROWS_ERRORS, "swizzle  S<0,4,0>  1129  =>  ERROR:recursion", HD_PASSED, HD_ANSWERED},
      {HD_ROWS_ERRORS, "size  swizzle=S<3,5,4>  =>  ERROR:kind", HD_PASSED, HD_REFUSED},
      {HD_ROWS_DISPUTED, "slice  S<2,3,2> o 0 o (2,3,12):(1,2,6)  (0,2,_)  =>  S<2,3,2> o 0 o (12):(6)", HD_PASSED,
       HD_ANSWERED},
      {HD_ROWS_VARIANT, "coalesce  S<3,4,3> o 0 o (2,4):(1,2)  =>  8:1", HD_PASSED, HD_ANSWERED},
      {HD_ROWS_VARIANT, "coalesce  S<3,4,3> o 0 o (2,4):(1,64)  =>  (2,4):(1,64)", HD_FAILED, HD_ANSWERED},
  };
  for (int n = 0; n < HD_COUNT(row); n++) {
    hd_judgement judgement;
    ask(row[n].text, row[n].rows, NULL, &judgement);
    EXPECT(judgement.verdict == row[n].verdict, "%s: %s, %s", row[n].text, judgement.got, judgement.why);
    EXPECT(judgement.outcome == row[n].outcome, "%s: %s", row[n].text, judgement.got);
    bool composed = strncmp(row[n].text, "composition", strlen("composition")) == 0 && !strstr(row[n].text, "tile=");
    EXPECT(judgement.settled == (composed && row[n].verdict == HD_PASSED), "%s: not settled", row[n].text);
  }
}
END_TEST

START_TEST(wrong_answers_about_composed_layouts_break_the_definition) {
  static const struct {
    const char *operation, *argument[3], *right, *wrong;
  } asked[] = {
      {"swizzle", {"S<3,4,3>", "128"}, "144", "128"},
      {"swizzle", {"S<2,4,-3>", "16"}, "144", "18"},
      {"call", {"S<1,4,3> o 2 o (32):(32)", "(6)"}, "210", "208"},
      {"call", {"(20):(3) o 2 o (20):(3)", "4"}, "42", "36"},
      {"cosize", {"S<3,4,6> o 0 o (3,4):(4,1)"}, "12", "11"},
      {"size", {"S<3,4,6> o 0 o (3,4):(4,1)"}, "12", "11"},
      {"equal", {"S<3,4,3> o 0 o 8:1", "S<3,4,3> o 0 o 8:1"}, "true", "false"},
      {"equal", {"S<3,4,3> o 0 o 8:1", "S<3,4,3> o 1 o 8:1"}, "false", "true"},
      {"make_composed_layout", {"(4,5):(1,4)", "2", "4:2"}, "(4,5):(1,4) o 2 o 4:2", "(4,5):(1,4) o 3 o 4:2"},
      {"coalesce", {"S<3,4,3> o 0 o (4,8):(1,4)"}, "S<3,4,3> o 0 o 32:1", "S<3,4,4> o 0 o 32:1"},
      {"coalesce", {"S<3,4,3> o 0 o (4,8):(1,4)"}, "S<3,4,3> o 0 o 32:1", "S<3,4,3> o 0 o 32:2"},
      {"coalesce", {"S<3,4,3> o 0 o (4,8):(1,4)"}, "S<3,4,3> o 0 o 32:1", "32:1"},
      {"slice", {"S<3,3,3> o 0 o (8,64):(64,1)", "(_,0)"}, "(8):(72)", "(8):(64)"},
      {"slice", {"S<3,1,4> o 4 o (16,4,2):(4,1,128)", "(_,2,0)"}, "S<3,1,4> o 6 o (16):(4)", "((8,2)):((4,30))"},
      {"slice", {"S<3,4,3> o 0 o (10,2):(2,1)", "(_,0)"}, "(10):(2)", "(5):(2)"},
      {"left_inverse", {"S<2,0,2> o 0 o (4,4):(4,1)"}, "(4,4):(4,1) o 0 o S<2,0,2> o 0 o 16:1", "16:1"},
      {"right_inverse", {"S<2,0,2> o 0 o (4,4):(4,1)"}, "(4,4):(4,1) o 0 o S<2,0,2> o 0 o 16:1", "16:1"},
      {"logical_divide", {"S<3,4,3> o 0 o 32:1", "4:1"}, "S<3,4,3> o 0 o (4,8):(1,4)", "S<3,4,3> o 0 o (4,8):(1,5)"},
  };
  for (int n = 0; n < HD_COUNT(asked); n++) {
    hd_value argument[3], right, wrong;
    hd_error error;
    char why[HD_RULING_TEXT];
    int count = 0;
    for (; count < 3 && asked[n].argument[count]; count++)
      ck_assert_int_eq(hd_operand_read(asked[n].argument[count], false, &error, &argument[count]), HD_OK);
    bool is_truth = strcmp(asked[n].operation, "equal") == 0;
    if (is_truth) {
      hd_value_set_boolean(&right, strcmp(asked[n].right, "true") == 0, 0);
      hd_value_set_boolean(&wrong, strcmp(asked[n].wrong, "true") == 0, 0);
    } else {
      ck_assert_int_eq(hd_operand_read(asked[n].right, false, &error, &right), HD_OK);
      ck_assert_int_eq(hd_operand_read(asked[n].wrong, false, &error, &wrong), HD_OK);
    }
    hd_ruling of_right = hd_definition_holds(asked[n].operation, argument, count, &right, why);
    EXPECT(of_right == HD_RULING_HOLDS, "%s %s: %s", asked[n].operation, asked[n].right, why);
    hd_ruling of_wrong = hd_definition_holds(asked[n].operation, argument, count, &wrong, why);
    EXPECT(of_wrong == HD_RULING_BROKEN, "%s %s passes", asked[n].operation, asked[n].wrong);
  }
}
END_TEST

START_TEST(a_variant_follows_the_row_of_a_main_file) {
  static const char right[] = "coalesce  (2,4):(1,2)  =>  (2,4):(1,2)";
  static const char wrong[] = "coalesce  (2,4):(1,2)  =>  (2,4):(1,3)";
  for (int verdict = HD_PASSED; verdict < HD_VERDICTS; verdict++) {
    hd_judgement judgement;
    hd_verdict in_main = (hd_verdict)verdict;
    ask(right, HD_ROWS_VARIANT, &in_main, &judgement);
    ck_assert_int_eq(judgement.verdict, in_main);
    ask(wrong, HD_ROWS_VARIANT, &in_main, &judgement);
    ck_assert_int_eq(judgement.verdict, in_main);
  }
}
END_TEST

START_TEST(a_row_that_asks_nothing_is_malformed_and_no_refusal) {
  static const char *const row[] = {"no_such_operation\t4:1\t=>\t4:1",
                                    "parse_no_such_kind\t4:1\t=>\tERROR:parse",
                                    "parse_layout\t4:1\t2:1\t=>\tERROR:x",
                                    "composition\t4:1\t=>\tERROR:x",
                                    "composition\t4:1\t2:1\t2:1\t=>\tERROR:x",
                                    "to_shape\t4\t4\t=>\tERROR:x",
                                    "get_leaves\t(4,5)\t1\t=>\tERROR:x",
                                    "append_to_rank\t4:1\t1:0\t=>\tERROR:x",
                                    "call\t4:1\t=>\tERROR:x"};
  for (int n = 0; n < HD_COUNT(row); n++) {
    char line[128];
    hd_row split;
    size_t column;
    snprintf(line, sizeof line, "source\tid\t%s", row[n]);
    ck_assert_ptr_null(hd_row_split(line, &split, &column));
    EXPECT(hd_row_problem(&split, line, &column) != NULL && column == 10, "%s", row[n]);
  }
}
END_TEST

START_TEST(a_row_of_cells_is_a_question_about_a_thread_and_a_register) {
  static const struct {
    const char *line;
    hd_verdict verdict;
  } row[] = {{"ld\t16x256b\t2\tnone\t5\t2\t9\t2\t-", HD_PASSED},
             {"ld\t16x256b\t2\tnone\t5\t2\t9\t3\t-", HD_FAILED},
             {"ld\t16x256b\t2\tnone\t32\t0\t8\t0\t-", HD_FAILED},
             {"ld\t16x256b\t3\tnone\t0\t0\t0\t0\t-", HD_FAILED},
             {"st\t16x32bx2\t2\tnone\t17\t1\t1\t3\t-", HD_PASSED},
             {"st\t16x32bx2\t2\tnone\t17\t1\t1\t4\t-", HD_FAILED},
             {"ld\t32x32b\t1\tpack::16b\t0\t0\t0\t0\t0", HD_PASSED},
             {"st\t16x64b\t2\tunpack::16b\t9\t1\t10\t5\t1", HD_PASSED},
             {"st\t16x64b\t2\tunpack::16b\t9\t1\t10\t5\t0", HD_FAILED},
             {"ld\t32x32b\t1\tpack::16b\t0\t1\t0\t2\t0", HD_FAILED}};
  static const struct {
    const char *line;
    size_t column;
  } wrong[] = {{"mv\t32x32b\t1\tnone\t0\t0\t0\t0\t-", 0},       {"ld\t32x33b\t1\tnone\t0\t0\t0\t0\t-", 3},
               {"ld\t32x32b\tx\tnone\t0\t0\t0\t0\t-", 10},      {"ld\t32x32b\t1\tnone\t0\t-1\t0\t0\t-", 19},
               {"ld\t32x32b\t1\tnone\t0\t0\t0\t0\t2", 25},      {"ld\t32x32b\t1\tnone\t0\t0\t0\t0\t1", 25},
               {"ld\t32x32b\t1\tpack::16b\t0\t0\t0\t0\t-", 30}, {"ld\t32x32b\t1\tnone\t0\t0\t0\t0", 23},
               {"ld\t32x32b\t1\tnone\t0\t0\t0\t0\t-\t", 25}};
  char line[128];
  hd_cell_row cell;
  size_t column;
  for (int n = 0; n < HD_COUNT(row); n++) {
    hd_judgement judgement;
    snprintf(line, sizeof line, "%s", row[n].line);
    ck_assert_ptr_null(hd_cell_row_split(line, &cell, &column));
    hd_judge_cell(&cell, &judgement);
    EXPECT(judgement.verdict == row[n].verdict, "%s: %s", row[n].line, judgement.got);
  }
  for (int n = 0; n < HD_COUNT(wrong); n++) {
    snprintf(line, sizeof line, "%s", wrong[n].line);
    column = 999;
    EXPECT(hd_cell_row_split(line, &cell, &column) != NULL && column == wrong[n].column, "%s: %zu", wrong[n].line,
           column);
  }
}
END_TEST

START_TEST(a_wrong_record_is_set_aside_only_where_it_is_listed_and_disproved) {
  static const char listed[] = "logical_divide  ((4,(5,2))):((1,(8,4)))  (8)  =>  (((4,2),(3,2))):(((1,8),(16,4)))";
  static const char changed[] = "logical_divide  ((4,(5,2))):((1,(8,4)))  (8)  =>  (((4,2),(3,2))):(((1,8),(16,5)))";
  static const char unlisted[] = "logical_divide  (9,2):(2,1)  8  =>  (8,(2,2)):(2,(16,1))";
  hd_judgement judgement;
  ask(listed, HD_ROWS_MAIN, NULL, &judgement);
  ck_assert(judgement.verdict == HD_SKIPPED && judgement.skip == HD_SKIP_DISPROVED);
  ask(changed, HD_ROWS_MAIN, NULL, &judgement);
  ck_assert_int_eq(judgement.verdict, HD_FAILED);
  ask(unlisted, HD_ROWS_MAIN, NULL, &judgement);
  ck_assert_int_eq(judgement.verdict, HD_FAILED);
}
END_TEST

/* ---- the definitions ---- */

typedef void visitor(const hd_row *row, void *state);

/* Calls `visit` for the rows of a vector file; returns how many. */
static int visit_file(const char *name, visitor *visit, void *state) {
  static char line[8192];
  char path[128];
  int rows = 0;
  snprintf(path, sizeof path, "%s%s", folder, name);
  FILE *file = fopen(path, "r");
  ck_assert_msg(file != NULL, "%s", path);
  while (fgets(line, sizeof line, file)) {
    hd_row row;
    size_t column;
    line[strcspn(line, "\n")] = 0;
    if (line[0] == 0 || line[0] == '#') continue;
    ck_assert_msg(hd_row_split(line, &row, &column) == NULL, "%s", line);
    visit(&row, state);
    rows++;
  }
  fclose(file);
  return rows;
}

/* What the definition says of the recorded answer; open for rows whose operands or answer are of another kind. */
static hd_ruling ruling_of_record(const hd_row *row, char why[HD_RULING_TEXT]) {
  static const char *const judged[] = {"composition",    "complement",    "coalesce",     "call",
                                       "logical_divide", "zipped_divide", "tiled_divide", "flat_divide"};
  hd_value argument[HD_MAX_ARGUMENTS], expected;
  hd_error error;
  bool is_judged = strncmp(row->expected, "ERROR", 5) != 0 && strncmp(row->argument[0], "S<", 2) != 0;
  for (int k = 0; k < HD_COUNT(judged); k++) {
    if (strcmp(row->operation, judged[k]) != 0 || !is_judged) continue;
    for (int n = 0; n < row->arguments; n++)
      if (hd_operand_read(row->argument[n], false, &error, &argument[n]) != HD_OK) return HD_RULING_OPEN;
    if (hd_operand_read(row->expected, false, &error, &expected) != HD_OK) return HD_RULING_OPEN;
    return hd_definition_holds(row->operation, argument, row->arguments, &expected, why);
  }
  return HD_RULING_OPEN;
}

typedef struct rulings {
  int count[HD_RULING_OPEN + 1];
} rulings;

static void count_ruling(const hd_row *row, void *state) {
  char why[HD_RULING_TEXT];
  rulings *seen = state;
  seen->count[ruling_of_record(row, why)]++;
}

/* A recorded answer that others agree on breaks no definition but for those that are listed as wrong. */
static void expect_not_broken(const hd_row *row, void *state) {
  char why[HD_RULING_TEXT] = "";
  hd_judgement judgement;
  count_ruling(row, state);
  bool on_axes = strchr(row->argument[row->arguments - 1], '@') != NULL;
  if (ruling_of_record(row, why) != HD_RULING_BROKEN || on_axes) return;
  hd_judge(row, HD_ROWS_MAIN, NULL, &judgement);
  EXPECT(judgement.verdict == HD_SKIPPED && judgement.skip == HD_SKIP_DISPROVED, "%s %s: %s", row->id, row->operation,
         why);
}

static void expect_not_right(const hd_row *row, void *state) {
  char why[HD_RULING_TEXT];
  count_ruling(row, state);
  EXPECT(ruling_of_record(row, why) != HD_RULING_HOLDS, "%s %s", row->id, row->operation);
}

START_TEST(recorded_answers_satisfy_the_definitions) {
  static const char *const file[] = {"cute_ir.tsv", "cute_ir_lib.tsv", "cute_cpp.tsv", "pycute.tsv", "tract.tsv"};
  for (int k = 0; k < HD_COUNT(file); k++) {
    rulings seen = {{0}};
    int rows = visit_file(file[k], expect_not_broken, &seen);
    EXPECT(seen.count[HD_RULING_HOLDS] > rows / 10, "%s: %d judged", file[k], seen.count[HD_RULING_HOLDS]);
  }
}
END_TEST

START_TEST(disputed_answers_break_the_definitions) {
  static const char *const file[] = {"cute_ir_lib_disputed.tsv", "cute_cpp_disputed.tsv", "pycute_disputed.tsv"};
  for (int k = 0; k < HD_COUNT(file); k++) {
    rulings seen = {{0}};
    visit_file(file[k], expect_not_right, &seen);
    EXPECT(seen.count[HD_RULING_BROKEN] > 10, "%s: %d judged", file[k], seen.count[HD_RULING_BROKEN]);
  }
}
END_TEST

/* ---- counting ---- */

START_TEST(a_row_of_several_main_files_is_no_better_than_its_worst) {
  static const hd_verdict after[HD_VERDICTS][HD_VERDICTS] = {
      [HD_PASSED] = {HD_PASSED, HD_FAILED, HD_SKIPPED},
      [HD_FAILED] = {HD_FAILED, HD_FAILED, HD_FAILED},
      [HD_SKIPPED] = {HD_SKIPPED, HD_FAILED, HD_SKIPPED},
  };
  hd_row row = {.operation = "size", .argument = {"4:1"}, .arguments = 1};
  hd_row other = {.operation = "size", .argument = {"4:1", "[0]"}, .arguments = 2};
  for (int first = 0; first < HD_VERDICTS; first++)
    for (int second = 0; second < HD_VERDICTS; second++) {
      hd_known known = {NULL, 0, 0};
      ck_assert_ptr_null(hd_known_find(&known, &row));
      ck_assert(hd_known_add(&known, &row, (hd_verdict)first) && hd_known_add(&known, &row, (hd_verdict)second));
      ck_assert_int_eq(*hd_known_find(&known, &row), after[first][second]);
      ck_assert_ptr_null(hd_known_find(&known, &other));
      hd_known_free(&known);
    }
}
END_TEST

START_TEST(thousands_of_main_rows_are_found_again) {
  hd_known known = {NULL, 0, 0};
  for (int turn = 0; turn < 2; turn++)
    for (int n = 0; n < 5000; n++) {
      char text[32];
      snprintf(text, sizeof text, "%d:%d", n % 77 + 1, n);
      hd_row row = {.operation = "size", .argument = {text}, .arguments = 1};
      hd_verdict verdict = n % 3 == 0 ? HD_FAILED : HD_PASSED;
      if (turn == 0) ck_assert(hd_known_add(&known, &row, verdict));
      else ck_assert(hd_known_find(&known, &row) && *hd_known_find(&known, &row) == verdict);
    }
  ck_assert_uint_eq(known.count, 5000);
  hd_known_free(&known);
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"a row is split at its arrow", a_row_is_split_at_its_arrow},
      {"lines that are no rows", a_line_that_is_no_row_is_refused_at_its_column},
      {"a file's name tells its kind", the_name_of_a_file_tells_its_kind},
      {"texts are equal but for strides of extent 1", only_strides_of_extent_1_may_print_otherwise},
      {"operands", operands_are_read_by_their_spelling},
      {"a row passes by the rule of its file", a_row_passes_by_the_rule_of_its_file},
      {"a variant follows its main row", a_variant_follows_the_row_of_a_main_file},
      {"wrong answers about composed layouts", wrong_answers_about_composed_layouts_break_the_definition},
      {"rows that ask nothing", a_row_that_asks_nothing_is_malformed_and_no_refusal},
      {"rows of cells", a_row_of_cells_is_a_question_about_a_thread_and_a_register},
      {"wrong records", a_wrong_record_is_set_aside_only_where_it_is_listed_and_disproved},
      {"recorded answers satisfy the definitions", recorded_answers_satisfy_the_definitions},
      {"disputed answers break the definitions", disputed_answers_break_the_definitions},
      {"several main files", a_row_of_several_main_files_is_no_better_than_its_worst},
      {"many main rows", thousands_of_main_rows_are_found_again},
  };
  return hd_test_main("conform", test, HD_COUNT(test));
}
