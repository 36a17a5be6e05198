/* The verbs of `heddle tmem`, and what they share: reading options, and saying why there is no answer.
 *
 * Invariant: a verb's first line is its answer; with --json its answer is members of the one object (answer.h). Exit
 * codes are those of all verbs (command.h).
 *
 * A verb is a line in the table of command_tmem.c and a function declared here. */
#ifndef HEDDLE_PROOFS_COMMAND_TMEM_H
#define HEDDLE_PROOFS_COMMAND_TMEM_H

#include "../tmem/datapath.h"
#include "answer.h"
#include "value.h"

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

/* The same with least..most positional arguments; *found says how many there were. */
int hd_tmem_read_some(int argc, char **argv, const hd_tmem_option *option, int options, const char **positional,
                      int least, int most, int *found);

/* "heddle VERB: WHAT is wanted". Returns 2. */
int hd_tmem_wanted(const char *what);
/* "heddle VERB: WHAT is wanted, and there is GIVEN"; a word in backquotes, shown where it stands. Returns 2. */
int hd_tmem_wanted_not(const char *what, int64_t given);
int hd_tmem_wanted_word(const char *what, const char *given);
/* That the number of an option is one of least..most. Returns 0, or 2 after saying so. */
int hd_tmem_within(const char *option, int64_t least, int64_t most, int64_t given);

/* Reads a number as options do. Returns 0, or 2 after saying what is wrong. */
int hd_tmem_number(const char *text, int64_t *number);

/* Reads an expression: a value; a layout of integers, cells on `lane` and `col` (TLane and TCol) made flat indices,
 * lane + 128 * column. Of a part, a layout and where it begins, *offset is that (NULL: a part is refused). Returns 0, or
 * the exit code after saying what is wrong (command_tmem_value.c). */
int hd_tmem_value(const char *text, hd_value *value);
int hd_tmem_cells(const char *text, hd_geometry geometry, hd_layout *layout, int64_t *offset);
/* Reads two integers, (a,b). Returns 0 or 2. */
int hd_tmem_pair(const char *text, int64_t pair[2]);

/* Says why there is no answer; `text` is what error->position points into, NULL when it points nowhere. Returns the exit
 * code. */
int hd_tmem_refuse(const char *text, const hd_error *error);

/* That some instruction of a datapath has this N; the error is that of the first kind that it has. fails: HD_RANGE */
hd_status hd_tmem_datapath_n(hd_datapath_id id, int64_t n, hd_error *error);

/* The verbs: argv[0] is the verb. */
int hd_tmem_image(int argc, char **argv);
int hd_tmem_where(int argc, char **argv);
int hd_tmem_who(int argc, char **argv);
int hd_tmem_forms(int argc, char **argv);
int hd_tmem_datapath(int argc, char **argv);
int hd_tmem_plan(int argc, char **argv);
int hd_tmem_alloc(int argc, char **argv);
int hd_tmem_check(int argc, char **argv);
int hd_tmem_apply(int argc, char **argv);

#endif
