/* The set of a layout's values, slice by slice: each thread takes the next one. */
#define _POSIX_C_SOURCE 200809L
#include "proofs/prove_image.h"

#include "proofs/prove_image_slice.h"

#include <pthread.h>
#include <stdlib.h>

enum { THREADS_MAX = 256 };
static const uint64_t slices_most = 1 << 22;

typedef struct hd_image_work {
  pthread_mutex_t lock;
  const hd_image_plan *plan;
  uint64_t next, taken, untaken; /* untaken: the least value from plan->origin on that is not taken */
  bool failed;
} hd_image_work;

static void *take_slices(void *context) {
  hd_image_work *work = context;
  const hd_image_plan *plan = work->plan;
  void *memory = malloc(hd_image_slice_bytes(plan));
  pthread_mutex_lock(&work->lock);
  work->failed = work->failed || memory == NULL;
  while (!work->failed && work->next < plan->span) {
    hd_image_slice slice;
    uint64_t low = work->next, high = plan->span - low < plan->slice ? plan->span : low + plan->slice;
    work->next = high;
    pthread_mutex_unlock(&work->lock);
    hd_image_slice_look(plan, low, high, memory, &slice);
    pthread_mutex_lock(&work->lock);
    work->taken += slice.taken;
    if (slice.untaken < work->untaken) work->untaken = slice.untaken;
  }
  pthread_mutex_unlock(&work->lock);
  free(memory);
  return NULL;
}

static void take_all(hd_image_work *work, int threads) {
  pthread_t thread[THREADS_MAX];
  int started = 0;
  pthread_mutex_init(&work->lock, NULL);
  while (started + 1 < threads && started < THREADS_MAX && (uint64_t)started < work->plan->span / work->plan->slice) {
    if (pthread_create(&thread[started], NULL, take_slices, work) != 0) break;
    started++;
  }
  take_slices(work);
  for (int k = 0; k < started; k++) pthread_join(thread[k], NULL);
  pthread_mutex_destroy(&work->lock);
}

/* The least value from 0 on that is not taken, values being least + common * marks. */
static int64_t missing_value(const hd_image_plan *plan, uint64_t untaken) {
  uint64_t missing = plan->common > 1 ? 1 : UINT64_MAX; /* what lies between */
  if ((0 - (uint64_t)plan->least) % plan->common != 0) return 0;
  uint64_t value = (untaken - plan->origin) * plan->common;
  if (value > INT64_MAX) value = INT64_MAX;
  return (int64_t)(value < missing ? value : missing);
}

hd_status hd_count_image(const hd_layout *layout, const hd_image_limits *limits, hd_error *error,
                         hd_image_count *result) {
  static const char operation[] = "image";
  int64_t size = 1;
  if (layout->on_axes) return hd_fail(error, HD_MISMATCH, operation, "the values are no integers");
  for (int k = 0; k < layout->profile.leaves; k++) size *= layout->shape[k];
  if (size > limits->most)
    return hd_fail(error, HD_UNDECIDED, operation, "there are more coordinates than may be visited");
  hd_image_plan *plan = malloc(sizeof *plan);
  if (plan == NULL) return hd_fail(error, HD_CAPACITY, operation, "there is not enough memory");
  hd_status status = hd_image_plan_make(layout, limits, error, plan);
  if (status == HD_OK && plan->span / plan->slice > slices_most)
    status = hd_fail(error, HD_UNDECIDED, operation, "the values lie too far apart to be marked");
  if (status == HD_OK) {
    uint64_t end = plan->span * plan->unit;
    hd_image_work work = {.plan = plan, .untaken = plan->origin > end ? plan->origin : end};
    take_all(&work, limits->threads);
    if (work.failed) status = hd_fail(error, HD_CAPACITY, operation, "there is not enough memory");
    else *result = (hd_image_count){size, (int64_t)work.taken, missing_value(plan, work.untaken)};
  }
  free(plan);
  return status;
}
