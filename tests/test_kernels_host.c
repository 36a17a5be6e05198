/* The host emulation of the device layer: blocks, threads and barriers, what single threads set going, reductions,
 * rounding and allocation, for many seeds, checked and not. Copies are test_kernels_copies.c, and what is refused
 * test_kernels_faults.c. */
#include "tests/support/kernel.h"
#include "tests/support/tcgen05.h"

#include <math.h>

enum { ASIDE = 16 << 16 };

/* ---- blocks, threads, barriers ---- */

typedef struct count_arguments {
  int *out;
  int threads;
} count_arguments;

/* Every thread says who it is, and finds what its neighbour said behind the barrier. */
HD_KERNEL(neighbour_kernel, count_arguments, a) {
  HD_SHARED(int, said, 1024);
  HD_SHARED(char, apart, 3);
  HD_SHARED(int, again, 1);
  NOTE((uintptr_t)said % 1024 == 0 && (uintptr_t)apart % 1024 == 0 && (uintptr_t)again % 1024 == 0, "not aligned");
  NOTE((char *)said + sizeof(int[1024]) <= apart || apart + 3 <= (char *)said, "arrays of shared memory overlap");
  NOTE(HD_THREAD() == HD_WARP() * 32 + HD_LANE() && HD_LANE() < 32 && HD_LANE() >= 0, "thread %d", HD_THREAD());
  if (HD_THREAD() == 0) again[0] = HD_BLOCK();
  said[HD_THREAD()] = 1000 * HD_BLOCK() + HD_THREAD();
  HD_SYNC();
  NOTE(again[0] == HD_BLOCK(), "block %d", HD_BLOCK());
  a.out[HD_BLOCK() * a.threads + HD_THREAD()] = said[(HD_THREAD() + 1) % a.threads];
}

START_TEST(blocks_and_threads_are_as_many_as_launched) {
  static int out[5 * 1024];
  const int threads[] = {32, 64, 96, 128, 1024};
  for (int k = 0; k < HD_COUNT(threads); k++)
    for (uint64_t seed = 0; seed < 10; seed++)
      for (int unchecked = 0; unchecked < 2; unchecked++) {
        const hd_launch launch = {.blocks = 5, .threads = threads[k], .seed = seed, .unchecked = unchecked};
        const count_arguments a = {out, threads[k]};
        memset(out, 0xFF, sizeof out);
        HD_TEST_RUN(neighbour_kernel, &launch, &a);
        for (int block = 0; block < 5; block++)
          for (int t = 0; t < threads[k]; t++)
            ck_assert_int_eq(out[block * threads[k] + t], 1000 * block + (t + 1) % threads[k]);
      }
}
END_TEST

/* The order in which threads come to a place. */
HD_KERNEL(order_kernel, count_arguments, a) {
  static int next;
  if (HD_THREAD() == 0) next = 0;
  HD_SYNC();
  a.out[next++] = HD_THREAD();
}

START_TEST(a_schedule_is_the_seeds) {
  int out[3][128], same = 0;
  for (uint64_t seed = 0; seed < 50; seed++) {
    for (int k = 0; k < 3; k++) {
      const hd_launch launch = {.blocks = 1, .threads = 128, .seed = k == 2 ? seed + 1 : seed};
      const count_arguments a = {out[k], 128};
      HD_TEST_RUN(order_kernel, &launch, &a);
    }
    ck_assert_mem_eq(out[0], out[1], sizeof out[0]);
    same += memcmp(out[0], out[2], sizeof out[0]) == 0;
  }
  ck_assert_int_eq(same, 0);
}
END_TEST

/* Two halves of the block count by barriers of their own, one more often than the other. */
HD_KERNEL(halves_kernel, count_arguments, a) {
  HD_SHARED(int, turn, 2);
  int side = HD_WARP() % 2, turns = side == 0 ? 3 : 11, half_of = a.threads / 2;
  if (HD_THREAD() < 2) turn[HD_THREAD()] = 0;
  HD_SYNC();
  for (int k = 0; k < turns; k++) {
    NOTE(turn[side] == k, "side %d: turn %d, not %d", side, turn[side], k);
    HD_SYNC_PART(3 + side, half_of);
    if (HD_THREAD() == 32 * side) turn[side]++;
    HD_SYNC_PART(15 - side, half_of);
  }
  HD_SYNC();
  NOTE(turn[0] == 3 && turn[1] == 11, "turns %d and %d", turn[0], turn[1]);
}

