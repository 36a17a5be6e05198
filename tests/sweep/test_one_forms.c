/* Forms of one layout: whatever changes how a layout is written must keep what it says. */
#include "tests/support/sweep.h"

#define SHOW hd_test_show(&small->layout)

static void judge_coalesce(const hd_small *small, hd_cases *cases) {
  hd_layout result;
  hd_coalesce(&small->layout, &result);
  EXPECT(hd_small_has_values(&result, small->size, small->value), "%s", SHOW);
  EXPECT(hd_small_is_shortest(&result), "%s", SHOW);
  cases->answered++;
}

START_TEST(coalesce_keeps_the_values_in_the_fewest_modes) { hd_sweep("coalesce", hd_small_count(), judge_coalesce); }
END_TEST

/* Beyond the size too, on both sides. */
static bool says_the_same(const hd_layout *a, const hd_layout *b, int64_t size) {
  int64_t value[HD_SMALL_TABLE], other[HD_SMALL_TABLE];
  hd_small_table(a, 2 * size, value);
  hd_small_table(b, 2 * size, other);
  for (int64_t i = 0; i < 2 * size; i++)
    if (value[i] != other[i]) return false;
  for (int64_t i = -3; i < 0; i++)
    if (hd_small_at(a, i) != hd_small_at(b, i)) return false;
  return hd_small_is_layout(a);
}

static void judge_coalesce_tail(const hd_small *small, hd_cases *cases) {
  hd_layout result;
  hd_coalesce_tail(&small->layout, &result);
  EXPECT(hd_small_size(&result) == small->size, "%s", SHOW);
  EXPECT(says_the_same(&result, &small->layout, small->size), "%s", SHOW);
  for (int k = 0; k + 1 < result.profile.leaves; k++) EXPECT(result.shape[k] > 1, "%s", SHOW);
  for (int k = 1; k < result.profile.leaves; k++)
    EXPECT(result.stride[k] != result.shape[k - 1] * result.stride[k - 1], "%s", SHOW);
  cases->answered++;
}

START_TEST(coalesce_tail_keeps_the_values_at_all_integers) {
  hd_sweep("coalesce_tail", hd_small_count(), judge_coalesce_tail);
}
END_TEST

/* ---- mode by mode ---- */

static const char *const targets[] = {".", "(.)", "(.,.)", "(.,.,.)", "((.,.),.)"};

/* Each mode under a leaf of a flat target is coalesced, the others stay as they are. */
static bool is_coalesced_by_mode(const hd_layout *layout, int target_rank, const hd_layout *result) {
  hd_layout before, after;
  int mode = 0;
  for (; hd_small_mode(layout, mode, &before); mode++) {
    if (!hd_small_mode(result, mode, &after) || !hd_small_is_same(&before, &after)) return false;
    bool kept = before.profile.leaves == after.profile.leaves;
    for (int k = 0; kept && k < before.profile.leaves; k++) kept = before.profile.open[k] == after.profile.open[k];
    if (mode < target_rank ? !hd_small_is_shortest(&after) : !kept) return false;
  }
  return !hd_small_mode(result, mode, &after) && result->profile.open[0] > 0;
}

static int rank_of(const hd_layout *layout) {
  hd_layout part;
  int rank = 0;
  while (hd_small_mode(layout, rank, &part)) rank++;
  return rank;
}

static void judge_target(const hd_layout *layout, int k, const hd_profile *target, hd_cases *cases) {
  hd_layout result;
  hd_error error;
  bool deep = k == 4;
  bool fits = deep ? hd_small_is_nested(layout, targets[k]) : k <= rank_of(layout);
  hd_status status = hd_coalesce_by_mode(layout, target, &error, &result);
  if (!fits) {
    EXPECT(hd_small_is_refused(status, HD_MISMATCH, &error), "%s by %s", hd_test_show(layout), targets[k]);
    cases->refused++;
    return;
  }
  EXPECT(status == HD_OK && hd_small_is_same(layout, &result), "%s by %s", hd_test_show(layout), targets[k]);
  bool right = k == 0 ? hd_small_is_shortest(&result)
               : deep ? hd_small_is_nested(&result, targets[k])
                      : is_coalesced_by_mode(layout, k, &result);
  EXPECT(right, "%s by %s: %s", hd_test_show(layout), targets[k], hd_test_show(&result));
  cases->answered++;
}

static void judge_coalesce_by_mode(const hd_small *small, hd_cases *cases) {
  const char *const *nesting;
  int nestings = hd_small_nestings(small->modes, &nesting);
  static hd_profile target[HD_COUNT(targets)];
  for (int k = 0; k < HD_COUNT(targets); k++)
    if (target[k].leaves == 0) target[k] = hd_test_profile(targets[k]);
  for (int n = 0; n < nestings; n++) {
    hd_layout layout = hd_small_nest(small, nesting[n]);
    for (int k = 0; k < HD_COUNT(targets); k++) judge_target(&layout, k, &target[k], cases);
  }
}

START_TEST(coalesce_by_mode_keeps_each_mode_of_the_target) {
  const int64_t each = HD_COUNT(targets);
  hd_sweep("coalesce_by_mode", hd_small_cases(2 * each, 2 * each, 4 * each), judge_coalesce_by_mode);
}
END_TEST

/* ---- brackets, and what does not move ---- */

