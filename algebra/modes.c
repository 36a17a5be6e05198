/* Modes chosen, dropped, grouped and filtered: what is kept is copied with its brackets, nothing is computed. */
#include "algebra/modes.h"

#include "algebra/checked.h"
#include "algebra/coalesce.h"
#include "algebra/evaluate.h"
#include "algebra/leaf.h"
#include "algebra/match.h"
#include "algebra/refusals.h"
#include "algebra/slice_plain.h"

static hd_status fail_range(hd_error *error, const char *operation, const char *reason, int a, int b, int c) {
  return hd_refuse(error, HD_RANGE, operation, reason, a, b, c);
}

/* ---- picking ---- */

/* Appends leaves begin..end-1 of the first operand (shift 0) or of the second (shift HD_MAX_LEAVES). */
static inline bool pick_run(hd_pick *pick, const hd_profile *of, int begin, int end, int shift) {
  int at = pick->profile.leaves;
  if (end - begin > HD_MAX_LEAVES - at) return false;
  for (int k = begin; k < end; ++k, ++at) {
    pick->profile.open[at] = of->open[k];
    pick->profile.close[at] = of->close[k];
    pick->leaf[at] = (uint16_t)(k + shift);
  }
  pick->profile.leaves = (uint8_t)at;
  return true;
}

/* What is wrong with a coordinate: its nesting, or its first leaf on an axis. */
static hd_status fail_standing(hd_error *error, const char *operation, const hd_profile *of,
                               const hd_tuple *coordinate) {
  int leaf = 0;
  if (!hd_is_weakly_congruent(&coordinate->profile, of)) {
    hd_refuse_nesting(error, operation, "the coordinate {c} is not nested like the operand, whose rank is {0}",
                      coordinate, NULL);
    if (error) error->number[0] = hd_rank(of);
    return HD_MISMATCH;
  }
  while (hd_tuple_is_any(coordinate, leaf) || hd_tuple_axis(coordinate, leaf) == HD_AXIS_INTEGER) ++leaf;
  hd_refuse_nesting(error, operation, "leaf {leaf} of {c} lies on an axis; an integer or `_` is wanted", coordinate,
                    NULL);
  if (error) error->leaf = leaf, error->number[0] = hd_rank(of);
  return HD_MISMATCH;
}

hd_status hd_pick_group(const hd_profile *of, int begin, int end, hd_error *error, hd_pick *pick) {
  hd_view modes;
  if (begin < 0 || begin >= end || !hd_find_modes(of, hd_view_all(of), begin, end, &modes))
    return fail_range(error, "group_modes",
                      "begin {0} and end {1} do not mark modes of {2}: wanted is 0 <= begin < end <= {2}", begin, end,
                      hd_rank(of));
  pick->profile.leaves = 0;
  pick_run(pick, of, 0, of->leaves, 0);
  hd_bracket_leaves(&pick->profile, modes.begin, 1, modes.end - 1, 1);
  return hd_depth_fits(&pick->profile) ? HD_OK : hd_refuse_full(error, "group_modes");
}

hd_status hd_pick_take(const hd_profile *of, int begin, int end, hd_error *error, hd_pick *pick) {
  hd_view modes;
  if (begin < 0 || begin > end || !hd_find_modes(of, hd_view_all(of), begin, end, &modes))
    return fail_range(error, "take",
                      "begin {0} and end {1} do not mark modes of {2}: wanted is 0 <= begin <= end <= {2}", begin, end,
                      hd_rank(of));
  pick->profile.leaves = 0;
  pick_run(pick, of, modes.begin, modes.end, 0); /* no deeper than it stands there */
  if (modes.begin < modes.end)
    hd_bracket_leaves(&pick->profile, 0, 1 - modes.skip_open, pick->profile.leaves - 1, 1 - modes.skip_close);
  return HD_OK;
}

/* Where each mode of a tuple's modes begins, in order, and where the last one ends. Returns how many each has; 0 where
 * that is not one number. Two brackets are round each of them. */
