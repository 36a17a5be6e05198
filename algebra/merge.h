/* Modes that continue each other, made one: what coalescing is.
 * Internal to the library: not installed. Inline, because operations that list modes merge them as they go.
 *
 * Invariant: the function on the leaves read is unchanged, and no two neighbours written could be one. */
#ifndef HEDDLE_ALGEBRA_MERGE_H
#define HEDDLE_ALGEBRA_MERGE_H

#include "checked.h"
#include "layout.h"

static inline void hd_write_leaf(hd_layout *result, size_t at, int64_t extent, int64_t stride, bool on_axes,
                                 hd_axis axis) {
  result->profile.open[at] = result->profile.close[at] = 0;
  result->shape[at] = extent;
  result->stride[at] = stride;
  if (on_axes) result->axis[at] = axis;
}

/* The same on integers, with brackets; returns where the next one goes. */
static inline size_t hd_write_bracketed(int64_t extent, int64_t stride, int open, int close, hd_layout *to, size_t at) {
  to->profile.open[at] = (uint8_t)open;
  to->profile.close[at] = (uint8_t)close;
  to->shape[at] = extent;
  to->stride[at] = stride;
  return at + 1;
}

/* The last mode so far: it waits for its continuation, so that what is written is never still to be read. */
typedef struct hd_open_mode {
  int64_t extent, stride;
  hd_axis axis;
} hd_open_mode;

/* Nothing, as extents of 1 are. */
static inline hd_open_mode hd_no_mode(void) { return (hd_open_mode){1, 0, HD_AXIS_INTEGER}; }

/* One more leaf: merged; dropped, where its extent is 1 and it is not to be kept; or open, and the mode that was open is
 * written to leaf `at`. Returns where the next one goes. Where all extents are 1 the last one's stride stays. */
__attribute__((always_inline)) static inline size_t hd_merge_leaf(hd_open_mode *open, int64_t extent, int64_t stride,
                                                                  bool on_axes, hd_axis axis, bool keep, hd_layout *to,
                                                                  size_t at) {
  int64_t next;
  if (open->extent > 1) {
    if (extent == 1 && !keep) return at;
    if ((uint64_t)open->extent * (uint64_t)open->stride == (uint64_t)stride && (!on_axes || open->axis == axis) &&
        hd_mul(open->extent, open->stride, &next)) {
      open->extent *= extent;
      return at;
    }
    hd_write_leaf(to, at++, open->extent, open->stride, on_axes, open->axis);
  }
  *open = (hd_open_mode){extent, stride, axis};
  return at;
}

/* Writes leaves begin..end-1 of `layout` to leaf `at` of `result` and on, flat and merged, and returns where that ends.
 * Extents of 1 are dropped, except the last leaf when `tail` is set or when nothing else is left. Requires room for
 * them. */
__attribute__((always_inline)) static inline size_t hd_write_merged(const hd_layout *layout, size_t begin, size_t end,
                                                                    bool tail, bool on_axes, hd_layout *result,
                                                                    size_t at) {
  hd_open_mode open = hd_no_mode();
  for (size_t k = begin; k < end; ++k) {
    hd_axis axis = on_axes ? layout->axis[k] : HD_AXIS_INTEGER;
    at = hd_merge_leaf(&open, layout->shape[k], layout->stride[k], on_axes, axis, tail && k + 1 == end, result, at);
  }
  if (begin == end) return at;
  hd_write_leaf(result, at++, open.extent, open.stride, on_axes, open.axis);
  return at;
}

#endif
