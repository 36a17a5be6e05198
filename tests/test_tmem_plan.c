/* Plans that users ask for, fewest instructions, proofs that fail, and pieces without a register layout. That a plan
 * exists exactly when one can is sweep/test_plans.c. */
#include "tests/support/suite.h"
#include "tests/support/text.h"

#include "tmem/datapath.h"
#include "tmem/plan.h"

#include <stdio.h>

enum { ROOM = 2048 };

static hd_plan_step step[ROOM];
static int32_t order[ROOM];
static hd_error error;

static hd_plan room(void) {
  return (hd_plan){.step = step, .steps_capacity = ROOM, .order = order, .values_capacity = ROOM};
}

static hd_plan_request request_of(const char *cells, int warps, int registers) {
  return (hd_plan_request){
      .geometry = hd_blackwell(), .cells = hd_test_layout(cells), .warps = warps, .bits = 32, .registers = registers};
}

static void expect_refused(hd_status got, hd_status status, const char *words) {
  char text[HD_TEXT_MAX];
  EXPECT(got == status, "status %d: %s", got, got == HD_OK ? "" : error.reason);
  ck_assert(hd_test_is_error(&error, status));
  hd_print_error(&error, text, sizeof text);
  EXPECT(strstr(text, words) != NULL, "%s does not say: %s", text, words);
}

/* "32x32b.x128 + 32x32b.x32" */
static const char *forms_of(const hd_plan *plan) {
  static char text[512];
  int length = 0;
  text[0] = '\0';
  for (int s = 0; s < plan->steps && length < 400; s++)
    length += snprintf(text + length, sizeof text - (size_t)length, "%s%s.x%d%s", s ? " + " : "",
                       plan->step[s].form.instruction->name, plan->step[s].form.repeat,
                       plan->step[s].form.packed ? " packed" : "");
  return text;
}

static void expect_plan(const hd_plan_request *request, const char *forms) {
  hd_plan plan = room();
  hd_status status = hd_make_plan(request, &error, &plan);
  EXPECT(status == HD_OK, "refused: %s", error.reason);
  ck_assert_str_eq(forms_of(&plan), forms);
  ck_assert_int_eq(hd_plan_check(request, &plan, &error), HD_OK);
}

START_TEST(rows_are_cut_into_powers_of_two_under_the_cap) {
  hd_plan_request request = request_of("((32,4),160):((1,32),128)", 4, 128);
  expect_plan(&request, "32x32b.x128 + 32x32b.x32");
  request.registers = 0;
  expect_plan(&request, "32x32b.x64 + 32x32b.x64 + 32x32b.x32");
  request = request_of("((32,4),224):((1,32),128)", 4, 128);
  expect_plan(&request, "32x32b.x128 + 32x32b.x64 + 32x32b.x32");
  ck_assert_int_eq(step[1].address[3], (96 << 16) + 128);
  ck_assert_int_eq(step[2].first, 192);
  request = request_of("(32,3):(1,128)", 1, 0);
  expect_plan(&request, "32x32b.x2 + 32x32b.x1");
}
END_TEST

START_TEST(waits_stand_after_each_instruction_or_after_all) {
  hd_plan_request request = request_of("((32,4),160):((1,32),128)", 4, 64);
  for (int asynchronous = 0; asynchronous < 2; asynchronous++) {
    hd_plan plan = room();
    request.asynchronous = asynchronous;
    ck_assert_int_eq(hd_make_plan(&request, &error, &plan), HD_OK);
    for (int s = 0; s < plan.steps; s++) ck_assert_int_eq(step[s].wait, !asynchronous || s + 1 == plan.steps);
  }
}
END_TEST

/* As few as coins of these sizes pay a sum with. */
START_TEST(no_row_takes_fewer_instructions) {
  for (int cap = 1; cap <= 128; cap *= 2) {
    int fewest[513] = {0};
    for (int n = 1; n <= 512; n++) {
      fewest[n] = n;
      for (int coin = 1; coin <= cap && coin <= n; coin *= 2)
        if (fewest[n - coin] + 1 < fewest[n]) fewest[n] = fewest[n - coin] + 1;
      char cells[64];
      snprintf(cells, sizeof cells, "((32,4),%d):((1,32),128)", n);
      hd_plan_request request = request_of(cells, 4, cap);
      hd_plan plan = room();
      ck_assert_int_eq(hd_make_plan(&request, &error, &plan), HD_OK);
      ck_assert_int_eq(plan.steps, fewest[n]);
      ck_assert_int_eq(plan.registers, n);
    }
  }
}
END_TEST

