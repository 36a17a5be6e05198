/* Deciding what one layout takes by looking at all of it: nanoseconds a coordinate, beside what a plain loop and memset
 * take in the same run. Turns go round, and the least time counts. Exit status 1 means a wrong answer, never a missed
 * goal. */
#include "timing.h"

#include "proofs/prove_compare.h"
#include "proofs/prove_image.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ROUNDS = 15, MODES = 6, COORDINATES = 1 << 22 };

typedef struct subject {
  const char *title;
  int modes;
  int64_t shape[MODES], stride[MODES];
  int64_t taken, missing;
  double goal; /* ns a coordinate; 0: none */
  bool runs;   /* of stride 1: the plain loop is then no measure of what is good */
} subject;

/* Of 4 Mi coordinates each. Values are all different, but for one row. */
static const subject subjects[] = {
    {"6 modes, 0 to 4Mi-1, shuffled",
     6,
     {16, 4, 64, 8, 16, 8},
     {4096, 1024, 16, 65536, 1, 524288},
     COORDINATES,
     COORDINATES,
     0.6,
     false},
    {"2 modes, row-major", 2, {2048, 2048}, {2048, 1}, COORDINATES, COORDINATES, 0.06, true},
    {"a stride-1 mode of 64, gaps", 3, {64, 256, 256}, {1, 80, 20480}, COORDINATES, 64, 0.06, true},
    {"runs of 64 that overlap", 3, {64, 256, 256}, {1, 41, 10500}, 2688019, 2688019, 0.06, true},
    {"6 modes, dense, gaps", 6, {8, 8, 16, 16, 16, 16}, {1, 9, 100, 1700, 28000, 460000}, COORDINATES, 8, 0.6, false},
    {"6 modes, gaps everywhere",
     6,
     {16, 16, 16, 16, 16, 4},
     {3, 50, 807, 13001, 210011, 3400003},
     COORDINATES,
     1,
     0.6,
     false},
    {"2 modes that do not nest", 2, {2048, 2048}, {2047, 2049}, COORDINATES, 1, 0.6, false},
};

enum { SUBJECTS = sizeof subjects / sizeof subjects[0], LAST = SUBJECTS - 1 };

static uint8_t *bytes;
static int failures;

static double least(double a, double b) { return a == 0 || b < a ? b : a; }

/* ---- plain loops ---- */

/* An odometer that sets and tests a bit at each coordinate. */
static int64_t odometer(const subject *s) {
  int64_t digit[MODES] = {0}, value = 0, repeated = 0;
  memset(bytes, 0, COORDINATES / 8);
  for (int64_t i = 0; i < COORDINATES; i++) {
    uint8_t bit = (uint8_t)(1u << value % 8);
    repeated += (bytes[value / 8] & bit) != 0;
    bytes[value / 8] |= bit;
    for (int k = 0; k < s->modes; k++) {
      value += s->stride[k];
      if (++digit[k] < s->shape[k]) break;
      value -= digit[k] * s->stride[k];
      digit[k] = 0;
    }
  }
  return repeated;
}

static int64_t span_of(const subject *s) {
  int64_t span = 1;
  for (int k = 0; k < s->modes; k++) span += (s->shape[k] - 1) * s->stride[k];
  return span;
}

/* A table of the inner modes, bytes marked, and all of them looked at in the end: what the goal is compared with. */
static int64_t blocked(const subject *s) {
  static int32_t offset[4096];
  int64_t inner = 1, marked = 0, span = span_of(s);
  int modes = 0;
  for (; modes < s->modes && inner * s->shape[modes] <= 4096; modes++) inner *= s->shape[modes];
  memset(bytes, 0, (size_t)span);
  for (int64_t i = 0; i < COORDINATES; i += inner) {
    int64_t base = 0, left = i / inner;
    for (int k = modes; k < s->modes; k++) {
      base += left % s->shape[k] * s->stride[k];
      left /= s->shape[k];
    }
    for (int64_t j = 0; i == 0 && j < inner; j++) {
      int64_t at = j, sum = 0;
      for (int k = 0; k < modes; k++) {
        sum += at % s->shape[k] * s->stride[k];
        at /= s->shape[k];
      }
      offset[j] = (int32_t)sum;
    }
    for (int64_t j = 0; j < inner; j++) bytes[base + offset[j]] = 1;
  }
  for (int64_t i = 0; i < span; i++) marked += bytes[i];
  return marked;
}

/* ---- rows ---- */

