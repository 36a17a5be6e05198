/* Threads and values become modes by a divide and a composition; a part is then a slice. */
#include "algebra/partition.h"

#include "algebra/arithmetic.h"
#include "algebra/complement.h"
#include "algebra/composition.h"
#include "algebra/divide.h"
#include "algebra/image.h"
#include "algebra/inverse.h"
#include "algebra/modes.h"
#include "algebra/product.h"
#include "algebra/refusals.h"

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

hd_status hd_make_layout_tv(const hd_layout *threads, const hd_layout *values, hd_error *error, hd_tuple *tile,
                            hd_layout *tv) {
  static const char operation[] = "make_layout_tv";
  hd_layout raked, pair;
  hd_tuple each;
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

hd_status hd_thread_value(const hd_layout *layout, const hd_layout *tv, const hd_tiler *tile, hd_error *error,
                          hd_layout *result) {
  static const int first = 0;
  hd_layout divided, inside;
  hd_status status = hd_zipped_divide(layout, tile, error, &divided);
  if (status == HD_OK) status = hd_get(&divided, &first, 1, error, &inside);
  if (status == HD_OK) status = hd_composition(&inside, tv, error, &inside);
  if (status == HD_OK) status = hd_replace(&divided, 0, &inside, error, &divided);
  if (status == HD_OK) hd_layout_copy(result, &divided);
  return hd_fail_within(error, status, "thread_value");
}

/* `_`, or a tuple of some leaves. */
static bool append_leaf(hd_tuple *to, int64_t value, bool any) {
  return hd_tuple_append(to, value, any ? HD_AXIS_ANY : HD_AXIS_INTEGER);
}

hd_status hd_partition_thread(const hd_layout *layout, const hd_layout *tv, const hd_tiler *tile, int64_t thread,
                              hd_error *error, hd_layout *result, hd_tuple *offset) {
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
    return fail_number(error, HD_RANGE, operation, "there is no thread {0}: there are {1}", thread, hd_size(&threads));
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

hd_status hd_local_tile(const hd_layout *layout, const hd_tiler *tiler, const hd_tuple *coordinate, hd_error *error,
                        hd_layout *result, hd_tuple *offset) {
  hd_layout divided;
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

hd_status hd_local_partition(const hd_layout *layout, const hd_layout *threads, int64_t thread, hd_error *error,
                             hd_layout *result, hd_tuple *offset) {
  hd_layout divided;
  hd_tuple tile, coordinate, at;
  hd_tiler tiler;
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
