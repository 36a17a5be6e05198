/* The value of one instruction's result, from those of its operands. */
#include "proofs/ptx_values.h"

static const hd_ptx_opcode *opcode_of(hd_ptx_evaluation of, uint32_t instruction) {
  return &of.opcodes->opcode[of.function->instruction[instruction].opcode];
}

/* ---- operands ---- */

static bool begins(hd_ptx_evaluation of, uint32_t name, const char *text) {
  return hd_ptx_name_begins(&of.file->names, name, text);
}

static hd_ptx_value special(hd_ptx_evaluation of, const hd_ptx_values *values, uint32_t name) {
  static const char *const same[] = {"%ntid",        "%nctaid",        "%ctaid", "%cluster", "%ncluster",
                                     "%gridid",      "%smid",          "%nsmid", "%nwarp",   "%envreg",
                                     "%total_smem_", "%dynamic_smem_", "%aggr_", "%is_",     "%reserved_smem_"};
  const bool is_thread = hd_ptx_name_is(&of.file->names, name, "%tid.x");
  if (is_thread || hd_ptx_name_is(&of.file->names, name, "%laneid")) {
    hd_ptx_value value = hd_ptx_constant(0);
    const unsigned bits = is_thread ? HD_PTX_THREAD_BITS : HD_PTX_LANE_BITS;
    if (!values->along_x) return hd_ptx_of_class(HD_BIT_VARIES);
    for (unsigned k = 0; k < bits && values->threads > 1u << k; k++) value.bit[k] = (uint8_t)(HD_BIT_THREAD + k);
    return value;
  }
  if (begins(of, name, "%lanemask")) return hd_ptx_of_class(HD_BIT_VARIES);
  if (begins(of, name, "%warpid")) return hd_ptx_of_class(HD_BIT_WARP);
  for (size_t k = 0; k < sizeof same / sizeof same[0]; k++) {
    if (begins(of, name, same[k])) return hd_ptx_of_class(HD_BIT_SAME);
  }
  return hd_ptx_of_class(HD_BIT_UNKNOWN);
}

static hd_ptx_value register_value(hd_ptx_evaluation of, const hd_ptx_values *values, uint32_t reg) {
  const hd_ptx_counter *counter = &values->counter[reg];
  const bool before = counter->turns > 0 && of.block != HD_PTX_NONE && of.block != of.flow->block[counter->turn];
  return before ? values->start[counter->start] : values->value[reg];
}

hd_ptx_value hd_ptx_operand_value(hd_ptx_evaluation of, const hd_ptx_values *values, const hd_ptx_operand *operand) {
  hd_ptx_value value;
  switch ((hd_ptx_operand_kind)operand->kind) {
    case HD_PTX_REGISTER: value = register_value(of, values, operand->id); break;
    case HD_PTX_IMMEDIATE:
      if ((operand->flags & HD_PTX_INEXACT) != 0) return hd_ptx_of_class(HD_BIT_SAME);
      return hd_ptx_constant(operand->value);
    case HD_PTX_SYMBOL:
      if (hd_ptx_name_is(&of.file->names, operand->id, "WARP_SZ")) return hd_ptx_constant(32);
      value = hd_ptx_constant(0);
      value.base = HD_PTX_VARIABLE;
      value.of = operand->id;
      break;
    case HD_PTX_SPECIAL: return special(of, values, operand->id);
    default: return hd_ptx_of_class(HD_BIT_UNKNOWN);
  }
  if ((operand->flags & HD_PTX_NEGATED) != 0) return hd_ptx_predicate_not(&value);
  if ((operand->flags & HD_PTX_INEXACT) != 0) return hd_ptx_of_class(hd_ptx_value_class(&value));
  if (operand->value == 0 || !value.there) return value;
  hd_ptx_value added = hd_ptx_constant(operand->value);
  if (operand->value < 0) added = hd_ptx_cut(&added, HD_PTX_BITS);
  return hd_ptx_add(&value, &added);
}

hd_ptx_value hd_ptx_guard_value(hd_ptx_evaluation of, const hd_ptx_values *values, uint32_t instruction) {
  const hd_ptx_instruction *one = &of.function->instruction[instruction];
  if (one->guard == HD_PTX_NONE) {
    hd_ptx_value always = hd_ptx_some_predicate(HD_BIT_SAME);
    always.may[0] = 0;
    return always;
  }
  const hd_ptx_value *value = &values->value[one->guard];
  if (!value->there) return hd_ptx_some_predicate(HD_BIT_UNKNOWN);
  return one->guard_negated ? hd_ptx_predicate_not(value) : *value;
}

