/* What 32 threads do together: loads, stores, waits, and allocation, on the emulator. */
#include "kernels/host_state.h"
#include "kernels/sentences.h"

#include "tmem/form.h"

#include <stdio.h>
#include <string.h>

/* ---- what a thread asks for ---- */

/* Alone, where nothing is checked; else with its warp. */
static bool is_plain(void) { return hd_host_now->launch->unchecked; }

void hd_host_load(const char *file, int line, hd_wish_form form, uint32_t *registers, uint32_t *reduced,
                  uint32_t address) {
  const hd_wish wish = {.kind = HD_WISH_LOAD,
                        .file = file,
                        .line = line,
                        .form = form,
                        .address = address,
                        .registers = registers,
                        .reduced = reduced};
  if (is_plain()) hd_host_plain_load(hd_host_now, &wish, hd_host_now->running);
  else hd_host_stand(wish);
}

void hd_host_store(const char *file, int line, hd_wish_form form, const uint32_t *registers, uint32_t address) {
  /* A store leaves its registers as they are: that they can be written is what a load needs. */
  const hd_wish wish = {.kind = HD_WISH_STORE,
                        .file = file,
                        .line = line,
                        .form = form,
                        .address = address,
                        .registers = (uint32_t *)(uintptr_t)registers};
  if (is_plain()) hd_host_plain_store(hd_host_now, &wish, hd_host_now->running);
  else hd_host_stand(wish);
}

static void stand_unless_plain(hd_wish wish) {
  if (!is_plain()) hd_host_stand(wish);
}

void hd_host_wait_load(const char *file, int line) {
  stand_unless_plain((hd_wish){.kind = HD_WISH_WAIT_LOAD, .file = file, .line = line});
}
void hd_host_wait_store(const char *file, int line) {
  stand_unless_plain((hd_wish){.kind = HD_WISH_WAIT_STORE, .file = file, .line = line});
}
void hd_host_dealloc(const char *file, int line, uint32_t address, int columns) {
  if (is_plain()) hd_host_plain_dealloc(hd_host_now, address);
  else
    hd_host_stand((hd_wish){.kind = HD_WISH_DEALLOC, .file = file, .line = line, .address = address, .count = columns});
}
void hd_host_relinquish(const char *file, int line) {
  stand_unless_plain((hd_wish){.kind = HD_WISH_RELINQUISH, .file = file, .line = line});
}
void hd_host_alloc(const char *file, int line, uint32_t *address, int columns) {
  if (is_plain()) *address = hd_host_plain_alloc(hd_host_now, columns);
  else
    hd_host_stand((hd_wish){.kind = HD_WISH_ALLOC, .file = file, .line = line, .count = columns, .registers = address});
}

void hd_host_fence_before(void) {
  if (!is_plain()) hd_emulator_fence_before(hd_host_now->emulator, hd_host_now->running / HD_WARP_THREADS);
}
void hd_host_fence_after(void) {
  if (!is_plain()) hd_emulator_fence_after(hd_host_now->emulator, hd_host_now->running / HD_WARP_THREADS);
}

size_t hd_host_read(const char *file, int line, const void *registers, size_t bytes, size_t i) {
  hd_host *host = hd_host_now;
  int lane = host->running % HD_WARP_THREADS, warp = host->running / HD_WARP_THREADS;
  const char *byte = (const char *)registers + i * bytes;
  for (int k = 0; k < host->issues; ++k) {
    const hd_issued *issued = &host->issued[k];
    const char *first = (const char *)issued->registers[lane];
    if (issued->warp != warp || issued->wish.kind != HD_WISH_LOAD || byte < first ||
        byte >= first + (size_t)issued->registers_count * sizeof(uint32_t))
      continue;
    hd_host_fault(host, &(hd_wish){.file = file, .line = line}, host->running, (int)((byte - first) / 4), issued,
                  HD_UNDEFINED, HD_SAYS_READ_EARLY);
  }
  return i;
}

