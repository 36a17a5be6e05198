/* An emulated CTA for the tests. */
#include "tests/support/emulator.h"

static uint64_t memory[HD_EMULATOR_BYTES(HD_COLUMNS) / sizeof(uint64_t) + 1];

hd_emulator *hd_test_emulator(const hd_emulator_options *options) {
  hd_emulator *emulator;
  hd_error error;
  EXPECT(hd_emulator_start(memory, sizeof memory, options, &error, &emulator) == HD_OK, "%s", error.reason);
  return emulator;
}

hd_emulator *hd_test_cta(uint64_t seed) {
  const hd_emulator_options options = {.warps = 4, .seed = seed, .has_reduction = true};
  hd_emulator *emulator = hd_test_emulator(&options);
  uint32_t address;
  ck_assert_int_eq(hd_emulator_alloc(emulator, 0, HD_COLUMNS, NULL, &address), HD_OK);
  ck_assert_int_eq(address, 0);
  hd_test_synchronize(emulator);
  return emulator;
}

void hd_test_fill(hd_test_warp *warp, uint32_t salt) {
  for (uint32_t t = 0; t < HD_WARP_THREADS; t++) {
    warp->registers[t] = warp->value[t];
    for (uint32_t r = 0; r < HD_INSTRUCTION_REGISTERS; r++) warp->value[t][r] = salt + (t << 16 | r) * 0x10003u;
  }
}

void hd_test_synchronize(hd_emulator *emulator) {
  static int64_t phase;
  int barrier = HD_EMULATOR_BARRIERS - 1;
  phase++;
  for (int warp = 0; warp < emulator->options.warps; warp++) {
    hd_emulator_fence_before(emulator, warp);
    ck_assert_int_eq(hd_emulator_arrive(emulator, warp, barrier, phase, NULL), HD_OK);
  }
  for (int warp = 0; warp < emulator->options.warps; warp++) {
    ck_assert_int_eq(hd_emulator_wait(emulator, warp, barrier, phase, NULL), HD_OK);
    hd_emulator_fence_after(emulator, warp);
  }
}

uint32_t hd_test_random(uint64_t *state) {
  *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (uint32_t)(*state >> 32);
}
