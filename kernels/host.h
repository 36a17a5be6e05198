/* What does a kernel do wrong, and where? The device layer in C: threads are fibers, tensor memory is emulated.
 *
 * Invariant: a kernel runs as an adversary would run it who keeps to the manual. Warps and threads take turns by a seed;
 * a collective instruction is done when all 32 threads of its warp have come to it; loads and stores are done at once or
 * as late as their wait, by the seed, and registers hold poison until then (tmem/emulator.h). What the manual does not
 * allow ends the launch with a report: the file and line of the instruction, the thread, the register, and why.
 *
 *   a diverged warp          threads of one warp at different instructions, or one that has returned
 *   disagreeing threads      a tile, a size or a form that is not the same in all 32
 *   a foreign slab           an address outside the 32 lanes of the warp, or where the shape does not begin
 *   an unallocated cell      whoever loads or stores it, and in which register
 *   a missing wait           a loaded register read (HD_VALUE) or written before its wait, a load or store that nobody
 *                            waited for, an access that is not ordered after another warp's
 *   a stale store            a register changed between its store and the wait
 *   a leaked allocation      what is not deallocated when the kernel ends
 *   a deadlock               nobody can go on; who waits for what
 *   memory misaligned for what a copy moves at a time
 *
 * HD_VALUE and HD_REGISTERS_TO_MEMORY know every element of loaded registers by thread and index. Elements read directly,
 * registers.value[i], hold poison before the wait.
 *
 * Unchecked (.unchecked), nothing of this is looked for: loads and stores are done when a thread comes to them. That is
 * how a plain emulation would run the kernel, and what it would miss.
 *
 * One block runs after another; a launch is deterministic in its seed. Costs: some 100 ns for each thread and collective
 * instruction, and for each cell it moves. Not for use from several threads at once.
 *
 * Link with libheddle_host and libheddle. */
#ifndef HEDDLE_KERNELS_HOST_H
#define HEDDLE_KERNELS_HOST_H

#include "wish.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#define HD_ASSERT(condition, message) static_assert(condition, message)
#else
#define HD_ASSERT(condition, message) _Static_assert(condition, message)
#endif

enum { HD_REPORT_TEXT = 640 };

/* What went wrong first. */
typedef struct hd_report {
  hd_status status; /* HD_OK when nothing did */
  const char *file; /* of the instruction; NULL: of none */
  int line;
  int block, thread, number; /* number: of the register; -1: of none */
  const char *other_file;    /* of the other instruction that the text speaks of; or NULL */
  int other_line;
  char text[HD_REPORT_TEXT]; /* all of it in words: "k.c:12: thread 37 (warp 1, lane 5), register 3: ..." */
} hd_report;

/* How many threads run a kernel, and how they are emulated. */
typedef struct hd_launch {
  int blocks, threads;    /* threads of a block, a multiple of 32, at most 1024 */
  uint64_t seed;          /* of the schedule, and of what the manual leaves open */
  int columns;            /* of tensor memory; 0: 512 */
  int taken;              /* columns that other blocks hold for good */
  bool without_reduction; /* the target has no tcgen05.ld.red, as sm_100a */
  bool unchecked;
} hd_launch;

/* Runs kernel(arguments) in every thread of every block. HD_LAUNCH in launch.h is how to say it for all machines.
 *   fails: what report->status says, and why in report->text; report may be NULL */
hd_status hd_host_launch(void (*kernel)(const void *arguments), const void *arguments, const hd_launch *launch,
                         hd_report *report);

/* ---- what the macros of device.h become: called by kernels, in a launch ---- */

int hd_host_thread(void);
int hd_host_block(void);
/* The block's array that `key` stands for, on a multiple of 1024 bytes. Holds junk at first. */
void *hd_host_shared(const char *file, int line, const void *key, size_t bytes);
uint32_t hd_host_shared_address(const void *shared);

/* An mbarrier, in shared memory. */
typedef struct hd_barrier {
  uint64_t word;
} hd_barrier;

void hd_host_sync(const char *file, int line, int barrier, int threads); /* threads 0: all of the block */
void hd_host_sync_warp(const char *file, int line);
void hd_host_barrier_init(const char *file, int line, hd_barrier *barrier, int arrivals);
void hd_host_barrier_arrive(const char *file, int line, hd_barrier *barrier);
void hd_host_barrier_wait(const char *file, int line, hd_barrier *barrier, int parity);

void hd_host_load(const char *file, int line, hd_wish_form form, uint32_t *registers, uint32_t *reduced,
                  uint32_t address);
void hd_host_store(const char *file, int line, hd_wish_form form, const uint32_t *registers, uint32_t address);
void hd_host_wait_load(const char *file, int line);
void hd_host_wait_store(const char *file, int line);
void hd_host_alloc(const char *file, int line, uint32_t *address, int columns);
void hd_host_dealloc(const char *file, int line, uint32_t address, int columns);
void hd_host_relinquish(const char *file, int line);
void hd_host_fence_before(void);
void hd_host_fence_after(void);
void hd_host_commit(const char *file, int line, hd_barrier *barrier);
void hd_host_cp(const char *file, int line, const char *shape, const char *format, uint32_t address,
                uint64_t descriptor);
void hd_host_shift(const char *file, int line, uint32_t address);

/* i, when element i of these registers is no part of a load that is under way. */
size_t hd_host_read(const char *file, int line, const void *registers, size_t bytes, size_t i);
void hd_host_put(const char *file, int line, void *to, const uint32_t *from, int words);
void hd_host_get(const char *file, int line, const void *from, uint32_t *to, int words);

