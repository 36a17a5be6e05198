/* Counts by operation in a growing array, sorted by name when they are printed. */
#include "proofs/conform_tally.h"

#include "proofs/answer.h"

#include <stdlib.h>
#include <string.h>

/* ---- counts ---- */

static hd_conform_tally *tally_of(hd_conform_tallies *tallies, const char *operation) {
  for (int k = 0; k < tallies->count; k++)
    if (strcmp(tallies->tally[k].operation, operation) == 0) return &tallies->tally[k];
  if (tallies->count == tallies->capacity) {
    int capacity = tallies->capacity ? 2 * tallies->capacity : 64;
    hd_conform_tally *grown = realloc(tallies->tally, (size_t)capacity * sizeof *grown);
    if (!grown) return NULL;
    tallies->tally = grown;
    tallies->capacity = capacity;
  }
  hd_conform_tally *added = &tallies->tally[tallies->count++];
  memset(added, 0, sizeof *added);
  snprintf(added->operation, sizeof added->operation, "%s", operation);
  return added;
}

bool hd_conform_tallies_add(hd_conform_tallies *tallies, const hd_row *row, const hd_judgement *judgement) {
  char name[sizeof tallies->tally->operation];
  snprintf(name, sizeof name, "%s", row->operation);
  hd_conform_tally *tally = tally_of(tallies, name);
  if (!tally) return false;
  tally->outcome[judgement->outcome]++;
  tally->verdict[judgement->verdict]++;
  if (judgement->verdict == HD_SKIPPED) tally->skip[judgement->skip]++;
  if (judgement->settled && judgement->outcome == HD_ANSWERED) tally->settled_answers++;
  if (judgement->settled && judgement->outcome == HD_REFUSED) tally->settled_refusals++;
  return true;
}

long hd_conform_tallies_total(const hd_conform_tallies *tallies, hd_verdict verdict) {
  long total = 0;
  for (int k = 0; k < tallies->count; k++) total += tallies->tally[k].verdict[verdict];
  return total;
}

static int by_name(const void *a, const void *b) {
  return strcmp(((const hd_conform_tally *)a)->operation, ((const hd_conform_tally *)b)->operation);
}

static void print_skips(const hd_conform_tally *tally, FILE *stream) {
  static const char *const reason[HD_SKIPS] = {"recorded answer disproved", "row of a main file skipped",
                                               "could not be judged"};
  const char *between = "  ";
  for (int k = 0; k < HD_SKIPS; k++) {
    if (tally->skip[k] == 0) continue;
    fprintf(stream, "%s%ld: %s", between, tally->skip[k], reason[k]);
    between = "; ";
  }
}

void hd_conform_tallies_print(hd_conform_tallies *tallies, FILE *stream) {
  if (tallies->count == 0) return;
  qsort(tallies->tally, (size_t)tallies->count, sizeof *tallies->tally, by_name);
  fprintf(stream, "%-22s %8s %8s %8s %8s %8s\n", "operation", "answered", "refused", "passed", "failed", "skipped");
  for (int k = 0; k < tallies->count; k++) {
    const hd_conform_tally *tally = &tallies->tally[k];
    fprintf(stream, "%-22s %8ld %8ld %8ld %8ld %8ld", tally->operation, tally->outcome[HD_ANSWERED],
            tally->outcome[HD_REFUSED], tally->verdict[HD_PASSED], tally->verdict[HD_FAILED],
            tally->verdict[HD_SKIPPED]);
    print_skips(tally, stream);
    fputc('\n', stream);
  }
  for (int k = 0; k < tallies->count; k++) {
    const hd_conform_tally *tally = &tallies->tally[k];
    if (tally->settled_answers + tally->settled_refusals == 0) continue;
    fprintf(stream,
            "%s, by brute force: %ld answer%s right at every coordinate, %ld refusal%s where no answer exists\n",
            tally->operation, tally->settled_answers, hd_plural(tally->settled_answers), tally->settled_refusals,
            hd_plural(tally->settled_refusals));
  }
}

