/* The header of a plan: what it is and why it is right, its numbers, and its copies. */
#include "proofs/emit.h"

#include "tmem/view.h"

#include <inttypes.h>

/* The text under way. */
typedef struct writer {
  FILE *to;
  const hd_emission *emission;
  const hd_plan_request *request;
  const hd_plan *plan;
  const char *name;
  int32_t columns; /* from the tile's on, the last one included */
} writer;

static const char *packing_of(const hd_form *form) { return form->packed ? "PACKED" : "PLAIN"; }

/* ---- addresses ---- */

/* From the base to a step's address in a warp, in lanes and columns. */
static hd_cell distance_of(const writer *w, int32_t step, int warp) {
  hd_cell distance = {0, 0};
  const int32_t on = (int32_t)(w->plan->step[step].address[warp] - w->request->base);
  (void)hd_split_offset(on, NULL, &distance); /* every word of 32 bits has its lanes and columns */
  return distance;
}

/* That what a warp adds to its first address it adds to all: each lies in the warp's own slab, so that no lane carries
 * into a column between them. */
static hd_status check_part(const writer *w, int32_t step, hd_error *error) {
  const uint32_t *one = w->plan->step[0].address, *other = w->plan->step[step].address;
  for (int warp = 1; warp < w->request->warps; warp++) {
    if (other[warp] - other[0] == one[warp] - one[0]) continue;
    hd_fail(error, HD_UNDEFINED, "emit", "instruction {0} of warp {1} is not as far from the first one as warp 0's");
    error->number[0] = step;
    error->number[1] = warp;
    return HD_UNDEFINED;
  }
  return HD_OK;
}

/* How far the tile's columns go. */
static hd_status reach(writer *w, const hd_plan_step *step, hd_error *error) {
  hd_cell base, begin;
  hd_status status = hd_tmem_decode(w->request->geometry, w->request->base, error, &base);
  for (int warp = 0; status == HD_OK && warp < w->request->warps; warp++) {
    const hd_issue issue = {.geometry = w->request->geometry,
                            .readings = w->request->readings,
                            .warp = w->request->first_warp + warp,
                            .address = step->address[warp],
                            .immediate = step->immediate};
    for (int access = 0; status == HD_OK && access < hd_form_accesses(&step->form); access++) {
      status = hd_issue_base(&step->form, &issue, access, error, &begin);
      if (status != HD_OK) break;
      const int32_t end = begin.column + hd_form_columns(&step->form) - base.column;
      if (end > w->columns) w->columns = end;
    }
  }
  return status;
}

static hd_status check_steps(writer *w, hd_error *error) {
  hd_status status = HD_OK;
  for (int32_t s = 0; status == HD_OK && s < w->plan->steps; s++) {
    status = reach(w, &w->plan->step[s], error);
    if (status == HD_OK) status = check_part(w, s, error);
  }
  return status;
}

/* Where lanes carry into columns the layout is that of flat indices, counted from lane 0 of the tile's column on. */
static void print_carried_part(const writer *w, int32_t lane) {
  enum { FAR = HD_LANES * HD_COLUMNS_MAX }; /* whole columns, more than there are: what is divided is not negative */
  int64_t cells[HD_PLAN_WARPS];
  for (int warp = 0; warp < w->request->warps; warp++) {
    const hd_cell on = distance_of(w, 0, warp), first = distance_of(w, 0, 0);
    cells[warp] = on.lane - first.lane + HD_LANES * (int64_t)(on.column - first.column);
  }
  hd_emit_function(w->to, w->name, "part_cells", "warp", w->request->warps, cells);
  fprintf(w->to, "HD_DEVICE hd_tmem %s_part(hd_tmem tile) {\n", w->name);
  fprintf(w->to, "  const int warp = (HD_WARP() - %s_first_warp) & (%s_warps - 1);\n", w->name, w->name);
  fprintf(w->to, "  const int cells = %d + %s_part_cells(warp);\n", lane + FAR, w->name);
  fprintf(w->to, "  return hd_tmem_at(tile, cells %% %d - %d, cells / %d - %d);\n}\n\n", HD_LANES, lane, HD_LANES,
          FAR / HD_LANES);
}

