/* Does an answer satisfy the definition of its operation, at every coordinate?
 *
 * Invariant: the definitions are written down as equations and checked value by value, by way of oracle.h alone:
 * nothing here calls into algebra/. "Open" is a ruling of its own: no definition is written here for the operation, or
 * the coordinates are too many to visit. It is never taken for "holds".
 *
 * Costs a visit of every coordinate of the answer. */
#ifndef HEDDLE_PROOFS_DEFINITION_H
#define HEDDLE_PROOFS_DEFINITION_H

#include "value.h"

typedef enum hd_ruling { HD_RULING_HOLDS, HD_RULING_BROKEN, HD_RULING_OPEN } hd_ruling;

enum { HD_RULING_TEXT = 160 };

/* Whether `result` is an answer of `operation` for the arguments. `why` gets one sentence unless it holds. */
hd_ruling hd_definition_holds(const char *operation, const hd_value *argument, int count, const hd_value *result,
                              char why[HD_RULING_TEXT]);

/* Whether A o B has an answer at all: holds when one exists, broken when none does. B may be a shape or a tiler. */
hd_ruling hd_definition_composable(const hd_value *a, const hd_value *b, char why[HD_RULING_TEXT]);

/* Whether two values are the same function: layouts of the same size and values, or equal tuples and booleans. */
hd_ruling hd_definition_same(const hd_value *a, const hd_value *b, char why[HD_RULING_TEXT]);

#endif
