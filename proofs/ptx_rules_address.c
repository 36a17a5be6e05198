/* Does the address name lanes of the warp that uses it, and columns of the allocation that it counts from? */
#include "proofs/ptx_state.h"

#include "tmem/copy.h"

/* What is known of the bits first .. first + count - 1: all; few enough that every way they may be can be looked at;
 * that they differ within a warp; or less. */
typedef enum field { FIELD_EXACT, FIELD_FEW, FIELD_DIFFERS, FIELD_OPEN } field;

enum { MOST_OPEN_BITS = 9 };

static field look_at(const hd_ptx_value *value, int first, int count) {
  field found = FIELD_EXACT;
  int open = 0;
  for (int k = first; k < first + count; k++) {
    const uint8_t bit = value->bit[k];
    if (bit < HD_BIT_SAME && hd_ptx_bit_class(bit) == HD_BIT_VARIES) return FIELD_DIFFERS;
    if (bit < HD_BIT_SAME) continue;
    if (found != FIELD_OPEN) found = bit <= HD_BIT_WARP && ++open <= MOST_OPEN_BITS ? FIELD_FEW : FIELD_OPEN;
  }
  return found;
}

/* An address: what is known bit by bit, and a number that is added where all bits are, for sums with bits of %tid.x are
 * no bits of it. */
typedef struct place {
  hd_ptx_value value;
  uint32_t added;
} place;

static place moved(place from, uint32_t far) {
  if (look_at(&from.value, 0, HD_PTX_BITS) == FIELD_EXACT) return (place){from.value, from.added + far};
  const hd_ptx_value number = hd_ptx_constant(far), sum = hd_ptx_add(&from.value, &number);
  return (place){hd_ptx_cut(&sum, HD_PTX_BITS), 0};
}

/* The address of a warp's threads, with the open bits from `first` on as those of `way`; false when there are not as
 * many ways. */
static bool for_warp(const place *a, int first, int count, uint32_t warp, uint32_t way, uint32_t *result) {
  hd_ptx_value value = a->value;
  for (int k = 0; k < HD_PTX_BITS; k++) {
    if (value.bit[k] < HD_BIT_SAME) continue;
    const bool inside = k >= first && k < first + count;
    value.bit[k] = inside ? way & 1 : HD_BIT_0;
    if (inside) way >>= 1;
  }
  *result = hd_ptx_for_thread(&value, 32 * warp) + a->added;
  return way == 0;
}

/* What the warps of a place say of a question that is asked of each in every way that an address may be. */
typedef struct votes {
  uint32_t warps, against, open; /* those that may come here; for which the answer is no; or depends */
  uint32_t first;                /* the first of those against, or else of those open */
} votes;

typedef bool (*is_right)(const hd_ptx_checker *c, const void *of, uint32_t warp, uint32_t address);

static votes poll(const hd_ptx_checker *c, uint32_t at, const place *a, int first, int count, is_right right,
                  const void *of) {
  votes v = {c->values.warps[c->flow.block[at]], 0, 0, 32};
  for (uint32_t warp = 0; warp < 32; warp++) {
    bool any[2] = {false, false};
    uint32_t address;
    if ((v.warps >> warp & 1) == 0) continue;
    for (uint32_t way = 0; for_warp(a, first, count, warp, way, &address); way++)
      any[right(c, of, warp, address)] = true;
    if (any[0]) *(any[1] ? &v.open : &v.against) |= 1u << warp;
  }
  const uint32_t said = v.against != 0 ? v.against : v.open;
  for (v.first = 0; v.first < 31 && (said >> v.first & 1) == 0; v.first++) continue;
  return v;
}

/* A fault where it is one for every warp that may come here, or for one that surely does. */
static hd_ptx_finding *settle(hd_ptx_checker *c, hd_ptx_rule rule, uint32_t at, votes *v, uint32_t other,
                              const char *reason, const char *unknown) {
  const uint32_t surely = c->values.surely[c->flow.block[at]] & v->against;
  if ((v->against | v->open) == 0) return NULL;
  if (v->against == 0) return hd_ptx_unknown(c, rule, at, other, unknown);
  if (v->against != v->warps && surely == 0) return hd_ptx_unknown(c, rule, at, other, reason);
  if (surely != 0) {
    for (v->first = 0; (surely >> v->first & 1) == 0; v->first++) continue;
  }
  return hd_ptx_fault(c, rule, at, other, reason);
}

/* ---- lanes ---- */

static bool lane_is_right(const hd_ptx_checker *c, const void *of, uint32_t warp, uint32_t address) {
  const uint32_t lane = address >> 16;
  const int64_t slab = warp % 4 * 32, lanes = hd_form_lanes(of);
  const int64_t first = c->options->relative_lane && lane < 32 ? slab + lane : lane;
  return first % lanes == 0 && first >= slab && first + lanes <= slab + 32;
}

