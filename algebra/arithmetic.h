/* Arithmetic on tuples: shapes divided, coordinates added, compared and counted on.
 *
 * Invariant: an operation on two tuples walks both side by side and goes into a mode only where both are tuples there;
 * what it does at the first place where one is a scalar is all that tells one operation from another. Every result is
 * exact or refused: a quotient that does not come out even, a sum beyond 64 bits and a leaf that is `_` are statuses.
 *
 * In and out may be the same object.
 *
 * Example:
 *
 *     hd_tuple shape, by;
 *     hd_parse_tuple("(4,(6,8))", 9, NULL, &shape);
 *     hd_parse_tuple("8", 1, NULL, &by);
 *     hd_shape_div(&shape, &by, NULL, &shape);
 *     hd_print_tuple(&shape, text, sizeof text); // "(1,(3,8))" */
#ifndef HEDDLE_ALGEBRA_ARITHMETIC_H
#define HEDDLE_ALGEBRA_ARITHMETIC_H

#include "status.h"
#include "tuple.h"

#ifdef __cplusplus
extern "C" {
#endif

/* a / b of shapes. Of integers: one of them divides the other, and the quotient is rounded up (4 / 6 is refused, 2 / 6
 * is 1). An integer by a tuple: by its size. A tuple by an integer: leaf by leaf from the left, each using up its part
 * of b.
 *   ensures: for b that goes into a: size(result) * size(b) = size(a)
 *   fails:   HD_UNDEFINED, naming the two numbers of which neither divides the other, HD_MISMATCH (different ranks,
 *            `_`, axes), HD_RANGE (an extent below 1), HD_OVERFLOW */
hd_status hd_shape_div(const hd_tuple *a, const hd_tuple *b, hd_error *error, hd_tuple *result);

/* a / b rounded up. As hd_shape_div without its condition; modes of a beyond those of b stay as they are.
 *   ensures: of integers: the least r with r * b >= a
 *   fails:   HD_MISMATCH (b has more modes, `_`, axes), HD_RANGE (an extent below 1), HD_OVERFLOW */
hd_status hd_ceil_div(const hd_tuple *a, const hd_tuple *b, hd_error *error, hd_tuple *result);

/* Whether every leaf of a is less than that of b.
 *   fails: HD_MISMATCH (not congruent, `_`, axes) */
hd_status hd_elem_less(const hd_tuple *a, const hd_tuple *b, hd_error *error, bool *answer);

/* a + b, leaf by leaf. A scalar 0 is neutral beside a tuple; modes that only one of the two has are taken over.
 *   fails: HD_MISMATCH (another scalar beside a tuple, leaves on different axes, `_`), HD_OVERFLOW, HD_CAPACITY */
hd_status hd_tuple_add(const hd_tuple *a, const hd_tuple *b, hd_error *error, hd_tuple *result);

/* a - b, leaf by leaf. A scalar 0 is neutral on the right; modes that only one of the two has are taken over, those of
 * b without a change of sign, as CuTe does.
 *   fails: as hd_tuple_add */
hd_status hd_tuple_sub(const hd_tuple *a, const hd_tuple *b, hd_error *error, hd_tuple *result);

/* The product of each mode, as a flat tuple: (2,(3,4)) is (2,12), 3 is (3).
 *   fails: HD_OVERFLOW, HD_MISMATCH (`_`, axes) */
hd_status hd_tuple_product_each(const hd_tuple *tuple, hd_error *error, hd_tuple *result);

/* The products of the leaves before each leaf, nested alike: (3,(4,5)) is (1,(3,12)). Unlike the strides of a compact
 * layout they do not leave out extents of 1.
 *   fails: HD_OVERFLOW, HD_MISMATCH (`_`, axes) */
hd_status hd_prefix_product(const hd_tuple *tuple, hd_error *error, hd_tuple *result);

/* The next coordinate of a shape: the first leaf counts on; a leaf that reaches its extent goes back to 0 and carries.
 * The last leaf never goes back.
 *   ensures: hd_crd2idx(result, shape) = hd_crd2idx(coordinate, shape) + 1
 *   fails:   HD_MISMATCH (not congruent, `_`, axes), HD_RANGE (a leaf below 0 or, but for the last, not below its
 *            extent; an extent below 1), HD_OVERFLOW */
hd_status hd_increment_coord(const hd_tuple *coordinate, const hd_tuple *shape, hd_error *error, hd_tuple *result);

#ifdef __cplusplus
}
#endif
#endif
