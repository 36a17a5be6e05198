/* Any value as a layout behind steps: a placement is one behind an offset or a swizzle, a linear layout one behind a
 * swizzle at most. */
#include "algebra/composition.h"
#include "algebra/convert_parts.h"
#include "algebra/linear_convert.h"
#include "algebra/refusals.h"
#include "algebra/placement_factors.h"

static const char operation[] = "convert";
static const hd_conversion standard = {0};

/* ---- a placement as a layout ---- */

/* One element in several places, the first of whose copies this iter makes. */
static hd_status refuse_copies(const hd_placement *canonical, hd_error *error) {
  return hd_convert_refuse_axis(error, "R[{0}:{1}{a}]: an element lives in several places, and only TIRx holds that",
                                canonical->replica[0].axis, canonical->replica[0].extent, canonical->replica[0].stride);
}

/* Calls memory m where it is called offset. */
static hd_status put_on_m(hd_placement *placement, hd_error *error) {
  hd_axis axis[HD_MAX_LEAVES];
  int axes = hd_placement_axes(placement, axis), memories = 0;
  for (int k = 0; k < axes; ++k) memories += hd_convert_place_axis(axis[k]) == hd_axis_plain();
  if (memories > 1) return hd_convert_refuse(error, "m and offset are one thing here: the placement has both", NULL);
  for (int k = 0; k < placement->shards; ++k)
    placement->shard[k].axis = hd_convert_place_axis(placement->shard[k].axis);
  for (int k = 0; k < placement->offsets; ++k)
    placement->offset[k].axis = hd_convert_place_axis(placement->offset[k].axis);
  return HD_OK;
}

hd_status hd_convert_shard(const hd_placement *placement, const hd_tuple *shape, hd_error *error, hd_layout *layout) {
  hd_factors factors;
  int modes = shape->profile.leaves;
  bool fits = true;
  hd_status status = hd_factors_by_shape(placement, shape, operation, error, &factors);
  if (status != HD_OK) return status;
  hd_layout_clear(layout);
  for (int k = 0; fits && k < modes; ++k) {
    int mode = hd_fastest(placement->order, modes, k), from = layout->profile.leaves;
    for (int i = factors.begin[mode]; fits && i < factors.begin[mode + 1]; ++i)
      fits = hd_layout_append_leaf(layout, factors.iter[i].extent, factors.iter[i].stride,
                                   factors.iter[i].stride == 0 ? HD_AXIS_INTEGER : factors.iter[i].axis);
    if (fits && layout->profile.leaves == from) fits = hd_layout_append_leaf(layout, 1, 0, HD_AXIS_INTEGER);
    if (fits && layout->profile.leaves - from > 1) fits = hd_layout_wrap(layout, from);
  }
  if (fits && hd_is_tuple(&shape->profile) && modes > 0) fits = hd_layout_wrap(layout, 0);
  if (!fits) return hd_refuse_full(error, operation);
  return hd_convert_to_names(layout, &standard, error, layout);
}

/* The axes on which anything moves or stands off 0. */
static int used_axes(const hd_layout *layout, const hd_placement *moved, hd_axis axis[HD_MAX_LEAVES]) {
  int count = 0, leaves = layout->profile.leaves, total = leaves + moved->offsets;
  for (int k = 0; k < total; ++k) {
    hd_axis here = k < leaves ? hd_layout_axis(layout, k) : moved->offset[k - leaves].axis;
    if (k < leaves && layout->stride[k] == 0) continue;
    here = hd_convert_place_axis(here);
    int i = 0;
    while (i < count && axis[i] != here) ++i;
    if (i == count) axis[count++] = here; /* a placement has no more axes than fit */
  }
  return count;
}

/* The layout's strides on components, component k for axis[k]. */
static hd_status on_components_of(const hd_layout *layout, const hd_axis *axis, hd_error *error, hd_layout *result) {
  hd_layout made;
  hd_layout_copy(&made, layout);
  made.on_axes = true;
  for (int k = 0; k < made.profile.leaves; ++k) {
    int component = 0;
    made.axis[k] = HD_AXIS_INTEGER;
    if (made.stride[k] == 0) continue;
    while (axis[component] != hd_convert_place_axis(hd_layout_axis(layout, k))) ++component;
    if (!hd_axis_from_path(&component, 1, &made.axis[k])) return hd_refuse_full(error, operation);
  }
  hd_status status = hd_layout_finish(&made, operation, error);
  if (status == HD_OK) hd_layout_copy(result, &made);
  return status;
}

static bool moves(const hd_layout *layout) {
  for (int k = 0; k < layout->profile.leaves; ++k)
    if (layout->stride[k] != 0) return true;
  return false;
}

/* A layout before an outer one 1:1 on each axis, which extended beyond its size gives every number: that is how CuTe
 * adds a constant. Where nothing moves there are no coordinates to add to; there the constants are the outer layout's
 * strides, and its index has each digit 1. */
