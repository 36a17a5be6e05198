/* Composition, complement and recast: right where they answer, refused where there is no answer. */
#include "proofs/theorem.h"

/* ---- composition ---- */

hd_outcome hd_theorem_composition(hd_prover *prover, const hd_case *subject) {
  const hd_layout *a = &subject->layout[0], *b = &subject->layout[1];
  int64_t size = hd_naive_size(b), *value = prover->table[0];
  hd_layout got;
  HD_ROOM(prover, size);
  bool exists = hd_naive_composes(prover, a, b, value);
  hd_status status = prover->operation->composition(a, b, NULL, &got);
  if (status != (exists ? HD_OK : HD_UNDEFINED)) return hd_refute_status(prover, status, exists ? "ok" : "undefined");
  if (!exists) return hd_refused(prover, status);
  if (!hd_naive_has_values(&got, size, value)) return hd_refute(prover, "the values are not A(B(c))");
  /* A scalar B may become a tuple, all of which is its one mode. */
  if (b->profile.leaves > 1 && !hd_naive_has_modes(&got, b->profile.leaves, b->shape))
    return hd_refute(prover, "it does not refine the shape of B");
  hd_answer_layout(prover, &got);
  return HD_HELD;
}

/* Element k of a tiling: false for `_`. */
static bool element_of(const hd_case *subject, int k, hd_layout *element) {
  if (subject->number[2 * k] == 0) return false;
  hd_naive_flat(1, &subject->number[2 * k], &subject->number[2 * k + 1], element);
  return true;
}

static void tiler_of(const hd_case *subject, hd_tiler *tiler) {
  hd_layout element;
  hd_tiler_clear(tiler);
  for (int k = 0; k < subject->numbers / 2; k++)
    hd_tiler_append(tiler, element_of(subject, k, &element) ? &element : NULL);
  hd_profile_wrap(&tiler->profile, 0);
}

hd_outcome hd_theorem_composition_by_mode(hd_prover *prover, const hd_case *subject) {
  const hd_layout *layout = &subject->layout[0];
  int elements = subject->numbers / 2;
  int64_t *value = prover->table[0];
  hd_tiler tiler;
  hd_layout got, part;
  hd_naive_modes modes;
  tiler_of(subject, &tiler);
  hd_status status = prover->operation->composition_by_mode(layout, &tiler, NULL, &got);
  if (elements > layout->profile.leaves)
    return status == HD_MISMATCH ? hd_refused(prover, status) : hd_refute_status(prover, status, "mismatch");
  if (status != HD_OK) return hd_refute_status(prover, status, "ok"); /* what is composed with one mode is one */
  hd_naive_modes_of(&got, &modes);
  if (modes.count != elements) return hd_refute(prover, "there are %d modes", modes.count);
  for (int k = 0; k < elements; k++) {
    bool free = subject->number[2 * k] == 0;
    int64_t extent = free ? layout->shape[k] : subject->number[2 * k];
    int64_t step = (free ? 1 : subject->number[2 * k + 1]) * layout->stride[k];
    HD_ROOM(prover, extent);
    for (int64_t i = 0; i < extent; i++) value[i] = i * step;
    hd_naive_mode(&got, &modes, k, &part);
    if (!hd_naive_has_values(&part, extent, value)) return hd_refute(prover, "mode %d has other values", k);
  }
  hd_answer_layout(prover, &got);
  return HD_HELD;
}

/* Where A o (B o C) has an answer, so has (A o B) o C, and it is the same function; C staying inside B. */
hd_outcome hd_theorem_associativity(hd_prover *prover, const hd_case *subject) {
  const hd_layout *a = &subject->layout[0], *b = &subject->layout[1], *c = &subject->layout[2];
  hd_layout ab, bc, left, right;
  int64_t least, greatest, size = hd_naive_size(c), *value = prover->table[0];
  HD_ROOM(prover, size);
  HD_ROOM(prover, hd_naive_size(b));
  hd_naive_range(c, &least, &greatest);
  if (greatest >= hd_naive_size(b)) return HD_VACANT;
  if (prover->operation->composition(b, c, NULL, &bc) != HD_OK) return HD_VACANT;
  if (prover->operation->composition(a, b, NULL, &ab) != HD_OK) return HD_VACANT;
  if (prover->operation->composition(a, &bc, NULL, &right) != HD_OK) return HD_VACANT;
  hd_status status = prover->operation->composition(&ab, c, NULL, &left);
  if (status != HD_OK) return hd_refute_status(prover, status, "ok, though A o (B o C) has an answer");
  for (int64_t i = 0; i < size; i++) value[i] = hd_naive_at(a, hd_naive_at(b, hd_naive_at(c, i)));
  if (!hd_naive_has_values(&left, size, value)) return hd_refute(prover, "(A o B) o C is not A(B(C(i)))");
  if (!hd_naive_has_values(&right, size, value)) return hd_refute(prover, "A o (B o C) is not A(B(C(i)))");
  hd_answer_layout(prover, &left);
  hd_answer_layout(prover, &right);
  return HD_HELD;
}

