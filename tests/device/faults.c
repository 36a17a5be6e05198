/* Faults planted one by one, on whatever this is compiled for: a line for each with where it was found and why, for
 * another machine's to be compared with (h200.sh); and that the same kernel without it is not refused.
 *
 *   faults          0 when every fault was found and nothing else
 *
 * Which thread of several speaks, and where columns were allocated, is not the same everywhere: numbers in the words are
 * left out. */
#include "kernels/launch.h"

#include <ctype.h>

typedef struct fault_arguments {
  int planted; /* 0: nothing is wrong */
  uint32_t *memory;
} fault_arguments;

HD_TMEM_COPIES(row, 32x32b, 64, uint32_t);
HD_TMEM_COPIES_ASYNC(slice, 32x32b, 16, uint32_t);
HD_TMEM_COPIES_PACKED(half, 16x128b, 16, uint16_t);

#define BEGIN(columns)                                      \
  HD_SHARED(hd_tmem, address, 1);                           \
  if (HD_WARP() == 0) HD_TMEM_ALLOC(address, columns);      \
  HD_SYNC();                                                \
  const hd_tmem tile = *address, slab = hd_tmem_slab(tile); \
  (void)slab
#define BEGIN_WORDS(columns)        \
  uint32_t words[4] = {1, 2, 3, 4}; \
  BEGIN(columns)
#define END(columns)      \
  HD_TMEM_FENCE_BEFORE(); \
  HD_SYNC();              \
  HD_TMEM_FENCE_AFTER();  \
  if (HD_WARP() == 0) HD_TMEM_DEALLOC(tile, columns)
#define BEGIN_STORED(columns)                                          \
  slice_registers registers;                                           \
  BEGIN(columns);                                                      \
  for (int k = 0; k < 16; k++) registers.word[k] = 100u * (unsigned)k; \
  HD_TMEM_STORE_ASYNC(slice, slab, &registers);                        \
  HD_TMEM_WAIT_STORE()

/* ---- a warp together ---- */

HD_KERNEL(diverged, fault_arguments, a) {
  BEGIN_WORDS(32);
  if (a.planted == 0 || HD_THREAD() != 21) HD_TMEM_ST(32x32b, x2, words, slab);
  END(32);
}

HD_KERNEL(returned, fault_arguments, a) {
  BEGIN_WORDS(32);
  if (a.planted && HD_THREAD() == 40) return;
  HD_TMEM_ST(32x32b, x2, words, slab);
  END(32);
}

HD_KERNEL(either_side, fault_arguments, a) {
  BEGIN_WORDS(32);
  if (HD_WARP() != 1) HD_TMEM_ST(32x32b, x2, words, slab);
  else if (!a.planted || HD_LANE() < 8) HD_TMEM_ST(32x32b, x2, words, slab);
  else HD_TMEM_ST(32x32b, x2, words, slab);
  END(32);
}

HD_KERNEL(other_tiles, fault_arguments, a) {
  BEGIN_WORDS(32);
  HD_TMEM_ST(32x32b, x2, words, hd_tmem_at(slab, 0, a.planted && HD_THREAD() == 39 ? 2 : 0));
  END(32);
}

/* ---- where an instruction points ---- */

HD_KERNEL(foreign_slab, fault_arguments, a) {
  BEGIN_WORDS(32);
  if (HD_WARP() == 1) HD_TMEM_ST(32x32b, x2, words, a.planted ? tile : slab);
  END(32);
}

HD_KERNEL(wrong_lane, fault_arguments, a) {
  BEGIN_WORDS(32);
  if (HD_WARP() == 2) HD_TMEM_ST(16x64b, x2, words, hd_tmem_at(slab, a.planted ? 8 : 16, 0));
  END(32);
}

HD_KERNEL(odd_column, fault_arguments, a) {
  half_registers registers = {{0}};
  BEGIN(32);
  if (HD_WARP() == 0) HD_TMEM_STORE(half, hd_tmem_at(slab, 0, a.planted ? 3 : 4), &registers);
  END(32);
}

