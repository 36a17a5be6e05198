/* Views: an image taken apart into what the hardware adds and what the registers hold. */
#include "tmem/view.h"

#include "algebra/checked.h"
#include "algebra/divide.h"
#include "algebra/evaluate.h"

static hd_status take_apart(hd_geometry geometry, const hd_instruction *instruction, int64_t columns, hd_error *error,
                            hd_tmem_view *result) {
  static const int thread_mode = 0, register_mode = 1;
  hd_tmem_view view;
  hd_layout engine, image, repeat;
  hd_tiler tiler;
  hd_status status = hd_engine(geometry, error, &engine);
  if (status == HD_OK) status = hd_instruction_block(instruction, columns, &engine, error, &image);
  if (status == HD_OK) status = hd_get(&image, &thread_mode, 1, error, &view.threads);
  if (status == HD_OK) status = hd_get(&image, &register_mode, 1, error, &view.cells);
  if (status == HD_OK) status = hd_make_scalar_layout(instruction->registers, 1, error, &repeat);
  if (status != HD_OK) return status;
  hd_tiler_layout(&repeat, &tiler);
  status = hd_logical_divide(&view.cells, &tiler, error, &view.cells);
  if (status != HD_OK) return status;
  result->instruction = instruction;
  hd_layout_copy(&result->threads, &view.threads);
  hd_layout_copy(&result->cells, &view.cells);
  return HD_OK;
}

hd_status hd_make_tmem_view(hd_geometry geometry, const hd_instruction *instruction, int64_t columns, hd_error *error,
                            hd_tmem_view *result) {
  hd_status status = take_apart(geometry, instruction, columns, error, result);
  return status == HD_OK ? status : hd_fail_within(error, status, "view");
}

hd_status hd_row_view(hd_geometry geometry, int64_t columns, hd_error *error, hd_tmem_view *result) {
  hd_status status = take_apart(geometry, hd_instruction_of(HD_32X32B), columns, error, result);
  return status == HD_OK ? status : hd_fail_within(error, status, "row_view");
}

hd_status hd_fragment_view(hd_geometry geometry, int64_t columns, hd_error *error, hd_tmem_view *result) {
  hd_status status = take_apart(geometry, hd_instruction_of(HD_16X256B), columns, error, result);
  return status == HD_OK ? status : hd_fail_within(error, status, "fragment_view");
}

hd_status hd_view_registers(const hd_tmem_view *view, hd_error *error, hd_layout *result) {
  hd_tuple shape;
  hd_shape(&view->cells, &shape);
  return hd_make_layout(&shape, NULL, error, result);
}

/* The extents under one mode of a shape, multiplied. Cannot overflow, by the layout's invariant. */
static int64_t mode_size(const hd_tuple *shape, hd_view mode) {
  int64_t size = 1;
  for (int leaf = mode.begin; leaf < mode.end; leaf++) size *= shape->value[leaf];
  return size;
}

/* That the coordinate names a place inside the shape: evaluation alone runs on past it, as layouts do. Both are walked
 * side by side; what is an integer in the coordinate may be a whole mode of the shape. */
static hd_status check_coordinate(const hd_tuple *coordinate, const hd_tuple *shape, hd_error *error) {
  if (!hd_is_weakly_congruent(&coordinate->profile, &shape->profile)) {
    hd_fail(error, HD_MISMATCH, "coordinate", "the coordinate is not nested as the view is");
    if (error != NULL) {
      error->hint = "a view's coordinate is (inside one repeat, repeat); an integer may stand for either, or for both";
    }
    return HD_MISMATCH;
  }
  hd_cursor at = hd_cursor_start(&coordinate->profile), within = hd_cursor_start(&shape->profile);
  for (int leaf = 0; leaf < coordinate->profile.leaves; leaf++) {
    for (; !hd_cursor_more(&at); hd_cursor_leave(&at)) hd_cursor_leave(&within);
    for (; hd_cursor_at_tuple(&at); hd_cursor_enter(&at)) hd_cursor_enter(&within);
    hd_cursor_next(&at);
    int64_t size = mode_size(shape, hd_cursor_next(&within));
    if (hd_tuple_is_any(coordinate, leaf)) {
      return hd_fail(error, HD_MISMATCH, "coordinate", "a coordinate of one cell has no `_`");
    }
    if (coordinate->value[leaf] >= 0 && coordinate->value[leaf] < size) continue;
    hd_fail(error, HD_RANGE, "coordinate", "leaf {leaf} of the coordinate is {0}, and the view has 0 to {1} there");
    if (error == NULL) return HD_RANGE;
    error->leaf = leaf;
    error->number[0] = coordinate->value[leaf];
    error->number[1] = size - 1;
    return HD_RANGE;
  }
  return HD_OK;
}

/* The cell an offset from the base names, if this warp reaches it. */
static hd_status find_cell(hd_geometry geometry, uint32_t base, int64_t warp, int64_t offset, hd_error *error,
                           hd_cell *cell) {
  uint32_t address;
  hd_cell found;
  hd_status status = hd_tmem_offset(geometry, base, offset, error, &address);
  if (status == HD_OK) status = hd_tmem_decode(geometry, address, error, &found);
  if (status != HD_OK) return status;
  int64_t slab = warp % (HD_LANES / HD_SLAB_LANES);
  if (found.lane / HD_SLAB_LANES != slab) {
    hd_fail(error, HD_RANGE, "slab", "the view leads to lane {0}, and warp {1} reaches lanes {2} to {3} only");
    if (error == NULL) return HD_RANGE;
    error->number[0] = found.lane;
    error->number[1] = warp;
    error->number[2] = HD_SLAB_LANES * slab;
    error->number[3] = HD_SLAB_LANES * slab + HD_SLAB_LANES - 1;
    return HD_RANGE;
  }
  *cell = found;
  return HD_OK;
}

hd_status hd_tmem_cell(hd_geometry geometry, uint32_t base, int64_t warp, int64_t thread, const hd_tmem_view *view,
                       const hd_tuple *coordinate, hd_error *error, hd_cell *cell) {
  hd_tuple shape;
  int64_t index, here, offset;
  if (thread < 0 || thread >= HD_WARP_THREADS) {
    hd_fail(error, HD_RANGE, "thread", "there is no thread {0} in a warp, only threads 0 to {1}");
    if (error == NULL) return HD_RANGE;
    error->caller = "tmem_cell";
    error->number[0] = thread;
    error->number[1] = HD_WARP_THREADS - 1;
    error->hint = "the thread is counted inside its warp: thread % 32";
    return HD_RANGE;
  }
  hd_shape(&view->cells, &shape);
  hd_status status = check_coordinate(coordinate, &shape, error);
  if (status == HD_OK) status = hd_instruction_check(geometry, view->instruction, 1, warp, base, error);
  if (status == HD_OK) status = hd_crd2idx(coordinate, &shape, error, &index);
  if (status == HD_OK) status = hd_evaluate_index(&view->threads, thread, error, &here);
  if (status == HD_OK) status = hd_evaluate_index(&view->cells, index, error, &offset);
  if (status == HD_OK && !hd_add(here, offset, &offset)) {
    status = hd_fail(error, HD_OVERFLOW, "view", "the view's value leaves 64-bit integers");
  }
  if (status == HD_OK) status = find_cell(geometry, base, warp, offset, error, cell);
  return status == HD_OK ? status : hd_fail_within(error, status, "tmem_cell");
}
