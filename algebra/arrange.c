/* Insides and outsides are collected side by side, both nested as the tiler; the four arrangements only put them
 * together. */
#include "algebra/arrange.h"

#include "algebra/leaf.h"
#include "algebra/refusals.h"

typedef struct pieces {
  hd_split *split;
  bool logical; /* keep each pair together */
  const char *step;
  hd_error *error;
  hd_layout insides; /* of a logical arrangement: all of the answer */
  hd_layout outsides;
} pieces;

static hd_status fail_full(const pieces *p) { return hd_refuse_full(p->error, p->step); }

/* A mode under `_`: of rank 2 it counts as already split, else its inside is the one place 0. */
static bool append_untouched(pieces *p, const hd_layout *layout, hd_view view) {
  hd_view inside, outside;
  if (p->logical) return hd_append_leaves(&p->insides, layout, view);
  if (hd_view_rank(&layout->profile, view) != 2)
    return hd_layout_append_leaf(&p->insides, 1, 0, HD_AXIS_INTEGER) && hd_append_leaves(&p->outsides, layout, view);
  hd_view_mode(&layout->profile, view, 0, &inside);
  hd_view_mode(&layout->profile, view, 1, &outside);
  return hd_append_leaves(&p->insides, layout, inside) && hd_append_leaves(&p->outsides, layout, outside);
}

/* Appends one mode's pieces. */
static bool append_pair(pieces *p, const hd_layout *pair) {
  hd_view all = hd_view_all(&pair->profile);
  if (p->logical) return hd_append_leaves(&p->insides, pair, all);
  hd_cursor cursor = hd_cursor_inside(&pair->profile, all);
  hd_view inside = hd_cursor_next(&cursor), outside = hd_cursor_next(&cursor);
  return hd_append_leaves(&p->insides, pair, inside) && hd_append_leaves(&p->outsides, pair, outside);
}

/* Splits the mode that element k of the tiler stands at. */
static hd_status split_mode(pieces *p, const hd_layout *layout, hd_view view, const hd_tiler *tiler, int k) {
  hd_layout mode, element, pair;
  hd_view of_element = {tiler->start[k], tiler->start[k + 1], 0, 0};
  if (of_element.begin == of_element.end) return append_untouched(p, layout, view) ? HD_OK : fail_full(p);
  hd_take_mode(layout, view, &mode);
  hd_take_mode(&tiler->layouts, of_element, &element);
  hd_status status = p->split(&mode, &element, p->error, &pair);
  return status != HD_OK || append_pair(p, &pair) ? status : fail_full(p);
}

/* Puts a tuple of the tiler's round what came since leaves `inside` and `outside`. */
static bool bracket(pieces *p, int inside, int outside, int open, int close) {
  return hd_profile_bracket(&p->insides.profile, inside, open, close) &&
         (p->logical || hd_profile_bracket(&p->outsides.profile, outside, open, close));
}

/* Goes out of one of the tiler's tuples: further modes of the layout there stay whole, among the outsides. */
static bool leave_tuple(pieces *p, const hd_layout *layout, hd_cursor *cursor) {
  hd_layout *extra = p->logical ? &p->insides : &p->outsides;
  while (hd_cursor_more(cursor))
    if (!hd_append_leaves(extra, layout, hd_cursor_next(cursor))) return false;
  hd_cursor_leave(cursor);
  return true;
}

/* `()`: every mode stays whole, and there is no inside to set apart. */
static hd_status split_nothing(pieces *p, const hd_layout *operand) {
  hd_layout_copy(&p->insides, operand);
  if (p->logical) return HD_OK;
  return hd_fail(p->error, HD_MISMATCH, p->step, "the tiler `()` has no tile, and `()` cannot be a mode");
}

static hd_status split_all(pieces *p, const hd_layout *layout, const hd_tiler *tiler) {
  hd_layout space;
  const hd_layout *operand = hd_layout_under(&tiler->profile, layout, &space);
  hd_cursor cursor = hd_cursor_start(&operand->profile);
  hd_layout_clear(&p->insides);
  hd_layout_clear(&p->outsides);
  if (tiler->profile.leaves == 0) return split_nothing(p, operand);
  for (int k = 0; k < tiler->profile.leaves; ++k) {
    int inside = p->insides.profile.leaves, outside = p->outsides.profile.leaves, open = tiler->profile.open[k];
    if (!hd_cursor_descend(&cursor, open))
      return hd_refuse_guide(p->error, p->step, &tiler->profile, k, &operand->profile);
    hd_status status = split_mode(p, operand, hd_cursor_next(&cursor), tiler, k);
    if (status != HD_OK) return status;
    bool fits = open == 0 || bracket(p, inside, outside, open, 0);
    for (int close = tiler->profile.close[k]; fits && close > 0; --close)
      fits = leave_tuple(p, operand, &cursor) && bracket(p, inside, outside, 0, 1);
    if (!fits) return fail_full(p);
  }
  return HD_OK;
}

/* Appends a layout as one mode, or, when `open`, the modes of a tuple one by one. */
static bool append_open(hd_layout *to, const hd_layout *from, bool open) {
  hd_view all = hd_view_all(&from->profile);
  if (open && hd_is_tuple(&from->profile)) all.skip_open = all.skip_close = 1;
  return hd_append_leaves(to, from, all);
}

/* An extent of 1 does not move: its stride says nothing, and beside strides on axes a plain one may not stand. */
static void clear_idle_strides(hd_layout *layout) {
  for (int k = 0; k < layout->profile.leaves; ++k)
    if (layout->shape[k] == 1 && layout->axis[k] == HD_AXIS_INTEGER) layout->stride[k] = 0;
}

hd_status hd_arrange(const hd_layout *layout, const hd_tiler *tiler, hd_split *split, hd_arrangement arrangement,
                     const char *step, const char *operation, hd_error *error, hd_layout *result) {
  pieces p;
  hd_layout made;
  p.split = split;
  p.logical = arrangement == HD_LOGICAL;
  p.step = step;
  p.error = error;
  hd_status status = split_all(&p, layout, tiler);
  if (status != HD_OK) return hd_fail_within(error, status, operation);
  hd_layout *whole = &p.insides;
  if (!p.logical) {
    whole = &made;
    hd_layout_clear(&made);
    if (!append_open(&made, &p.insides, arrangement == HD_FLAT) ||
        !append_open(&made, &p.outsides, arrangement != HD_ZIPPED) || !hd_layout_wrap(&made, 0))
      return hd_fail_within(error, fail_full(&p), operation);
  }
  if (whole->on_axes) clear_idle_strides(whole);
  status = hd_layout_finish(whole, operation, error);
  if (status == HD_OK) hd_copy_leaves(result, whole);
  return status;
}
