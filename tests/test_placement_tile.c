/* Tiles, direct sums and slices of placements. */
#include "tests/support/placement.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

#include <stdio.h>

enum { DRAWS = 1200 };

static const hd_order orders[] = {HD_LAST_FASTEST, HD_FIRST_FASTEST};

/* Two operands, their shapes of one rank, and the shape of both together. */
typedef struct pair {
  hd_placement outer, inner;
  hd_tuple outer_shape, inner_shape;
  int rank;
  int64_t both[HD_TEST_RANK];
} pair;

static void join_shapes(pair *p) {
  p->rank = p->outer_shape.profile.leaves;
  for (int k = 0; k < p->rank; k++) p->both[k] = p->outer_shape.value[k] * p->inner_shape.value[k];
}

/* Draws operands that divide by their shapes, sometimes; true where the library's grouping should take them. */
static void draw_pair(uint64_t *seed, int replicas, pair *p) {
  hd_order order = orders[hd_draw(seed, 2)];
  do {
    hd_draw_placement(seed, order, replicas, &p->outer);
  } while (hd_placement_size(&p->outer) > 16);
  do {
    hd_draw_placement(seed, order, replicas, &p->inner);
  } while (hd_placement_size(&p->inner) > 16);
  hd_draw_shape(seed, hd_placement_size(&p->outer), &p->outer_shape);
  do {
    hd_draw_shape(seed, hd_placement_size(&p->inner), &p->inner_shape);
  } while (p->inner_shape.profile.leaves != p->outer_shape.profile.leaves);
  join_shapes(p);
}

/* 1 + greatest - least on each axis, over all elements. */
static void spans_of(const hd_placement *inner, int64_t span[HD_TEST_AXES]) {
  int64_t least[HD_TEST_AXES], greatest[HD_TEST_AXES];
  for (int64_t e = 0; e < hd_placement_size(inner); e++) {
    hd_test_set set;
    hd_test_places(inner, e, &set);
    for (int k = 0; k < set.count; k++)
      for (int a = 0; a < HD_TEST_AXES; a++) {
        if ((e == 0 && k == 0) || set.place[k][a] < least[a]) least[a] = set.place[k][a];
        if ((e == 0 && k == 0) || set.place[k][a] > greatest[a]) greatest[a] = set.place[k][a];
      }
  }
  for (int a = 0; a < HD_TEST_AXES; a++) span[a] = 1 + greatest[a] - least[a];
}

/* Whether at every coordinate the whole has the places that the two operands make with these scales. */
static bool is_made_of(const pair *p, const int64_t scale[HD_TEST_AXES], const hd_placement *whole) {
  int64_t x[HD_TEST_RANK] = {0};
  do {
    int64_t o[HD_TEST_RANK], i[HD_TEST_RANK];
    hd_test_set outer, inner, wanted, got;
    for (int k = 0; k < p->rank; k++) {
      o[k] = x[k] / p->inner_shape.value[k];
      i[k] = x[k] % p->inner_shape.value[k];
    }
    hd_test_places(&p->outer, hd_test_element(p->outer.order, p->rank, o, p->outer_shape.value), &outer);
    hd_test_places(&p->inner, hd_test_element(p->inner.order, p->rank, i, p->inner_shape.value), &inner);
    hd_test_set_sum(&outer, scale, &inner, &wanted);
    hd_test_places(whole, hd_test_element(whole->order, p->rank, x, p->both), &got);
    if (!hd_test_same_set(&wanted, &got)) return false;
  } while (hd_test_next(p->rank, x, p->both));
  return true;
}

static const char *show_pair(const pair *p) {
  static char text[4096];
  snprintf(text, sizeof text, "%s in %s, of %s in %s", hd_test_show_placement(&p->outer),
           hd_test_show_tuple(&p->outer_shape), hd_test_show_placement(&p->inner), hd_test_show_tuple(&p->inner_shape));
  return text;
}

