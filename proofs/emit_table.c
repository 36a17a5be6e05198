/* What a plan moves, cell by cell, as a table in C: from the instructions' own images, for tests of the copies. */
#include "proofs/emit.h"

#include "tmem/issue.h"

static hd_status print_step(FILE *to, const hd_plan_request *request, const hd_plan_step *step, int thread,
                            hd_error *error) {
  const int w = thread / HD_WARP_THREADS, halves = step->form.packed ? 2 : 1;
  const hd_issue issue = {.geometry = request->geometry,
                          .readings = request->readings,
                          .warp = request->first_warp + w,
                          .address = step->address[w],
                          .immediate = step->immediate};
  for (int32_t place = 0; place < halves * hd_form_registers(&step->form); place++) {
    hd_cell cell;
    const hd_place at = {thread % HD_WARP_THREADS, place / halves, place % halves};
    const hd_status status = hd_issue_cell(&step->form, &issue, at, error, &cell);
    if (status != HD_OK) return status;
    fprintf(to, "{%d,%d},", cell.lane, cell.column);
  }
  return HD_OK;
}

hd_status hd_emit_table(FILE *to, const hd_emission *emission, hd_error *error) {
  const hd_plan_request *request = &emission->out->asked;
  const hd_plan *plan = &emission->out->plan;
  const int threads = HD_WARP_THREADS * request->warps, halves = plan->step[0].form.packed ? 2 : 1;
  fprintf(to, "/* The lane and column of each %s of each thread, for\n *\n *   heddle emit '%s' --table --name %s */\n",
          halves == 2 ? "half of a register" : "register", emission->text, emission->name);
  fprintf(to, "#ifndef HEDDLE_EMITTED_%s_table\n#define HEDDLE_EMITTED_%s_table\n\n", emission->name, emission->name);
  fprintf(to, "static const unsigned short %s_table[%d][%d][2] = {\n", emission->name, threads,
          halves * plan->registers);
  for (int t = 0; t < threads; t++) {
    fputs("  {", to);
    for (int32_t s = 0; s < plan->steps; s++) {
      const hd_status status = print_step(to, request, &plan->step[s], t, error);
      if (status != HD_OK) return status;
    }
    fputs("},\n", to);
  }
  fputs("};\n\n#endif\n", to);
  return HD_OK;
}
