/* The end of a matrix product: an accumulator of 128 by 256 floats goes from tensor memory to a row-major matrix. */
#include <heddle/kernels/launch.h>

#include "accumulator.h" /* written by heddle emit */

typedef struct arguments {
  const float *product; /* (128,256), row-major: what tcgen05.mma would have left in tensor memory */
  float *out;
} arguments;

HD_KERNEL(epilogue, arguments, a) {
  HD_SHARED(hd_tmem, tile, 1);
  if (HD_WARP() == 0) HD_TMEM_ALLOC(tile, 256);
  HD_SYNC();
  HD_TMEM_FROM_MEMORY(accumulator, a.product, tile[0]); /* in the place of the mma */
  HD_TMEM_TO_MEMORY(accumulator, tile[0], a.out);
  HD_TMEM_FENCE_BEFORE();
  HD_SYNC();
  HD_TMEM_FENCE_AFTER();
  if (HD_WARP() == 0) HD_TMEM_DEALLOC(tile[0], 256);
}

int main(void) {
  static float product[128 * 256], out[128 * 256];
  hd_launch launch = {0};
  hd_report report;
  launch.blocks = 1;
  launch.threads = 128;
  for (int i = 0; i < 128 * 256; ++i) product[i] = (float)i;
  const arguments a = {(const float *)hd_buffer_new(sizeof product, product),
                       (float *)hd_buffer_new(sizeof out, NULL)};
  for (; launch.seed < 20; ++launch.seed) {
    if (HD_LAUNCH(epilogue, &launch, &a, &report) != 0) return puts(report.text), 1;
    hd_buffer_read(out, a.out, sizeof out);
    if (memcmp(out, product, sizeof out) != 0) return puts("an element is not where it was"), 1;
  }
  puts("32768 elements in their places, under 20 schedules");
  return 0;
}
