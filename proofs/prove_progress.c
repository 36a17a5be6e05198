/* Progress, on the standard error. */
#define _POSIX_C_SOURCE 200809L
#include "proofs/prove_progress.h"

#include <stdio.h>
#include <unistd.h>

double hd_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

struct timespec hd_time_in(double seconds) {
  double at = hd_seconds() + seconds;
  struct timespec time = {.tv_sec = (time_t)at};
  time.tv_nsec = (long)((at - (double)time.tv_sec) * 1e9);
  return time;
}

void hd_make_condition(pthread_cond_t *condition) {
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(condition, &attributes);
  pthread_condattr_destroy(&attributes);
}

void hd_progress_start(hd_progress *progress, const hd_record *record, uint64_t to) {
  progress->began = progress->shown = hd_seconds();
  progress->begun_with = record->cases;
  progress->wanted = to - record->first;
  progress->terminal = isatty(STDERR_FILENO) != 0;
}

/* 1234567 as "1.23 M". */
static void print_rate(double rate) {
  static const char *const unit[] = {"", " k", " M", " G", " T"};
  int k = 0;
  for (; rate >= 1000 && k < 4; k++) rate /= 1000;
  fprintf(stderr, "%.3g%s cases a second", rate, unit[k]);
}

static void print_line(const hd_progress *progress, const hd_record *record) {
  double passed = hd_seconds() - progress->began, done = (double)(record->cases - progress->begun_with);
  double rate = passed > 0 ? done / passed : 0, left = (double)(progress->wanted - record->cases);
  fprintf(stderr, "%s: %.1f%% of %llu cases, ", record->theorem->name,
          progress->wanted == 0 ? 100.0 : 100.0 * (double)record->cases / (double)progress->wanted,
          (unsigned long long)progress->wanted);
  print_rate(rate);
  if (record->cases == progress->wanted) fprintf(stderr, ", in %.1f s", passed);
  else if (rate > 0) fprintf(stderr, ", %.0f s left", left / rate);
}

void hd_progress_show(hd_progress *progress, const hd_record *record) {
  double now = hd_seconds();
  if (now - progress->shown < (progress->terminal ? 0.5 : 10)) return;
  progress->shown = now;
  if (progress->terminal) fputs("\r\033[K", stderr);
  print_line(progress, record);
  if (!progress->terminal) fputc('\n', stderr);
  fflush(stderr);
}

void hd_progress_end(hd_progress *progress, const hd_record *record) {
  if (progress->shown == progress->began) return; /* too short to have said anything */
  if (progress->terminal) fputs("\r\033[K", stderr);
  print_line(progress, record);
  fputc('\n', stderr);
}

void hd_write_note(char note[HD_RECORD_NOTE_MAX], uint64_t number, const char *text, const char *why) {
  snprintf(note, HD_RECORD_NOTE_MAX, "case %llu: %s: %s", (unsigned long long)number, text, why);
}
