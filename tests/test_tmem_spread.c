/* Slabs, warpgroups and elements below 32 bits, against arithmetic on the manual's formulas. */
#include "tests/support/suite.h"
#include "tests/support/tcgen05.h"
#include "tests/support/text.h"

#include "tmem/spread.h"

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

static hd_layout engine(void) { return hd_test_layout("(128,512,2):(1,128,65552)"); }

static int64_t flat(hd_manual_cell cell) { return cell.lane + 128 * cell.column + (int64_t)65552 * cell.access; }

static hd_layout spread_of(hd_manual_form manual, hd_spread spread) {
  const hd_form form = form_of(manual);
  const hd_layout memory = engine();
  hd_layout result;
  EXPECT(hd_form_spread(&form, spread, &memory, NULL, &result) == HD_OK, "%s", show(manual));
  return result;
}

START_TEST(every_spread_of_every_form_is_the_form_at_the_starts_of_its_warps) {
  long places = 0;
  hd_manual_form manual;
  for (int k = 0; hd_manual_form_at(k, &manual); k++) {
    const hd_manual_shape *shape = &hd_manual_shapes[manual.shape];
    const int registers = shape->registers * manual.repeat, halves = manual.packed ? 2 : 1;
    for (int spread = HD_SPREAD_SLAB; spread <= HD_SPREAD_LANES; spread++) {
      const hd_layout layout = spread_of(manual, (hd_spread)spread);
      const int warps = spread & HD_SPREAD_WARPGROUP ? 4 : 1, starts = spread & HD_SPREAD_SLAB ? 32 / shape->lanes : 1;
      EXPECT(hd_size(&layout) == 32LL * warps * registers * starts * halves &&
                 hd_rank(&layout.profile) == (manual.packed ? 3 : 2),
             "%s: %s", show(manual), hd_test_show(&layout));
      for (int64_t i = 0; i < hd_size(&layout); i++, places++) {
        const int thread = (int)(i % (32 * warps)), reg = (int)(i / (32 * warps) % (registers * starts));
        const int h = (int)(i / (32 * warps) / (registers * starts));
        int64_t value = -1,
                expected = flat(hd_manual_cell_of(manual.shape, manual.packed, thread % 32, reg % registers, h)) +
                           32 * (thread / 32) + 16 * (reg / registers);
        EXPECT(hd_evaluate_index(&layout, i, NULL, &value) == HD_OK && value == expected,
               "%s spread %d thread %d register %d half %d: %d", show(manual), spread, thread, reg, h, (int)value);
      }
    }
  }
  printf("places of spread forms: %ld\n", places);
  /* Plain and packed places of a shape's forms, each in 1 or 2 starts, 4 warps, and both. */
  ck_assert_int_eq(places, 3L * 32 * (255 * (1 + 4 + 4) + (255 + 254 + 252 + 255) * (2 + 4 + 8)));
}
END_TEST

START_TEST(all_lanes_of_a_form_are_its_columns_once) {
  int forms = 0;
  hd_manual_form manual;
  for (int k = 0; hd_manual_form_at(k, &manual); k++) {
    if (manual.shape == HD_MANUAL_SPLIT) continue;
    const hd_layout layout = spread_of(manual, HD_SPREAD_LANES);
    static unsigned char held[128 * 512];
    memset(held, 0, sizeof held);
    for (int64_t i = 0; i < hd_size(&layout); i++) {
      int64_t value = -1;
      EXPECT(hd_evaluate_index(&layout, i, NULL, &value) == HD_OK && value >= 0 && value < hd_size(&layout) &&
                 held[value]++ == 0,
             "%s: %d", show(manual), (int)value);
    }
    forms++;
  }
  ck_assert_int_eq(forms, 58);
}
END_TEST

START_TEST(a_spread_is_spelled_with_the_warp_beside_the_thread_and_the_start_beside_the_register) {
  static const struct {
    hd_manual_form form;
    hd_spread spread;
    const char *text;
  } rows[] = {{{0, 4, false}, HD_SPREAD_WARPGROUP, "((32,4),4):((1,32),128)"},
              {{3, 2, false}, HD_SPREAD_SLAB, "((4,8),((2,2,2),2)):((256,1),((128,8,1024),16))"},
              {{3, 2, false}, HD_SPREAD_LANES, "(((4,8),4),((2,2,2),2)):(((256,1),32),((128,8,1024),16))"},
              {{1, 2, true}, HD_SPREAD_WARPGROUP, "(((2,2,8),4),2,2):(((8,256,1),32),512,128)"}};
  for (int k = 0; k < HD_COUNT(rows); k++) {
    const hd_layout layout = spread_of(rows[k].form, rows[k].spread), expected = hd_test_layout(rows[k].text);
    EXPECT(hd_is_identical(&layout, &expected), "%s, not %s", hd_test_show(&layout), rows[k].text);
  }
}
END_TEST

