/* Tensor memory: addresses, images, issues, the emulator and copies, against the manual's formulas. */
#include "proofs/theorem.h"

#include "proofs/domain_tmem.h"

#include <stdlib.h>
#include <string.h>

enum { THREADS = 32, WARPS = 4 };

/* One line for each shape, as the manual has it. */
static hd_manual_place plain_cell(int64_t shape, int64_t t, int64_t r) {
  switch (shape) {
    case 0: return (hd_manual_place){t, r, 0};
    case 1: return (hd_manual_place){t / 4 + 8 * (t % 2), t / 2 % 2 + 2 * r, 0};
    case 2: return (hd_manual_place){t / 4 + 8 * (r % 2), t % 4 + 4 * (r / 2), 0};
    case 3: return (hd_manual_place){t / 4 + 8 * (r / 2 % 2), r % 2 + 2 * (t % 4) + 8 * (r / 4), 0};
    default: return (hd_manual_place){t % 16, r, t / 16};
  }
}

hd_manual_place hd_tmem_manual(int64_t shape, int64_t packed, int64_t t, int64_t r, int64_t h) {
  hd_manual_place cell = plain_cell(shape, t, r);
  if (packed) cell.column = 2 * cell.column + h;
  return cell;
}

/* ---- addresses ---- */

hd_outcome hd_theorem_tmem_addresses(hd_prover *prover, const hd_case *subject) {
  int64_t lane = subject->number[0], column = subject->number[1], offset = subject->number[2];
  int64_t index = lane + 128 * column, moved = index + offset;
  hd_cell cell = {(int32_t)lane, (int32_t)column};
  uint32_t address, there;
  hd_status status = prover->operation->tmem_encode(hd_blackwell(), cell, NULL, &address);
  bool inside = lane < 128 && column < 512;
  if (status != (inside ? HD_OK : HD_RANGE)) return hd_refute_status(prover, status, inside ? "ok" : "range");
  if (!inside) return hd_refused(prover, status);
  if (address != (uint32_t)(lane * 65536 + column)) return hd_refute(prover, "the address is 0x%08x", address);
  status = prover->operation->tmem_offset(hd_blackwell(), address, offset, NULL, &there);
  inside = moved >= 0 && moved < 128 * 512;
  if (status != (inside ? HD_OK : HD_RANGE)) return hd_refute_status(prover, status, inside ? "ok" : "range");
  hd_answer(prover, address);
  if (!inside) return hd_refused(prover, status);
  if (there != (uint32_t)(moved % 128 * 65536 + moved / 128)) return hd_refute(prover, "it leads to 0x%08x", there);
  hd_answer(prover, there);
  return HD_HELD;
}

/* ---- forms ---- */

static hd_status form_of(const int64_t *n, hd_form *form) {
  const hd_instruction *instruction;
  const char *name = hd_tmem_shapes[n[0]].name;
  hd_status status = hd_instruction_find(name, strlen(name), NULL, &instruction);
  return status == HD_OK ? hd_make_form(instruction, n[1], n[2] != 0, NULL, form) : status;
}

static int64_t registers_of(const int64_t *n) { return hd_tmem_shapes[n[0]].registers * n[1]; }

/* Place k of a form: thread, register, half. */
typedef struct hd_form_place {
  int64_t t, r, h;
} hd_form_place;

static hd_form_place place_at(const int64_t *n, int64_t k) {
  return (hd_form_place){k % THREADS, k / THREADS % registers_of(n), k / THREADS / registers_of(n)};
}

static int64_t places_of(const int64_t *n) { return THREADS * registers_of(n) * (n[2] ? 2 : 1); }

static hd_manual_place cell_at(const int64_t *n, hd_form_place place) {
  return hd_tmem_manual(n[0], n[2], place.t, place.r, place.h);
}

hd_outcome hd_theorem_tmem_images(hd_prover *prover, const hd_case *subject) {
  const int64_t *n = subject->number;
  hd_layout engine, image;
  hd_form form;
  hd_status status = form_of(n, &form);
  if (status == HD_OK) status = hd_engine(hd_blackwell(), NULL, &engine);
  if (status == HD_OK) status = prover->operation->form_image(&form, &engine, NULL, &image);
  if (status != HD_OK) return hd_refute_status(prover, status, "ok");
  if (hd_naive_size(&image) != places_of(n)) return hd_refute(prover, "the image has another size");
  for (int64_t k = 0; k < places_of(n); k++) {
    hd_form_place place = place_at(n, k);
    hd_manual_place cell = cell_at(n, place);
    if (hd_naive_at(&image, k) != cell.lane + 128 * cell.column)
      return hd_refute(prover, "thread %d register %d half %d lies elsewhere", (int)place.t, (int)place.r,
                       (int)place.h);
  }
  hd_answer_layout(prover, &image);
  return HD_HELD;
}

