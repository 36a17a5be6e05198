/* Destinations of tcgen05.cp and the block of tcgen05.shift, against the manual's formulas. */
#include "tests/support/suite.h"
#include "tests/support/tcgen05.h"
#include "tests/support/text.h"

#include "tmem/copy.h"

static hd_copy_id copy_of(int copy) {
  hd_copy_id id;
  ck_assert_int_eq(hd_copy_find(hd_manual_copies[copy].name, strlen(hd_manual_copies[copy].name), NULL, &id), HD_OK);
  return id;
}

static hd_layout image_of(int copy, const char *memory) {
  const hd_layout over = hd_test_layout(memory);
  hd_layout image;
  EXPECT(hd_copy_image(copy_of(copy), &over, NULL, &image) == HD_OK, "%s", hd_manual_copies[copy].name);
  return image;
}

START_TEST(every_word_of_a_copy_lands_where_the_manual_says) {
  int64_t words = 0;
  ck_assert_int_eq(HD_COPIES, HD_MANUAL_COPIES);
  for (int copy = 0; copy < HD_MANUAL_COPIES; copy++) {
    const hd_manual_copy manual = hd_manual_copies[copy];
    const hd_layout flat = image_of(copy, "(128,512):(1,128)"), encoded = image_of(copy, "(128,512):(65536,1)");
    ck_assert_int_eq(hd_size(&flat), manual.rows * manual.words * manual.places);
    ck_assert_int_eq(hd_rank(&flat.profile), 3);
    for (int p = 0; p < manual.places; p++) {
      for (int w = 0; w < manual.words; w++) {
        for (int i = 0; i < manual.rows; i++, words++) {
          const hd_manual_cell cell = hd_manual_copy_of(copy, i, w, p);
          const int64_t index = i + manual.rows * (w + (int64_t)manual.words * p);
          int64_t value = -1, address = -1;
          EXPECT(hd_evaluate_index(&flat, index, NULL, &value) == HD_OK && value == cell.lane + 128 * cell.column &&
                     hd_evaluate_index(&encoded, index, NULL, &address) == HD_OK &&
                     address == (cell.lane << 16) + cell.column,
                 "%s row %d word %d copy %d: %d", manual.name, i, w, p, (int)value);
        }
      }
    }
  }
  ck_assert_int_eq(words, 128 * 8 + 128 * 4 + 4 * 8 + 2 * 64 * 4 * 2 + 32 * 4 * 4);
}
END_TEST

START_TEST(a_copy_fills_no_cell_twice_and_a_multicast_fills_all_lanes) {
  for (int copy = 0; copy < HD_MANUAL_COPIES; copy++) {
    const hd_layout image = image_of(copy, "(128,512):(1,128)");
    bool injective = false;
    ck_assert_int_eq(hd_is_injective(&image, NULL, &injective), HD_OK);
    ck_assert(injective);
    if (copy != 2) ck_assert_int_eq(hd_size(&image), 128 * hd_manual_copies[copy].words);
  }
}
END_TEST

START_TEST(a_copy_is_found_by_its_name_and_by_no_other) {
  static const char *const bad[] = {"", "64x128b", "32x128b", "128x256b.warpx4", "4x128b", "64x128b.warpx2::02_1"};
  hd_copy_id id = HD_COPIES;
  hd_error error;
  for (int k = 0; k < HD_COPIES; k++) ck_assert_str_eq(hd_copy_name(copy_of(k)), hd_manual_copies[k].name);
  for (int k = 0; k < HD_COUNT(bad); k++) {
    ck_assert_int_eq(hd_copy_find(bad[k], strlen(bad[k]), &error, &id), HD_RANGE);
    ck_assert(hd_test_is_error(&error, HD_RANGE) && strstr(error.hint, " 128x256b ") != NULL);
  }
  ck_assert_int_eq(id, HD_COPIES);
}
END_TEST

