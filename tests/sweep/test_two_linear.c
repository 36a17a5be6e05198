/* Two linear maps over bits, their words the values of two layouts at powers of two: composed, multiplied, divided and
 * inverted, at every input. */
#include "tests/support/pairs.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

#define CASE "%s of %s and %s: "
#define SHOW(operation, a, b) operation, hd_test_show(&(a)->layout), hd_test_show(&(b)->layout)

enum { COMPOSE, PRODUCT, DIVIDE, DIVIDE_BACK, INVERT, EQUIVALENT, OPERATIONS, BITS = 6, WORDS = 1 << BITS };

#define SCORES                                                                                             \
  {                                                                                                        \
    {.operation = "linear_compose"}, {.operation = "linear_product"}, {.operation = "linear_divide_left"}, \
        {.operation = "linear_divide_left of a product"}, {.operation = "linear_invert_and_compose"},      \
        {.operation = "linear_is_equivalent"},                                                             \
  }

/* A map as its words and sizes; dimensions have the one name that is asked for. */
typedef struct words {
  int in, out;
  uint64_t basis[2 * BITS];
} words;

/* As many input bits as the size has; as many output bits as the values need. */
static void words_of(const hd_operand *a, words *w) {
  *w = (words){0};
  while (w->in < BITS && (int64_t)2 << w->in <= a->plain.size) w->in++;
  for (int k = 0; k < w->in; k++) {
    w->basis[k] = (uint64_t)a->value[1 << k] % WORDS;
    while (w->basis[k] >> w->out != 0) w->out++;
  }
}

static uint64_t at(const words *w, uint64_t x) {
  uint64_t value = 0;
  for (int k = 0; k < w->in; k++)
    if (x >> k & 1) value ^= w->basis[k];
  return value;
}

static hd_axis name(char letter) {
  hd_axis axis;
  EXPECT(hd_axis_from_name(&letter, 1, &axis), "no name");
  return axis;
}

static void make(const words *w, char in, int in_bits, char out, int out_bits, hd_linear *linear) {
  hd_dimensions from, to;
  uint64_t basis[HD_LINEAR_BITS] = {0};
  hd_dimensions_clear(&from);
  hd_dimensions_clear(&to);
  for (int k = 0; k < w->in; k++) basis[k] = w->basis[k];
  EXPECT(hd_dimensions_append(&from, name(in), in_bits, NULL) == HD_OK &&
             hd_dimensions_append(&to, name(out), out_bits, NULL) == HD_OK &&
             hd_make_linear(&from, &to, basis, NULL, linear) == HD_OK,
         "no map");
}

static uint64_t linear_at(const hd_linear *linear, uint64_t x) {
  uint64_t value = 0;
  for (int k = 0; k < linear->in.total; k++)
    if (x >> k & 1) value ^= linear->basis[k];
  return value;
}

/* i -> m -> o */
static void judge_compose(const hd_operand *a, const hd_operand *b, const words *first, const words *second,
                          hd_score *score) {
  hd_linear inner, outer, r;
  make(first, 'i', first->in, 'm', BITS, &inner);
  make(second, 'm', BITS, 'o', BITS, &outer);
  hd_status status = hd_linear_compose(&outer, &inner, NULL, &r);
  EXPECT(status == HD_OK, CASE "%s", SHOW(score->operation, a, b), hd_status_name(status));
  for (uint64_t x = 0; x < (uint64_t)1 << first->in; x++)
    EXPECT(linear_at(&r, x) == at(second, at(first, x)), CASE "at %d", SHOW(score->operation, a, b), (int)x);
  score->answered++;
}

/* Low bits by the first, those above by the second; and the second back out of that. */
static void judge_product(const hd_operand *a, const hd_operand *b, const words *low, const words *high,
                          hd_score *product, hd_score *back) {
  hd_linear one, two, r, rest;
  make(low, 'i', low->in, 'o', low->out, &one);
  make(high, 'i', high->in, 'o', high->out, &two);
  hd_status status = hd_linear_product(&one, &two, NULL, &r);
  EXPECT(status == HD_OK, CASE "%s", SHOW(product->operation, a, b), hd_status_name(status));
  for (uint64_t x = 0; x < (uint64_t)1 << (low->in + high->in); x++)
    EXPECT(linear_at(&r, x) == (at(low, x % ((uint64_t)1 << low->in)) | at(high, x >> low->in) << low->out),
           CASE "at %d", SHOW(product->operation, a, b), (int)x);
  status = hd_linear_divide_left(&r, &one, NULL, &rest);
  EXPECT(status == HD_OK && rest.in.total == high->in && rest.out.total == high->out, CASE "%s",
         SHOW(back->operation, a, b), hd_status_name(status));
  for (uint64_t x = 0; x < (uint64_t)1 << high->in; x++)
    EXPECT(linear_at(&rest, x) == at(high, x), CASE "at %d", SHOW(back->operation, a, b), (int)x);
  product->answered++;
  back->answered++;
}

/* Whether whole(l + h) is low(l) with something of h alone above it, at every l and h. */
static bool is_divisible(const words *whole, const words *low) {
  if (low->in > whole->in || low->out > whole->out) return false;
  for (uint64_t x = 0; x < (uint64_t)1 << whole->in; x++) {
    uint64_t l = x % ((uint64_t)1 << low->in), value = at(whole, x);
    if (value % ((uint64_t)1 << low->out) != at(low, l)) return false;
    if (value >> low->out != at(whole, x - l) >> low->out) return false;
  }
  return true;
}

