/* The layout value: what may be built, what building keeps, and what parts are cut out of it. */
#include "proofs/oracle.h"
#include "tests/support/family.h"
#include "tests/support/judge.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

#include <stdint.h>

/* ---- building ---- */

START_TEST(shape_and_stride_come_out_as_they_went_in) {
  for (int leaves = 1; leaves <= 3; leaves++)
    for (int paths = 0; paths < 2; paths++) {
      hd_family family = paths ? hd_family_paths(leaves) : hd_family_small(leaves);
      for (int64_t n = 0; n < hd_family_count(&family); n++) {
        hd_layout layout, made;
        hd_tuple shape, stride, again;
        hd_family_at(&family, n, &layout);
        hd_shape(&layout, &shape);
        hd_stride(&layout, &stride);
        EXPECT(hd_make_layout(&shape, &stride, NULL, &made) == HD_OK, "%s refused", hd_test_show(&layout));
        EXPECT(hd_is_identical(&made, &layout) && hd_test_is_valid(&made), "%s: %s", hd_test_show(&layout),
               hd_test_show(&made));
        hd_shape(&made, &again);
        EXPECT(hd_tuple_is_identical(&again, &shape), "%s: shape", hd_test_show(&layout));
        hd_stride(&made, &again);
        EXPECT(hd_tuple_is_identical(&again, &stride), "%s: stride", hd_test_show(&layout));
      }
    }
}
END_TEST

START_TEST(without_strides_the_layout_is_compact) {
  static const char *const row[][2] = {{"(4,8)", "(4,8):(1,4)"},
                                       {"24", "24:1"},
                                       {"((2,3),4)", "((2,3),4):((1,2),6)"},
                                       {"(4,1,8)", "(4,1,8):(1,0,4)"},
                                       {"1", "1:0"},
                                       {"()", "():()"},
                                       {"(5)", "(5):(1)"}};
  for (int n = 0; n < HD_COUNT(row); n++) {
    hd_tuple shape = hd_test_tuple(row[n][0]);
    hd_layout layout;
    ck_assert_int_eq(hd_make_layout(&shape, NULL, NULL, &layout), HD_OK);
    ck_assert_str_eq(hd_test_show(&layout), row[n][1]);
    hd_oracle_axes axes = {.count = 1};
    for (int64_t i = 0; i < hd_size(&layout); i++) {
      int64_t value;
      ck_assert_int_eq(hd_oracle_at(&layout, i, &axes, &value), HD_OK);
      ck_assert_int_eq(value, i);
    }
  }
}
END_TEST

START_TEST(a_stride_of_0_on_an_axis_is_a_plain_0) {
  hd_tuple shape = hd_test_tuple("(4,8,2)"), stride = hd_test_tuple("(0@0,1@1,0)"),
           zeros = hd_test_tuple("(0@0,0@1,0@2)");
  hd_layout layout;
  ck_assert_int_eq(hd_make_layout(&shape, &stride, NULL, &layout), HD_OK);
  ck_assert_str_eq(hd_test_show(&layout), "(4,8,2):(0,1@1,0)");
  ck_assert_int_eq(hd_make_layout(&shape, &zeros, NULL, &layout), HD_OK);
  ck_assert(!layout.on_axes);
  ck_assert_str_eq(hd_test_show(&layout), "(4,8,2):(0,0,0)");
}
END_TEST

static void expect_make(const char *shape_text, const char *stride_text, hd_status wanted) {
  hd_tuple shape = hd_test_tuple(shape_text), stride;
  hd_layout layout;
  hd_error error;
  if (stride_text) stride = hd_test_tuple(stride_text);
  hd_test_stamp(&layout, sizeof layout);
  hd_status status = hd_make_layout(&shape, stride_text ? &stride : NULL, &error, &layout);
  ck_assert_msg(status == wanted, "%s:%s: %s", shape_text, stride_text, hd_status_name(status));
  ck_assert_msg(hd_test_is_error(&error, wanted), "%s:%s: no error", shape_text, stride_text);
  ck_assert_msg(hd_test_is_stamped(&layout, sizeof layout), "%s:%s: touched", shape_text, stride_text);
  ck_assert_int_eq(hd_make_layout(&shape, stride_text ? &stride : NULL, NULL, &layout), wanted);
}

