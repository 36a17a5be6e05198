/* Values bit by bit, against arithmetic done for each of 1,024 threads: a known bit is the right one, a class is
 * one that all threads it speaks of keep to, and a predicate holds and fails for the warps that it says. */
#include "proofs/ptx_value.h"
#include "tests/support/suite.h"

enum { THREADS = 1024 };

typedef struct sample {
  hd_ptx_value value;
  uint32_t number[THREADS]; /* what it is in each thread; of what is only classified one way that it may be */
} sample;

static sample constant(uint32_t number) {
  sample s = {.value = hd_ptx_constant(number)};
  for (int t = 0; t < THREADS; t++) s.number[t] = number;
  return s;
}

static sample thread(void) {
  sample s = {.value = hd_ptx_constant(0)};
  for (int k = 0; k < HD_PTX_THREAD_BITS; k++) s.value.bit[k] = (uint8_t)(HD_BIT_THREAD + k);
  for (int t = 0; t < THREADS; t++) s.number[t] = (uint32_t)t;
  return s;
}

/* Any number of a class, `bits` of it. */
static sample of_class(uint8_t class, unsigned bits, uint32_t seed) {
  sample s = {.value = hd_ptx_of_class(class)};
  s.value = hd_ptx_cut(&s.value, bits);
  for (int t = 0; t < THREADS; t++) {
    const uint32_t who = class == HD_BIT_SAME ? 0 : class == HD_BIT_WARP ? (uint32_t)t / 32 : (uint32_t)t;
    s.number[t] = (who * 2654435761u + seed * 40503u) & (bits < 32 ? (1u << bits) - 1 : UINT32_MAX);
  }
  return s;
}

static void expect_covers(const hd_ptx_value *value, const uint32_t number[THREADS], const char *what) {
  uint32_t known = 0, same = 0, of_warp = 0;
  for (int k = 0; k < HD_PTX_BITS; k++) {
    if (value->bit[k] < HD_BIT_SAME) known |= 1u << k;
    if (value->bit[k] == HD_BIT_SAME) same |= 1u << k;
    if (value->bit[k] == HD_BIT_WARP) of_warp |= 1u << k;
  }
  for (int t = 0; t < THREADS; t++) {
    const uint32_t is = number[t];
    EXPECT(((is ^ hd_ptx_for_thread(value, (uint32_t)t)) & known) == 0, "%s: a known bit of thread %d", what, t);
    EXPECT(((is ^ number[0]) & same) == 0, "%s: a bit is not the same in thread %d", what, t);
    EXPECT(((is ^ number[t / 32 * 32]) & of_warp) == 0, "%s: a bit is not its warp's in thread %d", what, t);
  }
}

/* ---- operations ---- */

typedef enum operation { ADD, SUBTRACT, MULTIPLY, AND, OR, XOR, LEFT, RIGHT, CUT, OPERATIONS } operation;
static const char *const names[OPERATIONS] = {"add", "subtract", "multiply", "and", "or",
                                              "xor", "left",     "right",    "cut"};

static uint32_t number_of(operation what, uint32_t a, uint32_t b) {
  switch (what) {
    case ADD: return a + b;
    case SUBTRACT: return a - b;
    case MULTIPLY: return a * b;
    case AND: return a & b;
    case OR: return a | b;
    case XOR: return a ^ b;
    case LEFT: return b < 32 ? a << b : 0;
    case RIGHT: return b < 32 ? a >> b : 0;
    default: return b < 32 ? a & ((1u << b) - 1) : a;
  }
}

/* False where the operation wants a number that is known. */
static bool value_of(operation what, const sample *a, const sample *b, hd_ptx_value *result) {
  uint32_t number;
  const bool known = hd_ptx_is_constant(&b->value, &number) && number < 40;
  if (what >= LEFT && !known) return false;
  switch (what) {
    case ADD: *result = hd_ptx_add(&a->value, &b->value); break;
    case SUBTRACT: *result = hd_ptx_subtract(&a->value, &b->value); break;
    case MULTIPLY: *result = hd_ptx_multiply(&a->value, &b->value, false); break;
    case AND: *result = hd_ptx_and(&a->value, &b->value); break;
    case OR: *result = hd_ptx_or(&a->value, &b->value); break;
    case XOR: *result = hd_ptx_xor(&a->value, &b->value); break;
    case LEFT: *result = hd_ptx_shift(&a->value, (int)number, false); break;
    case RIGHT: *result = hd_ptx_shift(&a->value, -(int)number, false); break;
    default: *result = hd_ptx_cut(&a->value, number);
  }
  *result = hd_ptx_cut(result, HD_PTX_BITS);
  return true;
}

/* Every sample that two operations make of the first ones. */
enum { FIRST = 16, MOST = 400 };
static sample pool[MOST];

static int first_samples(void) {
  static const uint32_t numbers[] = {0, 1, 3, 5, 16, 31, 32, 96, 0xFFFFFFE0u, 6291456};
  int count = 0;
  for (int k = 0; k < HD_COUNT(numbers); k++) pool[count++] = constant(numbers[k]);
  pool[count++] = thread();
  pool[count++] = of_class(HD_BIT_SAME, 6, 7);
  pool[count++] = of_class(HD_BIT_SAME, 32, 9);
  pool[count++] = of_class(HD_BIT_WARP, 9, 3);
  pool[count++] = of_class(HD_BIT_UNKNOWN, 8, 5);
  pool[count++] = of_class(HD_BIT_VARIES, 32, 1);
  return count;
}

