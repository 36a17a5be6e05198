/* The gaps that strides leave: what complements, divides and products are made of.
 * Internal to the library: not installed. Inline, because it is all there is to do for most layouts.
 *
 * Invariant: the modes of A, by stride, each lie at or beyond the end of those below. A gap is as many whole steps from
 * an end as fit below the next stride; gaps never touch, as a mode lies between. `end` is where the last mode ends; A
 * and its gaps take all values below it but for the last `lost` of them, so lost = 0 exactly where A nests. */
#ifndef HEDDLE_ALGEBRA_GAPS_H
#define HEDDLE_ALGEBRA_GAPS_H

#include "leaf.h"
#include "sorted.h"

/* Whether b >= 1 divides a >= 1. */
static inline bool hd_is_multiple(int64_t a, int64_t b) {
  return (b & (b - 1)) == 0 ? (a & (b - 1)) == 0 : a % b == 0;
}

typedef struct hd_gaps {
  int64_t end, lost;
  hd_layout modes; /* without brackets */
} hd_gaps;

/* One more mode, the tail, from the end on. Requires room for it. */
static inline void hd_push_tail(hd_gaps *gaps, int64_t extent) {
  hd_layout *modes = &gaps->modes;
  modes->shape[modes->profile.leaves] = extent;
  modes->stride[modes->profile.leaves++] = gaps->end;
}

/* The gaps of leaves begin..end-1 on one axis, on plain integers. False: some overlap, or leave 64 bits. */
static inline bool hd_find_gaps(const hd_layout *layout, int begin, int end, hd_axis axis, hd_gaps *gaps) {
  hd_octaves octaves;
  int64_t below = 1, lost = 0;
  unsigned count = 0; /* fewer than modes: there is room */
  if (!hd_find_octaves(layout, begin, end, axis, &octaves)) return false;
  while (octaves.taken != 0) {
    int leaf = hd_next_octave(&octaves);
    int64_t stride = layout->stride[leaf];
    if (stride < below) return false;
    if (stride > below) {
      int64_t gap = stride;
      lost += hd_split_digit(&gap, below);
      if (gap > 1) {
        gaps->modes.shape[count] = gap;
        gaps->modes.stride[count++] = below;
      }
    }
    if (!hd_mul(layout->shape[leaf], stride, &below)) return false;
  }
  gaps->end = below;
  gaps->lost = lost;
  hd_layout_clear(&gaps->modes);
  gaps->modes.profile.leaves = (uint8_t)count;
  memset(gaps->modes.profile.open, 0, sizeof gaps->modes.profile.open);
  memset(gaps->modes.profile.close, 0, sizeof gaps->modes.profile.close);
  return true;
}

/* Whether each of leaves begin..end-1 begins at a multiple of where those below it end: then there are gaps, and they
 * come out even. */
static inline bool hd_leaves_nest(const hd_layout *layout, int begin, int end, int64_t *last) {
  hd_octaves octaves;
  *last = 1;
  if (!hd_find_octaves(layout, begin, end, HD_AXIS_INTEGER, &octaves)) return false;
  while (octaves.taken != 0) {
    int leaf = hd_next_octave(&octaves);
    int64_t stride = layout->stride[leaf];
    if (!hd_is_multiple(stride, *last) || !hd_mul(layout->shape[leaf], stride, last)) return false;
  }
  return true;
}

#endif
