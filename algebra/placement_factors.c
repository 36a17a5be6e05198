/* A shard is walked iter by iter, fastest first, and cut where a mode of the tensor ends. */
#include "algebra/placement_factors.h"

#include "algebra/checked.h"
#include "algebra/refusals.h"

hd_status hd_refuse_flat(const hd_tuple *tuple, int64_t least, const char *operation, hd_error *error) {
  if (!hd_is_flat(&tuple->profile))
    return hd_refuse_nesting(error, operation, "a flat tuple is wanted, not {c}", tuple, NULL);
  for (int k = 0; k < tuple->profile.leaves; ++k) {
    if (hd_tuple_axis(tuple, k) != HD_AXIS_INTEGER)
      return hd_refuse_nesting(error, operation, "plain integers are wanted, not {c}", tuple, NULL);
    if (tuple->value[k] >= least) continue;
    hd_status status = least > 0 ? HD_MALFORMED : HD_RANGE;
    hd_refuse(error, status, operation, "leaf {leaf} is {0}, below {1}", tuple->value[k], least, 0);
    if (error) error->leaf = k;
    return status;
  }
  return HD_OK;
}

hd_status hd_refuse_iters(hd_error *error, const char *operation) {
  return hd_refuse(error, HD_CAPACITY, operation, "the placement has more than {0} iters in one list", HD_MAX_LEAVES, 0,
                   0);
}

hd_status hd_refuse_orders(hd_error *error, const char *operation) {
  hd_fail(error, HD_MISMATCH, operation, "one placement counts its last mode fastest and the other its first");
  if (error) error->hint = "reorder one of them first, for the shape of its tensor";
  return HD_MISMATCH;
}

hd_status hd_refuse_size(hd_error *error, const char *operation, const hd_placement *placement, const hd_tuple *shape) {
  hd_refuse_nesting(error, operation, "the shape {c} has another size than the placement, {0}", shape, NULL);
  if (error) error->number[0] = hd_placement_size(placement);
  return HD_MISMATCH;
}

static hd_iter next_iter(const hd_cutter *cutter) {
  hd_iter iter = cutter->shard[cutter->next];
  if (iter.stride == 0) iter.axis = hd_axis_plain();
  return iter;
}

void hd_factors_coalesced(const hd_placement *placement, hd_factors *factors) {
  factors->iters = 0;
  for (hd_cutter cutter = hd_cutter_start(placement); cutter.left > 0; hd_cutter_pass(&cutter)) {
    hd_iter iter = next_iter(&cutter);
    hd_factors_join(factors, &iter);
  }
  factors->modes = 1;
  factors->begin[0] = 0;
  factors->begin[1] = (uint8_t)factors->iters;
}

/* Goes on with the iter behind, made one with what is left where that goes on there; extents of 1 are passed by. False
 * where neither can be. */
static inline bool take_more(hd_cutter *cutter, hd_iter *here) {
  if (cutter->left == 0) return false;
  hd_iter next = next_iter(cutter);
  if (here->extent == 1) *here = next;
  else if (hd_iter_continues(here, &next)) here->extent *= next.extent;
  else if (next.extent != 1) return false;
  hd_cutter_pass(cutter);
  return true;
}

/* The rest of a mode of which iters begin.. are there already. */
__attribute__((noinline)) static int64_t cut_parts(hd_cutter *cutter, int64_t need, int begin, hd_factors *factors) {
  hd_iter here = cutter->here, *first = factors->iter + begin, *next = factors->iter + factors->iters;
  while (need > 1) {
    int64_t taken = here.extent;
    if (taken == 1 || need % taken != 0) {
      taken = taken == 1 || taken % need != 0 ? 0 : need;
      if (taken == 0 && !take_more(cutter, &here)) break;
      if (taken == 0) continue;
    }
    if (next > first && hd_iter_continues(next - 1, &here)) next[-1].extent *= taken;
    else if (next == factors->iter + HD_MAX_LEAVES) break;
    else *next++ = (hd_iter){taken, here.stride, here.axis};
    if (taken != here.extent) here.stride *= taken;
    here.extent /= taken;
    need /= taken;
  }
  cutter->here = here;
  factors->iters = (int)(next - factors->iter);
  return need;
}

