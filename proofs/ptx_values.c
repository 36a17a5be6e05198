/* Values of registers, to where they no longer change. */
#include "proofs/ptx_values.h"

#include <stdlib.h>
#include <string.h>

enum { PASSES = 24, WIDE_FROM = 3, ROUNDS = 8 };

void hd_ptx_values_free(hd_ptx_values *v) {
  free(v->value);
  free(v->definition);
  free(v->definitions);
  free(v->first);
  free(v->second);
  free(v->counter);
  free(v->start);
  free(v->root);
  free(v->spread);
  free(v->under);
  free(v->why);
  free(v->warps);
  free(v->surely);
  hd_ptx_table_free(&v->slots);
  hd_ptx_table_free(&v->passed);
  memset(v, 0, sizeof *v);
}

static bool make_room(hd_ptx_evaluation of, hd_ptx_values *v) {
  const size_t registers = of.function->registers + 1, blocks = (size_t)of.flow->blocks + 1;
  v->value = calloc(registers, sizeof *v->value);
  v->definition = malloc(registers * sizeof *v->definition);
  v->definitions = calloc(registers, sizeof *v->definitions);
  v->first = malloc(registers * sizeof *v->first);
  v->second = malloc(registers * sizeof *v->second);
  v->counter = calloc(registers, sizeof *v->counter);
  v->root = malloc(registers * sizeof *v->root);
  v->spread = malloc(registers);
  v->under = malloc(blocks);
  v->why = malloc(blocks * sizeof *v->why);
  v->warps = calloc(blocks, sizeof *v->warps);
  v->surely = calloc(blocks, sizeof *v->surely);
  if (v->value == NULL || v->definition == NULL || v->definitions == NULL || v->first == NULL || v->second == NULL ||
      v->counter == NULL || v->root == NULL || v->spread == NULL || v->under == NULL || v->why == NULL ||
      v->warps == NULL || v->surely == NULL) {
    return false;
  }
  memset(v->definition, 0xff, registers * sizeof *v->definition);
  memset(v->spread, HD_BIT_SAME, registers);
  memset(v->under, HD_BIT_SAME, blocks);
  memset(v->why, 0xff, blocks * sizeof *v->why);
  for (uint32_t k = 0; k < of.function->registers; k++) v->root[k] = (hd_ptx_root){k, 0};
  return true;
}

/* How many threads there are at most, and whether they are counted along x. */
static void count_threads(const hd_ptx_function *f, int64_t asked, hd_ptx_values *v) {
  const int64_t *extent = f->required[0] > 0 ? f->required : f->most;
  int64_t threads = asked > 0 ? asked : 1 << HD_PTX_THREAD_BITS;
  if (extent[0] > 0 && extent[0] <= threads && extent[1] > 0 && extent[1] <= threads && extent[2] > 0 &&
      extent[2] <= threads && extent[0] * extent[1] * extent[2] < threads) {
    threads = extent[0] * extent[1] * extent[2];
  }
  v->threads = (uint32_t)threads;
  v->along_x = f->required[0] == 0 || (f->required[1] == 1 && f->required[2] == 1);
}

static bool find_definitions(hd_ptx_evaluation of, hd_ptx_values *v) {
  const hd_ptx_function *f = of.function;
  for (uint32_t k = 0; k < f->instructions; k++) {
    const hd_ptx_opcode *opcode = &of.opcodes->opcode[f->instruction[k].opcode];
    for (uint32_t n = 0; n < f->instruction[k].operands; n++) {
      const hd_ptx_operand *operand = &f->operand[f->instruction[k].operand + n];
      if (opcode->kind == HD_PTX_CALL && operand->kind == HD_PTX_SYMBOL && (operand->flags & HD_PTX_IN_LIST) != 0) {
        uint32_t *passed = hd_ptx_table_at(&v->passed, operand->id);
        if (passed == NULL) return false;
        *passed = 0;
      }
      if (operand->kind != HD_PTX_REGISTER || (hd_ptx_access(opcode, operand) & HD_PTX_WRITES) == 0) continue;
      uint8_t *count = &v->definitions[operand->id];
      if (*count == 0) v->first[operand->id] = k;
      if (*count == 1) v->second[operand->id] = k;
      if (*count < 3) ++*count;
      v->definition[operand->id] = v->definitions[operand->id] == 1 ? k : HD_PTX_NONE;
    }
  }
  return true;
}

