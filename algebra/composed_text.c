/* Composed layouts as text: the pieces between ` o `, from left to right. */
#include "algebra/append.h"
#include "algebra/composed.h"
#include "algebra/parse.h"
#include "algebra/print.h"
#include "algebra/refusals.h"

size_t hd_print_composed(const hd_composed *composed, char *text, size_t capacity) {
  size_t length = 0;
  for (int k = 0; k < composed->steps; ++k) {
    const hd_step *step = &composed->step[k];
    hd_tuple offset;
    hd_tuple_scalar(&offset, step->offset);
    char *end = hd_text_end(text, capacity, length);
    size_t room = hd_text_room(capacity, length);
    length +=
        step->is_layout ? hd_print_layout(&composed->outer, end, room) : hd_print_swizzle(&step->swizzle, end, room);
    length = hd_append_word(text, capacity, length, " o ");
    length += hd_print_tuple(step->is_layout ? &composed->outer_offset : &offset, hd_text_end(text, capacity, length),
                             hd_text_room(capacity, length));
    length = hd_append_word(text, capacity, length, " o ");
  }
  return length +
         hd_print_layout(&composed->inner, hd_text_end(text, capacity, length), hd_text_room(capacity, length));
}

/* ---- reading ---- */

static bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '@';
}

/* Whether the `o` at a place stands between pieces, and not in the name of an axis. */
static bool is_between(const char *text, size_t length, size_t at) {
  return text[at] == 'o' && (at == 0 || !is_word(text[at - 1])) && (at + 1 == length || !is_word(text[at + 1]));
}

/* Pieces are taken from the right, as what is to the left acts on what is to the right. */
typedef struct piece {
  size_t begin, end;
} piece;

/* The last piece before `end`. */
static piece last_piece(const char *text, size_t length, size_t end) {
  size_t begin = end;
  while (begin > 0 && !is_between(text, length, begin - 1)) --begin;
  return (piece){begin, end};
}

static bool has(const char *text, piece p, char c) {
  for (size_t k = p.begin; k < p.end; ++k)
    if (text[k] == c) return true;
  return false;
}

/* Moves the place of an error in a piece to its place in the whole. */
static hd_status place(hd_status status, size_t begin, bool of_piece, hd_error *error) {
  if (status == HD_OK || !error) return status;
  error->position = of_piece ? error->position + begin : begin;
  error->operation = "parse_composed";
  return status;
}

/* Puts one map and what it adds before the chain. */
static hd_status put_before(const char *text, piece p, const hd_tuple *offset, hd_error *error, hd_composed *chain) {
  hd_swizzle swizzle;
  hd_layout outer;
  hd_status status;
  bool swizzled = has(text, p, '<');
  if (!swizzled && !has(text, p, ':'))
    return place(hd_fail(error, HD_MALFORMED, "parse", "a swizzle or a layout is wanted here"), p.begin, false, error);
  if (swizzled) status = hd_parse_swizzle(text + p.begin, p.end - p.begin, error, &swizzle);
  else status = hd_parse_layout(text + p.begin, p.end - p.begin, error, &outer);
  if (status != HD_OK) return place(status, p.begin, true, error);
  if (swizzled && (hd_is_tuple(&offset->profile) || hd_tuple_axis(offset, 0) != HD_AXIS_INTEGER))
    status = hd_refuse_nesting(error, "compose", "what is added before a swizzle is an integer, not {c}", offset, NULL);
  else if (swizzled) status = hd_compose_swizzle(&swizzle, offset->value[0], chain, error, chain);
  else status = hd_compose_layout(&outer, offset, chain, error, chain);
  return place(status, p.begin, false, error);
}

hd_status hd_parse_composed(const char *text, size_t length, hd_error *error, hd_composed *composed) {
  hd_composed made;
  piece p = last_piece(text, length, length);
  hd_layout inner;
  hd_status status = place(hd_parse_layout(text + p.begin, p.end - p.begin, error, &inner), p.begin, true, error);
  if (status != HD_OK) return status;
  hd_composed_plain(&inner, &made);
  while (p.begin > 0) {
    hd_tuple offset;
    hd_tuple_scalar(&offset, 0);
    p = last_piece(text, length, p.begin - 1);
    if (p.begin > 0 && !has(text, p, ':') && !has(text, p, '<')) {
      status = place(hd_parse_tuple(text + p.begin, p.end - p.begin, error, &offset), p.begin, true, error);
      if (status != HD_OK) return status;
      p = last_piece(text, length, p.begin - 1);
    }
    status = put_before(text, p, &offset, error, &made);
    if (status != HD_OK) return status;
  }
  hd_composed_copy(composed, &made);
  return HD_OK;
}
