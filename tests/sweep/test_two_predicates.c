/* Yes or no of two layouts: the same text, the same function, the same nesting, a value in common. */
#include "proofs/oracle.h"
#include "tests/support/pairs.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

#define CASE "%s of %s and %s: "
#define SHOW(operation, a, b) operation, hd_test_show(&(a)->layout), hd_test_show(&(b)->layout)

enum { IDENTICAL, EQUIVALENT, CONGRUENT, WEAKLY, COMPATIBLE, DISJOINT, PREDICATES };

#define SCORES                                                                                     \
  {                                                                                                \
    {.operation = "identical"}, {.operation = "equivalent"}, {.operation = "congruent"},           \
        {.operation = "weakly_congruent"}, {.operation = "compatible"}, {.operation = "disjoint"}, \
  }

static void count(hd_score *score, const hd_operand *a, const hd_operand *b, bool answer, bool wanted) {
  EXPECT(answer == wanted, CASE "%d, not %d", SHOW(score->operation, a, b), answer, wanted);
  score->answered++;
  score->yes += answer;
}

static bool same_leaves(const hd_plain *a, const hd_plain *b) {
  for (int k = 0; k < a->leaves; k++)
    if (a->shape[k] != b->shape[k] || a->stride[k] != b->stride[k]) return false;
  return true;
}

static void judge_equivalent(const hd_operand *a, const hd_operand *b, hd_score *score) {
  int64_t first = 0, index;
  if (a->plain.size != b->plain.size) first = -1;
  while (first >= 0 && first < a->plain.size && a->value[first] == b->value[first] &&
         (a->value[first] == 0 || a->plain.on_paths == b->plain.on_paths))
    first++;
  bool answer = hd_is_equivalent(&a->layout, &b->layout, &index), wanted = first == a->plain.size;
  EXPECT(answer || index == first, CASE "first at %lld, not %lld", SHOW("equivalent", a, b), (long long)index,
         (long long)first);
  count(score, a, b, answer, wanted);
}

static int64_t value_at(const hd_operand *a, const hd_tuple *coordinate) {
  int64_t value = 0;
  bool inside = hd_oracle_is_congruent(&coordinate->profile, &a->layout.profile);
  for (int k = 0; inside && k < a->plain.leaves; k++) {
    inside = coordinate->value[k] >= 0 && coordinate->value[k] < a->plain.shape[k];
    value += coordinate->value[k] * a->plain.stride[k];
  }
  EXPECT(inside, "%s is no coordinate of %s", hd_test_show_tuple(coordinate), hd_test_show(&a->layout));
  return value;
}

/* Every layout takes 0, so that without an offset none are disjoint; the offset here is the number of B's coordinates,
 * for scalars below. */
static void judge_disjoint(const hd_operand *a, const hd_operand *b, hd_score *score) {
  int64_t offset = b->modes == 1 ? -b->plain.size : b->plain.size;
  bool answer, wanted = true;
  hd_error error;
  if (a->plain.on_paths || b->plain.on_paths) {
    EXPECT(hd_is_disjoint(&a->layout, offset, &b->layout, &error, &answer) == HD_MISMATCH, CASE "no mismatch",
           SHOW("disjoint", a, b));
    score->refused++;
    return;
  }
  for (int64_t i = 0; wanted && i < a->plain.size; i++)
    for (int64_t j = 0; wanted && j < b->plain.size; j++) wanted = a->value[i] + offset != b->value[j];
  hd_status status = hd_is_disjoint(&a->layout, offset, &b->layout, &error, &answer);
  EXPECT(status == HD_OK, CASE "%s", SHOW("disjoint", a, b), hd_status_name(status));
  if (!answer)
    EXPECT(value_at(a, &error.coordinate) + offset == error.number[0] && value_at(b, &error.other) == error.number[0],
           CASE "%lld is not common", SHOW("disjoint", a, b), (long long)error.number[0]);
  count(score, a, b, answer, wanted);
}

