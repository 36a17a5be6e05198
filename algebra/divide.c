/* Every divide walks the tiler's elements over the layout's modes and splits each mode into the part inside a tile and
 * the rest. Tiles and rests are collected side by side, both nested as the tiler; the four divides only arrange them.
 */
#include "algebra/divide.h"

#include "algebra/complement.h"
#include "algebra/composition.h"
#include "algebra/evaluate.h"
#include "algebra/fit.h"
#include "algebra/image.h"

static hd_status fail_full(hd_error *error) {
  return hd_fail(error, HD_CAPACITY, "divide", "the answer has more leaves, or is nested deeper, than a layout holds");
}

/* The complement of a tile whose strides lie on paths: one complement in each mode of the layout. *nests becomes false
 * where the tile leaves gaps. */
static hd_status complement_in_modes(const hd_layout *layout, const hd_layout *tile, hd_error *error, hd_layout *rest,
                                     bool *nests) {
  int64_t end;
  hd_layout made, mode, part;
  int rank = hd_rank(&layout->profile), covered = 0;
  hd_layout_clear(&made);
  for (int m = 0; m < rank; ++m) {
    hd_axis axis;
    hd_get(layout, &m, 1, NULL, &mode);
    hd_axis_from_path(&m, 1, &axis);
    hd_layout_clear(&part);
    for (int k = 0; k < tile->profile.leaves; ++k)
      if (tile->axis[k] == axis && ++covered)
        hd_layout_append_leaf(&part, tile->shape[k], tile->stride[k], HD_AXIS_INTEGER);
    if (part.profile.leaves > 1) hd_layout_wrap(&part, 0);
    *nests &= hd_nests(&part, &end);
    hd_status status = hd_complement(&part, hd_size(&mode), error, &part);
    if (status != HD_OK) return status;
    part.on_axes = true;
    for (int k = 0; k < part.profile.leaves; ++k) part.axis[k] = axis;
    if (!hd_layout_append(&made, &part, hd_view_all(&part.profile))) return fail_full(error);
  }
  for (int k = 0; k < tile->profile.leaves; ++k) covered += tile->axis[k] == HD_AXIS_INTEGER;
  if (covered != tile->profile.leaves)
    return hd_fail(error, HD_MISMATCH, "divide",
                   "the tile's strides lie on components that are not modes of the layout");
  hd_layout_wrap(&made, 0);
  hd_status status = hd_layout_finish(&made, "divide", error);
  if (status == HD_OK) hd_layout_copy(rest, &made);
  return status;
}

/* A tile whose strides do not nest leaves gaps that no tile fills: every value of the mode must be among the answer's
 * all the same. */
static hd_status check_gaps(const hd_layout *mode, const hd_layout *divided, hd_error *error) {
  hd_tuple index, value, coordinate;
  int64_t size = hd_size(mode);
  for (int64_t i = 0; i < size; ++i) {
    if (i == HD_MAX_VISITS)
      return hd_fail(error, HD_UNDECIDED, "divide", "whether the tiles' gaps matter is still open");
    hd_tuple_scalar(&index, i);
    hd_status status = hd_evaluate(mode, &index, error, &value);
    if (status == HD_OK) status = hd_coordinate_of(divided, &value, error, &coordinate);
    if (status == HD_UNDEFINED) {
      hd_fail(error, status, "divide", "the tile's strides leave gaps: what the layout has at {0} is in no tile");
      if (error) error->number[0] = i;
    }
    if (status != HD_OK) return status;
  }
  return HD_OK;
}

