/* Modes chosen, dropped, grouped and filtered: what is kept is copied with its brackets, nothing is computed. */
#include "algebra/modes.h"

#include "algebra/checked.h"
#include "algebra/coalesce.h"
#include "algebra/evaluate.h"
#include "algebra/leaf.h"
#include "algebra/refusals.h"

static hd_status fail_range(hd_error *error, const char *operation, const char *reason, int a, int b, int c) {
  return hd_refuse(error, HD_RANGE, operation, reason, a, b, c);
}

/* ---- picking ---- */

/* Appends a view of the first operand (shift 0) or of the second (shift HD_MAX_LEAVES). */
static bool pick_view(hd_pick *pick, const hd_profile *of, hd_view view, int shift) {
  int at = pick->profile.leaves;
  if (!hd_profile_append(&pick->profile, of, view)) return false;
  for (int k = view.begin; k < view.end; ++k) pick->leaf[at + k - view.begin] = (uint16_t)(k + shift);
  return true;
}

/* Appends modes begin..end-1, as they are. */
static bool pick_modes(hd_pick *pick, const hd_profile *of, int begin, int end) {
  hd_view modes;
  return begin == end || (hd_view_modes(of, hd_view_all(of), begin, end, &modes) && pick_view(pick, of, modes, 0));
}

/* Brackets round everything from leaf `from` on; none where nothing follows. */
static bool pick_wrap(hd_pick *pick, int from) {
  return from == pick->profile.leaves || hd_profile_wrap(&pick->profile, from);
}

static hd_status fail_standing(hd_error *error, const char *operation, const char *reason, const hd_profile *of,
                               const hd_tuple *coordinate, int leaf) {
  hd_refuse_nesting(error, operation, reason, coordinate, NULL);
  if (!error) return HD_MISMATCH;
  error->leaf = leaf;
  error->number[0] = hd_rank(of);
  return HD_MISMATCH;
}

/* The modes that stand at `_`, when `open`, or at integers. */
static hd_status pick_standing(const hd_profile *of, const hd_tuple *coordinate, bool open, const char *operation,
                               hd_error *error, hd_pick *pick) {
  hd_cursor cursor = hd_cursor_start(of);
  if (!hd_is_weakly_congruent(&coordinate->profile, of))
    return fail_standing(error, operation, "the coordinate {c} is not nested like the operand, which has {0} modes", of,
                         coordinate, -1);
  pick->profile.leaves = 0;
  for (int k = 0; k < coordinate->profile.leaves; ++k) {
    bool any = hd_tuple_is_any(coordinate, k);
    if (!any && hd_tuple_axis(coordinate, k) != HD_AXIS_INTEGER)
      return fail_standing(error, operation, "leaf {leaf} of {c} lies on an axis; an integer or `_` is wanted", of,
                           coordinate, k);
    if (of->leaves == 0) return HD_OK; /* `()` by an integer or `_` */
    hd_cursor_descend(&cursor, coordinate->profile.open[k]);
    hd_view mode = hd_cursor_next(&cursor);
    if (any == open) pick_view(pick, of, mode, 0); /* a part of what is there, no deeper than that: it fits */
    for (int close = coordinate->profile.close[k]; close > 0; --close) hd_cursor_leave(&cursor);
  }
  if (hd_is_tuple(&coordinate->profile)) pick_wrap(pick, 0);
  return HD_OK;
}

hd_status hd_pick_slice(const hd_profile *of, const hd_tuple *coordinate, hd_error *error, hd_pick *pick) {
  return pick_standing(of, coordinate, true, "slice", error, pick);
}

hd_status hd_pick_dice(const hd_profile *of, const hd_tuple *coordinate, hd_error *error, hd_pick *pick) {
  return pick_standing(of, coordinate, false, "dice", error, pick);
}

hd_status hd_pick_group(const hd_profile *of, int begin, int end, hd_error *error, hd_pick *pick) {
  int rank = hd_rank(of);
  if (begin < 0 || begin >= end || end > rank)
    return fail_range(error, "group_modes",
                      "begin {0} and end {1} do not mark modes of {2}: wanted is 0 <= begin < end <= {2}", begin, end,
                      rank);
  pick->profile.leaves = 0;
  bool fits = pick_modes(pick, of, 0, begin);
  int first = pick->profile.leaves;
  fits = fits && pick_modes(pick, of, begin, end) && pick_wrap(pick, first) && pick_modes(pick, of, end, rank) &&
         (!hd_is_tuple(of) || pick_wrap(pick, 0));
  return fits ? HD_OK : hd_refuse_full(error, "group_modes");
}