hd_outcome hd_theorem_tmem_holders(hd_prover *prover, const hd_case *subject) {
  const int64_t *n = subject->number;
  const hd_tmem_shape *shape = &hd_tmem_shapes[n[0]];
  int64_t columns = shape->columns * n[1] * (n[2] ? 2 : 1);
  hd_layout holders;
  hd_form form;
  hd_status status = form_of(n, &form);
  if (status == HD_OK) status = prover->operation->form_holders(&form, NULL, &holders);
  if (status != HD_OK) return hd_refute_status(prover, status, "ok");
  if (hd_naive_size(&holders) != shape->lanes * columns) return hd_refute(prover, "the block has another size");
  for (int64_t k = 0; k < places_of(n); k++) {
    hd_manual_place cell = cell_at(n, place_at(n, k));
    if (hd_naive_at(&holders, cell.lane + shape->lanes * cell.column) != k)
      return hd_refute(prover, "place %lld is not found", (long long)k);
  }
  hd_answer_layout(prover, &holders);
  return HD_HELD;
}

/* Every place of an issue whose accesses begin at these cells, as `cell_of` has it. */
static hd_outcome judge_issue(hd_prover *prover, hd_op_cell *cell_of, const int64_t *n, const hd_manual_place base[2]) {
  hd_form form;
  hd_issue issue;
  hd_cell got;
  hd_status status = form_of(n, &form);
  if (status == HD_OK) status = hd_make_issue(hd_blackwell(), n[3], NULL, &issue);
  if (status != HD_OK) return hd_refute_status(prover, status, "ok");
  issue.address = (uint32_t)(base[0].lane * 65536 + base[0].column);
  issue.immediate = (base[1].lane - base[0].lane) * 65536 + base[1].column - base[0].column;
  for (int64_t k = 0; k < places_of(n); k++) {
    hd_form_place p = place_at(n, k);
    hd_manual_place cell = cell_at(n, p);
    const hd_manual_place *from = &base[cell.access];
    hd_place place = {(int32_t)p.t, (int32_t)p.r, (int32_t)p.h};
    status = cell_of(&form, &issue, place, NULL, &got);
    if (status != HD_OK) return hd_refute_status(prover, status, "ok");
    if (got.lane != from->lane + cell.lane || got.column != from->column + cell.column)
      return hd_refute(prover, "thread %d register %d half %d lies elsewhere", place.thread, place.reg, place.half);
    hd_answer(prover, got.lane + 128 * got.column);
  }
  return HD_HELD;
}

/* The same from the bases of a case: half of the slab and column, for 16x32bx2 of both accesses. */
static hd_outcome judge_bases(hd_prover *prover, hd_op_cell *cell_of, const hd_case *subject) {
  const int64_t *n = subject->number, *second = subject->numbers > 6 ? n + 6 : n + 4;
  const hd_manual_place base[2] = {{32 * n[3] + 16 * n[4], n[5], 0}, {32 * n[3] + 16 * second[0], second[1], 0}};
  return judge_issue(prover, cell_of, n, base);
}

hd_outcome hd_theorem_tmem_issues(hd_prover *prover, const hd_case *subject) {
  return judge_bases(prover, prover->operation->issue_cell, subject);
}

hd_outcome hd_theorem_tmem_splits(hd_prover *prover, const hd_case *subject) {
  return judge_bases(prover, prover->operation->issue_cell, subject);
}

/* The macros know of no second access before the first one. */
hd_outcome hd_theorem_split_macros(hd_prover *prover, const hd_case *subject) {
  const int64_t *n = subject->number;
  return n[6] < n[4] || n[7] < n[5] ? HD_VACANT : judge_bases(prover, prover->operation->macro_cell, subject);
}

hd_outcome hd_theorem_tmem_macros(hd_prover *prover, const hd_case *subject) {
  return judge_bases(prover, prover->operation->macro_cell, subject);
}

hd_outcome hd_theorem_tmem_legality(hd_prover *prover, const hd_case *subject) {
  const int64_t *n = subject->number;
  const hd_tmem_shape *shape = &hd_tmem_shapes[n[0]];
  int64_t width = shape->columns * n[1] * (n[2] ? 2 : 1), lane = n[4] - 32 * n[3], columns = n[6];
  bool legal = (lane == 0 || (lane == 16 && shape->lanes == 16)) && n[5] + width <= columns && (!n[2] || n[5] % 2 == 0);
  hd_geometry geometry;
  hd_form form;
  hd_issue issue;
  hd_status status = form_of(n, &form);
  if (status == HD_OK) status = hd_make_geometry(columns, NULL, &geometry);
  if (status == HD_OK) status = hd_make_issue(geometry, n[3], NULL, &issue);
  if (status != HD_OK) return hd_refute_status(prover, status, "ok");
  issue.address = (uint32_t)(n[4] * 65536 + n[5]);
  status = prover->operation->issue_check(&form, &issue, NULL);
  if (status != (legal ? HD_OK : HD_RANGE)) return hd_refute_status(prover, status, legal ? "ok" : "range");
  hd_answer(prover, status);
  return legal ? HD_HELD : HD_VACANT;
}

