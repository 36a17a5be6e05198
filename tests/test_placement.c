/* Placements: built, read, written and evaluated. */
#include "tests/support/placement.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

enum { DRAWS = 4000 };

static const hd_order orders[] = {HD_LAST_FASTEST, HD_FIRST_FASTEST};

/* ---- places ---- */

/* Whether the library's set for element x of a shape (NULL: its own) is the one given. */
static void expect_places(const hd_placement *p, const hd_tuple *x, const hd_tuple *shape, const hd_test_set *wanted) {
  static int64_t place[HD_TEST_PLACES * HD_MAX_LEAVES];
  hd_axis axis[HD_MAX_LEAVES];
  hd_test_set set;
  int count, axes = hd_placement_axes(p, axis);
  hd_error error;
  EXPECT(hd_placement_places(p, x, shape, HD_TEST_PLACES, &error, place, &count) == HD_OK, "%s at %s: %s",
         hd_test_show_placement(p), hd_test_show_tuple(x), error.reason);
  hd_test_set_clear(&set);
  for (int k = 0; k < count; k++) {
    int64_t full[HD_TEST_AXES] = {0};
    for (int a = 0; a < axes; a++) full[hd_test_axis_index(axis[a])] = place[k * axes + a];
    hd_test_set_insert(&set, full);
    int rising = 0;
    for (int a = 0; k > 0 && rising == 0 && a < axes; a++)
      rising = (place[k * axes + a] > place[(k - 1) * axes + a]) - (place[k * axes + a] < place[(k - 1) * axes + a]);
    EXPECT(k == 0 || rising == 1, "%s: places out of order", hd_test_show_placement(p));
  }
  EXPECT(hd_test_same_set(&set, wanted), "%s at %s has other places", hd_test_show_placement(p), hd_test_show_tuple(x));
}

START_TEST(the_tile_of_two_warps_and_two_copies_is_placed_as_published) {
  static const int64_t row[][6] = {/* i, j, laneid, warpid, warpid, m */
                                   {0, 0, 0, 5, 9, 0}, {0, 1, 0, 5, 9, 1},  {0, 2, 1, 5, 9, 0},
                                   {1, 0, 4, 5, 9, 0}, {0, 8, 0, 6, 10, 0}, {7, 15, 31, 6, 10, 1}};
  hd_placement p = hd_test_placement("S[(8,2,4,2):(4@laneid,1@warpid,1@laneid,1)] + R[2:4@warpid] + 5@warpid");
  hd_tuple shape = hd_test_tuple("(8,16)"), x;
  for (int k = 0; k < HD_COUNT(row); k++) {
    hd_test_set wanted;
    hd_test_set_clear(&wanted);
    for (int copy = 0; copy < 2; copy++)
      hd_test_set_insert(&wanted, (int64_t[HD_TEST_AXES]){row[k][2], row[k][3 + copy], row[k][5], 0, 0, 0});
    ck_assert(hd_tuple_flat(&x, 2, row[k]));
    expect_places(&p, &x, &shape, &wanted);
  }
}
END_TEST

START_TEST(places_are_those_of_the_definition) {
  uint64_t seed = 1;
  int64_t elements = 0, replicated = 0;
  for (int n = 0; n < DRAWS; n++) {
    hd_placement p;
    hd_draw_placement(&seed, orders[n % 2], 2, &p);
    int64_t size = hd_placement_size(&p);
    for (int64_t e = 0; e < size; e++) {
      hd_test_set wanted;
      hd_tuple x;
      hd_test_places(&p, e, &wanted);
      hd_tuple_scalar(&x, e);
      expect_places(&p, &x, NULL, &wanted);
      elements++;
      replicated += wanted.count > 1;
    }
  }
  ck_assert_int_gt(elements, 20000);
  ck_assert_int_gt(replicated, 5000);
}
END_TEST

