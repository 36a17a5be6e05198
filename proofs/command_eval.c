/* `heddle eval 'EXPR'...`: one value a line; `heddle explain 'EXPR'`: the steps that lead to it. */
#include "proofs/command.h"

#include "proofs/diagnose.h"
#include "proofs/expression.h"
#include "proofs/input.h"
#include "proofs/report.h"
#include "proofs/steps.h"

#include <string.h>

/* The more serious of two exit codes: 2 malformed, 1 no, 3 undecided, 0. */
static int worse(int a, int b) {
  static const int weight[] = {0, 2, 3, 1};
  return weight[a] >= weight[b] ? a : b;
}

/* Why the value is false: the place, both values or the sentence, the hint. */
static void explain(const char *text, size_t length, const hd_finding *finding) {
  fflush(stdout);
  hd_print_caret(stderr, text, length, finding->position, 2);
  hd_print_counter_example(stderr, finding);
  if (finding->hint[0] != 0) fprintf(stderr, "  hint: %s\n", finding->hint);
}

/* Prints the value; with its steps, where there is a place for them. */
static int evaluate(const char *text, hd_steps *steps) {
  const hd_observer observer = {hd_steps_tell, steps};
  hd_value value;
  hd_error error;
  hd_finding finding;
  char printed[HD_VALUE_TEXT_MAX];
  bool explained;
  size_t length = strlen(text);
  hd_status status =
      hd_expression_explained(text, length, steps != NULL ? &observer : NULL, &error, &value, &finding, &explained);
  if (status != HD_OK) {
    fflush(stdout);
    hd_print_failure(NULL, text, length, &error);
    return hd_exit_code(&error);
  }
  hd_print_value(&value, printed, sizeof printed);
  if (steps != NULL) hd_steps_finish(steps, &value);
  else puts(printed);
  if (explained && finding.note[0] != 0) {
    fflush(stdout);
    fprintf(stderr, "note: %s\n", finding.note);
  }
  if (value.kind != HD_KIND_BOOLEAN || value.as.boolean) return 0;
  explain(text, length, &finding);
  return 1;
}

int hd_command_eval(int argc, char **argv) {
  int code = 0;
  if (argc < 2) {
    fputs("usage: heddle eval 'EXPR'...\n", stderr);
    return 2;
  }
  for (int k = 1; k < argc; k++) {
    if (hd_is_long_option(argv[k])) return hd_unknown_option("eval", argv[k]);
  }
  for (int k = 1; k < argc; k++) code = worse(code, evaluate(argv[k], NULL));
  return code;
}

int hd_command_explain(int argc, char **argv) {
  hd_steps steps;
  if (argc != 2) {
    fputs("usage: heddle explain 'EXPR'\n", stderr);
    return 2;
  }
  if (hd_is_long_option(argv[1])) return hd_unknown_option("explain", argv[1]);
  hd_steps_start(&steps, stdout);
  return evaluate(argv[1], &steps);
}