static int apply(int count, int with, bool keep) {
  const int before = count;
  for (int a = 0; a < before; a++) {
    for (int b = 0; b < with; b++) {
      for (operation what = ADD; what < OPERATIONS; what++) {
        sample *s = &pool[count < MOST - 1 ? count : MOST - 1];
        if (!value_of(what, &pool[a], &pool[b], &s->value)) continue;
        for (int t = 0; t < THREADS; t++) s->number[t] = number_of(what, pool[a].number[t], pool[b].number[t]);
        expect_covers(&s->value, s->number, names[what]);
        if (keep && a >= 10 && a < FIRST && count < MOST - 1) count++;
      }
    }
  }
  return count;
}

START_TEST(an_operation_covers_what_each_thread_computes) {
  const int first = first_samples();
  const int second = apply(first, first, true);
  ck_assert_int_gt(second, 300);
  (void)apply(second, 11, false);
}
END_TEST

START_TEST(addresses_of_warps_are_exact) {
  sample t = thread(), mask = constant(96), s = {.number = {0}};
  const hd_ptx_value masked = hd_ptx_and(&t.value, &mask.value), moved = hd_ptx_shift(&masked, 16, false);
  hd_ptx_value base = hd_ptx_constant(0), far = hd_ptx_constant(40);
  base.base = HD_PTX_ALLOCATED;
  base.of = 7;
  const hd_ptx_value near = hd_ptx_add(&base, &moved), sum = hd_ptx_add(&near, &far);
  for (int k = 0; k < THREADS; k++) s.number[k] = (uint32_t)(k & 96) << 16 | 40;
  ck_assert_int_eq(sum.base, HD_PTX_ALLOCATED);
  ck_assert_uint_eq(sum.of, 7);
  for (int k = 0; k < HD_PTX_BITS; k++) ck_assert_int_lt(sum.bit[k], HD_BIT_SAME);
  expect_covers(&sum, s.number, "address");
  const hd_ptx_value back = hd_ptx_subtract(&sum, &base);
  ck_assert_int_eq(back.base, HD_PTX_NO_BASE);
  expect_covers(&back, s.number, "difference of addresses");
}
END_TEST

/* ---- joins and predicates ---- */

START_TEST(a_join_covers_both) {
  const int count = first_samples();
  for (int a = 0; a < count; a++) {
    for (int b = 0; b < count; b++) {
      for (int widen = 0; widen < 2; widen++) {
        const hd_ptx_value joined = hd_ptx_join(&pool[a].value, &pool[b].value, HD_BIT_SAME, widen != 0);
        expect_covers(&joined, pool[a].number, "join");
        expect_covers(&joined, pool[b].number, "join");
        const hd_ptx_value again = hd_ptx_join(&joined, &pool[b].value, HD_BIT_SAME, widen != 0);
        ck_assert(hd_ptx_same_value(&joined, &again));
      }
    }
  }
}
END_TEST

START_TEST(a_comparison_says_for_which_warps) {
  const sample t = thread();
  static const uint32_t against[] = {0, 1, 15, 31, 32, 33, 100, 127, 128, 1023, 1024};
  for (int k = 0; k < HD_COUNT(against); k++) {
    for (hd_ptx_comparison how = HD_PTX_EQ; how <= HD_PTX_GE; how++) {
      const sample c = constant(against[k]);
      const hd_ptx_value p = hd_ptx_compare(how, false, &t.value, &c.value, THREADS), n = hd_ptx_predicate_not(&p);
      uint32_t may[2] = {0, 0};
      for (uint32_t i = 0; i < THREADS; i++) {
        const uint32_t x = against[k];
        const bool is = how == HD_PTX_EQ   ? i == x
                        : how == HD_PTX_NE ? i != x
                        : how == HD_PTX_LT ? i < x
                        : how == HD_PTX_LE ? i <= x
                        : how == HD_PTX_GT ? i > x
                                           : i >= x;
        may[is] |= 1u << i / 32;
      }
      ck_assert_uint_eq(p.may[0], may[0]);
      ck_assert_uint_eq(p.may[1], may[1]);
      ck_assert_uint_eq(n.may[0], may[1]);
      const uint8_t class = hd_ptx_value_class(&p);
      if ((may[0] & may[1]) != 0) ck_assert_int_eq(class, HD_BIT_VARIES);
      else ck_assert_int_eq(class, may[0] == 0 || may[1] == 0 ? HD_BIT_SAME : HD_BIT_WARP);
      const hd_ptx_value both = hd_ptx_predicate_and(&p, &n), either = hd_ptx_predicate_or(&p, &n);
      EXPECT((both.may[0] & (may[0] | may[1])) == (may[0] | may[1]), "and");
      EXPECT((either.may[1] & (may[0] | may[1])) == (may[0] | may[1]), "or");
    }
  }
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"an operation covers what each thread computes", an_operation_covers_what_each_thread_computes},
      {"addresses of warps are exact", addresses_of_warps_are_exact},
      {"a join covers both", a_join_covers_both},
      {"a comparison says for which warps", a_comparison_says_for_which_warps},
  };
  return hd_test_main("values in PTX", test, HD_COUNT(test));
}
