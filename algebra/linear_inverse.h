/* Back from an output to an input: which outputs a linear map reaches, from where, and by which input bits.
 *
 * Invariant: an input bit is free where its value is among those of the bits below it; such a bit need never be set.
 * Every inverse here is the one that leaves all free bits 0, so that it is determined, is the same as Triton's, and is
 * itself a linear map.
 *
 * Refuses: outputs that no input reaches, naming one. Cost: the square of the number of bits, in word operations.
 *
 * Example:
 *
 *     hd_layout tile;
 *     hd_linear bits, back;
 *     hd_parse_layout("(4,8):(8,1)", 11, NULL, &tile);
 *     hd_linear_from_layout(&tile, NULL, NULL, &bits);
 *     hd_linear_invert(&bits, NULL, &back);
 *     uint64_t coordinate = hd_linear_at(&back, hd_linear_at(&bits, 13)); // coordinate == 13 */
#ifndef HEDDLE_ALGEBRA_LINEAR_INVERSE_H
#define HEDDLE_ALGEBRA_LINEAR_INVERSE_H

#include "linear.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The free input bits, packed (hd_dimensions_unpack gives the mask of each dimension).
 *   ensures: every output that L takes is taken exactly once by the inputs in which these bits are 0; bit i is free
 *            exactly when some x with x < 2^i has L(x) = L(2^i) */
uint64_t hd_linear_free_variables(const hd_linear *linear);

/* How many bits of the output can be set at will: the number of values is 2^rank. */
int hd_linear_rank(const hd_linear *linear);

/* Whether no value is taken twice. When not, error->coordinate and error->other (if error is not NULL) are two inputs
 * of the same value, with status HD_OK. */
bool hd_linear_is_injective(const hd_linear *linear, hd_error *error);

/* Whether every output is taken. When not, error->coordinate is one that is not, with status HD_OK. */
bool hd_linear_is_surjective(const hd_linear *linear, hd_error *error);

/* The inverse.
 *   ensures: result(L(x)) = x for every input and L(result(y)) = y for every output; result.in = L.out, result.out =
 *            L.in
 *   fails:   HD_UNDEFINED (two inputs have one value, or an output is not taken: the error names them) */
hd_status hd_linear_invert(const hd_linear *linear, hd_error *error, hd_linear *result);

/* A right inverse, as hd_linear_invert_and_compose has it.
 *   ensures: L(result(y)) = y for every output
 *   fails:   HD_UNDEFINED (an output is not taken) */
hd_status hd_linear_pseudo_invert(const hd_linear *linear, hd_error *error, hd_linear *result);

/* From where `from` finds an element to where `to` keeps it: Triton's from.invertAndCompose(to). A dimension of inputs
 * with the same name, size and values in both goes to itself; for all else the free bits of `to` are 0, where the bits
 * of such dimensions are counted after the others.
 *   requires: both have the same output dimensions by name, in any order, none larger in `from` than in `to`
 *   ensures:  to(result(x)) = from(x) for every input; result.in = from.in, result.out = to.in
 *   fails:    HD_MISMATCH (the outputs are not the same), HD_UNDEFINED (`to` does not take the value of an input, which
 *             the error names) */
hd_status hd_linear_invert_and_compose(const hd_linear *from, const hd_linear *to, hd_error *error, hd_linear *result);

#ifdef __cplusplus
}
#endif
#endif
