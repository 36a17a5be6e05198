/* The manual's formulas, one line for each shape. */
#include "tests/support/tcgen05.h"

const hd_manual_shape hd_manual_shapes[HD_MANUAL_SHAPES] = {
    {"32x32b", 1, 32, 1, 128, 1}, {"16x64b", 1, 16, 2, 128, 1},   {"16x128b", 2, 16, 4, 64, 1},
    {"16x256b", 4, 16, 8, 32, 1}, {"16x32bx2", 1, 16, 1, 128, 2},
};

static hd_manual_cell plain(int shape, int t, int r) {
  switch (shape) {
    case 0: return (hd_manual_cell){t, r, 0};
    case 1: return (hd_manual_cell){t / 4 + 8 * (t % 2), t / 2 % 2 + 2 * r, 0};
    case 2: return (hd_manual_cell){t / 4 + 8 * (r % 2), t % 4 + 4 * (r / 2), 0};
    case 3: return (hd_manual_cell){t / 4 + 8 * (r / 2 % 2), r % 2 + 2 * (t % 4) + 8 * (r / 4), 0};
    default: return (hd_manual_cell){t % 16, r, t / 16};
  }
}

hd_manual_cell hd_manual_cell_of(int shape, bool packed, int t, int r, int h) {
  hd_manual_cell cell = plain(shape, t, r);
  if (packed) cell.column = 2 * cell.column + h;
  return cell;
}

hd_manual_holder hd_manual_holder_of(int shape, bool packed, hd_manual_cell cell) {
  int lane = cell.lane, half = packed ? cell.column % 2 : 0, column = packed ? cell.column / 2 : cell.column;
  switch (shape) {
    case 0: return (hd_manual_holder){lane, column, half};
    case 1: return (hd_manual_holder){4 * (lane % 8) + 2 * (column % 2) + lane / 8, column / 2, half};
    case 2: return (hd_manual_holder){4 * (lane % 8) + column % 4, lane / 8 + 2 * (column / 4), half};
    case 3:
      return (hd_manual_holder){4 * (lane % 8) + column % 8 / 2, column % 2 + 2 * (lane / 8) + 4 * (column / 8), half};
    default: return (hd_manual_holder){16 * cell.access + lane, column, half};
  }
}

uint32_t hd_manual_address(int shape, bool packed, uint32_t address, uint32_t immediate, int t, int r, int h) {
  hd_manual_cell cell = hd_manual_cell_of(shape, packed, t, r, h);
  return address + (cell.access ? immediate : 0u) + ((uint32_t)cell.lane << 16) + (uint32_t)cell.column;
}

bool hd_manual_form_at(int k, hd_manual_form *form) {
  *form = (hd_manual_form){0, 1, false};
  for (; k > 0 && form->shape < HD_MANUAL_SHAPES; k--) {
    if (!form->packed) {
      form->packed = true;
      continue;
    }
    form->packed = false;
    form->repeat *= 2;
    if (form->repeat > hd_manual_shapes[form->shape].largest) *form = (hd_manual_form){form->shape + 1, 1, false};
  }
  return form->shape < HD_MANUAL_SHAPES;
}

const hd_manual_copy hd_manual_copies[HD_MANUAL_COPIES] = {
    {"128x256b", 128, 8, 1},
    {"128x128b", 128, 4, 1},
    {"4x256b", 4, 8, 1},
    {"64x128b.warpx2::02_13", 64, 4, 2},
    {"64x128b.warpx2::01_23", 64, 4, 2},
    {"32x128b.warpx4", 32, 4, 4},
};

hd_manual_cell hd_manual_copy_of(int copy, int i, int w, int p) {
  switch (copy) {
    case 2: return (hd_manual_cell){32 * i, w, 0};                          /* one lane of each slab */
    case 3: return (hd_manual_cell){i + 64 * p, w, 0};                      /* slabs 0 and 2, 1 and 3 */
    case 4: return (hd_manual_cell){64 * (i / 32) + i % 32 + 32 * p, w, 0}; /* slabs 0 and 1, 2 and 3 */
    case 5: return (hd_manual_cell){i + 32 * p, w, 0};
    default: return (hd_manual_cell){i, w, 0};
  }
}
