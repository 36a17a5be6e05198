/* A part of a placed tensor. Each mode of the shape is cut by itself. Nearly always the part begins and ends where its
 * fast iters do, and lies within one turn of the next iter: then it is those and a piece of that one. Else what it
 * says, less what it says at its beginning, is fitted. */
#include "algebra/checked.h"
#include "algebra/fit.h"
#include "algebra/placement.h"
#include "algebra/placement_factors.h"
#include "algebra/placement_plain.h"
#include "algebra/refusals.h"

/* One mode of the tensor and the part of it that is wanted. */
typedef struct cut {
  const hd_iter *iter;
  int iters;
  int64_t begin, extent;
} cut;

/* ---- parts that begin and end anywhere ---- */

/* The axes of a mode's iters, each once. */
typedef struct mode_axes {
  int count;
  hd_axis axis[HD_MAX_LEAVES];
  uint8_t of_iter[HD_MAX_LEAVES];
} mode_axes;

static void find_axes(const cut *c, mode_axes *axes) {
  axes->count = 0;
  for (int k = 0; k < c->iters; ++k) {
    int at = 0;
    while (at < axes->count && axes->axis[at] != c->iter[k].axis) ++at;
    if (at == axes->count) axes->axis[axes->count++] = c->iter[k].axis;
    axes->of_iter[k] = (uint8_t)at;
  }
}

/* What the mode says at index `at`, less `base` where there is one. */
static void value_at(const cut *c, const mode_axes *axes, int64_t at, const int64_t *base, int64_t *value) {
  for (int k = 0; k < axes->count; ++k) value[k] = base ? -base[k] : 0;
  for (int k = 0; k < c->iters; ++k) {
    value[axes->of_iter[k]] += at % c->iter[k].extent * c->iter[k].stride;
    at /= c->iter[k].extent;
  }
}

static hd_status fail_fit(hd_status status, hd_error *error) {
  if (error) error->operation = "slice";
  return status;
}

/* Appends the iters of the part, by the values that it takes. */
static hd_status fit_part(const cut *c, hd_error *error, hd_factors *parts) {
  hd_fit fit;
  hd_layout layout;
  mode_axes axes;
  int64_t base[HD_MAX_LEAVES], value[HD_MAX_LEAVES];
  hd_status status = HD_OK;
  if (c->extent > HD_MAX_VISITS)
    return hd_refuse(error, HD_UNDECIDED, "slice",
                     "a part of {0} elements of a mode is more than the {1} that are looked at", c->extent,
                     HD_MAX_VISITS, 0);
  find_axes(c, &axes);
  value_at(c, &axes, c->begin, NULL, base);
  hd_fit_start(&fit, c->extent, axes.count);
  for (int64_t i = 0; i < c->extent && status == HD_OK; ++i) {
    value_at(c, &axes, c->begin + i, base, value);
    status = hd_fit_push(&fit, value, error);
  }
  if (status == HD_OK) status = hd_fit_layout(&fit, axes.axis, error, &layout);
  if (status != HD_OK) return fail_fit(status, error);
  for (int k = 0; k < layout.profile.leaves; ++k) {
    hd_iter iter = {layout.shape[k], layout.stride[k], hd_layout_axis(&layout, k)};
    if (iter.stride == 0) iter.axis = hd_axis_plain();
    if (!hd_factors_join(parts, &iter)) return hd_refuse_iters(error, "slice");
  }
  return HD_OK;
}

/* ---- parts of whole turns ---- */

/* How many iters the part has whole; what then is left of it is within one turn of the next. -1 where it is not so. */
static int whole_iters(const cut *c, int64_t *left) {
  int64_t begin = c->begin, extent = c->extent;
  for (int k = 0; k < c->iters; ++k) {
    int64_t whole = c->iter[k].extent, digit = begin % whole;
    if (extent <= whole - digit) {
      *left = extent;
      return k;
    }
    if (digit != 0 || extent % whole != 0) return -1;
    begin /= whole;
    extent /= whole;
  }
  return *left = 1, c->iters;
}

/* Appends the iters of the part. */
static hd_status cut_mode(const cut *c, hd_error *error, hd_factors *parts) {
  int64_t left;
  bool fits = true;
  int whole = whole_iters(c, &left);
  if (whole < 0) return fit_part(c, error, parts);
  for (int k = 0; k < whole; ++k) fits &= hd_factors_join(parts, &c->iter[k]);
  if (left > 1) {
    hd_iter last = {left, c->iter[whole].stride, c->iter[whole].axis};
    fits &= hd_factors_join(parts, &last);
  }
  return fits ? HD_OK : hd_refuse_iters(error, "slice");
}

/* Adds what the mode says where the part begins. No sum overflows: each is a place of the placement. */
static hd_status add_begin(const cut *c, hd_placement *made, hd_error *error) {
  hd_status status = HD_OK;
  int64_t begin = c->begin;
  for (int k = 0; begin > 0 && status == HD_OK; ++k) {
    status =
        hd_placement_add_offset(made, begin % c->iter[k].extent * c->iter[k].stride, c->iter[k].axis, "slice", error);
    begin /= c->iter[k].extent;
  }
  return status;
}

/* ---- iter by iter ---- */

/* Adds to the offset on an axis, where every sum is a place of some placement. False: that leaves none there. */
static inline bool move_by(hd_placement *made, int64_t value, hd_axis axis) {
  int at = 0;
  while (at < made->offsets && made->offset[at].axis != axis) ++at;
  made->offset[at].axis = axis;
  made->offset[at].value = value + (at < made->offsets ? made->offset[at].value : 0);
  if (at == made->offsets) made->offsets++;
  return made->offset[at].value != 0;
}

