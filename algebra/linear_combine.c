/* Two maps made one. Each operation first settles where every dimension's bits come from and go to; then bits are moved
 * in whole runs, a dimension at a time. */
#include "algebra/linear.h"
#include "algebra/linear_parts.h"

#include <string.h>

/* ---- one after the other ---- */

enum { TABLES = 4, TABULATED = 4 * TABLES }; /* nibbles of a word that are looked up; the bits in them */

/* Sums of four words: table[x] is the exclusive or of word[k] over the bits k set in x. Each step changes one bit. */
static inline void tabulate(const uint64_t *word, uint64_t table[16]) {
  uint64_t a = word[0], b = word[1], c = word[2], d = word[3];
  table[0] = 0;
  table[1] = a;
  table[3] = table[1] ^ b;
  table[2] = b;
  table[6] = table[2] ^ c;
  table[7] = table[6] ^ a;
  table[5] = table[7] ^ b;
  table[4] = c;
  table[12] = table[4] ^ d;
  table[13] = table[12] ^ a;
  table[15] = table[13] ^ b;
  table[14] = table[15] ^ a;
  table[10] = table[14] ^ c;
  table[11] = table[10] ^ a;
  table[9] = table[11] ^ b;
  table[8] = d;
}

static hd_status fail_between(hd_error *error, const hd_dimensions *between, int output, int wanted) {
  hd_refuse(error, HD_MISMATCH, "compose",
            wanted < 0 ? "output {0}, {a}, of the inner map, of size 2^{1}, is no input of the outer"
                       : "output {0}, {a}, of the inner map has size 2^{1}, the outer map's input 2^{2}",
            output, between->bits[output], wanted);
  if (error) error->axis = between->name[output];
  return HD_MISMATCH;
}

/* The words of outer's basis in the order of inner's output bits, zeros after them as far as a table reads. */
static hd_status gather(const hd_linear *outer, const hd_dimensions *between, hd_error *error,
                        uint64_t column[HD_LINEAR_BITS]) {
  int count = 0, start = 0;
  if (between->count != outer->in.count)
    return hd_refuse(error, HD_MISMATCH, "compose", "outputs of the inner map: {0}; inputs of the outer: {1}",
                     between->count, outer->in.count, 0);
  for (int k = 0; k < between->count; start += outer->in.bits[k++]) {
    int match = k, from = start, bits = between->bits[k];
    if (outer->in.name[k] != between->name[k]) {
      match = hd_dimensions_find(&outer->in, between->name[k]);
      if (match < 0) return fail_between(error, between, k, -1);
      from = hd_dimension_start(&outer->in, match);
    }
    if (bits > outer->in.bits[match]) return fail_between(error, between, k, outer->in.bits[match]);
    memcpy(&column[count], &outer->basis[from], (size_t)bits * sizeof column[0]);
    count += bits;
  }
  for (; count < TABULATED; ++count) column[count] = 0;
  return HD_OK;
}

/* outer's words for inner's, where inner's output has at most TABULATED bits: the same few look-ups for every word. */
static inline void look_up(const uint64_t *column, const hd_linear *inner, uint64_t *value) {
  uint64_t table[TABLES][16];
  tabulate(&column[0], table[0]);
  tabulate(&column[4], table[1]);
  tabulate(&column[8], table[2]);
  tabulate(&column[12], table[3]);
  for (int i = 0; i < inner->in.total; ++i) {
    unsigned word = (uint16_t)inner->basis[i];
    value[i] = table[0][word & 15] ^ table[1][word >> 4 & 15] ^ table[2][word >> 8 & 15] ^ table[3][word >> 12];
  }
}

static void add_up(const uint64_t *column, const hd_linear *inner, uint64_t *value) {
  for (int i = 0; i < inner->in.total; ++i) {
    uint64_t sum = 0;
    for (uint64_t word = inner->basis[i]; word != 0; word &= word - 1) sum ^= column[__builtin_ctzll(word)];
    value[i] = sum;
  }
}

