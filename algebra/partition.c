/* Threads and values become modes by a divide and a composition; a part is then a slice. */
#include "algebra/partition.h"

#include "algebra/arithmetic.h"
#include "algebra/arrange.h"
#include "algebra/complement.h"
#include "algebra/composition.h"
#include "algebra/divide.h"
#include "algebra/image.h"
#include "algebra/inverse.h"
#include "algebra/leaf.h"
#include "algebra/match.h"
#include "algebra/modes.h"
#include "algebra/product.h"
#include "algebra/radix.h"
#include "algebra/refusals.h"
#include "algebra/sorted.h"
#include "algebra/tiling.h"

static hd_status fail_number(hd_error *error, hd_status status, const char *operation, const char *reason, int64_t a,
                             int64_t b) {
  return hd_refuse(error, status, operation, reason, a, b, 0);
}

/* Whether the layout takes each of 0..size-1 once: then, and only then, its right inverse has all of its size. */
static hd_status check_numbering(const hd_layout *layout, const char *reason, hd_error *error) {
  hd_layout inverse;
  hd_status status = hd_right_inverse(layout, error, &inverse);
  if (status != HD_OK || hd_size(&inverse) == hd_size(layout)) return status;
  return fail_number(error, HD_UNDEFINED, "make_layout_tv", reason, hd_size(&inverse), hd_size(layout) - 1);
}

/* The modes of a numbering in the order of its numbers, one mode or a tuple of several, to leaf `at` and on. Returns where
 * they end; 0: some number comes twice or not at all, or there is only one. */
static inline size_t write_numbered(const hd_layout *numbers, const int64_t *place, int64_t size, hd_layout *tv,
                                    size_t at) {
  int64_t end;
  hd_octaves octaves;
  if (!hd_find_octaves(numbers, 0, numbers->profile.leaves, HD_AXIS_INTEGER, NULL, &octaves)) return 0;
  size_t last = hd_write_chain(numbers, &octaves, place, &end, tv, at);
  if (last == 0 || end != size || size == 1) return 0;
  if (last - at > 1) tv->profile.open[at] = tv->profile.close[last - 1] = 1;
  return last;
}

/* Modes of one leaf, as most are: in the raked tile each thread's values come first. False: not settled here. */
static bool number_leaves(const hd_layout *threads, const hd_layout *values, hd_tuple *tile, hd_layout *tv) {
  int64_t thread[HD_MAX_LEAVES], value[HD_MAX_LEAVES], extent[HD_MAX_LEAVES], size = 1, count = 1;
  size_t leaves = threads->profile.leaves, more = values->profile.leaves, rank = leaves > more ? leaves : more;
  hd_layout made;
  if (threads->on_axes || values->on_axes || 2 * rank > HD_MAX_LEAVES || !hd_is_flat_tuple(&threads->profile) ||
      !hd_is_flat_tuple(&values->profile))
    return false;
  size_t k = 0;
  do {
    int64_t s = k < leaves ? threads->shape[k] : 1, n = k < more ? values->shape[k] : 1;
    value[k] = size;
    if (!hd_mul(size, n, &thread[k]) || !hd_mul(thread[k], s, &size)) return false;
    extent[k] = n * s;
    count *= s;
  } while (++k < rank);
  size_t at = write_numbered(threads, thread, count, &made, 0);
  size_t end = at == 0 ? 0 : write_numbered(values, value, size / count, &made, at);
  if (end == 0) return false;
  made.profile.leaves = (uint8_t)end;
  made.on_axes = false;
  ++made.profile.open[0];
  ++made.profile.close[end - 1];
  hd_copy_leaves(tv, &made);
  hd_write_flat(&tile->profile, rank);
  tile->on_axes = false;
  hd_copy_numbers(tile->value, extent, (int)rank);
  return true;
}

