/* What conform counts, and what it remembers of the main files.
 *
 * Invariant: for every operation passed + failed + skipped is the number of its rows. */
#ifndef HEDDLE_PROOFS_CONFORM_TALLY_H
#define HEDDLE_PROOFS_CONFORM_TALLY_H

#include "conform_judge.h"
#include "json.h"

#include <stdio.h>

typedef struct hd_conform_tally {
  char operation[48];
  long outcome[HD_GAVE_UP + 1];
  long verdict[HD_VERDICTS];
  long skip[HD_SKIPS];
  long settled_answers, settled_refusals;
} hd_conform_tally;

typedef struct hd_conform_tallies {
  hd_conform_tally *tally;
  int count, capacity;
} hd_conform_tallies;

/* How each operation with its arguments ended in the main files: a hash table by their text. */
typedef struct hd_known {
  struct hd_known_row *row;
  size_t count, capacity;
} hd_known;

/* Both return false when there is no memory. */
bool hd_conform_tallies_add(hd_conform_tallies *tallies, const hd_row *row, const hd_judgement *judgement);
/* A row that stands in several main files has failed if it failed in one, else is skipped if it was in one. */
bool hd_known_add(hd_known *known, const hd_row *row, hd_verdict verdict);

/* NULL when no main file had it. */
const hd_verdict *hd_known_find(const hd_known *known, const hd_row *row);

/* The table by operation, what was skipped and why, and what became of compositions. */
void hd_conform_tallies_print(hd_conform_tallies *tallies, FILE *stream);
/* The same table as elements of a list: an object for each operation. */
void hd_conform_tallies_answer(const hd_conform_tallies *tallies, hd_json *json);
long hd_conform_tallies_total(const hd_conform_tallies *tallies, hd_verdict verdict);

void hd_conform_tallies_free(hd_conform_tallies *tallies);
void hd_known_free(hd_known *known);

#endif