START_TEST(a_copy_starts_where_all_its_cells_are_in_memory) {
  int allowed = 0;
  for (int copy = 0; copy < HD_MANUAL_COPIES; copy++) {
    const hd_manual_copy manual = hd_manual_copies[copy];
    const hd_manual_cell last = hd_manual_copy_of(copy, manual.rows - 1, manual.words - 1, manual.places - 1);
    for (int lane = 0; lane < 130; lane++) {
      for (int column = 500; column < 514; column++) {
        hd_error error;
        const bool right = lane + last.lane < 128 && column + last.column < 512;
        const hd_status status =
            hd_copy_check(hd_blackwell(), copy_of(copy), (uint32_t)(lane * 65536 + column), &error);
        EXPECT(status == (right ? HD_OK : HD_RANGE), "%s at lane %d, column %d: %s", manual.name, lane, column,
               hd_status_name(status));
        if (!right) ck_assert(hd_test_is_error(&error, HD_RANGE));
        allowed += right;
      }
    }
  }
  ck_assert_int_eq(allowed, 5 + 9 + 32 * 5 + 3 * 9);
}
END_TEST

START_TEST(a_shift_moves_8_columns_of_all_slabs_one_lane_down) {
  const hd_layout engine = hd_test_layout("(128,512):(1,128)");
  hd_layout image;
  ck_assert_int_eq(hd_shift_image(&engine, NULL, &image), HD_OK);
  ck_assert_int_eq(hd_size(&image), 128 * HD_SHIFT_COLUMNS);
  for (int column = 0; column < 8; column++) {
    for (int lane = 0; lane < 128; lane++) {
      int64_t value = -1;
      ck_assert_int_eq(hd_evaluate_index(&image, lane + 128 * column, NULL, &value), HD_OK);
      ck_assert_int_eq(value, lane + 128 * column);
    }
  }
}
END_TEST

START_TEST(a_shift_starts_at_a_slab) {
  int allowed = 0;
  for (int lane = 0; lane < 130; lane++) {
    for (int column = 500; column < 514; column++) {
      hd_error error;
      const bool right = lane % 32 == 0 && lane < 128 && column + 8 <= 512;
      const hd_status status = hd_shift_check(hd_blackwell(), (uint32_t)(lane * 65536 + column), &error);
      EXPECT(status == (right ? HD_OK : HD_RANGE), "lane %d, column %d: %s", lane, column, hd_status_name(status));
      if (!right) ck_assert(hd_test_is_error(&error, HD_RANGE));
      allowed += right;
    }
  }
  ck_assert_int_eq(allowed, 4 * 5);
}
END_TEST

START_TEST(a_memory_too_small_for_a_copy_is_refused) {
  const hd_layout small = hd_test_layout("(64,512):(1,64)"), narrow = hd_test_layout("(128,4):(1,128)");
  hd_layout image;
  hd_test_stamp(&image, sizeof image);
  ck_assert_int_eq(hd_copy_image(HD_64X128B_02_13, &small, NULL, &image), HD_RANGE);
  ck_assert_int_eq(hd_copy_image(HD_4X256B, &small, NULL, &image), HD_RANGE);
  ck_assert_int_eq(hd_copy_image(HD_128X256B, &narrow, NULL, &image), HD_RANGE);
  ck_assert_int_eq(hd_shift_image(&narrow, NULL, &image), HD_RANGE);
  ck_assert(hd_test_is_stamped(&image, sizeof image));
  ck_assert_int_eq(hd_copy_image(HD_128X128B, &narrow, NULL, &image), HD_OK);
}
END_TEST

int main(void) {
  const hd_test tests[] = {
      {"every_word_of_a_copy_lands_where_the_manual_says", every_word_of_a_copy_lands_where_the_manual_says},
      {"a_copy_fills_no_cell_twice_and_a_multicast_fills_all_lanes",
       a_copy_fills_no_cell_twice_and_a_multicast_fills_all_lanes},
      {"a_copy_is_found_by_its_name_and_by_no_other", a_copy_is_found_by_its_name_and_by_no_other},
      {"a_copy_starts_where_all_its_cells_are_in_memory", a_copy_starts_where_all_its_cells_are_in_memory},
      {"a_shift_moves_8_columns_of_all_slabs_one_lane_down", a_shift_moves_8_columns_of_all_slabs_one_lane_down},
      {"a_shift_starts_at_a_slab", a_shift_starts_at_a_slab},
      {"a_memory_too_small_for_a_copy_is_refused", a_memory_too_small_for_a_copy_is_refused},
  };
  return hd_test_main("tmem copy", tests, HD_COUNT(tests));
}
