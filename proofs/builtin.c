/* The table of functions, and reading a value as an operation wants it. */
#include "proofs/builtin.h"

#include "proofs/builtin_tmem.h"
#include "proofs/builtin_tmem_machine.h"
#include "proofs/operations.h"
#include "proofs/operations_composed.h"
#include "proofs/operations_linear.h"
#include "proofs/operations_more.h"
#include "proofs/operations_part.h"
#include "proofs/operations_placement.h"

#include <string.h>

/* In groups, as command_functions.c names them. */
/* clang-format off */
static const hd_builtin table[] = {
    {"size", "size(A [, i..])", "how many coordinates; of a tuple, its product", 1, HD_MAX_ARGUMENTS, hd_call_size},
    {"rank", "rank(A [, i..])", "modes at the top; 1 for a scalar", 1, HD_MAX_ARGUMENTS, hd_call_rank},
    {"depth", "depth(A [, i..])", "how deep the nesting goes; 0 for a scalar", 1, HD_MAX_ARGUMENTS, hd_call_depth},
    {"shape", "shape(L [, i..])", "the extents", 1, HD_MAX_ARGUMENTS, hd_call_shape},
    {"stride", "stride(L [, i..])", "the strides", 1, HD_MAX_ARGUMENTS, hd_call_stride},
    {"cosize", "cosize(L [, i..])", "1 + the largest index, strides taken without sign", 1, HD_MAX_ARGUMENTS,
     hd_call_cosize},
    {"coshape", "coshape(L [, i..])", "cosize kept apart by axis", 1, HD_MAX_ARGUMENTS, hd_call_coshape},
    {"make_layout", "make_layout(S [, D])",
     "S:D; without D compact column-major; of layouts one with each as a mode", 1, HD_MAX_ARGUMENTS,
     hd_call_make_layout},
    {"concatenate", "concatenate(A, B..)", "one layout with each argument as a mode", 1, HD_MAX_ARGUMENTS,
     hd_call_concatenate},
    {"make_ordered_layout", "make_ordered_layout(S, order)", "compact, the modes running in that order", 2, 2,
     hd_call_make_ordered_layout},
    {"make_layout_like", "make_layout_like(L)", "compact, the modes running in the order of L's strides", 1, 1,
     hd_call_make_layout_like},
    {"make_identity_layout", "make_identity_layout(S)", "the coordinate itself", 1, 1, hd_call_make_identity_layout},
    {"compact_col_major", "compact_col_major(S)", "strides with the first mode fastest", 1, 1,
     hd_call_compact_col_major},
    {"compact_row_major", "compact_row_major(S)", "strides with the last mode fastest", 1, 1,
     hd_call_compact_row_major},
    {"compact_order", "compact_order(S, order)", "strides with the modes running in that order", 2, 2,
     hd_call_compact_order},
    {"domain_distribute", "domain_distribute(S, n)", "n steps spread over the modes of a shape", 2, 2,
     hd_call_domain_distribute},
    {"get", "get(A, i..)",
     "the mode at a path, of a layout, tuple or tiler; of a part, 0 its layout, 1 its offset", 1, HD_MAX_ARGUMENTS,
     hd_call_get},
    {"select", "select(A, i..)", "the modes listed, as a tuple", 1, HD_MAX_ARGUMENTS, hd_call_select},
    {"take", "take(A, begin, end)", "modes begin..end-1 alone", 3, 3, hd_call_take},
    {"flatten", "flatten(A)", "all leaves on one level", 1, 1, hd_call_flatten},
    {"group_modes", "group_modes(A, begin, end)", "modes begin..end-1 as one mode", 3, 3, hd_call_group_modes},
    {"reverse", "reverse(A)", "the modes from the last to the first", 1, 1, hd_call_reverse},
    {"zip", "zip(A)", "mode j of mode i as mode i of mode j", 1, 1, hd_call_zip},
    {"replace", "replace(A, i, X)", "mode i replaced by X", 3, 3, hd_call_replace},
    {"append", "append(A, X)", "X as one mode more, after the others", 2, 2, hd_call_append},
    {"prepend", "prepend(A, X)", "X as one mode more, before the others", 2, 2, hd_call_prepend},
    {"append_to_rank", "append_to_rank(N, A, X)", "X appended until there are N modes", 3, 3, hd_call_append_to_rank},
    {"prepend_to_rank", "prepend_to_rank(N, A, X)", "X prepended until there are N modes", 3, 3,
     hd_call_prepend_to_rank},
    {"slice", "slice(A, c)", "the modes that stand at `_` of the coordinate", 2, 2, hd_call_slice},
    {"dice", "dice(A, c)", "the modes that stand at integers of the coordinate", 2, 2, hd_call_dice},
    {"rearrange", "rearrange(L, \"(a b) c -> a (b c)\" [, 4@a..])",
     "coordinates split, permuted and joined by name", 2, HD_MAX_ARGUMENTS, hd_call_rearrange},
    {"coalesce", "coalesce(L [, profile])", "the shortest spelling of the same function", 1, 2, hd_call_coalesce},
    {"coalesce_last_fastest", "coalesce_last_fastest(L)", "the same for whoever counts the last mode fastest", 1, 1,
     hd_call_coalesce_last_fastest},
    {"filter", "filter(L)", "what moves: strides of 0 left out, coalesced", 1, 1, hd_call_filter},
    {"filter_zeros", "filter_zeros(L)", "extents of stride 0 made 1", 1, 1, hd_call_filter_zeros},
    {"composition", "composition(A, B)", "A o B: first B, then A; by mode when B is a tuple or tiler", 2, 2,
     hd_call_composition},
    {"complement", "complement(L [, M])",
     "steps from tile to tile of L up to M; uneven gaps stay, but M-1 must be reached", 1, 2, hd_call_complement},
    {"right_inverse", "right_inverse(L)", "R with L(R(i)) = i, on the first values of L", 1, 1, hd_call_right_inverse},
    {"left_inverse", "left_inverse(L)", "R with R(L(i)) = i, where L repeats no value", 1, 1, hd_call_left_inverse},
    {"nullspace", "nullspace(L)", "where L stands still: its leaves of stride 0", 1, 1, hd_call_nullspace},
    {"max_common_layout", "max_common_layout(A, B)", "the values from 0 that both have in one place", 2, 2,
     hd_call_max_common_layout},
    {"max_common_vector", "max_common_vector(A, B)", "how many values from 0 both have in one place", 2, 2,
     hd_call_max_common_vector},
    {"logical_divide", "logical_divide(A, B)", "inside a tile and from tile to tile, mode by mode", 2, 2,
     hd_call_logical_divide},
    {"zipped_divide", "zipped_divide(A, B)", "((tiles), (rests))", 2, 2, hd_call_zipped_divide},
    {"tiled_divide", "tiled_divide(A, B)", "((tiles), rest, rest..)", 2, 2, hd_call_tiled_divide},
    {"flat_divide", "flat_divide(A, B)", "(tile, tile.., rest, rest..)", 2, 2, hd_call_flat_divide},
    {"logical_product", "logical_product(A, B)", "A, and how its copies move: (A, complement(A) o B)", 2, 2,
     hd_call_logical_product},
    {"zipped_product", "zipped_product(A, B)", "((copies), (moves))", 2, 2, hd_call_zipped_product},
    {"tiled_product", "tiled_product(A, B)", "((copies), move, move..)", 2, 2, hd_call_tiled_product},
    {"flat_product", "flat_product(A, B)", "(copy, copy.., move, move..)", 2, 2, hd_call_flat_product},
    {"blocked_product", "blocked_product(A, B)", "blocks A side by side", 2, 2, hd_call_blocked_product},
    {"raked_product", "raked_product(A, B)", "blocks A dealt out in turns", 2, 2, hd_call_raked_product},
    {"tile_to_shape", "tile_to_shape(A, S [, order])", "blocks A until they fill the shape", 2, 3,
     hd_call_tile_to_shape},
    {"evaluate", "evaluate(L, c..)", "L(c), `_` in the coordinate counting as 0", 2, HD_MAX_ARGUMENTS, hd_call_evaluate},
    {"values", "values(L [, first [, number]])", "the values in order, as a tuple", 1, 3, hd_call_values},
    {"within", "within(L, c..)", "c is a coordinate of L: outside its shape a mode goes on", 2, HD_MAX_ARGUMENTS,
     hd_call_within},
    {"crd2idx", "crd2idx(c, S [, D])", "the index of a coordinate of a shape, colexicographic or by strides D", 2, 3,
     hd_call_crd2idx},
    {"idx2crd", "idx2crd(i, S)", "the coordinate of an index; the last mode does not wrap", 2, 2, hd_call_idx2crd},
    {"coordinate_of", "coordinate_of(L, v)", "the coordinate at which L has the value v", 2, 2, hd_call_coordinate_of},
    {"first_beyond", "first_beyond(L, M)", "the first coordinate at which L is above M, as above 2147483647", 2, 2,
     hd_call_first_beyond},
    {"identical", "identical(A, B)", "same text: same nesting, extents and strides", 2, 2, hd_call_identical},
    {"congruent", "congruent(A, B)", "same nesting", 2, 2, hd_call_congruent},
    {"weakly_congruent", "weakly_congruent(A, B)", "B is nested like A or deeper", 2, 2, hd_call_weakly_congruent},
    {"compatible", "compatible(A, B)", "every coordinate of shape A is one of shape B", 2, 2, hd_call_compatible},
    {"equivalent", "equivalent(A, B)", "same size and same function", 2, 2, hd_call_equivalent},
    {"injective", "injective(L)", "no value is taken twice", 1, 1, hd_call_injective},
    {"bijective", "bijective(L onto M)", "each of 0..M-1 is taken exactly once, and nothing else", 2, 2,
     hd_call_bijective},
    {"disjoint", "disjoint(A, B [, offset])", "no value of A + offset is a value of B", 2, 3, hd_call_disjoint},
    {"covers", "covers(L, M)", "each of 0..M-1 (or each value of the layout M) is taken", 2, 2, hd_call_covers},
    {"complementable", "complementable(L, M)", "L with its complement hits each of 0..M-1 exactly once", 2, 2,
     hd_call_complementable},
    {"shape_div", "shape_div(S, T)", "shape by shape, where one divides the other", 2, 2, hd_call_shape_div},
    {"ceil_div", "ceil_div(S, T)", "shape by shape, rounded up; by a layout, how many of them", 2, 2, hd_call_ceil_div},
    {"elem_less", "elem_less(a, b)", "every leaf of a is less than that of b", 2, 2, hd_call_elem_less},
    {"tuple_add", "tuple_add(a, b)", "leaf by leaf", 2, 2, hd_call_tuple_add},
    {"tuple_sub", "tuple_sub(a, b)", "leaf by leaf", 2, 2, hd_call_tuple_sub},
    {"tuple_product_each", "tuple_product_each(a)", "the product of each mode", 1, 1, hd_call_tuple_product_each},
    {"prefix_product", "prefix_product(a)", "the products of the leaves before each", 1, 1, hd_call_prefix_product},
    {"increment_coord", "increment_coord(c, S)", "the next coordinate of a shape", 2, 2, hd_call_increment_coord},
    {"make_layout_tv", "make_layout_tv(T, V)", "(thread, value) -> index in the tile that they cover", 2, 2,
     hd_call_make_layout_tv},
    {"make_tile_tv", "make_tile_tv(T, V)", "the tile that threads T with values V cover", 2, 2, hd_call_make_tile_tv},
    {"thread_value", "thread_value(L, TV, tile)", "L by ((thread, value), rests)", 3, 3, hd_call_thread_value},
    {"slice_and_offset", "slice_and_offset(L, c)", "the slice, and the value at which it begins", 2, 2,
     hd_call_slice_and_offset},
    {"local_tile", "local_tile(L, tiler, c)", "the tile at a coordinate of the grid of tiles, `_` keeping a mode", 3, 3,
     hd_call_local_tile},
    {"local_partition", "local_partition(L, T, t)", "what thread t of threads T has of every tile of that shape", 3, 3,
     hd_call_local_partition},
    {"partition_thread", "partition_thread(L, TV, tile, t)", "what thread t has: its values, and the rests", 4, 4,
     hd_call_partition_thread},
    {"upcast", "upcast(n, L)", "n elements as one", 2, 2, hd_call_upcast},
    {"downcast", "downcast(n, L)", "one element as n", 2, 2, hd_call_downcast},
    {"recast_layout", "recast_layout(new, old, L)", "elements of `old` bits as elements of `new` bits", 3, 3,
     hd_call_recast_layout},
    HD_COMPOSED_BUILTINS,
    HD_PLACEMENT_BUILTINS,
    HD_LINEAR_BUILTINS,
    HD_TMEM_BUILTINS,
    HD_TMEM_MACHINE_BUILTINS,
};
/* clang-format on */

