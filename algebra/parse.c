/* One pass from left to right. Nesting is a count of brackets, so that depth costs a number and not a stack; what a
 * reader sees as nested calls are the two loops scan_tuple and scan_tiler round the same pair enter and leave. */
#include "algebra/parse.h"

#include "algebra/checked.h"

typedef struct scanner {
  const char *text;
  size_t length;
  size_t at;
  const char *operation;
  hd_error *error;
} scanner;

/* The brackets of a list and how deep in them the scanner stands. */
typedef struct nest {
  int opening, closing, separator;
  int depth;
  int opened; /* brackets before the present element */
} nest;

enum { END = -1, DEPTH_MAX = HD_MAX_DEPTH };

static int byte_at(const scanner *s, size_t at) { return at < s->length ? (unsigned char)s->text[at] : END; }
static bool is_blank(int c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
static bool is_digit(int c) { return c >= '0' && c <= '9'; }
static bool is_letter(int c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/* The next byte that is not blank, without passing it. */
static int peek(scanner *s) {
  while (is_blank(byte_at(s, s->at))) s->at++;
  return byte_at(s, s->at);
}

static bool take(scanner *s, int c) {
  if (peek(s) != c) return false;
  s->at++;
  return true;
}

static hd_status fail_at(scanner *s, hd_status status, size_t at, const char *reason, const char *hint) {
  hd_fail(s->error, status, s->operation, reason);
  if (s->error) {
    s->error->position = at;
    s->error->hint = hint;
  }
  return status;
}

static hd_status fail_leaves(scanner *s, size_t at) {
  fail_at(s, HD_CAPACITY, at, "more than {0} leaves", NULL);
  if (s->error) s->error->number[0] = HD_MAX_LEAVES;
  return HD_CAPACITY;
}

static hd_status fail_deep(scanner *s, size_t at) {
  return fail_at(s, HD_CAPACITY, at, "brackets nested deeper than 32 levels", NULL);
}

static hd_status fail_empty(scanner *s, size_t at) {
  return fail_at(s, HD_MALFORMED, at, "an empty pair of brackets inside others has no meaning", "leave it out");
}

/* What stands here instead of what `reason` asks for; frequent mistakes get a reason of their own. */
static hd_status fail_here(scanner *s, const char *reason) {
  int c = peek(s), next = byte_at(s, s->at + 1);
  const char *hint = NULL;
  if (c == '?') reason = "a dynamic extent has no value here", hint = "give it a number";
  if (c == '+') reason = "a number has no sign `+`", hint = "leave the `+` out";
  if (c == '/') reason = "a fraction is not a stride", hint = "strides are whole numbers";
  if (c == 'S' && next == '<') {
    reason = "a swizzle stands where a plain value is wanted";
    hint = "swizzled layouts are expressions, not plain layouts";
  }
  return fail_at(s, HD_MALFORMED, s->at, reason, hint);
}

static hd_status expect_end(scanner *s) {
  int c = peek(s);
  if (c == END) return HD_OK;
  if (c == ',') return fail_at(s, HD_MALFORMED, s->at, "a `,` outside brackets", "put brackets round it");
  if (c == ';') return fail_at(s, HD_MALFORMED, s->at, "a `;` outside brackets", "put `[` and `]` round it");
  if (c == ')' || c == ']' || c == '>') {
    return fail_at(s, HD_MALFORMED, s->at, "a closing bracket that none opens", NULL);
  }
  if (c == ':') return fail_at(s, HD_MALFORMED, s->at, "a stride where none is wanted", "only a layout has `:`");
  if (c == 'o') {
    return fail_at(s, HD_MALFORMED, s->at, "a composition stands where a plain value is wanted",
                   "composed layouts are expressions, not plain layouts");
  }
  return fail_here(s, "the text goes on after its end");
}

/* ---- numbers and axes ---- */

/* Digits, after an optional minus. */
static hd_status scan_integer(scanner *s, int64_t *value) {
  size_t begin = s->at;
  bool negative = byte_at(s, s->at) == '-';
  if (negative) s->at++;
  if (!is_digit(byte_at(s, s->at))) {
    return fail_at(s, HD_MALFORMED, s->at, "a digit is wanted", "a minus stands directly before its number");
  }
  *value = 0;
  for (; is_digit(byte_at(s, s->at)); s->at++) {
    int64_t digit = byte_at(s, s->at) - '0';
    if (!hd_mul(*value, 10, value) || !hd_add(*value, negative ? -digit : digit, value)) {
      return fail_at(s, HD_OVERFLOW, begin, "the number does not fit 64 bits", NULL);
    }
  }
  return HD_OK;
}

static hd_status scan_name(scanner *s, hd_axis *axis) {
  size_t begin = s->at;
  while (is_letter(byte_at(s, s->at)) || is_digit(byte_at(s, s->at)) || byte_at(s, s->at) == '_') s->at++;
  if (hd_axis_from_name(s->text + begin, s->at - begin, axis)) return HD_OK;
  return fail_at(s, HD_CAPACITY, begin, "the name of an axis has at most 10 characters", "shorten the name");
}

/* The steps after a number, written innermost first: `@1@0` is component 0, then its component 1. */
static hd_status scan_axis(scanner *s, hd_axis *axis) {
  int step[HD_AXIS_STEPS];
  int first = HD_AXIS_STEPS; /* steps are filled in from the back, which turns them round */
  size_t begin = s->at;
  *axis = HD_AXIS_INTEGER;
  while (take(s, '@')) {
    int64_t number;
    if (first == HD_AXIS_STEPS && is_letter(peek(s))) return scan_name(s, axis);
    if (!is_digit(peek(s)))
      return fail_here(s, "behind `@` numbers of components are wanted, as in 1@0@1, or one name, as in 1@lane");
    size_t at = s->at;
    hd_status status = scan_integer(s, &number);
    if (status != HD_OK) return status;
    if (number > HD_AXIS_STEP_MAX) return fail_at(s, HD_CAPACITY, at, "components are numbered from 0 to 126", NULL);
    if (first == 0) return fail_at(s, HD_CAPACITY, begin, "a path of components has at most 8 steps", NULL);
    step[--first] = (int)number;
  }
  if (first < HD_AXIS_STEPS) hd_axis_from_path(step + first, HD_AXIS_STEPS - first, axis);
  return HD_OK;
}

/* `4`, `_4` (CuTe C++ writes static integers so), `1@0`, `1@lane` or `_`. */
static hd_status scan_leaf(scanner *s, hd_tuple *tuple) {
  int64_t value = 0;
  hd_axis axis = HD_AXIS_ANY;
  int c = peek(s);
  size_t begin = s->at;
  if (c == '_') c = byte_at(s, ++s->at);
  bool is_number = is_digit(c) || c == '-';
  if (!is_number && s->at == begin) return fail_here(s, "a number, `_` or `(` is wanted");
  if (is_number) {
    hd_status status = scan_integer(s, &value);
    if (status == HD_OK) status = scan_axis(s, &axis);
    if (status != HD_OK) return status;
  }
  return hd_tuple_append(tuple, value, axis) ? HD_OK : fail_leaves(s, begin);
}

/* ---- nesting ---- */

/* Passes the brackets before an element. *empty is set when they turn out to be an empty pair, the whole list. */
static hd_status enter(scanner *s, nest *n, bool first, bool *empty) {
  *empty = false;
  for (n->opened = 0; take(s, n->opening); n->opened++) {
    if (++n->depth > DEPTH_MAX) return fail_deep(s, s->at - 1);
  }
  if (n->opened == 0 || peek(s) != n->closing) return HD_OK;
  if (!first || n->depth > 1) return fail_empty(s, s->at);
  *empty = take(s, n->closing);
  return HD_OK;
}

/* Counts the brackets round the element just appended to the profile, and passes the separator after it. */
static hd_status leave(scanner *s, nest *n, hd_profile *profile, int first) {
  int closed = 0;
  for (; n->depth > 0 && take(s, n->closing); closed++) n->depth--;
  profile->open[first] = (uint8_t)(profile->open[first] + n->opened);
  profile->close[profile->leaves - 1] = (uint8_t)(profile->close[profile->leaves - 1] + closed);
  if (n->depth == 0 || take(s, n->separator)) return HD_OK;
  if (peek(s) == END) return fail_at(s, HD_MALFORMED, s->at, "the text ends before a bracket is closed", NULL);
  if (peek(s) == ':' && n->opening == '(') {
    return fail_at(s, HD_MALFORMED, s->at, "a `:` inside round brackets, or before they are closed",
                   "a layout is (extents):(strides); a tiler of layouts is [4:1;8:2]");
  }
  return fail_here(s, n->separator == ';' ? "a `;` or `]` is wanted" : "a `,` or a closing bracket is wanted");
}

static hd_status scan_tuple(scanner *s, hd_tuple *tuple) {
  nest n = {.opening = '(', .closing = ')', .separator = ','};
  bool empty;
  hd_tuple_clear(tuple);
  do {
    int first = tuple->profile.leaves;
    hd_status status = enter(s, &n, first == 0, &empty);
    if (status != HD_OK || empty) return status;
    status = scan_leaf(s, tuple);
    if (status == HD_OK) status = leave(s, &n, &tuple->profile, first);
    if (status != HD_OK) return status;
  } while (n.depth > 0);
  return HD_OK;
}

/* Where leaf `leaf` of the tuple that begins at `begin` stands: after as many commas. */
static size_t leaf_position(const scanner *s, size_t begin, int leaf) {
  scanner walk = *s;
  walk.at = begin;
  while (leaf > 0) leaf -= byte_at(&walk, walk.at++) == ',';
  while (peek(&walk) == '(') walk.at++;
  return walk.at;
}

/* An error that making the value found speaks of a leaf; the text has a place for it. */
static hd_status place_error(scanner *s, hd_status status, size_t begin) {
  if (status == HD_OK || !s->error) return status;
  s->error->operation = s->operation;
  s->error->position = s->error->leaf >= 0 ? leaf_position(s, begin, s->error->leaf) : begin;
  return status;
}

/* Whether a leaf that makes no layout is to blame for its stride, not for its extent. */
static bool is_bad_stride(hd_status status, const hd_tuple *shape, int leaf) {
  return status == HD_MALFORMED && shape->value[leaf] >= 1 && hd_tuple_axis(shape, leaf) == HD_AXIS_INTEGER;
}

/* The layout of a shape just read from `begin` on, and of the stride that may follow. */
static hd_status scan_layout(scanner *s, size_t begin, const hd_tuple *shape, hd_layout *layout) {
  hd_tuple stride;
  if (peek(s) != ':') return place_error(s, hd_make_layout(shape, NULL, s->error, layout), begin);
  size_t colon = s->at++;
  hd_status status = scan_tuple(s, &stride);
  if (status != HD_OK) return status;
  status = hd_make_layout(shape, &stride, s->error, layout);
  if (status == HD_OK || !s->error) return status;
  if (s->error->leaf < 0) return place_error(s, status, colon);
  return place_error(s, status, is_bad_stride(status, shape, s->error->leaf) ? colon + 1 : begin);
}

/* ---- tilers ---- */

/* One element: a layout, a shape (by mode), or `_`. */
static hd_status scan_element(scanner *s, hd_tiler *element) {
  hd_tuple shape;
  hd_layout layout;
  peek(s);
  size_t begin = s->at;
  hd_status status = scan_tuple(s, &shape);
  if (status != HD_OK) return status;
  if (peek(s) != ':') return place_error(s, hd_tiler_shape(&shape, s->error, element), begin);
  status = scan_layout(s, begin, &shape, &layout);
  if (status != HD_OK) return status;
  if (layout.profile.leaves == 0) {
    return fail_at(s, HD_MALFORMED, begin, "the empty layout `():()` cannot be an element of a tiler", NULL);
  }
  hd_tiler_layout(&layout, element);
  return HD_OK;
}

/* Appends the elements and the brackets of one tiler to another. */
static bool append_tiler(hd_tiler *to, const hd_tiler *from) {
  int shift = to->profile.leaves;
  for (int k = 0; k < from->profile.leaves; k++) {
    hd_layout element;
    hd_tiler_element(from, k, &element);
    if (!hd_tiler_append(to, hd_tiler_is_any(from, k) ? NULL : &element)) return false;
    to->profile.open[shift + k] = from->profile.open[k];
    to->profile.close[shift + k] = from->profile.close[k];
  }
  return true;
}

static hd_status scan_tiler(scanner *s, hd_tiler *tiler) {
  bool angle = peek(s) == '<';
  nest n = {.opening = angle ? '<' : '[', .closing = angle ? '>' : ']', .separator = angle ? ',' : ';'};
  bool empty;
  hd_tiler_clear(tiler);
  do {
    hd_tiler element;
    int first = tiler->profile.leaves;
    hd_status status = enter(s, &n, first == 0, &empty);
    if (status != HD_OK || empty) return status;
    size_t begin = s->at;
    status = scan_element(s, &element);
    if (status != HD_OK) return status;
    if (element.profile.leaves == 0) return n.depth == 0 ? HD_OK : fail_empty(s, begin);
    if (n.depth + hd_depth(&element.profile) > DEPTH_MAX) return fail_deep(s, begin);
    if (!append_tiler(tiler, &element)) return fail_leaves(s, begin);
    status = leave(s, &n, &tiler->profile, first);
    if (status != HD_OK) return status;
  } while (n.depth > 0);
  return HD_OK;
}

/* ---- whole texts ---- */

static scanner scan(const char *text, size_t length, const char *operation, hd_error *error) {
  return (scanner){text, length, 0, operation, error};
}

hd_status hd_parse_tuple(const char *text, size_t length, hd_error *error, hd_tuple *tuple) {
  scanner s = scan(text, length, "parse_tuple", error);
  hd_tuple found;
  hd_status status = scan_tuple(&s, &found);
  if (status == HD_OK) status = expect_end(&s);
  if (status == HD_OK) hd_tuple_copy(tuple, &found);
  return status;
}

hd_status hd_parse_layout(const char *text, size_t length, hd_error *error, hd_layout *layout) {
  scanner s = scan(text, length, "parse_layout", error);
  hd_tuple shape;
  hd_layout found;
  peek(&s);
  size_t begin = s.at;
  hd_status status = scan_tuple(&s, &shape);
  if (status == HD_OK) status = scan_layout(&s, begin, &shape, &found);
  if (status == HD_OK) status = expect_end(&s);
  if (status == HD_OK) hd_layout_copy(layout, &found);
  return status;
}

hd_status hd_parse_tiler(const char *text, size_t length, hd_error *error, hd_tiler *tiler) {
  scanner s = scan(text, length, "parse_tiler", error);
  hd_tiler found;
  hd_status status = scan_tiler(&s, &found);
  if (status == HD_OK) status = expect_end(&s);
  if (status != HD_OK) return status;
  hd_tiler_clear(tiler);
  append_tiler(tiler, &found);
  return HD_OK;
}
