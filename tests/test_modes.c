/* Picking modes: the shape of what is picked is what is picked of the shape; and slices keep the function. */
#include "algebra/modes.h"

#include "proofs/oracle.h"
#include "tests/support/family.h"
#include "tests/support/judge.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

static void expect(const hd_layout *got, const char *text) { ck_assert_str_eq(hd_test_show(got), text); }

/* ---- slice and dice ---- */

/* All coordinates with `_` or 0..extent-1 in each leaf of a nesting, numbered; false past the last. */
static bool coordinate_at(const hd_layout *layout, int64_t number, hd_tuple *coordinate) {
  hd_shape(layout, coordinate);
  for (int k = 0; k < layout->profile.leaves; k++) {
    int64_t digit = number % (layout->shape[k] + 1);
    number /= layout->shape[k] + 1;
    coordinate->value[k] = digit == layout->shape[k] ? 0 : digit;
    coordinate->axis[k] = digit == layout->shape[k] ? HD_AXIS_ANY : HD_AXIS_INTEGER;
  }
  coordinate->on_axes = true;
  return number == 0;
}

/* slice(x) + offset is the layout with x in the places of `_`. */
static void judge_slice(const hd_layout *l, const hd_tuple *coordinate) {
  hd_layout slice, dice, both, into = *l;
  hd_tuple offset, plain;
  ck_assert_int_eq(hd_slice_and_offset(l, coordinate, NULL, &slice, &offset), HD_OK);
  ck_assert_int_eq(hd_slice(&into, coordinate, NULL, &into), HD_OK);
  ck_assert_int_eq(hd_dice(l, coordinate, NULL, &dice), HD_OK);
  ck_assert_int_eq(hd_slice(l, coordinate, NULL, &both), HD_OK);
  EXPECT(hd_test_is_valid(&slice) && hd_is_identical(&slice, &both) && hd_is_identical(&slice, &into), "%s by %s",
         hd_test_show(l), hd_test_show_tuple(coordinate));
  EXPECT(hd_size(&slice) * hd_size(&dice) == hd_size(l), "%s by %s", hd_test_show(l), hd_test_show_tuple(coordinate));
  hd_tuple_copy(&plain, coordinate);
  plain.on_axes = false;
  for (int64_t x = 0; x < hd_size(&slice); x++) {
    hd_oracle_axes axes = {.count = 1};
    int64_t rest = x, value;
    for (int k = 0; k < plain.profile.leaves; k++) {
      if (!hd_tuple_is_any(coordinate, k)) continue;
      plain.value[k] = rest % l->shape[k];
      rest /= l->shape[k];
    }
    EXPECT(hd_oracle_at_coordinate(l, &plain, &axes, &value) == HD_OK, "the oracle failed");
    EXPECT(hd_test_at(&slice, x) + offset.value[0] == value, "%s by %s at %d", hd_test_show(l),
           hd_test_show_tuple(coordinate), (int)x);
  }
}

START_TEST(a_slice_is_the_layout_at_the_coordinates_that_are_left) {
  int64_t seen = 0;
  for (int leaves = 1; leaves <= 3; leaves++) {
    hd_family family = hd_family_small(leaves);
    for (int64_t n = 0; n < hd_family_count(&family); n += leaves == 3 ? 37 : 1) {
      hd_layout l;
      hd_tuple coordinate;
      hd_family_at(&family, n, &l);
      for (int64_t m = 0; coordinate_at(&l, m, &coordinate); m++, seen++) judge_slice(&l, &coordinate);
    }
  }
  ck_assert_int_gt(seen, 10000);
}
END_TEST

