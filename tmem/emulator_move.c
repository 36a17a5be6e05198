/* tcgen05.ld, .ld.red and .st: issued, under way, complete.
 *
 * Invariant: pending[] holds what is issued and not waited for, in order of issue. A load has taken its values when it
 * is performed, and hands them over at its wait; a store has kept a copy of its registers, and writes what they hold
 * when it is performed. A pair of 16-bit halves is one register and two cells; everything else is one and one. */
#include "emulator_place.h"

#include <string.h>

/* The cells of one register: one, or two where packed. Returns how many. */
static int cells_of(const hd_access *access, const hd_cell base[2], int t, int r, hd_cell cell[2]) {
  int second;
  hd_cell place = hd_emulate_place(access->shape, t, r, &second);
  cell[0].lane = cell[1].lane = base[second].lane + place.lane;
  cell[0].column = base[second].column + (access->packed ? 2 * place.column : place.column);
  cell[1].column = cell[0].column + 1;
  return access->packed ? 2 : 1;
}

/* Says in an error whose register it is about. */
static hd_status say_register(hd_error *error, hd_status status, int t, int r) {
  if (error == NULL) return status;
  error->number[4] = 1;
  error->number[5] = t;
  error->number[6] = r;
  return status;
}

/* Asks check of every cell, or marks every one. */
static hd_status visit(hd_emulator *emulator, int warp, const hd_access *access, const hd_cell base[2], hd_kind kind,
                       uint32_t epoch, hd_error *error) {
  int registers = hd_emulate_registers(access);
  for (int r = 0; r < registers; ++r)
    for (int t = 0; t < HD_WARP_THREADS; ++t) {
      hd_cell cell[2];
      int cells = cells_of(access, base, t, r, cell);
      for (int h = 0; h < cells; ++h) {
        hd_status status = HD_OK;
        if (epoch == 0) status = hd_emulate_check(emulator, cell[h], warp, kind, error);
        else hd_emulate_mark(emulator, cell[h], warp, kind, epoch);
        if (status != HD_OK) return say_register(error, status, t, r);
      }
    }
  return HD_OK;
}

static void perform_store(hd_emulator *emulator, const hd_pending *pending) {
  int registers = hd_emulate_registers(&pending->access);
  for (int r = 0; r < registers; ++r)
    for (int t = 0; t < HD_WARP_THREADS; ++t) {
      hd_cell cell[2];
      uint32_t value = pending->registers[t][r];
      cells_of(&pending->access, pending->base, t, r, cell);
      if (pending->access.packed) {
        hd_emulate_write(emulator, cell[0], value & 0xFFFFu, 1);
        hd_emulate_write(emulator, cell[1], value >> 16, 1);
      } else {
        hd_emulate_write(emulator, cell[0], value, 3);
      }
    }
}

static void perform_load(const hd_emulator *emulator, hd_pending *pending) {
  int registers = hd_emulate_registers(&pending->access);
  for (int r = 0; r < registers; ++r)
    for (int t = 0; t < HD_WARP_THREADS; ++t) {
      hd_cell cell[2];
      cells_of(&pending->access, pending->base, t, r, cell);
      uint32_t value = hd_emulate_value(emulator, cell[0]);
      if (pending->access.packed) value = (value & 0xFFFFu) | hd_emulate_value(emulator, cell[1]) << 16;
      pending->value[t][r] = value;
    }
}

static void perform(hd_emulator *emulator, hd_pending *pending) {
  if (pending->performed) return;
  if (pending->kind == HD_KIND_LOAD) perform_load(emulator, pending);
  else perform_store(emulator, pending);
  pending->performed = true;
}

/* What a load's registers hold until it is waited for. */
static uint32_t register_poison(const hd_emulator *emulator, const hd_pending *pending, int t, int r) {
  return hd_poison(emulator->options.seed ^ pending->epoch, (uint32_t)(t * HD_INSTRUCTION_REGISTERS + r) ^ 0x52000000u);
}

