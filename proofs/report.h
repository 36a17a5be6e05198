/* What is printed about findings: text for people, JSON and TAP for programs.
 *
 * Invariant: every finding is printed as soon as it is known and counted once; the closing summary is the sum of what
 * was printed. Verdicts go to `out`; syntax errors go where errors go (answer.h), and in TAP to `out` too. */
#ifndef HEDDLE_PROOFS_REPORT_H
#define HEDDLE_PROOFS_REPORT_H

#include "check.h"
#include "json.h"
#include "tap.h"

#include <stdio.h>

typedef enum hd_format { HD_FORMAT_TEXT, HD_FORMAT_JSON, HD_FORMAT_TAP } hd_format;

typedef struct hd_report {
  hd_format format;
  bool quiet; /* text: only what does not hold, and the summary */
  FILE *out;
  const char *file; /* being checked */
  const char *text;
  size_t length;
  hd_json *json;               /* of HD_FORMAT_JSON: the answer's object */
  hd_tap tap;                  /* of HD_FORMAT_TAP */
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
/* The file does not parse. */
void hd_report_malformed(hd_report *report, const hd_error *error);
/* The file cannot be read. */
void hd_report_unread(hd_report *report, const char *reason);
/* The summary. Returns the exit code: 2 malformed, else 1 false or without an answer, else 3 undecided, else 0. */
int hd_report_finish(hd_report *report);

/* Where a finding does not hold, on one line: `at t=3, r=1: 8 against 7`, or the sentence, or both. */
void hd_print_counter_example(FILE *out, const hd_finding *finding);
/* The same as members: where in the text, why, at which values, and what may help. */
void hd_report_reason(hd_json *json, const char *text, size_t length, const hd_finding *finding);

#endif
