/* From a tiled placement and one of its two operands back to the other one.
 *
 * What is known and what is looked for share each mode of the tensor, so the shard of the answer can only be what the
 * tiled one has in the modes' other parts. The span that scales the outer one is the inner one's: known with it, or
 * else what makes the spans on an axis add up, span(tiled replica) = scale * span(outer replica) + span(inner replica).
 * */
#include "algebra/checked.h"
#include "algebra/placement.h"
#include "algebra/placement_factors.h"
#include "algebra/placement_plain.h"
#include "algebra/refusals.h"

typedef struct search {
  const char *operation;
  hd_error *error;
  bool spans;       /* tiles; else direct sums, where nothing is scaled */
  bool knows_outer; /* what is known is the outer operand, else the inner one */
  const hd_placement *tiled, *known;
  hd_placement tiled_copies, known_copies; /* canonical; their shards are no part of it */
  hd_factors known_shard;                  /* by its shape */
  hd_factors same, rest;                   /* the tiled one's parts: where the known shard is to be, and what is left */
} search;

/* By how much the outer operand counts on an axis; 0 where no number does it. */
static int64_t scale_on(const search *s, hd_axis axis) {
  if (!s->spans) return 1;
  int64_t known = 1 + hd_reach(s->known->replica, s->known->replicas, axis);
  if (!s->knows_outer) return known + hd_reach(s->known->shard, s->known->shards, axis);
  int64_t whole =
      1 + hd_reach(s->tiled->replica, s->tiled->replicas, axis) + hd_reach(s->rest.iter, s->rest.iters, axis);
  return whole % known == 0 ? whole / known : 0;
}

/* A stride of the outer operand as the tiled one has it, and back. False where there is none. */
static bool scaled(const search *s, hd_iter *iter) {
  int64_t scale = scale_on(s, iter->axis);
  return scale > 0 && hd_mul(iter->stride, scale, &iter->stride);
}

static bool unscaled(const search *s, hd_iter *iter) {
  int64_t scale = scale_on(s, iter->axis);
  if (scale == 0 || iter->stride % scale != 0) return false;
  iter->stride /= scale;
  return true;
}

static hd_status fail_iter(const search *s, hd_status status, const char *reason, const hd_iter *iter) {
  hd_refuse(s->error, status, s->operation, reason, iter->extent, iter->stride, scale_on(s, iter->axis));
  if (s->error) s->error->axis = iter->axis;
  return status;
}

/* ---- the shard ---- */

/* The shape whose mode 2k is inside and 2k + 1 outside the tile, counted fastest first. */
static void interleave(hd_order order, const hd_tuple *outer, const hd_tuple *inner, hd_tuple *shape) {
  hd_tuple_clear(shape);
  for (int k = 0; k < outer->profile.leaves; ++k)
    for (int side = 0; side < 2; ++side) {
      const hd_tuple *from = (side == 0) == (order == HD_LAST_FASTEST) ? outer : inner;
      hd_tuple_append(shape, from->value[k], HD_AXIS_INTEGER);
    }
  if (shape->profile.leaves > 0) hd_profile_wrap(&shape->profile, 0);
}

/* Cuts the tiled shard at both shapes. */
static hd_status cut_tiled(search *s, const hd_tuple *outer, const hd_tuple *inner) {
  int modes = inner->profile.leaves;
  hd_factors *inside = s->knows_outer ? &s->rest : &s->same, *outside = s->knows_outer ? &s->same : &s->rest;
  hd_cutter cutter = hd_cutter_start(s->tiled);
  bool fits = true;
  inside->iters = outside->iters = 0;
  for (int k = 0; fits && k < 2 * modes; ++k) {
    int mode = hd_fastest(s->tiled->order, modes, k / 2);
    int64_t need = k % 2 == 0 ? inner->value[mode] : outer->value[mode];
    fits = hd_cut_mode(&cutter, need, k % 2 == 0 ? inside : outside) == 1;
  }
  if (fits && hd_cutter_ends(&cutter)) return HD_OK;
  hd_tuple shape;
  interleave(s->tiled->order, outer, inner, &shape);
  return hd_factors_by_flat_shape(s->tiled, &shape, s->operation, s->error, &s->rest);
}

