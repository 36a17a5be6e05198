/* The period of a run is the product of A's extents but the last, without what the step shares with it. */
#include "algebra/period.h"

#include "algebra/checked.h"

int64_t hd_settled_after(const hd_layout *a, int64_t d, int64_t block) {
  int64_t turn = 1, settled;
  for (int k = 0; k + 1 < a->profile.leaves; ++k)
    if (!hd_mul(turn, a->shape[k], &turn)) return INT64_MAX;
  uint64_t step = d < 0 ? 0 - (uint64_t)d : (uint64_t)d;
  int64_t period = turn / (int64_t)hd_common_divisor((uint64_t)turn, step);
  int64_t shared = (int64_t)hd_common_divisor((uint64_t)period, (uint64_t)block);
  if (!hd_mul(period, block / shared, &settled) || !hd_mul(2, settled, &settled)) return INT64_MAX;
  return settled;
}
