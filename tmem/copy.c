/* Copies and shifts: their lines, composed with a memory. */
#include "tmem/copy.h"

#include "tmem/instruction.h"

#include "algebra/parse.h"

#include <string.h>

static const struct {
  const char *name;
  size_t name_length;
  const char *image;
  size_t image_length;
} lines[HD_COPIES] = {
#define HD_COPY(id, name, image) [id] = {name, sizeof name - 1, image, sizeof image - 1},
#include "tmem/instructions.inc"
};

#define HD_COPY(id, name, image) " " name
static const char names_hint[] = "the copies are"
#include "tmem/instructions.inc"
    ;

const char *hd_copy_name(hd_copy_id id) { return lines[id].name; }

hd_status hd_copy_find(const char *name, size_t length, hd_error *error, hd_copy_id *id) {
  for (int k = 0; k < HD_COPIES; k++) {
    if (lines[k].name_length != length || memcmp(lines[k].name, name, length) != 0) continue;
    *id = (hd_copy_id)k;
    return HD_OK;
  }
  hd_fail(error, HD_RANGE, "copy", "tcgen05.cp has no shape and multicast of this name");
  if (error != NULL) error->hint = names_hint;
  return HD_RANGE;
}

hd_status hd_copy_image(hd_copy_id id, const hd_layout *memory, hd_error *error, hd_layout *result) {
  hd_layout pattern;
  hd_status status = hd_parse_layout(lines[id].image, lines[id].image_length, error, &pattern);
  if (status == HD_OK) status = hd_pattern_image(&pattern, memory, error, result);
  return status == HD_OK ? status : hd_fail_within(error, status, "copy");
}

/* That `lanes` lanes and `columns` columns from a cell on are in memory. */
static hd_status check_room(hd_geometry geometry, hd_cell base, int64_t lanes, int64_t columns, hd_error *error) {
  const bool wide = columns > geometry.columns - base.column;
  if (!wide && lanes <= HD_LANES - base.lane) return HD_OK;
  hd_fail(error, HD_RANGE, "block",
          wide ? "a block of {0} columns from column {1} does not fit {2} columns"
               : "a block that reaches {0} lanes from lane {1} does not fit {2} lanes");
  if (error == NULL) return HD_RANGE;
  error->number[0] = wide ? columns : lanes;
  error->number[1] = wide ? base.column : base.lane;
  error->number[2] = wide ? geometry.columns : HD_LANES;
  return HD_RANGE;
}

hd_status hd_copy_check(hd_geometry geometry, hd_copy_id id, uint32_t address, hd_error *error) {
  hd_layout pattern;
  hd_tuple extent;
  hd_cell base;
  hd_status status = hd_tmem_decode(geometry, address, error, &base);
  if (status == HD_OK) status = hd_parse_layout(lines[id].image, lines[id].image_length, error, &pattern);
  if (status == HD_OK) status = hd_coshape(&pattern, error, &extent);
  if (status == HD_OK) status = check_room(geometry, base, extent.value[0], extent.value[1], error);
  return status == HD_OK ? status : hd_fail_within(error, status, "copy");
}

hd_status hd_shift_image(const hd_layout *memory, hd_error *error, hd_layout *result) {
  static const char block[] = "(32,4,8):(1@0,32@0,1@1)";
  hd_layout pattern;
  hd_status status = hd_parse_layout(block, sizeof block - 1, error, &pattern);
  if (status == HD_OK) status = hd_pattern_image(&pattern, memory, error, result);
  return status == HD_OK ? status : hd_fail_within(error, status, "shift");
}

hd_status hd_shift_check(hd_geometry geometry, uint32_t address, hd_error *error) {
  hd_cell base;
  hd_status status = hd_tmem_decode(geometry, address, error, &base);
  if (status == HD_OK && base.lane % HD_SLAB_LANES != 0) {
    status =
        hd_fail(error, HD_RANGE, "block", "a shift starts at a lane that is a multiple of {0}, and not at lane {1}");
    if (error != NULL) {
      error->number[0] = HD_SLAB_LANES;
      error->number[1] = base.lane;
    }
  }
  if (status == HD_OK) status = check_room(geometry, base, 1, HD_SHIFT_COLUMNS, error);
  return status == HD_OK ? status : hd_fail_within(error, status, "shift");
}