/* ---- what a warp does ---- */

/* What an instruction came too early after, when that is still under way: the error names its warp and a column. */
static const hd_issued *issued_before(const hd_host *host, const hd_error *error) {
  for (int k = 0; error->status == HD_UNDEFINED && k < host->issues; ++k)
    if (host->issued[k].warp == error->number[3] && hd_wish_reaches(&host->issued[k].wish, error->number[1]))
      return &host->issued[k];
  return NULL;
}

/* The same load or store of all the warp's threads. */
static void move(hd_host *host, int warp) {
  const hd_host_thread_state *thread = &host->thread[HD_WARP_THREADS * warp];
  const hd_wish *wish = &thread->wish;
  const hd_access access = hd_wish_access(wish->form);
  hd_error error;
  if (host->issues == HD_EMULATOR_PENDING) {
    hd_host_fault(host, wish, HD_WARP_THREADS * warp, -1, NULL, HD_CAPACITY,
                  HD_SAYS_UNDER_WAY);
    return;
  }
  hd_issued *issued = &host->issued[host->issues];
  issued->wish = *wish;
  issued->warp = warp;
  issued->registers_count = wish->form.repeat * hd_instruction_of(wish->form.shape)->registers;
  for (int t = 0; t < HD_WARP_THREADS; ++t) {
    issued->registers[t] = thread[t].wish.registers;
    issued->reduced[t] = thread[t].wish.reduced;
  }
  hd_status status = wish->kind == HD_WISH_STORE
                         ? hd_emulator_store(host->emulator, warp, &access, wish->address, issued->registers, &error)
                         : hd_emulator_load(host->emulator, warp, &access, wish->address, issued->registers,
                                            wish->reduced == NULL ? NULL : issued->reduction, &error);
  if (status != HD_OK) hd_host_refused(host, wish, warp, issued_before(host, &error), &error);
  else ++host->issues;
}

/* Result of reductions are handed to the threads, and what is complete is forgotten. */
static void forget_issued(hd_host *host, int warp, hd_wish_kind kind) {
  int kept = 0;
  for (int k = 0; k < host->issues; ++k) {
    hd_issued *issued = &host->issued[k];
    bool complete = issued->warp == warp && issued->wish.kind == kind;
    for (int t = 0; complete && issued->wish.reduced != NULL && t < HD_WARP_THREADS; ++t)
      *issued->reduced[t] = issued->reduction[t];
    if (complete) continue;
    if (kept != k) host->issued[kept] = *issued;
    ++kept;
  }
  host->issues = kept;
}

/* The n-th of a warp's loads or stores that are under way. */
static const hd_issued *issued_at(const hd_host *host, int warp, hd_wish_kind kind, int64_t n) {
  for (int k = 0; k < host->issues; ++k)
    if (host->issued[k].warp == warp && host->issued[k].wish.kind == kind && n-- == 0) return &host->issued[k];
  return NULL;
}

static void wait_for(hd_host *host, const hd_wish *wish, int warp, hd_wish_kind kind) {
  hd_error error;
  hd_status status = kind == HD_WISH_LOAD ? hd_emulator_wait_load(host->emulator, warp, &error)
                                          : hd_emulator_wait_store(host->emulator, warp, &error);
  if (status != HD_OK) hd_host_refused(host, wish, warp, issued_at(host, warp, kind, error.number[3]), &error);
  else forget_issued(host, warp, kind);
}

/* False: it blocks. */
static bool allocate(hd_host *host, const hd_wish *wish, int warp) {
  hd_error error;
  uint32_t address;
  hd_status status = hd_emulator_alloc(host->emulator, warp, wish->count, &error, &address);
  if (status == HD_UNDECIDED) return false;
  if (status != HD_OK) {
    hd_host_refused(host, wish, warp, NULL, &error);
    return true;
  }
  *wish->registers = address;
  hd_issued *issued = &host->allocated[host->allocations++];
  issued->wish = *wish;
  issued->wish.address = address;
  issued->warp = warp;
  return true;
}

