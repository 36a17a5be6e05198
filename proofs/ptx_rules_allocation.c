/* Is what is used allocated, is what is allocated given back, and are the sizes legal? */
#include "proofs/ptx_state.h"

#include <stdlib.h>

/* ---- sizes ---- */

static bool is_size(uint32_t columns) { return columns >= 32 && columns <= 512 && (columns & (columns - 1)) == 0; }

/* The alloc whose columns a dealloc gives back; HD_PTX_NONE where that is not known. */
static uint32_t alloc_of(const hd_ptx_checker *c, uint32_t at) {
  const hd_ptx_value value = hd_ptx_address_value(c, at);
  return value.there && value.base == HD_PTX_ALLOCATED ? value.of : HD_PTX_NONE;
}

static void check_size(hd_ptx_checker *c, uint32_t at) {
  const bool is_alloc = c->kind[at] == HD_PTX_ALLOC;
  uint32_t columns, before;
  hd_ptx_finding *f = NULL;
  hd_ptx_ask(c, HD_RULE_SIZE);
  if (!hd_ptx_columns(c, at, &columns)) {
    (void)hd_ptx_unknown(c, HD_RULE_SIZE, at, HD_PTX_NONE, "the number of columns is not known");
    return;
  }
  const uint32_t alloc = is_alloc ? HD_PTX_NONE : alloc_of(c, at);
  if (!is_size(columns)) {
    f = hd_ptx_fault(c, HD_RULE_SIZE, at, HD_PTX_NONE,
                     "{0} is no number of columns: a power of two from 32 to 512 is wanted");
  } else if (alloc != HD_PTX_NONE && hd_ptx_columns(c, alloc, &before) && before != columns) {
    f = hd_ptx_fault(c, HD_RULE_SIZE, at, alloc, "{0} columns are given back, and {1} were allocated");
    if (f != NULL) f->number[1] = before;
  }
  if (f != NULL) f->number[0] = columns;
}

/* ---- from an alloc to where it is given back ---- */

typedef struct holding {
  uint32_t alloc;
  uint32_t columns; /* 0 where not known */
  bool ends, called;
} holding;

/* Another alloc while the columns of the first one are held, or after it. */
static void meet_alloc(hd_ptx_checker *c, const holding *h, uint32_t at) {
  uint32_t columns;
  if (h->columns == 0 || at == h->alloc || !hd_ptx_columns(c, at, &columns)) return;
  hd_ptx_finding *f = NULL;
  if (columns > h->columns) {
    f = hd_ptx_fault(c, HD_RULE_ALLOC, at, h->alloc, "{0} columns after {1}: later allocations may not be larger");
  } else if (columns + h->columns > 512) {
    f = hd_ptx_fault(c, HD_RULE_ALLOC, at, h->alloc,
                     "{0} columns beside {1}: there are 512, and it would wait for ever");
  }
  if (f == NULL) return;
  f->number[0] = columns;
  f->number[1] = h->columns;
}

static hd_ptx_step hold(void *context, hd_ptx_checker *c, uint32_t at, unsigned *layer) {
  holding *h = context;
  (void)layer;
  if (at == c->function->instructions) {
    h->ends = true;
    return HD_PTX_STOP;
  }
  if (c->kind[at] == HD_PTX_ALLOC) {
    meet_alloc(c, h, at);
    if (at == h->alloc) {
      (void)hd_ptx_fault(c, HD_RULE_ALLOC, at, HD_PTX_NONE, "it allocates again before it has given back");
      return HD_PTX_STOP;
    }
  }
  if (c->kind[at] == HD_PTX_DEALLOC) {
    const uint32_t alloc = alloc_of(c, at);
    if (alloc == h->alloc || alloc == HD_PTX_NONE) return HD_PTX_STOP;
  }
  if (c->kind[at] == HD_PTX_CALL && (hd_ptx_call_does(c, at) & (HD_PTX_DOES_DEALLOC | HD_PTX_DOES_UNKNOWN)) != 0) {
    h->called = true;
    return HD_PTX_STOP;
  }
  return HD_PTX_GO_ON;
}

/* ---- whether the end is reached whatever other warps and memory decide ---- */

