/* Domains in which the order or the nesting of modes is what counts: all nestings, and all orders of all ways to cut a
 * size into factors. */
#include "proofs/domain.h"

#include <pthread.h>

enum { MODES, EXTENT, STRIDE, MODES_MAX = 8 };

/* ---- nestings ----
 *
 * A tree has leaves, and brackets round two or more parts. trees[n]: those of n leaves; rows[n]: a row of one or more
 * trees, n leaves in all. A row of one is a tree; within brackets there are rows of two or more. */

typedef struct hd_nestings {
  uint64_t trees[MODES_MAX + 1], rows[MODES_MAX + 1];
} hd_nestings;

static void count_nestings(hd_nestings *counts) {
  counts->trees[0] = 0;
  counts->rows[0] = 1; /* behind the last tree of a row nothing comes */
  for (int n = 1; n <= MODES_MAX; n++) {
    uint64_t several = 0;
    for (int k = 1; k < n; k++) several += counts->trees[k] * counts->rows[n - k];
    counts->trees[n] = n == 1 ? 1 : several;
    counts->rows[n] = counts->trees[n] + several;
  }
}

/* A row within brackets that is not at its end: how many leaves are to come, and the number of what is to come. */
typedef struct hd_row {
  int leaves;
  uint64_t number;
} hd_row;

/* How many leaves the next tree of a row has, and its number; the row is left with what follows. */
static int next_tree(const hd_nestings *counts, hd_row *row, uint64_t *tree) {
  int leaves = 1;
  while (leaves < row->leaves && !hd_among(&row->number, counts->trees[leaves] * counts->rows[row->leaves - leaves]))
    leaves++;
  *tree = (uint64_t)hd_choose(&row->number, counts->trees[leaves]);
  row->leaves -= leaves;
  return leaves;
}

/* Appends tree `number` of so many leaves to a profile; the rows that it stands in wait on a stack. */
static void append_tree(const hd_nestings *counts, int leaves, uint64_t number, hd_profile *profile) {
  hd_row stack[MODES_MAX];
  int depth = 0, opened = 0;
  do {
    if (leaves > 1) {
      opened++;
      stack[depth++] = (hd_row){leaves, number};
    } else {
      profile->open[profile->leaves] = (uint8_t)opened;
      profile->close[profile->leaves++] = 0;
      opened = 0;
      for (; depth > 0 && stack[depth - 1].leaves == 0; depth--) profile->close[profile->leaves - 1]++;
    }
    if (depth > 0) leaves = next_tree(counts, &stack[depth - 1], &number);
  } while (depth > 0 || opened > 0);
}

static uint64_t strides_of(const hd_bound *bound) { return 2 * (uint64_t)bound->value[STRIDE] + 1; }

static uint64_t numbers_of(const hd_bound *bound, int64_t leaves) {
  return hd_power(hd_times((uint64_t)bound->value[EXTENT], strides_of(bound)), leaves);
}

static uint64_t nested_count(const hd_bound *bound) {
  hd_nestings counts;
  uint64_t count = 0;
  count_nestings(&counts);
  for (int64_t k = 1; k <= bound->value[MODES]; k++)
    count = hd_plus(count, hd_times(2 * counts.trees[k], numbers_of(bound, k)));
  return count;
}

static void nested_at(const hd_bound *bound, uint64_t number, hd_case *result) {
  hd_nestings counts;
  int64_t leaves = 1;
  hd_layout *layout = &result->layout[0];
  count_nestings(&counts);
  while (leaves < bound->value[MODES] && !hd_among(&number, 2 * counts.trees[leaves] * numbers_of(bound, leaves)))
    leaves++;
  result->layouts = 1;
  result->numbers = 0;
  hd_layout_clear(layout);
  append_tree(&counts, (int)leaves, (uint64_t)hd_choose(&number, counts.trees[leaves]), &layout->profile);
  if (hd_choose(&number, 2) == 1) hd_profile_wrap(&layout->profile, 0);
  for (int64_t k = 0; k < leaves; k++) {
    layout->shape[k] = 1 + hd_choose(&number, (uint64_t)bound->value[EXTENT]);
    int64_t stride = hd_choose(&number, strides_of(bound));
    layout->stride[k] = stride % 2 == 1 ? (stride + 1) / 2 : -stride / 2;
  }
}

