/* Findings in print. */
#include "proofs/ptx_report.h"

#include "proofs/answer.h"
#include "proofs/diagnose.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { REASON = 256, NAME = 60, ALIKE = 4 };

static const char schema[] = "https://json.schemastore.org/sarif-2.1.0.json";

/* ---- strings ---- */

static void print_word(FILE *out, const char *text) { hd_json_string(out, text, strlen(text)); }

/* A file's name as a reference: what a URI may not hold is written as %XX. */
static void print_uri(FILE *out, const char *name) {
  putc('"', out);
  for (; *name != 0; name++) {
    const unsigned char c = (unsigned char)*name;
    const bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    if (plain || strchr("-._~/+=@,", c) != NULL) putc(c, out);
    else fprintf(out, "%%%02X", c);
  }
  putc('"', out);
}

static void print_name(FILE *out, const hd_ptx_file *file, uint32_t id) {
  hd_json_string(out, file->text + file->names.name[id].position, file->names.name[id].length);
}

/* ---- places ---- */

typedef struct place {
  int64_t line, column;
} place;

static place place_of(const hd_ptx_report *report, uint32_t position) {
  size_t low = 0, high = report->lines;
  while (high - low > 1) {
    const size_t middle = (low + high) / 2;
    if (report->line[middle] <= position) low = middle;
    else high = middle;
  }
  return (place){(int64_t)low + 1, (int64_t)(position - report->line[low]) + 1};
}

bool hd_ptx_report_file(hd_ptx_report *report, const char *name, const char *text, size_t length) {
  report->name = name;
  report->text = text;
  report->length = length;
  report->lines = 0;
  for (size_t k = 0; k <= length; k++) {
    if (k > 0 && text[k - 1] != '\n') continue;
    if (!hd_ptx_grow(&report->line, &report->room, report->lines + 1, sizeof *report->line)) return false;
    report->line[report->lines++] = (uint32_t)k;
  }
  return true;
}

/* ---- text ---- */

/* Of long names, as compilers make them, the beginning. */
static int name_length(const hd_ptx_name *name) { return (int)(name->length < NAME ? name->length : NAME); }

/* How many findings from here on are of one rule and one other access. */
static size_t alike(const hd_ptx_kernel *kernel, size_t first) {
  size_t k = first + 1;
  const hd_ptx_finding *one = &kernel->finding[first];
  while (k < kernel->findings && one->other != HD_PTX_NONE && kernel->finding[k].rule == one->rule &&
         kernel->finding[k].other == one->other && kernel->finding[k].unknown == one->unknown) {
    k++;
  }
  return k - first;
}

static void finding_as_text(hd_ptx_report *report, const hd_ptx_file *file, const hd_ptx_kernel *kernel,
                            const hd_ptx_finding *finding) {
  char reason[REASON];
  FILE *out = report->out;
  const place at = place_of(report, finding->position);
  const hd_ptx_name *name = &file->names.name[kernel->name];
  if (report->quiet && finding->unknown) return;
  (void)hd_ptx_print_reason(file, finding, reason, sizeof reason);
  fprintf(out, "%s:%" PRId64 ":%" PRId64 ": %s: %s: %s", report->name, at.line, at.column,
          finding->unknown ? "unknown" : "fault", hd_ptx_rule_name((hd_ptx_rule)finding->rule), reason);
  if (finding->other != HD_PTX_NONE) fprintf(out, " (line %" PRId64 ")", place_of(report, finding->other).line);
  fprintf(out, " [%.*s%s]\n", name_length(name), file->text + name->position, name->length > NAME ? ".." : "");
  if (!finding->unknown) hd_print_caret(out, report->text, report->length, finding->position, 4);
}

static int64_t total(const int64_t count[HD_RULES]) {
  int64_t sum = 0;
  for (int k = 0; k < HD_RULES; k++) sum += count[k];
  return sum;
}

static void kernel_as_text(hd_ptx_report *report, const hd_ptx_file *file, const hd_ptx_kernel *kernel) {
  FILE *out = report->out;
  const hd_ptx_name *name = &file->names.name[kernel->name];
  for (size_t k = 0; k < kernel->findings;) {
    const size_t count = alike(kernel, k), shown = count > ALIKE ? ALIKE : count;
    for (size_t n = 0; n < shown; n++) finding_as_text(report, file, kernel, &kernel->finding[k + n]);
    const hd_ptx_finding *last = &kernel->finding[k + count - 1];
    if (count > shown && !(report->quiet && last->unknown)) {
      fprintf(out, "    and %zu more like it, the last in line %" PRId64 "\n", count - shown,
              place_of(report, last->position).line);
    }
    k += count;
  }
  if (report->quiet && total(kernel->faults) == 0) return;
  fprintf(out,
          "%s: %.*s%s: %" PRId64 " load%s, %" PRId64 " store%s, %" PRId64 " wait%s, %" PRId64 " register%s, %" PRId64
          " in flight; %" PRId64 " fault%s, %" PRId64 " of %" PRId64 " question%s unknown\n",
          report->name, name_length(name), file->text + name->position, name->length > NAME ? ".." : "", kernel->loads,
          hd_plural(kernel->loads), kernel->stores, hd_plural(kernel->stores), kernel->waits, hd_plural(kernel->waits),
          kernel->registers, hd_plural(kernel->registers), kernel->in_flight, total(kernel->faults),
          hd_plural(total(kernel->faults)), total(kernel->unknown), total(kernel->asked),
          hd_plural(total(kernel->asked)));
}

