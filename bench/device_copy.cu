// A 128x512 accumulator out of tensor memory, in slices of 64 columns: what device_cute.cu does with CuTe.
#include "kernels/device.h"

struct arguments {
  hd_tmem accumulator;
  float *to;
};

HD_TMEM_COPIES(row, 32x32b, 512, float);

HD_KERNEL(copy_row, arguments, a) {
  HD_TMEM_TO_MEMORY(row, hd_tmem_slab(a.accumulator), a.to + HD_WARP() * 32 * 512, 512);
}
