/* Barriers of threads and mbarriers; shared memory; and what single threads do: commit, cp, shift. */
#include "kernels/host_state.h"
#include "kernels/sentences.h"

#include <string.h>

static int running_warp(void) { return hd_host_now->running / HD_WARP_THREADS; }

static void fault_here(const char *file, int line, hd_status status, const char *text) {
  hd_host_fault(hd_host_now, &(hd_wish){.file = file, .line = line}, hd_host_now->running, -1, NULL, status, text);
}

static void check(const char *file, int line, hd_status status, const hd_error *error) {
  if (status == HD_OK) return;
  const hd_wish wish = {.file = file, .line = line};
  hd_host_refused(hd_host_now, &wish, running_warp(), NULL, error);
}

/* ---- shared memory ---- */

void *hd_host_shared(const char *file, int line, const void *key, size_t bytes) {
  hd_host *host = hd_host_now;
  for (int k = 0; k < host->arrays; ++k)
    if (host->array[k].key == key) return host->shared + host->array[k].at;
  size_t at = (host->shared_used + 1023) / 1024 * 1024;
  if (host->arrays == HD_HOST_ARRAYS || bytes > HD_EMULATOR_SHARED || at > HD_EMULATOR_SHARED - bytes)
    fault_here(file, line, HD_CAPACITY, "shared memory is full: 32 arrays and 256 KiB are all there is");
  host->array[host->arrays].key = key;
  host->array[host->arrays++].at = at;
  host->shared_used = at + bytes;
  return host->shared + at;
}

static uint32_t shared_address(const hd_wish *wish, const void *shared) {
  uintptr_t at = (uintptr_t)shared - (uintptr_t)hd_host_now->shared;
  if (at >= HD_EMULATOR_SHARED)
    hd_host_fault(hd_host_now, wish, hd_host_now->running, -1, NULL, HD_RANGE, HD_SAYS_NOT_SHARED);
  return (uint32_t)at;
}

uint32_t hd_host_shared_address(const void *shared) { return shared_address(NULL, shared); }

static void check_aligned(const char *file, int line, const void *memory, int words) {
  char text[160];
  if (hd_host_now->launch->unchecked || (uintptr_t)memory % ((size_t)words * 4) == 0) return;
  hd_say(text, sizeof text, HD_SAYS_MISALIGNED,
         (int64_t[]){words * 4, (int64_t)((uintptr_t)memory % ((size_t)words * 4))}, NULL);
  fault_here(file, line, HD_RANGE, text);
}

void hd_host_put(const char *file, int line, void *to, const uint32_t *from, int words) {
  check_aligned(file, line, to, words);
  for (int k = 0; k < words; ++k) hd_host_read(file, line, from, sizeof *from, (size_t)k);
  memcpy(to, from, (size_t)words * 4);
}

void hd_host_get(const char *file, int line, const void *from, uint32_t *to, int words) {
  check_aligned(file, line, from, words);
  memcpy(to, from, (size_t)words * 4);
}

/* ---- barriers of threads ---- */

void hd_host_sync(const char *file, int line, int barrier, int threads) {
  if (barrier < 0 || barrier >= HD_HOST_SYNCS || threads % HD_WARP_THREADS != 0)
    fault_here(file, line, HD_RANGE, HD_SAYS_BAD_SYNC);
  hd_host_stand((hd_wish){.kind = HD_WISH_SYNC, .file = file, .line = line, .index = barrier, .count = threads});
}

void hd_host_sync_warp(const char *file, int line) {
  hd_host_stand((hd_wish){.kind = HD_WISH_SYNC_WARP, .file = file, .line = line});
}

/* Lets a warp's threads go on when the last of them has come. */
static bool release_warp(hd_host *host, int first) {
  for (int t = first; t < first + HD_WARP_THREADS; ++t)
    if (host->thread[t].wish.kind != HD_WISH_SYNC_WARP) return false;
  for (int t = first; t < first + HD_WARP_THREADS; ++t) host->thread[t].wish.kind = HD_WISH_NONE;
  return true;
}

static bool stands_at(const hd_host *host, int thread, int sync) {
  const hd_wish *wish = &host->thread[thread].wish;
  return wish->kind == HD_WISH_SYNC && wish->index == sync;
}

/* Whether as many threads have come as the barrier is for. Unchecked, who has returned is not waited for. */
static bool is_complete(const hd_host *host, int sync) {
  int64_t come = 0, needed = host->launch->threads;
  for (int t = 0; t < host->launch->threads; ++t) {
    const hd_wish *wish = &host->thread[t].wish;
    if (stands_at(host, t, sync)) {
      ++come;
      if (wish->count != 0) needed = wish->count;
    } else if (host->launch->unchecked && wish->kind == HD_WISH_RETURNED) {
      --needed;
    }
  }
  return come > 0 && come >= needed;
}

/* The warps that have come hand on to each other what they know. */
static void pass(hd_host *host, int sync) {
  for (int wait = 0; wait < 2; ++wait)
    for (int t = 0; t < host->launch->threads; t += HD_WARP_THREADS) {
      hd_error error;
      if (host->launch->unchecked || !stands_at(host, t, sync)) continue;
      hd_status status = (wait ? hd_emulator_wait : hd_emulator_arrive)(host->emulator, t / HD_WARP_THREADS, sync,
                                                                        host->sync_phase[sync], &error);
      if (status != HD_OK) hd_host_refused(host, &host->thread[t].wish, t / HD_WARP_THREADS, NULL, &error);
    }
  ++host->sync_phase[sync];
  for (int t = 0; t < host->launch->threads; ++t)
    if (stands_at(host, t, sync)) host->thread[t].wish.kind = HD_WISH_NONE;
}