START_TEST(coordinates_count_in_the_placements_own_order) {
  uint64_t seed = 2;
  for (int n = 0; n < DRAWS / 4; n++) {
    hd_placement p;
    hd_tuple shape, own;
    hd_draw_placement(&seed, orders[n % 2], 1, &p);
    hd_draw_shape(&seed, hd_placement_size(&p), &shape);
    int64_t extent[HD_MAX_LEAVES];
    for (int k = 0; k < p.shards; k++) extent[k] = p.shard[k].extent;
    ck_assert(hd_tuple_flat(&own, p.shards, extent));
    for (int mine = 0; mine < 2; mine++) {
      const hd_tuple *s = mine ? &own : &shape;
      int rank = s->profile.leaves;
      int64_t c[HD_MAX_LEAVES] = {0};
      do {
        hd_test_set wanted;
        hd_tuple x;
        hd_test_places(&p, hd_test_element(p.order, rank, c, s->value), &wanted);
        ck_assert(hd_tuple_flat(&x, rank, c));
        expect_places(&p, &x, mine ? NULL : s, &wanted);
      } while (hd_test_next(rank, c, s->value));
    }
  }
}
END_TEST

START_TEST(the_iterator_visits_each_sum_once) {
  hd_placement p = hd_test_placement("S[4:1@warpid] + R[(2,3):(1@laneid,1@laneid)] + 7@warpid");
  hd_places places;
  hd_tuple x = hd_test_tuple("2");
  int64_t lane = 0;
  int visited = 0;
  ck_assert_int_eq(hd_places_start(&p, &x, NULL, NULL, &places), HD_OK);
  ck_assert_int_eq(places.axes, 2);
  do {
    ck_assert_int_eq(places.place[0], 9);
    lane += places.place[1];
    visited++;
  } while (hd_places_next(&places));
  ck_assert_int_eq(visited, 6);
  ck_assert_int_eq(lane, 0 + 1 + 1 + 2 + 2 + 3);
}
END_TEST

START_TEST(elements_outside_and_shapes_that_do_not_fit_are_refused) {
  static const struct {
    const char *x, *shape;
    hd_status status;
  } refused[] = {
      {"8", NULL, HD_RANGE},
      {"-1", NULL, HD_RANGE},
      {"(2,0)", NULL, HD_RANGE},
      {"(0,-1)", NULL, HD_RANGE},
      {"(1,1,1)", NULL, HD_MISMATCH},
      {"(1,(1,1))", NULL, HD_MISMATCH},
      {"_", NULL, HD_MISMATCH},
      {"1@laneid", NULL, HD_MISMATCH},
      {"(0,0)", "(2,3)", HD_MISMATCH},
      {"(0,0)", "8", HD_MISMATCH},
      {"(4,0)", "(4,2)", HD_RANGE},
      {"(0,0)", "(0,8)", HD_MALFORMED},
      {"(0,0)", "((2,2),2)", HD_MISMATCH},
  };
  hd_placement p = hd_test_placement("S[(2,4):(1@warpid,1@laneid)]");
  for (int k = 0; k < HD_COUNT(refused); k++) {
    hd_tuple x = hd_test_tuple(refused[k].x), shape;
    hd_places places;
    hd_error error;
    if (refused[k].shape) shape = hd_test_tuple(refused[k].shape);
    hd_test_stamp(&places, sizeof places);
    hd_status status = hd_places_start(&p, &x, refused[k].shape ? &shape : NULL, &error, &places);
    EXPECT(status == refused[k].status && hd_test_is_error(&error, status), "%s: %s", refused[k].x,
           hd_status_name(status));
    EXPECT(hd_test_is_stamped(&places, sizeof places), "%s: touched", refused[k].x);
  }
}
END_TEST

