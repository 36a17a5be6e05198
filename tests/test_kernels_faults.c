/* Each fault that the host emulation knows, planted once in a kernel that is right without it: reported at its line, for
 * its thread and register, under every seed; and where a plain emulation would miss it, missed by an unchecked launch. */
#include "tests/support/kernel.h"

#include <stdio.h>

enum { SEEDS = 100, ANY = -2 };

typedef struct fault_arguments {
  int planted; /* 0: nothing is wrong */
  unsigned char *memory;
} fault_arguments;

/* The line at fault, and that of the other instruction which has to do with it. */
static int lines[2];
#define PLANT(...)       \
  do {                   \
    lines[0] = __LINE__; \
    __VA_ARGS__;         \
  } while (0)
#define OR_PLANT(...)    \
  do {                   \
    lines[1] = __LINE__; \
    __VA_ARGS__;         \
  } while (0)

HD_TMEM_COPIES(row, 32x32b, 64, float);
HD_TMEM_COPIES_ASYNC(slice, 32x32b, 16, uint32_t);
HD_TMEM_COPIES_PACKED(half, 16x128b, 16, uint16_t);

/* Columns for the block, known to all of its threads; and their end. */
#define BEGIN(columns)                                      \
  HD_SHARED(hd_tmem, address, 1);                           \
  if (HD_WARP() == 0) HD_TMEM_ALLOC(address, columns);      \
  HD_SYNC();                                                \
  const hd_tmem tile = *address, slab = hd_tmem_slab(tile); \
  (void)slab
#define END(columns)      \
  HD_TMEM_FENCE_BEFORE(); \
  HD_SYNC();              \
  HD_TMEM_FENCE_AFTER();  \
  if (HD_WARP() == 0) HD_TMEM_DEALLOC(tile, columns)

/* ---- a warp together ---- */

HD_KERNEL(diverged, fault_arguments, a) {
  uint32_t words[2] = {1, 2};
  BEGIN(32);
  if (a.planted == 0 || HD_LANE() != 21) PLANT(HD_TMEM_ST(32x32b, x2, words, slab));
  END(32);
}

HD_KERNEL(returned, fault_arguments, a) {
  uint32_t words[2] = {1, 2};
  BEGIN(32);
  if (a.planted && HD_THREAD() == 40) return;
  PLANT(HD_TMEM_ST(32x32b, x2, words, slab));
  END(32);
}

HD_KERNEL(either_side, fault_arguments, a) {
  uint32_t words[2] = {1, 2};
  BEGIN(32);
  if (!a.planted || HD_LANE() < 8) PLANT(HD_TMEM_ST(32x32b, x2, words, slab));
  else OR_PLANT(HD_TMEM_ST(32x32b, x2, words, slab));
  END(32);
}

HD_KERNEL(other_tiles, fault_arguments, a) {
  uint32_t words[2] = {1, 2};
  BEGIN(32);
  PLANT(HD_TMEM_ST(32x32b, x2, words, hd_tmem_at(slab, 0, a.planted && HD_LANE() == 7 ? 2 : 0)));
  END(32);
}

HD_KERNEL(lanes_in_the_tile, fault_arguments, a) {
  row_registers registers = {{0}};
  BEGIN(64);
  PLANT(HD_TMEM_STORE(row, hd_tmem_at(slab, a.planted ? HD_LANE() : 0, 0), &registers));
  END(64);
}

/* ---- where an instruction points ---- */

HD_KERNEL(foreign_slab, fault_arguments, a) {
  uint32_t words[2] = {1, 2};
  BEGIN(32);
  if (HD_WARP() == 1) PLANT(HD_TMEM_ST(32x32b, x2, words, a.planted ? tile : slab));
  END(32);
}

HD_KERNEL(wrong_lane, fault_arguments, a) {
  uint32_t words[2] = {1, 2};
  BEGIN(32);
  if (HD_WARP() == 2) PLANT(HD_TMEM_ST(16x64b, x2, words, hd_tmem_at(slab, a.planted ? 8 : 16, 0)));
  END(32);
}

