/* Tables of layouts, and of the owners of their indices. */
#include "proofs/show.h"

#include "algebra/refusals.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- coordinates ---- */

static int64_t mode_size(const hd_layout *layout, int mode) {
  hd_layout part;
  const int path[1] = {mode};
  if (hd_rank(&layout->profile) <= mode || hd_get(layout, path, 1, NULL, &part) != HD_OK) return 1;
  return hd_size(&part);
}

/* Mode `mode` of the coordinate that an index is, each mode counted through; the last takes what is left. */
static int64_t mode_at(const hd_layout *layout, int64_t index, int mode) {
  int last = hd_rank(&layout->profile) - 1;
  if (last < 0 || hd_depth(&layout->profile) == 0) return mode == 0 ? index : 0;
  for (int k = 0; k < mode && k < last; ++k) index /= mode_size(layout, k);
  return mode > last ? 0 : mode == last ? index : index % mode_size(layout, mode);
}

static void print_coordinate(const hd_show *show, const hd_layout *layout, int64_t index, char text[HD_PICTURE_TEXT]) {
  int rank = hd_depth(&layout->profile) == 0 ? 1 : hd_rank(&layout->profile), length = 0;
  bool named = show->name[0] != NULL && rank <= 2;
  for (int k = 0; k < rank && length < HD_PICTURE_TEXT - 24; ++k) {
    const char *before = named ? show->name[k] : k == 0 ? (rank > 1 ? "(" : "") : ",";
    length += snprintf(text + length, (size_t)(HD_PICTURE_TEXT - length), "%s%" PRId64, before == NULL ? "" : before,
                       mode_at(layout, index, k));
  }
  if (!named && rank > 1) snprintf(text + length, (size_t)(HD_PICTURE_TEXT - length), ")");
}

/* ---- tables ---- */

/* The value at an index, and a number for its colour: of values on axes the sum of their components. */
static bool value_at(const hd_composed *layout, int64_t index, int64_t *number, char text[HD_PICTURE_TEXT]) {
  hd_tuple at, value;
  hd_tuple_scalar(&at, index);
  if (hd_composed_evaluate(layout, &at, NULL, &value) != HD_OK) return false;
  *number = 0;
  for (int leaf = 0; leaf < value.profile.leaves; ++leaf)
    *number = (int64_t)((uint64_t)*number + (uint64_t)value.value[leaf]);
  if (text != NULL) hd_print_tuple(&value, text, HD_PICTURE_TEXT);
  return true;
}

static int64_t positive(int64_t number) {
  return (number % HD_PICTURE_COLOURS + HD_PICTURE_COLOURS) % HD_PICTURE_COLOURS;
}

static void draw_table(const void *context, int64_t row, int64_t column, hd_drawn *drawn) {
  const hd_table *table = context;
  int64_t index = row + table->rows * (column + table->columns * table->page), number;
  drawn->colour = -1;
  snprintf(drawn->text, sizeof drawn->text, "?");
  if (!value_at(table->layout, index, &number, drawn->text)) return;
  if (table->through != NULL && hd_composed_at(table->through, number, NULL, &number) != HD_OK) return;
  if (table->show->colour >= 0) number = mode_at(&table->layout->inner, index, table->show->colour);
  drawn->colour = positive(number);
  switch (table->show->text) {
    case HD_CELL_INDEX: snprintf(drawn->text, sizeof drawn->text, "%" PRId64, index); break;
    case HD_CELL_COORDINATE: print_coordinate(table->show, &table->layout->inner, index, drawn->text); break;
    case HD_CELL_NONE: drawn->text[0] = 0; break;
    case HD_CELL_VALUE: break;
  }
}

int64_t hd_show_pages(const hd_composed *layout) {
  const hd_layout *inner = &layout->inner;
  return hd_size(inner) / mode_size(inner, 0) / mode_size(inner, 1);
}

