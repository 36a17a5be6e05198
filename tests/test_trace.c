/* Steps of the other operations: what they tell makes the answer under the oracle's evaluation; how they are printed
 * and stopped; and that an operation that can not tell has none. */
#include "algebra/trace.h"

#include "proofs/oracle.h"
#include "tests/support/family.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

typedef struct heard {
  int steps, breaks, pieces, terms;
  bool breaks_last;
  int64_t sum; /* of the terms */
  int most;    /* steps that are wanted; then no more */
  hd_layout row;
} heard;

static bool hear(void *context, const hd_trace_step *step) {
  heard *h = context;
  h->steps++;
  h->breaks_last = step->kind == HD_TRACE_BREAK;
  h->breaks += h->breaks_last;
  if (step->kind == HD_TRACE_TERM) {
    h->terms++;
    h->sum += step->number[0];
  }
  if (step->kind == HD_TRACE_PIECE && step->depth == 0) {
    h->pieces++;
    for (int k = 0; k < step->piece->profile.leaves; k++)
      EXPECT(
          hd_layout_append_leaf(&h->row, step->piece->shape[k], step->piece->stride[k], hd_layout_axis(step->piece, k)),
          "capacity");
  }
  return h->steps < h->most;
}

static hd_trace listen(heard *h) {
  h->steps = h->breaks = h->pieces = h->terms = 0;
  h->breaks_last = false;
  h->sum = 0;
  h->most = 1000;
  hd_layout_clear(&h->row);
  return (hd_trace){hear, h};
}

/* The pieces in a row, as a layout; `1:0` for none. */
static const hd_layout *row(heard *h) {
  if (h->row.profile.leaves == 0) EXPECT(hd_layout_append_leaf(&h->row, 1, 0, 0), "capacity");
  if (h->row.profile.leaves > 1 && !hd_is_tuple(&h->row.profile)) EXPECT(hd_layout_wrap(&h->row, 0), "depth");
  return &h->row;
}

static bool has_values_of(const hd_layout *a, const hd_layout *b) {
  bool same;
  int64_t where;
  return hd_oracle_is_equivalent(a, b, &same, &where) == HD_OK && same;
}

static int64_t value_of(const hd_layout *layout, int64_t index) {
  const hd_oracle_axes axes = {.count = 1};
  int64_t value;
  EXPECT(hd_oracle_at(layout, index, &axes, &value) == HD_OK, "the oracle failed");
  return value;
}

/* What a trace and its operation have in common, whatever they do. */
static void judge_end(const hd_layout *a, const heard *h, hd_status status, hd_status traced, const hd_layout *plain,
                      const hd_layout *result) {
  EXPECT(status == traced, "%s: %s, traced %s", hd_test_show(a), hd_status_name(status), hd_status_name(traced));
  EXPECT(h->steps <= 4 + 6 * a->profile.leaves, "%s: %d steps", hd_test_show(a), h->steps);
  if (status == HD_OK)
    EXPECT(h->breaks == 0 && hd_is_identical(plain, result), "%s: %s, traced %s", hd_test_show(a), hd_test_show(plain),
           hd_test_show(result));
  else EXPECT(h->breaks == 1 && h->breaks_last, "%s: %d breaks", hd_test_show(a), h->breaks);
}

static hd_status judge_complement(const hd_layout *a, int64_t within) {
  hd_layout plain, result;
  hd_error error;
  heard h;
  hd_trace trace = listen(&h);
  hd_status status = hd_complement(a, within, NULL, &plain);
  judge_end(a, &h, status, hd_trace_complement(&trace, a, within, &error, &result), &plain, &result);
  if (status == HD_OK)
    EXPECT(has_values_of(row(&h), &plain), "%s in %d: %s", hd_test_show(a), (int)within, hd_test_show(row(&h)));
  hd_status bounded = status;
  trace = listen(&h);
  status = hd_complement_unbounded(a, NULL, &plain);
  judge_end(a, &h, status, hd_trace_complement_unbounded(&trace, a, &error, &result), &plain, &result);
  if (status == HD_OK) EXPECT(has_values_of(row(&h), &plain), "%s: %s", hd_test_show(a), hd_test_show(row(&h)));
  return bounded;
}

