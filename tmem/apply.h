/* Does this exact instruction move these views, and if so which instructions are that?
 *
 * A view is a layout whose last modes are the block that one instruction moves, and whose first modes are the group of
 * warps and the repeats:
 *
 *   tensor memory   (group.., repeat.., row, column)          -> cell
 *                   (group.., repeat.., row, column, half)    -> half cell, packed forms
 *   registers       (group.., repeat.., row, column)          -> thread and register
 *                   (group.., repeat.., access, row, column)  16x32bx2: of tensor memory two views, one an access
 *
 * Cells are flat indices, or numbers on TLane and TCol; of packed forms they count halves, so that the next column is 2
 * and the half itself 1 where data is dense. Threads are numbers on laneid (one warp), tid_in_wg (a warpgroup) or tx (a
 * CTA), registers on m. What TIRx writes as a placement of a row-major shape is such a layout: layout_of and
 * first_fastest (placement.h) make it.
 *
 * Invariant: a layout is a sum over its modes. So a block is the instruction's when the last modes are its image, once
 * for all repeats; and the first modes only move it: a step of the group to the next warp of threads, a step of a
 * repeat nowhere among threads. Registers may lie anywhere, each in one place for all threads. One instruction moves
 * one repeat.
 *
 * Refuses: whatever is not the image, with the first coordinate that is not; bases that a warp may not use.
 * Costs: an evaluation of each view for every element of the block.
 *
 * Source: TIRx, tile.apply of tcgen05.ld and tcgen05.st.
 *
 * Example:
 *
 *     hd_apply_request request = {.geometry = hd_blackwell(), .scope = HD_SCOPE_WARPGROUP};
 *     hd_apply_step step;
 *     int steps;
 *     hd_make_form(hd_instruction_of(HD_32X32B), 64, false, NULL, &request.form);
 *     hd_parse_layout("(4,32,64):(32@tid_in_wg,1@tid_in_wg,1@m)", 40, NULL, &request.registers);
 *     hd_parse_layout("(4,32,64):(32@TLane,1@TLane,1@TCol)", 35, NULL, &request.tmem[0]);
 *     hd_apply(&request, NULL, &step, 1, &steps); // steps == 1
 *     uint32_t address = step.address[3];         // address == 0x00600000 */
#ifndef HEDDLE_TMEM_APPLY_H
#define HEDDLE_TMEM_APPLY_H

#include "issue.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { HD_APPLY_WARPS = 32 };

/* Which warps issue the instruction: one, four, or as many as the request says. */
typedef enum hd_scope { HD_SCOPE_WARP, HD_SCOPE_WARPGROUP, HD_SCOPE_CTA } hd_scope;

/* An opcode, by whom it is issued, and the views that it is given. */
typedef struct hd_apply_request {
  hd_geometry geometry;
  unsigned readings; /* as of hd_issue; a lane below 32 may then, in the views too, be one of each warp's own slab */
  hd_form form;
  bool store; /* else a load, whose registers must differ */
  hd_scope scope;
  int32_t warp;  /* the one warp of HD_SCOPE_WARP, chosen when the program is written; else the first one's rank */
  int32_t warps; /* of HD_SCOPE_CTA; up to HD_APPLY_WARPS */
  hd_layout registers;
  hd_layout tmem[2]; /* the second one of 16x32bx2 */
  uint32_t base[2];  /* their addresses */
  bool has_immediate;
  int64_t immediate; /* as written down; it must be how far the second view is from the first */
} hd_apply_request;

/* One instruction of each warp. */
typedef struct hd_apply_step {
  uint32_t address[HD_APPLY_WARPS];
  int64_t immediate;
  int64_t reg[HD_INSTRUCTION_REGISTERS]; /* which register is the instruction's r-th one */
} hd_apply_step;

/* One step for each repeat, the first mode of the repeats fastest.
 *   ensures: with (t, r [, h]) at row i, column j of the form's pattern: for every warp g and repeat k, the view of
 *            registers has thread 32*g + t and register step[k].reg[r] at (g, k, i, j), and the view of tensor memory
 *            the cell base + hd_issue_cell(address[g])
 *   fails:   HD_MISMATCH (views that have not the block's modes, or not the same first ones; no group of as many warps
 *            as the scope has; axes that are none), HD_UNDEFINED (the first coordinate that is not the image's, with
 *            what is there and what ought to be; an immediate that is not the distance), HD_RANGE (as
 *            hd_issue_check; strides that lead beyond every memory), HD_CAPACITY (more repeats than there is room for) */
hd_status hd_apply(const hd_apply_request *request, hd_error *error, hd_apply_step *step, int capacity, int *steps);

#ifdef __cplusplus
}
#endif
#endif
