/* Loads and stores at once and for one thread, with nothing looked for: what a plain emulation does. */
#include "kernels/host_state.h"

#include "kernels/shapes.h"
#include "tmem/emulator_place.h"

#include <string.h>

void hd_host_plain_start(hd_host *host) {
  host->emulator->options.unordered_allowed = true;
  for (int64_t k = 0; k < HD_LANES * (int64_t)host->emulator->options.columns; ++k) {
    host->emulator->cell[k].defined = 3;
    host->emulator->cell[k].allocation = 1;
  }
}

/* The cell of a register, or of its lower half where packed, from where the address says. */
static uint32_t *cell_of(hd_host *host, const hd_wish *wish, int t, int r, int half) {
  int split = (int)wish->form.split, lane = 0, column = 0, cells = wish->form.packed ? 2 : 1;
  switch (wish->form.shape) {
    case HD_16X64B: lane = HD_ROW(16x64b, t, r, 0), column = HD_COLUMN(16x64b, t, r, 0); break;
    case HD_16X128B: lane = HD_ROW(16x128b, t, r, 0), column = HD_COLUMN(16x128b, t, r, 0); break;
    case HD_16X256B: lane = HD_ROW(16x256b, t, r, 0), column = HD_COLUMN(16x256b, t, r, 0); break;
    case HD_16X32BX2: lane = HD_ROW(16x32bx2, t, r, split), column = HD_COLUMN(16x32bx2, t, r, 0); break;
    default: lane = HD_ROW(32x32b, t, r, 0), column = HD_COLUMN(32x32b, t, r, 0); break;
  }
  int64_t at = (wish->address & 0xFFFFu) + (int64_t)column * cells + half + (t >= 16 ? split & 0xFFFF : 0);
  int64_t place = (lane + (int)(wish->address >> 16)) % HD_LANES + HD_LANES * (at % host->emulator->options.columns);
  return &host->emulator->cell[place].value;
}

static int registers_of(const hd_wish *wish) {
  return wish->form.repeat * hd_instruction_of(wish->form.shape)->registers;
}

void hd_host_plain_load(hd_host *host, const hd_wish *wish, int thread) {
  int t = thread % HD_WARP_THREADS;
  for (int r = 0; r < registers_of(wish); ++r) {
    wish->registers[r] = *cell_of(host, wish, t, r, 0);
    if (wish->form.packed) wish->registers[r] = (wish->registers[r] & 0xFFFFu) | *cell_of(host, wish, t, r, 1) << 16;
  }
  if (wish->reduced == NULL) return;
  const hd_access access = hd_wish_access(wish->form);
  *wish->reduced = hd_emulate_reduce(&access, wish->registers, registers_of(wish));
}

void hd_host_plain_store(hd_host *host, const hd_wish *wish, int thread) {
  int t = thread % HD_WARP_THREADS;
  for (int r = 0; r < registers_of(wish); ++r) {
    uint32_t word = wish->registers[r];
    *cell_of(host, wish, t, r, 0) = wish->form.packed ? word & 0xFFFFu : word;
    if (wish->form.packed) *cell_of(host, wish, t, r, 1) = word >> 16;
  }
}

/* One warp allocates, and each of its threads comes to the same places by itself: one behind the other. */
uint32_t hd_host_plain_alloc(hd_host *host, int64_t columns) {
  hd_host_thread_state *thread = &host->thread[host->running];
  uint32_t address = thread->next_column;
  thread->next_column = (address + (uint32_t)columns) % (uint32_t)host->emulator->options.columns;
  return address;
}

void hd_host_plain_dealloc(hd_host *host, uint32_t address) { host->thread[host->running].next_column = address; }
