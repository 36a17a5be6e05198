/* Insides and outsides are collected side by side, both nested as the tiler; the four arrangements only put them
 * together. */
#include "algebra/arrange.h"

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
static void split_untouched(const hd_layout *mode, hd_layout *inside, hd_layout *outside) {
  static const int first = 0, second = 1;
  if (hd_rank(&mode->profile) == 2) {
    hd_get(mode, &first, 1, NULL, inside);
    hd_get(mode, &second, 1, NULL, outside);
    return;
  }
  hd_layout_clear(inside);
  hd_layout_append_leaf(inside, 1, 0, HD_AXIS_INTEGER);
  hd_layout_copy(outside, mode);
}

static bool append_mode(hd_layout *to, const hd_layout *mode) {
  return hd_layout_append(to, mode, hd_view_all(&mode->profile));
}

/* Appends one mode's pieces. */
static bool append_pieces(pieces *p, const hd_layout *inside, const hd_layout *outside) {
  int first = p->insides.profile.leaves;
  if (!append_mode(&p->insides, inside)) return false;
  if (!p->logical) return append_mode(&p->outsides, outside);
  return append_mode(&p->insides, outside) && hd_layout_wrap(&p->insides, first);
}

/* Splits the mode that element k of the tiler stands at. */
static hd_status split_mode(pieces *p, const hd_layout *layout, hd_view view, const hd_tiler *tiler, int k) {
  hd_layout mode, element, inside, outside;
  hd_layout_clear(&mode);
  hd_layout_append(&mode, layout, view);
  hd_layout_finish(&mode, p->step, NULL); /* a mode of a valid layout is valid; this only makes on_axes exact */
  if (!hd_tiler_is_any(tiler, k)) {
    hd_tiler_element(tiler, k, &element);
    hd_status status = p->split(&mode, &element, p->error, &inside, &outside);
    if (status != HD_OK) return status;
  } else if (p->logical) {
    return append_mode(&p->insides, &mode) ? HD_OK : fail_full(p);
  } else {
    split_untouched(&mode, &inside, &outside);
  }
  return append_pieces(p, &inside, &outside) ? HD_OK : fail_full(p);
}

/* Goes out of one of the tiler's tuples: further modes of the layout there stay whole, among the outsides. */
static bool leave_tuple(pieces *p, const hd_layout *layout, hd_cursor *cursor) {
  hd_layout *extra = p->logical ? &p->insides : &p->outsides;
  while (hd_cursor_more(cursor))
    if (!hd_layout_append(extra, layout, hd_cursor_next(cursor))) return false;
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
  hd_layout operand;
  hd_layout_under(&tiler->profile, layout, &operand);
  hd_cursor cursor = hd_cursor_start(&operand.profile);
  hd_layout_clear(&p->insides);
  hd_layout_clear(&p->outsides);
  if (tiler->profile.leaves == 0) return split_nothing(p, &operand);
  for (int k = 0; k < tiler->profile.leaves; ++k) {
    int inside = p->insides.profile.leaves, outside = p->outsides.profile.leaves;
    if (!hd_cursor_descend(&cursor, tiler->profile.open[k]))
      return hd_refuse_guide(p->error, p->step, &tiler->profile, k, &operand.profile);
    hd_status status = split_mode(p, &operand, hd_cursor_next(&cursor), tiler, k);
    if (status != HD_OK) return status;
    bool fits = hd_profile_bracket(&p->insides.profile, inside, tiler->profile.open[k], 0) &&
                (p->logical || hd_profile_bracket(&p->outsides.profile, outside, tiler->profile.open[k], 0));
    for (int close = tiler->profile.close[k]; fits && close > 0; --close)
      fits = leave_tuple(p, &operand, &cursor) && hd_profile_bracket(&p->insides.profile, inside, 0, 1) &&
             (p->logical || hd_profile_bracket(&p->outsides.profile, outside, 0, 1));
    if (!fits) return fail_full(p);
  }
  return HD_OK;
}

/* Appends a layout as one mode, or, when `open`, the modes of a tuple one by one. */
static bool append_open(hd_layout *to, const hd_layout *from, bool open) {
  hd_view mode;
  if (!open || !hd_is_tuple(&from->profile)) return append_mode(to, from);
  for (int k = 0; hd_view_mode(&from->profile, hd_view_all(&from->profile), k, &mode); ++k)
    if (!hd_layout_append(to, from, mode)) return false;
  return true;
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
  if (status == HD_OK) hd_layout_copy(result, whole);
  return status;
}
