/* The machine's axes, made one and taken apart. */
#include "algebra/checked.h"
#include "algebra/named.h"
#include "algebra/placement.h"
#include "algebra/placement_factors.h"
#include "algebra/placement_plain.h"
#include "algebra/refusals.h"

/* ---- which there are ---- */

static const struct {
  char name[HD_AXIS_NAME_MAX + 1];
  hd_axis_role role;
} axes[] = {
    {"laneid", HD_AXIS_THREADS},    {"warpid", HD_AXIS_THREADS},    {"wgid", HD_AXIS_THREADS},
    {"tid_in_wg", HD_AXIS_THREADS}, {"wid_in_wg", HD_AXIS_THREADS}, {"tx", HD_AXIS_THREADS},
    {"bx", HD_AXIS_THREADS},        {"by", HD_AXIS_THREADS},        {"bz", HD_AXIS_THREADS},
    {"cbx", HD_AXIS_THREADS},       {"cby", HD_AXIS_THREADS},       {"cbz", HD_AXIS_THREADS},
    {"m", HD_AXIS_MEMORY},          {"TLane", HD_AXIS_MEMORY},      {"TCol", HD_AXIS_MEMORY},
    {"P", HD_AXIS_MEMORY},          {"F", HD_AXIS_MEMORY},          {"Bank", HD_AXIS_MEMORY},
};

static const struct {
  char fused[HD_AXIS_NAME_MAX + 1], outer[HD_AXIS_NAME_MAX + 1], inner[HD_AXIS_NAME_MAX + 1];
  int64_t extent;
} relations[] = {
    {"tid_in_wg", "wid_in_wg", "laneid", 32},
    {"tx", "warpid", "laneid", 32},
    {"tx", "wgid", "tid_in_wg", 128},
    {"warpid", "wgid", "wid_in_wg", 4},
};

hd_axis_role hd_axis_role_of(hd_axis axis) {
  for (size_t k = 0; k < sizeof axes / sizeof axes[0]; ++k)
    if (axis == hd_axis_named(axes[k].name)) return axes[k].role;
  return HD_AXIS_UNKNOWN;
}

bool hd_axis_split_at(int index, hd_axis_split *split) {
  if (index < 0 || (size_t)index >= sizeof relations / sizeof relations[0]) return false;
  split->fused = hd_axis_named(relations[index].fused);
  split->outer = hd_axis_named(relations[index].outer);
  split->inner = hd_axis_named(relations[index].inner);
  split->extent = relations[index].extent;
  return true;
}

/* ---- both ways ---- */

static hd_status fail_axis(hd_status status, hd_axis axis, const char *operation, const char *reason, hd_error *error) {
  hd_fail(error, status, operation, reason);
  if (error) error->axis = axis;
  return status;
}

static hd_status check_split(const hd_axis_split *split, const char *operation, hd_error *error) {
  if (!hd_axis_is_name(split->fused) || !hd_axis_is_name(split->outer) || !hd_axis_is_name(split->inner))
    return hd_fail(error, HD_MALFORMED, operation, "the fused, the outer and the inner axis want a name each");
  if (split->fused == split->outer || split->fused == split->inner || split->outer == split->inner)
    return fail_axis(HD_MALFORMED, split->fused == split->outer ? split->fused : split->inner, operation,
                     "{a} stands twice among the fused, the outer and the inner axis", error);
  if (split->extent < 1)
    return hd_refuse(error, HD_MALFORMED, operation, "the inner axis has extent {0}, below 1", split->extent, 0, 0);
  return HD_OK;
}

/* Takes the offset off an axis and returns it. */
static int64_t take_offset(hd_placement *made, hd_axis axis) {
  int kept = 0;
  if (made->offsets == 0) return 0;
  int64_t value = hd_placement_offset(made, axis);
  for (int k = 0; k < made->offsets; ++k)
    if (made->offset[k].axis != axis) made->offset[kept++] = made->offset[k];
  made->offsets = (uint8_t)kept;
  return value;
}

/* ---- fuse ---- */

