/* What `heddle prove` says of records: lines for people, points of TAP, objects for programs. */
#include "proofs/command_prove.h"

#include <string.h>

/* Where lines go: to the standard output, unless that is where a certificate goes; NULL: nowhere. */
static FILE *lines_of(const hd_prove_options *options) {
  if (options->out == NULL || strcmp(options->out, "-") != 0) return stdout;
  return options->quiet ? NULL : stderr;
}

void hd_verdicts_start(hd_prove_options *options, hd_verdicts *verdicts) {
  options->begun = true;
  *verdicts = (hd_verdicts){.lines = lines_of(options), .json = hd_answer_json(), .to_tap = options->to_tap};
  if (verdicts->json != NULL) hd_json_list(verdicts->json, "records");
  if (verdicts->to_tap) hd_tap_start(&verdicts->tap, stdout);
}

/* ---- lines ---- */

/* "proved: 24336 of 24336 cases, 15604 held, 8732 vacant, digest 8f0c03f4e1d0a9b2" */
static void print_counts(FILE *to, const hd_record *record) {
  char expected[HD_EXPECTED_MAX];
  hd_record_expected(record, expected);
  fprintf(to, "%s: %llu of %s cases", hd_standing_name(hd_record_standing(record)), (unsigned long long)record->cases,
          expected);
  if (record->cases < record->of && record->cases > 0)
    fprintf(to, " (%llu..%llu)", (unsigned long long)record->first,
            (unsigned long long)(record->first + record->cases - 1));
  fprintf(to, ", %llu held, %llu vacant", (unsigned long long)record->held, (unsigned long long)record->vacant);
  if (record->open > 0) fprintf(to, ", %llu open", (unsigned long long)record->open);
  fprintf(to, ", digest %016llx", (unsigned long long)hd_record_digest(record));
}

static void print_line(FILE *to, const hd_record *record, const char *wrong) {
  fprintf(to, "%-22s ", record->theorem->name);
  if (wrong != NULL) fputs(wrong, to);
  else print_counts(to, record);
  putc('\n', to);
  if (wrong == NULL && record->note[0] != 0) fprintf(to, "  %s\n", record->note);
  fflush(to);
}

static void print_point(hd_tap *tap, const hd_record *record, const char *wrong, bool ok) {
  hd_tap_point(tap, ok, record->theorem->name);
  fputs(" (", tap->out);
  print_counts(tap->out, record);
  fputs(")\n", tap->out);
  if (wrong != NULL) fprintf(tap->out, "# %s\n", wrong);
  if (record->note[0] != 0) fprintf(tap->out, "# %s\n", record->note);
  fflush(tap->out);
}

/* ---- for programs ---- */

static void answer_record(hd_json *json, const hd_record *record, const char *wrong) {
  const hd_domain *domain = hd_theorem_domain(record->theorem);
  char expected[HD_EXPECTED_MAX], digest[32];
  hd_record_expected(record, expected);
  snprintf(digest, sizeof digest, "%016llx", (unsigned long long)hd_record_digest(record));
  hd_json_object(json, NULL);
  hd_json_text(json, "theorem", record->theorem->name);
  hd_json_text(json, "standing", wrong != NULL ? "refused" : hd_standing_name(hd_record_standing(record)));
  hd_json_text(json, "domain", domain->name);
  hd_json_object(json, "bound");
  for (int k = 0; domain->parameter[k].name != NULL; k++)
    hd_json_integer(json, domain->parameter[k].name, record->bound.value[k]);
  hd_json_close(json);
  hd_json_digits(json, "expected", expected);
  hd_json_natural(json, "first", record->first);
  hd_json_natural(json, "cases", record->cases);
  hd_json_natural(json, "held", record->held);
  hd_json_natural(json, "vacant", record->vacant);
  hd_json_natural(json, "open", record->open);
  hd_json_natural(json, "failed", record->failed);
  hd_json_text(json, "digest", digest);
  hd_json_some(json, "note", wrong != NULL ? wrong : record->note);
  hd_json_close(json);
}

/* ---- any of them ---- */

void hd_verdicts_add(hd_verdicts *verdicts, const hd_record *record, const char *wrong) {
  const hd_standing standing = hd_record_standing(record);
  const bool failed = wrong != NULL || standing == HD_FAILED, ok = standing == HD_PROVED || standing == HD_PARTIAL;
  if (verdicts->json != NULL) answer_record(verdicts->json, record, wrong);
  else if (verdicts->to_tap) print_point(&verdicts->tap, record, wrong, ok && !failed);
  else if (verdicts->lines != NULL) print_line(verdicts->lines, record, wrong);
  if (failed) verdicts->code = 1;
  else if (!ok && verdicts->code == 0) verdicts->code = 3;
}

int hd_verdicts_finish(hd_verdicts *verdicts, bool good) {
  if (verdicts->json != NULL) hd_json_close(verdicts->json);
  if (verdicts->to_tap && !good) hd_tap_point(&verdicts->tap, false, "the rest"), putchar('\n');
  if (verdicts->to_tap) hd_tap_finish(&verdicts->tap);
  return good ? verdicts->code : 2;
}