/* Whether it divides by its shape, which reordering tests against the definition. */
static bool divides(const hd_placement *p, const hd_tuple *shape) {
  hd_placement q;
  return hd_placement_reorder(p, shape, p->order, NULL, &q) == HD_OK;
}

static const int64_t ones[HD_TEST_AXES] = {1, 1, 1, 1, 1, 1};

/* Makes the tile, or the direct sum, and judges it. Returns false where it was refused, as it should be. */
static bool judge_combined(const pair *p, bool spans, hd_placement *whole) {
  hd_error error;
  int64_t scale[HD_TEST_AXES];
  spans_of(&p->inner, scale);
  hd_test_stamp(whole, sizeof *whole);
  hd_status status =
      spans ? hd_placement_tile(&p->outer, &p->outer_shape, &p->inner, &p->inner_shape, &error, whole)
            : hd_placement_direct_sum(&p->outer, &p->outer_shape, &p->inner, &p->inner_shape, &error, whole);
  if (!divides(&p->outer, &p->outer_shape) || !divides(&p->inner, &p->inner_shape)) {
    ck_assert_int_eq(status, HD_UNDEFINED);
    ck_assert(hd_test_is_error(&error, status) && hd_test_is_stamped(whole, sizeof *whole));
    return false;
  }
  EXPECT(status == HD_OK, "%s: %s", show_pair(p), error.reason);
  EXPECT(is_made_of(p, spans ? scale : ones, whole), "%s: %s", show_pair(p), hd_test_show_placement(whole));
  return true;
}

START_TEST(tiles_and_sums_have_the_places_that_both_operands_make) {
  uint64_t seed = 21;
  int64_t made[2] = {0}, refused = 0;
  for (int n = 0; n < DRAWS; n++) {
    pair p;
    hd_placement whole, again;
    draw_pair(&seed, 1, &p);
    for (int spans = 0; spans < 2; spans++) {
      bool fits = judge_combined(&p, spans, &whole);
      made[spans] += fits;
      refused += !fits;
      if (!fits) continue;
      hd_placement_canonicalize(&whole, &again);
      ck_assert(hd_placement_is_identical(&whole, &again));
    }
  }
  ck_assert_int_gt(made[0], DRAWS / 2);
  ck_assert_int_gt(made[1], DRAWS / 2);
  ck_assert_int_gt(refused, DRAWS / 10);
}
END_TEST

START_TEST(tiles_are_those_published) {
  static const char *const row[][5] = {
      {"S[8:1]", "8", "S[8:1]", "8", "S[64:1]"},
      {"S[(8,8):(8,1)]", "(8,8)", "S[(8,8):(8,1)]", "(8,8)", "S[(8,8,8,8):(512,8,64,1)]"},
      {"S[8:4@laneid]", "(8,1)", "S[(1,2):(2,1)]", "(1,2)", "S[(8,2):(4@laneid,1)]"},
      {"S[2:2@warpid] + R[2:1@warpid]", "(2,1)", "S[(64,128):(128,1)]", "(64,128)",
       "S[(2,8192):(2@warpid,1)] + R[2:1@warpid]"},
      {"S[(2,2):(2@warpid,1@warpid)]", "(2,2)", "S[(8,4,2):(4@laneid,1@laneid,1)]", "(8,8)",
       "S[(2,8,2,4,2):(2@warpid,4@laneid,1@warpid,1@laneid,1)]"},
  };
  for (int k = 0; k < HD_COUNT(row); k++) {
    pair p = {.outer = hd_test_placement(row[k][0]), .inner = hd_test_placement(row[k][2])};
    hd_placement whole, back;
    p.outer_shape = hd_test_tuple(row[k][1]);
    p.inner_shape = hd_test_tuple(row[k][3]);
    join_shapes(&p);
    ck_assert(judge_combined(&p, true, &whole));
    ck_assert_str_eq(hd_test_show_placement(&whole), row[k][4]);
    ck_assert_int_eq(hd_placement_is_tile_inner(&p.inner, &whole, &p.outer_shape, &p.inner_shape, NULL, &back), HD_OK);
    hd_placement_canonicalize(&p.outer, &p.outer);
    ck_assert_str_eq(hd_test_show_placement(&back), hd_test_show_placement(&p.outer));
    ck_assert_int_eq(hd_placement_is_tile_outer(&p.outer, &whole, &p.outer_shape, &p.inner_shape, NULL, &back), HD_OK);
    hd_placement_canonicalize(&p.inner, &p.inner);
    ck_assert_str_eq(hd_test_show_placement(&back), hd_test_show_placement(&p.inner));
  }
}
END_TEST

