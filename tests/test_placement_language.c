/* Placements in the command's language. */
#include "proofs/builtin.h"
#include "proofs/expression.h"
#include "tests/support/suite.h"

static hd_status evaluate(const char *text, hd_error *error, hd_value *value) {
  return hd_expression_value(text, strlen(text), error, value);
}

START_TEST(expressions_have_these_values) {
  static const char *const row[][2] = {
      {"S[(8,2,4,2):(4@laneid,1@warpid,1@laneid,1)] + R[2:4@warpid] + 5@warpid",
       "S[(8,2,4,2):(4@laneid,1@warpid,1@laneid,1)] + R[2:4@warpid] + 5@warpid"},
      {"let n = 4; S[(2*n,n):(n,1@laneid)] + R[n/2:16] + (n-1)@warpid", "S[(8,4):(4,1@laneid)] + R[2:16] + 3@warpid"},
      {"5@warpid + S[8:1] + 2", "S[8:1] + 5@warpid + 2"},
      {"S[8:1] + (2, 3@warpid)", "S[8:1] + 2 + 3@warpid"},
      {"S[8,4]", "S[(8,4):(4,1)]"},
      {"S[(8,4)]", "S[(8,4):(4,1)]"},
      {"Scolex[8,4]", "Scolex[(8,4):(1,8)]"},
      {"R[2:1@warpid] + S[4:1]", "S[4:1] + R[2:1@warpid]"},
      {"R[2:1@warpid] + 3 + R[3:5]", "S[():()] + R[(2,3):(1@warpid,5)] + 3"},
      {"let R = 3; S[4:R] + R[2:R]", "S[4:3] + R[2:3]"},
      {"true ? S[4:1] : S[2:1]", "S[4:1]"},
      {"(S[(4,2):(1@laneid,1)] + R[2:4@laneid])(3,1)", "((3@laneid,1@m),(7@laneid,1@m))"},
      {"(S[(4,2):(1@laneid,1)])(5)", "((2@laneid,1@m))"},
      {"(Scolex[(4,2):(1@laneid,1)])(5)", "((1@laneid,1@m))"},
      {"(S[4:1] + R[3:0])(2)", "((2@m))"},
      {"evaluate(S[(4,2):(1@laneid,1)], 3, 1)", "((3@laneid,1@m))"},
      {"places(S[32:1@laneid] + R[2:32@laneid], (1,7), (4,8))", "((15@laneid),(47@laneid))"},
      {"size(S[(4,2):(1@laneid,1)] + R[2:32@laneid])", "8"},
      {"copies(S[4:1] + R[(2,3):(1,1)])", "4"},
      {"canonicalize(S[(8,4):(4@laneid,1@laneid)])", "S[32:1@laneid]"},
      {"fuse(S[(4,32):(1@wid_in_wg,1@laneid)], 1@tid_in_wg)", "S[(4,32):(32@tid_in_wg,1@tid_in_wg)]"},
      {"fuse(S[(4,32):(1@warpid,1@laneid)], 1@tid_in_wg, (1@laneid,32@warpid))",
       "S[(4,32):(32@tid_in_wg,1@tid_in_wg)]"},
      {"split(S[256:1@tx], 1@tx)", "S[(8,32):(1@warpid,1@laneid)]"},
      {"split(S[256:1@tx], 1@tx, (1@tid_in_wg,128@wgid))", "S[(2,128):(1@wgid,1@tid_in_wg)]"},
      {"last_fastest(Scolex[(4,2):(1,4)], (4,2))", "S[(4,2):(1,4)]"},
      {"first_fastest(S[(4,2):(2,1)], 8)", "Scolex[8:1]"},
      {"placement((4,2):(1@laneid,4@m))", "Scolex[(4,2):(1@laneid,4)]"},
      {"layout_of(Scolex[(4,2):(1@laneid,4@warpid)])", "(4,2):(1@laneid,4@warpid)"},
      {"tile(S[8:4@laneid], (8,1), S[(1,2):(2,1)], (1,2))", "S[(8,2):(4@laneid,1)]"},
      {"direct_sum(S[2:8], 2, S[4:1], 4)", "S[(2,4):(8,1)]"},
      {"is_tile_inner(S[8:1], S[64:1], 8, 8)", "S[8:1]"},
      {"is_tile_outer(S[4:1], S[32:1], 4, 8)", "S[8:1]"},
      {"is_direct_sum_right(S[4:1], S[8:1], 2, 4)", "S[2:4]"},
      {"is_direct_sum_left(S[2:4], S[8:1], 2, 4)", "S[4:1]"},
      {"region(S[(8,8):(8,1)], (8,8), (2,4), (3,4))", "S[(3,4):(8,1)] + 20"},
      {"S[4:1] == S[4:1]", "true"},
      {"S[4:1] == Scolex[4:1]", "false"},
      {"S[4:1] != S[(2,2):(2,1)]", "true"},
      {"S[4:1] == 4:1", "false"},
      {"equivalent(S[4:1], S[(2,2):(2,1)])", "true"},
      {"equivalent(S[4:1], S[4:2])", "false"},
      {"range(S[(8,4):(4@laneid,1@laneid)] + 5@laneid, 1@laneid)", "(5,36)"},
      {"range(S[4:-2] + R[2:8], 1@m)", "(-6,8)"},
      {"range(S[4:1], 1@laneid)", "(0,0)"},
      {"injective(S[8:1@laneid] + R[2:8@laneid])", "true"},
      {"injective(S[8:1@laneid] + R[2:4@laneid])", "false"},
      {"injective(S[(4,2):(1@laneid,1@warpid)])", "true"},
      {"injective(S[(4,2):(1@laneid,3@laneid)])", "false"},
      {"injective(S[1:0] + R[2:1@warpid])", "true"},
      {"undefined(is_tile_inner(S[8:1], S[64:2], 8, 8))", "true"},
      {"undefined(first_fastest(S[(3,2):(1,4)], (2,3)))", "true"},
      {"undefined((S[4:1])(4))", "true"},
  };
  for (int k = 0; k < HD_COUNT(row); k++) {
    hd_value value;
    hd_error error;
    char text[1024];
    hd_status status = evaluate(row[k][0], &error, &value);
    EXPECT(status == HD_OK, "%s: %s", row[k][0], error.reason);
    hd_print_value(&value, text, sizeof text);
    EXPECT(strcmp(text, row[k][1]) == 0, "%s gives %s", row[k][0], text);
  }
}
END_TEST

