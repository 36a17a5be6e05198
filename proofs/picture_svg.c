/* A picture as SVG: a rectangle a cell, and its text where there is room for one. */
#include "proofs/picture.h"

#include <inttypes.h>
#include <string.h>

enum {
  CELLS_WITH_TEXT = 1 << 13, /* of more, rectangles alone are drawn */
  ROWS = 256,                /* of each panel where there are few */
  COLUMNS = 512,
  FEWEST = 16,       /* of each of many */
  GAP = 24,          /* between panels, and round them */
  LINE = 18,         /* of text */
  PAGE = 1400,       /* where the next panel begins a new row, and how wide a page of a paged one may be */
  WIDEST = 4000,     /* what is wider is paged */
  PAGED_ROWS = 200,  /* of all pages; of more, rectangles alone are drawn */
  LETTER = 7,        /* of the font of cells; of titles one more */
  MARGIN = 44,       /* for the numbers of rows, at least */
  TITLE = 48,        /* letters that a title may always take, beside others, */
  LONG_TITLE = 100,  /* and alone */
  WIDEST_INPUT = 140 /* letters of one line of it */
};

typedef struct sheet {
  hd_cut row, column;
  int64_t left, top; /* of the first cell */
  int64_t width, height;
  int wide, high; /* of a cell */
  int page;       /* columns of one page */
  int64_t below;  /* from a page to the next */
  int title;      /* letters of one line of the title */
  bool texts;
  char note[HD_PICTURE_NOTE]; /* what is left out */
} sheet;

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t greater(int64_t a, int64_t b) { return a > b ? a : b; }

/* Letters of a text's first line, which ends at a blank, else at a comma, where there is one in its second half. */
static size_t first_line(const char *text, size_t letters) {
  const size_t length = strlen(text);
  if (length <= letters) return length;
  for (const char *last = " ,"; *last != 0; ++last)
    for (size_t end = letters; end > letters / 2; --end)
      if (text[end - 1] == *last) return end;
  return letters;
}

static int64_t lines_of(const char *text, int64_t letters) {
  int64_t lines = 0;
  for (; *text != 0; ++lines) text += first_line(text, (size_t)letters);
  return lines;
}

/* ---- text ---- */

static void put_escaped(FILE *out, const char *text, size_t length) {
  for (size_t k = 0; k < length; ++k) {
    switch (text[k]) {
      case '<': fputs("&lt;", out); break;
      case '>': fputs("&gt;", out); break;
      case '&': fputs("&amp;", out); break;
      case '"': fputs("&quot;", out); break;
      default: fputc((unsigned char)text[k] < ' ' ? ' ' : text[k], out);
    }
  }
}

/* Of a kind of its own; NULL: in the middle over x, as in a cell. */
static void put_part(FILE *out, int64_t x, int64_t y, const char *kind, const char *text, size_t length) {
  fprintf(out, "<text x=\"%" PRId64 "\" y=\"%" PRId64 "\"", x, y);
  if (kind != NULL) fprintf(out, " class=\"%s\"", kind);
  fputc('>', out);
  put_escaped(out, text, length);
  fputs("</text>\n", out);
}

static void put_text(FILE *out, int64_t x, int64_t y, const char *kind, const char *text) {
  put_part(out, x, y, kind, text, strlen(text));
}

/* A text in lines of so many letters; `y` is the first one's. */
static void put_lines(FILE *out, int64_t x, int64_t y, const char *kind, const char *text, size_t letters) {
  for (size_t line; *text != 0; text += line, y += LINE) {
    line = first_line(text, letters);
    put_part(out, x, y, kind, text, line);
  }
}

/* ---- where things stand ---- */