hd_status hd_make_layout_tv(const hd_layout *threads, const hd_layout *values, hd_error *error, hd_tuple *tile,
                            hd_layout *tv) {
  static const char operation[] = "make_layout_tv";
  hd_layout raked, pair;
  hd_tuple each;
  if (number_leaves(threads, values, tile, tv)) return HD_OK;
  int64_t extent[2] = {hd_size(threads), hd_size(values)}, stride[2] = {1, hd_size(threads)};
  hd_status status =
      check_numbering(threads, "threads are not numbered 0 to {1}: only the first {0} come in order", error);
  if (status == HD_OK)
    status = check_numbering(values, "values are not numbered 0 to {1}: only the first {0} come in order", error);
  if (status != HD_OK) return hd_fail_within(error, status, operation);
  status = hd_raked_product(threads, values, error, &raked);
  if (status != HD_OK) return hd_fail_within(error, status, operation);
  hd_shape(&raked, &each);
  status = hd_tuple_product_each(&each, error, &each);
  if (status == HD_OK) status = hd_right_inverse(&raked, error, &raked);
  if (status == HD_OK) status = hd_make_flat_layout(2, extent, stride, error, &pair);
  if (status == HD_OK) status = hd_composition(&raked, &pair, error, &pair);
  if (status != HD_OK) return hd_fail_within(error, status, operation);
  hd_layout_copy(tv, &pair);
  hd_tuple_copy(tile, &each);
  return HD_OK;
}

/* ---- parts of a tensor ---- */

/* Modes of one leaf under tiles of one leaf, as most are: what TV becomes in a tile, in a pair with the rests, which are
 * apart. Returns how many leaves these have; -1: not settled here, as where TV has more values than a tile. */
__attribute__((always_inline)) static inline int see_tiles(const hd_layout *layout, const hd_layout *tv,
                                                           const hd_tiler *tile, hd_layout *inside, hd_layout *rests) {
  hd_radix digits;
  hd_leaf_pieces pieces;
  int at = 0;
  int64_t size = 1, of_tile = 1, of_tv = 1;
  if (tv->on_axes || !hd_are_leaf_modes(layout, tile)) return -1;
  hd_clear_digits(&digits, false);
  for (int k = 0, modes = layout->profile.leaves; k < modes; ++k) {
    if (!hd_split_leaf(layout, tile, k, hd_divide_leaf, &size, &pieces) ||
        !hd_join_digit(&digits, pieces.extent[0], pieces.stride[0]))
      return -1;
    int several = pieces.outsides - 1;
    of_tile *= pieces.extent[0];
    hd_write_piece(rests, at++, &pieces, 1, several, 0);
    if (several) hd_write_piece(rests, at++, &pieces, 2, 0, 1);
  }
  int end = 0, leaves = tv->profile.leaves;
  digits.spare = HD_MAX_LEAVES - at - leaves;
  if (digits.spare < 0 || leaves == 0) return -1;
  for (int k = 0; k < leaves; ++k) {
    of_tv *= tv->shape[k];
    if ((end = hd_refine_leaf(&digits, 0, digits.last, tv, k, inside, end)) < 0) return -1;
  }
  inside->profile.leaves = (uint8_t)end;
  ++inside->profile.open[0];
  hd_bracket_leaves(&rests->profile, 0, 1, at - 1, 2);
  return of_tv <= of_tile && hd_is_refined(&digits) && hd_depth_fits(&inside->profile) ? at : -1;
}

/* The leaves of both, from `first` on of those inside, which are in a pair with the rests. */
static inline void write_pair(const hd_layout *inside, size_t first, const hd_layout *rests, size_t leaves,
                              hd_layout *result) {
  size_t at = inside->profile.leaves - first;
  hd_copy_run(result, 0, inside, first, inside->profile.leaves);
  hd_copy_run(result, at, rests, 0, leaves);
  result->profile.leaves = (uint8_t)(at + leaves);
  result->on_axes = false;
}

/* Of any modes: apart, so that hd_thread_value needs no frame for it. */
__attribute__((noinline)) static hd_status see_modes(const hd_layout *layout, const hd_layout *tv, const hd_tiler *tile,
                                                     hd_error *error, hd_layout *result) {
  static const int first = 0;
  hd_layout divided, inside;
  hd_status status = hd_zipped_divide(layout, tile, error, &divided);
  if (status == HD_OK) status = hd_get(&divided, &first, 1, error, &inside);
  if (status == HD_OK) status = hd_composition(&inside, tv, error, &inside);
  if (status == HD_OK) status = hd_replace(&divided, 0, &inside, error, &divided);
  if (status == HD_OK) hd_layout_copy(result, &divided);
  return hd_fail_within(error, status, "thread_value");
}