START_TEST(scale_factors_in_tensor_memory_are_a_direct_sum) {
  pair p = {.outer = hd_test_placement("S[(4,2):(4@TCol,16@TCol)]"),
            .inner = hd_test_placement("S[(32,4):(1@laneid,1@TCol)] + R[4:32@laneid]")};
  hd_placement whole, back;
  p.outer_shape = hd_test_tuple("(4,2)");
  p.inner_shape = hd_test_tuple("(32,4)");
  join_shapes(&p);
  ck_assert(judge_combined(&p, false, &whole));
  ck_assert_str_eq(hd_test_show_placement(&whole), "S[(4,32,2,4):(4@TCol,1@laneid,16@TCol,1@TCol)] + R[4:32@laneid]");
  ck_assert_int_eq(hd_placement_is_direct_sum_right(&p.inner, &whole, &p.outer_shape, &p.inner_shape, NULL, &back),
                   HD_OK);
  ck_assert_str_eq(hd_test_show_placement(&back), hd_test_show_placement(&p.outer));
}
END_TEST

/* ---- back from the whole ---- */

typedef hd_status search(const hd_placement *known, const hd_placement *whole, const hd_tuple *outer_shape,
                         const hd_tuple *inner_shape, hd_error *error, hd_placement *found);

static const struct {
  search *find;
  bool spans, knows_outer;
} searches[] = {{hd_placement_is_tile_inner, true, false},
                {hd_placement_is_tile_outer, true, true},
                {hd_placement_is_direct_sum_right, false, false},
                {hd_placement_is_direct_sum_left, false, true}};

START_TEST(operands_are_found_in_what_they_made) {
  uint64_t seed = 22;
  int64_t found[4] = {0}, open = 0, made = 0;
  for (int n = 0; n < DRAWS; n++) {
    pair p;
    hd_placement whole;
    draw_pair(&seed, n % 2, &p);
    for (int s = 0; s < HD_COUNT(searches); s++) {
      if (!judge_combined(&p, searches[s].spans, &whole)) continue;
      pair back = p;
      hd_error error;
      int64_t scale[HD_TEST_AXES];
      made++;
      hd_status status = searches[s].find(searches[s].knows_outer ? &p.outer : &p.inner, &whole, &p.outer_shape,
                                          &p.inner_shape, &error, searches[s].knows_outer ? &back.inner : &back.outer);
      open += status == HD_UNDECIDED;
      EXPECT(status == HD_OK || status == HD_UNDECIDED, "search %d, %s: %s", s, show_pair(&p), error.reason);
      if (status != HD_OK) continue;
      spans_of(&back.inner, scale);
      EXPECT(is_made_of(&back, searches[s].spans ? scale : ones, &whole), "search %d, %s: found another", s,
             show_pair(&p));
      found[s]++;
    }
  }
  for (int s = 0; s < HD_COUNT(searches); s++) ck_assert_int_gt(found[s], DRAWS / 3);
  ck_assert_int_lt(open, made / 20);
}
END_TEST

