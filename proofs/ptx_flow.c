/* Blocks, edges, an order, and post-dominators. */
#include "proofs/ptx_flow.h"

#include <stdlib.h>
#include <string.h>

typedef struct builder {
  const hd_ptx_file *file;
  const hd_ptx_function *function;
  hd_ptx_opcodes *opcodes;
  hd_ptx_flow *flow;
  size_t edges, room;
} builder;

bool hd_ptx_is_trap(const hd_ptx_file *file, const hd_ptx_function *function, const hd_ptx_opcode *opcode,
                    const hd_ptx_instruction *instruction) {
  if (opcode->kind != HD_PTX_CALL) return opcode->kind == HD_PTX_TRAP;
  for (uint32_t k = 0; k < instruction->operands; k++) {
    const hd_ptx_operand *operand = &function->operand[instruction->operand + k];
    if (operand->kind == HD_PTX_SYMBOL && (operand->flags & HD_PTX_IN_LIST) == 0) {
      return hd_ptx_name_is(&file->names, operand->id, "__assertfail");
    }
  }
  return false;
}

static bool ends_block(const builder *b, const hd_ptx_opcode *opcode, const hd_ptx_instruction *one) {
  return opcode->kind == HD_PTX_BRANCH || opcode->kind == HD_PTX_INDEXED || opcode->kind == HD_PTX_RETURN ||
         hd_ptx_is_trap(b->file, b->function, opcode, one);
}

/* ---- blocks ---- */

static bool find_blocks(builder *b) {
  const hd_ptx_function *f = b->function;
  hd_ptx_flow *flow = b->flow;
  flow->block = calloc(f->instructions + 1, sizeof *flow->block); /* at first: whether a block begins here */
  flow->first = calloc(f->instructions + 2, sizeof *flow->first);
  if (flow->block == NULL || flow->first == NULL) return false;
  for (size_t k = 0; k < f->labels; k++) {
    if (f->label[k].target == HD_PTX_NONE) flow->block[f->label[k].instruction] = 1;
  }
  for (size_t k = 0; k < f->instructions; k++) {
    const hd_ptx_opcode *opcode = hd_ptx_opcode_of(b->opcodes, b->file, f->instruction[k].opcode);
    if (opcode == NULL) return false;
    if (ends_block(b, opcode, &f->instruction[k])) flow->block[k + 1] = 1;
  }
  for (size_t k = 0; k < f->instructions; k++) {
    if (k == 0 || flow->block[k] != 0) flow->first[flow->blocks++] = (uint32_t)k;
    flow->block[k] = flow->blocks - 1;
  }
  flow->block[f->instructions] = flow->blocks;
  flow->first[flow->blocks] = (uint32_t)f->instructions;
  return true;
}

/* ---- edges ---- */

static bool add_edge(builder *b, uint32_t to) {
  if (!hd_ptx_grow(&b->flow->to, &b->room, b->edges + 1, sizeof *b->flow->to)) return false;
  b->flow->to[b->edges++] = to;
  return true;
}

static uint32_t block_at(const builder *b, uint32_t label) {
  return b->flow->block[b->function->label[label].instruction];
}

/* A branch with a condition keeps both edges, where they lead to one block too. */
static bool add_edges(builder *b, uint32_t block) {
  const hd_ptx_function *f = b->function;
  const hd_ptx_instruction *last = &f->instruction[b->flow->first[block + 1] - 1];
  const hd_ptx_opcode *opcode = hd_ptx_opcode_of(b->opcodes, b->file, last->opcode);
  bool there = true, goes_on = last->guard != HD_PTX_NONE;
  if (opcode->kind == HD_PTX_BRANCH && f->label[last->label].target == HD_PTX_NONE) {
    there = add_edge(b, block_at(b, last->label));
  } else if (opcode->kind == HD_PTX_INDEXED && f->label[last->label].target != HD_PTX_NONE) {
    const hd_ptx_label *list = &f->label[last->label];
    for (uint32_t k = 0; there && k < list->targets; k++) there = add_edge(b, block_at(b, f->target[list->target + k]));
  } else if (opcode->kind == HD_PTX_RETURN) {
    there = add_edge(b, b->flow->blocks);
  } else if (!hd_ptx_is_trap(b->file, f, opcode, last)) {
    goes_on = true;
  }
  return there && (!goes_on || add_edge(b, block + 1));
}

static bool find_edges(builder *b) {
  hd_ptx_flow *flow = b->flow;
  flow->edge = calloc((size_t)flow->blocks + 2, sizeof *flow->edge);
  flow->back = calloc((size_t)flow->blocks + 2, sizeof *flow->back);
  if (flow->edge == NULL || flow->back == NULL) return false;
  for (uint32_t k = 0; k < flow->blocks; k++) {
    flow->edge[k] = (uint32_t)b->edges;
    if (!add_edges(b, k)) return false;
  }
  flow->edge[flow->blocks] = flow->edge[flow->blocks + 1] = (uint32_t)b->edges;
  flow->from = calloc(b->edges + 1, sizeof *flow->from);
  if (flow->from == NULL) return false;
  for (size_t k = 0; k < b->edges; k++) flow->back[flow->to[k]]++;
  for (uint32_t k = 0, sum = 0; k <= flow->blocks + 1; k++) {
    const uint32_t count = k <= flow->blocks ? flow->back[k] : 0;
    flow->back[k] = sum;
    sum += count;
  }
  uint32_t *at = malloc(((size_t)flow->blocks + 1) * sizeof *at);
  if (at == NULL) return false;
  memcpy(at, flow->back, ((size_t)flow->blocks + 1) * sizeof *at);
  for (uint32_t k = 0; k < flow->blocks; k++) {
    for (uint32_t e = flow->edge[k]; e < flow->edge[k + 1]; e++) flow->from[at[flow->to[e]]++] = k;
  }
  free(at);
  return true;
}

