/* Placements in other forms: canonical, on other axes, in the other order, as layouts. */
#include "tests/support/placement.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

enum { DRAWS = 1500 };

static const hd_order orders[] = {HD_LAST_FASTEST, HD_FIRST_FASTEST};

/* Whether two placements have the same places for every element, both counted in their own order. */
static bool same_places(const hd_placement *a, const hd_placement *b) {
  int64_t size = hd_placement_size(a);
  if (size != hd_placement_size(b)) return false;
  for (int64_t e = 0; e < size; e++) {
    hd_test_set left, right;
    hd_test_places(a, e, &left);
    hd_test_places(b, e, &right);
    if (!hd_test_same_set(&left, &right)) return false;
  }
  return true;
}

/* ---- canonical ---- */

/* Splits, reorders and pads what can be, without changing what the placement says. */
static void respell(uint64_t *seed, const hd_placement *p, hd_placement *q) {
  hd_error error;
  hd_placement_clear(p->order, q);
  for (int k = 0; k < p->shards; k++) {
    hd_iter iter = p->shard[k];
    if (hd_draw(seed, 3) == 0) hd_placement_append_shard(q, 1, 5, hd_test_axis(1));
    if (iter.extent == 4 && hd_draw(seed, 2)) {
      bool slow_first = p->order == HD_LAST_FASTEST;
      hd_placement_append_shard(q, 2, slow_first ? 2 * iter.stride : iter.stride, iter.axis);
      hd_placement_append_shard(q, 2, slow_first ? iter.stride : 2 * iter.stride, iter.axis);
    } else {
      hd_placement_append_shard(q, iter.extent, iter.stride, iter.stride == 0 ? hd_test_axis(1) : iter.axis);
    }
  }
  for (int k = p->replicas; k-- > 0;) {
    hd_iter iter = p->replica[k];
    if (hd_draw(seed, 2)) {
      hd_placement_add_offset(q, (iter.extent - 1) * iter.stride, iter.axis, "test", NULL);
      iter.stride = -iter.stride;
    }
    for (; iter.extent > 2 && hd_draw(seed, 2); iter.extent--)
      hd_placement_append_replica(q, 2, iter.stride, iter.axis);
    hd_placement_append_replica(q, iter.extent, iter.stride, iter.axis);
  }
  for (int k = p->offsets; k-- > 0;) hd_placement_add_offset(q, p->offset[k].value, p->offset[k].axis, "test", NULL);
  ck_assert_int_eq(hd_placement_finish(q, "test", &error), HD_OK);
}

START_TEST(the_canonical_form_says_the_same_and_no_respelling_changes_it) {
  uint64_t seed = 11;
  int64_t shorter = 0;
  for (int n = 0; n < DRAWS; n++) {
    hd_placement p, q, canonical, again;
    hd_draw_placement(&seed, orders[n % 2], 2, &p);
    respell(&seed, &p, &q);
    ck_assert(same_places(&p, &q));
    hd_placement_canonicalize(&p, &canonical);
    EXPECT(same_places(&p, &canonical), "%s is not %s", hd_test_show_placement(&p), hd_test_show_placement(&canonical));
    hd_placement_canonicalize(&canonical, &again);
    EXPECT(hd_placement_is_identical(&canonical, &again), "%s changes again", hd_test_show_placement(&canonical));
    ck_assert_str_eq(hd_test_show_placement(&canonical), hd_test_show_placement(&again));
    hd_placement_canonicalize(&q, &again);
    again.replicas = canonical.replicas; /* the sets are compared above; overlapping ones have several spellings */
    for (int k = 0; k < canonical.replicas; k++) again.replica[k] = canonical.replica[k];
    EXPECT(hd_placement_is_identical(&canonical, &again), "%s and %s", hd_test_show_placement(&p),
           hd_test_show_placement(&q));
    shorter += canonical.shards + canonical.replicas < p.shards + p.replicas;
    hd_placement_canonicalize(&p, &p);
    ck_assert(hd_placement_is_identical(&p, &canonical));
  }
  ck_assert_int_gt(shorter, DRAWS / 2);
}
END_TEST

