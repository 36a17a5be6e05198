/* The steps of a composition. A splits an index into digits; each leaf of B is a run of indices, and what that does to
 * the digits, or else to the values, is what it becomes. */
#include "algebra/trace.h"

#include "algebra/checked.h"
#include "algebra/coalesce.h"
#include "algebra/components.h"
#include "algebra/composition.h"
#include "algebra/fit.h"
#include "algebra/leaf.h"
#include "algebra/period.h"
#include "algebra/trace_parts.h"

static const char operation[] = "composition";

typedef struct telling {
  hd_narrator *n;
  hd_layout a; /* coalesced with its tail */
  const hd_layout *b;
  int64_t reached[HD_MAX_LEAVES]; /* how far the leaves so far take each digit together, while `divided` */
  bool divided;
} telling;

static void append_piece(const hd_layout *a, int digit, int64_t extent, int64_t step, hd_layout *piece) {
  int64_t stride = 0;
  (void)hd_mul(step, a->stride[digit], &stride);
  (void)hd_layout_append_leaf(piece, extent, stride, stride != 0 ? hd_layout_axis(a, digit) : HD_AXIS_INTEGER);
}

static void tell_start(hd_narrator *n, const hd_layout *a, const hd_layout *coalesced, const hd_layout *b) {
  int64_t reach, size = hd_size(a);
  bool merged = a->profile.leaves != coalesced->profile.leaves, rises = true;
  HD_TELL(n,
          .text = coalesced->profile.leaves == 1
                      ? (merged ? "A is the same as {A}, which multiplies an index by its stride"
                                : "A is one mode, {A}: it multiplies an index by its stride")
                      : (merged ? "A is the same as {A}, which splits an index into digits, the first fastest"
                                : "A splits an index into digits, the first fastest: {A}"),
          .layout = {coalesced});
  for (int k = 0; k < b->profile.leaves; ++k) rises = rises && b->stride[k] >= 0;
  if (rises && hd_cosize(b, NULL, &reach) == HD_OK && reach > size)
    HD_TELL(n, .text = "B goes up to index {0}, and A has size {1}: from there on A's last mode goes on",
            .number = {reach - 1, size});
}

/* ---- by digits ---- */

/* {0} is the digit, {A} its mode of A, {4} its extent; {1} to {3} are a, b and c. */
static void tell_digit(telling *t, int digit, const char *text, int64_t a, int64_t b, int64_t c) {
  hd_layout mode;
  hd_layout_clear(&mode);
  append_piece(&t->a, digit, t->a.shape[digit], 1, &mode);
  HD_TELL(t->n, .text = text, .number = {digit, a, b, c, t->a.shape[digit]}, .layout = {&mode});
}

/* A step that turns this digit over; *d becomes the step of the next one. */
static bool tell_turns(telling *t, int digit, int64_t *d) {
  int64_t extent = t->a.shape[digit], rest = *d % extent;
  tell_digit(t, digit,
             rest == 0
                 ? "digit {0}, {A}: {1} = {2} * {4} turns it fully: it stands still, and the next one moves by {2}"
                 : "digit {0}, {A}: {1} = {2} * {4} + {3} moves it by {3} each time, so the values must decide",
             *d, *d / extent, rest);
  *d /= extent;
  return rest == 0;
}

/* A run that does not end inside this digit; *s becomes what is left of it for the next ones. */
static bool tell_full(telling *t, int digit, int64_t *s, int64_t d, hd_layout *piece) {
  int64_t extent = t->a.shape[digit], steps = extent / d;
  const char *text = "digit {0}, {A}: {1} steps of {2} fill it, {3} times over";
  if (extent % d != 0) {
    text = "digit {0}, {A}: steps of {2} do not end where it does, so the values must decide";
  } else if (*s % steps != 0) {
    text = "digit {0}, {A}: {1} steps of {2} fill it, which do not come out even in {3}, so the values must decide";
  } else {
    append_piece(&t->a, digit, steps, d, piece);
    t->reached[digit] += extent - d;
  }
  bool even = extent % d == 0 && *s % steps == 0;
  tell_digit(t, digit, text, steps, d, even ? *s / steps : *s);
  *s /= steps;
  return even;
}

/* The modes that the run becomes; false: it leaves remainders, and only the values can tell. */
static bool tell_digits(telling *t, int64_t s, int64_t d, hd_layout *piece) {
  int digit = 0, last = t->a.profile.leaves - 1;
  for (; digit < last; ++digit) {
    int64_t extent = t->a.shape[digit], far;
    if (d >= extent) {
      if (!tell_turns(t, digit, &d)) return false;
    } else if (hd_mul(s - 1, d, &far) && far < extent) {
      tell_digit(t, digit, "digit {0}, {A}: {1} steps of {2} stay inside it, the last one at {3}", s, d, far);
      t->reached[digit] += far;
      break;
    } else {
      if (!tell_full(t, digit, &s, d, piece)) return false;
      d = 1;
    }
  }
  if (digit == last && last > 0)
    tell_digit(t, digit, "digit {0}, {A}, is the last and has no end: {1} steps of {2}", s, d, 0);
  append_piece(&t->a, digit, s, d, piece);
  return true;
}

