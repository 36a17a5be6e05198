/* Linear layouts in the command's language. */
#include "proofs/expression.h"
#include "tests/support/suite.h"

static hd_status evaluate(const char *text, hd_error *error, hd_value *value) {
  return hd_expression_value(text, strlen(text), error, value);
}

START_TEST(expressions_have_these_values) {
  static const char *const row[][2] = {
      {"linear((4,2):(2,1))",
       " - dim0=1 -> (2)\n   dim0=2 -> (4)\n - dim1=1 -> (1)\nwhere out dims are: [offset (size 8)]"},
      {"linear((2,2):(1@1,1@0), 1@lane, 1@warp)",
       " - lane=1 -> (0, 1)\n - warp=1 -> (1, 0)\nwhere out dims are: [dim0 (size 2), dim1 (size 2)]"},
      {"linear((2,2):(1,2), 1@lane)", " - lane=1 -> (1)\n   lane=2 -> (2)\nwhere out dims are: [offset (size 4)]"},
      {"linear(2:1, 1@lane, 1@bank)", " - lane=1 -> (1)\nwhere out dims are: [bank (size 2)]"},
      {"linear(S<1,0,1> o 0 o 4:1)", " - dim0=1 -> (1)\n   dim0=2 -> (3)\nwhere out dims are: [offset (size 4)]"},
      {"linear((4,8):(8,1))(3,2)", "26"},
      {"evaluate(linear((4,8):(8,1)), 3, 2)", "26"},
      {"linear((4,8):(8,1))(11)", "26"},
      {"linear((2,2):(1@1,1@0))(1,0)", "(0,1)"},
      {"linear_layout(linear((4,8):(8,1)))", "(4,8):(8,1)"},
      {"linear_layout(linear((4,8):(8@row,1@col)))", "(4,8):(8@row,1@col)"},
      {"linear_layout(linear(S<2,0,2> o 0 o (4,4):(1,4)))", "S<2,0,2> o 0 o (4,4):(1,4)"},
      {"linear_layout(linear_invert(linear((4,8):(8,1))))", "(8,4):(1@dim1,1@dim0)"},
      {"linear_invert(linear((4,8):(8,1)))(26)", "(3,2)"},
      {"linear_pseudo_invert(linear((4,2):(1,0)))(3)", "(3,0)"},
      {"undefined(linear_invert(linear((4,2):(1,0))))", "true"},
      {"undefined(linear_pseudo_invert(linear(4:2)))", "true"},
      {"linear_layout(linear_invert_and_compose(linear(8:1,1@lane), linear((2,4):(4,1))))", "(4,2):(1@dim1,1@dim0)"},
      {"linear_product(linear(4:1), linear(2:0))(7)", "3"},
      {"linear_divide_left(linear(8:1), linear(2:1)) == linear(4:1)", "true"},
      {"undefined(linear_divide_left(linear(8:1), linear(2:0)))", "true"},
      {"linear_free(linear((4,2):(1,0)))", "(0,1)"},
      {"linear_surjective(linear(4:1))", "true"},
      {"linear_surjective(linear(4:2))", "false"},
      {"linear_rank(linear((4,2):(1,0)))", "2"},
      {"linear_identity((4@lane,2@warp))(5)", "(1,1)"},
      {"linear_layout(linear_reshape(linear((4,8):(8,1)), 32@t, _))", "(4,8):(8,1)"},
      {"let M = linear_reshape(linear((4,8):(8,1)), 32@t, (8@a,4@b)); M(13)", "(3,1)"},
      {"linear_transpose(linear((4,8):(8,1)), (1@dim1,1@dim0), _)(2,3)", "26"},
      {"linear_transpose(linear((2,2):(1@1,1@0)), _, (1@dim1,1@dim0))(1,0)", "(1,0)"},
      {"undefined(linear_identity(3@lane))", "true"},
      {"undefined(linear_reshape(linear(8:1), 4@lane, _))", "true"},
      {"undefined(linear_transpose(linear(8:1), (1@a,1@b), _))", "true"},
      {"size(linear((4,8):(8,1)))", "32"},
      {"shape(linear((4,8):(8,1), 1@lane, 1@reg))", "(4@lane,8@reg)"},
      {"coshape(linear((4,2):(2@row,1@col)))", "(8@row,2@col)"},
      {"coordinate_of(linear((4,8):(8,1)), 26)", "(3,2)"},
      {"coordinate_of(linear((2,2):(1@1,1@0)), (0,1))", "(1,0)"},
      {"coordinate_of(linear((4,2):(1,0)), 3)", "(3,0)"},
      {"undefined(coordinate_of(linear(4:2), 3))", "true"},
      {"undefined(coordinate_of(linear(4:2), 8))", "true"},
      {"undefined(coordinate_of(linear(4:2), (1,2)))", "true"},
      {"bijective(linear((4,8):(8,1)) onto 32)", "true"},
      {"bijective(linear((2,2):(1@1,1@0)) onto (2,2))", "true"},
      {"bijective(linear((4,2):(1,0)) onto 4)", "false"},
      {"bijective(linear(4:2) onto 8)", "false"},
      {"bijective(linear(4:1) onto 8)", "false"},
      {"S<1,0,1> o 0 o linear(4:1) == linear(S<1,0,1> o 0 o 4:1)", "true"},
      {"(S<1,0,2> o S<1,0,1>) o linear(8:1) == linear(S<1,0,2> o S<1,0,1> o 0 o 8:1)", "true"},
      {"linear(\"#ttg.linear<{lane = [[1], [2]]}>\") == linear(4:1, 1@lane, 1@dim0)", "true"},
      {"linear(\"- dim0=1 -> (2) where out dims are: [offset (size 4)]\") == linear(2:2)", "true"},
      {"undefined(linear(\"#ttg.linear<{lane = [[1], [2}>\"))", "true"},
      {"injective(linear(4:2))", "true"},
      {"injective(linear((4,2):(1,0)))", "false"},
      {"identical(linear(4:1), linear(4:1))", "true"},
      {"linear(4:1) == linear(4:2)", "false"},
      {"equivalent(linear((4,2):(1,4)), linear((4,2):(4,1)))", "false"},
      {"let A = linear(4:1, 1@lane, 1@dim0); let B = linear(4:2); (B o A)(3)", "6"},
      {"composition(linear(4:2), linear(4:1, 1@lane, 1@dim0))(3)", "6"},
      {"undefined(linear((4,8):(1,2)))", "true"},
      {"undefined(linear(3:1))", "true"},
      {"undefined(linear(4:1)(4))", "true"},
  };
  for (int k = 0; k < HD_COUNT(row); k++) {
    hd_value value;
    hd_error error;
    char text[HD_VALUE_TEXT_MAX];
    hd_status status = evaluate(row[k][0], &error, &value);
    if (status != HD_OK) hd_print_error(&error, text, sizeof text);
    EXPECT(status == HD_OK, "%s: %s", row[k][0], text);
    hd_print_value(&value, text, sizeof text);
    EXPECT(strcmp(text, row[k][1]) == 0, "%s is %s", row[k][0], text);
  }
}
END_TEST

