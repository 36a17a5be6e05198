/* What is known of a theorem so far: which cases were judged, and what came of them.
 *
 * Invariant: a record speaks of the cases first .. first + cases - 1 of a domain, all of them judged in order and each
 * once. So the record of a shard, of a run that was stopped, and of all there is are one thing; two whose cases follow
 * one another add up to one; and nothing in it depends on how the work was shared out or how long it took. */
#ifndef HEDDLE_PROOFS_PROVE_RECORD_H
#define HEDDLE_PROOFS_PROVE_RECORD_H

#include "prove.h"

/* The cases of a domain are cut into so many parts of equal length, each with a digest of its own, so that one of them
 * can be judged again alone. */
enum { HD_PARTS = 64, HD_RECORD_NOTE_MAX = 2 * HD_CASE_TEXT, HD_EXPECTED_MAX = 640 };

typedef struct hd_record {
  const hd_theorem *theorem;
  hd_bound bound;
  uint64_t of; /* how many cases the domain has, as its numbering counts them */
  uint64_t first, cases;
  uint64_t held, vacant, open, failed; /* cases = held + vacant + open + failed; a run ends with a case that fails */
  uint64_t part[HD_PARTS];             /* digests, modulo 2^64; they add up to that of all */
  char note[HD_RECORD_NOTE_MAX];              /* the case that failed, or the first that was left open; else empty */
} hd_record;

/* Nothing known yet, from case `first` on.
 *   requires: the bound lies within the domain's parameters */
void hd_record_start(const hd_theorem *theorem, const hd_bound *bound, uint64_t first, hd_record *record);

/* Where part `index` begins: 0 for the first, `of` behind the last one. Parts differ by a case at most. */
uint64_t hd_part_start(uint64_t of, int index, int parts);

uint64_t hd_record_digest(const hd_record *record);

/* What the formula says that there are, in decimal. */
void hd_record_expected(const hd_record *record, char text[HD_EXPECTED_MAX]);

/* What a record shows. */
typedef enum hd_standing {
  HD_PROVED,    /* every case holds, as many as the formula says, and some not vacantly */
  HD_PARTIAL,   /* so far; cases are left */
  HD_FAILED,    /* a case failed */
  HD_UNSETTLED, /* cases were left open */
  HD_EMPTY,     /* every case was judged, and each is vacant: nothing was shown */
  HD_MISCOUNTED /* the numbering and the formula count otherwise */
} hd_standing;
hd_standing hd_record_standing(const hd_record *record);
const char *hd_standing_name(hd_standing standing);

/* Appends the cases of `next`, which follow those of `record`.
 *   fails: false, with a reason: another theorem or bound, cases left out between them, or counted twice */
bool hd_record_append(hd_record *record, const hd_record *next, const char **reason);

#endif
