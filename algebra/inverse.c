/* Both inverses are read off the modes sorted by stride: a mode s:d that begins at place p of the domain (p is the
 * product of the extents before it) is crossed in the other direction as s:p. */
#include "algebra/inverse.h"

#include "algebra/checked.h"
#include "algebra/coalesce.h"
#include "algebra/components.h"
#include "algebra/composition.h"
#include "algebra/evaluate.h"
#include "algebra/fit.h"
#include "algebra/gaps.h"
#include "algebra/image.h"
#include "algebra/leaf.h"
#include "algebra/radix.h"
#include "algebra/refusals.h"
#include "algebra/sorted.h"

/* Appends a mode, or makes the last one longer where that goes on so; leaves before `first` are another part's. Returns
 * false past the capacity. */
static bool append_merged(hd_layout *made, int first, int64_t extent, int64_t stride) {
  int last = made->profile.leaves - 1;
  int64_t next;
  if (last < first || !hd_mul(made->shape[last], made->stride[last], &next) || next != stride)
    return hd_layout_append_leaf(made, extent, stride, HD_AXIS_INTEGER);
  return hd_mul(made->shape[last], extent, &made->shape[last]);
}

/* ---- right ---- */

/* The longest chain from each mode on, found from the greatest stride down; a mode's reach is where its chain ends. Its
 * product of extents divides that of the whole layout, times a stride of 1: it fits. */
static int chain_start(const hd_mode sorted[HD_MAX_LEAVES], int count, int next[HD_MAX_LEAVES],
                       int64_t reach[HD_MAX_LEAVES]) {
  int start = count;
  for (int k = count - 1; k >= 0; --k) {
    int64_t end;
    next[k] = count;
    reach[k] = 1;
    if (sorted[k].stride < 1 || !hd_mul(sorted[k].extent, sorted[k].stride, &end)) continue;
    reach[k] = end;
    for (int j = k + 1; j < count && sorted[j].stride <= end; ++j)
      if (sorted[j].stride == end && reach[j] > reach[k]) {
        reach[k] = reach[j];
        next[k] = j;
      }
    if (sorted[k].stride == 1 && (start == count || reach[k] >= reach[start])) start = k;
  }
  return start;
}

/* Leaves that do not overlap are one chain, without a choice. False: some overlap, or there may be no room. */
__attribute__((always_inline)) static inline bool chain_leaves(const hd_layout *layout, hd_axis axis,
                                                               hd_layout *made) {
  int64_t place[HD_MAX_LEAVES + 1], end;
  hd_octaves octaves;
  size_t leaves = layout->profile.leaves, first = made->profile.leaves;
  if (first + leaves > HD_MAX_LEAVES || !hd_find_octaves(layout, 0, leaves, axis, place, &octaves)) return false;
  size_t at = hd_write_chain(layout, &octaves, place, &end, made, first);
  if (at == 0) return false;
  made->profile.leaves = (uint8_t)at;
  return true;
}

static hd_status right_on_axis(const hd_layout *layout, hd_axis axis, hd_error *error, hd_layout *made) {
  hd_mode sorted[HD_MAX_LEAVES];
  int next[HD_MAX_LEAVES];
  int64_t reach[HD_MAX_LEAVES];
  if (axis != HD_AXIS_INTEGER && chain_leaves(layout, axis, made)) return HD_OK;
  int count = hd_sorted_modes(layout, axis, sorted), start = chain_start(sorted, count, next, reach);
  int first = made->profile.leaves;
  bool fits = start < count || append_merged(made, first, 1, 0);
  for (int k = start; k < count; k = next[k])
    fits = fits && append_merged(made, first, sorted[k].extent, sorted[k].place); /* no more than the layout has */
  return fits ? HD_OK : hd_refuse_full(error, "right_inverse");
}

