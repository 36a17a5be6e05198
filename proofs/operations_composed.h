/* Swizzles and composed layouts in the language: what the functions of the table (builtin.h) make of them.
 *
 * Invariant: a function that rearranges a domain acts on the inner layout and leaves the steps before it as they are.
 * It is the same function, called on the inner layout; there is no second one. Those that look at values have a line of
 * their own here, and whatever has none refuses composed layouts and says what to ask instead. */
#ifndef HEDDLE_PROOFS_OPERATIONS_COMPOSED_H
#define HEDDLE_PROOFS_OPERATIONS_COMPOSED_H

#include "builtin.h"
#include "operations.h"

HD_OPERATION(swizzle);
HD_OPERATION(make_composed_layout);
HD_OPERATION(composed_get_inner);
HD_OPERATION(composed_get_offset);
HD_OPERATION(composed_get_outer);
HD_OPERATION(banks);
HD_OPERATION(find_swizzle);
HD_OPERATION(swizzle_source);
HD_OPERATION(swizzle_target);

/* What functions of the table do where an argument is composed: here, predicates_composed.c, inverse_composed.c. */
HD_OPERATION(composed_evaluate);
HD_OPERATION(composed_bijective);
HD_OPERATION(composed_covers);
HD_OPERATION(composed_disjoint);
HD_OPERATION(composed_coordinate_of);
HD_OPERATION(composed_right_inverse);
HD_OPERATION(composed_left_inverse);
HD_OPERATION(composed_max_common_layout);
HD_OPERATION(composed_max_common_vector);

/* clang-format off */
#define HD_COMPOSED_BUILTINS \
  {"swizzle", "swizzle(S, x)", \
   "S(x): some bits of x exchanged by their exclusive or with others", 2, 2, hd_call_swizzle}, \
  {"swizzle_source", "swizzle_source(S)", "the bits that a swizzle reads, as a mask", 1, 1, hd_call_swizzle_source}, \
  {"swizzle_target", "swizzle_target(S)", "the bits that a swizzle changes, as a mask", 1, 1, hd_call_swizzle_target}, \
  {"make_composed_layout", "make_composed_layout(A, offset, B)", \
   "A o offset o B", 3, 3, hd_call_make_composed_layout}, \
  {"composed_get_inner", "composed_get_inner(C)", "A of A o offset o B, in CuTe's wording", 1, 1, \
   hd_call_composed_get_inner}, \
  {"composed_get_offset", "composed_get_offset(C)", "offset of A o offset o B", 1, 1, hd_call_composed_get_offset}, \
  {"composed_get_outer", "composed_get_outer(C)", "B of A o offset o B, in CuTe's wording", 1, 1, \
   hd_call_composed_get_outer}, \
  {"banks", "banks(L, bits)", "the bank conflict degree of a warp's access, lane to element of so many bits", 2, 2, \
   hd_call_banks}, \
  {"find_swizzle", "find_swizzle(L.., bits)", \
   "the swizzle S of the least banks(S o 0 o L, bits)", 2, HD_MAX_ARGUMENTS, hd_call_find_swizzle}
/* clang-format on */

/* Whether an argument is a swizzle or a composed layout. */
bool hd_has_composed(const hd_value *argument, int count);
/* Calls a function some of whose arguments are (on_composed.c).
 *   fails: as the function; HD_MISMATCH where it takes none such */
hd_status hd_call_on_composed(const hd_builtin *builtin, const hd_value *argument, int count, hd_error *error,
                              hd_value *result);

/* `left o offset o right`; without an offset (NULL) `left o right`, which composes a composed layout's inner layout.
 * The right side may be a layout, a composed layout, a swizzle, or a shape that stands for its compact layout.
 *   fails: as hd_compose and hd_composition_by_mode */
hd_status hd_value_compose(const hd_value *left, const hd_tuple *offset, const hd_value *right, hd_error *error,
                           hd_value *result);
/* The swizzle that a text spells. fails: as hd_parse_swizzle */
hd_status hd_value_set_swizzle(hd_value *value, const char *text, size_t length, hd_error *error);
/* A composed layout; one without steps is a plain layout. */
void hd_value_set_composed(hd_value *value, const hd_composed *composed);
/* A layout, composed layout, or shape in the place of a layout. fails: HD_MISMATCH for others, swizzles too */
hd_status hd_value_composed(const hd_value *value, hd_error *error, hd_composed *composed);

/* As hd_value_composed, swizzles too: behind the layout of every integer, and back. */
hd_status hd_value_chain(const hd_value *value, hd_error *error, hd_composed *chain);
void hd_value_set_chain(hd_value *value, const hd_composed *chain);
void hd_value_set_layout(hd_value *value, const hd_layout *layout); /* `layout` may lie in the value */
bool hd_is_composed(const hd_value *value);                         /* a composed layout or a swizzle */

/* Calls the function with the inner layout in the subject's place, and puts the layout that comes back where that was;
 * what is no layout comes back as it is. fails: as the function */
hd_status hd_call_on_inner(const hd_builtin *builtin, int subject, const hd_value *argument, int count, hd_error *error,
                           hd_value *result);

#endif
