/* The interpreter: one small function for each kind of node. */
#include "proofs/interpret_parts.h"

#include "proofs/integer.h"
#include "proofs/operations.h"
#include "proofs/operations_composed.h"
#include "proofs/operations_linear.h"
#include "proofs/operations_part.h"
#include "proofs/operations_placement.h"

#include <stdlib.h>
#include <string.h>

enum { HD_UNARY_MINUS = 0 }; /* where a binary operator is named by its symbol */

hd_status hd_integer_fail(hd_status status, unsigned operation, int64_t a, int64_t b, hd_error *error) {
  const char *reason = status == HD_UNDEFINED && (operation == HD_SYMBOL1('/') || operation == HD_SYMBOL1('%'))
                           ? "{0} is divided by 0"
                       : status == HD_UNDEFINED      ? "{0} is shifted by {1}, which is not in 0..63"
                       : operation == HD_UNARY_MINUS ? "the negative of {0} leaves 64 bits"
                                                     : "the result of {0} and {1} leaves 64 bits";
  (void)hd_fail(error, status, "arithmetic", reason);
  if (error != NULL) {
    error->number[0] = a;
    error->number[1] = b;
  }
  return status;
}

hd_status hd_operand(const hd_value *value, hd_error *error, int64_t *integer) {
  if (value->kind == HD_KIND_TUPLE && value->as.tuple.profile.leaves == 1 &&
      hd_tuple_axis(&value->as.tuple, 0) == HD_AXIS_INTEGER) {
    *integer = value->as.tuple.value[0];
    return HD_OK;
  }
  return hd_value_integer(value, error, integer);
}

static void observe(const hd_interpreter *w, const hd_node *node, const hd_value *operand, int count, hd_status status,
                    const hd_value *result) {
  if (w->observer != NULL)
    w->observer->tell(w->observer->context, node, operand, count, status == HD_OK ? result : NULL);
}

static bool is_number(const hd_value *value) { return value->kind == HD_KIND_BOOLEAN || hd_value_is_integer(value); }

static hd_status apply_equality(const hd_interpreter *w, const hd_node *node, const hd_value side[2],
                                hd_value *result) {
  hd_value same;
  bool wanted = node->operation == HD_SYMBOL2('=', '='), alike;
  if (side[0].kind == HD_KIND_TUPLE && side[1].kind == HD_KIND_TUPLE &&
      hd_compare_named(&side[0].as.tuple, &side[1].as.tuple, &alike)) {
    hd_value_set_boolean(result, alike == wanted, 0);
    return HD_OK;
  }
  if (side[0].kind == HD_KIND_BOOLEAN || side[1].kind == HD_KIND_BOOLEAN) {
    return hd_interpret_fail(w, node, HD_MISMATCH, "argument", "a boolean is compared with something else");
  }
  hd_status status = hd_blame(w, node, hd_builtin_call(hd_builtin_find("identical", 9), side, 2, w->error, &same));
  if (status == HD_OK) hd_value_set_boolean(result, same.as.boolean == wanted, 0);
  return status;
}

/* && and || look at their right side only when the left one leaves the question open. */
static hd_status apply_logical(const hd_interpreter *w, const hd_node *node, hd_value *left) {
  hd_value side;
  int64_t truth;
  hd_status status = hd_blame(w, hd_node_at(w, node->first), hd_operand(left, w->error, &truth));
  if (status != HD_OK) return status;
  int64_t visited = left->visited;
  bool open = node->operation == HD_SYMBOL2('&', '&') ? truth != 0 : truth == 0;
  if (open) {
    status = hd_interpret_node(w, node->last, &side);
    if (status == HD_OK) status = hd_blame(w, hd_node_at(w, node->last), hd_operand(&side, w->error, &truth));
    if (status != HD_OK) return status;
    visited += side.visited;
  }
  hd_value_set_boolean(left, truth != 0, visited);
  return HD_OK;
}