/* mov, and sums with a number, of a register that is defined once. */
static void find_root(hd_ptx_evaluation of, hd_ptx_values *v, uint32_t instruction, uint32_t reg) {
  const hd_ptx_instruction *one = &of.function->instruction[instruction];
  const hd_ptx_opcode *opcode = &of.opcodes->opcode[one->opcode];
  const hd_ptx_operand *operand = &of.function->operand[one->operand];
  if (v->definition[reg] == HD_PTX_NONE || one->operands < 2 || operand[1].kind != HD_PTX_REGISTER) return;
  if (v->definition[operand[1].id] == HD_PTX_NONE || operand[1].flags != 0) return;
  const hd_ptx_root root = v->root[operand[1].id];
  if (opcode->verb == HD_PTX_MOV && one->operands == 2) v->root[reg] = root;
  const bool is_sum = opcode->verb == HD_PTX_ADD || opcode->verb == HD_PTX_SUB;
  if (!is_sum || one->operands != 3 || operand[2].kind != HD_PTX_IMMEDIATE || operand[2].flags != 0) return;
  const uint32_t number = (uint32_t)operand[2].value;
  v->root[reg] = (hd_ptx_root){root.reg, root.add + (opcode->verb == HD_PTX_ADD ? number : 0u - number)};
}

/* An alloc leaves its address somewhere; a store there leaves something else. */
static bool note_slot(hd_ptx_evaluation of, hd_ptx_values *v, uint32_t instruction, const hd_ptx_opcode *opcode) {
  const hd_ptx_instruction *one = &of.function->instruction[instruction];
  const hd_ptx_operand *operand = &of.function->operand[one->operand];
  const bool is_alloc = opcode->kind == HD_PTX_ALLOC;
  if (one->operands == 0 || (operand->flags & HD_PTX_IN_ADDRESS) == 0) return true;
  const uint64_t key = hd_ptx_slot(of, v, operand);
  if (key == UINT64_MAX) return true;
  uint32_t *slot = hd_ptx_table_at(&v->slots, key);
  if (slot != NULL) *slot = is_alloc && (*slot == UINT32_MAX || *slot == instruction) ? instruction : HD_PTX_SEVERAL;
  return slot != NULL;
}

/* All that a counter is, from what it starts with. */
static hd_ptx_value count_up(const hd_ptx_value *start, const hd_ptx_counter *counter) {
  const hd_ptx_value step = hd_ptx_constant((uint32_t)counter->step);
  hd_ptx_value now = *start, all = *start;
  for (uint32_t k = 1; k < counter->turns; k++) {
    now = hd_ptx_add(&now, &step);
    now = hd_ptx_cut(&now, HD_PTX_BITS);
    all = hd_ptx_join(&all, &now, HD_BIT_SAME, false);
  }
  return all;
}