START_TEST(barriers_of_parts_do_not_know_of_each_other) {
  for (uint64_t seed = 0; seed < 100; seed++) {
    const hd_launch launch = {.blocks = 1, .threads = 192, .seed = seed, .unchecked = seed % 5 == 4};
    const count_arguments a = {NULL, 192};
    HD_TEST_RUN(halves_kernel, &launch, &a);
  }
}
END_TEST

/* Each thread of a warp reads what its opposite has written, turn by turn. */
HD_KERNEL(opposite_kernel, count_arguments, a) {
  HD_SHARED(int, place, 96);
  for (int k = 0; k < a.threads; k++) {
    place[HD_THREAD()] = 100 * k + HD_LANE();
    HD_SYNC_WARP();
    int opposite = HD_LANE() ^ 31, there = place[32 * HD_WARP() + opposite];
    NOTE(there == 100 * k + opposite, "turn %d: thread %d has %d", k, opposite, there);
    HD_SYNC_WARP();
  }
}

HD_KERNEL(apart_kernel, count_arguments, a) {
  if (HD_LANE() < a.threads) HD_SYNC_WARP();
  else HD_SYNC();
}

START_TEST(threads_of_a_warp_meet) {
  for (uint64_t seed = 0; seed < 100; seed++) {
    const hd_launch launch = {.blocks = 1, .threads = 96, .seed = seed, .unchecked = seed % 5 == 4};
    const count_arguments turns = {NULL, 3}, some = {NULL, 20};
    hd_report report;
    HD_TEST_RUN(opposite_kernel, &launch, &turns);
    ck_assert_int_ne(HD_LAUNCH(apart_kernel, &launch, &some, &report), HD_OK);
    EXPECT(strstr(report.text, "a barrier of its warp") != NULL, "%s", report.text);
  }
}
END_TEST

/* A ring of one place: warp 0 fills it, warps 1 and 2 read it, and every phase is waited for with its parity. */
HD_KERNEL(ring_kernel, count_arguments, a) {
  HD_SHARED(hd_barrier, full, 1);
  HD_SHARED(hd_barrier, empty, 1);
  HD_SHARED(int, place, 32);
  if (HD_THREAD() == 0) {
    HD_BARRIER_INIT(full, 32);
    HD_BARRIER_INIT(empty, 2);
  }
  HD_SYNC();
  for (int k = 0; k < a.threads; k++) {
    if (HD_WARP() == 0) {
      HD_BARRIER_WAIT(empty, (k + 1) % 2); /* the first time at once: no phase of that parity runs */
      place[HD_LANE()] = 100 * k + HD_LANE();
      HD_BARRIER_ARRIVE(full);
    } else {
      HD_BARRIER_WAIT(full, k % 2);
      for (int i = 0; i < 32; i++) NOTE(place[i] == 100 * k + i, "turn %d: place %d holds %d", k, i, place[i]);
      HD_SYNC_PART(HD_WARP(), 32);
      if (HD_LANE() == k % 32) HD_BARRIER_ARRIVE(empty);
    }
  }
}

START_TEST(mbarriers_hand_a_ring_round) {
  for (uint64_t seed = 0; seed < 100; seed++) {
    const hd_launch launch = {.blocks = 2, .threads = 96, .seed = seed, .unchecked = seed % 5 == 4};
    const count_arguments a = {NULL, 9};
    HD_TEST_RUN(ring_kernel, &launch, &a);
  }
}
END_TEST

/* ---- cp and shift ---- */

typedef struct copy_arguments {
  int copy, swizzle, format; /* of the manual's list; bytes; 0, 6 or 4 bits */
  int column, upper;
} copy_arguments;

enum { LEADING = 2048 };
static int stride_of(int swizzle) { return swizzle != 0 ? 8 * swizzle : 256; }

