/* How the values of a plan are covered by repeats of one shape. Internal to the planner: not installed. */
#ifndef HEDDLE_TMEM_PLAN_COVER_H
#define HEDDLE_TMEM_PLAN_COVER_H

#include "plan.h"

enum { HD_REPEAT_VALUES = HD_CELL_BITS * 4 };

/* One repeat of a shape, in elements: what its threads and its values add to the address. */
typedef struct hd_repeat {
  hd_form form;     /* of one repeat */
  int32_t elements; /* in a register */
  int32_t values;   /* in a repeat: registers times elements */
  int64_t thread[HD_WARP_THREADS];
  int64_t value[HD_REPEAT_VALUES]; /* element e of register r at elements * r + e; value[0] = 0 is the least */
  int64_t step;                    /* from a repeat to the next one */
  int64_t immediate;               /* of 16x32bx2 */
} hd_repeat;

/* What the values of a request add to the address of its thread 0. */
typedef struct hd_values_table {
  int32_t count;
  int64_t offset[HD_PLAN_VALUES];
  int32_t sorted[HD_PLAN_VALUES]; /* value numbers, by offset */
} hd_values_table;

/* The table of a value mode.
 *   fails: HD_RANGE (more than HD_PLAN_VALUES), HD_UNDEFINED (two values at one offset) */
hd_status hd_tabulate(const hd_layout *mode, hd_error *error, hd_values_table *table);

/* The steps of a plan, without addresses: each step's form, its first register, and in `offset` how far its first value
 * is from the base. Fills plan->order.
 *   fails: HD_UNDEFINED (a value that no repeat takes together with the others it would take), HD_RANGE (one repeat has
 *          more registers than an instruction may take), HD_CAPACITY */
hd_status hd_cover(const hd_values_table *table, const hd_repeat *repeat, int64_t registers, hd_error *error,
                   hd_plan *plan, int64_t *offset);

#endif