/* Letters of a cell, and of the number above it. */
static int widest_text(const hd_panel *panel, const sheet *s) {
  hd_drawn drawn;
  int widest = (int)greater(3, hd_cut_letters(&s->column));
  for (int r = 0; r < s->row.kept; ++r) {
    for (int c = 0; c < s->column.kept; ++c) {
      if (s->row.at[r] < 0 || s->column.at[c] < 0) continue;
      panel->cell(panel->context, s->row.at[r], s->column.at[c], &drawn);
      if ((int)strlen(drawn.text) > widest) widest = (int)strlen(drawn.text);
    }
  }
  return widest;
}

/* What of a panel is left out, if anything is. */
static void note_cut(const hd_panel *panel, sheet *s) {
  const char *row = panel->row.name == NULL ? "row" : panel->row.name;
  const char *column = panel->column.name == NULL ? "column" : panel->column.name;
  s->note[0] = 0;
  if (s->row.drawn < s->row.of || s->column.drawn < s->column.of)
    snprintf(s->note, sizeof s->note, "%" PRId64 " of %" PRId64 " %ss, %" PRId64 " of %" PRId64 " %ss", s->row.drawn,
             s->row.of, row, s->column.drawn, s->column.of, column);
  if (s->texts) return;
  const size_t used = strlen(s->note);
  snprintf(s->note + used, sizeof s->note - used,
           "%sthe texts are left out: --rows and --columns draw a part with them", used > 0 ? "; " : "");
}

/* Cells with texts, on one page or on several; or small ones without. */
static void size_cells(const hd_panel *panel, sheet *s) {
  const int64_t cells = (int64_t)s->row.kept * s->column.kept;
  s->page = s->column.kept;
  s->texts = cells <= CELLS_WITH_TEXT;
  s->wide = s->texts ? LETTER * widest_text(panel, s) + 8 : 4;
  if (s->texts && (int64_t)s->wide * s->page > WIDEST) {
    s->page = hd_picture_page(&panel->column, PAGE / s->wide);
    s->texts = (s->column.kept + s->page - 1) / s->page * s->row.kept <= PAGED_ROWS;
  }
  s->high = s->texts ? 20 : 4;
  if (s->texts) return;
  s->wide = 4;
  s->page = s->column.kept;
}

/* The sheet of a panel whose upper left corner is at (0,0). */
static void lay_out(const hd_picture *picture, int k, sheet *s) {
  const hd_panel *panel = &picture->panel[k];
  const hd_window *window = &picture->window;
  const int64_t rows = greater(ROWS / (picture->panels > 4 ? picture->panels / 4 : 1), FEWEST);
  const int64_t columns = greater(COLUMNS / (picture->panels > 4 ? picture->panels / 4 : 1), FEWEST);
  hd_picture_cut(&panel->row, window->row, window->rows, rows, window->thin, &s->row);
  hd_picture_cut(&panel->column, window->column, window->columns, columns, window->thin, &s->column);
  size_cells(panel, s);
  note_cut(panel, s);
  const int64_t cells = (int64_t)s->page * s->wide, pages = s->page == 0 ? 1 : (s->column.kept + s->page - 1) / s->page;
  s->title = (int)greater(cells / (LETTER + 1), picture->panels > 1 ? TITLE : LONG_TITLE);
  const int64_t lines = lines_of(panel->title, s->title);
  const int64_t letters = lines > 1 ? s->title : (int64_t)strlen(panel->title);
  const int64_t head = LINE + (panel->column.name != NULL ? LINE : 0);
  s->left = greater(MARGIN, LETTER * (int64_t)hd_cut_letters(&s->row) + 5);
  s->top = lines * LINE + head;
  s->below = (int64_t)s->row.kept * s->high + head + 6;
  s->width = s->left + greater(greater(cells, letters * (LETTER + 1)), LETTER * (int64_t)strlen(s->note));
  s->height = s->top + pages * s->below - head - 6 + (s->note[0] != 0 ? LINE : 0);
}

/* ---- a panel ---- */

/* The columns from entry `from` to before `to`, the first row `top` down. */
typedef struct page {
  int from, to;
  int64_t top;
} page;