START_TEST(slices_and_dices_print_as_cute_prints_them) {
  static const char *const row[][4] = {
      {"(2,3,4):(1,2,6)", "(0,_,1)", "(3):(2)", "(2,4):(1,6)"},
      {"(2,3,4):(1,2,6)", "_", "(2,3,4):(1,2,6)", "():()"},
      {"(2,3,4):(1,2,6)", "1", "():()", "(2,3,4):(1,2,6)"},
      {"((2,4),3):((1,2),8)", "(_,0)", "((2,4)):((1,2))", "(3):(8)"},
      {"((2,4),3):((1,2),8)", "((_,0),_)", "(2,3):(1,8)", "(4):(2)"},
      {"((2,4),3):((1,2),8)", "((1,0),2)", "():()", "(2,4,3):(1,2,8)"},
      {"(2,3):(1@0,1@1)", "(_,1)", "(2):(1@0)", "(3):(1@1)"},
      {"4:3", "_", "4:3", "():()"},
  };
  for (int n = 0; n < HD_COUNT(row); n++) {
    hd_layout l = hd_test_layout(row[n][0]), r;
    hd_tuple coordinate = hd_test_tuple(row[n][1]);
    ck_assert_int_eq(hd_slice(&l, &coordinate, NULL, &r), HD_OK);
    expect(&r, row[n][2]);
    ck_assert_int_eq(hd_dice(&l, &coordinate, NULL, &r), HD_OK);
    expect(&r, row[n][3]);
  }
}
END_TEST

/* ---- group, take, zip, replace, append ---- */

START_TEST(grouping_keeps_every_value_and_taking_keeps_modes) {
  for (int leaves = 1; leaves <= 3; leaves++) {
    hd_family family = hd_family_small(leaves);
    for (int64_t n = 0; n < hd_family_count(&family); n += leaves == 3 ? 29 : 1) {
      hd_layout l;
      hd_family_at(&family, n, &l);
      int rank = hd_rank(&l.profile);
      for (int begin = 0; begin < rank; begin++)
        for (int end = begin + 1; end <= rank; end++) {
          hd_layout grouped, group, taken, into = l;
          bool same;
          int64_t where;
          ck_assert_int_eq(hd_group_modes(&l, begin, end, NULL, &grouped), HD_OK);
          EXPECT(hd_oracle_is_equivalent(&l, &grouped, &same, &where) == HD_OK && same, "%s", hd_test_show(&grouped));
          EXPECT(hd_test_is_valid(&grouped), "%s", hd_test_show(&grouped));
          ck_assert_int_eq(hd_take(&l, begin, end, NULL, &taken), HD_OK);
          if (hd_is_tuple(&l.profile)) {
            ck_assert_int_eq(hd_rank(&grouped.profile), rank - (end - begin) + 1);
            ck_assert_int_eq(hd_get(&grouped, &begin, 1, NULL, &group), HD_OK);
            EXPECT(hd_is_identical(&group, &taken), "%s: %s", hd_test_show(&l), hd_test_show(&taken));
          }
          ck_assert_int_eq(hd_group_modes(&into, begin, end, NULL, &into), HD_OK);
          EXPECT(hd_is_identical(&into, &grouped), "%s: into itself", hd_test_show(&l));
        }
    }
  }
}
END_TEST

START_TEST(zipping_twice_gives_the_layout_back) {
  static const char *const row[][2] = {
      {"((2,2),(2,2),(3,5)):((1,2),(11,9),(21,16))", "((2,2,3),(2,2,5)):((1,11,21),(2,9,16))"},
      {"((4,5)):((1,2))", "((4),(5)):((1),(2))"},
      {"((3,5),(4,5)):((1,2),(11,9))", "((3,4),(5,5)):((1,11),(2,9))"},
      {"((3,(5,2)),((2,2),5)):((1,(2,3)),((11,7),9))", "((3,(2,2)),((5,2),5)):((1,(11,7)),((2,3),9))"},
  };
  for (int n = 0; n < HD_COUNT(row); n++) {
    hd_layout l = hd_test_layout(row[n][0]), r;
    ck_assert_int_eq(hd_zip(&l, NULL, &r), HD_OK);
    expect(&r, row[n][1]);
    ck_assert_int_eq(hd_zip(&r, NULL, &r), HD_OK);
    expect(&r, row[n][0]);
  }
}
END_TEST