hd_status hd_right_inverse(const hd_layout *layout, hd_error *error, hd_layout *result) {
  hd_layout made;
  hd_status status = HD_OK;
  hd_layout_clear(&made);
  if (!layout->on_axes && chain_leaves(layout, HD_AXIS_INTEGER, &made)) hd_close_flat(&made);
  else status = hd_components_each(layout, "right_inverse", right_on_axis, error, &made);
  if (status == HD_OK) hd_copy_leaves(result, &made); /* no size or place is more than the layout's size */
  return status;
}

/* ---- left ---- */

static hd_status fail_stride(hd_error *error, const char *reason, int64_t stride, int64_t below) {
  return hd_refuse(error, HD_UNDEFINED, "left_inverse", reason, stride, below, 0);
}

/* Values from one stride to the next are those that the mode of the first takes: mode k of the answer runs from its own
 * stride to the next one, though the layout may end before. Below the first stride nothing moves. Of modes with the
 * same stride the longest is the one that counts. */
static hd_status left_of_modes(const hd_mode *sorted, int count, hd_error *error, hd_layout *made) {
  int64_t below = 1, place = 0;
  int first = made->profile.leaves;
  bool fits = true;
  for (int k = 0; k < count; ++k) {
    if (sorted[k].stride < 0)
      return fail_stride(error, "the stride {0} is negative, and a layout begins at 0", sorted[k].stride, 0);
    int64_t gap = hd_quotient(sorted[k].stride, below);
    if (gap * below != sorted[k].stride)
      return fail_stride(error, "the stride {0} is no multiple of {1}, the stride below it", sorted[k].stride, below);
    if (gap > 1) fits = fits && append_merged(made, first, gap, place);
    below = sorted[k].stride;
    place = sorted[k].place;
  }
  fits = fits && append_merged(made, first, count > 0 ? sorted[count - 1].extent : 1, place);
  return fits ? HD_OK : hd_refuse_full(error, "left_inverse");
}

static hd_status left_on_axis(const hd_layout *layout, hd_axis axis, hd_error *error, hd_layout *made) {
  hd_mode sorted[HD_MAX_LEAVES];
  return left_of_modes(sorted, hd_sorted_modes(layout, axis, sorted), error, made);
}

static hd_status left_of_components(const hd_layout *layout, hd_error *error, hd_layout *made) {
  hd_status status = hd_components_each(layout, "left_inverse", left_on_axis, error, made);
  return status == HD_OK ? hd_layout_finish(made, "left_inverse", error) : status;
}

/* Whether every mode ends at or below the next one's stride: then the inverse is right. */
static bool keeps_apart(const hd_mode *sorted, int count) {
  for (int k = 0; k + 1 < count; ++k)
    if (sorted[k].extent > hd_quotient(sorted[k + 1].stride, sorted[k].stride)) return false;
  return true;
}

/* *right = whether L(R(L(i))) = L(i). */
static hd_status takes_back(const hd_layout *layout, const hd_layout *inverse, int64_t i, hd_error *error,
                            bool *right) {
  hd_tuple index, value, again;
  if (!layout->on_axes) {
    int64_t v = 0, back = 0, w = 0;
    hd_status status = hd_evaluate_index(layout, i, error, &v);
    if (status == HD_OK) status = hd_evaluate_index(inverse, v, error, &back);
    if (status == HD_OK) status = hd_evaluate_index(layout, back, error, &w);
    *right = v == w;
    return status;
  }
  hd_tuple_scalar(&index, i);
  hd_status status = hd_evaluate(layout, &index, error, &value);
  hd_tuple_copy(&again, &value);
  again.on_axes = false; /* names do not stand in a coordinate; the components' order is the same */
  if (status == HD_OK) status = hd_evaluate(inverse, &again, error, &index);
  if (status == HD_OK) status = hd_evaluate(layout, &index, error, &again);
  *right = status == HD_OK && hd_tuple_is_identical(&again, &value);
  return status;
}

static hd_status fail_collision(const hd_layout *layout, hd_error *error) {
  bool injective;
  hd_status status = hd_is_injective(layout, error, &injective);
  if (status != HD_OK || !error) return status != HD_OK ? status : HD_UNDEFINED;
  error->status = HD_UNDEFINED;
  error->operation = "left_inverse";
  error->caller = NULL;
  error->reason = layout->on_axes ? "the layout is not injective: {c} and {d} have the same value"
                                  : "the layout is not injective: {c} and {d} both have the value {0}";
  error->hint = NULL;
  error->leaf = -1;
  return HD_UNDEFINED;
}

