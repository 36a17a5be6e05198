/* Composition with a tiler: each element of the tiler on the mode of A that it stands at. */
#include "algebra/composition.h"

#include "algebra/refusals.h"

static const char operation[] = "composition";

/* One element on one mode of A, appended to the answer. */
static hd_status append_tiled(const hd_layout *a, hd_view view, const hd_tiler *tiler, int element, hd_error *error,
                              hd_layout *made) {
  hd_layout mode, tile;
  hd_layout_clear(&mode);
  hd_layout_append(&mode, a, view);
  hd_layout_finish(&mode, operation, NULL); /* a mode of a valid layout is valid; this only makes on_axes exact */
  if (!hd_tiler_is_any(tiler, element)) {
    hd_tiler_element(tiler, element, &tile);
    hd_status status = hd_composition(&mode, &tile, error, &mode);
    if (status != HD_OK) return status;
  }
  if (!hd_layout_append(made, &mode, hd_view_all(&mode.profile))) return hd_refuse_full(error, operation);
  return HD_OK;
}

hd_status hd_composition_by_mode(const hd_layout *a, const hd_tiler *tiler, hd_error *error, hd_layout *result) {
  hd_layout made, operand;
  hd_layout_under(&tiler->profile, a, &operand);
  hd_cursor cursor = hd_cursor_start(&operand.profile);
  hd_layout_clear(&made);
  for (int k = 0; k < tiler->profile.leaves; ++k) {
    int first = made.profile.leaves;
    if (!hd_cursor_descend(&cursor, tiler->profile.open[k]))
      return hd_refuse_guide(error, operation, &tiler->profile, k, &operand.profile);
    hd_status status = append_tiled(&operand, hd_cursor_next(&cursor), tiler, k, error, &made);
    if (status != HD_OK) return status;
    bool fits = hd_profile_bracket(&made.profile, first, tiler->profile.open[k], 0);
    for (int close = tiler->profile.close[k]; close > 0; --close) {
      while (hd_cursor_more(&cursor)) hd_cursor_next(&cursor); /* dropped, as in CuTe */
      hd_cursor_leave(&cursor);
      fits = fits && hd_profile_bracket(&made.profile, first, 0, 1);
    }
    if (!fits) return hd_refuse_full(error, operation);
  }
  hd_status status = hd_layout_finish(&made, operation, error);
  if (status == HD_OK) hd_layout_copy(result, &made);
  return status;
}
