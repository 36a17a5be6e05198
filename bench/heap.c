/* The linker gives the wrapped functions to their callers, and the real ones to us. */
#include "heap.h"

#include <stdlib.h>

long volatile heap_calls;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

void *__wrap_malloc(size_t size) {
  heap_calls++;
  return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
  heap_calls++;
  return __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size) {
  heap_calls++;
  return __real_realloc(old, size);
}

bool heap_counter_works(void) {
  long before = heap_calls;
  void *volatile block = malloc(1);
  free(block);
  bool works = heap_calls == before + 1;
  heap_calls = before;
  return works;
}
