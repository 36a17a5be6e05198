/* The moving modes of a layout on one axis, by stride: what complements and inverses are read off.
 * Internal to the library: not installed. Inline, because it is all there is to do for most layouts.
 *
 * Invariant: neighbours that continue each other are one mode, modes of extent 1 or stride 0 are left out, and a mode
 * keeps its place in the domain: the product of the extents before it. */
#ifndef HEDDLE_ALGEBRA_SORTED_H
#define HEDDLE_ALGEBRA_SORTED_H

#include "checked.h"
#include "layout.h"

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

/* Leaves begin..end-1, of an axis those on it. False: a stride is negative, or two share an octave. */
static inline bool hd_find_octaves(const hd_layout *layout, int begin, int end, hd_axis axis, hd_octaves *octaves) {
  uint64_t taken = 0;
  for (int k = begin; k < end; ++k) {
    uint64_t stride = (uint64_t)layout->stride[k];
    if (layout->shape[k] == 1 || stride == 0 || (layout->on_axes && layout->axis[k] != axis)) continue;
    uint64_t octave = (uint64_t)__builtin_clzll(stride) ^ 63;
    if (taken >> octave & 1) return false;
    taken |= (uint64_t)1 << octave;
    octaves->leaf[octave] = (uint8_t)k;
  }
  octaves->taken = taken;
  return taken >> 63 == 0;
}

/* The next leaf by stride, from the smallest on; requires one. */
static inline int hd_next_octave(hd_octaves *octaves) {
  uint64_t octave = (uint64_t)__builtin_ctzll(octaves->taken);
  octaves->taken &= octaves->taken - 1;
  return octaves->leaf[octave];
}

#endif
