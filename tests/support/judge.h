/* One composition, judged: everything its header promises, against the oracle; and values and modes to judge others by.
 *
 * Invariant: a call returns only when all of it held; else the test fails, naming both operands. */
#ifndef HEDDLE_TESTS_SUPPORT_JUDGE_H
#define HEDDLE_TESTS_SUPPORT_JUDGE_H

#include "../../algebra/algebra.h"

/* How many of each answer a sweep got. */
typedef struct hd_tally {
  int64_t answered;
  int64_t leaves;  /* refused: the values along one leaf are those of no layout */
  int64_t carries; /* refused: each leaf is fine but they do not add up */
} hd_tally;

/* Composes and demands of an answer: that the oracle finds one to exist, that it refines B's shape and keeps its
 * nesting, that it is A(B(c)) at every coordinate, that it is a valid layout, and that it stays the same when the
 * result is one of the operands. Of a refusal: that the oracle finds none to exist; that the leaf, the coordinate and
 * the values named are the oracle's; and that the result is untouched, with and without an error to fill in. */
void hd_judge_composition(const hd_layout *a, const hd_layout *b, hd_tally *tally);

/* The value at an index, as the oracle has it, of a layout on integers. */
int64_t hd_test_at(const hd_layout *layout, int64_t index);
/* A mode of the layout, which has it. */
hd_layout hd_test_mode(const hd_layout *layout, int mode);

/* Whether hd_layout_finish finds nothing to object to and nothing to change. */
bool hd_test_is_valid(const hd_layout *layout);

#endif
