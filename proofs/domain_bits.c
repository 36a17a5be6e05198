/* Domains of what stands beside layouts: swizzles, linear maps over bits, placements. */
#include "proofs/domain.h"

#include "algebra/print.h"

#include <stdio.h>

static void start(hd_case *result) { result->layouts = result->numbers = 0; }

/* ---- swizzles: S<b,m,s> with |s| >= b and b + m + |s| <= bits ---- */

/* With so many bits changed: shift |s| = b + more either way, and as many bases as are left. */
static uint64_t swizzles_of(int64_t bits, int64_t b) {
  uint64_t count = 0;
  for (int64_t shift = b; b + shift <= bits; shift++)
    count += (uint64_t)(shift == 0 ? 1 : 2) * (uint64_t)(bits - b - shift + 1);
  return count;
}

static uint64_t count_swizzles(int64_t bits) {
  uint64_t count = 0;
  for (int64_t b = 0; 2 * b <= bits; b++) count += swizzles_of(bits, b);
  return count;
}

static void swizzle_at(int64_t bits, uint64_t number, hd_case *result) {
  int64_t b = 0;
  while (!hd_among(&number, swizzles_of(bits, b))) b++;
  int64_t shift = b;
  while (!hd_among(&number, (uint64_t)(shift == 0 ? 1 : 2) * (uint64_t)(bits - b - shift + 1))) shift++;
  int64_t base = hd_choose(&number, (uint64_t)(bits - b - shift + 1));
  hd_case_number(result, b);
  hd_case_number(result, base);
  hd_case_number(result, number == 1 ? -shift : shift);
}

static bool is_swizzle(const hd_case *candidate) {
  const int64_t *n = candidate->number;
  int64_t shift = n[2] < 0 ? -n[2] : n[2];
  return n[0] >= 0 && n[1] >= 0 && shift >= n[0] && n[0] + n[1] + shift < 32;
}

static size_t print_swizzled(const hd_case *shown, char *text, size_t capacity) {
  const int64_t *n = shown->number;
  char layout[HD_TEXT_MAX];
  if (shown->layouts == 0)
    return (size_t)snprintf(text, capacity, "S<%lld,%lld,%lld>", (long long)n[0], (long long)n[1], (long long)n[2]);
  hd_print_layout(&shown->layout[0], layout, sizeof layout);
  return (size_t)snprintf(text, capacity, "S<%lld,%lld,%lld> o %lld o %s", (long long)n[0], (long long)n[1],
                          (long long)n[2], (long long)n[3], layout);
}

static uint64_t swizzles_count(const hd_bound *bound) { return count_swizzles(bound->value[0]); }

static void swizzles_at(const hd_bound *bound, uint64_t number, hd_case *result) {
  start(result);
  swizzle_at(bound->value[0], number, result);
}

const hd_domain hd_domain_swizzles = {
    .name = "swizzles",
    .meaning = "S<b,m,s>, both signs of s, with b + m + |s| up to `bits`",
    .parameter = {{"bits", 0, 31}, {NULL, 0, 0}},
    .count = swizzles_count,
    .at = swizzles_at,
    .is_case = is_swizzle,
    .print = print_swizzled,
    .expected = hd_expected_swizzles,
};

enum { BITS, OFFSET, MODES, EXTENT, STRIDE };

static uint64_t swizzled_count(const hd_bound *bound) {
  const int64_t *b = bound->value;
  return hd_times(hd_times(count_swizzles(b[BITS]), (uint64_t)b[OFFSET] + 1),
                  hd_count_flat(b[MODES], b[EXTENT], b[STRIDE]));
}

static void swizzled_at(const hd_bound *bound, uint64_t number, hd_case *result) {
  const int64_t *b = bound->value;
  start(result);
  swizzle_at(b[BITS], (uint64_t)hd_choose(&number, count_swizzles(b[BITS])), result);
  hd_case_number(result, hd_choose(&number, (uint64_t)b[OFFSET] + 1));
  hd_flat_at(b[MODES], b[EXTENT], b[STRIDE], number, &result->layout[0]);
  result->layouts = 1;
}

