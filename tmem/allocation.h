/* How many columns must a kernel allocate for its buffers, and where does each of them lie?
 *
 * Invariant: tcgen05.alloc gives columns, all 128 lanes of each: a power of two from 32 to 512, never more than the
 * CTA's last allocation, and 512 for all CTAs of an SM together. Allocated one by one, each buffer is rounded up by itself;
 * packed into one allocation, only the sum is. Buffers that are not alive at the same time may share columns.
 *
 * Units: columns of 32-bit cells. A buffer of 16-bit elements packed two in a cell takes half as many columns as it has
 * elements in a row; as an accumulator it takes one column an element.
 *
 * Sources: PTX ISA, tcgen05.alloc, .dealloc, .relinquish_alloc_permit.
 *
 * Refuses: sizes that are none, more than there is. Costs: one pass, or one for every pair of buffers.
 *
 * Example:
 *
 *     hd_buffer buffer[4] = {{.columns = 384}, {.columns = 4}, {.columns = 4}, {.columns = 4}};
 *     hd_allocation allocation;
 *     hd_pack_buffers(hd_blackwell(), buffer, 4, NULL, &allocation);
 *     int64_t apart = allocation.separate; // apart == 608
 *     int64_t packed = allocation.packed;  // packed == 396
 *     int64_t third = buffer[2].offset;    // third == 388 */
#ifndef HEDDLE_TMEM_ALLOCATION_H
#define HEDDLE_TMEM_ALLOCATION_H

#include "geometry.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { HD_ALLOCATION_LEAST = 32, HD_ALLOCATION_MOST = 512 };

/* Whether tcgen05.alloc takes this many columns. fails: HD_RANGE, naming the next size that it takes */
HD_PORTABLE hd_status hd_allocation_check(int64_t columns, hd_error *error);

/* The least size of an allocation that holds so many columns. fails: HD_RANGE (below 1, or above 512) */
HD_PORTABLE hd_status hd_allocation_size(int64_t columns, hd_error *error, int64_t *size);

/* Columns that a kernel needs for a while. */
typedef struct hd_buffer {
  int64_t columns;
  int64_t alignment;   /* the first column is a multiple of it; 0: 1. 2 for packed accesses and scale factors */
  int64_t first, last; /* alive from one step of the kernel to another, both counted in; 0, 0: from step 0 to step 0 */
  int64_t offset;      /* where it lies: the answer */
} hd_buffer;

/* What all buffers together take. */
typedef struct hd_allocation {
  int64_t packed;   /* columns up to the end of the last buffer */
  int64_t size;     /* of the one allocation that holds them */
  int64_t separate; /* columns that one allocation for each buffer would take, no two sharing any */
} hd_allocation;

/* One allocation for all buffers: each at the first offset at which it overlaps none of those before it that are alive
 * with it. In the order given, which for buffers that are all alive makes prefix sums.
 *   ensures: no two buffers that are alive at one step share a column; offsets are multiples of the alignments;
 *            packed <= size, a size that hd_allocation_check takes
 *   fails:   HD_RANGE (a buffer without columns; a last step before the first; an alignment below 0), HD_UNDEFINED
 *            (more columns than there are: number = {packed, geometry's}; allocation->separate and ->packed are set
 *            even then) */
HD_PORTABLE hd_status hd_pack_buffers(hd_geometry geometry, hd_buffer *buffer, int count, hd_error *error,
                                      hd_allocation *allocation);

/* ---- the calls of a kernel, one after another ---- */

enum { HD_LEDGER_MAX = 16 };

/* What is allocated at a moment. */
typedef struct hd_ledger {
  int64_t columns; /* of the SM; other CTAs on it hold `taken` of them */
  int64_t taken;
  int64_t last; /* size of the last allocation; 0: none yet */
  bool relinquished;
  int count;
  int64_t held[HD_LEDGER_MAX];
} hd_ledger;

/* Nothing allocated. fails: HD_RANGE (more taken than there is) */
HD_PORTABLE hd_status hd_ledger_start(hd_geometry geometry, int64_t taken, hd_error *error, hd_ledger *ledger);

/*   fails: HD_RANGE (no such size), HD_UNDEFINED (more than the last one; after relinquish), HD_UNDECIDED (more than is
 *          left: it waits, for ever if nobody gives back), HD_CAPACITY */
HD_PORTABLE hd_status hd_ledger_alloc(hd_ledger *ledger, int64_t columns, hd_error *error);
/*   fails: HD_UNDEFINED (no allocation of this size is held) */
HD_PORTABLE hd_status hd_ledger_dealloc(hd_ledger *ledger, int64_t columns, hd_error *error);
/*   fails: HD_UNDEFINED (for the second time) */
HD_PORTABLE hd_status hd_ledger_relinquish(hd_ledger *ledger, hd_error *error);
/* The end of the kernel. fails: HD_UNDEFINED (something is still held) */
HD_PORTABLE hd_status hd_ledger_finish(const hd_ledger *ledger, hd_error *error);

/* ---- registers ---- */

/* How many registers a thread of a kernel must be allowed to have for an instruction that names so many of them: what
 * ptxas 13.0 was found to need, beyond the registers themselves. 255 is the most that a thread has.
 *   ensures: 32: 50, 64: 82, 128: 146; fewer: registers + 18
 *   fails:   HD_RANGE (registers below 1 or above 128), HD_UNDEFINED (more than `budget`: number = {needed, budget}) */
HD_PORTABLE hd_status hd_register_budget(int64_t registers, int64_t budget, hd_error *error, int64_t *needed);

#ifdef __cplusplus
}
#endif
#endif
