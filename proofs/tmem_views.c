/* Views of an opcode, told apart and put in their places. */
#include "proofs/tmem_views.h"

#include "proofs/builtin.h"
#include "tmem/opcode.h"

#include <string.h>

/* The opcode, which loads or stores; the reduction of ld.red moves what its load does. */
static hd_status read_opcode(const char *text, size_t length, hd_error *error, hd_apply_request *request) {
  hd_opcode opcode;
  hd_status status = hd_opcode_parse(text, length, error, &opcode);
  if (status == HD_OK) status = hd_opcode_form(&opcode, error, &request->form);
  if (status == HD_OK) request->store = opcode.id == HD_ST;
  return status;
}

/* How far a part begins from its tensor, in cells. */
static hd_status begin_of(const hd_tuple *offset, int units, hd_error *error, int64_t *cells) {
  *cells = 0;
  for (int k = 0; k < offset->profile.leaves; k++) {
    const hd_axis axis = hd_tuple_axis(offset, k);
    hd_axis lane, column;
    hd_axis_from_name("TLane", 5, &lane);
    hd_axis_from_name("TCol", 4, &column);
    if (axis == HD_AXIS_INTEGER && offset->profile.leaves == 1) *cells = offset->value[k] / units;
    else if (axis == lane) *cells += offset->value[k];
    else if (axis == column) *cells += HD_LANES * (offset->value[k] / units);
    else return hd_fail(error, HD_MISMATCH, "apply", "a view begins at a flat index, or at lanes and columns");
    if (axis != lane && offset->value[k] % units != 0) {
      return hd_fail(error, HD_MISMATCH, "apply", "a packed view begins at the lower half of a cell");
    }
  }
  return HD_OK;
}

static hd_status read_tmem(const hd_value *value, hd_apply_request *request, int access, hd_error *error) {
  int64_t cells = 0;
  if (value->kind != HD_KIND_PART) return hd_value_layout(value, error, &request->tmem[access]);
  const hd_layout_part *part = &value->as.part;
  if (part->layout.steps != 0) return hd_fail(error, HD_MISMATCH, "apply", "a view of tensor memory is a plain layout");
  hd_layout_copy(&request->tmem[access], &part->layout.inner);
  hd_status status = begin_of(&part->offset, request->form.packed ? 2 : 1, error, &cells);
  if (status != HD_OK) return status;
  return hd_tmem_offset(request->geometry, request->base[access], cells, error, &request->base[access]);
}

hd_status hd_read_views(const char *opcode, size_t length, const hd_value *view, int views, hd_error *error,
                        hd_apply_request *request) {
  hd_status status = read_opcode(opcode, length, error, request);
  if (status != HD_OK) return status;
  const int accesses = hd_form_accesses(&request->form);
  if (views != accesses + 1) {
    hd_fail(error, HD_MISMATCH, "apply", "{0} views, and the instruction takes {1}");
    if (error == NULL) return HD_MISMATCH;
    error->number[0] = views;
    error->number[1] = accesses + 1;
    error->hint = "a load takes registers and tensor memory, a store tensor memory and registers; 16x32bx2 two views "
                  "of tensor memory";
    return HD_MISMATCH;
  }
  const int registers = request->store ? accesses : 0, tmem = request->store ? 0 : 1;
  if (view[registers].kind == HD_KIND_PART) {
    return hd_fail(error, HD_MISMATCH, "apply", "registers are a layout, and in their place stands a part");
  }
  status = hd_value_layout(&view[registers], error, &request->registers);
  for (int a = 0; status == HD_OK && a < accesses; a++) status = read_tmem(&view[tmem + a], request, a, error);
  if (status != HD_OK || request->scope != HD_SCOPE_CTA) return status;
  hd_layout group;
  status = hd_get(&request->registers, (int[]){0}, 1, error, &group);
  if (status == HD_OK)
    request->warps = hd_size(&group) > HD_APPLY_WARPS ? HD_APPLY_WARPS + 1 : (int32_t)hd_size(&group);
  return status;
}
