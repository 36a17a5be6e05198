/* Same text is compared leaf by leaf, same function by the coalesced forms. */
#include "algebra/compare.h"

#include "algebra/checked.h"
#include "algebra/coalesce.h"

static bool same_stride(const hd_layout *a, const hd_layout *b, int leaf) {
  return a->stride[leaf] == b->stride[leaf] && hd_layout_axis(a, leaf) == hd_layout_axis(b, leaf);
}

bool hd_is_identical(const hd_layout *a, const hd_layout *b) {
  if (!hd_is_congruent(&a->profile, &b->profile)) return false;
  for (int k = 0; k < a->profile.leaves; ++k)
    if (a->shape[k] != b->shape[k] || !same_stride(a, b, k)) return false;
  return true;
}

bool hd_is_equivalent(const hd_layout *a, const hd_layout *b, int64_t *index) {
  hd_layout form_a, form_b;
  int64_t at = 1;
  if (index) *index = -1;
  int64_t size = hd_size(a);
  if (size != hd_size(b)) return false;
  if (size == 1) return true;
  hd_coalesce(a, &form_a);
  hd_coalesce(b, &form_b);
  /* Equal sizes and equal modes so far: both forms have a next mode, or neither has. The first index that tells them
   * apart is the next mode's first step, or the step after the shorter of two modes of one stride. */
  for (int k = 0; k < form_a.profile.leaves && k < form_b.profile.leaves; ++k) {
    int64_t shorter = form_a.shape[k] < form_b.shape[k] ? form_a.shape[k] : form_b.shape[k];
    bool same = same_stride(&form_a, &form_b, k);
    if (!same || form_a.shape[k] != form_b.shape[k]) {
      if (index) *index = same ? at * shorter : at;
      return false;
    }
    at *= shorter;
  }
  return true;
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
