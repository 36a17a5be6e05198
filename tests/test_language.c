/* The language: what expressions mean, what they refuse and where, and that C's operators are C's. */
#include "proofs/builtin.h"
#include "proofs/expression.h"
#include "proofs/integer.h"
#include "tests/support/suite.h"

#include <stdio.h>
#include <stdlib.h>

static hd_status evaluate(const char *text, hd_error *error, hd_value *value) {
  return hd_expression_value(text, strlen(text), error, value);
}

/* Evaluates what must have a value, and prints it. */
static const char *print_of(const char *text) {
  static char printed[HD_TEXT_MAX];
  hd_value value;
  hd_error error;
  hd_status status = evaluate(text, &error, &value);
  EXPECT(status == HD_OK, "%s: %s", text, hd_status_name(status));
  EXPECT(hd_print_value(&value, printed, sizeof printed) < sizeof printed, "%s: too long", text);
  return printed;
}

START_TEST(values_print_as_they_are_written) {
  static const char *const value[] = {
      "true",
      "false",
      "0",
      "-9223372036854775808",
      "9223372036854775807",
      "()",
      "(4)",
      "((4))",
      "(4,(2,_))",
      "1@0",
      "1@1@0",
      "-4@laneid",
      "(1@lane,4@col)",
      "_",
      "4:1",
      "(4):(1)",
      "(4,8):(1,4)",
      "((2,2),8):((1,-4),16)",
      "(2,3):(1@0,1@1)",
      "(2,3):(1@1@0,0)",
      "[4:1;_;8:2]",
      "[[2:1;4:1];_]",
      "[(4):(1)]",
      "[(2,2):(1,8)]",
      "\"\"",
      "\"(a b) -> a # b\"",
  };
  for (int k = 0; k < HD_COUNT(value); k++) ck_assert_str_eq(print_of(value[k]), value[k]);
}
END_TEST