static inline int find_inner_modes(const hd_profile *of, int *count, uint8_t begin[HD_MAX_LEAVES + 1]) {
  int depth = 0, width = 0, wanted = 0, found = 0;
  bool even = hd_is_tuple(of);
  begin[0] = 0;
  for (int k = 0; k < of->leaves; ++k) {
    depth += of->open[k];
    depth -= of->close[k];
    if (depth <= 2) begin[++found] = (uint8_t)(k + 1);
    if (depth > 1) continue;
    if (width == 0) width = found;
    wanted += width;
    even &= found == wanted && depth + of->close[k] >= 2; /* else the mode is no tuple */
  }
  *count = found;
  return even ? width : 0;
}

static hd_status fail_zip(const hd_profile *of, hd_error *error) {
  int ranks[HD_MAX_LEAVES], rank = hd_is_tuple(of) ? hd_rank(of) : 0;
  for (int i = 0; i < rank; ++i) {
    hd_view mode;
    hd_view_mode(of, hd_view_all(of), i, &mode);
    if (!hd_view_is_tuple(of, mode))
      return hd_refuse(error, HD_MISMATCH, "zip", "mode {0} is not a tuple, so it has no modes to exchange", i, 0, 0);
    ranks[i] = hd_view_rank(of, mode);
  }
  for (int i = 1; i < rank; ++i)
    if (ranks[i] != ranks[0])
      return hd_refuse(error, HD_MISMATCH, "zip", "mode {0} has rank {1}, and mode 0 has rank {2}", i, ranks[i],
                       ranks[0]);
  return hd_fail(error, HD_MISMATCH, "zip",
                 "the operand has no modes to exchange; a tuple of tuples is wanted, as in ((1,2),(3,4))");
}

/* Zips a nesting, with the leaves' numbers to `leaf`, or the leaves of `from` to `to`: the caller's constants say which.
 * A mode of a first mode loses the bracket before it that was round the first mode, and one that now comes first gets
 * one; and so at the other end. The pair round everything stays where it is. As many leaves and levels as before. */
__attribute__((always_inline)) static inline bool zip(const hd_profile *of, hd_profile *made, uint16_t *leaf,
                                                      const hd_layout *from, hd_layout *to) {
  uint8_t begin[HD_MAX_LEAVES + 1];
  int count, width = find_inner_modes(of, &count, begin), leaves = of->leaves;
  if (width == 0) return false;
  for (int at = 0, k = 0, end = begin[1], mode = 0, j = 0, more = 0; at < leaves; ++at) {
    int close = of->close[k];
    made->open[at] = (uint8_t)(of->open[k] + more);
    if (leaf) leaf[at] = (uint16_t)k;
    if (to) to->shape[at] = from->shape[k], to->stride[at] = from->stride[k];
    if (to && from->on_axes) to->axis[at] = from->axis[k];
    more = 0;
    if (++k == end) { /* mode j of the next mode; or of the first one, after all have had theirs */
      close -= j + 1 == width;
      more = -(j == 0);
      mode += width;
      if (mode >= count) mode = ++j, ++close, more = 1;
      k = begin[mode];
      end = begin[mode + 1];
    }
    made->close[at] = (uint8_t)close;
  }
  made->leaves = (uint8_t)leaves;
  return true;
}

hd_status hd_pick_zip(const hd_profile *of, hd_error *error, hd_pick *pick) {
  return zip(of, &pick->profile, pick->leaf, NULL, NULL) ? HD_OK : fail_zip(of, error);
}

/* Layouts of leaves' numbers: what an operation makes of them is the pick. */
static void number_leaves(const hd_profile *of, int first, hd_layout *numbers) {
  hd_copy_profile(&numbers->profile, of);
  numbers->on_axes = false;
  for (int k = 0; k < of->leaves; ++k) numbers->shape[k] = first + k, numbers->stride[k] = 0;
}

static hd_status read_numbers(hd_status status, const hd_layout *numbers, hd_pick *pick) {
  if (status != HD_OK) return status;
  hd_copy_profile(&pick->profile, &numbers->profile);
  for (int k = 0; k < numbers->profile.leaves; ++k) pick->leaf[k] = (uint16_t)numbers->shape[k];
  return HD_OK;
}

