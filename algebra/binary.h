/* Powers of two, as nearly all extents and strides are: a leaf s:d then takes the bits of (s-1)*d, and gaps, digits and
 * runs are read off words, without a division, a search or a sort.
 * Internal to the library: not installed. Inline, because it is all there is to do for most layouts.
 *
 * Invariant: what is answered here is what gaps.h and radix.h answer. Leaves of which two take the same bit do not nest,
 * and may carry: they are not settled here, and neither are leaves of other numbers. Strides that digits lead to may be
 * any small ones. */
#ifndef HEDDLE_ALGEBRA_BINARY_H
#define HEDDLE_ALGEBRA_BINARY_H

#include "gaps.h"
#include "leaf.h"
#include "match.h"

/* Whether s:d, of a valid layout, takes the bits of its span (s-1)*d, if that is small: both are powers of two, or it is
 * 1:0. A small span tells that the stride is not negative and s*d does not leave its word, and s*d is a power of two only
 * where both are. */
static inline bool hd_spans_bits(int64_t s, int64_t d, uint64_t *span) {
  uint64_t reach = ((uint64_t)s - 1) * (uint64_t)d, past = reach + (uint64_t)d;
  *span = reach;
  return (past & (past - 1)) == 0 && (reach != 0 || (s == 1 && d == 0));
}

/* Whether it does, and ends by 2^29. */
static inline bool hd_is_binary(int64_t s, int64_t d) {
  uint64_t span;
  return hd_spans_bits(s, d, &span) && span >> HD_SMALL_BITS == 0;
}

/* The bits that leaves begin..end-1 take. False: some bit is taken twice, or some leaf takes none of its own. Of leaves
 * apart the sum of the spans is their union, which is small where each is. */
static inline bool hd_take_bits(const hd_layout *layout, size_t begin, size_t end, uint64_t *taken) {
  uint64_t all = 0, sum = 0, span;
  for (size_t k = begin; k < end; ++k) {
    if (!hd_spans_bits(layout->shape[k], layout->stride[k], &span)) return false;
    sum += span;
    all |= span;
  }
  *taken = all;
  return HD_MAX_LEAVES <= 32 && sum == all && all >> HD_SMALL_BITS == 0;
}

/* Digits of a domain: one begins at each place of `starts` and goes on to the next; the last one never ends. */
typedef struct hd_binary {
  uint64_t starts;     /* place 0 among them, once there is a digit */
  uint64_t bits;       /* of the strides that were read */
  uint64_t stride[64]; /* of the digit that begins at each place */
} hd_binary;

static inline void hd_clear_binary(hd_binary *digits) { digits->starts = digits->bits = 0; }

/* Begins a digit where the bit of a place is. */
static inline void hd_start_digit(hd_binary *digits, uint64_t place, uint64_t stride) {
  digits->starts |= place;
  digits->stride[hd_lowest_place(place)] = stride;
}

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
  hd_start_digit(w->digits, w->place, (uint64_t)stride);
  w->place *= (uint64_t)extent;
}

/* The steps through those gaps, and then from end to end, as digits. */
static inline void hd_read_gaps(uint64_t taken, hd_binary *steps) {
  hd_digit_writer writer = {steps, 1};
  hd_clear_binary(steps);
  hd_push_digit(&writer, 1, (int64_t)hd_walk_bits(taken, hd_push_digit, &writer));
}

/* Reads the leaves of one mode of a tuple, from *leaf on, as digits from `begin` on, with those that go on merged. Extents
 * of 1 are no digits, but for the mode's last, which may never end. Returns where they end: a power of two where all
 * extents are. Requires a mode there; `depth` is -1 before the first, and else 0. */
static inline uint64_t hd_read_mode(const hd_layout *layout, size_t *leaf, int depth, uint64_t begin,
                                    hd_binary *digits) {
  uint64_t end = begin, next = 0;
  size_t k = *leaf;
  do {
    uint64_t s = (uint64_t)layout->shape[k], d = (uint64_t)layout->stride[k];
    depth += layout->profile.open[k] - layout->profile.close[k];
    ++k;
    digits->bits |= d;
    if (s == 1 && depth > 0) continue;
    if (d != next || end == begin) hd_start_digit(digits, end, d);
    next = s * d;
    end *= s;
  } while (depth > 0);
  *leaf = k;
  return end;
}

/* Whether the extents that were read are powers of two, and all is small. */
static inline bool hd_is_read(const hd_binary *digits, uint64_t end) {
  return (end & (end - 1)) == 0 && (digits->bits | (end - 1)) >> HD_SMALL_BITS == 0;
}

/* The value at an index. */
static inline uint64_t hd_binary_at(const hd_binary *a, uint64_t index) {
  uint64_t sum = 0;
  for (uint64_t more = a->starts; index != 0;) {
    size_t place = hd_lowest_place(more);
    more &= more - 1;
    uint64_t digit = index & ((more & (0 - more)) - 1);
    sum += (digit >> place) * a->stride[place];
    index -= digit;
  }
  return sum;
}

/* Writes the modes of the run 0, d, .., (s-1)d from leaf `at` on, with brackets, and one more pair round several.
 * Returns where that ends. Requires hd_is_binary of s and d, a digit at place 0, and room: for one leaf, and one more for
 * each digit but the first that begins within the run. */
__attribute__((always_inline)) static inline size_t hd_split_bits(const hd_binary *a, int64_t s, int64_t d, int open,
                                                                  int close, hd_layout *to, size_t at) {
  uint64_t extent = (uint64_t)s, step = (uint64_t)d, next = 2 * step, more = (extent * step - next) & a->starts;
  size_t place = hd_highest_place((next - 1) & a->starts);
  uint64_t stride = a->stride[place] * (step >> place);
  if (more == 0) return hd_write_bracketed(s, (int64_t)stride, open, close, to, at);
  place = hd_lowest_place(step);
  for (++open; more != 0; more &= more - 1, open = 0) {
    size_t begin = hd_lowest_place(more), far = begin - place;
    at = hd_write_bracketed((int64_t)1 << far, (int64_t)stride, open, 0, to, at);
    extent >>= far;
    stride = a->stride[begin];
    place = begin;
  }
  return hd_write_bracketed((int64_t)extent, (int64_t)stride, 0, close + 1, to, at);
}

/* Appends what leaves of B become through the digits, under B's brackets. Requires what hd_split_bits does of each. */
static inline void hd_append_bits(const hd_binary *a, const hd_layout *b, hd_view view, hd_layout *to) {
  size_t first = to->profile.leaves, at = first;
  for (size_t k = view.begin; k < view.end; ++k)
    at = hd_split_bits(a, b->shape[k], b->stride[k], b->profile.open[k], b->profile.close[k], to, at);
  to->profile.leaves = (uint8_t)at;
  hd_bracket_leaves(&to->profile, (int)first, -view.skip_open, (int)at - 1, -view.skip_close);
}

#endif
