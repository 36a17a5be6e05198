/* Stacks of the host emulation, by ucontext. AddressSanitizer is told of every change of stacks, where it is. */
#define _DEFAULT_SOURCE
#include "kernels/host_fiber.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

#if defined(__SANITIZE_ADDRESS__)
#define HAS_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_ASAN 1
#endif
#endif

#ifdef HAS_ASAN
void __sanitizer_start_switch_fiber(void **shadow, const void *bottom, size_t size);
void __sanitizer_finish_switch_fiber(void *shadow, const void **bottom, size_t *size);
void __asan_unpoison_memory_region(const volatile void *address, size_t size);
#else
#define __sanitizer_start_switch_fiber(shadow, bottom, size) ((void)(shadow))
#define __sanitizer_finish_switch_fiber(shadow, bottom, size) ((void)(bottom), (void)(size))
#define __asan_unpoison_memory_region(address, size) ((void)0)
#endif

enum { GUARD = 1 << 14, STACK = 1 << 18 };

static ucontext_t scheduler;
static void *scheduler_shadow;
static const void *scheduler_stack;
static size_t scheduler_size;
static hd_fiber *entered;

static void begin(void) {
  hd_fiber *fiber = entered;
  __sanitizer_finish_switch_fiber(NULL, &scheduler_stack, &scheduler_size);
  fiber->run(fiber->argument);
  abort();
}

/* Stacks that are free, and kept: a launch needs as many as the one before. The next one's place is at the top of each. */
static void *spare;

static void **next_of(void *stack) { return (void **)((char *)stack + STACK) - 1; }

static void *take_stack(void) {
  if (spare != NULL) {
    void *stack = spare;
    spare = *next_of(stack);
    return stack;
  }
  void *memory = mmap(NULL, GUARD + STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return NULL;
  if (mprotect(memory, GUARD, PROT_NONE) == 0) return (char *)memory + GUARD;
  munmap(memory, GUARD + STACK);
  return NULL;
}

bool hd_fiber_make(hd_fiber *fiber, void (*run)(void *argument), void *argument) {
  fiber->stack = getcontext(&fiber->context) == 0 ? take_stack() : NULL;
  if (fiber->stack == NULL) return false;
  fiber->shadow = NULL;
  fiber->run = run;
  fiber->argument = argument;
  __asan_unpoison_memory_region(fiber->stack, STACK);
  fiber->context.uc_stack.ss_sp = fiber->stack;
  fiber->context.uc_stack.ss_size = STACK;
  fiber->context.uc_link = NULL;
  makecontext(&fiber->context, begin, 0);
  return true;
}

void hd_fiber_free(hd_fiber *fiber) {
  if (fiber->stack == NULL) return;
  /* Frames that were left for good are no frames any more. */
  __asan_unpoison_memory_region(fiber->stack, STACK);
  *next_of(fiber->stack) = spare;
  spare = fiber->stack;
  fiber->stack = NULL;
}

void hd_fiber_enter(hd_fiber *fiber) {
  entered = fiber;
  __sanitizer_start_switch_fiber(&scheduler_shadow, fiber->stack, STACK);
  swapcontext(&scheduler, &fiber->context);
  __sanitizer_finish_switch_fiber(scheduler_shadow, NULL, NULL);
}

void hd_fiber_leave(hd_fiber *fiber) {
  __sanitizer_start_switch_fiber(&fiber->shadow, scheduler_stack, scheduler_size);
  swapcontext(&fiber->context, &scheduler);
  __sanitizer_finish_switch_fiber(fiber->shadow, &scheduler_stack, &scheduler_size);
}
