/* `heddle tmem plan`: which instructions move a piece of tensor memory, why others do not, and the proof. */
#include "proofs/command_tmem.h"

#include "proofs/plan_ask.h"
#include "tmem/tmem.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *opcode_of(bool store, const hd_form *form, char *text, size_t capacity) {
  const char *packing = !form->packed ? "" : store ? ".unpack::16b" : ".pack::16b";
  snprintf(text, capacity, "tcgen05.%s.sync.aligned.%s.x%d%s.b32", store ? "st" : "ld", form->instruction->name,
           form->repeat, packing);
  return text;
}

static void print_registers(const hd_plan_step *step) {
  const int last = step->first + hd_form_registers(&step->form) - 1;
  if (last == step->first) printf("{r%d}", last);
  else printf("{r%d%s r%d}", step->first, last == step->first + 1 ? "," : " ..", last);
}

static void print_step(const hd_plan_ask *ask, const hd_plan_step *step, bool store) {
  char text[HD_OPCODE_TEXT];
  const bool split = hd_form_accesses(&step->form) > 1;
  opcode_of(store, &step->form, text, sizeof text);
  printf("%s ", text);
  if (!store) {
    print_registers(step);
    fputs(", ", stdout);
  }
  fputs("[taddr]", stdout);
  if (split) printf(", %" PRId64, step->immediate);
  if (store) {
    fputs(", ", stdout);
    print_registers(step);
  }
  fputs(";  taddr", stdout);
  for (int w = 0; w < ask->warps; w++) printf(" 0x%08" PRIX32, step->address[w]);
  putchar('\n');
  if (step->wait) printf("tcgen05.wait::%s.sync.aligned;\n", store ? "st" : "ld");
}

static bool in_order(const hd_plan *plan) {
  for (int32_t k = 0; k < plan->values; k++) {
    if (plan->order[k] != k) return false;
  }
  return true;
}

static void passed_over(const hd_plan_outcome *out, int k, char *text, size_t capacity) {
  const char *name = hd_instruction_of((hd_instruction_id)k)->name;
  if (out->status[k] == HD_OK && out->steps[k] == out->steps[out->shape]) {
    snprintf(text, capacity, "%s: as many instructions", name);
  } else if (out->status[k] == HD_OK) {
    snprintf(text, capacity, "%s: %d instructions in place of %d", name, out->steps[k], out->steps[out->shape]);
  } else {
    hd_print_error(&out->error[k], text, capacity);
  }
}

static void print_plan(const hd_plan_ask *ask, const hd_plan_outcome *out, bool store) {
  char text[HD_TEXT_MAX];
  const hd_plan *plan = &out->plan;
  hd_plan_print_forms(stdout, plan);
  printf(": %d register%s of each thread\n", plan->registers, hd_plural(plan->registers));
  for (int32_t s = 0; s < plan->steps; s++) print_step(ask, &plan->step[s], store);
  hd_print_layout(&out->asked.cells, text, sizeof text);
  printf("(thread, value) -> %s: %s\n", ask->bits < 32 && !ask->single ? "element" : "cell", text);
  if (!in_order(plan)) {
    fputs("the registers hold values", stdout);
    for (int32_t k = 0; k < plan->values; k++) printf(" %d", plan->order[k]);
    putchar('\n');
  }
  for (int k = 0; k < HD_INSTRUCTIONS; k++) {
    if (k == out->shape || (out->status[k] != HD_OK && out->error[k].reason == NULL)) continue;
    passed_over(out, k, text, sizeof text);
    printf("passed over %s\n", text);
  }
  printf("proved: %" PRId64 " threads x %d values\n", 32 * ask->warps, plan->values);
}

