/* The verbs of `heddle tmem`, and what they share: reading options, and saying why there is no answer.
 *
 * Invariant: a verb's first line is its answer; with --json that line is one object and all there is. A refusal goes to
 * the standard error, with --json to the standard output as {"status":..,"reason":..}. Exit codes are those of all
 * verbs (command.h).
 *
 * A verb is a line in the table of command_tmem.c and a function declared here. */
#ifndef HEDDLE_PROOFS_COMMAND_TMEM_H
#define HEDDLE_PROOFS_COMMAND_TMEM_H

#include "../algebra/algebra.h"

/* An option `--name VALUE`, or a switch `--name` where there is neither number nor word. `given` is set when it is met
 * (NULL: nobody asks). A number is an expression of the language: 0x45001B, '(16<<16)+8'. */
typedef struct hd_tmem_option {
  const char *name; /* with its dashes */
  int64_t *number;
  const char **word;
  bool *given;
} hd_tmem_option;

/* Reads a verb's arguments: options anywhere, and what is no option into positional[0..wanted-1], exactly so many.
 * Returns 0, or 2 after saying what is wrong. */
int hd_tmem_read(int argc, char **argv, const hd_tmem_option *option, int options, const char **positional, int wanted);

/* Reads a number as options do. Returns 0, or 2 after saying what is wrong. */
int hd_tmem_number(const char *text, int64_t *number);

/* Says why there is no answer; `text` is what error->position points into, NULL when it points nowhere. Returns the exit
 * code. */
int hd_tmem_refuse(bool json, const char *text, const hd_error *error);

/* A text as a JSON string. */
void hd_tmem_json_string(const char *text);

/* The verbs: argv[0] is the verb. */
int hd_tmem_image(int argc, char **argv);
int hd_tmem_where(int argc, char **argv);
int hd_tmem_who(int argc, char **argv);
int hd_tmem_forms(int argc, char **argv);

#endif
