/* Every form of tcgen05.ld, .st, .ld.red and .cp, and tcgen05.shift, on whatever this is compiled for: what they leave in
 * registers and in tensor memory goes to a file, for another machine's to be compared with bit by bit (h200.sh).
 *
 *   copies FILE [SEEDS]      0 when no kernel was refused
 *
 * Each form moves words that are all different, and the whole of tensor memory is read back behind each store. Of what
 * packed stores leave undefined nothing is written down. */
#include "kernels/launch.h"

enum { THREADS = 128, COLUMNS = 512, WORDS = 128, BLOCKS = 2, OUT = WORDS + 1 + COLUMNS };

typedef struct arguments {
  uint32_t *out; /* (registers, the result of a reduction, the thread's lane of tensor memory) of each thread */
  int form, lane;
} arguments;

HD_DEVICE uint32_t mixed(uint32_t x) {
  x = (x ^ x >> 16) * 0x7FEB352Du;
  x = (x ^ x >> 15) * 0x846CA68Bu;
  return x ^ x >> 16;
}

/* ---- what there is, in the order of its numbers ---- */

#define EACH_OF_128(DO, shape) EACH_OF_64(DO, shape) DO(shape, x128)
#define EACH_OF_64(DO, shape) EACH_OF_32(DO, shape) DO(shape, x64)
#define EACH_OF_32(DO, shape) DO(shape, x1) DO(shape, x2) DO(shape, x4) DO(shape, x8) DO(shape, x16) DO(shape, x32)
#define EACH_WHOLE(DO) EACH_OF_128(DO, 32x32b) EACH_OF_128(DO, 16x64b) EACH_OF_64(DO, 16x128b) EACH_OF_32(DO, 16x256b)
#define EACH_SPLIT(DO) EACH_OF_128(DO, 16x32bx2)
#define EACH_OPERATION(DO)                                                                                            \
  DO(min.f32)                                                                                                         \
  DO(max.f32) DO(min.abs.f32) DO(max.abs.f32) DO(min.NaN.f32) DO(max.NaN.f32) DO(min.abs.NaN.f32) DO(max.abs.NaN.f32) \
      DO(min.s32) DO(max.s32) DO(min.u32) DO(max.u32)
#define EACH_COPY(DO) \
  DO(128x256b) DO(128x128b) DO(4x256b) DO(64x128b.warpx2::02_13) DO(64x128b.warpx2::01_23) DO(32x128b.warpx4)

#define COUNT_FORM(shape, repeat) +1
#define COUNT_ONE(operation) +1
enum {
  WHOLE = EACH_WHOLE(COUNT_FORM),
  SPLITS = EACH_SPLIT(COUNT_FORM),
  OPERATIONS = EACH_OPERATION(COUNT_ONE),
  COPIES = EACH_COPY(COUNT_ONE),
  FORMS = 2 * WHOLE + 2 * SPLITS + 2 * OPERATIONS, /* plain and packed; reductions of 32x32b and of 16x32bx2 */
  SINGLES = 3 * COPIES + 1
};

/* ---- kernels ---- */

/* Tensor memory full of words that are all different; and the thread's lane of it to where it is written down. */
HD_DEVICE void fill(hd_tmem slab, uint32_t salt) {
  uint32_t words[WORDS];
  for (int c = 0; c < COLUMNS; c += WORDS) {
    for (int k = 0; k < WORDS; ++k) words[k] = mixed(salt + (uint32_t)(HD_THREAD() * COLUMNS + c + k));
    HD_TMEM_ST(32x32b, x128, words, hd_tmem_at(slab, 0, c));
  }
}

HD_DEVICE void write_down(hd_tmem slab, uint32_t *out, uint32_t mask) {
  uint32_t words[WORDS];
  for (int c = 0; c < COLUMNS; c += WORDS) {
    HD_TMEM_LD(32x32b, x128, words, hd_tmem_at(slab, 0, c));
    for (int k = 0; k < WORDS; ++k) out[c + k] = words[k] & mask;
  }
}

HD_DEVICE hd_tmem begin(hd_tmem *shared) {
  if (HD_WARP() == 0) {
    HD_TMEM_ALLOC(shared, 512);
    HD_TMEM_RELINQUISH();
  }
  HD_SYNC();
  return *shared;
}

