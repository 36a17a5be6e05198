/* Swizzles, composed layouts, bank conflicts, linear maps over bits: bit by bit. */
#include "proofs/theorem.h"

#include <stdio.h>
#include <string.h>

static hd_swizzle swizzle_of(const hd_case *subject) {
  hd_swizzle swizzle = {(int)subject->number[0], (int)subject->number[1], (int)subject->number[2]};
  return swizzle;
}

/* Bit m+j is exchanged for its exclusive or with bit m+s+j; where s is below 0, bit m-s+j with bit m+j. */
static int64_t naive_swizzle(const hd_swizzle *swizzle, int64_t x) {
  uint64_t from = (uint64_t)x, to = from;
  int read = swizzle->base + (swizzle->shift > 0 ? swizzle->shift : 0);
  int changed = swizzle->base - (swizzle->shift < 0 ? swizzle->shift : 0);
  for (int j = 0; j < swizzle->bits; j++) to ^= (from >> (read + j) & 1) << (changed + j);
  return (int64_t)to;
}

/* Some integers of every pattern in the bits that a swizzle could touch, negative ones too. */
enum { PATTERNS = 512 };
static int64_t pattern(int k) {
  uint64_t x = hd_mix((uint64_t)k) >> (k % 8 * 8);
  return k < 256 ? k : (int64_t)x;
}

hd_outcome hd_theorem_swizzle_involution(hd_prover *prover, const hd_case *subject) {
  hd_swizzle swizzle = swizzle_of(subject);
  int block = swizzle.bits + swizzle.base + (swizzle.shift < 0 ? -swizzle.shift : swizzle.shift);
  for (int k = 0; k < PATTERNS; k++) {
    int64_t x = pattern(k), once = prover->operation->swizzle_at(&swizzle, x);
    if (once != naive_swizzle(&swizzle, x)) return hd_refute(prover, "S(%lld) is %lld", (long long)x, (long long)once);
    if (prover->operation->swizzle_at(&swizzle, once) != x)
      return hd_refute(prover, "S(S(%lld)) is not that", (long long)x);
    if (once >> block != x >> block) return hd_refute(prover, "S(%lld) leaves its block", (long long)x);
    hd_answer(prover, once);
  }
  return HD_HELD;
}

hd_outcome hd_theorem_swizzle_text(hd_prover *prover, const hd_case *subject) {
  hd_swizzle swizzle = swizzle_of(subject), back;
  char wanted[64], text[64];
  int length = snprintf(wanted, sizeof wanted, "S<%d,%d,%d>", swizzle.bits, swizzle.base, swizzle.shift);
  if (hd_print_swizzle(&swizzle, text, sizeof text) != (size_t)length || strcmp(text, wanted) != 0)
    return hd_refute(prover, "it prints as %s", text);
  hd_status status = prover->operation->parse_swizzle(wanted, (size_t)length, NULL, &back);
  if (status != HD_OK) return hd_refute_status(prover, status, "ok");
  if (back.bits != swizzle.bits || back.base != swizzle.base || back.shift != swizzle.shift)
    return hd_refute(prover, "it is read as another one");
  hd_answer(prover, length);
  return HD_HELD;
}

/* In units of a width k times smaller, whole units of k move together; and back. */
hd_outcome hd_theorem_swizzle_recast(hd_prover *prover, const hd_case *subject) {
  hd_swizzle swizzle = swizzle_of(subject), narrow, back;
  int reach = swizzle.bits + swizzle.base + (swizzle.shift < 0 ? -swizzle.shift : swizzle.shift);
  for (int bits = 1; bits < 4 && reach + bits < HD_SWIZZLE_BITS; bits++) {
    int64_t k = (int64_t)1 << bits;
    hd_status status = prover->operation->swizzle_recast(&swizzle, 8 * k, 8, NULL, &narrow);
    if (status != HD_OK) return hd_refute_status(prover, status, "ok");
    for (int i = 0; i < PATTERNS / 8; i++) {
      int64_t x = pattern(i) & UINT32_MAX;
      for (int64_t r = 0; r < k; r++)
        if (naive_swizzle(&narrow, k * x + r) != k * naive_swizzle(&swizzle, x) + r)
          return hd_refute(prover, "unit %lld of 1/%lld goes elsewhere", (long long)(k * x + r), (long long)k);
    }
    status = prover->operation->swizzle_recast(&narrow, 8, 8 * k, NULL, &back);
    if (status != HD_OK) return hd_refute_status(prover, status, "ok");
    for (int i = 0; i < PATTERNS / 8; i++)
      if (naive_swizzle(&back, pattern(i)) != naive_swizzle(&swizzle, pattern(i)))
        return hd_refute(prover, "another swizzle comes back from 1/%lld", (long long)k);
    hd_answer(prover, narrow.base);
  }
  return HD_HELD;
}