START_TEST(extents_below_1_and_what_is_no_extent_are_malformed) {
  expect_make("0", NULL, HD_MALFORMED);
  expect_make("(4,0)", "(1,4)", HD_MALFORMED);
  expect_make("(4,-2)", "(1,4)", HD_MALFORMED);
  expect_make("(4,_)", "(1,4)", HD_MALFORMED);
  expect_make("(4,2@0)", "(1,4)", HD_MALFORMED);
  expect_make("(-9223372036854775808,2)", "(0,0)", HD_MALFORMED);
}
END_TEST

START_TEST(strides_that_may_not_stand_together_are_malformed) {
  expect_make("(4,2)", "(1,1@0)", HD_MALFORMED);
  expect_make("(4,2)", "(1@0,1)", HD_MALFORMED);
  expect_make("(4,2)", "(1@0,1@1@0)", HD_MALFORMED);
  expect_make("(4,2)", "(1@1@0,1@0)", HD_MALFORMED);
  expect_make("(4,2)", "(1@lane,1@0)", HD_MALFORMED);
  expect_make("(4,2)", "(1@lane,4)", HD_MALFORMED);
  expect_make("(4,2)", "(1,_)", HD_MALFORMED);
}
END_TEST

START_TEST(shape_and_stride_of_other_nesting_are_a_mismatch) {
  expect_make("(4,2)", "(1,4,8)", HD_MISMATCH);
  expect_make("(4,2)", "(1,(4))", HD_MISMATCH);
  expect_make("4", "(1)", HD_MISMATCH);
  expect_make("()", "1", HD_MISMATCH);
}
END_TEST

START_TEST(sizes_and_values_beyond_64_bits_are_an_overflow) {
  expect_make("(4,4)", "(4611686018427387904,1)", HD_OVERFLOW);
  expect_make("(4294967296,2147483648)", "(0,0)", HD_OVERFLOW);
  expect_make("(4294967296,4294967296)", NULL, HD_OVERFLOW);
  expect_make("2", "-9223372036854775808", HD_OVERFLOW);
  expect_make("(2,2)", "(4611686018427387904,4611686018427387904)", HD_OVERFLOW);
  expect_make("(2,2)", "(4611686018427387904,-4611686018427387904)", HD_OVERFLOW);
  expect_make("(2,2)", "(4611686018427387904@0,4611686018427387904@0)", HD_OVERFLOW);
  hd_tuple shape = hd_test_tuple("(2,2)"), stride = hd_test_tuple("(4611686018427387904@0,4611686018427387904@1)");
  hd_layout layout;
  ck_assert_int_eq(hd_make_layout(&shape, &stride, NULL, &layout), HD_OK);
  stride = hd_test_tuple("(4611686018427387904,4611686018427387903)");
  ck_assert_int_eq(hd_make_layout(&shape, &stride, NULL, &layout), HD_OK);
}
END_TEST

START_TEST(flat_and_scalar_layouts_are_those_of_their_text) {
  static const int64_t shape[] = {4, 3, 2}, stride[] = {1, 0, -7};
  static const char *const wanted[] = {"():()", "(4):(1)", "(4,3):(1,0)", "(4,3,2):(1,0,-7)"};
  hd_layout layout;
  for (int rank = 0; rank <= 3; rank++) {
    ck_assert_int_eq(hd_make_flat_layout(rank, shape, stride, NULL, &layout), HD_OK);
    ck_assert_str_eq(hd_test_show(&layout), wanted[rank]);
  }
  ck_assert_int_eq(hd_make_scalar_layout(20, 2, NULL, &layout), HD_OK);
  ck_assert_str_eq(hd_test_show(&layout), "20:2");
}
END_TEST

