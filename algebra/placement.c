/* Building a placement, and what it says of itself. */
#include "algebra/placement.h"

#include "algebra/checked.h"
#include "algebra/placement_factors.h"
#include "algebra/refusals.h"

void hd_placement_clear(hd_order order, hd_placement *placement) {
  placement->order = order;
  placement->shards = placement->replicas = placement->offsets = 0;
}

void hd_placement_copy(hd_placement *to, const hd_placement *from) {
  to->order = from->order;
  to->shards = from->shards;
  to->replicas = from->replicas;
  hd_copy_iters(to->shard, from->shard, from->shards);
  hd_copy_iters(to->replica, from->replica, from->replicas);
  hd_copy_offsets(to, from);
}

/* Plain integers lie on `m`. */
static hd_axis named(hd_axis axis) { return axis == HD_AXIS_INTEGER ? hd_axis_plain() : axis; }

static bool append(hd_iter *iter, uint8_t *count, int64_t extent, int64_t stride, hd_axis axis) {
  if (*count == HD_MAX_LEAVES) return false;
  iter[(*count)++] = (hd_iter){extent, stride, named(axis)};
  return true;
}

bool hd_placement_append_shard(hd_placement *placement, int64_t extent, int64_t stride, hd_axis axis) {
  return append(placement->shard, &placement->shards, extent, stride, axis);
}

bool hd_placement_append_replica(hd_placement *placement, int64_t extent, int64_t stride, hd_axis axis) {
  return append(placement->replica, &placement->replicas, extent, stride, axis);
}

static hd_status fail_axes(const char *operation, hd_error *error) {
  return hd_refuse(error, HD_CAPACITY, operation, "the placement has more than {0} axes, `m` among them", HD_MAX_LEAVES,
                   0, 0);
}

hd_status hd_placement_add_offset(hd_placement *placement, int64_t value, hd_axis axis, const char *operation,
                                  hd_error *error) {
  int at = 0;
  axis = named(axis);
  if (value == 0) return HD_OK;
  while (at < placement->offsets && placement->offset[at].axis != axis) ++at;
  if (at == HD_MAX_LEAVES) return fail_axes(operation, error);
  int64_t before = at < placement->offsets ? placement->offset[at].value : 0, sum;
  if (!hd_add(before, value, &sum)) {
    hd_refuse(error, HD_OVERFLOW, operation, "the offset {0}{a} + {1}{a} leaves 64 bits", before, value, 0);
    if (error) error->axis = axis;
    return HD_OVERFLOW;
  }
  placement->offset[at].axis = axis;
  placement->offset[at].value = sum;
  if (at == placement->offsets) placement->offsets++;
  if (sum != 0) return HD_OK;
  for (placement->offsets--; at < placement->offsets; ++at) placement->offset[at] = placement->offset[at + 1];
  return HD_OK;
}

/* ---- the invariant ---- */

/* Appends an axis that is not yet in the list. Returns false past the capacity. */
static bool mention(hd_axis axis, hd_axis list[HD_MAX_LEAVES], int *count) {
  for (int k = 0; k < *count; ++k)
    if (list[k] == axis) return true;
  if (*count == HD_MAX_LEAVES) return false;
  list[(*count)++] = axis;
  return true;
}

static bool mention_all(const hd_placement *placement, hd_axis list[HD_MAX_LEAVES], int *count) {
  bool fits = true;
  for (int k = 0; k < placement->shards; ++k) fits = mention(placement->shard[k].axis, list, count) && fits;
  for (int k = 0; k < placement->replicas; ++k) fits = mention(placement->replica[k].axis, list, count) && fits;
  for (int k = 0; k < placement->offsets; ++k) fits = mention(placement->offset[k].axis, list, count) && fits;
  return fits;
}

int hd_placement_axes(const hd_placement *placement, hd_axis axis[HD_MAX_LEAVES]) {
  int count = 0;
  mention_all(placement, axis, &count);
  return count;
}