/* Whether a placement without replicas can be what is looked for, by what it would have to say at every coordinate. */
static bool has_other(const hd_placement *whole, const pair *p, bool spans, bool knows_outer) {
  static int64_t value[HD_TEST_RANK][64][HD_TEST_AXES];
  const hd_placement *known = knows_outer ? &p->outer : &p->inner;
  int64_t scale[HD_TEST_AXES] = {1, 1, 1, 1, 1, 1}, least[HD_TEST_AXES] = {0}, greatest[HD_TEST_AXES] = {0};
  int64_t x[HD_TEST_RANK] = {0}, zero[HD_TEST_RANK] = {0};
  const int64_t *other = knows_outer ? p->inner_shape.value : p->outer_shape.value;
  hd_test_set first, here, origin;
  if (!divides(known, knows_outer ? &p->outer_shape : &p->inner_shape)) return false;
  if (spans && !knows_outer) spans_of(known, scale);
  hd_test_places(whole, hd_test_element(whole->order, p->rank, zero, p->both), &origin);
  do { /* what is inside, or outside, a tile: at the other's coordinate 0 */
    int64_t at[HD_TEST_RANK];
    for (int k = 0; k < p->rank; k++) at[k] = knows_outer ? x[k] : x[k] * p->inner_shape.value[k];
    hd_test_places(whole, hd_test_element(whole->order, p->rank, at, p->both), &here);
    for (int a = 0; a < HD_TEST_AXES; a++) {
      int64_t moved = here.place[0][a] - origin.place[0][a];
      if (moved < least[a]) least[a] = moved;
      if (moved > greatest[a]) greatest[a] = moved;
      if (moved % scale[a] != 0) return false;
    }
  } while (hd_test_next(p->rank, x, other));
  if (spans && knows_outer)
    for (int a = 0; a < HD_TEST_AXES; a++) scale[a] = 1 + greatest[a] - least[a];
  for (int mode = 0; mode < p->rank; mode++) {
    memset(x, 0, sizeof x);
    for (; x[mode] < other[mode]; x[mode]++) {
      int64_t at[HD_TEST_RANK] = {0};
      at[mode] = knows_outer ? x[mode] : x[mode] * p->inner_shape.value[mode];
      hd_test_places(whole, hd_test_element(whole->order, p->rank, at, p->both), &here);
      for (int a = 0; a < HD_TEST_AXES; a++)
        value[mode][x[mode]][a] = (here.place[0][a] - origin.place[0][a]) / (knows_outer ? 1 : scale[a]);
    }
    if (!hd_test_is_layout(value[mode], other[mode], 1)) return false;
  }
  memset(x, 0, sizeof x);
  hd_test_places(known, hd_test_element(known->order, p->rank, zero, p->both), &first);
  for (int a = 0; a < HD_TEST_AXES && !knows_outer; a++)
    if ((origin.place[0][a] - first.place[0][a]) % scale[a] != 0) return false;
  do { /* everywhere: known's part and the other's */
    int64_t o[HD_TEST_RANK], i[HD_TEST_RANK];
    for (int k = 0; k < p->rank; k++) {
      o[k] = x[k] / p->inner_shape.value[k];
      i[k] = x[k] % p->inner_shape.value[k];
    }
    hd_test_places(whole, hd_test_element(whole->order, p->rank, x, p->both), &here);
    hd_test_set part;
    hd_test_places(known,
                   hd_test_element(known->order, p->rank, knows_outer ? o : i,
                                   knows_outer ? p->outer_shape.value : p->inner_shape.value),
                   &part);
    for (int a = 0; a < HD_TEST_AXES; a++) {
      int64_t sum = (knows_outer ? scale[a] : 1) * (part.place[0][a] - first.place[0][a]);
      for (int k = 0; k < p->rank; k++) sum += (knows_outer ? 1 : scale[a]) * value[k][knows_outer ? i[k] : o[k]][a];
      if (here.place[0][a] - origin.place[0][a] != sum) return false;
    }
  } while (hd_test_next(p->rank, x, p->both));
  return true;
}

