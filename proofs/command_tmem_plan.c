/* `heddle tmem plan`: which instructions move a piece of tensor memory, why others do not, and the proof. */
#include "proofs/command_tmem.h"

#include "proofs/builtin.h"
#include "proofs/command_tmem_emit.h"
#include "tmem/tmem.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { STEPS = 1024 };

typedef struct request {
  const char *piece, *datapath, *registers, *cells, *shape, *emit;
  int64_t n, k, m, group, bits, cap, warps, warp, address, columns;
  bool ws, sparse, operand, single, dense, store, asynchronous, cost, json, relative_lane, any_lane, odd_column, has_m,
      has_cap;
  hd_layout source; /* the piece, or (thread, value) -> element when `fixed` */
  bool fixed;
} request;

/* A plan with room, and what was passed over for it. */
typedef struct outcome {
  hd_plan plan;
  hd_plan_request asked; /* for the shape of the plan */
  int shape;             /* -1: none */
  hd_status status[HD_INSTRUCTIONS];
  hd_error error[HD_INSTRUCTIONS];
  int32_t steps[HD_INSTRUCTIONS];
} outcome;

static hd_plan_step step_of[STEPS];
static int32_t order_of[HD_PLAN_VALUES];

/* ---- what is to be moved ---- */

static hd_status make_piece(const request *ask, hd_geometry geometry, hd_error *error, hd_layout *piece) {
  hd_datapath_id id;
  hd_layout engine;
  const hd_mma mma = {
      .m = (int32_t)ask->m, .n = (int32_t)ask->n, .group = (int32_t)ask->group, .ws = ask->ws, .sparse = ask->sparse};
  hd_status status =
      ask->datapath != NULL ? hd_datapath_find(*ask->datapath, error, &id) : hd_datapath_of(&mma, error, &id);
  if (status == HD_OK) status = hd_engine(geometry, error, &engine);
  if (status != HD_OK) return status;
  return ask->operand ? hd_datapath_operand(id, ask->bits, ask->k, &engine, error, piece)
                      : hd_datapath_accumulator(id, ask->n, &engine, error, piece);
}

/* The piece behind a register layout: (thread, value) -> coordinate of the piece. */
static int compose_registers(request *ask) {
  hd_value value;
  hd_error error;
  hd_layout registers;
  const int code = hd_tmem_value(ask->json, ask->registers, &value);
  if (code != 0) return code;
  hd_status status = hd_value_layout(&value, &error, &registers);
  if (status == HD_OK) status = hd_composition(&ask->source, &registers, &error, &ask->source);
  ask->fixed = true;
  return status == HD_OK ? 0 : hd_tmem_refuse(ask->json, NULL, &error);
}

static int read_source(request *ask, hd_geometry geometry) {
  hd_error error;
  int code = 0;
  ask->fixed = ask->cells != NULL;
  if ((ask->piece != NULL) + (ask->cells != NULL) + (ask->datapath != NULL || ask->has_m) != 1) {
    return hd_tmem_wanted("plan", "one of a LAYOUT, --cells LAYOUT, --datapath LETTER and --m M");
  }
  if (ask->piece != NULL || ask->cells != NULL) {
    code = hd_tmem_cells(ask->json, ask->piece != NULL ? ask->piece : ask->cells, geometry, &ask->source, NULL);
  } else if (make_piece(ask, geometry, &error, &ask->source) != HD_OK) {
    code = hd_tmem_refuse(ask->json, NULL, &error);
  }
  return code == 0 && ask->registers != NULL ? compose_registers(ask) : code;
}

/* ---- planning ---- */

static hd_plan_request request_of(const request *ask, hd_geometry geometry) {
  hd_plan_request plan = {.geometry = geometry,
                          .readings = (ask->relative_lane ? HD_READ_RELATIVE_LANE : 0u) |
                                      (ask->any_lane ? HD_READ_ANY_LANE : 0u) |
                                      (ask->odd_column ? HD_READ_ODD_COLUMN : 0u),
                          .base = (uint32_t)ask->address,
                          .warps = (int32_t)ask->warps,
                          .first_warp = (int32_t)ask->warp,
                          .bits = (int32_t)ask->bits,
                          .single = ask->single,
                          .registers = (int32_t)ask->cap,
                          .asynchronous = ask->asynchronous};
  hd_layout_copy(&plan.cells, &ask->source);
  return plan;
}

static hd_plan room(void) {
  return (hd_plan){.step = step_of, .steps_capacity = STEPS, .order = order_of, .values_capacity = HD_PLAN_VALUES};
}