/* mode o (tile, complement of the tile in the mode's size), as its two modes. */
static hd_status split_by_layout(const hd_layout *mode, const hd_layout *tile, hd_error *error, hd_layout *inside,
                                 hd_layout *outside) {
  static const int first = 0, second = 1;
  hd_layout rest;
  const hd_layout *both[2] = {tile, &rest};
  int64_t end;
  bool nests = tile->on_axes || hd_nests(tile, &end);
  hd_status status = tile->on_axes ? complement_in_modes(mode, tile, error, &rest, &nests)
                                   : hd_complement(tile, hd_size(mode), error, &rest);
  if (status == HD_OK) status = hd_concatenate(both, 2, error, &rest);
  if (status == HD_OK) status = hd_composition(mode, &rest, error, &rest);
  if (status == HD_OK && !nests) status = check_gaps(mode, &rest, error);
  if (status != HD_OK) {
    if (status == HD_UNDEFINED && error && hd_rank(&mode->profile) > 1)
      error->hint = "a layout tiler divides the layout as a whole; to tile along one mode, divide by mode: [n:1]";
    return status;
  }
  hd_get(&rest, &first, 1, NULL, inside);
  hd_get(&rest, &second, 1, NULL, outside);
  return HD_OK;
}

/* A mode under `_`: of rank 2 it counts as already divided, else its tile is the one place 0. */
static void split_untouched(const hd_layout *mode, hd_layout *inside, hd_layout *outside) {
  static const int first = 0, second = 1;
  hd_layout whole = *mode;
  if (hd_rank(&mode->profile) == 2) {
    hd_get(&whole, &first, 1, NULL, inside);
    hd_get(&whole, &second, 1, NULL, outside);
    return;
  }
  hd_layout_clear(inside);
  hd_layout_append_leaf(inside, 1, 0, HD_AXIS_INTEGER);
  hd_layout_copy(outside, &whole);
}

/* Where the pieces go: `logical` keeps each pair together; the others collect tiles and rests apart. */
typedef struct division {
  bool logical;
  hd_layout tiles; /* of a logical division: the whole answer */
  hd_layout rests;
} division;

static bool append_mode(hd_layout *to, const hd_layout *mode) {
  return hd_layout_append(to, mode, hd_view_all(&mode->profile));
}

/* Appends one mode's pieces. */
static bool append_pieces(division *d, const hd_layout *inside, const hd_layout *outside) {
  int first = d->tiles.profile.leaves;
  if (!append_mode(&d->tiles, inside)) return false;
  if (!d->logical) return append_mode(&d->rests, outside);
  return append_mode(&d->tiles, outside) && hd_layout_wrap(&d->tiles, first);
}

/* Divides the mode that element k of the tiler stands at. */
static hd_status divide_mode(division *d, const hd_layout *layout, hd_view view, const hd_tiler *tiler, int k,
                             hd_error *error) {
  hd_layout mode, tile, inside, outside;
  hd_layout_clear(&mode);
  hd_layout_append(&mode, layout, view);
  hd_layout_finish(&mode, "divide", NULL); /* a mode of a valid layout is valid; this only makes on_axes exact */
  if (!hd_tiler_is_any(tiler, k)) {
    hd_tiler_element(tiler, k, &tile);
    hd_status status = split_by_layout(&mode, &tile, error, &inside, &outside);
    if (status != HD_OK) return status;
  } else if (d->logical) {
    return append_mode(&d->tiles, &mode) ? HD_OK : fail_full(error);
  } else {
    split_untouched(&mode, &inside, &outside);
  }
  return append_pieces(d, &inside, &outside) ? HD_OK : fail_full(error);
}

/* Goes out of one of the tiler's tuples: further modes of the layout there stay whole, among the rests. */
static bool leave_tuple(division *d, const hd_layout *layout, hd_cursor *cursor) {
  hd_layout *extra = d->logical ? &d->tiles : &d->rests;
  while (hd_cursor_more(cursor))
    if (!hd_layout_append(extra, layout, hd_cursor_next(cursor))) return false;
  hd_cursor_leave(cursor);
  return true;
}

/* `()`: every mode stays whole, and there is no tile to set apart. */
static hd_status divide_by_nothing(division *d, const hd_layout *operand, hd_error *error) {
  hd_layout_copy(&d->tiles, operand);
  if (d->logical) return HD_OK;
  return hd_fail(error, HD_MISMATCH, "divide", "the tiler `()` has no tile, and `()` cannot be a mode");
}