START_TEST(what_is_no_operand_is_refused_and_only_that) {
  uint64_t seed = 23;
  int64_t yes[4] = {0}, no[4] = {0};
  for (int n = 0; n < DRAWS; n++) {
    pair p;
    hd_placement whole;
    draw_pair(&seed, 0, &p);
    for (int s = 0; s < HD_COUNT(searches); s++) {
      if (!judge_combined(&p, searches[s].spans, &whole)) continue;
      pair q = p; /* then something is changed */
      hd_error error;
      hd_placement *known = searches[s].knows_outer ? &q.outer : &q.inner, result;
      hd_placement *changed = hd_draw(&seed, 2) ? known : &whole;
      if (hd_draw(&seed, 3) == 0)
        hd_placement_add_offset(changed, 1 + hd_draw(&seed, 3), hd_test_axis(hd_draw(&seed, 3)), "test", NULL);
      else if (changed->shards > 0) changed->shard[hd_draw(&seed, changed->shards)].stride += 1 + hd_draw(&seed, 2);
      ck_assert_int_eq(hd_placement_finish(changed, "test", NULL), HD_OK);
      hd_test_stamp(&result, sizeof result);
      hd_status status = searches[s].find(known, &whole, &q.outer_shape, &q.inner_shape, &error, &result);
      bool exists = has_other(&whole, &q, searches[s].spans, searches[s].knows_outer);
      EXPECT(status == (exists ? HD_OK : HD_UNDEFINED), "search %d in %s, %s: %s", s, hd_test_show_placement(&whole),
             show_pair(&q), hd_status_name(status));
      if (!exists) ck_assert(hd_test_is_error(&error, status) && hd_test_is_stamped(&result, sizeof result));
      yes[s] += exists;
      no[s] += !exists;
    }
  }
  for (int s = 0; s < HD_COUNT(searches); s++) {
    ck_assert_int_gt(yes[s], DRAWS / 20);
    ck_assert_int_gt(no[s], DRAWS / 10);
  }
}
END_TEST

START_TEST(copies_that_do_not_come_out_are_refused_or_left_open) {
  static const struct {
    const char *known, *whole;
    int search;
    hd_status status;
    const char *found;
  } row[] = {
      {"S[2:1] + R[2:1@warpid]", "S[4:1] + R[4:1@warpid]", 0, HD_OK, "S[2:1] + R[2:1@warpid]"},
      {"S[2:1] + R[2:1@warpid]", "S[4:1] + R[4:1@warpid]", 1, HD_OK, "S[2:1] + R[2:1@warpid]"},
      {"S[2:1] + R[2:1@warpid]", "S[4:1] + R[2:1@warpid]", 0, HD_OK, "S[2:1]"},
      {"S[2:1] + R[2:1@warpid]", "S[4:1]", 0, HD_UNDEFINED, NULL},
      {"S[2:1] + R[2:2@warpid]", "S[4:1] + R[2:1@warpid]", 0, HD_UNDEFINED, NULL},
      {"S[2:1] + R[2:1@warpid]", "S[4:1] + R[3:1@warpid]", 0, HD_UNDEFINED, NULL},
      {"S[2:1]", "S[4:1] + R[3:1]", 0, HD_UNDEFINED, NULL},
      {"S[2:1]", "S[4:1] + R[3:2]", 0, HD_OK, "S[2:1] + R[3:1]"},
      {"S[2:1] + R[(2,2):(2@warpid,3@warpid)]", "S[4:1] + R[(4,2):(2@warpid,3@warpid)]", 0, HD_UNDECIDED, NULL},
      {"S[2:1] + R[(2,2):(5@warpid,7@warpid)]", "S[4:1] + R[3:4@warpid]", 0, HD_UNDECIDED, NULL},
      {"S[2:2] + R[2:1@warpid]", "S[4:1] + R[3:1@warpid]", 3, HD_OK, "S[2:1] + R[2:1@warpid]"},
      {"S[2:2] + R[2:2@warpid]", "S[4:1] + R[5:1@warpid]", 3, HD_OK, "S[2:1] + R[3:1@warpid]"},
      {"S[2:2] + R[2:2@warpid]", "S[4:1] + R[4:1@warpid]", 3, HD_OK, "S[2:1] + R[2:1@warpid]"},
      {"S[2:2] + R[2:2@warpid]", "S[4:1] + R[3:1@warpid]", 3, HD_UNDEFINED, NULL},
      {"S[2:1] + R[4:1@warpid]", "S[4:1] + R[8:1@warpid]", 2, HD_OK, "S[2:2] + R[2:4@warpid]"},
      {"S[2:1] + R[4:1@warpid]", "S[(2,2):(1,1)] + R[8:1@warpid]", 2, HD_OK, "S[2:1] + R[2:4@warpid]"},
  };
  hd_tuple two = hd_test_tuple("2");
  for (int k = 0; k < HD_COUNT(row); k++) {
    hd_placement known = hd_test_placement(row[k].known), whole = hd_test_placement(row[k].whole), found;
    hd_error error;
    hd_status status = searches[row[k].search].find(&known, &whole, &two, &two, &error, &found);
    EXPECT(status == row[k].status, "%s in %s: %s", row[k].known, row[k].whole,
           status == HD_OK ? hd_test_show_placement(&found) : error.reason);
    if (row[k].found) ck_assert_str_eq(hd_test_show_placement(&found), row[k].found);
    else ck_assert(hd_test_is_error(&error, status));
  }
}
END_TEST

