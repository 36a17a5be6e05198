/* Panels of cells as lists of lists. */
#include "proofs/picture_json.h"

static int64_t end_of(int64_t count, int64_t first, int64_t wanted) {
  const int64_t most = wanted > 0 ? wanted : HD_PICTURE_SIDE;
  return first < count && most < count - first ? first + most : count;
}

void hd_picture_json(hd_json *json, const hd_panel *panel, const hd_window *window) {
  const int64_t last_row = end_of(panel->row.count, window->row, window->rows);
  const int64_t last_column = end_of(panel->column.count, window->column, window->columns);
  hd_drawn drawn;
  hd_json_object(json, NULL);
  hd_json_text(json, "title", panel->title);
  hd_json_integer(json, "rows", panel->row.count);
  hd_json_integer(json, "columns", panel->column.count);
  hd_json_integer(json, "first_row", window->row);
  hd_json_integer(json, "first_column", window->column);
  hd_json_list(json, "cells");
  for (int64_t row = window->row; row < last_row; row++) {
    hd_json_list(json, NULL);
    for (int64_t column = window->column; column < last_column; column++) {
      panel->cell(panel->context, row, column, &drawn);
      hd_json_text(json, NULL, drawn.text);
    }
    hd_json_close(json);
  }
  hd_json_close(json);
  hd_json_close(json);
}
