/* The table of verbs in one piece, and the topics beside it. */
#include "proofs/help.h"

#include <string.h>

const hd_option hd_options_of_all[] = {
    {"--json", NULL, "one object of JSON, as docs/json.md describes it"}, {"--help", NULL, "this"}, {NULL, NULL, NULL}};

const char *const hd_exit_meanings[HD_EXIT_CODES] = {
    "everything holds, every value was printed",
    "a claim is false, or there is no answer: no such layout, overflow, over capacity",
    ("malformed: syntax, options, numbers beyond 64 bits, unknown names, values of the wrong kind; or a file cannot be "
     "read or written, the output cannot be written, or memory is short"),
    "undecided: a search or a count of coordinates ran into its limit, or into the end of memory"};

const hd_topic hd_topics[] = {
    {"language", "the grammar in short",
     "  integers 42 0x2a, tuples (4,(2,_)), axes 1@0 1@lane, layouts S:D, tilers [a;b;_] <a,b>\n"
     "  operators, loosest first: ?:  ||  &&  |  ^  &  == !=  < <= > >=  o  :  << >>  + -  * / %  unary + - ~ !\n"
     "L(c) or L(i,j) evaluates a layout; `heddle functions` lists the functions; docs/language.md has the grammar."},
    {"exit", "what the exit codes say", "Of several codes the first in the order 2, 1, 3, 0."},
    {NULL, NULL, NULL}};

const hd_verb *hd_verb_at(int index) {
  static const hd_verb *const part[] = {hd_verbs_of_layouts, hd_verbs_of_tmem, hd_verbs_of_files};
  for (size_t p = 0; p < sizeof part / sizeof part[0]; p++)
    for (int k = 0; part[p][k].name != NULL; k++)
      if (index-- == 0) return &part[p][k];
  return NULL;
}

const hd_verb *hd_verb_find(const char *name) {
  const hd_verb *verb, *begins = NULL;
  const size_t length = strlen(name);
  for (int k = 0; (verb = hd_verb_at(k)) != NULL; k++) {
    if (strcmp(verb->name, name) == 0) return verb;
    if (begins == NULL && length > 0 && strncmp(verb->name, name, length) == 0 && verb->name[length] == ' ')
      begins = verb;
  }
  return begins;
}

int hd_each_choice(const hd_option *option, hd_on_word *call, void *context) {
  int count = 0;
  if (option->argument == NULL || strchr(option->argument, '|') == NULL) return 0;
  for (const char *at = option->argument; *at != 0; count++) {
    const int length = (int)strcspn(at, "|");
    call(context, at, length);
    at += length + (at[length] == '|');
  }
  return count;
}
