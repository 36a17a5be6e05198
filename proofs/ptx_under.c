/* What hangs on what: classes of branches spread over the blocks between the branch and its join, and warps spread
 * along edges.
 *
 * A block hangs on a branch when it lies on the chain of joins from one of the branch's edges up to, and without, the
 * branch's own join. Chains climb, so a block that was passed on the way to as high a join need not be passed again. */
#include "proofs/ptx_values.h"

#include <stdlib.h>
#include <string.h>

typedef struct spreading {
  hd_ptx_evaluation of;
  hd_ptx_values *values;
  uint32_t *passed; /* of each block the lowest height that a chain from it has been followed to */
  uint32_t *waiting;
  size_t count;
  uint8_t class;
  int64_t steps;
  bool changed;
} spreading;

/* The class of what the branch at the end of a block depends on; HD_BIT_SAME where nothing branches. */
static uint8_t branch_class(const spreading *s, uint32_t block) {
  const hd_ptx_flow *flow = s->of.flow;
  if (flow->edge[block + 1] - flow->edge[block] < 2) return HD_BIT_SAME;
  const uint32_t last = flow->first[block + 1] - 1;
  const hd_ptx_instruction *one = &s->of.function->instruction[last];
  const hd_ptx_opcode *opcode = &s->of.opcodes->opcode[one->opcode];
  hd_ptx_value value = hd_ptx_guard_value(s->of, s->values, last);
  if (opcode->kind == HD_PTX_INDEXED) {
    value = hd_ptx_operand_value(s->of, s->values, &s->of.function->operand[one->operand]);
  }
  const uint8_t class = hd_ptx_value_class(&value);
  return opcode->uniform && class > HD_BIT_WARP ? HD_BIT_WARP : class;
}

static void wait(spreading *s, uint32_t block) {
  if (s->of.flow->edge[block + 1] - s->of.flow->edge[block] >= 2) s->waiting[s->count++] = block;
}

static void raise_block(spreading *s, uint32_t block, uint32_t branch) {
  uint8_t *under = &s->values->under[block];
  if (*under >= s->class) return;
  const bool was_lower = *under < s->class;
  *under = s->class;
  s->values->why[block] = branch;
  s->changed = true;
  if (was_lower) wait(s, block);
}

/* Everything that hangs on a branch. */
static void climb(spreading *s, uint32_t branch) {
  const hd_ptx_flow *flow = s->of.flow;
  const uint32_t join = flow->join[branch];
  if (join == HD_PTX_NONE) return;
  for (uint32_t e = flow->edge[branch]; e < flow->edge[branch + 1]; e++) {
    uint32_t at = flow->to[e];
    if (flow->join[at] == HD_PTX_NONE) continue;
    for (; at != join && at != flow->blocks && s->steps-- > 0; at = flow->join[at]) {
      if (s->passed[at] <= flow->height[join]) break;
      s->passed[at] = flow->height[join];
      raise_block(s, at, branch);
    }
  }
}

/* Blocks that never lead to the end hang on everything. */
static void raise_endless(spreading *s) {
  uint8_t most = HD_BIT_SAME;
  for (uint32_t k = 0; k < s->of.flow->reached; k++) {
    const uint32_t block = s->of.flow->order[k];
    if (block == s->of.flow->blocks || s->of.flow->join[block] != HD_PTX_NONE) continue;
    const uint8_t class = branch_class(s, block);
    most = class > most ? class : most;
  }
  s->class = most > HD_BIT_UNKNOWN ? HD_BIT_UNKNOWN : most;
  for (uint32_t k = 0; k < s->of.flow->reached && most > HD_BIT_SAME; k++) {
    const uint32_t block = s->of.flow->order[k];
    if (block != s->of.flow->blocks && s->of.flow->join[block] == HD_PTX_NONE) raise_block(s, block, block);
  }
  s->count = 0;
}

bool hd_ptx_spread_classes(hd_ptx_evaluation of, hd_ptx_values *values, bool *changed) {
  const hd_ptx_flow *flow = of.flow;
  const size_t size = ((size_t)flow->blocks + 1) * sizeof(uint32_t);
  spreading s = {.of = of, .values = values, .steps = 64 * (int64_t)(flow->blocks + 1000)};
  s.passed = malloc(size);
  s.waiting = malloc(2 * size); /* a block waits once at the start, and once when it is raised */
  const bool there = s.passed != NULL && s.waiting != NULL;
  for (s.class = HD_BIT_VARIES; there && flow->has_joins && s.class > HD_BIT_SAME; s.class --) {
    memset(s.passed, 0xff, size);
    s.count = 0;
    for (uint32_t k = 0; k < flow->reached; k++) {
      const uint32_t block = flow->order[k];
      if (block == flow->blocks) continue;
      if (values->under[block] >= s.class || branch_class(&s, block) >= s.class) wait(&s, block);
    }
    while (s.count > 0 && s.steps > 0) climb(&s, s.waiting[--s.count]);
  }
  if (there) raise_endless(&s);
  free(s.passed);
  free(s.waiting);
  *changed = s.changed;
  return there && flow->has_joins && s.steps > 0;
}

/* ---- warps ---- */

void hd_ptx_spread_warps(hd_ptx_evaluation of, hd_ptx_values *values) {
  const hd_ptx_flow *flow = of.flow;
  const uint32_t there = (values->threads + 31) / 32;
  const uint32_t all = there >= 32 ? UINT32_MAX : (1u << there) - 1;
  bool changed = flow->reached > 0;
  memset(values->warps, 0, flow->blocks * sizeof *values->warps);
  memset(values->surely, 0, flow->blocks * sizeof *values->surely);
  if (flow->blocks == 0) return;
  values->warps[0] = all;
  values->surely[0] = values->is_exact ? all : 1;
  for (int pass = 0; changed; pass++) {
    changed = false;
    for (uint32_t k = 0; k < flow->reached; k++) {
      const uint32_t block = flow->order[k];
      if (block == flow->blocks) continue;
      const uint32_t edges = flow->edge[block + 1] - flow->edge[block];
      const hd_ptx_value value = hd_ptx_guard_value(of, values, flow->first[block + 1] - 1);
      for (uint32_t e = 0; e < edges; e++) {
        const uint32_t to = flow->to[flow->edge[block] + e];
        if (to == flow->blocks) continue;
        const bool conditional =
            edges == 2 && of.function->instruction[flow->first[block + 1] - 1].guard != HD_PTX_NONE;
        const uint32_t may = values->warps[block] & (conditional ? value.may[e == 0] : UINT32_MAX);
        const uint32_t surely = values->surely[block] & (conditional ? value.surely[e == 0] : UINT32_MAX);
        changed = changed || (may & ~values->warps[to]) != 0 || (surely & ~values->surely[to]) != 0;
        values->warps[to] |= pass < 64 ? may : all;
        values->surely[to] |= surely;
      }
    }
  }
}
