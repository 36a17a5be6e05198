/* Products mode beside mode: blocked, raked, and as many blocks as fill a shape. */
#include "tests/support/pairs.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

#define CASE "%s of %s and %s: "
#define SHOW(operation, a, b) operation, hd_test_show(&(a)->layout), hd_test_show(&(b)->layout)

enum { POINTS = HD_OPERAND_SIZE * HD_OPERAND_SIZE };

/* Two layouts seen mode by mode, the shorter one filled up with modes of size 1. */
typedef struct pairing {
  int modes;
  int64_t block[HD_MAX_LEAVES], count[HD_MAX_LEAVES]; /* sizes */
} pairing;

static void pair_modes(const hd_operand *a, int counts, const int64_t *count, pairing *p) {
  p->modes = a->modes > counts ? a->modes : counts;
  for (int k = 0; k < p->modes; k++) {
    p->block[k] = k < a->modes ? a->part[k].size : 1;
    p->count[k] = k < counts ? count[k] : 1;
  }
}

/* The values A(a) + moves[b] at ((a0,b0),(a1,b1),..), or with the moves first in each mode. Returns how many. */
static int64_t interleave(const pairing *p, const int64_t *block, const int64_t *moves, bool raked, int64_t *value) {
  int64_t in_block = 1, in_count = 1, count = 1;
  value[0] = 0;
  for (int k = 0; k < p->modes; k++) {
    int64_t inside[HD_OPERAND_SIZE], outside[HD_OPERAND_SIZE];
    for (int64_t i = 0; i < p->block[k]; i++) inside[i] = block[i * in_block];
    for (int64_t i = 0; i < p->count[k]; i++) outside[i] = moves[i * in_count];
    count = hd_outer_sum(value, count, raked ? outside : inside, raked ? p->count[k] : p->block[k]);
    count = hd_outer_sum(value, count, raked ? inside : outside, raked ? p->block[k] : p->count[k]);
    in_block *= p->block[k];
    in_count *= p->count[k];
  }
  return count;
}

/* Each mode's size, and its two halves' in a blocked product, are the pair's. */
static void expect_modes(const char *name, const hd_operand *a, const hd_operand *b, const pairing *p, bool halves,
                         const hd_layout *r) {
  hd_layout mode[HD_MAX_LEAVES];
  int64_t size[HD_MAX_LEAVES], half[HD_MAX_LEAVES];
  bool same = hd_mode_sizes_of(r, size) == p->modes && hd_modes_of(r, mode) == p->modes && r->profile.open[0] > 0;
  for (int k = 0; same && k < p->modes; k++) {
    same = size[k] == p->block[k] * p->count[k];
    if (same && halves)
      same = hd_mode_sizes_of(&mode[k], half) == 2 && half[0] == p->block[k] && half[1] == p->count[k];
  }
  EXPECT(same, CASE "%s has other modes", SHOW(name, a, b), hd_test_show(r));
}

/* Why there is no product of A by these tiles. */
static bool explains(const hd_operand *a, const hd_plain *tiles, const hd_error *error) {
  hd_plain steps;
  return hd_plain_steps(&a->plain, &steps) ? hd_is_clash(&steps, tiles, error) : hd_is_overlap(&a->plain, 0, error);
}

static void judge_side_by_side(const hd_operand *a, const hd_operand *b, bool raked, hd_score *score) {
  static int64_t moves[HD_OPERAND_SIZE], wanted[POINTS];
  const char *name = raked ? "raked_product" : "blocked_product";
  hd_layout r;
  hd_plain steps, tiles = b->plain;
  hd_error error;
  pairing p;
  int64_t count[HD_MAX_LEAVES];
  pair_modes(a, hd_mode_sizes_of(&b->layout, count), count, &p);
  for (int k = b->modes; k < a->modes; k++) hd_plain_add(&tiles, 1, 0);
  bool exists = hd_plain_steps(&a->plain, &steps) && hd_plain_composes(&steps, &b->plain);
  hd_status status = (raked ? hd_raked_product : hd_blocked_product)(&a->layout, &b->layout, &error, &r);
  EXPECT(status == (exists ? HD_OK : HD_UNDEFINED), CASE "%s", SHOW(name, a, b), hd_status_name(status));
  if (!exists) {
    score->refused++;
    EXPECT(hd_test_is_error(&error, status) && error.caller && strcmp(error.caller, name) == 0 &&
               (explains(a, &tiles, &error) || explains(a, &b->plain, &error)),
           CASE "%s at %s", SHOW(name, a, b), error.reason, hd_show_place(&error));
    return;
  }
  score->answered++;
  for (int64_t i = 0; i < b->plain.size; i++) moves[i] = hd_plain_at(&steps, b->value[i]);
  hd_expect_values(name, a, b, &r, wanted, interleave(&p, a->value, moves, raked, wanted));
  expect_modes(name, a, b, &p, !raked, &r);
}

