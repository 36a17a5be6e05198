/* Tensor memory with room for a few leaves only: an image that does not fit is refused as such, the others are
 * right. */
#include "tests/support/suite.h"

#include "tmem/tmem.h"

static const int leaves_of[] = {2, 4, 4, 5}; /* of each image */

START_TEST(an_image_is_right_or_refused_for_its_leaves) {
  hd_layout engine;
  int answered = 0, refused = 0;
  ck_assert_int_eq(hd_engine(hd_blackwell(), NULL, &engine), HD_MAX_LEAVES < 2 ? HD_CAPACITY : HD_OK);
  for (int id = 0; id < HD_16X32BX2 && HD_MAX_LEAVES >= 2; id++) {
    const hd_instruction *line = hd_instruction_of((hd_instruction_id)id);
    hd_layout image;
    hd_error error;
    hd_test_stamp(&image, sizeof image);
    hd_status status = hd_instruction_image(line, 2, &engine, &error, &image);
    ck_assert_int_eq(status, leaves_of[id] > HD_MAX_LEAVES ? HD_CAPACITY : HD_OK);
    if (status == HD_OK) {
      answered++;
      ck_assert_int_eq(hd_size(&image), 64 * line->registers);
    } else {
      refused++;
      ck_assert(hd_test_is_error(&error, HD_CAPACITY) && hd_test_is_stamped(&image, sizeof image));
    }
  }
  if (HD_MAX_LEAVES == 3) ck_assert(answered == 1 && refused == 3);
}
END_TEST

START_TEST(a_view_is_right_or_refused_for_its_leaves) {
  for (int columns = 8; columns <= 512; columns *= 2) {
    hd_tmem_view view;
    hd_error error;
    hd_test_stamp(&view, sizeof view);
    hd_status status = hd_row_view(hd_blackwell(), columns, &error, &view);
    ck_assert_int_eq(status, HD_MAX_LEAVES < 2 ? HD_CAPACITY : HD_OK);
    for (int64_t j = 0; status == HD_OK && j < columns; j++) {
      int64_t value = -1;
      ck_assert_int_eq(hd_evaluate_index(&view.cells, j, NULL, &value), HD_OK);
      ck_assert_int_eq(value, 128 * j);
    }
    hd_test_stamp(&view, sizeof view);
    status = hd_fragment_view(hd_blackwell(), columns, &error, &view);
    ck_assert_int_eq(status, HD_MAX_LEAVES < 5 ? HD_CAPACITY : HD_OK);
    if (status != HD_OK) ck_assert(hd_test_is_error(&error, HD_CAPACITY) && hd_test_is_stamped(&view, sizeof view));
  }
}
END_TEST

/* Forms and what is made of them: right, or refused for want of leaves, and nothing else. */
static bool fits(hd_status status, const hd_error *error) {
  ck_assert(status == HD_OK || status == HD_CAPACITY);
  if (status == HD_CAPACITY) ck_assert(hd_test_is_error(error, HD_CAPACITY));
  return status == HD_OK;
}

static int expect_form(const hd_form *form, const hd_layout *memory) {
  hd_layout image, holders, spread, elements;
  hd_error error;
  int answered = 0;
  if (fits(hd_form_image(form, memory, &error, &image), &error)) {
    answered++;
    ck_assert_int_eq(hd_size(&image), 32 * hd_form_registers(form) * (form->packed ? 2 : 1));
  }
  if (fits(hd_form_holders(form, &error, &holders), &error)) {
    answered++;
    ck_assert_int_eq(hd_size(&holders), hd_form_lanes(form) * hd_form_columns(form) * hd_form_accesses(form));
  }
  answered += fits(hd_form_spread(form, HD_SPREAD_LANES, memory, &error, &spread), &error);
  answered += fits(hd_form_elements(form, 8, true, memory, &error, &elements), &error);
  return answered;
}

START_TEST(a_form_is_right_or_refused_for_its_leaves) {
  hd_layout engine, split;
  hd_error error;
  int answered = 0;
  ck_assert(fits(hd_engine(hd_blackwell(), &error, &engine), &error));
  const bool has_split = fits(hd_split_memory(&engine, 8, &error, &split), &error);
  ck_assert(has_split == (HD_MAX_LEAVES >= 3));
  for (int id = 0; id < HD_INSTRUCTIONS; id++) {
    for (int packed = 0; packed < 2; packed++) {
      hd_form form;
      ck_assert_int_eq(hd_make_form(hd_instruction_of((hd_instruction_id)id), 2, packed == 1, NULL, &form), HD_OK);
      if (id == HD_16X32BX2 && !has_split) continue;
      answered += expect_form(&form, id == HD_16X32BX2 ? &split : &engine);
    }
  }
  ck_assert_int_gt(answered, 0);
}
END_TEST

START_TEST(a_cell_and_its_holder_are_right_or_refused_for_their_leaves) {
  for (int id = 0; id < HD_INSTRUCTIONS; id++) {
    hd_form form;
    hd_issue issue;
    hd_error error;
    hd_cell cell;
    hd_place holder[HD_HOLDERS_MAX];
    int count = 0;
    ck_assert_int_eq(hd_make_form(hd_instruction_of((hd_instruction_id)id), 2, false, NULL, &form), HD_OK);
    ck_assert_int_eq(hd_make_issue(hd_blackwell(), 2, NULL, &issue), HD_OK);
    if (!fits(hd_issue_cell(&form, &issue, (hd_place){3, 1, 0}, &error, &cell), &error)) continue;
    if (!fits(hd_issue_holders(&form, &issue, cell, &error, holder, &count), &error)) continue;
    ck_assert(holder[0].thread == 3 && holder[0].reg == 1 && holder[0].half == 0);
  }
}
END_TEST

int main(void) {
  const hd_test tests[] = {
      {"an_image_is_right_or_refused_for_its_leaves", an_image_is_right_or_refused_for_its_leaves},
      {"a_form_is_right_or_refused_for_its_leaves", a_form_is_right_or_refused_for_its_leaves},
      {"a_cell_and_its_holder_are_right_or_refused_for_their_leaves",
       a_cell_and_its_holder_are_right_or_refused_for_their_leaves},
      {"a_view_is_right_or_refused_for_its_leaves", a_view_is_right_or_refused_for_its_leaves},
  };
  return hd_test_main("tmem in a few leaves", tests, HD_COUNT(tests));
}