/* Where word w of row i begins in shared memory, by the manual's figure; 16 bytes hold the four words of a chunk. */
static int chunk_at(int swizzle, int i, int w) {
  int plain = i / 8 * stride_of(swizzle) + (swizzle == 0 ? i % 8 * 16 + w / 4 * LEADING : i % 8 * swizzle + w / 4 * 16);
  int rows = swizzle == 128 ? 7 : swizzle == 64 ? 3 : swizzle == 32 ? 1 : 0;
  return plain ^ (plain / 128 & rows) * 16;
}

static uint32_t word_of(const uint8_t *shared, const copy_arguments *a, int i, int w) {
  const uint8_t *chunk = shared + chunk_at(a->swizzle, i, w);
  uint32_t value = 0;
  if (a->format == 0) memcpy(&value, chunk + w % 4 * 4, 4);
  for (int k = 0; a->format != 0 && k < 4; k++) {
    uint32_t code = 0;
    for (int bit = 0; bit < a->format; bit++) {
      int at = (w % 4 * 4 + k) * a->format + bit;
      code |= (uint32_t)(chunk[at / 8] >> at % 8 & 1) << bit;
    }
    value |= (a->format == 4 ? code << 2 : code) << 8 * k;
  }
  return value;
}

static void issue_copy(const copy_arguments *a, hd_tmem tile, uint64_t descriptor) {
#define ISSUE(number, shape)                                                          \
  if (a->copy == number && a->format == 0) HD_TMEM_CP(shape, tile, descriptor);       \
  if (a->copy == number && a->format == 6) HD_TMEM_CP_B6X16(shape, tile, descriptor); \
  if (a->copy == number && a->format == 4) HD_TMEM_CP_B4X16(shape, tile, descriptor);
  /* clang-format off */
  ISSUE(0, 128x256b)
  ISSUE(1, 128x128b)
  ISSUE(2, 4x256b)
  ISSUE(3, 64x128b.warpx2::02_13)
  ISSUE(4, 64x128b.warpx2::01_23)
  ISSUE(5, 32x128b.warpx4)
  /* clang-format on */
}

HD_KERNEL(copy_kernel, copy_arguments, a) {
  HD_SHARED(uint8_t, matrix, 32768);
  HD_SHARED(hd_barrier, done, 1);
  HD_SHARED(hd_tmem, address, 1);
  uint32_t words[8];
  if (HD_THREAD() == 0) HD_BARRIER_INIT(done, 1);
  if (HD_WARP() == 3) HD_TMEM_ALLOC(address, 512);
  for (int k = HD_THREAD(); k < 32768; k += 128) matrix[k] = (uint8_t)hd_test_mix(5, (uint32_t)k, (uint32_t)a.column);
  HD_FENCE_SHARED();
  HD_SYNC();
  hd_test_fill_slab(9);
  HD_SYNC();
  if (HD_THREAD() == 77) {
    issue_copy(&a, hd_tmem_at(*address, a.upper, a.column),
               hd_descriptor(matrix, a.swizzle == 0 ? LEADING : 16, stride_of(a.swizzle), a.swizzle));
    HD_TMEM_COMMIT(done);
  }
  HD_BARRIER_WAIT(done, 0);
  HD_TMEM_FENCE_AFTER();
  if (HD_THREAD() == 0) {
    const hd_manual_copy *copy = &hd_manual_copies[a.copy];
    for (int i = 0; i < copy->rows; i++)
      for (int w = 0; w < copy->words; w++)
        for (int p = 0; p < copy->places; p++) {
          hd_manual_cell cell = hd_manual_copy_of(a.copy, i, w, p);
          hd_test_expected[cell.lane + a.upper][cell.column + a.column] = word_of(matrix, &a, i, w);
        }
  }
  HD_SYNC();
  HD_TMEM_LD(32x32b, x8, words, hd_tmem_at(hd_tmem_slab(*address), 0, a.column));
  for (int r = 0; r < 8; r++)
    NOTE(words[r] == hd_test_expected[HD_THREAD()][a.column + r], "copy %d swizzle %d format %d: lane %d word %d",
         a.copy, a.swizzle, a.format, HD_THREAD(), r);
  hd_test_check_slab("cp");
  HD_TMEM_FENCE_BEFORE();
  HD_SYNC();
  HD_TMEM_FENCE_AFTER();
  if (HD_WARP() == 3) HD_TMEM_DEALLOC(*address, 512);
}

