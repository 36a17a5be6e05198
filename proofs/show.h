/* Which cells does a picture of this value have? Panels (picture.h) of layouts.
 *
 * Two views. The *table* has a cell for each coordinate, mode 0 downwards and mode 1 to the right, the index as its
 * text; of three modes or more there is a panel for each coordinate of the others. The *owners* are the other way
 * round: a cell for each index below the size of a shape, and in it the coordinate that has this index: which thread
 * and value a tile's element belongs to, which thread and register a cell of tensor memory.
 *
 * A cell's colour is its index, or, of owners, mode 0 of its coordinate; or mode k of the coordinate where that is
 * asked for. In a table of B beside A o B the colour of B(c) is that of A(B(c)), so that equal colours are the same
 * index in all three. */
#ifndef HEDDLE_PROOFS_SHOW_H
#define HEDDLE_PROOFS_SHOW_H

#include "picture.h"
#include "value.h"

typedef enum hd_cell_text { HD_CELL_VALUE, HD_CELL_INDEX, HD_CELL_COORDINATE, HD_CELL_NONE } hd_cell_text;

typedef struct hd_show {
  hd_cell_text text;
  int colour;          /* a mode; -1: the value */
  const char *name[2]; /* of modes 0 and 1 of an owner, T and V: "T5V3"; NULL: "(5,3)" */
  const char *row_name, *column_name;
} hd_show;

enum { HD_SHOW_OWNERS = 1 << 22 /* cells that owners are looked for in */ };

/* One table, or part of one where the layout has more modes: `page` is the index in mode 2 and on. */
typedef struct hd_table {
  const hd_show *show;
  const hd_composed *layout;
  const hd_composed *through; /* a cell's colour is this layout at its value; NULL: its value */
  int64_t rows, columns, page;
} hd_table;

/* How many pages a layout has, and one of them as a panel; the table keeps what the panel needs. */
int64_t hd_show_pages(const hd_composed *layout);
void hd_show_table(const hd_show *show, const hd_composed *layout, const hd_composed *through, int64_t page,
                   const char *title, hd_table *table, hd_panel *panel);

/* Owners of the cells of rows times columns, index = row + rows * column. */
typedef struct hd_owners {
  const hd_show *show;
  const hd_composed *layout;
  int64_t rows, columns;
  int64_t *owner;          /* index of the first coordinate in each cell; -1: none */
  int64_t shared, outside; /* cells with several owners; coordinates whose index is no cell */
} hd_owners;

/* The columns may be left open, 0: then there are as many as the layout needs. The panel ends with the last row that
 * has an owner. Free the owners' `owner`.
 *   fails: HD_MISMATCH (values on axes), HD_CAPACITY (more than HD_SHOW_OWNERS cells or coordinates), HD_OVERFLOW */
hd_status hd_show_owners(const hd_show *show, const hd_composed *layout, int64_t rows, int64_t columns, hd_error *error,
                         const char *title, hd_owners *owners, hd_panel *panel);

#endif
