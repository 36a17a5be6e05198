/* Which mode of a layout does each leaf of a coordinate, an order or another guide stand at, and where is a mode?
 * Internal to the library: not installed. Inline, because it is all there is to know of nestings.
 *
 * Invariant: the guide is weakly congruent to what it guides, so both have the same brackets open before each mode. The
 * mode at a guide's leaf k is then leaves begin[k]..begin[k+1]-1, and its own brackets are those that the guide has not:
 * open[begin[k]] - guide's open[k] before it, close[begin[k+1]-1] - guide's close[k] after it. */
#ifndef HEDDLE_ALGEBRA_MATCH_H
#define HEDDLE_ALGEBRA_MATCH_H

#include "checked.h"
#include "layout.h"

#include <string.h>

/* Fills begin[0..guide->leaves]; false where the guide is not weakly congruent, and `begin` is then of no use. A scalar
 * stands at `()` too, at no leaf. */
static inline bool hd_match(const hd_profile *guide, const hd_profile *of, uint8_t begin[HD_MAX_LEAVES + 1]) {
  int at = 0;
  begin[0] = begin[1] = 0;
  if (of->leaves == 0) return guide->leaves == 0 || guide->open[0] == 0;
  if (guide->leaves == 0) return false;
  if (guide->leaves == 1 && guide->open[0] == 0) return begin[1] = of->leaves, true;
  for (int k = 0; k < guide->leaves; ++k) {
    int depth = of->open[at] - guide->open[k];
    if (depth < 0) return false;
    while (depth > of->close[at]) {
      depth -= of->close[at++];
      depth += of->open[at];
    }
    if (of->close[at] - depth != guide->close[k]) return false;
    begin[k + 1] = (uint8_t)++at;
  }
  return true;
}

/* hd_view_modes, inline. Modes are told apart by counting: one ends where no more than the bracket round all of them is
 * open. */
static inline bool hd_find_modes(const hd_profile *profile, hd_view of, int begin, int end, hd_view *modes) {
  int round = hd_view_is_tuple(profile, of), depth = -of.skip_open, ended = 0, first = of.begin;
  *modes = (hd_view){of.begin, of.begin, 0, 0};
  for (int k = of.begin; ended < end; ++k) {
    if (k == of.end) return false;
    depth += profile->open[k];
    depth -= profile->close[k];
    if (depth > round) continue;
    if (++ended == begin) first = k + 1;
    if (ended < end) continue;
    modes->begin = (uint8_t)first;
    modes->end = (uint8_t)(k + 1);
    modes->skip_open = (uint8_t)(begin == 0 ? of.skip_open + round : 0);
    modes->skip_close = (uint8_t)(round - depth);
    return true;
  }
  return true;
}

/* hd_view_rank, inline. */
static inline int hd_count_modes(const hd_profile *profile, hd_view view) {
  int round = hd_view_is_tuple(profile, view), depth = -view.skip_open, rank = 0;
  for (int k = view.begin; k < view.end; ++k) {
    depth += profile->open[k];
    depth -= profile->close[k];
    rank += depth <= round;
  }
  return rank;
}

/* More brackets before leaf `first` and after leaf `last`, or fewer; the depth is the caller's to check. */
static inline void hd_bracket_leaves(hd_profile *profile, int first, int open, int last, int close) {
  profile->open[first] = (uint8_t)(profile->open[first] + open);
  profile->close[last] = (uint8_t)(profile->close[last] + close);
}

/* Brackets round all leaves; none where there is no leaf. */
static inline void hd_wrap_all(hd_profile *profile) {
  if (profile->leaves > 0) hd_bracket_leaves(profile, 0, 1, profile->leaves - 1, 1);
}

/* The brackets that open before each of eight leaves, a byte for each, of which the first leaf's is lowest. */
enum { HD_EIGHT = HD_MAX_LEAVES >= 8 && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? 8 : 0 };
static inline uint64_t hd_opened_of_eight(const hd_profile *profile) {
  uint64_t opened = 0;
  memcpy(&opened, profile->open, HD_EIGHT);
  return opened;
}

