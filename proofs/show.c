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

static int rank_of(const hd_layout *layout) { return hd_depth(&layout->profile) == 0 ? 1 : hd_rank(&layout->profile); }

enum { MODES = 16 };

/* The sizes of the modes, as the names count them; of more than MODES the last takes what is left. */
static int sizes_of(const hd_show *show, const hd_layout *layout, int64_t size[MODES]) {
  hd_layout first;
  const int path[1] = {0}, rank = rank_of(layout);
  int count = 0, parts = 1;
  if (show->names > rank && hd_get(layout, path, 1, NULL, &first) == HD_OK) parts = rank_of(&first);
  const bool split = parts > 1 && show->names == parts + rank - 1;
  for (int k = 0; split && k < parts; ++k) size[count++] = mode_size(&first, k);
  for (int k = split; k < rank && count < MODES; ++k) size[count++] = mode_size(layout, k);
  return count;
}

static int64_t part_of(const int64_t *size, int count, int64_t index, int mode) {
  for (int k = 0; k < mode && k < count - 1; ++k) index /= size[k];
  return mode >= count ? 0 : mode == count - 1 ? index : index % size[mode];
}

int hd_show_modes(const hd_show *show, const hd_layout *layout) {
  int64_t size[MODES];
  return sizes_of(show, layout, size);
}

int64_t hd_show_mode(const hd_show *show, const hd_layout *layout, int64_t index, int mode) {
  int64_t size[MODES];
  return part_of(size, sizes_of(show, layout, size), index, mode);
}

