/* Judging many cases: in blocks, by threads, in order.
 *
 * Invariant: a block counts when all before it count. So what is known at any moment is a record (prove_record.h),
 * which can be kept, and from which a run goes on as if it had never stopped; and where a case fails, the one that is
 * named is the first one, however many threads there are. */
#ifndef HEDDLE_PROOFS_PROVE_RUN_H
#define HEDDLE_PROOFS_PROVE_RUN_H

#include "prove_operations.h"
#include "prove_record.h"

enum { HD_THREADS_MAX = 256 };

typedef struct hd_run_options {
  const hd_operations *operation;
  int threads;                                          /* at least 1 */
  double every;                                         /* seconds from one call of `keep` to the next */
  bool show;                                            /* progress on the standard error */
  bool (*keep)(void *context, const hd_record *record); /* what is known so far; NULL: nobody keeps it */
  void *context;
} hd_run_options;

/* Judges from where the record ends up to case `to` - 1, or until one fails: that one is shrunk, and named in the note.
 *   fails: false without memory or threads; the record is then as far as it got */
bool hd_run(const hd_run_options *options, uint64_t to, hd_record *record);

#endif