START_TEST(gaps_part_what_could_be_one_instruction) {
  hd_plan_request request = request_of("((32,4),(32,3)):((1,32),(128,8192))", 4, 0);
  expect_plan(&request, "32x32b.x32 + 32x32b.x32 + 32x32b.x32");
  ck_assert_int_eq(step[2].address[0], 128);
  request = request_of("((32,4),(2,3)):((1,32),(1280,128))", 4, 0);
  expect_plan(&request, "32x32b.x2 + 32x32b.x1 + 32x32b.x2 + 32x32b.x1");
  const int32_t interleaved[] = {0, 2, 4, 1, 3, 5};
  ck_assert_mem_eq(order, interleaved, sizeof interleaved);
}
END_TEST

START_TEST(half_slabs_start_at_lane_0_or_16_of_each) {
  hd_plan_request request = request_of("((4,8,4),(2,2,8)):((256,1,32),(128,8,1024))", 4, 0);
  expect_plan(&request, "16x256b.x8");
  ck_assert_int_eq(step[0].address[3], 96 << 16);
  request.base = 16 << 16;
  expect_plan(&request, "16x256b.x8");
  ck_assert_int_eq(step[0].address[3], 112 << 16);
  request.base = 8 << 16;
  hd_plan plan = room();
  expect_refused(hd_make_plan(&request, &error, &plan), HD_RANGE, "lane");
  request = request_of("((4,8,4),(2,2,8,2)):((256,1,32),(128,8,1024,16))", 4, 0);
  expect_plan(&request, "16x256b.x8 + 16x256b.x8");
  ck_assert_int_eq(step[1].address[1], (32 + 16) << 16);
}
END_TEST

START_TEST(two_warpgroups_take_a_half_each) {
  hd_plan_request request = request_of("((32,4,2),64):((1,32,8192),128)", 8, 0);
  expect_plan(&request, "32x32b.x64");
  ck_assert_int_eq(step[0].address[5], (32 << 16) + 64);
  request = request_of("((32,4,2),2):((1,32,128),256)", 8, 0);
  expect_plan(&request, "32x32b.x1 + 32x32b.x1");
}
END_TEST

START_TEST(elements_of_16_bits_lie_two_or_one_in_a_cell) {
  /* A operand of 128 by 192 elements: 96 columns. */
  hd_plan_request request = request_of("((32,4),(2,96)):((2,64),(1,256))", 4, 64);
  request.bits = 16;
  expect_plan(&request, "32x32b.x64 + 32x32b.x32");
  /* An accumulator of 16 bits. */
  request = request_of("((32,4),64):((1,32),128)", 4, 64);
  request.bits = 16;
  request.single = true;
  expect_plan(&request, "32x32b.x32 packed");
  request.base = 1;
  hd_plan plan = room();
  expect_refused(hd_make_plan(&request, &error, &plan), HD_RANGE, "even");
  request.base = 0;
  request.cells = hd_test_layout("((32,4),63):((1,32),128)");
  expect_refused(hd_make_plan(&request, &error, &plan), HD_UNDEFINED,
                 "a repeat that takes value 62 also takes the element 128 further on");
  request = request_of("((32,4),64):((2,64),256)", 4, 64);
  request.bits = 16;
  expect_refused(hd_make_plan(&request, &error, &plan), HD_UNDEFINED,
                 "a repeat that takes value 0 also takes the element 1");
}
END_TEST

START_TEST(split_accesses_take_their_immediate_from_the_threads) {
  hd_plan_request request = request_of("((16,2),8):((1,4096),128)", 1, 0);
  expect_plan(&request, "16x32bx2.x8");
  ck_assert_int_eq(step[0].immediate, 32);
  request = request_of("((16,2),8):((1,1040),128)", 1, 0); /* 16 lanes and 8 columns on */
  expect_plan(&request, "16x32bx2.x8");
  ck_assert_int_eq(step[0].immediate, (16 << 16) + 8);
  request.base = 16 << 16;
  hd_plan plan = room();
  expect_refused(hd_make_plan(&request, &error, &plan), HD_RANGE, "warp");
}
END_TEST

