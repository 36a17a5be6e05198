/* Powers of two: what tiles n:1 make of modes of one leaf, and what a thread-value layout becomes within them.
 * Internal to the library: not installed. Inline, because it is all there is to do for most parts of a tensor.
 *
 * Invariant: what is answered here is what a divide by the tiles, and a composition of its inside, answer. The inside
 * has the modes n:d as digits, merged where one goes on with the last; of each mode s:d one rest is left, (s/n, rounded
 * up):(n*d). So nothing is divided, and what each run comes to is read off words. */
#ifndef HEDDLE_ALGEBRA_TILING_H
#define HEDDLE_ALGEBRA_TILING_H

#include "arrange.h"
#include "binary.h"
#include "merge.h"

typedef struct hd_tiling {
  hd_binary inside;
  size_t modes;
  int64_t extent[HD_MAX_LEAVES], stride[HD_MAX_LEAVES]; /* of each mode's rest */
} hd_tiling;

/* False: there are other tiles, or 1:1, or numbers that are not small, or one of the bits `taken` is beyond the inside.
 * Requires hd_are_leaf_modes. */
__attribute__((always_inline)) static inline bool hd_read_tiling(const hd_layout *layout, const hd_tiler *tiler,
                                                                 uint64_t taken, hd_tiling *tiling) {
  const hd_layout *tiles = &tiler->layouts;
  uint64_t end = 1, next = UINT64_MAX;
  int64_t size = 1; /* no less than that of insides and rests: n*(s/n, rounded up) < s + n */
  size_t modes = layout->profile.leaves;
  hd_clear_binary(&tiling->inside);
  for (size_t k = 0; k < modes; ++k) {
    uint64_t s = (uint64_t)layout->shape[k], d = (uint64_t)layout->stride[k], n = (uint64_t)tiles->shape[k];
    uint64_t odd = (n & (n - 1)) | ((uint64_t)tiles->stride[k] - 1) | tiles->profile.open[k];
    if (((s | d | (n - 2)) >> HD_SMALL_BITS | odd) != 0 || !hd_mul(size, (int64_t)(s + n), &size)) return false;
    if (d != next) hd_start_digit(&tiling->inside, end, d);
    next = n * d;
    end *= n;
    tiling->extent[k] = (int64_t)((s - 1) >> hd_lowest_place(n)) + 1;
    tiling->stride[k] = (int64_t)next;
  }
  tiling->modes = modes;
  return taken < end;
}

/* Whether there are such tiles, and TV, of powers of two, takes each index of a tile at most once, and no other: only
 * the digits that begin within its leaves split these. What comes of all TV then ends by 2^58, as each rest does; sizes
 * fit, and so do leaves, which are TV's, one more for each mode but the first, and the rests. */
__attribute__((always_inline)) static inline bool hd_read_held(const hd_layout *layout, const hd_tiler *tiler,
                                                                const hd_layout *tv, hd_tiling *tiling) {
  uint64_t taken;
  return 3 * HD_EIGHT <= HD_MAX_LEAVES && !tv->on_axes && hd_is_shallow_of_eight(&tv->profile) &&
         hd_are_leaf_modes(layout, tiler) && hd_take_bits(tv, 0, tv->profile.leaves, &taken) &&
         hd_read_tiling(layout, tiler, taken, tiling);
}

/* What leaves of that TV become, in a pair with the rests. Requires result != tv. */
__attribute__((always_inline)) static inline void hd_write_held(const hd_tiling *tiling, const hd_layout *tv,
                                                                hd_view view, hd_layout *result) {
  result->on_axes = false;
  result->profile.leaves = 0;
  hd_append_bits(&tiling->inside, tv, view, result);
  size_t first = result->profile.leaves, at = first;
  for (size_t k = 0; k < tiling->modes; ++k, ++at)
    hd_write_leaf(result, at, tiling->extent[k], tiling->stride[k], false, HD_AXIS_INTEGER);
  ++result->profile.open[0];
  result->profile.open[first] = 1;
  result->profile.close[at - 1] = 2;
  result->profile.leaves = (uint8_t)at;
}

#endif