void hd_conform_tallies_answer(const hd_conform_tallies *tallies, hd_json *json) {
  if (tallies->count > 0) qsort(tallies->tally, (size_t)tallies->count, sizeof *tallies->tally, by_name);
  for (int k = 0; k < tallies->count; k++) {
    const hd_conform_tally *tally = &tallies->tally[k];
    hd_json_object(json, NULL);
    hd_json_text(json, "operation", tally->operation);
    hd_json_integer(json, "answered", tally->outcome[HD_ANSWERED]);
    hd_json_integer(json, "refused", tally->outcome[HD_REFUSED]);
    hd_json_integer(json, "passed", tally->verdict[HD_PASSED]);
    hd_json_integer(json, "failed", tally->verdict[HD_FAILED]);
    hd_json_integer(json, "skipped", tally->verdict[HD_SKIPPED]);
    hd_json_integer(json, "settled_answers", tally->settled_answers);
    hd_json_integer(json, "settled_refusals", tally->settled_refusals);
    hd_json_close(json);
  }
}

void hd_conform_tallies_free(hd_conform_tallies *tallies) {
  free(tallies->tally);
  *tallies = (hd_conform_tallies){NULL, 0, 0};
}

/* ---- rows of main files ---- */

struct hd_known_row {
  char *text; /* operation and arguments, a tab before each argument; NULL: empty slot */
  hd_verdict verdict;
};

/* The row's operation and arguments as one text; NULL without memory. */
static char *text_of(const hd_row *row) {
  size_t length = strlen(row->operation) + 1;
  for (int k = 0; k < row->arguments; k++) length += strlen(row->argument[k]) + 1;
  char *text = malloc(length), *end = text;
  if (!text) return NULL;
  for (int k = -1; k < row->arguments; k++) {
    const char *part = k < 0 ? row->operation : row->argument[k];
    if (k >= 0) *end++ = '\t';
    memcpy(end, part, strlen(part) + 1);
    end += strlen(part);
  }
  return text;
}

/* FNV-1a */
static size_t slot_of(const struct hd_known_row *row, size_t capacity, const char *text) {
  uint64_t hash = UINT64_C(14695981039346656037);
  for (const char *at = text; *at; at++) hash = (hash ^ (unsigned char)*at) * UINT64_C(1099511628211);
  size_t slot = (size_t)(hash % capacity);
  while (row[slot].text && strcmp(row[slot].text, text) != 0) slot = (slot + 1) % capacity;
  return slot;
}

static bool grow(hd_known *known) {
  size_t capacity = known->capacity ? 2 * known->capacity : 1024;
  struct hd_known_row *grown = calloc(capacity, sizeof *grown);
  if (!grown) return false;
  for (size_t k = 0; k < known->capacity; k++)
    if (known->row[k].text) grown[slot_of(grown, capacity, known->row[k].text)] = known->row[k];
  free(known->row);
  known->row = grown;
  known->capacity = capacity;
  return true;
}

bool hd_known_add(hd_known *known, const hd_row *row, hd_verdict verdict) {
  static const int severity[HD_VERDICTS] = {[HD_PASSED] = 0, [HD_SKIPPED] = 1, [HD_FAILED] = 2};
  if (2 * known->count >= known->capacity && !grow(known)) return false;
  char *text = text_of(row);
  if (!text) return false;
  struct hd_known_row *slot = &known->row[slot_of(known->row, known->capacity, text)];
  if (slot->text) {
    free(text);
    if (severity[verdict] > severity[slot->verdict]) slot->verdict = verdict;
  } else {
    *slot = (struct hd_known_row){text, verdict};
    known->count++;
  }
  return true;
}

const hd_verdict *hd_known_find(const hd_known *known, const hd_row *row) {
  if (known->count == 0) return NULL;
  char *text = text_of(row);
  if (!text) return NULL;
  const struct hd_known_row *slot = &known->row[slot_of(known->row, known->capacity, text)];
  free(text);
  return slot->text ? &slot->verdict : NULL;
}

void hd_known_free(hd_known *known) {
  for (size_t k = 0; k < known->capacity; k++) free(known->row[k].text);
  free(known->row);
  *known = (hd_known){NULL, 0, 0};
}
