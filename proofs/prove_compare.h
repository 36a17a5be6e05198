/* Are two layouts the same function: by looking at every coordinate?
 *
 * Invariant: both repeat their leading modes, so each has the values of its first block in a table, and is a translate
 * of it in every later block. Where a block of the one meets a block of the other, their tables are compared at the
 * distance of the two translations: nothing is written, and a coordinate costs two reads. What canonical forms decide
 * (hd_is_equivalent) is decided here without them. */
#ifndef HEDDLE_PROOFS_PROVE_COMPARE_H
#define HEDDLE_PROOFS_PROVE_COMPARE_H

#include "../algebra/layout.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Compares two layouts on integers at all coordinates: *first is the first index at which they differ, -1 where there
 * is none.
 *   requires: the same size
 *   fails:    HD_MISMATCH (axes), HD_UNDECIDED (more than `most` coordinates, or than 2^32) */
hd_status hd_compare_values(const hd_layout *a, const hd_layout *b, int64_t most, hd_error *error, int64_t *first);

#ifdef __cplusplus
}
#endif
#endif