int64_t hd_placement_offset(const hd_placement *placement, hd_axis axis) {
  for (int k = 0; k < placement->offsets; ++k)
    if (placement->offset[k].axis == axis) return placement->offset[k].value;
  return 0;
}

/* Widens the range by what iters on the axis add. Returns false on overflow. */
static bool widen(const hd_iter *iter, int count, hd_axis axis, int64_t *least, int64_t *greatest) {
  for (int k = 0; k < count; ++k)
    if (iter[k].axis == axis &&
        !hd_add_product(iter[k].stride < 0 ? least : greatest, iter[k].extent - 1, iter[k].stride))
      return false;
  return true;
}

static bool range(const hd_placement *placement, hd_axis axis, int64_t *least, int64_t *greatest) {
  *least = *greatest = hd_placement_offset(placement, axis);
  return widen(placement->shard, placement->shards, axis, least, greatest) &&
         widen(placement->replica, placement->replicas, axis, least, greatest);
}

void hd_placement_range(const hd_placement *placement, hd_axis axis, int64_t *least, int64_t *greatest) {
  range(placement, axis, least, greatest);
}

int64_t hd_placement_size(const hd_placement *placement) {
  int64_t size = 1;
  for (int k = 0; k < placement->shards; ++k) size *= placement->shard[k].extent;
  return size;
}

static hd_status fail_iter(hd_status status, int at, int64_t number, const char *operation, const char *reason,
                           hd_error *error) {
  hd_fail(error, status, operation, reason);
  if (error) {
    error->leaf = at;
    error->number[0] = number;
  }
  return status;
}

static hd_status fail_axis_word(hd_axis axis, const char *operation, hd_error *error) {
  hd_fail(error, HD_MALFORMED, operation,
          axis == HD_AXIS_ANY ? "a placement's axes are names, and `_` is none"
                              : "a placement's axes are names, not components of coordinates, as {a} is");
  if (error) error->axis = axis;
  return HD_MALFORMED;
}

/* With every stride and offset within -2^27 .. 2^27 - 1 and every extent up to 2^28, no sum over 2 * 32 products of two
 * leaves 64 bits. Nor does a product of extents before it has passed 2^35. */
enum { SMALL_BITS = 28, SMALL_SIZE_BITS = 35 };
static const uint64_t middle = (uint64_t)1 << (SMALL_BITS - 1);

/* Which bits the numbers have, strides and offsets counted from the least small one, and the products of extents; and
 * in which bits the axes differ from a name. */
typedef struct scan {
  uint64_t bits, size, size_bits;
  hd_axis other;
} scan;

static inline void scan_iter(scan *s, int64_t extent, int64_t stride, hd_axis axis) {
  s->bits |= ((uint64_t)extent - 1) | ((uint64_t)stride + middle);
  s->other |= axis ^ hd_axis_plain();
  s->size *= (uint64_t)extent;
  s->size_bits |= s->size;
}

static inline void scan_iters(scan *s, const hd_iter *iter, int count) {
  s->size = 1;
  for (int k = 0; k < count; ++k) scan_iter(s, iter[k].extent, iter[k].stride, iter[k].axis);
}

static inline bool is_small(const scan *s) {
  return s->bits >> SMALL_BITS == 0 && s->size_bits >> SMALL_SIZE_BITS == 0 && s->other >> HD_AXIS_TAG_SHIFT == 0;
}

bool hd_is_small_placement(const hd_iter *shard, int shards, const hd_placement *copies) {
  scan s = {0, 1, 0, 0};
  if (HD_MAX_LEAVES > 32 || shards + copies->replicas + copies->offsets >= HD_MAX_LEAVES) return false;
  scan_iters(&s, shard, shards);
  scan_iters(&s, copies->replica, copies->replicas);
  for (int k = 0; k < copies->offsets; ++k) {
    s.bits |= (uint64_t)copies->offset[k].value + middle;
    s.other |= copies->offset[k].axis ^ hd_axis_plain();
  }
  return is_small(&s);
}

