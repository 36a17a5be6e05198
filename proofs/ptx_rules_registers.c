/* Registers of loads and stores between the access and its wait: who reads them, who writes them, who never waits. */
#include "proofs/ptx_state.h"

typedef struct flight {
  uint32_t access; /* the load or store */
  bool is_load, called;
} flight;

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

static void report(hd_ptx_checker *c, const flight *f, uint32_t at, uint32_t reg, const char *reason, bool unsure) {
  const hd_ptx_rule rule = f->is_load ? HD_RULE_LOAD_USE : HD_RULE_STORE_SOURCE;
  hd_ptx_finding *found = unsure ? hd_ptx_unknown(c, rule, at, f->access, "what this instruction does with {r} is not known")
                                 : hd_ptx_fault(c, rule, at, f->access, reason);
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

static hd_ptx_step step(void *context, hd_ptx_checker *c, uint32_t at, unsigned *layer) {
  flight *f = context;
  const unsigned waits = f->is_load ? HD_PTX_DOES_WAIT_LOAD : HD_PTX_DOES_WAIT_STORE;
  (void)layer;
  if (at == c->function->instructions) return HD_PTX_STOP;
  if (c->kind[at] == (f->is_load ? HD_PTX_WAIT_LOAD : HD_PTX_WAIT_STORE)) {
    c->served[at] = 1;
    if (hd_ptx_same_guard(c, f->access, at)) return HD_PTX_STOP;
  }
  look(c, f, at);
  if (c->kind[at] == HD_PTX_CALL && (hd_ptx_call_does(c, at) & (waits | HD_PTX_DOES_UNKNOWN)) != 0) {
    f->called = true;
    return HD_PTX_STOP;
  }
  return HD_PTX_GO_ON;
}

static void check_flight(hd_ptx_checker *c, uint32_t access) {
  flight f = {.access = access, .is_load = c->kind[access] == HD_PTX_LOAD};
  const hd_ptx_rule rule = f.is_load ? HD_RULE_LOAD_USE : HD_RULE_STORE_SOURCE;
  c->kernel.registers += mark_registers(c, access);
  hd_ptx_ask(c, rule);
  if (!hd_ptx_walk(c, access, step, &f)) {
    (void)hd_ptx_unknown(c, rule, access, HD_PTX_NONE, "there are too many paths to follow this access");
  } else if (f.called) {
    (void)hd_ptx_unknown(c, rule, access, HD_PTX_NONE, "whether a function that is called waits for it is not known");
  }
}

void hd_ptx_rule_registers(hd_ptx_checker *c) {
  for (size_t k = 0; k < c->accesses; k++) {
    const uint32_t at = c->access[k];
    if (c->kind[at] == HD_PTX_LOAD || c->kind[at] == HD_PTX_STORE) check_flight(c, at);
  }
}
