/* The emulator's rules: each fault that it knows, planted once, beside the same program without it. That every form
 * moves what it should is sweep/test_emulator_images.c. */
#include "tests/support/emulator.h"

#include <stdio.h>

static const hd_access x1 = {.shape = HD_32X32B, .repeat = 1}, x4 = {.shape = HD_32X32B, .repeat = 4};

static hd_test_warp a, b;
static hd_error error;

/* That a call was refused with this status, and says these words. */
static void expect_refused(hd_status got, hd_status status, const char *words) {
  char text[HD_TEXT_MAX];
  ck_assert_int_eq(got, status);
  ck_assert(hd_test_is_error(&error, status));
  hd_print_error(&error, text, sizeof text);
  EXPECT(strstr(text, words) != NULL, "%s does not say: %s", text, words);
}

static void expect_ok(hd_status got) { EXPECT(got == HD_OK, "refused: %s", error.reason); }

static uint32_t slab(int warp) { return (uint32_t)warp % 4 << 21; }

static hd_status store(hd_emulator *e, int warp, uint32_t column) {
  return hd_emulator_store(e, warp, &x4, slab(warp) + column, a.registers, &error);
}

static hd_status load(hd_emulator *e, int warp, uint32_t column) {
  return hd_emulator_load(e, warp, &x4, slab(warp) + column, b.registers, NULL, &error);
}

/* A store of the warp, complete. */
static void stored(hd_emulator *e, int warp, uint32_t column) {
  expect_ok(store(e, warp, column));
  expect_ok(hd_emulator_wait_store(e, warp, &error));
}

START_TEST(what_is_stored_is_loaded_for_every_seed) {
  for (uint64_t seed = 0; seed < 20; seed++) {
    hd_emulator *e = hd_test_cta(seed);
    hd_test_fill(&a, (uint32_t)seed), hd_test_fill(&b, 0);
    stored(e, 1, 7);
    expect_ok(load(e, 1, 7));
    expect_ok(hd_emulator_wait_load(e, 1, &error));
    for (int t = 0; t < 32; t++) ck_assert_mem_eq(a.value[t], b.value[t], 4 * sizeof(uint32_t));
  }
}
END_TEST

START_TEST(registers_of_a_load_are_poison_until_the_wait) {
  hd_emulator *e = hd_test_cta(3);
  hd_test_fill(&a, 1), hd_test_fill(&b, 1);
  stored(e, 0, 0);
  expect_ok(load(e, 0, 0));
  for (int t = 0; t < 32; t++) ck_assert_uint_ne(b.value[t][0], a.value[t][0]);
  b.value[9][2] = 5;
  expect_refused(hd_emulator_wait_load(e, 0, &error), HD_UNDEFINED,
                 "thread 9 of warp 0: register 2 of a load was written before the wait");
}
END_TEST

START_TEST(registers_of_a_store_may_not_change_before_the_wait) {
  bool late = false, early = false;
  for (uint64_t seed = 0; seed < 20; seed++) {
    uint32_t value;
    bool defined[2];
    hd_emulator *e = hd_test_cta(seed);
    hd_test_fill(&a, 1);
    uint32_t before = a.value[4][3];
    expect_ok(store(e, 2, 0));
    a.value[4][3] = 77;
    expect_refused(hd_emulator_wait_store(e, 2, &error), HD_UNDEFINED,
                   "thread 4 of warp 2: register 3 of a store was changed before the wait");
    ck_assert(hd_emulator_peek(e, (hd_cell){64 + 4, 3}, &value, defined));
    ck_assert(value == before || value == 77);
    late = late || value == 77, early = early || value == before;
  }
  ck_assert(late && early);
}
END_TEST

START_TEST(a_load_of_what_was_stored_needs_a_wait) {
  hd_emulator *e = hd_test_cta(0);
  hd_test_fill(&a, 1), hd_test_fill(&b, 1);
  expect_ok(store(e, 3, 10));
  expect_refused(load(e, 3, 13), HD_UNDEFINED, "lane 96 column 13: warp 3 has stored there and not waited");
  expect_ok(load(e, 3, 14)); /* other cells */
  expect_refused(store(e, 3, 7), HD_UNDEFINED, "lane 96 column 10: warp 3 has stored there");
  expect_ok(hd_emulator_wait_store(e, 3, &error));
  expect_ok(load(e, 3, 13));
}
END_TEST

START_TEST(a_store_over_what_is_loaded_needs_a_wait) {
  hd_emulator *e = hd_test_cta(0);
  hd_test_fill(&a, 1), hd_test_fill(&b, 1);
  expect_ok(load(e, 0, 0));
  expect_refused(store(e, 0, 3), HD_UNDEFINED, "lane 0 column 3: warp 0 has loaded from there and not waited");
  expect_ok(hd_emulator_wait_load(e, 0, &error));
  expect_ok(store(e, 0, 3));
}
END_TEST

