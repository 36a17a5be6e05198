/* Every form of tcgen05.ld and tcgen05.st against the manual's formulas (support/tcgen05.h), which know no algebra. */
#include "tests/support/suite.h"
#include "tests/support/tcgen05.h"
#include "tests/support/text.h"

#include "tmem/form.h"

#include <stdio.h>

static hd_form form_of(hd_manual_form manual) {
  const hd_instruction *line;
  const char *name = hd_manual_shapes[manual.shape].name;
  hd_form form;
  ck_assert_int_eq(hd_instruction_find(name, strlen(name), NULL, &line), HD_OK);
  ck_assert_int_eq(hd_make_form(line, manual.repeat, manual.packed, NULL, &form), HD_OK);
  return form;
}

static const char *show(hd_manual_form form) {
  static char text[48];
  snprintf(text, sizeof text, "%s.x%d%s", hd_manual_shapes[form.shape].name, form.repeat, form.packed ? " packed" : "");
  return text;
}

START_TEST(there_are_74_forms_and_each_is_as_large_as_the_manual_says) {
  int forms = 0, packed = 0;
  hd_manual_form manual;
  for (; hd_manual_form_at(forms, &manual); forms++) {
    hd_form form = form_of(manual);
    const hd_manual_shape *shape = &hd_manual_shapes[manual.shape];
    packed += manual.packed;
    EXPECT(hd_form_registers(&form) == shape->registers * manual.repeat && hd_form_registers(&form) <= 128 &&
               hd_form_lanes(&form) == shape->lanes && hd_form_accesses(&form) == shape->accesses &&
               hd_form_columns(&form) == shape->columns * manual.repeat * (manual.packed ? 2 : 1),
           "%s: %d registers, %d lanes, %d columns, %d accesses", show(manual), hd_form_registers(&form),
           hd_form_lanes(&form), hd_form_columns(&form), hd_form_accesses(&form));
  }
  printf("forms: %d load and %d store, %d of them packed\n", forms, forms, packed);
  ck_assert_int_eq(forms, 74);
  ck_assert_int_eq(packed, 37);
}
END_TEST

/* Every (thread, register, half) of one image against the formula. Returns how many. */
static long expect_manual(hd_manual_form manual, const hd_layout *image, const int64_t unit[3]) {
  const int registers = hd_manual_shapes[manual.shape].registers * manual.repeat, halves = manual.packed ? 2 : 1;
  EXPECT(hd_rank(&image->profile) == (manual.packed ? 3 : 2) && hd_size(image) == 32L * registers * halves, "%s: %s",
         show(manual), hd_test_show(image));
  for (int h = 0; h < halves; h++) {
    for (int r = 0; r < registers; r++) {
      for (int t = 0; t < 32; t++) {
        hd_manual_cell cell = hd_manual_cell_of(manual.shape, manual.packed, t, r, h);
        int64_t value = INT64_MIN, expected = cell.lane * unit[0] + cell.column * unit[1] + cell.access * unit[2];
        EXPECT(hd_evaluate_index(image, t + 32 * (r + registers * (int64_t)h), NULL, &value) == HD_OK &&
                   value == expected,
               "%s thread %d register %d half %d: %d, not %d", show(manual), t, r, h, (int)value, (int)expected);
      }
    }
  }
  return hd_size(image);
}

START_TEST(every_image_is_the_manual_s_in_indices_and_in_addresses) {
  static const struct {
    const char *memory;
    int64_t unit[3];
  } memories[] = {{"(128,512,2):(1,128,1040)", {1, 128, 1040}},
                  {"(128,512,2):(65536,1,1048584)", {65536, 1, 1048584}},
                  {"(128,512,2):(1,128,-5)", {1, 128, -5}},
                  {"(128,512,2):(1,128,0)", {1, 128, 0}}};
  long cells = 0;
  hd_manual_form manual;
  for (int k = 0; hd_manual_form_at(k, &manual); k++) {
    for (int m = 0; m < HD_COUNT(memories); m++) {
      const hd_layout memory = hd_test_layout(memories[m].memory);
      hd_form form = form_of(manual);
      hd_layout image;
      ck_assert_int_eq(hd_form_image(&form, &memory, NULL, &image), HD_OK);
      cells += expect_manual(manual, &image, memories[m].unit);
    }
  }
  printf("cells of the images that are the manual's: %ld\n", cells);
  /* 32 threads; registers 1..128 summed: 255 for 32x32b, 16x64b, 16x32bx2, 254 for 16x128b, 252 for 16x256b; packed
   * twice as many cells again; four memories. */
  ck_assert_int_eq(cells, 4L * 3 * 32 * (3 * 255 + 254 + 252));
}
END_TEST

