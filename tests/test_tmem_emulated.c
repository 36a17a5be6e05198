/* Plans and applied opcodes, done on the emulator: what goes through them into tensor memory lies where the request or
 * the view has it, and comes back. The round trip of Layout B, and what must be waited for on its way. */
#include "tests/support/emulator.h"
#include "tests/support/text.h"

#include "tmem/tmem.h"

#include "algebra/walk.h"

enum { STEPS = 256, THREADS = 128, REGISTERS = 640 };

static uint32_t file[THREADS][REGISTERS]; /* the registers of each thread */
static hd_error error;

static hd_access access_of(const hd_form *form, int64_t immediate) {
  hd_access access = {.repeat = form->repeat, .packed = form->packed, .split = (uint32_t)immediate};
  while (hd_instruction_of(access.shape) != form->instruction) access.shape = (hd_instruction_id)(access.shape + 1);
  return access;
}

static void expect_ok(hd_status status) { EXPECT(status == HD_OK, "refused: %s", error.reason); }

/* One instruction of one warp on registers first.. of its threads; waited for where `wait` is set. */
static void move(hd_emulator *e, const hd_form *form, int64_t immediate, uint32_t address, int warp, int first,
                 bool store, bool wait) {
  const hd_access access = access_of(form, immediate);
  uint32_t *registers[HD_WARP_THREADS];
  for (int t = 0; t < HD_WARP_THREADS; t++) registers[t] = &file[HD_WARP_THREADS * warp + t][first];
  if (store) expect_ok(hd_emulator_store(e, warp, &access, address, registers, &error));
  else expect_ok(hd_emulator_load(e, warp, &access, address, registers, NULL, &error));
  if (wait) expect_ok(store ? hd_emulator_wait_store(e, warp, &error) : hd_emulator_wait_load(e, warp, &error));
}

/* ---- plans ---- */

static hd_plan_step step[STEPS];
static int32_t order[HD_PLAN_VALUES];
static int64_t plans, moved;

/* The value that thread t's value v has: no two have the same. */
static uint32_t mark(const hd_plan_request *request, int t, int v, int values) {
  const uint32_t number = (uint32_t)(t * values + v) * 40503u + 1u;
  return request->bits == 32 ? number * 2654435761u : number & ((1u << request->bits) - 1);
}

static void run_plan(hd_emulator *e, const hd_plan *plan, int warps, bool store) {
  for (int w = 0; w < warps; w++)
    for (int s = 0; s < plan->steps; s++)
      move(e, &plan->step[s].form, plan->step[s].immediate, plan->step[s].address[w], w, plan->step[s].first, store,
           plan->step[s].wait);
}

/* What lies where the request has value v of thread t. */
static void expect_cell(hd_emulator *e, const hd_plan_request *request, int t, int v, int values) {
  const int64_t units = request->single ? 1 : 32 / request->bits;
  int64_t element = 0;
  uint32_t value = 0;
  bool defined[2];
  ck_assert_int_eq(hd_evaluate_index(&request->cells, t + 32 * (int64_t)request->warps * v, NULL, &element), HD_OK);
  const int64_t cell = element / units;
  ck_assert(hd_emulator_peek(e, (hd_cell){(int32_t)(cell % 128), (int32_t)(cell / 128)}, &value, defined));
  value >>= element % units * request->bits % 32;
  if (request->bits < 32) value &= (1u << request->bits) - 1;
  EXPECT(defined[0] && value == mark(request, t, v, values), "thread %d value %d at element %d", t, v, (int)element);
  if (request->single) EXPECT(!defined[1], "the upper half of element %d is defined", (int)element);
}

static void put_registers(const hd_plan_request *request, const hd_plan *plan, bool clear) {
  const int inside = plan->values / plan->registers;
  ck_assert_int_le(plan->registers, REGISTERS);
  memset(file, 0, sizeof file);
  for (int t = 0; t < 32 * request->warps; t++)
    for (int k = 0; !clear && k < plan->values; k++)
      file[t][k / inside] |= mark(request, t, plan->order[k], plan->values)
                             << k % inside * (inside > 1 ? request->bits : 0);
}

