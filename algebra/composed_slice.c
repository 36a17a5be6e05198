/* Slices of composed layouts, and composed layouts in another unit. */
#include "algebra/arithmetic.h"
#include "algebra/checked.h"
#include "algebra/composed.h"
#include "algebra/leaf.h"
#include "algebra/modes.h"
#include "algebra/recast.h"
#include "algebra/refusals.h"
#include "algebra/slice_plain.h"

/* ---- which bits the values of a layout may have ---- */

/* The lowest bit of a number and all above it; none of 0. */
static uint64_t bits_from(uint64_t number) { return number | (0 - number); }

/* The bits from the lowest of one number to the highest of another, both included; neither is 0. */
static uint64_t bits_between(uint64_t low, uint64_t high) {
  return bits_from(low) ^ (~(uint64_t)1 << hd_highest_place(high));
}

/* How far a leaf reaches: within 64 bits, by the layout's invariant, as is the sum over all leaves. */
static uint64_t leaf_span(const hd_layout *layout, int leaf) {
  return (uint64_t)(layout->stride[leaf] * (layout->shape[leaf] - 1));
}

/* The bits of the multiples of a leaf's stride; uppermost is the sign's, of one that moves down. */
static uint64_t leaf_bits(const hd_layout *layout, int leaf) {
  uint64_t span = leaf_span(layout, leaf);
  return span == 0 ? 0 : bits_between((uint64_t)layout->stride[leaf], span);
}

/* Where leaves carry: from the lowest bit of any to the highest of their sum. */
static uint64_t carried_bits(const hd_layout *layout, uint64_t all) {
  uint64_t reach = 0;
  for (int k = 0; k < layout->profile.leaves; ++k) reach += leaf_span(layout, k);
  return bits_between(all, reach);
}

/* The bits that the values of a layout may have: all, where a leaf moves down. Leaves have none in common, and do not
 * carry, where their bits taken together are their sum, which is below twice the reach and so within 64 bits. */
static inline uint64_t find_bits(const hd_layout *layout) {
  uint64_t all = 0, sum = 0;
  for (int k = 0, leaves = layout->profile.leaves; k < leaves; ++k) {
    uint64_t bits = leaf_bits(layout, k);
    all |= bits;
    sum += bits;
  }
  if (all >> 63 != 0) return UINT64_MAX;
  return all == sum ? all : carried_bits(layout, all);
}

/* ---- slices ---- */

/* The values start + y of a slice, as one swizzle takes them. */
typedef struct cut {
  const hd_swizzle *swizzle;
  int64_t start;
  uint64_t source; /* bits that the swizzle reads */
  uint64_t bits;   /* that y may have */
  uint64_t varies; /* bits of start + y that y may change: its own, and from the lowest that carries on all */
} cut;

static inline cut find_cut(const hd_swizzle *swizzle, int64_t start, const hd_layout *slice) {
  uint64_t bits = find_bits(slice);
  return (cut){swizzle, start, (uint64_t)hd_swizzle_source(swizzle), bits, bits | bits_from(bits & (uint64_t)start)};
}

/* Which bits the swizzle changes by these that it reads. */
static inline uint64_t changed(const cut *c, uint64_t read) {
  int shift = c->swizzle->shift;
  return shift < 0 ? read << -shift : read >> shift;
}

/* Swizzles the strides of a slice, where no two leaves have a bit in common, and each leaf lies wholly among the bits
 * read or wholly outside. */
static bool swizzle_leaves(const cut *c, hd_layout *slice) {
  uint64_t all = 0, torn = 0;
  for (int k = 0; k < slice->profile.leaves; ++k) {
    uint64_t bits = leaf_bits(slice, k);
    torn |= (all & bits) | ((bits & c->source) != 0 ? bits & ~c->source : 0);
    all |= bits;
  }
  for (int k = 0; torn == 0 && k < slice->profile.leaves; ++k)
    if (slice->shape[k] != 1) slice->stride[k] = hd_swizzle_at(c->swizzle, slice->stride[k]);
  return torn == 0;
}

