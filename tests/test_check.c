/* Checking files: one finding a claim, the right verdict, and counter-examples that hold up when they are evaluated
 * again here, by sums of products and C arithmetic. */
#include "proofs/check.h"
#include "tests/support/suite.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST = 64 };

typedef struct collected {
  int count;
  hd_finding finding[MOST];
} collected;

static void collect(void *context, const hd_finding *finding) {
  collected *all = context;
  ck_assert_int_lt(all->count, MOST);
  all->finding[all->count++] = *finding;
}

static collected *check_with(const char *text, hd_check_options options) {
  static collected all;
  hd_error error;
  all.count = 0;
  options.found = collect;
  options.context = &all;
  hd_status status = hd_check_text(text, strlen(text), &options, &error);
  EXPECT(status == HD_OK, "%s: %s", text, hd_status_name(status));
  return &all;
}

static collected *check(const char *text) { return check_with(text, hd_check_defaults()); }

/* ---- evaluating again, from text alone ---- */

/* The integers in a text, in order, brackets and commas aside. */
static int numbers(const char *text, int64_t number[32]) {
  int count = 0;
  while (*text != 0) {
    if ((*text >= '0' && *text <= '9') || *text == '-') {
      char *end;
      ck_assert_int_lt(count, 32);
      number[count++] = strtoll(text, &end, 10);
      text = end;
    } else {
      text++;
    }
  }
  return count;
}

typedef struct leaves {
  int count;
  int64_t shape[32], stride[32];
} leaves;

/* `((2,2),3):((1,6),2)` as its leaves. */
static leaves read(const char *layout) {
  leaves result;
  char shape[256];
  const char *colon = strchr(layout, ':');
  ck_assert_ptr_nonnull(colon);
  snprintf(shape, sizeof shape, "%.*s", (int)(colon - layout), layout);
  result.count = numbers(shape, result.shape);
  ck_assert_int_eq(numbers(colon + 1, result.stride), result.count);
  return result;
}

static int64_t size_of(const leaves *l) {
  int64_t size = 1;
  for (int k = 0; k < l->count; k++) size *= l->shape[k];
  return size;
}

/* The value at an index, by its digits. */
static int64_t value_at(const leaves *l, int64_t index) {
  int64_t sum = 0;
  for (int k = 0; k < l->count; k++) {
    sum += (k == l->count - 1 ? index : index % l->shape[k]) * l->stride[k];
    index /= l->shape[k];
  }
  return sum;
}

/* The value at a coordinate that is written out, which must lie inside. */
static int64_t value_at_text(const leaves *l, const char *coordinate) {
  int64_t digit[32], sum = 0;
  ck_assert_int_eq(numbers(coordinate, digit), l->count);
  for (int k = 0; k < l->count; k++) {
    EXPECT(digit[k] >= 0 && digit[k] < l->shape[k], "%s lies outside", coordinate);
    sum += digit[k] * l->stride[k];
  }
  return sum;
}

static bool takes(const leaves *l, int64_t value) {
  for (int64_t i = 0; i < size_of(l); i++) {
    if (value_at(l, i) == value) return true;
  }
  return false;
}

/* ---- false claims ---- */

