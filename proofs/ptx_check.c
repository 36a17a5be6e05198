/* The check of a file: once through to see that it parses and what its functions do, once more for the rules. */
#include "proofs/ptx_state.h"

#include "algebra/append.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
  const char *name, *meaning;
} rules[HD_RULES] = {
#define HD_PTX_RULE(id, name, meaning) [id] = {name, meaning},
#include "proofs/ptx_rules.inc"
};

const char *hd_ptx_rule_name(hd_ptx_rule rule) { return rules[rule].name; }
const char *hd_ptx_rule_meaning(hd_ptx_rule rule) { return rules[rule].meaning; }

/* ---- what functions do ---- */

typedef struct check {
  const hd_ptx_options *options;
  hd_ptx_opcodes opcodes;
  unsigned *does;
  uint32_t *call; /* pairs: who calls, who is called */
  size_t does_room, does_count, calls, call_room;
  bool no_memory;
} check;

static unsigned does_of(const hd_ptx_opcode *opcode) {
  static const unsigned of_kind[] = {
      [HD_PTX_COMMIT] = HD_PTX_DOES_COMMIT,
      [HD_PTX_LOAD] = HD_PTX_DOES_LOAD,
      [HD_PTX_STORE] = HD_PTX_DOES_STORE,
      [HD_PTX_WAIT_LOAD] = HD_PTX_DOES_WAIT_LOAD,
      [HD_PTX_WAIT_STORE] = HD_PTX_DOES_WAIT_STORE,
      [HD_PTX_ALLOC] = HD_PTX_DOES_ALLOC,
      [HD_PTX_DEALLOC] = HD_PTX_DOES_DEALLOC,
      [HD_PTX_MMA] = HD_PTX_DOES_MMA,
      [HD_PTX_COPY] = HD_PTX_DOES_MMA,
      [HD_PTX_SHIFT] = HD_PTX_DOES_MMA,
      [HD_PTX_RELINQUISH] = HD_PTX_DOES_RELINQUISH,
      [HD_PTX_MEETING] = HD_PTX_DOES_MEET,
      [HD_PTX_MBARRIER_WAIT] = HD_PTX_DOES_MEET,
  };
  return of_kind[opcode->kind] | (opcode->collective ? HD_PTX_DOES_COLLECTIVE : 0u) |
         (opcode->group == 1 ? HD_PTX_DOES_GROUP_1 : 0u) | (opcode->group == 2 ? HD_PTX_DOES_GROUP_2 : 0u);
}

/* The name of the function that a call names; HD_PTX_NONE where it is in a register. */
static uint32_t callee(const hd_ptx_function *function, const hd_ptx_instruction *one) {
  for (uint32_t k = 0; k < one->operands; k++) {
    const hd_ptx_operand *operand = &function->operand[one->operand + k];
    if ((operand->flags & HD_PTX_IN_LIST) != 0) continue;
    return operand->kind == HD_PTX_SYMBOL ? operand->id : HD_PTX_NONE;
  }
  return HD_PTX_NONE;
}

/* Functions of the run-time library that have no text and touch no tensor memory. */
static bool is_harmless(const hd_ptx_names *names, uint32_t name) {
  static const char *const known[] = {"vprintf", "__assertfail", "malloc", "free", "__nanosleep"};
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
    if (hd_ptx_name_is(names, name, known[k])) return true;
  }
  return false;
}

static bool room_for(check *all, uint32_t name) {
  if (!hd_ptx_grow(&all->does, &all->does_room, (size_t)name + 1, sizeof *all->does)) return false;
  for (; all->does_count <= name; all->does_count++) all->does[all->does_count] = HD_PTX_DOES_UNKNOWN;
  return true;
}

static hd_status survey(void *context, const hd_ptx_file *file, const hd_ptx_function *f, hd_error *error) {
  check *all = context;
  bool there = room_for(all, f->name);
  if (there && !f->has_body && is_harmless(&file->names, f->name)) all->does[f->name] = 0;
  if (!there || !f->has_body)
    return there ? HD_OK : hd_fail(error, HD_CAPACITY, "ptx", "there is not enough memory for it");
  unsigned does = 0;
  for (size_t k = 0; there && k < f->instructions; k++) {
    const hd_ptx_instruction *one = &f->instruction[k];
    const hd_ptx_opcode *opcode = hd_ptx_opcode_of(&all->opcodes, file, one->opcode);
    there = opcode != NULL;
    if (there) does |= does_of(opcode);
    if (!there || opcode->kind != HD_PTX_CALL) continue;
    const uint32_t name = callee(f, one);
    if (name == HD_PTX_NONE) does |= HD_PTX_DOES_UNKNOWN;
    there = name == HD_PTX_NONE ||
            (room_for(all, name) && hd_ptx_grow(&all->call, &all->call_room, all->calls + 2, sizeof *all->call));
    if (!there || name == HD_PTX_NONE) continue;
    all->call[all->calls++] = f->name;
    all->call[all->calls++] = name;
  }
  if (there) all->does[f->name] = does;
  return there ? HD_OK : hd_fail(error, HD_CAPACITY, "ptx", "there is not enough memory for it");
}