static int64_t x_of(const sheet *s, const page *p, int c) { return s->left + (int64_t)(c - p->from) * s->wide; }
static int64_t y_of(const sheet *s, const page *p, int r) { return p->top + (int64_t)r * s->high; }

/* Numbers along both margins: of every cell, or where there is no room of every 16th. */
static void put_margins(FILE *out, const hd_panel *panel, const sheet *s, const page *p) {
  char number[24];
  const int step = s->texts ? 1 : 16;
  if (panel->column.name != NULL) put_text(out, s->left, p->top - LINE - 5, "name", panel->column.name);
  if (panel->row.name != NULL) put_text(out, 0, p->top - 5, "name", panel->row.name);
  for (int r = 0; r < s->row.kept; ++r) {
    if (s->row.at[r] >= 0 && s->row.at[r] % step != 0) continue;
    snprintf(number, sizeof number, "%" PRId64, s->row.at[r]);
    put_text(out, s->left - 5, y_of(s, p, r) + (s->texts ? 14 : 8), "row", s->row.at[r] < 0 ? ".." : number);
  }
  for (int c = p->from; c < p->to; ++c) {
    if (s->column.at[c] >= 0 && s->column.at[c] % step != 0) continue;
    snprintf(number, sizeof number, "%" PRId64, s->column.at[c]);
    put_text(out, x_of(s, p, c) + s->wide / 2, p->top - 5, NULL, s->column.at[c] < 0 ? ".." : number);
  }
}

static void ask(const hd_panel *panel, const sheet *s, int r, int c, hd_drawn *drawn) {
  *drawn = (hd_drawn){-1, ".."};
  if (s->row.at[r] >= 0 && s->column.at[c] >= 0) panel->cell(panel->context, s->row.at[r], s->column.at[c], drawn);
}

/* Rows from `r` on that have the same colours all along, where there are no texts. */
static int rows_alike(const hd_panel *panel, const sheet *s, const page *p, int r) {
  hd_drawn one, other;
  int next = r + 1;
  for (bool alike = !s->texts; alike && next < s->row.kept; next += alike) {
    for (int c = p->from; c < p->to && alike; ++c) {
      ask(panel, s, r, c, &one);
      ask(panel, s, next, c, &other);
      alike = one.colour == other.colour;
    }
  }
  return next - r;
}

/* Rows that are alike, neighbours of one colour without text being one rectangle. */
static void put_rows(FILE *out, const hd_panel *panel, const sheet *s, const page *p, int r, int rows) {
  hd_drawn drawn, next;
  const int64_t y = y_of(s, p, r);
  ask(panel, s, r, p->from, &next);
  for (int c = p->from, first = c; c < p->to; ++c) {
    drawn = next;
    if (c + 1 < p->to) ask(panel, s, r, c + 1, &next);
    if (!s->texts && c + 1 < p->to && next.colour == drawn.colour) continue;
    const int64_t x = x_of(s, p, first);
    if (drawn.colour >= 0)
      fprintf(out, "<rect x=\"%" PRId64 "\" y=\"%" PRId64 "\" width=\"%d\" height=\"%d\" class=\"c%" PRId64 "\"/>\n", x,
              y, (c + 1 - first) * s->wide, rows * s->high, drawn.colour % HD_PICTURE_COLOURS);
    if (s->texts && drawn.text[0] != 0) put_text(out, x + s->wide / 2, y + 14, NULL, drawn.text);
    first = c + 1;
  }
}

/* Lines between blocks: before each multiple of the rule. */
static bool is_ruled(const hd_side *side, const hd_cut *cut, int k) {
  return side->rule > 0 && cut->at[k] > 0 && cut->at[k] % side->rule == 0;
}

