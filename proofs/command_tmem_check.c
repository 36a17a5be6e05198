/* `heddle tmem check`: may this warp issue this instruction at this address; if not, which rule is broken, and what
 * would be right? */
#include "proofs/command_tmem.h"

#include "tmem/tmem.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct request {
  const char *text, *allocated, *target;
  int64_t warp, address, immediate, budget, threads, columns;
  bool relative_lane, any_lane, odd_column, has_address, has_immediate;
  hd_geometry geometry;
  int64_t first, last; /* columns of the allocation */
} request;

/* What is legal, or the rule that is not kept and what would keep it. */
typedef struct verdict {
  char reach[192]; /* "lanes 32 to 63, columns 0 to 7" */
  char fix[128];
  hd_error error;
} verdict;

/* ---- loads and stores ---- */

static hd_issue issue_of(const request *ask, uint32_t address) {
  return (hd_issue){.geometry = ask->geometry,
                    .readings = (ask->relative_lane ? HD_READ_RELATIVE_LANE : 0u) |
                                (ask->any_lane ? HD_READ_ANY_LANE : 0u) | (ask->odd_column ? HD_READ_ODD_COLUMN : 0u),
                    .warp = ask->warp,
                    .address = address,
                    .immediate = ask->immediate};
}

/* The columns of an access against those that were allocated. */
static hd_status check_allocated(const request *ask, hd_cell base, int columns, hd_error *error) {
  if (base.column >= ask->first && base.column + columns - 1 <= ask->last) return HD_OK;
  hd_fail(error, HD_RANGE, "access", "columns {0} to {1} are reached, and {2} to {3} are allocated");
  error->number[0] = base.column;
  error->number[1] = base.column + columns - 1;
  error->number[2] = ask->first;
  error->number[3] = ask->last;
  return HD_RANGE;
}

static hd_status check_issue(const request *ask, const hd_form *form, uint32_t address, hd_error *error,
                             hd_cell base[2]) {
  const hd_issue issue = issue_of(ask, address);
  hd_status status = HD_OK;
  for (int access = 0; status == HD_OK && access < hd_form_accesses(form); access++) {
    status = hd_issue_base(form, &issue, access, error, &base[access]);
    if (status == HD_OK) status = check_allocated(ask, base[access], hd_form_columns(form), error);
  }
  return status;
}

/* The text of the instruction with another repeat: all that stands before and behind it is kept. */
static void print_repeat(const char *text, const char *shape, int64_t repeat, char *fix, size_t capacity) {
  const char *name = strstr(text, shape), *number = name == NULL ? text : name + strlen(shape) + 2, *end = number;
  while (*end >= '0' && *end <= '9') end++;
  snprintf(fix, capacity, "%.*s%" PRId64 "%s", (int)(number - text), text, repeat, end);
}

/* The nearest address that is this warp's, or with it the largest repeat that fits there. */
static void find_fix(const request *ask, const hd_form *form, char *fix, size_t capacity) {
  const int64_t lanes = form->instruction->lanes, lane = (ask->address >> HD_ADDRESS_LANE_SHIFT) % HD_SLAB_LANES;
  const int64_t column = ask->address % HD_ADDRESS_LANE / (form->packed ? 2 : 1) * (form->packed ? 2 : 1);
  const uint32_t address =
      (uint32_t)((ask->warp % 4 * HD_SLAB_LANES + lane / lanes * lanes) * HD_ADDRESS_LANE + column);
  hd_cell base[2];
  hd_error unused;
  hd_form smaller = *form;
  for (; smaller.repeat >= 1; smaller.repeat /= 2) {
    if (check_issue(ask, &smaller, address, &unused, base) != HD_OK) continue;
    if (smaller.repeat == form->repeat) snprintf(fix, capacity, "0x%08" PRIX32, address);
    else {
      print_repeat(ask->text, form->instruction->name, smaller.repeat, fix, capacity);
      const size_t length = strlen(fix);
      snprintf(fix + length, capacity - length, " at 0x%08" PRIX32, address);
    }
    return;
  }
}

