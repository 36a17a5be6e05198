/* Values bit by bit. */
#include "proofs/ptx_value.h"

#include <string.h>

static uint8_t higher(uint8_t a, uint8_t b) { return a > b ? a : b; }

uint8_t hd_ptx_bit_class(uint8_t bit) {
  if (bit >= HD_BIT_SAME) return bit;
  if (bit < HD_BIT_THREAD) return HD_BIT_SAME;
  return bit < HD_BIT_THREAD + HD_PTX_LANE_BITS ? HD_BIT_VARIES : HD_BIT_WARP;
}

uint8_t hd_ptx_value_class(const hd_ptx_value *value) {
  uint8_t class = hd_ptx_bit_class(value->above);
  if (!value->there) return HD_BIT_UNKNOWN;
  for (int k = 0; k < HD_PTX_BITS; k++) class = higher(class, hd_ptx_bit_class(value->bit[k]));
  return value->base == HD_PTX_ALLOCATED ? higher(class, HD_BIT_WARP) : class;
}

static hd_ptx_value all_bits(uint8_t bit, uint8_t above) {
  hd_ptx_value value = {.above = above, .there = true};
  memset(value.bit, bit, sizeof value.bit);
  return value;
}

hd_ptx_value hd_ptx_constant(int64_t number) {
  hd_ptx_value value = all_bits(HD_BIT_0, HD_BIT_0);
  for (int k = 0; k < HD_PTX_BITS; k++) value.bit[k] = (uint8_t)((uint64_t)number >> k & 1);
  if ((uint64_t)number >> HD_PTX_BITS != 0) value.above = HD_BIT_SAME;
  return value;
}

hd_ptx_value hd_ptx_of_class(uint8_t class) { return all_bits(class, class); }

hd_ptx_value hd_ptx_flat(const hd_ptx_value *value) {
  hd_ptx_value flat = *value;
  if (value->base == HD_PTX_NO_BASE) return flat;
  if (value->base == HD_PTX_VARIABLE) return hd_ptx_of_class(hd_ptx_value_class(value));
  flat.base = HD_PTX_NO_BASE;
  for (int k = 0; k < 16; k++) flat.bit[k] = higher(HD_BIT_WARP, hd_ptx_bit_class(flat.bit[k]));
  return flat;
}

bool hd_ptx_is_constant(const hd_ptx_value *value, uint32_t *number) {
  *number = 0;
  for (int k = 0; k < HD_PTX_BITS; k++) {
    if (value->bit[k] >= HD_BIT_THREAD) return false;
    *number |= (uint32_t)value->bit[k] << k;
  }
  return value->there && value->base == HD_PTX_NO_BASE && value->above == HD_BIT_0;
}

bool hd_ptx_is_of_thread(const hd_ptx_value *value) {
  for (int k = 0; k < HD_PTX_BITS; k++) {
    if (value->bit[k] >= HD_BIT_SAME) return false;
  }
  return value->there && value->base == HD_PTX_NO_BASE && value->above == HD_BIT_0;
}

uint32_t hd_ptx_for_thread(const hd_ptx_value *value, uint32_t thread) {
  uint32_t number = 0;
  for (int k = 0; k < HD_PTX_BITS; k++) {
    const uint8_t bit = value->bit[k];
    if (bit < HD_BIT_THREAD) number |= (uint32_t)bit << k;
    else if (bit < HD_BIT_SAME) number |= (thread >> (bit - HD_BIT_THREAD) & 1) << k;
  }
  return number;
}

/* ---- arithmetic ---- */

/* The sum of two bits and a carry, each 0, 1, or something else. */
static uint8_t add_bits(uint8_t a, uint8_t b, uint8_t *carry) {
  const uint8_t in = *carry;
  const int zeros = (a == HD_BIT_0) + (b == HD_BIT_0) + (in == HD_BIT_0);
  if (zeros >= 2) {
    *carry = HD_BIT_0;
    return a != HD_BIT_0 ? a : b != HD_BIT_0 ? b : in;
  }
  if (a < HD_BIT_THREAD && b < HD_BIT_THREAD && in < HD_BIT_THREAD) {
    *carry = a + b + in >= 2 ? HD_BIT_1 : HD_BIT_0;
    return (uint8_t)((a + b + in) % 2);
  }
  const uint8_t class = higher(hd_ptx_bit_class(a), higher(hd_ptx_bit_class(b), hd_ptx_bit_class(in)));
  *carry = class;
  return class;
}

