/* Powers of two, as nearly all extents and strides are: a leaf s:d then takes the bits of (s-1)*d, and gaps, digits and
 * runs are read off words, without a division, a search or a sort.
 * Internal to the library: not installed. Inline, because it is all there is to do for most layouts.
 *
 * Invariant: what is answered here is what gaps.h and radix.h answer. Leaves of which two take the same bit do not nest,
 * and may carry: they are not settled here, and neither are other numbers. */
#ifndef HEDDLE_ALGEBRA_BINARY_H
#define HEDDLE_ALGEBRA_BINARY_H

#include "gaps.h"
#include "leaf.h"

static inline int hd_lowest_place(uint64_t bits) { return __builtin_ctzll(bits); }       /* requires a bit */
static inline int hd_highest_place(uint64_t bits) { return __builtin_clzll(bits) ^ 63; } /* likewise */

/* The bits that leaves begin..end-1 take. False: some bit is taken twice, or some number is no power of two, or a leaf
 * ends beyond 2^29 or stands still, but for 1:0. The layout is valid, so that no product leaves 64 bits; s*d is a power
 * of two where both are, and the sum of leaves apart is their union. */
static inline bool hd_take_bits(const hd_layout *layout, size_t begin, size_t end, uint64_t *taken) {
  uint64_t all = 0, sum = 0;
  for (size_t k = begin; k < end; ++k) {
    uint64_t s = (uint64_t)layout->shape[k], d = (uint64_t)layout->stride[k], span = (s - 1) * d, past = span + d;
    if ((past & (past - 1)) != 0 || (span == 0 && (s != 1 || d != 0))) return false;
    sum += span;
    all |= span;
  }
  *taken = all;
  return HD_MAX_LEAVES <= 32 && sum == all && all >> HD_SMALL_BITS == 0;
}

/* Digits of a domain: one begins at each place of `starts` and goes on to the next; the last one never ends. */
typedef struct hd_binary {
  uint64_t starts;     /* place 0 among them, once there is a digit */
  uint64_t stride[64]; /* of the digit that begins at each place */
} hd_binary;

/* The gaps between taken bits, from below on, and where the last one that is taken ends. All below a gap are taken, so
 * that what lies above it, less 1, fills it. */
__attribute__((always_inline)) static inline uint64_t hd_walk_bits(uint64_t taken, hd_gap_sink *sink, void *to) {
  for (;;) {
    uint64_t gap = ~taken & (taken + 1), above = taken & (0 - gap);
    if (above == 0) return gap;
    sink(to, (int64_t)((above & (0 - above)) >> hd_lowest_place(gap)), (int64_t)gap);
    taken |= above - 1;
  }
}

/* A digit, as long as is known only where the next one begins. */
typedef struct hd_digit_writer {
  hd_binary *digits;
  uint64_t place;
} hd_digit_writer;

static inline void hd_push_digit(void *to, int64_t extent, int64_t stride) {
  hd_digit_writer *w = to;
  w->digits->starts |= w->place;
  w->digits->stride[hd_lowest_place(w->place)] = (uint64_t)stride;
  w->place *= (uint64_t)extent;
}

/* The steps through those gaps, and then from end to end, as digits. */
static inline void hd_read_gaps(uint64_t taken, hd_binary *steps) {
  hd_digit_writer writer = {steps, 1};
  steps->starts = 0;
  hd_push_digit(&writer, 1, (int64_t)hd_walk_bits(taken, hd_push_digit, &writer));
}

/* Leaves begin..end-1 of a layout on integers as digits, with those that go on merged, and the place where they end.
 * Extents of 1 are no digits, but for the last, which never ends. False: some extent is no power of two, or a stride is
 * not small. Requires a leaf. */
static inline bool hd_read_binary(const hd_layout *layout, size_t begin, size_t end, hd_binary *digits, int *size) {
  uint64_t starts = 0, odd = 0, bits = 0, next = UINT64_MAX;
  int place = 0;
  for (size_t k = begin; k < end; ++k) {
    uint64_t s = (uint64_t)layout->shape[k], d = (uint64_t)layout->stride[k];
    bits |= d;
    if (s == 1 && k + 1 < end) continue;
    odd |= s & (s - 1);
    if (d != next) {
      starts |= (uint64_t)1 << place;
      digits->stride[place] = d;
    }
    next = s * d;
    place += hd_lowest_place(s);
  }
  digits->starts = starts;
  *size = place;
  return (odd | bits >> HD_SMALL_BITS) == 0;
}

static inline void hd_write_step(const hd_binary *a, int place, uint64_t extent, uint64_t step, int open, int close,
                                 hd_layout *to, int at) {
  to->profile.open[at] = (uint8_t)open;
  to->profile.close[at] = (uint8_t)close;
  to->shape[at] = (int64_t)extent;
  to->stride[at] = (int64_t)(step * a->stride[place]);
}

/* Writes the modes of the run 0, d, .., (s-1)d from leaf `at` on, with brackets, and one more pair round several.
 * Returns where that ends. Requires what hd_take_bits is true of, and room: for one leaf, and one more for each digit but
 * the first that begins within the run. */
__attribute__((always_inline)) static inline int hd_split_bits(const hd_binary *a, int64_t s, int64_t d, int open,
                                                               int close, hd_layout *to, int at) {
  uint64_t extent = (uint64_t)s, step = (uint64_t)d, span = (extent - 1) * step, more = span & (span - 1) & a->starts;
  int place = hd_highest_place((2 * step - 1) & a->starts), pair = more != 0;
  step >>= place;
  for (; more != 0; more &= more - 1) {
    int next = hd_lowest_place(more), far = next - place - hd_lowest_place(step);
    hd_write_step(a, place, (uint64_t)1 << far, step, open + 1, 0, to, at++);
    open = -1;
    extent >>= far;
    step = 1;
    place = next;
  }
  hd_write_step(a, place, extent, step, open + pair, close + pair, to, at);
  return at + 1;
}

/* Appends what leaves of B become through the digits, under B's brackets. Requires what hd_split_bits does of them. */
static inline void hd_append_bits(const hd_binary *a, const hd_layout *b, hd_view view, hd_layout *to) {
  int first = to->profile.leaves, at = first;
  for (int k = view.begin; k < view.end; ++k)
    at = hd_split_bits(a, b->shape[k], b->stride[k], b->profile.open[k], b->profile.close[k], to, at);
  to->profile.leaves = (uint8_t)at;
  to->profile.open[first] = (uint8_t)(to->profile.open[first] - view.skip_open);
  to->profile.close[at - 1] = (uint8_t)(to->profile.close[at - 1] - view.skip_close);
}

#endif
