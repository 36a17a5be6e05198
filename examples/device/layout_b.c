/* A matrix to tensor memory and back in Layout B, where tcgen05.mma leaves an accumulator of 64 rows a CTA of a pair.
 *
 * Logical (i, j) of 64 x 128 lies in lane i + 64*(j/64), column j%64: two halves of columns, one above the other.
 * Warps 0 and 1 hold columns 0 to 63, warps 2 and 3 the rest, each warp 32 rows: one x64 store and one x64 load for
 * each. */
#include "example.h"

enum { ROWS = 64, COLUMNS = 128, HALF = COLUMNS / 2 };

typedef struct arguments {
  const float *in; /* (64,128), row-major */
  float *out;      /* the same, from tensor memory; then all 128 lanes of 64 columns as they lie there */
} arguments;

HD_TMEM_COPIES(half, 32x32b, HALF, float);
HD_TMEM_COPIES(lanes, 16x256b, HALF, float);

HD_KERNEL(layout_b, arguments, a) {
  HD_SHARED(hd_tmem, tile, 1);
  if (HD_WARP() == 0) {
    HD_TMEM_ALLOC(tile, HALF);
    HD_TMEM_RELINQUISH();
  }
  HD_SYNC();
  const hd_tmem mine = hd_tmem_slab(tile[0]);

  /* This warp's part of the matrix: 32 rows of one half. */
  const int first = HD_WARP() % 2 * 32 * COLUMNS + HD_WARP() / 2 * HALF;
  half_registers registers;
  HD_REGISTERS_FROM_MEMORY(half, a.in + first, COLUMNS, &registers);
  HD_TMEM_STORE(half, mine, &registers);
  HD_TMEM_LOAD(half, mine, &registers);
  HD_REGISTERS_TO_MEMORY(half, &registers, a.out + first, COLUMNS);

  /* The same cells by another shape, 16 lanes at a time: what they hold shows that they are Layout B's. */
  float *const cells = a.out + ROWS * COLUMNS + HD_WARP() * 32 * HALF;
  HD_TMEM_TO_MEMORY(lanes, mine, cells, HALF);
  HD_TMEM_TO_MEMORY(lanes, hd_tmem_at(mine, 16, 0), cells + 16 * HALF, HALF);

  /* All loads are complete; who gives the columns back must know it. */
  HD_TMEM_FENCE_BEFORE();
  HD_SYNC();
  HD_TMEM_FENCE_AFTER();
  if (HD_WARP() == 0) HD_TMEM_DEALLOC(tile[0], HALF);
}

int main(int argc, char **argv) {
  static float in[ROWS][COLUMNS], want[2][ROWS * COLUMNS];
  for (int i = 0; i < ROWS; ++i)
    for (int j = 0; j < COLUMNS; ++j) {
      in[i][j] = (float)(COLUMNS * i + j);
      want[0][COLUMNS * i + j] = in[i][j];
      want[1][HALF * (i + 64 * (j / HALF)) + j % HALF] = in[i][j];
    }

  example e = example_begin("layout_b", argc, argv, in, sizeof in, sizeof want);
  while (example_next(&e, 128)) {
    const arguments a = {(const float *)e.in, (float *)e.out};
    HD_LAUNCH(layout_b, &e.launch, &a, &e.report);
    example_compare(&e, want);
  }
  return example_end(&e);
}
