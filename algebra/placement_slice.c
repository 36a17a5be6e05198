/* A part of a placed tensor. Each mode of the shape is cut by itself: what it says between begin and begin + extent,
 * less what it says at begin, is fitted, and that becomes the mode. */
#include "algebra/checked.h"
#include "algebra/fit.h"
#include "algebra/placement.h"
#include "algebra/placement_factors.h"
#include "algebra/refusals.h"

/* One mode of the tensor and the part of it that is wanted. */
typedef struct cut {
  const hd_iter *iter;
  int iters;
  int64_t begin, extent;
  int axes;
  hd_axis axis[HD_MAX_LEAVES];
  uint8_t of_iter[HD_MAX_LEAVES];
} cut;

static void start_cut(cut *c, const hd_factors *factors, int mode) {
  c->iter = factors->iter + factors->begin[mode];
  c->iters = factors->begin[mode + 1] - factors->begin[mode];
  c->axes = 0;
  for (int k = 0; k < c->iters; ++k) {
    int at = 0;
    while (at < c->axes && c->axis[at] != c->iter[k].axis) ++at;
    if (at == c->axes) c->axis[c->axes++] = c->iter[k].axis;
    c->of_iter[k] = (uint8_t)at;
  }
}

/* What the mode says at index `at`, less `base` where there is one. */
static void value_at(const cut *c, int64_t at, const int64_t *base, int64_t *value) {
  for (int k = 0; k < c->axes; ++k) value[k] = base ? -base[k] : 0;
  for (int k = 0; k < c->iters; ++k) {
    value[c->of_iter[k]] += at % c->iter[k].extent * c->iter[k].stride;
    at /= c->iter[k].extent;
  }
}

static hd_status fail_fit(hd_status status, hd_error *error) {
  if (error) error->operation = "slice";
  return status;
}

/* Appends the iters of the part, by the values that it takes. */
static hd_status fit_part(const cut *c, const int64_t *base, hd_error *error, hd_factors *factors) {
  hd_fit fit;
  hd_layout layout;
  int64_t value[HD_MAX_LEAVES];
  hd_status status = HD_OK;
  if (c->extent > HD_MAX_VISITS)
    return hd_refuse(error, HD_UNDECIDED, "slice",
                     "a part of {0} elements of a mode is more than the {1} that are looked at", c->extent,
                     HD_MAX_VISITS, 0);
  hd_fit_start(&fit, c->extent, c->axes);
  for (int64_t i = 0; i < c->extent && status == HD_OK; ++i) {
    value_at(c, c->begin + i, base, value);
    status = hd_fit_push(&fit, value, error);
  }
  if (status == HD_OK) status = hd_fit_layout(&fit, c->axis, error, &layout);
  if (status != HD_OK) return fail_fit(status, error);
  for (int k = 0; k < layout.profile.leaves; ++k) {
    hd_iter iter = {layout.shape[k], layout.stride[k], hd_layout_axis(&layout, k)};
    if (!hd_factors_append(factors, &iter)) return hd_refuse_iters(error, "slice");
  }
  return HD_OK;
}

/* Appends the iters of the part. A mode of one iter is cut anywhere, and a whole one stays. */
static hd_status cut_mode(const cut *c, int64_t whole, const int64_t *base, hd_error *error, hd_factors *factors) {
  if (c->iters > 1 && c->extent < whole) return fit_part(c, base, error, factors);
  for (int k = 0; k < c->iters; ++k) {
    hd_iter iter = c->iter[k];
    if (c->iters == 1) iter.extent = c->extent;
    if (!hd_factors_append(factors, &iter)) return hd_refuse_iters(error, "slice");
  }
  return HD_OK;
}

static hd_status check_part(const hd_tuple *shape, const hd_tuple *begin, const hd_tuple *extent, hd_error *error) {
  hd_status status = hd_check_flat(begin, 0, "slice", error);
  if (status == HD_OK) status = hd_check_flat(extent, 1, "slice", error);
  if (status != HD_OK) return status;
  if (begin->profile.leaves != shape->profile.leaves || extent->profile.leaves != shape->profile.leaves) {
    hd_refuse_nesting(error, "slice", "the part of {d} from {c} on does not have the {0} modes of the shape", begin,
                      extent);
    if (error) error->number[0] = shape->profile.leaves;
    return HD_MISMATCH;
  }
  for (int k = 0; k < shape->profile.leaves; ++k) {
    if (begin->value[k] <= shape->value[k] - extent->value[k]) continue;
    hd_refuse(error, HD_RANGE, "slice", "mode {leaf} has {2} elements, not {1} from {0} on", begin->value[k],
              extent->value[k], shape->value[k]);
    if (error) error->leaf = k;
    return HD_RANGE;
  }
  return HD_OK;
}

hd_status hd_placement_slice(const hd_placement *placement, const hd_tuple *shape, const hd_tuple *begin,
                             const hd_tuple *extent, hd_error *error, hd_placement *result) {
  hd_placement made;
  hd_factors factors, parts;
  int64_t base[HD_MAX_LEAVES];
  hd_status status = hd_factors_by_shape(placement, shape, "slice", error, &factors);
  if (status == HD_OK) status = check_part(shape, begin, extent, error);
  hd_placement_copy(&made, placement);
  parts.iters = 0;
  for (int k = 0; k < factors.modes && status == HD_OK; ++k) {
    cut c;
    int mode = hd_fastest(placement->order, factors.modes, k);
    start_cut(&c, &factors, k);
    c.begin = begin->value[mode];
    c.extent = extent->value[mode];
    value_at(&c, c.begin, NULL, base);
    status = cut_mode(&c, factors.extent[k], base, error, &parts);
    for (int a = 0; a < c.axes && status == HD_OK; ++a)
      status = hd_placement_add_offset(&made, base[a], c.axis[a], "slice", error);
  }
  if (status != HD_OK) return status;
  hd_factors_shard(&parts, &made);
  status = hd_placement_finish(&made, "slice", error);
  if (status == HD_OK) hd_placement_canonicalize(&made, result);
  return status;
}