/* Warps 1 and 5 share a slab. What of wait, fences and barrier is left out is given by bits. */
static hd_status handed_over(int left_out) {
  const hd_emulator_options options = {.warps = 8};
  hd_emulator *e = hd_test_emulator(&options);
  uint32_t address;
  expect_ok(hd_emulator_alloc(e, 0, 64, &error, &address));
  hd_test_synchronize(e);
  hd_test_fill(&a, 1), hd_test_fill(&b, 1);
  expect_ok(hd_emulator_store(e, 1, &x4, slab(1) + address, a.registers, &error));
  if (!(left_out & 1)) expect_ok(hd_emulator_wait_store(e, 1, &error));
  if (!(left_out & 2)) hd_emulator_fence_before(e, 1);
  expect_ok(hd_emulator_arrive(e, 1, 0, 0, &error));
  expect_ok(hd_emulator_arrive(e, 5, 0, 0, &error));
  if (!(left_out & 4)) expect_ok(hd_emulator_wait(e, 5, 0, 0, &error));
  if (!(left_out & 8)) hd_emulator_fence_after(e, 5);
  return hd_emulator_load(e, 5, &x4, slab(1) + address, b.registers, NULL, &error);
}

START_TEST(between_warps_nothing_of_wait_fences_and_barrier_may_be_left_out) {
  expect_ok(handed_over(0));
  for (int left_out = 1; left_out < 16; left_out++)
    expect_refused(handed_over(left_out), HD_UNDEFINED, "warp 5 does not know that the store of warp 1 is done");
}
END_TEST

/* Warp 5 overwrites what warp 1 has loaded. */
START_TEST(a_load_is_handed_over_like_a_store) {
  for (int waited = 0; waited < 2; waited++) {
    const hd_emulator_options options = {.warps = 8};
    hd_emulator *e = hd_test_emulator(&options);
    uint32_t address;
    expect_ok(hd_emulator_alloc(e, 0, 64, &error, &address));
    hd_test_synchronize(e);
    hd_test_fill(&a, 1), hd_test_fill(&b, 1);
    expect_ok(load(e, 1, address));
    if (waited) expect_ok(hd_emulator_wait_load(e, 1, &error));
    hd_test_synchronize(e);
    hd_status status = store(e, 5, address);
    if (waited) expect_ok(status);
    else expect_refused(status, HD_UNDEFINED, "warp 5 does not know that the load of warp 1 is done");
  }
}
END_TEST

START_TEST(knowledge_passes_through_a_third_warp) {
  hd_emulator *e = hd_test_cta(0);
  hd_cell cell = {0, 0};
  expect_ok(hd_emulator_produce(e, 1, 1, &cell, &(uint32_t){5}, &error));
  expect_ok(hd_emulator_commit(e, 1, 0, 0, &error));
  expect_ok(hd_emulator_wait(e, 2, 0, 0, &error));
  hd_emulator_fence_after(e, 2);
  hd_emulator_fence_before(e, 2);
  expect_ok(hd_emulator_arrive(e, 2, 1, 0, &error));
  hd_test_fill(&b, 0);
  expect_refused(load(e, 0, 0), HD_UNDEFINED, "warp 0 does not know that the cp, shift or mma of warp 1 is done");
  expect_ok(hd_emulator_wait(e, 0, 1, 0, &error));
  hd_emulator_fence_after(e, 0);
  expect_ok(load(e, 0, 0));
}
END_TEST

START_TEST(what_an_mma_writes_is_there_after_commit_wait_and_fence) {
  for (int left_out = 0; left_out < 8; left_out++) {
    hd_emulator *e = hd_test_cta(0);
    hd_cell cell = {40, 3};
    expect_ok(hd_emulator_produce(e, 1, 1, &cell, &(uint32_t){5}, &error));
    if (!(left_out & 1)) expect_ok(hd_emulator_commit(e, 1, 0, 0, &error));
    else expect_ok(hd_emulator_arrive(e, 1, 0, 0, &error));
    if (!(left_out & 2)) expect_ok(hd_emulator_wait(e, 1, 0, 0, &error));
    if (!(left_out & 4)) hd_emulator_fence_after(e, 1);
    expect_ok(hd_emulator_wait_load(e, 1, &error)); /* does not complete an mma */
    hd_test_fill(&b, 0);
    if (left_out == 0) expect_ok(load(e, 1, 0));
    else expect_refused(load(e, 1, 0), HD_UNDEFINED, "warp 1 does not know its own cp, shift or mma to be done");
    if (left_out != 0) continue;
    expect_ok(hd_emulator_wait_load(e, 1, &error));
    ck_assert_uint_eq(b.value[8][3], 5);
  }
}
END_TEST

START_TEST(pipelined_pairs_are_ordered_and_others_are_not) {
  static const uint8_t shared[4096];
  const hd_copy_source source = {.shared = shared, .bytes = sizeof shared, .leading = 16, .stride = 128};
  hd_cell cell = {0, 0};
  hd_emulator *e = hd_test_cta(0);
  expect_ok(hd_emulator_copy(e, 0, HD_128X128B, HD_COPY_PLAIN, 0, &source, &error));
  expect_refused(hd_emulator_copy(e, 0, HD_128X128B, HD_COPY_PLAIN, 0, &source, &error), HD_UNDEFINED, "cp");
  expect_ok(hd_emulator_produce(e, 0, 1, &cell, &(uint32_t){1}, &error));
  expect_ok(hd_emulator_produce(e, 0, 1, &cell, &(uint32_t){2}, &error));
  expect_refused(hd_emulator_produce(e, 1, 1, &cell, &(uint32_t){2}, &error), HD_UNDEFINED, "mma of warp 0");

  e = hd_test_cta(0);
  expect_ok(hd_emulator_produce(e, 0, 1, &cell, &(uint32_t){1}, &error));
  expect_ok(hd_emulator_shift(e, 0, 0, &error));
  expect_ok(hd_emulator_copy(e, 0, HD_4X256B, HD_COPY_PLAIN, 31u << 16, &source, &error));
  expect_refused(hd_emulator_shift(e, 0, 0, &error), HD_UNDEFINED, "its own cp, shift or mma");
}
END_TEST

