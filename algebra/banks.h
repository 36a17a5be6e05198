/* How many times must shared memory be read for one access of a warp?
 *
 * Shared memory is 32 banks of 4-byte words: word w lies in bank w mod 32. In one pass each bank gives one word, to as
 * many lanes as want it. An access in which each lane moves `bits` bits is made in phases of at most 128 bytes: all 32
 * lanes together up to 32 bits, 16 lanes at 64, 8 lanes at 128. The degree of an access is the largest number of
 * different words that some phase wants of one bank: 1 is no conflict.
 *
 * Units: the layout gives, for each lane, the offset of what that lane moves, in elements of `bits` bits.
 *
 * Invariant: a degree is counted, never estimated. No heap.
 *
 * Example:
 *
 *     hd_composed column;
 *     const hd_composed *accesses[] = {&column};
 *     hd_bank_report report;
 *     hd_swizzle swizzle;
 *     int degree;
 *     hd_parse_composed("32:32", 5, NULL, &column);
 *     hd_banks(&column, 32, NULL, &report);                      // report.degree == 32
 *     hd_find_swizzle(accesses, 1, 32, NULL, &swizzle, &degree); // degree == 1
 *     hd_print_swizzle(&swizzle, text, sizeof text);             // "S<5,0,5>" */
#ifndef HEDDLE_ALGEBRA_BANKS_H
#define HEDDLE_ALGEBRA_BANKS_H

#include "composed.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { HD_BANKS = 32, HD_WORD_BITS = 32, HD_WARP_LANES = 32, HD_MAX_ACCESSES = 8 };

/* How many lanes meet in a bank, and where. */
typedef struct hd_bank_report {
  int degree; /* 1: no conflict */
  int bank;   /* a bank of that many words in one phase */
  int lane;   /* the first two lanes that want different words of it; the same one twice where the degree is 1 */
  int other;
} hd_bank_report;

/* The degree of one access.
 *   requires: integer values; 1 <= size <= HD_WARP_LANES, lane i being coordinate i; bits a power of two from 1 to 128
 *   fails:    HD_RANGE (size, bits), HD_MISMATCH (values on axes), HD_OVERFLOW */
hd_status hd_banks(const hd_composed *access, int64_t bits, hd_error *error, hd_bank_report *report);

/* The swizzle S such that S o 0 o access has the least degree, over all of `count` accesses the worst counting; among
 * those of least degree the one of fewest bits, then of the smallest base, then of the smallest shift. Only swizzles
 * that read above what they change (shift > 0), or S<0,0,0>, which changes nothing.
 *   requires: as hd_banks, of each access; 1 <= count <= HD_MAX_ACCESSES
 *   ensures:  *degree is the largest of hd_banks(S o 0 o access), and no swizzle of positive shift has a smaller one
 *   fails:    as hd_banks; HD_RANGE (count) */
hd_status hd_find_swizzle(const hd_composed *const *access, int count, int64_t bits, hd_error *error,
                          hd_swizzle *swizzle, int *degree);

#ifdef __cplusplus
}
#endif
#endif
