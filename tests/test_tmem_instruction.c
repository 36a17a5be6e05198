/* The images of all shapes and repeats, against the formulas of the instruction manual and against recorded cells.
 *
 * What is right is written here as arithmetic on threads and registers, and uses nothing of the algebra. */
#include "tests/support/suite.h"
#include "tests/support/text.h"

#include "tmem/instruction.h"

#include <stdio.h>
#include <stdlib.h>

/* Lane and column of thread t's register r, relative to the address; `second` is how many columns and lanes the second
 * access of 16x32bx2 is on. */
static hd_cell manual_cell(hd_instruction_id id, int t, int r, hd_cell second) {
  hd_cell cell = {0, 0};
  switch (id) {
    case HD_32X32B: cell.lane = t, cell.column = r; break;
    case HD_16X64B: cell.lane = t / 4 + 8 * (t % 2), cell.column = t / 2 % 2 + 2 * r; break;
    case HD_16X128B: cell.lane = t / 4 + 8 * (r % 2), cell.column = t % 4 + 4 * (r / 2); break;
    case HD_16X256B: cell.lane = t / 4 + 8 * (r / 2 % 2), cell.column = r % 2 + 2 * (t % 4) + 8 * (r / 4); break;
    case HD_16X32BX2: cell.lane = t % 16 + t / 16 * second.lane, cell.column = r + t / 16 * second.column; break;
    case HD_INSTRUCTIONS: abort();
  }
  return cell;
}

/* The way back, for the shapes of one access: which thread and register hold a cell. */
static void manual_holder(hd_instruction_id id, int lane, int column, int *t, int *r) {
  switch (id) {
    case HD_32X32B: *t = lane, *r = column; break;
    case HD_16X64B: *t = 4 * (lane % 8) + 2 * (column % 2) + lane / 8, *r = column / 2; break;
    case HD_16X128B: *t = 4 * (lane % 8) + column % 4, *r = lane / 8 + 2 * (column / 4); break;
    case HD_16X256B: *t = 4 * (lane % 8) + column % 8 / 2, *r = column % 2 + 2 * (lane / 8) + 4 * (column / 8); break;
    case HD_16X32BX2:
    case HD_INSTRUCTIONS: abort();
  }
}

/* The manual's table: registers for each thread, lanes, columns, largest repeat; for one repeat. */
static const struct {
  const char *name;
  int registers, lanes, columns, largest;
} manual[HD_INSTRUCTIONS] = {{"32x32b", 1, 32, 1, 128},
                             {"16x64b", 1, 16, 2, 128},
                             {"16x128b", 2, 16, 4, 64},
                             {"16x256b", 4, 16, 8, 32},
                             {"16x32bx2", 1, 16, 1, 128}};

static const char *const flat_text[HD_INSTRUCTIONS] = {
    "(32,%d):(1,128)", "((2,2,8),%d):((8,128,1),256)", "((4,8),(2,%d)):((128,1),(8,512))",
    "((4,8),(2,2,%d)):((256,1),(128,8,1024))", "((16,2),%d):((1,1040),128)"};
static const char *const encoded_text[HD_INSTRUCTIONS] = {
    "(32,%d):(65536,1)", "((2,2,8),%d):((524288,1,65536),2)", "((4,8),(2,%d)):((1,65536),(524288,4))",
    "((4,8),(2,2,%d)):((2,65536),(1,524288,8))", "((16,2),%d):((65536,1048584),1)"};

/* 16x32bx2 in these tests: the second access is 16 lanes and 8 columns on. */
static const hd_cell split = {16, 8};

/* A memory of the modes (lane, column, access). */
static hd_layout memory_of(const char *text) { return hd_test_layout(text); }

static hd_layout flat_memory(int columns) {
  char text[64];
  snprintf(text, sizeof text, "(128,%d,2):(1,128,1040)", columns);
  return memory_of(text);
}

static hd_layout image_of(hd_instruction_id id, int repeat, const hd_layout *memory) {
  hd_layout image;
  hd_error error;
  hd_status status = hd_instruction_image(hd_instruction_of(id), repeat, memory, &error, &image);
  EXPECT(status == HD_OK, "%s.x%d: %s", manual[id].name, repeat, status == HD_OK ? "" : error.reason);
  return image;
}