/* The order in which B's strides, of the first leaf of each mode, would run: a permutation. */
static void order_of(const hd_operand *b, hd_tuple *order, int place[HD_MAX_LEAVES]) {
  int64_t rank[HD_MAX_LEAVES];
  for (int k = 0; k < b->modes; k++) {
    rank[k] = 0;
    for (int j = 0; j < b->modes; j++)
      rank[k] += b->part[j].stride[0] < b->part[k].stride[0] || (b->part[j].stride[0] == b->part[k].stride[0] && j < k);
    place[rank[k]] = k;
  }
  EXPECT(hd_tuple_flat(order, b->modes, rank), "no order");
}

/* Blocks of A fill B's shape, in the order of B's strides, or column by column for layouts of odd size. */
static void judge_tile_to_shape(const hd_operand *a, const hd_operand *b, hd_score *score) {
  static int64_t moves[POINTS], wanted[POINTS];
  hd_layout r;
  hd_plain steps, blocks = {.size = 1};
  hd_tuple shape, order;
  hd_error error;
  pairing p;
  int place[HD_MAX_LEAVES];
  int64_t count[HD_MAX_LEAVES], stride[HD_MAX_LEAVES], below = 1;
  bool by_column = b->plain.size % 2 == 1;
  hd_shape(&b->layout, &shape);
  order_of(b, &order, place);
  hd_status status = hd_tile_to_shape(&a->layout, &shape, by_column ? NULL : &order, &error, &r);
  if (a->modes > b->modes) {
    score->refused++;
    EXPECT(status == HD_MISMATCH, CASE "%s", SHOW("tile_to_shape", a, b), hd_status_name(status));
    return;
  }
  for (int k = 0; k < b->modes; k++) {
    int64_t block = k < a->modes ? a->part[k].size : 1;
    count[k] = (b->part[k].size + block - 1) / block;
  }
  for (int k = 0; k < b->modes; below *= count[by_column ? k : place[k]], k++) stride[by_column ? k : place[k]] = below;
  for (int k = 0; k < b->modes; k++) hd_plain_add(&blocks, count[k], count[k] == 1 ? 0 : stride[k]);
  bool exists = hd_plain_steps(&a->plain, &steps) && hd_plain_composes(&steps, &blocks);
  EXPECT(status == (exists ? HD_OK : HD_UNDEFINED), CASE "%s", SHOW("tile_to_shape", a, b), hd_status_name(status));
  if (!exists) {
    score->refused++;
    EXPECT(hd_test_is_error(&error, status) && explains(a, &blocks, &error), CASE "%s at %s",
           SHOW("tile_to_shape", a, b), error.reason, hd_show_place(&error));
    return;
  }
  score->answered++;
  pair_modes(a, b->modes, count, &p);
  for (int64_t i = 0; i < blocks.size; i++) moves[i] = hd_plain_at(&steps, hd_plain_at(&blocks, i));
  hd_expect_values("tile_to_shape", a, b, &r, wanted, interleave(&p, a->value, moves, false, wanted));
  expect_modes("tile_to_shape", a, b, &p, true, &r);
}

static void judge(const hd_operand *a, const hd_operand *b, hd_score *score) {
  judge_side_by_side(a, b, false, &score[0]);
  judge_side_by_side(a, b, true, &score[1]);
  judge_tile_to_shape(a, b, &score[2]);
}

#define SCORES                                                                                         \
  {                                                                                                    \
    {.operation = "blocked_product"}, {.operation = "raked_product"}, { .operation = "tile_to_shape" } \
  }

START_TEST(small_layouts_are_laid_side_by_side) {
  hd_score score[] = SCORES;
  hd_judge_small(judge, score, HD_COUNT(score));
  ck_assert_int_eq(score[0].answered, score[1].answered);
}
END_TEST

START_TEST(drawn_layouts_are_laid_side_by_side) {
  hd_drawing left = {.leaves = 8, .most = 64, .negative = true, .on_paths = true, .compact = true};
  hd_drawing right = {.leaves = 8, .most = 64, .negative = true, .compact = true};
  hd_score score[] = SCORES;
  hd_judge_drawn(judge, score, HD_COUNT(score), hd_pairs_seed("two_blocks", 6), &left, &right);
  ck_assert_int_eq(score[0].answered, score[1].answered);
  hd_expect_often(score, HD_COUNT(score), HD_DRAWN / 20, HD_DRAWN / 20);
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"small", small_layouts_are_laid_side_by_side},
      {"drawn", drawn_layouts_are_laid_side_by_side},
  };
  return hd_test_main("two_blocks", test, HD_COUNT(test));
}
