/* Domains of tensor memory: cells, instructions at their bases, copies, datapaths, factors and plans.
 *
 * The tables of shapes and instructions here are the manual's, written anew: nothing is read from tmem/. */
#include "proofs/domain_tmem.h"

#include <stdio.h>

const hd_tmem_shape hd_tmem_shapes[HD_TMEM_SHAPES] = {
    {"32x32b", 1, 32, 1, 128}, {"16x64b", 1, 16, 2, 128},   {"16x128b", 2, 16, 4, 64},
    {"16x256b", 4, 16, 8, 32}, {"16x32bx2", 1, 16, 1, 128},
};

enum { LANES = 128, WARPS = 4, SPLIT = HD_TMEM_SHAPES - 1 };

static void start(hd_case *result) { result->layouts = result->numbers = 0; }

/* ---- cells ---- */

static uint64_t cells_count(const hd_bound *bound) {
  return hd_times(hd_times(LANES, (uint64_t)bound->value[0]), 2 * (uint64_t)bound->value[1] + 1);
}

static void cells_at(const hd_bound *bound, uint64_t number, hd_case *result) {
  start(result);
  hd_case_number(result, hd_choose(&number, LANES));
  hd_case_number(result, hd_choose(&number, (uint64_t)bound->value[0]));
  hd_case_number(result, (int64_t)number - bound->value[1]);
}

static bool is_cell(const hd_case *candidate) { return candidate->number[0] >= 0 && candidate->number[1] >= 0; }

const hd_domain hd_domain_cells = {
    .name = "cells",
    .meaning = "a lane of 128, a column below `columns`, and an offset from -`offset` to `offset`",
    .parameter = {{"columns", 1, 1 << 16}, {"offset", 0, 1 << 24}, {NULL, 0, 0}},
    .count = cells_count,
    .at = cells_at,
    .is_case = is_cell,
    .expected = hd_expected_cells,
};

/* ---- instructions at legal bases ---- */

static int64_t width(int shape, int64_t repeat, int64_t packed) {
  return hd_tmem_shapes[shape].columns * repeat * (packed ? 2 : 1);
}

/* At how many columns a block may begin. */
static uint64_t columns_of(int64_t columns, int shape, int64_t repeat, int64_t packed) {
  int64_t room = columns - width(shape, repeat, packed), step = packed ? 2 : 1;
  return room < 0 ? 0 : (uint64_t)(room / step + 1);
}

static uint64_t halves(int shape) { return hd_tmem_shapes[shape].lanes == 32 ? 1 : 2; }

static uint64_t bases(int64_t columns, int shape, int64_t repeat, int64_t packed) {
  return halves(shape) * columns_of(columns, shape, repeat, packed);
}

static uint64_t issues_of(int64_t columns, int shape, int64_t repeat, int64_t packed) {
  uint64_t one = bases(columns, shape, repeat, packed);
  return WARPS * (shape == SPLIT ? one * one : one);
}

/* The form that a number falls to, and the number within it; false behind the last one. */
static bool form_at(int from, int to, int64_t columns, uint64_t *number, int64_t form[3]) {
  for (int shape = from; shape < to; shape++)
    for (int64_t repeat = 1; repeat <= hd_tmem_shapes[shape].largest; repeat *= 2)
      for (int64_t packed = 0; packed < 2; packed++) {
        if (!hd_among(number, issues_of(columns, shape, repeat, packed))) continue;
        form[0] = shape;
        form[1] = repeat;
        form[2] = packed;
        return true;
      }
  return false;
}

static uint64_t forms_count(int from, int to, int64_t columns) {
  uint64_t count = 0;
  for (int shape = from; shape < to; shape++)
    for (int64_t repeat = 1; repeat <= hd_tmem_shapes[shape].largest; repeat *= 2)
      for (int64_t packed = 0; packed < 2; packed++) count = hd_plus(count, issues_of(columns, shape, repeat, packed));
  return count;
}