START_TEST(a_line_of_the_table_says_what_the_manual_says) {
  for (int id = 0; id < HD_INSTRUCTIONS; id++) {
    const hd_instruction *line = hd_instruction_of((hd_instruction_id)id), *found = NULL;
    ck_assert_str_eq(line->name, manual[id].name);
    ck_assert_uint_eq(line->name_length, strlen(manual[id].name));
    ck_assert_int_eq(line->lanes, manual[id].lanes);
    ck_assert_int_eq(line->registers, manual[id].registers);
    ck_assert_int_eq(line->largest, manual[id].largest);
    ck_assert_int_eq(hd_instruction_columns(line), manual[id].columns);
    ck_assert_int_eq(line->bits, 32 * manual[id].columns);
    ck_assert_int_eq(hd_instruction_find(line->name, line->name_length, NULL, &found), HD_OK);
    ck_assert_ptr_eq(found, line);
    const hd_layout image = hd_test_layout(line->image);
    hd_layout pattern;
    ck_assert_int_eq(hd_instruction_pattern(line, 1, false, NULL, &pattern), HD_OK);
    ck_assert(hd_is_identical(&pattern, &image));
    ck_assert_int_eq(hd_instruction_pattern(line, 0, false, NULL, &pattern), HD_MALFORMED);
    ck_assert_int_eq(hd_instruction_pattern(line, INT64_MAX, true, NULL, &pattern), HD_OVERFLOW);
  }
}
END_TEST

START_TEST(a_name_that_is_no_shape_is_refused_with_the_shapes_that_are) {
  static const char *const bad[] = {"", "16x32b", "32x32", "32x32b ", "16X256B", "32x64b", "16dp256b"};
  for (int k = 0; k < HD_COUNT(bad); k++) {
    const hd_instruction *found = NULL;
    hd_error error;
    ck_assert_int_eq(hd_instruction_find(bad[k], strlen(bad[k]), &error, &found), HD_RANGE);
    ck_assert(hd_test_is_error(&error, HD_RANGE));
    ck_assert_str_eq(error.hint, "the shapes are 32x32b 16x64b 16x128b 16x256b 16x32bx2");
    ck_assert_ptr_null(found);
  }
}
END_TEST

/* Every (thread, register) of one image against the manual, each value as memory(lane, column) gives it. */
static void expect_manual(hd_instruction_id id, int repeat, const hd_layout *image, int64_t lane, int64_t column) {
  int registers = manual[id].registers * repeat;
  EXPECT(hd_size(image) == 32 * registers, "%s.x%d has size %d", manual[id].name, repeat, (int)hd_size(image));
  for (int r = 0; r < registers; r++) {
    for (int t = 0; t < 32; t++) {
      hd_cell cell = manual_cell(id, t, r, split);
      int64_t value = INT64_MIN, expected = cell.lane * lane + cell.column * column;
      EXPECT(hd_evaluate_index(image, t + 32 * r, NULL, &value) == HD_OK && value == expected,
             "%s.x%d thread %d register %d: %d, not %d", manual[id].name, repeat, t, r, (int)value, (int)expected);
    }
  }
}

START_TEST(every_image_is_the_manual_s_at_every_thread_and_register_in_indices_and_in_addresses) {
  const hd_layout flat = flat_memory(512), encoded = memory_of("(128,512,2):(65536,1,1048584)");
  int images = 0;
  for (int id = 0; id < HD_INSTRUCTIONS; id++) {
    for (int repeat = 1; repeat <= manual[id].largest; repeat *= 2, images += 2) {
      hd_layout image = image_of((hd_instruction_id)id, repeat, &flat);
      expect_manual((hd_instruction_id)id, repeat, &image, 1, 128);
      image = image_of((hd_instruction_id)id, repeat, &encoded);
      expect_manual((hd_instruction_id)id, repeat, &image, 65536, 1);
    }
  }
  ck_assert_int_eq(images, 2 * (8 + 8 + 7 + 6 + 8));
}
END_TEST