START_TEST(every_image_takes_each_cell_of_its_block_once) {
  int forms = 0;
  hd_manual_form manual;
  for (; hd_manual_form_at(forms, &manual); forms++) {
    hd_form form = form_of(manual);
    char text[80];
    snprintf(text, sizeof text, "(%d,%d,%d):(1,%d,%d)", hd_form_lanes(&form), hd_form_columns(&form),
             hd_form_accesses(&form), hd_form_lanes(&form), hd_form_lanes(&form) * hd_form_columns(&form));
    const hd_layout block = hd_test_layout(text);
    hd_layout image;
    ck_assert_int_eq(hd_form_image(&form, &block, NULL, &image), HD_OK);
    static unsigned char held[32 * 512];
    memset(held, 0, sizeof held);
    EXPECT(hd_size(&image) == hd_size(&block), "%s", show(manual));
    for (int64_t i = 0; i < hd_size(&image); i++) {
      int64_t value = -1;
      EXPECT(hd_evaluate_index(&image, i, NULL, &value) == HD_OK && value >= 0 && value < hd_size(&block) &&
                 held[value]++ == 0,
             "%s holds cell %d twice", show(manual), (int)value);
    }
  }
  ck_assert_int_eq(forms, 74);
}
END_TEST

START_TEST(a_repeat_that_the_shape_does_not_have_is_no_form) {
  static const int64_t bad[] = {0, -1, 3, 96, 256, INT64_MAX, INT64_MIN};
  for (int id = 0; id < HD_INSTRUCTIONS; id++) {
    const hd_instruction *line = hd_instruction_of((hd_instruction_id)id);
    hd_form form;
    hd_error error;
    hd_test_stamp(&form, sizeof form);
    for (int k = 0; k < HD_COUNT(bad); k++) {
      ck_assert_int_eq(hd_make_form(line, bad[k], k % 2 == 0, &error, &form), HD_RANGE);
      ck_assert(hd_test_is_error(&error, HD_RANGE));
    }
    ck_assert_int_eq(hd_make_form(line, 2 * line->largest, false, NULL, &form), HD_RANGE);
    ck_assert(hd_test_is_stamped(&form, sizeof form));
  }
}
END_TEST

START_TEST(the_holders_of_a_block_are_the_manual_s_and_undo_the_pattern) {
  long cells = 0;
  hd_manual_form manual;
  for (int k = 0; hd_manual_form_at(k, &manual); k++) {
    hd_form form = form_of(manual);
    const int lanes = hd_form_lanes(&form), columns = hd_form_columns(&form), accesses = hd_form_accesses(&form);
    hd_layout holders;
    ck_assert_int_eq(hd_form_holders(&form, NULL, &holders), HD_OK);
    ck_assert_int_eq(hd_rank(&holders.profile), accesses > 1 ? 3 : 2);
    EXPECT(hd_size(&holders) == (int64_t)lanes * columns * accesses, "%s: %s", show(manual), hd_test_show(&holders));
    for (int a = 0; a < accesses; a++) {
      for (int column = 0; column < columns; column++) {
        for (int lane = 0; lane < lanes; lane++, cells++) {
          const hd_manual_holder holder =
              hd_manual_holder_of(manual.shape, manual.packed, (hd_manual_cell){lane, column, a});
          const int64_t expected = holder.thread + 32 * (holder.reg + hd_form_registers(&form) * (int64_t)holder.half);
          int64_t value = -1;
          EXPECT(hd_evaluate_index(&holders, lane + lanes * (column + (int64_t)columns * a), NULL, &value) == HD_OK &&
                     value == expected,
                 "%s lane %d column %d access %d: %d, not %d", show(manual), lane, column, a, (int)value,
                 (int)expected);
        }
      }
    }
  }
  ck_assert_int_eq(cells, 3L * 32 * (3 * 255 + 254 + 252));
}
END_TEST