START_TEST(canonical_forms_are_spelled_short) {
  static const char *const pair[][2] = {
      {"S[(8,8):(8,1)]", "S[64:1]"},
      {"Scolex[(8,8):(1,8)]", "Scolex[64:1]"},
      {"S[(8,8):(1,8)]", "S[(8,8):(1,8)]"},
      {"S[(8,4):(4@laneid,1@laneid)] + R[(2,2):(8@laneid,4@warpid)]", "S[32:1@laneid] + R[(2,2):(8@laneid,4@warpid)]"},
      {"S[1:1] + R[(8,4):(4@laneid,1@laneid)] + 2@warpid", "S[():()] + R[32:1@laneid] + 2@warpid"},
      {"S[1:1] + R[(4,8):(1@laneid,4@laneid)] + 2@warpid", "S[():()] + R[32:1@laneid] + 2@warpid"},
      {"S[2:1] + R[(2,3):(1,2)]", "S[2:1] + R[6:1]"},
      {"S[2:1] + R[(2,2):(1,1)]", "S[2:1] + R[3:1]"},
      {"S[2:1] + R[3:-4@warpid] + 1@warpid", "S[2:1] + R[3:4@warpid] + -7@warpid"},
      {"S[2:0@laneid] + R[4:0@warpid] + 1@warpid + 2@laneid", "S[2:0] + 2@laneid + 1@warpid"},
  };
  for (int k = 0; k < HD_COUNT(pair); k++) {
    hd_placement p = hd_test_placement(pair[k][0]);
    hd_placement_canonicalize(&p, &p);
    ck_assert_str_eq(hd_test_show_placement(&p), pair[k][1]);
  }
}
END_TEST

START_TEST(equivalence_is_that_of_all_places) {
  uint64_t seed = 12;
  int64_t yes = 0, no = 0;
  for (int n = 0; n < 4 * DRAWS; n++) {
    hd_placement p, q;
    bool answer;
    hd_error error;
    hd_draw_placement(&seed, orders[n % 2], 3, &p);
    respell(&seed, &p, &q);
    int change = hd_draw(&seed, 4);
    if (change == 1 && q.replicas > 0) q.replica[hd_draw(&seed, q.replicas)].stride = 1 + hd_draw(&seed, 4);
    if (change == 2 && q.replicas > 1) q.replica[0].extent = 1 + hd_draw(&seed, 4);
    if (change == 3 && q.shards > 0) q.shard[0].stride += 1;
    EXPECT(hd_placement_is_equivalent(&p, &q, &error, &answer) == HD_OK, "%s", error.reason);
    EXPECT(answer == same_places(&p, &q), "%s, %s: %d", hd_test_show_placement(&p), hd_test_show_placement(&q), answer);
    yes += answer;
    no += !answer;
  }
  ck_assert_int_gt(yes, DRAWS);
  ck_assert_int_gt(no, DRAWS);
}
END_TEST

START_TEST(one_set_in_two_spellings_is_equivalent) {
  hd_placement p = hd_test_placement("S[2:1@laneid] + R[(6,2):(2,3)]"),
               q = hd_test_placement("S[2:1@laneid] + R[(3,4):(2,3)]");
  bool answer = false;
  ck_assert_int_eq(hd_placement_is_equivalent(&p, &q, NULL, &answer), HD_OK);
  ck_assert(answer);
  q = hd_test_placement("S[2:1@laneid] + R[(6,2):(2,5)]");
  ck_assert_int_eq(hd_placement_is_equivalent(&p, &q, NULL, &answer), HD_OK);
  ck_assert(!answer);
}
END_TEST