static hd_status fail_shard(const search *s, int at) {
  int mode = 0;
  while (s->known_shard.begin[mode + 1] <= at) ++mode;
  return hd_refuse(s->error, HD_UNDEFINED, s->operation,
                   "in mode {0}, counted from the fastest, the whole does not place elements as the part given does",
                   mode, 0, 0);
}

/* Both lists have the sizes of one shape's modes: they part within a mode, or never. */
static hd_status match_shard(const search *s) {
  for (int k = 0; k < s->known_shard.iters; ++k) {
    const hd_iter *there = &s->same.iter[k];
    hd_iter here = s->known_shard.iter[k];
    if (there->extent != here.extent || there->axis != here.axis || (s->knows_outer && !scaled(s, &here)) ||
        there->stride != here.stride)
      return fail_shard(s, k);
  }
  return HD_OK;
}

/* What is left, in the outer one's own steps where it is that. */
static hd_status find_shard(search *s, hd_factors *found) {
  found->iters = 0;
  for (int k = 0; k < s->rest.iters; ++k) {
    hd_iter iter = s->rest.iter[k];
    if (!s->knows_outer && !unscaled(s, &iter))
      return fail_iter(s, HD_UNDEFINED, "the iter {0}:{1}{a} does not step by whole spans of the tile, {2}", &iter);
    hd_factors_join(found, &iter);
  }
  return HD_OK;
}

/* ---- the replica ---- */

/* Takes an iter's progression out of one of the iters in `rest`: what then is left and it have the sums of before.
 * Where the parts need not overlap they do not. Returns false where this finds none. */
static bool take_out(hd_iter *rest, uint8_t *count, const hd_iter *iter) {
  for (int k = 0; k < *count; ++k) {
    if (rest[k].axis != iter->axis || rest[k].extent == 1 || iter->stride % rest[k].stride != 0) continue;
    int64_t ratio = iter->stride / rest[k].stride, block;
    if (!hd_mul(ratio, iter->extent, &block) || rest[k].extent < block) continue;
    if (rest[k].extent % block == 0 && (ratio == 1 || *count < HD_MAX_LEAVES)) {
      hd_iter above = {rest[k].extent / block, rest[k].stride, iter->axis};
      above.stride *= above.extent > 1 ? block : 0;
      rest[k].extent = ratio;
      if (ratio == 1) rest[k] = above;
      else rest[(*count)++] = above;
    } else {
      rest[k].extent -= block - ratio;
    }
    return true;
  }
  return false;
}

/* Whether taking out one iter after another finds what there is to find: progressions on one axis have no other parts.
 * */
static bool is_single(const search *s, hd_axis axis) {
  int begin;
  return hd_replica_run(&s->tiled_copies, axis, &begin) <= 1 && hd_replica_run(&s->known_copies, axis, &begin) <= 1;
}

static hd_status find_replica(const search *s, hd_placement *found) {
  for (int k = 0; k < s->tiled_copies.replicas; ++k) found->replica[k] = s->tiled_copies.replica[k];
  found->replicas = s->tiled_copies.replicas;
  for (int k = 0; k < s->known_copies.replicas; ++k) {
    hd_iter iter = s->known_copies.replica[k];
    if (s->knows_outer && !scaled(s, &iter))
      return fail_iter(s, HD_UNDEFINED, "no span of a tile makes copies of the part's iter {0}:{1}{a}", &iter);
    if (!take_out(found->replica, &found->replicas, &iter))
      return fail_iter(s, is_single(s, iter.axis) ? HD_UNDEFINED : HD_UNDECIDED,
                       "the copies of iter {0}:{1}{a} are not among those of the whole", &s->known_copies.replica[k]);
  }
  for (int k = 0; k < found->replicas && !s->knows_outer; ++k) {
    int begin;
    hd_axis axis = found->replica[k].axis;
    bool known = is_single(s, axis) || hd_replica_run(&s->known_copies, axis, &begin) == 0;
    if (!unscaled(s, &found->replica[k]))
      return fail_iter(s, known ? HD_UNDEFINED : HD_UNDECIDED,
                       "the copies of iter {0}:{1}{a} do not step by whole spans of the tile, {2}", &found->replica[k]);
  }
  return HD_OK;
}