/* Whether S(start + y) = S(start) + R(y) for a plain layout R, which the slice then becomes. Where no bit that is read
 * varies, S flips the same bits always; that adds a constant unless some of those vary. Where some do and nothing
 * carries, S(start + y) = S(start) ^ S(y), and S(y) is y and, shifted, the bits of y that are read: whole leaves, whose
 * strides it changes. The exclusive or is a sum where no bit meets another. */
static inline bool decays(const cut *c, hd_layout *slice) {
  uint64_t flipped = changed(c, c->bits & c->source);
  if ((c->varies & c->source) == 0) return (changed(c, (uint64_t)c->start & c->source) & c->varies) == 0;
  if (c->varies != c->bits || (flipped & c->bits) != 0) return false;
  uint64_t begin = (uint64_t)hd_swizzle_at(c->swizzle, c->start);
  return (begin & (c->bits | flipped)) == 0 && swizzle_leaves(c, slice);
}

/* What of the start stays out of the swizzle's sight: bits that do not vary, and that it neither reads nor changes. */
static inline int64_t unseen(const cut *c) {
  uint64_t seen = c->source | changed(c, c->source);
  return c->start < 0 ? 0 : (int64_t)((uint64_t)c->start & ~(c->varies | seen));
}

static bool has_swizzle(const hd_composed *composed) {
  int layouts = 0;
  for (int k = 0; k < composed->steps; ++k) layouts += composed->step[k].is_layout;
  return layouts < composed->steps;
}

static bool has_any(const hd_tuple *coordinate) {
  int k = 0, leaves = coordinate->profile.leaves;
  while (k < leaves && !hd_tuple_is_any(coordinate, k)) ++k;
  return k < leaves;
}

/* Joins the start of a slice to what the last step adds; where there is none it is the constant. */
static hd_status join_start(const hd_composed *composed, hd_error *error, hd_tuple *start) {
  const hd_step *last = composed->steps > 0 ? &composed->step[composed->steps - 1] : NULL;
  int64_t begin = start->value[0];
  if (!last && (start->on_axes || hd_is_tuple(&start->profile)))
    return hd_refuse_nesting(error, "slice", "the slice begins at the coordinate {c}, not at an integer", start, NULL);
  if (last && last->is_layout) return hd_tuple_add(&composed->outer_offset, start, error, start);
  if (hd_add(last ? last->offset : 0, begin, &start->value[0])) return HD_OK;
  return hd_refuse(error, HD_OVERFLOW, "slice", "the slice begins at {0}, which added to the offset leaves 64 bits",
                   begin, 0, 0);
}

/* Behind any chain. A call, which leaves registers to what nearly every slice goes through. */
__attribute__((noinline)) static hd_status slice_behind_chain(const hd_composed *composed, const hd_tuple *coordinate,
                                                              hd_error *error, hd_composed *result,
                                                              int64_t *constant) {
  hd_layout slice;
  hd_tuple start;
  int last = composed->steps - 1;
  if (has_swizzle(composed) && !has_any(coordinate))
    return hd_refuse_nesting(error, "slice", "a slice of a swizzled layout leaves some mode free, and {c} has no `_`",
                             coordinate, NULL);
  hd_status status = hd_slice_and_offset(&composed->inner, coordinate, error, &slice, &start);
  bool whole = status == HD_OK && slice.profile.leaves == composed->inner.profile.leaves;
  if (status == HD_OK && !whole) status = join_start(composed, error, &start);
  if (status != HD_OK) return hd_fail_within(error, status, "slice");
  hd_composed_copy_steps(result, composed);
  hd_copy_leaves(&result->inner, &slice);
  *constant = 0;
  if (whole) return HD_OK;
  if (last < 0) *constant = start.value[0];
  else if (result->step[last].is_layout) hd_tuple_copy(&result->outer_offset, &start);
  else result->step[last].offset = start.value[0];
  return HD_OK;
}