START_TEST(questions_about_two_orders_or_too_many_sums_stay_open) {
  hd_placement p = hd_test_placement("S[4:1]"), q = hd_test_placement("Scolex[4:1]");
  bool answer = true;
  int64_t copies = -1;
  hd_error error;
  ck_assert_int_eq(hd_placement_is_equivalent(&p, &q, &error, &answer), HD_MISMATCH);
  ck_assert(hd_test_is_error(&error, HD_MISMATCH));
  p = hd_test_placement("S[4:1] + R[(60000,20000):(2,3)]");
  q = hd_test_placement("S[4:1] + R[(30000,40000):(2,3)]");
  ck_assert_int_eq(hd_placement_is_equivalent(&p, &q, &error, &answer), HD_UNDECIDED);
  ck_assert(hd_test_is_error(&error, HD_UNDECIDED));
  ck_assert(answer);
  ck_assert_int_eq(hd_placement_copies(&p, &error, &copies), HD_UNDECIDED);
  ck_assert(hd_test_is_error(&error, HD_UNDECIDED));
  ck_assert_int_eq(copies, -1);
  p = hd_test_placement("S[4:1] + R[(1048576,1048576):(1,1048577)]"); /* many sums, but no two alike */
  ck_assert_int_eq(hd_placement_copies(&p, &error, &copies), HD_OK);
  ck_assert_int_eq(copies, (int64_t)1 << 40);
  q = hd_test_placement("S[4:1] + R[1048576:1] + R[1048576:1048577] + 1");
  ck_assert_int_eq(hd_placement_is_equivalent(&p, &q, &error, &answer), HD_OK);
  ck_assert(!answer);
}
END_TEST

START_TEST(copies_count_the_places) {
  uint64_t seed = 13;
  int64_t overlapping = 0;
  for (int n = 0; n < DRAWS; n++) {
    hd_placement p;
    hd_test_set set;
    int64_t copies, sums = 1;
    hd_draw_placement(&seed, orders[n % 2], 3, &p);
    hd_test_places(&p, 0, &set);
    ck_assert_int_eq(hd_placement_copies(&p, NULL, &copies), HD_OK);
    EXPECT(copies == set.count, "%s: %d copies", hd_test_show_placement(&p), (int)copies);
    for (int k = 0; k < p.replicas; k++) sums *= p.replica[k].extent;
    overlapping += copies < sums;
  }
  ck_assert_int_gt(overlapping, DRAWS / 10);
}
END_TEST

/* ---- axes ---- */

static hd_axis_split split_of(int fused, int outer, int inner, int64_t extent) {
  return (hd_axis_split){hd_test_axis(fused), hd_test_axis(outer), hd_test_axis(inner), extent};
}

/* The place with its fused number taken apart, and with outer and inner made one. */
static void taken_apart(const int64_t *place, int fused, int outer, int inner, int64_t extent, int64_t *apart) {
  int64_t digit = place[fused] % extent;
  if (digit < 0) digit += extent;
  memcpy(apart, place, HD_TEST_AXES * sizeof *apart);
  apart[inner] += digit;
  apart[outer] += (place[fused] - digit) / extent;
  apart[fused] = 0;
}

static void made_one(const int64_t *place, int fused, int outer, int inner, int64_t extent, int64_t *one) {
  memcpy(one, place, HD_TEST_AXES * sizeof *one);
  one[fused] += place[inner] + extent * place[outer];
  one[inner] = one[outer] = 0;
}

START_TEST(the_machine_has_these_axes) {
  static const struct {
    const char *name;
    hd_axis_role role;
  } known[] = {{"laneid", HD_AXIS_THREADS}, {"warpid", HD_AXIS_THREADS},    {"tid_in_wg", HD_AXIS_THREADS},
               {"tx", HD_AXIS_THREADS},     {"wid_in_wg", HD_AXIS_THREADS}, {"cbz", HD_AXIS_THREADS},
               {"m", HD_AXIS_MEMORY},       {"TLane", HD_AXIS_MEMORY},      {"TCol", HD_AXIS_MEMORY},
               {"Bank", HD_AXIS_MEMORY},    {"mine", HD_AXIS_UNKNOWN},      {"M", HD_AXIS_UNKNOWN}};
  for (int k = 0; k < HD_COUNT(known); k++) {
    hd_axis axis;
    ck_assert(hd_axis_from_name(known[k].name, strlen(known[k].name), &axis));
    EXPECT(hd_axis_role_of(axis) == known[k].role, "%s", known[k].name);
  }
  hd_axis_split split;
  bool found = false;
  for (int k = 0; hd_axis_split_at(k, &split); k++)
    found = found || (split.fused == hd_test_axis(3) && split.outer == hd_test_axis(4) &&
                      split.inner == hd_test_axis(0) && split.extent == 32);
  ck_assert(found);
  ck_assert(!hd_axis_split_at(-1, &split));
}
END_TEST

