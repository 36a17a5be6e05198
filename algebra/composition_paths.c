/* B on paths gives coordinates of A: its leaves on one axis are its part for one mode of A. Leaves on different axes
 * cannot meet; those on one axis compose as a whole or not at all. */
#include "algebra/composition_paths.h"

#include "algebra/composition_integers.h"
#include "algebra/radix.h"
#include "algebra/refusals.h"

static const char operation[] = "composition";

/* The leaves of B on one axis, as a flat layout on integers that goes into one mode of A. */
static void gather_axis(const hd_layout *b, hd_axis axis, hd_layout *gathered) {
  hd_layout_clear(gathered);
  for (int k = 0; k < b->profile.leaves; ++k)
    if (b->axis[k] == axis) hd_layout_append_leaf(gathered, b->shape[k], b->stride[k], HD_AXIS_INTEGER);
  if (gathered->profile.leaves > 1) hd_layout_wrap(gathered, 0);
}

/* Writes an error about the gathered leaves of one axis as one about B. */
static void spread_error(const hd_layout *b, hd_axis axis, hd_error *error) {
  hd_tuple whole;
  int named = error->leaf;
  hd_shape(b, &whole);
  for (int k = 0, next = 0; k < b->profile.leaves; ++k) {
    whole.value[k] = 0;
    if (b->axis[k] != axis) continue;
    if (next == named) error->leaf = k;
    if (error->has_coordinate) whole.value[k] = error->coordinate.value[next];
    ++next;
  }
  if (error->has_coordinate) hd_tuple_copy(&error->coordinate, &whole);
}

/* The mode of A that an axis of B points at. */
static hd_status mode_of_axis(const hd_layout *a, hd_axis axis, hd_error *error, hd_layout *mode) {
  int path[HD_AXIS_STEPS], steps = hd_axis_path(axis, path);
  if (steps > 0 && hd_get(a, path, steps, NULL, mode) == HD_OK) return HD_OK;
  hd_refuse(error, HD_MISMATCH, operation,
            steps == 0 ? "B has strides on the named axis {a}, and A's modes have no names"
                       : "B has strides on {a}, and A, of rank {0}, has no mode there",
            hd_rank(&a->profile), 0, 0);
  if (!error) return HD_MISMATCH;
  error->axis = axis;
  error->hint = "strides of B on @k lead into A's mode k, those on @j@k into mode j of that";
  return HD_MISMATCH;
}

/* Whether one coordinate of B comes before another: colexicographic order. */
static bool is_before(const hd_tuple *a, const hd_tuple *b) {
  int k = a->profile.leaves - 1;
  while (k > 0 && a->value[k] == b->value[k]) --k;
  return a->value[k] < b->value[k];
}

/* Composes B's leaves on one axis with the mode of A that it points at. */
static hd_status compose_axis(const hd_layout *a, const hd_layout *b, hd_axis axis, hd_error *error) {
  hd_layout mode, part;
  hd_status status = mode_of_axis(a, axis, error, &mode);
  if (status != HD_OK) return status;
  gather_axis(b, axis, &part);
  status = hd_compose_integers(&mode, &part, error, &part);
  if (status != HD_OK) spread_error(b, axis, error);
  return status;
}

/* Whether the leaves on every axis compose. A "no" outweighs what is open, and the first coordinate is named. */
static hd_status check_axes(const hd_layout *a, const hd_layout *b, hd_error *error) {
  hd_error found, first;
  hd_status status = HD_OK;
  for (int k = 0; k < b->profile.leaves; ++k) {
    int earlier = 0;
    while (b->axis[earlier] != b->axis[k]) ++earlier;
    if (earlier < k || b->axis[k] == HD_AXIS_INTEGER) continue;
    hd_status next = compose_axis(a, b, b->axis[k], &found);
    if (next == HD_MISMATCH) status = next, first = found;
    if (status == HD_MISMATCH) break;
    bool better = next == HD_UNDEFINED && (status != HD_UNDEFINED || is_before(&found.coordinate, &first.coordinate));
    if (better || (status == HD_OK && next != HD_OK)) status = next, first = found;
  }
  if (error && status != HD_OK) *error = first;
  return status;
}

/* ---- where division settles all of it ---- */

static const hd_axis tag = (hd_axis)HD_AXIS_TAG_PATH << HD_AXIS_TAG_SHIFT;

static inline hd_axis steps_above(int depth) { return ((hd_axis)1 << HD_AXIS_STEP_BITS * depth) - 1; }

