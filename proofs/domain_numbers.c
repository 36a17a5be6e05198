/* Domains of numbers: tables of values, tilers beside a layout, and operands at the bounds of 64 bits. */
#include "proofs/domain.h"

#include "algebra/print.h"

#include <stdio.h>

static void start(hd_case *result) { result->layouts = result->numbers = 0; }

/* ---- tables ---- */

static uint64_t tables_count(const hd_bound *bound) {
  uint64_t count = 0;
  for (int64_t n = 1; n <= bound->value[0]; n++) count = hd_plus(count, hd_power((uint64_t)bound->value[1] + 1, n));
  return count;
}

static void tables_at(const hd_bound *bound, uint64_t number, hd_case *result) {
  uint64_t values = (uint64_t)bound->value[1] + 1;
  int64_t n = 1;
  start(result);
  while (n < bound->value[0] && !hd_among(&number, hd_power(values, n))) n++;
  for (int64_t k = 0; k < n; k++) hd_case_number(result, hd_choose(&number, values));
}

static bool is_any(const hd_case *candidate) {
  (void)candidate;
  return true;
}

const hd_domain hd_domain_tables = {
    .name = "tables",
    .meaning = "tables of 1 to `count` values from 0 to `value`",
    .parameter = {{"count", 1, HD_CASE_NUMBERS}, {"value", 0, 1 << 20}, {NULL, 0, 0}},
    .count = tables_count,
    .at = tables_at,
    .is_case = is_any,
    .expected = hd_expected_tables,
};

/* ---- a layout and a tiler by mode ---- */

enum { MODES, EXTENT, STRIDE, ELEMENTS, TILE_EXTENT, TILE_STRIDE };

/* `_`, or a layout of one mode. */
static uint64_t element_choices(const hd_bound *bound) {
  return 1 + hd_times((uint64_t)bound->value[TILE_EXTENT], (uint64_t)bound->value[TILE_STRIDE] + 1);
}

static uint64_t layouts_of(const hd_bound *bound) {
  return hd_count_flat(bound->value[MODES], bound->value[EXTENT], bound->value[STRIDE]);
}

static uint64_t tilings_count(const hd_bound *bound) {
  uint64_t count = 0;
  for (int64_t k = 1; k <= bound->value[ELEMENTS]; k++) count = hd_plus(count, hd_power(element_choices(bound), k));
  return hd_times(count, layouts_of(bound));
}

static void tilings_at(const hd_bound *bound, uint64_t number, hd_case *result) {
  int64_t elements = 1;
  start(result);
  hd_flat_at(bound->value[MODES], bound->value[EXTENT], bound->value[STRIDE],
             (uint64_t)hd_choose(&number, layouts_of(bound)), &result->layout[0]);
  result->layouts = 1;
  while (elements < bound->value[ELEMENTS] && !hd_among(&number, hd_power(element_choices(bound), elements)))
    elements++;
  for (int64_t k = 0; k < elements; k++) {
    uint64_t element = (uint64_t)hd_choose(&number, element_choices(bound));
    bool free = element == 0;
    if (!free) element--;
    hd_case_number(result, free ? 0 : 1 + hd_choose(&element, (uint64_t)bound->value[TILE_EXTENT]));
    hd_case_number(result, free ? 0 : (int64_t)element);
  }
}

static bool is_tiling(const hd_case *candidate) {
  for (int k = 0; k < candidate->numbers; k += 2)
    if (candidate->number[k] < 0 || candidate->number[k + 1] < 0 ||
        (candidate->number[k] == 0 && candidate->number[k + 1] != 0))
      return false;
  return true;
}

static size_t print_tiling(const hd_case *shown, char *text, size_t capacity) {
  char layout[HD_TEXT_MAX], tiler[HD_CASE_TEXT];
  size_t length = 0;
  hd_print_layout(&shown->layout[0], layout, sizeof layout);
  for (int k = 0; k < shown->numbers; k += 2) {
    const char *before = k == 0 ? "" : ";";
    length += shown->number[k] == 0 ? (size_t)snprintf(tiler + length, sizeof tiler - length, "%s_", before)
                                    : (size_t)snprintf(tiler + length, sizeof tiler - length, "%s%lld:%lld", before,
                                                       (long long)shown->number[k], (long long)shown->number[k + 1]);
  }
  return (size_t)snprintf(text, capacity, "%s by [%s]", layout, tiler);
}

