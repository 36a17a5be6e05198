/* Taking a value apart by its modes: get, select and flatten for tuples and tilers as well as layouts.
 *
 * Invariant: a mode keeps its own brackets and loses those of its surroundings; what is selected is always a tuple.
 * A path or list of modes is several integers, or one tuple of them; `()` and no arguments are the empty one. */
#ifndef HEDDLE_PROOFS_MODES_H
#define HEDDLE_PROOFS_MODES_H

#include "value.h"

/* The mode at a path; the empty path is the value itself. `result` may be `value`.
 *   fails: HD_RANGE (no such mode), HD_MISMATCH (path is no list of integers, value has no modes) */
hd_status hd_value_get(const hd_value *value, const hd_value *path, int count, hd_error *error, hd_value *result);

/* The listed modes, as a tuple or by-mode tiler. fails: as hd_value_get, HD_CAPACITY */
hd_status hd_value_select(const hd_value *value, const hd_value *mode, int count, hd_error *error, hd_value *result);

/* All leaves (of a tiler: all elements) on one level; a scalar stays scalar. fails: HD_MISMATCH */
hd_status hd_value_flatten(const hd_value *value, hd_error *error, hd_value *result);

/* The nesting of a layout, tuple or tiler. fails: HD_MISMATCH */
hd_status hd_value_profile(const hd_value *value, hd_error *error, const hd_profile **profile);

#endif