static void judge_divide(const hd_operand *a, const hd_operand *b, const words *whole, const words *low,
                         hd_score *score) {
  hd_linear one, two, r;
  hd_error error;
  make(whole, 'i', whole->in, 'o', whole->out, &one);
  make(low, 'i', low->in, 'o', low->out, &two);
  bool exists = is_divisible(whole, low);
  hd_status status = hd_linear_divide_left(&one, &two, &error, &r);
  EXPECT(status == (exists ? HD_OK : HD_UNDEFINED), CASE "%s", SHOW(score->operation, a, b), hd_status_name(status));
  score->answered += exists;
  score->refused += !exists;
  if (!exists) {
    EXPECT(hd_test_is_error(&error, status), CASE "no error", SHOW(score->operation, a, b));
    return;
  }
  for (uint64_t x = 0; x < (uint64_t)1 << whole->in; x++)
    EXPECT((at(low, x % ((uint64_t)1 << low->in)) | linear_at(&r, x >> low->in) << low->out) == at(whole, x),
           CASE "at %d", SHOW(score->operation, a, b), (int)x);
}

/* to(result(x)) = from(x), the free bits of `to` never set. */
static void judge_invert(const hd_operand *a, const hd_operand *b, const words *from, const words *to,
                         hd_score *score) {
  bool taken[WORDS] = {false}, exists = true;
  uint64_t free_bits = 0;
  hd_linear one, two, r;
  hd_error error;
  for (uint64_t x = 0; x < (uint64_t)1 << to->in; x++) {
    if (x > 0 && (x & (x - 1)) == 0 && taken[at(to, x)]) free_bits |= x;
    taken[at(to, x)] = true;
  }
  for (uint64_t x = 0; x < (uint64_t)1 << from->in; x++) exists = exists && taken[at(from, x)];
  make(from, 'i', from->in, 'o', BITS, &one);
  make(to, 'j', to->in, 'o', BITS, &two);
  hd_status status = hd_linear_invert_and_compose(&one, &two, &error, &r);
  EXPECT(status == (exists ? HD_OK : HD_UNDEFINED), CASE "%s", SHOW(score->operation, a, b), hd_status_name(status));
  score->answered += exists;
  score->refused += !exists;
  if (!exists) {
    EXPECT(hd_test_is_error(&error, status) && error.has_coordinate, CASE "no input", SHOW(score->operation, a, b));
    uint64_t x = (uint64_t)error.coordinate.value[0];
    EXPECT(x < (uint64_t)1 << from->in && !taken[at(from, x)], CASE "input %d is taken", SHOW(score->operation, a, b),
           (int)x);
    return;
  }
  for (uint64_t x = 0; x < (uint64_t)1 << from->in; x++)
    EXPECT(at(to, linear_at(&r, x)) == at(from, x) && (linear_at(&r, x) & free_bits) == 0, CASE "at %d",
           SHOW(score->operation, a, b), (int)x);
}

static void judge_equivalent(const hd_operand *a, const hd_operand *b, const words *v, const words *w,
                             hd_score *score) {
  hd_linear one, two;
  bool wanted = v->in == w->in;
  make(v, 'i', v->in, 'o', v->out, &one);
  make(w, 'i', w->in, 'o', BITS, &two);
  for (uint64_t x = 0; wanted && x < (uint64_t)1 << v->in; x++) wanted = at(v, x) == at(w, x);
  bool answer = hd_linear_is_equivalent(&one, &two);
  EXPECT(answer == wanted, CASE "%d", SHOW(score->operation, a, b), answer);
  score->answered++;
  score->yes += answer;
}

static void judge(const hd_operand *a, const hd_operand *b, hd_score *score) {
  words v, w;
  words_of(a, &v);
  words_of(b, &w);
  judge_compose(a, b, &v, &w, &score[COMPOSE]);
  judge_product(a, b, &v, &w, &score[PRODUCT], &score[DIVIDE_BACK]);
  judge_divide(a, b, &w, &v, &score[DIVIDE]);
  judge_invert(a, b, &v, &w, &score[INVERT]);
  judge_equivalent(a, b, &v, &w, &score[EQUIVALENT]);
}

/* How many pairs have the same words: grouped by what they are, not compared in pairs. */
static int64_t count_equal(void) {
  static int members[HD_PAIRS_SMALL];
  static words all[HD_PAIRS_SMALL];
  int64_t pairs = 0;
  for (int n = 0; n < HD_PAIRS_SMALL; n++) {
    int m = 0;
    words_of(hd_pairs_small(n), &all[n]);
    while (all[m].in != all[n].in || memcmp(all[m].basis, all[n].basis, sizeof all[n].basis) != 0) m++;
    members[m]++;
  }
  for (int n = 0; n < HD_PAIRS_SMALL; n++) pairs += (int64_t)members[n] * members[n];
  return pairs;
}

START_TEST(maps_of_small_layouts) {
  hd_score score[] = SCORES;
  hd_judge_small(judge, score, HD_COUNT(score));
  ck_assert_int_eq(score[EQUIVALENT].yes, count_equal());
  ck_assert_int_eq(score[COMPOSE].refused + score[PRODUCT].refused + score[DIVIDE_BACK].refused, 0);
}
END_TEST

START_TEST(maps_of_drawn_layouts) {
  hd_drawing how = {.leaves = 8, .most = 32, .compact = true};
  hd_score score[] = SCORES;
  hd_judge_drawn(judge, score, HD_COUNT(score), hd_pairs_seed("two_linear", 12), &how, &how);
  ck_assert_int_gt(score[DIVIDE].answered, 0);
  ck_assert_int_gt(score[INVERT].answered, 0);
  ck_assert_int_gt(score[INVERT].refused, HD_DRAWN / 20);
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"small", maps_of_small_layouts},
      {"drawn", maps_of_drawn_layouts},
  };
  return hd_test_main("two_linear", test, HD_COUNT(test));
}
