/* The table of functions, and reading a value as an operation wants it. */
#include "proofs/builtin.h"

#include "proofs/builtin_tmem.h"
#include "proofs/operations.h"
#include "proofs/operations_composed.h"
#include "proofs/operations_linear.h"
#include "proofs/operations_more.h"
#include "proofs/operations_placement.h"

#include <string.h>

static const hd_builtin table[] = {
    {"size", "size(A [, i..])", "how many coordinates; of a tuple, its product", 1, HD_MAX_ARGUMENTS, hd_call_size},
    {"rank", "rank(A [, i..])", "modes at the top; 1 for a scalar", 1, HD_MAX_ARGUMENTS, hd_call_rank},
    {"depth", "depth(A [, i..])", "how deep the nesting goes; 0 for a scalar", 1, HD_MAX_ARGUMENTS, hd_call_depth},
    {"cosize", "cosize(L [, i..])", "1 + the largest index, strides taken without sign", 1, HD_MAX_ARGUMENTS,
     hd_call_cosize},
    {"coshape", "coshape(L [, i..])", "cosize kept apart by axis", 1, HD_MAX_ARGUMENTS, hd_call_coshape},
    {"shape", "shape(L [, i..])", "the extents", 1, HD_MAX_ARGUMENTS, hd_call_shape},
    {"stride", "stride(L [, i..])", "the strides", 1, HD_MAX_ARGUMENTS, hd_call_stride},
    {"get", "get(A, i..)", "the mode at a path, of a layout, tuple or tiler", 1, HD_MAX_ARGUMENTS, hd_call_get},
    {"select", "select(A, i..)", "the modes listed, as a tuple", 1, HD_MAX_ARGUMENTS, hd_call_select},
    {"flatten", "flatten(A)", "all leaves on one level", 1, 1, hd_call_flatten},
    {"make_layout", "make_layout(S [, D])", "S:D; without D the compact column-major layout", 1, 2,
     hd_call_make_layout},
    {"concatenate", "concatenate(A, B..)", "one layout with each argument as a mode", 1, HD_MAX_ARGUMENTS,
     hd_call_concatenate},
    {"coalesce", "coalesce(L [, profile])", "the shortest spelling of the same function", 1, 2, hd_call_coalesce},
    {"composition", "composition(A, B)", "A o B: first B, then A; by mode when B is a tuple or tiler", 2, 2,
     hd_call_composition},
    {"complement", "complement(L [, M])", "steps from tile to tile of L up to M; gaps that do not come out even stay",
     1, 2, hd_call_complement},
    {"logical_divide", "logical_divide(A, B)", "inside a tile and from tile to tile, mode by mode", 2, 2,
     hd_call_logical_divide},
    {"zipped_divide", "zipped_divide(A, B)", "((tiles), (rests))", 2, 2, hd_call_zipped_divide},
    {"tiled_divide", "tiled_divide(A, B)", "((tiles), rest, rest..)", 2, 2, hd_call_tiled_divide},
    {"flat_divide", "flat_divide(A, B)", "(tile, tile.., rest, rest..)", 2, 2, hd_call_flat_divide},
    {"evaluate", "evaluate(L, c..)", "L(c)", 2, HD_MAX_ARGUMENTS, hd_call_evaluate},
    {"within", "within(L, c..)", "c is a coordinate of L: outside its shape a mode goes on", 2, HD_MAX_ARGUMENTS,
     hd_call_within},
    {"crd2idx", "crd2idx(c, S [, D])", "the index of a coordinate of a shape, colexicographic or by strides D", 2, 3,
     hd_call_crd2idx},
    {"idx2crd", "idx2crd(i, S)", "the coordinate of an index; the last mode does not wrap", 2, 2, hd_call_idx2crd},
    {"coordinate_of", "coordinate_of(L, v)", "the coordinate at which L has the value v", 2, 2, hd_call_coordinate_of},
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
    HD_MORE_BUILTINS,
    HD_COMPOSED_BUILTINS,
    HD_PLACEMENT_BUILTINS,
    HD_LINEAR_BUILTINS,
    HD_TMEM_BUILTINS,
};

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
                     : hd_has_composed(argument, count)  ? hd_call_on_composed(builtin, argument, count, error, result)
                                                         : builtin->call(argument, count, error, result);
  if (status == HD_OK || error == NULL || strcmp(error->operation, builtin->name) == 0) return status;
  return hd_fail_within(error, status, builtin->name);
}

