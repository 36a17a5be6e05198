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
static inline bool hd_is_multiple(int64_t a, int64_t b) { return (b & (b - 1)) == 0 ? (a & (b - 1)) == 0 : a % b == 0; }

typedef struct hd_gaps {
  int count;
  int64_t end, lost;
  int64_t extent[HD_MAX_LEAVES], stride[HD_MAX_LEAVES];
} hd_gaps;

/* What becomes of each gap, from below on. */
typedef void hd_gap_sink(void *to, int64_t extent, int64_t stride);

/* The gaps of leaves by their octaves, which it uses up; where the last mode ends, and what is lost. False: some overlap,
 * or leave 64 bits. There are no more gaps than leaves. */
__attribute__((always_inline)) static inline bool hd_walk_octaves(const hd_layout *layout, hd_octaves *octaves,
                                                                  hd_gap_sink *sink, void *to, int64_t *last,
                                                                  int64_t *lost) {
  int64_t below = 1, rests = 0;
  while (octaves->taken != 0) {
    size_t leaf = hd_next_octave(octaves);
    int64_t stride = layout->stride[leaf];
    if (stride < below) return false;
    if (stride > below) {
      int64_t gap = stride;
      rests += hd_split_digit(&gap, below);
      if (gap > 1) sink(to, gap, below);
    }
    if (!hd_mul(layout->shape[leaf], stride, &below)) return false;
  }
  *last = below;
  *lost = rests;
  return true;
}

/* The same of leaves begin..end-1 on one axis, on plain integers. */
__attribute__((always_inline)) static inline bool hd_walk_gaps(const hd_layout *layout, size_t begin, size_t end,
                                                               hd_axis axis, hd_gap_sink *sink, void *to, int64_t *last,
                                                               int64_t *lost) {
  hd_octaves octaves;
  return hd_find_octaves(layout, begin, end, axis, NULL, &octaves) &&
         hd_walk_octaves(layout, &octaves, sink, to, last, lost);
}

static inline void hd_push_gap(void *to, int64_t extent, int64_t stride) {
  hd_gaps *gaps = to;
  gaps->extent[gaps->count] = extent;
  gaps->stride[gaps->count++] = stride;
}

/* One more mode, the tail, from the end on. Requires room for it. */
static inline void hd_push_tail(hd_gaps *gaps, int64_t extent) { hd_push_gap(gaps, extent, gaps->end); }

__attribute__((always_inline)) static inline bool hd_find_gaps(const hd_layout *layout, size_t begin, size_t end,
                                                               hd_axis axis, hd_gaps *gaps) {
  gaps->count = 0;
  return hd_walk_gaps(layout, begin, end, axis, hd_push_gap, gaps, &gaps->end, &gaps->lost);
}

/* The gaps and the tail as a layout: a scalar, or flat. */
static inline void hd_write_gaps(const hd_gaps *gaps, hd_layout *layout) {
  int count = gaps->count;
  memset(layout->profile.open, 0, sizeof layout->profile.open);
  memset(layout->profile.close, 0, sizeof layout->profile.close);
  hd_copy_few(layout->shape, gaps->extent, count);
  hd_copy_few(layout->stride, gaps->stride, count);
  layout->profile.leaves = (uint8_t)count;
  layout->on_axes = false;
  hd_close_flat(layout);
}

/* Whether the leaves that move take each value below *last once: there is no gap. */
static inline bool hd_is_dense(const hd_layout *layout, int64_t *last) {
  hd_octaves octaves;
  *last = 1;
  if (!hd_find_octaves(layout, 0, layout->profile.leaves, HD_AXIS_INTEGER, NULL, &octaves)) return false;
  while (octaves.taken != 0) {
    size_t leaf = hd_next_octave(&octaves);
    if (layout->stride[leaf] != *last) return false;
    *last *= layout->shape[leaf]; /* no more than the size */
  }
  return true;
}

/* Whether each of leaves begin..end-1 begins at a multiple of where those below it end: then there are gaps, and they
 * come out even. */
static inline bool hd_leaves_nest(const hd_layout *layout, size_t begin, size_t end, int64_t *last) {
  hd_octaves octaves;
  *last = 1;
  if (!hd_find_octaves(layout, begin, end, HD_AXIS_INTEGER, NULL, &octaves)) return false;
  while (octaves.taken != 0) {
    size_t leaf = hd_next_octave(&octaves);
    int64_t stride = layout->stride[leaf];
    if (!hd_is_multiple(stride, *last) || !hd_mul(layout->shape[leaf], stride, last)) return false;
  }
  return true;
}

#endif
