/* All of tensor memory out to a row-major matrix, by loads without a wait of their own.
 *
 * Two loads share one wait: it is for all that the warp has under way, and each of the two tiles is tied to it. The
 * row is tiled, since no more than 64 registers may be under way in a tile; load, wait and use stand in one turn of
 * the loop. */
#include "example.h"

enum { ROWS = 128, COLUMNS = 512 };

typedef struct arguments {
  const float *in; /* (128,512), row-major */
  float *out;      /* the same, from tensor memory */
} arguments;

HD_TMEM_COPIES(row, 32x32b, COLUMNS, float);
HD_TMEM_COPIES_ASYNC(slice, 32x32b, 32, float);

HD_KERNEL(slices_async, arguments, a) {
  HD_SHARED(hd_tmem, tile, 1);
  if (HD_WARP() == 0) {
    HD_TMEM_ALLOC(tile, COLUMNS);
    HD_TMEM_RELINQUISH();
  }
  HD_SYNC();
  const hd_tmem mine = hd_tmem_slab(tile[0]);
  const int first = HD_WARP() * 32 * COLUMNS;
  HD_TMEM_FROM_MEMORY(row, a.in + first, COLUMNS, mine);

  HD_ROLLED
  for (int column = 0; column < COLUMNS; column += 2 * slice_columns) {
    slice_registers left, right;
    HD_TMEM_LOAD_ASYNC(slice, hd_tmem_at(mine, 0, column), &left);
    HD_TMEM_LOAD_ASYNC(slice, hd_tmem_at(mine, 0, column + slice_columns), &right);
    HD_TMEM_WAIT_LOADED(slice, &left);
    HD_TMEM_TIE(slice, &right);
    HD_REGISTERS_TO_MEMORY(slice, &left, a.out + first + column, COLUMNS);
    HD_REGISTERS_TO_MEMORY(slice, &right, a.out + first + column + slice_columns, COLUMNS);
  }

  HD_TMEM_FENCE_BEFORE();
  HD_SYNC();
  HD_TMEM_FENCE_AFTER();
  if (HD_WARP() == 0) HD_TMEM_DEALLOC(tile[0], COLUMNS);
}

int main(int argc, char **argv) {
  static float in[ROWS * COLUMNS];
  for (int i = 0; i < ROWS * COLUMNS; ++i) in[i] = (float)i;

  example e = example_begin("slices_async", argc, argv, in, sizeof in, sizeof in);
  while (example_next(&e, 128)) {
    const arguments a = {(const float *)e.in, (float *)e.out};
    HD_LAUNCH(slices_async, &e.launch, &a, &e.report);
    example_compare(&e, in);
  }
  return example_end(&e);
}
