/* What does a slice of integer strides keep, and where does it begin? Internal to the library: not installed. For those
 * who go on with a slice: hd_slice_and_offset copies it once more, and gives a tuple. */
#ifndef HEDDLE_ALGEBRA_SLICE_PLAIN_H
#define HEDDLE_ALGEBRA_SLICE_PLAIN_H

#include "layout.h"

/* hd_slice_and_offset into another object. False where that fails, or either has no leaf; `slice` is then of no use.
 *   requires: integer strides */
bool hd_slice_plain(const hd_layout *layout, const hd_tuple *coordinate, hd_layout *slice, int64_t *start);

#endif