/* NAME_part(tile): where this warp's part begins. */
static void print_part(const writer *w) {
  const hd_cell first = distance_of(w, 0, 0);
  const int warps = w->request->warps;
  int64_t lane[HD_PLAN_WARPS], column[HD_PLAN_WARPS];
  for (int warp = 0; warp < warps; warp++) {
    const hd_cell on = distance_of(w, 0, warp);
    lane[warp] = on.lane - first.lane;
    column[warp] = on.column - first.column;
  }
  fputs("/* From the tile to the part of a warp. */\n", w->to);
  if (!hd_emit_has_formula(warps, lane) || !hd_emit_has_formula(warps, column)) {
    print_carried_part(w, (int32_t)(w->plan->step[0].address[0] >> HD_ADDRESS_LANE_SHIFT) - first.lane);
    return;
  }
  hd_emit_function(w->to, w->name, "part_lane", "warp", warps, lane);
  hd_emit_function(w->to, w->name, "part_column", "warp", warps, column);
  fprintf(w->to, "HD_DEVICE hd_tmem %s_part(hd_tmem tile) {\n", w->name);
  fprintf(w->to, "  const int warp = (HD_WARP() - %s_first_warp) & (%s_warps - 1);\n", w->name, w->name);
  fprintf(w->to, "  return hd_tmem_at(tile, %s_part_lane(warp), %s_part_column(warp));\n}\n\n", w->name, w->name);
}

/* ---- what it is ---- */

/* The image of each form once. */
static hd_status print_images(const writer *w, hd_error *error) {
  for (int32_t s = 0; s < w->plan->steps; s++) {
    char text[HD_TEXT_MAX];
    hd_layout memory, image;
    const hd_plan_step *step = &w->plan->step[s];
    if (s > 0 && step[-1].form.repeat == step->form.repeat) continue;
    hd_status status = hd_engine(w->request->geometry, error, &memory);
    if (status == HD_OK && hd_form_accesses(&step->form) == 2) {
      status = hd_split_memory(&memory, step->immediate, error, &memory);
    }
    if (status == HD_OK) status = hd_form_image(&step->form, &memory, error, &image);
    if (status != HD_OK) return status;
    hd_print_layout(&image, text, sizeof text);
    fprintf(w->to, " *   %s.x%d%s: %s\n", step->form.instruction->name, step->form.repeat,
            step->form.packed ? " packed" : "", text);
  }
  return HD_OK;
}

static hd_status print_proof(const writer *w, hd_error *error) {
  char text[HD_TEXT_MAX];
  const int64_t threads = HD_WARP_THREADS * w->request->warps, values = w->plan->values;
  const bool dense = w->request->bits < HD_CELL_BITS && !w->request->single;
  hd_print_layout(&w->request->cells, text, sizeof text);
  fprintf(w->to, " * Asked, (thread, value) -> %s from the tile on, a %s", dense ? "element" : "cell",
          dense ? "cell" : "");
  if (dense) fprintf(w->to, " holding %d of them, ", HD_CELL_BITS / w->request->bits);
  fprintf(w->to, "%slane + 128 * column:\n *\n *   %s\n *\n", dense ? "cell " : "cell is ", text);
  fprintf(w->to, " * The instructions, (thread, register%s) -> cell from their addresses on:\n *\n",
          w->plan->step[0].form.packed ? ", half" : "");
  const hd_status status = print_images(w, error);
  if (status != HD_OK) return status;
  fprintf(
      w->to,
      " *\n * Proved: both were compared at %" PRId64 " of %" PRId64 " threads and at %" PRId64 " of %" PRId64
      " values and are equal. As each is a sum of\n * what a thread and what a value adds, so they are at all %" PRId64
      " pairs. %d of %d addresses are of cells that their\n * warps may use.\n",
      threads, threads, values, values, threads * values, w->plan->steps * w->request->warps,
      w->plan->steps * w->request->warps);
  return HD_OK;
}