static hd_status check_form(const request *ask, const hd_form *form, int extra, verdict *found) {
  hd_cell base[2];
  int64_t needed = 0;
  if (ask->threads != HD_WARP_THREADS) {
    hd_fail(&found->error, HD_RANGE, "access", "threads that take part: {0}; all 32 of a warp must");
    found->error.number[0] = ask->threads;
    return HD_RANGE;
  }
  if (hd_form_accesses(form) > 1 && !ask->has_immediate) {
    hd_fail(&found->error, HD_RANGE, "access", "16x32bx2 wants its immediate");
    found->error.hint = "--immediate I: how far the second access is from the first, lanes * 65536 + columns";
    return HD_RANGE;
  }
  hd_status status = check_issue(ask, form, (uint32_t)ask->address, &found->error, base);
  if (status != HD_OK) {
    find_fix(ask, form, found->fix, sizeof found->fix);
    return status;
  }
  const int registers = hd_form_registers(form);
  status = hd_register_budget(registers, ask->budget, &found->error, &needed);
  for (int64_t repeat = form->repeat / 2; status != HD_OK && repeat >= 1; repeat /= 2) {
    if (hd_register_budget(registers / form->repeat * repeat, ask->budget, NULL, &needed) != HD_OK) continue;
    print_repeat(ask->text, form->instruction->name, repeat, found->fix, sizeof found->fix);
    break;
  }
  int length = 0;
  for (int access = 0; access < hd_form_accesses(form); access++) {
    length +=
        snprintf(found->reach + length, sizeof found->reach - (size_t)length, "%slanes %d to %d, columns %d to %d",
                 access > 0 ? " and " : "", base[access].lane, base[access].lane + hd_form_lanes(form) - 1,
                 base[access].column, base[access].column + hd_form_columns(form) - 1);
  }
  const bool same = hd_form_accesses(form) > 1 && base[0].lane == base[1].lane && base[0].column == base[1].column;
  snprintf(found->reach + length, sizeof found->reach - (size_t)length, ", %d register%s%s", registers + extra,
           hd_plural(registers + extra), same ? "; both accesses are of the same cells" : "");
  return status;
}

/* ---- the others ---- */

/* "tcgen05.cp.cta_group::1.NAME[.FORMAT]" */
static hd_status check_copy(const request *ask, verdict *found) {
  hd_copy_id id = HD_COPIES;
  const char *name = strstr(ask->text, "cta_group::");
  name = name == NULL ? ask->text : name + strlen("cta_group::1.");
  const char *format = strstr(name, ".b8x16");
  const size_t length = format == NULL ? strlen(name) : (size_t)(format - name);
  hd_status status = hd_copy_find(name, length, &found->error, &id);
  if (status == HD_OK) status = hd_copy_check(ask->geometry, id, (uint32_t)ask->address, &found->error);
  return status;
}

static hd_status check_shift(const request *ask, verdict *found) {
  const hd_status status = hd_shift_check(ask->geometry, (uint32_t)ask->address, &found->error);
  if (status != HD_OK) {
    const uint32_t address = (uint32_t)ask->address & ~(31u << HD_ADDRESS_LANE_SHIFT);
    if (hd_shift_check(ask->geometry, address, NULL) == HD_OK) {
      snprintf(found->fix, sizeof found->fix, "0x%08" PRIX32, address);
    }
  }
  return status;
}

/* ---- the answer ---- */

static hd_status check_target(const request *ask, const hd_opcode *opcode, hd_error *error) {
  hd_target target;
  if (ask->target == NULL) return HD_OK;
  const hd_status status = hd_target_find(ask->target, strlen(ask->target), error, &target);
  if (status != HD_OK || hd_opcode_on(opcode, target)) return status;
  return hd_fail(error, HD_RANGE, "target", "this target does not have the instruction");
}

/* Where a text is at fault for its repeat alone, says so, with the largest one that the shape has. */
static hd_status blame_repeat(const char *text, hd_status status, verdict *found) {
  for (int id = 0; id < HD_INSTRUCTIONS; id++) {
    const hd_instruction *instruction = hd_instruction_of((hd_instruction_id)id);
    const char *name = strstr(text, instruction->name),
               *repeat = name == NULL ? NULL : name + strlen(instruction->name);
    if (repeat == NULL || strncmp(repeat, ".x", 2) != 0) continue;
    int64_t times = 0;
    const char *end = repeat + 2;
    for (; *end >= '0' && *end <= '9' && times < INT32_MAX; end++) times = 10 * times + *end - '0';
    if (end == repeat + 2 || (*end != '\0' && *end != '.')) return status;
    const bool reduces = strstr(text, ".ld.red.") != NULL;
    if (hd_instruction_repeat(instruction, times, NULL) == HD_OK && !(reduces && times == 1)) return status;
    int64_t nearest = reduces ? 2 : 1;
    while (2 * nearest <= times && nearest < instruction->largest) nearest *= 2;
    print_repeat(text, instruction->name, nearest, found->fix, sizeof found->fix);
    if (!reduces) return status;
    hd_fail(&found->error, HD_RANGE, "repeat",
            "a repeat of a reducing load of this shape is a power of two from 2 to {0}");
    found->error.number[0] = instruction->largest;
    return HD_RANGE;
  }
  return status;
}

/* The same; a target that has the instruction with no repeat is to blame before. */
static hd_status blame_text(const request *ask, hd_status status, verdict *found) {
  hd_opcode opcode;
  status = blame_repeat(ask->text, status, found);
  if (hd_opcode_parse(found->fix, strcspn(found->fix, " \t{"), NULL, &opcode) != HD_OK) return status;
  const hd_status on_target = check_target(ask, &opcode, &found->error);
  if (on_target == HD_OK) return status;
  found->fix[0] = '\0';
  return on_target;
}

