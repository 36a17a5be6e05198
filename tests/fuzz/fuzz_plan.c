/* A request for a plan, made of the bytes: refused with a reason that can be told, or planned. Then the plan holds, and
 * it is replayed: each instruction's cells, by the manual's formulas, are those that were asked for, at one thread of
 * each warp and all of its registers. A plan with another address or another order is none for the request. */
#include "tests/fuzz/demand.h"
#include "tests/support/tcgen05.h"
#include "tmem/plan.h"

#include <string.h>

enum { STEPS = 64, LEAVES = 4, SIZE = 1 << 11, VALUES = 128 };

static hd_plan_step step[STEPS];
static int32_t order[HD_PLAN_VALUES];

/* Choices out of the bytes; the first one, behind the last byte. */
typedef struct source {
  const uint8_t *at, *end;
} source;

static int take(source *from, int choices) { return from->at < from->end ? *from->at++ % choices : 0; }

/* ---- requests ---- */

/* A mode of a few leaves on lanes and columns, of `size` coordinates where that is not 0. */
static bool make_mode(source *from, int64_t size, hd_layout *mode) {
  static const int64_t extents[] = {2, 4, 8, 16, 32, 3, 5, 64};
  int64_t shape[LEAVES], stride[LEAVES], left = size;
  int leaves = 1 + take(from, LEAVES);
  for (int k = 0; k < leaves; k++) {
    int64_t extent = extents[take(from, 8)];
    if (size != 0 && (k + 1 == leaves || left % extent != 0)) extent = left;
    shape[k] = extent;
    stride[k] = (int64_t)1 << take(from, 13);
    if (size != 0) left /= extent;
  }
  return hd_make_flat_layout(leaves, shape, stride, NULL, mode) == HD_OK;
}

static bool join(const hd_layout *a, const hd_layout *b, hd_layout *both) {
  return hd_concatenate((const hd_layout *const[]){a, b}, 2, NULL, both) == HD_OK;
}

/* What a form reaches, in several warps, and in several places where the bytes have another mode. */
static bool make_from_form(source *from, hd_geometry geometry, int64_t warps, hd_form *form, hd_layout *cells) {
  hd_layout memory, image, thread, value, half, other, both;
  hd_manual_form chosen;
  hd_manual_form_at(take(from, 74), &chosen);
  hd_make_form(hd_instruction_of((hd_instruction_id)chosen.shape), chosen.repeat, chosen.packed, NULL, form);
  hd_engine(geometry, NULL, &memory);
  if (hd_form_accesses(form) > 1 && hd_split_memory(&memory, 1 << take(from, 9), NULL, &memory) != HD_OK) return false;
  if (hd_form_image(form, &memory, NULL, &image) != HD_OK) return false;
  hd_get(&image, (const int[]){0}, 1, NULL, &thread);
  hd_get(&image, (const int[]){1}, 1, NULL, &value);
  if (form->packed && hd_get(&image, (const int[]){2}, 1, NULL, &half) == HD_OK && !join(&half, &value, &value))
    return false;
  hd_make_scalar_layout(warps, 32, NULL, &other);
  if (warps > 1 && !join(&thread, &other, &thread)) return false;
  if (take(from, 2) && (!make_mode(from, 0, &other) || !join(&value, &other, &value))) return false;
  if (!join(&thread, &value, &both)) return false;
  hd_layout_copy(cells, &both);
  return true;
}

/* Few values, or more than a plan may have. */
static bool is_small(const hd_layout *cells) {
  hd_layout value;
  if (hd_get(cells, (const int[]){1}, 1, NULL, &value) != HD_OK) return true;
  return hd_size(&value) <= VALUES || hd_size(&value) > HD_PLAN_VALUES;
}

/* False: nothing is asked. */
static bool make_request(source *from, hd_plan_request *request, hd_form *form) {
  static const int32_t warps[] = {1, 4, 1, 8, 16}, bits[] = {32, 32, 16, 8, 4, 1}, cap[] = {0, 128, 64, 16, 1, 5};
  hd_layout thread, value;
  hd_error error;
  int kind = take(from, 4);
  *request = (hd_plan_request){.geometry = hd_blackwell(), .warps = warps[take(from, 5)]};
  request->bits = bits[take(from, 6)];
  request->single = request->bits == 16 && take(from, 2);
  request->registers = cap[take(from, 6)];
  request->asynchronous = take(from, 2);
  request->first_warp = take(from, 5);
  request->base = (uint32_t)take(from, 9) << 20 | (uint32_t)take(from, 256) << take(from, 2);
  request->readings = (unsigned)take(from, 2) * HD_READ_ANY_LANE | (unsigned)take(from, 2) * HD_READ_ODD_COLUMN;
  if (kind == 0) {
    if (!make_from_form(from, request->geometry, request->warps, form, &request->cells)) return false;
    request->bits = form->packed ? 16 : 32;
    request->single = form->packed;
    return is_small(&request->cells);
  }
  if (!make_mode(from, kind == 1 ? 32 * (int64_t)request->warps : 0, &thread) || !make_mode(from, 0, &value))
    return false;
  if (!join(&thread, &value, &request->cells)) return false;
  hd_make_form(hd_instruction_of((hd_instruction_id)take(from, HD_INSTRUCTIONS)), 1, request->single, NULL, form);
  if (!is_small(&request->cells)) return false;
  if (kind == 1) return true;
  bool injective = false;
  if (hd_size(&request->cells) > SIZE || hd_is_injective(&request->cells, NULL, &injective) != HD_OK) return false;
  if (!injective) return false;
  hd_status status = hd_plan_any(request, form->instruction, request->single, &error);
  if (status == HD_OK) return true;
  demand_refusal(status, &error, 0);
  return false;
}

