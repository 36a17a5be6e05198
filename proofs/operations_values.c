/* Functions of the language that look at a layout's values one by one. */
#include "proofs/operations_more.h"

#include "algebra/refusals.h"
#include "algebra/checked.h"
#include "proofs/builtin.h"
#include "proofs/operations_composed.h"

/* values(L), or `number` of them from index `first` on: a flat tuple. */
HD_OPERATION(values) {
  hd_composed composed;
  hd_tuple tuple;
  int64_t first = 0, number = 0, value;
  hd_status status = hd_value_composed(&argument[0], error, &composed);
  if (status == HD_OK) number = hd_size(&composed.inner);
  if (status == HD_OK && count > 1) status = hd_value_integer(&argument[1], error, &first);
  if (status == HD_OK && first >= 0) number -= first;
  if (status == HD_OK && count > 2) status = hd_value_integer(&argument[2], error, &number);
  if (status == HD_OK && (first < 0 || number < 0 || first > hd_size(&composed.inner) - number))
    status = hd_fail(error, HD_RANGE, "values", "first {0} and number {1} do not stay in 0..{2}");
  if (status == HD_OK && number > HD_MAX_LEAVES) {
    status = hd_fail(error, HD_CAPACITY, "values", "a tuple holds at most {3} values, and these are {1}");
    if (error != NULL) error->hint = "values(L, first, number) lists some of them";
  }
  if (status != HD_OK && error != NULL && (status == HD_RANGE || status == HD_CAPACITY)) {
    error->number[0] = first;
    error->number[1] = number;
    error->number[2] = hd_size(&composed.inner) - 1;
    error->number[3] = HD_MAX_LEAVES;
  }
  hd_tuple_clear(&tuple);
  for (int64_t k = 0; status == HD_OK && k < number; k++) {
    status = hd_composed_at(&composed, first + k, error, &value);
    if (status == HD_OK) (void)hd_tuple_append(&tuple, value, HD_AXIS_INTEGER);
  }
  if (number > 0 && status == HD_OK) (void)hd_profile_wrap(&tuple.profile, 0);
  return hd_give_tuple(result, status, &tuple);
}

/* The first coordinate of a layout, in its order, whose value is above `bound`; false where none is. The largest digits
 * count most: each is the least at which the digits before it can still lead above. */
static bool first_above(const hd_layout *layout, int64_t bound, hd_tuple *coordinate) {
  int64_t most = 0, so_far = 0;
  if (bound < -1) bound = -1; /* the value at 0 is above either */
  for (int k = 0; k < layout->profile.leaves; k++) {
    if (layout->stride[k] > 0) most += (layout->shape[k] - 1) * layout->stride[k];
  }
  if (most <= bound) return false;
  hd_shape(layout, coordinate);
  for (int k = layout->profile.leaves - 1; k >= 0; k--) {
    int64_t stride = layout->stride[k], digit = 0;
    if (stride > 0) {
      most -= (layout->shape[k] - 1) * stride; /* of the digits before this one */
      int64_t missing = bound - so_far - most; /* the digit's own part is to be more than this */
      digit = missing < 0 ? 0 : missing / stride + 1;
    }
    so_far += digit * stride;
    coordinate->value[k] = digit;
  }
  return true;
}

HD_OPERATION(first_beyond) {
  (void)count;
  hd_composed composed;
  hd_tuple coordinate;
  int64_t bound = 0, value;
  bool found = false;
  hd_status status = hd_value_composed(&argument[0], error, &composed);
  if (status == HD_OK) status = hd_value_integer(&argument[1], error, &bound);
  if (status == HD_OK && composed.inner.on_axes)
    status = hd_fail(error, HD_MISMATCH, "first_beyond", "values on axes are not compared with one number");
  if (status == HD_OK && composed.steps == 0) {
    found = first_above(&composed.inner, bound, &coordinate);
  } else if (status == HD_OK && hd_size(&composed.inner) > HD_MAX_VISITS) {
    status =
        hd_refuse(error, HD_UNDECIDED, "first_beyond", "the layout has {0} coordinates, and at most {1} are visited",
                  hd_size(&composed.inner), HD_MAX_VISITS, 0);
  } else if (status == HD_OK) {
    for (int64_t index = 0; status == HD_OK && !found && index < hd_size(&composed.inner); index++) {
      status = hd_composed_at(&composed, index, error, &value);
      found = status == HD_OK && value > bound;
      if (!found) continue;
      hd_shape(&composed.inner, &coordinate);
      hd_digits(&composed.inner, index, coordinate.value);
    }
  }
  if (status == HD_OK && !found) {
    status = hd_fail(error, HD_UNDEFINED, "first_beyond", "no value is beyond {0}");
    if (error != NULL) error->number[0] = bound;
  }
  return hd_give_tuple(result, status, &coordinate);
}
