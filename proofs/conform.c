/* The verb `conform`: options, files and lines. A row is read, judged and counted; what fails is shown as it comes. */
#include "proofs/conform.h"

#include "proofs/answer.h"
#include "proofs/conform_cells.h"
#include "proofs/conform_tally.h"
#include "proofs/diagnose.h"
#include "proofs/input.h"
#include "proofs/tap.h"

#include <stdlib.h>
#include <string.h>

enum { LINE_MAX_LENGTH = 1 << 16, FAILURES_SHOWN = 20 };

typedef struct hd_conformance {
  bool list, all, to_tap;
  bool has_rows; /* --as was given */
  hd_rows rows;
  hd_tap tap;
  hd_json *json; /* or NULL */
  hd_conform_tallies tallies;
  hd_known known;
  long shown, hidden;
} hd_conformance;

/* ---- reading ---- */

typedef struct reader {
  const char *path;
  FILE *file;
  long line, rows;
  char text[LINE_MAX_LENGTH];
} reader;

/* FILE:LINE:COLUMN, the line with a caret, and a hint; the file is read no further. */
static int malformed(const reader *from, size_t column, const char *problem, const char *hint) {
  if (hd_answer_keep(&(hd_complaint){.code = "malformed",
                                     .message = problem,
                                     .input = from->path,
                                     .line = (int)from->line,
                                     .column = (int)column + 1,
                                     .hint = hint}))
    return 2;
  fflush(stdout);
  fprintf(stderr, "%s:%ld:%zu: error: %s\n", from->path, from->line, column + 1, problem);
  hd_print_caret(stderr, from->text, strlen(from->text), column, 2);
  fprintf(stderr, "hint: %s\n", hint);
  return 2;
}

static const char row_hint[] =
    "a row is `source, case-id, operation, arguments.., =>, expected[, notes]`, separated by tabs";
static const char cell_hint[] =
    "a row of cells is `op, shape, N, packing, thread, reg, lane, col, half`, separated by tabs";

/* The next line without its end; false at the end of the file or for a line that cannot be one (*problem says why). */
static bool read_line(reader *from, const char **problem) {
  size_t length = 0;
  int c;
  *problem = NULL;
  from->line++;
  while ((c = fgetc(from->file)) != EOF && c != '\n') {
    if (c == 0) *problem = "a zero byte";
    if (length + 1 >= sizeof from->text) *problem = "a line too long to be a row";
    if (*problem) break;
    from->text[length++] = (char)c;
  }
  if (length > 0 && from->text[length - 1] == '\r') length--;
  from->text[length] = 0;
  if (ferror(from->file)) *problem = "the file cannot be read";
  return !*problem && (c != EOF || length > 0);
}

/* ---- rows ---- */

static void print_text(const char *text) { hd_print_plain(stdout, text, strlen(text)); }

static void print_request(const hd_row *row) {
  print_text(row->id);
  fputs("  ", stdout);
  print_text(row->operation);
  for (int k = 0; k < row->arguments; k++) {
    fputs("  ", stdout);
    print_text(row->argument[k]);
  }
  putchar('\n');
}

static void answer_row(const hd_conformance *run, const reader *from, const hd_row *row,
                       const hd_judgement *judgement) {
  static const char *const verdict[HD_VERDICTS] = {"passed", "failed", "skipped"};
  hd_json *json = run->json;
  hd_json_object(json, NULL);
  hd_json_text(json, "file", from->path);
  hd_json_integer(json, "line", from->line);
  hd_json_text(json, "id", row->id);
  hd_json_text(json, "operation", row->operation);
  hd_json_list(json, "arguments");
  for (int k = 0; k < row->arguments; k++) hd_json_text(json, NULL, row->argument[k]);
  hd_json_close(json);
  hd_json_text(json, "verdict", verdict[judgement->verdict]);
  hd_json_text(json, "expected", row->expected);
  hd_json_some(json, "got", judgement->got);
  if (judgement->verdict != HD_PASSED) hd_json_text(json, "why", judgement->why);
  hd_json_close(json);
}

static void print_point(hd_conformance *run, const reader *from, const hd_row *row, const hd_judgement *judgement) {
  hd_tap_point(&run->tap, judgement->verdict != HD_FAILED, row->id);
  putchar(' ');
  print_text(row->operation);
  if (judgement->verdict == HD_SKIPPED) fputs(" # SKIP ", stdout), print_text(judgement->why);
  putchar('\n');
  if (judgement->verdict != HD_FAILED) return;
  printf("# %s:%ld: expected ", from->path, from->line);
  print_text(row->expected);
  fputs(", got ", stdout);
  print_text(judgement->got);
  fputs(": ", stdout);
  print_text(judgement->why);
  putchar('\n');
}