/* side[0] becomes what the operator makes of it and of its right side. */
static hd_status apply(const hd_interpreter *w, const hd_node *node, hd_value side[2]) {
  if (node->operation == HD_SYMBOL2('&', '&') || node->operation == HD_SYMBOL2('|', '|')) {
    return apply_logical(w, node, &side[0]);
  }
  int64_t a, b, value;
  hd_status status = hd_interpret_node(w, node->last, &side[1]);
  if (status != HD_OK) return status;
  bool equality = node->operation == HD_SYMBOL2('=', '=') || node->operation == HD_SYMBOL2('!', '=');
  if (equality && !(is_number(&side[0]) && is_number(&side[1]))) return apply_equality(w, node, side, &side[0]);
  if (node->operation == HD_SYMBOL1('+') && hd_has_placement(side, 2))
    return hd_blame(w, node, hd_value_add_placement(&side[0], &side[1], w->error, &side[0]));
  status = hd_blame(w, hd_node_at(w, node->first), hd_operand(&side[0], w->error, &a));
  if (status == HD_OK) status = hd_blame(w, hd_node_at(w, node->last), hd_operand(&side[1], w->error, &b));
  if (status != HD_OK) return status;
  status = hd_integer_binary(node->operation, a, b, &value);
  if (status != HD_OK) return hd_blame(w, node, hd_integer_fail(status, node->operation, a, b, w->error));
  if (hd_is_comparison(node->operation)) hd_value_set_boolean(&side[0], value != 0, side[0].visited + side[1].visited);
  else hd_value_set_integer(&side[0], value);
  return HD_OK;
}

/* The lowest operator of a chain, which has the chain's first operand. */
static const hd_node *chain_start(const hd_interpreter *w, const hd_node *node) {
  while (hd_is_chained(w->syntax, node)) node = hd_node_at(w, node->first);
  return node;
}

static hd_status interpret_binary(const hd_interpreter *w, const hd_node *node, hd_value *result) {
  hd_value side[2];
  const hd_node *part = chain_start(w, node);
  hd_status status = hd_interpret_node(w, part->first, &side[0]);
  while (status == HD_OK && (status = apply(w, part, side)) == HD_OK && part != node)
    part = hd_node_at(w, part->parent);
  if (status == HD_OK) hd_value_copy(result, &side[0]);
  return status;
}

static hd_status interpret_unary(const hd_interpreter *w, const hd_node *node, hd_value *result) {
  hd_value value;
  int64_t a, integer;
  hd_status status = hd_interpret_node(w, node->first, &value);
  if (status == HD_OK) status = hd_blame(w, hd_node_at(w, node->first), hd_operand(&value, w->error, &a));
  if (status != HD_OK) return status;
  status = hd_integer_unary(node->operation, a, &integer);
  if (status != HD_OK) return hd_blame(w, node, hd_integer_fail(status, HD_UNARY_MINUS, a, 0, w->error));
  if (node->operation == HD_SYMBOL1('!')) hd_value_set_boolean(result, integer != 0, value.visited);
  else hd_value_set_integer(result, integer);
  return HD_OK;
}

static hd_status interpret_condition(const hd_interpreter *w, const hd_node *node, hd_value *result) {
  int64_t test;
  hd_status status = hd_interpret_operand(w, node->first, &test);
  if (status != HD_OK) return status;
  int second = hd_node_at(w, node->first)->next;
  return hd_interpret_node(w, test != 0 ? second : hd_node_at(w, second)->next, result);
}

static bool is_zero(const hd_tuple *offset) { return offset->profile.leaves == 1 && offset->value[0] == 0; }

/* Composes what has been read so far with one operand more. */
static hd_status compose_next(const hd_interpreter *w, const hd_node *node, const hd_tuple *offset,
                              const hd_value *right, hd_value *result) {
  const hd_value side[2] = {*result, *right};
  bool linear = hd_has_linear(side, 2) && (offset == NULL || is_zero(offset));
  bool by_offset = !linear && (offset != NULL || hd_has_composed(side, 2));
  if (by_offset) return hd_blame(w, node, hd_value_compose(&side[0], offset, right, w->error, result));
  return hd_blame(w, node, hd_builtin_call(hd_builtin_find("composition", 11), side, 2, w->error, result));
}

