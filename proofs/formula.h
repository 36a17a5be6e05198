/* Which layout is this index formula? One mode for each variable.
 *
 * Invariant: the answer agrees with the formula at every coordinate: each variable's mode is fitted to the values along
 * its own axis, and then every coordinate is visited. At most HD_MAX_VISITS values are looked at along each axis, and
 * as many coordinates: where these show that there is no layout, that is the answer; else it is undecided. */
#ifndef HEDDLE_PROOFS_FORMULA_H
#define HEDDLE_PROOFS_FORMULA_H

#include "within.h"

/* `t<32, r<4: FORMULA`. The formula is an integer, or a flat tuple: then its components are axes 0, 1, .. or named.
 *   fails: HD_UNDEFINED (no layout: error->coordinate, number {0} the formula's value there, {1} what a layout needs),
 *          HD_UNDECIDED, HD_MALFORMED, HD_MISMATCH, HD_OVERFLOW, HD_CAPACITY; error->position is set
 * Where the formula evaluates something outside its shape, `note` (if not NULL) says what, and where first; else it is
 * made empty. */
enum { HD_FIT_NOTE_MAX = HD_NOTE_MAX + 256 };
hd_status hd_fit_formula(const char *text, size_t length, hd_error *error, hd_layout *layout,
                         char note[HD_FIT_NOTE_MAX]);

#endif
