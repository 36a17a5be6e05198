/* The parts of `heddle prove`. Internal to proofs/. */
#ifndef HEDDLE_PROOFS_COMMAND_PROVE_H
#define HEDDLE_PROOFS_COMMAND_PROVE_H

#include "certificate.h"
#include "prove_run.h"
#include "prove_shard.h"

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
  bool quiet;
  uint64_t sample, seed; /* of --verify */
} hd_prove_options;

/* Complaint, hint or nothing; returns the exit code 2. */
int hd_prove_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The line of a record, and what it means for the exit code: the graver of that and `code`. */
int hd_prove_report(FILE *to, const hd_record *record, int code);
/* Where those lines go: to the standard output, unless that is where a certificate goes; NULL: nowhere. */
FILE *hd_prove_lines(const hd_prove_options *options);

/* The bound of a theorem: the quick one, with what the text says in its place ("modes=3,extent=4").
 *   fails: false, after a complaint */
bool hd_prove_bound(const hd_theorem *theorem, const char *text, hd_bound *bound);

int hd_prove_list(const hd_prove_options *options);
int hd_prove_domains(void);
int hd_prove_run(hd_prove_options *options);
int hd_prove_merge(const hd_prove_options *options);
int hd_prove_verify(const hd_prove_options *options);

/* All of it, with other operations in place of the library's: for tests. */
int hd_prove_with(const hd_operations *operation, int argc, char **argv);

#endif
