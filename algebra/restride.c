#include "algebra/restride.h"

#include "algebra/checked.h"

/* With every extent and every stride below 2^29, no sum over HD_MAX_LEAVES <= 32 products of two leaves 64 bits. */
enum { SMALL_BITS = 29 };

/* *d /= extent if that comes out even; by mask and shift where the extent is a power of two, as it nearly always is. */
static inline bool divide_evenly(int64_t *d, int64_t extent) {
  if ((extent & (extent - 1)) == 0) {
    if (*d & (extent - 1)) return false;
    *d >>= __builtin_ctzll((unsigned long long)extent);
    return true;
  }
  if (*d % extent) return false;
  *d /= extent;
  return true;
}

bool hd_restride(const hd_layout *a, const hd_layout *b, hd_layout *result) {
  int64_t stride[HD_MAX_LEAVES], reach[HD_MAX_LEAVES];
  int leaves = b->profile.leaves, last = a->profile.leaves - 1;
  uint64_t bits = 0;
  if (HD_MAX_LEAVES > 32 || a->on_axes || b->on_axes || last < 0) return false;
  for (int k = 0; k < last; ++k) reach[k] = 0;
  for (int k = 0; k < leaves; ++k) {
    int64_t d = b->stride[k], extent = b->shape[k], far;
    int digit = 0;
    if (d < 0 || extent == 1) return false;
    for (; digit < last && d >= a->shape[digit]; ++digit)
      if (!divide_evenly(&d, a->shape[digit])) return false;
    if (digit < last) {
      if (!hd_mul(extent - 1, d, &far) || far >= a->shape[digit] - reach[digit]) return false;
      reach[digit] += far;
    }
    if (!hd_mul(d, a->stride[digit], &stride[k]) || stride[k] < 0) return false;
    bits |= (uint64_t)extent | (uint64_t)stride[k];
  }
  if (bits >> SMALL_BITS) return false;
  if (result != b) {
    result->profile.leaves = b->profile.leaves;
    result->on_axes = false;
  }
  for (int k = 0; k < leaves; ++k) {
    result->profile.open[k] = b->profile.open[k];
    result->profile.close[k] = b->profile.close[k];
    result->shape[k] = b->shape[k];
    result->stride[k] = stride[k];
  }
  return true;
}
