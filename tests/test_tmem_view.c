/* Views and the cells they lead to, against arithmetic on threads and coordinates that uses nothing of the algebra. */
#include "tests/support/suite.h"
#include "tests/support/text.h"

#include "tmem/view.h"

#include <stdio.h>

static hd_geometry rubin(void) {
  hd_geometry geometry;
  ck_assert_int_eq(hd_make_geometry(576, NULL, &geometry), HD_OK);
  return geometry;
}

static hd_tmem_view row_view(hd_geometry geometry, int columns) {
  hd_tmem_view view;
  EXPECT(hd_row_view(geometry, columns, NULL, &view) == HD_OK, "row view of %d columns", columns);
  return view;
}

static hd_tmem_view fragment_view(hd_geometry geometry, int columns) {
  hd_tmem_view view;
  EXPECT(hd_fragment_view(geometry, columns, NULL, &view) == HD_OK, "fragment view of %d columns", columns);
  return view;
}

static void expect_layout(const hd_layout *layout, const char *template, int number) {
  char text[80];
  snprintf(text, sizeof text, template, number);
  const hd_layout expected = hd_test_layout(text);
  EXPECT(hd_is_identical(layout, &expected), "%s, not %s", hd_test_show(layout), text);
}

START_TEST(the_fragment_view_is_a_quad_repeated_every_8_columns) {
  for (int columns = 16; columns <= 576; columns += 8) {
    hd_tmem_view view = fragment_view(rubin(), columns);
    hd_layout registers;
    expect_layout(&view.cells, "((2,2),%d):((128,8),1024)", columns / 8);
    expect_layout(&view.threads, "(4,8):(256,1)", 0);
    ck_assert_int_eq(hd_view_registers(&view, NULL, &registers), HD_OK);
    expect_layout(&registers, "((2,2),%d):((1,2),4)", columns / 8);
  }
}
END_TEST

START_TEST(the_narrowest_fragment_view_is_one_quad_in_the_same_nesting) {
  hd_tmem_view view = fragment_view(hd_blackwell(), 8), wide = fragment_view(hd_blackwell(), 64);
  ck_assert(hd_is_congruent(&view.cells.profile, &wide.cells.profile));
  ck_assert_int_eq(hd_size(&view.cells), 4);
  for (int i = 0; i < 4; i++) {
    int64_t value = -1;
    ck_assert_int_eq(hd_evaluate_index(&view.cells, i, NULL, &value), HD_OK);
    ck_assert_int_eq(value, 128 * (i % 2) + 8 * (i / 2));
  }
}
END_TEST

START_TEST(the_row_view_is_the_columns_of_one_lane) {
  for (int columns = 1; columns <= 576; columns++) {
    hd_tmem_view view = row_view(rubin(), columns);
    hd_layout registers;
    hd_tuple shape;
    char text[32];
    hd_shape(&view.cells, &shape);
    snprintf(text, sizeof text, "(1,%d)", columns);
    const hd_tuple expected = hd_test_tuple(text);
    ck_assert(hd_tuple_is_identical(&shape, &expected));
    expect_layout(&view.threads, "32:1", 0);
    ck_assert_int_eq(hd_view_registers(&view, NULL, &registers), HD_OK);
    for (int j = 0; j < columns; j++) {
      int64_t value = -1, slot = -1;
      EXPECT(hd_evaluate_index(&view.cells, j, NULL, &value) == HD_OK && value == 128 * j &&
                 hd_evaluate_index(&registers, j, NULL, &slot) == HD_OK && slot == j,
             "column %d of %d: cell %d, register %d", j, columns, (int)value, (int)slot);
    }
  }
}
END_TEST

/* The row view is also row 0 of the warp's tile, taken as a user of layouts would take it. */
START_TEST(the_row_view_is_row_0_of_the_warp_s_tile) {
  for (int columns = 1; columns <= 512; columns *= 2) {
    char text[64];
    snprintf(text, sizeof text, "(32,%d):(1,128)", columns);
    const hd_layout tile = hd_test_layout(text);
    snprintf(text, sizeof text, "[1:1;%d:1]", columns);
    const hd_tiler row = hd_test_tiler(text);
    hd_layout first;
    hd_tmem_view view = row_view(hd_blackwell(), columns);
    ck_assert_int_eq(hd_composition_by_mode(&tile, &row, NULL, &first), HD_OK);
    ck_assert(hd_is_equivalent(&first, &view.cells, NULL));
    ck_assert(hd_is_congruent(&first.profile, &view.cells.profile));
  }
}
END_TEST

