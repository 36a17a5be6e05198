/* Runs every contender of every operation in turns, checks each answer, and prints times, ratios and verdicts.
 *
 * Speed is a ratio to a peer measured in the same run, turn by turn, so that a slow moment of the machine meets all. The
 * verdict compares minima: what disturbs a measurement only ever adds time. Exit status 1 means a wrong answer (or heap
 * used by Heddle), never a missed goal. */
#include "timing.h"

#include "bench.h"
#include "heap.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 101 };
static const double ROUND_SECONDS = 1e-3; /* of one contender */

int32_t answer[ANSWERS];

enum { HEDDLE, CUTE, LOOP, STATIC };
static const char *const who[CONTENDERS] = {"Heddle", "CuTe dynamic", "C loops", "CuTe static"};

typedef struct subject {
  const char *title;
  int shape[4], stride[4]; /* the flattened layout that the answer has to show */
  int count;               /* of values in the answer */
  bool once;               /* one repetition gives one value, not all */
  double per;              /* what one repetition's time is divided by */
  double goal;             /* Heddle's time over CuTe's; 0: none is set */
} subject;

/* clang-format off */
static const subject subjects[OPERATIONS] = {
    [COMPOSITION] = {"composition (128,512):(1,128) o ((2,2),8):((128,8),1024), checked and canonical",
                     {2, 2, 8, 1}, {128, 8, 1024, 0}, 32, false, 1, 0.75},
    [COMPOSITION_ROWS] = {"composition (128,512):(512,1) o ((2,2),8):((128,8),1024), checked and canonical",
                          {2, 2, 8, 1}, {1, 4096, 8, 0}, 32, false, 1, 0},
    [COMPOSITION_SPLIT] = {"composition (4,8,16):(1,100,1000) o (16,4):(2,32), checked and canonical",
                           {2, 8, 4, 1}, {2, 100, 1000, 0}, 64, false, 1, 0},
    [EVALUATE_FLAT] = {"one index of (128,512):(1,128)", {128, 512, 1, 1}, {1, 128, 0, 0}, 65536, true, 1, 1.0},
    [EVALUATE_ROWS] = {"one index of (128,512):(512,1)", {128, 512, 1, 1}, {512, 1, 0, 0}, 65536, true, 1, 1.0},
    [EVALUATE_NESTED] = {"one index of ((2,2),(2,64)):((128,8),(256,1024))",
                         {2, 2, 2, 64}, {128, 8, 256, 1024}, 512, true, 1, 0.6},
    [WALK_FLAT] = {"all 65536 coordinates of (128,512):(1,128) into int32",
                   {128, 512, 1, 1}, {1, 128, 0, 0}, 65536, false, 65536, 1.0 / 15},
    [WALK_ROWS] = {"all 65536 coordinates of (128,512):(512,1) into int32",
                   {128, 512, 1, 1}, {512, 1, 0, 0}, 65536, false, 65536, 1.0 / 15},
    [WALK_NESTED] = {"all 512 coordinates of ((2,2),(2,64)):((128,8),(256,1024)) into int32",
                     {2, 2, 2, 64}, {128, 8, 256, 1024}, 512, false, 512, 1.0 / 15},
    [WALK_FLAT_SHORT] = {"all 512 coordinates of (128,4):(1,128) into int32",
                         {128, 4, 1, 1}, {1, 128, 0, 0}, 512, false, 512, 0},
    [WALK_NESTED_LONG] = {"all 65536 coordinates of ((2,2),(2,8192)):((128,8),(256,1024)) into int32",
                          {2, 2, 2, 8192}, {128, 8, 256, 1024}, 65536, false, 65536, 1.0 / 15},
};
/* clang-format on */

static double seconds(run_function *run, long repetitions) {
  double start = now();
  run(repetitions);
  return now() - start;
}

/* ---- one operation ---- */