START_TEST(an_immediate_is_lanes_and_columns_with_their_signs) {
  static const struct {
    int64_t immediate;
    int lane, column;
  } rows[] = {{0, 0, 0},
              {8, 0, 8},
              {(16 << 16) + 8, 16, 8},
              {-1, 0, -1},
              {4294967295, 0, -1},
              {65535, 1, -1},
              {65536, 1, 0},
              {32767, 0, 32767},
              {32768, 1, -32768},
              {-65536, -1, 0},
              {-1048568, -16, 8},
              {INT32_MIN, -32768, 0},
              {INT32_MAX, -32768, -1}};
  for (int k = 0; k < HD_COUNT(rows); k++) {
    hd_cell offset;
    ck_assert_int_eq(hd_split_offset(rows[k].immediate, NULL, &offset), HD_OK);
    EXPECT(offset.lane == rows[k].lane && offset.column == rows[k].column, "%d: (%d,%d)", (int)rows[k].immediate,
           offset.lane, offset.column);
  }
  for (int lane = -127; lane < 128; lane++) {
    for (int column = -511; column < 512; column++) {
      hd_cell offset, same;
      const int64_t immediate = lane * 65536 + column;
      EXPECT(hd_split_offset(immediate, NULL, &offset) == HD_OK && offset.lane == lane && offset.column == column &&
                 hd_split_offset((uint32_t)immediate, NULL, &same) == HD_OK && same.lane == lane &&
                 same.column == column,
             "%d lanes, %d columns: (%d,%d)", lane, column, offset.lane, offset.column);
    }
  }
  static const int64_t bad[] = {4294967296, (int64_t)INT32_MIN - 1, INT64_MAX, INT64_MIN};
  for (int k = 0; k < HD_COUNT(bad); k++) {
    hd_cell offset = {3, 4};
    hd_error error;
    ck_assert_int_eq(hd_split_offset(bad[k], &error, &offset), HD_RANGE);
    ck_assert(hd_test_is_error(&error, HD_RANGE) && offset.lane == 3 && offset.column == 4);
  }
}
END_TEST

/* Any immediate, encoded: the image over the memory that has it, against 32-bit sums of addresses. */
START_TEST(a_split_image_has_the_second_access_at_the_immediate_in_addresses_and_in_indices) {
  static const int64_t immediates[] = {0,
                                       1,
                                       4,
                                       8,
                                       128,
                                       256,
                                       511,
                                       -1,
                                       -4,
                                       -256,
                                       16 << 16,
                                       (16 << 16) + 8,
                                       (16 << 16) - 8,
                                       -(16 << 16),
                                       -(16 << 16) + 8,
                                       4294967295,
                                       3 << 16,
                                       12345};
  const hd_layout engine = hd_test_layout("(128,512):(1,128)"), addresses = hd_test_layout("(128,512):(65536,1)");
  const uint32_t base = (48u << 16) + 512;
  long places = 0;
  hd_manual_form manual;
  for (int k = 0; hd_manual_form_at(k, &manual); k++) {
    if (manual.shape != HD_MANUAL_SPLIT) continue;
    const hd_form form = form_of(manual);
    const int registers = hd_form_registers(&form), halves = manual.packed ? 2 : 1;
    for (int i = 0; i < HD_COUNT(immediates); i++) {
      hd_layout memory, flat, encoded;
      ck_assert_int_eq(hd_split_memory(&engine, immediates[i], NULL, &memory), HD_OK);
      ck_assert_int_eq(hd_form_image(&form, &memory, NULL, &flat), HD_OK);
      ck_assert_int_eq(hd_split_memory(&addresses, immediates[i], NULL, &memory), HD_OK);
      ck_assert_int_eq(hd_form_image(&form, &memory, NULL, &encoded), HD_OK);
      for (int64_t index = 0; index < hd_size(&flat); index++, places++) {
        const int t = (int)(index % 32), r = (int)(index / 32 % registers), h = (int)(index / 32 / registers);
        const uint32_t address = hd_manual_address(manual.shape, manual.packed, base, (uint32_t)immediates[i], t, r, h);
        int64_t value = INT64_MIN, offset = INT64_MIN;
        EXPECT(h < halves && hd_evaluate_index(&encoded, index, NULL, &value) == HD_OK &&
                   base + (uint32_t)value == address,
               "%s immediate %d thread %d register %d half %d: %d", show(manual), (int)immediates[i], t, r, h,
               (int)value);
        const int64_t from = (base >> 16) + 128 * (int64_t)(base & 65535),
                      to = (address >> 16) + 128 * (int64_t)(address & 65535);
        EXPECT(hd_evaluate_index(&flat, index, NULL, &offset) == HD_OK && offset == to - from,
               "%s immediate %d thread %d register %d half %d: %d and not %d", show(manual), (int)immediates[i], t, r,
               h, (int)offset, (int)(to - from));
      }
    }
  }
  ck_assert_int_eq(places, (long)HD_COUNT(immediates) * 3 * 32 * 255);
}
END_TEST