static bool define(hd_ptx_evaluation of, hd_ptx_values *v, uint32_t instruction, uint32_t block, bool widen) {
  const hd_ptx_instruction *one = &of.function->instruction[instruction];
  const hd_ptx_opcode *opcode = &of.opcodes->opcode[one->opcode];
  const hd_ptx_value guard = hd_ptx_guard_value(of, v, instruction);
  uint8_t class = v->under[block], its = hd_ptx_value_class(&guard);
  hd_ptx_value result = {.there = false};
  bool evaluated = false, changed = false;
  class = its > class ? its : class;
  for (uint32_t n = 0; n < one->operands; n++) {
    const hd_ptx_operand *operand = &of.function->operand[one->operand + n];
    if (operand->kind != HD_PTX_REGISTER || (hd_ptx_access(opcode, operand) & HD_PTX_WRITES) == 0) continue;
    if (!evaluated) result = hd_ptx_result(of, v, instruction);
    evaluated = true;
    if (!result.there) break;
    const hd_ptx_counter *counter = &v->counter[operand->id];
    if (counter->turns > 0 && counter->turn == instruction) continue;
    hd_ptx_value *to = &v->value[operand->id], value = hd_ptx_under(&result, class);
    const unsigned bits = of.function->reg[operand->id].bits;
    if (bits == 1 && n > 0) value = hd_ptx_some_predicate(hd_ptx_value_class(&value));
    else value = hd_ptx_cut(&value, bits);
    uint8_t *spread = &v->spread[operand->id];
    *spread = class > *spread ? class : *spread;
    if (counter->turns > 0) {
      v->start[counter->start] = value;
      value = count_up(&value, counter);
    } else if (v->definitions[operand->id] > 1) value = hd_ptx_join(to, &value, *spread, widen);
    else find_root(of, v, instruction, operand->id);
    changed = changed || !hd_ptx_same_value(to, &value);
    *to = value;
  }
  return changed;
}

/* One pass over all that can be reached; whether something changed. */
static bool pass(hd_ptx_evaluation of, hd_ptx_values *v, bool widen, bool *there) {
  bool changed = false;
  for (uint32_t k = 0; *there && k < of.flow->reached; k++) {
    const uint32_t block = of.flow->order[k];
    if (block == of.flow->blocks) continue;
    of.block = block;
    for (uint32_t at = of.flow->first[block]; *there && at < of.flow->first[block + 1]; at++) {
      const hd_ptx_opcode *opcode = &of.opcodes->opcode[of.function->instruction[at].opcode];
      if (define(of, v, at, block, widen)) changed = true;
      if (opcode->kind == HD_PTX_ALLOC || opcode->stores) *there = note_slot(of, v, at, opcode);
    }
  }
  return changed;
}

static void give_up(hd_ptx_evaluation of, hd_ptx_values *v) {
  for (uint32_t k = 0; k < of.function->registers; k++) {
    v->counter[k].turns = 0;
    v->value[k] =
        of.function->reg[k].bits == 1 ? hd_ptx_some_predicate(HD_BIT_UNKNOWN) : hd_ptx_of_class(HD_BIT_UNKNOWN);
  }
}

static void raise_all(hd_ptx_evaluation of, hd_ptx_values *v) {
  for (uint32_t k = 0; k < of.flow->blocks; k++) {
    if (v->under[k] < HD_BIT_UNKNOWN) v->under[k] = HD_BIT_UNKNOWN;
  }
}

bool hd_ptx_evaluate(hd_ptx_evaluation of, int64_t threads, hd_ptx_values *v) {
  memset(v, 0, sizeof *v);
  if (!make_room(of, v)) return false;
  count_threads(of.function, threads, v);
  v->is_exact = threads > 0 || of.function->required[0] > 0;
  bool there = find_definitions(of, v) && hd_ptx_find_counters(of, v), changed = true, settled = true;
  for (int round = 0; there && changed && round < ROUNDS; round++) {
    bool moving = true;
    for (int k = 0; there && moving && k < PASSES; k++) moving = pass(of, v, k >= WIDE_FROM, &there);
    settled = settled && !moving;
    if (!settled) give_up(of, v);
    if (there && !hd_ptx_spread_classes(of, v, &changed)) {
      raise_all(of, v);
      changed = false;
    }
    if (!settled) break;
  }
  if (there && settled && changed) raise_all(of, v);
  if (there) hd_ptx_spread_warps(of, v);
  return there;
}
