/* Is it an instruction of tcgen05, with the operands that it takes, on a target that has it? */
#include "proofs/ptx_state.h"

#include <string.h>

/* ---- targets ---- */

/* The target of the file. sm_101 is what sm_110 was called before. */
static hd_status find_target(const hd_ptx_file *file, hd_target *target) {
  const hd_ptx_name *name = &file->names.name[file->target];
  const char *text = file->text + name->position;
  if (name->length == 7 && memcmp(text, "sm_101", 6) == 0) text = text[6] == 'a' ? "sm_110a" : "sm_110f";
  return hd_target_find(text, name->length, NULL, target);
}

static bool contains(const hd_ptx_file *file, uint32_t id, const char *wanted) {
  const hd_ptx_name *name = &file->names.name[id];
  const size_t length = strlen(wanted);
  for (size_t k = 0; k + length <= name->length; k++) {
    if (memcmp(file->text + name->position + k, wanted, length) == 0) return true;
  }
  return false;
}

/* What tmem/opcode.h does not list but some targets lack. */
static bool mma_on(const hd_ptx_file *file, uint32_t opcode, hd_target target) {
  const bool is_family = target == HD_SM_100F || target == HD_SM_103F || target == HD_SM_110F;
  if (contains(file, opcode, ".kind::i8")) return target == HD_SM_100A || target == HD_SM_110A;
  return !is_family || !contains(file, opcode, ".scale_vec::");
}

static void check_target(hd_ptx_checker *c, uint32_t at) {
  const hd_ptx_opcode *opcode = hd_ptx_opcode_at(c, at);
  const hd_ptx_file *file = c->file;
  hd_target target;
  hd_ptx_ask(c, HD_RULE_TARGET);
  if (file->target == HD_PTX_NONE) {
    (void)hd_ptx_unknown(c, HD_RULE_TARGET, at, HD_PTX_NONE, "the file names no target");
  } else if (find_target(file, &target) != HD_OK) {
    (void)hd_ptx_fault(c, HD_RULE_TARGET, at, HD_PTX_NONE, "the file's target has no tensor memory");
  } else if ((opcode->listed && !hd_opcode_on(&opcode->opcode, target)) ||
             (opcode->kind == HD_PTX_MMA && !mma_on(file, c->function->instruction[at].opcode, target))) {
    (void)hd_ptx_fault(c, HD_RULE_TARGET, at, HD_PTX_NONE, "the file's target does not have this instruction");
  } else if (file->version > 0 && file->version < (opcode->reduces ? 808 : 806)) {
    hd_ptx_finding *f =
        hd_ptx_fault(c, HD_RULE_TARGET, at, HD_PTX_NONE, "PTX has this instruction from version 8.{0} on");
    if (f != NULL) f->number[0] = opcode->reduces ? 8 : 6;
  }
}

/* ---- operands ---- */

typedef struct arguments {
  const hd_ptx_checker *c;
  const hd_ptx_instruction *one;
} arguments;

/* The operands of an argument; *count of them. */
static const hd_ptx_operand *argument(arguments a, unsigned index, uint32_t *count) {
  const hd_ptx_operand *all = a.c->function->operand + a.one->operand;
  uint32_t first = 0, end;
  while (first < a.one->operands && all[first].argument < index) first++;
  for (end = first; end < a.one->operands && all[end].argument == index; end++) continue;
  *count = end - first;
  return all + first;
}

static bool is_register(arguments a, const hd_ptx_operand *operand, uint8_t bits) {
  return operand->kind == HD_PTX_REGISTER && a.c->function->reg[operand->id].bits == bits;
}

/* [register] with or without what is added, a 32-bit register for tensor memory. */
static bool is_address(arguments a, unsigned index, bool of_cells) {
  uint32_t count;
  const hd_ptx_operand *operand = argument(a, index, &count);
  if (count != 1 || (operand->flags & HD_PTX_IN_ADDRESS) == 0) return false;
  return !of_cells || is_register(a, operand, 32);
}

static bool is_immediate(arguments a, unsigned index) {
  uint32_t count;
  const hd_ptx_operand *operand = argument(a, index, &count);
  return count == 1 && operand->kind == HD_PTX_IMMEDIATE && operand->flags == 0;
}

static bool is_value(arguments a, unsigned index) {
  uint32_t count;
  const hd_ptx_operand *operand = argument(a, index, &count);
  return count == 1 && (operand->flags & ~HD_PTX_INEXACT) == 0 &&
         (operand->kind == HD_PTX_IMMEDIATE || is_register(a, operand, 32));
}