HD_KERNEL(odd_column, fault_arguments, a) {
  half_registers registers = {{0}};
  BEGIN(32);
  if (HD_WARP() == 0) PLANT(HD_TMEM_STORE(half, hd_tmem_at(slab, 0, a.planted ? 3 : 4), &registers));
  END(32);
}

HD_KERNEL(unallocated, fault_arguments, a) {
  row_registers registers;
  BEGIN(64);
  for (int k = 0; k < 64; k++) registers.value[k] = 0;
  if (HD_WARP() == 3) PLANT(HD_TMEM_STORE(row, hd_tmem_at(slab, 0, a.planted ? 19 : 0), &registers));
  END(64);
}

HD_KERNEL(behind_the_last, fault_arguments, a) {
  row_registers registers = {{0}};
  BEGIN(64);
  if (HD_WARP() == 0) PLANT(HD_TMEM_STORE(row, hd_tmem_at(slab, 0, a.planted ? 65 : 0), &registers));
  END(64);
}

HD_KERNEL(split_over_itself, fault_arguments, a) {
  uint32_t words[4] = {1, 2, 3, 4};
  BEGIN(32);
  if (HD_WARP() == 0 && a.planted) PLANT(HD_TMEM_ST_SPLIT(x4, 3, words, slab));
  if (HD_WARP() == 0 && !a.planted) HD_TMEM_ST_SPLIT(x4, 4, words, slab);
  END(32);
}

HD_KERNEL(no_reduction, fault_arguments, a) {
  uint32_t words[4] = {1, 2, 3, 4}, least;
  BEGIN(32);
  HD_TMEM_ST(32x32b, x4, words, slab);
  if (a.planted && HD_WARP() == 0) PLANT(HD_TMEM_LD_RED(32x32b, x4, min.u32, words, least, slab));
  END(32);
}

/* ---- waits ---- */

/* A tile with something in it. */
#define BEGIN_STORED(columns)                                          \
  slice_registers registers;                                           \
  BEGIN(columns);                                                      \
  for (int k = 0; k < 16; k++) registers.word[k] = 100u * (unsigned)k; \
  HD_TMEM_STORE_ASYNC(slice, slab, &registers);                        \
  HD_TMEM_WAIT_STORE()

HD_KERNEL(read_early, fault_arguments, a) {
  uint32_t sum = 0;
  BEGIN_STORED(32);
  OR_PLANT(HD_TMEM_LOAD_ASYNC(slice, slab, &registers));
  if (!a.planted || HD_THREAD() != 40) HD_TMEM_WAIT_LOADED(slice, &registers);
  if (a.planted && HD_THREAD() == 40) PLANT(sum += HD_VALUE(registers, 5));
  sum += HD_VALUE(registers, 6);
  a.memory[0] = (unsigned char)sum;
  END(32);
}

HD_KERNEL(load_not_waited, fault_arguments, a) {
  BEGIN_STORED(32);
  if (HD_WARP() == 1) OR_PLANT(HD_TMEM_LOAD_ASYNC(slice, slab, &registers));
  if (HD_WARP() == 1 && !a.planted) HD_TMEM_WAIT_LOADED(slice, &registers);
  HD_TMEM_FENCE_BEFORE();
  HD_SYNC();
  HD_TMEM_FENCE_AFTER();
  if (HD_WARP() == 0) PLANT(HD_TMEM_DEALLOC(tile, 32));
}

HD_KERNEL(store_not_waited, fault_arguments, a) {
  BEGIN_STORED(32);
  if (HD_WARP() == 3) OR_PLANT(HD_TMEM_STORE_ASYNC(slice, slab, &registers));
  if (HD_WARP() == 3 && !a.planted) HD_TMEM_WAIT_STORE();
  HD_TMEM_FENCE_BEFORE();
  HD_SYNC();
  HD_TMEM_FENCE_AFTER();
  if (HD_WARP() == 0) PLANT(HD_TMEM_DEALLOC(tile, 32));
}

