/* The value of an expression at millions of coordinates: a tree compiled to code for a stack of 64-bit integers.
 *
 * Invariant: where the code answers, it answers what hd_interpret answers; where it cannot (an overflow, a division by
 * 0), it says so and hd_interpret is asked for the reason. What depends on no bound variable is computed once, while
 * compiling. Evaluating a layout is a sum over its leaves: running allocates nothing.
 *
 * Refuses to compile, and leaves to hd_interpret: calls of functions on bound variables, layouts made of bound
 * variables, and whatever fails while compiling. */
#ifndef HEDDLE_PROOFS_MACHINE_H
#define HEDDLE_PROOFS_MACHINE_H

#include "interpret.h"

enum { HD_MAX_BOUND = 16, HD_MACHINE_STACK = 512 };

/* Codes: values, then control (JUMP_FALSE, AND and OR look at a truth value; AND and OR keep one that decides and drop
 * another), then binary operations, each on the two topmost numbers. */
enum {
  HD_CODE_CONSTANT,
  HD_CODE_VARIABLE,
  HD_CODE_EVALUATE,
  HD_CODE_OUTSIDE,
  HD_CODE_SAME,
  HD_CODE_TRUTH,
  HD_CODE_NOT,
  HD_CODE_NEGATE,
  HD_CODE_COMPLEMENT,
  HD_CODE_JUMP,
  HD_CODE_JUMP_FALSE,
  HD_CODE_AND,
  HD_CODE_OR,
  HD_CODE_ADD,
  HD_CODE_SUBTRACT,
  HD_CODE_MULTIPLY,
  HD_CODE_DIVIDE,
  HD_CODE_REMAINDER,
  HD_CODE_BIT_AND,
  HD_CODE_BIT_OR,
  HD_CODE_BIT_XOR,
  HD_CODE_EQUAL,
  HD_CODE_UNEQUAL,
  HD_CODE_LESS,
  HD_CODE_AT_MOST,
  HD_CODE_GREATER,
  HD_CODE_AT_LEAST,
  HD_CODE_SHIFT
};

typedef struct hd_instruction {
  uint8_t code;
  int32_t count;   /* operands, or the place to go to, or the number of a bound variable */
  int64_t operand; /* a constant, or the place of a layout's first piece */
} hd_instruction;

/* One leaf of a layout that is evaluated: takes a digit of coordinate `argument`, adds digit * stride to
 * `component`. */
typedef struct hd_piece {
  int argument, component;
  int64_t extent; /* 0: takes the whole rest */
  int64_t stride;
  int64_t limit; /* the coordinate is outside the shape where the whole rest is not within 0..limit-1 */
} hd_piece;

typedef struct hd_program {
  hd_instruction *instruction;
  hd_piece *piece;
  int instructions, instruction_capacity, pieces, piece_capacity;
  int depth;      /* the stack's height while compiling */
  bool strict;    /* outside a shape the code does not answer, so that hd_interpret is asked */
  hd_value shape; /* of the result: a boolean, or a tuple whose numbers mean nothing */
} hd_program;

/* Compiles the expression at `node`; bound variable k of a run is the variable in slot[k].
 * Returns false when it cannot be compiled; then there is nothing to free. */
bool hd_program_compile(const hd_syntax *syntax, int node, const hd_environment *environment, const int *slot,
                        int bound, hd_program *program);
void hd_program_free(hd_program *program);

/* Runs it and writes the leaves of the result (one for a boolean). Returns false where there is no value. */
bool hd_program_run(const hd_program *program, const int64_t *variable, int64_t *result);

#endif
