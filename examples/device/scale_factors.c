/* Scale factors from shared memory to tensor memory by tcgen05.cp, as a block-scaled tcgen05.mma takes them.
 *
 * 128 rows of 4 one-byte factors: 32x128b.warpx4 puts factor s of row x into byte s of column x/32, lanes x%32, 32 +
 * x%32 and so on: a copy for each warp's 32 lanes. In shared memory that is a matrix of 32 rows of 16 bytes.
 *
 * One thread copies, and nobody waits for a copy as for a load: its commit arrives at an mbarrier when it is complete,
 * and who has waited there fences before loading. Before it, stores to shared memory are fenced for the copy to see
 * them. */
#include "example.h"

enum { ROWS = 128, LANES = 128, COLUMNS = ROWS / 32, ALLOCATED = 32 };

typedef struct arguments {
  const uint32_t *in; /* of each row 4 factors in a word */
  uint32_t *out;      /* the 4 columns of all 128 lanes */
} arguments;

HD_TMEM_COPIES(factors, 32x32b, COLUMNS, uint32_t);

HD_KERNEL(scale_factors, arguments, a) {
  HD_SHARED(hd_tmem, tile, 1);
  HD_SHARED(hd_barrier, copied, 1);
  HD_SHARED(uint32_t, rows, ROWS);
  if (HD_WARP() == 0) {
    HD_TMEM_ALLOC(tile, ALLOCATED);
    HD_TMEM_RELINQUISH();
  }
  if (HD_THREAD() == 0) HD_BARRIER_INIT(copied, 1);

  const int row = HD_THREAD();
  rows[row % 32 * COLUMNS + row / 32] = a.in[row];
  HD_FENCE_SHARED();
  HD_SYNC();
  if (HD_THREAD() == 0) {
    /* Rows of 16 bytes: the next 16 of a row are not needed, and eight rows are 128 bytes. */
    HD_TMEM_CP(32x128b.warpx4, tile[0], hd_descriptor(rows, 16, 128, 0));
    HD_TMEM_COMMIT(copied);
  }
  HD_BARRIER_WAIT(copied, 0);
  HD_SYNC_WARP(); /* one thread has come another way, and a load is the whole warp's */
  HD_TMEM_FENCE_AFTER();
  HD_TMEM_TO_MEMORY(factors, hd_tmem_slab(tile[0]), a.out + HD_WARP() * 32 * COLUMNS, COLUMNS);

  HD_TMEM_FENCE_BEFORE();
  HD_SYNC();
  HD_TMEM_FENCE_AFTER();
  if (HD_WARP() == 0) HD_TMEM_DEALLOC(tile[0], ALLOCATED);
}

int main(int argc, char **argv) {
  static uint8_t factor[ROWS][4];
  static uint32_t in[ROWS], want[LANES][COLUMNS];
  for (int x = 0; x < ROWS; ++x)
    for (int s = 0; s < 4; ++s) factor[x][s] = (uint8_t)(4 * x + s + x / 64);
  for (int x = 0; x < ROWS; ++x)
    for (int s = 0; s < 4; ++s) {
      in[x] |= (uint32_t)factor[x][s] << 8 * s;
      for (int copy = 0; copy < 4; ++copy) want[32 * copy + x % 32][x / 32] |= (uint32_t)factor[x][s] << 8 * s;
    }

  example e = example_begin("scale_factors", argc, argv, in, sizeof in, sizeof want);
  while (example_next(&e, 128)) {
    const arguments a = {(const uint32_t *)e.in, (uint32_t *)e.out};
    HD_LAUNCH(scale_factors, &e.launch, &a, &e.report);
    example_compare(&e, want);
  }
  return example_end(&e);
}
