/* Which instructions move this piece of tensor memory into those registers, and if none do, where does it fail?
 *
 * A request is a layout (thread, value) -> element, relative to a base: where in tensor memory the value of a thread
 * lies. Compose an accumulator's layout (datapath.h) with a register layout to get one, or ask hd_plan_any for both.
 *
 * Invariant: a layout is a sum over its modes, and so is an image; the request's is thread(t) + value(v), that of a
 * form at an address base + threads(t) + registers(r). So a form serves a request exactly when the thread modes agree,
 * which leaves one or two shapes, and what is left is to cover the values. One repeat of the shape takes a fixed set of
 * values from its lowest one; as the lowest value not yet taken can only be the lowest of a repeat, there is one way at
 * most to take all values by repeats. Repeats that follow one another make runs, and an instruction takes a power of
 * two of a run. So a plan has the fewest instructions of its shape, and where there is none, none exists.
 *
 * A plan moves every value once and each of its instructions moves whole repeats of one shape for all warps. It is
 * proved before it is handed out: the thread modes are compared at every thread of every warp and the value modes at
 * every value, which by the sum above is every thread with every value.
 *
 * Elements have 32, 16, 8, .. bits. Of fewer than 32 they fill their cells (dense), or lie in the lower half of a cell
 * each (single, 16 bits), which packed forms take in pairs: of a register's two halves the lower is the lower value.
 * The request counts elements as its memory does: over the engine, (128,C):(1,128), times 32/bits where dense.
 *
 * Refuses: requests that no sequence serves, with the first thread or value that does not match. Costs: a form's image
 * and a pass over the values, some microseconds.
 *
 * Example:
 *
 *     hd_plan_request request = {.warps = 4, .bits = 32, .registers = 128};
 *     hd_plan_step step[8];
 *     int32_t order[160];
 *     hd_plan plan = {.step = step, .steps_capacity = 8, .order = order, .values_capacity = 160};
 *     request.geometry = hd_blackwell();
 *     hd_parse_layout("((32,4),160):((1,32),128)", 25, NULL, &request.cells);
 *     hd_make_plan(&request, NULL, &plan);    // plan.steps == 2
 *     int64_t repeat = step[0].form.repeat;   // repeat == 128
 *     uint32_t address = step[1].address[2];  // address == 0x00400080 */
#ifndef HEDDLE_TMEM_PLAN_H
#define HEDDLE_TMEM_PLAN_H

#include "issue.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { HD_PLAN_WARPS = 16, HD_PLAN_VALUES = 2048, HD_PLAN_REGISTERS = 64 };

/* What is to be moved, by which warps, and how much at a time. */
typedef struct hd_plan_request {
  hd_geometry geometry;
  unsigned readings;  /* as of hd_issue: rules read the other way; 0: strict. A lane below 32 is then, in the cells too,
                         one of each warp's own slab */
  hd_layout cells;    /* (thread, value) -> element, relative to the base */
  uint32_t base;      /* an address */
  int32_t warps;      /* 1, 4 (a warpgroup), 8 or 16: the thread mode has 32 times as many */
  int32_t first_warp; /* the rank of the first in its CTA */
  int32_t bits;       /* of an element: 32, 16, 8, 4, 2, 1 */
  bool single;        /* one element a cell, two in a register; bits is 16 */
  int32_t registers;  /* the most of one instruction; 0: HD_PLAN_REGISTERS */
  bool asynchronous;  /* one wait after all instructions, in place of one after each */
} hd_plan_request;

/* One instruction of each warp. */
typedef struct hd_plan_step {
  hd_form form;
  uint32_t address[HD_PLAN_WARPS]; /* of each warp */
  int64_t immediate;               /* 16x32bx2's */
  int32_t first;                   /* register of the whole plan that its register 0 is */
  bool wait;                       /* wait::ld (wait::st) stands behind it */
} hd_plan_step;

/* The caller gives the arrays and says how long they are. */
typedef struct hd_plan {
  hd_plan_step *step;
  int32_t steps_capacity, steps;
  int32_t *order; /* value that lies in place k of the plan's registers, taken one after another: the identity where the
                     request's own order is the instructions' */
  int32_t values_capacity, values;
  int32_t registers; /* of each thread, in all */
} hd_plan;

/* The plan of fewest instructions; of two as good the shape that stands first in instructions.inc.
 *   ensures: for each step s, warp w, thread t, register r, element e of it: the cell of cells(32*w + t, v), v being
 *            order[elements of a register * (first + r) + e], is the one that hd_issue_cell says at address[w]; every
 *            value is in order once
 *   fails:   HD_UNDEFINED (no plan: the error is that of the shape whose thread mode agrees, or of the first shape,
 *            number[0] being the thread or the value that does not match), HD_RANGE (a base that a warp
 *            may not use; bits, warps, registers), HD_MISMATCH (cells on axes or not (thread, value)), HD_CAPACITY */
hd_status hd_make_plan(const hd_plan_request *request, hd_error *error, hd_plan *plan);

/* The same with one shape, packed or not: why is it passed over?
 *   fails: as hd_make_plan */
hd_status hd_make_plan_of(const hd_plan_request *request, const hd_instruction *instruction, bool packed,
                          hd_error *error, hd_plan *plan);

/* Whether a plan is one for a request: the equation above, at every thread and value, by sums.
 *   fails: HD_UNDEFINED (the first thread or value that is not so), HD_RANGE */
hd_status hd_plan_check(const hd_plan_request *request, const hd_plan *plan, hd_error *error);

/* A register layout for a piece of tensor memory, and so a request: request->cells is a layout of any shape when it
 * goes in, and (thread, value) -> element when it comes out; the instruction says which thread holds what.
 *   requires: cells takes no element twice
 *   ensures:  the request's cells take the same elements, and hd_make_plan_of has a plan for them from a base that the
 *             warps may use
 *   fails:    HD_UNDEFINED (the shape does not fit the piece, the piece not the slabs of the warps), HD_MISMATCH
 *             (strides of 0 or below), and as hd_make_plan */
hd_status hd_plan_any(hd_plan_request *request, const hd_instruction *instruction, bool packed, hd_error *error);

#ifdef __cplusplus
}
#endif
#endif
