/* Layouts as flat arrays of leaves: built leaf by leaf, checked once at the end. */
#include "algebra/layout.h"

#include "algebra/checked.h"
#include "algebra/components.h"
#include "algebra/leaf.h"
#include "algebra/match.h"
#include "algebra/refusals.h"

#include <string.h>

/* What the header has inline. */
extern inline hd_axis hd_layout_axis(const hd_layout *layout, int leaf);
extern inline void hd_layout_clear(hd_layout *layout);
extern inline bool hd_layout_append_leaf(hd_layout *layout, int64_t extent, int64_t stride, hd_axis axis);

void hd_layout_copy(hd_layout *to, const hd_layout *from) {
  if (to == from) return;
  hd_layout_write(to, &from->profile, from->shape, from->stride);
  to->on_axes = from->on_axes;
  if (from->on_axes) memcpy(to->axis, from->axis, from->profile.leaves * sizeof to->axis[0]);
}

void hd_layout_set_axis(hd_layout *layout, int at, hd_axis axis) {
  for (int k = 0; !layout->on_axes && k < at; ++k) layout->axis[k] = HD_AXIS_INTEGER;
  layout->on_axes = true;
  layout->axis[at] = axis;
}

bool hd_layout_append(hd_layout *layout, const hd_layout *from, hd_view view) {
  return hd_append_leaves(layout, from, view);
}

bool hd_layout_wrap(hd_layout *layout, int from) { return hd_profile_wrap(&layout->profile, from); }

static hd_status fail_leaf(hd_error *error, hd_status status, const char *operation, const char *reason, int leaf,
                           int64_t extent, int64_t stride) {
  hd_refuse(error, status, operation, reason, extent, stride, 0);
  if (error) error->leaf = leaf;
  return status;
}

/* Whether all strides move, along names or along outer components: two of one kind can stand side by side. The
 * uppermost bits of an axis say that it is of the first one's kind. */
static inline bool are_of_one_kind(int leaves, const hd_axis *axis, const int64_t *stride) {
  if (leaves == 0 || !(hd_axis_is_name(axis[0]) || hd_axis_is_outer(axis[0]))) return false;
  int shift = hd_axis_is_name(axis[0]) ? HD_AXIS_TAG_SHIFT : HD_AXIS_STEP_BITS;
  hd_axis kind = axis[0] >> shift;
  for (int k = 0; k < leaves; ++k)
    if (axis[k] >> shift != kind || stride[k] == 0) return false;
  return true;
}

static hd_status fail_axis(hd_error *error, const char *operation, const char *reason, const hd_layout *layout,
                           int leaf) {
  fail_leaf(error, HD_MALFORMED, operation, reason, leaf, layout->stride[leaf], 0);
  if (error) error->axis = layout->axis[leaf];
  return HD_MALFORMED;
}

/* Strides on axes: no plain number but 0 among them, paths and names apart, no path ending where another goes on. */
static hd_status check_axes(hd_layout *layout, const char *operation, hd_error *error) {
  hd_axis first = HD_AXIS_INTEGER;
  if (are_of_one_kind(layout->profile.leaves, layout->axis, layout->stride)) return HD_OK;
  for (int k = 0; k < layout->profile.leaves; ++k) {
    hd_axis axis = layout->axis[k];
    if (axis == HD_AXIS_ANY)
      return fail_leaf(error, HD_MALFORMED, operation, "the stride of leaf {leaf} is `_`", k, 0, 0);
    if (layout->stride[k] == 0) axis = layout->axis[k] = HD_AXIS_INTEGER;
    if (axis == HD_AXIS_INTEGER) continue;
    if (first == HD_AXIS_INTEGER) first = axis;
    if (hd_axis_is_path(axis) != hd_axis_is_path(first))
      return fail_axis(error, operation, "leaf {leaf} has the stride {0}{a}: components and named axes do not mix",
                       layout, k);
    for (int j = 0; j < k; ++j)
      if (hd_axis_overlap(layout->axis[j], axis))
        return fail_axis(error, operation,
                         "leaf {leaf} has the stride {0}{a}, which ends where another goes on, or goes on", layout, k);
  }
  layout->on_axes = first != HD_AXIS_INTEGER;
  for (int k = 0; layout->on_axes && k < layout->profile.leaves; ++k)
    if (layout->axis[k] == HD_AXIS_INTEGER && layout->stride[k] != 0)
      return fail_leaf(error, HD_MALFORMED, operation,
                       "leaf {leaf} has the plain stride {1} among strides on axes; only 0 may stand there", k,
                       layout->shape[k], layout->stride[k]);
  return HD_OK;
}

