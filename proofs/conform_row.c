/* A line is cut at its tabs into operation, operands and answer, and each operand is read by its spelling. */
#include "proofs/conform_row.h"

#include "proofs/operations_composed.h"

#include <string.h>

/* ---- the file ---- */

static const char *const names[] = {"exact", "main", "variant", "errors", "disputed", "cells"};

const char *hd_rows_name(hd_rows rows) { return names[rows]; }

bool hd_rows_from_name(const char *name, hd_rows *rows) {
  for (int k = HD_ROWS_EXACT; k <= HD_ROWS_CELLS; k++)
    if (strcmp(names[k], name) == 0) {
      *rows = (hd_rows)k;
      return true;
    }
  return false;
}

static bool ends_with(const char *text, size_t length, const char *end) {
  return length >= strlen(end) && memcmp(text + length - strlen(end), end, strlen(end)) == 0;
}

hd_rows hd_rows_of_path(const char *path) {
  const char *base = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
  size_t length = strcspn(base, ".");
  if (ends_with(base, length, "_variant") || ends_with(base, length, "_dynamic")) return HD_ROWS_VARIANT;
  if (ends_with(base, length, "_errors")) return HD_ROWS_ERRORS;
  if (ends_with(base, length, "_disputed")) return HD_ROWS_DISPUTED;
  if (ends_with(base, length, "_cells")) return HD_ROWS_CELLS;
  return length == strlen("cute_ir") && ends_with(base, length, "cute_ir") ? HD_ROWS_EXACT : HD_ROWS_MAIN;
}

/* ---- the row ---- */

/* Ends the field at `at` and returns the next one, NULL after the last. */
static char *next_field(char *at) {
  char *tab = strchr(at, '\t');
  if (!tab) return NULL;
  *tab = 0;
  return tab + 1;
}

const char *hd_row_split(char *line, hd_row *row, size_t *column) {
  char *field = line;
  *row = (hd_row){.notes = ""};
  for (int k = 0; field; k++) {
    char *next = next_field(field);
    *column = (size_t)(field - line);
    if (k > 2 && strcmp(field, "=>") == 0) {
      if (!next) return "no expected value after `=>`";
      row->expected = next;
      next = next_field(next);
      if (next) row->notes = next;
      return NULL;
    }
    if (*field == 0) return "an empty field; the empty text is spelled \"\"";
    if (k == 1) row->id = field;
    if (k == 2) row->operation = field;
    if (k > 2 && row->arguments == HD_MAX_ARGUMENTS) return "more arguments than any operation takes";
    if (k > 2) row->argument[row->arguments++] = field;
    field = next;
  }
  return "no `=>` with a source, a case-id and an operation before it";
}

/* ---- operands ---- */

static hd_status read_layout(const char *text, size_t length, hd_error *error, hd_value *value) {
  value->kind = HD_KIND_LAYOUT;
  return hd_parse_layout(text, length, error, &value->as.layout);
}

static hd_status read_tiler(const char *text, size_t length, hd_error *error, hd_value *value) {
  value->kind = HD_KIND_TILER;
  return hd_parse_tiler(text, length, error, &value->as.tiler);
}

static hd_status read_tuple(const char *text, size_t length, hd_error *error, hd_value *value) {
  value->kind = HD_KIND_TUPLE;
  return hd_parse_tuple(text, length, error, &value->as.tuple);
}

/* `[1,0]` is the tuple (1,0). */
static hd_status read_path(const char *text, size_t length, hd_error *error, hd_value *value) {
  char path[64];
  if (length < 2 || length >= sizeof path || text[length - 1] != ']')
    return hd_fail(error, HD_MALFORMED, "parse", "not a list of indices");
  memcpy(path, text, length);
  path[0] = '(';
  path[length - 1] = ')';
  return read_tuple(path, length, error, value);
}

/* What `kind=` says the text after it is; none when there is no such prefix. */
static const char *kind_of(const char *text, char kind[24]) {
  const char *equals = strchr(text, '=');
  size_t length = equals ? (size_t)(equals - text) : 0;
  kind[0] = 0;
  if (length == 0 || length >= 24 || strspn(text, "abcdefghijklmnopqrstuvwxyz_") != length) return text;
  memcpy(kind, text, length);
  kind[length] = 0;
  return equals + 1;
}

bool hd_operand_names_kind(const char *text) {
  char kind[24];
  (void)kind_of(text, kind);
  return kind[0] != 0;
}

static hd_status read_composed(const char *text, size_t length, hd_error *error, hd_value *value) {
  hd_composed composed;
  hd_status status = hd_parse_composed(text, length, error, &composed);
  if (status == HD_OK) hd_value_set_composed(value, &composed);
  return status;
}

