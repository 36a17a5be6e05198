/* A picture in a terminal: columns as wide as their widest cell, margins with numbers, page under page. */
#include "proofs/picture.h"

#include "proofs/answer.h"

#include <inttypes.h>
#include <string.h>

enum { ROWS = 64, LINES = 160 /* of all pages of a panel */ };

static int greater(int a, int b) { return a > b ? a : b; }

/* ---- how much there is room for ---- */

typedef struct sheet {
  hd_cut row, column;
  int margin, wide; /* of the numbers of rows, of a cell */
  int page;         /* entries of `column` on one page */
} sheet;

static int widest_cell(const hd_panel *panel, const sheet *s, int most) {
  int widest = hd_cut_letters(&s->column);
  hd_drawn drawn;
  for (int c = 0; c < s->column.kept; ++c) {
    for (int r = 0; r < s->row.kept; ++r) {
      if (s->row.at[r] < 0 || s->column.at[c] < 0) continue;
      panel->cell(panel->context, s->row.at[r], s->column.at[c], &drawn);
      widest = greater(widest, (int)strlen(drawn.text));
    }
  }
  return widest < most ? widest : most;
}

/* All columns, on as many pages as they take; or if these are too many, of the columns the first and the last. */
static void lay_out(const hd_panel *panel, const hd_window *window, int width, sheet *s) {
  hd_picture_cut(&panel->row, window->row, window->rows, ROWS, window->thin, &s->row);
  /* A cell takes two letters at least. */
  const int64_t most = (int64_t)greater(LINES / (s->row.kept + 1), 1) * (width / 2);
  hd_picture_cut(&panel->column, window->column, window->columns, most, window->thin, &s->column);
  s->margin = hd_cut_letters(&s->row);
  if (panel->row.name != NULL) s->margin = greater(s->margin, (int)strlen(panel->row.name));
  s->wide = widest_cell(panel, s, width - s->margin - 1);
  const int room = greater((width - s->margin) / (s->wide + 1), 1);
  s->page = s->column.kept <= room ? room : hd_picture_page(&panel->column, room);
  const int64_t pages = (s->column.kept + s->page - 1) / s->page;
  if (pages == 1 || pages * (s->row.kept + 1) <= LINES) return;
  const hd_side plain = {.count = panel->column.count};
  hd_picture_cut(&plain, window->column, window->columns, room, window->thin, &s->column);
  s->page = room;
}

/* ---- drawing ---- */

static void put_colour(FILE *out, int64_t colour, int wide, const char *text) {
  fprintf(out, "\x1b[30;48;5;%dm%*s\x1b[0m", hd_picture_background(colour), wide, text);
}

static void put_cell(FILE *out, hd_drawn *drawn, int wide, bool coloured) {
  if ((int)strlen(drawn->text) > wide) {
    drawn->text[wide] = 0;
    drawn->text[wide - 1] = '~';
  }
  fputc(' ', out);
  if (coloured && drawn->colour >= 0) put_colour(out, drawn->colour, wide, drawn->text);
  else fprintf(out, "%*s", wide, drawn->text);
}

static void put_number(FILE *out, int wide, int64_t number) {
  if (number < 0) fprintf(out, "%*s", wide, "..");
  else fprintf(out, "%*" PRId64, wide, number);
}

/* The columns from entry `from` to before `to`, of every row. */
static void put_page(FILE *out, const hd_panel *panel, const sheet *s, int from, int to, bool coloured) {
  hd_drawn drawn;
  if (panel->column.name != NULL) fprintf(out, "%*s %s\n", s->margin, "", panel->column.name);
  fprintf(out, "%*s", s->margin, panel->row.name == NULL ? "" : panel->row.name);
  for (int c = from; c < to; ++c) {
    fputc(' ', out);
    put_number(out, s->wide, s->column.at[c]);
  }
  fputc('\n', out);
  for (int r = 0; r < s->row.kept; ++r) {
    put_number(out, s->margin, s->row.at[r]);
    for (int c = from; c < to && s->row.at[r] >= 0; ++c) {
      drawn = (hd_drawn){-1, ".."};
      if (s->column.at[c] >= 0) panel->cell(panel->context, s->row.at[r], s->column.at[c], &drawn);
      put_cell(out, &drawn, s->wide, coloured);
    }
    fputc('\n', out);
  }
}

static void put_panel(FILE *out, const hd_panel *panel, const hd_window *window, int width, bool coloured) {
  sheet s;
  const char *row = panel->row.name == NULL ? "row" : panel->row.name;
  const char *column = panel->column.name == NULL ? "column" : panel->column.name;
  lay_out(panel, window, width, &s);
  fprintf(out, "%s\n", panel->title);
  if (s.row.kept == 0 || s.column.kept == 0) {
    fprintf(out, "note: none of %" PRId64 " %s%s and %" PRId64 " %s%s is drawn\n", panel->row.count, row,
            hd_plural(panel->row.count), panel->column.count, column, hd_plural(panel->column.count));
    return;
  }
  for (int from = 0; from < s.column.kept; from += s.page)
    put_page(out, panel, &s, from, from + s.page < s.column.kept ? from + s.page : s.column.kept, coloured);
  if (s.row.drawn < s.row.of || s.column.drawn < s.column.of)
    fprintf(out,
            "note: %" PRId64 " of %" PRId64 " %s%s, %" PRId64 " of %" PRId64
            " %s%s; --rows and --columns draw others, --svg more at once\n",
            s.row.drawn, s.row.of, row, hd_plural(s.row.of), s.column.drawn, s.column.of, column,
            hd_plural(s.column.of));
}

/* What the colours say; where they have labels of their own, without colours too. */
static void put_legend(FILE *out, const hd_legend *legend, bool coloured) {
  char text[HD_LEGEND_TEXT];
  if (legend->name == NULL || (!coloured && legend->label[0] == NULL)) return;
  hd_legend_text(legend, text);
  fprintf(out, "%s:", text);
  for (int64_t k = 0; k < hd_legend_colours(legend); ++k) {
    snprintf(text, sizeof text, "%" PRId64, k);
    fputs(legend->label[0] != NULL ? "\n  " : " ", out);
    if (coloured) put_colour(out, k, 3, text);
    else fputs(text, out);
    if (legend->label[0] != NULL) fprintf(out, " %s", legend->label[k]);
  }
  fputc('\n', out);
}

void hd_picture_text(FILE *out, const hd_picture *picture, int width, bool coloured) {
  fprintf(out, "%s\n", picture->input);
  for (int k = 0; k < picture->panels; ++k) put_panel(out, &picture->panel[k], &picture->window, width, coloured);
  put_legend(out, &picture->legend, coloured);
  for (int k = 0; k < picture->notes; ++k) fprintf(out, "note: %s\n", picture->note[k]);
}
