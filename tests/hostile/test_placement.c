/* Placements with room for three iters in each list and three axes, `m` among them: what fits is answered to the last
 * place, what needs more says so and touches nothing. */
#include "tests/support/placement.h"
#include "tests/support/suite.h"

static hd_tuple integers(int rank, int64_t a, int64_t b, int64_t c) {
  int64_t value[] = {a, b, c};
  hd_tuple tuple;
  ck_assert(hd_tuple_flat(&tuple, rank, value));
  return tuple;
}

static hd_tuple numbers(int rank, int axis0, int axis1, int axis2) {
  hd_tuple tuple;
  int axis[] = {axis0, axis1, axis2};
  hd_tuple_clear(&tuple);
  for (int k = 0; k < rank; k++) ck_assert(hd_tuple_append(&tuple, 1, hd_test_axis(axis[k])));
  ck_assert(hd_profile_wrap(&tuple.profile, 0));
  return tuple;
}

static void expect_text(const hd_placement *placement, const char *wanted) {
  ck_assert_str_eq(hd_test_show_placement(placement), wanted);
}

#define FULL(call)                                    \
  do {                                                \
    ck_assert_int_eq(call, HD_CAPACITY);              \
    ck_assert(hd_test_is_error(&error, HD_CAPACITY)); \
    ck_assert(hd_test_is_stamped(&r, sizeof r));      \
  } while (0)

#define FITS(call, text)           \
  do {                             \
    ck_assert_int_eq(call, HD_OK); \
    expect_text(&r, text);         \
    hd_test_stamp(&r, sizeof r);   \
  } while (0)

START_TEST(lists_that_are_full_take_no_more) {
  hd_tuple three = integers(3, 2, 2, 2), two = integers(2, 2, 2, 0), one = integers(1, 2, 0, 0);
  hd_tuple many = numbers(3, 0, 1, 3), few = numbers(3, 0, 1, 2);
  hd_placement p = hd_test_placement("S[2:1] + R[(2,2):(2,4)]"), r;
  hd_error error;
  hd_test_stamp(&r, sizeof r);
  FULL(hd_make_placement(HD_LAST_FASTEST, &three, &many, &error, &r)); /* no room for `m` */
  FITS(hd_make_placement(HD_LAST_FASTEST, &three, &few, &error, &r), "S[(2,2,2):(1@laneid,1@warpid,1)]");
  FITS(hd_make_placement(HD_LAST_FASTEST, &three, NULL, &error, &r), "S[(2,2,2):(4,2,1)]");
  FULL(hd_placement_replicate(&p, &two, NULL, &error, &r));
  FITS(hd_placement_replicate(&p, &one, NULL, &error, &r), "S[2:1] + R[(2,2,2):(2,4,1)]");
  FULL(hd_placement_shift(&p, &many, &error, &r));
  FITS(hd_placement_shift(&p, &few, &error, &r), "S[2:1] + R[(2,2):(2,4)] + 1@laneid + 1@warpid + 1");
}
END_TEST

START_TEST(what_is_appended_by_hand_stays_within_the_lists) {
  hd_placement p;
  hd_error error;
  hd_placement_clear(HD_FIRST_FASTEST, &p);
  for (int k = 0; k < HD_MAX_LEAVES; k++) {
    ck_assert(hd_placement_append_shard(&p, 2, 1, HD_AXIS_INTEGER));
    ck_assert(hd_placement_append_replica(&p, 2, 1, HD_AXIS_INTEGER));
    ck_assert_int_eq(hd_placement_add_offset(&p, 1, hd_test_axis(k), "test", &error), HD_OK);
  }
  hd_placement before = p;
  ck_assert(!hd_placement_append_shard(&p, 2, 1, HD_AXIS_INTEGER));
  ck_assert(!hd_placement_append_replica(&p, 2, 1, HD_AXIS_INTEGER));
  ck_assert_int_eq(hd_placement_add_offset(&p, 1, hd_test_axis(3), "test", &error), HD_CAPACITY);
  ck_assert_int_eq(hd_placement_add_offset(&p, -1, hd_test_axis(0), "test", &error), HD_OK);
  ck_assert_int_eq(hd_placement_add_offset(&p, 1, hd_test_axis(3), "test", &error), HD_OK);
  ck_assert_int_eq(hd_placement_finish(&p, "test", &error), HD_OK); /* warpid, m, tid_in_wg */
  ck_assert_int_eq(hd_placement_finish(&before, "test", &error), HD_OK);
  p.replica[0].axis = hd_test_axis(4);
  ck_assert_int_eq(hd_placement_finish(&p, "test", &error), HD_CAPACITY);
}
END_TEST

