/* Theorems over far more cases than a CPU gets through: every case of a domain up to a bound.
 *
 *   prove THEOREM [--bound N,N,..] [--sample N] [--shard K/N].. [--certificate FILE]
 *
 * judges each case by prove_theorems.h, whose numbering, outcomes and answers are those of `heddle prove THEOREM`, and
 * prints what it counted, how fast, and how that compares with the integer operations that the chip can do, measured in
 * the same run. N cases drawn over the whole domain are judged by the host too, one by one. With --shard it prints the
 * digest of that share alone as well, which `heddle prove THEOREM --shard K/N` must give too. The certificate is one of
 * heddle's: `heddle prove --verify FILE` judges cases of it with the library's own operation, on any machine. */
#include "prove_theorems.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef HEDDLE_VERSION
#define HEDDLE_VERSION "unversioned"
#endif

enum { PARTS = 64, SHARDS = 64, THREADS = 256, LAUNCH = 1 << 30 };

typedef struct tally {
  unsigned long long outcome[4], digest, coordinates, first_refuted;
} tally;

#define CHECK(call)                                                                  \
  do {                                                                               \
    cudaError_t error = (call);                                                      \
    if (error != cudaSuccess) {                                                      \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error)); \
      exit(2);                                                                       \
    }                                                                                \
  } while (0)

/* ---- on the chip ---- */

template <hd_small_theorem THEOREM>
HD_BOTH hd_small_verdict judge_number(const hd_small_bound *bound, uint64_t number) {
  hd_small_case subject;
  hd_small_case_at(hd_small_domain_of(THEOREM), bound, number, &subject);
  return hd_small_judge(THEOREM, &subject);
}

