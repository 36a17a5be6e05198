/* Axes are kept distinct and in order as they are met; values are then nested by walking the paths in that order. */
#include "algebra/components.h"

#include "algebra/checked.h"
#include "algebra/leaf.h"

#include <string.h>
#include "algebra/refusals.h"

/* The step of a path at a level, + 1; 0 where the path has ended. */
static inline int step_at(hd_axis axis, int level) {
  return (int)(axis >> HD_AXIS_STEP_BITS * level & (((hd_axis)1 << HD_AXIS_STEP_BITS) - 1));
}

/* The first level at which two different paths differ. */
static inline int level_of(hd_axis a, hd_axis b) { return __builtin_ctzll(a ^ b) / HD_AXIS_STEP_BITS; }

/* Puts a new axis where the order wants it, outer components first: a path comes before another that has the larger
 * step where they differ, or goes on there. Returns its place; components of the leaves before `leaf` move out of its
 * way. */
static int insert_axis(const hd_layout *layout, int leaf, hd_components *components) {
  hd_axis axis = layout->axis[leaf], *at = components->axis + components->count++;
  for (; at > components->axis && hd_axis_is_path(axis); --at) {
    int level = level_of(at[-1], axis);
    if (step_at(at[-1], level) < step_at(axis, level)) break;
    *at = at[-1];
  }
  *at = axis;
  int place = (int)(at - components->axis);
  for (int k = 0; place + 1 < components->count && k < leaf; ++k)
    if (layout->axis[k] != HD_AXIS_INTEGER && components->of_leaf[k] >= place) ++components->of_leaf[k];
  return place;
}

void hd_components_of(const hd_layout *layout, hd_components *components) {
  int leaves = layout->profile.leaves;
  components->count = 0;
  for (int k = 0; k < leaves; ++k) {
    hd_axis axis = hd_layout_axis(layout, k);
    int at = 0, count = axis == HD_AXIS_INTEGER ? 0 : components->count;
    while (at < count && components->axis[at] != axis) ++at;
    if (axis != HD_AXIS_INTEGER && at == count) at = insert_axis(layout, k, components);
    components->of_leaf[k] = (uint8_t)at;
  }
  if (components->count == 0) components->axis[components->count++] = HD_AXIS_INTEGER;
  for (int k = 0; k < components->count; ++k) components->value[k] = 0;
}

/* Appends a leaf at a path, with the brackets that have been waiting for it. */
static inline bool append_component(hd_tuple *tuple, int64_t value, hd_axis axis, int *opening) {
  int at = tuple->profile.leaves;
  if (!hd_tuple_append(tuple, value, axis)) return false;
  tuple->profile.open[at] = (uint8_t)*opening;
  *opening = 0;
  return true;
}

/* Walks the paths in order; between one and the next it closes down to their common part, fills the components that no
 * stride lies on, and opens up again. */
static bool nest_paths(const hd_components *components, int64_t filler, hd_tuple *tuple) {
  int steps_before = 0, opening = 1;
  hd_tuple_clear(tuple);
  for (int k = 0; k < components->count; ++k) {
    hd_axis axis = components->axis[k], before = k > 0 ? components->axis[k - 1] : 0;
    int level = k > 0 ? level_of(axis, before) : 0, first = k > 0 ? step_at(before, level) + 1 : 1;
    if (k > 0) tuple->profile.close[tuple->profile.leaves - 1] = (uint8_t)(steps_before - level - 1);
    for (; level < HD_AXIS_STEPS && step_at(axis, level) > 0; ++level, first = 1) {
      hd_axis tag = (hd_axis)HD_AXIS_TAG_PATH << HD_AXIS_TAG_SHIFT, unit = (hd_axis)1 << HD_AXIS_STEP_BITS * level;
      for (; first < step_at(axis, level); ++first)
        if (!append_component(tuple, filler, tag | (axis & (unit - 1)) | (hd_axis)first * unit, &opening)) return false;
      ++opening;
    }
    --opening; /* the last step is the leaf's own */
    if (!append_component(tuple, components->value[k], axis, &opening)) return false;
    steps_before = level;
  }
  tuple->profile.close[tuple->profile.leaves - 1] = (uint8_t)steps_before;
  return true;
}

bool hd_components_tuple(const hd_components *components, int64_t filler, hd_tuple *tuple) {
  if (hd_axis_is_path(components->axis[0])) return nest_paths(components, filler, tuple);
  hd_tuple_clear(tuple);
  for (int k = 0; k < components->count; ++k)
    if (!hd_tuple_append(tuple, components->value[k], components->axis[k])) return false;
  return components->axis[0] == HD_AXIS_INTEGER || hd_profile_wrap(&tuple->profile, 0);
}

bool hd_components_add(hd_components *components, const hd_layout *layout, int begin, int end, int64_t index) {
  for (int k = begin; k < end; ++k) {
    int64_t digit = k + 1 < end ? hd_split_digit(&index, layout->shape[k]) : index;
    if (!hd_add_product(&components->value[components->of_leaf[k]], digit, layout->stride[k])) return false;
  }
  return true;
}

hd_status hd_components_each(const hd_layout *layout, const char *operation, hd_on_component *on_component,
                             hd_error *error, hd_layout *result) {
  hd_components components;
  hd_tuple nested;
  hd_layout made, part;
  if (!layout->on_axes) {
    hd_status status = on_component(layout, HD_AXIS_INTEGER, error, &part);
    if (status == HD_OK) hd_copy_leaves(result, &part);
    return status;
  }
  hd_components_of(layout, &components);
  if (!hd_components_tuple(&components, 0, &nested)) return hd_refuse_components(error, operation);
  hd_layout_clear(&made);
  for (int k = 0; k < nested.profile.leaves; ++k) {
    int first = made.profile.leaves;
    hd_status status = on_component(layout, hd_tuple_axis(&nested, k), error, &part);
    if (status != HD_OK) return status;
    if (!hd_layout_append(&made, &part, hd_view_all(&part.profile)) ||
        !hd_profile_bracket(&made.profile, first, nested.profile.open[k], nested.profile.close[k]))
      return hd_refuse_full(error, operation);
  }
  hd_status status = hd_layout_finish(&made, operation, error);
  if (status == HD_OK) hd_layout_copy(result, &made);
  return status;
}