HD_KERNEL(loaded_too_soon, fault_arguments, a) {
  BEGIN_STORED(32);
  for (int k = 0; k < 16; k++) registers.word[k] = (uint32_t)k;
  if (HD_WARP() == 2) {
    OR_PLANT(HD_TMEM_STORE_ASYNC(slice, hd_tmem_at(slab, 0, 16), &registers));
    if (!a.planted) HD_TMEM_WAIT_STORE();
    PLANT(HD_TMEM_LOAD_ASYNC(slice, hd_tmem_at(slab, 0, 11), &registers));
    HD_TMEM_WAIT_LOADED(slice, &registers);
    HD_TMEM_WAIT_STORE();
  }
  END(32);
}

HD_KERNEL(written_early, fault_arguments, a) {
  BEGIN_STORED(32);
  OR_PLANT(HD_TMEM_LOAD_ASYNC(slice, slab, &registers));
  if (a.planted && HD_THREAD() == 37) registers.word[3] = 5;
  PLANT(HD_TMEM_WAIT_LOADED(slice, &registers));
  END(32);
}

HD_KERNEL(stale_store, fault_arguments, a) {
  BEGIN_STORED(32);
  OR_PLANT(HD_TMEM_STORE_ASYNC(slice, slab, &registers));
  if (a.planted && HD_THREAD() == 63) registers.word[15] ^= 1;
  PLANT(HD_TMEM_WAIT_STORE());
  registers.word[15] ^= 2;
  END(32);
}

/* ---- order between warps ---- */

/* Warps 0 and 4 share a slab; what one stores the other loads, with one link of the chain left out. */
enum { WITHOUT_WAIT = 1, WITHOUT_FENCE_BEFORE, WITHOUT_BARRIER, WITHOUT_FENCE_AFTER };
HD_KERNEL(handed_over, fault_arguments, a) {
  slice_registers registers = {{0}};
  BEGIN(32);
  if (HD_WARP() == 0) OR_PLANT(HD_TMEM_STORE_ASYNC(slice, slab, &registers));
  if (a.planted != WITHOUT_WAIT) HD_TMEM_WAIT_STORE();
  if (a.planted != WITHOUT_FENCE_BEFORE) HD_TMEM_FENCE_BEFORE();
  if (a.planted != WITHOUT_BARRIER) HD_SYNC();
  if (a.planted != WITHOUT_FENCE_AFTER) HD_TMEM_FENCE_AFTER();
  if (HD_WARP() == 4) {
    PLANT(HD_TMEM_LOAD_ASYNC(slice, slab, &registers));
    HD_TMEM_WAIT_LOADED(slice, &registers);
  }
  HD_SYNC();
  HD_TMEM_WAIT_STORE();
  END(32);
}

HD_KERNEL(address_too_soon, fault_arguments, a) {
  uint32_t words[2] = {1, 2};
  HD_SHARED(hd_tmem, address, 1);
  if (HD_WARP() == 0) HD_TMEM_ALLOC(address, 32);
  if (!a.planted) HD_SYNC();
  if (HD_WARP() == 1) PLANT(HD_TMEM_ST(32x32b, x2, words, hd_tmem_slab(*address)));
  HD_TMEM_FENCE_BEFORE();
  HD_SYNC();
  HD_TMEM_FENCE_AFTER();
  if (HD_WARP() == 0) HD_TMEM_DEALLOC(*address, 32);
}

HD_KERNEL(copy_not_waited, fault_arguments, a) {
  HD_SHARED(unsigned char, matrix, 4096);
  HD_SHARED(hd_barrier, done, 1);
  uint32_t words[4];
  if (HD_THREAD() == 0) HD_BARRIER_INIT(done, 1);
  BEGIN(32);
  for (int k = HD_THREAD(); k < 4096; k += 128) matrix[k] = (unsigned char)k;
  HD_FENCE_SHARED();
  HD_SYNC();
  if (HD_THREAD() == 0) {
    HD_TMEM_CP(128x128b, tile, hd_descriptor(matrix, 16, 128, 0));
    HD_TMEM_COMMIT(done);
    HD_BARRIER_WAIT(done, 0);
  }
  if (!a.planted) HD_BARRIER_WAIT(done, 0);
  HD_SYNC();
  HD_TMEM_FENCE_AFTER();
  if (HD_WARP() == 2) PLANT(HD_TMEM_LD(32x32b, x4, words, slab));
  HD_BARRIER_WAIT(done, 0);
  END(32);
}

