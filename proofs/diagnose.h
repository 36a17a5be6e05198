/* Where in the text is it? Prints a place as people look for it: line, column, the line itself and a caret.
 *
 * Invariant: what is printed is printable: control characters of the source appear as `?`, tabs as blanks. */
#ifndef HEDDLE_PROOFS_DIAGNOSE_H
#define HEDDLE_PROOFS_DIAGNOSE_H

#include "../algebra/algebra.h"

#include <stdio.h>

/* Line and column of a byte, counted from 1. */
void hd_locate(const char *text, size_t length, size_t position, int *line, int *column);

/* The line that holds the byte, indented by `indent`, and a caret under it; of a long line the part round the byte. */
void hd_print_caret(FILE *out, const char *text, size_t length, size_t position, int indent);

/* Prints text that came from a file, with control characters as `?`. */
void hd_print_plain(FILE *out, const char *text, size_t length);

/* What went wrong, to stderr: `name: ` and the place (or the expression, when file is NULL), the reason, the hint. */
void hd_print_failure(const char *file, const char *text, size_t length, const hd_error *error);

/* The exit code of a failure: 1 no answer, 2 malformed, 3 undecided. A text that does not parse is malformed, whatever
 * the status: `check` does not look at such a file either. */
int hd_exit_code(const hd_error *error);
/* Of two exit codes the one that says more: 2, 1, 3, 0 in turn. */
int hd_graver_exit(int a, int b);

/* What the language has for a name of CuTe's that is none of its functions; NULL where nothing is known of it. */
const char *hd_hint_at_name(const char *name, size_t length);

#endif
