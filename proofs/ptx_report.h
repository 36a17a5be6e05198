/* What `heddle ptx check` prints: text for people, JSON for programs, SARIF for editors and CI.
 *
 * Invariant: every fault and every question that stays open is printed with its place, and the closing summary is the
 * sum of what was printed; `--quiet` leaves out the unknown ones and kernels without faults. */
#ifndef HEDDLE_PROOFS_PTX_REPORT_H
#define HEDDLE_PROOFS_PTX_REPORT_H

#include "json.h"
#include "ptx_check.h"

#include <stdio.h>

typedef enum hd_ptx_format { HD_PTX_TEXT, HD_PTX_JSON, HD_PTX_SARIF } hd_ptx_format;

typedef struct hd_ptx_report {
  hd_ptx_format format;
  bool quiet;
  FILE *out;
  const char *name; /* of the file that is checked */
  const char *text;
  size_t length;
  uint32_t *line; /* where each line begins */
  size_t lines, room;
  hd_json *json;   /* of HD_PTX_JSON: the answer's object */
  int64_t printed; /* SARIF results */
  int64_t kernels, asked, faults, unknown, malformed_files;
} hd_ptx_report;

void hd_ptx_report_start(hd_ptx_report *report, hd_ptx_format format, bool quiet, FILE *out);
/* The file that what follows is of. False without memory. */
bool hd_ptx_report_file(hd_ptx_report *report, const char *name, const char *text, size_t length);
void hd_ptx_report_kernel(hd_ptx_report *report, const hd_ptx_file *file, const hd_ptx_kernel *kernel);
/* A file that does not parse. */
void hd_ptx_report_malformed(hd_ptx_report *report, const hd_error *error);
/* A file that cannot be read. */
void hd_ptx_report_unread(hd_ptx_report *report, const char *name, const char *reason);
/* The summary. Returns the exit code: 2 malformed, else 1 a fault, else 3 something unknown, else 0. */
int hd_ptx_report_finish(hd_ptx_report *report);

#endif