START_TEST(texts_of_more_than_fits_are_refused) {
  static const char *const refused[] = {"S[(2,2,2,2):(1,2,4,8)]", "S[(2,2,2,2)]",
                                        "S[2:1] + R[(2,2):(1,2)] + R[(2,2):(1,2)]", "S[(2,2):(1@a,1@b)] + 1@c",
                                        "S[(2,2,2):(1@a,1@b,1@c)]"};
  static const char *const kept[] = {"S[(2,2,2):(1@a,1@b,4)] + R[(2,2,2):(1@b,2,1@a)] + 1@b + 1 + 1@a",
                                     "S[(2,2,2):(4,2,1)]"};
  hd_placement r;
  hd_error error;
  hd_test_stamp(&r, sizeof r);
  for (int k = 0; k < HD_COUNT(refused); k++) FULL(hd_parse_placement(refused[k], strlen(refused[k]), &error, &r));
  for (int k = 0; k < HD_COUNT(kept); k++) FITS(hd_parse_placement(kept[k], strlen(kept[k]), &error, &r), kept[k]);
}
END_TEST

START_TEST(full_placements_are_evaluated_counted_and_compared) {
  hd_placement p = hd_test_placement("S[(2,2,2):(1@laneid,1@warpid,4)] + R[(2,2,2):(-8,2@warpid,2@laneid)] + 3@warpid");
  hd_placement r;
  hd_axis axis[HD_MAX_LEAVES];
  hd_tuple x = integers(3, 1, 1, 1);
  hd_error error;
  int64_t place[8 * HD_MAX_LEAVES], copies;
  int count;
  bool same;
  ck_assert_int_eq(hd_placement_axes(&p, axis), HD_MAX_LEAVES);
  ck_assert_int_eq(hd_placement_copies(&p, &error, &copies), HD_OK);
  ck_assert_int_eq(copies, 8);
  ck_assert_int_eq(hd_placement_places(&p, &x, NULL, 8, &error, place, &count), HD_OK);
  ck_assert(count == 8 && place[0] == 1 && place[1] == 4 && place[2] == -4);
  ck_assert_int_eq(hd_placement_places(&p, &x, NULL, 7, &error, place, &count), HD_CAPACITY);
  hd_placement_canonicalize(&p, &r);
  expect_text(&r, "S[(2,2,2):(1@laneid,1@warpid,4)] + R[(2,2,2):(2@laneid,8,2@warpid)] + -8 + 3@warpid");
  ck_assert(hd_placement_is_equivalent(&p, &r, &error, &same) == HD_OK && same);
  hd_placement_canonicalize(&p, &p);
  ck_assert(hd_placement_is_identical(&p, &r));
}
END_TEST

/* An iter cut in two, and an axis made two, where all room is taken. */
START_TEST(axes_and_shapes_that_cut_a_full_shard_are_refused) {
  hd_axis_split split = {hd_test_axis(3), hd_test_axis(4), hd_test_axis(0), 32}; /* tid_in_wg = laneid + 32 wid_in_wg */
  hd_placement full = hd_test_placement("S[(64,2,2):(1@tid_in_wg,8,1)]"),
               last = hd_test_placement("S[(2,4,3):(8,1,20)]");
  hd_placement axes = hd_test_placement("S[(64,2):(1@tid_in_wg,1@warpid)]"), r;
  hd_placement two = hd_test_placement("S[(64,2):(1@tid_in_wg,1)]");
  hd_tuple shape = integers(3, 4, 2, 3), own = integers(3, 2, 4, 3), zero = integers(3, 0, 0, 0);
  hd_error error;
  hd_test_stamp(&r, sizeof r);
  FULL(hd_placement_split(&full, &split, &error, &r));
  FULL(hd_placement_split(&axes, &split, &error, &r));
  FITS(hd_placement_split(&two, &split, &error, &r), "S[(2,32,2):(1@wid_in_wg,1@laneid,1)]");
  ck_assert_int_eq(hd_placement_split(&two, &split, &error, &two), HD_OK);
  FITS(hd_placement_fuse(&two, &split, &error, &r), "S[(2,32,2):(32@tid_in_wg,1@tid_in_wg,1)]");
  FULL(hd_placement_reorder(&last, &shape, HD_FIRST_FASTEST, &error, &r));
  FITS(hd_placement_reorder(&last, &own, HD_FIRST_FASTEST, &error, &r), "Scolex[(2,4,3):(8,1,20)]");
  FULL(hd_placement_slice(&last, &shape, &zero, &own, &error, &r));
  FITS(hd_placement_slice(&last, &own, &zero, &own, &error, &r), "S[(2,4,3):(8,1,20)]");
}
END_TEST

START_TEST(layouts_fill_a_placement_and_back) {
  hd_layout layout, back;
  hd_tuple shape = integers(3, 2, 2, 2), many = numbers(3, 0, 1, 3), few = numbers(3, 0, 1, 2);
  hd_placement r;
  hd_error error;
  hd_test_stamp(&r, sizeof r);
  ck_assert_int_eq(hd_make_layout(&shape, &many, &error, &layout), HD_OK);
  FULL(hd_placement_from_layout(&layout, &error, &r));
  ck_assert_int_eq(hd_make_layout(&shape, &few, &error, &layout), HD_OK);
  ck_assert_int_eq(hd_placement_from_layout(&layout, &error, &r), HD_OK);
  ck_assert_int_eq(hd_placement_to_layout(&r, &error, &back), HD_OK);
  ck_assert(hd_is_identical(&layout, &back));
}
END_TEST

