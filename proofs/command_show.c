/* `heddle show 'EXPR'`: a layout as a picture, in the terminal or as SVG. */
#define _DEFAULT_SOURCE
#include "proofs/command.h"

#include "proofs/answer.h"
#include "proofs/diagnose.h"
#include "proofs/expression.h"
#include "proofs/input.h"
#include "proofs/picture_json.h"
#include "proofs/show.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { PANELS = 64, OPERANDS = 4, TITLE = HD_VALUE_TEXT_MAX + 64 };

typedef struct request {
  const char *text, *svg;
  hd_show show;
  hd_window window;
  int64_t rows, columns; /* of --on; rows 0: a table */
  bool alone, colour_given, tmem;
} request;

/* What the expression is: its value, and of the operation done last the operands. */
typedef struct picture {
  hd_composed value, operand[OPERANDS];
  char title[PANELS][TITLE];
  hd_table table[PANELS];
  hd_panel panel[PANELS];
  int operands, panels;
  int64_t pages; /* in all; the first of them are panels */
  bool composes;
  hd_owners owners;
} picture;

/* ---- options ---- */

static int wanted(const char *option, const char *what) {
  return hd_complain(NULL, "%s takes %s", option, what);
}

/* `FIRST..LAST`, or one number alone. */
static bool read_range(const char *text, int64_t *first, int64_t *count) {
  int64_t last;
  int used = 0;
  if (sscanf(text, "%" SCNd64 "%n", first, &used) != 1 || *first < 0) return false;
  last = *first;
  text += used;
  if (*text != 0 && (sscanf(text, "..%" SCNd64 "%n", &last, &used) != 1 || text[used] != 0)) return false;
  *count = last - *first + 1;
  return *count > 0;
}

/* `(8,16)`; `(128,_)` leaves the columns open. */
static bool read_shape(const char *text, request *ask) {
  hd_tuple shape;
  if (hd_parse_tuple(text, strlen(text), NULL, &shape) != HD_OK || shape.profile.leaves != 2 ||
      hd_rank(&shape.profile) != 2)
    return false;
  ask->rows = shape.value[0];
  ask->columns = hd_tuple_is_any(&shape, 1) ? 0 : shape.value[1];
  return ask->rows > 0 && ask->rows <= HD_SHOW_OWNERS && (ask->columns > 0 || hd_tuple_is_any(&shape, 1));
}

static bool read_names(const char *text, request *ask) {
  static char first[8];
  const char *comma = strchr(text, ',');
  if (comma == NULL || comma == text || comma - text >= (int)sizeof first || comma[1] == 0 || strlen(comma + 1) > 7)
    return false;
  memcpy(first, text, (size_t)(comma - text));
  first[comma - text] = 0;
  ask->show.name[0] = first;
  ask->show.name[1] = comma + 1;
  return true;
}

static bool read_cells(const char *text, request *ask) {
  static const char *const words[] = {"value", "index", "coordinate", "none"};
  for (int k = 0; k < 4; ++k) {
    if (strcmp(text, words[k]) != 0) continue;
    ask->show.text = (hd_cell_text)k;
    return true;
  }
  return false;
}

static bool read_colour(const char *text, request *ask) {
  int used = 0;
  ask->colour_given = true;
  if (strcmp(text, "value") == 0) return ask->show.colour = -1, true;
  return sscanf(text, "%d%n", &ask->show.colour, &used) == 1 && text[used] == 0 && ask->show.colour >= 0;
}

static bool read_rows(const char *text, request *ask) { return read_range(text, &ask->window.row, &ask->window.rows); }
static bool read_columns(const char *text, request *ask) {
  return read_range(text, &ask->window.column, &ask->window.columns);
}
static bool read_svg(const char *text, request *ask) { return ask->svg = text, text[0] != 0; }

static const struct {
  const char *name, *what;
  bool (*read)(const char *text, request *ask);
} options[] = {
    {"--svg", "a file's name, or - for the standard output", read_svg},
    {"--on", "a shape (ROWS,COLUMNS), COLUMNS may be _", read_shape},
    {"--cells", "value, index, coordinate or none", read_cells},
    {"--colour", "value, or a mode counted from 0", read_colour},
    {"--names", "two names of at most 7 characters, T,V", read_names},
    {"--rows", "FIRST..LAST", read_rows},
    {"--columns", "FIRST..LAST", read_columns},
};

