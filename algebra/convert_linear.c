/* A layout behind steps as a linear layout over bits. */
#include "algebra/convert_parts.h"
#include "algebra/linear_convert.h"
#include "algebra/refusals.h"

static const char operation[] = "convert";

static hd_status name_inputs(const hd_conversion *how, hd_error *error, hd_linear *linear) {
  if (how->modes > 0 && how->modes != linear->in.count)
    return hd_refuse(error, HD_MISMATCH, operation, "names given: {0}; modes to name: {1}", how->modes,
                     linear->in.count, 0);
  for (int k = 0; k < how->modes; ++k) linear->in.name[k] = how->mode[k];
  return HD_OK;
}

/* The outputs, which are called as the layout's axes are, called as Triton calls them. */
static hd_status name_outputs(bool components, const hd_conversion *how, hd_error *error, hd_linear *linear) {
  for (int k = 0; k < linear->out.count; ++k) {
    hd_axis name = linear->out.name[k];
    hd_status status = components ? hd_convert_component(how, k, error, &name) : HD_OK;
    if (status != HD_OK) return status;
    linear->out.name[k] = hd_convert_dimension(name);
    if (hd_dimensions_find(&linear->out, linear->out.name[k]) < k)
      return hd_convert_refuse_axis(error, "two outputs would both be called {a}", linear->out.name[k], 0, 0);
  }
  return HD_OK;
}

/* 0 goes to 0 in every linear layout. */
static hd_status refuse_offset(const hd_placement *canonical, hd_error *error) {
  return hd_convert_refuse_axis(error, "{0}{a}: element 0 is not at 0, where a linear layout has it",
                                canonical->offset[0].axis, canonical->offset[0].value, 0);
}

/* A chain whose values lie on axes, as the one layout that it must be to be linear over bits. */
static hd_status flatten_chain(const hd_conversion *how, hd_error *error, hd_composed *chain) {
  hd_placement placed;
  hd_layout layout;
  hd_status status = hd_convert_fit(chain, how, HD_FIRST_FASTEST, error, &placed);
  if (status == HD_OK && placed.offsets > 0) status = refuse_offset(&placed, error);
  if (status == HD_OK) status = hd_convert_shard(&placed, how->shape, error, &layout);
  if (status == HD_OK) hd_composed_plain(&layout, chain);
  return status;
}

/* The same packed function, with a dimension for each mode of the shape: its own where it has those sizes. */
static hd_status reshape_linear(const hd_linear *linear, const hd_conversion *how, hd_error *error, hd_linear *result) {
  hd_dimensions in;
  int modes = how->shape->profile.leaves;
  hd_status status = HD_OK;
  bool own = modes == linear->in.count;
  hd_dimensions_clear(&in);
  for (int k = 0; status == HD_OK && k < modes; ++k) {
    int64_t extent = how->shape->value[k];
    status = hd_dimensions_append(&in, hd_dimension_standard(k), __builtin_ctzll((unsigned long long)extent), error);
    own = own && status == HD_OK && in.bits[k] == linear->in.bits[k];
  }
  return status == HD_OK ? hd_linear_reshape(linear, own ? NULL : &in, NULL, error, result) : status;
}

hd_status hd_convert_to_linear(const hd_stated *stated, const hd_conversion *how, hd_error *error, hd_stated *result) {
  hd_composed chain;
  hd_axis first = hd_dimension_standard(0);
  hd_linear_names whole = {&first, 1, HD_AXIS_INTEGER};
  hd_linear *linear = &result->as.linear;
  hd_status status = HD_OK;
  result->kind = HD_STATED_LINEAR;
  if (stated->kind == HD_STATED_LINEAR) {
    status = reshape_linear(&stated->as.linear, how, error, linear);
    return status == HD_OK ? name_inputs(how, error, linear) : status;
  }
  if (stated->kind == HD_STATED_PLACEMENT && !stated->swizzled) {
    hd_placement canonical;
    hd_placement_canonicalize(&stated->as.placement, &canonical);
    if (canonical.offsets > 0) return refuse_offset(&canonical, error);
  }
  status = hd_convert_to_chain(stated, how, error, &chain);
  if (status == HD_OK && chain.steps > 0 && hd_convert_valued(&chain)->on_axes)
    status = flatten_chain(how, error, &chain);
  if (status == HD_OK)
    status = hd_linear_from_composed(&chain, hd_convert_is_one_mode(how) ? &whole : NULL, error, linear);
  if (status == HD_OK) status = name_inputs(how, error, linear);
  return status == HD_OK ? name_outputs(chain.steps == 0 && hd_convert_on_components(&chain.inner), how, error, linear)
                         : status;
}
