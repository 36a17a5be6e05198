/* Functions of the language on forms of tcgen05.ld and .st, spelled "16x256b" or "16x256b.pack::16b" and a repeat. */
#include "proofs/builtin_tmem.h"

#include "algebra/refusals.h"
#include "proofs/builtin.h"
#include "tmem/tmem.h"

#include <string.h>

static hd_status read_string(const hd_value *argument, hd_error *error, const char **text, size_t *length) {
  if (argument->kind != HD_KIND_STRING) return hd_refuse_kind(HD_WANTED_STRING, argument, error);
  *text = argument->as.string.text;
  *length = argument->as.string.length;
  return HD_OK;
}

/* The form of the first two arguments. */
static hd_status read_form(const hd_value *argument, hd_error *error, hd_form *form) {
  static const char *const packings[] = {"", ".pack::16b", ".unpack::16b"};
  const hd_instruction *instruction;
  const char *text = "";
  size_t length = 0;
  int64_t repeat;
  hd_status status = read_string(&argument[0], error, &text, &length);
  if (status != HD_OK) return status;
  const char *dot = memchr(text, '.', length);
  const size_t shape = dot == NULL ? length : (size_t)(dot - text);
  int packing = 0;
  while (packing < 3 && (strlen(packings[packing]) != length - shape ||
                         memcmp(packings[packing], text + shape, length - shape) != 0)) {
    packing++;
  }
  if (packing == 3) {
    status = hd_fail(error, HD_MALFORMED, "form", "a shape is followed by nothing, `.pack::16b` or `.unpack::16b`");
    if (error != NULL) error->position = shape;
    return status;
  }
  status = hd_instruction_find(text, shape, error, &instruction);
  if (status == HD_OK) status = hd_value_integer(&argument[1], error, &repeat);
  return status == HD_OK ? hd_make_form(instruction, repeat, packing > 0, error, form) : status;
}

static hd_status read_memory(const hd_value *argument, bool given, hd_error *error, hd_layout *memory) {
  return given ? hd_value_layout(argument, error, memory) : hd_engine(hd_blackwell(), error, memory);
}

/* ---- images ---- */

HD_OPERATION(tmem_image) {
  hd_form form;
  hd_layout memory, layout;
  hd_status status = read_form(argument, error, &form);
  if (status == HD_OK) status = read_memory(&argument[2], count > 2, error, &memory);
  if (status == HD_OK) status = hd_form_image(&form, &memory, error, &layout);
  return hd_give_layout(result, status, &layout);
}

static hd_status spread(hd_spread how, const hd_value *argument, int count, hd_error *error, hd_value *result) {
  hd_form form;
  hd_layout memory, layout;
  hd_status status = read_form(argument, error, &form);
  if (status == HD_OK) status = read_memory(&argument[2], count > 2, error, &memory);
  if (status == HD_OK) status = hd_form_spread(&form, how, &memory, error, &layout);
  return hd_give_layout(result, status, &layout);
}

HD_OPERATION(tmem_slab) { return spread(HD_SPREAD_SLAB, argument, count, error, result); }
HD_OPERATION(tmem_warpgroup) { return spread(HD_SPREAD_WARPGROUP, argument, count, error, result); }
HD_OPERATION(tmem_lanes) { return spread(HD_SPREAD_LANES, argument, count, error, result); }

HD_OPERATION(tmem_elements) {
  hd_form form;
  hd_layout memory, layout;
  int64_t bits, dense;
  hd_status status = read_form(argument, error, &form);
  if (status == HD_OK) status = hd_value_integer(&argument[2], error, &bits);
  if (status == HD_OK) status = hd_value_integer(&argument[3], error, &dense);
  if (status == HD_OK) status = read_memory(&argument[4], count > 4, error, &memory);
  if (status == HD_OK) status = hd_form_elements(&form, bits, dense != 0, &memory, error, &layout);
  return hd_give_layout(result, status, &layout);
}

HD_OPERATION(tmem_holders) {
  hd_form form;
  hd_layout layout;
  (void)count;
  hd_status status = read_form(argument, error, &form);
  if (status == HD_OK) status = hd_form_holders(&form, error, &layout);
  return hd_give_layout(result, status, &layout);
}

HD_OPERATION(tmem_split) {
  hd_layout memory;
  int64_t immediate;
  hd_status status = hd_value_integer(&argument[0], error, &immediate);
  if (status == HD_OK) status = read_memory(&argument[1], count > 1, error, &memory);
  if (status == HD_OK) status = hd_split_memory(&memory, immediate, error, &memory);
  return hd_give_layout(result, status, &memory);
}

