/* One form for one function: coalescing, equality, fitting; and which values a layout takes. */
#include "proofs/theorem.h"

hd_outcome hd_theorem_coalescing(hd_prover *prover, const hd_case *subject) {
  const hd_layout *layout = &subject->layout[0];
  int64_t size = hd_naive_size(layout), *value = prover->table[0];
  hd_layout got, flat, shortest;
  HD_ROOM(prover, size);
  hd_naive_values(layout, size, value);
  prover->operation->coalesce(layout, &got);
  if (!hd_naive_has_values(&got, size, value)) return hd_refute(prover, "the function is not the same");
  hd_naive_flat(got.profile.leaves, got.shape, got.stride, &flat);
  hd_naive_shortest(&flat, &shortest);
  if (size > 1 && !hd_naive_same_leaves(&flat, &shortest)) return hd_refute(prover, "two modes could be one");
  int leaves = got.profile.leaves;
  if (got.profile.open[0] != (leaves > 1) || got.profile.close[leaves - 1] != (leaves > 1))
    return hd_refute(prover, "it is not flat");
  hd_answer_layout(prover, &got);
  return HD_HELD;
}

/* Whether two layouts are the same function on their sizes; else the first index where they are not, -1 for sizes. */
static bool is_same(const hd_layout *a, const hd_layout *b, int64_t *index) {
  int64_t size = hd_naive_size(a);
  *index = -1;
  if (size != hd_naive_size(b)) return false;
  for (*index = 0; *index < size; ++*index)
    if (hd_naive_at(a, *index) != hd_naive_at(b, *index)) return false;
  return true;
}

hd_outcome hd_theorem_canonical_form(hd_prover *prover, const hd_case *subject) {
  const hd_layout *a = &subject->layout[0], *b = &subject->layout[1];
  hd_layout form_a, form_b;
  int64_t index;
  HD_ROOM(prover, hd_naive_size(a));
  bool same = is_same(a, b, &index);
  prover->operation->coalesce(a, &form_a);
  prover->operation->coalesce(b, &form_b);
  bool alike = hd_naive_same_leaves(&form_a, &form_b) || (form_a.shape[0] == 1 && form_b.shape[0] == 1);
  if (alike != same)
    return hd_refute(prover, "%s, and %s", same ? "one function" : "two functions", alike ? "one form" : "two forms");
  hd_answer(prover, same);
  return same ? HD_HELD : HD_VACANT;
}

hd_outcome hd_theorem_equivalence(hd_prover *prover, const hd_case *subject) {
  const hd_layout *a = &subject->layout[0], *b = &subject->layout[1];
  int64_t wanted, index = -2;
  HD_ROOM(prover, hd_naive_size(a));
  bool same = is_same(a, b, &wanted), answer = prover->operation->is_equivalent(a, b, &index);
  if (answer != same) return hd_refute(prover, "the answer is %s", answer ? "yes" : "no");
  if (!same && index != wanted)
    return hd_refute(prover, "they differ at %lld, not %lld, first", (long long)wanted, (long long)index);
  hd_answer(prover, same ? -2 : index);
  return same ? HD_HELD : HD_VACANT;
}

/* ---- fitting ---- */

hd_outcome hd_theorem_fitting(hd_prover *prover, const hd_case *subject) {
  const hd_layout *layout = &subject->layout[0];
  int64_t size = hd_naive_size(layout), *value = prover->table[0];
  hd_layout got, shortest;
  hd_fit fit;
  HD_ROOM(prover, size);
  hd_naive_values(layout, size, value);
  hd_fit_start(&fit, size, 1);
  for (int64_t i = 0; i < size; i++) {
    hd_status status = prover->operation->fit_push(&fit, &value[i], NULL);
    if (status != HD_OK) return hd_refute(prover, "value %lld is refused", (long long)i);
  }
  hd_status status = hd_fit_layout(&fit, NULL, NULL, &got);
  if (status != HD_OK) return hd_refute_status(prover, status, "ok");
  hd_naive_shortest(layout, &shortest);
  if (size > 1 && !hd_naive_same_leaves(&got, &shortest)) return hd_refute(prover, "another layout comes back");
  if (!hd_naive_has_values(&got, size, value)) return hd_refute(prover, "another function comes back");
  hd_answer_layout(prover, &got);
  return HD_HELD;
}

hd_outcome hd_theorem_fit_exists(hd_prover *prover, const hd_case *subject) {
  const int64_t *value = subject->number;
  int64_t count = subject->numbers, known = 1;
  hd_layout got;
  hd_fit fit;
  while (known <= count && hd_naive_is_layout(value, known, count)) known++;
  hd_fit_start(&fit, count, 1);
  for (int64_t i = 0; i < count; i++) {
    hd_status status = prover->operation->fit_push(&fit, &value[i], NULL);
    if (status != HD_OK && status != HD_UNDEFINED) return hd_refute_status(prover, status, "ok or undefined");
    if ((status == HD_OK) != (i + 1 < known))
      return hd_refute(prover, "value %lld is %s", (long long)i, status == HD_OK ? "taken" : "refused");
    if (status == HD_OK) continue;
    hd_answer(prover, i);
    return hd_refused(prover, status);
  }
  hd_status status = hd_fit_layout(&fit, NULL, NULL, &got);
  if (status != HD_OK) return hd_refute_status(prover, status, "ok");
  if (!hd_naive_has_values(&got, count, value)) return hd_refute(prover, "the layout has other values");
  hd_answer_layout(prover, &got);
  return HD_HELD;
}

/* ---- images ---- */