HD_KERNEL(unallocated, fault_arguments, a) {
  BEGIN_WORDS(256);
  const int other = (tile.address & 256) != 0 ? -256 : 256;
  if (HD_WARP() == 3) HD_TMEM_ST(32x32b, x4, words, hd_tmem_at(slab, 0, a.planted ? other : 0));
  END(256);
}

HD_KERNEL(out_of_columns, fault_arguments, a) {
  BEGIN_WORDS(512);
  if (HD_WARP() == 3) HD_TMEM_ST(32x32b, x4, words, hd_tmem_at(slab, 0, a.planted ? 510 : 508));
  END(512);
}

HD_KERNEL(split_over_itself, fault_arguments, a) {
  BEGIN_WORDS(32);
  if (HD_WARP() == 0 && a.planted) HD_TMEM_ST_SPLIT(x4, 3, words, slab);
  if (HD_WARP() == 0 && !a.planted) HD_TMEM_ST_SPLIT(x4, 4, words, slab);
  END(32);
}

HD_KERNEL(no_reduction, fault_arguments, a) {
  uint32_t least = 0;
  BEGIN_WORDS(32);
  HD_TMEM_ST(32x32b, x4, words, slab);
  if (a.planted && HD_WARP() == 0) HD_TMEM_LD_RED(32x32b, x4, min.u32, words, least, slab);
  a.memory[HD_THREAD()] = least;
  END(32);
}

HD_KERNEL(misaligned, fault_arguments, a) {
  BEGIN(64);
  if (HD_WARP() == 0) HD_TMEM_FROM_MEMORY(row, a.memory + (a.planted ? 1 : 0), 64, slab);
  END(64);
}

/* ---- waits ---- */

HD_KERNEL(read_early, fault_arguments, a) {
  BEGIN_STORED(32);
  HD_TMEM_LOAD_ASYNC(slice, slab, &registers);
  if (a.planted && HD_THREAD() == 40) a.memory[0] = HD_VALUE(registers, 5);
  HD_TMEM_WAIT_LOADED(slice, &registers);
  a.memory[HD_THREAD()] = HD_VALUE(registers, 6);
  END(32);
}

HD_KERNEL(written_early, fault_arguments, a) {
  BEGIN_STORED(32);
  HD_TMEM_LOAD_ASYNC(slice, slab, &registers);
  if (a.planted && HD_THREAD() == 37) registers.word[3] = 5;
  HD_TMEM_WAIT_LOADED(slice, &registers);
  a.memory[HD_THREAD()] = HD_VALUE(registers, 3);
  END(32);
}

HD_KERNEL(stale_store, fault_arguments, a) {
  BEGIN_STORED(32);
  HD_TMEM_STORE_ASYNC(slice, slab, &registers);
  if (a.planted && HD_THREAD() == 70) registers.word[9] = 5;
  HD_TMEM_WAIT_STORE();
  a.memory[HD_THREAD()] = registers.word[9];
  END(32);
}

HD_KERNEL(loaded_too_soon, fault_arguments, a) {
  uint32_t words[4] = {1, 2, 3, 4};
  BEGIN_STORED(32);
  if (HD_WARP() == 2) {
    HD_TMEM_STORE_ASYNC(slice, hd_tmem_at(slab, 0, 16), &registers);
    if (!a.planted) HD_TMEM_WAIT_STORE();
    HD_TMEM_LD(32x32b, x4, words, hd_tmem_at(slab, 0, 17));
    HD_TMEM_WAIT_STORE();
  }
  END(32);
}

HD_KERNEL(load_not_waited, fault_arguments, a) {
  BEGIN_STORED(32);
  if (HD_WARP() == 1) HD_TMEM_LOAD_ASYNC(slice, slab, &registers);
  if (HD_WARP() == 1 && !a.planted) HD_TMEM_WAIT_LOADED(slice, &registers);
  END(32);
}

