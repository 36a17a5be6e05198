/* The largest element of each row, as a softmax needs it, by the load itself: tcgen05.ld.red.
 *
 * sm_103 and sm_110 have the instruction and sm_100 has not: there the maximum is taken of the loaded registers. */
#include "example.h"

enum { ROWS = 128, COLUMNS = 32 };

typedef struct arguments {
  const float *in; /* (128,32), row-major */
  float *out;      /* 128 maxima; then the rows that were loaded with them */
} arguments;

HD_TMEM_COPIES(row, 32x32b, COLUMNS, float);

HD_KERNEL(row_maxima, arguments, a) {
  HD_SHARED(hd_tmem, tile, 1);
  if (HD_WARP() == 0) {
    HD_TMEM_ALLOC(tile, COLUMNS);
    HD_TMEM_RELINQUISH();
  }
  HD_SYNC();
  const hd_tmem mine = hd_tmem_slab(tile[0]);
  const int first = HD_WARP() * 32 * COLUMNS;
  HD_TMEM_FROM_MEMORY(row, a.in + first, COLUMNS, mine);

  row_registers registers;
#if HD_HAS_REDUCTION
  uint32_t largest;
  HD_TMEM_LD_RED(32x32b, x32, max.f32, registers.word, largest, mine);
  ((uint32_t *)a.out)[HD_THREAD()] = largest;
#else
  HD_TMEM_LOAD(row, mine, &registers);
  float largest = HD_VALUE(registers, 0);
  HD_UNROLLED
  for (int i = 1; i < COLUMNS; ++i) largest = largest < HD_VALUE(registers, i) ? HD_VALUE(registers, i) : largest;
  a.out[HD_THREAD()] = largest;
#endif
  HD_REGISTERS_TO_MEMORY(row, &registers, a.out + ROWS + first, COLUMNS);

  HD_TMEM_FENCE_BEFORE();
  HD_SYNC();
  HD_TMEM_FENCE_AFTER();
  if (HD_WARP() == 0) HD_TMEM_DEALLOC(tile[0], COLUMNS);
}

int main(int argc, char **argv) {
  static float in[ROWS * COLUMNS], want[ROWS + ROWS * COLUMNS];
  for (int i = 0; i < ROWS * COLUMNS; ++i) {
    float *const largest = want + i / COLUMNS;
    want[ROWS + i] = in[i] = (float)(i * 40503 % 65536 - 65536 + i * 16) / 64; /* of both signs */
    if (i % COLUMNS == 0 || in[i] > *largest) *largest = in[i];
  }

  example e = example_begin("row_maxima", argc, argv, in, sizeof in, sizeof want);
  while (example_next(&e, 128)) {
    const arguments a = {(const float *)e.in, (float *)e.out};
    HD_LAUNCH(row_maxima, &e.launch, &a, &e.report);
    example_compare(&e, want);
  }
  return example_end(&e);
}
