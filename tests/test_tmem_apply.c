/* Exact instructions applied to views: every form to its native views, the examples that TIRx documents, and one fault
 * at a time. What comes out is compared with the manual's formulas. */
#include "tests/support/suite.h"
#include "tests/support/tcgen05.h"
#include "tests/support/text.h"

#include "tmem/apply.h"

#include <stdio.h>

enum { STEPS = 64 };

static hd_apply_step step[STEPS];
static hd_error error;
static int steps;

static void expect_refused(hd_status got, hd_status status, const char *words) {
  char text[HD_TEXT_MAX];
  EXPECT(got == status, "status %d: %s", got, got == HD_OK ? "" : error.reason);
  ck_assert(hd_test_is_error(&error, status));
  hd_print_error(&error, text, sizeof text);
  EXPECT(strstr(text, words) != NULL, "%s does not say: %s", text, words);
}

static void expect_ok(const hd_apply_request *request) {
  hd_status status = hd_apply(request, &error, step, STEPS, &steps);
  EXPECT(status == HD_OK, "refused: %s", error.reason);
}

static hd_apply_request request_of(hd_instruction_id shape, int repeat, bool packed, hd_scope scope,
                                   const char *registers, const char *tmem) {
  hd_apply_request request = {.geometry = hd_blackwell(), .scope = scope};
  ck_assert_int_eq(hd_make_form(hd_instruction_of(shape), repeat, packed, NULL, &request.form), HD_OK);
  request.registers = hd_test_layout(registers);
  request.tmem[0] = hd_test_layout(tmem);
  return request;
}

/* ---- every form ---- */

/* A native view of registers, by the manual: leaf by leaf, as the way back of its formulas has it. */
static void native_registers(hd_manual_form form, hd_layout *view) {
  const hd_manual_shape *shape = &hd_manual_shapes[form.shape];
  hd_axis lane, m;
  ck_assert(hd_axis_from_name("laneid", 6, &lane) && hd_axis_from_name("m", 1, &m));
  hd_layout_clear(view);
  int extents[3] = {shape->accesses, shape->lanes, shape->columns * form.repeat};
  for (int mode = shape->accesses == 1; mode < 3; mode++) {
    int from = view->profile.leaves;
    for (int bit = 1; bit < extents[mode]; bit *= 2) {
      hd_manual_cell cell = {mode == 1 ? bit : 0, mode == 2 ? (form.packed ? 2 : 1) * bit : 0, mode == 0 ? bit : 0};
      hd_manual_holder holder = hd_manual_holder_of(form.shape, form.packed, cell);
      ck_assert(holder.thread == 0 || holder.reg == 0);
      ck_assert(hd_layout_append_leaf(view, 2, holder.thread + holder.reg, holder.thread ? lane : m));
    }
    if (view->profile.leaves == from) ck_assert(hd_layout_append_leaf(view, 1, 0, HD_AXIS_INTEGER));
    else ck_assert(hd_layout_wrap(view, from));
  }
  ck_assert(hd_layout_wrap(view, 0));
  ck_assert_int_eq(hd_layout_finish(view, "test", NULL), HD_OK);
}

START_TEST(every_form_moves_its_native_views) {
  hd_manual_form form;
  int forms = 0;
  for (int k = 0; hd_manual_form_at(k, &form); k++, forms++) {
    const hd_manual_shape *shape = &hd_manual_shapes[form.shape];
    char tmem[128];
    int columns = shape->columns * form.repeat, lane = shape->lanes == 16 ? 16 : 0;
    if (form.packed) snprintf(tmem, sizeof tmem, "(%d,%d,2):(1@TLane,4@TCol,2@TCol)", shape->lanes, columns);
    else snprintf(tmem, sizeof tmem, "(%d,%d):(1@TLane,1@TCol)", shape->lanes, columns);
    hd_apply_request request =
        request_of((hd_instruction_id)form.shape, form.repeat, form.packed, HD_SCOPE_WARP, "1:0", tmem);
    native_registers(form, &request.registers);
    request.warp = 2;
    request.base[0] = (uint32_t)((64 + (shape->accesses == 2 ? 0 : lane)) << 16);
    if (shape->accesses == 2) {
      request.tmem[1] = request.tmem[0];
      request.base[1] = request.base[0] + (16u << 16) + 0;
    }
    expect_ok(&request);
    ck_assert_int_eq(steps, 1);
    ck_assert_uint_eq(step[0].address[0], request.base[0]);
    ck_assert_int_eq(step[0].immediate, shape->accesses == 2 ? 16 << 16 : 0);
    for (int r = 0; r < shape->registers * form.repeat; r++) ck_assert_int_eq(step[0].reg[r], r);
  }
  ck_assert_int_eq(forms, 74);
}
END_TEST