static bool is_swizzled(const hd_case *candidate) { return is_swizzle(candidate) && candidate->number[3] >= 0; }

const hd_domain hd_domain_swizzled = {
    .name = "swizzled",
    .meaning = "one of `swizzles` after an offset from 0 to `offset` after one of `layouts`",
    .parameter = {{"bits", 0, 31},
                  {"offset", 0, 1 << 20},
                  {"modes", 1, 6},
                  {"extent", 1, 256},
                  {"stride", 0, 1 << 20},
                  {NULL, 0, 0}},
    .count = swizzled_count,
    .at = swizzled_at,
    .is_case = is_swizzled,
    .print = print_swizzled,
    .expected = hd_expected_swizzled,
};

/* ---- linear maps: how many bits go in and out, then the word of each bit ---- */

static uint64_t linear_count(const hd_bound *bound) {
  uint64_t count = 0;
  for (int64_t in = 1; in <= bound->value[0]; in++)
    for (int64_t out = 1; out <= bound->value[1]; out++) count = hd_plus(count, hd_power(2, in * out));
  return count;
}

static void take_words(int64_t words, int64_t bits, uint64_t *number, hd_case *result) {
  for (int64_t k = 0; k < words; k++) hd_case_number(result, hd_choose(number, (uint64_t)1 << bits));
}

static void linear_at(const hd_bound *bound, uint64_t number, hd_case *result) {
  start(result);
  for (int64_t in = 1; in <= bound->value[0]; in++)
    for (int64_t out = 1; out <= bound->value[1]; out++) {
      if (!hd_among(&number, hd_power(2, in * out))) continue;
      hd_case_number(result, in);
      hd_case_number(result, out);
      take_words(in, out, &number, result);
      return;
    }
}

const hd_domain hd_domain_linear = {
    .name = "linear",
    .meaning = "linear maps from 1 to `in` bits to 1 to `out` bits: the two counts, then the value of each bit",
    .parameter = {{"in", 1, 8}, {"out", 1, 8}, {NULL, 0, 0}},
    .count = linear_count,
    .at = linear_at,
    .expected = hd_expected_linear,
};

static uint64_t linear_pairs_count(const hd_bound *bound) {
  uint64_t count = 0;
  for (int64_t a = 1; a <= bound->value[0]; a++)
    for (int64_t b = 1; b <= bound->value[0]; b++)
      for (int64_t c = 1; c <= bound->value[0]; c++) count = hd_plus(count, hd_power(2, a * b + b * c));
  return count;
}

static void linear_pairs_at(const hd_bound *bound, uint64_t number, hd_case *result) {
  int64_t most = bound->value[0];
  start(result);
  for (int64_t k = 0; k < most * most * most; k++) {
    int64_t a = 1 + k / most / most, b = 1 + k / most % most, c = 1 + k % most;
    if (!hd_among(&number, hd_power(2, a * b + b * c))) continue;
    hd_case_number(result, a);
    hd_case_number(result, b);
    hd_case_number(result, c);
    take_words(a, b, &number, result);
    take_words(b, c, &number, result);
    return;
  }
}

const hd_domain hd_domain_linear_pairs = {
    .name = "linear_pairs",
    .meaning = "two linear maps one behind the other, 1 to `bits` bits at each of three places: the counts, then the "
               "values of each bit",
    .parameter = {{"bits", 1, 5}, {NULL, 0, 0}},
    .count = linear_pairs_count,
    .at = linear_pairs_at,
    .expected = hd_expected_linear_pairs,
};

/* ---- placements: order, iters of the shard, a replica (extent 1: none), an offset on laneid ---- */

enum { ITERS, ITER_EXTENT, ITER_STRIDE, COPIES, LANE_OFFSET };

static const char *const axes[] = {"m", "laneid"};

/* An iter has an extent, a stride and one of two axes. */
static uint64_t iter_choices(const hd_bound *bound) {
  return hd_times(2 * (uint64_t)bound->value[ITER_EXTENT], (uint64_t)bound->value[ITER_STRIDE] + 1);
}
/* No replica, or one of 2 to `copies` times a stride above 0 on an axis. */
static uint64_t replica_choices(const hd_bound *bound) {
  return 1 + 2 * (uint64_t)(bound->value[COPIES] - 1) * (uint64_t)bound->value[ITER_STRIDE];
}