/* What arrives at a barrier later is not handed to who has waited for the phase before, however late that one goes on. */
HD_KERNEL(phase_too_early, fault_arguments, a) {
  HD_SHARED(hd_barrier, turn, 1);
  HD_SHARED(hd_barrier, here, 1);
  slice_registers registers = {{0}};
  if (HD_THREAD() == 0) {
    HD_BARRIER_INIT(turn, 1);
    HD_BARRIER_INIT(here, 1);
  }
  BEGIN(32);
  if (HD_WARP() == 0) {
    if (HD_LANE() == 0) HD_BARRIER_ARRIVE(turn);
    OR_PLANT(HD_TMEM_STORE_ASYNC(slice, slab, &registers));
    HD_TMEM_WAIT_STORE();
    HD_TMEM_FENCE_BEFORE();
    HD_BARRIER_WAIT(here, 0);
    HD_SYNC_PART(1, 32);
    if (HD_LANE() == 0) HD_BARRIER_ARRIVE(turn);
  } else if (HD_WARP() == 4) {
    if (HD_LANE() == 0) HD_BARRIER_ARRIVE(here);
    HD_BARRIER_WAIT(turn, 0);
    if (!a.planted) HD_BARRIER_WAIT(turn, 1);
    HD_TMEM_FENCE_AFTER();
    PLANT(HD_TMEM_LOAD_ASYNC(slice, slab, &registers));
    HD_TMEM_WAIT_LOADED(slice, &registers);
  }
  END(32);
}

/* ---- allocation ---- */

HD_KERNEL(leaked, fault_arguments, a) {
  HD_SHARED(hd_tmem, address, 2);
  if (HD_WARP() == 1) {
    HD_TMEM_ALLOC(&address[0], 32);
    PLANT(HD_TMEM_ALLOC(&address[1], 32));
    HD_TMEM_DEALLOC(address[0], 32);
    if (!a.planted) HD_TMEM_DEALLOC(address[1], 32);
  }
}

HD_KERNEL(growing, fault_arguments, a) {
  HD_SHARED(hd_tmem, address, 2);
  if (HD_WARP() == 0) {
    HD_TMEM_ALLOC(&address[0], 32);
    if (a.planted) PLANT(HD_TMEM_ALLOC(&address[1], 64));
    else HD_TMEM_ALLOC(&address[1], 32);
    if (!a.planted) HD_TMEM_DEALLOC(address[1], 32);
    HD_TMEM_DEALLOC(address[0], 32);
  }
}

HD_KERNEL(other_size, fault_arguments, a) {
  HD_SHARED(hd_tmem, address, 1);
  if (HD_WARP() == 2) {
    HD_TMEM_ALLOC(address, 64);
    if (a.planted) PLANT(HD_TMEM_DEALLOC(*address, 32));
    else HD_TMEM_DEALLOC(*address, 64);
  }
}

HD_KERNEL(given_back_twice, fault_arguments, a) {
  HD_SHARED(hd_tmem, address, 1);
  if (HD_WARP() == 0) {
    HD_TMEM_ALLOC(address, 64);
    HD_TMEM_DEALLOC(*address, 64);
    if (a.planted) PLANT(HD_TMEM_DEALLOC(*address, 64));
  }
}

HD_KERNEL(relinquished, fault_arguments, a) {
  HD_SHARED(hd_tmem, address, 1);
  if (HD_WARP() == 0) {
    if (a.planted) HD_TMEM_RELINQUISH();
    PLANT(HD_TMEM_ALLOC(address, 64));
    if (!a.planted) HD_TMEM_RELINQUISH();
    HD_TMEM_DEALLOC(*address, 64);
  }
}

/* 64 columns are left. */
HD_KERNEL(blocks_for_ever, fault_arguments, a) {
  HD_SHARED(hd_tmem, address, 1);
  if (HD_WARP() == 1 && a.planted) {
    PLANT(HD_TMEM_ALLOC(address, 128));
    HD_TMEM_DEALLOC(*address, 128);
  } else if (HD_WARP() == 1) {
    HD_TMEM_ALLOC(address, 64);
    HD_TMEM_DEALLOC(*address, 64);
  }
}

/* ---- barriers ---- */

