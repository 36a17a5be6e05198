/* Cells, flat indices and addresses, against plain arithmetic over all cells. */
#include "tests/support/suite.h"
#include "tests/support/text.h"

#include "tmem/geometry.h"

static const int column_counts[] = {1, 3, 512, 576};

static hd_geometry geometry_of(int64_t columns) {
  hd_geometry geometry;
  ck_assert_int_eq(hd_make_geometry(columns, NULL, &geometry), HD_OK);
  return geometry;
}

START_TEST(blackwell_has_512_columns_and_a_geometry_as_many_as_asked) {
  ck_assert_int_eq(hd_blackwell().columns, 512);
  for (int64_t columns = 1; columns <= 65536; columns++) ck_assert_int_eq(geometry_of(columns).columns, columns);
}
END_TEST

START_TEST(a_geometry_of_no_columns_or_more_than_an_address_names_is_refused) {
  const int64_t bad[] = {0, -1, 65537, INT64_MAX, INT64_MIN};
  for (int k = 0; k < HD_COUNT(bad); k++) {
    hd_geometry geometry;
    hd_error error;
    hd_test_stamp(&geometry, sizeof geometry);
    ck_assert_int_eq(hd_make_geometry(bad[k], &error, &geometry), HD_RANGE);
    ck_assert(hd_test_is_error(&error, HD_RANGE));
    ck_assert_int_eq(error.number[0], bad[k]);
    ck_assert(hd_test_is_stamped(&geometry, sizeof geometry));
  }
}
END_TEST

START_TEST(the_engine_and_the_address_layout_are_lane_by_column) {
  hd_layout layout, expected;
  ck_assert_int_eq(hd_engine(hd_blackwell(), NULL, &layout), HD_OK);
  expected = hd_test_layout("(128,512):(1,128)");
  ck_assert(hd_is_identical(&layout, &expected));
  ck_assert_int_eq(hd_address_layout(hd_blackwell(), NULL, &layout), HD_OK);
  expected = hd_test_layout("(128,512):(65536,1)");
  ck_assert(hd_is_identical(&layout, &expected));
  ck_assert_int_eq(hd_engine(geometry_of(576), NULL, &layout), HD_OK);
  expected = hd_test_layout("(128,576):(1,128)");
  ck_assert(hd_is_identical(&layout, &expected));
}
END_TEST

START_TEST(every_cell_has_one_address_and_one_index_and_all_ways_round_agree) {
  for (int k = 0; k < HD_COUNT(column_counts); k++) {
    hd_geometry geometry = geometry_of(column_counts[k]);
    for (int32_t lane = 0; lane < 128; lane++) {
      for (int32_t column = 0; column < column_counts[k]; column++) {
        const hd_cell cell = {lane, column};
        hd_cell back = {-1, -1}, at = {-1, -1};
        uint32_t address = 0, from_index = 0;
        int64_t index = -1, from_address = -1;
        EXPECT(hd_tmem_encode(geometry, cell, NULL, &address) == HD_OK &&
                   address == (uint32_t)lane * 65536u + (uint32_t)column,
               "encode of lane %d, column %d is %u", lane, column, address);
        EXPECT(hd_tmem_decode(geometry, address, NULL, &back) == HD_OK && back.lane == lane && back.column == column,
               "decode of %u is lane %d, column %d", address, back.lane, back.column);
        EXPECT(hd_tmem_index(geometry, cell, NULL, &index) == HD_OK && index == lane + 128 * column,
               "index of lane %d, column %d is %d", lane, column, (int)index);
        EXPECT(hd_tmem_cell_at(geometry, index, NULL, &at) == HD_OK && at.lane == lane && at.column == column,
               "cell at %d is lane %d, column %d", (int)index, at.lane, at.column);
        EXPECT(hd_tmem_index_to_address(geometry, index, NULL, &from_index) == HD_OK && from_index == address,
               "index %d to address is %u", (int)index, from_index);
        EXPECT(hd_tmem_address_to_index(geometry, address, NULL, &from_address) == HD_OK && from_address == index,
               "address %u to index is %d", address, (int)from_address);
      }
    }
  }
}
END_TEST