const hd_builtin *hd_builtin_find(const char *name, size_t length) {
  for (size_t k = 0; k < sizeof table / sizeof table[0]; k++) {
    if (strlen(table[k].name) == length && memcmp(table[k].name, name, length) == 0) return &table[k];
  }
  return NULL;
}

const hd_builtin *hd_builtin_at(int index) {
  return index >= 0 && (size_t)index < sizeof table / sizeof table[0] ? &table[index] : NULL;
}

hd_status hd_builtin_call(const hd_builtin *builtin, const hd_value *argument, int count, hd_error *error,
                          hd_value *result) {
  if (count < builtin->least || count > builtin->most) {
    hd_status status = hd_fail(error, HD_MISMATCH, builtin->name,
                               builtin->least == builtin->most ? "arguments given: {0}, wanted: {1}"
                                                               : "arguments given: {0}, wanted: {1} to {2}");
    if (error != NULL) {
      error->number[0] = count;
      error->number[1] = builtin->least;
      error->number[2] = builtin->most;
      error->hint = builtin->usage;
    }
    return status;
  }
  hd_status status = hd_has_linear(argument, count)      ? hd_call_on_linear(builtin, argument, count, error, result)
                     : hd_has_placement(argument, count) ? hd_call_on_placement(builtin, argument, count, error, result)
                     : hd_has_part(argument, count)      ? hd_call_on_part(builtin, argument, count, error, result)
                     : hd_has_composed(argument, count)  ? hd_call_on_composed(builtin, argument, count, error, result)
                                                         : builtin->call(argument, count, error, result);
  if (status == HD_OK || error == NULL || strcmp(error->operation, builtin->name) == 0) return status;
  return hd_fail_within(error, status, builtin->name);
}

