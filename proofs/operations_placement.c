/* Functions of the language on placements. */
#include "proofs/operations_placement.h"

#include "algebra/refusals.h"

/* ---- values ---- */

static void set_placement(hd_value *value, const hd_placement *placement) {
  value->kind = HD_KIND_PLACEMENT;
  value->visited = 0;
  hd_placement_copy(&value->as.placement, placement);
}

bool hd_has_placement(const hd_value *argument, int count) {
  return hd_first_of_kind(HD_KIND_PLACEMENT, argument, count) != NULL;
}

hd_status hd_value_placement(const hd_value *value, hd_error *error, hd_placement *placement) {
  if (value->kind != HD_KIND_PLACEMENT) return hd_refuse_kind(HD_WANTED_PLACEMENT, value, error);
  hd_placement_copy(placement, &value->as.placement);
  return HD_OK;
}

/* The one placement that a function begins with, and what it makes of it. */
static hd_status finish(hd_status status, const hd_placement *made, hd_value *result) {
  if (status == HD_OK) set_placement(result, made);
  return status;
}

hd_status hd_value_set_placement(hd_value *value, hd_placement_part part, const hd_tuple *shape, const hd_tuple *stride,
                                 hd_error *error) {
  hd_placement made;
  hd_placement_clear(HD_LAST_FASTEST, &made);
  if (part == HD_PART_REPLICA) return finish(hd_placement_replicate(&made, shape, stride, error, &made), &made, value);
  hd_order order = part == HD_PART_SHARD ? HD_LAST_FASTEST : HD_FIRST_FASTEST;
  return finish(hd_make_placement(order, shape, stride, error, &made), &made, value);
}

/* Adds the replica and offset of what has no shard. */
static hd_status add_rest(const hd_placement *rest, hd_error *error, hd_placement *made) {
  hd_status status = HD_OK;
  for (int k = 0; k < rest->replicas; k++) {
    const hd_iter *iter = &rest->replica[k];
    if (!hd_placement_append_replica(made, iter->extent, iter->stride, iter->axis))
      return hd_refuse(error, HD_CAPACITY, "replicate", "the placement has more than {0} iters in one list",
                       HD_MAX_LEAVES, 0, 0);
  }
  for (int k = 0; k < rest->offsets && status == HD_OK; k++)
    status = hd_placement_add_offset(made, rest->offset[k].value, rest->offset[k].axis, "shift", error);
  return status == HD_OK ? hd_placement_finish(made, "replicate", error) : status;
}

hd_status hd_value_add_placement(const hd_value *left, const hd_value *right, hd_error *error, hd_value *result) {
  hd_placement made;
  hd_tuple offset;
  bool both = left->kind == HD_KIND_PLACEMENT && right->kind == HD_KIND_PLACEMENT;
  bool left_first =
      both ? left->as.placement.shards > 0 || right->as.placement.shards == 0 : left->kind == HD_KIND_PLACEMENT;
  const hd_value *base = left_first ? left : right, *other = left_first ? right : left;
  if (both && other->as.placement.shards > 0) {
    hd_status status = hd_fail(error, HD_MISMATCH, "argument", "only one S[..] stands in a sum");
    if (error != NULL) error->hint = "direct_sum(A, shape, B, shape) places a tensor of both shapes";
    return status;
  }
  hd_placement_copy(&made, &base->as.placement);
  if (both) return finish(add_rest(&other->as.placement, error, &made), &made, result);
  hd_status status = hd_value_tuple(other, error, &offset);
  if (status == HD_OK) status = hd_placement_shift(&made, &offset, error, &made);
  return finish(status, &made, result);
}

/* ---- to and from ---- */

HD_OPERATION(placement) {
  hd_layout layout;
  hd_placement made;
  (void)count;
  hd_status status = hd_value_layout(&argument[0], error, &layout);
  if (status == HD_OK) status = hd_placement_from_layout(&layout, error, &made);
  return finish(status, &made, result);
}

HD_OPERATION(layout_of) {
  hd_placement placement;
  hd_layout layout;
  (void)count;
  hd_status status = hd_value_placement(&argument[0], error, &placement);
  if (status == HD_OK) status = hd_placement_to_layout(&placement, error, &layout);
  if (status != HD_OK) return status;
  result->kind = HD_KIND_LAYOUT;
  result->visited = 0;
  hd_layout_copy(&result->as.layout, &layout);
  return HD_OK;
}

/* ---- places ---- */

/* `count` places of `axes` numbers as a tuple of tuples. False past the capacity. */
static bool set_places(const int64_t *place, int count, const hd_axis *axis, int axes, hd_tuple *tuple) {
  hd_tuple_clear(tuple);
  for (int k = 0; k < count && axes > 0; k++) {
    int from = tuple->profile.leaves;
    for (int a = 0; a < axes; a++) {
      if (!hd_tuple_append(tuple, place[k * axes + a], axis[a])) return false;
    }
    if (!hd_profile_wrap(&tuple->profile, from)) return false;
  }
  return tuple->profile.leaves == 0 || hd_profile_wrap(&tuple->profile, 0);
}

