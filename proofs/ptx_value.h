/* What is known of a value that a register holds: bit by bit, and on what it depends.
 *
 * Invariant: a bit is 0, 1, a bit of %tid.x, or one of four classes that say who has the same bit: all threads of the
 * CTA, all threads of a warp, not known, or no two threads surely. A value may count from a base, a variable's address
 * or what an alloc returned, and then the bits are those of the offset. Whatever a register may hold on any path, its
 * value covers. Of a base from an alloc the lane is 0 and the column below 65536 - 512, which is what every producer of
 * addresses relies on.
 *
 * A predicate knows besides for which of 32 warps it may hold and may fail, and for which it surely does once the
 * conditions that are the same in the whole CTA are as it takes. */
#ifndef HEDDLE_PROOFS_PTX_VALUE_H
#define HEDDLE_PROOFS_PTX_VALUE_H

#include "ptx_names.h"

enum { HD_PTX_BITS = 32, HD_PTX_THREAD_BITS = 10, HD_PTX_LANE_BITS = 5 };

enum {
  HD_BIT_0,
  HD_BIT_1,
  HD_BIT_THREAD,                                    /* bit k of %tid.x is HD_BIT_THREAD + k */
  HD_BIT_SAME = HD_BIT_THREAD + HD_PTX_THREAD_BITS, /* the classes, in their order */
  HD_BIT_WARP,
  HD_BIT_UNKNOWN,
  HD_BIT_VARIES
};

typedef enum hd_ptx_base { HD_PTX_NO_BASE, HD_PTX_VARIABLE, HD_PTX_ALLOCATED } hd_ptx_base;

typedef struct hd_ptx_value {
  uint8_t bit[HD_PTX_BITS];
  uint8_t above; /* bits 32 and more: HD_BIT_0, or a class */
  uint8_t base;
  bool there;      /* false: no definition has been seen */
  uint32_t of;     /* of a base the name of the variable, or the alloc */
  uint32_t may[2]; /* of a predicate: the warps for which it may be false, true */
  uint32_t surely[2];
} hd_ptx_value;

/* HD_BIT_SAME .. HD_BIT_VARIES: the class of a bit, of all bits. */
uint8_t hd_ptx_bit_class(uint8_t bit);
uint8_t hd_ptx_value_class(const hd_ptx_value *value);

hd_ptx_value hd_ptx_constant(int64_t number);
/* A value of which only the class is known. */
hd_ptx_value hd_ptx_of_class(uint8_t class);
/* A based value as plain bits: of a variable's address nothing but that it is the same, of an allocation the lane. */
hd_ptx_value hd_ptx_flat(const hd_ptx_value *value);

/* Whether all bits are known, and then the number; likewise with the bits of %tid.x, for one thread. */
bool hd_ptx_is_constant(const hd_ptx_value *value, uint32_t *number);
bool hd_ptx_is_of_thread(const hd_ptx_value *value);
uint32_t hd_ptx_for_thread(const hd_ptx_value *value, uint32_t thread);

hd_ptx_value hd_ptx_add(const hd_ptx_value *a, const hd_ptx_value *b);
hd_ptx_value hd_ptx_subtract(const hd_ptx_value *a, const hd_ptx_value *b);
hd_ptx_value hd_ptx_multiply(const hd_ptx_value *a, const hd_ptx_value *b, bool wide);
/* Towards higher bits for a positive count; `wide` keeps what leaves the lower 32. */
hd_ptx_value hd_ptx_shift(const hd_ptx_value *a, int count, bool wide);
hd_ptx_value hd_ptx_and(const hd_ptx_value *a, const hd_ptx_value *b);
hd_ptx_value hd_ptx_or(const hd_ptx_value *a, const hd_ptx_value *b);
hd_ptx_value hd_ptx_xor(const hd_ptx_value *a, const hd_ptx_value *b);
/* The lowest `bits` bits. */
hd_ptx_value hd_ptx_cut(const hd_ptx_value *a, unsigned bits);

/* Either of two values, which one depending on something of a class. `widen`: give up what might take long. */
hd_ptx_value hd_ptx_join(const hd_ptx_value *a, const hd_ptx_value *b, uint8_t class, bool widen);
/* As on the side of something of a class: no bit that is not known exactly is of a lower one. */
hd_ptx_value hd_ptx_under(const hd_ptx_value *a, uint8_t class);
bool hd_ptx_same_value(const hd_ptx_value *a, const hd_ptx_value *b);

typedef enum hd_ptx_comparison { HD_PTX_EQ, HD_PTX_NE, HD_PTX_LT, HD_PTX_LE, HD_PTX_GT, HD_PTX_GE } hd_ptx_comparison;

/* A predicate of which only the class is known, one that always holds or never does, and one that compares 32-bit
 * numbers in a CTA of at most so many threads. */
hd_ptx_value hd_ptx_some_predicate(uint8_t class);
hd_ptx_value hd_ptx_some_truth(bool is);
hd_ptx_value hd_ptx_compare(hd_ptx_comparison how, bool is_signed, const hd_ptx_value *a, const hd_ptx_value *b,
                            uint32_t threads);
hd_ptx_value hd_ptx_predicate_not(const hd_ptx_value *a);
hd_ptx_value hd_ptx_predicate_and(const hd_ptx_value *a, const hd_ptx_value *b);
hd_ptx_value hd_ptx_predicate_or(const hd_ptx_value *a, const hd_ptx_value *b);

#endif
