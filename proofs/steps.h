/* How an expression comes to its value, in print: each operation with the values of its operands, then its steps as the
 * library tells them (algebra/trace.h), then what it gives.
 *
 * Invariant: operations are listed as they are done, inner ones first; the last line is `= VALUE` of the whole. One of
 * which there is nothing to tell takes one line, `name(a, b) = value`. Where an operation fails its steps end where it
 * breaks, and no value follows. */
#ifndef HEDDLE_PROOFS_STEPS_H
#define HEDDLE_PROOFS_STEPS_H

#include "interpret.h"

#include <stdio.h>

typedef struct hd_steps {
  FILE *out;
  bool begun;                   /* the operation being told has a step already */
  char last[HD_VALUE_TEXT_MAX]; /* of a line `= VALUE` that was the last one; else empty */
} hd_steps;

void hd_steps_start(hd_steps *steps, FILE *out);

/* An observer's `tell`, with the steps as its context. */
void hd_steps_tell(void *steps, const hd_node *node, const hd_value *operand, int count, const hd_value *result);

/* The value of the whole, unless the last line says it already. */
void hd_steps_finish(hd_steps *steps, const hd_value *value);

#endif
