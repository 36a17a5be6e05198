/* Any bytes are an expression to be shown, the first byte being the options: drawn in a terminal and as SVG, or refused
 * with a reason. The first line of a drawing has the value that was asked for; the numbers in a table are the layout's
 * values; an SVG is well-formed. */
#define _GNU_SOURCE /* open_memstream, memmem */
#include "proofs/command.h"
#include "proofs/expression.h"
#include "tests/fuzz/spoken.h"

enum { CELLS = 256 };

/* Small enough to be drawn in no time; the value of what is shown. */
static bool is_small(const char *text, size_t size, hd_value *value) {
  hd_error error;
  int64_t most;
  if (hd_expression_value(text, size, &error, value) != HD_OK) return true;
  const hd_layout *layout = value->kind == HD_KIND_LAYOUT     ? &value->as.layout
                            : value->kind == HD_KIND_COMPOSED ? &value->as.composed.inner
                            : value->kind == HD_KIND_PART     ? &value->as.part.layout.inner
                                                              : NULL;
  if (layout == NULL) return true;
  return hd_size(layout) <= CELLS && (hd_cosize(layout, NULL, &most) != HD_OK || most < 1 << 16 || most > 1 << 24);
}

/* What was asked for, and then element by element: names that are opened are closed, in that order; no & without its
 * entity, and no character that XML does not have. */
static void demand_svg(const char *at) {
  const char *open[8];
  int depth = 0, bytes = 1;
  demand(strncmp(at, "<?heddle show ", 14) == 0 && (at = strstr(at, "?>")) != NULL);
  for (at += 2; *at != 0; at += bytes) {
    bytes = spoken_character(at);
    demand(bytes > 0 && ((unsigned char)*at >= 0x20 || strchr("\n\t\r", *at) != NULL));
    if (*at == '&')
      demand(!strncmp(at, "&lt;", 4) || !strncmp(at, "&gt;", 4) || !strncmp(at, "&amp;", 5) ||
             !strncmp(at, "&quot;", 6) || !strncmp(at, "&#", 2));
    if (*at != '<') continue;
    const char *end = strchr(at, '>');
    demand(end != NULL && memchr(at + 1, '<', (size_t)(end - at - 1)) == NULL);
    if (at[1] == '/') {
      depth--;
      demand(depth >= 0 && strncmp(open[depth], at + 2, (size_t)(end - at - 2)) == 0);
    } else if (end[-1] != '/') {
      demand(depth < 8);
      open[depth++] = at + 1;
    }
  }
  demand(depth == 0);
}

/* The table whose title ends at `at`, of two plain modes: below the numbers of its columns, a margin and the values. */
static void demand_values(const hd_layout *layout, const char *at) {
  int64_t rows = hd_size(layout), columns;
  hd_layout mode;
  if (hd_rank(&layout->profile) != 2 || hd_get(layout, (const int[]){0}, 1, NULL, &mode) != HD_OK) return;
  rows = hd_size(&mode);
  columns = hd_size(layout) / rows;
  at = strchr(at + 1, '\n');
  for (int64_t r = 0; r < rows; r++) {
    long long number;
    int used = 0;
    demand(at != NULL && sscanf(at, " %lld%n", &number, &used) == 1 && number == r);
    at += used;
    for (int64_t c = 0; c < columns; c++) {
      hd_tuple where, value;
      hd_tuple_flat(&where, 2, (const int64_t[]){r, c});
      demand(sscanf(at, " %lld%n", &number, &used) == 1);
      demand(hd_evaluate(layout, &where, NULL, &value) == HD_OK && value.value[0] == number);
      at += used;
    }
  }
}

/* The first line has the value that was asked for. */
static void demand_input(const hd_value *value) {
  static char wanted[HD_VALUE_TEXT_MAX], got[HD_VALUE_TEXT_MAX];
  static hd_value again;
  const size_t length = strcspn(spoken_out.text, "\n");
  demand(hd_expression_value(spoken_out.text, length, NULL, &again) == HD_OK);
  hd_print_value(value, wanted, sizeof wanted);
  hd_print_value(&again, got, sizeof got);
  demand(strcmp(wanted, got) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char *const cells[] = {"value", "index", "coordinate", "none"};
  static const char *const places[] = {"(8,16)", "(4,_)", "(128,4)", "(3,5)"};
  static hd_value value;
  char text[SPOKEN_TEXT], *word[SPOKEN_WORDS] = {"show", text};
  int count = 2;
  if (size < 2 || size > 100 || memchr(data, 0, size) != NULL) return 0;
  const int options = data[0];
  memcpy(text, data + 1, size - 1);
  text[size - 1] = 0;
  if (strncmp(text, "--", 2) == 0 || strncmp(text, "tmem", 4) == 0 || !is_small(text, size - 1, &value)) return 0;
  if (options & 4) word[count++] = "--cells", word[count++] = (char *)cells[options & 3];
  if (options & 8) word[count++] = "--on", word[count++] = (char *)places[options >> 6];
  if (options & 16) word[count++] = "--alone";
  if (options & 32) word[count++] = "--svg", word[count++] = "-";
  else word[count++] = "--rows", word[count++] = options & 128 ? "0..255" : "0..7";
  const int code = spoken_run(hd_command_show, "show", count, word);
  if (size % 8 == 0 && !(options & 32)) {
    spoken_run_json(hd_command_show, "show", count, word, code);
    return 0;
  }
  if (code != 0) {
    demand(spoken_err.length > 0);
    return 0;
  }
  if (options & 32) {
    demand_svg(spoken_out.text);
    return 0;
  }
  if (strpbrk(text, "\n\r\t\x1b\x7f") == NULL) {
    demand_input(&value);
    if (value.kind == HD_KIND_LAYOUT && (options & (4 | 8)) == 0 && (options & 144) == 144 &&
        strstr(spoken_out.text, "note: ") == NULL && strpbrk(spoken_out.text, "@~") == NULL)
      demand_values(&value.as.layout, strchr(strchr(spoken_out.text, '\n') + 1, '\n'));
  }
  return 0;
}

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc;
  (void)argv;
  return setenv("COLUMNS", "8000", 1) | setenv("NO_COLOR", "1", 1);
}
