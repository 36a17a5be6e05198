/* One form for one function.
 *
 * D is decided by its coalesced iters, which are unique. That two sets agree at all elements means that D does and that
 * the sets at element 0 do: a finite set is no translate of itself. Those sets are products over the axes, on each of
 * them the sums of some progressions; progressions can make one set in several ways where they overlap, as
 * {0,2,..,10} + {0,3} = {0,2,4} + {0,3,6,9}, so there the sums themselves are compared. */
#include "algebra/checked.h"
#include "algebra/fit.h"
#include "algebra/placement.h"
#include "algebra/placement_factors.h"
#include "algebra/refusals.h"

/* ---- the replica's iters, sorted and joined ---- */

static inline bool iter_before(const hd_iter *a, const hd_iter *b) {
  if (a->axis != b->axis) return hd_axis_name_before(a->axis, b->axis);
  return a->stride != b->stride ? a->stride < b->stride : a->extent < b->extent;
}

/* Moves the last iter of a list to where the order wants it. */
static inline void place_last(hd_iter *list, int count) {
  for (hd_iter *at = list + count - 1; at > list && iter_before(at, at - 1); --at) {
    hd_iter iter = *at;
    *at = at[-1];
    at[-1] = iter;
  }
}

/* Joins iters on one axis whose sums are one progression: the finer one's steps have to reach as far as one of the
 * coarser one's. The product of the extents does not grow. A join changes the finer one's reach alone: no pair before
 * it comes up again. */
static int join_iters(hd_iter *list, int count) {
  hd_iter *end = list + count;
  for (hd_iter *fine = list; fine < end; ++fine)
    for (hd_iter *next = fine + 1; next < end && next->axis == fine->axis;) {
      int64_t ratio = next->stride / fine->stride;
      if (next->stride % fine->stride != 0 || ratio > fine->extent) {
        ++next;
        continue;
      }
      fine->extent += ratio * (next->extent - 1);
      for (--end; next < end; ++next) { /* member by member: of whole iters compilers make a call */
        next->extent = next[1].extent;
        next->stride = next[1].stride;
        next->axis = next[1].axis;
      }
      next = fine + 1;
    }
  return (int)(end - list);
}

static void canonical_replica(const hd_placement *placement, hd_placement *made) {
  int kept = 0;
  for (int k = 0, replicas = placement->replicas; k < replicas; ++k) {
    hd_iter *iter = &made->replica[kept];
    *iter = placement->replica[k];
    if (iter->extent == 1 || iter->stride == 0) continue;
    if (iter->stride < 0) {
      hd_placement_add_offset(made, (iter->extent - 1) * iter->stride, iter->axis, "canonicalize", NULL);
      iter->stride = -iter->stride;
    }
    place_last(made->replica, ++kept);
  }
  made->replicas = (uint8_t)join_iters(made->replica, kept);
}

static void sort_offsets(hd_placement *made) {
  for (int k = 1; k < made->offsets; ++k)
    for (int at = k; at > 0 && hd_axis_name_before(made->offset[at].axis, made->offset[at - 1].axis); --at) {
      int64_t value = made->offset[at].value;
      hd_axis axis = made->offset[at].axis;
      made->offset[at] = made->offset[at - 1];
      made->offset[at - 1].value = value;
      made->offset[at - 1].axis = axis;
    }
}

void hd_sort_copies(const hd_placement *placement, hd_placement *result) {
  if (result != placement) hd_copy_offsets(result, placement);
  canonical_replica(placement, result);
  sort_offsets(result);
}

/* In the order they stand in: whether two neighbours are one does not depend on what they have been made of, so that
 * either end of the list can come first. */
