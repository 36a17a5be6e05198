/* `heddle show 'EXPR'` and `heddle show tmem ..`: a layout or tensor memory as a picture, in the terminal or as SVG. */
#define _DEFAULT_SOURCE
#include "proofs/command.h"

#include "proofs/answer.h"
#include "proofs/diagnose.h"
#include "proofs/expression.h"
#include "proofs/input.h"
#include "proofs/picture_json.h"
#include "proofs/show.h"
#include "proofs/show_tmem.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { PANELS = 64, OPERANDS = 4, WORDS = 128, TITLE = HD_VALUE_TEXT_MAX + 64 };

typedef struct request {
  const char *text, *svg;
  hd_show show;
  hd_window window;
  int64_t rows, columns; /* of --on; rows 0: a table */
  bool alone, cells_given, colour_given, lanes, tmem;
  char *word[WORDS]; /* the expression; `tmem`, its verb and what it takes */
  int words;
  char cut[1 << 14]; /* one argument taken apart */
} request;

/* What the expression is: its value, and of the operation done last the operands. */
typedef struct picture {
  hd_composed value, operand[OPERANDS];
  char title[PANELS][TITLE];
  hd_table table[PANELS];
  hd_panel panel[PANELS];
  int operands, panels;
  int64_t pages; /* in all; the first of them are panels */
  bool composes, inverts;
  hd_owners owners;
  hd_tmem_picture tmem;
  hd_picture whole;
  char legend[HD_PICTURE_NOTE];
} picture;

/* ---- options ---- */

static int wanted(const char *option, const char *what) { return hd_complain(NULL, "%s takes %s", option, what); }

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
  static const char *const words[] = {"value",  "index",    "coordinate",  "none",   "owner",
                                      "thread", "register", "instruction", "address"};
  ask->cells_given = true;
  for (int k = 0; k < (int)(sizeof words / sizeof words[0]); ++k) {
    if (strcmp(text, words[k]) != 0) continue;
    ask->show.text = (hd_cell_text)k;
    return true;
  }
  return false;
}

static bool read_colour(const char *text, request *ask) {
  static const char *const words[] = {"value", "thread", "warp", "register", "instruction"};
  int used = 0;
  ask->colour_given = true;
  for (int k = 0; k < (int)(sizeof words / sizeof words[0]); ++k)
    if (strcmp(text, words[k]) == 0) return ask->show.colour = HD_COLOUR_VALUE - k, true;
  return sscanf(text, "%d%n", &ask->show.colour, &used) == 1 && text[used] == 0 && ask->show.colour >= 0;
}

static bool read_rows(const char *text, request *ask) { return read_range(text, &ask->window.row, &ask->window.rows); }
static bool read_columns(const char *text, request *ask) {
  return read_range(text, &ask->window.column, &ask->window.columns);
}
static bool read_thin(const char *text, request *ask) {
  int used = 0;
  return sscanf(text, "%" SCNd64 "%n", &ask->window.thin, &used) == 1 && text[used] == 0 && ask->window.thin > 0;
}
static bool read_svg(const char *text, request *ask) { return ask->svg = text, text[0] != 0; }

static const struct {
  const char *name, *what;
  bool (*read)(const char *text, request *ask);
} options[] = {
    {"--svg", "a file's name, or - for the standard output", read_svg},
    {"--on", "a shape (ROWS,COLUMNS), COLUMNS may be _", read_shape},
    {"--cells", "value, index, coordinate or none, and of `tmem` owner, thread, register, instruction or address",
     read_cells},
    {"--colour", "value, or a mode counted from 0, and of `tmem` thread, warp, register or instruction", read_colour},
    {"--names", "two names of at most 7 characters, T,V", read_names},
    {"--rows", "FIRST..LAST", read_rows},
    {"--columns", "FIRST..LAST", read_columns},
    {"--thin", "a number of rows and columns", read_thin},
};

static bool push(request *ask, char *word) {
  if (ask->words == WORDS) return false;
  ask->word[ask->words++] = word;
  return true;
}

/* An argument that is no option of `show`. `tmem plan ..` in one is three words: what the verb takes is taken apart by
 * the verb. */
static bool push_argument(request *ask, char *text) {
  static const char blanks[] = " \t\n";
  if (ask->words > 0 || strncmp(text, "tmem", 4) != 0 || strchr(blanks, text[4]) == NULL) return push(ask, text);
  if (strlen(text) >= sizeof ask->cut) return false;
  char *at = strcpy(ask->cut, text);
  for (int k = 0; *at != 0 && k < 2; ++k) {
    char *const end = at + strcspn(at, blanks);
    if (!push(ask, at)) return false;
    at = end + strspn(end, blanks);
    *end = 0;
  }
  return *at == 0 || push(ask, at);
}