/* How many brackets open, counted four leaves at a time: the uppermost byte of the product is the sum of four that are
 * each no more than twice the bound on the depth. */
static inline int hd_count_opened(const hd_profile *profile) {
  int opened = 0, leaves = profile->leaves, k = 0;
  for (uint32_t four; k + 4 <= leaves; k += 4) {
    memcpy(&four, profile->open + k, sizeof four);
    opened += (int)(four * 0x01010101u >> 24);
  }
  for (; k < leaves; ++k) opened += profile->open[k];
  return opened;
}

/* Whether there are one to eight leaves, and at most three brackets open before each: no depth is above 24 then. Never,
 * where eight are no word. */
static inline bool hd_is_shallow_of_eight(const hd_profile *profile) {
  int leaves = profile->leaves;
  uint64_t more = hd_opened_of_eight(profile) & 0xfcfcfcfcfcfcfcfcu;
  return leaves > 0 && leaves <= HD_EIGHT && more << (64 - 8 * leaves) == 0;
}

/* Whether the depth is within its bound: all brackets that open are no fewer, and are counted faster. */
static inline bool hd_depth_fits(const hd_profile *profile) {
  return hd_is_shallow_of_eight(profile) || hd_count_opened(profile) <= HD_MAX_DEPTH ||
         hd_depth(profile) <= HD_MAX_DEPTH;
}

/* `(a,b,..)` of bare leaves. */
static inline bool hd_is_flat_tuple(const hd_profile *profile) {
  int leaves = profile->leaves;
  if (leaves > 0 && leaves <= HD_EIGHT) return (hd_opened_of_eight(profile) ^ 1) << (64 - 8 * leaves) == 0;
  for (int k = 0; k < leaves; ++k)
    if (profile->open[k] != (k == 0)) return false;
  return leaves > 0;
}

/* Whether both are `(a,b,..)` of equally many bare leaves. */
static inline bool hd_are_flat_tuples(const hd_profile *a, const hd_profile *b) {
  int leaves = a->leaves;
  if (leaves != b->leaves) return false;
  if (leaves > 0 && leaves <= HD_EIGHT)
    return ((hd_opened_of_eight(a) ^ 1) | (hd_opened_of_eight(b) ^ 1)) << (64 - 8 * leaves) == 0;
  return hd_is_flat_tuple(a) && hd_is_flat_tuple(b);
}

/* hd_match of a coordinate, of integers and `_` alone. */
static inline bool hd_match_coordinate(const hd_tuple *coordinate, const hd_profile *of,
                                       uint8_t begin[HD_MAX_LEAVES + 1]) {
  if (!hd_match(&coordinate->profile, of, begin)) return false;
  for (int k = 0; coordinate->on_axes && k < coordinate->profile.leaves; ++k)
    if (coordinate->axis[k] != HD_AXIS_INTEGER && coordinate->axis[k] != HD_AXIS_ANY) return false;
  return true;
}

/* *sum += the value at a matched coordinate, `_` counting as 0. Requires integer strides; false on overflow. */
static inline bool hd_sum_matched(const hd_layout *layout, const hd_tuple *coordinate, const uint8_t *begin,
                                  int64_t *sum) {
  if (layout->profile.leaves == 0) return true;
  for (int k = 0; k < coordinate->profile.leaves; ++k) {
    int64_t rest = coordinate->value[k];
    int leaf = begin[k], last = begin[k + 1] - 1;
    if (rest == 0) continue;
    for (; leaf < last; ++leaf)
      if (!hd_add_product(sum, hd_split_digit(&rest, layout->shape[leaf]), layout->stride[leaf])) return false;
    if (!hd_add_product(sum, rest, layout->stride[last])) return false;
  }
  return true;
}

#endif