static void print_use(const writer *w) {
  const char *name = w->name;
  const bool load = w->emission->load, later = w->request->asynchronous;
  FILE *to = w->to;
  fprintf(to, " *   %s_registers                  what a thread holds: .word[%d]", name, w->plan->registers);
  if (w->request->bits >= 8) fprintf(to, ", and .value[%d]", w->plan->values);
  fprintf(to, "\n *   %s_place(v)                   where value v of a thread is among its elements\n", name);
  if (later) {
    if (load) {
      fprintf(to, " *   HD_TMEM_LOAD_ASYNC(%s, tile, &registers)\n", name);
      fprintf(to, " *   HD_TMEM_WAIT_LOADED(%s, &registers)     in the same turn of a loop; see copies.h\n", name);
    }
    fprintf(to, " *   HD_TMEM_STORE_ASYNC(%s, tile, &registers), HD_TMEM_WAIT_STORE()\n", name);
  } else {
    if (load) fprintf(to, " *   HD_TMEM_LOAD(%s, tile, &registers)\n", name);
    fprintf(to, " *   HD_TMEM_STORE(%s, tile, &registers)\n", name);
  }
  if (w->emission->memory == NULL) return;
  if (load && !later) fprintf(to, " *   HD_TMEM_TO_MEMORY(%s, tile, memory)\n", name);
  if (!later) fprintf(to, " *   HD_TMEM_FROM_MEMORY(%s, memory, tile)\n", name);
  if (load) fprintf(to, " *   HD_REGISTERS_TO_MEMORY(%s, &registers, memory)\n", name);
  fprintf(to, " *   HD_REGISTERS_FROM_MEMORY(%s, memory, &registers)\n", name);
  fprintf(to, " *   memory                         on a multiple of %d bytes: %s\n", 4 * w->emission->memory->run,
          w->emission->memory->text);
}

static hd_status print_opening(const writer *w, hd_error *error) {
  hd_cell base = {0, 0};
  const int warps = w->request->warps, registers = w->plan->registers;
  hd_status status = hd_tmem_decode(w->request->geometry, w->request->base, error, &base);
  fprintf(w->to, "/* Copies of a tile of tensor memory, for kernels of Heddle's device layer. Written by\n *\n");
  fprintf(w->to, " *   heddle emit '%s' --name %s\n *\n * ", w->emission->text, w->name);
  hd_plan_print_forms(w->to, w->plan);
  fprintf(w->to, ": %d register%s of each thread, of %d warp%s from warp %d on.\n", registers, hd_plural(registers),
          warps, hd_plural(warps), w->request->first_warp);
  fprintf(w->to, " * The tile begins at lane %d, and has %d column%s.\n *\n", base.lane, w->columns,
          hd_plural(w->columns));
  print_use(w);
  fputs(" *\n", w->to);
  if (status == HD_OK) status = print_proof(w, error);
  fprintf(w->to, " */\n#ifndef HEDDLE_EMITTED_%s\n#define HEDDLE_EMITTED_%s\n\n#include <heddle/kernels/device.h>\n\n",
          w->name, w->name);
  return status;
}

/* ---- numbers ---- */

static const char *type_of(const writer *w) {
  if (w->emission->type != NULL) return w->emission->type;
  return w->request->bits == 32 ? "uint32_t" : w->request->bits == 16 ? "uint16_t" : "uint8_t";
}

static void print_numbers(const writer *w) {
  const char *name = w->name;
  FILE *to = w->to;
  fprintf(to, "enum {\n  %s_words = %d,\n  %s_values = %d,\n  %s_bits = %d,\n", name, w->plan->registers, name,
          w->plan->values, name, w->request->bits);
  fprintf(to, "  %s_columns = %d,\n  %s_warps = %d,\n  %s_first_warp = %d,\n  %s_threads = 32 * %s_warps\n};\n\n", name,
          w->columns, name, w->request->warps, name, w->request->first_warp, name, name);
  fprintf(to, "typedef union %s_registers {\n  uint32_t word[%s_words];\n", name, name);
  if (w->request->bits >= 8) fprintf(to, "  %s value[%s_values];\n", type_of(w), name);
  fprintf(to, "} %s_registers;\n\n", name);
}

