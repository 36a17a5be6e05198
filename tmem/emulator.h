/* What does a program do to tensor memory, and which rule does it break?
 *
 * Tensor memory in memory that the caller gives: allocation, tcgen05.ld, .st, .ld.red, .cp, .shift, waits, fences,
 * commit and barriers, one CTA, any number of warps up to 32. It is written from the formulas and ordering rules of the
 * PTX manual and knows nothing of layouts, so that it and the rest of this folder check each other.
 *
 * Invariant: it answers as an adversary would that keeps to the manual. What the manual leaves open goes either way by
 * the seed; what it leaves undefined is an error that names the rule, or poison:
 *
 *   registers of a load         poison until wait::ld
 *   registers of a store        read as late as wait::st; changed before that: an error
 *   cells                       poison until written; the upper halves after an unpacking store
 *   loads and stores            done at once or as late as their wait, by the seed (cp, shift and mma at once)
 *   two accesses of one cell    an error unless they are ordered, whichever way they would have come out
 *
 * Two accesses of a cell, one of them a write, are ordered when the second one's warp knows that the first is complete:
 * by its own wait::ld or wait::st; by what another warp knew at its fence::before_thread_sync and handed on through a
 * barrier to a fence::after_thread_sync; by a commit, which hands on all earlier cp, shift and mma of its thread; or as
 * one of the pairs that the manual calls pipelined. The threads of one warp count as one.
 *
 * Whoever calls runs the warps, in any order: a call that would block the warp says HD_UNDECIDED, and the warp asks
 * again after another has run. Nothing allocates, nothing is global; two emulators do not know of each other.
 *
 * Errors that are about one register of one thread say which: number[4] is 1, number[5] the thread of the warp and
 * number[6] the register; of a wait, number[3] is how many earlier operations of the warp's the one at fault came after.
 *
 * Sources: PTX ISA, "Tensor Memory" and "TensorCore 5th generation instructions": addressing, access restrictions, data
 * movement shapes, memory consistency model, alloc, ld, st, cp, shift, commit, fence.
 *
 * Example:
 *
 *     static uint64_t memory[HD_EMULATOR_BYTES(HD_COLUMNS) / sizeof(uint64_t)];
 *     hd_emulator *tmem;
 *     uint32_t address, row[32] = {7}, back[32], *from[32], *to[32];
 *     const hd_access x1 = {.shape = HD_32X32B, .repeat = 1};
 *     for (int t = 0; t < 32; ++t) from[t] = &row[t], to[t] = &back[t];
 *     hd_emulator_start(memory, sizeof memory, &(hd_emulator_options){.warps = 4}, NULL, &tmem);
 *     hd_emulator_alloc(tmem, 0, 32, NULL, &address);
 *     hd_emulator_store(tmem, 0, &x1, address, from, NULL);
 *     hd_status early = hd_emulator_load(tmem, 0, &x1, address, to, NULL, NULL); // early == HD_UNDEFINED
 *     hd_emulator_wait_store(tmem, 0, NULL);
 *     hd_emulator_load(tmem, 0, &x1, address, to, NULL, NULL);
 *     hd_emulator_wait_load(tmem, 0, NULL);                                      // back[0] == 7 */
#ifndef HEDDLE_TMEM_EMULATOR_H
#define HEDDLE_TMEM_EMULATOR_H

#include "allocation.h"
#include "copy.h"
#include "instruction.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  HD_EMULATOR_WARPS = 32,
  HD_EMULATOR_BARRIERS = 64,
  HD_EMULATOR_PENDING = 64, /* operations of all warps that may be under way at once */
  HD_EMULATOR_READERS = HD_EMULATOR_WARPS * HD_SLAB_LANES / HD_LANES, /* warps that reach a cell */
  HD_EMULATOR_SHARED = 1 << 18, /* bytes that a matrix descriptor can name */
  HD_EMULATOR_ALLOCATIONS = HD_LEDGER_MAX
};

/* What completes in order within a warp, and is waited for together. */
typedef enum hd_stream { HD_STREAM_STORE, HD_STREAM_LOAD, HD_STREAM_ASYNC, HD_STREAM_ALLOC, HD_STREAMS } hd_stream;

