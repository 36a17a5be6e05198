/* Plans: the thread modes compared, the values covered, the addresses of each warp, and the proof. */
#include "tmem/plan.h"

#include "tmem/plan_cover.h"
#include "tmem/plan_parts.h"

#include "algebra/checked.h"
#include "algebra/refusals.h"
#include "algebra/walk.h"

/* That no leaf leads beyond every memory: what is computed with offsets then stays far inside 64 bits. */
static hd_status check_reach(const hd_layout *cells, hd_error *error) {
  const int64_t farthest = (int64_t)HD_LANES * HD_COLUMNS_MAX * HD_CELL_BITS;
  for (int leaf = 0; leaf < cells->profile.leaves; ++leaf) {
    int64_t last = 0, extent = cells->shape[leaf], stride = cells->stride[leaf];
    if (hd_mul(extent - 1, stride, &last) && last >= -farthest && last <= farthest) continue;
    return hd_refuse_hinted(error, HD_RANGE, "plan", "leaf {0} of the request, {1}:{2}, leads further than any memory",
                            NULL, HD_NUMBERS(leaf, extent, stride));
  }
  return HD_OK;
}

hd_status hd_plan_check_request(const hd_plan_request *request, hd_error *error) {
  bool power = request->bits > 0 && (request->bits & (request->bits - 1)) == 0;
  if (!power || request->bits > HD_CELL_BITS || (request->single && request->bits != 16))
    return hd_refuse_hinted(error, HD_RANGE, "plan", "elements of {0} bits", "a power of two up to 32; one a cell: 16",
                            HD_NUMBERS(request->bits));
  if (request->warps != 1 && request->warps != 4 && request->warps != 8 && request->warps != HD_PLAN_WARPS)
    return hd_refuse_hinted(error, HD_RANGE, "plan", "a plan for {0} warps", "1, 4 (a warpgroup), 8 or 16",
                            HD_NUMBERS(request->warps));
  if (request->first_warp < 0 || request->registers < 0)
    return hd_refuse_hinted(error, HD_RANGE, "plan", "warp {0}, {1} registers", "neither is below 0",
                            HD_NUMBERS(request->first_warp, request->registers));
  if (request->cells.on_axes)
    return hd_refuse_hinted(error, HD_MISMATCH, "plan", "a request is a layout of integers, and this one is on axes",
                            "put the memory in front: engine o layout", NULL);
  return check_reach(&request->cells, error);
}

hd_status hd_plan_check_packing(const hd_plan_request *request, bool packed, hd_error *error) {
  if (packed == request->single) return HD_OK;
  return hd_refuse_hinted(error, HD_UNDEFINED, "plan",
                          packed ? "packed forms take one element of 16 bits a cell"
                                 : "forms without packing take 32 bits of a cell, two elements in place of one",
                          NULL, NULL);
}

hd_status hd_plan_take_apart(const hd_plan_request *request, hd_error *error, hd_plan_parts *parts) {
  hd_layout thread;
  int64_t threads = (int64_t)HD_WARP_THREADS * request->warps;
  hd_status status = hd_plan_check_request(request, error);
  if (status != HD_OK) return status;
  if (hd_rank(&request->cells.profile) != 2)
    return hd_refuse_hinted(error, HD_MISMATCH, "plan",
                            "a request has the modes (thread, value), and this one has rank {0}", NULL,
                            HD_NUMBERS(hd_rank(&request->cells.profile)));
  status = hd_get(&request->cells, (int[]){0}, 1, error, &thread);
  if (status == HD_OK && hd_size(&thread) != threads)
    status =
        hd_refuse_hinted(error, HD_MISMATCH, "plan", "mode 0, the thread, has size {0}, and {1} * 32 = {2} is wanted",
                         NULL, HD_NUMBERS(hd_size(&thread), request->warps, threads));
  if (status == HD_OK) status = hd_get(&request->cells, (int[]){1}, 1, error, &parts->value);
  if (status == HD_OK) status = hd_values(&thread, 0, hd_size(&thread), error, parts->thread);
  parts->units = request->single ? 1 : HD_CELL_BITS / request->bits;
  return status;
}

/* The immediate that is so many cells on: lanes of a slab, and columns. */
static int64_t immediate_of(int64_t cells) {
  int64_t lanes = ((cells % HD_LANES) + HD_LANES) % HD_LANES;
  if (lanes >= HD_LANES / 2) lanes -= HD_LANES;
  return lanes * HD_ADDRESS_LANE + (cells - lanes) / HD_LANES;
}