static void judge_coalesce(const hd_layout *a) {
  hd_layout plain, result;
  heard h;
  hd_trace trace = listen(&h);
  hd_coalesce(a, &plain);
  judge_end(a, &h, HD_OK, hd_trace_coalesce(&trace, a, NULL, &result), &plain, &result);
  EXPECT(h.pieces == plain.profile.leaves && has_values_of(row(&h), a), "%s: %s", hd_test_show(a),
         hd_test_show(row(&h)));
}

static hd_status judge_inverses(const hd_layout *a) {
  hd_layout plain, result;
  heard h;
  hd_trace trace = listen(&h);
  int64_t size;
  hd_status status = hd_right_inverse(a, NULL, &plain);
  judge_end(a, &h, status, hd_trace_right_inverse(&trace, a, NULL, &result), &plain, &result);
  EXPECT(hd_oracle_size(row(&h), &size) == HD_OK && has_values_of(row(&h), &plain), "%s", hd_test_show(a));
  for (int64_t i = 0; i < size; i++)
    EXPECT(value_of(a, value_of(row(&h), i)) == i, "%s: right %s at %d", hd_test_show(a), hd_test_show(row(&h)),
           (int)i);
  trace = listen(&h);
  status = hd_left_inverse(a, NULL, &plain);
  judge_end(a, &h, status, hd_trace_left_inverse(&trace, a, NULL, &result), &plain, &result);
  if (status != HD_OK) return status;
  EXPECT(hd_oracle_size(a, &size) == HD_OK, "%s", hd_test_show(a));
  for (int64_t i = 0; i < size; i++)
    EXPECT(value_of(a, value_of(row(&h), value_of(a, i))) == value_of(a, i), "%s: left %s at %d", hd_test_show(a),
           hd_test_show(row(&h)), (int)i);
  return HD_OK;
}

static const int64_t extents[] = {1, 2, 3, 4}, strides[] = {0, 1, 2, 3, 4, 5, 6, 7, 8};

START_TEST(pieces_of_one_layout_are_the_answer) {
  int64_t count = 0, completed = 0, inverted = 0;
  for (int leaves = 1; leaves <= 3; leaves++) {
    hd_family family = {
        .leaves = leaves, .extents = 4, .extent = extents, .strides = leaves < 3 ? 9 : 6, .stride = strides};
    for (int64_t n = 0; n < hd_family_count(&family); n++, count++) {
      hd_layout a;
      hd_family_at(&family, n, &a);
      judge_coalesce(&a);
      completed += judge_complement(&a, 1 + n % 40) == HD_OK;
      inverted += judge_inverses(&a) == HD_OK;
    }
  }
  ck_assert_int_eq(count, 36 + 36 * 36 + 24 * 24 * 24);
  ck_assert(completed > 1000 && completed < count - 1000);
  ck_assert(inverted > 1000 && inverted < count - 1000);
}
END_TEST

START_TEST(negative_strides_are_answered_as_the_operation_does) {
  for (int leaves = 1; leaves <= 2; leaves++) {
    hd_family family = hd_family_small(leaves);
    for (int64_t n = 0; n < hd_family_count(&family); n++) {
      hd_layout a;
      hd_family_at(&family, n, &a);
      judge_coalesce(&a);
      (void)judge_complement(&a, 1 + n % 40);
      (void)judge_inverses(&a);
    }
  }
}
END_TEST

START_TEST(components_are_told_one_by_one) {
  int64_t answered = 0;
  for (int leaves = 1; leaves <= 3; leaves++) {
    hd_family family = hd_family_paths(leaves);
    for (int64_t n = 0; n < hd_family_count(&family); n++) {
      hd_layout a, plain, result;
      hd_error error;
      heard h;
      hd_family_at(&family, n, &a);
      hd_trace trace = listen(&h);
      hd_status status = hd_left_inverse(&a, NULL, &plain);
      EXPECT(hd_trace_left_inverse(&trace, &a, &error, &result) == status, "left %s", hd_test_show(&a));
      answered += status == HD_OK;
      trace = listen(&h);
      status = hd_right_inverse(&a, NULL, &plain);
      EXPECT(hd_trace_right_inverse(&trace, &a, &error, &result) == status, "right %s", hd_test_show(&a));
      trace = listen(&h);
      status = hd_complement_unbounded(&a, NULL, &plain);
      EXPECT(hd_trace_complement_unbounded(&trace, &a, &error, &result) == status &&
                 (status != HD_OK || hd_is_identical(&plain, &result)),
             "complement %s", hd_test_show(&a));
      judge_coalesce(&a);
    }
  }
  ck_assert_int_gt(answered, 100);
}
END_TEST