enum { HD_EMULATOR_CLOCK = HD_EMULATOR_WARPS * HD_STREAMS };

/* One form of tcgen05.ld or tcgen05.st. */
typedef enum hd_reduction { HD_REDUCE_NONE, HD_REDUCE_MIN, HD_REDUCE_MAX } hd_reduction;
typedef enum hd_reduced { HD_REDUCE_U32, HD_REDUCE_S32, HD_REDUCE_F32 } hd_reduced;

/* One form of tcgen05.ld, .st or .ld.red. */
typedef struct hd_access {
  hd_instruction_id shape;
  int32_t repeat;         /* .xN */
  bool packed;            /* .pack::16b of a load, .unpack::16b of a store */
  uint32_t split;         /* immHalfSplitoff, encoded as an address is; 16x32bx2 only */
  hd_reduction reduction; /* tcgen05.ld.red */
  hd_reduced type;
  bool absolute, propagate_nan; /* .abs, .NaN; f32 only */
} hd_access;

/* What is emulated, and how strictly. */
typedef struct hd_emulator_options {
  int32_t columns;        /* of tensor memory; 0: HD_COLUMNS */
  int32_t taken;          /* columns that other CTAs hold for good */
  int32_t warps;          /* of the CTA */
  uint64_t seed;          /* what the manual leaves open goes by this */
  bool warp_relative;     /* a lane below 32 counts from the warp's own slab: not in the manual, but seen to work */
  bool has_reduction;     /* the target has tcgen05.ld.red (sm_103a, sm_110a; not sm_100a) */
  bool unordered_allowed; /* races are not reported: the answer is then one of those that could be */
} hd_emulator_options;

/* Where the state lies and how much there is of it: what is inside is the emulator's own. */
typedef struct hd_emulated_cell {
  uint32_t value;
  uint32_t written;                   /* the epoch of the last write in `writer` */
  uint32_t read[HD_EMULATOR_READERS]; /* the epoch of the last load since then of each warp of the slab; 0: none */
  uint8_t writer;                     /* stream of the whole clock + 1; 0: none */
  uint8_t kind;                       /* of operation that wrote last */
  uint8_t defined;                    /* bit 0: the lower half, bit 1: the upper half */
  uint8_t allocation;                 /* index + 1; 0: not allocated */
} hd_emulated_cell;

/* A load or store that is under way. */
typedef struct hd_pending {
  uint8_t kind, warp;
  bool performed;
  uint32_t epoch;
  hd_access access;
  hd_cell base[2]; /* where the first access begins, and the second */
  uint32_t *registers[HD_WARP_THREADS];
  uint32_t *reduced;
  uint32_t value[HD_WARP_THREADS][HD_INSTRUCTION_REGISTERS]; /* of a load: taken; of a store: as they were at issue */
} hd_pending;

/* The state of one CTA's tensor memory, in memory that the caller gives. */
typedef struct hd_emulator {
  hd_emulator_options options;
  uint64_t random;
  uint32_t issued[HD_EMULATOR_CLOCK];                      /* epoch of the last operation of each stream */
  uint32_t known[HD_EMULATOR_WARPS][HD_EMULATOR_CLOCK];    /* what each warp knows to be complete */
  uint32_t released[HD_EMULATOR_WARPS][HD_EMULATOR_CLOCK]; /* what it hands on: known at its last fence before */
  uint32_t received[HD_EMULATOR_WARPS][HD_EMULATOR_CLOCK]; /* what it was handed, not yet behind a fence after */
  struct {
    int64_t phase[2];
    uint32_t clock[2][HD_EMULATOR_CLOCK];
  } barrier[HD_EMULATOR_BARRIERS];
  struct {
    int32_t column, columns; /* columns 0: free */
    uint32_t epoch;
    uint8_t warp;
  } allocation[HD_EMULATOR_ALLOCATIONS];
  hd_ledger ledger;
  int32_t pendings;
  hd_pending pending[HD_EMULATOR_PENDING];
  hd_emulated_cell *cell; /* behind this struct: lane + 128 * column */
} hd_emulator;

