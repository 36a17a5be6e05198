/* The modes of A, sorted by stride, leave gaps: below the first stride, and between the end of one mode and the stride
 * of the next. The complement steps through the gaps, and then from tile to tile. */
#include "algebra/complement.h"

#include "algebra/checked.h"
#include "algebra/components.h"
#include "algebra/image.h"
#include "algebra/leaf.h"
#include "algebra/modes.h"
#include "algebra/refusals.h"
#include "algebra/sorted.h"

static const char operation[] = "complement";

static hd_status fail_number(hd_error *error, hd_status status, const char *reason, int64_t a, int64_t b, int64_t c) {
  return hd_refuse(error, status, operation, reason, a, b, c);
}

/* A mode's stride lies below the end of the modes before it: either values of moving modes collide, or tiles would
 * interleave. */
static hd_status fail_overlap(const hd_layout *layout, int64_t stride, int64_t end, hd_error *error) {
  hd_layout moving;
  bool injective;
  hd_filter_zeros(layout, &moving);
  hd_status status = hd_is_injective(&moving, error, &injective);
  if (status == HD_OK && !injective) {
    if (!error) return HD_UNDEFINED;
    error->status = HD_UNDEFINED;
    error->operation = operation;
    error->reason = layout->on_axes ? "the layout is not injective: {c} and {d} have the same value"
                                    : "the layout is not injective: {c} and {d} both have the value {0}";
    return HD_UNDEFINED;
  }
  fail_number(error, HD_UNDEFINED,
              status == HD_OK ? "the layout is interleaved: its stride {0} lies below {1}, where smaller strides end"
                              : "the stride {0} lies below {1}, where smaller strides end",
              stride, end, 0);
  if (error) error->hint = "an injective layout has a complement only when its sorted strides nest";
  return HD_UNDEFINED;
}

/* The gaps below each mode, by stride, which never touch, as a mode lies between them; *end is where the last mode
 * ends, *reach the largest value of both. */
static hd_status append_gaps(const hd_layout *layout, hd_axis axis, hd_error *error, hd_layout *gaps, int64_t *end,
                             int64_t *reach) {
  hd_mode sorted[HD_MAX_LEAVES];
  int count = hd_sorted_modes(layout, axis, sorted);
  hd_layout_clear(gaps);
  *end = 1;
  *reach = 0;
  for (int k = 0; k < count; ++k) {
    int64_t extent = sorted[k].extent, stride = sorted[k].stride;
    if (stride < 0)
      return fail_number(error, HD_UNDEFINED, "the stride {0} is negative, so the values do not start a tile at 0",
                         stride, 0, 0);
    if (stride < *end) return fail_overlap(layout, stride, *end, error);
    int64_t gap = hd_quotient(stride, *end);
    if (gap > 1 && !hd_layout_append_leaf(gaps, gap, *end, HD_AXIS_INTEGER)) return hd_refuse_full(error, operation);
    if (!hd_add_product(reach, gap - 1, *end) || !hd_add_product(reach, extent - 1, stride) ||
        !hd_mul(extent, stride, end))
      return fail_number(error, HD_OVERFLOW, "the end of mode {0}:{1} leaves 64 bits", extent, stride, 0);
  }
  return HD_OK;
}

hd_status hd_complement(const hd_layout *layout, int64_t within, hd_error *error, hd_layout *result) {
  hd_layout gaps;
  int64_t end, reach;
  if (layout->on_axes) return hd_refuse_axes(error, operation, layout);
  if (within < 1) return fail_number(error, HD_RANGE, "the bound {0} is below 1", within, 0, 0);
  hd_status status = append_gaps(layout, HD_AXIS_INTEGER, error, &gaps, &end, &reach);
  if (status != HD_OK) return status;
  int64_t tiles = hd_quotient(within - 1, end) + 1;
  bool needed = tiles > 1 || gaps.profile.leaves == 0;
  if (needed && !hd_layout_append_leaf(&gaps, tiles, end, HD_AXIS_INTEGER)) return hd_refuse_full(error, operation);
  if (!hd_add_product(&reach, tiles - 1, end))
    return fail_number(error, HD_OVERFLOW, "the last of {0} tiles of stride {1} leaves 64 bits", tiles, end, 0);
  if (reach < within - 1) {
    fail_number(
        error, HD_UNDEFINED,
        "the layout and its complement reach only {0}, not {1}: a gap between its strides does not come out even",
        reach, within - 1, 0);
    return HD_UNDEFINED;
  }
  hd_close_flat(&gaps);
  hd_copy_leaves(result, &gaps); /* what it reaches fits, and its size is no more */
  return HD_OK;
}

/* The unbounded complement of the modes on one axis: its gaps, and a last mode of extent 1 where the tail begins. */
static hd_status complement_axis(const hd_layout *layout, hd_axis axis, hd_error *error, hd_layout *result) {
  int64_t end, reach;
  hd_status status = append_gaps(layout, axis, error, result, &end, &reach);
  if (status != HD_OK) return status;
  for (int k = 0; axis != HD_AXIS_INTEGER && k < result->profile.leaves; ++k) hd_layout_set_axis(result, k, axis);
  if (!hd_layout_append_leaf(result, 1, end, axis)) return hd_refuse_full(error, operation);
  hd_close_flat(result);
  return HD_OK;
}

hd_status hd_complement_unbounded(const hd_layout *layout, hd_error *error, hd_layout *result) {
  for (int k = 0; k < layout->profile.leaves; ++k)
    if (hd_axis_is_name(hd_layout_axis(layout, k))) {
      hd_refuse_axes(error, operation, layout);
      if (error) error->reason = "leaf {leaf} has the stride {0}{a}: named axes have no order to complete";
      return HD_MISMATCH;
    }
  return hd_components_each(layout, operation, complement_axis, error, result);
}

bool hd_nests(const hd_layout *layout, int64_t *end) {
  hd_mode sorted[HD_MAX_LEAVES];
  int count = hd_sorted_modes(layout, HD_AXIS_INTEGER, sorted);
  *end = 1;
  for (int k = 0; k < count; ++k)
    if (sorted[k].stride < 0 || sorted[k].stride % *end != 0 || !hd_mul(sorted[k].extent, sorted[k].stride, end))
      return false;
  return true;
}

hd_status hd_is_complementable(const hd_layout *layout, int64_t within, hd_error *error, bool *answer) {
  int64_t end;
  bool repeats = false;
  if (layout->on_axes) return hd_refuse_axes(error, "complementable", layout);
  for (int k = 0; k < layout->profile.leaves; ++k) repeats |= layout->stride[k] == 0 && layout->shape[k] > 1;
  *answer = !repeats && within >= 1 && hd_nests(layout, &end) && within % end == 0;
  return HD_OK;
}
