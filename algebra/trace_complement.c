/* The steps of a complement: the modes that move, by stride, with the gap below each; then the tiles. */
#include "algebra/trace.h"

#include "algebra/checked.h"
#include "algebra/complement.h"
#include "algebra/components.h"
#include "algebra/trace_parts.h"

static const char operation[] = "complement";

static void tell_piece(hd_narrator *n, const char *text, int64_t extent, int64_t stride, hd_axis axis, int64_t other,
                       hd_layout *made) {
  hd_layout piece;
  hd_layout_clear(&piece);
  (void)hd_layout_append_leaf(&piece, extent, stride, axis);
  (void)hd_layout_append_leaf(made, extent, stride, axis);
  HD_TELL(n, .kind = HD_TRACE_PIECE, .text = text, .number = {extent, stride, other, other % stride}, .axis = axis,
          .piece = &piece);
}

/* The gaps below the sorted modes, and where the last of them ends; false where one does not begin past the others. */
static bool tell_gaps(hd_narrator *n, const hd_sorted *sorted, hd_axis axis, hd_layout *made, int64_t *end) {
  *end = 1;
  for (int k = 0; k < sorted->count; ++k) {
    int64_t extent = sorted->mode[k].extent, stride = sorted->mode[k].stride;
    if (stride < *end) return false;
    if (stride / *end > 1)
      tell_piece(n,
                 stride % *end == 0 ? "below {2} there is room for {0} steps of {1}: {P}"
                                    : "below {2} there is room for {0} steps of {1}, and {3} stay a gap: {P}",
                 stride / *end, *end, axis, stride, made);
    if (!hd_mul(extent, stride, end)) return false;
    HD_TELL(n, .text = "{0}:{1}{a} ends at {2}, where the next may begin", .number = {extent, stride, *end},
            .axis = axis);
  }
  return true;
}

static void tell_tiles(hd_narrator *n, int64_t within, int64_t end, hd_layout *made) {
  int64_t tiles = within / end + (within % end != 0);
  if (tiles > 1)
    tell_piece(n,
               within % end == 0 ? "up to {2} there are {0} tiles of {1}: {P}"
                                 : "up to {2} there are {0} tiles of {1}, the last of them cut off: {P}",
               tiles, end, HD_AXIS_INTEGER, within, made);
  else if (made->profile.leaves == 0)
    tell_piece(n, "one tile of {1} holds all below {2}, without a gap: one place, {P}, whose stride does not count", 1,
               end, HD_AXIS_INTEGER, within, made);
  else HD_TELL(n, .text = "one tile of {0} holds all below {1}", .number = {end, within});
}

static void tell_refusal(hd_narrator *n, const hd_error *error) {
  bool collides = error->has_coordinate && error->has_other;
  bool negative = !collides && error->number[0] < 0;
  HD_TELL(n, .kind = HD_TRACE_BREAK,
          .text = collides   ? "{c} and {d} have one value: no tile can be told from the next"
                  : negative ? "the stride {0} is negative: the tile does not begin at 0"
                             : "{0} is not past {1}: no layout steps over such a tile",
          .number = {error->number[0], error->number[1]}, .tuple = {&error->coordinate, &error->other});
}

hd_status hd_tell_complement(hd_narrator *n, const hd_layout *layout, int64_t within, hd_error *error,
                             hd_layout *result) {
  hd_layout made;
  hd_sorted sorted;
  int64_t end, reach;
  hd_status status = hd_complement(layout, within, error, result);
  if (status != HD_OK && status != HD_UNDEFINED) return status;
  sorted.count = hd_sorted_modes(layout, HD_AXIS_INTEGER, sorted.mode);
  hd_tell_sorted(n, layout, HD_AXIS_INTEGER, &sorted);
  hd_layout_clear(&made);
  if (!tell_gaps(n, &sorted, HD_AXIS_INTEGER, &made, &end)) {
    n->strays |= status == HD_OK;
    tell_refusal(n, error);
    return status;
  }
  tell_tiles(n, within, end, &made);
  reach = -1;
  for (int k = 0; k < sorted.count; ++k) reach += (sorted.mode[k].extent - 1) * sorted.mode[k].stride;
  for (int k = 0; k < made.profile.leaves; ++k) reach += (made.shape[k] - 1) * made.stride[k];
  n->strays |= status == HD_OK ? !hd_same_leaves(&made, result) || reach + 1 < within - 1 : reach + 1 >= within - 1;
  if (status != HD_OK)
    HD_TELL(n, .kind = HD_TRACE_BREAK,
            .text = "but the last tile reaches only {0}, and {1} is wanted: a gap is left over",
            .number = {reach + 1, within - 1});
  return status;
}

hd_status hd_trace_complement(const hd_trace *trace, const hd_layout *layout, int64_t within, hd_error *error,
                              hd_layout *result) {
  hd_narrator n = hd_narrator_start(trace, operation);
  hd_layout made;
  hd_error local;
  hd_status status = hd_tell_complement(&n, layout, within, error ? error : &local, &made);
  status = hd_narrated(&n, status, error);
  if (status == HD_OK) hd_layout_copy(result, &made);
  return status;
}

/* ---- without a bound ---- */

/* The part of one axis; false where it breaks. */
static bool tell_axis(hd_narrator *n, const hd_layout *layout, hd_axis axis, hd_layout *made) {
  hd_sorted sorted;
  int64_t end;
  sorted.count = hd_sorted_modes(layout, axis, sorted.mode);
  hd_tell_sorted(n, layout, axis, &sorted);
  if (!tell_gaps(n, &sorted, axis, made, &end)) return false;
  tell_piece(n, "without a bound the tail stays: from tile to tile, {P}, however many there are", 1, end, axis, 1,
             made);
  return true;
}

/* What the steps of one component make, in silence. */
static hd_status axis_part(const hd_layout *layout, hd_axis axis, hd_error *error, hd_layout *made) {
  hd_narrator n = hd_narrator_silent();
  (void)error;
  return tell_axis(&n, layout, axis, made) ? HD_OK : HD_UNDEFINED;
}

hd_status hd_tell_complement_unbounded(hd_narrator *n, const hd_layout *layout, hd_error *error, hd_layout *result) {
  hd_components components;
  hd_layout made;
  hd_status status = hd_complement_unbounded(layout, error, result);
  if (status != HD_OK && status != HD_UNDEFINED) return status;
  hd_components_of(layout, &components);
  for (int k = 0; k < components.count; ++k) {
    hd_layout_clear(&made);
    if (layout->on_axes) HD_TELL(n, .text = "on {a}, as a component of its own:", .axis = components.axis[k]);
    if (tell_axis(n, layout, components.axis[k], &made)) continue;
    n->strays |= status == HD_OK;
    tell_refusal(n, error);
    return status;
  }
  n->strays |= status != HD_OK || !hd_leads_to(layout, axis_part, result);
  return status;
}

hd_status hd_trace_complement_unbounded(const hd_trace *trace, const hd_layout *layout, hd_error *error,
                                        hd_layout *result) {
  hd_narrator n = hd_narrator_start(trace, operation);
  hd_layout made;
  hd_error local;
  hd_status status = hd_tell_complement_unbounded(&n, layout, error ? error : &local, &made);
  status = hd_narrated(&n, status, error);
  if (status == HD_OK) hd_layout_copy(result, &made);
  return status;
}