/* What a function calls it does too; a chain of calls that is very long is not followed to its end. */
static void spread_calls(check *all) {
  bool changed = true;
  for (int round = 0; changed && round < 64; round++) {
    changed = false;
    for (size_t k = 0; k < all->calls; k += 2) {
      const unsigned before = all->does[all->call[k]];
      all->does[all->call[k]] |= all->does[all->call[k + 1]];
      changed = changed || all->does[all->call[k]] != before;
    }
  }
  for (size_t k = 0; changed && k < all->calls; k++) all->does[all->call[k]] |= HD_PTX_DOES_UNKNOWN;
}

unsigned hd_ptx_call_does(const hd_ptx_checker *c, uint32_t instruction) {
  const uint32_t name = callee(c->function, &c->function->instruction[instruction]);
  return name < c->does_count ? c->does[name] : HD_PTX_DOES_UNKNOWN;
}

unsigned hd_ptx_function_does(const hd_ptx_checker *c) {
  return c->function->name < c->does_count ? c->does[c->function->name] : HD_PTX_DOES_UNKNOWN;
}

/* ---- findings ---- */

void hd_ptx_ask(hd_ptx_checker *c, hd_ptx_rule rule) { c->kernel.asked[rule]++; }

enum { MOST_FINDINGS = 20000 }; /* past which no more paths of a function are followed */

static hd_ptx_finding *add(hd_ptx_checker *c, hd_ptx_rule rule, bool unknown, uint32_t instruction, uint32_t other,
                           const char *reason) {
  const hd_ptx_function *f = c->function;
  if (c->findings >= MOST_FINDINGS) c->steps = 0;
  if (!hd_ptx_grow(&c->finding, &c->finding_room, c->findings + 1, sizeof *c->finding)) {
    c->no_memory = true;
    return NULL;
  }
  hd_ptx_finding *finding = &c->finding[c->findings++];
  *finding = (hd_ptx_finding){.rule = (uint8_t)rule,
                              .unknown = unknown,
                              .position = instruction < f->instructions ? f->instruction[instruction].position : f->end,
                              .other = other < f->instructions ? f->instruction[other].position : HD_PTX_NONE,
                              .name = HD_PTX_NONE,
                              .reason = reason};
  return finding;
}

hd_ptx_finding *hd_ptx_fault(hd_ptx_checker *c, hd_ptx_rule rule, uint32_t instruction, uint32_t other,
                             const char *reason) {
  return add(c, rule, false, instruction, other, reason);
}

hd_ptx_finding *hd_ptx_unknown(hd_ptx_checker *c, hd_ptx_rule rule, uint32_t instruction, uint32_t other,
                               const char *reason) {
  return add(c, rule, true, instruction, other, reason);
}

static int compare(const void *left, const void *right) {
  const hd_ptx_finding *a = left, *b = right;
  if (a->position != b->position) return a->position < b->position ? -1 : 1;
  if (a->rule != b->rule) return a->rule < b->rule ? -1 : 1;
  if (a->other != b->other) return a->other < b->other ? -1 : 1;
  if (a->reason != b->reason) return strcmp(a->reason, b->reason);
  return a->name < b->name ? -1 : a->name > b->name;
}

/* In the order of the text, each once: paths that meet find the same twice. */
static void sort_findings(hd_ptx_checker *c) {
  size_t kept = 0;
  if (c->findings > 0) qsort(c->finding, c->findings, sizeof *c->finding, compare);
  for (size_t k = 0; k < c->findings; k++) {
    if (kept > 0 && compare(&c->finding[kept - 1], &c->finding[k]) == 0) continue;
    c->finding[kept++] = c->finding[k];
    (c->finding[k].unknown ? c->kernel.unknown : c->kernel.faults)[c->finding[k].rule]++;
  }
  c->kernel.finding = c->finding;
  c->kernel.findings = kept;
}

/* "%r12" for {r}, a number for {0} */
size_t hd_ptx_print_reason(const hd_ptx_file *file, const hd_ptx_finding *finding, char *text, size_t capacity) {
  size_t length = hd_append_word(text, capacity, 0, "");
  for (const char *at = finding->reason; *at != 0; at++) {
    char piece[72] = {*at, 0};
    if (at[0] == '{' && at[1] == 'r' && finding->name != HD_PTX_NONE) {
      const hd_ptx_name *name = &file->names.name[finding->name];
      snprintf(piece, sizeof piece, "%.*s", (int)(name->length < 64 ? name->length : 64), file->text + name->position);
      at += 2;
    } else if (at[0] == '{' && at[1] >= '0' && at[1] < '0' + HD_PTX_NUMBERS) {
      snprintf(piece, sizeof piece, "%" PRId64, finding->number[at[1] - '0']);
      at += 2;
    }
    length = hd_append_word(text, capacity, length, piece);
  }
  return length;
}