static void answer_step(hd_json *json, const hd_plan_ask *ask, const hd_plan_step *step, bool store) {
  char text[HD_OPCODE_TEXT];
  opcode_of(store, &step->form, text, sizeof text);
  hd_json_object(json, NULL);
  hd_json_text(json, "opcode", text);
  hd_json_integer(json, "first_register", step->first);
  hd_json_integer(json, "registers", hd_form_registers(&step->form));
  hd_json_integer(json, "immediate", step->immediate);
  hd_json_boolean(json, "wait", step->wait);
  hd_json_list(json, "addresses");
  for (int w = 0; w < ask->warps; w++) hd_json_integer(json, NULL, step->address[w]);
  hd_json_close(json);
  hd_json_close(json);
}

static void answer_plan(hd_json *json, const hd_plan_ask *ask, const hd_plan_outcome *out, bool store) {
  char text[HD_TEXT_MAX];
  const hd_plan *plan = &out->plan;
  hd_json_integer(json, "instructions", plan->steps);
  hd_json_integer(json, "registers", plan->registers);
  hd_json_list(json, "steps");
  for (int32_t s = 0; s < plan->steps; s++) answer_step(json, ask, &plan->step[s], store);
  hd_json_close(json);
  hd_print_layout(&out->asked.cells, text, sizeof text);
  hd_json_text(json, "cells", text);
  hd_json_list(json, "order");
  for (int32_t k = 0; k < plan->values; k++) hd_json_integer(json, NULL, plan->order[k]);
  hd_json_close(json);
  hd_json_object(json, "passed_over");
  for (int k = 0; k < HD_INSTRUCTIONS; k++) {
    if (k == out->shape || (out->status[k] != HD_OK && out->error[k].reason == NULL)) continue;
    passed_over(out, k, text, sizeof text);
    hd_json_text(json, hd_instruction_of((hd_instruction_id)k)->name, text);
  }
  hd_json_close(json);
  hd_json_object(json, "proved");
  hd_json_integer(json, "threads", 32 * ask->warps);
  hd_json_integer(json, "values", plan->values);
  hd_json_close(json);
}

/* One line of the costs. */
static void print_repeats(const char *shape, int32_t repeat, int32_t steps) {
  char name[32];
  snprintf(name, sizeof name, "%s.x%d", shape, repeat);
  if (hd_answer_json() == NULL) printf("%s: %d\n", name, steps);
  else hd_json_integer(hd_answer_json(), name, steps);
}

/* How many instructions each repeat of each shape would take. */
static int print_cost(hd_plan_ask *ask) {
  hd_plan_request asked;
  hd_plan plan;
  hd_error error;
  bool any = false;
  if (hd_answer_json() != NULL) hd_json_object(hd_answer_json(), "costs");
  for (int k = 0; k < HD_INSTRUCTIONS; k++) {
    const hd_instruction *instruction = hd_instruction_of((hd_instruction_id)k);
    if (ask->shape != NULL && strcmp(ask->shape, instruction->name) != 0) continue;
    for (int32_t repeat = 1; repeat <= instruction->largest; repeat *= 2) {
      ask->cap = (int64_t)repeat * instruction->registers;
      if (hd_plan_ask_shape(ask, instruction, &error, &asked, &plan) != HD_OK) break;
      if (plan.step[0].form.repeat != repeat) break; /* no run is as long */
      print_repeats(instruction->name, repeat, plan.steps);
      any = true;
    }
  }
  if (!any && hd_answer_json() == NULL) puts("no sequence of instructions moves it");
  return any ? 0 : 1;
}

int hd_tmem_plan(int argc, char **argv) {
  hd_plan_ask ask;
  hd_plan_outcome out;
  bool store = false, cost = false;
  const hd_tmem_option own[] = {{"--store", NULL, NULL, &store}, {"--cost", NULL, NULL, &cost}};
  const int code = hd_plan_ask_read(argc, argv, own, (int)(sizeof own / sizeof own[0]), &ask);
  if (code != 0) return code;
  if (cost) return print_cost(&ask);
  hd_plan_ask_all(&ask, &out);
  if (out.shape < 0) return hd_plan_ask_refuse(stdout, &ask, &out);
  if (hd_answer_json() != NULL) answer_plan(hd_answer_json(), &ask, &out, store);
  else print_plan(&ask, &out, store);
  return 0;
}
