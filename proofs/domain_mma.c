/* Domains of tcgen05.mma: instructions, legal or not; accumulators, operands and factors; and plans that move them.
 *
 * The table of instructions is the manual's, written anew. */
#include "proofs/domain_tmem.h"

#include <stdio.h>

static void start(hd_case *result) { result->layouts = result->numbers = 0; }

/* ---- instructions, legal or not ---- */

static uint64_t mma_count(const hd_bound *bound) {
  return hd_times(hd_times((uint64_t)bound->value[0] + 1, (uint64_t)bound->value[1] + 1), 16);
}

static void mma_at(const hd_bound *bound, uint64_t number, hd_case *result) {
  start(result);
  hd_case_number(result, hd_choose(&number, (uint64_t)bound->value[0] + 1));
  hd_case_number(result, hd_choose(&number, (uint64_t)bound->value[1] + 1));
  hd_case_number(result, hd_choose(&number, 4));
  hd_case_number(result, hd_choose(&number, 2));
  hd_case_number(result, (int64_t)number);
}

static bool is_mma(const hd_case *candidate) {
  const int64_t *n = candidate->number;
  return n[0] >= 0 && n[1] >= 0 && n[2] >= 0 && (n[3] | 1) == 1 && (n[4] | 1) == 1;
}

static size_t print_mma(const hd_case *shown, char *text, size_t capacity) {
  const int64_t *n = shown->number;
  return (size_t)snprintf(text, capacity, "M = %lld, N = %lld, .cta_group::%lld%s%s", (long long)n[0], (long long)n[1],
                          (long long)n[2], n[3] ? ".ws" : "", n[4] ? ".sp" : "");
}

const hd_domain hd_domain_mma = {
    .name = "mma",
    .meaning = "every M up to `m` and N up to `n`, .cta_group 0 to 3, with and without .ws and .sp",
    .parameter = {{"m", 0, 1 << 12}, {"n", 0, 1 << 12}, {NULL, 0, 0}},
    .count = mma_count,
    .at = mma_at,
    .is_case = is_mma,
    .print = print_mma,
    .expected = hd_expected_mma,
};

/* ---- legal instructions: a row each, with the N that it has ---- */

typedef struct hd_mma_row {
  int m, group, ws, sparse;
  int step, most; /* N from `step` in steps; where `doubles`, in powers of two */
  bool doubles;
} hd_mma_row;

static const hd_mma_row rows[] = {
    {64, 1, 0, 0, 8, 256, false},   {64, 1, 0, 1, 8, 256, false},   {128, 1, 0, 0, 8, 256, false},
    {128, 1, 0, 1, 8, 256, false},  {128, 2, 0, 0, 16, 256, false}, {128, 2, 0, 1, 16, 256, false},
    {256, 2, 0, 0, 16, 256, false}, {256, 2, 0, 1, 16, 256, false}, {32, 1, 1, 0, 64, 256, true},
    {64, 1, 1, 0, 64, 256, true},   {128, 1, 1, 0, 64, 256, true},  {32, 1, 1, 1, 64, 128, true},
    {64, 1, 1, 1, 64, 128, true},   {128, 1, 1, 1, 64, 128, true},
};

enum { ROWS = sizeof rows / sizeof rows[0], BLOCK_SCALED_ROWS = 8 /* those without .ws */ };

static int next_n(const hd_mma_row *row, int n) { return row->doubles ? 2 * n : n + row->step; }

static uint64_t row_count(const hd_mma_row *row, int64_t most) {
  uint64_t count = 0;
  for (int n = row->step; n <= row->most && n <= most; n = next_n(row, n)) count++;
  return count;
}

static uint64_t legal_count(int among, int64_t most) {
  uint64_t count = 0;
  for (int k = 0; k < among; k++) count += row_count(&rows[k], most);
  return count;
}

static void take_legal(int among, int64_t most, uint64_t *number, hd_case *result) {
  uint64_t chosen = (uint64_t)hd_choose(number, legal_count(among, most));
  int k = 0, n;
  while (!hd_among(&chosen, row_count(&rows[k], most))) k++;
  for (n = rows[k].step; chosen > 0; chosen--) n = next_n(&rows[k], n);
  const int all[] = {rows[k].m, n, rows[k].group, rows[k].ws, rows[k].sparse};
  for (int i = 0; i < 5; i++) hd_case_number(result, all[i]);
}

static bool is_legal(const int64_t *n) {
  for (int k = 0; k < ROWS; k++) {
    if (n[0] != rows[k].m || n[2] != rows[k].group || n[3] != rows[k].ws || n[4] != rows[k].sparse) continue;
    for (int i = rows[k].step; i <= rows[k].most; i = next_n(&rows[k], i))
      if (n[1] == i) return true;
  }
  return false;
}

static uint64_t accumulators_count(const hd_bound *bound) { return legal_count(ROWS, bound->value[0]); }

static void accumulators_at(const hd_bound *bound, uint64_t number, hd_case *result) {
  start(result);
  take_legal(ROWS, bound->value[0], &number, result);
}

static bool is_accumulator(const hd_case *candidate) { return is_legal(candidate->number); }

const hd_domain hd_domain_accumulators = {
    .name = "accumulators",
    .meaning = "every legal M and N up to `n`, of one CTA and a pair, with and without .ws and .sp",
    .parameter = {{"n", 64, 256}, {NULL, 0, 0}},
    .count = accumulators_count,
    .at = accumulators_at,
    .is_case = is_accumulator,
    .print = print_mma,
    .expected = hd_expected_accumulators,
};

