/* Values and nesting; whether a layout exists is asked in oracle_search.c. */
#include "proofs/oracle.h"

#include <stdlib.h>
#include <string.h>

static bool add(int64_t a, int64_t b, int64_t *sum) { return !__builtin_add_overflow(a, b, sum); }
static bool multiply(int64_t a, int64_t b, int64_t *product) { return !__builtin_mul_overflow(a, b, product); }

/* ---- nesting, spelled out as a text of brackets and leaves ---- */

enum { OPEN = -1, CLOSE = -2, TOKENS = HD_MAX_LEAVES * (2 * UINT8_MAX + 1) + 2 };

typedef struct text {
  int length;
  int16_t token[TOKENS]; /* OPEN, CLOSE, or the number of a leaf */
} text;

static void spell(const hd_profile *profile, text *spelled) {
  int n = 0;
  if (profile->leaves == 0) {
    spelled->token[n++] = OPEN;
    spelled->token[n++] = CLOSE;
  }
  for (int leaf = 0; leaf < profile->leaves; leaf++) {
    for (int k = 0; k < profile->open[leaf]; k++) spelled->token[n++] = OPEN;
    spelled->token[n++] = (int16_t)leaf;
    for (int k = 0; k < profile->close[leaf]; k++) spelled->token[n++] = CLOSE;
  }
  spelled->length = n;
}

/* The position after the mode that begins at `at`; -1 when none begins there. */
static int past_mode(const text *spelled, int at) {
  int depth = 0;
  for (int i = at; i < spelled->length; i++) {
    if (spelled->token[i] == OPEN) depth++;
    if (spelled->token[i] == CLOSE) depth--;
    if (depth < 0) return -1;
    if (depth == 0) return i + 1;
  }
  return -1;
}

/* Some leaves of a layout, begin..end-1. */
typedef struct span {
  int begin, end;
} span;

static span leaves_between(const text *spelled, int from, int to) {
  span found = {0, 0};
  for (int i = from; i < to; i++) {
    if (spelled->token[i] < 0) continue;
    if (found.end == 0) found.begin = spelled->token[i];
    found.end = spelled->token[i] + 1;
  }
  return found;
}

/* Lays `coarse` over `fine`: under[k] are the leaves of fine that stand at leaf k of coarse. */
static bool overlay(const hd_profile *coarse, const hd_profile *fine, span under[HD_MAX_LEAVES]) {
  text over, below;
  spell(coarse, &over);
  spell(fine, &below);
  int j = 0;
  for (int i = 0; i < over.length; i++) {
    if (over.token[i] >= 0) {
      int next = past_mode(&below, j);
      if (next < 0) return false;
      under[over.token[i]] = leaves_between(&below, j, next);
      j = next;
    } else {
      if (j >= below.length || below.token[j] != over.token[i]) return false;
      j++;
    }
  }
  return j == below.length;
}

bool hd_oracle_is_congruent(const hd_profile *a, const hd_profile *b) {
  text s, t;
  spell(a, &s);
  spell(b, &t);
  return s.length == t.length && memcmp(s.token, t.token, (size_t)s.length * sizeof s.token[0]) == 0;
}

bool hd_oracle_is_weakly_congruent(const hd_profile *coarse, const hd_profile *fine) {
  span under[HD_MAX_LEAVES];
  return overlay(coarse, fine, under);
}

bool hd_oracle_refines(const hd_layout *coarse, const hd_layout *fine) {
  span under[HD_MAX_LEAVES];
  if (!overlay(&coarse->profile, &fine->profile, under)) return false;
  for (int k = 0; k < coarse->profile.leaves; k++) {
    int64_t product = 1;
    for (int leaf = under[k].begin; leaf < under[k].end; leaf++)
      if (!multiply(product, fine->shape[leaf], &product)) return false;
    if (product != coarse->shape[k]) return false;
  }
  return true;
}

/* The leaves of the mode at a path; a scalar is its own mode 0. */
static bool mode_at(const hd_profile *profile, const int *step, int steps, span *found) {
  text spelled;
  spell(profile, &spelled);
  int at = 0;
  for (int k = 0; k < steps; k++) {
    if (spelled.token[at] != OPEN) {
      if (step[k] != 0) return false;
      continue;
    }
    at++;
    for (int skip = 0; skip < step[k]; skip++) {
      at = past_mode(&spelled, at);
      if (at < 0) return false;
    }
    if (past_mode(&spelled, at) < 0) return false;
  }
  *found = leaves_between(&spelled, at, past_mode(&spelled, at));
  return true;
}

