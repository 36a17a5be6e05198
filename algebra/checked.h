/* 64-bit arithmetic that reports overflow, and two steps of number theory. Internal to the library: not installed.
 *
 * Where a bool is returned, false means overflow, and *result is unspecified. */
#ifndef HEDDLE_ALGEBRA_CHECKED_H
#define HEDDLE_ALGEBRA_CHECKED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline bool hd_add(int64_t a, int64_t b, int64_t *result) { return !__builtin_add_overflow(a, b, result); }
static inline bool hd_sub(int64_t a, int64_t b, int64_t *result) { return !__builtin_sub_overflow(a, b, result); }
static inline bool hd_mul(int64_t a, int64_t b, int64_t *result) {
#if UINTPTR_MAX > UINT32_MAX
  return !__builtin_mul_overflow(a, b, result);
#else
  /* Where words have 32 bits the builtin, and a test by division too, is a call into the compiler's library. By halves: of
   * the two products across, one is 0. */
  uint64_t x = a < 0 ? 0 - (uint64_t)a : (uint64_t)a, y = b < 0 ? 0 - (uint64_t)b : (uint64_t)b;
  uint64_t across = (x >> 32) * (uint32_t)y + (y >> 32) * (uint32_t)x, low = (x & UINT32_MAX) * (y & UINT32_MAX);
  bool negative = (a < 0) != (b < 0), fits = (x >> 32 == 0 || y >> 32 == 0) && across >> 32 == 0;
  uint64_t product = (across << 32) + low;
  *result = (int64_t)(negative ? 0 - product : product);
  return fits && product >= low && product <= (uint64_t)INT64_MAX + negative;
#endif
}
/* *sum += a * b */
static inline bool hd_add_product(int64_t *sum, int64_t a, int64_t b) {
  int64_t product;
  return hd_mul(a, b, &product) && hd_add(*sum, product, sum);
}
/* |a|; false for INT64_MIN */
static inline bool hd_abs(int64_t a, int64_t *result) {
  *result = a < 0 ? (int64_t)(0 - (uint64_t)a) : a;
  return a != INT64_MIN;
}

/* Splits the lowest digit off an index: *index becomes its quotient by `extent`, rounded down, and the digit, from 0 to
 * extent-1, is returned. Requires extent >= 1; cannot overflow. */
static inline int64_t hd_split_digit(int64_t *index, int64_t extent) {
  if ((extent & (extent - 1)) == 0) {
    int64_t low = *index & (extent - 1);
    *index >>= __builtin_ctzll((unsigned long long)extent); /* rounds down */
    return low;
  }
  if ((uint64_t)(*index | extent) >> 32 == 0) { /* division of half words takes half the time, or less */
    uint32_t quotient = (uint32_t)*index / (uint32_t)extent, rest = (uint32_t)*index % (uint32_t)extent;
    *index = quotient;
    return rest;
  }
  int64_t digit = *index % extent;
  *index /= extent;
  if (digit < 0) {
    digit += extent;
    --*index;
  }
  return digit;
}

/* a / b for a >= 0 and b >= 1; by a shift where b is a power of two, as it nearly always is, and else of half words where
 * both are. */
static inline int64_t hd_quotient(int64_t a, int64_t b) {
  if ((b & (b - 1)) == 0) return a >> __builtin_ctzll((unsigned long long)b);
  return (uint64_t)(a | b) >> 32 == 0 ? (int64_t)((uint32_t)a / (uint32_t)b) : a / b;
}

/* The place of the lowest bit, and of the highest; they require one. */
static inline size_t hd_lowest_place(uint64_t bits) { return (size_t)__builtin_ctzll(bits); }
static inline size_t hd_highest_place(uint64_t bits) { return (size_t)__builtin_clzll(bits) ^ 63; }

static inline uint64_t hd_common_divisor(uint64_t a, uint64_t b) {
  while (b != 0) {
    uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

#endif