static hd_status finish_iters(hd_iter *iter, int count, const char *operation, hd_error *error) {
  int64_t size = 1;
  for (int k = 0; k < count; ++k) {
    if (iter[k].extent < 1)
      return fail_iter(HD_MALFORMED, k, iter[k].extent, operation, "iter {leaf} has the extent {0}, below 1", error);
    iter[k].axis = named(iter[k].axis);
    if (!hd_axis_is_name(iter[k].axis)) return fail_axis_word(iter[k].axis, operation, error);
    int64_t magnitude;
    if (!hd_abs(iter[k].stride, &magnitude))
      return fail_iter(HD_OVERFLOW, k, iter[k].stride, operation,
                       "iter {leaf} has the stride {0}, whose magnitude leaves 64 bits", error);
    if (!hd_mul(size, iter[k].extent, &size))
      return fail_iter(HD_OVERFLOW, k, iter[k].extent, operation,
                       "the product of the extents leaves 64 bits at iter {leaf}, {0}", error);
  }
  return HD_OK;
}

static hd_status fail_range(hd_axis axis, const char *operation, hd_error *error) {
  hd_fail(error, HD_OVERFLOW, operation, "the places on {a}, or how many they are, leave 64 bits");
  if (error) error->axis = axis;
  return HD_OVERFLOW;
}

/* hd_placement_finish of numbers that may be too large. */
static hd_status finish_large(hd_placement *placement, const char *operation, hd_error *error) {
  hd_axis axis[HD_MAX_LEAVES];
  int axes = 1; /* `m` has room always, as canonical forms need it */
  int64_t least, greatest, span;
  hd_status status = finish_iters(placement->shard, placement->shards, operation, error);
  if (status == HD_OK) status = finish_iters(placement->replica, placement->replicas, operation, error);
  if (status != HD_OK) return status;
  for (int k = 0; k < placement->offsets; ++k)
    if (!hd_axis_is_name(placement->offset[k].axis)) return fail_axis_word(placement->offset[k].axis, operation, error);
  axis[0] = hd_axis_plain();
  if (!mention_all(placement, axis, &axes)) return fail_axes(operation, error);
  for (int k = 0; k < axes; ++k)
    if (!range(placement, axis[k], &least, &greatest) || !hd_sub(greatest, least, &span) || !hd_add(span, 1, &span))
      return fail_range(axis[k], operation, error);
  return HD_OK;
}

hd_status hd_placement_finish(hd_placement *placement, const char *operation, hd_error *error) {
  bool small = hd_is_small_placement(placement->shard, placement->shards, placement);
  return small ? HD_OK : finish_large(placement, operation, error);
}

/* ---- building ---- */

/* Writes shape:stride compact; requires room. */
static hd_status write_compact(hd_iter *list, hd_order order, const hd_tuple *shape, const char *operation,
                               hd_error *error) {
  int64_t next = 1;
  for (int k = 0; k < shape->profile.leaves; ++k) {
    int at = hd_fastest(order, shape->profile.leaves, k);
    list[at] = (hd_iter){shape->value[at], next, hd_axis_plain()};
    if (!hd_mul(next, shape->value[at], &next))
      return fail_iter(HD_OVERFLOW, at, shape->value[at], operation,
                       "the product of the extents leaves 64 bits at iter {leaf}, {0}", error);
  }
  return HD_OK;
}

/* Writes shape:stride; requires room. */
static inline void write_list(hd_iter *list, const hd_tuple *shape, const hd_tuple *stride) {
  for (int k = 0, leaves = shape->profile.leaves; k < leaves; ++k, ++list)
    *list = (hd_iter){shape->value[k], stride->value[k], named(hd_tuple_axis(stride, k))};
}

