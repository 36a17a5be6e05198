/* The steps under a tiler. A composition goes mode by mode; divides and products are a complement and a composition for
 * each mode, and then how the pieces are put together. */
#include "algebra/trace.h"

#include "algebra/complement.h"
#include "algebra/composition.h"
#include "algebra/divide.h"
#include "algebra/product.h"
#include "algebra/trace_parts.h"

typedef hd_status by_tiler(const hd_layout *, const hd_tiler *, hd_error *, hd_layout *);

static const struct {
  const char *name;
  by_tiler *call;
  bool divides, logical;
  const char *arrangement;
} tilings[] = {
    {"logical_divide", hd_logical_divide, true, true, "each mode keeps its two: ((tile, rest), ..)"},
    {"zipped_divide", hd_zipped_divide, true, false, "tiles together, then the rests: ((tiles), (rests))"},
    {"tiled_divide", hd_tiled_divide, true, false, "tiles together, then each rest: ((tiles), rest, ..)"},
    {"flat_divide", hd_flat_divide, true, false, "all in one row: (tile, .., rest, ..)"},
    {"logical_product", hd_logical_product, false, true, "each mode keeps its two: ((copy, moves), ..)"},
    {"zipped_product", hd_zipped_product, false, false, "copies together, then the moves: ((copies), (moves))"},
    {"tiled_product", hd_tiled_product, false, false, "copies together, then each of the moves: ((copies), moves, ..)"},
    {"flat_product", hd_flat_product, false, false, "all in one row: (copy, .., moves, ..)"},
};

/* What the modes have become so far, in rows of leaves. */
typedef struct rows {
  hd_layout insides;
  hd_layout outsides; /* unless each mode keeps its two */
} rows;

static void append_mode(hd_layout *row, const hd_layout *mode) {
  (void)hd_layout_append(row, mode, hd_view_all(&mode->profile));
}

static bool tell_inner(hd_narrator *n, const hd_layout *a, const hd_layout *b, hd_layout *made) {
  hd_error error;
  HD_TELL(n, .kind = HD_TRACE_BEGIN, .text = "composition: {A} o {B}", .layout = {a, b});
  const char *outer = hd_narrator_enter(n, "composition");
  hd_status status = hd_tell_composition(n, a, b, &error, made);
  hd_narrator_leave(n, outer);
  return status == HD_OK;
}

/* A mode by a tile: mode o (tile, complement(tile, size)). */
static bool tell_divide(hd_narrator *n, const hd_layout *mode, const hd_layout *tile, hd_layout *inside,
                        hd_layout *outside) {
  static const int first = 0, second = 1;
  hd_layout rest, whole, made;
  hd_tiler alone;
  hd_error error;
  const hd_layout *both[] = {tile, &rest};
  int64_t size = hd_size(mode);
  HD_TELL(n, .kind = HD_TRACE_BEGIN,
          .text = "{A} by {B} is {A} o ({B}, C), where C steps from tile to tile: "
                  "complement({B}, {0})",
          .layout = {mode, tile}, .number = {size});
  const char *outer = hd_narrator_enter(n, "complement");
  hd_status status = hd_tell_complement(n, tile, size, &error, &rest);
  hd_narrator_leave(n, outer);
  if (status != HD_OK || hd_concatenate(both, 2, NULL, &whole) != HD_OK) return false;
  HD_TELL(n, .text = "so C is {A}", .layout = {&rest});
  if (!tell_inner(n, mode, &whole, &made)) return false;
  (void)hd_tiler_layout(tile, &alone);
  if (hd_logical_divide(mode, &alone, &error, &whole) != HD_OK) {
    HD_TELL(n, .kind = HD_TRACE_BREAK, .text = "but what {A} has at {0} is in no tile: the tile's strides leave gaps",
            .layout = {mode}, .number = {error.number[0]});
    return false;
  }
  n->strays |= !hd_same_leaves(&whole, &made);
  (void)hd_get(&whole, &first, 1, NULL, inside);
  (void)hd_get(&whole, &second, 1, NULL, outside);
  HD_TELL(n, .kind = HD_TRACE_PIECE, .text = "inside a tile: {P}", .piece = inside);
  HD_TELL(n, .kind = HD_TRACE_PIECE, .text = "from tile to tile: {P}", .piece = outside);
  return true;
}

/* A mode and as many copies as a tile says: (mode, complement(mode) o tile). */
static bool tell_product(hd_narrator *n, const hd_layout *mode, const hd_layout *tile, hd_layout *inside,
                         hd_layout *outside) {
  hd_layout steps;
  hd_error error;
  HD_TELL(n, .kind = HD_TRACE_BEGIN,
          .text = "{A} times {B} is ({A}, C o {B}), where C steps from copy to copy: "
                  "complement({A})",
          .layout = {mode, tile});
  const char *outer = hd_narrator_enter(n, "complement");
  hd_status status = hd_tell_complement_unbounded(n, mode, &error, &steps);
  hd_narrator_leave(n, outer);
  if (status != HD_OK) return false;
  HD_TELL(n, .text = "so C is {A}", .layout = {&steps});
  if (!tell_inner(n, &steps, tile, outside)) return false;
  hd_layout_copy(inside, mode);
  HD_TELL(n, .kind = HD_TRACE_PIECE, .text = "a copy: {P}", .piece = inside);
  HD_TELL(n, .kind = HD_TRACE_PIECE, .text = "how far each copy is moved: {P}", .piece = outside);
  return true;
}

