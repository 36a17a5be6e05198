/* Loads and stores at once and for one thread, with nothing looked for: what a plain emulation does. */
#include "kernels/host_state.h"

#include "kernels/shapes.h"

#include <string.h>

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
  return &host->plain[(lane + (int)(wish->address >> 16)) % HD_LANES + HD_LANES * (at % host->plain_columns)];
}

static int registers_of(const hd_wish *wish) {
  return wish->form.repeat * hd_instruction_of(wish->form.shape)->registers;
}

static float as_float(uint32_t word) {
  float value;
  memcpy(&value, &word, sizeof value);
  return value;
}

/* Whether a word comes before another in the order of a reduction: the smaller one of min, the larger of max. */
static bool is_better(const char *reduction, uint32_t a, uint32_t b) {
  bool max = reduction[1] == 'a', absolute = strstr(reduction, ".abs") != NULL;
  if (strstr(reduction, ".f32") != NULL) {
    float x = as_float(absolute ? a & 0x7FFFFFFFu : a), y = as_float(absolute ? b & 0x7FFFFFFFu : b);
    return max ? x > y : x < y;
  }
  if (strstr(reduction, ".s32") != NULL) return max ? (int32_t)a > (int32_t)b : (int32_t)a < (int32_t)b;
  return max ? a > b : a < b;
}

void hd_host_plain_load(hd_host *host, const hd_wish *wish, int thread) {
  int t = thread % HD_WARP_THREADS;
  for (int r = 0; r < registers_of(wish); ++r) {
    wish->registers[r] = *cell_of(host, wish, t, r, 0);
    if (wish->form.packed) wish->registers[r] = (wish->registers[r] & 0xFFFFu) | *cell_of(host, wish, t, r, 1) << 16;
    if (wish->reduced != NULL && (r == 0 || is_better(wish->form.reduction, wish->registers[r], *wish->reduced)))
      *wish->reduced = wish->registers[r];
  }
}

void hd_host_plain_store(hd_host *host, const hd_wish *wish, int thread) {
  int t = thread % HD_WARP_THREADS;
  for (int r = 0; r < registers_of(wish); ++r) {
    uint32_t word = wish->registers[r];
    *cell_of(host, wish, t, r, 0) = wish->form.packed ? word & 0xFFFFu : word;
    if (wish->form.packed) *cell_of(host, wish, t, r, 1) = word >> 16;
  }
}

/* One warp allocates: the n-th time, all of its threads get the n-th place. */
uint32_t hd_host_plain_alloc(hd_host *host, int64_t columns) {
  hd_host_thread_state *thread = &host->thread[host->running];
  int n = thread->allocations++;
  if (n == host->allocations) {
    int64_t before = n == 0 ? 0 : host->allocated[n - 1].wish.address + host->allocated[n - 1].wish.count;
    host->allocated[host->allocations++].wish = (hd_wish){.address = (uint32_t)before, .count = columns};
  }
  return host->allocated[n].wish.address;
}

uint32_t hd_bf16x2(float low, float high) {
  const float pair[2] = {low, high};
  uint32_t both = 0;
  for (int k = 0; k < 2; ++k) {
    uint32_t bits;
    memcpy(&bits, &pair[k], sizeof bits);
    bool nan = (bits & 0x7FFFFFFFu) > 0x7F800000u;
    bits = nan ? 0x7FFF : (bits + 0x7FFF + (bits >> 16 & 1)) >> 16;
    both |= bits << 16 * k;
  }
  return both;
}
