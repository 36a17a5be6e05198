/* Forms: everything is read off the pattern. */
#include "tmem/form.h"

#include "algebra/checked.h"
#include "algebra/inverse.h"
#include "algebra/modes.h"

hd_status hd_make_form(const hd_instruction *instruction, int64_t repeat, bool packed, hd_error *error,
                       hd_form *result) {
  hd_status status = hd_instruction_repeat(instruction, repeat, error);
  if (status == HD_OK) *result = (hd_form){instruction, (int32_t)repeat, packed};
  return status;
}

int hd_form_registers(const hd_form *form) { return form->instruction->registers * form->repeat; }

int hd_form_lanes(const hd_form *form) { return form->instruction->lanes; }

int hd_form_columns(const hd_form *form) {
  return (int)hd_instruction_columns(form->instruction) * form->repeat * (form->packed ? 2 : 1);
}

/* All registers of a repeat, divided by the cells that one access of a repeat reaches. */
int hd_form_accesses(const hd_form *form) {
  const hd_instruction *line = form->instruction;
  return HD_WARP_THREADS * HD_CELL_BITS * line->registers / (line->lanes * line->bits);
}

hd_status hd_form_pattern(const hd_form *form, hd_error *error, hd_layout *result) {
  return hd_instruction_pattern(form->instruction, form->repeat, form->packed, error, result);
}

hd_status hd_form_image(const hd_form *form, const hd_layout *memory, hd_error *error, hd_layout *result) {
  hd_layout pattern;
  hd_status status = hd_form_pattern(form, error, &pattern);
  return status == HD_OK ? hd_pattern_image(&pattern, memory, error, result) : hd_fail_within(error, status, "image");
}

hd_status hd_form_holders(const hd_form *form, hd_error *error, hd_layout *result) {
  hd_layout pattern;
  hd_status status = hd_form_pattern(form, error, &pattern);
  if (status == HD_OK) status = hd_right_inverse(&pattern, error, &pattern);
  if (status == HD_OK) hd_layout_copy(result, &pattern);
  return status == HD_OK ? status : hd_fail_within(error, status, "holders");
}

hd_status hd_split_offset(int64_t immediate, hd_error *error, hd_cell *offset) {
  if (immediate < INT32_MIN || immediate > UINT32_MAX) {
    hd_fail(error, HD_RANGE, "immediate", "the immediate {0} has more than 32 bits");
    if (error != NULL) error->number[0] = immediate;
    return HD_RANGE;
  }
  const int32_t half = HD_ADDRESS_LANE / 2;
  const uint32_t word = (uint32_t)immediate;
  /* The sum word + 2^15 carries into the lane exactly where the column is negative. */
  const uint32_t lane = (word + (uint32_t)half) >> HD_ADDRESS_LANE_SHIFT;
  offset->column = (int32_t)((word + (uint32_t)half) & (HD_ADDRESS_LANE - 1)) - half;
  offset->lane = lane < (uint32_t)half ? (int32_t)lane : (int32_t)lane - HD_ADDRESS_LANE;
  return HD_OK;
}

/* Whether the two modes that an immediate moves along are one leaf each. */
static bool is_lane_by_column(const hd_layout *memory) {
  const hd_profile *profile = &memory->profile;
  hd_view lane, column;
  return hd_rank(profile) >= 2 && hd_view_mode(profile, hd_view_all(profile), 0, &lane) &&
         hd_view_mode(profile, hd_view_all(profile), 1, &column) && !hd_view_is_tuple(profile, lane) &&
         !hd_view_is_tuple(profile, column);
}

/* What memory's value of an offset is, as one leaf 2:S. */
static hd_status make_access(const hd_layout *memory, hd_cell offset, hd_error *error, hd_layout *access) {
  const hd_axis lane_axis = hd_layout_axis(memory, 0), column_axis = hd_layout_axis(memory, 1);
  int64_t lane, column, stride;
  if (!hd_mul(offset.lane, memory->stride[0], &lane) || !hd_mul(offset.column, memory->stride[1], &column) ||
      !hd_add(lane, column, &stride)) {
    return hd_fail(error, HD_OVERFLOW, "split_memory", "the second access lies beyond 64-bit integers");
  }
  if (lane != 0 && column != 0 && lane_axis != column_axis) {
    hd_fail(error, HD_UNDEFINED, "split_memory",
            "the second access is {0} lanes and {1} columns on, along two axes at once: no stride says that");
    if (error == NULL) return HD_UNDEFINED;
    error->number[0] = offset.lane;
    error->number[1] = offset.column;
    error->hint = "over a memory of integers, the engine or the address layout, it is one";
    return HD_UNDEFINED;
  }
  hd_layout_clear(access);
  (void)hd_layout_append_leaf(access, 2, stride, column != 0 ? column_axis : lane_axis); /* the first always fits */
  return hd_layout_finish(access, "split_memory", error);
}

hd_status hd_split_memory(const hd_layout *memory, int64_t immediate, hd_error *error, hd_layout *result) {
  static const int lane_and_column[] = {0, 1};
  hd_layout access, both;
  hd_cell offset;
  hd_status status = hd_split_offset(immediate, error, &offset);
  if (status == HD_OK && !is_lane_by_column(memory)) {
    status = hd_fail(error, HD_MISMATCH, "split_memory", "a memory whose lane and column are one leaf each is wanted");
  }
  if (status == HD_OK) status = make_access(memory, offset, error, &access);
  if (status == HD_OK) status = hd_select(memory, lane_and_column, 2, error, &both);
  if (status == HD_OK) status = hd_append(&both, &access, error, result);
  return status == HD_OK ? status : hd_fail_within(error, status, "split_memory");
}
