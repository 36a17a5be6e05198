/* More functions of the language: their lines in the table (builtin.h). Internal to proofs/.
 *
 * Invariant: as operations.h. What CuTe writes as a template argument, a rank or a count of elements, comes first. */
#ifndef HEDDLE_PROOFS_OPERATIONS_MORE_H
#define HEDDLE_PROOFS_OPERATIONS_MORE_H

#include "operations.h"

HD_OPERATION(filter);
HD_OPERATION(filter_zeros);
HD_OPERATION(group_modes);
HD_OPERATION(slice);
HD_OPERATION(dice);
HD_OPERATION(append);
HD_OPERATION(prepend);
HD_OPERATION(append_to_rank);
HD_OPERATION(prepend_to_rank);
HD_OPERATION(replace);
HD_OPERATION(take);
HD_OPERATION(zip);
HD_OPERATION(domain_distribute);
HD_OPERATION(make_ordered_layout);
HD_OPERATION(make_layout_like);
HD_OPERATION(make_identity_layout);
HD_OPERATION(logical_product);
HD_OPERATION(zipped_product);
HD_OPERATION(tiled_product);
HD_OPERATION(flat_product);
HD_OPERATION(blocked_product);
HD_OPERATION(raked_product);
HD_OPERATION(tile_to_shape);
HD_OPERATION(right_inverse);
HD_OPERATION(left_inverse);
HD_OPERATION(nullspace);
HD_OPERATION(max_common_layout);
HD_OPERATION(max_common_vector);
HD_OPERATION(upcast);
HD_OPERATION(downcast);
HD_OPERATION(recast_layout);
HD_OPERATION(shape_div);
HD_OPERATION(ceil_div);
HD_OPERATION(elem_less);
HD_OPERATION(tuple_add);
HD_OPERATION(tuple_sub);
HD_OPERATION(tuple_product_each);
HD_OPERATION(prefix_product);
HD_OPERATION(increment_coord);
HD_OPERATION(make_layout_tv);
HD_OPERATION(make_tile_tv);
HD_OPERATION(thread_value);

