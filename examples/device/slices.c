/* All of tensor memory out to a row-major matrix, by the copies that block.
 *
 * A row of 512 columns is moved in eight slices of 64, a load and a wait each, and no more than 64 registers hold what
 * is on its way. */
#include "example.h"

enum { ROWS = 128, COLUMNS = 512 };

typedef struct arguments {
  const float *in; /* (128,512), row-major */
  float *out;      /* the same, from tensor memory */
} arguments;

HD_TMEM_COPIES(row, 32x32b, COLUMNS, float);

HD_KERNEL(slices, arguments, a) {
  HD_SHARED(hd_tmem, tile, 1);
  if (HD_WARP() == 0) {
    HD_TMEM_ALLOC(tile, COLUMNS);
    HD_TMEM_RELINQUISH();
  }
  HD_SYNC();
  const hd_tmem mine = hd_tmem_slab(tile[0]);
  const int first = HD_WARP() * 32 * COLUMNS;
  HD_TMEM_FROM_MEMORY(row, a.in + first, COLUMNS, mine);

  HD_TMEM_TO_MEMORY(row, mine, a.out + first, COLUMNS);

  HD_TMEM_FENCE_BEFORE();
  HD_SYNC();
  HD_TMEM_FENCE_AFTER();
  if (HD_WARP() == 0) HD_TMEM_DEALLOC(tile[0], COLUMNS);
}

int main(int argc, char **argv) {
  static float in[ROWS * COLUMNS];
  for (int i = 0; i < ROWS * COLUMNS; ++i) in[i] = (float)i;

  example e = example_begin("slices", argc, argv, in, sizeof in, sizeof in);
  while (example_next(&e, 128)) {
    const arguments a = {(const float *)e.in, (float *)e.out};
    HD_LAUNCH(slices, &e.launch, &a, &e.report);
    example_compare(&e, in);
  }
  return example_end(&e);
}