START_TEST(a_view_of_any_shape_is_its_image_taken_apart) {
  for (int id = 0; id < HD_16X32BX2; id++) {
    const hd_instruction *line = hd_instruction_of((hd_instruction_id)id);
    for (int repeat = 1; repeat <= line->largest; repeat *= 2) {
      hd_layout engine, image;
      hd_tmem_view view;
      hd_tuple shape;
      ck_assert_int_eq(hd_engine(hd_blackwell(), NULL, &engine), HD_OK);
      ck_assert_int_eq(hd_instruction_image(line, repeat, &engine, NULL, &image), HD_OK);
      ck_assert_int_eq(hd_make_tmem_view(hd_blackwell(), line, repeat * hd_instruction_columns(line), NULL, &view),
                       HD_OK);
      hd_shape(&view.cells, &shape);
      ck_assert_int_eq(hd_rank(&view.cells.profile), 2);
      ck_assert_int_eq(shape.value[shape.profile.leaves - 1], repeat);
      for (int r = 0; r < line->registers * repeat; r++) {
        for (int t = 0; t < 32; t++) {
          int64_t value = -1, threads = -1, cells = -1;
          EXPECT(hd_evaluate_index(&image, t + 32 * r, NULL, &value) == HD_OK &&
                     hd_evaluate_index(&view.threads, t, NULL, &threads) == HD_OK &&
                     hd_evaluate_index(&view.cells, r, NULL, &cells) == HD_OK && threads + cells == value,
                 "%s.x%d thread %d register %d", line->name, repeat, t, r);
        }
      }
    }
  }
}
END_TEST

START_TEST(a_width_that_is_no_whole_number_of_repeats_or_too_wide_is_refused) {
  for (int columns = -9; columns <= 600; columns++) {
    hd_tmem_view view;
    hd_error error;
    hd_test_stamp(&view, sizeof view);
    bool row = columns >= 1 && columns <= 512, fragment = row && columns % 8 == 0;
    EXPECT(hd_row_view(hd_blackwell(), columns, &error, &view) == (row ? HD_OK : HD_RANGE), "row %d", columns);
    if (!row) ck_assert(hd_test_is_error(&error, HD_RANGE) && error.hint && hd_test_is_stamped(&view, sizeof view));
    hd_test_stamp(&view, sizeof view);
    EXPECT(hd_fragment_view(hd_blackwell(), columns, &error, &view) == (fragment ? HD_OK : HD_RANGE), "fragment %d",
           columns);
    if (!fragment) {
      ck_assert(hd_test_is_error(&error, HD_RANGE) && error.hint && hd_test_is_stamped(&view, sizeof view));
    }
  }
}
END_TEST

START_TEST(two_accesses_are_not_one_view) {
  hd_tmem_view view;
  hd_error error;
  ck_assert_int_eq(hd_make_tmem_view(hd_blackwell(), hd_instruction_of(HD_16X32BX2), 4, &error, &view), HD_MISMATCH);
  ck_assert(hd_test_is_error(&error, HD_MISMATCH));
}
END_TEST

static hd_cell cell_of(hd_geometry geometry, uint32_t base, int warp, int thread, const hd_tmem_view *view,
                       const hd_tuple *coordinate) {
  hd_cell cell = {-1, -1};
  hd_error error;
  hd_status status = hd_tmem_cell(geometry, base, warp, thread, view, coordinate, &error, &cell);
  EXPECT(status == HD_OK, "warp %d, thread %d: %s", warp, thread, status == HD_OK ? "" : error.reason);
  return cell;
}

START_TEST(a_row_coordinate_leads_to_the_thread_s_own_lane) {
  const hd_geometry geometries[] = {hd_blackwell(), rubin()};
  for (int g = 0; g < 2; g++) {
    for (int warp = 0; warp < 6; warp++) {
      int base_column = geometries[g].columns - 96, lane = 32 * (warp % 4);
      uint32_t base = (uint32_t)(lane * 65536 + base_column);
      hd_tmem_view view = row_view(geometries[g], 96);
      for (int thread = 0; thread < 32; thread++) {
        for (int j = 0; j < 96; j++) {
          const int64_t value[2] = {0, j};
          hd_tuple coordinate, whole;
          ck_assert(hd_tuple_flat(&coordinate, 2, value));
          hd_tuple_scalar(&whole, j);
          hd_cell cell = cell_of(geometries[g], base, warp, thread, &view, &coordinate);
          hd_cell same = cell_of(geometries[g], base, warp, thread, &view, &whole);
          EXPECT(cell.lane == lane + thread && cell.column == base_column + j && same.lane == cell.lane &&
                     same.column == cell.column,
                 "warp %d, thread %d, column %d: (%d,%d)", warp, thread, j, cell.lane, cell.column);
        }
      }
    }
  }
}
END_TEST

