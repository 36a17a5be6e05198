/* What is the value of this expression, given its variables? A walk over the tree.
 *
 * Invariant: on failure error->position is the place of the operation to blame, and `result` is untouched. A variable
 * whose own value failed fails again wherever it is used, with the same status.
 *
 * Costs one C frame of a few kilobytes for each level of nesting, at most HD_MAX_NESTING of them. */
#ifndef HEDDLE_PROOFS_INTERPRET_H
#define HEDDLE_PROOFS_INTERPRET_H

#include "syntax.h"
#include "within.h"

typedef struct hd_variable {
  hd_status status; /* HD_OK: `value` is its value */
  hd_value value;
  bool outside; /* the value was taken outside a shape */
} hd_variable;

/* Values of the variables, by slot; and where it is kept what was evaluated outside its shape (NULL: nowhere). */
typedef struct hd_environment {
  hd_variable *variable;
  hd_outside *outside;
} hd_environment;

hd_status hd_interpret(const hd_syntax *syntax, int node, const hd_environment *environment, hd_error *error,
                       hd_value *result);

/* Told of each operation when it is done: of a HD_NODE_CALL with its arguments, of a HD_NODE_COMPOSE with left, offset
 * (where there is one) and right, of a HD_NODE_EVALUATE with what is evaluated and the coordinate. `result` is NULL
 * where it failed. */
typedef struct hd_observer {
  void (*tell)(void *context, const hd_node *node, const hd_value *operand, int count, const hd_value *result);
  void *context;
} hd_observer;

/* The same, observed: operands are told before the operation that they are of. `observer` may be NULL. */
hd_status hd_interpret_observed(const hd_syntax *syntax, int node, const hd_environment *environment,
                                const hd_observer *observer, hd_error *error, hd_value *result);

/* An integer out of a value in an operator's place: booleans count 0 or 1, and `(4)` is its number. */
hd_status hd_operand(const hd_value *value, hd_error *error, int64_t *integer);

/* Whether a failure means that the expression has no answer, rather than that it makes no sense or is not decided. */
bool hd_has_no_answer(const hd_error *error);

#endif
