/* Two places of tensor memory in one instruction: 16x32bx2, whose immediate says how far the second is from the first.
 *
 * Threads 0 to 15 of a warp hold 4 columns of the 16 lanes that the address names, threads 16 to 31 those that lie (16
 * << 16) + 8 on: 16 lanes down and 8 columns to the right. Nothing else adds 16 lanes for the upper threads. */
#include "example.h"

enum { ROWS = 128, COLUMNS = 32, WIDTH = 4, DOWN = 16, RIGHT = 8, TO = 16 };

typedef struct arguments {
  const float *in; /* (128,32), row-major */
  float *out;      /* what 128 threads hold, 4 of each; then (128,32), where that is stored 16 columns further on too */
} arguments;

HD_TMEM_COPIES(row, 32x32b, COLUMNS, float);
HD_TMEM_COPIES_SPLIT(two, WIDTH, (DOWN << 16) + RIGHT, float);

HD_KERNEL(split, arguments, a) {
  HD_SHARED(hd_tmem, tile, 1);
  if (HD_WARP() == 0) {
    HD_TMEM_ALLOC(tile, COLUMNS);
    HD_TMEM_RELINQUISH();
  }
  HD_SYNC();
  const hd_tmem mine = hd_tmem_slab(tile[0]);
  const int first = HD_WARP() * 32 * COLUMNS;
  HD_TMEM_FROM_MEMORY(row, a.in + first, COLUMNS, mine);

  two_registers registers;
  HD_TMEM_LOAD(two, mine, &registers);
  HD_UNROLLED
  for (int i = 0; i < WIDTH; ++i) a.out[HD_THREAD() * WIDTH + i] = HD_VALUE(registers, i);
  HD_TMEM_STORE(two, hd_tmem_at(mine, 0, TO), &registers);
  HD_TMEM_TO_MEMORY(row, mine, a.out + ROWS * WIDTH + first, COLUMNS);

  HD_TMEM_FENCE_BEFORE();
  HD_SYNC();
  HD_TMEM_FENCE_AFTER();
  if (HD_WARP() == 0) HD_TMEM_DEALLOC(tile[0], COLUMNS);
}

int main(int argc, char **argv) {
  static float in[ROWS][COLUMNS], want[ROWS * WIDTH + ROWS * COLUMNS];
  float(*const moved)[COLUMNS] = (float(*)[COLUMNS])(want + ROWS * WIDTH);
  for (int i = 0; i < ROWS; ++i)
    for (int j = 0; j < COLUMNS; ++j) moved[i][j] = in[i][j] = (float)(COLUMNS * i + j);
  for (int t = 0; t < ROWS; ++t)
    for (int j = 0; j < WIDTH; ++j) {
      /* Lane t of the 128 is in the upper half of its slab or in the lower. */
      const int column = j + (t % 32 < 16 ? 0 : RIGHT);
      want[WIDTH * t + j] = in[t][column];
      moved[t][TO + column] = in[t][column];
    }

  example e = example_begin("split", argc, argv, in, sizeof in, sizeof want);
  while (example_next(&e, 128)) {
    const arguments a = {(const float *)e.in, (float *)e.out};
    HD_LAUNCH(split, &e.launch, &a, &e.report);
    example_compare(&e, want);
  }
  return example_end(&e);
}
