/* Arithmetic on two tuples, the shapes and strides of two layouts: each leaf by plain integers. */
#include "proofs/definition_parts.h"
#include "proofs/oracle.h"
#include "tests/support/pairs.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

#define CASE "%s of %s and %s: "
#define SHOW(operation, a, b) operation, hd_test_show_tuple(a), hd_test_show_tuple(b)

enum { SHAPE_DIV, CEIL_DIV, ELEM_LESS, ADD, SUB, INDEX, INCREMENT, OPERATIONS };

#define SCORES                                                                                                     \
  {                                                                                                                \
    {.operation = "shape_div"}, {.operation = "ceil_div"}, {.operation = "elem_less"}, {.operation = "tuple_add"}, \
        {.operation = "tuple_sub"}, {.operation = "crd2idx and idx2crd"}, {.operation = "increment_coord"},        \
  }

/* ---- the definitions, by recursion over both nestings ---- */

/* What an operation makes of two parts of which one is a scalar; false where it refuses. */
typedef struct rule rule;
typedef bool combine(const hd_tuple *a, hd_part x, const hd_tuple *b, hd_part y, hd_tuple *made);
struct rule {
  combine *combine;
  bool tail_of_a, tail_of_b;
};

/* The leaves of a part, without brackets: nesting is compared apart from values. */
static void take(const hd_tuple *from, hd_part part, hd_tuple *made) {
  for (int k = part.begin; k < part.end; k++) made->value[made->profile.leaves++] = from->value[k];
}

static bool walk(const rule *r, const hd_tuple *a, hd_part x, const hd_tuple *b, hd_part y, hd_tuple *made) {
  hd_part left[HD_MAX_LEAVES], right[HD_MAX_LEAVES];
  if (!hd_part_is_tuple(&a->profile, x) || !hd_part_is_tuple(&b->profile, y)) return r->combine(a, x, b, y, made);
  int n = hd_part_modes(&a->profile, x, left), m = hd_part_modes(&b->profile, y, right);
  for (int k = 0; k < n || k < m; k++) {
    if (k < n && k < m) {
      if (!walk(r, a, left[k], b, right[k], made)) return false;
    } else if (k < n ? !r->tail_of_a : !r->tail_of_b) {
      return false;
    } else {
      take(k < n ? a : b, k < n ? left[k] : right[k], made);
    }
  }
  return true;
}

static int64_t product_of(const hd_tuple *tuple, hd_part part) {
  int64_t product = 1;
  for (int k = part.begin; k < part.end; k++) product *= tuple->value[k];
  return product;
}

static bool divide(const hd_tuple *a, hd_part x, const hd_tuple *b, hd_part y, bool even, hd_tuple *made) {
  int64_t divisor = product_of(b, y);
  for (int k = x.begin; k < x.end; k++) {
    int64_t extent = a->value[k];
    if (even && extent % divisor != 0 && divisor % extent != 0) return false;
    made->value[made->profile.leaves++] = (extent + divisor - 1) / divisor;
    divisor = (divisor + extent - 1) / extent;
  }
  return true;
}

static bool shape_div(const hd_tuple *a, hd_part x, const hd_tuple *b, hd_part y, hd_tuple *made) {
  return divide(a, x, b, y, true, made);
}

static bool ceil_div(const hd_tuple *a, hd_part x, const hd_tuple *b, hd_part y, hd_tuple *made) {
  return divide(a, x, b, y, false, made);
}

static bool is_zero(const hd_tuple *tuple, hd_part part) {
  return !hd_part_is_tuple(&tuple->profile, part) && tuple->value[part.begin] == 0;
}

static bool sum(const hd_tuple *a, hd_part x, const hd_tuple *b, hd_part y, int64_t sign, hd_tuple *made) {
  if (is_zero(b, y)) take(a, x, made);
  else if (sign > 0 && is_zero(a, x)) take(b, y, made);
  else if (hd_part_is_tuple(&a->profile, x) || hd_part_is_tuple(&b->profile, y)) return false;
  else made->value[made->profile.leaves++] = a->value[x.begin] + sign * b->value[y.begin];
  return true;
}

static bool add(const hd_tuple *a, hd_part x, const hd_tuple *b, hd_part y, hd_tuple *made) {
  return sum(a, x, b, y, 1, made);
}

static bool sub(const hd_tuple *a, hd_part x, const hd_tuple *b, hd_part y, hd_tuple *made) {
  return sum(a, x, b, y, -1, made);
}

/* ---- judging ---- */

typedef hd_status operation(const hd_tuple *a, const hd_tuple *b, hd_error *error, hd_tuple *result);

