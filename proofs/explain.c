/* Finding the part of a false expression that is to blame. */
#include "proofs/explain.h"

#include "proofs/integer.h"

#include <stdio.h>
#include <string.h>

/* The coordinates of a counter-example, apart from the sentence. */
static void keep_coordinates(const hd_error *error, hd_finding *finding) {
  if (error->has_coordinate) hd_print_tuple(&error->coordinate, finding->coordinate, sizeof finding->coordinate);
  if (error->has_other) hd_print_tuple(&error->other, finding->other, sizeof finding->other);
}

void hd_explain_failure(const hd_error *error, hd_finding *finding) {
  switch (error->status) {
    case HD_MALFORMED:
    case HD_MISMATCH: finding->verdict = HD_SENSELESS; break;
    case HD_UNDECIDED: finding->verdict = HD_OPEN; break;
    default: finding->verdict = HD_NO_ANSWER; break;
  }
  finding->position = error->position;
  hd_print_error(error, finding->reason, sizeof finding->reason);
  hd_print_hint(error, finding->hint, sizeof finding->hint);
  keep_coordinates(error, finding);
}

static bool is_truth(const hd_value *value) {
  int64_t integer;
  return hd_operand(value, NULL, &integer) == HD_OK && integer != 0;
}

/* Goes down && and || and ?: to the part whose value is the false one. */
static int blamed(const hd_syntax *syntax, int index, const hd_environment *environment) {
  hd_value value;
  for (;;) {
    const hd_node *node = &syntax->node[index];
    bool is_and = node->kind == HD_NODE_BINARY && node->operation == HD_SYMBOL2('&', '&');
    bool is_or = node->kind == HD_NODE_BINARY && node->operation == HD_SYMBOL2('|', '|');
    if (!is_and && !is_or && node->kind != HD_NODE_CONDITION) return index;
    if (hd_interpret(syntax, node->first, environment, NULL, &value) != HD_OK) return index;
    bool truth = is_truth(&value);
    if (is_and) index = truth ? node->last : node->first;
    else if (is_or) index = node->last;
    else index = truth ? syntax->node[node->first].next : node->last;
  }
}

static void explain_comparison(const hd_syntax *syntax, const hd_node *node, const hd_environment *environment,
                               hd_finding *finding) {
  hd_value side[2], same;
  hd_error error;
  if (hd_interpret(syntax, node->first, environment, NULL, &side[0]) != HD_OK ||
      hd_interpret(syntax, node->last, environment, NULL, &side[1]) != HD_OK) {
    return;
  }
  hd_print_value(&side[0], finding->left, sizeof finding->left);
  hd_print_value(&side[1], finding->right, sizeof finding->right);
  if (side[0].kind != HD_KIND_LAYOUT || node->operation != HD_SYMBOL2('=', '=')) return;
  error.hint = NULL;
  if (hd_builtin_call(hd_builtin_find("identical", 9), side, 2, &error, &same) == HD_OK && !same.as.boolean) {
    hd_print_hint(&error, finding->hint, sizeof finding->hint);
  }
}

static void explain_false(const hd_syntax *syntax, int index, const hd_environment *environment, hd_finding *finding) {
  index = blamed(syntax, index, environment);
  const hd_node *node = &syntax->node[index];
  hd_value value;
  hd_error error;
  finding->position = node->position;
  if (node->kind == HD_NODE_BINARY && hd_is_comparison(node->operation)) {
    explain_comparison(syntax, node, environment, finding);
  } else if (node->kind == HD_NODE_CALL) {
    (void)hd_fail(&error, HD_OK, node->as.builtin->name, "the answer is no");
    (void)hd_interpret(syntax, index, environment, &error, &value);
    hd_print_error(&error, finding->reason, sizeof finding->reason);
    hd_print_hint(&error, finding->hint, sizeof finding->hint);
    keep_coordinates(&error, finding);
  } else if (node->kind == HD_NODE_UNDEFINED || node->kind == HD_NODE_OVERFLOWS) {
    snprintf(finding->reason, sizeof finding->reason, "the expression has a value");
    if (hd_interpret(syntax, node->first, environment, NULL, &value) == HD_OK) {
      hd_print_value(&value, finding->left, sizeof finding->left);
    }
  }
}

void hd_explain_answer(const hd_syntax *syntax, int node, const hd_environment *environment, const hd_value *value,
                       hd_finding *finding) {
  if (value->kind != HD_KIND_BOOLEAN) {
    finding->verdict = HD_SENSELESS;
    finding->position = syntax->node[node].position;
    snprintf(finding->reason, sizeof finding->reason, "a claim is true or false, and this is %s", hd_kind_name(value));
    return;
  }
  finding->verdict = value->as.boolean ? HD_HOLDS : HD_FALSE;
  if (value->visited > 0) {
    finding->visits = true;
    finding->visited = value->visited;
    finding->domain = value->as.boolean ? value->visited : 0; /* what a look ends early at may have had more */
  }
  if (!value->as.boolean) explain_false(syntax, node, environment, finding);
}