/* The axis that points at each leaf of A. False: some leaf lies deeper than an axis goes. */
static inline bool find_paths(const hd_profile *of, hd_axis path[HD_MAX_LEAVES]) {
  int depth = !hd_is_tuple(of);
  hd_axis steps = (hd_axis)depth;
  for (int k = 0; k < of->leaves; ++k) {
    if (depth + of->open[k] > HD_AXIS_STEPS) return false;
    for (int open = of->open[k]; open > 0; --open) steps |= (hd_axis)1 << HD_AXIS_STEP_BITS * depth++;
    path[k] = tag | steps;
    depth -= of->close[k];
    if (depth == 0) return true;
    steps = (steps & steps_above(depth)) + ((hd_axis)1 << HD_AXIS_STEP_BITS * (depth - 1));
  }
  return true;
}

/* Adds the digits of the mode that an axis points at: the leaves whose paths begin like it. False: there are none. */
static inline bool add_mode(const hd_layout *a, const hd_axis *path, hd_axis axis, hd_radix *radix) {
  int begin = 0, leaves = a->profile.leaves;
  for (int k = 0; k < leaves; ++k)
    if (path[k] == axis) return hd_add_digits(a, k, k + 1, radix), true;
  if (!hd_axis_is_path(axis)) return false;
  hd_axis mask = tag | steps_above((63 - __builtin_clzll(axis ^ tag)) / HD_AXIS_STEP_BITS + 1);
  while (begin < leaves && (path[begin] & mask) != axis) ++begin;
  int end = begin;
  while (end < leaves && (path[end] & mask) == axis) ++end;
  if (begin < end) hd_add_digits(a, begin, end, radix);
  return begin < end;
}

/* Leaf by leaf, each through the digits of its axis, which are added where it is the first there. False: not settled
 * here. */
static bool compose_quickly(const hd_layout *a, const hd_layout *b, hd_layout *result) {
  hd_axis path[HD_MAX_LEAVES], axis[HD_MAX_LEAVES];
  uint8_t first[HD_MAX_LEAVES + 1] = {0}; /* axis m has digits first[m]..first[m+1]-1 */
  hd_radix radix;
  hd_layout made;
  int axes = 0, at = 0, leaves = b->profile.leaves;
  if (!find_paths(&a->profile, path)) return false;
  hd_clear_digits(&radix, a->on_axes);
  radix.spare = HD_MAX_LEAVES - leaves;
  for (int k = 0; k < leaves; ++k) {
    int m = 0;
    while (m < axes && axis[m] != b->axis[k]) ++m;
    if (m == axes) {
      axis[axes++] = b->axis[k];
      if (b->axis[k] == HD_AXIS_INTEGER) hd_set_digit(&radix, radix.last + 1, 1, 0, HD_AXIS_INTEGER);
      else if (!add_mode(a, path, b->axis[k], &radix)) return false;
      first[axes] = (uint8_t)(radix.last + 1);
    }
    at = hd_refine_leaf(&radix, first[m], first[m + 1] - 1, b, k, &made, at);
    if (at < 0) return false;
  }
  if (!hd_is_refined(&radix) || (at > leaves && !hd_is_shallow(&b->profile, leaves))) return false;
  made.profile.leaves = (uint8_t)at;
  made.on_axes = false;
  if (a->on_axes) hd_plain_zeros(&made);
  hd_copy_leaves(result, &made);
  return true;
}

hd_status hd_compose_paths(const hd_layout *a, const hd_layout *b, hd_error *error, hd_layout *result) {
  hd_layout made, mode, part;
  if (compose_quickly(a, b, result)) return HD_OK;
  hd_status status = check_axes(a, b, error);
  if (status != HD_OK) return status;
  hd_layout_clear(&made);
  for (int k = 0; k < b->profile.leaves; ++k) {
    int first = made.profile.leaves;
    hd_layout_clear(&part);
    hd_layout_append_leaf(&part, b->shape[k], b->stride[k], HD_AXIS_INTEGER);
    if (b->axis[k] != HD_AXIS_INTEGER) {
      mode_of_axis(a, b->axis[k], NULL, &mode);
      status = hd_compose_integers(&mode, &part, error, &part);
      if (status != HD_OK) return status;
    }
    if (!hd_layout_append(&made, &part, hd_view_all(&part.profile)) ||
        !hd_profile_bracket(&made.profile, first, b->profile.open[k], b->profile.close[k]))
      return hd_refuse_full(error, operation);
  }
  status = hd_layout_finish(&made, operation, error);
  if (status == HD_OK) hd_layout_copy(result, &made);
  return status;
}
