/* A picture as SVG: a rectangle a cell, and its text where there is room for one. */
#include "proofs/picture.h"

#include <inttypes.h>
#include <string.h>

enum {
  CELLS_WITH_TEXT = 1 << 13, /* of more, rectangles alone are drawn */
  ROWS = 512,
  COLUMNS = 1024,
  GAP = 24, /* between panels, and round them */
  LINE = 16
};

/* Tints of the eight colours of Okabe and Ito. */
static const char *const fill[HD_PICTURE_COLOURS] = {"#f2f2f2", "#f9d9a0", "#a9dcf5", "#8fd8bf",
                                                     "#f7efa1", "#8fb8dc", "#efb38a", "#dca3c3"};

typedef struct sheet {
  int64_t row, column, rows, columns; /* of a panel, what is drawn */
  int wide, high;                     /* of a cell */
  int left, top;                      /* of its first cell */
  int margin;
  bool texts;
} sheet;

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

static void put_escaped(FILE *out, const char *text) {
  for (; *text != 0; ++text) {
    switch (*text) {
      case '<': fputs("&lt;", out); break;
      case '>': fputs("&gt;", out); break;
      case '&': fputs("&amp;", out); break;
      case '"': fputs("&quot;", out); break;
      default: fputc(*text, out);
    }
  }
}

static void put_text(FILE *out, int64_t x, int64_t y, const char *kind, const char *text) {
  fprintf(out, "<text x=\"%" PRId64 "\" y=\"%" PRId64 "\" class=\"%s\">", x, y, kind);
  put_escaped(out, text);
  fputs("</text>\n", out);
}

static int widest_text(const hd_panel *panel, const sheet *s) {
  hd_drawn drawn;
  int widest = 3;
  for (int64_t r = 0; r < s->rows; ++r) {
    for (int64_t c = 0; c < s->columns; ++c) {
      panel->cell(panel->context, s->row + r, s->column + c, &drawn);
      if ((int)strlen(drawn.text) > widest) widest = (int)strlen(drawn.text);
    }
  }
  return widest;
}

static sheet lay_out(const hd_panel *panel, const hd_window *window, int left) {
  sheet s = {.row = window->row, .column = window->column, .left = left, .top = GAP + 4 * LINE, .margin = 40};
  s.rows = least(panel->rows - s.row, window->rows > 0 ? window->rows : ROWS);
  s.columns = least(panel->columns - s.column, window->columns > 0 ? window->columns : COLUMNS);
  if (s.rows < 0) s.rows = 0;
  if (s.columns < 0) s.columns = 0;
  s.texts = s.rows * s.columns <= CELLS_WITH_TEXT;
  s.wide = s.texts ? 7 * widest_text(panel, &s) + 6 : 4;
  s.high = s.texts ? 20 : 4;
  s.left += s.margin;
  return s;
}

static int64_t width_of(const sheet *s, const hd_panel *panel) {
  int64_t cells = s->columns * s->wide, title = 8 * (int64_t)strlen(panel->title);
  return s->margin + (cells > title ? cells : title);
}

/* Numbers along both margins: of every cell, or where there is no room of every 16th. */
static void put_margins(FILE *out, const hd_panel *panel, const sheet *s) {
  char number[24];
  int64_t step = s->texts ? 1 : 16;
  if (panel->column_name != NULL) put_text(out, s->left, s->top - LINE - 2, "name", panel->column_name);
  if (panel->row_name != NULL) put_text(out, s->left - s->margin, s->top - 4, "name", panel->row_name);
  for (int64_t r = 0; r < s->rows; r += step) {
    snprintf(number, sizeof number, "%" PRId64, s->row + r);
    put_text(out, s->left - 4, s->top + r * s->high + (s->texts ? 14 : 8), "row", number);
  }
  for (int64_t c = 0; c < s->columns; c += step) {
    snprintf(number, sizeof number, "%" PRId64, s->column + c);
    put_text(out, s->left + c * s->wide + s->wide / 2, s->top - 4, "cell", number);
  }
}

