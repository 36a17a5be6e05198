/* Placements that keep a tensor's modes as they are, one iter for each, in one place for each element. Nearly all that
 * are put side by side do, and then there is nothing to cut.
 * Internal to the library: not installed.
 *
 * Invariant: iters stand as the placement has them, so mode k of the shape is the k-th; `rising` says that of two
 * neighbours the second one is the slower, as in HD_FIRST_FASTEST. */
#ifndef HEDDLE_ALGEBRA_PLACEMENT_PLAIN_H
#define HEDDLE_ALGEBRA_PLACEMENT_PLAIN_H

#include "checked.h"
#include "placement.h"
#include "placement_factors.h"

/* Whether iters first[0], first[step], .. move, and have the extents of a flat shape. */
static inline bool hd_iters_are_modes(const hd_iter *first, int step, const hd_tuple *shape) {
  int opened = shape->on_axes ? 2 : 0;
  for (int k = 0, modes = shape->profile.leaves; k < modes; ++k, first += step) {
    if (first->extent != shape->value[k] || first->extent == 1 || first->stride == 0) return false;
    opened += shape->profile.open[k]; /* more than one: not flat */
  }
  return opened <= 1;
}

static inline bool hd_is_single(const hd_placement *placement) {
  return placement->replicas == 0 && placement->offsets == 0;
}

/* How many numbers the iters first[0], first[step], .. span on an axis. */
static inline int64_t hd_iters_span(const hd_iter *first, int step, int count, hd_axis axis) {
  int64_t span = 1;
  for (const hd_iter *end = first + step * count; first != end; first += step)
    if (first->axis == axis) span += (first->extent - 1) * (first->stride < 0 ? -first->stride : first->stride);
  return span;
}

/* A list of iters that grows from an iter on that nothing goes on with: upwards, or where `step` is -1 downwards. */
typedef struct hd_iter_list {
  hd_iter *last;
  hd_iter iter[1 + HD_MAX_LEAVES];
} hd_iter_list;

static inline void hd_list_start(hd_iter_list *list, int step) {
  list->last = step > 0 ? list->iter : list->iter + HD_MAX_LEAVES;
  *list->last = (hd_iter){1, 0, HD_AXIS_INTEGER};
}

/* Appends an iter that moves, or makes it one with the last where one goes on with the other. Requires room. */
static inline void hd_list_join(hd_iter_list *list, int step, int64_t extent, int64_t stride, hd_axis axis,
                                bool rising) {
  hd_iter *last = list->last;
  int64_t next, both;
  if (last->axis == axis && hd_mul(last->extent, extent, &both) &&
      (rising ? hd_mul(last->extent, last->stride, &next) && next == stride
              : hd_mul(extent, stride, &next) && next == last->stride)) {
    last->extent = both;
    if (!rising) last->stride = stride;
    return;
  }
  list->last = last += step;
  last->extent = extent;
  last->stride = stride;
  last->axis = axis;
}

/* How many iters grew upwards; the first is the list's iter 1. */
static inline int hd_list_count(const hd_iter_list *list) { return (int)(list->last - list->iter); }

/* The placement of such iters, which neither copies nor moves. */
static inline void hd_write_single(const hd_iter *iter, int count, hd_order order, hd_placement *result) {
  result->order = order;
  result->shards = (uint8_t)count;
  result->replicas = result->offsets = 0;
  hd_copy_iters(result->shard, iter, count);
}

#endif
