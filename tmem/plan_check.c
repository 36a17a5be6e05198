/* The proof of a plan, from the images of its instructions as a whole: nothing of how it was found comes in.
 *
 * Invariant: a request and an image are sums over (thread) and (value, register), so they agree everywhere when they
 * agree along each: every thread with value 0, and every value with thread 0 of the first warp. */
#include "tmem/plan_parts.h"

#include "algebra/refusals.h"
#include "algebra/walk.h"

#include <string.h>

/* A step's instruction, in elements relative to its address. */
typedef struct hd_step_image {
  int32_t registers, elements;
  int64_t thread[HD_WARP_THREADS];
  int64_t value[HD_INSTRUCTION_REGISTERS * 2]; /* of cells: (half,) register */
} hd_step_image;

static hd_status image_of(const hd_plan_request *request, const hd_plan_step *step, int64_t units, hd_error *error,
                          hd_step_image *image) {
  hd_layout thread, value;
  hd_status status = hd_plan_image(request->geometry, &step->form, step->immediate, error, &thread, &value);
  if (status == HD_OK) status = hd_values(&thread, 0, HD_WARP_THREADS, error, image->thread);
  if (status == HD_OK) status = hd_values(&value, 0, hd_size(&value), error, image->value);
  image->registers = hd_form_registers(&step->form);
  image->elements = step->form.packed ? 2 : (int32_t)units;
  return status;
}

/* From the base to a step's address for a warp, in elements; and that the warp may issue it. */
static hd_status distance_of(const hd_plan_request *request, const hd_plan_step *step, int warp, int64_t units,
                             hd_error *error, int64_t *distance) {
  const hd_issue issue = {.geometry = request->geometry,
                          .readings = request->readings,
                          .warp = (int64_t)request->first_warp + warp,
                          .address = step->address[warp],
                          .immediate = step->immediate};
  hd_status status = hd_issue_check(&step->form, &issue, error);
  if (status == HD_OK)
    status = hd_tmem_distance(request->geometry, request->base, step->address[warp], error, distance);
  *distance *= units;
  return status;
}

/* That a step is an instruction, moves elements as the request has them and has registers of the plan. */
static hd_status check_form(const hd_plan_request *request, const hd_plan_step *step, hd_error *error) {
  hd_status status = hd_instruction_repeat(step->form.instruction, step->form.repeat, error);
  if (status != HD_OK) return status;
  status = hd_plan_check_packing(request, step->form.packed, error);
  if (status != HD_OK || step->first >= 0) return status;
  return hd_refuse_hinted(error, HD_UNDEFINED, "plan", "an instruction begins at register {0}", NULL,
                          HD_NUMBERS(step->first));
}

static hd_status check_threads(const hd_plan_request *request, const hd_plan_parts *parts, const hd_plan_step *step,
                               const hd_step_image *image, hd_error *error, int64_t *first) {
  for (int warp = 0; warp < request->warps; ++warp) {
    int64_t distance = 0;
    hd_status status = distance_of(request, step, warp, parts->units, error, &distance);
    if (status != HD_OK) return status;
    if (warp == 0) *first = distance;
    for (int t = 0; t < HD_WARP_THREADS; ++t) {
      int64_t has = parts->thread[HD_WARP_THREADS * warp + t], is = distance - *first + parts->units * image->thread[t];
      if (has != is)
        return hd_refuse_hinted(error, HD_UNDEFINED, "plan",
                                "thread {0} lies at element {1}, and the instruction has it at {2}", NULL,
                                HD_NUMBERS(HD_WARP_THREADS * warp + t, has, is));
    }
  }
  return HD_OK;
}

static hd_status check_step(const hd_plan_request *request, const hd_plan_parts *parts, const hd_plan *plan,
                            const hd_plan_step *step, const int64_t *offset, bool *taken, hd_error *error) {
  hd_step_image image;
  int64_t first = 0;
  hd_status status = check_form(request, step, error);
  if (status == HD_OK) status = image_of(request, step, parts->units, error, &image);
  if (status == HD_OK) status = check_threads(request, parts, step, &image, error, &first);
  int32_t inside = step->form.packed ? 1 : image.elements;
  for (int32_t k = 0; status == HD_OK && k < image.registers * image.elements; ++k) {
    int64_t place = (int64_t)step->first * image.elements + k;
    int32_t v = place < plan->values ? plan->order[place] : -1;
    if (v < 0 || v >= plan->values || taken[v])
      return hd_refuse_hinted(error, HD_UNDEFINED, "plan", "place {0} of the registers has no value of its own", NULL,
                              HD_NUMBERS(place));
    taken[v] = true;
    int64_t is = first + parts->units * image.value[k / inside] + k % inside;
    if (offset[v] != is)
      return hd_refuse_hinted(error, HD_UNDEFINED, "plan",
                              "value {0} lies at element {1}, and the instruction has it at {2}", NULL,
                              HD_NUMBERS(v, offset[v], is));
  }
  return status;
}

hd_status hd_plan_check(const hd_plan_request *request, const hd_plan *plan, hd_error *error) {
  hd_plan_parts parts;
  int64_t offset[HD_PLAN_VALUES];
  bool taken[HD_PLAN_VALUES];
  int32_t values = 0;
  hd_status status = hd_plan_take_apart(request, error, &parts);
  if (status == HD_OK && (plan->values != hd_size(&parts.value) || plan->values > HD_PLAN_VALUES))
    status = hd_refuse_hinted(error, HD_UNDEFINED, "plan", "the plan moves {0} of {1} values", NULL,
                              HD_NUMBERS(plan->values, hd_size(&parts.value)));
  if (status == HD_OK) status = hd_values(&parts.value, 0, plan->values, error, offset);
  memset(taken, 0, sizeof taken);
  for (int32_t s = 0; status == HD_OK && s < plan->steps; ++s) {
    status = check_step(request, &parts, plan, &plan->step[s], offset, taken, error);
    values += hd_form_registers(&plan->step[s].form) * (plan->step[s].form.packed ? 2 : (int32_t)parts.units);
  }
  if (status == HD_OK && values != plan->values)
    status = hd_refuse_hinted(error, HD_UNDEFINED, "plan", "the instructions move {0} of {1} values", NULL,
                              HD_NUMBERS(values, plan->values));
  return status == HD_OK ? status : hd_fail_within(error, status, "plan_check");
}
