/* The algebra where little may be looked at: a question that takes more stays undecided, which is neither yes nor no,
 * and touches nothing. Each question here is one that the default limit answers. */
#include "tests/support/suite.h"

static hd_layout layout_of(const char *text) {
  hd_layout layout;
  ck_assert_msg(hd_parse_layout(text, strlen(text), NULL, &layout) == HD_OK, "%s", text);
  return layout;
}

/* The call is undecided with an error and without, and leaves `object` as it was. */
#define OPEN(call_with, object)                               \
  do {                                                        \
    hd_error found, *error = &found;                          \
    hd_test_stamp(&(object), sizeof(object));                 \
    ck_assert_int_eq(call_with, HD_UNDECIDED);                \
    ck_assert(hd_test_is_error(&found, HD_UNDECIDED));        \
    error = NULL;                                             \
    ck_assert_int_eq(call_with, HD_UNDECIDED);                \
    ck_assert(hd_test_is_stamped(&(object), sizeof(object))); \
  } while (0)

START_TEST(compositions_past_the_limit_stay_undecided) {
  static const char *const row[][2] = {
      {"(1048576,4):(1,7)", "1048576:3"},                   /* along one leaf */
      {"(1048576,4):(1,7)", "(512,512,2):(1,512,1048575)"}, /* of the sum over leaves */
  };
  for (int n = 0; n < HD_COUNT(row); n++) {
    hd_layout a = layout_of(row[n][0]), b = layout_of(row[n][1]), r;
    OPEN(hd_composition(&a, &b, error, &r), r);
  }
}
END_TEST

START_TEST(images_past_the_limit_stay_undecided) {
  hd_layout wide = layout_of("(20011,20021,20023):(1000000000039,1414213562373,1732050807568)");
  hd_layout three = layout_of("(30011,30013,30029):(100000003,100000037,100000039)");
  hd_layout two = layout_of("(3011,3013):(100000007,314159297)");
  hd_layout other = layout_of("(3011,3013,3029):(100000003,314159263,271828199)");
  hd_tuple value, coordinate;
  bool answer;
  hd_tuple_scalar(&value, 4500000135007);
  OPEN(hd_is_injective(&wide, error, &answer), answer);
  OPEN(hd_coordinate_of(&three, &value, error, &coordinate), coordinate);
  OPEN(hd_is_disjoint(&other, 1, &two, error, &answer), answer);
}
END_TEST

START_TEST(divides_and_inverses_past_the_limit_stay_undecided) {
  hd_layout still = layout_of("10000:0"), gaps = layout_of("(2,2):(1,3)"), overlap = layout_of("(2,6000):(1,1)"), r;
  hd_layout steps = layout_of("(1048576,4):(1,7)"), tile = layout_of("1048576:3");
  hd_tiler tiler;
  hd_error why;
  ck_assert(hd_tiler_layout(&tile, &tiler));
  ck_assert_int_eq(hd_zipped_divide(&steps, &tiler, &why, &r), HD_UNDECIDED);
  ck_assert_str_eq(why.operation, "composition");
  ck_assert_str_eq(why.caller, "zipped_divide");
  ck_assert(hd_tiler_layout(&gaps, &tiler));
  OPEN(hd_logical_divide(&still, &tiler, error, &r), r);
  OPEN(hd_left_inverse(&overlap, error, &r), r);
}
END_TEST

START_TEST(what_is_decided_without_looking_is_answered) {
  hd_layout a = layout_of("(1048576,1048576):(1,3145728)"), b = layout_of("(1048576,1024):(1,1048576)"), r;
  hd_layout nested = layout_of("(1048576,1048576):(1,1048576)");
  hd_tuple value, coordinate;
  bool answer = false;
  ck_assert_int_eq(hd_composition(&a, &b, NULL, &r), HD_OK);
  ck_assert_int_eq(r.stride[1], 3145728);
  ck_assert_int_eq(hd_is_injective(&nested, NULL, &answer), HD_OK);
  ck_assert(answer);
  hd_tuple_scalar(&value, 1048576 * 5 + 7);
  ck_assert_int_eq(hd_coordinate_of(&nested, &value, NULL, &coordinate), HD_OK);
  ck_assert(coordinate.value[0] == 7 && coordinate.value[1] == 5);
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"compositions", compositions_past_the_limit_stay_undecided},
      {"images", images_past_the_limit_stay_undecided},
      {"divides and inverses", divides_and_inverses_past_the_limit_stay_undecided},
      {"without looking", what_is_decided_without_looking_is_answered},
  };
  return hd_test_main("few visits", test, HD_COUNT(test));
}
