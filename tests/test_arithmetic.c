/* Arithmetic on tuples: what each operation means, checked number by number, and every refusal. */
#include "algebra/arithmetic.h"

#include "proofs/oracle.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

typedef hd_status of_two(const hd_tuple *a, const hd_tuple *b, hd_error *error, hd_tuple *result);

/* The operation on two texts, judged against the expected text, also into either operand. */
static void expect(of_two *operation, const char *a, const char *b, const char *wanted) {
  hd_tuple x = hd_test_tuple(a), y = hd_test_tuple(b), r;
  hd_status status = operation(&x, &y, NULL, &r);
  EXPECT(status == HD_OK, "%s, %s: %s", a, b, hd_status_name(status));
  EXPECT(strcmp(hd_test_show_tuple(&r), wanted) == 0, "%s, %s: %s", a, b, hd_test_show_tuple(&r));
  hd_tuple into_x = x, into_y = y;
  ck_assert_int_eq(operation(&into_x, &y, NULL, &into_x), HD_OK);
  ck_assert_int_eq(operation(&x, &into_y, NULL, &into_y), HD_OK);
  ck_assert(hd_tuple_is_identical(&into_x, &r) && hd_tuple_is_identical(&into_y, &r));
}

static void refuse(of_two *operation, const char *a, const char *b, hd_status wanted) {
  hd_tuple x = hd_test_tuple(a), y = hd_test_tuple(b), r;
  hd_error error;
  hd_test_stamp(&r, sizeof r);
  hd_status status = operation(&x, &y, &error, &r);
  EXPECT(status == wanted, "%s, %s: %s", a, b, hd_status_name(status));
  EXPECT(hd_test_is_error(&error, wanted) && hd_test_is_stamped(&r, sizeof r), "%s, %s", a, b);
  EXPECT(operation(&x, &y, NULL, &r) == wanted, "%s, %s: without an error", a, b);
}

/* ---- division ---- */

START_TEST(a_number_is_divided_where_one_divides_the_other) {
  hd_tuple a, b, even, up;
  for (int64_t x = 1; x <= 40; x++)
    for (int64_t y = 1; y <= 40; y++) {
      hd_error error;
      hd_tuple_scalar(&a, x);
      hd_tuple_scalar(&b, y);
      ck_assert_int_eq(hd_ceil_div(&a, &b, NULL, &up), HD_OK);
      EXPECT(up.value[0] * y >= x && (up.value[0] - 1) * y < x, "%d / %d", (int)x, (int)y);
      hd_status status = hd_shape_div(&a, &b, &error, &even);
      EXPECT(status == (x % y == 0 || y % x == 0 ? HD_OK : HD_UNDEFINED), "%d / %d", (int)x, (int)y);
      if (status == HD_OK) EXPECT(even.value[0] == up.value[0], "%d / %d", (int)x, (int)y);
      else EXPECT(error.number[0] == x && error.number[1] == y, "%d / %d", (int)x, (int)y);
    }
}
END_TEST

/* (x,y) / d: where d goes into the size, so many times it does. */
START_TEST(a_tuple_uses_up_its_divisor_from_the_left) {
  int64_t answered = 0, refused = 0;
  for (int64_t x = 1; x <= 8; x++)
    for (int64_t y = 1; y <= 8; y++)
      for (int64_t d = 1; d <= 64; d++) {
        const int64_t extent[2] = {x, y};
        hd_tuple a, b, r, size;
        hd_tuple_flat(&a, 2, extent);
        hd_tuple_scalar(&b, d);
        int64_t first = x % d == 0 ? x / d : d % x == 0 ? 1 : 0, rest = x % d == 0 ? 1 : d / x;
        int64_t second = first == 0 ? 0 : y % rest == 0 ? y / rest : rest % y == 0 ? 1 : 0;
        hd_status status = hd_shape_div(&a, &b, NULL, &r);
        EXPECT((status == HD_OK) == (second > 0), "(%d,%d) / %d", (int)x, (int)y, (int)d);
        *(status == HD_OK ? &answered : &refused) += 1;
        if (status != HD_OK) continue;
        EXPECT(r.value[0] == first && r.value[1] == second, "(%d,%d) / %d", (int)x, (int)y, (int)d);
        if (x * y % d == 0) EXPECT(r.value[0] * r.value[1] * d == x * y, "(%d,%d) / %d", (int)x, (int)y, (int)d);
        ck_assert_int_eq(hd_shape_div(&b, &a, NULL, &size) == HD_OK, d % (x * y) == 0 || x * y % d == 0);
      }
  ck_assert_int_gt(answered, 0);
  ck_assert_int_gt(refused, 0);
}
END_TEST

