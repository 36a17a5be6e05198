/* Placements as text: terms with ` + ` between them. */
#include "algebra/append.h"
#include "algebra/parse.h"
#include "algebra/placement.h"
#include "algebra/placement_factors.h"
#include "algebra/print.h"

/* ---- writing ---- */

/* A number with its axis; `m` goes without saying. */
static size_t append_number(char *text, size_t capacity, size_t length, int64_t value, hd_axis axis) {
  hd_tuple number;
  hd_tuple_clear(&number);
  hd_tuple_append(&number, value, axis == hd_axis_plain() ? HD_AXIS_INTEGER : axis);
  return length + hd_print_tuple(&number, hd_text_end(text, capacity, length), hd_text_room(capacity, length));
}

/* `(8,2):(4@laneid,1)`, without brackets where there is one iter. */
static size_t append_iters(char *text, size_t capacity, size_t length, const hd_iter *iter, int count) {
  for (int side = 0; side < 2; ++side) {
    if (side == 1) length = hd_append_word(text, capacity, length, ":");
    if (count != 1) length = hd_append_word(text, capacity, length, "(");
    for (int k = 0; k < count; ++k) {
      if (k > 0) length = hd_append_word(text, capacity, length, ",");
      length = append_number(text, capacity, length, side == 0 ? iter[k].extent : iter[k].stride,
                             side == 0 ? HD_AXIS_INTEGER : iter[k].axis);
    }
    if (count != 1) length = hd_append_word(text, capacity, length, ")");
  }
  return hd_append_word(text, capacity, length, "]");
}

size_t hd_print_placement(const hd_placement *placement, char *text, size_t capacity) {
  size_t length = hd_append_word(text, capacity, 0, placement->order == HD_LAST_FASTEST ? "S[" : "Scolex[");
  length = append_iters(text, capacity, length, placement->shard, placement->shards);
  if (placement->replicas > 0) {
    length = hd_append_word(text, capacity, length, " + R[");
    length = append_iters(text, capacity, length, placement->replica, placement->replicas);
  }
  for (int k = 0; k < placement->offsets; ++k) {
    length = hd_append_word(text, capacity, length, " + ");
    length = append_number(text, capacity, length, placement->offset[k].value, placement->offset[k].axis);
  }
  return length;
}

/* ---- reading ---- */

typedef struct scanner {
  const char *text;
  size_t length;
  size_t at;
  hd_error *error;
} scanner;

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/* The next byte that is not blank, 0 at the end, without passing it. */
static char peek(scanner *s) {
  while (s->at < s->length && is_blank(s->text[s->at])) ++s->at;
  return s->at < s->length ? s->text[s->at] : 0;
}

static bool take(scanner *s, char c) {
  if (s->at >= s->length || peek(s) != c || s->at >= s->length) return false;
  ++s->at;
  return true;
}

/* Passes a word and the `[` behind it. */
static bool take_head(scanner *s, const char *word) {
  scanner ahead = *s;
  peek(&ahead);
  for (; *word; ++word, ++ahead.at)
    if (ahead.at >= ahead.length || ahead.text[ahead.at] != *word) return false;
  if (!take(&ahead, '[')) return false;
  s->at = ahead.at;
  return true;
}

static hd_status fail_here(scanner *s, const char *reason) {
  hd_fail(s->error, HD_MALFORMED, "parse_placement", reason);
  if (s->error) s->error->position = s->at;
  return HD_MALFORMED;
}

/* Names the place of a failure that an operation on what was read has found. */
static hd_status place(scanner *s, hd_status status, size_t at) {
  if (status != HD_OK && s->error) {
    s->error->position = at;
    s->error->operation = "parse_placement";
  }
  return status;
}

static bool ends_number(char c) { return c == ',' || c == ')' || c == ':' || c == ']' || c == '+' || c == '['; }

