/* Nearly all compositions are settled by division; the others are B's on integers, or on paths into A's modes. */
#include "algebra/composition.h"

#include "algebra/composition_integers.h"
#include "algebra/composition_paths.h"
#include "algebra/radix.h"

/* Whether B's numbers are small, and stay so by the factor. */
static inline bool stays_small(const hd_layout *b, int64_t factor) {
  uint64_t bits = (uint64_t)factor;
  for (int k = 0; k < b->profile.leaves; ++k)
    bits |= (uint64_t)b->shape[k] | (uint64_t)b->stride[k] | (uint64_t)b->stride[k] * (uint64_t)factor;
  return HD_MAX_LEAVES <= 32 && b->profile.leaves > 0 && bits >> HD_SMALL_BITS == 0;
}

/* Apart, so that hd_composition itself needs no frame for it. */
__attribute__((noinline)) static hd_status compose(const hd_layout *a, const hd_layout *b, hd_error *error,
                                                   hd_layout *result) {
  hd_radix radix;
  hd_layout made;
  hd_read_digits(a, 0, a->profile.leaves, &radix);
  int64_t factor = radix.stride[0];
  if (radix.last == 0 && !a->on_axes && stays_small(b, factor)) { /* nothing ends or carries */
    if (result != b) hd_copy_leaves(result, b);
    for (int k = 0; k < result->profile.leaves; ++k) result->stride[k] *= factor;
    return HD_OK;
  }
  hd_layout_clear(&made);
  if (!hd_refine_view(&radix, b, hd_view_all(&b->profile), &made) || !hd_is_refined(&radix) ||
      (made.profile.leaves > b->profile.leaves && !hd_is_shallow(&b->profile, b->profile.leaves)))
    return hd_compose_integers(a, b, error, result);
  if (made.on_axes) {
    hd_plain_zeros(&made);
    hd_copy_leaves(result, &made);
  } else {
    hd_copy_fresh(result, &made);
  }
  return HD_OK;
}

hd_status hd_composition(const hd_layout *a, const hd_layout *b, hd_error *error, hd_layout *result) {
  if (b->on_axes) return hd_compose_paths(a, b, error, result);
  return a->profile.leaves == 0 ? hd_compose_integers(a, b, error, result) : compose(a, b, error, result);
}
