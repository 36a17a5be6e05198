/* Slices of composed layouts, and composed layouts in another unit. */
#include "algebra/arithmetic.h"
#include "algebra/checked.h"
#include "algebra/composed.h"
#include "algebra/leaf.h"
#include "algebra/modes.h"
#include "algebra/recast.h"
#include "algebra/refusals.h"

/* ---- which bits the values of a layout may have ---- */

enum { BITS = 64 };

/* The bits from low to high, both included. */
static uint64_t bits_between(int low, int high) { return (UINT64_MAX << low) & (UINT64_MAX >> (BITS - 1 - high)); }

static int lowest_bit(int64_t number) { return __builtin_ctzll((unsigned long long)number); }
static int highest_bit(int64_t number) { return BITS - 1 - __builtin_clzll((unsigned long long)number); }

/* The bits of the multiples of a leaf's stride: none where it does not move, all where it moves down. */
static uint64_t leaf_bits(int64_t extent, int64_t stride) {
  if (extent == 1 || stride == 0) return 0;
  return stride < 0 ? UINT64_MAX : bits_between(lowest_bit(stride), highest_bit(stride * (extent - 1)));
}

/* The bits that the values of a layout may have. */
typedef struct value_bits {
  uint64_t all, leaf[HD_MAX_LEAVES];
  bool apart; /* no two leaves have one in common */
} value_bits;

/* Where leaves have bits in common they may carry: then all together have those from the lowest to the highest of
 * their sum. */
static void find_bits(const hd_layout *layout, value_bits *bits) {
  uint64_t all = 0, common = 0;
  int64_t reach = 0;
  for (int k = 0; k < layout->profile.leaves; ++k) {
    bits->leaf[k] = leaf_bits(layout->shape[k], layout->stride[k]);
    common |= all & bits->leaf[k];
    all |= bits->leaf[k];
    reach += layout->stride[k] * (layout->shape[k] - 1); /* within 64 bits, by the layout's invariant */
  }
  bits->apart = common == 0;
  bits->all = bits->apart || all == UINT64_MAX ? all : bits_between(lowest_bit((int64_t)all), highest_bit(reach));
}

/* Whether each leaf lies wholly among the bits given or wholly outside. */
static bool leaves_are_whole(const hd_layout *layout, const value_bits *bits, uint64_t within) {
  uint64_t torn = 0;
  for (int k = 0; k < layout->profile.leaves; ++k)
    if ((bits->leaf[k] & within) != 0) torn |= bits->leaf[k] & ~within;
  return torn == 0;
}

/* ---- slices ---- */

/* The values start + y of a slice, as one swizzle takes them. */
typedef struct cut {
  hd_swizzle swizzle;
  int64_t start;
  value_bits bits; /* that y may have */
  uint64_t varies; /* bits of start + y that y may change: its own, and from the lowest that carries on all */
} cut;

static void find_cut(const hd_step *step, const hd_layout *slice, cut *c) {
  c->swizzle = step->swizzle;
  c->start = step->offset;
  find_bits(slice, &c->bits);
  uint64_t meet = c->bits.all & (uint64_t)c->start;
  c->varies = c->bits.all | (meet ? 0 - (meet & (0 - meet)) : 0);
}

/* Whether S(start + y) = S(start) + R(y) for a plain layout R, which the slice then becomes. Where no bit that is read
 * varies, S flips the same bits always; that adds a constant unless some of those vary. Where some do and nothing
 * carries, S(start + y) = S(start) ^ S(y), and S(y) is y and, shifted, the bits of y that are read: whole leaves, whose
 * strides it changes. The exclusive or is a sum where no bit meets another. */
static bool decays(const cut *c, hd_layout *slice) {
  uint64_t source = (uint64_t)hd_swizzle_source(&c->swizzle), bits = c->bits.all, read = bits & source;
  uint64_t begin = (uint64_t)hd_swizzle_at(&c->swizzle, c->start);
  int shift = c->swizzle.shift;
  if ((c->varies & source) == 0) return ((begin ^ (uint64_t)c->start) & c->varies) == 0;
  uint64_t moved = shift < 0 ? read << -shift : read >> shift;
  if (c->varies != bits || (moved & bits) != 0 || (begin & (bits | moved)) != 0) return false;
  if (!c->bits.apart || !leaves_are_whole(slice, &c->bits, source)) return false;
  for (int k = 0; k < slice->profile.leaves; ++k)
    if (c->bits.leaf[k] != 0) slice->stride[k] = hd_swizzle_at(&c->swizzle, slice->stride[k]);
  return true;
}