/* ---- the rules ---- */

static void count(hd_ptx_checker *c, uint32_t at) {
  hd_ptx_kernel *k = &c->kernel;
  switch ((hd_ptx_kind)c->kind[at]) {
    case HD_PTX_LOAD: k->loads++; break;
    case HD_PTX_STORE: k->stores++; break;
    case HD_PTX_WAIT_LOAD:
    case HD_PTX_WAIT_STORE: k->waits++; break;
    case HD_PTX_MMA: k->mmas++; break;
    case HD_PTX_COPY:
    case HD_PTX_SHIFT: k->copies++; break;
    case HD_PTX_ALLOC: k->allocations++; break;
    default: break;
  }
}

static bool prepare(hd_ptx_checker *c) {
  const hd_ptx_function *f = c->function;
  const size_t blocks = c->flow.blocks;
  c->kind = malloc(f->instructions + 1);
  c->served = calloc(f->instructions + 1, 1);
  c->above = calloc(f->instructions + 1, sizeof *c->above);
  c->stamp = calloc(2 * (blocks + 1), sizeof *c->stamp);
  c->pending = malloc(2 * (blocks + 1) * sizeof *c->pending);
  c->mark = calloc(f->registers + 1, sizeof *c->mark);
  if (c->kind == NULL || c->served == NULL || c->above == NULL || c->stamp == NULL || c->pending == NULL ||
      c->mark == NULL || !hd_ptx_evaluate(hd_ptx_evaluation_of(c), c->options->threads, &c->values)) {
    return false;
  }
  c->kind[f->instructions] = HD_PTX_RETURN;
  for (uint32_t k = 0; k < f->instructions; k++) {
    const hd_ptx_opcode *opcode = hd_ptx_opcode_at(c, k);
    c->kind[k] = hd_ptx_is_trap(c->file, f, opcode, &f->instruction[k]) ? HD_PTX_TRAP : opcode->kind;
    if (c->kind[k] < HD_PTX_NO_FORM) continue;
    c->kernel.instructions++;
    count(c, k);
    if (!hd_ptx_is_reached(&c->flow, c->flow.block[k])) continue;
    if (!hd_ptx_grow(&c->access, &c->access_room, c->accesses + 1, sizeof *c->access)) return false;
    c->access[c->accesses++] = k;
  }
  return true;
}

static void release(hd_ptx_checker *c) {
  hd_ptx_flow_free(&c->flow);
  hd_ptx_values_free(&c->values);
  free(c->kind);
  free(c->served);
  free(c->above);
  free(c->access);
  free(c->stamp);
  free(c->pending);
  free(c->mark);
  free(c->finding);
}

/* Steps of walks for each function: a second or so. */
enum { STEPS = 20000000 };

static hd_status examine(void *context, const hd_ptx_file *file, const hd_ptx_function *f, hd_error *error) {
  check *all = context;
  if (!f->has_body) return HD_OK;
  bool concerns = false;
  for (size_t k = 0; !concerns && k < f->instructions; k++) {
    concerns = all->opcodes.opcode[f->instruction[k].opcode].kind >= HD_PTX_NO_FORM;
  }
  if (!concerns) return HD_OK;
  hd_ptx_checker c = {.options = all->options,
                      .file = file,
                      .function = f,
                      .opcodes = &all->opcodes,
                      .does = all->does,
                      .does_count = all->does_count,
                      .steps = STEPS};
  c.kernel = (hd_ptx_kernel){.name = f->name, .position = f->position, .is_entry = f->is_entry};
  hd_status status = hd_ptx_make_flow(file, f, &all->opcodes, error, &c.flow);
  if (status != HD_OK) return status;
  if (prepare(&c)) {
    hd_ptx_rule_forms(&c);
    hd_ptx_rule_registers(&c);
    hd_ptx_rule_in_flight(&c);
    hd_ptx_rule_addresses(&c);
    hd_ptx_rule_allocation(&c);
    hd_ptx_rule_order(&c);
    sort_findings(&c);
  } else {
    c.no_memory = true;
  }
  if (c.no_memory) status = hd_fail(error, HD_CAPACITY, "ptx", "there is not enough memory for it");
  else if (all->options->kernel != NULL) all->options->kernel(all->options->context, file, &c.kernel);
  release(&c);
  return status;
}

hd_status hd_ptx_check(const char *text, size_t length, const hd_ptx_options *options, hd_error *error) {
  check all = {.options = options};
  hd_status status = hd_ptx_parse(text, length, error, survey, &all);
  if (status == HD_OK) {
    spread_calls(&all);
    status = hd_ptx_parse(text, length, error, examine, &all);
  }
  hd_ptx_opcodes_free(&all.opcodes);
  free(all.does);
  free(all.call);
  return status;
}
