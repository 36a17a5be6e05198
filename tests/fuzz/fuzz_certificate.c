/* Certificates and checkpoints. Any bytes are refused with a reason and a line, or they are the text of what was read,
 * to the last byte. And the other way round: a record made of the bytes is written, read and written alike; it merges
 * with the record that goes on where it ends, and not with itself; and a change of any one byte of its text is
 * refused. */
#include "proofs/certificate.h"
#include "tests/fuzz/demand.h"

#include <stdio.h>
#include <string.h>

/* Numbers out of the bytes, 0 behind the last one. */
typedef struct source {
  const uint8_t *at, *end;
} source;

static uint64_t take(source *from, int bytes) {
  uint64_t number = 0;
  for (int k = 0; k < bytes; k++) number = number << 8 | (from->at < from->end ? *from->at++ : 0);
  return number;
}

/* ---- any bytes ---- */

static void try_text(const char *text, size_t size) {
  hd_certificate certificate = {0, 0, NULL};
  char reason[HD_REASON_MAX];
  if (!hd_certificate_parse(text, size, &certificate, reason)) {
    demand(memchr(reason, 0, sizeof reason) && strncmp(reason, "line ", 5) == 0);
    demand(certificate.records == 0 && certificate.record == NULL);
    return;
  }
  size_t length;
  char *again = hd_certificate_text(&certificate, &length);
  demand(again && length == size && memcmp(again, text, size) == 0);
  free(again);
  hd_certificate_free(&certificate);
}

/* ---- a record of the bytes ---- */

static bool make_bound(source *from, const hd_theorem *theorem, hd_bound *bound) {
  const hd_parameter *parameter = hd_theorem_domain(theorem)->parameter;
  *bound = theorem->quick;
  if (take(from, 1) % 2 == 0) return true;
  for (int k = 0; parameter[k].name != NULL; k++) {
    int64_t room = parameter[k].most - parameter[k].least + 1;
    bound->value[k] = parameter[k].least + (int64_t)(take(from, 1) % (uint64_t)(room < 8 ? room : 8));
  }
  return hd_theorem_domain(theorem)->count(bound) <= HD_CASES_MAX;
}

/* `cases` of them from where the record begins, told apart by the bytes. */
static void fill(source *from, uint64_t cases, hd_record *record) {
  record->cases = cases;
  record->held = cases == 0 ? 0 : take(from, 2) % (cases + 1);
  record->vacant = cases - record->held;
  if (record->vacant > 0 && take(from, 1) % 4 == 0) {
    record->vacant--;
    record->open = 1;
    snprintf(record->note, sizeof record->note, "left open: \"%d\\\"", (int)take(from, 1));
  }
  for (int k = 0; k < HD_PARTS; k++) {
    uint64_t begin = hd_part_start(record->of, k, HD_PARTS), end = hd_part_start(record->of, k + 1, HD_PARTS);
    if (begin < record->first + cases && end > record->first && begin < end) record->part[k] = take(from, 2);
  }
}

static void demand_read(const char *text, size_t length, const hd_record *record) {
  hd_certificate certificate = {0, 0, NULL};
  char reason[HD_REASON_MAX];
  demand(hd_certificate_parse(text, length, &certificate, reason) && certificate.records == 1);
  demand(certificate.record[0].theorem == record->theorem && certificate.record[0].cases == record->cases &&
         hd_record_digest(&certificate.record[0]) == hd_record_digest(record) &&
         strcmp(certificate.record[0].note, record->note) == 0);
  hd_certificate_free(&certificate);
}

/* The text with one byte changed, or cut short. */
static void try_change(source *from, char *text, size_t length) {
  hd_certificate certificate = {0, 0, NULL};
  char reason[HD_REASON_MAX];
  size_t at = take(from, 2) % length;
  const char was = text[at], now = (char)take(from, 1);
  if (now != was && take(from, 1) % 2 == 0) text[at] = now;
  else length = at;
  demand(!hd_certificate_parse(text, length, &certificate, reason) && reason[0] != 0);
  demand(certificate.records == 0);
}

static void try_merge(const hd_record *first, const hd_record *second) {
  hd_certificate into = {0, 0, NULL}, from = {0, 0, NULL};
  char reason[HD_REASON_MAX];
  *hd_certificate_add(&from) = *second;
  demand(hd_certificate_merge(&into, &from, reason));
  *from.record = *first;
  demand(hd_certificate_merge(&into, &from, reason));
  uint64_t cases = 0;
  for (int k = 0; k < into.records; k++) cases += into.record[k].cases;
  demand(cases == first->cases + second->cases);
  if (first->cases > 0) demand(!hd_certificate_merge(&into, &from, reason) && reason[0] != 0);
  hd_certificate_free(&from);
  hd_certificate_free(&into);
}

static void try_record(source *from) {
  static hd_record record, next;
  hd_certificate certificate = {1, 1, &record};
  hd_bound bound;
  int theorems = 0;
  while (hd_theorem_at(theorems) != NULL) theorems++;
  const hd_theorem *theorem = hd_theorem_at((int)(take(from, 1) % (uint64_t)theorems));
  int what = (int)take(from, 1);
  if (!make_bound(from, theorem, &bound)) return;
  hd_record_start(theorem, &bound, 0, &record);
  fill(from, take(from, 2) % (record.of + 1), &record);
  if (what % 4 == 0) {
    hd_record_start(theorem, &bound, record.cases, &next);
    fill(from, take(from, 1) % (record.of - record.cases + 1), &next);
    try_merge(&record, &next);
    return;
  }
  size_t length;
  char *text = hd_certificate_text(&certificate, &length);
  demand(text != NULL);
  if (what % 4 == 1) demand_read(text, length, &record);
  else try_change(from, text, length);
  free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  source from = {data, data + size};
  if (size > 0 && data[0] == '{') try_text((const char *)data, size);
  else try_record(&from);
  return 0;
}
