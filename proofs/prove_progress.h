/* How far is it, how fast does it go, and how long will it take? And the clock that says so. */
#ifndef HEDDLE_PROOFS_PROVE_PROGRESS_H
#define HEDDLE_PROOFS_PROVE_PROGRESS_H

#include "prove_record.h"

#include <pthread.h>
#include <time.h>

/* Seconds of a clock that only goes on; the moment that many from now; and a condition that waits by it. */
double hd_seconds(void);
struct timespec hd_time_in(double seconds);
void hd_make_condition(pthread_cond_t *condition);

typedef struct hd_progress {
  double began, shown;
  uint64_t begun_with, wanted; /* cases known at the start, and in the end */
  bool terminal;
} hd_progress;

void hd_progress_start(hd_progress *progress, const hd_record *record, uint64_t to);
/* One line, of a terminal the same one again and again; elsewhere one every ten seconds. */
void hd_progress_show(hd_progress *progress, const hd_record *record);
void hd_progress_end(hd_progress *progress, const hd_record *record);

/* "case 12: 4:1, 3:2: it is 5, not 6". */
void hd_write_note(char note[HD_RECORD_NOTE_MAX], uint64_t number, const char *text, const char *why);

#endif
