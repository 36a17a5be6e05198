/* What went wrong, in words and with its place. */
#include "kernels/host_state.h"

#include "algebra/print.h"

#include <stdio.h>
#include <string.h>

static const char *const names[] = {
    [HD_WISH_NONE] = "runs",
    [HD_WISH_RETURNED] = "has returned",
    [HD_WISH_LOAD] = "tcgen05.ld",
    [HD_WISH_STORE] = "tcgen05.st",
    [HD_WISH_WAIT_LOAD] = "tcgen05.wait::ld",
    [HD_WISH_WAIT_STORE] = "tcgen05.wait::st",
    [HD_WISH_ALLOC] = "tcgen05.alloc",
    [HD_WISH_DEALLOC] = "tcgen05.dealloc",
    [HD_WISH_RELINQUISH] = "tcgen05.relinquish_alloc_permit",
    [HD_WISH_SYNC] = "a barrier of threads",
    [HD_WISH_SYNC_WARP] = "a barrier of its warp",
    [HD_WISH_BARRIER] = "an mbarrier",
};

void hd_host_describe(const hd_wish *wish, char *text, size_t capacity) {
  if (wish->kind <= HD_WISH_RETURNED) snprintf(text, capacity, "%s", names[wish->kind]);
  else snprintf(text, capacity, "stands at %s, %s:%d", names[wish->kind], wish->file, wish->line);
}

/* "k.c:12: thread 37 (warp 1, lane 5), register 3: " as far as there are such. */
static int put_place(const hd_report *report, char *text, size_t capacity) {
  int length = 0;
  if (report->file != NULL) length += snprintf(text, capacity, "%s:%d: ", report->file, report->line);
  if (report->thread >= 0)
    length += snprintf(text + length, capacity - (size_t)length, "thread %d (warp %d, lane %d)", report->thread,
                       report->thread / HD_WARP_THREADS, report->thread % HD_WARP_THREADS);
  if (report->number >= 0)
    length += snprintf(text + length, capacity - (size_t)length, ", register %d", report->number);
  return length + (report->thread >= 0 ? snprintf(text + length, capacity - (size_t)length, ": ") : 0);
}

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
    char place[256] = "";
    put_place(report, place, sizeof place);
    int length = snprintf(report->text, sizeof report->text, "%.250s%.300s", place, text);
    if (issued != NULL && length < (int)sizeof report->text)
      snprintf(report->text + length, sizeof report->text - (size_t)length, " (%s at %.60s:%d)",
               names[issued->wish.kind], issued->wish.file, issued->wish.line);
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