static hd_status fail_inner(const hd_axis_split *split, int64_t least, int64_t greatest, hd_error *error) {
  hd_refuse(error, HD_UNDEFINED, "fuse", "the numbers on {a} are {0} to {1}, and the extent of the inner axis is {2}",
            least, greatest, split->extent);
  if (error) error->axis = split->inner;
  return HD_UNDEFINED;
}

static hd_status fail_scale(const hd_axis_split *split, hd_error *error) {
  hd_refuse(error, HD_OVERFLOW, "fuse", "a stride or offset on {a}, {0} times as large, leaves 64 bits", split->extent,
            0, 0);
  if (error) error->axis = split->outer;
  return HD_OVERFLOW;
}

/* Puts iters of the outer and the inner axis on the fused one. Returns false on overflow. */
static bool fuse_iters(hd_iter *iter, int count, const hd_axis_split *split) {
  for (int k = 0; k < count; ++k) {
    if (iter[k].axis == split->outer && !hd_mul(iter[k].stride, split->extent, &iter[k].stride)) return false;
    if (iter[k].axis == split->outer || iter[k].axis == split->inner) iter[k].axis = split->fused;
  }
  return true;
}

hd_status hd_placement_fuse(const hd_placement *placement, const hd_axis_split *split, hd_error *error,
                            hd_placement *result) {
  hd_placement made;
  int64_t least, greatest;
  hd_status status = check_split(split, "fuse", error);
  if (status != HD_OK) return status;
  hd_placement_range(placement, split->inner, &least, &greatest);
  if (least < 0 || greatest >= split->extent) return fail_inner(split, least, greatest, error);
  hd_placement_copy(&made, placement);
  int64_t inner = take_offset(&made, split->inner), outer = take_offset(&made, split->outer);
  if (!hd_mul(outer, split->extent, &outer) || !hd_add(outer, inner, &outer) ||
      !fuse_iters(made.shard, made.shards, split) || !fuse_iters(made.replica, made.replicas, split))
    return fail_scale(split, error);
  status = hd_placement_add_offset(&made, outer, split->fused, "fuse", error);
  if (status == HD_OK) status = hd_placement_finish(&made, "fuse", error);
  if (status == HD_OK) hd_placement_copy(result, &made);
  return status;
}

/* ---- split ---- */

/* The iter's part within the inner axis, and what is left of it on the outer one; an extent of 1 where there is none.
 * Returns false where there are no such two. */
static bool split_iter(const hd_iter *iter, const hd_axis_split *split, hd_iter *inner, hd_iter *outer) {
  int64_t step = iter->stride < 0 ? -iter->stride : iter->stride, extent = split->extent;
  *inner = (hd_iter){1, 0, split->inner};
  *outer = (hd_iter){1, 0, split->outer};
  if (step % extent == 0) {
    *outer = (hd_iter){iter->extent, iter->stride / extent, split->outer};
  } else if ((iter->extent - 1) * step < extent) {
    *inner = (hd_iter){iter->extent, iter->stride, split->inner};
  } else if (extent % step == 0 && iter->extent % (extent / step) == 0) {
    *inner = (hd_iter){extent / step, iter->stride, split->inner};
    *outer = (hd_iter){iter->extent / (extent / step), iter->stride < 0 ? -1 : 1, split->outer};
  } else {
    return false;
  }
  return true;
}

/* Splits the iters on the fused axis in a list that runs fastest first; returns how many it went through: fewer than
 * `count` where the next does not split, and -1 past the capacity. Adds up what they reach on the inner axis. */
static int split_iters(const hd_iter *iter, int count, const hd_axis_split *split, hd_factors *made, int64_t *least,
                       int64_t *greatest) {
  made->iters = 0;
  for (int k = 0; k < count; ++k) {
    hd_iter inner = iter[k], outer = {1, 0, HD_AXIS_INTEGER};
    if (iter[k].axis == split->fused) {
      if (!split_iter(&iter[k], split, &inner, &outer)) return k;
      *(inner.stride < 0 ? least : greatest) += (inner.extent - 1) * inner.stride;
    }
    if (!hd_factors_join(made, &inner) || !hd_factors_join(made, &outer)) return -1;
  }
  return count;
}

