/* Inverses, common layouts, and layouts made from a shape and a wish about strides. */
#include "proofs/theorem.h"

#include <string.h>

/* ---- chains: modes of which each begins where the one before it ends ---- */

/* Every chain of whole modes of a layout from stride 1 on is taken further; what is best is the caller's to say. */
typedef struct hd_chain {
  const hd_layout *layout; /* its shortest form */
  const hd_layout *other;  /* of max_common: what must agree; NULL */
  int64_t best;
  int64_t period[HD_MAX_LEAVES];                      /* of each mode in the domain */
  int64_t extent[HD_MAX_LEAVES], step[HD_MAX_LEAVES]; /* the chain so far, values to coordinates */
} hd_chain;

/* How long a run from 0 the chain gives in which `other` takes the same values; all of it where there is none. */
static int64_t common_run(const hd_chain *chain, int modes, int64_t end) {
  if (chain->other == NULL) return end;
  int64_t run = 0, whole = 1;
  for (; run < end; run++) {
    int64_t left = run, coordinate = 0;
    for (int k = 0; k < modes; k++) {
      coordinate += left % chain->extent[k] * chain->step[k];
      left /= chain->extent[k];
    }
    if (hd_naive_at(chain->other, coordinate) != run) break;
  }
  for (int k = 0; k < modes; k++) {
    if (whole * chain->extent[k] > run) return run / whole * whole; /* the last mode is cut */
    whole *= chain->extent[k];
  }
  return whole;
}

static void extend_chain(hd_chain *chain, int modes, int64_t end, uint32_t used) {
  int64_t run = common_run(chain, modes, end);
  if (run > chain->best) chain->best = run;
  for (int k = 0; k < chain->layout->profile.leaves; k++) {
    if (used >> k & 1 || chain->layout->stride[k] != end) continue;
    chain->extent[modes] = chain->layout->shape[k];
    chain->step[modes] = chain->period[k];
    extend_chain(chain, modes + 1, end * chain->layout->shape[k], used | (uint32_t)1 << k);
  }
}

static int64_t longest_chain(const hd_layout *layout, const hd_layout *other) {
  hd_layout shortest;
  hd_chain chain = {.layout = &shortest, .other = other, .best = 1};
  int64_t period = 1;
  hd_naive_shortest(layout, &shortest);
  for (int k = 0; k < shortest.profile.leaves; k++) {
    chain.period[k] = period;
    period *= shortest.shape[k];
  }
  extend_chain(&chain, 0, 1, 0);
  return chain.best;
}

hd_outcome hd_theorem_right_inverse(hd_prover *prover, const hd_case *subject) {
  const hd_layout *layout = &subject->layout[0];
  hd_layout got;
  HD_ROOM(prover, hd_naive_size(layout));
  hd_status status = prover->operation->right_inverse(layout, NULL, &got);
  if (status != HD_OK) return hd_refute_status(prover, status, "ok");
  int64_t size = hd_naive_size(&got), longest = longest_chain(layout, NULL);
  for (int64_t i = 0; i < size; i++)
    if (hd_naive_at(layout, hd_naive_at(&got, i)) != i)
      return hd_refute(prover, "L(R(%lld)) is not that", (long long)i);
  if (size != longest) return hd_refute(prover, "it reaches %lld of %lld", (long long)size, (long long)longest);
  hd_answer_layout(prover, &got);
  return HD_HELD;
}

/* Whether the moving modes, sorted by stride, each divide the next one, and none has the stride of another. */
static bool strides_divide(const hd_layout *layout) {
  hd_layout shortest;
  hd_naive_shortest(layout, &shortest);
  for (int i = 0; i < shortest.profile.leaves; i++)
    for (int j = 0; j < shortest.profile.leaves; j++) {
      int64_t a = shortest.stride[i], b = shortest.stride[j];
      if (i != j && a > 0 && b >= a && b % a != 0) return false;
    }
  return true;
}

hd_outcome hd_theorem_left_inverse(hd_prover *prover, const hd_case *subject) {
  const hd_layout *layout = &subject->layout[0];
  int64_t size = hd_naive_size(layout);
  int64_t least, greatest;
  hd_layout got;
  HD_ROOM(prover, size);
  hd_naive_range(layout, &least, &greatest);
  HD_SPAN(prover, greatest);
  bool injective = hd_naive_is_injective(prover, layout);
  hd_status status = prover->operation->left_inverse(layout, NULL, &got);
  if (status == HD_UNDEFINED && !(injective && strides_divide(layout))) return hd_refused(prover, status);
  if (status != HD_OK) return hd_refute_status(prover, status, "ok");
  for (int64_t i = 0; i < size; i++) {
    int64_t value = hd_naive_at(layout, i), back = hd_naive_at(&got, value);
    if (injective && back != i) return hd_refute(prover, "R(L(%lld)) is %lld", (long long)i, (long long)back);
    if (hd_naive_at(layout, back) != value) return hd_refute(prover, "L(R(L(%lld))) is not L of it", (long long)i);
  }
  hd_answer_layout(prover, &got);
  return HD_HELD;
}

