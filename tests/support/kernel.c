/* Kernels in tests: notes, and the cells of tensor memory from outside. */
#include "tests/support/kernel.h"

#include "kernels/host_state.h"

#include <stdarg.h>

uint32_t hd_test_expected[128][HD_TEST_COLUMNS];
bool hd_test_half[128][HD_TEST_COLUMNS];

static char wrong[256], last[256];

void hd_test_note(const char *format, ...) {
  va_list arguments;
  if (wrong[0] != 0) return;
  va_start(arguments, format);
  vsnprintf(wrong, sizeof wrong, format, arguments);
  va_end(arguments);
}

const char *hd_test_noted(void) {
  memcpy(last, wrong, sizeof last);
  wrong[0] = 0;
  return last;
}

uint32_t hd_test_mix(uint32_t salt, uint32_t a, uint32_t b) {
  uint32_t z = salt * 0x9E3779B9u + a * 0x85EBCA6Bu + b * 0xC2B2AE35u + 1;
  z = (z ^ z >> 15) * 0x2C1B3C6Du;
  return z ^ z >> 13;
}

void hd_test_fill_slab(uint32_t salt) {
  if (HD_LANE() != 0) return;
  for (int lane = HD_WARP() % 4 * 32; lane < HD_WARP() % 4 * 32 + 32; lane++)
    for (int column = 0; column < HD_TEST_COLUMNS; column++) {
      hd_test_expected[lane][column] = hd_test_mix(salt, (uint32_t)lane, (uint32_t)column);
      hd_test_half[lane][column] = false;
      hd_emulator_poke(hd_host_now->emulator, (hd_cell){lane, column}, hd_test_expected[lane][column]);
    }
}

void hd_test_check_slab(const char *name) {
  if (HD_LANE() != 0) return;
  for (int lane = HD_WARP() % 4 * 32; lane < HD_WARP() % 4 * 32 + 32; lane++)
    for (int column = 0; column < HD_TEST_COLUMNS; column++) {
      uint32_t value, mask = hd_test_half[lane][column] ? 0xFFFFu : 0xFFFFFFFFu;
      bool defined[2];
      hd_emulator_peek(hd_host_now->emulator, (hd_cell){lane, column}, &value, defined);
      NOTE((value & mask) == (hd_test_expected[lane][column] & mask), "%s: lane %d column %d holds %08X, not %08X",
           name, lane, column, (unsigned)value, (unsigned)hd_test_expected[lane][column]);
    }
}
