/* Flat layouts in plain 32-bit integers: one source for a GPU and for a CPU, in which theorems are judged.
 *
 * Invariant: case `number` of a bound is the same case here and in proofs/ (domain_layouts.c, domain_nested.c), its
 * outcome and its answer are the same words, and so are the digests of any set of cases; tests/test_kernels_prove.c
 * compares them one by one. Nothing of algebra/ is called: what the algebra gives is checked against what is worked out
 * here by way of the digest.
 *
 * Sizes are those of sweeps: at most HD_SMALL_MODES modes and HD_SMALL_SIZE coordinates, products that stay below 2^31.
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

enum { HD_SMALL_MODES = 3, HD_SMALL_LEAVES = 24, HD_SMALL_SIZE = 1 << 12, HD_SMALL_SPAN = 1 << 11 };

/* Outcomes as proofs/prove.h numbers them. */
enum { HD_SMALL_HELD, HD_SMALL_VACANT, HD_SMALL_REFUTED, HD_SMALL_LEFT_OPEN };

/* Statuses that are part of an answer, as algebra/status.h numbers them. */
enum { HD_SMALL_UNDEFINED = 4 };

typedef struct hd_small {
  int32_t leaves;
  int32_t shape[HD_SMALL_MODES], stride[HD_SMALL_MODES];
  uint32_t reciprocal[HD_SMALL_MODES]; /* 2^32 / shape, rounded up; 0 for 1 */
} hd_small;

/* What a judge has seen. */
typedef struct hd_small_verdict {
  int outcome;
  uint64_t answer;
  uint32_t coordinates; /* how many were looked at, each perhaps more than once */
} hd_small_verdict;

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

/* ---- layouts by number ---- */

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

/* ---- values ---- */

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

/* The value of such a list at an index: the last leaf takes what is left. */
HD_BOTH int32_t hd_small_leaves_value(const hd_small_leaves *list, int32_t index) {
  int32_t value = 0;
  for (int32_t k = 0; k + 1 < list->count; ++k) {
    value += index % list->shape[k] * list->stride[k];
    index /= list->shape[k];
  }
  return list->count == 0 ? 0 : value + index * list->stride[list->count - 1];
}

HD_BOTH int32_t hd_small_leaves_size(const hd_small_leaves *list) {
  int32_t size = 1;
  for (int32_t k = 0; k < list->count; ++k) size *= list->shape[k];
  return size;
}

/* ---- modes by stride ---- */

/* The moving modes, those that go on joined, by stride and then by extent; where each begins in the domain. */
typedef struct hd_small_sorted {
  int32_t count;
  int32_t shape[HD_SMALL_MODES], stride[HD_SMALL_MODES], place[HD_SMALL_MODES];
} hd_small_sorted;

HD_BOTH void hd_small_insert(hd_small_sorted *sorted, int32_t shape, int32_t stride, int32_t place) {
  int32_t at = sorted->count++;
  for (; at > 0; --at) {
    const int32_t before = sorted->stride[at - 1];
    if (before < stride || (before == stride && sorted->shape[at - 1] <= shape)) break;
    sorted->shape[at] = sorted->shape[at - 1];
    sorted->stride[at] = before;
    sorted->place[at] = sorted->place[at - 1];
  }
  sorted->shape[at] = shape;
  sorted->stride[at] = stride;
  sorted->place[at] = place;
}

HD_BOTH void hd_small_sort_modes(const hd_small *layout, hd_small_sorted *sorted) {
  int32_t shape = 1, stride = 0, from = 1, place = 1; /* the mode in the making */
  sorted->count = 0;
  for (int32_t k = 0; k < layout->leaves; ++k) {
    if (layout->shape[k] == 1) continue;
    if (shape * stride == layout->stride[k]) {
      shape *= layout->shape[k];
    } else {
      if (stride != 0) hd_small_insert(sorted, shape, stride, from);
      shape = layout->shape[k];
      stride = layout->stride[k];
      from = place;
    }
    place *= layout->shape[k];
  }
  if (stride != 0) hd_small_insert(sorted, shape, stride, from);
}

/* ---- verdicts ---- */

HD_BOTH hd_small_verdict hd_small_say(int outcome, uint64_t answer, int32_t coordinates) {
  hd_small_verdict verdict = {outcome, answer, (uint32_t)coordinates};
  return verdict;
}

/* Rightly refused: no layout is the answer. */
HD_BOTH hd_small_verdict hd_small_refused(int32_t coordinates) {
  return hd_small_say(HD_SMALL_VACANT, hd_small_answer(0, HD_SMALL_UNDEFINED), coordinates);
}

/* A layout is the answer. */
HD_BOTH hd_small_verdict hd_small_gives(const hd_small_leaves *list, int32_t coordinates) {
  uint64_t answer = 0;
  for (int32_t k = 0; k < list->count; ++k)
    answer = hd_small_answer(hd_small_answer(answer, list->shape[k]), list->stride[k]);
  return hd_small_say(HD_SMALL_HELD, answer, coordinates);
}

/* ---- images ---- */

/* Values from 0 to below HD_SMALL_SPAN. */
typedef struct hd_small_set {
  uint32_t word[HD_SMALL_SPAN / 32];
} hd_small_set;

/* Makes room for values 0..span-1; false where there are too many. */
HD_BOTH bool hd_small_set_clear(hd_small_set *set, int32_t span) {
  if (span > HD_SMALL_SPAN) return false;
  for (int32_t k = 0; k < (span + 31) / 32; ++k) set->word[k] = 0;
  return true;
}

HD_BOTH bool hd_small_set_has(const hd_small_set *set, int32_t value) {
  return value >= 0 && (set->word[value / 32] >> value % 32 & 1) != 0;
}

/* Whether the value is new. */
HD_BOTH bool hd_small_set_mark(hd_small_set *set, int32_t value) {
  const uint32_t bit = (uint32_t)1 << value % 32, before = set->word[value / 32];
  set->word[value / 32] = before | bit;
  return (before & bit) == 0;
}

/* The least value, at most 0, and how far it is from there to the greatest. */
HD_BOTH int32_t hd_small_least(const hd_small *layout, int32_t *far) {
  int32_t least = 0;
  *far = 0;
  for (int32_t k = 0; k < layout->leaves; ++k) {
    const int32_t reach = (layout->shape[k] - 1) * layout->stride[k];
    *far += reach < 0 ? -reach : reach;
    least += reach < 0 ? reach : 0;
  }
  return least;
}

/* Marks value + offset at each coordinate. Returns how many of them were new. */
HD_BOTH int32_t hd_small_mark_all(const hd_small *layout, int32_t offset, hd_small_set *set) {
  const int32_t size = hd_small_size(layout);
  int32_t fresh = 0;
  for (int32_t i = 0; i < size; ++i) fresh += hd_small_set_mark(set, hd_small_value(layout, i) + offset);
  return fresh;
}

#endif