/* What of the start stays out of the swizzle's sight: bits that do not vary, and that it neither reads nor changes. */
static int64_t unseen(const cut *c) {
  uint64_t seen = (uint64_t)(hd_swizzle_source(&c->swizzle) | hd_swizzle_target(&c->swizzle));
  return c->start < 0 ? 0 : (int64_t)((uint64_t)c->start & ~c->varies & ~seen);
}

/* What becomes of a chain behind which a slice begins. */
typedef struct beginning {
  int steps;
  int64_t offset;        /* of the last step, where that is a swizzle */
  hd_tuple outer_offset; /* where it is a layout */
  int64_t constant;
} beginning;

/* Puts the slice behind the chain: the start joins what the last step adds. */
static hd_status begin_at(const hd_composed *composed, const hd_tuple *start, hd_error *error, hd_layout *slice,
                          beginning *begun) {
  begun->steps = composed->steps;
  begun->constant = 0;
  if (composed->steps == 0) {
    if (start->on_axes || hd_is_tuple(&start->profile))
      return hd_refuse_nesting(error, "slice", "the slice begins at the coordinate {c}, not at an integer", start,
                               NULL);
    begun->constant = start->value[0];
    return HD_OK;
  }
  hd_step last = composed->step[composed->steps - 1];
  if (last.is_layout) return hd_tuple_add(&composed->outer_offset, start, error, &begun->outer_offset);
  if (!hd_add(last.offset, start->value[0], &last.offset))
    return hd_refuse(error, HD_OVERFLOW, "slice", "the slice begins at {0}, which added to the offset leaves 64 bits",
                     start->value[0], 0, 0);
  begun->offset = last.offset;
  if (composed->steps > 1) return HD_OK;
  cut c;
  find_cut(&last, slice, &c);
  if (decays(&c, slice)) {
    begun->constant = hd_swizzle_at(&c.swizzle, c.start);
    begun->steps = 0;
  } else {
    begun->constant = unseen(&c);
    begun->offset -= begun->constant;
  }
  return HD_OK;
}

/* Nothing fails any more. */
static void take_beginning(const hd_composed *composed, const beginning *begun, hd_composed *result) {
  int last = begun->steps - 1;
  if (last >= 0 && result != composed) hd_composed_copy_steps(result, composed);
  result->steps = begun->steps;
  if (last < 0) return;
  if (composed->step[last].is_layout) hd_tuple_copy(&result->outer_offset, &begun->outer_offset);
  else result->step[last].offset = begun->offset;
}

static bool has_swizzle(const hd_composed *composed) {
  int layouts = 0;
  for (int k = 0; k < composed->steps; ++k) layouts += composed->step[k].is_layout;
  return layouts < composed->steps;
}

hd_status hd_composed_slice(const hd_composed *composed, const hd_tuple *coordinate, hd_error *error,
                            hd_composed *result, int64_t *constant) {
  hd_layout slice;
  hd_tuple start;
  beginning begun;
  int leaves = coordinate->on_axes ? coordinate->profile.leaves : 0, free_leaves = 0; /* `_` is on an axis */
  for (int k = 0; k < leaves; ++k) free_leaves += coordinate->axis[k] == HD_AXIS_ANY;
  if (free_leaves == 0 && has_swizzle(composed))
    return hd_refuse_nesting(error, "slice", "a slice of a swizzled layout leaves some mode free, and {c} has no `_`",
                             coordinate, NULL);
  hd_status status = hd_slice_and_offset(&composed->inner, coordinate, error, &slice, &start);
  bool whole = free_leaves == coordinate->profile.leaves;
  if (status == HD_OK && !whole) status = begin_at(composed, &start, error, &slice, &begun);
  if (status != HD_OK) return hd_fail_within(error, status, "slice");
  if (!whole) take_beginning(composed, &begun, result);
  else hd_composed_copy_steps(result, composed);
  if (slice.on_axes) hd_layout_copy(&result->inner, &slice);
  else hd_copy_fresh(&result->inner, &slice);
  *constant = whole ? 0 : begun.constant;
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