START_TEST(a_thread_of_a_warpgroup_is_a_lane_of_a_warp) {
  hd_axis_split split;
  hd_placement p = hd_test_placement("S[(4,32,2):(1@wid_in_wg,1@laneid,1)] + R[2:16@laneid] + 1@wid_in_wg"), q;
  ck_assert(hd_axis_split_at(0, &split));
  ck_assert_int_eq(hd_placement_fuse(&p, &split, NULL, &q), HD_UNDEFINED);
  p = hd_test_placement("S[(4,32,2):(1@wid_in_wg,1@laneid,1)] + 1@wid_in_wg");
  ck_assert_int_eq(hd_placement_fuse(&p, &split, NULL, &q), HD_OK);
  ck_assert_str_eq(hd_test_show_placement(&q), "S[(4,32,2):(32@tid_in_wg,1@tid_in_wg,1)] + 32@tid_in_wg");
  ck_assert_int_eq(hd_placement_split(&q, &split, NULL, &q), HD_OK);
  ck_assert(hd_placement_is_identical(&p, &q));
  p = hd_test_placement("S[(64,2,64):(1@tid_in_wg,64@tid_in_wg,1)]");
  ck_assert_int_eq(hd_placement_split(&p, &split, NULL, &q), HD_OK);
  ck_assert_str_eq(hd_test_show_placement(&q), "S[(2,32,2,64):(1@wid_in_wg,1@laneid,2@wid_in_wg,1)]");
}
END_TEST

START_TEST(fused_numbers_are_inner_and_outer_together) {
  uint64_t seed = 14;
  int64_t fused = 0, refused = 0;
  for (int n = 0; n < DRAWS; n++) {
    hd_placement p, q;
    hd_error error;
    int64_t extent = 1 + hd_draw(&seed, 12), least, greatest;
    hd_axis_split split = split_of(3, 1, 0, extent);
    hd_draw_placement(&seed, orders[n % 2], 2, &p);
    hd_placement_range(&p, split.inner, &least, &greatest);
    hd_test_stamp(&q, sizeof q);
    hd_status status = hd_placement_fuse(&p, &split, &error, &q);
    if (least < 0 || greatest >= extent) {
      ck_assert_int_eq(status, HD_UNDEFINED);
      ck_assert(hd_test_is_error(&error, HD_UNDEFINED) && hd_test_is_stamped(&q, sizeof q));
      ck_assert(error.number[0] == least && error.number[1] == greatest && error.number[2] == extent);
      refused++;
      continue;
    }
    ck_assert_int_eq(status, HD_OK);
    fused++;
    for (int64_t e = 0; e < hd_placement_size(&p); e++) {
      hd_test_set before, after, wanted;
      hd_test_places(&p, e, &before);
      hd_test_places(&q, e, &after);
      hd_test_set_clear(&wanted);
      for (int k = 0; k < before.count; k++) {
        int64_t place[HD_TEST_AXES];
        made_one(before.place[k], 3, 1, 0, extent, place);
        hd_test_set_insert(&wanted, place);
      }
      EXPECT(hd_test_same_set(&after, &wanted), "%s fuses to %s", hd_test_show_placement(&p),
             hd_test_show_placement(&q));
    }
  }
  ck_assert_int_gt(fused, DRAWS / 8);
  ck_assert_int_gt(refused, DRAWS / 8);
}
END_TEST