/* The leaf's reach (shape-1)*|stride| added to *sum. The stride of an extent of 1 never counts, whatever it is. */
static bool add_reach(const hd_layout *layout, int leaf, int64_t *sum) {
  int64_t magnitude;
  if (layout->shape[leaf] == 1) return true;
  return hd_abs(layout->stride[leaf], &magnitude) && hd_add_product(sum, layout->shape[leaf] - 1, magnitude);
}

/* For each leaf, the reach of all leaves up to it on its axis must fit 64 bits. */
static bool reach_fits(const hd_layout *layout, int *leaf) {
  int64_t sum = 0;
  for (*leaf = 0; *leaf < layout->profile.leaves; ++*leaf) {
    if (layout->on_axes) {
      sum = 0;
      for (int k = 0; k < *leaf; ++k)
        if (layout->axis[k] == layout->axis[*leaf]) add_reach(layout, k, &sum);
    }
    if (!add_reach(layout, *leaf, &sum)) return false;
  }
  return true;
}

/* hd_layout_finish of numbers that may be too large. */
static hd_status finish_large(hd_layout *layout, const char *operation, hd_error *error) {
  int64_t size = 1;
  int leaf;
  for (int k = 0; k < layout->profile.leaves; ++k) {
    if (layout->shape[k] < 1)
      return fail_leaf(error, HD_MALFORMED, operation, "the extent of leaf {leaf} is {0}, below 1", k, layout->shape[k],
                       0);
    if (!hd_mul(size, layout->shape[k], &size))
      return fail_leaf(error, HD_OVERFLOW, operation, "the size leaves 64 bits at leaf {leaf} of extent {0}", k,
                       layout->shape[k], 0);
  }
  hd_status status = layout->on_axes ? check_axes(layout, operation, error) : HD_OK;
  if (status == HD_OK && !reach_fits(layout, &leaf))
    return fail_leaf(error, HD_OVERFLOW, operation, "the values leave 64 bits at leaf {leaf}, {0}:{1}", leaf,
                     layout->shape[leaf], layout->stride[leaf]);
  return status;
}

hd_status hd_layout_finish(hd_layout *layout, const char *operation, hd_error *error) {
  if (!hd_is_small(layout)) return finish_large(layout, operation, error);
  return layout->on_axes ? check_axes(layout, operation, error) : HD_OK;
}

/* Column-major strides: each leaf starts where the leaves before it end; an extent of 1 gets 0. */
static hd_status compact_strides(hd_layout *layout, hd_error *error) {
  int64_t product = 1;
  for (int k = 0; k < layout->profile.leaves; ++k) {
    layout->stride[k] = layout->shape[k] == 1 ? 0 : product;
    if (!hd_mul(product, layout->shape[k], &product))
      return fail_leaf(error, HD_OVERFLOW, "make_layout", "the size leaves 64 bits at leaf {leaf} of extent {0}", k,
                       layout->shape[k], 0);
  }
  return HD_OK;
}

static hd_status fail_extent(hd_error *error, const hd_tuple *shape, int leaf) {
  hd_refuse_nesting(error, "make_layout", "leaf {leaf} of the shape {c} is no plain extent", shape, NULL);
  if (!error) return HD_MALFORMED;
  error->status = HD_MALFORMED;
  error->leaf = leaf;
  return HD_MALFORMED;
}

/* hd_make_layout of what may be refused. The two are nested alike. */
static hd_status make_checked(const hd_tuple *shape, const hd_tuple *stride, hd_error *error, hd_layout *result) {
  hd_layout made;
  int leaves = shape->profile.leaves;
  hd_copy_profile(&made.profile, &shape->profile);
  for (int k = 0; shape->on_axes && k < leaves; ++k)
    if (shape->axis[k] != HD_AXIS_INTEGER) return fail_extent(error, shape, k);
  hd_copy_numbers(made.shape, shape->value, leaves);
  if (stride) hd_copy_numbers(made.stride, stride->value, leaves);
  made.on_axes = stride && stride->on_axes;
  if (made.on_axes) memcpy(made.axis, stride->axis, (size_t)leaves * sizeof made.axis[0]);
  hd_status status = stride ? HD_OK : compact_strides(&made, error);
  if (status == HD_OK) status = hd_layout_finish(&made, "make_layout", error);
  if (status == HD_OK) hd_copy_leaves(result, &made);
  return status;
}

