/* Why is that so? Turns failures and false answers into what a finding says.
 *
 * Invariant: an explanation is computed by evaluating again the part that is to blame, so its values are the
 * expression's own. */
#ifndef HEDDLE_PROOFS_EXPLAIN_H
#define HEDDLE_PROOFS_EXPLAIN_H

#include "check.h"

/* The evaluation failed: verdict, place, reason and hint from the error. */
void hd_explain_failure(const hd_error *error, hd_finding *finding);

/* The expression at `node` has the value: holds, false or no boolean, with the part to blame. */
void hd_explain_answer(const hd_syntax *syntax, int node, const hd_environment *environment, const hd_value *value,
                       hd_finding *finding);

#endif