hd_status hd_pick_take(const hd_profile *of, int begin, int end, hd_error *error, hd_pick *pick) {
  int rank = hd_rank(of);
  if (begin < 0 || begin > end || end > rank)
    return fail_range(error, "take",
                      "begin {0} and end {1} do not mark modes of {2}: wanted is 0 <= begin <= end <= {2}", begin, end,
                      rank);
  pick->profile.leaves = 0;
  pick_modes(pick, of, begin, end); /* no deeper than it stands there */
  pick_wrap(pick, 0);
  return HD_OK;
}

hd_status hd_pick_zip(const hd_profile *of, hd_error *error, hd_pick *pick) {
  hd_cursor outer = hd_cursor_inside(of, hd_view_all(of)), inner[HD_MAX_LEAVES];
  int rank = 0, ranks[HD_MAX_LEAVES];
  pick->profile.leaves = 0;
  for (; hd_is_tuple(of) && hd_cursor_more(&outer); ++rank) {
    hd_view mode = hd_cursor_next(&outer);
    if (!hd_view_is_tuple(of, mode))
      return hd_refuse(error, HD_MISMATCH, "zip", "mode {0} is not a tuple, so it has no modes to exchange", rank, 0,
                       0);
    inner[rank] = hd_cursor_inside(of, mode);
    ranks[rank] = hd_view_rank(of, mode);
  }
  if (rank == 0) return hd_fail(error, HD_MISMATCH, "zip", "a tuple of tuples is wanted");
  for (int i = 1; i < rank; ++i)
    if (ranks[i] != ranks[0])
      return hd_refuse(error, HD_MISMATCH, "zip", "mode {0} has {1} modes, and mode 0 has {2}", i, ranks[i], ranks[0]);
  for (int j = 0; j < ranks[0]; ++j) {
    int first = pick->profile.leaves;
    for (int i = 0; i < rank; ++i)
      pick_view(pick, of, hd_cursor_next(&inner[i]), 0); /* as many leaves and levels as before */
    pick_wrap(pick, first);
  }
  pick_wrap(pick, 0);
  return HD_OK;
}

hd_status hd_pick_replace(const hd_profile *of, int mode, const hd_profile *by, hd_error *error, hd_pick *pick) {
  int rank = hd_rank(of);
  if (mode < 0 || mode >= rank) return fail_range(error, "replace", "there is no mode {0} among {1}", mode, rank, 0);
  if (by->leaves == 0) return hd_fail(error, HD_MISMATCH, "replace", "`()` cannot be a mode");
  pick->profile.leaves = 0;
  bool fits = pick_modes(pick, of, 0, mode) && pick_view(pick, by, hd_view_all(by), HD_MAX_LEAVES) &&
              pick_modes(pick, of, mode + 1, rank) && (!hd_is_tuple(of) || pick_wrap(pick, 0));
  return fits ? HD_OK : hd_refuse_full(error, "replace");
}

