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

int main(void) {
  const hd_test tests[] = {
      {"there_are_74_forms_and_each_is_as_large_as_the_manual_says",
       there_are_74_forms_and_each_is_as_large_as_the_manual_says},
      {"every_image_is_the_manual_s_in_indices_and_in_addresses",
       every_image_is_the_manual_s_in_indices_and_in_addresses},
      {"every_image_takes_each_cell_of_its_block_once", every_image_takes_each_cell_of_its_block_once},
      {"a_repeat_that_the_shape_does_not_have_is_no_form", a_repeat_that_the_shape_does_not_have_is_no_form},
  };
  return hd_test_main("tmem form", tests, HD_COUNT(tests));
}