hd_status hd_plan_image(hd_geometry geometry, const hd_form *form, int64_t immediate, hd_error *error,
                        hd_layout *thread, hd_layout *value) {
  hd_layout memory, image;
  hd_status status = hd_engine(geometry, error, &memory);
  if (status == HD_OK && hd_form_accesses(form) == 2) status = hd_split_memory(&memory, immediate, error, &memory);
  if (status == HD_OK) status = hd_form_image(form, &memory, error, &image);
  if (status == HD_OK) status = hd_get(&image, (int[]){0}, 1, error, thread);
  if (status == HD_OK) status = hd_get(&image, (int[]){1}, 1, error, value);
  if (status == HD_OK && form->packed) {
    hd_layout half;
    status = hd_get(&image, (int[]){2}, 1, error, &half);
    /* The lower half of a register is the lower value. */
    if (status == HD_OK) status = hd_concatenate((const hd_layout *const[]){&half, value}, 2, error, value);
  }
  return status;
}

static hd_status make_repeat(const hd_plan_request *request, const hd_plan_parts *parts,
                             const hd_instruction *instruction, bool packed, hd_error *error, hd_repeat *repeat) {
  hd_layout thread, value;
  int64_t cells[HD_CELL_BITS];
  hd_status status = hd_make_form(instruction, 1, packed, error, &repeat->form);
  if (status != HD_OK) return status;
  repeat->immediate = 0;
  if (hd_form_accesses(&repeat->form) == 2)
    repeat->immediate = immediate_of(parts->thread[HD_WARP_THREADS / 2] / parts->units);
  status = hd_plan_image(request->geometry, &repeat->form, repeat->immediate, error, &thread, &value);
  if (status == HD_OK) status = hd_values(&thread, 0, HD_WARP_THREADS, error, repeat->thread);
  if (status == HD_OK) status = hd_values(&value, 0, hd_size(&value), error, cells);
  if (status != HD_OK) return status;
  int32_t registers = hd_form_registers(&repeat->form), inside = packed ? 1 : (int32_t)parts->units;
  repeat->elements = packed ? 2 : inside;
  repeat->values = registers * repeat->elements;
  repeat->step = parts->units * HD_LANES * hd_form_columns(&repeat->form);
  for (int t = 0; t < HD_WARP_THREADS; ++t) repeat->thread[t] *= parts->units;
  for (int32_t k = 0; k < repeat->values; ++k) repeat->value[k] = parts->units * cells[k / inside] + k % inside;
  return HD_OK;
}

/* That every warp's threads lie as the shape's do. */
static hd_status check_threads(const hd_plan_request *request, const hd_plan_parts *parts, const int64_t *thread,
                               hd_error *error) {
  for (int k = 0; k < HD_WARP_THREADS * request->warps; ++k) {
    int warp = k / HD_WARP_THREADS, t = k % HD_WARP_THREADS;
    int64_t has = parts->thread[k] - parts->thread[HD_WARP_THREADS * warp];
    if (has == thread[t]) continue;
    return hd_refuse_hinted(
        error, HD_UNDEFINED, "plan",
        "thread {0} begins at element {1}, counted from its warp's thread 0, and the shape has it at {2}", NULL,
        HD_NUMBERS(k, has, thread[t]));
  }
  return HD_OK;
}

/* The address of a warp at an offset, which must be one that it may use. */
static hd_status place(const hd_plan_request *request, const hd_plan_parts *parts, const hd_form *form,
                       int64_t immediate, int warp, int64_t offset, hd_error *error, uint32_t *address) {
  int64_t elements = parts->thread[HD_WARP_THREADS * warp] + offset;
  if (elements % parts->units != 0)
    return hd_refuse_hinted(error, HD_UNDEFINED, "plan", "warp {0}: element {1} is not the first of a cell", NULL,
                            HD_NUMBERS(warp, elements));
  hd_status status = hd_tmem_offset(request->geometry, request->base, elements / parts->units, error, address);
  const hd_issue issue = {.geometry = request->geometry,
                          .readings = request->readings,
                          .warp = (int64_t)request->first_warp + warp,
                          .address = *address,
                          .immediate = immediate};
  if (status == HD_OK) status = hd_issue_check(form, &issue, error);
  return status == HD_OK ? status : hd_fail_within(error, status, "plan");
}

/* How far a plan came: what went wrong later tells more. */
typedef enum hd_stage { HD_STAGE_REQUEST, HD_STAGE_THREADS, HD_STAGE_VALUES, HD_STAGE_ADDRESSES } hd_stage;

