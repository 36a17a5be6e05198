/* An accumulator out as the fragments that mma instructions of earlier GPUs leave in registers, to a row-major matrix.
 *
 * 16x256b gives a thread a pair of columns in each of two lanes 8 apart, and the same every 8 columns. Its registers
 * are a tile of their own, addressed by the coordinate of a cell: (column of the pair, upper lane or lower, repeat) ->
 * register is ((2,2),N/8):((1,2),4), whose place in the matrix this example works out by itself; then the same in one
 * line. */
#include "example.h"

enum { ROWS = 128, COLUMNS = 64 };

typedef struct arguments {
  const float *in; /* (128,64), row-major */
  float *out;      /* twice the same */
} arguments;

HD_TMEM_COPIES(row, 32x32b, COLUMNS, float);
HD_TMEM_COPIES(fragment, 16x256b, COLUMNS, float);

HD_KERNEL(fragments, arguments, a) {
  HD_SHARED(hd_tmem, tile, 1);
  if (HD_WARP() == 0) {
    HD_TMEM_ALLOC(tile, COLUMNS);
    HD_TMEM_RELINQUISH();
  }
  HD_SYNC();
  const hd_tmem mine = hd_tmem_slab(tile[0]);
  HD_TMEM_FROM_MEMORY(row, a.in + HD_WARP() * 32 * COLUMNS, COLUMNS, mine);

  /* A warp reaches 32 lanes, and the shape has 16: the second half is 16 lanes on. */
  HD_ROLLED
  for (int half = 0; half < 2; ++half) {
    const hd_tmem block = hd_tmem_at(mine, 16 * half, 0);
    float *const out = a.out + (HD_WARP() * 32 + half * 16) * COLUMNS;
    fragment_registers registers;
    HD_TMEM_LOAD(fragment, block, &registers);
    HD_UNROLLED
    for (int repeat = 0; repeat < COLUMNS / 8; ++repeat) HD_UNROLLED
    for (int i = 0; i < 4; ++i) {
      const int pair = i % 2, lower = i / 2;
      const int line = HD_LANE() / 4 + 8 * lower, column = 2 * (HD_LANE() % 4) + pair + 8 * repeat;
      out[line * COLUMNS + column] = HD_VALUE(registers, pair + 2 * lower + 4 * repeat);
    }
    HD_TMEM_TO_MEMORY(fragment, block, out + ROWS * COLUMNS, COLUMNS);
  }

  HD_TMEM_FENCE_BEFORE();
  HD_SYNC();
  HD_TMEM_FENCE_AFTER();
  if (HD_WARP() == 0) HD_TMEM_DEALLOC(tile[0], COLUMNS);
}

int main(int argc, char **argv) {
  static float in[ROWS * COLUMNS], want[2][ROWS * COLUMNS];
  for (int i = 0; i < ROWS * COLUMNS; ++i) want[0][i] = want[1][i] = in[i] = (float)i;

  example e = example_begin("fragments", argc, argv, in, sizeof in, sizeof want);
  while (example_next(&e, 128)) {
    const arguments a = {(const float *)e.in, (float *)e.out};
    HD_LAUNCH(fragments, &e.launch, &a, &e.report);
    example_compare(&e, want);
  }
  return example_end(&e);
}
