/* Which cells does tcgen05.cp fill, and which does tcgen05.shift move?
 *
 * Invariant: a copy is a line of instructions.inc: (source row, 32-bit word, copy) -> (lane, column), relative to the
 * address. With multicast one word lands in several lanes, one for each index of the last mode; without, that mode has
 * extent 1. Over the engine, for example:
 *
 *   128x256b                 (128,8,1):(1,128,0)
 *   64x128b.warpx2::02_13    (64,4,2):(1,128,64)            rows 0 to 31 go to slabs 0 and 2
 *   64x128b.warpx2::01_23    ((32,2),4,2):((1,64),128,32)   rows 0 to 31 go to slabs 0 and 1
 *   32x128b.warpx4           (32,4,4):(1,128,32)
 *
 * What is decompressed on the way fills the same cells. Neither instruction is bound to a warp's slab: all of the block
 * must lie in memory, and that alone says where it may start. With .cta_group::2 each CTA of the pair fills its own
 * memory, at the same address.
 *
 * A shift takes 8 columns of all four slabs: lane d of a slab gets what was in lane d + 1, and lane 31 keeps what it
 * had. ".down" is toward lower lanes.
 *
 * Sources: PTX ISA, tcgen05.cp and tcgen05.shift; CUTLASS' traits of the copies agree.
 *
 * Refuses: names that are none, blocks that leave memory. Costs: the parse of a line and a composition.
 *
 * Example:
 *
 *     hd_copy_id id;
 *     hd_layout engine, image;
 *     hd_copy_find("32x128b.warpx4", 14, NULL, &id);
 *     hd_engine(hd_blackwell(), NULL, &engine);
 *     hd_copy_image(id, &engine, NULL, &image);
 *     hd_print_layout(&image, text, sizeof text); // "(32,4,4):(1,128,32)" */
#ifndef HEDDLE_TMEM_COPY_H
#define HEDDLE_TMEM_COPY_H

#include "geometry.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { HD_SHIFT_COLUMNS = 8 };

/* A shape of tcgen05.cp with its multicast. */
typedef enum hd_copy_id {
#define HD_COPY(id, name, image) id,
#include "instructions.inc"
  HD_COPIES
} hd_copy_id;

/* "64x128b.warpx2::02_13": shape and multicast, as PTX spells them. */
const char *hd_copy_name(hd_copy_id id);
/*   fails: HD_RANGE (no such shape, or not with this multicast) */
hd_status hd_copy_find(const char *name, size_t length, hd_error *error, hd_copy_id *id);

/* (source row, word, copy) -> memory's value, relative to the address.
 *   requires: memory has the modes lane, column
 *   ensures:  as PTX ISA has the destination of each word
 *   fails:    HD_RANGE (memory is smaller than the block), and as hd_composition */
hd_status hd_copy_image(hd_copy_id id, const hd_layout *memory, hd_error *error, hd_layout *result);

/* Whether all of the block lies in memory; HD_OK when it does. fails: HD_RANGE */
hd_status hd_copy_check(hd_geometry geometry, hd_copy_id id, uint32_t address, hd_error *error);

/* (lane of a slab, slab, column) -> memory's value: the cells that a shift moves, each to the one before it along mode
 * 0, where there is one.
 *   requires: memory has the modes lane, column
 *   ensures:  result(d, s, c) = memory(d + 32 * s, c), 0 <= d < 32, 0 <= s < 4, 0 <= c < 8
 *   fails:    as hd_copy_image */
hd_status hd_shift_image(const hd_layout *memory, hd_error *error, hd_layout *result);

/* Whether a shift may start at this address: at a lane that is a multiple of 32, with 8 columns from there. All four
 * slabs move, whichever of them the address names.
 *   fails: HD_RANGE */
hd_status hd_shift_check(hd_geometry geometry, uint32_t address, hd_error *error);

#ifdef __cplusplus
}
#endif
#endif
