/* Reading what a plan is asked of, and asking every shape. */
#include "proofs/plan_ask.h"

#include "proofs/builtin.h"
#include "tmem/tmem.h"

#include <inttypes.h>
#include <string.h>

enum { STEPS = 1024, OPTIONS = 48 };

static hd_plan_step step_of[STEPS];
static int32_t order_of[HD_PLAN_VALUES];

/* ---- what is to be moved ---- */

static hd_status make_piece(const hd_plan_ask *ask, hd_error *error, hd_layout *piece) {
  hd_datapath_id id;
  hd_layout engine;
  const hd_mma mma = {
      .m = (int32_t)ask->m, .n = (int32_t)ask->n, .group = (int32_t)ask->group, .ws = ask->ws, .sparse = ask->sparse};
  hd_status status =
      ask->datapath != NULL ? hd_datapath_find(*ask->datapath, error, &id) : hd_datapath_of(&mma, error, &id);
  if (status == HD_OK) status = hd_engine(ask->geometry, error, &engine);
  if (status != HD_OK) return status;
  return ask->operand ? hd_datapath_operand(id, ask->bits, ask->k, &engine, error, piece)
                      : hd_datapath_accumulator(id, ask->n, &engine, error, piece);
}

/* The piece behind a register layout: (thread, value) -> coordinate of the piece. */
static int compose_registers(hd_plan_ask *ask) {
  hd_value value;
  hd_error error;
  const int code = hd_tmem_value(ask->registers, &value);
  if (code != 0) return code;
  hd_status status = hd_value_layout(&value, &error, &ask->holder);
  if (status == HD_OK) status = hd_composition(&ask->where, &ask->holder, &error, &ask->requested);
  ask->fixed = true;
  return status == HD_OK ? 0 : hd_tmem_refuse(NULL, &error);
}

static int read_source(hd_plan_ask *ask) {
  hd_error error;
  int code = 0;
  ask->fixed = ask->cells != NULL;
  if ((ask->piece != NULL) + (ask->cells != NULL) + (ask->datapath != NULL || ask->has_m) != 1) {
    return hd_tmem_wanted("exactly one of a LAYOUT, --cells LAYOUT, --datapath LETTER and --m M");
  }
  if (ask->piece != NULL || ask->cells != NULL) {
    code = hd_tmem_cells(ask->piece != NULL ? ask->piece : ask->cells, ask->geometry, &ask->where, NULL);
  } else if (make_piece(ask, &error, &ask->where) != HD_OK) {
    code = hd_tmem_refuse(NULL, &error);
  }
  if (code != 0) return code;
  if (ask->registers != NULL) return compose_registers(ask);
  hd_layout_copy(&ask->requested, &ask->where);
  return 0;
}

/* Numbers that the library takes as fewer bits than they were read with. */
static int check_numbers(const hd_plan_ask *ask) {
  const struct {
    const char *option;
    int64_t given;
  } small[] = {{"--m", ask->m},     {"--n", ask->n},         {"--group", ask->group}, {"--bits", ask->bits},
               {"--cap", ask->cap}, {"--warps", ask->warps}, {"--warp", ask->warp}};
  int code = hd_tmem_within("--address", 0, UINT32_MAX, ask->address);
  for (size_t k = 0; code == 0 && k < sizeof small / sizeof small[0]; k++) {
    code = hd_tmem_within(small[k].option, 0, INT16_MAX, small[k].given);
  }
  if (code != 0) return code;
  if (ask->warps != 1 && ask->warps != 4 && ask->warps != 8 && ask->warps != HD_PLAN_WARPS) {
    return hd_tmem_wanted_not("--warps 1, 4 (a warpgroup), 8 or 16", ask->warps);
  }
  if (ask->bits < 1 || ask->bits > HD_CELL_BITS || (ask->bits & (ask->bits - 1)) != 0) {
    return hd_tmem_wanted_not("a power of two up to 32 behind --bits", ask->bits);
  }
  if (ask->has_cap && ask->cap < 1) return hd_tmem_wanted_not("a --cap of 1 or more registers", ask->cap);
  const hd_instruction *instruction;
  if (ask->shape != NULL && hd_instruction_find(ask->shape, strlen(ask->shape), NULL, &instruction) != HD_OK) {
    return hd_complain("the shapes are 32x32b 16x64b 16x128b 16x256b 16x32bx2", "tcgen05.ld has no --shape %s",
                       ask->shape);
  }
  if (ask->datapath != NULL && strlen(ask->datapath) != 1)
    return hd_tmem_wanted_word("a --datapath A to G", ask->datapath);
  if (ask->single && ask->dense) return hd_tmem_wanted("one of --single and --dense, not both,");
  if (ask->operand && ask->bits != 4 && ask->bits != 8 && ask->bits != 16 && ask->bits != 32) {
    return hd_tmem_wanted_not("--bits 4, 8, 16 or 32 of an operand", ask->bits);
  }
  return 0;
}