START_TEST(a_refusal_says_what_does_not_match) {
  hd_plan plan = room();
  /* Threads along columns. */
  hd_plan_request request = request_of("(32,1):(128,0)", 1, 0);
  expect_refused(hd_make_plan(&request, &error, &plan), HD_UNDEFINED, "thread 1 begins at element 128");
  /* Warp 1 in lanes 64 to 95. */
  request = request_of("((32,4),4):((1,64),128)", 4, 0);
  expect_refused(hd_make_plan(&request, &error, &plan), HD_RANGE, "warp 1");
  request = request_of("((32,4),4):((1,32),128)", 4, 0);
  request.first_warp = 1;
  expect_refused(hd_make_plan(&request, &error, &plan), HD_RANGE, "warp 1");
  request = request_of("(32,(2,2)):(1,(128,0))", 1, 0);
  expect_refused(hd_make_plan(&request, &error, &plan), HD_UNDEFINED, "values 0 and 2 of a thread lie in one place");
  request = request_of("(16,4):(1,128)", 1, 0);
  expect_refused(hd_make_plan(&request, &error, &plan), HD_MISMATCH,
                 "mode 0, the thread, has size 16, and 1 * 32 = 32 is wanted");
  request = request_of("(32,513):(1,128)", 1, 0);
  expect_refused(hd_make_plan(&request, &error, &plan), HD_RANGE, "no cell 65536");
  request = request_of("(32,4096):(1,128)", 1, 0);
  expect_refused(hd_make_plan(&request, &error, &plan), HD_RANGE, "4096 values of a thread");
  request = request_of("32:1", 1, 0);
  expect_refused(hd_make_plan(&request, &error, &plan), HD_MISMATCH, "(thread, value)");
  request = request_of("(32,4):(1@lane,1@col)", 1, 0);
  expect_refused(hd_make_plan(&request, &error, &plan), HD_MISMATCH, "of integers");
  request = request_of("(32,4):(1,128)", 2, 0);
  expect_refused(hd_make_plan(&request, &error, &plan), HD_RANGE, "a plan for 2 warps");
  request = request_of("(32,4):(1,128)", 1, 0);
  request.bits = 24;
  expect_refused(hd_make_plan(&request, &error, &plan), HD_RANGE, "elements of 24 bits");
  request.bits = 32;
  request.registers = -1;
  expect_refused(hd_make_plan(&request, &error, &plan), HD_RANGE, "-1 registers");
  request = request_of("((4,8),(2,2)):((256,1),(128,8))", 1, 2);
  expect_refused(hd_make_plan(&request, &error, &plan), HD_RANGE, "one repeat takes 4 registers");
  plan.steps_capacity = 1;
  request = request_of("(32,3):(1,128)", 1, 0);
  expect_refused(hd_make_plan(&request, &error, &plan), HD_CAPACITY, "more than the 1 instructions");
  plan = room();
  plan.values_capacity = 2;
  expect_refused(hd_make_plan(&request, &error, &plan), HD_CAPACITY, "3 values of a thread, and room for 2");
}
END_TEST

START_TEST(a_plan_that_is_changed_is_not_proved) {
  const hd_plan_request request = request_of("((32,4),160):((1,32),128)", 4, 128);
  hd_plan plan = room();
  ck_assert_int_eq(hd_make_plan(&request, &error, &plan), HD_OK);
  ck_assert_int_eq(hd_plan_check(&request, &plan, &error), HD_OK);
  step[1].address[2] += 1;
  expect_refused(hd_plan_check(&request, &plan, &error), HD_UNDEFINED, "thread 64");
  step[1].address[2] -= 1;
  order[3] = 4;
  expect_refused(hd_plan_check(&request, &plan, &error), HD_UNDEFINED, "value 4 lies at element 512");
  order[3] = 3;
  order[159] = 0;
  expect_refused(hd_plan_check(&request, &plan, &error), HD_UNDEFINED, "place 159");
  order[159] = 159;
  step[1].form.repeat = 16;
  expect_refused(hd_plan_check(&request, &plan, &error), HD_UNDEFINED, "144 of 160 values");
  step[1].form.repeat = 32;
  step[1].address[0] = 200;
  expect_refused(hd_plan_check(&request, &plan, &error), HD_UNDEFINED, "");
  step[1].address[0] = 128;
  plan.steps = 1;
  expect_refused(hd_plan_check(&request, &plan, &error), HD_UNDEFINED, "128 of 160 values");
  plan.steps = 2;
  ck_assert_int_eq(hd_plan_check(&request, &plan, &error), HD_OK);
}
END_TEST

/* ---- without a register layout ---- */

static hd_plan_request piece(hd_datapath_id id, int n, int warps, int registers) {
  hd_plan_request request = request_of("1:0", warps, registers);
  hd_layout engine;
  ck_assert_int_eq(hd_engine(request.geometry, NULL, &engine), HD_OK);
  ck_assert_int_eq(hd_datapath_accumulator(id, n, &engine, NULL, &request.cells), HD_OK);
  return request;
}

