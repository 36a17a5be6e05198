/* Nearly all compositions only change B's strides; the others are B's on integers, or on paths into A's modes. */
#include "algebra/composition.h"

#include "algebra/composition_integers.h"
#include "algebra/composition_paths.h"
#include "algebra/restride.h"

/* Apart, so that hd_composition itself needs no frame for it. */
__attribute__((noinline)) static hd_status compose(const hd_layout *a, const hd_layout *b, hd_error *error,
                                                   hd_layout *result) {
  return b->on_axes ? hd_compose_paths(a, b, error, result) : hd_compose_integers(a, b, error, result);
}

hd_status hd_composition(const hd_layout *a, const hd_layout *b, hd_error *error, hd_layout *result) {
  if (hd_restride(a, b, result)) return HD_OK;
  return compose(a, b, error, result);
}
