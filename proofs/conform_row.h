/* One row of a vector file: what was asked, and what another implementation said.
 *
 *     source  case-id  operation  argument..  =>  expected  [notes..]
 *
 * Invariant: a row is tab-separated, `=>` stands once in it, and no field before `=>` is empty; lines that are empty or
 * begin with `#` are no rows. Splitting writes into the line and copies nothing. */
#ifndef HEDDLE_PROOFS_CONFORM_ROW_H
#define HEDDLE_PROOFS_CONFORM_ROW_H

#include "builtin.h"

/* What a file's rows are, which decides when one passes. */
typedef enum hd_rows {
  HD_ROWS_EXACT,    /* answers, to be printed alike to the letter */
  HD_ROWS_MAIN,     /* answers, to be printed alike but for strides of extent 1 */
  HD_ROWS_VARIANT,  /* right answers printed otherwise: the function counts */
  HD_ROWS_ERRORS,   /* refusals: refused too, or answered rightly */
  HD_ROWS_DISPUTED, /* wrong answers: refused, or answered otherwise and rightly */
  HD_ROWS_CELLS     /* no operations at all: cells of tensor memory */
} hd_rows;

typedef struct hd_row {
  const char *id, *operation, *expected, *notes; /* notes: "" when there are none */
  const char *argument[HD_MAX_ARGUMENTS];
  int arguments;
} hd_row;

/* By the end of its name: NAME_variant, NAME_dynamic, NAME_errors, NAME_disputed, NAME_cells; cute_ir is exact. */
hd_rows hd_rows_of_path(const char *path);
/* "exact", "main", "variant", "errors", "disputed", "cells". The latter is false for any other word. */
const char *hd_rows_name(hd_rows rows);
bool hd_rows_from_name(const char *name, hd_rows *rows);

/* Splits a line without its end. NULL when it is a row, else what is wrong with it and, in *column, where. */
const char *hd_row_split(char *line, hd_row *row, size_t *column);

/* Reads an operand by its spelling: `S<b,m,s>` is a swizzle, `a o b` a composed layout, `a:b` a layout, `[a;b]` a
 * tiler, anything else a tuple; where `is_path` is set `[1,0]` is a list of indices; `kind=text` is read as that kind.
 *   fails: as hd_parse_layout and its like */
hd_status hd_operand_read(const char *text, bool is_path, hd_error *error, hd_value *value);

/* Whether the operand says its kind, `kind=text`: the row then asks whether the operation takes such operands. */
bool hd_operand_names_kind(const char *text);

/* Reads a text that must be of a kind: "layout", "tile", "shape", "stride", "coord", "int_tuple",
 * "swizzle", "composed_layout". Returns whether that
 * kind is known; *status is what reading said. */
bool hd_operand_parse(const char *kind, const char *text, hd_error *error, hd_status *status);

/* Whether two printed values are equal; with `loose`, strides of extent-1 leaves may differ. */
bool hd_text_equal(const char *a, const char *b, bool loose);

#endif
