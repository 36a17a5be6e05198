/* What is ordered with what: epochs, clocks, fences, barriers.
 *
 * Invariant: known[w][s] is an epoch up to which every operation of stream s is complete and warp w may rely on it. It
 * grows only by w's own waits, and by what fences and barriers hand on; and with an entry goes all that the warp which
 * handed it on knew itself. An access is ordered after another exactly when the other's epoch is known. */
#include "emulator_state.h"

static void merge(uint32_t *into, const uint32_t *from) {
  for (int k = 0; k < HD_EMULATOR_CLOCK; ++k)
    if (from[k] > into[k]) into[k] = from[k];
}

hd_status hd_emulate_epoch(hd_emulator *emulator, int warp, hd_kind kind, hd_error *error, uint32_t *epoch) {
  uint32_t *issued = &emulator->issued[hd_clock_index(warp, hd_stream_of(kind))];
  if (*issued == UINT32_MAX)
    return hd_refuse_hinted(error, HD_OVERFLOW, "emulator", "warp {0} has issued 2^32 operations of one kind", NULL,
                            HD_NUMBERS(warp));
  *epoch = ++*issued;
  return HD_OK;
}

/* The pairs that the manual calls pipelined: issued by one thread, the second runs after the first by itself. */
static bool is_pipelined(hd_kind first, hd_kind second) {
  if (second == HD_KIND_MMA) return first != HD_KIND_STORE;
  return (first == HD_KIND_SHIFT && second == HD_KIND_COPY_4) || (first == HD_KIND_MMA && second == HD_KIND_SHIFT);
}

static bool is_ordered(const hd_emulator *emulator, int clock, uint32_t epoch, hd_kind first, int warp,
                       hd_kind second) {
  if (emulator->known[warp][clock] >= epoch) return true;
  return clock == hd_clock_index(warp, HD_STREAM_ASYNC) && hd_stream_of(second) == HD_STREAM_ASYNC &&
         is_pipelined(first, second);
}

static hd_status fail_order(hd_error *error, hd_cell cell, int warp, int clock) {
  static const char *const own[] = {"lane {0} column {1}: warp {2} has stored there and not waited for it (wait::st)",
                                    "lane {0} column {1}: warp {2} has loaded from there and not waited (wait::ld)",
                                    "lane {0} column {1}: warp {2} does not know its own cp, shift or mma to be done"};
  static const char *const foreign[] = {
      "lane {0} column {1}: warp {2} does not know that the store of warp {3} is done",
      "lane {0} column {1}: warp {2} does not know that the load of warp {3} is done",
      "lane {0} column {1}: warp {2} does not know that the cp, shift or mma of warp {3} is done"};
  static const char *const hint[] = {
      "wait::st, fence::before_thread_sync, a barrier, and fence::after_thread_sync behind it",
      "wait::ld, fence::before_thread_sync, a barrier, and fence::after_thread_sync behind it",
      "commit to an mbarrier, wait for it, then fence::after_thread_sync"};
  int other = clock / HD_STREAMS, stream = clock % HD_STREAMS;
  return hd_refuse_hinted(error, HD_UNDEFINED, "emulator", (other == warp ? own : foreign)[stream],
                          other == warp && stream != HD_STREAM_ASYNC ? NULL : hint[stream],
                          HD_NUMBERS(cell.lane, cell.column, warp, other));
}

static hd_status check_allocation(const hd_emulator *emulator, hd_cell cell, int warp, hd_error *error) {
  int slot = hd_emulate_cell(emulator, cell)->allocation - 1;
  if (slot < 0)
    return hd_refuse_hinted(error, HD_UNDEFINED, "emulator", "lane {0} column {1} is not allocated", NULL,
                            HD_NUMBERS(cell.lane, cell.column));
  int owner = emulator->allocation[slot].warp;
  if (emulator->known[warp][hd_clock_index(owner, HD_STREAM_ALLOC)] >= emulator->allocation[slot].epoch) return HD_OK;
  return hd_refuse_hinted(error, HD_UNDEFINED, "emulator",
                          "column {1}: warp {2} cannot know the address that warp {3} was given",
                          "a barrier stands between alloc and the first use of its address",
                          HD_NUMBERS(cell.lane, cell.column, warp, owner));
}

/* The clock of reader k of a cell: the loads of warp 4 * k + slab. */
static int reader_clock(hd_cell cell, int k) {
  return hd_clock_index(HD_LANES / HD_SLAB_LANES * k + cell.lane / HD_SLAB_LANES, HD_STREAM_LOAD);
}

hd_status hd_emulate_check(const hd_emulator *emulator, hd_cell cell, int warp, hd_kind kind, hd_error *error) {
  const hd_emulated_cell *state = hd_emulate_cell(emulator, cell);
  hd_status status = check_allocation(emulator, cell, warp, error);
  if (status != HD_OK || emulator->options.unordered_allowed) return status;
  if (state->writer != 0 && !is_ordered(emulator, state->writer - 1, state->written, (hd_kind)state->kind, warp, kind))
    return fail_order(error, cell, warp, state->writer - 1);
  for (int k = 0; kind != HD_KIND_LOAD && k < HD_EMULATOR_READERS; ++k)
    if (!is_ordered(emulator, reader_clock(cell, k), state->read[k], HD_KIND_LOAD, warp, kind))
      return fail_order(error, cell, warp, reader_clock(cell, k));
  return HD_OK;
}

