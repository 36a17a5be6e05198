/* What the files on linear layouts share: places of dimensions, and errors with coordinates.
 * Internal to the library: not installed. */
#ifndef HEDDLE_ALGEBRA_LINEAR_PARTS_H
#define HEDDLE_ALGEBRA_LINEAR_PARTS_H

#include "linear.h"
#include "refusals.h"

/* The word whose lowest `bits` bits are set; bits <= 64. */
static inline uint64_t hd_low_bits(int bits) { return bits == 0 ? 0 : ~(uint64_t)0 >> (64 - bits); }

/* The position of a dimension's lowest bit in a packed coordinate. */
static inline int hd_dimension_start(const hd_dimensions *dimensions, int index) {
  int start = 0;
  for (int k = 0; k < index; ++k) start += dimensions->bits[k];
  return start;
}

/* The part of a packed coordinate that dimension `index`, whose lowest bit is at `start`, holds. */
static inline uint64_t hd_dimension_part(const hd_dimensions *dimensions, int index, int start, uint64_t packed) {
  return dimensions->bits[index] == 0 ? 0 : packed >> start & hd_low_bits(dimensions->bits[index]);
}

/* A packed coordinate as the error's coordinate, or as its second one. Does nothing for NULL. */
void hd_error_packed(hd_error *error, const hd_dimensions *dimensions, uint64_t packed);
void hd_error_packed_other(hd_error *error, const hd_dimensions *dimensions, uint64_t packed);

#endif
