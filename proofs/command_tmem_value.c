/* What the verbs of `heddle tmem` read as expressions: layouts of cells, parts of them, pairs of numbers. */
#include "proofs/command_tmem.h"

#include "proofs/builtin.h"
#include "proofs/diagnose.h"
#include "proofs/expression.h"

#include "algebra/checked.h"

#include <stdio.h>
#include <string.h>

int hd_tmem_value(const char *text, hd_value *value) {
  hd_error error;
  if (hd_expression_value(text, strlen(text), &error, value) == HD_OK) return 0;
  return hd_tmem_refuse(text, &error);
}

/* Whether a stride's axis is one of two names. */
static bool is_named(const hd_layout *layout, int leaf, const char *one, const char *other) {
  hd_axis a, b;
  return hd_axis_from_name(one, strlen(one), &a) && hd_axis_from_name(other, strlen(other), &b) &&
         (hd_layout_axis(layout, leaf) == a || hd_layout_axis(layout, leaf) == b);
}

/* The least and the most that a layout's strides on one of two axes add up to. */
static hd_status range_of(const hd_layout *layout, const char *one, const char *other, hd_error *error, int64_t *least,
                          int64_t *most) {
  *least = *most = 0;
  for (int leaf = 0; leaf < layout->profile.leaves; leaf++) {
    int64_t *const end = layout->stride[leaf] < 0 ? least : most;
    if (!is_named(layout, leaf, one, other)) continue;
    if (!hd_add_product(end, layout->shape[leaf] - 1, layout->stride[leaf])) {
      return hd_fail(error, HD_OVERFLOW, "cells", "a lane or column leaves 64 bits");
    }
  }
  return HD_OK;
}

static hd_status check_range(const hd_layout *layout, const char *one, const char *other, int64_t extent,
                             const char *reason, hd_error *error) {
  int64_t least, most;
  hd_status status = range_of(layout, one, other, error, &least, &most);
  if (status != HD_OK || (least >= 0 && most < extent)) return status;
  hd_fail(error, HD_RANGE, "cells", reason);
  error->number[0] = least;
  error->number[1] = most;
  error->number[2] = extent;
  return HD_RANGE;
}

/* Lanes and columns as flat indices. */
static hd_status flatten_cells(hd_layout *layout, hd_geometry geometry, hd_error *error) {
  hd_status status = check_range(layout, "lane", "TLane", HD_LANES, "lanes {0} to {1}, and there are {2}", error);
  if (status == HD_OK) {
    status = check_range(layout, "col", "TCol", geometry.columns, "columns {0} to {1}, and there are {2}", error);
  }
  for (int leaf = 0; status == HD_OK && leaf < layout->profile.leaves; leaf++) {
    const bool column = is_named(layout, leaf, "col", "TCol");
    if (layout->shape[leaf] == 1) layout->stride[leaf] = 0; /* it never counts */
    if (layout->stride[leaf] != 0 && !column && !is_named(layout, leaf, "lane", "TLane")) {
      return hd_fail(error, HD_MISMATCH, "cells", "cells are flat indices, or lie on the axes lane and col");
    }
    if (column) layout->stride[leaf] *= HD_LANES;
  }
  if (status != HD_OK) return status;
  layout->on_axes = false;
  return hd_layout_finish(layout, "cells", error);
}

/* A part's layout and where it begins; of anything else the layout, at 0. */
static hd_status take_part(const hd_value *value, hd_error *error, hd_layout *layout, int64_t *offset) {
  if (offset != NULL) *offset = 0;
  if (value->kind != HD_KIND_PART || offset == NULL) return hd_value_layout(value, error, layout);
  const hd_layout_part *part = &value->as.part;
  if (part->layout.steps != 0 || part->offset.on_axes || part->offset.profile.leaves != 1) {
    return hd_fail(error, HD_MISMATCH, "cells", "of a part the layout is plain and its offset a flat index");
  }
  *offset = part->offset.value[0];
  hd_layout_copy(layout, &part->layout.inner);
  return HD_OK;
}

int hd_tmem_cells(const char *text, hd_geometry geometry, hd_layout *layout, int64_t *offset) {
  hd_error error;
  hd_value value;
  const int code = hd_tmem_value(text, &value);
  if (code != 0) return code;
  hd_status status = take_part(&value, &error, layout, offset);
  if (status == HD_OK && layout->on_axes) status = flatten_cells(layout, geometry, &error);
  return status == HD_OK ? 0 : hd_tmem_refuse(NULL, &error);
}

int hd_tmem_pair(const char *text, int64_t pair[2]) {
  hd_error error;
  hd_value value;
  hd_tuple tuple;
  const int code = hd_tmem_value(text, &value);
  if (code != 0) return code;
  if (hd_value_tuple(&value, &error, &tuple) != HD_OK || tuple.profile.leaves != 2 || tuple.on_axes) {
    return hd_complain("a pair is (5,64)", "`%s` is no pair of numbers", text);
  }
  pair[0] = tuple.value[0];
  pair[1] = tuple.value[1];
  return 0;
}
