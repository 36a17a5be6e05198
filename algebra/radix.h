/* The division rule: an index as digits in the mixed radix of A's extents, and runs of B through them.
 * Internal to the library: not installed. Inline, because nearly all compositions are nothing else.
 *
 * Invariant: a run s:d that moves without remainders fills digits one after another, and splits into one mode for each
 * digit it moves in; most move in one, and B then only has other strides. `room` is what all runs so far leave of each
 * digit: while it stays above 0 no digit can carry, so the runs add up. The last digit never ends. */
#ifndef HEDDLE_ALGEBRA_RADIX_H
#define HEDDLE_ALGEBRA_RADIX_H

#include "leaf.h"
#include "match.h"

typedef struct hd_radix {
  int last;
  int spare; /* how many modes more than B has leaves there is room for */
  bool on_axes;
  bool overflow; /* a stride of some run leaves 64 bits */
  uint64_t bits; /* those of all strides, of A and of what runs came to */
  int64_t extent[HD_MAX_LEAVES];
  int64_t stride[HD_MAX_LEAVES];
  int64_t room[HD_MAX_LEAVES];
  hd_axis axis[HD_MAX_LEAVES];
} hd_radix;

/* No digits yet. */
static inline void hd_clear_digits(hd_radix *radix, bool on_axes) {
  radix->last = -1;
  radix->on_axes = on_axes;
  radix->overflow = false;
  radix->bits = 0;
}

static inline void hd_set_digit(hd_radix *radix, int at, int64_t extent, int64_t stride, hd_axis axis) {
  radix->extent[at] = radix->room[at] = extent;
  radix->stride[at] = stride;
  radix->axis[at] = axis;
  radix->bits |= (uint64_t)stride;
  radix->last = at;
}

/* Adds a digit on integers, or makes the last one longer where it goes on with that. False: it gets too long. */
static inline bool hd_join_digit(hd_radix *radix, int64_t extent, int64_t stride) {
  int last = radix->last;
  int64_t next;
  if (last < 0 || !hd_mul(radix->extent[last], radix->stride[last], &next) || next != stride)
    return hd_set_digit(radix, last + 1, extent, stride, HD_AXIS_INTEGER), true;
  bool fits = hd_mul(radix->extent[last], extent, &extent);
  radix->extent[last] = radix->room[last] = extent;
  return fits;
}

/* Adds leaves begin..end-1 of A as digits, with those that go on merged. Requires at least one leaf. Extents of 1 are
 * no digits, but for the first, which no run ever stands in, and the last, which never ends. */
static inline void hd_add_digits(const hd_layout *a, int begin, int end, hd_radix *radix) {
  bool on_axes = radix->on_axes;
  int64_t extent = a->shape[begin], stride = a->stride[begin];
  hd_axis axis = on_axes ? a->axis[begin] : HD_AXIS_INTEGER;
  int at = radix->last + 1;
  for (int k = begin + 1; k < end; ++k) {
    int64_t here = a->shape[k], step = a->stride[k], next;
    if (here == 1 && k + 1 < end) continue;
    if (hd_mul(extent, stride, &next) && next == step && (!on_axes || axis == a->axis[k])) {
      extent *= here;
      continue;
    }
    hd_set_digit(radix, at++, extent, stride, axis);
    extent = here;
    stride = step;
    if (on_axes) axis = a->axis[k];
  }
  hd_set_digit(radix, at, extent, stride, axis);
}

static inline void hd_read_digits(const hd_layout *a, int begin, int end, hd_radix *radix) {
  hd_clear_digits(radix, a->on_axes);
  hd_add_digits(a, begin, end, radix);
}

/* *d /= extent if that comes out even; by mask and shift where the extent is a power of two, as it nearly always is. */
static inline bool hd_divide_evenly(int64_t *d, int64_t extent) {
  if ((extent & (extent - 1)) == 0) {
    int64_t rest = *d & (extent - 1);
    *d >>= __builtin_ctzll((unsigned long long)extent);
    return rest == 0;
  }
  if ((uint64_t)(*d | extent) <= UINT32_MAX) { /* division of half words takes half the time, or less */
    uint32_t rest = (uint32_t)*d % (uint32_t)extent;
    *d = (uint32_t)*d / (uint32_t)extent;
    return rest == 0;
  }
  if (*d % extent) return false;
  *d /= extent;
  return true;
}

