/* The complement of one layout within the cosize of another: what it reaches, and when nothing is left over. */
#include "tests/support/pairs.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

#define CASE "%s of %s within %lld: "
#define SHOW(operation, a, within) operation, hd_test_show(&(a)->layout), (long long)(within)

enum { WITHIN = 2000, POINTS = 1 << 18 };

/* One more than the largest value, as a bound. */
static int64_t bound_of(const hd_operand *b) {
  int64_t largest = 0;
  for (int64_t i = 0; i < b->plain.size; i++)
    if (b->value[i] > largest) largest = b->value[i];
  return 1 + largest % WITHIN;
}

/* Without the leaves that do not move. */
static void moving_part(const hd_plain *a, hd_plain *moving) {
  *moving = (hd_plain){.size = 1};
  for (int k = 0; k < a->leaves; k++)
    if (a->stride[k] != 0) hd_plain_add(moving, a->shape[k], a->stride[k]);
}

/* How often each of 0..within-1 is the sum of a value of A and one of R; the largest sum, and whether none comes twice.
 */
typedef struct hits {
  int64_t largest;
  int64_t inside;
  bool once;
} hits;

static hits count_hits(const hd_plain *a, const hd_plain *r, int64_t within) {
  static unsigned char taken[POINTS];
  static int64_t value[POINTS];
  hd_plain both;
  hits found = {.once = true};
  hd_plain_join(a, r, &both);
  EXPECT(both.size <= POINTS, "%lld coordinates", (long long)both.size);
  hd_plain_values(&both, value);
  for (int64_t i = 0; i < both.size; i++) {
    EXPECT(value[i] >= 0 && value[i] < POINTS, "the value %lld", (long long)value[i]);
    if (value[i] > found.largest) found.largest = value[i];
    if (taken[value[i]]) found.once = false;
    else found.inside += value[i] < within;
    taken[value[i]] = 1;
  }
  for (int64_t i = 0; i < both.size; i++) taken[value[i]] = 0;
  return found;
}

static void expect_complement(const hd_operand *a, int64_t within, const hd_layout *r, const hd_plain *wanted) {
  hd_plain plain, moving;
  moving_part(&a->plain, &moving);
  hd_plain_of(r, &plain);
  for (int64_t i = 1; i < plain.size; i++)
    EXPECT(hd_plain_at(&plain, i - 1) < hd_plain_at(&plain, i), CASE "%s does not increase",
           SHOW("complement", a, within), hd_test_show(r));
  hits found = count_hits(&moving, &plain, within);
  EXPECT(found.once, CASE "%s meets the layout", SHOW("complement", a, within), hd_test_show(r));
  EXPECT(found.largest >= within - 1, CASE "%s stops at %lld", SHOW("complement", a, within), hd_test_show(r),
         (long long)found.largest);
  EXPECT(plain.size == wanted->size, CASE "%s has %lld tiles and gaps", SHOW("complement", a, within), hd_test_show(r),
         (long long)plain.size);
  for (int64_t i = 0; i < plain.size; i++)
    EXPECT(hd_plain_at(&plain, i) == hd_plain_at(wanted, i), CASE "%s at %lld", SHOW("complement", a, within),
           hd_test_show(r), (long long)i);
}

static void judge_complement(const hd_operand *a, int64_t within, const hd_plain *wanted, bool exists,
                             hd_score *score) {
  hd_layout r;
  hd_error error;
  hd_status status = hd_complement(&a->layout, within, &error, &r);
  EXPECT(status == (exists ? HD_OK : HD_UNDEFINED), CASE "%s", SHOW("complement", a, within), hd_status_name(status));
  if (exists) {
    score->answered++;
    expect_complement(a, within, &r, wanted);
    return;
  }
  score->refused++;
  EXPECT(hd_test_is_error(&error, status) && hd_is_overlap(&a->plain, within, &error), CASE "%s",
         SHOW("complement", a, within), error.reason);
}

/* Each of 0..M-1 exactly once: the stays of A count here. */
static void judge_complementable(const hd_operand *a, int64_t within, const hd_plain *rest, bool exists,
                                 hd_score *score) {
  bool answer, wanted = false;
  if (exists) {
    hits found = count_hits(&a->plain, rest, within);
    wanted = found.once && found.inside == within && found.largest == within - 1;
  }
  hd_status status = hd_is_complementable(&a->layout, within, NULL, &answer);
  EXPECT(status == HD_OK && answer == wanted, CASE "%d, not %d", SHOW("complementable", a, within), answer, wanted);
  score->answered++;
  score->yes += answer;
}

static void judge(const hd_operand *a, const hd_operand *b, hd_score *score) {
  int64_t within = bound_of(b);
  hd_plain rest;
  bool exists = hd_plain_complement(&a->plain, within, &rest);
  judge_complement(a, within, &rest, exists, &score[0]);
  judge_complementable(a, within, &rest, exists, &score[1]);
}

/* How many of the bounds 1..49 that small layouts make, with their numbers, are out of reach of s:d, t:e and what lies
 * in between; all of them where the second begins below the end of the first. */
static int64_t unreached(const int64_t *bounds, int64_t s, int64_t d, int64_t t, int64_t e) {
  int64_t missed = 0, end = t * e;
  for (int64_t within = 1; within <= 49; within++) {
    int64_t tiles = (within + end - 1) / end, between = e / (s * d) * s * d;
    if (e < s * d || between - 1 + (t - 1) * e + (tiles - 1) * end < within - 1) missed += bounds[within];
  }
  return missed;
}

START_TEST(small_layouts_have_a_complement_where_their_strides_nest) {
  hd_score score[] = {{.operation = "complement"}, {.operation = "complementable"}};
  hd_judge_small(judge, score, HD_COUNT(score));
  int64_t bounds[50] = {0}, refused = 0;
  for (int s = 0; s < 4; s++)
    for (int d = 0; d <= 8; d++) {
      bounds[1 + s * d]++;
      for (int t = 0; t < 4; t++)
        for (int e = 0; e <= 8; e++) bounds[1 + s * d + t * e]++;
    }
  for (int s = 2; s <= 4; s++)
    for (int t = 2; t <= 4; t++)
      for (int d = 1; d <= 8; d++)
        for (int e = 1; e <= 8; e++) refused += d <= e ? unreached(bounds, s, d, t, e) : unreached(bounds, t, e, s, d);
  ck_assert_int_eq(score[0].refused, refused);
  ck_assert_int_gt(score[1].yes, 0);
}
END_TEST

START_TEST(drawn_layouts_have_a_complement_where_their_strides_nest) {
  hd_drawing left = {.leaves = 8, .most = 64, .negative = true, .compact = true};
  hd_drawing right = {.leaves = 8, .most = 64};
  hd_score score[] = {{.operation = "complement"}, {.operation = "complementable"}};
  hd_judge_drawn(judge, score, HD_COUNT(score), hd_pairs_seed("two_complement", 3), &left, &right);
  ck_assert_int_gt(score[0].answered, HD_DRAWN / 10);
  ck_assert_int_gt(score[0].refused, HD_DRAWN / 10);
  ck_assert_int_gt(score[1].yes, 0);
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"small", small_layouts_have_a_complement_where_their_strides_nest},
      {"drawn", drawn_layouts_have_a_complement_where_their_strides_nest},
  };
  return hd_test_main("two_complement", test, HD_COUNT(test));
}