static void expect_any(hd_plan_request request, hd_instruction_id shape, const char *cells, const char *forms) {
  hd_plan plan = room();
  hd_status status = hd_plan_any(&request, hd_instruction_of(shape), request.single, &error);
  EXPECT(status == HD_OK, "refused: %s", error.reason);
  ck_assert_str_eq(hd_test_show(&request.cells), cells);
  status = hd_make_plan_of(&request, hd_instruction_of(shape), request.single, &error, &plan);
  EXPECT(status == HD_OK, "refused: %s", error.reason);
  ck_assert_str_eq(forms_of(&plan), forms);
}

START_TEST(accumulators_have_register_layouts_of_their_own) {
  expect_any(piece(HD_DATAPATH_D, 160, 4, 128), HD_32X32B, "((32,4),160):((1,32),128)", "32x32b.x128 + 32x32b.x32");
  expect_any(piece(HD_DATAPATH_B, 128, 4, 64), HD_32X32B, "((32,4),64):((1,32),128)", "32x32b.x64");
  expect_any(piece(HD_DATAPATH_F, 128, 4, 128), HD_16X256B,
             "(((4,8),4),((2,2,1),16)):(((256,1),32),((128,8,1024),1024))", "16x256b.x16");
  expect_any(piece(HD_DATAPATH_F, 64, 4, 64), HD_16X32BX2, "(((16,2),4),32):(((1,4096),32),128)", "16x32bx2.x32");
  expect_any(piece(HD_DATAPATH_D, 32, 4, 64), HD_16X64B, "(((2,2,8),4),(16,2)):(((8,128,1),32),(256,16))",
             "16x64b.x16 + 16x64b.x16");
  expect_any(piece(HD_DATAPATH_G, 256, 4, 64), HD_32X32B, "((32,4),64):((1,32),128)", "32x32b.x64");
  expect_any(piece(HD_DATAPATH_D, 128, 8, 64), HD_32X32B, "((32,(4,2)),64):((1,(32,8192)),128)", "32x32b.x64");
  hd_plan_request bytes = request_of("(4,128,32):(1,4,512)", 4, 64);
  bytes.bits = 8;
  expect_any(bytes, HD_16X64B, "(((2,2,8),4),((4,1),(16,2))):(((32,512,4),128),((1,1024),(1024,64)))",
             "16x64b.x16 + 16x64b.x16");
}
END_TEST

START_TEST(a_piece_that_a_shape_does_not_fit_has_none) {
  hd_plan_request request = piece(HD_DATAPATH_F, 64, 4, 64);
  expect_refused(hd_plan_any(&request, hd_instruction_of(HD_32X32B), false, &error), HD_UNDEFINED,
                 "where the piece has none");
  request = piece(HD_DATAPATH_D, 20, 4, 64);
  expect_refused(hd_plan_any(&request, hd_instruction_of(HD_16X256B), false, &error), HD_UNDEFINED,
                 "do not make up the piece");
  request = request_of("(32,2,8):(1,64,128)", 4, 64);
  expect_refused(hd_plan_any(&request, hd_instruction_of(HD_32X32B), false, &error), HD_UNDEFINED, "4 warps");
  request = request_of("(32,8):(1@lane,1@col)", 4, 64);
  expect_refused(hd_plan_any(&request, hd_instruction_of(HD_32X32B), false, &error), HD_MISMATCH, "of integers");
}
END_TEST

/* Forged plans that a check of cells alone would let pass. */
START_TEST(forged_plans_are_no_plans) {
  hd_plan_request request = request_of("(32,2):(1,128)", 1, 0);
  hd_plan plan = room();
  ck_assert_int_eq(hd_make_plan(&request, &error, &plan), HD_OK);
  const hd_plan_step good = step[0];
  step[0].form.packed = true, step[0].form.repeat = 1;
  expect_refused(hd_plan_check(&request, &plan, &error), HD_UNDEFINED, "packed forms take one element");
  step[0] = good, step[0].first = -9999;
  expect_refused(hd_plan_check(&request, &plan, &error), HD_UNDEFINED, "begins at register -9999");
  step[0] = good, step[0].form.repeat = 512;
  expect_refused(hd_plan_check(&request, &plan, &error), HD_RANGE, "x512");
  step[0] = good;
  request.bits = 16, request.single = true;
  expect_refused(hd_plan_check(&request, &plan, &error), HD_UNDEFINED, "two elements in place of one");
}
END_TEST

