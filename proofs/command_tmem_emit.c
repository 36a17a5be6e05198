/* Writing a plan as a device function of inline PTX, and as a table in C. */
#include "proofs/command_tmem_emit.h"

#include "tmem/form.h"

#include <inttypes.h>
#include <stdio.h>

/* From the first instruction's address to this one's, the same for all warps. */
static hd_status distance_of(const hd_plan_request *request, const hd_plan *plan, int32_t s, hd_error *error,
                             int32_t *distance) {
  *distance = (int32_t)(plan->step[s].address[0] - plan->step[0].address[0]);
  for (int w = 1; w < request->warps; w++) {
    if ((int32_t)(plan->step[s].address[w] - plan->step[0].address[w]) == *distance) continue;
    hd_fail(error, HD_UNDEFINED, "emit", "instruction {0} of warp {1} is not as far from the first one as warp 0's");
    error->number[0] = s;
    error->number[1] = w;
    return HD_UNDEFINED;
  }
  return HD_OK;
}

static void print_operands(const char *kind, int32_t first, int32_t count) {
  for (int32_t r = 0; r < count; r++) printf("%s\"%s\"(r[%d])", r > 0 ? ", " : "", kind, first + r);
}

/* "tcgen05.ld... {%0, ..}, [%N + d], imm;" */
static void print_instruction(const hd_plan_step *step, bool store, int32_t distance) {
  const hd_form *form = &step->form;
  const int32_t registers = hd_form_registers(form);
  const char *packing = !form->packed ? "" : store ? ".unpack::16b" : ".pack::16b";
  printf("tcgen05.%s.sync.aligned.%s.x%d%s.b32 ", store ? "st" : "ld", form->instruction->name, form->repeat, packing);
  for (int part = 0; part < 2; part++) {
    if (part > 0) fputs(", ", stdout);
    if ((part == 0) != store) {
      for (int32_t r = 0; r < registers; r++) printf("%s%%%d", r > 0 ? ", " : "{", r);
      putchar('}');
    } else {
      printf("[%%%d + %d]", registers, distance);
      if (hd_form_accesses(form) > 1) printf(", %" PRId64, step->immediate);
    }
  }
  putchar(';');
}

static void print_statement(const hd_plan_step *step, bool store, bool wait, int32_t distance) {
  const int32_t registers = hd_form_registers(&step->form);
  fputs("  asm volatile(\"", stdout);
  print_instruction(step, store, distance);
  if (wait) printf("\\n\\ttcgen05.wait::%s.sync.aligned;", store ? "st" : "ld");
  fputs("\"\n               : ", stdout);
  if (!store) print_operands("=r", step->first, registers);
  fputs("\n               : ", stdout);
  if (store) {
    print_operands("r", step->first, registers);
    fputs(", ", stdout);
  }
  fputs("\"r\"(taddr)\n               : \"memory\");\n", stdout);
}

hd_status hd_tmem_emit_cuda(const hd_plan_request *request, const hd_plan *plan, bool store, hd_error *error) {
  int32_t distance[1024];
  for (int32_t s = 0; s < plan->steps; s++) {
    const hd_status status = distance_of(request, plan, s, error, &distance[s]);
    if (status != HD_OK) return status;
  }
  printf("__device__ static inline void heddle_%s(unsigned int (&r)[%d], unsigned int taddr) {\n",
         store ? "store" : "load", plan->registers);
  const bool apart = request->asynchronous && plan->steps > 1;
  for (int32_t s = 0; s < plan->steps; s++) {
    print_statement(&plan->step[s], store, plan->step[s].wait && !apart, distance[s]);
  }
  if (apart) {
    printf("  asm volatile(\"tcgen05.wait::%s.sync.aligned;\" : ", store ? "st" : "ld");
    if (!store) print_operands("+r", 0, plan->registers);
    fputs(" : : \"memory\");\n", stdout);
  }
  puts("}");
  return HD_OK;
}

hd_status hd_tmem_emit_table(const hd_plan_request *request, const hd_plan *plan, hd_error *error) {
  printf("static const unsigned short heddle_table[%d][%d][2] = {\n", HD_WARP_THREADS * request->warps,
         plan->registers);
  for (int t = 0; t < HD_WARP_THREADS * request->warps; t++) {
    const int w = t / HD_WARP_THREADS;
    fputs("  {", stdout);
    for (int32_t s = 0; s < plan->steps; s++) {
      const hd_plan_step *step = &plan->step[s];
      const hd_issue issue = {.geometry = request->geometry,
                              .readings = request->readings,
                              .warp = request->first_warp + w,
                              .address = step->address[w],
                              .immediate = step->immediate};
      for (int32_t r = 0; r < hd_form_registers(&step->form); r++) {
        hd_cell cell;
        const hd_status status =
            hd_issue_cell(&step->form, &issue, (hd_place){t % HD_WARP_THREADS, r, 0}, error, &cell);
        if (status != HD_OK) return status;
        printf("{%d,%d},", cell.lane, cell.column);
      }
    }
    puts("},");
  }
  puts("};");
  return HD_OK;
}
