/* Swizzle S<b,m,s>: a shuffle of indices that spreads them over memory banks.
 *
 *   S<b,m,s>(x) = x ^ ((x & Y) >> s),  Y = the b bits from m+s up    s >= 0
 *   S<b,m,s>(x) = x ^ ((x & Y) << -s), Y = the b bits from m up      s < 0
 *
 * Invariant: b >= 0, m >= 0, |s| >= b and b + m + |s| < HD_SWIZZLE_BITS. The bits read and the bits changed are
 * therefore different ones, so that a swizzle is its own inverse, moves each block of 2^(b+m+|s|) indices within
 * itself, and is defined on every 64-bit integer, negative ones too.
 *
 * A swizzle counts units: bits, bytes or elements. The same shuffle of memory is another swizzle in another unit;
 * hd_swizzle_recast converts, and there is no other place where a unit is assumed.
 *
 * Refuses: parameters outside the invariant (HD_MALFORMED), and units between which the shuffle is no swizzle.
 *
 * Example:
 *
 *     hd_swizzle bytes, words;
 *     hd_make_swizzle(3, 4, 3, NULL, &bytes);
 *     hd_swizzle_recast(&bytes, 8, 32, NULL, &words); // words.base == 2
 *     int64_t moved = hd_swizzle_at(&words, 32);      // moved == 36 */
#ifndef HEDDLE_ALGEBRA_SWIZZLE_H
#define HEDDLE_ALGEBRA_SWIZZLE_H

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { HD_SWIZZLE_BITS = 32 };

/* S<bits,base,shift>. */
typedef struct hd_swizzle {
  int bits;  /* b: how many bits are changed */
  int base;  /* m: 2^m units stay together */
  int shift; /* s: how far above the bits changed (below, where negative) the bits read lie */
} hd_swizzle;

/* S<bits,base,shift>. fails: HD_MALFORMED */
hd_status hd_make_swizzle(int64_t bits, int64_t base, int64_t shift, hd_error *error, hd_swizzle *result);

/* The bits that are read (Y) and those that are changed, as masks. */
inline int64_t hd_swizzle_source(const hd_swizzle *swizzle) {
  int up = swizzle->shift > 0 ? swizzle->shift : 0;
  return (int64_t)((((uint64_t)1 << swizzle->bits) - 1) << (swizzle->base + up));
}
inline int64_t hd_swizzle_target(const hd_swizzle *swizzle) {
  int up = swizzle->shift < 0 ? -swizzle->shift : 0;
  return (int64_t)((((uint64_t)1 << swizzle->bits) - 1) << (swizzle->base + up));
}

/* S(index). ensures: S(S(index)) = index */
inline int64_t hd_swizzle_at(const hd_swizzle *swizzle, int64_t index) {
  int64_t read = index & hd_swizzle_source(swizzle); /* below 2^31: shifts either way stay in range */
  return index ^ (swizzle->shift < 0 ? read << -swizzle->shift : read >> swizzle->shift);
}

/* The same shuffle of memory, counted in units of `to` bits where it was counted in units of `from` bits:
 * hd_swizzle_recast of S<3,4,3> from 8 (bytes) to 32 (four-byte elements) is S<3,2,3>.
 *   ensures: with k = from / to, result(k*x + r) = k*S(x) + r for 0 <= r < k; where to > from, S is that of the result
 *   fails:   HD_RANGE (a width below 1, or the result is beyond HD_SWIZZLE_BITS);
 *            HD_UNDEFINED (one width is no power of two times the other, or units of `to` bits would be torn apart) */
hd_status hd_swizzle_recast(const hd_swizzle *swizzle, int64_t from, int64_t to, hd_error *error, hd_swizzle *result);

/* `S<3,4,3>` or `Sw<3,4,3>`, blanks between tokens and CuTe C++'s `_3` allowed.
 *   fails: HD_MALFORMED (with error->position), HD_OVERFLOW */
hd_status hd_parse_swizzle(const char *text, size_t length, hd_error *error, hd_swizzle *swizzle);

/* `S<3,4,3>`. Like snprintf: returns the whole length, writes at most capacity-1 characters. */
size_t hd_print_swizzle(const hd_swizzle *swizzle, char *text, size_t capacity);

#ifdef __cplusplus
}
#endif
#endif
