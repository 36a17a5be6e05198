/* Functions of the language on plans, and on exact opcodes on views. */
#include "proofs/builtin_tmem_machine.h"

#include "algebra/refusals.h"
#include "proofs/builtin.h"
#include "proofs/tmem_views.h"
#include "tmem/tmem.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS = 1024 };

/* The shape of the first argument; NULL: any. */
static hd_status read_shape(const hd_value *argument, hd_error *error, const hd_instruction **shape) {
  if (argument->kind != HD_KIND_STRING) return hd_refuse_kind(HD_WANTED_STRING, argument, error);
  const char *text = argument->as.string.text;
  const size_t length = argument->as.string.length;
  *shape = NULL;
  if (length == 3 && memcmp(text, "any", 3) == 0) return HD_OK;
  return hd_instruction_find(text, length, error, shape);
}

static hd_status read_small(const hd_value *argument, hd_error *error, int32_t *small) {
  int64_t number;
  const hd_status status = hd_value_integer(argument, error, &number);
  if (status == HD_OK) *small = number < 0 || number > INT16_MAX ? -1 : (int32_t)number;
  return status;
}

/* Layout and warps, and behind `last` of them bits and single. */
static hd_status read_request(const hd_value *argument, int count, int last, hd_error *error,
                              hd_plan_request *request) {
  int32_t single = 0;
  *request = (hd_plan_request){.geometry = hd_blackwell(), .bits = HD_CELL_BITS};
  hd_status status = hd_value_layout(&argument[1], error, &request->cells);
  if (status == HD_OK) status = read_small(&argument[2], error, &request->warps);
  if (status == HD_OK && last > 3) status = read_small(&argument[3], error, &request->registers);
  if (status == HD_OK && count > last) status = read_small(&argument[last], error, &request->bits);
  if (status == HD_OK && count > last + 1) status = read_small(&argument[last + 1], error, &single);
  request->single = single != 0;
  return status;
}

HD_OPERATION(tmem_registers) {
  const hd_instruction *shape;
  hd_plan_request request;
  hd_status status = read_shape(argument, error, &shape);
  if (status == HD_OK && shape == NULL) {
    status = hd_fail(error, HD_RANGE, "tmem_registers", "each shape has registers of its own: say which");
  }
  if (status == HD_OK) status = read_request(argument, count, 3, error, &request);
  if (status == HD_OK) status = hd_plan_any(&request, shape, request.single, error);
  return hd_give_layout(result, status, &request.cells);
}

/* A plan for the arguments; what it lies in is large, and released by the caller. */
static hd_status make_plan(const hd_value *argument, int count, hd_error *error, hd_plan_request *request,
                           hd_plan *plan) {
  const hd_instruction *shape;
  *plan = (hd_plan){.steps_capacity = STEPS, .values_capacity = HD_PLAN_VALUES};
  plan->step = malloc(STEPS * sizeof *plan->step);
  plan->order = malloc(HD_PLAN_VALUES * sizeof *plan->order);
  if (plan->step == NULL || plan->order == NULL)
    return hd_fail(error, HD_UNDECIDED, "plan", "there is not enough memory");
  hd_status status = read_shape(argument, error, &shape);
  if (status == HD_OK) status = read_request(argument, count, 4, error, request);
  if (status != HD_OK) return status;
  return shape == NULL ? hd_make_plan(request, error, plan)
                       : hd_make_plan_of(request, shape, request->single, error, plan);
}

static void release(hd_plan *plan) {
  free(plan->step);
  free(plan->order);
}

/* One number as an integer, several as a tuple. */
static hd_status give_numbers(hd_value *result, hd_status status, int count, const int64_t *number) {
  hd_tuple tuple;
  if (status != HD_OK || count == 1) return hd_give_integer(result, status, status == HD_OK ? number[0] : 0);
  return hd_give_tuple(result, hd_tuple_flat(&tuple, count, number) ? HD_OK : HD_CAPACITY, &tuple);
}

HD_OPERATION(tmem_plan) {
  hd_plan_request request;
  hd_plan plan;
  int64_t repeat[HD_MAX_LEAVES];
  hd_status status = make_plan(argument, count, error, &request, &plan);
  if (status == HD_OK && plan.steps > HD_MAX_LEAVES) {
    status = hd_refuse_hinted(error, HD_CAPACITY, "plan", "{0} instructions are more than a tuple holds, {1}",
                              "tmem_instructions(S, cells, warps, cap) is how many they are",
                              HD_NUMBERS(plan.steps, HD_MAX_LEAVES));
  }
  for (int k = 0; status == HD_OK && k < plan.steps; k++) repeat[k] = plan.step[k].form.repeat;
  release(&plan);
  return give_numbers(result, status, plan.steps, repeat);
}