static void put_rules(FILE *out, const hd_panel *panel, const sheet *s, const page *p) {
  const int64_t right = x_of(s, p, p->to), bottom = y_of(s, p, s->row.kept);
  for (int r = 1; r < s->row.kept; ++r) {
    if (!is_ruled(&panel->row, &s->row, r)) continue;
    fprintf(out, "<path d=\"M%" PRId64 " %" PRId64 "H%" PRId64 "\" class=\"rule\"/>\n", s->left, y_of(s, p, r), right);
  }
  for (int c = p->from + 1; c < p->to; ++c) {
    if (!is_ruled(&panel->column, &s->column, c)) continue;
    fprintf(out, "<path d=\"M%" PRId64 " %" PRId64 "V%" PRId64 "\" class=\"rule\"/>\n", x_of(s, p, c), p->top, bottom);
  }
  fprintf(out,
          "<rect x=\"%" PRId64 "\" y=\"%" PRId64 "\" width=\"%" PRId64 "\" height=\"%" PRId64 "\" class=\"frame\"/>\n",
          s->left, p->top, right - s->left, bottom - p->top);
}

static void put_panel(FILE *out, const hd_panel *panel, const sheet *s, int64_t x, int64_t y) {
  fprintf(out, "<g transform=\"translate(%" PRId64 " %" PRId64 ")\"%s>\n", x, y, s->texts ? " class=\"grid\"" : "");
  put_lines(out, s->left, LINE - 4, "title", panel->title, (size_t)s->title);
  page p = {.from = 0, .top = s->top};
  for (; p.from < s->column.kept; p.from = p.to, p.top += s->below) {
    p.to = (int)least(p.from + s->page, s->column.kept);
    put_margins(out, panel, s, &p);
    for (int r = 0, rows; r < s->row.kept; r += rows) {
      rows = rows_alike(panel, s, &p, r);
      put_rows(out, panel, s, &p, r, rows);
    }
    put_rules(out, panel, s, &p);
  }
  if (s->note[0] != 0) put_text(out, s->left, s->height - 2, "name", s->note);
  fputs("</g>\n", out);
}

/* ---- what stands below ---- */

enum { SWATCH = 26 /* from one to the next */ };

/* How many lines the legend takes, and the legend. */
static int64_t legend_lines(const hd_legend *legend) {
  if (legend->name == NULL) return 0;
  return legend->label[0] == NULL ? 1 : 1 + greater(legend->count, 1);
}

static void put_swatch(FILE *out, int64_t x, int64_t y, int64_t k) {
  char number[24];
  snprintf(number, sizeof number, "%" PRId64, k);
  fprintf(out, "<rect x=\"%" PRId64 "\" y=\"%" PRId64 "\" width=\"22\" height=\"16\" class=\"c%" PRId64 "\"/>\n", x,
          y - 12, k);
  put_text(out, x + 11, y, NULL, number);
}

static void put_legend(FILE *out, const hd_legend *legend, int64_t y) {
  char text[HD_LEGEND_TEXT];
  if (legend->name == NULL) return;
  hd_legend_text(legend, text);
  put_text(out, GAP, y, "name", text);
  const int64_t x = GAP + LETTER * ((int64_t)strlen(text) + 1);
  for (int64_t k = 0; k < hd_legend_colours(legend); ++k) {
    if (legend->label[0] == NULL) {
      put_swatch(out, x + SWATCH * k, y, k);
      continue;
    }
    put_swatch(out, GAP, y + LINE * (k + 1), k);
    put_text(out, GAP + 30, y + LINE * (k + 1), "name", legend->label[k]);
  }
}

/* How wide the legend and the notes are. */
static int64_t widest_below(const hd_picture *picture) {
  const hd_legend *legend = &picture->legend;
  char text[HD_LEGEND_TEXT] = "";
  int64_t letters = 0, widest;
  for (int k = 0; k < picture->notes; ++k) letters = greater(letters, (int64_t)strlen(picture->note[k]));
  for (int64_t k = 0; k < legend->count && legend->label[0] != NULL; ++k)
    letters = greater(letters, (int64_t)strlen(legend->label[k]) + 6);
  widest = letters * LETTER;
  if (legend->name == NULL) return widest;
  hd_legend_text(legend, text);
  return greater(widest, LETTER * ((int64_t)strlen(text) + 1) + SWATCH * hd_legend_colours(legend));
}

