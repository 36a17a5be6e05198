/* Certificates: their text, and writing it. */
#define _POSIX_C_SOURCE 200809L
#include "proofs/certificate.h"

#include "proofs/json.h"
#include "proofs/output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef HEDDLE_VERSION
#define HEDDLE_VERSION "unversioned"
#endif

const char *hd_certificate_version(void) { return HEDDLE_VERSION; }

hd_record *hd_certificate_add(hd_certificate *certificate) {
  if (certificate->records == certificate->room) {
    int room = certificate->room == 0 ? 2 : 2 * certificate->room;
    hd_record *record = realloc(certificate->record, (size_t)room * sizeof *record);
    if (record == NULL) return NULL;
    certificate->record = record;
    certificate->room = room;
  }
  return &certificate->record[certificate->records++];
}

void hd_certificate_free(hd_certificate *certificate) {
  free(certificate->record);
  *certificate = (hd_certificate){0, 0, NULL};
}

hd_record *hd_certificate_find(const hd_certificate *certificate, const hd_theorem *theorem, const hd_bound *bound) {
  for (int k = 0; k < certificate->records; k++) {
    hd_record *record = &certificate->record[k];
    if (record->theorem == theorem && memcmp(&record->bound, bound, sizeof *bound) == 0) return record;
  }
  return NULL;
}

/* ---- text ---- */

static void add_record(FILE *to, const hd_record *record) {
  const hd_domain *domain = hd_theorem_domain(record->theorem);
  char expected[HD_EXPECTED_MAX];
  hd_record_expected(record, expected);
  fprintf(to, "    {\n      \"theorem\": \"%s\",\n      \"domain\": \"%s\",\n      \"bound\": {", record->theorem->name,
      domain->name);
  for (int k = 0; domain->parameter[k].name != NULL; k++)
    fprintf(to, "%s\"%s\": %lld", k == 0 ? "" : ", ", domain->parameter[k].name, (long long)record->bound.value[k]);
  fprintf(to, "},\n      \"expected\": %s,\n      \"first\": %llu,\n      \"cases\": %llu,\n", expected,
      (unsigned long long)record->first, (unsigned long long)record->cases);
  fprintf(to, "      \"held\": %llu,\n      \"vacant\": %llu,\n      \"open\": %llu,\n      \"failed\": %llu,\n",
      (unsigned long long)record->held, (unsigned long long)record->vacant, (unsigned long long)record->open,
      (unsigned long long)record->failed);
  fprintf(to, "      \"note\": ");
  hd_json_string(to, record->note, strlen(record->note));
  fprintf(to, ",\n      \"digest\": \"%016llx\",\n      \"parts\": [", (unsigned long long)hd_record_digest(record));
  for (int k = 0; k < HD_PARTS; k++)
    fprintf(to, "%s\"%016llx\"",
        k == 0       ? ""
        : k % 4 == 0 ? ",\n                "
                     : ", ",
        (unsigned long long)record->part[k]);
  fprintf(to, "]\n    }");
}

char *hd_certificate_text(const hd_certificate *certificate, size_t *length) {
  char *text = NULL;
  uint64_t check = 0;
  FILE *to = open_memstream(&text, length);
  if (to == NULL) return NULL;
  fprintf(to, "{\n  \"heddle\": \"%s\",\n  \"format\": 1,\n  \"records\": [", hd_certificate_version());
  for (int k = 0; k < certificate->records; k++) {
    fprintf(to, k == 0 ? "\n" : ",\n");
    add_record(to, &certificate->record[k]);
  }
  fprintf(to, "\n  ],\n");
  bool good = fflush(to) == 0; /* what is written so far is there to be read */
  for (size_t k = 0; good && k < *length; k++) check = hd_mix(check ^ (unsigned char)text[k]);
  fprintf(to, "  \"check\": \"%016llx\"\n}\n", (unsigned long long)check);
  good = ferror(to) == 0 && good;
  if (fclose(to) == 0 && good && text != NULL) return text;
  free(text);
  return NULL;
}

/* ---- files ---- */

static bool say(char reason[HD_REASON_MAX], const char *name, const char *what) {
  snprintf(reason, HD_REASON_MAX, "%.120s: %.120s", name, what);
  return false;
}

bool hd_certificate_can_write(const char *name, char reason[HD_REASON_MAX]) {
  const char *why;
  return strcmp(name, "-") == 0 || hd_output_can_open(name, &why) || say(reason, name, why);
}

bool hd_certificate_write(const hd_certificate *certificate, const char *name, char reason[HD_REASON_MAX]) {
  const char *why = "it cannot be written: there is not enough memory";
  hd_output output;
  size_t length;
  char *text = hd_certificate_text(certificate, &length);
  bool written = false;
  if (text != NULL && strcmp(name, "-") == 0) {
    written = fwrite(text, 1, length, stdout) == length;
    why = "it cannot be written";
  } else if (text != NULL && hd_output_open(name, &output, &why)) {
    (void)fwrite(text, 1, length, output.file);
    written = hd_output_close(&output, true, &why);
  }
  free(text);
  return written || say(reason, name, why);
}