/* ---- by values ---- */

static void tell_samples(telling *t, int64_t s, int64_t d, hd_components *value) {
  hd_trace_step step = {.text = "there A is {v}", .axis = value->axis[0], .more = s > HD_TRACE_SAMPLES};
  if (value->count > 1) return;
  for (int64_t i = 0, index; i < s && step.samples < HD_TRACE_SAMPLES; ++i) {
    value->value[0] = 0;
    if (!hd_mul(i, d, &index) || !hd_components_add(value, &t->a, 0, t->a.profile.leaves, index)) return;
    step.sample[step.samples++] = value->value[0];
  }
  hd_tell(t->n, &step);
}

/* What the fit expected at a step, before it took the value there. */
typedef struct expectation {
  int modes;
  int64_t left; /* of the run, when the open mode began */
  bool beyond;
  hd_components value;
} expectation;

static void expect(const hd_fit *fit, expectation *wanted) {
  wanted->modes = fit->modes;
  wanted->left = fit->size / fit->block;
  wanted->beyond = fit->beyond;
  for (int k = 0; k < fit->axes; ++k) wanted->value.value[k] = fit->expected[k];
}

/* A mode has begun with the value that has just been taken, at step `at`. */
static void tell_mode(telling *t, const hd_fit *fit, const expectation *wanted, int64_t at, int64_t index,
                      const hd_components *value) {
  hd_tuple got, expected;
  if (!hd_components_tuple(value, 0, &got) || !hd_components_tuple(&wanted->value, 0, &expected)) return;
  if (wanted->modes == 0) {
    HD_TELL(t->n, .text = "the first stride is A({0}) = {c}", .number = {index}, .tuple = {&got});
    return;
  }
  HD_TELL(t->n,
          .text =
              wanted->beyond
                  ? "at step {0} A({1}) is {c}: so a mode of {2} ends here, which divides {3}; the next stride is {c}"
                  : "at step {0} A({1}) is {c} and not {d}: so a mode of {2} ends here, which divides {3}; the next "
                    "stride is {c}",
          .number = {at, index, fit->shape[wanted->modes - 1], wanted->left}, .tuple = {&got, &expected});
}

/* Fits the values as far as they have to be looked at; false: no layout has them, or it stays open. */
static bool tell_values(telling *t, int64_t s, int64_t d, hd_layout *piece) {
  hd_components value;
  expectation wanted;
  hd_fit fit;
  int64_t settled = hd_settled_after(&t->a, d, 1), i = 0, index;
  hd_components_of(&t->a, &value);
  wanted.value = value;
  tell_samples(t, s, d, &value);
  hd_fit_start(&fit, s, value.count);
  for (; i < s && i < settled; ++i) {
    int64_t block = fit.block;
    expect(&fit, &wanted);
    for (int k = 0; k < value.count; ++k) value.value[k] = 0;
    if (i == HD_MAX_VISITS || !hd_mul(i, d, &index) ||
        !hd_components_add(&value, &t->a, 0, t->a.profile.leaves, index) ||
        hd_fit_push(&fit, value.value, NULL) != HD_OK)
      return false;
    if (fit.modes > wanted.modes) tell_mode(t, &fit, &wanted, i, index, &value);
    if (fit.block != block) settled = hd_settled_after(&t->a, d, fit.block);
  }
  if (i < s)
    HD_TELL(t->n, .text = "A's digits have come round twice by step {0}, so it goes on like that", .number = {i});
  t->divided = false;
  return hd_fit_layout(&fit, value.axis, NULL, piece) == HD_OK;
}

/* ---- a leaf ---- */

static void tell_run(telling *t, int leaf) {
  int64_t s = t->b->shape[leaf], d = t->b->stride[leaf];
  hd_trace_step step = {.text = t->b->profile.leaves > 1 ? "leaf {0} of B, {1}:{2}, runs through A at {v}"
                                                         : "{1}:{2} runs through A at {v}",
                        .number = {leaf, s, d}};
  for (int64_t i = 0, index; i < s && step.samples < HD_TRACE_SAMPLES && hd_mul(i, d, &index); ++i)
    step.sample[step.samples++] = index;
  step.more = step.samples < s;
  hd_tell(t->n, &step);
}

/* What leaf `leaf` becomes; `answer` is what the operation made of it, NULL: nothing. False: no layout, or it stays
 * open. */