/* Half of the slab, and column. */
static void take_base(int64_t columns, const int64_t form[3], uint64_t *number, hd_case *result) {
  int shape = (int)form[0];
  hd_case_number(result, hd_choose(number, halves(shape)));
  int64_t column = hd_choose(number, columns_of(columns, shape, form[1], form[2]));
  hd_case_number(result, column * (form[2] ? 2 : 1));
}

static uint64_t issues_count(const hd_bound *bound) { return forms_count(0, SPLIT, bound->value[0]); }

static void issues_at(const hd_bound *bound, uint64_t number, hd_case *result) {
  int64_t form[3];
  start(result);
  if (!form_at(0, SPLIT, bound->value[0], &number, form)) return;
  for (int k = 0; k < 3; k++) hd_case_number(result, form[k]);
  hd_case_number(result, hd_choose(&number, WARPS));
  take_base(bound->value[0], form, &number, result);
}

static bool is_repeat(int64_t shape, int64_t repeat) {
  return shape >= 0 && shape < HD_TMEM_SHAPES && repeat >= 1 && repeat <= hd_tmem_shapes[shape].largest &&
         (repeat & (repeat - 1)) == 0;
}

static bool is_base(const int64_t *form, int64_t half, int64_t column) {
  return half >= 0 && half < (int64_t)halves((int)form[0]) && column >= 0 && (!form[2] || column % 2 == 0);
}

static bool is_issue(const hd_case *candidate) {
  const int64_t *n = candidate->number;
  return is_repeat(n[0], n[1]) && n[0] < SPLIT && (n[2] | 1) == 1 && n[3] >= 0 && is_base(n, n[4], n[5]);
}

static size_t print_issue(const hd_case *shown, char *text, size_t capacity) {
  const int64_t *n = shown->number;
  return (size_t)snprintf(text, capacity, "%s.x%lld%s, warp %lld, lane %lld, column %lld", hd_tmem_shapes[n[0]].name,
                          (long long)n[1], n[2] ? " packed" : "", (long long)n[3], (long long)(32 * n[3] + 16 * n[4]),
                          (long long)n[5]);
}

const hd_domain hd_domain_issues = {
    .name = "issues",
    .meaning = "every form of tcgen05.ld of one access, for every warp, at every base that it may start at, in "
               "`columns` columns",
    .parameter = {{"columns", 1, 1 << 12}, {NULL, 0, 0}},
    .count = issues_count,
    .at = issues_at,
    .is_case = is_issue,
    .print = print_issue,
    .expected = hd_expected_issues,
};

static uint64_t splits_count(const hd_bound *bound) { return forms_count(SPLIT, HD_TMEM_SHAPES, bound->value[0]); }

static void splits_at(const hd_bound *bound, uint64_t number, hd_case *result) {
  int64_t form[3];
  start(result);
  if (!form_at(SPLIT, HD_TMEM_SHAPES, bound->value[0], &number, form)) return;
  for (int k = 0; k < 3; k++) hd_case_number(result, form[k]);
  hd_case_number(result, hd_choose(&number, WARPS));
  take_base(bound->value[0], form, &number, result);
  take_base(bound->value[0], form, &number, result);
}

static bool is_split(const hd_case *candidate) {
  const int64_t *n = candidate->number;
  return n[0] == SPLIT && is_repeat(n[0], n[1]) && (n[2] | 1) == 1 && n[3] >= 0 && is_base(n, n[4], n[5]) &&
         is_base(n, n[6], n[7]);
}

static size_t print_split(const hd_case *shown, char *text, size_t capacity) {
  const int64_t *n = shown->number;
  char first[HD_CASE_TEXT];
  print_issue(shown, first, sizeof first);
  return (size_t)snprintf(text, capacity, "%s, and lane %lld, column %lld", first, (long long)(32 * n[3] + 16 * n[6]),
                          (long long)n[7]);
}

