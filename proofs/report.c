/* Findings in print. */
#include "proofs/report.h"

#include "proofs/answer.h"
#include "proofs/diagnose.h"

#include <inttypes.h>
#include <string.h>

void hd_report_start(hd_report *report, hd_format format, bool quiet, FILE *out) {
  memset(report, 0, sizeof *report);
  report->format = format;
  report->quiet = quiet;
  report->out = out;
  report->json = format == HD_FORMAT_JSON ? hd_answer_json() : NULL;
  if (format == HD_FORMAT_JSON) hd_json_list(report->json, "findings");
  if (format == HD_FORMAT_TAP) hd_tap_start(&report->tap, out);
}

void hd_report_file(hd_report *report, const char *file, const char *text, size_t length) {
  report->file = file;
  report->text = text;
  report->length = length;
}

/* 1234567 as 1,234,567 */
static const char *grouped(int64_t number, char text[32]) {
  char digits[24];
  int length = snprintf(digits, sizeof digits, "%" PRId64, number), used = 0;
  for (int k = 0; k < length; k++) {
    if (k > 0 && (length - k) % 3 == 0) text[used++] = ',';
    text[used++] = digits[k];
  }
  text[used] = 0;
  return text;
}

/* How many coordinates there are, however many, where that is known. */
static void print_domain(FILE *out, const char *before, const hd_finding *f) {
  if (f->beyond[0] != 0) fprintf(out, "%s%s", before, f->beyond);
  else if (f->domain > 0) fprintf(out, "%s%" PRId64, before, f->domain);
}

void hd_report_reason(hd_json *json, const char *text, size_t length, const hd_finding *f) {
  int line, column;
  char name[HD_NAME_MAX];
  hd_locate(text, length, f->position, &line, &column);
  hd_json_integer(json, "line", line);
  hd_json_integer(json, "column", column);
  hd_json_some(json, "reason", f->reason);
  if (f->variables > 0) hd_json_object(json, "at");
  for (int k = 0; k < f->variables; k++) {
    snprintf(name, sizeof name, "%.*s", (int)f->variable_length[k], f->variable[k]);
    hd_json_integer(json, name, f->value[k]);
  }
  if (f->variables > 0) hd_json_close(json);
  hd_json_some(json, "left", f->left);
  hd_json_some(json, "right", f->right);
  hd_json_some(json, "coordinate", f->coordinate);
  hd_json_some(json, "other", f->other);
  hd_json_some(json, "hint", f->hint);
}

static void finding_as_json(hd_report *report, const hd_finding *f) {
  hd_json *json = report->json;
  hd_json_object(json, NULL);
  hd_json_text(json, "kind", f->is_claim ? "claim" : "statement");
  hd_json_text(json, "name", f->name);
  hd_json_text(json, "verdict", hd_verdict_name(f->verdict));
  if (f->verdict == HD_HOLDS) hd_json_text(json, "by", f->visits ? "checked" : "proved");
  if (f->visits) hd_json_integer(json, "visited", f->visited);
  if (f->visits && f->beyond[0] != 0) hd_json_digits(json, "domain", f->beyond);
  else if (f->visits && f->domain > 0) hd_json_integer(json, "domain", f->domain);
  hd_json_text(json, "file", report->file);
  hd_json_some(json, "note", f->note);
  if (f->verdict != HD_HOLDS) hd_report_reason(json, report->text, report->length, f);
  hd_json_close(json);
}

void hd_print_counter_example(FILE *out, const hd_finding *f) {
  for (int k = 0; k < f->variables; k++) {
    fputs(k == 0 ? "at " : ", ", out);
    fwrite(f->variable[k], 1, f->variable_length[k], out);
    fprintf(out, "=%" PRId64, f->value[k]);
  }
  const char *between = f->variables > 0 ? ": " : "";
  if (f->reason[0] != 0) fprintf(out, "%s%s", between, f->reason), between = ": ";
  if (f->left[0] != 0) fprintf(out, "%s%s", between, f->left);
  if (f->right[0] != 0) fprintf(out, " against %s", f->right);
  if (f->variables == 0 && f->reason[0] == 0 && f->left[0] == 0) fputs("it is false", out);
  putc('\n', out);
}

static void print_verdict(FILE *out, const hd_finding *f) {
  static const char *const word[HD_VERDICTS] = {"", "FALSE", "undefined", "undecided", "malformed"};
  if (f->verdict != HD_HOLDS) fputs(word[f->verdict], out);
  else if (f->visits) fprintf(out, "checked %" PRId64 " of %" PRId64, f->visited, f->domain);
  else fputs("proved", out);
}

static void print_note(FILE *out, const char *before, const hd_finding *f) {
  if (f->note[0] != 0) fprintf(out, "%snote: %s\n", before, f->note);
}

static void finding_as_text(hd_report *report, const hd_finding *f) {
  int line, column;
  FILE *out = report->out;
  if (report->quiet && f->verdict == HD_HOLDS && f->note[0] == 0) return;
  print_verdict(out, f);
  fputs(": ", out);
  hd_print_plain(out, f->name, strlen(f->name));
  putc('\n', out);
  print_note(out, "  ", f);
  if (f->verdict == HD_HOLDS) return;
  hd_locate(report->text, report->length, f->position, &line, &column);
  fprintf(out, "  %s:%d:%d: ", report->file, line, column);
  hd_print_counter_example(out, f);
  hd_print_caret(out, report->text, report->length, f->position, 4);
  if (f->visits) {
    fprintf(out, "  visited %" PRId64, f->visited);
    print_domain(out, " of ", f);
    putc('\n', out);
  }
  if (f->hint[0] != 0) fprintf(out, "  hint: %s\n", f->hint);
}