static uint64_t placements_count(const hd_bound *bound) {
  uint64_t count = 0;
  for (int64_t k = 1; k <= bound->value[ITERS]; k++) count = hd_plus(count, hd_power(iter_choices(bound), k));
  return hd_times(hd_times(count, replica_choices(bound)), 2 * ((uint64_t)bound->value[LANE_OFFSET] + 1));
}

static void placements_at(const hd_bound *bound, uint64_t number, hd_case *result) {
  int64_t iters = 1;
  start(result);
  hd_case_number(result, hd_choose(&number, 2));
  hd_case_number(result, hd_choose(&number, (uint64_t)bound->value[LANE_OFFSET] + 1));
  uint64_t replica = (uint64_t)hd_choose(&number, replica_choices(bound));
  bool replicated = !hd_among(&replica, 1);
  hd_case_number(result, replicated ? 2 + hd_choose(&replica, (uint64_t)(bound->value[COPIES] - 1)) : 1);
  hd_case_number(result, replicated ? 1 + hd_choose(&replica, (uint64_t)bound->value[ITER_STRIDE]) : 0);
  hd_case_number(result, replicated ? (int64_t)replica : 0);
  while (iters < bound->value[ITERS] && !hd_among(&number, hd_power(iter_choices(bound), iters))) iters++;
  for (int64_t k = 0; k < iters; k++) {
    hd_case_number(result, 1 + hd_choose(&number, (uint64_t)bound->value[ITER_EXTENT]));
    hd_case_number(result, hd_choose(&number, (uint64_t)bound->value[ITER_STRIDE] + 1));
    hd_case_number(result, hd_choose(&number, 2));
  }
}

static bool is_placement(const hd_case *candidate) {
  const int64_t *n = candidate->number;
  if (n[0] < 0 || n[0] > 1 || n[1] < 0 || n[2] < 1 || n[3] < (n[2] > 1) || n[4] < 0 || n[4] > 1) return false;
  for (int k = 5; k < candidate->numbers; k += 3)
    if (n[k] < 1 || n[k + 1] < 0 || n[k + 2] < 0 || n[k + 2] > 1) return false;
  return true;
}

static size_t print_placement(const hd_case *shown, char *text, size_t capacity) {
  const int64_t *n = shown->number;
  char shape[HD_CASE_TEXT], stride[HD_CASE_TEXT], replica[64] = "", offset[64] = "";
  size_t a = 0, b = 0;
  for (int k = 5; k < shown->numbers; k += 3) {
    const char *comma = k == 5 ? "" : ",";
    a += (size_t)snprintf(shape + a, sizeof shape - a, "%s%lld", comma, (long long)n[k]);
    b += (size_t)snprintf(stride + b, sizeof stride - b, "%s%lld@%s", comma, (long long)n[k + 1], axes[n[k + 2]]);
  }
  if (n[2] > 1) snprintf(replica, sizeof replica, " + R[%lld:%lld@%s]", (long long)n[2], (long long)n[3], axes[n[4]]);
  if (n[1] != 0) snprintf(offset, sizeof offset, " + %lld@laneid", (long long)n[1]);
  return (size_t)snprintf(text, capacity, "%s[(%s):(%s)]%s%s", n[0] == 1 ? "Scolex" : "S", shape, stride, replica,
                          offset);
}

const hd_domain hd_domain_placements = {
    .name = "placements",
    .meaning = "placements of 1 to `iters` iters, up to `extent`:`stride` on m or laneid, with a replica of up to "
               "`copies` or none, and 0 to `offset` on laneid, in both orders",
    .parameter = {{"iters", 1, 6},
                  {"extent", 1, 64},
                  {"stride", 0, 1 << 20},
                  {"copies", 1, 64},
                  {"offset", 0, 1 << 20},
                  {NULL, 0, 0}},
    .count = placements_count,
    .at = placements_at,
    .is_case = is_placement,
    .print = print_placement,
    .expected = hd_expected_placements,
};
