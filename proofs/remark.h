/* What is worth knowing about a value that somebody asks for, beside the value itself.
 *
 * Invariant: a remark is true of the value and changes nothing about it. It is made where an expression is one call of
 * a function and its value is all that is wanted: an index beyond 31 bits, tiles that run past what they divide,
 * another spelling of something shorter. */
#ifndef HEDDLE_PROOFS_REMARK_H
#define HEDDLE_PROOFS_REMARK_H

#include "builtin.h"

/* Writes the remark on what the function made of these arguments; false, and nothing written, where there is none. */
bool hd_remark(const hd_builtin *builtin, const hd_value *argument, int count, const hd_value *result, char *text,
               size_t size);

#endif
