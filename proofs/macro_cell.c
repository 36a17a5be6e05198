/* The macros of each shape, as one function. */
#include "proofs/macro_cell.h"

#include "kernels/shapes.h"

hd_status hd_macro_cell(const hd_form *form, const hd_issue *issue, hd_place place, hd_error *error, hd_cell *cell) {
  const int32_t t = place.thread, r = place.reg, split = (int32_t)issue->immediate;
  const int32_t cells = form->packed ? HD_CELLS_PACKED : HD_CELLS_PLAIN;
  int32_t row = 0, pair = 0;
  (void)error;
#define HD_MACRO_CELL(shape)                                     \
  if (form->instruction == hd_instruction_of(HD_SHAPE(shape))) { \
    row = HD_ROW(shape, t, r, split);                            \
    pair = HD_COLUMN(shape, t, r, split / cells);                \
  }
  HD_MACRO_CELL(32x32b)
  HD_MACRO_CELL(16x64b)
  HD_MACRO_CELL(16x128b)
  HD_MACRO_CELL(16x256b)
  HD_MACRO_CELL(16x32bx2)
#undef HD_MACRO_CELL
  cell->lane = (int32_t)(issue->address >> 16) + row;
  cell->column = (int32_t)(issue->address & 0xFFFF) + pair * cells + place.half;
  return HD_OK;
}
