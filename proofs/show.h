/* Which cells does a picture of this value have? Panels (picture.h) of layouts; of tensor memory see show_tmem.h.
 *
 * Two views. The *table* has a cell for each coordinate, mode 0 downwards and mode 1 to the right, the index as its
 * text; of three modes or more there is a panel for each coordinate of the others. The *owners* are the other way
 * round: a cell for each index below the size of a shape, and in it the coordinate that has this index: which thread
 * and value a tile's element belongs to, which thread and register a cell of tensor memory.
 *
 * A cell's colour is its index, or, of owners, mode 0 of its coordinate; or mode k of the coordinate where that is
 * asked for. Equal colours are the same index in all panels: in a table of B beside A o B the colour of B(c) is that of
 * A(B(c)), and in one of R beside A, R being an inverse of A, the colour of R(i) is that of A's value i. What a swizzle
 * keeps together has one colour. */
#ifndef HEDDLE_PROOFS_SHOW_H
#define HEDDLE_PROOFS_SHOW_H

#include "picture.h"
#include "value.h"

typedef enum hd_cell_text {
  HD_CELL_VALUE,
  HD_CELL_INDEX,
  HD_CELL_COORDINATE,
  HD_CELL_NONE,
  /* of tensor memory */
  HD_CELL_OWNER,
  HD_CELL_THREAD,
  HD_CELL_REGISTER,
  HD_CELL_INSTRUCTION,
  HD_CELL_ADDRESS
} hd_cell_text;

/* What a colour says when it is no mode, 0 and on. */
enum {
  HD_COLOUR_VALUE = -1,
  HD_COLOUR_THREAD = -2,
  HD_COLOUR_WARP = -3,
  HD_COLOUR_REGISTER = -4,
  HD_COLOUR_INSTRUCTION = -5
};

enum { HD_SHOW_NAMES = 4 };

typedef struct hd_show {
  hd_cell_text text;
  int colour;
  int64_t unit; /* so many values in a row have one colour; 0: 1 */
  int names;    /* of the modes of an owner, T and V: "T5V3"; 0: "(5,3)" */
  const char *name[HD_SHOW_NAMES];
  const char *row_name, *column_name;
} hd_show;

enum { HD_SHOW_OWNERS = 1 << 22 /* cells that owners are looked for in */ };

/* Mode `mode` of the coordinate that an index is, each mode counted through; the last takes what is left. And the
 * whole coordinate as text, with names where the show has them. Where there are more names than modes the parts of mode
 * 0 count as modes: those of ((thread, value), rest) are T, V and R. */
int64_t hd_show_mode(const hd_show *show, const hd_layout *layout, int64_t index, int mode);
void hd_show_coordinate(const hd_show *show, const hd_layout *layout, int64_t index, char text[HD_PICTURE_TEXT]);

/* How many modes that are, counted so. */
int hd_show_modes(const hd_show *show, const hd_layout *layout);

/* What gives a table's colour to a value. */
typedef enum hd_link {
  HD_LINK_VALUE, /* the value itself */
  HD_LINK_OUTER, /* another layout's value at it */
  HD_LINK_INDEX  /* where it stands */
} hd_link;

/* One table, or part of one where the layout has more modes: `page` is the index in mode 2 and on. */
typedef struct hd_table {
  const hd_show *show;
  const hd_composed *layout, *outer;
  hd_link link;
  int64_t rows, columns, page;
} hd_table;

/* How many pages a layout has, where one is, as the coordinate (_,_,1,0) that slices it, and one of them as a panel;
 * the table keeps what the panel needs. `outer` is for HD_LINK_OUTER. */
int64_t hd_show_pages(const hd_composed *layout);
void hd_show_page(const hd_composed *layout, int64_t page, char text[HD_TEXT_MAX]);
void hd_show_table(const hd_show *show, const hd_composed *layout, hd_link link, const hd_composed *outer, int64_t page,
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

/* What the colours of tables of a layout say; of owners with NULL. */
void hd_show_legend(const hd_show *show, const hd_composed *table, char text[HD_PICTURE_NOTE], hd_legend *legend);

#endif