START_TEST(other_spellings_mean_the_same) {
  static const char *const same[][2] = {
      {"(_4,_8):(_1,_4)", "(4,8):(1,4)"},
      {" ( 4 ,\n8 ) : ( 1 , 4 ) # comment", "(4,8):(1,4)"},
      {"007", "7"},
      {"0x1F", "31"},
      {"<4,8>", "[4:1;8:1]"},
      {"<4:1,<2,_>>", "[4:1;[2:1;_]]"},
      {"[4;(2,_)]", "[4:1;[2:1;_]]"},
      {"(3,)", "(3)"},
      {"(1 + 2)", "3"},
      {"((4,8):(1,4))", "(4,8):(1,4)"},
      {"(4*2,8):(1,4*2)", "(8,8):(1,8)"},
      {"let N = 4; (N,8):(1,N)", "(4,8):(1,4)"},
      {"let N = 4 let M = N*N; (N,M)", "(4,16)"},
      {"1 ? 2 : 0 ? 3 : 4", "2"},
      {"0 ? 2 : 0 ? 3 : 4", "4"},
      {"true ? ((4):(1)) : 2", "(4):(1)"},
      {"(4,8):(1,4) o (2,2)", "(2,2):(1,4)"},
      {"(4,8):(1,4) o 4*2:1 == 8:1", "true"},
      {"20:2 o (5,4):(4,1) o 5:1", "5:8"},
      {"(20:2 o (5,4):(4,1)) o 5:1", "5:8"},
      {"20:2 o 4", "4:2"},
      {"((4,8):(1,4))(3,2)", "11"},
      {"((4,8):(1,4))((3,2))", "11"},
      {"((4,8):(1,4))(11)", "11"},
      {"let L = (4,8):(1,4); L(_,2) == slice(L, (_,2)) && L(3,_) == (8):(4)", "true"},
      {"evaluate((4,8):(1,4), _, 2)", "8"},
      {"(4:1)(_)", "4:1"},
      {"((4,(2,4)):(8,(1,2)))(_,(1,_))", "(4,4):(8,2)"},
      {"(S<3,3,3> o 0 o (8,64):(64,1))(_,0)", "(8):(72)"},
      {"(S<3,4,3> o 0 o (8,64):(64,1))(_,3)", "S<3,4,3> o 0 o (8):(64)"},
      {"crd2idx((_,2), (4,8))", "8"},
      {"layout_of(S[8:1])", "8:1"},
      {"layout_of(S[(1,8):(3,1)])", "(1,8):(3,1)"},
      {"let L = ((2,2),3):((1,6),2); L((1,1),2) == L(3,2)", "true"},
      {"let size = 3; size", "3"},
      {"(4)*2", "8"},
      {"(1 < 2) + (2 < 1)", "1"},
      {"1 - -1", "2"},
      {"- - 1", "1"},
      {"(4,8):(1,4) == (4,8)", "true"},
      {"4 == (4)", "false"},
      {"(4,8) != (4,(8))", "true"},
      {"undefined(1/0) && overflows(1 << 63) && !undefined(1)", "true"},
      {"undefined(get((4,8), 2))", "true"},
      {"undefined((0,2):(1,1))", "true"},
      {"0@0 == 0", "false"},
      {"\"a b\" == \"a b\" && \"a\" != \"b\" && \"a\" != \"a \"", "true"},
      {"let p = \"i j -> j i\"; rearrange((4,8):(1,4), p)", "(8,4):(4,1)"},
      {"rearrange((8,4):(1,8), \"(i k) j -> i (k j)\", (2@i,4@k))", "(2,(4,4)):(1,(2,8))"},
      {"rearrange((8,4):(1,8), \"(i k) j -> i k j\", 2@i)", "(2,4,4):(1,2,8)"},
      {"undefined(rearrange((8,4):(1,8), \"(i k) j -> i k j\", 3@i))", "true"},
      {"undefined(rearrange((8,4):(1,8), \"i -> i\"))", "true"},
      {"slice_and_offset((4,8):(1@lane,1@col), (_,3))", "(4):(1@lane) , (0@lane,3@col)"},
      {"let P = slice_and_offset((4,8):(1@lane,1@col), (_,3)); P(2)", "(2@lane,3@col)"},
      {"let P = slice_and_offset((4,8):(1@0,1@1), (2,_)); P(5)", "(2,5)"},
      {"let P = slice_and_offset((4,8):(1,4), (_,3)); get(P, 0)(2) + get(P, 1) == P(2)", "true"},
      {"let P = slice_and_offset(S<1,0,1> o (4,8):(1,4), (_,3)); get(P, 0, 0)", "S<1,0,1> o 0 o 4:1"},
      {"slice_and_offset(4:1, _) == slice_and_offset(4:1, _)", "true"},
      {"undefined(get(slice_and_offset(4:1, _), 2))", "true"},
      {"make_layout(4:1, (2,2):(4,16)) == concatenate(4:1, (2,2):(4,16))", "true"},
      {"make_layout(S<1,0,1> o 4:1, S<1,0,1> o 2:4) == (S<1,0,1> o (4,2):(1,4))", "true"},
      {"(S<3,4,3>)(128)", "144"},
      {"(( S<3,4,3> )) == S<3,4,3>", "true"},
      {"make_layout((4,8), compact_row_major((4,8)))", "(4,8):(8,1)"},
      {"compact_row_major(5) == compact_col_major(5)", "true"},
      {"compact_order((2,(2,2)), (1,0)) == stride(make_ordered_layout((2,(2,2)), (1,0)))", "true"},
      {"reverse(5)", "5"},
      {"reverse(())", "()"},
      {"reverse((2,_,(3,1@lane)))", "((3,1@lane),_,2)"},
      {"values((2,3):(3,1), 4) == (2,5)", "true"},
      {"values((4096,2):(1,0), 4095, 2)", "(4095,0)"},
      {"values(4:1, 2, 0)", "()"},
      {"undefined(values(4:1, 3, 2)) && undefined(values(4:1, -1))", "true"},
      {"first_beyond((4,2):(-1,2), 0)", "(0,1)"},
      {"first_beyond((4,2):(1,-9), -5)", "(0,0)"},
      {"undefined(first_beyond((4,8):(1,4), 31))", "true"},
  };
  for (int k = 0; k < HD_COUNT(same); k++) {
    EXPECT(strcmp(print_of(same[k][0]), same[k][1]) == 0, "%s is %s, not %s", same[k][0], print_of(same[k][0]),
           same[k][1]);
  }
}
END_TEST