static hd_ptx_value add_flat(const hd_ptx_value *a, const hd_ptx_value *b, uint8_t carry) {
  hd_ptx_value sum = all_bits(HD_BIT_0, HD_BIT_0);
  for (int k = 0; k < HD_PTX_BITS; k++) sum.bit[k] = add_bits(a->bit[k], b->bit[k], &carry);
  if (a->above != HD_BIT_0 || b->above != HD_BIT_0 || carry != HD_BIT_0) {
    sum.above = higher(hd_ptx_bit_class(a->above), higher(hd_ptx_bit_class(b->above), hd_ptx_bit_class(carry)));
  }
  return sum;
}

hd_ptx_value hd_ptx_add(const hd_ptx_value *a, const hd_ptx_value *b) {
  if (a->base != HD_PTX_NO_BASE && b->base != HD_PTX_NO_BASE) {
    const hd_ptx_value x = hd_ptx_flat(a), y = hd_ptx_flat(b);
    return add_flat(&x, &y, HD_BIT_0);
  }
  hd_ptx_value sum = add_flat(a, b, HD_BIT_0);
  const hd_ptx_value *based = a->base != HD_PTX_NO_BASE ? a : b;
  sum.base = based->base;
  sum.of = based->of;
  return sum;
}

/* Where each bit of b is 0 or the same known bit of a, nothing is borrowed: a without these bits is the difference. */
static bool takes_bits_away(hd_ptx_value *a, const hd_ptx_value *b) {
  hd_ptx_value left = *a;
  if (b->above != HD_BIT_0 || b->base != HD_PTX_NO_BASE || !b->there) return false;
  for (int k = 0; k < HD_PTX_BITS; k++) {
    if (b->bit[k] == HD_BIT_0) continue;
    if (b->bit[k] != left.bit[k] || b->bit[k] >= HD_BIT_SAME) return false;
    left.bit[k] = HD_BIT_0;
  }
  *a = left;
  return true;
}

hd_ptx_value hd_ptx_subtract(const hd_ptx_value *a, const hd_ptx_value *b) {
  uint32_t number;
  hd_ptx_value x = *a, y = hd_ptx_flat(b);
  if (b->base != HD_PTX_NO_BASE && a->base == b->base && a->of == b->of) {
    x.base = HD_PTX_NO_BASE;
    y = *b;
    y.base = HD_PTX_NO_BASE;
  }
  if (takes_bits_away(&x, &y)) return x;
  if (!hd_ptx_is_constant(&y, &number)) {
    const uint8_t left = hd_ptx_value_class(a), right = hd_ptx_value_class(b);
    return hd_ptx_of_class(left == HD_BIT_VARIES && right == HD_BIT_VARIES ? HD_BIT_UNKNOWN : higher(left, right));
  }
  for (int k = 0; k < HD_PTX_BITS; k++) y.bit[k] ^= 1;
  hd_ptx_value difference = add_flat(&x, &y, HD_BIT_1);
  difference.base = x.base;
  difference.of = x.of;
  return difference;
}

hd_ptx_value hd_ptx_shift(const hd_ptx_value *a, int count, bool wide) {
  const hd_ptx_value from = hd_ptx_flat(a);
  hd_ptx_value to = all_bits(HD_BIT_0, HD_BIT_0);
  if (!from.there) return from;
  for (int k = 0; k < HD_PTX_BITS; k++) {
    const int source = k - count;
    if (source >= 0 && source < HD_PTX_BITS) to.bit[k] = from.bit[source];
    else if (source >= HD_PTX_BITS && from.above != HD_BIT_0) to.bit[k] = from.above;
    if (wide && k + count >= HD_PTX_BITS && from.bit[k] != HD_BIT_0) {
      to.above = higher(to.above, hd_ptx_bit_class(from.bit[k]));
    }
  }
  if (from.above != HD_BIT_0 && (wide || count < 0)) to.above = higher(to.above, from.above);
  return to;
}

