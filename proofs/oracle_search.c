/* Whether a layout exists, by trying all ways of cutting extents into factors. */
#include "proofs/oracle.h"

#include <string.h>

static bool add(int64_t a, int64_t b, int64_t *sum) { return !__builtin_add_overflow(a, b, sum); }
static bool subtract(int64_t a, int64_t b, int64_t *rest) { return !__builtin_sub_overflow(a, b, rest); }
static bool multiply(int64_t a, int64_t b, int64_t *product) { return !__builtin_mul_overflow(a, b, product); }

/* Whether value i of the table is value j moved by `times` the value at `at`. */
static bool is_moved(const hd_oracle_table *table, int64_t i, int64_t j, int64_t times, int64_t at) {
  int axes = table->axes.count;
  for (int k = 0; k < axes; k++) {
    int64_t expected;
    if (!multiply(times, table->value[at * axes + k], &expected)) return false;
    if (!add(expected, table->value[j * axes + k], &expected)) return false;
    if (expected != table->value[i * axes + k]) return false;
  }
  return true;
}

/* A stride lies on one axis: at most one component of a value differs from 0. */
static bool is_stride(const hd_oracle_table *table, int64_t at) {
  int components = 0;
  for (int k = 0; k < table->axes.count; k++) components += table->value[at * table->axes.count + k] != 0;
  return components <= 1;
}

/* The least index in block..block*extent-1 that breaks "blocks of this size, each the first one moved"; block*extent
 * when none does. */
static int64_t first_break(const hd_oracle_table *table, int64_t block, int64_t extent) {
  if (!is_stride(table, block)) return block;
  for (int64_t i = block; i < block * extent; i++)
    if (!is_moved(table, i, i % block, i / block, block)) return i;
  return block * extent;
}

/* Tries every next factor after factors of product `block`; *failing collects how far the best of them agrees. */
static bool search(const hd_oracle_table *table, int64_t block, int64_t *failing) {
  if (block == table->count) return true;
  int64_t left = table->count / block;
  for (int64_t extent = 2; extent <= left; extent++) {
    if (left % extent != 0) continue;
    int64_t at = first_break(table, block, extent);
    if (at == block * extent) {
      if (search(table, at, failing)) return true;
    } else if (at > *failing) {
      *failing = at;
    }
  }
  return false;
}

hd_status hd_oracle_fit(const hd_oracle_table *table, bool *exists, int64_t *failing) {
  *failing = 0;
  bool zero = true;
  for (int k = 0; k < table->axes.count; k++) zero = zero && table->value[k] == 0;
  *exists = zero && search(table, 1, failing);
  return HD_OK;
}

/* The values A takes along one leaf of B, all other digits 0. */
static hd_status leaf_table(const hd_layout *a, const hd_layout *b, int leaf, hd_oracle_table *table) {
  hd_layout alone;
  hd_oracle_axes axes;
  memset(&alone, 0, sizeof alone);
  alone.profile.leaves = 1;
  alone.on_axes = b->on_axes;
  alone.shape[0] = b->shape[leaf];
  alone.stride[0] = b->stride[leaf];
  if (b->on_axes) alone.axis[0] = b->axis[leaf];
  hd_oracle_layout_axes(a, &axes);
  hd_status status = hd_oracle_table_make(&axes, b->shape[leaf], table);
  if (status != HD_OK) return status;
  for (int64_t i = 0; i < table->count && status == HD_OK; i++)
    status = hd_oracle_at_composed(a, &alone, i, &table->axes, table->value + i * table->axes.count);
  if (status != HD_OK) hd_oracle_table_free(table);
  return status;
}

/* The least coordinate of B at which the leaves' values do not add up to A(B(c)); -1 when they do everywhere. */
static hd_status first_difference(const hd_layout *a, const hd_layout *b, const hd_oracle_table *leaf, int64_t size,
                                  int64_t *flat) {
  hd_oracle_axes axes;
  hd_oracle_layout_axes(a, &axes);
  *flat = -1;
  for (int64_t i = 0; i < size && *flat < 0; i++) {
    int64_t value[HD_MAX_LEAVES], rest = i;
    hd_status status = hd_oracle_at_composed(a, b, i, &axes, value);
    if (status != HD_OK) return status;
    for (int k = 0; k < b->profile.leaves; k++) {
      int64_t digit = rest % b->shape[k];
      rest /= b->shape[k];
      for (int n = 0; n < axes.count; n++)
        if (!subtract(value[n], leaf[k].value[digit * axes.count + n], &value[n])) return HD_OVERFLOW;
    }
    for (int n = 0; n < axes.count; n++)
      if (value[n] != 0) *flat = i;
  }
  return HD_OK;
}

static hd_status judge(const hd_layout *a, const hd_layout *b, const hd_oracle_table *leaf, int64_t size,
                       hd_oracle_verdict *verdict) {
  *verdict = (hd_oracle_verdict){.exists = true, .leaf = -1, .flat = -1, .earliest = -1};
  int64_t place = 1, sum;
  for (int k = 0; k < b->profile.leaves; k++) {
    bool fine;
    int64_t step;
    hd_oracle_fit(&leaf[k], &fine, &step);
    if (!fine && verdict->exists) *verdict = (hd_oracle_verdict){false, k, step, step * place, step * place};
    place *= b->shape[k];
  }
  hd_status status = first_difference(a, b, leaf, size, &sum);
  if (status != HD_OK || sum < 0) return status;
  if (verdict->exists) *verdict = (hd_oracle_verdict){false, -1, 0, sum, sum};
  else if (sum < verdict->earliest) verdict->earliest = sum;
  return HD_OK;
}

hd_status hd_oracle_composition(const hd_layout *a, const hd_layout *b, hd_oracle_verdict *verdict) {
  hd_oracle_table leaf[HD_MAX_LEAVES];
  hd_oracle_verdict found;
  int64_t size;
  int leaves = 0;
  hd_status status = hd_oracle_size(b, &size);
  if (status == HD_OK && size > HD_ORACLE_MAX) status = HD_CAPACITY;
  while (status == HD_OK && leaves < b->profile.leaves) {
    status = leaf_table(a, b, leaves, &leaf[leaves]);
    if (status == HD_OK) leaves++;
  }
  if (status == HD_OK) status = judge(a, b, leaf, size, &found);
  for (int k = 0; k < leaves; k++) hd_oracle_table_free(&leaf[k]);
  if (status == HD_OK) *verdict = found;
  return status;
}

hd_status hd_oracle_is_composition(const hd_layout *a, const hd_layout *b, const hd_layout *r, bool *answer,
                                   int64_t *where) {
  hd_oracle_axes axes;
  int64_t size;
  hd_oracle_layout_axes(a, &axes);
  hd_status status = hd_oracle_size(b, &size);
  if (status != HD_OK) return status;
  *where = hd_oracle_refines(b, r) ? size : -1;
  if (*where > HD_ORACLE_MAX) return HD_CAPACITY;
  for (int64_t i = 0; i < size && *where == size; i++) {
    int64_t wanted[HD_MAX_LEAVES], got[HD_MAX_LEAVES];
    status = hd_oracle_at_composed(a, b, i, &axes, wanted);
    if (status == HD_OK) status = hd_oracle_at(r, i, &axes, got);
    if (status != HD_OK) return status;
    if (memcmp(wanted, got, (size_t)axes.count * sizeof got[0]) != 0) *where = i;
  }
  *answer = *where == size;
  return HD_OK;
}