static const char lanes_unknown[] = "the lanes of the address are not known";

static void check_lane(hd_ptx_checker *c, uint32_t at, const place *a, const hd_form *form) {
  const field lane = look_at(&a->value, 16, 16), column = look_at(&a->value, 0, 16);
  hd_ptx_ask(c, HD_RULE_LANE);
  if (a->value.base == HD_PTX_VARIABLE) {
    (void)hd_ptx_fault(c, HD_RULE_LANE, at, HD_PTX_NONE, "the address is that of a variable");
    return;
  }
  if (lane == FIELD_DIFFERS || column == FIELD_DIFFERS) {
    (void)hd_ptx_fault(c, HD_RULE_LANE, at, HD_PTX_NONE, "the address differs between threads of a warp");
    return;
  }
  if (!a->value.there || lane == FIELD_OPEN) {
    (void)hd_ptx_unknown(c, HD_RULE_LANE, at, HD_PTX_NONE, lanes_unknown);
    return;
  }
  votes v = poll(c, at, a, 16, 16, lane_is_right, form);
  hd_ptx_finding *f = settle(
      c, HD_RULE_LANE, at, &v, HD_PTX_NONE,
      "an access of warp {1} lies in the 32 lanes from {2} on and begins at a multiple of {3} lanes, not at lane {0}",
      lanes_unknown);
  if (f == NULL) return;
  uint32_t address = 0, way = 0;
  while (for_warp(a, 16, 16, v.first, way, &address) && lane_is_right(c, form, v.first, address)) way++;
  f->number[0] = address >> 16;
  f->number[1] = v.first;
  f->number[2] = v.first % 4 * 32;
  f->number[3] = hd_form_lanes(form);
}

/* ---- columns ---- */

typedef struct extent {
  int64_t columns, there; /* of the access, and of the allocation */
} extent;

static bool column_is_right(const hd_ptx_checker *c, const void *of, uint32_t warp, uint32_t address) {
  const extent *e = of;
  (void)c;
  (void)warp;
  return (int64_t)(address & 0xffff) + e->columns <= e->there;
}

static const char columns_unknown[] = "the columns of the address are not known";

static void check_columns(hd_ptx_checker *c, uint32_t at, const place *a, int64_t columns) {
  const bool allocated = a->value.there && a->value.base == HD_PTX_ALLOCATED;
  const uint32_t alloc = allocated ? a->value.of : HD_PTX_NONE;
  const field column = look_at(&a->value, 0, 16);
  uint32_t there = 0;
  if (hd_ptx_allocates_nothing(c)) return; /* which is a fault by itself */
  hd_ptx_ask(c, HD_RULE_COLUMNS);
  const bool sized = allocated && hd_ptx_columns(c, alloc, &there);
  if (!sized || column == FIELD_OPEN || column == FIELD_DIFFERS) {
    (void)hd_ptx_unknown(c, HD_RULE_COLUMNS, at, alloc,
                         !allocated ? "the allocation is not known"
                         : !sized   ? "how many columns are allocated is not known"
                                    : columns_unknown);
    return;
  }
  const extent e = {columns, there};
  votes v = poll(c, at, a, 0, 16, column_is_right, &e);
  hd_ptx_finding *f = settle(c, HD_RULE_COLUMNS, at, &v, alloc,
                             "column {0} of the allocation is reached, and its last is column {1}", columns_unknown);
  if (f == NULL) return;
  int64_t last = 0;
  uint32_t address;
  for (uint32_t way = 0; for_warp(a, 0, 16, v.first, way, &address); way++) {
    const int64_t end = (int64_t)(address & 0xffff) + columns;
    last = end > last ? end : last;
  }
  f->number[0] = last - 1;
  f->number[1] = there - 1;
}

/* ---- each access ---- */

/* The address in an operand. */
static place address_of(const hd_ptx_checker *c, uint32_t at) {
  const hd_ptx_operand *operand = hd_ptx_address(c, at);
  if (operand == NULL || operand->kind != HD_PTX_REGISTER || (operand->flags & HD_PTX_INEXACT) != 0) {
    return (place){hd_ptx_address_value(c, at), 0};
  }
  hd_ptx_operand bare = *operand;
  bare.value = 0;
  hd_ptx_evaluation of = hd_ptx_evaluation_of(c);
  of.block = c->flow.block[at];
  return moved((place){hd_ptx_operand_value(of, &c->values, &bare), 0}, (uint32_t)operand->value);
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
  place a = address_of(c, at);
  for (int access = 0; access < hd_form_accesses(form); access++) {
    uint32_t far;
    if (access > 0 && !second_access(c, at, &far)) return;
    if (access > 0) a = moved(a, far);
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
    const place a = address_of(c, at);
    check_columns(c, at, &a, kind == HD_PTX_SHIFT ? HD_SHIFT_COLUMNS : copy_columns(c, at));
  }
}