/* ---- one value ---- */

static hd_axis leaf_axis(const hd_layout *layout, int leaf) {
  return layout->on_axes && layout->stride[leaf] != 0 ? layout->axis[leaf] : HD_AXIS_INTEGER;
}

/* The steps of a path as the axis word holds them: kind 1 in the top four bits, then step + 1 in seven bits each, the
 * outermost lowest. Returns their number, 0 when the axis is no path. */
static int path_of(hd_axis axis, int step[HD_AXIS_STEPS]) {
  if (axis >> 60 != 1) return 0;
  int steps = 0;
  for (hd_axis rest = axis & (((hd_axis)1 << 60) - 1); rest != 0 && steps < HD_AXIS_STEPS; rest >>= 7)
    step[steps++] = (int)(rest & 127) - 1;
  return steps;
}

void hd_oracle_layout_axes(const hd_layout *layout, hd_oracle_axes *axes) {
  axes->count = 0;
  for (int leaf = 0; leaf < layout->profile.leaves; leaf++) {
    if (layout->stride[leaf] == 0) continue;
    hd_axis axis = leaf_axis(layout, leaf);
    int k = 0;
    while (k < axes->count && axes->axis[k] != axis) k++;
    if (k == axes->count) axes->axis[axes->count++] = axis;
  }
  if (axes->count == 0) axes->axis[axes->count++] = HD_AXIS_INTEGER;
}

static hd_status add_leaf(const hd_layout *layout, int leaf, int64_t digit, const hd_oracle_axes *axes,
                          int64_t *value) {
  if (layout->stride[leaf] == 0) return HD_OK;
  int k = 0;
  while (k < axes->count && axes->axis[k] != leaf_axis(layout, leaf)) k++;
  if (k == axes->count) return HD_MISMATCH;
  int64_t product;
  if (!multiply(digit, layout->stride[leaf], &product) || !add(value[k], product, &value[k])) return HD_OVERFLOW;
  return HD_OK;
}

/* Adds what the leaves of a span say at an integer. */
static hd_status add_span(const hd_layout *layout, span leaves, int64_t index, const hd_oracle_axes *axes,
                          int64_t *value) {
  for (int leaf = leaves.begin; leaf < leaves.end; leaf++) {
    int64_t digit = index;
    if (leaf + 1 < leaves.end) {
      digit = index % layout->shape[leaf];
      index /= layout->shape[leaf];
      if (digit < 0) digit += layout->shape[leaf], --index;
    }
    hd_status status = add_leaf(layout, leaf, digit, axes, value);
    if (status != HD_OK) return status;
  }
  return HD_OK;
}

static void clear(const hd_oracle_axes *axes, int64_t *value) {
  for (int k = 0; k < axes->count; k++) value[k] = 0;
}

hd_status hd_oracle_at(const hd_layout *layout, int64_t index, const hd_oracle_axes *axes, int64_t *value) {
  clear(axes, value);
  return add_span(layout, (span){0, layout->profile.leaves}, index, axes, value);
}

hd_status hd_oracle_at_coordinate(const hd_layout *layout, const hd_tuple *coordinate, const hd_oracle_axes *axes,
                                  int64_t *value) {
  span under[HD_MAX_LEAVES];
  if (!overlay(&coordinate->profile, &layout->profile, under)) return HD_MISMATCH;
  clear(axes, value);
  for (int k = 0; k < coordinate->profile.leaves; k++) {
    bool any = coordinate->on_axes && coordinate->axis[k] == HD_AXIS_ANY;
    hd_status status = add_span(layout, under[k], any ? 0 : coordinate->value[k], axes, value);
    if (status != HD_OK) return status;
  }
  return HD_OK;
}

/* A at a value of B: an index, or one coordinate for each path. */
static hd_status at_value(const hd_layout *a, const hd_oracle_axes *from, const int64_t *coordinate,
                          const hd_oracle_axes *axes, int64_t *value) {
  if (from->count == 1 && from->axis[0] == HD_AXIS_INTEGER) return hd_oracle_at(a, coordinate[0], axes, value);
  clear(axes, value);
  for (int k = 0; k < from->count; k++) {
    int step[HD_AXIS_STEPS];
    int steps = path_of(from->axis[k], step);
    span mode;
    if (steps == 0 || !mode_at(&a->profile, step, steps, &mode)) return HD_MISMATCH;
    hd_status status = add_span(a, mode, coordinate[k], axes, value);
    if (status != HD_OK) return status;
  }
  return HD_OK;
}

