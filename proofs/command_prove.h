/* The parts of `heddle prove`. Internal to proofs/. */
#ifndef HEDDLE_PROOFS_COMMAND_PROVE_H
#define HEDDLE_PROOFS_COMMAND_PROVE_H

#include "answer.h"
#include "certificate.h"
#include "prove_run.h"
#include "prove_shard.h"
#include "tap.h"

#include <stdio.h>

enum { HD_PROVE_THEOREMS = 128, HD_PROVE_FILES = 4096, HD_PROVE_NAME = 4096 };

typedef enum hd_prove_mode {
  HD_PROVE_RUN,
  HD_PROVE_LIST,
  HD_PROVE_DOMAINS,
  HD_PROVE_MERGE,
  HD_PROVE_VERIFY
} hd_prove_mode;

typedef struct hd_prove_options {
  hd_prove_mode mode;
  const hd_operations *operation;
  int theorems;
  const hd_theorem *theorem[HD_PROVE_THEOREMS]; /* none named: all */
  int files;
  char *file[HD_PROVE_FILES];
  const char *bound;
  int threads, shards; /* 0: as many as the machine has; as the scheduler says */
  bool sharded;
  hd_shard shard;
  const char *checkpoint, *out;
  double every;
  bool quiet, to_tap;
  bool begun; /* verdicts are being said */
  uint64_t sample, seed; /* of --verify */
} hd_prove_options;

/* What is said of records, and what it means for the exit code. */
typedef struct hd_verdicts {
  FILE *lines;   /* where lines go: to the standard output, unless that is where a certificate goes; NULL: nowhere */
  hd_json *json; /* or a list for programs */
  bool to_tap;
  hd_tap tap;
  int code; /* the gravest so far */
} hd_verdicts;

void hd_verdicts_start(hd_prove_options *options, hd_verdicts *verdicts);
/* Says a record; `wrong` is why it is refused, NULL where it is not. */
void hd_verdicts_add(hd_verdicts *verdicts, const hd_record *record, const char *wrong);
/* Ends what was said. Returns the exit code: that of the records, or 2 where something else went wrong. */
int hd_verdicts_finish(hd_verdicts *verdicts, bool good);

/* The bound of a theorem: the quick one, with what the text says in its place ("modes=3,extent=4").
 *   fails: false, after a complaint */
bool hd_prove_bound(const hd_theorem *theorem, const char *text, hd_bound *bound);

int hd_prove_list(const hd_prove_options *options);
int hd_prove_domains(void);
int hd_prove_run(hd_prove_options *options);
int hd_prove_merge(hd_prove_options *options);
int hd_prove_verify(hd_prove_options *options);

/* All of it, with other operations in place of the library's: for tests. */
int hd_prove_with(const hd_operations *operation, int argc, char **argv);

#endif
