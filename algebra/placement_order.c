/* From one order to the other, and between placements and layouts. */
#include "algebra/placement.h"
#include "algebra/placement_factors.h"
#include "algebra/refusals.h"

hd_status hd_placement_reorder(const hd_placement *placement, const hd_tuple *shape, hd_order order, hd_error *error,
                               hd_placement *result) {
  hd_placement made;
  hd_factors by_shape, turned;
  hd_status status = hd_factors_by_shape(placement, shape, "reorder", error, &by_shape);
  if (status != HD_OK) return status;
  turned.iters = 0;
  for (int k = 0; k < by_shape.modes; ++k) {
    int mode = order == placement->order ? k : by_shape.modes - 1 - k;
    for (int i = by_shape.begin[mode]; i < by_shape.begin[mode + 1]; ++i) hd_factors_append(&turned, &by_shape.iter[i]);
  }
  hd_placement_copy(&made, placement);
  made.order = order;
  hd_factors_shard(&turned, &made);
  hd_placement_copy(result, &made);
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
    hd_placement_append_shard(&made, layout->shape[k], layout->stride[k], axis);
  }
  hd_status status = hd_placement_finish(&made, "from_layout", error);
  if (status == HD_OK) hd_placement_copy(result, &made);
  return status;
}

static bool is_plain(const hd_placement *placement) {
  for (int k = 0; k < placement->shards; ++k)
    if (placement->shard[k].stride != 0 && placement->shard[k].axis != hd_axis_plain()) return false;
  return true;
}

static hd_status fail_axis(const char *reason, int64_t number, hd_axis axis, hd_error *error) {
  hd_refuse(error, HD_UNDEFINED, "to_layout", reason, number, 0, 0);
  if (error) error->axis = axis;
  return HD_UNDEFINED;
}

hd_status hd_placement_to_layout(const hd_placement *placement, hd_error *error, hd_layout *result) {
  hd_placement canonical;
  hd_layout made;
  bool plain = is_plain(placement);
  if (placement->order != HD_FIRST_FASTEST) {
    hd_fail(error, HD_MISMATCH, "to_layout", "a layout counts its first mode fastest, and this placement its last");
    if (error) error->hint = "reorder it first, for the shape of the tensor that it places";
    return HD_MISMATCH;
  }
  hd_placement_canonicalize(placement, &canonical);
  if (canonical.replicas > 0)
    return fail_axis("an element lives in several places, {0}{a} apart, and a layout has one",
                     canonical.replica[0].stride, canonical.replica[0].axis, error);
  if (canonical.offsets > 0)
    return fail_axis("element 0 is at {0}{a}, and a layout begins at 0", canonical.offset[0].value,
                     canonical.offset[0].axis, error);
  hd_layout_clear(&made);
  for (int k = 0; k < placement->shards; ++k) {
    const hd_iter *iter = &placement->shard[k];
    hd_layout_append_leaf(&made, iter->extent, iter->stride, plain || iter->stride == 0 ? HD_AXIS_INTEGER : iter->axis);
  }
  if (placement->shards > 1) hd_layout_wrap(&made, 0);
  hd_status status = hd_layout_finish(&made, "to_layout", error);
  if (status == HD_OK) hd_layout_copy(result, &made);
  return status;
}
