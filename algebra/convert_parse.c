/* Any dialect's text: how it begins tells which it is, what is round the value is passed over, and the value is read by
 * its own parser, whose error is moved to its place in the whole. */
#include "algebra/convert.h"
#include "algebra/linear_text.h"
#include "algebra/parse.h"
#include "algebra/placement_factors.h"

static const char operation[] = "parse";

typedef struct scanner {
  const char *text;
  size_t length; /* less than the text's own where a part of it is read */
  size_t at;
  hd_error *error;
} scanner;

static int byte_at(const scanner *s, size_t at) { return at < s->length ? (unsigned char)s->text[at] : -1; }
static bool is_blank(int c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
static bool is_digit(int c) { return c >= '0' && c <= '9'; }
static bool is_letter(int c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

static void skip(scanner *s) {
  while (is_blank(byte_at(s, s->at))) s->at++;
}

/* Passes these characters where they are next. */
static bool accept(scanner *s, const char *word) {
  skip(s);
  size_t at = s->at;
  for (; *word; ++word, ++at)
    if (byte_at(s, at) != *word) return false;
  s->at = at;
  return true;
}

static hd_status fail_here(scanner *s, const char *reason) {
  hd_fail(s->error, HD_MALFORMED, operation, reason);
  if (s->error) s->error->position = s->at;
  return HD_MALFORMED;
}

static hd_status expect(scanner *s, const char *word, const char *reason) {
  return accept(s, word) ? HD_OK : fail_here(s, reason);
}

/* A parser's error, in a part of the text that begins at `begin`. */
static hd_status place(const scanner *s, hd_status status, size_t begin) {
  if (status != HD_OK && s->error) s->error->position += begin;
  return status;
}

/* The same, of a part that is no value by itself. */
static hd_status within(const scanner *s, hd_status status, size_t begin) {
  return hd_fail_within(s->error, place(s, status, begin), operation);
}

static bool has(const scanner *s, int c) {
  for (size_t k = s->at; k < s->length; ++k)
    if (byte_at(s, k) == c) return true;
  return false;
}

/* ---- which one ---- */

static bool begins(const scanner *from, const char *word) {
  scanner s = *from;
  return accept(&s, word);
}

/* The place of the first `word`; the length where there is none. */
static size_t find(const scanner *s, const char *word) {
  scanner here = *s;
  for (; here.at < s->length; ++here.at)
    if (begins(&here, word) && !is_blank(byte_at(&here, here.at))) return here.at;
  return s->length;
}

/* ` - register=1 -> (1)` or ` - warp is a size 1 dimension`, and no difference. */
static bool begins_basis(const scanner *from) {
  scanner s = *from;
  if (!accept(&s, "-")) return false;
  skip(&s);
  return is_letter(byte_at(&s, s.at)) && (find(&s, "->") < s.length || find(&s, "is a size") < s.length);
}

static hd_dialect recognise(const scanner *s) {
  static const char *const tirx[] = {"S[", "Scolex[", "R[", "TileLayout(", "ComposeLayout("};
  if (begins(s, "!cute.")) return HD_DIALECT_CUTE_IR;
  if (begins(s, "#ttg.") || begins(s, "{") || begins(s, "(empty") || begins_basis(s)) return HD_DIALECT_TRITON;
  for (size_t k = 0; k < sizeof tirx / sizeof tirx[0]; ++k)
    if (begins(s, tirx[k])) return HD_DIALECT_TIRX;
  return has(s, '+') && has(s, '@') ? HD_DIALECT_TIRX : HD_DIALECT_CUTE;
}

hd_dialect hd_recognise_dialect(const char *text, size_t length) {
  scanner s = {text, length, 0, NULL};
  return recognise(&s);
}

/* ---- CuTe's text ---- */

/* Whether an `o` stands between two parts. */
static bool has_composition(const scanner *s) {
  for (size_t k = s->at; k < s->length; ++k) {
    int before = k > s->at ? byte_at(s, k - 1) : ' ', behind = byte_at(s, k + 1);
    if (byte_at(s, k) == 'o' && !is_letter(before) && !is_digit(before) && before != '@' && !is_letter(behind) &&
        !is_digit(behind))
      return true;
  }
  return false;
}

static hd_status parse_layout(const scanner *s, hd_stated *stated) {
  stated->kind = HD_STATED_LAYOUT;
  return place(s, hd_parse_composed(s->text + s->at, s->length - s->at, s->error, &stated->as.layout), s->at);
}

static hd_status parse_tuple(const scanner *s, hd_stated *stated) {
  stated->kind = HD_STATED_TUPLE;
  return place(s, hd_parse_tuple(s->text + s->at, s->length - s->at, s->error, &stated->as.tuple), s->at);
}

static hd_status parse_tiler(const scanner *s, hd_stated *stated) {
  stated->kind = HD_STATED_TILER;
  return place(s, hd_parse_tiler(s->text + s->at, s->length - s->at, s->error, &stated->as.tiler), s->at);
}

static hd_status parse_swizzle(const scanner *s, hd_stated *stated) {
  stated->kind = HD_STATED_SWIZZLE;
  return place(s, hd_parse_swizzle(s->text + s->at, s->length - s->at, s->error, &stated->swizzle), s->at);
}

static int hex_digit(int c) {
  return is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* `(unset)` or `(0x7f00)`; an address that is not set is 0. */
static hd_status scan_address(scanner *s, uint64_t *address) {
  if (!accept(s, "unset")) {
    hd_status status = expect(s, "0x", "an address is wanted here, as in 0x7f00, or `unset`");
    if (status == HD_OK && hex_digit(byte_at(s, s->at)) < 0) status = fail_here(s, "a digit is wanted here");
    if (status != HD_OK) return status;
    for (; hex_digit(byte_at(s, s->at)) >= 0; s->at++) {
      if (*address >> 60 != 0) return fail_here(s, "an address has at most 64 bits");
      *address = *address << 4 | (uint64_t)hex_digit(byte_at(s, s->at));
    }
  }
  return expect(s, ")", "the text ends before a bracket is closed");
}

/* `16b]`, perhaps `(unset)` or an address, and the ` o ` before the layout. */
static hd_status scan_pointer(scanner *s, int64_t *bits, uint64_t *address) {
  *address = 0;
  *bits = 0;
  skip(s);
  for (; is_digit(byte_at(s, s->at)) && *bits < 1 << 20; s->at++) *bits = *bits * 10 + (byte_at(s, s->at) - '0');
  if (*bits == 0) return fail_here(s, "the width of an element in bits is wanted here, as in smem_ptr[16b]");
  hd_status status = expect(s, "b]", "`b]` is wanted here, as in smem_ptr[16b]");
  if (status == HD_OK && accept(s, "(")) status = scan_address(s, address);
  return status == HD_OK ? expect(s, "o", "` o ` and a layout are wanted behind a pointer") : status;
}

/* Where a tensor begins in the swizzle's pattern, which repeats every 2^(b + m + |s|) bytes, in elements: whole periods
 * move all values alike, as an address does that no swizzle is before. */
static hd_status pointer_offset(uint64_t address, const hd_swizzle *bytes, int64_t bits, hd_error *error,
                                int64_t *offset) {
  int period = bytes->bits + bytes->base + (bytes->shift < 0 ? -bytes->shift : bytes->shift);
  int64_t begin = (int64_t)(address & ((UINT64_C(1) << period) - 1)) * 8;
  *offset = begin / bits;
  if (begin % bits == 0) return HD_OK;
  hd_fail(error, HD_UNDEFINED, operation,
          "the address is {0} bits into the swizzle's pattern, which is no multiple of an element's bits, {1}");
  if (error) error->number[0] = begin, error->number[1] = bits;
  return HD_UNDEFINED;
}

/* `Sw<3,4,3> o smem_ptr[16b](unset) o L`, `Sw<3,4,3>_smem_ptr[16b](0x7f00) o L`, `gmem_ptr[16b](0x7f00) o L`. */
static hd_status parse_tensor(const scanner *from, size_t pointer, hd_stated *stated) {
  scanner s = *from, before = *from;
  hd_swizzle swizzle;
  int64_t bits, offset = 0;
  uint64_t address;
  hd_status status = HD_OK;
  skip(&before);
  size_t begin = before.at;
  bool swizzled = byte_at(&s, begin) == 'S';
  before.length = find(from, ">") + 1 < pointer ? find(from, ">") + 1 : pointer;
  if (swizzled) status = within(&s, hd_parse_swizzle(s.text + begin, before.length - begin, s.error, &swizzle), begin);
  if (status != HD_OK) return status;
  s.at = pointer + 4; /* behind `ptr[` */
  status = scan_pointer(&s, &bits, &address);
  skip(&s);
  if (status == HD_OK) status = parse_layout(&s, stated);
  if (status != HD_OK || !swizzled) return status;
  status = pointer_offset(address, &swizzle, bits, s.error, &offset);
  if (status == HD_OK) status = hd_swizzle_recast(&swizzle, 8, bits, s.error, &swizzle);
  if (status == HD_OK) status = hd_compose_swizzle(&swizzle, offset, &stated->as.layout, s.error, &stated->as.layout);
  if (status != HD_OK && s.error) s.error->position = begin;
  return hd_fail_within(s.error, status, operation);
}

static hd_status parse_cute(const scanner *s, hd_stated *stated) {
  size_t pointer = find(s, "ptr[");
  if (pointer < s->length) return parse_tensor(s, pointer, stated);
  if (has_composition(s)) return parse_layout(s, stated);
  if (begins(s, "S<") || begins(s, "Sw<") || begins(s, "S <")) return parse_swizzle(s, stated);
  if (begins(s, "[") || begins(s, "<")) return parse_tiler(s, stated);
  return has(s, ':') ? parse_layout(s, stated) : parse_tuple(s, stated);
}

/* ---- CuTe's IR ---- */

typedef struct ir_type {
  const char *name;
  hd_status (*parse)(const scanner *s, hd_stated *stated);
  hd_tuple_type type;
} ir_type;

static const ir_type types[] = {
    {"composed_layout", parse_layout, HD_INT_TUPLE}, {"layout", parse_layout, HD_INT_TUPLE},
    {"swizzle", parse_swizzle, HD_INT_TUPLE},        {"tile", parse_tiler, HD_INT_TUPLE},
    {"int_tuple", parse_tuple, HD_INT_TUPLE},        {"shape", parse_tuple, HD_TYPE_SHAPE},
    {"stride", parse_tuple, HD_TYPE_STRIDE},         {"coord", parse_tuple, HD_TYPE_COORD},
};

static hd_status parse_ir(const scanner *from, hd_stated *stated) {
  scanner s = *from;
  const ir_type *type = NULL;
  (void)accept(&s, "!cute.");
  for (size_t k = 0; type == NULL && k < sizeof types / sizeof types[0]; ++k)
    if (accept(&s, types[k].name)) type = &types[k];
  if (type == NULL)
    return fail_here(&s,
                     "a type is wanted here: layout, composed_layout, swizzle, tile, int_tuple, shape, stride, coord");
  hd_status status = expect(&s, "<", "`<\"` is wanted behind the name of a type");
  if (status == HD_OK) status = expect(&s, "\"", "`\"` is wanted here");
  if (status != HD_OK) return status;
  scanner inner = s;
  while (s.at < s.length && byte_at(&s, s.at) != '"') s.at++;
  inner.length = s.at;
  status = expect(&s, "\"", "the text ends before its `\"`");
  if (status == HD_OK) status = expect(&s, ">", "`>` is wanted here");
  skip(&s);
  if (status == HD_OK && s.at < s.length) status = fail_here(&s, "the text goes on after its end");
  stated->type = type->type;
  return status == HD_OK ? type->parse(&inner, stated) : status;
}

/* ---- TIRx ---- */

/* An integer, perhaps behind its name, and a comma. */
static hd_status scan_parameter(scanner *s, const char *name, int64_t *value) {
  if (accept(s, name) && !accept(s, "=")) return fail_here(s, "`=` is wanted here");
  skip(s);
  size_t begin = s->at;
  *value = 0;
  for (; is_digit(byte_at(s, s->at)) && *value < HD_SWIZZLE_BITS; s->at++)
    *value = *value * 10 + (byte_at(s, s->at) - '0');
  return s->at > begin ? HD_OK : fail_here(s, "a number is wanted here");
}

static hd_status scan_flag(scanner *s, bool *inner) {
  if (accept(s, "swizzle_inner") && !accept(s, "=")) return fail_here(s, "`=` is wanted here");
  *inner = accept(s, "True");
  return *inner || accept(s, "False") ? HD_OK : fail_here(s, "True or False is wanted here");
}

/* `3, 3, 3`: per_element, swizzle_len, atom_len. */
static hd_status scan_swizzle(scanner *s, int64_t parameter[3]) {
  static const char *const name[] = {"per_element", "swizzle_len", "atom_len"};
  hd_status status = HD_OK;
  for (int k = 0; status == HD_OK && k < 3; ++k) {
    if (k > 0) status = expect(s, ",", "`,` is wanted here");
    if (status == HD_OK) status = scan_parameter(s, name[k], &parameter[k]);
  }
  return status;
}

/* The placement in TileLayout(..) or alone, up to the bracket that closes it or the end. */
static hd_status scan_tile(scanner *s, hd_placement *placement) {
  bool wrapped = accept(s, "TileLayout(");
  skip(s);
  size_t begin = s->at;
  int depth = 0;
  for (; s->at < s->length; s->at++) {
    int c = byte_at(s, s->at);
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    if (depth < 0 || (c == ',' && depth == 0)) break;
  }
  hd_status status = place(s, hd_parse_placement(s->text + begin, s->at - begin, s->error, placement), begin);
  return status == HD_OK && wrapped ? expect(s, ")", "the text ends before a bracket is closed") : status;
}

/* Whether all numbers lie on m, where a swizzle shuffles them. */
static bool is_plain(const hd_placement *placement) {
  hd_axis axis[HD_MAX_LEAVES];
  int axes = hd_placement_axes(placement, axis);
  return axes == 0 || (axes == 1 && axis[0] == hd_axis_plain());
}

/* Both spellings: the swizzle as an object, or its numbers before the placement. */
static hd_status scan_composed(scanner *s, hd_stated *stated) {
  int64_t parameter[3];
  bool inner = true;
  skip(s);
  size_t begin = s->at;
  bool object = accept(s, "SwizzleLayout(");
  hd_status status = scan_swizzle(s, parameter);
  if (status == HD_OK && object && accept(s, ",")) status = scan_flag(s, &inner);
  if (status == HD_OK && object) status = expect(s, ")", "`)` is wanted here");
  if (status == HD_OK) status = expect(s, ",", "`,` and a placement are wanted here");
  skip(s);
  size_t tile = s->at;
  if (status == HD_OK) status = scan_tile(s, &stated->as.placement);
  if (status == HD_OK && !object && accept(s, ",")) status = scan_flag(s, &inner);
  if (status == HD_OK) status = expect(s, ")", "`)` is wanted here");
  if (status != HD_OK) return status;
  stated->swizzled = true;
  status =
      hd_make_swizzle(parameter[1], parameter[0], inner ? parameter[2] : -parameter[2], s->error, &stated->swizzle);
  if (status != HD_OK) return within(s, status, begin);
  if (is_plain(&stated->as.placement) && stated->as.placement.replicas == 0) return HD_OK;
  s->at = tile;
  return fail_here(s, "a swizzle shuffles one place in memory: all numbers lie on m, and there are no copies");
}

static hd_status parse_tirx(const scanner *from, hd_stated *stated) {
  scanner s = *from;
  stated->kind = HD_STATED_PLACEMENT;
  hd_status status = accept(&s, "ComposeLayout(") ? scan_composed(&s, stated) : scan_tile(&s, &stated->as.placement);
  skip(&s);
  return status == HD_OK && s.at < s.length ? fail_here(&s, "the text goes on after its end") : status;
}

/* ---- all ---- */

static hd_status parse_triton(const scanner *s, hd_stated *stated) {
  stated->kind = HD_STATED_LINEAR;
  return place(s, hd_parse_linear(s->text + s->at, s->length - s->at, s->error, &stated->as.linear), s->at);
}

hd_status hd_parse_stated(const char *text, size_t length, hd_error *error, hd_stated *stated) {
  static hd_status (*const parse[HD_DIALECTS])(const scanner *s, hd_stated *stated) = {parse_cute, parse_ir, parse_tirx,
                                                                                       parse_triton};
  scanner s = {text, length, 0, error};
  hd_stated made;
  made.type = HD_INT_TUPLE;
  made.swizzled = false;
  made.swizzle = (hd_swizzle){0, 0, 0};
  hd_status status = parse[recognise(&s)](&s, &made);
  if (status == HD_OK) hd_stated_copy(stated, &made);
  return status;
}