hd_outcome hd_theorem_compact_inverses(hd_prover *prover, const hd_case *subject) {
  const hd_layout *layout = &subject->layout[0];
  int64_t size = hd_naive_size(layout), *back = prover->table[0];
  hd_layout right, left;
  HD_ROOM(prover, size);
  for (int64_t i = 0; i < size; i++) back[hd_naive_at(layout, i)] = i;
  hd_status status = prover->operation->right_inverse(layout, NULL, &right);
  if (status == HD_OK) status = prover->operation->left_inverse(layout, NULL, &left);
  if (status != HD_OK) return hd_refute_status(prover, status, "ok");
  if (!hd_naive_has_values(&right, size, back)) return hd_refute(prover, "the right inverse is another map");
  if (!hd_naive_has_values(&left, size, back)) return hd_refute(prover, "the left inverse is another map");
  hd_answer_layout(prover, &right);
  hd_answer_layout(prover, &left);
  return HD_HELD;
}

hd_outcome hd_theorem_max_common_layout(hd_prover *prover, const hd_case *subject) {
  const hd_layout *a = &subject->layout[0], *b = &subject->layout[1];
  hd_layout got;
  HD_ROOM(prover, hd_naive_size(b));
  hd_status status = prover->operation->max_common_layout(a, b, NULL, &got);
  if (status != HD_OK) return hd_refute_status(prover, status, "ok");
  int64_t size = hd_naive_size(&got), longest = longest_chain(b, a);
  for (int64_t i = 0; i < size; i++) {
    int64_t at = hd_naive_at(&got, i);
    if (hd_naive_at(a, at) != i || hd_naive_at(b, at) != i)
      return hd_refute(prover, "they do not both have %lld at %lld", (long long)i, (long long)at);
  }
  if (size != longest)
    return hd_refute(prover, "the run is %lld, and %lld is there", (long long)size, (long long)longest);
  hd_answer_layout(prover, &got);
  return HD_HELD;
}

/* ---- layouts made from a shape ---- */

hd_outcome hd_theorem_ordered_layout(hd_prover *prover, const hd_case *subject) {
  const hd_layout *layout = &subject->layout[0];
  hd_tuple shape = {.profile = layout->profile}, order = {.profile = layout->profile};
  hd_layout got;
  memcpy(shape.value, layout->shape, sizeof shape.value);
  memcpy(order.value, layout->stride, sizeof order.value);
  hd_status status = prover->operation->make_ordered_layout(&shape, &order, NULL, &got);
  if (status != HD_OK) return hd_refute_status(prover, status, "ok");
  if (!hd_naive_same_leaves(layout, &got)) return hd_refute(prover, "it is not the compact layout of that order");
  hd_answer_layout(prover, &got);
  return HD_HELD;
}

hd_outcome hd_theorem_layout_like(hd_prover *prover, const hd_case *subject) {
  const hd_layout *layout = &subject->layout[0];
  int64_t moving = 1, *value = prover->table[0], size = hd_naive_size(layout);
  bool distinct = true;
  hd_layout got;
  HD_ROOM(prover, size);
  hd_status status = prover->operation->make_layout_like(layout, NULL, &got);
  if (status != HD_OK) return hd_refute_status(prover, status, "ok");
  for (int j = 0; j < layout->profile.leaves; j++) {
    if (got.shape[j] != layout->shape[j]) return hd_refute(prover, "the shape is another");
    if (layout->stride[j] == 0 && got.stride[j] != 0) return hd_refute(prover, "mode %d moves", j);
    if (layout->shape[j] == 1 || layout->stride[j] == 0) continue;
    moving *= layout->shape[j];
    for (int k = 0; k < layout->profile.leaves; k++) {
      if (k == j || layout->shape[k] == 1 || layout->stride[k] < layout->stride[j]) continue;
      distinct = distinct && layout->stride[k] != layout->stride[j];
      if (layout->stride[k] > layout->stride[j] && got.stride[k] < got.stride[j] * got.shape[j])
        return hd_refute(prover, "mode %d does not run before mode %d", j, k);
    }
  }
  hd_naive_values(&got, size, value);
  for (int64_t i = 0; i < size; i++)
    if (value[i] < 0 || value[i] >= size) return hd_refute(prover, "value %lld is outside", (long long)value[i]);
  hd_naive_image(prover->image, value, size, 0);
  if (distinct && ((int64_t)mpz_popcount(prover->image) != moving || (int64_t)mpz_scan0(prover->image, 0) != moving))
    return hd_refute(prover, "the values are not 0 to %lld", (long long)moving - 1);
  hd_answer_layout(prover, &got);
  return HD_HELD;
}

hd_outcome hd_theorem_domain_distribute(hd_prover *prover, const hd_case *subject) {
  const hd_layout *layout = &subject->layout[0];
  int64_t left = subject->number[0], period = 1, expected[HD_MAX_LEAVES], stride[HD_MAX_LEAVES];
  hd_tuple shape = {.profile = layout->profile};
  hd_layout got, wanted;
  memcpy(shape.value, layout->shape, sizeof shape.value);
  for (int k = 0; k < layout->profile.leaves; k++) {
    mpz_set_si(prover->value, (long)layout->shape[k]);
    expected[k] = (int64_t)mpz_gcd_ui(prover->term, prover->value, (unsigned long)left);
    stride[k] = period;
    period *= layout->shape[k];
    left /= expected[k];
  }
  hd_status status = prover->operation->domain_distribute(&shape, subject->number[0], NULL, &got);
  if (status != HD_OK) return hd_refute_status(prover, status, "ok");
  hd_naive_flat(layout->profile.leaves, expected, stride, &wanted);
  int64_t size = hd_naive_size(&wanted), *value = prover->table[0];
  HD_ROOM(prover, size);
  hd_naive_values(&wanted, size, value);
  if (!hd_naive_has_values(&got, size, value)) return hd_refute(prover, "the steps are spread otherwise");
  hd_answer_layout(prover, &got);
  return HD_HELD;
}
