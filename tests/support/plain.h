/* Layouts as plain arrays: what each says, and whether an operation on them has an answer, from the definition alone.
 *
 * Invariant: nothing here asks algebra/. A layout is digit times stride, the digits by remainder and quotient; whether
 * a layout exists is found by trying all ways to cut a size into factors.
 *
 * A value on the paths @0 and @1 is written as one number, its second component far above what the first ever reaches.
 * Sums and differences of values are then those of the numbers. */
#ifndef HEDDLE_TESTS_SUPPORT_PLAIN_H
#define HEDDLE_TESTS_SUPPORT_PLAIN_H

#include "../../algebra/algebra.h"

typedef struct hd_plain {
  int leaves;
  bool on_paths;
  int64_t size;
  int64_t shape[HD_MAX_LEAVES];
  int64_t stride[HD_MAX_LEAVES]; /* where it is on paths, as values are written */
} hd_plain;

/* The leaves of a layout. Axes must be plain, or the paths @0 and @1. */
void hd_plain_of(const hd_layout *layout, hd_plain *plain);
void hd_plain_add(hd_plain *plain, int64_t extent, int64_t stride);
/* Leaves of one after those of the other; `both` may be A. */
void hd_plain_join(const hd_plain *a, const hd_plain *b, hd_plain *both);
/* The value at any integer: digits rounded down, the last leaf takes what is left. */
int64_t hd_plain_at(const hd_plain *plain, int64_t index);
/* The values at 0..size-1. */
void hd_plain_values(const hd_plain *plain, int64_t *value);
/* S<b,m,s>(x) for any x, bit by bit: each of the b bits from m up is flipped where the bit s above it is set; for s < 0
 * the b bits from m up are those that are read. */
int64_t hd_plain_swizzled(hd_swizzle swizzle, int64_t x);
/* Component 0 or 1 of a value on paths. */
int64_t hd_path_component(int64_t value, int component);

/* Whether the values 0..count-1 are those of some layout of that size: all ways to cut the count into factors. */
bool hd_plain_fits(bool on_paths, const int64_t *value, int64_t count);
/* Whether some layout refines B's shape and has the values A(B(c)): along each leaf of B, and in sum. */
bool hd_plain_composes(const hd_plain *a, const hd_plain *b);
/* The gaps below the sorted moving strides, then as many tiles as reach `within` (0: one, without a bound). False where
 * a stride is negative or lies below the end of smaller ones, or where what is reached stops short. */
bool hd_plain_complement(const hd_plain *a, int64_t within, hd_plain *rest);

/* The same without a bound; for values on paths the complements of their components, one after the other. */
bool hd_plain_steps(const hd_plain *a, hd_plain *steps);

/* ---- what an error shows ---- */

/* Whether an error of a composition names a coordinate of B, the value of A(B(c)) there, and another number that a
 * layout would need: what the leaves add up to, or how the leaf goes on. */
bool hd_is_clash(const hd_plain *a, const hd_plain *b, const hd_error *error);
/* The coordinate of an error, for messages. */
const char *hd_show_place(const hd_error *error);
/* Whether an error of a complement names two coordinates of one value; or numbers that stand in the layout: a stride
 * below where the smaller ones end, or below 0, or a reach below the bound. */
bool hd_is_overlap(const hd_plain *a, int64_t within, const hd_error *error);

#endif
