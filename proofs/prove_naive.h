/* What operations should say, worked out from the definition of a layout, for judges.
 *
 * Invariant: structs are read and none of algebra/'s functions is called. A value is a sum of digits times strides in
 * 64 bits, which the bounds of the domains keep far from full; where they do not (domain `operands`), judges use GMP's
 * integers. An image is a GMP integer whose bits are the values: the values are distinct exactly when as many bits are
 * set as there are coordinates. */
#ifndef HEDDLE_PROOFS_PROVE_NAIVE_H
#define HEDDLE_PROOFS_PROVE_NAIVE_H

#include "prove.h"

/* INT64_MAX where 64 bits do not hold it. */
int64_t hd_naive_size(const hd_layout *layout);
/* L(index), for any index: digits are rounded down, the last leaf takes the quotient. */
int64_t hd_naive_at(const hd_layout *layout, int64_t index);
/* The digit of each leaf, and the value at digits. */
void hd_naive_digits(const hd_layout *layout, int64_t index, int64_t *digit);
int64_t hd_naive_sum(const hd_layout *layout, const int64_t *digit);
/* L(0), .., L(count-1). Requires count <= HD_TABLE. */
void hd_naive_values(const hd_layout *layout, int64_t count, int64_t *value);
/* The sums of (extent-1)*stride over the leaves of stride below 0 and above. */
void hd_naive_range(const hd_layout *layout, int64_t *least, int64_t *greatest);

/* The set {value[i] - least} as bits. */
void hd_naive_image(mpz_t image, const int64_t *value, int64_t count, int64_t least);
/* Whether no value is taken twice. */
bool hd_naive_is_injective(hd_prover *prover, const hd_layout *layout);

/* Whether some layout of size `count` has these values at 0..known-1: every way to cut `count` into extents is tried.
 * */
bool hd_naive_is_layout(const int64_t *value, int64_t known, int64_t count);

/* Whether some layout that refines B's shape has the values A(B(c)), which are left in `value`: along each leaf of B
 * they are those of a layout, and they add up over the leaves. Requires size B <= HD_TABLE. */
bool hd_naive_composes(hd_prover *prover, const hd_layout *a, const hd_layout *b, int64_t *value);

/* The leaves and the size of each mode at the top; a scalar is its one mode. Returns their number. */
typedef struct hd_naive_modes {
  int count;
  int begin[HD_MAX_LEAVES + 1];
  int64_t size[HD_MAX_LEAVES];
} hd_naive_modes;
void hd_naive_modes_of(const hd_layout *layout, hd_naive_modes *modes);
/* One of them as a layout without its outer brackets: its leaves, flat. */
void hd_naive_mode(const hd_layout *layout, const hd_naive_modes *modes, int mode, hd_layout *result);

/* The flat layout of these leaves, a scalar where there is one. */
void hd_naive_flat(int leaves, const int64_t *shape, const int64_t *stride, hd_layout *result);

/* The same function in as few leaves as there can be: leaves of extent 1 left out, leaves that go on joined. */
void hd_naive_shortest(const hd_layout *layout, hd_layout *result);
/* Whether both have these leaves. */
bool hd_naive_same_leaves(const hd_layout *a, const hd_layout *b);
/* Whether the result has this size and these values. */
bool hd_naive_has_values(const hd_layout *result, int64_t count, const int64_t *value);

/* complement(L, within) by its definition: the gaps between the sorted moving leaves of strides above 0, then what is
 * left to `within`; as extents and strides, not coalesced. Returns their number, -1 where two leaves overlap. */
int hd_naive_complement(const hd_layout *layout, int64_t within, int64_t *shape, int64_t *stride, int64_t *reach);

/* Whether a layout of plain strides refines a shape of flat modes: as many modes, each of that size. */
bool hd_naive_has_modes(const hd_layout *layout, int count, const int64_t *size);

#endif
