/* Any bytes are a line of a vector file: refused at a place inside of it, or judged. No answer of the library breaks
 * the definition that it is judged by, nothing is refused that has an answer, and a row that expects what was just
 * answered passes; a row that disputes it does not. */
#include "proofs/conform_cells.h"
#include "proofs/conform_list.h"
#include "tests/fuzz/demand.h"

#include <string.h>

enum { LINE = 1024 };

/* Of some kinds of operands a definition says nothing, and some are too large for it. */
static bool is_unjudged(const hd_judgement *judgement) {
  return judgement->verdict == HD_SKIPPED && judgement->skip == HD_SKIP_OPEN;
}

static void demand_judgement(const hd_judgement *judgement) {
  demand(judgement->verdict < HD_VERDICTS && judgement->outcome <= HD_GAVE_UP);
  demand(judgement->verdict != HD_SKIPPED || judgement->skip < HD_SKIPS);
  demand(memchr(judgement->got, 0, sizeof judgement->got) && memchr(judgement->why, 0, sizeof judgement->why));
  demand(judgement->verdict != HD_FAILED || judgement->why[0] != 0);
  demand(!strstr(judgement->why, "the answer breaks the definition"));
  /* To the definition of a composition a path may go into a number; to get, and so to composition, it may not. */
  demand(!strstr(judgement->why, "and an answer exists") || strstr(judgement->got, "has no mode there"));
}

/* What was answered, as the row's expected answer. */
static void judge_again(const hd_row *row, const hd_judgement *before) {
  static hd_judgement judgement;
  char expected[HD_TEXT_MAX];
  hd_row again = *row;
  memcpy(expected, before->got, sizeof expected);
  again.expected = expected;
  again.notes = "";
  hd_judge(&again, HD_ROWS_EXACT, NULL, &judgement);
  demand_judgement(&judgement);
  demand(judgement.outcome == HD_ANSWERED && strcmp(judgement.got, expected) == 0);
  demand(judgement.verdict == HD_PASSED || is_unjudged(&judgement)); /* compositions are, by brute force as well */
  if (hd_conform_is_list(row->operation)) return;                    /* is not disputed */
  hd_judge(&again, HD_ROWS_DISPUTED, NULL, &judgement);
  demand_judgement(&judgement);
  demand(judgement.verdict != HD_PASSED || strncmp(expected, "ERROR", 5) == 0);
}

static void try_row(const char *text, size_t size, hd_rows rows) {
  static hd_judgement judgement;
  char line[LINE];
  hd_row row;
  size_t column = 0;
  memcpy(line, text, size + 1);
  const char *problem = hd_row_split(line, &row, &column);
  if (!problem) problem = hd_row_problem(&row, line, &column);
  if (problem) {
    demand(column <= size);
    return;
  }
  hd_judge(&row, rows, NULL, &judgement);
  demand_judgement(&judgement);
  demand(hd_text_equal(row.expected, row.expected, true));
  bool is_text = strncmp(row.operation, "parse_", 6) == 0 || strcmp(row.operation, "left_inverse") == 0;
  if (judgement.outcome == HD_ANSWERED && !is_text && strlen(judgement.got) + 1 < sizeof judgement.got)
    judge_again(&row, &judgement);
}

static void try_cells(const char *text, size_t size) {
  static hd_judgement judgement;
  char line[LINE];
  hd_cell_row cell;
  size_t column = 0;
  memcpy(line, text, size + 1);
  if (hd_cell_row_split(line, &cell, &column)) {
    demand(column <= size);
    return;
  }
  hd_judge_cell(&cell, &judgement);
  demand_judgement(&judgement);
  demand(judgement.verdict != HD_SKIPPED);
  demand((judgement.verdict == HD_PASSED) == (strcmp(judgement.got, cell.expected) == 0));
}

/* The first byte is the kind of rows, the rest the line. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char line[LINE];
  if (size < 2 || size >= LINE) return 0;
  hd_rows rows = (hd_rows)(data[0] % (HD_ROWS_CELLS + 1));
  size--;
  memcpy(line, data + 1, size);
  line[size] = 0;
  size = strcspn(line, "\n");
  line[size] = 0;
  if (rows == HD_ROWS_CELLS) try_cells(line, size);
  else try_row(line, size, rows);
  return 0;
}