START_TEST(more_places_than_room_and_more_sums_than_may_be_visited_are_said) {
  hd_placement p = hd_test_placement("S[1:0] + R[3:1@laneid]");
  hd_tuple x = hd_test_tuple("0");
  int64_t place[6]; /* of 3 places on 2 axes */
  int count = -1;
  hd_error error;
  ck_assert_int_eq(hd_placement_places(&p, &x, NULL, 2, &error, place, &count), HD_CAPACITY);
  ck_assert(hd_test_is_error(&error, HD_CAPACITY));
  ck_assert_int_eq(count, -1);
  ck_assert_int_eq(hd_placement_places(&p, &x, NULL, 3, &error, place, &count), HD_OK);
  ck_assert_int_eq(count, 3);
  p = hd_test_placement("S[1:0] + R[33554432:0@laneid]");
  ck_assert_int_eq(hd_placement_places(&p, &x, NULL, 3, &error, place, &count), HD_UNDECIDED);
  ck_assert(hd_test_is_error(&error, HD_UNDECIDED));
}
END_TEST

/* ---- text ---- */

START_TEST(what_is_written_reads_back) {
  uint64_t seed = 3;
  for (int n = 0; n < DRAWS; n++) {
    hd_placement p, back;
    char text[1024], shorter[16];
    hd_error error;
    hd_draw_placement(&seed, orders[n % 2], 3, &p);
    size_t length = hd_print_placement(&p, text, sizeof text);
    ck_assert_uint_eq(length, strlen(text));
    EXPECT(hd_parse_placement(text, length, &error, &back) == HD_OK, "%s: %s", text, error.reason);
    EXPECT(hd_placement_is_identical(&p, &back), "%s reads as %s", text, hd_test_show_placement(&back));
    size_t capacity = (size_t)hd_draw(&seed, (int)sizeof shorter);
    hd_test_stamp(shorter, sizeof shorter);
    ck_assert_uint_eq(hd_print_placement(&p, shorter, capacity), length);
    ck_assert(hd_test_is_stamped(shorter + capacity, sizeof shorter - capacity));
    size_t kept = capacity == 0 ? 0 : capacity - 1 < length ? capacity - 1 : length;
    ck_assert(memcmp(shorter, text, kept) == 0 && (capacity == 0 || shorter[kept] == 0));
  }
}
END_TEST

START_TEST(every_spelling_is_understood) {
  static const char *const pair[][2] = {
      {"S[(8,2,4,2):(4@laneid,1@warpid,1@laneid,1)] + R[2:4@warpid] + 5@warpid",
       "S[(8,2,4,2):(4@laneid,1@warpid,1@laneid,1)] + R[2:4@warpid] + 5@warpid"},
      {" S [ ( 8 , 2 ) : ( 4 @ laneid , 1 @ m ) ] + 3 ", "S[(8,2):(4@laneid,1)] + 3"},
      {"S[8:4@laneid]", "S[8:4@laneid]"},
      {"S[(8):(4@laneid)]", "S[8:4@laneid]"},
      {"S[(8,):(4@laneid,)]", "S[8:4@laneid]"},
      {"S[8,4,2]", "S[(8,4,2):(8,2,1)]"},
      {"S[(8,4,2)]", "S[(8,4,2):(8,2,1)]"},
      {"Scolex[8,4,2]", "Scolex[(8,4,2):(1,8,32)]"},
      {"S[5]", "S[5:1]"},
      {"S[()]", "S[():()]"},
      {"S[(2,2):(-1,0)]", "S[(2,2):(-1,0)]"},
      {"R[32:1@laneid]", "S[():()] + R[32:1@laneid]"},
      {"5@warpid", "S[():()] + 5@warpid"},
      {"S[2:1] + R[2:2] + R[3:4]", "S[2:1] + R[(2,3):(2,4)]"},
      {"S[2:1] + R[2,3]", "S[2:1] + R[(2,3):(3,1)]"},
      {"Scolex[2:1] + R[2,3]", "Scolex[2:1] + R[(2,3):(3,1)]"},
      {"S[2:1] + 1@laneid + 2@warpid + 64", "S[2:1] + 1@laneid + 2@warpid + 64"},
      {"S[2:1] + 1@laneid + 2@warpid + 64@m + 4@laneid", "S[2:1] + 5@laneid + 2@warpid + 64"},
      {"S[2:1] + 1@laneid + -1@laneid + 0@TCol", "S[2:1]"},
      {"S[2:1@mine] + -7@yours", "S[2:1@mine] + -7@yours"},
  };
  for (int k = 0; k < HD_COUNT(pair); k++) {
    hd_placement p = hd_test_placement(pair[k][0]);
    ck_assert_str_eq(hd_test_show_placement(&p), pair[k][1]);
  }
}
END_TEST

