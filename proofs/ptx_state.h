/* What the rules share: the function that is checked, and walks along all of its paths.
 *
 * Invariant: a walk visits every instruction that control can reach behind its start, each block from its top once a
 * layer, so that it costs the part of the function that is reached; an edge that no warp takes which reaches the start
 * is none. All walks of a function share one budget of steps, and a walk that runs out of it says so. */
#ifndef HEDDLE_PROOFS_PTX_STATE_H
#define HEDDLE_PROOFS_PTX_STATE_H

#include "ptx_check.h"
#include "ptx_values.h"

/* What calling a function may do, as far as its text tells. */
enum {
  HD_PTX_DOES_LOAD = 1,
  HD_PTX_DOES_STORE = 2,
  HD_PTX_DOES_WAIT_LOAD = 4,
  HD_PTX_DOES_WAIT_STORE = 8,
  HD_PTX_DOES_ALLOC = 16,
  HD_PTX_DOES_DEALLOC = 32,
  HD_PTX_DOES_MMA = 64,
  HD_PTX_DOES_COMMIT = 128,
  HD_PTX_DOES_COLLECTIVE = 256,
  HD_PTX_DOES_GROUP_1 = 512,
  HD_PTX_DOES_GROUP_2 = 1024,
  HD_PTX_DOES_RELINQUISH = 2048,
  HD_PTX_DOES_MEET = 4096,
  HD_PTX_DOES_UNKNOWN = 8192 /* it, or one that it calls, has no body here */
};

typedef struct hd_ptx_checker {
  const hd_ptx_options *options;
  const hd_ptx_file *file;
  const hd_ptx_function *function;
  hd_ptx_opcodes *opcodes;
  const unsigned *does; /* of each name of a function */
  size_t does_count;
  hd_ptx_flow flow;
  hd_ptx_values values;
  uint8_t *kind;    /* of each instruction, hd_ptx_kind */
  uint32_t *access; /* the instructions of tcgen05 that can be reached, in order */
  size_t accesses, access_room;
  uint32_t *stamp; /* of each block and layer the last walk that entered it */
  uint32_t walk;
  uint32_t *pending; /* 2 * block + layer */
  int64_t steps;     /* left for walks */
  uint32_t *mark;    /* of each register: who marked it last */
  int64_t *above;    /* of each instruction: how many registers may be in flight before it, at most */
  uint8_t *served;   /* of each instruction: whether something that it waits for, or commits, comes before it */
  hd_ptx_kernel kernel;
  hd_ptx_finding *finding;
  size_t findings, finding_room;
  bool no_memory;
} hd_ptx_checker;

/* ---- findings (ptx_check.c) ---- */

/* Counts a question. */
void hd_ptx_ask(hd_ptx_checker *c, hd_ptx_rule rule);
/* Answers one of them: a fault, or not known. */
hd_ptx_finding *hd_ptx_fault(hd_ptx_checker *c, hd_ptx_rule rule, uint32_t instruction, uint32_t other,
                             const char *reason);
hd_ptx_finding *hd_ptx_unknown(hd_ptx_checker *c, hd_ptx_rule rule, uint32_t instruction, uint32_t other,
                               const char *reason);

static inline const hd_ptx_opcode *hd_ptx_opcode_at(const hd_ptx_checker *c, uint32_t instruction) {
  return &c->opcodes->opcode[c->function->instruction[instruction].opcode];
}

/* What a call may do: everything, when it is not known whom it calls. */
unsigned hd_ptx_call_does(const hd_ptx_checker *c, uint32_t instruction);
/* The same of the function that is checked. */
unsigned hd_ptx_function_does(const hd_ptx_checker *c);

/* Whether neither the kernel nor a function that it calls allocates anything. */
static inline bool hd_ptx_allocates_nothing(const hd_ptx_checker *c) {
  return c->kernel.is_entry && (hd_ptx_function_does(c) & (HD_PTX_DOES_ALLOC | HD_PTX_DOES_UNKNOWN)) == 0;
}

/* ---- walks (ptx_walk.c) ---- */

typedef enum hd_ptx_step { HD_PTX_GO_ON, HD_PTX_STOP } hd_ptx_step;

/* Sees an instruction; may raise *layer from 0 to 1 for what comes behind it. The instruction behind the last one
 * stands for the end of the function, once for each way out. */
typedef hd_ptx_step (*hd_ptx_step_visit)(void *context, hd_ptx_checker *c, uint32_t instruction, unsigned *layer);

/* Walks from behind an instruction along all paths. False when the budget ran out. */
bool hd_ptx_walk(hd_ptx_checker *c, uint32_t from, hd_ptx_step_visit visit, void *context);

enum { HD_PTX_LONG_STEP = 32 }; /* what comparing two addresses counts as */

/* Whether an instruction surely happens where another one has: it has no guard, or the same one. */
bool hd_ptx_same_guard(const hd_ptx_checker *c, uint32_t one, uint32_t other);

/* ---- addresses (ptx_cells.c) ---- */

/* The operand that holds the address of cells; NULL where there is none. */
const hd_ptx_operand *hd_ptx_address(const hd_ptx_checker *c, uint32_t access);
hd_ptx_value hd_ptx_address_value(const hd_ptx_checker *c, uint32_t access);
/* What a register counts from, as far as it goes back over registers that are defined once. */
uint32_t hd_ptx_address_root(const hd_ptx_checker *c, uint32_t access);
/* The columns that an alloc or dealloc names; false where they are not known. */
bool hd_ptx_columns(const hd_ptx_checker *c, uint32_t instruction, uint32_t *columns);

typedef enum hd_ptx_answer { HD_PTX_NO, HD_PTX_YES, HD_PTX_OPEN } hd_ptx_answer;

/* Whether two accesses that one warp issues meet a cell in common. `moved`: what the first one's address counts from
 * has changed in between. */
hd_ptx_answer hd_ptx_overlap(const hd_ptx_checker *c, uint32_t one, uint32_t other, bool moved);

static inline bool hd_ptx_moves_registers(uint8_t kind) { return kind == HD_PTX_LOAD || kind == HD_PTX_STORE; }
static inline bool hd_ptx_meets_cells(uint8_t kind) { return kind >= HD_PTX_LOAD && kind <= HD_PTX_MMA; }

/* ---- rules: each asks all its questions of the function ---- */

void hd_ptx_rule_forms(hd_ptx_checker *c);      /* form, target */
void hd_ptx_rule_registers(hd_ptx_checker *c);  /* load-use, store-source, cells, wait, and fence of stores */
void hd_ptx_rule_in_flight(hd_ptx_checker *c);  /* registers */
void hd_ptx_rule_addresses(hd_ptx_checker *c);  /* lane, columns */
void hd_ptx_rule_allocation(hd_ptx_checker *c); /* alloc, size, relinquished */
void hd_ptx_rule_order(hd_ptx_checker *c);      /* fence, commit, group, divergent */

static inline hd_ptx_evaluation hd_ptx_evaluation_of(const hd_ptx_checker *c) {
  return (hd_ptx_evaluation){c->file, c->function, c->opcodes, &c->flow, HD_PTX_NONE};
}

#endif