START_TEST(operands_that_do_not_go_together_are_refused) {
  static const struct {
    const char *outer, *outer_shape, *inner, *inner_shape;
    hd_status status;
  } refused[] = {
      {"S[4:1]", "4", "Scolex[4:1]", "4", HD_MISMATCH},
      {"S[4:1]", "4", "S[4:1]", "(2,2)", HD_MISMATCH},
      {"S[4:1]", "(2,1)", "S[4:1]", "(2,2)", HD_MISMATCH},
      {"S[4:1]", "((2,2))", "S[4:1]", "4", HD_MISMATCH},
      {"S[4:1]", "1@0", "S[4:1]", "4", HD_MISMATCH},
      {"S[4:1]", "0", "S[4:1]", "4", HD_MALFORMED},
      {"S[(3,2):(1,4)]", "(2,3)", "S[(2,2):(2,1)]", "(2,2)", HD_UNDEFINED},
  };
  for (int k = 0; k < HD_COUNT(refused); k++) {
    hd_placement outer = hd_test_placement(refused[k].outer), inner = hd_test_placement(refused[k].inner), result;
    hd_tuple os = hd_test_tuple(refused[k].outer_shape), is = hd_test_tuple(refused[k].inner_shape);
    hd_error error;
    hd_test_stamp(&result, sizeof result);
    hd_status status = hd_placement_tile(&outer, &os, &inner, &is, &error, &result);
    EXPECT(status == refused[k].status && hd_test_is_error(&error, status), "tile %d: %s", k, hd_status_name(status));
    status = hd_placement_direct_sum(&outer, &os, &inner, &is, &error, &result);
    EXPECT(status == refused[k].status && hd_test_is_error(&error, status), "sum %d: %s", k, hd_status_name(status));
    for (int s = 0; s < HD_COUNT(searches); s++) {
      status = searches[s].find(searches[s].knows_outer ? &outer : &inner, searches[s].knows_outer ? &inner : &outer,
                                &os, &is, &error, &result);
      EXPECT(status == refused[k].status || (status == HD_MISMATCH && k > 3), "search %d, %d: %s", s, k,
             hd_status_name(status));
      ck_assert(hd_test_is_error(&error, status));
    }
    ck_assert(hd_test_is_stamped(&result, sizeof result));
  }
  hd_placement big = hd_test_placement("S[2:4611686018427387904]"), small = hd_test_placement("S[4:1]"), result;
  hd_tuple two = hd_test_tuple("2"), four = hd_test_tuple("4");
  ck_assert_int_eq(hd_placement_tile(&big, &two, &small, &four, NULL, &result), HD_OVERFLOW);
  big = hd_test_placement("S[2:1] + 4611686018427387904");
  ck_assert_int_eq(hd_placement_tile(&big, &two, &small, &four, NULL, &result), HD_OVERFLOW);
  hd_placement_clear(HD_LAST_FASTEST, &big);
  for (int k = 0; k < HD_MAX_LEAVES; k++) hd_placement_append_replica(&big, 2, (int64_t)3 << k, hd_test_axis(1));
  ck_assert_int_eq(hd_placement_finish(&big, "test", NULL), HD_OK);
  hd_tuple one = hd_test_tuple("1");
  small = hd_test_placement("S[4:1] + R[2:1@laneid]");
  ck_assert_int_eq(hd_placement_tile(&big, &one, &small, &four, NULL, &result), HD_CAPACITY);
}
END_TEST

