/* Linear layouts over bits in the language: the functions that make them, and what others of the table make of them.
 *
 * Invariant: a function of the table that is not named here refuses linear layouts by name. The coordinate of a linear
 * layout is one integer for each of its input dimensions, or one integer for all of them, packed. */
#ifndef HEDDLE_PROOFS_OPERATIONS_LINEAR_H
#define HEDDLE_PROOFS_OPERATIONS_LINEAR_H

#include "builtin.h"
#include "operations.h"

HD_OPERATION(linear);
HD_OPERATION(linear_layout);
HD_OPERATION(linear_invert);
HD_OPERATION(linear_pseudo_invert);
HD_OPERATION(linear_invert_and_compose);
HD_OPERATION(linear_product);
HD_OPERATION(linear_divide_left);
HD_OPERATION(linear_free);
HD_OPERATION(linear_surjective);
HD_OPERATION(linear_rank);
HD_OPERATION(linear_identity);
HD_OPERATION(linear_reshape);
HD_OPERATION(linear_transpose);

/* clang-format off */
#define HD_LINEAR_BUILTINS \
  {"linear", "linear(L [, 1@name..])", \
   "the layout L over bits, its dimensions named; or the map in Triton's text", 1, HD_MAX_ARGUMENTS, hd_call_linear}, \
  {"linear_layout", "linear_layout(M)", \
   "the linear layout M as shape:stride, behind a swizzle where it takes one", 1, 1, hd_call_linear_layout}, \
  {"linear_invert", "linear_invert(M)", "the inverse of M", 1, 1, hd_call_linear_invert}, \
  {"linear_pseudo_invert", "linear_pseudo_invert(M)", "R with M(R(y)) = y, free bits 0", 1, 1, \
   hd_call_linear_pseudo_invert}, \
  {"linear_invert_and_compose", "linear_invert_and_compose(A, B)", \
   "C with B(C(x)) = A(x): where B keeps what A has", 2, 2, hd_call_linear_invert_and_compose}, \
  {"linear_product", "linear_product(A, B)", "A on the low bits of each dimension, B on those above", 2, 2, \
   hd_call_linear_product}, \
  {"linear_divide_left", "linear_divide_left(M, A)", "the B with linear_product(A, B) = M", 2, 2, \
   hd_call_linear_divide_left}, \
  {"linear_free", "linear_free(M)", "the bits of each input dimension that need never be set", 1, 1, \
   hd_call_linear_free}, \
  {"linear_surjective", "linear_surjective(M)", "every output is taken", 1, 1, hd_call_linear_surjective}, \
  {"linear_rank", "linear_rank(M)", "how many bits of the output can be set at will", 1, 1, hd_call_linear_rank}, \
  {"linear_identity", "linear_identity((4@a,2@b))", "the map of dimensions of these sizes to themselves", 1, 1, \
   hd_call_linear_identity}, \
  {"linear_reshape", "linear_reshape(M, in, out)", \
   "the same bits in dimensions of other sizes; `_` leaves a side", 3, 3, hd_call_linear_reshape}, \
  {"linear_transpose", "linear_transpose(M, in, out)", "dimensions in the order named, 1@a; `_` leaves a side", 3, 3, \
   hd_call_linear_transpose}
/* clang-format on */

bool hd_has_linear(const hd_value *argument, int count);
/* The linear layout that a value is. fails: HD_MISMATCH */
hd_status hd_value_linear(const hd_value *value, hd_error *error, hd_linear *linear);
/* The linear layout as the result of what had this status; untouched on failure. */
hd_status hd_give_linear(hd_value *result, hd_status status, const hd_linear *linear);
/* Calls a function some of whose arguments are linear layouts (on_linear.c).
 *   fails: as the function; HD_MISMATCH where it takes none such */
hd_status hd_call_on_linear(const hd_builtin *builtin, const hd_value *argument, int count, hd_error *error,
                            hd_value *result);

#endif
