/* Placements in the language: `S[8:4@laneid] + R[2:4@warpid] + 5@warpid`, and the functions on them.
 *
 * Invariant: a set of places is a tuple of places, each a tuple of one number for each axis that the placement
 * mentions. A function of the table that is not named here refuses placements by name. */
#ifndef HEDDLE_PROOFS_OPERATIONS_PLACEMENT_H
#define HEDDLE_PROOFS_OPERATIONS_PLACEMENT_H

#include "builtin.h"
#include "operations.h"

HD_OPERATION(placement);
HD_OPERATION(layout_of);
HD_OPERATION(places);
HD_OPERATION(copies);
HD_OPERATION(canonicalize);
HD_OPERATION(fuse);
HD_OPERATION(split);
HD_OPERATION(last_fastest);
HD_OPERATION(first_fastest);
HD_OPERATION(tile);
HD_OPERATION(direct_sum);
HD_OPERATION(is_tile_inner);
HD_OPERATION(is_tile_outer);
HD_OPERATION(is_direct_sum_right);
HD_OPERATION(is_direct_sum_left);
HD_OPERATION(region);
HD_OPERATION(range);

/* clang-format off */
#define HD_PLACEMENT_BUILTINS \
  {"placement", "placement(L)", \
   "the layout L as a placement, its first mode running fastest", 1, 1, hd_call_placement}, \
  {"layout_of", "layout_of(P)", "the placement P as a layout, where it is one", 1, 1, hd_call_layout_of}, \
  {"places", "places(P, x [, shape])", "in which places element x lives, counted in P's order", 2, 3, hd_call_places}, \
  {"copies", "copies(P)", "in how many places each element lives", 1, 1, hd_call_copies}, \
  {"canonicalize", "canonicalize(P)", "the same placement, spelled short", 1, 1, hd_call_canonicalize}, \
  {"fuse", "fuse(P, 1@f [, (1@i,n@o)])", "P on axis f = i + n o in the place of i and o", 2, 3, hd_call_fuse}, \
  {"split", "split(P, 1@f [, (1@i,n@o)])", "P on axes i and o in the place of f = i + n o", 2, 3, hd_call_split}, \
  {"last_fastest", "last_fastest(P, shape)", "P for the same tensor, row-major", 2, 2, hd_call_last_fastest}, \
  {"first_fastest", "first_fastest(P, shape)", "P for the same tensor, column-major", 2, 2, hd_call_first_fastest}, \
  {"tile", "tile(O, shape, I, shape)", "tiles I placed by O, which steps by I's span", 4, 4, hd_call_tile}, \
  {"direct_sum", "direct_sum(A, shape, B, shape)", "the places of A and of B added, unscaled", 4, 4, \
   hd_call_direct_sum}, \
  {"is_tile_inner", "is_tile_inner(I, T, outer, inner)", "the O with tile(O, outer, I, inner) = T", 4, 4, \
   hd_call_is_tile_inner}, \
  {"is_tile_outer", "is_tile_outer(O, T, outer, inner)", "the I with tile(O, outer, I, inner) = T", 4, 4, \
   hd_call_is_tile_outer}, \
  {"is_direct_sum_right", "is_direct_sum_right(B, T, left, right)", "the A with direct_sum(A, left, B, right) = T", 4, \
   4, hd_call_is_direct_sum_right}, \
  {"is_direct_sum_left", "is_direct_sum_left(A, T, left, right)", \
   "the B with direct_sum(A, left, B, right) = T", 4, 4, hd_call_is_direct_sum_left}, \
  {"region", "region(P, shape, begin, extent)", "the part of a tensor that begins somewhere and is so large", 4, 4, \
   hd_call_region}, \
  {"range", "range(P, 1@axis)", "the least and the greatest number on an axis that an element is placed at", 2, 2, \
   hd_call_range}
/* clang-format on */

bool hd_has_placement(const hd_value *argument, int count);
/* The placement that a value is. fails: HD_MISMATCH */
hd_status hd_value_placement(const hd_value *value, hd_error *error, hd_placement *placement);
/* Calls a function some of whose arguments are placements (on_placement.c).
 *   fails: as the function; HD_MISMATCH where it takes none such */
hd_status hd_call_on_placement(const hd_builtin *builtin, const hd_value *argument, int count, hd_error *error,
                               hd_value *result);

/* The part that a word and its brackets spell: the shard of `S` and `Scolex`, the replica of `R`; stride NULL is
 * compact.
 *   fails: as hd_make_placement and hd_placement_replicate */
typedef enum hd_placement_part { HD_PART_SHARD, HD_PART_COLEX_SHARD, HD_PART_REPLICA } hd_placement_part;
hd_status hd_value_set_placement(hd_value *value, hd_placement_part part, const hd_tuple *shape, const hd_tuple *stride,
                                 hd_error *error);
/* The places of the element at a coordinate, one mode for each of the shard's, or of the element that an integer
 * counts.
 *   fails: as hd_placement_places; HD_CAPACITY (more numbers than a tuple holds) */
hd_status hd_value_places(const hd_value *value, const hd_tuple *coordinate, hd_error *error, hd_value *result);
/* A sum one side of which is a placement: with a number on an axis moved, with `R[..]` replicated.
 *   fails: HD_MISMATCH (two shards), and as hd_placement_shift and hd_placement_replicate */
hd_status hd_value_add_placement(const hd_value *left, const hd_value *right, hd_error *error, hd_value *result);

#endif