/* Both accesses of 16x32bx2 storing to one cell: neither is ordered after the other. */
static hd_status check_apart(const hd_access *access, const hd_cell base[2], const char *operation, hd_error *error) {
  int64_t columns = (int64_t)access->repeat * (access->packed ? 2 : 1);
  if (access->shape != HD_16X32BX2 || base[0].lane != base[1].lane || base[0].column >= base[1].column + columns ||
      base[1].column >= base[0].column + columns)
    return HD_OK;
  int64_t shared = base[0].column > base[1].column ? base[0].column : base[1].column;
  return hd_refuse_hinted(error, HD_UNDEFINED, operation, "lane {0} column {1} is stored to by both accesses",
                          "the immediate takes the second access at least {2} columns on, or to the other 16 lanes",
                          HD_NUMBERS(base[0].lane, shared, columns));
}

static hd_status check_threads(uint32_t *const registers[HD_WARP_THREADS], const char *operation, hd_error *error) {
  for (int t = 0; t < HD_WARP_THREADS; ++t)
    if (registers == NULL || registers[t] == NULL)
      return hd_refuse_hinted(error, HD_RANGE, operation, "thread {0} has no registers", NULL, HD_NUMBERS(t));
  return HD_OK;
}

static hd_status issue(hd_emulator *emulator, int warp, const hd_access *access, uint32_t address, hd_kind kind,
                       const char *operation, hd_error *error, hd_pending **pending) {
  hd_cell base[2] = {{0, 0}, {0, 0}};
  uint32_t epoch;
  hd_status status = hd_emulate_bases(emulator, warp, access, address, kind == HD_KIND_STORE, operation, error, base);
  if (status == HD_OK && kind == HD_KIND_STORE) status = check_apart(access, base, operation, error);
  if (status != HD_OK) return status;
  if (emulator->pendings == HD_EMULATOR_PENDING)
    return hd_refuse_hinted(error, HD_CAPACITY, operation, "{0} operations are under way already",
                            "wait for some of them", HD_NUMBERS(HD_EMULATOR_PENDING));
  status = visit(emulator, warp, access, base, kind, 0, error);
  if (status == HD_OK) status = hd_emulate_epoch(emulator, warp, kind, error, &epoch);
  if (status != HD_OK) return hd_fail_within(error, status, operation);
  visit(emulator, warp, access, base, kind, epoch, NULL);
  *pending = &emulator->pending[emulator->pendings++];
  (*pending)->kind = (uint8_t)kind;
  (*pending)->warp = (uint8_t)warp;
  (*pending)->performed = false;
  (*pending)->reduced = NULL;
  (*pending)->epoch = epoch;
  (*pending)->access = *access;
  memcpy((*pending)->base, base, sizeof base);
  return HD_OK;
}

hd_status hd_emulator_load(hd_emulator *emulator, int warp, const hd_access *access, uint32_t address,
                           uint32_t *const registers[HD_WARP_THREADS], uint32_t *reduced, hd_error *error) {
  static const char load[] = "tcgen05.ld";
  hd_pending *pending;
  if ((access->reduction != HD_REDUCE_NONE) != (reduced != NULL))
    return hd_refuse_hinted(error, HD_RANGE, load, "a reduction has a place for its results, and nothing else has",
                            NULL, NULL);
  hd_status status = check_threads(registers, load, error);
  if (status == HD_OK) status = issue(emulator, warp, access, address, HD_KIND_LOAD, load, error, &pending);
  if (status != HD_OK) return status;
  int count = hd_emulate_registers(access);
  memcpy(pending->registers, registers, sizeof pending->registers);
  pending->reduced = reduced;
  for (int t = 0; t < HD_WARP_THREADS; ++t)
    for (int r = 0; r < count; ++r) registers[t][r] = register_poison(emulator, pending, t, r);
  for (int t = 0; reduced != NULL && t < HD_WARP_THREADS; ++t)
    reduced[t] = register_poison(emulator, pending, t, HD_INSTRUCTION_REGISTERS);
  if (hd_emulate_random(&emulator->random) % 2 == 0) perform(emulator, pending);
  return HD_OK;
}

