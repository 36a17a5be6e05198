/* Placements, as the sets of places that they are: every digit of the shard, every copy. */
#include "proofs/theorem.h"

#include <stdlib.h>
#include <string.h>

enum { AXES = 2, PLACES = 128 };

typedef struct hd_place_set {
  int count;
  int64_t place[PLACES][AXES]; /* on m, on laneid */
} hd_place_set;

static hd_axis named(const char *name) {
  hd_axis axis = HD_AXIS_INTEGER;
  hd_axis_from_name(name, strlen(name), &axis);
  return axis;
}

static int by_numbers(const void *a, const void *b) {
  const int64_t *x = a, *y = b;
  for (int k = 0; k < AXES; k++)
    if (x[k] != y[k]) return x[k] < y[k] ? -1 : 1;
  return 0;
}

static void add_iter(const hd_iter *iter, int64_t digit, const hd_axis axis[AXES], int64_t place[AXES]) {
  for (int k = 0; k < AXES; k++)
    if (iter->axis == axis[k]) place[k] += digit * iter->stride;
}

/* The places of element `index`, each once, in order. */
static void places_of(const hd_placement *placement, int64_t index, const hd_axis axis[AXES], hd_place_set *set) {
  int64_t base[AXES] = {0}, copies = 1;
  int shards = placement->shards;
  for (int k = 0; k < shards; k++) {
    const hd_iter *iter = &placement->shard[placement->order == HD_FIRST_FASTEST ? k : shards - 1 - k];
    add_iter(iter, index % iter->extent, axis, base);
    index /= iter->extent;
  }
  for (int k = 0; k < placement->offsets; k++) {
    hd_iter constant = {1, placement->offset[k].value, placement->offset[k].axis};
    add_iter(&constant, 1, axis, base);
  }
  for (int k = 0; k < placement->replicas; k++) copies *= placement->replica[k].extent;
  set->count = 0;
  for (int64_t r = 0; r < copies && r < PLACES; r++) {
    int64_t left = r, *place = set->place[set->count++];
    memcpy(place, base, sizeof base);
    for (int k = 0; k < placement->replicas; k++) {
      add_iter(&placement->replica[k], left % placement->replica[k].extent, axis, place);
      left /= placement->replica[k].extent;
    }
  }
  qsort(set->place, (size_t)set->count, sizeof set->place[0], by_numbers);
  int kept = 0;
  for (int k = 0; k < set->count; k++)
    if (k == 0 || by_numbers(set->place[k], set->place[kept - 1]) != 0)
      memmove(set->place[kept++], set->place[k], sizeof set->place[0]);
  set->count = kept;
}

static bool is_same_set(const hd_place_set *a, const hd_place_set *b) {
  return a->count == b->count && memcmp(a->place, b->place, (size_t)a->count * sizeof a->place[0]) == 0;
}

/* The placement of a case, leaf by leaf. */
static hd_status placement_of(const hd_case *subject, const hd_axis axis[AXES], hd_placement *placement) {
  const int64_t *n = subject->number;
  hd_placement_clear(n[0] == 1 ? HD_FIRST_FASTEST : HD_LAST_FASTEST, placement);
  for (int k = 5; k < subject->numbers; k += 3) hd_placement_append_shard(placement, n[k], n[k + 1], axis[n[k + 2]]);
  if (n[2] > 1) hd_placement_append_replica(placement, n[2], n[3], axis[n[4]]);
  if (n[1] != 0) hd_placement_add_offset(placement, n[1], axis[1], "prove", NULL);
  return hd_placement_finish(placement, "prove", NULL);
}

static int64_t size_of(const hd_placement *placement) {
  int64_t size = 1;
  for (int k = 0; k < placement->shards; k++) size *= placement->shard[k].extent;
  return size;
}

/* Whether both have the same places everywhere; else *where is the first element that they place otherwise. */
static bool is_same(const hd_placement *a, const hd_placement *b, const hd_axis axis[AXES], int64_t *where) {
  int64_t size = size_of(a);
  for (*where = 0; *where < size; ++*where) {
    hd_place_set left, right;
    places_of(a, *where, axis, &left);
    places_of(b, *where, axis, &right);
    if (!is_same_set(&left, &right)) return false;
  }
  return size == size_of(b);
}

static void answer_iters(hd_prover *prover, const hd_iter *iter, int count) {
  for (int k = 0; k < count; k++) {
    hd_answer(prover, iter[k].extent);
    hd_answer(prover, iter[k].stride);
  }
}

hd_outcome hd_theorem_placement_text(hd_prover *prover, const hd_case *subject) {
  const hd_axis axis[AXES] = {named("m"), named("laneid")};
  hd_placement placement, read, back;
  char text[HD_CASE_TEXT];
  int64_t where;
  hd_status status = placement_of(subject, axis, &placement);
  if (status != HD_OK) return hd_refute_status(prover, status, "ok");
  hd_case_print(hd_domain_find("placements", 10), subject, text, sizeof text);
  status = prover->operation->parse_placement(text, strlen(text), NULL, &read);
  if (status != HD_OK) return hd_refute_status(prover, status, "ok");
  if (read.order != placement.order || !is_same(&placement, &read, axis, &where))
    return hd_refute(prover, "it is read as another one");
  size_t length = hd_print_placement(&read, text, sizeof text);
  status = prover->operation->parse_placement(text, length, NULL, &back);
  if (status != HD_OK) return hd_refute_status(prover, status, "ok");
  if (!hd_placement_is_identical(&read, &back)) return hd_refute(prover, "what it prints is read as another one");
  for (size_t k = 0; k < length; k++) hd_answer(prover, text[k]);
  return HD_HELD;
}

