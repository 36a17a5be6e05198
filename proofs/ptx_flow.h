/* Where does control go in a function of PTX, and which branches does a place hang on?
 *
 * Invariant: a block is a run of instructions that is entered at its first and left behind its last one alone; block
 * `blocks` stands for the end of the function. Of a block that ends in a branch with a condition edge 0 is taken where
 * the condition holds, edge 1 where it does not. A trap and a failed assertion have no way on: what comes before them
 * does not hang on whether they are reached.
 *
 * Costs: linear, but for post-dominators, which are given up (has_joins == false) after a bounded number of steps. */
#ifndef HEDDLE_PROOFS_PTX_FLOW_H
#define HEDDLE_PROOFS_PTX_FLOW_H

#include "ptx_opcode.h"

typedef struct hd_ptx_flow {
  uint32_t blocks;
  uint32_t *first; /* blocks + 1: first instruction of each */
  uint32_t *block; /* of each instruction */
  uint32_t *edge;  /* blocks + 2: edges of block b are to[edge[b]] .. to[edge[b + 1] - 1] */
  uint32_t *to;
  uint32_t *back; /* likewise, against the edges: from[back[b]] .. */
  uint32_t *from;
  uint32_t *order; /* the blocks that can be reached, each before those that it leads to but for loops */
  uint32_t *rank;  /* of each block its place in the order, HD_PTX_NONE where it cannot be reached */
  uint32_t reached;
  uint32_t *join;   /* of each block its immediate post-dominator; HD_PTX_NONE where the end cannot be reached */
  uint32_t *height; /* how many joins lie between the block and the end */
  bool has_joins;
} hd_ptx_flow;

/* Whether an instruction ends in the middle of nowhere: a trap, or a call of what reports a failed assertion. */
bool hd_ptx_is_trap(const hd_ptx_file *file, const hd_ptx_function *function, const hd_ptx_opcode *opcode,
                    const hd_ptx_instruction *instruction);

/*   fails: HD_CAPACITY (no memory), nothing to free then */
hd_status hd_ptx_make_flow(const hd_ptx_file *file, const hd_ptx_function *function, hd_ptx_opcodes *opcodes,
                           hd_error *error, hd_ptx_flow *flow);
void hd_ptx_flow_free(hd_ptx_flow *flow);

static inline bool hd_ptx_is_reached(const hd_ptx_flow *flow, uint32_t block) {
  return block < flow->blocks && flow->rank[block] != HD_PTX_NONE;
}

#endif