/* ---- slices ---- */

START_TEST(slices_are_taken_wherever_iters_can_say_them) {
  static int64_t value[64][HD_TEST_AXES];
  uint64_t seed = 24;
  int64_t taken = 0, refused = 0;
  for (int n = 0; n < 3 * DRAWS; n++) {
    hd_placement p, q;
    hd_tuple shape, begin, extent;
    hd_error error;
    hd_draw_placement(&seed, orders[n % 2], 1, &p);
    hd_draw_shape(&seed, hd_placement_size(&p), &shape);
    if (!divides(&p, &shape)) {
      ck_assert_int_eq(hd_placement_slice(&p, &shape, &shape, &shape, &error, &q), HD_UNDEFINED);
      continue;
    }
    int rank = shape.profile.leaves;
    int64_t from[HD_TEST_RANK], size[HD_TEST_RANK];
    bool exists = true;
    for (int k = 0; k < rank; k++) {
      from[k] = hd_draw(&seed, (int)shape.value[k]);
      size[k] = 1 + hd_draw(&seed, (int)(shape.value[k] - from[k]));
      hd_test_set first, here;
      int64_t x[HD_TEST_RANK] = {0};
      for (int64_t i = 0; i < size[k]; i++) {
        x[k] = from[k] + i;
        hd_test_places(&p, hd_test_element(p.order, rank, x, shape.value), &here);
        if (i == 0) first = here;
        for (int a = 0; a < HD_TEST_AXES; a++) value[i][a] = here.place[0][a] - first.place[0][a];
      }
      exists = exists && hd_test_is_layout(value, size[k], 1);
    }
    ck_assert(hd_tuple_flat(&begin, rank, from) && hd_tuple_flat(&extent, rank, size));
    hd_test_stamp(&q, sizeof q);
    hd_status status = hd_placement_slice(&p, &shape, &begin, &extent, &error, &q);
    EXPECT(status == (exists ? HD_OK : HD_UNDEFINED), "%s in %s from %s, %s: %s", hd_test_show_placement(&p),
           hd_test_show_tuple(&shape), hd_test_show_tuple(&begin), hd_test_show_tuple(&extent), hd_status_name(status));
    if (!exists) ck_assert(hd_test_is_error(&error, status) && hd_test_is_stamped(&q, sizeof q));
    taken += exists;
    refused += !exists;
    int64_t x[HD_TEST_RANK] = {0};
    do {
      if (!exists) break;
      int64_t at[HD_TEST_RANK];
      hd_test_set wanted, got;
      for (int k = 0; k < rank; k++) at[k] = from[k] + x[k];
      hd_test_places(&p, hd_test_element(p.order, rank, at, shape.value), &wanted);
      hd_test_places(&q, hd_test_element(q.order, rank, x, size), &got);
      EXPECT(hd_test_same_set(&wanted, &got), "%s in %s: %s", hd_test_show_placement(&p), hd_test_show_tuple(&shape),
             hd_test_show_placement(&q));
    } while (hd_test_next(rank, x, size));
  }
  ck_assert_int_gt(taken, DRAWS);
  ck_assert_int_gt(refused, DRAWS / 20);
}
END_TEST