START_TEST(index_to_address_and_back_are_compositions_of_layouts) {
  for (int k = 0; k < HD_COUNT(column_counts); k++) {
    hd_geometry geometry = geometry_of(column_counts[k]);
    hd_layout engine, addresses, indices, to_address, round;
    const hd_layout to_index = hd_test_layout("(65536,128):(128,1)");
    ck_assert_int_eq(hd_engine(geometry, NULL, &engine), HD_OK);
    ck_assert_int_eq(hd_address_layout(geometry, NULL, &addresses), HD_OK);
    ck_assert_int_eq(hd_make_scalar_layout(hd_size(&engine), 1, NULL, &indices), HD_OK);
    ck_assert_int_eq(hd_composition(&addresses, &indices, NULL, &to_address), HD_OK);
    ck_assert_int_eq(hd_composition(&to_index, &addresses, NULL, &round), HD_OK);
    ck_assert(hd_is_equivalent(&round, &engine, NULL));
    for (int64_t index = 0; index < hd_size(&engine); index++) {
      int64_t composed = -1, back = -1;
      uint32_t address = 0;
      EXPECT(hd_evaluate_index(&to_address, index, NULL, &composed) == HD_OK &&
                 hd_tmem_index_to_address(geometry, index, NULL, &address) == HD_OK && composed == (int64_t)address,
             "index %d: composition says %d and the shift %u", (int)index, (int)composed, address);
      EXPECT(hd_evaluate_index(&to_index, address, NULL, &back) == HD_OK && back == index, "address %u: %d", address,
             (int)back);
    }
  }
}
END_TEST

static void expect_no_address(hd_geometry geometry, uint32_t lane, uint32_t column) {
  uint32_t word = lane << 16 | column, address = 0xA5A5A5A5u;
  hd_cell cell;
  hd_error error;
  int64_t number = INT64_MIN;
  hd_test_stamp(&cell, sizeof cell);
  EXPECT(hd_tmem_decode(geometry, word, &error, &cell) == HD_RANGE && hd_test_is_error(&error, HD_RANGE) &&
             error.hint != NULL && error.number[0] == lane && error.number[1] == column &&
             hd_test_is_stamped(&cell, sizeof cell),
         "address of lane %u, column %u was taken", lane, column);
  EXPECT(hd_tmem_address_to_index(geometry, word, NULL, &number) == HD_RANGE &&
             hd_tmem_distance(geometry, word, 0, NULL, &number) == HD_RANGE &&
             hd_tmem_distance(geometry, 0, word, NULL, &number) == HD_RANGE && number == INT64_MIN,
         "index of lane %u, column %u was given", lane, column);
  EXPECT(hd_tmem_offset(geometry, word, 0, NULL, &address) == HD_RANGE && address == 0xA5A5A5A5u,
         "offset from lane %u, column %u was given", lane, column);
}

START_TEST(an_address_outside_is_refused_by_whichever_field_is_out) {
  for (int k = 0; k < HD_COUNT(column_counts); k++) {
    uint32_t columns = (uint32_t)column_counts[k];
    hd_geometry geometry = geometry_of(columns);
    const uint32_t some_columns[] = {0, columns - 1, columns, 65535}, some_lanes[] = {0, 1, 127};
    for (uint32_t lane = 128; lane < 65536; lane++)
      for (int c = 0; c < HD_COUNT(some_columns); c++) expect_no_address(geometry, lane, some_columns[c]);
    for (uint32_t column = columns; column < 65536; column++)
      for (int l = 0; l < HD_COUNT(some_lanes); l++) expect_no_address(geometry, some_lanes[l], column);
  }
}
END_TEST

START_TEST(a_cell_or_index_outside_is_refused_and_named) {
  static const hd_cell bad[] = {{-1, 0}, {128, 0}, {0, -1}, {0, 512}, {INT32_MIN, 0}, {0, INT32_MAX}, {128, 512}};
  static const int64_t bad_index[] = {-1, 65536, INT64_MIN, INT64_MAX};
  for (int k = 0; k < HD_COUNT(bad); k++) {
    uint32_t address = 7;
    int64_t index = 7;
    hd_error error;
    ck_assert_int_eq(hd_tmem_encode(hd_blackwell(), bad[k], &error, &address), HD_RANGE);
    ck_assert(hd_test_is_error(&error, HD_RANGE));
    ck_assert_int_eq(error.number[0], bad[k].lane);
    ck_assert_int_eq(error.number[1], bad[k].column);
    ck_assert_int_eq(hd_tmem_index(hd_blackwell(), bad[k], &error, &index), HD_RANGE);
    ck_assert_uint_eq(address, 7);
    ck_assert_int_eq(index, 7);
  }
  for (int k = 0; k < HD_COUNT(bad_index); k++) {
    hd_cell cell = {3, 4};
    uint32_t address = 7;
    hd_error error;
    ck_assert_int_eq(hd_tmem_cell_at(hd_blackwell(), bad_index[k], &error, &cell), HD_RANGE);
    ck_assert(hd_test_is_error(&error, HD_RANGE));
    ck_assert_int_eq(error.number[0], bad_index[k]);
    ck_assert_int_eq(error.number[1], 65535);
    ck_assert_int_eq(hd_tmem_index_to_address(hd_blackwell(), bad_index[k], &error, &address), HD_RANGE);
    ck_assert(cell.lane == 3 && cell.column == 4 && address == 7);
  }
}
END_TEST

