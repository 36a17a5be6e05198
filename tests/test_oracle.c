/* The oracle itself: its answers against numbers worked out by hand, and against a search with no idea in it at all. */
#include "proofs/oracle.h"
#include "tests/support/family.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

#include <stdlib.h>

START_TEST(values_are_sums_of_digits_times_strides) {
  static const int64_t wanted[] = {0, 1, 2, 10, 11, 12};
  hd_layout layout = hd_test_layout("(3,2):(1,10)");
  hd_oracle_table table;
  ck_assert_int_eq(hd_oracle_table_of(&layout, &table), HD_OK);
  ck_assert_int_eq(table.count, 6);
  ck_assert_mem_eq(table.value, wanted, sizeof wanted);
  hd_oracle_table_free(&table);
}
END_TEST

START_TEST(the_last_leaf_takes_the_quotient_and_digits_round_down) {
  hd_layout layout = hd_test_layout("(4,8):(1,10)");
  hd_oracle_axes axes;
  int64_t value;
  hd_oracle_layout_axes(&layout, &axes);
  ck_assert_int_eq(hd_oracle_at(&layout, 100, &axes, &value), HD_OK);
  ck_assert_int_eq(value, 250);
  ck_assert_int_eq(hd_oracle_at(&layout, -1, &axes, &value), HD_OK);
  ck_assert_int_eq(value, 3 - 10);
  ck_assert_int_eq(hd_oracle_at(&layout, -8, &axes, &value), HD_OK);
  ck_assert_int_eq(value, -20);
}
END_TEST

START_TEST(values_on_axes_have_a_component_for_each) {
  hd_layout layout = hd_test_layout("(3,(2,4)):(1@0,(2@1,0))");
  hd_tuple coordinate = hd_test_tuple("(2,7)");
  hd_oracle_axes axes;
  int64_t value[HD_MAX_LEAVES];
  hd_oracle_layout_axes(&layout, &axes);
  ck_assert_int_eq(axes.count, 2);
  ck_assert_int_eq(hd_oracle_at_coordinate(&layout, &coordinate, &axes, value), HD_OK);
  ck_assert_int_eq(value[0], 2);
  ck_assert_int_eq(value[1], 2);
}
END_TEST

START_TEST(paths_choose_modes_of_the_left_operand) {
  hd_layout a = hd_test_layout("((2,3),4):((1,10),100)"), b = hd_test_layout("(4,2,3):(1@1,1@0@0,1@1@0)");
  hd_oracle_axes axes;
  hd_oracle_layout_axes(&a, &axes);
  for (int64_t i = 0; i < 24; i++) {
    int64_t value;
    ck_assert_int_eq(hd_oracle_at_composed(&a, &b, i, &axes, &value), HD_OK);
    ck_assert_int_eq(value, i % 4 * 100 + i / 4 % 2 * 1 + i / 8 * 10);
  }
  b = hd_test_layout("2:1@2");
  int64_t value;
  ck_assert_int_eq(hd_oracle_at_composed(&a, &b, 1, &axes, &value), HD_MISMATCH);
}
END_TEST

START_TEST(coordinates_have_their_colexicographic_number) {
  hd_layout layout = hd_test_layout("((2,3),4):((0,0),0)");
  hd_tuple nested = hd_test_tuple("((1,2),3)"), shallow = hd_test_tuple("(5,3)"), outside = hd_test_tuple("(6,3)");
  int64_t index;
  bool inside;
  ck_assert_int_eq(hd_oracle_index_of(&layout, &nested, &index, &inside), HD_OK);
  ck_assert_int_eq(index, 23);
  ck_assert(inside);
  ck_assert_int_eq(hd_oracle_index_of(&layout, &shallow, &index, &inside), HD_OK);
  ck_assert_int_eq(index, 23);
  ck_assert_int_eq(hd_oracle_index_of(&layout, &outside, &index, &inside), HD_OK);
  ck_assert(!inside);
  nested = hd_test_tuple("(1,2,3)");
  ck_assert_int_eq(hd_oracle_index_of(&layout, &nested, &index, &inside), HD_MISMATCH);
}
END_TEST

START_TEST(refining_keeps_nesting_and_sizes) {
  hd_layout b = hd_test_layout("(4,(6,2)):(0,(0,0))");
  hd_layout good = hd_test_layout("((2,2),((3,2),2)):((0,0),((0,0),0))");
  hd_layout sizes = hd_test_layout("((2,2),((3,3),2)):((0,0),((0,0),0))");
  hd_layout nesting = hd_test_layout("(4,12):(0,0)");
  ck_assert(hd_oracle_refines(&b, &b));
  ck_assert(hd_oracle_refines(&b, &good));
  ck_assert(!hd_oracle_refines(&b, &sizes));
  ck_assert(!hd_oracle_refines(&b, &nesting));
  b = hd_test_layout("4:0");
  good = hd_test_layout("(2,2):(0,0)");
  ck_assert(hd_oracle_refines(&b, &good));
  ck_assert(!hd_oracle_refines(&good, &b));
}
END_TEST

