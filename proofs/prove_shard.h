/* Which share of the work is this process's?
 *
 * Invariant: process `index` of `count` takes cases from index/count of them on up to (index+1)/count: the shares of
 * all processes are all cases, each once. */
#ifndef HEDDLE_PROOFS_PROVE_SHARD_H
#define HEDDLE_PROOFS_PROVE_SHARD_H

#include <stdbool.h>
#include <stdint.h>

typedef struct hd_shard {
  int index, count;
  char from[128]; /* what said so; empty for one process alone */
} hd_shard;

/* "2/8", counted from 0. False where it is none. */
bool hd_shard_parse(const char *text, hd_shard *shard);

/* What mpirun, srun and job arrays set, by the variables of this environment (getenv, or a test's own). A job array of
 * several ranks each is shared out by both. `count` is how many tasks the array has where the scheduler does not say
 * (PBS), 0: not given.
 *   fails: false, with a reason: a variable that is no number, an index outside, an array of unknown size */
bool hd_shard_detect(const char *(*get)(const char *name), int count, hd_shard *shard, const char **reason);

#endif
