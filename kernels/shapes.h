/* What does a macro of the device layer know of a shape? Internal to the device layer.
 *
 * Invariant: numbers come from the one table of instructions; what stands here beside it is what a preprocessor cannot
 * take from a table: how a shape's name and a repeat become the count of an operand list, and the place of a register as
 * an expression. tests/test_kernels_shapes.c compares both with the layouts of the table, for every thread and register.
 *
 *   HD_FACT(16x256b, COLUMNS)               of one repeat; also LANES, REGISTERS, LARGEST
 *   HD_REGISTERS(16x256b, x8)               32, as a token
 *   HD_PIECES(16x256b)(DO, ...)             DO(64, x16, ...) DO(32, x8, ...) .. down to one repeat
 *   HD_ROW(16x256b, t, r, split)            lane of thread t's register r, from the address on; HD_COLUMN its column,
 *                                           packed ones counted in pairs */
#ifndef HEDDLE_KERNELS_SHAPES_H
#define HEDDLE_KERNELS_SHAPES_H

enum {
#define HD_INSTRUCTION(id, name, lanes, bits, registers, largest, image) \
  id##_LANES = (lanes), id##_COLUMNS = (bits) / 32, id##_REGISTERS = (registers), id##_LARGEST = (largest),
#include "../tmem/instructions.inc"
  HD_TMEM_LANES = 128,
  HD_TMEM_COLUMNS = 512,
  HD_TMEM_STAGED = 64 /* registers of one instruction and slice, and of all that is under way in a tile */
};

/* Names that are not defined read as the reason in the compiler's message. */
#define HD_TMEM_SHAPES_ARE_32x32b_16x64b_16x128b_16x256b_16x32bx2_NOT_32x32b HD_32X32B
#define HD_TMEM_SHAPES_ARE_32x32b_16x64b_16x128b_16x256b_16x32bx2_NOT_16x64b HD_16X64B
#define HD_TMEM_SHAPES_ARE_32x32b_16x64b_16x128b_16x256b_16x32bx2_NOT_16x128b HD_16X128B
#define HD_TMEM_SHAPES_ARE_32x32b_16x64b_16x128b_16x256b_16x32bx2_NOT_16x256b HD_16X256B
#define HD_TMEM_SHAPES_ARE_32x32b_16x64b_16x128b_16x256b_16x32bx2_NOT_16x32bx2 HD_16X32BX2
#define HD_SHAPE(shape) HD_TMEM_SHAPES_ARE_32x32b_16x64b_16x128b_16x256b_16x32bx2_NOT_##shape
#define HD_FACT(shape, fact) HD_FACT_(HD_SHAPE(shape), fact)
#define HD_FACT_(id, fact) HD_FACT__(id, fact)
#define HD_FACT__(id, fact) id##_##fact

enum {
  HD_TMEM_REPEATS_ARE_x1_x2_x4_TO_x128_NOT_x1 = 1,
  HD_TMEM_REPEATS_ARE_x1_x2_x4_TO_x128_NOT_x2 = 2,
  HD_TMEM_REPEATS_ARE_x1_x2_x4_TO_x128_NOT_x4 = 4,
  HD_TMEM_REPEATS_ARE_x1_x2_x4_TO_x128_NOT_x8 = 8,
  HD_TMEM_REPEATS_ARE_x1_x2_x4_TO_x128_NOT_x16 = 16,
  HD_TMEM_REPEATS_ARE_x1_x2_x4_TO_x128_NOT_x32 = 32,
  HD_TMEM_REPEATS_ARE_x1_x2_x4_TO_x128_NOT_x64 = 64,
  HD_TMEM_REPEATS_ARE_x1_x2_x4_TO_x128_NOT_x128 = 128
};
#define HD_REPEAT(repeat) HD_TMEM_REPEATS_ARE_x1_x2_x4_TO_x128_NOT_##repeat

/* ---- registers of an instruction, as a token ---- */

#define HD_REGISTERS(shape, repeat) HD_REGISTERS_##shape(repeat)
#define HD_REGISTERS_32x32b(repeat) HD_TIMES_1_##repeat
#define HD_REGISTERS_16x64b(repeat) HD_TIMES_1_##repeat
#define HD_REGISTERS_16x128b(repeat) HD_TIMES_2_##repeat
#define HD_REGISTERS_16x256b(repeat) HD_TIMES_4_##repeat
#define HD_REGISTERS_16x32bx2(repeat) HD_TIMES_1_##repeat

