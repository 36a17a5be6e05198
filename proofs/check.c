/* Running the statements of a file. */
#include "proofs/check.h"

#include "proofs/explain.h"
#include "proofs/forall.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *hd_verdict_name(hd_verdict verdict) {
  static const char *const name[HD_VERDICTS] = {"holds", "false", "undefined", "undecided", "malformed"};
  return name[verdict];
}

hd_check_options hd_check_defaults(void) {
  return (hd_check_options){.most_coordinates = (int64_t)1 << 32, .most_steps = 10000000};
}

void hd_finding_clear(hd_finding *finding) {
  finding->verdict = HD_HOLDS;
  finding->is_claim = finding->visits = false;
  finding->visited = finding->domain = 0;
  finding->beyond[0] = 0;
  finding->position = 0;
  finding->variables = 0;
  finding->name[0] = finding->reason[0] = finding->hint[0] = 0;
  finding->note[0] = 0;
  finding->left[0] = finding->right[0] = finding->coordinate[0] = finding->other[0] = 0;
}

typedef struct checker {
  const hd_syntax *syntax;
  const hd_check_options *options;
  hd_environment environment;
  hd_outside outside; /* of the statement being run */
  hd_finding *finding;
  const hd_node *loop[HD_MAX_NESTING]; /* those being run, outermost first */
  int depth;
  int64_t steps;
  bool claims; /* one was reached, or something else was reported */
} checker;

static void run(checker *c, int index);

static const hd_node *node_at(const checker *c, int index) { return &c->syntax->node[index]; }

static void append(hd_finding *finding, const char *text, size_t length) {
  size_t used = strlen(finding->name);
  for (size_t k = 0; k < length && used + 1 < sizeof finding->name; k++) {
    char byte = text[k];
    bool blank = byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t';
    if (blank && used > 0 && finding->name[used - 1] == ' ') continue;
    finding->name[used++] = blank ? ' ' : byte;
  }
  finding->name[used] = 0;
}

/* An empty finding with its name: the text and the loops' values. */
static void start(checker *c, bool is_claim, const char *text, size_t length) {
  hd_finding *finding = c->finding;
  hd_finding_clear(finding);
  c->outside.text[0] = 0;
  finding->is_claim = is_claim;
  append(finding, text, length);
  for (int k = 0; k < c->depth; k++) {
    char value[HD_TEXT_MAX];
    append(finding, k == 0 ? " [" : ", ", 2);
    append(finding, c->loop[k]->name, c->loop[k]->name_length);
    append(finding, "=", 1);
    hd_print_value(&c->environment.variable[c->loop[k]->slot].value, value, sizeof value);
    append(finding, value, strlen(value));
  }
  if (c->depth > 0) append(finding, "]", 1);
}

static void report(checker *c) {
  c->claims = true;
  if (c->options->found != NULL) c->options->found(c->options->context, c->finding);
}

/* Evaluates; a failure becomes the finding's. */
static hd_status value_of(checker *c, int index, hd_value *value) {
  hd_error error;
  hd_status status = hd_interpret(c->syntax, index, &c->environment, &error, value);
  if (status != HD_OK) hd_explain_failure(&error, c->finding);
  return status;
}

static void run_let(checker *c, const hd_node *node) {
  hd_variable *variable = &c->environment.variable[node->slot];
  start(c, false, c->syntax->text + node->begin, node->end - node->begin);
  variable->status = value_of(c, node->first, &variable->value);
  variable->outside = c->outside.text[0] != 0;
  if (variable->status != HD_OK) report(c);
}

static void run_claim(checker *c, const hd_node *node) {
  const hd_node *predicate = node_at(c, node->first);
  if (node->name != NULL) start(c, true, node->name, node->name_length);
  else start(c, true, c->syntax->text + predicate->begin, predicate->end - predicate->begin);
  if (predicate->kind == HD_NODE_FORALL) {
    hd_check_forall(c->syntax, node->first, &c->environment, c->options, c->finding);
  } else {
    hd_value value;
    if (value_of(c, node->first, &value) == HD_OK) {
      hd_explain_answer(c->syntax, node->first, &c->environment, &value, c->finding);
    }
  }
  if (c->finding->note[0] == 0) snprintf(c->finding->note, sizeof c->finding->note, "%s", c->outside.text);
  report(c);
}