const hd_domain hd_domain_tilings = {
    .name = "tilings",
    .meaning = "one of `layouts` and a tiler of 1 to `elements` elements, each `_` or a layout of one mode, up to "
               "`tile_extent`:`tile_stride`",
    .parameter = {{"modes", 1, 6},
                  {"extent", 1, 256},
                  {"stride", 0, 1 << 20},
                  {"elements", 1, 4},
                  {"tile_extent", 1, 256},
                  {"tile_stride", 0, 1 << 20}},
    .count = tilings_count,
    .at = tilings_at,
    .is_case = is_tiling,
    .print = print_tiling,
    .expected = hd_expected_tilings,
};

/* ---- operands at the bounds of 64 bits ----
 *
 * All integers that are 0, or up to `near` away from plus or minus a power of two from 1 to 2^63. The least powers lie
 * so close that what is near them is all there is, up to `together`: 2^K + near, K the first power whose distance from
 * the next one leaves a gap. */

static int first_apart(int64_t near) {
  int power = 0;
  while (((int64_t)1 << power) <= 2 * near) power++;
  return power;
}

/* Integers from 0 up; as many below, as -2^63 makes up for a second 0. */
static uint64_t upward(int64_t near) {
  int power = first_apart(near);
  uint64_t together = ((uint64_t)1 << power) + (uint64_t)near + 1;
  return together + (uint64_t)(62 - power) * (2 * (uint64_t)near + 1) + (uint64_t)near;
}

static int64_t upward_at(int64_t near, uint64_t number) {
  int power = first_apart(near);
  if (hd_among(&number, ((uint64_t)1 << power) + (uint64_t)near + 1)) return (int64_t)number;
  for (power++; power < 63; power++)
    if (hd_among(&number, 2 * (uint64_t)near + 1)) return ((int64_t)1 << power) - near + (int64_t)number;
  return INT64_MAX - near + 1 + (int64_t)number;
}

static int64_t operand_at(int64_t near, uint64_t number) {
  uint64_t half = upward(near);
  if (hd_among(&number, half)) return upward_at(near, number);
  return number == 0 ? INT64_MIN : -upward_at(near, number);
}

static uint64_t operands_count(const hd_bound *bound) { return hd_power(2 * upward(bound->value[0]), 2); }
static uint64_t triple_operands_count(const hd_bound *bound) { return hd_power(2 * upward(bound->value[0]), 3); }

static void take_operands(const hd_bound *bound, int count, uint64_t number, hd_case *result) {
  int64_t near = bound->value[0];
  start(result);
  for (int k = 0; k < count; k++)
    hd_case_number(result, operand_at(near, (uint64_t)hd_choose(&number, 2 * upward(near))));
}

static void operands_at(const hd_bound *bound, uint64_t number, hd_case *result) {
  take_operands(bound, 2, number, result);
}
static void triple_operands_at(const hd_bound *bound, uint64_t number, hd_case *result) {
  take_operands(bound, 3, number, result);
}

const hd_domain hd_domain_operands = {
    .name = "operands",
    .meaning = "two integers, each up to `near` away from 0 or from plus or minus a power of two up to 2^63",
    .parameter = {{"near", 0, 1 << 10}, {NULL, 0, 0}},
    .count = operands_count,
    .at = operands_at,
    .is_case = is_any,
    .expected = hd_expected_operands,
};

const hd_domain hd_domain_triple_operands = {
    .name = "triple_operands",
    .meaning = "three of the integers of `operands`",
    .parameter = {{"near", 0, 1 << 10}, {NULL, 0, 0}},
    .count = triple_operands_count,
    .at = triple_operands_at,
    .is_case = is_any,
    .expected = hd_expected_triple_operands,
};
