/* `heddle eval 'EXPR'...`: one value a line. */
#include "proofs/command.h"

#include "proofs/diagnose.h"
#include "proofs/expression.h"

#include <string.h>

/* The more serious of two exit codes: 2 malformed, 1 no, 3 undecided, 0. */
static int worse(int a, int b) {
  static const int weight[] = {0, 2, 3, 1};
  return weight[a] >= weight[b] ? a : b;
}

static int evaluate(const char *text) {
  hd_value value;
  hd_error error;
  char printed[HD_TEXT_MAX];
  size_t length = strlen(text);
  memset(&error, 0, sizeof error);
  hd_status status = hd_expression_value(text, length, &error, &value);
  if (status == HD_OK && value.kind == HD_KIND_COMPOSED) {
    status = hd_refuse_composed(&error, "eval");
    error.position = 0;
  }
  if (status != HD_OK) {
    hd_print_failure(NULL, text, length, &error);
    return hd_exit_code(status);
  }
  hd_print_value(&value, printed, sizeof printed);
  puts(printed);
  if (value.kind != HD_KIND_BOOLEAN || value.as.boolean) return 0;
  if (error.reason != NULL && error.status == HD_OK) {
    hd_print_error(&error, printed, sizeof printed);
    fprintf(stderr, "  %s\n", printed);
    if (hd_print_hint(&error, printed, sizeof printed) > 0) fprintf(stderr, "  hint: %s\n", printed);
  }
  return 1;
}

int hd_command_eval(int argc, char **argv) {
  int code = 0;
  if (argc < 2) {
    fputs("usage: heddle eval 'EXPR'...\n", stderr);
    return 2;
  }
  for (int k = 1; k < argc; k++) code = worse(code, evaluate(argv[k]));
  return code;
}