static void expect_registers(const hd_plan_request *request, const hd_plan *plan) {
  const int inside = plan->values / plan->registers;
  for (int t = 0; t < 32 * request->warps; t++)
    for (int k = 0; k < plan->values; k++) {
      uint32_t value = file[t][k / inside] >> k % inside * (inside > 1 ? request->bits : 0);
      if (request->bits < 32) value &= (1u << request->bits) - 1;
      EXPECT(value == mark(request, t, plan->order[k], plan->values), "thread %d place %d", t, k);
      moved++;
    }
}

/* Stores through the plan, looks at every cell, loads back through it. */
static void expect_moved(const hd_plan_request *request, const hd_plan *plan, uint64_t seed) {
  hd_emulator *e = hd_test_cta(seed);
  put_registers(request, plan, false);
  run_plan(e, plan, request->warps, true);
  for (int t = 0; t < 32 * request->warps; t++)
    for (int v = 0; v < plan->values; v++) expect_cell(e, request, t, v, plan->values);
  put_registers(request, plan, true);
  run_plan(e, plan, request->warps, false);
  expect_registers(request, plan);
  plans++;
}

/* Every shape's plan for a piece. */
static int move_piece(const hd_layout *piece, int bits, bool single, int warps) {
  int found = 0;
  for (int shape = 0; shape < HD_INSTRUCTIONS; shape++)
    for (int cap = 16; cap <= 128; cap *= 8) {
      hd_plan_request request = {.geometry = hd_blackwell(),
                                 .warps = warps,
                                 .bits = bits,
                                 .single = single,
                                 .registers = cap,
                                 .asynchronous = cap > 64};
      hd_plan plan = {.step = step, .steps_capacity = STEPS, .order = order, .values_capacity = HD_PLAN_VALUES};
      const hd_instruction *instruction = hd_instruction_of((hd_instruction_id)shape);
      hd_layout_copy(&request.cells, piece);
      if (hd_plan_any(&request, instruction, single, &error) != HD_OK) continue;
      if (hd_make_plan_of(&request, instruction, single, &error, &plan) != HD_OK) continue;
      expect_moved(&request, &plan, (uint64_t)(shape + cap));
      found++;
    }
  return found;
}

START_TEST(a_plan_moves_each_datapath_in_every_shape_that_fits) {
  static const int widths[] = {16, 96, 160};
  hd_layout engine, piece;
  ck_assert_int_eq(hd_engine(hd_blackwell(), NULL, &engine), HD_OK);
  for (int id = 0; id < HD_DATAPATHS; id++)
    for (int w = 0; w < HD_COUNT(widths); w++) {
      ck_assert_int_eq(hd_datapath_accumulator((hd_datapath_id)id, widths[w], &engine, NULL, &piece), HD_OK);
      const int found = move_piece(&piece, 32, false, 4);
      EXPECT(found >= 6, "datapath %s: %d plans", hd_datapath_letter((hd_datapath_id)id), found);
    }
  ck_assert_int_gt(plans, 150);
  ck_assert_int_gt(moved, 100000);
}
END_TEST

START_TEST(a_plan_moves_narrow_elements_dense_and_one_a_cell) {
  hd_layout engine, piece;
  ck_assert_int_eq(hd_engine(hd_blackwell(), NULL, &engine), HD_OK);
  ck_assert_int_eq(hd_datapath_accumulator(HD_DATAPATH_F, 64, &engine, NULL, &piece), HD_OK);
  ck_assert_int_ge(move_piece(&piece, 16, true, 4), 6);
  ck_assert_int_eq(hd_datapath_accumulator(HD_DATAPATH_B, 64, &engine, NULL, &piece), HD_OK);
  ck_assert_int_ge(move_piece(&piece, 16, true, 4), 8);
  for (int bits = 8; bits <= 16; bits *= 2) {
    ck_assert_int_eq(hd_datapath_operand(HD_DATAPATH_D, bits, 192, &engine, NULL, &piece), HD_OK);
    ck_assert_int_ge(move_piece(&piece, bits, false, 4), 8);
  }
}
END_TEST

