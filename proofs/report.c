/* Findings in print. */
#include "proofs/report.h"

#include "proofs/diagnose.h"

#include <inttypes.h>
#include <string.h>

void hd_report_start(hd_report *report, hd_format format, bool quiet, FILE *out) {
  memset(report, 0, sizeof *report);
  report->format = format;
  report->quiet = quiet;
  report->out = out;
  if (format == HD_FORMAT_JSON) fputs("{\"findings\":[", out);
  if (format == HD_FORMAT_TAP) fputs("TAP version 13\n", out);
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

/* A JSON string; bytes that are not plain ASCII text are escaped one by one unless they are well-formed UTF-8. */
static void print_string(FILE *out, const char *text, size_t length) {
  putc('"', out);
  for (size_t k = 0; k < length; k++) {
    unsigned char c = (unsigned char)text[k];
    size_t more = c >= 0xc2 && c < 0xe0 ? 1 : c >= 0xe1 && c < 0xed ? 2 : 0, good = 0;
    while (more > 0 && good < more && k + good + 1 < length && ((unsigned char)text[k + good + 1] & 0xc0) == 0x80)
      good++;
    if (more > 0 && good == more) {
      fwrite(text + k, 1, more + 1, out);
      k += more;
    } else if (c == '"' || c == '\\') {
      fprintf(out, "\\%c", c);
    } else if (c < 0x20 || c >= 0x7f) {
      fprintf(out, "\\u%04x", c);
    } else {
      putc(c, out);
    }
  }
  putc('"', out);
}

static void print_member(FILE *out, const char *name, const char *text) {
  if (text[0] == 0) return;
  fprintf(out, ",\"%s\":", name);
  print_string(out, text, strlen(text));
}

/* How many coordinates there are, however many, where that is known. */
static void print_domain(FILE *out, const char *before, const hd_finding *f) {
  if (f->beyond[0] != 0) fprintf(out, "%s%s", before, f->beyond);
  else if (f->domain > 0) fprintf(out, "%s%" PRId64, before, f->domain);
}

static void finding_as_json(hd_report *report, const hd_finding *f) {
  int line, column;
  FILE *out = report->out;
  fprintf(out, "%s\n{\"kind\":\"%s\",\"name\":", report->printed > 1 ? "," : "", f->is_claim ? "claim" : "statement");
  print_string(out, f->name, strlen(f->name));
  fprintf(out, ",\"verdict\":\"%s\"", hd_verdict_name(f->verdict));
  if (f->verdict == HD_HOLDS) fprintf(out, ",\"by\":\"%s\"", f->visits ? "checked" : "proved");
  if (f->visits) {
    fprintf(out, ",\"visited\":%" PRId64, f->visited);
    print_domain(out, ",\"domain\":", f);
  }
  print_member(out, "file", report->file);
  print_member(out, "note", f->note);
  if (f->verdict != HD_HOLDS) {
    hd_locate(report->text, report->length, f->position, &line, &column);
    fprintf(out, ",\"line\":%d,\"column\":%d", line, column);
    print_member(out, "reason", f->reason);
    if (f->variables > 0) fputs(",\"at\":{", out);
    for (int k = 0; k < f->variables; k++) {
      if (k > 0) putc(',', out);
      print_string(out, f->variable[k], f->variable_length[k]);
      fprintf(out, ":%" PRId64, f->value[k]);
    }
    if (f->variables > 0) putc('}', out);
    print_member(out, "left", f->left);
    print_member(out, "right", f->right);
    print_member(out, "coordinate", f->coordinate);
    print_member(out, "other", f->other);
    print_member(out, "hint", f->hint);
  }
  putc('}', out);
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
  fprintf(out, "%s %" PRId64 " - ", f->verdict == HD_HOLDS ? "ok" : "not ok", report->printed);
  for (size_t k = 0; f->name[k] != 0; k++) {
    if (f->name[k] == '#' || f->name[k] == '\\') putc('\\', out); /* `#` begins a directive */
    hd_print_plain(out, f->name + k, 1);
  }
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
  report->printed++;
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
  report->printed++;
  report->malformed_files++;
  hd_print_failure(report->file, report->text, report->length, error);
  hd_print_error(error, sentence, sizeof sentence);
  hd_locate(report->text, report->length, error->position, &line, &column);
  if (report->format == HD_FORMAT_JSON) {
    fprintf(report->out, "%s\n{\"kind\":\"file\",\"name\":", report->printed > 1 ? "," : "");
    print_string(report->out, report->file, strlen(report->file));
    fprintf(report->out, ",\"verdict\":\"malformed\",\"line\":%d,\"column\":%d", line, column);
    print_member(report->out, "reason", sentence);
    putc('}', report->out);
  } else if (report->format == HD_FORMAT_TAP) {
    fprintf(report->out, "not ok %" PRId64 " - %s is not checked\n# %s:%d:%d: %s\n", report->printed, report->file,
            report->file, line, column, sentence);
  }
}

static void summary_as_json(const hd_report *r, int64_t claims) {
  fprintf(r->out, "\n],\"summary\":{\"claims\":%" PRId64, claims);
  for (int k = 0; k < HD_VERDICTS; k++)
    fprintf(r->out, ",\"%s\":%" PRId64, hd_verdict_name((hd_verdict)k), r->count[k]);
  fprintf(r->out, ",\"proved\":%" PRId64 ",\"checked\":%" PRId64 ",\"coordinates\":%" PRId64, r->proved, r->checked,
          r->coordinates);
  int64_t statements = r->others[HD_NO_ANSWER] + r->others[HD_OPEN] + r->others[HD_SENSELESS];
  fprintf(r->out, ",\"failed_statements\":%" PRId64 ",\"malformed_files\":%" PRId64 "}}\n", statements,
          r->malformed_files);
}

static void summary_as_text(const hd_report *r, int64_t claims) {
  char number[32];
  fprintf(r->out, "%s claim%s: ", grouped(claims, number), claims == 1 ? "" : "s");
  fprintf(r->out, "%s hold, ", grouped(r->count[HD_HOLDS], number));
  fprintf(r->out, "%" PRId64 " false, %" PRId64 " undefined, %" PRId64 " undecided", r->count[HD_FALSE],
          r->count[HD_NO_ANSWER], r->count[HD_OPEN]);
  if (r->count[HD_SENSELESS] > 0) fprintf(r->out, ", %" PRId64 " malformed", r->count[HD_SENSELESS]);
  fprintf(r->out, "; %s proved, ", grouped(r->proved, number));
  fprintf(r->out, "%s checked, ", grouped(r->checked, number));
  fprintf(r->out, "%s coordinates\n", grouped(r->coordinates, number));
  int64_t statements = r->others[HD_NO_ANSWER] + r->others[HD_OPEN] + r->others[HD_SENSELESS];
  if (statements > 0) fprintf(r->out, "%" PRId64 " let or for without a value\n", statements);
  if (r->malformed_files > 0)
    fprintf(r->out, "%" PRId64 " file%s not checked\n", r->malformed_files, r->malformed_files == 1 ? "" : "s");
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
    case HD_FORMAT_TAP: fprintf(r->out, "1..%" PRId64 "\n", r->printed); break;
  }
  if (r->malformed_files > 0 || all[HD_SENSELESS] > 0) return 2;
  if (all[HD_FALSE] > 0 || all[HD_NO_ANSWER] > 0) return 1;
  return all[HD_OPEN] > 0 ? 3 : 0;
}
