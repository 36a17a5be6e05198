/* A value on several axes: one number for each axis a layout's strides lie on.
 * Internal to the library: not installed.
 *
 * Invariant: axes are distinct; a plain layout has the single axis HD_AXIS_INTEGER. Names keep the order in which the
 * layout mentions them; paths are sorted, outer components first. */
#ifndef HEDDLE_ALGEBRA_COMPONENTS_H
#define HEDDLE_ALGEBRA_COMPONENTS_H

#include "layout.h"
#include "match.h"
#include "refusals.h"

typedef struct hd_components {
  int count;
  hd_axis axis[HD_MAX_LEAVES];
  int64_t value[HD_MAX_LEAVES];
  uint8_t of_leaf[HD_MAX_LEAVES]; /* which component a leaf's stride lies on (the first, where the stride is 0) */
} hd_components;

/* Puts a new axis where the order wants it, with the value 0, and returns its place. Requires room. */
int hd_components_insert(hd_components *components, hd_axis axis);

/* The place of an axis, which is put in where it is not there; requires room then. */
static inline int hd_components_place(hd_components *components, hd_axis axis) {
  for (int at = 0, count = components->count; at < count; ++at)
    if (components->axis[at] == axis) return at;
  return hd_components_insert(components, axis);
}

/* The components of a layout, all values 0. A layout without leaves has the integer component. */
void hd_components_of(const hd_layout *layout, hd_components *components);

/* The value as a tuple: a scalar for integers, nested by paths with absent components `filler`, flat for names. Each
 * leaf carries its axis (clear `on_axes` for plain numbers). Returns false past the capacity. */
bool hd_components_tuple(const hd_components *components, int64_t filler, hd_tuple *tuple);

/* The value as users see it: the same, but plain numbers where the axes are paths. Returns false past the capacity, and
 * the tuple is then as it was. */
bool hd_components_value(const hd_components *components, int64_t filler, hd_tuple *value);

/* Adds layout(digits of index, spread over leaves begin..end-1) to the values; the last leaf takes the quotient and
 * digits of a negative index round down. Returns false on overflow. */
bool hd_components_add(hd_components *components, const hd_layout *layout, int begin, int end, int64_t index);

/* Appends a layout's part on one axis to another layout, as leaves without brackets. */
typedef hd_status hd_on_component(const hd_layout *layout, hd_axis axis, hd_error *error, hd_layout *made);

/* How a layout's components are nested, and the axis of each, HD_AXIS_INTEGER as well; the values are of no use.
 * Returns false past the capacity. */
bool hd_components_nested(const hd_layout *layout, hd_tuple *nested);

/* The parts of all components, nested as the values are; each of several leaves is a tuple. Whoever asks knows them to
 * be valid together, or has hd_layout_finish look. `made` is another object than the layout.
 *   fails: as `on_component`; HD_CAPACITY */
__attribute__((always_inline)) static inline hd_status hd_components_each(const hd_layout *layout,
                                                                          const char *operation,
                                                                          hd_on_component *on_component,
                                                                          hd_error *error, hd_layout *made) {
  hd_tuple nested;
  hd_layout_clear(made);
  if (!hd_components_nested(layout, &nested)) return hd_refuse_components(error, operation);
  for (int k = 0; k < nested.profile.leaves; ++k) {
    int first = made->profile.leaves;
    hd_status status = on_component(layout, nested.axis[k], error, made);
    if (status != HD_OK) return status;
    int last = made->profile.leaves - 1, several = last > first; /* axes nest no deeper than brackets may */
    hd_bracket_leaves(&made->profile, first, nested.profile.open[k] + several, last,
                      nested.profile.close[k] + several);
  }
  return HD_OK;
}

#endif
