/* A composition against the oracle's verdict: the answer by its values, the refusal by what it names. */
#include "tests/support/judge.h"

#include "proofs/oracle.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

#define PAIR "%s o %s: "
#define SHOW(a, b) hd_test_show(a), hd_test_show(b)

bool hd_test_is_valid(const hd_layout *layout) {
  hd_layout copy;
  hd_layout_copy(&copy, layout);
  return hd_layout_finish(&copy, "test", NULL) == HD_OK && hd_is_identical(&copy, layout) &&
         copy.on_axes == layout->on_axes;
}

/* Whether leaf `k` does not go on where the leaf before it ends, and is no extent of 1: what coalesced means. */
static bool is_needed(const hd_layout *r, int k) {
  int64_t end;
  if (r->shape[k] == 1) return false;
  hd_axis axis = r->on_axes && r->stride[k] != 0 ? r->axis[k] : HD_AXIS_INTEGER;
  hd_axis before = r->on_axes && r->stride[k - 1] != 0 ? r->axis[k - 1] : HD_AXIS_INTEGER;
  return axis != before || __builtin_mul_overflow(r->shape[k - 1], r->stride[k - 1], &end) || end != r->stride[k];
}

/* Whether each mode of a flat B became the coalesced layout of its values. An extent of 1 keeps a stride of its own. */
static bool is_spelled_shortest(const hd_layout *b, const hd_layout *r) {
  int outer = b->profile.leaves > 0 ? b->profile.open[0] : 0, last = r->profile.leaves - 1;
  int mode = 0, begin = 0, depth = 0, deepest = 0;
  for (int k = 0; k < b->profile.leaves; k++)
    if (b->profile.open[k] > (k == 0) || b->profile.close[k] > (k == b->profile.leaves - 1)) return true; /* not flat */
  for (int k = 0; k <= last; k++) {
    depth += r->profile.open[k] - (k == 0 ? outer : 0);
    if (depth > deepest) deepest = depth;
    if (k > begin && b->shape[mode] != 1 && !is_needed(r, k)) return false;
    depth -= r->profile.close[k] - (k == last ? outer : 0);
    if (depth > 0) continue;
    if (depth < 0 || deepest != (k > begin) || (k > begin && r->shape[begin] == 1)) return false;
    mode++;
    begin = k + 1;
    deepest = 0;
  }
  return mode == b->profile.leaves;
}

static void judge_answer(const hd_layout *a, const hd_layout *b, const hd_layout *r) {
  bool right;
  int64_t where;
  EXPECT(hd_test_is_valid(r), PAIR "%s is no valid layout", SHOW(a, b), hd_test_show(r));
  EXPECT(hd_oracle_is_composition(a, b, r, &right, &where) == HD_OK, PAIR "the oracle failed", SHOW(a, b));
  EXPECT(right, PAIR "%s is wrong at %lld", SHOW(a, b), hd_test_show(r), (long long)where);
  EXPECT(is_spelled_shortest(b, r), PAIR "%s is not spelled shortest", SHOW(a, b), hd_test_show(r));
  hd_layout left, other;
  hd_layout_copy(&left, a);
  hd_layout_copy(&other, b);
  EXPECT(hd_composition(&left, b, NULL, &left) == HD_OK && hd_is_identical(&left, r), PAIR "into a", SHOW(a, b));
  EXPECT(hd_composition(a, &other, NULL, &other) == HD_OK && hd_is_identical(&other, r), PAIR "into b", SHOW(a, b));
}

/* Whether the values that an error says clash do, at coordinate `flat`: A(B(flat)) has the first of them and a layout
 * would need the second; or (number[5] is -1) A(B(flat)) moves along two axes at once. */
static bool values_clash(const hd_layout *a, const hd_layout *b, int64_t flat, const hd_error *error) {
  hd_oracle_axes axes;
  int64_t value[HD_MAX_LEAVES];
  int at = error->leaf < 0 ? 1 : 3, moving = 0;
  bool found = false;
  hd_oracle_layout_axes(a, &axes);
  EXPECT(hd_oracle_at_composed(a, b, flat, &axes, value) == HD_OK, PAIR "the oracle failed", SHOW(a, b));
  for (int k = 0; k < axes.count; k++) {
    moving += value[k] != 0;
    found = found || value[k] == error->number[at];
  }
  if (error->leaf >= 0 && error->number[5] == -1) return moving > 1;
  return found && error->number[at] != error->number[at + 1];
}

static void judge_refusal(const hd_layout *a, const hd_layout *b, const hd_oracle_verdict *verdict,
                          const hd_error *error) {
  int64_t flat;
  bool inside;
  EXPECT(hd_test_is_error(error, HD_UNDEFINED), PAIR "the error is not filled in", SHOW(a, b));
  EXPECT(strcmp(error->operation, "composition") == 0, PAIR "operation %s", SHOW(a, b), error->operation);
  EXPECT(error->has_coordinate, PAIR "no coordinate", SHOW(a, b));
  EXPECT(hd_oracle_is_congruent(&error->coordinate.profile, &b->profile), PAIR "the coordinate is nested otherwise",
         SHOW(a, b));
  EXPECT(hd_oracle_index_of(b, &error->coordinate, &flat, &inside) == HD_OK && inside, PAIR "coordinate outside",
         SHOW(a, b));
  EXPECT(values_clash(a, b, flat, error), PAIR "the values at %s are not those named", SHOW(a, b),
         hd_test_show_tuple(&error->coordinate));
  for (int k = 0; error->leaf >= 0 && k < b->profile.leaves; k++)
    EXPECT((error->coordinate.value[k] != 0) == (k == error->leaf), PAIR "leaf %d, coordinate %s", SHOW(a, b),
           error->leaf, hd_test_show_tuple(&error->coordinate));
  EXPECT(flat == verdict->earliest, PAIR "coordinate %lld, but the first is %lld", SHOW(a, b), (long long)flat,
         (long long)verdict->earliest);
}

void hd_judge_composition(const hd_layout *a, const hd_layout *b, hd_tally *tally) {
  hd_oracle_verdict verdict;
  hd_layout r;
  hd_error error;
  EXPECT(hd_oracle_composition(a, b, &verdict) == HD_OK, PAIR "the oracle failed", SHOW(a, b));
  hd_test_stamp(&r, sizeof r);
  hd_status status = hd_composition(a, b, &error, &r);
  EXPECT(status == (verdict.exists ? HD_OK : HD_UNDEFINED), PAIR "%s, but an answer exists: %d", SHOW(a, b),
         hd_status_name(status), verdict.exists);
  if (verdict.exists) {
    judge_answer(a, b, &r);
    tally->answered++;
    return;
  }
  judge_refusal(a, b, &verdict, &error);
  EXPECT(hd_composition(a, b, NULL, &r) == status, PAIR "another status without an error", SHOW(a, b));
  EXPECT(hd_test_is_stamped(&r, sizeof r), PAIR "the result was touched", SHOW(a, b));
  if (verdict.leaf < 0) tally->carries++;
  else tally->leaves++;
}

int64_t hd_test_at(const hd_layout *layout, int64_t index) {
  hd_oracle_axes axes = {.count = 1};
  int64_t value;
  EXPECT(hd_oracle_at(layout, index, &axes, &value) == HD_OK, "%s at %d", hd_test_show(layout), (int)index);
  return value;
}

hd_layout hd_test_mode(const hd_layout *layout, int mode) {
  hd_layout part;
  EXPECT(hd_get(layout, &mode, 1, NULL, &part) == HD_OK, "%s has no mode %d", hd_test_show(layout), mode);
  return part;
}
