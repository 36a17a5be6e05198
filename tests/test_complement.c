/* Complement: increasing, disjoint from what it completes, and reaching the bound; or a refusal with its proof. */
#include "proofs/oracle.h"
#include "tests/support/family.h"
#include "tests/support/judge.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

static bool is_increasing(const hd_layout *layout) {
  hd_oracle_axes axes = {.count = 1};
  int64_t before = -1, value;
  for (int64_t i = 0; i < hd_size(layout); i++, before = value) {
    EXPECT(hd_oracle_at(layout, i, &axes, &value) == HD_OK, "the oracle failed");
    if (value <= before) return false;
  }
  return true;
}

/* (A', R), where A' is A without its modes of stride 0. */
static hd_layout beside(const hd_layout *a, const hd_layout *r) {
  hd_layout both;
  hd_layout_clear(&both);
  for (int k = 0; k < a->profile.leaves; k++)
    if (a->stride[k] != 0) EXPECT(hd_layout_append_leaf(&both, a->shape[k], a->stride[k], 0), "capacity");
  for (int k = 0; k < r->profile.leaves; k++)
    EXPECT(hd_layout_append_leaf(&both, r->shape[k], r->stride[k], 0), "capacity");
  EXPECT(hd_layout_wrap(&both, 0), "depth");
  return both;
}

static void judge_answer(const hd_layout *a, int64_t within, const hd_layout *r) {
  hd_layout both = beside(a, r), into = *a;
  int64_t first, second, least, greatest;
  bool injective;
  EXPECT(hd_test_is_valid(r) && hd_depth(&r->profile) <= 1, "%s within %d: %s", hd_test_show(a), (int)within,
         hd_test_show(r));
  EXPECT(is_increasing(r), "%s within %d: %s does not increase", hd_test_show(a), (int)within, hd_test_show(r));
  EXPECT(hd_oracle_is_injective(&both, &injective, &first, &second) == HD_OK && injective, "%s within %d: %s collides",
         hd_test_show(a), (int)within, hd_test_show(r));
  EXPECT(hd_oracle_range(&both, &least, &greatest) == HD_OK && greatest + 1 >= within, "%s within %d: %s reaches %d",
         hd_test_show(a), (int)within, hd_test_show(r), (int)greatest);
  EXPECT(hd_complement(&into, within, NULL, &into) == HD_OK && hd_is_identical(&into, r), "%s: into itself",
         hd_test_show(a));
}

/* The sorted strides without 0 and extents of 1 do not nest: each must reach past all before it. */
static bool nests(const hd_layout *a) {
  for (int k = 0; k < a->profile.leaves; k++) {
    if (a->shape[k] == 1 || a->stride[k] == 0) continue;
    if (a->stride[k] < 0) return false;
    for (int j = 0; j < a->profile.leaves; j++) {
      if (j == k || a->shape[j] == 1 || a->stride[j] == 0) continue;
      if (a->stride[j] == a->stride[k]) return false;
      if (a->stride[j] < a->stride[k] && a->shape[j] * a->stride[j] > a->stride[k]) return false;
    }
  }
  return true;
}

/* What a refusal says, looked up again. */
static void judge_refusal(const hd_layout *a, int64_t within, const hd_error *error) {
  EXPECT(hd_test_is_error(error, HD_UNDEFINED), "%s within %d: no error", hd_test_show(a), (int)within);
  EXPECT(strcmp(error->operation, "complement") == 0, "%s within %d: %s", hd_test_show(a), (int)within,
         error->operation);
  bool injective;
  int64_t first, second;
  EXPECT(hd_oracle_is_injective(a, &injective, &first, &second) == HD_OK, "the oracle failed");
  EXPECT(error->has_other == error->has_coordinate, "%s within %d: one coordinate", hd_test_show(a), (int)within);
  if (!error->has_other) return;
  hd_oracle_axes axes = {.count = 1};
  int64_t x, y;
  bool inside_x, inside_y;
  EXPECT(!injective, "%s within %d: called not injective", hd_test_show(a), (int)within);
  EXPECT(hd_oracle_index_of(a, &error->coordinate, &first, &inside_x) == HD_OK &&
             hd_oracle_index_of(a, &error->other, &second, &inside_y) == HD_OK && inside_x && inside_y &&
             first != second,
         "%s within %d: coordinates", hd_test_show(a), (int)within);
  EXPECT(hd_oracle_at(a, first, &axes, &x) == HD_OK && hd_oracle_at(a, second, &axes, &y) == HD_OK && x == y,
         "%s within %d: %d and %d", hd_test_show(a), (int)within, (int)first, (int)second);
  EXPECT(error->number[0] == x, "%s within %d: value", hd_test_show(a), (int)within);
}