/* ---- JSON ---- */

static void print_counts(hd_json *json, const char *name, const int64_t count[HD_RULES]) {
  hd_json_object(json, name);
  for (int k = 0; k < HD_RULES; k++)
    if (count[k] > 0) hd_json_integer(json, hd_ptx_rule_name((hd_ptx_rule)k), count[k]);
  hd_json_close(json);
}

static void print_place(hd_json *json, place at) {
  hd_json_integer(json, "line", at.line);
  hd_json_integer(json, "column", at.column);
}

static void finding_as_json(hd_ptx_report *report, const hd_ptx_file *file, const hd_ptx_finding *finding) {
  char reason[REASON];
  hd_json *json = report->json;
  (void)hd_ptx_print_reason(file, finding, reason, sizeof reason);
  hd_json_object(json, NULL);
  hd_json_text(json, "rule", hd_ptx_rule_name((hd_ptx_rule)finding->rule));
  hd_json_text(json, "verdict", finding->unknown ? "unknown" : "fault");
  print_place(json, place_of(report, finding->position));
  hd_json_text(json, "reason", reason);
  if (finding->other != HD_PTX_NONE) {
    hd_json_object(json, "other");
    print_place(json, place_of(report, finding->other));
    hd_json_close(json);
  }
  hd_json_close(json);
}

static void kernel_as_json(hd_ptx_report *report, const hd_ptx_file *file, const hd_ptx_kernel *kernel) {
  hd_json *json = report->json;
  const hd_ptx_name *name = &file->names.name[kernel->name];
  const struct {
    const char *name;
    int64_t number;
  } counts[] = {{"line", place_of(report, kernel->position).line},
                {"instructions", kernel->instructions},
                {"loads", kernel->loads},
                {"stores", kernel->stores},
                {"waits", kernel->waits},
                {"mma", kernel->mmas},
                {"copies", kernel->copies},
                {"allocations", kernel->allocations},
                {"registers", kernel->registers},
                {"in_flight", kernel->in_flight}};
  hd_json_object(json, NULL);
  hd_json_text(json, "kind", kernel->is_entry ? "kernel" : "function");
  hd_json_text(json, "file", report->name);
  hd_json_bytes(json, "name", file->text + name->position, name->length);
  for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++) hd_json_integer(json, counts[k].name, counts[k].number);
  print_counts(json, "asked", kernel->asked);
  print_counts(json, "faults", kernel->faults);
  print_counts(json, "unknown", kernel->unknown);
  hd_json_list(json, "findings");
  for (size_t k = 0; k < kernel->findings; k++) finding_as_json(report, file, &kernel->finding[k]);
  hd_json_close(json);
  hd_json_close(json);
}

/* ---- SARIF ---- */

static void location_as_sarif(hd_ptx_report *report, place at) {
  fputs("{\"physicalLocation\":{\"artifactLocation\":{\"uri\":", report->out);
  print_uri(report->out, report->name);
  fprintf(report->out, "},\"region\":{\"startLine\":%" PRId64 ",\"startColumn\":%" PRId64 "}}", at.line, at.column);
}

static void result_as_sarif(hd_ptx_report *report, const char *rule, bool unknown, const char *message, place at) {
  FILE *out = report->out;
  fprintf(out, "%s\n{\"ruleId\":\"%s\",\"kind\":\"%s\",\"level\":\"%s\",\"message\":{\"text\":",
          report->printed++ > 0 ? "," : "", rule, unknown ? "open" : "fail", unknown ? "none" : "error");
  print_word(out, message);
  fputs("},\"locations\":[", out);
  location_as_sarif(report, at);
}

