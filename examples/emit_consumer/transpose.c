/* Puts a matrix into tensor memory as an accumulator of M = 64 has it, and takes it out by rows: run on this machine. */
#include <heddle/kernels/launch.h>

#include <fragments.h>
#include <row.h>

typedef struct matrices {
  const float *from; /* 64 x 32, row-major */
  float *to;         /* 128 x 32, row-major: lanes of tensor memory, of which the accumulator takes half */
} matrices;

HD_KERNEL(transpose, matrices, a) {
  HD_SHARED(hd_tmem, tile, 1);
  row_registers row;
  if (HD_WARP() == 0) HD_TMEM_ALLOC(tile, 32);
  HD_SYNC();
  for (int k = 0; k < row_values; k++) row.value[k] = -1;
  HD_TMEM_STORE(row, *tile, &row);
  HD_TMEM_FROM_MEMORY(fragments, a.from, *tile);
  HD_TMEM_LOAD(row, *tile, &row); /* of the lanes that this warp has stored */
  for (int k = 0; k < row_values; k++) a.to[HD_THREAD() * row_values + k] = HD_VALUE(row, row_place(k));
  HD_TMEM_FENCE_BEFORE();
  HD_SYNC();
  HD_TMEM_FENCE_AFTER();
  if (HD_WARP() == 0) HD_TMEM_DEALLOC(*tile, 32);
}

int main(void) {
  float from[64 * 32], to[128 * 32];
  int wrong = 0;
  hd_report report;
  const hd_launch launch = {.blocks = 1, .threads = fragments_threads};
  for (int k = 0; k < 64 * 32; k++) from[k] = (float)k;
  matrices a;
  a.from = hd_buffer_new(sizeof from, from);
  float *out = hd_buffer_new(sizeof to, NULL);
  a.to = out;
  if (a.from == NULL || out == NULL) return 1;
  if (HD_LAUNCH(transpose, &launch, &a, &report) != 0) return puts(report.text), 1;
  hd_buffer_read(to, out, sizeof to);
  /* Row i of the accumulator lies in lane i % 16 + 32 * (i / 16); the other lanes are as they were. */
  for (int lane = 0; lane < 128; lane++)
    for (int k = 0; k < 32; k++)
      if (to[lane * 32 + k] != (lane % 32 < 16 ? from[(lane / 32 * 16 + lane % 16) * 32 + k] : -1)) wrong++;
  printf("%d of %d cells as the plan has them\n", 128 * 32 - wrong, 128 * 32);
  return wrong > 0;
}