hd_status hd_composed_slice(const hd_composed *composed, const hd_tuple *coordinate, hd_error *error,
                            hd_composed *result, int64_t *constant) {
  const hd_layout *inner = &composed->inner;
  const hd_step *step = &composed->step[0];
  hd_layout slice;
  int64_t start, offset;
  if (composed->steps != 1 || step->is_layout || !hd_slice_plain(inner, coordinate, &slice, &start) ||
      slice.profile.leaves == 0 || slice.profile.leaves == inner->profile.leaves ||
      !hd_add(step->offset, start, &offset))
    return slice_behind_chain(composed, coordinate, error, result, constant);
  cut c = find_cut(&step->swizzle, offset, &slice);
  bool plain = decays(&c, &slice);
  *constant = plain ? hd_swizzle_at(&step->swizzle, offset) : unseen(&c);
  result->step[0] = *step;
  result->step[0].offset = offset - *constant;
  result->steps = !plain;
  hd_copy_leaves(&result->inner, &slice);
  return HD_OK;
}

/* ---- units ---- */

/* An offset in the other unit; it must not begin within one. */
static hd_status recast_offset(int64_t *offset, int64_t new_bits, int64_t old_bits, hd_error *error) {
  int64_t bits;
  if (!hd_mul(*offset, old_bits, &bits))
    return hd_refuse(error, HD_OVERFLOW, "recast", "the offset {0}, in {1}-bit elements, leaves 64 bits", *offset,
                     old_bits, 0);
  if (bits % new_bits == 0) {
    *offset = bits / new_bits;
    return HD_OK;
  }
  return hd_refuse(error, HD_UNDEFINED, "recast", "the offset {0}, in {1}-bit elements, leads into a {2}-bit element",
                   *offset, old_bits, new_bits);
}

/* A layout in the other unit, of what it takes and of what it gives: only its first mode that moves may hold the
 * elements that become one, or that one becomes. */
static hd_status recast_outer(hd_layout *outer, int64_t new_bits, int64_t old_bits, hd_error *error) {
  hd_layout made;
  bool first = true, together = true;
  hd_status status = hd_recast(outer, new_bits, old_bits, error, &made);
  if (status != HD_OK) return status;
  for (int k = 0; k < outer->profile.leaves; ++k) {
    if (outer->shape[k] == 1 && made.shape[k] == 1) continue;
    if (first) together = outer->stride[k] == 1 && made.stride[k] == 1;
    else
      together =
          together && made.shape[k] == outer->shape[k] && made.stride[k] * new_bits == outer->stride[k] * old_bits;
    first = false;
  }
  if (new_bits != old_bits && !together)
    return hd_refuse(error, HD_UNDEFINED, "recast",
                     "the layout to the left does not keep together the {0}-bit elements that make a {1}-bit one",
                     new_bits < old_bits ? new_bits : old_bits, new_bits < old_bits ? old_bits : new_bits, 0);
  hd_layout_copy(outer, &made);
  return HD_OK;
}

static hd_status recast_step(hd_composed *composed, hd_step *step, int64_t new_bits, int64_t old_bits,
                             hd_error *error) {
  if (!step->is_layout) {
    hd_status status = recast_offset(&step->offset, new_bits, old_bits, error);
    return status == HD_OK ? hd_swizzle_recast(&step->swizzle, old_bits, new_bits, error, &step->swizzle) : status;
  }
  if (hd_is_tuple(&composed->outer_offset.profile))
    return hd_refuse_nesting(error, "recast", "the offset {c} is a coordinate, which has no width",
                             &composed->outer_offset, NULL);
  hd_status status = recast_offset(&composed->outer_offset.value[0], new_bits, old_bits, error);
  return status == HD_OK ? recast_outer(&composed->outer, new_bits, old_bits, error) : status;
}

hd_status hd_composed_recast(const hd_composed *composed, int64_t new_bits, int64_t old_bits, hd_error *error,
                             hd_composed *result) {
  hd_composed made;
  hd_composed_copy_steps(&made, composed);
  int steps = new_bits >= 1 && old_bits >= 1 ? made.steps : 0; /* else hd_recast refuses the widths */
  for (int k = 0; k < steps; ++k) {
    hd_status status = recast_step(&made, &made.step[k], new_bits, old_bits, error);
    if (status != HD_OK) return status;
  }
  hd_status status = hd_recast(&composed->inner, new_bits, old_bits, error, &result->inner);
  if (status == HD_OK) hd_composed_copy_steps(result, &made);
  return status;
}