static void finding_as_sarif(hd_ptx_report *report, const hd_ptx_file *file, const hd_ptx_kernel *kernel,
                             const hd_ptx_finding *finding) {
  char reason[REASON];
  FILE *out = report->out;
  (void)hd_ptx_print_reason(file, finding, reason, sizeof reason);
  result_as_sarif(report, hd_ptx_rule_name((hd_ptx_rule)finding->rule), finding->unknown, reason,
                  place_of(report, finding->position));
  fputs(",\"logicalLocations\":[{\"kind\":\"function\",\"name\":", out);
  print_name(out, file, kernel->name);
  fputs("}]}]", out);
  if (finding->other != HD_PTX_NONE) {
    fputs(",\"relatedLocations\":[", out);
    location_as_sarif(report, place_of(report, finding->other));
    fputs(",\"message\":{\"text\":\"the other access\"}}]", out);
  }
  putc('}', out);
}

static void start_sarif(FILE *out) {
  fprintf(out,
          "{\"$schema\":\"%s\",\"version\":\"2.1.0\",\"runs\":[{\"tool\":{\"driver\":{\"name\":\"heddle\",\"rules\":[",
          schema);
  for (int k = 0; k < HD_RULES; k++) {
    fprintf(out, "\n{\"id\":\"%s\",\"shortDescription\":{\"text\":\"%s\"}},", hd_ptx_rule_name((hd_ptx_rule)k),
            hd_ptx_rule_meaning((hd_ptx_rule)k));
  }
  fputs("\n{\"id\":\"malformed\",\"shortDescription\":{\"text\":\"a file that is no PTX, or cannot be read\"}}]}},"
        "\"columnKind\":\"unicodeCodePoints\",\"results\":[",
        out);
}

/* ---- what is common ---- */

void hd_ptx_report_start(hd_ptx_report *report, hd_ptx_format format, bool quiet, FILE *out) {
  memset(report, 0, sizeof *report);
  report->format = format;
  report->quiet = quiet;
  report->out = out;
  report->json = hd_answer_json();
  if (format == HD_PTX_JSON) hd_json_list(report->json, "results");
  if (format == HD_PTX_SARIF) start_sarif(out);
}

void hd_ptx_report_kernel(hd_ptx_report *report, const hd_ptx_file *file, const hd_ptx_kernel *kernel) {
  report->kernels++;
  report->asked += total(kernel->asked);
  report->faults += total(kernel->faults);
  report->unknown += total(kernel->unknown);
  switch (report->format) {
    case HD_PTX_TEXT: kernel_as_text(report, file, kernel); break;
    case HD_PTX_JSON: kernel_as_json(report, file, kernel); break;
    case HD_PTX_SARIF:
      for (size_t k = 0; k < kernel->findings; k++) finding_as_sarif(report, file, kernel, &kernel->finding[k]);
  }
}

void hd_ptx_report_malformed(hd_ptx_report *report, const hd_error *error) {
  char sentence[HD_TEXT_MAX];
  const place at = place_of(report, (uint32_t)error->position);
  report->malformed_files++;
  hd_print_failure(report->name, report->text, report->length, error);
  (void)hd_print_error(error, sentence, sizeof sentence);
  if (report->format == HD_PTX_SARIF) {
    result_as_sarif(report, "malformed", false, sentence, at);
    fputs("}]}", report->out);
  }
}

void hd_ptx_report_unread(hd_ptx_report *report, const char *name, const char *reason) {
  report->malformed_files++;
  report->name = name;
  hd_complain_file(name, reason);
  if (report->format != HD_PTX_SARIF) return;
  result_as_sarif(report, "malformed", false, reason, (place){1, 1});
  fputs("}]}", report->out);
}

static void summary_as_json(hd_ptx_report *report) {
  hd_json *json = report->json;
  hd_json_close(json);
  hd_json_object(json, "summary");
  hd_json_integer(json, "kernels", report->kernels);
  hd_json_integer(json, "asked", report->asked);
  hd_json_integer(json, "faults", report->faults);
  hd_json_integer(json, "unknown", report->unknown);
  hd_json_integer(json, "malformed_files", report->malformed_files);
  hd_json_close(json);
}

int hd_ptx_report_finish(hd_ptx_report *report) {
  FILE *out = report->out;
  switch (report->format) {
    case HD_PTX_TEXT:
      fprintf(out,
              "%" PRId64 " function%s with tensor memory: %" PRId64 " fault%s, %" PRId64 " of %" PRId64
              " question%s unknown\n",
              report->kernels, hd_plural(report->kernels), report->faults, hd_plural(report->faults), report->unknown,
              report->asked, hd_plural(report->asked));
      if (report->malformed_files > 0) {
        fprintf(out, "%" PRId64 " file%s not checked\n", report->malformed_files, hd_plural(report->malformed_files));
      }
      break;
    case HD_PTX_JSON: summary_as_json(report); break;
    case HD_PTX_SARIF: fputs("\n]}]}\n", out); break;
  }
  free(report->line);
  return report->malformed_files > 0 ? 2 : report->faults > 0 ? 1 : report->unknown > 0 ? 3 : 0;
}