START_TEST(shapes_divide_as_cute_divides_them) {
  expect(hd_shape_div, "(4,5,6)", "40", "(1,1,3)");
  expect(hd_shape_div, "24", "(2,3)", "4");
  expect(hd_shape_div, "60", "(3,4,5)", "1");
  expect(hd_shape_div, "((8,10),(6,4))", "((2,5),(3,2))", "((4,2),(2,2))");
  expect(hd_shape_div, "((8,10),6)", "(16,3)", "((1,5),2)");
  expect(hd_shape_div, "(12,6)", "((2,3),6)", "(2,1)");
  expect(hd_ceil_div, "(8,10,6)", "(3,4)", "(3,3,6)");
  expect(hd_ceil_div, "(4,8)", "2", "(2,8)");
  expect(hd_ceil_div, "(2,((4),2,4),1)", "(2,((4),(2,1),(2,2)),1)", "(1,((1),1,1),1)");
  expect(hd_ceil_div, "5", "(3,4)", "1");
  expect(hd_ceil_div, "(8,(4,5))", "()", "(8,(4,5))");
  expect(hd_shape_div, "()", "()", "()");
}
END_TEST

START_TEST(divisions_are_refused) {
  refuse(hd_shape_div, "7", "3", HD_UNDEFINED);
  refuse(hd_shape_div, "(2,3,6)", "3", HD_UNDEFINED);
  refuse(hd_shape_div, "64", "(7,(6))", HD_UNDEFINED);
  refuse(hd_shape_div, "(4,8)", "(2,4,2)", HD_MISMATCH);
  refuse(hd_shape_div, "(4,8,2)", "(2,4)", HD_MISMATCH);
  refuse(hd_shape_div, "4", "()", HD_MISMATCH);
  refuse(hd_shape_div, "()", "(4)", HD_MISMATCH);
  refuse(hd_ceil_div, "(4,8)", "(2,4,2)", HD_MISMATCH);
  refuse(hd_ceil_div, "(8)", "(64,12)", HD_MISMATCH);
  for (int k = 0; k < 2; k++) {
    of_two *operation = k == 0 ? hd_shape_div : hd_ceil_div;
    refuse(operation, "4", "0", HD_RANGE);
    refuse(operation, "(4,0)", "2", HD_RANGE);
    refuse(operation, "((8,10),(6,4))", "((2,5),(3,0))", HD_RANGE);
    refuse(operation, "(4,_)", "2", HD_MISMATCH);
    refuse(operation, "4", "(2,1@0)", HD_MISMATCH);
    refuse(operation, "4", "(4611686018427387904,4)", HD_OVERFLOW);
  }
}
END_TEST

/* ---- sums ---- */

START_TEST(sums_go_leaf_by_leaf_and_take_over_what_one_side_lacks) {
  expect(hd_tuple_add, "((1,2),3)", "((4,5),6)", "((5,7),9)");
  expect(hd_tuple_add, "(1,2,3)", "(4,5)", "(5,7,3)");
  expect(hd_tuple_add, "(1,2)", "(4,5,(6,7))", "(5,7,(6,7))");
  expect(hd_tuple_add, "((1,2),(3,4))", "((10,11),(20,21,22))", "((11,13),(23,25,22))");
  expect(hd_tuple_add, "(3,(4,5))", "0", "(3,(4,5))");
  expect(hd_tuple_add, "0", "(3,(4,5))", "(3,(4,5))");
  expect(hd_tuple_add, "(1,0)", "(2,(4,5))", "(3,(4,5))");
  expect(hd_tuple_add, "(1@0,2@1)", "(3@0,0)", "(4@0,2@1)");
  expect(hd_tuple_add, "()", "(1,2)", "(1,2)");
  expect(hd_tuple_sub, "((5,8),(3,4),(1,2))", "((1,2),(1,1))", "((4,6),(2,3),(1,2))");
  expect(hd_tuple_sub, "(10,8)", "(3,2,5)", "(7,6,5)");
  expect(hd_tuple_sub, "(5,8)", "0", "(5,8)");
  expect(hd_tuple_sub, "0", "3", "-3");
  expect(hd_tuple_sub, "(1@0)", "(3@0)", "(-2@0)");
}
END_TEST

