/* Modes, products, inverses and the like with room for three leaves: what needs more says so and touches nothing. */
#include "tests/support/suite.h"

static hd_layout flat(int rank, int64_t s0, int64_t s1, int64_t s2, int64_t d0, int64_t d1, int64_t d2) {
  int64_t shape[] = {s0, s1, s2}, stride[] = {d0, d1, d2};
  hd_layout layout;
  ck_assert_int_eq(hd_make_flat_layout(rank, shape, stride, NULL, &layout), HD_OK);
  return layout;
}

static void expect_text(const hd_layout *layout, const char *wanted) {
  char text[128];
  hd_print_layout(layout, text, sizeof text);
  ck_assert_str_eq(text, wanted);
}

static hd_tuple integers(int rank, int64_t a, int64_t b, int64_t c) {
  int64_t value[] = {a, b, c};
  hd_tuple tuple;
  ck_assert(hd_tuple_flat(&tuple, rank, value));
  return tuple;
}

#define FULL(call)                                    \
  do {                                                \
    ck_assert_int_eq(call, HD_CAPACITY);              \
    ck_assert(hd_test_is_error(&error, HD_CAPACITY)); \
    ck_assert(hd_test_is_stamped(&r, sizeof r));      \
  } while (0)

START_TEST(modes_that_do_not_fit_are_refused) {
  hd_layout l = flat(3, 2, 2, 2, 1, 3, 9), two = flat(2, 2, 2, 0, 1, 3, 0), r;
  hd_error error;
  hd_test_stamp(&r, sizeof r);
  FULL(hd_append(&l, &two, &error, &r));
  FULL(hd_prepend(&two, &two, &error, &r));
  FULL(hd_append_to_rank(&two, 4, &two, &error, &r));
  FULL(hd_replace(&l, 1, &two, &error, &r));
  ck_assert_int_eq(hd_replace(&two, 1, &two, &error, &r), HD_OK);
  expect_text(&r, "(2,(2,2)):(1,(1,3))");
  ck_assert_int_eq(hd_group_modes(&l, 0, 3, &error, &r), HD_OK);
  expect_text(&r, "((2,2,2)):((1,3,9))");
}
END_TEST

START_TEST(products_that_do_not_fit_are_refused) {
  typedef hd_status product(const hd_layout *, const hd_tiler *, hd_error *, hd_layout *);
  static product *const all[] = {hd_logical_product, hd_zipped_product, hd_tiled_product, hd_flat_product};
  hd_layout a = flat(2, 2, 2, 0, 1, 4, 0), b = flat(2, 2, 2, 0, 1, 2, 0), one = flat(1, 2, 0, 0, 1, 0, 0), r;
  hd_tuple shape = integers(2, 4, 4, 0);
  hd_tiler tiler;
  hd_error error;
  hd_tiler_layout(&b, &tiler);
  for (int k = 0; k < HD_COUNT(all); k++) {
    hd_test_stamp(&r, sizeof r);
    FULL(all[k](&a, &tiler, &error, &r));
  }
  FULL(hd_blocked_product(&a, &b, &error, &r));
  FULL(hd_raked_product(&a, &b, &error, &r));
  FULL(hd_tile_to_shape(&a, &shape, NULL, &error, &r));
  ck_assert_int_eq(hd_blocked_product(&one, &one, &error, &r), HD_OK);
  expect_text(&r, "((2,2)):((1,2))");
}
END_TEST

/* Gaps below the first stride and between all modes: four leaves, of which nothing merges. */
START_TEST(inverses_that_do_not_fit_are_refused) {
  hd_layout gaps = flat(3, 2, 2, 2, 3, 30, 300), l = flat(3, 2, 3, 2, 6, 1, 3), r;
  hd_error error;
  hd_test_stamp(&r, sizeof r);
  FULL(hd_left_inverse(&gaps, &error, &r));
  ck_assert_int_eq(hd_right_inverse(&gaps, &error, &r), HD_OK);
  expect_text(&r, "1:0");
  ck_assert_int_eq(hd_right_inverse(&l, &error, &r), HD_OK);
  expect_text(&r, "(6,2):(2,1)");
  hd_nullspace(&l, &r);
  expect_text(&r, "1:0");
}
END_TEST

START_TEST(parts_that_do_not_fit_are_refused) {
  hd_layout l = flat(2, 4, 4, 0, 1, 4, 0), two = flat(1, 2, 0, 0, 1, 0, 0), tv = flat(2, 2, 2, 0, 1, 2, 0), r;
  hd_tuple tile = integers(2, 2, 2, 0), offset, coordinate = integers(3, 0, 0, 0);
  hd_tiler tiler;
  hd_error error;
  static const char pattern[] = "(a b) (c d) -> d c b a";
  hd_test_stamp(&r, sizeof r);
  ck_assert_int_eq(hd_tiler_shape(&tile, NULL, &tiler), HD_OK);
  FULL(hd_thread_value(&l, &tv, &tiler, &error, &r));
  FULL(hd_partition_thread(&l, &tv, &tiler, 0, &error, &r, &offset));
  FULL(hd_local_tile(&l, &tiler, &tile, &error, &r, &offset));
  FULL(hd_local_partition(&l, &tv, 0, &error, &r, &offset));
  FULL(hd_rearrange(&l, pattern, sizeof pattern - 1, NULL, 0, &error, &r));
  hd_layout line = flat(1, 4, 0, 0, 1, 0, 0);
  hd_tiler_layout(&two, &tiler);
  FULL(hd_local_tile(&line, &tiler, &coordinate, &error, &r, &offset));
}
END_TEST

START_TEST(sums_that_do_not_fit_are_refused) {
  hd_tuple a = integers(2, 1, 1, 0), b, r;
  hd_error error;
  ck_assert(hd_tuple_append(&a, 0, HD_AXIS_INTEGER) && hd_profile_wrap(&a.profile, 0)); /* ((1,1),0) */
  hd_tuple_scalar(&b, 0);
  ck_assert(hd_tuple_append(&b, 1, HD_AXIS_INTEGER) && hd_tuple_append(&b, 1, HD_AXIS_INTEGER));
  ck_assert(hd_profile_wrap(&b.profile, 1) && hd_profile_wrap(&b.profile, 0)); /* (0,(1,1)) */
  hd_test_stamp(&r, sizeof r);
  FULL(hd_tuple_add(&a, &b, &error, &r));
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"modes", modes_that_do_not_fit_are_refused},       {"products", products_that_do_not_fit_are_refused},
      {"inverses", inverses_that_do_not_fit_are_refused}, {"parts", parts_that_do_not_fit_are_refused},
      {"sums", sums_that_do_not_fit_are_refused},
  };
  return hd_test_main("operations", test, HD_COUNT(test));
}
