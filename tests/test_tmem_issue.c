/* Issues against the manual's rules and formulas: cells, holders, and what is refused. */
#include "tests/support/suite.h"
#include "tests/support/tcgen05.h"

#include "tmem/issue.h"

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

static hd_issue issue_at(int warp, int lane, int column, int64_t immediate) {
  hd_issue issue;
  ck_assert_int_eq(hd_make_issue(hd_blackwell(), warp, NULL, &issue), HD_OK);
  issue.address = (uint32_t)(lane * 65536 + column);
  issue.immediate = immediate;
  return issue;
}

/* Every place of an issue: its cell by the manual's address, and the cell's holders back. Returns how many. */
static long expect_cells(hd_manual_form manual, const hd_issue *issue) {
  const hd_form form = form_of(manual);
  long places = 0;
  for (int h = 0; h < (manual.packed ? 2 : 1); h++) {
    for (int r = 0; r < hd_form_registers(&form); r++) {
      for (int t = 0; t < 32; t++, places++) {
        const uint32_t address =
            hd_manual_address(manual.shape, manual.packed, issue->address, (uint32_t)issue->immediate, t, r, h);
        hd_cell cell = {-1, -1};
        hd_place holder[HD_HOLDERS_MAX];
        int count = 0;
        EXPECT(hd_issue_cell(&form, issue, (hd_place){t, r, h}, NULL, &cell) == HD_OK &&
                   (uint32_t)cell.lane == address >> 16 && (uint32_t)cell.column == (address & 65535),
               "%s thread %d register %d half %d: (%d,%d)", show(manual), t, r, h, cell.lane, cell.column);
        EXPECT(hd_issue_holders(&form, issue, cell, NULL, holder, &count) == HD_OK && count >= 1, "%s (%d,%d): none",
               show(manual), cell.lane, cell.column);
        bool found = false;
        for (int k = 0; k < count; k++) {
          found = found || (holder[k].thread == t && holder[k].reg == r && holder[k].half == h);
        }
        EXPECT(found, "%s (%d,%d): thread %d register %d half %d", show(manual), cell.lane, cell.column,
               holder[0].thread, holder[0].reg, holder[0].half);
      }
    }
  }
  return places;
}

START_TEST(every_place_of_every_form_has_the_manual_s_cell_and_that_cell_this_place) {
  long places = 0;
  hd_manual_form manual;
  for (int k = 0; hd_manual_form_at(k, &manual); k++) {
    if (manual.repeat > 16) continue; /* the wide ones below, at their edges */
    const int lanes = hd_manual_shapes[manual.shape].lanes, warp = k % 7;
    const bool split = manual.shape == HD_MANUAL_SPLIT;
    const hd_issue issue = issue_at(warp, 32 * (warp % 4) + 16 * (lanes == 16 && k % 2), 2 * k, split ? 64 : 0);
    places += expect_cells(manual, &issue);
  }
  printf("places with their cell, and cells with their place: %ld\n", places);
  ck_assert_int_eq(places, 3L * 32 * (3 * 31 + 62 + 124));
}
END_TEST

START_TEST(the_first_and_the_last_place_of_the_widest_forms_are_the_manual_s) {
  hd_manual_form manual;
  int forms = 0;
  for (int k = 0; hd_manual_form_at(k, &manual); k++) {
    const hd_form form = form_of(manual);
    if (manual.repeat != hd_manual_shapes[manual.shape].largest) continue;
    const int room = 512 - hd_form_columns(&form);
    const int64_t immediate = manual.shape == HD_MANUAL_SPLIT ? 16 << 16 : 0;
    const hd_issue issue = issue_at(3, 96, room, immediate);
    const hd_place last = {31, hd_form_registers(&form) - 1, manual.packed ? 1 : 0};
    hd_cell cell;
    ck_assert_int_eq(hd_issue_cell(&form, &issue, last, NULL, &cell), HD_OK);
    ck_assert_int_eq(cell.column, 511);
    ck_assert_int_eq(cell.lane, 96 + (hd_form_lanes(&form) == 16 && immediate == 0 ? 15 : 31));
    ck_assert_int_eq(hd_issue_cell(&form, &issue, (hd_place){0, 0, 0}, NULL, &cell), HD_OK);
    ck_assert(cell.lane == 96 && cell.column == room);
    forms++;
  }
  ck_assert_int_eq(forms, 10);
}
END_TEST

/* The rules in the manual's words, once more: may this base start a block? */
static bool may_start(const hd_form *form, unsigned readings, int warp, int lane, int column) {
  const int slab = 32 * (warp % 4), lanes = hd_form_lanes(form);
  if (lane < 0 || lane > 127 || column < 0) return false;
  if ((readings & HD_READ_RELATIVE_LANE) != 0 && lane < 32) lane += slab;
  const bool starts = lane == slab || (lanes == 16 && lane == slab + 16) ||
                      ((readings & HD_READ_ANY_LANE) != 0 && lane >= slab && lane + lanes <= slab + 32);
  const bool even = !form->packed || column % 2 == 0 || (readings & HD_READ_ODD_COLUMN) != 0;
  return starts && even && column + hd_form_columns(form) <= 512;
}