static hd_status judge(const request *ask, verdict *found) {
  /* A form in short is of a load or a store: no target has one of them and not the other. */
  static const hd_opcode plain_load = {HD_LD, {0}};
  hd_opcode opcode;
  hd_form form;
  if (strncmp(ask->text, "tcgen05.", 8) != 0) {
    hd_status status = hd_form_parse(ask->text, strlen(ask->text), &found->error, &form);
    if (status != HD_OK) return blame_repeat(ask->text, status, found);
    status = check_target(ask, &plain_load, &found->error);
    return status == HD_OK ? check_form(ask, &form, 0, found) : status;
  }
  hd_status status = hd_opcode_parse(ask->text, strlen(ask->text), &found->error, &opcode);
  if (status != HD_OK) return blame_text(ask, status, found);
  status = check_target(ask, &opcode, &found->error);
  if (status != HD_OK) return status;
  if (opcode.id == HD_CP) return check_copy(ask, found);
  if (opcode.id == HD_SHIFT) return check_shift(ask, found);
  status = hd_opcode_form(&opcode, &found->error, &form);
  const int reduced = opcode.id == HD_LD_RED_REAL || opcode.id == HD_LD_RED_INTEGER;
  return status == HD_OK ? check_form(ask, &form, reduced, found) : status;
}

static int print_verdict(const request *ask, hd_status status, const verdict *found) {
  char reason[HD_TEXT_MAX], hint[HD_TEXT_MAX] = "";
  if (status == HD_MALFORMED) return hd_tmem_refuse(ask->text, &found->error);
  hd_json *json = hd_answer_json();
  if (json != NULL) hd_json_boolean(json, "legal", status == HD_OK);
  if (status == HD_OK) {
    if (json != NULL) hd_json_some(json, "reach", found->reach);
    else printf(*found->reach != '\0' ? "legal: %s\n" : "legal%s\n", found->reach);
    return 0;
  }
  hd_print_error(&found->error, reason, sizeof reason);
  hd_print_hint(&found->error, hint, sizeof hint);
  if (json != NULL) {
    hd_json_text(json, "rule", reason);
    hd_json_some(json, "hint", hint);
    hd_json_some(json, "fix", found->fix);
    return 1;
  }
  printf("illegal: %s\n", reason);
  if (*hint != '\0') printf("%s\n", hint);
  if (*found->fix != '\0') printf("fix-it %s\n", found->fix);
  return 1;
}

/* FIRST..LAST */
static int read_allocated(request *ask) {
  char first[64];
  const char *dots = ask->allocated == NULL ? NULL : strstr(ask->allocated, "..");
  ask->first = 0;
  ask->last = ask->geometry.columns - 1;
  if (ask->allocated == NULL) return 0;
  if (dots == NULL || (size_t)(dots - ask->allocated) >= sizeof first) {
    return hd_tmem_wanted_word("--allocated FIRST..LAST, columns,", ask->allocated);
  }
  memcpy(first, ask->allocated, (size_t)(dots - ask->allocated));
  first[dots - ask->allocated] = '\0';
  const int code = hd_tmem_number(first, &ask->first);
  return code != 0 ? code : hd_tmem_number(dots + 2, &ask->last);
}

int hd_tmem_check(int argc, char **argv) {
  request ask = {.budget = 255, .threads = HD_WARP_THREADS, .columns = HD_COLUMNS};
  verdict found = {.reach = "", .fix = ""};
  const hd_tmem_option options[] = {{"--warp", &ask.warp, NULL, NULL},
                                    {"--address", &ask.address, NULL, &ask.has_address},
                                    {"--immediate", &ask.immediate, NULL, &ask.has_immediate},
                                    {"--allocated", NULL, &ask.allocated, NULL},
                                    {"--budget", &ask.budget, NULL, NULL},
                                    {"--threads", &ask.threads, NULL, NULL},
                                    {"--target", NULL, &ask.target, NULL},
                                    {"--columns", &ask.columns, NULL, NULL},
                                    {"--relative-lane", NULL, NULL, &ask.relative_lane},
                                    {"--any-lane", NULL, NULL, &ask.any_lane},
                                    {"--odd-column", NULL, NULL, &ask.odd_column}};
  int code = hd_tmem_read(argc, argv, options, (int)(sizeof options / sizeof options[0]), &ask.text, 1);
  if (code != 0) return code;
  if (hd_make_geometry(ask.columns, &found.error, &ask.geometry) != HD_OK) {
    return hd_tmem_refuse(NULL, &found.error);
  }
  code = read_allocated(&ask);
  if (code == 0) code = hd_tmem_within("--warp", 0, INT16_MAX, ask.warp);
  if (code == 0) code = hd_tmem_within("--address", 0, UINT32_MAX, ask.address);
  if (code != 0) return code;
  if (!ask.has_address) ask.address = ask.warp % 4 * HD_SLAB_LANES * HD_ADDRESS_LANE;
  return print_verdict(&ask, judge(&ask, &found), &found);
}
