/* Modes and operands by counting brackets: the tests of the algebra may not lean on the algebra's own walks. */
#include "proofs/definition_parts.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- modes ---- */

static int brackets_round(const hd_profile *profile, int leaf) {
  int depth = 0;
  for (int k = 0; k <= leaf; k++) depth += profile->open[k];
  for (int k = 0; k < leaf; k++) depth -= profile->close[k];
  return depth;
}

hd_part hd_part_all(const hd_profile *profile) { return (hd_part){0, profile->leaves, 0}; }

bool hd_part_is_tuple(const hd_profile *profile, hd_part part) {
  return part.end - part.begin != 1 || brackets_round(profile, part.begin) > part.level;
}

int hd_part_modes(const hd_profile *profile, hd_part part, hd_part mode[HD_MAX_LEAVES]) {
  if (!hd_part_is_tuple(profile, part)) {
    mode[0] = part;
    return 1;
  }
  int count = 0;
  for (int begin = part.begin, k = part.begin; k < part.end; k++) {
    int between = brackets_round(profile, k) - profile->close[k];
    if (k + 1 < part.end && between != part.level + 1) continue;
    mode[count++] = (hd_part){begin, k + 1, part.level + 1};
    begin = k + 1;
  }
  return count;
}

int hd_part_depth(const hd_profile *profile, hd_part part) {
  int deepest = part.begin == part.end ? part.level + 1 : part.level;
  for (int k = part.begin; k < part.end; k++) {
    int depth = brackets_round(profile, k);
    if (depth > deepest) deepest = depth;
  }
  return deepest - part.level;
}

bool hd_part_follow(const hd_profile *profile, const hd_value *path, hd_part *part) {
  hd_part at = hd_part_all(profile);
  if (path->kind != HD_KIND_TUPLE || path->as.tuple.on_axes) return false;
  for (int k = 0; k < path->as.tuple.profile.leaves; k++) {
    hd_part mode[HD_MAX_LEAVES];
    int64_t step = path->as.tuple.value[k];
    if (!hd_part_is_tuple(profile, at)) return false;
    if (step < 0 || step >= hd_part_modes(profile, at, mode)) return false;
    at = mode[step];
  }
  *part = at;
  return true;
}

/* ---- a mode as a value of its own ---- */

static void part_profile(const hd_profile *from, hd_part part, hd_profile *result) {
  hd_profile made = {0};
  int unclosed = 0;
  for (int k = part.begin; k < part.end; k++) {
    int at = made.leaves++;
    made.open[at] = k == part.begin ? (uint8_t)(brackets_round(from, k) - part.level) : from->open[k];
    unclosed += made.open[at];
    made.close[at] = k + 1 == part.end ? (uint8_t)unclosed : from->close[k];
    unclosed -= made.close[at];
  }
  *result = made;
}

void hd_part_layout(const hd_layout *layout, hd_part part, hd_layout *result) {
  hd_layout made;
  memset(&made, 0, sizeof made);
  part_profile(&layout->profile, part, &made.profile);
  made.on_axes = layout->on_axes;
  for (int k = part.begin; k < part.end; k++) {
    made.shape[k - part.begin] = layout->shape[k];
    made.stride[k - part.begin] = layout->stride[k];
    if (layout->on_axes) made.axis[k - part.begin] = layout->axis[k];
  }
  *result = made;
}

void hd_part_tuple(const hd_tuple *tuple, hd_part part, hd_tuple *result) {
  hd_tuple made;
  memset(&made, 0, sizeof made);
  part_profile(&tuple->profile, part, &made.profile);
  made.on_axes = tuple->on_axes;
  for (int k = part.begin; k < part.end; k++) {
    made.value[k - part.begin] = tuple->value[k];
    if (tuple->on_axes) made.axis[k - part.begin] = tuple->axis[k];
  }
  *result = made;
}

/* ---- operands ---- */

bool hd_part_as_layout(const hd_value *value, hd_layout *layout) {
  memset(layout, 0, sizeof *layout);
  if (value->kind == HD_KIND_LAYOUT) {
    hd_part_layout(&value->as.layout, hd_part_all(&value->as.layout.profile), layout);
    return true;
  }
  if (value->kind != HD_KIND_TUPLE || value->as.tuple.on_axes) return false;
  int64_t below = 1;
  layout->profile = value->as.tuple.profile;
  for (int k = 0; k < layout->profile.leaves; k++) {
    int64_t extent = value->as.tuple.value[k];
    layout->shape[k] = extent;
    layout->stride[k] = extent == 1 ? 0 : below;
    if (extent < 1 || __builtin_mul_overflow(below, extent, &below)) return false;
  }
  return true;
}

static bool tuple_as_tiler(const hd_tuple *shape, hd_tiler *tiler) {
  hd_layout *elements = &tiler->layouts;
  tiler->profile = shape->profile;
  for (int k = 0; k < shape->profile.leaves; k++) {
    hd_axis axis = shape->on_axes ? shape->axis[k] : HD_AXIS_INTEGER;
    if (axis == HD_AXIS_INTEGER) {
      if (shape->value[k] < 1) return false;
      elements->shape[elements->profile.leaves] = shape->value[k];
      elements->stride[elements->profile.leaves++] = 1;
    } else if (axis != HD_AXIS_ANY) {
      return false;
    }
    tiler->start[k + 1] = elements->profile.leaves;
  }
  return true;
}

bool hd_part_as_tiler(const hd_value *value, hd_tiler *tiler) {
  memset(tiler, 0, sizeof *tiler);
  switch (value->kind) {
    case HD_KIND_TILER: *tiler = value->as.tiler; return true;
    case HD_KIND_TUPLE: return tuple_as_tiler(&value->as.tuple, tiler);
    case HD_KIND_LAYOUT:
      tiler->profile.leaves = 1;
      tiler->start[1] = value->as.layout.profile.leaves;
      return hd_part_as_layout(value, &tiler->layouts);
    case HD_KIND_BOOLEAN:
    case HD_KIND_SWIZZLE:
    case HD_KIND_COMPOSED:
    case HD_KIND_PLACEMENT:
    case HD_KIND_LINEAR:
    case HD_KIND_PART:
    case HD_KIND_STRING: break;
  }
  return false;
}

bool hd_part_element(const hd_tiler *tiler, int element, hd_layout *layout) {
  hd_part part = {tiler->start[element], tiler->start[element + 1], 0};
  hd_part_layout(&tiler->layouts, part, layout);
  return part.begin != part.end;
}

/* ---- rulings ---- */

hd_ruling hd_ruling_broken(char why[HD_RULING_TEXT], const char *format, ...) {
  va_list values;
  va_start(values, format);
  vsnprintf(why, HD_RULING_TEXT, format, values);
  va_end(values);
  return HD_RULING_BROKEN;
}

hd_ruling hd_ruling_open(char why[HD_RULING_TEXT], const char *format, ...) {
  va_list values;
  va_start(values, format);
  vsnprintf(why, HD_RULING_TEXT, format, values);
  va_end(values);
  return HD_RULING_OPEN;
}

hd_ruling hd_ruling_unknown(char why[HD_RULING_TEXT]) {
  return hd_ruling_open(why, "the definition says nothing of such operands");
}