START_TEST(modes_are_replaced_and_added) {
  hd_layout l = hd_test_layout("(4,(2,3)):(1,(4,8))"), s = hd_test_layout("4:1"), x = hd_test_layout("(5,6):(7,9)"), r;
  ck_assert_int_eq(hd_replace(&l, 0, &x, NULL, &r), HD_OK);
  expect(&r, "((5,6),(2,3)):((7,9),(4,8))");
  ck_assert_int_eq(hd_replace(&l, 1, &s, NULL, &r), HD_OK);
  expect(&r, "(4,4):(1,1)");
  ck_assert_int_eq(hd_replace(&s, 0, &x, NULL, &r), HD_OK);
  expect(&r, "(5,6):(7,9)");
  ck_assert_int_eq(hd_append(&l, &x, NULL, &r), HD_OK);
  expect(&r, "(4,(2,3),(5,6)):(1,(4,8),(7,9))");
  ck_assert_int_eq(hd_prepend(&s, &x, NULL, &r), HD_OK);
  expect(&r, "((5,6),4):((7,9),1)");
  ck_assert_int_eq(hd_append_to_rank(&s, 3, &x, NULL, &r), HD_OK);
  expect(&r, "(4,(5,6),(5,6)):(1,(7,9),(7,9))");
  ck_assert_int_eq(hd_prepend_to_rank(&l, 4, &s, NULL, &r), HD_OK);
  expect(&r, "(4,4,4,(2,3)):(1,1,1,(4,8))");
  ck_assert_int_eq(hd_append_to_rank(&s, 1, &x, NULL, &r), HD_OK);
  expect(&r, "4:1");
  ck_assert_int_eq(hd_prepend_to_rank(&l, 2, &x, NULL, &r), HD_OK);
  expect(&r, "(4,(2,3)):(1,(4,8))");
  ck_assert_int_eq(hd_append(&x, &x, NULL, &x), HD_OK);
  expect(&x, "(5,6,(5,6)):(7,9,(7,9))");
}
END_TEST

/* What is picked of the shape is the shape of what is picked. */
START_TEST(tuples_are_picked_as_layouts_are) {
  hd_layout l = hd_test_layout("((2,4),3,(5,(6,7))):((1,2),8,(24,(120,720)))"), x = hd_test_layout("(9,8):(3,1)"), r;
  hd_tuple of_l, of_x, picked, wanted, coordinate = hd_test_tuple("((_,1),_,(0,_))");
  hd_pick pick[7];
  hd_shape(&l, &of_l);
  hd_shape(&x, &of_x);
  ck_assert_int_eq(hd_pick_slice(&l.profile, &coordinate, NULL, &pick[0]), HD_OK);
  ck_assert_int_eq(hd_pick_dice(&l.profile, &coordinate, NULL, &pick[1]), HD_OK);
  ck_assert_int_eq(hd_pick_group(&l.profile, 1, 3, NULL, &pick[2]), HD_OK);
  ck_assert_int_eq(hd_pick_take(&l.profile, 1, 3, NULL, &pick[3]), HD_OK);
  ck_assert_int_eq(hd_pick_replace(&l.profile, 2, &x.profile, NULL, &pick[4]), HD_OK);
  ck_assert_int_eq(hd_pick_append_to_rank(&l.profile, 5, &x.profile, NULL, &pick[5]), HD_OK);
  ck_assert_int_eq(hd_pick_prepend_to_rank(&l.profile, 5, &x.profile, NULL, &pick[6]), HD_OK);
  for (int n = 0; n < HD_COUNT(pick); n++) {
    ck_assert_int_eq(hd_pick_layout(&pick[n], &l, &x, "test", NULL, &r), HD_OK);
    hd_pick_tuple(&pick[n], &of_l, &of_x, &picked);
    hd_shape(&r, &wanted);
    EXPECT(hd_tuple_is_identical(&picked, &wanted), "%d: %s, not %s", n, hd_test_show_tuple(&picked),
           hd_test_show_tuple(&wanted));
  }
  hd_pick_tuple(&pick[6], &of_l, &of_x, &of_x);
  ck_assert_str_eq(hd_test_show_tuple(&of_x), "((9,8),(9,8),(2,4),3,(5,(6,7)))");
}
END_TEST