START_TEST(what_makes_no_sense_is_refused) {
  static const struct {
    const char *text;
    hd_status status;
  } row[] = {
      {"S[4:1", HD_MALFORMED},
      {"S[]", HD_MALFORMED},
      {"Q[4:1]", HD_MALFORMED},
      {"S[4:1,2:1]", HD_MISMATCH},
      {"S[(4:1)]", HD_MISMATCH},
      {"S[4:1:1]", HD_MALFORMED},
      {"S[(2,(2,2))]", HD_MISMATCH},
      {"S[(2,2):1]", HD_MISMATCH},
      {"S[0:1]", HD_MALFORMED},
      {"S[true:1]", HD_MISMATCH},
      {"S[4:1@0]", HD_MALFORMED},
      {"S[4:1] + S[4:1]", HD_MISMATCH},
      {"S[4:1] + 4:1", HD_MISMATCH},
      {"S[4:1] + (4:1)", HD_MISMATCH},
      {"S[4:1] + (1,(2,3))", HD_MISMATCH},
      {"S[4:1] - 1", HD_MISMATCH},
      {"2 * S[4:1]", HD_MISMATCH},
      {"-S[4:1]", HD_MISMATCH},
      {"S[4:1] < 2", HD_MISMATCH},
      {"(S[4:1], 1)", HD_MISMATCH},
      {"[S[4:1]]", HD_MISMATCH},
      {"S[4:1] o 4:1", HD_MISMATCH},
      {"S[2:9223372036854775807] + R[2:1]", HD_OVERFLOW},
      {"(S[4:1] + R[33:1])(0)", HD_CAPACITY},
      {"(S[4:1])(1,1)", HD_MISMATCH},
      {"fuse(S[4:1], 2@tx)", HD_MISMATCH},
      {"fuse(S[4:1], 1)", HD_MISMATCH},
      {"fuse(S[4:1], 1@mine)", HD_MISMATCH},
      {"split(S[4:1@tx], 1@tx, 32)", HD_MISMATCH},
      {"split(S[4:1@tx], 1@tx, (2@laneid,32@warpid))", HD_MISMATCH},
      {"split(S[4:24@tx], 1@tx)", HD_UNDEFINED},
      {"size(S[4:1], 0)", HD_MISMATCH},
      {"size(4:1, S[4:1])", HD_MISMATCH},
      {"equivalent(S[4:1], 4:1)", HD_MISMATCH},
      {"equivalent(S[4:1], Scolex[4:1])", HD_MISMATCH},
      {"layout_of(S[(4,2):(1,4)])", HD_MISMATCH},
      {"layout_of(4:1)", HD_MISMATCH},
      {"range(S[4:1], 2@m)", HD_MISMATCH},
      {"range(S[4:1], 1)", HD_MISMATCH},
      {"injective(S[2:1] + R[(2,3,2):(8,12,20)])", HD_UNDECIDED},
      {"placement(S[4:1])", HD_MISMATCH},
      {"tile(4:1, 4, S[4:1], 4)", HD_MISMATCH},
  };
  for (int k = 0; k < HD_COUNT(row); k++) {
    hd_value value;
    hd_error error;
    hd_test_stamp(&value, sizeof value);
    hd_status status = evaluate(row[k].text, &error, &value);
    EXPECT(status == row[k].status, "%s: %s", row[k].text, hd_status_name(status));
    EXPECT(hd_test_is_error(&error, status), "%s: the error is not filled in", row[k].text);
  }
}
END_TEST

