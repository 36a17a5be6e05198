/* The heddle command: finds the verb. */
#include "proofs/command.h"
#include "proofs/conform.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#ifndef HEDDLE_VERSION
#define HEDDLE_VERSION "unversioned"
#endif

typedef struct verb {
  const char *name;
  int (*run)(int argc, char **argv);
} verb;

static const verb verbs[] = {
    {"eval", hd_command_eval},
    {"explain", hd_command_explain},
    {"fit", hd_command_fit},
    {"convert", hd_command_convert},
    {"show", hd_command_show},
    {"check", hd_command_check},
    {"tmem", hd_command_tmem},
    {"emit", hd_command_emit},
    {"ptx", hd_command_ptx},
    {"prove", hd_command_prove},
    {"conform", hd_conform},
    {"functions", hd_command_functions},
    {"help", hd_command_help},
    {"--help", hd_command_help},
    {"-h", hd_command_help},
};

static int unknown(const char *name) {
  fprintf(stderr, "heddle: there is no verb `%s`\n", name);
  for (size_t k = 0; k < sizeof verbs / sizeof verbs[0]; k++) {
    if (verbs[k].name[0] == name[0] && name[0] != '-')
      fprintf(stderr, "  hint: is `heddle %s` meant?\n", verbs[k].name);
  }
  fputs("  heddle help lists the verbs\n", stderr);
  return 2;
}

/* `heddle check --help`, `heddle tmem plan -h`: asks for the help on the words before it. */
static bool asks_for_help(int argc, char **argv, int *words) {
  for (*words = 2; *words < argc && strcmp(argv[*words], "--") != 0; ++*words) {
    if (strcmp(argv[*words], "--help") == 0 || strcmp(argv[*words], "-h") == 0) return true;
  }
  return false;
}

static int dispatch(int argc, char **argv) {
  if (argc < 2) {
    char help[] = "help", *none[] = {help, NULL};
    (void)hd_command_help(1, none);
    return 2;
  }
  if (strcmp(argv[1], "--version") == 0) {
    if (argc > 2) {
      fputs("usage: heddle --version\n", stderr);
      return 2;
    }
    puts("heddle " HEDDLE_VERSION);
    return 0;
  }
  for (size_t k = 0; k < sizeof verbs / sizeof verbs[0]; k++) {
    if (strcmp(argv[1], verbs[k].name) != 0) continue;
    int words;
    if (!asks_for_help(argc, argv, &words)) return verbs[k].run(argc - 1, argv + 1);
    /* the verb, and of tmem its verb */
    bool part = words > 2 && strcmp(argv[1], "tmem") == 0;
    return hd_command_help(verbs[k].run == hd_command_help ? 1 : part ? 3 : 2, argv);
  }
  return unknown(argv[1]);
}

int main(int argc, char **argv) {
  int code = dispatch(argc, argv);
  if (fflush(stdout) != 0 || ferror(stdout)) {
    fputs("heddle: the output could not be written\n", stderr);
    return 2;
  }
  return code;
}
