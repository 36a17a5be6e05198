/* Composition of two layouts: answered exactly where a layout with the values A(B(c)) exists. */
#include "tests/support/judge.h"
#include "tests/support/pairs.h"
#include "tests/support/suite.h"

/* The judge that knows leaf, coordinate and numbers of each refusal; and the count of answers by another road. */
static int64_t wanted;

static void judge(const hd_operand *a, const hd_operand *b, hd_score *score) {
  hd_tally tally = {0};
  hd_judge_composition(&a->layout, &b->layout, &tally);
  score->answered += tally.answered;
  score->refused += tally.leaves + tally.carries;
  wanted += hd_plain_composes(&a->plain, &b->plain);
}

START_TEST(small_layouts_compose_exactly_when_an_answer_exists) {
  hd_score score = {.operation = "composition"};
  hd_judge_small(judge, &score, 1);
  ck_assert_int_eq(score.answered, wanted);
}
END_TEST

START_TEST(drawn_layouts_compose_exactly_when_an_answer_exists) {
  hd_drawing left = {.leaves = 8, .most = 256, .negative = true, .on_paths = true};
  hd_drawing right = {.leaves = 8, .most = 64, .negative = true};
  hd_score score = {.operation = "composition"};
  hd_judge_drawn(judge, &score, 1, hd_pairs_seed("two_composition", 1), &left, &right);
  ck_assert_int_eq(score.answered, wanted);
  ck_assert_int_gt(score.answered, HD_DRAWN / 10);
  ck_assert_int_gt(score.refused, HD_DRAWN / 10);
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"small", small_layouts_compose_exactly_when_an_answer_exists},
      {"drawn", drawn_layouts_compose_exactly_when_an_answer_exists},
  };
  return hd_test_main("two_composition", test, HD_COUNT(test));
}
