/* Both forms are a list of dimensions with values for each bit; the basis text then names the outputs and their sizes.
 * The values are kept apart by dimension until the sizes are known, and packed at the end. */
#include "algebra/linear_convert.h"
#include "algebra/linear_text.h"

#include "algebra/linear_parts.h"

static const char operation[] = "parse_linear";

typedef struct scanner {
  const char *text;
  size_t length;
  size_t at;
  hd_error *error;
} scanner;

/* What is read before the outputs are known. */
typedef struct reading {
  hd_linear linear; /* its inputs and, at the end, all */
  int entries;      /* of a value; -1 before the first */
  uint64_t entry[HD_LINEAR_BITS][HD_MAX_DIMENSIONS];
  size_t position[HD_LINEAR_BITS]; /* of the value of each bit */
} reading;

static int byte_at(const scanner *s, size_t at) { return at < s->length ? (unsigned char)s->text[at] : -1; }
static bool is_blank(int c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
static bool is_digit(int c) { return c >= '0' && c <= '9'; }
static bool is_word(int c) { return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

static void skip(scanner *s) {
  while (is_blank(byte_at(s, s->at))) s->at++;
}

static hd_status fail_at(const scanner *s, hd_status status, size_t at, const char *reason) {
  hd_fail(s->error, status, operation, reason);
  if (s->error) s->error->position = at;
  return status;
}

static hd_status fail_numbers(const scanner *s, hd_status status, size_t at, const char *reason, int64_t a, int64_t b,
                              int64_t c) {
  hd_refuse(s->error, status, operation, reason, a, b, c);
  if (s->error) s->error->position = at;
  return status;
}

/* An error of a step, at a place of the text. */
static hd_status place(const scanner *s, hd_status status, size_t at) {
  if (status == HD_OK) return HD_OK;
  if (s->error) s->error->position = at;
  return hd_fail_within(s->error, status, operation);
}

/* Passes a word or sign where it is next; a word ends where letters do. */
static bool accept(scanner *s, const char *word) {
  skip(s);
  size_t at = s->at;
  for (; *word; ++word, ++at)
    if (byte_at(s, at) != *word) return false;
  if (is_word(byte_at(s, at - 1)) && is_word(byte_at(s, at))) return false;
  s->at = at;
  return true;
}

static hd_status expect(scanner *s, const char *word, const char *reason) {
  return accept(s, word) ? HD_OK : fail_at(s, HD_MALFORMED, s->at, reason);
}

static hd_status scan_name(scanner *s, hd_axis *name) {
  skip(s);
  size_t begin = s->at;
  while (is_word(byte_at(s, s->at))) s->at++;
  size_t length = s->at - begin;
  if (length > HD_AXIS_NAME_MAX) return fail_at(s, HD_CAPACITY, begin, "a name of more than 10 characters");
  if (length == 0 || !hd_axis_from_name(s->text + begin, length, name))
    return fail_at(s, HD_MALFORMED, begin, "the name of a dimension is wanted here");
  return HD_OK;
}

static hd_status scan_number(scanner *s, uint64_t *number) {
  skip(s);
  size_t begin = s->at;
  uint64_t value = 0;
  for (; is_digit(byte_at(s, s->at)); s->at++) {
    uint64_t digit = (uint64_t)(byte_at(s, s->at) - '0');
    if (value > (((uint64_t)1 << HD_DIMENSION_BITS) - digit) / 10)
      return fail_at(s, HD_OVERFLOW, begin, "a number beyond 2^62");
    value = 10 * value + digit;
  }
  if (s->at == begin) return fail_at(s, HD_MALFORMED, begin, "a number is wanted here");
  *number = value;
  return HD_OK;
}

/* The entries of the value of input bit `bit`, between brackets. */
static hd_status scan_value(scanner *s, reading *r, int bit, const char *open, const char *close) {
  int count = 0;
  hd_status status = expect(s, open, "a value in brackets is wanted here");
  r->position[bit] = s->at;
  if (status != HD_OK) return status;
  while (!accept(s, close)) {
    if (count > 0 && !accept(s, ","))
      return fail_at(s, HD_MALFORMED, s->at, "`,` or the end of the value is wanted here");
    if (count == HD_MAX_DIMENSIONS) return fail_at(s, HD_CAPACITY, s->at, "a value with more entries than dimensions");
    status = scan_number(s, &r->entry[bit][count++]);
    if (status != HD_OK) return status;
  }
  if (r->entries < 0) r->entries = count;
  if (r->entries == count) return HD_OK;
  return fail_numbers(s, HD_MALFORMED, r->position[bit], "entries of this value: {0}; of the first: {1}", count,
                      r->entries, 0);
}

/* The number of the next input bit, `bits` of its dimension before it. */
static hd_status next_bit(const scanner *s, const reading *r, int bits, int *bit) {
  *bit = r->linear.in.total + bits;
  return *bit < HD_LINEAR_BITS ? HD_OK : fail_at(s, HD_CAPACITY, s->at, "more than 64 bits of input");
}

/* Packs the values, now that the outputs are known. */
static hd_status finish(scanner *s, reading *r, hd_linear *linear) {
  const hd_dimensions *out = &r->linear.out;
  skip(s);
  if (s->at < s->length) return fail_at(s, HD_MALFORMED, s->at, "the text goes on after its end");
  for (int i = 0; i < r->linear.in.total; ++i) {
    r->linear.basis[i] = 0;
    for (int k = 0, start = 0; k < out->count; start += out->bits[k++]) {
      uint64_t entry = r->entry[i][k];
      if (entry >> out->bits[k] != 0)
        return fail_numbers(s, HD_MALFORMED, r->position[i],
                            "the entry {0} is not below the size of output dimension {1}, {2}", (int64_t)entry, k,
                            (int64_t)1 << out->bits[k]);
      if (entry != 0) r->linear.basis[i] |= entry << start;
    }
  }
  hd_linear_copy(linear, &r->linear);
  return HD_OK;
}

/* ---- the basis text ---- */

/* `name=1 -> (..)` and the lines after it, or `name is a size 1 dimension`. */
static hd_status scan_dimension(scanner *s, reading *r) {
  hd_axis name, again;
  int bits = 0, bit;
  skip(s);
  size_t begin = s->at;
  hd_status status = scan_name(s, &name);
  if (status != HD_OK) return status;
  if (accept(s, "is")) {
    status = accept(s, "a") && accept(s, "size") && accept(s, "1") ? HD_OK : HD_MALFORMED;
    if (status != HD_OK || !accept(s, "dimension"))
      return fail_at(s, HD_MALFORMED, s->at, "`is a size 1 dimension` is wanted here");
    return place(s, hd_dimensions_append(&r->linear.in, name, 0, s->error), begin);
  }
  do {
    uint64_t number;
    status = next_bit(s, r, bits, &bit);
    if (status == HD_OK) status = expect(s, "=", "`=` or `is a size 1 dimension` is wanted here");
    skip(s);
    size_t at = s->at;
    if (status == HD_OK) status = scan_number(s, &number);
    if (status == HD_OK && number != (uint64_t)1 << bits)
      status = fail_at(s, HD_MALFORMED, at, "the values are given for 1, 2, 4, .. in order");
    if (status == HD_OK) status = expect(s, "->", "`->` is wanted here");
    if (status == HD_OK) status = scan_value(s, r, bit, "(", ")");
    if (status != HD_OK) return status;
    ++bits;
    skip(s);
    at = s->at;
    bool ends = byte_at(s, at) == '-' || (accept(s, "where") && accept(s, "out")); /* not `where=2 ->` */
    s->at = at;
    if (ends) break;
    status = scan_name(s, &again);
    if (status == HD_OK && again != name)
      status = fail_at(s, HD_MALFORMED, at, "another dimension begins with ` - `, and the list ends with `where`");
  } while (status == HD_OK);
  return status == HD_OK ? place(s, hd_dimensions_append(&r->linear.in, name, bits, s->error), begin) : status;
}

/* `[dim0 (size 32), dim1 (size 4)]`. */
static hd_status scan_outputs(scanner *s, reading *r) {
  hd_dimensions *out = &r->linear.out;
  hd_status status = expect(s, "[", "`[` is wanted here");
  while (status == HD_OK && !accept(s, "]")) {
    hd_axis name = HD_AXIS_INTEGER;
    uint64_t size = 1;
    if (out->count > 0) status = expect(s, ",", "`,` or `]` is wanted here");
    skip(s);
    size_t begin = s->at;
    if (status == HD_OK) status = scan_name(s, &name);
    if (status == HD_OK && !(accept(s, "(") && accept(s, "size")))
      status = fail_at(s, HD_MALFORMED, s->at, "`(size` is wanted here");
    if (status == HD_OK) status = scan_number(s, &size);
    if (status == HD_OK && (size == 0 || (size & (size - 1)) != 0))
      status = fail_numbers(s, HD_MALFORMED, begin, "the size {0} is no power of two", (int64_t)size, 0, 0);
    if (status == HD_OK) status = expect(s, ")", "`)` is wanted here");
    if (status == HD_OK) status = place(s, hd_dimensions_append(out, name, __builtin_ctzll(size), s->error), begin);
  }
  return status;
}

static hd_status scan_empty(scanner *s, reading *r) {
  hd_status status = expect(s, "layout", "`(empty layout` is wanted here");
  if (status == HD_OK && accept(s, "with"))
    status = accept(s, "out") && accept(s, "-") && accept(s, "dims")
                 ? scan_outputs(s, r)
                 : fail_at(s, HD_MALFORMED, s->at, "`with out-dims` is wanted here");
  return status == HD_OK ? expect(s, ")", "`)` is wanted here") : status;
}

static hd_status scan_basis(scanner *s, reading *r) {
  if (accept(s, "("))
    return accept(s, "empty") ? scan_empty(s, r) : fail_at(s, HD_MALFORMED, s->at, "`empty` is wanted here");
  hd_status status = expect(s, "-", "` - ` and a dimension, `(empty layout)` or `#ttg.linear<` is wanted here");
  for (bool more = true; status == HD_OK && more; more = accept(s, "-")) status = scan_dimension(s, r);
  skip(s);
  size_t at = s->at;
  if (status == HD_OK &&
      !(accept(s, "where") && accept(s, "out") && accept(s, "dims") && accept(s, "are") && accept(s, ":")))
    status = fail_at(s, HD_MALFORMED, at, "` - ` or `where out dims are:` is wanted here");
  skip(s);
  at = s->at;
  if (status == HD_OK) status = scan_outputs(s, r);
  if (status == HD_OK && r->entries >= 0 && r->entries != r->linear.out.count)
    status = fail_numbers(s, HD_MALFORMED, at, "outputs: {0}; entries of each value: {1}", r->linear.out.count,
                          r->entries, 0);
  return status;
}

/* ---- the attribute ---- */

/* `register = [[0, 1], [0, 2]]`. */
static hd_status scan_list(scanner *s, reading *r) {
  hd_axis name = HD_AXIS_INTEGER;
  int bits = 0, bit;
  skip(s);
  size_t begin = s->at;
  hd_status status = scan_name(s, &name);
  if (status == HD_OK) status = expect(s, "=", "`=` is wanted here");
  if (status == HD_OK) status = expect(s, "[", "`[` is wanted here");
  while (status == HD_OK && !accept(s, "]")) {
    if (bits > 0) status = expect(s, ",", "`,` or `]` is wanted here");
    if (status == HD_OK) status = next_bit(s, r, bits++, &bit);
    if (status == HD_OK) status = scan_value(s, r, bit, "[", "]");
  }
  return status == HD_OK ? place(s, hd_dimensions_append(&r->linear.in, name, bits, s->error), begin) : status;
}

/* The outputs that the attribute leaves unsaid. */
static hd_status infer_outputs(const scanner *s, reading *r) {
  hd_status status = HD_OK;
  for (int k = 0; status == HD_OK && k < r->entries; ++k) {
    uint64_t all = 0;
    for (int i = 0; i < r->linear.in.total; ++i) all |= r->entry[i][k];
    int bits = all == 0 ? 0 : 64 - __builtin_clzll(all);
    status = place(s, hd_dimensions_append(&r->linear.out, hd_dimension_standard(k), bits, s->error), 0);
  }
  return status;
}

static hd_status scan_attribute(scanner *s, reading *r, bool wrapped) {
  hd_status status = expect(s, "{", "`{` is wanted here");
  while (status == HD_OK && !accept(s, "}")) {
    if (r->linear.in.count > 0) status = expect(s, ",", "`,` or `}` is wanted here");
    if (status == HD_OK) status = scan_list(s, r);
  }
  if (status == HD_OK && wrapped) status = expect(s, ">", "`>` is wanted here");
  return status == HD_OK ? infer_outputs(s, r) : status;
}

hd_status hd_parse_linear(const char *text, size_t length, hd_error *error, hd_linear *linear) {
  scanner s = {text, length, 0, error};
  reading r;
  hd_dimensions_clear(&r.linear.in);
  hd_dimensions_clear(&r.linear.out);
  r.entries = -1;
  bool wrapped = accept(&s, "#ttg.linear<");
  skip(&s);
  hd_status status = wrapped || byte_at(&s, s.at) == '{' ? scan_attribute(&s, &r, wrapped) : scan_basis(&s, &r);
  return status == HD_OK ? finish(&s, &r, linear) : status;
}