START_TEST(flat_and_scalar_layouts_are_refused_untouched) {
  int64_t shape[HD_MAX_LEAVES + 1], stride[HD_MAX_LEAVES + 1] = {0};
  hd_layout layout;
  hd_error error;
  for (int k = 0; k <= HD_MAX_LEAVES; k++) shape[k] = 1;
  hd_test_stamp(&layout, sizeof layout);
  ck_assert_int_eq(hd_make_flat_layout(HD_MAX_LEAVES + 1, shape, stride, &error, &layout), HD_CAPACITY);
  ck_assert(hd_test_is_error(&error, HD_CAPACITY));
  shape[0] = 0;
  ck_assert_int_eq(hd_make_flat_layout(1, shape, stride, &error, &layout), HD_MALFORMED);
  ck_assert(hd_test_is_error(&error, HD_MALFORMED));
  ck_assert_int_eq(hd_make_scalar_layout(0, 1, &error, &layout), HD_MALFORMED);
  ck_assert_int_eq(hd_make_scalar_layout(3, INT64_MAX, &error, &layout), HD_OVERFLOW);
  ck_assert(hd_test_is_error(&error, HD_OVERFLOW));
  ck_assert_int_eq(hd_make_scalar_layout(1, INT64_MAX, NULL, &layout), HD_OK);
  ck_assert_int_eq(hd_make_scalar_layout(1, INT64_MIN, NULL, &layout), HD_OK);
}
END_TEST

/* ---- putting together and taking apart ---- */

START_TEST(each_operand_of_a_concatenation_is_a_mode_of_it) {
  hd_family few = hd_family_few(1), small = hd_family_small(2);
  for (int64_t n = 0; n < hd_family_count(&few); n++)
    for (int64_t m = 0; m < hd_family_count(&small); m += 5) {
      hd_layout a, b, made, part;
      hd_family_at(&few, n, &a);
      hd_family_at(&small, m, &b);
      const hd_layout *mode[] = {&a, &b, &a};
      EXPECT(hd_concatenate(mode, 3, NULL, &made) == HD_OK, "%s and %s", hd_test_show(&a), hd_test_show(&b));
      EXPECT(hd_test_is_valid(&made) && hd_rank(&made.profile) == 3, "%s", hd_test_show(&made));
      for (int k = 0; k < 3; k++) {
        EXPECT(hd_get(&made, &k, 1, NULL, &part) == HD_OK, "%s: mode %d", hd_test_show(&made), k);
        EXPECT(hd_is_identical(&part, mode[k]), "%s: mode %d is %s", hd_test_show(&made), k, hd_test_show(&part));
      }
      EXPECT(hd_concatenate(mode, 3, NULL, &a) == HD_OK && hd_is_identical(&a, &made), "into an operand");
    }
}
END_TEST

START_TEST(plain_modes_of_stride_0_stand_beside_modes_on_axes) {
  hd_layout a = hd_test_layout("4:0"), b = hd_test_layout("(2,3):(1@0,5@1)"), made, part;
  const hd_layout *mode[] = {&a, &b};
  const int first = 0, second = 1;
  ck_assert_int_eq(hd_concatenate(mode, 2, NULL, &made), HD_OK);
  ck_assert_str_eq(hd_test_show(&made), "(4,(2,3)):(0,(1@0,5@1))");
  ck_assert_int_eq(hd_get(&made, &first, 1, NULL, &part), HD_OK);
  ck_assert(hd_is_identical(&part, &a) && !part.on_axes);
  ck_assert_int_eq(hd_get(&made, &second, 1, NULL, &part), HD_OK);
  ck_assert(hd_is_identical(&part, &b));
}
END_TEST

static void expect_concatenate(const hd_layout *const *mode, int count, hd_status wanted) {
  hd_layout made;
  hd_error error;
  hd_test_stamp(&made, sizeof made);
  ck_assert_int_eq(hd_concatenate(mode, count, &error, &made), wanted);
  ck_assert(hd_test_is_error(&error, wanted));
  ck_assert(hd_test_is_stamped(&made, sizeof made));
  ck_assert_int_eq(hd_concatenate(mode, count, NULL, &made), wanted);
}