/* A row, neighbours of one colour without text being one rectangle. */
static void put_row(FILE *out, const hd_panel *panel, const sheet *s, int64_t r) {
  hd_drawn drawn, next;
  panel->cell(panel->context, s->row + r, s->column, &next);
  for (int64_t c = 0, first = 0; c < s->columns; ++c) {
    drawn = next;
    if (c + 1 < s->columns) panel->cell(panel->context, s->row + r, s->column + c + 1, &next);
    bool goes_on = !s->texts && c + 1 < s->columns && next.colour == drawn.colour;
    if (goes_on) continue;
    int64_t x = s->left + first * s->wide, y = s->top + r * s->high;
    if (drawn.colour >= 0)
      fprintf(out, "<rect x=\"%" PRId64 "\" y=\"%" PRId64 "\" width=\"%" PRId64 "\" height=\"%d\" fill=\"%s\"/>\n", x,
              y, (c + 1 - first) * s->wide, s->high, fill[drawn.colour % HD_PICTURE_COLOURS]);
    if (s->texts && drawn.text[0] != 0) put_text(out, x + s->wide / 2, y + 14, "cell", drawn.text);
    first = c + 1;
  }
}

static void put_panel(FILE *out, const hd_panel *panel, const sheet *s) {
  char note[200];
  put_text(out, s->left, GAP + 2 * LINE - 4, "title", panel->title);
  put_margins(out, panel, s);
  for (int64_t r = 0; r < s->rows && s->columns > 0; ++r) put_row(out, panel, s, r);
  fprintf(out, "<rect x=\"%d\" y=\"%d\" width=\"%" PRId64 "\" height=\"%" PRId64 "\" class=\"frame\"/>\n", s->left,
          s->top, s->columns * s->wide, s->rows * s->high);
  if (s->rows == panel->rows && s->columns == panel->columns) return;
  snprintf(note, sizeof note,
           "rows %" PRId64 " to %" PRId64 " of %" PRId64 ", columns %" PRId64 " to %" PRId64 " of %" PRId64, s->row,
           s->row + s->rows - 1, panel->rows, s->column, s->column + s->columns - 1, panel->columns);
  put_text(out, s->left, s->top + s->rows * s->high + LINE, "name", note);
}

void hd_picture_svg(FILE *out, const char *input, const hd_panel *panel, int panels, const hd_window *window) {
  int64_t width = GAP, height = 0;
  for (int k = 0; k < panels; ++k) {
    const sheet s = lay_out(&panel[k], window, 0);
    int64_t bottom = s.top + s.rows * s.high + 2 * LINE;
    width += width_of(&s, &panel[k]) + GAP;
    if (bottom > height) height = bottom;
  }
  int64_t title = 2 * GAP + 9 * (int64_t)strlen(input);
  fputs("<!-- ", out);
  /* Two hyphens would end a comment. */
  for (const char *c = input; *c != 0; ++c) fputc(*c == '-' && c[1] == '-' ? ' ' : *c, out);
  fprintf(out, " -->\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%" PRId64 "\" height=\"%" PRId64 "\">\n",
          width > title ? width : title, height + GAP);
  fputs("<style>text{font-family:monospace;font-size:11px;fill:#000}.cell{text-anchor:middle}.row{text-anchor:end}"
        ".title{font-size:13px}.input{font-size:14px;font-weight:bold}.frame{fill:none;stroke:#000}</style>\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
        out);
  put_text(out, GAP, GAP, "input", input);
  int64_t left = GAP;
  for (int k = 0; k < panels; ++k) {
    const sheet s = lay_out(&panel[k], window, (int)left);
    put_panel(out, &panel[k], &s);
    left += width_of(&s, &panel[k]) + GAP;
  }
  fputs("</svg>\n", out);
}
