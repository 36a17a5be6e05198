/* How many registers are in flight at once? */
#include "proofs/ptx_state.h"

#include <stdlib.h>

/* Registers of loads and of stores on one path. */
typedef struct load {
  int64_t loads, stores;
} load;

static int64_t sum(load l) { return l.loads + l.stores; }

static int64_t registers_of(const hd_ptx_checker *c, uint32_t at) {
  return hd_ptx_moves_registers(c->kind[at]) ? hd_form_registers(&hd_ptx_opcode_at(c, at)->form) : 0;
}

/* Asks about an access: `least` is what one path has in flight, `most` what all paths to it together have. */
static void ask(hd_ptx_checker *c, uint32_t at, int64_t least, int64_t most) {
  const int64_t wanted = c->options->most_registers;
  if (least > c->kernel.in_flight) c->kernel.in_flight = least;
  if (wanted == 0) return;
  hd_ptx_ask(c, HD_RULE_IN_FLIGHT);
  hd_ptx_finding *f = NULL;
  if (least > wanted) {
    f = hd_ptx_fault(c, HD_RULE_IN_FLIGHT, at, HD_PTX_NONE, "{0} registers are in flight, more than the {1} asked for");
  } else if (most > wanted) {
    f = hd_ptx_unknown(c, HD_RULE_IN_FLIGHT, at, HD_PTX_NONE,
                       "up to {0} registers may be in flight, more than the {1} asked for");
  }
  if (f == NULL) return;
  f->number[0] = least > wanted ? least : most;
  f->number[1] = wanted;
}

static load pass(hd_ptx_checker *c, uint32_t block, load l) {
  for (uint32_t at = c->flow.first[block]; at < c->flow.first[block + 1]; at++) {
    if (c->kind[at] == HD_PTX_WAIT_LOAD) l.loads = 0;
    if (c->kind[at] == HD_PTX_WAIT_STORE) l.stores = 0;
    if (c->kind[at] == HD_PTX_CALL) l = (load){0, 0};
    const int64_t here = registers_of(c, at);
    if (here == 0) continue;
    *(c->kind[at] == HD_PTX_LOAD ? &l.loads : &l.stores) += here;
    ask(c, at, sum(l), c->above[at] + here);
  }
  return l;
}

/* The fullest path to each block, without going round loops. */
void hd_ptx_rule_in_flight(hd_ptx_checker *c) {
  const hd_ptx_flow *flow = &c->flow;
  load *before = calloc((size_t)flow->blocks + 1, sizeof *before);
  if (before == NULL) {
    c->no_memory = true;
    return;
  }
  for (uint32_t k = 0; k < flow->reached; k++) {
    const uint32_t block = flow->order[k];
    if (block == flow->blocks) continue;
    const load after = pass(c, block, before[block]);
    for (uint32_t e = flow->edge[block]; e < flow->edge[block + 1]; e++) {
      const uint32_t to = flow->to[e];
      if (to != flow->blocks && flow->rank[to] > k && sum(after) > sum(before[to])) before[to] = after;
    }
  }
  free(before);
}
