/* The modes of A, sorted by stride, leave gaps: below the first stride, and between the end of one mode and the stride
 * of the next. The complement steps through the gaps, and then from tile to tile. */
#include "algebra/complement.h"

#include "algebra/binary.h"
#include "algebra/checked.h"
#include "algebra/components.h"
#include "algebra/gaps.h"
#include "algebra/image.h"
#include "algebra/leaf.h"
#include "algebra/modes.h"
#include "algebra/refusals.h"

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

/* Why no gaps are found: some mode overlaps, or leaves 64 bits. Modes are merged first, so that the numbers are those of
 * whole modes: these overlap where their leaves do. */
__attribute__((noinline)) static hd_status refuse_gaps(const hd_layout *layout, hd_axis axis, hd_error *error) {
  hd_mode sorted[HD_MAX_LEAVES];
  int64_t end = 1, next;
  sorted[0] = (hd_mode){1, 0, 1}; /* there is some mode */
  int k = 0, count = hd_sorted_modes(layout, axis, sorted);
  for (; k + 1 < count && sorted[k].stride >= end && hd_mul(sorted[k].extent, sorted[k].stride, &next); ++k) end = next;
  if (sorted[k].stride < 0)
    return fail_number(error, HD_UNDEFINED, "the stride {0} is negative, so the values do not start a tile at 0",
                       sorted[k].stride, 0, 0);
  if (sorted[k].stride < end) return fail_overlap(layout, sorted[k].stride, end, error);
  return fail_number(error, HD_OVERFLOW, "the end of mode {0}:{1} leaves 64 bits", sorted[k].extent, sorted[k].stride,
                     0);
}

/* Where the next leaf goes, and on which axis. */
typedef struct writer {
  hd_layout *made;
  size_t at;
  hd_axis axis;
} writer;

static inline void write_gap(void *to, int64_t extent, int64_t stride) {
  writer *w = to;
  hd_write_leaf(w->made, w->at++, extent, stride, true, w->axis);
}

/* Of powers of two: once it is known which bits are taken the layout is not looked at again, and may be the result. False:
 * not settled here. */
static inline bool complement_bits(const hd_layout *layout, int64_t within, hd_layout *result) {
  uint64_t taken;
  writer w = {result, 0, HD_AXIS_INTEGER};
  if (within >> 62 != 0 || layout->profile.leaves == HD_MAX_LEAVES ||
      !hd_take_bits(layout, 0, layout->profile.leaves, &taken))
    return false;
  int64_t end = (int64_t)hd_walk_bits(taken, write_gap, &w), tiles = hd_quotient(within - 1, end) + 1;
  if (tiles > 1 || w.at == 0) write_gap(&w, tiles, end);
  result->profile.leaves = (uint8_t)w.at;
  result->on_axes = false;
  hd_close_flat(result);
  return true;
}

hd_status hd_complement(const hd_layout *layout, int64_t within, hd_error *error, hd_layout *result) {
  hd_gaps gaps;
  if (layout->on_axes) return hd_refuse_axes(error, operation, layout);
  if (within < 1) return fail_number(error, HD_RANGE, "the bound {0} is below 1", within, 0, 0);
  if (complement_bits(layout, within, result)) return HD_OK;
  if (!hd_find_gaps(layout, 0, layout->profile.leaves, HD_AXIS_INTEGER, &gaps))
    return refuse_gaps(layout, HD_AXIS_INTEGER, error);
  int64_t end = gaps.end, tiles = hd_quotient(within - 1, end) + 1, reach = end - 1 - gaps.lost;
  bool needed = tiles > 1 || gaps.count == 0;
  if (needed && gaps.count == HD_MAX_LEAVES) return hd_refuse_full(error, operation);
  if (needed) hd_push_tail(&gaps, tiles);
  if (!hd_add_product(&reach, tiles - 1, end))
    return fail_number(error, HD_OVERFLOW, "the last of {0} tiles of stride {1} leaves 64 bits", tiles, end, 0);
  if (reach < within - 1)
    return fail_number(
        error, HD_UNDEFINED,
        "the layout and its complement reach only {0}, not {1}: a gap between its strides does not come out even",
        reach, within - 1, 0);
  hd_write_gaps(&gaps, result); /* what it reaches fits, and its size is no more */
  return HD_OK;
}