/* What stands where nothing else is asked for: owners, of a datapath elements. */
static void set_defaults(request *ask) {
  const bool datapath = ask->tmem && ask->words > 1 && strcmp(ask->word[1], "datapath") == 0;
  if (ask->tmem && !ask->cells_given) ask->show.text = datapath ? HD_CELL_COORDINATE : HD_CELL_OWNER;
  if (ask->tmem && !ask->colour_given) ask->show.colour = datapath ? 0 : HD_COLOUR_THREAD;
  if (ask->lanes && ask->rows == 0) {
    ask->rows = 128;
    ask->show.row_name = "lane";
    ask->show.column_name = "column";
  }
  if (ask->rows > 0 && !ask->colour_given) ask->show.colour = 0;
}

/* Threads, registers and what moves them are known of tensor memory alone. */
static int check_words(const request *ask) {
  if (ask->words == 0) return hd_complain_usage();
  if (ask->svg != NULL && strcmp(ask->svg, "-") == 0 && hd_answer_json() != NULL)
    return hd_complain(NULL, "--json and --svg - exclude each other");
  if (ask->tmem) {
    if (ask->words == 1) return wanted("tmem", "image, datapath or plan, and what these take");
    return ask->rows > 0 || ask->lanes ? wanted("tmem", "neither --on nor --tmem") : 0;
  }
  if (ask->words > 1) return hd_complain_usage();
  if (ask->show.text >= HD_CELL_OWNER) return wanted("--cells", "value, index, coordinate or none of a layout");
  return ask->show.colour <= HD_COLOUR_THREAD ? wanted("--colour", "value or a mode of a layout") : 0;
}