START_TEST(what_may_not_be_put_together_is_refused) {
  hd_layout plain = hd_test_layout("4:1"), axis = hd_test_layout("4:1@0"), inner = hd_test_layout("4:1@1@0");
  hd_layout name = hd_test_layout("4:1@lane"), empty = hd_test_layout("():()"),
            steep = hd_test_layout("2:6917529027641081856");
  hd_layout large = hd_test_layout("4611686018427387904:0");
  const hd_layout *mixed[] = {&plain, &axis}, *overlapping[] = {&axis, &inner}, *named[] = {&axis, &name};
  const hd_layout *hollow[] = {&plain, &empty}, *high[] = {&steep, &steep}, *big[] = {&large, &plain};
  const hd_layout *many[HD_MAX_LEAVES + 1];
  for (int k = 0; k <= HD_MAX_LEAVES; k++) many[k] = &plain;
  expect_concatenate(mixed, 2, HD_MALFORMED);
  expect_concatenate(overlapping, 2, HD_MALFORMED);
  expect_concatenate(named, 2, HD_MALFORMED);
  expect_concatenate(hollow, 2, HD_MALFORMED);
  expect_concatenate(high, 2, HD_OVERFLOW);
  expect_concatenate(big, 2, HD_OVERFLOW);
  expect_concatenate(many, HD_MAX_LEAVES + 1, HD_CAPACITY);
  hd_layout deep = plain;
  for (int k = 0; k < HD_MAX_DEPTH; k++) ck_assert(hd_layout_wrap(&deep, 0));
  const hd_layout *deeper[] = {&deep};
  expect_concatenate(deeper, 1, HD_CAPACITY);
}
END_TEST

START_TEST(a_path_leads_to_the_mode_of_the_text) {
  static const struct {
    int path[3], steps;
    const char *wanted;
  } row[] = {{{0}, 0, "((2,(3,4)),5):((1,(7,50)),1000)"},
             {{0}, 1, "(2,(3,4)):(1,(7,50))"},
             {{1}, 1, "5:1000"},
             {{0, 0}, 2, "2:1"},
             {{0, 1}, 2, "(3,4):(7,50)"},
             {{0, 1, 0}, 3, "3:7"},
             {{0, 1, 1}, 3, "4:50"}};
  hd_layout layout = hd_test_layout("((2,(3,4)),5):((1,(7,50)),1000)"), part;
  for (int n = 0; n < HD_COUNT(row); n++) {
    hd_layout into = layout;
    ck_assert_int_eq(hd_get(&layout, row[n].path, row[n].steps, NULL, &part), HD_OK);
    ck_assert_str_eq(hd_test_show(&part), row[n].wanted);
    ck_assert_int_eq(hd_get(&into, row[n].path, row[n].steps, NULL, &into), HD_OK);
    ck_assert(hd_is_identical(&into, &part));
  }
}
END_TEST

START_TEST(a_scalar_is_its_own_mode_0) {
  hd_layout scalar = hd_test_layout("5:2"), part;
  const int path[] = {0, 0};
  ck_assert_int_eq(hd_get(&scalar, path, 1, NULL, &part), HD_OK);
  ck_assert(hd_is_identical(&part, &scalar));
  ck_assert_int_eq(hd_get(&scalar, path, 2, NULL, &part), HD_RANGE);
}
END_TEST

START_TEST(modes_that_are_not_there_are_a_range_error) {
  static const struct { int path[3], steps; } row[] = {{{2}, 1}, {{-1}, 1}, {{0, 2}, 2}, {{0, 0, 0}, 3}, {{1, 0}, 2}};
  hd_layout layout = hd_test_layout("((2,3),5):((1,7),1000)"), part;
  hd_error error;
  for (int n = 0; n < HD_COUNT(row); n++) {
    hd_test_stamp(&part, sizeof part);
    ck_assert_msg(hd_get(&layout, row[n].path, row[n].steps, &error, &part) == HD_RANGE, "row %d", n);
    ck_assert(hd_test_is_error(&error, HD_RANGE));
    ck_assert(hd_test_is_stamped(&part, sizeof part));
    if (row[n].steps != 1) continue;
    ck_assert_int_eq(hd_select(&layout, row[n].path, 1, &error, &part), HD_RANGE);
    ck_assert(hd_test_is_error(&error, HD_RANGE));
    ck_assert(hd_test_is_stamped(&part, sizeof part));
  }
}
END_TEST

