/* Cells, flat indices and addresses. Every conversion goes through the cell, which is checked once, in `check_cell`. */
#include "tmem/geometry.h"

#include "algebra/checked.h"

/* Lane and column come as 64-bit numbers so that whatever a caller had is what the error says. */
static hd_status check_cell(hd_geometry geometry, int64_t lane, int64_t column, const char *operation,
                            hd_error *error) {
  bool lane_outside = lane < 0 || lane >= HD_LANES;
  if (!lane_outside && column >= 0 && column < geometry.columns) return HD_OK;
  hd_fail(error, HD_RANGE, operation,
          lane_outside ? "there is no lane {0}, only lanes 0 to {2}" : "there is no column {1}, only columns 0 to {3}");
  if (error == NULL) return HD_RANGE;
  error->number[0] = lane;
  error->number[1] = column;
  error->number[2] = HD_LANES - 1;
  error->number[3] = geometry.columns - 1;
  error->hint = "an address holds the lane in its upper 16 bits and the column in its lower 16; "
                "a flat index is lane + 128 * column";
  return HD_RANGE;
}

hd_status hd_make_geometry(int64_t columns, hd_error *error, hd_geometry *geometry) {
  if (columns >= 1 && columns <= HD_COLUMNS_MAX) {
    geometry->columns = (int32_t)columns;
    return HD_OK;
  }
  hd_fail(error, HD_RANGE, "geometry", "tensor memory has 1 to {1} columns, not {0}");
  if (error != NULL) {
    error->number[0] = columns;
    error->number[1] = HD_COLUMNS_MAX;
    error->number[2] = HD_COLUMNS;
    error->hint = "Blackwell parts have {2} columns; the column field of an address has 16 bits";
  }
  return HD_RANGE;
}

/* (128,C):(lane,column). */
static hd_status make_memory(hd_geometry geometry, int64_t lane, int64_t column, const char *caller, hd_error *error,
                             hd_layout *result) {
  const int64_t shape[2] = {HD_LANES, geometry.columns}, stride[2] = {lane, column};
  hd_status status = hd_make_flat_layout(2, shape, stride, error, result);
  return status == HD_OK ? status : hd_fail_within(error, status, caller);
}

hd_status hd_engine(hd_geometry geometry, hd_error *error, hd_layout *result) {
  return make_memory(geometry, 1, HD_LANES, "engine", error, result);
}

hd_status hd_address_layout(hd_geometry geometry, hd_error *error, hd_layout *result) {
  return make_memory(geometry, HD_ADDRESS_LANE, 1, "address_layout", error, result);
}

static uint32_t encode(hd_cell cell) { return (uint32_t)cell.lane << HD_ADDRESS_LANE_SHIFT | (uint32_t)cell.column; }

hd_status hd_tmem_encode(hd_geometry geometry, hd_cell cell, hd_error *error, uint32_t *address) {
  hd_status status = check_cell(geometry, cell.lane, cell.column, "encode", error);
  if (status == HD_OK) *address = encode(cell);
  return status;
}

hd_status hd_tmem_decode(hd_geometry geometry, uint32_t address, hd_error *error, hd_cell *cell) {
  uint32_t lane = address >> HD_ADDRESS_LANE_SHIFT, column = address & (HD_ADDRESS_LANE - 1);
  hd_status status = check_cell(geometry, lane, column, "decode", error);
  if (status != HD_OK) return status;
  cell->lane = (int32_t)lane;
  cell->column = (int32_t)column;
  return HD_OK;
}

hd_status hd_tmem_index(hd_geometry geometry, hd_cell cell, hd_error *error, int64_t *index) {
  hd_status status = check_cell(geometry, cell.lane, cell.column, "index", error);
  if (status == HD_OK) *index = cell.lane + (int64_t)cell.column * HD_LANES;
  return status;
}

hd_status hd_tmem_cell_at(hd_geometry geometry, int64_t index, hd_error *error, hd_cell *cell) {
  int64_t cells = (int64_t)HD_LANES * geometry.columns;
  if (index >= 0 && index < cells) {
    cell->lane = (int32_t)(index & (HD_LANES - 1));
    cell->column = (int32_t)(index >> HD_INDEX_COLUMN_SHIFT);
    return HD_OK;
  }
  hd_fail(error, HD_RANGE, "cell_at", "there is no cell {0}, only cells 0 to {1}");
  if (error != NULL) {
    error->number[0] = index;
    error->number[1] = cells - 1;
    error->number[2] = geometry.columns;
    error->hint = "a flat index is lane + 128 * column, with 128 lanes and {2} columns";
  }
  return HD_RANGE;
}

hd_status hd_tmem_index_to_address(hd_geometry geometry, int64_t index, hd_error *error, uint32_t *address) {
  hd_cell cell;
  hd_status status = hd_tmem_cell_at(geometry, index, error, &cell);
  if (status != HD_OK) return hd_fail_within(error, status, "index_to_address");
  *address = encode(cell);
  return HD_OK;
}

hd_status hd_tmem_address_to_index(hd_geometry geometry, uint32_t address, hd_error *error, int64_t *index) {
  hd_cell cell;
  hd_status status = hd_tmem_decode(geometry, address, error, &cell);
  if (status != HD_OK) return hd_fail_within(error, status, "address_to_index");
  *index = cell.lane + (int64_t)cell.column * HD_LANES;
  return HD_OK;
}

hd_status hd_tmem_offset(hd_geometry geometry, uint32_t base, int64_t offset, hd_error *error, uint32_t *address) {
  int64_t index;
  hd_status status = hd_tmem_address_to_index(geometry, base, error, &index);
  if (status == HD_OK && !hd_add(index, offset, &index)) {
    status = hd_fail(error, HD_OVERFLOW, "index", "the index of the base + {0} leaves 64-bit integers");
    if (error != NULL) error->number[0] = offset;
  }
  if (status == HD_OK) status = hd_tmem_index_to_address(geometry, index, error, address);
  return status == HD_OK ? status : hd_fail_within(error, status, "offset");
}

hd_status hd_tmem_distance(hd_geometry geometry, uint32_t from, uint32_t to, hd_error *error, int64_t *distance) {
  int64_t first, second;
  hd_status status = hd_tmem_address_to_index(geometry, from, error, &first);
  if (status == HD_OK) status = hd_tmem_address_to_index(geometry, to, error, &second);
  if (status != HD_OK) return hd_fail_within(error, status, "distance");
  *distance = second - first;
  return HD_OK;
}