HD_DEVICE void end(hd_tmem tile) {
  HD_TMEM_FENCE_BEFORE();
  HD_SYNC();
  HD_TMEM_FENCE_AFTER();
  if (HD_WARP() == 0) HD_TMEM_DEALLOC(tile, 512);
}

#define LANE_OF(shape) (HD_FACT(shape, LANES) == 32 ? 0 : a.lane)
#define COLUMNS_OF(shape, repeat) (HD_FACT(shape, COLUMNS) * (int)HD_REPEAT(repeat))

#define LOAD_WHOLE(shape, repeat) \
  if (form-- == 0) HD_TMEM_LD(shape, repeat, words, hd_tmem_at(slab, LANE_OF(shape), 0));
#define LOAD_PACKED(shape, repeat) \
  if (form-- == 0) HD_TMEM_LD_PACKED(shape, repeat, words, hd_tmem_at(slab, LANE_OF(shape), 0));
#define LOAD_SPLIT(shape, repeat) \
  if (form-- == 0) HD_TMEM_LD_SPLIT(repeat, COLUMNS_OF(shape, repeat), words, hd_tmem_at(slab, LANE_OF(shape), 0));
#define LOAD_SPLIT_PACKED(shape, repeat) \
  if (form-- == 0)                       \
    HD_TMEM_LD_SPLIT_PACKED(repeat, 2 * COLUMNS_OF(shape, repeat), words, hd_tmem_at(slab, LANE_OF(shape), 0));
#define LOAD_REDUCED(operation) \
  if (form-- == 0) HD_TMEM_LD_RED(32x32b, x64, operation, words, reduced, hd_tmem_at(slab, 0, 3));
#define LOAD_SPLIT_REDUCED(operation) \
  if (form-- == 0) HD_TMEM_LD_RED_SPLIT(x16, operation, 32, words, reduced, hd_tmem_at(slab, a.lane, 5));

#define STORE_WHOLE(shape, repeat) \
  if (form-- == 0) HD_TMEM_ST(shape, repeat, words, hd_tmem_at(slab, LANE_OF(shape), 0));
#define STORE_PACKED(shape, repeat) \
  if (form-- == 0) HD_TMEM_ST_PACKED(shape, repeat, words, hd_tmem_at(slab, LANE_OF(shape), 0));
#define STORE_SPLIT(shape, repeat) \
  if (form-- == 0) HD_TMEM_ST_SPLIT(repeat, COLUMNS_OF(shape, repeat), words, hd_tmem_at(slab, LANE_OF(shape), 0));
#define STORE_SPLIT_PACKED(shape, repeat) \
  if (form-- == 0)                        \
    HD_TMEM_ST_SPLIT_PACKED(repeat, 2 * COLUMNS_OF(shape, repeat), words, hd_tmem_at(slab, LANE_OF(shape), 0));

HD_KERNEL(move, arguments, a) {
  HD_SHARED(hd_tmem, shared, 1);
  const hd_tmem tile = begin(shared), slab = hd_tmem_slab(tile);
  uint32_t *const out = a.out + (HD_BLOCK() * THREADS + HD_THREAD()) * OUT;
  uint32_t words[WORDS], reduced = 0;
  for (int k = 0; k < WORDS; ++k) words[k] = 0;
  fill(slab, (uint32_t)HD_BLOCK() << 20);
  int form = a.form;
  EACH_WHOLE(LOAD_WHOLE)
  EACH_WHOLE(LOAD_PACKED)
  EACH_SPLIT(LOAD_SPLIT)
  EACH_SPLIT(LOAD_SPLIT_PACKED)
  EACH_OPERATION(LOAD_REDUCED)
  EACH_OPERATION(LOAD_SPLIT_REDUCED)
  for (int k = 0; k < WORDS; ++k) out[k] = words[k];
  out[WORDS] = reduced;
  for (int k = 0; k < WORDS; ++k) words[k] = mixed((uint32_t)(HD_THREAD() * WORDS + k) + 0x51000000u);
  form = a.form;
  EACH_WHOLE(STORE_WHOLE)
  EACH_WHOLE(STORE_PACKED)
  EACH_SPLIT(STORE_SPLIT)
  EACH_SPLIT(STORE_SPLIT_PACKED)
  const int packed = (a.form >= WHOLE && a.form < 2 * WHOLE) ||
                     (a.form >= 2 * WHOLE + SPLITS && a.form < 2 * WHOLE + 2 * SPLITS);
  write_down(slab, out + WORDS + 1, packed ? 0xFFFFu : 0xFFFFFFFFu);
  end(tile);
}

