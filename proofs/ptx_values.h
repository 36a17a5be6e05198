/* What may each register hold, which threads reach each block together, and which warps?
 *
 * Invariant: one value for each register, which covers all of its definitions; where values, and the classes of what
 * branches hang on, no longer change, they stand. What does not settle in a bounded number of passes is not known.
 * Threads are counted along x, as kernels with one-dimensional blocks do, unless .reqntid says otherwise. */
#ifndef HEDDLE_PROOFS_PTX_VALUES_H
#define HEDDLE_PROOFS_PTX_VALUES_H

#include "ptx_flow.h"

/* What a register is as a sum: another register, defined once, and a number. */
typedef struct hd_ptx_root {
  uint32_t reg;
  uint32_t add;
} hd_ptx_root;

/* A register that a loop of one block counts with: start, start + step, .., as many as there are turns. */
typedef struct hd_ptx_counter {
  uint32_t turns; /* 0: it is none */
  uint32_t turn;  /* the definition in the loop */
  int32_t step;
  uint32_t start; /* among the starts: what it is outside of the loop, where it is read before it only */
} hd_ptx_counter;

typedef struct hd_ptx_values {
  hd_ptx_value *value;      /* of each register */
  uint32_t *definition;     /* of each register its only definition; HD_PTX_NONE where there are none or several */
  uint8_t *definitions;     /* of each register, 3 for more than two */
  uint32_t *first, *second; /* of each register its first and its second definition */
  hd_ptx_counter *counter;  /* of each register */
  hd_ptx_value *start;      /* of each counter */
  size_t starts, start_room;
  hd_ptx_root *root;   /* of each register */
  uint8_t *spread;     /* of each register the highest class that one of its definitions is under */
  uint8_t *under;      /* of each block the highest class that it hangs on: HD_BIT_SAME .. HD_BIT_VARIES */
  uint32_t *why;       /* of each block a branch of that class, HD_PTX_NONE under HD_BIT_SAME */
  uint32_t *warps;     /* of each block the warps that may reach it */
  uint32_t *surely;    /* and those that surely do when conditions that the whole CTA shares are as it takes */
  hd_ptx_table slots;  /* where an alloc leaves its address -> the alloc, or HD_PTX_SEVERAL */
  hd_ptx_table passed; /* names that calls pass */
  uint32_t threads;    /* the most that a CTA has */
  bool along_x;
  bool is_exact; /* every CTA has so many */
} hd_ptx_values;

enum { HD_PTX_SEVERAL = 0x7ffffffe };

typedef struct hd_ptx_evaluation {
  const hd_ptx_file *file;
  const hd_ptx_function *function;
  const hd_ptx_opcodes *opcodes;
  const hd_ptx_flow *flow;
  uint32_t block; /* where the value is asked for, or HD_PTX_NONE for anywhere */
} hd_ptx_evaluation;

/* `threads`: of each CTA, 0 where it is not known and .reqntid may tell. False without memory; free it all the same. */
bool hd_ptx_evaluate(hd_ptx_evaluation of, int64_t threads, hd_ptx_values *values);
void hd_ptx_values_free(hd_ptx_values *values);

/* Finds the counters (ptx_counters.c); false without memory. */
bool hd_ptx_find_counters(hd_ptx_evaluation of, hd_ptx_values *values);

/* The value of an operand: a register's, a number, a variable's address, a special register's. */
hd_ptx_value hd_ptx_operand_value(hd_ptx_evaluation of, const hd_ptx_values *values, const hd_ptx_operand *operand);

/* The value of an instruction's first result (ptx_evaluate.c). */
hd_ptx_value hd_ptx_result(hd_ptx_evaluation of, hd_ptx_values *values, uint32_t instruction);
/* The key of a place in memory for the table of slots; UINT64_MAX where the address is not known. */
uint64_t hd_ptx_slot(hd_ptx_evaluation of, const hd_ptx_values *values, const hd_ptx_operand *address);
/* What a conditional branch, or a guard, hangs on. */
hd_ptx_value hd_ptx_guard_value(hd_ptx_evaluation of, const hd_ptx_values *values, uint32_t instruction);
/* Spreads the classes of branches over what hangs on them; false when that was not finished (ptx_under.c). */
bool hd_ptx_spread_classes(hd_ptx_evaluation of, hd_ptx_values *values, bool *changed);
void hd_ptx_spread_warps(hd_ptx_evaluation of, hd_ptx_values *values);

#endif
