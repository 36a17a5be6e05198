/* A mode is split by composing it with (tile, complement of the tile): mode 0 is the inside of a tile, mode 1 the rest.
 * The four divides arrange these pieces (arrange.h). */
#include "algebra/divide.h"

#include "algebra/arrange.h"
#include "algebra/binary.h"
#include "algebra/checked.h"
#include "algebra/complement.h"
#include "algebra/composition.h"
#include "algebra/evaluate.h"
#include "algebra/fit.h"
#include "algebra/gaps.h"
#include "algebra/image.h"
#include "algebra/radix.h"
#include "algebra/refusals.h"

/* Some leaf of the tile lies on an axis that is no mode of the layout. */
static hd_status fail_component(const hd_layout *tile, int rank, hd_error *error) {
  int leaf = 0, mode[HD_AXIS_STEPS];
  while (tile->axis[leaf] == HD_AXIS_INTEGER || (hd_axis_path(tile->axis[leaf], mode) == 1 && mode[0] < rank)) ++leaf;
  hd_refuse(error, HD_MISMATCH, "divide",
            "leaf {leaf} of the tile has the stride {0}{a}, which is no mode of the layout: it has {1}",
            tile->stride[leaf], rank, 0);
  if (!error) return HD_MISMATCH;
  error->leaf = leaf;
  error->axis = tile->axis[leaf];
  return HD_MISMATCH;
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
    if (!hd_layout_append(&made, &part, hd_view_all(&part.profile))) return hd_refuse_full(error, "divide");
  }
  for (int k = 0; k < tile->profile.leaves; ++k) covered += tile->axis[k] == HD_AXIS_INTEGER;
  if (covered != tile->profile.leaves) return fail_component(tile, rank, error);
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
      return hd_refuse(error, HD_UNDECIDED, "divide",
                       "the tile's strides leave gaps; the layout's first {0} values are in some tile, and {1} remain",
                       i, size - i, 0);
    hd_tuple_scalar(&index, i);
    hd_status status = hd_evaluate(mode, &index, error, &value);
    if (status == HD_OK) status = hd_coordinate_of(divided, &value, error, &coordinate);
    if (status == HD_UNDEFINED) {
      hd_refuse_nesting(error, "divide", "the tile's strides leave gaps: the layout's value {d}, at {c}, is in no tile",
                        &index, &value);
      if (error) error->status = status, error->number[0] = i;
    }
    if (status != HD_OK) return status;
  }
  return HD_OK;
}

/* The rests of a tile in a mode's size, as runs: its gaps, and from tile to tile. False: some overlap, or do not come out
 * even. */
static inline bool find_rests(const hd_layout *tile, hd_view element, int64_t size, hd_gaps *rests) {
  if (!hd_find_gaps(tile, element.begin, element.end, HD_AXIS_INTEGER, rests) || rests->lost != 0) return false;
  int64_t tiles = hd_quotient(size - 1, rests->end) + 1;
  if (tiles == 1 && rests->count > 0) return true;
  if (rests->count == HD_MAX_LEAVES) return false;
  hd_push_tail(rests, tiles);
  return true;
}

/* Where the next rest goes in a mode that is one line of this stride, and the bits of all numbers. */
typedef struct line {
  hd_layout *to;
  size_t at;
  int64_t stride;
  uint64_t bits;
} line;

static inline void push_on_line(void *to, int64_t extent, int64_t stride) {
  line *l = to;
  uint64_t step = (uint64_t)stride * (uint64_t)l->stride;
  l->bits |= (uint64_t)extent | (uint64_t)stride | step;
  hd_write_leaf(l->to, l->at++, extent, (int64_t)step, false, HD_AXIS_INTEGER);
}

/* A mode that is one line, as those of compact layouts are: the strides of the tile and its rests take its stride as a
 * factor. */