#define COPY_WHOLE(shape) \
  if (form-- == 0) HD_TMEM_CP(shape, tile, descriptor);
#define COPY_B6X16(shape) \
  if (form-- == 0) HD_TMEM_CP_B6X16(shape, tile, descriptor);
#define COPY_B4X16(shape) \
  if (form-- == 0) HD_TMEM_CP_B4X16(shape, tile, descriptor);

HD_KERNEL(single, arguments, a) {
  HD_SHARED(hd_tmem, shared, 1);
  HD_SHARED(hd_barrier, done, 1);
  HD_SHARED(uint32_t, matrix, 2048);
  const hd_tmem tile = begin(shared), slab = hd_tmem_slab(tile);
  fill(slab, (uint32_t)HD_BLOCK() << 20);
  for (int k = HD_THREAD(); k < 2048; k += THREADS) matrix[k] = mixed((uint32_t)k + 0x77000000u);
  if (HD_THREAD() == 0) HD_BARRIER_INIT(done, 1);
  HD_FENCE_SHARED();
  HD_TMEM_FENCE_BEFORE();
  HD_SYNC();
  HD_TMEM_FENCE_AFTER();
  if (HD_THREAD() == 37) {
    const uint64_t descriptor =
        hd_descriptor(matrix, a.lane == 0 ? 128 : 16, a.lane == 0 ? 256 : 512, a.lane == 0 ? 0 : 64);
    int form = a.form;
    EACH_COPY(COPY_WHOLE)
    EACH_COPY(COPY_B6X16)
    EACH_COPY(COPY_B4X16)
    if (form == 0) HD_TMEM_SHIFT(hd_tmem_at(tile, 32, 7));
    HD_TMEM_COMMIT(done);
  }
  HD_SYNC_WARP();
  HD_BARRIER_WAIT(done, 0);
  HD_TMEM_FENCE_AFTER();
  uint32_t *const out = a.out + (HD_BLOCK() * THREADS + HD_THREAD()) * OUT;
  for (int k = 0; k <= WORDS; ++k) out[k] = 0;
  write_down(slab, out + WORDS + 1, 0xFFFFFFFFu);
  end(tile);
}

/* ---- the program ---- */

static int run(FILE *file, int seed, int alone, arguments *a, uint32_t *read) {
  const size_t bytes = (size_t)BLOCKS * THREADS * OUT * sizeof(uint32_t);
  hd_launch launch;
  hd_report report;
  memset(&launch, 0, sizeof launch);
  launch.blocks = BLOCKS;
  launch.threads = THREADS;
  launch.seed = (uint64_t)seed;
  const int status = alone ? HD_LAUNCH(single, &launch, a, &report) : HD_LAUNCH(move, &launch, a, &report);
  if (status != 0)
    printf("copies: form %d of %s, seed %d: %s\n", a->form, alone ? "single" : "move", seed, report.text);
  hd_buffer_read(read, a->out, bytes);
  return fwrite(read, 1, bytes, file) != bytes || status != 0;
}

int main(int argc, char **argv) {
  const size_t bytes = (size_t)BLOCKS * THREADS * OUT * sizeof(uint32_t);
  const int seeds = argc > 2 ? atoi(argv[2]) : 1;
  FILE *file = argc > 1 ? fopen(argv[1], "wb") : NULL;
  uint32_t *read = (uint32_t *)malloc(bytes);
  arguments a;
  a.out = (uint32_t *)hd_buffer_new(bytes, NULL);
  if (file == NULL || read == NULL || a.out == NULL || seeds < 1) {
    printf("copies FILE [SEEDS]\n");
    return 2;
  }
  int runs = 0, failed = 0;
  for (int seed = 1; seed <= seeds; ++seed) {
    a.lane = seed % 2 * 16;
    for (a.form = 0; a.form < FORMS; ++a.form, ++runs) failed += run(file, seed, 0, &a, read);
    for (a.form = 0; a.form < SINGLES; ++a.form, ++runs) failed += run(file, seed, 1, &a, read);
  }
  hd_buffer_delete(a.out);
  free(read);
  failed += fclose(file) != 0;
  printf("copies: %d runs, %d failed\n", runs, failed);
  return failed != 0;
}