START_TEST(a_base_is_refused_exactly_where_the_rules_say_under_every_reading) {
  static const int columns[] = {0, 1, 479, 480, 495, 496, 503, 504, 508, 509, 510, 512};
  long allowed = 0, refused = 0;
  hd_manual_form manual;
  for (int k = 0; hd_manual_form_at(k, &manual); k++) {
    const hd_form form = form_of(manual);
    if (manual.repeat != 2 && !(manual.shape == 0 && manual.repeat == 8)) continue;
    for (unsigned readings = 0; readings < 8; readings++) {
      for (int warp = 0; warp < 6; warp += warp == 1 ? 2 : 1) {
        for (int lane = 0; lane < 130; lane += lane % 32 < 3 || lane % 16 == 15 ? 1 : 3) {
          for (int c = 0; c < HD_COUNT(columns); c++) {
            hd_issue issue = issue_at(warp, lane, columns[c], 0);
            hd_error error;
            issue.readings = readings;
            const bool right = may_start(&form, readings, warp, lane, columns[c]);
            const hd_status status = hd_issue_check(&form, &issue, &error);
            EXPECT(status == (right ? HD_OK : HD_RANGE), "%s, readings %u, warp %d, lane %d, column %d: %s",
                   show(manual), readings, warp, lane, columns[c], hd_status_name(status));
            if (status != HD_OK) ck_assert(hd_test_is_error(&error, HD_RANGE));
            allowed += right;
            refused += !right;
          }
        }
      }
    }
  }
  printf("bases: %ld allowed, %ld refused\n", allowed, refused);
  ck_assert(allowed > 10000 && refused > 10000);
}
END_TEST

START_TEST(the_second_access_obeys_the_rules_too) {
  static const int lanes[] = {-17, -16, -1, 0, 1, 8, 15, 16, 17, 32};
  static const int columns[] = {-512, -100, -9, -8, -1, 0, 1, 7, 8, 100, 395, 396, 397, 411, 412, 413};
  long allowed = 0, refused = 0;
  hd_manual_form manual;
  for (int k = 0; hd_manual_form_at(k, &manual); k++) {
    const hd_form form = form_of(manual);
    if (manual.shape != HD_MANUAL_SPLIT) continue;
    for (unsigned readings = 0; readings < 8; readings++) {
      for (int half = 0; half < 2; half++) {
        for (int l = 0; l < HD_COUNT(lanes); l++) {
          for (int c = 0; c < HD_COUNT(columns); c++) {
            const int lane = 64 + 16 * half, column = 100;
            hd_issue issue = issue_at(2, lane, column, lanes[l] * 65536 + columns[c]);
            issue.readings = readings;
            const bool right = may_start(&form, readings, 2, lane, column) &&
                               may_start(&form, readings, 2, lane + lanes[l], column + columns[c]);
            hd_error error;
            const hd_status status = hd_issue_check(&form, &issue, &error);
            EXPECT(status == (right ? HD_OK : HD_RANGE), "%s, readings %u, lane %d, and %d lanes, %d columns on: %s",
                   show(manual), readings, lane, lanes[l], columns[c], hd_status_name(status));
            allowed += right;
            refused += !right;
          }
        }
      }
    }
  }
  printf("second accesses: %ld allowed, %ld refused\n", allowed, refused);
  ck_assert(allowed > 1000 && refused > 1000);
}
END_TEST

START_TEST(a_relative_lane_is_the_warp_s_own_and_any_lane_is_counted_from_where_it_is) {
  const hd_form half = form_of((hd_manual_form){1, 1, false}), whole = form_of((hd_manual_form){0, 1, false});
  hd_issue issue = issue_at(6, 16, 3, 0);
  hd_cell cell;
  ck_assert_int_eq(hd_issue_cell(&half, &issue, (hd_place){0, 0, 0}, NULL, &cell), HD_RANGE);
  issue.readings = HD_READ_RELATIVE_LANE;
  ck_assert_int_eq(hd_issue_cell(&half, &issue, (hd_place){4, 0, 0}, NULL, &cell), HD_OK);
  ck_assert(cell.lane == 64 + 16 + 1 && cell.column == 3);
  issue.address = (64 + 8) << 16;
  issue.readings = HD_READ_ANY_LANE;
  ck_assert_int_eq(hd_issue_cell(&half, &issue, (hd_place){4, 0, 0}, NULL, &cell), HD_OK);
  ck_assert(cell.lane == 64 + 8 + 1 && cell.column == 0);
  ck_assert_int_eq(hd_issue_cell(&whole, &issue, (hd_place){4, 0, 0}, NULL, &cell), HD_RANGE);
}
END_TEST