HD_KERNEL(nobody_comes, fault_arguments, a) {
  if (a.planted && HD_WARP() == 2) return;
  PLANT(HD_SYNC());
}

HD_KERNEL(nobody_arrives, fault_arguments, a) {
  HD_SHARED(hd_barrier, barrier, 1);
  if (HD_THREAD() == 0) HD_BARRIER_INIT(barrier, 1);
  HD_SYNC();
  if (HD_THREAD() == 33 && !a.planted) HD_BARRIER_ARRIVE(barrier);
  PLANT(HD_BARRIER_WAIT(barrier, 0));
}

HD_KERNEL(crossed, fault_arguments, a) {
  if (HD_WARP() == 0) PLANT(HD_SYNC_PART(1, 64));
  if (HD_WARP() == 0 || a.planted) HD_SYNC_PART(2, 64);
  if (HD_WARP() == 1) HD_SYNC_PART(1, 64);
  if (HD_WARP() == 1 && !a.planted) HD_SYNC_PART(2, 64);
}

HD_KERNEL(not_initialised, fault_arguments, a) {
  HD_SHARED(hd_barrier, barrier, 2);
  if (HD_THREAD() == 0) HD_BARRIER_INIT(&barrier[0], 1);
  HD_SYNC();
  if (HD_THREAD() == 50) PLANT(HD_BARRIER_ARRIVE(&barrier[a.planted]));
}

HD_KERNEL(initialised_twice, fault_arguments, a) {
  HD_SHARED(hd_barrier, barrier, 1);
  if (HD_THREAD() == 0 || (a.planted && HD_THREAD() == 1)) PLANT(HD_BARRIER_INIT(barrier, 1));
}

HD_KERNEL(barrier_elsewhere, fault_arguments, a) {
  HD_SHARED(hd_barrier, barrier, 1);
  hd_barrier local;
  if (HD_THREAD() == 3) PLANT(HD_BARRIER_INIT(a.planted ? &local : barrier, 1));
}

HD_KERNEL(no_such_barrier, fault_arguments, a) { PLANT(HD_SYNC_PART(a.planted ? 16 : 15, 32)); }

/* ---- memory ---- */

HD_KERNEL(misaligned, fault_arguments, a) {
  BEGIN(64);
  row_registers registers = {{0}};
  HD_TMEM_STORE(row, slab, &registers);
  if (HD_WARP() == 0) PLANT(HD_TMEM_TO_MEMORY(row, slab, (float *)(void *)(a.memory + (a.planted ? 4 : 0)), 64));
  END(64);
}

HD_KERNEL(pitch_misaligned, fault_arguments, a) {
  BEGIN(64);
  if (HD_WARP() == 0) PLANT(HD_TMEM_FROM_MEMORY(row, (const float *)(const void *)a.memory, a.planted ? 66 : 68, slab));
  END(64);
}

HD_KERNEL(shared_full, fault_arguments, a) {
  HD_SHARED(char, most, (1 << 18) - 1024);
  if (a.planted && HD_THREAD() == 9) PLANT(HD_SHARED(char, more, 1025); more[0] = 1);
  most[0] = 0;
}

HD_KERNEL(not_shared, fault_arguments, a) {
  HD_SHARED(unsigned char, matrix, 4096);
  unsigned char local[16];
  if (HD_THREAD() == 5) matrix[0] = (unsigned char)hd_descriptor(a.planted ? local : matrix, 16, 128, 0);
}

/* ---- all of them ---- */

/* What the second line has to do with it: nothing, the report speaks of it too, or the fault is at one of the two. */
typedef enum other { NO_OTHER, SECOND, EITHER } other;

typedef struct fault {
  const char *name;
  void (*kernel)(const void *arguments);
  int planted, threads;
  other other;
  int thread, number; /* ANY: not looked at */
  bool missed;        /* by an unchecked launch */
  const char *text;
} fault;