static void judge(const hd_operand *a, const hd_operand *b, hd_score *score) {
  const hd_profile *p = &a->layout.profile, *q = &b->layout.profile;
  hd_tuple s, t;
  bool congruent = hd_oracle_is_congruent(p, q);
  count(&score[IDENTICAL], a, b, hd_is_identical(&a->layout, &b->layout),
        congruent && a->plain.on_paths == b->plain.on_paths && same_leaves(&a->plain, &b->plain));
  judge_equivalent(a, b, &score[EQUIVALENT]);
  count(&score[CONGRUENT], a, b, hd_is_congruent(p, q), congruent);
  count(&score[WEAKLY], a, b, hd_is_weakly_congruent(p, q), hd_oracle_is_weakly_congruent(p, q));
  hd_shape(&a->layout, &s);
  hd_shape(&b->layout, &t);
  count(&score[COMPATIBLE], a, b, hd_is_compatible(&s, &t), hd_oracle_refines(&a->layout, &b->layout));
  judge_disjoint(a, b, &score[DISJOINT]);
}

/* How many ordered pairs have the same values, by putting each layout with the first that has them. */
static int64_t count_equivalent(void) {
  static int members[HD_PAIRS_SMALL];
  int64_t pairs = 0;
  for (int n = 0; n < HD_PAIRS_SMALL; n++) {
    const hd_operand *a = hd_pairs_small(n);
    int m = 0;
    while (hd_pairs_small(m)->plain.size != a->plain.size ||
           memcmp(hd_pairs_small(m)->value, a->value, (size_t)a->plain.size * sizeof a->value[0]) != 0)
      m++;
    members[m]++;
  }
  for (int n = 0; n < HD_PAIRS_SMALL; n++) pairs += (int64_t)members[n] * members[n];
  return pairs;
}

START_TEST(small_layouts_are_compared) {
  hd_score score[] = SCORES;
  int64_t one = 4 * 9, two = one * one, strides = 9, products = 0;
  for (int s = 1; s <= 4; s++)
    for (int t = 1; t <= 4; t++) products += s * t <= 4;
  hd_judge_small(judge, score, HD_COUNT(score));
  ck_assert_int_eq(score[IDENTICAL].yes, one + two);
  ck_assert_int_eq(score[EQUIVALENT].yes, count_equivalent());
  ck_assert_int_eq(score[CONGRUENT].yes, one * one + two * two);
  ck_assert_int_eq(score[WEAKLY].yes, one * (one + two) + two * two);
  ck_assert_int_eq(score[COMPATIBLE].yes, 4 * strides * strides + products * strides * strides * strides +
                                              16 * strides * strides * strides * strides);
  ck_assert_int_gt(score[DISJOINT].yes, 0);
  for (int k = 0; k < PREDICATES; k++) ck_assert_int_eq(score[k].refused, 0);
}
END_TEST

/* Drawn pairs are seldom alike: half of the layouts are compared with themselves, without inner brackets and now and
 * then with another last stride. */
static void judge_alike(const hd_operand *a, const hd_operand *b, hd_score *score) {
  hd_layout flat = a->layout;
  hd_operand other;
  int last = a->plain.leaves - 1;
  if (b->plain.leaves % 2 == 0) {
    judge(a, b, score);
    return;
  }
  memset(&flat.profile, 0, sizeof flat.profile);
  flat.profile.leaves = a->layout.profile.leaves;
  flat.profile.open[0] = flat.profile.close[last] = 1;
  if (b->plain.leaves % 4 == 1 && flat.stride[last] != 0) flat.stride[last] += flat.stride[last] > 0 ? 1 : -1;
  hd_operand_of(&flat, &other);
  judge(a, &other, score);
}

START_TEST(drawn_layouts_are_compared) {
  hd_drawing how = {.leaves = 8, .most = 64, .negative = true, .on_paths = true, .compact = true};
  hd_score score[] = SCORES;
  hd_judge_drawn(judge_alike, score, HD_COUNT(score), hd_pairs_seed("two_predicates", 7), &how, &how);
  for (int k = 0; k < PREDICATES; k++) {
    ck_assert_int_gt(score[k].yes, 0);
    ck_assert_int_lt(score[k].yes, score[k].answered);
  }
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"small", small_layouts_are_compared},
      {"drawn", drawn_layouts_are_compared},
  };
  return hd_test_main("two_predicates", test, HD_COUNT(test));
}
