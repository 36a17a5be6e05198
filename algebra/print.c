/* Text grows at one end: a writer counts what it is given and keeps what fits. */
#include "algebra/print.h"

/* Text grows at one end only: each function below appends to a writer, which counts what does not fit. */
typedef struct writer {
  char *text;
  size_t capacity;
  size_t length;
} writer;

static writer start(char *text, size_t capacity) { return (writer){text, capacity, 0}; }

static void put(writer *w, char character) {
  if (w->length + 1 < w->capacity) w->text[w->length] = character;
  w->length++;
}

static size_t finish(writer *w) {
  if (w->capacity > 0) w->text[w->length < w->capacity ? w->length : w->capacity - 1] = 0;
  return w->length;
}

static void put_text(writer *w, const char *text) {
  while (*text) put(w, *text++);
}

static void put_many(writer *w, char character, int count) {
  while (count-- > 0) put(w, character);
}

static void put_integer(writer *w, int64_t value) {
  char digit[20];
  int digits = 0;
  uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
  do {
    digit[digits++] = (char)('0' + rest % 10);
    rest /= 10;
  } while (rest > 0);
  if (value < 0) put(w, '-');
  while (digits > 0) put(w, digit[--digits]);
}

static void put_leaf(writer *w, int64_t value, hd_axis axis) {
  char suffix[HD_AXIS_TEXT];
  if (axis == HD_AXIS_ANY) {
    put(w, '_');
    return;
  }
  put_integer(w, value);
  hd_axis_text(axis, suffix);
  put_text(w, suffix);
}

/* Numbers nested as the profile is; axis NULL means integers. */
static void put_nested(writer *w, const hd_profile *profile, const int64_t *value, const hd_axis *axis) {
  if (profile->leaves == 0) put_text(w, "()");
  for (int k = 0; k < profile->leaves; k++) {
    if (k > 0) put(w, ',');
    put_many(w, '(', profile->open[k]);
    put_leaf(w, value[k], axis ? axis[k] : HD_AXIS_INTEGER);
    put_many(w, ')', profile->close[k]);
  }
}

static void put_tuple(writer *w, const hd_tuple *tuple) {
  put_nested(w, &tuple->profile, tuple->value, tuple->on_axes ? tuple->axis : NULL);
}

static void put_layout(writer *w, const hd_layout *layout) {
  put_nested(w, &layout->profile, layout->shape, NULL);
  put(w, ':');
  put_nested(w, &layout->profile, layout->stride, layout->on_axes ? layout->axis : NULL);
}

size_t hd_print_tuple(const hd_tuple *tuple, char *text, size_t capacity) {
  writer w = start(text, capacity);
  put_tuple(&w, tuple);
  return finish(&w);
}

size_t hd_print_layout(const hd_layout *layout, char *text, size_t capacity) {
  writer w = start(text, capacity);
  put_layout(&w, layout);
  return finish(&w);
}

size_t hd_print_tiler(const hd_tiler *tiler, char *text, size_t capacity) {
  writer w = start(text, capacity);
  if (tiler->profile.leaves == 0) put_text(&w, "[]");
  for (int k = 0; k < tiler->profile.leaves; k++) {
    if (k > 0) put(&w, ';');
    put_many(&w, '[', tiler->profile.open[k]);
    if (hd_tiler_is_any(tiler, k)) {
      put(&w, '_');
    } else {
      hd_layout element;
      hd_tiler_element(tiler, k, &element);
      put_layout(&w, &element);
    }
    put_many(&w, ']', tiler->profile.close[k]);
  }
  return finish(&w);
}

/* ---- errors ---- */

/* Whether text begins with a word. */
static bool begins(const char *text, const char *word) {
  while (*word && *text == *word) text++, word++;
  return *word == 0;
}

static bool same_word(const char *a, const char *b) { return begins(a, b) && begins(b, a); }

static bool mentions(const char *text, const char *word) {
  for (; *text; text++) {
    if (begins(text, word)) return true;
  }
  return false;
}

static void put_samples(writer *w, const hd_error *error) {
  for (int k = 0; k < error->samples; k++) {
    if (k > 0) put_text(w, ", ");
    put_leaf(w, error->sample[k], error->axis);
  }
  if (error->samples == HD_ERROR_SAMPLES) put_text(w, ", ..");
}

/* Writes what the blank at the front of `text` stands for; returns the blank's length, 0 when there is no blank. */
static size_t put_blank(writer *w, const hd_error *error, const char *text) {
  if (text[0] == '{' && text[1] >= '0' && text[1] < '0' + HD_ERROR_NUMBERS && text[2] == '}') {
    put_integer(w, error->number[text[1] - '0']);
  } else if (begins(text, "{a}")) {
    char suffix[HD_AXIS_TEXT];
    hd_axis_text(error->axis, suffix);
    put_text(w, suffix);
  } else if (begins(text, "{c}")) {
    put_tuple(w, &error->coordinate);
  } else if (begins(text, "{d}")) {
    put_tuple(w, &error->other);
  } else if (begins(text, "{v}")) {
    put_samples(w, error);
  } else if (begins(text, "{leaf}")) {
    put_integer(w, error->leaf);
    return 6;
  } else {
    return 0;
  }
  return 3;
}

static void put_filled(writer *w, const hd_error *error, const char *text) {
  while (*text) {
    size_t length = put_blank(w, error, text);
    if (length == 0) put(w, *text);
    text += length > 0 ? length : 1;
  }
}

/* What the reason's author left out is added round it, so that no counter-example goes unsaid. */
size_t hd_print_error(const hd_error *error, char *text, size_t capacity) {
  writer w = start(text, capacity);
  const char *reason = error->reason ? error->reason : hd_status_name(error->status);
  if (error->caller && !(error->operation && same_word(error->caller, error->operation))) {
    put_text(&w, error->caller);
    put_text(&w, ": ");
  }
  if (error->operation) {
    put_text(&w, error->operation);
    put_text(&w, ": ");
  }
  if (error->leaf >= 0 && !mentions(reason, "{leaf}")) put_filled(&w, error, "leaf {leaf}: ");
  put_filled(&w, error, reason);
  if (error->has_coordinate && !mentions(reason, "{c}")) put_filled(&w, error, ", at coordinate {c}");
  if (error->has_other && !mentions(reason, "{d}")) put_filled(&w, error, " and {d}");
  return finish(&w);
}

size_t hd_print_hint(const hd_error *error, char *text, size_t capacity) {
  writer w = start(text, capacity);
  if (error->hint) put_filled(&w, error, error->hint);
  return finish(&w);
}
