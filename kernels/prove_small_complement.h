/* What the complement of a layout is: the gaps that its strides leave, and then the tiles. Internal: not installed. */
#ifndef HEDDLE_KERNELS_PROVE_SMALL_COMPLEMENT_H
#define HEDDLE_KERNELS_PROVE_SMALL_COMPLEMENT_H

#include "prove_small_case.h"

/* The gaps below and between them, and the tail up to `within`, of which those of extent 1 are left out unless there is
 * nothing else; where the last mode ends. False: modes overlap. */
HD_BOTH bool hd_small_gaps(const hd_small *layout, int32_t within, hd_small_leaves *list, int32_t *end) {
  hd_small_sorted sorted;
  hd_small_sort_modes(layout, &sorted);
  list->count = 0;
  *end = 1;
  for (int32_t k = 0; k < sorted.count; ++k) {
    if (sorted.stride[k] < *end) return false;
    hd_small_append(list, 0, sorted.stride[k] / *end, *end);
    *end = sorted.stride[k] * sorted.shape[k];
  }
  const int32_t tiles = (within + *end - 1) / *end;
  if (tiles > 1 || list->count == 0) {
    list->shape[list->count] = tiles;
    list->stride[list->count++] = *end;
  }
  return true;
}

/* How many different sums there are of a value of the layout and one of the list, and the greatest of them; -1 where
 * they are too many to be marked. */
HD_BOTH int32_t hd_small_sums(const hd_small *layout, const hd_small_leaves *list, int32_t *greatest) {
  hd_small_set set;
  int32_t far, fresh = 0;
  const int32_t size = hd_small_leaves_size(list);
  (void)hd_small_least(layout, &far);
  *greatest = far + hd_small_leaves_value(list, size - 1);
  if (!hd_small_set_clear(&set, *greatest + 1)) return -1;
  for (int32_t i = 0; i < size; ++i) fresh += hd_small_mark_all(layout, hd_small_leaves_value(list, i), &set);
  return fresh;
}

/* The layout without what does not move. */
HD_BOTH void hd_small_moving(const hd_small *layout, hd_small *result) {
  result->leaves = 0;
  for (int32_t k = 0; k < layout->leaves; ++k) {
    if (layout->shape[k] == 1 || layout->stride[k] == 0) continue;
    result->shape[result->leaves] = layout->shape[k];
    result->stride[result->leaves] = layout->stride[k];
    result->reciprocal[result->leaves++] = layout->reciprocal[k];
  }
  if (result->leaves > 0) return;
  result->leaves = result->shape[0] = 1;
  result->stride[0] = 0;
  result->reciprocal[0] = 0;
}

/* The gaps are the answer where, with what moves, they reach `within`; then they increase, and no sum is hit twice. */
HD_BOTH hd_small_verdict hd_small_judge_complement(const hd_small_case *subject) {
  hd_small_leaves rest;
  hd_small moving;
  int32_t end, greatest;
  if (!hd_small_gaps(&subject->a, subject->number, &rest, &end)) return hd_small_refused(1);
  hd_small_moving(&subject->a, &moving);
  const int32_t size = hd_small_leaves_size(&rest), all = size * hd_small_size(&moving);
  (void)hd_small_least(&moving, &greatest);
  if (greatest + hd_small_leaves_value(&rest, size - 1) + 1 < subject->number) return hd_small_refused(1);
  const int32_t different = hd_small_sums(&moving, &rest, &greatest);
  if (different < 0) return hd_small_say(HD_SMALL_LEFT_OPEN, 0, 1);
  bool right = different == all;
  for (int32_t i = 1; i < size && right; ++i)
    right = hd_small_leaves_value(&rest, i) > hd_small_leaves_value(&rest, i - 1);
  return right ? hd_small_gives(&rest, all) : hd_small_say(HD_SMALL_REFUTED, 0, all);
}

/* Whether layout and gaps hit each of 0 to within-1 once. */
HD_BOTH hd_small_verdict hd_small_judge_complementable(const hd_small_case *subject) {
  hd_small_leaves rest;
  int32_t end, greatest, all = 1;
  bool wanted = hd_small_gaps(&subject->a, subject->number, &rest, &end);
  if (wanted) wanted = hd_small_leaves_size(&rest) * hd_small_size(&subject->a) == subject->number;
  if (wanted) {
    all = subject->number;
    const int32_t different = hd_small_sums(&subject->a, &rest, &greatest);
    if (different < 0) return hd_small_say(HD_SMALL_LEFT_OPEN, 0, 1);
    wanted = different == all && greatest + 1 == all;
  }
  return hd_small_say(wanted ? HD_SMALL_HELD : HD_SMALL_VACANT, hd_small_answer(0, wanted), all);
}

#endif