static int read_request(int argc, char **argv, request *ask) {
  const char *unknown = NULL;
  *ask = (request){.show = {.colour = HD_COLOUR_VALUE}};
  for (int k = 1; k < argc; ++k) {
    size_t o = 0;
    while (o < sizeof options / sizeof options[0] && strcmp(options[o].name, argv[k]) != 0) ++o;
    if (strcmp(argv[k], "--alone") == 0) ask->alone = true;
    else if (strcmp(argv[k], "--tmem") == 0) ask->lanes = true;
    else if (o < sizeof options / sizeof options[0]) {
      if (k + 1 == argc || !options[o].read(argv[k + 1], ask)) return wanted(argv[k], options[o].what);
      ++k;
    } else {
      if (unknown == NULL && hd_is_long_option(argv[k])) unknown = argv[k];
      if (!push_argument(ask, argv[k])) return wanted("tmem", "fewer or shorter words");
    }
  }
  ask->tmem = ask->words > 0 && strcmp(ask->word[0], "tmem") == 0;
  if (unknown != NULL && !ask->tmem) return hd_unknown_option("show", unknown);
  const int code = check_words(ask);
  if (code != 0) return code;
  ask->text = ask->word[0];
  set_defaults(ask);
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

/* Operations whose right operand is a layout of indices of the left one, and those whose result is one of values. */
static const char *const divides[] = {"composition",  "logical_divide", "zipped_divide",
                                      "tiled_divide", "flat_divide",    NULL};
static const char *const inverses[] = {"right_inverse", "left_inverse", NULL};

static bool is_called(const hd_node *node, const char *const *names) {
  if (node->kind != HD_NODE_CALL) return false;
  while (*names != NULL && strcmp(*names, node->as.builtin->name) != 0) ++names;
  return *names != NULL;
}

/* The operands of the operation that was done last, those that are layouts. */
static void keep_operands(void *context, const hd_node *node, const hd_value *operand, int count,
                          const hd_value *result) {
  picture *drawn = context;
  drawn->operands = 0;
  drawn->composes = (node->kind == HD_NODE_COMPOSE && count == 2) || is_called(node, divides);
  drawn->inverts = is_called(node, inverses);
  if (result == NULL || node->kind == HD_NODE_EVALUATE) return;
  for (int k = 0; k < count && drawn->operands < OPERANDS; ++k)
    if (as_composed(&operand[k], &drawn->operand[drawn->operands])) ++drawn->operands;
  if (drawn->operands < 2) drawn->composes = false;
}

/* A table of a layout, page by page, as far as there is room for panels. */
static void add_tables(picture *drawn, const request *ask, const hd_composed *layout, hd_link link, const char *name) {
  char text[HD_VALUE_TEXT_MAX];
  int64_t pages = hd_show_pages(layout);
  drawn->pages += pages;
  hd_print_composed(layout, text, sizeof text);
  for (int64_t page = 0; page < pages && drawn->panels < PANELS; ++page) {
    char *title = drawn->title[drawn->panels];
    int length = snprintf(title, TITLE, "%s%s", name, text);
    if (pages > 1) snprintf(title + length, TITLE - (size_t)length, " at (_,_,%" PRId64 ")", page);
    hd_show_table(&ask->show, layout, link, &drawn->operand[0], page, title, &drawn->table[drawn->panels],
                  &drawn->panel[drawn->panels]);
    ++drawn->panels;
  }
}

/* What a swizzle keeps together: of the coarsest of several. */
static int64_t unit_of(const hd_composed *layout) {
  int64_t unit = 1;
  for (int k = 0; k < layout->steps; ++k)
    if (!layout->step[k].is_layout && (int64_t)1 << layout->step[k].swizzle.base > unit)
      unit = (int64_t)1 << layout->step[k].swizzle.base;
  return unit;
}

static void add_operation(picture *drawn, request *ask) {
  ask->show.unit = unit_of(&drawn->value);
  const bool swizzled = ask->show.unit > 1 && drawn->operands == 1;
  for (int k = 0; k < drawn->operands && !ask->alone; ++k) {
    const char name[] = {(char)('A' + k), ' ', '=', ' ', 0};
    add_tables(drawn, ask, &drawn->operand[k], drawn->composes && k == 1 ? HD_LINK_OUTER : HD_LINK_VALUE,
               swizzled ? "before: " : name);
  }
  /* Before and after: a swizzle's inner layout beside what becomes of it. */
  if (!ask->alone && drawn->operands == 0 && drawn->value.steps > 0) {
    hd_composed_plain(&drawn->value.inner, &drawn->operand[0]);
    add_tables(drawn, ask, &drawn->operand[0], HD_LINK_VALUE, "before: ");
  }
  const bool inverse = drawn->inverts && drawn->panels > 0;
  add_tables(drawn, ask, &drawn->value, inverse ? HD_LINK_INDEX : HD_LINK_VALUE,
             drawn->panels == 0   ? ""
             : ask->show.unit > 1 ? "after: "
                                  : "= ");
}

/* ---- the command, as it can be given again ---- */

static bool is_plain(const char *text) {
  return *text != 0 &&
         text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./,:+-=")] == 0;
}

/* A word as the shell reads it, in one line; `?>` would end the instruction that it stands in. Returns the end. */
static char *quote(char *to, const char *word) {
  *to++ = ' ';
  if (is_plain(word)) return strcpy(to, word) + strlen(word);
  *to++ = '\'';
  for (; *word != 0; ++word) {
    if (*word == '\'') to = strcpy(to, "'\\'") + 3;
    else if (*word == '>' && to[-1] == '?') to = strcpy(to, "''") + 2;
    *to++ = (char)((unsigned char)*word < ' ' ? ' ' : *word);
  }
  *to++ = '\'';
  *to = 0;
  return to;
}

/* Options first, then the input as one word. NULL: there is no memory. */
static char *write_command(int argc, char **argv, const char *input) {
  static const char name[] = "heddle show";
  size_t room = sizeof name + 4 * strlen(input) + 4;
  for (int k = 1; k < argc; ++k) room += 4 * strlen(argv[k]) + 4;
  char *const command = malloc(room);
  if (command == NULL) return NULL;
  char *to = strcpy(command, name) + strlen(name);
  for (int k = 1; k < argc; ++k) {
    size_t o = 0;
    while (o < sizeof options / sizeof options[0] && strcmp(options[o].name, argv[k]) != 0) ++o;
    const bool takes = o < sizeof options / sizeof options[0];
    const bool shown =
        (takes && strcmp(argv[k], "--svg") != 0) || strcmp(argv[k], "--alone") == 0 || strcmp(argv[k], "--tmem") == 0;
    if (shown) to = quote(to, argv[k]);
    if (shown && takes) to = quote(to, argv[k + 1]);
    k += takes;
  }
  quote(to, input);
  return command;
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
    hd_picture_svg(stdout, &drawn->whole);
    return 0;
  }
  if (snprintf(beside, sizeof beside, "%s.part", ask->svg) >= (int)sizeof beside)
    return wanted("--svg", "a shorter name");
  FILE *out = fopen(beside, "w");
  if (out == NULL) return hd_complain_file(ask->svg, "it cannot be written");
  hd_picture_svg(out, &drawn->whole);
  bool failed = ferror(out) != 0;
  if (fclose(out) != 0 || failed || rename(beside, ask->svg) != 0) {
    remove(beside);
    return hd_complain_file(ask->svg, "it cannot be written");
  }
  return 0;
}

