/* Two placements, each the leaves of a layout: tiled, summed, and one sought in the other. */
#include "tests/support/pairs.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

#define CASE "%s of %s and %s: "
#define SHOW(operation, a, b) operation, hd_test_show(&(a)->layout), hd_test_show(&(b)->layout)

enum { TILE, SUM, INNER, OUTER, RIGHT, LEFT, SOUGHT, EQUIVALENT, OPERATIONS };

#define SCORES                                                                                                        \
  {                                                                                                                   \
    {.operation = "placement_tile"}, {.operation = "placement_direct_sum"}, {.operation = "is_tile_inner of a tile"}, \
        {.operation = "is_tile_outer of a tile"}, {.operation = "is_direct_sum_right of a sum"},                      \
        {.operation = "is_direct_sum_left of a sum"}, {.operation = "is_tile_inner"},                                 \
        {.operation = "placement_is_equivalent"},                                                                     \
  }

/* ---- values, all on memory ---- */

/* The number of each element: the shard's digits times their strides, first one fastest, and the offset. */
static void places_of(const hd_operand *a, const hd_operand *b, const hd_placement *p, int64_t size, int64_t *place) {
  hd_plain plain = {.size = 1};
  EXPECT(p->order == HD_FIRST_FASTEST && p->replicas == 0 && p->offsets == 0, CASE "more than a shard",
         SHOW("placement", a, b));
  for (int k = 0; k < p->shards; k++) hd_plain_add(&plain, p->shard[k].extent, p->shard[k].stride);
  EXPECT(plain.size == size, CASE "%lld elements", SHOW("placement", a, b), (long long)plain.size);
  hd_plain_values(&plain, place);
}

static int64_t span_of(const hd_operand *a) {
  int64_t least = 0, greatest = 0;
  for (int64_t i = 0; i < a->plain.size; i++) {
    if (a->value[i] < least) least = a->value[i];
    if (a->value[i] > greatest) greatest = a->value[i];
  }
  return 1 + greatest - least;
}

/* ---- two shapes of one rank ---- */

typedef struct shapes {
  int rank;
  bool differ; /* the ranks do: there is no product shape */
  int64_t outer[HD_OPERAND_LEAVES + 1], inner[HD_OPERAND_LEAVES + 1];
  hd_tuple outer_shape, inner_shape;
} shapes;

/* The sizes of the modes. Where A has an even number of coordinates the shorter shape is filled up with 1. */
static void shapes_of(const hd_operand *a, const hd_operand *b, shapes *s) {
  bool fill = a->plain.size % 2 == 0;
  int ranks[2] = {a->modes, b->modes};
  s->rank = a->modes > b->modes ? a->modes : b->modes;
  s->differ = !fill && a->modes != b->modes;
  if (fill) ranks[0] = ranks[1] = s->rank;
  for (int k = 0; k < s->rank; k++) {
    s->outer[k] = k < a->modes ? a->part[k].size : 1;
    s->inner[k] = k < b->modes ? b->part[k].size : 1;
  }
  EXPECT(hd_tuple_flat(&s->outer_shape, ranks[0], s->outer) && hd_tuple_flat(&s->inner_shape, ranks[1], s->inner),
         "no shape");
}

/* span * p(o) + q(i) at every x of the product shape, x[k] = o[k] * inner[k] + i[k]. */
static int64_t tile_values(const shapes *s, const int64_t *outer, const int64_t *inner, int64_t span, int64_t *value) {
  int64_t count = 1, of_outer = 1, of_inner = 1;
  value[0] = 0;
  for (int k = 0; k < s->rank; k++) {
    int64_t along[HD_OPERAND_SIZE];
    for (int64_t i = 0; i < s->inner[k]; i++) along[i] = inner[i * of_inner];
    count = hd_outer_sum(value, count, along, s->inner[k]);
    for (int64_t o = 0; o < s->outer[k]; o++) along[o] = span * outer[o * of_outer];
    count = hd_outer_sum(value, count, along, s->outer[k]);
    of_outer *= s->outer[k];
    of_inner *= s->inner[k];
  }
  return count;
}

/* ---- judging ---- */

enum { POINTS = HD_OPERAND_SIZE * HD_OPERAND_SIZE };
static int64_t wanted[POINTS], found[POINTS];

