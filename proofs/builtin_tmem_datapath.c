/* Functions of the language on datapaths, scale factors, sources of copies, and allocations. */
#include "proofs/builtin_tmem_machine.h"

#include "proofs/builtin.h"
#include "tmem/tmem.h"

#include <string.h>

static hd_status read_memory(const hd_value *argument, bool given, hd_error *error, hd_layout *memory) {
  return given ? hd_value_layout(argument, error, memory) : hd_engine(hd_blackwell(), error, memory);
}

static hd_status read_letter(const hd_value *argument, hd_error *error, hd_datapath_id *id) {
  if (argument->kind != HD_KIND_STRING) return hd_refuse_kind(HD_WANTED_STRING, argument, error);
  return hd_datapath_find(argument->as.string.length == 1 ? argument->as.string.text[0] : '?', error, id);
}

/* m, n, group: small numbers; what is beyond is none of an instruction either way. */
static hd_status read_small(const hd_value *argument, hd_error *error, int32_t *small) {
  int64_t number;
  const hd_status status = hd_value_integer(argument, error, &number);
  if (status == HD_OK) *small = number < INT32_MIN || number > INT32_MAX ? -1 : (int32_t)number;
  return status;
}

static hd_status read_flag(const hd_value *argument, hd_error *error, bool *flag) {
  int64_t number = 0;
  if (argument->kind == HD_KIND_BOOLEAN) {
    *flag = argument->as.boolean;
    return HD_OK;
  }
  const hd_status status = hd_value_integer(argument, error, &number);
  if (status == HD_OK) *flag = number != 0;
  return status;
}

static hd_status read_mma(const hd_value *argument, hd_error *error, hd_mma *mma) {
  hd_status status = read_small(&argument[0], error, &mma->m);
  if (status == HD_OK) status = read_small(&argument[1], error, &mma->n);
  if (status == HD_OK) status = read_small(&argument[2], error, &mma->group);
  return status;
}

HD_OPERATION(datapath) {
  hd_datapath_id id;
  hd_layout memory, layout;
  int64_t n;
  hd_status status = read_letter(&argument[0], error, &id);
  if (status == HD_OK) status = hd_value_integer(&argument[1], error, &n);
  if (status == HD_OK) status = read_memory(&argument[2], count > 2, error, &memory);
  if (status == HD_OK) status = hd_datapath_accumulator(id, n, &memory, error, &layout);
  return hd_give_layout(result, status, &layout);
}

HD_OPERATION(datapath_of) {
  hd_datapath_id id;
  hd_layout memory, layout;
  hd_mma mma = {0};
  hd_status status = read_mma(argument, error, &mma);
  if (status == HD_OK) status = read_flag(&argument[3], error, &mma.ws);
  if (status == HD_OK) status = read_flag(&argument[4], error, &mma.sparse);
  if (status == HD_OK) status = hd_datapath_of(&mma, error, &id);
  if (status == HD_OK) status = read_memory(&argument[5], count > 5, error, &memory);
  if (status == HD_OK) status = hd_datapath_accumulator(id, mma.n, &memory, error, &layout);
  return hd_give_layout(result, status, &layout);
}

HD_OPERATION(datapath_operand) {
  hd_datapath_id id;
  hd_layout memory, layout;
  int64_t bits, depth;
  hd_status status = read_letter(&argument[0], error, &id);
  if (status == HD_OK) status = hd_value_integer(&argument[1], error, &bits);
  if (status == HD_OK) status = hd_value_integer(&argument[2], error, &depth);
  if (status == HD_OK) status = read_memory(&argument[3], count > 3, error, &memory);
  if (status == HD_OK) status = hd_datapath_operand(id, bits, depth, &memory, error, &layout);
  return hd_give_layout(result, status, &layout);
}

