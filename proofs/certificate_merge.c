/* Several certificates as one: cases that follow one another become one record. */
#include "proofs/certificate.h"

#include <stdio.h>
#include <string.h>

/* The order of records: theorems as they are listed, properties behind them by their text; then bounds, then cases. */
static int position(const hd_theorem *theorem) {
  int k = 0;
  while (hd_theorem_at(k) != theorem && hd_theorem_at(k) != NULL) k++;
  return k;
}

static int compare(const hd_record *a, const hd_record *b) {
  int theorems = position(a->theorem) - position(b->theorem);
  if (theorems == 0) theorems = strcmp(a->theorem->name, b->theorem->name);
  if (theorems != 0) return theorems;
  for (int k = 0; k < HD_BOUND_NUMBERS; k++)
    if (a->bound.value[k] != b->bound.value[k]) return a->bound.value[k] < b->bound.value[k] ? -1 : 1;
  if (a->first != b->first) return a->first < b->first ? -1 : 1;
  return a->cases < b->cases ? -1 : a->cases > b->cases; /* a share without cases comes before one that has some */
}

static bool insert(hd_certificate *into, const hd_record *record) {
  if (hd_certificate_add(into) == NULL) return false;
  int k = into->records - 1;
  for (; k > 0 && compare(&into->record[k - 1], record) > 0; k--) into->record[k] = into->record[k - 1];
  into->record[k] = *record;
  return true;
}

/* Joins neighbours; a gap may still be filled by the next file, an overlap by none. */
static bool join(hd_certificate *into, char reason[HD_REASON_MAX]) {
  int kept = 0;
  for (int k = 1; k < into->records; k++) {
    hd_record *before = &into->record[kept], *next = &into->record[k];
    const char *why = NULL;
    bool same = before->theorem == next->theorem && memcmp(&before->bound, &next->bound, sizeof next->bound) == 0;
    if (same && next->first < before->first + before->cases) {
      snprintf(reason, HD_REASON_MAX, "cases %llu and on of %s would be counted twice", (unsigned long long)next->first,
               next->theorem->name);
      return false;
    }
    if (!hd_record_append(before, next, &why)) into->record[++kept] = *next;
  }
  if (into->records > 0) into->records = kept + 1;
  return true;
}

bool hd_certificate_merge(hd_certificate *into, const hd_certificate *from, char reason[HD_REASON_MAX]) {
  for (int k = 0; k < from->records; k++)
    if (!insert(into, &from->record[k])) {
      snprintf(reason, HD_REASON_MAX, "there is not enough memory");
      return false;
    }
  return join(into, reason);
}
