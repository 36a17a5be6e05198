/* Nearly all compositions: B's shape with other strides. Internal to the library: not installed. Inline, because it is
 * shorter than a call's worth of saving and restoring.
 *
 * Invariant: answers only where R is B with each stride d replaced by the stride of A that d falls on. That is so when
 * every leaf of B moves within one digit of A, all leaves together carry out of none, and all numbers are small. Then
 * nothing is split, nothing visited and nothing can overflow; all else, refusals too, is composition_integers.c's. */
#ifndef HEDDLE_ALGEBRA_RESTRIDE_H
#define HEDDLE_ALGEBRA_RESTRIDE_H

#include "leaf.h"
#include "radix.h"

/* A's digits, with runs merged, and the stride of each. Requires at least one leaf. Extents of 1 are no digits, but for
 * the first, which no run ever stands in, and the last, which never ends. */
static inline void hd_merged_digits(const hd_layout *a, hd_radix *radix, int64_t stride[HD_MAX_LEAVES]) {
  int last = 0;
  radix->extent[0] = radix->room[0] = a->shape[0];
  stride[0] = a->stride[0];
  for (int k = 1; k < a->profile.leaves; ++k) {
    int64_t next;
    if (a->shape[k] == 1 && k + 1 < a->profile.leaves) continue;
    if (hd_mul(radix->extent[last], stride[last], &next) && next == a->stride[k]) {
      radix->extent[last] *= a->shape[k];
    } else {
      radix->extent[++last] = a->shape[k];
      stride[last] = a->stride[k];
    }
    radix->room[last] = radix->extent[last];
  }
  radix->last = last;
}

/* The strides of A that B's leaves fall on. */
static inline bool hd_find_strides(hd_radix *a, const int64_t *stride_of_digit, const hd_layout *b,
                                   int64_t stride[HD_MAX_LEAVES]) {
  int64_t bits = 0;
  for (int k = 0; k < b->profile.leaves; ++k) {
    int64_t d = b->stride[k], extent = b->shape[k];
    int digit = 0;
    if ((uint64_t)(d | extent) >> HD_SMALL_BITS || extent == 1) return false;
    for (; digit < a->last && d >= a->extent[digit]; ++digit)
      if (!hd_divide_evenly(&d, a->extent[digit])) return false;
    if (digit < a->last && (a->room[digit] -= (extent - 1) * d) <= 0) return false;
    if (!hd_mul(d, stride_of_digit[digit], &stride[k])) return false;
    bits |= stride[k];
  }
  return (uint64_t)bits >> HD_SMALL_BITS == 0;
}

/* A o B for integer strides, or false: not settled here.
 *   ensures: when true, as hd_composition */
__attribute__((always_inline)) static inline bool hd_restride(const hd_layout *a, const hd_layout *b,
                                                              hd_layout *result) {
  hd_radix radix;
  int64_t stride_of_digit[HD_MAX_LEAVES], stride[HD_MAX_LEAVES];
  if (HD_MAX_LEAVES > 32 || a->on_axes || b->on_axes || a->profile.leaves == 0) return false;
  hd_merged_digits(a, &radix, stride_of_digit);
  if (!hd_find_strides(&radix, stride_of_digit, b, stride)) return false;
  int leaves = b->profile.leaves;
  result->profile.leaves = b->profile.leaves;
  result->on_axes = false;
  for (int k = 0; k < leaves; ++k) {
    result->profile.open[k] = b->profile.open[k];
    result->profile.close[k] = b->profile.close[k];
    result->shape[k] = b->shape[k];
    result->stride[k] = stride[k];
  }
  return true;
}

#endif