/* ---- values ---- */

START_TEST(terms_add_up_to_the_value) {
  int64_t values = 0;
  for (int leaves = 1; leaves <= 3; leaves++) {
    hd_family family = hd_family_small(leaves);
    for (int64_t n = 0; n < hd_family_count(&family); n += leaves == 3 ? 7 : 1) {
      hd_layout a;
      hd_tuple index, value, shape;
      hd_error error;
      heard h;
      int64_t cosize, least, greatest, at;
      hd_family_at(&family, n, &a);
      for (int64_t i = 0; i < hd_size(&a) + 3; i++, values++) {
        hd_trace trace = listen(&h);
        hd_tuple_scalar(&index, i);
        EXPECT(hd_trace_evaluate(&trace, &a, &index, &error, &value) == HD_OK && value.value[0] == value_of(&a, i) &&
                   h.terms == a.profile.leaves && h.sum == value_of(&a, i),
               "%s at %d: the terms are %d", hd_test_show(&a), (int)i, (int)h.sum);
        hd_shape(&a, &shape);
        EXPECT(hd_trace_idx2crd(&trace, &index, &shape, &error, &value) == HD_OK, "%s: %d", hd_test_show(&a), (int)i);
        trace = listen(&h);
        EXPECT(hd_trace_crd2idx(&trace, &value, &shape, &error, &at) == HD_OK && at == i && h.sum == i,
               "%s: the index of %s is %d", hd_test_show(&a), hd_test_show_tuple(&value), (int)h.sum);
      }
      hd_trace trace = listen(&h);
      EXPECT(hd_trace_cosize(&trace, &a, &error, &cosize) == HD_OK && h.sum + 1 == cosize, "cosize of %s: %d",
             hd_test_show(&a), (int)h.sum);
      bool rises = true;
      for (int k = 0; k < a.profile.leaves; k++) rises = rises && a.stride[k] >= 0;
      if (rises)
        EXPECT(hd_oracle_range(&a, &least, &greatest) == HD_OK && cosize == greatest + 1, "cosize of %s",
               hd_test_show(&a));
    }
  }
  ck_assert_int_gt(values, 10000);
}
END_TEST

START_TEST(values_on_axes_are_told) {
  hd_layout a = hd_test_layout("((4,2),8):((1@lane,16@col),2@col)");
  hd_tuple index, value;
  heard h;
  int64_t cosize;
  hd_trace trace = listen(&h);
  hd_tuple_scalar(&index, 23);
  ck_assert_int_eq(hd_trace_evaluate(&trace, &a, &index, NULL, &value), HD_OK);
  ck_assert_str_eq(hd_test_show_tuple(&value), "(3@lane,20@col)");
  ck_assert_int_eq(h.sum, 23);
  trace = listen(&h);
  ck_assert_int_eq(hd_trace_cosize(&trace, &a, NULL, &cosize), HD_OK);
  ck_assert_int_eq(cosize, 4 * 31);
  ck_assert_int_eq(h.sum, 3 + 16 + 14);
}
END_TEST

static int64_t bit_by_bit(int bits, int base, int shift, int64_t x) {
  int64_t result = x;
  for (int k = 0; k < bits; k++) {
    int read = base + k + (shift > 0 ? shift : 0), changed = base + k - (shift < 0 ? shift : 0);
    if (x >> read & 1) result ^= (int64_t)1 << changed;
  }
  return result;
}

