/* The steps of a swizzle, bit by bit, and of a chain of maps before a layout. */
#include "algebra/trace.h"

#include "algebra/arithmetic.h"
#include "algebra/evaluate.h"
#include "algebra/trace_parts.h"

/* ---- swizzles ---- */

static int distance(const hd_swizzle *swizzle) { return swizzle->shift < 0 ? -swizzle->shift : swizzle->shift; }

static int first_read(const hd_swizzle *swizzle) { return swizzle->base + (swizzle->shift > 0 ? swizzle->shift : 0); }

static int first_changed(const hd_swizzle *swizzle) {
  return swizzle->base - (swizzle->shift < 0 ? swizzle->shift : 0);
}

static void tell_swizzle(hd_narrator *n, const hd_swizzle *swizzle) {
  int read = first_read(swizzle), changed = first_changed(swizzle), bits = swizzle->bits;
  if (bits == 0) {
    HD_TELL(n, .text = "{s} reads no bit, and changes none", .swizzle = swizzle);
    return;
  }
  HD_TELL(n,
          .text = bits == 1
                      ? "{s} reads bit {0}, and where it is set flips bit {1}"
                      : "{s} reads bits {0} to {2}, and where one is set flips that of bits {1} to {3} which stands "
                        "{4} away",
          .swizzle = swizzle, .number = {read, changed, read + bits - 1, changed + bits - 1, distance(swizzle)});
  HD_TELL(n,
          .text = swizzle->base == 0
                      ? "every number by itself: the pattern repeats after {1}"
                      : "{0} neighbours stay together: pieces of {0} change places, and the pattern repeats after {1}",
          .number = {(int64_t)1 << swizzle->base, (int64_t)1 << (bits + swizzle->base + distance(swizzle))});
}

static int64_t tell_swizzled(hd_narrator *n, const hd_swizzle *swizzle, int64_t index) {
  int64_t answer = hd_swizzle_at(swizzle, index), read = first_read(swizzle);
  int64_t found = (int64_t)((uint64_t)index >> read & (((uint64_t)1 << swizzle->bits) - 1));
  int64_t flipped = (int64_t)((uint64_t)found << first_changed(swizzle));
  tell_swizzle(n, swizzle);
  if (swizzle->bits > 0)
    HD_TELL(n,
            .text = found == 0 ? "{0} is 0b{b0}: none of the bits read is set, and it stays"
                               : "{0} is 0b{b0}: the bits read are 0b{b1}, so 0b{b2} = {2} is xor-ed to it: {3}",
            .number = {index, found, flipped, index ^ flipped});
  n->strays |= (index ^ flipped) != answer;
  return answer;
}

void hd_trace_swizzle(const hd_trace *trace, const hd_swizzle *swizzle) {
  hd_narrator n = hd_narrator_start(trace, "swizzle");
  tell_swizzle(&n, swizzle);
}

int64_t hd_trace_swizzle_at(const hd_trace *trace, const hd_swizzle *swizzle, int64_t index) {
  hd_narrator n = hd_narrator_start(trace, "swizzle");
  return tell_swizzled(&n, swizzle, index);
}

hd_status hd_trace_swizzle_recast(const hd_trace *trace, const hd_swizzle *swizzle, int64_t from, int64_t to,
                                  hd_error *error, hd_swizzle *result) {
  hd_narrator n = hd_narrator_start(trace, "recast");
  hd_swizzle answer;
  hd_status status = hd_swizzle_recast(swizzle, from, to, error, &answer);
  if (status == HD_OK || status == HD_UNDEFINED) {
    HD_TELL(&n, .text = "a swizzle counts units: this one units of {0} bits, and now units of {1} are to be counted",
            .number = {from, to});
    tell_swizzle(&n, swizzle);
  }
  if (status == HD_UNDEFINED) {
    int64_t ratio = to > from ? to / from : from / to;
    bool even = ratio * (to > from ? from : to) == (to > from ? to : from) && (ratio & (ratio - 1)) == 0;
    HD_TELL(&n, .kind = HD_TRACE_BREAK,
            .text =
                even ? "but pieces of {2} units of {0} bits are smaller than one of {1} bits, which would be torn apart"
                     : "but neither {0} nor {1} is a power of two times the other, and a swizzle knows no other ratio",
            .number = {from, to, (int64_t)1 << swizzle->base});
  }
  if (status == HD_OK && swizzle->bits > 0) {
    HD_TELL(&n,
            .text = to >= from ? "{0} units make one of the new: pieces of {1} are pieces of {2} now, 2 to the {3}"
                               : "one unit makes {0} of the new: pieces of {1} are pieces of {2} now, 2 to the {3}",
            .number = {to >= from ? to / from : from / to, (int64_t)1 << swizzle->base, (int64_t)1 << answer.base,
                       answer.base});
    tell_swizzle(&n, &answer);
  }
  if (status == HD_OK) *result = answer;
  return status;
}

