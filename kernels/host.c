/* A launch: threads as fibers, and who runs when. */
#include "kernels/host_state.h"
#include "kernels/sentences.h"
#include "tmem/emulator_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

hd_host *hd_host_now;

int hd_host_thread(void) { return hd_host_now->running; }
int hd_host_block(void) { return hd_host_now->block; }

void hd_host_stand(hd_wish wish) {
  hd_host *host = hd_host_now;
  int thread = host->running;
  host->thread[thread].wish = wish;
  host->running = -1;
  hd_fiber_leave(&host->thread[thread].fiber);
}

static void run_thread(void *argument) {
  hd_host *host = argument;
  host->kernel(host->arguments);
  for (;;) hd_host_stand((hd_wish){.kind = HD_WISH_RETURNED});
}

/* The threads of a warp that can run do, in an order of the seed's, until they stand. */
static bool run_warp(hd_host *host, int warp) {
  int first = (int)(hd_emulate_random(&host->random) % HD_WARP_THREADS), step = hd_emulate_random(&host->random) % 2 == 0 ? 1 : 31;
  bool ran = false;
  for (int k = 0; k < HD_WARP_THREADS && host->report.status == HD_OK; ++k) {
    int thread = HD_WARP_THREADS * warp + (first + k * step) % HD_WARP_THREADS;
    if (host->thread[thread].wish.kind != HD_WISH_NONE) continue;
    host->running = thread;
    hd_fiber_enter(&host->thread[thread].fiber);
    host->running = -1;
    ran = true;
  }
  return ran;
}

/* Nobody can go on: the first thread that stands, and what the others stand at. */
static void report_deadlock(hd_host *host) {
  char text[HD_REPORT_TEXT], place[160];
  int first = 0, length = snprintf(text, sizeof text, "%s", HD_SAYS_DEADLOCK);
  while (host->thread[first].wish.kind == HD_WISH_RETURNED) ++first;
  for (int warp = 0; warp < host->launch->threads / HD_WARP_THREADS && length < (int)sizeof text - 200; ++warp) {
    const hd_wish *wish = &host->thread[HD_WARP_THREADS * warp].wish;
    if (warp > 0 && wish->kind == wish[-HD_WARP_THREADS].kind) continue;
    hd_say_wish((int)wish->kind, wish->file, wish->line, place, sizeof place);
    length +=
        snprintf(text + length, sizeof text - (size_t)length, "%s warp %d %s", warp == 0 ? ":" : ",", warp, place);
  }
  hd_host_fault(host, &host->thread[first].wish, first, -1, NULL, HD_UNDEFINED, text);
}

static bool is_done(const hd_host *host) {
  for (int t = 0; t < host->launch->threads; ++t)
    if (host->thread[t].wish.kind != HD_WISH_RETURNED) return false;
  return true;
}

/* Warps take turns by the seed until all threads have returned. */
static void schedule(hd_host *host) {
  int warps = host->launch->threads / HD_WARP_THREADS;
  while (host->report.status == HD_OK && !is_done(host)) {
    int first = (int)(hd_emulate_random(&host->random) % (unsigned)warps);
    bool changed = false;
    for (int k = 0; k < warps && !changed && host->report.status == HD_OK; ++k) {
      int warp = (first + k) % warps;
      changed = run_warp(host, warp);
      if (host->report.status == HD_OK && hd_host_settle(host, warp)) changed = true;
    }
    if (host->report.status == HD_OK && hd_host_release(host)) changed = true;
    if (!changed && host->report.status == HD_OK) report_deadlock(host);
  }
}

/* What must not be left when a kernel ends. */
static void finish(hd_host *host) {
  hd_error error;
  if (host->launch->unchecked || host->report.status != HD_OK) return;
  hd_status status = hd_emulator_finish(host->emulator, &error);
  if (status == HD_OK) return;
  const hd_issued *left = host->issues > 0 ? &host->issued[0] : &host->allocated[0];
  hd_host_refused(host, &left->wish, left->warp, NULL, &error);
}