hd_ptx_value hd_ptx_multiply(const hd_ptx_value *a, const hd_ptx_value *b, bool wide) {
  const hd_ptx_value x = hd_ptx_flat(a), y = hd_ptx_flat(b);
  uint32_t number, other;
  if (!hd_ptx_is_constant(&y, &number)) {
    if (hd_ptx_is_constant(&x, &other)) return hd_ptx_multiply(b, a, wide);
    return hd_ptx_of_class(higher(hd_ptx_value_class(&x), hd_ptx_value_class(&y)));
  }
  hd_ptx_value sum = hd_ptx_constant(0);
  for (int k = 0; k < HD_PTX_BITS; k++) {
    if ((number >> k & 1) == 0) continue;
    const hd_ptx_value part = hd_ptx_shift(&x, k, wide);
    sum = add_flat(&sum, &part, HD_BIT_0);
  }
  if (!wide) sum.above = HD_BIT_0;
  return sum;
}

/* ---- bits ---- */

static uint8_t and_bit(uint8_t a, uint8_t b) {
  if (a == HD_BIT_0 || b == HD_BIT_0) return HD_BIT_0;
  if (a == HD_BIT_1) return b;
  if (b == HD_BIT_1 || a == b) return a;
  return higher(hd_ptx_bit_class(a), hd_ptx_bit_class(b));
}

static uint8_t or_bit(uint8_t a, uint8_t b) {
  if (a == HD_BIT_1 || b == HD_BIT_1) return HD_BIT_1;
  if (a == HD_BIT_0) return b;
  if (b == HD_BIT_0 || a == b) return a;
  return higher(hd_ptx_bit_class(a), hd_ptx_bit_class(b));
}

static uint8_t xor_bit(uint8_t a, uint8_t b) {
  if (a == HD_BIT_0) return b;
  if (b == HD_BIT_0) return a;
  if (a == b && a < HD_BIT_SAME) return HD_BIT_0;
  return higher(hd_ptx_bit_class(a), hd_ptx_bit_class(b));
}

static hd_ptx_value bitwise(const hd_ptx_value *a, const hd_ptx_value *b, uint8_t (*of)(uint8_t, uint8_t)) {
  const hd_ptx_value x = hd_ptx_flat(a), y = hd_ptx_flat(b);
  hd_ptx_value result = all_bits(HD_BIT_0, of(x.above, y.above));
  for (int k = 0; k < HD_PTX_BITS; k++) result.bit[k] = of(x.bit[k], y.bit[k]);
  return result;
}

hd_ptx_value hd_ptx_and(const hd_ptx_value *a, const hd_ptx_value *b) { return bitwise(a, b, and_bit); }
hd_ptx_value hd_ptx_or(const hd_ptx_value *a, const hd_ptx_value *b) { return bitwise(a, b, or_bit); }
hd_ptx_value hd_ptx_xor(const hd_ptx_value *a, const hd_ptx_value *b) { return bitwise(a, b, xor_bit); }

hd_ptx_value hd_ptx_cut(const hd_ptx_value *a, unsigned bits) {
  hd_ptx_value value = *a;
  if (bits >= 64) return value;
  value.above = HD_BIT_0;
  for (unsigned k = bits; k < HD_PTX_BITS; k++) value.bit[k] = HD_BIT_0;
  return value;
}

/* ---- several definitions ---- */

bool hd_ptx_same_value(const hd_ptx_value *a, const hd_ptx_value *b) {
  return a->there == b->there && a->base == b->base && a->of == b->of && a->above == b->above &&
         memcmp(a->bit, b->bit, sizeof a->bit) == 0 && memcmp(a->may, b->may, sizeof a->may) == 0 &&
         memcmp(a->surely, b->surely, sizeof a->surely) == 0;
}

hd_ptx_value hd_ptx_under(const hd_ptx_value *a, uint8_t class) {
  hd_ptx_value value = *a;
  for (int k = 0; k < HD_PTX_BITS; k++) {
    if (value.bit[k] >= HD_BIT_SAME) value.bit[k] = higher(value.bit[k], class);
  }
  if (value.above >= HD_BIT_SAME) value.above = higher(value.above, class);
  return value;
}