/* ---- chains ---- */

/* What the maps from step k on make of the coordinate. */
static hd_status value_from(const hd_composed *composed, int k, const hd_tuple *coordinate, hd_tuple *value) {
  hd_composed rest;
  hd_composed_copy(&rest, composed);
  rest.steps = composed->steps - k;
  for (int j = 0; j < rest.steps; ++j) rest.step[j] = composed->step[k + j];
  return hd_composed_evaluate(&rest, coordinate, NULL, value);
}

/* What step k, a layout, makes of a value: `after`. */
static void tell_layout(hd_narrator *n, const hd_composed *composed, const hd_tuple *value, const hd_tuple *after) {
  const hd_layout *outer = &composed->outer;
  const hd_tuple *offset = &composed->outer_offset;
  bool plain = !hd_is_tuple(&value->profile) && !hd_is_tuple(&offset->profile);
  hd_tuple index, made;
  hd_error error;
  HD_TELL(n, .text = "the offset {d} is added to {c}, and {A} takes the sum:", .layout = {outer},
          .tuple = {value, offset});
  n->depth++;
  if (plain) {
    hd_tuple_scalar(&index, value->value[0] + offset->value[0]);
    n->strays |= hd_tell_evaluate(n, outer, &index, &error, &made) != HD_OK || !hd_tuple_is_identical(&made, after);
  } else {
    HD_TELL(n, .text = "which gives {c}", .tuple = {after});
  }
  n->depth--;
}

static void tell_chain(hd_narrator *n, const hd_composed *composed, const hd_tuple *coordinate, hd_tuple *value) {
  hd_tuple after;
  for (int k = composed->steps - 1; k >= 0; --k) {
    const hd_step *step = &composed->step[k];
    if (value_from(composed, k, coordinate, &after) != HD_OK) {
      n->strays = true;
      return;
    }
    if (step->is_layout) {
      tell_layout(n, composed, value, &after);
    } else {
      int64_t index = value->value[0] + step->offset;
      if (step->offset != 0) HD_TELL(n, .text = "the offset {0} is added: {1}", .number = {step->offset, index});
      n->strays |= tell_swizzled(n, &step->swizzle, index) != after.value[0];
    }
    hd_tuple_copy(value, &after);
  }
}

hd_status hd_trace_composed_evaluate(const hd_trace *trace, const hd_composed *composed, const hd_tuple *coordinate,
                                     hd_error *error, hd_tuple *value) {
  hd_narrator n = hd_narrator_start(trace, "evaluate");
  hd_tuple answer, told;
  hd_error inner;
  hd_status status = hd_composed_evaluate(composed, coordinate, error, &answer);
  if (status != HD_OK) return status;
  HD_TELL(&n, .kind = HD_TRACE_BEGIN, .text = "{A} comes first, at {c}:", .layout = {&composed->inner},
          .tuple = {coordinate});
  n.depth++;
  (void)hd_tell_evaluate(&n, &composed->inner, coordinate, &inner, &told);
  n.depth--;
  tell_chain(&n, composed, coordinate, &told);
  n.strays |= !hd_tuple_is_identical(&told, &answer);
  status = hd_narrated(&n, status, error);
  if (status == HD_OK) hd_tuple_copy(value, &answer);
  return status;
}