/* Appends shape:stride to one of the two lists. */
static hd_status append_list(hd_iter *list, uint8_t *count, hd_order order, const hd_tuple *shape,
                             const hd_tuple *stride, const char *operation, hd_error *error) {
  int leaves = shape->profile.leaves, at = *count;
  hd_status status = hd_check_flat(shape, 1, operation, error);
  if (status != HD_OK) return status;
  if (stride && (stride->profile.leaves != leaves || !hd_is_flat(&stride->profile)))
    return hd_refuse_nesting(error, operation, "the extents {c} want as many strides, in one flat list, not {d}", shape,
                             stride);
  if (leaves > HD_MAX_LEAVES - at) return hd_refuse_iters(error, operation);
  *count = (uint8_t)(at + leaves);
  list += at;
  if (!stride) return write_compact(list, order, shape, operation, error);
  write_list(list, shape, stride);
  return HD_OK;
}

/* Whether shape:stride are flat and so small that they make a shard, as nearly all do. */
static inline bool makes_plainly(const hd_tuple *shape, const hd_tuple *stride) {
  scan s = {0, 1, 0, 0};
  int leaves = shape->profile.leaves;
  if (HD_MAX_LEAVES > 32 || leaves == HD_MAX_LEAVES || stride->profile.leaves != leaves || shape->on_axes ||
      !hd_is_flat(&shape->profile) || !hd_is_flat(&stride->profile))
    return false;
  for (int k = 0; k < leaves; ++k) scan_iter(&s, shape->value[k], stride->value[k], named(hd_tuple_axis(stride, k)));
  return is_small(&s);
}

hd_status hd_make_placement(hd_order order, const hd_tuple *shape, const hd_tuple *stride, hd_error *error,
                            hd_placement *result) {
  hd_placement made;
  if (stride && makes_plainly(shape, stride)) {
    hd_placement_clear(order, result);
    result->shards = shape->profile.leaves;
    return write_list(result->shard, shape, stride), HD_OK;
  }
  hd_placement_clear(order, &made);
  hd_status status = append_list(made.shard, &made.shards, order, shape, stride, "placement", error);
  if (status == HD_OK) status = hd_placement_finish(&made, "placement", error);
  if (status == HD_OK) hd_placement_copy(result, &made);
  return status;
}

hd_status hd_placement_replicate(const hd_placement *placement, const hd_tuple *shape, const hd_tuple *stride,
                                 hd_error *error, hd_placement *result) {
  hd_placement made;
  hd_placement_copy(&made, placement);
  hd_status status = append_list(made.replica, &made.replicas, HD_LAST_FASTEST, shape, stride, "replicate", error);
  if (status == HD_OK) status = hd_placement_finish(&made, "replicate", error);
  if (status == HD_OK) hd_placement_copy(result, &made);
  return status;
}

hd_status hd_placement_shift(const hd_placement *placement, const hd_tuple *offset, hd_error *error,
                             hd_placement *result) {
  hd_placement made;
  hd_status status = HD_OK;
  if (!hd_is_flat(&offset->profile))
    return hd_refuse_nesting(error, "shift", "an offset is a number on an axis or a flat tuple of those, not {c}",
                             offset, NULL);
  hd_placement_copy(&made, placement);
  for (int k = 0; k < offset->profile.leaves && status == HD_OK; ++k) {
    hd_axis axis = hd_tuple_axis(offset, k);
    if (axis != HD_AXIS_INTEGER && !hd_axis_is_name(axis)) return fail_axis_word(axis, "shift", error);
    status = hd_placement_add_offset(&made, offset->value[k], axis, "shift", error);
  }
  if (status == HD_OK) status = hd_placement_finish(&made, "shift", error);
  if (status == HD_OK) hd_placement_copy(result, &made);
  return status;
}

/* ---- comparing as they stand ---- */

bool hd_placement_is_identical(const hd_placement *a, const hd_placement *b) {
  if (a->order != b->order || a->shards != b->shards || a->replicas != b->replicas || a->offsets != b->offsets ||
      !hd_same_iters(a->shard, b->shard, a->shards) || !hd_same_iters(a->replica, b->replica, a->replicas))
    return false;
  for (int k = 0; k < a->offsets; ++k)
    if (hd_placement_offset(b, a->offset[k].axis) != a->offset[k].value) return false;
  return true;
}