/* Modes that overlap collide, as each stride divides the next. The inverse may be right all the same: that takes
 * looking at three values for each coordinate. */
static hd_status check_collisions(const hd_layout *layout, const hd_layout *inverse, hd_error *error) {
  hd_components components;
  hd_mode sorted[HD_MAX_LEAVES];
  bool apart = true, right = true;
  hd_components_of(layout, &components);
  for (int k = 0; apart && k < components.count; ++k)
    apart = keeps_apart(sorted, hd_sorted_modes(layout, components.axis[k], sorted));
  int64_t size = apart ? 0 : hd_size(layout);
  for (int64_t i = 0; i < size; ++i) {
    if (i == HD_MAX_VISITS / 3)
      return hd_refuse(error, HD_UNDECIDED, "left_inverse",
                       "modes overlap; the first {0} coordinates are taken back, and {1} remain", i, size - i, 0);
    hd_status status = takes_back(layout, inverse, i, error, &right);
    if (status != HD_OK) return status;
    if (!right) return fail_collision(layout, error);
  }
  return HD_OK;
}

/* The last leaf of a layout never ends, so it can take all that larger strides take: those stand still here. */
static void leave_to_the_last(const hd_layout *layout, hd_layout *result) {
  int last = layout->profile.leaves - 1;
  hd_layout_copy(result, layout);
  for (int k = 0; k < last; ++k)
    if (hd_layout_axis(layout, k) == hd_layout_axis(layout, last) && layout->stride[k] > layout->stride[last])
      result->stride[k] = 0;
  hd_layout_finish(result, "left_inverse", NULL); /* smaller strides than a valid layout's; this makes zeros plain */
}

static hd_status left_inverse(const hd_layout *layout, hd_error *error, hd_layout *result) {
  hd_layout inverse, rest;
  hd_mode sorted[HD_MAX_LEAVES];
  hd_status status = left_of_components(layout, error, &inverse);
  if (status != HD_OK) return status;
  if (layout->on_axes || !keeps_apart(sorted, hd_sorted_modes(layout, HD_AXIS_INTEGER, sorted)))
    status = check_collisions(layout, &inverse, error);
  if (status == HD_UNDEFINED) {
    leave_to_the_last(layout, &rest);
    if (left_of_components(&rest, NULL, &inverse) == HD_OK &&
        check_collisions(layout, &inverse, NULL) == HD_OK)
      status = HD_OK;
  }
  if (status == HD_OK) hd_layout_copy(result, &inverse);
  return status;
}

/* Appends a mode, or makes the one before it longer where that goes on so: at *next. */
static inline void take_back(int64_t extent, int64_t stride, uint64_t *next, hd_gaps *modes) {
  if ((uint64_t)stride == *next) {
    modes->extent[modes->count - 1] = (int64_t)((uint64_t)modes->extent[modes->count - 1] * (uint64_t)extent);
    *next *= (uint64_t)extent;
    return;
  }
  hd_push_gap(modes, extent, stride);
  *next = (uint64_t)extent * (uint64_t)stride;
}

/* The modes of the left inverse of leaves that do not overlap. False: some do, or a stride is no multiple of that below
 * it, or the numbers are large: with the last mode's end and the size below 2^31, no extent or stride of the answer is
 * more, and what was multiplied before that was known has not left 64 bits. */
