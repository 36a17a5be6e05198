/* The steps of both inverses: the modes by stride, each crossed in the other direction. What steps over a mode in the
 * domain, its place, is what the inverse has as a stride. */
#include "algebra/trace.h"

#include "algebra/checked.h"
#include "algebra/coalesce.h"
#include "algebra/components.h"
#include "algebra/inverse.h"
#include "algebra/trace_parts.h"

static void tell_places(hd_narrator *n, const hd_layout *layout, hd_axis axis, const hd_sorted *sorted) {
  hd_tell_sorted(n, layout, axis, sorted);
  for (int k = 0; k < sorted->count; ++k)
    HD_TELL(n, .text = "{0}:{1}{a}: index {2} is its first step, so its place is {2}",
            .number = {sorted->mode[k].extent, sorted->mode[k].stride, sorted->mode[k].place}, .axis = axis);
}

/* Puts a mode at the end of the answer. */
static void tell_piece(hd_narrator *n, const char *text, int64_t extent, int64_t stride, int64_t from, int64_t to,
                       hd_layout *made) {
  hd_layout piece;
  hd_layout_clear(&piece);
  (void)hd_layout_append_leaf(&piece, extent, stride, HD_AXIS_INTEGER);
  (void)hd_layout_append_leaf(made, extent, stride, HD_AXIS_INTEGER);
  HD_TELL(n, .kind = HD_TRACE_PIECE, .text = text, .number = {extent, stride, from, to}, .piece = &piece);
}

/* ---- right ---- */

/* How far each mode's chain of others leads: reach[k], by way of next[k]. */
static void follow_chains(const hd_sorted *sorted, int64_t reach[HD_MAX_LEAVES], int next[HD_MAX_LEAVES]) {
  for (int k = sorted->count - 1; k >= 0; --k) {
    int64_t end;
    next[k] = sorted->count;
    reach[k] = 0;
    if (sorted->mode[k].stride < 1 || !hd_mul(sorted->mode[k].extent, sorted->mode[k].stride, &end)) continue;
    reach[k] = end;
    for (int j = k + 1; j < sorted->count; ++j)
      if (sorted->mode[j].stride == end && reach[j] > reach[k]) {
        reach[k] = reach[j];
        next[k] = j;
      }
  }
}

/* The longest chain of modes each of which begins where the one before it ends, from 1 on. */
static bool tell_chain(hd_narrator *n, const hd_layout *layout, hd_axis axis, hd_layout *made) {
  hd_sorted sorted;
  int64_t reach[HD_MAX_LEAVES], end = 1;
  int next[HD_MAX_LEAVES], k;
  sorted.count = hd_sorted_modes(layout, axis, sorted.mode);
  tell_places(n, layout, axis, &sorted);
  follow_chains(&sorted, reach, next);
  k = sorted.count;
  for (int j = 0; j < sorted.count; ++j)
    if (sorted.mode[j].stride == 1 && (k == sorted.count || reach[j] > reach[k])) k = j;
  for (; k < sorted.count; k = next[k]) {
    end = sorted.mode[k].extent * sorted.mode[k].stride;
    tell_piece(n, "values {2} to {3} are stepped through at place {1}: {P}", sorted.mode[k].extent,
               sorted.mode[k].place, sorted.mode[k].stride, end - 1, made);
  }
  HD_TELL(n, .text = "no mode goes on with the stride {0}: the chain ends, and takes back the values below {0}",
          .number = {end});
  return true;
}

/* ---- left ---- */

/* The modes from one stride to the next; false where a stride does not come out even. */
static bool tell_strides(hd_narrator *n, const hd_layout *layout, hd_axis axis, hd_layout *made) {
  hd_sorted sorted;
  int64_t below = 1, place = 0;
  sorted.count = hd_sorted_modes(layout, axis, sorted.mode);
  tell_places(n, layout, axis, &sorted);
  for (int k = 0; k < sorted.count; ++k) {
    int64_t stride = sorted.mode[k].stride;
    if (stride < 0 || stride % below != 0) return false;
    if (k > 0 && stride == below)
      HD_TELL(n, .text = "{0}:{1}{a} has the same stride, and is no shorter: it counts instead",
              .number = {sorted.mode[k].extent, stride}, .axis = axis);
    if (stride > below)
      tell_piece(
          n,
          place == 0 ? "below {3} no value is taken but 0: {P}, and any stride would do"
          : sorted.mode[k - 1].extent < stride / below
              ? "from {2} to {3} values step by {2}, from place {1}: {P}; the layout takes only some, and what the "
                "others give does not count"
              : "from {2} to {3} values step by {2}, from place {1}: {P}",
          stride / below, place, below, stride, made);
    below = stride;
    place = sorted.mode[k].place;
  }
  if (sorted.count > 0)
    tell_piece(n, "from {2} on values step by {2}, from place {1}: {P}", sorted.mode[sorted.count - 1].extent, place,
               below, 0, made);
  return true;
}

