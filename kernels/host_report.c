/* What went wrong, in words and with its place. */
#include "kernels/host_state.h"
#include "kernels/sentences.h"

#include "algebra/print.h"

#include <stdio.h>
#include <string.h>

void hd_host_fault(hd_host *host, const hd_wish *wish, int thread, int number, const hd_issued *issued,
                   hd_status status, const char *text) {
  hd_report *report = &host->report;
  if (report->status == HD_OK) {
    report->status = status;
    report->file = wish == NULL ? NULL : wish->file;
    report->line = wish == NULL ? 0 : wish->line;
    report->block = host->block;
    report->thread = thread;
    report->number = number;
    if (issued != NULL) {
      report->other_file = issued->wish.file;
      report->other_line = issued->wish.line;
    }
    hd_say_fault(report->text, sizeof report->text, report->file, report->line, thread, number, text,
                 issued == NULL ? 0 : (int)issued->wish.kind, report->other_file, report->other_line);
  }
  /* The thread stands here for good: the scheduler stops, and frees it. */
  if (host->running >= 0) hd_host_stand((hd_wish){.kind = HD_WISH_RETURNED});
}

void hd_host_refused(hd_host *host, const hd_wish *wish, int warp, const hd_issued *issued, const hd_error *error) {
  char sentence[HD_TEXT_MAX], hint[HD_TEXT_MAX], text[HD_REPORT_TEXT];
  bool known = error->number[4] == 1;
  hd_print_error(error, sentence, sizeof sentence);
  hd_print_hint(error, hint, sizeof hint);
  snprintf(text, sizeof text, "%.300s%s%.250s", sentence, hint[0] != 0 ? "; " : "", hint);
  hd_host_fault(host, wish, HD_WARP_THREADS * warp + (known ? (int)error->number[5] : 0),
                known ? (int)error->number[6] : -1, issued, error->status, text);
}
