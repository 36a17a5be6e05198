/* Two accumulators of 64 rows in the same columns, in Layout F: each takes 16 lanes of every warp's 32.
 *
 * Row i of the first lies in lane 32*(i/16) + i%16, of the second 16 lanes on. So each warp has 16 rows of both, which
 * the shapes of 16 lanes move; 32x32b, whose 32 lanes would be rows of both, shows where they lie. */
#include "example.h"

enum { ROWS = 64, COLUMNS = 32, LANES = 128 };

typedef struct arguments {
  const float *in; /* two matrices (64,32), row-major */
  float *out;      /* the same; then all 128 lanes of 32 columns as they lie there */
} arguments;

HD_TMEM_COPIES(half, 16x64b, COLUMNS, float);
HD_TMEM_COPIES(fragment, 16x128b, COLUMNS, float);
HD_TMEM_COPIES(lanes, 32x32b, COLUMNS, float);

HD_KERNEL(layout_f, arguments, a) {
  HD_SHARED(hd_tmem, tile, 1);
  if (HD_WARP() == 0) {
    HD_TMEM_ALLOC(tile, COLUMNS);
    HD_TMEM_RELINQUISH();
  }
  HD_SYNC();
  const hd_tmem mine = hd_tmem_slab(tile[0]);
  for (int h = 0; h < 2; ++h) {
    const int first = (h * ROWS + HD_WARP() * 16) * COLUMNS;
    HD_TMEM_FROM_MEMORY(half, a.in + first, COLUMNS, hd_tmem_at(mine, 16 * h, 0));
    HD_TMEM_TO_MEMORY(fragment, hd_tmem_at(mine, 16 * h, 0), a.out + first, COLUMNS);
  }
  HD_TMEM_TO_MEMORY(lanes, mine, a.out + 2 * ROWS * COLUMNS + HD_WARP() * 32 * COLUMNS, COLUMNS);

  HD_TMEM_FENCE_BEFORE();
  HD_SYNC();
  HD_TMEM_FENCE_AFTER();
  if (HD_WARP() == 0) HD_TMEM_DEALLOC(tile[0], COLUMNS);
}

int main(int argc, char **argv) {
  static float in[2][ROWS][COLUMNS], want[2][LANES][COLUMNS];
  for (int h = 0; h < 2; ++h)
    for (int i = 0; i < ROWS; ++i)
      for (int j = 0; j < COLUMNS; ++j) {
        in[h][i][j] = (float)((h * ROWS + i) * COLUMNS + j);
        want[0][h * ROWS + i][j] = in[h][i][j];
        want[1][32 * (i / 16) + i % 16 + 16 * h][j] = in[h][i][j];
      }

  example e = example_begin("layout_f", argc, argv, in, sizeof in, sizeof want);
  while (example_next(&e, 128)) {
    const arguments a = {(const float *)e.in, (float *)e.out};
    HD_LAUNCH(layout_f, &e.launch, &a, &e.report);
    example_compare(&e, want);
  }
  return example_end(&e);
}
