/* What is the value of this text? The expressions of the command's language (docs/language.md), without variables.
 *
 * Invariant: on failure error->position is the offset of the token to blame in `text`, whatever the status. */
#ifndef HEDDLE_PROOFS_EXPRESSION_H
#define HEDDLE_PROOFS_EXPRESSION_H

#include "check.h"
#include "interpret.h"

/* Parses and evaluates one whole expression. `text` need not end in 0: `length` bytes are read.
 *   fails: HD_MALFORMED (syntax, unknown names), HD_MISMATCH (wrong kinds), and as the operations fail */
hd_status hd_expression_value(const char *text, size_t length, hd_error *error, hd_value *value);

/* The same, told as it goes to an observer (NULL: to none), and why: where the value is `false` the finding says what
 * is to blame, and its note says what was evaluated outside its shape. *explained is whether there is anything to say;
 * else the finding, large as it is, is not touched. */
hd_status hd_expression_explained(const char *text, size_t length, const hd_observer *observer, hd_error *error,
                                  hd_value *value, hd_finding *finding, bool *explained);

#endif