static hd_status plan_shape(const request *ask, hd_geometry geometry, const hd_instruction *instruction,
                            hd_error *error, hd_plan_request *asked, hd_plan *plan) {
  *asked = request_of(ask, geometry);
  *plan = room();
  hd_status status = ask->fixed ? HD_OK : hd_plan_any(asked, instruction, ask->single, error);
  if (status != HD_OK) return hd_fail_within(error, status, instruction->name);
  return hd_make_plan_of(asked, instruction, ask->single, error, plan);
}

static void plan_all(const request *ask, hd_geometry geometry, outcome *out) {
  out->shape = -1;
  for (int k = 0; k < HD_INSTRUCTIONS; k++) {
    const hd_instruction *instruction = hd_instruction_of((hd_instruction_id)k);
    if (ask->shape != NULL && strcmp(ask->shape, instruction->name) != 0) {
      out->status[k] = HD_CAPACITY; /* not asked */
      out->error[k].reason = NULL;
      continue;
    }
    out->status[k] = plan_shape(ask, geometry, instruction, &out->error[k], &out->asked, &out->plan);
    out->steps[k] = out->plan.steps;
    if (out->status[k] == HD_OK && (out->shape < 0 || out->steps[k] < out->steps[out->shape])) out->shape = k;
  }
  if (out->shape >= 0) {
    hd_error unused;
    plan_shape(ask, geometry, hd_instruction_of((hd_instruction_id)out->shape), &unused, &out->asked, &out->plan);
  }
}

/* ---- printing ---- */

static const char *opcode_of(const request *ask, const hd_form *form, char *text, size_t capacity) {
  const char *packing = !form->packed ? "" : ask->store ? ".unpack::16b" : ".pack::16b";
  snprintf(text, capacity, "tcgen05.%s.sync.aligned.%s.x%d%s.b32", ask->store ? "st" : "ld", form->instruction->name,
           form->repeat, packing);
  return text;
}

static void print_registers(const hd_plan_step *step) {
  const int last = step->first + hd_form_registers(&step->form) - 1;
  if (last == step->first) printf("{r%d}", last);
  else printf("{r%d%s r%d}", step->first, last == step->first + 1 ? "," : " ..", last);
}

/* "32x32b.x128 + 32x32b.x32", those alike counted. */
static void print_forms(const hd_plan *plan) {
  for (int32_t s = 0, next; s < plan->steps; s = next) {
    const hd_form *form = &plan->step[s].form;
    for (next = s + 1; next < plan->steps && plan->step[next].form.repeat == form->repeat; next++) {
    }
    if (s > 0) fputs(" + ", stdout);
    if (next - s > 1) printf("%d ", next - s);
    printf("%s.x%d%s", form->instruction->name, form->repeat, form->packed ? " packed" : "");
  }
}

static void print_step(const request *ask, const hd_plan_step *step) {
  char text[HD_OPCODE_TEXT];
  const bool split = hd_form_accesses(&step->form) > 1;
  opcode_of(ask, &step->form, text, sizeof text);
  printf("%s ", text);
  if (!ask->store) {
    print_registers(step);
    fputs(", ", stdout);
  }
  fputs("[taddr]", stdout);
  if (split) printf(", %" PRId64, step->immediate);
  if (ask->store) {
    fputs(", ", stdout);
    print_registers(step);
  }
  fputs(";  taddr", stdout);
  for (int w = 0; w < ask->warps; w++) printf(" 0x%08" PRIX32, step->address[w]);
  putchar('\n');
  if (step->wait) printf("tcgen05.wait::%s.sync.aligned;\n", ask->store ? "st" : "ld");
}

static bool in_order(const hd_plan *plan) {
  for (int32_t k = 0; k < plan->values; k++) {
    if (plan->order[k] != k) return false;
  }
  return true;
}

static void passed_over(const outcome *out, int k, char *text, size_t capacity) {
  const char *name = hd_instruction_of((hd_instruction_id)k)->name;
  if (out->status[k] == HD_OK && out->steps[k] == out->steps[out->shape]) {
    snprintf(text, capacity, "%s: as many instructions", name);
  } else if (out->status[k] == HD_OK) {
    snprintf(text, capacity, "%s: %d instructions in place of %d", name, out->steps[k], out->steps[out->shape]);
  } else {
    hd_print_error(&out->error[k], text, capacity);
  }
}