hd_status hd_value_layout(const hd_value *value, hd_error *error, hd_layout *layout) {
  if (value->kind == HD_KIND_TUPLE) return hd_make_layout(&value->as.tuple, NULL, error, layout);
  if (value->kind != HD_KIND_LAYOUT) return hd_refuse_kind(HD_WANTED_LAYOUT, value, error);
  hd_layout_copy(layout, &value->as.layout);
  return HD_OK;
}

hd_status hd_value_tiler(const hd_value *value, hd_error *error, hd_tiler *tiler) {
  if (value->kind == HD_KIND_TUPLE) return hd_tiler_shape(&value->as.tuple, error, tiler);
  if (value->kind == HD_KIND_LAYOUT) {
    if (hd_tiler_layout(&value->as.layout, tiler)) return HD_OK;
    return hd_fail(error, HD_MISMATCH, "tiler", "`():()` has no leaf to tile with");
  }
  if (value->kind != HD_KIND_TILER) return hd_refuse_kind(HD_WANTED_TILER, value, error);
  *tiler = value->as.tiler;
  return HD_OK;
}

hd_status hd_value_integer(const hd_value *value, hd_error *error, int64_t *integer) {
  if (value->kind == HD_KIND_BOOLEAN) *integer = value->as.boolean;
  else if (hd_value_is_integer(value)) *integer = value->as.tuple.value[0];
  else return hd_refuse_kind(HD_WANTED_INTEGER, value, error);
  return HD_OK;
}

hd_status hd_value_tuple(const hd_value *value, hd_error *error, hd_tuple *tuple) {
  if (value->kind != HD_KIND_TUPLE) return hd_refuse_kind(HD_WANTED_TUPLE, value, error);
  hd_tuple_copy(tuple, &value->as.tuple);
  return HD_OK;
}