static bool start_block(hd_host *host, void *memory, size_t bytes) {
  const hd_launch *launch = host->launch;
  const hd_emulator_options options = {.columns = launch->columns,
                                       .taken = launch->taken,
                                       .warps = launch->threads / HD_WARP_THREADS,
                                       .seed = hd_emulate_random(&host->random),
                                       .has_reduction = !launch->without_reduction};
  hd_error error;
  if (hd_emulator_start(memory, bytes, &options, &error, &host->emulator) != HD_OK) {
    hd_host_refused(host, &(hd_wish){.kind = HD_WISH_NONE}, 0, NULL, &error);
    return false;
  }
  if (launch->unchecked) hd_host_plain_start(host);
  memset(host->sync_phase, 0, sizeof host->sync_phase);
  memset(host->barrier, 0, sizeof host->barrier);
  memset(host->shared, 0xA5, HD_EMULATOR_SHARED);
  host->issues = host->allocations = host->arrays = 0;
  host->shared_used = 0;
  for (int t = 0; t < launch->threads; ++t) {
    host->thread[t].wish.kind = HD_WISH_NONE;
    host->thread[t].next_column = 0;
    if (hd_fiber_make(&host->thread[t].fiber, run_thread, host)) continue;
    hd_host_fault(host, NULL, -1, -1, NULL, HD_CAPACITY, "no memory for the threads' stacks");
    return false;
  }
  return true;
}

static void run_block(hd_host *host, void *memory, size_t bytes) {
  if (start_block(host, memory, bytes)) {
    schedule(host);
    finish(host);
  }
  for (int t = 0; t < host->launch->threads; ++t) hd_fiber_free(&host->thread[t].fiber);
}

/* All blocks, with the memory that they need one after another. */
static void run_blocks(hd_host *host) {
  size_t columns = (size_t)(host->launch->columns == 0 ? HD_COLUMNS : host->launch->columns);
  size_t bytes = HD_EMULATOR_BYTES(columns);
  void *memory = malloc(bytes);
  host->shared = aligned_alloc(1024, HD_EMULATOR_SHARED);
  if (memory == NULL || host->shared == NULL) {
    hd_host_fault(host, NULL, -1, -1, NULL, HD_CAPACITY, HD_SAYS_NO_MEMORY);
  } else {
    for (host->block = 0; host->block < host->launch->blocks && host->report.status == HD_OK; ++host->block)
      run_block(host, memory, bytes);
  }
  free(host->shared);
  free(memory);
}

hd_status hd_host_launch(void (*kernel)(const void *arguments), const void *arguments, const hd_launch *launch,
                         hd_report *report) {
  hd_host *host = calloc(1, sizeof *host);
  hd_report result = {.status = HD_CAPACITY, .thread = -1, .number = -1, .text = HD_SAYS_NO_MEMORY};
  if (host != NULL) {
    *host =
        (hd_host){.launch = launch, .kernel = kernel, .arguments = arguments, .random = launch->seed, .running = -1};
    host->report.thread = host->report.number = -1;
    hd_host *before = hd_host_now;
    hd_host_now = host;
    if (launch->blocks < 1 || launch->threads < HD_WARP_THREADS || launch->threads > HD_HOST_THREADS ||
        launch->threads % HD_WARP_THREADS != 0)
      hd_host_fault(host, NULL, -1, -1, NULL, HD_RANGE, HD_SAYS_BAD_LAUNCH);
    else if (launch->columns < 0 || launch->columns > HD_COLUMNS_MAX)
      hd_host_fault(host, NULL, -1, -1, NULL, HD_RANGE, HD_SAYS_BAD_COLUMNS);
    else run_blocks(host);
    hd_host_now = before;
    result = host->report;
  }
  free(host);
  if (report != NULL) *report = result;
  return result.status;
}
