/* Files that the command is given: opened and read whole, or why not.
 *
 * Invariant: `-` is the standard input; what cannot be read comes with a reason that tells a missing file from a folder
 * and from one that may not be read. A reason is valid until the next call. */
#ifndef HEDDLE_PROOFS_INPUT_H
#define HEDDLE_PROOFS_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { HD_MAX_FILE = 64 << 20 }; /* bytes of a file that is read whole */

/* NULL and the reason when it cannot be read. */
FILE *hd_open(const char *name, const char **reason);
/* Closes what hd_open gave, but for the standard input. */
void hd_close(FILE *file);

/* The whole of a file, at most HD_MAX_FILE bytes; NULL and the reason when it cannot be had. Free it. */
char *hd_read_all(const char *name, size_t *length, const char **reason);

/* One argument of the command line, read for options. */
typedef enum hd_argument { HD_ARGUMENT_FILE, HD_ARGUMENT_OPTION, HD_ARGUMENT_END } hd_argument;

/* What argument `text` is: a word that begins with `-` is an option, but for `-` itself, until `--` has been met. */
hd_argument hd_argument_kind(const char *text, int *no_options);
/* Whether an argument in an expression's place is `--word`, which is no expression that has a value. */
bool hd_is_long_option(const char *text);
/* Says that the verb has no such option; returns the exit code 2. */
int hd_unknown_option(const char *verb, const char *option);

#endif