START_TEST(a_shift_moves_lanes_down_within_slabs) {
  hd_emulator *e = hd_test_cta(0);
  for (int lane = 0; lane < 128; lane++)
    for (int column = 0; column < 10; column++)
      ck_assert(hd_emulator_poke(e, (hd_cell){lane, column}, (uint32_t)(1000 * column + lane)));
  expect_ok(hd_emulator_shift(e, 3, (32u << 16) + 1, &error));
  for (int lane = 0; lane < 128; lane++)
    for (int column = 0; column < 10; column++) {
      uint32_t value;
      bool defined[2], moved = column >= 1 && column < 9 && lane % 32 != 31;
      ck_assert(hd_emulator_peek(e, (hd_cell){lane, column}, &value, defined));
      ck_assert_uint_eq(value, (uint32_t)(1000 * column + lane + moved));
    }
  expect_refused(hd_emulator_shift(e, 3, 5u << 16, &error), HD_RANGE, "lane 5 is no multiple of 32");
  expect_refused(hd_emulator_shift(e, 3, 505, &error), HD_RANGE, "8 columns from column 505 on");
}
END_TEST

/* ---- allocation ---- */

START_TEST(allocation_keeps_its_rules) {
  const hd_emulator_options options = {.warps = 2};
  uint32_t one, two, three;
  hd_emulator *e = hd_test_emulator(&options);
  const int64_t bad[] = {-32, 0, 1, 16, 31, 33, 48, 96, 384, 1024};
  for (int k = 0; k < HD_COUNT(bad); k++)
    expect_refused(hd_emulator_alloc(e, 0, bad[k], &error, &one), HD_RANGE, "a power of two from 32 to 512");
  expect_ok(hd_emulator_alloc(e, 0, 256, &error, &one));
  expect_refused(hd_emulator_alloc(e, 0, 512, &error, &two), HD_UNDEFINED, "512 columns after 256");
  expect_ok(hd_emulator_alloc(e, 0, 256, &error, &two));
  ck_assert_uint_eq(one ^ two, 256);
  expect_refused(hd_emulator_alloc(e, 1, 32, &error, &three), HD_UNDECIDED, "it waits until others are given back");
  expect_refused(hd_emulator_dealloc(e, 0, one, 128, &error), HD_UNDEFINED, "no allocation is 128 columns");
  expect_refused(hd_emulator_dealloc(e, 0, 32, 256, &error), HD_UNDEFINED, "no allocation is 256 columns");
  expect_ok(hd_emulator_dealloc(e, 0, one, 256, &error));
  expect_refused(hd_emulator_dealloc(e, 0, one, 256, &error), HD_UNDEFINED, "no allocation is 256 columns");
  expect_ok(hd_emulator_alloc(e, 1, 32, &error, &three));
  expect_ok(hd_emulator_relinquish(e, 0, &error));
  expect_refused(hd_emulator_alloc(e, 0, 32, &error, &three), HD_UNDEFINED, "given up its right");
  expect_refused(hd_emulator_relinquish(e, 0, &error), HD_UNDEFINED, "given up its right to allocate already");
  expect_refused(hd_emulator_finish(e, &error), HD_UNDEFINED, "are not deallocated");
}
END_TEST

START_TEST(others_on_the_machine_hold_columns_and_places_are_any) {
  uint32_t address, seen = 0;
  for (uint64_t seed = 0; seed < 64; seed++) {
    const hd_emulator_options options = {.warps = 1, .taken = 256, .seed = seed};
    hd_emulator *e = hd_test_emulator(&options);
    expect_refused(hd_emulator_alloc(e, 0, 512, &error, &address), HD_UNDECIDED, "256 are left");
    expect_ok(hd_emulator_alloc(e, 0, 64, &error, &address));
    ck_assert_uint_le(address, 192);
    seen |= 1u << address / 32;
  }
  ck_assert_uint_eq(seen, 0x55); /* at 0, 64, 128 and 192 */
}
END_TEST

START_TEST(only_what_is_allocated_and_known_may_be_used) {
  const hd_emulator_options options = {.warps = 4};
  hd_emulator *e = hd_test_emulator(&options);
  uint32_t address;
  hd_test_fill(&a, 1);
  expect_refused(store(e, 0, 0), HD_UNDEFINED, "is not allocated");
  expect_ok(hd_emulator_alloc(e, 0, 32, &error, &address));
  expect_refused(store(e, 0, address + 29), HD_UNDEFINED, "is not allocated");
  expect_ok(store(e, 0, address));
  expect_refused(store(e, 1, address), HD_UNDEFINED, "warp 1 cannot know the address that warp 0 was given");
  hd_test_synchronize(e);
  expect_ok(store(e, 1, address));
}
END_TEST

