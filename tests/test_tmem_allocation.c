/* Sizes, packing against a search over all placements, the ledger, and register floors. */
#include "tests/support/suite.h"

#include "tmem/allocation.h"

static hd_error error;

static void expect_refused(hd_status got, hd_status status, const char *words) {
  char text[HD_TEXT_MAX];
  ck_assert_int_eq(got, status);
  ck_assert(hd_test_is_error(&error, status));
  hd_print_error(&error, text, sizeof text);
  EXPECT(strstr(text, words) != NULL, "%s does not say: %s", text, words);
}

START_TEST(sizes_are_powers_of_two_from_32_to_512) {
  for (int64_t columns = -5; columns <= 1030; columns++) {
    int64_t size = 0;
    bool legal = columns == 32 || columns == 64 || columns == 128 || columns == 256 || columns == 512;
    EXPECT((hd_allocation_check(columns, &error) == HD_OK) == legal, "%d", (int)columns);
    hd_status status = hd_allocation_size(columns, &error, &size);
    ck_assert((status == HD_OK) == (columns >= 1 && columns <= 512));
    if (status != HD_OK) continue;
    ck_assert_int_eq(hd_allocation_check(size, NULL), HD_OK);
    ck_assert(size >= columns && (size == 32 || size / 2 < columns));
  }
  expect_refused(hd_allocation_check(48, &error), HD_RANGE, "48 columns: a power of two from 32 to 512");
  expect_refused(hd_allocation_check(16, &error), HD_RANGE, "16 columns");
  expect_refused(hd_allocation_check(1024, &error), HD_RANGE, "1024 columns");
  expect_refused(hd_allocation_size(513, &error, &(int64_t){0}), HD_RANGE, "no allocation holds 513");
}
END_TEST

START_TEST(buffers_apart_do_not_fit_where_packed_they_do) {
  hd_buffer buffer[] = {{.columns = 384}, {.columns = 4}, {.columns = 4}, {.columns = 4}};
  hd_allocation allocation;
  ck_assert_int_eq(hd_pack_buffers(hd_blackwell(), buffer, 4, &error, &allocation), HD_OK);
  ck_assert_int_eq(allocation.separate, 608);
  ck_assert_int_eq(allocation.packed, 396);
  ck_assert_int_eq(allocation.size, 512);
  const int64_t offsets[] = {0, 384, 388, 392};
  for (int k = 0; k < 4; k++) ck_assert_int_eq(buffer[k].offset, offsets[k]);
  buffer[3].columns = 200;
  expect_refused(hd_pack_buffers(hd_blackwell(), buffer, 4, &error, &allocation), HD_UNDEFINED,
                 "592 columns, and there are 512");
  ck_assert_int_eq(allocation.packed, 592);
}
END_TEST

/* Whether offset may be buffer k's: nothing that is alive with it overlaps, looked at column by column. */
static bool may_lie(const hd_buffer *buffer, int k, int64_t offset) {
  if (buffer[k].alignment > 1 && offset % buffer[k].alignment != 0) return false;
  for (int64_t column = offset; column < offset + buffer[k].columns; column++)
    for (int j = 0; j < k; j++)
      for (int64_t at = buffer[j].first; at <= buffer[j].last; at++)
        if (at >= buffer[k].first && at <= buffer[k].last && column >= buffer[j].offset &&
            column < buffer[j].offset + buffer[j].columns)
          return false;
  return true;
}

START_TEST(each_buffer_lies_at_the_first_offset_that_is_free) {
  uint32_t state = 1;
  for (int round = 0; round < 2000; round++) {
    hd_buffer buffer[6];
    hd_allocation allocation;
    int64_t end = 0;
    for (int k = 0; k < 6; k++) {
      state = state * 1664525 + 1013904223;
      buffer[k].columns = 1 + (state >> 20) % 40;
      buffer[k].alignment = (int64_t[]){0, 1, 2, 4, 3}[(state >> 10) % 5];
      buffer[k].first = (state >> 5) % 4;
      buffer[k].last = buffer[k].first + (state >> 3) % 3;
    }
    ck_assert_int_eq(hd_pack_buffers(hd_blackwell(), buffer, 6, &error, &allocation), HD_OK);
    for (int k = 0; k < 6; k++) {
      int64_t first = 0;
      while (!may_lie(buffer, k, first)) first++;
      EXPECT(buffer[k].offset == first, "round %d buffer %d", round, k);
      if (end < first + buffer[k].columns) end = first + buffer[k].columns;
    }
    ck_assert_int_eq(allocation.packed, end);
    ck_assert_int_eq(hd_allocation_check(allocation.size, NULL), HD_OK);
  }
}
END_TEST