/* Whether numbers are so small, and axes so much alike, that they make a layout, as nearly all do. */
static inline bool make_plainly(const hd_tuple *shape, const hd_tuple *stride) {
  int leaves = shape->profile.leaves;
  return !shape->on_axes && hd_are_small(leaves, shape->value, stride->value) &&
         (!stride->on_axes || are_of_one_kind(leaves, stride->axis, stride->value));
}

hd_status hd_make_layout(const hd_tuple *shape, const hd_tuple *stride, hd_error *error, hd_layout *result) {
  int64_t compact[HD_MAX_LEAVES];
  if (stride && !hd_is_congruent(&shape->profile, &stride->profile))
    return hd_refuse_nesting(error, "make_layout", "the shape {c} and the stride {d} are nested differently", shape,
                             stride);
  if (!(stride ? make_plainly(shape, stride) : hd_compact_strides(shape, compact)))
    return make_checked(shape, stride, error, result);
  hd_layout_write(result, &shape->profile, shape->value, stride ? stride->value : compact);
  if (!stride || !stride->on_axes) return HD_OK;
  result->on_axes = true;
  memcpy(result->axis, stride->axis, shape->profile.leaves * sizeof result->axis[0]);
  return HD_OK;
}

hd_status hd_make_flat_layout(int rank, const int64_t *shape, const int64_t *stride, hd_error *error,
                              hd_layout *result) {
  hd_layout made;
  hd_layout_clear(&made);
  for (int k = 0; k < rank; ++k)
    if (!hd_layout_append_leaf(&made, shape[k], stride[k], HD_AXIS_INTEGER))
      return hd_refuse_full(error, "make_layout");
  if (rank > 0) made.profile.open[0] = made.profile.close[rank - 1] = 1;
  hd_status status = hd_finish(&made, "make_layout", error);
  if (status == HD_OK) hd_copy_leaves(result, &made);
  return status;
}

hd_status hd_make_scalar_layout(int64_t extent, int64_t stride, hd_error *error, hd_layout *result) {
  hd_layout made;
  hd_layout_clear(&made);
  hd_layout_append_leaf(&made, extent, stride, HD_AXIS_INTEGER);
  hd_status status = hd_finish(&made, "make_layout", error);
  if (status == HD_OK) hd_copy_leaves(result, &made);
  return status;
}

hd_status hd_concatenate(const hd_layout *const *mode, int count, hd_error *error, hd_layout *result) {
  hd_layout made;
  hd_layout_clear(&made);
  for (int k = 0; k < count; ++k) {
    if (mode[k]->profile.leaves == 0)
      return hd_refuse(error, HD_MALFORMED, "concatenate",
                       "mode {0} is the empty layout `():()`, which cannot be a mode", k, 0, 0);
    if (!hd_append_leaves(&made, mode[k], hd_view_all(&mode[k]->profile))) return hd_refuse_full(error, "concatenate");
  }
  hd_wrap_all(&made.profile);
  if (!hd_depth_fits(&made.profile)) return hd_refuse_full(error, "concatenate");
  hd_status status = hd_finish(&made, "concatenate", error);
  if (status == HD_OK) hd_copy_leaves(result, &made);
  return status;
}

static hd_status fail_mode(hd_error *error, const char *operation, int mode, int rank, int level) {
  hd_refuse(error, HD_RANGE, operation, "mode {0} was asked for at step {2} of the path, where the rank is {1}", mode,
            rank, level);
  if (error) error->hint = "modes are counted from 0; a scalar has the one mode 0";
  return HD_RANGE;
}

hd_status hd_get(const hd_layout *layout, const int *path, int steps, hd_error *error, hd_layout *result) {
  const hd_profile *profile = &layout->profile;
  hd_view view = hd_view_all(profile), inner;
  for (int k = 0; k < steps; ++k, view = inner) {
    if (k > 0 && !hd_view_is_tuple(profile, view))
      return hd_refuse(error, HD_RANGE, "get", "step {0} of the path asks for mode {1} of a leaf, where a path ends", k,
                       path[k], 0);
    if (path[k] < 0 || !hd_find_modes(profile, view, path[k], path[k] + 1, &inner))
      return fail_mode(error, "get", path[k], hd_view_rank(profile, view), k);
  }
  hd_layout mode, *to = result == layout ? &mode : result;
  hd_take_mode(layout, view, to);
  if (to == &mode) hd_copy_leaves(result, &mode);
  return HD_OK;
}