/* ---- the offset ---- */

static hd_status fail_offset(const search *s, hd_status status, hd_axis axis, const char *reason) {
  hd_refuse(s->error, status, s->operation, reason, hd_placement_offset(&s->tiled_copies, axis),
            hd_placement_offset(&s->known_copies, axis), scale_on(s, axis));
  if (s->error) s->error->axis = axis;
  return status;
}

static hd_status find_offset_on(const search *s, hd_axis axis, hd_placement *found) {
  int64_t scale = scale_on(s, axis), known = hd_placement_offset(&s->known_copies, axis), rest;
  if (hd_placement_offset(found, axis) != 0) return HD_OK; /* both mention it */
  /* The scale is no 0: without copies on the axis it is the whole's span, and with them find_replica has it. */
  if ((s->knows_outer && !hd_mul(known, scale, &known)) ||
      !hd_sub(hd_placement_offset(&s->tiled_copies, axis), known, &rest))
    return fail_offset(s, HD_OVERFLOW, axis,
                       "the offsets {0}{a} of the whole and {1}{a} of the part, at a span of {2}, leave 64 bits");
  if (!s->knows_outer) {
    if (rest % scale != 0)
      return fail_offset(s, HD_UNDEFINED, axis, "the offset {0}{a} less {1}{a} is no multiple of the tile's span, {2}");
    rest /= scale;
  }
  return hd_placement_add_offset(found, rest, axis, s->operation, s->error);
}

static hd_status find_offset(const search *s, hd_placement *found) {
  const hd_placement *side[2] = {&s->tiled_copies, &s->known_copies};
  hd_status status = HD_OK;
  for (int k = 0; k < 2; ++k)
    for (int o = 0; o < side[k]->offsets && status == HD_OK; ++o)
      status = find_offset_on(s, side[k]->offset[o].axis, found);
  return status;
}

/* ---- all three ---- */

/* Modes of one iter outside and one inside, each in one place, as most are. What is left of the tiled one is within its
 * bounds, with smaller steps or the same. False: not settled here. */
static bool find_plainly(const search *s, const hd_placement *known, const hd_placement *tiled,
                         const hd_tuple *outer_shape, const hd_tuple *inner_shape, hd_placement *result) {
  hd_iter_list found;
  int modes = known->shards;
  bool rising = tiled->order == HD_FIRST_FASTEST;
  const hd_iter *outer = tiled->shard + rising, *inner = tiled->shard + !rising;
  if (tiled->shards != 2 * modes || outer_shape->profile.leaves != modes || inner_shape->profile.leaves != modes ||
      !hd_is_single(known) || !hd_is_single(tiled) || !hd_iters_are_modes(outer, 2, outer_shape) ||
      !hd_iters_are_modes(inner, 2, inner_shape))
    return false;
  hd_list_start(&found, 1);
  for (int k = 0; k < modes; ++k) {
    const hd_iter *out = &outer[2 * k], *in = &inner[2 * k], *there = s->knows_outer ? out : in;
    const hd_iter *here = &known->shard[k], *rest = s->knows_outer ? in : out;
    int64_t span = s->spans ? hd_iters_span(inner, 2, modes, out->axis) : 1, stride = here->stride, left = rest->stride;
    if (s->knows_outer ? !hd_mul(stride, span, &stride) : hd_split_digit(&left, span) != 0) return false;
    if (here->extent != there->extent || here->axis != there->axis || stride != there->stride) return false;
    hd_list_join(&found, 1, rest->extent, left, rest->axis, rising);
  }
  hd_write_single(found.iter + 1, hd_list_count(&found), tiled->order, result);
  return true;
}

