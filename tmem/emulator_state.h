/* What the emulator's files share. Internal: installed as a source of
 * kernels/emulation.h alone.
 *
 * Invariant: an operation goes through three steps. hd_emulate_check asks of every cell whether it may be accessed now,
 * and changes nothing; hd_emulate_mark then notes the access in each of them; performing it, at once or later, moves
 * the values. So an operation that is refused has left no trace. */
#ifndef HEDDLE_TMEM_EMULATOR_STATE_H
#define HEDDLE_TMEM_EMULATOR_STATE_H

#include "../algebra/refusals.h"
#include "emulator.h"

/* What wrote a cell last, or is about to access it. */
typedef enum hd_kind { HD_KIND_STORE, HD_KIND_LOAD, HD_KIND_COPY, HD_KIND_COPY_4, HD_KIND_SHIFT, HD_KIND_MMA } hd_kind;

static inline int hd_clock_index(int warp, hd_stream stream) { return warp * HD_STREAMS + (int)stream; }

static inline hd_stream hd_stream_of(hd_kind kind) {
  return kind == HD_KIND_STORE ? HD_STREAM_STORE : kind == HD_KIND_LOAD ? HD_STREAM_LOAD : HD_STREAM_ASYNC;
}

/* That the CTA has this warp. fails: HD_RANGE */
HD_PORTABLE hd_status hd_emulate_warp(const hd_emulator *emulator, int warp, const char *operation, hd_error *error);

/* The next number of a sequence that its first state determines. */
HD_PORTABLE uint64_t hd_emulate_random(uint64_t *state);

/* What is found where nothing defined is: of a cell, or of a register of a thread. */
static inline uint32_t hd_poison(uint64_t seed, uint32_t place) {
  uint64_t mixed = (seed + place + 1) * UINT64_C(0x9E3779B97F4A7C15);
  return (uint32_t)(mixed >> 32) | 0x80000001u;
}

/* The value of a cell, its undefined halves poison. */
HD_PORTABLE uint32_t hd_emulate_value(const hd_emulator *emulator, hd_cell cell);

/* A new operation of a warp. fails: HD_OVERFLOW (2^32 of one stream) */
HD_PORTABLE hd_status hd_emulate_epoch(hd_emulator *emulator, int warp, hd_kind kind, hd_error *error, uint32_t *epoch);

/* Whether an access of one cell is allowed and ordered after those before it (emulator_order.c).
 *   fails: HD_UNDEFINED */
HD_PORTABLE hd_status hd_emulate_check(const hd_emulator *emulator, hd_cell cell, int warp, hd_kind kind,
                                       hd_error *error);
/* Notes it. requires: hd_emulate_check was HD_OK */
HD_PORTABLE void hd_emulate_mark(hd_emulator *emulator, hd_cell cell, int warp, hd_kind kind, uint32_t epoch);

/* Writes the halves of a cell that `defined` names; the other half becomes poison. */
static inline void hd_emulate_write(hd_emulator *emulator, hd_cell cell, uint32_t value, uint8_t defined) {
  hd_emulated_cell *state = &emulator->cell[cell.lane + HD_LANES * cell.column];
  state->value = value;
  state->defined = defined;
}

static inline const hd_emulated_cell *hd_emulate_cell(const hd_emulator *emulator, hd_cell cell) {
  return &emulator->cell[cell.lane + HD_LANES * cell.column];
}

#endif
