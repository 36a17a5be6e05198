/* The naming rule of conversions, and what the files on them share. From hd_convert on, how->shape is always there.
 * Internal to the library: not installed. */
#ifndef HEDDLE_ALGEBRA_CONVERT_PARTS_H
#define HEDDLE_ALGEBRA_CONVERT_PARTS_H

#include "convert.h"

/* The axis by which places are compared: `m` for plain integers and for `offset`; any other name is itself. */
hd_axis hd_convert_place_axis(hd_axis axis);
/* What Triton calls it: `offset` for `m`. */
hd_axis hd_convert_dimension(hd_axis axis);

/* The name of component `index`. fails: HD_MISMATCH (fewer names are given) */
hd_status hd_convert_component(const hd_conversion *how, int index, hd_error *error, hd_axis *name);

/* Whether the names in `how` are names, each once. fails: HD_MALFORMED */
hd_status hd_convert_check_names(const hd_conversion *how, hd_error *error);

/* The layout with its strides on names: those of components as `how` has them, `m` for memory, or plain integers where
 * all are there.
 *   fails: HD_UNDEFINED (a component within a component; m and offset in one layout), HD_MISMATCH (too few names) */
hd_status hd_convert_to_names(const hd_layout *layout, const hd_conversion *how, hd_error *error, hd_layout *result);

/* A layout on names with its strides on components, where every name is one's.
 *   ensures: where some name is none's, `result` is the layout as it is, and *unknown a leaf with such a name; else
 *            *unknown is -1 */
void hd_convert_to_components(const hd_layout *layout, const hd_conversion *how, hd_layout *result, int *unknown);

/* ---- refusals ---- */

/* HD_UNDEFINED with a reason and a hint, which may be NULL; and one of an axis and two numbers, {a}, {0}, {1}. */
hd_status hd_convert_refuse(hd_error *error, const char *reason, const char *hint);
hd_status hd_convert_refuse_axis(hd_error *error, const char *reason, hd_axis axis, int64_t a, int64_t b);

/* ---- modes ---- */

/* The sizes of a layout's modes, a scalar or a flat tuple, appended to an empty one. False past the capacity. */
bool hd_convert_layout_shape(const hd_layout *layout, hd_tuple *shape);

/* Whether all modes count as one, their integers being what is kept. */
static inline bool hd_convert_is_one_mode(const hd_conversion *how) { return !hd_is_tuple(&how->shape->profile); }

/* ---- layouts behind steps ---- */

/* The layout on whose axes the values lie. */
static inline hd_layout *hd_convert_valued(hd_composed *chain) {
  return chain->steps > 0 && chain->step[0].is_layout ? &chain->outer : &chain->inner;
}

/* Whether strides lie on components of a coordinate. */
bool hd_convert_on_components(const hd_layout *layout);

/* Any value as a layout behind steps, with the modes of `how`; a layout's axes stay as they are. */
hd_status hd_convert_to_chain(const hd_stated *stated, const hd_conversion *how, hd_error *error, hd_composed *chain);

/* A placement's shard as a layout on names, a mode for each mode of the shape. */
hd_status hd_convert_shard(const hd_placement *placement, const hd_tuple *shape, hd_error *error, hd_layout *layout);

/* The placement of a chain's values in an order, by looking at them all; its shard need not be cut at the modes.
 *   fails: HD_UNDEFINED (none has these values), HD_UNDECIDED */
hd_status hd_convert_fit(const hd_composed *chain, const hd_conversion *how, hd_order order, hd_error *error,
                         hd_placement *placed);

/* ---- the other two ---- */

hd_status hd_convert_to_placement(const hd_stated *stated, const hd_conversion *how, hd_error *error,
                                  hd_stated *result);
hd_status hd_convert_to_linear(const hd_stated *stated, const hd_conversion *how, hd_error *error, hd_stated *result);

#endif