/* The instruction that sets the condition of a branch, where it is the same whenever it is asked. */
static const hd_ptx_instruction *condition(const hd_ptx_checker *c, uint32_t branch) {
  const hd_ptx_instruction *one = &c->function->instruction[branch];
  const uint32_t at = one->guard == HD_PTX_NONE ? HD_PTX_NONE : c->values.definition[one->guard];
  return at == HD_PTX_NONE ? NULL : &c->function->instruction[at];
}

static bool same_operand(const hd_ptx_checker *c, const hd_ptx_operand *a, const hd_ptx_operand *b) {
  if (a->kind != b->kind || a->value != b->value || a->flags != b->flags) return false;
  if (a->kind != HD_PTX_REGISTER) return a->id == b->id;
  const hd_ptx_root x = c->values.root[a->id], y = c->values.root[b->id];
  if (x.reg == y.reg && x.add == y.add) return c->values.definitions[x.reg] == 1;
  const uint32_t p = c->values.definition[x.reg],
                 q = c->values.definition[y.reg]; /* the same parameter, loaded twice */
  if (p == HD_PTX_NONE || q == HD_PTX_NONE || x.add != y.add) return false;
  const hd_ptx_instruction *one = &c->function->instruction[p], *other = &c->function->instruction[q];
  const hd_ptx_operand *from = &c->function->operand[one->operand + 1], *to = &c->function->operand[other->operand + 1];
  return one->opcode == other->opcode && hd_ptx_opcode_at(c, p)->space == HD_PTX_PARAMETER && one->operands == 2 &&
         other->operands == 2 && from->kind == HD_PTX_SYMBOL && from->id == to->id && from->value == to->value;
}

/* Whether two branches ask the same question. */
static bool same_condition(const hd_ptx_checker *c, uint32_t one, uint32_t other) {
  const hd_ptx_instruction *a = condition(c, one), *b = condition(c, other);
  if (a == NULL || b == NULL || a->opcode != b->opcode || a->operands != b->operands) return false;
  if (a == b) return true;
  for (uint32_t k = 1; k < a->operands; k++) {
    if (!same_operand(c, &c->function->operand[a->operand + k], &c->function->operand[b->operand + k])) return false;
  }
  return a->operands > 1 && hd_ptx_opcode_at(c, (uint32_t)(a - c->function->instruction))->verb == HD_PTX_SETP;
}

enum { MOST_FACTS = 16 };

typedef struct facts {
  uint32_t branch[MOST_FACTS]; /* conditions that led to the alloc */
  bool taken[MOST_FACTS];
  int count;
} facts;

/* Conditions that the whole CTA shares and that a block hangs on. */
static void find_facts(hd_ptx_checker *c, uint32_t block, facts *known) {
  const hd_ptx_flow *flow = &c->flow;
  known->count = 0;
  for (uint32_t k = 0; k < flow->reached && flow->has_joins && known->count < MOST_FACTS; k++) {
    const uint32_t b = flow->order[k];
    if (b == flow->blocks || flow->edge[b + 1] - flow->edge[b] != 2 || flow->join[b] == HD_PTX_NONE) continue;
    for (uint32_t e = flow->edge[b]; e < flow->edge[b + 1] && known->count < MOST_FACTS; e++) {
      uint32_t at = flow->to[e];
      while (at != flow->join[b] && at != block && at != flow->blocks && flow->join[at] != HD_PTX_NONE &&
             c->steps-- > 0) {
        at = flow->join[at];
      }
      if (at != block || at == flow->join[b]) continue;
      known->branch[known->count] = flow->first[b + 1] - 1;
      known->taken[known->count++] =
          (e == flow->edge[b]) != c->function->instruction[flow->first[b + 1] - 1].guard_negated;
    }
  }
}

/* Whether an edge is one that what is known rules out. */
static bool is_ruled_out(const hd_ptx_checker *c, const facts *known, uint32_t block, uint32_t edge, uint32_t warps) {
  const uint32_t last = c->flow.first[block + 1] - 1;
  const hd_ptx_instruction *one = &c->function->instruction[last];
  if (one->guard == HD_PTX_NONE || c->flow.edge[block + 1] - c->flow.edge[block] != 2) return false;
  const bool first = edge == c->flow.edge[block];
  const hd_ptx_value value = hd_ptx_guard_value(hd_ptx_evaluation_of(c), &c->values, last);
  if ((value.may[first] & warps) == 0) return true;
  for (int k = 0; k < known->count; k++) {
    if (known->taken[k] != (first != one->guard_negated) && same_condition(c, known->branch[k], last)) return true;
  }
  return false;
}