START_TEST(copies_from_shared_memory_land_where_the_manual_says) {
  static const int formats[] = {0, 6, 4};
  uint64_t seed = 0;
  for (int copy = 0; copy < HD_MANUAL_COPIES; copy++)
    for (int swizzle = 0; swizzle <= 128; swizzle = swizzle == 0 ? 32 : 2 * swizzle)
      for (int k = 0; k < 3; k++)
        for (int round = 0; round < 2; round++, seed++) {
          const copy_arguments a = {copy, swizzle, formats[k], round * 37 + k, copy == 2 ? 31 * round : 0};
          const hd_launch launch = {.blocks = 1, .threads = 128, .seed = seed, .unchecked = round == 1 && k == 1};
          HD_TEST_RUN(copy_kernel, &launch, &a);
        }
}
END_TEST

HD_KERNEL(shift_kernel, copy_arguments, a) {
  HD_SHARED(hd_barrier, done, 1);
  HD_SHARED(hd_tmem, address, 1);
  uint32_t words[16];
  if (HD_THREAD() == 0) HD_BARRIER_INIT(done, 1);
  if (HD_WARP() == 0) HD_TMEM_ALLOC(address, 512);
  HD_SYNC();
  hd_tmem row = hd_tmem_at(hd_tmem_slab(*address), 0, a.column);
  for (int r = 0; r < 16; r++) words[r] = hd_test_mix(4, (uint32_t)HD_THREAD(), (uint32_t)r);
  HD_TMEM_ST(32x32b, x16, words, row);
  HD_TMEM_FENCE_BEFORE();
  HD_SYNC();
  if (HD_THREAD() == 32) {
    HD_TMEM_FENCE_AFTER();
    HD_TMEM_SHIFT(hd_tmem_at(*address, a.upper, a.column + 4));
    HD_TMEM_COMMIT(done);
  }
  HD_BARRIER_WAIT(done, 0);
  HD_TMEM_FENCE_AFTER();
  HD_TMEM_LD(32x32b, x16, words, row);
  for (int r = 0; r < 16; r++) {
    bool moves = r >= 4 && r < 12 && HD_LANE() < 31;
    NOTE(words[r] == hd_test_mix(4, (uint32_t)(HD_THREAD() + moves), (uint32_t)r), "thread %d register %d", HD_THREAD(),
         r);
  }
  HD_TMEM_FENCE_BEFORE();
  HD_SYNC();
  HD_TMEM_FENCE_AFTER();
  if (HD_WARP() == 0) HD_TMEM_DEALLOC(*address, 512);
}

START_TEST(a_shift_takes_lanes_down_by_one) {
  for (int seed = 0; seed < 40; seed++) {
    const copy_arguments a = {.column = seed * 12, .upper = seed % 4 * 32};
    const hd_launch launch = {.blocks = 1, .threads = 128, .seed = (uint64_t)seed, .unchecked = seed % 4 == 3};
    HD_TEST_RUN(shift_kernel, &launch, seed % 4 == 0 ? &a : &(copy_arguments){.column = a.column, .upper = 0});
  }
}
END_TEST

/* ---- reductions ---- */

typedef struct reduce_arguments {
  uint32_t salt;
  bool numbers; /* no NaN among the values */
} reduce_arguments;

/* Few values, so that there are equal ones; of floats also infinities, zeroes of both signs, and NaN. */
static uint32_t value_of(uint32_t salt, int t, int r, bool numbers) {
  static const uint32_t some[] = {0,          0x80000000, 0x3F800000, 0xBF800000, 0x7F800000, 0xFF800000,
                                  0x00000001, 0x80000001, 0x42280000, 0xC2290000, 0x7FC00000, 0xFFC00001};
  uint32_t choice = hd_test_mix(salt, (uint32_t)t, (uint32_t)r);
  return choice % 3 == 0 && !numbers ? some[choice / 3 % 12]
         : choice % 3 == 1           ? some[choice / 3 % 10]
                                     : choice & 0xFF7FFFFF;
}

/* The float's place among the floats, -0 below +0. */
static int64_t place_of(uint32_t bits) {
  return (bits & 0x80000000u) != 0 ? -(int64_t)(bits & 0x7FFFFFFFu) - 1 : (int64_t)bits;
}