START_TEST(subtracting_undoes_adding) {
  static const char *const texts[] = {"3", "(1,2)", "((1,-2),3)", "(4,(5,(6,-7)))", "((0,0),0)"};
  for (int n = 0; n < HD_COUNT(texts); n++)
    for (int64_t by = -3; by <= 3; by++) {
      hd_tuple a = hd_test_tuple(texts[n]), b = a, sum;
      for (int k = 0; k < b.profile.leaves; k++) b.value[k] = by * (k + 1);
      ck_assert_int_eq(hd_tuple_add(&a, &b, NULL, &sum), HD_OK);
      for (int k = 0; k < a.profile.leaves; k++) ck_assert_int_eq(sum.value[k], a.value[k] + b.value[k]);
      ck_assert_int_eq(hd_tuple_sub(&sum, &b, NULL, &sum), HD_OK);
      ck_assert(hd_tuple_is_identical(&sum, &a));
    }
}
END_TEST

START_TEST(sums_are_refused) {
  refuse(hd_tuple_add, "((1,2),3)", "(4,5)", HD_MISMATCH);
  refuse(hd_tuple_add, "3", "(1,2)", HD_MISMATCH);
  refuse(hd_tuple_sub, "0", "(3,4)", HD_MISMATCH);
  refuse(hd_tuple_sub, "(5,8)", "2", HD_MISMATCH);
  refuse(hd_tuple_add, "(1,_)", "(1,2)", HD_MISMATCH);
  refuse(hd_tuple_sub, "(1,2)", "(_,2)", HD_MISMATCH);
  refuse(hd_tuple_add, "(1@0)", "(1@1)", HD_MISMATCH);
  refuse(hd_tuple_add, "()", "1", HD_MISMATCH);
  refuse(hd_tuple_add, "9223372036854775807", "1", HD_OVERFLOW);
  refuse(hd_tuple_sub, "-9223372036854775807", "2", HD_OVERFLOW);
  hd_tuple a, b, r; /* (0,(1,1,..)) + ((1,1,..),0) */
  hd_error error;
  hd_tuple_scalar(&a, 0);
  hd_tuple_clear(&b);
  for (int k = 1; k < HD_MAX_LEAVES; k++) ck_assert(hd_tuple_append(&a, 1, 0) && hd_tuple_append(&b, 1, 0));
  ck_assert(hd_profile_wrap(&a.profile, 1) && hd_profile_wrap(&a.profile, 0));
  ck_assert(hd_profile_wrap(&b.profile, 0) && hd_tuple_append(&b, 0, 0) && hd_profile_wrap(&b.profile, 0));
  hd_test_stamp(&r, sizeof r);
  ck_assert_int_eq(hd_tuple_add(&a, &b, &error, &r), HD_CAPACITY);
  ck_assert(hd_test_is_error(&error, HD_CAPACITY) && hd_test_is_stamped(&r, sizeof r));
}
END_TEST

/* ---- leaf by leaf ---- */

START_TEST(every_leaf_must_be_less) {
  static const struct {
    const char *a, *b;
    bool less;
  } row[] = {{"(3,4)", "(5,6)", true},         {"(7,4)", "(5,6)", false}, {"(3,6)", "(5,6)", false},
             {"((1,2),3)", "((4,5),6)", true}, {"-1", "0", true},         {"()", "()", true},
             {"((1,2),3)", "((4,2),6)", false}};
  bool less;
  for (int n = 0; n < HD_COUNT(row); n++) {
    hd_tuple a = hd_test_tuple(row[n].a), b = hd_test_tuple(row[n].b);
    ck_assert_int_eq(hd_elem_less(&a, &b, NULL, &less), HD_OK);
    EXPECT(less == row[n].less, "%s, %s", row[n].a, row[n].b);
  }
  static const char *const wrong[][2] = {{"(3,4)", "(3,4,5)"}, {"3", "(3,4)"}, {"(3,_)", "(4,5)"}, {"3", "1@0"}};
  for (int n = 0; n < HD_COUNT(wrong); n++) {
    hd_tuple a = hd_test_tuple(wrong[n][0]), b = hd_test_tuple(wrong[n][1]);
    hd_error error;
    EXPECT(hd_elem_less(&a, &b, &error, &less) == HD_MISMATCH && hd_test_is_error(&error, HD_MISMATCH), "%s, %s",
           wrong[n][0], wrong[n][1]);
  }
}
END_TEST

