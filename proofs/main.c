/* The heddle command: finds the verb. */
#define _POSIX_C_SOURCE 200809L
#include "proofs/answer.h"
#include "proofs/command.h"
#include "proofs/conform.h"
#include "proofs/help.h"
#include "proofs/input.h"

#include <gmp.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#ifndef HEDDLE_VERSION
#define HEDDLE_VERSION "unversioned"
#endif

typedef struct verb {
  const char *name;
  int (*run)(int argc, char **argv);
  bool reads_files; /* so that a word behind `--` may begin with `-`: the verb takes it for what it is */
} verb;

static const verb verbs[] = {
    {"eval", hd_command_eval, false}, {"explain", hd_command_explain, false},
    {"fit", hd_command_fit, false},   {"convert", hd_command_convert, true},
    {"show", hd_command_show, false}, {"check", hd_command_check, true},
    {"tmem", hd_command_tmem, false}, {"emit", hd_command_emit, false},
    {"ptx", hd_command_ptx, true},    {"prove", hd_command_prove, false},
    {"conform", hd_conform, true},    {"functions", hd_command_functions, false},
    {"help", hd_command_help, false},
};
enum { VERBS = sizeof verbs / sizeof verbs[0] };

/* ---- words before the verb's own ---- */

/* Takes `--json` out of the arguments, wherever it stands before `--`. */
static bool take_json(int *argc, char **argv) {
  int kept = 1;
  bool json = false, ended = false;
  for (int k = 1; k < *argc; k++) {
    ended = ended || strcmp(argv[k], "--") == 0;
    if (ended || strcmp(argv[k], "--json") != 0) argv[kept++] = argv[k];
    else json = true;
  }
  *argc = kept;
  argv[kept] = NULL;
  return json;
}

/* `heddle check --help`, `heddle tmem plan -h`: asks for the help on the words before it. */
static bool asks_for_help(int argc, char **argv, int *words) {
  for (*words = 1; *words < argc && strcmp(argv[*words], "--") != 0; ++*words) {
    if (strcmp(argv[*words], "--help") == 0 || strcmp(argv[*words], "-h") == 0) return true;
  }
  return false;
}

/* The name of what is called, of one word or of two; empty where there is no such verb. */
static const char *name_of(int argc, char **argv) {
  char two[64];
  const hd_verb *found = NULL;
  int words;
  if (argc > 1 && strcmp(argv[1], "--version") == 0) return "version";
  if (asks_for_help(argc, argv, &words)) return "help";
  if (argc > 2 && snprintf(two, sizeof two, "%s %s", argv[1], argv[2]) < (int)sizeof two) found = hd_verb_find(two);
  if (found == NULL && argc > 1) found = hd_verb_find(argv[1]);
  return found != NULL ? found->name : "";
}

/* ---- dispatch ---- */

/* The verb that begins like it, if there is one, is what may be meant. */
static int unknown(const char *name) {
  char hint[64] = "heddle help lists the verbs";
  int most = 1; /* one letter is too little */
  for (int k = 0; k < VERBS; k++) {
    int alike = 0;
    while (name[alike] != 0 && name[alike] == verbs[k].name[alike]) alike++;
    if (alike > most) snprintf(hint, sizeof hint, "is `heddle %s` meant?", verbs[k].name), most = alike;
  }
  return hd_complain(hint, "there is no verb `%s`", name);
}

static int help(int argc, char **argv) {
  char name[] = "help", *all[4] = {name};
  int words = 1;
  for (int k = 1; k < argc && words < 3; k++) all[words++] = argv[k];
  return hd_command_help(words, all);
}

static int version(int argc) {
  hd_json *json = hd_answer_json();
  if (argc > 2) return hd_complain("heddle --version takes no arguments", "there is an argument too many");
  if (json != NULL) hd_json_text(json, "version", HEDDLE_VERSION);
  else puts("heddle " HEDDLE_VERSION);
  return 0;
}

/* Takes out the `--` that ends the options; false, after a complaint, when one comes behind it. */
static bool take_end(int *argc, char **argv) {
  int kept = 1;
  bool ended = false;
  for (int k = 1; k < *argc; k++) {
    if (ended && hd_is_long_option(argv[k])) {
      hd_complain("put it before `--`", "behind `--` there are no options, and there is `%s`", argv[k]);
      return false;
    }
    if (ended || strcmp(argv[k], "--") != 0) argv[kept++] = argv[k];
    else ended = true;
  }
  *argc = kept;
  argv[kept] = NULL;
  return true;
}

static int run(const verb *called, int argc, char **argv) {
  return called->reads_files || take_end(&argc, argv) ? called->run(argc, argv) : 2;
}

static int dispatch(int argc, char **argv) {
  int words;
  if (argc < 2) {
    (void)help(1, argv);
    return 2;
  }
  if (strcmp(argv[1], "--version") == 0) return version(argc);
  if (asks_for_help(argc, argv, &words)) {
    /* The verb, and of tmem its verb; `heddle help --help` is all of it. */
    const int most = words > 2 && strcmp(argv[1], "tmem") == 0 ? 3 : 2;
    return help(words == 1 || strcmp(argv[1], "help") == 0 ? 1 : most, argv);
  }
  for (int k = 0; k < VERBS; k++)
    if (strcmp(argv[1], verbs[k].name) == 0) return run(&verbs[k], argc - 1, argv + 1);
  return unknown(argv[1]);
}

/* ---- the machine ---- */

/* GMP asks for memory in the middle of a sum, where nothing can be given up but all. */
static void *wanted(void *memory) {
  if (memory != NULL) return memory;
  hd_answer_finish(hd_complain_memory());
  fflush(stdout);
  _Exit(2);
}
static void *allocate(size_t size) { return wanted(malloc(size)); }
static void *reallocate(void *memory, size_t old, size_t size) {
  (void)old;
  return wanted(realloc(memory, size));
}
static void release(void *memory, size_t size) {
  (void)size;
  free(memory);
}

/* Whether the standard output is a pipe at whose other end nobody is. */
static bool nobody_reads(void) {
  struct pollfd output = {.fd = 1, .events = POLLOUT};
  return poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

int main(int argc, char **argv) {
  /* Who reads no further is no failure to be shouted about: writing fails then, and the code says so. */
  signal(SIGPIPE, SIG_IGN);
  mp_set_memory_functions(allocate, reallocate, release);
  const bool json = take_json(&argc, argv);
  hd_answer_start(name_of(argc, argv), json);
  const int code = dispatch(argc, argv);
  hd_answer_finish(code);
  if (fflush(stdout) == 0 && !ferror(stdout)) return code;
  if (!nobody_reads()) fputs("heddle: the output could not be written\n", stderr);
  return 2;
}