#define HD_TIMES_1_x1 1
#define HD_TIMES_1_x2 2
#define HD_TIMES_1_x4 4
#define HD_TIMES_1_x8 8
#define HD_TIMES_1_x16 16
#define HD_TIMES_1_x32 32
#define HD_TIMES_1_x64 64
#define HD_TIMES_1_x128 128
#define HD_TIMES_2_x1 HD_TIMES_1_x2
#define HD_TIMES_2_x2 HD_TIMES_1_x4
#define HD_TIMES_2_x4 HD_TIMES_1_x8
#define HD_TIMES_2_x8 HD_TIMES_1_x16
#define HD_TIMES_2_x16 HD_TIMES_1_x32
#define HD_TIMES_2_x32 HD_TIMES_1_x64
#define HD_TIMES_2_x64 HD_TIMES_1_x128
#define HD_TIMES_2_x128 256
#define HD_TIMES_4_x1 HD_TIMES_2_x2
#define HD_TIMES_4_x2 HD_TIMES_2_x4
#define HD_TIMES_4_x4 HD_TIMES_2_x8
#define HD_TIMES_4_x8 HD_TIMES_2_x16
#define HD_TIMES_4_x16 HD_TIMES_2_x32
#define HD_TIMES_4_x32 HD_TIMES_2_x64
#define HD_TIMES_4_x64 HD_TIMES_2_x128
#define HD_TIMES_4_x128 512

/* ---- how a row of registers is cut: the largest pieces first, at most HD_TMEM_STAGED registers each ---- */

#define HD_PIECES(shape) HD_PIECES_##shape
#define HD_PIECES_32x32b HD_PIECES_OF_1
#define HD_PIECES_16x64b HD_PIECES_OF_1
#define HD_PIECES_16x128b HD_PIECES_OF_2
#define HD_PIECES_16x256b HD_PIECES_OF_4
#define HD_PIECES_16x32bx2 HD_PIECES_OF_1

#define HD_PIECES_OF_1(DO, ...)                                                                   \
  DO(64, x64, __VA_ARGS__)                                                                        \
  DO(32, x32, __VA_ARGS__) DO(16, x16, __VA_ARGS__) DO(8, x8, __VA_ARGS__) DO(4, x4, __VA_ARGS__) \
      DO(2, x2, __VA_ARGS__) DO(1, x1, __VA_ARGS__)
#define HD_PIECES_OF_2(DO, ...)                                                                  \
  DO(64, x32, __VA_ARGS__)                                                                       \
  DO(32, x16, __VA_ARGS__) DO(16, x8, __VA_ARGS__) DO(8, x4, __VA_ARGS__) DO(4, x2, __VA_ARGS__) \
      DO(2, x1, __VA_ARGS__)
#define HD_PIECES_OF_4(DO, ...) \
  DO(64, x16, __VA_ARGS__) DO(32, x8, __VA_ARGS__) DO(16, x4, __VA_ARGS__) DO(8, x2, __VA_ARGS__) DO(4, x1, __VA_ARGS__)

/* Registers `first` to `last` of a row of `words` are what the pieces of k take; none or one piece, but for the largest. */
#define HD_PIECE_FIRST(words, k) ((k) == HD_TMEM_STAGED ? 0 : (words) & ~(2 * (k)-1))
#define HD_PIECE_LAST(words, k) ((words) & ~((k)-1))

/* ---- where a register lies, by the formulas of the PTX manual ("Matrix fragments for ..") ---- */

#define HD_ROW(shape, t, r, split) HD_ROW_##shape(t, r, split)
#define HD_ROW_32x32b(t, r, split) (t)
#define HD_ROW_16x64b(t, r, split) ((t) / 4 + (t) % 2 * 8)
#define HD_ROW_16x128b(t, r, split) ((t) / 4 + (r) % 2 * 8)
#define HD_ROW_16x256b(t, r, split) ((t) / 4 + (r) / 2 % 2 * 8)
#define HD_ROW_16x32bx2(t, r, split) ((t) % 16 + (t) / 16 * ((split) >> 16))

#define HD_COLUMN(shape, t, r, split) HD_COLUMN_##shape(t, r, split)
#define HD_COLUMN_32x32b(t, r, split) (r)
#define HD_COLUMN_16x64b(t, r, split) ((t) / 2 % 2 + (r)*2)
#define HD_COLUMN_16x128b(t, r, split) ((t) % 4 + (r) / 2 * 4)
#define HD_COLUMN_16x256b(t, r, split) ((r) % 2 + (t) % 4 * 2 + (r) / 4 * 8)
#define HD_COLUMN_16x32bx2(t, r, split) ((r) + (t) / 16 * ((split)&0xFFFF))

/* Registers that lie side by side in a row, and so move to memory together; four words are the most at a time. */
#define HD_RUN(shape) HD_RUN_##shape
#define HD_RUN_32x32b 4
#define HD_RUN_16x64b 1
#define HD_RUN_16x128b 1
#define HD_RUN_16x256b 2
#define HD_RUN_16x32bx2 4

/* ---- PLAIN and PACKED: one 32-bit cell a register, or the lower halves of two ---- */

#define HD_CELLS_PLAIN 1
#define HD_CELLS_PACKED 2

#endif
