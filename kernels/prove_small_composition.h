/* What A o B is: read off the values, and where dividing extents gives something, by that too. Internal: not
 * installed. */
#ifndef HEDDLE_KERNELS_PROVE_SMALL_COMPOSITION_H
#define HEDDLE_KERNELS_PROVE_SMALL_COMPOSITION_H

#include "prove_small_case.h"

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
HD_BOTH hd_small_verdict hd_small_judge_composition(const hd_small_case *subject) {
  const hd_small *a = &subject->a, *b = &subject->b;
  const int32_t size = hd_small_size(b);
  hd_small_leaves fitted, divided;
  bool exists = true, differs = false;
  fitted.count = 0;
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
  if (differs) return hd_small_say(HD_SMALL_REFUTED, 0, size);
  return exists ? hd_small_gives(&fitted, size) : hd_small_refused(size);
}

#endif