/* ---- places in memory ---- */

uint64_t hd_ptx_slot(hd_ptx_evaluation of, const hd_ptx_values *values, const hd_ptx_operand *address) {
  hd_ptx_value at = hd_ptx_operand_value(of, values, address);
  uint32_t offset;
  if (at.there && at.base == HD_PTX_VARIABLE) {
    const uint64_t name = at.of;
    at.base = HD_PTX_NO_BASE;
    at.above = HD_BIT_0;
    return hd_ptx_is_constant(&at, &offset) ? name << 32 | offset : UINT64_MAX;
  }
  if (address->kind != HD_PTX_REGISTER) return UINT64_MAX;
  const hd_ptx_root root = values->root[address->id];
  return (uint64_t)1 << 62 | (uint64_t)root.reg << 32 | (uint32_t)(root.add + (uint64_t)address->value);
}

/* ---- results ---- */

typedef struct sources {
  hd_ptx_evaluation of;
  const hd_ptx_values *values;
  const hd_ptx_instruction *one;
  const hd_ptx_opcode *opcode;
  bool there; /* all operands have been seen */
} sources;

/* The value of an argument's first operand. */
static hd_ptx_value argument(sources *s, unsigned index) {
  const hd_ptx_operand *operand = s->of.function->operand + s->one->operand;
  for (uint32_t k = 0; k < s->one->operands; k++) {
    if (operand[k].argument != index) continue;
    hd_ptx_value value = hd_ptx_operand_value(s->of, s->values, &operand[k]);
    s->there = s->there && value.there;
    return s->opcode->bits <= HD_PTX_BITS ? hd_ptx_cut(&value, HD_PTX_BITS) : value;
  }
  return hd_ptx_of_class(HD_BIT_UNKNOWN);
}

/* The highest class of all that is read; but what comes of two things that differ between threads, or is taken apart,
 * need not differ. */
static uint8_t class_of_sources(sources *s) {
  uint8_t class = HD_BIT_SAME;
  int varying = 0;
  const hd_ptx_operand *operand = s->of.function->operand + s->one->operand;
  for (uint32_t k = 0; k < s->one->operands; k++) {
    if (operand[k].kind == HD_PTX_REGISTER && (hd_ptx_access(s->opcode, &operand[k]) & HD_PTX_READS) == 0) continue;
    if (operand[k].kind == HD_PTX_SINK) continue;
    const hd_ptx_value value = hd_ptx_operand_value(s->of, s->values, &operand[k]);
    s->there = s->there && value.there;
    const uint8_t its = hd_ptx_value_class(&value);
    class = its > class ? its : class;
    varying += its == HD_BIT_VARIES;
  }
  const bool apart = s->opcode->keeps_apart && (varying == 1 || s->opcode->verb == HD_PTX_SETP);
  return class == HD_BIT_VARIES && !apart ? HD_BIT_UNKNOWN : class;
}

/* Whether an argument is one register or number, and not a vector. */
static bool is_single(const sources *s, unsigned index) {
  const hd_ptx_operand *operand = s->of.function->operand + s->one->operand;
  for (uint32_t k = 0; k < s->one->operands; k++) {
    if (operand[k].argument == index && (operand[k].flags & HD_PTX_IN_VECTOR) != 0) return false;
  }
  return true;
}

/* The value of an immediate, or of what is as good. */
static bool number_of(sources *s, unsigned index, uint32_t *number) {
  const hd_ptx_value value = argument(s, index);
  return value.there && hd_ptx_is_constant(&value, number);
}

static int exponent(uint32_t number) {
  int k = 0;
  if (number == 0 || (number & (number - 1)) != 0) return -1;
  while (number >> k > 1) k++;
  return k;
}

static hd_ptx_value low_bits(const hd_ptx_value *a, uint32_t bits) {
  const hd_ptx_value flat = hd_ptx_flat(a);
  return bits >= HD_PTX_BITS ? flat : hd_ptx_cut(&flat, bits);
}

