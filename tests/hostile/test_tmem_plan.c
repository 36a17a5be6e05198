/* Datapaths, scale factors, plans, opcodes on views and sources of copies with room for a few leaves only: right, or
 * refused for want of leaves, and nothing else. */
#include "tests/support/suite.h"

#include "tmem/tmem.h"

static hd_error error;
static int answered;

/* Whether there is an answer; if not, for want of leaves. */
static bool fits(hd_status status) {
  ck_assert(status == HD_OK || status == HD_CAPACITY);
  if (status == HD_CAPACITY) ck_assert(hd_test_is_error(&error, HD_CAPACITY));
  answered += status == HD_OK;
  return status == HD_OK;
}

START_TEST(datapaths_are_right_or_refused_for_their_leaves) {
  hd_layout engine, image;
  hd_placement factors;
  answered = 0;
  if (!fits(hd_engine(hd_blackwell(), &error, &engine))) return;
  for (int id = 0; id < HD_DATAPATHS; id++) {
    const int rows = hd_datapath_rows((hd_datapath_id)id);
    hd_test_stamp(&image, sizeof image);
    if (fits(hd_datapath_accumulator((hd_datapath_id)id, 64, &engine, &error, &image)))
      ck_assert_int_eq(hd_size(&image), 64 * rows);
    else ck_assert(hd_test_is_stamped(&image, sizeof image));
    if (fits(hd_datapath_operand((hd_datapath_id)id, 16, 64, &engine, &error, &image)))
      ck_assert_int_eq(hd_size(&image) % (64 * rows), 0);
  }
  fits(hd_scale_factors(&(hd_mma){.m = 128, .n = 128, .group = 1}, HD_SCALE_A, 1, 0, 1, &error, &factors));
  if (HD_MAX_LEAVES == 3) ck_assert_int_ge(answered, 4);
}
END_TEST

static hd_plan_step step[8];
static int32_t order[64];

/* (thread, value) of rows, for a warp or a warpgroup. */
static bool make_request(int warps, hd_plan_request *request) {
  *request = (hd_plan_request){.geometry = hd_blackwell(), .warps = warps, .bits = 32};
  hd_layout_clear(&request->cells);
  const bool room = hd_layout_append_leaf(&request->cells, 32 * warps, 1, HD_AXIS_INTEGER) &&
                    hd_layout_append_leaf(&request->cells, 8, 128, HD_AXIS_INTEGER) &&
                    hd_layout_wrap(&request->cells, 0);
  return room && hd_layout_finish(&request->cells, "test", NULL) == HD_OK;
}

START_TEST(plans_are_right_or_refused_for_their_leaves) {
  answered = 0;
  for (int warps = 1; warps <= 4; warps *= 4)
    for (int id = 0; id < HD_INSTRUCTIONS; id++) {
      hd_plan_request request;
      hd_plan plan = {.step = step, .steps_capacity = 8, .order = order, .values_capacity = 64};
      if (!make_request(warps, &request)) return;
      if (!fits(hd_plan_any(&request, hd_instruction_of((hd_instruction_id)id), false, &error))) continue;
      if (!fits(hd_make_plan_of(&request, hd_instruction_of((hd_instruction_id)id), false, &error, &plan))) continue;
      ck_assert_int_eq(plan.values, 8);
      ck_assert_int_eq(hd_plan_check(&request, &plan, &error), HD_OK);
    }
  if (HD_MAX_LEAVES == 3) ck_assert_int_ge(answered, 2);
}
END_TEST

START_TEST(an_opcode_on_views_is_right_or_refused_for_its_leaves) {
  hd_apply_request request = {.geometry = hd_blackwell(), .scope = HD_SCOPE_WARP};
  hd_apply_step at;
  hd_plan_request rows;
  hd_axis lane, m;
  int steps = 0;
  if (!make_request(1, &rows)) return;
  ck_assert_int_eq(hd_make_form(hd_instruction_of(HD_32X32B), 8, false, NULL, &request.form), HD_OK);
  hd_layout_copy(&request.tmem[0], &rows.cells);
  ck_assert(hd_axis_from_name("laneid", 6, &lane) && hd_axis_from_name("m", 1, &m));
  hd_layout_clear(&request.registers);
  ck_assert(hd_layout_append_leaf(&request.registers, 32, 1, lane) &&
            hd_layout_append_leaf(&request.registers, 8, 1, m) && hd_layout_wrap(&request.registers, 0));
  if (fits(hd_apply(&request, &error, &at, 1, &steps))) ck_assert_int_eq(steps, 1);
}
END_TEST

START_TEST(a_source_of_copies_is_right_or_refused_for_its_leaves) {
  const hd_copy_descriptor descriptors[] = {{.start = 16, .leading = 128, .stride = 256},
                                            {.stride = 256, .swizzle = 32}};
  for (int k = 0; k < HD_COUNT(descriptors); k++)
    for (int id = 0; id < HD_COPIES; id++) {
      hd_composed bytes;
      int64_t byte = -1;
      hd_test_stamp(&bytes, sizeof bytes);
      if (!fits(hd_copy_source_layout((hd_copy_id)id, &descriptors[k], &error, &bytes))) {
        ck_assert(hd_test_is_stamped(&bytes, sizeof bytes));
        continue;
      }
      ck_assert_int_eq(hd_composed_at(&bytes, 1, NULL, &byte), HD_OK);
      ck_assert_int_eq(byte, descriptors[k].start + (k == 0 ? 16 : 32));
    }
}
END_TEST

int main(void) {
  const hd_test tests[] = {
      {"datapaths_are_right_or_refused_for_their_leaves", datapaths_are_right_or_refused_for_their_leaves},
      {"plans_are_right_or_refused_for_their_leaves", plans_are_right_or_refused_for_their_leaves},
      {"an_opcode_on_views_is_right_or_refused_for_its_leaves", an_opcode_on_views_is_right_or_refused_for_its_leaves},
      {"a_source_of_copies_is_right_or_refused_for_its_leaves", a_source_of_copies_is_right_or_refused_for_its_leaves},
  };
  return hd_test_main("plans in a few leaves", tests, HD_COUNT(tests));
}