/* Each leaf of a view moved by one, in turn: nothing but the instruction's image passes. */
START_TEST(no_other_view_passes) {
  int changed = 0;
  hd_manual_form form;
  for (int k = 0; hd_manual_form_at(k, &form); k++) {
    const hd_manual_shape *shape = &hd_manual_shapes[form.shape];
    char tmem[128];
    if (form.packed || shape->accesses == 2 || form.repeat > 16) continue;
    snprintf(tmem, sizeof tmem, "(%d,%d):(1,128)", shape->lanes, shape->columns * form.repeat);
    hd_apply_request native = request_of((hd_instruction_id)form.shape, form.repeat, false, HD_SCOPE_WARP, "1:0", tmem);
    native_registers(form, &native.registers);
    for (int leaf = 0; leaf < native.registers.profile.leaves; leaf++) {
      hd_apply_request request = native;
      if (request.registers.shape[leaf] == 1) continue;
      bool thread = hd_layout_axis(&request.registers, leaf) == hd_layout_axis(&native.registers, 0);
      request.registers.stride[leaf] += 1;
      hd_status status = hd_apply(&request, &error, step, STEPS, &steps);
      /* Registers may lie anywhere, as long as they differ. */
      if (thread) ck_assert_int_eq(status, HD_UNDEFINED);
      else if (status == HD_OK) ck_assert_int_ne(step[0].reg[1], 1 + 128);
      changed++;
    }
    for (int leaf = 0; leaf < 2; leaf++) {
      hd_apply_request request = native;
      if (request.tmem[0].shape[leaf] == 1) continue;
      request.tmem[0].stride[leaf] += 1;
      ck_assert_int_eq(hd_apply(&request, &error, step, STEPS, &steps), HD_UNDEFINED);
      ck_assert(error.has_coordinate);
      changed++;
    }
  }
  ck_assert_int_gt(changed, 100);
}
END_TEST

/* ---- what TIRx documents ---- */

/* Layout B: (wl wh) r c of a (64,128) accumulator, warp = 2*wl + wh, as rearranged views. */
START_TEST(the_round_trip_of_layout_b_is_one_store_and_one_load) {
  hd_apply_request request = request_of(HD_32X32B, 64, false, HD_SCOPE_WARPGROUP,
                                        "((2,2),32,64):((32@tid_in_wg,64@tid_in_wg),1@tid_in_wg,1@m)",
                                        "((2,2),32,64):((32@TLane,64@TLane),1@TLane,1@TCol)");
  for (int store = 0; store < 2; store++) {
    request.store = store;
    expect_ok(&request);
    ck_assert_int_eq(steps, 1);
    for (int w = 0; w < 4; w++) ck_assert_uint_eq(step[0].address[w], (uint32_t)w << 21);
    for (int r = 0; r < 64; r++) ck_assert_int_eq(step[0].reg[r], r);
  }
  /* The same cells as flat indices. */
  request.tmem[0] = hd_test_layout("((2,2),32,64):((32,64),1,128)");
  expect_ok(&request);
  /* The rows first, then the halves: warp 1 would be in lanes 64 to 95. */
  request.tmem[0] = hd_test_layout("((2,2),32,64):((64,32),1,128)");
  expect_refused(hd_apply(&request, &error, step, STEPS, &steps), HD_RANGE, "warp 1");
}
END_TEST

START_TEST(a_packed_view_has_its_halves_in_two_cells) {
  hd_apply_request request =
      request_of(HD_32X32B, 8, true, HD_SCOPE_WARP, "(32,8):(1@laneid,1@m)", "(32,8,2):(1@TLane,4@TCol,2@TCol)");
  expect_ok(&request);
  request.tmem[0] = hd_test_layout("(32,8,2):(1@TLane,2@TCol,1@TCol)");
  expect_refused(hd_apply(&request, &error, step, STEPS, &steps), HD_UNDEFINED, "half cell");
  ck_assert_int_eq(error.number[0], 256);
  request.tmem[0] = hd_test_layout("(32,8,2):(2,512,1)");
  expect_refused(hd_apply(&request, &error, step, STEPS, &steps), HD_UNDEFINED, "at (0,0,1)");
  char hint[HD_TEXT_MAX];
  hd_print_hint(&error, hint, sizeof hint);
  ck_assert_str_eq(hint, "two halves in one cell are moved by the form without packing");
  request.tmem[0] = hd_test_layout("(32,8,2):(1@TLane,3@TCol,2@TCol)");
  expect_refused(hd_apply(&request, &error, step, STEPS, &steps), HD_MISMATCH, "stride of 3 halves");
}
END_TEST

