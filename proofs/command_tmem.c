/* `heddle tmem VERB`: the table of its verbs, and what they share. */
#include "proofs/command_tmem.h"

#include "proofs/builtin.h"
#include "proofs/command.h"
#include "proofs/diagnose.h"
#include "proofs/expression.h"
#include "proofs/words.h"

#include <stdio.h>
#include <string.h>

static const struct {
  const char *name;
  int (*run)(int argc, char **argv);
  const char *usage;
} verbs[] = {
    {"image", hd_tmem_image, "FORM [--memory index|address|cell] [--immediate I] [--spread slab|warpgroup|lanes]"},
    {"where", hd_tmem_where, "FORM --warp W --thread T --register R [--half H] [--address A] [--immediate I]"},
    {"who", hd_tmem_who, "FORM --lane L --column C [--address A] [--immediate I]"},
    {"forms", hd_tmem_forms, "[--target T]"},
    {"datapath", hd_tmem_datapath, "[LETTER | LAYOUT | --m M] [--n N] [--at C | --cell '(LANE,COLUMN)' | --table]"},
    {"plan", hd_tmem_plan, "[LAYOUT | --datapath LETTER --n N] [--registers LAYOUT] [--cap R] [--store]"},
    {"alloc", hd_tmem_alloc, "COLUMNS[/ALIGNMENT][@FIRST..LAST].. | --calls CALL.."},
    {"check", hd_tmem_check, "OPCODE --warp W --address A [--immediate I] [--allocated FIRST..LAST] [--budget R]"},
    {"apply", hd_tmem_apply, "OPCODE VIEW VIEW [VIEW] [--scope warp|warpgroup|cta]"},
};

enum { VERBS = sizeof verbs / sizeof verbs[0] };

static int usage(void) {
  for (int k = 0; k < VERBS; k++) {
    fprintf(stderr, "%s heddle tmem %-8s %s [--json]\n", k == 0 ? "usage:" : "      ", verbs[k].name, verbs[k].usage);
  }
  fputs("  heddle help tmem says what they answer\n", stderr);
  return 2;
}

int hd_command_tmem(int argc, char **argv) {
  if (argc < 2) return usage();
  for (int k = 0; k < VERBS; k++) {
    if (strcmp(argv[1], verbs[k].name) == 0) return verbs[k].run(argc - 1, argv + 1);
  }
  fprintf(stderr, "heddle tmem: there is no verb `%s`\n", argv[1]);
  return usage();
}

/* ---- options ---- */

/* "tmem " before the verbs of the table; others that read as they do are verbs of the command. */
static const char *group_of(const char *verb) {
  for (int k = 0; k < VERBS; k++) {
    if (strcmp(verb, verbs[k].name) == 0) return "tmem ";
  }
  return "";
}

static int complain(const char *verb, const char *what, const char *option) {
  fprintf(stderr, "heddle %s%s: %s", group_of(verb), verb, what);
  if (option != NULL) {
    fputs(" `", stderr);
    hd_print_plain(stderr, option, strlen(option));
    putc('`', stderr);
  }
  putc('\n', stderr);
  if (option != NULL) hd_words_point(option);
  if (*group_of(verb) == 0) fprintf(stderr, "  heddle help %s says what it takes\n", verb);
  for (int k = 0; k < VERBS; k++) {
    if (strcmp(verb, verbs[k].name) == 0) fprintf(stderr, "usage: heddle tmem %s %s [--json]\n", verb, verbs[k].usage);
  }
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
      if (*found == most) return complain(argv[0], "this is one argument too many:", argv[k]);
      positional[(*found)++] = argv[k];
      continue;
    }
    if (met == NULL) return complain(argv[0], "there is no option", argv[k]);
    if (met->given != NULL) *met->given = true;
    if (met->number == NULL && met->word == NULL) continue;
    if (k + 1 == argc) return complain(argv[0], "a value is wanted after", argv[k]);
    k++;
    if (met->word != NULL) *met->word = argv[k];
    else if (hd_tmem_number(argv[k], met->number) != 0) return complain(argv[0], "no number after", argv[k - 1]);
  }
  return *found >= least ? 0 : complain(argv[0], "too few arguments", NULL);
}

int hd_tmem_read(int argc, char **argv, const hd_tmem_option *option, int options, const char **positional,
                 int wanted) {
  int found;
  return hd_tmem_read_some(argc, argv, option, options, positional, wanted, wanted, &found);
}

int hd_tmem_wanted(const char *verb, const char *what) {
  fprintf(stderr, "heddle %s%s: %s is wanted\n", group_of(verb), verb, what);
  return 2;
}

/* ---- refusals ---- */

void hd_tmem_json_string(const char *text) {
  putchar('"');
  for (; *text != 0; text++) {
    const unsigned char c = (unsigned char)*text;
    if (c == '"' || c == '\\') printf("\\%c", c);
    else if (c < 0x20) printf("\\u%04x", c);
    else putchar(c);
  }
  putchar('"');
}

int hd_tmem_refuse(bool json, const char *text, const hd_error *error) {
  if (json) {
    char sentence[HD_TEXT_MAX];
    hd_print_error(error, sentence, sizeof sentence);
    printf("{\"status\":\"%s\",\"reason\":", hd_status_name(error->status));
    hd_tmem_json_string(sentence);
    if (hd_print_hint(error, sentence, sizeof sentence) > 0) {
      fputs(",\"hint\":", stdout);
      hd_tmem_json_string(sentence);
    }
    puts("}");
  } else {
    fflush(stdout);
    hd_print_failure(NULL, text, text == NULL ? 0 : strlen(text), error);
  }
  return hd_exit_code(error);
}
