/* Which share: what launchers and schedulers set, by an environment of the test's own. */
#include "tests/support/suite.h"

#include "proofs/prove_shard.h"

#include <stdlib.h>

/* "NAME=VALUE NAME=VALUE". */
static const char *environment;

static const char *get(const char *name) {
  static char value[8][64];
  static int turn;
  size_t length = strlen(name);
  for (const char *at = environment; *at != 0; at += strcspn(at, " "), at += *at == ' ') {
    if (strncmp(at, name, length) != 0 || at[length] != '=') continue;
    char *result = value[turn = (turn + 1) % 8];
    size_t size = strcspn(at + length + 1, " ");
    memcpy(result, at + length + 1, size);
    result[size] = 0;
    return result;
  }
  return NULL;
}

static void is_share(const char *set, int given, int index, int count, const char *from) {
  hd_shard shard;
  const char *reason;
  environment = set;
  EXPECT(hd_shard_detect(get, given, &shard, &reason), "%s: %s", set, reason);
  EXPECT(shard.index == index && shard.count == count, "%s: %d of %d", set, shard.index, shard.count);
  ck_assert_str_eq(shard.from, from);
}

static void is_refused(const char *set, const char *wanted) {
  hd_shard shard;
  const char *reason;
  environment = set;
  EXPECT(!hd_shard_detect(get, 0, &shard, &reason), "%s: %d of %d", set, shard.index, shard.count);
  ck_assert_str_eq(reason, wanted);
}

START_TEST(one_process_has_all) { is_share("HOME=/ PATH=x", 0, 0, 1, ""); }
END_TEST

START_TEST(launchers_set_rank_and_size) {
  is_share("OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_SIZE=2", 0, 1, 2, "OMPI_COMM_WORLD_RANK");
  is_share("PMI_RANK=3 PMI_SIZE=8", 0, 3, 8, "PMI_RANK");
  is_share("PMIX_RANK=3 PMIX_SIZE=8", 0, 3, 8, "PMIX_RANK");
  is_share("SLURM_PROCID=5 SLURM_NTASKS=6", 0, 5, 6, "SLURM_PROCID");
  is_share("SLURM_PROCID=1 SLURM_NTASKS=6 SLURM_STEP_NUM_TASKS=2", 0, 1, 2, "SLURM_PROCID");
  is_share("OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_SIZE=2 SLURM_PROCID=0 SLURM_NTASKS=1", 0, 1, 2,
           "OMPI_COMM_WORLD_RANK");
  is_share("SLURM_PROCID=0", 0, 0, 1, "");
}
END_TEST

START_TEST(job_arrays_set_index_and_range) {
  is_share("SLURM_ARRAY_TASK_ID=7 SLURM_ARRAY_TASK_MIN=5 SLURM_ARRAY_TASK_MAX=9 SLURM_ARRAY_TASK_COUNT=5", 0, 2, 5,
           "SLURM_ARRAY_TASK_ID");
  is_share("SLURM_ARRAY_TASK_ID=9 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=13 SLURM_ARRAY_TASK_STEP=4", 0, 2, 4,
           "SLURM_ARRAY_TASK_ID");
  is_share("SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_COUNT=4", 0, 3, 4, "SLURM_ARRAY_TASK_ID");
  is_share("SGE_TASK_ID=4 SGE_TASK_FIRST=2 SGE_TASK_LAST=8 SGE_TASK_STEPSIZE=2", 0, 1, 4, "SGE_TASK_ID");
  is_share("SGE_TASK_ID=undefined", 0, 0, 1, "");
  is_share("LSB_JOBINDEX=3 LSB_JOBINDEX_END=10", 0, 2, 10, "LSB_JOBINDEX");
  is_share("LSB_JOBINDEX=0", 0, 0, 1, "");
  is_share("PBS_ARRAY_INDEX=2", 5, 2, 5, "PBS_ARRAY_INDEX");
  is_share("PBS_ARRAYID=0", 3, 0, 3, "PBS_ARRAYID");
}
END_TEST

START_TEST(an_array_of_several_ranks_is_shared_by_both) {
  is_share("SLURM_ARRAY_TASK_ID=2 SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_MAX=3 SLURM_PROCID=1 SLURM_NTASKS=2", 0, 5, 8,
           "SLURM_ARRAY_TASK_ID, SLURM_PROCID");
}
END_TEST

START_TEST(what_cannot_be_is_refused) {
  is_refused("PBS_ARRAY_INDEX=2", "nothing says how many tasks the job array has: give --shards N");
  is_refused("PBS_ARRAY_INDEX=x", "the index of the job array is no number");
  is_refused("PMI_RANK=8 PMI_SIZE=8", "the index of this process is below 0, or not below the number of processes");
  is_refused("PMI_RANK=-1 PMI_SIZE=8", "the rank or the number of processes is no number");
  is_refused("PMI_RANK=0 PMI_SIZE=0", "the index of this process is below 0, or not below the number of processes");
  is_refused("OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=many", "the rank or the number of processes is no number");
  is_refused("SLURM_ARRAY_TASK_ID=0 SLURM_ARRAY_TASK_COUNT=2000000000 SLURM_PROCID=0 SLURM_NTASKS=2",
             "there are more processes than can be counted");
}
END_TEST

START_TEST(a_share_is_given_as_index_and_count) {
  hd_shard shard;
  const char *none[] = {"", "1", "1/", "/2", "2/2", "-1/2", "0/0", "1/2/3", "a/2", "1/2x", " 1/2", "99999999999/2"};
  ck_assert(hd_shard_parse("3/7", &shard));
  ck_assert_int_eq(shard.index, 3);
  ck_assert_int_eq(shard.count, 7);
  for (int k = 0; k < HD_COUNT(none); k++) EXPECT(!hd_shard_parse(none[k], &shard), "%s", none[k]);
}
END_TEST

int main(void) {
  const hd_test tests[] = {
      {"one_process_has_all", one_process_has_all},
      {"launchers_set_rank_and_size", launchers_set_rank_and_size},
      {"job_arrays_set_index_and_range", job_arrays_set_index_and_range},
      {"an_array_of_several_ranks_is_shared_by_both", an_array_of_several_ranks_is_shared_by_both},
      {"what_cannot_be_is_refused", what_cannot_be_is_refused},
      {"a_share_is_given_as_index_and_count", a_share_is_given_as_index_and_count},
  };
  return hd_test_main("prove shard", tests, HD_COUNT(tests));
}