static hd_status divide(division *d, const hd_layout *layout, const hd_tiler *tiler, hd_error *error) {
  hd_layout operand;
  hd_layout_under(&tiler->profile, layout, &operand);
  hd_cursor cursor = hd_cursor_start(&operand.profile);
  hd_layout_clear(&d->tiles);
  hd_layout_clear(&d->rests);
  if (tiler->profile.leaves == 0) return divide_by_nothing(d, &operand, error);
  for (int k = 0; k < tiler->profile.leaves; ++k) {
    int tile = d->tiles.profile.leaves, rest = d->rests.profile.leaves;
    if (!hd_cursor_descend(&cursor, tiler->profile.open[k])) {
      hd_fail(error, HD_MISMATCH, "divide", "the tiler has more modes than the layout, or is nested deeper");
      return HD_MISMATCH;
    }
    hd_status status = divide_mode(d, &operand, hd_cursor_next(&cursor), tiler, k, error);
    if (status != HD_OK) return status;
    bool fits = hd_profile_bracket(&d->tiles.profile, tile, tiler->profile.open[k], 0) &&
                (d->logical || hd_profile_bracket(&d->rests.profile, rest, tiler->profile.open[k], 0));
    for (int close = tiler->profile.close[k]; fits && close > 0; --close)
      fits = leave_tuple(d, &operand, &cursor) && hd_profile_bracket(&d->tiles.profile, tile, 0, 1) &&
             (d->logical || hd_profile_bracket(&d->rests.profile, rest, 0, 1));
    if (!fits) return fail_full(error);
  }
  return HD_OK;
}

/* Appends a layout as one mode, or, when `open`, the modes of a tuple one by one. */
static bool append_open(hd_layout *to, const hd_layout *from, bool open) {
  hd_view mode;
  if (!open || !hd_is_tuple(&from->profile)) return append_mode(to, from);
  for (int k = 0; hd_view_mode(&from->profile, hd_view_all(&from->profile), k, &mode); ++k)
    if (!hd_layout_append(to, from, mode)) return false;
  return true;
}

/* The divides that keep tiles and rests apart, each of the two in brackets or opened up. */
static hd_status arrange(const hd_layout *layout, const hd_tiler *tiler, const char *operation, bool open_tiles,
                         bool open_rests, hd_error *error, hd_layout *result) {
  division d;
  hd_layout made;
  d.logical = false;
  hd_status status = divide(&d, layout, tiler, error);
  if (status != HD_OK) return hd_fail_within(error, status, operation);
  hd_layout_clear(&made);
  if (!append_open(&made, &d.tiles, open_tiles) || !append_open(&made, &d.rests, open_rests) ||
      !hd_layout_wrap(&made, 0))
    return hd_fail_within(error, fail_full(error), operation);
  status = hd_layout_finish(&made, operation, error);
  if (status == HD_OK) hd_layout_copy(result, &made);
  return status;
}

hd_status hd_logical_divide(const hd_layout *layout, const hd_tiler *tiler, hd_error *error, hd_layout *result) {
  division d;
  d.logical = true;
  hd_status status = divide(&d, layout, tiler, error);
  if (status == HD_OK) status = hd_layout_finish(&d.tiles, "logical_divide", error);
  if (status == HD_OK) hd_layout_copy(result, &d.tiles);
  return hd_fail_within(error, status, "logical_divide");
}

hd_status hd_zipped_divide(const hd_layout *layout, const hd_tiler *tiler, hd_error *error, hd_layout *result) {
  return arrange(layout, tiler, "zipped_divide", false, false, error, result);
}

hd_status hd_tiled_divide(const hd_layout *layout, const hd_tiler *tiler, hd_error *error, hd_layout *result) {
  return arrange(layout, tiler, "tiled_divide", false, true, error, result);
}

hd_status hd_flat_divide(const hd_layout *layout, const hd_tiler *tiler, hd_error *error, hd_layout *result) {
  return arrange(layout, tiler, "flat_divide", true, true, error, result);
}