/* Distance and offset between two cells, by arithmetic on lane and column. */
static void expect_apart(hd_geometry geometry, int lane, int column, int to_lane, int to_column) {
  uint32_t from = (uint32_t)(lane * 65536 + column), to = (uint32_t)(to_lane * 65536 + to_column), reached = 0;
  int64_t distance = INT64_MIN, expected = (to_lane - lane) + (int64_t)128 * (to_column - column);
  EXPECT(hd_tmem_distance(geometry, from, to, NULL, &distance) == HD_OK && distance == expected,
         "from (%d,%d) to (%d,%d) it is %d", lane, column, to_lane, to_column, (int)distance);
  EXPECT(hd_tmem_offset(geometry, from, distance, NULL, &reached) == HD_OK && reached == to, "(%d,%d) and %d on is %u",
         lane, column, (int)distance, reached);
}

START_TEST(offset_undoes_distance_between_any_two_cells_of_a_small_memory) {
  hd_geometry geometry = geometry_of(3);
  for (int from = 0; from < 384; from++)
    for (int to = 0; to < 384; to++) expect_apart(geometry, from % 128, from / 128, to % 128, to / 128);
}
END_TEST

START_TEST(offset_undoes_distance_to_every_cell_of_a_full_memory) {
  for (int k = 0; k < HD_COUNT(column_counts); k++) {
    int columns = column_counts[k];
    const int lanes[] = {0, 16, 77, 127}, bases[] = {0, columns / 2, columns - 1};
    for (int l = 0; l < HD_COUNT(lanes); l++)
      for (int b = 0; b < HD_COUNT(bases); b++)
        for (int to = 0; to < 128 * columns; to++)
          expect_apart(geometry_of(columns), lanes[l], bases[b], to % 128, to / 128);
  }
}
END_TEST

START_TEST(an_offset_that_leaves_the_memory_is_refused_on_both_sides) {
  hd_geometry geometry = geometry_of(3);
  for (int base = 0; base < 384; base++) {
    for (int64_t offset = -400; offset <= 400; offset++) {
      uint32_t address = UINT32_MAX;
      bool inside = base + offset >= 0 && base + offset < 384;
      hd_status status =
          hd_tmem_offset(geometry, (uint32_t)((base % 128) * 65536 + base / 128), offset, NULL, &address);
      EXPECT(status == (inside ? HD_OK : HD_RANGE) && (address != UINT32_MAX) == inside, "%d and %d on", base,
             (int)offset);
    }
  }
}
END_TEST

START_TEST(an_offset_beyond_64_bits_is_an_overflow_and_not_a_wrap) {
  uint32_t address = 9;
  hd_error error;
  ck_assert_int_eq(hd_tmem_offset(hd_blackwell(), 1, INT64_MAX, &error, &address), HD_OVERFLOW);
  ck_assert(hd_test_is_error(&error, HD_OVERFLOW));
  ck_assert_int_eq(hd_tmem_offset(hd_blackwell(), 1, INT64_MIN, &error, &address), HD_RANGE);
  ck_assert_int_eq(hd_tmem_offset(hd_blackwell(), 0, INT64_MAX, &error, &address), HD_RANGE);
  ck_assert_uint_eq(address, 9);
}
END_TEST

int main(void) {
  const hd_test tests[] = {
      {"blackwell_has_512_columns_and_a_geometry_as_many_as_asked",
       blackwell_has_512_columns_and_a_geometry_as_many_as_asked},
      {"a_geometry_of_no_columns_or_more_than_an_address_names_is_refused",
       a_geometry_of_no_columns_or_more_than_an_address_names_is_refused},
      {"the_engine_and_the_address_layout_are_lane_by_column", the_engine_and_the_address_layout_are_lane_by_column},
      {"every_cell_has_one_address_and_one_index_and_all_ways_round_agree",
       every_cell_has_one_address_and_one_index_and_all_ways_round_agree},
      {"index_to_address_and_back_are_compositions_of_layouts", index_to_address_and_back_are_compositions_of_layouts},
      {"an_address_outside_is_refused_by_whichever_field_is_out",
       an_address_outside_is_refused_by_whichever_field_is_out},
      {"a_cell_or_index_outside_is_refused_and_named", a_cell_or_index_outside_is_refused_and_named},
      {"offset_undoes_distance_between_any_two_cells_of_a_small_memory",
       offset_undoes_distance_between_any_two_cells_of_a_small_memory},
      {"offset_undoes_distance_to_every_cell_of_a_full_memory", offset_undoes_distance_to_every_cell_of_a_full_memory},
      {"an_offset_that_leaves_the_memory_is_refused_on_both_sides",
       an_offset_that_leaves_the_memory_is_refused_on_both_sides},
      {"an_offset_beyond_64_bits_is_an_overflow_and_not_a_wrap",
       an_offset_beyond_64_bits_is_an_overflow_and_not_a_wrap},
  };
  return hd_test_main("tmem geometry", tests, HD_COUNT(tests));
}