/* Cases first .. last - 1: each thread steps through them a grid at a time. */
template <hd_small_theorem THEOREM>
__global__ void judge(hd_small_bound bound, uint64_t first, uint64_t last, tally *total) {
  const uint64_t threads = (uint64_t)gridDim.x * blockDim.x;
  tally mine = {{0, 0, 0, 0}, 0, 0, ~0ull};
  for (uint64_t number = first + (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; number < last; number += threads) {
    const hd_small_verdict verdict = judge_number<THEOREM>(&bound, number);
#pragma unroll
    for (int k = 0; k < 4; ++k) mine.outcome[k] += verdict.outcome == k;
    if (verdict.outcome == HD_SMALL_REFUTED && number < mine.first_refuted) mine.first_refuted = number;
    mine.digest += hd_small_term(number, verdict.outcome, verdict.answer);
    mine.coordinates += verdict.coordinates;
  }
#pragma unroll
  for (int k = 0; k < 4; ++k) atomicAdd(&total->outcome[k], mine.outcome[k]);
  atomicAdd(&total->digest, mine.digest);
  atomicAdd(&total->coordinates, mine.coordinates);
  atomicMin(&total->first_refuted, mine.first_refuted);
}

/* Cases by their number, for the sample. */
template <hd_small_theorem THEOREM>
__global__ void judge_these(hd_small_bound bound, const uint64_t *number, int cases, hd_small_verdict *verdict) {
  const int k = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (k < cases) verdict[k] = judge_number<THEOREM>(&bound, number[k]);
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

/* ---- theorems: the same by name ---- */

typedef struct theorem {
  const char *name, *domain, *parameter[HD_SMALL_BOUND_NUMBERS];
  hd_small_theorem id;
  hd_small_bound bound;
  void (*all)(hd_small_bound bound, uint64_t first, uint64_t last, tally *total);
  void (*these)(hd_small_bound bound, const uint64_t *number, int cases, hd_small_verdict *verdict);
} theorem;

#define OF_HD_SMALL_LAYOUTS \
  "layouts", { "modes", "extent", "stride" }
#define OF_HD_SMALL_PAIRS \
  "pairs", { "modes", "extent", "stride", "by_modes", "by_extent", "by_stride" }
#define OF_HD_SMALL_NUMBERED \
  "numbered", { "modes", "extent", "stride", "number" }
#define OF_HD_SMALL_OFFSETS \
  "offsets", { "modes", "extent", "stride", "offset" }
#define OF_HD_SMALL_NESTED \
  "nested", { "modes", "extent", "stride" }
#define THEOREM(name, domain, ...) \
  {#name, OF_##domain, HD_SMALL_##name, {{__VA_ARGS__}}, judge<HD_SMALL_##name>, judge_these<HD_SMALL_##name>},

static const theorem theorems[] = {HD_SMALL_THEOREMS(THEOREM)};

static uint64_t cases_of(const theorem *proved, const hd_small_bound *bound) {
  return hd_small_cases(hd_small_domain_of(proved->id), bound);
}

static int parameters_of(const theorem *proved) {
  int count = 0;
  while (count < HD_SMALL_BOUND_NUMBERS && proved->parameter[count] != NULL) ++count;
  return count;
}

/* ---- running them ---- */

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

static tally judge_range(const theorem *proved, const hd_small_bound *bound, uint64_t first, uint64_t last,
                         int blocks) {
  tally result = {{0, 0, 0, 0}, 0, 0, ~0ull}, *total;
  CHECK(cudaMalloc(&total, sizeof *total));
  CHECK(cudaMemcpy(total, &result, sizeof result, cudaMemcpyHostToDevice));
  for (uint64_t at = first; at < last; at += LAUNCH) {
    const uint64_t stop = last - at < (uint64_t)LAUNCH ? last : at + LAUNCH;
    proved->all<<<blocks, THREADS>>>(*bound, at, stop, total);
    CHECK(cudaGetLastError());
  }
  CHECK(cudaMemcpy(&result, total, sizeof result, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(total));
  return result;
}

/* Cases spread over the domain, judged here and there. Returns how many differ. */
static int compare_sample(const theorem *proved, const hd_small_bound *bound, uint64_t of, int cases) {
  uint64_t *number;
  hd_small_verdict *verdict;
  int different = 0;
  CHECK(cudaMallocHost(&number, (size_t)cases * sizeof *number));
  CHECK(cudaMallocHost(&verdict, (size_t)cases * sizeof *verdict));
  for (int k = 0; k < cases; ++k) number[k] = hd_small_mix((uint64_t)k) % of;
  proved->these<<<(cases + THREADS - 1) / THREADS, THREADS>>>(*bound, number, cases, verdict);
  CHECK(cudaDeviceSynchronize());
  for (int k = 0; k < cases; ++k) {
    hd_small_case subject;
    hd_small_case_at(hd_small_domain_of(proved->id), bound, number[k], &subject);
    const hd_small_verdict here = hd_small_judge(proved->id, &subject);
    different += here.outcome != verdict[k].outcome || here.answer != verdict[k].answer;
  }
  CHECK(cudaFreeHost(number));
  CHECK(cudaFreeHost(verdict));
  return different;
}

/* Where share `index` of `count` begins, as proofs/prove_record.c has it. */
static uint64_t share_start(uint64_t of, uint64_t index, uint64_t count) {
  return of / count * index + of % count * index / count;
}

static tally judge_all(const theorem *proved, const hd_small_bound *bound, uint64_t of, int blocks,
                       uint64_t part[PARTS]) {
  tally all = {{0, 0, 0, 0}, 0, 0, ~0ull};
  for (int p = 0; p < PARTS; ++p) {
    const tally here = judge_range(proved, bound, share_start(of, p, PARTS), share_start(of, p + 1, PARTS), blocks);
    part[p] = here.digest;
    for (int k = 0; k < 4; ++k) all.outcome[k] += here.outcome[k];
    all.digest += here.digest;
    all.coordinates += here.coordinates;
    if (here.first_refuted < all.first_refuted) all.first_refuted = here.first_refuted;
  }
  return all;
}

/* ---- the certificate: the text that proofs/certificate.c would write ---- */

static void write_certificate(const char *name, const theorem *proved, const hd_small_bound *bound, uint64_t of,
                              const tally *all, const uint64_t part[PARTS]) {
  static char text[1 << 14];
  int length = 0;
#define ADD(...) (length += snprintf(text + length, sizeof text - (size_t)length, __VA_ARGS__))
  ADD("{\n  \"heddle\": \"%s\",\n  \"format\": 1,\n  \"records\": [\n    {\n      \"theorem\": \"%s\",\n"
      "      \"domain\": \"%s\",\n      \"bound\": {",
      HEDDLE_VERSION, proved->name, proved->domain);
  for (int k = 0; k < parameters_of(proved); ++k)
    ADD("%s\"%s\": %d", k == 0 ? "" : ", ", proved->parameter[k], bound->value[k]);
  ADD("},\n      \"expected\": %" PRIu64 ",\n      \"first\": 0,\n      \"cases\": %" PRIu64
      ",\n      \"held\": %llu,\n      \"vacant\": %llu,\n      \"open\": 0,\n      \"failed\": 0,\n"
      "      \"note\": \"\",\n      \"digest\": \"%016llx\",\n      \"parts\": [",
      of, of, all->outcome[HD_SMALL_HELD], all->outcome[HD_SMALL_VACANT], all->digest);
  for (int k = 0; k < PARTS; ++k)
    ADD("%s\"%016" PRIx64 "\"", k == 0 ? "" : k % 4 == 0 ? ",\n                " : ", ", part[k]);
  ADD("]\n    }\n  ],\n");
  uint64_t check = 0;
  for (int k = 0; k < length; ++k) check = hd_small_mix(check ^ (unsigned char)text[k]);
  ADD("  \"check\": \"%016" PRIx64 "\"\n}\n", check);
#undef ADD
  FILE *out = fopen(name, "w");
  if (out == NULL || fputs(text, out) < 0 || fclose(out) != 0) {
    fprintf(stderr, "%s cannot be written\n", name);
    exit(2);
  }
}

/* ---- the command line ---- */

typedef struct request {
  const theorem *proved;
  hd_small_bound bound;
  int sample, shards;
  uint64_t shard[SHARDS], of[SHARDS];
  const char *certificate;
} request;

static bool read_bound(const char *text, const theorem *proved, hd_small_bound *bound) {
  const int count = parameters_of(proved);
  for (int k = 0; k < count; ++k) {
    char *behind;
    bound->value[k] = (int32_t)strtol(text, &behind, 10);
    if (behind == text || *behind != (k + 1 < count ? ',' : 0)) return false;
    text = behind + 1;
  }
  return hd_small_bound_fits(hd_small_domain_of(proved->id), bound);
}

static bool read_shard(const char *text, request *ask) {
  int used = 0;
  if (ask->shards == SHARDS) return false;
  uint64_t *shard = &ask->shard[ask->shards], *of = &ask->of[ask->shards];
  ++ask->shards;
  return sscanf(text, "%" SCNu64 "/%" SCNu64 "%n", shard, of, &used) == 2 && text[used] == 0 && *shard < *of;
}

static bool read_request(int argc, char **argv, request *ask) {
  for (const theorem &one : theorems)
    if (argc > 1 && strcmp(argv[1], one.name) == 0) ask->proved = &one;
  if (ask->proved == NULL) return false;
  ask->bound = ask->proved->bound;
  for (int k = 2; k < argc; k += 2) {
    if (k + 1 == argc) return false;
    const char *option = argv[k], *value = argv[k + 1];
    if (strcmp(option, "--bound") == 0 && read_bound(value, ask->proved, &ask->bound)) continue;
    if (strcmp(option, "--sample") == 0 && (ask->sample = atoi(value)) > 0) continue;
    if (strcmp(option, "--shard") == 0 && read_shard(value, ask)) continue;
    if (strcmp(option, "--certificate") != 0) return false;
    ask->certificate = value;
  }
  return true;
}

static void print_result(const request *ask, uint64_t of, const tally *all, double seconds, double most) {
  const double rate = (double)all->coordinates / seconds;
  printf("%s:", ask->proved->name);
  for (int k = 0; k < parameters_of(ask->proved); ++k)
    printf("%c%s=%d", k == 0 ? ' ' : ',', ask->proved->parameter[k], ask->bound.value[k]);
  const unsigned long long *outcome = all->outcome;
  printf("\ncases: %llu of %" PRIu64 ", %llu held, %llu vacant, %llu open, %llu refuted, digest %016llx\n",
         outcome[0] + outcome[1] + outcome[2] + outcome[3], of, outcome[HD_SMALL_HELD], outcome[HD_SMALL_VACANT],
         outcome[HD_SMALL_LEFT_OPEN], outcome[HD_SMALL_REFUTED], all->digest);
  printf("time: %.1f s, %.3g cases/s, %.3g coordinates/s (%llu coordinates)\n", seconds, (double)of / seconds, rate,
         all->coordinates);
  printf("limit: %.3g 32-bit integer operations/s, %.0f of them for each coordinate\n", most, most / rate);
  if (outcome[HD_SMALL_REFUTED] > 0) printf("REFUTED: case %llu is the first\n", all->first_refuted);
}

int main(int argc, char **argv) {
  request ask = {};
  ask.sample = 1 << 20;
  if (!read_request(argc, argv, &ask)) {
    fputs("usage: prove THEOREM [--bound N,N,..] [--sample N] [--shard K/N].. [--certificate FILE]\ntheorems:", stderr);
    for (const theorem &one : theorems) fprintf(stderr, " %s", one.name);
    fputc('\n', stderr);
    return 2;
  }
  const uint64_t of = cases_of(ask.proved, &ask.bound);
  const int blocks = blocks_for_all();
  const double most = limit(blocks);
  const int different = compare_sample(ask.proved, &ask.bound, of, ask.sample);
  printf("sample: %d of %d cases differ between chip and host\n", different, ask.sample);
  uint64_t part[PARTS];
  start_clock();
  const tally all = judge_all(ask.proved, &ask.bound, of, blocks, part);
  print_result(&ask, of, &all, stop_clock(), most);
  for (int k = 0; k < ask.shards; ++k) {
    const uint64_t first = share_start(of, ask.shard[k], ask.of[k]),
                   last = share_start(of, ask.shard[k] + 1, ask.of[k]);
    const tally here = judge_range(ask.proved, &ask.bound, first, last, blocks);
    printf("shard %" PRIu64 "/%" PRIu64 ": cases %" PRIu64 "..%" PRIu64 ", %llu held, %llu vacant, digest %016llx\n",
           ask.shard[k], ask.of[k], first, last - 1, here.outcome[HD_SMALL_HELD], here.outcome[HD_SMALL_VACANT],
           here.digest);
  }
  const bool proved = different == 0 && all.outcome[HD_SMALL_HELD] + all.outcome[HD_SMALL_VACANT] == of;
  if (proved && ask.certificate != NULL) write_certificate(ask.certificate, ask.proved, &ask.bound, of, &all, part);
  return !proved;
}