static bool tell_leaf(telling *t, int leaf, const hd_layout *answer) {
  hd_layout piece;
  int64_t s = t->b->shape[leaf], d = t->b->stride[leaf];
  const char *text = "so {0}:{1} becomes {P}";
  bool found = true;
  hd_layout_clear(&piece);
  if (d == 0) {
    (void)hd_layout_append_leaf(&piece, s, 0, HD_AXIS_INTEGER);
    text = "{0}:{1} stands still: {P}";
  } else if (s == 1) {
    if (answer) hd_layout_copy(&piece, answer);
    else (void)hd_layout_append_leaf(&piece, 1, 0, HD_AXIS_INTEGER);
    text = "{0}:{1} has one coordinate, 0, where its stride does not count: {P}";
  } else {
    tell_run(t, leaf);
    t->n->depth++;
    found = t->a.profile.leaves == 1 ? tell_digits(t, s, d, &piece)
                                     : (d > 0 && tell_digits(t, s, d, &piece)) || tell_values(t, s, d, &piece);
    t->n->depth--;
  }
  if (!found) return false;
  if (piece.profile.leaves > 1 && !hd_is_tuple(&piece.profile)) (void)hd_layout_wrap(&piece, 0);
  HD_TELL(t->n, .kind = HD_TRACE_PIECE, .text = text, .number = {s, d}, .piece = &piece);
  if (answer) t->n->strays |= !hd_same_leaves(&piece, answer);
  return true;
}

/* ---- all leaves together ---- */

static void tell_broken_leaf(hd_narrator *n, const hd_error *error) {
  int64_t divisor = error->number[5];
  HD_TELL(n, .kind = HD_TRACE_BREAK,
          .text = divisor == HD_FIT_TWO_AXES ? "at {c} A({0}) moves along two axes at once, which no stride does"
                  : divisor == HD_FIT_BEYOND ? "at {c} A({0}) is {1}{a}, and to go on leaves 64 bits"
                  : divisor == 0
                      ? "at {c} A({0}) is {1}{a}, and a layout that begins so has {2}{a} there: there is none"
                      : "at {c} A({0}) is {1}{a}; to go on takes {2}{a}, and a mode of {3} can not end here, "
                        "as {3} does not divide {4}: there is none",
          .number = {error->number[2], error->number[3], error->number[4], divisor, error->number[6]},
          .axis = error->axis, .tuple = {&error->coordinate});
}

static void tell_carry(hd_narrator *n, const hd_error *error) {
  HD_TELL(n, .kind = HD_TRACE_BREAK,
          .text = "at {c} B is {0} and A({0}) is {1}{a}, but what the leaves became adds up to {2}{a}: there is none",
          .number = {error->number[0], error->number[1], error->number[2]}, .axis = error->axis,
          .tuple = {&error->coordinate});
}

/* Whether the parts add up, said of B with at least two leaves that move. */
static void tell_sum(telling *t, hd_status status, const hd_error *error) {
  bool carries = !t->divided;
  for (int k = 0; t->divided && k + 1 < t->a.profile.leaves; ++k) {
    if (t->reached[k] < t->a.shape[k]) continue;
    carries = true;
    HD_TELL(t->n, .text = "digit {0} has {1} values, and the leaves together take it up to {2}: it carries",
            .number = {k, t->a.shape[k], t->reached[k]});
  }
  if (status == HD_UNDEFINED) tell_carry(t->n, error);
  else if (carries)
    HD_TELL(t->n, .text = "A(B(c)) is the sum of what the leaves became all the same: compared at every "
                          "coordinate that can differ");
  else HD_TELL(t->n, .text = "the leaves together take no digit past its end: nothing carries, and the parts add up");
}

/* The leaves of a result that stand under leaf `leaf` of B, whose cursor stands before it. */
static void take_under(const hd_layout *b, int leaf, const hd_layout *result, hd_cursor *cursor, hd_layout *part) {
  (void)hd_cursor_descend(cursor, b->profile.open[leaf]);
  hd_take_mode(result, hd_cursor_next(cursor), part);
  for (int close = b->profile.close[leaf]; close > 0; --close) hd_cursor_leave(cursor);
}

/* A o B on plain integers, told. */
static void tell_integers(hd_narrator *n, const hd_layout *a, const hd_layout *b, hd_status status,
                          const hd_error *error, const hd_layout *result) {
  telling t = {.n = n, .b = b, .divided = true};
  hd_cursor cursor;
  hd_layout part;
  int moving = 0;
  hd_coalesce_tail(a, &t.a);
  tell_start(n, a, &t.a, b);
  if (status == HD_OK) cursor = hd_cursor_start(&result->profile);
  for (int k = 0; k < b->profile.leaves; ++k) {
    moving += b->shape[k] > 1 && b->stride[k] != 0;
    if (status == HD_OK) take_under(b, k, result, &cursor, &part);
    if (tell_leaf(&t, k, status == HD_OK ? &part : NULL)) continue;
    n->strays |= status == HD_OK;
    if (status == HD_UNDEFINED && error->leaf < 0) {
      HD_TELL(n, .text = "no layout has these values; and before they show it, B's leaves carry into each other");
      tell_carry(n, error);
      return;
    }
    if (error->leaf == k) {
      tell_broken_leaf(n, error);
      return;
    }
  }
  if (status == HD_UNDEFINED || (moving > 1 && t.a.profile.leaves > 1)) tell_sum(&t, status, error);
}