hd_status hd_select(const hd_layout *layout, const int *mode, int count, hd_error *error, hd_layout *result) {
  hd_layout made;
  uint64_t seen[2] = {0, 0};
  bool twice = false;
  hd_layout_clear(&made);
  for (int k = 0; k < count; ++k) {
    hd_view view;
    if (mode[k] < 0 || !hd_find_modes(&layout->profile, hd_view_all(&layout->profile), mode[k], mode[k] + 1, &view))
      return fail_mode(error, "select", mode[k], hd_rank(&layout->profile), 0);
    if (!hd_append_leaves(&made, layout, view)) return hd_refuse_full(error, "select");
    uint64_t *word = &seen[mode[k] / 64], bit = (uint64_t)1 << mode[k] % 64;
    twice |= (*word & bit) != 0;
    *word |= bit;
  }
  hd_wrap_all(&made.profile); /* no deeper than in the layout */
  hd_settle_axes(&made, made.on_axes);
  hd_status status = twice ? hd_layout_finish(&made, "select", error) : HD_OK;
  if (status == HD_OK) hd_copy_leaves(result, &made);
  return status;
}

void hd_flatten(const hd_layout *layout, hd_layout *result) {
  bool tuple = hd_is_tuple(&layout->profile);
  hd_layout_copy(result, layout);
  for (int k = 0; k < result->profile.leaves; ++k) result->profile.open[k] = result->profile.close[k] = 0;
  if (tuple && result->profile.leaves > 0) hd_layout_wrap(result, 0);
}

void hd_shape(const hd_layout *layout, hd_tuple *shape) {
  hd_copy_profile(&shape->profile, &layout->profile);
  memcpy(shape->value, layout->shape, layout->profile.leaves * sizeof shape->value[0]);
  shape->on_axes = false;
}

void hd_stride(const hd_layout *layout, hd_tuple *stride) {
  hd_copy_profile(&stride->profile, &layout->profile);
  memcpy(stride->value, layout->stride, layout->profile.leaves * sizeof stride->value[0]);
  stride->on_axes = layout->on_axes;
  if (layout->on_axes) memcpy(stride->axis, layout->axis, layout->profile.leaves * sizeof stride->axis[0]);
}

int64_t hd_size(const hd_layout *layout) {
  int64_t size = 1;
  for (int k = 0; k < layout->profile.leaves; ++k) size *= layout->shape[k];
  return size;
}

/* 1 + the reach, component by component. */
static hd_status component_extents(const hd_layout *layout, const char *operation, hd_error *error,
                                   hd_components *components) {
  components->count = layout->on_axes ? 0 : 1;
  components->axis[0] = HD_AXIS_INTEGER;
  components->value[0] = 0;
  for (int k = 0; k < layout->profile.leaves; ++k) {
    hd_axis axis = hd_layout_axis(layout, k);
    if (!layout->on_axes) add_reach(layout, k, &components->value[0]);
    else if (axis != HD_AXIS_INTEGER) add_reach(layout, k, &components->value[hd_components_place(components, axis)]);
  }
  for (int k = 0; k < components->count; ++k)
    if (!hd_add(components->value[k], 1, &components->value[k])) {
      hd_refuse(error, HD_OVERFLOW, operation, "the values reach {0}{a}, and one more leaves 64 bits", INT64_MAX, 0, 0);
      if (error) error->axis = components->axis[k];
      return HD_OVERFLOW;
    }
  return HD_OK;
}

hd_status hd_cosize(const hd_layout *layout, hd_error *error, int64_t *cosize) {
  hd_components extent;
  int64_t product = 1;
  hd_status status = component_extents(layout, "cosize", error, &extent);
  if (status != HD_OK) return status;
  for (int k = 0; k < extent.count; ++k)
    if (!hd_mul(product, extent.value[k], &product)) {
      hd_refuse(error, HD_OVERFLOW, "cosize", "the product over the axes leaves 64 bits at {0}{a}", extent.value[k], 0,
                0);
      if (error) error->axis = extent.axis[k], error->hint = "coshape keeps the axes apart";
      return HD_OVERFLOW;
    }
  *cosize = product;
  return HD_OK;
}

hd_status hd_coshape(const hd_layout *layout, hd_error *error, hd_tuple *coshape) {
  hd_components extent;
  hd_status status = component_extents(layout, "coshape", error, &extent);
  if (status != HD_OK) return status;
  return hd_components_value(&extent, 1, coshape) ? HD_OK : hd_refuse_components(error, "coshape");
}