START_TEST(tiles_and_sums_that_do_not_fit_are_refused) {
  hd_placement a = hd_test_placement("S[(2,2):(1@laneid,1@warpid)]"),
               b = hd_test_placement("S[(2,2):(8@laneid,8@warpid)]");
  hd_placement one = hd_test_placement("S[(1,2):(0,1@laneid)]"), copies = hd_test_placement("S[1:0] + R[(2,3):(1,2)]"),
               r;
  hd_tuple two = integers(2, 2, 2, 0), row = integers(2, 1, 2, 0), line = integers(1, 1, 0, 0),
           four = integers(1, 4, 0, 0);
  hd_placement flat = hd_test_placement("S[4:1@laneid]"), tiled = hd_test_placement("S[16:1@laneid]");
  hd_error error;
  hd_test_stamp(&r, sizeof r);
  FULL(hd_placement_tile(&a, &two, &b, &two, &error, &r));
  FULL(hd_placement_direct_sum(&b, &two, &a, &two, &error, &r));
  FULL(hd_placement_tile(&copies, &line, &copies, &line, &error, &r));
  FULL(hd_placement_direct_sum(&copies, &line, &copies, &line, &error, &r));
  /* Iters that join need no room. */
  FITS(hd_placement_tile(&a, &two, &a, &two, &error, &r), "S[(4,4):(1@laneid,1@warpid)]");
  FITS(hd_placement_direct_sum(&b, &two, &one, &row, &error, &r), "S[(2,2,2):(8@laneid,8@warpid,1@laneid)]");
  FULL(hd_placement_is_tile_inner(&a, &tiled, &two, &two, &error, &r));
  FULL(hd_placement_is_tile_outer(&a, &tiled, &two, &two, &error, &r));
  FULL(hd_placement_is_direct_sum_left(&a, &tiled, &two, &two, &error, &r));
  FULL(hd_placement_is_direct_sum_right(&a, &tiled, &two, &two, &error, &r));
  FITS(hd_placement_is_tile_inner(&flat, &tiled, &four, &four, &error, &r), "S[4:1@laneid]");
  FITS(hd_placement_is_tile_outer(&flat, &tiled, &four, &four, &error, &r), "S[4:1@laneid]");
  FITS(hd_placement_is_direct_sum_right(&flat, &tiled, &four, &four, &error, &r), "S[4:4@laneid]");
}
END_TEST

/* Places of every element of a direct sum, by the definition: what fits is right, what does not is refused, and both
 * come up. */
START_TEST(drawn_sums_are_right_or_refused) {
  static const int64_t ones[HD_TEST_AXES] = {1, 1, 1, 1, 1, 1};
  static hd_test_set left, right, sum, found;
  uint64_t seed = 20260730;
  int answered = 0, full = 0;
  for (int k = 0; k < 4000; k++) {
    hd_placement p, q, r;
    hd_tuple of_p, of_q;
    hd_error error;
    hd_draw_placement(&seed, HD_LAST_FASTEST, 2, &p);
    hd_draw_placement(&seed, HD_LAST_FASTEST, 2, &q);
    int64_t size_p = hd_placement_size(&p), size_q = hd_placement_size(&q);
    of_p = integers(1, size_p, 0, 0);
    of_q = integers(1, size_q, 0, 0);
    hd_test_stamp(&r, sizeof r);
    hd_status status = hd_placement_direct_sum(&p, &of_p, &q, &of_q, &error, &r);
    if (status != HD_OK) {
      EXPECT(status == HD_CAPACITY && hd_test_is_stamped(&r, sizeof r), "%d", status);
      full++;
      continue;
    }
    answered++;
    EXPECT(hd_placement_size(&r) == size_p * size_q, "a size");
    for (int64_t x = 0; x < size_p * size_q; x++) {
      hd_test_places(&p, x / size_q, &left);
      hd_test_places(&q, x % size_q, &right);
      hd_test_set_sum(&left, ones, &right, &sum);
      hd_test_places(&r, x, &found);
      EXPECT(hd_test_same_set(&sum, &found), "%s + %s = %s at %d", hd_test_show_placement(&p),
             hd_test_show_placement(&q), hd_test_show_placement(&r), (int)x);
    }
  }
  ck_assert(answered > 400 && full > 400);
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"lists", lists_that_are_full_take_no_more},
      {"by hand", what_is_appended_by_hand_stays_within_the_lists},
      {"texts", texts_of_more_than_fits_are_refused},
      {"places", full_placements_are_evaluated_counted_and_compared},
      {"cuts", axes_and_shapes_that_cut_a_full_shard_are_refused},
      {"layouts", layouts_fill_a_placement_and_back},
      {"tiles", tiles_and_sums_that_do_not_fit_are_refused},
      {"drawn sums", drawn_sums_are_right_or_refused},
  };
  return hd_test_main("placements", test, HD_COUNT(test));
}
