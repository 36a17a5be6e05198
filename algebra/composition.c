/* Nearly all compositions are settled by division; the others are B's on integers, or on paths into A's modes. */
#include "algebra/composition.h"

#include "algebra/composition_integers.h"
#include "algebra/composition_paths.h"
#include "algebra/radix.h"

/* Apart, so that hd_composition itself needs no frame for it. */
__attribute__((noinline)) static hd_status compose(const hd_layout *a, const hd_layout *b, hd_error *error,
                                                   hd_layout *result) {
  return b->on_axes ? hd_compose_paths(a, b, error, result) : hd_compose_integers(a, b, error, result);
}

hd_status hd_composition(const hd_layout *a, const hd_layout *b, hd_error *error, hd_layout *result) {
  hd_radix radix;
  hd_layout made;
  if (a->profile.leaves == 0 || b->on_axes) return compose(a, b, error, result);
  hd_layout_clear(&made);
  hd_read_digits(a, 0, a->profile.leaves, &radix);
  if (radix.last == 0 && !a->on_axes &&
      hd_append_scaled(radix.stride[0], HD_AXIS_INTEGER, b, hd_view_all(&b->profile), &made))
    return hd_copy_leaves(result, &made), HD_OK;
  if (!hd_refine_view(&radix, b, hd_view_all(&b->profile), &made) || !hd_is_refined(&radix) ||
      (radix.split && !hd_is_shallow(&b->profile, b->profile.leaves)))
    return compose(a, b, error, result);
  if (made.on_axes) hd_plain_zeros(&made);
  hd_copy_leaves(result, &made);
  return HD_OK;
}