START_TEST(swizzles_are_told_bit_by_bit) {
  int64_t counted = 0;
  for (int bits = 0; bits <= 3; bits++)
    for (int base = 0; base <= 3; base++)
      for (int shift = -4; shift <= 4; shift++) {
        hd_swizzle swizzle, wide, plain;
        heard h;
        if (hd_make_swizzle(bits, base, shift, NULL, &swizzle) != HD_OK) continue;
        hd_layout twice = hd_test_layout("(16,16):(3,1)");
        hd_composed chain;
        hd_composed_plain(&twice, &chain);
        EXPECT(hd_compose_swizzle(&swizzle, 5, &chain, NULL, &chain) == HD_OK, "a chain");
        for (int64_t x = 0; x < 256; x++, counted++) {
          hd_trace trace = listen(&h);
          hd_tuple at, value;
          EXPECT(hd_trace_swizzle_at(&trace, &swizzle, x) == bit_by_bit(bits, base, shift, x) && h.steps <= 4,
                 "S<%d,%d,%d> at %d", bits, base, shift, (int)x);
          hd_tuple_scalar(&at, x);
          EXPECT(hd_trace_composed_evaluate(&trace, &chain, &at, NULL, &value) == HD_OK &&
                     value.value[0] == bit_by_bit(bits, base, shift, 5 + value_of(&twice, x)),
                 "S<%d,%d,%d> o 5 o L at %d", bits, base, shift, (int)x);
        }
        hd_trace trace = listen(&h);
        hd_status status = hd_swizzle_recast(&swizzle, 8, 32, NULL, &plain);
        ck_assert_int_eq(hd_trace_swizzle_recast(&trace, &swizzle, 8, 32, NULL, &wide), status);
        ck_assert(status == HD_OK ? h.breaks == 0 && wide.base == plain.base && wide.bits == plain.bits
                                  : h.breaks_last);
      }
  ck_assert_int_gt(counted, 10000);
}
END_TEST

START_TEST(a_layout_in_a_chain_is_told) {
  static const struct {
    const char *outer, *offset, *inner;
    int64_t index, value;
  } row_[] = {{"(6,2):(1,7)", "3", "(3,4):(1,2)", 7, 9}, {"(6,2):(1,3)", "(2,1)", "(2,3):(1@1,2@0)", 3, 12}};
  for (int n = 0; n < HD_COUNT(row_); n++) {
    hd_layout outer = hd_test_layout(row_[n].outer), inner = hd_test_layout(row_[n].inner);
    hd_tuple offset = hd_test_tuple(row_[n].offset), at, value, told;
    hd_composed chain;
    heard h;
    hd_trace trace = listen(&h);
    hd_composed_plain(&inner, &chain);
    ck_assert_int_eq(hd_compose_layout(&outer, &offset, &chain, NULL, &chain), HD_OK);
    hd_tuple_scalar(&at, row_[n].index);
    ck_assert_int_eq(hd_composed_evaluate(&chain, &at, NULL, &value), HD_OK);
    ck_assert_int_eq(hd_trace_composed_evaluate(&trace, &chain, &at, NULL, &told), HD_OK);
    ck_assert(hd_tuple_is_identical(&value, &told));
  }
}
END_TEST

/* ---- telling and printing ---- */

START_TEST(a_callback_stops_the_steps_and_not_the_answer) {
  hd_layout a = hd_test_layout("(4,8,16):(1,100,1000)"), b = hd_test_layout("(16,4):(2,32)"), plain, result;
  heard h;
  ck_assert_int_eq(hd_composition(&a, &b, NULL, &plain), HD_OK);
  hd_trace trace = listen(&h);
  ck_assert_int_eq(hd_trace_composition(&trace, &a, &b, NULL, &result), HD_OK);
  int all = h.steps;
  ck_assert_int_gt(all, 5);
  for (int most = 1; most <= all; most++) {
    trace = listen(&h);
    h.most = most;
    ck_assert_int_eq(hd_trace_composition(&trace, &a, &b, NULL, &result), HD_OK);
    ck_assert_int_eq(h.steps, most);
    ck_assert(hd_is_identical(&plain, &result));
  }
}
END_TEST

START_TEST(steps_are_printed_within_their_buffer) {
  char whole[1024], text[1024];
  hd_trace_text all = {whole, sizeof whole, 0};
  hd_trace trace = {hd_trace_write, &all};
  hd_layout a = hd_test_layout("(2,5):(1,7)"), b = hd_test_layout("4:3"), r;
  ck_assert_int_eq(hd_trace_composition(&trace, &a, &b, NULL, &r), HD_OK);
  ck_assert_str_eq(whole,
                   "A splits an index into digits, the first fastest: (2,5):(1,7)\n"
                   "4:3 runs through A at 0, 3, 6, 9\n"
                   "  digit 0, 2:1: 3 = 1 * 2 + 1 moves it by 1 each time, so the values must decide\n"
                   "  there A is 0, 8, 21, 29\n"
                   "  the first stride is A(3) = 8\n"
                   "  at step 2 A(6) is 21 and not 16: so a mode of 2 ends here, which divides 4; the next stride "
                   "is 21\n"
                   "so 4:3 becomes (2,2):(8,21)\n");
  ck_assert_uint_eq(all.length, strlen(whole));
  for (size_t capacity = 0; capacity <= all.length + 1; capacity++) {
    hd_trace_text some = {text, capacity, 0};
    trace.context = &some;
    memset(text, '#', sizeof text);
    ck_assert_int_eq(hd_trace_composition(&trace, &a, &b, NULL, &r), HD_OK);
    ck_assert_uint_eq(some.length, all.length);
    size_t kept = capacity == 0 ? 0 : capacity - 1;
    ck_assert(memcmp(text, whole, kept) == 0 && text[capacity] == '#');
    ck_assert(capacity == 0 || text[kept] == 0);
  }
}
END_TEST