START_TEST(refusals_name_the_place) {
  static const struct {
    const char *text;
    hd_status status;
    size_t position;
  } refused[] = {
      {"", HD_MALFORMED, 0},
      {"4 8", HD_MALFORMED, 2},
      {"(1,2", HD_MALFORMED, 4},
      {"(1,,2)", HD_MALFORMED, 3},
      {"1,2", HD_MALFORMED, 1},
      {"[1;2)", HD_MALFORMED, 4},
      {"<1,2", HD_MALFORMED, 4},
      {"1:2:3", HD_MALFORMED, 3},
      {"4 +", HD_MALFORMED, 3},
      {"4 ? 5", HD_MALFORMED, 5},
      {"size", HD_MALFORMED, 4},
      {"size()", HD_MALFORMED, 0},
      {"rank(4", HD_MALFORMED, 6},
      {"colesce(4)", HD_MALFORMED, 0},
      {"1 + x", HD_MALFORMED, 4},
      {"1.5", HD_MALFORMED, 0},
      {"1u", HD_MALFORMED, 0},
      {"0x", HD_MALFORMED, 0},
      {"$", HD_MALFORMED, 0},
      {"_x", HD_MALFORMED, 0},
      {"\"x", HD_MALFORMED, 0},
      {"1@", HD_MALFORMED, 2},
      {"1@lane@0", HD_MALFORMED, 7},
      {"1@elevenchars", HD_MALFORMED, 1},
      {"1@200", HD_MALFORMED, 1},
      {"let x = x; x", HD_MALFORMED, 8},
      {"let x = 1; let x = 2; x", HD_MALFORMED, 15},
      {"let o = 1; o", HD_MALFORMED, 4},
      {"forall t<4: t", HD_MALFORMED, 0},
      {"claim true", HD_MALFORMED, 0},
      {"9223372036854775808", HD_MALFORMED, 0},
      {"1 + -9223372036854775809", HD_MALFORMED, 5},
      {"S<99999999999999999999,1,1>", HD_MALFORMED, 0},
      {"2 * (7 / (3 - 3))", HD_UNDEFINED, 7},
      {"5 >> 64", HD_UNDEFINED, 2},
      {"1 << -1", HD_UNDEFINED, 2},
      {"1 + 9223372036854775807", HD_OVERFLOW, 2},
      {"-9223372036854775808 / -1", HD_OVERFLOW, 21},
      {"-(-9223372036854775808)", HD_OVERFLOW, 0},
      {"(4,8):(1,(2,3))", HD_MISMATCH, 5},
      {"(0,2):(1,1)", HD_MALFORMED, 5},
      {"1 + (2,3)", HD_MISMATCH, 4},
      {"1 + 4:1", HD_OK, 0},
      {"(4:1) + 1", HD_MISMATCH, 2},
      {"4(1)", HD_MISMATCH, 0},
      {"(4:1, 2)", HD_MISMATCH, 2},
      {"(1, true ? [4] : 1)", HD_MISMATCH, 9},
      {"true == 4:1", HD_MISMATCH, 5},
      {"1 + size(true)", HD_MISMATCH, 4},
      {"(6,2):(1,7) o (3,2):(2,3)", HD_UNDEFINED, 12},
      {"cosize((4,4):(4611686018427387904,1))", HD_OVERFLOW, 12},
      {"((4,8):(1,4))(1,2,3)", HD_MISMATCH, 13},
      {"(())", HD_MALFORMED, 1},
      {"undefined(1 + (2,3))", HD_MISMATCH, 14},
      {"1 && (2,3)", HD_MISMATCH, 5},
      {"rearrange(4:1, \"a - a\")", HD_MALFORMED, 18},
      {"linear(\"nothing\")", HD_MALFORMED, 8},
      {"(\"a\", 1)", HD_MISMATCH, 1},
      {"1 + \"a\"", HD_MISMATCH, 4},
      {"\"a\"(1)", HD_MISMATCH, 0},
      {"\"a\":1", HD_MISMATCH, 0},
      {"[\"a\"]", HD_MISMATCH, 1},
      {"values((2,2):(1@0,1@1))", HD_MISMATCH, 0},
      {"values(64:1)", HD_CAPACITY, 0},
      {"first_beyond((2,2):(1@0,1@1), 3)", HD_MISMATCH, 0},
      {"make_layout(4, 1, 1)", HD_MISMATCH, 0},
      {"S<3,4>", HD_MALFORMED, 0},
      {"select(<4,8>)", HD_UNDEFINED, 0},
      {"slice_and_offset((4,8):(1,4), (_,3))(_)", HD_MISMATCH, 36},
      {"layout_of(S[(4,2):(2,1)] + R[2:8])", HD_UNDEFINED, 0},
      {"layout_of(S[(4,2):(2,1)])", HD_MISMATCH, 0},
      {"1 + slice_and_offset(4:1, _)", HD_MISMATCH, 4},
  };
  for (int k = 0; k < HD_COUNT(refused); k++) {
    hd_value value;
    hd_error error;
    hd_test_stamp(&value, sizeof value);
    hd_status status = evaluate(refused[k].text, &error, &value);
    EXPECT(status == refused[k].status, "%s: %s", refused[k].text, hd_status_name(status));
    if (status == HD_OK) continue;
    EXPECT(hd_test_is_error(&error, status), "%s: the error is not filled in", refused[k].text);
    EXPECT(error.position == refused[k].position, "%s: at %zu", refused[k].text, error.position);
    EXPECT(hd_test_is_stamped(&value, sizeof value), "%s: wrote a value", refused[k].text);
  }
}
END_TEST