/* ---- mbarriers ---- */

static int find_barrier(const hd_barrier *barrier) {
  int k = 0;
  while (k < HD_HOST_BARRIERS && hd_host_now->barrier[k].key != barrier) ++k;
  return k;
}

static int known_barrier(const char *file, int line, const hd_barrier *barrier) {
  int k = find_barrier(barrier);
  if (k == HD_HOST_BARRIERS) fault_here(file, line, HD_UNDEFINED, HD_SAYS_NO_BARRIER);
  return k;
}

void hd_host_barrier_init(const char *file, int line, hd_barrier *barrier, int arrivals) {
  hd_host *host = hd_host_now;
  shared_address(&(hd_wish){.file = file, .line = line}, barrier);
  if (arrivals < 1) fault_here(file, line, HD_RANGE, HD_SAYS_NO_ARRIVALS);
  if (find_barrier(barrier) < HD_HOST_BARRIERS)
    fault_here(file, line, HD_UNDEFINED, HD_SAYS_BARRIER_TWICE);
  int k = find_barrier(NULL);
  if (k == HD_HOST_BARRIERS) fault_here(file, line, HD_CAPACITY, HD_SAYS_MANY_BARRIERS);
  host->barrier[k].key = barrier;
  host->barrier[k].arrivals = host->barrier[k].left = arrivals;
  host->barrier[k].phase = 0;
}

static void arrive(int k) {
  if (--hd_host_now->barrier[k].left > 0) return;
  hd_host_now->barrier[k].left = hd_host_now->barrier[k].arrivals;
  ++hd_host_now->barrier[k].phase;
}

void hd_host_barrier_arrive(const char *file, int line, hd_barrier *barrier) {
  hd_host *host = hd_host_now;
  hd_error error;
  int k = known_barrier(file, line, barrier);
  if (!host->launch->unchecked)
    check(file, line,
          hd_emulator_arrive(host->emulator, running_warp(), HD_HOST_SYNCS + k, host->barrier[k].phase, &error),
          &error);
  arrive(k);
}

void hd_host_barrier_wait(const char *file, int line, hd_barrier *barrier, int parity) {
  int k = known_barrier(file, line, barrier);
  hd_host_stand((hd_wish){.kind = HD_WISH_BARRIER, .file = file, .line = line, .index = k, .count = parity & 1});
}

/* The phase of this parity is over when the one that runs has the other. */
static bool is_past(const hd_host *host, const hd_wish *wish) {
  return wish->kind == HD_WISH_BARRIER && host->barrier[wish->index].phase % 2 != wish->count;
}

/* Whoever has waited for the phase that is over now is handed what arrived in that one, whatever comes until it runs.
 * Before the first phase nothing has arrived, and who waits for the other parity then is let through at once. */
static void let_through(hd_host *host, int thread) {
  hd_wish *wish = &host->thread[thread].wish;
  int64_t past = host->barrier[wish->index].phase - 1;
  int warp = thread / HD_WARP_THREADS;
  hd_error error;
  if (!host->launch->unchecked && past >= 0 &&
      hd_emulator_wait(host->emulator, warp, HD_HOST_SYNCS + wish->index, past, &error) != HD_OK)
    hd_host_refused(host, wish, warp, NULL, &error);
  wish->kind = HD_WISH_NONE;
}

bool hd_host_release(hd_host *host) {
  bool released = false;
  for (int t = 0; t < host->launch->threads; ++t) {
    if (!is_past(host, &host->thread[t].wish)) continue;
    let_through(host, t);
    released = true;
  }
  for (int t = 0; t < host->launch->threads; t += HD_WARP_THREADS) released = release_warp(host, t) || released;
  for (int sync = 0; sync < HD_HOST_SYNCS; ++sync) {
    if (!is_complete(host, sync)) continue;
    pass(host, sync);
    released = true;
  }
  return released;
}

/* ---- one thread ---- */

void hd_host_commit(const char *file, int line, hd_barrier *barrier) {
  hd_host *host = hd_host_now;
  hd_error error;
  int k = known_barrier(file, line, barrier);
  if (!host->launch->unchecked)
    check(file, line,
          hd_emulator_commit(host->emulator, running_warp(), HD_HOST_SYNCS + k, host->barrier[k].phase, &error),
          &error);
  arrive(k);
}

void hd_host_cp(const char *file, int line, const char *shape, const char *format, uint32_t address,
                uint64_t descriptor) {
  static const int swizzles[8] = {0, -1, 128, -1, 64, -1, 32, -1};
  hd_host *host = hd_host_now;
  hd_error error;
  hd_copy_id id;
  hd_copy_source source = {.shared = host->shared,
                           .bytes = HD_EMULATOR_SHARED,
                           .start = (int64_t)(descriptor & 0x3FFF) << 4,
                           .leading = (int64_t)(descriptor >> 16 & 0x3FFF) << 4,
                           .stride = (int64_t)(descriptor >> 32 & 0x3FFF) << 4,
                           .swizzle = swizzles[descriptor >> 61]};
  check(file, line, hd_copy_find(shape, strlen(shape), &error, &id), &error);
  check(file, line,
        hd_emulator_copy(host->emulator, running_warp(), id,
                         format[0] == 0                    ? HD_COPY_PLAIN
                         : strstr(format, "b6x16") != NULL ? HD_COPY_B6X16
                                                           : HD_COPY_B4X16,
                         address, &source, &error),
        &error);
}

void hd_host_shift(const char *file, int line, uint32_t address) {
  hd_error error;
  check(file, line, hd_emulator_shift(hd_host_now->emulator, running_warp(), address, &error), &error);
}