/* registers, mem[:, :16, :4], mem[:, 16:32, 8:12] of a (4,32,16) view, immediate (16 << 16) + 8. */
START_TEST(a_split_access_takes_two_views_and_their_distance) {
  hd_apply_request request =
      request_of(HD_16X32BX2, 4, false, HD_SCOPE_WARPGROUP, "(4,2,16,4):(32@tid_in_wg,16@tid_in_wg,1@tid_in_wg,1@m)",
                 "(4,16,4):(32@TLane,1@TLane,1@TCol)");
  request.tmem[1] = request.tmem[0];
  request.base[0] = 5;
  request.base[1] = (16 << 16) + 8 + 5;
  expect_ok(&request);
  ck_assert_int_eq(step[0].immediate, (16 << 16) + 8);
  ck_assert_uint_eq(step[0].address[3], (96 << 16) + 5);
  request.has_immediate = true;
  request.immediate = (16 << 16) + 8;
  expect_ok(&request);
  request.immediate = 8;
  expect_refused(hd_apply(&request, &error, step, STEPS, &steps), HD_UNDEFINED,
                 "the immediate is 8, and the second view is 1048584 on");
  request.has_immediate = false;
  request.tmem[1] = hd_test_layout("(4,16,4):(64@TLane,1@TLane,1@TCol)");
  expect_refused(hd_apply(&request, &error, step, STEPS, &steps), HD_UNDEFINED, "and elsewhere");
}
END_TEST

START_TEST(repeats_lead_to_one_instruction_each) {
  hd_apply_request request =
      request_of(HD_16X256B, 2, false, HD_SCOPE_WARPGROUP,
                 "(4,(3,2),(8,2),(2,4,2)):(32@tid_in_wg,(8@m,24@m),(4@tid_in_wg,2@m),(1@m,1@tid_in_wg,4@m))",
                 "(4,(3,2),16,16):(32@TLane,(16@TCol,16@TLane),1@TLane,1@TCol)");
  request.base[0] = 7;
  expect_ok(&request);
  ck_assert_int_eq(steps, 6);
  for (int k = 0; k < 6; k++)
    for (int w = 0; w < 4; w++) {
      ck_assert_uint_eq(step[k].address[w], (uint32_t)((32 * w + 16 * (k / 3)) << 16 | (7 + 16 * (k % 3))));
      for (int r = 0; r < 8; r++) ck_assert_int_eq(step[k].reg[r], 8 * k + r);
    }
  expect_refused(hd_apply(&request, &error, step, 5, &steps), HD_CAPACITY, "6 repeats, and room for 5");
}
END_TEST

START_TEST(registers_may_lie_apart_when_their_owners_match) {
  hd_apply_request request = request_of(HD_32X32B, 4, false, HD_SCOPE_WARP, "(32,4):(1@laneid,5@m)", "(32,4):(1,128)");
  expect_ok(&request);
  for (int r = 0; r < 4; r++) ck_assert_int_eq(step[0].reg[r], 5 * r);
  request.registers = hd_test_layout("(32,4):(1@laneid,0)");
  expect_refused(hd_apply(&request, &error, step, STEPS, &steps), HD_UNDEFINED, "registers 0 and 1 of the load");
  request.store = true;
  expect_ok(&request);
  request.registers = hd_test_layout("((16,2),4):((2@laneid,1@laneid),1@m)");
  expect_refused(hd_apply(&request, &error, step, STEPS, &steps), HD_UNDEFINED,
                 "at ((1,0),0) thread 2 holds the register, and the instruction gives it to thread 1");
  request.registers = hd_test_layout("((32,2),2):((1@laneid,1@m),2@m)");
  expect_refused(hd_apply(&request, &error, step, STEPS, &steps), HD_MISMATCH, "mode 0 of a view has size 64");
}
END_TEST

START_TEST(a_cta_has_all_of_its_warps) {
  hd_apply_request request = request_of(HD_32X32B, 2, false, HD_SCOPE_CTA, "((4,2),32,2):((32@tx,128@tx),1@tx,1@m)",
                                        "((4,2),32,2):((32@TLane,2@TCol),1@TLane,1@TCol)");
  request.warps = 8;
  expect_ok(&request);
  ck_assert_uint_eq(step[0].address[6], (64 << 16) + 2);
  request.warps = 4;
  expect_refused(hd_apply(&request, &error, step, STEPS, &steps), HD_MISMATCH,
                 "its size is 8, and the number of warps 4");
  request.warps = 33;
  expect_refused(hd_apply(&request, &error, step, STEPS, &steps), HD_RANGE, "a CTA of 33 warps");
}
END_TEST

