/* Properties: read once, judged by the interpreter. */
#include "proofs/property.h"

#include "algebra/refusals.h"
#include "proofs/explain.h"
#include "proofs/interpret.h"
#include "proofs/lexer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS = 8, PROPERTIES = 128, PREFIX = 1024 };

typedef struct hd_property {
  hd_theorem theorem; /* the first member: a judge finds its property by it */
  const hd_domain *domain;
  int parts;
  char text[HD_PROPERTY_TEXT];            /* as it was written */
  char source[PREFIX + HD_PROPERTY_TEXT]; /* a let for each part, and the expression */
  size_t lets;                            /* their length */
  size_t let_end[PARTS], name_at[PARTS];  /* where each let ends, and where in the text its name is */
  hd_syntax syntax;
} hd_property;

static const char no_question[] = "a property is true or false, and this is neither";

static hd_property *known[PROPERTIES];
static int properties;

/* ---- reading ---- */

static hd_status fail_at(size_t position, hd_error *error, const char *reason) {
  (void)hd_fail(error, HD_MALFORMED, "forall", reason);
  if (error != NULL) error->position = position;
  return HD_MALFORMED;
}

bool hd_is_property(const char *text, size_t length) {
  hd_lexer lexer;
  hd_lexer_start(&lexer, text, length);
  return hd_lexer_is_word(&lexer, "forall");
}

/* Adds a let whose value every case replaces, so that the name has a slot. */
static bool add_part(hd_property *property, const hd_lexer *name) {
  int added = snprintf(property->source + property->lets, PREFIX - property->lets, "let %.*s = 0\n",
                       (int)name->name_length, name->name);
  if (property->parts == PARTS || added < 0 || (size_t)added >= PREFIX - property->lets) return false;
  property->lets += (size_t)added;
  property->let_end[property->parts] = property->lets;
  property->name_at[property->parts++] = name->position;
  return true;
}

static hd_status read_parts(hd_property *property, hd_lexer *lexer, hd_error *error) {
  do {
    hd_lexer_next(lexer);
    if (lexer->token != HD_TOKEN_NAME)
      return fail_at(lexer->position, error, "a name for a part of the case is missing");
    if (!add_part(property, lexer)) {
      (void)hd_refuse(error, HD_CAPACITY, "forall", "more than {0} names, or more than 900 letters in them", PARTS, 0,
                      0);
      if (error != NULL) error->position = lexer->position;
      return HD_CAPACITY;
    }
    hd_lexer_next(lexer);
  } while (hd_lexer_is_symbol(lexer, HD_SYMBOL1(',')));
  return hd_lexer_is_word(lexer, "in") ? HD_OK : fail_at(lexer->position, error, "`in` and a domain are missing");
}

/* The number at the lexer, of a parameter. */
static hd_status read_number(const hd_parameter *parameter, hd_lexer *lexer, hd_error *error, int64_t *value) {
  if (lexer->token != HD_TOKEN_INTEGER) return fail_at(lexer->position, error, "a number of the bound is missing");
  if (lexer->integer < parameter->least || lexer->integer > parameter->most) {
    (void)hd_refuse(error, HD_RANGE, "forall", "this number of the bound is from {0} to {1}, not {2}", parameter->least,
                    parameter->most, lexer->integer);
    if (error != NULL) error->position = lexer->position;
    return HD_RANGE;
  }
  *value = lexer->integer;
  hd_lexer_next(lexer);
  return HD_OK;
}

/* The numbers of the bound are others than the domain has. */
static hd_status fail_bound(const hd_property *property, const hd_lexer *lexer, hd_error *error, const char *reason) {
  (void)fail_at(lexer->position, error, reason);
  if (error == NULL) return HD_MALFORMED;
  error->number[0] = hd_domain_parameters(property->domain);
  error->hint = property->domain->meaning;
  return HD_MALFORMED;
}

static hd_status read_domain(hd_property *property, hd_lexer *lexer, hd_error *error) {
  hd_lexer_next(lexer);
  property->domain = lexer->token == HD_TOKEN_NAME ? hd_domain_find(lexer->name, lexer->name_length) : NULL;
  if (property->domain == NULL) return fail_at(lexer->position, error, HD_NO_DOMAIN);
  property->theorem.domain = property->domain->name;
  hd_lexer_next(lexer);
  for (int k = 0; k < hd_domain_parameters(property->domain); k++) {
    if (!hd_lexer_is_symbol(lexer, k == 0 ? HD_SYMBOL1('(') : HD_SYMBOL1(',')))
      return fail_bound(property, lexer, error, "a number of the domain's bound is missing: it has {0} in all");
    hd_lexer_next(lexer);
    hd_status status = read_number(&property->domain->parameter[k], lexer, error, &property->theorem.quick.value[k]);
    if (status == HD_OK) continue;
    if (error != NULL) error->hint = property->domain->meaning;
    return status;
  }
  if (!hd_lexer_is_symbol(lexer, HD_SYMBOL1(')')))
    return fail_bound(property, lexer, error, "`)` is missing: of numbers the domain's bound has {0}");
  hd_lexer_next(lexer);
  return hd_lexer_is_symbol(lexer, HD_SYMBOL1(':')) ? HD_OK : fail_at(lexer->position, error, "`:` is missing");
}

