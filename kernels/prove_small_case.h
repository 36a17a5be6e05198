/* The cases of the domains that theorems on a GPU are about, by their number. Internal: not installed. */
#ifndef HEDDLE_KERNELS_PROVE_SMALL_CASE_H
#define HEDDLE_KERNELS_PROVE_SMALL_CASE_H

#include "prove_small.h"

/* As proofs/ names and numbers them: `layouts` and `pairs` of them, a layout and a number from 1 on (`numbered`), two
 * layouts and an offset of either sign (`offsets`), and strides of both signs in every nesting (`nested`), which of a
 * case is its flat layout here: no operation of these theorems looks at brackets. */
typedef enum hd_small_domain {
  HD_SMALL_LAYOUTS,
  HD_SMALL_PAIRS,
  HD_SMALL_NUMBERED,
  HD_SMALL_OFFSETS,
  HD_SMALL_NESTED
} hd_small_domain;

enum { HD_SMALL_BOUND_NUMBERS = 6 };

/* modes, extent, stride; then of pairs the second's, of numbered the greatest number, of offsets the greatest one. */
typedef struct hd_small_bound {
  int32_t value[HD_SMALL_BOUND_NUMBERS];
} hd_small_bound;

typedef struct hd_small_case {
  hd_small a, b;
  int32_t number;
} hd_small_case;

HD_BOTH uint64_t hd_small_first(const hd_small_bound *bound) {
  return hd_small_count(bound->value[0], bound->value[1], bound->value[2]);
}

/* How many layouts of so many leaves `nested` has: in every nesting, once more in brackets. */
HD_BOTH uint32_t hd_small_nestings(int32_t leaves) { return leaves < 3 ? 2 : 6; }

HD_BOTH uint64_t hd_small_flat(const hd_small_bound *bound, int32_t leaves) {
  uint64_t count = 1;
  for (int32_t k = 0; k < leaves; ++k) count *= (uint64_t)bound->value[1] * (uint64_t)(2 * bound->value[2] + 1);
  return count;
}

/* How many cases there are. */
HD_BOTH uint64_t hd_small_cases(hd_small_domain domain, const hd_small_bound *bound) {
  const int32_t *v = bound->value;
  uint64_t count = 0;
  switch (domain) {
    case HD_SMALL_LAYOUTS: return hd_small_first(bound);
    case HD_SMALL_PAIRS: return hd_small_first(bound) * hd_small_count(v[3], v[4], v[5]);
    case HD_SMALL_NUMBERED: return hd_small_first(bound) * (uint64_t)v[3];
    case HD_SMALL_OFFSETS: return hd_small_first(bound) * hd_small_first(bound) * (uint64_t)(2 * v[3] + 1);
    case HD_SMALL_NESTED: break;
  }
  for (int32_t k = 1; k <= v[0]; ++k) count += hd_small_nestings(k) * hd_small_flat(bound, k);
  return count;
}

/* Strides 0, 1, -1, 2, -2, .. */
HD_BOTH void hd_small_nested_at(const hd_small_bound *bound, uint64_t number, hd_small *result) {
  const uint32_t extents = (uint32_t)bound->value[1], strides = 2 * (uint32_t)bound->value[2] + 1;
  int32_t leaves = 1;
  for (uint64_t here; leaves < bound->value[0]; ++leaves) {
    here = hd_small_nestings(leaves) * hd_small_flat(bound, leaves);
    if (number < here) break;
    number -= here;
  }
  uint32_t left = (uint32_t)(number / hd_small_nestings(leaves));
  result->leaves = leaves;
  for (int32_t k = 0; k < HD_SMALL_MODES; ++k) {
    if (k >= leaves) break;
    const uint32_t rest = left / extents, chosen = rest % strides;
    result->shape[k] = 1 + (int32_t)(left - rest * extents);
    result->stride[k] = chosen % 2 == 1 ? (int32_t)(chosen + 1) / 2 : -(int32_t)(chosen / 2);
    result->reciprocal[k] = hd_small_reciprocal(result->shape[k]);
    left = rest / strides;
  }
}

HD_BOTH void hd_small_case_at(hd_small_domain domain, const hd_small_bound *bound, uint64_t number,
                              hd_small_case *result) {
  const int32_t *v = bound->value;
  result->number = 0;
  if (domain == HD_SMALL_NESTED) {
    hd_small_nested_at(bound, number, &result->a);
    return;
  }
  const uint32_t first = (uint32_t)hd_small_first(bound);
  uint64_t rest = number / first;
  hd_small_at(v[0], v[1], v[2], (uint32_t)(number - rest * first), &result->a);
  if (domain == HD_SMALL_PAIRS) hd_small_at(v[3], v[4], v[5], (uint32_t)rest, &result->b);
  if (domain == HD_SMALL_NUMBERED) result->number = 1 + (int32_t)rest;
  if (domain == HD_SMALL_OFFSETS) {
    hd_small_at(v[0], v[1], v[2], (uint32_t)(rest % first), &result->b);
    result->number = (int32_t)(rest / first) - v[3];
  }
}

/* ---- bounds ---- */

/* Whether such layouts have numbers of 32 bits and sizes and values within limits. */
HD_BOTH bool hd_small_layouts_fit(int32_t modes, int64_t extent, int64_t stride, int64_t strides) {
  int64_t size = 1, count = 1;
  if (modes < 1 || modes > HD_SMALL_MODES || extent < 1 || extent > HD_SMALL_SIZE || stride < 0 || stride > 1 << 20)
    return false;
  for (int32_t k = 0; k < modes; ++k) {
    size *= extent;
    count *= extent * strides;
    if (size > HD_SMALL_SIZE || count >= (int64_t)1 << 31) return false;
  }
  return (modes * extent + 1) * stride < (int64_t)1 << 31;
}

/* Whether all that is computed stays within 31 bits. */
HD_BOTH bool hd_small_bound_fits(hd_small_domain domain, const hd_small_bound *bound) {
  const int32_t *v = bound->value;
  const int64_t most = (int64_t)1 << 31;
  if (!hd_small_layouts_fit(v[0], v[1], v[2], domain == HD_SMALL_NESTED ? 2 * (int64_t)v[2] + 1 : (int64_t)v[2] + 1))
    return false;
  if (domain == HD_SMALL_NUMBERED) return v[3] >= 1 && v[3] <= HD_SMALL_SPAN;
  if (domain == HD_SMALL_OFFSETS) return v[3] >= 0 && v[3] <= HD_SMALL_SPAN && hd_small_first(bound) < 1 << 24;
  if (domain != HD_SMALL_PAIRS) return true;
  if (!hd_small_layouts_fit(v[3], v[4], v[5], (int64_t)v[5] + 1)) return false;
  const int64_t farthest = (int64_t)v[3] * v[4] * v[5] + 1;
  return farthest * v[1] < most && farthest * v[2] * v[0] < most;
}

#endif
