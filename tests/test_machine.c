/* Compiled expressions: at every coordinate the code says what the interpreter says, or says nothing. */
#include "proofs/forall.h"
#include "tests/support/suite.h"

static const char *const compiled[] = {
    "t<9, r<7: t + 2*r - 3",
    "t<9, r<7: (t/4) + 8*(r/2%2) + 128*(r%2 + 2*(t%4))",
    "t<9, r<7: t << r | t >> 1 & r ^ 3",
    "t<9, r<7: t < r == (r > t)",
    "t<9, r<7: t <= r && r >= t || t != r",
    "t<9, r<7: !(t == r) + -t + ~r + +t",
    "t<9, r<7: t ? r ? 1 : 2 : 3",
    "t<9, r<7: (t, (r, 3), 1@lane)",
    "t<9, r<7: t > r ? (t, r) : (r, 1)",
    "t<9, r<7: (t - r) / 3 + (t - r) % 3",
    "t<9, r<7: (t - r) >> 1",
    "t<9, r<7: 5 / (t - r)",
    "t<9, r<7: 5 % (t - r)",
    "t<9, r<7: 1 << (t - r)",
    "t<9, r<7: 1 << (60 + r)",
    "t<9, r<7: (9223372036854775800 + t) - r",
    "t<9, r<7: (-9223372036854775800 - t) * r",
    "t<9, r<7: -(-9223372036854775807 - (t == 1))",
    "t<9, r<7: t != 0 && 10 / t > r",
    "t<9, r<7: t == 0 || 10 / t > r",
    "t<9, r<7: (t < 3) + true * 2 - false",
    "t<9, r<7: ((9,7):(7,1))(t,r)",
    "t<9, r<7: ((9,7):(7,1))(t + 9*r)",
    "t<9, r<7: ((3,2):(5,100))(t*r - 20)",
    "t<9, r<7: (((3,3),7):((1,30),5))(t,r)",
    "t<9, r<7: (((3,3),7):((1,30),5))((t%3,t/3),r)",
    "t<9, r<7: (((2,2,2),7):((1,2,4),5))(t - r,r)",
    "t<9, r<7: ((1,1,4):(7,3,2))(t)",
    "t<9, r<7: ((4,2,2):(0,0,1))(t*r)",
    "t<9, r<7: ((9,7):(1,1537228672809129299))(t,r + t/8)",
    "t<9, r<7: ((9,7):(7,1))(0,r) + ((9,7):(7,1))(t,0)",
    "t<9, r<7: ((9,7):(1@0,1@1))(t,r)",
    "t<9, r<7: ((9,(7,2)):(1@1,(2@0@0,1@1@0)))(t,r + 3)",
    "t<9, r<7: ((9,7):(1@lane,4@col))(t,r)",
    "t<9, r<7: ((9,7):(1@lane,4@col))(t,r) == (t@lane, (4*r)@col)",
    "t<9, r<7: ((9,7):(1@0,1@1))(t,r) == (t, r)",
    "t<9, r<7: ((9,7):(1@0,1@1))(t,r) != (t, r + t/8)",
    "t<9, r<7: (t, (r, t)) == (r, (r, t))",
    "t<9, r<7: (8:2)(t) + (4:3 o 2:1)(r)",
    "t<9, r<7: size((4,8)) * t + r",
    "t<9, r<7: 0x10*t & 0xf0 | r",
    "t<1: t",
    "t<9, r<7: ((9,7):(7,-3))(t - 4, r - 9)",
    "t<9, r<7: ((3,2):(1,2))(t - 9223372036854775807 - 1)",
    "t<9, r<7: ((3,2):(1,2))(9223372036854775807 - t)",
};

static const char *const interpreted[] = {
    "t<9, r<7: crd2idx((t,r), (9,7))",
    "t<9, r<7: size((t + 1,r + 1))",
    "t<9, r<7: (t + 1:2)(r)",
    "t<9, r<7: t > r ? t : (r, 1)",
    "t<9, r<7: (t, r) == t",
    "t<9, r<7: undefined(5 / t)",
    "t<9, r<7: size(true) + t",
    "t<9, r<7: ((9,7):(7,1))(t,r,0)",
    "t<9, r<7: t + (1, 2)",
    "t<9, r<7: size(((9,7):(7,1))(_,r)) + t",
    "t<9, r<7: coordinate_of((9,7):(1,9), t)",
};

