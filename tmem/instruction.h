/* Which cell does each register of each thread hold, for every shape of tcgen05.ld and tcgen05.st?
 *
 * Invariant: an instruction is one line of instructions.inc, and all the rest is composition. The line says, for a
 * single repeat, which (lane, column) thread t's register r holds, relative to the address that the instruction is
 * given. A *memory* is a layout of (lane, column) and says what a cell is called. Then
 *
 *   image = memory o (the line, repeated N times)
 *
 * With the engine as memory the image gives flat indices; with the address layout, addresses; with (128,512):(1@0,1@1)
 * the coordinates themselves, or with (128,512):(1@lane,1@col) named ones. For example, over the engine:
 *
 *   32x32b.xN    (32,N):(1,128)
 *   16x64b.xN    ((2,2,8),N):((8,128,1),256)
 *   16x128b.xN   ((4,8),(2,N)):((128,1),(8,512))
 *   16x256b.xN   ((4,8),(2,2,N)):((256,1),(128,8,1024))
 *
 * The image is the same for tcgen05.ld and tcgen05.st, and holds each cell of its block exactly once, so the way back,
 * from a cell to its thread and register, is hd_coordinate_of (image.h).
 *
 * Which registers stand where is not all: a warp reaches only its own slab of 32 lanes, and starts only at the lanes
 * that hd_instruction_starts lists. 16x32bx2 makes two accesses, the second an immediate S further on; its memory needs
 * a third mode, (access), 2:S. Packing takes the two 16-bit halves of a register from two columns side by side: the
 * pattern's columns count double, and a last mode, half, goes from one to the other. form.h has all of that.
 *
 * Refuses: a repeat that the shape does not have, a memory that the block does not fit into. Costs: one parse of the
 * line and one composition.
 *
 * Example:
 *
 *     const hd_instruction *instruction;
 *     hd_layout engine, image;
 *     hd_instruction_find("16x64b", 6, NULL, &instruction);
 *     hd_engine(hd_blackwell(), NULL, &engine);
 *     hd_instruction_image(instruction, 4, &engine, NULL, &image);
 *     hd_print_layout(&image, text, sizeof text); // "((2,2,8),4):((8,128,1),256)" */
#ifndef HEDDLE_TMEM_INSTRUCTION_H
#define HEDDLE_TMEM_INSTRUCTION_H

#include "geometry.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { HD_WARP_THREADS = 32, HD_INSTRUCTION_REGISTERS = 128 /* the most that one instruction moves, each thread */ };

/* A line of instructions.inc. */
typedef enum hd_instruction_id {
#define HD_INSTRUCTION(id, name, lanes, bits, registers, largest, image) id,
#include "instructions.inc"
  HD_INSTRUCTIONS /* how many there are */
} hd_instruction_id;

/* A line of instructions.inc, which says what the members mean. */
typedef struct hd_instruction {
  const char *name;
  size_t name_length;
  int32_t lanes, bits, registers, largest;
  const char *image;
  size_t image_length;
} hd_instruction;

/* The line of an instruction. */
const hd_instruction *hd_instruction_of(hd_instruction_id id);

/* The line with this name, as PTX spells it: "16x256b".
 *   fails: HD_RANGE (no such shape) */
hd_status hd_instruction_find(const char *name, size_t length, hd_error *error, const hd_instruction **instruction);

/* Columns of one repeat: bits / 32. */
int64_t hd_instruction_columns(const hd_instruction *instruction);

/* That N is a repeat of the shape: a power of two up to the largest.
 *   fails: HD_RANGE */
hd_status hd_instruction_repeat(const hd_instruction *instruction, int64_t repeat, hd_error *error);

/* The line repeated, before any memory: (thread, register) -> (lane, column), with the access as third component for
 * 16x32bx2; packed, (thread, register, half).
 *   requires: repeat >= 1, any number: also what several instructions side by side hold
 *   ensures:  with lane, column and access by the formulas of PTX ISA for this shape, result(t, r) = (lane(t,r),
 *             column(t,r), access(t)); packed, result(t, r, h) = (lane(t,r), 2 * column(t,r) + h, access(t))
 *   fails:    HD_OVERFLOW, HD_MALFORMED (repeat below 1), HD_CAPACITY */
hd_status hd_instruction_pattern(const hd_instruction *instruction, int64_t repeat, bool packed, hd_error *error,
                                 hd_layout *result);

/* What the cells of a pattern are called in a memory.
 *   requires: a pattern as hd_instruction_pattern gives it, or some modes of one
 *   ensures:  result = memory o pattern
 *   fails:    HD_RANGE (memory has no such cells), HD_MISMATCH (memory has too few modes), and as hd_composition */
hd_status hd_pattern_image(const hd_layout *pattern, const hd_layout *memory, hd_error *error, hd_layout *result);

/* (thread, register) -> memory's value, for one instruction .xN, relative to its address.
 *   requires: memory has the modes lane, column, and for 16x32bx2 access
 *   ensures:  size of mode 0 = 32; size of mode 1 = N * registers; result(t, r) = memory(lane(t,r), column(t,r)) with
 *             the formulas of PTX ISA for this shape
 *   fails:    HD_RANGE (N is not a repeat of this shape, or the block is larger than memory), HD_MISMATCH (memory has
 *             too few modes), HD_CAPACITY, and as hd_composition */
hd_status hd_instruction_image(const hd_instruction *instruction, int64_t repeat, const hd_layout *memory,
                               hd_error *error, hd_layout *result);

/* (thread, register) -> memory's value, for a block of any width: what several instructions side by side hold, their
 * registers one after another.
 *   requires: as hd_instruction_image; columns a multiple of hd_instruction_columns
 *   ensures:  result = hd_instruction_image(columns / hd_instruction_columns) wherever that is a repeat
 *   fails:    HD_RANGE (columns), and as hd_instruction_image */
hd_status hd_instruction_block(const hd_instruction *instruction, int64_t columns, const hd_layout *memory,
                               hd_error *error, hd_layout *result);

/* (half, warp) -> what memory's first lane and the lane where that warp may start differ by. A slab has one start for a
 * shape of 32 lanes and two for one of 16; warp w of a CTA has slab w % 4.
 *   requires: memory has a whole number of slabs
 *   ensures:  result(h, w) = memory(32 * w + lanes * h, 0); over the engine (1,4):(_,32) or (2,4):(16,32)
 *   fails:    HD_MISMATCH, and as hd_logical_divide */
hd_status hd_instruction_starts(const hd_instruction *instruction, const hd_layout *memory, hd_error *error,
                                hd_layout *result);

/* Whether a warp may issue the instruction at this address for a block of `columns` columns; HD_OK when it may.
 *   requires: warp >= 0, the warp's rank in its CTA
 *   ensures:  HD_OK exactly when the address names a cell, its lane is 32 * (warp % 4) plus a multiple of the shape's
 *             lanes within the slab, and columns more cells lie from it to the end of the lane
 *   fails:    HD_RANGE, naming the warps that may, or the lanes where this one starts
 *   source:   PTX ISA, "Access restrictions" of tensor memory; that shapes of 16 lanes start at 0 and 16 of the slab
 *             only is what all producers do, and PTX documents no other */
hd_status hd_instruction_check(hd_geometry geometry, const hd_instruction *instruction, int64_t columns, int64_t warp,
                               uint32_t address, hd_error *error);

#ifdef __cplusplus
}
#endif
#endif
