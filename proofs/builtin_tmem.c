/* Functions of the language on tensor memory: each reads its arguments, calls tmem/ and wraps what comes back. */
#include "proofs/builtin_tmem.h"

#include "algebra/refusals.h"
#include "proofs/builtin.h"
#include "tmem/tmem.h"

static hd_status give_cell(hd_value *result, hd_status status, hd_cell cell) {
  if (status != HD_OK) return status;
  const int64_t value[2] = {cell.lane, cell.column};
  result->kind = HD_KIND_TUPLE;
  result->visited = 0;
  return hd_tuple_flat(&result->as.tuple, 2, value) ? HD_OK : HD_CAPACITY;
}

static hd_status read_address(const hd_value *value, hd_error *error, uint32_t *address) {
  int64_t integer;
  hd_status status = hd_value_integer(value, error, &integer);
  if (status != HD_OK) return status;
  if (integer < 0 || integer > UINT32_MAX) {
    hd_fail(error, HD_RANGE, "address", "{0} is no address: an address has 32 bits");
    if (error != NULL) error->number[0] = integer;
    return HD_RANGE;
  }
  *address = (uint32_t)integer;
  return HD_OK;
}

static hd_status read_cell(const hd_value *argument, hd_error *error, hd_cell *cell) {
  int64_t index[2];
  for (int k = 0; k < 2; k++) {
    hd_status status = hd_value_integer(&argument[k], error, &index[k]);
    if (status != HD_OK) return status;
    if (index[k] < INT32_MIN || index[k] > INT32_MAX) {
      return hd_refuse(error, HD_RANGE, "cell", "there is no lane or column {0}", index[k], 0, 0);
    }
  }
  cell->lane = (int32_t)index[0];
  cell->column = (int32_t)index[1];
  return HD_OK;
}

static hd_status read_geometry(const hd_value *argument, int count, hd_error *error, hd_geometry *geometry) {
  int64_t columns = HD_COLUMNS;
  hd_status status = count > 0 ? hd_value_integer(&argument[0], error, &columns) : HD_OK;
  return status == HD_OK ? hd_make_geometry(columns, error, geometry) : status;
}

HD_OPERATION(engine) {
  hd_geometry geometry;
  hd_layout layout;
  hd_status status = read_geometry(argument, count, error, &geometry);
  if (status == HD_OK) status = hd_engine(geometry, error, &layout);
  return hd_give_layout(result, status, &layout);
}

HD_OPERATION(address_layout) {
  hd_geometry geometry;
  hd_layout layout;
  hd_status status = read_geometry(argument, count, error, &geometry);
  if (status == HD_OK) status = hd_address_layout(geometry, error, &layout);
  return hd_give_layout(result, status, &layout);
}

static hd_status read_memory(const hd_value *argument, bool given, hd_error *error, hd_layout *memory) {
  return given ? hd_value_layout(argument, error, memory) : hd_engine(hd_blackwell(), error, memory);
}

static hd_status image(hd_instruction_id id, bool packed, const hd_value *argument, int count, hd_error *error,
                       hd_value *result) {
  hd_layout memory, layout;
  hd_form form;
  int64_t repeat;
  hd_status status = hd_value_integer(&argument[0], error, &repeat);
  if (status == HD_OK) status = read_memory(&argument[1], count > 1, error, &memory);
  if (status == HD_OK) status = hd_make_form(hd_instruction_of(id), repeat, packed, error, &form);
  if (status == HD_OK) status = hd_form_image(&form, &memory, error, &layout);
  return hd_give_layout(result, status, &layout);
}

static hd_status starts(hd_instruction_id id, const hd_value *argument, int count, hd_error *error, hd_value *result) {
  hd_layout memory, layout;
  hd_status status = read_memory(&argument[0], count > 0, error, &memory);
  if (status == HD_OK) status = hd_instruction_starts(hd_instruction_of(id), &memory, error, &layout);
  return hd_give_layout(result, status, &layout);
}

