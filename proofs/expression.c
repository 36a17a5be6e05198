/* Text to value in one call. */
#include "proofs/expression.h"

#include "proofs/explain.h"
#include "proofs/remark.h"

#include <stdio.h>
#include <stdlib.h>

/* The lets in order, then the expression, whose node is *child. */
static hd_status run(const hd_syntax *syntax, const hd_environment *environment, const hd_observer *observer,
                     hd_error *error, hd_value *value, int *child) {
  *child = syntax->root;
  if (syntax->node[*child].kind == HD_NODE_BLOCK) {
    for (*child = syntax->node[*child].first; syntax->node[*child].kind == HD_NODE_LET;
         *child = syntax->node[*child].next) {
      hd_variable *variable = &environment->variable[syntax->node[*child].slot];
      variable->status =
          hd_interpret_observed(syntax, syntax->node[*child].first, environment, observer, error, &variable->value);
      variable->outside = false; /* kept for the whole text */
      if (variable->status != HD_OK) return variable->status;
    }
  }
  return hd_interpret_observed(syntax, *child, environment, observer, error, value);
}

/* What there is to know of a value that one call has made, as a note. */
static void remark_on(const hd_syntax *syntax, int index, const hd_environment *environment, const hd_value *value) {
  const hd_node *node = &syntax->node[index];
  hd_outside *note = environment->outside;
  hd_value argument[HD_MAX_ARGUMENTS];
  int count = 0;
  if (node->kind != HD_NODE_CALL || note->text[0] != 0) return;
  for (int child = node->first; child >= 0; child = syntax->node[child].next) {
    if (hd_interpret(syntax, child, environment, NULL, &argument[count++]) != HD_OK) return;
  }
  (void)hd_remark(node->as.builtin, argument, count, value, note->text, sizeof note->text);
}

/* Fills the finding where there is anything to say. */
static bool explain(const hd_syntax *syntax, int node, const hd_environment *environment, const hd_value *value,
                    hd_finding *finding) {
  bool is_false = value->kind == HD_KIND_BOOLEAN && !value->as.boolean;
  if (value->kind != HD_KIND_BOOLEAN) remark_on(syntax, node, environment, value);
  if (!is_false && environment->outside->text[0] == 0) return false;
  hd_finding_clear(finding);
  if (is_false) hd_explain_answer(syntax, node, environment, value, finding);
  snprintf(finding->note, sizeof finding->note, "%s", environment->outside->text);
  return true;
}

hd_status hd_expression_value(const char *text, size_t length, hd_error *error, hd_value *value) {
  return hd_expression_explained(text, length, NULL, error, value, NULL, NULL);
}

hd_status hd_expression_explained(const char *text, size_t length, const hd_observer *observer, hd_error *error,
                                  hd_value *value, hd_finding *finding, bool *explained) {
  hd_syntax syntax;
  hd_error local;
  hd_outside outside;
  int node = -1;
  if (error == NULL) error = &local;
  hd_status status = hd_parse_expression(text, length, error, &syntax);
  if (status != HD_OK) return status;
  outside.text[0] = 0;
  hd_environment environment = {NULL, &outside};
  if (syntax.slots > 0) environment.variable = malloc((size_t)syntax.slots * sizeof *environment.variable);
  if (syntax.slots > 0 && environment.variable == NULL)
    status = hd_fail(error, HD_UNDECIDED, "let", "there is not enough memory");
  else status = run(&syntax, &environment, observer, error, value, &node);
  if (status == HD_OK && finding != NULL) *explained = explain(&syntax, node, &environment, value, finding);
  free(environment.variable);
  hd_syntax_free(&syntax);
  return status;
}
