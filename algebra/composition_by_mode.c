/* Composition with a tiler: each element of the tiler on the mode of A that it stands at. */
#include "algebra/composition.h"

#include "algebra/binary.h"
#include "algebra/match.h"
#include "algebra/radix.h"
#include "algebra/refusals.h"

static const char operation[] = "composition";

/* One element on one mode of A, appended to the answer. */
static hd_status append_tiled(const hd_layout *a, hd_view view, const hd_tiler *tiler, int element, hd_error *error,
                              hd_layout *made) {
  hd_layout mode, tile;
  hd_view of_tile = {tiler->start[element], tiler->start[element + 1], 0, 0};
  if (of_tile.begin == of_tile.end) return hd_append_leaves(made, a, view) ? HD_OK : hd_refuse_full(error, operation);
  if (hd_append_refined(a, view, &tiler->layouts, of_tile, made)) return HD_OK;
  hd_take_mode(a, view, &mode);
  hd_take_mode(&tiler->layouts, of_tile, &tile);
  hd_status status = hd_composition(&mode, &tile, error, &mode);
  if (status != HD_OK) return status;
  return hd_append_leaves(made, &mode, hd_view_all(&mode.profile)) ? HD_OK : hd_refuse_full(error, operation);
}

/* The elements of a tiler in brackets, each on the mode that it stands at. */
static hd_status append_modes(const hd_layout *a, const hd_tiler *tiler, hd_error *error, hd_layout *made) {
  hd_cursor cursor = hd_cursor_start(&a->profile);
  for (int k = 0; k < tiler->profile.leaves; ++k) {
    int first = made->profile.leaves;
    if (!hd_cursor_descend(&cursor, tiler->profile.open[k]))
      return hd_refuse_guide(error, operation, &tiler->profile, k, &a->profile);
    hd_status status = append_tiled(a, hd_cursor_next(&cursor), tiler, k, error, made);
    if (status != HD_OK) return status;
    hd_add_brackets(&made->profile, first, tiler->profile.open[k], tiler->profile.close[k]);
    for (int close = tiler->profile.close[k]; close > 0; --close) {
      while (hd_cursor_more(&cursor)) hd_cursor_next(&cursor); /* dropped, as in CuTe */
      hd_cursor_leave(&cursor);
    }
  }
  return HD_OK;
}

/* Modes of powers of two, or of one leaf, each under one leaf, or `_`. False: not settled here. */
static bool compose_modes(const hd_layout *a, const hd_tiler *tiler, hd_layout *made) {
  const hd_layout *tiles = &tiler->layouts;
  size_t leaf = 0, at = 0, leaves = a->profile.leaves, modes = tiler->profile.leaves;
  hd_binary digits;
  int64_t size = 1;
  digits.bits = 0;
  if (HD_MAX_LEAVES > 32 || a->on_axes || tiles->on_axes || !hd_is_tuple(&a->profile) ||
      !hd_is_flat_tuple(&tiler->profile))
    return false;
  for (size_t k = 0, tile = 0, next; k < modes; ++k, tile = next) {
    int depth = -(k == 0);
    next = tiler->start[k + 1];
    if (leaf == leaves) return false;
    bool alone = a->profile.open[leaf] + depth == 0, any = tile == next;
    if (any ? !alone : tiles->profile.open[tile] != 0) return false;
    int64_t n = any ? a->shape[leaf] : tiles->shape[tile], t = any ? 1 : tiles->stride[tile];
    if (!hd_mul(size, n, &size)) return false;
    if (alone) { /* never ends */
      uint64_t d = (uint64_t)a->stride[leaf++], stride = d * (uint64_t)t;
      digits.bits |= d | (uint64_t)n | (uint64_t)t | stride;
      at = hd_write_bracketed(n, (int64_t)stride, 0, 0, made, at);
    } else {
      digits.starts = 0;
      uint64_t end = hd_read_mode(a, &leaf, depth, 1, &digits);
      if ((end & (end - 1)) != 0 || !hd_is_binary(n, t)) return false;
      at = hd_split_bits(&digits, n, t, 0, 0, made, at);
    }
  }
  made->profile.leaves = (uint8_t)at;
  made->on_axes = false;
  hd_wrap_all(&made->profile);
  return digits.bits >> HD_SMALL_BITS == 0;
}

/* One layout for the whole, or `_`. */
static hd_status compose_whole(const hd_layout *a, const hd_tiler *tiler, hd_error *error, hd_layout *result) {
  hd_layout tile;
  if (hd_tiler_is_any(tiler, 0)) return hd_layout_copy(result, a), HD_OK;
  hd_tiler_element(tiler, 0, &tile);
  return hd_composition(a, &tile, error, result);
}

hd_status hd_composition_by_mode(const hd_layout *a, const hd_tiler *tiler, hd_error *error, hd_layout *result) {
  hd_layout made;
  if (!hd_is_tuple(&tiler->profile)) return compose_whole(a, tiler, error, result);
  if (compose_modes(a, tiler, &made)) return hd_copy_leaves(result, &made), HD_OK;
  hd_layout_clear(&made);
  made.on_axes = a->on_axes;
  hd_status status = append_modes(a, tiler, error, &made);
  if (status != HD_OK) return status;
  if (!hd_depth_fits(&made.profile)) return hd_refuse_full(error, operation);
  status = hd_finish(&made, operation, error);
  if (status == HD_OK) hd_copy_leaves(result, &made);
  return status;
}