static bool take_back_leaves(const hd_layout *layout, hd_gaps *modes) {
  int64_t places[HD_MAX_LEAVES + 1], below = 1, place = 0, extent = 1;
  uint64_t next = UINT64_MAX; /* where the mode written last would go on */
  hd_octaves octaves;
  size_t leaves = layout->profile.leaves;
  modes->count = 0;
  if (layout->on_axes || !hd_find_octaves(layout, 0, leaves, HD_AXIS_INTEGER, places, &octaves)) return false;
  if (octaves.taken & 1) { /* a stride of 1: nothing lies below it */
    size_t leaf = hd_next_octave(&octaves);
    extent = layout->shape[leaf];
    place = places[leaf];
  }
  while (octaves.taken != 0) {
    size_t leaf = hd_next_octave(&octaves);
    int64_t gap = layout->stride[leaf];
    if (!hd_divide_evenly(&gap, below) || gap < extent) return false;
    take_back(gap, place, &next, modes);
    below = layout->stride[leaf];
    extent = layout->shape[leaf];
    place = places[leaf];
  }
  if (modes->count == HD_MAX_LEAVES || (places[leaves] | below | extent) >> 31 != 0 || extent * below >> 31 != 0)
    return false;
  take_back(extent, place, &next, modes);
  return true;
}

hd_status hd_left_inverse(const hd_layout *layout, hd_error *error, hd_layout *result) {
  hd_gaps modes;
  if (take_back_leaves(layout, &modes)) return hd_write_gaps(&modes, result), HD_OK;
  return left_inverse(layout, error, result);
}

/* ---- what both have in common ---- */

void hd_nullspace(const hd_layout *layout, hd_layout *result) {
  hd_layout made;
  int64_t place = 1;
  hd_layout_clear(&made);
  for (int k = 0; k < layout->profile.leaves; place *= layout->shape[k++])
    if (layout->stride[k] == 0)
      hd_layout_append_leaf(&made, layout->shape[k], layout->shape[k] == 1 ? 0 : place, HD_AXIS_INTEGER);
  if (made.profile.leaves == 0) hd_layout_append_leaf(&made, 1, 0, HD_AXIS_INTEGER);
  if (made.profile.leaves > 1) hd_layout_wrap(&made, 0);
  hd_layout_copy(result, &made);
}

/* *yes = whether A takes the value i at R(i), for every i. A layout that does so is i:1, and then the composition is
 * found: a refusal of it is a "no". */
static hd_status counts_along(const hd_layout *a, const hd_layout *r, hd_error *error, bool *yes) {
  hd_layout along;
  hd_status status = hd_composition(a, r, error, &along);
  *yes = false;
  if (status != HD_OK) return status == HD_UNDEFINED ? HD_OK : status;
  hd_coalesce(&along, &along);
  *yes = along.profile.leaves == 1 && (along.stride[0] == 1 || along.shape[0] == 1);
  return HD_OK;
}

/* Cuts the last mode of a chain where A stops counting along it: what holds of a length holds of every shorter one, and
 * of 1, as the chain before it counts. */
static hd_status cut_last(const hd_layout *a, hd_layout *chain, hd_error *error) {
  int last = chain->profile.leaves - 1;
  int64_t least = 1, beyond = chain->shape[last];
  bool whole;
  hd_status status = counts_along(a, chain, error, &whole);
  if (status != HD_OK || whole) return status;
  while (beyond - least > 1) {
    chain->shape[last] = least + (beyond - least) / 2;
    status = counts_along(a, chain, error, &whole);
    if (status != HD_OK) return status;
    if (whole) least = chain->shape[last];
    else beyond = chain->shape[last];
  }
  chain->shape[last] = least;
  return HD_OK;
}

/* Tries the chains of B's modes one after another, each as far as A counts along it, and those that promise no more than
 * the best so far not at all. */