static uint32_t reduced_of(const char *operation, const uint32_t *word, int count) {
  bool max = strncmp(operation, "max", 3) == 0, absolute = strstr(operation, ".abs") != NULL, found = false;
  bool real = strstr(operation, ".f32") != NULL, is_signed = strstr(operation, ".s32") != NULL;
  uint32_t best = 0x7FFFFFFF;
  for (int r = 0; r < count; r++) {
    uint32_t next = absolute ? word[r] & 0x7FFFFFFFu : word[r];
    if (real && (next & 0x7FFFFFFFu) > 0x7F800000u) {
      if (strstr(operation, ".NaN") != NULL) return 0x7FFFFFFF;
      continue;
    }
    int64_t a = real ? place_of(next) : is_signed ? (int64_t)(int32_t)next : (int64_t)next;
    int64_t b = real ? place_of(best) : is_signed ? (int64_t)(int32_t)best : (int64_t)best;
    if (!found || (max ? a > b : a < b)) best = next;
    found = true;
  }
  return best;
}

#define REDUCE(repeat, count, operation)                                                                     \
  {                                                                                                          \
    uint32_t red, split_red, word[128];                                                                      \
    HD_TMEM_LD_RED(32x32b, repeat, operation, word, red, tile);                                              \
    NOTE(red == reduced_of(#operation, word, count), "32x32b " #repeat "." #operation ": thread %d: %08X",   \
         HD_THREAD(), (unsigned)red);                                                                        \
    for (int r = 0; r < count; r++)                                                                          \
      NOTE(word[r] == hd_test_expected[HD_THREAD()][r], "thread %d register %d", HD_THREAD(), r);            \
    HD_TMEM_LD_RED_SPLIT(repeat, operation, ASIDE, word, split_red, tile);                                   \
    NOTE(split_red == reduced_of(#operation, word, count), "16x32bx2 " #repeat "." #operation ": thread %d", \
         HD_THREAD());                                                                                       \
    for (int r = 0; r < count; r++)                                                                          \
      NOTE(word[r] == hd_test_expected[HD_THREAD()][r], "thread %d register %d", HD_THREAD(), r);            \
  }
#define REDUCE_ALL(repeat, count)                                                              \
  REDUCE(repeat, count, min.u32)                                                               \
  REDUCE(repeat, count, max.u32)                                                               \
  REDUCE(repeat, count, min.s32)                                                               \
  REDUCE(repeat, count, max.s32) REDUCE(repeat, count, min.f32) REDUCE(repeat, count, max.f32) \
      REDUCE(repeat, count, min.abs.f32) REDUCE(repeat, count, max.abs.f32)
#define REDUCE_NAN(repeat, count)    \
  REDUCE(repeat, count, min.NaN.f32) \
  REDUCE(repeat, count, max.NaN.f32) REDUCE(repeat, count, min.abs.NaN.f32) REDUCE(repeat, count, max.abs.NaN.f32)

HD_KERNEL(reduce_kernel, reduce_arguments, a) {
  HD_SHARED(hd_tmem, address, 1);
  if (HD_WARP() == 0) HD_TMEM_ALLOC(address, 128);
  HD_SYNC();
  hd_tmem tile = hd_tmem_slab(*address);
  uint32_t words[128];
  for (int r = 0; r < 128; r++)
    words[r] = hd_test_expected[HD_THREAD()][r] = value_of(a.salt, HD_THREAD(), r, a.numbers);
  HD_TMEM_ST(32x32b, x128, words, tile);
  REDUCE_ALL(x2, 2)
  REDUCE_ALL(x4, 4)
  REDUCE_ALL(x8, 8)
  REDUCE_ALL(x16, 16)
  REDUCE_ALL(x32, 32)
  REDUCE_ALL(x64, 64)
  REDUCE_ALL(x128, 128)
  REDUCE_NAN(x2, 2)
  REDUCE_NAN(x16, 16)
  HD_TMEM_FENCE_BEFORE();
  HD_SYNC();
  HD_TMEM_FENCE_AFTER();
  if (HD_WARP() == 0) HD_TMEM_DEALLOC(*address, 128);
}

START_TEST(reductions_are_those_of_the_numbers) {
  for (uint32_t seed = 0; seed < 20; seed++) {
    const hd_launch launch = {.blocks = 1, .threads = 64, .seed = seed, .unchecked = seed % 4 == 3};
    HD_TEST_RUN(reduce_kernel, &launch, &(reduce_arguments){seed, seed % 2});
  }
}
END_TEST

/* ---- rounding ---- */

static float float_of(uint32_t bits) {
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

/* The number that bfloat16 bits of a finite or infinite number are; infinity as the power of two behind the last. */
static double number_of(uint32_t bits) {
  double value = (bits & 0x7FFF) == 0x7F80 ? ldexp(1, 128) : fabs((double)float_of(bits << 16));
  return (bits & 0x8000) != 0 ? -value : value;
}

/* The nearest by distance, of two as near the even one. */
static uint32_t rounded(uint32_t bits) {
  if ((bits & 0x7FFFFFFFu) > 0x7F800000u) return 0x7FFF;
  uint32_t toward_zero = bits >> 16;
  if ((bits & 0x7FFFFFFFu) == 0x7F800000u) return toward_zero;
  double value = (double)float_of(bits), down = fabs(value - number_of(toward_zero));
  double up = fabs(number_of(toward_zero + 1) - value);
  return down < up || (down == up && toward_zero % 2 == 0) ? toward_zero : toward_zero + 1;
}

START_TEST(bfloat16_is_the_nearest) {
  static const uint32_t low[] = {0, 1, 0x7FFF, 0x8000, 0x8001, 0xFFFF, 0x5A5A, 0xC3C3};
  for (uint32_t high = 0; high < 0x10000; high++)
    for (int k = 0; k < HD_COUNT(low); k++) {
      uint32_t bits = high << 16 | low[k], other = ~bits * 0x9E3779B9u;
      uint32_t both = hd_bf16x2(float_of(bits), float_of(other)), back = hd_bf16x2(float_of(other), float_of(bits));
      EXPECT((both & 0xFFFF) == rounded(bits) && both >> 16 == rounded(other) && back == (both << 16 | both >> 16),
             "%08X %08X: %08X %08X", (unsigned)bits, (unsigned)other, (unsigned)both, (unsigned)back);
    }
}
END_TEST

/* ---- much at once ---- */

/* 32 warps, eight on each slab: what one stores the next one loads, in quarters of the columns. */
HD_KERNEL(crowd_kernel, count_arguments, a) {
  HD_SHARED(hd_tmem, address, 1);
  uint32_t words[16];
  if (HD_WARP() == 31) {
    HD_TMEM_ALLOC(address, 512);
    HD_TMEM_RELINQUISH();
  }
  HD_SYNC();
  hd_tmem slab = hd_tmem_slab(*address);
  for (int turn = 0; turn < 3; turn++) {
    int mine = (HD_WARP() / 4 + turn) % 8, before = (HD_WARP() / 4 + turn + 1) % 8;
    for (int r = 0; r < 16; r++) words[r] = hd_test_mix((uint32_t)turn, (uint32_t)HD_THREAD(), (uint32_t)r);
    HD_TMEM_ST(32x32b, x16, words, hd_tmem_at(slab, 0, 64 * mine + turn));
    HD_TMEM_FENCE_BEFORE();
    HD_SYNC();
    HD_TMEM_FENCE_AFTER();
    HD_TMEM_LD(32x32b, x16, words, hd_tmem_at(slab, 0, 64 * before + turn));
    int who = (HD_THREAD() + 128) % 1024;
    for (int r = 0; r < 16; r++)
      NOTE(words[r] == hd_test_mix((uint32_t)turn, (uint32_t)who, (uint32_t)r), "turn %d thread %d", turn, HD_THREAD());
    HD_TMEM_FENCE_BEFORE();
    HD_SYNC();
    HD_TMEM_FENCE_AFTER();
  }
  a.out[HD_THREAD()] = HD_THREAD();
  if (HD_WARP() == 31) HD_TMEM_DEALLOC(*address, 512);
}

START_TEST(a_thousand_threads_share_an_accumulator) {
  static int out[1024];
  for (uint64_t seed = 0; seed < 12; seed++) {
    const hd_launch launch = {.blocks = 1, .threads = 1024, .seed = seed, .unchecked = seed % 4 == 3};
    memset(out, 0xFF, sizeof out);
    HD_TEST_RUN(crowd_kernel, &launch, &(count_arguments){out, 1024});
    for (int t = 0; t < 1024; t++) ck_assert_int_eq(out[t], t);
  }
}
END_TEST

/* Allocations come and go, more of them in all than there are at a time; sizes do not grow. */
HD_KERNEL(allocations_kernel, count_arguments, a) {
  HD_SHARED(hd_tmem, address, 2);
  hd_tmem first, second;
  for (int turn = 0; turn < a.threads; turn++) {
    HD_TMEM_ALLOC(&address[0], 32);
    HD_TMEM_ALLOC(&address[1], 32);
    HD_SYNC();
    first = address[0], second = address[1];
    uint32_t words[2] = {(uint32_t)turn, 7}, back[2];
    NOTE(first.address != second.address, "one place for two");
    HD_TMEM_ST(32x32b, x2, words, first);
    HD_TMEM_ST(32x32b, x2, words, hd_tmem_at(second, 0, 30));
    HD_TMEM_LD(32x32b, x2, back, first);
    NOTE(back[0] == (uint32_t)turn && back[1] == 7, "turn %d: %u %u", turn, (unsigned)back[0], (unsigned)back[1]);
    HD_SYNC();
    HD_TMEM_DEALLOC(first, 32);
    HD_TMEM_DEALLOC(second, 32);
  }
}

START_TEST(columns_are_given_out_again) {
  for (uint64_t seed = 0; seed < 20; seed++) {
    const hd_launch launch = {
        .blocks = 1, .threads = 32, .seed = seed, .columns = 128, .taken = 32, .unchecked = seed % 4 == 3};
    HD_TEST_RUN(allocations_kernel, &launch, &(count_arguments){NULL, 100});
  }
}
END_TEST

/* What registers hold before their wait is no value that was loaded, whatever the seed. */
HD_KERNEL(early_kernel, count_arguments, a) {
  HD_SHARED(hd_tmem, address, 1);
  uint32_t words[4] = {1, 2, 3, 4}, back[4] = {1, 2, 3, 4};
  HD_TMEM_ALLOC(address, 32);
  HD_SYNC();
  HD_TMEM_ST(32x32b, x4, words, *address);
  HD_TMEM_LD_ASYNC(32x32b, x4, back, *address);
  for (int r = 0; r < 4; r++) a.out[r] += back[r] == words[r];
  HD_TMEM_WAIT_LOAD();
  HD_TMEM_TIE_REGISTERS(4, back);
  for (int r = 0; r < 4; r++) a.out[4 + r] += back[r] == words[r];
  HD_TMEM_DEALLOC(*address, 32);
}

START_TEST(registers_hold_poison_until_their_wait) {
  int out[8] = {0};
  for (uint64_t seed = 0; seed < 100; seed++) {
    const hd_launch launch = {.blocks = 1, .threads = 32, .seed = seed};
    HD_TEST_RUN(early_kernel, &launch, &(count_arguments){out, 0});
  }
  for (int r = 0; r < 4; r++) {
    ck_assert_int_eq(out[r], 0);
    ck_assert_int_eq(out[4 + r], 3200);
  }
}
END_TEST

int main(void) {
#define TEST(name) \
  { #name, name }
  const hd_test tests[] = {
      TEST(blocks_and_threads_are_as_many_as_launched),
      TEST(a_schedule_is_the_seeds),
      TEST(barriers_of_parts_do_not_know_of_each_other),
      TEST(threads_of_a_warp_meet),
      TEST(mbarriers_hand_a_ring_round),
      TEST(copies_from_shared_memory_land_where_the_manual_says),
      TEST(a_shift_takes_lanes_down_by_one),
      TEST(reductions_are_those_of_the_numbers),
      TEST(bfloat16_is_the_nearest),
      TEST(a_thousand_threads_share_an_accumulator),
      TEST(columns_are_given_out_again),
      TEST(registers_hold_poison_until_their_wait),
  };
  return hd_test_main("kernels_host", tests, HD_COUNT(tests));
}