/* ((i,h),k): column i of the pair, lane h of the two, repeat k. */
static hd_tuple fragment_coordinate(int i, int h, int k) {
  char text[48];
  snprintf(text, sizeof text, "((%d,%d),%d)", i, h, k);
  return hd_test_tuple(text);
}

START_TEST(a_fragment_coordinate_leads_to_a_pair_of_columns_by_two_lanes_8_apart) {
  const int base_column = 40, columns = 64;
  hd_tmem_view view = fragment_view(hd_blackwell(), columns);
  hd_layout registers;
  ck_assert_int_eq(hd_view_registers(&view, NULL, &registers), HD_OK);
  for (int warp = 0; warp < 8; warp++) {
    for (int half = 0; half < 2; half++) {
      int lane = 32 * (warp % 4) + 16 * half;
      uint32_t base = (uint32_t)(lane * 65536 + base_column);
      for (int thread = 0; thread < 32; thread++) {
        for (int c = 0; c < columns / 2; c++) {
          int i = c % 2, h = c / 2 % 2, k = c / 4;
          hd_tuple coordinate = fragment_coordinate(i, h, k), slot;
          hd_cell cell = cell_of(hd_blackwell(), base, warp, thread, &view, &coordinate);
          EXPECT(cell.lane == lane + thread / 4 + 8 * h && cell.column == base_column + 2 * (thread % 4) + i + 8 * k,
                 "warp %d, half %d, thread %d, ((%d,%d),%d): (%d,%d)", warp, half, thread, i, h, k, cell.lane,
                 cell.column);
          EXPECT(hd_evaluate(&registers, &coordinate, NULL, &slot) == HD_OK && slot.value[0] == c,
                 "register of ((%d,%d),%d) is %d", i, h, k, (int)slot.value[0]);
        }
      }
    }
  }
}
END_TEST

START_TEST(known_cells_are_where_people_found_them) {
  hd_tmem_view view = fragment_view(hd_blackwell(), 64);
  const hd_tuple coordinate = hd_test_tuple("((1,0),3)"), whole = hd_test_tuple("13"), part = hd_test_tuple("(1,3)");
  /* 16x256b.x8, warp 2, thread 21, register 13: lane 69, column 27, address 0x0045001B. */
  uint32_t address = 0;
  hd_cell cell = cell_of(hd_blackwell(), 64u << 16, 2, 21, &view, &coordinate);
  ck_assert_int_eq(cell.lane, 69);
  ck_assert_int_eq(cell.column, 27);
  ck_assert_int_eq(hd_tmem_encode(hd_blackwell(), cell, NULL, &address), HD_OK);
  ck_assert_uint_eq(address, 0x0045001B);
  cell = cell_of(hd_blackwell(), 64u << 16, 2, 21, &view, &whole);
  ck_assert(cell.lane == 69 && cell.column == 27);
  cell = cell_of(hd_blackwell(), 64u << 16, 2, 21, &view, &part);
  ck_assert(cell.lane == 69 && cell.column == 27);
}
END_TEST

static void expect_refused(uint32_t base, int64_t warp, int64_t thread, const hd_tmem_view *view,
                           const char *coordinate, hd_status expected) {
  const hd_tuple at = hd_test_tuple(coordinate);
  hd_cell cell = {-5, -5};
  hd_error error;
  hd_status status = hd_tmem_cell(hd_blackwell(), base, warp, thread, view, &at, &error, &cell);
  EXPECT(status == expected, "%s: %s", coordinate, hd_status_name(status));
  ck_assert(hd_test_is_error(&error, expected));
  ck_assert(cell.lane == -5 && cell.column == -5);
}

START_TEST(a_coordinate_outside_the_view_is_refused) {
  hd_tmem_view fragment = fragment_view(hd_blackwell(), 16), row = row_view(hd_blackwell(), 16);
  static const char *const outside[] = {"((2,0),0)",  "((0,2),0)", "((0,0),2)", "((-1,0),0)", "((0,-1),0)",
                                        "((0,0),-1)", "(4,0)",     "(0,2)",     "8",          "-1"};
  static const char *const otherwise[] = {"(0,0,0)",       "(0)", "((0,0,0),0)", "((0),0)",
                                          "((0,0),(0,0))", "()",  "((_,0),0)",   "_"};
  for (int k = 0; k < HD_COUNT(outside); k++) expect_refused(0, 0, 0, &fragment, outside[k], HD_RANGE);
  for (int k = 0; k < HD_COUNT(otherwise); k++) expect_refused(0, 0, 0, &fragment, otherwise[k], HD_MISMATCH);
  expect_refused(0, 0, 0, &row, "(1,0)", HD_RANGE);
  expect_refused(0, 0, 0, &row, "(0,16)", HD_RANGE);
  expect_refused(0, 0, 0, &row, "16", HD_RANGE);
}
END_TEST

