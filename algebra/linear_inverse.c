/* One structure answers all: the values reached so far, kept so that each has a lowest bit of its own, beside the input
 * that gives it. To find an input for a value, its lowest bits are struck out one by one. */
#include "algebra/linear_inverse.h"

#include "algebra/linear_parts.h"

typedef struct span {
  uint64_t lowest; /* bit p: there is a value whose lowest bit is p; it is value[p] */
  uint64_t value[HD_LINEAR_BITS];
  uint64_t input[HD_LINEAR_BITS]; /* L(input[p]) = value[p] */
} span;

/* Strikes out of a value what the span reaches. Returns the input that gives the part struck out; what is left is 0
 * exactly when the whole value was in reach. */
static inline uint64_t strike(const span *s, uint64_t *value) {
  uint64_t left = *value, input = 0, found;
  while ((found = left & s->lowest) != 0) {
    int p = __builtin_ctzll(found);
    left ^= s->value[p];
    input ^= s->input[p];
  }
  *value = left;
  return input;
}

/* Takes the value of input bit i in. Returns 0, or, where it was in reach already, another input of value 0. */
static inline uint64_t take(span *s, const uint64_t *basis, int i) {
  uint64_t left = basis[i], input = strike(s, &left) | (uint64_t)1 << i;
  if (left == 0) return input;
  int p = __builtin_ctzll(left);
  s->lowest |= (uint64_t)1 << p;
  s->value[p] = left;
  s->input[p] = input;
  return 0;
}

/* Takes the values of the input bits in that `used` holds. Returns those bits that were in reach before they came. */
static uint64_t reach(span *s, const uint64_t *basis, uint64_t used) {
  uint64_t spare = 0;
  for (; used != 0; used &= used - 1) {
    int i = __builtin_ctzll(used);
    if (take(s, basis, i) != 0) spare |= (uint64_t)1 << i;
  }
  return spare;
}

uint64_t hd_linear_free_variables(const hd_linear *linear) {
  span s;
  s.lowest = 0;
  return reach(&s, linear->basis, hd_low_bits(linear->in.total));
}

int hd_linear_rank(const hd_linear *linear) {
  int rank = linear->in.total;
  for (uint64_t spare = hd_linear_free_variables(linear); spare != 0; spare &= spare - 1) --rank;
  return rank;
}

/* Says that two inputs, of which one is 0, have the same value. */
static hd_status fail_twice(const hd_linear *linear, uint64_t input, hd_status status, hd_error *error) {
  hd_fail(error, status, "injective", "inputs {c} and {d} both have the value 0");
  hd_error_packed(error, &linear->in, 0);
  hd_error_packed_other(error, &linear->in, input);
  return status;
}

/* Says that an output is not taken: one with a single bit set, which is no value's lowest. */
static hd_status fail_never(const hd_linear *linear, uint64_t lowest, hd_status status, hd_error *error) {
  uint64_t missing = hd_low_bits(linear->out.total) & ~lowest;
  hd_fail(error, status, "surjective", "output {c} is never taken");
  hd_error_packed(error, &linear->out, missing & (0 - missing));
  return status;
}

bool hd_linear_is_injective(const hd_linear *linear, hd_error *error) {
  span s;
  s.lowest = 0;
  for (int i = 0; i < linear->in.total; ++i) {
    uint64_t input = take(&s, linear->basis, i);
    if (input != 0) return fail_twice(linear, input, HD_OK, error) != HD_OK;
  }
  return true;
}

bool hd_linear_is_surjective(const hd_linear *linear, hd_error *error) {
  span s;
  s.lowest = 0;
  reach(&s, linear->basis, hd_low_bits(linear->in.total));
  if (s.lowest == hd_low_bits(linear->out.total)) return true;
  return fail_never(linear, s.lowest, HD_OK, error) != HD_OK;
}

