/* What must an operation say when it refuses? Rows of text, tests/refusals/NAME.txt, each a call and its answer:
 *
 *     undefined composition | (6,2):(1,7) | (3,2):(2,3)
 *       composition: B's modes carry into each other: at (2,1) A(B(c)) = A(7) = 8, but the modes add up to 7
 *       hint: make B's modes disjoint, or divide by mode
 *
 * The first line is the status, the function without its `hd_`, perhaps a `.` and another way to call it, and its
 * operands; then stand hd_print_error's text, the hint where there is one, and `at N` where the place in a text counts.
 * In an operand `-` is NULL, `\n` ends a line, and `{33*1,}` is `1,` 33 times. A row of status `ok` is a question
 * answered no, with the evidence. `#` begins a remark.
 *
 * Invariant: every row is called with an error and without; where it fails nothing of the result is touched. */
#ifndef HEDDLE_TESTS_SUPPORT_REFUSAL_H
#define HEDDLE_TESTS_SUPPORT_REFUSAL_H

#include "../../algebra/algebra.h"
#include "../../tmem/tmem.h"

enum { HD_TEST_OPERANDS = 5 };

/* One operand as its kind says: a letter of hd_test_operation. */
typedef struct hd_test_operand {
  bool is_null;
  const char *text; /* S: as it stands */
  size_t length;
  union {
    hd_layout layout;         /* L */
    hd_tuple tuple;           /* T */
    hd_tiler tiler;           /* G */
    hd_composed composed;     /* C */
    hd_placement placement;   /* P */
    hd_linear linear;         /* M: `register:3 -> offset:3 = 4 2 1` */
    hd_dimensions dimensions; /* D: `register:3 lane:2` */
    hd_axis axis[4];          /* N: names, `lane register`, `_` for none */
    hd_axis_split split;      /* X: `1@f 1@o 1@i 32` */
    int64_t integer;          /* I */
  } as;
} hd_test_operand;

/* Where answers go: whatever a call makes, and what some make beside it. */
typedef struct hd_test_answer {
  union {
    hd_layout layout;
    hd_tuple tuple;
    hd_tiler tiler;
    hd_composed composed;
    hd_placement placement;
    hd_linear linear;
    hd_dimensions dimensions;
    hd_swizzle swizzle;
    hd_bank_report banks;
    hd_prepared prepared;
    hd_places places;
    hd_tmem_view view;
    hd_stated stated;
    hd_conversion_proof proof;
    hd_cell cell;
    const hd_instruction *instruction;
    uint64_t word;
    uint32_t address;
    int32_t narrow[4];
    int64_t integer;
    int64_t integers[4];
    bool boolean;
  } as;
  hd_tuple beside;
  int64_t constant;
  int count;
} hd_test_answer;

typedef hd_status hd_test_call(const hd_test_operand *a, hd_error *e, hd_test_answer *r);

typedef struct hd_test_operation {
  const char *name;
  const char *kinds; /* of its operands, a letter each */
  hd_test_call *call;
} hd_test_operation;

/* The operation of that name; NULL when there is none (refusal_operations.c). */
const hd_test_operation *hd_test_operation_find(const char *name);

/* Calls every row of tests/refusals/NAME.txt and fails the test at the first that says otherwise. Returns how many rows
 * there are. Where the environment has HEDDLE_REFUSALS, the name of a file, lines are appended to it for the structure
 * test: `call FUNCTION STATUS`, `said REASON` and `said HINT`, these as they stand in the sources. */
int hd_test_refusals(const char *name);

#endif
