/* A picture in a terminal: columns as wide as their widest cell, margins with numbers. */
#include "proofs/picture.h"

#include <inttypes.h>
#include <string.h>

enum { ROWS = 64 };

/* Backgrounds of the 256-colour palette, as near as it has them to those of the SVG. */
static const int background[HD_PICTURE_COLOURS] = {254, 223, 153, 151, 229, 146, 181, 145};

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

static int digits(int64_t number) {
  char text[24];
  return snprintf(text, sizeof text, "%" PRId64, number);
}

/* How wide a panel's cells are: the widest of those in the rows that are drawn, of as many columns as fit. */
static int fit(const hd_panel *panel, const hd_window *window, int64_t rows, int width, int margin, int64_t *columns) {
  int widest = digits(window->column + *columns - 1);
  hd_drawn drawn;
  for (int64_t c = 0; c < *columns && (c == 0 || margin + (c + 1) * (widest + 1) <= width); ++c) {
    for (int64_t r = 0; r < rows; ++r) {
      panel->cell(panel->context, window->row + r, window->column + c, &drawn);
      if ((int)strlen(drawn.text) > widest) widest = (int)strlen(drawn.text);
    }
  }
  int64_t room = (width - margin) / (widest + 1);
  *columns = least(*columns, room < 1 ? 1 : room);
  return widest;
}

static void put_cell(FILE *out, const hd_drawn *drawn, int wide, bool coloured) {
  if (coloured && drawn->colour >= 0)
    fprintf(out, " \x1b[30;48;5;%dm%*s\x1b[0m", background[drawn->colour % HD_PICTURE_COLOURS], wide, drawn->text);
  else fprintf(out, " %*s", wide, drawn->text);
}

static void put_note(FILE *out, const hd_panel *panel, const hd_window *window, int64_t rows, int64_t columns) {
  if (rows == panel->rows && columns == panel->columns) return;
  fprintf(out,
          "note: rows %" PRId64 " to %" PRId64 " of %" PRId64 ", columns %" PRId64 " to %" PRId64 " of %" PRId64
          "; --rows and --columns show others, --svg more at once\n",
          window->row, window->row + rows - 1, panel->rows, window->column, window->column + columns - 1,
          panel->columns);
}

static void put_panel(FILE *out, const hd_panel *panel, const hd_window *window, int width, bool coloured) {
  int64_t rows = panel->rows - window->row, columns = panel->columns - window->column;
  fprintf(out, "%s\n", panel->title);
  if (rows < 1 || columns < 1) {
    fprintf(out, "note: there are %" PRId64 " rows and %" PRId64 " columns\n", panel->rows, panel->columns);
    return;
  }
  rows = least(rows, window->rows > 0 ? window->rows : ROWS);
  if (window->columns > 0) columns = least(columns, window->columns);
  int margin = digits(window->row + rows - 1), wide;
  if (panel->row_name != NULL && (int)strlen(panel->row_name) > margin) margin = (int)strlen(panel->row_name);
  wide = fit(panel, window, rows, width, margin, &columns);
  if (panel->column_name != NULL) fprintf(out, "%*s %s\n", margin, "", panel->column_name);
  fprintf(out, "%*s", margin, panel->row_name == NULL ? "" : panel->row_name);
  for (int64_t c = 0; c < columns; ++c) fprintf(out, " %*" PRId64, wide, window->column + c);
  fputc('\n', out);
  for (int64_t r = 0; r < rows; ++r) {
    fprintf(out, "%*" PRId64, margin, window->row + r);
    for (int64_t c = 0; c < columns; ++c) {
      hd_drawn drawn;
      panel->cell(panel->context, window->row + r, window->column + c, &drawn);
      put_cell(out, &drawn, wide, coloured);
    }
    fputc('\n', out);
  }
  put_note(out, panel, window, rows, columns);
}

void hd_picture_text(FILE *out, const char *input, const hd_panel *panel, int panels, const hd_window *window,
                     int width, bool coloured) {
  fprintf(out, "%s\n", input);
  for (int k = 0; k < panels; ++k) put_panel(out, &panel[k], window, width, coloured);
}