/* ---- what moves ---- */

START_TEST(filtering_keeps_the_set_of_values) {
  for (int leaves = 1; leaves <= 3; leaves++) {
    hd_family family = hd_family_small(leaves);
    for (int64_t n = 0; n < hd_family_count(&family); n++) {
      hd_layout l, zeros, r;
      int64_t repeats = 1;
      hd_family_at(&family, n, &l);
      hd_filter_zeros(&l, &zeros);
      hd_filter(&l, &r);
      for (int k = 0; k < leaves; k++) {
        if (l.stride[k] == 0) repeats *= l.shape[k];
        EXPECT(zeros.stride[k] == l.stride[k] && zeros.shape[k] == (l.stride[k] == 0 ? 1 : l.shape[k]), "%s",
               hd_test_show(&l));
      }
      EXPECT(hd_is_congruent(&zeros.profile, &l.profile) && hd_test_is_valid(&r), "%s", hd_test_show(&l));
      EXPECT(hd_size(&r) * repeats == hd_size(&l) && hd_size(&zeros) == hd_size(&r), "%s: %s", hd_test_show(&l),
             hd_test_show(&r));
      for (int64_t i = 0; i < hd_size(&r); i++)
        EXPECT(hd_test_at(&r, i) == hd_test_at(&zeros, i), "%s", hd_test_show(&l));
    }
  }
}
END_TEST

START_TEST(steps_are_spread_over_a_shape_without_leaving_it) {
  static const int64_t extents[] = {1, 2, 3, 4, 6, 12}, stride[] = {1};
  hd_family family = {.leaves = 3, .extents = 6, .extent = extents, .strides = 1, .stride = stride};
  family.nestings = hd_nestings(3, &family.nesting);
  for (int64_t n = 0; n < hd_family_count(&family); n++)
    for (int64_t steps = 1; steps <= 24; steps++) {
      hd_layout source, r;
      hd_tuple shape;
      hd_family_at(&family, n, &source);
      hd_shape(&source, &shape);
      ck_assert_int_eq(hd_domain_distribute(&shape, steps, NULL, &r), HD_OK);
      EXPECT(hd_test_is_valid(&r) && hd_depth(&r.profile) <= 1 && steps % hd_size(&r) == 0, "%s: %s",
             hd_test_show_tuple(&shape), hd_test_show(&r));
      for (int64_t i = 0; i < hd_size(&r); i++)
        EXPECT(hd_test_at(&r, i) < hd_size(&source) && (i == 0 || hd_test_at(&r, i) > hd_test_at(&r, i - 1)),
               "%s by %d: %s", hd_test_show_tuple(&shape), (int)steps, hd_test_show(&r));
    }
  hd_tuple shape = hd_test_tuple("((64,3),(8,8))");
  hd_layout r;
  ck_assert_int_eq(hd_domain_distribute(&shape, 128, NULL, &r), HD_OK);
  expect(&r, "(64,2):(1,192)");
}
END_TEST

/* ---- refusals ---- */