hd_ptx_value hd_ptx_join(const hd_ptx_value *a, const hd_ptx_value *b, uint8_t class, bool widen) {
  if (!a->there) return *b;
  if (!b->there) return *a;
  hd_ptx_value x = *a, y = *b;
  bool wide = false; /* from the first bit that is another one on: a sum that grows reaches all of them */
  if (x.base != y.base || x.of != y.of) {
    x = hd_ptx_flat(a);
    y = hd_ptx_flat(b);
  }
  for (int k = 0; k < HD_PTX_BITS; k++) {
    wide = wide || (widen && x.bit[k] != y.bit[k]);
    if (x.bit[k] == y.bit[k] && !wide) continue;
    class = higher(class, higher(hd_ptx_bit_class(x.bit[k]), hd_ptx_bit_class(y.bit[k])));
    x.bit[k] = class;
  }
  if (x.above != y.above) x.above = higher(class, higher(hd_ptx_bit_class(x.above), hd_ptx_bit_class(y.above)));
  for (int k = 0; k < 2; k++) {
    x.may[k] |= y.may[k];
    x.surely[k] &= y.surely[k];
  }
  return x;
}

/* ---- predicates ---- */

hd_ptx_value hd_ptx_some_predicate(uint8_t class) {
  hd_ptx_value value = all_bits(HD_BIT_0, HD_BIT_0);
  value.bit[0] = class;
  value.may[0] = value.may[1] = UINT32_MAX;
  value.surely[0] = value.surely[1] = class == HD_BIT_SAME ? UINT32_MAX : 0;
  return value;
}

hd_ptx_value hd_ptx_some_truth(bool is) {
  hd_ptx_value value = hd_ptx_some_predicate(HD_BIT_SAME);
  value.bit[0] = is ? HD_BIT_1 : HD_BIT_0;
  value.may[!is] = value.surely[!is] = 0;
  return value;
}

static bool holds(hd_ptx_comparison how, bool is_signed, uint32_t a, uint32_t b) {
  if (is_signed) {
    a ^= 0x80000000u;
    b ^= 0x80000000u;
  }
  switch (how) {
    case HD_PTX_EQ: return a == b;
    case HD_PTX_NE: return a != b;
    case HD_PTX_LT: return a < b;
    case HD_PTX_LE: return a <= b;
    case HD_PTX_GT: return a > b;
    case HD_PTX_GE: break;
  }
  return a >= b;
}

hd_ptx_value hd_ptx_compare(hd_ptx_comparison how, bool is_signed, const hd_ptx_value *a, const hd_ptx_value *b,
                            uint32_t threads) {
  const hd_ptx_value x = hd_ptx_flat(a), y = hd_ptx_flat(b);
  if (!hd_ptx_is_of_thread(&x) || !hd_ptx_is_of_thread(&y)) {
    return hd_ptx_some_predicate(higher(hd_ptx_value_class(a), hd_ptx_value_class(b)));
  }
  hd_ptx_value result = hd_ptx_some_predicate(HD_BIT_SAME);
  result.may[0] = result.may[1] = 0;
  for (uint32_t thread = 0; thread < threads; thread++) {
    const bool is = holds(how, is_signed, hd_ptx_for_thread(&x, thread), hd_ptx_for_thread(&y, thread));
    result.may[is] |= 1u << (thread >> HD_PTX_LANE_BITS);
  }
  const bool mixed = (result.may[0] & result.may[1]) != 0;
  result.bit[0] = mixed ? HD_BIT_VARIES : result.may[0] == 0 ? HD_BIT_1 : result.may[1] == 0 ? HD_BIT_0 : HD_BIT_WARP;
  memcpy(result.surely, result.may, sizeof result.may);
  return result;
}

hd_ptx_value hd_ptx_predicate_not(const hd_ptx_value *a) {
  hd_ptx_value value = *a;
  value.may[0] = a->may[1];
  value.may[1] = a->may[0];
  value.surely[0] = a->surely[1];
  value.surely[1] = a->surely[0];
  if (value.bit[0] < HD_BIT_THREAD) value.bit[0] ^= 1;
  return value;
}

hd_ptx_value hd_ptx_predicate_and(const hd_ptx_value *a, const hd_ptx_value *b) {
  hd_ptx_value value = bitwise(a, b, and_bit);
  value.may[0] = a->may[0] | b->may[0];
  value.may[1] = a->may[1] & b->may[1];
  value.surely[0] = a->surely[0] | b->surely[0];
  value.surely[1] = a->surely[1] & b->surely[1];
  return value;
}

hd_ptx_value hd_ptx_predicate_or(const hd_ptx_value *a, const hd_ptx_value *b) {
  const hd_ptx_value x = hd_ptx_predicate_not(a), y = hd_ptx_predicate_not(b), neither = hd_ptx_predicate_and(&x, &y);
  return hd_ptx_predicate_not(&neither);
}