START_TEST(split_numbers_are_taken_apart_wherever_iters_can_say_so) {
  static int64_t value[256][HD_TEST_AXES];
  uint64_t seed = 15;
  int64_t done = 0, refused = 0, open = 0;
  for (int n = 0; n < 4 * DRAWS; n++) {
    hd_placement p, q;
    hd_error error;
    int64_t extent = 1 + hd_draw(&seed, 8), size;
    hd_axis_split split = split_of(0, 4, 3, extent);
    hd_draw_placement(&seed, orders[n % 2], n % 3, &p);
    size = hd_placement_size(&p);
    hd_test_stamp(&q, sizeof q);
    hd_status status = hd_placement_split(&p, &split, &error, &q);
    open += status == HD_UNDECIDED;
    if (status == HD_OK) done++;
    if (status != HD_OK) ck_assert(hd_test_is_error(&error, status) && hd_test_is_stamped(&q, sizeof q));
    hd_test_set first;
    for (int64_t e = 0; e < size; e++) {
      hd_test_set before, after, wanted;
      hd_test_places(&p, e, &before);
      hd_test_set_clear(&wanted);
      for (int k = 0; k < before.count; k++) {
        int64_t place[HD_TEST_AXES];
        taken_apart(before.place[k], 0, 4, 3, extent, place);
        hd_test_set_insert(&wanted, place);
      }
      if (e == 0) first = wanted;
      for (int k = 0; k < HD_TEST_AXES; k++) value[e][k] = wanted.place[0][k] - first.place[0][k];
      if (status != HD_OK) continue;
      hd_test_places(&q, e, &after);
      EXPECT(hd_test_same_set(&after, &wanted), "%s splits to %s", hd_test_show_placement(&p),
             hd_test_show_placement(&q));
    }
    if (status != HD_UNDEFINED) continue;
    refused++;
    int64_t copies;
    ck_assert_int_eq(hd_placement_copies(&p, NULL, &copies), HD_OK);
    if (copies > 1) continue;
    EXPECT(!hd_test_is_layout(value, size, 1), "%s at %d: refused, and has an answer", hd_test_show_placement(&p),
           (int)extent);
  }
  ck_assert_int_gt(done, DRAWS);
  ck_assert_int_gt(refused, DRAWS / 2);
  ck_assert_int_lt(open, DRAWS);
}
END_TEST

/* Whether a set is { base + sum of progressions, each on one axis }: which is all that a replica can say. Tries them
 * all. */
static bool is_replica(const hd_test_set *set, const hd_test_set *made, int next) {
  if (hd_test_same_set(set, made)) return true;
  for (int at = next; at < set->count; at++) {
    int64_t step[HD_TEST_AXES] = {0}, one[HD_TEST_AXES] = {1, 1, 1, 1, 1, 1};
    int axes = 0;
    for (int k = 0; k < HD_TEST_AXES; k++) axes += (step[k] = set->place[at][k] - made->place[0][k]) != 0;
    if (axes != 1) continue;
    hd_test_set progression = {0}, sums;
    hd_test_set_insert(&progression, (int64_t[HD_TEST_AXES]){0});
    hd_test_set_insert(&progression, step);
    hd_test_set_sum(made, one, &progression, &sums);
    bool within = true;
    for (int k = 0; within && k < sums.count; k++) {
      within = false;
      for (int j = 0; j < set->count; j++)
        within = within || memcmp(sums.place[k], set->place[j], sizeof set->place[0]) == 0;
    }
    if (within && is_replica(set, &sums, at)) return true;
  }
  return false;
}

START_TEST(copies_are_taken_apart_wherever_a_replica_can_say_so) {
  uint64_t seed = 16;
  int64_t refused = 0, open = 0;
  for (int n = 0; n < DRAWS; n++) {
    hd_placement p, q;
    hd_error error;
    int64_t extent = 2 + hd_draw(&seed, 6);
    hd_axis_split split = split_of(0, 4, 3, extent);
    hd_placement_clear(HD_LAST_FASTEST, &p);
    for (int k = 1 + hd_draw(&seed, 2); k > 0; k--)
      hd_placement_append_replica(&p, 2 + hd_draw(&seed, 3), 1 + hd_draw(&seed, 5), hd_test_axis(0));
    ck_assert_int_eq(hd_placement_add_offset(&p, hd_draw(&seed, 8), hd_test_axis(0), "test", &error), HD_OK);
    hd_status status = hd_placement_split(&p, &split, &error, &q);
    if (status == HD_OK) continue;
    hd_test_set before, wanted, base;
    hd_test_places(&p, 0, &before);
    hd_test_set_clear(&wanted);
    hd_test_set_clear(&base);
    for (int k = 0; k < before.count; k++) {
      int64_t place[HD_TEST_AXES];
      taken_apart(before.place[k], 0, 4, 3, extent, place);
      hd_test_set_insert(&wanted, place);
    }
    hd_test_set_insert(&base, wanted.place[0]);
    if (status == HD_UNDEFINED) {
      EXPECT(!is_replica(&wanted, &base, 1), "%s at %d: refused, and has an answer", hd_test_show_placement(&p),
             (int)extent);
      refused++;
    } else {
      ck_assert_int_eq(status, HD_UNDECIDED);
      open++;
    }
  }
  ck_assert_int_gt(refused, DRAWS / 20);
  ck_assert_int_gt(open, DRAWS / 20);
}
END_TEST