static hd_status check_shapes(const search *s, const hd_tuple *outer, const hd_tuple *inner) {
  hd_status status = hd_check_flat(outer, 1, s->operation, s->error);
  if (status == HD_OK) status = hd_check_flat(inner, 1, s->operation, s->error);
  if (status != HD_OK) return status;
  int rank = outer->profile.leaves;
  if (inner->profile.leaves != rank)
    return hd_refuse_nesting(s->error, s->operation, "the shapes {c} and {d} have different ranks", outer, inner);
  if (2 * rank <= HD_MAX_LEAVES) return HD_OK;
  return hd_refuse(s->error, HD_CAPACITY, s->operation, "the two shapes have {0} modes together; the most is {1}",
                   2 * rank, HD_MAX_LEAVES, 0);
}

static hd_status run(search *s, const hd_placement *known, const hd_placement *tiled, const hd_tuple *outer_shape,
                     const hd_tuple *inner_shape, hd_placement *result) {
  const hd_tuple *known_shape = s->knows_outer ? outer_shape : inner_shape;
  hd_placement copies;
  hd_factors shard;
  if (known->order != tiled->order) return hd_refuse_orders(s->error, s->operation);
  if (find_plainly(s, known, tiled, outer_shape, inner_shape, result)) return HD_OK;
  s->known = known;
  s->tiled = tiled;
  copies.order = tiled->order;
  copies.offsets = 0;
  hd_canonical_copies(tiled, &s->tiled_copies);
  hd_canonical_copies(known, &s->known_copies);
  hd_status status = check_shapes(s, outer_shape, inner_shape);
  if (status == HD_OK) status = hd_factors_by_flat_shape(known, known_shape, s->operation, s->error, &s->known_shard);
  if (status == HD_OK) status = cut_tiled(s, outer_shape, inner_shape);
  if (status == HD_OK) status = match_shard(s);
  if (status == HD_OK) status = find_shard(s, &shard);
  if (status == HD_OK) status = find_replica(s, &copies);
  if (status == HD_OK) status = find_offset(s, &copies);
  return status == HD_OK ? hd_factors_finish(&shard, &copies, s->operation, s->error, result) : status;
}

hd_status hd_placement_is_tile_inner(const hd_placement *inner, const hd_placement *tiled, const hd_tuple *outer_shape,
                                     const hd_tuple *inner_shape, hd_error *error, hd_placement *outer) {
  search s;
  s.operation = "is_tile_inner";
  s.error = error;
  s.spans = true;
  s.knows_outer = false;
  return run(&s, inner, tiled, outer_shape, inner_shape, outer);
}

hd_status hd_placement_is_tile_outer(const hd_placement *outer, const hd_placement *tiled, const hd_tuple *outer_shape,
                                     const hd_tuple *inner_shape, hd_error *error, hd_placement *inner) {
  search s;
  s.operation = "is_tile_outer";
  s.error = error;
  s.spans = true;
  s.knows_outer = true;
  return run(&s, outer, tiled, outer_shape, inner_shape, inner);
}

hd_status hd_placement_is_direct_sum_right(const hd_placement *right, const hd_placement *sum,
                                           const hd_tuple *left_shape, const hd_tuple *right_shape, hd_error *error,
                                           hd_placement *left) {
  search s;
  s.operation = "is_direct_sum_right";
  s.error = error;
  s.spans = false;
  s.knows_outer = false;
  return run(&s, right, sum, left_shape, right_shape, left);
}

hd_status hd_placement_is_direct_sum_left(const hd_placement *left, const hd_placement *sum, const hd_tuple *left_shape,
                                          const hd_tuple *right_shape, hd_error *error, hd_placement *right) {
  search s;
  s.operation = "is_direct_sum_left";
  s.error = error;
  s.spans = false;
  s.knows_outer = true;
  return run(&s, left, sum, left_shape, right_shape, right);
}