hd_outcome hd_theorem_composed_evaluation(hd_prover *prover, const hd_case *subject) {
  hd_swizzle swizzle = swizzle_of(subject);
  const hd_layout *layout = &subject->layout[0];
  hd_composed inner, composed;
  int64_t got, size = hd_naive_size(layout);
  HD_ROOM(prover, size);
  hd_composed_plain(layout, &inner);
  hd_status status = hd_compose_swizzle(&swizzle, subject->number[3], &inner, NULL, &composed);
  if (status != HD_OK) return hd_refute_status(prover, status, "ok");
  for (int64_t i = 0; i < size; i++) {
    int64_t wanted = naive_swizzle(&swizzle, subject->number[3] + hd_naive_at(layout, i));
    status = prover->operation->composed_at(&composed, i, NULL, &got);
    if (status != HD_OK) return hd_refute_status(prover, status, "ok");
    if (got != wanted)
      return hd_refute(prover, "at %lld it is %lld, not %lld", (long long)i, (long long)got, (long long)wanted);
    hd_answer(prover, got);
  }
  return HD_HELD;
}

hd_outcome hd_theorem_bank_conflicts(hd_prover *prover, const hd_case *subject) {
  hd_swizzle swizzle = swizzle_of(subject);
  const hd_layout *layout = &subject->layout[0];
  hd_composed inner, composed;
  hd_bank_report report;
  int64_t word[HD_WARP_LANES], size = hd_naive_size(layout);
  int worst = 0;
  if (size > HD_WARP_LANES) return HD_VACANT; /* not the access of a warp */
  for (int64_t i = 0; i < size; i++) {
    int words = 1;
    bool again = false;
    word[i] = naive_swizzle(&swizzle, subject->number[3] + hd_naive_at(layout, i));
    for (int64_t j = 0; j < i; j++) {
      bool first = true; /* of its word among those before it */
      for (int64_t k = 0; k < j; k++) first = first && word[k] != word[j];
      again = again || word[j] == word[i];
      words += first && word[j] % 32 == word[i] % 32;
    }
    if (!again && words > worst) worst = words;
  }
  hd_composed_plain(layout, &inner);
  hd_status status = hd_compose_swizzle(&swizzle, subject->number[3], &inner, NULL, &composed);
  if (status == HD_OK) status = prover->operation->banks(&composed, 32, NULL, &report);
  if (status != HD_OK) return hd_refute_status(prover, status, "ok");
  if (report.degree != worst) return hd_refute(prover, "the degree is %d, not %d", report.degree, worst);
  hd_answer(prover, worst);
  return HD_HELD;
}

/* ---- linear maps ---- */

static uint64_t naive_linear(const hd_linear *linear, uint64_t x) {
  uint64_t value = 0;
  for (int i = 0; i < linear->in.total; i++)
    if (x >> i & 1) value ^= linear->basis[i];
  return value;
}

/* Whether the values at the bits of the coordinates add up without carries. */
static bool is_linear(const hd_layout *layout) {
  uint64_t taken = 0;
  for (int k = 0; k < layout->profile.leaves; k++) {
    int64_t extent = layout->shape[k];
    if ((extent & (extent - 1)) != 0) return false;
    for (int64_t bit = 1; bit < extent; bit *= 2) {
      uint64_t value = (uint64_t)(bit * layout->stride[k]);
      if (taken & value) return false;
      taken |= value;
    }
  }
  return true;
}

