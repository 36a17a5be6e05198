/* Leaves of stride below one element of the other width shrink or grow; all other strides are scaled. */
#include "algebra/recast.h"

#include "algebra/checked.h"
#include "algebra/leaf.h"
#include "algebra/refusals.h"

static hd_status fail_leaf(hd_error *error, hd_status status, const char *operation, const char *reason, int leaf,
                           int64_t a, int64_t b, int64_t c) {
  hd_refuse(error, status, operation, reason, a, b, c);
  if (error) error->leaf = leaf;
  return status;
}

static hd_status check_operands(const hd_layout *layout, int64_t n, const char *operation, hd_error *error) {
  if (n < 1)
    return fail_leaf(error, HD_RANGE, operation, "{0} elements are no element; 1 or more are wanted", -1, n, 0, 0);
  if (layout->on_axes) return hd_refuse_axes(error, operation, layout);
  return HD_OK;
}

hd_status hd_upcast(const hd_layout *layout, int64_t n, hd_error *error, hd_layout *result) {
  static const char operation[] = "upcast";
  int64_t shape[HD_MAX_LEAVES], step[HD_MAX_LEAVES];
  hd_status status = check_operands(layout, n, operation, error);
  if (status != HD_OK) return status;
  for (int k = 0, leaves = layout->profile.leaves; k < leaves; ++k) {
    int64_t extent = layout->shape[k], stride = layout->stride[k];
    shape[k] = extent;
    if (stride % n == 0) {
      step[k] = stride / n;
    } else if (n % stride == 0) {
      int64_t group = n / stride < 0 ? -(n / stride) : n / stride;
      if (extent % group != 0 && extent != 1)
        return fail_leaf(error, HD_UNDEFINED, operation,
                         "leaf {leaf} is {0}:{1}: its elements do not come in groups of {2}", k, extent, stride, group);
      shape[k] = extent == 1 ? 1 : extent / group;
      step[k] = stride < 0 ? -1 : 1;
    } else if (extent == 1) {
      step[k] = stride / n + (stride < 0 ? -1 : 1); /* nothing moves along it: rounded away from 0, as in CuTe */
    } else {
      return fail_leaf(error, HD_UNDEFINED, operation,
                       "leaf {leaf} has the stride {1}: neither of {1} and {2} divides the other", k, extent, stride,
                       n);
    }
  }
  hd_layout_write(result, &layout->profile, shape, step);
  return HD_OK;
}

hd_status hd_downcast(const hd_layout *layout, int64_t n, hd_error *error, hd_layout *result) {
  static const char operation[] = "downcast";
  hd_layout made;
  hd_status status = check_operands(layout, n, operation, error);
  if (status != HD_OK) return status;
  hd_copy_profile(&made.profile, &layout->profile);
  made.on_axes = false;
  for (int k = 0; k < made.profile.leaves; ++k) {
    int64_t stride = layout->stride[k];
    if (stride == -1 && n > 1 && layout->shape[k] > 1)
      return fail_leaf(error, HD_UNDEFINED, operation,
                       "leaf {leaf} has the stride -1: the parts of an element would run the other way", k, 0, 0, 0);
    made.shape[k] = layout->shape[k];
    made.stride[k] = stride;
    int64_t *grows = stride == 1 ? &made.shape[k] : &made.stride[k];
    if (!hd_mul(*grows, n, grows))
      return fail_leaf(error, HD_OVERFLOW, operation, "leaf {leaf} has {1}, which {0} times as large leaves 64 bits", k,
                       n, stride == 1 ? layout->shape[k] : stride, 0);
  }
  status = hd_layout_finish(&made, operation, error);
  if (status == HD_OK) hd_copy_leaves(result, &made);
  return status;
}

hd_status hd_recast(const hd_layout *layout, int64_t new_bits, int64_t old_bits, hd_error *error, hd_layout *result) {
  static const char operation[] = "recast";
  hd_layout made;
  if (new_bits < 1 || old_bits < 1)
    return fail_leaf(error, HD_RANGE, operation, "an element has 1 bit or more, not {0} or {1}", -1, new_bits, old_bits,
                     0);
  int64_t divisor = (int64_t)hd_common_divisor((uint64_t)new_bits, (uint64_t)old_bits);
  hd_status status = HD_OK;
  const hd_layout *from = layout;
  if (new_bits != divisor || old_bits == divisor) {
    status = hd_upcast(layout, new_bits / divisor, error, old_bits == divisor ? result : &made);
    from = &made;
  }
  if (status == HD_OK && old_bits != divisor) status = hd_downcast(from, old_bits / divisor, error, result);
  return status == HD_OK ? HD_OK : hd_fail_within(error, status, operation);
}
