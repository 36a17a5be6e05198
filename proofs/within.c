/* Coordinates inside and outside a shape. */
#include "proofs/within.h"

#include "proofs/operations.h"

#include <stdio.h>
#include <string.h>

static bool is_within_mode(const hd_layout *layout, hd_view mode, int64_t number) {
  int64_t size = 1; /* of a part of the layout: it fits */
  for (int leaf = mode.begin; leaf < mode.end; leaf++) size *= layout->shape[leaf];
  return number >= 0 && number < size;
}

bool hd_is_within(const hd_layout *layout, const hd_tuple *coordinate) {
  const hd_profile *profile = &coordinate->profile;
  if (!hd_is_weakly_congruent(profile, &layout->profile)) return false;
  if (layout->profile.leaves == 0) return profile->leaves == 0 || coordinate->value[0] == 0;
  hd_cursor cursor = hd_cursor_start(&layout->profile);
  for (int k = 0; k < profile->leaves; k++) {
    hd_axis axis = hd_tuple_axis(coordinate, k);
    if (axis != HD_AXIS_INTEGER && axis != HD_AXIS_ANY) return false;
    (void)hd_cursor_descend(&cursor, profile->open[k]);
    hd_view mode = hd_cursor_next(&cursor);
    if (axis == HD_AXIS_INTEGER && !is_within_mode(layout, mode, coordinate->value[k])) return false;
    for (int close = profile->close[k]; close > 0; close--) hd_cursor_leave(&cursor);
  }
  return true;
}

/* The layout whose shape says what is within; false where the value has none. */
static bool domain_of(const hd_value *value, hd_layout *layout) {
  if (value->kind == HD_KIND_COMPOSED) hd_layout_copy(layout, &value->as.composed.inner);
  else if (value->kind != HD_KIND_LAYOUT && value->kind != HD_KIND_TUPLE) return false;
  else return hd_value_layout(value, NULL, layout) == HD_OK;
  return true;
}

HD_OPERATION(within) {
  hd_layout layout;
  hd_tuple coordinate;
  hd_status status = hd_value_layout(&argument[0], error, &layout);
  if (status == HD_OK) status = hd_value_coordinate(argument + 1, count - 1, error, &coordinate);
  if (status != HD_OK) return status;
  bool within = hd_is_within(&layout, &coordinate);
  if (!within && error != NULL) {
    (void)hd_fail(error, HD_OK, "within", "the layout has no coordinate {c}: its shape is {d}");
    error->has_coordinate = error->has_other = true;
    hd_tuple_copy(&error->coordinate, &coordinate);
    hd_shape(&layout, &error->other);
  }
  return hd_give_boolean(result, HD_OK, within, 0);
}

const hd_value *hd_call_outside(const hd_builtin *builtin, const hd_value *argument, int count) {
  hd_layout layout;
  hd_tuple coordinate;
  bool layout_first = strcmp(builtin->name, "evaluate") == 0;
  if (!layout_first && strcmp(builtin->name, "crd2idx") != 0 && strcmp(builtin->name, "idx2crd") != 0) return NULL;
  const hd_value *evaluated = layout_first ? &argument[0] : &argument[1];
  if (!domain_of(evaluated, &layout) || hd_value_coordinate(layout_first ? argument + 1 : argument,
                                                            layout_first ? count - 1 : 1, NULL, &coordinate) != HD_OK) {
    return NULL;
  }
  return hd_is_within(&layout, &coordinate) ? NULL : evaluated;
}

void hd_outside_value(hd_outside *outside, const hd_value *value) {
  char text[HD_VALUE_TEXT_MAX];
  if (outside == NULL || outside->text[0] != 0) return;
  size_t length = hd_print_value(value, text, sizeof text);
  bool cut = length >= HD_TEXT_MAX;
  snprintf(outside->text, sizeof outside->text,
           "%.*s%s is evaluated outside its shape, where a mode goes on past its extent",
           cut ? HD_TEXT_MAX - 4 : (int)length, text, cut ? ".." : "");
}

void hd_outside_name(hd_outside *outside, const char *name, size_t length) {
  if (outside == NULL || outside->text[0] != 0) return;
  snprintf(outside->text, sizeof outside->text,
           "the value of %.*s was taken outside a shape, where a mode goes on past its extent",
           length < HD_TEXT_MAX ? (int)length : HD_TEXT_MAX, name);
}