hd_status hd_operand_read(const char *text, bool is_path, hd_error *error, hd_value *value) {
  char kind[24];
  text = kind_of(text, kind);
  size_t length = strlen(text);
  value->visited = 0;
  if (strstr(text, " o ")) return read_composed(text, length, error, value);
  if (text[0] == 'S') return hd_value_set_swizzle(value, text, length, error);
  if (is_path && text[0] == '[') return read_path(text, length, error, value);
  if (text[0] == '[' || strcmp(kind, "tile") == 0) return read_tiler(text, length, error, value);
  if (strchr(text, ':')) return read_layout(text, length, error, value);
  return read_tuple(text, length, error, value);
}

/* Strides are tried as those of a layout that has one coordinate. */
static hd_status may_be_strides(const hd_tuple *stride, hd_error *error) {
  hd_tuple ones;
  hd_layout layout;
  hd_tuple_copy(&ones, stride);
  ones.on_axes = false;
  for (int k = 0; k < ones.profile.leaves; k++) ones.value[k] = 2;
  return hd_make_layout(&ones, stride, error, &layout);
}

static hd_status are_integers(const hd_tuple *tuple, hd_error *error) {
  for (int k = 0; k < tuple->profile.leaves; k++)
    if (hd_tuple_axis(tuple, k) != HD_AXIS_INTEGER)
      return hd_fail(error, HD_MALFORMED, "parse", "only integers stand in a tuple of integers");
  return HD_OK;
}

bool hd_operand_parse(const char *kind, const char *text, hd_error *error, hd_status *status) {
  hd_value value;
  hd_layout layout;
  size_t length = strlen(text);
  bool is_layout = strcmp(kind, "layout") == 0, is_tile = strcmp(kind, "tile") == 0;
  bool is_shape = strcmp(kind, "shape") == 0, is_stride = strcmp(kind, "stride") == 0;
  bool is_integers = strcmp(kind, "int_tuple") == 0;
  bool is_swizzle = strcmp(kind, "swizzle") == 0, is_composed = strcmp(kind, "composed_layout") == 0;
  if (!is_swizzle && !is_composed && !is_layout && !is_tile && !is_shape && !is_stride && !is_integers &&
      strcmp(kind, "coord") != 0)
    return false;
  if (is_swizzle) *status = hd_value_set_swizzle(&value, text, length, error);
  else if (is_composed) *status = read_composed(text, length, error, &value);
  else if (is_layout) *status = read_layout(text, length, error, &value);
  else if (is_tile) *status = read_tiler(text, length, error, &value);
  else *status = read_tuple(text, length, error, &value);
  if (*status == HD_OK && is_shape) *status = hd_make_layout(&value.as.tuple, NULL, error, &layout);
  if (*status == HD_OK && is_stride) *status = may_be_strides(&value.as.tuple, error);
  if (*status == HD_OK && is_integers) *status = are_integers(&value.as.tuple, error);
  return true;
}

/* ---- comparing what is printed ---- */

/* The next leaf in a text of brackets and commas; its length is 0 after the last. */
static const char *next_leaf(const char *text, size_t *length) {
  text += strspn(text, "(),");
  *length = strcspn(text, "(),:");
  return text;
}

/* Two layouts `shape:stride`; the shapes have been found equal up to `shape_length`. */
static bool strides_equal(const char *a, const char *b, size_t shape_length) {
  const char *s = a + shape_length + 1, *t = b + shape_length + 1;
  if (strspn(s, "(),") != strspn(t, "(),")) return false;
  for (const char *extent = a; extent < a + shape_length;) {
    size_t n, m, e;
    size_t opened = strspn(s, "(),"), also = strspn(t, "(),");
    if (opened != also || memcmp(s, t, opened) != 0) return false;
    s = next_leaf(s, &n);
    t = next_leaf(t, &m);
    extent = next_leaf(extent, &e);
    bool is_one = e == 1 && extent[0] == '1';
    if (!is_one && (n != m || memcmp(s, t, n) != 0)) return false;
    s += n;
    t += m;
    extent += e;
    extent += strspn(extent, ")");
  }
  return strcmp(s, t) == 0;
}

static bool layouts_equal(const char *a, const char *b) {
  size_t shape = strcspn(a, ":");
  if (strcspn(b, ":") != shape || memcmp(a, b, shape) != 0) return false;
  return a[shape] == 0 || b[shape] == 0 ? strcmp(a, b) == 0 : strides_equal(a, b, shape);
}

bool hd_text_equal(const char *a, const char *b, bool loose) {
  if (!loose || strcmp(a, b) == 0) return strcmp(a, b) == 0;
  char s[HD_TEXT_MAX], t[HD_TEXT_MAX];
  for (;;) {
    size_t n = strcspn(a, "[;] "), m = strcspn(b, "[;] ");
    if (n >= sizeof s || m >= sizeof t || a[n] != b[m]) return false;
    memcpy(s, a, n);
    memcpy(t, b, m);
    s[n] = t[m] = 0;
    if (!layouts_equal(s, t)) return false;
    if (a[n] == 0) return true;
    a += n + 1;
    b += m + 1;
  }
}