/* The modes that stand at `_`, when `open`, or at integers, copied while they are matched (match.h): one pass. They are
 * a part of what is there, no deeper than that: they fit. Where there is a sum, the value at the coordinate is added to
 * it. Returns false where the coordinate does not match, or lies on an axis, or the sum overflows; `made` is then of no
 * use.
 *   requires: a leaf in the layout; on_axes as the layout has it, a constant; for a sum, integer strides */
__attribute__((always_inline)) static inline bool write_standing(const hd_layout *layout, const hd_tuple *coordinate,
                                                                 bool open, bool on_axes, hd_layout *restrict made,
                                                                 int64_t *sum) {
  static const hd_axis no_axis[HD_MAX_LEAVES];
  const hd_profile *of = &layout->profile, *guide = &coordinate->profile;
  const hd_axis *axis = coordinate->on_axes ? coordinate->axis : no_axis;
  hd_axis axes = 0;
  size_t leaf = 0, at = 0;
  if (guide->leaves == 0) return false;
  for (size_t k = 0, leaves = guide->leaves; k < leaves; ++k, ++leaf) {
    unsigned opened; /* brackets before the mode that are its own */
    if (__builtin_sub_overflow(of->open[leaf], guide->open[k], &opened)) return false;
    int depth = (int)opened; /* how many of these are still open; below 0, how many of the guide's close */
    bool any = axis[k] != HD_AXIS_INTEGER;
    if (any) axes |= axis[k];
    if (any == open) {
      made->profile.open[at] = (uint8_t)opened;
      for (;; made->profile.open[at] = of->open[leaf], depth += of->open[leaf]) {
        made->profile.close[at] = of->close[leaf];
        made->shape[at] = layout->shape[leaf];
        made->stride[at] = layout->stride[leaf];
        if (on_axes) made->axis[at] = layout->axis[leaf];
        ++at;
        if ((depth -= of->close[leaf]) <= 0) break; /* the mode's last leaf */
        ++leaf;
      }
      made->profile.close[at - 1] = (uint8_t)(made->profile.close[at - 1] + depth);
    } else {
      int64_t rest = sum ? coordinate->value[k] : 0;
      for (; (depth -= of->close[leaf]) > 0; depth += of->open[++leaf])
        if (sum && !hd_add_product(sum, hd_split_digit(&rest, layout->shape[leaf]), layout->stride[leaf])) return false;
      if (sum && !hd_add_product(sum, rest, layout->stride[leaf])) return false;
    }
    if (depth + guide->close[k] != 0) return false;
  }
  made->profile.leaves = (uint8_t)at;
  if (hd_is_tuple(guide)) hd_wrap_all(&made->profile);
  hd_settle_axes(made, on_axes);
  return (axes & ~HD_AXIS_ANY) == 0; /* every axis but `_` has more in its word */
}

static inline hd_status standing(const hd_layout *layout, const hd_tuple *coordinate, bool open, const char *operation,
                                 hd_error *error, hd_layout *result) {
  hd_layout made;
  uint8_t begin[HD_MAX_LEAVES + 1];
  bool written;
  if (layout->profile.leaves == 0) {
    hd_layout_clear(&made);
    written = hd_match_coordinate(coordinate, &layout->profile, begin);
  } else {
    written = layout->on_axes ? write_standing(layout, coordinate, open, true, &made, NULL)
                              : write_standing(layout, coordinate, open, false, &made, NULL);
  }
  if (!written) return fail_standing(error, operation, &layout->profile, coordinate);
  hd_copy_leaves(result, &made);
  return HD_OK;
}

static hd_status pick_standing(const hd_profile *of, const hd_tuple *coordinate, bool open, const char *operation,
                               hd_error *error, hd_pick *pick) {
  hd_layout numbers;
  number_leaves(of, 0, &numbers);
  return read_numbers(standing(&numbers, coordinate, open, operation, error, &numbers), &numbers, pick);
}

hd_status hd_pick_slice(const hd_profile *of, const hd_tuple *coordinate, hd_error *error, hd_pick *pick) {
  return pick_standing(of, coordinate, true, "slice", error, pick);
}

hd_status hd_pick_dice(const hd_profile *of, const hd_tuple *coordinate, hd_error *error, hd_pick *pick) {
  return pick_standing(of, coordinate, false, "dice", error, pick);
}

