/* A product is (layout, complement of it composed with the tile); arrange.h puts the pieces together. */
#include "algebra/product.h"

#include "algebra/arithmetic.h"
#include "algebra/arrange.h"
#include "algebra/binary.h"
#include "algebra/coalesce.h"
#include "algebra/complement.h"
#include "algebra/composition.h"
#include "algebra/gaps.h"
#include "algebra/match.h"
#include "algebra/merge.h"
#include "algebra/modes.h"
#include "algebra/order.h"
#include "algebra/radix.h"
#include "algebra/refusals.h"

static inline void push_step(void *to, int64_t extent, int64_t stride) {
  hd_radix *steps = to;
  hd_set_digit(steps, steps->last + 1, extent, stride, HD_AXIS_INTEGER);
}

/* The steps of copies of some leaves, as digits: through their gaps, and then from end to end. False: some overlap. */
__attribute__((always_inline)) static inline bool read_steps(const hd_layout *block, size_t begin, size_t end,
                                                             hd_radix *steps) {
  int64_t last, lost;
  hd_clear_digits(steps, false);
  if (!hd_walk_gaps(block, begin, end, HD_AXIS_INTEGER, push_step, steps, &last, &lost)) return false;
  if (steps->last + 1 == HD_MAX_LEAVES) return false;
  push_step(steps, 1, last);
  return true;
}

/* The moves of a mode's copies. */
static hd_status find_moves(const hd_layout *mode, const hd_layout *tile, hd_error *error, hd_layout *moves) {
  hd_layout steps;
  if (tile->on_axes) return hd_refuse_axes(error, "product", tile);
  hd_status status = hd_complement_unbounded(mode, error, &steps);
  return status == HD_OK ? hd_composition(&steps, tile, error, moves) : status;
}

/* s:d, and n:t moves: in the gap d:1 below it, then from end to end, or first in one and then in the other. */
static inline bool multiply_leaf(int64_t s, int64_t d, int64_t n, int64_t t, hd_leaf_pieces *pieces) {
  int64_t gap = s == 1 || d == 0 ? 1 : d, end = s == 1 || d == 0 ? 1 : s * d, steps = gap;
  pieces->outsides = 1;
  pieces->extent[0] = s;
  pieces->stride[0] = d;
  pieces->extent[1] = n;
  pieces->stride[1] = t;
  if (n == 1 || end >> HD_SMALL_BITS != 0) return false;
  if ((n - 1) * t < gap) return true;
  if (t >= gap) {
    if (!hd_divide_evenly(&t, gap)) return false;
    pieces->stride[1] = t * end;
    return (t * end) >> HD_SMALL_BITS == 0;
  }
  if (!hd_divide_evenly(&steps, t) || !hd_divide_evenly(&n, steps)) return false;
  pieces->outsides = 2;
  pieces->extent[1] = steps;
  pieces->extent[2] = n;
  pieces->stride[2] = end;
  return true;
}

static bool multiply_quickly(const hd_layout *layout, hd_view mode, const hd_layout *tile, hd_view element,
                             hd_layout *inside, hd_layout *outside) {
  hd_radix steps;
  if (layout->on_axes || tile->on_axes || mode.begin == mode.end || !read_steps(layout, mode.begin, mode.end, &steps) ||
      !hd_append_leaves(inside, layout, mode))
    return false;
  if (steps.last == 0) return hd_append_scaled(steps.stride[0], HD_AXIS_INTEGER, tile, element, outside);
  return hd_refine_view(&steps, tile, element, outside) && hd_is_refined(&steps);
}

/* A mode and the moves of its copies. */
static hd_status multiply(const hd_layout *mode, const hd_layout *tile, hd_error *error, hd_layout *pair) {
  hd_layout moves;
  hd_status status = find_moves(mode, tile, error, &moves);
  if (status != HD_OK) return status;
  hd_copy_leaves(pair, mode);
  bool fits = hd_append_leaves(pair, &moves, hd_view_all(&moves.profile)) && hd_layout_wrap(pair, 0);
  return fits ? HD_OK : hd_refuse_full(error, "product");
}

/* The steps of a layout's copies, where all numbers are powers of two. A gap splits only one of the tile's leaves, and a
 * layout has no more gaps than leaves. What comes of it ends by 2^58. */
