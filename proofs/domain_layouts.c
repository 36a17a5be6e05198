/* Domains of layouts: one, two and three at a time, with a number, with a nesting. */
#include "proofs/domain.h"

/* ---- flat layouts ---- */

static uint64_t leaf_choices(int64_t extent, int64_t strides) { return hd_times((uint64_t)extent, (uint64_t)strides); }

uint64_t hd_count_flat(int64_t modes, int64_t extent, int64_t stride) {
  uint64_t count = 0;
  for (int64_t k = 1; k <= modes; k++) count = hd_plus(count, hd_power(leaf_choices(extent, stride + 1), k));
  return count;
}

void hd_flat_at(int64_t modes, int64_t extent, int64_t stride, uint64_t number, hd_layout *result) {
  int64_t leaves = 1;
  while (leaves < modes && !hd_among(&number, hd_power(leaf_choices(extent, stride + 1), leaves))) leaves++;
  hd_layout_clear(result);
  for (int64_t k = 0; k < leaves; k++) {
    int64_t s = 1 + hd_choose(&number, (uint64_t)extent), d = hd_choose(&number, (uint64_t)stride + 1);
    hd_layout_append_leaf(result, s, d, HD_AXIS_INTEGER);
  }
  if (leaves > 1) hd_profile_wrap(&result->profile, 0);
}

enum { MODES, EXTENT, STRIDE, FOURTH, FIFTH, SIXTH };

static uint64_t flat_count(const hd_bound *bound) {
  return hd_count_flat(bound->value[MODES], bound->value[EXTENT], bound->value[STRIDE]);
}

/* The next layout of a case, from a number that becomes its quotient by their count. */
static void take_flat(const hd_bound *bound, uint64_t *number, hd_case *result) {
  uint64_t chosen = (uint64_t)hd_choose(number, flat_count(bound));
  hd_layout *layout = &result->layout[result->layouts++];
  hd_flat_at(bound->value[MODES], bound->value[EXTENT], bound->value[STRIDE], chosen, layout);
}

static void start(hd_case *result) { result->layouts = result->numbers = 0; }

static void layouts_at(const hd_bound *bound, uint64_t number, hd_case *result) {
  start(result);
  take_flat(bound, &number, result);
}

#define HD_FLAT_PARAMETERS \
  {"modes", 1, 6}, {"extent", 1, 1024}, { "stride", 0, 1 << 20 }

const hd_domain hd_domain_layouts = {
    .name = "layouts",
    .meaning = "flat layouts of 1 to `modes` modes, extents 1 to `extent`, strides 0 to `stride`",
    .parameter = {HD_FLAT_PARAMETERS, {NULL, 0, 0}},
    .count = flat_count,
    .at = layouts_at,
    .expected = hd_expected_layouts,
};

static hd_bound second_bound(const hd_bound *bound) {
  hd_bound second = {{bound->value[FOURTH], bound->value[FIFTH], bound->value[SIXTH], 0, 0, 0}};
  return second;
}

static uint64_t pairs_count(const hd_bound *bound) {
  hd_bound second = second_bound(bound);
  return hd_times(flat_count(bound), flat_count(&second));
}

static void pairs_at(const hd_bound *bound, uint64_t number, hd_case *result) {
  hd_bound second = second_bound(bound);
  start(result);
  take_flat(bound, &number, result);
  take_flat(&second, &number, result);
}

const hd_domain hd_domain_pairs = {
    .name = "pairs",
    .meaning = "two of `layouts`, the second up to `by_modes`, `by_extent`, `by_stride`",
    .parameter = {HD_FLAT_PARAMETERS, {"by_modes", 1, 6}, {"by_extent", 1, 1024}, {"by_stride", 0, 1 << 20}},
    .count = pairs_count,
    .at = pairs_at,
    .expected = hd_expected_pairs,
};

static uint64_t triples_count(const hd_bound *bound) { return hd_power(flat_count(bound), 3); }

static void triples_at(const hd_bound *bound, uint64_t number, hd_case *result) {
  start(result);
  for (int k = 0; k < 3; k++) take_flat(bound, &number, result);
}

const hd_domain hd_domain_triples = {
    .name = "triples",
    .meaning = "three of `layouts`",
    .parameter = {HD_FLAT_PARAMETERS, {NULL, 0, 0}},
    .count = triples_count,
    .at = triples_at,
    .expected = hd_expected_triples,
};