START_TEST(what_is_no_view_is_refused) {
  const struct {
    hd_scope scope;
    const char *registers, *tmem, *words;
    hd_status status;
  } cases[] = {
      {HD_SCOPE_WARP, "(32,2):(1@tid_in_wg,1@m)", "(32,2):(1,128)", "lie on laneid and m", HD_MISMATCH},
      {HD_SCOPE_WARPGROUP, "(4,32,2):(32@tx,1@tx,1@m)", "(4,32,2):(32,1,128)", "lie on tid_in_wg", HD_MISMATCH},
      {HD_SCOPE_WARP, "(32,2):(1@laneid,1@m)", "(32,2):(1@lane,1@TCol)", "lie on TLane and TCol", HD_MISMATCH},
      {HD_SCOPE_WARP, "32:1@laneid", "(32,2):(1,128)", "has rank 1", HD_MISMATCH},
      {HD_SCOPE_WARP, "(32,2):(1@laneid,1@m)", "(3,32,2):(0,1,128)", "tensor memory has rank 3", HD_MISMATCH},
      {HD_SCOPE_WARP, "(3,32,2):(2@m,1@laneid,1@m)", "(2,32,2):(256,1,128)", "size 2 in tensor memory and 3",
       HD_MISMATCH},
      {HD_SCOPE_WARP, "(16,4):(1@laneid,1@m)", "(16,4):(1,128)", "size 16, and the instruction's block 32",
       HD_MISMATCH},
      {HD_SCOPE_WARPGROUP, "(32,2):(1@tid_in_wg,1@m)", "(32,2):(1,128)", "its size is 0", HD_MISMATCH},
      {HD_SCOPE_WARPGROUP, "(4,32,2):(0,1@tid_in_wg,1@m)", "(4,32,2):(32,1,128)",
       "warp 1 of the group begins at thread 0, not 32", HD_UNDEFINED},
      {HD_SCOPE_WARPGROUP, "((2,2),32,2):((32@tid_in_wg,2@m),1@tid_in_wg,1@m)", "(4,32,2):(32,1,128)",
       "warp 2 of the group begins at", HD_UNDEFINED},
      {HD_SCOPE_WARP, "(2,32,2):(32@laneid,1@laneid,1@m)", "(2,32,2):(256,1,128)", "repeat 1 begins at thread 32",
       HD_UNDEFINED},
      {HD_SCOPE_WARP, "(32,2):(1@laneid,1@m)", "(32,2):(1,256)", "at (0,1) of tensor memory lies cell 256",
       HD_UNDEFINED},
      {HD_SCOPE_WARP, "(2,32,2):(2@m,1@laneid,1@m)", "(2,32,2):(65536,1,128)", "65536", HD_RANGE},
  };
  for (int k = 0; k < HD_COUNT(cases); k++) {
    hd_apply_request request = request_of(HD_32X32B, 2, false, cases[k].scope, cases[k].registers, cases[k].tmem);
    expect_refused(hd_apply(&request, &error, step, STEPS, &steps), cases[k].status, cases[k].words);
  }
  hd_apply_request request = request_of(HD_32X32B, 2, false, HD_SCOPE_WARP, "(32,2):(1@laneid,1@m)", "(32,2):(1,128)");
  request.has_immediate = true;
  expect_refused(hd_apply(&request, &error, step, STEPS, &steps), HD_MISMATCH, "only 16x32bx2");
  request.has_immediate = false;
  request.warp = 1;
  expect_refused(hd_apply(&request, &error, step, STEPS, &steps), HD_RANGE, "warp 1");
}
END_TEST

int main(void) {
#define TEST(name) \
  { #name, name }
  const hd_test tests[] = {
      TEST(every_form_moves_its_native_views),
      TEST(no_other_view_passes),
      TEST(the_round_trip_of_layout_b_is_one_store_and_one_load),
      TEST(a_packed_view_has_its_halves_in_two_cells),
      TEST(a_split_access_takes_two_views_and_their_distance),
      TEST(repeats_lead_to_one_instruction_each),
      TEST(registers_may_lie_apart_when_their_owners_match),
      TEST(a_cta_has_all_of_its_warps),
      TEST(what_is_no_view_is_refused),
  };
  return hd_test_main("apply", tests, HD_COUNT(tests));
}
