/* The division rule: an index as digits in the mixed radix of A's extents, and a run of B through them.
 * Internal to the library: not installed.
 *
 * Invariant: a run s:d that moves without remainders fills digits one after another, and splits into one mode for each
 * digit it moves in. `room` is what all runs so far leave of each digit: while it stays above 0 no digit can carry, so
 * the runs add up. The last digit never ends. */
#ifndef HEDDLE_ALGEBRA_RADIX_H
#define HEDDLE_ALGEBRA_RADIX_H

#include "checked.h"
#include "layout.h"

typedef struct hd_radix {
  int last;
  int64_t extent[HD_MAX_LEAVES];
  int64_t room[HD_MAX_LEAVES];
} hd_radix;

/* The modes of runs, one after another. `step` counts within the digit. */
typedef struct hd_pieces {
  int count;
  int64_t extent[HD_MAX_LEAVES];
  int64_t step[HD_MAX_LEAVES];
  uint8_t digit[HD_MAX_LEAVES];
} hd_pieces;

static inline void hd_push_piece(hd_pieces *pieces, int64_t extent, int64_t step, int digit) {
  int at = pieces->count++;
  pieces->extent[at] = extent;
  pieces->step[at] = step;
  pieces->digit[at] = (uint8_t)digit;
}

/* *d /= extent if that comes out even; by mask and shift where the extent is a power of two, as it nearly always is. */
static inline bool hd_divide_evenly(int64_t *d, int64_t extent) {
  if ((extent & (extent - 1)) == 0) {
    int64_t rest = *d & (extent - 1);
    *d >>= __builtin_ctzll((unsigned long long)extent);
    return rest == 0;
  }
  if (*d % extent) return false;
  *d /= extent;
  return true;
}

/* Splits the run 0, d, .., (s-1)d and takes its digits out of the room.
 *   requires: s > 1, d >= 0, room for last + 1 more pieces
 *   ensures:  sound where it answers; false: the run leaves remainders, and only its values can tell; the pieces and
 *             the room are then of no use */
static inline bool hd_split_run(hd_radix *a, int64_t s, int64_t d, hd_pieces *pieces) {
  int digit = 0;
  for (; digit < a->last; ++digit) {
    int64_t extent = a->extent[digit], far;
    if (d >= extent) { /* whole turns of this digit: it stays 0 */
      if (!hd_divide_evenly(&d, extent)) return false;
      continue;
    }
    if (hd_mul(s - 1, d, &far) && far < extent) { /* the run ends inside this digit */
      a->room[digit] -= far;
      break;
    }
    int64_t steps = extent;
    if (!hd_divide_evenly(&steps, d) || !hd_divide_evenly(&s, steps)) return false;
    a->room[digit] -= extent - d;
    hd_push_piece(pieces, steps, d, digit);
    d = 1;
  }
  hd_push_piece(pieces, s, d, digit);
  return true;
}

/* Whether the runs so far cannot carry into each other. */
static inline bool hd_runs_add_up(const hd_radix *a) {
  for (int k = 0; k < a->last; ++k)
    if (a->room[k] <= 0) return false;
  return true;
}

#endif