/* What the numbers have to do with the device layer's. */
static void print_asserts(const writer *w) {
  const char *name = w->name;
  FILE *to = w->to;
  if (w->request->bits >= 8) {
    fprintf(to, "HD_ASSERT(sizeof(%s) * 8 == %s_bits, \"%s: an element has %d bits\");\n", type_of(w), name, name,
            w->request->bits);
  }
  fprintf(to, "HD_ASSERT(sizeof(%s_registers) == 4 * %s_words && 32 * %s_words == %s_values * %s_bits,\n", name, name,
          name, name, name);
  fprintf(to, "          \"%s: the values fill the registers\");\n", name);
  fprintf(to, "HD_ASSERT((int)%s_columns <= (int)HD_TMEM_COLUMNS, \"%s: the tile is wider than tensor memory\");\n",
          name, name);
  for (int32_t s = 0; s < w->plan->steps; s++) {
    const hd_form *form = &w->plan->step[s].form;
    if (s > 0 && form->repeat == w->plan->step[s - 1].form.repeat) continue;
    fprintf(to, "HD_ASSERT((int)HD_REPEAT(x%d) <= (int)HD_FACT(%s, LARGEST), \"%s: %s has no x%d\");\n", form->repeat,
            form->instruction->name, name, form->instruction->name, form->repeat);
  }
  fprintf(to, "HD_ASSERT(%s_words == (", name);
  for (int32_t s = 0, next; s < w->plan->steps; s = next) {
    const int32_t repeat = w->plan->step[s].form.repeat;
    for (next = s; next < w->plan->steps && w->plan->step[next].form.repeat == repeat; next++) {
    }
    fprintf(to, "%s%d * (int)HD_REPEAT(x%d)", s > 0 ? " + " : "", next - s, repeat);
  }
  fprintf(to, ") * (int)HD_FACT(%s, REGISTERS),\n          \"%s: the instructions take each register once\");\n",
          w->plan->step[0].form.instruction->name, name);
  if (w->request->asynchronous) {
    fprintf(to, "HD_ASSERT(%s_words <= %" PRId64 ", \"%s: at most %" PRId64 " registers are under way; tile it\");\n",
            name, w->emission->under_way, name, w->emission->under_way);
  }
  putc('\n', to);
}

static void print_place(const writer *w) {
  int64_t place[HD_PLAN_VALUES];
  for (int32_t k = 0; k < w->plan->values; k++) place[w->plan->order[k]] = k;
  fputs("/* Where a value of a thread, as the plan counts them, is among the elements of its registers. */\n", w->to);
  hd_emit_function(w->to, w->name, "place", "value", w->plan->values, place);
  putc('\n', w->to);
}

/* ---- copies ---- */

/* HD_ISSUE_LD(32x32b, x64, PLAIN, 0, WAIT, registers->word + 64, hd_tmem_at(part, 0, 64)); */
static void print_issue(const writer *w, int32_t s, bool load, const char *wait, const char *registers, int32_t first) {
  const hd_plan_step *step = &w->plan->step[s];
  const hd_cell on = distance_of(w, s, 0);
  fprintf(w->to, "HD_ISSUE_%s(%s, x%d, %s, %" PRId64 ", %s, %s", load ? "LD" : "ST", step->form.instruction->name,
          step->form.repeat, packing_of(&step->form), step->immediate, wait, registers);
  if (first > 0) fprintf(w->to, " + %d", first);
  fprintf(w->to, ", hd_tmem_at(part, %d, %d));\n", on.lane, on.column);
}

static void print_copy(const writer *w, bool load) {
  const bool later = w->request->asynchronous;
  fprintf(w->to, "HD_DEVICE void %s_%s%s(HD_SITE_PARAMETERS hd_tmem tile, %s%s_registers *registers) {\n", w->name,
          load ? "load" : "store", later ? "_async" : "", load ? "" : "const ", w->name);
  fprintf(w->to, "  const hd_tmem part = %s_part(tile);\n", w->name);
  for (int32_t s = 0; s < w->plan->steps; s++) {
    fputs("  ", w->to);
    print_issue(w, s, load, later ? "LATER" : "WAIT", "registers->word", w->plan->step[s].first);
  }
  fputs("}\n\n", w->to);
}

/* The wait behind loads, and the registers that it ties: 64 at a time, as the device layer lists them. */
static void print_wait(const writer *w) {
  enum { LISTED = 64 };
  fprintf(w->to, "HD_DEVICE void %s_tie(%s_registers *registers) {\n", w->name, w->name);
  for (int32_t s = 0; s < w->plan->steps; s++) {
    const hd_plan_step *step = &w->plan->step[s];
    const int32_t registers = hd_form_registers(&step->form), count = registers < LISTED ? registers : LISTED;
    for (int32_t r = 0; r < registers; r += count) {
      fprintf(w->to, "  HD_ISSUE_TIE(%d, registers->word + %d);\n", count, step->first + r);
    }
  }
  fprintf(w->to, "}\n\nHD_DEVICE void %s_wait_loaded(HD_SITE_PARAMETERS %s_registers *registers) {\n", w->name,
          w->name);
  fprintf(w->to, "  HD_ISSUE_WAIT_LD();\n  %s_tie(registers);\n}\n\n", w->name);
}