hd_status hd_thread_value(const hd_layout *layout, const hd_layout *tv, const hd_tiler *tile, hd_error *error,
                          hd_layout *result) {
  hd_layout inside, rests;
  hd_tiling tiling;
  if (result != tv && hd_read_held(layout, tile, tv, &tiling))
    return hd_write_held(&tiling, tv, hd_view_all(&tv->profile), result), HD_OK;
  int leaves = see_tiles(layout, tv, tile, &inside, &rests);
  if (leaves < 0) return see_modes(layout, tv, tile, error, result);
  write_pair(&inside, 0, &rests, (size_t)leaves, result);
  return HD_OK;
}

/* Where the second of just two modes within so many brackets begins, and the first one's value at an index. 0: there
 * are not just two, or the index is beyond the first. Requires a leaf. */
static inline size_t pass_first(const hd_layout *pair, int brackets, int64_t index, int64_t *value) {
  size_t second = 0, last = (size_t)pair->profile.leaves - 1;
  int depth = -brackets;
  *value = 0;
  do {
    *value += hd_split_digit(&index, pair->shape[second]) * pair->stride[second]; /* each is below 2^58 */
    depth += pair->profile.open[second] - pair->profile.close[second];
    ++second;
  } while (depth > 0);
  if (index != 0 || second > last) return 0;
  for (size_t k = second; k < last; ++k) {
    depth += pair->profile.open[k] - pair->profile.close[k];
    if (depth <= 0) return 0; /* a third mode */
  }
  return second;
}

/* ((threads,values),rests) at ((thread,_),_): (values,rests), and where it begins. False: not settled here, or there is
 * no such thread. Apart, as few layouts are of other numbers than powers of two. */
__attribute__((noinline)) static bool take_thread(const hd_layout *layout, const hd_layout *tv, const hd_tiler *tile,
                                                  int64_t thread, hd_layout *result, int64_t *offset) {
  hd_layout inside, rests;
  int leaves = see_tiles(layout, tv, tile, &inside, &rests);
  size_t begin = leaves >= 0 && hd_is_tuple(&tv->profile) ? pass_first(&inside, 2, thread, offset) : 0;
  if (begin == 0) return false;
  write_pair(&inside, begin, &rests, (size_t)leaves, result);
  ++result->profile.open[0];
  --result->profile.close[inside.profile.leaves - begin - 1];
  return true;
}

/* The same of powers of two: of the threads, only where this one begins is asked. */
__attribute__((always_inline)) static inline bool take_bits(const hd_layout *layout, const hd_layout *tv,
                                                            const hd_tiler *tile, int64_t thread, hd_layout *result,
                                                            int64_t *offset) {
  hd_tiling tiling;
  int64_t index;
  if (result == tv || !hd_read_held(layout, tile, tv, &tiling)) return false;
  size_t begin = pass_first(tv, 1, thread, &index);
  if (begin == 0) return false;
  hd_view values = {(uint8_t)begin, tv->profile.leaves, 0, 1};
  *offset = (int64_t)hd_binary_at(&tiling.inside, (uint64_t)index);
  hd_write_held(&tiling, tv, values, result);
  return true;
}

/* `_`, or a tuple of some leaves. */
static bool append_leaf(hd_tuple *to, int64_t value, bool any) {
  return hd_tuple_append(to, value, any ? HD_AXIS_ANY : HD_AXIS_INTEGER);
}

/* Of any modes: apart, so that hd_partition_thread needs no frame for it. */
__attribute__((noinline)) static hd_status take_modes(const hd_layout *layout, const hd_layout *tv,
                                                      const hd_tiler *tile, int64_t thread, hd_error *error,
                                                      hd_layout *result, hd_tuple *offset) {
  static const char operation[] = "partition_thread";
  static const int first = 0;
  hd_layout whole, threads;
  hd_tuple at;
  if (hd_rank(&tv->profile) != 2)
    return fail_number(error, HD_MISMATCH, operation,
                       "a thread-value layout has two modes, threads and values, and this one has {0}",
                       hd_rank(&tv->profile), 0);
  hd_get(tv, &first, 1, NULL, &threads);
  if (thread < 0 || thread >= hd_size(&threads))
    return fail_number(error, HD_RANGE, operation, "there is no thread {0}: the size of the threads' mode is {1}",
                       thread, hd_size(&threads));
  hd_status status = hd_thread_value(layout, tv, tile, error, &whole);
  if (status != HD_OK) return hd_fail_within(error, status, operation);
  hd_tuple_clear(&at); /* ((thread,_),_): no more leaves than `whole` has */
  append_leaf(&at, thread, false);
  append_leaf(&at, 0, true);
  hd_profile_wrap(&at.profile, 0);
  append_leaf(&at, 0, true);
  hd_profile_wrap(&at.profile, 0);
  return hd_fail_within(error, hd_slice_and_offset(&whole, &at, error, result, offset), operation);
}