HD_OPERATION(scale_factors) {
  hd_mma mma = {0};
  int64_t number[3];
  hd_placement placement;
  (void)count;
  hd_status status = read_mma(argument, error, &mma);
  const hd_value *which = &argument[3];
  if (status == HD_OK && which->kind != HD_KIND_STRING) status = hd_refuse_kind(HD_WANTED_STRING, which, error);
  const char letter = status == HD_OK && which->as.string.length == 1 ? which->as.string.text[0] : '?';
  if (status == HD_OK && letter != 'a' && letter != 'b') {
    status = hd_fail(error, HD_RANGE, "scale_factors", "the factors are those of \"a\" or of \"b\"");
  }
  for (int k = 0; status == HD_OK && k < 3; k++) status = hd_value_integer(&argument[4 + k], error, &number[k]);
  if (status == HD_OK) {
    status = hd_scale_factors(&mma, letter == 'a' ? HD_SCALE_A : HD_SCALE_B, number[0], number[1], number[2], error,
                              &placement);
  }
  if (status != HD_OK) return status;
  result->kind = HD_KIND_PLACEMENT;
  result->visited = 0;
  hd_placement_copy(&result->as.placement, &placement);
  return HD_OK;
}

HD_OPERATION(copy_source) {
  hd_copy_id id;
  hd_composed bytes;
  hd_copy_descriptor source = {0};
  (void)count;
  if (argument->kind != HD_KIND_STRING) return hd_refuse_kind(HD_WANTED_STRING, argument, error);
  hd_status status = hd_copy_find(argument->as.string.text, argument->as.string.length, error, &id);
  if (status == HD_OK) status = read_small(&argument[1], error, &source.swizzle);
  if (status == HD_OK) status = hd_value_integer(&argument[2], error, &source.start);
  if (status == HD_OK) status = hd_value_integer(&argument[3], error, &source.leading);
  if (status == HD_OK) status = hd_value_integer(&argument[4], error, &source.stride);
  if (status == HD_OK) status = hd_copy_source_layout(id, &source, error, &bytes);
  if (status != HD_OK) return status;
  result->kind = HD_KIND_COMPOSED;
  result->visited = 0;
  hd_composed_copy(&result->as.composed, &bytes);
  return HD_OK;
}

/* ---- allocations ---- */

HD_OPERATION(tmem_allocates) {
  int64_t columns;
  (void)count;
  const hd_status status = hd_value_integer(argument, error, &columns);
  if (status != HD_OK) return status;
  const bool taken = hd_allocation_check(columns, error) == HD_OK;
  if (!taken && error != NULL) error->status = HD_OK;
  hd_value_set_boolean(result, taken, 0);
  return HD_OK;
}

HD_OPERATION(tmem_allocation) {
  int64_t columns, size = 0;
  (void)count;
  hd_status status = hd_value_integer(argument, error, &columns);
  if (status == HD_OK) status = hd_allocation_size(columns, error, &size);
  return hd_give_integer(result, status, size);
}

/* Buffers of so many columns, packed; *offsets is where each begins. */
static hd_status pack(const hd_value *argument, bool must_fit, hd_error *error, hd_tuple *offsets,
                      hd_allocation *found) {
  hd_tuple columns;
  hd_buffer buffer[HD_MAX_LEAVES] = {{0}};
  hd_status status = hd_value_tuple(argument, error, &columns);
  if (status != HD_OK) return status;
  for (int k = 0; k < columns.profile.leaves; k++) buffer[k].columns = columns.value[k];
  if (columns.on_axes) return hd_fail(error, HD_MISMATCH, "argument", "numbers of columns are plain integers");
  status = hd_pack_buffers(hd_blackwell(), buffer, columns.profile.leaves, error, found);
  if (status == HD_UNDEFINED && !must_fit) status = HD_OK;
  hd_tuple_copy(offsets, &columns);
  for (int k = 0; k < columns.profile.leaves; k++) offsets->value[k] = buffer[k].offset;
  return status;
}

HD_OPERATION(tmem_pack) {
  hd_tuple offsets;
  hd_allocation found;
  (void)count;
  const hd_status status = pack(argument, true, error, &offsets, &found);
  return hd_give_tuple(result, status, &offsets);
}

HD_OPERATION(tmem_packed) {
  hd_tuple offsets;
  hd_allocation found = {0};
  (void)count;
  const hd_status status = pack(argument, false, error, &offsets, &found);
  return hd_give_integer(result, status, found.packed);
}

HD_OPERATION(tmem_separate) {
  hd_tuple offsets;
  hd_allocation found = {0};
  (void)count;
  const hd_status status = pack(argument, false, error, &offsets, &found);
  return hd_give_integer(result, status, found.separate);
}