START_TEST(text_that_is_no_placement_is_refused_at_its_place) {
  static const struct {
    const char *text;
    hd_status status;
    size_t position;
  } refused[] = {
      {"", HD_MALFORMED, 0},
      {"S", HD_MALFORMED, 0},
      {"S[", HD_MALFORMED, 2},
      {"S[8:1", HD_MALFORMED, 5},
      {"S[8:1] S[8:1]", HD_MALFORMED, 7},
      {"S[8:1] + S[8:1]", HD_MALFORMED, 9},
      {"S[8:1] +", HD_MALFORMED, 8},
      {"S[8:1] - 3", HD_MALFORMED, 7},
      {"S[(8,4:(1,2)]", HD_MALFORMED, 6},
      {"S[((2,4),8):(1,2,3)]", HD_MALFORMED, 3},
      {"S[(8,_):(1,2)]", HD_MALFORMED, 5},
      {"S[8 4]", HD_MALFORMED, 4},
      {"S[8:1:2]", HD_MALFORMED, 5},
      {"S[(8,4)8]", HD_MALFORMED, 7},
      {"Q[8:1]", HD_MALFORMED, 0},
      {"S[8:1] + R[(2,2):1]", HD_MISMATCH, 9},
      {"S[(8,4):(1,2,3)]", HD_MISMATCH, 0},
      {"  S[0:1]", HD_MALFORMED, 2},
      {"S[8@laneid:1]", HD_MISMATCH, 0},
      {"S[8:1@0]", HD_MALFORMED, 0},
      {"S[8:1] + 1@0", HD_MALFORMED, 9},
      {"S[8:99999999999999999999]", HD_OVERFLOW, 4},
      {"S[8:1@averylongname]", HD_CAPACITY, 6},
      {"S[(4294967296,4294967296):(0,0)]", HD_OVERFLOW, 0},
  };
  for (int k = 0; k < HD_COUNT(refused); k++) {
    hd_placement p;
    hd_error error;
    hd_test_stamp(&p, sizeof p);
    hd_status status = hd_parse_placement(refused[k].text, strlen(refused[k].text), &error, &p);
    EXPECT(status == refused[k].status && hd_test_is_error(&error, status), "%s: %s", refused[k].text,
           hd_status_name(status));
    EXPECT(error.position == refused[k].position, "%s: refused at %zu", refused[k].text, error.position);
    EXPECT(hd_test_is_stamped(&p, sizeof p), "%s: touched", refused[k].text);
    ck_assert_int_eq(hd_parse_placement(refused[k].text, strlen(refused[k].text), NULL, &p), refused[k].status);
  }
  char many[4 * HD_MAX_LEAVES + 16] = "S[1";
  for (int k = 0; k < HD_MAX_LEAVES; k++) strcat(many, ",1");
  strcat(many, "]");
  hd_placement p;
  ck_assert_int_eq(hd_parse_placement(many, strlen(many), NULL, &p), HD_CAPACITY);
}
END_TEST

/* ---- building ---- */