static const fault faults[] = {
#define FAULT_OF(name, ...) \
  { #name, name##_thread, __VA_ARGS__ }
#define FAULT(name, ...) FAULT_OF(name, 1, __VA_ARGS__)
    FAULT(diverged, 32, NO_OTHER, ANY, -1, true, "the warp has diverged: thread"),
    FAULT(returned, 64, NO_OTHER, ANY, -1, true, "thread 40 has returned"),
    FAULT(either_side, 32, EITHER, 8, -1, true, "the warp has diverged: thread 8 stands at tcgen05.st"),
    FAULT(other_tiles, 32, NO_OTHER, 7, -1, true, "the threads of a warp give different tiles: 0x0000"),
    FAULT(lanes_in_the_tile, 32, NO_OTHER, 1, -1, true, "the threads of a warp give different tiles: 0x0001"),
    FAULT(foreign_slab, 64, NO_OTHER, 32, -1, true, "warp 1 reaches lanes 32 to 63; the address has lane 0"),
    FAULT(wrong_lane, 128, NO_OTHER, 64, -1, true, "lane 72: a shape of 16 lanes begins at lane 64 or 80"),
    FAULT(odd_column, 32, NO_OTHER, 0, -1, true, "is odd: packed registers take pairs of columns"),
    FAULT(unallocated, 128, NO_OTHER, 96, 45, true, "lane 96 column 64 is not allocated"),
    FAULT(behind_the_last, 32, NO_OTHER, 0, -1, true, "64 columns from column 65 on, and there are 128"),
    FAULT(split_over_itself, 32, NO_OTHER, 0, -1, true, "is stored to by both accesses"),
    FAULT(no_reduction, 64, NO_OTHER, 0, -1, true, "the target has no tcgen05.ld.red"),
    FAULT(read_early, 64, SECOND, 40, 5, true, "a loaded register is read before the wait (wait::ld)"),
    FAULT(load_not_waited, 64, SECOND, 0, -1, true, "warp 0 does not know that the load of warp 1 is done"),
    FAULT(store_not_waited, 128, SECOND, 0, -1, true, "warp 0 does not know that the store of warp 3 is done"),
    FAULT(loaded_too_soon, 128, SECOND, 64, 5, true, "warp 2 has stored there and not waited for it (wait::st)"),
    FAULT(written_early, 64, SECOND, 37, 3, true, "register 3 of a load was written before the wait"),
    FAULT(stale_store, 64, SECOND, 63, 15, true, "register 15 of a store was changed before the wait"),
    FAULT_OF(handed_over, WITHOUT_WAIT, 160, SECOND, 128, 0, true, "warp 4 does not know that the store of warp 0"),
    FAULT_OF(handed_over, WITHOUT_FENCE_BEFORE, 160, NO_OTHER, 128, 0, true,
             "warp 4 does not know that the store of warp 0 is done; wait::st, fence::before_thread_sync, a barrier"),
    FAULT_OF(handed_over, WITHOUT_BARRIER, 160, EITHER, ANY, 0, true, "does not know that the"),
    FAULT_OF(handed_over, WITHOUT_FENCE_AFTER, 160, NO_OTHER, 128, 0, true, "warp 4 does not know that the store of"),
    FAULT(address_too_soon, 64, NO_OTHER, 32, ANY, true, "warp 1"),
    FAULT(copy_not_waited, 128, NO_OTHER, 64, 0, true, "does not know that the cp, shift or mma of warp 0 is done"),
    FAULT(phase_too_early, 160, EITHER, ANY, 0, true, "does not know that the"),
    FAULT(leaked, 64, NO_OTHER, 32, -1, true, "which warp 1 allocated, are not deallocated"),
    FAULT(growing, 64, NO_OTHER, 0, -1, true, "64 columns after 32: the sizes of a CTA must not increase"),
    FAULT(other_size, 96, NO_OTHER, 64, -1, true, "no allocation is 32 columns from address"),
    FAULT(given_back_twice, 32, NO_OTHER, 0, -1, true, "no allocation is 64 columns from address"),
    FAULT(relinquished, 32, NO_OTHER, 0, -1, true, "the CTA has given up its right to allocate"),
    FAULT(blocks_for_ever, 64, NO_OTHER, 32, -1, true,
          "nobody can go on: warp 0 has returned, warp 1 stands at tcgen05.alloc"),
    FAULT(nobody_comes, 96, NO_OTHER, 0, -1, true, "nobody can go on: warp 0 stands at a barrier of threads"),
    FAULT(nobody_arrives, 64, NO_OTHER, 0, -1, false, "nobody can go on: warp 0 stands at an mbarrier"),
    FAULT(crossed, 64, NO_OTHER, 0, -1, false, "nobody can go on: warp 0 stands at a barrier of threads"),
    FAULT(not_initialised, 64, NO_OTHER, 50, -1, false, "this mbarrier is not initialised (HD_BARRIER_INIT)"),
    FAULT(initialised_twice, 32, NO_OTHER, ANY, -1, false, "this mbarrier is initialised already"),
    FAULT(barrier_elsewhere, 32, NO_OTHER, 3, -1, false, "this is no place in shared memory"),
    FAULT(no_such_barrier, 32, NO_OTHER, ANY, -1, false, "barriers are 0 to 15, and threads a multiple of 32"),
    FAULT(misaligned, 32, NO_OTHER, ANY, -1, true, "16 bytes move at a time, and these lie 4 behind a multiple"),
    FAULT(pitch_misaligned, 32, NO_OTHER, ANY, -1, true, "16 bytes move at a time, and these lie 8 behind a multiple"),
    FAULT(shared_full, 32, NO_OTHER, 9, -1, false, "shared memory is full: 32 arrays and 256 KiB are all there is"),
    FAULT(not_shared, 32, NO_OTHER, 5, -1, false, "this is no place in shared memory"),
};

static _Alignas(1024) unsigned char memory[1 << 15];

/* Of 128 columns 64 are another block's; and there is no tcgen05.ld.red. */
static hd_status launch(const fault *f, int planted, uint64_t seed, bool unchecked, hd_report *report) {
  const hd_launch launch = {.blocks = 1,
                            .threads = f->threads,
                            .seed = seed,
                            .columns = 128,
                            .taken = 64,
                            .without_reduction = true,
                            .unchecked = unchecked};
  lines[0] = lines[1] = 0;
  return hd_host_launch(f->kernel, &(fault_arguments){planted, memory}, &launch, report);
}

/* The place is said in numbers and, in front of the text, in words. */
static void expect_place(const fault *f, const hd_report *report) {
  char place[256];
  bool either = f->other == EITHER && report->line == lines[1];
  EXPECT(either || report->line == lines[0], "%s: line %d, not %d: %s", f->name, report->line, lines[0], report->text);
  if (report->line == 0) {
    ck_assert_ptr_null(report->file);
    return;
  }
  ck_assert_str_eq(report->file, __FILE__);
  EXPECT(f->thread == ANY || report->thread == f->thread, "%s: thread %d: %s", f->name, report->thread, report->text);
  EXPECT(f->number == ANY || report->number == f->number, "%s: register %d: %s", f->name, report->number, report->text);
  ck_assert_int_eq(report->block, 0);
  int length = snprintf(place, sizeof place, "%s:%d: thread %d (warp %d, lane %d)", report->file, report->line,
                        report->thread, report->thread / 32, report->thread % 32);
  if (report->number >= 0) snprintf(place + length, sizeof place - (size_t)length, ", register %d", report->number);
  EXPECT(strncmp(report->text, place, strlen(place)) == 0, "%s: %s", f->name, report->text);
  if (f->other == SECOND) {
    EXPECT(report->other_line == lines[1], "%s: other line %d: %s", f->name, report->other_line, report->text);
    ck_assert_str_eq(report->other_file, __FILE__);
    snprintf(place, sizeof place, "at %s:%d)", __FILE__, lines[1]);
    EXPECT(strstr(report->text, place) != NULL, "%s: %s", f->name, report->text);
  } else {
    EXPECT(f->other == EITHER || report->other_file == NULL, "%s: %s", f->name, report->text);
  }
}

START_TEST(each_fault_is_reported_with_its_place) {
  hd_report report;
  for (int k = 0; k < HD_COUNT(faults); k++)
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
      hd_status status = launch(&faults[k], faults[k].planted, seed, false, &report);
      EXPECT(status != HD_OK, "%s: seed %d: nothing is reported", faults[k].name, (int)seed);
      ck_assert_int_eq(report.status, status);
      EXPECT(strstr(report.text, faults[k].text) != NULL, "%s: %s", faults[k].name, report.text);
      expect_place(&faults[k], &report);
    }
}
END_TEST

