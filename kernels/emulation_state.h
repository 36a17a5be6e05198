/* What does a block of a launch on a GPU know, and how is its first fault reported? Part of emulation.h.
 *
 * Invariant: whatever the threads of a block share lies in its hd_block, in global memory, and is changed only behind
 * its lock; but a thread's wish is its own until its warp has assembled, and what a warp has under way is the warp's. The
 * rules of tensor memory are those of the host: the sources of the emulator, compiled into the kernel. */
#ifndef HEDDLE_KERNELS_EMULATION_STATE_H
#define HEDDLE_KERNELS_EMULATION_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* While the host's side of a file is compiled, functions of the GPU are declared and not defined: no other compiler sees
 * their bodies. A function of the device layer stays one: what is inlined into every instruction of a kernel takes
 * minutes to compile. */
#define HD_PORTABLE inline __device__
#if defined(__CUDA_ARCH__)
#define HD_ON_GPU inline __device__ __noinline__
#else
#define HD_ON_GPU inline __device__
#endif

#pragma nv_diagnostic push
#pragma nv_diag_suppress 20037 /* declared __device__, as above, and defined without */
#pragma nv_diag_suppress 177   /* what no kernel calls */
#pragma nv_diag_suppress 821   /* what is defined for the GPU alone */

namespace hd_emulated {

#include "sentences.h"
#if defined(__CUDA_ARCH__)
/* The sources are C: what is static there is so on the GPU. */
#define static static __device__
#endif
#include "wish.h"
#if defined(__CUDA_ARCH__)
#include "../algebra/refusals_numbers.c"
#include "../algebra/status.c"
#include "../tmem/allocation.c"
#include "../tmem/emulator.c"
#include "../tmem/emulator_copy.c"
#include "../tmem/emulator_move.c"
#include "../tmem/emulator_order.c"
#include "../tmem/emulator_place.c"
#include "../tmem/emulator_reduce.c"
#undef static
#endif

enum {
  HD_BLOCK_THREADS = HD_WARP_THREADS * HD_EMULATOR_WARPS,
  HD_BLOCK_SYNCS = 16, /* barriers of threads: the emulator's first */
  HD_BLOCK_BARRIERS = HD_EMULATOR_BARRIERS - HD_BLOCK_SYNCS,
  HD_FAULT_TEXT = 256
};

/* Where something stands in the source, as text that outlives the kernel. */
typedef struct hd_place {
  int kind, line; /* an hd_wish_kind; line 0: nowhere */
  char file[HD_FAULT_TEXT];
} hd_place;

/* The first fault of a launch. */
typedef struct hd_fault {
  unsigned taken; /* 0: none yet; whoever makes it 1 fills in the rest */
  int status, block, thread, number;
  hd_place here, other, stands[2]; /* stands: of the two threads that a sentence speaks of */
  char caller[HD_FAULT_TEXT], operation[HD_FAULT_TEXT], reason[HD_FAULT_TEXT], hint[HD_FAULT_TEXT]; /* or "" */
  int64_t numbers[HD_ERROR_NUMBERS];
} hd_fault;

/* A load or store that is issued and not waited for. `staged` stands for the threads' registers towards the emulator:
 * no thread reaches the registers of another. */
typedef struct hd_issued {
  hd_wish wish; /* of the warp's first thread; HD_WISH_NONE: free */
  int count;    /* of registers */
  uint32_t *registers[HD_WARP_THREADS], *reduced[HD_WARP_THREADS];
  uint32_t *staged[HD_WARP_THREADS];
  uint32_t reduction[HD_WARP_THREADS];
  uint32_t value[HD_WARP_THREADS][HD_INSTRUCTION_REGISTERS];
} hd_issued;

typedef struct hd_block_warp {
  int issues, loads;               /* under way, and loads among them */
  int issued[HD_EMULATOR_PENDING]; /* in order of issue */
  bool goes_on;                    /* what its threads are to do, by the one that speaks for them */
} hd_block_warp;

typedef struct hd_block {
  unsigned lock, progress, returned;
  hd_emulator *emulator;
  hd_error error;
  struct {
    unsigned warps; /* that have come, a bit each */
    int64_t phase;
  } sync[HD_BLOCK_SYNCS];
  struct {
    const void *key; /* NULL: none */
    int arrivals, left;
    int64_t phase;
  } barrier[HD_BLOCK_BARRIERS];
  hd_wish wish[HD_BLOCK_THREADS];
  unsigned stands[HD_BLOCK_THREADS]; /* how many instructions of its warp each thread has come to */
  hd_block_warp warp[HD_EMULATOR_WARPS];
  hd_issued issued[HD_EMULATOR_PENDING];
  hd_wish allocated[HD_EMULATOR_ALLOCATIONS]; /* index: the warp */
  int allocations;
} hd_block;

/* The launch that is under way. */
typedef struct hd_setting {
  uint8_t *blocks; /* zeroes; an hd_block, and behind it the emulator's memory, for each block */
  size_t block_bytes, emulator_bytes;
  hd_fault *fault;
  uint64_t seed;
  int columns, taken;
  bool without_reduction;
} hd_setting;
static __device__ hd_setting hd_now;

#if defined(__CUDA_ARCH__)

HD_ON_GPU hd_block *hd_here() { return (hd_block *)(hd_now.blocks + blockIdx.x * hd_now.block_bytes); }
HD_ON_GPU int hd_warp() { return (int)(threadIdx.x / HD_WARP_THREADS); }

HD_ON_GPU void hd_lock(hd_block *block) {
  while (atomicCAS(&block->lock, 0u, 1u) != 0) __nanosleep(50);
  __threadfence();
}
HD_ON_GPU void hd_unlock(hd_block *block) {
  __threadfence();
  atomicExch(&block->lock, 0u);
}

/* ---- the first fault; after it, instructions do nothing, and threads run to their end ---- */

HD_ON_GPU bool hd_has_fault() { return *(volatile unsigned *)&hd_now.fault->taken != 0; }

HD_ON_GPU void hd_copy_text(char to[HD_FAULT_TEXT], const char *from) {
  int k = 0;
  for (; from != NULL && from[k] != 0 && k < HD_FAULT_TEXT - 1; ++k) to[k] = from[k];
  to[k] = 0;
}

HD_ON_GPU void hd_copy_place(hd_place *to, const hd_wish *wish) {
  to->kind = wish->kind;
  to->line = wish->line;
  hd_copy_text(to->file, wish->file);
}

/* Notes a fault, where it is the first: NULL where it is not. thread, number: -1: of none */
HD_ON_GPU hd_fault *hd_note(const char *file, int line, int thread, int number, hd_status status, const char *reason) {
  hd_fault *fault = hd_now.fault;
  if (atomicCAS(&fault->taken, 0u, 1u) != 0) return NULL;
  fault->status = status;
  fault->block = (int)blockIdx.x;
  fault->thread = thread;
  fault->number = number;
  fault->here.line = line;
  hd_copy_text(fault->here.file, file);
  hd_copy_text(fault->reason, reason);
  return fault;
}

/* An error of the emulator, about an instruction of a warp and, where `issued` is given, one before it. */
HD_ON_GPU void hd_refuse_wish(const char *file, int line, int warp, const hd_wish *issued, const hd_error *error) {
  const bool known = error->number[4] == 1;
  hd_fault *fault = hd_note(file, line, HD_WARP_THREADS * warp + (known ? (int)error->number[5] : 0),
                            known ? (int)error->number[6] : -1, error->status, error->reason);
  if (fault == NULL) return;
  hd_copy_text(fault->caller, error->caller);
  hd_copy_text(fault->operation, error->operation);
  hd_copy_text(fault->hint, error->hint);
  for (int k = 0; k < HD_ERROR_NUMBERS; ++k) fault->numbers[k] = error->number[k];
  if (issued != NULL) hd_copy_place(&fault->other, issued);
}

/* The same of the thread that runs, with two numbers. */
HD_ON_GPU void hd_refuse_here(const char *file, int line, hd_status status, const char *reason, int64_t a, int64_t b) {
  hd_fault *fault = hd_note(file, line, (int)threadIdx.x, -1, status, reason);
  if (fault != NULL) fault->numbers[0] = a, fault->numbers[1] = b;
}

/* ---- waiting, but not for ever ---- */

typedef struct hd_patience {
  unsigned progress;
  uint64_t since;
} hd_patience;

HD_ON_GPU uint64_t hd_nanoseconds() {
  uint64_t now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  return now;
}

HD_ON_GPU void hd_note_progress(hd_block *block) { atomicAdd(&block->progress, 1u); }

HD_ON_GPU hd_patience hd_begin_patience(const hd_block *block) {
  hd_patience patience = {*(volatile const unsigned *)&block->progress, hd_nanoseconds()};
  return patience;
}

#ifndef HD_EMULATION_PATIENCE
#define HD_EMULATION_PATIENCE 10 /* seconds in which nothing goes on in a block that are taken for a deadlock */
#endif

/* Whether to go on waiting: there is no fault, and something goes on in the block, or did so not long ago. */
HD_ON_GPU bool hd_may_wait(const hd_block *block, hd_patience *patience, uint64_t nanoseconds) {
  if (hd_has_fault()) return false;
  __nanosleep(200);
  const hd_patience now = hd_begin_patience(block);
  if (now.progress != patience->progress) *patience = now;
  return now.since - patience->since < nanoseconds;
}

/* The same at a wish, and that this is a deadlock where nothing goes on. */
HD_ON_GPU bool hd_is_patient(const hd_block *block, const hd_wish *wish, hd_patience *patience) {
  if (hd_may_wait(block, patience, HD_EMULATION_PATIENCE * 1000000000ull)) return true;
  hd_fault *fault =
      hd_note(wish->file, wish->line, (int)threadIdx.x, -1, HD_UNDEFINED, HD_SAYS_DEADLOCK ": warp {0} {w0}");
  if (fault != NULL) {
    fault->numbers[0] = hd_warp();
    hd_copy_place(&fault->stands[0], wish);
  }
  return false;
}

#endif
} // namespace hd_emulated

#endif
