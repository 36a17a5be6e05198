/* Where is a cell of tensor memory, and by which of its three names is it called?
 *
 * Invariant: a cell, its flat index and its address name the same place, and each determines the other two:
 *
 *   cell      {lane, column}                 0 <= lane < 128, 0 <= column < columns
 *   index     lane + 128 * column            what layouts over tensor memory give: the engine is (128,C):(1,128)
 *   address   lane << 16 | column            what the hardware takes: as a layout, (128,C):(65536,1)
 *
 * The engine is compact, so flat index i is its i-th coordinate, and going from index to address is the composition
 * (128,C):(65536,1) o (128*C):1. The way back is (65536,128):(128,1) evaluated at the address word. Because every
 * allocation has all 128 lanes, the lanes are the stride-1 mode and no column count enters either of them: in C the two
 * compositions are a mask and a shift each.
 *
 * Units: lanes, columns and indices count cells of 32 bits. There are no byte offsets. An address is relative to
 * nothing; offsets and distances are differences of flat indices, with a sign.
 *
 * The number of columns is a parameter, not a constant: today's parts have 512, and a later one is announced with 576.
 * The number of lanes is a constant, because the conversions above are built on it.
 *
 * Sources: PTX ISA, "Tensor Memory" and "Tensor Memory Addressing" (128 lanes, 512 columns of 32-bit cells for a CTA;
 * bits 31..16 of an address are the lane and bits 15..0 the column).
 *
 * Refuses: whatever lies outside, naming the lane or the column. Costs: a few instructions each; nothing allocates.
 *
 * Example:
 *
 *     uint32_t address;
 *     hd_tmem_encode(hd_blackwell(), (hd_cell){69, 27}, NULL, &address); // address == 0x0045001B */
#ifndef HEDDLE_TMEM_GEOMETRY_H
#define HEDDLE_TMEM_GEOMETRY_H

#include "../algebra/layout.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  HD_LANES = 128,           /* rows of cells */
  HD_SLAB_LANES = 32,       /* rows that one warp reaches with tcgen05.ld and tcgen05.st */
  HD_COLUMNS = 512,         /* columns of Blackwell parts */
  HD_COLUMNS_MAX = 1 << 16, /* columns that an address can name */
  HD_CELL_BITS = 32,
  HD_ADDRESS_LANE = 1 << 16, /* from one lane to the next, in addresses */
  HD_ADDRESS_LANE_SHIFT = 16,
  HD_INDEX_COLUMN_SHIFT = 7 /* log2(HD_LANES) */
};

/* The tensor memory of one CTA. Make it with hd_make_geometry or hd_blackwell. */
typedef struct hd_geometry {
  int32_t columns;
} hd_geometry;

/* One cell of 32 bits. */
typedef struct hd_cell {
  int32_t lane;
  int32_t column;
} hd_cell;

/* 128 lanes of `columns` cells.
 *   fails: HD_RANGE (below 1 or above HD_COLUMNS_MAX) */
hd_status hd_make_geometry(int64_t columns, hd_error *error, hd_geometry *geometry);

/* 128 lanes of 512 cells. */
static inline hd_geometry hd_blackwell(void) {
  hd_geometry geometry = {HD_COLUMNS};
  return geometry;
}

/* (lane, column) -> flat index.
 *   ensures: result = (128,C):(1,128)
 *   fails:   HD_CAPACITY (a build of fewer than two leaves) */
hd_status hd_engine(hd_geometry geometry, hd_error *error, hd_layout *result);

/* (lane, column) -> address word.
 *   ensures: result = (128,C):(65536,1); result(i) = the address of flat index i
 *   fails:   HD_CAPACITY */
hd_status hd_address_layout(hd_geometry geometry, hd_error *error, hd_layout *result);

/* Cell -> address.
 *   ensures: *address = lane << 16 | column
 *   fails:   HD_RANGE */
hd_status hd_tmem_encode(hd_geometry geometry, hd_cell cell, hd_error *error, uint32_t *address);

/* Address -> cell.
 *   ensures: hd_tmem_encode(*cell) = address
 *   fails:   HD_RANGE (the word names no cell of this geometry) */
hd_status hd_tmem_decode(hd_geometry geometry, uint32_t address, hd_error *error, hd_cell *cell);

/* Cell -> flat index.
 *   ensures: *index = lane + 128 * column = engine(lane, column)
 *   fails:   HD_RANGE */
hd_status hd_tmem_index(hd_geometry geometry, hd_cell cell, hd_error *error, int64_t *index);

/* Flat index -> cell.
 *   ensures: hd_tmem_index(*cell) = index
 *   fails:   HD_RANGE (index below 0 or at least 128 * columns) */
hd_status hd_tmem_cell_at(hd_geometry geometry, int64_t index, hd_error *error, hd_cell *cell);

/* Flat index -> address: the composition named above.
 *   ensures: *address = address_layout(index)
 *   fails:   HD_RANGE */
hd_status hd_tmem_index_to_address(hd_geometry geometry, int64_t index, hd_error *error, uint32_t *address);

/* Address -> flat index.
 *   ensures: *index = ((65536,128):(128,1))(address); address_layout(*index) = address
 *   fails:   HD_RANGE */
hd_status hd_tmem_address_to_index(hd_geometry geometry, uint32_t address, hd_error *error, int64_t *index);

/* The address `offset` cells on from a base, counted in flat indices: where a tile at the base has the value `offset`.
 * An offset may be negative. Lanes carry into columns, as 128 * k cells are k columns: whether a warp may
 * touch the cell is hd_tmem_cell's question (view.h).
 *   ensures: index(*address) = index(base) + offset
 *   fails:   HD_RANGE (the base or the result is no cell), HD_OVERFLOW */
hd_status hd_tmem_offset(hd_geometry geometry, uint32_t base, int64_t offset, hd_error *error, uint32_t *address);

/* How far it is from one address to another, in flat indices, with its sign.
 *   ensures: *distance = index(to) - index(from); hd_tmem_offset(from, *distance) = to
 *   fails:   HD_RANGE */
hd_status hd_tmem_distance(hd_geometry geometry, uint32_t from, uint32_t to, hd_error *error, int64_t *distance);

#ifdef __cplusplus
}
#endif
#endif