HD_OPERATION(tmem_instructions) {
  hd_plan_request request;
  hd_plan plan;
  const hd_status status = make_plan(argument, count, error, &request, &plan);
  release(&plan);
  return hd_give_integer(result, status, plan.steps);
}

HD_OPERATION(tmem_planned) {
  hd_plan_request request;
  hd_plan plan;
  hd_status status = make_plan(argument, count, error, &request, &plan);
  if (status == HD_OK) status = hd_plan_check(&request, &plan, error);
  const int64_t visited = status == HD_OK ? (int64_t)HD_WARP_THREADS * request.warps + plan.values : 0;
  release(&plan);
  if (status != HD_OK && status != HD_UNDEFINED && status != HD_RANGE) return status;
  if (status != HD_OK && error != NULL) error->status = HD_OK;
  hd_value_set_boolean(result, status == HD_OK, visited);
  return HD_OK;
}

/* ---- opcodes on views ---- */

/* A warp's number, or "warpgroup" or "cta". */
static hd_status read_scope(const hd_value *argument, hd_error *error, hd_apply_request *request) {
  if (argument->kind != HD_KIND_STRING) {
    request->scope = HD_SCOPE_WARP;
    return read_small(argument, error, &request->warp);
  }
  const char *text = argument->as.string.text;
  const size_t length = argument->as.string.length;
  request->scope = HD_SCOPE_CTA;
  if (length == 3 && memcmp(text, "cta", 3) == 0) return HD_OK;
  request->scope = HD_SCOPE_WARPGROUP;
  if (length == 9 && memcmp(text, "warpgroup", 9) == 0) return HD_OK;
  return hd_fail(error, HD_RANGE, "apply", "a scope is \"warpgroup\", \"cta\" or the number of a warp");
}

/* The steps of an application, on the heap; released by the caller. */
static hd_status apply(const hd_value *argument, int count, hd_error *error, hd_apply_request *request,
                       hd_apply_step **step, int *steps) {
  *request = (hd_apply_request){.geometry = hd_blackwell()};
  *step = NULL;
  if (argument->kind != HD_KIND_STRING) return hd_refuse_kind(HD_WANTED_STRING, argument, error);
  hd_status status = read_scope(&argument[1], error, request);
  if (status == HD_OK && hd_value_is_integer(&argument[count - 1])) {
    request->has_immediate = true;
    status = hd_value_integer(&argument[--count], error, &request->immediate);
  }
  if (status == HD_OK) {
    status =
        hd_read_views(argument->as.string.text, argument->as.string.length, argument + 2, count - 2, error, request);
  }
  if (status != HD_OK) return status;
  *step = malloc(STEPS * sizeof **step);
  if (*step == NULL) return hd_fail(error, HD_UNDECIDED, "apply", "there is not enough memory");
  return hd_apply(request, error, *step, STEPS, steps);
}

HD_OPERATION(tmem_apply) {
  hd_apply_request request;
  hd_apply_step *step;
  int steps = 0;
  const hd_status status = apply(argument, count, error, &request, &step, &steps);
  free(step);
  return hd_give_integer(result, status, steps);
}

HD_OPERATION(tmem_apply_addresses) {
  hd_apply_request request;
  hd_apply_step *step;
  int steps = 0;
  int64_t address[HD_APPLY_WARPS];
  hd_status status = apply(argument, count, error, &request, &step, &steps);
  const int warps = request.scope == HD_SCOPE_WARP ? 1 : request.scope == HD_SCOPE_WARPGROUP ? 4 : request.warps;
  for (int w = 0; status == HD_OK && w < warps; w++) address[w] = step[0].address[w];
  free(step);
  return give_numbers(result, status, warps, address);
}

HD_OPERATION(tmem_apply_immediate) {
  hd_apply_request request;
  hd_apply_step *step;
  int steps = 0;
  const hd_status status = apply(argument, count, error, &request, &step, &steps);
  const int64_t immediate = status == HD_OK && step != NULL ? step[0].immediate : 0;
  free(step);
  return hd_give_integer(result, status, immediate);
}
