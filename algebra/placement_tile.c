/* Tiles and direct sums: two placements side by side in each mode. */
#include "algebra/checked.h"
#include "algebra/placement.h"
#include "algebra/placement_factors.h"
#include "algebra/placement_plain.h"
#include "algebra/refusals.h"

/* By how much `outer` counts on an axis: the inner one's span, or 1. */
static int64_t scale_on(const hd_placement *inner, hd_axis axis, bool spans) {
  if (!spans) return 1;
  return 1 + hd_reach(inner->shard, inner->shards, axis) + hd_reach(inner->replica, inner->replicas, axis);
}

static hd_status fail_scale(int64_t number, int64_t scale, hd_axis axis, const char *operation, hd_error *error) {
  hd_refuse(error, HD_OVERFLOW, operation, "{0}{a}, stepping by the tile's span {1}, leaves 64 bits", number, scale, 0);
  if (error) error->axis = axis;
  return HD_OVERFLOW;
}

static hd_status scale_iters(hd_iter *iter, int count, const hd_placement *inner, const char *operation,
                             hd_error *error) {
  for (int k = 0; k < count; ++k) {
    int64_t stride = iter[k].stride, scale = scale_on(inner, iter[k].axis, true);
    if (!hd_mul(stride, scale, &iter[k].stride)) return fail_scale(stride, scale, iter[k].axis, operation, error);
  }
  return HD_OK;
}

static hd_status add_offsets(const hd_placement *from, const hd_placement *inner, bool spans, const char *operation,
                             hd_error *error, hd_placement *made) {
  hd_status status = HD_OK;
  for (int k = 0; k < from->offsets && status == HD_OK; ++k) {
    hd_axis axis = from->offset[k].axis;
    int64_t value, scale = scale_on(inner, axis, spans);
    if (!hd_mul(from->offset[k].value, scale, &value))
      return fail_scale(from->offset[k].value, scale, axis, operation, error);
    status = hd_placement_add_offset(made, value, axis, operation, error);
  }
  return status;
}

/* In each mode the iters of `inner`, then those of `outer`, as factors run fastest first. */
static bool interleave(const hd_factors *inner, const hd_factors *outer, hd_factors *made) {
  bool fits = true;
  made->iters = 0;
  for (int mode = 0; mode < inner->modes; ++mode) {
    for (int k = inner->begin[mode]; k < inner->begin[mode + 1]; ++k) fits &= hd_factors_join(made, &inner->iter[k]);
    for (int k = outer->begin[mode]; k < outer->begin[mode + 1]; ++k) fits &= hd_factors_join(made, &outer->iter[k]);
  }
  return fits;
}

/* Modes of one iter, each in one place, as most are. False: not settled here. */
static bool combine_plainly(const hd_placement *outer, const hd_tuple *outer_shape, const hd_placement *inner,
                            const hd_tuple *inner_shape, bool spans, hd_placement *result) {
  hd_iter_list made;
  int modes = inner->shards;
  bool rising = inner->order == HD_FIRST_FASTEST;
  if (outer->shards != modes || outer_shape->profile.leaves != modes || inner_shape->profile.leaves != modes ||
      2 * modes > HD_MAX_LEAVES || !hd_is_single(outer) || !hd_is_single(inner) ||
      !hd_iters_are_modes(outer->shard, 1, outer_shape) || !hd_iters_are_modes(inner->shard, 1, inner_shape))
    return false;
  hd_list_start(&made, 1);
  for (int k = 0; k < modes; ++k) {
    const hd_iter *in = &inner->shard[k], *out = &outer->shard[k];
    int64_t stride = out->stride;
    if (spans && !hd_mul(stride, hd_iters_span(inner->shard, 1, modes, out->axis), &stride)) return false;
    if (rising) hd_list_join(&made, 1, in->extent, in->stride, in->axis, rising);
    hd_list_join(&made, 1, out->extent, stride, out->axis, rising);
    if (!rising) hd_list_join(&made, 1, in->extent, in->stride, in->axis, rising);
  }
  if (!hd_is_small_placement(made.iter + 1, hd_list_count(&made), inner)) return false;
  hd_write_single(made.iter + 1, hd_list_count(&made), inner->order, result);
  return true;
}

static hd_status combine(const hd_placement *outer, const hd_tuple *outer_shape, const hd_placement *inner,
                         const hd_tuple *inner_shape, bool spans, const char *operation, hd_error *error,
                         hd_placement *result) {
  hd_placement made;
  hd_factors in, out, both;
  int replicas = inner->replicas;
  if (outer->order != inner->order) return hd_refuse_orders(error, operation);
  if (combine_plainly(outer, outer_shape, inner, inner_shape, spans, result)) return HD_OK;
  hd_status status = hd_factors_by_shape(outer, outer_shape, operation, error, &out);
  if (status == HD_OK) status = hd_factors_by_shape(inner, inner_shape, operation, error, &in);
  if (status != HD_OK) return status;
  if (out.modes != in.modes)
    return hd_refuse_nesting(error, operation, "the shapes {c} and {d} have different ranks", outer_shape, inner_shape);
  if (spans) status = scale_iters(out.iter, out.iters, inner, operation, error);
  if (status != HD_OK) return status;
  if (!interleave(&in, &out, &both) || outer->replicas > HD_MAX_LEAVES - replicas)
    return hd_refuse_iters(error, operation);
  made.order = inner->order;
  made.replicas = (uint8_t)(replicas + outer->replicas);
  hd_copy_iters(made.replica, inner->replica, replicas);
  hd_copy_iters(made.replica + replicas, outer->replica, outer->replicas);
  hd_copy_offsets(&made, inner);
  if (spans) status = scale_iters(made.replica + replicas, outer->replicas, inner, operation, error);
  if (status == HD_OK) status = add_offsets(outer, inner, spans, operation, error, &made);
  return status == HD_OK ? hd_factors_finish(&both, &made, operation, error, result) : status;
}

hd_status hd_placement_tile(const hd_placement *outer, const hd_tuple *outer_shape, const hd_placement *inner,
                            const hd_tuple *inner_shape, hd_error *error, hd_placement *result) {
  return combine(outer, outer_shape, inner, inner_shape, true, "tile", error, result);
}

hd_status hd_placement_direct_sum(const hd_placement *left, const hd_tuple *left_shape, const hd_placement *right,
                                  const hd_tuple *right_shape, hd_error *error, hd_placement *result) {
  return combine(left, left_shape, right, right_shape, false, "direct_sum", error, result);
}