START_TEST(it_completes_or_is_refused_with_a_proof) {
  static const int64_t bound[] = {1, 2, 5, 6, 24, 37, 64};
  int64_t answered = 0, overlapping = 0, colliding = 0, short_of = 0;
  for (int leaves = 1; leaves <= 3; leaves++) {
    hd_family family = hd_family_small(leaves);
    for (int64_t n = 0; n < hd_family_count(&family); n++)
      for (int b = (int)(n % 3); b < HD_COUNT(bound); b += 3) {
        hd_layout a, r;
        hd_error error;
        hd_family_at(&family, n, &a);
        hd_test_stamp(&r, sizeof r);
        hd_status status = hd_complement(&a, bound[b], &error, &r);
        if (status == HD_OK) {
          EXPECT(nests(&a), "%s within %d: answered", hd_test_show(&a), (int)bound[b]);
          judge_answer(&a, bound[b], &r);
          answered++;
          continue;
        }
        EXPECT(status == HD_UNDEFINED && hd_test_is_stamped(&r, sizeof r), "%s within %d: %s", hd_test_show(&a),
               (int)bound[b], hd_status_name(status));
        judge_refusal(&a, bound[b], &error);
        EXPECT(hd_complement(&a, bound[b], NULL, &r) == HD_UNDEFINED, "%s: without an error", hd_test_show(&a));
        overlapping += !nests(&a);
        colliding += error.has_other;
        short_of += nests(&a);
      }
  }
  ck_assert_int_gt(answered, 0);
  ck_assert_int_gt(overlapping, colliding);
  ck_assert_int_gt(colliding, 0);
  ck_assert_int_gt(short_of, 0);
}
END_TEST

/* A refusal of strides that nest is right only where the gaps cannot come out: the fullest fill stops short. */
START_TEST(it_stops_short_only_where_a_gap_does_not_come_out) {
  hd_layout a = hd_test_layout("(3,2):(1,4)"), r;
  hd_error error;
  ck_assert_int_eq(hd_complement(&a, 24, &error, &r), HD_UNDEFINED);
  ck_assert(!error.has_coordinate);
  ck_assert_int_eq(hd_complement(&a, 7, NULL, &r), HD_OK);
}
END_TEST

START_TEST(answers_are_spelled_as_cute_ir_does) {
  static const struct {
    const char *layout;
    int64_t within;
    const char *wanted;
  } row[] = {{"4:2", 8, "2:1"},
             {"4:2", 16, "(2,2):(1,8)"},
             {"4:2", 7, "2:1"},
             {"4:1", 2, "1:4"},
             {"4:0", 8, "8:1"},
             {"1:2", 8, "8:1"},
             {"(2,2):(1,6)", 24, "(3,2):(2,12)"},
             {"4:1", 24, "6:4"},
             {"6:4", 24, "4:1"},
             {"(4,6):(1,4)", 24, "1:24"},
             {"(2,4):(4,1)", 16, "2:8"},
             {"1:0", 1, "1:1"}};
  for (int n = 0; n < HD_COUNT(row); n++) {
    hd_layout layout = hd_test_layout(row[n].layout);
    ck_assert_int_eq(hd_complement(&layout, row[n].within, NULL, &layout), HD_OK);
    ck_assert_msg(strcmp(hd_test_show(&layout), row[n].wanted) == 0, "%s within %d: %s", row[n].layout,
                  (int)row[n].within, hd_test_show(&layout));
  }
}
END_TEST

START_TEST(without_a_bound_the_tail_stays) {
  static const char *const row[][2] = {
      {"4:2", "(2,1):(1,8)"}, {"4:1", "1:4"}, {"1:0", "1:1"}, {"(2,2):(1,6)", "(3,1):(2,12)"}};
  for (int n = 0; n < HD_COUNT(row); n++) {
    hd_layout layout = hd_test_layout(row[n][0]);
    ck_assert_int_eq(hd_complement_unbounded(&layout, NULL, &layout), HD_OK);
    ck_assert_str_eq(hd_test_show(&layout), row[n][1]);
  }
}
END_TEST

/* The tail's stride is the size of a tile: with any bound that is a multiple of it, the bounded complement is the
 * unbounded one with its tail cut off there. */
START_TEST(the_unbounded_complement_is_the_bounded_one_with_a_tail) {
  int64_t answered = 0;
  hd_family family = hd_family_small(2);
  for (int64_t n = 0; n < hd_family_count(&family); n++) {
    hd_layout a, r, bounded;
    bool same;
    int64_t where;
    hd_family_at(&family, n, &a);
    hd_test_stamp(&r, sizeof r);
    hd_status status = hd_complement_unbounded(&a, NULL, &r);
    EXPECT((status == HD_OK) == nests(&a), "%s: %s", hd_test_show(&a), hd_status_name(status));
    if (status != HD_OK) {
      EXPECT(status == HD_UNDEFINED && hd_test_is_stamped(&r, sizeof r), "%s: touched", hd_test_show(&a));
      continue;
    }
    int tail = r.profile.leaves - 1;
    EXPECT(r.shape[tail] == 1, "%s: %s has no tail", hd_test_show(&a), hd_test_show(&r));
    r.shape[tail] = 3;
    status = hd_complement(&a, 3 * r.stride[tail], NULL, &bounded);
    if (status == HD_UNDEFINED) continue;
    EXPECT(status == HD_OK, "%s: %s", hd_test_show(&a), hd_status_name(status));
    EXPECT(hd_oracle_is_equivalent(&r, &bounded, &same, &where) == HD_OK && same, "%s: %s and %s", hd_test_show(&a),
           hd_test_show(&r), hd_test_show(&bounded));
    answered++;
  }
  ck_assert_int_gt(answered, 0);
}
END_TEST

