/* The theorem of composition over far more cases than a CPU gets through: every pair of flat layouts up to a bound.
 *
 *   prove_composition [--bound M,E,S,M,E,S] [--sample N] [--shard K/N].. [--certificate FILE]
 *
 * judges each case by prove_small.h, whose numbering, outcomes and answers are those of `heddle prove composition`, and
 * prints what it counted, how fast, and how that compares with the integer operations that the chip can do, measured in
 * the same run. N cases drawn over the whole domain are judged by the host too, one by one. With --shard it prints the
 * digest of that share alone as well, which `heddle prove composition --shard K/N` must give too. The certificate is one
 * of heddle's: `heddle prove --verify FILE` judges cases of it with the library's own composition, on any machine. */
#include "prove_small.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef HEDDLE_VERSION
#define HEDDLE_VERSION "unversioned"
#endif

enum { PARTS = 64, SHARDS = 64, THREADS = 256, LAUNCH = 1 << 30 };

typedef struct tally {
  unsigned long long held, vacant, refuted, digest, coordinates, first_refuted;
} tally;

#define CHECK(call)                                                                  \
  do {                                                                               \
    cudaError_t error = (call);                                                      \
    if (error != cudaSuccess) {                                                      \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error)); \
      exit(2);                                                                       \
    }                                                                                \
  } while (0)

