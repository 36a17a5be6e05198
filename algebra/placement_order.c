/* From one order to the other, and between placements and layouts. */
#include "algebra/leaf.h"
#include "algebra/placement.h"
#include "algebra/placement_factors.h"
#include "algebra/refusals.h"

hd_status hd_placement_reorder(const hd_placement *placement, const hd_tuple *shape, hd_order order, hd_error *error,
                               hd_placement *result) {
  hd_factors factors;
  hd_status status = hd_factors_by_shape(placement, shape, "reorder", error, &factors);
  if (status != HD_OK) return status;
  bool turns = order != placement->order;
  if (result != placement) {
    result->replicas = placement->replicas;
    hd_copy_iters(result->replica, placement->replica, placement->replicas);
    hd_copy_offsets(result, placement);
  }
  result->order = order;
  result->shards = (uint8_t)factors.iters;
  int at = hd_fastest(order, factors.iters, 0), step = order == HD_LAST_FASTEST ? -1 : 1;
  for (int k = 0; k < factors.modes; ++k) {
    int mode = turns ? factors.modes - 1 - k : k;
    const hd_iter *from = factors.iter + factors.begin[mode], *end = factors.iter + factors.begin[mode + 1];
    for (; from < end; ++from, at += step) result->shard[at] = *from;
  }
  return HD_OK;
}

hd_status hd_placement_from_layout(const hd_layout *layout, hd_error *error, hd_placement *result) {
  hd_placement made;
  hd_placement_clear(HD_FIRST_FASTEST, &made);
  for (int k = 0; k < layout->profile.leaves; ++k) {
    hd_axis axis = hd_layout_axis(layout, k);
    if (hd_axis_is_path(axis)) {
      hd_refuse(error, HD_MISMATCH, "from_layout",
                "leaf {leaf} has the stride {0}{a}, on a component of coordinates and not on a named axis",
                layout->stride[k], 0, 0);
      if (error) error->leaf = k, error->axis = axis;
      return HD_MISMATCH;
    }
    made.shard[k] = (hd_iter){layout->shape[k], layout->stride[k], axis == HD_AXIS_INTEGER ? hd_axis_plain() : axis};
  }
  made.shards = layout->profile.leaves;
  hd_status status = hd_placement_finish(&made, "from_layout", error);
  if (status == HD_OK) hd_placement_copy(result, &made);
  return status;
}

static hd_status fail_axis(const char *reason, int64_t number, hd_axis axis, hd_error *error) {
  hd_refuse(error, HD_UNDEFINED, "to_layout", reason, number, 0, 0);
  if (error) error->axis = axis;
  return HD_UNDEFINED;
}

/* Whether the order tells anything: one iter that moves runs alike in both. */
static bool has_order(const hd_placement *placement) {
  int moving = 0;
  for (int k = 0; k < placement->shards; ++k) moving += placement->shard[k].extent > 1;
  return moving > 1;
}

/* What the placement's invariant says of its numbers is the layout's. */
hd_status hd_placement_to_layout(const hd_placement *placement, hd_error *error, hd_layout *result) {
  hd_placement copies;
  bool named = false;
  hd_canonical_copies(placement, &copies);
  if (copies.replicas > 0)
    return fail_axis("an element lives in several places, {0}{a} apart, and a layout has one", copies.replica[0].stride,
                     copies.replica[0].axis, error);
  if (copies.offsets > 0)
    return fail_axis("element 0 is at {0}{a}, and a layout begins at 0", copies.offset[0].value, copies.offset[0].axis,
                     error);
  if (placement->order != HD_FIRST_FASTEST && has_order(placement)) {
    hd_fail(error, HD_MISMATCH, "to_layout", "a layout counts its first mode fastest, and this placement its last");
    if (error) error->hint = "turn it round for the shape of its tensor: first_fastest(P, shape), hd_placement_reorder";
    return HD_MISMATCH;
  }
  for (int k = 0; k < placement->shards; ++k)
    named |= placement->shard[k].stride != 0 && placement->shard[k].axis != hd_axis_plain();
  result->profile.leaves = placement->shards;
  result->on_axes = named;
  for (int k = 0; k < placement->shards; ++k) {
    const hd_iter *iter = &placement->shard[k];
    result->profile.open[k] = result->profile.close[k] = 0;
    result->shape[k] = iter->extent;
    result->stride[k] = iter->stride;
    if (named) result->axis[k] = iter->stride == 0 ? HD_AXIS_INTEGER : iter->axis;
  }
  hd_close_flat(result);
  return HD_OK;
}