const hd_domain hd_domain_splits = {
    .name = "splits",
    .meaning = "every form of 16x32bx2, for every warp, at every pair of bases of its two accesses, in `columns` "
               "columns",
    .parameter = {{"columns", 1, 1 << 12}, {NULL, 0, 0}},
    .count = splits_count,
    .at = splits_at,
    .is_case = is_split,
    .print = print_split,
    .expected = hd_expected_splits,
};

/* ---- every address, legal or not ---- */

static uint64_t unsplit_forms(void) {
  uint64_t count = 0;
  for (int shape = 0; shape < SPLIT; shape++)
    for (int64_t repeat = 1; repeat <= hd_tmem_shapes[shape].largest; repeat *= 2) count += 2;
  return count;
}

static uint64_t addresses_count(const hd_bound *bound) {
  return hd_times(unsplit_forms() * WARPS * LANES, (uint64_t)bound->value[0]);
}

static void addresses_at(const hd_bound *bound, uint64_t number, hd_case *result) {
  start(result);
  int64_t column = hd_choose(&number, (uint64_t)bound->value[0]), lane = hd_choose(&number, LANES);
  int64_t warp = hd_choose(&number, WARPS), packed = hd_choose(&number, 2), shape = 0, repeat = 1;
  for (; number > 0; number--) {
    repeat *= 2;
    if (repeat > hd_tmem_shapes[shape].largest) {
      shape++;
      repeat = 1;
    }
  }
  const int64_t all[] = {shape, repeat, packed, warp, lane, column, bound->value[0]};
  for (int k = 0; k < 7; k++) hd_case_number(result, all[k]);
}

static bool is_address(const hd_case *candidate) {
  const int64_t *n = candidate->number;
  return is_repeat(n[0], n[1]) && n[0] < SPLIT && (n[2] | 1) == 1 && n[3] >= 0 && n[4] >= 0 && n[5] >= 0 && n[5] < n[6];
}

static size_t print_address(const hd_case *shown, char *text, size_t capacity) {
  const int64_t *n = shown->number;
  return (size_t)snprintf(text, capacity, "%s.x%lld%s, warp %lld, lane %lld, column %lld of %lld",
                          hd_tmem_shapes[n[0]].name, (long long)n[1], n[2] ? " packed" : "", (long long)n[3],
                          (long long)n[4], (long long)n[5], (long long)n[6]);
}

const hd_domain hd_domain_addresses = {
    .name = "addresses",
    .meaning = "every form of tcgen05.ld of one access, for every warp, at every lane and each of `columns` columns",
    .parameter = {{"columns", 1, 1 << 12}, {NULL, 0, 0}},
    .count = addresses_count,
    .at = addresses_at,
    .is_case = is_address,
    .print = print_address,
    .expected = hd_expected_addresses,
};

enum { COPIES = 6 };

static uint64_t copies_count(const hd_bound *bound) { return hd_times(COPIES * LANES, (uint64_t)bound->value[0]); }

static void copies_at(const hd_bound *bound, uint64_t number, hd_case *result) {
  start(result);
  int64_t column = hd_choose(&number, (uint64_t)bound->value[0]), lane = hd_choose(&number, LANES);
  hd_case_number(result, (int64_t)number);
  hd_case_number(result, lane);
  hd_case_number(result, column);
  hd_case_number(result, bound->value[0]);
}

static bool is_copy(const hd_case *candidate) {
  const int64_t *n = candidate->number;
  return n[0] >= 0 && n[0] < COPIES && n[1] >= 0 && n[2] >= 0 && n[2] < n[3];
}

const hd_domain hd_domain_copies = {
    .name = "copies",
    .meaning = "every shape of tcgen05.cp, at every lane and each of `columns` columns: shape, lane, column, columns",
    .parameter = {{"columns", 1, 1 << 12}, {NULL, 0, 0}},
    .count = copies_count,
    .at = copies_at,
    .is_case = is_copy,
    .expected = hd_expected_copies,
};
