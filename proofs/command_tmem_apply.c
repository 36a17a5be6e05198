/* `heddle tmem apply`: an exact opcode on views of registers and tensor memory, as a kernel's author writes it. */
#include "proofs/command_tmem.h"

#include "proofs/tmem_views.h"
#include "tmem/tmem.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { STEPS = 1024, VIEWS = 3 };

static const char *const scopes[] = {"warp", "warpgroup", "cta"};

static void print_step(const hd_apply_request *request, const hd_apply_step *step, int warps) {
  const int registers = hd_form_registers(&request->form);
  fputs("taddr", stdout);
  for (int w = 0; w < warps; w++) printf(" 0x%08" PRIX32, step->address[w]);
  if (hd_form_accesses(&request->form) > 1) printf(", immediate %" PRId64, step->immediate);
  fputs(", registers", stdout);
  for (int r = 0; r < registers; r++) printf(" %" PRId64, step->reg[r]);
  putchar('\n');
}

static void answer_step(hd_json *json, const hd_apply_request *request, const hd_apply_step *step, int warps) {
  const int registers = hd_form_registers(&request->form);
  hd_json_object(json, NULL);
  hd_json_list(json, "addresses");
  for (int w = 0; w < warps; w++) hd_json_integer(json, NULL, step->address[w]);
  hd_json_close(json);
  hd_json_integer(json, "immediate", step->immediate);
  hd_json_list(json, "registers");
  for (int r = 0; r < registers; r++) hd_json_integer(json, NULL, step->reg[r]);
  hd_json_close(json);
  hd_json_close(json);
}

static int answer(const char *opcode, const hd_apply_request *request) {
  static hd_apply_step step[STEPS];
  hd_json *json = hd_answer_json();
  hd_error error;
  int steps = 0;
  if (hd_apply(request, &error, step, STEPS, &steps) != HD_OK) return hd_tmem_refuse(NULL, &error);
  const int warps = request->scope == HD_SCOPE_WARP ? 1 : request->scope == HD_SCOPE_WARPGROUP ? 4 : request->warps;
  if (json == NULL) {
    printf("%d instruction%s of each of %d warp%s: %s\n", steps, hd_plural(steps), warps, hd_plural(warps), opcode);
    for (int k = 0; k < steps; k++) print_step(request, &step[k], warps);
    return 0;
  }
  hd_json_text(json, "opcode", opcode);
  hd_json_list(json, "steps");
  for (int k = 0; k < steps; k++) answer_step(json, request, &step[k], warps);
  hd_json_close(json);
  return 0;
}

int hd_tmem_apply(int argc, char **argv) {
  const char *text[VIEWS + 1], *scope = "warpgroup";
  int64_t warp = 0, address = 0, columns = HD_COLUMNS;
  bool relative_lane = false, any_lane = false, odd_column = false;
  hd_apply_request request = {.scope = HD_SCOPE_WARPGROUP};
  hd_value value[VIEWS];
  hd_error error;
  int count = 0;
  const hd_tmem_option options[] = {
      {"--scope", NULL, &scope, NULL},       {"--warp", &warp, NULL, NULL},
      {"--address", &address, NULL, NULL},   {"--immediate", &request.immediate, NULL, &request.has_immediate},
      {"--columns", &columns, NULL, NULL},   {"--relative-lane", NULL, NULL, &relative_lane},
      {"--any-lane", NULL, NULL, &any_lane}, {"--odd-column", NULL, NULL, &odd_column}};
  int code =
      hd_tmem_read_some(argc, argv, options, (int)(sizeof options / sizeof options[0]), text, 3, VIEWS + 1, &count);
  int which = 0;
  while (which < 3 && strcmp(scope, scopes[which]) != 0) which++;
  if (code == 0 && which == 3) code = hd_tmem_wanted_word("--scope warp, warpgroup or cta", scope);
  if (code == 0) code = hd_tmem_within("--warp", 0, INT16_MAX, warp);
  if (code == 0) code = hd_tmem_within("--address", 0, UINT32_MAX, address);
  for (int k = 1; code == 0 && k < count; k++) code = hd_tmem_value(text[k], &value[k - 1]);
  if (code != 0) return code;
  request.scope = (hd_scope)which;
  request.warp = (int32_t)warp;
  request.base[0] = request.base[1] = (uint32_t)address;
  request.readings = (relative_lane ? HD_READ_RELATIVE_LANE : 0u) | (any_lane ? HD_READ_ANY_LANE : 0u) |
                     (odd_column ? HD_READ_ODD_COLUMN : 0u);
  hd_status status = hd_make_geometry(columns, &error, &request.geometry);
  if (status == HD_OK) status = hd_read_views(text[0], strlen(text[0]), value, count - 1, &error, &request);
  if (status != HD_OK) return hd_tmem_refuse(status == HD_MALFORMED ? text[0] : NULL, &error);
  return answer(text[0], &request);
}
