/* Where does tcgen05.mma keep its accumulator, its A operand and its scale factors in tensor memory?
 *
 * Invariant: which datapath an instruction takes follows from M, .cta_group, .ws and sparsity alone, and where an
 * element lies from the datapath's line in datapaths.inc: an image is memory o (the line, as wide as N or K), as for
 * instructions (instruction.h). Over the engine, for example:
 *
 *   D, A    (128,N):(1,128)                  M = 128; M = 256 of a pair
 *   F, C    ((16,4),N):((1,32),128)          M = 64; M = 128 of a pair, sparse. Or 16 lanes further on
 *   B, E    (64,(N/2,2)):(1,(128,64))        M = 128 of a pair; M = 64 with .ws: columns from N/2 on in lanes 64 to 127
 *   G       (32,(N/4,4)):(1,(128,32))        M = 32 with .ws
 *
 * Rows are those of one CTA: row i of a pair's D is row i % (M/2) of CTA i / (M/2), at the same address in both. An
 * accumulator of 16 bits lies as one of 32 does, each element in the lower half of its cell. Elements of the A operand
 * are packed: 32/b of b bits in a cell, the first ones lowest; codes of 4 and 6 bits of the kinds f8f6f4 and mxf8f6f4
 * are elements of 8 bits. A may stand in tensor memory with its rows along K only.
 *
 * Scale factors are bytes, four in a cell, and lie in several lanes at once: they are placements (placement.h) on the
 * axes TLane, TCol and Byte.
 *
 * Sources: see datapaths.inc; PTX ISA, "Scale factor" layouts; CUTLASS' SM100 block-scaled traits.
 *
 * Contested: of A in B, E and G each copy serves its own part of the columns. For B all sources have two equal copies;
 * for E and G the manual does not say whether they may differ, and here they are copies. Not modelled, and refused by
 * name: K = 96 (3X and 6X), whose factors straddle cells, and the metadata of sparse operands.
 *
 * Costs: the parse of a line and a composition.
 *
 * Example:
 *
 *     hd_datapath_id id;
 *     hd_layout engine, image;
 *     hd_datapath_of(&(hd_mma){.m = 128, .n = 128, .group = 2}, NULL, &id); // id == HD_DATAPATH_B
 *     hd_engine(hd_blackwell(), NULL, &engine);
 *     hd_datapath_accumulator(id, 128, &engine, NULL, &image);
 *     hd_print_layout(&image, text, sizeof text);                           // "(64,(64,2)):(1,(128,64))" */
#ifndef HEDDLE_TMEM_DATAPATH_H
#define HEDDLE_TMEM_DATAPATH_H

#include "../algebra/placement.h"
#include "geometry.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { HD_DENSE = 1, HD_SPARSE = 2, HD_DENSE_WS = 4, HD_SPARSE_WS = 8 };

/* A line of datapaths.inc. */
typedef enum hd_datapath_id {
#define HD_DATAPATH(id, letter, m, group, kinds, starts, banks, accumulator, operand) id,
#include "datapaths.inc"
#undef HD_DATAPATH
  HD_DATAPATHS
} hd_datapath_id;

/* An instruction, as far as its datapath depends on it. */
typedef struct hd_mma {
  int32_t m, n;
  int32_t group; /* .cta_group: 1 or 2 */
  bool ws, sparse;
} hd_mma;

/* The datapath of an instruction.
 *   ensures: PTX ISA's table: 128 D, 64 F, 64 .ws E, 32 .ws G; of a pair 256 A, 128 dense B, 128 sparse C
 *   fails:   HD_RANGE: no such M; .ws with a pair; an N that the instruction has not: 8 to 256 in steps of 8, of a pair
 *            16 to 256 in steps of 16, with .ws 64, 128 or 256, sparse 64 or 128 */
hd_status hd_datapath_of(const hd_mma *mma, hd_error *error, hd_datapath_id *id);

/* "A" to "G", as the PTX manual calls it. */
const char *hd_datapath_letter(hd_datapath_id id);
/* The datapath with this letter. fails: HD_RANGE */
hd_status hd_datapath_find(char letter, hd_error *error, hd_datapath_id *id);

/* The numbers of a datapath: M of the instruction, and: */
int hd_datapath_m(hd_datapath_id id);
int hd_datapath_rows(hd_datapath_id id);   /* of one CTA */
int hd_datapath_group(hd_datapath_id id);  /* 2: of a pair */
int hd_datapath_starts(hd_datapath_id id); /* 1: base lane 0; 2: base lane 0 or 16 */
int hd_datapath_banks(hd_datapath_id id);  /* N columns of D lie in N / banks columns of memory */

/* (row, column) of D -> memory's value, relative to the base.
 *   requires: memory has the modes lane, column
 *   ensures:  as PTX ISA has it; size = rows * n, each cell once
 *   fails:    HD_RANGE (n is no multiple of the banks, or the block is larger than memory), and as hd_composition */
hd_status hd_datapath_accumulator(hd_datapath_id id, int64_t n, const hd_layout *memory, hd_error *error,
                                  hd_layout *result);

/* (row, k, copy) of A -> unit of `bits` bits, relative to the base; k in 0 .. depth-1.
 *   requires: memory of plain integers with the modes lane, column; bits 4, 8, 16 or 32
 *   ensures:  with p = 32/bits: result(i, k, c) = p * memory(lane(i, c), k / p) + k % p
 *   fails:    HD_RANGE (bits; a depth that fills no whole cells), HD_MISMATCH (memory on axes), as hd_composition */
hd_status hd_datapath_operand(hd_datapath_id id, int64_t bits, int64_t depth, const hd_layout *memory, hd_error *error,
                              hd_layout *result);

/* Whether the accumulator of an instruction may have this base: a lane it may start at, and all of it in memory.
 *   fails: HD_RANGE, and as hd_datapath_of */
hd_status hd_datapath_check(hd_geometry geometry, const hd_mma *mma, uint32_t address, hd_error *error);

/* Which operand's factors. */
typedef enum hd_scaled { HD_SCALE_A, HD_SCALE_B } hd_scaled;

/* The scale factors that an instruction, or several along K, read: (row of A or column of B, factor along K) -> place.
 *   requires: vector is what .scale_vec says, 1, 2 or 4 factors for one instruction; factors how many there are along K
 *   ensures:  rows R: of A those of the CTA, of B all N. Row x, factor s, with byte i + s:
 *             lanes 32*q + x % 32 for q = 0..3, column x/32 + R/32 * (byte / 4), byte byte % 4; but of B in datapath B
 *             lanes 64*(x / (N/2)) + 32*q + x % 32 for q = 0, 1, and column x % (N/2) / 32 with N/64 columns a word
 *   fails:    HD_RANGE (vector; an id i that one instruction's factors would leave its cell with; rows that fill no
 *             whole 32), HD_MISMATCH (3 or 6 factors: K = 96; .ws, which is never block-scaled), and as hd_datapath_of */
hd_status hd_scale_factors(const hd_mma *mma, hd_scaled operand, int64_t vector, int64_t id, int64_t factors,
                           hd_error *error, hd_placement *result);

#ifdef __cplusplus
}
#endif
#endif
