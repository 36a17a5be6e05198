/* Visiting coordinates. */
#include "proofs/forall.h"

#include "algebra/refusals.h"
#include "proofs/explain.h"

#include <inttypes.h>
#include <stdio.h>

enum { BETWEEN_PROGRESS = 1 << 16 };

hd_status hd_read_bounds(const hd_syntax *syntax, int node, const hd_environment *environment, hd_error *error,
                         hd_bounds *bounds) {
  const hd_node *forall = &syntax->node[node];
  bounds->count = 0;
  bounds->body = forall->last;
  for (int child = forall->first; child != forall->last; child = syntax->node[child].next) {
    const hd_node *bound = &syntax->node[child];
    hd_value value;
    int64_t extent = 0;
    hd_status status = HD_OK;
    if (bounds->count == HD_MAX_BOUND)
      status = hd_refuse(error, HD_CAPACITY, "forall", "more than {0} variables", HD_MAX_BOUND, 0, 0);
    if (status == HD_OK) {
      status = hd_interpret(syntax, bound->first, environment, error, &value);
      if (status != HD_OK) return status;
      status = hd_operand(&value, error, &extent);
    }
    if (status == HD_OK && extent < 1) {
      status = hd_fail(error, HD_MALFORMED, "forall", "a variable below {0} has no values");
      error->number[0] = extent;
    }
    if (status != HD_OK) {
      error->position = bound->position;
      return status;
    }
    bounds->slot[bounds->count] = bound->slot;
    bounds->extent[bounds->count++] = extent;
  }
  return HD_OK;
}

void hd_first_coordinate(const hd_bounds *bounds, int64_t *variable) {
  for (int k = 0; k < bounds->count; k++) variable[k] = 0;
}

bool hd_next_coordinate(const hd_bounds *bounds, int64_t *variable) {
  for (int k = 0; k < bounds->count; k++) {
    if (++variable[k] < bounds->extent[k]) return true;
    variable[k] = 0;
  }
  return false;
}

void hd_bind_coordinate(const hd_bounds *bounds, const int64_t *variable, const hd_environment *environment) {
  for (int k = 0; k < bounds->count; k++) {
    environment->variable[bounds->slot[k]].status = HD_OK;
    environment->variable[bounds->slot[k]].outside = false;
    hd_value_set_integer(&environment->variable[bounds->slot[k]].value, variable[k]);
  }
}

/* Asks the interpreter at one coordinate; true when the expression holds there, else the finding says why not. */
static bool holds_at(const hd_syntax *syntax, int node, const hd_bounds *bounds, const int64_t *variable,
                     const hd_environment *environment, hd_finding *finding) {
  hd_value value;
  hd_error error;
  hd_bind_coordinate(bounds, variable, environment);
  hd_status status = hd_interpret(syntax, bounds->body, environment, &error, &value);
  if (status == HD_OK && value.kind == HD_KIND_BOOLEAN && value.as.boolean) return true;
  if (status != HD_OK) hd_explain_failure(&error, finding);
  else hd_explain_answer(syntax, bounds->body, environment, &value, finding);
  int child = syntax->node[node].first;
  for (int k = 0; k < bounds->count; k++, child = syntax->node[child].next) {
    finding->variable[k] = syntax->node[child].name;
    finding->variable_length[k] = syntax->node[child].name_length;
    finding->value[k] = variable[k];
  }
  finding->variables = bounds->count;
  return false;
}

/* A claim that was not looked at everywhere is not known to hold. */
static void skipped(const hd_syntax *syntax, int node, int64_t visited, int64_t domain, hd_finding *finding) {
  hd_error error;
  (void)hd_fail(&error, HD_UNDECIDED, "forall", "{0} coordinates were visited, and there are {1}");
  error.number[0] = visited;
  error.number[1] = domain;
  error.position = syntax->node[node].position;
  hd_explain_failure(&error, finding);
}

void hd_note_outside(const hd_syntax *syntax, int node, const hd_bounds *bounds, const int64_t *variable,
                     const hd_outside *outside, char *note, size_t size) {
  size_t used = (size_t)snprintf(note, size, "first at ");
  int child = syntax->node[node].first;
  for (int k = 0; k < bounds->count && used < size; k++, child = syntax->node[child].next) {
    const hd_node *bound = &syntax->node[child];
    used += (size_t)snprintf(note + used, size - used, "%s%.*s=%" PRId64, k > 0 ? ", " : "",
                             bound->name_length < 64 ? (int)bound->name_length : 64, bound->name, variable[k]);
  }
  if (used < size) snprintf(note + used, size - used, ": %s", outside->text);
}

static void visit(const hd_syntax *syntax, int node, const hd_bounds *bounds, const hd_environment *environment,
                  const hd_check_options *options, hd_finding *finding) {
  hd_program program;
  int64_t variable[HD_MAX_BOUND], result[HD_MACHINE_STACK], visited = 0, domain = finding->domain;
  hd_outside outside;
  outside.text[0] = 0;
  const hd_environment inside = {environment->variable, &outside};
  bool compiled = hd_program_compile(syntax, bounds->body, environment, bounds->slot, bounds->count, &program);
  if (compiled && program.shape.kind != HD_KIND_BOOLEAN) {
    hd_program_free(&program);
    compiled = false;
  }
  program.strict = true;
  hd_first_coordinate(bounds, variable);
  do {
    visited++;
    if (visited % BETWEEN_PROGRESS == 0 && options->progress != NULL) {
      options->progress(options->context, visited, domain);
    }
    if (compiled && hd_program_run(&program, variable, result) && result[0] != 0) continue;
    bool holds = holds_at(syntax, node, bounds, variable, &inside, finding);
    if (program.strict && outside.text[0] != 0) {
      hd_note_outside(syntax, node, bounds, variable, &outside, finding->note, sizeof finding->note);
      program.strict = false;
    }
    if (!holds) break;
  } while (hd_next_coordinate(bounds, variable));
  if (compiled) hd_program_free(&program);
  if (finding->verdict == HD_HOLDS && visited != domain) skipped(syntax, node, visited, domain, finding);
  finding->visits = true;
  finding->visited = visited;
  finding->domain = domain;
}

void hd_check_forall(const hd_syntax *syntax, int node, const hd_environment *environment,
                     const hd_check_options *options, hd_finding *finding) {
  hd_bounds bounds;
  hd_error error;
  if (hd_read_bounds(syntax, node, environment, &error, &bounds) != HD_OK) {
    hd_explain_failure(&error, finding);
    return;
  }
  finding->visits = true;
  finding->domain = hd_count_product(bounds.extent, bounds.count, finding->beyond, sizeof finding->beyond);
  if (finding->domain <= options->most_coordinates) {
    finding->beyond[0] = 0;
    visit(syntax, node, &bounds, environment, options, finding);
    return;
  }
  if (finding->domain < INT64_MAX) finding->beyond[0] = 0;
  (void)hd_fail(&error, HD_UNDECIDED, "forall", "at most {0} coordinates are visited, and there are more");
  error.number[0] = options->most_coordinates;
  error.position = syntax->node[node].position;
  hd_explain_failure(&error, finding);
}
