/* From bits back to shape:stride. Each input bit is a leaf of extent 2 whose stride is its basis word; neighbours that
 * double are one leaf. What stands in the way is a bit that two words share, and a swizzle takes away just such bits.
 */
#include "algebra/linear_convert.h"

#include "algebra/linear_parts.h"

static const char operation[] = "to_layout";

static hd_status fail_shared(const hd_linear *linear, int first, int second, const char *reason, hd_error *error) {
  hd_fail(error, HD_UNDEFINED, operation, reason);
  hd_error_packed(error, &linear->in, (uint64_t)1 << first);
  hd_error_packed_other(error, &linear->in, (uint64_t)1 << second);
  return HD_UNDEFINED;
}

/* Whether no two words share a bit; else says which two do. */
static hd_status check_disjoint(const hd_linear *linear, hd_error *error) {
  uint64_t seen = 0;
  for (int i = 0; i < linear->in.total; seen |= linear->basis[i++]) {
    if ((seen & linear->basis[i]) == 0) continue;
    int first = 0;
    while ((linear->basis[first] & linear->basis[i]) == 0) ++first;
    return fail_shared(linear, first, i,
                       "the values at {c} and {d} share a bit: where both are set, their exclusive or is not their sum",
                       error);
  }
  return HD_OK;
}

/* The stride and axis that a word is. */
static hd_status stride_of(const hd_linear *linear, int bit, hd_error *error, int64_t *stride, hd_axis *axis) {
  int64_t value[HD_MAX_DIMENSIONS];
  int used = 0;
  hd_dimensions_unpack(&linear->out, linear->basis[bit], value);
  *stride = 0;
  *axis = HD_AXIS_INTEGER;
  for (int k = 0; k < linear->out.count; ++k) {
    if (value[k] == 0) continue;
    *stride = value[k];
    if (linear->out.count > 1) *axis = linear->out.name[k];
    if (++used == 1) continue;
    hd_fail(error, HD_UNDEFINED, operation,
            "the value at {c} lies in two output dimensions at once, as no stride does");
    hd_error_packed(error, &linear->in, (uint64_t)1 << bit);
    return HD_UNDEFINED;
  }
  return HD_OK;
}

/* Appends the mode that bits first..end-1 are. */
static hd_status append_mode(const hd_linear *linear, int first, int end, hd_error *error, hd_layout *layout) {
  int from = layout->profile.leaves, last = from - 1;
  hd_axis axis = HD_AXIS_INTEGER, before = HD_AXIS_INTEGER;
  int64_t stride = 0;
  bool fits = first < end || hd_layout_append_leaf(layout, 1, 0, HD_AXIS_INTEGER);
  for (int i = first; fits && i < end; ++i, before = axis) {
    hd_status status = stride_of(linear, i, error, &stride, &axis);
    if (status != HD_OK) return status;
    if (last >= from && axis == before && stride == layout->stride[last] * layout->shape[last])
      layout->shape[last] *= 2;
    else fits = hd_layout_append_leaf(layout, 2, stride, axis), last = layout->profile.leaves - 1;
  }
  if (fits && layout->profile.leaves - from > 1) fits = hd_layout_wrap(layout, from);
  if (fits) return HD_OK;
  return hd_refuse(error, HD_CAPACITY, operation, "the layout needs more than {0} leaves", HD_MAX_LEAVES, 0, 0);
}

hd_status hd_linear_to_layout(const hd_linear *linear, hd_error *error, hd_layout *result) {
  hd_layout made;
  hd_layout_clear(&made);
  hd_status status = check_disjoint(linear, error);
  for (int k = 0, at = 0; status == HD_OK && k < linear->in.count; at += linear->in.bits[k++])
    status = append_mode(linear, at, at + linear->in.bits[k], error, &made);
  if (status == HD_OK && linear->in.count > 1) hd_layout_wrap(&made, 0);
  if (status == HD_OK) status = hd_layout_finish(&made, operation, error);
  if (status == HD_OK) hd_layout_copy(result, &made);
  return status;
}

/* ---- behind a swizzle ---- */

/* The output bits that two words share. */
static uint64_t shared_bits(const hd_linear *linear) {
  uint64_t seen = 0, shared = 0;
  for (int i = 0; i < linear->in.total; seen |= linear->basis[i++]) shared |= seen & linear->basis[i];
  return shared;
}

/* The swizzle that leaves no two words with a common bit. It changes the bits from the lowest to the highest shared one
 * and no others: where a larger one does, this one does too, because what it leaves as it is was not shared. Only how
 * far away the bits are read is open. */
static bool find_swizzle(const hd_linear *linear, uint64_t shared, hd_swizzle *swizzle, hd_linear *plain) {
  int low = __builtin_ctzll(shared), bits = 64 - __builtin_clzll(shared) - low;
  for (int turn = 2 * bits; turn < 2 * HD_SWIZZLE_BITS; ++turn) {
    int distance = turn / 2;
    bool up = turn % 2 == 0;
    if (!up && distance > low) continue;
    if (hd_make_swizzle(bits, up ? low : low - distance, up ? distance : -distance, NULL, swizzle) != HD_OK) continue;
    for (int i = 0; i < linear->in.total; ++i)
      plain->basis[i] = (uint64_t)hd_swizzle_at(swizzle, (int64_t)linear->basis[i]);
    if (shared_bits(plain) == 0) return true;
  }
  return false;
}

hd_status hd_linear_to_composed(const hd_linear *linear, hd_error *error, hd_composed *result) {
  hd_layout inner;
  hd_composed chain;
  hd_swizzle swizzle;
  if (linear->out.count != 1)
    return hd_refuse(error, HD_MISMATCH, operation, "a swizzle gives integers; the map has {0} output dimensions",
                     linear->out.count, 0, 0);
  hd_linear plain = *linear;
  uint64_t shared = shared_bits(linear);
  if (shared != 0 && !find_swizzle(linear, shared, &swizzle, &plain)) {
    (void)check_disjoint(linear, error);
    if (error) error->reason = "the values at {c} and {d} share a bit, and no swizzle takes all such bits away";
    return HD_UNDEFINED;
  }
  hd_status status = hd_linear_to_layout(&plain, error, &inner);
  if (status != HD_OK) return status;
  hd_composed_plain(&inner, &chain);
  if (shared != 0) status = hd_compose_swizzle(&swizzle, 0, &chain, error, &chain);
  if (status == HD_OK) hd_composed_copy(result, &chain);
  return status;
}