hd_status hd_linear_compose(const hd_linear *outer, const hd_linear *inner, hd_error *error, hd_linear *result) {
  uint64_t column[HD_LINEAR_BITS];
  hd_status status = gather(outer, &inner->out, error, column);
  if (status != HD_OK) return status;
  if (inner->out.total <= TABULATED) look_up(column, inner, result->basis);
  else add_up(column, inner, result->basis);
  result->in = inner->in;
  result->out = outer->out;
  return HD_OK;
}

/* ---- side by side ---- */

/* The names of both lists, each once, in an order that agrees with both; where that leaves a choice, `first` goes on.
 * Sizes are those of both together. */
static hd_status merge(const hd_dimensions *first, const hd_dimensions *second, hd_error *error,
                       hd_dimensions *merged) {
  int a = 0, b = 0;
  hd_dimensions_clear(merged);
  while (a < first->count || b < second->count) {
    int other = a < first->count ? hd_dimensions_find(second, first->name[a]) : -1;
    int bits = 0;
    hd_axis name;
    if (a < first->count && (other < 0 || other == b)) {
      name = first->name[a];
      bits = first->bits[a++];
      if (other >= 0) bits += second->bits[b++];
    } else if (b < second->count && hd_dimensions_find(first, second->name[b]) < 0) {
      name = second->name[b];
      bits = second->bits[b++];
    } else {
      return hd_refuse(error, HD_MISMATCH, "product",
                       "dimension {0} of the low map stands before and after dimension {1} of the high map", a, b, 0);
    }
    hd_status status = hd_dimensions_append(merged, name, bits, error);
    if (status != HD_OK) return hd_fail_within(error, status, "product");
  }
  return HD_OK;
}

/* Where each dimension of `part` begins in a packed coordinate of `whole`, above `below`'s bits there (NULL: lowest).
 */
static void place(const hd_dimensions *part, const hd_dimensions *whole, const hd_dimensions *below,
                  int start[HD_MAX_DIMENSIONS]) {
  for (int k = 0; k < part->count; ++k) {
    int at = hd_dimensions_find(whole, part->name[k]);
    int under = below ? hd_dimensions_find(below, part->name[k]) : -1;
    start[k] = hd_dimension_start(whole, at) + (under < 0 ? 0 : below->bits[under]);
  }
}

/* A packed coordinate with each dimension's bits moved to their place. */
static uint64_t spread(const hd_dimensions *dimensions, const int start[HD_MAX_DIMENSIONS], uint64_t packed) {
  uint64_t moved = 0;
  for (int k = 0, from = 0; k < dimensions->count; from += dimensions->bits[k++]) {
    uint64_t part = hd_dimension_part(dimensions, k, from, packed);
    if (part != 0) moved |= part << start[k];
  }
  return moved;
}

/* Writes the words of one factor where they stand in the product; `below` is the factor with lower bits, or NULL. */
static void embed(const hd_linear *part, const hd_linear *below, hd_linear *whole) {
  int in[HD_MAX_DIMENSIONS], out[HD_MAX_DIMENSIONS];
  place(&part->in, &whole->in, below ? &below->in : NULL, in);
  place(&part->out, &whole->out, below ? &below->out : NULL, out);
  for (int k = 0, from = 0; k < part->in.count; from += part->in.bits[k++])
    for (int i = 0; i < part->in.bits[k]; ++i) whole->basis[in[k] + i] = spread(&part->out, out, part->basis[from + i]);
}

hd_status hd_linear_product(const hd_linear *low, const hd_linear *high, hd_error *error, hd_linear *result) {
  hd_linear made;
  hd_status status = merge(&low->in, &high->in, error, &made.in);
  if (status == HD_OK) status = merge(&low->out, &high->out, error, &made.out);
  if (status != HD_OK) return status;
  embed(low, NULL, &made);
  embed(high, low, &made);
  hd_linear_copy(result, &made);
  return HD_OK;
}