START_TEST(relations_that_make_no_sense_are_refused) {
  hd_placement p = hd_test_placement("S[4:1@laneid]"), q;
  hd_axis path;
  int step = 0;
  hd_error error;
  ck_assert(hd_axis_from_path(&step, 1, &path));
  const hd_axis_split bad[] = {split_of(0, 0, 1, 4),
                               split_of(0, 1, 0, 4),
                               split_of(0, 1, 1, 4),
                               split_of(3, 1, 0, 0),
                               {path, hd_test_axis(0), hd_test_axis(1), 4}};
  for (int k = 0; k < HD_COUNT(bad); k++) {
    hd_test_stamp(&q, sizeof q);
    ck_assert_int_eq(hd_placement_fuse(&p, &bad[k], &error, &q), HD_MALFORMED);
    ck_assert(hd_test_is_error(&error, HD_MALFORMED));
    ck_assert_int_eq(hd_placement_split(&p, &bad[k], &error, &q), HD_MALFORMED);
    ck_assert(hd_test_is_error(&error, HD_MALFORMED) && hd_test_is_stamped(&q, sizeof q));
  }
  hd_axis_split split = split_of(3, 1, 0, 32);
  p = hd_test_placement("S[2:1152921504606846976@warpid]");
  ck_assert_int_eq(hd_placement_fuse(&p, &split, &error, &q), HD_OVERFLOW);
  ck_assert(hd_test_is_error(&error, HD_OVERFLOW));
  p = hd_test_placement("S[2:1@laneid] + 1152921504606846976@warpid");
  ck_assert_int_eq(hd_placement_fuse(&p, &split, &error, &q), HD_OVERFLOW);
  hd_placement_clear(HD_LAST_FASTEST, &p); /* every second iter splits in two */
  for (int k = 0; k < HD_MAX_LEAVES; k++)
    hd_placement_append_shard(&p, 2, k % 2 ? (int64_t)16 << k : 0, hd_test_axis(k % 2 ? 3 : 1));
  p.shard[HD_MAX_LEAVES - 1] = (hd_iter){4, 16, hd_test_axis(3)};
  ck_assert_int_eq(hd_placement_finish(&p, "test", &error), HD_OK);
  ck_assert_int_eq(hd_placement_split(&p, &split, &error, &q), HD_CAPACITY);
  ck_assert(hd_test_is_error(&error, HD_CAPACITY));
}
END_TEST

/* ---- orders and layouts ---- */

/* Whether the placement's values at element 0 and along each mode of a shape are layouts that add up. */
static bool divides(const hd_placement *p, const hd_tuple *shape) {
  static int64_t along[HD_TEST_RANK][256][HD_TEST_AXES];
  int rank = shape->profile.leaves;
  hd_placement bare;
  hd_placement_copy(&bare, p);
  bare.replicas = bare.offsets = 0;
  hd_test_set set;
  for (int mode = 0; mode < rank; mode++) {
    int64_t x[HD_TEST_RANK] = {0};
    for (; x[mode] < shape->value[mode]; x[mode]++) {
      hd_test_places(&bare, hd_test_element(p->order, rank, x, shape->value), &set);
      memcpy(along[mode][x[mode]], set.place[0], sizeof set.place[0]);
    }
    if (!hd_test_is_layout(along[mode], shape->value[mode], 1)) return false;
  }
  int64_t x[HD_TEST_RANK] = {0};
  do {
    hd_test_places(&bare, hd_test_element(p->order, rank, x, shape->value), &set);
    for (int k = 0; k < HD_TEST_AXES; k++) {
      int64_t sum = 0;
      for (int mode = 0; mode < rank; mode++) sum += along[mode][x[mode]][k];
      if (sum != set.place[0][k]) return false;
    }
  } while (hd_test_next(rank, x, shape->value));
  return true;
}