START_TEST(nothing_is_reported_where_nothing_is_wrong) {
  hd_report report;
  for (int k = 0; k < HD_COUNT(faults); k++)
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
      hd_status status = launch(&faults[k], 0, seed, false, &report);
      EXPECT(status == HD_OK, "%s: seed %d: %s", faults[k].name, (int)seed, report.text);
      ck_assert_str_eq(report.text, "");
    }
}
END_TEST

START_TEST(a_plain_emulation_misses_them) {
  hd_report report;
  int missed = 0;
  for (int k = 0; k < HD_COUNT(faults); k++)
    for (uint64_t seed = 0; seed < 5; seed++) {
      hd_status status = launch(&faults[k], faults[k].planted, seed, true, &report);
      EXPECT((status == HD_OK) == faults[k].missed, "%s: %s", faults[k].name, report.text);
      missed += status == HD_OK;
    }
  ck_assert_int_gt(missed, 0);
}
END_TEST

/* ---- launches ---- */

HD_KERNEL(nothing, fault_arguments, a) { (void)a; }

HD_KERNEL(wrong_in_one_block, fault_arguments, a) {
  BEGIN(32);
  uint32_t words[1] = {7};
  if (HD_BLOCK() == 3) PLANT(HD_TMEM_ST(32x32b, x1, words, a.planted ? hd_tmem_at(slab, 0, 32) : slab));
  END(32);
}

