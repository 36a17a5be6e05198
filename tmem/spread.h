/* How far do several instructions of one form reach together, and where does an element of fewer than 32 bits lie?
 *
 * Invariant: an image (form.h) is spread by adding modes and never by changing values: the starts that
 * hd_instruction_starts lists give a warp mode beside the thread, or a start mode beside the register.
 *
 *   HD_SPREAD_SLAB       (thread, (register, start))           one warp, as many instructions as fill its 32 lanes
 *   HD_SPREAD_WARPGROUP  ((thread, warp), register)            four warps, one instruction each
 *   HD_SPREAD_LANES      ((thread, warp), (register, start))   four warps, all 128 lanes
 *
 * and a last mode, half, where the form is packed. All are relative to lane 0 of the (first) slab. The thread of a
 * warpgroup, thread + 32 * warp, is an index of the first mode; the registers of the second start follow those of the
 * first.
 *
 * An element of b bits, b a power of two below 32, is counted in units of b bits: cell c is the units 32/b * c to
 * 32/b * c + 32/b - 1, lowest bits first. *Dense* data fills its cells, *single* data lies in the lowest bits of each:
 *
 *                      dense                          single
 *   plain form         32/b elements of a register    1 element of a register
 *   packed form        16/b elements of each half     1 element of each half
 *
 * A packed form takes the lower 16 bits of a cell only: it moves single data of 16 bits or fewer, and of dense data the
 * lower half. Codes of 4 and 6 bits that lie in a byte each are elements of 8 bits.
 *
 * Sources: PTX ISA, tcgen05.ld and tcgen05.st, "Access restrictions", packing formats.
 *
 * Refuses: memories without whole slabs, on axes where units are wanted, bits that do not divide a cell or a half.
 * Costs: an image, and two small compositions.
 *
 * Example:
 *
 *     hd_form form;
 *     hd_layout engine, image;
 *     hd_make_form(hd_instruction_of(HD_16X64B), 4, false, NULL, &form);
 *     hd_engine(hd_blackwell(), NULL, &engine);
 *     hd_form_spread(&form, HD_SPREAD_WARPGROUP, &engine, NULL, &image);
 *     hd_print_layout(&image, text, sizeof text); // "(((2,2,8),4),4):(((8,128,1),32),256)" */
#ifndef HEDDLE_TMEM_SPREAD_H
#define HEDDLE_TMEM_SPREAD_H

#include "form.h"

#ifdef __cplusplus
extern "C" {
#endif

/* By whom: a warp in its 32 lanes, four warps, or four warps in all lanes. */
typedef enum hd_spread { HD_SPREAD_SLAB = 1, HD_SPREAD_WARPGROUP = 2, HD_SPREAD_LANES = 3 } hd_spread;

/* See above.
 *   requires: memory as for hd_form_image, of whole slabs; four of them where the spread has warps
 *   ensures:  result((t,w), (r,s) [, h]) = image(t, r [, h]) + starts(s, w)
 *   fails:    as hd_form_image and hd_instruction_starts; HD_MISMATCH (memory has not four slabs) */
hd_status hd_form_spread(const hd_form *form, hd_spread spread, const hd_layout *memory, hd_error *error,
                         hd_layout *result);

/* (thread, register, element) -> unit of `bits` bits; packed, the element is (inside its half, half).
 *   requires: memory of plain integers, as for hd_form_image
 *   ensures:  plain: result(t, r, e) = 32/bits * image(t, r) + e; packed: result(t, r, (e, h)) = 32/bits *
 *             image(t, r, h) + e; 0 <= e < 32/bits or 16/bits where dense, e = 0 where single
 *   fails:    HD_RANGE (bits is no power of two that divides a cell, or a half), HD_MISMATCH (memory on axes),
 *             HD_OVERFLOW, HD_CAPACITY, and as hd_form_image */
hd_status hd_form_elements(const hd_form *form, int64_t bits, bool dense, const hd_layout *memory, hd_error *error,
                           hd_layout *result);

#ifdef __cplusplus
}
#endif
#endif
