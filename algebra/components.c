/* Axes are kept distinct and in order as they are met; values are then nested by walking the paths in that order. */
#include "algebra/components.h"

#include "algebra/checked.h"
#include "algebra/leaf.h"

#include <string.h>
#include "algebra/refusals.h"

/* Whether path a comes before path b: outer components first. The words hold the outermost step lowest, so they are
 * compared step by step. */
static bool path_before(hd_axis a, hd_axis b) {
  int step_a[HD_AXIS_STEPS], step_b[HD_AXIS_STEPS];
  int steps_a = hd_axis_path(a, step_a), steps_b = hd_axis_path(b, step_b);
  for (int k = 0; k < steps_a && k < steps_b; ++k)
    if (step_a[k] != step_b[k]) return step_a[k] < step_b[k];
  return steps_a < steps_b;
}

static int find_axis(const hd_components *components, hd_axis axis) {
  int k = 0;
  while (k < components->count && components->axis[k] != axis) ++k;
  return k;
}

/* Puts a new axis where the order wants it. */
static void insert_axis(hd_components *components, hd_axis axis) {
  int k = components->count++;
  for (; k > 0 && hd_axis_is_path(axis) && path_before(axis, components->axis[k - 1]); --k)
    components->axis[k] = components->axis[k - 1];
  components->axis[k] = axis;
}

void hd_components_of(const hd_layout *layout, hd_components *components) {
  components->count = 0;
  if (!layout->on_axes) {
    components->count = 1;
    components->axis[0] = HD_AXIS_INTEGER;
    components->value[0] = 0;
    memset(components->of_leaf, 0, layout->profile.leaves);
    return;
  }
  for (int k = 0; k < layout->profile.leaves; ++k)
    if (layout->axis[k] != HD_AXIS_INTEGER && find_axis(components, layout->axis[k]) == components->count)
      insert_axis(components, layout->axis[k]);
  if (components->count == 0) insert_axis(components, HD_AXIS_INTEGER);
  for (int k = 0; k < components->count; ++k) components->value[k] = 0;
  for (int k = 0; k < layout->profile.leaves; ++k) {
    int at = find_axis(components, layout->axis[k]);
    components->of_leaf[k] = (uint8_t)(at < components->count ? at : 0);
  }
}

/* Appends a leaf at a path, with the brackets that have been waiting for it. */
static bool append_component(hd_tuple *tuple, int64_t value, const int *step, int steps, int *opening) {
  hd_axis axis;
  int at = tuple->profile.leaves;
  if (!hd_axis_from_path(step, steps, &axis) || !hd_tuple_append(tuple, value, axis)) return false;
  tuple->profile.open[at] = (uint8_t)*opening;
  *opening = 0;
  return true;
}

/* Walks the paths in order; between one and the next it closes down to their common part, fills the components that no
 * stride lies on, and opens up again. */
static bool nest_paths(const hd_components *components, int64_t filler, hd_tuple *tuple) {
  int step[HD_AXIS_STEPS], before[HD_AXIS_STEPS], steps_before = 0, opening = 1;
  hd_tuple_clear(tuple);
  for (int k = 0; k < components->count; ++k) {
    int steps = hd_axis_path(components->axis[k], step), level = 0;
    while (level < steps_before && before[level] == step[level]) ++level;
    if (k > 0) tuple->profile.close[tuple->profile.leaves - 1] = (uint8_t)(steps_before - level - 1);
    for (int first = k > 0 ? before[level] + 1 : 0; level < steps; ++level, first = 0) {
      int here = step[level];
      for (step[level] = first; step[level] < here; ++step[level])
        if (!append_component(tuple, filler, step, level + 1, &opening)) return false;
      if (level + 1 < steps) ++opening;
    }
    if (!append_component(tuple, components->value[k], step, steps, &opening)) return false;
    steps_before = steps;
    for (int s = 0; s < steps; ++s) before[s] = step[s];
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