static hd_status places_at(const hd_placement *placement, const hd_tuple *x, const hd_tuple *shape, hd_error *error,
                           hd_value *result) {
  int64_t place[HD_MAX_LEAVES * HD_MAX_LEAVES];
  hd_axis axis[HD_MAX_LEAVES];
  hd_tuple tuple;
  int count, axes = hd_placement_axes(placement, axis);
  hd_status status = hd_placement_places(placement, x, shape, HD_MAX_LEAVES, error, place, &count);
  if (status == HD_OK && !set_places(place, count, axis, axes, &tuple))
    status = hd_refuse(error, HD_CAPACITY, "places", "{0} places on {1} axes are more numbers than a tuple holds, {2}",
                       count, axes, HD_MAX_LEAVES);
  if (status == HD_CAPACITY && error != NULL) error->hint = "copies(P) counts the places of an element";
  if (status != HD_OK) return status;
  result->kind = HD_KIND_TUPLE;
  result->visited = 0;
  hd_tuple_copy(&result->as.tuple, &tuple);
  return HD_OK;
}

HD_OPERATION(places) {
  hd_placement placement;
  hd_tuple x, shape;
  hd_status status = hd_value_placement(&argument[0], error, &placement);
  if (status == HD_OK) status = hd_value_tuple(&argument[1], error, &x);
  if (status == HD_OK && count == 3) status = hd_value_tuple(&argument[2], error, &shape);
  return status == HD_OK ? places_at(&placement, &x, count == 3 ? &shape : NULL, error, result) : status;
}

hd_status hd_value_places(const hd_value *value, const hd_tuple *coordinate, hd_error *error, hd_value *result) {
  hd_placement placement;
  hd_status status = hd_value_placement(value, error, &placement);
  return status == HD_OK ? places_at(&placement, coordinate, NULL, error, result) : status;
}

HD_OPERATION(copies) {
  hd_placement placement;
  int64_t copies;
  (void)count;
  hd_status status = hd_value_placement(&argument[0], error, &placement);
  if (status == HD_OK) status = hd_placement_copies(&placement, error, &copies);
  if (status == HD_OK) hd_value_set_integer(result, copies);
  return status;
}

/* ---- other forms ---- */

HD_OPERATION(canonicalize) {
  hd_placement placement;
  (void)count;
  hd_status status = hd_value_placement(&argument[0], error, &placement);
  if (status == HD_OK) hd_placement_canonicalize(&placement, &placement);
  return finish(status, &placement, result);
}

/* A number on an axis with a name. */
static bool is_named(const hd_tuple *tuple, int leaf) { return hd_axis_is_name(hd_tuple_axis(tuple, leaf)); }

/* `1@f`, and how it is made up: `(1@i,n@o)`, or the machine's own first way. */
static hd_status want_split(const hd_value *argument, int count, hd_error *error, hd_axis_split *split) {
  hd_tuple fused, parts;
  hd_status status = hd_value_tuple(&argument[1], error, &fused);
  if (status == HD_OK && count == 3) status = hd_value_tuple(&argument[2], error, &parts);
  if (status != HD_OK) return status;
  if (fused.profile.leaves != 1 || !is_named(&fused, 0) || fused.value[0] != 1)
    return hd_fail(error, HD_MISMATCH, "argument", "an axis is wanted here, as in 1@tid_in_wg");
  hd_axis axis = hd_tuple_axis(&fused, 0);
  if (count == 3) {
    if (parts.profile.leaves != 2 || !is_named(&parts, 0) || !is_named(&parts, 1) || parts.value[0] != 1)
      return hd_fail(error, HD_MISMATCH, "argument",
                     "what makes up an axis is wanted here, as in (1@laneid,32@warpid)");
    *split = (hd_axis_split){axis, hd_tuple_axis(&parts, 1), hd_tuple_axis(&parts, 0), parts.value[1]};
    return HD_OK;
  }
  for (int k = 0; hd_axis_split_at(k, split); k++) {
    if (split->fused == axis) return HD_OK;
  }
  return hd_fail(error, HD_MISMATCH, "argument", "what makes up this axis has to be said, as in (1@laneid,32@warpid)");
}

static hd_status on_other_axes(const hd_value *argument, int count, bool fuse, hd_error *error, hd_value *result) {
  hd_placement placement;
  hd_axis_split split;
  hd_status status = hd_value_placement(&argument[0], error, &placement);
  if (status == HD_OK) status = want_split(argument, count, error, &split);
  if (status == HD_OK)
    status = fuse ? hd_placement_fuse(&placement, &split, error, &placement)
                  : hd_placement_split(&placement, &split, error, &placement);
  return finish(status, &placement, result);
}

