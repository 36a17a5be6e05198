/* Threads take blocks; what they find waits until all before it is there. */
#define _POSIX_C_SOURCE 200809L
#include "proofs/prove_run.h"

#include "proofs/prove_progress.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { WAITING = 4 * HD_THREADS_MAX, BLOCK_MAX = 1 << 20 };

/* A block should take about this long: short enough for what is kept to be recent, long enough not to be felt. */
static const double block_seconds = 0.02;

/* What came of a block; it lies within one part. */
typedef struct hd_block {
  uint64_t first, count, held, vacant, open, failed, digest;
  uint64_t noted; /* the case of the note */
  char note[HD_WHY_MAX];
} hd_block;

typedef struct hd_shared {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  const hd_run_options *options;
  hd_record *record;
  uint64_t next, to, size; /* the next block's first case; where the run ends; how many cases a block has */
  uint64_t noted;
  int workers, waiting;
  bool stopped, broken, fresh; /* fresh: the note is a reason alone, and wants its case */
  hd_block wait[WAITING];
} hd_shared;

/* ---- the order of blocks; all under the lock ---- */

static int part_of(const hd_shared *run, uint64_t number) {
  int part = HD_PARTS - 1;
  while (hd_part_start(run->record->of, part, HD_PARTS) > number) part--;
  return part;
}

static bool take_block(hd_shared *run, hd_block *block) {
  while (!run->stopped && run->waiting >= WAITING - HD_THREADS_MAX) pthread_cond_wait(&run->changed, &run->lock);
  if (run->stopped || run->next >= run->to) return false;
  uint64_t end = hd_part_start(run->record->of, part_of(run, run->next) + 1, HD_PARTS);
  if (end > run->to) end = run->to;
  memset(block, 0, sizeof *block);
  block->first = run->next;
  block->count = run->size < end - run->next ? run->size : end - run->next;
  run->next += block->count;
  return true;
}

static void count_block(hd_shared *run, const hd_block *block) {
  hd_record *record = run->record;
  record->cases += block->held + block->vacant + block->open + block->failed;
  record->held += block->held;
  record->vacant += block->vacant;
  record->open += block->open;
  record->failed += block->failed;
  record->part[part_of(run, block->first)] += block->digest;
  if (block->failed > 0 || (block->open > 0 && record->note[0] == 0)) {
    run->noted = block->noted;
    run->fresh = true;
    memcpy(record->note, block->note, sizeof block->note);
  }
  run->stopped = run->stopped || block->failed > 0;
}

/* A finished block waits; then all that follow what is known are counted. Nothing is behind a case that fails. */
static void give_block(hd_shared *run, const hd_block *block) {
  run->wait[run->waiting++] = *block;
  for (int k = 0; k < run->waiting && run->record->failed == 0;) {
    if (run->wait[k].first != run->record->first + run->record->cases) {
      k++;
      continue;
    }
    count_block(run, &run->wait[k]);
    run->wait[k] = run->wait[--run->waiting];
    k = 0;
  }
  pthread_cond_broadcast(&run->changed);
}

/* ---- a thread ---- */

static void judge_block(hd_prover *prover, const hd_shared *run, hd_case *subject, hd_block *block) {
  const hd_theorem *theorem = run->record->theorem;
  const hd_domain *domain = hd_theorem_domain(theorem);
  for (uint64_t i = block->first; i < block->first + block->count; i++) {
    domain->at(&run->record->bound, i, subject);
    hd_outcome verdict = hd_judge_case(prover, theorem, subject);
    block->digest += hd_digest_term(i, verdict, prover->answer);
    block->held += verdict == HD_HELD;
    block->vacant += verdict == HD_VACANT;
    block->open += verdict == HD_LEFT_OPEN;
    block->failed += verdict == HD_REFUTED;
    if (verdict == HD_REFUTED || (verdict == HD_LEFT_OPEN && block->note[0] == 0)) {
      block->noted = i;
      memcpy(block->note, prover->why, sizeof block->note);
    }
    if (verdict == HD_REFUTED) return;
  }
}

