/* Insides and outsides are collected side by side, both nested as the tiler; the four arrangements only put them
 * together. */
#include "algebra/arrange.h"

#include "algebra/match.h"
#include "algebra/radix.h"
#include "algebra/refusals.h"

typedef struct walk {
  const hd_splits *splits;
  bool logical; /* keep each pair together */
  bool known;   /* all that was appended came of quick splits: but for the size it is valid */
  hd_error *error;
  hd_layout insides; /* of a logical arrangement: all of the answer */
  hd_layout outsides;
} walk;

static hd_status fail_full(const walk *p) { return hd_refuse_full(p->error, p->splits->step); }

/* A mode under `_`: of rank 2 it counts as already split, else its inside is the one place 0. */
static bool append_untouched(walk *p, const hd_layout *layout, hd_view view) {
  hd_view inside, outside;
  if (p->logical) return hd_append_leaves(&p->insides, layout, view);
  if (hd_view_rank(&layout->profile, view) != 2)
    return hd_layout_append_leaf(&p->insides, 1, 0, HD_AXIS_INTEGER) && hd_append_leaves(&p->outsides, layout, view);
  hd_view_mode(&layout->profile, view, 0, &inside);
  hd_view_mode(&layout->profile, view, 1, &outside);
  return hd_append_leaves(&p->insides, layout, inside) && hd_append_leaves(&p->outsides, layout, outside);
}

/* Appends one mode's pieces. */
static bool append_pair(walk *p, const hd_layout *pair) {
  hd_view all = hd_view_all(&pair->profile);
  if (p->logical) return hd_append_leaves(&p->insides, pair, all);
  hd_cursor cursor = hd_cursor_inside(&pair->profile, all);
  hd_view inside = hd_cursor_next(&cursor), outside = hd_cursor_next(&cursor);
  return hd_append_leaves(&p->insides, pair, inside) && hd_append_leaves(&p->outsides, pair, outside);
}

/* hd_take_mode by a call, where it is not on the way of most. */
static void take_apart(const hd_layout *from, hd_view view, hd_layout *mode) {
  hd_layout_clear(mode);
  hd_layout_append(mode, from, view);
  hd_settle_axes(mode, mode->on_axes);
}

/* Splits a mode by way of layouts of its own. */
__attribute__((noinline)) static hd_status split_apart(walk *p, const hd_layout *layout, hd_view view,
                                                       const hd_tiler *tiler, hd_view of_element) {
  hd_layout mode, element, pair;
  p->known = false;
  if (of_element.begin == of_element.end) return append_untouched(p, layout, view) ? HD_OK : fail_full(p);
  take_apart(layout, view, &mode);
  take_apart(&tiler->layouts, of_element, &element);
  hd_status status = p->splits->full(&mode, &element, p->error, &pair);
  return status != HD_OK || append_pair(p, &pair) ? status : fail_full(p);
}

/* Splits the mode that element k of the tiler stands at. */
static inline hd_status split_mode(walk *p, const hd_layout *layout, hd_view view, const hd_tiler *tiler, int k) {
  hd_view of_element = {tiler->start[k], tiler->start[k + 1], 0, 0};
  uint8_t inside = p->insides.profile.leaves, outside = p->outsides.profile.leaves;
  hd_layout *rests = p->logical ? &p->insides : &p->outsides;
  if (of_element.begin < of_element.end &&
      p->splits->quick(layout, view, &tiler->layouts, of_element, &p->insides, rests)) {
    if (p->logical) hd_add_brackets(&p->insides.profile, inside, 1, 1);
    return HD_OK;
  }
  p->insides.profile.leaves = inside;
  p->outsides.profile.leaves = outside;
  return split_apart(p, layout, view, tiler, of_element);
}

/* Goes out of one of the tiler's tuples: further modes of the layout there stay whole, among the outsides. */
static inline bool leave_tuple(walk *p, const hd_layout *layout, hd_cursor *cursor) {
  while (hd_cursor_more(cursor)) {
    p->known = false;
    if (!hd_append_leaves(p->logical ? &p->insides : &p->outsides, layout, hd_cursor_next(cursor))) return false;
  }
  hd_cursor_leave(cursor);
  return true;
}