/* How many 32-bit registers an argument in braces has; -1 when it is anything else. */
static int64_t vector(arguments a, unsigned index) {
  uint32_t count;
  const hd_ptx_operand *operand = argument(a, index, &count);
  for (uint32_t k = 0; k < count; k++) {
    if ((operand[k].flags & HD_PTX_IN_VECTOR) == 0 || !is_register(a, &operand[k], 32)) return -1;
  }
  return count == 0 ? -1 : (int64_t)count;
}

/* What is wrong with the operands of a load or store; NULL when nothing is. */
static const char *wrong_access(arguments a, const hd_ptx_opcode *opcode, int64_t number[HD_PTX_NUMBERS]) {
  const bool is_load = opcode->kind == HD_PTX_LOAD, has_immediate = hd_form_accesses(&opcode->form) > 1;
  const unsigned address = is_load ? opcode->destinations : 0, registers = is_load ? 0 : 1u + has_immediate;
  const unsigned wanted = 2u + opcode->reduces + has_immediate;
  if (a.one->arguments < wanted && has_immediate) return "16x32bx2 takes an immediate behind the address";
  if (a.one->arguments != wanted)
    return has_immediate ? "it takes no further operands" : "only 16x32bx2 takes a third operand";
  if (!is_address(a, address, true)) return "the address is a 32-bit register in brackets";
  if (has_immediate && !is_immediate(a, address + 1)) return "16x32bx2 takes an immediate behind the address";
  if (opcode->reduces && !is_value(a, 1)) return "the result of the reduction is a 32-bit register";
  number[0] = hd_form_registers(&opcode->form);
  number[1] = vector(a, registers);
  if (number[1] < 0) return "its vector holds nothing but 32-bit registers, whose number is {0}";
  return number[0] == number[1] ? NULL : "the number of registers in its vector is {0}, and here it is {1}";
}

static const char *wrong_operands(arguments a, const hd_ptx_opcode *opcode, int64_t number[HD_PTX_NUMBERS]) {
  uint32_t count;
  const unsigned arguments_here = a.one->arguments;
  switch ((hd_ptx_kind)opcode->kind) {
    case HD_PTX_LOAD:
    case HD_PTX_STORE: return wrong_access(a, opcode, number);
    case HD_PTX_ALLOC:
      return arguments_here == 2 && is_address(a, 0, false) && is_value(a, 1)
                 ? NULL
                 : "it takes an address in shared memory and a number of columns";
    case HD_PTX_DEALLOC:
      return arguments_here == 2 && argument(a, 0, &count)->kind == HD_PTX_REGISTER && count == 1 && is_value(a, 1)
                 ? NULL
                 : "it takes the register with the address and a number of columns";
    case HD_PTX_COMMIT: return is_address(a, 0, false) ? NULL : "it takes the address of an mbarrier";
    case HD_PTX_COPY:
      return arguments_here == 2 && is_address(a, 0, true) ? NULL
                                                           : "it takes an address and the descriptor of a matrix";
    case HD_PTX_SHIFT: return arguments_here == 1 && is_address(a, 0, true) ? NULL : "it takes an address";
    case HD_PTX_MMA: return is_address(a, 0, true) ? NULL : "its first operand is the address of the accumulator";
    case HD_PTX_RELINQUISH:
    case HD_PTX_WAIT_LOAD:
    case HD_PTX_WAIT_STORE:
    case HD_PTX_FENCE_BEFORE:
    case HD_PTX_FENCE_AFTER: return arguments_here == 0 ? NULL : "it takes no operands";
    default: return NULL;
  }
}

void hd_ptx_rule_forms(hd_ptx_checker *c) {
  for (size_t k = 0; k < c->accesses; k++) {
    const uint32_t at = c->access[k];
    const hd_ptx_opcode *opcode = hd_ptx_opcode_at(c, at);
    int64_t number[HD_PTX_NUMBERS] = {0};
    hd_ptx_ask(c, HD_RULE_FORM);
    const bool exists = opcode->kind != HD_PTX_NO_FORM;
    const char *wrong =
        exists ? wrong_operands((arguments){c, &c->function->instruction[at]}, opcode, number) : opcode->reason;
    if (exists) check_target(c, at);
    if (wrong == NULL) continue;
    hd_ptx_finding *f = hd_ptx_fault(c, HD_RULE_FORM, at, HD_PTX_NONE, wrong);
    if (f == NULL) continue;
    f->position += exists ? 0 : opcode->at;
    memcpy(f->number, number, sizeof number);
  }
}
