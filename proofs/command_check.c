/* `heddle check [--tap] [--quiet] FILE...` */
#define _POSIX_C_SOURCE 200809L

#include "proofs/command.h"

#include "proofs/answer.h"
#include "proofs/input.h"
#include "proofs/report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct progress {
  hd_report *report;
  bool wanted; /* stderr is a terminal */
  bool shown;
  time_t start;
} progress;

static void clear_line(progress *p) {
  if (p->shown) fputs("\r\033[K", stderr);
  p->shown = false;
}

static void found(void *context, const hd_finding *finding) {
  progress *p = context;
  clear_line(p);
  hd_report_finding(p->report, finding);
  if (p->wanted) p->start = time(NULL);
}

static void progressed(void *context, int64_t visited, int64_t domain) {
  progress *p = context;
  if (!p->wanted || (!p->shown && time(NULL) - p->start < 2) || visited % (1 << 22) != 0) return;
  fprintf(stderr, "\r%" PRId64 " of %" PRId64 " coordinates", visited, domain);
  p->shown = true;
}

static void check_file(const char *name, hd_report *report, const hd_check_options *options) {
  size_t length;
  hd_error error;
  const char *reason;
  char *text = hd_read_all(name, &length, &reason);
  if (text == NULL) {
    hd_report_file(report, name, "", 0);
    hd_report_unread(report, reason);
    return;
  }
  hd_report_file(report, name, text, length);
  if (hd_check_text(text, length, options, &error) != HD_OK) hd_report_malformed(report, &error);
  free(text);
}

/* Reads the options away; the files are what is left of argv. Returns how many, or -1 after saying what is wrong. */
static int read_options(int argc, char **argv, hd_format *format, bool *quiet) {
  int files = 0, no_options = 0;
  bool tap = false;
  for (int k = 1; k < argc; k++) {
    switch (hd_argument_kind(argv[k], &no_options)) {
      case HD_ARGUMENT_FILE: argv[files++] = argv[k]; continue;
      case HD_ARGUMENT_END: continue;
      case HD_ARGUMENT_OPTION: break;
    }
    if (strcmp(argv[k], "--tap") == 0) tap = true;
    else if (strcmp(argv[k], "--quiet") == 0) *quiet = true;
    else return -hd_unknown_option("check", argv[k]);
  }
  const bool json = hd_answer_json() != NULL;
  *format = json ? HD_FORMAT_JSON : tap ? HD_FORMAT_TAP : HD_FORMAT_TEXT;
  if (json && tap) return -hd_complain(NULL, "--json and --tap exclude each other");
  return files > 0 ? files : -hd_complain_usage();
}

int hd_command_check(int argc, char **argv) {
  hd_format format = HD_FORMAT_TEXT;
  bool quiet = false;
  int files = read_options(argc, argv, &format, &quiet);
  if (files < 0) return 2;
  hd_report report;
  progress shown = {&report, isatty(STDERR_FILENO) == 1 && format != HD_FORMAT_JSON, false, time(NULL)};
  hd_check_options options = hd_check_defaults();
  options.found = found;
  options.progress = progressed;
  options.context = &shown;
  hd_report_start(&report, format, quiet, stdout);
  for (int k = 0; k < files; k++) check_file(argv[k], &report, &options);
  clear_line(&shown);
  return hd_report_finish(&report);
}