hd_status hd_partition_thread(const hd_layout *layout, const hd_layout *tv, const hd_tiler *tile, int64_t thread,
                              hd_error *error, hd_layout *result, hd_tuple *offset) {
  int64_t start;
  if (take_bits(layout, tv, tile, thread, result, &start) || take_thread(layout, tv, tile, thread, result, &start))
    return hd_tuple_scalar(offset, start), HD_OK;
  return take_modes(layout, tv, tile, thread, error, result, offset);
}

/* Puts a coordinate in one mode of a pair and `_` in the other, and slices. */
static hd_status slice_pair(const hd_layout *pair, const hd_tuple *coordinate, bool in_first, hd_error *error,
                            hd_layout *result, hd_tuple *offset) {
  hd_tuple at;
  hd_tuple_clear(&at);
  bool fits = in_first || append_leaf(&at, 0, true);
  int begin = at.profile.leaves;
  for (int k = 0; fits && k < coordinate->profile.leaves; ++k)
    fits = hd_tuple_append(&at, coordinate->value[k], hd_tuple_axis(coordinate, k));
  if (fits) {
    at.profile.leaves = (uint8_t)begin; /* the same leaves, with their brackets */
    hd_profile_append(&at.profile, &coordinate->profile, hd_view_all(&coordinate->profile));
  }
  fits = fits && (!in_first || append_leaf(&at, 0, true)) && hd_profile_wrap(&at.profile, 0);
  if (!fits)
    return hd_refuse(error, HD_CAPACITY, "slice", "the coordinate and a `_` beside it have more than {0} leaves",
                     HD_MAX_LEAVES, 0, 0);
  return hd_slice_and_offset(pair, &at, error, result, offset);
}

/* Modes of one leaf under tiles of one leaf, and a coordinate for each. False: not settled here. */
static bool take_tile_quickly(const hd_layout *layout, const hd_tiler *tiler, const hd_tuple *coordinate,
                              hd_layout *made, int64_t *offset) {
  hd_leaf_pieces pieces;
  int modes = layout->profile.leaves, at = modes;
  int64_t size = 1;
  *offset = 0;
  if (coordinate->profile.leaves != modes || !hd_is_flat_tuple(&coordinate->profile) ||
      !hd_are_leaf_modes(layout, tiler))
    return false;
  for (int k = 0; k < modes; ++k) {
    hd_axis axis = hd_tuple_axis(coordinate, k);
    int64_t index = coordinate->value[k];
    if (!hd_split_leaf(layout, tiler, k, hd_divide_leaf, &size, &pieces)) return false;
    int last = pieces.outsides, several = last > 1;
    hd_write_piece(made, k, &pieces, 0, 0, 0);
    if (axis == HD_AXIS_ANY) {
      hd_write_piece(made, at++, &pieces, 1, several, 0);
      if (several) hd_write_piece(made, at++, &pieces, 2, 0, 1);
    } else if (axis != HD_AXIS_INTEGER ||
               (several && !hd_add_product(offset, hd_split_digit(&index, pieces.extent[1]), pieces.stride[1])) ||
               !hd_add_product(offset, index, pieces.stride[last])) {
      return false;
    }
  }
  made->on_axes = false;
  made->profile.leaves = (uint8_t)at;
  made->profile.open[0] = 2;
  ++made->profile.close[modes - 1];
  ++made->profile.close[at - 1];
  return true;
}

hd_status hd_local_tile(const hd_layout *layout, const hd_tiler *tiler, const hd_tuple *coordinate, hd_error *error,
                        hd_layout *result, hd_tuple *offset) {
  hd_layout divided;
  int64_t start;
  if (take_tile_quickly(layout, tiler, coordinate, &divided, &start)) {
    hd_copy_leaves(result, &divided);
    return hd_tuple_scalar(offset, start), HD_OK;
  }
  hd_status status = hd_zipped_divide(layout, tiler, error, &divided);
  if (status == HD_OK) status = slice_pair(&divided, coordinate, false, error, result, offset);
  return hd_fail_within(error, status, "local_tile");
}