/* ---- B on paths ---- */

/* The leaves of B on one axis, and A's mode that they run through. */
static void gather(const hd_layout *a, const hd_layout *b, hd_axis axis, hd_layout *mode, hd_layout *leaves) {
  int path[HD_AXIS_STEPS], steps = hd_axis_path(axis, path);
  hd_layout_clear(leaves);
  for (int k = 0; k < b->profile.leaves; ++k)
    if (b->axis[k] == axis) (void)hd_layout_append_leaf(leaves, b->shape[k], b->stride[k], HD_AXIS_INTEGER);
  if (leaves->profile.leaves > 1) (void)hd_layout_wrap(leaves, 0);
  (void)hd_get(a, path, steps, NULL, mode);
}

/* One component of B, whose strides are plain then, told as a composition with A's mode; its modes must be those of the
 * result. */
static void tell_component(hd_narrator *n, const hd_layout *a, const hd_layout *b, hd_axis axis,
                           const hd_layout *result) {
  hd_layout mode, leaves, inner, part, wanted;
  hd_error error;
  gather(a, b, axis, &mode, &leaves);
  HD_TELL(n, .kind = HD_TRACE_BEGIN, .text = "B's strides {a} lead through A's mode there: {A} o {B}", .axis = axis,
          .layout = {&mode, &leaves});
  const char *outer = hd_narrator_enter(n, operation);
  hd_status status = hd_composition(&mode, &leaves, &error, &inner);
  if (status == HD_OK || status == HD_UNDEFINED) tell_integers(n, &mode, &leaves, status, &error, &inner);
  hd_narrator_leave(n, outer);
  if (!result || status != HD_OK) return;
  hd_cursor inside = hd_cursor_start(&inner.profile), whole = hd_cursor_start(&result->profile);
  for (int k = 0, next = 0; k < b->profile.leaves; ++k) {
    take_under(b, k, result, &whole, &part);
    if (b->axis[k] != axis) continue;
    take_under(&leaves, next++, &inner, &inside, &wanted);
    n->strays |= !hd_same_leaves(&part, &wanted);
  }
}

static void tell_paths(hd_narrator *n, const hd_layout *a, const hd_layout *b, hd_status status, const hd_error *error,
                       const hd_layout *result) {
  hd_layout part;
  for (int k = 0; k < b->profile.leaves; ++k) {
    int earlier = 0;
    while (b->axis[earlier] != b->axis[k]) ++earlier;
    if (earlier == k && b->axis[k] != HD_AXIS_INTEGER)
      tell_component(n, a, b, b->axis[k], status == HD_OK ? result : NULL);
  }
  if (status != HD_OK) {
    int first = error->leaf < 0 ? 0 : 2;
    HD_TELL(n, .kind = HD_TRACE_BREAK, .text = "so there is none; {c} is the first coordinate to show it",
            .number = {error->number[first], error->number[first + 1], error->number[first + 2]},
            .tuple = {&error->coordinate});
    return;
  }
  hd_cursor cursor = hd_cursor_start(&result->profile);
  for (int k = 0; k < b->profile.leaves; ++k) {
    take_under(b, k, result, &cursor, &part);
    HD_TELL(n, .kind = HD_TRACE_PIECE, .text = "so {0}:{1}{a} becomes {P}", .number = {b->shape[k], b->stride[k]},
            .axis = b->axis[k], .piece = &part);
  }
}

hd_status hd_tell_composition(hd_narrator *n, const hd_layout *a, const hd_layout *b, hd_error *error,
                              hd_layout *result) {
  hd_status status = hd_composition(a, b, error, result);
  if (status != HD_OK && status != HD_UNDEFINED) return status;
  if (b->on_axes) tell_paths(n, a, b, status, error, result);
  else tell_integers(n, a, b, status, error, result);
  return status;
}

hd_status hd_trace_composition(const hd_trace *trace, const hd_layout *a, const hd_layout *b, hd_error *error,
                               hd_layout *result) {
  hd_narrator n = hd_narrator_start(trace, operation);
  hd_layout made;
  hd_error local;
  hd_status status = hd_tell_composition(&n, a, b, error ? error : &local, &made);
  status = hd_narrated(&n, status, error);
  if (status == HD_OK) hd_layout_copy(result, &made);
  return status;
}