START_TEST(parts_that_leave_the_shape_are_refused) {
  static const struct {
    const char *shape, *begin, *extent;
    hd_status status;
  } refused[] = {
      {"(4,4)", "(0,0)", "(4,5)", HD_RANGE},      {"(4,4)", "(3,0)", "(2,4)", HD_RANGE},
      {"(4,4)", "(-1,0)", "(2,4)", HD_RANGE},     {"(4,4)", "(0,0)", "(0,4)", HD_MALFORMED},
      {"(4,4)", "(0,0)", "4", HD_MISMATCH},       {"(4,4)", "0", "(4,4)", HD_MISMATCH},
      {"(4,3)", "(0,0)", "(4,3)", HD_MISMATCH},   {"(4,4)", "(0,_)", "(4,4)", HD_MISMATCH},
      {"(4,4)", "(0,0)", "((4,4))", HD_MISMATCH}, {"16", "3", "2", HD_UNDEFINED},
  };
  hd_placement p = hd_test_placement("S[(4,4):(1,4)]"), q;
  hd_error error;
  for (int k = 0; k < HD_COUNT(refused); k++) {
    hd_tuple shape = hd_test_tuple(refused[k].shape), begin = hd_test_tuple(refused[k].begin);
    hd_tuple extent = hd_test_tuple(refused[k].extent);
    hd_test_stamp(&q, sizeof q);
    hd_status status = hd_placement_slice(&p, &shape, &begin, &extent, &error, &q);
    EXPECT((status == refused[k].status || k == HD_COUNT(refused) - 1) && status != HD_UNDECIDED, "%d: %s", k,
           hd_status_name(status));
    if (status != HD_OK) ck_assert(hd_test_is_error(&error, status) && hd_test_is_stamped(&q, sizeof q));
  }
  hd_tuple shape = hd_test_tuple("16"), begin = hd_test_tuple("3"), extent = hd_test_tuple("3");
  ck_assert_int_eq(hd_placement_slice(&p, &shape, &begin, &extent, &error, &q), HD_UNDEFINED);
  ck_assert(error.has_coordinate);
  p = hd_test_placement("S[(33554432,4):(1,33554432)]");
  shape = hd_test_tuple("134217728");
  begin = hd_test_tuple("1");
  extent = hd_test_tuple("134217727");
  ck_assert_int_eq(hd_placement_slice(&p, &shape, &begin, &extent, &error, &q), HD_UNDECIDED);
  ck_assert(hd_test_is_error(&error, HD_UNDECIDED));
}
END_TEST

int main(void) {
  const hd_test tests[] = {
      {"tiles and sums have the places that both operands make",
       tiles_and_sums_have_the_places_that_both_operands_make},
      {"tiles are those published", tiles_are_those_published},
      {"scale factors in tensor memory are a direct sum", scale_factors_in_tensor_memory_are_a_direct_sum},
      {"operands are found in what they made", operands_are_found_in_what_they_made},
      {"what is no operand is refused, and only that", what_is_no_operand_is_refused_and_only_that},
      {"copies that do not come out are refused or left open", copies_that_do_not_come_out_are_refused_or_left_open},
      {"operands that do not go together are refused", operands_that_do_not_go_together_are_refused},
      {"slices are taken wherever iters can say them", slices_are_taken_wherever_iters_can_say_them},
      {"parts that leave the shape are refused", parts_that_leave_the_shape_are_refused},
  };
  return hd_test_main("placement tiles", tests, HD_COUNT(tests));
}