#define HD_MORE_BUILTINS                                                                                               \
  {"filter", "filter(L)", "what moves: strides of 0 left out, coalesced", 1, 1, hd_call_filter},                       \
  {"filter_zeros", "filter_zeros(L)", "extents of stride 0 made 1", 1, 1, hd_call_filter_zeros},                       \
  {"group_modes", "group_modes(A, begin, end)", "modes begin..end-1 as one mode", 3, 3, hd_call_group_modes},          \
  {"slice", "slice(A, c)", "the modes that stand at `_` of the coordinate", 2, 2, hd_call_slice},                      \
  {"dice", "dice(A, c)", "the modes that stand at integers of the coordinate", 2, 2, hd_call_dice},                    \
  {"append", "append(A, X)", "X as one mode more, after the others", 2, 2, hd_call_append},                            \
  {"prepend", "prepend(A, X)", "X as one mode more, before the others", 2, 2, hd_call_prepend},                        \
  {"append_to_rank", "append_to_rank(N, A, X)", "X appended until there are N modes", 3, 3, hd_call_append_to_rank},   \
  {"prepend_to_rank", "prepend_to_rank(N, A, X)", "X prepended until there are N modes", 3, 3,                         \
   hd_call_prepend_to_rank},                                                                                           \
  {"replace", "replace(A, i, X)", "mode i replaced by X", 3, 3, hd_call_replace},                                      \
  {"take", "take(A, begin, end)", "modes begin..end-1 alone", 3, 3, hd_call_take},                                     \
  {"zip", "zip(A)", "mode j of mode i as mode i of mode j", 1, 1, hd_call_zip},                                        \
  {"domain_distribute", "domain_distribute(S, n)", "n steps spread over the modes of a shape", 2, 2,                   \
   hd_call_domain_distribute},                                                                                         \
  {"make_ordered_layout", "make_ordered_layout(S, order)", "compact, the modes running in that order", 2, 2,           \
   hd_call_make_ordered_layout},                                                                                       \
  {"make_layout_like", "make_layout_like(L)", "compact, the modes running in the order of L's strides", 1, 1,          \
   hd_call_make_layout_like},                                                                                          \
  {"make_identity_layout", "make_identity_layout(S)", "the layout that gives the coordinate itself", 1, 1,             \
   hd_call_make_identity_layout},                                                                                      \
  {"logical_product", "logical_product(A, B)", "A repeated as B says: (A, how far each copy is moved)", 2, 2,          \
   hd_call_logical_product},                                                                                           \
  {"zipped_product", "zipped_product(A, B)", "((copies), (moves))", 2, 2, hd_call_zipped_product},                     \
  {"tiled_product", "tiled_product(A, B)", "((copies), move, move..)", 2, 2, hd_call_tiled_product},                   \
  {"flat_product", "flat_product(A, B)", "(copy, copy.., move, move..)", 2, 2, hd_call_flat_product},                  \
  {"blocked_product", "blocked_product(A, B)", "blocks side by side, mode by mode", 2, 2, hd_call_blocked_product},    \
  {"raked_product", "raked_product(A, B)", "blocks dealt out in turns, mode by mode", 2, 2, hd_call_raked_product},    \
  {"tile_to_shape", "tile_to_shape(L, S [, order])", "as many blocks L as fill the shape", 2, 3,                       \
   hd_call_tile_to_shape},                                                                                             \
  {"right_inverse", "right_inverse(L)", "R with L(R(i)) = i, as far as whole modes go", 1, 1, hd_call_right_inverse},  \
  {"left_inverse", "left_inverse(L)", "R with R(L(i)) = i", 1, 1, hd_call_left_inverse},                               \
  {"nullspace", "nullspace(L)", "where L stands still: its leaves of stride 0", 1, 1, hd_call_nullspace},              \
  {"max_common_layout", "max_common_layout(A, B)", "where both have the values 0, 1, ..", 2, 2,                        \
   hd_call_max_common_layout},                                                                                         \
  {"max_common_vector", "max_common_vector(A, B)", "how many values from 0 both have in one place", 2, 2,              \
   hd_call_max_common_vector},                                                                                         \
  {"upcast", "upcast(n, L)", "n elements as one", 2, 2, hd_call_upcast},                                               \
  {"downcast", "downcast(n, L)", "one element as n", 2, 2, hd_call_downcast},                                          \
  {"recast_layout", "recast_layout(new, old, L)", "elements of `old` bits as elements of `new` bits", 3, 3,            \
   hd_call_recast_layout},                                                                                             \
  {"shape_div", "shape_div(S, T)", "shape by shape, where one divides the other", 2, 2, hd_call_shape_div},            \
  {"ceil_div", "ceil_div(S, T)", "shape by shape, rounded up; by a layout, how many of them", 2, 2,                    \
   hd_call_ceil_div},                                                                                                  \
  {"elem_less", "elem_less(a, b)", "every leaf of a is less than that of b", 2, 2, hd_call_elem_less},                 \
  {"tuple_add", "tuple_add(a, b)", "leaf by leaf", 2, 2, hd_call_tuple_add},                                           \
  {"tuple_sub", "tuple_sub(a, b)", "leaf by leaf", 2, 2, hd_call_tuple_sub},                                           \
  {"tuple_product_each", "tuple_product_each(a)", "the product of each mode", 1, 1, hd_call_tuple_product_each},       \
  {"prefix_product", "prefix_product(a)", "the products of the leaves before each", 1, 1, hd_call_prefix_product},     \
  {"increment_coord", "increment_coord(c, S)", "the next coordinate of a shape", 2, 2, hd_call_increment_coord},       \
  {"make_layout_tv", "make_layout_tv(T, V)", "(thread, value) -> index in the tile that they cover", 2, 2,             \
   hd_call_make_layout_tv},                                                                                            \
  {"make_tile_tv", "make_tile_tv(T, V)", "the tile that threads T with values V cover", 2, 2, hd_call_make_tile_tv},   \
  {"thread_value", "thread_value(L, TV, tile)", "L by ((thread, value), rests)", 3, 3, hd_call_thread_value}

#endif
