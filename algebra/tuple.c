/* Tuples: the profile, a number for each leaf, and an axis for each where some leaf lies on one. */
#include "algebra/tuple.h"

#include "algebra/leaf.h"

#include <string.h>

/* What the header has inline. */
extern inline void hd_tuple_clear(hd_tuple *tuple);
extern inline bool hd_tuple_append(hd_tuple *tuple, int64_t value, hd_axis axis);
extern inline hd_axis hd_tuple_axis(const hd_tuple *tuple, int leaf);
extern inline bool hd_tuple_is_any(const hd_tuple *tuple, int leaf);

void hd_tuple_scalar(hd_tuple *tuple, int64_t value) {
  hd_tuple_clear(tuple);
  hd_tuple_append(tuple, value, HD_AXIS_INTEGER);
}

bool hd_tuple_flat(hd_tuple *tuple, int rank, const int64_t *value) {
  hd_tuple flat;
  hd_tuple_clear(&flat);
  for (int k = 0; k < rank; ++k)
    if (!hd_tuple_append(&flat, value[k], HD_AXIS_INTEGER)) return false;
  if (rank > 0) hd_profile_wrap(&flat.profile, 0);
  hd_tuple_copy(tuple, &flat);
  return true;
}

void hd_tuple_set_axis(hd_tuple *tuple, int at, hd_axis axis) {
  for (int k = 0; !tuple->on_axes && k < at; ++k) tuple->axis[k] = HD_AXIS_INTEGER;
  tuple->on_axes = true;
  tuple->axis[at] = axis;
}

void hd_tuple_copy(hd_tuple *to, const hd_tuple *from) {
  if (to == from) return;
  hd_tuple_write(to, &from->profile, from->value);
  to->on_axes = from->on_axes;
  if (from->on_axes) memcpy(to->axis, from->axis, from->profile.leaves * sizeof to->axis[0]);
}

bool hd_tuple_is_identical(const hd_tuple *a, const hd_tuple *b) {
  if (!hd_is_congruent(&a->profile, &b->profile)) return false;
  for (int k = 0; k < a->profile.leaves; ++k)
    if (a->value[k] != b->value[k] || hd_tuple_axis(a, k) != hd_tuple_axis(b, k)) return false;
  return true;
}

bool hd_tuple_product(const hd_tuple *tuple, int64_t *product) {
  int64_t result = 1;
  for (int k = 0; k < tuple->profile.leaves; ++k)
    if (!hd_mul(result, tuple->value[k], &result)) return false;
  *product = result;
  return true;
}
