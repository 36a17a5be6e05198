/* The emulator's beginning and end, and the allocation of columns. */
#include "emulator_state.h"

#include <string.h>

hd_status hd_emulate_warp(const hd_emulator *emulator, int warp, const char *operation, hd_error *error) {
  if (warp >= 0 && warp < emulator->options.warps) return HD_OK;
  return hd_refuse_hinted(error, HD_RANGE, operation, "there is no warp {0} in a CTA of {1} warps", NULL,
                          HD_NUMBERS(warp, emulator->options.warps));
}

uint64_t hd_emulate_random(uint64_t *state) {
  uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
  z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
  return z ^ (z >> 31);
}

uint32_t hd_emulate_value(const hd_emulator *emulator, hd_cell cell) {
  static const uint32_t mask[4] = {0, 0xFFFFu, 0xFFFF0000u, 0xFFFFFFFFu};
  const hd_emulated_cell *state = hd_emulate_cell(emulator, cell);
  uint32_t defined = mask[state->defined & 3];
  uint32_t poison = hd_poison(emulator->options.seed, (uint32_t)(cell.lane + HD_LANES * cell.column));
  return (state->value & defined) | (poison & ~defined);
}

hd_status hd_emulator_start(void *memory, size_t bytes, const hd_emulator_options *options, hd_error *error,
                            hd_emulator **emulator) {
  static const char start[] = "emulator_start";
  int64_t columns = options->columns == 0 ? HD_COLUMNS : options->columns;
  if (columns < 1 || columns > HD_COLUMNS_MAX || options->taken < 0 || options->taken > columns)
    return hd_refuse_hinted(error, HD_RANGE, start, "{1} of {0} columns are taken: there are 1 to 65536", NULL,
                            HD_NUMBERS(columns, options->taken));
  if (options->warps < 1 || options->warps > HD_EMULATOR_WARPS)
    return hd_refuse_hinted(error, HD_RANGE, start, "a CTA has 1 to 32 warps, not {0}", NULL,
                            HD_NUMBERS(options->warps));
  if (bytes < HD_EMULATOR_BYTES(columns))
    return hd_refuse_hinted(error, HD_CAPACITY, start, "{0} bytes are given, {1} needed",
                            "HD_EMULATOR_BYTES(columns) is how many",
                            HD_NUMBERS((int64_t)bytes, (int64_t)HD_EMULATOR_BYTES(columns)));
  hd_emulator *made = (hd_emulator *)memory;
  memset(memory, 0, HD_EMULATOR_BYTES(columns));
  made->options = *options;
  made->options.columns = (int32_t)columns;
  made->random = options->seed;
  made->cell = (hd_emulated_cell *)(made + 1);
  for (int b = 0; b < HD_EMULATOR_BARRIERS; ++b) made->barrier[b].phase[0] = made->barrier[b].phase[1] = -1;
  *emulator = made;
  return hd_ledger_start((hd_geometry){(int32_t)columns}, options->taken, error, &made->ledger);
}

hd_status hd_emulator_finish(hd_emulator *emulator, hd_error *error) {
  static const char finish[] = "emulator_finish";
  for (int k = 0; k < emulator->pendings; ++k) {
    const hd_pending *pending = &emulator->pending[k];
    return hd_refuse_hinted(error, HD_UNDEFINED, finish,
                            pending->kind == HD_KIND_LOAD ? "warp {0} has not waited for a load (wait::ld)"
                                                          : "warp {0} has not waited for a store (wait::st)",
                            NULL, HD_NUMBERS(pending->warp));
  }
  for (int k = 0; k < HD_EMULATOR_ALLOCATIONS; ++k)
    if (emulator->allocation[k].columns != 0)
      return hd_refuse_hinted(error, HD_UNDEFINED, finish,
                              "columns {0} to {1}, which warp {2} allocated, are not deallocated",
                              "all that is allocated must be deallocated before the kernel ends",
                              HD_NUMBERS(emulator->allocation[k].column,
                                         emulator->allocation[k].column + emulator->allocation[k].columns - 1,
                                         emulator->allocation[k].warp));
  return HD_OK;
}

/* Whether so many columns from one on are free. */
static bool is_free(const hd_emulator *emulator, int64_t column, int64_t columns) {
  for (int k = 0; k < HD_EMULATOR_ALLOCATIONS; ++k)
    if (column < emulator->allocation[k].column + emulator->allocation[k].columns &&
        emulator->allocation[k].column < column + columns)
      return false;
  return true;
}