START_TEST(wild_requests_are_refused) {
  static const char *const far[] = {"(32,2):(1,9223372036854775775)", "((16,2),2):((1,4611686018427387904),128)",
                                    "(32,2):(1,-4611686018427387904)"};
  hd_plan plan = room();
  for (int k = 0; k < 3; k++) {
    hd_plan_request request = request_of(far[k], 1, 0);
    expect_refused(hd_make_plan(&request, &error, &plan), HD_RANGE, "further than any memory");
    expect_refused(hd_plan_any(&request, hd_instruction_of(HD_16X32BX2), false, &error), HD_RANGE,
                   "further than any memory");
  }
  hd_plan_request request = request_of("(32,2):(1,128)", 1, 0);
  request.first_warp = INT32_MAX;
  expect_refused(hd_make_plan(&request, &error, &plan), HD_RANGE, "warp 2147483647");
  request.first_warp = 0;
  plan.steps_capacity = -1;
  expect_refused(hd_make_plan(&request, &error, &plan), HD_CAPACITY, "-1 instructions");
  request = request_of("(32,2):(1,0)", 1, 0);
  expect_refused(hd_plan_any(&request, hd_instruction_of(HD_32X32B), false, &error), HD_MISMATCH, "stride of 0");
  request = request_of("(32,2):(1,-128)", 1, 0);
  expect_refused(hd_plan_any(&request, hd_instruction_of(HD_32X32B), false, &error), HD_MISMATCH, "stride of -128");
  request = request_of("(128,2):(1,128)", 1, 0);
  expect_refused(hd_plan_any(&request, hd_instruction_of(HD_32X32B), false, &error), HD_UNDEFINED,
                 "steps by 32 in lanes");
  request = request_of("(128,2):(1,128)", 5, 0);
  expect_refused(hd_plan_any(&request, hd_instruction_of(HD_32X32B), false, &error), HD_RANGE, "5 warps");
}
END_TEST

/* Parts are taken from whichever columns have them: the last ones need not. */
START_TEST(uneven_columns_have_register_layouts_too) {
  static const struct {
    const char *piece;
    hd_instruction_id shape;
    int warps;
  } rows[] = {{"(16,(2,3)):(1,(128,1024))", HD_16X32BX2, 1},
              {"((16,4),(2,3)):((1,32),(128,1024))", HD_16X32BX2, 4},
              {"(128,(2,3)):(1,(128,1024))", HD_32X32B, 8},
              {"(128,(2,2,3)):(1,(128,1024,8192))", HD_32X32B, 16},
              {"(128,(3,2,5)):(1,(128,1024,4096))", HD_16X32BX2, 8}};
  for (size_t k = 0; k < HD_COUNT(rows); k++) {
    hd_plan_request request = request_of(rows[k].piece, rows[k].warps, 0);
    hd_plan plan = room();
    int64_t elements = hd_size(&request.cells);
    EXPECT(hd_plan_any(&request, hd_instruction_of(rows[k].shape), false, &error) == HD_OK, "%s: %s", rows[k].piece,
           error.reason);
    ck_assert_int_eq(hd_size(&request.cells), elements);
    ck_assert_int_eq(hd_make_plan_of(&request, hd_instruction_of(rows[k].shape), false, &error, &plan), HD_OK);
  }
  hd_plan_request request = request_of("(128,3):(1,128)", 8, 0);
  expect_refused(hd_plan_any(&request, hd_instruction_of(HD_32X32B), false, &error), HD_UNDEFINED, "2 warpgroups");
}
END_TEST

int main(void) {
#define TEST(name) \
  { #name, name }
  const hd_test tests[] = {
      TEST(rows_are_cut_into_powers_of_two_under_the_cap),
      TEST(waits_stand_after_each_instruction_or_after_all),
      TEST(no_row_takes_fewer_instructions),
      TEST(gaps_part_what_could_be_one_instruction),
      TEST(forged_plans_are_no_plans),
      TEST(wild_requests_are_refused),
      TEST(uneven_columns_have_register_layouts_too),
      TEST(half_slabs_start_at_lane_0_or_16_of_each),
      TEST(two_warpgroups_take_a_half_each),
      TEST(elements_of_16_bits_lie_two_or_one_in_a_cell),
      TEST(split_accesses_take_their_immediate_from_the_threads),
      TEST(a_refusal_says_what_does_not_match),
      TEST(a_plan_that_is_changed_is_not_proved),
      TEST(accumulators_have_register_layouts_of_their_own),
      TEST(a_piece_that_a_shape_does_not_fit_has_none),
  };
  return hd_test_main("plan", tests, HD_COUNT(tests));
}