/* Cases first .. last - 1: a case is A + count * B, and each thread steps through them a grid at a time. */
__global__ void judge(hd_small_bound bound, uint32_t count, uint64_t first, uint64_t last, tally *total) {
  const uint64_t threads = (uint64_t)gridDim.x * blockDim.x;
  uint64_t number = first + (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
  tally mine = {0, 0, 0, 0, 0, ~0ull};
  uint32_t b = (uint32_t)(number / count), a = (uint32_t)(number - (uint64_t)b * count);
  const uint32_t step_b = (uint32_t)(threads / count), step_a = (uint32_t)(threads - (uint64_t)step_b * count);
  for (; number < last; number += threads) {
    hd_small left, right;
    uint64_t answer;
    hd_small_at(bound.modes, bound.extent, bound.stride, a, &left);
    hd_small_at(bound.by_modes, bound.by_extent, bound.by_stride, b, &right);
    const int outcome = hd_small_judge_composition(&left, &right, &answer);
    mine.held += outcome == HD_SMALL_HELD;
    mine.vacant += outcome == HD_SMALL_VACANT;
    mine.refuted += outcome == HD_SMALL_REFUTED;
    if (outcome == HD_SMALL_REFUTED && number < mine.first_refuted) mine.first_refuted = number;
    mine.digest += hd_small_term(number, outcome, answer);
    mine.coordinates += (unsigned)hd_small_size(&right);
    b += step_b;
    a += step_a;
    if (a >= count) {
      a -= count;
      ++b;
    }
  }
  atomicAdd(&total->held, mine.held);
  atomicAdd(&total->vacant, mine.vacant);
  atomicAdd(&total->refuted, mine.refuted);
  atomicAdd(&total->digest, mine.digest);
  atomicAdd(&total->coordinates, mine.coordinates);
  atomicMin(&total->first_refuted, mine.first_refuted);
}

/* Cases by their number, for the sample. */
__global__ void judge_these(hd_small_bound bound, uint32_t count, const uint64_t *number, int cases, uint64_t *answer,
                            int *outcome) {
  const int k = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  hd_small left, right;
  if (k >= cases) return;
  hd_small_at(bound.modes, bound.extent, bound.stride, (uint32_t)(number[k] % count), &left);
  hd_small_at(bound.by_modes, bound.by_extent, bound.by_stride, (uint32_t)(number[k] / count), &right);
  outcome[k] = hd_small_judge_composition(&left, &right, &answer[k]);
}

/* What the chip can do: independent chains of 32-bit multiply-adds, 2 operations each. */
__global__ void multiply_add(uint32_t *out, uint32_t factor, int turns) {
  uint32_t x[8];
  for (int k = 0; k < 8; ++k) x[k] = threadIdx.x + (uint32_t)k;
  for (int turn = 0; turn < turns; ++turn)
#pragma unroll
    for (int k = 0; k < 8; ++k) x[k] = x[k] * factor + (uint32_t)k;
  uint32_t sum = 0;
  for (int k = 0; k < 8; ++k) sum += x[k];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

static int blocks_for_all(void) {
  cudaDeviceProp chip;
  CHECK(cudaGetDeviceProperties(&chip, 0));
  printf("chip: %s, %d multiprocessors\n", chip.name, chip.multiProcessorCount);
  return chip.multiProcessorCount * 8;
}

static cudaEvent_t begin, end;

static void start_clock(void) {
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  CHECK(cudaEventRecord(begin));
}

static double stop_clock(void) {
  float milliseconds;
  CHECK(cudaEventRecord(end));
  CHECK(cudaEventSynchronize(end));
  CHECK(cudaEventElapsedTime(&milliseconds, begin, end));
  return milliseconds / 1000;
}

/* Integer operations a second. */
static double limit(int blocks) {
  const int turns = 1 << 16;
  uint32_t *out;
  CHECK(cudaMalloc(&out, (size_t)blocks * THREADS * sizeof *out));
  multiply_add<<<blocks, THREADS>>>(out, 0x01000193u, 64);
  start_clock();
  multiply_add<<<blocks, THREADS>>>(out, 0x01000193u, turns);
  const double seconds = stop_clock();
  CHECK(cudaFree(out));
  return 2.0 * 8 * turns * blocks * THREADS / seconds;
}

static tally judge_range(const hd_small_bound *bound, uint32_t count, uint64_t first, uint64_t last, int blocks) {
  tally result = {0, 0, 0, 0, 0, ~0ull}, *total;
  CHECK(cudaMalloc(&total, sizeof *total));
  CHECK(cudaMemcpy(total, &result, sizeof result, cudaMemcpyHostToDevice));
  for (uint64_t at = first; at < last; at += LAUNCH) {
    const uint64_t end = last - at < (uint64_t)LAUNCH ? last : at + LAUNCH;
    judge<<<blocks, THREADS>>>(*bound, count, at, end, total);
    CHECK(cudaGetLastError());
  }
  CHECK(cudaMemcpy(&result, total, sizeof result, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(total));
  return result;
}

/* Cases spread over the domain, judged here and there. Returns how many differ. */
static int compare_sample(const hd_small_bound *bound, uint32_t count, uint64_t of, int cases) {
  uint64_t *number, *answer;
  int *outcome, different = 0;
  CHECK(cudaMallocHost(&number, (size_t)cases * sizeof *number));
  CHECK(cudaMallocHost(&answer, (size_t)cases * sizeof *answer));
  CHECK(cudaMallocHost(&outcome, (size_t)cases * sizeof *outcome));
  for (int k = 0; k < cases; ++k) number[k] = hd_small_mix((uint64_t)k) % of;
  judge_these<<<(cases + THREADS - 1) / THREADS, THREADS>>>(*bound, count, number, cases, answer, outcome);
  CHECK(cudaDeviceSynchronize());
  for (int k = 0; k < cases; ++k) {
    hd_small left, right;
    uint64_t here;
    hd_small_at(bound->modes, bound->extent, bound->stride, (uint32_t)(number[k] % count), &left);
    hd_small_at(bound->by_modes, bound->by_extent, bound->by_stride, (uint32_t)(number[k] / count), &right);
    different += hd_small_judge_composition(&left, &right, &here) != outcome[k] || here != answer[k];
  }
  CHECK(cudaFreeHost(number));
  CHECK(cudaFreeHost(answer));
  CHECK(cudaFreeHost(outcome));
  return different;
}

/* Where share `index` of `count` begins, as proofs/prove_record.c has it. */
static uint64_t share_start(uint64_t of, uint64_t index, uint64_t count) {
  return of / count * index + of % count * index / count;
}

/* ---- the certificate: the text that proofs/certificate.c would write ---- */

static void write_certificate(const char *name, const hd_small_bound *bound, uint64_t of, const tally *all,
                              const uint64_t part[PARTS]) {
  static char text[1 << 14];
  int length = snprintf(text, sizeof text,
                        "{\n  \"heddle\": \"%s\",\n  \"format\": 1,\n  \"records\": [\n    {\n"
                        "      \"theorem\": \"composition\",\n      \"domain\": \"pairs\",\n"
                        "      \"bound\": {\"modes\": %d, \"extent\": %d, \"stride\": %d, \"by_modes\": %d, "
                        "\"by_extent\": %d, \"by_stride\": %d},\n      \"expected\": %" PRIu64
                        ",\n      \"first\": 0,\n      \"cases\": %" PRIu64 ",\n      \"held\": %llu,\n"
                        "      \"vacant\": %llu,\n      \"open\": 0,\n      \"failed\": 0,\n      \"note\": \"\",\n"
                        "      \"digest\": \"%016llx\",\n      \"parts\": [",
                        HEDDLE_VERSION, bound->modes, bound->extent, bound->stride, bound->by_modes, bound->by_extent,
                        bound->by_stride, of, of, all->held, all->vacant, all->digest);
  for (int k = 0; k < PARTS; ++k)
    length += snprintf(text + length, sizeof text - (size_t)length, "%s\"%016" PRIx64 "\"",
                       k == 0       ? ""
                       : k % 4 == 0 ? ",\n                "
                                    : ", ",
                       part[k]);
  length += snprintf(text + length, sizeof text - (size_t)length, "]\n    }\n  ],\n");
  uint64_t check = 0;
  for (int k = 0; k < length; ++k) check = hd_small_mix(check ^ (unsigned char)text[k]);
  snprintf(text + length, sizeof text - (size_t)length, "  \"check\": \"%016" PRIx64 "\"\n}\n", check);
  FILE *out = fopen(name, "w");
  if (out == NULL || fputs(text, out) < 0 || fclose(out) != 0) {
    fprintf(stderr, "%s cannot be written\n", name);
    exit(2);
  }
}

/* ---- the command line ---- */

typedef struct request {
  hd_small_bound bound;
  int sample, shards;
  uint64_t shard[SHARDS], of[SHARDS];
  const char *certificate;
} request;

static bool read_bound(const char *text, hd_small_bound *bound) {
  int used = 0;
  return sscanf(text, "%d,%d,%d,%d,%d,%d%n", &bound->modes, &bound->extent, &bound->stride, &bound->by_modes,
                &bound->by_extent, &bound->by_stride, &used) == 6 &&
         text[used] == 0 && hd_small_bound_fits(bound);
}

static bool read_shard(const char *text, request *ask) {
  int used = 0;
  if (ask->shards == SHARDS) return false;
  uint64_t *shard = &ask->shard[ask->shards], *of = &ask->of[ask->shards];
  ++ask->shards;
  return sscanf(text, "%" SCNu64 "/%" SCNu64 "%n", shard, of, &used) == 2 && text[used] == 0 && *shard < *of;
}

static bool read_request(int argc, char **argv, request *ask) {
  for (int k = 1; k < argc; k += 2) {
    if (k + 1 == argc) return false;
    const char *option = argv[k], *value = argv[k + 1];
    if (strcmp(option, "--bound") == 0 && read_bound(value, &ask->bound)) continue;
    if (strcmp(option, "--sample") == 0 && (ask->sample = atoi(value)) > 0) continue;
    if (strcmp(option, "--shard") == 0 && read_shard(value, ask)) continue;
    if (strcmp(option, "--certificate") != 0) return false;
    ask->certificate = value;
  }
  return true;
}

/* ---- all of it ---- */

static tally judge_all(const hd_small_bound *bound, uint32_t left, uint64_t of, int blocks, uint64_t part[PARTS]) {
  tally all = {0, 0, 0, 0, 0, ~0ull};
  for (int p = 0; p < PARTS; ++p) {
    const tally here = judge_range(bound, left, share_start(of, p, PARTS), share_start(of, p + 1, PARTS), blocks);
    part[p] = here.digest;
    all.held += here.held;
    all.vacant += here.vacant;
    all.refuted += here.refuted;
    all.digest += here.digest;
    all.coordinates += here.coordinates;
    if (here.first_refuted < all.first_refuted) all.first_refuted = here.first_refuted;
  }
  return all;
}

static void print_result(const hd_small_bound *bound, uint64_t of, const tally *all, double seconds, double most) {
  const double rate = (double)all->coordinates / seconds;
  printf("bound: modes=%d,extent=%d,stride=%d,by_modes=%d,by_extent=%d,by_stride=%d\n", bound->modes, bound->extent,
         bound->stride, bound->by_modes, bound->by_extent, bound->by_stride);
  printf("cases: %" PRIu64 " of %" PRIu64 ", %llu held, %llu vacant, %llu refuted, digest %016llx\n",
         (uint64_t)(all->held + all->vacant + all->refuted), of, all->held, all->vacant, all->refuted, all->digest);
  printf("time: %.1f s, %.3g cases/s, %.3g coordinates/s (%llu coordinates)\n", seconds, (double)of / seconds, rate,
         all->coordinates);
  printf("limit: %.3g 32-bit integer operations/s, %.0f of them for each coordinate\n", most, most / rate);
  if (all->refuted > 0) printf("REFUTED: case %llu is the first\n", all->first_refuted);
}

int main(int argc, char **argv) {
  request ask = {{2, 8, 70, 2, 8, 70}, 1 << 20, 0, {0}, {0}, NULL};
  if (!read_request(argc, argv, &ask)) {
    fputs("usage: prove_composition [--bound M,E,S,M,E,S] [--sample N] [--shard K/N].. [--certificate FILE]\n", stderr);
    return 2;
  }
  const hd_small_bound *bound = &ask.bound;
  const uint32_t left = (uint32_t)hd_small_count(bound->modes, bound->extent, bound->stride);
  const uint64_t of = left * hd_small_count(bound->by_modes, bound->by_extent, bound->by_stride);
  const int blocks = blocks_for_all();
  const double most = limit(blocks);
  const int different = compare_sample(bound, left, of, ask.sample);
  printf("sample: %d of %d cases differ between chip and host\n", different, ask.sample);
  uint64_t part[PARTS];
  start_clock();
  const tally all = judge_all(bound, left, of, blocks, part);
  print_result(bound, of, &all, stop_clock(), most);
  for (int k = 0; k < ask.shards; ++k) {
    const uint64_t first = share_start(of, ask.shard[k], ask.of[k]),
                   last = share_start(of, ask.shard[k] + 1, ask.of[k]);
    const tally here = judge_range(bound, left, first, last, blocks);
    printf("shard %" PRIu64 "/%" PRIu64 ": cases %" PRIu64 "..%" PRIu64 ", %llu held, %llu vacant, digest %016llx\n",
           ask.shard[k], ask.of[k], first, last - 1, here.held, here.vacant, here.digest);
  }
  const bool proved = all.refuted == 0 && different == 0 && all.held + all.vacant == of;
  if (proved && ask.certificate != NULL) write_certificate(ask.certificate, bound, of, &all, part);
  return !proved;
}