/* One number, perhaps on an axis. */
static hd_status scan_number(scanner *s, hd_tuple *number) {
  if (peek(s) == '(') return fail_here(s, "a number is wanted here: iters stand in one flat list");
  size_t begin = s->at;
  while (s->at < s->length && !ends_number(s->text[s->at])) ++s->at;
  hd_status status = hd_parse_tuple(s->text + begin, s->at - begin, s->error, number);
  if (status != HD_OK) return place(s, status, s->error ? begin + s->error->position : 0);
  if (number->profile.leaves == 1 && !hd_tuple_is_any(number, 0)) return HD_OK;
  s->at = begin;
  return fail_here(s, "a number is wanted here");
}

/* `8`, `8,4`, `(8,4)` or `()`. */
static hd_status scan_list(scanner *s, hd_tuple *list) {
  hd_tuple number;
  bool bracketed = take(s, '(');
  hd_tuple_clear(list);
  if (bracketed && take(s, ')')) return HD_OK;
  do {
    if (bracketed && list->profile.leaves > 0 && peek(s) == ')') break; /* `(8,)` */
    hd_status status = scan_number(s, &number);
    if (status != HD_OK) return status;
    if (!hd_tuple_append(list, number.value[0], hd_tuple_axis(&number, 0)))
      return place(s, hd_refuse_iters(s->error, "parse"), s->at);
  } while (take(s, ','));
  if (bracketed && !take(s, ')')) return fail_here(s, "a `,` or `)` is wanted");
  if (bracketed || list->profile.leaves > 1) hd_profile_wrap(&list->profile, 0);
  return HD_OK;
}

/* `8:4@laneid]`, `(8,2)]` and so on, behind the opening bracket. */
static hd_status scan_iters(scanner *s, hd_tuple *shape, hd_tuple *stride, bool *compact) {
  hd_status status = scan_list(s, shape);
  if (status != HD_OK) return status;
  *compact = !take(s, ':');
  if (!*compact) status = scan_list(s, stride);
  if (status != HD_OK) return status;
  return take(s, ']') ? HD_OK : fail_here(s, *compact ? "a `:` or `]` is wanted" : "a `]` is wanted");
}

/* One term: an R or an offset. */
static hd_status scan_term(scanner *s, hd_placement *placement) {
  hd_tuple shape, stride;
  bool compact;
  peek(s);
  size_t begin = s->at;
  if (!take_head(s, "R")) {
    hd_status status = scan_number(s, &shape);
    return status == HD_OK ? place(s, hd_placement_shift(placement, &shape, s->error, placement), begin) : status;
  }
  hd_status status = scan_iters(s, &shape, &stride, &compact);
  if (status != HD_OK) return status;
  return place(s, hd_placement_replicate(placement, &shape, compact ? NULL : &stride, s->error, placement), begin);
}

hd_status hd_parse_placement(const char *text, size_t length, hd_error *error, hd_placement *placement) {
  scanner s = {text, length, 0, error};
  hd_placement made;
  hd_tuple shape, stride;
  bool compact, sharded = false;
  hd_status status = HD_OK;
  peek(&s);
  size_t begin = s.at;
  hd_order order = take_head(&s, "Scolex") ? HD_FIRST_FASTEST : HD_LAST_FASTEST;
  hd_placement_clear(order, &made);
  if (order == HD_FIRST_FASTEST || take_head(&s, "S")) {
    sharded = true;
    status = scan_iters(&s, &shape, &stride, &compact);
    if (status == HD_OK)
      status = place(&s, hd_make_placement(order, &shape, compact ? NULL : &stride, error, &made), begin);
  }
  for (bool first = !sharded; status == HD_OK && (first || take(&s, '+')); first = false) status = scan_term(&s, &made);
  if (status != HD_OK) return status;
  peek(&s);
  if (s.at < length) return fail_here(&s, "a `+` or the end of the text is wanted");
  hd_placement_copy(placement, &made);
  return HD_OK;
}
