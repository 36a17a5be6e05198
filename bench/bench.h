/* What the measurements share: the operations, where an answer is left, and who competes.
 *
 * Invariant: a contender's run leaves the answer of its last repetition in `answer`, where the harness checks it against
 * values computed from the definition of a layout. A run whose answer is wrong fails the whole benchmark. */
#ifndef HEDDLE_BENCH_BENCH_H
#define HEDDLE_BENCH_BENCH_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { ANSWERS = 65536, CONTENDERS = 4 };

extern int32_t answer[ANSWERS];

/* The timed operations. */
enum operation {
  COMPOSITION,       /* (128,512):(1,128) o ((2,2),8):((128,8),1024) */
  COMPOSITION_ROWS,  /* (128,512):(512,1) o the same: A's modes do not merge */
  COMPOSITION_SPLIT, /* (4,8,16):(1,100,1000) o (16,4):(2,32): a leaf of B becomes two */
  EVALUATE_FLAT,     /* (128,512):(1,128) at one index */
  EVALUATE_ROWS,     /* (128,512):(512,1) at one index */
  EVALUATE_NESTED,   /* ((2,2),(2,64)):((128,8),(256,1024)) at one index */
  WALK_FLAT,         /* the same layouts at all their coordinates, into an array of int32 */
  WALK_ROWS,
  WALK_NESTED,
  WALK_FLAT_SHORT,  /* (128,4):(1,128) */
  WALK_NESTED_LONG, /* ((2,2),(2,8192)):((128,8),(256,1024)) */
  OPERATIONS
};

/* Does the operation so many times. */
typedef void run_function(long repetitions);

extern run_function *const heddle_run[OPERATIONS];
extern run_function *const loop_run[OPERATIONS];   /* plain C */
extern run_function *const cute_run[OPERATIONS];   /* CuTe, integers known at run time */
extern run_function *const static_run[OPERATIONS]; /* CuTe, everything known at compile time; NULL where not measured */

/* Hides where a value comes from, or that nobody reads it; costs no instruction. */
#define HIDE_VALUE(x) __asm__ volatile("" : "+r"(x))
#define HIDE_OBJECT(x) __asm__ volatile("" : "+m"(x))
#define HIDE_MEMORY() __asm__ volatile("" ::: "memory")

#ifdef __cplusplus
}
#endif
#endif