START_TEST(a_plan_moves_values_in_another_order_and_with_gaps) {
  static const char *const cells[] = {
      "((32,4),(2,4)):((1,32),(512,128))",                   /* columns in pairs, four apart */
      "((32,4),(4,2,3)):((1,32),(128,1024,4096))",           /* tiles with gaps */
      "(((4,8),4),(2,(2,8))):(((256,1),32),(8,(128,1024)))", /* fragments, lanes before columns */
      "(((16,2),4),32):(((1,4096),32),128)",                 /* two halves of the columns */
  };
  for (int k = 0; k < HD_COUNT(cells); k++) {
    hd_plan_request request = {.geometry = hd_blackwell(), .cells = hd_test_layout(cells[k]), .warps = 4, .bits = 32};
    hd_plan plan = {.step = step, .steps_capacity = STEPS, .order = order, .values_capacity = HD_PLAN_VALUES};
    expect_ok(hd_make_plan(&request, &error, &plan));
    expect_moved(&request, &plan, (uint64_t)k);
  }
}
END_TEST

/* ---- opcodes on views ---- */

static hd_apply_step applied[STEPS];

/* Each instruction of an application; registers that lie apart are gathered and put back. */
static void run_steps(hd_emulator *e, const hd_apply_request *request, int steps) {
  const int registers = hd_form_registers(&request->form), spare = REGISTERS - HD_INSTRUCTION_REGISTERS;
  for (int k = 0; k < steps; k++)
    for (int w = 0; w < 4; w++) {
      for (int t = 32 * w; t < 32 * w + 32; t++)
        for (int r = 0; r < registers; r++) file[t][spare + r] = file[t][applied[k].reg[r]];
      move(e, &request->form, applied[k].immediate, applied[k].address[w], w, spare, request->store, true);
      for (int t = 32 * w; !request->store && t < 32 * w + 32; t++)
        for (int r = 0; r < registers; r++) file[t][applied[k].reg[r]] = file[t][spare + r];
    }
}

static int64_t value_at(const hd_layout *view, int64_t index, const char *axis) {
  hd_tuple whole, value;
  hd_axis name;
  ck_assert(hd_axis_from_name(axis, strlen(axis), &name));
  hd_tuple_scalar(&whole, index);
  ck_assert_int_eq(hd_evaluate(view, &whole, NULL, &value), HD_OK);
  for (int k = 0; k < value.profile.leaves; k++)
    if (hd_tuple_axis(&value, k) == name) return value.value[k];
  return 0;
}

/* A warpgroup stores through the views and loads back; in between each coordinate's cell has its register's value. */
static void expect_applied(const char *shape, int repeat, const char *registers, const char *tmem, int steps) {
  const hd_instruction *instruction;
  hd_apply_request request = {.geometry = hd_blackwell(), .scope = HD_SCOPE_WARPGROUP, .store = true};
  int count = 0;
  ck_assert_int_eq(hd_instruction_find(shape, strlen(shape), NULL, &instruction), HD_OK);
  ck_assert_int_eq(hd_make_form(instruction, repeat, false, NULL, &request.form), HD_OK);
  request.registers = hd_test_layout(registers);
  request.tmem[0] = hd_test_layout(tmem);
  expect_ok(hd_apply(&request, &error, applied, STEPS, &count));
  ck_assert_int_eq(count, steps);
  hd_emulator *e = hd_test_cta(7);
  for (int t = 0; t < THREADS; t++)
    for (int r = 0; r < REGISTERS; r++) file[t][r] = (uint32_t)(t * 1024 + r) * 2654435761u;
  run_steps(e, &request, count);
  for (int64_t k = 0; k < hd_size(&request.tmem[0]); k++) {
    const hd_cell cell = {(int32_t)value_at(&request.tmem[0], k, "TLane"),
                          (int32_t)value_at(&request.tmem[0], k, "TCol")};
    const int64_t t = value_at(&request.registers, k, "tid_in_wg"), r = value_at(&request.registers, k, "m");
    uint32_t value;
    bool defined[2];
    ck_assert(hd_emulator_peek(e, cell, &value, defined));
    EXPECT(value == (uint32_t)(t * 1024 + r) * 2654435761u, "coordinate %d", (int)k);
  }
  memset(file, 0, sizeof file);
  request.store = false;
  expect_ok(hd_apply(&request, &error, applied, STEPS, &count));
  run_steps(e, &request, count);
  for (int64_t k = 0; k < hd_size(&request.registers); k++) {
    const int64_t t = value_at(&request.registers, k, "tid_in_wg"), r = value_at(&request.registers, k, "m");
    EXPECT(file[t][r] == (uint32_t)(t * 1024 + r) * 2654435761u, "thread %d register %d", (int)t, (int)r);
  }
}