/* ---- the emulator: one for each prover, all columns allocated, nobody waiting ---- */

typedef struct hd_machine {
  hd_emulator *emulator;
  uint32_t value[HD_WARP_THREADS][HD_INSTRUCTION_REGISTERS];
  uint32_t *registers[HD_WARP_THREADS];
  uint64_t memory[HD_EMULATOR_BYTES(HD_COLUMNS) / sizeof(uint64_t) + 1];
} hd_machine;

/* What the warp that allocated knows, all warps do. */
static bool synchronize(hd_emulator *emulator) {
  bool done = true;
  for (int warp = 0; warp < WARPS; warp++) {
    hd_emulator_fence_before(emulator, warp);
    done = done && hd_emulator_arrive(emulator, warp, 0, 0, NULL) == HD_OK;
  }
  for (int warp = 0; warp < WARPS; warp++) {
    done = done && hd_emulator_wait(emulator, warp, 0, 0, NULL) == HD_OK;
    hd_emulator_fence_after(emulator, warp);
  }
  return done;
}

static hd_machine *machine_of(hd_prover *prover) {
  const hd_emulator_options options = {.warps = WARPS, .seed = 1, .unordered_allowed = true};
  hd_machine *machine = prover->machine;
  uint32_t address;
  if (machine != NULL) return machine;
  machine = malloc(sizeof *machine);
  if (machine == NULL) return NULL;
  for (int t = 0; t < HD_WARP_THREADS; t++) machine->registers[t] = machine->value[t];
  if (hd_emulator_start(machine->memory, sizeof machine->memory, &options, NULL, &machine->emulator) != HD_OK ||
      hd_emulator_alloc(machine->emulator, 0, HD_COLUMNS, NULL, &address) != HD_OK || address != 0 ||
      !synchronize(machine->emulator)) {
    free(machine);
    return NULL;
  }
  return prover->machine = machine;
}

/* A failure leaves operations under way: the next case begins with another machine. */
static hd_outcome drop_machine(hd_prover *prover, hd_outcome verdict) {
  free(prover->machine);
  prover->machine = NULL;
  return verdict;
}

static hd_access access_of(const int64_t *n) {
  const hd_instruction *instruction = NULL;
  const char *name = hd_tmem_shapes[n[0]].name;
  hd_access access = {.repeat = (int32_t)n[1], .packed = n[2] != 0};
  (void)hd_instruction_find(name, strlen(name), NULL, &instruction);
  while (hd_instruction_of(access.shape) != instruction) access.shape++;
  return access;
}

/* What a half of a register is; of forms that are not packed all of it. */
static uint32_t part_of(const int64_t *n, uint32_t value, int64_t h) {
  return !n[2] ? value : h ? value >> 16 : value & 0xFFFFu;
}

static hd_cell moved(const int64_t *n, hd_manual_place cell) {
  return (hd_cell){(int32_t)(32 * n[3] + 16 * n[4] + cell.lane), (int32_t)(n[5] + cell.column)};
}

static uint32_t address_of(const int64_t *n) { return (uint32_t)((32 * n[3] + 16 * n[4]) * 65536 + n[5]); }

hd_outcome hd_theorem_tmem_emulated_load(hd_prover *prover, const hd_case *subject) {
  const int64_t *n = subject->number;
  hd_machine *machine = machine_of(prover);
  hd_access access = access_of(n);
  if (machine == NULL) return hd_leave_open(prover, "no room for an emulator");
  for (int64_t k = 0; k < places_of(n); k++) {
    hd_cell cell = moved(n, cell_at(n, place_at(n, k)));
    hd_emulator_poke(machine->emulator, cell, (uint32_t)hd_mix((uint64_t)k));
  }
  hd_status status = prover->operation->emulator_load(machine->emulator, (int)n[3], &access, address_of(n),
                                                      machine->registers, NULL, NULL);
  if (status == HD_OK) status = hd_emulator_wait_load(machine->emulator, (int)n[3], NULL);
  if (status != HD_OK) return drop_machine(prover, hd_refute_status(prover, status, "ok"));
  for (int64_t k = 0; k < places_of(n); k++) {
    hd_form_place p = place_at(n, k);
    uint32_t wanted = (uint32_t)hd_mix((uint64_t)k), got = part_of(n, machine->value[p.t][p.r], p.h);
    if (got != (n[2] ? wanted & 0xFFFFu : wanted))
      return drop_machine(
          prover, hd_refute(prover, "thread %d register %d half %d is another cell", (int)p.t, (int)p.r, (int)p.h));
    hd_answer(prover, got);
  }
  return HD_HELD;
}

