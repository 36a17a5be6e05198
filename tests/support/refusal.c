/* Rows are read line by line and called one after another. */
#include "tests/support/refusal.h"

#include "tests/support/linear.h"
#include "tests/support/placement.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

#include <stdio.h>
#include <stdlib.h>

enum { LINE = 4096, WORD = 64 };

typedef struct row {
  const char *file;
  int line; /* of the call */
  char status[WORD];
  char operation[WORD];
  int operands;
  char operand[HD_TEST_OPERANDS][LINE];
  char message[LINE], hint[LINE];
  long position; /* -1: none stands there */
} row;

/* ---- reading ---- */

/* Copies up to the end, with repeats and escapes written out. */
static void expand(const char *from, const char *end, char *to) {
  char *limit = to + LINE - 1;
  while (from < end) {
    char *after;
    long times = *from == '{' ? strtol(from + 1, &after, 10) : 0;
    const char *close = times > 0 && *after == '*' ? strchr(after, '}') : NULL;
    if (close) {
      for (; times > 0; times--)
        for (const char *c = after + 1; c < close && to < limit; c++) *to++ = *c;
      from = close + 1;
    } else if (from[0] == '\\' && from[1] == 'n') {
      *to++ = '\n';
      from += 2;
    } else {
      *to++ = *from++;
    }
    EXPECT(to < limit, "an operand is too long");
  }
  *to = 0;
}

/* `undefined composition | A | B`; a blank on each side of a bar belongs to it, others to the operand. */
static void read_call(const char *line, row *r) {
  int at = 0;
  EXPECT(sscanf(line, "%63s %63s%n", r->status, r->operation, &at) == 2, "%s:%d: no call", r->file, r->line);
  r->operands = 0;
  for (const char *bar = strstr(line + at, " | "); bar; r->operands++) {
    const char *begin = bar + 3;
    bar = strstr(begin, " | ");
    EXPECT(r->operands < HD_TEST_OPERANDS, "%s:%d: too many operands", r->file, r->line);
    expand(begin, bar ? bar : begin + strlen(begin), r->operand[r->operands]);
  }
}

static void read_answer(const char *line, row *r) {
  if (strncmp(line, "hint: ", 6) == 0) strcpy(r->hint, line + 6);
  else if (strncmp(line, "at ", 3) == 0) r->position = strtol(line + 3, NULL, 10);
  else strcpy(r->message, line);
}

/* The next row; false at the end of the file. *line is the line read last. */
static bool next_row(FILE *file, char *text, int *line, row *r) {
  bool begun = false;
  r->message[0] = r->hint[0] = 0;
  r->position = -1;
  for (;;) {
    long back = ftell(file);
    if (!fgets(text, LINE, file)) return begun;
    text[strcspn(text, "\n")] = 0;
    if (begun && text[0] != ' ' && text[0] != 0 && text[0] != '#') {
      fseek(file, back, SEEK_SET);
      return true;
    }
    ++*line;
    if (text[0] == 0 || text[0] == '#') continue;
    if (text[0] == ' ') {
      read_answer(text + 2, r);
    } else {
      r->line = *line;
      read_call(text, r);
      begun = true;
    }
  }
}

/* ---- operands ---- */

static void read_names(const char *text, hd_axis axis[4]) {
  char word[WORD];
  for (int k = 0, at = 0; k < 4 && sscanf(text, "%63s%n", word, &at) == 1; k++, text += at)
    axis[k] = strcmp(word, "_") == 0 ? HD_AXIS_INTEGER : hd_test_name(word);
}

static void read_split(const char *text, hd_axis_split *split) {
  char word[3][WORD];
  long long extent;
  EXPECT(sscanf(text, "%63s %63s %63s %lld", word[0], word[1], word[2], &extent) == 4, "no split: %s", text);
  hd_axis axis[3];
  for (int k = 0; k < 3; k++) {
    hd_tuple number = hd_test_tuple(word[k]);
    axis[k] = hd_tuple_axis(&number, 0);
  }
  *split = (hd_axis_split){.fused = axis[0], .outer = axis[1], .inner = axis[2], .extent = extent};
}

/* `register:3 -> offset:3 = 4 2 1` */
static void read_linear(const char *text, hd_linear *linear) {
  char in[LINE], out[LINE];
  uint64_t basis[HD_LINEAR_BITS];
  const char *arrow = strstr(text, "->"), *equals = strchr(text, '=');
  EXPECT(arrow && equals, "no linear layout: %s", text);
  snprintf(in, sizeof in, "%.*s", (int)(arrow - text), text);
  snprintf(out, sizeof out, "%.*s", (int)(equals - arrow - 2), arrow + 2);
  char *end = NULL;
  const char *at = equals + 1;
  for (int k = 0; k < HD_LINEAR_BITS; k++, at = end) basis[k] = strtoull(at, &end, 0);
  *linear = hd_test_linear(in, out, basis);
}

static void read_operand(char kind, const char *text, hd_test_operand *operand) {
  operand->text = text;
  operand->length = strlen(text);
  operand->is_null = strcmp(text, "-") == 0;
  if (operand->is_null) return;
  switch (kind) {
    case 'L': operand->as.layout = hd_test_layout(text); break;
    case 'T': operand->as.tuple = hd_test_tuple(text); break;
    case 'P': operand->as.placement = hd_test_placement(text); break;
    case 'M': read_linear(text, &operand->as.linear); break;
    case 'D': operand->as.dimensions = hd_test_dimensions(text); break;
    case 'N': read_names(text, operand->as.axis); break;
    case 'X': read_split(text, &operand->as.split); break;
    case 'I': operand->as.integer = strtoll(text, NULL, 0); break;
    case 'C':
      EXPECT(hd_parse_composed(text, operand->length, NULL, &operand->as.composed) == HD_OK, "no layout: %s", text);
      break;
    case 'G':
      if (strcmp(text, "[]") == 0) hd_tiler_clear(&operand->as.tiler);
      else operand->as.tiler = hd_test_tiler(text);
      break;
    default: EXPECT(kind == 'S', "no kind of operand: %c", kind);
  }
}