#ifdef __cplusplus
}
#endif

#if defined(__GNUC__)
#define HD_DEVICE static inline __attribute__((unused))
#else
#define HD_DEVICE static inline
#endif
#define HD_INTERNAL HD_DEVICE
#include "bfloat16.h"
#define HD_UNROLLED
#define HD_ROLLED
#define HD_WHERE(condition) if (condition)
#define HD_SITE __FILE__, __LINE__,
#define HD_SAME_SITE hd_file, hd_line,
#define HD_SITE_PARAMETERS const char *hd_file, int hd_line,
#define HD_HERE                         \
  const char *const hd_file = __FILE__; \
  const int hd_line = __LINE__;         \
  (void)hd_file, (void)hd_line;

#define HD_KERNEL(name, type, arguments)                                              \
  void name(type arguments);                                                          \
  void name##_thread(const void *hd_arguments);                                       \
  void name##_thread(const void *hd_arguments) { name(*(const type *)hd_arguments); } \
  void name(type arguments)
#define HD_SHARED(type, name, count) \
  static const char name##_key = 0;  \
  type *const name = (type *)hd_host_shared(__FILE__, __LINE__, &name##_key, sizeof(type) * (size_t)(count))
#define HD_THREAD() hd_host_thread()
#define HD_BLOCK() hd_host_block()
#define HD_SYNC() hd_host_sync(__FILE__, __LINE__, 0, 0)
#define HD_SYNC_WARP() hd_host_sync_warp(__FILE__, __LINE__)
#define HD_SYNC_PART(barrier, threads) hd_host_sync(__FILE__, __LINE__, barrier, threads)
#define HD_BARRIER_INIT(barrier, arrivals) hd_host_barrier_init(__FILE__, __LINE__, barrier, arrivals)
#define HD_BARRIER_ARRIVE(barrier) hd_host_barrier_arrive(__FILE__, __LINE__, barrier)
#define HD_BARRIER_WAIT(barrier, parity) hd_host_barrier_wait(__FILE__, __LINE__, barrier, parity)
#define HD_FENCE_SHARED() ((void)0)
#define HD_VALUE(registers, i) \
  ((registers).value[hd_host_read(__FILE__, __LINE__, (registers).value, sizeof((registers).value[0]), (size_t)(i))])
#define hd_shared_address hd_host_shared_address

#define HD_PUT_WORDS(to, from, count) hd_host_put(hd_file, hd_line, to, from, count)
#define HD_GET_WORDS(from, to, count) hd_host_get(hd_file, hd_line, from, to, count)

#define HD_WAITS_WAIT true
#define HD_WAITS_LATER false
HD_DEVICE hd_wish_form hd_form_of(hd_instruction_id shape, int repeat, int cells, bool waits, int64_t split,
                                  const char *reduction) {
  hd_wish_form form;
  form.shape = shape;
  form.repeat = repeat;
  form.packed = cells == 2;
  form.waits = waits;
  form.split = (uint32_t)split;
  form.reduction = reduction;
  return form;
}
#define HD_FORM_OF_(shape, repeat, packing, split, wait, reduction) \
  hd_form_of(HD_SHAPE(shape), (int)HD_REPEAT(repeat), HD_CELLS_##packing, HD_WAITS_##wait, split, reduction)

#define HD_ISSUE_LD(shape, repeat, packing, split, wait, registers, tile)                                 \
  hd_host_load(hd_file, hd_line, HD_FORM_OF_(shape, repeat, packing, split, wait, NULL), registers, NULL, \
               (tile).address)
#define HD_ISSUE_ST(shape, repeat, packing, split, wait, registers, tile) \
  hd_host_store(hd_file, hd_line, HD_FORM_OF_(shape, repeat, packing, split, wait, NULL), registers, (tile).address)
#define HD_ISSUE_LD_OF(count, ...) HD_ISSUE_LD(__VA_ARGS__)
#define HD_ISSUE_ST_OF(count, ...) HD_ISSUE_ST(__VA_ARGS__)
#define HD_ISSUE_LD_RED(shape, repeat, operation, split, wait, registers, reduced, tile)                            \
  hd_host_load(hd_file, hd_line, HD_FORM_OF_(shape, repeat, PLAIN, split, wait, #operation), registers, &(reduced), \
               (tile).address)
#define HD_ISSUE_WAIT_LD() hd_host_wait_load(hd_file, hd_line)
#define HD_ISSUE_WAIT_ST() hd_host_wait_store(hd_file, hd_line)
#define HD_ISSUE_TIE(count, registers) ((void)(registers))
#define HD_ISSUE_ALLOC(shared, columns) hd_host_alloc(hd_file, hd_line, shared, columns)
#define HD_ISSUE_DEALLOC(tile, columns) hd_host_dealloc(hd_file, hd_line, (tile).address, columns)
#define HD_ISSUE_RELINQUISH() hd_host_relinquish(hd_file, hd_line)
#define HD_ISSUE_FENCE_BEFORE() hd_host_fence_before()
#define HD_ISSUE_FENCE_AFTER() hd_host_fence_after()
#define HD_ISSUE_COMMIT(barrier) hd_host_commit(hd_file, hd_line, barrier)
#define HD_ISSUE_CP(shape, format, tile, descriptor) \
  hd_host_cp(hd_file, hd_line, #shape, format, (tile).address, descriptor)
#define HD_ISSUE_SHIFT(tile) hd_host_shift(hd_file, hd_line, (tile).address)
#define HD_HAS_REDUCTION 1
#define HD_HAS_SHIFT 1

#endif
