/* What does a layout look like? A picture is panels of cells, each a text and a colour, drawn in a terminal or as SVG.
 *
 * Invariant: a panel is asked for the cells that are drawn and for no others, so its size does not matter: what is too
 * large is drawn in part, with a note that says so and how to see the rest. Equal colours mean the same in all panels
 * of a picture.
 *
 * There are eight colours (picture_colour.c): black text on each of them has a contrast of at least 7 to 1, no two look
 * alike to people who do not see red, green or blue, and in print without colours each has a grey of its own.
 *
 * A drawing begins with what was asked for, as it can be asked for again: in a terminal the input is the first line, of
 * an SVG it is the whole command, `<?heddle show ..?>`. */
#ifndef HEDDLE_PROOFS_PICTURE_H
#define HEDDLE_PROOFS_PICTURE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum {
  HD_PICTURE_TEXT = 64,   /* bytes of a cell's text */
  HD_PICTURE_COLOURS = 8, /* beyond them colours are counted round */
  HD_PICTURE_BLOCKS = 8,
  HD_PICTURE_NOTES = 6,
  HD_PICTURE_NOTE = 160
};

typedef struct hd_drawn {
  int64_t colour; /* any number from 0 on: counted round; below 0: none */
  char text[HD_PICTURE_TEXT];
} hd_drawn;

/* Rows or columns of a panel. */
typedef struct hd_side {
  int64_t count;
  const char *name;                 /* in the margin: "lane"; NULL: none */
  int64_t rule;                     /* a line stands before each multiple of it; 0: none */
  int64_t block[HD_PICTURE_BLOCKS]; /* rising, up to the first 0: where a page may end, and what is left out is left
                                       out of each */
} hd_side;

typedef struct hd_panel {
  const char *title;
  hd_side row, column;
  void (*cell)(const void *context, int64_t row, int64_t column, hd_drawn *drawn);
  const void *context;
} hd_panel;

/* The part that is drawn, of every panel: from a row and a column on, so many at most; 0: as many as there is room. Of
 * more than `thin` (0: of what there is no room for) the first and the last are drawn. */
typedef struct hd_window {
  int64_t row, rows, column, columns, thin;
} hd_window;

/* What a colour says. */
typedef struct hd_legend {
  const char *name;                      /* "thread"; NULL: colours say nothing */
  int64_t count;                         /* how many different ones there are; 0: not known */
  const char *label[HD_PICTURE_COLOURS]; /* NULL: its number */
} hd_legend;

/* How many colours it lists; where there are more numbers they are counted modulo 8. */
int64_t hd_legend_colours(const hd_legend *legend);
/* "colour: thread mod 8" */
enum { HD_LEGEND_TEXT = HD_PICTURE_NOTE + 32 };
void hd_legend_text(const hd_legend *legend, char text[HD_LEGEND_TEXT]);

typedef struct hd_picture {
  const char *input;   /* what is drawn */
  const char *command; /* that draws it: "heddle show .." */
  const hd_panel *panel;
  int panels;
  hd_window window;
  hd_legend legend;
  int notes;
  char note[HD_PICTURE_NOTES][HD_PICTURE_NOTE];
} hd_picture;

/* Lines of at most `width` characters; with colours of the terminal, or without. */
void hd_picture_text(FILE *out, const hd_picture *picture, int width, bool coloured);

/* One SVG document, panels side by side as far as a page is wide. */
void hd_picture_svg(FILE *out, const hd_picture *picture);

/* Colour `k` of the eight, as 0xRRGGBB, and its next of kin among a terminal's 256. */
uint32_t hd_picture_fill(int64_t k);
int hd_picture_background(int64_t k);

/* Which rows (columns) are drawn, in order, -1 standing for those between that are not. */
enum { HD_CUT_MAX = 1024 };

typedef struct hd_cut {
  int kept;          /* entries of `at` */
  int64_t drawn, of; /* how many of how many there are, gaps aside */
  int64_t at[HD_CUT_MAX];
} hd_cut;

/* Those from `first` on, `wanted` at most (0: all), as far as there is room for `room` entries (and `thin`, if not 0):
 * else of each block, or of all where blocks are too many, the first ones and the last. */
void hd_picture_cut(const hd_side *side, int64_t first, int64_t wanted, int64_t room, int64_t thin, hd_cut *cut);

/* Letters of the widest number among them, ".." being two. */
int hd_cut_letters(const hd_cut *cut);

/* How many columns a page takes that has room for `room`: whole blocks, of the largest that fit. */
int hd_picture_page(const hd_side *column, int64_t room);

#endif
