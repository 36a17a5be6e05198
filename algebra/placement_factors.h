/* A placement's shard cut up by the modes of a tensor, whatever the order.
 * Internal to the library: not installed.
 *
 * Invariant: everything here runs fastest first: mode 0 is the tensor's mode that counts fastest in the placement's
 * order, and iter 0 of a mode the fastest of the mode. So operations on placements do not ask for the order. */
#ifndef HEDDLE_ALGEBRA_PLACEMENT_FACTORS_H
#define HEDDLE_ALGEBRA_PLACEMENT_FACTORS_H

#include "placement.h"

typedef struct hd_factors {
  int modes;
  int64_t extent[HD_MAX_LEAVES];    /* of the modes */
  uint8_t begin[HD_MAX_LEAVES + 1]; /* mode k is iters begin[k]..begin[k+1]-1 */
  int iters;
  hd_iter iter[HD_MAX_LEAVES];
} hd_factors;

/* Where numbers without an axis lie: `m`. */
hd_axis hd_axis_plain(void);
/* Whether the name of a comes before that of b. */
bool hd_axis_name_before(hd_axis a, hd_axis b);

/* The one shortest list of iters for the shard, as one mode of all elements: no extent of 1, stride 0 on `m`. */
void hd_factors_coalesced(const hd_placement *placement, hd_factors *factors);

/* Cuts them at the modes of a shape. Exact: when this fails there are no such iters.
 *   fails: HD_MISMATCH, HD_UNDEFINED, HD_CAPACITY, as hd_placement_tile */
hd_status hd_factors_by_shape(const hd_placement *placement, const hd_tuple *shape, const char *operation,
                              hd_error *error, hd_factors *factors);

bool hd_factors_append(hd_factors *factors, const hd_iter *iter);
/* Ends the mode at the iters appended since the last one. Returns false past the capacity. */
bool hd_factors_end_mode(hd_factors *factors, int64_t extent);

/* Puts all iters in the place of the placement's shard. */
void hd_factors_shard(const hd_factors *factors, hd_placement *placement);

/* The entry of a flat tuple that counts k-th fastest in the order; requires 0 <= k < leaves. */
int hd_fastest(hd_order order, int count, int k);

/* A flat tuple or a scalar of plain integers, each at least `least`. fails: HD_MISMATCH, HD_MALFORMED */
hd_status hd_check_flat(const hd_tuple *tuple, int64_t least, const char *operation, hd_error *error);

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
/* Whether, on one axis, each stride steps over all that the finer iters reach. Then no sum comes twice, and two such
 * canonical lists with the same sums are the same: in rising order the sums run as the digits do. */
bool hd_iters_nest(const hd_iter *iter, int count);

#endif
