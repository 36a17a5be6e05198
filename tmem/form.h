/* Which cells does one exact form of tcgen05.ld or tcgen05.st move: a shape, a repeat, packed or not, split or not?
 *
 * Invariant: a form's *pattern* is the line of instructions.inc repeated, and every question about the form is one
 * about that layout: its image is a composition with it, its holders are its inverse.
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
 * Sources: PTX ISA, tcgen05.ld and tcgen05.st; CUTLASS' SM100 copy traits for the packed halves.
 *
 * Refuses: repeats that a shape does not have, immediates that no memory of lanes and columns follows. Who may issue a
 * form, and where, is issue.h's question. Costs: a pattern is the parse of a line; an image a composition more.
 *
 * Example:
 *
 *     hd_form form;
 *     hd_layout engine, image;
 *     hd_make_form(hd_instruction_of(HD_32X32B), 8, true, NULL, &form);
 *     hd_engine(hd_blackwell(), NULL, &engine);
 *     hd_form_image(&form, &engine, NULL, &image);
 *     hd_print_layout(&image, text, sizeof text); // "(32,8,2):(1,256,128)" */
#ifndef HEDDLE_TMEM_FORM_H
#define HEDDLE_TMEM_FORM_H

#include "instruction.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An instruction with its repeat, packed or not. */
typedef struct hd_form {
  const hd_instruction *instruction;
  int32_t repeat;
  bool packed;
} hd_form;

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

/* Who holds a cell of the block: (lane, column [, access]) -> thread + 32 * (register + registers * half).
 *   ensures: result(pattern(i)) = i for every i of the pattern's domain: the two are inverse to each other; the block
 *            is the shape of the result, which is (lanes, columns) or (lanes, columns, accesses)
 *   fails:   HD_CAPACITY */
hd_status hd_form_holders(const hd_form *form, hd_error *error, hd_layout *result);

/* How many lanes and columns an immediate is on, with their signs: the only ones that memories of up to 2^15 columns
 * have room for.
 *   ensures: lane * 65536 + column = immediate, up to multiples of 2^32; -2^15 <= column < 2^15
 *   fails:   HD_RANGE (not of 32 bits: below -2^31 or above 2^32 - 1) */
hd_status hd_split_offset(int64_t immediate, hd_error *error, hd_cell *offset);

/* A memory of (lane, column) with a third mode, (access), for 16x32bx2 with this immediate.
 *   requires: the lane and the column of memory are one leaf each
 *   ensures:  result = (lane, column, 2):(memory's own, S), S = memory's value of the immediate's lanes and columns
 *   fails:    HD_MISMATCH (memory is nested deeper), HD_UNDEFINED (S lies on two axes at once), HD_RANGE, HD_OVERFLOW,
 *             HD_CAPACITY */
hd_status hd_split_memory(const hd_layout *memory, int64_t immediate, hd_error *error, hd_layout *result);

#ifdef __cplusplus
}
#endif
#endif