/* The statement once, with the loop's variable set to the value. */
static void run_turn(checker *c, const hd_node *node, const hd_value *value, bool outside) {
  hd_variable *variable = &c->environment.variable[node->slot];
  variable->status = HD_OK;
  variable->outside = outside;
  hd_value_copy(&variable->value, value);
  c->loop[c->depth++] = node;
  run(c, node->last);
  c->depth--;
}

/* A loop that does nothing would pass for one whose claims hold. */
static void fail_empty(checker *c, const hd_node *range, int64_t first, int64_t last) {
  hd_error error;
  (void)hd_fail(&error, HD_MALFORMED, "for", "the range {0}..{1} is empty");
  error.number[0] = first;
  error.number[1] = last;
  error.hint = "a range goes up, both ends taken: {1}..{0}, or {0}..{0} for one value";
  error.position = range->position;
  hd_explain_failure(&error, c->finding);
  report(c);
}

static void run_range(checker *c, const hd_node *node, const hd_node *range) {
  hd_value value;
  int64_t first, last;
  start(c, false, c->syntax->text + node->begin, node_at(c, range->last)->end - node->begin);
  hd_status status = value_of(c, range->first, &value);
  if (status == HD_OK && range->children == 1) {
    run_turn(c, node, &value, c->outside.text[0] != 0);
    return;
  }
  hd_error error;
  if (status == HD_OK && (status = hd_operand(&value, &error, &first)) == HD_OK &&
      (status = value_of(c, range->last, &value)) == HD_OK && (status = hd_operand(&value, &error, &last)) == HD_OK) {
    bool outside = c->outside.text[0] != 0;
    if (first > last) fail_empty(c, range, first, last);
    for (int64_t turn = first; turn <= last && c->steps <= c->options->most_steps; turn++) {
      hd_value_set_integer(&value, turn);
      run_turn(c, node, &value, outside);
      if (turn == last) break; /* last may be the largest integer */
    }
    return;
  }
  if (c->finding->verdict == HD_HOLDS) { /* not an integer */
    error.position = range->position;
    hd_explain_failure(&error, c->finding);
  }
  report(c);
}

static void run_loop(checker *c, const hd_node *node) {
  for (int range = node->first; range != node->last; range = node_at(c, range)->next) {
    run_range(c, node, node_at(c, range));
  }
}

static void run(checker *c, int index) {
  const hd_node *node = node_at(c, index);
  if (c->steps == c->options->most_steps) {
    hd_error error;
    (void)hd_fail(&error, HD_UNDECIDED, "check", "more than {0} statements were run; the rest is left out");
    error.number[0] = c->options->most_steps;
    error.position = node->position;
    start(c, false, "the rest of the file", 20);
    hd_explain_failure(&error, c->finding);
    report(c);
  }
  if (c->steps++ >= c->options->most_steps) return;
  switch (node->kind) {
    case HD_NODE_LET: run_let(c, node); break;
    case HD_NODE_FOR: run_loop(c, node); break;
    case HD_NODE_CLAIM: run_claim(c, node); break;
    default:
      for (int child = node->first; child >= 0; child = node_at(c, child)->next) run(c, child);
      break;
  }
}

hd_status hd_check_text(const char *text, size_t length, const hd_check_options *options, hd_error *error) {
  hd_syntax syntax;
  hd_status status = hd_parse_file(text, length, error, &syntax);
  if (status != HD_OK) return status;
  checker *c = malloc(sizeof *c);
  hd_finding *finding = malloc(sizeof *finding);
  hd_variable *variable = malloc(((size_t)syntax.slots + 1) * sizeof *variable);
  if (c == NULL || finding == NULL || variable == NULL) {
    status = hd_fail(error, HD_UNDECIDED, "check", "there is not enough memory");
  } else {
    *c = (checker){.syntax = &syntax, .options = options, .environment = {variable, NULL}, .finding = finding};
    c->environment.outside = &c->outside;
    run(c, syntax.root);
    if (!c->claims) {
      status = hd_fail(error, HD_MALFORMED, "check", "no claims");
      if (error != NULL) error->hint = "what is to be checked is written: claim \"name\": EXPRESSION";
    }
  }
  free(c);
  free(finding);
  free(variable);
  hd_syntax_free(&syntax);
  return status;
}