/* A coordinate of the threads as one index for each of their modes. */
static void index_modes(const hd_layout *threads, const hd_tuple *coordinate, hd_tuple *at) {
  hd_view mode;
  hd_tuple_clear(at);
  for (int m = 0; hd_view_mode(&threads->profile, hd_view_all(&threads->profile), m, &mode); ++m) {
    int64_t index = 0; /* below the size of the mode: it fits */
    for (int k = mode.end - 1; k >= mode.begin; --k) index = index * threads->shape[k] + coordinate->value[k];
    append_leaf(at, index, false); /* no more modes than leaves */
  }
  hd_profile_wrap(&at->profile, 0);
}

/* The layout has no coordinate with this value, which is no thread's number. */
static hd_status no_such_thread(const hd_layout *threads, int64_t thread, hd_error *error) {
  int64_t end = 1;
  hd_layout moving;
  hd_filter(threads, &moving);
  bool dense = !threads->on_axes && hd_nests(&moving, &end) && end == hd_size(&moving); /* without a gap, from 0 on */
  hd_fail(error, HD_UNDEFINED, "local_partition",
          dense ? "thread {0} is not one of 0..{1}" : "thread {0} is none of the values of the threads' layout");
  if (error) {
    error->number[0] = thread;
    error->number[1] = end - 1;
  }
  return HD_UNDEFINED;
}

/* Threads and tiles of one leaf a mode, the threads' strides beyond what lies below them, so that one coordinate has the
 * number. False: not settled here. */
static bool take_part_quickly(const hd_layout *layout, const hd_layout *threads, int64_t thread, hd_layout *made,
                              int64_t *offset) {
  hd_octaves octaves;
  int modes = layout->profile.leaves;
  int64_t size = 1, above = INT64_MAX;
  *offset = 0;
  if (layout->on_axes || threads->on_axes || threads->profile.leaves != modes || 2 * modes > HD_MAX_LEAVES ||
      !hd_is_flat_tuple(&layout->profile) || !hd_is_flat_tuple(&threads->profile) || thread < 0 ||
      !hd_find_octaves(threads, 0, (size_t)modes, HD_AXIS_INTEGER, NULL, &octaves))
    return false;
  for (int k = 0; k < modes; ++k) {
    hd_leaf_pieces pieces;
    int64_t s = layout->shape[k], d = layout->stride[k], n = threads->shape[k];
    if ((uint64_t)(s | d | n) >> HD_SMALL_BITS != 0 || !hd_divide_leaf(s, d, n, 1, &pieces) ||
        !hd_mul(size, n * pieces.extent[1], &size))
      return false;
    hd_write_piece(made, k, &pieces, 1, 0, 0);
  }
  while (octaves.taken != 0) {
    size_t leaf = hd_last_octave(&octaves);
    int64_t stride = threads->stride[leaf], digit = hd_quotient(thread, stride), end;
    if (!hd_mul(threads->shape[leaf], stride, &end) || end > above || digit >= threads->shape[leaf]) return false;
    thread -= digit * stride;
    above = stride;
    *offset += digit * layout->stride[leaf]; /* each below 2^58 */
  }
  made->on_axes = false;
  made->profile.leaves = (uint8_t)modes;
  made->profile.open[0] = made->profile.close[modes - 1] = 2;
  return thread == 0;
}

hd_status hd_local_partition(const hd_layout *layout, const hd_layout *threads, int64_t thread, hd_error *error,
                             hd_layout *result, hd_tuple *offset) {
  hd_layout divided;
  hd_tuple tile, coordinate, at;
  hd_tiler tiler;
  int64_t start;
  if (take_part_quickly(layout, threads, thread, &divided, &start)) {
    hd_copy_leaves(result, &divided);
    return hd_tuple_scalar(offset, start), HD_OK;
  }
  hd_shape(threads, &tile);
  hd_tuple_scalar(&at, thread);
  hd_status status = hd_coordinate_of(threads, &at, error, &coordinate);
  if (status == HD_UNDEFINED) return no_such_thread(threads, thread, error);
  if (status == HD_OK) index_modes(threads, &coordinate, &at);
  if (status == HD_OK) status = hd_tuple_product_each(&tile, error, &tile);
  if (status == HD_OK) status = hd_tiler_shape(&tile, error, &tiler);
  if (status == HD_OK) status = hd_zipped_divide(layout, &tiler, error, &divided);
  if (status == HD_OK) status = slice_pair(&divided, &at, true, error, result, offset);
  return hd_fail_within(error, status, "local_partition");
}