/* A claim over t and r, with both sides again in C. */
#define FORALL(t_below, r_below, left, right) \
  { "forall t<" #t_below ", r<" #r_below ": " #left " == (" #right ")", t_below, r_below }

static int64_t tile(int64_t t, int64_t r) { return 4 * t + r; }
static int64_t mixed(int64_t t, int64_t r) { return t % 2 + 8 * (t / 2) + 2 * r; }

START_TEST(false_formulas_come_with_the_first_coordinate_and_both_values) {
  static const struct {
    const char *claim;
    int64_t t, r;
  } claims[] = {
      FORALL(32, 4, tile(t, r), 4 * t + r + (t / 31) * (r / 3)),
      FORALL(32, 4, tile(t, r), t + 32 * r),
      FORALL(32, 4, tile(t, r), (t << 2 | r) ^ (t == 17)),
      FORALL(8, 4, mixed(t, r), (t & 1) + ((t & 6) << 2) + r * 2 - (t + r == 10)),
      FORALL(8, 4, mixed(t, r), (t & 1) + ((t >> 1) << 2) + r * 2),
      FORALL(7, 5, t / 2 * 2 + t % 2, t % 6),
      FORALL(7, 5, (r - t) / 2, (r - t) >> 1),
      FORALL(7, 5, -(t * r) % 4, -((t * r) % 4) + (t > 5 ? r > 3 : 0)),
      FORALL(16, 16, ~(t & r), (~t & ~r)),
  };
  for (int k = 0; k < HD_COUNT(claims); k++) {
    char text[512];
    snprintf(text, sizeof text, "let tile = (32,4):(4,1) let mixed = ((2,4),4):((1,8),2) claim %s", claims[k].claim);
    const collected *all = check(text);
    ck_assert_int_eq(all->count, 1);
    const hd_finding *f = &all->finding[0];
    EXPECT(f->verdict == HD_FALSE && f->variables == 2, "%s: %s", claims[k].claim, hd_verdict_name(f->verdict));
    bool found = false;
    int64_t visited = 0;
    for (int64_t r = 0; r < claims[k].r && !found; r++) {
      for (int64_t t = 0; t < claims[k].t && !found; t++) {
        const int64_t left[] = {tile(t, r),        tile(t, r),  tile(t, r),   mixed(t, r), mixed(t, r),
                                t / 2 * 2 + t % 2, (r - t) / 2, -(t * r) % 4, ~(t & r)};
        const int64_t right[] = {4 * t + r + (t / 31) * (r / 3),
                                 t + 32 * r,
                                 (t << 2 | r) ^ (t == 17),
                                 (t & 1) + ((t & 6) << 2) + r * 2 - (t + r == 10),
                                 (t & 1) + ((t >> 1) << 2) + r * 2,
                                 t % 6,
                                 (r - t) >> 1,
                                 -((t * r) % 4) + (t > 5 ? r > 3 : 0),
                                 (~t & ~r)};
        visited++;
        if (left[k] == right[k]) continue;
        found = true;
        EXPECT(f->value[0] == t && f->value[1] == r, "%s: at %lld, %lld", claims[k].claim, (long long)f->value[0],
               (long long)f->value[1]);
        ck_assert_int_eq(strtoll(f->left, NULL, 10), left[k]);
        ck_assert_int_eq(strtoll(f->right, NULL, 10), right[k]);
      }
    }
    ck_assert(found);
    ck_assert_int_eq(f->visited, visited);
    ck_assert_int_eq(f->domain, claims[k].t * claims[k].r);
  }
}
END_TEST

/* Checks `claim FORMAT(layouts)`, which must be false. */
static const hd_finding *false_claim(const char *claim) {
  char text[512];
  snprintf(text, sizeof text, "claim %s", claim);
  const collected *all = check(text);
  ck_assert_int_eq(all->count, 1);
  EXPECT(all->finding[0].verdict == HD_FALSE, "%s: %s", claim, hd_verdict_name(all->finding[0].verdict));
  return &all->finding[0];
}

START_TEST(not_injective_comes_with_two_coordinates_of_one_value) {
  static const char *const layout[] = {"(2,2):(2,2)", "(4,4):(1,3)",  "((2,3),4):((1,2),5)",
                                       "4:0",         "(4,5):(-2,3)", "(6,4,2):(1,5,9)"};
  for (int k = 0; k < HD_COUNT(layout); k++) {
    char claim[128];
    snprintf(claim, sizeof claim, "injective(%s)", layout[k]);
    const hd_finding *f = false_claim(claim);
    leaves l = read(layout[k]);
    ck_assert_str_ne(f->coordinate, f->other);
    ck_assert_int_eq(value_at_text(&l, f->coordinate), value_at_text(&l, f->other));
  }
}
END_TEST

START_TEST(not_disjoint_comes_with_one_coordinate_of_each) {
  static const struct {
    const char *a, *b;
    int64_t offset;
  } pairs[] = {{"4:2", "8:1", 0},
               {"(4,4):(1,8)", "(2,2):(3,16)", 1},
               {"4:1", "4:1", 3},
               {"((2,2),2):((4,16),1)", "(8):(-1)", -7}};
  for (int k = 0; k < HD_COUNT(pairs); k++) {
    char claim[128];
    snprintf(claim, sizeof claim, "disjoint(%s, %s, %lld)", pairs[k].a, pairs[k].b, (long long)pairs[k].offset);
    const hd_finding *f = false_claim(claim);
    leaves a = read(pairs[k].a), b = read(pairs[k].b);
    ck_assert_int_eq(value_at_text(&a, f->coordinate) + pairs[k].offset, value_at_text(&b, f->other));
  }
}
END_TEST

START_TEST(not_covering_comes_with_a_value_that_nobody_has) {
  static const struct {
    const char *layout;
    int64_t bound;
  } cases[] = {{"(4,8):(1,5)", 32}, {"(2,3):(3,2)", 8}, {"4:-1", 2}, {"((2,2),4):((1,4),8)", 16}, {"(4,8):(1,4)", 33}};
  for (int k = 0; k < HD_COUNT(cases); k++) {
    char claim[128];
    snprintf(claim, sizeof claim, "covers(%s, %lld)", cases[k].layout, (long long)cases[k].bound);
    const hd_finding *f = false_claim(claim);
    leaves l = read(cases[k].layout);
    int64_t number[32];
    ck_assert_int_eq(numbers(f->reason, number), 1);
    ck_assert_int_ge(number[0], 0);
    ck_assert_int_lt(number[0], cases[k].bound);
    ck_assert(!takes(&l, number[0]));
  }
}
END_TEST

START_TEST(not_bijective_comes_with_its_reason) {
  const hd_finding *f = false_claim("bijective((4,8):(1,4) onto 33)");
  int64_t number[32];
  ck_assert_int_eq(numbers(f->reason, number), 2);
  ck_assert_int_eq(number[0], 32);
  ck_assert_int_eq(number[1], 33);
  f = false_claim("bijective((4,8):(1,5) onto 32)");
  leaves l = read("(4,8):(1,5)");
  ck_assert_int_eq(numbers(f->reason, number), 2);
  ck_assert(takes(&l, number[0]));
  ck_assert_int_gt(number[0], number[1]);
  ck_assert_int_eq(number[1], 31);
  f = false_claim("bijective((4,4):(1,3) onto 16)");
  l = read("(4,4):(1,3)");
  ck_assert_str_ne(f->coordinate, f->other);
  ck_assert_int_eq(value_at_text(&l, f->coordinate), value_at_text(&l, f->other));
}
END_TEST

START_TEST(not_equivalent_comes_with_an_index_and_both_values) {
  static const char *const pairs[][2] = {
      {"(4,8):(1,4)", "(8,4):(1,9)"}, {"(2,2,2):(4,2,1)", "8:1"}, {"(4,3):(3,1)", "(2,6):(3,6)"}};
  for (int k = 0; k < HD_COUNT(pairs); k++) {
    char claim[128];
    snprintf(claim, sizeof claim, "equivalent(%s, %s)", pairs[k][0], pairs[k][1]);
    const hd_finding *f = false_claim(claim);
    leaves a = read(pairs[k][0]), b = read(pairs[k][1]);
    int64_t number[32];
    int count = numbers(f->reason, number);
    ck_assert_int_ge(count, 3);
    ck_assert_int_eq(value_at(&a, number[0]), number[count - 2]);
    ck_assert_int_eq(value_at(&b, number[0]), number[count - 1]);
    ck_assert_int_ne(number[count - 2], number[count - 1]);
    ck_assert_int_eq(value_at_text(&a, f->coordinate), number[count - 2]);
    for (int64_t i = 0; i < number[0]; i++) ck_assert_int_eq(value_at(&a, i), value_at(&b, i));
  }
}
END_TEST

START_TEST(wrong_answers_and_wrong_refusals_come_with_the_right_answer) {
  static const struct {
    const char *a, *b, *claim;
  } cases[] = {{"(2,5):(1,7)", "4:3", "(2,5):(1,7) o 4:3 == (2,2):(8,20)"},
               {"(4,2,8):(3,12,97)", "3:3", "(4,2,8):(3,12,97) o 3:3 == 3:3"},
               {"(3,8):(8,1)", "3:4", "undefined((3,8):(8,1) o 3:4)"},
               {"(10,2):(16,4)", "(5,4):(1,5)", "undefined((10,2):(16,4) o (5,4):(1,5))"}};
  for (int k = 0; k < HD_COUNT(cases); k++) {
    const hd_finding *f = false_claim(cases[k].claim);
    leaves a = read(cases[k].a), b = read(cases[k].b), r = read(f->left);
    ck_assert_int_eq(size_of(&r), size_of(&b));
    for (int64_t i = 0; i < size_of(&b); i++) ck_assert_int_eq(value_at(&r, i), value_at(&a, value_at(&b, i)));
    if (f->right[0] == 0) continue;
    leaves claimed = read(f->right);
    bool differs = false;
    for (int64_t i = 0; i < size_of(&b); i++) differs = differs || value_at(&claimed, i) != value_at(&r, i);
    ck_assert(differs);
  }
}
END_TEST

/* ---- verdicts ---- */

START_TEST(each_claim_gets_its_verdict) {
  static const struct {
    const char *text;
    hd_verdict verdict;
    bool visits;
  } cases[] = {
      {"claim true", HD_HOLDS, false},
      {"claim named: 1 < 2", HD_HOLDS, false},
      {"claim \"named too\": (1,2) == (1,2)", HD_HOLDS, false},
      {"claim injective((2,3):(3,2)) && !complementable((2,3):(3,2), 12)", HD_HOLDS, false},
      {"claim bijective((128,512):(65536,1) o 65536:1 o (512,128):(128,1) onto 1)", HD_FALSE, false},
      {"claim covers((4,8):(1,4), (2,4):(1,8))", HD_HOLDS, true},
      {"claim bijective((2,3):(1@col,1@lane) onto (2@col,3@lane))", HD_HOLDS, false},
      {"claim forall t<5: t*t >= t", HD_HOLDS, true},
      {"claim forall t<5: crd2idx((t,1), (5,2)) == t + 5", HD_HOLDS, true},
      {"claim forall t<5: 4/t >= 0", HD_NO_ANSWER, true},
      {"claim forall t<5: t == (t,)", HD_FALSE, true},
      {"claim forall t<5: t", HD_SENSELESS, true},
      {"claim forall t<0: true", HD_SENSELESS, false},
      {"claim forall t<(1,2): true", HD_SENSELESS, false},
      {"claim forall t<4294967296, r<2: true", HD_OPEN, true},
      {"claim forall a<4294967296, b<4294967296, c<4294967296: true", HD_OPEN, true},
      {"claim 1", HD_SENSELESS, false},
      {"claim 4:1", HD_SENSELESS, false},
      {"claim size(true) == 1", HD_SENSELESS, false},
      {"claim 1/0 == 1", HD_NO_ANSWER, false},
      {"claim (6,2):(1,7) o (3,2):(2,3) == 4:1", HD_NO_ANSWER, false},
      {"claim 1 << 63 > 0", HD_NO_ANSWER, false},
      {"claim false && 1/0 == 1", HD_FALSE, false},
      {"claim true || 1/0 == 1", HD_HOLDS, false},
      {"claim coalesce(S<3,4,3>) == 4:1", HD_SENSELESS, false},
  };
  for (int k = 0; k < HD_COUNT(cases); k++) {
    const collected *all = check(cases[k].text);
    ck_assert_int_eq(all->count, 1);
    const hd_finding *f = &all->finding[0];
    EXPECT(f->verdict == cases[k].verdict, "%s: %s", cases[k].text, hd_verdict_name(f->verdict));
    EXPECT(f->visits == cases[k].visits, "%s: visits %d", cases[k].text, f->visits);
    EXPECT(f->is_claim, "%s", cases[k].text);
    if (f->verdict == HD_HOLDS && f->visits) ck_assert_int_eq(f->visited, f->domain);
  }
}
END_TEST

START_TEST(a_failing_claim_stops_nothing_and_names_carry_the_loops) {
  const collected *all = check("let L = (4,8):(1,4)\n"
                               "claim first: size(L) == 33\n"
                               "for N in 1, 4..5, 9: {\n"
                               "  for A in (N,2):(1,N), N:1: claim \"of A\": size(A) % N == 0;\n"
                               "  let M = 2*N claim M  ==\n N + N\n"
                               "}\n"
                               "claim last: L(3,7) == 31");
  ck_assert_int_eq(all->count, 14);
  ck_assert_str_eq(all->finding[0].name, "first");
  ck_assert_int_eq(all->finding[0].verdict, HD_FALSE);
  ck_assert_str_eq(all->finding[0].left, "32");
  ck_assert_str_eq(all->finding[0].right, "33");
  ck_assert_str_eq(all->finding[1].name, "of A [N=1, A=(1,2):(1,1)]");
  ck_assert_str_eq(all->finding[5].name, "of A [N=4, A=4:1]");
  ck_assert_str_eq(all->finding[12].name, "M == N + N [N=9]");
  ck_assert_str_eq(all->finding[13].name, "last");
  for (int k = 1; k < 14; k++) ck_assert_int_eq(all->finding[k].verdict, HD_HOLDS);
}
END_TEST

START_TEST(a_name_without_a_value_is_reported_and_spreads) {
  const collected *all =
      check("let X = 1/0 claim X == X claim undefined(X) let Y = X + 1 claim 2 == 2 for N in X: claim true "
            "for N in 1..X: claim true for N in 1..4:1: claim true");
  static const hd_verdict expected[] = {HD_NO_ANSWER, HD_NO_ANSWER, HD_HOLDS,     HD_NO_ANSWER,
                                        HD_HOLDS,     HD_NO_ANSWER, HD_NO_ANSWER, HD_SENSELESS};
  static const bool claims[] = {false, true, true, false, true, false, false, false};
  ck_assert_int_eq(all->count, HD_COUNT(expected));
  for (int k = 0; k < all->count; k++) {
    ck_assert_int_eq(all->finding[k].verdict, expected[k]);
    ck_assert_int_eq(all->finding[k].is_claim, claims[k]);
  }
}
END_TEST

START_TEST(limits_make_it_undecided) {
  hd_check_options options = hd_check_defaults();
  options.most_coordinates = 100;
  const collected *all = check_with("claim forall t<10, r<10: true claim forall t<101: true", options);
  ck_assert_int_eq(all->count, 2);
  ck_assert_int_eq(all->finding[0].verdict, HD_HOLDS);
  ck_assert_int_eq(all->finding[1].verdict, HD_OPEN);
  options.most_steps = 10;
  all = check_with("for N in 1..9223372036854775807: claim N > 0", options);
  ck_assert_int_lt(all->count, 12);
  ck_assert_int_eq(all->finding[all->count - 1].verdict, HD_OPEN);
  ck_assert(!all->finding[all->count - 1].is_claim);
}
END_TEST

START_TEST(a_syntax_error_anywhere_leaves_the_file_unchecked) {
  static const struct {
    const char *text;
    size_t position;
  } cases[] = {
      {"claim true\nclaim 1 +", 20},
      {"claim true claim x == 1", 17},
      {"claim true\nsize(4)", 11},
      {"{ claim true", 12},
      {"claim true }", 11},
      {"for N in 1, 2 claim true", 14},
      {"for N 1: claim true", 6},
      {"let = 4", 4},
      {"let forall = 4", 4},
      {"claim forall t: true", 14},
      {"claim forall t<4, t<5: true", 18},
      {"claim forall t<4, r<t: true", 20},
      {"claim forall t<4 true", 17},
      {"claim \"x\" true", 10},
      {"{ let a = 1 } claim a == 1", 20},
      {"for a in 1: claim true claim a == 1", 29},
      {"claim true && forall t<4: true", 14},
      {"let a = 1 let a = 2", 14},
  };
  for (int k = 0; k < HD_COUNT(cases); k++) {
    collected all = {.count = 0};
    hd_error error;
    hd_check_options options = hd_check_defaults();
    options.found = collect;
    options.context = &all;
    hd_status status = hd_check_text(cases[k].text, strlen(cases[k].text), &options, &error);
    EXPECT(status == HD_MALFORMED, "%s: %s", cases[k].text, hd_status_name(status));
    EXPECT(error.position == cases[k].position, "%s: at %zu", cases[k].text, error.position);
    ck_assert_int_eq(all.count, 0);
  }
}
END_TEST

static void count_progress(void *context, int64_t visited, int64_t domain) {
  collected *all = context;
  ck_assert_int_le(visited, domain);
  ck_assert_int_eq(domain, 1 << 20);
  all->count++;
}

START_TEST(progress_is_told_during_a_long_forall) {
  static const char text[] = "claim forall t<1024, r<1024: t + 1024*r >= 0";
  static collected all;
  hd_error error;
  hd_check_options options = hd_check_defaults();
  options.progress = count_progress;
  options.context = &all;
  all.count = 0;
  ck_assert_int_eq(hd_check_text(text, strlen(text), &options, &error), HD_OK);
  ck_assert_int_gt(all.count, 0);
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"false formulas", false_formulas_come_with_the_first_coordinate_and_both_values},
      {"not injective", not_injective_comes_with_two_coordinates_of_one_value},
      {"not disjoint", not_disjoint_comes_with_one_coordinate_of_each},
      {"not covering", not_covering_comes_with_a_value_that_nobody_has},
      {"not bijective", not_bijective_comes_with_its_reason},
      {"not equivalent", not_equivalent_comes_with_an_index_and_both_values},
      {"wrong answers", wrong_answers_and_wrong_refusals_come_with_the_right_answer},
      {"verdicts", each_claim_gets_its_verdict},
      {"names and order", a_failing_claim_stops_nothing_and_names_carry_the_loops},
      {"names without a value", a_name_without_a_value_is_reported_and_spreads},
      {"limits", limits_make_it_undecided},
      {"syntax errors", a_syntax_error_anywhere_leaves_the_file_unchecked},
      {"progress", progress_is_told_during_a_long_forall},
  };
  return hd_test_main("check", test, HD_COUNT(test));
}
