/* What does one thread do on an emulating GPU? mbarriers, commit, cp, shift, fences, memory, its beginning and its end.
 * Part of emulation.h.
 *
 * Invariant: each is one turn behind the block's lock, but for waiting at an mbarrier, which asks until its phase is
 * over. */
#ifndef HEDDLE_KERNELS_EMULATION_THREAD_H
#define HEDDLE_KERNELS_EMULATION_THREAD_H

#include "emulation_warp.h"

/* An mbarrier. What it counts is kept by the block: the word only gives it a place. */
typedef struct hd_barrier {
  uint64_t word;
} hd_barrier;

namespace hd_emulated {

HD_ON_GPU void hd_begin_thread();
HD_ON_GPU void hd_end_thread();
HD_ON_GPU uint32_t hd_address_of(const void *shared);
HD_ON_GPU void hd_barrier_init(const char *file, int line, hd_barrier *barrier, int arrivals);
HD_ON_GPU void hd_barrier_arrive(const char *file, int line, hd_barrier *barrier);
HD_ON_GPU void hd_barrier_wait(const char *file, int line, hd_barrier *barrier, int parity);
HD_ON_GPU void hd_sync(const char *file, int line, int barrier, int threads);
HD_ON_GPU void hd_sync_warp(const char *file, int line);
HD_ON_GPU void hd_fence(bool after);
HD_ON_GPU void hd_commit(const char *file, int line, hd_barrier *barrier);
HD_ON_GPU void hd_cp(const char *file, int line, hd_copy_id shape, const char *format, uint32_t address,
                     uint64_t descriptor);
HD_ON_GPU void hd_shift(const char *file, int line, uint32_t address);
/* i, when element i of these registers is no part of a load that is under way. */
HD_ON_GPU size_t hd_read(const char *file, int line, const void *registers, size_t bytes, size_t i);
HD_ON_GPU void hd_put(const char *file, int line, uint32_t *to, const uint32_t *from, int words);
HD_ON_GPU void hd_get(const char *file, int line, const uint32_t *from, uint32_t *to, int words);

/* The shape of a copy that PTX spells so; HD_COPIES: there is none. */
__host__ __device__ constexpr hd_copy_id hd_copy_named(const char *name) {
  const char *const names[] = {
#define HD_COPY(id, text, image) text,
#include "../tmem/instructions.inc"
  };
  for (int id = 0; id < HD_COPIES; ++id) {
    int k = 0;
    while (name[k] != 0 && name[k] == names[id][k]) ++k;
    if (name[k] == names[id][k]) return (hd_copy_id)id;
  }
  return HD_COPIES;
}

#if defined(__CUDA_ARCH__)

/* For each of the threads that come here together, one after another: of threads that step together none may wait for
 * a lock that another of them holds. */
#define HD_IN_TURN                                                                                                   \
  for (unsigned hd_all = __activemask(), hd_left = hd_all; hd_left != 0; hd_left &= hd_left - 1, __syncwarp(hd_all)) \
    if (__ffs((int)hd_left) - 1 == hd_lane())

/* ---- the beginning and the end ---- */

HD_ON_GPU void hd_begin_thread() {
  hd_block *block = hd_here();
  if (threadIdx.x == 0) {
    const hd_emulator_options options = {hd_now.columns,
                                         hd_now.taken,
                                         (int32_t)(blockDim.x / HD_WARP_THREADS),
                                         hd_now.seed + blockIdx.x * 0x9E3779B97F4A7C15ull,
                                         false,
                                         !hd_now.without_reduction,
                                         false};
    if (hd_emulator_start(block + 1, hd_now.emulator_bytes, &options, &block->error, &block->emulator) != HD_OK)
      hd_refuse_wish(NULL, 0, 0, NULL, &block->error);
  }
  __threadfence();
  __syncthreads();
}

/* What must not be left when a kernel ends, by the last thread of the block. */
HD_ON_GPU void hd_finish(hd_block *block) {
  int warp = 0;
  if (hd_has_fault() || hd_emulator_finish(block->emulator, &block->error) == HD_OK) return;
  const hd_wish *left = &block->allocated[0];
  while (warp < HD_EMULATOR_WARPS && block->warp[warp].issues == 0) ++warp;
  if (warp < HD_EMULATOR_WARPS) left = &block->issued[block->warp[warp].issued[0]].wish;
  else warp = left->index;
  hd_refuse_wish(left->file, left->line, warp, NULL, &block->error);
}

HD_ON_GPU void hd_end_thread() {
  hd_block *block = hd_here();
  *(volatile hd_wish_kind *)&block->wish[threadIdx.x].kind = HD_WISH_RETURNED;
  hd_note_progress(block);
  __threadfence();
  if (atomicAdd(&block->returned, 1u) + 1 == blockDim.x) hd_finish(block);
}

/* ---- shared and global memory ---- */

HD_ON_GPU uint32_t hd_address_of(const void *shared) {
  if (__isShared(shared)) return (uint32_t)__cvta_generic_to_shared(shared);
  hd_refuse_here(NULL, 0, HD_RANGE, HD_SAYS_NOT_SHARED, 0, 0);
  return 0;
}

HD_ON_GPU bool hd_is_aligned(const char *file, int line, const void *memory, int words) {
  const uintptr_t behind = (uintptr_t)memory % (size_t)(words * 4);
  if (behind != 0) hd_refuse_here(file, line, HD_RANGE, HD_SAYS_MISALIGNED, words * 4, (int64_t)behind);
  return behind == 0;
}

HD_ON_GPU void hd_put(const char *file, int line, uint32_t *to, const uint32_t *from, int words) {
  if (!hd_is_aligned(file, line, to, words)) return;
  for (int k = 0; k < words; ++k) hd_read(file, line, from, sizeof *from, (size_t)k);
  if (words == 4) *(uint4 *)to = make_uint4(from[0], from[1], from[2], from[3]);
  else if (words == 2) *(uint2 *)to = make_uint2(from[0], from[1]);
  else *to = *from;
}

HD_ON_GPU void hd_get(const char *file, int line, const uint32_t *from, uint32_t *to, int words) {
  if (!hd_is_aligned(file, line, from, words)) return;
  for (int k = 0; k < words; ++k) to[k] = from[k];
}

HD_ON_GPU size_t hd_read(const char *file, int line, const void *registers, size_t bytes, size_t i) {
  hd_block *block = hd_here();
  const int lane = hd_lane(), warp = hd_warp();
  const char *byte = (const char *)registers + i * bytes;
  if (block->warp[warp].loads == 0) return i;
  for (int k = 0; k < block->warp[warp].issues; ++k) {
    const hd_issued *issued = &block->issued[block->warp[warp].issued[k]];
    const char *first = (const char *)issued->registers[lane];
    if (issued->wish.kind != HD_WISH_LOAD || byte < first || byte >= first + issued->count * sizeof(uint32_t)) continue;
    hd_fault *fault =
        hd_note(file, line, (int)threadIdx.x, (int)((byte - first) / 4), HD_UNDEFINED, HD_SAYS_READ_EARLY);
    if (fault != NULL) hd_copy_place(&fault->other, &issued->wish);
  }
  return i;
}

/* ---- mbarriers ---- */

/* Its number; HD_BLOCK_BARRIERS: there is none. */
HD_ON_GPU int hd_find_barrier(const hd_block *block, const void *barrier) {
  int k = 0;
  while (k < HD_BLOCK_BARRIERS && *(const void *const volatile *)&block->barrier[k].key != barrier) ++k;
  return k;
}

HD_ON_GPU int hd_known_barrier(const char *file, int line, const hd_block *block, const hd_barrier *barrier) {
  const int k = hd_find_barrier(block, barrier);
  if (k == HD_BLOCK_BARRIERS) hd_refuse_here(file, line, HD_UNDEFINED, HD_SAYS_NO_BARRIER, 0, 0);
  return k;
}

HD_ON_GPU void hd_barrier_init(const char *file, int line, hd_barrier *barrier, int arrivals) {
  hd_block *block = hd_here();
  hd_address_of(barrier);
  HD_IN_TURN {
    hd_lock(block);
    const int k = hd_find_barrier(block, NULL);
    if (arrivals < 1) hd_refuse_here(file, line, HD_RANGE, HD_SAYS_NO_ARRIVALS, 0, 0);
    else if (hd_find_barrier(block, barrier) < HD_BLOCK_BARRIERS)
      hd_refuse_here(file, line, HD_UNDEFINED, HD_SAYS_BARRIER_TWICE, 0, 0);
    else if (k == HD_BLOCK_BARRIERS) hd_refuse_here(file, line, HD_CAPACITY, HD_SAYS_MANY_BARRIERS, 0, 0);
    else {
      block->barrier[k].arrivals = block->barrier[k].left = arrivals;
      block->barrier[k].phase = 0;
      *(const void *volatile *)&block->barrier[k].key = barrier;
    }
    hd_unlock(block);
  }
}

/* Arrives, with what the thread's warp hands on or, by a commit, all that it has set going. */
HD_ON_GPU void hd_arrive(const char *file, int line, hd_barrier *barrier, bool commit) {
  hd_block *block = hd_here();
  if (hd_has_fault()) return;
  const int k = hd_known_barrier(file, line, block, barrier), warp = hd_warp();
  if (k == HD_BLOCK_BARRIERS) return;
  HD_IN_TURN {
    hd_lock(block);
    const int64_t phase = block->barrier[k].phase;
    hd_status status = commit ? hd_emulator_commit(block->emulator, warp, HD_BLOCK_SYNCS + k, phase, &block->error)
                              : hd_emulator_arrive(block->emulator, warp, HD_BLOCK_SYNCS + k, phase, &block->error);
    if (status != HD_OK) hd_refuse_wish(file, line, warp, NULL, &block->error);
    if (--block->barrier[k].left == 0) {
      block->barrier[k].left = block->barrier[k].arrivals;
      *(volatile int64_t *)&block->barrier[k].phase = phase + 1;
    }
    hd_unlock(block);
  }
  hd_note_progress(block);
}

HD_ON_GPU void hd_barrier_arrive(const char *file, int line, hd_barrier *barrier) {
  hd_arrive(file, line, barrier, false);
}
HD_ON_GPU void hd_commit(const char *file, int line, hd_barrier *barrier) { hd_arrive(file, line, barrier, true); }

HD_ON_GPU void hd_barrier_wait(const char *file, int line, hd_barrier *barrier, int parity) {
  hd_block *block = hd_here();
  if (hd_has_fault()) return;
  const int k = hd_known_barrier(file, line, block, barrier), warp = hd_warp();
  if (k == HD_BLOCK_BARRIERS) return;
  hd_wish wish = {};
  wish.kind = HD_WISH_BARRIER;
  wish.file = file;
  wish.line = line;
  hd_patience patience = hd_begin_patience(block);
  /* The phase of this parity is over when the one that runs has the other. */
  while (*(volatile int64_t *)&block->barrier[k].phase % 2 == (parity & 1))
    if (!hd_is_patient(block, &wish, &patience)) return;
  HD_IN_TURN {
    hd_lock(block);
    /* Before the first phase nothing has arrived. */
    const int64_t past = block->barrier[k].phase - 1;
    if (past >= 0 && hd_emulator_wait(block->emulator, warp, HD_BLOCK_SYNCS + k, past, &block->error) != HD_OK)
      hd_refuse_wish(file, line, warp, NULL, &block->error);
    hd_unlock(block);
  }
}

HD_ON_GPU void hd_sync(const char *file, int line, int barrier, int threads) {
  if (barrier < 0 || barrier >= HD_BLOCK_SYNCS || threads % HD_WARP_THREADS != 0) {
    hd_refuse_here(file, line, HD_RANGE, HD_SAYS_BAD_SYNC, 0, 0);
    return;
  }
  hd_wish wish = {};
  wish.kind = HD_WISH_SYNC;
  wish.file = file;
  wish.line = line;
  wish.index = barrier;
  wish.count = threads;
  hd_stand(wish);
}

HD_ON_GPU void hd_sync_warp(const char *file, int line) {
  hd_wish wish = {};
  wish.kind = HD_WISH_SYNC_WARP;
  wish.file = file;
  wish.line = line;
  hd_stand(wish);
}

/* ---- tensor memory ---- */

HD_ON_GPU void hd_fence(bool after) {
  hd_block *block = hd_here();
  if (hd_has_fault()) return;
  HD_IN_TURN {
    hd_lock(block);
    if (after) hd_emulator_fence_after(block->emulator, hd_warp());
    else hd_emulator_fence_before(block->emulator, hd_warp());
    hd_unlock(block);
  }
}

/* Where a block's shared memory ends. What is reserved comes first, with room for as much as there may be of it. */
HD_ON_GPU size_t hd_shared_bytes() {
  unsigned bytes, reserved = 0;
  asm("mov.u32 %0, %%total_smem_size;" : "=r"(bytes));
#if __CUDA_ARCH__ >= 800
  asm("mov.u32 %0, %%reserved_smem_offset_cap;" : "=r"(reserved));
#endif
  return bytes + reserved;
}

HD_ON_GPU void hd_cp(const char *file, int line, hd_copy_id shape, const char *format, uint32_t address,
                     uint64_t descriptor) {
  static const int swizzles[8] = {0, -1, 128, -1, 64, -1, 32, -1};
  hd_block *block = hd_here();
  if (hd_has_fault()) return;
  hd_copy_source source;
  source.shared = (const uint8_t *)__cvta_shared_to_generic(0);
  source.bytes = hd_shared_bytes();
  source.start = (int64_t)(descriptor & 0x3FFF) << 4;
  source.leading = (int64_t)(descriptor >> 16 & 0x3FFF) << 4;
  source.stride = (int64_t)(descriptor >> 32 & 0x3FFF) << 4;
  source.swizzle = swizzles[descriptor >> 61];
  HD_IN_TURN {
    hd_lock(block);
    hd_status status = hd_emulator_copy(block->emulator, hd_warp(), shape,
                                        format[0] == 0                  ? HD_COPY_PLAIN
                                        : hd_wish_says(format, "b6x16") ? HD_COPY_B6X16
                                                                        : HD_COPY_B4X16,
                                        address, &source, &block->error);
    if (status != HD_OK) hd_refuse_wish(file, line, hd_warp(), NULL, &block->error);
    hd_unlock(block);
  }
  hd_note_progress(block);
}

HD_ON_GPU void hd_shift(const char *file, int line, uint32_t address) {
  hd_block *block = hd_here();
  if (hd_has_fault()) return;
  HD_IN_TURN {
    hd_lock(block);
    hd_status status = hd_emulator_shift(block->emulator, hd_warp(), address, &block->error);
    if (status != HD_OK) hd_refuse_wish(file, line, hd_warp(), NULL, &block->error);
    hd_unlock(block);
  }
  hd_note_progress(block);
}

#endif
} // namespace hd_emulated

#endif
