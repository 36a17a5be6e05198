/* Between a load or store and its wait: who touches its registers, who meets its cells, and whether the wait comes. */
#include "proofs/ptx_state.h"

typedef struct flight {
  uint32_t access; /* the load or store */
  uint32_t root;   /* what its address counts from */
  bool is_load;
  bool ends, called; /* whether a path leads to the end, or into a function that may wait */
  int64_t registers;
} flight;

static hd_ptx_rule register_rule(const flight *f) { return f->is_load ? HD_RULE_LOAD_USE : HD_RULE_STORE_SOURCE; }

/* Marks the registers that a load writes or a store reads; returns how many. */
static int64_t mark_registers(hd_ptx_checker *c, uint32_t access) {
  const hd_ptx_instruction *one = &c->function->instruction[access];
  int64_t count = 0;
  for (uint32_t k = 0; k < one->operands; k++) {
    const hd_ptx_operand *operand = &c->function->operand[one->operand + k];
    if (operand->kind != HD_PTX_REGISTER || (operand->flags & HD_PTX_IN_ADDRESS) != 0) continue;
    c->mark[operand->id] = access + 1;
    count++;
  }
  return count;
}

/* ---- registers ---- */

static void report(hd_ptx_checker *c, const flight *f, uint32_t at, uint32_t reg, const char *reason, bool unsure) {
  hd_ptx_finding *found =
      unsure ? hd_ptx_unknown(c, register_rule(f), at, f->access, "what this instruction does with {r} is not known")
             : hd_ptx_fault(c, register_rule(f), at, f->access, reason);
  if (found != NULL) found->name = c->function->reg[reg].name;
}

/* An instruction before the wait: whether it touches a register in flight. */
static void look(hd_ptx_checker *c, const flight *f, uint32_t at) {
  static const char read[] = "{r} is read before the wait of its load";
  const hd_ptx_instruction *one = &c->function->instruction[at];
  const hd_ptx_opcode *opcode = hd_ptx_opcode_at(c, at);
  const uint32_t mine = f->access + 1;
  if (f->is_load && one->guard != HD_PTX_NONE && c->mark[one->guard] == mine) report(c, f, at, one->guard, read, false);
  for (uint32_t k = 0; k < one->operands; k++) {
    const hd_ptx_operand *operand = &c->function->operand[one->operand + k];
    if (operand->kind != HD_PTX_REGISTER || c->mark[operand->id] != mine) continue;
    const unsigned access = hd_ptx_access(opcode, operand);
    if (f->is_load && (access & HD_PTX_READS) != 0) {
      report(c, f, at, operand->id, read, opcode->unsure && (access & HD_PTX_WRITES) != 0);
    } else if ((access & HD_PTX_WRITES) != 0) {
      report(c, f, at, operand->id,
             f->is_load ? "{r} is written before the wait of its load" : "{r} changes before the wait of its store",
             opcode->unsure);
    } else {
      continue;
    }
    return;
  }
}

static bool writes(const hd_ptx_checker *c, uint32_t at, uint32_t reg) {
  const hd_ptx_instruction *one = &c->function->instruction[at];
  const hd_ptx_opcode *opcode = hd_ptx_opcode_at(c, at);
  for (uint32_t k = 0; k < one->operands; k++) {
    const hd_ptx_operand *operand = &c->function->operand[one->operand + k];
    if (operand->kind == HD_PTX_REGISTER && operand->id == reg &&
        (hd_ptx_access(opcode, operand) & HD_PTX_WRITES) != 0) {
      return true;
    }
  }
  return false;
}

/* ---- cells, and what must not come before the wait ---- */

static void meet(hd_ptx_checker *c, const flight *f, uint32_t at, bool moved) {
  const uint8_t kind = c->kind[at];
  if (f->is_load && kind == HD_PTX_LOAD) return; /* two loads disturb nothing */
  c->steps -= HD_PTX_LONG_STEP;
  switch (hd_ptx_overlap(c, f->access, at, moved)) {
    case HD_PTX_NO: return;
    case HD_PTX_YES:
      (void)hd_ptx_fault(c, HD_RULE_CELLS, at, f->access,
                         f->is_load            ? "it writes cells that are still being loaded"
                         : kind == HD_PTX_LOAD ? "it loads cells before the wait of their store"
                                               : "it writes cells before the wait of their store");
      return;
    case HD_PTX_OPEN:
      (void)hd_ptx_unknown(c, HD_RULE_CELLS, at, f->access,
                           "whether it meets cells of an access before it that has not been waited for is not known");
  }
}

