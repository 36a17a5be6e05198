/* `heddle check [--json|--tap] [--quiet] FILE...` */
#define _POSIX_C_SOURCE 200809L

#include "proofs/command.h"

#include "proofs/report.h"

#include <errno.h>
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

/* The whole of a file, or of stdin for `-`; NULL and errno when it cannot be read. Free it. */
static char *read_all(const char *name, size_t *length) {
  FILE *in = strcmp(name, "-") == 0 ? stdin : fopen(name, "rb");
  if (in == NULL) return NULL;
  char *text = NULL;
  size_t capacity = 0, got = 0;
  *length = 0;
  errno = 0;
  do {
    *length += got;
    if (*length + 4096 > capacity) {
      capacity = 2 * capacity + 8192;
      char *grown = realloc(text, capacity);
      if (grown == NULL) break;
      text = grown;
    }
    got = fread(text + *length, 1, capacity - *length, in);
  } while (got > 0);
  bool failed = ferror(in) || got > 0;
  int reason = errno;
  if (in != stdin) fclose(in);
  if (!failed) return text;
  free(text);
  errno = reason;
  return NULL;
}

static void check_file(const char *name, hd_report *report, const hd_check_options *options) {
  size_t length;
  hd_error error;
  char *text = read_all(name, &length);
  if (text == NULL) {
    hd_report_file(report, name, "", 0);
    (void)hd_fail(&error, HD_MALFORMED, "check", "the file cannot be read");
    error.hint = errno == ENOENT ? "there is no such file" : errno == EISDIR ? "it is a folder" : NULL;
    error.position = 0;
    hd_report_malformed(report, &error);
    return;
  }
  hd_report_file(report, name, text, length);
  if (hd_check_text(text, length, options, &error) != HD_OK) hd_report_malformed(report, &error);
  free(text);
}

static int usage(void) {
  fputs("usage: heddle check [--json | --tap] [--quiet] FILE...   (- is the standard input)\n", stderr);
  return 2;
}

int hd_command_check(int argc, char **argv) {
  hd_format format = HD_FORMAT_TEXT;
  bool quiet = false;
  int first = 1;
  for (; first < argc && argv[first][0] == '-' && argv[first][1] != 0; first++) {
    if (strcmp(argv[first], "--json") == 0) format = HD_FORMAT_JSON;
    else if (strcmp(argv[first], "--tap") == 0) format = HD_FORMAT_TAP;
    else if (strcmp(argv[first], "--quiet") == 0) quiet = true;
    else if (strcmp(argv[first], "--") == 0) break;
    else return usage();
  }
  if (first < argc && strcmp(argv[first], "--") == 0) first++;
  if (first == argc) return usage();
  hd_report report;
  progress shown = {&report, isatty(STDERR_FILENO) == 1, false, time(NULL)};
  hd_check_options options = hd_check_defaults();
  options.found = found;
  options.progress = progressed;
  options.context = &shown;
  hd_report_start(&report, format, quiet, stdout);
  for (int k = first; k < argc; k++) check_file(argv[k], &report, &options);
  clear_line(&shown);
  return hd_report_finish(&report);
}
