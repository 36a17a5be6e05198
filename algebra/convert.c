/* From one dialect to another. Layouts behind steps are the middle: convert_chain.c makes one of anything,
 * convert_place.c and convert_linear.c make placements and linear layouts of it. Here are the modes, CuTe's own two
 * dialects, and the choice. */
#include "algebra/convert.h"

#include "algebra/convert_parts.h"
#include "algebra/refusals.h"
#include "algebra/placement_factors.h"

static const char operation[] = "convert";
static const hd_conversion standard = {0};

hd_status hd_convert_refuse(hd_error *error, const char *reason, const char *hint) {
  hd_fail(error, HD_UNDEFINED, operation, reason);
  if (error) error->hint = hint;
  return HD_UNDEFINED;
}

/* The same of an axis and numbers: {a}, {0}, {1}. */
hd_status hd_convert_refuse_axis(hd_error *error, const char *reason, hd_axis axis, int64_t a, int64_t b) {
  hd_refuse(error, HD_UNDEFINED, operation, reason, a, b, 0);
  if (error) error->axis = axis;
  return HD_UNDEFINED;
}

void hd_stated_copy(hd_stated *to, const hd_stated *from) {
  if (to == from) return;
  to->kind = from->kind;
  to->type = from->type;
  to->swizzled = from->swizzled;
  to->swizzle = from->swizzle;
  switch (from->kind) {
    case HD_STATED_TUPLE: hd_tuple_copy(&to->as.tuple, &from->as.tuple); break;
    case HD_STATED_TILER: to->as.tiler = from->as.tiler; break;
    case HD_STATED_SWIZZLE: break;
    case HD_STATED_LAYOUT: hd_composed_copy(&to->as.layout, &from->as.layout); break;
    case HD_STATED_PLACEMENT: hd_placement_copy(&to->as.placement, &from->as.placement); break;
    case HD_STATED_LINEAR: hd_linear_copy(&to->as.linear, &from->as.linear); break;
  }
}

hd_dialect hd_stated_dialect(const hd_stated *stated) {
  if (stated->kind == HD_STATED_PLACEMENT) return HD_DIALECT_TIRX;
  return stated->kind == HD_STATED_LINEAR ? HD_DIALECT_TRITON : HD_DIALECT_CUTE;
}

/* ---- the modes ---- */

static bool append_extent(hd_tuple *shape, int64_t extent) { return hd_tuple_append(shape, extent, HD_AXIS_INTEGER); }

bool hd_convert_layout_shape(const hd_layout *layout, hd_tuple *shape) {
  hd_view all = hd_view_all(&layout->profile), view;
  for (int k = 0; hd_view_mode(&layout->profile, all, k, &view); ++k) {
    int64_t extent = 1;
    for (int leaf = view.begin; leaf < view.end; ++leaf) extent *= layout->shape[leaf];
    if (!append_extent(shape, extent)) return false;
  }
  return shape->profile.leaves == 0 || !hd_is_tuple(&layout->profile) || hd_profile_wrap(&shape->profile, 0);
}

static bool wrap_many(hd_tuple *shape) { return shape->profile.leaves < 2 || hd_profile_wrap(&shape->profile, 0); }

static hd_status own_shape(const hd_stated *stated, hd_error *error, hd_tuple *shape) {
  bool fits = true;
  hd_tuple_clear(shape);
  switch (stated->kind) {
    case HD_STATED_LAYOUT: fits = hd_convert_layout_shape(&stated->as.layout.inner, shape); break;
    case HD_STATED_PLACEMENT:
      for (int k = 0; k < stated->as.placement.shards; ++k)
        fits &= append_extent(shape, stated->as.placement.shard[k].extent);
      fits &= wrap_many(shape);
      break;
    case HD_STATED_LINEAR:
      for (int k = 0; k < stated->as.linear.in.count; ++k)
        fits &= append_extent(shape, (int64_t)1 << stated->as.linear.in.bits[k]);
      fits &= wrap_many(shape);
      break;
    default:
      return hd_convert_refuse(error, "this is no function of coordinates",
                               "a layout, placement or linear layout is one");
  }
  return fits ? HD_OK : hd_refuse_full(error, operation);
}

