/* Walks the coordinates of B that count: leaves that do not move add nothing on either side and stay at 0. */
#include "algebra/carry.h"

#include "algebra/checked.h"
#include "algebra/components.h"
#include "algebra/fit.h"

static const char operation[] = "composition";

static void name_coordinate(const hd_layout *b, const int64_t *digit, hd_error *error) {
  error->has_coordinate = true;
  hd_shape(b, &error->coordinate);
  for (int k = 0; k < b->profile.leaves; ++k) error->coordinate.value[k] = digit[k];
}

static hd_status fail_carry(const hd_layout *b, const int64_t *digit, int64_t index, int64_t value, int64_t sum,
                            hd_axis axis, hd_error *error) {
  hd_fail(error, HD_UNDEFINED, operation,
          "B's modes carry into each other: at {c} A(B(c)) = A({0}) = {1}{a}, but the modes add up to {2}{a}");
  if (!error) return HD_UNDEFINED;
  error->hint = "make B's modes disjoint, or divide by mode";
  error->axis = axis;
  error->number[0] = index;
  error->number[1] = value;
  error->number[2] = sum;
  name_coordinate(b, digit, error);
  return HD_UNDEFINED;
}

static hd_status fail_overflow(const hd_layout *b, const int64_t *digit, hd_error *error) {
  hd_fail(error, HD_OVERFLOW, operation, "the value of A(B(c)) at {c}, or a part of it, leaves 64 bits");
  if (error) name_coordinate(b, digit, error);
  return HD_OVERFLOW;
}

/* Compares both sides at one coordinate; `whole` and `parts` have A's components. */
static hd_status compare_at(const hd_layout *a, const hd_layout *b, const int64_t *digit, hd_components *whole,
                            hd_components *parts, hd_error *error) {
  int64_t index = 0, part;
  bool fits = true;
  int k = 0;
  for (int j = 0; j < whole->count; ++j) whole->value[j] = parts->value[j] = 0;
  for (int j = 0; j < b->profile.leaves; ++j) {
    if (digit[j] == 0) continue;
    fits = fits && hd_mul(digit[j], b->stride[j], &part) && hd_add(index, part, &index) &&
           hd_components_add(parts, a, 0, a->profile.leaves, part);
  }
  if (!fits || !hd_components_add(whole, a, 0, a->profile.leaves, index)) return fail_overflow(b, digit, error);
  while (k < whole->count && whole->value[k] == parts->value[k]) ++k;
  return k == whole->count ? HD_OK
                           : fail_carry(b, digit, index, whole->value[k], parts->value[k], whole->axis[k], error);
}

hd_status hd_find_carry(const hd_layout *a, const hd_layout *b, const int64_t *end, hd_error *error) {
  int64_t digit[HD_MAX_LEAVES] = {0};
  hd_components whole, parts;
  hd_components_of(a, &whole);
  parts = whole;
  for (int64_t visits = 0; visits < HD_MAX_VISITS; ++visits) {
    int k = 0, leaves = b->profile.leaves;
    hd_status status = compare_at(a, b, digit, &whole, &parts, error);
    if (status != HD_OK) return status;
    while (k < leaves && (b->stride[k] == 0 || ++digit[k] == end[k])) digit[k++] = 0;
    if (k == leaves) return HD_OK;
  }
  return hd_fail(error, HD_UNDECIDED, operation,
                 "whether B's modes carry into each other is still open after all values that may be visited");
}
