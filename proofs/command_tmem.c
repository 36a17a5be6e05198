/* `heddle tmem VERB`: the table of its verbs, and what they share. */
#include "proofs/command_tmem.h"

#include "proofs/answer.h"
#include "proofs/builtin.h"
#include "proofs/command.h"
#include "proofs/diagnose.h"
#include "proofs/expression.h"
#include "proofs/help.h"
#include "proofs/input.h"
#include "proofs/words.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const struct {
  const char *name;
  int (*run)(int argc, char **argv);
} verbs[] = {{"image", hd_tmem_image}, {"where", hd_tmem_where},       {"who", hd_tmem_who},
             {"forms", hd_tmem_forms}, {"datapath", hd_tmem_datapath}, {"plan", hd_tmem_plan},
             {"alloc", hd_tmem_alloc}, {"check", hd_tmem_check},       {"apply", hd_tmem_apply}};

enum { VERBS = sizeof verbs / sizeof verbs[0] };

int hd_command_tmem(int argc, char **argv) {
  char names[256] = "";
  for (int k = 0; k < VERBS; k++) {
    if (argc > 1 && strcmp(argv[1], verbs[k].name) == 0) return verbs[k].run(argc - 1, argv + 1);
    snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", k > 0 ? ", " : "", verbs[k].name);
  }
  if (argc < 2) return hd_complain(names, "a verb is wanted");
  return hd_complain(names, "there is no verb `%s`", argv[1]);
}

/* ---- options ---- */

/* What is wrong with a word, and how the verb is called. */
static int complain(const char *what, const char *word) {
  char usage[256];
  const hd_verb *verb = hd_verb_find(hd_answer_verb());
  snprintf(usage, sizeof usage, "heddle %s %s", hd_answer_verb(), verb == NULL ? "" : verb->arguments);
  if (word == NULL) return hd_complain(usage, "%s", what);
  hd_complain(usage, "%s `%s`", what, word);
  hd_words_point(word);
  return 2;
}

static int unknown(const char *option) {
  hd_unknown_option(hd_answer_verb(), option);
  hd_words_point(option);
  return 2;
}

int hd_tmem_number(const char *text, int64_t *number) {
  hd_error error;
  hd_value value;
  hd_status status = hd_expression_value(text, strlen(text), &error, &value);
  if (status == HD_OK) {
    status = hd_value_integer(&value, &error, number);
    error.position = 0;
  }
  if (status == HD_OK) return 0;
  hd_print_failure(NULL, text, strlen(text), &error);
  return 2;
}

static const hd_tmem_option *option_named(const hd_tmem_option *option, int options, const char *name) {
  for (int k = 0; k < options; k++) {
    if (strcmp(option[k].name, name) == 0) return &option[k];
  }
  return NULL;
}

int hd_tmem_read_some(int argc, char **argv, const hd_tmem_option *option, int options, const char **positional,
                      int least, int most, int *found) {
  *found = 0;
  for (int k = 1; k < argc; k++) {
    const hd_tmem_option *met = option_named(option, options, argv[k]);
    if (met == NULL && strncmp(argv[k], "--", 2) != 0) {
      if (*found == most) return complain("this is one argument too many:", argv[k]);
      positional[(*found)++] = argv[k];
      continue;
    }
    if (met == NULL) return unknown(argv[k]);
    if (met->given != NULL) *met->given = true;
    if (met->number == NULL && met->word == NULL) continue;
    if (k + 1 == argc) return complain("a value is wanted after", argv[k]);
    k++;
    if (met->word != NULL) *met->word = argv[k];
    else if (hd_tmem_number(argv[k], met->number) != 0) return complain("no number after", argv[k - 1]);
  }
  return *found >= least ? 0 : complain("too few arguments", NULL);
}

int hd_tmem_read(int argc, char **argv, const hd_tmem_option *option, int options, const char **positional,
                 int wanted) {
  int found;
  return hd_tmem_read_some(argc, argv, option, options, positional, wanted, wanted, &found);
}

int hd_tmem_wanted(const char *what) { return hd_complain(NULL, "%s is wanted", what); }

int hd_tmem_wanted_not(const char *what, int64_t given) {
  return hd_complain(NULL, "%s is wanted, and there is %" PRId64, what, given);
}

int hd_tmem_wanted_word(const char *what, const char *given) {
  hd_words_point(given);
  return hd_complain(NULL, "%s is wanted, and there is `%s`", what, given);
}

int hd_tmem_within(const char *option, int64_t least, int64_t most, int64_t given) {
  if (given >= least && given <= most) return 0;
  return hd_complain(NULL, "%s from %" PRId64 " to %" PRId64 " is wanted, and there is %" PRId64, option, least, most,
                     given);
}

int hd_tmem_refuse(const char *text, const hd_error *error) {
  hd_print_failure(NULL, text, text == NULL ? 0 : strlen(text), error);
  return hd_exit_code(error);
}