START_TEST(launches_have_their_sizes) {
  const hd_launch wrong[] = {{.blocks = 0, .threads = 32},
                             {.blocks = -1, .threads = 32},
                             {.blocks = 1, .threads = 0},
                             {.blocks = 1, .threads = 33},
                             {.blocks = 1, .threads = -32},
                             {.blocks = 1, .threads = 1056},
                             {.blocks = 1, .threads = 32, .columns = -1},
                             {.blocks = 1, .threads = 32, .columns = 64, .taken = 65},
                             {.blocks = 1, .threads = 32, .columns = 65537}};
  const fault_arguments a = {0, memory};
  hd_report report;
  for (int k = 0; k < HD_COUNT(wrong); k++) {
    EXPECT(HD_LAUNCH(nothing, &wrong[k], &a, &report) == HD_RANGE, "launch %d: %s", k, report.text);
    EXPECT(strstr(report.text, k < 6 ? "32 to 1024 threads" : "columns") != NULL, "launch %d: %s", k, report.text);
    ck_assert_int_eq(HD_LAUNCH(nothing, &wrong[k], &a, NULL), HD_RANGE);
  }
  const hd_launch most = {.blocks = 2, .threads = 1024}, least = {.blocks = 1, .threads = 32, .columns = 32};
  ck_assert_int_eq(HD_LAUNCH(nothing, &most, &a, &report), HD_OK);
  ck_assert_int_eq(HD_LAUNCH(nothing, &least, &a, &report), HD_OK);
  ck_assert_str_eq(report.text, "");
}
END_TEST

START_TEST(a_report_says_which_block) {
  const hd_launch launch = {.blocks = 5, .threads = 32, .columns = 64, .taken = 32};
  hd_report report;
  ck_assert_int_eq(HD_LAUNCH(wrong_in_one_block, &launch, &(fault_arguments){.planted = 1}, &report), HD_UNDEFINED);
  ck_assert_int_eq(report.block, 3);
  ck_assert_int_eq(report.line, lines[0]);
  ck_assert_int_eq(HD_LAUNCH(wrong_in_one_block, &launch, &(fault_arguments){.planted = 0}, &report), HD_OK);
}
END_TEST

int main(void) {
#define TEST(name) \
  { #name, name }
  const hd_test tests[] = {
      TEST(each_fault_is_reported_with_its_place),
      TEST(nothing_is_reported_where_nothing_is_wrong),
      TEST(a_plain_emulation_misses_them),
      TEST(launches_have_their_sizes),
      TEST(a_report_says_which_block),
  };
  return hd_test_main("kernels_faults", tests, HD_COUNT(tests));
}
