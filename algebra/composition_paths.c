/* B on paths gives coordinates of A: its leaves on one axis are its part for one mode of A. Leaves on different axes
 * cannot meet; those on one axis compose as a whole or not at all. */
#include "algebra/composition_paths.h"

#include "algebra/composition_integers.h"
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
                       : "B has strides on {a}, and A, which has {0} modes, has none there",
            hd_rank(&a->profile), 0, 0);
  if (error) error->axis = axis;
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

hd_status hd_compose_paths(const hd_layout *a, const hd_layout *b, hd_error *error, hd_layout *result) {
  hd_layout made, mode, part;
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
