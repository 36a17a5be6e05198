/* Which cells of a block do this thread's registers hold, and where does a coordinate of them lie?
 *
 * Invariant: a view is the image of an instruction (instruction.h) taken apart. Its thread mode is what the hardware
 * adds for each thread; its register mode, seen repeat by repeat, is `cells`:
 *
 *   cells(inside one repeat, repeat) = flat index of the cell, relative to the thread's first cell
 *   cell of (thread t, coordinate c) = base + threads(t) + cells(c)
 *
 *   row view, 32x32b, of the (32,N) tile of a warp         threads 32:1              cells (1,N):(_,128)
 *   fragment view, 16x256b, of a (16,N) half of that tile  threads (4,8):(256,1)     cells ((2,2),N/8):((128,8),1024)
 *
 * In colexicographic order a view's coordinates are the thread's registers: the register tile of a view has the view's
 * shape and is compact, so that a copy between the two moves coordinate to coordinate without reordering. For the
 * fragment view it is ((2,2),N/8):((1,2),4), the order in which MMA fragments lie in registers.
 *
 * The base is collective: the same address in all threads of the warp, with no thread's lane in it. A view may be wider
 * than one instruction; it says where the registers belong, not how many instructions move them. `cells` is a layout
 * like any other: any layout composed with it is again a view of the same threads.
 *
 * Refuses: widths that are no whole number of repeats or exceed the geometry, coordinates outside the view, bases
 * outside the warp's slab. Costs: making a view is a composition and a division; a cell is two evaluations.
 *
 * Example:
 *
 *     hd_tmem_view fragment;
 *     hd_fragment_view(hd_blackwell(), 64, NULL, &fragment);
 *     hd_print_layout(&fragment.cells, text, sizeof text); // "((2,2),8):((128,8),1024)" */
#ifndef HEDDLE_TMEM_VIEW_H
#define HEDDLE_TMEM_VIEW_H

#include "instruction.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What one thread holds, as two layouts that add up. */
typedef struct hd_tmem_view {
  const hd_instruction *instruction;
  hd_layout threads; /* thread of the warp -> flat index */
  hd_layout cells;   /* coordinate -> flat index */
} hd_tmem_view;

/* What one thread's registers hold of a (lanes, columns) block accessed with this instruction.
 *   requires: columns a multiple of hd_instruction_columns
 *   ensures:  with the image I of the block, result->threads(t) + result->cells(r) = I(t, r) for 0 <= t < 32 and every
 *             register r; result->cells has the shape (inside one repeat, repeats)
 *   fails:    HD_RANGE (columns), HD_MISMATCH (16x32bx2 reaches two blocks), HD_CAPACITY */
hd_status hd_make_tmem_view(hd_geometry geometry, const hd_instruction *instruction, int64_t columns, hd_error *error,
                            hd_tmem_view *result);

/* The row view: 32x32b. Thread t holds lane t of the warp's slab, register j column j.
 *   ensures: cells(0, j) = 128 * j
 *   fails:   as hd_make_tmem_view */
hd_status hd_row_view(hd_geometry geometry, int64_t columns, hd_error *error, hd_tmem_view *result);

/* The fragment view: 16x256b. Thread t holds, from lane t / 4 and column 2 * (t % 4) of the block on, a pair of columns
 * by two lanes 8 apart, every 8 columns.
 *   requires: columns a multiple of 8
 *   ensures:  cells((i, h), k) = 128 * i + 8 * h + 1024 * k
 *   fails:    as hd_make_tmem_view */
hd_status hd_fragment_view(hd_geometry geometry, int64_t columns, hd_error *error, hd_tmem_view *result);

/* The register tile of a view: coordinate -> register.
 *   ensures: result is compact and has the shape of view->cells
 *   fails:   as hd_make_layout */
hd_status hd_view_registers(const hd_tmem_view *view, hd_error *error, hd_layout *result);

/* The lane and column that a thread's element at a coordinate of a view occupies.
 *   requires: warp >= 0, the warp's rank in its CTA; 0 <= thread < 32, the thread in its warp; coordinate inside the
 *             shape of view->cells (an integer may stand for a mode, or for the whole coordinate); base as
 *             hd_instruction_check wants it for this warp
 *   ensures:  index(*cell) = index(base) + threads(thread) + cells(coordinate), and the lane is in the warp's slab
 *   fails:    HD_RANGE, HD_MISMATCH (coordinate not nested like the view, or with `_`) */
hd_status hd_tmem_cell(hd_geometry geometry, uint32_t base, int64_t warp, int64_t thread, const hd_tmem_view *view,
                       const hd_tuple *coordinate, hd_error *error, hd_cell *cell);

#ifdef __cplusplus
}
#endif
#endif
