/* Theorems about flat layouts, judged case by case in plain integers: one source for a GPU and for a CPU.
 *
 * Invariant: case `number` of a bound is the same case here and in proofs/ (domain_layouts.c), its outcome and its answer
 * are the same words, and so are the digests of any set of cases; tests/test_kernels_prove.c compares them one by one.
 * Nothing of algebra/ is called: what the algebra gives is checked against what is worked out here by way of the digest.
 *
 * Sizes are those of sweeps: at most HD_SMALL_MODES modes, products that stay below 2^31 (hd_small_bound_fits).
 * Internal: not installed. */
#ifndef HEDDLE_KERNELS_PROVE_SMALL_H
#define HEDDLE_KERNELS_PROVE_SMALL_H

#include <stdbool.h>
#include <stdint.h>

#if defined(__CUDACC__)
#define HD_BOTH static __host__ __device__ __forceinline__
#else
#define HD_BOTH static inline
#endif

enum { HD_SMALL_MODES = 3, HD_SMALL_LEAVES = 24 };

/* Outcomes as proofs/prove.h numbers them. */
enum { HD_SMALL_HELD, HD_SMALL_VACANT, HD_SMALL_REFUTED, HD_SMALL_LEFT_OPEN };

/* Statuses that are part of an answer, as algebra/status.h numbers them. */
enum { HD_SMALL_UNDEFINED = 4 };

typedef struct hd_small {
  int32_t leaves;
  int32_t shape[HD_SMALL_MODES], stride[HD_SMALL_MODES];
  uint32_t reciprocal[HD_SMALL_MODES]; /* 2^32 / shape, rounded up; 0 for 1 */
} hd_small;

/* All flat layouts of 1 to `modes` modes, extents 1 to `extent`, strides 0 to `stride`; of pairs, the second's. */
typedef struct hd_small_bound {
  int32_t modes, extent, stride;
  int32_t by_modes, by_extent, by_stride;
} hd_small_bound;

/* ---- numbers ---- */