static double time_of(const subject *s, const hd_layout *layout, int threads) {
  const hd_image_limits limits = {COORDINATES, threads, 0};
  hd_image_count count = {0, 0, 0};
  double start = now();
  hd_status status = hd_count_image(layout, &limits, NULL, &count);
  double took = now() - start;
  if (status == HD_OK && count.taken == s->taken && count.missing == s->missing) return took;
  printf("%s: wrong: %lld taken, %lld missing\n", s->title, (long long)count.taken, (long long)count.missing);
  failures++;
  return took;
}

static void row(const char *title, double seconds, double goal, double plain) {
  double each = 1e9 * seconds / COORDINATES;
  printf("  %-52s %8.3f ns", title, each);
  const char *verdict = each <= goal ? "met" : each <= 1.3 * plain ? "within 1.3 times the plain loop" : "missed";
  if (goal > 0) printf("   goal %.2f: %s", goal, verdict);
  printf("\n");
}

/* Two processes of one thread each, at once: the time until both are done. */
static double two_processes(const subject *s, const hd_layout *layout) {
  double start = now();
  for (int k = 0; k < 2; k++) {
    if (fork() != 0) continue;
    (void)time_of(s, layout, 1);
    _exit(0);
  }
  while (wait(NULL) > 0) continue;
  return now() - start;
}

static void compare(const hd_layout *a, const hd_layout *b) {
  double best = 0;
  for (int turn = 0; turn < ROUNDS; turn++) {
    int64_t first = 0;
    double start = now();
    hd_status status = hd_compare_values(a, b, COORDINATES, NULL, &first);
    best = least(best, now() - start);
    failures += status != HD_OK || first != -1;
  }
  row("equality of two layouts at all coordinates", best, 0.5, 0);
}

int main(void) {
  double plain[SUBJECTS] = {0}, walked = 0, set = 0, best[SUBJECTS] = {0}, alone = 0, two = 0, apart = 0;
  hd_layout layout[SUBJECTS], nested;
  int64_t most = 0;
  for (int k = 0; k < SUBJECTS; k++)
    if (span_of(&subjects[k]) > most) most = span_of(&subjects[k]);
  bytes = malloc((size_t)most);
  if (bytes == NULL) return 1;
  for (int k = 0; k < SUBJECTS; k++)
    failures +=
        hd_make_flat_layout(subjects[k].modes, subjects[k].shape, subjects[k].stride, NULL, &layout[k]) != HD_OK;
  for (int turn = 0; turn < ROUNDS; turn++) {
    double start = now();
    memset(bytes, turn, COORDINATES);
    set = least(set, now() - start);
    start = now();
    failures += odometer(&subjects[0]) != 0;
    walked = least(walked, now() - start);
    for (int k = 0; k < SUBJECTS; k++) {
      start = now();
      failures += blocked(&subjects[k]) != subjects[k].taken;
      plain[k] = least(plain[k], now() - start);
      best[k] = least(best[k], time_of(&subjects[k], &layout[k], 1));
    }
    alone = least(alone, time_of(&subjects[LAST], &layout[LAST], 1));
    two = least(two, time_of(&subjects[LAST], &layout[LAST], 2));
    apart = least(apart, two_processes(&subjects[LAST], &layout[LAST]));
  }
  printf("injective, and what is covered, of %d coordinates: ns each\n", COORDINATES);
  row("memset of a byte for each", set, 0, 0);
  row("an odometer with a set of bits", walked, 0, 0);
  for (int k = 0; k < SUBJECTS; k++) {
    row(subjects[k].title, best[k], subjects[k].goal, subjects[k].runs ? 0 : 1e9 * plain[k] / COORDINATES);
    row("  the same by a plain blocked loop with bytes", plain[k], 0, 0);
  }
  failures += hd_make_flat_layout(2, (int64_t[]){2048, 2048}, (int64_t[]){1, 2048}, NULL, &layout[0]) != HD_OK;
  failures += hd_make_flat_layout(3, (int64_t[]){64, 32, 2048}, (int64_t[]){1, 64, 2048}, NULL, &nested) != HD_OK;
  compare(&layout[0], &nested);
  /* Two processes do the work twice in the time `apart`; two threads do it once in `two`. */
  printf("  2 threads: %.2f times as fast as 2 processes of one thread each, and %.2f times one thread\n",
         apart / (2 * two), alone / two);
  if (failures > 0) printf("%d wrong answers\n", failures);
  free(bytes);
  return failures > 0;
}
