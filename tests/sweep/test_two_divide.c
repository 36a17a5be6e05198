/* The four divides: A(B(b) + C(r)) with C the complement of B in the size of A, and every value of A among those. */
#include "tests/support/splits.h"
#include "tests/support/suite.h"

/* Each value of the mode is one of the divided mode's. */
static bool is_covered(const hd_plain *mode, const hd_plain *both, int64_t *missing) {
  static int64_t index[HD_PIECE_SIZE * 4];
  EXPECT(both->size <= HD_COUNT(index), "too large for the test");
  hd_plain_values(both, index);
  for (*missing = 0; *missing < mode->size; ++*missing) {
    int64_t i = 0;
    while (i < both->size && index[i] != *missing) i++;
    if (i < both->size) continue;
    i = 0;
    while (i < both->size && hd_plain_at(mode, index[i]) != hd_plain_at(mode, *missing)) i++;
    if (i == both->size) return false;
  }
  return true;
}

static bool split(const hd_layout *layout, const hd_layout *element, hd_piece *piece) {
  hd_plain mode, tile, rest, both;
  int64_t missing;
  hd_plain_of(layout, &mode);
  hd_plain_of(element, &tile);
  if (!hd_plain_complement(&tile, mode.size, &rest)) return false;
  hd_plain_join(&tile, &rest, &both);
  if (!hd_plain_composes(&mode, &both) || !is_covered(&mode, &both, &missing)) return false;
  piece->insides = tile.size;
  piece->outsides = rest.size;
  EXPECT(tile.size <= HD_PIECE_SIZE && rest.size <= HD_PIECE_SIZE, "too large for the test");
  for (int64_t i = 0; i < tile.size; i++) piece->inside[i] = hd_plain_at(&mode, hd_plain_at(&tile, i));
  for (int64_t i = 0; i < rest.size; i++) piece->outside[i] = hd_plain_at(&mode, hd_plain_at(&rest, i));
  piece->inside_shape = *element;
  hd_plain_layout(&rest, &piece->outside_shape);
  return true;
}

static bool explains(const hd_layout *layout, const hd_layout *element, const hd_error *error) {
  hd_plain mode, tile, rest, both;
  int64_t missing;
  hd_plain_of(layout, &mode);
  hd_plain_of(element, &tile);
  if (!hd_plain_complement(&tile, mode.size, &rest)) return hd_is_overlap(&tile, mode.size, error);
  hd_plain_join(&tile, &rest, &both);
  if (!hd_plain_composes(&mode, &both)) return hd_is_clash(&mode, &both, error);
  return !is_covered(&mode, &both, &missing) && error->number[0] == missing;
}

static const hd_splitting divides = {
    {"logical_divide", "zipped_divide", "tiled_divide", "flat_divide"},
    {hd_logical_divide, hd_zipped_divide, hd_tiled_divide, hd_flat_divide},
    split,
    explains,
};

/* Whether the tiles and what is left over are few enough to visit, as a whole and by mode. */
static bool fits(const hd_operand *a, const hd_operand *b) {
  int64_t count = a->plain.size;
  hd_plain rest;
  if (hd_plain_complement(&b->plain, a->plain.size, &rest) && rest.size * b->plain.size > HD_PIECE_SIZE) return false;
  for (int k = 0; k < a->modes && k < b->modes && count <= HD_PIECE_SIZE; k++)
    if (!hd_operand_is_any(b, k) && hd_plain_complement(&b->part[k], a->part[k].size, &rest))
      count = count / a->part[k].size * rest.size * b->part[k].size;
  return count <= HD_PIECE_SIZE;
}

static void judge(const hd_operand *a, const hd_operand *b, hd_score *score) { hd_judge_splits(&divides, a, b, score); }

#define SCORES                                                                                                         \
  {                                                                                                                    \
    {.operation = "logical_divide"}, {.operation = "zipped_divide"}, {.operation = "tiled_divide"},                    \
        {.operation = "flat_divide"}, {.operation = "logical_divide by mode"}, {.operation = "zipped_divide by mode"}, \
        {.operation = "tiled_divide by mode"}, {.operation = "flat_divide by mode"},                                   \
  }

/* Along one leaf every tile of one leaf divides: by mode only two tiles for a scalar are refused. */
START_TEST(small_layouts_are_divided) {
  hd_score score[] = SCORES;
  hd_judge_small(judge, score, HD_COUNT(score));
  hd_expect_arranged_alike(score);
  ck_assert_int_eq(score[4].refused, 36 * 36 * 36);
}
END_TEST

START_TEST(drawn_layouts_are_divided) {
  hd_drawing left = {.leaves = 8, .most = 64, .negative = true, .on_paths = true, .compact = true};
  hd_drawing right = {.leaves = 8, .most = 16, .compact = true, .fits = fits};
  hd_score score[] = SCORES;
  hd_judge_drawn(judge, score, HD_COUNT(score), hd_pairs_seed("two_divide", 4), &left, &right);
  hd_expect_arranged_alike(score);
  hd_expect_often(score, HD_COUNT(score), HD_DRAWN / 20, HD_DRAWN / 20);
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"small", small_layouts_are_divided},
      {"drawn", drawn_layouts_are_divided},
  };
  return hd_test_main("two_divide", test, HD_COUNT(test));
}
