/* All of tensor memory out to a row-major matrix, each slice loaded while the one before is written.
 *
 * Two buffers with names of their own, both waited for in the turn that loads them: none is under way when the loop
 * goes back. A buffer carried across would be copied by the compiler, and the copies would read it before its wait. */
#include "example.h"

enum { ROWS = 128, COLUMNS = 512 };

typedef struct arguments {
  const float *in; /* (128,512), row-major */
  float *out;      /* the same, from tensor memory */
} arguments;

HD_TMEM_COPIES(row, 32x32b, COLUMNS, float);
HD_TMEM_COPIES_ASYNC(slice, 32x32b, 64, float);

HD_KERNEL(slices_ahead, arguments, a) {
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
    slice_registers even, odd;
    HD_TMEM_LOAD_ASYNC(slice, hd_tmem_at(mine, 0, column), &even);
    HD_TMEM_WAIT_LOADED(slice, &even);
    HD_TMEM_LOAD_ASYNC(slice, hd_tmem_at(mine, 0, column + slice_columns), &odd);
    HD_REGISTERS_TO_MEMORY(slice, &even, a.out + first + column, COLUMNS);
    HD_TMEM_WAIT_LOADED(slice, &odd);
    HD_REGISTERS_TO_MEMORY(slice, &odd, a.out + first + column + slice_columns, COLUMNS);
  }

  HD_TMEM_FENCE_BEFORE();
  HD_SYNC();
  HD_TMEM_FENCE_AFTER();
  if (HD_WARP() == 0) HD_TMEM_DEALLOC(tile[0], COLUMNS);
}

int main(int argc, char **argv) {
  static float in[ROWS * COLUMNS];
  for (int i = 0; i < ROWS * COLUMNS; ++i) in[i] = (float)i;

  example e = example_begin("slices_ahead", argc, argv, in, sizeof in, sizeof in);
  while (example_next(&e, 128)) {
    const arguments a = {(const float *)e.in, (float *)e.out};
    HD_LAUNCH(slices_ahead, &e.launch, &a, &e.report);
    example_compare(&e, in);
  }
  return example_end(&e);
}
