/* The moving modes of a layout on one axis, by stride: what complements and inverses are read off.
 * Internal to the library: not installed. Inline, because it is all there is to do for most layouts.
 *
 * Invariant: neighbours that continue each other are one mode, modes of extent 1 or stride 0 are left out, and a mode
 * keeps its place in the domain: the product of the extents before it. */
#ifndef HEDDLE_ALGEBRA_SORTED_H
#define HEDDLE_ALGEBRA_SORTED_H

#include "checked.h"
#include "layout.h"
#include "merge.h"

typedef struct hd_mode {
  int64_t extent, stride, place;
} hd_mode;

/* Puts a mode that moves where it belongs: by stride, then by extent; what is equal stays in order. */
static inline void hd_insert_mode(hd_mode *sorted, int count, int64_t extent, int64_t stride, int64_t place) {
  hd_mode *at = sorted + count;
  for (; at > sorted && at[-1].stride >= stride && (at[-1].stride > stride || at[-1].extent > extent); --at)
    *at = at[-1];
  *at = (hd_mode){extent, stride, place};
}

/* Returns how many there are. */
static inline int hd_sorted_modes(const hd_layout *layout, hd_axis axis, hd_mode sorted[HD_MAX_LEAVES]) {
  int64_t open_extent = 1, open_stride = 0, open_place = 1, place = 1; /* a stride of 0: nothing open on the axis */
  int count = 0;
  for (int k = 0; k < layout->profile.leaves; ++k) {
    int64_t extent = layout->shape[k], stride = layout->stride[k], next;
    if (extent == 1) continue;
    if (layout->on_axes && layout->axis[k] != axis) stride = 0;
    if (hd_mul(open_extent, open_stride, &next) && next == stride) {
      open_extent *= extent; /* where both strides are 0 it does not matter */
    } else {
      if (open_stride != 0) hd_insert_mode(sorted, count++, open_extent, open_stride, open_place);
      open_extent = extent;
      open_stride = stride;
      open_place = place;
    }
    place *= extent;
  }
  if (open_stride != 0) hd_insert_mode(sorted, count++, open_extent, open_stride, open_place);
  return count;
}

/* ---- without sorting ---- */

/* Moving leaves by the octave of their stride, from 2^k to below 2^(k+1). A mode ends at twice its stride or beyond, so
 * where each begins at the end of those below, no two share an octave. */
typedef struct hd_octaves {
  uint64_t taken;
  uint8_t leaf[64];
} hd_octaves;

/* Adds a leaf; false where its octave is taken. A negative stride takes the uppermost. */
static inline bool hd_add_octave(uint64_t *taken, uint8_t leaf[64], int64_t stride, size_t k) {
  size_t octave = hd_highest_place((uint64_t)stride);
  if (*taken >> octave & 1) return false;
  *taken |= (uint64_t)1 << octave;
  leaf[octave] = (uint8_t)k;
  return true;
}

/* Leaves begin..end-1 of a layout on integers, or of one on axes those on this axis. Where there is `place`, it gets where
 * each leaf begins in the domain, as colexicographic order counts, and where the last one ends. False: a stride is
 * negative, or two share an octave. */
__attribute__((always_inline)) static inline bool hd_find_octaves(const hd_layout *layout, size_t begin, size_t end,
                                                                  hd_axis axis, int64_t *place, hd_octaves *octaves) {
  uint64_t taken = 0;
  int64_t next = 1;
  for (size_t k = begin; k < end; ++k) {
    int64_t extent = layout->shape[k], stride = layout->stride[k];
    if (place) place[k] = next;
    next *= extent;
    if ((axis != HD_AXIS_INTEGER && layout->axis[k] != axis) || extent == 1 || stride == 0) continue;
    if (!hd_add_octave(&taken, octaves->leaf, stride, k)) return false;
  }
  if (place) place[end] = next;
  octaves->taken = taken;
  return taken >> 63 == 0;
}

/* The next leaf by stride, from the smallest on; requires one. */
static inline size_t hd_next_octave(hd_octaves *octaves) {
  size_t octave = hd_lowest_place(octaves->taken);
  octaves->taken &= octaves->taken - 1;
  return octaves->leaf[octave];
}

/* The next one from the greatest on. */
static inline size_t hd_last_octave(hd_octaves *octaves) {
  size_t octave = hd_highest_place(octaves->taken);
  octaves->taken ^= (uint64_t)1 << octave;
  return octaves->leaf[octave];
}

/* Leaves in the order of their strides, from 1 on and each where the one before ends, as extent:place and merged: written
 * to leaf `at` and on, bare, 1:0 where there are none. Returns where that ends, and where the chain does in *end; 0:
 * strides overlap, or may. Uses the octaves up. */
static inline size_t hd_write_chain(const hd_layout *layout, hd_octaves *octaves, const int64_t *place, int64_t *end,
                                    hd_layout *to, size_t at) {
  hd_open_mode open = hd_no_mode();
  int64_t next = 1; /* no more than the size */
  while (octaves->taken != 0) {
    size_t leaf = hd_next_octave(octaves);
    if (layout->stride[leaf] < next) return 0;
    if (layout->stride[leaf] > next) break;
    at = hd_merge_leaf(&open, layout->shape[leaf], place[leaf], false, HD_AXIS_INTEGER, false, to, at);
    next *= layout->shape[leaf];
  }
  *end = next;
  hd_write_leaf(to, at, open.extent, open.stride, false, HD_AXIS_INTEGER);
  return at + 1;
}

#endif