/* ---- plans ---- */

static int manual_shape(const hd_form *form) {
  int shape = 0;
  while (strcmp(hd_manual_shapes[shape].name, form->instruction->name) != 0) shape++;
  return shape;
}

/* Element `e` of those of register r: the index that the manual has it at, from lane 0 and column 0 on. */
static int64_t manual_element(const hd_plan_request *request, const hd_plan_step *at, int warp, int t, int r, int e) {
  const int shape = manual_shape(&at->form), dense = request->single ? 1 : 32 / request->bits;
  const uint32_t address = hd_manual_address(shape, at->form.packed, at->address[warp], (uint32_t)at->immediate, t, r,
                                             at->form.packed ? e : 0);
  const int64_t cell = (int64_t)(address >> 16) + 128 * (int64_t)(address & 0xffff);
  return dense * cell + (at->form.packed ? 0 : e);
}

static int64_t asked_element(const hd_plan_request *request, int64_t thread, int64_t value) {
  const int64_t base = (int64_t)(request->base >> 16) + 128 * (int64_t)(request->base & 0xffff);
  const int64_t dense = request->single ? 1 : 32 / request->bits;
  hd_tuple at, result;
  hd_tuple_flat(&at, 2, (const int64_t[]){thread, value});
  demand(hd_evaluate(&request->cells, &at, NULL, &result) == HD_OK);
  return dense * base + result.value[0];
}

static void replay(const hd_plan_request *request, const hd_plan *plan, int seed) {
  const int elements = request->single ? 2 : 32 / request->bits;
  int64_t seen = 0;
  for (int32_t s = 0; s < plan->steps; s++) {
    const hd_plan_step *at = &plan->step[s];
    demand(!at->form.packed || elements == 2);
    for (int r = 0; r < hd_form_registers(&at->form); r++) {
      for (int e = 0; e < elements; e++, seen++) {
        const int32_t value = plan->order[elements * (at->first + r) + e];
        const int warp = (int)(seen % request->warps), t = (int)((seen + seed) % 32);
        demand(value >= 0 && value < plan->values);
        demand(manual_element(request, at, warp, t, r, e) == asked_element(request, 32 * warp + t, value));
      }
    }
  }
  demand(seen == plan->values);
}

/* Each value once, one wait behind each instruction or behind the last. */
static void demand_plan(const hd_plan_request *request, const hd_plan *plan) {
  static bool taken[HD_PLAN_VALUES];
  for (int32_t k = 0; k < plan->values; k++) taken[k] = false;
  for (int32_t k = 0; k < plan->values; k++) {
    demand(plan->order[k] >= 0 && plan->order[k] < plan->values && !taken[plan->order[k]]);
    taken[plan->order[k]] = true;
  }
  for (int32_t s = 0; s < plan->steps; s++) {
    demand(plan->step[s].wait == (!request->asynchronous || s + 1 == plan->steps));
    demand(request->registers == 0 || hd_form_registers(&plan->step[s].form) <= request->registers ||
           plan->step[s].form.repeat == 1);
  }
}

/* One of the two, as the bytes choose. */
static void try_other(const hd_plan_request *request, hd_plan *plan, source *from) {
  hd_error error;
  if (take(from, 2)) {
    hd_plan_step *at = &plan->step[take(from, plan->steps)];
    at->address[take(from, request->warps)] ^= 1u << take(from, 9);
  } else {
    int32_t *a = &plan->order[take(from, plan->values)], *b = &plan->order[take(from, plan->values)];
    if (asked_element(request, 0, *a) == asked_element(request, 0, *b)) return;
    const int32_t kept = *a;
    *a = *b;
    *b = kept;
  }
  demand(hd_plan_check(request, plan, &error) != HD_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  source from = {data, data + size};
  static hd_plan_request request;
  hd_plan plan = {.step = step, .steps_capacity = STEPS, .order = order, .values_capacity = HD_PLAN_VALUES};
  hd_form form;
  hd_error error;
  if (!make_request(&from, &request, &form)) return 0;
  hd_status status = take(&from, 4) ? hd_make_plan_of(&request, form.instruction, form.packed, &error, &plan)
                                    : hd_make_plan(&request, &error, &plan);
  if (status != HD_OK) {
    demand_refusal(status, &error, 0);
    return 0;
  }
  demand(hd_plan_check(&request, &plan, &error) == HD_OK);
  demand_plan(&request, &plan);
  replay(&request, &plan, (int)size);
  try_other(&request, &plan, &from);
  return 0;
}