START_TEST(an_image_is_the_composition_of_memory_and_pattern_to_the_letter) {
  static const char *const memories[] = {"(128,512,2):(1,128,1040)",  "(128,512,2):(65536,1,1048584)",
                                         "(128,512,2):(1@0,1@1,7@1)", "((32,4),512,2):((1,32),128,0)",
                                         "(128,512,2):(0,-3,-1)",     "(128,(2,256),2):(1,(128,512),5)"};
  int images = 0;
  for (int id = 0; id < HD_INSTRUCTIONS; id++) {
    for (int repeat = 1; repeat <= manual[id].largest; repeat *= 2) {
      for (int k = 0; k < 2 * HD_COUNT(memories); k++, images++) {
        const hd_layout memory = memory_of(memories[k / 2]);
        hd_layout pattern, image, composed;
        ck_assert_int_eq(
            hd_instruction_pattern(hd_instruction_of((hd_instruction_id)id), repeat, k % 2 == 1, NULL, &pattern),
            HD_OK);
        ck_assert_int_eq(hd_composition(&memory, &pattern, NULL, &composed), HD_OK);
        ck_assert_int_eq(hd_pattern_image(&pattern, &memory, NULL, &image), HD_OK);
        EXPECT(hd_is_identical(&image, &composed), "%s.x%d over %s: %s and not %s", manual[id].name, repeat,
               memories[k / 2], hd_test_show(&image), hd_test_show(&composed));
      }
    }
  }
  ck_assert_int_eq(images, 74 * HD_COUNT(memories));
}
END_TEST

START_TEST(an_image_is_spelled_with_threads_first_and_the_repeat_last) {
  const hd_layout flat = flat_memory(512), encoded = memory_of("(128,512,2):(65536,1,1048584)");
  for (int id = 0; id < HD_INSTRUCTIONS; id++) {
    for (int repeat = 2; repeat <= manual[id].largest; repeat *= 2) {
      char text[64];
      hd_layout image = image_of((hd_instruction_id)id, repeat, &flat), expected;
      snprintf(text, sizeof text, flat_text[id], repeat);
      expected = hd_test_layout(text);
      EXPECT(hd_is_identical(&image, &expected), "%s, not %s", hd_test_show(&image), text);
      image = image_of((hd_instruction_id)id, repeat, &encoded);
      snprintf(text, sizeof text, encoded_text[id], repeat);
      expected = hd_test_layout(text);
      EXPECT(hd_is_identical(&image, &expected), "%s, not %s", hd_test_show(&image), text);
    }
    hd_layout one = image_of((hd_instruction_id)id, 1, &flat), two = image_of((hd_instruction_id)id, 2, &flat);
    EXPECT(hd_is_congruent(&one.profile, &two.profile), "%s is nested otherwise for x1", hd_test_show(&one));
  }
}
END_TEST

START_TEST(over_named_axes_an_image_gives_lane_and_column) {
  const hd_layout memory = memory_of("(128,512):(1@lane,1@col)");
  hd_layout image = image_of(HD_16X256B, 8, &memory);
  const hd_layout expected = hd_test_layout("((4,8),(2,2,8)):((2@col,1@lane),(1@col,8@lane,8@col))");
  EXPECT(hd_is_identical(&image, &expected), "%s", hd_test_show(&image));
}
END_TEST

START_TEST(every_cell_of_a_block_is_held_once_by_the_thread_and_register_that_the_inverse_names) {
  const hd_layout flat = flat_memory(512);
  for (int id = 0; id < HD_16X32BX2; id++) {
    for (int repeat = 1; repeat <= manual[id].largest; repeat *= 2) {
      hd_layout image = image_of((hd_instruction_id)id, repeat, &flat);
      static unsigned char held[128 * 512];
      memset(held, 0, sizeof held);
      for (int64_t i = 0; i < hd_size(&image); i++) {
        int64_t value = -1;
        EXPECT(hd_evaluate_index(&image, i, NULL, &value) == HD_OK && value >= 0 && value < HD_COUNT(held), "%d",
               (int)value);
        held[value]++;
      }
      for (int index = 0; index < HD_COUNT(held); index++) {
        int lane = index % 128, column = index / 128, t, r;
        bool inside = lane < manual[id].lanes && column < manual[id].columns * repeat;
        EXPECT(held[index] == (inside ? 1 : 0), "%s.x%d holds lane %d, column %d %d times", manual[id].name, repeat,
               lane, column, held[index]);
        if (!inside) continue;
        manual_holder((hd_instruction_id)id, lane, column, &t, &r);
        int64_t value = -1;
        EXPECT(hd_evaluate_index(&image, t + 32 * r, NULL, &value) == HD_OK && value == index,
               "%s.x%d thread %d register %d holds %d, not %d", manual[id].name, repeat, t, r, (int)value, index);
      }
    }
  }
}
END_TEST