START_TEST(a_memory_that_no_immediate_can_follow_is_refused) {
  static const struct {
    const char *memory;
    int64_t immediate;
    hd_status status;
  } rows[] = {{"(128,512):(1@lane,1@col)", 8, HD_OK},
              {"(128,512):(1@lane,1@col)", 16 << 16, HD_OK},
              {"(128,512):(1@lane,1@col)", (16 << 16) + 8, HD_UNDEFINED},
              {"(128,512):(1@lane,1@lane)", (16 << 16) + 8, HD_OK},
              {"((32,4),512):((1,32),128)", 8, HD_MISMATCH},
              {"65536:1", 8, HD_MISMATCH},
              {"(128,512):(1,9223372036854775807)", 2, HD_OVERFLOW},
              {"(128,512):(1,128)", 4294967296, HD_RANGE}};
  for (int k = 0; k < HD_COUNT(rows); k++) {
    const hd_layout memory = hd_test_layout(rows[k].memory);
    hd_layout split;
    hd_error error;
    hd_test_stamp(&split, sizeof split);
    hd_status status = hd_split_memory(&memory, rows[k].immediate, &error, &split);
    EXPECT(status == rows[k].status, "%s, %d: %s", rows[k].memory, (int)rows[k].immediate, hd_status_name(status));
    if (status != HD_OK) ck_assert(hd_test_is_error(&error, status) && hd_test_is_stamped(&split, sizeof split));
  }
}
END_TEST

int main(void) {
  const hd_test tests[] = {
      {"there_are_74_forms_and_each_is_as_large_as_the_manual_says",
       there_are_74_forms_and_each_is_as_large_as_the_manual_says},
      {"every_image_is_the_manual_s_in_indices_and_in_addresses",
       every_image_is_the_manual_s_in_indices_and_in_addresses},
      {"every_image_takes_each_cell_of_its_block_once", every_image_takes_each_cell_of_its_block_once},
      {"the_holders_of_a_block_are_the_manual_s_and_undo_the_pattern",
       the_holders_of_a_block_are_the_manual_s_and_undo_the_pattern},
      {"an_immediate_is_lanes_and_columns_with_their_signs", an_immediate_is_lanes_and_columns_with_their_signs},
      {"a_split_image_has_the_second_access_at_the_immediate_in_addresses_and_in_indices",
       a_split_image_has_the_second_access_at_the_immediate_in_addresses_and_in_indices},
      {"a_memory_that_no_immediate_can_follow_is_refused", a_memory_that_no_immediate_can_follow_is_refused},
      {"a_repeat_that_the_shape_does_not_have_is_no_form", a_repeat_that_the_shape_does_not_have_is_no_form},
  };
  return hd_test_main("tmem form", tests, HD_COUNT(tests));
}