/* The dimensions of `whole` with the bits that `low` leaves. Those of `low` stand in `whole` in the same order. */
static hd_status leave(const hd_dimensions *whole, const hd_dimensions *low, hd_error *error, hd_dimensions *rest) {
  int next = 0;
  *rest = *whole;
  for (int k = 0; k < whole->count; ++k) {
    if (next == low->count || low->name[next] != whole->name[k]) continue;
    if (low->bits[next] > whole->bits[k])
      return hd_refuse(error, HD_UNDEFINED, "divide_left",
                       "dimension {0} has size 2^{1}, less than the divisor's 2^{2}", k, whole->bits[k],
                       low->bits[next]);
    rest->bits[k] = (uint8_t)(whole->bits[k] - low->bits[next]);
    rest->total = (uint8_t)(rest->total - low->bits[next++]);
  }
  if (next == low->count) return HD_OK;
  return hd_refuse(error, HD_UNDEFINED, "divide_left",
                   "dimension {0} of the divisor is not among the dimensions, or they stand in another order", next, 0,
                   0);
}

/* The words of the quotient: what `whole` has above the divisor's bits, moved down. */
static void take_high(const hd_linear *whole, const hd_linear *low, hd_linear *quotient) {
  int in[HD_MAX_DIMENSIONS], out[HD_MAX_DIMENSIONS];
  place(&quotient->in, &whole->in, &low->in, in);
  place(&quotient->out, &whole->out, &low->out, out);
  for (int k = 0, to = 0; k < quotient->in.count; ++k)
    for (int i = 0; i < quotient->in.bits[k]; ++i, ++to) {
      uint64_t word = 0;
      for (int d = 0, at = 0; d < quotient->out.count; at += quotient->out.bits[d++])
        if (quotient->out.bits[d] > 0)
          word |= hd_dimension_part(&quotient->out, d, out[d], whole->basis[in[k] + i]) << at;
      quotient->basis[to] = word;
    }
}

hd_status hd_linear_divide_left(const hd_linear *whole, const hd_linear *low, hd_error *error, hd_linear *result) {
  hd_linear quotient, product;
  hd_status status = leave(&whole->in, &low->in, error, &quotient.in);
  if (status == HD_OK) status = leave(&whole->out, &low->out, error, &quotient.out);
  if (status != HD_OK) return status;
  take_high(whole, low, &quotient);
  product.in = whole->in;
  product.out = whole->out;
  embed(low, NULL, &product);
  embed(&quotient, low, &product);
  for (int i = 0; i < whole->in.total; ++i)
    if (product.basis[i] != whole->basis[i]) {
      hd_fail(error, HD_UNDEFINED, "divide_left",
              "the map does not fall apart: at {c} it is not what the divisor and a rest beside it give");
      hd_error_packed(error, &whole->in, (uint64_t)1 << i);
      return HD_UNDEFINED;
    }
  hd_linear_copy(result, &quotient);
  return HD_OK;
}

/* ---- another order ---- */

/* The dimensions in the order of these names, and where each begins in the old order. */
static hd_status reorder(const hd_dimensions *dimensions, const hd_axis *name, hd_error *error,
                         hd_dimensions *ordered) {
  hd_dimensions_clear(ordered);
  for (int k = 0; k < dimensions->count; ++k) {
    int at = name ? hd_dimensions_find(dimensions, name[k]) : k;
    if (at >= 0 && hd_dimensions_append(ordered, dimensions->name[at], dimensions->bits[at], NULL) == HD_OK) continue;
    hd_refuse(error, HD_MISMATCH, "transpose", "name {0}, {a}, is no dimension, or stands there twice", k, 0, 0);
    if (error) error->axis = name[k];
    return HD_MISMATCH;
  }
  return HD_OK;
}

hd_status hd_linear_transpose(const hd_linear *linear, const hd_axis *in, const hd_axis *out, hd_error *error,
                              hd_linear *result) {
  hd_linear made;
  hd_status status = reorder(&linear->in, in, error, &made.in);
  if (status == HD_OK) status = reorder(&linear->out, out, error, &made.out);
  if (status != HD_OK) return status;
  embed(linear, NULL, &made);
  hd_linear_copy(result, &made);
  return HD_OK;
}