static int read_request(int argc, char **argv, request *ask) {
  *ask = (request){.show = {.colour = -1}};
  for (int k = 1; k < argc; ++k) {
    size_t o = 0;
    if (strcmp(argv[k], "--alone") == 0) ask->alone = true;
    else if (strcmp(argv[k], "--tmem") == 0) ask->tmem = true;
    else if (!hd_is_long_option(argv[k])) {
      if (ask->text != NULL) return hd_complain_usage();
      ask->text = argv[k];
    } else {
      while (o < sizeof options / sizeof options[0] && strcmp(options[o].name, argv[k]) != 0) ++o;
      if (o == sizeof options / sizeof options[0]) return hd_unknown_option("show", argv[k]);
      if (k + 1 == argc || !options[o].read(argv[k + 1], ask)) return wanted(argv[k], options[o].what);
      ++k;
    }
  }
  if (ask->text == NULL) return hd_complain_usage();
  if (ask->svg != NULL && strcmp(ask->svg, "-") == 0 && hd_answer_json() != NULL)
    return hd_complain(NULL, "--json and --svg - exclude each other");
  if (ask->tmem && ask->rows == 0) {
    ask->rows = 128;
    ask->show.row_name = "lane";
    ask->show.column_name = "column";
  }
  if (ask->rows > 0 && !ask->colour_given) ask->show.colour = 0;
  return 0;
}

/* ---- panels ---- */

static bool as_composed(const hd_value *value, hd_composed *composed) {
  if (value->kind == HD_KIND_LAYOUT) hd_composed_plain(&value->as.layout, composed);
  else if (value->kind == HD_KIND_COMPOSED) hd_composed_copy(composed, &value->as.composed);
  else if (value->kind == HD_KIND_PART) hd_composed_copy(composed, &value->as.part.layout);
  else return false;
  return true;
}

/* The operands of the operation that was done last, those that are layouts. */
static void keep_operands(void *context, const hd_node *node, const hd_value *operand, int count,
                          const hd_value *result) {
  picture *drawn = context;
  drawn->operands = 0;
  drawn->composes = node->kind == HD_NODE_COMPOSE && count == 2;
  if (result == NULL || node->kind == HD_NODE_EVALUATE) return;
  for (int k = 0; k < count && drawn->operands < OPERANDS; ++k)
    if (as_composed(&operand[k], &drawn->operand[drawn->operands])) ++drawn->operands;
  if (drawn->operands < 2) drawn->composes = false;
}

/* A table of a layout, page by page, as far as there is room for panels. */
static void add_tables(picture *drawn, const request *ask, const hd_composed *layout, const hd_composed *through,
                       const char *name) {
  char text[HD_VALUE_TEXT_MAX];
  int64_t pages = hd_show_pages(layout);
  drawn->pages += pages;
  hd_print_composed(layout, text, sizeof text);
  for (int64_t page = 0; page < pages && drawn->panels < PANELS; ++page) {
    char *title = drawn->title[drawn->panels];
    int length = snprintf(title, TITLE, "%s%s", name, text);
    if (pages > 1) snprintf(title + length, TITLE - (size_t)length, " at (_,_,%" PRId64 ")", page);
    hd_show_table(&ask->show, layout, through, page, title, &drawn->table[drawn->panels], &drawn->panel[drawn->panels]);
    ++drawn->panels;
  }
}

static void add_operation(picture *drawn, const request *ask) {
  for (int k = 0; k < drawn->operands && !ask->alone; ++k) {
    const hd_composed *through = drawn->composes && k == 1 ? &drawn->operand[0] : NULL;
    const char name[] = {(char)('A' + k), ' ', '=', ' ', 0};
    add_tables(drawn, ask, &drawn->operand[k], through, name);
  }
  /* Before and after: a swizzle's inner layout beside what becomes of it. */
  if (!ask->alone && drawn->operands == 0 && drawn->value.steps > 0) {
    hd_composed_plain(&drawn->value.inner, &drawn->operand[0]);
    add_tables(drawn, ask, &drawn->operand[0], NULL, "before: ");
  }
  add_tables(drawn, ask, &drawn->value, NULL, drawn->panels > 0 ? "= " : "");
}

/* ---- drawing ---- */