void hd_emulate_mark(hd_emulator *emulator, hd_cell cell, int warp, hd_kind kind, uint32_t epoch) {
  hd_emulated_cell *state = &emulator->cell[cell.lane + HD_LANES * cell.column];
  if (kind == HD_KIND_LOAD) {
    state->read[warp / (HD_LANES / HD_SLAB_LANES)] = epoch;
    return;
  }
  for (int k = 0; k < HD_EMULATOR_READERS; ++k) state->read[k] = 0;
  state->writer = (uint8_t)(hd_clock_index(warp, hd_stream_of(kind)) + 1);
  state->written = epoch;
  state->kind = (uint8_t)kind;
}

void hd_emulator_fence_before(hd_emulator *emulator, int warp) {
  if (hd_emulate_warp(emulator, warp, "fence", NULL) == HD_OK) merge(emulator->released[warp], emulator->known[warp]);
}

void hd_emulator_fence_after(hd_emulator *emulator, int warp) {
  if (hd_emulate_warp(emulator, warp, "fence", NULL) == HD_OK) merge(emulator->known[warp], emulator->received[warp]);
}

static hd_status check_barrier(const hd_emulator *emulator, int warp, int barrier, int64_t phase, const char *operation,
                               hd_error *error) {
  hd_status status = hd_emulate_warp(emulator, warp, operation, error);
  if (status != HD_OK) return status;
  if (barrier >= 0 && barrier < HD_EMULATOR_BARRIERS && phase >= 0) return HD_OK;
  return hd_refuse_hinted(error, HD_RANGE, operation, "there is no phase {1} of barrier {0}", NULL,
                          HD_NUMBERS(barrier, phase));
}

/* That a phase into which a warp arrives is not past: where a later one has begun, it is. */
static hd_status check_arrival(const hd_emulator *emulator, int warp, int barrier, int64_t phase, const char *operation,
                               hd_error *error) {
  hd_status status = check_barrier(emulator, warp, barrier, phase, operation, error);
  if (status != HD_OK) return status;
  const int64_t *begun = emulator->barrier[barrier].phase, last = begun[0] > begun[1] ? begun[0] : begun[1];
  if (phase >= last) return HD_OK;
  return hd_refuse_hinted(error, HD_RANGE, operation, "phase {1} of barrier {0} is past: phase {2} has begun", NULL,
                          HD_NUMBERS(barrier, phase, last));
}

/* The clock of a barrier's phase, which forgets what stood there two phases ago. */
static uint32_t *phase_clock(hd_emulator *emulator, int barrier, int64_t phase) {
  int side = (int)(phase % 2);
  uint32_t *clock = emulator->barrier[barrier].clock[side];
  if (emulator->barrier[barrier].phase[side] != phase)
    for (int k = 0; k < HD_EMULATOR_CLOCK; ++k) clock[k] = 0;
  emulator->barrier[barrier].phase[side] = phase;
  return clock;
}

/* An allocation is known to whoever passes a barrier: its address goes through shared memory, not through fences. */
static void hand_allocations(uint32_t *to, const uint32_t *from) {
  for (int k = HD_STREAM_ALLOC; k < HD_EMULATOR_CLOCK; k += HD_STREAMS)
    if (from[k] > to[k]) to[k] = from[k];
}

hd_status hd_emulator_arrive(hd_emulator *emulator, int warp, int barrier, int64_t phase, hd_error *error) {
  hd_status status = check_arrival(emulator, warp, barrier, phase, "arrive", error);
  if (status != HD_OK) return status;
  uint32_t *clock = phase_clock(emulator, barrier, phase);
  merge(clock, emulator->released[warp]);
  hand_allocations(clock, emulator->known[warp]);
  return HD_OK;
}

hd_status hd_emulator_commit(hd_emulator *emulator, int warp, int barrier, int64_t phase, hd_error *error) {
  hd_status status = check_arrival(emulator, warp, barrier, phase, "tcgen05.commit", error);
  if (status != HD_OK) return status;
  int async = hd_clock_index(warp, HD_STREAM_ASYNC);
  uint32_t *clock = phase_clock(emulator, barrier, phase);
  hd_emulator_fence_before(emulator, warp); /* a commit is one */
  merge(clock, emulator->released[warp]);
  if (emulator->issued[async] > clock[async]) clock[async] = emulator->issued[async];
  return HD_OK;
}

hd_status hd_emulator_wait(hd_emulator *emulator, int warp, int barrier, int64_t phase, hd_error *error) {
  static const char wait[] = "barrier wait";
  hd_status status = check_barrier(emulator, warp, barrier, phase, wait, error);
  if (status != HD_OK) return status;
  if (emulator->barrier[barrier].phase[phase % 2] != phase)
    return hd_refuse_hinted(error, HD_RANGE, wait, "nobody has arrived in phase {1} of barrier {0}, or it is long past",
                            NULL, HD_NUMBERS(barrier, phase));
  const uint32_t *clock = emulator->barrier[barrier].clock[phase % 2];
  merge(emulator->received[warp], clock);
  hand_allocations(emulator->known[warp], clock);
  return HD_OK;
}