HD_BOTH uint64_t hd_small_mix(uint64_t x) {
  x += 0x9E3779B97F4A7C15u;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

HD_BOTH uint64_t hd_small_answer(uint64_t answer, int64_t number) { return hd_small_mix(answer ^ (uint64_t)number); }

/* What a case adds to a digest. */
HD_BOTH uint64_t hd_small_term(uint64_t number, int outcome, uint64_t answer) {
  return hd_small_mix(hd_small_mix(number) ^ hd_small_mix(answer ^ (uint64_t)outcome));
}

HD_BOTH uint32_t hd_small_reciprocal(int32_t n) { return n == 1 ? 0 : 0xFFFFFFFFu / (uint32_t)n + 1; }

/* i / n. requires: i * n < 2^32 */
HD_BOTH int32_t hd_small_quotient(int32_t i, uint32_t reciprocal) {
  if (reciprocal == 0) return i;
#if defined(__CUDA_ARCH__)
  return (int32_t)__umulhi((uint32_t)i, reciprocal);
#else
  return (int32_t)((uint64_t)(uint32_t)i * reciprocal >> 32);
#endif
}

/* ---- cases ---- */

/* How many layouts there are. */
HD_BOTH uint64_t hd_small_count(int32_t modes, int32_t extent, int32_t stride) {
  const uint64_t leaf = (uint64_t)extent * (uint64_t)(stride + 1);
  uint64_t count = 0, power = 1;
  for (int32_t k = 0; k < modes; ++k) count += power *= leaf;
  return count;
}

/* Layout `number` of them. */
HD_BOTH void hd_small_at(int32_t modes, int32_t extent, int32_t stride, uint32_t number, hd_small *result) {
  const uint32_t leaf = (uint32_t)extent * (uint32_t)(stride + 1);
  uint32_t power = leaf;
  result->leaves = 1;
  while (result->leaves < modes && number >= power) {
    number -= power;
    power *= leaf;
    ++result->leaves;
  }
  for (int32_t k = 0; k < HD_SMALL_MODES; ++k) {
    if (k >= result->leaves) break;
    const uint32_t rest = number / (uint32_t)extent;
    result->shape[k] = 1 + (int32_t)(number - rest * (uint32_t)extent);
    number = rest / (uint32_t)(stride + 1);
    result->stride[k] = (int32_t)(rest - number * (uint32_t)(stride + 1));
    result->reciprocal[k] = hd_small_reciprocal(result->shape[k]);
  }
}

/* Whether all that is computed stays within 31 bits, and a layout's number within 32. */
HD_BOTH bool hd_small_bound_fits(const hd_small_bound *bound) {
  const int64_t most = (int64_t)1 << 31;
  int64_t farthest = (int64_t)bound->by_modes * bound->by_extent * bound->by_stride + 1, size = 1;
  if (bound->modes < 1 || bound->modes > HD_SMALL_MODES || bound->by_modes < 1 || bound->by_modes > HD_SMALL_MODES)
    return false;
  for (int32_t k = 0; k < bound->by_modes; ++k) size *= bound->by_extent;
  return size < most && farthest * bound->extent < most && farthest * bound->stride * bound->modes < most &&
         hd_small_count(bound->modes, bound->extent, bound->stride) < (uint64_t)most &&
         hd_small_count(bound->by_modes, bound->by_extent, bound->by_stride) < (uint64_t)most;
}

/* ---- layouts ---- */

HD_BOTH int32_t hd_small_size(const hd_small *layout) {
  int32_t size = 1;
  for (int32_t k = 0; k < layout->leaves; ++k) size *= layout->shape[k];
  return size;
}

/* L(index): the last mode takes what is left. */
HD_BOTH int32_t hd_small_value(const hd_small *layout, int32_t index) {
  int32_t value = 0;
  for (int32_t k = 0; k < HD_SMALL_MODES; ++k) {
    if (k + 1 >= layout->leaves) return value + index * layout->stride[k];
    const int32_t rest = hd_small_quotient(index, layout->reciprocal[k]);
    value += (index - rest * layout->shape[k]) * layout->stride[k];
    index = rest;
  }
  return value;
}

/* A list of leaves in the making: one that goes on is joined to the one before, one of extent 1 is left out. */
typedef struct hd_small_leaves {
  int32_t count;
  int32_t shape[HD_SMALL_LEAVES], stride[HD_SMALL_LEAVES];
} hd_small_leaves;

HD_BOTH void hd_small_append(hd_small_leaves *list, int32_t first, int32_t extent, int32_t stride) {
  if (extent == 1) return;
  const int32_t last = list->count - 1;
  if (last >= first && list->stride[last] * list->shape[last] == stride) {
    list->shape[last] *= extent;
    return;
  }
  list->shape[list->count] = extent;
  list->stride[list->count++] = stride;
}

/* A mode of one coordinate has a leaf too. Which stride does not matter to the function; it is the one that CuTe gives:
 * that of A's last mode, A's modes joined, times the steps into it, rounded up from mode to mode. */
HD_BOTH void hd_small_close(const hd_small *a, int32_t stride, int32_t first, hd_small_leaves *list) {
  if (list->count > first) return;
  int32_t step = stride, shape = 1, last = 0; /* the mode in the making, which is not stepped over yet */
  for (int32_t k = 0; k < a->leaves; ++k) {
    if (a->shape[k] == 1 && k + 1 < a->leaves) continue;
    if (shape > 1 && last * shape == a->stride[k]) {
      shape *= a->shape[k];
      continue;
    }
    step = (step + shape - 1) / shape;
    shape = a->shape[k];
    last = a->stride[k];
  }
  list->shape[list->count] = 1;
  list->stride[list->count++] = step * last;
}

/* ---- composition ---- */

/* A o extent:stride by dividing extents, appended. False where a division leaves a remainder, and nothing is known. */
HD_BOTH bool hd_small_divide(const hd_small *a, int32_t extent, int32_t stride, hd_small_leaves *list) {
  const int32_t first = list->count;
  int32_t left = extent, step = stride, k = 0;
  for (; k + 1 < a->leaves && left > 1; ++k) {
    const int32_t s = a->shape[k];
    if (step >= s) { /* steps over the mode */
      if (step % s != 0) return false;
      step /= s;
      continue;
    }
    if (step == 0 || s % step != 0) return false;
    const int32_t room = s / step, taken = left < room ? left : room;
    if (left % taken != 0) return false;
    hd_small_append(list, first, taken, step * a->stride[k]);
    left /= taken;
    step = 1;
  }
  hd_small_append(list, first, left, step * a->stride[k]);
  return true;
}

/* The leaves of i -> A(i * stride), i < extent, read off the values and appended: the first stride is the first value,
 * and goes on as far as the values do. False where no layout has these values. */
HD_BOTH bool hd_small_fit(const hd_small *a, int32_t extent, int32_t stride, hd_small_leaves *list) {
  const int32_t first = list->count;
  for (int32_t block = 1; block < extent;) {
    const int32_t blocks = extent / block, step = hd_small_value(a, block * stride);
    int32_t run = 1;
    while (run < blocks && hd_small_value(a, run * block * stride) == run * step) ++run;
    if (blocks % run != 0) return false;
    if (list->count == HD_SMALL_LEAVES) return false;
    hd_small_append(list, first, run, step);
    block *= run;
  }
  for (int32_t i = 0; i < extent; ++i) {
    int32_t left = i, value = 0;
    for (int32_t k = first; k < list->count; ++k) {
      value += left % list->shape[k] * list->stride[k];
      left /= list->shape[k];
    }
    if (value != hd_small_value(a, i * stride)) return false;
  }
  return true;
}

/* Whether A(B(c)) is the sum over B's modes of what A makes of each, at every coordinate. */
HD_BOTH bool hd_small_adds_up(const hd_small *a, const hd_small *b) {
  const int32_t size = hd_small_size(b);
  for (int32_t i = 0; i < size; ++i) {
    int32_t left = i, at = 0, sum = 0;
    for (int32_t k = 0; k < HD_SMALL_MODES; ++k) {
      if (k >= b->leaves) break;
      const int32_t rest = hd_small_quotient(left, b->reciprocal[k]);
      const int32_t here = (left - rest * b->shape[k]) * b->stride[k];
      at += here;
      sum += hd_small_value(a, here);
      left = rest;
    }
    if (hd_small_value(a, at) != sum) return false;
  }
  return true;
}

/* Where some layout refines B's shape and has the values A(B(c)), its leaves are the answer: the shortest of each mode
 * of B, and what dividing gives must be the same. */
HD_BOTH int hd_small_judge_composition(const hd_small *a, const hd_small *b, uint64_t *answer) {
  hd_small_leaves fitted, divided;
  bool exists = true, differs = false;
  fitted.count = 0;
  *answer = 0;
  for (int32_t k = 0; k < HD_SMALL_MODES; ++k) {
    if (k >= b->leaves || !exists) break;
    const int32_t first = fitted.count;
    divided.count = 0;
    const bool known = hd_small_divide(a, b->shape[k], b->stride[k], &divided);
    exists = hd_small_fit(a, b->shape[k], b->stride[k], &fitted);
    hd_small_close(a, b->stride[k], first, &fitted);
    hd_small_close(a, b->stride[k], 0, &divided);
    if (!known) continue;
    differs = differs || !exists || divided.count != fitted.count - first;
    for (int32_t i = 0; i < divided.count && !differs; ++i)
      differs = divided.shape[i] != fitted.shape[first + i] || divided.stride[i] != fitted.stride[first + i];
  }
  exists = exists && hd_small_adds_up(a, b);
  if (differs) return HD_SMALL_REFUTED;
  if (!exists) {
    *answer = hd_small_answer(0, HD_SMALL_UNDEFINED);
    return HD_SMALL_VACANT;
  }
  for (int32_t k = 0; k < fitted.count; ++k)
    *answer = hd_small_answer(hd_small_answer(*answer, fitted.shape[k]), fitted.stride[k]);
  return HD_SMALL_HELD;
}

#endif