START_TEST(errors_may_be_left_out) {
  hd_value value;
  ck_assert_int_eq(evaluate("1 +", NULL, &value), HD_MALFORMED);
  ck_assert_int_eq(evaluate("1 / 0", NULL, &value), HD_UNDEFINED);
  ck_assert_int_eq(evaluate("1 + 1", NULL, &value), HD_OK);
}
END_TEST

START_TEST(swizzles_and_composed_layouts_are_values) {
  static const char *const same[] = {"S<3,4,3>",
                                     "S<2,4,-3>",
                                     "S<3,0,3> o 0 o S<1,2,1>",
                                     "S<3,4,3> o 0 o (4,8):(1,4)",
                                     "S<3,0,3> o 5 o S<1,2,1> o 7 o 64:1",
                                     "(4,8):(1,4) o 2 o (2,2):(1,4)",
                                     "S<1,4,3> o 0 o (4,8):(1,4) o 2 o (2,2):(1,4)",
                                     "(4,8):(1,4) o 3 o S<1,4,3> o 2 o (2,2):(1,4)",
                                     "(6,2):(1,3) o (2,1) o (2,3):(1@1,2@0)",
                                     "(4,8):(1,4) o (0,0) o (2,4):(1,2)"};
  for (int k = 0; k < HD_COUNT(same); k++) {
    hd_value value;
    hd_error error;
    char text[512];
    EXPECT(evaluate(same[k], &error, &value) == HD_OK, "%s", same[k]);
    hd_print_value(&value, text, sizeof text);
    ck_assert_str_eq(text, same[k]);
    snprintf(text, sizeof text, "complement(%s)", same[k]);
    ck_assert_int_eq(evaluate(text, &error, &value), HD_MISMATCH);
    snprintf(text, sizeof text, "undefined(complement(%s))", same[k]);
    ck_assert_int_eq(evaluate(text, &error, &value), HD_MISMATCH);
    snprintf(text, sizeof text, "identical(%s, %s) && !undefined(%s)", same[k], same[k], same[k]);
    ck_assert_int_eq(evaluate(text, &error, &value), HD_OK);
    ck_assert(value.kind == HD_KIND_BOOLEAN && value.as.boolean);
  }
}
END_TEST