START_TEST(selected_modes_stand_in_the_order_listed) {
  static const struct {
    int mode[4], count;
    const char *wanted;
  } row[] = {{{1}, 1, "(8):(4)"},
             {{1, 0}, 2, "(8,4):(4,1)"},
             {{0, 0, 2}, 3, "(4,4,(2,3)):(1,1,(32,64))"},
             {{0}, 0, "():()"},
             {{2}, 1, "((2,3)):((32,64))"}};
  hd_layout layout = hd_test_layout("(4,8,(2,3)):(1,4,(32,64))"), part, scalar = hd_test_layout("5:2");
  const int zero = 0;
  for (int n = 0; n < HD_COUNT(row); n++) {
    ck_assert_int_eq(hd_select(&layout, row[n].mode, row[n].count, NULL, &part), HD_OK);
    ck_assert_str_eq(hd_test_show(&part), row[n].wanted);
    hd_layout into = layout;
    ck_assert_int_eq(hd_select(&into, row[n].mode, row[n].count, NULL, &into), HD_OK);
    ck_assert(hd_is_identical(&into, &part));
  }
  ck_assert_int_eq(hd_select(&scalar, &zero, 1, NULL, &part), HD_OK);
  ck_assert_str_eq(hd_test_show(&part), "(5):(2)");
}
END_TEST

START_TEST(selecting_more_than_fits_is_a_capacity) {
  hd_layout layout = hd_test_layout("(2,2):(1,2)"), part;
  int mode[HD_MAX_LEAVES + 1] = {0};
  hd_error error;
  hd_test_stamp(&part, sizeof part);
  ck_assert_int_eq(hd_select(&layout, mode, HD_MAX_LEAVES + 1, &error, &part), HD_CAPACITY);
  ck_assert(hd_test_is_error(&error, HD_CAPACITY));
  ck_assert(hd_test_is_stamped(&part, sizeof part));
}
END_TEST

START_TEST(selecting_modes_again_may_leave_64_bits) {
  hd_layout steep = hd_test_layout("(2,3):(6917529027641081856,1)"), part;
  int mode[] = {0, 0};
  hd_test_stamp(&part, sizeof part);
  ck_assert_int_eq(hd_select(&steep, mode, 2, NULL, &part), HD_OVERFLOW);
  ck_assert(hd_test_is_stamped(&part, sizeof part));
}
END_TEST

START_TEST(flattening_keeps_the_function_on_every_integer) {
  for (int leaves = 1; leaves <= 3; leaves++) {
    hd_family family = hd_family_small(leaves);
    for (int64_t n = 0; n < hd_family_count(&family); n++) {
      hd_layout layout, flat;
      hd_oracle_axes axes = {.count = 1};
      hd_family_at(&family, n, &layout);
      hd_flatten(&layout, &flat);
      EXPECT(hd_test_is_valid(&flat) && flat.profile.leaves == layout.profile.leaves, "%s", hd_test_show(&layout));
      EXPECT(hd_depth(&flat.profile) == (hd_depth(&layout.profile) > 0), "%s: %s", hd_test_show(&layout),
             hd_test_show(&flat));
      for (int64_t i = -20; i < 50; i++) {
        int64_t x, y;
        EXPECT(hd_oracle_at(&layout, i, &axes, &x) == HD_OK && hd_oracle_at(&flat, i, &axes, &y) == HD_OK && x == y,
               "%s: %s at %d", hd_test_show(&layout), hd_test_show(&flat), (int)i);
      }
      hd_flatten(&layout, &layout);
      EXPECT(hd_is_identical(&layout, &flat), "%s: into itself", hd_test_show(&flat));
    }
  }
}
END_TEST

/* ---- numbers ---- */