START_TEST(parts_that_make_no_placement_are_refused) {
  static const struct {
    const char *shape, *stride;
    hd_status status;
  } refused[] = {
      {"(2,0)", "(1,1)", HD_MALFORMED},
      {"(2,_)", "(1,1)", HD_MISMATCH},
      {"(2,(2,2))", "(1,1,1)", HD_MISMATCH},
      {"(2,2)", "(1,(1,1))", HD_MISMATCH},
      {"(2,2)", "1", HD_MISMATCH},
      {"(2,2)", "(1,_)", HD_MALFORMED},
      {"(2,2)", "(1,1@0)", HD_MALFORMED},
      {"(4294967296,4294967296)", "(1,1)", HD_OVERFLOW},
      {"(4294967296,4294967296)", NULL, HD_OVERFLOW},
      {"2", "-9223372036854775808", HD_OVERFLOW},
      {"3", "9223372036854775807", HD_OVERFLOW},
      {"(2,2)", "(9223372036854775807,1)", HD_OVERFLOW},
  };
  hd_placement one;
  hd_placement_clear(HD_LAST_FASTEST, &one);
  for (int k = 0; k < HD_COUNT(refused); k++) {
    hd_tuple shape = hd_test_tuple(refused[k].shape), stride;
    if (refused[k].stride) stride = hd_test_tuple(refused[k].stride);
    const hd_tuple *given = refused[k].stride ? &stride : NULL;
    hd_placement p;
    hd_error error;
    hd_test_stamp(&p, sizeof p);
    hd_status status = hd_make_placement(HD_FIRST_FASTEST, &shape, given, &error, &p);
    EXPECT(status == refused[k].status && hd_test_is_error(&error, status), "%s: %s", refused[k].shape,
           hd_status_name(status));
    status = hd_placement_replicate(&one, &shape, given, &error, &p);
    EXPECT(status == refused[k].status && hd_test_is_error(&error, status), "R %s: %s", refused[k].shape,
           hd_status_name(status));
    EXPECT(hd_test_is_stamped(&p, sizeof p), "%s: touched", refused[k].shape);
  }
}
END_TEST

START_TEST(offsets_that_do_not_fit_are_refused) {
  static const struct {
    const char *offset;
    hd_status status;
  } refused[] = {
      {"(1,(2,3))", HD_MISMATCH},
      {"1@0", HD_MALFORMED},
      {"_", HD_MALFORMED},
      {"9223372036854775807@laneid", HD_OVERFLOW},
      {"(9223372036854775807@m,1@m)", HD_OVERFLOW},
  };
  hd_placement p = hd_test_placement("S[(4,2):(1@laneid,1)]"), result;
  for (int k = 0; k < HD_COUNT(refused); k++) {
    hd_tuple offset = hd_test_tuple(refused[k].offset);
    hd_error error;
    hd_test_stamp(&result, sizeof result);
    hd_status status = hd_placement_shift(&p, &offset, &error, &result);
    EXPECT(status == refused[k].status && hd_test_is_error(&error, status), "%s: %s", refused[k].offset,
           hd_status_name(status));
    EXPECT(hd_test_is_stamped(&result, sizeof result), "%s: touched", refused[k].offset);
  }
  hd_tuple offset = hd_test_tuple("(3,4@laneid,-1@laneid)");
  ck_assert_int_eq(hd_placement_shift(&p, &offset, NULL, &p), HD_OK);
  ck_assert_str_eq(hd_test_show_placement(&p), "S[(4,2):(1@laneid,1)] + 3 + 3@laneid");
}
END_TEST

START_TEST(axes_beyond_the_capacity_are_refused) {
  hd_placement p;
  hd_error error;
  hd_placement_clear(HD_LAST_FASTEST, &p);
  for (int k = 0; k < HD_MAX_LEAVES; k++) {
    char name[3] = {(char)('a' + k / 10), (char)('0' + k % 10), 0};
    hd_axis axis;
    ck_assert(hd_axis_from_name(name, 2, &axis));
    ck_assert(hd_placement_append_replica(&p, 2, 1, axis));
    hd_placement copy;
    hd_placement_copy(&copy, &p);
    ck_assert_int_eq(hd_placement_finish(&copy, "test", &error), k + 1 < HD_MAX_LEAVES ? HD_OK : HD_CAPACITY);
  }
  ck_assert(!hd_placement_append_replica(&p, 2, 1, HD_AXIS_INTEGER));
  p.replicas--;
  for (int k = 0; k < HD_MAX_LEAVES; k++) ck_assert(hd_placement_append_shard(&p, 1, 0, HD_AXIS_INTEGER));
  ck_assert(!hd_placement_append_shard(&p, 1, 0, HD_AXIS_INTEGER));
  ck_assert_int_eq(hd_placement_finish(&p, "test", &error), HD_OK);
}
END_TEST