void hd_show_coordinate(const hd_show *show, const hd_layout *layout, int64_t index, char text[HD_PICTURE_TEXT]) {
  int64_t size[MODES];
  const int count = sizes_of(show, layout, size);
  const bool named = show->names >= count;
  int length = 0;
  for (int k = 0; k < count && length < HD_PICTURE_TEXT - 24; ++k) {
    const char *before = named ? show->name[k] : k > 0 ? "," : count > 1 ? "(" : "";
    length += snprintf(text + length, (size_t)(HD_PICTURE_TEXT - length), "%s%" PRId64, before,
                       part_of(size, count, index, k));
  }
  if (!named && count > 1) snprintf(text + length, (size_t)(HD_PICTURE_TEXT - length), ")");
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

/* A value as a colour: so many in a row have the same, and below 0 it goes on as above. */
static int64_t colour_of(const hd_show *show, int64_t number) {
  const int64_t unit = show->unit > 0 ? show->unit : 1;
  const int64_t block = number / unit - (number % unit < 0);
  return (block % HD_PICTURE_COLOURS + HD_PICTURE_COLOURS) % HD_PICTURE_COLOURS;
}

static void draw_table(const void *context, int64_t row, int64_t column, hd_drawn *drawn) {
  const hd_table *table = context;
  int64_t index = row + table->rows * (column + table->columns * table->page), number;
  drawn->colour = -1;
  snprintf(drawn->text, sizeof drawn->text, "?");
  if (!value_at(table->layout, index, &number, drawn->text)) return;
  if (table->link == HD_LINK_INDEX) number = index;
  if (table->link == HD_LINK_OUTER && hd_composed_at(table->outer, number, NULL, &number) != HD_OK) return;
  drawn->colour = table->show->colour >= 0
                      ? hd_show_mode(table->show, &table->layout->inner, index, table->show->colour)
                      : colour_of(table->show, number);
  switch (table->show->text) {
    case HD_CELL_INDEX: snprintf(drawn->text, sizeof drawn->text, "%" PRId64, index); break;
    case HD_CELL_COORDINATE: hd_show_coordinate(table->show, &table->layout->inner, index, drawn->text); break;
    case HD_CELL_NONE: drawn->text[0] = 0; break;
    default: break;
  }
}

/* A mode as a side: its leaves make the blocks, the first of them the rule. */
static void make_side(const hd_layout *layout, int mode, const char *name, hd_side *side) {
  hd_layout part;
  const int path[1] = {mode};
  int64_t product = 1;
  int blocks = 0;
  *side = (hd_side){.count = mode_size(layout, mode), .name = name};
  if (hd_rank(&layout->profile) <= mode || hd_get(layout, path, 1, NULL, &part) != HD_OK) return;
  for (int leaf = 0; leaf < part.profile.leaves && blocks < HD_PICTURE_BLOCKS - 1; ++leaf) {
    product *= part.shape[leaf];
    if (product > 1 && product < side->count) side->block[blocks++] = product;
  }
  side->rule = side->block[0];
}

int64_t hd_show_pages(const hd_composed *layout) {
  const hd_layout *inner = &layout->inner;
  return hd_size(inner) / mode_size(inner, 0) / mode_size(inner, 1);
}

void hd_show_page(const hd_composed *layout, int64_t page, char text[HD_TEXT_MAX]) {
  const hd_layout *inner = &layout->inner;
  int length = snprintf(text, HD_TEXT_MAX, "(_,_");
  for (int mode = 2; mode < hd_rank(&inner->profile) && length < HD_TEXT_MAX; ++mode) {
    const int64_t size = mode_size(inner, mode);
    length += snprintf(text + length, (size_t)(HD_TEXT_MAX - length), ",%" PRId64, page % size);
    page /= size;
  }
  if (length < HD_TEXT_MAX) snprintf(text + length, (size_t)(HD_TEXT_MAX - length), ")");
}

void hd_show_table(const hd_show *show, const hd_composed *layout, hd_link link, const hd_composed *outer, int64_t page,
                   const char *title, hd_table *table, hd_panel *panel) {
  /* One mode alone runs to the right. */
  const bool line = hd_depth(&layout->inner.profile) == 0 || hd_rank(&layout->inner.profile) < 2;
  *table = (hd_table){.show = show, .layout = layout, .outer = outer, .link = link, .page = page};
  *panel = (hd_panel){.title = title, .cell = draw_table, .context = table};
  make_side(&layout->inner, line ? 0 : 1, show->column_name, &panel->column);
  if (line) {
    panel->row = (hd_side){.count = 1, .name = show->row_name};
    panel->column.count = hd_size(&layout->inner);
  } else {
    make_side(&layout->inner, 0, show->row_name, &panel->row);
  }
  table->rows = panel->row.count;
  table->columns = panel->column.count;
}

/* ---- owners ---- */

static void draw_owner(const void *context, int64_t row, int64_t column, hd_drawn *drawn) {
  const hd_owners *owners = context;
  int64_t cell = row + owners->rows * column, index = owners->owner[cell];
  drawn->colour = -1;
  drawn->text[0] = 0;
  if (index < 0) return;
  drawn->colour = owners->show->colour < 0
                      ? colour_of(owners->show, cell)
                      : hd_show_mode(owners->show, &owners->layout->inner, index, owners->show->colour);
  switch (owners->show->text) {
    case HD_CELL_INDEX: snprintf(drawn->text, sizeof drawn->text, "%" PRId64, cell); break;
    case HD_CELL_NONE: break;
    default: hd_show_coordinate(owners->show, &owners->layout->inner, index, drawn->text); break;
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
                     "the layout has {0} coordinates, and at most {1} are searched for owners", size, HD_SHOW_OWNERS,
                     0);
  if (columns == 0) {
    status = largest(layout, size, error, &most);
    if (status != HD_OK) return status;
    columns = most / rows + 1;
  }
  if (columns > HD_SHOW_OWNERS / rows)
    return hd_refuse(error, HD_CAPACITY, "show",
                     "{0} times {1} cells are more than {2}, the most that owners are found for", rows, columns,
                     HD_SHOW_OWNERS);
  *owners = (hd_owners){.show = show, .layout = layout, .rows = rows, .columns = columns};
  owners->owner = malloc((size_t)(rows * columns) * sizeof *owners->owner);
  if (owners->owner == NULL) return hd_fail(error, HD_UNDECIDED, "show", "there is not enough memory");
  status = note_owners(owners, size, error, &used);
  if (status != HD_OK) {
    free(owners->owner);
    owners->owner = NULL;
    return status;
  }
  *panel = (hd_panel){.title = title,
                      .row = {.count = used, .name = show->row_name},
                      .column = {.count = columns, .name = show->column_name},
                      .cell = draw_owner,
                      .context = owners};
  return HD_OK;
}

/* ---- the legend ---- */

/* What a table's value is as one number. */
static const char *value_name(const hd_composed *layout) {
  hd_tuple at, value;
  hd_tuple_scalar(&at, 0);
  const bool plain = hd_composed_evaluate(layout, &at, NULL, &value) != HD_OK || hd_depth(&value.profile) == 0;
  return plain ? "value" : "sum of the value's components";
}

void hd_show_legend(const hd_show *show, const hd_composed *table, char text[HD_PICTURE_NOTE], hd_legend *legend) {
  const char *name = show->colour >= 0 && show->colour < show->names ? show->name[show->colour] : NULL;
  if (name != NULL) snprintf(text, HD_PICTURE_NOTE, "%s", name);
  else if (show->colour >= 0) snprintf(text, HD_PICTURE_NOTE, "mode %d of the coordinate", show->colour);
  else if (show->unit > 1) snprintf(text, HD_PICTURE_NOTE, "index / %" PRId64, show->unit);
  else snprintf(text, HD_PICTURE_NOTE, "%s", table == NULL ? "index" : value_name(table));
  *legend = (hd_legend){.name = text};
}
