/* Evaluating a layout many times: prepared for random access, or walked in order.
 *
 * Invariant: inside the domain both say exactly what hd_evaluate_index says; by the layout's own invariant nothing can
 * overflow there, so nothing is checked. Plain integer strides only. */
#ifndef HEDDLE_ALGEBRA_WALK_H
#define HEDDLE_ALGEBRA_WALK_H

#include "layout.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A layout made ready for fast evaluation: coalesced, the divisions replaced by multiplications. */
typedef struct hd_prepared {
  int64_t size;
  int leaves;
  int64_t stride[HD_MAX_LEAVES];
  int64_t shape[HD_MAX_LEAVES];
  uint64_t reciprocal[HD_MAX_LEAVES]; /* for division by shape[k]; see walk.c */
  uint8_t shift[HD_MAX_LEAVES];
} hd_prepared;

/*   fails: HD_MISMATCH (strides on axes), HD_RANGE (size above 2^32: use hd_evaluate_index) */
hd_status hd_prepare(const hd_layout *layout, hd_error *error, hd_prepared *prepared);

/* L(index). Requires 0 <= index < size. ensures: = hd_evaluate_index(layout, index) */
int64_t hd_prepared_at(const hd_prepared *prepared, uint32_t index);

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
