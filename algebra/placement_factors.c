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

void hd_factors_coalesced(const hd_placement *placement, hd_factors *factors) {
  hd_cutter cutter;
  factors->modes = 1;
  factors->begin[0] = 0;
  factors->extent[0] = hd_placement_size(placement);
  factors->iters = 0;
  for (hd_cutter_start(&cutter, placement); cutter.here.extent != 1; hd_cutter_advance(&cutter))
    factors->iter[factors->iters++] = cutter.here;
  factors->begin[1] = (uint8_t)factors->iters;
}

bool hd_factors_join(hd_factors *factors, const hd_iter *iter) {
  int64_t extent;
  if (iter->extent == 1) return true;
  if (factors->iters > 0) {
    hd_iter *last = &factors->iter[factors->iters - 1];
    if (hd_iter_continues(last, iter) && hd_mul(last->extent, iter->extent, &extent)) {
      last->extent = extent;
      return true;
    }
  }
  return hd_factors_append(factors, iter);
}

/* Why the shape does not cut the placement at mode `mode`, which wants `need` elements more of those that are left. */
static hd_status fail_cut(const hd_placement *placement, const hd_tuple *shape, const char *operation, hd_error *error,
                          int64_t need, const hd_cutter *cutter, int mode) {
  int64_t size;
  if (!hd_tuple_product(shape, &size) || size != hd_placement_size(placement))
    return hd_refuse_size(error, operation, placement, shape);
  if (need % cutter->here.extent == 0 || cutter->here.extent % need == 0) return hd_refuse_iters(error, operation);
  hd_refuse(error, HD_UNDEFINED, operation,
            "mode {2} of the shape wants {0} elements more, and the next iter has {1}: neither divides the other", need,
            cutter->here.extent, mode);
  if (error) error->hint = "the placement does not keep the modes of this shape apart";
  return HD_UNDEFINED;
}

hd_status hd_factors_by_flat_shape(const hd_placement *placement, const hd_tuple *shape, const char *operation,
                                   hd_error *error, hd_factors *factors) {
  hd_cutter cutter;
  int leaves = shape->profile.leaves;
  hd_cutter_start(&cutter, placement);
  factors->modes = leaves;
  factors->iters = 0;
  for (int k = 0; k < leaves; ++k) {
    int mode = hd_fastest(placement->order, leaves, k);
    int64_t need = shape->value[mode];
    factors->begin[k] = (uint8_t)factors->iters;
    factors->extent[k] = need;
    while (need > 1) {
      if (factors->iters == HD_MAX_LEAVES || !hd_cutter_take(&cutter, &need, &factors->iter[factors->iters]))
        return fail_cut(placement, shape, operation, error, need, &cutter, mode);
      ++factors->iters;
    }
  }
  factors->begin[leaves] = (uint8_t)factors->iters;
  return cutter.here.extent == 1 ? HD_OK : hd_refuse_size(error, operation, placement, shape);
}

hd_status hd_factors_by_shape(const hd_placement *placement, const hd_tuple *shape, const char *operation,
                              hd_error *error, hd_factors *factors) {
  hd_status status = hd_check_flat(shape, 1, operation, error);
  return status == HD_OK ? hd_factors_by_flat_shape(placement, shape, operation, error, factors) : status;
}

void hd_factors_shard(const hd_factors *factors, hd_placement *placement) {
  placement->shards = (uint8_t)factors->iters;
  for (int k = 0; k < factors->iters; ++k)
    placement->shard[hd_fastest(placement->order, factors->iters, k)] = factors->iter[k];
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
