/* One accumulator for two warpgroups: eight warps, of which two reach the same 32 lanes and share their columns.
 *
 * A warp's lanes follow from its number modulo 4, so a second group of four reaches all lanes again and takes the
 * other half of the columns. What the first group has written, the second may read behind its wait, a fence, a barrier
 * and a fence: waits are for the warp that waits alone. */
#include "example.h"

enum { ROWS = 128, COLUMNS = 64, GROUPS = 2, HALF = COLUMNS / GROUPS };

typedef struct arguments {
  const float *in; /* (128,64), row-major */
  float *out;      /* of each group: what it holds, (128,32), row-major */
} arguments;

HD_TMEM_COPIES(row, 32x32b, COLUMNS, float);
HD_TMEM_COPIES(half, 32x32b, HALF, float);

HD_KERNEL(warpgroups, arguments, a) {
  HD_SHARED(hd_tmem, tile, 1);
  if (HD_WARP() == 0) {
    HD_TMEM_ALLOC(tile, COLUMNS);
    HD_TMEM_RELINQUISH();
  }
  HD_SYNC();
  const hd_tmem mine = hd_tmem_slab(tile[0]);
  const int group = HD_WARP() / 4, line = HD_WARP() % 4 * 32;
  if (group == 0) HD_TMEM_FROM_MEMORY(row, a.in + line * COLUMNS, COLUMNS, mine);

  HD_TMEM_FENCE_BEFORE();
  HD_SYNC();
  HD_TMEM_FENCE_AFTER();
  HD_TMEM_TO_MEMORY(half, hd_tmem_at(mine, 0, group * HALF), a.out + (group * ROWS + line) * HALF, HALF);

  HD_TMEM_FENCE_BEFORE();
  HD_SYNC();
  HD_TMEM_FENCE_AFTER();
  if (HD_WARP() == 0) HD_TMEM_DEALLOC(tile[0], COLUMNS);
}

int main(int argc, char **argv) {
  static float in[ROWS][COLUMNS], want[GROUPS][ROWS][HALF];
  for (int i = 0; i < ROWS; ++i)
    for (int j = 0; j < COLUMNS; ++j) want[j / HALF][i][j % HALF] = in[i][j] = (float)(COLUMNS * i + j);

  example e = example_begin("warpgroups", argc, argv, in, sizeof in, sizeof want);
  while (example_next(&e, GROUPS * 128)) {
    const arguments a = {(const float *)e.in, (float *)e.out};
    HD_LAUNCH(warpgroups, &e.launch, &a, &e.report);
    example_compare(&e, want);
  }
  return example_end(&e);
}