hd_status hd_oracle_at_composed(const hd_layout *a, const hd_layout *b, int64_t index, const hd_oracle_axes *axes,
                                int64_t *value) {
  hd_oracle_axes from;
  int64_t coordinate[HD_MAX_LEAVES];
  hd_oracle_layout_axes(b, &from);
  hd_status status = hd_oracle_at(b, index, &from, coordinate);
  return status == HD_OK ? at_value(a, &from, coordinate, axes, value) : status;
}

hd_status hd_oracle_index_of(const hd_layout *layout, const hd_tuple *coordinate, int64_t *index, bool *inside) {
  span under[HD_MAX_LEAVES];
  if (!overlay(&coordinate->profile, &layout->profile, under)) return HD_MISMATCH;
  int64_t sum = 0, place = 1;
  bool all = true;
  for (int k = 0; k < coordinate->profile.leaves; k++) {
    int64_t term, extent = 1;
    if (!multiply(coordinate->value[k], place, &term) || !add(sum, term, &sum)) return HD_OVERFLOW;
    for (int leaf = under[k].begin; leaf < under[k].end; leaf++)
      if (!multiply(extent, layout->shape[leaf], &extent)) return HD_OVERFLOW;
    all = all && coordinate->value[k] >= 0 && coordinate->value[k] < extent;
    if (!multiply(place, extent, &place)) return HD_OVERFLOW;
  }
  *index = sum;
  *inside = all;
  return HD_OK;
}

/* ---- all values ---- */

hd_status hd_oracle_size(const hd_layout *layout, int64_t *size) {
  int64_t product = 1;
  for (int leaf = 0; leaf < layout->profile.leaves; leaf++)
    if (!multiply(product, layout->shape[leaf], &product)) return HD_OVERFLOW;
  *size = product;
  return HD_OK;
}

hd_status hd_oracle_table_make(const hd_oracle_axes *axes, int64_t count, hd_oracle_table *table) {
  if (count < 1 || count > HD_ORACLE_MAX) return HD_CAPACITY;
  int64_t *value = calloc((size_t)count, (size_t)axes->count * sizeof value[0]);
  if (!value) return HD_CAPACITY;
  *table = (hd_oracle_table){*axes, count, value};
  return HD_OK;
}

void hd_oracle_table_free(hd_oracle_table *table) {
  free(table->value);
  table->value = NULL;
}

hd_status hd_oracle_table_of(const hd_layout *layout, hd_oracle_table *table) {
  hd_oracle_table made;
  hd_oracle_axes axes;
  int64_t size;
  hd_oracle_layout_axes(layout, &axes);
  hd_status status = hd_oracle_size(layout, &size);
  if (status == HD_OK) status = hd_oracle_table_make(&axes, size, &made);
  if (status != HD_OK) return status;
  for (int64_t i = 0; i < size && status == HD_OK; i++)
    status = hd_oracle_at(layout, i, &made.axes, made.value + i * made.axes.count);
  if (status == HD_OK) *table = made;
  else hd_oracle_table_free(&made);
  return status;
}

hd_status hd_oracle_is_equivalent(const hd_layout *a, const hd_layout *b, bool *answer, int64_t *index) {
  int64_t size, other;
  hd_oracle_axes axes, ignored;
  hd_status status = hd_oracle_size(a, &size);
  if (status == HD_OK) status = hd_oracle_size(b, &other);
  if (status != HD_OK) return status;
  hd_oracle_layout_axes(a, &axes);
  hd_oracle_layout_axes(b, &ignored);
  for (int k = 0; k < ignored.count && axes.count < HD_MAX_LEAVES; k++) axes.axis[axes.count++] = ignored.axis[k];
  *index = size == other ? size : -1;
  if (*index > HD_ORACLE_MAX) return HD_CAPACITY;
  for (int64_t i = 0; i < size && size == other && *index == size; i++) {
    int64_t x[HD_MAX_LEAVES], y[HD_MAX_LEAVES];
    status = hd_oracle_at(a, i, &axes, x);
    if (status == HD_OK) status = hd_oracle_at(b, i, &axes, y);
    if (status != HD_OK) return status;
    if (memcmp(x, y, (size_t)axes.count * sizeof x[0]) != 0) *index = i;
  }
  *answer = *index == size;
  return HD_OK;
}