START_TEST(what_is_no_buffer_is_refused) {
  hd_allocation allocation;
  hd_buffer none = {.columns = 0}, askew = {.columns = 4, .alignment = -1},
            late = {.columns = 4, .first = 3, .last = 1};
  expect_refused(hd_pack_buffers(hd_blackwell(), &none, 1, &error, &allocation), HD_RANGE, "buffer 0 has 0 columns");
  expect_refused(hd_pack_buffers(hd_blackwell(), &askew, 1, &error, &allocation), HD_RANGE, "aligned to -1");
  expect_refused(hd_pack_buffers(hd_blackwell(), &late, 1, &error, &allocation), HD_RANGE, "from step 3 to step 1");
  hd_buffer wide[] = {{.columns = 512}, {.columns = 512, .first = 1, .last = 1}};
  ck_assert_int_eq(hd_pack_buffers(hd_blackwell(), wide, 2, &error, &allocation), HD_OK);
  ck_assert_int_eq(allocation.packed, 512);
}
END_TEST

START_TEST(the_ledger_keeps_the_rules_of_a_cta) {
  hd_ledger ledger;
  expect_refused(hd_ledger_start(hd_blackwell(), 513, &error, &ledger), HD_RANGE, "513 of 512");
  ck_assert_int_eq(hd_ledger_start(hd_blackwell(), 128, &error, &ledger), HD_OK);
  expect_refused(hd_ledger_alloc(&ledger, 100, &error), HD_RANGE, "100 columns");
  expect_refused(hd_ledger_alloc(&ledger, 512, &error), HD_UNDECIDED, "512 columns, and 384 are left");
  ck_assert_int_eq(hd_ledger_alloc(&ledger, 256, &error), HD_OK);
  expect_refused(hd_ledger_alloc(&ledger, 256, &error), HD_UNDECIDED, "128 are left");
  ck_assert_int_eq(hd_ledger_alloc(&ledger, 32, &error), HD_OK);
  expect_refused(hd_ledger_alloc(&ledger, 64, &error), HD_UNDEFINED, "64 columns after 32");
  expect_refused(hd_ledger_finish(&ledger, &error), HD_UNDEFINED, "256 columns is not given back");
  expect_refused(hd_ledger_dealloc(&ledger, 64, &error), HD_UNDEFINED, "no allocation of 64");
  ck_assert_int_eq(hd_ledger_dealloc(&ledger, 256, &error), HD_OK);
  ck_assert_int_eq(hd_ledger_relinquish(&ledger, &error), HD_OK);
  expect_refused(hd_ledger_relinquish(&ledger, &error), HD_UNDEFINED, "already");
  expect_refused(hd_ledger_alloc(&ledger, 32, &error), HD_UNDEFINED, "given up its right");
  ck_assert_int_eq(hd_ledger_dealloc(&ledger, 32, &error), HD_OK);
  ck_assert_int_eq(hd_ledger_finish(&ledger, &error), HD_OK);
  ck_assert_int_eq(hd_ledger_start(hd_blackwell(), 0, &error, &ledger), HD_OK);
  for (int k = 0; k < 16; k++) ck_assert_int_eq(hd_ledger_alloc(&ledger, 32, &error), HD_OK);
  expect_refused(hd_ledger_alloc(&ledger, 32, &error), HD_UNDECIDED, "0 are left");
  hd_geometry large;
  ck_assert_int_eq(hd_make_geometry(1024, NULL, &large), HD_OK);
  ck_assert_int_eq(hd_ledger_start(large, 0, &error, &ledger), HD_OK);
  for (int k = 0; k < 16; k++) ck_assert_int_eq(hd_ledger_alloc(&ledger, 32, &error), HD_OK);
  expect_refused(hd_ledger_alloc(&ledger, 32, &error), HD_CAPACITY, "more than 16");
}
END_TEST

START_TEST(an_instruction_needs_the_registers_that_ptxas_wants) {
  int64_t needed;
  const int64_t floors[][2] = {{32, 50}, {64, 82}, {128, 146}};
  for (int k = 0; k < HD_COUNT(floors); k++) {
    ck_assert_int_eq(hd_register_budget(floors[k][0], floors[k][1], &error, &needed), HD_OK);
    ck_assert_int_eq(needed, floors[k][1]);
    expect_refused(hd_register_budget(floors[k][0], floors[k][1] - 1, &error, &needed), HD_UNDEFINED, "are needed");
  }
  expect_refused(hd_register_budget(129, 255, &error, &needed), HD_RANGE, "not 129");
  expect_refused(hd_register_budget(0, 255, &error, &needed), HD_RANGE, "not 0");
}
END_TEST

int main(void) {
#define TEST(name) \
  { #name, name }
  const hd_test tests[] = {
      TEST(sizes_are_powers_of_two_from_32_to_512),
      TEST(buffers_apart_do_not_fit_where_packed_they_do),
      TEST(each_buffer_lies_at_the_first_offset_that_is_free),
      TEST(what_is_no_buffer_is_refused),
      TEST(the_ledger_keeps_the_rules_of_a_cta),
      TEST(an_instruction_needs_the_registers_that_ptxas_wants),
  };
  return hd_test_main("allocation", tests, HD_COUNT(tests));
}
