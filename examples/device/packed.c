/* 16-bit elements to tensor memory and back, one in the lower half of each cell, as tcgen05.mma keeps them.
 *
 * .unpack::16b and .pack::16b do the work: a register holds two elements, its cells lie side by side. What an
 * unpacking store leaves in the upper halves is not said, so who reads the cells as they are takes the lower halves
 * only. */
#include "example.h"

enum { ROWS = 128, COLUMNS = 64 };

typedef struct arguments {
  const uint16_t *in; /* (128,64), row-major */
  uint16_t *out;      /* twice the same: by packing loads, and by taking the cells apart */
} arguments;

HD_TMEM_COPIES_PACKED(half, 32x32b, COLUMNS, uint16_t);
HD_TMEM_COPIES_PACKED(fragment, 16x128b, COLUMNS, uint16_t);
HD_TMEM_COPIES(cell, 32x32b, COLUMNS, uint32_t);

HD_KERNEL(packed, arguments, a) {
  HD_SHARED(hd_tmem, tile, 1);
  if (HD_WARP() == 0) {
    HD_TMEM_ALLOC(tile, COLUMNS);
    HD_TMEM_RELINQUISH();
  }
  HD_SYNC();
  const hd_tmem mine = hd_tmem_slab(tile[0]);
  const int first = HD_WARP() * 32 * COLUMNS;
  HD_TMEM_FROM_MEMORY(half, a.in + first, COLUMNS, mine);

  HD_TMEM_TO_MEMORY(fragment, mine, a.out + first, COLUMNS);
  HD_TMEM_TO_MEMORY(fragment, hd_tmem_at(mine, 16, 0), a.out + first + 16 * COLUMNS, COLUMNS);

  cell_registers cells;
  half_registers both;
  HD_TMEM_LOAD(cell, mine, &cells);
  HD_UNROLLED
  for (int i = 0; i < COLUMNS / 2; ++i)
    both.word[i] = (HD_VALUE(cells, 2 * i) & 0xFFFF) | HD_VALUE(cells, 2 * i + 1) << 16;
  HD_REGISTERS_TO_MEMORY(half, &both, a.out + ROWS * COLUMNS + first, COLUMNS);

  HD_TMEM_FENCE_BEFORE();
  HD_SYNC();
  HD_TMEM_FENCE_AFTER();
  if (HD_WARP() == 0) HD_TMEM_DEALLOC(tile[0], COLUMNS);
}

int main(int argc, char **argv) {
  static uint16_t in[ROWS * COLUMNS], want[2][ROWS * COLUMNS];
  for (int i = 0; i < ROWS * COLUMNS; ++i) want[0][i] = want[1][i] = in[i] = (uint16_t)(i * 40503);

  example e = example_begin("packed", argc, argv, in, sizeof in, sizeof want);
  while (example_next(&e, 128)) {
    const arguments a = {(const uint16_t *)e.in, (uint16_t *)e.out};
    HD_LAUNCH(packed, &e.launch, &a, &e.report);
    example_compare(&e, want);
  }
  return example_end(&e);
}