static int64_t expected(const subject *s, int i) {
  int64_t value = 0;
  for (int k = 0; k < 4; k++) {
    value += (int64_t)(i % s->shape[k]) * s->stride[k];
    i /= s->shape[k];
  }
  return value;
}

/* How many values of the answer are wrong after a run of so many repetitions over a cleared answer. */
static int wrong_values(const subject *s, long repetitions) {
  int wrong = 0;
  int written = s->once && repetitions < s->count ? (int)repetitions : s->count;
  for (int i = 0; i < written; i++) wrong += answer[i] != expected(s, i);
  return wrong;
}

static long calibrate(run_function *run, const subject *s) {
  long repetitions = s->once ? s->count : 1;
  while (seconds(run, repetitions) < ROUND_SECONDS) repetitions *= 2;
  return repetitions;
}

typedef struct result {
  double least, median; /* nanoseconds per `per` */
} result;

/* Runs the contenders in turns. Returns whether all answers were right. */
static bool measure(int operation, run_function *const run[CONTENDERS], result results[CONTENDERS]) {
  const subject *s = &subjects[operation];
  static double time[CONTENDERS][ROUNDS];
  long repetitions[CONTENDERS];
  bool right = true;
  for (int c = 0; c < CONTENDERS; c++) {
    if (run[c]) repetitions[c] = calibrate(run[c], s);
  }
  for (int round = 0; round < ROUNDS; round++) {
    for (int c = 0; c < CONTENDERS; c++) {
      if (!run[c]) continue;
      memset(answer, 0xA5, sizeof answer);
      time[c][round] = seconds(run[c], repetitions[c]);
      int wrong = wrong_values(s, repetitions[c]);
      if (wrong == 0) continue;
      printf("  WRONG: %s leaves %d wrong values\n", who[c], wrong);
      right = false;
    }
  }
  for (int c = 0; c < CONTENDERS; c++) {
    if (!run[c]) continue;
    qsort(time[c], ROUNDS, sizeof(double), by_size);
    double unit = 1e9 / ((double)repetitions[c] * s->per);
    results[c] = (result){time[c][0] * unit, time[c][ROUNDS / 2] * unit};
  }
  return right;
}

static void report(int operation, run_function *const run[CONTENDERS], const result results[CONTENDERS]) {
  const subject *s = &subjects[operation];
  for (int c = 0; c < CONTENDERS; c++) {
    if (!run[c]) continue;
    printf("  %-13s min %9.4f ns  median %9.4f ns", who[c], results[c].least, results[c].median);
    if (c != HEDDLE) {
      printf("   Heddle takes %.3f x (median %.3f x)", results[HEDDLE].least / results[c].least,
             results[HEDDLE].median / results[c].median);
    }
    if (c == CUTE && s->goal > 0) {
      double ratio = results[HEDDLE].least / results[CUTE].least;
      printf("   goal %.3f x: %s", s->goal, ratio <= s->goal ? "met" : "MISSED");
    }
    putchar('\n');
  }
}

int main(void) {
  if (!heap_counter_works()) {
    puts("the heap counter does not count");
    return 1;
  }
  bool right = true;
  long heap = 0;
  for (int operation = 0; operation < OPERATIONS; operation++) {
    run_function *run[CONTENDERS] = {[HEDDLE] = heddle_run[operation], [LOOP] = loop_run[operation]};
#ifdef HAVE_CUTE
    run[CUTE] = cute_run[operation];
    run[STATIC] = static_run[operation];
#endif
    printf("%s\n", subjects[operation].title);
    result results[CONTENDERS];
    right &= measure(operation, run, results);
    report(operation, run, results);
    heap_calls = 0;
    run[HEDDLE](1);
    heap += heap_calls;
  }
  printf("heap calls by Heddle, all operations: %ld\n", heap);
  if (!right) puts("WRONG ANSWERS");
  return right && heap == 0 ? 0 : 1;
}