HD_OPERATION(tmem_copy) {
  hd_copy_id id;
  hd_layout memory, layout;
  const char *text = "";
  size_t length = 0;
  hd_status status = read_string(&argument[0], error, &text, &length);
  if (status == HD_OK) status = hd_copy_find(text, length, error, &id);
  if (status == HD_OK) status = read_memory(&argument[1], count > 1, error, &memory);
  if (status == HD_OK) status = hd_copy_image(id, &memory, error, &layout);
  return hd_give_layout(result, status, &layout);
}

/* ---- where and who ---- */

/* An address, or (address, immediate), and the warp behind it. */
static hd_status read_issue(const hd_value *argument, hd_error *error, hd_issue *issue) {
  hd_tuple address;
  int64_t warp;
  hd_status status = hd_value_tuple(&argument[0], error, &address);
  if (status == HD_OK) status = hd_value_integer(&argument[1], error, &warp);
  if (status != HD_OK) return status;
  if (address.profile.leaves < 1 || address.profile.leaves > 2 || address.on_axes) {
    return hd_fail(error, HD_MISMATCH, "argument", "an address is wanted here, or (address, immediate)");
  }
  if (address.value[0] < 0 || address.value[0] > UINT32_MAX) {
    hd_fail(error, HD_RANGE, "address", "{0} is no address: an address has 32 bits");
    if (error != NULL) error->number[0] = address.value[0];
    return HD_RANGE;
  }
  status = hd_make_issue(hd_blackwell(), warp, error, issue);
  if (status != HD_OK) return status;
  issue->address = (uint32_t)address.value[0];
  issue->immediate = address.profile.leaves == 2 ? address.value[1] : 0;
  return HD_OK;
}

static hd_status read_small(const hd_value *argument, hd_error *error, int32_t *small) {
  int64_t number;
  hd_status status = hd_value_integer(argument, error, &number);
  if (status != HD_OK) return status;
  if (number < INT32_MIN || number > INT32_MAX) {
    return hd_refuse(error, HD_RANGE, "argument", "{0} names nothing here: it has more than 32 bits", number, 0, 0);
  }
  *small = (int32_t)number;
  return HD_OK;
}

static hd_status give(hd_value *result, int numbers, const int64_t *number) {
  result->kind = HD_KIND_TUPLE;
  result->visited = 0;
  return hd_tuple_flat(&result->as.tuple, numbers, number) ? HD_OK : HD_CAPACITY;
}

HD_OPERATION(tmem_where) {
  hd_form form;
  hd_issue issue;
  hd_place place = {0, 0, 0};
  hd_cell cell;
  hd_status status = read_form(argument, error, &form);
  if (status == HD_OK) status = read_issue(&argument[2], error, &issue);
  if (status == HD_OK) status = read_small(&argument[4], error, &place.thread);
  if (status == HD_OK) status = read_small(&argument[5], error, &place.reg);
  if (status == HD_OK && count > 6) status = read_small(&argument[6], error, &place.half);
  if (status == HD_OK && form.packed && count == 6) {
    status =
        hd_fail(error, HD_MISMATCH, "argument", "a packed register has two halves; which one is wanted last, 0 or 1");
  }
  if (status == HD_OK) status = hd_issue_cell(&form, &issue, place, error, &cell);
  return status == HD_OK ? give(result, 2, (const int64_t[]){cell.lane, cell.column}) : status;
}

HD_OPERATION(tmem_who) {
  hd_form form;
  hd_issue issue;
  hd_cell cell;
  hd_place holder[HD_HOLDERS_MAX];
  int held = 0;
  (void)count;
  hd_status status = read_form(argument, error, &form);
  if (status == HD_OK) status = read_issue(&argument[2], error, &issue);
  if (status == HD_OK) status = read_small(&argument[4], error, &cell.lane);
  if (status == HD_OK) status = read_small(&argument[5], error, &cell.column);
  if (status == HD_OK) status = hd_issue_holders(&form, &issue, cell, error, holder, &held);
  if (status != HD_OK) return status;
  int64_t number[3 * HD_HOLDERS_MAX];
  int numbers = 0;
  for (int k = 0; k < held; k++) {
    number[numbers++] = holder[k].thread;
    number[numbers++] = holder[k].reg;
    if (form.packed) number[numbers++] = holder[k].half;
  }
  return give(result, numbers, number);
}
