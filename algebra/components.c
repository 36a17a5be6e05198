/* Axes are kept distinct and in order as they are met; values are then nested by walking the paths in that order. */
#include "algebra/components.h"

#include "algebra/checked.h"
#include "algebra/leaf.h"
#include "algebra/match.h"
#include "algebra/refusals.h"

/* The step of a path at a level, + 1; 0 where the path has ended. */
static inline int step_at(hd_axis axis, int level) {
  return (int)(axis >> HD_AXIS_STEP_BITS * level & (((hd_axis)1 << HD_AXIS_STEP_BITS) - 1));
}

/* The first level at which two different paths differ. */
static inline int level_of(hd_axis a, hd_axis b) { return __builtin_ctzll(a ^ b) / HD_AXIS_STEP_BITS; }

/* Outer components first: a path comes before another that has the larger step where they differ, or goes on there. */
int hd_components_insert(hd_components *components, hd_axis axis) {
  int at = components->count++;
  for (; at > 0 && hd_axis_is_path(axis); --at) {
    hd_axis before = components->axis[at - 1];
    int level = level_of(before, axis);
    if (step_at(before, level) < step_at(axis, level)) break;
    components->axis[at] = before;
    components->value[at] = components->value[at - 1];
  }
  components->axis[at] = axis;
  components->value[at] = 0;
  return at;
}

void hd_components_of(const hd_layout *layout, hd_components *components) {
  int leaves = layout->profile.leaves;
  components->count = 0;
  for (int k = 0; k < leaves; ++k) {
    hd_axis axis = hd_layout_axis(layout, k);
    int count = components->count, at = axis == HD_AXIS_INTEGER ? 0 : hd_components_place(components, axis);
    components->of_leaf[k] = (uint8_t)at;
    if (components->count == count || at == count) continue;
    for (int j = 0; j < k; ++j) /* those behind a new one have moved */
      if (layout->axis[j] != HD_AXIS_INTEGER && components->of_leaf[j] >= at) ++components->of_leaf[j];
  }
  if (components->count > 0) return;
  components->count = 1;
  components->axis[0] = HD_AXIS_INTEGER;
  components->value[0] = 0;
}

/* Walks the paths in order; between one and the next it closes down to their common part, fills the components that no
 * stride lies on, and opens up again. */
static bool nest_paths(const hd_components *components, int64_t filler, hd_tuple *tuple) {
  hd_profile *profile = &tuple->profile;
  int at = 0, steps_before = 0, opening = 1, level = 0, first = 1;
  tuple->on_axes = true;
  for (int k = 0; k < components->count; ++k) {
    hd_axis axis = components->axis[k];
    if (k > 0) {
      level = level_of(axis, components->axis[k - 1]);
      first = step_at(components->axis[k - 1], level) + 1;
      profile->close[at - 1] = (uint8_t)(steps_before - level - 1);
    }
    for (int step; level < HD_AXIS_STEPS && (step = step_at(axis, level)) > 0; ++level, ++opening, first = 1) {
      hd_axis unit = (hd_axis)1 << HD_AXIS_STEP_BITS * level;
      for (; first < step; ++first, ++at, opening = 0) {
        if (at == HD_MAX_LEAVES) return false;
        profile->open[at] = (uint8_t)opening;
        profile->close[at] = 0;
        tuple->value[at] = filler;
        tuple->axis[at] = (hd_axis)HD_AXIS_TAG_PATH << HD_AXIS_TAG_SHIFT | (axis & (unit - 1)) | (hd_axis)first * unit;
      }
    }
    if (at == HD_MAX_LEAVES) return false;
    profile->open[at] = (uint8_t)(opening - 1); /* the last step is the leaf's own */
    tuple->value[at] = components->value[k];
    tuple->axis[at++] = axis;
    steps_before = level;
    opening = 0;
  }
  profile->close[at - 1] = (uint8_t)steps_before;
  profile->leaves = (uint8_t)at;
  return true;
}

bool hd_components_tuple(const hd_components *components, int64_t filler, hd_tuple *tuple) {
  if (hd_axis_is_path(components->axis[0])) return nest_paths(components, filler, tuple);
  hd_tuple_clear(tuple);
  for (int k = 0; k < components->count; ++k)
    if (!hd_tuple_append(tuple, components->value[k], components->axis[k])) return false;
  return components->axis[0] == HD_AXIS_INTEGER || hd_profile_wrap(&tuple->profile, 0);
}

/* Whether they are the outer components 0, 1, .., none left out. */
static inline bool are_outer(const hd_components *components) {
  hd_axis outer = (hd_axis)HD_AXIS_TAG_PATH << HD_AXIS_TAG_SHIFT;
  for (int k = 0; k < components->count; ++k)
    if (components->axis[k] != ++outer) return false;
  return true;
}

/* Apart, so that those which are need no frame. */
__attribute__((noinline)) static bool write_nested(const hd_components *components, int64_t filler, hd_tuple *value) {
  hd_tuple made;
  if (!hd_components_tuple(components, filler, &made)) return false;
  if (hd_axis_is_path(components->axis[0])) made.on_axes = false;
  hd_tuple_copy(value, &made);
  return true;
}

bool hd_components_value(const hd_components *components, int64_t filler, hd_tuple *value) {
  int count = components->count;
  if (!are_outer(components)) return write_nested(components, filler, value);
  for (int k = 0; k < count; ++k) {
    value->profile.open[k] = value->profile.close[k] = 0;
    value->value[k] = components->value[k];
  }
  value->profile.leaves = (uint8_t)count;
  value->profile.open[0] = value->profile.close[count - 1] = 1;
  value->on_axes = false;
  return true;
}

bool hd_components_add(hd_components *components, const hd_layout *layout, int begin, int end, int64_t index) {
  for (int k = begin; k < end; ++k) {
    int64_t digit = k + 1 < end ? hd_split_digit(&index, layout->shape[k]) : index;
    if (!hd_add_product(&components->value[components->of_leaf[k]], digit, layout->stride[k])) return false;
  }
  return true;
}

/* hd_components_tuple where all axes are outer components, as they nearly always are. False: some are not. */
static inline bool nest_outer(const hd_layout *layout, hd_tuple *nested) {
  hd_axis outer = (hd_axis)HD_AXIS_TAG_PATH << HD_AXIS_TAG_SHIFT, count = 0;
  for (int k = 0, leaves = layout->profile.leaves; k < leaves; ++k) {
    hd_axis step = layout->axis[k] ^ outer;
    if (step <= count || layout->axis[k] == HD_AXIS_INTEGER) continue;
    if (step > HD_MAX_LEAVES) return false;
    count = step;
  }
  if (count == 0) return false;
  hd_write_flat(&nested->profile, count);
  for (hd_axis k = 0; k < count; ++k) nested->axis[k] = outer + k + 1;
  return true;
}

bool hd_components_nested(const hd_layout *layout, hd_tuple *nested) {
  hd_components components;
  if (layout->on_axes && nest_outer(layout, nested)) return true;
  hd_components_of(layout, &components);
  nested->axis[0] = HD_AXIS_INTEGER; /* stays where there is nothing else */
  return hd_components_tuple(&components, 0, nested);
}