static void print_plan(const request *ask, const outcome *out) {
  char text[HD_TEXT_MAX];
  const hd_plan *plan = &out->plan;
  print_forms(plan);
  printf(": %d register%s of each thread\n", plan->registers, plan->registers == 1 ? "" : "s");
  for (int32_t s = 0; s < plan->steps; s++) print_step(ask, &plan->step[s]);
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

static void print_json(const request *ask, const outcome *out) {
  char text[HD_TEXT_MAX];
  const hd_plan *plan = &out->plan;
  printf("{\"instructions\":%d,\"registers\":%d,\"steps\":[", plan->steps, plan->registers);
  for (int32_t s = 0; s < plan->steps; s++) {
    const hd_plan_step *step = &plan->step[s];
    opcode_of(ask, &step->form, text, sizeof text);
    printf("%s{\"opcode\":\"%s\",\"first_register\":%d,\"registers\":%d,\"immediate\":%" PRId64
           ",\"wait\":%s,\"addresses\":[",
           s > 0 ? "," : "", text, step->first, hd_form_registers(&step->form), step->immediate,
           step->wait ? "true" : "false");
    for (int w = 0; w < ask->warps; w++) printf("%s%" PRIu32, w > 0 ? "," : "", step->address[w]);
    fputs("]}", stdout);
  }
  hd_print_layout(&out->asked.cells, text, sizeof text);
  printf("],\"cells\":\"%s\",\"order\":[", text);
  for (int32_t k = 0; k < plan->values; k++) printf("%s%d", k > 0 ? "," : "", plan->order[k]);
  fputs("],\"passed_over\":{", stdout);
  for (int k = 0, printed = 0; k < HD_INSTRUCTIONS; k++) {
    if (k == out->shape || (out->status[k] != HD_OK && out->error[k].reason == NULL)) continue;
    passed_over(out, k, text, sizeof text);
    printf("%s\"%s\":", printed++ > 0 ? "," : "", hd_instruction_of((hd_instruction_id)k)->name);
    hd_tmem_json_string(text);
  }
  printf("},\"proved\":{\"threads\":%" PRId64 ",\"values\":%d}}\n", 32 * ask->warps, plan->values);
}

/* No shape does it: each with its reason. */
static int print_refusal(const request *ask, const outcome *out) {
  char text[HD_TEXT_MAX];
  int first = -1;
  for (int k = HD_INSTRUCTIONS; k-- > 0;) first = out->error[k].reason != NULL ? k : first;
  if (ask->json) return hd_tmem_refuse(true, NULL, &out->error[first]);
  printf("no sequence of instructions of %" PRId64 " warp%s moves it\n", ask->warps, ask->warps == 1 ? "" : "s");
  for (int k = 0; k < HD_INSTRUCTIONS; k++) {
    if (out->error[k].reason == NULL) continue;
    hd_print_error(&out->error[k], text, sizeof text);
    puts(text);
  }
  if (!ask->fixed && ask->warps > 1) puts("a piece in the slab of one warp is planned with --warps 1");
  return 1;
}

/* How many instructions each repeat of each shape would take. */
static int print_cost(request *ask, hd_geometry geometry) {
  hd_plan_request asked;
  hd_plan plan;
  hd_error error;
  bool any = false;
  if (ask->json) fputs("{\"instructions\":{", stdout);
  for (int k = 0; k < HD_INSTRUCTIONS; k++) {
    const hd_instruction *instruction = hd_instruction_of((hd_instruction_id)k);
    if (ask->shape != NULL && strcmp(ask->shape, instruction->name) != 0) continue;
    for (int32_t repeat = 1; repeat <= instruction->largest; repeat *= 2) {
      ask->cap = (int64_t)repeat * instruction->registers;
      if (plan_shape(ask, geometry, instruction, &error, &asked, &plan) != HD_OK) break;
      if (plan.step[0].form.repeat != repeat) break; /* no run is as long */
      if (ask->json) printf("%s\"%s.x%d\":%d", any ? "," : "", instruction->name, repeat, plan.steps);
      else printf("%s.x%d: %d\n", instruction->name, repeat, plan.steps);
      any = true;
    }
  }
  if (ask->json) puts("}}");
  else if (!any) puts("no sequence of instructions moves it");
  return any ? 0 : 1;
}

static int emit(const request *ask, const outcome *out) {
  hd_error error;
  const hd_status status = strcmp(ask->emit, "cuda") == 0
                               ? hd_tmem_emit_cuda(&out->asked, &out->plan, ask->store, &error)
                               : hd_tmem_emit_table(&out->asked, &out->plan, &error);
  return status == HD_OK ? 0 : hd_tmem_refuse(ask->json, NULL, &error);
}

static int answer(request *ask, hd_geometry geometry) {
  outcome out = {.shape = -1};
  if (ask->cost) return print_cost(ask, geometry);
  plan_all(ask, geometry, &out);
  if (out.shape < 0) return print_refusal(ask, &out);
  if (ask->emit != NULL) return emit(ask, &out);
  (ask->json ? print_json : print_plan)(ask, &out);
  return 0;
}

/* Numbers that the library takes as fewer bits than they were read with. */
static int check_numbers(const request *ask) {
  const int64_t small[] = {ask->m, ask->n, ask->group, ask->bits, ask->cap, ask->warps, ask->warp};
  for (size_t k = 0; k < sizeof small / sizeof small[0]; k++) {
    if (small[k] < 0 || small[k] > INT16_MAX) return hd_tmem_wanted("plan", "a number from 0 to 32767");
  }
  if (ask->address < 0 || ask->address > UINT32_MAX) return hd_tmem_wanted("plan", "an address of 32 bits");
  if (ask->warps != 1 && ask->warps != 4 && ask->warps != 8 && ask->warps != HD_PLAN_WARPS) {
    return hd_tmem_wanted("plan", "--warps 1, 4 (a warpgroup), 8 or 16");
  }
  if (ask->bits < 1 || ask->bits > HD_CELL_BITS || (ask->bits & (ask->bits - 1)) != 0) {
    return hd_tmem_wanted("plan", "a power of two up to 32 behind --bits");
  }
  if (ask->has_cap && ask->cap < 1) return hd_tmem_wanted("plan", "a --cap of 1 or more registers");
  const hd_instruction *instruction;
  if (ask->shape != NULL && hd_instruction_find(ask->shape, strlen(ask->shape), NULL, &instruction) != HD_OK) {
    return hd_tmem_wanted("plan", "a --shape of tcgen05.ld");
  }
  if (ask->datapath != NULL && strlen(ask->datapath) != 1) return hd_tmem_wanted("plan", "a --datapath A to G");
  if (ask->emit != NULL && strcmp(ask->emit, "cuda") != 0 && strcmp(ask->emit, "table") != 0) {
    return hd_tmem_wanted("plan", "--emit cuda or table");
  }
  if (ask->single && ask->dense) return hd_tmem_wanted("plan", "one of --single and --dense");
  if (ask->operand && ask->bits != 4 && ask->bits != 8 && ask->bits != 16 && ask->bits != 32) {
    return hd_tmem_wanted("plan", "--bits 4, 8, 16 or 32 of an operand");
  }
  return 0;
}

int hd_tmem_plan(int argc, char **argv) {
  request ask = {.n = 128, .k = 64, .group = 1, .bits = 32, .warps = 4, .columns = HD_COLUMNS};
  hd_geometry geometry;
  hd_error error;
  int found;
  const hd_tmem_option options[] = {{"--datapath", NULL, &ask.datapath, NULL},
                                    {"--n", &ask.n, NULL, NULL},
                                    {"--m", &ask.m, NULL, &ask.has_m},
                                    {"--group", &ask.group, NULL, NULL},
                                    {"--ws", NULL, NULL, &ask.ws},
                                    {"--sparse", NULL, NULL, &ask.sparse},
                                    {"--operand", NULL, NULL, &ask.operand},
                                    {"--k", &ask.k, NULL, NULL},
                                    {"--cells", NULL, &ask.cells, NULL},
                                    {"--registers", NULL, &ask.registers, NULL},
                                    {"--shape", NULL, &ask.shape, NULL},
                                    {"--cap", &ask.cap, NULL, &ask.has_cap},
                                    {"--bits", &ask.bits, NULL, NULL},
                                    {"--single", NULL, NULL, &ask.single},
                                    {"--dense", NULL, NULL, &ask.dense},
                                    {"--warps", &ask.warps, NULL, NULL},
                                    {"--warp", &ask.warp, NULL, NULL},
                                    {"--address", &ask.address, NULL, NULL},
                                    {"--store", NULL, NULL, &ask.store},
                                    {"--async", NULL, NULL, &ask.asynchronous},
                                    {"--emit", NULL, &ask.emit, NULL},
                                    {"--cost", NULL, NULL, &ask.cost},
                                    {"--columns", &ask.columns, NULL, NULL},
                                    {"--relative-lane", NULL, NULL, &ask.relative_lane},
                                    {"--any-lane", NULL, NULL, &ask.any_lane},
                                    {"--odd-column", NULL, NULL, &ask.odd_column},
                                    {"--json", NULL, NULL, &ask.json}};
  int code =
      hd_tmem_read_some(argc, argv, options, (int)(sizeof options / sizeof options[0]), &ask.piece, 0, 1, &found);
  if (code == 0) code = check_numbers(&ask);
  if (code != 0) return code;
  if (hd_make_geometry(ask.columns, &error, &geometry) != HD_OK) return hd_tmem_refuse(ask.json, NULL, &error);
  code = read_source(&ask, geometry);
  return code != 0 ? code : answer(&ask, geometry);
}