START_TEST(reordering_keeps_the_places_of_every_coordinate) {
  uint64_t seed = 17;
  int64_t done = 0, refused = 0;
  for (int n = 0; n < DRAWS; n++) {
    hd_placement p, q;
    hd_tuple shape;
    hd_error error;
    hd_draw_placement(&seed, orders[n % 2], 1, &p);
    hd_draw_shape(&seed, hd_placement_size(&p), &shape);
    hd_order order = orders[hd_draw(&seed, 2)];
    int rank = shape.profile.leaves;
    hd_test_stamp(&q, sizeof q);
    hd_status status = hd_placement_reorder(&p, &shape, order, &error, &q);
    ck_assert_int_eq(status, divides(&p, &shape) ? HD_OK : HD_UNDEFINED);
    if (status != HD_OK) {
      ck_assert(hd_test_is_error(&error, status) && hd_test_is_stamped(&q, sizeof q));
      refused++;
      continue;
    }
    done++;
    ck_assert_int_eq(q.order, order);
    int64_t x[HD_TEST_RANK] = {0};
    do {
      hd_test_set before, after;
      hd_test_places(&p, hd_test_element(p.order, rank, x, shape.value), &before);
      hd_test_places(&q, hd_test_element(order, rank, x, shape.value), &after);
      EXPECT(hd_test_same_set(&before, &after), "%s, %s in %s", hd_test_show_placement(&p), hd_test_show_placement(&q),
             hd_test_show_tuple(&shape));
    } while (hd_test_next(rank, x, shape.value));
  }
  ck_assert_int_gt(done, DRAWS / 2);
  ck_assert_int_gt(refused, DRAWS / 20);
  hd_placement p = hd_test_placement("S[(3,2):(2,1)]"), q; /* row-major and column-major are two things */
  hd_tuple shape = hd_test_tuple("(3,2)"), all = hd_test_tuple("6"), wrong = hd_test_tuple("(3,3)");
  ck_assert_int_eq(hd_placement_reorder(&p, &shape, HD_FIRST_FASTEST, NULL, &q), HD_OK);
  ck_assert_str_eq(hd_test_show_placement(&q), "Scolex[(3,2):(2,1)]");
  ck_assert_int_eq(hd_placement_reorder(&p, &all, HD_FIRST_FASTEST, NULL, &q), HD_OK);
  ck_assert_str_eq(hd_test_show_placement(&q), "Scolex[6:1]");
  ck_assert_int_eq(hd_placement_reorder(&p, &wrong, HD_FIRST_FASTEST, NULL, &q), HD_MISMATCH);
}
END_TEST

/* Iters that are one where the shape cuts them, and between them one of extent 1 that is none of them. */
START_TEST(extents_of_1_do_not_keep_iters_apart) {
  hd_placement p = hd_test_placement("Scolex[(4,1,1,3):(1,99,4@warpid,4)]"), q;
  hd_tuple shape;
  ck_assert(hd_tuple_flat(&shape, 2, (int64_t[]){3, 4}));
  ck_assert_int_eq(hd_placement_reorder(&p, &shape, HD_FIRST_FASTEST, NULL, &q), HD_OK);
  ck_assert_str_eq(hd_test_show_placement(&q), "Scolex[(3,4):(1,3)]");
}
END_TEST