/* ---- complement ---- */

/* The moving leaves, the others left out. */
static void moving(const hd_layout *layout, hd_layout *result) {
  int64_t shape[HD_MAX_LEAVES], stride[HD_MAX_LEAVES];
  int count = 0;
  for (int k = 0; k < layout->profile.leaves; k++) {
    if (layout->shape[k] == 1 || layout->stride[k] == 0) continue;
    shape[count] = layout->shape[k];
    stride[count++] = layout->stride[k];
  }
  hd_naive_flat(count, shape, stride, result);
}

/* All sums of a value of one and a value of the other, as bits; how many there are of them. */
static int64_t sums(const hd_layout *a, const hd_layout *b, mpz_t image) {
  int64_t size_a = hd_naive_size(a), size_b = hd_naive_size(b);
  mpz_set_ui(image, 0);
  for (int64_t i = 0; i < size_a; i++)
    for (int64_t j = 0; j < size_b; j++) mpz_setbit(image, (mp_bitcnt_t)(hd_naive_at(a, i) + hd_naive_at(b, j)));
  return size_a * size_b;
}

hd_outcome hd_theorem_complement(hd_prover *prover, const hd_case *subject) {
  const hd_layout *layout = &subject->layout[0];
  int64_t within = subject->number[0], shape[HD_MAX_LEAVES + 1], stride[HD_MAX_LEAVES + 1], reach, least, far, further;
  hd_layout got, wanted, tile;
  HD_ROOM(prover, hd_naive_size(layout));
  int count = hd_naive_complement(layout, within, shape, stride, &reach);
  hd_status status = prover->operation->complement(layout, within, NULL, &got);
  moving(layout, &tile);
  hd_naive_range(&tile, &least, &far);
  if (count >= 0) {
    hd_naive_flat(count, shape, stride, &wanted);
    hd_naive_range(&wanted, &least, &further);
    if (1 + far + further < within) count = -1; /* it stops short of M */
  }
  if (count < 0)
    return status == HD_UNDEFINED ? hd_refused(prover, status) : hd_refute_status(prover, status, "undefined");
  if (status != HD_OK) return hd_refute_status(prover, status, "ok");
  int64_t size = hd_naive_size(&got), *value = prover->table[0];
  HD_ROOM(prover, size);
  HD_ROOM(prover, size * hd_naive_size(&tile));
  hd_naive_range(&got, &least, &further);
  HD_SPAN(prover, far + further);
  if (least < 0) return hd_refute(prover, "it goes down");
  hd_naive_values(&got, size, value);
  for (int64_t i = 1; i < size; i++)
    if (value[i] <= value[i - 1]) return hd_refute(prover, "it is not increasing at %lld", (long long)i);
  int64_t all = sums(&tile, &got, prover->image);
  if (mpz_popcount(prover->image) != (mp_bitcnt_t)all) return hd_refute(prover, "a value is hit twice");
  if ((int64_t)mpz_sizeinbase(prover->image, 2) < within) return hd_refute(prover, "it stops short");
  if (!hd_naive_has_values(&wanted, size, value)) return hd_refute(prover, "it is not what is left between the modes");
  hd_answer_layout(prover, &got);
  return HD_HELD;
}

hd_outcome hd_theorem_complementable(hd_prover *prover, const hd_case *subject) {
  const hd_layout *layout = &subject->layout[0];
  int64_t within = subject->number[0], shape[HD_MAX_LEAVES + 1], stride[HD_MAX_LEAVES + 1], reach;
  hd_layout rest;
  bool answer, wanted = false;
  HD_ROOM(prover, hd_naive_size(layout));
  int count = hd_naive_complement(layout, within, shape, stride, &reach);
  if (count >= 0) {
    hd_naive_flat(count, shape, stride, &rest);
    if (hd_naive_size(layout) * hd_naive_size(&rest) == within) {
      HD_ROOM(prover, within);
      HD_SPAN(prover, reach + within);
      (void)sums(layout, &rest, prover->image);
      wanted =
          mpz_popcount(prover->image) == (mp_bitcnt_t)within && (int64_t)mpz_sizeinbase(prover->image, 2) == within;
    }
  }
  hd_status status = prover->operation->is_complementable(layout, within, NULL, &answer);
  if (status != HD_OK) return hd_refute_status(prover, status, "ok");
  if (answer != wanted) return hd_refute(prover, "the answer is %s", answer ? "yes" : "no");
  hd_answer(prover, answer);
  return answer ? HD_HELD : HD_VACANT;
}