/* How much memory an emulator of so many columns takes. */
#define HD_EMULATOR_BYTES(columns) \
  (sizeof(hd_emulator) + (size_t)HD_LANES * (size_t)(columns) * sizeof(hd_emulated_cell))

/* Nothing allocated, nothing written, every warp knowing nothing.
 *   requires: memory aligned as for uint64_t
 *   fails:    HD_CAPACITY (fewer bytes than HD_EMULATOR_BYTES), HD_RANGE (columns, warps) */
HD_PORTABLE hd_status hd_emulator_start(void *memory, size_t bytes, const hd_emulator_options *options, hd_error *error,
                                        hd_emulator **emulator);

/* The end of the kernel. fails: HD_UNDEFINED (something allocated is left, or an operation that nobody waited for) */
HD_PORTABLE hd_status hd_emulator_finish(hd_emulator *emulator, hd_error *error);

/* ---- allocation: one warp, all of its threads (emulator.c) ---- */

/* tcgen05.alloc: the address of the first of so many columns, at a free place by the seed.
 *   fails: HD_UNDECIDED (it blocks), and otherwise as hd_ledger_alloc */
HD_PORTABLE hd_status hd_emulator_alloc(hd_emulator *emulator, int warp, int64_t columns, hd_error *error,
                                        uint32_t *address);

/* tcgen05.dealloc.
 *   fails: HD_UNDEFINED (no such allocation; accesses of its cells that this warp does not know to be complete) */
HD_PORTABLE hd_status hd_emulator_dealloc(hd_emulator *emulator, int warp, uint32_t address, int64_t columns,
                                          hd_error *error);

/* tcgen05.relinquish_alloc_permit. fails: HD_UNDEFINED (for the second time) */
HD_PORTABLE hd_status hd_emulator_relinquish(hd_emulator *emulator, int warp, hd_error *error);

/* ---- registers: all 32 threads of a warp, which agree on the address (emulator_move.c) ---- */

/* tcgen05.ld and tcgen05.ld.red: registers[t] is where thread t's registers go, as many as the form has, and for a
 * reduction reduced[t] where its result goes. They hold poison now, and the values after hd_emulator_wait_load; until
 * then they must stay where they are.
 *   fails: HD_RANGE (no such form; an address, base or immediate that this warp may not use; cells beyond the last
 *          column; a thread without registers), HD_UNDEFINED (a cell that is not allocated, or an access of it that is not ordered with this one),
 *          HD_CAPACITY (HD_EMULATOR_PENDING operations under way) */
HD_PORTABLE hd_status hd_emulator_load(hd_emulator *emulator, int warp, const hd_access *access, uint32_t address,
                                       uint32_t *const registers[HD_WARP_THREADS], uint32_t *reduced, hd_error *error);

/* tcgen05.st. fails: as hd_emulator_load; HD_UNDEFINED (both accesses of 16x32bx2 store to one cell) */
HD_PORTABLE hd_status hd_emulator_store(hd_emulator *emulator, int warp, const hd_access *access, uint32_t address,
                                        uint32_t *const registers[HD_WARP_THREADS], hd_error *error);

/* tcgen05.wait::ld: all earlier loads of the warp are complete, their registers hold what they loaded.
 *   fails: HD_UNDEFINED (a register of a load, or the result of a reduction, was written before the wait) */
HD_PORTABLE hd_status hd_emulator_wait_load(hd_emulator *emulator, int warp, hd_error *error);

/* tcgen05.wait::st: all earlier stores of the warp are complete.
 *   fails: HD_UNDEFINED (a register of a store was changed before the wait), naming thread and register */
HD_PORTABLE hd_status hd_emulator_wait_store(hd_emulator *emulator, int warp, hd_error *error);

/* ---- one thread of a warp (emulator_copy.c) ---- */

