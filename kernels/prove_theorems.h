/* The theorems that a GPU judges, of which domain each is, and how far by default. Internal: not installed. */
#ifndef HEDDLE_KERNELS_PROVE_THEOREMS_H
#define HEDDLE_KERNELS_PROVE_THEOREMS_H

#include "prove_small_complement.h"
#include "prove_small_composition.h"
#include "prove_small_image.h"
#include "prove_small_inverse.h"

/* X(name, domain, bound..): far more cases than a CPU gets through in a minute. */
#define HD_SMALL_THEOREMS(X)                          \
  X(composition, HD_SMALL_PAIRS, 2, 8, 70, 2, 8, 70)  \
  X(complement, HD_SMALL_NUMBERED, 3, 6, 40, 200)     \
  X(complementable, HD_SMALL_NUMBERED, 3, 6, 40, 200) \
  X(right_inverse, HD_SMALL_NESTED, 3, 15, 42)        \
  X(left_inverse, HD_SMALL_LAYOUTS, 3, 12, 60)        \
  X(injectivity, HD_SMALL_NESTED, 3, 15, 42)          \
  X(disjointness, HD_SMALL_OFFSETS, 2, 6, 12, 60)

typedef enum hd_small_theorem {
#define HD_SMALL_NAME(name, ...) HD_SMALL_##name,
  HD_SMALL_THEOREMS(HD_SMALL_NAME)
#undef HD_SMALL_NAME
      HD_SMALL_THEOREM_COUNT
} hd_small_theorem;

HD_BOTH hd_small_domain hd_small_domain_of(hd_small_theorem theorem) {
  switch (theorem) {
#define HD_SMALL_DOMAIN(name, domain, ...) \
  case HD_SMALL_##name: return domain;
    HD_SMALL_THEOREMS(HD_SMALL_DOMAIN)
#undef HD_SMALL_DOMAIN
    case HD_SMALL_THEOREM_COUNT: break;
  }
  return HD_SMALL_LAYOUTS;
}

HD_BOTH hd_small_verdict hd_small_judge(hd_small_theorem theorem, const hd_small_case *subject) {
  switch (theorem) {
#define HD_SMALL_JUDGE(name, ...) \
  case HD_SMALL_##name: return hd_small_judge_##name(subject);
    HD_SMALL_THEOREMS(HD_SMALL_JUDGE)
#undef HD_SMALL_JUDGE
    case HD_SMALL_THEOREM_COUNT: break;
  }
  return hd_small_say(HD_SMALL_LEFT_OPEN, 0, 0);
}

#endif