static void judge_flatten(const hd_small *small, hd_cases *cases) {
  static const char *const flat[] = {"", "(.)", "(.,.)", "(.,.,.)"};
  const char *const *nesting;
  int nestings = hd_small_nestings(small->modes, &nesting);
  for (int n = 0; n < nestings; n++) {
    hd_layout layout = hd_small_nest(small, nesting[n]), result;
    hd_flatten(&layout, &result);
    EXPECT(hd_small_is_nested(&result, flat[small->modes]), "%s", hd_test_show(&layout));
    EXPECT(says_the_same(&result, &layout, small->size), "%s", hd_test_show(&layout));
    cases->answered++;
  }
}

START_TEST(flatten_keeps_the_values_at_all_integers) { hd_sweep("flatten", hd_small_cases(2, 2, 4), judge_flatten); }
END_TEST

/* The layout without the modes of stride 0: their digits do not count. */
static void moving(const hd_small *small, hd_small *kept) {
  int64_t shape[HD_SMALL_MODES];
  for (int k = 0; k < small->modes; k++) shape[k] = small->stride[k] == 0 ? 1 : small->shape[k];
  hd_small_fill(small->modes, shape, small->stride, kept);
}

static void judge_filter_zeros(const hd_small *small, hd_cases *cases) {
  hd_small kept;
  const char *const *nesting;
  int nestings = hd_small_nestings(small->modes, &nesting);
  moving(small, &kept);
  for (int n = 0; n < nestings; n++) {
    hd_layout layout = hd_small_nest(small, nesting[n]), result;
    hd_filter_zeros(&layout, &result);
    EXPECT(hd_small_is_nested(&result, nesting[n]), "%s", hd_test_show(&layout));
    EXPECT(hd_small_has_values(&result, kept.size, kept.value), "%s", hd_test_show(&layout));
    for (int k = 0; k < small->modes; k++)
      EXPECT(result.stride[k] == small->stride[k] && result.shape[k] == kept.shape[k], "%s", hd_test_show(&layout));
    cases->answered++;
  }
}

START_TEST(filter_zeros_keeps_each_value_once_for_what_moves) {
  hd_sweep("filter_zeros", hd_small_cases(2, 2, 4), judge_filter_zeros);
}
END_TEST

static void judge_filter(const hd_small *small, hd_cases *cases) {
  hd_small kept;
  hd_layout result;
  moving(small, &kept);
  hd_filter(&small->layout, &result);
  EXPECT(hd_small_has_values(&result, kept.size, kept.value), "%s", SHOW);
  EXPECT(hd_small_is_shortest(&result), "%s", SHOW);
  cases->answered++;
}

START_TEST(filter_keeps_what_moves_in_the_fewest_modes) { hd_sweep("filter", hd_small_count(), judge_filter); }
END_TEST

/* ---- in and out of parts ---- */

static void judge_make(const hd_small *small, hd_cases *cases) {
  const char *const *nesting;
  int nestings = hd_small_nestings(small->modes, &nesting);
  for (int n = 0; n < nestings; n++) {
    hd_layout layout = hd_small_nest(small, nesting[n]), result;
    hd_tuple shape, stride;
    hd_shape(&layout, &shape);
    hd_stride(&layout, &stride);
    EXPECT(hd_make_layout(&shape, &stride, NULL, &result) == HD_OK, "%s", hd_test_show(&layout));
    EXPECT(hd_small_has_values(&result, small->size, small->value), "%s", hd_test_show(&layout));
    EXPECT(hd_small_is_nested(&result, nesting[n]), "%s", hd_test_show(&layout));
    cases->answered++;
  }
}

START_TEST(make_layout_of_shape_and_stride_is_the_layout) {
  hd_sweep("make_layout", hd_small_cases(2, 2, 4), judge_make);
}
END_TEST

static void judge_make_flat(const hd_small *small, hd_cases *cases) {
  hd_layout result, scalar;
  EXPECT(hd_make_flat_layout(small->modes, small->shape, small->stride, NULL, &result) == HD_OK, "%s", SHOW);
  EXPECT(hd_small_has_values(&result, small->size, small->value), "%s", SHOW);
  if (small->modes == 1) {
    EXPECT(hd_make_scalar_layout(small->shape[0], small->stride[0], NULL, &scalar) == HD_OK, "%s", SHOW);
    EXPECT(hd_small_has_values(&scalar, small->size, small->value) && hd_small_is_nested(&scalar, "."), "%s", SHOW);
  }
  hd_layout_copy(&scalar, &result);
  EXPECT(hd_small_has_values(&scalar, small->size, small->value), "%s", SHOW);
  cases->answered++;
}

START_TEST(make_flat_layout_says_what_the_arrays_say) {
  hd_sweep("make_flat_layout", hd_small_count(), judge_make_flat);
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"coalesce", coalesce_keeps_the_values_in_the_fewest_modes},
      {"coalesce with the tail", coalesce_tail_keeps_the_values_at_all_integers},
      {"coalesce by mode", coalesce_by_mode_keeps_each_mode_of_the_target},
      {"flatten", flatten_keeps_the_values_at_all_integers},
      {"filter_zeros", filter_zeros_keeps_each_value_once_for_what_moves},
      {"filter", filter_keeps_what_moves_in_the_fewest_modes},
      {"make_layout", make_layout_of_shape_and_stride_is_the_layout},
      {"make_flat_layout", make_flat_layout_says_what_the_arrays_say},
  };
  return hd_test_main("sweep: forms", test, HD_COUNT(test));
}