static hd_ptx_value converted(sources *s) {
  hd_ptx_value value = argument(s, 1);
  if (s->opcode->bits >= HD_PTX_BITS && !s->opcode->is_signed) return value;
  if (s->opcode->bits < HD_PTX_BITS) value = low_bits(&value, s->opcode->bits);
  if (!s->opcode->is_signed) return value;
  const uint8_t sign = value.bit[s->opcode->bits >= HD_PTX_BITS ? HD_PTX_BITS - 1 : s->opcode->bits - 1];
  if (sign == HD_BIT_0) return value;
  value.above = hd_ptx_bit_class(sign);
  for (int k = s->opcode->bits; k < HD_PTX_BITS; k++) value.bit[k] = sign;
  return value;
}

static hd_ptx_value loaded(sources *s, hd_ptx_values *values) {
  const hd_ptx_operand *operand = s->of.function->operand + s->one->operand, *address = NULL;
  for (uint32_t k = 0; k < s->one->operands && address == NULL; k++) {
    if ((operand[k].flags & HD_PTX_IN_ADDRESS) != 0) address = &operand[k];
  }
  if (address == NULL || s->opcode->space == HD_PTX_LOCAL) return hd_ptx_of_class(HD_BIT_UNKNOWN);
  const hd_ptx_value at = hd_ptx_operand_value(s->of, values, address);
  if (s->opcode->space == HD_PTX_PARAMETER) {
    const uint32_t *passed = at.base == HD_PTX_VARIABLE ? hd_ptx_table_at(&values->passed, at.of) : NULL;
    const bool is_own = s->of.function->is_entry && passed != NULL && *passed == UINT32_MAX;
    return hd_ptx_of_class(is_own ? HD_BIT_SAME : HD_BIT_UNKNOWN);
  }
  const uint64_t slot = hd_ptx_slot(s->of, values, address);
  const uint32_t *alloc = slot == UINT64_MAX ? NULL : hd_ptx_table_at(&values->slots, slot);
  const bool is_one = alloc != NULL && *alloc != UINT32_MAX && *alloc != HD_PTX_SEVERAL;
  if (is_one && s->opcode->bits == HD_PTX_BITS && is_single(s, 0)) {
    hd_ptx_value value = hd_ptx_constant(0);
    value.base = HD_PTX_ALLOCATED;
    value.of = *alloc;
    return value;
  }
  if (at.base == HD_PTX_VARIABLE && begins(s->of, at.of, "__local_depot")) return hd_ptx_of_class(HD_BIT_UNKNOWN);
  const uint8_t class = class_of_sources(s);
  return hd_ptx_of_class(s->opcode->space == HD_PTX_CONSTANT || class > HD_BIT_WARP ? class : HD_BIT_WARP);
}

static hd_ptx_value predicate(sources *s, hd_ptx_verb verb) {
  if (verb == HD_PTX_SETP && s->one->arguments == 3 && s->opcode->comparison != HD_PTX_NO_COMPARISON) {
    const hd_ptx_value a = argument(s, 1), b = argument(s, 2);
    return hd_ptx_compare((hd_ptx_comparison)s->opcode->comparison, s->opcode->is_signed, &a, &b, s->values->threads);
  }
  uint32_t number;
  const hd_ptx_value a = argument(s, 1);
  if (verb == HD_PTX_MOV) return hd_ptx_is_constant(&a, &number) ? hd_ptx_some_truth(number != 0) : a;
  if (verb == HD_PTX_NOT) return hd_ptx_predicate_not(&a);
  if (verb == HD_PTX_AND || verb == HD_PTX_OR) {
    const hd_ptx_value b = argument(s, 2);
    return verb == HD_PTX_AND ? hd_ptx_predicate_and(&a, &b) : hd_ptx_predicate_or(&a, &b);
  }
  const uint8_t class = class_of_sources(s);
  return hd_ptx_some_predicate(verb == HD_PTX_SAME_IN_WARP ? HD_BIT_WARP
                               : verb == HD_PTX_OF_THREAD  ? HD_BIT_VARIES
                                                           : class);
}

static hd_ptx_value shuffled(sources *s) {
  hd_ptx_value value = argument(s, 1);
  const hd_ptx_value from = argument(s, 2);
  const uint8_t class = hd_ptx_value_class(&from);
  if (value.base != HD_PTX_NO_BASE) return value;
  for (int k = 0; k < HD_PTX_BITS; k++) {
    if (hd_ptx_bit_class(value.bit[k]) > HD_BIT_WARP) value.bit[k] = class > HD_BIT_WARP ? class : HD_BIT_WARP;
  }
  return value;
}