/* ---- two operands: built as layouts, in runs of leaves ---- */

static hd_status replace(const hd_layout *layout, int mode, const hd_layout *by, hd_error *error, hd_layout *made) {
  hd_view old, all = hd_view_all(&layout->profile);
  if (mode < 0 || !hd_find_modes(&layout->profile, all, mode, mode + 1, &old))
    return fail_range(error, "replace", "there is no mode {0}: the rank is {1}", mode, hd_rank(&layout->profile), 0);
  if (by->profile.leaves == 0) return hd_fail(error, HD_MISMATCH, "replace", "`()` cannot be a mode");
  hd_layout_clear(made);
  hd_append_leaves(made, layout, (hd_view){0, old.begin, 0, 0});
  bool fits = hd_append_leaves(made, by, hd_view_all(&by->profile));
  if (fits) hd_bracket_leaves(&made->profile, old.begin, old.skip_open, made->profile.leaves - 1, old.skip_close);
  fits = fits && hd_append_leaves(made, layout, (hd_view){old.end, all.end, 0, 0}) && hd_depth_fits(&made->profile);
  return fits ? HD_OK : hd_refuse_full(error, "replace");
}

/* `missing` times the element, before the modes of the layout or after them: the caller's constant says which. */
__attribute__((always_inline)) static inline hd_status extend(const hd_layout *layout, int missing,
                                                              const hd_layout *element, bool before,
                                                              const char *operation, hd_error *error,
                                                              hd_layout *made) {
  const hd_profile *of = &layout->profile;
  hd_view all = hd_view_all(of), element_all = hd_view_all(&element->profile);
  hd_layout_clear(made);
  if (missing <= 0) return hd_append_leaves(made, layout, all), HD_OK;
  if (element->profile.leaves == 0) return hd_fail(error, HD_MISMATCH, operation, "`()` cannot be a mode");
  all.skip_open = all.skip_close = hd_is_tuple(of);
  bool fits = true;
  for (int k = 0; before && fits && k < missing; ++k) fits = hd_append_leaves(made, element, element_all);
  fits = fits && hd_append_leaves(made, layout, all);
  for (int k = 0; !before && fits && k < missing; ++k) fits = hd_append_leaves(made, element, element_all);
  if (fits) hd_wrap_all(&made->profile);
  return fits && hd_depth_fits(&made->profile) ? HD_OK : hd_refuse_full(error, operation);
}

__attribute__((always_inline)) static inline hd_status extend_to_rank(const hd_layout *layout, int rank, const hd_layout *element, bool before,
                                const char *operation, hd_error *error, hd_layout *made) {
  if (rank < 1) return fail_range(error, operation, "the rank {0} is below 1", rank, 0, 0);
  int present = hd_count_modes(&layout->profile, hd_view_all(&layout->profile));
  return extend(layout, rank - present, element, before, operation, error, made);
}

hd_status hd_pick_replace(const hd_profile *of, int mode, const hd_profile *by, hd_error *error, hd_pick *pick) {
  hd_layout first, second, made;
  number_leaves(of, 0, &first);
  number_leaves(by, HD_MAX_LEAVES, &second);
  return read_numbers(replace(&first, mode, &second, error, &made), &made, pick);
}

static hd_status pick_to_rank(const hd_profile *of, int rank, const hd_profile *element, bool before,
                              const char *operation, hd_error *error, hd_pick *pick) {
  hd_layout first, second, made;
  number_leaves(of, 0, &first);
  number_leaves(element, HD_MAX_LEAVES, &second);
  return read_numbers(extend_to_rank(&first, rank, &second, before, operation, error, &made), &made, pick);
}

hd_status hd_pick_append_to_rank(const hd_profile *of, int rank, const hd_profile *element, hd_error *error,
                                 hd_pick *pick) {
  return pick_to_rank(of, rank, element, false, "append_to_rank", error, pick);
}

hd_status hd_pick_prepend_to_rank(const hd_profile *of, int rank, const hd_profile *element, hd_error *error,
                                  hd_pick *pick) {
  return pick_to_rank(of, rank, element, true, "prepend_to_rank", error, pick);
}

