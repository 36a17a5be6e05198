#include "proofs/conform.h"

#include "proofs/conform_tally.h"

#include <stdlib.h>
#include <string.h>

enum { LINE_MAX_LENGTH = 1 << 16, FAILURES_SHOWN = 20 };

typedef struct hd_conformance {
  bool list, all;
  bool has_rows; /* --as was given */
  hd_rows rows;
  hd_conform_tallies tallies;
  hd_known known;
  long shown, hidden, cells;
} hd_conformance;

static void usage(FILE *stream) {
  fputs("usage: heddle conform [--all] [--list] [--as KIND] FILE.tsv...\n"
        "  compares recorded answers of other implementations with this library's\n"
        "  --all       show every failing row, not the first 20\n"
        "  --list      name every row with its verdict\n"
        "  --as KIND   the files' kind: exact, main, variant, errors, disputed or cells; by default from the file's "
        "name\n",
        stream);
}

/* ---- reading ---- */

typedef struct reader {
  const char *path;
  FILE *file;
  long line;
  char text[LINE_MAX_LENGTH];
} reader;

/* FILE:LINE:COLUMN, the line, a caret and a hint. */
static int malformed(const reader *from, const char *line, size_t column, const char *problem) {
  fprintf(stderr, "%s:%ld:%zu: error: %s\n  %s\n  ", from->path, from->line, column + 1, problem, line);
  for (size_t k = 0; k < column; k++) fputc(line[k] == '\t' ? '\t' : ' ', stderr);
  fputs("^\nhint: a row is `source, case-id, operation, arguments.., =>, expected[, notes]`, separated by tabs\n",
        stderr);
  return 2;
}

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

static void print_request(const hd_row *row, FILE *stream) {
  fputs(row->operation, stream);
  for (int k = 0; k < row->arguments; k++) fprintf(stream, "  %s", row->argument[k]);
  fputc('\n', stream);
}

static void report(hd_conformance *run, const reader *from, const hd_row *row, const hd_judgement *judgement) {
  static const char *const verdict[HD_VERDICTS] = {"passed", "FAILED", "skipped"};
  bool set_aside =
      judgement->verdict == HD_SKIPPED && (judgement->skip == HD_SKIP_DISPROVED || judgement->skip == HD_SKIP_MAIN);
  if (run->list) printf("%-7s %s  ", verdict[judgement->verdict], row->id);
  if (run->list) print_request(row, stdout);
  if (judgement->verdict != HD_FAILED && !set_aside) return;
  if (!set_aside && !run->all && run->shown == FAILURES_SHOWN) {
    run->hidden++;
    return;
  }
  run->shown += !set_aside;
  printf("%s:%ld: %s %s  ", from->path, from->line, verdict[judgement->verdict], row->id);
  print_request(row, stdout);
  printf("  expected  %s\n  got       %s\n  why       %s\n", row->expected, judgement->got, judgement->why);
}

static bool take_row(hd_conformance *run, const reader *from, hd_rows rows, const hd_row *row) {
  hd_judgement judgement;
  bool is_main = rows == HD_ROWS_EXACT || rows == HD_ROWS_MAIN;
  hd_judge(row, rows, is_main ? NULL : hd_known_find(&run->known, row), &judgement);
  report(run, from, row, &judgement);
  return hd_conform_tallies_add(&run->tallies, row, &judgement) &&
         (!is_main || hd_known_add(&run->known, row, judgement.verdict));
}

static int take_line(hd_conformance *run, reader *from, hd_rows rows) {
  hd_row row;
  size_t column;
  if (from->text[0] == 0 || from->text[0] == '#') return 0;
  if (rows == HD_ROWS_CELLS) {
    run->cells++;
    return 0;
  }
  char *line = malloc(strlen(from->text) + 1);
  if (!line) return malformed(from, from->text, 0, "out of memory");
  strcpy(line, from->text);
  const char *problem = hd_row_split(line, &row, &column);
  if (!problem && !take_row(run, from, rows, &row)) problem = "out of memory";
  free(line);
  return problem ? malformed(from, from->text, column, problem) : 0;
}

static int take_file(hd_conformance *run, const char *path, hd_rows rows) {
  reader *from = malloc(sizeof *from);
  const char *problem = NULL;
  int result = 0;
  if (!from) return 2;
  from->path = path;
  from->line = 0;
  from->file = fopen(path, "rb");
  if (!from->file) {
    fprintf(stderr, "heddle conform: %s cannot be opened\nhint: give the path of a .tsv file\n", path);
    free(from);
    return 2;
  }
  printf("%s (%s)\n", path, hd_rows_name(rows));
  while (result == 0 && read_line(from, &problem)) result = take_line(run, from, rows);
  if (problem) result = malformed(from, from->text, strlen(from->text), problem);
  fclose(from->file);
  free(from);
  return result;
}

/* ---- the command ---- */

/* Reads the options away; the files are what is left of argv. Returns how many, or -1. */
static int read_options(hd_conformance *run, int argc, char **argv) {
  int files = 0;
  for (int k = 1; k < argc; k++) {
    if (strcmp(argv[k], "--all") == 0) {
      run->all = true;
    } else if (strcmp(argv[k], "--list") == 0) {
      run->list = true;
    } else if (strcmp(argv[k], "--as") == 0 && k + 1 < argc) {
      run->has_rows = hd_rows_from_name(argv[++k], &run->rows);
      if (!run->has_rows) return -1;
    } else if (argv[k][0] == '-') {
      return -1;
    } else {
      argv[files++] = argv[k];
    }
  }
  return files > 0 ? files : -1;
}

static int close_run(hd_conformance *run) {
  long passed = hd_conform_tallies_total(&run->tallies, HD_PASSED);
  long failed = hd_conform_tallies_total(&run->tallies, HD_FAILED);
  long skipped = hd_conform_tallies_total(&run->tallies, HD_SKIPPED) + run->cells;
  if (run->hidden > 0) printf("%ld more failing rows (--all shows them)\n", run->hidden);
  hd_conform_tallies_print(&run->tallies, stdout);
  if (run->cells > 0) printf("skipped: %ld rows that list cells of tensor memory, not operations\n", run->cells);
  printf("%ld passed, %ld failed", passed, failed);
  if (skipped > 0) printf(", %ld skipped", skipped);
  putchar('\n');
  return failed == 0 && passed > 0 ? 0 : 1;
}

int hd_conform(int argc, char **argv) {
  hd_conformance run = {0};
  int files = read_options(&run, argc, argv), result = 0;
  if (files < 0) {
    usage(stderr);
    return 2;
  }
  /* Main files first: what passes there decides rows of the others. */
  for (int turn = 0; turn < 2; turn++)
    for (int k = 0; k < files && result == 0; k++) {
      hd_rows rows = run.has_rows ? run.rows : hd_rows_of_path(argv[k]);
      bool is_main = rows == HD_ROWS_EXACT || rows == HD_ROWS_MAIN;
      if (is_main == (turn == 0)) result = take_file(&run, argv[k], rows);
    }
  if (result == 0) result = close_run(&run);
  hd_conform_tallies_free(&run.tallies);
  hd_known_free(&run.known);
  return result;
}