HD_OPERATION(fuse) { return on_other_axes(argument, count, true, error, result); }
HD_OPERATION(split) { return on_other_axes(argument, count, false, error, result); }

static hd_status in_order(const hd_value *argument, hd_order order, hd_error *error, hd_value *result) {
  hd_placement placement;
  hd_tuple shape;
  hd_status status = hd_value_placement(&argument[0], error, &placement);
  if (status == HD_OK) status = hd_value_tuple(&argument[1], error, &shape);
  if (status == HD_OK) status = hd_placement_reorder(&placement, &shape, order, error, &placement);
  return finish(status, &placement, result);
}

HD_OPERATION(last_fastest) {
  (void)count;
  return in_order(argument, HD_LAST_FASTEST, error, result);
}
HD_OPERATION(first_fastest) {
  (void)count;
  return in_order(argument, HD_FIRST_FASTEST, error, result);
}

/* ---- tiles, sums and parts ---- */

typedef hd_status two_operands(const hd_placement *a, const hd_tuple *shape_a, const hd_placement *b,
                               const hd_tuple *shape_b, hd_error *error, hd_placement *made);

static hd_status combine(const hd_value *argument, two_operands *function, hd_error *error, hd_value *result) {
  hd_placement a, b;
  hd_tuple shape_a, shape_b;
  hd_status status = hd_value_placement(&argument[0], error, &a);
  if (status == HD_OK) status = hd_value_tuple(&argument[1], error, &shape_a);
  if (status == HD_OK) status = hd_value_placement(&argument[2], error, &b);
  if (status == HD_OK) status = hd_value_tuple(&argument[3], error, &shape_b);
  if (status == HD_OK) status = function(&a, &shape_a, &b, &shape_b, error, &a);
  return finish(status, &a, result);
}

HD_OPERATION(tile) {
  (void)count;
  return combine(argument, hd_placement_tile, error, result);
}
HD_OPERATION(direct_sum) {
  (void)count;
  return combine(argument, hd_placement_direct_sum, error, result);
}

typedef hd_status other_operand(const hd_placement *known, const hd_placement *whole, const hd_tuple *outer,
                                const hd_tuple *inner, hd_error *error, hd_placement *found);

static hd_status recover(const hd_value *argument, other_operand *function, hd_error *error, hd_value *result) {
  hd_placement known, whole;
  hd_tuple outer, inner;
  hd_status status = hd_value_placement(&argument[0], error, &known);
  if (status == HD_OK) status = hd_value_placement(&argument[1], error, &whole);
  if (status == HD_OK) status = hd_value_tuple(&argument[2], error, &outer);
  if (status == HD_OK) status = hd_value_tuple(&argument[3], error, &inner);
  if (status == HD_OK) status = function(&known, &whole, &outer, &inner, error, &known);
  return finish(status, &known, result);
}

HD_OPERATION(is_tile_inner) {
  (void)count;
  return recover(argument, hd_placement_is_tile_inner, error, result);
}
HD_OPERATION(is_tile_outer) {
  (void)count;
  return recover(argument, hd_placement_is_tile_outer, error, result);
}
HD_OPERATION(is_direct_sum_right) {
  (void)count;
  return recover(argument, hd_placement_is_direct_sum_right, error, result);
}
HD_OPERATION(is_direct_sum_left) {
  (void)count;
  return recover(argument, hd_placement_is_direct_sum_left, error, result);
}

HD_OPERATION(region) {
  hd_placement placement;
  hd_tuple shape, begin, extent;
  (void)count;
  hd_status status = hd_value_placement(&argument[0], error, &placement);
  if (status == HD_OK) status = hd_value_tuple(&argument[1], error, &shape);
  if (status == HD_OK) status = hd_value_tuple(&argument[2], error, &begin);
  if (status == HD_OK) status = hd_value_tuple(&argument[3], error, &extent);
  if (status == HD_OK) status = hd_placement_slice(&placement, &shape, &begin, &extent, error, &placement);
  return finish(status, &placement, result);
}

HD_OPERATION(range) {
  hd_placement placement;
  hd_tuple axis, bounds;
  int64_t end[2] = {0, 0};
  (void)count;
  hd_status status = hd_value_placement(&argument[0], error, &placement);
  if (status == HD_OK) status = hd_value_tuple(&argument[1], error, &axis);
  if (status == HD_OK && (axis.profile.leaves != 1 || !is_named(&axis, 0) || axis.value[0] != 1))
    status = hd_fail(error, HD_MISMATCH, "argument", "an axis is wanted here, as in 1@tid_in_wg");
  if (status == HD_OK) hd_placement_range(&placement, hd_tuple_axis(&axis, 0), &end[0], &end[1]);
  (void)hd_tuple_flat(&bounds, 2, end);
  return hd_give_tuple(result, status, &bounds);
}
