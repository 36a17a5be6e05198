/* One stack that runs until it gives way. Internal to the host emulation: not installed.
 *
 * Invariant: at most one fiber runs, entered from the one scheduler, to which it leaves. A fiber that is never entered
 * again can be freed as it stands. */
#ifndef HEDDLE_KERNELS_HOST_FIBER_H
#define HEDDLE_KERNELS_HOST_FIBER_H

#include <stdbool.h>
#include <stddef.h>
#include <ucontext.h>

typedef struct hd_fiber {
  ucontext_t context;
  void *stack;  /* with a page below it that nobody may touch */
  void *shadow; /* what AddressSanitizer keeps of a stack that is left */
  void (*run)(void *argument);
  void *argument;
} hd_fiber;

/* A fiber that will run run(argument), which must not return but leave for good. False: no memory. */
bool hd_fiber_make(hd_fiber *fiber, void (*run)(void *argument), void *argument);
void hd_fiber_free(hd_fiber *fiber);

void hd_fiber_enter(hd_fiber *fiber); /* from the scheduler; returns when the fiber leaves */
void hd_fiber_leave(hd_fiber *fiber); /* from the fiber; returns when it is entered again */

#endif