/* Nearly always whole iters make the mode. */
__attribute__((always_inline)) static inline int64_t cut_iters(hd_cutter *cutter, int64_t need, hd_factors *factors) {
  int begin = factors->iters, at = begin;
  for (; need > 1 && cutter->here.extent == 1 && cutter->left > 0; hd_cutter_pass(cutter)) {
    const hd_iter *iter = &cutter->shard[cutter->next];
    int64_t rest = need;
    if (iter->extent == 1) continue;
    if (iter->stride == 0 || at == HD_MAX_LEAVES || hd_split_digit(&rest, iter->extent) != 0) break;
    if (at > begin && hd_iter_continues(&factors->iter[at - 1], iter)) factors->iter[at - 1].extent *= iter->extent;
    else factors->iter[at++] = *iter;
    need = rest;
  }
  factors->iters = at;
  return need == 1 ? 1 : cut_parts(cutter, need, begin, factors);
}

int64_t hd_cut_iters(hd_cutter *cutter, int64_t need, hd_factors *factors) { return cut_iters(cutter, need, factors); }

/* Why the shape does not cut the placement: mode `mode` wants `need` elements more, and there comes an iter of
 * `extent`. */
static hd_status fail_cut(const hd_placement *placement, const hd_tuple *shape, const char *operation, hd_error *error,
                          int64_t need, int64_t extent, int mode) {
  int64_t size;
  if (!hd_tuple_product(shape, &size) || size != hd_placement_size(placement))
    return hd_refuse_size(error, operation, placement, shape);
  if (need % extent == 0 || extent % need == 0) return hd_refuse_iters(error, operation);
  hd_refuse(error, HD_UNDEFINED, operation,
            "mode {2} of the shape wants {0} elements more, and the next iter has {1}: neither divides the other", need,
            extent, mode);
  if (error) error->hint = "the placement does not keep the modes of this shape apart";
  return HD_UNDEFINED;
}

/* A shard with one iter for each mode. False: it is another. */
static inline bool take_iters(const hd_placement *placement, const hd_tuple *shape, hd_factors *factors) {
  int leaves = shape->profile.leaves, mode = hd_fastest(placement->order, leaves, 0);
  int step = placement->order == HD_LAST_FASTEST ? -1 : 1;
  if (placement->shards != leaves) return false;
  for (int k = 0; k < leaves; ++k, mode += step) {
    const hd_iter *iter = &placement->shard[mode];
    if (iter->extent != shape->value[mode] || iter->extent == 1 || iter->stride == 0) return false;
    factors->iter[k] = *iter;
    factors->begin[k] = (uint8_t)k;
  }
  factors->modes = factors->iters = leaves;
  factors->begin[leaves] = (uint8_t)leaves;
  return true;
}

hd_status hd_factors_by_flat_shape(const hd_placement *placement, const hd_tuple *shape, const char *operation,
                                   hd_error *error, hd_factors *factors) {
  if (take_iters(placement, shape, factors)) return HD_OK;
  hd_cutter cutter = hd_cutter_start(placement);
  int leaves = shape->profile.leaves;
  factors->modes = leaves;
  factors->iters = 0;
  for (int k = 0; k < leaves; ++k) {
    int mode = hd_fastest(placement->order, leaves, k);
    factors->begin[k] = (uint8_t)factors->iters;
    int64_t need = cut_iters(&cutter, shape->value[mode], factors);
    if (need != 1) return fail_cut(placement, shape, operation, error, need, cutter.here.extent, mode);
  }
  factors->begin[leaves] = (uint8_t)factors->iters;
  return hd_cutter_ends(&cutter) ? HD_OK : hd_refuse_size(error, operation, placement, shape);
}

void hd_factors_shard(const hd_factors *factors, hd_placement *placement) {
  int count = factors->iters;
  placement->shards = (uint8_t)count;
  if (placement->order == HD_FIRST_FASTEST) hd_copy_iters(placement->shard, factors->iter, count);
  else
    for (int k = 0; k < count; ++k) placement->shard[count - 1 - k] = factors->iter[k];
}

hd_status hd_factors_finish(const hd_factors *factors, hd_placement *copies, const char *operation, hd_error *error,
                            hd_placement *result) {
  if (!hd_is_small_placement(factors->iter, factors->iters, copies)) {
    hd_factors_shard(factors, copies);
    hd_status status = hd_placement_finish(copies, operation, error);
    if (status != HD_OK) return status;
  }
  result->order = copies->order;
  hd_factors_shard(factors, result);
  hd_canonical_copies(copies, result);
  return HD_OK;
}
