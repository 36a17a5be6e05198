/* The table of verbs for shells that complete words: bash, zsh, fish. */
#include "proofs/help.h"

#include "proofs/builtin.h"
#include "proofs/prove.h"

#include <string.h>

/* ---- what is printed in all three ---- */

typedef struct printer {
  FILE *out;
  const char *before; /* of each word but the first */
  int words;
} printer;

static void print_word(void *context, const char *word, int length) {
  printer *to = context;
  if (length > 1 && word[0] >= 'A' && word[0] <= 'Z') return; /* stands for something */
  fprintf(to->out, "%s%.*s", to->words++ > 0 ? to->before : "", length, word);
}

/* The words to choose from behind an option, separated by blanks; false where there are none. */
static bool print_choices(FILE *out, const hd_option *option) {
  printer to = {out, " ", 0};
  return hd_each_choice(option, print_word, &to) > 0;
}

static bool is_file(const hd_option *option) { return strcmp(option->argument, "FILE") == 0; }

/* The words that a verb takes, separated by blanks: verbs, theorems, functions. */
static void print_taken(FILE *out, const hd_verb *verb) {
  const hd_verb *other;
  const hd_theorem *theorem;
  const hd_builtin *builtin;
  const size_t length = strlen(verb->name);
  const bool all = strcmp(verb->name, "help") == 0;
  for (int k = 0; verb->takes == HD_TAKES_VERBS && (other = hd_verb_at(k)) != NULL; k++) {
    if (all && strchr(other->name, ' ') == NULL) fprintf(out, "%s ", other->name);
    if (!all && strncmp(other->name, verb->name, length) == 0 && other->name[length] == ' ')
      fprintf(out, "%s ", other->name + length + 1);
  }
  for (const hd_topic *topic = hd_topics; all && topic->name != NULL; topic++) fprintf(out, "%s ", topic->name);
  for (int k = 0; verb->takes == HD_TAKES_THEOREMS && (theorem = hd_theorem_at(k)) != NULL; k++)
    fprintf(out, "%s ", theorem->name);
  for (int k = 0; verb->takes == HD_TAKES_NAMES && (builtin = hd_builtin_at(k)) != NULL; k++)
    fprintf(out, "%s ", builtin->name);
}

/* The first words of all verbs, each once. */
static void print_first_words(FILE *out) {
  const hd_verb *verb, *before = NULL;
  for (int k = 0; (verb = hd_verb_at(k)) != NULL; before = verb, k++) {
    const size_t length = strcspn(verb->name, " ");
    if (before != NULL && strncmp(before->name, verb->name, length) == 0) continue;
    fprintf(out, "%.*s ", (int)length, verb->name);
  }
}

/* Whether the verb is called by two words. */
static bool has_two(const hd_verb *verb) { return strchr(verb->name, ' ') != NULL; }

/* ---- bash ---- */

static void bash_options(FILE *out, const hd_option *option) {
  for (; option != NULL && option->name != NULL; option++) fprintf(out, "%s ", option->name);
}

/* What may stand behind an option that takes something. */
static void bash_arguments(FILE *out, const hd_verb *verb) {
  for (const hd_option *option = verb->options; option != NULL && option->name != NULL; option++) {
    if (option->argument == NULL) continue;
    fprintf(out, "      '%s %s') ", verb->name, option->name);
    if (is_file(option)) fputs("COMPREPLY=($(compgen -f -- \"$word\")); return", out);
    else if (strchr(option->argument, '|') != NULL) {
      fputs("words='", out);
      print_choices(out, option);
      fputs("'", out);
    } else {
      fputs("return", out);
    }
    fputs(" ;;\n", out);
  }
}

void hd_help_as_bash(FILE *out) {
  const hd_verb *verb;
  fputs("# What bash completes behind `heddle`; written by `heddle help --format bash`.\n"
        "_heddle() {\n"
        "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} verb=${COMP_WORDS[1]} words='' "
        "files=''\n"
        "  COMPREPLY=()\n"
        "  if [ \"$COMP_CWORD\" -gt 2 ]; then\n"
        "    case $verb in tmem | ptx) verb=\"$verb ${COMP_WORDS[2]}\" ;; esac\n"
        "  fi\n"
        "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
        "    words='--version --help ",
        out);
  print_first_words(out);
  fputs("'\n  else\n    case $verb in\n", out);
  for (int k = 0; (verb = hd_verb_at(k)) != NULL; k++) {
    fprintf(out, "      '%s') words='", verb->name);
    print_taken(out, verb);
    bash_options(out, verb->options);
    bash_options(out, hd_options_of_all);
    fprintf(out, "'%s ;;\n", verb->takes == HD_TAKES_FILES ? " files=yes" : "");
  }
  fputs("      ptx) words='check' ;;\n    esac\n    case \"$verb $before\" in\n", out);
  for (int k = 0; (verb = hd_verb_at(k)) != NULL; k++) bash_arguments(out, verb);
  fputs("    esac\n"
        "  fi\n"
        "  COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
        "  case $files$word in yes-*) ;; yes*) COMPREPLY+=($(compgen -f -- \"$word\")) ;; esac\n"
        "}\n"
        "complete -o filenames -o bashdefault -F _heddle heddle\n",
        out);
}