static void add_note(hd_picture *whole, const char *form, int64_t number, int64_t of) {
  if (whole->notes < HD_PICTURE_NOTES) snprintf(whole->note[whole->notes++], HD_PICTURE_NOTE, form, number, of);
}

static void add_notes(picture *drawn) {
  if (drawn->owners.shared > 0)
    add_note(&drawn->whole, "%" PRId64 " coordinates share a cell with one that is shown", drawn->owners.shared, 0);
  if (drawn->owners.outside > 0)
    add_note(&drawn->whole, "%" PRId64 " coordinates lie outside the shape", drawn->owners.outside, 0);
  if (drawn->pages > drawn->panels)
    add_note(&drawn->whole, "%" PRId64 " of %" PRId64 " pages are shown", drawn->panels, drawn->pages);
}

/* For programs: the panels, and what was left out of them. */
static int answer(hd_json *json, const request *ask, const picture *drawn) {
  hd_json_text(json, "expression", drawn->whole.input);
  hd_json_text(json, "command", drawn->whole.command);
  if (ask->svg != NULL) hd_json_text(json, "file", ask->svg);
  hd_json_integer(json, "pages", ask->tmem ? 1 : drawn->pages);
  hd_json_integer(json, "shared", drawn->owners.shared);
  hd_json_integer(json, "outside", drawn->owners.outside);
  hd_json_list(json, "panels");
  for (int k = 0; k < drawn->panels; ++k) hd_picture_json(json, &drawn->panel[k], &drawn->whole.window);
  hd_json_close(json);
  return ask->svg == NULL ? 0 : write_svg(ask, drawn);
}

static int draw(int argc, char **argv, const request *ask, picture *drawn) {
  char *const command = write_command(argc, argv, drawn->whole.input);
  int code = 0;
  if (command == NULL) return hd_complain_memory();
  drawn->whole.command = command;
  drawn->whole.panel = drawn->panel;
  drawn->whole.panels = drawn->panels;
  add_notes(drawn);
  if (hd_answer_json() != NULL) {
    code = answer(hd_answer_json(), ask, drawn);
  } else if (ask->svg != NULL) {
    code = write_svg(ask, drawn);
  } else {
    hd_picture_text(stdout, &drawn->whole, terminal_width(), isatty(STDOUT_FILENO) && getenv("NO_COLOR") == NULL);
  }
  /* A text has them in it. */
  for (int k = 0; k < drawn->whole.notes && (ask->svg != NULL || hd_answer_json() != NULL); ++k)
    hd_note("%s", drawn->whole.note[k]);
  free(command);
  return code;
}

static int show_tmem(request *ask, picture *drawn) {
  const int code = hd_show_tmem_read(ask->words - 1, ask->word + 1, &ask->show, &drawn->tmem);
  if (code != 0) return code;
  drawn->whole.input = drawn->tmem.input;
  drawn->panels = 1;
  hd_show_tmem_panel(&drawn->tmem, &drawn->panel[0], &drawn->whole);
  return 0;
}

static int show_value(request *ask, picture *drawn) {
  const hd_observer observer = {keep_operands, drawn};
  hd_error error;
  hd_value value;
  hd_finding finding;
  bool explained;
  size_t length = strlen(ask->text);
  drawn->whole.input = ask->text;
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
  hd_show_legend(&ask->show, ask->rows > 0, drawn->legend, &drawn->whole.legend);
  return 0;
}

int hd_command_show(int argc, char **argv) {
  static request ask;
  int code = read_request(argc, argv, &ask);
  if (code != 0) return code;
  picture *drawn = calloc(1, sizeof *drawn);
  if (drawn == NULL) return hd_complain_memory();
  drawn->whole.window = ask.window;
  code = ask.tmem ? show_tmem(&ask, drawn) : show_value(&ask, drawn);
  if (code == 0) code = draw(argc, argv, &ask, drawn);
  free(drawn->owners.owner);
  free(drawn);
  return code;
}