/* ---- taking what was picked ---- */

/* Leaf by leaf from either operand, into neither of them. Inlined, for those who have no second one. */
__attribute__((always_inline)) static inline void gather(const hd_pick *pick, const hd_layout *first,
                                                         const hd_layout *second, hd_layout *to) {
  int leaves = pick->profile.leaves;
  bool on_axes = first->on_axes || (second && second->on_axes);
  for (int k = 0; k < leaves; ++k) {
    bool other = second && pick->leaf[k] >= HD_MAX_LEAVES;
    const hd_layout *from = other ? second : first;
    int leaf = pick->leaf[k] - (other ? HD_MAX_LEAVES : 0);
    to->shape[k] = from->shape[leaf];
    to->stride[k] = from->stride[leaf];
    if (on_axes) to->axis[k] = hd_layout_axis(from, leaf);
  }
  hd_copy_profile(&to->profile, &pick->profile);
  hd_settle_axes(to, on_axes);
}

hd_status hd_pick_layout(const hd_pick *pick, const hd_layout *first, const hd_layout *second, const char *operation,
                         hd_error *error, hd_layout *result) {
  hd_layout made;
  gather(pick, first, second, &made);
  hd_status status = hd_layout_finish(&made, operation, error);
  if (status == HD_OK) hd_copy_leaves(result, &made);
  return status;
}

void hd_pick_tuple(const hd_pick *pick, const hd_tuple *first, const hd_tuple *second, hd_tuple *result) {
  hd_tuple made;
  hd_tuple_clear(&made);
  for (int k = 0; k < pick->profile.leaves; ++k) {
    bool other = pick->leaf[k] >= HD_MAX_LEAVES;
    const hd_tuple *from = other ? second : first;
    int leaf = pick->leaf[k] - (other ? HD_MAX_LEAVES : 0);
    hd_tuple_append(&made, from->value[leaf], hd_tuple_axis(from, leaf));
  }
  made.profile.leaves = 0; /* the same leaves, under the pick's brackets */
  hd_profile_append(&made.profile, &pick->profile, hd_view_all(&pick->profile));
  hd_tuple_copy(result, &made);
}

/* ---- of layouts ---- */

/* Takes what `status` says was picked: leaves of one layout, each once at most. They are a valid layout again. */
static inline hd_status part(hd_status status, const hd_pick *pick, const hd_layout *layout, hd_layout *result) {
  hd_layout made;
  if (status != HD_OK) return status;
  gather(pick, layout, NULL, result == layout ? &made : result);
  if (result == layout) hd_copy_leaves(result, &made);
  return HD_OK;
}

hd_status hd_slice(const hd_layout *layout, const hd_tuple *coordinate, hd_error *error, hd_layout *result) {
  return standing(layout, coordinate, true, "slice", error, result);
}

hd_status hd_dice(const hd_layout *layout, const hd_tuple *coordinate, hd_error *error, hd_layout *result) {
  return standing(layout, coordinate, false, "dice", error, result);
}

bool hd_slice_plain(const hd_layout *layout, const hd_tuple *coordinate, hd_layout *slice, int64_t *start) {
  int64_t sum = 0;
  if (layout->profile.leaves == 0) return false;
  bool found = write_standing(layout, coordinate, true, false, slice, &sum);
  *start = sum;
  return found;
}

hd_status hd_slice_and_offset(const hd_layout *layout, const hd_tuple *coordinate, hd_error *error, hd_layout *result,
                              hd_tuple *offset) {
  hd_layout made;
  hd_tuple start;
  int64_t sum;
  if (!layout->on_axes && hd_slice_plain(layout, coordinate, &made, &sum)) {
    hd_copy_leaves(result, &made);
    return hd_tuple_scalar(offset, sum), HD_OK;
  }
  hd_status status = hd_evaluate(layout, coordinate, error, &start);
  if (status == HD_OK) status = hd_slice(layout, coordinate, error, result);
  if (status == HD_OK) hd_tuple_copy(offset, &start);
  return hd_fail_within(error, status, "slice_and_offset");
}

