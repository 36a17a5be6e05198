/* Two numbers rounded to bfloat16, where no instruction does it. Part of device.h. */
#ifndef HEDDLE_KERNELS_BFLOAT16_H
#define HEDDLE_KERNELS_BFLOAT16_H

#include <string.h>

/* The nearest, of two as near the even one, NaN becoming 0x7FFF: `low` in bits 15..0. */
HD_DEVICE uint32_t hd_bf16x2(float low, float high) {
  const float pair[2] = {low, high};
  uint32_t both = 0;
  for (int k = 0; k < 2; ++k) {
    uint32_t bits;
    memcpy(&bits, &pair[k], sizeof bits);
    if ((bits & 0x7FFFFFFFu) > 0x7F800000u) bits = 0x7FFF;
    else bits = (bits + 0x7FFF + (bits >> 16 & 1)) >> 16;
    both |= bits << 16 * k;
  }
  return both;
}

#endif