hd_outcome hd_theorem_tmem_emulated_store(hd_prover *prover, const hd_case *subject) {
  const int64_t *n = subject->number;
  hd_machine *machine = machine_of(prover);
  hd_access access = access_of(n);
  if (machine == NULL) return hd_leave_open(prover, "no room for an emulator");
  for (int64_t t = 0; t < THREADS; t++)
    for (int64_t r = 0; r < registers_of(n); r++) machine->value[t][r] = (uint32_t)hd_mix((uint64_t)(t + 32 * r));
  hd_status status =
      prover->operation->emulator_store(machine->emulator, (int)n[3], &access, address_of(n), machine->registers, NULL);
  if (status == HD_OK) status = hd_emulator_wait_store(machine->emulator, (int)n[3], NULL);
  if (status != HD_OK) return drop_machine(prover, hd_refute_status(prover, status, "ok"));
  for (int64_t k = 0; k < places_of(n); k++) {
    hd_form_place p = place_at(n, k);
    uint32_t wanted = part_of(n, (uint32_t)hd_mix((uint64_t)(p.t + 32 * p.r)), p.h), got;
    bool defined[2];
    if (!hd_emulator_peek(machine->emulator, moved(n, cell_at(n, p)), &got, defined) || !defined[0] ||
        (n[2] ? got & 0xFFFFu : got) != wanted)
      return drop_machine(
          prover, hd_refute(prover, "thread %d register %d half %d is not in its cell", (int)p.t, (int)p.r, (int)p.h));
    hd_answer(prover, wanted);
  }
  return HD_HELD;
}

/* ---- copies ---- */

typedef struct hd_copy_shape {
  const char *name;
  int rows, words, places;
  int lanes, columns; /* from the first to behind the last that the block has */
} hd_copy_shape;

static const hd_copy_shape copies[] = {
    {"128x256b", 128, 8, 1, 128, 8},
    {"128x128b", 128, 4, 1, 128, 4},
    {"4x256b", 4, 8, 1, 97, 8},
    {"64x128b.warpx2::02_13", 64, 4, 2, 128, 4},
    {"64x128b.warpx2::01_23", 64, 4, 2, 128, 4},
    {"32x128b.warpx4", 32, 4, 4, 128, 4},
};

static int64_t copy_lane(int64_t copy, int64_t row, int64_t place) {
  switch (copy) {
    case 2: return 32 * row;                                /* one lane of each slab */
    case 3: return row + 64 * place;                        /* slabs 0 and 2, 1 and 3 */
    case 4: return 64 * (row / 32) + row % 32 + 32 * place; /* slabs 0 and 1, 2 and 3 */
    case 5: return row + 32 * place;
    default: return row;
  }
}

hd_outcome hd_theorem_tmem_copies(hd_prover *prover, const hd_case *subject) {
  const int64_t *n = subject->number;
  const hd_copy_shape *copy = &copies[n[0]];
  bool legal = n[1] + copy->lanes <= 128 && n[2] + copy->columns <= n[3];
  hd_geometry geometry;
  hd_copy_id id;
  hd_layout engine, image;
  hd_status status = hd_copy_find(copy->name, strlen(copy->name), NULL, &id);
  if (status == HD_OK) status = hd_make_geometry(n[3], NULL, &geometry);
  if (status == HD_OK) status = hd_engine(hd_blackwell(), NULL, &engine);
  if (status == HD_OK) status = prover->operation->copy_image(id, &engine, NULL, &image);
  if (status != HD_OK) return hd_refute_status(prover, status, "ok");
  int64_t size = (int64_t)copy->rows * copy->words * copy->places;
  if (hd_naive_size(&image) != size) return hd_refute(prover, "the image has another size");
  for (int64_t i = 0; i < size; i++) {
    int64_t row = i % copy->rows, word = i / copy->rows % copy->words, place = i / copy->rows / copy->words;
    if (hd_naive_at(&image, i) != copy_lane(n[0], row, place) + 128 * word)
      return hd_refute(prover, "word %d of row %d lies elsewhere", (int)word, (int)row);
  }
  status = prover->operation->copy_check(geometry, id, (uint32_t)(n[1] * 65536 + n[2]), NULL);
  if (status != (legal ? HD_OK : HD_RANGE)) return hd_refute_status(prover, status, legal ? "ok" : "range");
  hd_answer(prover, status);
  return legal ? HD_HELD : HD_VACANT;
}