START_TEST(a_repeat_that_the_shape_does_not_have_is_refused) {
  const hd_layout flat = flat_memory(512);
  static const int64_t never[] = {0, -1, -2, 3, 5, 6, 7, 96, 127, 256, INT64_MAX, INT64_MIN};
  for (int id = 0; id < HD_INSTRUCTIONS; id++) {
    hd_layout image;
    hd_error error;
    hd_test_stamp(&image, sizeof image);
    for (int k = 0; k < HD_COUNT(never); k++) {
      ck_assert_int_eq(hd_instruction_image(hd_instruction_of((hd_instruction_id)id), never[k], &flat, &error, &image),
                       HD_RANGE);
      ck_assert(hd_test_is_error(&error, HD_RANGE));
      ck_assert_int_eq(error.number[0], never[k]);
    }
    ck_assert_int_eq(
        hd_instruction_image(hd_instruction_of((hd_instruction_id)id), 2 * manual[id].largest, &flat, NULL, &image),
        HD_RANGE);
    ck_assert(hd_test_is_stamped(&image, sizeof image));
  }
}
END_TEST

START_TEST(a_memory_too_small_or_of_too_few_modes_is_refused) {
  static const struct {
    hd_instruction_id id;
    int repeat;
    const char *memory;
    hd_status status;
  } rows[] = {
      {HD_32X32B, 64, "(128,32):(1,128)", HD_RANGE},
      {HD_32X32B, 32, "(128,32):(1,128)", HD_OK},
      {HD_32X32B, 1, "(16,512):(1,128)", HD_RANGE},
      {HD_16X64B, 1, "(16,512):(1,128)", HD_OK},
      {HD_16X256B, 2, "(16,15):(1,128)", HD_RANGE},
      {HD_16X256B, 2, "(16,16):(1,128)", HD_OK},
      {HD_32X32B, 1, "65536:1", HD_MISMATCH},
      {HD_16X32BX2, 1, "(128,512):(1,128)", HD_MISMATCH},
      {HD_16X32BX2, 1, "(128,512,1):(1,128,0)", HD_RANGE},
      {HD_16X32BX2, 1, "(128,512,2):(1,128,0)", HD_OK},
  };
  for (int k = 0; k < HD_COUNT(rows); k++) {
    const hd_layout memory = memory_of(rows[k].memory);
    hd_layout image;
    hd_error error;
    hd_status status = hd_instruction_image(hd_instruction_of(rows[k].id), rows[k].repeat, &memory, &error, &image);
    EXPECT(status == rows[k].status, "row %d: %s", k, hd_status_name(status));
    if (status != HD_OK) ck_assert(hd_test_is_error(&error, rows[k].status) && error.hint != NULL);
  }
}
END_TEST

START_TEST(a_block_of_any_width_is_instructions_side_by_side) {
  const hd_layout flat = flat_memory(576);
  for (int id = 0; id < HD_INSTRUCTIONS; id++) {
    for (int columns = -8; columns <= 584; columns++) {
      hd_layout block;
      hd_error error;
      hd_status status = hd_instruction_block(hd_instruction_of((hd_instruction_id)id), columns, &flat, &error, &block);
      bool whole = columns > 0 && columns <= 576 && columns % manual[id].columns == 0;
      EXPECT(status == (whole ? HD_OK : HD_RANGE), "%s, %d columns: %s", manual[id].name, columns,
             hd_status_name(status));
      if (whole) expect_manual((hd_instruction_id)id, columns / manual[id].columns, &block, 1, 128);
      else ck_assert(hd_test_is_error(&error, HD_RANGE));
    }
    hd_layout block;
    ck_assert_int_ne(hd_instruction_block(hd_instruction_of((hd_instruction_id)id), INT64_MAX, &flat, NULL, &block),
                     HD_OK);
  }
}
END_TEST

START_TEST(four_warps_and_their_halves_start_at_the_lanes_of_their_slabs_and_cover_the_memory_once) {
  const hd_layout flat = flat_memory(512);
  for (int id = 0; id < HD_16X32BX2; id++) {
    hd_layout starts, image = image_of((hd_instruction_id)id, 4, &flat);
    int halves = 32 / manual[id].lanes, columns = 4 * manual[id].columns;
    ck_assert_int_eq(hd_instruction_starts(hd_instruction_of((hd_instruction_id)id), &flat, NULL, &starts), HD_OK);
    ck_assert_int_eq(hd_size(&starts), 4 * halves);
    ck_assert_int_eq(hd_rank(&starts.profile), 2);
    static unsigned char held[128 * 32];
    memset(held, 0, sizeof held);
    for (int warp = 0; warp < 4; warp++) {
      for (int half = 0; half < halves; half++) {
        int64_t start = -1;
        EXPECT(hd_evaluate_index(&starts, half + halves * warp, NULL, &start) == HD_OK &&
                   start == 32 * warp + 16 * half,
               "%s, warp %d, half %d starts at %d", manual[id].name, warp, half, (int)start);
        for (int64_t i = 0; i < hd_size(&image); i++) {
          int64_t value = -1;
          EXPECT(hd_evaluate_index(&image, i, NULL, &value) == HD_OK && start + value < 128 * columns, "%d",
                 (int)value);
          held[start + value]++;
        }
      }
    }
    for (int index = 0; index < 128 * columns; index++) EXPECT(held[index] == 1, "%d", index);
  }
}
END_TEST