/* What all shapes are compared with. */
typedef struct hd_subject {
  const hd_plan_request *request;
  hd_plan_parts parts;
  hd_values_table table;
} hd_subject;

static hd_status make_subject(const hd_plan_request *request, hd_error *error, hd_subject *subject) {
  subject->request = request;
  hd_status status = hd_plan_take_apart(request, error, &subject->parts);
  return status == HD_OK ? hd_tabulate(&subject->parts.value, error, &subject->table) : status;
}

/* The steps' addresses for each warp. */
static hd_status place_all(const hd_subject *subject, const int64_t *offset, hd_error *error, hd_plan *plan) {
  const hd_plan_request *request = subject->request;
  for (int32_t s = 0; s < plan->steps; ++s) {
    hd_plan_step *step = &plan->step[s];
    step->wait = !request->asynchronous || s + 1 == plan->steps;
    for (int w = 0; w < request->warps; ++w) {
      hd_status status =
          place(request, &subject->parts, &step->form, step->immediate, w, offset[s], error, &step->address[w]);
      if (status != HD_OK) return status;
    }
  }
  return HD_OK;
}

/* A plan by one shape, not proved yet; the arrays are written to even where there is none. */
static hd_status try_plan(const hd_subject *subject, const hd_instruction *instruction, bool packed, hd_error *error,
                          hd_plan *plan, hd_stage *stage) {
  enum { STEPS = 1024 };
  const hd_plan_request *request = subject->request;
  hd_repeat repeat;
  int64_t offset[STEPS], cap = request->registers == 0 ? HD_PLAN_REGISTERS : request->registers;
  hd_plan made = *plan;
  hd_status status;
  *stage = HD_STAGE_REQUEST;
  status = hd_plan_check_packing(request, packed, error);
  if (status == HD_OK) status = make_repeat(request, &subject->parts, instruction, packed, error, &repeat);
  if (status == HD_OK) *stage = HD_STAGE_THREADS;
  if (status == HD_OK) status = check_threads(request, &subject->parts, repeat.thread, error);
  if (status == HD_OK) *stage = HD_STAGE_VALUES;
  if (made.steps_capacity > STEPS) made.steps_capacity = STEPS;
  if (status == HD_OK) status = hd_cover(&subject->table, &repeat, cap, error, &made, offset);
  if (status == HD_OK) *stage = HD_STAGE_ADDRESSES;
  if (status == HD_OK) status = place_all(subject, offset, error, &made);
  if (status != HD_OK) return hd_fail_within(error, status, instruction->name);
  made.steps_capacity = plan->steps_capacity;
  *plan = made;
  return HD_OK;
}

hd_status hd_make_plan_of(const hd_plan_request *request, const hd_instruction *instruction, bool packed,
                          hd_error *error, hd_plan *plan) {
  hd_subject subject;
  hd_stage stage;
  hd_status status = make_subject(request, error, &subject);
  if (status == HD_OK) status = try_plan(&subject, instruction, packed, error, plan, &stage);
  return status == HD_OK ? hd_plan_check(request, plan, error) : status;
}

hd_status hd_make_plan(const hd_plan_request *request, hd_error *error, hd_plan *plan) {
  hd_subject subject;
  hd_error refusal = {.status = HD_OK}, other;
  hd_stage furthest = HD_STAGE_REQUEST, stage;
  hd_plan tried = *plan;
  int best = -1, last = -1, steps = 0;
  hd_status status = make_subject(request, error, &subject);
  if (status != HD_OK) return status;
  for (int id = 0; id < HD_INSTRUCTIONS; ++id) {
    const hd_instruction *instruction = hd_instruction_of((hd_instruction_id)id);
    status = try_plan(&subject, instruction, request->single, &other, &tried, &stage);
    if (stage >= HD_STAGE_VALUES) last = id; /* the arrays have been written to */
    if (status == HD_OK && (best < 0 || tried.steps < steps)) {
      best = id;
      steps = tried.steps;
    }
    if (status == HD_OK || (refusal.status != HD_OK && stage <= furthest)) continue;
    refusal = other;
    furthest = stage;
  }
  if (best < 0) {
    if (error != NULL) *error = refusal;
    return refusal.status;
  }
  const hd_instruction *chosen = hd_instruction_of((hd_instruction_id)best);
  if (last != best) status = try_plan(&subject, chosen, request->single, error, &tried, &stage);
  else status = HD_OK;
  if (status == HD_OK) status = hd_plan_check(request, &tried, error);
  if (status == HD_OK) *plan = tried;
  return status;
}
