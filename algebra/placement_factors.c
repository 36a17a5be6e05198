/* A shard is walked iter by iter, fastest first, and cut where a mode of the tensor ends. */
#include "algebra/placement_factors.h"

#include "algebra/checked.h"
#include "algebra/refusals.h"

hd_axis hd_axis_plain(void) {
  hd_axis axis = HD_AXIS_INTEGER;
  hd_axis_from_name("m", 1, &axis);
  return axis;
}

bool hd_axis_name_before(hd_axis a, hd_axis b) {
  char text_a[HD_AXIS_TEXT], text_b[HD_AXIS_TEXT];
  int k = 0;
  hd_axis_text(a, text_a);
  hd_axis_text(b, text_b);
  while (text_a[k] && text_a[k] == text_b[k]) ++k;
  return (unsigned char)text_a[k] < (unsigned char)text_b[k];
}

int hd_fastest(hd_order order, int count, int k) { return order == HD_LAST_FASTEST ? count - 1 - k : k; }

hd_status hd_check_flat(const hd_tuple *tuple, int64_t least, const char *operation, hd_error *error) {
  if (hd_depth(&tuple->profile) > 1)
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

bool hd_factors_append(hd_factors *factors, const hd_iter *iter) {
  if (factors->iters == HD_MAX_LEAVES) return false;
  factors->iter[factors->iters++] = *iter;
  return true;
}

bool hd_factors_end_mode(hd_factors *factors, int64_t extent) {
  if (factors->modes == HD_MAX_LEAVES) return false;
  factors->extent[factors->modes++] = extent;
  factors->begin[factors->modes] = (uint8_t)factors->iters;
  return true;
}

static void start(hd_factors *factors) {
  factors->modes = factors->iters = 0;
  factors->begin[0] = 0;
}

/* Whether the slower iter goes on where the faster one ends. */
static bool continues(const hd_iter *fast, const hd_iter *slow) {
  int64_t step;
  return fast->axis == slow->axis && hd_mul(fast->extent, fast->stride, &step) && step == slow->stride;
}

void hd_factors_coalesced(const hd_placement *placement, hd_factors *factors) {
  start(factors);
  for (int k = 0; k < placement->shards; ++k) {
    hd_iter iter = placement->shard[hd_fastest(placement->order, placement->shards, k)];
    if (iter.extent == 1) continue;
    if (iter.stride == 0) iter.axis = hd_axis_plain();
    hd_iter *last = factors->iters > 0 ? &factors->iter[factors->iters - 1] : NULL;
    if (last && continues(last, &iter)) last->extent *= iter.extent;
    else factors->iter[factors->iters++] = iter;
  }
  hd_factors_end_mode(factors, hd_placement_size(placement));
}

static hd_status fail_cut(int64_t wanted, int64_t there, int mode, const char *operation, hd_error *error) {
  hd_refuse(error, HD_UNDEFINED, operation,
            "mode {2} of the shape wants {0} elements more, and the next iter has {1}: neither divides the other",
            wanted, there, mode);
  if (error) error->hint = "the placement does not keep the modes of this shape apart";
  return HD_UNDEFINED;
}

/* Takes iters, and at last a part of one, until `need` elements are there. *next is the first that is not taken whole.
 * */
static hd_status take(hd_factors *rest, int *next, int64_t need, int mode, const char *operation, hd_error *error,
                      hd_factors *factors) {
  while (need > 1) {
    hd_iter *here = &rest->iter[*next];
    hd_iter part = *here;
    if (need % here->extent == 0) {
      need /= here->extent;
      ++*next;
    } else if (here->extent % need == 0) {
      part.extent = need;
      here->extent /= need;
      here->stride *= need;
      need = 1;
    } else {
      return fail_cut(need, here->extent, mode, operation, error);
    }
    if (!hd_factors_append(factors, &part)) return hd_refuse_iters(error, operation);
  }
  return HD_OK;
}

hd_status hd_factors_by_shape(const hd_placement *placement, const hd_tuple *shape, const char *operation,
                              hd_error *error, hd_factors *factors) {
  hd_factors rest;
  int64_t size;
  int next = 0, leaves = shape->profile.leaves;
  hd_status status = hd_check_flat(shape, 1, operation, error);
  if (status != HD_OK) return status;
  if (!hd_tuple_product(shape, &size) || size != hd_placement_size(placement))
    return hd_refuse_size(error, operation, placement, shape);
  hd_factors_coalesced(placement, &rest);
  start(factors);
  for (int k = 0; k < leaves; ++k) {
    int mode = hd_fastest(placement->order, leaves, k);
    status = take(&rest, &next, shape->value[mode], mode, operation, error, factors);
    if (status != HD_OK) return status;
    hd_factors_end_mode(factors, shape->value[mode]);
  }
  return HD_OK;
}

void hd_factors_shard(const hd_factors *factors, hd_placement *placement) {
  placement->shards = (uint8_t)factors->iters;
  for (int k = 0; k < factors->iters; ++k)
    placement->shard[hd_fastest(placement->order, factors->iters, k)] = factors->iter[k];
}