START_TEST(starts_need_whole_slabs) {
  const hd_layout memory = memory_of("(48,512):(1,128)");
  hd_layout starts;
  hd_error error;
  ck_assert_int_eq(hd_instruction_starts(hd_instruction_of(HD_16X64B), &memory, &error, &starts), HD_MISMATCH);
  ck_assert(hd_test_is_error(&error, HD_MISMATCH));
  ck_assert_int_eq(error.number[0], 48);
  ck_assert_int_eq(hd_instruction_starts(hd_instruction_of(HD_16X64B), &memory, NULL, &starts), HD_MISMATCH);
}
END_TEST

START_TEST(a_warp_may_start_where_its_slab_allows_and_nowhere_else) {
  int allowed = 0;
  for (int id = 0; id < HD_INSTRUCTIONS; id++) {
    const hd_instruction *line = hd_instruction_of((hd_instruction_id)id);
    for (int warp = 0; warp < 9; warp++) {
      for (int lane = 0; lane < 130; lane++) {
        for (int column = 500; column < 514; column++) {
          hd_error error;
          uint32_t address = (uint32_t)(lane * 65536 + column);
          hd_status status = hd_instruction_check(hd_blackwell(), line, 8, warp, address, &error);
          bool right_lane = lane == 32 * (warp % 4) || (manual[id].lanes == 16 && lane == 32 * (warp % 4) + 16);
          bool right = right_lane && column + 8 <= 512;
          EXPECT(status == (right ? HD_OK : HD_RANGE), "%s, warp %d, lane %d, column %d: %s", line->name, warp, lane,
                 column, hd_status_name(status));
          allowed += right;
          if (!right) ck_assert(hd_test_is_error(&error, HD_RANGE) && error.hint != NULL);
        }
      }
    }
  }
  ck_assert_int_eq(allowed, 5 * 9 * (1 + 4 * 2));
}
END_TEST

START_TEST(a_refused_warp_is_told_its_lanes_and_the_warps_that_may) {
  char text[HD_TEXT_MAX];
  hd_error error;
  ck_assert_int_eq(hd_instruction_check(hd_blackwell(), hd_instruction_of(HD_32X32B), 1, 1, 0, &error), HD_RANGE);
  hd_print_error(&error, text, sizeof text);
  ck_assert_ptr_nonnull(strstr(text, "warp 1 reaches lanes 32 to 63 only, and the address's lane is 0"));
  hd_print_hint(&error, text, sizeof text);
  ck_assert_str_eq(text, "lane 0 belongs to the warps w with w % 4 = 0; an address for warp 1 is (32 << 16) + column");
  ck_assert_int_eq(hd_instruction_check(hd_blackwell(), hd_instruction_of(HD_32X32B), 1, 0, 64u << 16, &error),
                   HD_RANGE);
  hd_print_hint(&error, text, sizeof text);
  ck_assert_ptr_nonnull(strstr(text, "lane 64 belongs to the warps w with w % 4 = 2"));
  ck_assert_int_eq(hd_instruction_check(hd_blackwell(), hd_instruction_of(HD_32X32B), 1, -1, 0, &error), HD_RANGE);
  ck_assert_int_eq(hd_instruction_check(hd_blackwell(), hd_instruction_of(HD_32X32B), 0, 0, 0, &error), HD_RANGE);
  ck_assert_int_eq(hd_instruction_check(hd_blackwell(), hd_instruction_of(HD_32X32B), INT64_MAX, 0, 0, &error),
                   HD_RANGE);
}
END_TEST

