/* The naming rule: what a stride's axis is called on the other side. Everything passes by names, as TIRx and Triton
 * have them; CuTe's components are numbers for names, and its plain integers the one name `m`. */
#include "algebra/convert_parts.h"

#include "algebra/linear_convert.h"
#include "algebra/named.h"
#include "algebra/placement_factors.h"
#include "algebra/refusals.h"

static const char operation[] = "convert";

hd_axis hd_convert_place_axis(hd_axis axis) {
  return axis == HD_AXIS_INTEGER || axis == hd_axis_named("offset") ? hd_axis_plain() : axis;
}

hd_axis hd_convert_dimension(hd_axis axis) { return axis == hd_axis_plain() ? hd_axis_named("offset") : axis; }

static hd_status check_distinct(const hd_axis *name, int count, hd_error *error) {
  for (int k = 0; k < count; ++k) {
    if (!hd_axis_is_name(name[k]))
      return hd_refuse(error, HD_MALFORMED, operation, "name {0} of those given is not a name", k, 0, 0);
    for (int i = 0; i < k; ++i)
      if (hd_convert_place_axis(name[i]) == hd_convert_place_axis(name[k]))
        return hd_refuse(error, HD_MALFORMED, operation, "names {0} and {1} of those given are the same", i, k, 0);
  }
  return HD_OK;
}

hd_status hd_convert_check_names(const hd_conversion *how, hd_error *error) {
  hd_status status = check_distinct(how->axis, how->axes, error);
  return status == HD_OK ? check_distinct(how->mode, how->modes, error) : status;
}

hd_status hd_convert_component(const hd_conversion *how, int index, hd_error *error, hd_axis *name) {
  if (how->axes > 0 && index >= how->axes)
    return hd_refuse(error, HD_MISMATCH, operation, "component {0} has no name; names given: {1}", index, how->axes, 0);
  *name = hd_convert_place_axis(how->axes > 0 ? how->axis[index] : hd_dimension_standard(index));
  return HD_OK;
}

/* The component of that name; -1 where none has it. */
static int component_of(const hd_conversion *how, hd_axis name) {
  int count = how->axes > 0 ? how->axes : HD_AXIS_STEP_MAX + 1;
  for (int k = 0; k < count; ++k) {
    hd_axis here;
    if (hd_convert_component(how, k, NULL, &here) == HD_OK && here == name) return k;
  }
  return -1;
}

/* The name of the axis of one leaf. */
static hd_status name_of(const hd_layout *layout, int leaf, const hd_conversion *how, hd_error *error, hd_axis *name) {
  int step[HD_AXIS_STEPS];
  hd_axis axis = hd_layout_axis(layout, leaf);
  int steps = hd_axis_path(axis, step);
  hd_status status = HD_OK;
  *name = hd_convert_place_axis(axis);
  if (steps == 1) status = hd_convert_component(how, step[0], error, name);
  if (steps > 1) status = hd_fail(error, HD_UNDEFINED, operation, "a component within a component has no name");
  if (status != HD_OK && error) error->leaf = leaf;
  return status;
}

/* Whether the layout has numbers both on m and on offset, which are one place on the other side. */
static bool has_both(const hd_layout *layout) {
  bool m = false, offset = false;
  for (int k = 0; k < layout->profile.leaves; ++k) {
    m |= hd_layout_axis(layout, k) == hd_axis_plain();
    offset |= hd_layout_axis(layout, k) == hd_axis_named("offset");
  }
  return m && offset;
}

/* Puts every stride that is not 0 on its axis. */
static hd_status set_axes(const hd_layout *layout, const hd_axis *axis, bool on_axes, hd_error *error,
                          hd_layout *result) {
  hd_layout made;
  hd_layout_copy(&made, layout);
  made.on_axes = on_axes;
  for (int k = 0; on_axes && k < made.profile.leaves; ++k)
    made.axis[k] = made.stride[k] == 0 ? HD_AXIS_INTEGER : axis[k];
  hd_status status = hd_layout_finish(&made, operation, error);
  if (status == HD_OK) hd_layout_copy(result, &made);
  return status;
}

hd_status hd_convert_to_names(const hd_layout *layout, const hd_conversion *how, hd_error *error, hd_layout *result) {
  hd_axis name[HD_MAX_LEAVES];
  bool elsewhere = false;
  if (has_both(layout))
    return hd_fail(error, HD_UNDEFINED, operation, "m and offset are one thing here: the layout has both");
  for (int k = 0; k < layout->profile.leaves; ++k) {
    if (layout->stride[k] == 0) continue;
    hd_status status = name_of(layout, k, how, error, &name[k]);
    if (status != HD_OK) return status;
    elsewhere |= name[k] != hd_axis_plain();
  }
  return set_axes(layout, name, elsewhere, error, result);
}

void hd_convert_to_components(const hd_layout *layout, const hd_conversion *how, hd_layout *result, int *unknown) {
  hd_axis path[HD_MAX_LEAVES];
  *unknown = -1;
  hd_layout_copy(result, layout);
  for (int k = 0; layout->on_axes && k < layout->profile.leaves; ++k) {
    if (layout->stride[k] == 0) continue;
    int component = component_of(how, hd_layout_axis(layout, k));
    if (component >= 0 && hd_axis_from_path(&component, 1, &path[k])) continue;
    *unknown = k;
    return;
  }
  if (layout->on_axes) (void)set_axes(layout, path, true, NULL, result);
}