/* Apart, so that what is evaluated deep down needs no frame for its operands. */
__attribute__((noinline)) static hd_status compose_observed(const hd_interpreter *w, const hd_node *node,
                                                            const hd_tuple *offset, const hd_value *right,
                                                            hd_value *result) {
  int last = offset != NULL ? 2 : 1;
  hd_value operand[3];
  hd_value_copy(&operand[0], result);
  if (offset != NULL) (void)hd_give_tuple(&operand[1], HD_OK, offset);
  hd_value_copy(&operand[last], right);
  hd_status status = compose_next(w, node, offset, right, result);
  observe(w, node, operand, last + 1, status, result);
  return status;
}

/* `A o B o C`, from the left. An integer or tuple between two `o` is an offset, and spells a composed layout. */
static hd_status interpret_compose(const hd_interpreter *w, const hd_node *node, hd_value *result) {
  const hd_node *part = chain_start(w, node);
  hd_value right, made;
  hd_status status = hd_interpret_node(w, part->first, &made);
  while (status == HD_OK) {
    hd_tuple offset;
    status = hd_interpret_node(w, part->last, &right);
    bool is_offset = status == HD_OK && part != node && right.kind == HD_KIND_TUPLE;
    if (is_offset) {
      hd_tuple_copy(&offset, &right.as.tuple);
      part = hd_node_at(w, part->parent);
      status = hd_interpret_node(w, part->last, &right);
    }
    if (status == HD_OK)
      status =
          (w->observer != NULL ? compose_observed : compose_next)(w, part, is_offset ? &offset : NULL, &right, &made);
    if (part == node) break;
    part = hd_node_at(w, part->parent);
  }
  if (status == HD_OK) hd_value_copy(result, &made);
  return status;
}

/* A string that does not parse is to blame at the place within it that the operation named. */
static void blame_string(const hd_interpreter *w, const hd_value *argument, int count, size_t within) {
  const hd_value *string = hd_first_of_kind(HD_KIND_STRING, argument, count);
  if (string != NULL && within < string->as.string.length + 1)
    w->error->position = (size_t)(string->as.string.text - w->syntax->text) + within;
}

/* Arguments live on the heap: a frame that held them would be as large as all of them. */
static hd_status interpret_call(const hd_interpreter *w, const hd_node *node, hd_value *result) {
  hd_value *argument = malloc((size_t)node->children * sizeof *argument);
  if (argument == NULL) return hd_interpret_fail(w, node, HD_UNDECIDED, "call", "there is not enough memory");
  hd_status status = HD_OK;
  int count = 0;
  for (int child = node->first; child >= 0 && status == HD_OK; child = hd_node_at(w, child)->next) {
    status = hd_interpret_node(w, child, &argument[count++]);
  }
  bool called = status == HD_OK;
  if (status == HD_OK) {
    status = hd_builtin_call(node->as.builtin, argument, count, w->error, result);
    size_t within = status == HD_OK ? 0 : w->error->position;
    (void)hd_blame(w, node, status);
    if (status == HD_MALFORMED) blame_string(w, argument, count, within);
  }
  if (status == HD_OK && w->environment->outside != NULL) {
    const hd_value *outside = hd_call_outside(node->as.builtin, argument, count);
    if (outside != NULL) hd_outside_value(w->environment->outside, outside);
  }
  if (called) observe(w, node, argument, count, status, result);
  free(argument);
  return status;
}