START_TEST(collisions_and_hits_are_counted) {
  hd_layout layout = hd_test_layout("(2,3):(2,1)");
  int64_t first, second, hits[5], outside;
  bool answer;
  ck_assert_int_eq(hd_oracle_is_injective(&layout, &answer, &first, &second), HD_OK);
  ck_assert(!answer);
  ck_assert_int_eq(first, 1);
  ck_assert_int_eq(second, 4);
  ck_assert_int_eq(hd_oracle_hits(&layout, 4, hits, &outside), HD_OK);
  ck_assert_int_eq(outside, 1);
  ck_assert_int_eq(hits[0] + hits[1] + hits[3], 3);
  ck_assert_int_eq(hits[2], 2);
  layout = hd_test_layout("(2,2):(2,1)");
  ck_assert_int_eq(hd_oracle_is_injective(&layout, &answer, &first, &second), HD_OK);
  ck_assert(answer);
}
END_TEST

/* ---- existence, against a search that tries every stride ---- */

enum { LEAST = -2, MOST = 5 };

/* Whether a flat layout with these extents and some strides in LEAST..MOST has the first `count` of the values. */
static bool some_strides(const int64_t *shape, int modes, const int64_t *value, int64_t count) {
  int64_t stride[8];
  for (int k = 0; k < modes; k++) stride[k] = LEAST;
  for (;;) {
    int64_t i = 0;
    for (; i < count; i++) {
      int64_t rest = i, sum = 0;
      for (int k = 0; k < modes; k++) {
        sum += rest % shape[k] * stride[k];
        rest /= shape[k];
      }
      if (sum != value[i]) break;
    }
    if (i == count) return true;
    int k = 0;
    while (k < modes && stride[k] == MOST) stride[k++] = LEAST;
    if (k == modes) return false;
    stride[k]++;
  }
}

static bool some_layout(int64_t size, int64_t *shape, int modes, const int64_t *value, int64_t count) {
  if (size == 1) return some_strides(shape, modes, value, count);
  for (int64_t extent = 2; extent <= size; extent++) {
    if (size % extent != 0) continue;
    shape[modes] = extent;
    if (some_layout(size / extent, shape, modes + 1, value, count)) return true;
  }
  return false;
}

/* Every table of this size with values from 0..3, the first one 0 or 1. */
static void fit_all_tables(int64_t size) {
  int64_t value[6], shape[8], tables = 2;
  for (int64_t k = 1; k < size; k++) tables *= 4;
  for (int64_t n = 0; n < tables; n++) {
    hd_oracle_table table = {.axes = {.count = 1}, .count = size, .value = value};
    int64_t rest = n / 2, wanted = 0, failing;
    bool exists;
    value[0] = n % 2;
    for (int64_t k = 1; k < size; k++, rest /= 4) value[k] = rest % 4;
    while (wanted < size && some_layout(size, shape, 0, value, wanted + 1)) wanted++;
    ck_assert_int_eq(hd_oracle_fit(&table, &exists, &failing), HD_OK);
    EXPECT(exists == (wanted == size), "size %d, table %d: %d", (int)size, (int)n, exists);
    EXPECT(exists || failing == wanted, "size %d, table %d: %d, not %d", (int)size, (int)n, (int)failing, (int)wanted);
  }
}

START_TEST(a_layout_exists_when_trying_all_strides_finds_one) {
  for (int64_t size = 1; size <= 6; size++) fit_all_tables(size);
}
END_TEST

/* Whether some R refining B's flat shape agrees with A(B(c)) for c < count: every factorization of every leaf, with the
 * stride that the values force on a factor, which is the value where it alone moves. */
static bool refine(const hd_layout *a, const hd_layout *b, int leaf, int64_t left, hd_layout *r, int64_t count) {
  if (left == 1) {
    if (leaf + 1 < b->profile.leaves) return refine(a, b, leaf + 1, b->shape[leaf + 1], r, count);
    hd_oracle_axes axes = {.count = 1};
    for (int64_t c = 0; c < count; c++) {
      int64_t x, y;
      hd_oracle_at_composed(a, b, c, &axes, &x);
      hd_oracle_at(r, c, &axes, &y);
      if (x != y) return false;
    }
    return true;
  }
  int64_t place = 1, stride;
  for (int k = 0; k < r->profile.leaves; k++) place *= r->shape[k];
  hd_oracle_axes axes = {.count = 1};
  hd_oracle_at_composed(a, b, place, &axes, &stride);
  for (int64_t extent = 2; extent <= left; extent++) {
    if (left % extent != 0) continue;
    int n = r->profile.leaves++;
    r->shape[n] = extent;
    r->stride[n] = stride;
    bool found = refine(a, b, leaf, left / extent, r, count);
    r->profile.leaves--;
    if (found) return true;
  }
  return false;
}

