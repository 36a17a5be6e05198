/* Linear layouts over bits: which place holds which element, where every coordinate is a number of bits.
 *
 *   L(x) = exclusive or of basis[i] over the bits i that are set in x,   so that   L(x ^ y) = L(x) ^ L(y)
 *
 * Inputs and outputs are coordinates in named dimensions whose sizes are powers of two: from register, lane, warp and
 * block to dim0 and dim1, or from dim0 and dim1 to an offset. A coordinate is packed into one word, the first dimension
 * in the lowest bits; this is also the order in which bits are counted wherever an order matters.
 *
 * Invariant: names of one side differ; a side has at most 64 bits in all, a dimension at most 62; no basis word has a
 * bit above the output's. The values where one input bit is set (the basis) say all, so two maps are equal when these
 * are.
 *
 * A swizzle and a transposition are such maps as well as a layout with powers of two for extents is; what is not is a
 * layout in which two digits carry into each other. linear_convert.h tells the two apart, linear_inverse.h inverts,
 * linear_text.h reads and writes.
 *
 * Cost: about 750 bytes, of which only the words in use are written, copied or compared. No heap. In and out may be the
 * same object.
 *
 * Example:
 *
 *     hd_dimensions bits;
 *     hd_axis offset;
 *     hd_linear reverse;
 *     hd_axis_from_name("offset", 6, &offset);
 *     hd_dimensions_clear(&bits);
 *     hd_dimensions_append(&bits, offset, 3, NULL);
 *     hd_make_linear(&bits, &bits, (uint64_t[]){4, 2, 1}, NULL, &reverse);
 *     uint64_t value = hd_linear_at(&reverse, 3); // value == 6 */
#ifndef HEDDLE_ALGEBRA_LINEAR_H
#define HEDDLE_ALGEBRA_LINEAR_H

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { HD_MAX_DIMENSIONS = 12, HD_LINEAR_BITS = 64, HD_DIMENSION_BITS = 62 };

/* The dimensions of one side: dimension k is name[k] and has 2^bits[k] places. */
typedef struct hd_dimensions {
  uint8_t count;
  uint8_t total; /* all bits together */
  uint8_t bits[HD_MAX_DIMENSIONS];
  hd_axis name[HD_MAX_DIMENSIONS]; /* names as of axes (axis.h), at most HD_AXIS_NAME_MAX characters */
} hd_dimensions;

/* A map from bits to bits: L(x) is the exclusive or of basis[i] over the bits i of x. */
typedef struct hd_linear {
  hd_dimensions in;
  hd_dimensions out;
  uint64_t basis[HD_LINEAR_BITS]; /* basis[i] = L(2^i), for i < in.total */
} hd_linear;

/* ---- dimensions ---- */

/* No dimensions. */
void hd_dimensions_clear(hd_dimensions *dimensions);

/* Appends a dimension of 2^bits places.
 *   fails: HD_MALFORMED (no name, or one that is there already), HD_RANGE (bits below 0),
 *          HD_CAPACITY (more than HD_MAX_DIMENSIONS dimensions, HD_DIMENSION_BITS bits in one or HD_LINEAR_BITS in all)
 */
hd_status hd_dimensions_append(hd_dimensions *dimensions, hd_axis name, int bits, hd_error *error);

/* Which dimension has that name; -1 where none has. */
int hd_dimensions_find(const hd_dimensions *dimensions, hd_axis name);

/* Same names, sizes and order. */
bool hd_dimensions_is_equal(const hd_dimensions *a, const hd_dimensions *b);

/* One word of a coordinate with an entry for each dimension, and back.
 *   ensures: unpack(pack(c)) = c
 *   fails:   HD_RANGE (an entry below 0, or not below its dimension's size) */
hd_status hd_dimensions_pack(const hd_dimensions *dimensions, const int64_t *coordinate, hd_error *error,
                             uint64_t *packed);
void hd_dimensions_unpack(const hd_dimensions *dimensions, uint64_t packed, int64_t coordinate[HD_MAX_DIMENSIONS]);

/* ---- maps ---- */

/* The map with these values where one input bit is set; basis has in->total words.
 *   ensures: L(2^i) = basis[i]
 *   fails:   HD_RANGE (a word has bits above the output's) */
hd_status hd_make_linear(const hd_dimensions *in, const hd_dimensions *out, const uint64_t *basis, hd_error *error,
                         hd_linear *result);

/* ensures: L(x) = x, from the dimensions to the same ones */
void hd_linear_identity(const hd_dimensions *dimensions, hd_linear *result);

/* The same map: copies what is in use. */
void hd_linear_copy(hd_linear *to, const hd_linear *from);

/* L(x), packed. Bits of x above the input's do not count. */
uint64_t hd_linear_at(const hd_linear *linear, uint64_t input);

/* L(coordinate): a tuple of one integer for each input dimension, or one integer, which is the packed coordinate.
 *   ensures: a tuple of one integer for each output dimension; an integer where there is one dimension
 *   fails:   HD_MISMATCH (not as many integers), HD_RANGE (outside the sizes), HD_CAPACITY (more outputs than leaves)
 */
hd_status hd_linear_evaluate(const hd_linear *linear, const hd_tuple *coordinate, hd_error *error, hd_tuple *value);

/* Same dimensions and the same values. */
bool hd_linear_is_identical(const hd_linear *a, const hd_linear *b);

/* Same input dimensions, same names of outputs, and the same values; sizes of outputs may differ. */
bool hd_linear_is_equivalent(const hd_linear *a, const hd_linear *b);

/* The same packed function with other dimensions on each side, as many bits in all (NULL: as they are).
 *   ensures: result(x) = linear(x), packed
 *   fails:   HD_MISMATCH (another number of bits) */
hd_status hd_linear_reshape(const hd_linear *linear, const hd_dimensions *in, const hd_dimensions *out, hd_error *error,
                            hd_linear *result);

/* The same function with its dimensions in another order: `in` and `out` hold the names of each side (NULL: as they
 * are).
 *   ensures: result sends each coordinate by name to what linear sends it to by name
 *   fails:   HD_MISMATCH (not the names of that side, each once) */
hd_status hd_linear_transpose(const hd_linear *linear, const hd_axis *in, const hd_axis *out, hd_error *error,
                              hd_linear *result);

/* outer o inner: first inner, then outer, matched by the names of the dimensions between them, in any order.
 *   ensures: result(x) = outer(inner(x)); result.in = inner.in, result.out = outer.out
 *   fails:   HD_MISMATCH (inner's outputs are not outer's inputs by name, or one is larger in inner) */
hd_status hd_linear_compose(const hd_linear *outer, const hd_linear *inner, hd_error *error, hd_linear *result);

/* low * high, Triton's operator*: in each dimension the low map has the low bits and the high map those above.
 * Dimensions of both keep the order they have in both; where that leaves a choice, those of `low` come first.
 *   ensures: result(x) = low(low bits of x) in the low bits, high(the bits above) in those above, dimension by
 *            dimension
 *   fails:   HD_MISMATCH (no order agrees with both), HD_CAPACITY (as hd_dimensions_append) */
hd_status hd_linear_product(const hd_linear *low, const hd_linear *high, hd_error *error, hd_linear *result);

/* The map with whole = low * result, in the dimensions of `whole`; there is at most one.
 *   ensures: hd_linear_product(low, result) = whole
 *   fails:   HD_UNDEFINED (there is none; the error names the dimension or the input bit that shows it) */
hd_status hd_linear_divide_left(const hd_linear *whole, const hd_linear *low, hd_error *error, hd_linear *result);

#ifdef __cplusplus
}
#endif
#endif