hd_outcome hd_theorem_placement_places(hd_prover *prover, const hd_case *subject) {
  const hd_axis axis[AXES] = {named("m"), named("laneid")};
  hd_axis column[HD_MAX_LEAVES];
  hd_placement placement;
  hd_place_set wanted, got;
  hd_status status = placement_of(subject, axis, &placement);
  if (status != HD_OK) return hd_refute_status(prover, status, "ok");
  int columns = hd_placement_axes(&placement, column);
  for (int64_t x = 0, size = size_of(&placement); x < size; x++) {
    int64_t place[PLACES * HD_MAX_LEAVES];
    hd_tuple element;
    places_of(&placement, x, axis, &wanted);
    hd_tuple_scalar(&element, x);
    status = prover->operation->placement_places(&placement, &element, NULL, PLACES, NULL, place, &got.count);
    if (status != HD_OK) return hd_refute_status(prover, status, "ok");
    memset(got.place, 0, sizeof got.place);
    for (int p = 0; p < got.count; p++)
      for (int k = 0; k < columns; k++) got.place[p][column[k] == axis[1]] += place[p * columns + k];
    qsort(got.place, (size_t)got.count, sizeof got.place[0], by_numbers);
    if (!is_same_set(&wanted, &got)) return hd_refute(prover, "element %lld lies elsewhere", (long long)x);
    hd_answer(prover, wanted.count);
    hd_answer(prover, wanted.place[0][0]);
    hd_answer(prover, wanted.place[0][1]);
  }
  return HD_HELD;
}

hd_outcome hd_theorem_placement_canonical(hd_prover *prover, const hd_case *subject) {
  const hd_axis axis[AXES] = {named("m"), named("laneid")};
  hd_placement placement, got, again;
  int64_t where;
  hd_status status = placement_of(subject, axis, &placement);
  if (status != HD_OK) return hd_refute_status(prover, status, "ok");
  prover->operation->placement_canonicalize(&placement, &got);
  if (!is_same(&placement, &got, axis, &where))
    return hd_refute(prover, "element %lld lies elsewhere", (long long)where);
  for (int k = 0; k < got.shards; k++)
    if (got.shards > 1 && got.shard[k].extent == 1) return hd_refute(prover, "iter %d says nothing", k);
  prover->operation->placement_canonicalize(&got, &again);
  if (!hd_placement_is_identical(&got, &again)) return hd_refute(prover, "its form has another form");
  answer_iters(prover, got.shard, got.shards);
  answer_iters(prover, got.replica, got.replicas);
  return HD_HELD;
}

/* The number of a coordinate of a shape, counted first or last mode fastest. */
static int64_t number_of(const hd_tuple *shape, const int64_t *digit, hd_order order) {
  int64_t number = 0;
  int modes = shape->profile.leaves;
  for (int k = 0; k < modes; k++) {
    int at = order == HD_LAST_FASTEST ? k : modes - 1 - k;
    number = number * shape->value[at] + digit[at];
  }
  return number;
}

/* Counted the other way, each coordinate of a shape stays where it is; else *where is the first that does not. */
static hd_status reorder(hd_prover *prover, const hd_placement *placement, int modes, const int64_t *extent,
                         const hd_axis axis[AXES], int64_t *where) {
  hd_order other = placement->order == HD_FIRST_FASTEST ? HD_LAST_FASTEST : HD_FIRST_FASTEST;
  hd_placement got;
  hd_tuple shape;
  int64_t size = 1;
  hd_tuple_flat(&shape, modes, extent);
  hd_status status = prover->operation->placement_reorder(placement, &shape, other, NULL, &got);
  if (status != HD_OK) return status;
  for (int k = 0; k < modes; k++) size *= extent[k];
  for (*where = 0; *where < size && got.order == other; ++*where) {
    int64_t digit[HD_CASE_NUMBERS], left = *where;
    hd_place_set before, after;
    for (int k = 0; k < modes; k++) {
      digit[k] = left % extent[k];
      left /= extent[k];
    }
    places_of(placement, number_of(&shape, digit, placement->order), axis, &before);
    places_of(&got, number_of(&shape, digit, other), axis, &after);
    if (!is_same_set(&before, &after)) return HD_OK;
  }
  answer_iters(prover, got.shard, got.shards);
  *where = got.order == other ? -1 : 0;
  return HD_OK;
}

hd_outcome hd_theorem_placement_order(hd_prover *prover, const hd_case *subject) {
  const hd_axis axis[AXES] = {named("m"), named("laneid")};
  hd_placement placement;
  int64_t extent[HD_CASE_NUMBERS], size, where;
  hd_status status = placement_of(subject, axis, &placement);
  if (status != HD_OK) return hd_refute_status(prover, status, "ok");
  for (int k = 0; k < placement.shards; k++) extent[k] = placement.shard[k].extent;
  size = size_of(&placement);
  /* of a tensor of the shard's own modes, and of one that only counts its elements */
  for (int shapes = 0; shapes < 2; shapes++) {
    status =
        reorder(prover, &placement, shapes == 0 ? placement.shards : 1, shapes == 0 ? extent : &size, axis, &where);
    if (status != HD_OK) return hd_refute_status(prover, status, "ok");
    if (where >= 0)
      return hd_refute(prover, "of %s, number %lld lies elsewhere", shapes == 0 ? "a tensor" : "a row",
                       (long long)where);
  }
  return HD_HELD;
}
