/* Telling and printing steps, and what several tellers need. */
#include "algebra/trace.h"

#include "algebra/append.h"
#include "algebra/coalesce.h"
#include "algebra/leaf.h"
#include "algebra/print.h"
#include "algebra/trace_parts.h"

/* ---- telling ---- */

hd_narrator hd_narrator_start(const hd_trace *trace, const char *operation) {
  return (hd_narrator){.trace = trace, .operation = operation};
}

hd_narrator hd_narrator_silent(void) { return (hd_narrator){.stopped = true}; }

void hd_tell(hd_narrator *n, hd_trace_step *step) {
  if (n->stopped) return;
  step->operation = n->operation;
  step->depth = n->depth;
  n->stopped = !n->trace->call(n->trace->context, step);
}

hd_status hd_narrated(hd_narrator *n, hd_status status, hd_error *error) {
  if (!n->strays) return status;
  HD_TELL(n, .text = "but the operation says otherwise: one of these steps is wrong");
  return hd_fail(error, HD_UNDECIDED, "trace", "the steps lead elsewhere than the operation: one of them is wrong");
}

const char *hd_narrator_enter(hd_narrator *n, const char *operation) {
  const char *outer = n->operation;
  n->operation = operation;
  n->depth++;
  return outer;
}

void hd_narrator_leave(hd_narrator *n, const char *outer) {
  n->operation = outer;
  n->depth--;
}

/* ---- printing ---- */

typedef struct writer {
  char *text;
  size_t capacity;
  size_t length;
} writer;

static void put_character(writer *w, char character) {
  const char word[] = {character, 0};
  w->length = hd_append_word(w->text, w->capacity, w->length, word);
}

static void put_tuple(writer *w, const hd_tuple *tuple) {
  w->length +=
      hd_print_tuple(tuple, hd_text_end(w->text, w->capacity, w->length), hd_text_room(w->capacity, w->length));
}

static void put_layout(writer *w, const hd_layout *layout) {
  w->length +=
      hd_print_layout(layout, hd_text_end(w->text, w->capacity, w->length), hd_text_room(w->capacity, w->length));
}

static void put_number(writer *w, int64_t number, hd_axis axis) {
  hd_tuple scalar;
  hd_tuple_clear(&scalar);
  (void)hd_tuple_append(&scalar, number, axis);
  put_tuple(w, &scalar);
}

static void put_binary(writer *w, int64_t number) {
  int bits = 64;
  while (bits > 1 && ((uint64_t)number >> (bits - 1) & 1) == 0) --bits;
  for (int k = bits - 1; k >= 0; --k) put_character(w, (char)('0' + ((uint64_t)number >> k & 1)));
}

static void put_samples(writer *w, const hd_trace_step *step) {
  for (int k = 0; k < step->samples; ++k) {
    if (k > 0) w->length = hd_append_word(w->text, w->capacity, w->length, ", ");
    put_number(w, step->sample[k], step->axis);
  }
  if (step->more) w->length = hd_append_word(w->text, w->capacity, w->length, ", ..");
}

/* Writes what {x} stands for; false: `x` is no blank. */
static bool put_blank(writer *w, const hd_trace_step *step, char x) {
  char suffix[HD_AXIS_TEXT];
  switch (x) {
    case 'A':
    case 'B': put_layout(w, step->layout[x - 'A']); return true;
    case 'P': put_layout(w, step->piece); return true;
    case 'c':
    case 'd': put_tuple(w, step->tuple[x - 'c']); return true;
    case 'v': put_samples(w, step); return true;
    case 's':
      w->length += hd_print_swizzle(step->swizzle, hd_text_end(w->text, w->capacity, w->length),
                                    hd_text_room(w->capacity, w->length));
      return true;
    case 'a':
      (void)hd_axis_text(step->axis, suffix);
      w->length = hd_append_word(w->text, w->capacity, w->length, suffix);
      return true;
    default: break;
  }
  if (x < '0' || x >= '0' + HD_TRACE_NUMBERS) return false;
  put_number(w, step->number[x - '0'], HD_AXIS_INTEGER);
  return true;
}

static void put_step(writer *w, const hd_trace_step *step) {
  for (const char *text = step->text; *text;) {
    if (text[0] == '{' && text[1] == 'b' && text[2] >= '0' && text[2] < '0' + HD_TRACE_NUMBERS && text[3] == '}') {
      put_binary(w, step->number[text[2] - '0']);
      text += 4;
    } else if (text[0] == '{' && text[1] != 0 && text[2] == '}' && put_blank(w, step, text[1])) {
      text += 3;
    } else {
      put_character(w, *text++);
    }
  }
}

