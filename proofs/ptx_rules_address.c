/* Does the address name lanes of the warp that uses it, and columns of the allocation that it counts from? */
#include "proofs/ptx_state.h"

#include "tmem/copy.h"

/* What is known of the bits first .. first + count - 1. */
typedef enum field { FIELD_EXACT, FIELD_DIFFERS, FIELD_OPEN } field;

static field look_at(const hd_ptx_value *value, int first, int count) {
  field found = FIELD_EXACT;
  for (int k = first; k < first + count; k++) {
    const uint8_t bit = value->bit[k];
    if (bit >= HD_BIT_SAME) found = FIELD_OPEN;
    else if (hd_ptx_bit_class(bit) == HD_BIT_VARIES) return FIELD_DIFFERS;
  }
  return found;
}

/* An address: what is known bit by bit, and a number that is added where all bits are, for sums with bits of %tid.x are
 * no bits of it. */
typedef struct address {
  hd_ptx_value value;
  uint32_t added;
} address;

static address moved(address from, uint32_t far) {
  if (look_at(&from.value, 0, HD_PTX_BITS) == FIELD_EXACT) return (address){from.value, from.added + far};
  const hd_ptx_value number = hd_ptx_constant(far), sum = hd_ptx_add(&from.value, &number);
  return (address){hd_ptx_cut(&sum, HD_PTX_BITS), 0};
}

static uint32_t for_warp(const address *a, uint32_t warp) { return hd_ptx_for_thread(&a->value, 32 * warp) + a->added; }

/* What the warps of a place say of a question that is asked of each. */
typedef struct votes {
  uint32_t warps, against; /* those that may come here; those for which the answer is no */
  uint32_t first;          /* of these the first */
} votes;

static void vote(votes *v, uint32_t warp, bool is_right) {
  v->warps |= 1u << warp;
  if (is_right) return;
  if (v->against == 0) v->first = warp;
  v->against |= 1u << warp;
}

/* A fault where it is one for every warp that may come here, or for one that surely does. */
static hd_ptx_finding *settle(hd_ptx_checker *c, hd_ptx_rule rule, uint32_t at, votes v, uint32_t other,
                              const char *reason) {
  if (v.against == 0) return NULL;
  const uint32_t surely = c->values.surely[c->flow.block[at]];
  const bool is_fault = v.against == v.warps || (v.against & surely) != 0;
  while (is_fault && v.against != v.warps && (surely & v.against & 1u << v.first) == 0) v.first++;
  return is_fault ? hd_ptx_fault(c, rule, at, other, reason) : hd_ptx_unknown(c, rule, at, other, reason);
}

/* ---- lanes ---- */

static bool lane_is_right(const hd_ptx_checker *c, const hd_form *form, uint32_t warp, uint32_t lane) {
  const int64_t slab = warp % 4 * 32, lanes = hd_form_lanes(form);
  const int64_t first = c->options->relative_lane && lane < 32 ? slab + lane : lane;
  return first % lanes == 0 && first >= slab && first + lanes <= slab + 32;
}

static void check_lane(hd_ptx_checker *c, uint32_t at, const address *a, const hd_form *form) {
  static const char differs[] = "the address differs between threads of a warp";
  const hd_ptx_value *value = &a->value;
  const field lane = look_at(value, 16, 16), column = look_at(value, 0, 16);
  votes v = {0};
  if (value->base == HD_PTX_VARIABLE) {
    (void)hd_ptx_fault(c, HD_RULE_LANE, at, HD_PTX_NONE, "the address is that of a variable");
  } else if (lane == FIELD_DIFFERS || column == FIELD_DIFFERS) {
    (void)hd_ptx_fault(c, HD_RULE_LANE, at, HD_PTX_NONE, differs);
  } else if (!value->there || lane == FIELD_OPEN) {
    (void)hd_ptx_unknown(c, HD_RULE_LANE, at, HD_PTX_NONE, "the lanes of the address are not known");
  } else {
    for (uint32_t warp = 0; warp < 32; warp++) {
      if ((c->values.warps[c->flow.block[at]] >> warp & 1) == 0) continue;
      vote(&v, warp, lane_is_right(c, form, warp, for_warp(a, warp) >> 16));
    }
    hd_ptx_finding *f = settle(c, HD_RULE_LANE, at, v, HD_PTX_NONE,
                               "lane {0} is none where warp {1} may begin, which reaches lanes {2} to {3}");
    if (f == NULL) return;
    f->number[0] = for_warp(a, v.first) >> 16;
    f->number[1] = v.first;
    f->number[2] = v.first % 4 * 32;
    f->number[3] = v.first % 4 * 32 + 31;
  }
}

