/* After how many steps does a run through a layout come round again?
 * Internal to the library: not installed.
 *
 * All digits of a layout A but the last return after a period P of steps d, and then the value has moved by a constant;
 * so f(i) = A(i*d), less its slope, has period P. A layout whose modes but the last make a block of b values has period
 * b in the same sense. Where the two agree on twice a common period they have one slope, and agree everywhere. */
#ifndef HEDDLE_ALGEBRA_PERIOD_H
#define HEDDLE_ALGEBRA_PERIOD_H

#include "layout.h"

/* How many first values of the run settle it against a layout of that block; INT64_MAX when that leaves 64 bits.
 *   requires: d != 0, block >= 1, A coalesced with its tail */
int64_t hd_settled_after(const hd_layout *a, int64_t d, int64_t block);

#endif
