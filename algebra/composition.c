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

/* Whether B's numbers are small, and stay so by the factor. */
static inline bool stays_small(const hd_layout *b, int64_t factor) {
  uint64_t bits = (uint64_t)factor;
  for (int k = 0; k < b->profile.leaves; ++k)
    bits |= (uint64_t)b->shape[k] | (uint64_t)b->stride[k] | (uint64_t)b->stride[k] * (uint64_t)factor;
  return HD_MAX_LEAVES <= 32 && b->profile.leaves > 0 && bits >> HD_SMALL_BITS == 0;
}

/* What refined runs of a layout on axes become is valid once strides of 0 are plain. */
static inline void take_axes(hd_layout *result, const hd_layout *made) {
  hd_axis some = HD_AXIS_INTEGER;
  for (int k = 0; k < made->profile.leaves; ++k) {
    result->axis[k] = made->stride[k] == 0 ? HD_AXIS_INTEGER : made->axis[k];
    some |= result->axis[k];
  }
  result->on_axes = some != HD_AXIS_INTEGER;
}

hd_status hd_composition(const hd_layout *a, const hd_layout *b, hd_error *error, hd_layout *result) {
  hd_radix radix;
  hd_layout made;
  if (a->profile.leaves == 0 || b->on_axes) return compose(a, b, error, result);
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
    return compose(a, b, error, result);
  hd_copy_fresh(result, &made);
  if (made.on_axes) take_axes(result, &made);
  return HD_OK;
}
