/* The minimum or maximum of a thread's values, as tcgen05.ld.red computes it: in integers, also of floats.
 *
 * Invariant: every type is compared by one unsigned key. A float's bits, with those of negative numbers complemented
 * and the sign turned, are in the order of the numbers, -0 below +0; a signed integer's with the sign turned. */
#include "emulator_place.h"

#define HD_SIGN 0x80000000u
#define HD_CANONICAL_NAN 0x7FFFFFFFu

static bool is_nan(uint32_t bits) { return (bits & ~HD_SIGN) > 0x7F800000u; }

static uint32_t key_of(hd_reduced type, uint32_t bits) {
  if (type == HD_REDUCE_U32) return bits;
  return type == HD_REDUCE_F32 && (bits & HD_SIGN) != 0 ? ~bits : bits ^ HD_SIGN;
}

/* Without .NaN a NaN gives way to any number; with it, one NaN is the result. */
uint32_t hd_emulate_reduce(const hd_access *access, const uint32_t *value, int count) {
  bool is_float = access->type == HD_REDUCE_F32, found = false;
  uint32_t best = HD_CANONICAL_NAN;
  for (int k = 0; k < count; ++k) {
    uint32_t next = access->absolute ? value[k] & ~HD_SIGN : value[k];
    if (is_float && is_nan(next)) {
      if (access->propagate_nan) return HD_CANONICAL_NAN;
      continue;
    }
    uint32_t a = key_of(access->type, next), b = key_of(access->type, best);
    if (!found || (access->reduction == HD_REDUCE_MIN ? a < b : a > b)) best = next;
    found = true;
  }
  return best;
}