/* For programs what is printed for people, and no more. */
static void choose_row(hd_conformance *run, const reader *from, const hd_row *row, const hd_judgement *judgement) {
  const bool failed = judgement->verdict == HD_FAILED;
  const bool hidden = failed && !run->all && !run->list && run->shown == FAILURES_SHOWN;
  run->hidden += hidden;
  run->shown += failed && !hidden;
  if (!hidden && (run->list || failed || judgement->verdict == HD_SKIPPED)) answer_row(run, from, row, judgement);
}

static void report(hd_conformance *run, const reader *from, const hd_row *row, const hd_judgement *judgement) {
  static const char *const verdict[HD_VERDICTS] = {"passed", "FAILED", "skipped"};
  const bool set_aside = judgement->verdict == HD_SKIPPED;
  if (run->to_tap) print_point(run, from, row, judgement);
  if (run->json != NULL) choose_row(run, from, row, judgement);
  if (run->to_tap || run->json != NULL) return;
  if (run->list) printf("%-7s ", verdict[judgement->verdict]);
  if (run->list) print_request(row);
  if (judgement->verdict != HD_FAILED && !set_aside) return;
  if (!set_aside && !run->all && run->shown == FAILURES_SHOWN) {
    run->hidden++;
    return;
  }
  run->shown += !set_aside;
  printf("%s:%ld: %s ", from->path, from->line, verdict[judgement->verdict]);
  print_request(row);
  fputs("  expected  ", stdout);
  print_text(row->expected);
  printf("\n  got       %s\n  why       %s\n", judgement->got, judgement->why);
}

static bool take_row(hd_conformance *run, const reader *from, hd_rows rows, const hd_row *row) {
  hd_judgement judgement;
  bool is_main = rows == HD_ROWS_EXACT || rows == HD_ROWS_MAIN;
  hd_judge(row, rows, is_main ? NULL : hd_known_find(&run->known, row), &judgement);
  report(run, from, row, &judgement);
  return hd_conform_tallies_add(&run->tallies, row, &judgement) &&
         (!is_main || hd_known_add(&run->known, row, judgement.verdict));
}

/* What is wrong with the line, which is written into; NULL when it was a row and has been counted. */
static const char *take_text(hd_conformance *run, const reader *from, hd_rows rows, char *line, size_t *column) {
  hd_row row;
  hd_cell_row cell;
  if (rows == HD_ROWS_CELLS) {
    hd_judgement judgement;
    const char *problem = hd_cell_row_split(line, &cell, column);
    if (problem) return problem;
    hd_judge_cell(&cell, &judgement);
    report(run, from, &cell.row, &judgement);
    return hd_conform_tallies_add(&run->tallies, &cell.row, &judgement) ? NULL : "there is not enough memory";
  }
  const char *problem = hd_row_split(line, &row, column);
  if (!problem) problem = hd_row_problem(&row, line, column);
  if (problem) return problem;
  return take_row(run, from, rows, &row) ? NULL : "there is not enough memory";
}

static int take_line(hd_conformance *run, reader *from, hd_rows rows) {
  size_t column = 0;
  if (from->text[0] == 0 || from->text[0] == '#') return 0;
  if (rows == HD_ROWS_CELLS && hd_cell_row_is_header(from->text)) return 0;
  char *line = malloc(strlen(from->text) + 1);
  if (line) strcpy(line, from->text);
  const char *problem = line ? take_text(run, from, rows, line, &column) : "there is not enough memory";
  free(line);
  from->rows++;
  return problem ? malformed(from, column, problem, rows == HD_ROWS_CELLS ? cell_hint : row_hint) : 0;
}

static int take_lines(hd_conformance *run, reader *from, hd_rows rows) {
  const char *problem = NULL;
  int result = 0;
  while (result == 0 && read_line(from, &problem)) result = take_line(run, from, rows);
  if (problem) return malformed(from, strlen(from->text), problem, row_hint);
  if (result == 0 && from->rows == 0) {
    return hd_complain_file(from->path, "there are no rows in it");
  }
  return result;
}