/* ---- zsh ---- */

/* A meaning in a specification: what has a meaning of its own there is escaped. */
static void zsh_text(FILE *out, const char *text) {
  for (; *text != 0; text++) {
    if (*text == '\'') fputs("'\\''", out);
    else if (strchr("[]:\\", *text) != NULL) fprintf(out, "\\%c", *text);
    else putc(*text, out);
  }
}

static void zsh_options(FILE *out, const hd_option *option) {
  for (; option != NULL && option->name != NULL; option++) {
    fprintf(out, " \\\n        '%s[", option->name);
    zsh_text(out, option->meaning);
    putc(']', out);
    if (option->argument != NULL) {
      putc(':', out);
      zsh_text(out, option->argument);
      putc(':', out);
      if (is_file(option)) fputs("_files", out);
      else if (strchr(option->argument, '|') != NULL) {
        putc('(', out);
        print_choices(out, option);
        putc(')', out);
      }
    }
    putc('\'', out);
  }
}

void hd_help_as_zsh(FILE *out) {
  const hd_verb *verb;
  fputs("#compdef heddle\n"
        "# What zsh completes behind `heddle`; written by `heddle help --format zsh`.\n"
        "_heddle() {\n"
        "  local verb=$words[2] from=2\n"
        "  if (( CURRENT == 2 )); then\n"
        "    compadd -- --version --help ",
        out);
  print_first_words(out);
  fputs("\n"
        "    return\n"
        "  fi\n"
        "  if [[ $verb == (tmem|ptx) ]] && (( CURRENT > 3 )); then\n"
        "    verb=\"$verb $words[3]\" from=3\n"
        "  fi\n"
        "  words=(heddle \"${(@)words[from+1,-1]}\")\n"
        "  (( CURRENT -= from - 1 ))\n"
        "  case $verb in\n",
        out);
  for (int k = 0; (verb = hd_verb_at(k)) != NULL; k++) {
    fprintf(out, "    '%s')\n      _arguments", verb->name);
    zsh_options(out, verb->options);
    zsh_options(out, hd_options_of_all);
    if (verb->takes == HD_TAKES_FILES) {
      fputs(" \\\n        '*:file:_files'", out);
    } else if (verb->takes != HD_TAKES_TEXT) {
      fputs(" \\\n        '*:word:(", out);
      print_taken(out, verb);
      fputs(")'", out);
    }
    fputs(" ;;\n", out);
  }
  fputs("    ptx) compadd -- check ;;\n  esac\n}\n_heddle \"$@\"\n", out);
}

/* ---- fish ---- */

static void fish_text(FILE *out, const char *text) {
  putc('\'', out);
  for (; *text != 0; text++) {
    if (*text == '\'' || *text == '\\') putc('\\', out);
    putc(*text, out);
  }
  putc('\'', out);
}

/* When a verb's completions are offered. */
static void fish_when(FILE *out, const hd_verb *verb) {
  const char *blank = strchr(verb->name, ' ');
  if (blank == NULL) fprintf(out, "complete -c heddle -n '__fish_seen_subcommand_from %s' ", verb->name);
  else
    fprintf(out, "complete -c heddle -n '__fish_seen_subcommand_from %.*s; and __fish_seen_subcommand_from %s' ",
            (int)(blank - verb->name), verb->name, blank + 1);
}

static void fish_options(FILE *out, const hd_verb *verb, const hd_option *option) {
  for (; option != NULL && option->name != NULL; option++) {
    fish_when(out, verb);
    fprintf(out, "%s %s ", option->name[1] == '-' ? "-l" : "-s", option->name + 1 + (option->name[1] == '-'));
    if (option->argument != NULL) fputs(is_file(option) ? "-r -F " : "-x ", out);
    if (option->argument != NULL && strchr(option->argument, '|') != NULL) {
      fputs("-a '", out);
      print_choices(out, option);
      fputs("' ", out);
    }
    fputs("-d ", out);
    fish_text(out, option->meaning);
    putc('\n', out);
  }
}

void hd_help_as_fish(FILE *out) {
  const hd_verb *verb;
  fputs("# What fish completes behind `heddle`; written by `heddle help --format fish`.\n"
        "complete -c heddle -f\n"
        "complete -c heddle -n __fish_use_subcommand -l version -d 'which version this is'\n",
        out);
  for (int k = 0; (verb = hd_verb_at(k)) != NULL; k++) {
    if (!has_two(verb) || strncmp(verb->name, "tmem ", 5) != 0) {
      fprintf(out, "complete -c heddle -n __fish_use_subcommand -a %.*s -d ", (int)strcspn(verb->name, " "),
              verb->name);
      fish_text(out, verb->summary);
      putc('\n', out);
    }
    fish_options(out, verb, verb->options);
    fish_options(out, verb, hd_options_of_all);
    if (verb->takes == HD_TAKES_TEXT) continue;
    fish_when(out, verb);
    fputs(verb->takes == HD_TAKES_FILES ? "-F" : "-a '", out);
    print_taken(out, verb);
    fputs(verb->takes == HD_TAKES_FILES ? "\n" : "'\n", out);
  }
  fputs("complete -c heddle -n '__fish_seen_subcommand_from ptx' -a check\n", out);
}