START_TEST(layouts_are_placements_whose_first_mode_runs_fastest) {
  static const char *const there[] = {
      "(8,4):(4@laneid,1@warpid)", "(4,8):(1,4)", "8:2", "((2,2),3):((1@m,6@laneid),0)", "():()",
      "(2,2):(1@m,2@laneid)",      "(4,2):(0,-1)"};
  for (int k = 0; k < HD_COUNT(there); k++) {
    hd_layout layout, back, flat;
    hd_placement p, q;
    layout = hd_test_layout(there[k]);
    ck_assert_int_eq(hd_placement_from_layout(&layout, NULL, &p), HD_OK);
    ck_assert_int_eq(p.order, HD_FIRST_FASTEST);
    ck_assert_int_eq(hd_placement_size(&p), hd_size(&layout));
    for (int64_t i = 0; i < hd_size(&layout); i++) {
      hd_test_set set;
      int64_t wanted[HD_TEST_AXES] = {0}, rest = i;
      for (int j = 0; j < layout.profile.leaves; j++) {
        hd_axis axis = layout.on_axes ? layout.axis[j] : HD_AXIS_INTEGER;
        wanted[axis == HD_AXIS_INTEGER ? 2 : hd_test_axis_index(axis)] += rest % layout.shape[j] * layout.stride[j];
        rest /= layout.shape[j];
      }
      hd_test_places(&p, i, &set);
      ck_assert(set.count == 1 && memcmp(set.place[0], wanted, sizeof wanted) == 0);
    }
    ck_assert_int_eq(hd_placement_to_layout(&p, NULL, &back), HD_OK);
    hd_flatten(&layout, &flat);
    ck_assert_str_eq(hd_test_show(&back), hd_test_show(&flat));
    ck_assert_int_eq(hd_placement_from_layout(&back, NULL, &q), HD_OK);
    ck_assert(hd_placement_is_identical(&p, &q));
  }
}
END_TEST

START_TEST(what_is_no_layout_is_refused) {
  static const struct {
    const char *text;
    hd_status status;
  } refused[] = {{"S[(4,2):(2,1)]", HD_MISMATCH},
                 {"Scolex[4:1] + R[2:1@warpid]", HD_UNDEFINED},
                 {"Scolex[4:1] + 1@warpid", HD_UNDEFINED}};
  hd_layout layout;
  hd_error error;
  for (int k = 0; k < HD_COUNT(refused); k++) {
    hd_placement p = hd_test_placement(refused[k].text);
    hd_test_stamp(&layout, sizeof layout);
    hd_status status = hd_placement_to_layout(&p, &error, &layout);
    EXPECT(status == refused[k].status && hd_test_is_error(&error, status), "%s: %s", refused[k].text,
           hd_status_name(status));
    ck_assert(hd_test_is_stamped(&layout, sizeof layout));
  }
  hd_placement p = hd_test_placement("Scolex[(4,2):(1,4)] + R[2:0@warpid]"); /* a copy in the same place is none */
  ck_assert_int_eq(hd_placement_to_layout(&p, NULL, &layout), HD_OK);
  ck_assert_str_eq(hd_test_show(&layout), "(4,2):(1,4)");
  layout = hd_test_layout("(4,2):(1@0,1@1)");
  ck_assert_int_eq(hd_placement_from_layout(&layout, &error, &p), HD_MISMATCH);
  ck_assert(hd_test_is_error(&error, HD_MISMATCH));
}
END_TEST

int main(void) {
  const hd_test tests[] = {
      {"extents of 1", extents_of_1_do_not_keep_iters_apart},
      {"the canonical form says the same and no respelling changes it",
       the_canonical_form_says_the_same_and_no_respelling_changes_it},
      {"canonical forms are spelled short", canonical_forms_are_spelled_short},
      {"equivalence is that of all places", equivalence_is_that_of_all_places},
      {"one set in two spellings is equivalent", one_set_in_two_spellings_is_equivalent},
      {"questions about two orders or too many sums stay open", questions_about_two_orders_or_too_many_sums_stay_open},
      {"copies count the places", copies_count_the_places},
      {"the machine has these axes", the_machine_has_these_axes},
      {"a thread of a warpgroup is a lane of a warp", a_thread_of_a_warpgroup_is_a_lane_of_a_warp},
      {"fused numbers are inner and outer together", fused_numbers_are_inner_and_outer_together},
      {"split numbers are taken apart wherever iters can say so",
       split_numbers_are_taken_apart_wherever_iters_can_say_so},
      {"copies are taken apart wherever a replica can say so", copies_are_taken_apart_wherever_a_replica_can_say_so},
      {"relations that make no sense are refused", relations_that_make_no_sense_are_refused},
      {"reordering keeps the places of every coordinate", reordering_keeps_the_places_of_every_coordinate},
      {"layouts are placements whose first mode runs fastest", layouts_are_placements_whose_first_mode_runs_fastest},
      {"what is no layout is refused", what_is_no_layout_is_refused},
  };
  return hd_test_main("placement forms", tests, HD_COUNT(tests));
}