/* ---- calling ---- */

/* Whether what the message begins with names the function: they have a word in common, as `make_layout` and
 * `make_flat_layout`, or one is the other's name here; or the instruction that refuses is named. */
static bool is_named(const char *message, const char *function) {
  static const char *const other[][2] = {{"composed_at", "evaluate:"},
                                         {"dimensions_pack", "coordinate:"},
                                         {"instruction_check", "access:"},
                                         {"make_form", "image:"},
                                         {"register_budget", "registers:"},
                                         {"split_offset", "immediate:"},
                                         {"opcode_parse", "image:"},
                                         {"form_parse.repeat", "image:"},
                                         {"form_parse", "opcode:"},
                                         {"issue_base", "access:"},
                                         {"issue_base.second", "second access:"},
                                         {"issue_check", "access:"},
                                         {"issue_cell", "place:"},
                                         {"issue_cell.base", "access:"},
                                         {"stated_shape", "convert:"}};
  char word[WORD];
  for (int k = 0; k < HD_COUNT(other); k++)
    if (strcmp(function, other[k][0]) == 0) return strncmp(message, other[k][1], strlen(other[k][1])) == 0;
  if (strncmp(message, "tcgen05.", 8) == 0 || (*message >= '0' && *message <= '9')) return true;
  while (*message && *message != ':') {
    size_t length = strcspn(message, "_:");
    snprintf(word, sizeof word, "%.*s", (int)length, message);
    if (strstr(function, word)) return true;
    message += length + (message[length] == '_');
  }
  return false;
}

static void judge(const row *r, hd_status status, const hd_error *error) {
  char text[HD_TEXT_MAX];
  EXPECT(strcmp(hd_status_name(status), r->status) == 0, "%s:%d: %s: %s", r->file, r->line, r->operation,
         hd_status_name(status));
  EXPECT(error->status == status, "%s:%d: the error's status is %s", r->file, r->line, hd_status_name(error->status));
  hd_print_error(error, text, sizeof text);
  EXPECT(strcmp(text, r->message) == 0, "%s:%d: says\n  %s\nnot\n  %s", r->file, r->line, text, r->message);
  EXPECT(is_named(text, r->operation), "%s:%d: %s is not named by: %s", r->file, r->line, r->operation, text);
  hd_print_hint(error, text, sizeof text);
  EXPECT(strcmp(text, r->hint) == 0, "%s:%d: hints\n  %s\nnot\n  %s", r->file, r->line, text, r->hint);
  EXPECT(r->position < 0 || error->position == (size_t)r->position, "%s:%d: at %zu, not at %ld", r->file, r->line,
         error->position, r->position);
}

static void note(const row *r, const hd_error *error) {
  const char *path = getenv("HEDDLE_REFUSALS");
  FILE *file = path ? fopen(path, "a") : NULL;
  if (!file) return;
  fprintf(file, "call %.*s %s\nsaid %s\n", (int)strcspn(r->operation, "."), r->operation, r->status, error->reason);
  if (error->hint) fprintf(file, "said %s\n", error->hint);
  fclose(file);
}

static void run_row(const row *r) {
  static hd_test_operand operand[HD_TEST_OPERANDS];
  static hd_test_answer answer;
  hd_error error;
  const hd_test_operation *operation = hd_test_operation_find(r->operation);
  EXPECT(operation, "%s:%d: there is no operation %s", r->file, r->line, r->operation);
  EXPECT((int)strlen(operation->kinds) == r->operands, "%s:%d: %s takes %zu operands", r->file, r->line, r->operation,
         strlen(operation->kinds));
  for (int k = 0; k < r->operands; k++) read_operand(operation->kinds[k], r->operand[k], &operand[k]);
  hd_test_stamp(&error, sizeof error);
  hd_test_stamp(&answer, sizeof answer);
  hd_status status = operation->call(operand, &error, &answer);
  judge(r, status, &error);
  note(r, &error);
  if (status == HD_OK) return;
  EXPECT(hd_test_is_stamped(&answer, sizeof answer), "%s:%d: the result is touched", r->file, r->line);
  /* What is undecided takes long: tests/hostile asks again without an error, where little may be looked at. */
  if (status != HD_UNDECIDED)
    EXPECT(operation->call(operand, NULL, &answer) == status, "%s:%d: another status without an error", r->file,
           r->line);
  EXPECT(hd_test_is_stamped(&answer, sizeof answer), "%s:%d: the result is touched", r->file, r->line);
}

int hd_test_refusals(const char *name) {
  static row r;
  static char text[LINE];
  char path[WORD];
  int line = 0, rows = 0;
  snprintf(path, sizeof path, "tests/refusals/%s.txt", name);
  FILE *file = fopen(path, "r");
  EXPECT(file, "%s cannot be read", path);
  r.file = path;
  for (; next_row(file, text, &line, &r); rows++) run_row(&r);
  fclose(file);
  return rows;
}