START_TEST(a_memory_without_the_slabs_is_refused) {
  static const struct {
    hd_spread spread;
    const char *memory;
    hd_status status;
  } rows[] = {{HD_SPREAD_SLAB, "(32,64):(1,32)", HD_OK},
              {HD_SPREAD_WARPGROUP, "(32,64):(1,32)", HD_MISMATCH},
              {HD_SPREAD_LANES, "(64,64):(1,64)", HD_MISMATCH},
              {HD_SPREAD_SLAB, "(48,64):(1,48)", HD_MISMATCH},
              {HD_SPREAD_SLAB, "(8,64):(1,8)", HD_RANGE}};
  const hd_form form = form_of((hd_manual_form){1, 2, false});
  for (int k = 0; k < HD_COUNT(rows); k++) {
    const hd_layout memory = hd_test_layout(rows[k].memory);
    hd_layout result;
    hd_error error;
    hd_status status = hd_form_spread(&form, rows[k].spread, &memory, &error, &result);
    EXPECT(status == rows[k].status, "%s: %s", rows[k].memory, hd_status_name(status));
    if (status != HD_OK) ck_assert(hd_test_is_error(&error, status));
  }
}
END_TEST

START_TEST(elements_of_every_width_lie_where_their_bits_do) {
  static const int64_t widths[] = {32, 16, 8, 4, 2, 1};
  const hd_layout memory = engine();
  long elements = 0;
  hd_manual_form manual;
  for (int k = 0; hd_manual_form_at(k, &manual); k++) {
    if (manual.repeat > 4) continue;
    const hd_form form = form_of(manual);
    const int registers = hd_form_registers(&form), whole = manual.packed ? 16 : 32;
    for (int b = 0; b < HD_COUNT(widths); b++) {
      for (int dense = 0; dense < 2; dense++) {
        hd_layout layout;
        const hd_status status = hd_form_elements(&form, widths[b], dense != 0, &memory, NULL, &layout);
        ck_assert_int_eq(status, widths[b] > whole ? HD_RANGE : HD_OK);
        if (status != HD_OK) continue;
        const int parts = dense ? whole / (int)widths[b] : 1, halves = manual.packed ? 2 : 1;
        ck_assert_int_eq(hd_size(&layout), 32LL * registers * parts * halves);
        for (int64_t i = 0; i < hd_size(&layout); i++, elements++) {
          const int t = (int)(i % 32), r = (int)(i / 32 % registers), e = (int)(i / 32 / registers % parts);
          const int h = (int)(i / 32 / registers / parts);
          /* The first bit of the element: of its cell, and inside it. */
          const int64_t bit = 32 * flat(hd_manual_cell_of(manual.shape, manual.packed, t, r, h)) + e * widths[b];
          int64_t value = -1;
          EXPECT(hd_evaluate_index(&layout, i, NULL, &value) == HD_OK && value * widths[b] == bit,
                 "%s, %d bits, thread %d register %d element %d half %d: %d", show(manual), (int)widths[b], t, r, e, h,
                 (int)value);
        }
      }
    }
  }
  printf("elements where their bits are: %ld\n", elements);
  /* Registers of x1, x2 and x4; a plain one has 6 widths single and 63 dense parts, a packed one 5 and 31, of 2 halves.
   */
  ck_assert_int_eq(elements, 32L * 7 * (1 + 1 + 2 + 4 + 1) * (6 + 63 + 2 * (5 + 31)));
}
END_TEST

START_TEST(widths_that_do_not_fill_a_cell_and_memories_on_axes_are_refused) {
  static const int64_t bad[] = {0, -1, 3, 6, 12, 24, 33, 64, INT64_MAX, INT64_MIN};
  const hd_form form = form_of((hd_manual_form){0, 2, false});
  const hd_layout memory = engine(), axes = hd_test_layout("(128,512):(1@lane,1@col)"),
                  large = hd_test_layout("(128,512):(1,9223372036854775)");
  hd_layout result;
  hd_error error;
  hd_test_stamp(&result, sizeof result);
  for (int k = 0; k < HD_COUNT(bad); k++) {
    ck_assert_int_eq(hd_form_elements(&form, bad[k], true, &memory, &error, &result), HD_RANGE);
    ck_assert(hd_test_is_error(&error, HD_RANGE));
  }
  ck_assert_int_eq(hd_form_elements(&form, 8, true, &axes, &error, &result), HD_MISMATCH);
  ck_assert(hd_test_is_error(&error, HD_MISMATCH));
  const hd_form wide = form_of((hd_manual_form){0, 128, false});
  ck_assert_int_eq(hd_form_elements(&wide, 1, true, &large, &error, &result), HD_OVERFLOW);
  ck_assert(hd_test_is_stamped(&result, sizeof result));
}
END_TEST

int main(void) {
  const hd_test tests[] = {
      {"every_spread_of_every_form_is_the_form_at_the_starts_of_its_warps",
       every_spread_of_every_form_is_the_form_at_the_starts_of_its_warps},
      {"all_lanes_of_a_form_are_its_columns_once", all_lanes_of_a_form_are_its_columns_once},
      {"a_spread_is_spelled_with_the_warp_beside_the_thread_and_the_start_beside_the_register",
       a_spread_is_spelled_with_the_warp_beside_the_thread_and_the_start_beside_the_register},
      {"a_memory_without_the_slabs_is_refused", a_memory_without_the_slabs_is_refused},
      {"elements_of_every_width_lie_where_their_bits_do", elements_of_every_width_lie_where_their_bits_do},
      {"widths_that_do_not_fill_a_cell_and_memories_on_axes_are_refused",
       widths_that_do_not_fill_a_cell_and_memories_on_axes_are_refused},
  };
  return hd_test_main("tmem spread", tests, HD_COUNT(tests));
}
