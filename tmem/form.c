/* Forms: everything is read off the pattern. */
#include "tmem/form.h"

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
