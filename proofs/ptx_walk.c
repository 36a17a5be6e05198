/* Walks along all paths from an instruction. */
#include "proofs/ptx_state.h"

/* Enters a block that this walk has not entered in this layer. */
static void enter(hd_ptx_checker *c, uint32_t block, unsigned layer, size_t *pending) {
  const uint32_t key = 2 * block + layer;
  if (c->stamp[key] == c->walk) return;
  c->stamp[key] = c->walk;
  c->pending[(*pending)++] = key;
}

/* Whether one of these warps may take an edge. */
static bool is_taken(const hd_ptx_checker *c, uint32_t block, uint32_t edge, uint32_t warps) {
  const hd_ptx_flow *flow = &c->flow;
  const uint32_t last = flow->first[block + 1] - 1;
  if (flow->edge[block + 1] - flow->edge[block] != 2 || c->function->instruction[last].guard == HD_PTX_NONE)
    return true;
  const hd_ptx_value value = hd_ptx_guard_value(hd_ptx_evaluation_of(c), &c->values, last);
  return (value.may[edge == flow->edge[block]] & warps) != 0;
}

bool hd_ptx_walk(hd_ptx_checker *c, uint32_t from, hd_ptx_step_visit visit, void *context) {
  const hd_ptx_flow *flow = &c->flow;
  size_t pending = 0;
  uint32_t at = from + 1, block = flow->block[from];
  const uint32_t warps = c->values.warps[block];
  unsigned layer = 0;
  c->walk++;
  for (;;) {
    bool goes_on = true;
    for (; goes_on && at < flow->first[block + 1]; at++) {
      if (c->steps-- <= 0) return false;
      goes_on = visit(context, c, at, &layer) == HD_PTX_GO_ON;
    }
    for (uint32_t e = flow->edge[block]; goes_on && e < flow->edge[block + 1]; e++) {
      if (!is_taken(c, block, e, warps)) continue;
      if (flow->to[e] == flow->blocks) (void)visit(context, c, (uint32_t)c->function->instructions, &layer);
      else enter(c, flow->to[e], layer, &pending);
    }
    if (pending == 0) return true;
    block = c->pending[--pending] / 2;
    layer = c->pending[pending] % 2;
    at = flow->first[block];
  }
}

bool hd_ptx_same_guard(const hd_ptx_checker *c, uint32_t one, uint32_t other) {
  const hd_ptx_instruction *a = &c->function->instruction[one], *b = &c->function->instruction[other];
  return b->guard == HD_PTX_NONE || (a->guard == b->guard && a->guard_negated == b->guard_negated);
}