static int terminal_width(void) {
  struct winsize size;
  const char *columns = getenv("COLUMNS");
  int width = columns == NULL ? 0 : atoi(columns);
  if (width <= 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) width = size.ws_col;
  return width >= 20 && width <= 10000 ? width : 120;
}

/* Beside the file, and in its place when it is whole. */
static int write_svg(const request *ask, const picture *drawn) {
  char beside[4096];
  if (strcmp(ask->svg, "-") == 0) {
    hd_picture_svg(stdout, ask->text, drawn->panel, drawn->panels, &ask->window);
    return 0;
  }
  if (snprintf(beside, sizeof beside, "%s.part", ask->svg) >= (int)sizeof beside)
    return wanted("--svg", "a shorter name");
  FILE *out = fopen(beside, "w");
  if (out == NULL) return hd_complain_file(ask->svg, "it cannot be written");
  hd_picture_svg(out, ask->text, drawn->panel, drawn->panels, &ask->window);
  bool failed = ferror(out) != 0;
  if (fclose(out) != 0 || failed || rename(beside, ask->svg) != 0) {
    remove(beside);
    return hd_complain_file(ask->svg, "it cannot be written");
  }
  return 0;
}

static void put_notes(FILE *out, const picture *drawn) {
  if (drawn->owners.shared > 0)
    fprintf(out, "note: %" PRId64 " coordinates share a cell with one that is shown\n", drawn->owners.shared);
  if (drawn->owners.outside > 0)
    fprintf(out, "note: %" PRId64 " coordinates lie outside the shape\n", drawn->owners.outside);
  if (drawn->pages > drawn->panels)
    fprintf(out, "note: %d of %" PRId64 " pages are shown\n", drawn->panels, drawn->pages);
}

/* For programs: the panels, and what was left out of them. */
static int answer(hd_json *json, const request *ask, const picture *drawn) {
  hd_json_text(json, "expression", ask->text);
  if (ask->svg != NULL) hd_json_text(json, "file", ask->svg);
  hd_json_integer(json, "pages", drawn->pages);
  hd_json_integer(json, "shared", drawn->owners.shared);
  hd_json_integer(json, "outside", drawn->owners.outside);
  hd_json_list(json, "panels");
  for (int k = 0; k < drawn->panels; ++k) hd_picture_json(json, &drawn->panel[k], &ask->window);
  hd_json_close(json);
  return ask->svg == NULL ? 0 : write_svg(ask, drawn);
}

static int draw(const request *ask, picture *drawn) {
  int code = 0;
  if (hd_answer_json() != NULL) return answer(hd_answer_json(), ask, drawn);
  if (ask->svg != NULL) {
    code = write_svg(ask, drawn);
    put_notes(stderr, drawn);
    return code;
  }
  hd_picture_text(stdout, ask->text, drawn->panel, drawn->panels, &ask->window, terminal_width(),
                  isatty(STDOUT_FILENO) && getenv("NO_COLOR") == NULL);
  put_notes(stdout, drawn);
  return code;
}

static int show(const request *ask, picture *drawn) {
  const hd_observer observer = {keep_operands, drawn};
  hd_error error;
  hd_value value;
  hd_finding finding;
  bool explained;
  size_t length = strlen(ask->text);
  hd_status status = hd_expression_explained(ask->text, length, &observer, &error, &value, &finding, &explained);
  if (status == HD_OK && !as_composed(&value, &drawn->value))
    return hd_complain(NULL, "this is %s; a layout or a composed layout is shown", hd_kind_name(&value));
  if (status == HD_OK && ask->rows > 0) {
    hd_print_composed(&drawn->value, drawn->title[0], TITLE);
    drawn->panels = 1;
    status = hd_show_owners(&ask->show, &drawn->value, ask->rows, ask->columns, &error, drawn->title[0], &drawn->owners,
                            &drawn->panel[0]);
    error.position = 0;
  } else if (status == HD_OK) {
    add_operation(drawn, ask);
  }
  if (status != HD_OK) {
    hd_print_failure(NULL, ask->text, length, &error);
    return hd_exit_code(&error);
  }
  return draw(ask, drawn);
}

int hd_command_show(int argc, char **argv) {
  request ask;
  int code = read_request(argc, argv, &ask);
  if (code != 0) return code;
  picture *drawn = calloc(1, sizeof *drawn);
  if (drawn == NULL) return hd_complain_memory();
  code = show(&ask, drawn);
  free(drawn->owners.owner);
  free(drawn);
  return code;
}