/* Nested like A where B does not reach or is a scalar, else like B. */
static bool is_nested(const hd_tuple *a, hd_part x, const hd_tuple *b, hd_part y, const hd_tuple *r, hd_part z) {
  hd_part left[HD_MAX_LEAVES], right[HD_MAX_LEAVES], made[HD_MAX_LEAVES];
  bool tuple_a = hd_part_is_tuple(&a->profile, x), tuple_b = hd_part_is_tuple(&b->profile, y);
  int count = hd_part_modes(&r->profile, z, made);
  if (!tuple_a && !tuple_b) return !hd_part_is_tuple(&r->profile, z);
  if (!tuple_a || !tuple_b) return true;
  int n = hd_part_modes(&a->profile, x, left), m = hd_part_modes(&b->profile, y, right);
  if (!hd_part_is_tuple(&r->profile, z) || count != (n > m ? n : m)) return false;
  for (int k = 0; k < n && k < m; k++)
    if (!is_nested(a, left[k], b, right[k], r, made[k])) return false;
  return true;
}

static void judge_combined(operation *of, const rule *r, const hd_tuple *a, const hd_tuple *b, hd_score *score) {
  hd_tuple result, wanted;
  hd_error error;
  wanted.profile.leaves = 0;
  bool exists = walk(r, a, hd_part_all(&a->profile), b, hd_part_all(&b->profile), &wanted);
  hd_status status = of(a, b, &error, &result);
  EXPECT((status == HD_OK) == exists, CASE "%s", SHOW(score->operation, a, b), hd_status_name(status));
  if (!exists) {
    score->refused++;
    EXPECT(hd_test_is_error(&error, status) && (status == HD_UNDEFINED || status == HD_MISMATCH), CASE "%s",
           SHOW(score->operation, a, b), hd_status_name(status));
    EXPECT(status != HD_UNDEFINED || (error.number[0] % error.number[1] != 0 && error.number[1] % error.number[0] != 0),
           CASE "%lld and %lld", SHOW(score->operation, a, b), (long long)error.number[0], (long long)error.number[1]);
    return;
  }
  score->answered++;
  EXPECT(!result.on_axes && result.profile.leaves == wanted.profile.leaves &&
             memcmp(result.value, wanted.value, wanted.profile.leaves * sizeof wanted.value[0]) == 0 &&
             is_nested(a, hd_part_all(&a->profile), b, hd_part_all(&b->profile), &result, hd_part_all(&result.profile)),
         CASE "%s", SHOW(score->operation, a, b), hd_test_show_tuple(&result));
}

static void judge_less(const hd_tuple *a, const hd_tuple *b, hd_score *score) {
  bool answer, wanted = true, exists = hd_oracle_is_congruent(&a->profile, &b->profile);
  hd_status status = hd_elem_less(a, b, NULL, &answer);
  EXPECT(status == (exists ? HD_OK : HD_MISMATCH), CASE "%s", SHOW("elem_less", a, b), hd_status_name(status));
  score->answered += exists;
  score->refused += !exists;
  for (int k = 0; exists && k < a->profile.leaves; k++) wanted = wanted && a->value[k] < b->value[k];
  EXPECT(!exists || answer == wanted, CASE "%d", SHOW("elem_less", a, b), answer);
  score->yes += exists && answer;
}

/* A's strides without their signs as a coordinate of B's shape, which may lie outside: its index, and back. */
static void judge_index(const hd_tuple *coordinate, const hd_layout *b, const hd_tuple *shape, hd_score *score) {
  hd_tuple scalar, back;
  int64_t index, wanted, place = 1;
  bool inside, exists = hd_oracle_is_weakly_congruent(&coordinate->profile, &b->profile);
  hd_status status = hd_crd2idx(coordinate, shape, NULL, &index);
  EXPECT(status == (exists ? HD_OK : HD_MISMATCH), CASE "%s", SHOW("crd2idx", coordinate, shape),
         hd_status_name(status));
  score->answered += exists;
  score->refused += !exists;
  if (!exists) return;
  EXPECT(hd_oracle_index_of(b, coordinate, &wanted, &inside) == HD_OK && index == wanted, CASE "%lld",
         SHOW("crd2idx", coordinate, shape), (long long)index);
  hd_tuple_scalar(&scalar, index);
  EXPECT(hd_idx2crd(&scalar, shape, NULL, &back) == HD_OK && hd_oracle_is_congruent(&back.profile, &shape->profile),
         CASE "back", SHOW("idx2crd", coordinate, shape));
  for (int k = 0, last = shape->profile.leaves - 1; k <= last; place *= shape->value[k++])
    EXPECT(back.value[k] == (k < last ? index / place % shape->value[k] : index / place), CASE "%s",
           SHOW("idx2crd", coordinate, shape), hd_test_show_tuple(&back));
}