size_t hd_print_trace_step(const hd_trace_step *step, char *text, size_t capacity) {
  writer w = {text, capacity, hd_append_word(text, capacity, 0, "")};
  put_step(&w, step);
  return w.length;
}

bool hd_trace_write(void *context, const hd_trace_step *step) {
  hd_trace_text *all = context;
  writer w = {all->text, all->capacity, all->length};
  for (int k = 0; k < 2 * step->depth; ++k) put_character(&w, ' ');
  put_step(&w, step);
  put_character(&w, '\n');
  all->length = w.length;
  return true;
}

/* ---- leaves and modes ---- */

bool hd_same_leaves(const hd_layout *a, const hd_layout *b) {
  if (a->profile.leaves != b->profile.leaves) return false;
  for (int k = 0; k < a->profile.leaves; ++k)
    if (a->shape[k] != b->shape[k] || a->stride[k] != b->stride[k] || hd_layout_axis(a, k) != hd_layout_axis(b, k))
      return false;
  return true;
}

bool hd_append_coalesced(const hd_layout *part, hd_layout *made) {
  hd_layout coalesced;
  hd_coalesce(part, &coalesced);
  for (int k = 0; k < coalesced.profile.leaves; ++k)
    if (!hd_layout_append_leaf(made, coalesced.shape[k], coalesced.stride[k], HD_AXIS_INTEGER)) return false;
  return true;
}

bool hd_leads_to(const hd_layout *layout, hd_on_component *part, const hd_layout *answer) {
  hd_layout made;
  return hd_components_each(layout, "trace", part, NULL, &made) == HD_OK && hd_same_leaves(&made, answer);
}

void hd_tell_sorted(hd_narrator *n, const hd_layout *layout, hd_axis axis, const hd_sorted *sorted) {
  hd_layout moving;
  for (int k = 0; k < layout->profile.leaves; ++k) {
    int64_t extent = layout->shape[k], stride = layout->stride[k];
    if (extent == 1)
      HD_TELL(n, .text = "{0}:{1}{a} has one coordinate: it never moves", .number = {extent, stride},
              .axis = hd_layout_axis(layout, k));
    else if (stride == 0) HD_TELL(n, .text = "{0}:0 does not move, whatever its coordinate", .number = {extent});
  }
  hd_layout_clear(&moving);
  for (int k = 0; k < sorted->count; ++k)
    (void)hd_layout_append_leaf(&moving, sorted->mode[k].extent, sorted->mode[k].stride, axis);
  if (sorted->count > 1) (void)hd_layout_wrap(&moving, 0);
  if (sorted->count == 0) HD_TELL(n, .text = "no mode moves");
  else if (sorted->count == 1) HD_TELL(n, .text = "one mode moves: {A}", .layout = {&moving});
  else HD_TELL(n, .text = "the modes that move, by stride: {A}", .layout = {&moving});
}

/* ---- a tiler and the modes it stands at ---- */

void hd_pairs_start(hd_pairs *pairs, const hd_layout *layout, const hd_tiler *tiler) {
  pairs->tiler = tiler;
  pairs->next = 0;
  hd_layout_copy(&pairs->operand, layout);
  pairs->cursor = hd_cursor_start(&pairs->operand.profile);
}

bool hd_pairs_next(hd_pairs *pairs, hd_layout *mode, hd_layout *element, bool *any) {
  int k = pairs->next;
  if (k == pairs->tiler->profile.leaves) return false;
  if (!hd_cursor_descend(&pairs->cursor, pairs->tiler->profile.open[k])) return false;
  hd_take_mode(&pairs->operand, hd_cursor_next(&pairs->cursor), mode);
  *any = hd_tiler_is_any(pairs->tiler, k);
  if (!*any) hd_tiler_element(pairs->tiler, k, element);
  return true;
}

void hd_pairs_close(hd_pairs *pairs, hd_layout *extra) {
  for (int close = pairs->tiler->profile.close[pairs->next++]; close > 0; --close) {
    while (hd_cursor_more(&pairs->cursor))
      (void)hd_layout_append(extra, &pairs->operand, hd_cursor_next(&pairs->cursor));
    hd_cursor_leave(&pairs->cursor);
  }
}