/* Where in the text the place of the source is, whose lets are the names in front of the domain. */
static size_t place_in_text(const hd_property *property, size_t position, size_t head) {
  if (position >= property->lets) return position - property->lets + head;
  int part = 0;
  while (position >= property->let_end[part]) part++;
  return property->name_at[part];
}

/* Whether the first and the last case have as many parts as there are names. */
static hd_status check_parts(const hd_property *property, hd_error *error) {
  const uint64_t count = property->domain->count(&property->theorem.quick);
  hd_case *subject = malloc(sizeof *subject);
  if (subject == NULL) return hd_fail(error, HD_CAPACITY, "forall", "there is not enough memory");
  hd_status status = HD_OK;
  if (count > HD_CASES_MAX)
    status = hd_refuse(error, HD_RANGE, "forall", "there are more cases than {0}", (int64_t)HD_CASES_MAX, 0, 0);
  for (int k = 0; k < 2 && count > 0 && status == HD_OK; k++) {
    property->domain->at(&property->theorem.quick, k == 0 ? 0 : count - 1, subject);
    if (subject->layouts + subject->numbers == property->parts) continue;
    status = hd_fail(error, HD_MISMATCH, "forall",
                     "a name is wanted for each part of a case; layouts: {0}, numbers: {1}, names here: {2}");
    if (error == NULL) continue;
    error->number[0] = subject->layouts;
    error->number[1] = subject->numbers;
    error->number[2] = property->parts;
    const int parts = subject->layouts + subject->numbers; /* at the first name too many, or at the last */
    error->position = property->name_at[property->parts > parts ? parts : property->parts - 1];
  }
  free(subject);
  return status;
}

static hd_status evaluate(const hd_property *property, const hd_case *subject, const hd_environment *environment,
                          hd_error *error, hd_value *value, int *node);

/* Whether it is a question at all, seen at the first case: the parts of all cases are of the same kinds. */
static hd_status check_sense(const hd_property *property, hd_error *error) {
  hd_variable *variable = malloc((size_t)property->syntax.slots * sizeof *variable);
  hd_case *subject = malloc(sizeof *subject);
  const hd_environment environment = {variable, NULL};
  hd_value value;
  int node = 0;
  hd_status status = HD_CAPACITY;
  if (variable == NULL || subject == NULL) {
    status = hd_fail(error, HD_CAPACITY, "forall", "there is not enough memory");
  } else if (property->domain->count(&property->theorem.quick) == 0) {
    status = HD_OK;
  } else {
    property->domain->at(&property->theorem.quick, 0, subject);
    status = evaluate(property, subject, &environment, error, &value, &node);
    if (status == HD_OK && value.kind != HD_KIND_BOOLEAN)
      status = fail_at(property->syntax.node[node].position, error, no_question);
    else if (status != HD_MISMATCH || hd_has_no_answer(error)) status = HD_OK; /* all else may be of this case alone */
  }
  free(subject);
  free(variable);
  return status;
}

static hd_status read_property(const char *text, size_t length, hd_error *error, hd_property *property) {
  hd_lexer lexer;
  memcpy(property->text, text, length);
  hd_lexer_start(&lexer, property->text, length);
  hd_status status = read_parts(property, &lexer, error);
  if (status == HD_OK) status = read_domain(property, &lexer, error);
  if (status == HD_OK) status = check_parts(property, error);
  if (status != HD_OK) return status;
  const size_t head = lexer.end, body = length - head;
  memcpy(property->source + property->lets, text + head, body);
  status = hd_parse_expression(property->source, property->lets + body, error, &property->syntax);
  if (status == HD_OK) status = check_sense(property, error);
  if (status != HD_OK && error != NULL) error->position = place_in_text(property, error->position, head);
  return status;
}

static hd_outcome judge(hd_prover *prover, const hd_case *subject);