__attribute__((always_inline)) static inline bool read_binary_steps(const hd_layout *layout, const hd_layout *tile,
                                                                    hd_binary *steps) {
  uint64_t taken, moves;
  if (!hd_take_bits(tile, 0, tile->profile.leaves, &moves) ||
      !hd_take_bits(layout, 0, layout->profile.leaves, &taken))
    return false;
  hd_read_gaps(taken, steps);
  return true;
}

/* All of a layout beside its copies, straight to the result. False: not settled here. */
static inline bool multiply_whole(const hd_layout *layout, const hd_layout *tile, hd_layout *result) {
  hd_binary steps;
  if (3 * HD_EIGHT > HD_MAX_LEAVES || result == layout || result == tile || layout->on_axes || tile->on_axes ||
      !hd_is_shallow_of_eight(&layout->profile) || !hd_is_shallow_of_eight(&tile->profile) ||
      !read_binary_steps(layout, tile, &steps))
    return false;
  result->on_axes = false;
  result->profile.leaves = layout->profile.leaves;
  hd_copy_run(result, 0, layout, 0, layout->profile.leaves);
  hd_append_bits(&steps, tile, hd_view_all(&tile->profile), result);
  hd_wrap_all(&result->profile);
  return true;
}

/* Apart, so that product itself needs no frame for them. */
__attribute__((noinline)) static bool product_leaves(const hd_layout *layout, const hd_tiler *tiler,
                                                     hd_arrangement arrangement, hd_layout *result) {
  return hd_arrange_leaves(layout, tiler, multiply_leaf, arrangement, result);
}

__attribute__((noinline)) static bool product_whole(const hd_layout *layout, const hd_tiler *tiler,
                                                    hd_layout *result) {
  return multiply_whole(layout, &tiler->layouts, result) ||
         hd_arrange_whole(layout, &tiler->layouts, multiply_quickly, result);
}

static inline hd_status product(const hd_layout *layout, const hd_tiler *tiler, const hd_splits *splits,
                                hd_error *error, hd_layout *result) {
  if (hd_is_tuple(&tiler->profile)) {
    if (product_leaves(layout, tiler, splits->arrangement, result)) return HD_OK;
  } else if (splits->arrangement == HD_LOGICAL && product_whole(layout, tiler, result)) {
    return HD_OK;
  }
  return hd_arrange(layout, tiler, splits, error, result);
}

hd_status hd_logical_product(const hd_layout *layout, const hd_tiler *tiler, hd_error *error, hd_layout *result) {
  static const hd_splits splits = {multiply_quickly, multiply, "product", "logical_product", HD_LOGICAL};
  return product(layout, tiler, &splits, error, result);
}

hd_status hd_zipped_product(const hd_layout *layout, const hd_tiler *tiler, hd_error *error, hd_layout *result) {
  static const hd_splits splits = {multiply_quickly, multiply, "product", "zipped_product", HD_ZIPPED};
  return product(layout, tiler, &splits, error, result);
}

hd_status hd_tiled_product(const hd_layout *layout, const hd_tiler *tiler, hd_error *error, hd_layout *result) {
  static const hd_splits splits = {multiply_quickly, multiply, "product", "tiled_product", HD_TILED};
  return product(layout, tiler, &splits, error, result);
}

hd_status hd_flat_product(const hd_layout *layout, const hd_tiler *tiler, hd_error *error, hd_layout *result) {
  static const hd_splits splits = {multiply_quickly, multiply, "product", "flat_product", HD_FLAT};
  return product(layout, tiler, &splits, error, result);
}

/* ---- blocks side by side, and dealt out ---- */

/* (A, P), with both filled up to the larger rank. */
static hd_status product_of_equal_ranks(const hd_layout *block, const hd_layout *tiler, hd_error *error,
                                        hd_layout *copies, hd_layout *moves) {
  hd_layout one;
  int rank = hd_rank(&block->profile), other = hd_rank(&tiler->profile);
  if (rank < other) rank = other;
  if (rank < 1) rank = 1;
  hd_layout_clear(&one);
  hd_layout_append_leaf(&one, 1, 0, HD_AXIS_INTEGER);
  hd_status status = hd_append_to_rank(block, rank, &one, error, copies);
  if (status == HD_OK) status = hd_append_to_rank(tiler, rank, &one, error, &one);
  return status == HD_OK ? find_moves(copies, &one, error, moves) : status;
}