/* Writes one mode of a run, so many steps within a digit, with brackets, as leaf `at`. Requires room for it. */
static inline void hd_push_piece(hd_radix *a, size_t digit, int64_t extent, int64_t step, bool small, hd_layout *to,
                                 int at, int open, int close) {
  int64_t stride;
  if (small) stride = (int64_t)((uint64_t)step * (uint64_t)a->stride[digit]);
  else a->overflow |= !hd_mul(step, a->stride[digit], &stride);
  a->bits |= (uint64_t)stride;
  to->profile.open[at] = (uint8_t)open;
  to->profile.close[at] = (uint8_t)close;
  to->shape[at] = extent;
  to->stride[at] = stride;
  to->axis[at] = a->axis[digit];
}

/* Writes the modes of the run 0, d, .., (s-1)d through digits first..last from leaf `at` on, with brackets, and one
 * more pair round several; takes its digits out of the room. Returns where that ends. `small` is a constant: that s, d
 * and A's strides are below 2^29, so that nothing overflows; a run that may carry is then refused.
 *   requires: s >= 1, d >= 0, room for one leaf and `spare` more
 *   ensures:  sound where it answers, but for an extent of 1; -1: the run leaves remainders, and only its values can
 *             tell, or its modes are too many; what was written, and the room, are then of no use */
__attribute__((always_inline)) static inline int hd_split_run(hd_radix *a, int first, int last, int64_t s, int64_t d,
                                                              int open, int close, bool small, hd_layout *to, int at) {
  size_t digit = (size_t)first, end = (size_t)last;
  int pair = 0;
  for (; digit < end; ++digit) {
    int64_t extent = a->extent[digit], steps = extent, far = small ? (s - 1) * d : 0;
    if (d >= extent) { /* whole turns of this digit: it stays 0 */
      if (!hd_divide_evenly(&d, extent)) return -1;
      continue;
    }
    if ((small || hd_mul(s - 1, d, &far)) && far < extent) { /* the run ends inside this digit */
      if ((a->room[digit] -= far) <= 0 && small) return -1;
      break;
    }
    if ((d > 1 && !hd_divide_evenly(&steps, d)) || !hd_divide_evenly(&s, steps)) return -1;
    if ((a->room[digit] -= extent - d) <= 0 && small) return -1;
    if (a->spare-- == 0) return -1;
    hd_push_piece(a, digit, steps, d, small, to, at++, open + 1, 0);
    open = -1;
    pair = 1;
    d = 1;
  }
  hd_push_piece(a, digit, s, d, small, to, at, open + pair, close + pair);
  return at + 1;
}

/* Writes what leaf k of B becomes through digits first..last from leaf `at` on, under B's brackets, and returns where
 * that ends. -1: not settled here. An extent of 1 with a stride is not: what its stride becomes is no matter of runs. */
__attribute__((always_inline)) static inline int hd_refine_leaf(hd_radix *a, int first, int last, const hd_layout *b,
                                                                int k, hd_layout *to, int at) {
  int64_t s = b->shape[k], d = b->stride[k];
  if ((uint64_t)(s | d) >> HD_SMALL_BITS != 0 || (s == 1 && d != 0)) return -1;
  return hd_split_run(a, first, last, s, d, b->profile.open[k], b->profile.close[k], true, to, at);
}