START_TEST(a_wrong_thread_warp_or_base_is_refused) {
  hd_tmem_view fragment = fragment_view(hd_blackwell(), 16), row = row_view(hd_blackwell(), 16);
  expect_refused(0, 0, -1, &row, "0", HD_RANGE);
  expect_refused(0, 0, 32, &row, "0", HD_RANGE);
  expect_refused(0, -1, 0, &row, "0", HD_RANGE);
  expect_refused(0, 1, 0, &row, "0", HD_RANGE);
  expect_refused(16u << 16, 0, 0, &row, "0", HD_RANGE);
  expect_refused(5u << 16, 0, 5, &row, "0", HD_RANGE);
  expect_refused(8u << 16, 0, 0, &fragment, "0", HD_RANGE);
  expect_refused(128u << 16, 0, 0, &fragment, "0", HD_RANGE);
  expect_refused(512, 0, 0, &fragment, "0", HD_RANGE);
  expect_refused(510, 0, 0, &row, "2", HD_RANGE);
}
END_TEST

START_TEST(a_view_may_be_any_layout_of_cells_and_is_kept_to_the_slab) {
  hd_tmem_view view = row_view(hd_blackwell(), 16);
  const hd_tuple second = hd_test_tuple("1");
  view.cells = hd_test_layout("4:384");
  hd_cell cell = cell_of(hd_blackwell(), 32u << 16, 1, 7, &view, &second);
  ck_assert(cell.lane == 39 && cell.column == 3);
  view.cells = hd_test_layout("4:32");
  expect_refused(32u << 16, 1, 7, &view, "1", HD_RANGE);
  view.cells = hd_test_layout("4:-128");
  expect_refused(32u << 16, 1, 7, &view, "1", HD_RANGE);
  view.cells = hd_test_layout("2:9223372036854775807");
  expect_refused(32u << 16, 1, 7, &view, "1", HD_OVERFLOW);
  view.cells = hd_test_layout("4:1@lane");
  expect_refused(32u << 16, 1, 7, &view, "1", HD_MISMATCH);
}
END_TEST

int main(void) {
  const hd_test tests[] = {
      {"the_fragment_view_is_a_quad_repeated_every_8_columns", the_fragment_view_is_a_quad_repeated_every_8_columns},
      {"the_narrowest_fragment_view_is_one_quad_in_the_same_nesting",
       the_narrowest_fragment_view_is_one_quad_in_the_same_nesting},
      {"the_row_view_is_the_columns_of_one_lane", the_row_view_is_the_columns_of_one_lane},
      {"the_row_view_is_row_0_of_the_warp_s_tile", the_row_view_is_row_0_of_the_warp_s_tile},
      {"a_view_of_any_shape_is_its_image_taken_apart", a_view_of_any_shape_is_its_image_taken_apart},
      {"a_width_that_is_no_whole_number_of_repeats_or_too_wide_is_refused",
       a_width_that_is_no_whole_number_of_repeats_or_too_wide_is_refused},
      {"two_accesses_are_not_one_view", two_accesses_are_not_one_view},
      {"a_row_coordinate_leads_to_the_thread_s_own_lane", a_row_coordinate_leads_to_the_thread_s_own_lane},
      {"a_fragment_coordinate_leads_to_a_pair_of_columns_by_two_lanes_8_apart",
       a_fragment_coordinate_leads_to_a_pair_of_columns_by_two_lanes_8_apart},
      {"known_cells_are_where_people_found_them", known_cells_are_where_people_found_them},
      {"a_coordinate_outside_the_view_is_refused", a_coordinate_outside_the_view_is_refused},
      {"a_wrong_thread_warp_or_base_is_refused", a_wrong_thread_warp_or_base_is_refused},
      {"a_view_may_be_any_layout_of_cells_and_is_kept_to_the_slab",
       a_view_may_be_any_layout_of_cells_and_is_kept_to_the_slab},
  };
  return hd_test_main("tmem view", tests, HD_COUNT(tests));
}