/* A mode under `_`. */
static void tell_untouched(hd_narrator *n, const hd_layout *mode, bool logical, rows *made) {
  hd_view half;
  bool split = !logical && hd_rank(&mode->profile) == 2;
  HD_TELL(n, .kind = HD_TRACE_PIECE,
          .text = logical ? "`_` leaves {P} whole"
                  : split ? "`_` takes {P}, of rank 2, as split already"
                          : "`_` leaves {P} whole, in tiles of 1:0",
          .piece = mode);
  for (int k = 0; split && k < 2; ++k)
    if (hd_view_mode(&mode->profile, hd_view_all(&mode->profile), k, &half))
      (void)hd_layout_append(k == 0 ? &made->insides : &made->outsides, mode, half);
  if (split) return;
  if (!logical) (void)hd_layout_append_leaf(&made->insides, 1, 0, HD_AXIS_INTEGER);
  append_mode(logical ? &made->insides : &made->outsides, mode);
}

/* One mode under an element; false where it breaks. */
static bool tell_mode(hd_narrator *n, hd_trace_tiling tiling, const hd_layout *mode, const hd_layout *element,
                      rows *made) {
  hd_layout inside, outside;
  bool found = tilings[tiling].divides ? tell_divide(n, mode, element, &inside, &outside)
                                       : tell_product(n, mode, element, &inside, &outside);
  if (!found) return false;
  append_mode(&made->insides, &inside);
  append_mode(tilings[tiling].logical ? &made->insides : &made->outsides, &outside);
  return true;
}

/* All modes; `answer` is NULL where there is none. */
static void tell_modes(hd_narrator *n, hd_trace_tiling tiling, const hd_layout *layout, const hd_tiler *tiler,
                       const hd_layout *answer) {
  hd_pairs pairs;
  hd_layout mode, element;
  rows made;
  bool any, logical = tilings[tiling].logical;
  hd_layout_clear(&made.insides);
  hd_layout_clear(&made.outsides);
  hd_pairs_start(&pairs, layout, tiler);
  while (hd_pairs_next(&pairs, &mode, &element, &any)) {
    if (any) {
      tell_untouched(n, &mode, logical, &made);
    } else if (!tell_mode(n, tiling, &mode, &element, &made)) {
      n->strays |= answer != NULL;
      return;
    }
    hd_pairs_close(&pairs, logical ? &made.insides : &made.outsides);
  }
  if (hd_is_tuple(&tiler->profile)) HD_TELL(n, .text = tilings[tiling].arrangement);
  if (!logical)
    for (int k = 0; k < made.outsides.profile.leaves; ++k)
      (void)hd_layout_append_leaf(&made.insides, made.outsides.shape[k], made.outsides.stride[k],
                                  hd_layout_axis(&made.outsides, k));
  n->strays |= !answer || (tiler->profile.leaves > 0 && !hd_same_leaves(&made.insides, answer));
}

hd_status hd_trace_tile(const hd_trace *trace, hd_trace_tiling tiling, const hd_layout *layout, const hd_tiler *tiler,
                        hd_error *error, hd_layout *result) {
  hd_narrator n = hd_narrator_start(trace, tilings[tiling].name);
  hd_layout made;
  hd_status status = tilings[tiling].call(layout, tiler, error, &made);
  bool told = status == HD_OK || status == HD_UNDEFINED;
  if (told && tiler->layouts.on_axes)
    HD_TELL(&n, .text = "the tile's strides lie on axes: it is completed in each mode of the layout by itself");
  else if (told) tell_modes(&n, tiling, layout, tiler, status == HD_OK ? &made : NULL);
  status = hd_narrated(&n, status, error);
  if (status == HD_OK) hd_layout_copy(result, &made);
  return status;
}

/* ---- composition by mode ---- */

/* `answer` is NULL where there is none. */
static void tell_by_mode(hd_narrator *n, const hd_layout *a, const hd_tiler *tiler, const hd_layout *answer) {
  hd_pairs pairs;
  hd_layout mode, element, made, inner, dropped;
  bool any;
  hd_layout_clear(&made);
  hd_layout_clear(&dropped);
  hd_pairs_start(&pairs, a, tiler);
  for (; hd_pairs_next(&pairs, &mode, &element, &any); hd_pairs_close(&pairs, &dropped)) {
    if (any) {
      HD_TELL(n, .kind = HD_TRACE_PIECE, .text = "`_` leaves {P} as it is", .piece = &mode);
      (void)hd_layout_append(&made, &mode, hd_view_all(&mode.profile));
      continue;
    }
    if (!tell_inner(n, &mode, &element, &inner)) {
      n->strays |= answer != NULL;
      return;
    }
    HD_TELL(n, .kind = HD_TRACE_PIECE, .text = "so {A} o {B} is {P}", .layout = {&mode, &element}, .piece = &inner);
    (void)hd_layout_append(&made, &inner, hd_view_all(&inner.profile));
  }
  if (dropped.profile.leaves > 0 && hd_layout_wrap(&dropped, 0))
    HD_TELL(n, .text = "modes of A that the tiler does not reach are dropped: {A}", .layout = {&dropped});
  n->strays |= !answer || !hd_same_leaves(&made, answer);
}

hd_status hd_trace_composition_by_mode(const hd_trace *trace, const hd_layout *a, const hd_tiler *tiler,
                                       hd_error *error, hd_layout *result) {
  hd_narrator n = hd_narrator_start(trace, "composition");
  hd_layout made;
  hd_status status = hd_composition_by_mode(a, tiler, error, &made);
  if (status == HD_OK || status == HD_UNDEFINED) tell_by_mode(&n, a, tiler, status == HD_OK ? &made : NULL);
  status = hd_narrated(&n, status, error);
  if (status == HD_OK) hd_layout_copy(result, &made);
  return status;
}
