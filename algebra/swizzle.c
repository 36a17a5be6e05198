/* A swizzle reads some bits of a number and flips others by them. */
#include "algebra/swizzle.h"

#include "algebra/append.h"
#include "algebra/parse.h"
#include "algebra/print.h"
#include "algebra/refusals.h"

/* What the header has inline. */
extern inline int64_t hd_swizzle_source(const hd_swizzle *swizzle);
extern inline int64_t hd_swizzle_target(const hd_swizzle *swizzle);
extern inline int64_t hd_swizzle_at(const hd_swizzle *swizzle, int64_t index);

hd_status hd_make_swizzle(int64_t bits, int64_t base, int64_t shift, hd_error *error, hd_swizzle *result) {
  const char *reason = NULL;
  bool is_small =
      bits < HD_SWIZZLE_BITS && base < HD_SWIZZLE_BITS && shift < HD_SWIZZLE_BITS && shift > -HD_SWIZZLE_BITS;
  int64_t distance = shift < 0 && is_small ? -shift : shift;
  if (bits < 0 || base < 0) reason = "S<{0},{1},{2}>: the number of bits and the base are at least 0";
  else if (!is_small || bits + base + distance >= HD_SWIZZLE_BITS)
    reason = "S<{0},{1},{2}>: bits, base and shift together stay below 32";
  else if (distance < bits)
    reason = "S<{0},{1},{2}>: a shift shorter than the number of bits would read what it changes";
  if (reason) return hd_refuse(error, HD_MALFORMED, "swizzle", reason, bits, base, shift);
  *result = (hd_swizzle){(int)bits, (int)base, (int)shift};
  return HD_OK;
}

/* log2 of a quotient that is a power of two; -1 for any other. */
static int exponent(int64_t above, int64_t below) {
  int64_t quotient = above / below;
  if (above % below != 0 || (quotient & (quotient - 1)) != 0) return -1;
  return __builtin_ctzll((unsigned long long)quotient);
}

hd_status hd_swizzle_recast(const hd_swizzle *swizzle, int64_t from, int64_t to, hd_error *error, hd_swizzle *result) {
  static const char operation[] = "recast";
  if (from < 1 || to < 1)
    return hd_refuse(error, HD_RANGE, operation, "a unit has at least 1 bit; {0} and {1} were given", from, to, 0);
  int finer = exponent(from, to), coarser = exponent(to, from);
  if (finer < 0 && coarser < 0)
    return hd_refuse(
        error, HD_UNDEFINED, operation,
        "a swizzle counts in powers of two: units of {0} and of {1} bits are not such multiples of each other", from,
        to, 0);
  if (swizzle->bits == 0) { /* the identity, in every unit */
    *result = *swizzle;
    return HD_OK;
  }
  int base = swizzle->base + (finer >= 0 ? finer : -coarser);
  if (base < 0)
    return hd_refuse(error, HD_UNDEFINED, operation,
                     "the swizzle moves pieces of 2^{2} {0}-bit units, which are smaller than a {1}-bit unit", from, to,
                     swizzle->base);
  int distance = swizzle->shift < 0 ? -swizzle->shift : swizzle->shift;
  if (swizzle->bits + base + distance >= HD_SWIZZLE_BITS)
    return hd_refuse(error, HD_RANGE, operation, "in {1}-bit units the swizzle's base is {2}, too far up", from, to,
                     base);
  *result = (hd_swizzle){swizzle->bits, base, swizzle->shift};
  return HD_OK;
}

/* ---- text ---- */

static size_t skip_blanks(const char *text, size_t length, size_t at) {
  while (at < length && (text[at] == ' ' || text[at] == '\t' || text[at] == '\n' || text[at] == '\r')) ++at;
  return at;
}

static hd_status fail_at(hd_error *error, size_t position, const char *reason) {
  hd_fail(error, HD_MALFORMED, "parse_swizzle", reason);
  if (error) error->position = position;
  return HD_MALFORMED;
}

/* The integer from *at to the next `end`, which is passed. */
static hd_status scan_number(const char *text, size_t length, char end, size_t *at, hd_error *error, int64_t *number) {
  hd_tuple tuple;
  size_t begin = *at, stop = begin;
  while (stop < length && text[stop] != end) ++stop;
  if (stop == length) return fail_at(error, length, "a swizzle is S<bits,base,shift>");
  hd_status status = hd_parse_tuple(text + begin, stop - begin, error, &tuple);
  if (status != HD_OK) {
    if (error) {
      error->operation = "parse_swizzle";
      error->position += begin;
    }
    return status;
  }
  if (tuple.profile.leaves != 1 || tuple.profile.open[0] != 0 || hd_tuple_axis(&tuple, 0) != HD_AXIS_INTEGER)
    return fail_at(error, skip_blanks(text, length, begin), "a swizzle's parameter is an integer");
  *number = tuple.value[0];
  *at = stop + 1;
  return HD_OK;
}

hd_status hd_parse_swizzle(const char *text, size_t length, hd_error *error, hd_swizzle *swizzle) {
  static const char ends[] = {',', ',', '>'};
  int64_t number[3];
  size_t begin = skip_blanks(text, length, 0), at = begin;
  if (at < length && text[at] == 'S') ++at;
  if (at > begin && at < length && text[at] == 'w') ++at;
  at = skip_blanks(text, length, at);
  if (at == begin || at == length || text[at] != '<') return fail_at(error, at, "a swizzle is S<bits,base,shift>");
  ++at;
  for (int k = 0; k < 3; ++k) {
    hd_status status = scan_number(text, length, ends[k], &at, error, &number[k]);
    if (status != HD_OK) return status;
  }
  at = skip_blanks(text, length, at);
  if (at < length) return fail_at(error, at, "the text goes on after its end");
  hd_status status = hd_make_swizzle(number[0], number[1], number[2], error, swizzle);
  if (status != HD_OK && error) error->position = begin;
  return status;
}

size_t hd_print_swizzle(const hd_swizzle *swizzle, char *text, size_t capacity) {
  static const char *const before[] = {"S<", ",", ","};
  const int number[3] = {swizzle->bits, swizzle->base, swizzle->shift};
  size_t length = 0;
  for (int k = 0; k < 3; ++k) {
    hd_tuple scalar;
    hd_tuple_scalar(&scalar, number[k]);
    length = hd_append_word(text, capacity, length, before[k]);
    length += hd_print_tuple(&scalar, hd_text_end(text, capacity, length), hd_text_room(capacity, length));
  }
  return hd_append_word(text, capacity, length, ">");
}