/* A free place, one of all by the seed: a multiple of the size. The manual says nothing about which; but as sizes never
 * grow, every place of a size is free or taken as a whole, and as many are free as the ledger says. */
static int32_t choose_place(hd_emulator *emulator, int64_t columns) {
  int64_t chosen = 0, last = emulator->options.columns - emulator->options.taken - columns;
  uint64_t places = 0;
  for (int64_t column = 0; column <= last; column += columns)
    if (is_free(emulator, column, columns) && hd_emulate_random(&emulator->random) % ++places == 0) chosen = column;
  return (int32_t)chosen;
}

hd_status hd_emulator_alloc(hd_emulator *emulator, int warp, int64_t columns, hd_error *error, uint32_t *address) {
  hd_status status = hd_emulate_warp(emulator, warp, "tcgen05.alloc", error);
  if (status == HD_OK) status = hd_ledger_alloc(&emulator->ledger, columns, error);
  if (status != HD_OK) return status;
  int slot = 0, clock = hd_clock_index(warp, HD_STREAM_ALLOC);
  while (emulator->allocation[slot].columns != 0) ++slot;
  int32_t column = choose_place(emulator, columns);
  emulator->allocation[slot].column = column;
  emulator->allocation[slot].columns = (int32_t)columns;
  emulator->allocation[slot].warp = (uint8_t)warp;
  emulator->allocation[slot].epoch = emulator->known[warp][clock] = ++emulator->issued[clock];
  hd_emulated_cell *first = &emulator->cell[HD_LANES * (int64_t)column];
  memset(first, 0, (size_t)(HD_LANES * columns) * sizeof *first);
  for (int64_t k = 0; k < HD_LANES * columns; ++k) first[k].allocation = (uint8_t)(slot + 1);
  *address = (uint32_t)column;
  return HD_OK;
}

hd_status hd_emulator_dealloc(hd_emulator *emulator, int warp, uint32_t address, int64_t columns, hd_error *error) {
  static const char dealloc[] = "tcgen05.dealloc";
  hd_status status = hd_emulate_warp(emulator, warp, dealloc, error);
  if (status != HD_OK) return status;
  int slot = 0;
  while (slot < HD_EMULATOR_ALLOCATIONS &&
         (emulator->allocation[slot].columns != columns || emulator->allocation[slot].column != (int64_t)address))
    ++slot;
  if (slot == HD_EMULATOR_ALLOCATIONS)
    return hd_refuse_hinted(error, HD_UNDEFINED, dealloc, "no allocation is {1} columns from address {0} on",
                            "the address and the size are those of one allocation", HD_NUMBERS(address, columns));
  /* To give cells back is to write them, for whoever comes next. */
  for (int32_t column = (int32_t)address; status == HD_OK && column < (int64_t)address + columns; ++column)
    for (int32_t lane = 0; status == HD_OK && lane < HD_LANES; ++lane)
      status = hd_emulate_check(emulator, (hd_cell){lane, column}, warp, HD_KIND_STORE, error);
  if (status != HD_OK) return hd_fail_within(error, status, dealloc);
  memset(&emulator->cell[HD_LANES * (int64_t)address], 0, (size_t)(HD_LANES * columns) * sizeof *emulator->cell);
  emulator->allocation[slot].columns = 0;
  return hd_ledger_dealloc(&emulator->ledger, columns, error);
}

hd_status hd_emulator_relinquish(hd_emulator *emulator, int warp, hd_error *error) {
  hd_status status = hd_emulate_warp(emulator, warp, "tcgen05.relinquish_alloc_permit", error);
  return status == HD_OK ? hd_ledger_relinquish(&emulator->ledger, error) : status;
}

bool hd_emulator_peek(const hd_emulator *emulator, hd_cell cell, uint32_t *value, bool defined[2]) {
  if (cell.lane < 0 || cell.lane >= HD_LANES || cell.column < 0 || cell.column >= emulator->options.columns)
    return false;
  uint8_t halves = hd_emulate_cell(emulator, cell)->defined;
  *value = hd_emulate_value(emulator, cell);
  defined[0] = halves & 1;
  defined[1] = halves >> 1 & 1;
  return true;
}

bool hd_emulator_poke(hd_emulator *emulator, hd_cell cell, uint32_t value) {
  if (cell.lane < 0 || cell.lane >= HD_LANES || cell.column < 0 || cell.column >= emulator->options.columns)
    return false;
  hd_emulate_write(emulator, cell, value, 3);
  return true;
}