hd_status hd_value_layout(const hd_value *value, hd_error *error, hd_layout *layout) {
  switch (value->kind) {
    case HD_KIND_LAYOUT: hd_layout_copy(layout, &value->as.layout); return HD_OK;
    case HD_KIND_TUPLE: return hd_make_layout(&value->as.tuple, NULL, error, layout);
    case HD_KIND_BOOLEAN:
      return hd_fail(error, HD_MISMATCH, "argument", "a layout is wanted here, and this is a boolean");
    case HD_KIND_TILER: return hd_fail(error, HD_MISMATCH, "argument", "a layout is wanted here, and this is a tiler");
    case HD_KIND_PLACEMENT: return hd_refuse_placement(error);
    case HD_KIND_LINEAR: return hd_refuse_linear(error);
    case HD_KIND_SWIZZLE:
    case HD_KIND_COMPOSED: break;
  }
  return hd_refuse_composed(error, "argument");
}

hd_status hd_value_tiler(const hd_value *value, hd_error *error, hd_tiler *tiler) {
  switch (value->kind) {
    case HD_KIND_LAYOUT:
      if (hd_tiler_layout(&value->as.layout, tiler)) return HD_OK;
      return hd_fail(error, HD_MISMATCH, "tiler", "`():()` has no leaf to tile with");
    case HD_KIND_TUPLE: return hd_tiler_shape(&value->as.tuple, error, tiler);
    case HD_KIND_TILER: *tiler = value->as.tiler; return HD_OK;
    case HD_KIND_BOOLEAN:
      return hd_fail(error, HD_MISMATCH, "argument", "a layout or tiler is wanted here, and this is a boolean");
    case HD_KIND_PLACEMENT: return hd_refuse_placement(error);
    case HD_KIND_LINEAR: return hd_refuse_linear(error);
    case HD_KIND_SWIZZLE:
    case HD_KIND_COMPOSED: break;
  }
  return hd_refuse_composed(error, "argument");
}

hd_status hd_value_integer(const hd_value *value, hd_error *error, int64_t *integer) {
  if (hd_value_is_integer(value)) {
    *integer = value->as.tuple.value[0];
    return HD_OK;
  }
  switch (value->kind) {
    case HD_KIND_BOOLEAN: *integer = value->as.boolean; return HD_OK;
    case HD_KIND_TUPLE:
      return hd_fail(error, HD_MISMATCH, "argument",
                     hd_is_tuple(&value->as.tuple.profile) ? "an integer is wanted here, and this is a tuple"
                     : hd_tuple_is_any(&value->as.tuple, 0)
                         ? "an integer is wanted here, and this is `_`"
                         : "an integer is wanted here, and this is a number on an axis");
    case HD_KIND_LAYOUT:
      return hd_fail(error, HD_MISMATCH, "argument", "an integer is wanted here, and this is a layout");
    case HD_KIND_TILER:
      return hd_fail(error, HD_MISMATCH, "argument", "an integer is wanted here, and this is a tiler");
    case HD_KIND_PLACEMENT: return hd_refuse_placement(error);
    case HD_KIND_LINEAR: return hd_refuse_linear(error);
    case HD_KIND_SWIZZLE:
    case HD_KIND_COMPOSED: break;
  }
  return hd_refuse_composed(error, "argument");
}

hd_status hd_value_tuple(const hd_value *value, hd_error *error, hd_tuple *tuple) {
  switch (value->kind) {
    case HD_KIND_TUPLE: hd_tuple_copy(tuple, &value->as.tuple); return HD_OK;
    case HD_KIND_BOOLEAN:
      return hd_fail(error, HD_MISMATCH, "argument", "an integer or tuple is wanted here, and this is a boolean");
    case HD_KIND_LAYOUT:
      return hd_fail(error, HD_MISMATCH, "argument", "an integer or tuple is wanted here, and this is a layout");
    case HD_KIND_TILER:
      return hd_fail(error, HD_MISMATCH, "argument", "an integer or tuple is wanted here, and this is a tiler");
    case HD_KIND_PLACEMENT: return hd_refuse_placement(error);
    case HD_KIND_LINEAR: return hd_refuse_linear(error);
    case HD_KIND_SWIZZLE:
    case HD_KIND_COMPOSED: break;
  }
  return hd_refuse_composed(error, "argument");
}