static void finding_as_tap(hd_report *report, const hd_finding *f) {
  int line, column;
  FILE *out = report->out;
  hd_tap_point(&report->tap, f->verdict == HD_HOLDS, f->name);
  fputs(" (", out);
  print_verdict(out, f);
  fputs(")\n", out);
  print_note(out, "# ", f);
  if (f->verdict == HD_HOLDS) return;
  hd_locate(report->text, report->length, f->position, &line, &column);
  fprintf(out, "# %s:%d:%d: ", report->file, line, column);
  hd_print_counter_example(out, f);
}

void hd_report_finding(hd_report *report, const hd_finding *f) {
  (f->is_claim ? report->count : report->others)[f->verdict]++;
  if (f->is_claim && f->verdict == HD_HOLDS) *(f->visits ? &report->checked : &report->proved) += 1;
  if (__builtin_add_overflow(report->coordinates, f->visited, &report->coordinates)) report->coordinates = INT64_MAX;
  switch (report->format) {
    case HD_FORMAT_TEXT: finding_as_text(report, f); break;
    case HD_FORMAT_JSON: finding_as_json(report, f); break;
    case HD_FORMAT_TAP: finding_as_tap(report, f); break;
  }
}

void hd_report_malformed(hd_report *report, const hd_error *error) {
  char sentence[HD_TEXT_MAX];
  int line, column;
  report->malformed_files++;
  hd_print_failure(report->file, report->text, report->length, error);
  if (report->format != HD_FORMAT_TAP) return;
  hd_print_error(error, sentence, sizeof sentence);
  hd_locate(report->text, report->length, error->position, &line, &column);
  hd_tap_point(&report->tap, false, report->file);
  fprintf(report->out, " is not checked\n# %s:%d:%d: %s\n", report->file, line, column, sentence);
}

void hd_report_unread(hd_report *report, const char *reason) {
  report->malformed_files++;
  hd_complain_file(report->file, reason);
  if (report->format != HD_FORMAT_TAP) return;
  hd_tap_point(&report->tap, false, report->file);
  fprintf(report->out, " is not read\n# %s\n", reason);
}

static int64_t failed_statements(const hd_report *r) {
  return r->others[HD_NO_ANSWER] + r->others[HD_OPEN] + r->others[HD_SENSELESS];
}

static void summary_as_json(const hd_report *r, int64_t claims) {
  hd_json *json = r->json;
  hd_json_close(json);
  hd_json_object(json, "summary");
  hd_json_integer(json, "claims", claims);
  for (int k = 0; k < HD_VERDICTS; k++) hd_json_integer(json, hd_verdict_name((hd_verdict)k), r->count[k]);
  hd_json_integer(json, "proved", r->proved);
  hd_json_integer(json, "checked", r->checked);
  hd_json_integer(json, "coordinates", r->coordinates);
  hd_json_integer(json, "failed_statements", failed_statements(r));
  hd_json_integer(json, "malformed_files", r->malformed_files);
  hd_json_close(json);
}

static void summary_as_text(const hd_report *r, int64_t claims) {
  char number[32];
  fprintf(r->out, "%s claim%s: ", grouped(claims, number), hd_plural(claims));
  fprintf(r->out, "%s hold, ", grouped(r->count[HD_HOLDS], number));
  fprintf(r->out, "%" PRId64 " false, %" PRId64 " undefined, %" PRId64 " undecided", r->count[HD_FALSE],
          r->count[HD_NO_ANSWER], r->count[HD_OPEN]);
  if (r->count[HD_SENSELESS] > 0) fprintf(r->out, ", %" PRId64 " malformed", r->count[HD_SENSELESS]);
  fprintf(r->out, "; %s proved, ", grouped(r->proved, number));
  fprintf(r->out, "%s checked, ", grouped(r->checked, number));
  fprintf(r->out, "%s coordinate%s\n", grouped(r->coordinates, number), hd_plural(r->coordinates));
  int64_t statements = failed_statements(r);
  if (statements > 0) fprintf(r->out, "%" PRId64 " let or for without a value\n", statements);
  if (r->malformed_files > 0)
    fprintf(r->out, "%" PRId64 " file%s not checked\n", r->malformed_files, hd_plural(r->malformed_files));
}

int hd_report_finish(hd_report *r) {
  int64_t claims = 0, all[HD_VERDICTS];
  for (int k = 0; k < HD_VERDICTS; k++) {
    claims += r->count[k];
    all[k] = r->count[k] + r->others[k];
  }
  switch (r->format) {
    case HD_FORMAT_TEXT: summary_as_text(r, claims); break;
    case HD_FORMAT_JSON: summary_as_json(r, claims); break;
    case HD_FORMAT_TAP: hd_tap_finish(&r->tap); break;
  }
  if (r->malformed_files > 0 || all[HD_SENSELESS] > 0) return 2;
  if (all[HD_FALSE] > 0 || all[HD_NO_ANSWER] > 0) return 1;
  return all[HD_OPEN] > 0 ? 3 : 0;
}
