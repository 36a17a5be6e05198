/* What the examples share: a run for each seed, and the exact comparison. The kernels use none of it.
 *
 *   example e = example_begin("name", argc, argv, in, sizeof in, sizeof out);
 *   while (example_next(&e, threads)) {
 *     const arguments a = {(const float *)e.in, (float *)e.out};
 *     HD_LAUNCH(name, &e.launch, &a, &e.report);
 *     example_compare(&e, want);
 *   }
 *   return example_end(&e);
 *
 * argv[1] is the number of seeds, 1 where there is none. Each run begins with an output of no run before. */
#ifndef EXAMPLES_DEVICE_EXAMPLE_H
#define EXAMPLES_DEVICE_EXAMPLE_H

#include <heddle/kernels/launch.h>

typedef struct example {
  const char *name;
  int seed, seeds;
  void *in, *out; /* where the kernel reaches them */
  size_t bytes;   /* of the output */
  hd_launch launch;
  hd_report report;
  int failed;
} example;

static inline example example_begin(const char *name, int argc, char **argv, const void *in, size_t in_bytes,
                                    size_t out_bytes) {
  example e;
  memset(&e, 0, sizeof e);
  e.name = name;
  e.seeds = argc > 1 ? atoi(argv[1]) : 1;
  e.in = hd_buffer_new(in_bytes, in);
  e.bytes = out_bytes;
  e.launch.blocks = 1;
  e.failed = e.seeds < 1 || e.in == NULL;
  if (e.failed) printf("%s: %s\n", name, e.in == NULL ? "no memory that kernels reach" : "how many seeds?");
  return e;
}

/* Makes ready for the next seed. False: there is none, or a run has failed. */
static inline int example_next(example *e, int threads) {
  if (e->failed || e->seed == e->seeds) return 0;
  hd_buffer_delete(e->out);
  e->out = hd_buffer_new(e->bytes, NULL);
  e->launch.threads = threads;
  e->launch.seed = (uint64_t)++e->seed;
  e->failed = e->out == NULL;
  if (e->failed) printf("%s: no memory for the output\n", e->name);
  return !e->failed;
}

/* Says what a run's report says, or which word of the output is not what it should be. */
static inline void example_compare(example *e, const void *want) {
  uint32_t *got = (uint32_t *)malloc(e->bytes);
  const uint32_t *right = (const uint32_t *)want;
  size_t words = e->bytes / sizeof *right, word = 0;
  e->failed = 1;
  if (e->report.status != 0) {
    printf("%s: seed %d: %s\n", e->name, e->seed, e->report.text);
  } else if (got != NULL) {
    hd_buffer_read(got, e->out, e->bytes);
    while (word < words && got[word] == right[word]) ++word;
    e->failed = word < words;
    if (e->failed)
      printf("%s: seed %d: word %d of the output is 0x%08X, not 0x%08X\n", e->name, e->seed, (int)word,
             (unsigned)got[word], (unsigned)right[word]);
  }
  free(got);
}

static inline int example_end(example *e) {
  hd_buffer_delete(e->in);
  hd_buffer_delete(e->out);
  if (!e->failed) printf("%s: ok\n", e->name);
  return e->failed;
}

#endif
