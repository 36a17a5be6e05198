/* Records: what they add up to. */
#include "proofs/prove_record.h"

#include <stdlib.h>
#include <string.h>

void hd_record_start(const hd_theorem *theorem, const hd_bound *bound, uint64_t first, hd_record *record) {
  memset(record, 0, sizeof *record);
  record->theorem = theorem;
  record->bound = *bound;
  record->of = hd_theorem_domain(theorem)->count(bound);
  record->first = first;
}

uint64_t hd_part_start(uint64_t of, int index, int parts) {
  uint64_t k = (uint64_t)index, n = (uint64_t)parts;
  return of / n * k + of % n * k / n;
}

uint64_t hd_record_digest(const hd_record *record) {
  uint64_t digest = 0;
  for (int k = 0; k < HD_PARTS; k++) digest += record->part[k];
  return digest;
}

void hd_record_expected(const hd_record *record, char text[HD_EXPECTED_MAX]) {
  mpz_t expected;
  mpz_init(expected);
  hd_theorem_domain(record->theorem)->expected(&record->bound, expected);
  text[0] = 0;
  if (mpz_sizeinbase(expected, 10) + 2 <= HD_EXPECTED_MAX) mpz_get_str(text, 10, expected);
  mpz_clear(expected);
}

static bool is_expected(const hd_record *record) {
  mpz_t expected, counted;
  mpz_inits(expected, counted, NULL);
  hd_theorem_domain(record->theorem)->expected(&record->bound, expected);
  mpz_import(counted, 1, 1, sizeof record->of, 0, 0, &record->of);
  bool same = mpz_cmp(expected, counted) == 0;
  mpz_clears(expected, counted, NULL);
  return same;
}

hd_standing hd_record_standing(const hd_record *record) {
  if (record->failed > 0) return HD_FAILED;
  if (!is_expected(record)) return HD_MISCOUNTED;
  if (record->open > 0) return HD_UNSETTLED;
  if (record->cases < record->of) return HD_PARTIAL;
  return record->held > 0 ? HD_PROVED : HD_EMPTY;
}

const char *hd_standing_name(hd_standing standing) {
  static const char *const names[] = {"proved", "part", "FALSE", "open", "empty", "miscounted"};
  return names[standing];
}

bool hd_record_append(hd_record *record, const hd_record *next, const char **reason) {
  if (record->theorem != next->theorem || memcmp(&record->bound, &next->bound, sizeof record->bound) != 0)
    *reason = "they are of two theorems or bounds";
  else if (next->first < record->first + record->cases) *reason = "cases would be counted twice";
  else if (next->first > record->first + record->cases) *reason = "cases are missing between them";
  else *reason = NULL;
  if (*reason != NULL) return false;
  if (record->note[0] == 0) memcpy(record->note, next->note, sizeof record->note);
  record->cases += next->cases;
  record->held += next->held;
  record->vacant += next->vacant;
  record->open += next->open;
  record->failed += next->failed;
  for (int k = 0; k < HD_PARTS; k++) record->part[k] += next->part[k];
  return true;
}
