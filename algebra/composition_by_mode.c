/* Composition with a tiler: each element of the tiler on the mode of A that it stands at. */
#include "algebra/composition.h"

#include "algebra/match.h"
#include "algebra/radix.h"
#include "algebra/refusals.h"

static const char operation[] = "composition";

/* One element on one mode of A, appended to the answer. */
static hd_status append_tiled(const hd_layout *a, hd_view view, const hd_tiler *tiler, int element, hd_error *error,
                              hd_layout *made) {
  hd_layout mode, tile;
  hd_view of_tile = {tiler->start[element], tiler->start[element + 1], 0, 0};
  if (of_tile.begin == of_tile.end) return hd_append_leaves(made, a, view) ? HD_OK : hd_refuse_full(error, operation);
  if (hd_append_refined(a, view, &tiler->layouts, of_tile, made)) return HD_OK;
  hd_take_mode(a, view, &mode);
  hd_take_mode(&tiler->layouts, of_tile, &tile);
  hd_status status = hd_composition(&mode, &tile, error, &mode);
  if (status != HD_OK) return status;
  return hd_append_leaves(made, &mode, hd_view_all(&mode.profile)) ? HD_OK : hd_refuse_full(error, operation);
}

/* The elements of a tiler in brackets, each on the mode that it stands at. */
static hd_status append_modes(const hd_layout *a, const hd_tiler *tiler, hd_error *error, hd_layout *made) {
  hd_cursor cursor = hd_cursor_start(&a->profile);
  for (int k = 0; k < tiler->profile.leaves; ++k) {
    int first = made->profile.leaves;
    if (!hd_cursor_descend(&cursor, tiler->profile.open[k]))
      return hd_refuse_guide(error, operation, &tiler->profile, k, &a->profile);
    hd_status status = append_tiled(a, hd_cursor_next(&cursor), tiler, k, error, made);
    if (status != HD_OK) return status;
    hd_add_brackets(&made->profile, first, tiler->profile.open[k], tiler->profile.close[k]);
    for (int close = tiler->profile.close[k]; close > 0; --close) {
      while (hd_cursor_more(&cursor)) hd_cursor_next(&cursor); /* dropped, as in CuTe */
      hd_cursor_leave(&cursor);
    }
  }
  return HD_OK;
}

/* One layout for the whole, or `_`. */
static hd_status compose_whole(const hd_layout *a, const hd_tiler *tiler, hd_error *error, hd_layout *result) {
  hd_layout tile;
  if (hd_tiler_is_any(tiler, 0)) return hd_layout_copy(result, a), HD_OK;
  hd_tiler_element(tiler, 0, &tile);
  return hd_composition(a, &tile, error, result);
}

hd_status hd_composition_by_mode(const hd_layout *a, const hd_tiler *tiler, hd_error *error, hd_layout *result) {
  hd_layout made;
  if (!hd_is_tuple(&tiler->profile)) return compose_whole(a, tiler, error, result);
  hd_layout_clear(&made);
  made.on_axes = a->on_axes;
  hd_status status = append_modes(a, tiler, error, &made);
  if (status != HD_OK) return status;
  if (!hd_depth_fits(&made.profile)) return hd_refuse_full(error, operation);
  status = hd_finish(&made, operation, error);
  if (status == HD_OK) hd_copy_leaves(result, &made);
  return status;
}