/* Apart, as above. */
__attribute__((noinline)) static void observe_evaluation(const hd_interpreter *w, const hd_node *node,
                                                         const hd_value *value, const hd_tuple *coordinate,
                                                         hd_status status, const hd_tuple *at_coordinate) {
  hd_value operand[2], result;
  hd_value_copy(&operand[0], value);
  (void)hd_give_tuple(&operand[1], HD_OK, coordinate);
  (void)hd_give_tuple(&result, status, at_coordinate);
  observe(w, node, operand, 2, status, &result);
}

/* `L(_,j)`, as in CuTe: the slice, without where it begins. Apart, as above. */
__attribute__((noinline)) static hd_status interpret_slice(const hd_interpreter *w, const hd_node *node,
                                                           const hd_value *value, const hd_tuple *coordinate,
                                                           hd_value *result) {
  hd_value operand[2], sliced;
  hd_value_copy(&operand[0], value);
  (void)hd_give_tuple(&operand[1], HD_OK, coordinate);
  hd_status status = hd_blame(w, node, hd_value_slice(value, coordinate, w->error, &sliced));
  observe(w, node, operand, 2, status, &sliced);
  if (status == HD_OK) hd_value_copy(result, &sliced);
  return status;
}

/* `L(i,j)` */
static hd_status interpret_evaluate(const hd_interpreter *w, const hd_node *node, hd_value *result) {
  hd_value value;
  hd_tuple coordinate;
  const hd_node *callee = hd_node_at(w, node->first);
  hd_status status = hd_interpret_node(w, node->first, &value);
  if (status != HD_OK) return status;
  bool composed = hd_has_composed(&value, 1), placed = hd_has_placement(&value, 1);
  bool linear = value.kind == HD_KIND_LINEAR, part = value.kind == HD_KIND_PART;
  if (value.kind != HD_KIND_LAYOUT && !composed && !placed && !linear && !part) {
    status = hd_interpret_fail(w, callee, HD_MISMATCH, "argument", "only a layout is evaluated at a coordinate");
    w->error->hint = callee->kind == HD_NODE_TUPLE ? "put the whole layout in brackets: (S:D)(c)" : NULL;
    return status;
  }
  status = hd_interpret_modes(w, node, callee->next, &coordinate);
  if (status != HD_OK) return status;
  if (node->children == 2) { /* one argument is the coordinate itself, not a tuple of it */
    coordinate.profile.open[0]--;
    coordinate.profile.close[coordinate.profile.leaves - 1]--;
  }
  if (placed) return hd_blame(w, node, hd_value_places(&value, &coordinate, w->error, result));
  if (hd_has_any(&coordinate) && (value.kind == HD_KIND_LAYOUT || composed))
    return interpret_slice(w, node, &value, &coordinate, result);
  hd_tuple at_coordinate;
  status = linear     ? hd_linear_evaluate(&value.as.linear, &coordinate, w->error, &at_coordinate)
           : part     ? hd_part_evaluate(&value.as.part, &coordinate, w->error, &at_coordinate)
           : composed ? hd_composed_evaluate(&value.as.composed, &coordinate, w->error, &at_coordinate)
                      : hd_evaluate(&value.as.layout, &coordinate, w->error, &at_coordinate);
  status = hd_blame(w, node, status);
  if (w->observer != NULL) observe_evaluation(w, node, &value, &coordinate, status, &at_coordinate);
  if (status != HD_OK) return status;
  const hd_layout *domain = composed ? &value.as.composed.inner : part ? &value.as.part.layout.inner : &value.as.layout;
  bool has_shape = !linear && value.kind != HD_KIND_SWIZZLE;
  if (has_shape && !hd_is_within(domain, &coordinate)) hd_outside_value(w->environment->outside, &value);
  result->kind = HD_KIND_TUPLE;
  result->visited = 0;
  hd_tuple_copy(&result->as.tuple, &at_coordinate);
  return HD_OK;
}

bool hd_has_no_answer(const hd_error *error) {
  switch (error->status) {
    case HD_UNDEFINED:
    case HD_RANGE:
    case HD_MALFORMED: return true;
    case HD_MISMATCH: return strcmp(error->operation, "argument") != 0; /* that one is a value of the wrong kind */
    default: return false;
  }
}

