/* `heddle ptx check [--sarif] [--quiet] [--max-registers N] [--threads N] [--relative-lane] FILE...` */
#include "proofs/command.h"

#include "proofs/answer.h"
#include "proofs/command_tmem.h"
#include "proofs/input.h"
#include "proofs/ptx_report.h"

#include <stdlib.h>
#include <string.h>

static void seen(void *context, const hd_ptx_file *file, const hd_ptx_kernel *kernel) {
  hd_ptx_report_kernel(context, file, kernel);
}

static void check_file(const char *name, hd_ptx_report *report, const hd_ptx_options *options) {
  size_t length;
  hd_error error;
  const char *reason;
  char *text = hd_read_all(name, &length, &reason);
  if (text == NULL) {
    hd_ptx_report_unread(report, name, reason);
    return;
  }
  if (!hd_ptx_report_file(report, name, text, length)) hd_ptx_report_unread(report, name, "there is not enough memory");
  else if (hd_ptx_check(text, length, options, &error) != HD_OK) hd_ptx_report_malformed(report, &error);
  free(text);
}

typedef struct request {
  hd_ptx_options options;
  bool sarif, quiet;
} request;

/* `--max-registers N`, N at argv[k + 1]. */
static bool read_number(int argc, char **argv, int k, int64_t most, int64_t *number) {
  if (k + 1 < argc && hd_tmem_number(argv[k + 1], number) == 0 && *number >= 1 && *number <= most) return true;
  hd_complain(NULL, "%s wants a number from 1 to %d", argv[k], (int)most);
  return false;
}

/* Reads the options away; the files are what is left of argv. Returns how many, or -1 after saying what is wrong. */
static int read_options(int argc, char **argv, request *ask) {
  int files = 0, no_options = 0;
  for (int k = 1; k < argc; k++) {
    switch (hd_argument_kind(argv[k], &no_options)) {
      case HD_ARGUMENT_FILE: argv[files++] = argv[k]; continue;
      case HD_ARGUMENT_END: continue;
      case HD_ARGUMENT_OPTION: break;
    }
    if (strcmp(argv[k], "--sarif") == 0) ask->sarif = true;
    else if (strcmp(argv[k], "--quiet") == 0) ask->quiet = true;
    else if (strcmp(argv[k], "--relative-lane") == 0) ask->options.relative_lane = true;
    else if (strcmp(argv[k], "--max-registers") == 0) {
      if (!read_number(argc, argv, k++, 65536, &ask->options.most_registers)) return -1;
    } else if (strcmp(argv[k], "--threads") == 0) {
      if (!read_number(argc, argv, k++, 1024, &ask->options.threads)) return -1;
    } else {
      return -hd_unknown_option("ptx check", argv[k]);
    }
  }
  if (hd_answer_json() != NULL && ask->sarif) return -hd_complain(NULL, "--json and --sarif exclude each other");
  return files > 0 ? files : -hd_complain_usage();
}

int hd_command_ptx(int argc, char **argv) {
  request ask = {.options = {.kernel = seen}};
  hd_ptx_report report;
  if (argc < 2 || strcmp(argv[1], "check") != 0) {
    if (argc > 1) return hd_complain("heddle ptx check is the only one", "ptx has no verb `%s`", argv[1]);
    return hd_complain_usage();
  }
  const int files = read_options(argc - 1, argv + 1, &ask);
  if (files < 0) return 2;
  ask.options.context = &report;
  hd_ptx_report_start(&report,
                      hd_answer_json() != NULL ? HD_PTX_JSON
                      : ask.sarif              ? HD_PTX_SARIF
                                               : HD_PTX_TEXT,
                      ask.quiet, stdout);
  for (int k = 0; k < files; k++) check_file(argv[1 + k], &report, &ask.options);
  return hd_ptx_report_finish(&report);
}
