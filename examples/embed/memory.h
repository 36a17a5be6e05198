/* The three functions that Heddle calls, for where there is no C library. Compile with -ffreestanding, or the loops
 * become calls of what they are. */
#ifndef MEMORY_H
#define MEMORY_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t count);
void *memset(void *to, int value, size_t count);
int memcmp(const void *a, const void *b, size_t count);

void *memcpy(void *restrict to, const void *restrict from, size_t count) {
  for (size_t k = 0; k < count; ++k) ((unsigned char *)to)[k] = ((const unsigned char *)from)[k];
  return to;
}

void *memset(void *to, int value, size_t count) {
  for (size_t k = 0; k < count; ++k) ((unsigned char *)to)[k] = (unsigned char)value;
  return to;
}

int memcmp(const void *a, const void *b, size_t count) {
  const unsigned char *x = a, *y = b;
  for (size_t k = 0; k < count; ++k)
    if (x[k] != y[k]) return x[k] < y[k] ? -1 : 1;
  return 0;
}

#endif
