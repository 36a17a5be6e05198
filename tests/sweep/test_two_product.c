/* The four products: A(a) + C(B(b)), with C the complement of A without a bound. */
#include "tests/support/splits.h"
#include "tests/support/suite.h"

static bool split(const hd_layout *layout, const hd_layout *element, hd_piece *piece) {
  hd_plain mode, tile, steps;
  hd_plain_of(layout, &mode);
  hd_plain_of(element, &tile);
  if (!hd_plain_steps(&mode, &steps) || !hd_plain_composes(&steps, &tile)) return false;
  piece->insides = mode.size;
  piece->outsides = tile.size;
  hd_plain_values(&mode, piece->inside);
  for (int64_t i = 0; i < tile.size; i++) piece->outside[i] = hd_plain_at(&steps, hd_plain_at(&tile, i));
  piece->inside_shape = *layout;
  piece->outside_shape = *element;
  return true;
}

static bool explains(const hd_layout *layout, const hd_layout *element, const hd_error *error) {
  hd_plain mode, tile, steps;
  hd_plain_of(layout, &mode);
  hd_plain_of(element, &tile);
  return hd_plain_steps(&mode, &steps) ? hd_is_clash(&steps, &tile, error) : hd_is_overlap(&mode, 0, error);
}

static const hd_splitting products = {
    {"logical_product", "zipped_product", "tiled_product", "flat_product"},
    {hd_logical_product, hd_zipped_product, hd_tiled_product, hd_flat_product},
    split,
    explains,
};

static void judge(const hd_operand *a, const hd_operand *b, hd_score *score) {
  hd_judge_splits(&products, a, b, score);
}

#define SCORES                                                                                         \
  {                                                                                                    \
    {.operation = "logical_product"}, {.operation = "zipped_product"}, {.operation = "tiled_product"}, \
        {.operation = "flat_product"}, {.operation = "logical_product by mode"},                       \
        {.operation = "zipped_product by mode"}, {.operation = "tiled_product by mode"},               \
        {.operation = "flat_product by mode"},                                                         \
  }

/* Of one leaf each: whether the steps of s:d (0..d-1, then on from s*d) at 0, e, .. (t-1)*e are those of a layout. Up
 * to two always are; three and more where they go on as they begin; four also where they are two times two. */
static int64_t moves(int64_t s, int64_t d, int64_t t, int64_t e) {
  int64_t at[4], period = s > 1 && d > 0 ? d : 1, jump = s > 1 && d > 0 ? s * d : 1;
  for (int64_t i = 0; i < t; i++) at[i] = i * e % period + i * e / period * jump;
  if (t < 3) return 1;
  if (at[2] == 2 * at[1]) return t < 4 || at[3] == 3 * at[1];
  return t == 4 && at[3] == at[1] + at[2];
}

/* By mode the answers multiply: one element for the first mode, or one for each. */
START_TEST(small_layouts_are_multiplied) {
  hd_score score[] = SCORES;
  int64_t pairs = 0, open = 0;
  for (int n = 0; n < HD_PAIRS_ONE * HD_PAIRS_ONE; n++) {
    int a = n % HD_PAIRS_ONE, b = n / HD_PAIRS_ONE;
    bool any = b % 4 == 2 && b / 4 == 0; /* 3:0 stands for `_` */
    pairs += moves(a % 4 + 1, a / 4, b % 4 + 1, b / 4);
    open += any || moves(a % 4 + 1, a / 4, b % 4 + 1, b / 4);
  }
  hd_judge_small(judge, score, HD_COUNT(score));
  hd_expect_arranged_alike(score);
  ck_assert_int_eq(open, pairs);
  ck_assert_int_eq(score[4].answered, pairs + pairs * HD_PAIRS_ONE + pairs * pairs);
}
END_TEST

START_TEST(drawn_layouts_are_multiplied) {
  hd_drawing left = {.leaves = 8, .most = 64, .negative = true, .on_paths = true, .compact = true};
  hd_drawing right = {.leaves = 8, .most = 32, .negative = true, .compact = true};
  hd_score score[] = SCORES;
  hd_judge_drawn(judge, score, HD_COUNT(score), hd_pairs_seed("two_product", 5), &left, &right);
  hd_expect_arranged_alike(score);
  hd_expect_often(score, HD_COUNT(score), HD_DRAWN / 20, HD_DRAWN / 20);
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"small", small_layouts_are_multiplied},
      {"drawn", drawn_layouts_are_multiplied},
  };
  return hd_test_main("two_product", test, HD_COUNT(test));
}