START_TEST(the_range_is_that_of_all_places) {
  uint64_t seed = 4;
  for (int n = 0; n < DRAWS / 2; n++) {
    hd_placement p;
    hd_draw_placement(&seed, orders[n % 2], 2, &p);
    int64_t least[HD_TEST_AXES], greatest[HD_TEST_AXES];
    for (int64_t e = 0; e < hd_placement_size(&p); e++) {
      hd_test_set set;
      hd_test_places(&p, e, &set);
      for (int k = 0; k < set.count; k++)
        for (int a = 0; a < HD_TEST_AXES; a++) {
          if ((e == 0 && k == 0) || set.place[k][a] < least[a]) least[a] = set.place[k][a];
          if ((e == 0 && k == 0) || set.place[k][a] > greatest[a]) greatest[a] = set.place[k][a];
        }
    }
    for (int a = 0; a < HD_TEST_AXES; a++) {
      int64_t low, high;
      hd_placement_range(&p, hd_test_axis(a), &low, &high);
      EXPECT(low == least[a] && high == greatest[a], "%s: another range", hd_test_show_placement(&p));
    }
  }
}
END_TEST

START_TEST(identical_means_the_same_spelling) {
  static const char *const different[] = {"S[(2,4):(4,1)] + R[2:8] + 1@laneid + 2@warpid",
                                          "Scolex[(2,4):(4,1)] + R[2:8] + 1@laneid + 2@warpid",
                                          "S[8:1] + R[2:8] + 1@laneid + 2@warpid",
                                          "S[(2,4):(4,1)] + R[2:16] + 1@laneid + 2@warpid",
                                          "S[(2,4):(4,1)] + R[2:8] + 1@laneid",
                                          "S[(2,4):(4,1)] + R[2:8] + 1@laneid + 3@warpid",
                                          "S[(2,4):(4@TCol,1)] + R[2:8] + 1@laneid + 2@warpid"};
  for (int a = 0; a < HD_COUNT(different); a++)
    for (int b = 0; b < HD_COUNT(different); b++) {
      hd_placement p = hd_test_placement(different[a]), q = hd_test_placement(different[b]);
      EXPECT(hd_placement_is_identical(&p, &q) == (a == b), "%s, %s", different[a], different[b]);
    }
  hd_placement p = hd_test_placement(different[0]);
  hd_placement q = hd_test_placement("S[(2,4):(4,1)] + R[2:8] + 2@warpid + 1@laneid");
  ck_assert(hd_placement_is_identical(&p, &q));
}
END_TEST

int main(void) {
  const hd_test tests[] = {
      {"the tile of two warps and two copies is placed as published",
       the_tile_of_two_warps_and_two_copies_is_placed_as_published},
      {"places are those of the definition", places_are_those_of_the_definition},
      {"coordinates count in the placement's own order", coordinates_count_in_the_placements_own_order},
      {"the iterator visits each sum once", the_iterator_visits_each_sum_once},
      {"elements outside and shapes that do not fit are refused",
       elements_outside_and_shapes_that_do_not_fit_are_refused},
      {"more places than room and more sums than may be visited are said",
       more_places_than_room_and_more_sums_than_may_be_visited_are_said},
      {"what is written reads back", what_is_written_reads_back},
      {"every spelling is understood", every_spelling_is_understood},
      {"text that is no placement is refused at its place", text_that_is_no_placement_is_refused_at_its_place},
      {"parts that make no placement are refused", parts_that_make_no_placement_are_refused},
      {"offsets that do not fit are refused", offsets_that_do_not_fit_are_refused},
      {"axes beyond the capacity are refused", axes_beyond_the_capacity_are_refused},
      {"the range is that of all places", the_range_is_that_of_all_places},
      {"identical means the same spelling", identical_means_the_same_spelling},
  };
  return hd_test_main("placement", tests, HD_COUNT(tests));
}