HD_KERNEL(store_not_waited, fault_arguments, a) {
  BEGIN_STORED(32);
  if (HD_WARP() == 3) HD_TMEM_STORE_ASYNC(slice, slab, &registers);
  if (HD_WARP() == 3 && !a.planted) HD_TMEM_WAIT_STORE();
  END(32);
}

/* ---- between warps: 0 and 4 reach the same lanes ---- */

HD_KERNEL(no_fence, fault_arguments, a) {
  BEGIN_WORDS(32);
  if (HD_WARP() == 0) HD_TMEM_ST(32x32b, x4, words, slab);
  if (!a.planted) HD_TMEM_FENCE_BEFORE();
  HD_SYNC();
  HD_TMEM_FENCE_AFTER();
  if (HD_WARP() == 4) HD_TMEM_LD(32x32b, x4, words, slab);
  a.memory[HD_THREAD()] = words[0];
  END(32);
}

HD_KERNEL(copy_not_committed, fault_arguments, a) {
  HD_SHARED(hd_barrier, done, 1);
  HD_SHARED(uint32_t, matrix, 1024);
  BEGIN_WORDS(32);
  for (int k = HD_THREAD(); k < 1024; k += 256) matrix[k] = (uint32_t)k;
  if (HD_THREAD() == 0) HD_BARRIER_INIT(done, 1);
  HD_FENCE_SHARED();
  HD_SYNC();
  if (HD_THREAD() == 0) {
    HD_TMEM_CP(128x256b, tile, hd_descriptor(matrix, 2048, 128, 0));
    if (a.planted) HD_BARRIER_ARRIVE(done);
    else HD_TMEM_COMMIT(done);
  }
  HD_SYNC_WARP();
  HD_BARRIER_WAIT(done, 0);
  HD_TMEM_FENCE_AFTER();
  if (HD_WARP() == 0) HD_TMEM_LD(32x32b, x4, words, slab);
  HD_TMEM_FENCE_BEFORE();
  HD_SYNC();
  HD_TMEM_FENCE_AFTER();
  if (HD_WARP() == 0) HD_TMEM_DEALLOC(tile, 32);
}

/* ---- allocation ---- */

HD_KERNEL(leaked, fault_arguments, a) {
  BEGIN(64);
  if (HD_WARP() == 0 && !a.planted) HD_TMEM_DEALLOC(tile, 64);
}

HD_KERNEL(other_size, fault_arguments, a) {
  BEGIN(64);
  if (HD_WARP() == 0 && a.planted) HD_TMEM_DEALLOC(tile, 32);
  if (HD_WARP() == 0) HD_TMEM_DEALLOC(tile, 64);
}

HD_KERNEL(growing, fault_arguments, a) {
  HD_SHARED(hd_tmem, second, 1);
  BEGIN(64);
  if (HD_WARP() == 0 && a.planted) HD_TMEM_ALLOC(second, 128);
  if (HD_WARP() == 0 && !a.planted) HD_TMEM_ALLOC(second, 64);
  HD_SYNC();
  if (HD_WARP() == 0 && !a.planted) HD_TMEM_DEALLOC(*second, 64);
  END(64);
}

HD_KERNEL(relinquished, fault_arguments, a) {
  HD_SHARED(hd_tmem, second, 1);
  BEGIN(64);
  if (HD_WARP() == 0) HD_TMEM_RELINQUISH();
  if (HD_WARP() == 0 && a.planted) HD_TMEM_ALLOC(second, 64);
  END(64);
}

/* ---- barriers ---- */

HD_KERNEL(no_barrier, fault_arguments, a) {
  HD_SHARED(hd_barrier, done, 1);
  if (HD_THREAD() == 0 && !a.planted) HD_BARRIER_INIT(done, 32);
  HD_SYNC();
  if (HD_WARP() == 0) HD_BARRIER_ARRIVE(done);
  if (HD_WARP() == 1 && !a.planted) HD_BARRIER_WAIT(done, 0);
}