/* What tcgen05.cp decompresses. */
typedef enum hd_copy_format {
  HD_COPY_PLAIN,
  HD_COPY_B6X16, /* .b8x16.b6x16_p32 */
  HD_COPY_B4X16  /* .b8x16.b4x16_p64 */
} hd_copy_format;

/* A K-major matrix in shared memory. Bytes throughout; `start` and what lies behind it count from `shared`. */
typedef struct hd_copy_source {
  const uint8_t *shared;
  size_t bytes;            /* how many there are; the first lies on a multiple of 1024 */
  int64_t start;           /* a multiple of 16, as the next two, and below HD_EMULATOR_SHARED */
  int64_t leading, stride; /* from 16 bytes of a row to the next 16; from 8 rows to the next 8 */
  int32_t swizzle;         /* 0 (none), 32, 64 or 128 */
} hd_copy_source;

/* tcgen05.cp. Reads shared memory at once: that it was written before, through the asynchronous proxy, is not checked.
 *   fails: HD_RANGE (a source outside shared memory, an address where the shape may not begin), HD_UNDEFINED (as
 *          hd_emulator_store) */
HD_PORTABLE hd_status hd_emulator_copy(hd_emulator *emulator, int warp, hd_copy_id shape, hd_copy_format format,
                                       uint32_t address, const hd_copy_source *source, hd_error *error);

/* tcgen05.shift.down: over 8 columns, each lane but the last of a slab takes the value of the next lane.
 *   fails: HD_RANGE (a lane that is no multiple of 32, columns), HD_UNDEFINED (as hd_emulator_store) */
HD_PORTABLE hd_status hd_emulator_shift(hd_emulator *emulator, int warp, uint32_t address, hd_error *error);

/* What tcgen05.mma does to its accumulator: writes these cells, which in its own order of things is an mma. That it reads
 * A, factors and metadata is not known here, nor whether two of them have one shape, as pipelined ones must.
 *   fails: HD_RANGE, HD_UNDEFINED (as hd_emulator_store) */
HD_PORTABLE hd_status hd_emulator_produce(hd_emulator *emulator, int warp, int64_t count, const hd_cell *cell,
                                          const uint32_t *value, hd_error *error);

/* ---- order (emulator_order.c) ---- */

/* tcgen05.fence::before_thread_sync: what this warp knows to be complete, its next arrivals hand on.
 *   requires: the CTA has the warp; nothing happens where it has not */
HD_PORTABLE void hd_emulator_fence_before(hd_emulator *emulator, int warp);
/* tcgen05.fence::after_thread_sync: what it was handed, it knows. requires: as hd_emulator_fence_before */
HD_PORTABLE void hd_emulator_fence_after(hd_emulator *emulator, int warp);
/* This warp arrives at a barrier (of threads, or an mbarrier) in a phase, counted from 0.
 *   fails: HD_RANGE (barrier; a phase that is past) */
HD_PORTABLE hd_status hd_emulator_arrive(hd_emulator *emulator, int warp, int barrier, int64_t phase, hd_error *error);
/* tcgen05.commit: the barrier's phase hears of all earlier cp, shift and mma of this warp, and what it knows.
 *   fails: as hd_emulator_arrive */
HD_PORTABLE hd_status hd_emulator_commit(hd_emulator *emulator, int warp, int barrier, int64_t phase, hd_error *error);
/* This warp has waited for a phase, and is handed what arrived in it.
 *   requires: the phase is complete: who has to arrive is the caller's business
 *   fails:    HD_RANGE (barrier; a phase that is past or that nobody arrived in) */
HD_PORTABLE hd_status hd_emulator_wait(hd_emulator *emulator, int warp, int barrier, int64_t phase, hd_error *error);

/* ---- looking on, outside of all order ---- */

/* The value of a cell, and whether each half of it is defined; false for no cell. */
HD_PORTABLE bool hd_emulator_peek(const hd_emulator *emulator, hd_cell cell, uint32_t *value, bool defined[2]);
/* Puts a value into a cell. */
HD_PORTABLE bool hd_emulator_poke(hd_emulator *emulator, hd_cell cell, uint32_t value);

#ifdef __cplusplus
}
#endif
#endif