/* Puts s:d behind the moves at leaves first..at-1, or makes them go on with it: as coalescing them would. The moves
 * themselves do not go on with each other, as something lies between two gaps. Returns where that ends. */
static inline size_t rake_leaf(int64_t s, int64_t d, size_t first, size_t at, hd_layout *made) {
  size_t last = at - 1;
  if (made->shape[last] == 1) at = first;
  else if (s == 1) return at;
  else if ((uint64_t)made->shape[last] * (uint64_t)made->stride[last] == (uint64_t)d) return made->shape[last] *= s, at;
  int several = at > first;
  made->profile.open[first] = (uint8_t)several;
  made->profile.close[last] = 0;
  hd_write_leaf(made, at, s, d, false, HD_AXIS_INTEGER);
  made->profile.close[at] = (uint8_t)several;
  return at + 1;
}

/* Modes of one leaf, as most are, each beside its moves along a mode of the tiler; or raked, behind them. False: not
 * settled here. */
__attribute__((always_inline)) static inline bool multiply_leaves(const hd_layout *block, const hd_layout *tiler,
                                                                  bool raked, hd_layout *made) {
  hd_radix steps;
  int at = 0, rank = block->profile.leaves;
  int64_t size = 1;
  if (!read_steps(block, 0, block->profile.leaves, &steps) || 2 * rank > HD_MAX_LEAVES) return false;
  steps.spare = HD_MAX_LEAVES - 2 * rank;
  for (int k = 0; k < rank; ++k) {
    int first = at;
    int64_t s = block->shape[k], d = block->stride[k], n = tiler->shape[k], t = tiler->stride[k];
    if ((uint64_t)(n | t) >> HD_SMALL_BITS != 0 || (n == 1 && t != 0)) return false;
    if (!hd_mul(size, s, &size) || !hd_mul(size, n, &size)) return false;
    if (!raked) hd_write_leaf(made, (size_t)at++, s, d, false, HD_AXIS_INTEGER);
    if ((at = hd_split_run(&steps, 0, steps.last, n, t, 0, 0, true, made, at)) < 0) return false;
    if (raked) {
      at = (int)rake_leaf(s, d, (size_t)first, (size_t)at, made);
    } else {
      made->profile.open[first] = 1;
      ++made->profile.close[at - 1];
    }
  }
  made->profile.leaves = (uint8_t)at;
  made->on_axes = false;
  hd_wrap_all(&made->profile);
  return hd_is_refined(&steps);
}

/* The same of powers of two, straight to the result. */
__attribute__((always_inline)) static inline bool multiply_bits(const hd_layout *block, const hd_layout *tiler,
                                                                bool raked, hd_layout *result) {
  hd_binary steps;
  size_t at = 0, rank = block->profile.leaves;
  if (result == block || result == tiler || 3 * rank > HD_MAX_LEAVES || !read_binary_steps(block, tiler, &steps))
    return false;
  for (size_t k = 0; k < rank; ++k) {
    size_t first = at;
    if (!raked) {
      hd_write_leaf(result, at++, block->shape[k], block->stride[k], false, HD_AXIS_INTEGER);
      result->profile.open[first] = 1;
    }
    at = hd_split_bits(&steps, tiler->shape[k], tiler->stride[k], 0, !raked, result, at);
    if (raked) at = rake_leaf(block->shape[k], block->stride[k], first, at, result);
  }
  result->profile.leaves = (uint8_t)at;
  result->on_axes = false;
  hd_wrap_all(&result->profile);
  return true;
}

/* Mode k, or the whole as one mode: where there is one mode only and an operand is a scalar, the moves are one mode
 * however they are nested. */
static bool append_mode(hd_layout *to, const hd_layout *from, bool whole, int k) {
  hd_view mode = hd_view_all(&from->profile);
  return (whole || hd_view_mode(&from->profile, mode, k, &mode)) && hd_layout_append(to, from, mode);
}

