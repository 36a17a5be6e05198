/* A theorem that somebody writes down: what does it say of which cases, and does it hold at one?
 *
 *   forall A, n in numbered(2,4,4,12): size(complement(A, n)) <= n
 *
 * The names stand for the parts of a case, its layouts and then its numbers, and the brackets hold the domain's bound.
 * What follows the colon is an expression of the command's language, lets before it where there are any.
 *
 * Invariant: the same text is the same theorem, for as long as the process runs: records, checkpoints and certificates
 * know it by its text.
 *
 * A case holds where the expression is true, and fails where it is false or makes no sense. Where it has no answer, an
 * operation being undefined there or leaving 64 bits, nothing is said of the case: it is vacant. What is undecided or
 * finds no room is open. */
#ifndef HEDDLE_PROOFS_PROPERTY_H
#define HEDDLE_PROOFS_PROPERTY_H

#include "prove.h"

enum { HD_PROPERTY_TEXT = 1024 };

/* The reason where a word is no domain; diagnose.h has the one that may be meant. */
#define HD_NO_DOMAIN "this is no domain; heddle prove --domains has them all"

/* Whether a text is meant to be one. */
bool hd_is_property(const char *text, size_t length);

/* The theorem that a text states. It need not end in 0.
 *   fails: HD_MALFORMED (with the place in `text`), HD_MISMATCH (other parts than a case has), HD_RANGE (a bound, or
 *          more cases than can be numbered), HD_CAPACITY (too long, too many, no memory) */
hd_status hd_property_find(const char *text, size_t length, hd_error *error, const hd_theorem **theorem);

#endif
