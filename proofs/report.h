/* What is printed about findings: text for people, JSON and TAP for programs.
 *
 * Invariant: every finding is printed as soon as it is known and counted once; the closing summary is the sum of what
 * was printed. Verdicts go to `out`; syntax errors go to stderr, and in JSON and TAP to `out` too. */
#ifndef HEDDLE_PROOFS_REPORT_H
#define HEDDLE_PROOFS_REPORT_H

#include "check.h"

#include <stdio.h>

typedef enum hd_format { HD_FORMAT_TEXT, HD_FORMAT_JSON, HD_FORMAT_TAP } hd_format;

typedef struct hd_report {
  hd_format format;
  bool quiet; /* text: only what does not hold, and the summary */
  FILE *out;
  const char *file; /* being checked */
  const char *text;
  size_t length;
  int64_t printed;             /* findings and syntax errors so far */
  int64_t count[HD_VERDICTS];  /* claims by verdict */
  int64_t others[HD_VERDICTS]; /* lets and loops that failed, by verdict */
  int64_t proved, checked;     /* among the claims that hold */
  int64_t coordinates;         /* visited in all; stays at the largest integer when it would leave 64 bits */
  int64_t malformed_files;
} hd_report;

void hd_report_start(hd_report *report, hd_format format, bool quiet, FILE *out);
/* Says which file the findings that follow are of. */
void hd_report_file(hd_report *report, const char *file, const char *text, size_t length);
void hd_report_finding(hd_report *report, const hd_finding *finding);
/* The file does not parse, or cannot be read (then its text is empty). */
void hd_report_malformed(hd_report *report, const hd_error *error);
/* The summary. Returns the exit code: 2 malformed, else 1 false or without an answer, else 3 undecided, else 0. */
int hd_report_finish(hd_report *report);

/* Where a finding does not hold, on one line: `at t=3, r=1: 8 against 7`, or the sentence, or both. */
void hd_print_counter_example(FILE *out, const hd_finding *finding);

#endif