START_TEST(operations_on_a_composed_layout_act_on_its_inner_layout) {
  static const char *const claims[] = {
      "coalesce(S<3,4,3> o 0 o (4,8):(1,4)) == (S<3,4,3> o 0 o 32:1)",
      "flatten(S<3,4,3> o 8 o (4,(2,4)):(1,(4,8))) == (S<3,4,3> o 8 o (4,2,4):(1,4,8))",
      "get(S<3,4,3> o 0 o (4,8):(1,4), 1) == (S<3,4,3> o 0 o 8:4)",
      "select(S<3,4,3> o 0 o (4,8):(1,4), 1, 0) == (S<3,4,3> o 0 o (8,4):(4,1))",
      "size(S<3,4,3> o 0 o (4,8):(1,4)) == 32 && rank(S<3,4,3> o 0 o (4,8):(1,4)) == 2",
      "shape(S<3,4,3> o 0 o (4,8):(1,4)) == (4,8) && depth(S<3,4,3> o 0 o (4,8):(1,4)) == 1",
      "cosize(S<3,4,6> o 0 o (3,4):(4,1)) == 12",
      "(S<3,4,3> o 0 o (6,8):(8,1)) o (3,4) == (S<3,4,3> o 0 o (3,4):(8,1))",
      "S<3,4,3> o 0 o (6,8):(8,1) o (3,4):(1,3) == (S<3,4,3> o 0 o (6,8):(8,1)) o (3,4):(1,3)",
      "logical_divide(S<3,4,3> o 0 o (6,8):(8,1), (3,4)) == (S<3,4,3> o 0 o ((3,2),(4,2)):((8,24),(1,4)))",
      "undefined((S<3,4,3> o 0 o (3,3):(1,7)) o 4:2)",
      "S<3,4,3>(128) == 144 && swizzle(S<3,4,3>, 128) == 144 && swizzle(Sw<_3,_4,_3>, 144) == 128",
      "(S<1,3,3> o (8,16):(16,1))(4,0) == 72",
      "recast_layout(32, 8, S<3,4,3>) == S<3,2,3> && recast_layout(32, 8, S<3,4,3>)(32) == 36",
      "recast_layout(16, 8, S<1,4,3>) == S<1,3,3>",
      "banks(32:32, 32) == 32 && banks(32:33, 32) == 1",
      "banks(S<5,0,5> o 0 o 32:32, 32) == 1 && banks(S<3,0,5> o 0 o 32:32, 32) == 4",
      "find_swizzle(32:32, 32) == S<5,0,5> && banks(find_swizzle(32:32, 32) o 32:32, 32) == 1",
      "slice(S<3,4,3> o 0 o (10,2):(2,1), (_,0)) == (10):(2)",
      "slice(S<3,3,3> o 0 o (8,64):(64,1), (_,0)) == (8):(72)",
      "injective(S<3,0,3> o S<1,2,1> o 0 o 64:1) && injective(S<3,0,3> o S<1,2,1>)",
      "!injective((4,2):(1,0) o 0 o 8:1) && injective((4,2):(1,4) o 0 o 8:1)",
      "equivalent(S<3,4,3> o 0 o (10):(2), (10):(2)) && !equivalent(S<3,4,3> o 0 o 256:1, 256:1)",
      "composed_get_inner(S<3,4,3> o 6 o 8:1) == S<3,4,3> && composed_get_offset(S<3,4,3> o 6 o 8:1) == 6",
      "composed_get_outer(S<3,4,3> o 6 o 8:1) == 8:1",
      "make_composed_layout(S<3,4,3>, 6, 8:1) == (S<3,4,3> o 6 o 8:1)",
  };
  for (int k = 0; k < HD_COUNT(claims); k++) {
    hd_value value;
    hd_error error;
    EXPECT(evaluate(claims[k], &error, &value) == HD_OK, "%s", claims[k]);
    EXPECT(value.kind == HD_KIND_BOOLEAN && value.as.boolean, "%s", claims[k]);
  }
}
END_TEST

START_TEST(a_value_of_the_wrong_kind_is_not_an_answer_that_does_not_exist) {
  static const char *const wrong[] = {"size(true)",           "rank(1 < 2)",     "1 + (2,3)",  "get((4,8), true)",
                                      "get((4,8), 1@0)",      "size((1,_))",     "(4:1) + 1",  "coalesce([4;8])",
                                      "true == 4:1",          "crd2idx(4:1, 4)", "(4:1)(4:1)", "4(1)",
                                      "complement(4:1, true)"};
  for (int k = 0; k < HD_COUNT(wrong); k++) {
    hd_value value;
    hd_error error;
    char text[128];
    snprintf(text, sizeof text, "undefined(%s)", wrong[k]);
    hd_status status = evaluate(text, &error, &value);
    EXPECT(status == HD_MISMATCH, "%s: %s", text, hd_status_name(status));
  }
}
END_TEST