static int take_file(hd_conformance *run, const char *path, hd_rows rows) {
  const char *reason;
  reader *from = malloc(sizeof *from);
  if (!from) return hd_complain_memory();
  *from = (reader){.path = path};
  from->file = hd_open(path, &reason);
  int result = 2;
  if (from->file) {
    if (run->to_tap) printf("# %s (%s)\n", path, hd_rows_name(rows));
    else if (run->json == NULL) printf("%s (%s)\n", path, hd_rows_name(rows));
    result = take_lines(run, from, rows);
    hd_close(from->file);
  } else {
    hd_complain_file(path, reason);
  }
  if (result != 0 && run->to_tap) {
    hd_tap_point(&run->tap, false, path);
    puts(" is not read");
  }
  free(from);
  return result;
}

/* ---- the command ---- */

/* Reads the options away; the files are what is left of argv. Returns how many, or -1 after saying what is wrong. */
static int read_options(hd_conformance *run, int argc, char **argv) {
  int files = 0, no_options = 0;
  for (int k = 1; k < argc; k++) {
    switch (hd_argument_kind(argv[k], &no_options)) {
      case HD_ARGUMENT_FILE: argv[files++] = argv[k]; continue;
      case HD_ARGUMENT_END: continue;
      case HD_ARGUMENT_OPTION: break;
    }
    if (strcmp(argv[k], "--all") == 0) {
      run->all = true;
    } else if (strcmp(argv[k], "--list") == 0) {
      run->list = true;
    } else if (strcmp(argv[k], "--tap") == 0) {
      run->to_tap = true;
    } else if (strcmp(argv[k], "--as") == 0) {
      run->has_rows = k + 1 < argc && hd_rows_from_name(argv[++k], &run->rows);
      if (run->has_rows) continue;
      return -hd_complain("exact, main, variant, errors, disputed or cells", "after --as a kind is wanted");
    } else {
      return -hd_unknown_option("conform", argv[k]);
    }
  }
  if (run->to_tap && run->json != NULL) return -hd_complain(NULL, "--json and --tap exclude each other");
  return files > 0 ? files : -hd_complain_usage();
}

static void answer_counts(const hd_conformance *run, long passed, long failed, long skipped) {
  hd_json_close(run->json);
  hd_json_list(run->json, "operations");
  hd_conform_tallies_answer(&run->tallies, run->json);
  hd_json_close(run->json);
  hd_json_object(run->json, "summary");
  hd_json_integer(run->json, "passed", passed);
  hd_json_integer(run->json, "failed", failed);
  hd_json_integer(run->json, "skipped", skipped);
  hd_json_integer(run->json, "hidden", run->hidden);
  hd_json_close(run->json);
}

static int close_run(hd_conformance *run) {
  long passed = hd_conform_tallies_total(&run->tallies, HD_PASSED);
  long failed = hd_conform_tallies_total(&run->tallies, HD_FAILED);
  long skipped = hd_conform_tallies_total(&run->tallies, HD_SKIPPED);
  if (run->to_tap) hd_tap_finish(&run->tap);
  if (run->json != NULL) answer_counts(run, passed, failed, skipped);
  if (run->to_tap || run->json != NULL) return failed == 0 && passed > 0 ? 0 : 1;
  if (run->hidden > 0) printf("%ld more failing row%s (--all shows them)\n", run->hidden, hd_plural(run->hidden));
  hd_conform_tallies_print(&run->tallies, stdout);
  printf("%ld passed, %ld failed", passed, failed);
  if (skipped > 0) printf(", %ld skipped", skipped);
  putchar('\n');
  return failed == 0 && passed > 0 ? 0 : 1;
}

int hd_conform(int argc, char **argv) {
  hd_conformance run = {.json = hd_answer_json()};
  int files = read_options(&run, argc, argv), unread = 0;
  if (files < 0) return 2;
  if (run.json != NULL) hd_json_list(run.json, "rows");
  if (run.to_tap) hd_tap_start(&run.tap, stdout);
  /* Main files first: what passes there decides rows of the others. */
  for (int turn = 0; turn < 2; turn++)
    for (int k = 0; k < files; k++) {
      hd_rows rows = run.has_rows ? run.rows : hd_rows_of_path(argv[k]);
      bool is_main = rows == HD_ROWS_EXACT || rows == HD_ROWS_MAIN;
      if (is_main == (turn == 0)) unread += take_file(&run, argv[k], rows) != 0;
    }
  int result = close_run(&run);
  hd_conform_tallies_free(&run.tallies);
  hd_known_free(&run.known);
  return unread > 0 ? 2 : result;
}
