/* What the files of the host emulation share. Internal: not installed.
 *
 * Invariant: a thread runs or stands at a *wish*, an instruction that it cannot do alone, with all that the instruction
 * was given. The scheduler (host.c) lets threads run until all stand; host_warp.c does what 32 equal wishes ask for, and
 * sets the threads running again; host_barrier.c lets through who has come to barriers. The first fault stops all. */
#ifndef HEDDLE_KERNELS_HOST_STATE_H
#define HEDDLE_KERNELS_HOST_STATE_H

#include "../tmem/emulator.h"
#include "host.h"
#include "host_fiber.h"

enum {
  HD_HOST_THREADS = HD_WARP_THREADS * HD_EMULATOR_WARPS,
  HD_HOST_ARRAYS = 32, /* of shared memory */
  HD_HOST_SYNCS = 16,  /* barriers of threads: the emulator's first */
  HD_HOST_BARRIERS = HD_EMULATOR_BARRIERS - HD_HOST_SYNCS
};

/* A load or store that is issued and not waited for, or an allocation. */
typedef struct hd_issued {
  hd_wish wish; /* of the warp's first thread */
  int warp;
  int registers_count;
  uint32_t *registers[HD_WARP_THREADS];
  uint32_t *reduced[HD_WARP_THREADS];
  uint32_t reduction[HD_WARP_THREADS]; /* the results, before they are handed to the threads */
} hd_issued;

typedef struct hd_host_thread_state {
  hd_fiber fiber;
  hd_wish wish;
  uint32_t next_column; /* unchecked: where its next allocation lies */
} hd_host_thread_state;

typedef struct hd_host {
  const hd_launch *launch;
  hd_report report;
  void (*kernel)(const void *arguments);
  const void *arguments;
  uint64_t random;
  int block, running; /* the thread that runs; -1: the scheduler */
  hd_emulator *emulator;
  hd_host_thread_state thread[HD_HOST_THREADS];
  int64_t sync_phase[HD_HOST_SYNCS];
  struct {
    hd_barrier *key; /* NULL: none */
    int arrivals, left;
    int64_t phase;
  } barrier[HD_HOST_BARRIERS];
  hd_issued issued[HD_EMULATOR_PENDING];
  int issues;
  hd_issued allocated[HD_EMULATOR_ALLOCATIONS];
  int allocations;
  uint8_t *shared; /* HD_EMULATOR_SHARED bytes */
  size_t shared_used;
  struct {
    const void *key;
    size_t at;
  } array[HD_HOST_ARRAYS];
  int arrays;
} hd_host;

/* The launch that is under way. */
extern hd_host *hd_host_now;

/* The thread that runs gives way at this wish until it is fulfilled. */
void hd_host_stand(hd_wish wish);

/* The first fault is noted, with the place of an instruction and the thread and register it is about (-1: none), and,
 * where `issued` is given, that of the one before. From a thread it does not return. */
void hd_host_fault(hd_host *host, const hd_wish *wish, int thread, int number, const hd_issued *issued,
                   hd_status status, const char *text);
/* The same of an error of the emulator in an instruction of a warp. */
void hd_host_refused(hd_host *host, const hd_wish *wish, int warp, const hd_issued *issued, const hd_error *error);

/* Does what a warp's threads wish for, where all of them have come to it. True when anything has changed (host_warp.c). */
bool hd_host_settle(hd_host *host, int warp);
/* Lets through who waits for barriers that are complete. True when anyone is (host_barrier.c). */
bool hd_host_release(hd_host *host);

/* Unchecked: the instruction at once, for one thread, in the emulator's cells, all of which are there for everyone
 * (host_plain.c). What is given back last is given out next. */
void hd_host_plain_start(hd_host *host);
void hd_host_plain_load(hd_host *host, const hd_wish *wish, int thread);
void hd_host_plain_store(hd_host *host, const hd_wish *wish, int thread);
uint32_t hd_host_plain_alloc(hd_host *host, int64_t columns);
void hd_host_plain_dealloc(hd_host *host, uint32_t address);

#endif
