/* `heddle prove THEOREM...`: judging, from a checkpoint on if there is one. */
#define _POSIX_C_SOURCE 200809L
#include "proofs/command_prove.h"

#include "proofs/prove_progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- bounds ---- */

static bool set_parameter(const hd_theorem *theorem, const char *text, size_t length, hd_bound *bound) {
  const hd_domain *domain = hd_theorem_domain(theorem);
  const char *sign = memchr(text, '=', length);
  size_t name = sign == NULL ? length : (size_t)(sign - text);
  for (int k = 0; domain->parameter[k].name != NULL; k++) {
    const hd_parameter *parameter = &domain->parameter[k];
    char *end = NULL;
    if (strlen(parameter->name) != name || memcmp(parameter->name, text, name) != 0) continue;
    if (sign == NULL) {
      hd_complain(NULL, "%s: %s wants a number, %s=N", theorem->name, parameter->name, parameter->name);
      return false;
    }
    long long value = strtoll(sign + 1, &end, 10);
    if (end == text + length && end > sign + 1 && value >= parameter->least && value <= parameter->most) {
      bound->value[k] = value;
      return true;
    }
    hd_complain(NULL, "%s: %s is from %lld to %lld, and there is `%.*s`", theorem->name, parameter->name,
                (long long)parameter->least, (long long)parameter->most, (int)(text + length - sign - 1), sign + 1);
    return false;
  }
  hd_complain(NULL, "%s has no bound `%.*s`; heddle prove --list %s shows those that it has", theorem->name,
              (int)length, text, theorem->name);
  return false;
}

bool hd_prove_bound(const hd_theorem *theorem, const char *text, hd_bound *bound) {
  *bound = theorem->quick;
  for (const char *end; text != NULL && *text != 0; text = *end == 0 ? end : end + 1) {
    end = strchr(text, ',');
    if (end == NULL) end = text + strlen(text);
    if (!set_parameter(theorem, text, (size_t)(end - text), bound)) return false;
  }
  if (hd_theorem_domain(theorem)->count(bound) <= HD_CASES_MAX) return true;
  hd_complain(NULL, "%s: with this bound there are more cases than 64 bits can number", theorem->name);
  return false;
}

/* ---- running ---- */

/* What is kept: all records so far, the last of which is the one at work. */
typedef struct hd_keeper {
  hd_certificate known;
  char name[HD_PROVE_NAME]; /* of the checkpoint; empty: none */
  bool failed;
} hd_keeper;

static bool keep_all(hd_keeper *keeper) {
  char reason[HD_REASON_MAX];
  if (keeper->name[0] == 0 || hd_certificate_write(&keeper->known, keeper->name, reason)) return true;
  if (!keeper->failed) hd_complain(NULL, "%s", reason);
  keeper->failed = true;
  return false;
}

static bool keep(void *context, const hd_record *record) {
  hd_keeper *keeper = context;
  keeper->known.record[keeper->known.records - 1] = *record;
  return keep_all(keeper);
}

/* A file's name; where launchers share one command line, each process has its own. */
static bool name_file(const hd_prove_options *options, const char *name, char result[HD_PROVE_NAME]) {
  bool own = options->shard.count > 1 && !options->sharded && strcmp(name, "-") != 0;
  int length = own ? snprintf(result, HD_PROVE_NAME, "%s.%d-of-%d", name, options->shard.index, options->shard.count)
                   : snprintf(result, HD_PROVE_NAME, "%s", name);
  return length < HD_PROVE_NAME;
}

static uint64_t share_start(const hd_prove_options *options, const hd_record *record, int index) {
  return hd_part_start(record->of, index, options->shard.count);
}

/* Takes over what a checkpoint has of this run: every record must be one of it. */
static bool resume(const hd_prove_options *options, hd_keeper *keeper) {
  char reason[HD_REASON_MAX];
  if (keeper->name[0] == 0 || access(keeper->name, F_OK) != 0) return true;
  if (!hd_certificate_read(keeper->name, &keeper->known, reason)) {
    hd_complain(NULL, "%s is no checkpoint to go on from: %s", keeper->name, reason);
    return false;
  }
  bool fits = keeper->known.records <= options->theorems;
  for (int k = 0; k < keeper->known.records && fits; k++) {
    const hd_record *record = &keeper->known.record[k];
    hd_bound bound;
    fits = record->theorem == options->theorem[k] && hd_prove_bound(record->theorem, options->bound, &bound) &&
           memcmp(&bound, &record->bound, sizeof bound) == 0 &&
           record->first == share_start(options, record, options->shard.index) &&
           record->first + record->cases <= share_start(options, record, options->shard.index + 1);
  }
  if (!fits) hd_complain(NULL, "%s is the checkpoint of other theorems, bounds or shares", keeper->name);
  return fits;
}

