/* How often is the heap called? The linker sends malloc, calloc and realloc here (-Wl,--wrap=..). */
#ifndef HEDDLE_BENCH_HEAP_H
#define HEDDLE_BENCH_HEAP_H

#include <stdbool.h>

extern long volatile heap_calls; /* volatile: compilers know that malloc leaves a program's own variables alone */

/* A counter that counts nothing would praise anybody. */
bool heap_counter_works(void);

#endif
