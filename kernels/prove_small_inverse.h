/* What the inverses of a layout are: its modes by stride, crossed in the other direction. Internal: not installed. */
#ifndef HEDDLE_KERNELS_PROVE_SMALL_INVERSE_H
#define HEDDLE_KERNELS_PROVE_SMALL_INVERSE_H

#include "prove_small_case.h"

/* ---- right ---- */

/* The longest chain of modes from stride 1 on, each beginning where the one before it ends, and how far it reaches.
 * Of several as long it begins with the last mode and goes on with the first. */
HD_BOTH int32_t hd_small_chain(const hd_small_sorted *sorted, hd_small_leaves *list) {
  int32_t reach[HD_SMALL_MODES], next[HD_SMALL_MODES], start = -1;
  for (int32_t k = sorted->count - 1; k >= 0; --k) {
    const int32_t end = sorted->shape[k] * sorted->stride[k];
    reach[k] = end;
    next[k] = -1;
    for (int32_t j = k + 1; j < sorted->count; ++j)
      if (sorted->stride[j] == end && reach[j] > reach[k]) {
        reach[k] = reach[j];
        next[k] = j;
      }
    if (sorted->stride[k] == 1 && (start < 0 || reach[k] >= reach[start])) start = k;
  }
  list->count = 0;
  for (int32_t k = start; k >= 0; k = next[k]) hd_small_append(list, 0, sorted->shape[k], sorted->place[k]);
  if (list->count == 0) {
    list->shape[0] = 1;
    list->stride[0] = 0;
    list->count = 1;
  }
  return start < 0 ? 1 : reach[start];
}

/* The same by trying every order of every choice of modes. */
HD_BOTH int32_t hd_small_longest(const hd_small_sorted *sorted) {
  int32_t best = 1;
  for (int32_t a = 0; a < sorted->count; ++a) {
    if (sorted->stride[a] != 1) continue;
    const int32_t one = sorted->shape[a];
    best = one > best ? one : best;
    for (int32_t b = 0; b < sorted->count; ++b) {
      if (b == a || sorted->stride[b] != one) continue;
      const int32_t two = one * sorted->shape[b];
      best = two > best ? two : best;
      for (int32_t c = 0; c < sorted->count; ++c)
        if (c != a && c != b && sorted->stride[c] == two && two * sorted->shape[c] > best)
          best = two * sorted->shape[c];
    }
  }
  return best;
}

HD_BOTH hd_small_verdict hd_small_judge_right_inverse(const hd_small_case *subject) {
  hd_small_sorted sorted;
  hd_small_leaves inverse;
  hd_small_sort_modes(&subject->a, &sorted);
  const int32_t size = hd_small_chain(&sorted, &inverse);
  bool right = size == hd_small_longest(&sorted) && size == hd_small_leaves_size(&inverse);
  for (int32_t i = 0; i < size && right; ++i)
    right = hd_small_value(&subject->a, hd_small_leaves_value(&inverse, i)) == i;
  return right ? hd_small_gives(&inverse, size) : hd_small_say(HD_SMALL_REFUTED, 0, size);
}

/* ---- left ---- */

/* Mode k of the answer runs from its own stride to the next one. False: a stride is no multiple of the one below. */
HD_BOTH bool hd_small_take_back(const hd_small *layout, hd_small_leaves *list) {
  hd_small_sorted sorted;
  int32_t below = 1, place = 0, last = 1;
  list->count = 0;
  hd_small_sort_modes(layout, &sorted);
  for (int32_t k = 0; k < sorted.count; ++k) {
    if (sorted.stride[k] % below != 0) return false;
    hd_small_append(list, 0, sorted.stride[k] / below, place);
    below = sorted.stride[k];
    place = sorted.place[k];
    last = sorted.shape[k];
  }
  if (list->count > 0 && list->shape[list->count - 1] * list->stride[list->count - 1] == place) {
    list->shape[list->count - 1] *= last;
  } else {
    list->shape[list->count] = last;
    list->stride[list->count++] = place;
  }
  return true;
}

/* Whether L(R(L(i))) = L(i) everywhere; and whether R(L(i)) = i. */
HD_BOTH bool hd_small_takes_back(const hd_small *layout, const hd_small_leaves *inverse, bool *to_itself) {
  const int32_t size = hd_small_size(layout);
  *to_itself = true;
  for (int32_t i = 0; i < size; ++i) {
    const int32_t value = hd_small_value(layout, i), back = hd_small_leaves_value(inverse, value);
    *to_itself = *to_itself && back == i;
    if (hd_small_value(layout, back) != value) return false;
  }
  return true;
}

/* Whether each of the sorted strides divides the next one. */
HD_BOTH bool hd_small_strides_divide(const hd_small *layout) {
  hd_small_sorted sorted;
  bool divide = true;
  hd_small_sort_modes(layout, &sorted);
  for (int32_t k = 1; k < sorted.count; ++k) divide = divide && sorted.stride[k] % sorted.stride[k - 1] == 0;
  return divide;
}

/* The last leaf never ends, so it can take all that larger strides take: those stand still in the second try. */
HD_BOTH hd_small_verdict hd_small_judge_left_inverse(const hd_small_case *subject) {
  const hd_small *layout = &subject->a;
  const int32_t size = hd_small_size(layout), last = layout->leaves - 1;
  hd_small_set set;
  hd_small_leaves inverse;
  int32_t far;
  bool to_itself = false, found = false;
  (void)hd_small_least(layout, &far);
  if (!hd_small_set_clear(&set, far + 1)) return hd_small_say(HD_SMALL_LEFT_OPEN, 0, 1);
  const bool injective = hd_small_mark_all(layout, 0, &set) == size;
  if (hd_small_take_back(layout, &inverse)) {
    found = hd_small_takes_back(layout, &inverse, &to_itself);
    if (!found) {
      hd_small rest = *layout;
      for (int32_t k = 0; k < last; ++k)
        if (rest.stride[k] > rest.stride[last]) rest.stride[k] = 0;
      found = hd_small_take_back(&rest, &inverse) && hd_small_takes_back(layout, &inverse, &to_itself);
    }
  }
  const bool owed = injective && hd_small_strides_divide(layout);
  if ((found && injective && !to_itself) || (!found && owed)) return hd_small_say(HD_SMALL_REFUTED, 0, size);
  return found ? hd_small_gives(&inverse, size) : hd_small_refused(size);
}

#endif