static int coalesce(const hd_iter *from, int count, bool rising, hd_iter *to) {
  hd_iter *last = NULL, *next = to;
  for (int k = 0; k < count; ++k) {
    int64_t extent = from[k].extent, stride = from[k].stride, step;
    hd_axis axis = stride == 0 ? hd_axis_plain() : from[k].axis;
    if (extent == 1) continue;
    if (last && last->axis == axis) {
      bool joins = rising ? hd_mul(last->extent, last->stride, &step) && step == stride
                          : hd_mul(extent, stride, &step) && step == last->stride;
      if (joins) {
        last->extent *= extent;
        if (!rising) last->stride = stride;
        continue;
      }
    }
    last = next++;
    last->extent = extent;
    last->stride = stride;
    last->axis = axis;
  }
  return (int)(next - to);
}

/* No list grows, and each is gone through from its beginning: the result may be written over the operand. */
void hd_placement_canonicalize(const hd_placement *placement, hd_placement *result) {
  result->order = placement->order;
  result->shards =
      (uint8_t)coalesce(placement->shard, placement->shards, placement->order == HD_FIRST_FASTEST, result->shard);
  hd_canonical_copies(placement, result);
}

/* ---- sums of progressions on one axis ---- */

/* The sums of canonical iters on one axis, gone through in turn. */
typedef struct sums {
  const hd_iter *iter;
  int count;
  int64_t digit[HD_MAX_LEAVES];
  int64_t sum;
} sums;

static void start_sums(sums *s, const hd_iter *iter, int count) {
  s->iter = iter;
  s->count = count;
  s->sum = 0;
  for (int k = 0; k < count; ++k) s->digit[k] = 0;
}

static bool next_sum(sums *s) {
  for (int k = 0; k < s->count; ++k) {
    if (++s->digit[k] < s->iter[k].extent) {
      s->sum += s->iter[k].stride;
      return true;
    }
    s->digit[k] = 0;
    s->sum -= (s->iter[k].extent - 1) * s->iter[k].stride;
  }
  return false;
}

static int64_t greatest_sum(const hd_iter *iter, int count) {
  int64_t sum = 0;
  for (int k = 0; k < count; ++k) sum += (iter[k].extent - 1) * iter[k].stride;
  return sum;
}

bool hd_iters_nest(const hd_iter *iter, int count) {
  for (int k = 1; k < count; ++k)
    if (iter[k].stride <= greatest_sum(iter, k)) return false;
  return true;
}

/* Whether a sum is among those of the iters: the last iter's digit is found by division. Spends one of *visits a step.
 * */
static hd_status contains(const hd_iter *iter, int count, int64_t sum, int64_t *visits, bool *answer) {
  sums others;
  *answer = sum == 0;
  if (count == 0) return HD_OK;
  int64_t stride = iter[count - 1].stride, extent = iter[count - 1].extent;
  start_sums(&others, iter, count - 1);
  do {
    if ((*visits)-- == 0) return HD_UNDECIDED;
    int64_t rest = sum - others.sum;
    *answer = others.sum <= sum && rest % stride == 0 && rest / stride < extent;
  } while (!*answer && next_sum(&others));
  return HD_OK;
}

/* Whether every sum of a is one of b. */
static hd_status is_subset(const hd_iter *a, int count_a, const hd_iter *b, int count_b, int64_t *visits,
                           bool *answer) {
  sums s;
  start_sums(&s, a, count_a);
  do {
    hd_status status = contains(b, count_b, s.sum, visits, answer);
    if (status != HD_OK) return status;
  } while (*answer && next_sum(&s));
  return HD_OK;
}

/* Whether the sums on one axis are the same set. */
static hd_status same_sums(const hd_iter *a, int count_a, const hd_iter *b, int count_b, int64_t *visits,
                           bool *answer) {
  bool same = count_a == count_b;
  for (int k = 0; same && k < count_a; ++k) same = a[k].extent == b[k].extent && a[k].stride == b[k].stride;
  *answer = same;
  if (same || greatest_sum(a, count_a) != greatest_sum(b, count_b)) return HD_OK;
  if (hd_iters_nest(a, count_a) && hd_iters_nest(b, count_b)) return HD_OK;
  hd_status status = is_subset(a, count_a, b, count_b, visits, answer);
  if (status == HD_OK && *answer) status = is_subset(b, count_b, a, count_a, visits, answer);
  return status;
}