hd_status hd_property_find(const char *text, size_t length, hd_error *error, const hd_theorem **theorem) {
  hd_error local;
  if (error == NULL) error = &local;
  for (int k = 0; k < properties; k++) {
    if (strlen(known[k]->text) != length || memcmp(known[k]->text, text, length) != 0) continue;
    *theorem = &known[k]->theorem;
    return HD_OK;
  }
  if (!hd_is_property(text, length)) return fail_at(0, error, "`forall` is missing");
  for (size_t k = 0; k < length; k++)
    if (text[k] < ' ' || text[k] > '~') return fail_at(k, error, "a property is one line of plain characters");
  if (length >= HD_PROPERTY_TEXT)
    return hd_refuse(error, HD_CAPACITY, "forall", "a property has fewer than {0} letters, and this has {1}",
                     HD_PROPERTY_TEXT, (int64_t)length, 0);
  if (properties == PROPERTIES)
    return hd_refuse(error, HD_CAPACITY, "forall", "there are more than {0} properties", PROPERTIES, 0, 0);
  hd_property *property = calloc(1, sizeof *property);
  if (property == NULL) return hd_fail(error, HD_CAPACITY, "forall", "there is not enough memory");
  hd_status status = read_property(text, length, error, property);
  if (status != HD_OK) {
    hd_syntax_free(&property->syntax);
    free(property);
    return status;
  }
  property->theorem.name = property->text;
  property->theorem.statement = "as it was written";
  property->theorem.judge = judge;
  known[properties++] = property;
  *theorem = &property->theorem;
  return HD_OK;
}

/* ---- judging ---- */

/* Values of a property's variables: one for each prover, made when it meets another property. */
static const hd_environment *environment_of(hd_prover *prover, const hd_property *property, hd_environment *result) {
  if (prover->property != &property->theorem) {
    free(prover->variable);
    prover->variable = malloc((size_t)property->syntax.slots * sizeof *prover->variable);
    prover->property = prover->variable == NULL ? NULL : &property->theorem;
  }
  *result = (hd_environment){prover->variable, NULL};
  return prover->variable == NULL ? NULL : result;
}

static void bind(const hd_case *subject, int part, hd_variable *variable) {
  variable->status = HD_OK;
  variable->outside = false;
  if (part >= subject->layouts) {
    hd_value_set_integer(&variable->value, subject->number[part - subject->layouts]);
    return;
  }
  variable->value.kind = HD_KIND_LAYOUT;
  variable->value.visited = 0;
  hd_layout_copy(&variable->value.as.layout, &subject->layout[part]);
}

static hd_outcome fails(hd_prover *prover, const hd_error *error) {
  hd_finding finding;
  if (hd_has_no_answer(error) || error->status == HD_OVERFLOW) {
    hd_answer(prover, error->status);
    return HD_VACANT;
  }
  hd_finding_clear(&finding);
  hd_explain_failure(error, &finding);
  return hd_leave_open(prover, "%.240s", finding.reason);
}

static hd_outcome is_false(hd_prover *prover, const hd_property *property, int node, const hd_environment *environment,
                           const hd_value *value) {
  hd_finding finding;
  hd_finding_clear(&finding);
  hd_explain_answer(&property->syntax, node, environment, value, &finding);
  if (finding.left[0] != 0) return hd_refute(prover, "left is %.110s, right is %.110s", finding.left, finding.right);
  return hd_refute(prover, "%.240s", finding.reason[0] != 0 ? finding.reason : "it is false");
}

/* The lets of the parts take what the case has, others are worked out, and the last child is the expression: *node. */
static hd_status evaluate(const hd_property *property, const hd_case *subject, const hd_environment *environment,
                          hd_error *error, hd_value *value, int *node) {
  const hd_syntax *syntax = &property->syntax;
  *node = syntax->node[syntax->root].first;
  for (int part = 0; syntax->node[*node].kind == HD_NODE_LET; *node = syntax->node[*node].next, part++) {
    hd_variable *variable = &environment->variable[syntax->node[*node].slot];
    if (part < property->parts) {
      bind(subject, part, variable);
      continue;
    }
    variable->outside = false;
    variable->status = hd_interpret(syntax, syntax->node[*node].first, environment, error, &variable->value);
    if (variable->status != HD_OK) return variable->status;
  }
  return hd_interpret(syntax, *node, environment, error, value);
}

static hd_outcome judge(hd_prover *prover, const hd_case *subject) {
  const hd_property *property = (const hd_property *)prover->theorem;
  hd_environment room;
  const hd_environment *environment = environment_of(prover, property, &room);
  hd_value value;
  hd_error error;
  int node;
  if (environment == NULL) return hd_leave_open(prover, "there is not enough memory");
  if (subject->layouts + subject->numbers != property->parts)
    return hd_leave_open(prover, "the case has other parts than those that are named");
  const hd_status status = evaluate(property, subject, environment, &error, &value, &node);
  if (status != HD_OK) return fails(prover, &error);
  if (value.kind != HD_KIND_BOOLEAN) return hd_leave_open(prover, "%s", no_question);
  if (!value.as.boolean) return is_false(prover, property, node, environment, &value);
  hd_answer(prover, 1);
  return HD_HELD;
}