const hd_domain hd_domain_nested = {
    .name = "nested",
    .meaning =
        "layouts of 1 to `modes` leaves in every nesting, and in one more pair of brackets; strides of both signs",
    .parameter = {{"modes", 1, MODES_MAX}, {"extent", 1, 128}, {"stride", 0, 1 << 20}, {NULL, 0, 0}},
    .count = nested_count,
    .at = nested_at,
    .expected = hd_expected_nested,
};

/* ---- compact layouts ---- */

enum { SIZE_MAX_COMPACT = 1 << 12, FACTORS_MAX = 12 };

/* ways[n][k]: how often n is a product of k extents above 1, in order; up_to[n]: how many layouts there are of sizes up
 * to n. Worked out once, by whichever thread asks first: a table for each thread would be cleared whenever one starts,
 * that of the command too. */
static uint64_t ways[SIZE_MAX_COMPACT + 1][FACTORS_MAX + 1], up_to[SIZE_MAX_COMPACT + 1];
static pthread_once_t learnt = PTHREAD_ONCE_INIT;

static uint64_t orders(int factors) {
  uint64_t count = 1;
  for (int k = 2; k <= factors; k++) count *= (uint64_t)k;
  return count;
}

/* By what is left without one of the factors. */
static void learn(void) {
  ways[1][0] = 1;
  for (int64_t n = 1; n <= SIZE_MAX_COMPACT; n++) {
    up_to[n] = up_to[n - 1];
    for (int k = 1; k <= FACTORS_MAX; k++) {
      up_to[n] = hd_plus(up_to[n], hd_times(ways[n][k], orders(k)));
      for (int64_t multiple = 2 * n; multiple <= SIZE_MAX_COMPACT; multiple += n)
        ways[multiple][k] += ways[n][k - 1];
    }
  }
}

static uint64_t compact_count(const hd_bound *bound) {
  pthread_once(&learnt, learn);
  return up_to[bound->value[0]];
}

static void compact_at(const hd_bound *bound, uint64_t number, hd_case *result) {
  int64_t size = 2, most = bound->value[0];
  int factors = 1, left;
  bool placed[FACTORS_MAX] = {false};
  hd_layout *layout = &result->layout[0];
  pthread_once(&learnt, learn);
  while (size < most) { /* the first size that the number is up to */
    int64_t middle = size + (most - size) / 2;
    if (number < up_to[middle]) most = middle;
    else size = middle + 1;
  }
  number -= up_to[size - 1];
  while (!hd_among(&number, ways[size][factors] * orders(factors))) factors++;
  uint64_t order = (uint64_t)hd_choose(&number, orders(factors));
  result->layouts = 1;
  result->numbers = 0;
  hd_layout_clear(layout);
  for (left = factors; left > 0; left--) {
    int64_t extent = 2;
    for (; extent < size; extent++)
      if (size % extent == 0 && hd_among(&number, ways[size / extent][left - 1])) break;
    hd_layout_append_leaf(layout, extent, 0, HD_AXIS_INTEGER);
    size /= extent;
  }
  if (factors > 1) hd_profile_wrap(&layout->profile, 0);
  int64_t stride = 1;
  for (left = factors; left > 0; left--) {
    int64_t skip = hd_choose(&order, (uint64_t)left);
    int leaf = 0;
    for (; placed[leaf] || skip-- > 0; leaf++) continue;
    placed[leaf] = true;
    layout->stride[leaf] = stride;
    stride *= layout->shape[leaf];
  }
}

/* Each mode begins where the modes of smaller strides end. */
static bool is_compact(const hd_case *candidate) {
  const hd_layout *layout = &candidate->layout[0];
  for (int j = 0; j < layout->profile.leaves; j++) {
    int64_t below = 1;
    for (int k = 0; k < layout->profile.leaves; k++) {
      if (k != j && layout->stride[k] == layout->stride[j]) return false;
      if (layout->stride[k] < layout->stride[j]) below *= layout->shape[k];
    }
    if (layout->shape[j] < 2 || layout->stride[j] != below) return false;
  }
  return true;
}

const hd_domain hd_domain_compact = {
    .name = "compact",
    .meaning = "the layouts of extents above 1 that take each of 0 to n-1 once, for n from 2 to `size`: all orders of "
               "all factorings",
    .parameter = {{"size", 2, SIZE_MAX_COMPACT}, {NULL, 0, 0}},
    .count = compact_count,
    .at = compact_at,
    .is_case = is_compact,
    .expected = hd_expected_compact,
};
