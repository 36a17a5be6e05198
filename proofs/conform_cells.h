/* Rows of recorded cells of tensor memory: which cell a register of a thread is loaded from or stored to.
 *
 *     op  shape  N  packing  thread  reg  lane  col  half
 *
 * Invariant: a row passes when the instruction's image in the language, evaluated at (thread, reg), and with the half
 * where it is packed, is (lane, col). No row is skipped. */
#ifndef HEDDLE_PROOFS_CONFORM_CELLS_H
#define HEDDLE_PROOFS_CONFORM_CELLS_H

#include "conform_judge.h"

/* A row, as an operation on (thread, reg [, half]) whose expected answer is (lane, col). */
typedef struct hd_cell_row {
  hd_row row;
  bool is_packed;
  char operation[32], id[64], expected[64];
} hd_cell_row;

/* The line that names the columns. */
bool hd_cell_row_is_header(const char *line);
/* Splits a line, writing into it. NULL when it is a row, else what is wrong with it and, in *column, where. */
const char *hd_cell_row_split(char *line, hd_cell_row *cell, size_t *column);
void hd_judge_cell(const hd_cell_row *cell, hd_judgement *judgement);

#endif
