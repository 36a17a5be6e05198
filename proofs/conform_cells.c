/* A line of a table of cells is read field by field and judged against the instruction that it names. */
#include "proofs/conform_cells.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OP, SHAPE, REPEAT, PACKING, THREAD, REGISTER, LANE, COLUMN, HALF, FIELDS };

bool hd_cell_row_is_header(const char *line) {
  return strcmp(line, "op\tshape\tN\tpacking\tthread\treg\tlane\tcol\thalf") == 0;
}

static bool is_one_of(const char *text, const char *const *words) {
  while (*words != NULL && strcmp(*words, text) != 0) words++;
  return *words != NULL;
}

/* What is wrong with a field; NULL when nothing is. */
static const char *problem_of(int field, const char *text) {
  static const char *const ops[] = {"ld", "st", NULL}, *const halves[] = {"-", "0", "1", NULL};
  static const char *const packings[] = {"none", "pack::16b", "unpack::16b", NULL};
  static const char *const shapes[] = {"32x32b", "16x64b", "16x128b", "16x256b", "16x32bx2", NULL};
  switch (field) {
    case OP: return is_one_of(text, ops) ? NULL : "an operation is `ld` or `st`";
    case SHAPE: return is_one_of(text, shapes) ? NULL : "there is no shape of this name";
    case PACKING: return is_one_of(text, packings) ? NULL : "a packing is `none`, `pack::16b` or `unpack::16b`";
    case HALF: return is_one_of(text, halves) ? NULL : "a half is `0`, `1` or `-`";
    default: break;
  }
  size_t digits = strspn(text, "0123456789");
  return digits > 0 && digits < 10 && text[digits] == 0 ? NULL : "a number is wanted here";
}

const char *hd_cell_row_split(char *line, hd_cell_row *cell, size_t *column) {
  char *field[FIELDS], *at = line;
  for (int k = 0; k < FIELDS; k++) {
    *column = (size_t)(at - line);
    char *tab = strchr(at, '\t');
    if ((tab == NULL) != (k == HALF)) return "a row of cells has nine fields";
    if (tab != NULL) *tab = 0;
    const char *problem = problem_of(k, at);
    if (problem != NULL) return problem;
    field[k] = at;
    if (tab != NULL) at = tab + 1;
  }
  cell->is_packed = strcmp(field[PACKING], "none") != 0;
  if (cell->is_packed == (strcmp(field[HALF], "-") == 0)) {
    return cell->is_packed ? "a packed register has a half, `0` or `1`" : "only a packed register has a half: `-`";
  }
  snprintf(cell->operation, sizeof cell->operation, "%s %s%s", field[OP], field[SHAPE],
           cell->is_packed ? " packed" : "");
  snprintf(cell->id, sizeof cell->id, "x%s/%s/%s/%s", field[REPEAT], field[THREAD], field[REGISTER], field[HALF]);
  snprintf(cell->expected, sizeof cell->expected, "(%s,%s)", field[LANE], field[COLUMN]);
  cell->row = (hd_row){.id = cell->id, .operation = cell->operation, .expected = cell->expected, .notes = ""};
  static const int arguments[] = {SHAPE, REPEAT, THREAD, REGISTER, HALF};
  for (int k = 0; k < (cell->is_packed ? 5 : 4); k++) cell->row.argument[k] = field[arguments[k]];
  cell->row.arguments = cell->is_packed ? 5 : 4;
  return NULL;
}

static hd_status call(const char *name, const hd_value *argument, int count, hd_error *error, hd_value *result) {
  return hd_builtin_call(hd_builtin_find(name, strlen(name)), argument, count, error, result);
}

/* The instruction's image over the coordinates of memory, `image_SHAPE(N, memory)` or `packed_SHAPE(N, memory)`. */
static hd_status image_of(const char *shape, int repeat, bool is_packed, hd_error *error, hd_value *image) {
  char name[32], memory[64];
  hd_value argument[2];
  bool twice = strcmp(shape, "16x32bx2") == 0; /* the recorded second access is right behind the first */
  snprintf(name, sizeof name, "%s_%s", is_packed ? "packed" : "image", shape);
  if (twice) snprintf(memory, sizeof memory, "(128,512,2):(1@0,1@1,%d@1)", is_packed ? 2 * repeat : repeat);
  else snprintf(memory, sizeof memory, "(128,512):(1@0,1@1)");
  hd_value_set_integer(&argument[0], repeat);
  hd_status status = hd_operand_read(memory, false, error, &argument[1]);
  return status == HD_OK ? call(name, argument, 2, error, image) : status;
}

void hd_judge_cell(const hd_cell_row *cell, hd_judgement *judgement) {
  const char *const *field = cell->row.argument;
  const int count = cell->row.arguments - 1; /* the image, and a coordinate of it */
  hd_value argument[4], within, answer;
  hd_error error;
  judgement->settled = false;
  judgement->got[0] = judgement->why[0] = 0;
  hd_status status = image_of(field[0], atoi(field[1]), cell->is_packed, &error, &argument[0]);
  for (int k = 1; k < count; k++) hd_value_set_integer(&argument[k], atoi(field[k + 1]));
  if (status == HD_OK) status = call("within", argument, count, &error, &within);
  if (status == HD_OK && !within.as.boolean) status = HD_RANGE;
  if (status == HD_OK) status = call("evaluate", argument, count, &error, &answer);
  judgement->outcome = status == HD_OK ? HD_ANSWERED : HD_REFUSED;
  if (status == HD_OK) hd_print_value(&answer, judgement->got, sizeof judgement->got);
  else hd_print_error(&error, judgement->got, sizeof judgement->got);
  bool right = status == HD_OK && strcmp(judgement->got, cell->expected) == 0;
  judgement->verdict = right ? HD_PASSED : HD_FAILED;
  if (!right) snprintf(judgement->why, sizeof judgement->why, "%s", status == HD_OK ? "another cell" : "not answered");
}