static hd_ptx_value arithmetic(sources *s, hd_ptx_verb verb) {
  const hd_ptx_value a = argument(s, 1), b = argument(s, 2);
  uint32_t number, count;
  const bool goes_down = verb == HD_PTX_SHR || verb == HD_PTX_DIV || verb == HD_PTX_REM || verb == HD_PTX_BFE;
  if (goes_down && s->opcode->is_signed && (a.above != HD_BIT_0 || a.bit[HD_PTX_BITS - 1] != HD_BIT_0)) {
    return hd_ptx_of_class(class_of_sources(s));
  }
  switch (verb) {
    case HD_PTX_ADD: return hd_ptx_add(&a, &b);
    case HD_PTX_SUB: return hd_ptx_subtract(&a, &b);
    case HD_PTX_AND: return hd_ptx_and(&a, &b);
    case HD_PTX_OR: return hd_ptx_or(&a, &b);
    case HD_PTX_XOR: return hd_ptx_xor(&a, &b);
    case HD_PTX_MUL: return hd_ptx_multiply(&a, &b, s->opcode->is_wide);
    case HD_PTX_MAD: {
      const hd_ptx_value product = hd_ptx_multiply(&a, &b, s->opcode->is_wide), c = argument(s, 3);
      return hd_ptx_add(&product, &c);
    }
    default: break;
  }
  if (!number_of(s, 2, &number)) return hd_ptx_of_class(class_of_sources(s));
  if (verb == HD_PTX_SHL) return hd_ptx_shift(&a, number < 64 ? (int)number : 64, s->opcode->bits > HD_PTX_BITS);
  if (verb == HD_PTX_SHR) return hd_ptx_shift(&a, number < 64 ? -(int)number : -64, false);
  if (verb == HD_PTX_DIV && exponent(number) >= 0) return hd_ptx_shift(&a, -exponent(number), false);
  if (verb == HD_PTX_REM && exponent(number) >= 0) return low_bits(&a, (uint32_t)exponent(number));
  if (verb == HD_PTX_BFE && number_of(s, 3, &count)) {
    const hd_ptx_value moved = hd_ptx_shift(&a, number < 64 ? -(int)number : -64, false);
    return low_bits(&moved, count);
  }
  return hd_ptx_of_class(class_of_sources(s));
}

static hd_ptx_value result(sources *s, hd_ptx_values *values, bool to_predicate) {
  const hd_ptx_verb verb = (hd_ptx_verb)s->opcode->verb;
  if (verb == HD_PTX_READ_MEMORY) return loaded(s, values);
  if (to_predicate) return predicate(s, verb);
  if (!is_single(s, 0) || !is_single(s, 1)) return hd_ptx_of_class(class_of_sources(s));
  switch (verb) {
    case HD_PTX_MOV: return argument(s, 1);
    case HD_PTX_CVT: return converted(s);
    case HD_PTX_NOT: {
      const hd_ptx_value a = argument(s, 1), ones = hd_ptx_constant(UINT32_MAX);
      return hd_ptx_xor(&a, &ones);
    }
    case HD_PTX_SELP: {
      const hd_ptx_value a = argument(s, 1), b = argument(s, 2), p = argument(s, 3);
      return hd_ptx_join(&a, &b, hd_ptx_value_class(&p), false);
    }
    case HD_PTX_SHFL_INDEX: return shuffled(s);
    case HD_PTX_SAME_IN_WARP: return hd_ptx_of_class(HD_BIT_WARP);
    case HD_PTX_OF_THREAD: return hd_ptx_of_class(HD_BIT_VARIES);
    case HD_PTX_OTHER_VERB: return hd_ptx_of_class(class_of_sources(s));
    default: return arithmetic(s, verb);
  }
}

hd_ptx_value hd_ptx_result(hd_ptx_evaluation of, hd_ptx_values *values, uint32_t instruction) {
  const hd_ptx_instruction *one = &of.function->instruction[instruction];
  const hd_ptx_operand *first = &of.function->operand[one->operand];
  sources s = {of, values, one, opcode_of(of, instruction), true};
  const bool to_predicate =
      one->operands > 0 && first->kind == HD_PTX_REGISTER && of.function->reg[first->id].bits == 1;
  hd_ptx_value value = result(&s, values, to_predicate);
  value.there = value.there && s.there;
  return value;
}