int hd_replica_run(const hd_placement *placement, hd_axis axis, int *begin) {
  int count = 0;
  *begin = 0;
  for (int k = 0; k < placement->replicas; ++k)
    if (placement->replica[k].axis == axis && count++ == 0) *begin = k;
  return count;
}

static hd_status same_replicas(const hd_placement *a, const hd_placement *b, bool *answer) {
  const hd_placement *side[2] = {a, b};
  int64_t visits = HD_MAX_VISITS;
  *answer = true;
  for (int s = 0; s < 2; ++s)
    for (int k = 0; k < side[s]->replicas && *answer;) {
      hd_axis axis = side[s]->replica[k].axis;
      int begin_a, begin_b;
      int count_a = hd_replica_run(a, axis, &begin_a), count_b = hd_replica_run(b, axis, &begin_b);
      hd_status status = same_sums(a->replica + begin_a, count_a, b->replica + begin_b, count_b, &visits, answer);
      if (status != HD_OK) return status;
      k += s == 0 ? count_a : count_b;
    }
  return HD_OK;
}

static bool same_offsets(const hd_placement *a, const hd_placement *b) {
  if (a->offsets != b->offsets) return false;
  for (int k = 0; k < a->offsets; ++k)
    if (a->offset[k].value != b->offset[k].value || a->offset[k].axis != b->offset[k].axis) return false;
  return true;
}

hd_status hd_placement_is_equivalent(const hd_placement *a, const hd_placement *b, hd_error *error, bool *answer) {
  hd_placement left, right;
  if (a->order != b->order) return hd_refuse_orders(error, "equivalent");
  hd_placement_canonicalize(a, &left);
  hd_placement_canonicalize(b, &right);
  bool same =
      left.shards == right.shards && hd_same_iters(left.shard, right.shard, left.shards) && same_offsets(&left, &right);
  if (same && same_replicas(&left, &right, &same) != HD_OK)
    return hd_refuse(error, HD_UNDECIDED, "equivalent",
                     "the replicas overlap, and {0} steps did not compare their sums", HD_MAX_VISITS, 0, 0);
  *answer = same;
  return HD_OK;
}

/* ---- counting ---- */

/* How many different sums there are. */
static hd_status count_sums(const hd_iter *iter, int count, int64_t *visits, int64_t *different) {
  sums s, before;
  int64_t taken = 0;
  *different = 1;
  if (hd_iters_nest(iter, count)) {
    for (int k = 0; k < count; ++k) *different *= iter[k].extent;
    return HD_OK;
  }
  *different = 0;
  start_sums(&s, iter, count);
  do {
    bool fresh = true;
    int64_t left = taken++;
    for (start_sums(&before, iter, count); fresh && left > 0; --left) {
      if ((*visits)-- == 0) return HD_UNDECIDED;
      fresh = before.sum != s.sum;
      next_sum(&before);
    }
    *different += fresh;
  } while (next_sum(&s));
  return HD_OK;
}

hd_status hd_placement_copies(const hd_placement *placement, hd_error *error, int64_t *copies) {
  hd_placement canonical;
  int64_t visits = HD_MAX_VISITS, product = 1;
  hd_canonical_copies(placement, &canonical);
  for (int begin = 0; begin < canonical.replicas;) {
    int64_t different;
    int count = hd_replica_run(&canonical, canonical.replica[begin].axis, &begin);
    if (count_sums(canonical.replica + begin, count, &visits, &different) != HD_OK)
      return hd_refuse(error, HD_UNDECIDED, "copies", "the replicas overlap, and {0} steps did not count their sums",
                       HD_MAX_VISITS, 0, 0);
    product *= different;
    begin += count;
  }
  *copies = product;
  return HD_OK;
}