static hd_status fail_split(int at, const hd_iter *iter, const hd_axis_split *split, bool known, hd_error *error) {
  if (at < 0) return hd_refuse_iters(error, "split");
  iter += at;
  return hd_refuse(error, known ? HD_UNDEFINED : HD_UNDECIDED, "split",
                   "the iter {0}:{1} does not split at {2}: it takes part of a step of the outer axis", iter->extent,
                   iter->stride, split->extent);
}

/* The fused axis's offset: on the inner axis as much as brings the least number there into 0 .. extent - 1. */
static hd_status split_offset(hd_placement *made, const hd_axis_split *split, int64_t least, int64_t greatest,
                              bool known, hd_error *error) {
  int64_t lowest = take_offset(made, split->fused) + least; /* a place of the placement: no overflow */
  int64_t first = lowest % split->extent, outer = lowest / split->extent;
  if (first < 0) {
    first += split->extent;
    --outer;
  }
  if (greatest - least > split->extent - 1 - first)
    return hd_refuse(error, known ? HD_UNDEFINED : HD_UNDECIDED, "split",
                     "the numbers below {2} begin at {0}, reach {1} further and carry into the outer axis", first,
                     greatest - least, split->extent);
  hd_status status = hd_placement_add_offset(made, first - least, split->inner, "split", error);
  return status == HD_OK ? hd_placement_add_offset(made, outer, split->outer, "split", error) : status;
}

/* Iters that split one by one and do not carry together, each element in one place, as most are. Joined, what they
 * become is what joined iters would. False: not settled here. */
static bool split_plainly(const hd_placement *placement, const hd_axis_split *split, hd_placement *result) {
  hd_iter_list made;
  int64_t reach = 0;
  bool rising = placement->order == HD_FIRST_FASTEST;
  if (!hd_is_single(placement) || 2 * placement->shards > HD_MAX_LEAVES) return false;
  hd_list_start(&made, 1);
  for (int k = 0; k < placement->shards; ++k) {
    hd_iter inner = placement->shard[k], outer = {1, 0, HD_AXIS_INTEGER};
    if (inner.extent == 1 || inner.stride == 0) return false;
    if (inner.axis == split->fused) {
      if (inner.stride < 0 || !split_iter(&placement->shard[k], split, &inner, &outer)) return false;
      reach += (inner.extent - 1) * inner.stride;
    }
    if (!rising && outer.extent > 1) hd_list_join(&made, 1, outer.extent, outer.stride, outer.axis, rising);
    if (inner.extent > 1) hd_list_join(&made, 1, inner.extent, inner.stride, inner.axis, rising);
    if (rising && outer.extent > 1) hd_list_join(&made, 1, outer.extent, outer.stride, outer.axis, rising);
  }
  if (reach >= split->extent || !hd_is_small_placement(made.iter + 1, hd_list_count(&made), placement)) return false;
  hd_write_single(made.iter + 1, hd_list_count(&made), placement->order, result);
  return true;
}

hd_status hd_placement_split(const hd_placement *placement, const hd_axis_split *split, hd_error *error,
                             hd_placement *result) {
  hd_placement made, canonical;
  hd_factors factors, shard, replica;
  int64_t least = 0, greatest = 0;
  int begin;
  hd_status status = check_split(split, "split", error);
  if (status != HD_OK) return status;
  if (split_plainly(placement, split, result)) return HD_OK;
  hd_canonical_copies(placement, &canonical);
  bool known = hd_replica_run(&canonical, split->fused, &begin) <= 1; /* the sums of several may be those of others */
  hd_factors_coalesced(placement, &factors);
  int done = split_iters(factors.iter, factors.iters, split, &shard, &least, &greatest);
  if (done < factors.iters) return fail_split(done, factors.iter, split, true, error);
  done = split_iters(canonical.replica, canonical.replicas, split, &replica, &least, &greatest);
  if (done < canonical.replicas) return fail_split(done, canonical.replica, split, known, error);
  made.order = placement->order;
  made.replicas = (uint8_t)replica.iters;
  hd_copy_iters(made.replica, replica.iter, replica.iters);
  hd_copy_offsets(&made, &canonical);
  status = split_offset(&made, split, least, greatest, known, error);
  return status == HD_OK ? hd_factors_finish(&shard, &made, "split", error, result) : status;
}
