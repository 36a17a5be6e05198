/* A plan as source text: a device function that does it, and the table of what it moves.
 *
 * Invariant: the text is the plan's instructions and nothing else. An asm statement is volatile and clobbers memory; a
 * load and its wait are one statement, or the wait, standing last, names all registers loaded, so that no use of them
 * moves above it. */
#ifndef HEDDLE_PROOFS_COMMAND_TMEM_EMIT_H
#define HEDDLE_PROOFS_COMMAND_TMEM_EMIT_H

#include "../tmem/plan.h"

/* CUDA C++: heddle_load(r, taddr) or heddle_store, taddr being each warp's own address of the first instruction.
 *   fails: HD_UNDEFINED (the instructions are not as far apart in all warps, so that no constant leads to the next) */
hd_status hd_tmem_emit_cuda(const hd_plan_request *request, const hd_plan *plan, bool store, hd_error *error);

/* C: heddle_table[thread][register] = {lane, column}; of packed forms and dense elements the first cell of each
 * register. fails: as hd_issue_cell */
hd_status hd_tmem_emit_table(const hd_plan_request *request, const hd_plan *plan, hd_error *error);

#endif
