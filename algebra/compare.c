/* Same text is compared leaf by leaf, same function by the coalesced forms. */
#include "algebra/compare.h"

#include "algebra/checked.h"

static bool same_stride(const hd_layout *a, const hd_layout *b, int leaf) {
  return a->stride[leaf] == b->stride[leaf] && hd_layout_axis(a, leaf) == hd_layout_axis(b, leaf);
}

bool hd_is_identical(const hd_layout *a, const hd_layout *b) {
  if (!hd_is_congruent(&a->profile, &b->profile)) return false;
  for (int k = 0; k < a->profile.leaves; ++k)
    if (a->shape[k] != b->shape[k] || !same_stride(a, b, k)) return false;
  return true;
}

/* The coalesced form, mode by mode as it is asked for. */
typedef struct form {
  int leaf; /* the first that is not in the mode or before it */
  int64_t extent, stride;
  hd_axis axis;
} form;

/* Goes on to the next mode that moves; an extent of 1 says that there is none. */
__attribute__((always_inline)) static inline void next_mode(const hd_layout *layout, bool on_axes, form *of) {
  int leaf = of->leaf, leaves = layout->profile.leaves;
  int64_t extent = 1, next;
  while (leaf < leaves && layout->shape[leaf] == 1) ++leaf;
  if (leaf < leaves) {
    int64_t stride = of->stride = layout->stride[leaf];
    if (on_axes) of->axis = hd_layout_axis(layout, leaf);
    for (extent = layout->shape[leaf++]; leaf < leaves; extent *= layout->shape[leaf++]) {
      if (layout->shape[leaf] == 1) continue;
      if (!hd_mul(extent, stride, &next) || next != layout->stride[leaf]) break;
      if (on_axes && of->axis != hd_layout_axis(layout, leaf)) break;
    }
  }
  of->leaf = leaf;
  of->extent = extent;
}

/* Returns the first index at which two layouts of one size differ, or 0. While their modes are equal, both forms have a
 * next mode or neither has. Two modes differ from the first's first step on, or, where the strides are equal, from the
 * end of the shorter. Of two sizes, returns whether the forms differ. */
__attribute__((always_inline)) static inline int64_t find_difference(const hd_layout *a, const hd_layout *b,
                                                                     bool on_axes) {
  form of_a = {0}, of_b = {0};
  for (int64_t at = 1;; at *= of_a.extent) {
    next_mode(a, on_axes, &of_a);
    next_mode(b, on_axes, &of_b);
    bool same = of_a.stride == of_b.stride && of_a.axis == of_b.axis;
    if (of_a.extent != of_b.extent) return same ? at * (of_a.extent < of_b.extent ? of_a.extent : of_b.extent) : at;
    if (of_a.extent == 1) return 0;
    if (!same) return at;
  }
}

bool hd_is_equivalent(const hd_layout *a, const hd_layout *b, int64_t *index) {
  int64_t at = a->on_axes || b->on_axes ? find_difference(a, b, true) : find_difference(a, b, false);
  if (index) *index = at == 0 || hd_size(a) != hd_size(b) ? -1 : at;
  return at == 0;
}

bool hd_is_compatible(const hd_tuple *a, const hd_tuple *b) {
  hd_cursor cursor = hd_cursor_start(&b->profile);
  int64_t size;
  if (a->on_axes || b->on_axes || !hd_is_weakly_congruent(&a->profile, &b->profile)) return false;
  if (!hd_is_tuple(&a->profile)) return hd_tuple_product(b, &size) && size == a->value[0];
  for (int k = 0; k < a->profile.leaves; ++k) {
    hd_cursor_descend(&cursor, a->profile.open[k]);
    hd_view mode = hd_cursor_next(&cursor);
    size = 1;
    for (int leaf = mode.begin; leaf < mode.end; ++leaf)
      if (!hd_mul(size, b->value[leaf], &size)) return false;
    if (size != a->value[k]) return false;
    for (int close = a->profile.close[k]; close > 0; --close) hd_cursor_leave(&cursor);
  }
  return true;
}