hd_status hd_emulator_store(hd_emulator *emulator, int warp, const hd_access *access, uint32_t address,
                            uint32_t *const registers[HD_WARP_THREADS], hd_error *error) {
  static const char store[] = "tcgen05.st";
  hd_pending *pending;
  hd_status status = check_threads(registers, store, error);
  if (status == HD_OK) status = issue(emulator, warp, access, address, HD_KIND_STORE, store, error, &pending);
  if (status != HD_OK) return status;
  int count = hd_emulate_registers(access);
  memcpy(pending->registers, registers, sizeof pending->registers);
  for (int t = 0; t < HD_WARP_THREADS; ++t) memcpy(pending->value[t], registers[t], (size_t)count * sizeof(uint32_t));
  if (hd_emulate_random(&emulator->random) % 2 == 0) perform(emulator, pending);
  return HD_OK;
}

/* Removes pending[k], keeping the order of the others. */
static void forget(hd_emulator *emulator, int k) {
  for (--emulator->pendings; k < emulator->pendings; ++k) emulator->pending[k] = emulator->pending[k + 1];
}

/* Whether thread t's registers are as they were left, -1; else which is not, the result of a reduction being the one
 * behind the last that a form can have. */
static int find_changed(const hd_emulator *emulator, const hd_pending *pending, int t) {
  int count = hd_emulate_registers(&pending->access);
  for (int r = 0; r < count; ++r) {
    uint32_t left = pending->kind == HD_KIND_LOAD ? register_poison(emulator, pending, t, r) : pending->value[t][r];
    if (pending->registers[t][r] != left) return r;
  }
  if (pending->reduced != NULL &&
      pending->reduced[t] != register_poison(emulator, pending, t, HD_INSTRUCTION_REGISTERS))
    return HD_INSTRUCTION_REGISTERS;
  return -1;
}

static hd_status check_registers(const hd_emulator *emulator, const hd_pending *pending, int ordinal, hd_error *error) {
  bool load = pending->kind == HD_KIND_LOAD;
  for (int t = 0; t < HD_WARP_THREADS; ++t) {
    int r = find_changed(emulator, pending, t);
    if (r < 0) continue;
    hd_refuse_hinted(error, HD_UNDEFINED, load ? "tcgen05.wait::ld" : "tcgen05.wait::st",
                     r == HD_INSTRUCTION_REGISTERS
                         ? "thread {1} of warp {0}: the result of a reduction was written before the wait"
                     : load ? "thread {1} of warp {0}: register {2} of a load was written before the wait"
                            : "thread {1} of warp {0}: register {2} of a store was changed before the wait",
                     load ? "wait::ld first" : "wait::st first", HD_NUMBERS(pending->warp, t, r, ordinal));
    return say_register(error, HD_UNDEFINED, t, r);
  }
  return HD_OK;
}

static void hand_over(hd_pending *pending) {
  int count = hd_emulate_registers(&pending->access);
  for (int t = 0; t < HD_WARP_THREADS; ++t) {
    memcpy(pending->registers[t], pending->value[t], (size_t)count * sizeof(uint32_t));
    if (pending->reduced != NULL) pending->reduced[t] = hd_emulate_reduce(&pending->access, pending->value[t], count);
  }
}

/* All of a warp's loads, or all of its stores, are complete. The first fault is reported; the others go unnoticed. */
static hd_status wait_for(hd_emulator *emulator, int warp, hd_kind kind, const char *operation, hd_error *error) {
  hd_status status = hd_emulate_warp(emulator, warp, operation, error);
  if (status != HD_OK) return status;
  for (int k = 0, ordinal = 0; k < emulator->pendings;) {
    hd_pending *pending = &emulator->pending[k];
    if (pending->kind != (uint8_t)kind || pending->warp != warp) {
      ++k;
      continue;
    }
    if (status == HD_OK) status = check_registers(emulator, pending, ordinal, error);
    ++ordinal;
    perform(emulator, pending);
    if (kind == HD_KIND_LOAD) hand_over(pending);
    forget(emulator, k);
  }
  int clock = hd_clock_index(warp, hd_stream_of(kind));
  emulator->known[warp][clock] = emulator->issued[clock];
  return status;
}

hd_status hd_emulator_wait_load(hd_emulator *emulator, int warp, hd_error *error) {
  return wait_for(emulator, warp, HD_KIND_LOAD, "tcgen05.wait::ld", error);
}

hd_status hd_emulator_wait_store(hd_emulator *emulator, int warp, hd_error *error) {
  return wait_for(emulator, warp, HD_KIND_STORE, "tcgen05.wait::st", error);
}