/* A placement in any place of any function: it answers or says why not, and a failure writes nothing. */
START_TEST(every_function_takes_or_refuses_placements) {
  static const char *const operand[] = {
      "S[(4,2):(1@laneid,1)] + R[2:4@laneid]", "4", "(4,2)", "8:1", "S<1,2,3>", "1@tx"};
  enum { KINDS = HD_COUNT(operand) };
  hd_value of[KINDS];
  hd_error error;
  int answered = 0, refused = 0;
  for (int k = 0; k < KINDS; k++) ck_assert_int_eq(evaluate(operand[k], &error, &of[k]), HD_OK);
  for (int f = 0; hd_builtin_at(f) != NULL; f++) {
    const hd_builtin *builtin = hd_builtin_at(f);
    for (int n = 0; n < KINDS * KINDS * KINDS * KINDS; n++) {
      hd_value argument[HD_MAX_ARGUMENTS], result;
      int count = builtin->least < 4 && builtin->most >= 3 && n % 7 ? 3 : builtin->least, rest = n;
      bool placed = false;
      for (int k = 0; k < count; k++, rest /= KINDS) {
        hd_value_copy(&argument[k], &of[k < 4 ? rest % KINDS : 0]);
        placed = placed || argument[k].kind == HD_KIND_PLACEMENT;
      }
      if (!placed || rest > 0) continue;
      hd_test_stamp(&result, sizeof result);
      hd_status status = hd_builtin_call(builtin, argument, count, &error, &result);
      answered += status == HD_OK;
      refused += status != HD_OK;
      if (status == HD_OK) continue;
      EXPECT(hd_test_is_error(&error, status), "%s: the error is not filled in", builtin->name);
      EXPECT(hd_test_is_stamped(&result, sizeof result), "%s: wrote a result", builtin->name);
    }
  }
  ck_assert_int_gt(answered, 20);
  ck_assert_int_gt(refused, 1000);
}
END_TEST

START_TEST(the_names_of_the_kind_and_the_value_are_said) {
  hd_value value, copy;
  hd_error error;
  ck_assert_int_eq(evaluate("S[4:1] + R[2:8] + 3@warpid", &error, &value), HD_OK);
  ck_assert_str_eq(hd_kind_name(&value), "a placement");
  hd_value_copy(&copy, &value);
  ck_assert(hd_placement_is_identical(&copy.as.placement, &value.as.placement));
}
END_TEST

int main(void) {
  const hd_test tests[] = {
      {"expressions have these values", expressions_have_these_values},
      {"what makes no sense is refused", what_makes_no_sense_is_refused},
      {"every function takes or refuses placements", every_function_takes_or_refuses_placements},
      {"the names of the kind and the value are said", the_names_of_the_kind_and_the_value_are_said},
  };
  return hd_test_main("placement language", tests, HD_COUNT(tests));
}