/* Each expression is compiled by the C compiler and evaluated by the language. */
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wconstant-logical-operand"
#endif
#pragma GCC diagnostic ignored "-Wparentheses"
#pragma GCC diagnostic ignored "-Wbool-operation"
#define IN_C(expression) \
  { #expression, (int64_t)(expression) }

START_TEST(precedence_is_the_one_of_c) {
  const int64_t a = 13, b = -6, c = 3, d = 1000;
  const struct {
    const char *text;
    int64_t value;
  } both[] = {
      IN_C(a + b * c - d / a % c),
      IN_C(a - b - c),
      IN_C(d / a / c),
      IN_C(a << c + 1),
      IN_C(d >> c << 1),
      IN_C(a & c == c),
      IN_C(a | b & c ^ d),
      IN_C(a ^ b | c & d),
      IN_C(a < b == c < d),
      IN_C(a == b < c),
      IN_C(a && b || c && !d),
      IN_C(!a || b && c),
      IN_C(~a + -b),
      IN_C(-a * -b),
      IN_C(!a + !b),
      IN_C(~-a),
      IN_C(- -a),
      IN_C(a > b ? c : d),
      IN_C(a < b   ? c
           : a > d ? a
                   : d),
      IN_C(a ? b ? c : d : a),
      IN_C(a + b ? c + d : c - d),
      IN_C((a + b) * (c - d)),
      IN_C(b / c),
      IN_C(b % c),
      IN_C(-a / c),
      IN_C(-a % c),
      IN_C(a % b),
      IN_C(b >> 1),
      IN_C(a <= 13 && a >= 13),
      IN_C(a != b != c),
      IN_C(1 << 3 << 2),
      IN_C(d & 0xff | 0x100),
      IN_C(a & ~3),
      IN_C((a / 4) + 8 * (c / 2 % 2) + 128 * (c % 2 + 2 * (a % 4))),
      IN_C(a * b % c * d),
      IN_C(a - (b - (c - d))),
  };
  for (int k = 0; k < HD_COUNT(both); k++) {
    char text[256];
    hd_value value;
    hd_error error;
    int64_t integer;
    snprintf(text, sizeof text, "let a = 13; let b = -6; let c = 3; let d = 1000; %s", both[k].text);
    EXPECT(evaluate(text, &error, &value) == HD_OK, "%s", text);
    ck_assert_int_eq(hd_value_integer(&value, &error, &integer), HD_OK);
    EXPECT(integer == both[k].value, "%s is %lld, not %lld", both[k].text, (long long)integer,
           (long long)both[k].value);
  }
}
END_TEST

/* What 128-bit arithmetic says: HD_OK with the value when it fits. */
__extension__ typedef __int128 wide;

static hd_status in_wide(unsigned operation, int64_t a, int64_t b, wide *value) {
  bool division = operation == HD_SYMBOL1('/') || operation == HD_SYMBOL1('%');
  bool shift = operation == HD_SYMBOL2('<', '<') || operation == HD_SYMBOL2('>', '>');
  if ((division && b == 0) || (shift && (b < 0 || b > 63))) return HD_UNDEFINED;
  switch (operation) {
    case HD_SYMBOL1('+'): *value = (wide)a + b; break;
    case HD_SYMBOL1('-'): *value = (wide)a - b; break;
    case HD_SYMBOL1('*'): *value = (wide)a * b; break;
    case HD_SYMBOL1('/'): *value = (wide)a / b; break;
    case HD_SYMBOL1('%'): *value = (wide)a % b; break;
    case HD_SYMBOL2('<', '<'): *value = (wide)a * ((wide)1 << b); break;
    default: { /* >>: rounds down */
      wide divisor = (wide)1 << b;
      *value = a >= 0 ? a / divisor : -((-(wide)a + divisor - 1) / divisor);
    }
  }
  return *value > INT64_MAX || *value < INT64_MIN ? HD_OVERFLOW : HD_OK;
}

START_TEST(arithmetic_is_exact_or_refused) {
  static const int64_t number[] = {0,
                                   1,
                                   -1,
                                   2,
                                   -2,
                                   3,
                                   7,
                                   -7,
                                   31,
                                   62,
                                   63,
                                   64,
                                   1000003,
                                   -1000003,
                                   INT64_C(1) << 31,
                                   INT64_C(1) << 32,
                                   INT64_C(3037000499),
                                   INT64_C(3037000500),
                                   INT64_MAX,
                                   INT64_MAX - 1,
                                   INT64_MIN,
                                   INT64_MIN + 1};
  static const unsigned operation[] = {HD_SYMBOL1('+'), HD_SYMBOL1('-'),      HD_SYMBOL1('*'),     HD_SYMBOL1('/'),
                                       HD_SYMBOL1('%'), HD_SYMBOL2('<', '<'), HD_SYMBOL2('>', '>')};
  int overflows = 0, undefined = 0;
  for (int o = 0; o < HD_COUNT(operation); o++) {
    for (int i = 0; i < HD_COUNT(number); i++) {
      for (int j = 0; j < HD_COUNT(number); j++) {
        int64_t value = 0;
        wide right = 0;
        hd_status expected = in_wide(operation[o], number[i], number[j], &right);
        hd_status status = hd_integer_binary(operation[o], number[i], number[j], &value);
        EXPECT(status == expected && (status != HD_OK || value == (int64_t)right), "%u on %lld, %lld", operation[o],
               (long long)number[i], (long long)number[j]);
        overflows += status == HD_OVERFLOW;
        undefined += status == HD_UNDEFINED;
      }
    }
  }
  ck_assert_int_gt(overflows, 0);
  ck_assert_int_gt(undefined, 0);
}
END_TEST

/* Whatever a function is given, it answers or says why not, and a failure writes nothing. */
START_TEST(every_function_takes_or_refuses_every_kind) {
  static const char *const operand[] = {"true",
                                        "4",
                                        "(4,8)",
                                        "(4,8):(1,4)",
                                        "[4:1;8:1]",
                                        "_",
                                        "(2@lane,3@col)",
                                        "((2,2),8):((1,4),16)",
                                        "(2,3):(1@0,1@1)",
                                        "()",
                                        "-1",
                                        "S<3,4,3>",
                                        "S<1,0,1> o 2 o (4,8):(1,4)",
                                        "(4,8):(1,4) o 0 o 8:2",
                                        "slice_and_offset((4,8):(1,4), (_,3))",
                                        "linear((4,8):(8,1))",
                                        "\"i j -> j i\""};
  enum { KINDS = HD_COUNT(operand) };
  int answered = 0, refused = 0;
  hd_value of[KINDS];
  for (int k = 0; k < KINDS; k++) ck_assert_int_eq(evaluate(operand[k], NULL, &of[k]), HD_OK);
  for (int f = 0; hd_builtin_at(f) != NULL; f++) {
    const hd_builtin *builtin = hd_builtin_at(f);
    ck_assert_ptr_eq(hd_builtin_find(builtin->name, strlen(builtin->name)), builtin);
    for (int count = 0; count <= 3; count++) {
      int cases = count == 0 ? 1 : count == 1 ? KINDS : count == 2 ? KINDS * KINDS : KINDS * KINDS * KINDS;
      for (int n = 0; n < cases; n += count == 3 ? 19 : 1) {
        hd_value argument[3], result;
        hd_error error;
        for (int k = 0, rest = n; k < count; k++, rest /= KINDS) hd_value_copy(&argument[k], &of[rest % KINDS]);
        hd_test_stamp(&result, sizeof result);
        hd_status status = hd_builtin_call(builtin, argument, count, &error, &result);
        bool fits = count >= builtin->least && count <= builtin->most;
        EXPECT(fits || status == HD_MISMATCH, "%s takes %d arguments", builtin->name, count);
        if (status == HD_OK) {
          answered++;
          continue;
        }
        refused++;
        EXPECT(hd_test_is_error(&error, status), "%s: the error is not filled in", builtin->name);
        EXPECT(hd_test_is_stamped(&result, sizeof result), "%s: wrote a result", builtin->name);
      }
    }
  }
  ck_assert_int_gt(answered, 1000);
  ck_assert_int_gt(refused, 1000);
}
END_TEST

/* The table and the examples name the same functions; each example calls its function and has the value it says. */
START_TEST(every_function_has_an_example_that_is_right) {
  int functions = 0, examples = 0;
  const char *name;
  for (; hd_builtin_at(functions) != NULL; functions++) {
    const hd_builtin *builtin = hd_builtin_at(functions);
    const hd_example *example = hd_builtin_example(builtin);
    EXPECT(example != NULL, "%s has no example in proofs/builtin_example.c", builtin->name);
    char call[64];
    snprintf(call, sizeof call, "%s(", builtin->name);
    EXPECT(strstr(example->expression, call) != NULL, "%s is not called in %s", builtin->name, example->expression);
    EXPECT(strncmp(builtin->usage, call, strlen(call)) == 0, "%s is used as %s", builtin->name, builtin->usage);
    EXPECT(strcmp(print_of(example->expression), example->value) == 0, "%s is %s, not %s", example->expression,
           print_of(example->expression), example->value);
  }
  for (; hd_example_at(examples, &name) != NULL; examples++)
    EXPECT(hd_builtin_find(name, strlen(name)) != NULL, "there is an example of %s, and no such function", name);
  ck_assert_int_eq(examples, functions);
  ck_assert_ptr_null(hd_example_at(-1, &name));
}
END_TEST

/* `count` times `open`, then `middle`, then `count` times `close`. */
static char *nested(const char *open, const char *middle, const char *close, int count) {
  size_t length = (strlen(open) + strlen(close)) * (size_t)count + strlen(middle) + 1;
  char *text = malloc(length), *p = text;
  ck_assert_ptr_nonnull(text);
  for (int k = 0; k < count; k++) p += snprintf(p, length - (size_t)(p - text), "%s", open);
  p += snprintf(p, length - (size_t)(p - text), "%s", middle);
  for (int k = 0; k < count; k++) p += snprintf(p, length - (size_t)(p - text), "%s", close);
  return text;
}

START_TEST(deep_nesting_is_malformed_and_not_a_crash) {
  static const char *const how[][3] = {{"(", "4", ")"},         {"(1+", "4", ")"},       {"(", "1", "+1)"},
                                       {"-", "1", ""},          {"[", "4", "]"},         {"<", "4", ">"},
                                       {"size(", "4", ")"},     {"1?", "2", ":3"},       {"1?2:", "3", ""},
                                       {"(", "4:1", " o 4:1)"}, {"4:1 o (", "4:1", ")"}, {"undefined(", "4", ")"},
                                       {"", "(4:1)", "(1)"}};
  for (int k = 0; k < HD_COUNT(how); k++) {
    for (int count = 20; count <= 20000; count *= 1000) {
      char *text = nested(how[k][0], how[k][1], how[k][2], count);
      hd_value value;
      hd_error error;
      hd_status status = evaluate(text, &error, &value);
      if (count > HD_MAX_NESTING)
        EXPECT(status == HD_CAPACITY || status == HD_MALFORMED, "%.20s: %s", text, hd_status_name(status));
      if (count > HD_MAX_NESTING && how[k][1][0] == '4')
        EXPECT(status == HD_MALFORMED, "%.20s: %s", text, hd_status_name(status));
      free(text);
    }
  }
}
END_TEST

START_TEST(a_chain_of_operators_is_no_nesting) {
  static const char *const how[][3] = {{"", "1", "+1"},       {"", "1", " == 1"},        {"", "true", " && true"},
                                       {"", "0", " || 0"},    {"", "4:1", " o 4:1"},     {"", "1", "*2%7-1"},
                                       {"", "1", " + (2-1)"}, {"", "S<1,0,1>", " o 8:1"}};
  for (int k = 0; k < HD_COUNT(how); k++) {
    char *text = nested(how[k][0], how[k][1], how[k][2], 20000);
    hd_value value;
    hd_error error;
    hd_status status = evaluate(text, &error, &value);
    EXPECT(status == HD_OK, "%.20s: %s", text, hd_status_name(status));
    free(text);
  }
}
END_TEST

START_TEST(names_that_are_near_are_suggested) {
  ck_assert_str_eq(hd_suggest("colesce", 7), "coalesce");
  ck_assert_str_eq(hd_suggest("siz", 3), "size");
  ck_assert_str_eq(hd_suggest("compostion", 10), "composition");
  ck_assert_ptr_null(hd_suggest("zzzzzzzz", 8));
  ck_assert_ptr_null(hd_suggest("x", 1));
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"values print as they are written", values_print_as_they_are_written},
      {"other spellings mean the same", other_spellings_mean_the_same},
      {"refusals name the place", refusals_name_the_place},
      {"errors may be left out", errors_may_be_left_out},
      {"swizzles are values", swizzles_and_composed_layouts_are_values},
      {"operations act on the inner layout", operations_on_a_composed_layout_act_on_its_inner_layout},
      {"wrong kinds", a_value_of_the_wrong_kind_is_not_an_answer_that_does_not_exist},
      {"precedence is C's", precedence_is_the_one_of_c},
      {"arithmetic is exact", arithmetic_is_exact_or_refused},
      {"functions and kinds", every_function_takes_or_refuses_every_kind},
      {"examples", every_function_has_an_example_that_is_right},
      {"deep nesting", deep_nesting_is_malformed_and_not_a_crash},
      {"chains", a_chain_of_operators_is_no_nesting},
      {"suggestions", names_that_are_near_are_suggested},
  };
  return hd_test_main("language", test, HD_COUNT(test));
}