static void deallocate(hd_host *host, const hd_wish *wish, int warp) {
  hd_error error;
  if (hd_emulator_dealloc(host->emulator, warp, wish->address, wish->count, &error) != HD_OK) {
    hd_host_refused(host, wish, warp, issued_before(host, &error), &error);
    return;
  }
  int kept = 0;
  for (int k = 0; k < host->allocations; ++k)
    if (host->allocated[k].wish.address != wish->address) host->allocated[kept++] = host->allocated[k];
  host->allocations = kept;
}

/* What the warp's threads, standing at one wish, wish for. False: it blocks. */
static bool fulfil(hd_host *host, const hd_wish *wish, int warp) {
  hd_error error;
  switch (wish->kind) {
    case HD_WISH_LOAD:
    case HD_WISH_STORE:
      move(host, warp);
      if (wish->form.waits && host->report.status == HD_OK) wait_for(host, wish, warp, wish->kind);
      return true;
    case HD_WISH_WAIT_LOAD: wait_for(host, wish, warp, HD_WISH_LOAD); return true;
    case HD_WISH_WAIT_STORE: wait_for(host, wish, warp, HD_WISH_STORE); return true;
    case HD_WISH_ALLOC: return allocate(host, wish, warp);
    case HD_WISH_DEALLOC: deallocate(host, wish, warp); return true;
    case HD_WISH_RELINQUISH:
      if (hd_emulator_relinquish(host->emulator, warp, &error) != HD_OK)
        hd_host_refused(host, wish, warp, NULL, &error);
      return true;
    default: return false; /* barriers let through by themselves; who has returned stays so */
  }
}

static void report_difference(hd_host *host, int first, int thread, const char *reason) {
  char sentence[HD_REPORT_TEXT], here[200], there[200];
  if (hd_wish_weight(&host->thread[first].wish) > hd_wish_weight(&host->thread[thread].wish)) {
    int swapped = first;
    first = thread;
    thread = swapped;
  }
  const hd_wish *wish = &host->thread[thread].wish, *other = &host->thread[first].wish;
  const char *const word[] = {here, there};
  hd_say_wish((int)wish->kind, wish->file, wish->line, here, sizeof here);
  hd_say_wish((int)other->kind, other->file, other->line, there, sizeof there);
  if (reason[0] == 0) {
    hd_say(sentence, sizeof sentence, HD_SAYS_DIVERGED, (int64_t[]){thread, first}, word);
  } else {
    snprintf(sentence, sizeof sentence, "%s", reason);
    hd_say(sentence + strlen(reason), sizeof sentence - strlen(reason), HD_SAYS_DIFFERENT,
           (int64_t[]){wish->address, other->address, first}, NULL);
  }
  hd_host_fault(host, wish, thread, -1, NULL, HD_UNDEFINED, sentence);
}

bool hd_host_settle(hd_host *host, int warp) {
  if (host->launch->unchecked) return false;
  int first = HD_WARP_THREADS * warp;
  const hd_wish *wish = &host->thread[first].wish;
  bool blocked = false;
  for (int t = first; t < first + HD_WARP_THREADS; ++t) {
    if (host->thread[t].wish.kind == HD_WISH_NONE) return false;
    blocked = blocked || host->thread[t].wish.kind == HD_WISH_BARRIER;
  }
  /* Who waits at an mbarrier will come on; until then nothing can be said of the warp. */
  if (blocked) return false;
  for (int t = first + 1; t < first + HD_WARP_THREADS; ++t) {
    const char *reason = hd_wish_difference(wish, &host->thread[t].wish);
    if (reason == NULL) continue;
    report_difference(host, first, t, reason);
    return true;
  }
  if (!fulfil(host, wish, warp)) return false;
  for (int t = first; t < first + HD_WARP_THREADS; ++t) host->thread[t].wish.kind = HD_WISH_NONE;
  return true;
}