/* The unbounded complement of the modes on one axis: its gaps, and a last mode of extent 1 where the tail begins. */
__attribute__((always_inline)) static inline hd_status find_unbounded(const hd_layout *layout, hd_axis axis, int room,
                                                                      hd_error *error, hd_gaps *gaps) {
  if (!hd_find_gaps(layout, 0, layout->profile.leaves, axis, gaps)) return refuse_gaps(layout, axis, error);
  if (gaps->count >= room) return hd_refuse_full(error, operation);
  hd_push_tail(gaps, 1);
  return HD_OK;
}

static hd_status complement_axis(const hd_layout *layout, hd_axis axis, hd_error *error, hd_layout *made) {
  hd_gaps gaps;
  size_t at = made->profile.leaves;
  hd_status status = find_unbounded(layout, axis, HD_MAX_LEAVES - made->profile.leaves, error, &gaps);
  if (status != HD_OK) return status;
  for (int k = 0; k < gaps.count; ++k) hd_write_leaf(made, at++, gaps.extent[k], gaps.stride[k], true, axis);
  made->profile.leaves = (uint8_t)at;
  made->on_axes = true;
  return HD_OK;
}

/* Leaves on outer components 0, 1, .., as they nearly always are: all octaves in one pass, then the gaps and the tail
 * of each. What they reach fits, as the ends do. False: not settled here. */
static bool complement_outer(const hd_layout *layout, hd_layout *made) {
  hd_octaves octaves[HD_MAX_LEAVES];
  writer w = {made, 0, (hd_axis)HD_AXIS_TAG_PATH << HD_AXIS_TAG_SHIFT};
  hd_axis count = 0;
  size_t leaves = layout->profile.leaves;
  for (size_t k = 0; k < leaves; ++k) {
    hd_axis step = layout->axis[k] ^ w.axis;
    if (layout->axis[k] == HD_AXIS_INTEGER) continue; /* does not move */
    if (step > HD_MAX_LEAVES || layout->stride[k] < 0) return false;
    while (count < step) octaves[count++].taken = 0;
    hd_octaves *of = &octaves[step - 1];
    if (layout->shape[k] > 1 && !hd_add_octave(&of->taken, of->leaf, layout->stride[k], k)) return false;
  }
  if (count == 0 || leaves + count > HD_MAX_LEAVES) return false;
  for (hd_axis k = 0; k < count; ++k) {
    size_t first = w.at;
    int64_t end, lost;
    ++w.axis;
    if (!hd_walk_octaves(layout, &octaves[k], write_gap, &w, &end, &lost)) return false;
    write_gap(&w, 1, end);
    if (w.at - first > 1) made->profile.open[first] = made->profile.close[w.at - 1] = 1;
  }
  made->profile.leaves = (uint8_t)w.at;
  made->on_axes = true;
  hd_wrap_all(&made->profile);
  return hd_size_fits(made);
}

hd_status hd_complement_unbounded(const hd_layout *layout, hd_error *error, hd_layout *result) {
  hd_gaps gaps;
  hd_layout made;
  if (!layout->on_axes) {
    hd_status status = find_unbounded(layout, HD_AXIS_INTEGER, HD_MAX_LEAVES, error, &gaps);
    if (status == HD_OK) hd_write_gaps(&gaps, result);
    return status;
  }
  if (complement_outer(layout, &made)) return hd_copy_leaves(result, &made), HD_OK;
  for (int k = 0; k < layout->profile.leaves; ++k)
    if (hd_axis_is_name(layout->axis[k])) {
      hd_refuse_axes(error, operation, layout);
      if (error) error->reason = "leaf {leaf} has the stride {0}{a}: named axes have no order to complete";
      return HD_MISMATCH;
    }
  hd_status status = hd_components_each(layout, operation, complement_axis, error, &made);
  /* Its axes are the layout's. */
  if (status == HD_OK && !hd_is_small(&made)) status = hd_layout_finish(&made, operation, error);
  if (status == HD_OK) hd_copy_leaves(result, &made);
  return status;
}

bool hd_nests(const hd_layout *layout, int64_t *end) { return hd_leaves_nest(layout, 0, layout->profile.leaves, end); }

hd_status hd_is_complementable(const hd_layout *layout, int64_t within, hd_error *error, bool *answer) {
  int64_t end;
  if (layout->on_axes) return hd_refuse_axes(error, "complementable", layout);
  *answer = false;
  for (int k = 0; k < layout->profile.leaves; ++k)
    if (layout->stride[k] == 0 && layout->shape[k] > 1) return HD_OK;
  *answer = within >= 1 && hd_leaves_nest(layout, 0, layout->profile.leaves, &end) && within % end == 0;
  return HD_OK;
}