int hd_plan_ask_read(int argc, char **argv, const hd_tmem_option *own, int owns, hd_plan_ask *ask) {
  const hd_tmem_option shared[] = {{"--datapath", NULL, &ask->datapath, NULL},
                                   {"--n", &ask->n, NULL, NULL},
                                   {"--m", &ask->m, NULL, &ask->has_m},
                                   {"--group", &ask->group, NULL, NULL},
                                   {"--ws", NULL, NULL, &ask->ws},
                                   {"--sparse", NULL, NULL, &ask->sparse},
                                   {"--operand", NULL, NULL, &ask->operand},
                                   {"--k", &ask->k, NULL, NULL},
                                   {"--cells", NULL, &ask->cells, NULL},
                                   {"--registers", NULL, &ask->registers, NULL},
                                   {"--shape", NULL, &ask->shape, NULL},
                                   {"--cap", &ask->cap, NULL, &ask->has_cap},
                                   {"--bits", &ask->bits, NULL, NULL},
                                   {"--single", NULL, NULL, &ask->single},
                                   {"--dense", NULL, NULL, &ask->dense},
                                   {"--warps", &ask->warps, NULL, NULL},
                                   {"--warp", &ask->warp, NULL, NULL},
                                   {"--address", &ask->address, NULL, NULL},
                                   {"--async", NULL, NULL, &ask->asynchronous},
                                   {"--columns", &ask->columns, NULL, NULL},
                                   {"--relative-lane", NULL, NULL, &ask->relative_lane},
                                   {"--any-lane", NULL, NULL, &ask->any_lane},
                                   {"--odd-column", NULL, NULL, &ask->odd_column}};
  enum { SHARED = sizeof shared / sizeof shared[0] };
  hd_tmem_option option[OPTIONS];
  hd_error error;
  int found;
  *ask = (hd_plan_ask){.n = 128, .k = 64, .group = 1, .bits = 32, .warps = 4, .columns = HD_COLUMNS};
  memcpy(option, shared, sizeof shared);
  memcpy(option + SHARED, own, (size_t)owns * sizeof *own);
  if (!hd_words(argc, argv, &ask->words, ask->word)) return 2;
  int code = hd_tmem_read_some(ask->words, ask->word, option, SHARED + owns, &ask->piece, 0, 1, &found);
  if (code == 0) code = check_numbers(ask);
  if (code != 0) return code;
  if (hd_make_geometry(ask->columns, &error, &ask->geometry) != HD_OK) return hd_tmem_refuse(NULL, &error);
  return read_source(ask);
}

/* ---- planning ---- */

static void make_request(const hd_plan_ask *ask, hd_plan_request *request) {
  *request = (hd_plan_request){.geometry = ask->geometry,
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
  hd_layout_copy(&request->cells, &ask->requested);
}

hd_status hd_plan_ask_shape(const hd_plan_ask *ask, const hd_instruction *instruction, hd_error *error,
                            hd_plan_request *asked, hd_plan *plan) {
  make_request(ask, asked);
  *plan = (hd_plan){.step = step_of, .steps_capacity = STEPS, .order = order_of, .values_capacity = HD_PLAN_VALUES};
  hd_status status = ask->fixed ? HD_OK : hd_plan_any(asked, instruction, ask->single, error);
  if (status != HD_OK) return hd_fail_within(error, status, instruction->name);
  return hd_make_plan_of(asked, instruction, ask->single, error, plan);
}

void hd_plan_ask_all(const hd_plan_ask *ask, hd_plan_outcome *out) {
  out->shape = -1;
  for (int k = 0; k < HD_INSTRUCTIONS; k++) {
    const hd_instruction *instruction = hd_instruction_of((hd_instruction_id)k);
    if (ask->shape != NULL && strcmp(ask->shape, instruction->name) != 0) {
      out->status[k] = HD_CAPACITY; /* not asked */
      out->error[k].reason = NULL;
      continue;
    }
    out->status[k] = hd_plan_ask_shape(ask, instruction, &out->error[k], &out->asked, &out->plan);
    out->steps[k] = out->plan.steps;
    if (out->status[k] == HD_OK && (out->shape < 0 || out->steps[k] < out->steps[out->shape])) out->shape = k;
  }
  if (out->shape >= 0) {
    hd_error unused;
    hd_plan_ask_shape(ask, hd_instruction_of((hd_instruction_id)out->shape), &unused, &out->asked, &out->plan);
  }
}

/* ---- saying ---- */

int hd_plan_ask_refuse(FILE *to, const hd_plan_ask *ask, const hd_plan_outcome *out) {
  char text[HD_TEXT_MAX];
  const bool json = hd_answer_json() != NULL;
  if (!json)
    fprintf(to, "no sequence of instructions of %" PRId64 " warp%s moves it\n", ask->warps, hd_plural(ask->warps));
  for (int k = 0; k < HD_INSTRUCTIONS; k++) {
    if (out->error[k].reason == NULL) continue;
    hd_print_error(&out->error[k], text, sizeof text);
    if (json) (void)hd_tmem_refuse(NULL, &out->error[k]);
    else fprintf(to, "%s\n", text);
  }
  if (!json && !ask->fixed && ask->warps > 1) fputs("a piece in the slab of one warp is planned with --warps 1\n", to);
  return 1;
}

void hd_plan_print_forms(FILE *to, const hd_plan *plan) {
  for (int32_t s = 0, next; s < plan->steps; s = next) {
    const hd_form *form = &plan->step[s].form;
    for (next = s + 1; next < plan->steps && plan->step[next].form.repeat == form->repeat; next++) {
    }
    if (s > 0) fputs(" + ", to);
    if (next - s > 1) fprintf(to, "%d ", next - s);
    fprintf(to, "%s.x%d%s", form->instruction->name, form->repeat, form->packed ? " packed" : "");
  }
}