START_TEST(columns_are_given_back_only_when_all_is_done) {
  const hd_emulator_options options = {.warps = 4};
  hd_emulator *e = hd_test_emulator(&options);
  uint32_t address;
  expect_ok(hd_emulator_alloc(e, 0, 32, &error, &address));
  hd_test_synchronize(e);
  hd_test_fill(&b, 1);
  expect_ok(load(e, 3, address));
  expect_refused(hd_emulator_dealloc(e, 0, address, 32, &error), HD_UNDEFINED, "the load of warp 3");
  expect_refused(hd_emulator_finish(e, &error), HD_UNDEFINED, "warp 3 has not waited for a load");
  expect_ok(hd_emulator_wait_load(e, 3, &error));
  expect_refused(hd_emulator_dealloc(e, 0, address, 32, &error), HD_UNDEFINED, "the load of warp 3");
  hd_test_synchronize(e);
  expect_ok(hd_emulator_dealloc(e, 0, address, 32, &error));
  expect_refused(load(e, 3, address), HD_UNDEFINED, "is not allocated");
  expect_ok(hd_emulator_finish(e, &error));
}
END_TEST

/* ---- forms and addresses ---- */

static hd_status try_load(hd_emulator *e, int warp, hd_access access, uint32_t address) {
  return hd_emulator_load(e, warp, &access, address, b.registers, access.reduction ? b.reduced : NULL, &error);
}

START_TEST(forms_that_do_not_exist_are_refused) {
  hd_emulator *e = hd_test_cta(0);
  hd_test_fill(&b, 0);
  const hd_access none[] = {{.shape = HD_16X256B, .repeat = 64}, {.shape = HD_16X128B, .repeat = 128},
                            {.shape = HD_32X32B, .repeat = 256}, {.shape = HD_32X32B, .repeat = 3},
                            {.shape = HD_32X32B, .repeat = 0},   {.shape = HD_16X64B, .repeat = -1}};
  for (int k = 0; k < HD_COUNT(none); k++) expect_refused(try_load(e, 0, none[k], 0), HD_RANGE, "the shape has no .x");
  const hd_access immediate = {.shape = HD_16X64B, .repeat = 1, .split = 8};
  expect_refused(try_load(e, 0, immediate, 0), HD_RANGE, "only 16x32bx2 takes an immediate");
  const hd_access reductions[] = {{.shape = HD_16X64B, .repeat = 2, .reduction = HD_REDUCE_MIN},
                                  {.shape = HD_32X32B, .repeat = 1, .reduction = HD_REDUCE_MIN},
                                  {.shape = HD_32X32B, .repeat = 2, .packed = true, .reduction = HD_REDUCE_MAX}};
  for (int k = 0; k < HD_COUNT(reductions); k++)
    expect_refused(try_load(e, 0, reductions[k], 0), HD_RANGE, "there is no such reduction");
  const hd_access whole = {.shape = HD_32X32B, .repeat = 2, .reduction = HD_REDUCE_MIN, .absolute = true};
  expect_refused(try_load(e, 0, whole, 0), HD_RANGE, ".abs and .NaN are for f32");
  const hd_access plain = {.shape = HD_32X32B, .repeat = 2, .propagate_nan = true};
  expect_refused(try_load(e, 0, plain, 0), HD_RANGE, ".abs and .NaN belong to tcgen05.ld.red");
  e->options.has_reduction = false;
  const hd_access minimum = {.shape = HD_32X32B, .repeat = 2, .reduction = HD_REDUCE_MIN};
  expect_refused(try_load(e, 0, minimum, 0), HD_RANGE, "the target has no tcgen05.ld.red");
  expect_refused(hd_emulator_load(e, 0, &minimum, 0, b.registers, NULL, &error), HD_RANGE, "a place for its results");
}
END_TEST

START_TEST(addresses_that_a_warp_may_not_use_are_refused) {
  hd_emulator *e = hd_test_cta(0);
  const hd_access half = {.shape = HD_16X64B, .repeat = 1}, wide = {.shape = HD_16X256B, .repeat = 32};
  const hd_access packed = {.shape = HD_32X32B, .repeat = 1, .packed = true};
  hd_access split = {.shape = HD_16X32BX2, .repeat = 4, .split = 4};
  hd_test_fill(&a, 0), hd_test_fill(&b, 0);
  expect_refused(try_load(e, 1, x1, 0), HD_RANGE, "warp 1 reaches lanes 32 to 63; the address has lane 0");
  expect_refused(try_load(e, 5, x1, 1u << 21), HD_RANGE, "there is no warp 5");
  expect_refused(try_load(e, 1, x1, (1u << 21) + (16u << 16)), HD_RANGE, "lane 48: a shape of 32 lanes begins at");
  expect_refused(try_load(e, 0, half, 8u << 16), HD_RANGE, "lane 8: a shape of 16 lanes begins at lane 0 or 16");
  expect_ok(try_load(e, 0, half, 16u << 16));
  expect_refused(try_load(e, 0, x1, 512), HD_RANGE, "1 columns from column 512 on");
  expect_refused(try_load(e, 0, wide, 257), HD_RANGE, "256 columns from column 257 on");
  expect_refused(try_load(e, 0, packed, 3), HD_RANGE, "column 3 is odd");
  expect_refused(try_load(e, 0, packed, 511), HD_RANGE, "2 columns from column 511 on");
  split.split = (16u << 16) + 8;
  expect_ok(try_load(e, 0, split, 0));
  expect_refused(try_load(e, 0, split, 16u << 16), HD_RANGE, "the address has lane 32");
  split.split = 3;
  expect_refused(hd_emulator_store(e, 0, &split, 100, a.registers, &error), HD_UNDEFINED,
                 "lane 0 column 103 is stored to by both accesses");
  split.split = 4;
  expect_ok(hd_emulator_store(e, 0, &split, 100, a.registers, &error));
  e->options.warp_relative = true;
  expect_ok(try_load(e, 1, x1, 40));
}
END_TEST