START_TEST(every_refusal_keeps_its_status) {
  hd_layout l = hd_test_layout("(4,(2,3)):(1,(4,8))"), x = hd_test_layout("5:7"), none = hd_test_layout("():()"), r;
  hd_layout named = hd_test_layout("5:7@lane");
  hd_error error;
  hd_test_stamp(&r, sizeof r);
#define REFUSED(call, wanted)                    \
  do {                                           \
    ck_assert_int_eq(call, wanted);              \
    ck_assert(hd_test_is_error(&error, wanted)); \
    ck_assert(hd_test_is_stamped(&r, sizeof r)); \
  } while (0)
  static const char *const coordinates[] = {"(0,_,1)", "((0,0),_)", "(0,(1,2,_))", "(0,1@0)", "(1@0,_)", "()"};
  for (int n = 0; n < HD_COUNT(coordinates); n++) {
    hd_tuple coordinate = hd_test_tuple(coordinates[n]), offset;
    REFUSED(hd_slice(&l, &coordinate, &error, &r), HD_MISMATCH);
    REFUSED(hd_dice(&l, &coordinate, &error, &r), HD_MISMATCH);
    hd_test_stamp(&offset, sizeof offset);
    REFUSED(hd_slice_and_offset(&l, &coordinate, &error, &r, &offset), HD_MISMATCH);
    ck_assert(hd_test_is_stamped(&offset, sizeof offset));
  }
  static const int ranges[][2] = {{-1, 1}, {0, 3}, {1, 1}, {2, 1}};
  for (int n = 0; n < HD_COUNT(ranges); n++)
    REFUSED(hd_group_modes(&l, ranges[n][0], ranges[n][1], &error, &r), HD_RANGE);
  REFUSED(hd_take(&l, -1, 1, &error, &r), HD_RANGE);
  REFUSED(hd_take(&l, 0, 3, &error, &r), HD_RANGE);
  REFUSED(hd_take(&l, 2, 1, &error, &r), HD_RANGE);
  REFUSED(hd_zip(&l, &error, &r), HD_MISMATCH);
  REFUSED(hd_zip(&x, &error, &r), HD_MISMATCH);
  REFUSED(hd_zip(&none, &error, &r), HD_MISMATCH);
  hd_layout uneven = hd_test_layout("((4,2),(2,3,5)):((1,2),(4,8,9))");
  REFUSED(hd_zip(&uneven, &error, &r), HD_MISMATCH);
  REFUSED(hd_replace(&l, 2, &x, &error, &r), HD_RANGE);
  REFUSED(hd_replace(&l, -1, &x, &error, &r), HD_RANGE);
  REFUSED(hd_replace(&l, 0, &none, &error, &r), HD_MISMATCH);
  REFUSED(hd_replace(&l, 0, &named, &error, &r), HD_MALFORMED);
  REFUSED(hd_append_to_rank(&l, 0, &x, &error, &r), HD_RANGE);
  REFUSED(hd_prepend_to_rank(&l, -5, &x, &error, &r), HD_RANGE);
  REFUSED(hd_append_to_rank(&l, 3, &none, &error, &r), HD_MISMATCH);
  REFUSED(hd_append(&l, &named, &error, &r), HD_MALFORMED);
  REFUSED(hd_append_to_rank(&l, HD_MAX_LEAVES, &x, &error, &r), HD_CAPACITY);
  REFUSED(hd_prepend_to_rank(&l, HD_MAX_LEAVES, &x, &error, &r), HD_CAPACITY);
  hd_layout large = hd_test_layout("4611686018427387904:0");
  REFUSED(hd_append(&l, &large, &error, &r), HD_OVERFLOW);
  hd_tuple shape = hd_test_tuple("(4,2)"), wrong = hd_test_tuple("(4,0)");
  REFUSED(hd_domain_distribute(&shape, 0, &error, &r), HD_RANGE);
  REFUSED(hd_domain_distribute(&wrong, 4, &error, &r), HD_MALFORMED);
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"slice", a_slice_is_the_layout_at_the_coordinates_that_are_left},
      {"slices print", slices_and_dices_print_as_cute_prints_them},
      {"group and take", grouping_keeps_every_value_and_taking_keeps_modes},
      {"zip", zipping_twice_gives_the_layout_back},
      {"replace and append", modes_are_replaced_and_added},
      {"tuples", tuples_are_picked_as_layouts_are},
      {"filter", filtering_keeps_the_set_of_values},
      {"domain_distribute", steps_are_spread_over_a_shape_without_leaving_it},
      {"statuses", every_refusal_keeps_its_status},
  };
  return hd_test_main("modes", test, HD_COUNT(test));
}