static inline bool divide_line(int64_t size, int64_t stride, const hd_layout *tile, hd_view element, hd_layout *inside,
                               hd_layout *outside) {
  int64_t end, lost;
  if (!hd_append_scaled(stride, HD_AXIS_INTEGER, tile, element, inside)) return false;
  size_t first = outside->profile.leaves;
  line l = {outside, first, stride, 0};
  if (first + element.end - element.begin >= HD_MAX_LEAVES ||
      !hd_walk_gaps(tile, element.begin, element.end, HD_AXIS_INTEGER, push_on_line, &l, &end, &lost) || lost != 0)
    return false;
  int64_t tiles = hd_quotient(size - 1, end) + 1;
  if (tiles > 1 || l.at == first) push_on_line(&l, tiles, end);
  if (l.at - first > 1) outside->profile.open[first] = outside->profile.close[l.at - 1] = 1;
  outside->profile.leaves = (uint8_t)l.at;
  return l.bits >> HD_SMALL_BITS == 0;
}

/* A tile whose strides nest, and then its rests, through the digits of the mode. */
static bool divide_quickly(const hd_layout *layout, hd_view mode, const hd_layout *tile, hd_view element,
                           hd_layout *inside, hd_layout *outside) {
  hd_gaps rests;
  hd_radix radix;
  int64_t size = 1;
  if (tile->on_axes || mode.begin == mode.end) return false;
  hd_read_digits(layout, mode.begin, mode.end, &radix);
  for (int k = 0; k <= radix.last; ++k) size *= radix.extent[k]; /* no more than all of the layout's */
  if (radix.last == 0 && !radix.on_axes) return divide_line(size, radix.stride[0], tile, element, inside, outside);
  if (!find_rests(tile, element, size, &rests) || !hd_refine_view(&radix, tile, element, inside)) return false;
  int first = outside->profile.leaves, at = first, several = rests.count > 1;
  radix.spare = HD_MAX_LEAVES - at - rests.count;
  if (radix.spare < 0) return false;
  for (int k = 0; k < rests.count; ++k) {
    int64_t s = rests.extent[k], d = rests.stride[k];
    if ((uint64_t)(s | d) >> HD_SMALL_BITS != 0 || s == 1) return false;
    at = hd_split_run(&radix, 0, radix.last, s, d, several && k == 0, several && k + 1 == rests.count, true, outside,
                      at);
    if (at < 0) return false;
  }
  outside->profile.leaves = (uint8_t)at;
  return hd_is_refined(&radix);
}

/* mode o (tile, complement of the tile in the mode's size): a pair. */
static hd_status split_by_layout(const hd_layout *mode, const hd_layout *tile, hd_error *error, hd_layout *pair) {
  const hd_layout *both[2] = {tile, pair};
  int64_t end;
  bool nests = tile->on_axes || hd_nests(tile, &end);
  hd_status status = tile->on_axes ? complement_in_modes(mode, tile, error, pair, &nests)
                                   : hd_complement(tile, hd_size(mode), error, pair);
  if (status == HD_OK) status = hd_concatenate(both, 2, error, pair);
  if (status == HD_OK) status = hd_composition(mode, pair, error, pair);
  if (status == HD_OK && !nests) status = check_gaps(mode, pair, error);
  if (status == HD_UNDEFINED && error && hd_rank(&mode->profile) > 1)
    error->hint = "a layout tiler divides the layout as a whole; to tile along one mode, divide by mode: [n:1]";
  return status;
}

/* ---- modes and tiles of powers of two ---- */

/* Whether n:t, of a valid layout, is a tile of a mode of so many places, beside which some are left. */
static inline bool is_tile(int64_t n, int64_t t, uint64_t size) {
  uint64_t span;
  return hd_spans_bits(n, t, &span) && span - 1 < size && span + (uint64_t)t <= size &&
         (t > 1 || span + (uint64_t)t < size);
}

/* All modes as digits of one domain, mode k from base[k] up to base[k + 1], where there is a tile for each. False: not
 * settled here. */
static inline bool read_modes(const hd_layout *layout, const hd_layout *tiles, size_t modes, hd_binary *digits,
                              uint64_t base[HD_MAX_LEAVES + 1]) {
  size_t leaf = 0, leaves = layout->profile.leaves, k = 0;
  hd_clear_binary(digits);
  for (base[0] = 1; leaf < leaves; ++k) {
    if (k == modes || tiles->profile.open[k] != 0) return false;
    base[k + 1] = hd_read_mode(layout, &leaf, -(k == 0), base[k], digits);
    if (!is_tile(tiles->shape[k], tiles->stride[k], base[k + 1] >> hd_lowest_place(base[k])))
      return false;
  }
  return k == modes && hd_is_read(digits, base[k]);
}