hd_outcome hd_theorem_linear_layouts(hd_prover *prover, const hd_case *subject) {
  const hd_layout *layout = &subject->layout[0];
  int64_t size = hd_naive_size(layout), *value = prover->table[0];
  hd_linear linear;
  hd_layout back;
  HD_ROOM(prover, size);
  hd_status status = prover->operation->linear_from_layout(layout, NULL, NULL, &linear);
  bool exists = is_linear(layout);
  if (status != (exists ? HD_OK : HD_UNDEFINED)) return hd_refute_status(prover, status, exists ? "ok" : "undefined");
  if (!exists) return hd_refused(prover, status);
  hd_naive_values(layout, size, value);
  for (int64_t i = 0; i < size; i++)
    if ((int64_t)naive_linear(&linear, (uint64_t)i) != value[i])
      return hd_refute(prover, "the map differs at %lld", (long long)i);
  status = prover->operation->linear_to_layout(&linear, NULL, &back);
  if (status != HD_OK) return hd_refute_status(prover, status, "ok");
  if (!hd_naive_has_values(&back, size, value)) return hd_refute(prover, "another function comes back");
  hd_answer_layout(prover, &back);
  return HD_HELD;
}

/* A map with one dimension on each side, of these names, from words of the case. */
static bool map_of(const char *in, int64_t ins, const char *out, int64_t outs, const int64_t *word, hd_linear *linear) {
  hd_dimensions from, to;
  hd_axis name = HD_AXIS_INTEGER;
  uint64_t basis[HD_CASE_NUMBERS];
  hd_dimensions_clear(&from);
  hd_dimensions_clear(&to);
  for (int64_t k = 0; k < ins; k++) basis[k] = (uint64_t)word[k];
  return hd_axis_from_name(in, 1, &name) && hd_dimensions_append(&from, name, (int)ins, NULL) == HD_OK &&
         hd_axis_from_name(out, 1, &name) && hd_dimensions_append(&to, name, (int)outs, NULL) == HD_OK &&
         hd_make_linear(&from, &to, basis, NULL, linear) == HD_OK;
}

hd_outcome hd_theorem_linear_inverse(hd_prover *prover, const hd_case *subject) {
  int64_t in = subject->number[0], out = subject->number[1];
  hd_linear linear, back;
  if (!map_of("x", in, "y", out, subject->number + 2, &linear)) return hd_refute(prover, "the map cannot be made");
  mpz_set_ui(prover->image, 0);
  for (uint64_t x = 0; x >> in == 0; x++) mpz_setbit(prover->image, naive_linear(&linear, x));
  bool exists = in == out && mpz_popcount(prover->image) == (mp_bitcnt_t)1 << in;
  hd_status status = prover->operation->linear_invert(&linear, NULL, &back);
  if (status != (exists ? HD_OK : HD_UNDEFINED)) return hd_refute_status(prover, status, exists ? "ok" : "undefined");
  if (!exists) return hd_refused(prover, status);
  for (uint64_t x = 0; x >> in == 0; x++) {
    if (naive_linear(&back, naive_linear(&linear, x)) != x)
      return hd_refute(prover, "%llu does not come back", (unsigned long long)x);
    hd_answer(prover, (int64_t)naive_linear(&back, x));
  }
  return HD_HELD;
}

hd_outcome hd_theorem_linear_composition(hd_prover *prover, const hd_case *subject) {
  const int64_t *n = subject->number;
  hd_linear inner, outer, both;
  if (!map_of("x", n[0], "y", n[1], n + 3, &inner) || !map_of("y", n[1], "z", n[2], n + 3 + n[0], &outer))
    return hd_refute(prover, "the maps cannot be made");
  hd_status status = prover->operation->linear_compose(&outer, &inner, NULL, &both);
  if (status != HD_OK) return hd_refute_status(prover, status, "ok");
  for (uint64_t x = 0; x >> n[0] == 0; x++) {
    uint64_t got = naive_linear(&both, x);
    if (got != naive_linear(&outer, naive_linear(&inner, x)))
      return hd_refute(prover, "at %llu it is %llu", (unsigned long long)x, (unsigned long long)got);
    hd_answer(prover, (int64_t)got);
  }
  return HD_HELD;
}