/* ---- orders ---- */

/* Depth first from a block along edge and to: the blocks that are reached, last ones first, and of each its place. */
static bool find_order(uint32_t root, uint32_t blocks, const uint32_t *edge, const uint32_t *to, uint32_t *order,
                       uint32_t *rank, uint32_t *reached) {
  uint32_t *stack = malloc(((size_t)blocks + 1) * sizeof *stack), *next = malloc(((size_t)blocks + 1) * sizeof *next);
  const bool there = stack != NULL && next != NULL;
  if (there) {
    uint32_t depth = 0, left = blocks + 1;
    for (uint32_t k = 0; k <= blocks; k++) rank[k] = HD_PTX_NONE;
    stack[depth] = root;
    next[depth++] = edge[root];
    rank[root] = 0;
    while (depth > 0) {
      const uint32_t here = stack[depth - 1], e = next[depth - 1];
      if (e == edge[here + 1]) {
        order[--left] = here;
        depth--;
        continue;
      }
      next[depth - 1]++;
      if (rank[to[e]] != HD_PTX_NONE) continue;
      rank[to[e]] = 0;
      stack[depth] = to[e];
      next[depth++] = edge[to[e]];
    }
    *reached = blocks + 1 - left;
    memmove(order, order + left, *reached * sizeof *order);
    for (uint32_t k = 0; k < *reached; k++) rank[order[k]] = k;
  }
  free(stack);
  free(next);
  return there;
}

/* ---- joins: Cooper, Harvey and Kennedy's iteration, against the edges ---- */

static uint32_t meet(const uint32_t *join, const uint32_t *rank, uint32_t a, uint32_t b, int64_t *steps) {
  while (a != b && *steps > 0) {
    while (rank[a] > rank[b] && --*steps > 0) a = join[a];
    while (rank[b] > rank[a] && --*steps > 0) b = join[b];
  }
  return a;
}

static bool iterate(hd_ptx_flow *flow, const uint32_t *order, const uint32_t *rank, uint32_t reached) {
  int64_t steps = 16 * (int64_t)(flow->blocks + 1000);
  flow->join[flow->blocks] = flow->blocks;
  for (bool changed = true; changed && steps > 0;) {
    changed = false;
    for (uint32_t k = 1; k < reached; k++) {
      uint32_t best = HD_PTX_NONE;
      for (uint32_t e = flow->edge[order[k]]; e < flow->edge[order[k] + 1]; e++) {
        const uint32_t next = flow->to[e];
        if (rank[next] == HD_PTX_NONE || flow->join[next] == HD_PTX_NONE) continue;
        best = best == HD_PTX_NONE ? next : meet(flow->join, rank, best, next, &steps);
      }
      changed = changed || flow->join[order[k]] != best;
      flow->join[order[k]] = best;
      steps--;
    }
  }
  if (steps <= 0) return false;
  for (uint32_t k = 1; k < reached; k++) flow->height[order[k]] = flow->height[flow->join[order[k]]] + 1;
  return true;
}

static bool find_joins(hd_ptx_flow *flow) {
  const size_t size = ((size_t)flow->blocks + 1) * sizeof(uint32_t);
  uint32_t *order = malloc(size), *rank = malloc(size), reached = 0;
  flow->join = malloc(size);
  flow->height = calloc(1, size);
  bool there = order != NULL && rank != NULL && flow->join != NULL && flow->height != NULL;
  if (there) memset(flow->join, 0xff, size);
  there = there && find_order(flow->blocks, flow->blocks, flow->back, flow->from, order, rank, &reached);
  if (there) flow->has_joins = iterate(flow, order, rank, reached);
  free(order);
  free(rank);
  return there;
}

hd_status hd_ptx_make_flow(const hd_ptx_file *file, const hd_ptx_function *function, hd_ptx_opcodes *opcodes,
                           hd_error *error, hd_ptx_flow *flow) {
  builder b = {.file = file, .function = function, .opcodes = opcodes, .flow = flow};
  memset(flow, 0, sizeof *flow);
  bool there = find_blocks(&b) && find_edges(&b);
  if (there) {
    flow->order = malloc(((size_t)flow->blocks + 1) * sizeof *flow->order);
    flow->rank = malloc(((size_t)flow->blocks + 1) * sizeof *flow->rank);
    there = flow->order != NULL && flow->rank != NULL &&
            find_order(0, flow->blocks, flow->edge, flow->to, flow->order, flow->rank, &flow->reached);
  }
  if (there && find_joins(flow)) return HD_OK;
  hd_ptx_flow_free(flow);
  return hd_fail(error, HD_CAPACITY, "ptx", "there is not enough memory for it");
}

void hd_ptx_flow_free(hd_ptx_flow *flow) {
  free(flow->first);
  free(flow->block);
  free(flow->edge);
  free(flow->to);
  free(flow->back);
  free(flow->from);
  free(flow->order);
  free(flow->rank);
  free(flow->join);
  free(flow->height);
  memset(flow, 0, sizeof *flow);
}