START_TEST(expressions_of_the_wrong_kind_are_refused) {
  static const char *const row[] = {
      "rank(linear(8:1))",
      "size(linear(8:1), 0)",
      "size(8:1, linear(8:1))",
      "stride(linear(8:1))",
      "right_inverse(linear(8:1))",
      "(S<1,0,1> o 2 o S<1,0,1>) o linear(8:1)",
      "linear_identity(8)",
      "linear_identity(8:1)",
      "linear_reshape(linear(8:1), 8, _)",
      "linear_transpose(linear(8:1), 2@dim0, _)",
      "bijective(linear(8:1) onto 8:1)",
      "linear(\"x\", 1@lane)",
      "coalesce(linear(8:1))",
      "linear(8:1) + 1",
      "get(linear(8:1), 0)",
      "linear(linear(8:1))",
      "linear_invert(8:1)",
      "linear_product(linear(8:1), 8:1)",
      "linear_product(8:1, linear(8:1))",
      "linear(8:1, 1)",
      "linear(8:1, 2@lane)",
      "linear(8:1, 1@0)",
      "linear(8:1) == 8:1",
      "evaluate(8:1, linear(8:1))",
      "linear(S[8:1@laneid])",
      "linear(S<1,0,1>)",
      "(S<1,0,1> o 0 o 8:1) o linear(8:1)",
      "[linear(8:1);_]",
      "(linear(8:1)):1",
  };
  for (int k = 0; k < HD_COUNT(row); k++) {
    hd_value value;
    hd_error error;
    hd_status status = evaluate(row[k], &error, &value);
    EXPECT(status == HD_MISMATCH && strcmp(error.operation, "argument") == 0, "%s: %s, %s", row[k],
           hd_status_name(status), status == HD_OK ? "" : error.operation);
  }
}
END_TEST

int main(void) {
  const hd_test tests[] = {
      {"expressions have these values", expressions_have_these_values},
      {"expressions of the wrong kind are refused", expressions_of_the_wrong_kind_are_refused},
  };
  return hd_test_main("linear language", tests, HD_COUNT(tests));
}