START_TEST(size_and_cosize_are_those_of_the_table) {
  for (int leaves = 1; leaves <= 3; leaves++) {
    hd_family family = hd_family_small(leaves);
    for (int64_t n = 0; n < hd_family_count(&family); n++) {
      hd_layout layout;
      int64_t size, least, greatest, cosize;
      hd_family_at(&family, n, &layout);
      EXPECT(hd_oracle_size(&layout, &size) == HD_OK && hd_size(&layout) == size, "%s: size", hd_test_show(&layout));
      EXPECT(hd_oracle_range(&layout, &least, &greatest) == HD_OK, "the oracle failed");
      EXPECT(hd_cosize(&layout, NULL, &cosize) == HD_OK, "%s: cosize", hd_test_show(&layout));
      /* With strides of both signs the two ends are reached at different coordinates and add up. */
      EXPECT(cosize == 1 + greatest - least, "%s: cosize %d, values %d..%d", hd_test_show(&layout), (int)cosize,
             (int)least, (int)greatest);
    }
  }
}
END_TEST

START_TEST(cosizes_worked_out_by_hand) {
  static const struct {
    const char *layout;
    int64_t cosize;
  } row[] = {{"(536870913,4):(4,1)", 2147483652},
             {"(65384,65384):(65384,1)", INT64_C(65384) * 65384},
             {"():()", 1},
             {"(2,65536,65536):(4294967296,65536,1)", INT64_C(8589934592)},
             {"4:-3", 10},
             {"(4,8):(1@0,1@1)", 32},
             {"(4,8):(2@0,3@0)", 28},
             {"(1,8):(9223372036854775807,1)", 8},
             {"2:9223372036854775806", INT64_MAX}};
  for (int n = 0; n < HD_COUNT(row); n++) {
    hd_layout layout = hd_test_layout(row[n].layout);
    int64_t cosize;
    ck_assert_int_eq(hd_cosize(&layout, NULL, &cosize), HD_OK);
    ck_assert_msg(cosize == row[n].cosize, "%s: %lld", row[n].layout, (long long)cosize);
  }
}
END_TEST

START_TEST(coshapes_are_kept_apart_by_component) {
  static const char *const row[][2] = {{"(4,8):(1,4)", "32"},
                                       {"4:-3", "10"},
                                       {"(4,8):(1@0,1@1)", "(4,8)"},
                                       {"(4,8):(2@1,1@0)", "(8,7)"},
                                       {"(4,8):(1@0,2@0)", "(18)"},
                                       {"(4,8):(1@lane,2@col)", "(4@lane,15@col)"},
                                       {"(4,(2,3)):(1@0@1,(1@1@1,3@0))", "(7,(4,2))"},
                                       {"4:1@1", "(1,4)"}};
  for (int n = 0; n < HD_COUNT(row); n++) {
    hd_layout layout = hd_test_layout(row[n][0]);
    hd_tuple coshape;
    ck_assert_int_eq(hd_coshape(&layout, NULL, &coshape), HD_OK);
    ck_assert_str_eq(hd_test_show_tuple(&coshape), row[n][1]);
  }
}
END_TEST

START_TEST(cosizes_beyond_64_bits_are_an_overflow) {
  hd_layout layout = hd_test_layout("2:9223372036854775807"),
            axes = hd_test_layout("(4294967296,4294967296):(1@0,1@1)");
  int64_t cosize = 99;
  hd_tuple coshape;
  hd_error error;
  hd_test_stamp(&coshape, sizeof coshape);
  ck_assert_int_eq(hd_cosize(&layout, &error, &cosize), HD_OVERFLOW);
  ck_assert(hd_test_is_error(&error, HD_OVERFLOW));
  ck_assert_int_eq(hd_coshape(&layout, &error, &coshape), HD_OVERFLOW);
  ck_assert(hd_test_is_error(&error, HD_OVERFLOW));
  ck_assert(hd_test_is_stamped(&coshape, sizeof coshape));
  /* Not a valid layout by its size, yet its cosize must not wrap. */
  ck_assert_int_eq(hd_cosize(&axes, NULL, &cosize), HD_OVERFLOW);
  ck_assert_int_eq(cosize, 99);
}
END_TEST

