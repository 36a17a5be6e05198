/* Evaluating a layout many times: prepared for random access, or walked in order.
 *
 * Invariant: inside the domain both say exactly what hd_evaluate_index says; by the layout's own invariant nothing can
 * overflow there, so nothing is checked. Plain integer strides only.
 *
 * Example:
 *
 *     hd_layout rows;
 *     hd_prepared prepared;
 *     int64_t value[3];
 *     hd_make_flat_layout(2, (int64_t[]){4, 8}, (int64_t[]){8, 1}, NULL, &rows);
 *     hd_values(&rows, 2, 3, NULL, value);        // value[2] == 1
 *     hd_prepare(&rows, NULL, &prepared);
 *     int64_t one = hd_prepared_at(&prepared, 4); // one == 1 */
#ifndef HEDDLE_ALGEBRA_WALK_H
#define HEDDLE_ALGEBRA_WALK_H

#include "layout.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A layout made ready for random access: a sum of quotients,
 *
 *   L(i) = i * slope + sum over k of floor(i / period[k]) * jump[k]
 *
 * where period[k] is the product of the extents before mode k+1 of the coalesced layout and jump[k] is by how much that
 * mode's stride differs from what would let it continue the mode before. The quotients do not wait for one another, and
 * each is one multiplication: reciprocal[k] = ceil(2^64 / period[k]), whose upper product with a 32-bit index is exact.
 */
typedef struct hd_prepared {
  int64_t size;
  int64_t slope;
  int terms;
  struct {
    uint64_t reciprocal;
    int64_t jump;
  } term[HD_MAX_LEAVES];
} hd_prepared;

/*   fails: HD_MISMATCH (strides on axes), HD_RANGE (size above 2^32: use hd_evaluate_index) */
hd_status hd_prepare(const hd_layout *layout, hd_error *error, hd_prepared *prepared);

/* The upper half of a product of 64 by 32 bits. */
static inline uint64_t hd_multiply_high(uint64_t a, uint32_t b) {
#if defined __SIZEOF_INT128__ && UINTPTR_MAX > UINT32_MAX
  __extension__ typedef unsigned __int128 wide;
  return (uint64_t)((wide)a * b >> 64);
#else
  return ((a >> 32) * b + (((a & UINT32_MAX) * b) >> 32)) >> 32;
#endif
}

/* L(index). Requires index < size. ensures: = hd_evaluate_index(layout, index). It stands in the header because a call
 * would cost as much as the work. */
static inline int64_t hd_prepared_at(const hd_prepared *prepared, uint32_t index) {
  uint64_t value = index * (uint64_t)prepared->slope;
  for (int k = 0; k < prepared->terms; k++) {
    value += hd_multiply_high(prepared->term[k].reciprocal, index) * (uint64_t)prepared->term[k].jump;
  }
  return (int64_t)value;
}

/* Writes L(first), L(first+1), .. into value[0..count-1].
 *   requires: 0 <= first, first + count <= size
 *   fails:    HD_MISMATCH (strides on axes), HD_RANGE */
hd_status hd_values(const hd_layout *layout, int64_t first, int64_t count, hd_error *error, int64_t *value);

/* The same into 32-bit integers.
 *   fails: also HD_OVERFLOW, when some value of the layout does not fit 32 bits */
hd_status hd_values32(const hd_layout *layout, int64_t first, int64_t count, hd_error *error, int32_t *value);

#ifdef __cplusplus
}
#endif
#endif