START_TEST(a_composition_exists_when_some_refinement_is_right) {
  hd_family left = hd_family_few(2), right = hd_family_few(2);
  int64_t answered = 0, refused = 0, carried = 0;
  for (int64_t n = 0; n < hd_family_count(&left); n += 7)
    for (int64_t m = 0; m < hd_family_count(&right); m += 3) {
      hd_layout a, b, r;
      hd_oracle_verdict verdict;
      int64_t size = 1, good = 0;
      memset(&r, 0, sizeof r);
      hd_family_at(&left, n, &a);
      hd_family_at(&right, m, &b);
      ck_assert_int_eq(hd_oracle_size(&b, &size), HD_OK);
      ck_assert_int_eq(hd_oracle_composition(&a, &b, &verdict), HD_OK);
      while (good < size && refine(&a, &b, 0, b.shape[0], &r, good + 1)) good++;
      EXPECT(verdict.exists == (good == size), "%s o %s: %d", hd_test_show(&a), hd_test_show(&b), verdict.exists);
      EXPECT(verdict.exists || verdict.earliest == good, "%s o %s: earliest %d, not %d", hd_test_show(&a),
             hd_test_show(&b), (int)verdict.earliest, (int)good);
      answered += verdict.exists;
      refused += !verdict.exists;
      carried += !verdict.exists && verdict.leaf < 0;
    }
  ck_assert_int_gt(answered, 0);
  ck_assert_int_gt(refused, 0);
  ck_assert_int_gt(carried, 0);
}
END_TEST

START_TEST(verdicts_worked_out_by_hand) {
  hd_layout a = hd_test_layout("(6,2):(1,7)"), b = hd_test_layout("(3,2):(2,3)");
  hd_oracle_verdict verdict;
  ck_assert_int_eq(hd_oracle_composition(&a, &b, &verdict), HD_OK);
  ck_assert(!verdict.exists && verdict.leaf == -1 && verdict.flat == 5);
  a = hd_test_layout("(4,6,8):(2,3,5)");
  b = hd_test_layout("6:3");
  ck_assert_int_eq(hd_oracle_composition(&a, &b, &verdict), HD_OK);
  ck_assert(!verdict.exists && verdict.leaf == 0 && verdict.step == 3);
  a = hd_test_layout("(2,5):(1,7)");
  b = hd_test_layout("4:3");
  hd_layout r = hd_test_layout("(2,2):(8,21)"), wrong = hd_test_layout("(2,2):(8,20)");
  bool answer;
  int64_t where;
  ck_assert_int_eq(hd_oracle_composition(&a, &b, &verdict), HD_OK);
  ck_assert(verdict.exists);
  ck_assert_int_eq(hd_oracle_is_composition(&a, &b, &r, &answer, &where), HD_OK);
  ck_assert(answer);
  ck_assert_int_eq(hd_oracle_is_composition(&a, &b, &wrong, &answer, &where), HD_OK);
  ck_assert(!answer);
  ck_assert_int_eq(where, 2);
}
END_TEST

START_TEST(what_leaves_64_bits_or_the_table_is_said_so) {
  hd_layout large = hd_test_layout("(4294967296,4294967296):(0,0)"), long_one = hd_test_layout("4194305:1");
  hd_layout steep = hd_test_layout("4:4611686018427387904");
  hd_oracle_table table;
  int64_t size;
  ck_assert_int_eq(hd_oracle_size(&large, &size), HD_OVERFLOW);
  ck_assert_int_eq(hd_oracle_table_of(&long_one, &table), HD_CAPACITY);
  ck_assert_int_eq(hd_oracle_table_of(&steep, &table), HD_OVERFLOW);
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"values are sums of digits times strides", values_are_sums_of_digits_times_strides},
      {"the last leaf takes the quotient", the_last_leaf_takes_the_quotient_and_digits_round_down},
      {"values on axes have a component for each", values_on_axes_have_a_component_for_each},
      {"paths choose modes of the left operand", paths_choose_modes_of_the_left_operand},
      {"coordinates have their number", coordinates_have_their_colexicographic_number},
      {"refining keeps nesting and sizes", refining_keeps_nesting_and_sizes},
      {"collisions and hits are counted", collisions_and_hits_are_counted},
      {"a layout exists when trying all strides finds one", a_layout_exists_when_trying_all_strides_finds_one},
      {"a composition exists when some refinement is right", a_composition_exists_when_some_refinement_is_right},
      {"verdicts worked out by hand", verdicts_worked_out_by_hand},
      {"what leaves 64 bits is said so", what_leaves_64_bits_or_the_table_is_said_so},
  };
  return hd_test_main("oracle", test, HD_COUNT(test));
}
