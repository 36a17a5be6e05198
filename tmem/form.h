/* Which cells does one exact form of tcgen05.ld or tcgen05.st move: a shape, a repeat, packed or not, split or not?
 *
 * Invariant: a form's *pattern* is the line of instructions.inc repeated, and every question about the form is one about
 * that layout: its image is a composition with it, its holders are its inverse.
 *
 *   pattern          (thread, register)       -> (lane, column)           one access
 *                    (thread, register)       -> (lane, column, access)   16x32bx2, which makes two
 *   packed pattern   (thread, register, half) -> (lane, column [, access])
 *
 * A pattern takes every value of its block once, so that each (lane, column, access) has exactly one holder. 74 forms
 * load and the same 74 store: 37 repeats of the five shapes, each plain and packed.
 *
 * Packed (.pack::16b of a load, .unpack::16b of a store): bits 16h..16h+15 of a register are bits 15..0 of the cell at
 * column 2c + h, where c is the column of the plain form. The block is twice as wide and its first column even. The
 * upper halves of the cells are not read; after a store they are not defined (whether the hardware leaves them as they
 * were is not known, and nothing here says that it does).
 *
 * Split (16x32bx2): threads 0 to 15 access the block at the address, threads 16 to 31 the block at the address plus the
 * immediate, both over lanes 0 to 15 of their own base: nothing adds 16 lanes for the upper threads. The immediate is
 * in units of addresses, lanes << 16 plus columns, either with a sign; packing does not double it. With an immediate
 * that makes the blocks overlap a cell has two holders; two stores then conflict.
 *
 * Where the sources leave a rule open the stricter one holds, and the other is one of HD_READINGS, to be asked for:
 *
 *   HD_READ_RELATIVE_LANE  a lane below 32 in the address counts from the warp's own slab. The manual knows no such
 *                          thing; kernels in use rely on it, and only access checks of debug builds object.
 *   HD_READ_ANY_LANE       a block of 16 lanes may start at any lane that keeps it in the slab. No producer uses any but
 *                          the two starts at 0 and 16, and the manual names none.
 *   HD_READ_ODD_COLUMN     a packed block may start at an odd column. One report has it fault (misaligned address);
 *                          the manual does not say.
 *
 * Sources: PTX ISA, tcgen05.ld and tcgen05.st; CUTLASS' SM100 copy traits for the packed halves.
 *
 * Refuses: repeats that a shape does not have, bases that the rules forbid, immediates that lead out of the slab.
 * Costs: a pattern is the parse of a line; an image a composition more. */
#ifndef HEDDLE_TMEM_FORM_H
#define HEDDLE_TMEM_FORM_H

#include "instruction.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hd_form {
  const hd_instruction *instruction;
  int32_t repeat;
  bool packed;
} hd_form;

/* What the sources leave open, to be read the other way; a sum of these. */
enum { HD_READ_RELATIVE_LANE = 1, HD_READ_ANY_LANE = 2, HD_READ_ODD_COLUMN = 4 };

/*   fails: HD_RANGE (no repeat of this shape) */
hd_status hd_make_form(const hd_instruction *instruction, int64_t repeat, bool packed, hd_error *error,
                       hd_form *result);

int hd_form_registers(const hd_form *form); /* of each thread */
int hd_form_lanes(const hd_form *form);     /* of the block that one access reaches: 16 or 32 */
int hd_form_columns(const hd_form *form);   /* of that block, packed ones counted as they lie: 2 * N for 32x32b.xN */
int hd_form_accesses(const hd_form *form);  /* 2 for 16x32bx2, else 1 */

/* See above. fails: HD_CAPACITY */
hd_status hd_form_pattern(const hd_form *form, hd_error *error, hd_layout *result);

/* (thread, register [, half]) -> memory's value, relative to the address.
 *   requires: memory has the modes lane, column, and for 16x32bx2 access (hd_split_memory makes it)
 *   ensures:  result = memory o pattern
 *   fails:    as hd_pattern_image */
hd_status hd_form_image(const hd_form *form, const hd_layout *memory, hd_error *error, hd_layout *result);

#ifdef __cplusplus
}
#endif
#endif