static void expect_places(const char *operation, const hd_operand *a, const hd_operand *b, const hd_placement *p,
                          const int64_t *place, int64_t count) {
  places_of(a, b, p, count, found);
  for (int64_t i = 0; i < count; i++)
    EXPECT(found[i] == place[i], CASE "%lld at %lld", SHOW(operation, a, b), (long long)found[i], (long long)i);
}

typedef hd_status combine(const hd_placement *outer, const hd_tuple *outer_shape, const hd_placement *inner,
                          const hd_tuple *inner_shape, hd_error *error, hd_placement *result);
typedef hd_status take_out(const hd_placement *known, const hd_placement *whole, const hd_tuple *outer_shape,
                           const hd_tuple *inner_shape, hd_error *error, hd_placement *other);

/* Puts two placements together, and gets each of them back. */
static void judge_pair(const hd_operand *a, const hd_operand *b, const hd_placement *p, const hd_placement *q,
                       const shapes *s, bool tile, hd_score *score) {
  combine *of = tile ? hd_placement_tile : hd_placement_direct_sum;
  take_out *outer = tile ? hd_placement_is_tile_inner : hd_placement_is_direct_sum_right;
  take_out *inner = tile ? hd_placement_is_tile_outer : hd_placement_is_direct_sum_left;
  int first = tile ? INNER : RIGHT, second = tile ? OUTER : LEFT, made = tile ? TILE : SUM;
  hd_placement r, back;
  hd_error error;
  hd_status status = of(p, &s->outer_shape, q, &s->inner_shape, &error, &r);
  EXPECT(status == (s->differ ? HD_MISMATCH : HD_OK), CASE "%s", SHOW(score[made].operation, a, b),
         hd_status_name(status));
  if (s->differ) {
    EXPECT(outer(q, p, &s->outer_shape, &s->inner_shape, NULL, &back) == HD_MISMATCH &&
               inner(p, q, &s->outer_shape, &s->inner_shape, NULL, &back) == HD_MISMATCH,
           CASE "no mismatch", SHOW(score[made].operation, a, b));
    score[made].refused++, score[first].refused++, score[second].refused++;
    return;
  }
  int64_t count = tile_values(s, a->value, b->value, tile ? span_of(b) : 1, wanted);
  expect_places(score[made].operation, a, b, &r, wanted, count);
  status = outer(q, &r, &s->outer_shape, &s->inner_shape, &error, &back);
  EXPECT(status == HD_OK, CASE "%s", SHOW(score[first].operation, a, b), hd_status_name(status));
  expect_places(score[first].operation, a, b, &back, a->value, a->plain.size);
  status = inner(p, &r, &s->outer_shape, &s->inner_shape, &error, &back);
  EXPECT(status == HD_OK, CASE "%s", SHOW(score[second].operation, a, b), hd_status_name(status));
  expect_places(score[second].operation, a, b, &back, b->value, b->plain.size);
  score[made].answered++, score[first].answered++, score[second].answered++;
}

/* What tiles B into A, if anything does: A at the first elements of tiles, divided by B's span. */
static bool find_outer(const hd_operand *a, const hd_operand *b, const shapes *s, int64_t *outer) {
  int64_t span = span_of(b), index[HD_OPERAND_SIZE] = {0}, count = 1, place = 1;
  for (int k = 0; k < s->rank; place *= s->outer[k] * s->inner[k], k++) {
    int64_t along[HD_OPERAND_SIZE];
    for (int64_t o = 0; o < s->outer[k]; o++) along[o] = o * s->inner[k] * place;
    count = hd_outer_sum(index, count, along, s->outer[k]);
  }
  for (int64_t o = 0; o < count; o++) {
    if (a->value[index[o]] % span != 0) return false;
    outer[o] = a->value[index[o]] / span;
  }
  tile_values(s, outer, b->value, span, wanted);
  if (memcmp(wanted, a->value, (size_t)a->plain.size * sizeof wanted[0]) != 0) return false;
  for (int64_t k = 0, below = 1; k < s->rank; below *= s->outer[k++]) {
    int64_t along[HD_OPERAND_SIZE];
    for (int64_t o = 0; o < s->outer[k]; o++) along[o] = outer[o * below];
    if (!hd_plain_fits(false, along, s->outer[k])) return false;
  }
  return true;
}