enum { NEITHER, HELD, GIVEN_BACK, PERHAPS };

/* What becomes of the columns from the top of a block on: one way out is enough where the whole CTA decides together,
 * all ways are needed where others may decide otherwise. Edges that lead back are left out. */
static uint8_t fate_of(hd_ptx_checker *c, const holding *h, const facts *known, const uint8_t *fate, uint32_t block,
                       uint32_t from) {
  const hd_ptx_flow *flow = &c->flow;
  const uint32_t warps = c->values.warps[flow->block[h->alloc]];
  bool held = false, given = false, perhaps = false;
  c->steps -= HD_PTX_LONG_STEP;
  for (uint32_t at = from; at < flow->first[block + 1]; at++) {
    if (c->steps-- <= 0) return PERHAPS;
    if (c->kind[at] == HD_PTX_DEALLOC && (alloc_of(c, at) == h->alloc || alloc_of(c, at) == HD_PTX_NONE))
      return GIVEN_BACK;
    if (c->kind[at] == HD_PTX_CALL && (hd_ptx_call_does(c, at) & (HD_PTX_DOES_DEALLOC | HD_PTX_DOES_UNKNOWN)) != 0) {
      return GIVEN_BACK;
    }
  }
  const hd_ptx_value value = hd_ptx_guard_value(hd_ptx_evaluation_of(c), &c->values, flow->first[block + 1] - 1);
  const bool together = hd_ptx_value_class(&value) == HD_BIT_SAME;
  for (uint32_t e = flow->edge[block]; e < flow->edge[block + 1]; e++) {
    const uint32_t to = flow->to[e];
    if (is_ruled_out(c, known, block, e, warps)) continue;
    if (to != flow->blocks && flow->rank[to] <= flow->rank[block]) continue;
    const uint8_t its = to == flow->blocks ? HELD : fate[to];
    held = held || its == HELD;
    given = given || its == GIVEN_BACK;
    perhaps = perhaps || its == PERHAPS;
  }
  if (held && (together || !(given || perhaps))) return HELD;
  return held || perhaps ? PERHAPS : given ? GIVEN_BACK : NEITHER;
}

static uint8_t find_fate(hd_ptx_checker *c, const holding *h) {
  const hd_ptx_flow *flow = &c->flow;
  const uint32_t block = flow->block[h->alloc];
  facts known;
  uint8_t *fate = calloc((size_t)flow->blocks + 1, 1);
  if (fate == NULL) {
    c->no_memory = true;
    return PERHAPS;
  }
  find_facts(c, block, &known);
  c->steps -= flow->reached;
  for (uint32_t k = flow->reached; k-- > flow->rank[block] + 1;) {
    const uint32_t b = flow->order[k];
    if (b != flow->blocks) fate[b] = fate_of(c, h, &known, fate, b, flow->first[b]);
  }
  const uint8_t result = fate_of(c, h, &known, fate, block, h->alloc + 1);
  free(fate);
  return result;
}

static void check_alloc(hd_ptx_checker *c, uint32_t at) {
  holding h = {.alloc = at};
  if (!hd_ptx_columns(c, at, &h.columns)) h.columns = 0;
  hd_ptx_ask(c, HD_RULE_ALLOC);
  if (!hd_ptx_walk(c, at, hold, &h)) {
    (void)hd_ptx_unknown(c, HD_RULE_ALLOC, at, HD_PTX_NONE, "there are too many paths to follow this allocation");
    return;
  }
  if (!h.ends) return;
  const uint8_t fate = c->kernel.is_entry && c->steps > 0 ? find_fate(c, &h) : PERHAPS;
  if (fate == HELD) {
    (void)hd_ptx_fault(c, HD_RULE_ALLOC, at, HD_PTX_NONE, "a path leads to the kernel's end without giving it back");
  } else if (fate == PERHAPS) {
    (void)hd_ptx_unknown(c, HD_RULE_ALLOC, at, HD_PTX_NONE, "whether it is given back on every path is not known");
  }
}

/* ---- after a dealloc ---- */