START_TEST(no_more_is_under_way_than_there_is_room_for) {
  hd_emulator *e = hd_test_cta(0);
  hd_test_fill(&b, 0);
  for (int k = 0; k < HD_EMULATOR_PENDING; k++) expect_ok(try_load(e, 0, x1, (uint32_t)k));
  expect_refused(try_load(e, 0, x1, 100), HD_CAPACITY, "64 operations are under way");
  expect_refused(hd_emulator_finish(e, &error), HD_UNDEFINED, "warp 0 has not waited for a load");
}
END_TEST

/* ---- reductions ---- */

static float number(uint32_t bits) {
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

START_TEST(reductions_are_those_of_c) {
  uint64_t state = 7;
  for (int round = 0; round < 24; round++) {
    hd_emulator *e = hd_test_cta(state);
    hd_access access = {.shape = round % 2 ? HD_16X32BX2 : HD_32X32B,
                        .repeat = 8,
                        .split = round % 2 ? 8 : 0,
                        .reduction = round / 2 % 2 ? HD_REDUCE_MAX : HD_REDUCE_MIN,
                        .type = (hd_reduced)(round / 4 % 3),
                        .absolute = round / 4 % 3 == 2 && round >= 12};
    hd_test_fill(&b, 0);
    for (int column = 0; column < 16; column++)
      for (int lane = 0; lane < 32; lane++)
        ck_assert(hd_emulator_poke(e, (hd_cell){lane, column}, hd_test_random(&state) & 0xFF7FFFFFu));
    expect_ok(try_load(e, 0, access, 0));
    expect_ok(hd_emulator_wait_load(e, 0, &error));
    for (int t = 0; t < 32; t++)
      for (int r = 0; r < 8; r++) {
        uint32_t x = b.value[t][r], y = b.reduced[t];
        if (access.absolute) x &= 0x7FFFFFFFu;
        bool below = access.type == HD_REDUCE_U32   ? x < y
                     : access.type == HD_REDUCE_S32 ? (int32_t)x < (int32_t)y
                                                    : number(x) < number(y);
        EXPECT(x == y || below == (access.reduction == HD_REDUCE_MAX), "round %d thread %d register %d", round, t, r);
      }
    for (int t = 0; t < 32; t++) {
      bool among = false;
      for (int r = 0; r < 8; r++)
        among = among || (access.absolute ? b.value[t][r] & 0x7FFFFFFFu : b.value[t][r]) == b.reduced[t];
      EXPECT(among, "round %d thread %d", round, t);
    }
  }
}
END_TEST

START_TEST(nan_gives_way_unless_it_is_asked_for) {
  const uint32_t nan = 0x7FC00001u, one = 0x3F800000u, minus_zero = 0x80000000u;
  const struct {
    uint32_t value[2];
    hd_reduction reduction;
    bool propagate;
    uint32_t result;
  } cases[] = {{{nan, one}, HD_REDUCE_MIN, false, one},
               {{one, nan}, HD_REDUCE_MAX, false, one},
               {{nan, nan}, HD_REDUCE_MAX, false, 0x7FFFFFFF},
               {{one, nan}, HD_REDUCE_MIN, true, 0x7FFFFFFF},
               {{0, minus_zero}, HD_REDUCE_MIN, false, minus_zero},
               {{minus_zero, 0}, HD_REDUCE_MAX, false, 0}};
  for (int k = 0; k < HD_COUNT(cases); k++) {
    hd_emulator *e = hd_test_cta(0);
    hd_access access = {.shape = HD_32X32B,
                        .repeat = 2,
                        .reduction = cases[k].reduction,
                        .type = HD_REDUCE_F32,
                        .propagate_nan = cases[k].propagate};
    hd_test_fill(&b, 0);
    for (int column = 0; column < 2; column++) hd_emulator_poke(e, (hd_cell){0, column}, cases[k].value[column]);
    expect_ok(try_load(e, 0, access, 0));
    expect_ok(hd_emulator_wait_load(e, 0, &error));
    ck_assert_uint_eq(b.reduced[0], cases[k].result);
  }
}
END_TEST

/* ---- copies from shared memory ---- */

/* Where row i, word c lies by the manual's figure, and where it goes. */
static int64_t byte_of(const hd_copy_source *s, int64_t i, int64_t c) {
  if (s->swizzle == 0) return s->start + i % 8 * 16 + i / 8 * s->stride + c / 4 * s->leading + c % 4 * 4;
  int64_t plain = s->start + i % 8 * s->swizzle + i / 8 * s->stride + c * 4;
  int64_t mask = s->swizzle == 32 ? 1 : s->swizzle == 64 ? 3 : 7;
  return plain ^ (plain / 128 & mask) * 16;
}

static const struct {
  int rows, words, copies, lane[4]; /* of rows 0 and 32, then of the second half of rows where they go elsewhere */
} copies[HD_COPIES] = {{128, 8, 1, {0}},    {128, 4, 1, {0}},    {4, 8, 1, {0}},
                       {64, 4, 2, {0, 64}}, {64, 4, 2, {0, 32}}, {32, 4, 4, {0, 32, 64, 96}}};

static int lane_of(hd_copy_id shape, int row, int copy) {
  if (shape == HD_4X256B) return 32 * row;
  if (shape == HD_64X128B_01_23 && row >= 32) return row + 32 + copies[shape].lane[copy];
  return row + copies[shape].lane[copy];
}

START_TEST(copies_put_every_word_where_the_manual_says) {
  static uint8_t shared[16384];
  uint64_t state = 11;
  for (size_t k = 0; k < sizeof shared; k++) shared[k] = (uint8_t)hd_test_random(&state);
  for (int shape = 0; shape < HD_COPIES; shape++)
    for (int swizzle = 0; swizzle <= 128; swizzle = swizzle ? 2 * swizzle : 32) {
      const hd_copy_source source = {.shared = shared,
                                     .bytes = sizeof shared,
                                     .start = 1024,
                                     .swizzle = swizzle,
                                     .leading = 2048,
                                     .stride = swizzle ? 8 * swizzle : 128};
      hd_emulator *e = hd_test_cta(0);
      hd_status status = hd_emulator_copy(e, 0, (hd_copy_id)shape, HD_COPY_PLAIN, 17, &source, &error);
      if (1024 + copies[shape].rows / 8 * source.stride > (int64_t)sizeof shared) {
        expect_refused(status, HD_RANGE, "byte 16384 of a matrix in 16384 bytes");
        continue;
      }
      expect_ok(status);
      for (int i = 0; i < copies[shape].rows; i++)
        for (int c = 0; c < copies[shape].words; c++)
          for (int copy = 0; copy < copies[shape].copies; copy++) {
            uint32_t value, expected;
            bool defined[2];
            memcpy(&expected, &shared[byte_of(&source, i, c)], sizeof expected);
            ck_assert(hd_emulator_peek(e, (hd_cell){lane_of((hd_copy_id)shape, i, copy), 17 + c}, &value, defined));
            EXPECT(defined[0] && defined[1] && value == expected, "shape %d swizzle %d row %d word %d", shape, swizzle,
                   i, c);
          }
    }
}
END_TEST

START_TEST(compressed_copies_unpack_codes_into_bytes) {
  static uint8_t shared[2048];
  const hd_copy_source source = {.shared = shared, .bytes = sizeof shared, .leading = 16, .stride = 128};
  uint64_t state = 5;
  for (size_t k = 0; k < sizeof shared; k++) shared[k] = (uint8_t)hd_test_random(&state);
  for (int bits = 4; bits <= 6; bits += 2) {
    hd_emulator *e = hd_test_cta(0);
    expect_ok(hd_emulator_copy(e, 0, HD_128X128B, bits == 4 ? HD_COPY_B4X16 : HD_COPY_B6X16, 0, &source, &error));
    for (int i = 0; i < 128; i++)
      for (int k = 0; k < 16; k++) {
        uint32_t value, code = 0;
        bool defined[2];
        for (int bit = 0; bit < bits; bit++)
          code |= (uint32_t)(shared[byte_of(&source, i, 0) + (bits * k + bit) / 8] >> (bits * k + bit) % 8 & 1) << bit;
        ck_assert(hd_emulator_peek(e, (hd_cell){i, k / 4}, &value, defined));
        EXPECT((value >> 8 * (k % 4) & 255) == (bits == 4 ? code << 2 : code), "row %d code %d", i, k);
      }
  }
}
END_TEST

START_TEST(copies_begin_where_their_lanes_fit) {
  static uint8_t shared[4096];
  hd_copy_source source = {.shared = shared, .bytes = sizeof shared, .leading = 16, .stride = 128};
  hd_emulator *e = hd_test_cta(0);
  expect_ok(hd_emulator_copy(e, 0, HD_4X256B, HD_COPY_PLAIN, 31u << 16, &source, &error));
  expect_refused(hd_emulator_copy(e, 0, HD_4X256B, HD_COPY_PLAIN, 32u << 16, &source, &error), HD_RANGE, "lane 32");
  expect_refused(hd_emulator_copy(e, 0, HD_32X128B, HD_COPY_PLAIN, 1u << 16, &source, &error), HD_RANGE, "lane 1");
  expect_refused(hd_emulator_copy(e, 0, HD_128X256B, HD_COPY_PLAIN, 505, &source, &error), HD_RANGE,
                 "8 columns from column 505");
  source.start = 8;
  expect_refused(hd_emulator_copy(e, 0, HD_32X128B, HD_COPY_PLAIN, 0, &source, &error), HD_RANGE, "start 8");
  source.start = 0, source.swizzle = 16;
  expect_refused(hd_emulator_copy(e, 0, HD_32X128B, HD_COPY_PLAIN, 0, &source, &error), HD_RANGE, "swizzle 16");
}
END_TEST

START_TEST(the_rest_of_the_calls_refuses_too) {
  static uint64_t memory[64];
  hd_emulator *e;
  hd_emulator_options options = {.warps = 0};
  expect_refused(hd_emulator_start(memory, sizeof memory, &options, &error, &e), HD_RANGE, "1 to 32 warps, not 0");
  options.warps = 4;
  expect_refused(hd_emulator_start(memory, sizeof memory, &options, &error, &e), HD_CAPACITY, "512 bytes are given");
  options.columns = -1;
  expect_refused(hd_emulator_start(memory, sizeof memory, &options, &error, &e), HD_RANGE, "0 of -1 columns");
  e = hd_test_cta(0);
  expect_refused(hd_emulator_wait(e, 0, 0, 0, &error), HD_RANGE, "nobody has arrived in phase 0 of barrier 0");
  expect_refused(hd_emulator_arrive(e, 0, 64, 0, &error), HD_RANGE, "there is no phase 0 of barrier 64");
  expect_refused(hd_emulator_commit(e, 9, 0, 0, &error), HD_RANGE, "there is no warp 9");
  expect_refused(hd_emulator_produce(e, 0, 1, &(hd_cell){128, 0}, &(uint32_t){0}, &error), HD_RANGE, "is no cell");
}
END_TEST

START_TEST(what_is_refused_leaves_no_trace) {
  static uint64_t before[HD_EMULATOR_BYTES(HD_COLUMNS) / sizeof(uint64_t)];
  hd_emulator *e = hd_test_cta(1);
  hd_test_fill(&a, 0), hd_test_fill(&b, 0);
  expect_ok(store(e, 0, 100));
  memcpy(before, e, sizeof before);
  expect_refused(load(e, 0, 103), HD_UNDEFINED, "has stored there");
  expect_refused(store(e, 0, 103), HD_UNDEFINED, "has stored there");
  expect_refused(hd_emulator_shift(e, 0, 93, &error), HD_UNDEFINED, "has stored there");
  expect_refused(hd_emulator_dealloc(e, 0, 0, 512, &error), HD_UNDEFINED, "has stored there");
  ck_assert_mem_eq(before, e, sizeof before);
}
END_TEST

START_TEST(unordered_accesses_come_out_one_way_or_the_other_when_allowed) {
  int stale = 0, fresh = 0;
  for (uint64_t seed = 0; seed < 64; seed++) {
    hd_emulator *e = hd_test_cta(seed);
    e->options.unordered_allowed = true;
    hd_test_fill(&a, 0), hd_test_fill(&b, 0);
    stored(e, 0, 0);
    for (int t = 0; t < 32; t++) a.value[t][0] = 42;
    expect_ok(store(e, 0, 0));
    expect_ok(load(e, 0, 0));
    expect_ok(hd_emulator_wait_load(e, 0, &error));
    expect_ok(hd_emulator_wait_store(e, 0, &error));
    fresh += b.value[3][0] == 42, stale += b.value[3][0] != 42;
  }
  ck_assert(stale > 0 && fresh > 0);
}
END_TEST

/* All eight warps of a slab may read a cell at once, and whoever writes it must know of each of them. */
START_TEST(every_warp_of_a_slab_may_read_one_cell_at_once) {
  for (int unknown = 0; unknown < 32; unknown += 4) {
    hd_emulator *e = hd_test_emulator(&(hd_emulator_options){.warps = 32, .seed = 1});
    uint32_t address;
    hd_test_fill(&a, 1), hd_test_fill(&b, 1);
    expect_ok(hd_emulator_alloc(e, 0, 512, &error, &address));
    hd_test_synchronize(e);
    stored(e, 0, 0);
    hd_test_synchronize(e);
    for (int warp = 0; warp < 32; warp += 4) expect_ok(load(e, warp, 0));
    for (int warp = 0; warp < 32; warp += 4)
      if (warp != unknown) (void)hd_emulator_wait_load(e, warp, NULL); /* they share registers, which does not matter */
    hd_test_synchronize(e);
    expect_refused(store(e, (unknown + 4) % 32, 0), HD_UNDEFINED, "does not know that the load of warp");
    ck_assert_int_eq(error.number[3], unknown);
    (void)hd_emulator_wait_load(e, unknown, NULL);
    hd_test_synchronize(e);
    expect_ok(store(e, (unknown + 4) % 32, 0));
  }
}
END_TEST

START_TEST(a_phase_that_is_past_is_not_arrived_in) {
  hd_emulator *e = hd_test_cta(1);
  expect_ok(hd_emulator_arrive(e, 0, 5, 2, &error));
  expect_refused(hd_emulator_arrive(e, 0, 5, 0, &error), HD_RANGE, "phase 0 of barrier 5 is past: phase 2 has begun");
  expect_refused(hd_emulator_commit(e, 0, 5, 1, &error), HD_RANGE, "phase 1 of barrier 5 is past: phase 2 has begun");
  expect_ok(hd_emulator_wait(e, 1, 5, 2, &error));
  expect_ok(hd_emulator_commit(e, 0, 5, 3, &error));
  hd_emulator_fence_before(e, -1), hd_emulator_fence_after(e, 32);
}
END_TEST

START_TEST(a_reduction_is_not_written_before_its_wait) {
  hd_emulator *e = hd_test_emulator(&(hd_emulator_options){.warps = 4, .has_reduction = true});
  uint32_t address;
  hd_access red = {.shape = HD_32X32B, .repeat = 4, .reduction = HD_REDUCE_MAX, .type = HD_REDUCE_S32};
  hd_test_fill(&a, 1), hd_test_fill(&b, 1);
  expect_ok(hd_emulator_alloc(e, 0, 512, &error, &address));
  stored(e, 0, 0);
  expect_ok(hd_emulator_load(e, 0, &red, 0, b.registers, b.reduced, &error));
  b.reduced[7] ^= 1;
  expect_refused(hd_emulator_wait_load(e, 0, &error), HD_UNDEFINED,
                 "thread 7 of warp 0: the result of a reduction was written before the wait");
  stored(e, 0, 0); /* the reduction is not the store's */
  red.type = (hd_reduced)3;
  expect_refused(hd_emulator_load(e, 0, &red, 0, b.registers, b.reduced, &error), HD_RANGE, "of type 3 is none");
}
END_TEST

START_TEST(wild_arguments_are_refused) {
  static uint8_t shared[4096];
  hd_emulator *e = hd_test_cta(1);
  uint32_t *none[32] = {NULL};
  expect_refused(hd_emulator_load(e, 0, &x1, 0, none, NULL, &error), HD_RANGE, "thread 0 has no registers");
  expect_refused(hd_emulator_store(e, 0, &x1, 0, NULL, &error), HD_RANGE, "thread 0 has no registers");
  for (int k = 0; k < 6; k++) {
    const int64_t wild = k % 2 ? -16 : INT64_MAX / 16 * 16;
    const hd_copy_source source = {.shared = shared,
                                   .bytes = sizeof shared,
                                   .start = k / 2 == 0 ? wild : 0,
                                   .leading = k / 2 == 1 ? wild : 16,
                                   .stride = k / 2 == 2 ? wild : 128};
    expect_refused(hd_emulator_copy(e, 0, HD_128X128B, HD_COPY_PLAIN, 0, &source, &error), HD_RANGE,
                   "a descriptor does not hold");
  }
  const hd_copy_source source = {.shared = shared, .bytes = sizeof shared, .leading = 16, .stride = 128};
  expect_refused(hd_emulator_copy(e, 0, HD_COPIES, HD_COPY_PLAIN, 0, &source, &error), HD_RANGE, "there is no shape");
  expect_refused(hd_emulator_copy(e, 0, HD_32X128B, (hd_copy_format)3, 0, &source, &error), HD_RANGE, "with format 3");
}
END_TEST

int main(void) {
#define TEST(name) \
  { #name, name }
  const hd_test tests[] = {
      TEST(what_is_stored_is_loaded_for_every_seed),
      TEST(registers_of_a_load_are_poison_until_the_wait),
      TEST(registers_of_a_store_may_not_change_before_the_wait),
      TEST(a_load_of_what_was_stored_needs_a_wait),
      TEST(a_store_over_what_is_loaded_needs_a_wait),
      TEST(between_warps_nothing_of_wait_fences_and_barrier_may_be_left_out),
      TEST(a_load_is_handed_over_like_a_store),
      TEST(knowledge_passes_through_a_third_warp),
      TEST(what_an_mma_writes_is_there_after_commit_wait_and_fence),
      TEST(pipelined_pairs_are_ordered_and_others_are_not),
      TEST(a_shift_moves_lanes_down_within_slabs),
      TEST(allocation_keeps_its_rules),
      TEST(others_on_the_machine_hold_columns_and_places_are_any),
      TEST(only_what_is_allocated_and_known_may_be_used),
      TEST(columns_are_given_back_only_when_all_is_done),
      TEST(forms_that_do_not_exist_are_refused),
      TEST(addresses_that_a_warp_may_not_use_are_refused),
      TEST(no_more_is_under_way_than_there_is_room_for),
      TEST(reductions_are_those_of_c),
      TEST(nan_gives_way_unless_it_is_asked_for),
      TEST(copies_put_every_word_where_the_manual_says),
      TEST(compressed_copies_unpack_codes_into_bytes),
      TEST(copies_begin_where_their_lanes_fit),
      TEST(the_rest_of_the_calls_refuses_too),
      TEST(what_is_refused_leaves_no_trace),
      TEST(unordered_accesses_come_out_one_way_or_the_other_when_allowed),
      TEST(every_warp_of_a_slab_may_read_one_cell_at_once),
      TEST(a_phase_that_is_past_is_not_arrived_in),
      TEST(a_reduction_is_not_written_before_its_wait),
      TEST(wild_arguments_are_refused),
  };
  return hd_test_main("emulator", tests, HD_COUNT(tests));
}
