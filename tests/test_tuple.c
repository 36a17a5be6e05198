/* Tuples: what is put in stands there, and nothing beyond the capacity is. */
#include "proofs/oracle.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

#include <stdint.h>

static const char *const texts[] = {
    "()",      "5",         "(5)",       "((5))",     "(1,2)",         "(1,3)", "((1),2)",
    "(1,2,3)", "((1,2),3)", "(1,(2,3))", "(1@0,2@1)", "(1@1,2@0)",     "(_,2)", "_",
    "(0,2)",   "1@lane",    "1@0",       "1@1@0",     "((1@0,2@1),0)", "-5",    "(-1,2)"};

START_TEST(a_scalar_is_one_bare_leaf) {
  hd_tuple tuple;
  hd_test_stamp(&tuple, sizeof tuple);
  hd_tuple_scalar(&tuple, -7);
  ck_assert_int_eq(tuple.profile.leaves, 1);
  ck_assert(!hd_is_tuple(&tuple.profile));
  ck_assert_int_eq(tuple.value[0], -7);
  ck_assert_uint_eq(hd_tuple_axis(&tuple, 0), HD_AXIS_INTEGER);
  ck_assert(!hd_tuple_is_any(&tuple, 0));
}
END_TEST

START_TEST(a_flat_tuple_holds_its_values_in_order) {
  static const int64_t value[] = {3, -1, INT64_MAX, 0};
  static const char *const wanted[] = {"()", "(3)", "(3,-1)", "(3,-1,9223372036854775807)",
                                       "(3,-1,9223372036854775807,0)"};
  for (int rank = 0; rank <= 4; rank++) {
    hd_tuple tuple, other = hd_test_tuple(wanted[rank]);
    hd_test_stamp(&tuple, sizeof tuple);
    ck_assert(hd_tuple_flat(&tuple, rank, value));
    ck_assert(hd_oracle_is_congruent(&tuple.profile, &other.profile));
    ck_assert_int_eq(hd_rank(&tuple.profile), rank);
    ck_assert(hd_is_tuple(&tuple.profile));
    for (int k = 0; k < rank; k++) ck_assert_int_eq(tuple.value[k], value[k]);
  }
}
END_TEST

START_TEST(identical_means_same_nesting_values_and_axes) {
  for (int n = 0; n < HD_COUNT(texts); n++)
    for (int m = 0; m < HD_COUNT(texts); m++) {
      hd_tuple a = hd_test_tuple(texts[n]), b = hd_test_tuple(texts[m]);
      ck_assert_msg(hd_tuple_is_identical(&a, &b) == (n == m), "%s and %s", texts[n], texts[m]);
    }
}
END_TEST

START_TEST(a_copy_is_identical_and_touches_only_the_leaves_in_use) {
  for (int n = 0; n < HD_COUNT(texts); n++) {
    hd_tuple from = hd_test_tuple(texts[n]), to;
    hd_test_stamp(&to, sizeof to);
    hd_tuple_copy(&to, &from);
    ck_assert_msg(hd_tuple_is_identical(&to, &from), "%s", texts[n]);
    int used = from.profile.leaves;
    ck_assert(hd_test_is_stamped(&to.value[used], (size_t)(HD_MAX_LEAVES - used) * sizeof to.value[0]));
    ck_assert(hd_test_is_stamped(&to.axis[used], (size_t)(HD_MAX_LEAVES - used) * sizeof to.axis[0]));
    hd_tuple_copy(&to, &to);
    ck_assert(hd_tuple_is_identical(&to, &from));
  }
}
END_TEST

START_TEST(axes_are_plain_until_one_is_given) {
  hd_tuple tuple;
  hd_axis axis;
  const int step = 3;
  ck_assert(hd_axis_from_path(&step, 1, &axis));
  hd_test_stamp(&tuple, sizeof tuple);
  hd_tuple_clear(&tuple);
  ck_assert(hd_tuple_append(&tuple, 1, HD_AXIS_INTEGER));
  ck_assert(!tuple.on_axes);
  ck_assert(hd_tuple_append(&tuple, 2, axis));
  ck_assert(hd_tuple_append(&tuple, 0, HD_AXIS_ANY));
  ck_assert(hd_tuple_append(&tuple, 4, HD_AXIS_INTEGER));
  ck_assert(tuple.on_axes);
  ck_assert_uint_eq(hd_tuple_axis(&tuple, 0), HD_AXIS_INTEGER);
  ck_assert_uint_eq(hd_tuple_axis(&tuple, 1), axis);
  ck_assert(hd_tuple_is_any(&tuple, 2) && !hd_tuple_is_any(&tuple, 1));
  ck_assert_uint_eq(hd_tuple_axis(&tuple, 3), HD_AXIS_INTEGER);
}
END_TEST

START_TEST(the_product_is_that_of_the_values) {
  static const struct {
    const char *text;
    int64_t product;
  } row[] = {{"()", 1},       {"7", 7},
             {"(2,3,5)", 30}, {"((2,-3),(5))", -30},
             {"(4,0)", 0},    {"(4294967296,2147483647)", 9223372032559808512}};
  for (int n = 0; n < HD_COUNT(row); n++) {
    hd_tuple tuple = hd_test_tuple(row[n].text);
    int64_t product;
    ck_assert(hd_tuple_product(&tuple, &product));
    ck_assert_int_eq(product, row[n].product);
  }
}
END_TEST

START_TEST(a_product_beyond_64_bits_is_an_overflow) {
  static const char *const text[] = {"(4294967296,2147483648)", "(9223372036854775807,-2)",
                                     "(-9223372036854775808,-1)"};
  for (int n = 0; n < HD_COUNT(text); n++) {
    hd_tuple tuple = hd_test_tuple(text[n]);
    int64_t product;
    ck_assert_msg(!hd_tuple_product(&tuple, &product), "%s", text[n]);
  }
}
END_TEST

START_TEST(past_the_capacity_nothing_is_appended) {
  int64_t value[HD_MAX_LEAVES + 1] = {0};
  hd_tuple tuple, before;
  ck_assert(hd_tuple_flat(&tuple, HD_MAX_LEAVES, value));
  hd_tuple_copy(&before, &tuple);
  ck_assert(!hd_tuple_append(&tuple, 1, HD_AXIS_INTEGER));
  ck_assert(hd_tuple_is_identical(&tuple, &before));
  ck_assert(!hd_tuple_append(&tuple, 1, HD_AXIS_ANY));
  ck_assert(hd_tuple_is_identical(&tuple, &before));
  ck_assert(!hd_tuple_flat(&tuple, HD_MAX_LEAVES + 1, value));
  ck_assert(hd_tuple_is_identical(&tuple, &before));
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"a scalar is one bare leaf", a_scalar_is_one_bare_leaf},
      {"a flat tuple holds its values", a_flat_tuple_holds_its_values_in_order},
      {"identical", identical_means_same_nesting_values_and_axes},
      {"copy", a_copy_is_identical_and_touches_only_the_leaves_in_use},
      {"axes are plain until one is given", axes_are_plain_until_one_is_given},
      {"product", the_product_is_that_of_the_values},
      {"product beyond 64 bits", a_product_beyond_64_bits_is_an_overflow},
      {"capacity", past_the_capacity_nothing_is_appended},
  };
  return hd_test_main("tuple", test, HD_COUNT(test));
}
