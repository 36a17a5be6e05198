/* What does a layout look like? A picture is panels of cells, each a text and a colour, drawn in a terminal or as SVG.
 *
 * Invariant: a panel is asked for the cells that are drawn and for no others, so its size does not matter: what is too
 * large is drawn in part, with a note that says which part and how to see another. Equal colours mean the same in all
 * panels of a picture. There are eight of them, light enough for black text on each, told apart by people who do not
 * see red or green, and of different brightness in print.
 *
 * A drawing's first line is what was asked for, as it can be asked for again. */
#ifndef HEDDLE_PROOFS_PICTURE_H
#define HEDDLE_PROOFS_PICTURE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { HD_PICTURE_TEXT = 64, HD_PICTURE_COLOURS = 8 };

typedef struct hd_drawn {
  int64_t colour; /* any number from 0 on: counted round; below 0: none */
  char text[HD_PICTURE_TEXT];
} hd_drawn;

typedef struct hd_panel {
  const char *title;
  int64_t rows, columns;
  const char *row_name, *column_name; /* of the margins: "lane", "column"; NULL: none */
  void (*cell)(const void *context, int64_t row, int64_t column, hd_drawn *drawn);
  const void *context;
} hd_panel;

/* The part that is drawn, of every panel: from a row and a column on, so many at most; 0: as many as there is room. */
typedef struct hd_window {
  int64_t row, rows, column, columns;
} hd_window;

/* Lines of at most `width` characters; with colours of the terminal, or without. */
void hd_picture_text(FILE *out, const char *input, const hd_panel *panel, int panels, const hd_window *window,
                     int width, bool coloured);

/* One SVG document, panels side by side. */
void hd_picture_svg(FILE *out, const char *input, const hd_panel *panel, int panels, const hd_window *window);

#endif
