/* An emulated CTA for the tests: four warps, all columns allocated by warp 0 and known to all. */
#ifndef HEDDLE_TESTS_SUPPORT_EMULATOR_H
#define HEDDLE_TESTS_SUPPORT_EMULATOR_H

#include "../../tmem/emulator.h"
#include "suite.h"

/* The registers of a warp. */
typedef struct hd_test_warp {
  uint32_t value[HD_WARP_THREADS][HD_INSTRUCTION_REGISTERS];
  uint32_t *registers[HD_WARP_THREADS]; /* registers[t] = value[t] */
  uint32_t reduced[HD_WARP_THREADS];
} hd_test_warp;

/* One emulator, made anew at each call; memory is the test's own and lasts as long as the program. */
hd_emulator *hd_test_emulator(const hd_emulator_options *options);
/* The same with 512 columns allocated. */
hd_emulator *hd_test_cta(uint64_t seed);

/* Every register `salt` plus a number of its own. */
void hd_test_fill(hd_test_warp *warp, uint32_t salt);

/* A barrier of all warps with both fences: whoever knows something, all know it. */
void hd_test_synchronize(hd_emulator *emulator);

/* A pseudo-random number; the state goes on. */
uint32_t hd_test_random(uint64_t *state);

#endif