hd_status hd_group_modes(const hd_layout *layout, int begin, int end, hd_error *error, hd_layout *result) {
  hd_pick pick;
  return part(hd_pick_group(&layout->profile, begin, end, error, &pick), &pick, layout, result);
}

hd_status hd_take(const hd_layout *layout, int begin, int end, hd_error *error, hd_layout *result) {
  hd_pick pick;
  return part(hd_pick_take(&layout->profile, begin, end, error, &pick), &pick, layout, result);
}

hd_status hd_zip(const hd_layout *layout, hd_error *error, hd_layout *result) {
  hd_layout made, *to = result == layout ? &made : result;
  if (!zip(&layout->profile, &to->profile, NULL, layout, to)) return fail_zip(&layout->profile, error);
  to->on_axes = layout->on_axes;
  if (to == &made) hd_copy_leaves(result, &made);
  return HD_OK;
}

/* Checks what `status` says was made of two layouts, and takes it over. */
static inline hd_status finished(hd_status status, hd_layout *made, const char *operation, hd_error *error,
                                 hd_layout *result) {
  if (status == HD_OK) status = hd_finish(made, operation, error);
  if (status == HD_OK) hd_copy_leaves(result, made);
  return status;
}

hd_status hd_replace(const hd_layout *layout, int mode, const hd_layout *by, hd_error *error, hd_layout *result) {
  hd_layout made;
  return finished(replace(layout, mode, by, error, &made), &made, "replace", error, result);
}

hd_status hd_append_to_rank(const hd_layout *layout, int rank, const hd_layout *element, hd_error *error,
                            hd_layout *result) {
  static const char operation[] = "append_to_rank";
  hd_layout made;
  return finished(extend_to_rank(layout, rank, element, false, operation, error, &made), &made, operation, error,
                  result);
}

hd_status hd_prepend_to_rank(const hd_layout *layout, int rank, const hd_layout *element, hd_error *error,
                             hd_layout *result) {
  static const char operation[] = "prepend_to_rank";
  hd_layout made;
  return finished(extend_to_rank(layout, rank, element, true, operation, error, &made), &made, operation, error, result);
}

hd_status hd_append(const hd_layout *layout, const hd_layout *element, hd_error *error, hd_layout *result) {
  static const char operation[] = "append_to_rank";
  hd_layout made;
  hd_status status = extend(layout, 1, element, false, operation, error, &made);
  return hd_fail_within(error, finished(status, &made, operation, error, result), "append");
}

hd_status hd_prepend(const hd_layout *layout, const hd_layout *element, hd_error *error, hd_layout *result) {
  static const char operation[] = "prepend_to_rank";
  hd_layout made;
  hd_status status = extend(layout, 1, element, true, operation, error, &made);
  return hd_fail_within(error, finished(status, &made, operation, error, result), "prepend");
}

/* ---- what moves ---- */

void hd_filter_zeros(const hd_layout *layout, hd_layout *result) {
  hd_layout_copy(result, layout);
  for (int k = 0; k < result->profile.leaves; ++k)
    if (result->stride[k] == 0) result->shape[k] = 1;
}

void hd_filter(const hd_layout *layout, hd_layout *result) {
  hd_filter_zeros(layout, result);
  hd_coalesce(result, result);
}

hd_status hd_domain_distribute(const hd_tuple *shape, int64_t n, hd_error *error, hd_layout *result) {
  static const char operation[] = "domain_distribute";
  hd_layout made; /* its nesting does not matter */
  if (n < 1) return hd_refuse(error, HD_RANGE, operation, "{0} steps cannot be spread; at least 1 is wanted", n, 0, 0);
  if (!hd_compact_strides(shape, made.stride))
    return hd_fail_within(error, hd_make_layout(shape, NULL, error, &made), operation);
  made.profile.leaves = shape->profile.leaves;
  made.on_axes = false;
  for (int k = 0, leaves = shape->profile.leaves; k < leaves; ++k) {
    int64_t part = n == 1 ? 1 : (int64_t)hd_common_divisor((uint64_t)n, (uint64_t)shape->value[k]);
    made.shape[k] = part;
    if (part == 1) made.stride[k] = 0;
    else n /= part;
  }
  hd_coalesce(&made, result);
  return HD_OK;
}
