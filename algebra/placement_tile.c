/* Tiles and direct sums: two placements side by side in each mode. */
#include "algebra/checked.h"
#include "algebra/placement.h"
#include "algebra/placement_factors.h"

/* By how much `outer` counts on an axis: the inner one's span, or 1. */
static int64_t scale_on(const hd_placement *inner, hd_axis axis, bool spans) {
  int64_t least, greatest;
  if (!spans) return 1;
  hd_placement_range(inner, axis, &least, &greatest);
  return greatest - least + 1;
}

static bool scale_iters(hd_iter *iter, int count, const hd_placement *inner, bool spans) {
  for (int k = 0; k < count; ++k)
    if (!hd_mul(iter[k].stride, scale_on(inner, iter[k].axis, spans), &iter[k].stride)) return false;
  return true;
}

static hd_status fail_overflow(const char *operation, hd_error *error) {
  return hd_fail(error, HD_OVERFLOW, operation, "a stride or offset leaves 64 bits");
}

static hd_status add_offsets(const hd_placement *from, const hd_placement *inner, bool spans, const char *operation,
                             hd_error *error, hd_placement *made) {
  hd_status status = HD_OK;
  for (int k = 0; k < from->offsets && status == HD_OK; ++k) {
    int64_t value;
    if (!hd_mul(from->offset[k].value, scale_on(inner, from->offset[k].axis, spans), &value))
      return fail_overflow(operation, error);
    status = hd_placement_add_offset(made, value, from->offset[k].axis, operation, error);
  }
  return status;
}

/* The replica of `from` behind what is there. */
static bool append_replica(hd_placement *made, const hd_placement *from) {
  for (int k = 0; k < from->replicas; ++k) {
    const hd_iter *iter = &from->replica[k];
    if (!hd_placement_append_replica(made, iter->extent, iter->stride, iter->axis)) return false;
  }
  return true;
}

/* In each mode the iters of `inner`, then those of `outer`, as factors run fastest first. */
static bool interleave(const hd_factors *inner, const hd_factors *outer, hd_factors *made) {
  const hd_factors *side[2] = {inner, outer};
  made->iters = 0;
  for (int mode = 0; mode < inner->modes; ++mode)
    for (int s = 0; s < 2; ++s)
      for (int k = side[s]->begin[mode]; k < side[s]->begin[mode + 1]; ++k)
        if (!hd_factors_append(made, &side[s]->iter[k])) return false;
  return true;
}

static hd_status combine(const hd_placement *outer, const hd_tuple *outer_shape, const hd_placement *inner,
                         const hd_tuple *inner_shape, bool spans, const char *operation, hd_error *error,
                         hd_placement *result) {
  hd_placement made, scaled;
  hd_factors in, out, both;
  if (outer->order != inner->order)
    return hd_fail(error, HD_MISMATCH, operation,
                   "one counts its last mode fastest and the other its first; reorder one of them first");
  hd_status status = hd_factors_by_shape(outer, outer_shape, operation, error, &out);
  if (status == HD_OK) status = hd_factors_by_shape(inner, inner_shape, operation, error, &in);
  if (status != HD_OK) return status;
  if (out.modes != in.modes) return hd_fail(error, HD_MISMATCH, operation, "the two shapes have different ranks");
  hd_placement_copy(&scaled, outer);
  if (!scale_iters(out.iter, out.iters, inner, spans) || !scale_iters(scaled.replica, scaled.replicas, inner, spans))
    return fail_overflow(operation, error);
  hd_placement_copy(&made, inner);
  if (!interleave(&in, &out, &both) || !append_replica(&made, &scaled))
    return hd_fail(error, HD_CAPACITY, operation, "more iters than a placement holds");
  hd_factors_shard(&both, &made);
  status = add_offsets(outer, inner, spans, operation, error, &made);
  if (status == HD_OK) status = hd_placement_finish(&made, operation, error);
  if (status == HD_OK) hd_placement_canonicalize(&made, result);
  return status;
}

hd_status hd_placement_tile(const hd_placement *outer, const hd_tuple *outer_shape, const hd_placement *inner,
                            const hd_tuple *inner_shape, hd_error *error, hd_placement *result) {
  return combine(outer, outer_shape, inner, inner_shape, true, "tile", error, result);
}

hd_status hd_placement_direct_sum(const hd_placement *left, const hd_tuple *left_shape, const hd_placement *right,
                                  const hd_tuple *right_shape, hd_error *error, hd_placement *result) {
  return combine(left, left_shape, right, right_shape, false, "direct_sum", error, result);
}