/* Where larger strides than the last leaf's stand still: its leaf never ends, so it can take back theirs too. */
static void leave_to_last(const hd_layout *layout, hd_layout *rest) {
  int last = layout->profile.leaves - 1;
  hd_layout_copy(rest, layout);
  for (int k = 0; k < last; ++k)
    if (hd_layout_axis(layout, k) == hd_layout_axis(layout, last) && layout->stride[k] > layout->stride[last])
      rest->stride[k] = 0;
  (void)hd_layout_finish(rest, "trace", NULL);
}

/* ---- both ---- */

/* What the steps of one component make, in silence. */
static hd_status right_part(const hd_layout *layout, hd_axis axis, hd_error *error, hd_layout *made) {
  hd_narrator n = hd_narrator_silent();
  hd_layout part;
  (void)error;
  hd_layout_clear(&part);
  (void)tell_chain(&n, layout, axis, &part);
  return hd_append_coalesced(&part, made) ? HD_OK : HD_CAPACITY;
}

static hd_status left_part(const hd_layout *layout, hd_axis axis, hd_error *error, hd_layout *made) {
  hd_narrator n = hd_narrator_silent();
  hd_layout part;
  (void)error;
  hd_layout_clear(&part);
  if (!tell_strides(&n, layout, axis, &part)) return HD_UNDEFINED;
  return hd_append_coalesced(&part, made) ? HD_OK : HD_CAPACITY;
}

typedef bool tell_component(hd_narrator *n, const hd_layout *layout, hd_axis axis, hd_layout *made);

/* Tells each component; false where one breaks. */
static bool tell_components(hd_narrator *n, const hd_layout *layout, tell_component *tell) {
  hd_components components;
  hd_layout made;
  hd_components_of(layout, &components);
  for (int k = 0; k < components.count; ++k) {
    hd_layout_clear(&made);
    if (layout->on_axes) HD_TELL(n, .text = "on {a}, as a component of its own:", .axis = components.axis[k]);
    if (!tell(n, layout, components.axis[k], &made)) return false;
    hd_coalesce(&made, &made);
    if (made.profile.leaves > 1) HD_TELL(n, .text = "together {A}", .layout = {&made});
  }
  return true;
}

hd_status hd_trace_right_inverse(const hd_trace *trace, const hd_layout *layout, hd_error *error, hd_layout *result) {
  hd_narrator n = hd_narrator_start(trace, "right_inverse");
  hd_layout made;
  hd_status status = hd_right_inverse(layout, error, &made);
  if (status == HD_OK) {
    (void)tell_components(&n, layout, tell_chain);
    n.strays = !hd_leads_to(layout, right_part, &made);
  }
  status = hd_narrated(&n, status, error);
  if (status == HD_OK) hd_layout_copy(result, &made);
  return status;
}

static void tell_refusal(hd_narrator *n, const hd_error *error, bool strides) {
  HD_TELL(n, .kind = HD_TRACE_BREAK,
          .text = strides && error->number[0] < 0 ? "the stride {0} is negative, and a layout begins at 0"
                  : strides ? "the stride {0} is no multiple of {1}, the one below it: no mode leads "
                              "from one to the other"
                            : "{c} and {d} have one value, which can not lead back to both",
          .number = {error->number[0], error->number[1]}, .tuple = {&error->coordinate, &error->other});
}

hd_status hd_trace_left_inverse(const hd_trace *trace, const hd_layout *layout, hd_error *error, hd_layout *result) {
  hd_narrator n = hd_narrator_start(trace, "left_inverse");
  hd_layout made, rest;
  hd_error local;
  if (!error) error = &local;
  hd_status status = hd_left_inverse(layout, error, &made);
  if (status == HD_OK && !hd_leads_to(layout, left_part, &made)) {
    leave_to_last(layout, &rest);
    HD_TELL(&n, .text = "some values are taken twice; the last mode, which has no end, takes them back alone: {A}",
            .layout = {&rest});
    layout = &rest;
  }
  if (status == HD_OK) n.strays = !tell_components(&n, layout, tell_strides) || !hd_leads_to(layout, left_part, &made);
  if (status == HD_UNDEFINED) tell_refusal(&n, error, !tell_components(&n, layout, tell_strides));
  status = hd_narrated(&n, status, error);
  if (status == HD_OK) hd_layout_copy(result, &made);
  return status;
}