/* The part of one mode of `size`, fastest first: its iters lie in it whole, and then one has all that is left of it
 * within one turn. What is taken is joined to `parts`, and where it begins added to `made`. False: not settled here. */
static inline bool take_mode(hd_cutter *cutter, int64_t size, int64_t begin, int64_t extent, hd_iter_list *parts,
                             hd_placement *made) {
  int64_t covered = 1; /* divides the placement's size, or is found not to */
  for (; covered < size; hd_cutter_pass(cutter)) {
    const hd_iter *iter = &cutter->shard[cutter->next];
    if (cutter->left == 0 || iter->stride == 0) return false;
    int64_t whole = iter->extent, digit = hd_split_digit(&begin, whole), taken = extent;
    covered *= whole;
    if (extent <= whole - digit) extent = 1;
    else if (digit != 0 || hd_split_digit(&extent, whole) != 0) return false;
    else taken = whole;
    if (taken > 1) hd_list_join(parts, cutter->step, taken, iter->stride, iter->axis, true);
    if (digit > 0 && !move_by(made, digit * iter->stride, iter->axis)) return false;
  }
  return covered == size;
}

/* Whether a shape has the elements from `begin` on, as many as `extent`, and all three are flat. */
static inline bool is_part(const hd_tuple *shape, const hd_tuple *begin, const hd_tuple *extent) {
  int modes = shape->profile.leaves, more = 0; /* brackets but those round everything */
  if (begin->profile.leaves != modes || extent->profile.leaves != modes) return false;
  for (int k = 0; k < modes; ++k) {
    if (begin->value[k] < 0 || extent->value[k] < 1 || shape->value[k] < extent->value[k] ||
        begin->value[k] > shape->value[k] - extent->value[k])
      return false;
    more |= (shape->profile.open[k] | begin->profile.open[k] | extent->profile.open[k]) >> (k == 0);
  }
  return more == 0 && !shape->on_axes && !begin->on_axes && !extent->on_axes;
}

/* Parts that need no iter to be made one with another or to be fitted, each element in one place. What they say is
 * within the placement's bounds. False: not settled here. */
static bool slice_plainly(const hd_placement *placement, const hd_tuple *shape, const hd_tuple *begin,
                          const hd_tuple *extent, hd_placement *result) {
  hd_placement made;
  hd_iter_list parts;
  hd_cutter cutter = hd_cutter_start(placement);
  int modes = shape->profile.leaves, down = cutter.step < 0;
  if (!hd_is_single(placement) || !is_part(shape, begin, extent)) return false;
  hd_list_start(&parts, cutter.step);
  made.offsets = 0;
  for (int k = 0; k < modes; ++k) {
    int mode = down ? modes - 1 - k : k;
    if (!take_mode(&cutter, shape->value[mode], begin->value[mode], extent->value[mode], &parts, &made)) return false;
  }
  if (cutter.left > 0) return false;
  if (down) hd_write_single(parts.last, (int)(parts.iter + HD_MAX_LEAVES - parts.last), placement->order, result);
  else hd_write_single(parts.iter + 1, hd_list_count(&parts), placement->order, result);
  hd_copy_offsets(result, &made);
  if (made.offsets > 1) hd_sort_copies(result, result);
  return true;
}

/* ---- all modes ---- */

static hd_status check_part(const hd_tuple *shape, const hd_tuple *begin, const hd_tuple *extent, hd_error *error) {
  hd_status status = hd_check_flat(begin, 0, "slice", error);
  if (status == HD_OK) status = hd_check_flat(extent, 1, "slice", error);
  if (status != HD_OK) return status;
  if (begin->profile.leaves != shape->profile.leaves || extent->profile.leaves != shape->profile.leaves) {
    hd_refuse_nesting(error, "slice", "the part of {d} from {c} on does not have the rank of the shape, {0}", begin,
                      extent);
    if (error) error->number[0] = shape->profile.leaves;
    return HD_MISMATCH;
  }
  for (int k = 0; k < shape->profile.leaves; ++k) {
    if (begin->value[k] <= shape->value[k] - extent->value[k]) continue;
    hd_refuse(error, HD_RANGE, "slice", "mode {leaf} has extent {2}, and a part of extent {1} from {0} on leaves it",
              begin->value[k], extent->value[k], shape->value[k]);
    if (error) error->leaf = k;
    return HD_RANGE;
  }
  return HD_OK;
}

hd_status hd_placement_slice(const hd_placement *placement, const hd_tuple *shape, const hd_tuple *begin,
                             const hd_tuple *extent, hd_error *error, hd_placement *result) {
  hd_placement made;
  hd_factors factors, parts;
  if (slice_plainly(placement, shape, begin, extent, result)) return HD_OK;
  hd_status status = hd_factors_by_shape(placement, shape, "slice", error, &factors);
  if (status == HD_OK) status = check_part(shape, begin, extent, error);
  if (status != HD_OK) return status;
  made.order = placement->order;
  made.replicas = placement->replicas;
  hd_copy_iters(made.replica, placement->replica, placement->replicas);
  hd_copy_offsets(&made, placement);
  parts.iters = 0;
  for (int k = 0; k < factors.modes && status == HD_OK; ++k) {
    int mode = hd_fastest(placement->order, factors.modes, k);
    cut c = {factors.iter + factors.begin[k], factors.begin[k + 1] - factors.begin[k], begin->value[mode],
             extent->value[mode]};
    status = cut_mode(&c, error, &parts);
    if (status == HD_OK) status = add_begin(&c, &made, error);
  }
  return status == HD_OK ? hd_factors_finish(&parts, &made, "slice", error, result) : status;
}
