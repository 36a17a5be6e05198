/* Which cells does an access meet, and do two accesses meet a cell in common? */
#include "proofs/ptx_state.h"

const hd_ptx_operand *hd_ptx_address(const hd_ptx_checker *c, uint32_t access) {
  const hd_ptx_instruction *one = &c->function->instruction[access];
  const hd_ptx_operand *operand = c->function->operand + one->operand;
  for (uint32_t k = 0; k < one->operands; k++) {
    if ((operand[k].flags & HD_PTX_IN_ADDRESS) != 0) return &operand[k];
  }
  return c->kind[access] == HD_PTX_DEALLOC && one->operands > 0 ? operand : NULL;
}

hd_ptx_value hd_ptx_address_value(const hd_ptx_checker *c, uint32_t access) {
  const hd_ptx_operand *operand = hd_ptx_address(c, access);
  if (operand == NULL) return hd_ptx_of_class(HD_BIT_UNKNOWN);
  hd_ptx_evaluation of = hd_ptx_evaluation_of(c);
  of.block = c->flow.block[access];
  return hd_ptx_operand_value(of, &c->values, operand);
}

uint32_t hd_ptx_address_root(const hd_ptx_checker *c, uint32_t access) {
  const hd_ptx_operand *operand = hd_ptx_address(c, access);
  return operand == NULL || operand->kind != HD_PTX_REGISTER ? HD_PTX_NONE : c->values.root[operand->id].reg;
}

bool hd_ptx_columns(const hd_ptx_checker *c, uint32_t instruction, uint32_t *columns) {
  const hd_ptx_instruction *one = &c->function->instruction[instruction];
  if (one->operands < 2) return false;
  const hd_ptx_operand *last = &c->function->operand[one->operand + one->operands - 1];
  const hd_ptx_value value = hd_ptx_operand_value(hd_ptx_evaluation_of(c), &c->values, last);
  return hd_ptx_is_constant(&value, columns);
}

/* ---- rectangles ---- */

typedef struct rectangle {
  int64_t lane, lanes, column, columns;
} rectangle;

/* The cells of one access of a form; `base` is an encoded address, which may be a difference. */
static rectangle cells(const hd_form *form, int64_t base) {
  int64_t column = base & 0xffff;
  if (column >= 0x8000) column -= 0x10000;
  return (rectangle){(base - column) >> 16, hd_form_lanes(form), column, hd_form_columns(form)};
}

static bool meet(rectangle a, rectangle b) {
  return a.lane < b.lane + b.lanes && b.lane < a.lane + a.lanes && a.column < b.column + b.columns &&
         b.column < a.column + a.columns;
}

/* How far the second access is from the first; false where that is not known. */
static bool second_access(const hd_ptx_checker *c, uint32_t access, const hd_form *form, int64_t *far) {
  const hd_ptx_instruction *one = &c->function->instruction[access];
  const hd_ptx_operand *operand = c->function->operand + one->operand;
  *far = 0;
  if (hd_form_accesses(form) < 2) return true;
  for (uint32_t k = 0; k < one->operands; k++) {
    if (operand[k].kind != HD_PTX_IMMEDIATE || operand[k].flags != 0) continue;
    *far = (int32_t)(uint32_t)operand[k].value;
    return true;
  }
  return false;
}

/* Whether two forms meet when the second one's address is `difference` behind the first one's. */
static hd_ptx_answer at_difference(const hd_ptx_checker *c, uint32_t one, uint32_t other, int64_t difference) {
  const hd_form *a = &hd_ptx_opcode_at(c, one)->form, *b = &hd_ptx_opcode_at(c, other)->form;
  int64_t far[2];
  if (!second_access(c, one, a, &far[0]) || !second_access(c, other, b, &far[1])) return HD_PTX_OPEN;
  for (int k = 0; k < hd_form_accesses(a); k++) {
    for (int n = 0; n < hd_form_accesses(b); n++) {
      if (meet(cells(a, k * far[0]), cells(b, difference + n * far[1]))) return HD_PTX_YES;
    }
  }
  return HD_PTX_NO;
}

/* All bits known but for what the warp decides. */
static bool is_exact(const hd_ptx_value *value) {
  for (int k = 0; k < HD_PTX_BITS; k++) {
    if (value->bit[k] >= HD_BIT_SAME) return false;
  }
  return value->there;
}

static hd_ptx_answer by_value(const hd_ptx_checker *c, uint32_t one, uint32_t other) {
  const hd_ptx_value a = hd_ptx_address_value(c, one), b = hd_ptx_address_value(c, other);
  const bool allocated = a.base == HD_PTX_ALLOCATED && b.base == HD_PTX_ALLOCATED;
  if (allocated && a.of != b.of) return HD_PTX_NO;
  if (a.base != b.base || a.of != b.of || !hd_ptx_moves_registers(c->kind[other])) return HD_PTX_OPEN;
  if (!is_exact(&a) || !is_exact(&b)) return HD_PTX_OPEN;
  const uint32_t warps = c->values.warps[c->flow.block[one]] & c->values.warps[c->flow.block[other]];
  for (uint32_t warp = 0; warp < 32; warp++) {
    if ((warps >> warp & 1) == 0) continue;
    const int64_t difference = (int64_t)hd_ptx_for_thread(&b, 32 * warp) - hd_ptx_for_thread(&a, 32 * warp);
    const hd_ptx_answer answer = at_difference(c, one, other, difference);
    if (answer != HD_PTX_NO) return answer;
  }
  return HD_PTX_NO;
}

hd_ptx_answer hd_ptx_overlap(const hd_ptx_checker *c, uint32_t one, uint32_t other, bool moved) {
  const hd_ptx_operand *a = hd_ptx_address(c, one), *b = hd_ptx_address(c, other);
  if (a == NULL || b == NULL || a->kind != HD_PTX_REGISTER || b->kind != HD_PTX_REGISTER) return HD_PTX_OPEN;
  const hd_ptx_root x = c->values.root[a->id], y = c->values.root[b->id];
  const bool comparable = x.reg == y.reg && !moved && ((a->flags | b->flags) & HD_PTX_INEXACT) == 0;
  if (!comparable || !hd_ptx_moves_registers(c->kind[other])) return by_value(c, one, other);
  return at_difference(c, one, other, (int32_t)(y.add + (uint32_t)b->value - x.add - (uint32_t)a->value));
}
