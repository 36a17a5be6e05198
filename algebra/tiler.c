/* A tiler keeps its elements' leaves in one layout, and where each element begins. */
#include "algebra/tiler.h"

#include "algebra/compare.h"
#include "algebra/refusals.h"

void hd_tiler_clear(hd_tiler *tiler) {
  tiler->profile.leaves = 0;
  tiler->start[0] = 0;
  hd_layout_clear(&tiler->layouts);
}

bool hd_tiler_append(hd_tiler *tiler, const hd_layout *element) {
  int at = tiler->profile.leaves;
  if (at == HD_MAX_LEAVES || (element && element->profile.leaves == 0)) return false;
  if (element && !hd_layout_append(&tiler->layouts, element, hd_view_all(&element->profile))) return false;
  hd_profile_append_leaf(&tiler->profile);
  tiler->start[at + 1] = tiler->layouts.profile.leaves;
  return true;
}

bool hd_tiler_layout(const hd_layout *layout, hd_tiler *tiler) {
  hd_tiler_clear(tiler);
  return hd_tiler_append(tiler, layout);
}

hd_status hd_tiler_shape(const hd_tuple *shape, hd_error *error, hd_tiler *tiler) {
  for (int k = 0; k < shape->profile.leaves; ++k)
    if (!hd_tuple_is_any(shape, k) && (hd_tuple_axis(shape, k) != HD_AXIS_INTEGER || shape->value[k] < 1)) {
      hd_refuse(error, HD_MALFORMED, "tiler", "leaf {leaf} of the tiler is {0}{a}, not an extent of at least 1 or `_`",
                shape->value[k], 0, 0);
      if (error) error->leaf = k, error->axis = hd_tuple_axis(shape, k);
      return HD_MALFORMED;
    }
  hd_tiler_clear(tiler);
  for (int k = 0; k < shape->profile.leaves; ++k) {
    if (!hd_tuple_is_any(shape, k)) hd_layout_append_leaf(&tiler->layouts, shape->value[k], 1, HD_AXIS_INTEGER);
    tiler->start[k + 1] = tiler->layouts.profile.leaves;
  }
  hd_profile_append(&tiler->profile, &shape->profile, hd_view_all(&shape->profile));
  return HD_OK;
}

bool hd_tiler_is_any(const hd_tiler *tiler, int element) { return tiler->start[element] == tiler->start[element + 1]; }

void hd_tiler_element(const hd_tiler *tiler, int element, hd_layout *layout) {
  hd_view view = {tiler->start[element], tiler->start[element + 1], 0, 0};
  hd_layout_clear(layout);
  hd_layout_append(layout, &tiler->layouts, view);
  hd_layout_finish(layout, "tiler", NULL); /* a part of a valid tiler is valid; this only makes on_axes exact */
}

bool hd_tiler_is_identical(const hd_tiler *a, const hd_tiler *b) {
  if (!hd_is_congruent(&a->profile, &b->profile)) return false;
  for (int k = 0; k < a->profile.leaves; ++k)
    if (a->start[k + 1] != b->start[k + 1]) return false;
  return hd_is_identical(&a->layouts, &b->layouts);
}