hd_status hd_stated_shape(const hd_stated *stated, const hd_conversion *how, hd_error *error, hd_tuple *shape) {
  int64_t size, wanted;
  hd_status status = own_shape(stated, error, shape);
  if (status != HD_OK || !how || !how->shape) return status;
  status = hd_check_flat(how->shape, 1, operation, error);
  if (status != HD_OK) return status;
  if (!hd_tuple_product(shape, &size) || !hd_tuple_product(how->shape, &wanted))
    return hd_fail(error, HD_OVERFLOW, operation, "the number of coordinates does not fit 64 bits");
  if (size != wanted)
    return hd_refuse(error, HD_MISMATCH, operation, "the shape has size {1}, and the number of elements is {0}", size,
                     wanted, 0);
  hd_tuple_copy(shape, how->shape);
  return HD_OK;
}

/* ---- to CuTe ---- */

static hd_status to_cute(const hd_stated *stated, hd_dialect to, const hd_conversion *how, hd_error *error,
                         hd_stated *result) {
  hd_composed chain;
  hd_layout named;
  int unknown;
  hd_status status = hd_convert_to_chain(stated, how, error, &chain);
  if (status == HD_OK && !hd_convert_on_components(hd_convert_valued(&chain)))
    status = hd_convert_to_names(hd_convert_valued(&chain), how, error, hd_convert_valued(&chain));
  if (status != HD_OK) return status;
  hd_layout_copy(&named, hd_convert_valued(&chain));
  hd_convert_to_components(&named, how, hd_convert_valued(&chain), &unknown);
  bool named_before = unknown >= 0 && hd_axis_is_name(hd_layout_axis(&named, unknown));
  if (to == HD_DIALECT_CUTE_IR && named_before) {
    hd_convert_refuse_axis(error, "stride {0}{a}: the types of CuTe's IR number components, and this is a name",
                           hd_layout_axis(&named, unknown), named.stride[unknown], 0);
    if (error) {
      error->leaf = unknown;
      error->hint = "name the components 0, 1, .. in order, as in --axes laneid,warpid";
    }
    return HD_UNDEFINED;
  }
  if (to == HD_DIALECT_CUTE_IR && chain.steps > 1) {
    hd_convert_refuse(error, "CuTe's IR has one map before a layout, and here are {0}", NULL);
    if (error) error->number[0] = chain.steps;
    return HD_UNDEFINED;
  }
  result->kind = HD_STATED_LAYOUT;
  hd_composed_copy(&result->as.layout, &chain);
  return HD_OK;
}

/* ---- all ---- */

/* What is no function of coordinates: CuTe's text and IR have it alike, and the others do not. */
static hd_status convert_value(const hd_stated *stated, hd_dialect to, hd_error *error, hd_stated *result) {
  static const char *const reason[] = {"a tuple is no function of coordinates", "a tiler is no function of coordinates",
                                       "a swizzle alone has no coordinates: it takes every integer"};
  if (to == HD_DIALECT_TIRX || to == HD_DIALECT_TRITON)
    return hd_convert_refuse(error, reason[stated->kind],
                             stated->kind == HD_STATED_SWIZZLE ? "put it before a layout: S<3,4,3> o 0 o (8,64):(64,1)"
                                                               : NULL);
  hd_stated_copy(result, stated);
  return HD_OK;
}

hd_status hd_convert(const hd_stated *stated, hd_dialect to, const hd_conversion *how, hd_error *error,
                     hd_stated *result) {
  hd_stated made;
  hd_tuple shape;
  hd_conversion shaped = how ? *how : standard;
  hd_status status = hd_convert_check_names(&shaped, error);
  if (status != HD_OK) return status;
  if (stated->kind <= HD_STATED_SWIZZLE) return convert_value(stated, to, error, result);
  status = hd_stated_shape(stated, how, error, &shape);
  if (status != HD_OK) return status;
  shaped.shape = &shape;
  how = &shaped;
  made.type = HD_INT_TUPLE;
  made.swizzled = false;
  switch (to) {
    case HD_DIALECT_CUTE:
    case HD_DIALECT_CUTE_IR: status = to_cute(stated, to, how, error, &made); break;
    case HD_DIALECT_TIRX: status = hd_convert_to_placement(stated, how, error, &made); break;
    case HD_DIALECT_TRITON: status = hd_convert_to_linear(stated, how, error, &made); break;
  }
  if (status != HD_OK) return hd_fail_within(error, status, operation);
  hd_stated_copy(result, &made);
  return HD_OK;
}