/* Runs both at every coordinate; returns how many coordinates the code answered. */
static int64_t compare(const char *text, bool expected) {
  hd_syntax syntax;
  hd_error error;
  hd_variable variable[8];
  hd_environment environment = {variable, NULL};
  hd_bounds bounds;
  hd_program program;
  int64_t at[HD_MAX_BOUND], result[HD_MACHINE_STACK], answered = 0;
  ck_assert_int_eq(hd_parse_formula(text, strlen(text), &error, &syntax), HD_OK);
  ck_assert_int_eq(hd_read_bounds(&syntax, syntax.root, &environment, &error, &bounds), HD_OK);
  bool fits = hd_program_compile(&syntax, bounds.body, &environment, bounds.slot, bounds.count, &program);
  EXPECT(fits == expected, "%s: %s", text, fits ? "compiled" : "not compiled");
  hd_first_coordinate(&bounds, at);
  do {
    hd_value value;
    if (!fits || !hd_program_run(&program, at, result)) continue;
    answered++;
    hd_bind_coordinate(&bounds, at, &environment);
    hd_status status = hd_interpret(&syntax, bounds.body, &environment, &error, &value);
    EXPECT(status == HD_OK, "%s at %lld: %s", text, (long long)at[0], hd_status_name(status));
    ck_assert_int_eq(value.kind, program.shape.kind);
    if (value.kind == HD_KIND_BOOLEAN) {
      EXPECT(value.as.boolean == (result[0] != 0), "%s at %lld,%lld", text, (long long)at[0], (long long)at[1]);
      continue;
    }
    ck_assert(hd_is_congruent(&value.as.tuple.profile, &program.shape.as.tuple.profile));
    for (int k = 0; k < value.as.tuple.profile.leaves; k++) {
      EXPECT(value.as.tuple.value[k] == result[k], "%s at %lld,%lld", text, (long long)at[0], (long long)at[1]);
    }
  } while (hd_next_coordinate(&bounds, at));
  if (fits) hd_program_free(&program);
  hd_syntax_free(&syntax);
  return answered;
}

START_TEST(the_code_says_what_the_interpreter_says) {
  for (int k = 0; k < HD_COUNT(compiled); k++) {
    EXPECT(compare(compiled[k], true) > 0, "%s: never answered", compiled[k]);
  }
}
END_TEST

START_TEST(what_cannot_be_compiled_is_left_to_the_interpreter) {
  for (int k = 0; k < HD_COUNT(interpreted); k++) ck_assert_int_eq(compare(interpreted[k], false), 0);
}
END_TEST

/* Where the interpreter fails the code must not answer. */
START_TEST(the_code_is_silent_where_there_is_no_value) {
  static const struct {
    const char *text;
    int64_t answered;
  } cases[] = {{"t<9, r<7: 5 / (t - r)", 56},
               {"t<9, r<7: 5 % (t - r)", 56},
               {"t<10: 1 << (60 + t)", 3},
               {"t<10: 9223372036854775802 + t", 6},
               {"t<10: -9223372036854775803 - t", 6},
               {"t<10: 4611686018427387904 * t", 2},
               {"t<10: -(-9223372036854775806 - t)", 2},
               {"t<10: (2:4611686018427387904)(t)", 2}};
  for (int k = 0; k < HD_COUNT(cases); k++) {
    EXPECT(compare(cases[k].text, true) == cases[k].answered, "%s", cases[k].text);
  }
}
END_TEST

START_TEST(coordinates_are_visited_once_in_colexicographic_order) {
  const hd_bounds bounds = {.count = 3, .extent = {3, 1, 4}};
  int64_t at[HD_MAX_BOUND], count = 0;
  hd_first_coordinate(&bounds, at);
  do {
    ck_assert_int_eq(at[0] + 3 * (at[1] + at[2]), count);
    count++;
  } while (hd_next_coordinate(&bounds, at));
  ck_assert_int_eq(count, 12);
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"code and interpreter agree", the_code_says_what_the_interpreter_says},
      {"left to the interpreter", what_cannot_be_compiled_is_left_to_the_interpreter},
      {"silent without a value", the_code_is_silent_where_there_is_no_value},
      {"order of coordinates", coordinates_are_visited_once_in_colexicographic_order},
  };
  return hd_test_main("machine", test, HD_COUNT(test));
}
