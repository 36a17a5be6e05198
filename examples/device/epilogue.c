/* The end of a matrix product: an accumulator scaled, rounded to bfloat16, and stored with whole lines of memory.
 *
 * A thread has a row of the accumulator, and threads side by side would write places far apart. So the rows go through
 * shared memory: written a row a thread, read a row a warp, 128 bytes side by side. Rows there are 4 words further
 * apart than they are long, so that the eight threads which write 16 bytes each at a time meet 32 different banks. */
#include "example.h"

enum { ROWS = 128, COLUMNS = 64, WORDS = COLUMNS / 2, PITCH = WORDS + 4 };

typedef struct arguments {
  const float *in; /* (128,64), row-major */
  uint32_t *out;   /* the same as bfloat16, two in a word */
  float scale;
} arguments;

HD_TMEM_COPIES(row, 32x32b, COLUMNS, float);
HD_TMEM_COPIES(rounded, 32x32b, WORDS, uint32_t);

HD_KERNEL(epilogue, arguments, a) {
  HD_SHARED(hd_tmem, tile, 1);
  HD_SHARED(uint32_t, staged, ROWS * PITCH);
  if (HD_WARP() == 0) {
    HD_TMEM_ALLOC(tile, COLUMNS);
    HD_TMEM_RELINQUISH();
  }
  HD_SYNC();
  const hd_tmem mine = hd_tmem_slab(tile[0]);
  HD_TMEM_FROM_MEMORY(row, a.in + HD_WARP() * 32 * COLUMNS, COLUMNS, mine);

  row_registers registers;
  rounded_registers both;
  HD_TMEM_LOAD(row, mine, &registers);
  HD_UNROLLED
  for (int i = 0; i < WORDS; ++i)
    both.word[i] = hd_bf16x2(a.scale * HD_VALUE(registers, 2 * i), a.scale * HD_VALUE(registers, 2 * i + 1));
  HD_REGISTERS_TO_MEMORY(rounded, &both, staged + HD_WARP() * 32 * PITCH, PITCH);

  /* Nothing of tensor memory is needed any more, and rows of other warps are: one barrier for both. */
  HD_TMEM_FENCE_BEFORE();
  HD_SYNC();
  HD_TMEM_FENCE_AFTER();
  if (HD_WARP() == 0) HD_TMEM_DEALLOC(tile[0], COLUMNS);

  HD_ROLLED
  for (int i = HD_WARP(); i < ROWS; i += 4) a.out[i * WORDS + HD_LANE()] = staged[i * PITCH + HD_LANE()];
}

/* The nearer of the two bfloat16 around x, of two as near the even one. */
static uint32_t nearest(float x) {
  uint32_t bits, below, above;
  float low, high;
  memcpy(&bits, &x, sizeof bits);
  below = bits & 0xFFFF0000u, above = below + 0x10000u; /* towards zero, and away from it */
  memcpy(&low, &below, sizeof low);
  memcpy(&high, &above, sizeof high);
  const float left = x < low ? low - x : x - low, right = x < high ? high - x : x - high;
  return (left < right || (left == right && (below >> 16) % 2 == 0) ? below : above) >> 16;
}

int main(int argc, char **argv) {
  const float scale = 0.375f;
  static float in[ROWS * COLUMNS];
  static uint32_t want[ROWS * WORDS];
  for (int i = 0; i < ROWS * COLUMNS; ++i) {
    in[i] = (float)(i * 40503 % 65536 - 32768) / 64;
    want[i / 2] |= nearest(scale * in[i]) << i % 2 * 16;
  }

  example e = example_begin("epilogue", argc, argv, in, sizeof in, sizeof want);
  while (example_next(&e, 128)) {
    const arguments a = {(const float *)e.in, (uint32_t *)e.out, scale};
    HD_LAUNCH(epilogue, &e.launch, &a, &e.report);
    example_compare(&e, want);
  }
  return example_end(&e);
}
