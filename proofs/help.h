/* What verbs are there, and which options do they take?
 *
 * Invariant: this table is all that is known of them: `heddle help`, the usage in complaints, the manual page and the
 * shells' completions are printed from it. A verb takes the options of its own and those that all verbs take. */
#ifndef HEDDLE_PROOFS_HELP_H
#define HEDDLE_PROOFS_HELP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct hd_option {
  const char *name;     /* with its dashes; NULL ends a list */
  const char *argument; /* what stands behind it: "N", "FILE", or words to choose from, "cute|tirx"; NULL: nothing */
  const char *meaning;
} hd_option;

/* What a verb's arguments are, as far as a shell can complete them. */
typedef enum hd_takes { HD_TAKES_TEXT, HD_TAKES_FILES, HD_TAKES_VERBS, HD_TAKES_THEOREMS, HD_TAKES_NAMES } hd_takes;

/* Texts are paragraphs, each a line however long; lines that begin with two blanks stand as they are. */
typedef struct hd_verb {
  const char *name;         /* "check", "tmem plan" */
  const char *arguments;    /* "[OPTION]... FILE..." */
  const char *summary;      /* in a few words */
  const char *text;         /* in some sentences */
  const hd_option *options; /* NULL: none of its own */
  const char *examples;     /* lines, or NULL */
  hd_takes takes;
} hd_verb;

/* In order, NULL behind the last; those of `heddle tmem` stand behind tmem itself. */
const hd_verb *hd_verb_at(int index);
/* By its name; by "ptx" the one that begins so. NULL: there is none. */
const hd_verb *hd_verb_find(const char *name);
/* The options that all verbs take. */
extern const hd_option hd_options_of_all[];

/* The parts of the table. Each ends with a verb without a name. */
extern const hd_verb hd_verbs_of_layouts[], hd_verbs_of_files[], hd_verbs_of_tmem[];

/* What else there is help on: "language", "exit". */
typedef struct hd_topic {
  const char *name, *summary, *text;
} hd_topic;
extern const hd_topic hd_topics[]; /* ends with a topic without a name */

/* What an exit code says, 0 to 3 in turn. */
enum { HD_EXIT_CODES = 4 };
extern const char *const hd_exit_meanings[HD_EXIT_CODES];

/* Whether a word is one to choose from in "cute|tirx": calls back for each. Returns how many there are. */
typedef void hd_on_word(void *context, const char *word, int length);
int hd_each_choice(const hd_option *option, hd_on_word *call, void *context);

/* The whole table in another form. */
void hd_help_as_bash(FILE *out);
void hd_help_as_zsh(FILE *out);
void hd_help_as_fish(FILE *out);
void hd_help_as_man(FILE *out);

#endif
