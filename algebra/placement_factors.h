/* A placement's shard cut up by the modes of a tensor, whatever the order.
 * Internal to the library: not installed.
 *
 * Invariant: everything here runs fastest first: mode 0 is the tensor's mode that counts fastest in the placement's
 * order, and iter 0 of a mode the fastest of the mode. So operations on placements do not ask for the order. */
#ifndef HEDDLE_ALGEBRA_PLACEMENT_FACTORS_H
#define HEDDLE_ALGEBRA_PLACEMENT_FACTORS_H

#include "checked.h"
#include "match.h"
#include "placement.h"

#include <string.h>

typedef struct hd_factors {
  int modes;
  uint8_t begin[HD_MAX_LEAVES + 1]; /* mode k is iters begin[k]..begin[k+1]-1 */
  int iters;
  hd_iter iter[HD_MAX_LEAVES];
} hd_factors;

/* Where numbers without an axis lie: `m`, whose one character is the 13th. */
static inline hd_axis hd_axis_plain(void) { return (hd_axis)HD_AXIS_TAG_NAME << HD_AXIS_TAG_SHIFT | 13; }

/* The one shortest list of iters for the shard, as one mode of all elements: no extent of 1, stride 0 on `m`. */
void hd_factors_coalesced(const hd_placement *placement, hd_factors *factors);

/* Cuts them at the modes of a shape. Exact: when this fails there are no such iters.
 *   fails: HD_MISMATCH, HD_UNDEFINED, HD_CAPACITY, as hd_placement_tile */
static inline hd_status hd_factors_by_shape(const hd_placement *placement, const hd_tuple *shape, const char *operation,
                                            hd_error *error, hd_factors *factors);
/* The same of a shape that hd_check_flat has passed. */
hd_status hd_factors_by_flat_shape(const hd_placement *placement, const hd_tuple *shape, const char *operation,
                                   hd_error *error, hd_factors *factors);

/* Appends an iter. Returns false past the capacity. */
static inline bool hd_factors_append(hd_factors *factors, const hd_iter *iter) {
  if (factors->iters == HD_MAX_LEAVES) return false;
  factors->iter[factors->iters++] = *iter;
  return true;
}

/* Puts all iters in the place of the placement's shard. */
void hd_factors_shard(const hd_factors *factors, hd_placement *placement);

/* The canonical placement of joined iters as the shard, and `copies`' order, replica and offset. Uses `copies` up.
 *   fails: as hd_placement_finish */
hd_status hd_factors_finish(const hd_factors *factors, hd_placement *copies, const char *operation, hd_error *error,
                            hd_placement *result);

/* The entry of a flat tuple that counts k-th fastest in the order; requires 0 <= k < leaves. */
static inline int hd_fastest(hd_order order, int count, int k) { return order == HD_LAST_FASTEST ? count - 1 - k : k; }

/* Whether a tuple is a scalar or has no brackets but the outer ones. */
static inline bool hd_is_flat(const hd_profile *profile) { return hd_count_opened(profile) <= 1; }

/* Two in one step, which moves words twice as wide as a number. */
static inline void hd_copy_iters(hd_iter *to, const hd_iter *from, int count) {
  int k = 0;
  for (; k + 2 <= count; k += 2) memcpy(to + k, from + k, 2 * sizeof to[0]);
  if (k < count) to[k] = from[k];
}

/* How far iters reach on an axis: the span is 1 more. */
static inline int64_t hd_reach(const hd_iter *iter, int count, hd_axis axis) {
  int64_t sum = 0;
  for (int k = 0; k < count; ++k)
    if (iter[k].axis == axis) sum += (iter[k].extent - 1) * (iter[k].stride < 0 ? -iter[k].stride : iter[k].stride);
  return sum;
}

static inline void hd_copy_offsets(hd_placement *to, const hd_placement *from) {
  to->offsets = from->offsets;
  for (int k = 0; k < from->offsets; ++k) to->offset[k] = from->offset[k];
}

static inline bool hd_same_iters(const hd_iter *a, const hd_iter *b, int count) {
  for (int k = 0; k < count; ++k)
    if (a[k].extent != b[k].extent || a[k].stride != b[k].stride || a[k].axis != b[k].axis) return false;
  return true;
}

/* hd_check_flat of a tuple that does not pass. */
hd_status hd_refuse_flat(const hd_tuple *tuple, int64_t least, const char *operation, hd_error *error);
/* A flat tuple or a scalar of plain integers, each at least `least`. fails: HD_MISMATCH, HD_MALFORMED */
static inline hd_status hd_check_flat(const hd_tuple *tuple, int64_t least, const char *operation, hd_error *error) {
  int opened = tuple->on_axes ? 2 : 0;
  for (int k = 0, leaves = tuple->profile.leaves; k < leaves; ++k) {
    if (tuple->value[k] < least) return hd_refuse_flat(tuple, least, operation, error);
    opened += tuple->profile.open[k]; /* more than one: not flat */
  }
  return opened <= 1 ? HD_OK : hd_refuse_flat(tuple, least, operation, error);
}

