/* Every operation of the library on operands read from text, for those who count and time them.
 *
 * Invariant: an example is read once and then run any number of times; a run is one call of the operation, from operands
 * that stay as they are into a result apart from them. */
#ifndef HEDDLE_BENCH_OPERATIONS_H
#define HEDDLE_BENCH_OPERATIONS_H

#include "algebra/algebra.h"

/* How an example is judged. */
typedef enum class {
  SMALL,    /* at most 8 leaves in all operands, or in the result: at most 500 instructions */
  COMPOSED, /* a composition of linear layouts of 16 bits: at most 600 */
  INVERTED, /* an inverse of one: at most 4000 */
  BITS,     /* another operation on bits: the cost goes with their number. Not judged */
  SEARCH,   /* looks for small multiples of strides: the cost goes with the numbers. Not judged */
  VALUES,   /* visits values: the cost goes with their number. Not judged */
  TEXT      /* reads or writes text: the cost goes with its length. Not judged */
} class;

enum { OPERANDS = 4, CLASSES = TEXT + 1 };

typedef struct example {
  class class;
  const char *operation;
  hd_status (*run)(void);
  const char *kinds;             /* one letter an operand: see read_operand */
  const char *operand[OPERANDS]; /* as text */
  int per;                       /* how many values, characters or bits the cost is spread over; 0: none */
} example;

extern const example examples[];
extern const int example_count;

/* Reads the operands. Ends the program where they cannot be read. */
void example_start(const example *e);

/* Whether the result of the last run is the integer, or as a function the layout, that another program writes so. */
bool example_agrees(const char *other);

#endif