/* ---- A operands: datapath, bits, K ---- */

enum { DATAPATHS = 7 };

static uint64_t a_operands_count(const hd_bound *bound) { return hd_times(DATAPATHS * 4, (uint64_t)bound->value[0]); }

static void a_operands_at(const hd_bound *bound, uint64_t number, hd_case *result) {
  (void)bound;
  start(result);
  hd_case_number(result, hd_choose(&number, DATAPATHS));
  int64_t bits = 4 << hd_choose(&number, 4);
  hd_case_number(result, bits);
  hd_case_number(result, ((int64_t)number + 1) * (32 / bits));
}

static bool is_a_operand(const hd_case *candidate) {
  const int64_t *n = candidate->number;
  return n[0] >= 0 && n[0] < DATAPATHS && (n[1] == 4 || n[1] == 8 || n[1] == 16 || n[1] == 32) && n[2] > 0 &&
         n[2] % (32 / n[1]) == 0;
}

const hd_domain hd_domain_a_operands = {
    .name = "a_operands",
    .meaning = "A in tensor memory: datapath (0 is A), 4 to 32 bits, K filling 1 to `cells` cells",
    .parameter = {{"cells", 1, 256}, {NULL, 0, 0}},
    .count = a_operands_count,
    .at = a_operands_at,
    .is_case = is_a_operand,
    .expected = hd_expected_a_operands,
};

/* ---- scale factors: a legal instruction without .ws, then operand, vector, id, factors ---- */

static uint64_t factors_count(const hd_bound *bound) {
  return hd_times(hd_times(legal_count(BLOCK_SCALED_ROWS, bound->value[0]), 2 * 4 * 5), (uint64_t)bound->value[1]);
}

static void factors_at(const hd_bound *bound, uint64_t number, hd_case *result) {
  start(result);
  take_legal(BLOCK_SCALED_ROWS, bound->value[0], &number, result);
  hd_case_number(result, hd_choose(&number, 2));
  hd_case_number(result, 1 + hd_choose(&number, 4));
  hd_case_number(result, hd_choose(&number, 5));
  hd_case_number(result, 1 + (int64_t)number);
}

static bool is_factors(const hd_case *candidate) {
  const int64_t *n = candidate->number;
  return is_legal(n) && n[3] == 0 && (n[5] | 1) == 1 && n[6] >= 1 && n[7] >= 0 && n[8] >= 1;
}

static size_t print_factors(const hd_case *shown, char *text, size_t capacity) {
  const int64_t *n = shown->number;
  char mma[HD_CASE_TEXT];
  print_mma(shown, mma, sizeof mma);
  return (size_t)snprintf(text, capacity, "%s, factors of %c, .scale_vec::%lldX, id %lld, %lld along K", mma,
                          n[5] ? 'B' : 'A', (long long)n[6], (long long)n[7], (long long)n[8]);
}

const hd_domain hd_domain_factors = {
    .name = "factors",
    .meaning =
        "every legal instruction without .ws with N up to `n`, factors of A and B, .scale_vec 1X to 4X, ids 0 to "
        "4, 1 to `factors` of them",
    .parameter = {{"n", 64, 256}, {"factors", 1, 64}, {NULL, 0, 0}},
    .count = factors_count,
    .at = factors_at,
    .is_case = is_factors,
    .print = print_factors,
    .expected = hd_expected_factors,
};

/* ---- plans: as many repeats of a shape side by side, packed or not, of one warp or four, under a cap ---- */

enum { CAPS = 8 /* 1, 2, .. 128 */ };

static uint64_t plans_count(const hd_bound *bound) {
  return hd_times(HD_TMEM_SHAPES * 2 * 2 * CAPS, (uint64_t)bound->value[0]);
}

static void plans_at(const hd_bound *bound, uint64_t number, hd_case *result) {
  (void)bound;
  start(result);
  hd_case_number(result, hd_choose(&number, HD_TMEM_SHAPES));
  hd_case_number(result, hd_choose(&number, 2));
  hd_case_number(result, hd_choose(&number, 2) ? 4 : 1);
  hd_case_number(result, 1 << hd_choose(&number, CAPS));
  hd_case_number(result, 1 + (int64_t)number);
}

static bool is_plan(const hd_case *candidate) {
  const int64_t *n = candidate->number;
  return n[0] >= 0 && n[0] < HD_TMEM_SHAPES && (n[1] | 1) == 1 && (n[2] == 1 || n[2] == 4) && n[3] >= 1 &&
         n[3] <= 128 && (n[3] & (n[3] - 1)) == 0 && n[4] >= 1;
}

static size_t print_plan(const hd_case *shown, char *text, size_t capacity) {
  const int64_t *n = shown->number;
  return (size_t)snprintf(text, capacity, "%lld repeats of %s%s, %lld warp%s, at most %lld registers each",
                          (long long)n[4], hd_tmem_shapes[n[0]].name, n[1] ? " packed" : "", (long long)n[2],
                          n[2] == 1 ? "" : "s", (long long)n[3]);
}

const hd_domain hd_domain_plans = {
    .name = "plans",
    .meaning = "1 to `repeats` repeats of each shape side by side, packed or not, of one warp or four, with at most 1, "
               "2, .. 128 registers an instruction",
    .parameter = {{"repeats", 1, 512}, {NULL, 0, 0}},
    .count = plans_count,
    .at = plans_at,
    .is_case = is_plan,
    .print = print_plan,
    .expected = hd_expected_plans,
};