/* Appends what the leaves of B in a view become, under B's brackets. False: not settled here. */
static inline bool hd_refine_view(hd_radix *a, const hd_layout *b, hd_view view, hd_layout *to) {
  int first = to->profile.leaves, at = first, last = a->last;
  a->spare = HD_MAX_LEAVES - first - (view.end - view.begin);
  if (view.begin == view.end || a->spare < 0) return false;
  for (int k = view.begin; k < view.end; ++k)
    if ((at = hd_refine_leaf(a, 0, last, b, k, to, at)) < 0) return false;
  to->profile.leaves = (uint8_t)at;
  hd_bracket_leaves(&to->profile, first, -view.skip_open, at - 1, -view.skip_close);
  to->on_axes |= a->on_axes;
  return true;
}

/* Whether the runs so far cannot carry into each other. */
static inline bool hd_runs_add_up(const hd_radix *a) {
  for (int k = 0; k < a->last; ++k)
    if (a->room[k] <= 0) return false;
  return true;
}

/* Whether the refined runs are all there is to their composition: all strides were small, and are. */
static inline bool hd_is_refined(const hd_radix *a) { return HD_MAX_LEAVES <= 32 && a->bits >> HD_SMALL_BITS == 0; }

/* What refined runs of a layout on axes become is valid once strides of 0 are plain. */
static inline void hd_plain_zeros(hd_layout *made) {
  int zeros = 0;
  for (int k = 0; k < made->profile.leaves; ++k) {
    if (made->stride[k] != 0) continue;
    made->axis[k] = HD_AXIS_INTEGER;
    ++zeros;
  }
  made->on_axes = zeros < made->profile.leaves;
}

/* A of one leaf on one axis: nothing ends or carries, and every stride of B takes its own as a factor. */
static inline bool hd_append_scaled(int64_t factor, hd_axis axis, const hd_layout *b, hd_view view, hd_layout *to) {
  size_t first = to->profile.leaves, at = first, end = view.end;
  uint64_t bits = (uint64_t)factor;
  if (HD_MAX_LEAVES > 32 || view.begin == view.end || first + end - view.begin > HD_MAX_LEAVES) return false;
  for (size_t k = view.begin; k < end; ++k, ++at) {
    uint64_t stride = (uint64_t)b->stride[k] * (uint64_t)factor;
    bits |= (uint64_t)b->stride[k] | (uint64_t)b->shape[k] | stride;
    to->shape[at] = b->shape[k];
    to->stride[at] = (int64_t)stride;
    to->axis[at] = axis;
    to->profile.open[at] = b->profile.open[k];
    to->profile.close[at] = b->profile.close[k];
  }
  if (bits >> HD_SMALL_BITS != 0) return false;
  to->profile.leaves = (uint8_t)at;
  hd_bracket_leaves(&to->profile, (int)first, -view.skip_open, (int)at - 1, -view.skip_close);
  return true;
}

/* A view of A and a view of B on plain integers: appends their composition, in small numbers. False: not settled here,
 * and nothing is appended. Where A lies on axes, `to` does already. */
static inline bool hd_append_refined(const hd_layout *a, hd_view of_a, const hd_layout *b, hd_view of_b,
                                     hd_layout *to) {
  hd_radix radix;
  uint8_t first = to->profile.leaves;
  if (b->on_axes || of_a.begin == of_a.end) return false;
  if (of_a.end - of_a.begin == 1)
    return hd_append_scaled(a->stride[of_a.begin], hd_layout_axis(a, of_a.begin), b, of_b, to);
  hd_read_digits(a, of_a.begin, of_a.end, &radix);
  if (hd_refine_view(&radix, b, of_b, to) && hd_is_refined(&radix)) return true;
  to->profile.leaves = first;
  return false;
}

/* Whether there are, with so many more, no more brackets than any depth may have, so that nobody need count levels. */
static inline bool hd_is_shallow(const hd_profile *profile, int more) {
  int opened = more;
  for (int k = 0; k < profile->leaves; ++k) opened += profile->open[k];
  return opened <= HD_MAX_DEPTH;
}

/* hd_profile_bracket without a look at the depth, which whoever uses it looks at in the end. */
static inline void hd_add_brackets(hd_profile *profile, int from, int open, int close) {
  hd_bracket_leaves(profile, from, open, profile->leaves - 1, close);
}

#endif
