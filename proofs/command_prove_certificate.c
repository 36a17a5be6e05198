/* `heddle prove --merge` and `--verify`: what certificates say together, and whether it is so. */
#define _POSIX_C_SOURCE 200809L
#include "proofs/command_prove.h"

#include "proofs/answer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Reads all files that were named. False after a complaint. */
static bool read_all(const hd_prove_options *options, hd_certificate *all) {
  char reason[HD_REASON_MAX];
  for (int k = 0; k < options->files; k++) {
    hd_certificate one = {0, 0, NULL};
    bool good = hd_certificate_read(options->file[k], &one, reason) && hd_certificate_merge(all, &one, reason);
    hd_certificate_free(&one);
    if (good) continue;
    hd_complain(NULL, "%s is refused: %s", options->file[k], reason);
    return false;
  }
  if (options->files > 0) return true;
  hd_complain_usage();
  return false;
}

/* Of two records of one theorem and bound the cases between them are in no file. */
static bool is_whole(const hd_certificate *all) {
  for (int k = 1; k < all->records; k++) {
    const hd_record *record = &all->record[k], *before = &all->record[k - 1];
    if (before->theorem != record->theorem || memcmp(&before->bound, &record->bound, sizeof record->bound) != 0)
      continue;
    hd_complain(NULL, "cases %llu..%llu of %s are in none of these files",
                (unsigned long long)(before->first + before->cases), (unsigned long long)(record->first - 1),
                record->theorem->name);
    return false;
  }
  return true;
}

int hd_prove_merge(hd_prove_options *options) {
  hd_certificate all = {0, 0, NULL};
  hd_verdicts verdicts;
  char reason[HD_REASON_MAX];
  bool good = read_all(options, &all) && is_whole(&all);
  if (!good) {
    hd_certificate_free(&all);
    return 2;
  }
  hd_verdicts_start(options, &verdicts);
  for (int k = 0; k < all.records; k++) hd_verdicts_add(&verdicts, &all.record[k], NULL);
  if (options->out != NULL && !hd_certificate_write(&all, options->out, reason)) {
    hd_complain(NULL, "%s", reason);
    good = false;
  }
  hd_certificate_free(&all);
  return hd_verdicts_finish(&verdicts, good);
}

/* ---- judging a sample again ---- */

typedef struct hd_sampler {
  const hd_prove_options *options;
  const hd_record *record;
  hd_prover *prover;
  hd_case *subject;
  uint64_t random, cases;                        /* cases judged again */
  char wrong[HD_RECORD_NOTE_MAX + HD_CASE_TEXT]; /* why the record is refused */
} hd_sampler;

static uint64_t draw(hd_sampler *sampler, uint64_t below) {
  sampler->random = hd_mix(sampler->random);
  return sampler->random % below;
}

/* Judges case `number`; what it adds to the digest. False where it fails. */
static bool judge_again(hd_sampler *sampler, uint64_t number, uint64_t *digest) {
  const hd_record *record = sampler->record;
  const hd_domain *domain = hd_theorem_domain(record->theorem);
  char text[HD_CASE_TEXT];
  domain->at(&record->bound, number, sampler->subject);
  hd_outcome verdict = hd_judge_case(sampler->prover, record->theorem, sampler->subject);
  *digest += hd_digest_term(number, verdict, sampler->prover->answer);
  sampler->cases++;
  if (verdict != HD_REFUTED) return true;
  hd_case_print(domain, sampler->subject, text, sizeof text);
  snprintf(sampler->wrong, sizeof sampler->wrong, "FALSE at case %llu: %s: %s", (unsigned long long)number, text,
           sampler->prover->why);
  return false;
}

/* A part that lies wholly within the record, and what it adds up to now. */
static bool part_again(hd_sampler *sampler, int part, bool *inside) {
  const hd_record *record = sampler->record;
  uint64_t begin = hd_part_start(record->of, part, HD_PARTS), end = hd_part_start(record->of, part + 1, HD_PARTS);
  uint64_t digest = 0;
  *inside = begin >= record->first && end <= record->first + record->cases && begin < end &&
            end - begin <= sampler->options->sample;
  for (uint64_t i = begin; i < end && *inside; i++)
    if (!judge_again(sampler, i, &digest)) return false;
  if (!*inside || digest == record->part[part]) return true;
  snprintf(sampler->wrong, sizeof sampler->wrong,
           "REFUSED: cases %llu..%llu have digest %016llx, and the certificate says %016llx", (unsigned long long)begin,
           (unsigned long long)(end - 1), (unsigned long long)digest, (unsigned long long)record->part[part]);
  return false;
}

/* Parts at random as long as there are cases left of the sample, then single cases. */
static bool sample_record(hd_sampler *sampler) {
  const hd_record *record = sampler->record;
  uint64_t sample = sampler->options->sample, parts = 0, single = 0, unused = 0;
  bool used[HD_PARTS] = {false};
  sampler->cases = 0;
  for (int k = 0; k < 4 * HD_PARTS && sampler->cases < sample; k++) {
    int part = (int)draw(sampler, HD_PARTS);
    bool inside;
    if (used[part]) continue;
    used[part] = true;
    if (!part_again(sampler, part, &inside)) return false;
    parts += inside;
  }
  for (; sampler->cases < sample && sampler->cases < record->cases; single++)
    if (!judge_again(sampler, record->first + draw(sampler, record->cases), &unused)) return false;
  if (!sampler->options->quiet)
    fprintf(stderr, "%s: %llu case%s again, %llu part%s by digest, %llu single\n", record->theorem->name,
            (unsigned long long)sampler->cases, hd_plural((int64_t)sampler->cases), (unsigned long long)parts,
            hd_plural((int64_t)parts), (unsigned long long)single);
  return true;
}

static void verify_all(hd_sampler *sampler, const hd_certificate *all, hd_verdicts *verdicts) {
  for (int k = 0; k < all->records; k++) {
    const hd_record *record = sampler->record = &all->record[k];
    /* A record that says that a case fails has nothing to be sampled: the case is in it. */
    const bool sampled = record->failed == 0 && record->cases > 0;
    const bool stands = !sampled || sample_record(sampler);
    hd_verdicts_add(verdicts, record, stands ? NULL : sampler->wrong);
  }
}

int hd_prove_verify(hd_prove_options *options) {
  hd_certificate all = {0, 0, NULL};
  hd_sampler sampler = {.options = options, .random = options->seed};
  hd_verdicts verdicts;
  if (sampler.random == 0) sampler.random = hd_mix((uint64_t)time(NULL)) ^ (uint64_t)getpid();
  int code = read_all(options, &all) ? 0 : 2;
  sampler.prover = hd_prover_new(options->operation);
  sampler.subject = malloc(sizeof *sampler.subject);
  if (code == 0 && (sampler.prover == NULL || sampler.subject == NULL)) code = hd_complain_memory();
  if (code == 0) {
    hd_verdicts_start(options, &verdicts);
    verify_all(&sampler, &all, &verdicts);
    code = hd_verdicts_finish(&verdicts, true);
  }
  hd_prover_free(sampler.prover);
  free(sampler.subject);
  hd_certificate_free(&all);
  return code;
}