static hd_status try_chains(const hd_layout *a, const hd_mode *sorted, int count, const int64_t *reach, hd_error *error,
                            hd_layout *best) {
  hd_layout chain;
  int next[HD_MAX_LEAVES + 1] = {0}, depth = 0; /* depth: the chain's modes */
  int64_t end[HD_MAX_LEAVES + 1] = {1}, longest = 1;
  hd_layout_clear(&chain);
  while (depth >= 0) {
    int k = next[depth]++;
    if (k >= count) {
      if (--depth >= 0) --chain.profile.leaves;
      continue;
    }
    if (sorted[k].stride != end[depth] || reach[k] <= longest) continue;
    hd_layout_append_leaf(&chain, sorted[k].extent, sorted[k].place, HD_AXIS_INTEGER);
    hd_status status = cut_last(a, &chain, error);
    if (status != HD_OK) return status;
    int64_t cut = chain.shape[depth], size = end[depth] * cut;
    if (size > longest) {
      longest = size;
      hd_coalesce(&chain, best);
    }
    if (cut == sorted[k].extent) {
      end[++depth] = size;
      next[depth] = 0;
    } else {
      --chain.profile.leaves;
    }
  }
  return HD_OK;
}

/* B's leaves do not overlap, so that it has one chain, and A is divided along it: where its modes count no further, the
 * chain is cut. False: not settled here. */
static bool common_of_leaves(const hd_layout *a, const hd_layout *b, hd_layout *common) {
  int64_t place[HD_MAX_LEAVES + 1], end = 1, steps = 1, extent = 1;
  hd_octaves octaves;
  hd_radix digits;
  hd_layout pieces;
  hd_open_mode open = hd_no_mode();
  size_t at = 0;
  if (a->profile.leaves == 0 || !hd_find_octaves(b, 0, b->profile.leaves, HD_AXIS_INTEGER, place, &octaves))
    return false;
  hd_read_digits(a, 0, a->profile.leaves, &digits);
  for (; octaves.taken != 0 && steps == extent; end *= steps) {
    size_t leaf = hd_next_octave(&octaves);
    if (b->stride[leaf] < end) return false;
    if (b->stride[leaf] > end) break;
    steps = 1;
    extent = b->shape[leaf];
    if ((uint64_t)(extent | place[leaf]) >> HD_SMALL_BITS != 0) return false;
    digits.spare = HD_MAX_LEAVES - 1;
    int count = hd_split_run(&digits, 0, digits.last, extent, place[leaf], 0, 0, true, &pieces, 0);
    if (count < 0) return false;
    for (int k = 0; k < count && pieces.stride[k] == end * steps; ++k) steps *= pieces.shape[k];
    if (steps > 1) at = hd_merge_leaf(&open, steps, place[leaf], false, HD_AXIS_INTEGER, false, common, at);
  }
  hd_write_leaf(common, at, open.extent, open.stride, false, HD_AXIS_INTEGER);
  common->profile.leaves = (uint8_t)(at + 1);
  common->on_axes = false;
  hd_close_flat(common);
  return hd_is_refined(&digits);
}

hd_status hd_max_common_layout(const hd_layout *a, const hd_layout *b, hd_error *error, hd_layout *result) {
  hd_layout common;
  hd_mode sorted[HD_MAX_LEAVES];
  int next[HD_MAX_LEAVES];
  int64_t reach[HD_MAX_LEAVES];
  bool whole;
  if (a->on_axes || b->on_axes) return hd_refuse_axes(error, "max_common_layout", a->on_axes ? a : b);
  if (common_of_leaves(a, b, &common)) return hd_copy_leaves(result, &common), HD_OK;
  hd_status status = hd_right_inverse(b, error, &common);
  if (status == HD_OK) status = counts_along(a, &common, error, &whole);
  if (status == HD_OK && !whole) {
    int count = hd_sorted_modes(b, HD_AXIS_INTEGER, sorted);
    chain_start(sorted, count, next, reach);
    hd_layout_clear(&common);
    hd_layout_append_leaf(&common, 1, 0, HD_AXIS_INTEGER);
    status = try_chains(a, sorted, count, reach, error, &common);
  }
  if (status == HD_OK) hd_layout_copy(result, &common);
  return hd_fail_within(error, status, "max_common_layout");
}

hd_status hd_max_common_vector(const hd_layout *a, const hd_layout *b, hd_error *error, int64_t *size) {
  hd_layout common;
  hd_status status = hd_max_common_layout(a, b, error, &common);
  if (status == HD_OK) *size = hd_size(&common);
  return hd_fail_within(error, status, "max_common_vector");
}