/* Theorem `index`: a new record, or the one that the checkpoint has. */
static hd_record *record_at(const hd_prove_options *options, hd_keeper *keeper, int index) {
  hd_bound bound;
  if (index < keeper->known.records) return &keeper->known.record[index];
  hd_record *record = hd_certificate_add(&keeper->known);
  if (record == NULL || !hd_prove_bound(options->theorem[index], options->bound, &bound)) return NULL;
  hd_record_start(options->theorem[index], &bound, 0, record);
  record->first = share_start(options, record, options->shard.index);
  return record;
}

static int run_all(hd_prove_options *options, hd_keeper *keeper) {
  hd_run_options run = {.operation = options->operation,
                        .threads = options->threads,
                        .every = options->every,
                        .show = !options->quiet,
                        .keep = keeper->name[0] == 0 ? NULL : keep,
                        .context = keeper};
  hd_record *record = malloc(sizeof *record);
  hd_verdicts verdicts;
  bool good = record != NULL || hd_complain_memory() == 0;
  if (!good) return 2;
  hd_verdicts_start(options, &verdicts);
  for (int k = 0; k < options->theorems && good; k++) {
    hd_record *known = record_at(options, keeper, k);
    if (known == NULL) good = hd_complain_memory() == 0;
    if (known == NULL) break;
    int records = keeper->known.records;
    *record = *known;
    keeper->known.records = k + 1; /* a checkpoint holds what is done, and the one at work */
    if (!hd_run(&run, share_start(options, record, options->shard.index + 1), record))
      good = hd_complain(NULL, "there is not enough memory, or no thread can be started") == 0;
    keeper->known.record[k] = *record;
    keeper->known.records = records > k + 1 ? records : k + 1;
    good = keep_all(keeper) && good;
    if (good) hd_verdicts_add(&verdicts, record, NULL);
  }
  free(record);
  return hd_verdicts_finish(&verdicts, good);
}

static bool check_bounds(const hd_prove_options *options) {
  hd_bound bound;
  for (int k = 0; k < options->theorems; k++)
    if (!hd_prove_bound(options->theorem[k], options->bound, &bound)) return false;
  return true;
}

static const char *environment(const char *name) { return getenv(name); }

/* Threads and share. */
static bool settle(hd_prove_options *options) {
  const char *reason;
  if (!options->sharded && !hd_shard_detect(environment, options->shards, &options->shard, &reason)) {
    hd_complain(NULL, "%s", reason);
    return false;
  }
  if (options->shard.count > 1 && !options->quiet)
    fprintf(stderr, "share %d of %d (%s)\n", options->shard.index, options->shard.count, options->shard.from);
  if (options->threads == 0) {
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    options->threads = online < 1 ? 1 : online > HD_THREADS_MAX ? HD_THREADS_MAX : (int)online;
  }
  return true;
}

int hd_prove_run(hd_prove_options *options) {
  char out[HD_PROVE_NAME] = "", reason[HD_REASON_MAX];
  if (!check_bounds(options) || !settle(options)) return 2;
  hd_keeper *keeper = calloc(1, sizeof *keeper);
  if (keeper == NULL) return hd_complain_memory();
  int code = 0;
  if ((options->checkpoint != NULL && !name_file(options, options->checkpoint, keeper->name)) ||
      (options->out != NULL && !name_file(options, options->out, out)))
    code = hd_complain(NULL, "a file name is too long");
  for (int k = 0; k < 2 && code == 0; k++) {
    const char *name = k == 0 ? keeper->name : out;
    if (name[0] != 0 && !hd_certificate_can_write(name, reason)) code = hd_complain(NULL, "%s", reason);
  }
  if (code == 0 && !resume(options, keeper)) code = 2;
  if (code == 0) code = run_all(options, keeper);
  if (code != 2 && out[0] != 0 && !hd_certificate_write(&keeper->known, out, reason))
    code = hd_complain(NULL, "%s", reason);
  hd_certificate_free(&keeper->known);
  free(keeper);
  return code;
}