/* One warp alone, so that there is one to speak. */
HD_KERNEL(nobody_arrives, fault_arguments, a) {
  HD_SHARED(hd_barrier, done, 1);
  if (HD_THREAD() == 0) HD_BARRIER_INIT(done, 1);
  HD_SYNC();
  if (HD_THREAD() == 0 && !a.planted) HD_BARRIER_ARRIVE(done);
  HD_BARRIER_WAIT(done, 0);
}

HD_KERNEL(allocation_blocks, fault_arguments, a) {
  HD_SHARED(hd_tmem, second, 1);
  BEGIN(512);
  if (a.planted) HD_TMEM_ALLOC(second, 32);
  END(512);
}

/* ---- the program ---- */

/* The words of a report behind its place, without numbers; of a deadlock those of one warp, and of a warp that has
 * diverged not what its threads stand at: on a GPU they may not be let go on to there. */
static void words_of(const char *text, char *words, size_t capacity) {
  const char *from = strstr(text, "lane ");
  from = from == NULL ? text : strstr(from, ": ") + 2;
  size_t n = 0;
  for (; *from != 0 && strncmp(from, ", warp ", 7) != 0 && strncmp(from, ": thread ", 9) != 0 && n + 1 < capacity;
       ++from) {
    if (from[0] == '0' && from[1] == 'x') from += 9; /* eight digits: a last one is left */
    if (!isdigit((unsigned char)*from)) words[n++] = *from;
    else if (n == 0 || words[n - 1] != '#') words[n++] = '#';
  }
  words[n] = 0;
}

static int failed;

static void judge(const char *name, const hd_report *clean, const hd_report *report) {
  char words[600];
  if (clean->status != 0) printf("%s: without its fault: %s\n", name, clean->text);
  if (report->status == 0) printf("%s: not found\n", name);
  failed += clean->status != 0 || report->status == 0;
  words_of(report->text, words, sizeof words);
  printf("%s: line %d, other line %d, register %d: %s\n", name, report->line, report->other_line, report->number,
         words);
}

#define FAULT(name, launched_threads)                        \
  do {                                                       \
    hd_launch launch;                                        \
    hd_report reports[2];                                    \
    for (int planted = 0; planted < 2; ++planted) {          \
      const fault_arguments a = {planted, memory};           \
      memset(&launch, 0, sizeof launch);                     \
      launch.blocks = 1;                                     \
      launch.threads = launched_threads;                     \
      launch.seed = 7;                                       \
      launch.without_reduction = true;                       \
      (void)HD_LAUNCH(name, &launch, &a, &reports[planted]); \
    }                                                        \
    judge(#name, &reports[0], &reports[1]);                  \
  } while (0)

int main(void) {
  uint32_t *memory = (uint32_t *)hd_buffer_new(65536, NULL);
  if (memory == NULL) return 2;
  FAULT(diverged, 128);
  FAULT(returned, 128);
  FAULT(either_side, 128);
  FAULT(other_tiles, 128);
  FAULT(foreign_slab, 128);
  FAULT(wrong_lane, 128);
  FAULT(odd_column, 128);
  FAULT(unallocated, 128);
  FAULT(out_of_columns, 128);
  FAULT(split_over_itself, 128);
  FAULT(no_reduction, 128);
  FAULT(misaligned, 128);
  FAULT(read_early, 128);
  FAULT(written_early, 128);
  FAULT(stale_store, 128);
  FAULT(loaded_too_soon, 128);
  FAULT(load_not_waited, 128);
  FAULT(store_not_waited, 128);
  FAULT(no_fence, 256);
  FAULT(copy_not_committed, 256);
  FAULT(leaked, 128);
  FAULT(other_size, 128);
  FAULT(growing, 128);
  FAULT(relinquished, 128);
  FAULT(no_barrier, 64);
  FAULT(nobody_arrives, 32);
  FAULT(allocation_blocks, 32);
  hd_buffer_delete(memory);
  return failed != 0;
}