/* Whether a coordinate is one of the layout's; its digits. */
static bool is_coordinate(const hd_layout *layout, const hd_tuple *coordinate) {
  if (coordinate->on_axes || coordinate->profile.leaves != layout->profile.leaves) return false;
  for (int k = 0; k < layout->profile.leaves; k++)
    if (coordinate->value[k] < 0 || coordinate->value[k] >= layout->shape[k]) return false;
  return true;
}

hd_outcome hd_theorem_injectivity(hd_prover *prover, const hd_case *subject) {
  const hd_layout *layout = &subject->layout[0];
  int64_t least, greatest;
  hd_error error;
  bool answer, wanted;
  HD_ROOM(prover, hd_naive_size(layout));
  hd_naive_range(layout, &least, &greatest);
  HD_SPAN(prover, greatest - least);
  wanted = hd_naive_is_injective(prover, layout);
  hd_status status = prover->operation->is_injective(layout, &error, &answer);
  if (status != HD_OK) return hd_refute_status(prover, status, "ok");
  if (answer != wanted) return hd_refute(prover, "the answer is %s", answer ? "yes" : "no");
  hd_answer(prover, answer);
  if (answer) return HD_HELD;
  bool differ = false;
  if (!is_coordinate(layout, &error.coordinate) || !is_coordinate(layout, &error.other))
    return hd_refute(prover, "no coordinates that collide");
  for (int k = 0; k < layout->profile.leaves; k++) differ = differ || error.coordinate.value[k] != error.other.value[k];
  int64_t value = hd_naive_sum(layout, error.coordinate.value);
  if (!differ || value != hd_naive_sum(layout, error.other.value) || value != error.number[0])
    return hd_refute(prover, "the two coordinates do not collide at %lld", (long long)error.number[0]);
  return HD_HELD;
}

hd_outcome hd_theorem_coordinate_of(hd_prover *prover, const hd_case *subject) {
  const hd_layout *layout = &subject->layout[0];
  int64_t size = hd_naive_size(layout), least, greatest, *value = prover->table[0];
  hd_tuple wanted, coordinate;
  HD_ROOM(prover, size);
  hd_naive_range(layout, &least, &greatest);
  HD_SPAN(prover, greatest - least);
  hd_naive_values(layout, size, value);
  hd_naive_image(prover->image, value, size, least);
  for (int64_t v = least - 1; v <= greatest + 1; v++) {
    bool taken = v >= least && mpz_tstbit(prover->image, (mp_bitcnt_t)(v - least)) != 0;
    hd_tuple_scalar(&wanted, v);
    hd_status status = prover->operation->coordinate_of(layout, &wanted, NULL, &coordinate);
    if (status != (taken ? HD_OK : HD_UNDEFINED)) return hd_refute_status(prover, status, taken ? "ok" : "undefined");
    if (taken && (!is_coordinate(layout, &coordinate) || hd_naive_sum(layout, coordinate.value) != v))
      return hd_refute(prover, "the coordinate of %lld has another value", (long long)v);
    hd_answer(prover, status);
  }
  return HD_HELD;
}

hd_outcome hd_theorem_disjointness(hd_prover *prover, const hd_case *subject) {
  const hd_layout *a = &subject->layout[0], *b = &subject->layout[1];
  int64_t offset = subject->number[0], size_a = hd_naive_size(a), size_b = hd_naive_size(b), greatest, base, least;
  hd_error error;
  bool answer;
  HD_ROOM(prover, size_a);
  HD_ROOM(prover, size_b);
  hd_naive_range(a, &least, &greatest);
  base = offset < 0 ? offset : 0;
  HD_SPAN(prover, greatest - base);
  hd_naive_values(a, size_a, prover->table[0]);
  hd_naive_values(b, size_b, prover->table[1]);
  hd_naive_image(prover->image, prover->table[0], size_a, base - offset);
  hd_naive_image(prover->other, prover->table[1], size_b, base);
  mpz_and(prover->image, prover->image, prover->other);
  bool wanted = mpz_sgn(prover->image) == 0;
  hd_status status = prover->operation->is_disjoint(a, offset, b, &error, &answer);
  if (status != HD_OK) return hd_refute_status(prover, status, "ok");
  if (answer != wanted) return hd_refute(prover, "the answer is %s", answer ? "yes" : "no");
  hd_answer(prover, answer);
  if (answer) return HD_HELD;
  if (!is_coordinate(a, &error.coordinate) || !is_coordinate(b, &error.other) ||
      hd_naive_sum(a, error.coordinate.value) + offset != hd_naive_sum(b, error.other.value))
    return hd_refute(prover, "the two coordinates do not meet");
  return HD_HELD;
}

hd_outcome hd_theorem_nullspace(hd_prover *prover, const hd_case *subject) {
  const hd_layout *layout = &subject->layout[0];
  int64_t size = hd_naive_size(layout), *seen = prover->table[0], wanted = 1, at = 0;
  hd_layout got;
  HD_ROOM(prover, size);
  prover->operation->nullspace(layout, &got);
  for (int k = 0; k < layout->profile.leaves; k++)
    if (layout->stride[k] == 0) wanted *= layout->shape[k];
  if (hd_naive_size(&got) != wanted)
    return hd_refute(prover, "its size is %lld, not %lld", (long long)hd_naive_size(&got), (long long)wanted);
  /* The coordinates whose digits are 0 in every leaf that moves, in order. */
  for (int64_t i = 0; i < size; i++) {
    int64_t digit[HD_MAX_LEAVES];
    bool still = true;
    hd_naive_digits(layout, i, digit);
    for (int k = 0; k < layout->profile.leaves; k++) still = still && (layout->stride[k] == 0 || digit[k] == 0);
    if (still) seen[at++] = i;
  }
  if (!hd_naive_has_values(&got, wanted, seen)) return hd_refute(prover, "it leads elsewhere");
  hd_answer_layout(prover, &got);
  return HD_HELD;
}