/* The operation's status, with what it is to be reported under. */
__attribute__((always_inline)) static inline hd_status multiply_modes(const hd_layout *block, const hd_layout *tiler,
                                                                      bool raked, const char *operation,
                                                                      hd_error *error, hd_layout *result) {
  hd_layout copies, moves, made;
  if (!block->on_axes && !tiler->on_axes && hd_are_flat_tuples(&block->profile, &tiler->profile)) {
    if (multiply_bits(block, tiler, raked, result)) return HD_OK;
    if (multiply_leaves(block, tiler, raked, &made)) return hd_copy_leaves(result, &made), HD_OK;
  }
  bool scalars = !hd_is_tuple(&block->profile) || !hd_is_tuple(&tiler->profile);
  hd_status status = product_of_equal_ranks(block, tiler, error, &copies, &moves);
  if (status != HD_OK) return hd_fail_within(error, status, operation);
  hd_layout_clear(&made);
  int rank = hd_rank(&copies.profile);
  bool fits = true, one_copy = !hd_is_tuple(&copies.profile), one_move = rank == 1 && scalars;
  for (int k = 0; fits && k < rank; ++k) {
    int first = made.profile.leaves;
    fits = (raked || append_mode(&made, &copies, one_copy, k)) && append_mode(&made, &moves, one_move, k) &&
           (!raked || append_mode(&made, &copies, one_copy, k)) && hd_layout_wrap(&made, first);
  }
  if (!fits || !hd_layout_wrap(&made, 0)) return hd_refuse_full(error, operation);
  status = hd_layout_finish(&made, operation, error);
  if (status == HD_OK && raked) {
    hd_tuple each;
    hd_shape(&made, &each);
    status = hd_tuple_product_each(&each, error, &each);
    if (status == HD_OK) status = hd_coalesce_by_mode(&made, &each.profile, error, &made);
  }
  if (status == HD_OK) hd_layout_copy(result, &made);
  return status;
}

hd_status hd_blocked_product(const hd_layout *block, const hd_layout *tiler, hd_error *error, hd_layout *result) {
  return multiply_modes(block, tiler, false, "blocked_product", error, result);
}

hd_status hd_raked_product(const hd_layout *block, const hd_layout *tiler, hd_error *error, hd_layout *result) {
  return multiply_modes(block, tiler, true, "raked_product", error, result);
}

/* ---- filling a shape ---- */

static hd_status check_permutation(const hd_tuple *order, int rank, hd_error *error) {
  bool taken[HD_MAX_LEAVES] = {false};
  if (hd_rank(&order->profile) != rank || order->profile.leaves != rank) {
    hd_refuse_nesting(error, "tile_to_shape", "the order {c} does not have one number for each mode: the rank is {0}",
                      order, NULL);
    if (error) error->number[0] = rank;
    return HD_MISMATCH;
  }
  for (int k = 0; k < rank; ++k) {
    int64_t place = order->value[k];
    bool plain = hd_tuple_axis(order, k) == HD_AXIS_INTEGER;
    if (plain && place >= 0 && place < rank && !taken[place]) {
      taken[place] = true;
      continue;
    }
    hd_fail(error, HD_RANGE, "tile_to_shape", "the order is no permutation of 0 to {1}: see its leaf {leaf}, {0}");
    if (error) error->leaf = k, error->number[0] = place, error->number[1] = rank - 1;
    return HD_RANGE;
  }
  return HD_OK;
}

/* How many blocks fill each mode. */
static hd_status count_blocks(const hd_layout *block, const hd_tuple *shape, hd_error *error, hd_tuple *counts) {
  hd_tuple blocks;
  hd_layout target;
  hd_shape(block, &blocks);
  hd_status status = hd_make_layout(shape, NULL, error, &target); /* only to see that it is a shape */
  if (status == HD_OK) status = hd_tuple_product_each(&blocks, error, &blocks);
  if (status == HD_OK) status = hd_tuple_product_each(shape, error, counts);
  return status == HD_OK ? hd_ceil_div(counts, &blocks, error, counts) : status;
}

/* Which mode comes at each place of an order; false: it is no permutation, or not flat, or long. */
static inline bool read_order(const hd_tuple *order, int rank, uint8_t mode[HD_MAX_LEAVES]) {
  uint64_t taken = 0;
  if (order->on_axes || order->profile.leaves != rank || rank > 64 || !hd_is_flat_tuple(&order->profile)) return false;
  for (int k = 0; k < rank; ++k) {
    uint64_t place = (uint64_t)order->value[k];
    if (place >= (uint64_t)rank || (taken >> place & 1)) return false;
    taken |= (uint64_t)1 << place;
    mode[place] = (uint8_t)k;
  }
  return true;
}

