/* A layout or a swizzle behind an offset before another layout, and two of those compared. */
#include "tests/support/pairs.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

#define CASE "%s of %s and %s: "
#define SHOW(operation, a, b) operation, hd_test_show(&(a)->layout), hd_test_show(&(b)->layout)

enum { LAYOUT, SWIZZLE, TWO, EQUIVALENT, OPERATIONS };

#define SCORES                                                                             \
  {                                                                                        \
    {.operation = "layout o offset o layout"}, {.operation = "swizzle o offset o layout"}, \
        {.operation = "swizzle o layout o layout"}, {.operation = "composed equivalence"}, \
  }

/* A swizzle that the strides of a layout choose, and an offset that its extents do. */
static hd_swizzle swizzle_of(const hd_operand *a) {
  int64_t chosen = 0;
  for (int k = 0; k < a->plain.leaves; k++) chosen += (a->layout.stride[k] < 0 ? 7 : a->layout.stride[k]) * (3 * k + 1);
  int bits = (int)(chosen % 4), shift = bits + (int)(chosen / 4 % 2);
  return (hd_swizzle){bits, (int)(chosen / 8 % 3), chosen / 24 % 2 == 0 ? shift : -shift};
}

static int64_t offset_of(const hd_operand *a) { return a->plain.size * a->plain.shape[0] % 11 - 2; }

/* c(i) against what is wanted, at every i. */
static void expect_at(const char *operation, const hd_operand *a, const hd_operand *b, const hd_composed *c,
                      const int64_t *wanted) {
  for (int64_t i = 0; i < b->plain.size; i++) {
    int64_t value;
    EXPECT(hd_composed_at(c, i, NULL, &value) == HD_OK && value == wanted[i], CASE "not %lld at %lld",
           SHOW(operation, a, b), (long long)wanted[i], (long long)i);
  }
}

static void judge_equivalent(const hd_operand *a, const hd_operand *b, const hd_composed *c, const int64_t *mine,
                             const hd_composed *d, const int64_t *other, hd_score *score) {
  int64_t first = 0, visited;
  bool answer;
  while (first < b->plain.size && mine[first] == other[first]) first++;
  hd_status status = hd_composed_is_equivalent(c, d, NULL, &answer, &visited);
  EXPECT(status == HD_OK && answer == (first == b->plain.size), CASE "%s, %d", SHOW(score->operation, a, b),
         hd_status_name(status), answer);
  EXPECT(answer || visited == first + 1, CASE "first at %lld, not %lld", SHOW(score->operation, a, b),
         (long long)visited - 1, (long long)first);
  score->answered++;
  score->yes += answer;
}

static void judge(const hd_operand *a, const hd_operand *b, hd_score *score) {
  static hd_composed plain, layouts, swizzles, both;
  int64_t wanted[HD_OPERAND_SIZE], by_swizzle[HD_OPERAND_SIZE], by_both[HD_OPERAND_SIZE], offset = offset_of(a);
  hd_swizzle swizzle = swizzle_of(a);
  hd_tuple by;
  hd_tuple_scalar(&by, offset);
  hd_composed_plain(&b->layout, &plain);
  hd_status status = hd_compose_layout(&a->layout, &by, &plain, NULL, &layouts);
  EXPECT(status == HD_OK, CASE "%s", SHOW(score[LAYOUT].operation, a, b), hd_status_name(status));
  status = hd_compose_swizzle(&swizzle, offset, &plain, NULL, &swizzles);
  EXPECT(status == HD_OK, CASE "%s", SHOW(score[SWIZZLE].operation, a, b), hd_status_name(status));
  hd_composed_plain(&a->layout, &both);
  status = hd_compose_swizzle(&swizzle, 1, &both, NULL, &both);
  if (status == HD_OK) status = hd_compose(&both, &by, &plain, NULL, &both);
  EXPECT(status == HD_OK, CASE "%s", SHOW(score[TWO].operation, a, b), hd_status_name(status));
  for (int64_t i = 0; i < b->plain.size; i++) {
    wanted[i] = hd_plain_at(&a->plain, offset + b->value[i]);
    by_swizzle[i] = hd_plain_swizzled(swizzle, offset + b->value[i]);
    by_both[i] = hd_plain_swizzled(swizzle, 1 + wanted[i]);
  }
  expect_at(score[LAYOUT].operation, a, b, &layouts, wanted);
  expect_at(score[SWIZZLE].operation, a, b, &swizzles, by_swizzle);
  expect_at(score[TWO].operation, a, b, &both, by_both);
  for (int k = LAYOUT; k <= TWO; k++) score[k].answered++;
  if (b->plain.size % 2 == 0) judge_equivalent(a, b, &layouts, wanted, &both, by_both, &score[EQUIVALENT]);
  else judge_equivalent(a, b, &layouts, wanted, &swizzles, by_swizzle, &score[EQUIVALENT]);
}

START_TEST(small_layouts_behind_small_layouts_and_swizzles) {
  hd_score score[] = SCORES;
  hd_judge_small(judge, score, HD_COUNT(score));
  for (int k = 0; k < OPERATIONS; k++) ck_assert_int_eq(score[k].refused, 0);
  ck_assert_int_gt(score[EQUIVALENT].yes, 0);
}
END_TEST

START_TEST(drawn_layouts_behind_layouts_and_swizzles) {
  hd_drawing how = {.leaves = 8, .most = 32, .negative = true};
  hd_score score[] = SCORES;
  hd_judge_drawn(judge, score, HD_COUNT(score), hd_pairs_seed("two_composed", 11), &how, &how);
  for (int k = 0; k < OPERATIONS; k++) ck_assert_int_eq(score[k].refused, 0);
  ck_assert_int_gt(score[EQUIVALENT].yes, 0);
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"small", small_layouts_behind_small_layouts_and_swizzles},
      {"drawn", drawn_layouts_behind_layouts_and_swizzles},
  };
  return hd_test_main("two_composed", test, HD_COUNT(test));
}
