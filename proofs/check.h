/* Which claims of a file hold?
 *
 * Invariant: every claim that is reached gets exactly one finding, in the order of the file, and a failing one stops
 * nothing; a file with a syntax error has no findings at all. Values that claims depend on are never guessed: a claim
 * that uses a name without a value is reported with the status of that name.
 *
 * Bounded: a `forall` over more than options.most_coordinates is undecided, not started; loops run at most
 * options.most_steps statements in all. */
#ifndef HEDDLE_PROOFS_CHECK_H
#define HEDDLE_PROOFS_CHECK_H

#include "count.h"
#include "machine.h"

typedef enum hd_verdict {
  HD_HOLDS,
  HD_FALSE,
  HD_NO_ANSWER, /* an expression of the claim is undefined, overflows or does not fit */
  HD_OPEN,      /* undecided */
  HD_SENSELESS  /* values of the wrong kind */
} hd_verdict;

enum { HD_VERDICTS = 5, HD_NAME_MAX = 1024 };

/* "holds", "false", "undefined", "undecided", "malformed". */
const char *hd_verdict_name(hd_verdict verdict);

typedef struct hd_finding {
  hd_verdict verdict;
  bool is_claim;          /* or a let or for whose value failed */
  char name[HD_NAME_MAX]; /* as it stands or the claim's text, with the values of the loops round it */
  bool visits;            /* decided by visiting: `visited` of `domain` coordinates; else proved */
  int64_t visited, domain; /* domain 0: not known, a false predicate having ended its look early */
  char beyond[HD_COUNT_TEXT];   /* the exact domain, where 64 bits do not hold it (`domain` is INT64_MAX); or empty */
  char note[HD_NOTE_MAX + 256]; /* what was evaluated outside its shape, and where first; or empty */
  /* where it does not hold: */
  size_t position;                    /* what is to blame */
  char reason[HD_TEXT_MAX];           /* a sentence */
  char hint[HD_TEXT_MAX];             /* or empty */
  int variables;                      /* of a forall: the values at which it breaks */
  const char *variable[HD_MAX_BOUND]; /* variable_length[k] bytes */
  size_t variable_length[HD_MAX_BOUND];
  int64_t value[HD_MAX_BOUND];
  char left[HD_TEXT_MAX], right[HD_TEXT_MAX];       /* both values of a comparison, or empty */
  char coordinate[HD_TEXT_MAX], other[HD_TEXT_MAX]; /* of the counter-example of a predicate, or empty */
} hd_finding;

/* A finding that holds and says nothing; touches only what is read. */
void hd_finding_clear(hd_finding *finding);

typedef struct hd_check_options {
  int64_t most_coordinates; /* of one forall */
  int64_t most_steps;
  /* Called for each finding, and now and then during a long forall. Either may be NULL. */
  void (*found)(void *context, const hd_finding *finding);
  void (*progress)(void *context, int64_t visited, int64_t domain);
  void *context;
} hd_check_options;

/* Unlimited but for 2^32 coordinates a forall and 10^7 steps; no callbacks. */
hd_check_options hd_check_defaults(void);

/* Parses and checks a whole file.
 *   fails: as hd_parse_file, before any claim is looked at; HD_MALFORMED (nothing is claimed); HD_CAPACITY (memory) */
hd_status hd_check_text(const char *text, size_t length, const hd_check_options *options, hd_error *error);

#endif