static void judge_increment(const hd_tuple *coordinate, const hd_tuple *shape, hd_score *score) {
  hd_tuple next;
  int last = shape->profile.leaves - 1;
  bool congruent = hd_oracle_is_congruent(&coordinate->profile, &shape->profile), inside = true;
  for (int k = 0; congruent && k < last; k++) inside = inside && coordinate->value[k] < shape->value[k];
  hd_status status = hd_increment_coord(coordinate, shape, NULL, &next);
  hd_status wanted = !congruent ? HD_MISMATCH : inside ? HD_OK : HD_RANGE;
  EXPECT(status == wanted, CASE "%s", SHOW("increment_coord", coordinate, shape), hd_status_name(status));
  score->answered += status == HD_OK;
  score->refused += status != HD_OK;
  if (status != HD_OK) return;
  int64_t before = 0, after = 0, place = 1;
  for (int k = 0; k <= last; place *= shape->value[k++]) {
    EXPECT(k == last || (next.value[k] >= 0 && next.value[k] < shape->value[k]), CASE "outside",
           SHOW("increment_coord", coordinate, shape));
    before += coordinate->value[k] * place;
    after += next.value[k] * place;
  }
  EXPECT(after == before + 1, CASE "%s", SHOW("increment_coord", coordinate, shape), hd_test_show_tuple(&next));
}

static void judge(const hd_operand *a, const hd_operand *b, hd_score *score) {
  static const rule rules[] = {
      {shape_div, false, false}, {ceil_div, true, false}, {add, true, true}, {sub, true, true}};
  hd_tuple s, t, x, y, positive;
  hd_shape(&a->layout, &s);
  hd_shape(&b->layout, &t);
  hd_stride(&a->layout, &x);
  hd_stride(&b->layout, &y);
  positive = x;
  for (int k = 0; k < x.profile.leaves; k++) positive.value[k] = x.value[k] < 0 ? -x.value[k] : x.value[k];
  hd_tuple extents = positive;
  for (int k = 0; k < x.profile.leaves; k++) extents.value[k]++;
  judge_combined(hd_shape_div, &rules[0], &extents, &t, &score[SHAPE_DIV]);
  judge_combined(hd_ceil_div, &rules[1], &extents, &t, &score[CEIL_DIV]);
  judge_less(&x, &t, &score[ELEM_LESS]);
  judge_combined(hd_tuple_add, &rules[2], &x, &y, &score[ADD]);
  judge_combined(hd_tuple_sub, &rules[3], &x, &y, &score[SUB]);
  judge_index(&positive, &b->layout, &t, &score[INDEX]);
  judge_increment(&positive, &t, &score[INCREMENT]);
}

/* Of extents 1..9 by 1..4: how many have one dividing the other. */
static int64_t count_dividing(void) {
  int64_t count = 0;
  for (int a = 1; a <= 9; a++)
    for (int b = 1; b <= 4; b++) count += a % b == 0 || b % a == 0;
  return count;
}

START_TEST(tuples_of_small_layouts) {
  hd_score score[] = SCORES;
  int64_t one = 4 * 9, two = one * one, even = count_dividing() * 4 * 9;
  int64_t less = 0; /* strides 0..8 below extents 1..4 */
  for (int t = 1; t <= 4; t++) less += t;
  hd_judge_small(judge, score, HD_COUNT(score));
  ck_assert_int_eq(score[CEIL_DIV].refused, 0);
  ck_assert_int_ge(score[SHAPE_DIV].answered, even + even * even);
  ck_assert_int_eq(score[ELEM_LESS].answered, one * one + two * two);
  ck_assert_int_eq(score[ELEM_LESS].yes, less * 36 + less * 36 * less * 36);
  ck_assert_int_eq(score[ADD].refused, 2 * 4 * 8 * two);
  ck_assert_int_eq(score[SUB].refused, 4 * 8 * two + one * two);
  ck_assert_int_eq(score[INDEX].refused, two * one);
  ck_assert_int_eq(score[INCREMENT].answered, one * one + less * 36 * one * one);
}
END_TEST

START_TEST(tuples_of_drawn_layouts) {
  hd_drawing how = {.leaves = 8, .most = 64, .negative = true};
  hd_score score[] = SCORES;
  hd_judge_drawn(judge, score, HD_COUNT(score), hd_pairs_seed("two_tuples", 9), &how, &how);
  for (int k = 0; k < OPERATIONS; k++) {
    ck_assert_int_gt(score[k].answered, 0);
    ck_assert_int_gt(score[k].refused, 0);
  }
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"small", tuples_of_small_layouts},
      {"drawn", tuples_of_drawn_layouts},
  };
  return hd_test_main("two_tuples", test, HD_COUNT(test));
}