hd_status hd_linear_invert(const hd_linear *linear, hd_error *error, hd_linear *result) {
  span s;
  s.lowest = 0;
  for (int i = 0; i < linear->in.total; ++i) {
    uint64_t input = take(&s, linear->basis, i);
    if (input != 0) return hd_fail_within(error, fail_twice(linear, input, HD_UNDEFINED, error), "invert");
  }
  if (s.lowest != hd_low_bits(linear->out.total))
    return hd_fail_within(error, fail_never(linear, s.lowest, HD_UNDEFINED, error), "invert");
  hd_dimensions in = linear->in;
  result->in = linear->out;
  result->out = in;
  for (int p = 0; p < result->in.total; ++p) {
    uint64_t value = (uint64_t)1 << p;
    result->basis[p] = strike(&s, &value);
  }
  return HD_OK;
}

hd_status hd_linear_pseudo_invert(const hd_linear *linear, hd_error *error, hd_linear *result) {
  hd_linear identity;
  if (!hd_linear_is_surjective(linear, error)) {
    if (error) error->status = HD_UNDEFINED;
    return hd_fail_within(error, HD_UNDEFINED, "pseudo_invert");
  }
  hd_linear_identity(&linear->out, &identity);
  return hd_fail_within(error, hd_linear_invert_and_compose(&identity, linear, error, result), "pseudo_invert");
}

/* ---- between two maps with the same outputs ---- */

/* from's words with their bits where `to` has them. */
static hd_status align(const hd_linear *from, const hd_linear *to, hd_error *error, uint64_t *wanted) {
  hd_linear embedding, moved;
  if (from->out.count != to->out.count)
    return hd_refuse(error, HD_MISMATCH, "invert_and_compose", "the maps have {0} and {1} output dimensions",
                     from->out.count, to->out.count, 0);
  hd_linear_identity(&to->out, &embedding);
  hd_status status = hd_linear_compose(&embedding, from, error, &moved);
  for (int i = 0; status == HD_OK && i < from->in.total; ++i) wanted[i] = moved.basis[i];
  return hd_fail_within(error, status, "invert_and_compose");
}

/* The dimensions of inputs that are the same in both: for each bit of `from` in one, sets goes[i] to that bit of `to`.
 * Returns the bits of `to` in them. */
static uint64_t match_dimensions(const hd_linear *from, const hd_linear *to, const uint64_t *wanted, uint64_t *goes) {
  uint64_t same = 0;
  for (int k = 0, at = 0; k < from->in.count; at += from->in.bits[k++]) {
    int bits = from->in.bits[k], other = hd_dimensions_find(&to->in, from->in.name[k]);
    int start = other < 0 ? 0 : hd_dimension_start(&to->in, other);
    bool equal = other >= 0 && to->in.bits[other] == bits;
    for (int i = 0; equal && i < bits; ++i) equal = wanted[at + i] == to->basis[start + i];
    for (int i = 0; equal && i < bits; ++i) same |= goes[at + i] = (uint64_t)1 << (start + i);
  }
  return same;
}

hd_status hd_linear_invert_and_compose(const hd_linear *from, const hd_linear *to, hd_error *error, hd_linear *result) {
  span s;
  uint64_t wanted[HD_LINEAR_BITS], goes[HD_LINEAR_BITS] = {0};
  hd_status status = align(from, to, error, wanted);
  if (status != HD_OK) return status;
  uint64_t same = match_dimensions(from, to, wanted, goes);
  s.lowest = 0; /* what comes first is used where it is enough */
  reach(&s, to->basis, hd_low_bits(to->in.total) & ~same);
  reach(&s, to->basis, same);
  for (int i = 0; i < from->in.total; ++i) {
    if (goes[i] != 0) continue;
    goes[i] = strike(&s, &wanted[i]);
    if (wanted[i] == 0) continue;
    hd_fail(error, HD_UNDEFINED, "invert_and_compose", "the value of input {c} is not taken by the map to invert");
    hd_error_packed(error, &from->in, (uint64_t)1 << i);
    return HD_UNDEFINED;
  }
  hd_dimensions out = to->in;
  result->in = from->in;
  result->out = out;
  for (int i = 0; i < from->in.total; ++i) result->basis[i] = goes[i];
  return HD_OK;
}