/* ---- columns ---- */

static void check_columns(hd_ptx_checker *c, uint32_t at, const address *a, int64_t columns) {
  const hd_ptx_value *value = &a->value;
  const bool allocated = value->there && value->base == HD_PTX_ALLOCATED;
  uint32_t there = 0;
  votes v = {0};
  if (hd_ptx_allocates_nothing(c)) return; /* which is a fault by itself */
  hd_ptx_ask(c, HD_RULE_COLUMNS);
  if (!allocated || !hd_ptx_columns(c, value->of, &there)) {
    (void)hd_ptx_unknown(c, HD_RULE_COLUMNS, at, allocated ? value->of : HD_PTX_NONE,
                         allocated ? "how many columns are allocated is not known" : "the allocation is not known");
    return;
  }
  if (look_at(value, 0, 16) != FIELD_EXACT) {
    (void)hd_ptx_unknown(c, HD_RULE_COLUMNS, at, value->of, "the columns of the address are not known");
    return;
  }
  int64_t last = 0;
  for (uint32_t warp = 0; warp < 32; warp++) {
    if ((c->values.warps[c->flow.block[at]] >> warp & 1) == 0) continue;
    const int64_t end = (int64_t)(for_warp(a, warp) & 0xffff) + columns;
    vote(&v, warp, end <= there);
    if (end > last) last = end;
  }
  hd_ptx_finding *f = settle(c, HD_RULE_COLUMNS, at, v, value->of,
                             "columns up to {0} of the allocation are reached, and it has {1}");
  if (f == NULL) return;
  f->number[0] = last - 1;
  f->number[1] = there;
}

/* ---- each access ---- */

/* The address in an operand. */
static address address_of(const hd_ptx_checker *c, uint32_t at) {
  const hd_ptx_operand *operand = hd_ptx_address(c, at);
  if (operand == NULL || operand->kind != HD_PTX_REGISTER || (operand->flags & HD_PTX_INEXACT) != 0) {
    return (address){hd_ptx_address_value(c, at), 0};
  }
  return moved((address){c->values.value[operand->id], 0}, (uint32_t)operand->value);
}

/* How far the second access of 16x32bx2 is from the first; false where the immediate is missing, which is a fault of
 * the form. */
static bool second_access(const hd_ptx_checker *c, uint32_t at, uint32_t *far) {
  const hd_ptx_instruction *one = &c->function->instruction[at];
  for (uint32_t k = 0; k < one->operands; k++) {
    const hd_ptx_operand *operand = &c->function->operand[one->operand + k];
    if (operand->kind != HD_PTX_IMMEDIATE || operand->flags != 0) continue;
    *far = (uint32_t)operand->value;
    return true;
  }
  return false;
}

static void check_move(hd_ptx_checker *c, uint32_t at) {
  const hd_form *form = &hd_ptx_opcode_at(c, at)->form;
  address a = address_of(c, at);
  for (int access = 0; access < hd_form_accesses(form); access++) {
    uint32_t far;
    if (access > 0 && !second_access(c, at, &far)) return;
    if (access > 0) a = moved(a, far);
    hd_ptx_ask(c, HD_RULE_LANE);
    check_lane(c, at, &a, form);
    check_columns(c, at, &a, hd_form_columns(form));
  }
}

/* The columns that a copy fills: 256 or 128 bits of each row. */
static int64_t copy_columns(const hd_ptx_checker *c, uint32_t at) {
  const hd_ptx_name *name = &c->file->names.name[c->function->instruction[at].opcode];
  for (uint32_t k = 0; k + 5 <= name->length; k++) {
    const char *text = c->file->text + name->position + k;
    if (text[0] == 'x' && text[1] == '2' && text[2] == '5' && text[3] == '6' && text[4] == 'b') return 8;
  }
  return 4;
}

void hd_ptx_rule_addresses(hd_ptx_checker *c) {
  for (size_t k = 0; k < c->accesses; k++) {
    const uint32_t at = c->access[k];
    const uint8_t kind = c->kind[at];
    if (hd_ptx_moves_registers(kind)) check_move(c, at);
    if (kind != HD_PTX_COPY && kind != HD_PTX_SHIFT) continue;
    const address a = address_of(c, at);
    check_columns(c, at, &a, kind == HD_PTX_SHIFT ? HD_SHIFT_COLUMNS : copy_columns(c, at));
  }
}
