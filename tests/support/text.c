/* Reads and prints by going through the text once, with a cursor; whatever is not well-formed ends the test. */
#include "tests/support/text.h"

#include <check.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void refuse(const char *text, const char *at) {
  ck_abort_msg("the test's own text is wrong: %s at %s", text, at);
}

/* The axis behind a number, `@1@0` or `@lane`; the innermost step is written first. */
static const char *read_axis(const char *text, hd_axis *axis) {
  int step[HD_AXIS_STEPS], reversed[HD_AXIS_STEPS], steps = 0;
  *axis = HD_AXIS_INTEGER;
  if (*text == '@' && !isdigit((unsigned char)text[1])) {
    size_t length = strcspn(text + 1, ",():;]");
    if (!hd_axis_from_name(text + 1, length, axis)) refuse(text, "a name");
    return text + 1 + length;
  }
  while (*text == '@' && steps < HD_AXIS_STEPS) {
    char *end;
    reversed[steps++] = (int)strtol(text + 1, &end, 10);
    text = end;
  }
  for (int k = 0; k < steps; k++) step[k] = reversed[steps - 1 - k];
  if (steps > 0 && !hd_axis_from_path(step, steps, axis)) refuse(text, "a path");
  return text;
}

static const char *read_leaf(const char *text, hd_tuple *tuple, int *open) {
  hd_axis axis = HD_AXIS_INTEGER;
  int64_t value = 0;
  if (*text == '_') {
    axis = HD_AXIS_ANY;
    text++;
  } else {
    char *end;
    value = strtoll(text, &end, 10);
    if (end == text) refuse(text, "a number");
    text = read_axis(end, &axis);
  }
  if (!hd_tuple_append(tuple, value, axis)) refuse(text, "capacity");
  tuple->profile.open[tuple->profile.leaves - 1] = (uint8_t)*open;
  *open = 0;
  return text;
}

/* Reads a tuple up to one of the characters of `stop` outside brackets. */
static const char *read_tuple(const char *text, const char *stop, hd_tuple *tuple) {
  int open = 0;
  hd_tuple_clear(tuple);
  if (strncmp(text, "()", 2) == 0) return text + 2;
  for (; *text && !strchr(stop, *text);) {
    if (*text == '(') {
      open++;
      text++;
    } else if (*text == ')') {
      tuple->profile.close[tuple->profile.leaves - 1]++;
      text++;
    } else if (*text == ',') {
      text++;
    } else {
      text = read_leaf(text, tuple, &open);
    }
  }
  return text;
}

hd_tuple hd_test_tuple(const char *text) {
  hd_tuple tuple;
  if (*read_tuple(text, "", &tuple)) refuse(text, "its end");
  return tuple;
}

/* Reads shape:stride up to one of the characters of `stop`. */
static const char *read_layout(const char *text, const char *stop, hd_layout *layout) {
  hd_tuple shape, stride;
  const char *at = read_tuple(text, ":", &shape);
  if (*at != ':') refuse(text, "the colon");
  at = read_tuple(at + 1, stop, &stride);
  if (shape.profile.leaves != stride.profile.leaves) refuse(text, "the stride");
  hd_layout_clear(layout);
  for (int k = 0; k < shape.profile.leaves; k++)
    if (!hd_layout_append_leaf(layout, shape.value[k], stride.value[k], hd_tuple_axis(&stride, k)))
      refuse(text, "capacity");
  layout->profile = shape.profile;
  return at;
}

hd_layout hd_test_layout(const char *text) {
  hd_layout layout;
  if (*read_layout(text, "", &layout)) refuse(text, "its end");
  return layout;
}

hd_tiler hd_test_tiler(const char *text) {
  hd_tiler tiler;
  int open = 0;
  hd_tiler_clear(&tiler);
  for (const char *at = text; *at;) {
    if (*at == '[') {
      open++;
      at++;
    } else if (*at == ']') {
      tiler.profile.close[tiler.profile.leaves - 1]++;
      at++;
    } else if (*at == ';') {
      at++;
    } else {
      hd_layout element;
      bool any = *at == '_';
      at = any ? at + 1 : read_layout(at, ";]", &element);
      if (!hd_tiler_append(&tiler, any ? NULL : &element)) refuse(text, "capacity");
      tiler.profile.open[tiler.profile.leaves - 1] = (uint8_t)open;
      open = 0;
    }
  }
  return tiler;
}

hd_profile hd_test_profile(const char *text) {
  hd_profile profile;
  int open = 0;
  memset(&profile, 0, sizeof profile);
  for (const char *at = text; *at; at++) {
    if (*at == '(') open++;
    if (*at == ')' && profile.leaves > 0) profile.close[profile.leaves - 1]++;
    if (*at != '.') continue;
    if (profile.leaves == HD_MAX_LEAVES) refuse(text, at);
    profile.open[profile.leaves] = (uint8_t)open;
    profile.close[profile.leaves++] = 0;
    open = 0;
  }
  return profile;
}

/* ---- texts for messages ---- */

typedef struct sink {
  char text[4096];
  size_t length;
} sink;

static void put(sink *to, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int written = vsnprintf(to->text + to->length, sizeof to->text - to->length, format, list);
  va_end(list);
  to->length += (size_t)written;
  if (to->length >= sizeof to->text) to->length = sizeof to->text - 1;
}

static void put_tuple(sink *to, const hd_tuple *tuple) {
  if (tuple->profile.leaves == 0) put(to, "()");
  for (int k = 0; k < tuple->profile.leaves; k++) {
    char axis[HD_AXIS_TEXT] = "";
    if (k > 0) put(to, ",");
    for (int n = 0; n < tuple->profile.open[k]; n++) put(to, "(");
    if (hd_tuple_axis(tuple, k) == HD_AXIS_ANY) {
      put(to, "_");
    } else {
      hd_axis_text(hd_tuple_axis(tuple, k), axis);
      put(to, "%lld%s", (long long)tuple->value[k], axis);
    }
    for (int n = 0; n < tuple->profile.close[k]; n++) put(to, ")");
  }
}

static sink *next_sink(void) {
  static sink sinks[4];
  static unsigned turn;
  sink *to = &sinks[turn++ % 4];
  to->length = 0;
  return to;
}

const char *hd_test_show_tuple(const hd_tuple *tuple) {
  sink *to = next_sink();
  put_tuple(to, tuple);
  return to->text;
}

const char *hd_test_show(const hd_layout *layout) {
  sink *to = next_sink();
  hd_tuple shape, stride;
  shape.profile = stride.profile = layout->profile;
  shape.on_axes = false;
  stride.on_axes = layout->on_axes;
  for (int k = 0; k < layout->profile.leaves; k++) {
    shape.value[k] = layout->shape[k];
    stride.value[k] = layout->stride[k];
    stride.axis[k] = layout->on_axes ? layout->axis[k] : HD_AXIS_INTEGER;
  }
  put_tuple(to, &shape);
  put(to, ":");
  put_tuple(to, &stride);
  return to->text;
}