/* A row of a table with the index it came from, for sorting. */
typedef struct row {
  const int64_t *value;
  int axes;
  int64_t index;
} row;

static int compare_values(const row *a, const row *b) {
  for (int k = 0; k < a->axes; k++)
    if (a->value[k] != b->value[k]) return a->value[k] < b->value[k] ? -1 : 1;
  return 0;
}

static int compare_rows(const void *x, const void *y) {
  const row *a = x, *b = y;
  int order = compare_values(a, b);
  return order != 0 ? order : (a->index > b->index) - (a->index < b->index);
}

static row *sorted_rows(const hd_oracle_table *table) {
  row *rows = malloc((size_t)table->count * sizeof *rows);
  for (int64_t i = 0; rows && i < table->count; i++)
    rows[i] = (row){table->value + i * table->axes.count, table->axes.count, i};
  if (rows) qsort(rows, (size_t)table->count, sizeof *rows, compare_rows);
  return rows;
}

hd_status hd_oracle_is_injective(const hd_layout *layout, bool *answer, int64_t *first, int64_t *second) {
  hd_oracle_table table;
  hd_status status = hd_oracle_table_of(layout, &table);
  if (status != HD_OK) return status;
  row *rows = sorted_rows(&table);
  if (rows) {
    *answer = true;
    for (int64_t i = 1; i < table.count && *answer; i++)
      if (compare_values(&rows[i - 1], &rows[i]) == 0) {
        *answer = false;
        *first = rows[i - 1].index;
        *second = rows[i].index;
      }
  }
  free(rows);
  hd_oracle_table_free(&table);
  return rows ? HD_OK : HD_CAPACITY;
}

static bool is_integers(const hd_oracle_table *table) {
  return table->axes.count == 1 && table->axes.axis[0] == HD_AXIS_INTEGER;
}

/* The table of a layout on integers. */
static hd_status integer_table(const hd_layout *layout, hd_oracle_table *table) {
  hd_oracle_table made;
  hd_status status = hd_oracle_table_of(layout, &made);
  if (status != HD_OK) return status;
  if (is_integers(&made)) *table = made;
  else {
    hd_oracle_table_free(&made);
    status = HD_MISMATCH;
  }
  return status;
}

hd_status hd_oracle_hits(const hd_layout *layout, int64_t within, int64_t *hits, int64_t *outside) {
  hd_oracle_table table;
  hd_status status = integer_table(layout, &table);
  if (status != HD_OK) return status;
  *outside = 0;
  for (int64_t v = 0; v < within; v++) hits[v] = 0;
  for (int64_t i = 0; i < table.count; i++) {
    if (table.value[i] >= 0 && table.value[i] < within) hits[table.value[i]]++;
    else (*outside)++;
  }
  hd_oracle_table_free(&table);
  return HD_OK;
}

hd_status hd_oracle_range(const hd_layout *layout, int64_t *least, int64_t *greatest) {
  hd_oracle_table table;
  hd_status status = integer_table(layout, &table);
  if (status != HD_OK) return status;
  *least = *greatest = table.value[0];
  for (int64_t i = 1; i < table.count; i++) {
    if (table.value[i] < *least) *least = table.value[i];
    if (table.value[i] > *greatest) *greatest = table.value[i];
  }
  hd_oracle_table_free(&table);
  return HD_OK;
}

hd_status hd_oracle_is_disjoint(const hd_layout *a, int64_t offset, const hd_layout *b, bool *answer) {
  hd_oracle_table s, t;
  hd_status status = integer_table(a, &s);
  if (status != HD_OK) return status;
  status = integer_table(b, &t);
  if (status == HD_OK) {
    *answer = true;
    for (int64_t i = 0; i < s.count; i++)
      for (int64_t j = 0; j < t.count; j++)
        if (s.value[i] + offset == t.value[j]) *answer = false;
    hd_oracle_table_free(&t);
  }
  hd_oracle_table_free(&s);
  return status;
}