/* ---- with a number ---- */

static uint64_t numbered_count(const hd_bound *bound) {
  return hd_times(flat_count(bound), (uint64_t)bound->value[FOURTH]);
}

static void numbered_at(const hd_bound *bound, uint64_t number, hd_case *result) {
  start(result);
  take_flat(bound, &number, result);
  hd_case_number(result, 1 + (int64_t)number);
}

static bool is_numbered(const hd_case *candidate) { return candidate->number[0] >= 1; }

const hd_domain hd_domain_numbered = {
    .name = "numbered",
    .meaning = "one of `layouts` and an integer from 1 to `number`",
    .parameter = {HD_FLAT_PARAMETERS, {"number", 1, 1 << 20}, {NULL, 0, 0}},
    .count = numbered_count,
    .at = numbered_at,
    .is_case = is_numbered,
    .expected = hd_expected_numbered,
};

static uint64_t offsets_count(const hd_bound *bound) {
  return hd_times(hd_power(flat_count(bound), 2), 2 * (uint64_t)bound->value[FOURTH] + 1);
}

static void offsets_at(const hd_bound *bound, uint64_t number, hd_case *result) {
  start(result);
  take_flat(bound, &number, result);
  take_flat(bound, &number, result);
  hd_case_number(result, (int64_t)number - bound->value[FOURTH]);
}

static bool is_any(const hd_case *candidate) {
  (void)candidate;
  return true;
}

const hd_domain hd_domain_offsets = {
    .name = "offsets",
    .meaning = "two of `layouts` and an integer from -`offset` to `offset`",
    .parameter = {HD_FLAT_PARAMETERS, {"offset", 0, 1 << 20}, {NULL, 0, 0}},
    .count = offsets_count,
    .at = offsets_at,
    .is_case = is_any,
    .expected = hd_expected_offsets,
};

/* ---- slices: each leaf stands at one of its coordinates or is left free ---- */

/* The choices of one leaf: for each extent s its s coordinates and `_`, for each stride. */
static uint64_t slice_leaf(const hd_bound *bound) {
  uint64_t coordinates = 0;
  for (int64_t s = 1; s <= bound->value[EXTENT]; s++) coordinates += (uint64_t)s + 1;
  return hd_times(coordinates, (uint64_t)bound->value[STRIDE] + 1);
}

static uint64_t slices_count(const hd_bound *bound) {
  uint64_t count = 0;
  for (int64_t k = 1; k <= bound->value[MODES]; k++) count = hd_plus(count, hd_power(slice_leaf(bound), k));
  return count;
}

static void slices_at(const hd_bound *bound, uint64_t number, hd_case *result) {
  int64_t leaves = 1;
  hd_layout *layout = &result->layout[0];
  start(result);
  while (leaves < bound->value[MODES] && !hd_among(&number, hd_power(slice_leaf(bound), leaves))) leaves++;
  hd_layout_clear(layout);
  for (int64_t k = 0; k < leaves; k++) {
    int64_t d = hd_choose(&number, (uint64_t)bound->value[STRIDE] + 1), s = 1;
    uint64_t at = (uint64_t)hd_choose(&number, slice_leaf(bound) / ((uint64_t)bound->value[STRIDE] + 1));
    while (!hd_among(&at, (uint64_t)s + 1)) s++;
    hd_layout_append_leaf(layout, s, d, HD_AXIS_INTEGER);
    hd_case_number(result, (int64_t)at - 1);
  }
  if (leaves > 1) hd_profile_wrap(&layout->profile, 0);
  result->layouts = 1;
}

static bool is_slice(const hd_case *candidate) {
  const hd_layout *layout = &candidate->layout[0];
  if (candidate->numbers != layout->profile.leaves) return false;
  for (int k = 0; k < candidate->numbers; k++)
    if (candidate->number[k] < -1 || candidate->number[k] >= layout->shape[k]) return false;
  return true;
}

const hd_domain hd_domain_slices = {
    .name = "slices",
    .meaning = "one of `layouts`, each mode at one of its coordinates or free (-1)",
    .parameter = {{"modes", 1, 6}, {"extent", 1, 256}, {"stride", 0, 1 << 20}, {NULL, 0, 0}},
    .count = slices_count,
    .at = slices_at,
    .is_case = is_slice,
    .expected = hd_expected_slices,
};
