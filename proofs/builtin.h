/* The functions of the language, by the names CuTe gives them: one table from name to library call.
 *
 * Invariant: `eval`, `check` and `conform` call the library through this table alone, so what a vector file tests is
 * what a user gets.
 *
 * A predicate answers with a boolean value. HD_OK with `false` comes with an explanation in *error: reason, numbers and
 * counter-example are filled in, status stays HD_OK. */
#ifndef HEDDLE_PROOFS_BUILTIN_H
#define HEDDLE_PROOFS_BUILTIN_H

#include "value.h"

enum { HD_MAX_ARGUMENTS = 8 };

typedef struct hd_builtin {
  const char *name;
  const char *usage;   /* "composition(A, B)" */
  const char *meaning; /* one line */
  int least, most;     /* number of arguments */
  hd_status (*call)(const hd_value *argument, int count, hd_error *error, hd_value *result);
} hd_builtin;

/* The function of that name, or NULL. */
const hd_builtin *hd_builtin_find(const char *name, size_t length);
/* Entry `index` of the table, NULL at its end: for help texts and tests. */
const hd_builtin *hd_builtin_at(int index);

/* An expression that calls a function, and its value as it prints. */
typedef struct hd_example {
  const char *expression, *value;
} hd_example;

/* The example of a function, NULL where there is none; and entry `index` of all, with its function's name, NULL at
 * their end (builtin_example.c). */
const hd_example *hd_builtin_example(const hd_builtin *builtin);
const hd_example *hd_example_at(int index, const char **name);

/* Checks the number of arguments (HD_MISMATCH) and calls. `result` may be one of the arguments; untouched on
 * failure. */
hd_status hd_builtin_call(const hd_builtin *builtin, const hd_value *argument, int count, hd_error *error,
                          hd_value *result);

/* Reads a value as an operation wants it: a tuple or integer in a layout's place is the compact layout of that shape;
 * in a tiler's place a tuple is a by-mode tiler and an integer n the layout n:1.
 *   fails: HD_MISMATCH, naming what was got and what is wanted */
hd_status hd_value_layout(const hd_value *value, hd_error *error, hd_layout *layout);
hd_status hd_value_tiler(const hd_value *value, hd_error *error, hd_tiler *tiler);
hd_status hd_value_integer(const hd_value *value, hd_error *error, int64_t *integer);
/* A shape, stride or coordinate: a tuple or integer. */
hd_status hd_value_tuple(const hd_value *value, hd_error *error, hd_tuple *tuple);

#endif