static hd_status interpret_undefined(const hd_interpreter *w, const hd_node *node, hd_value *result) {
  hd_value value;
  hd_status status = hd_interpret_node(w, node->first, &value);
  bool expected =
      status != HD_OK && (node->kind == HD_NODE_UNDEFINED ? hd_has_no_answer(w->error) : status == HD_OVERFLOW);
  if (status != HD_OK && !expected) return status;
  if (!expected) (void)hd_interpret_fail(w, node, HD_OK, "undefined", "the expression has a value");
  hd_value_set_boolean(result, expected, 0);
  return HD_OK;
}

static hd_status interpret_variable(const hd_interpreter *w, const hd_node *node, hd_value *result) {
  const hd_variable *variable = &w->environment->variable[node->slot];
  if (variable->status != HD_OK)
    return hd_interpret_fail(w, node, variable->status, "let", "this name has no value: see where it is bound");
  if (variable->outside) hd_outside_name(w->environment->outside, node->name, node->name_length);
  hd_value_copy(result, &variable->value);
  return HD_OK;
}

hd_status hd_interpret_node(const hd_interpreter *w, int index, hd_value *result) {
  const hd_node *node = hd_node_at(w, index);
  switch (node->kind) {
    case HD_NODE_INTEGER: hd_value_set_integer(result, node->as.integer); return HD_OK;
    case HD_NODE_BOOLEAN: hd_value_set_boolean(result, node->as.integer != 0, 0); return HD_OK;
    case HD_NODE_ANY:
      hd_value_set_integer(result, 0);
      hd_tuple_clear(&result->as.tuple);
      (void)hd_tuple_append(&result->as.tuple, 0, HD_AXIS_ANY);
      return HD_OK;
    case HD_NODE_VARIABLE: return interpret_variable(w, node, result);
    case HD_NODE_TUPLE: return hd_interpret_tuple(w, node, result);
    case HD_NODE_AXIS: return hd_interpret_axis(w, node, result);
    case HD_NODE_LAYOUT: return hd_interpret_layout(w, node, result);
    case HD_NODE_TILER: return hd_interpret_tiler(w, node, result);
    case HD_NODE_PLACEMENT: return hd_interpret_placement(w, node, result);
    case HD_NODE_SWIZZLE: return hd_interpret_swizzle(w, node, result);
    case HD_NODE_STRING:
      result->kind = HD_KIND_STRING;
      result->visited = 0;
      result->as.string.text = node->name;
      result->as.string.length = node->name_length;
      return HD_OK;
    case HD_NODE_UNARY: return interpret_unary(w, node, result);
    case HD_NODE_BINARY: return interpret_binary(w, node, result);
    case HD_NODE_CONDITION: return interpret_condition(w, node, result);
    case HD_NODE_COMPOSE: return interpret_compose(w, node, result);
    case HD_NODE_CALL: return interpret_call(w, node, result);
    case HD_NODE_EVALUATE: return interpret_evaluate(w, node, result);
    case HD_NODE_UNDEFINED:
    case HD_NODE_OVERFLOWS: return interpret_undefined(w, node, result);
    default: return hd_interpret_fail(w, node, HD_MALFORMED, "syntax", "a statement is no expression");
  }
}

hd_status hd_interpret_observed(const hd_syntax *syntax, int node, const hd_environment *environment,
                                const hd_observer *observer, hd_error *error, hd_value *result) {
  hd_error local;
  const hd_interpreter w = {syntax, environment, error != NULL ? error : &local, observer};
  return hd_interpret_node(&w, node, result);
}

hd_status hd_interpret(const hd_syntax *syntax, int node, const hd_environment *environment, hd_error *error,
                       hd_value *result) {
  return hd_interpret_observed(syntax, node, environment, NULL, error, result);
}