/* ---- the document ---- */

typedef struct place {
  int64_t x, y;  /* of the next panel */
  int64_t width; /* of all of them */
} place;

/* Where a panel goes: beside the one before, or below all of them. */
static void advance(place *at, const sheet *s, int64_t *bottom) {
  if (at->x > GAP && at->x + s->width > PAGE) {
    at->x = GAP;
    at->y = *bottom + GAP;
  }
  *bottom = greater(*bottom, at->y + s->height);
  at->width = greater(at->width, at->x + s->width + GAP);
}

/* Panels one after another; with no `out` only the size is found. Returns where they end. */
static int64_t put_panels(FILE *out, const hd_picture *picture, place *at) {
  int64_t bottom = at->y;
  for (int k = 0; k < picture->panels; ++k) {
    sheet s;
    lay_out(picture, k, &s);
    advance(at, &s, &bottom);
    if (out != NULL) put_panel(out, &picture->panel[k], &s, at->x, at->y);
    at->x += s.width + GAP;
  }
  return bottom;
}

static void put_head(FILE *out, const hd_picture *picture, int64_t width, int64_t height) {
  fprintf(out, "<?%s?>\n", picture->command);
  fprintf(out,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%" PRId64 "\" height=\"%" PRId64
          "\" viewBox=\"0 0 %" PRId64 " %" PRId64 "\" role=\"img\">\n<title>",
          width, height, width, height);
  put_escaped(out, picture->input, strlen(picture->input));
  fputs("</title>\n<desc>", out);
  for (int k = 0; k < picture->panels; ++k) {
    const hd_panel *panel = &picture->panel[k];
    fprintf(out, "%s%" PRId64 " %ss by %" PRId64 " %ss: ", k > 0 ? "; " : "", panel->row.count,
            panel->row.name == NULL ? "row" : panel->row.name, panel->column.count,
            panel->column.name == NULL ? "column" : panel->column.name);
    put_escaped(out, panel->title, strlen(panel->title));
  }
  if (picture->legend.name != NULL) fprintf(out, "; colour: %s", picture->legend.name);
  fputs("</desc>\n<style>text{font-family:monospace;font-size:11px;fill:#000;text-anchor:middle}"
        ".name,.title,.input{text-anchor:start}.row{text-anchor:end}.title{font-size:13px}"
        ".input{font-size:14px;font-weight:bold}"
        ".grid rect{stroke:#fff}.grid .frame,.frame{fill:none;stroke:#000}.rule{stroke:#000}",
        out);
  for (int k = 0; k < HD_PICTURE_COLOURS; ++k) fprintf(out, ".c%d{fill:#%06" PRIx32 "}", k, hd_picture_fill(k));
  fputs("</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n", out);
}

void hd_picture_svg(FILE *out, const hd_picture *picture) {
  const int64_t input = lines_of(picture->input, WIDEST_INPUT), first = GAP + input * LINE;
  const int64_t letters = input > 1 ? WIDEST_INPUT : (int64_t)strlen(picture->input);
  place at = {.x = GAP, .y = first, .width = 2 * GAP + 9 * letters};
  int64_t bottom = put_panels(NULL, picture, &at);
  at.width = greater(at.width, 2 * GAP + widest_below(picture));
  put_head(out, picture, at.width, bottom + (legend_lines(&picture->legend) + picture->notes) * LINE + GAP);
  put_lines(out, GAP, GAP, "input", picture->input, WIDEST_INPUT);
  at = (place){.x = GAP, .y = first};
  put_panels(out, picture, &at);
  put_legend(out, &picture->legend, bottom + LINE);
  bottom += (legend_lines(&picture->legend) + 1) * LINE;
  for (int k = 0; k < picture->notes; ++k) put_text(out, GAP, bottom + k * LINE, "name", picture->note[k]);
  fputs("</svg>\n", out);
}
