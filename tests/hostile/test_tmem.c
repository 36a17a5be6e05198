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

int main(void) {
  const hd_test tests[] = {
      {"an_image_is_right_or_refused_for_its_leaves", an_image_is_right_or_refused_for_its_leaves},
      {"a_view_is_right_or_refused_for_its_leaves", a_view_is_right_or_refused_for_its_leaves},
  };
  return hd_test_main("tmem in a few leaves", tests, HD_COUNT(tests));
}