static hd_status pick_to_rank(const hd_profile *of, int rank, const hd_profile *element, bool before,
                              const char *operation, hd_error *error, hd_pick *pick) {
  int present = hd_rank(of);
  if (rank < 1) return fail_range(error, operation, "the rank {0} is below 1", rank, 0, 0);
  pick->profile.leaves = 0;
  if (present >= rank) return pick_view(pick, of, hd_view_all(of), 0), HD_OK;
  if (element->leaves == 0) return hd_fail(error, HD_MISMATCH, operation, "`()` cannot be a mode");
  bool fits = before || pick_modes(pick, of, 0, present);
  for (int k = present; fits && k < rank; ++k) fits = pick_view(pick, element, hd_view_all(element), HD_MAX_LEAVES);
  fits = fits && (!before || pick_modes(pick, of, 0, present)) && pick_wrap(pick, 0);
  return fits ? HD_OK : hd_refuse_full(error, operation);
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

hd_status hd_pick_layout(const hd_pick *pick, const hd_layout *first, const hd_layout *second, const char *operation,
                         hd_error *error, hd_layout *result) {
  hd_layout made;
  made.on_axes = first->on_axes || (second && second->on_axes);
  hd_copy_profile(&made.profile, &pick->profile);
  for (int k = 0; k < pick->profile.leaves; ++k) {
    bool other = pick->leaf[k] >= HD_MAX_LEAVES;
    const hd_layout *from = other ? second : first;
    int leaf = pick->leaf[k] - (other ? HD_MAX_LEAVES : 0);
    made.shape[k] = from->shape[leaf];
    made.stride[k] = from->stride[leaf];
    if (made.on_axes) made.axis[k] = hd_layout_axis(from, leaf);
  }
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

/* Takes what `status` says was picked. */
static hd_status taken(hd_status status, const hd_pick *pick, const hd_layout *first, const hd_layout *second,
                       const char *operation, hd_error *error, hd_layout *result) {
  return status == HD_OK ? hd_pick_layout(pick, first, second, operation, error, result) : status;
}

hd_status hd_slice(const hd_layout *layout, const hd_tuple *coordinate, hd_error *error, hd_layout *result) {
  hd_pick pick;
  return taken(hd_pick_slice(&layout->profile, coordinate, error, &pick), &pick, layout, NULL, "slice", error, result);
}

hd_status hd_slice_and_offset(const hd_layout *layout, const hd_tuple *coordinate, hd_error *error, hd_layout *result,
                              hd_tuple *offset) {
  hd_tuple start;
  hd_status status = hd_evaluate(layout, coordinate, error, &start);
  if (status == HD_OK) status = hd_slice(layout, coordinate, error, result);
  if (status == HD_OK) hd_tuple_copy(offset, &start);
  return hd_fail_within(error, status, "slice_and_offset");
}

hd_status hd_dice(const hd_layout *layout, const hd_tuple *coordinate, hd_error *error, hd_layout *result) {
  hd_pick pick;
  return taken(hd_pick_dice(&layout->profile, coordinate, error, &pick), &pick, layout, NULL, "dice", error, result);
}

hd_status hd_group_modes(const hd_layout *layout, int begin, int end, hd_error *error, hd_layout *result) {
  hd_pick pick;
  return taken(hd_pick_group(&layout->profile, begin, end, error, &pick), &pick, layout, NULL, "group_modes", error,
               result);
}

hd_status hd_take(const hd_layout *layout, int begin, int end, hd_error *error, hd_layout *result) {
  hd_pick pick;
  return taken(hd_pick_take(&layout->profile, begin, end, error, &pick), &pick, layout, NULL, "take", error, result);
}

hd_status hd_zip(const hd_layout *layout, hd_error *error, hd_layout *result) {
  hd_pick pick;
  return taken(hd_pick_zip(&layout->profile, error, &pick), &pick, layout, NULL, "zip", error, result);
}

hd_status hd_replace(const hd_layout *layout, int mode, const hd_layout *by, hd_error *error, hd_layout *result) {
  hd_pick pick;
  return taken(hd_pick_replace(&layout->profile, mode, &by->profile, error, &pick), &pick, layout, by, "replace", error,
               result);
}

hd_status hd_append_to_rank(const hd_layout *layout, int rank, const hd_layout *element, hd_error *error,
                            hd_layout *result) {
  hd_pick pick;
  return taken(hd_pick_append_to_rank(&layout->profile, rank, &element->profile, error, &pick), &pick, layout, element,
               "append_to_rank", error, result);
}

hd_status hd_prepend_to_rank(const hd_layout *layout, int rank, const hd_layout *element, hd_error *error,
                             hd_layout *result) {
  hd_pick pick;
  return taken(hd_pick_prepend_to_rank(&layout->profile, rank, &element->profile, error, &pick), &pick, layout, element,
               "prepend_to_rank", error, result);
}

hd_status hd_append(const hd_layout *layout, const hd_layout *element, hd_error *error, hd_layout *result) {
  hd_status status = hd_append_to_rank(layout, hd_rank(&layout->profile) + 1, element, error, result);
  return hd_fail_within(error, status, "append");
}

hd_status hd_prepend(const hd_layout *layout, const hd_layout *element, hd_error *error, hd_layout *result) {
  hd_status status = hd_prepend_to_rank(layout, hd_rank(&layout->profile) + 1, element, error, result);
  return hd_fail_within(error, status, "prepend");
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
  hd_layout made;
  if (n < 1)
    return hd_refuse(error, HD_RANGE, "domain_distribute", "{0} steps cannot be spread; at least 1 is wanted", n, 0, 0);
  hd_status status = hd_make_layout(shape, NULL, error, &made);
  if (status != HD_OK) return hd_fail_within(error, status, "domain_distribute");
  for (int k = 0; k < made.profile.leaves; ++k) {
    made.shape[k] = (int64_t)hd_common_divisor((uint64_t)made.shape[k], (uint64_t)n);
    n /= made.shape[k];
    if (made.shape[k] == 1) made.stride[k] = 0;
  }
  hd_coalesce(&made, result);
  return HD_OK;
}
