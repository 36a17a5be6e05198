/* What do 32 threads do together on an emulating GPU? Loads, stores, waits, allocation, barriers. Part of emulation.h.
 *
 * Invariant: a warp assembles at every such instruction, whatever way its threads have come, and one of them, the first
 * that has not returned, speaks for all: it compares their wishes and asks the emulator, behind the block's lock. The
 * others wait for it; each moves its own registers. */
#ifndef HEDDLE_KERNELS_EMULATION_WARP_H
#define HEDDLE_KERNELS_EMULATION_WARP_H

#include "emulation_state.h"

namespace hd_emulated {

/* Each thread's part in what 32 of them do, or do not do in step. */
HD_ON_GPU void hd_stand(hd_wish wish);

#if defined(__CUDA_ARCH__)

HD_ON_GPU int hd_lane() { return (int)(threadIdx.x % HD_WARP_THREADS); }

HD_ON_GPU void hd_refuse_difference(const hd_block *block, int first, int thread, const char *reason) {
  if (hd_wish_weight(&block->wish[first]) > hd_wish_weight(&block->wish[thread])) {
    const int swapped = first;
    first = thread;
    thread = swapped;
  }
  const hd_wish *wish = &block->wish[thread], *other = &block->wish[first];
  hd_fault *fault =
      hd_note(wish->file, wish->line, thread, -1, HD_UNDEFINED, reason[0] == 0 ? HD_SAYS_DIVERGED : reason);
  if (fault == NULL) return;
  if (reason[0] == 0) {
    fault->numbers[0] = thread, fault->numbers[1] = first;
    hd_copy_place(&fault->stands[0], wish);
    hd_copy_place(&fault->stands[1], other);
  } else {
    hd_copy_text(fault->caller, HD_SAYS_DIFFERENT);
    fault->numbers[0] = wish->address, fault->numbers[1] = other->address, fault->numbers[2] = first;
  }
}

/* Whether all threads of the warp that have not returned are here. Which of its threads are not is asked for as long as
 * something goes on: whoever has taken another way may stand where the compiler has the ways meet, and wait there for
 * those that are here. */
HD_ON_GPU bool hd_are_all_here(const hd_block *block) {
  const int first = HD_WARP_THREADS * hd_warp();
  const unsigned stands = block->stands[threadIdx.x];
  hd_patience patience = hd_begin_patience(block);
  for (int t = first; t < first + HD_WARP_THREADS; ++t)
    while (*(const volatile hd_wish_kind *)&block->wish[t].kind != HD_WISH_RETURNED &&
           (int)(*(const volatile unsigned *)&block->stands[t] - stands) < 0)
      if (!hd_may_wait(block, &patience, HD_EMULATION_PATIENCE * 500000000ull)) {
        hd_refuse_difference(block, t, (int)threadIdx.x, "");
        return false;
      }
  return true;
}

/* Waits until all threads of the warp that have not returned are here. Whether they are. */
HD_ON_GPU bool hd_assemble(hd_block *block, const hd_wish *wish) {
  block->wish[threadIdx.x] = *wish;
  __threadfence();
  *(volatile unsigned *)&block->stands[threadIdx.x] += 1;
  if (__activemask() != 0xFFFFFFFFu && !hd_are_all_here(block)) return false;
  __syncwarp();
  return true;
}

/* Whether this is the one that speaks for its warp. */
HD_ON_GPU bool hd_speaks(const hd_block *block) {
  int speaker = HD_WARP_THREADS * hd_warp();
  while (block->wish[speaker].kind == HD_WISH_RETURNED) ++speaker;
  return speaker == (int)threadIdx.x;
}

/* Whether the warp's threads are all at one wish. */
HD_ON_GPU bool hd_agree(const hd_block *block, int warp) {
  const int first = HD_WARP_THREADS * warp;
  for (int t = first + 1; t < first + HD_WARP_THREADS; ++t) {
    const char *reason = hd_wish_difference(&block->wish[first], &block->wish[t]);
    if (reason == NULL) continue;
    hd_refuse_difference(block, first, t, reason);
    return false;
  }
  return true;
}

/* ---- loads and stores ---- */

/* Where the newest of a warp's loads and stores is kept; NULL: there is no room. By the speaker. */
HD_ON_GPU hd_issued *hd_begin_issue(hd_block *block, int warp, const hd_wish *wish) {
  hd_block_warp *own = &block->warp[warp];
  int k = 0;
  hd_lock(block);
  while (k < HD_EMULATOR_PENDING && block->issued[k].wish.kind != HD_WISH_NONE) ++k;
  if (k < HD_EMULATOR_PENDING) block->issued[k].wish = *wish;
  hd_unlock(block);
  if (k == HD_EMULATOR_PENDING) {
    hd_note(wish->file, wish->line, HD_WARP_THREADS * warp, -1, HD_CAPACITY, HD_SAYS_UNDER_WAY);
    return NULL;
  }
  own->issued[own->issues++] = k;
  if (wish->kind == HD_WISH_LOAD) ++own->loads;
  return &block->issued[k];
}

HD_ON_GPU hd_issued *hd_newest(hd_block *block, int warp) {
  return &block->issued[block->warp[warp].issued[block->warp[warp].issues - 1]];
}

/* This thread's registers to where they are staged, and back. */
HD_ON_GPU void hd_stage(hd_issued *issued) {
  const int lane = hd_lane();
  for (int r = 0; r < issued->count; ++r) issued->value[lane][r] = issued->registers[lane][r];
}
HD_ON_GPU void hd_unstage(hd_issued *issued) {
  const int lane = hd_lane();
  for (int r = 0; r < issued->count; ++r) issued->registers[lane][r] = issued->value[lane][r];
}

/* What an instruction came too early after, when that is still under way: the error names its warp and a column. */
HD_ON_GPU const hd_wish *hd_issued_before(const hd_block *block, const hd_wish *wish) {
  const hd_error *error = &block->error;
  if (error->status != HD_UNDEFINED || error->number[3] < 0 || error->number[3] >= HD_EMULATOR_WARPS) return NULL;
  const hd_block_warp *warp = &block->warp[error->number[3]];
  for (int k = 0; k < warp->issues; ++k) {
    const hd_wish *before = &block->issued[warp->issued[k]].wish;
    if (before != wish && hd_wish_reaches(before, error->number[1])) return before;
  }
  return NULL;
}

/* The operation that the threads have staged, by the speaker. Whether it is under way. */
HD_ON_GPU bool hd_issue(hd_block *block, int warp) {
  hd_issued *issued = hd_newest(block, warp);
  const hd_wish *wish = &issued->wish;
  const hd_access access = hd_wish_access(wish->form);
  hd_lock(block);
  hd_status status =
      wish->kind == HD_WISH_STORE
          ? hd_emulator_store(block->emulator, warp, &access, wish->address, issued->staged, &block->error)
          : hd_emulator_load(block->emulator, warp, &access, wish->address, issued->staged,
                             wish->reduced == NULL ? NULL : issued->reduction, &block->error);
  if (status != HD_OK) hd_refuse_wish(wish->file, wish->line, warp, hd_issued_before(block, wish), &block->error);
  hd_unlock(block);
  return status == HD_OK;
}

HD_ON_GPU void hd_move(hd_block *block, const hd_wish *wish, bool speaks) {
  const int lane = hd_lane(), warp = hd_warp();
  if (speaks) block->warp[warp].goes_on = hd_begin_issue(block, warp, wish) != NULL;
  __syncwarp();
  if (!block->warp[warp].goes_on) return;
  hd_issued *issued = hd_newest(block, warp);
  const hd_access access = hd_wish_access(wish->form);
  if (speaks) issued->count = hd_emulate_registers(&access);
  issued->registers[lane] = wish->registers;
  issued->reduced[lane] = wish->reduced;
  issued->staged[lane] = issued->value[lane];
  __syncwarp();
  if (wish->kind == HD_WISH_STORE) hd_stage(issued);
  __syncwarp();
  if (speaks) block->warp[warp].goes_on = hd_issue(block, warp);
  __syncwarp();
  if (block->warp[warp].goes_on && wish->kind == HD_WISH_LOAD) hd_unstage(issued);
}

/* The n-th of a warp's loads or stores that are under way; NULL: there are no more. */
HD_ON_GPU hd_issued *hd_issued_at(hd_block *block, int warp, hd_wish_kind kind, int64_t n) {
  for (int k = 0; k < block->warp[warp].issues; ++k) {
    hd_issued *issued = &block->issued[block->warp[warp].issued[k]];
    if (issued->wish.kind == kind && n-- == 0) return issued;
  }
  return NULL;
}

/* The wait that the threads have staged their registers for, by the speaker. Whether all is well. */
HD_ON_GPU bool hd_complete(hd_block *block, const hd_wish *wish, int warp, hd_wish_kind kind) {
  hd_lock(block);
  hd_status status = kind == HD_WISH_LOAD ? hd_emulator_wait_load(block->emulator, warp, &block->error)
                                          : hd_emulator_wait_store(block->emulator, warp, &block->error);
  if (status != HD_OK) {
    const hd_issued *issued = hd_issued_at(block, warp, kind, block->error.number[3]);
    hd_refuse_wish(wish->file, wish->line, warp, issued == NULL ? NULL : &issued->wish, &block->error);
  }
  hd_unlock(block);
  return status == HD_OK;
}

/* All of a warp's loads, or of its stores, are forgotten, by the speaker. */
HD_ON_GPU void hd_forget(hd_block *block, int warp, hd_wish_kind kind) {
  hd_block_warp *own = &block->warp[warp];
  int kept = 0;
  hd_lock(block);
  for (int k = 0; k < own->issues; ++k) {
    hd_wish *wish = &block->issued[own->issued[k]].wish;
    if (wish->kind != kind) own->issued[kept++] = own->issued[k];
    else wish->kind = HD_WISH_NONE;
  }
  hd_unlock(block);
  own->issues = kept;
  if (kind == HD_WISH_LOAD) own->loads = 0;
}

HD_ON_GPU void hd_wait_for(hd_block *block, const hd_wish *wish, hd_wish_kind kind, bool speaks) {
  const int lane = hd_lane(), warp = hd_warp();
  hd_issued *issued;
  for (int n = 0; (issued = hd_issued_at(block, warp, kind, n)) != NULL; ++n) hd_stage(issued);
  __syncwarp();
  if (speaks) block->warp[warp].goes_on = hd_complete(block, wish, warp, kind);
  __syncwarp();
  for (int n = 0; kind == HD_WISH_LOAD && (issued = hd_issued_at(block, warp, kind, n)) != NULL; ++n) {
    hd_unstage(issued);
    if (issued->reduced[lane] != NULL) *issued->reduced[lane] = issued->reduction[lane];
  }
  __syncwarp();
  if (speaks) hd_forget(block, warp, kind);
  __syncwarp();
}

/* ---- allocation, by the speaker ---- */

HD_ON_GPU void hd_allocate(hd_block *block, const hd_wish *wish, int warp) {
  hd_patience patience = hd_begin_patience(block);
  hd_status status;
  uint32_t address = 0;
  do {
    hd_lock(block);
    status = hd_emulator_alloc(block->emulator, warp, wish->count, &block->error, &address);
    if (status == HD_OK) {
      hd_wish *allocated = &block->allocated[block->allocations++];
      *allocated = *wish;
      allocated->index = warp;
      allocated->address = address;
      *wish->registers = address;
    } else if (status != HD_UNDECIDED) {
      hd_refuse_wish(wish->file, wish->line, warp, NULL, &block->error);
    }
    hd_unlock(block);
  } while (status == HD_UNDECIDED && hd_is_patient(block, wish, &patience));
}

HD_ON_GPU void hd_deallocate(hd_block *block, const hd_wish *wish, int warp) {
  hd_lock(block);
  if (hd_emulator_dealloc(block->emulator, warp, wish->address, wish->count, &block->error) != HD_OK)
    hd_refuse_wish(wish->file, wish->line, warp, hd_issued_before(block, wish), &block->error);
  int kept = 0;
  for (int k = 0; k < block->allocations; ++k)
    if (block->allocated[k].address != wish->address) block->allocated[kept++] = block->allocated[k];
  block->allocations = kept;
  hd_unlock(block);
}

HD_ON_GPU void hd_relinquish(hd_block *block, const hd_wish *wish, int warp) {
  hd_lock(block);
  if (hd_emulator_relinquish(block->emulator, warp, &block->error) != HD_OK)
    hd_refuse_wish(wish->file, wish->line, warp, NULL, &block->error);
  hd_unlock(block);
}

/* ---- barriers of threads ---- */

/* The warps that have come hand on to each other what they know. Behind the lock. */
HD_ON_GPU void hd_pass(hd_block *block, const hd_wish *wish) {
  const int64_t phase = block->sync[wish->index].phase;
  for (int wait = 0; wait < 2; ++wait)
    for (int warp = 0; warp < HD_EMULATOR_WARPS; ++warp) {
      if ((block->sync[wish->index].warps >> warp & 1) == 0) continue;
      hd_status status = wait ? hd_emulator_wait(block->emulator, warp, wish->index, phase, &block->error)
                              : hd_emulator_arrive(block->emulator, warp, wish->index, phase, &block->error);
      if (status != HD_OK) hd_refuse_wish(wish->file, wish->line, warp, NULL, &block->error);
    }
  block->sync[wish->index].warps = 0;
  *(volatile int64_t *)&block->sync[wish->index].phase = phase + 1;
}

/* By the speaker. Whether the barrier was complete: where it was not, who has come has gone away again. */
HD_ON_GPU bool hd_meet(hd_block *block, const hd_wish *wish, int warp) {
  const int64_t needed = wish->count == 0 ? blockDim.x : wish->count;
  hd_lock(block);
  const int64_t phase = block->sync[wish->index].phase;
  block->sync[wish->index].warps |= 1u << warp;
  if (HD_WARP_THREADS * __popc(block->sync[wish->index].warps) >= needed) hd_pass(block, wish);
  hd_unlock(block);
  hd_patience patience = hd_begin_patience(block);
  while (*(volatile int64_t *)&block->sync[wish->index].phase == phase && hd_is_patient(block, wish, &patience)) {
  }
  hd_lock(block);
  const bool complete = block->sync[wish->index].phase != phase;
  if (!complete) block->sync[wish->index].warps &= ~(1u << warp);
  hd_unlock(block);
  return complete;
}

/* The hardware's own barrier behind the emulated one: it is complete where that one is, and tools that look for races
 * in shared memory know it. */
HD_ON_GPU void hd_meet_in_hardware(const hd_wish *wish) {
  const unsigned threads = wish->count == 0 ? blockDim.x : (unsigned)wish->count;
  asm volatile("barrier.sync %0, %1;" : : "r"(wish->index), "r"(threads) : "memory");
}

HD_ON_GPU void hd_stand(hd_wish wish) {
  if (hd_has_fault()) return;
  hd_block *block = hd_here();
  const int warp = hd_warp();
  if (!hd_assemble(block, &wish)) return;
  const bool speaks = hd_speaks(block);
  if (speaks) {
    block->warp[warp].goes_on = hd_agree(block, warp) && !hd_has_fault();
    hd_note_progress(block);
  }
  __syncwarp();
  if (!block->warp[warp].goes_on) return;
  __syncwarp();
  switch (wish.kind) {
    case HD_WISH_LOAD:
    case HD_WISH_STORE:
      hd_move(block, &wish, speaks);
      __syncwarp();
      if (wish.form.waits && block->warp[warp].goes_on) hd_wait_for(block, &wish, wish.kind, speaks);
      break;
    case HD_WISH_WAIT_LOAD: hd_wait_for(block, &wish, HD_WISH_LOAD, speaks); break;
    case HD_WISH_WAIT_STORE: hd_wait_for(block, &wish, HD_WISH_STORE, speaks); break;
    case HD_WISH_SYNC:
      if (speaks) block->warp[warp].goes_on = hd_meet(block, &wish, warp);
      __syncwarp();
      if (block->warp[warp].goes_on) hd_meet_in_hardware(&wish);
      break;
    default:
      if (speaks && wish.kind == HD_WISH_ALLOC) hd_allocate(block, &wish, warp);
      if (speaks && wish.kind == HD_WISH_DEALLOC) hd_deallocate(block, &wish, warp);
      if (speaks && wish.kind == HD_WISH_RELINQUISH) hd_relinquish(block, &wish, warp);
  }
  __syncwarp();
  block->wish[threadIdx.x].kind = HD_WISH_NONE;
}

#endif
} // namespace hd_emulated

#endif