static hd_status move_layout(const hd_layout *layout, const hd_placement *moved, hd_error *error, hd_composed *result) {
  hd_axis axis[HD_MAX_LEAVES];
  hd_layout outer, inner;
  hd_tuple offset;
  hd_status status = HD_OK;
  int count = used_axes(layout, moved, axis);
  bool still = count > 1 && !moves(layout), fits = count < 62;
  hd_layout_clear(&outer);
  hd_tuple_clear(&offset);
  for (int k = 0; k < count; ++k) {
    int64_t constant = hd_placement_offset(moved, axis[k]);
    hd_axis on = axis[k] == hd_axis_plain() && count == 1 ? HD_AXIS_INTEGER : axis[k];
    fits &= hd_layout_append_leaf(&outer, still ? 2 : 1, still ? constant : 1, on);
    if (!still) fits &= hd_tuple_append(&offset, constant, HD_AXIS_INTEGER);
  }
  if (still) hd_tuple_scalar(&offset, ((int64_t)1 << count) - 1);
  if (count > 1) fits &= hd_layout_wrap(&outer, 0) && (still || hd_profile_wrap(&offset.profile, 0));
  if (!fits) return hd_refuse_full(error, operation);
  hd_layout_copy(&inner, layout);
  inner.on_axes = false;
  if (count > 1 && !still) status = on_components_of(layout, axis, error, &inner);
  if (status != HD_OK) return status;
  hd_composed_plain(&inner, result);
  return hd_compose_layout(&outer, &offset, result, error, result);
}

static hd_status placement_to_layout(const hd_stated *stated, const hd_conversion *how, hd_error *error,
                                     hd_composed *result) {
  hd_placement canonical;
  hd_layout layout;
  hd_composed chain;
  hd_placement_canonicalize(&stated->as.placement, &canonical);
  if (canonical.replicas > 0) return refuse_copies(&canonical, error);
  hd_status status = put_on_m(&canonical, error);
  if (status == HD_OK) status = hd_convert_shard(&canonical, how->shape, error, &layout);
  if (status != HD_OK) return status;
  hd_composed_plain(&layout, &chain);
  if (stated->swizzled) {
    status =
        hd_compose_swizzle(&stated->swizzle, hd_placement_offset(&canonical, hd_axis_plain()), &chain, error, &chain);
  } else if (canonical.offsets > 0) {
    status = move_layout(&layout, &canonical, error, &chain);
  }
  if (status == HD_OK) hd_composed_copy(result, &chain);
  return status;
}

/* ---- a linear layout as a layout ---- */

static hd_status linear_to_layout(const hd_linear *linear, hd_error *error, hd_composed *result) {
  hd_composed chain;
  hd_axis name = linear->out.count == 1 ? hd_convert_place_axis(linear->out.name[0]) : HD_AXIS_INTEGER;
  hd_status status;
  chain.steps = 0;
  if (linear->out.count == 1) status = hd_linear_to_composed(linear, error, &chain);
  else status = hd_linear_to_layout(linear, error, &chain.inner);
  if (status != HD_OK) return status;
  if (linear->out.count == 1 && name != hd_axis_plain()) {
    if (chain.steps > 0)
      return hd_convert_refuse_axis(
          error, "it is a layout behind a swizzle, which gives integers, and its values lie on {a}", name, 0, 0);
    for (int k = 0; k < chain.inner.profile.leaves; ++k)
      chain.inner.axis[k] = chain.inner.stride[k] == 0 ? HD_AXIS_INTEGER : name;
    chain.inner.on_axes = true;
    status = hd_layout_finish(&chain.inner, operation, error);
  }
  if (status == HD_OK) status = hd_convert_to_names(&chain.inner, &standard, error, &chain.inner);
  if (status == HD_OK) hd_composed_copy(result, &chain);
  return status;
}

/* ---- all ---- */

/* The layout with the modes of the shape that `how` gives. */
static hd_status reshape_layout(const hd_conversion *how, hd_error *error, hd_layout *layout) {
  hd_tuple own;
  hd_layout compact;
  hd_tuple_clear(&own);
  if (hd_convert_layout_shape(layout, &own) && hd_tuple_is_identical(&own, how->shape)) return HD_OK;
  hd_status status = hd_make_layout(how->shape, NULL, error, &compact);
  return status == HD_OK ? hd_composition(layout, &compact, error, layout) : status;
}

/* Whether the strides lie on components of a coordinate. */
bool hd_convert_on_components(const hd_layout *layout) {
  for (int k = 0; k < layout->profile.leaves; ++k)
    if (hd_axis_is_path(hd_layout_axis(layout, k))) return true;
  return false;
}

/* Any value as a layout behind steps, with the modes of its shape; a layout's axes stay as they are. */
hd_status hd_convert_to_chain(const hd_stated *stated, const hd_conversion *how, hd_error *error, hd_composed *chain) {
  hd_status status = HD_OK;
  if (stated->kind == HD_STATED_PLACEMENT) return placement_to_layout(stated, how, error, chain);
  if (stated->kind == HD_STATED_LAYOUT) hd_composed_copy(chain, &stated->as.layout);
  else status = linear_to_layout(&stated->as.linear, error, chain);
  return status == HD_OK ? reshape_layout(how, error, &chain->inner) : status;
}