/* Logically, straight to the result: a tile n:t takes a mode's bits from t on, below n*t; the rests have those below and
 * those beyond. False: not settled here. */
static inline bool divide_bits(const hd_layout *layout, const hd_tiler *tiler, hd_layout *result) {
  hd_binary digits;
  uint64_t base[HD_MAX_LEAVES + 1];
  const hd_layout *tiles = &tiler->layouts;
  size_t at = 0, modes = tiler->profile.leaves;
  if (layout->profile.leaves + 2 * modes > HD_MAX_LEAVES || result == layout || result == tiles || layout->on_axes ||
      tiles->on_axes || tiles->profile.leaves != modes || !hd_is_tuple(&layout->profile) ||
      !hd_is_flat_tuple(&tiler->profile) || !read_modes(layout, tiles, modes, &digits, base))
    return false;
  for (size_t k = 0; k < modes; ++k) {
    int64_t from = (int64_t)base[k], n = tiles->shape[k], t = tiles->stride[k];
    int64_t stride = t * from, end = stride * n, rest = (int64_t)base[k + 1] >> hd_lowest_place((uint64_t)end);
    at = hd_split_bits(&digits, n, stride, 1, 0, result, at);
    if (t > 1) at = hd_split_bits(&digits, t, from, rest > 1, 1 - (rest > 1), result, at);
    if (rest > 1) at = hd_split_bits(&digits, rest, end, 0, 1 + (t > 1), result, at);
  }
  result->profile.leaves = (uint8_t)at;
  result->on_axes = false;
  hd_wrap_all(&result->profile);
  return true;
}

/* ---- the four divides ---- */

/* Apart, so that divide itself needs no frame for them. */
__attribute__((noinline)) static bool divide_modes(const hd_layout *layout, const hd_tiler *tiler,
                                                   hd_arrangement arrangement, hd_layout *result) {
  return hd_arrange_leaves(layout, tiler, hd_divide_leaf, arrangement, result) ||
         (arrangement == HD_LOGICAL && divide_bits(layout, tiler, result));
}

__attribute__((noinline)) static bool divide_whole(const hd_layout *layout, const hd_tiler *tiler, hd_layout *result) {
  return hd_arrange_whole(layout, &tiler->layouts, divide_quickly, result);
}

static inline hd_status divide(const hd_layout *layout, const hd_tiler *tiler, const hd_splits *splits,
                               hd_error *error, hd_layout *result) {
  if (hd_is_tuple(&tiler->profile)) {
    if (divide_modes(layout, tiler, splits->arrangement, result)) return HD_OK;
  } else if (splits->arrangement == HD_LOGICAL && divide_whole(layout, tiler, result)) {
    return HD_OK;
  }
  return hd_arrange(layout, tiler, splits, error, result);
}

hd_status hd_logical_divide(const hd_layout *layout, const hd_tiler *tiler, hd_error *error, hd_layout *result) {
  static const hd_splits splits = {divide_quickly, split_by_layout, "divide", "logical_divide", HD_LOGICAL};
  return divide(layout, tiler, &splits, error, result);
}

hd_status hd_zipped_divide(const hd_layout *layout, const hd_tiler *tiler, hd_error *error, hd_layout *result) {
  static const hd_splits splits = {divide_quickly, split_by_layout, "divide", "zipped_divide", HD_ZIPPED};
  return divide(layout, tiler, &splits, error, result);
}

hd_status hd_tiled_divide(const hd_layout *layout, const hd_tiler *tiler, hd_error *error, hd_layout *result) {
  static const hd_splits splits = {divide_quickly, split_by_layout, "divide", "tiled_divide", HD_TILED};
  return divide(layout, tiler, &splits, error, result);
}

hd_status hd_flat_divide(const hd_layout *layout, const hd_tiler *tiler, hd_error *error, hd_layout *result) {
  static const hd_splits splits = {divide_quickly, split_by_layout, "divide", "flat_divide", HD_FLAT};
  return divide(layout, tiler, &splits, error, result);
}
