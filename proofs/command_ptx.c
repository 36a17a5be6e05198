/* `heddle ptx check [--json|--sarif] [--quiet] [--max-registers N] [--threads N] [--relative-lane] FILE...` */
#include "proofs/command.h"

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
    (void)hd_ptx_report_file(report, name, "", 0);
    (void)hd_fail(&error, HD_MALFORMED, "the file cannot be read", reason);
    error.position = 0;
    hd_ptx_report_malformed(report, &error);
    return;
  }
  const bool there = hd_ptx_report_file(report, name, text, length);
  if (!there) {
    (void)hd_fail(&error, HD_CAPACITY, "ptx", "there is no memory for it");
    error.position = 0;
  }
  if (!there || hd_ptx_check(text, length, options, &error) != HD_OK) hd_ptx_report_malformed(report, &error);
  free(text);
}

static int usage(void) {
  fputs("usage: heddle ptx check [--json | --sarif] [--quiet] [--max-registers N] [--threads N]\n"
        "       [--relative-lane] FILE.ptx...   (- is the standard input)\n",
        stderr);
  return 2;
}

typedef struct request {
  hd_ptx_options options;
  bool json, sarif, quiet;
} request;

/* `--max-registers N`, N at argv[k + 1]. */
static bool read_number(int argc, char **argv, int k, int64_t most, int64_t *number) {
  if (k + 1 < argc && hd_tmem_number(argv[k + 1], number) == 0 && *number >= 1 && *number <= most) return true;
  fprintf(stderr, "heddle ptx check: %s wants a number from 1 to %d\n", argv[k], (int)most);
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
    if (strcmp(argv[k], "--json") == 0) ask->json = true;
    else if (strcmp(argv[k], "--sarif") == 0) ask->sarif = true;
    else if (strcmp(argv[k], "--quiet") == 0) ask->quiet = true;
    else if (strcmp(argv[k], "--relative-lane") == 0) ask->options.relative_lane = true;
    else if (strcmp(argv[k], "--max-registers") == 0) {
      if (!read_number(argc, argv, k++, 65536, &ask->options.most_registers)) return -1;
    } else if (strcmp(argv[k], "--threads") == 0) {
      if (!read_number(argc, argv, k++, 1024, &ask->options.threads)) return -1;
    } else {
      return -hd_unknown_option("ptx", argv[k]);
    }
  }
  if (ask->json && ask->sarif) fputs("heddle ptx check: --json and --sarif exclude each other\n", stderr);
  else if (files == 0) (void)usage();
  return (ask->json && ask->sarif) || files == 0 ? -1 : files;
}

int hd_command_ptx(int argc, char **argv) {
  request ask = {.options = {.kernel = seen}};
  hd_ptx_report report;
  if (argc < 2 || strcmp(argv[1], "check") != 0) {
    if (argc > 1) fprintf(stderr, "heddle ptx: there is no verb `%s`\n", argv[1]);
    return usage();
  }
  const int files = read_options(argc - 1, argv + 1, &ask);
  if (files < 0) return 2;
  ask.options.context = &report;
  hd_ptx_report_start(&report, ask.json ? HD_PTX_JSON : ask.sarif ? HD_PTX_SARIF : HD_PTX_TEXT, ask.quiet, stdout);
  for (int k = 0; k < files; k++) check_file(argv[1 + k], &report, &ask.options);
  return hd_ptx_report_finish(&report);
}
