/* Where a copy's words come from, against the manual's addressing and against what the emulator reads. */
#include "tests/support/suite.h"
#include "tests/support/tcgen05.h"
#include "tests/support/text.h"

#include "tmem/copy_source.h"
#include "tmem/emulator.h"

static hd_copy_id copy_of(int copy) {
  hd_copy_id id;
  ck_assert_int_eq(hd_copy_find(hd_manual_copies[copy].name, strlen(hd_manual_copies[copy].name), NULL, &id), HD_OK);
  return id;
}

/* The manual's addressing, with bytes and shifts. */
static int64_t manual_byte(const hd_copy_descriptor *source, int64_t row, int64_t word) {
  int64_t byte = source->start + row / 8 * source->stride;
  if (source->swizzle == 0) return byte + row % 8 * 16 + word / 4 * source->leading + word % 4 * 4;
  byte += row % 8 * source->swizzle + word * 4;
  const int64_t mask = source->swizzle / 16 - 1, chunk = byte >> 4;
  return (chunk ^ ((chunk >> 3) & mask)) << 4 | (byte & 15);
}

static const hd_copy_descriptor sources[] = {
    {.start = 0, .leading = 128, .stride = 256},          {.start = 16, .leading = 16, .stride = 128},
    {.start = 2048, .leading = 4096, .stride = 144},      {.start = 1024, .stride = 256, .swizzle = 32},
    {.start = 1024 + 32, .stride = 256, .swizzle = 32},   {.start = 0, .stride = 512, .swizzle = 64},
    {.start = 64, .stride = 528, .swizzle = 64},          {.start = 0, .stride = 1024, .swizzle = 128},
    {.start = 3072 + 96, .stride = 2048, .swizzle = 128},
};

START_TEST(every_word_comes_from_the_byte_that_the_manual_says) {
  int64_t words = 0, moved = 0;
  for (int k = 0; k < HD_COUNT(sources); k++)
    for (int copy = 0; copy < HD_MANUAL_COPIES; copy++) {
      const hd_manual_copy manual = hd_manual_copies[copy];
      hd_composed bytes;
      ck_assert_int_eq(hd_copy_source_layout(copy_of(copy), &sources[k], NULL, &bytes), HD_OK);
      ck_assert_int_eq(hd_size(&bytes.inner), manual.rows * manual.words);
      for (int w = 0; w < manual.words; w++)
        for (int i = 0; i < manual.rows; i++, words++) {
          int64_t byte = -1, wanted = manual_byte(&sources[k], i, w);
          EXPECT(hd_composed_at(&bytes, i + manual.rows * w, NULL, &byte) == HD_OK && byte == wanted,
                 "source %d, %s: row %d word %d: %d, not %d", k, manual.name, i, w, (int)byte, (int)wanted);
          moved += byte != sources[k].start + 4 * w + 16 * i;
        }
    }
  ck_assert_int_eq(words, HD_COUNT(sources) * (128 * 8 + 128 * 4 + 4 * 8 + 2 * 64 * 4 + 32 * 4));
  ck_assert_int_gt(moved, 0);
}
END_TEST

START_TEST(the_emulator_copies_from_those_bytes) {
  static uint64_t memory[HD_EMULATOR_BYTES(HD_COLUMNS) / sizeof(uint64_t) + 1];
  static uint8_t shared[1 << 16];
  for (size_t k = 0; k < sizeof shared; k++) shared[k] = (uint8_t)(k * 7 + k / 256);
  for (int k = 0; k < HD_COUNT(sources); k++)
    for (int copy = 0; copy < HD_MANUAL_COPIES; copy++) {
      const hd_manual_copy manual = hd_manual_copies[copy];
      const hd_copy_source source = {
          shared, sizeof shared, sources[k].start, sources[k].leading, sources[k].stride, sources[k].swizzle};
      hd_emulator *tmem;
      uint32_t address;
      hd_composed bytes;
      ck_assert_int_eq(hd_emulator_start(memory, sizeof memory, &(hd_emulator_options){.warps = 1}, NULL, &tmem),
                       HD_OK);
      ck_assert_int_eq(hd_emulator_alloc(tmem, 0, 32, NULL, &address), HD_OK);
      ck_assert_int_eq(hd_emulator_copy(tmem, 0, copy_of(copy), HD_COPY_PLAIN, address, &source, NULL), HD_OK);
      ck_assert_int_eq(hd_copy_source_layout(copy_of(copy), &sources[k], NULL, &bytes), HD_OK);
      for (int w = 0; w < manual.words; w++)
        for (int i = 0; i < manual.rows; i++) {
          const hd_manual_cell to = hd_manual_copy_of(copy, i, w, manual.places - 1);
          const hd_cell cell = {to.lane, (int32_t)(address & 0xffff) + to.column};
          uint32_t value = 0, wanted = 0;
          bool defined[2];
          int64_t byte = 0;
          ck_assert_int_eq(hd_composed_at(&bytes, i + manual.rows * w, NULL, &byte), HD_OK);
          memcpy(&wanted, shared + byte, sizeof wanted);
          EXPECT(hd_emulator_peek(tmem, cell, &value, defined) && defined[0] && defined[1] && value == wanted,
                 "source %d, %s: row %d word %d", k, manual.name, i, w);
        }
    }
}
END_TEST

START_TEST(a_descriptor_that_is_none_is_refused) {
  static const hd_copy_descriptor bad[] = {{.start = 8},    {.leading = 4},   {.stride = 24}, {.start = -16},
                                           {.swizzle = 16}, {.swizzle = 256}, {.swizzle = -1}};
  for (int k = 0; k < HD_COUNT(bad); k++) {
    hd_composed bytes;
    hd_error error;
    hd_test_stamp(&bytes, sizeof bytes);
    EXPECT(hd_copy_source_layout(HD_128X256B, &bad[k], &error, &bytes) == HD_RANGE, "descriptor %d", k);
    ck_assert(hd_test_is_error(&error, HD_RANGE) && hd_test_is_stamped(&bytes, sizeof bytes));
  }
}
END_TEST

int main(void) {
  const hd_test tests[] = {
      {"every_word_comes_from_the_byte_that_the_manual_says", every_word_comes_from_the_byte_that_the_manual_says},
      {"the_emulator_copies_from_those_bytes", the_emulator_copies_from_those_bytes},
      {"a_descriptor_that_is_none_is_refused", a_descriptor_that_is_none_is_refused},
  };
  return hd_test_main("sources of copies", tests, HD_COUNT(tests));
}