static hd_ptx_step use_after(void *context, hd_ptx_checker *c, uint32_t at, unsigned *layer) {
  const uint32_t dealloc = *(const uint32_t *)context, alloc = alloc_of(c, dealloc);
  (void)layer;
  if (at == c->function->instructions || at == alloc) return HD_PTX_STOP;
  const bool uses = hd_ptx_meets_cells(c->kind[at]) || c->kind[at] == HD_PTX_DEALLOC;
  if (!uses || alloc_of(c, at) != alloc) return HD_PTX_GO_ON;
  (void)hd_ptx_fault(c, HD_RULE_ALLOC, at, dealloc,
                     c->kind[at] == HD_PTX_DEALLOC ? "its columns have been given back already"
                                                   : "it uses columns that have been given back");
  return c->kind[at] == HD_PTX_DEALLOC ? HD_PTX_STOP : HD_PTX_GO_ON;
}

/* ---- after the right to allocate is given up ---- */

static hd_ptx_step alloc_after(void *context, hd_ptx_checker *c, uint32_t at, unsigned *layer) {
  const uint32_t relinquish = *(const uint32_t *)context;
  (void)layer;
  if (at == c->function->instructions) return HD_PTX_STOP;
  if (c->kind[at] == HD_PTX_ALLOC) {
    (void)hd_ptx_fault(c, HD_RULE_RELINQUISHED, at, relinquish, "the right to allocate has been given up before");
  } else if (c->kind[at] == HD_PTX_CALL) {
    const unsigned does = hd_ptx_call_does(c, at);
    if ((does & HD_PTX_DOES_ALLOC) != 0) {
      (void)hd_ptx_fault(c, HD_RULE_RELINQUISHED, at, relinquish,
                         "a function that allocates is called after the right to was given up");
    } else if ((does & HD_PTX_DOES_UNKNOWN) != 0) {
      (void)hd_ptx_unknown(c, HD_RULE_RELINQUISHED, at, relinquish,
                           "whether a function that is called allocates is not known");
    }
  }
  return HD_PTX_GO_ON;
}

/* ---- a kernel without an alloc ---- */

static void check_any_alloc(hd_ptx_checker *c) {
  if (!c->kernel.is_entry || (hd_ptx_function_does(c) & HD_PTX_DOES_ALLOC) != 0) return;
  for (size_t k = 0; k < c->accesses; k++) {
    const uint32_t at = c->access[k];
    if (!hd_ptx_meets_cells(c->kind[at]) && c->kind[at] != HD_PTX_DEALLOC) continue;
    hd_ptx_ask(c, HD_RULE_ALLOC);
    if (!hd_ptx_allocates_nothing(c)) {
      (void)hd_ptx_unknown(c, HD_RULE_ALLOC, at, HD_PTX_NONE,
                           "whether a function that is called allocates is not known");
    } else {
      (void)hd_ptx_fault(c, HD_RULE_ALLOC, at, HD_PTX_NONE, "the kernel uses tensor memory and allocates none");
    }
    return;
  }
}

void hd_ptx_rule_allocation(hd_ptx_checker *c) {
  check_any_alloc(c);
  for (size_t k = 0; k < c->accesses; k++) {
    uint32_t at = c->access[k];
    const uint8_t kind = c->kind[at];
    if (kind == HD_PTX_ALLOC || kind == HD_PTX_DEALLOC) check_size(c, at);
    if (kind == HD_PTX_ALLOC) check_alloc(c, at);
    if (kind == HD_PTX_DEALLOC) {
      hd_ptx_ask(c, HD_RULE_ALLOC);
      if (alloc_of(c, at) == HD_PTX_NONE) {
        (void)hd_ptx_unknown(c, HD_RULE_ALLOC, at, HD_PTX_NONE, "which allocation it gives back is not known");
      } else if (!hd_ptx_walk(c, at, use_after, &at)) {
        (void)hd_ptx_unknown(c, HD_RULE_ALLOC, at, HD_PTX_NONE,
                             "there are too many paths to follow what comes after it");
      }
    }
    if (kind != HD_PTX_RELINQUISH) continue;
    hd_ptx_ask(c, HD_RULE_RELINQUISHED);
    if (!hd_ptx_walk(c, at, alloc_after, &at)) {
      (void)hd_ptx_unknown(c, HD_RULE_RELINQUISHED, at, HD_PTX_NONE,
                           "there are too many paths to follow what comes after it");
    }
  }
}