START_TEST(complementable_means_each_value_is_hit_once) {
  static const int64_t bound[] = {1, 2, 6, 12, 24, 36};
  int64_t yes = 0, no = 0, hits[36];
  for (int leaves = 1; leaves <= 3; leaves++) {
    hd_family family = hd_family_small(leaves);
    for (int64_t n = 0; n < hd_family_count(&family); n++) {
      hd_layout a, r;
      hd_family_at(&family, n, &a);
      int64_t within = bound[n % HD_COUNT(bound)], outside;
      bool once = hd_complement(&a, within, NULL, &r) == HD_OK, answer;
      if (once) {
        const hd_layout *mode[] = {&a, &r};
        hd_layout both;
        EXPECT(hd_concatenate(mode, 2, NULL, &both) == HD_OK, "%s", hd_test_show(&a));
        EXPECT(hd_oracle_hits(&both, within, hits, &outside) == HD_OK, "the oracle failed");
        once = outside == 0;
        for (int64_t v = 0; v < within; v++) once = once && hits[v] == 1;
      }
      EXPECT(hd_is_complementable(&a, within, NULL, &answer) == HD_OK, "%s", hd_test_show(&a));
      EXPECT(answer == once, "%s within %d: want %d", hd_test_show(&a), (int)within, once);
      yes += once;
      no += !once;
    }
  }
  ck_assert_int_gt(yes, 0);
  ck_assert_int_gt(no, 0);
}
END_TEST

START_TEST(injective_and_complementable_are_two_questions) {
  hd_layout layout = hd_test_layout("(2,3):(3,2)"), r;
  hd_error error;
  int64_t first, second;
  bool answer;
  ck_assert_int_eq(hd_oracle_is_injective(&layout, &answer, &first, &second), HD_OK);
  ck_assert(answer);
  ck_assert_int_eq(hd_is_complementable(&layout, 6, NULL, &answer), HD_OK);
  ck_assert(!answer);
  ck_assert_int_eq(hd_complement(&layout, 6, &error, &r), HD_UNDEFINED);
  ck_assert(!error.has_other);
}
END_TEST

static void expect_complement(const char *text, int64_t within, hd_status wanted) {
  hd_layout layout = hd_test_layout(text), r;
  hd_error error;
  hd_test_stamp(&r, sizeof r);
  hd_status status = hd_complement(&layout, within, &error, &r);
  ck_assert_msg(status == wanted, "%s within %lld: %s", text, (long long)within, hd_status_name(status));
  ck_assert(hd_test_is_error(&error, wanted));
  ck_assert(hd_test_is_stamped(&r, sizeof r));
  ck_assert_int_eq(hd_complement(&layout, within, NULL, &r), wanted);
}

START_TEST(axes_and_numbers_out_of_bounds_have_statuses_of_their_own) {
  hd_layout axes = hd_test_layout("4:1@0");
  bool answer = true;
  hd_error error;
  expect_complement("4:1@0", 8, HD_MISMATCH);
  expect_complement("4:4611686018427387904", 8, HD_OVERFLOW);
  expect_complement("(2,2):(4611686018427387904,1)", 8, HD_OVERFLOW);
  ck_assert_int_eq(hd_is_complementable(&axes, 8, &error, &answer), HD_MISMATCH);
  ck_assert(hd_test_is_error(&error, HD_MISMATCH));
  ck_assert(answer);
}
END_TEST

START_TEST(large_bounds_are_answered_without_counting) {
  hd_layout layout = hd_test_layout("4:2");
  ck_assert_int_eq(hd_complement(&layout, INT64_MAX, NULL, &layout), HD_OK);
  ck_assert_str_eq(hd_test_show(&layout), "(2,1152921504606846976):(1,8)");
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"it completes or is refused with a proof", it_completes_or_is_refused_with_a_proof},
      {"it stops short only where a gap does not come out", it_stops_short_only_where_a_gap_does_not_come_out},
      {"answers are spelled as CuTe IR does", answers_are_spelled_as_cute_ir_does},
      {"without a bound the tail stays", without_a_bound_the_tail_stays},
      {"the unbounded complement", the_unbounded_complement_is_the_bounded_one_with_a_tail},
      {"complementable", complementable_means_each_value_is_hit_once},
      {"injective and complementable", injective_and_complementable_are_two_questions},
      {"statuses", axes_and_numbers_out_of_bounds_have_statuses_of_their_own},
      {"large bounds", large_bounds_are_answered_without_counting},
  };
  return hd_test_main("complement", test, HD_COUNT(test));
}