/* ---- recast ---- */

hd_outcome hd_theorem_recast_up(hd_prover *prover, const hd_case *subject) {
  const hd_layout *layout = &subject->layout[0];
  int64_t n = subject->number[0], times[HD_MAX_LEAVES];
  hd_layout got;
  bool exists = true;
  for (int k = 0; k < layout->profile.leaves; k++) {
    int64_t d = layout->stride[k];
    times[k] = layout->shape[k] == 1 || d % n == 0 ? 1 : n % d == 0 ? n / d : 0; /* what does not move may stay */
    exists = exists && times[k] > 0 && layout->shape[k] % times[k] == 0;
  }
  hd_status status = prover->operation->upcast(layout, n, NULL, &got);
  if (status != (exists ? HD_OK : HD_UNDEFINED)) return hd_refute_status(prover, status, exists ? "ok" : "undefined");
  if (!exists) return hd_refused(prover, status);
  if (got.profile.leaves != layout->profile.leaves) return hd_refute(prover, "the modes are not the same");
  for (int k = 0; k < got.profile.leaves; k++)
    if (got.shape[k] * times[k] != layout->shape[k]) return hd_refute(prover, "extent %d does not come out", k);
  HD_ROOM(prover, hd_naive_size(&got));
  for (int64_t i = 0, size = hd_naive_size(&got); i < size; i++) {
    int64_t digit[HD_MAX_LEAVES], value = n * hd_naive_at(&got, i);
    hd_naive_digits(&got, i, digit);
    for (int k = 0; k < got.profile.leaves; k++) digit[k] *= times[k];
    if (value != hd_naive_sum(layout, digit)) return hd_refute(prover, "element %lld lies elsewhere", (long long)i);
  }
  hd_answer_layout(prover, &got);
  return HD_HELD;
}

hd_outcome hd_theorem_recast_down(hd_prover *prover, const hd_case *subject) {
  const hd_layout *layout = &subject->layout[0];
  int64_t n = subject->number[0];
  hd_layout got;
  hd_status status = prover->operation->downcast(layout, n, NULL, &got);
  if (status != HD_OK) return hd_refute_status(prover, status, "ok");
  if (got.profile.leaves != layout->profile.leaves) return hd_refute(prover, "the modes are not the same");
  for (int k = 0; k < got.profile.leaves; k++)
    if (got.shape[k] != layout->shape[k] * (layout->stride[k] == 1 ? n : 1))
      return hd_refute(prover, "extent %d does not come out", k);
  HD_ROOM(prover, hd_naive_size(&got));
  for (int64_t i = 0, size = hd_naive_size(&got); i < size; i++) {
    int64_t digit[HD_MAX_LEAVES], inside = 0;
    hd_naive_digits(&got, i, digit);
    for (int k = 0; k < got.profile.leaves; k++) {
      if (layout->stride[k] != 1) continue;
      inside += digit[k] % n;
      digit[k] /= n;
    }
    if (hd_naive_at(&got, i) != n * hd_naive_sum(layout, digit) + inside)
      return hd_refute(prover, "element %lld lies elsewhere", (long long)i);
  }
  hd_answer_layout(prover, &got);
  return HD_HELD;
}

hd_outcome hd_theorem_recast_returns(hd_prover *prover, const hd_case *subject) {
  const hd_layout *layout = &subject->layout[0];
  int64_t n = subject->number[0];
  hd_layout narrow, wide;
  hd_status status = prover->operation->downcast(layout, n, NULL, &narrow);
  if (status == HD_OK) status = prover->operation->upcast(&narrow, n, NULL, &wide);
  if (status != HD_OK) return hd_refute_status(prover, status, "ok");
  if (!hd_naive_same_leaves(layout, &wide)) return hd_refute(prover, "another layout comes back");
  hd_answer_layout(prover, &narrow);
  return HD_HELD;
}
