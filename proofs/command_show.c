/* `heddle show 'EXPR'` and `heddle show tmem ..`: a layout or tensor memory as a picture, in the terminal or as SVG. */
#define _DEFAULT_SOURCE
#include "proofs/command.h"

#include "proofs/answer.h"
#include "proofs/diagnose.h"
#include "proofs/expression.h"
#include "proofs/picture_json.h"
#include "proofs/output.h"
#include "proofs/show_request.h"
#include "proofs/show_tmem.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#ifndef HD_SHOW_PANELS
#define HD_SHOW_PANELS 64
#endif
enum { PANELS = HD_SHOW_PANELS, OPERANDS = 4, TITLE = HD_VALUE_TEXT_MAX + HD_TEXT_MAX };

/* What the expression is: its value, and of the operation done last the operands. */
typedef struct picture {
  hd_composed value, operand[OPERANDS];
  char (*title)[TITLE]; /* of each panel; nothing but what is printed there is ever written */
  hd_table table[PANELS];
  hd_panel panel[PANELS];
  int operands, panels;
  int64_t pages; /* in all; the first of them are panels */
  bool composes, inverts;
  hd_owners owners;
  hd_tmem_picture *tmem; /* where that is shown: it is large */
  hd_picture whole;
  char legend[HD_PICTURE_NOTE];
  char *line; /* the expression */
} picture;

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
static void add_tables(picture *drawn, const hd_show_request *ask, const hd_composed *layout, hd_link link,
                       const char *name) {
  char text[HD_VALUE_TEXT_MAX], at[HD_TEXT_MAX];
  int64_t pages = hd_show_pages(layout);
  const bool before = drawn->operands == 0 && drawn->value.steps > 0;
  const int64_t share = PANELS / (ask->alone ? 1 : drawn->operands + 1 + before);
  drawn->pages += pages;
  hd_print_composed(layout, text, sizeof text);
  for (int64_t page = 0; page < pages && page < share; ++page) {
    char *title = drawn->title[drawn->panels];
    int length = snprintf(title, TITLE, "%s%s", name, text);
    hd_show_page(layout, page, at);
    if (pages > 1) snprintf(title + length, TITLE - (size_t)length, " at %s", at);
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

static void add_operation(picture *drawn, hd_show_request *ask) {
  ask->show.unit = unit_of(&drawn->value);
  const bool swizzled = drawn->operands == 1 && drawn->operand[0].steps < drawn->value.steps;
  const bool before = !ask->alone && drawn->operands == 0 && drawn->value.steps > 0;
  for (int k = 0; k < drawn->operands && !ask->alone; ++k) {
    const char name[] = {(char)('A' + k), ' ', '=', ' ', 0};
    add_tables(drawn, ask, &drawn->operand[k], drawn->composes && k == 1 ? HD_LINK_OUTER : HD_LINK_VALUE,
               swizzled ? "before: " : name);
  }
  /* Before and after: a swizzle's inner layout beside what becomes of it. */
  if (before) {
    hd_composed_plain(&drawn->value.inner, &drawn->operand[0]);
    add_tables(drawn, ask, &drawn->operand[0], HD_LINK_VALUE, "before: ");
  }
  const bool inverse = drawn->inverts && drawn->panels > 0;
  add_tables(drawn, ask, &drawn->value, inverse ? HD_LINK_INDEX : HD_LINK_VALUE,
             drawn->panels == 0   ? ""
             : swizzled || before ? "after: "
                                  : "= ");
}

/* ---- drawing ---- */

static int terminal_width(void) {
  struct winsize size;
  const char *columns = getenv("COLUMNS");
  int width = columns == NULL ? 0 : atoi(columns);
  if (width <= 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) width = size.ws_col;
  return width >= 20 && width <= 10000 ? width : 120;
}

static int write_svg(const hd_show_request *ask, const picture *drawn) {
  hd_output output;
  const char *reason;
  if (strcmp(ask->svg, "-") == 0) {
    hd_picture_svg(stdout, &drawn->whole);
    return 0;
  }
  if (!hd_output_open(ask->svg, &output, &reason)) return hd_complain_file(ask->svg, reason);
  hd_picture_svg(output.file, &drawn->whole);
  return hd_output_close(&output, true, &reason) ? 0 : hd_complain_file(ask->svg, reason);
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
static int answer(hd_json *json, const hd_show_request *ask, const picture *drawn) {
  hd_json_text(json, "expression", drawn->whole.input);
  hd_json_text(json, "command", drawn->whole.command);
  hd_json_integer(json, "pages", ask->tmem ? 1 : drawn->pages);
  hd_json_integer(json, "shared", drawn->owners.shared);
  hd_json_integer(json, "outside", drawn->owners.outside);
  hd_json_list(json, "panels");
  for (int k = 0; k < drawn->panels; ++k) hd_picture_json(json, &drawn->panel[k], &drawn->whole.window);
  hd_json_close(json);
  if (ask->svg == NULL) return 0;
  const int code = write_svg(ask, drawn);
  if (code == 0) hd_json_text(json, "file", ask->svg);
  return code;
}

static int draw(const hd_show_request *ask, picture *drawn) {
  char *const command = hd_show_command(ask, drawn->whole.input);
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

/* A colour that is a mode is one of those that are drawn. */
static int check_colour(const hd_show_request *ask, int modes) {
  if (!ask->colour_given || ask->show.colour < modes) return 0;
  return hd_complain(NULL, "--colour takes a mode of what is drawn, from 0 to %d, and there is `%d`", modes - 1,
                     ask->show.colour);
}

static int show_tmem(hd_show_request *ask, picture *drawn) {
  drawn->tmem = calloc(1, sizeof *drawn->tmem);
  if (drawn->tmem == NULL) return hd_complain_memory();
  int code = hd_show_tmem_read(ask->words - 1, ask->word + 1, &ask->show, drawn->tmem);
  if (code == 0) code = check_colour(ask, hd_show_modes(&ask->show, &drawn->tmem->elements));
  if (code != 0) return code;
  drawn->line = hd_show_line(drawn->tmem->input);
  if (drawn->line == NULL) return hd_complain_memory();
  drawn->whole.input = drawn->line;
  drawn->panels = 1;
  hd_show_tmem_panel(drawn->tmem, &drawn->panel[0], &drawn->whole);
  return 0;
}

static int show_value(hd_show_request *ask, picture *drawn) {
  const hd_observer observer = {keep_operands, drawn};
  hd_error error;
  hd_value value;
  hd_finding finding;
  bool explained;
  const char *text = ask->word[0];
  const size_t length = strlen(text);
  drawn->line = hd_show_line(text);
  if (drawn->line == NULL) return hd_complain_memory();
  drawn->whole.input = drawn->line;
  hd_status status = hd_expression_explained(text, length, &observer, &error, &value, &finding, &explained);
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
    hd_print_failure(NULL, text, length, &error);
    return hd_exit_code(&error);
  }
  hd_show_legend(&ask->show, ask->rows > 0 ? NULL : &drawn->value, drawn->legend, &drawn->whole.legend);
  int modes = hd_show_modes(&ask->show, &drawn->value.inner);
  for (int k = 0; k < drawn->operands && !ask->alone && ask->rows == 0; ++k) {
    const int more = hd_show_modes(&ask->show, &drawn->operand[k].inner);
    if (more > modes) modes = more;
  }
  return check_colour(ask, modes);
}

int hd_command_show(int argc, char **argv) {
  static hd_show_request ask;
  int code = hd_show_request_read(argc, argv, &ask);
  if (code != 0) return code;
  picture *drawn = calloc(1, sizeof *drawn);
  if (drawn == NULL) return hd_complain_memory();
  drawn->whole.window = ask.window;
  drawn->title = malloc(PANELS * sizeof *drawn->title);
  if (drawn->title == NULL) code = hd_complain_memory();
  else code = ask.tmem ? show_tmem(&ask, drawn) : show_value(&ask, drawn);
  if (code == 0) code = draw(&ask, drawn);
  free(drawn->title);
  free(drawn->owners.owner);
  free(drawn->tmem);
  free(drawn->line);
  free(drawn);
  return code;
}