void hd_show_table(const hd_show *show, const hd_composed *layout, const hd_composed *through, int64_t page,
                   const char *title, hd_table *table, hd_panel *panel) {
  /* One mode alone runs to the right. */
  bool line = hd_depth(&layout->inner.profile) == 0 || hd_rank(&layout->inner.profile) < 2;
  *table = (hd_table){.show = show, .layout = layout, .through = through, .page = page};
  table->rows = line ? 1 : mode_size(&layout->inner, 0);
  table->columns = line ? hd_size(&layout->inner) : mode_size(&layout->inner, 1);
  *panel = (hd_panel){title, table->rows, table->columns, show->row_name, show->column_name, draw_table, table};
}

/* ---- owners ---- */

static void draw_owner(const void *context, int64_t row, int64_t column, hd_drawn *drawn) {
  const hd_owners *owners = context;
  int64_t cell = row + owners->rows * column, index = owners->owner[cell];
  drawn->colour = -1;
  drawn->text[0] = 0;
  if (index < 0) return;
  drawn->colour =
      owners->show->colour < 0 ? positive(cell) : mode_at(&owners->layout->inner, index, owners->show->colour);
  switch (owners->show->text) {
    case HD_CELL_INDEX: snprintf(drawn->text, sizeof drawn->text, "%" PRId64, cell); break;
    case HD_CELL_NONE: break;
    default: print_coordinate(owners->show, &owners->layout->inner, index, drawn->text); break;
  }
}

/* The largest index there is, for a shape whose last mode is left open. */
static hd_status largest(const hd_composed *layout, int64_t size, hd_error *error, int64_t *most) {
  *most = 0;
  for (int64_t i = 0; i < size; ++i) {
    int64_t value;
    hd_status status = hd_composed_at(layout, i, error, &value);
    if (status != HD_OK) return status;
    if (value > *most) *most = value;
  }
  return HD_OK;
}

/* Notes who owns what. *used becomes how many rows there are up to the last that has an owner. */
static hd_status note_owners(hd_owners *owners, int64_t size, hd_error *error, int64_t *used) {
  int64_t cells = owners->rows * owners->columns;
  *used = 1;
  for (int64_t i = 0; i < cells; ++i) owners->owner[i] = -1;
  for (int64_t i = 0; i < size; ++i) {
    int64_t value;
    hd_status status = hd_composed_at(owners->layout, i, error, &value);
    if (status != HD_OK) return status;
    if (value < 0 || value >= cells) {
      ++owners->outside;
      continue;
    }
    if (owners->owner[value] >= 0) ++owners->shared;
    else owners->owner[value] = i;
    if (value % owners->rows >= *used) *used = value % owners->rows + 1;
  }
  return HD_OK;
}

hd_status hd_show_owners(const hd_show *show, const hd_composed *layout, int64_t rows, int64_t columns, hd_error *error,
                         const char *title, hd_owners *owners, hd_panel *panel) {
  int64_t size = hd_size(&layout->inner), most, used;
  hd_status status;
  if (size > HD_SHOW_OWNERS)
    return hd_refuse(error, HD_CAPACITY, "show",
                     "the layout has {0} coordinates, and owners are looked for of at most {1}", size, HD_SHOW_OWNERS,
                     0);
  if (columns == 0) {
    status = largest(layout, size, error, &most);
    if (status != HD_OK) return status;
    columns = most / rows + 1;
  }
  if (columns > HD_SHOW_OWNERS / rows)
    return hd_refuse(error, HD_CAPACITY, "show",
                     "{0} times {1} cells are more than the {2} that owners are looked for in", rows, columns,
                     HD_SHOW_OWNERS);
  *owners = (hd_owners){.show = show, .layout = layout, .rows = rows, .columns = columns};
  owners->owner = malloc((size_t)(rows * columns) * sizeof *owners->owner);
  if (owners->owner == NULL) return hd_fail(error, HD_CAPACITY, "show", "there is no memory for so many cells");
  status = note_owners(owners, size, error, &used);
  if (status != HD_OK) {
    free(owners->owner);
    return status;
  }
  *panel = (hd_panel){title, used, columns, show->row_name, show->column_name, draw_owner, owners};
  return HD_OK;
}