static inline hd_status hd_factors_by_shape(const hd_placement *placement, const hd_tuple *shape, const char *operation,
                                            hd_error *error, hd_factors *factors) {
  hd_status status = hd_check_flat(shape, 1, operation, error);
  return status == HD_OK ? hd_factors_by_flat_shape(placement, shape, operation, error, factors) : status;
}

/* The invariant of a placement with this shard in place of its own, where all numbers are so small that it is plain to
 * see. False: hd_placement_finish can tell. */
bool hd_is_small_placement(const hd_iter *shard, int shards, const hd_placement *copies);

/* Whether the slower iter goes on where the faster one ends. */
static inline bool hd_iter_continues(const hd_iter *fast, const hd_iter *slow) {
  int64_t step;
  return fast->axis == slow->axis && hd_mul(fast->extent, fast->stride, &step) && step == slow->stride;
}

/* Appends an iter, or what it adds to the last one that it continues. Returns false past the capacity. */
static inline bool hd_factors_join(hd_factors *factors, const hd_iter *iter) {
  hd_iter *last = factors->iter + factors->iters;
  int64_t extent;
  if (iter->extent == 1) return true;
  if (factors->iters > 0 && hd_iter_continues(last - 1, iter) && hd_mul(last[-1].extent, iter->extent, &extent)) {
    last[-1].extent = extent;
    return true;
  }
  return hd_factors_append(factors, iter);
}

/* ---- cutting ---- */

/* A shard of which the fast end has been taken away: what is left of an iter, and the iters behind it. */
typedef struct hd_cutter {
  const hd_iter *shard;
  int next, step, left; /* shard[next], shard[next + step], .., as many as `left` */
  hd_iter here;         /* extent 1: nothing is left of it */
} hd_cutter;

static inline hd_cutter hd_cutter_start(const hd_placement *placement) {
  bool last = placement->order == HD_LAST_FASTEST;
  hd_cutter cutter = {placement->shard, last ? placement->shards - 1 : 0, last ? -1 : 1, placement->shards, {1, 0, 0}};
  return cutter;
}

static inline void hd_cutter_pass(hd_cutter *cutter) {
  cutter->next += cutter->step;
  --cutter->left;
}

/* hd_cut_mode where it takes more than to look. */
int64_t hd_cut_iters(hd_cutter *cutter, int64_t need, hd_factors *factors);

/* Takes a mode of `need` elements away and appends it, coalesced; returns how many it still wants where it cannot, else
 * 1. Iters are made one only where one alone does not do, but then as many as can be: where this fails at what divides
 * nothing there is no such mode. It also fails past the capacity. */
static inline int64_t hd_cut_mode(hd_cutter *cutter, int64_t need, hd_factors *factors) {
  const hd_iter *next = &cutter->shard[cutter->next];
  if (cutter->here.extent != 1 || cutter->left == 0 || next->extent != need || need == 1 || next->stride == 0 ||
      factors->iters == HD_MAX_LEAVES)
    return hd_cut_iters(cutter, need, factors);
  factors->iter[factors->iters++] = *next;
  hd_cutter_pass(cutter);
  return 1;
}

/* Whether nothing is left but extents of 1. */
static inline bool hd_cutter_ends(hd_cutter *cutter) {
  while (cutter->left > 0 && cutter->shard[cutter->next].extent == 1) hd_cutter_pass(cutter);
  return cutter->left == 0 && cutter->here.extent == 1;
}

/* ---- refusals ---- */

/* HD_CAPACITY: more iters than a placement holds. */
hd_status hd_refuse_iters(hd_error *error, const char *operation);
/* HD_MISMATCH: two placements count in different orders. */
hd_status hd_refuse_orders(hd_error *error, const char *operation);
/* HD_MISMATCH: the shape has not as many elements as the placement. */
hd_status hd_refuse_size(hd_error *error, const char *operation, const hd_placement *placement, const hd_tuple *shape);

/* ---- canonical replicas (placement_canonical.c) ---- */

/* The iters on one axis, which stand together; returns their number. */
int hd_replica_run(const hd_placement *placement, hd_axis axis, int *begin);
/* hd_canonical_copies where there are some. */
void hd_sort_copies(const hd_placement *placement, hd_placement *result);
/* hd_placement_canonicalize but for the shard, which the result keeps. */
static inline void hd_canonical_copies(const hd_placement *placement, hd_placement *result) {
  if (placement->replicas + placement->offsets > 0) hd_sort_copies(placement, result);
  else result->replicas = result->offsets = 0;
}
/* Whether, on one axis, each stride steps over all that the finer iters reach. Then no sum comes twice, and two such
 * canonical lists with the same sums are the same: in rising order the sums run as the digits do. */
bool hd_iters_nest(const hd_iter *iter, int count);

#endif
