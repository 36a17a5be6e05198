/* 64-bit arithmetic that reports overflow. Each returns false on overflow and then leaves *result unspecified.
 * Internal to the library: not installed. */
#ifndef HEDDLE_ALGEBRA_CHECKED_H
#define HEDDLE_ALGEBRA_CHECKED_H

#include <stdbool.h>
#include <stdint.h>

static inline bool hd_add(int64_t a, int64_t b, int64_t *result) { return !__builtin_add_overflow(a, b, result); }
static inline bool hd_sub(int64_t a, int64_t b, int64_t *result) { return !__builtin_sub_overflow(a, b, result); }
static inline bool hd_mul(int64_t a, int64_t b, int64_t *result) { return !__builtin_mul_overflow(a, b, result); }
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

#endif
