/* Numbering cases. Internal to proofs/.
 *
 * Invariant: a numbering is mixed radix: what is chosen first takes the rest of the number by the count of its choices,
 * and leaves the quotient to what comes after. Counts saturate at UINT64_MAX, which is no count. */
#ifndef HEDDLE_PROOFS_DOMAIN_H
#define HEDDLE_PROOFS_DOMAIN_H

#include "prove.h"

static inline uint64_t hd_times(uint64_t a, uint64_t b) {
  uint64_t product;
  return __builtin_mul_overflow(a, b, &product) || product > HD_CASES_MAX ? UINT64_MAX : product;
}
static inline uint64_t hd_plus(uint64_t a, uint64_t b) {
  uint64_t sum;
  return __builtin_add_overflow(a, b, &sum) || sum > HD_CASES_MAX ? UINT64_MAX : sum;
}
static inline uint64_t hd_power(uint64_t base, int64_t exponent) {
  uint64_t power = 1;
  for (; exponent > 0 && power != UINT64_MAX; exponent--) power = hd_times(power, base);
  return power;
}

/* One of `choices`, by the number, which becomes its quotient. */
static inline int64_t hd_choose(uint64_t *number, uint64_t choices) {
  uint64_t chosen = *number % choices;
  *number /= choices;
  return (int64_t)chosen;
}
/* Of numbers one behind another, `count` of a kind at a time: whether the number is among these, else less by them. */
static inline bool hd_among(uint64_t *number, uint64_t count) {
  if (*number < count) return true;
  *number -= count;
  return false;
}

static inline void hd_case_number(hd_case *result, int64_t number) { result->number[result->numbers++] = number; }

/* All flat layouts of 1 to `modes` modes, extents 1 to `extent`, strides 0 to `stride` (domain_layouts.c). */
uint64_t hd_count_flat(int64_t modes, int64_t extent, int64_t stride);
void hd_flat_at(int64_t modes, int64_t extent, int64_t stride, uint64_t number, hd_layout *result);

/* The domains, each with its numbering, its count and the formula for that (domain_*.c). */
/* clang-format off */
#define HD_DOMAIN_LIST(X)                                                                                              \
  X(layouts) X(nested) X(pairs) X(triples) X(numbered) X(offsets) X(compact) X(tables) X(tilings) X(slices)           \
  X(operands) X(triple_operands) X(swizzles) X(swizzled) X(linear) X(linear_pairs) X(placements)                       \
  X(cells) X(issues) X(splits) X(addresses) X(copies) X(mma) X(accumulators) X(a_operands) X(factors) X(plans)
/* clang-format on */

#define HD_DOMAIN_DECLARE(name)            \
  extern const hd_domain hd_domain_##name; \
  void hd_expected_##name(const hd_bound *bound, mpz_t result);
HD_DOMAIN_LIST(HD_DOMAIN_DECLARE)
#undef HD_DOMAIN_DECLARE

#endif
