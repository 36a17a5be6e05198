/* How many coordinates are there, exactly?
 *
 * Invariant: products of extents are counted in GMP's integers, so a count never leaves what it is counted in. */
#ifndef HEDDLE_PROOFS_COUNT_H
#define HEDDLE_PROOFS_COUNT_H

#include <stddef.h>
#include <stdint.h>

/* Room for the product of 16 extents. */
enum { HD_COUNT_TEXT = 16 * 19 + 2 };

/* Writes the product of `factors` positive numbers in decimal, where the text has room: 19 digits a factor, and one.
 *   ensures: returns the product when 64 bits hold it, else INT64_MAX */
int64_t hd_count_product(const int64_t *factor, int factors, char *text, size_t capacity);

#endif
