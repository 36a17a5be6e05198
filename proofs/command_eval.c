/* `heddle eval 'EXPR'...`: one value a line; `heddle explain 'EXPR'`: the steps that lead to it. */
#define _POSIX_C_SOURCE 200809L
#include "proofs/command.h"

#include "proofs/answer.h"
#include "proofs/diagnose.h"
#include "proofs/expression.h"
#include "proofs/input.h"
#include "proofs/report.h"
#include "proofs/steps.h"

#include <stdlib.h>
#include <string.h>

/* Why the value is false: the place, both values or the sentence, the hint. */
static void explain(const char *text, size_t length, const hd_finding *finding) {
  fflush(stdout);
  hd_print_caret(stderr, text, length, finding->position, 2);
  hd_print_counter_example(stderr, finding);
  if (finding->hint[0] != 0) fprintf(stderr, "  hint: %s\n", finding->hint);
}

static bool is_false(const hd_value *value) { return value->kind == HD_KIND_BOOLEAN && !value->as.boolean; }

/* A value, and for people what is to be said of it. */
static int say(const char *text, size_t length, const hd_value *value, const char *printed, const hd_finding *finding) {
  if (printed != NULL) puts(printed);
  if (finding != NULL && finding->note[0] != 0) hd_note("%s", finding->note);
  if (!is_false(value)) return 0;
  explain(text, length, finding);
  return 1;
}

/* The same for programs: members of the object that is open. */
static int answer(hd_json *json, const char *text, size_t length, const hd_value *value, const char *printed,
                  const hd_finding *finding) {
  hd_json_text(json, "status", is_false(value) ? "false" : "ok");
  hd_json_text(json, "kind", strchr(hd_kind_name(value), ' ') + 1); /* without "a" */
  hd_json_text(json, "value", printed);
  if (finding != NULL) hd_json_some(json, "note", finding->note);
  if (is_false(value)) hd_report_reason(json, text, length, finding);
  return is_false(value);
}

/* Evaluates; with the steps, where there is a place for them. */
static int evaluate(const char *text, hd_steps *steps) {
  const hd_observer observer = {hd_steps_tell, steps};
  hd_value value;
  hd_error error;
  hd_finding finding;
  char printed[HD_VALUE_TEXT_MAX];
  bool explained;
  size_t length = strlen(text);
  hd_json *json = hd_answer_json();
  hd_status status =
      hd_expression_explained(text, length, steps != NULL ? &observer : NULL, &error, &value, &finding, &explained);
  if (status != HD_OK) {
    if (json != NULL) hd_json_text(json, "status", hd_status_name(error.status));
    hd_print_failure(NULL, text, length, &error);
    return hd_exit_code(&error);
  }
  hd_print_value(&value, printed, sizeof printed);
  if (steps != NULL) hd_steps_finish(steps, &value);
  const hd_finding *found = explained ? &finding : NULL;
  if (json != NULL) return answer(json, text, length, &value, printed, found);
  return say(text, length, &value, steps != NULL ? NULL : printed, found);
}

int hd_command_eval(int argc, char **argv) {
  int code = 0;
  hd_json *json = hd_answer_json();
  if (argc < 2) return hd_complain_usage();
  for (int k = 1; k < argc; k++) {
    if (hd_is_long_option(argv[k])) return hd_unknown_option("eval", argv[k]);
  }
  if (json != NULL) hd_json_list(json, "results");
  for (int k = 1; k < argc; k++) {
    if (json != NULL) hd_json_object(json, NULL);
    if (json != NULL) hd_json_text(json, "expression", argv[k]);
    code = hd_graver_exit(code, evaluate(argv[k], NULL));
    if (json != NULL) hd_json_close(json);
  }
  return code;
}

/* ---- steps ---- */

/* Lines, each with how far it is indented, two blanks a level. */
static void print_lines(hd_json *json, const char *text) {
  hd_json_list(json, "steps");
  while (*text != 0) {
    const size_t blanks = strspn(text, " "), length = strcspn(text, "\n");
    hd_json_object(json, NULL);
    hd_json_integer(json, "depth", (int64_t)blanks / 2);
    hd_json_bytes(json, "text", text + blanks, length - blanks);
    hd_json_close(json);
    text += length + (text[length] == '\n');
  }
  hd_json_close(json);
}

/* The steps are text, whoever reads it: for programs they are collected first. */
static int explain_to_programs(hd_json *json, const char *text) {
  hd_steps steps;
  char *lines = NULL;
  size_t length;
  FILE *to = open_memstream(&lines, &length);
  if (to == NULL) return hd_complain_memory();
  hd_steps_start(&steps, to);
  hd_json_text(json, "expression", text);
  int code = evaluate(text, &steps);
  const bool whole = ferror(to) == 0;
  if (fclose(to) != 0 || !whole || lines == NULL) code = hd_complain_memory();
  else print_lines(json, lines);
  free(lines);
  return code;
}

int hd_command_explain(int argc, char **argv) {
  hd_steps steps;
  if (argc != 2) return hd_complain_usage();
  if (hd_is_long_option(argv[1])) return hd_unknown_option("explain", argv[1]);
  if (hd_answer_json() != NULL) return explain_to_programs(hd_answer_json(), argv[1]);
  hd_steps_start(&steps, stdout);
  return evaluate(argv[1], &steps);
}
