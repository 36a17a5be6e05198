/* Which values layouts take: each once, and none of another's. Internal: not installed. */
#ifndef HEDDLE_KERNELS_PROVE_SMALL_IMAGE_H
#define HEDDLE_KERNELS_PROVE_SMALL_IMAGE_H

#include "prove_small_case.h"

HD_BOTH hd_small_verdict hd_small_judge_injectivity(const hd_small_case *subject) {
  hd_small_set set;
  int32_t far;
  const int32_t size = hd_small_size(&subject->a), least = hd_small_least(&subject->a, &far);
  if (!hd_small_set_clear(&set, far + 1)) return hd_small_say(HD_SMALL_LEFT_OPEN, 0, 1);
  const bool injective = hd_small_mark_all(&subject->a, -least, &set) == size;
  return hd_small_say(HD_SMALL_HELD, hd_small_answer(0, injective), size);
}

/* Whether no value of A, moved by the offset, is one of B's. */
HD_BOTH hd_small_verdict hd_small_judge_disjointness(const hd_small_case *subject) {
  hd_small_set set;
  int32_t far;
  const int32_t size = hd_small_size(&subject->b), offset = subject->number;
  (void)hd_small_least(&subject->a, &far);
  if (!hd_small_set_clear(&set, far + 1)) return hd_small_say(HD_SMALL_LEFT_OPEN, 0, 1);
  (void)hd_small_mark_all(&subject->a, 0, &set);
  bool apart = true;
  for (int32_t i = 0; i < size; ++i) {
    const int32_t value = hd_small_value(&subject->b, i) - offset;
    apart = apart && !(value <= far && hd_small_set_has(&set, value));
  }
  return hd_small_say(HD_SMALL_HELD, hd_small_answer(0, apart), hd_small_size(&subject->a) + size);
}

#endif
