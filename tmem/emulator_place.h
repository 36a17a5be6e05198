/* Where an instruction's registers lie, by the manual's formulas. Internal: installed as a source of
 * kernels/emulation.h alone. */
#ifndef HEDDLE_TMEM_EMULATOR_PLACE_H
#define HEDDLE_TMEM_EMULATOR_PLACE_H

#include "emulator_state.h"

/* How many registers of each thread a form moves. */
HD_PORTABLE int hd_emulate_registers(const hd_access *access);

/* The cell of register r of thread t, from where its access begins; *second: it is of the second access. Without
 * packing: packed, the register's halves are in columns 2*column and 2*column + 1. */
HD_PORTABLE hd_cell hd_emulate_place(hd_instruction_id shape, int t, int r, int *second);

/* That there is such a form and that the warp may use it at this address; where its accesses begin.
 *   fails: HD_RANGE */
HD_PORTABLE hd_status hd_emulate_bases(const hd_emulator *emulator, int warp, const hd_access *access, uint32_t address,
                                       bool store, const char *operation, hd_error *error, hd_cell base[2]);

/* What tcgen05.ld.red makes of a thread's values (emulator_reduce.c). requires: count >= 1 */
HD_PORTABLE uint32_t hd_emulate_reduce(const hd_access *access, const uint32_t *value, int count);

#endif