/* `()`: every mode stays whole, and there is no inside to set apart. */
static hd_status split_nothing(walk *p, const hd_layout *layout) {
  p->known = false;
  hd_layout_copy(&p->insides, layout);
  if (!hd_is_tuple(&layout->profile)) hd_layout_wrap(&p->insides, 0);
  if (p->logical) return HD_OK;
  return hd_fail(p->error, HD_MISMATCH, p->splits->step, "the tiler `()` has no tile, and `()` cannot be a mode");
}

/* Puts brackets of the tiler's round what came since leaves `inside` and `outside`. */
static inline void add_brackets(walk *p, int inside, int outside, int open, int close) {
  hd_add_brackets(&p->insides.profile, inside, open, close);
  if (!p->logical) hd_add_brackets(&p->outsides.profile, outside, open, close);
}

/* Both lie on axes where the layout does, for all their leaves to have one; in the end it turns out whether any moves. */
static hd_status split_all(walk *p, const hd_layout *layout, const hd_tiler *tiler) {
  p->known = true;
  p->insides.profile.leaves = p->outsides.profile.leaves = 0;
  p->insides.on_axes = p->outsides.on_axes = layout->on_axes;
  if (!hd_is_tuple(&tiler->profile) && layout->profile.leaves > 0) /* one layout, for the whole */
    return split_mode(p, layout, hd_view_all(&layout->profile), tiler, 0);
  if (tiler->profile.leaves == 0) return split_nothing(p, layout);
  hd_cursor cursor = hd_cursor_start(&layout->profile);
  for (int k = 0; k < tiler->profile.leaves; ++k) {
    int inside = p->insides.profile.leaves, outside = p->outsides.profile.leaves;
    int open = tiler->profile.open[k], close = tiler->profile.close[k];
    if (!hd_cursor_descend(&cursor, open))
      return hd_refuse_guide(p->error, p->splits->step, &tiler->profile, k, &layout->profile);
    hd_status status = split_mode(p, layout, hd_cursor_next(&cursor), tiler, k);
    if (status != HD_OK) return status;
    add_brackets(p, inside, outside, open, 0);
    for (; close > 0; --close) {
      if (!leave_tuple(p, layout, &cursor)) return fail_full(p);
      add_brackets(p, inside, outside, 0, 1);
    }
  }
  return HD_OK;
}

/* Takes the brackets off a tuple, for its modes to stand one by one. */
static inline void open_tuple(hd_profile *profile) {
  if (!hd_is_tuple(profile)) return;
  --profile->open[0];
  --profile->close[profile->leaves - 1];
}

/* Puts insides and outsides together; false past the capacity. */
static inline bool join(walk *p, hd_arrangement arrangement) {
  hd_profile *whole = &p->insides.profile;
  if (arrangement == HD_FLAT) open_tuple(whole);
  if (arrangement != HD_ZIPPED) open_tuple(&p->outsides.profile);
  if (!hd_append_leaves(&p->insides, &p->outsides, hd_view_all(&p->outsides.profile))) return false;
  hd_add_brackets(whole, 0, 1, 1);
  return true;
}

/* An extent of 1 does not move: its stride says nothing, and beside strides on axes a plain one may not stand. */
static void clear_idle_strides(hd_layout *layout) {
  for (int k = 0; k < layout->profile.leaves; ++k)
    if (layout->shape[k] == 1 && layout->axis[k] == HD_AXIS_INTEGER) layout->stride[k] = 0;
}

hd_status hd_arrange(const hd_layout *layout, const hd_tiler *tiler, const hd_splits *splits, hd_error *error,
                     hd_layout *result) {
  walk p;
  p.splits = splits;
  p.logical = splits->arrangement == HD_LOGICAL;
  p.error = error;
  hd_layout *whole = &p.insides;
  hd_status status = split_all(&p, layout, tiler);
  if (status != HD_OK) return hd_fail_within(error, status, splits->operation);
  if ((!p.logical && !join(&p, splits->arrangement)) || !hd_depth_fits(&whole->profile))
    return hd_fail_within(error, fail_full(&p), splits->operation);
  if (!p.known || whole->on_axes || !hd_size_fits(whole)) {
    if (whole->on_axes) clear_idle_strides(whole);
    status = hd_layout_finish(whole, splits->operation, error);
  }
  if (status == HD_OK) hd_copy_leaves(result, whole);
  return status;
}