/* As many blocks as fill modes of one leaf, as a layout of strides compact in an order from `next` on; with `beside`
 * each beside its leaf of the block, all of which move. False: not settled here. */
__attribute__((always_inline)) static inline bool count_leaves(const hd_layout *block, const hd_tuple *shape,
                                                               const hd_tuple *order, int64_t next, bool beside,
                                                               hd_layout *made) {
  uint8_t mode[HD_MAX_LEAVES];
  int rank = shape->profile.leaves;
  if ((1 + beside) * rank > HD_MAX_LEAVES || block->on_axes || shape->on_axes ||
      !hd_are_flat_tuples(&block->profile, &shape->profile) || (order && !read_order(order, rank, mode)))
    return false;
  for (int j = 0; j < rank; ++j) {
    size_t k = order ? mode[j] : (size_t)j, at = beside ? 2 * k + 1 : k;
    int64_t extent = block->shape[k], wanted = shape->value[k];
    if (wanted < 1 || (beside && extent > 1 && block->stride[k] == 0)) return false;
    int64_t count = hd_quotient(wanted - 1, extent) + 1;
    hd_write_leaf(made, at, count, count == 1 ? 0 : next, false, HD_AXIS_INTEGER);
    if (beside) {
      hd_write_leaf(made, at - 1, extent, block->stride[k], false, HD_AXIS_INTEGER);
      made->profile.open[at - 1] = made->profile.close[at] = 1;
    }
    if (!hd_mul(next, count, &next)) return false;
  }
  made->profile.leaves = (uint8_t)((1 + beside) * rank);
  made->on_axes = false;
  hd_wrap_all(&made->profile);
  return true;
}

/* A block without gaps: the steps of its copies go on where it ends. False: not settled here. */
static bool fill_leaves(const hd_layout *block, const hd_tuple *shape, const hd_tuple *order, hd_layout *made) {
  int64_t end;
  return !block->on_axes && hd_is_dense(block, &end) && count_leaves(block, shape, order, end, true, made);
}

/* Any other block of such modes. */
__attribute__((noinline)) static bool fill_blocked(const hd_layout *block, const hd_tuple *shape, const hd_tuple *order,
                                                   hd_layout *made) {
  hd_layout counts;
  return count_leaves(block, shape, order, 1, false, &counts) &&
         hd_blocked_product(block, &counts, NULL, made) == HD_OK;
}

hd_status hd_tile_to_shape(const hd_layout *block, const hd_tuple *shape, const hd_tuple *order, hd_error *error,
                           hd_layout *result) {
  static const char operation[] = "tile_to_shape";
  hd_layout padded, one, blocks;
  hd_tuple counts, column_major;
  if (fill_leaves(block, shape, order, &blocks) || fill_blocked(block, shape, order, &blocks))
    return hd_copy_leaves(result, &blocks), HD_OK;
  int rank = hd_rank(&shape->profile);
  if (hd_rank(&block->profile) > rank || rank == 0)
    return hd_refuse(error, HD_MISMATCH, operation, "a block of rank {0} does not fill a shape of rank {1}",
                     hd_rank(&block->profile), rank, 0);
  hd_status status = order ? check_permutation(order, rank, error) : HD_OK;
  if (status != HD_OK) return status;
  hd_layout_clear(&one);
  hd_layout_append_leaf(&one, 1, 0, HD_AXIS_INTEGER);
  hd_tuple_scalar(&column_major, 0);
  status = hd_append_to_rank(block, rank, &one, error, &padded);
  if (status == HD_OK) status = count_blocks(&padded, shape, error, &counts);
  if (status == HD_OK) status = hd_make_ordered_layout(&counts, order ? order : &column_major, error, &blocks);
  if (status == HD_OK) status = hd_blocked_product(&padded, &blocks, error, &blocks);
  if (status == HD_OK) hd_layout_copy(result, &blocks);
  return hd_fail_within(error, status, operation);
}