START_TEST(accesses_that_overlap_give_a_cell_two_holders) {
  const hd_form form = form_of((hd_manual_form){HD_MANUAL_SPLIT, 4, false});
  for (int immediate = -6; immediate <= 6; immediate++) {
    const hd_issue issue = issue_at(0, 16, 100, immediate);
    for (int column = 90; column < 112; column++) {
      hd_place holder[HD_HOLDERS_MAX] = {{-1, -1, -1}, {-1, -1, -1}};
      hd_error error;
      int count = -1;
      const int first = column - 100, second = first - immediate;
      const bool low = first >= 0 && first < 4, high = second >= 0 && second < 4;
      hd_status status = hd_issue_holders(&form, &issue, (hd_cell){21, column}, &error, holder, &count);
      EXPECT(status == (low || high ? HD_OK : HD_UNDEFINED) && (status != HD_OK || count == low + high),
             "immediate %d, column %d: %s, %d", immediate, column, hd_status_name(status), count);
      if (low) ck_assert(holder[0].thread == 5 && holder[0].reg == first && holder[0].half == 0);
      if (high) ck_assert(holder[low].thread == 21 && holder[low].reg == second);
      if (!low && !high) ck_assert(holder[0].thread == -1 && count == -1 && hd_test_is_error(&error, HD_UNDEFINED));
    }
  }
}
END_TEST

START_TEST(what_the_form_or_the_warp_has_not_is_refused) {
  const hd_form plain = form_of((hd_manual_form){3, 2, false}), packed = form_of((hd_manual_form){3, 2, true});
  static const hd_place bad[] = {{-1, 0, 0}, {32, 0, 0}, {0, -1, 0}, {0, 8, 0}, {0, 0, -1}, {0, 0, 2}};
  hd_issue issue = issue_at(0, 0, 0, 0);
  hd_cell cell = {7, 7};
  hd_error error;
  for (int k = 0; k < HD_COUNT(bad); k++) {
    ck_assert_int_eq(hd_issue_cell(&packed, &issue, bad[k], &error, &cell), HD_RANGE);
    ck_assert(hd_test_is_error(&error, HD_RANGE) && cell.lane == 7 && cell.column == 7);
  }
  ck_assert_int_eq(hd_issue_cell(&plain, &issue, (hd_place){0, 0, 1}, &error, &cell), HD_RANGE);
  issue.immediate = 8;
  ck_assert_int_eq(hd_issue_check(&plain, &issue, &error), HD_MISMATCH);
  ck_assert(hd_test_is_error(&error, HD_MISMATCH));
  issue.immediate = 0;
  issue.warp = -1;
  for (unsigned readings = 0; readings < 8; readings++) {
    issue.readings = readings;
    ck_assert_int_eq(hd_issue_check(&plain, &issue, &error), HD_RANGE);
  }
  hd_test_stamp(&issue, sizeof issue);
  ck_assert_int_eq(hd_make_issue(hd_blackwell(), -1, &error, &issue), HD_RANGE);
  ck_assert(hd_test_is_error(&error, HD_RANGE) && hd_test_is_stamped(&issue, sizeof issue));
}
END_TEST

START_TEST(known_cells_and_holders_are_where_people_found_them) {
  const hd_form wide = form_of((hd_manual_form){3, 8, false}), narrow = form_of((hd_manual_form){3, 1, false});
  hd_issue issue;
  hd_cell cell;
  hd_place holder[HD_HOLDERS_MAX];
  int count = 0;
  ck_assert_int_eq(hd_make_issue(hd_blackwell(), 2, NULL, &issue), HD_OK);
  ck_assert_int_eq(hd_issue_cell(&wide, &issue, (hd_place){21, 13, 0}, NULL, &cell), HD_OK);
  ck_assert(cell.lane == 69 && cell.column == 27);
  ck_assert_int_eq(hd_make_issue(hd_blackwell(), 0, NULL, &issue), HD_OK);
  ck_assert_int_eq(hd_issue_holders(&narrow, &issue, (hd_cell){9, 6}, NULL, holder, &count), HD_OK);
  ck_assert(count == 1 && holder[0].thread == 7 && holder[0].reg == 2 && holder[0].half == 0);
}
END_TEST

int main(void) {
  const hd_test tests[] = {
      {"every_place_of_every_form_has_the_manual_s_cell_and_that_cell_this_place",
       every_place_of_every_form_has_the_manual_s_cell_and_that_cell_this_place},
      {"the_first_and_the_last_place_of_the_widest_forms_are_the_manual_s",
       the_first_and_the_last_place_of_the_widest_forms_are_the_manual_s},
      {"a_base_is_refused_exactly_where_the_rules_say_under_every_reading",
       a_base_is_refused_exactly_where_the_rules_say_under_every_reading},
      {"the_second_access_obeys_the_rules_too", the_second_access_obeys_the_rules_too},
      {"a_relative_lane_is_the_warp_s_own_and_any_lane_is_counted_from_where_it_is",
       a_relative_lane_is_the_warp_s_own_and_any_lane_is_counted_from_where_it_is},
      {"accesses_that_overlap_give_a_cell_two_holders", accesses_that_overlap_give_a_cell_two_holders},
      {"what_the_form_or_the_warp_has_not_is_refused", what_the_form_or_the_warp_has_not_is_refused},
      {"known_cells_and_holders_are_where_people_found_them", known_cells_and_holders_are_where_people_found_them},
  };
  return hd_test_main("tmem issue", tests, HD_COUNT(tests));
}