/* Is B the inside of tiles that A is made of? Asked of A as it is. */
static void judge_sought(const hd_operand *a, const hd_operand *b, const hd_placement *p, const hd_placement *q,
                         hd_score *score) {
  shapes s;
  hd_placement r;
  hd_error error;
  int64_t outer[HD_OPERAND_SIZE], elements = 1;
  bool even = true;
  s.rank = a->modes > b->modes ? a->modes : b->modes;
  for (int k = 0; k < s.rank; k++) {
    int64_t whole = k < a->modes ? a->part[k].size : 1;
    s.inner[k] = k < b->modes ? b->part[k].size : 1;
    s.outer[k] = (whole + s.inner[k] - 1) / s.inner[k];
    even = even && whole % s.inner[k] == 0;
    elements *= s.outer[k];
  }
  EXPECT(hd_tuple_flat(&s.outer_shape, s.rank, s.outer) && hd_tuple_flat(&s.inner_shape, s.rank, s.inner), "no shape");
  bool exists = even && find_outer(a, b, &s, outer);
  hd_status status = hd_placement_is_tile_inner(q, p, &s.outer_shape, &s.inner_shape, &error, &r);
  hd_status right = exists ? HD_OK : even ? HD_UNDEFINED : HD_MISMATCH;
  EXPECT(status == right, CASE "%s, not %s", SHOW(score->operation, a, b), hd_status_name(status),
         hd_status_name(right));
  score->answered += exists;
  score->refused += !exists;
  if (exists) expect_places(score->operation, a, b, &r, outer, elements);
  else EXPECT(hd_test_is_error(&error, status), CASE "no error", SHOW(score->operation, a, b));
}

static void judge(const hd_operand *a, const hd_operand *b, hd_score *score) {
  static hd_placement p, q;
  static shapes s;
  bool answer;
  EXPECT(hd_placement_from_layout(&a->layout, NULL, &p) == HD_OK &&
             hd_placement_from_layout(&b->layout, NULL, &q) == HD_OK,
         "no placement");
  shapes_of(a, b, &s);
  judge_pair(a, b, &p, &q, &s, true, score);
  judge_pair(a, b, &p, &q, &s, false, score);
  judge_sought(a, b, &p, &q, &score[SOUGHT]);
  bool same =
      a->plain.size == b->plain.size && memcmp(a->value, b->value, (size_t)a->plain.size * sizeof a->value[0]) == 0;
  EXPECT(hd_placement_is_equivalent(&p, &q, NULL, &answer) == HD_OK && answer == same, CASE "%d",
         SHOW("placement_is_equivalent", a, b), answer);
  score[EQUIVALENT].answered++;
  score[EQUIVALENT].yes += answer;
}

/* Ranks differ and nothing is filled up where A's size is odd: 18 of 36 scalars, 4 of 16 shapes of two modes. */
START_TEST(placements_of_small_layouts) {
  hd_score score[] = SCORES;
  int64_t one = 4 * 9, two = one * one;
  hd_judge_small(judge, score, HD_COUNT(score));
  for (int k = TILE; k <= LEFT; k++) ck_assert_int_eq(score[k].refused, 2 * 9 * two + 4 * 81 * one);
  ck_assert_int_gt(score[SOUGHT].answered, 0);
  ck_assert_int_gt(score[EQUIVALENT].yes, HD_PAIRS_SMALL);
}
END_TEST

START_TEST(placements_of_drawn_layouts) {
  hd_drawing left = {.leaves = 8, .most = 64, .negative = true, .compact = true};
  hd_drawing right = {.leaves = 8, .most = 32, .negative = true, .compact = true};
  hd_score score[] = SCORES;
  hd_judge_drawn(judge, score, HD_COUNT(score), hd_pairs_seed("two_placement", 13), &left, &right);
  hd_expect_often(&score[TILE], SOUGHT - TILE + 1, 0, HD_DRAWN / 20);
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"small", placements_of_small_layouts},
      {"drawn", placements_of_drawn_layouts},
  };
  return hd_test_main("two_placement", test, HD_COUNT(test));
}