START_TEST(an_opcode_moves_what_its_views_say) {
  /* Layout B, rearranged to (4,32,64). */
  expect_applied("32x32b", 64, "(4,32,64):(32@tid_in_wg,1@tid_in_wg,1@m)", "(4,32,64):(32@TLane,1@TLane,1@TCol)", 1);
  /* Three repeats, registers 2 apart and the repeats' one between them. */
  expect_applied("32x32b", 8, "(4,3,32,8):(32@tid_in_wg,1@m,1@tid_in_wg,4@m)",
                 "(4,3,32,8):(32@TLane,16@TCol,1@TLane,1@TCol)", 3);
  /* Both halves of each slab, fragments of 16x256b. */
  expect_applied("16x256b", 2, "(4,2,(8,2),(2,4,2)):(32@tid_in_wg,8@m,(4@tid_in_wg,2@m),(1@m,1@tid_in_wg,4@m))",
                 "(4,2,16,16):(32@TLane,16@TLane,1@TLane,1@TCol)", 2);
}
END_TEST

/* ---- what must be waited for ---- */

START_TEST(a_wait_for_loads_does_not_complete_an_mma) {
  const hd_cell cell = {5, 3};
  const uint32_t value = 99;
  const hd_form x4 = {hd_instruction_of(HD_32X32B), 4, false};
  for (int rightly = 0; rightly < 2; rightly++) {
    hd_emulator *e = hd_test_cta(1);
    move(e, &x4, 0, 0, 0, 0, true, true);
    expect_ok(hd_emulator_produce(e, 0, 1, &cell, &value, &error));
    expect_ok(hd_emulator_wait_load(e, 0, &error));
    if (rightly) {
      expect_ok(hd_emulator_commit(e, 0, 1, 0, &error));
      expect_ok(hd_emulator_wait(e, 0, 1, 0, &error));
      hd_emulator_fence_after(e, 0);
    }
    uint32_t *registers[HD_WARP_THREADS];
    for (int t = 0; t < HD_WARP_THREADS; t++) registers[t] = file[t];
    const hd_access access = access_of(&x4, 0);
    ck_assert_int_eq(hd_emulator_load(e, 0, &access, 0, registers, NULL, &error), rightly ? HD_OK : HD_UNDEFINED);
    if (!rightly) continue;
    expect_ok(hd_emulator_wait_load(e, 0, &error));
    ck_assert_uint_eq(file[5][3], 99);
  }
}
END_TEST

int main(void) {
  const hd_test tests[] = {
      {"a_plan_moves_each_datapath_in_every_shape_that_fits", a_plan_moves_each_datapath_in_every_shape_that_fits},
      {"a_plan_moves_narrow_elements_dense_and_one_a_cell", a_plan_moves_narrow_elements_dense_and_one_a_cell},
      {"a_plan_moves_values_in_another_order_and_with_gaps", a_plan_moves_values_in_another_order_and_with_gaps},
      {"an_opcode_moves_what_its_views_say", an_opcode_moves_what_its_views_say},
      {"a_wait_for_loads_does_not_complete_an_mma", a_wait_for_loads_does_not_complete_an_mma},
  };
  return hd_test_main("tmem on the emulator", tests, HD_COUNT(tests));
}