START_TEST(products_of_modes_and_of_what_lies_before) {
  static const char *const row[][3] = {{"(2,(3,4))", "(2,12)", "(1,(2,6))"},
                                       {"3", "(3)", "1"},
                                       {"()", "()", "()"},
                                       {"((32))", "(32)", "((1))"},
                                       {"(2,(3,(4,5)))", "(2,60)", "(1,(2,(6,24)))"},
                                       {"(1,4,1)", "(1,4,1)", "(1,1,4)"}};
  for (int n = 0; n < HD_COUNT(row); n++) {
    hd_tuple t = hd_test_tuple(row[n][0]), r;
    ck_assert_int_eq(hd_tuple_product_each(&t, NULL, &r), HD_OK);
    ck_assert_str_eq(hd_test_show_tuple(&r), row[n][1]);
    ck_assert_int_eq(hd_prefix_product(&t, NULL, &t), HD_OK);
    ck_assert_str_eq(hd_test_show_tuple(&t), row[n][2]);
  }
  static const struct {
    const char *tuple;
    hd_status each, prefix;
  } wrong[] = {{"(2,_)", HD_MISMATCH, HD_MISMATCH},
               {"(2,1@0)", HD_MISMATCH, HD_MISMATCH},
               {"((4611686018427387904,4),1)", HD_OVERFLOW, HD_OVERFLOW},
               {"(4611686018427387904,4)", HD_OK, HD_OK}};
  for (int n = 0; n < HD_COUNT(wrong); n++) {
    hd_tuple t = hd_test_tuple(wrong[n].tuple), r;
    EXPECT(hd_tuple_product_each(&t, NULL, &r) == wrong[n].each, "%s", wrong[n].tuple);
    EXPECT(hd_prefix_product(&t, NULL, &r) == wrong[n].prefix, "%s", wrong[n].tuple);
  }
}
END_TEST

/* Counting from 0 visits every coordinate in order, and goes on in the last leaf. */
START_TEST(counting_on_is_adding_one_to_the_index) {
  static const char *const shapes[] = {"4", "(4)", "(3,3,3)", "(4,(3,8))", "((2,1),(1,3),2)", "(1,1)"};
  for (int n = 0; n < HD_COUNT(shapes); n++) {
    hd_tuple shape = hd_test_tuple(shapes[n]), at = shape;
    hd_layout compact;
    ck_assert_int_eq(hd_make_layout(&shape, NULL, NULL, &compact), HD_OK);
    for (int k = 0; k < at.profile.leaves; k++) at.value[k] = 0;
    for (int64_t i = 0; i < hd_size(&compact) + 5; i++) {
      int64_t index;
      bool inside;
      ck_assert_int_eq(hd_oracle_index_of(&compact, &at, &index, &inside), HD_OK);
      EXPECT(index == i && inside == (i < hd_size(&compact)), "%s at %d: %s", shapes[n], (int)i,
             hd_test_show_tuple(&at));
      ck_assert_int_eq(hd_increment_coord(&at, &shape, NULL, &at), HD_OK);
    }
  }
  refuse(hd_increment_coord, "((0,0),0,0)", "(3,3,3)", HD_MISMATCH);
  refuse(hd_increment_coord, "(_,0,0)", "(3,3,3)", HD_MISMATCH);
  refuse(hd_increment_coord, "(0,0)", "(3,1@0)", HD_MISMATCH);
  refuse(hd_increment_coord, "(3,0)", "(3,3)", HD_RANGE);
  refuse(hd_increment_coord, "(-1,0)", "(3,3)", HD_RANGE);
  refuse(hd_increment_coord, "(0,0)", "(3,0)", HD_RANGE);
  refuse(hd_increment_coord, "(2,9223372036854775807)", "(3,3)", HD_OVERFLOW);
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"numbers divided", a_number_is_divided_where_one_divides_the_other},
      {"a tuple by a number", a_tuple_uses_up_its_divisor_from_the_left},
      {"shapes divided", shapes_divide_as_cute_divides_them},
      {"divisions refused", divisions_are_refused},
      {"sums", sums_go_leaf_by_leaf_and_take_over_what_one_side_lacks},
      {"back again", subtracting_undoes_adding},
      {"sums refused", sums_are_refused},
      {"elem_less", every_leaf_must_be_less},
      {"products", products_of_modes_and_of_what_lies_before},
      {"counting", counting_on_is_adding_one_to_the_index},
  };
  return hd_test_main("arithmetic", test, HD_COUNT(test));
}