static void meet_others(hd_ptx_checker *c, const flight *f, uint32_t at, bool moved) {
  const uint8_t kind = c->kind[at];
  if (hd_ptx_meets_cells(kind)) meet(c, f, at, moved);
  if (hd_ptx_moves_registers(kind)) c->above[at] += f->registers;
  if (kind == HD_PTX_DEALLOC) {
    (void)hd_ptx_fault(c, HD_RULE_WAIT, at, f->access,
                       f->is_load ? "columns are given back before the wait of a load"
                                  : "columns are given back before the wait of a store");
  }
  if (kind != HD_PTX_FENCE_BEFORE) return;
  if (f->is_load) {
    (void)hd_ptx_unknown(c, HD_RULE_FENCE, at, f->access,
                         "whether others may write the cells of this load is not known");
  } else {
    (void)hd_ptx_fault(c, HD_RULE_FENCE, at, f->access, "the fence comes before the wait of a store");
  }
}

static hd_ptx_step step(void *context, hd_ptx_checker *c, uint32_t at, unsigned *layer) {
  flight *f = context;
  const unsigned waits = f->is_load ? HD_PTX_DOES_WAIT_LOAD : HD_PTX_DOES_WAIT_STORE;
  if (at == c->function->instructions) {
    f->ends = true;
    return HD_PTX_STOP;
  }
  if (c->kind[at] == (f->is_load ? HD_PTX_WAIT_LOAD : HD_PTX_WAIT_STORE)) {
    c->served[at] = 1;
    if (hd_ptx_same_guard(c, f->access, at)) return HD_PTX_STOP;
  }
  look(c, f, at);
  if (at != f->access) meet_others(c, f, at, *layer > 0);
  if (f->root != HD_PTX_NONE && writes(c, at, f->root)) *layer = 1;
  if (c->kind[at] == HD_PTX_CALL && (hd_ptx_call_does(c, at) & (waits | HD_PTX_DOES_UNKNOWN)) != 0) {
    f->called = true;
    return HD_PTX_STOP;
  }
  return HD_PTX_GO_ON;
}

static void check_flight(hd_ptx_checker *c, uint32_t access) {
  flight f = {.access = access, .root = hd_ptx_address_root(c, access), .is_load = c->kind[access] == HD_PTX_LOAD};
  f.registers = mark_registers(c, access);
  c->kernel.registers += f.registers;
  hd_ptx_ask(c, register_rule(&f));
  hd_ptx_ask(c, HD_RULE_CELLS);
  hd_ptx_ask(c, HD_RULE_WAIT);
  if (!hd_ptx_walk(c, access, step, &f)) {
    (void)hd_ptx_unknown(c, register_rule(&f), access, HD_PTX_NONE, "there are too many paths to follow this access");
  } else if (f.called) {
    (void)hd_ptx_unknown(c, register_rule(&f), access, HD_PTX_NONE,
                         "whether a function that is called waits for it is not known");
  }
  if (!f.ends) return;
  if (c->kernel.is_entry) {
    (void)hd_ptx_fault(c, HD_RULE_WAIT, access, HD_PTX_NONE,
                       "a path leads from it to the kernel's end without its wait");
  } else {
    (void)hd_ptx_unknown(c, HD_RULE_WAIT, access, HD_PTX_NONE,
                         "whether the caller of this function waits for it is not known");
  }
}

/* Whether an instruction outside of this function may have begun what one here ends. */
static bool may_come_from_elsewhere(const hd_ptx_checker *c, unsigned does) {
  if (!c->kernel.is_entry) return true;
  for (uint32_t k = 0; k < c->function->instructions; k++) {
    if (c->kind[k] == HD_PTX_CALL && (hd_ptx_call_does(c, k) & (does | HD_PTX_DOES_UNKNOWN)) != 0) return true;
  }
  return false;
}

static void check_wait(hd_ptx_checker *c, uint32_t at) {
  const bool is_load = c->kind[at] == HD_PTX_WAIT_LOAD;
  hd_ptx_ask(c, HD_RULE_WAIT);
  if (c->served[at] != 0) return;
  if (c->steps <= 0 || may_come_from_elsewhere(c, is_load ? HD_PTX_DOES_LOAD : HD_PTX_DOES_STORE)) {
    (void)hd_ptx_unknown(c, HD_RULE_WAIT, at, HD_PTX_NONE, "what it waits for is not known");
  } else {
    (void)hd_ptx_fault(c, HD_RULE_WAIT, at, HD_PTX_NONE,
                       is_load
                           ? "it waits for nothing: on no path does a load come before it that was not waited for"
                           : "it waits for nothing: on no path does a store come before it that was not waited for");
  }
}

void hd_ptx_rule_registers(hd_ptx_checker *c) {
  for (size_t k = 0; k < c->accesses; k++) {
    if (hd_ptx_moves_registers(c->kind[c->access[k]])) check_flight(c, c->access[k]);
  }
  for (size_t k = 0; k < c->accesses; k++) {
    const uint8_t kind = c->kind[c->access[k]];
    if (kind == HD_PTX_WAIT_LOAD || kind == HD_PTX_WAIT_STORE) check_wait(c, c->access[k]);
  }
}