/* Words to or from memory, a run at a time; those of a plan from `first` on. */
static void print_words(const writer *w, const char *indent, bool put, const char *registers, int32_t first,
                        int32_t count) {
  const int32_t run = w->emission->memory->run;
  fprintf(w->to, "%sHD_UNROLLED\n%sfor (int i = 0; i < %d; i += %d)\n", indent, indent, count, run);
  fprintf(w->to, "%s  HD_%s_WORDS(words + %s_memory_word(", indent, put ? "PUT" : "GET", w->name);
  if (first > 0) fprintf(w->to, "%d + ", first);
  fprintf(w->to, "i), %s + i, %d);\n", registers, run);
}

/* A function whose `words` are where the thread's begin. */
static void begin_at_memory(const writer *w, const char *suffix, bool put, const char *before, const char *behind) {
  const char *constant = put ? "" : "const ";
  fprintf(w->to, "HD_DEVICE void %s_%s(HD_SITE_PARAMETERS %s%s%s *memory%s) {\n", w->name, suffix, before, constant,
          type_of(w), behind);
  fprintf(w->to, "  const int thread = (HD_THREAD() - 32 * %s_first_warp) & (%s_threads - 1);\n", w->name, w->name);
  fprintf(w->to, "  %suint32_t *const words = (%suint32_t *)memory + %s_memory_thread(thread);\n", constant, constant,
          w->name);
}

static void print_register_copy(const writer *w, bool put) {
  char registers[HD_EMIT_NAME + 64];
  snprintf(registers, sizeof registers, put ? "const %s_registers *registers, " : ", %s_registers *registers", w->name);
  begin_at_memory(w, put ? "put" : "get", put, put ? registers : "", put ? "" : registers);
  print_words(w, "  ", put, "registers->word", 0, w->plan->registers);
  fputs("}\n\n", w->to);
}

static void print_memory_copy(const writer *w, bool load) {
  begin_at_memory(w, load ? "to_memory" : "from_memory", load, load ? "hd_tmem tile, " : "",
                  load ? "" : ", hd_tmem tile");
  fprintf(w->to, "  const hd_tmem part = %s_part(tile);\n", w->name);
  for (int32_t s = 0; s < w->plan->steps; s++) {
    const int32_t first = w->plan->step[s].first, registers = hd_form_registers(&w->plan->step[s].form);
    fprintf(w->to, "  {\n    uint32_t staged[%d];\n", registers);
    if (!load) print_words(w, "    ", false, "staged", first, registers);
    fputs("    ", w->to);
    print_issue(w, s, load, "WAIT", "staged", 0);
    if (load) print_words(w, "    ", true, "staged", first, registers);
    fputs("  }\n", w->to);
  }
  fputs("}\n\n", w->to);
}

static void print_memory(const writer *w) {
  const hd_emit_memory *memory = w->emission->memory;
  fputs("/* In words, where a thread's begin and how much further on each is. */\n", w->to);
  hd_emit_function(w->to, w->name, "memory_thread", "thread", HD_WARP_THREADS * w->request->warps, memory->thread);
  hd_emit_function(w->to, w->name, "memory_word", "word", w->plan->registers, memory->word);
  putc('\n', w->to);
  for (int load = w->emission->load; load >= 0; load--) {
    print_register_copy(w, load != 0);
    if (!w->request->asynchronous) print_memory_copy(w, load != 0);
  }
}

static hd_status check_under_way(const hd_emission *emission, hd_error *error) {
  const int32_t registers = emission->out->plan.registers;
  if (!emission->out->asked.asynchronous || registers <= emission->under_way) return HD_OK;
  hd_fail(error, HD_RANGE, "emit", "{0} registers of each thread are under way at once, and at most {1} may be");
  error->number[0] = registers;
  error->number[1] = emission->under_way;
  error->hint = "tile the piece: as many columns as {1} registers hold; or let them with --under-way {0}";
  return HD_RANGE;
}

hd_status hd_emit_header(FILE *to, const hd_emission *emission, hd_error *error) {
  writer w = {.to = to,
              .emission = emission,
              .request = &emission->out->asked,
              .plan = &emission->out->plan,
              .name = emission->name};
  hd_status status = check_under_way(emission, error);
  if (status == HD_OK) status = check_steps(&w, error);
  if (status == HD_OK) status = print_opening(&w, error);
  if (status != HD_OK) return status;
  print_numbers(&w);
  print_asserts(&w);
  print_place(&w);
  print_part(&w);
  if (emission->load) print_copy(&w, true);
  if (emission->load && w.request->asynchronous) print_wait(&w);
  print_copy(&w, false);
  if (emission->memory != NULL) print_memory(&w);
  fputs("#endif\n", to);
  return HD_OK;
}