static void *work(void *shared) {
  hd_shared *run = shared;
  hd_block block;
  hd_prover *prover = hd_prover_new(run->options->operation);
  hd_case *subject = malloc(sizeof *subject);
  pthread_mutex_lock(&run->lock);
  run->broken = run->broken || prover == NULL || subject == NULL;
  while (!run->broken && take_block(run, &block)) {
    pthread_mutex_unlock(&run->lock);
    double began = hd_seconds();
    judge_block(prover, run, subject, &block);
    double took = hd_seconds() - began;
    pthread_mutex_lock(&run->lock);
    if (took < block_seconds / 2 && block.count == run->size && run->size < BLOCK_MAX) run->size *= 2;
    if (took > block_seconds * 2 && run->size > 1) run->size /= 2;
    give_block(run, &block);
  }
  run->workers--;
  pthread_cond_broadcast(&run->changed);
  pthread_mutex_unlock(&run->lock);
  hd_prover_free(prover);
  free(subject);
  return NULL;
}

/* ---- all of them ---- */

/* Waits for the workers; says how far they are, and keeps it. */
static void watch(hd_shared *run) {
  const hd_run_options *options = run->options;
  hd_progress progress;
  hd_record *known = malloc(sizeof *known);
  double kept = hd_seconds();
  hd_progress_start(&progress, run->record, run->to);
  while (run->workers > 0) {
    double wait = options->every < 0.25 ? options->every : 0.25;
    struct timespec until = hd_time_in(wait);
    pthread_cond_timedwait(&run->changed, &run->lock, &until);
    if (options->show) hd_progress_show(&progress, run->record);
    if (options->keep == NULL || known == NULL || hd_seconds() - kept < options->every) continue;
    *known = *run->record;
    pthread_mutex_unlock(&run->lock);
    if (known->failed == 0) options->keep(options->context, known); /* a failure is kept when it has been shrunk */
    kept = hd_seconds();
    pthread_mutex_lock(&run->lock);
  }
  if (options->show) hd_progress_end(&progress, run->record);
  free(known);
}

/* The note of a record: case, reason, and what it shrinks to. */
static bool write_note(hd_shared *run) {
  hd_record *record = run->record;
  const hd_domain *domain = hd_theorem_domain(record->theorem);
  hd_prover *prover = hd_prover_new(run->options->operation);
  hd_case *subject = malloc(sizeof *subject);
  char *text = malloc(2 * HD_CASE_TEXT);
  bool done = prover != NULL && subject != NULL && text != NULL;
  if (done) {
    domain->at(&record->bound, run->noted, subject);
    if (record->failed > 0) hd_shrink(prover, record->theorem, subject);
    else (void)hd_judge_case(prover, record->theorem, subject);
    hd_case_print(domain, subject, text, HD_CASE_TEXT);
    hd_write_note(record->note, run->noted, text, prover->why);
  }
  hd_prover_free(prover);
  free(subject);
  free(text);
  return done;
}

bool hd_run(const hd_run_options *options, uint64_t to, hd_record *record) {
  hd_shared *run = calloc(1, sizeof *run);
  pthread_t thread[HD_THREADS_MAX];
  int started = 0;
  if (run == NULL) return false;
  run->options = options;
  run->record = record;
  run->next = record->first + record->cases;
  run->to = to;
  run->size = 1;
  run->stopped = record->failed > 0;
  pthread_mutex_init(&run->lock, NULL);
  hd_make_condition(&run->changed);
  pthread_mutex_lock(&run->lock);
  for (; started < options->threads; started++) {
    if (pthread_create(&thread[started], NULL, work, run) != 0) break;
    run->workers++;
  }
  run->broken = started == 0;
  watch(run);
  pthread_mutex_unlock(&run->lock);
  for (int k = 0; k < started; k++) pthread_join(thread[k], NULL);
  bool done = !run->broken;
  if (run->fresh) done = write_note(run) && done;
  pthread_cond_destroy(&run->changed);
  pthread_mutex_destroy(&run->lock);
  free(run);
  return done;
}