/* One recorded line: op, shape, N, packing, thread, reg, lane, col, half. Returns whether it is of the plain form. */
static bool check_recorded(char *line, int number) {
  char *field[9];
  int fields = 0;
  for (char *at = strtok(line, "\t\r\n"); at != NULL && fields < 9; at = strtok(NULL, "\t\r\n")) field[fields++] = at;
  EXPECT(fields == 9, "line %d has %d fields", number, fields);
  if (strcmp(field[3], "none") != 0) return false;
  const hd_instruction *instruction;
  EXPECT(hd_instruction_find(field[1], strlen(field[1]), NULL, &instruction) == HD_OK, "line %d: %s", number, field[1]);
  int repeat = atoi(field[2]), thread = atoi(field[4]), reg = atoi(field[5]), lane = atoi(field[6]),
      column = atoi(field[7]);
  char text[64];
  /* The recorded split accesses lie N columns apart. */
  snprintf(text, sizeof text, "(128,512,2):(1,128,%d)", 128 * repeat);
  const hd_layout memory = memory_of(text);
  hd_layout image;
  int64_t value = -1;
  EXPECT(hd_instruction_image(instruction, repeat, &memory, NULL, &image) == HD_OK, "line %d: no image", number);
  EXPECT(hd_evaluate_index(&image, thread + 32 * reg, NULL, &value) == HD_OK && value == lane + 128 * column,
         "line %d: %s.x%d thread %d register %d is %d, not lane %d, column %d", number, field[1], repeat, thread, reg,
         (int)value, lane, column);
  return true;
}

START_TEST(the_images_hold_the_recorded_cells) {
  const char *path = "tests/vectors/tcgen05_cells.tsv";
  FILE *file = fopen(path, "r");
  ck_assert_msg(file != NULL, "%s: not found from the root of the sources", path);
  char line[512];
  int number = 0, checked = 0, left = 0;
  while (fgets(line, sizeof line, file) != NULL) {
    number++;
    if (line[0] == '#' || strncmp(line, "op\t", 3) == 0) continue;
    if (check_recorded(line, number)) checked++;
    else left++;
  }
  fclose(file);
  printf("recorded cells: %d of %d hold; %d rows are of packed forms\n", checked, checked + left, left);
  ck_assert_int_eq(checked, 2880);
  ck_assert_int_eq(left, 5760);
}
END_TEST

int main(void) {
  const hd_test tests[] = {
      {"a_line_of_the_table_says_what_the_manual_says", a_line_of_the_table_says_what_the_manual_says},
      {"a_name_that_is_no_shape_is_refused_with_the_shapes_that_are",
       a_name_that_is_no_shape_is_refused_with_the_shapes_that_are},
      {"every_image_is_the_manual_s_at_every_thread_and_register_in_indices_and_in_addresses",
       every_image_is_the_manual_s_at_every_thread_and_register_in_indices_and_in_addresses},
      {"an_image_is_the_composition_of_memory_and_pattern_to_the_letter",
       an_image_is_the_composition_of_memory_and_pattern_to_the_letter},
      {"an_image_is_spelled_with_threads_first_and_the_repeat_last",
       an_image_is_spelled_with_threads_first_and_the_repeat_last},
      {"over_named_axes_an_image_gives_lane_and_column", over_named_axes_an_image_gives_lane_and_column},
      {"every_cell_of_a_block_is_held_once_by_the_thread_and_register_that_the_inverse_names",
       every_cell_of_a_block_is_held_once_by_the_thread_and_register_that_the_inverse_names},
      {"a_repeat_that_the_shape_does_not_have_is_refused", a_repeat_that_the_shape_does_not_have_is_refused},
      {"a_memory_too_small_or_of_too_few_modes_is_refused", a_memory_too_small_or_of_too_few_modes_is_refused},
      {"a_block_of_any_width_is_instructions_side_by_side", a_block_of_any_width_is_instructions_side_by_side},
      {"four_warps_and_their_halves_start_at_the_lanes_of_their_slabs_and_cover_the_memory_once",
       four_warps_and_their_halves_start_at_the_lanes_of_their_slabs_and_cover_the_memory_once},
      {"starts_need_whole_slabs", starts_need_whole_slabs},
      {"a_warp_may_start_where_its_slab_allows_and_nowhere_else",
       a_warp_may_start_where_its_slab_allows_and_nowhere_else},
      {"a_refused_warp_is_told_its_lanes_and_the_warps_that_may",
       a_refused_warp_is_told_its_lanes_and_the_warps_that_may},
      {"the_images_hold_the_recorded_cells", the_images_hold_the_recorded_cells},
  };
  return hd_test_main("tmem instruction", tests, HD_COUNT(tests));
}
