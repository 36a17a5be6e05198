/* Ranks and sizes, as launchers and schedulers set them. */
#include "proofs/prove_shard.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool read_number(const char *text, long *number) {
  char *end;
  if (text == NULL || text[0] < '0' || text[0] > '9') return false;
  *number = strtol(text, &end, 10);
  return *end == 0 && *number <= INT_MAX;
}

bool hd_shard_parse(const char *text, hd_shard *shard) {
  const char *slash = strchr(text, '/');
  char index[16];
  long k, n;
  if (slash == NULL || (size_t)(slash - text) >= sizeof index) return false;
  memcpy(index, text, (size_t)(slash - text));
  index[slash - text] = 0;
  if (!read_number(index, &k) || !read_number(slash + 1, &n) || k >= n) return false;
  *shard = (hd_shard){(int)k, (int)n, ""};
  snprintf(shard->from, sizeof shard->from, "--shard");
  return true;
}

/* Ranks of processes that were started together; the more specific one first: under mpirun within srun both are set. A
 * batch script has SLURM_PROCID without a step of its own, whose size srun says. */
static const char *const ranks[][2] = {
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"}, {"PMI_RANK", "PMI_SIZE"},         {"PMIX_RANK", "PMIX_SIZE"},
    {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS"},         {"SLURM_PROCID", "SLURM_NTASKS"},
};

/* Tasks of an array: its index, its first, its last (NULL: a count instead), its step, how many there are. */
typedef struct hd_array {
  const char *index, *first, *last, *step, *count;
} hd_array;

static const hd_array arrays[] = {
    {"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX", "SLURM_ARRAY_TASK_STEP",
     "SLURM_ARRAY_TASK_COUNT"},
    {"SGE_TASK_ID", "SGE_TASK_FIRST", "SGE_TASK_LAST", "SGE_TASK_STEPSIZE", NULL},
    {"LSB_JOBINDEX", NULL, "LSB_JOBINDEX_END", "LSB_JOBINDEX_STEP", NULL},
    {"PBS_ARRAY_INDEX", NULL, NULL, NULL, "PBS_ARRAY_COUNT"},
    {"PBS_ARRAYID", NULL, NULL, NULL, NULL},
};

/* Multiplies what is known by one more division of the work. */
static bool divide(hd_shard *shard, long index, long count, const char *by, const char **reason) {
  size_t length = strlen(shard->from);
  *reason = "the index of this process is below 0, or not below the number of processes";
  if (count < 1 || index < 0 || index >= count) return false;
  *reason = "there are more processes than can be counted";
  if (count > INT_MAX / shard->count) return false;
  shard->index = (int)(shard->index * count + index);
  shard->count = (int)(shard->count * count);
  snprintf(shard->from + length, sizeof shard->from - length, "%s%s", length > 0 ? ", " : "", by);
  *reason = NULL;
  return true;
}

/* How many tasks an array has, counted from its first. False: unknown. */
static bool array_size(const hd_array *array, const char *(*get)(const char *name), long first, long step,
                       long *count) {
  long last;
  bool counted = array->count != NULL && read_number(get(array->count), count);
  if (array->last != NULL && read_number(get(array->last), &last) && last >= first) {
    *count = (last - first) / step + 1;
    return true;
  }
  return counted;
}

static bool detect_array(const char *(*get)(const char *name), int given, hd_shard *shard, const char **reason) {
  for (size_t k = 0; k < sizeof arrays / sizeof arrays[0]; k++) {
    const hd_array *array = &arrays[k];
    const char *text = get(array->index);
    long index, first = array->first == NULL && array->last != NULL, step = 1, count = given;
    /* SGE says "undefined" and LSF 0 where there is no array. */
    if (text == NULL || strcmp(text, "undefined") == 0 || (first == 1 && strcmp(text, "0") == 0)) continue;
    *reason = "the index of the job array is no number";
    if (!read_number(text, &index)) return false;
    if (array->first != NULL) (void)read_number(get(array->first), &first);
    if (array->step != NULL && (!read_number(get(array->step), &step) || step < 1)) step = 1;
    *reason = "nothing says how many tasks the job array has: give --shards N";
    if (given == 0 && !array_size(array, get, first, step, &count)) return false;
    return divide(shard, (index - first) / step, count, array->index, reason);
  }
  return true;
}

bool hd_shard_detect(const char *(*get)(const char *name), int count, hd_shard *shard, const char **reason) {
  *shard = (hd_shard){0, 1, ""};
  *reason = NULL;
  if (!detect_array(get, count, shard, reason)) return false;
  for (size_t k = 0; k < sizeof ranks / sizeof ranks[0]; k++) {
    long rank, size;
    if (get(ranks[k][0]) == NULL || get(ranks[k][1]) == NULL) continue;
    *reason = "the rank or the number of processes is no number";
    if (!read_number(get(ranks[k][0]), &rank) || !read_number(get(ranks[k][1]), &size)) return false;
    return divide(shard, rank, size, ranks[k][0], reason);
  }
  return true;
}