START_TEST(components_beyond_the_capacity_are_a_capacity) {
  hd_layout layout = hd_test_layout("2:1@126");
  hd_tuple coshape, index = hd_test_tuple("1");
  hd_error error;
  hd_test_stamp(&coshape, sizeof coshape);
  ck_assert_int_eq(hd_coshape(&layout, &error, &coshape), HD_CAPACITY);
  ck_assert(hd_test_is_error(&error, HD_CAPACITY));
  ck_assert_int_eq(hd_evaluate(&layout, &index, &error, &coshape), HD_CAPACITY);
  ck_assert(hd_test_is_error(&error, HD_CAPACITY));
  ck_assert(hd_test_is_stamped(&coshape, sizeof coshape));
}
END_TEST

START_TEST(a_copy_touches_only_the_leaves_in_use) {
  static const char *const text[] = {"4:1", "(4,(2,3)):(1,(5,-7))", "(4,2):(1@0,0)", "():()"};
  for (int n = 0; n < HD_COUNT(text); n++) {
    hd_layout from = hd_test_layout(text[n]), to;
    size_t used = from.profile.leaves;
    hd_test_stamp(&to, sizeof to);
    hd_layout_copy(&to, &from);
    ck_assert(hd_is_identical(&to, &from));
    ck_assert(hd_test_is_stamped(&to.shape[used], (HD_MAX_LEAVES - used) * sizeof to.shape[0]));
    ck_assert(hd_test_is_stamped(&to.stride[used], (HD_MAX_LEAVES - used) * sizeof to.stride[0]));
    ck_assert(hd_test_is_stamped(&to.axis[used], (HD_MAX_LEAVES - used) * sizeof to.axis[0]));
    hd_layout_copy(&to, &to);
    ck_assert(hd_is_identical(&to, &from));
  }
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"shape and stride come out as they went in", shape_and_stride_come_out_as_they_went_in},
      {"without strides the layout is compact", without_strides_the_layout_is_compact},
      {"a stride of 0 on an axis", a_stride_of_0_on_an_axis_is_a_plain_0},
      {"malformed extents", extents_below_1_and_what_is_no_extent_are_malformed},
      {"malformed strides", strides_that_may_not_stand_together_are_malformed},
      {"mismatched nesting", shape_and_stride_of_other_nesting_are_a_mismatch},
      {"overflow", sizes_and_values_beyond_64_bits_are_an_overflow},
      {"flat and scalar layouts", flat_and_scalar_layouts_are_those_of_their_text},
      {"flat and scalar layouts refused", flat_and_scalar_layouts_are_refused_untouched},
      {"concatenation", each_operand_of_a_concatenation_is_a_mode_of_it},
      {"plain modes beside modes on axes", plain_modes_of_stride_0_stand_beside_modes_on_axes},
      {"concatenation refused", what_may_not_be_put_together_is_refused},
      {"a path leads to its mode", a_path_leads_to_the_mode_of_the_text},
      {"a scalar is its own mode 0", a_scalar_is_its_own_mode_0},
      {"modes that are not there", modes_that_are_not_there_are_a_range_error},
      {"select", selected_modes_stand_in_the_order_listed},
      {"select capacity", selecting_more_than_fits_is_a_capacity},
      {"select overflow", selecting_modes_again_may_leave_64_bits},
      {"flatten", flattening_keeps_the_function_on_every_integer},
      {"size and cosize", size_and_cosize_are_those_of_the_table},
      {"cosizes worked out by hand", cosizes_worked_out_by_hand},
      {"coshape", coshapes_are_kept_apart_by_component},
      {"cosize overflow", cosizes_beyond_64_bits_are_an_overflow},
      {"coshape capacity", components_beyond_the_capacity_are_a_capacity},
      {"copy", a_copy_touches_only_the_leaves_in_use},
  };
  return hd_test_main("layout", test, HD_COUNT(test));
}