#define DEFINE_SHAPE(shape, id)                                                            \
  HD_OPERATION(image_##shape) { return image(id, false, argument, count, error, result); } \
  HD_OPERATION(packed_##shape) { return image(id, true, argument, count, error, result); } \
  HD_OPERATION(starts_##shape) { return starts(id, argument, count, error, result); }

DEFINE_SHAPE(32x32b, HD_32X32B)
DEFINE_SHAPE(16x64b, HD_16X64B)
DEFINE_SHAPE(16x128b, HD_16X128B)
DEFINE_SHAPE(16x256b, HD_16X256B)
DEFINE_SHAPE(16x32bx2, HD_16X32BX2)

static hd_status read_view(hd_instruction_id id, const hd_value *argument, hd_error *error, hd_tmem_view *view) {
  int64_t columns;
  hd_status status = hd_value_integer(&argument[0], error, &columns);
  if (status != HD_OK) return status;
  return hd_make_tmem_view(hd_blackwell(), hd_instruction_of(id), columns, error, view);
}

static hd_status cells(hd_instruction_id id, const hd_value *argument, int count, hd_error *error, hd_value *result) {
  hd_tmem_view view;
  (void)count;
  hd_status status = read_view(id, argument, error, &view);
  return hd_give_layout(result, status, &view.cells);
}

static hd_status registers(hd_instruction_id id, const hd_value *argument, int count, hd_error *error,
                           hd_value *result) {
  hd_tmem_view view;
  hd_layout layout;
  (void)count;
  hd_status status = read_view(id, argument, error, &view);
  if (status == HD_OK) status = hd_view_registers(&view, error, &layout);
  return hd_give_layout(result, status, &layout);
}

static hd_status cell_of(hd_instruction_id id, const hd_value *argument, int count, hd_error *error, hd_value *result) {
  hd_tmem_view view;
  uint32_t base;
  int64_t warp, thread;
  hd_cell cell;
  (void)count;
  hd_status status = read_view(id, argument, error, &view);
  if (status == HD_OK) status = read_address(&argument[1], error, &base);
  if (status == HD_OK) status = hd_value_integer(&argument[2], error, &warp);
  if (status == HD_OK) status = hd_value_integer(&argument[3], error, &thread);
  if (status == HD_OK && argument[4].kind != HD_KIND_TUPLE) {
    status = hd_fail(error, HD_MISMATCH, "argument", "a coordinate is wanted here: an integer or a tuple");
  }
  if (status != HD_OK) return status;
  status = hd_tmem_cell(hd_blackwell(), base, warp, thread, &view, &argument[4].as.tuple, error, &cell);
  return give_cell(result, status, cell);
}

#define DEFINE_VIEW(name, id)                                                              \
  HD_OPERATION(name##_view) { return cells(id, argument, count, error, result); }          \
  HD_OPERATION(name##_registers) { return registers(id, argument, count, error, result); } \
  HD_OPERATION(name##_cell) { return cell_of(id, argument, count, error, result); }

DEFINE_VIEW(row, HD_32X32B)
DEFINE_VIEW(fragment, HD_16X256B)

HD_OPERATION(tmem_encode) {
  hd_cell cell;
  uint32_t address = 0;
  (void)count;
  hd_status status = read_cell(argument, error, &cell);
  if (status == HD_OK) status = hd_tmem_encode(hd_blackwell(), cell, error, &address);
  return hd_give_integer(result, status, address);
}

HD_OPERATION(tmem_decode) {
  hd_cell cell = {0, 0};
  uint32_t address;
  (void)count;
  hd_status status = read_address(argument, error, &address);
  if (status == HD_OK) status = hd_tmem_decode(hd_blackwell(), address, error, &cell);
  return give_cell(result, status, cell);
}

HD_OPERATION(tmem_offset) {
  int64_t offset;
  uint32_t base, address = 0;
  (void)count;
  hd_status status = read_address(&argument[0], error, &base);
  if (status == HD_OK) status = hd_value_integer(&argument[1], error, &offset);
  if (status == HD_OK) status = hd_tmem_offset(hd_blackwell(), base, offset, error, &address);
  return hd_give_integer(result, status, address);
}

HD_OPERATION(tmem_distance) {
  int64_t distance = 0;
  uint32_t from, to;
  (void)count;
  hd_status status = read_address(&argument[0], error, &from);
  if (status == HD_OK) status = read_address(&argument[1], error, &to);
  if (status == HD_OK) status = hd_tmem_distance(hd_blackwell(), from, to, error, &distance);
  return hd_give_integer(result, status, distance);
}