START_TEST(every_blank_is_filled) {
  hd_layout a = hd_test_layout("4:2"), b = hd_test_layout("(2,2):(1,8)");
  hd_tuple c = hd_test_tuple("(1,2)"), d = hd_test_tuple("7");
  hd_swizzle s = {3, 4, 3};
  char text[256];
  hd_trace_step step = {.text = "{0}{1}{2}{3}{4}{5} {b0} {b5} {A} {B} {P} {c} {d} {a} {v} {s} {x} {6} {",
                        .number = {5, -1, 2, 3, 4, 0},
                        .sample = {1, 2},
                        .samples = 2,
                        .more = true,
                        .layout = {&a, &b},
                        .piece = &b,
                        .tuple = {&c, &d},
                        .swizzle = &s};
  ck_assert(hd_axis_from_name("lane", 4, &step.axis));
  size_t length = hd_print_trace_step(&step, text, sizeof text);
  ck_assert_str_eq(text,
                   "5-12340 101 0 4:2 (2,2):(1,8) (2,2):(1,8) (1,2) 7 @lane 1@lane, 2@lane, .. S<3,4,3> {x} {6} {");
  ck_assert_uint_eq(length, strlen(text));
}
END_TEST

START_TEST(what_can_not_be_told_has_no_steps) {
  hd_layout huge = hd_test_layout("2:4611686018427387904"), axes = hd_test_layout("4:1@0"), one = hd_test_layout("4:1");
  hd_layout wide = hd_test_layout("(2,2):(4611686018427387904@0,4611686018427387904@1)"), r;
  hd_tuple value, pair = hd_test_tuple("(1,2)");
  hd_error error;
  heard h;
  int64_t cosize;
  hd_trace trace = listen(&h);
  hd_test_stamp(&r, sizeof r);
  ck_assert_int_eq(hd_trace_complement(&trace, &huge, 8, &error, &r), HD_OVERFLOW);
  ck_assert(hd_test_is_error(&error, HD_OVERFLOW));
  ck_assert_int_eq(hd_trace_complement(&trace, &axes, 8, &error, &r), HD_MISMATCH);
  ck_assert_int_eq(hd_trace_complement(&trace, &one, 0, &error, &r), HD_RANGE);
  ck_assert_int_eq(hd_trace_composition(&trace, &huge, &huge, NULL, &r), HD_OVERFLOW);
  ck_assert_int_eq(hd_trace_cosize(&trace, &wide, NULL, &cosize), HD_OVERFLOW);
  ck_assert_int_eq(hd_trace_evaluate(&trace, &one, &pair, &error, &value), HD_MISMATCH);
  ck_assert_int_eq(h.steps, 0);
  ck_assert(hd_test_is_stamped(&r, sizeof r));
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"pieces of one layout", pieces_of_one_layout_are_the_answer},
      {"negative strides", negative_strides_are_answered_as_the_operation_does},
      {"components", components_are_told_one_by_one},
      {"terms add up", terms_add_up_to_the_value},
      {"values on axes", values_on_axes_are_told},
      {"swizzles bit by bit", swizzles_are_told_bit_by_bit},
      {"a layout in a chain", a_layout_in_a_chain_is_told},
      {"a callback stops the steps", a_callback_stops_the_steps_and_not_the_answer},
      {"printed within the buffer", steps_are_printed_within_their_buffer},
      {"every blank is filled", every_blank_is_filled},
      {"no steps where it can not be told", what_can_not_be_told_has_no_steps},
  };
  return hd_test_main("trace", test, HD_COUNT(test));
}
