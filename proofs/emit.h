/* A plan as source: a header with its copies for kernels of the device layer, or the table of the cells it moves.
 *
 * Invariant: the text is the plan's instructions, each with the plan's registers and addresses, and nothing else; what
 * changes from warp to warp, from value to value and from word to word is written as a layout's formula, which is
 * compared with the plan's numbers, all of them, and as these numbers where no layout has them. */
#ifndef HEDDLE_PROOFS_EMIT_H
#define HEDDLE_PROOFS_EMIT_H

#include "plan_ask.h"

#include <stdio.h>

enum { HD_EMIT_NAME = 64 }; /* letters of a name */

/* Where in memory each thread's words lie: those of a thread begin `thread` words on, word r of it `word[r]` more. */
typedef struct hd_emit_memory {
  char text[HD_TEXT_MAX]; /* the layout */
  int64_t thread[HD_WARP_THREADS * HD_PLAN_WARPS], word[HD_PLAN_VALUES];
  int32_t run; /* words that move together: 4, 2 or 1 */
} hd_emit_memory;

typedef struct hd_emission {
  const char *name, *type, *text; /* an identifier; of an element; the plan as it was asked for */
  bool load;                      /* else what stores alone */
  int64_t under_way;              /* registers that may be, of an asynchronous plan */
  const hd_plan_ask *ask;
  const hd_plan_outcome *out;
  const hd_emit_memory *memory; /* or NULL */
} hd_emission;

/* The memory of a plan from a layout over the coordinates of its piece, or of --cells over (thread, value).
 *   fails: HD_MISMATCH (not as many coordinates), HD_UNDEFINED (no sum over thread and word; elements of a word that
 *          are not side by side), HD_CAPACITY */
hd_status hd_emit_place_memory(const hd_plan_ask *ask, const hd_plan_outcome *out, const hd_layout *layout,
                               hd_error *error, hd_emit_memory *memory);

/* fails, with nothing written: HD_RANGE (more registers under way than may be), and as hd_issue_base */
hd_status hd_emit_header(FILE *to, const hd_emission *emission, hd_error *error);

/* NAME_table[thread][place] = {lane, column}: the cell of each register of a thread, of packed forms that of each half.
 *   fails: as hd_issue_cell */
hd_status hd_emit_table(FILE *to, const hd_emission *emission, hd_error *error);

/* Whether a layout has these values, of 0 to count-1. */
bool hd_emit_has_formula(int32_t count, const int64_t *value);

/* A function NAME_SUFFIX(ARGUMENT) with these values, of 0 to count-1. */
void hd_emit_function(FILE *to, const char *name, const char *suffix, const char *argument, int32_t count,
                      const int64_t *value);

#endif
