/* What users of other tools have run into: each case with the answer worked out by looking at all values. */
#include "proofs/expression.h"
#include "proofs/oracle.h"
#include "tests/support/plain.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

/* ---- composition ---- */

static void expect_composition(const char *left, const char *right, const char *wanted) {
  hd_layout a = hd_test_layout(left), b = hd_test_layout(right), r;
  bool answer;
  int64_t where;
  ck_assert_msg(hd_composition(&a, &b, NULL, &r) == HD_OK, "%s o %s", left, right);
  ck_assert_str_eq(hd_test_show(&r), wanted);
  ck_assert_int_eq(hd_oracle_is_composition(&a, &b, &r, &answer, &where), HD_OK);
  ck_assert(answer);
}

/* Refused at this coordinate, where A has `value`; `leaf` is -1 when leaves carry into each other. */
static void expect_refusal(const char *left, const char *right, int leaf, const char *coordinate, int64_t value) {
  hd_layout a = hd_test_layout(left), b = hd_test_layout(right), r;
  hd_error error;
  hd_oracle_axes axes = {.count = 1};
  int64_t index, found;
  bool inside;
  ck_assert_msg(hd_composition(&a, &b, &error, &r) == HD_UNDEFINED, "%s o %s", left, right);
  ck_assert_int_eq(error.leaf, leaf);
  ck_assert_str_eq(hd_test_show_tuple(&error.coordinate), coordinate);
  ck_assert_int_eq(error.number[leaf < 0 ? 1 : 3], value);
  ck_assert_int_eq(hd_oracle_index_of(&b, &error.coordinate, &index, &inside), HD_OK);
  ck_assert_int_eq(hd_oracle_at_composed(&a, &b, index, &axes, &found), HD_OK);
  ck_assert_int_eq(found, value);
}

START_TEST(a_run_that_leaves_a_mode_unevenly_has_no_layout) { expect_refusal("(4,6,8):(2,3,5)", "6:3", 0, "3", 8); }
END_TEST

START_TEST(modes_that_carry_into_each_other_have_no_layout) {
  expect_refusal("(6,2):(1,7)", "(3,2):(2,3)", -1, "(2,1)", 8);
}
END_TEST

START_TEST(a_run_past_the_end_is_followed_and_refused_where_it_breaks) {
  expect_refusal("(4,8):(2,1)", "33:5", 0, "4", 5);
}
END_TEST

START_TEST(a_composition_that_does_not_divide_may_still_be_right) {
  expect_composition("(10,2):(16,4)", "(3,4):(1,5)", "(3,(2,2)):(16,(80,4))");
}
END_TEST

START_TEST(the_first_rows_of_a_tile_can_be_taken) {
  expect_composition("(32,128):(128,1)", "(30,128):(1,32)", "(30,128):(128,1)");
}
END_TEST

START_TEST(a_documented_example_has_no_answer_and_neither_has_its_repair) {
  expect_refusal("(2,3):(4,1)", "(3,4):(3,1)", 0, "(2,0)", 3);
  expect_refusal("(3,4):(4,1)", "(3,4):(3,1)", 1, "(0,3)", 1);
}
END_TEST

START_TEST(a_stride_is_divided_by_each_mode_it_passes) {
  expect_composition("(3,6,2,8):(1,10,100,1000)", "4:72", "4:2000");
}
END_TEST

/* ---- divide ---- */

static void expect_divide(hd_status (*divide)(const hd_layout *, const hd_tiler *, hd_error *, hd_layout *),
                          const char *left, const char *right, const char *wanted) {
  hd_layout a = hd_test_layout(left), r;
  hd_tiler tiler = hd_test_tiler(right);
  ck_assert_msg(divide(&a, &tiler, NULL, &r) == HD_OK, "%s by %s", left, right);
  ck_assert_str_eq(hd_test_show(&r), wanted);
}

START_TEST(two_pairs_divide_into_one_layout) {
  expect_divide(hd_logical_divide, "(2,4,3):(4,1,8)", "4:1", "((2,2),(2,3)):((4,1),(2,8))");
  expect_divide(hd_logical_divide, "(4,2,3):(2,1,8)", "4:2", "((2,2),(2,3)):((4,1),(2,8))");
}
END_TEST

START_TEST(a_tile_of_32_divides_384_into_12) {
  expect_divide(hd_logical_divide, "(12,32):(1,12)", "(4,8):(1,4)", "((4,8),12):((1,4),32)");
  expect_divide(hd_zipped_divide, "(12,32):(1,12)", "[4:1;8:1]", "((4,8),(3,4)):((1,12),(4,96))");
}
END_TEST

START_TEST(short_and_partly_empty_tilers_divide) {
  expect_divide(hd_logical_divide, "(64,50,80):(16000,160,1)", "[32:1]", "((32,2),50,80):((16000,512000),160,1)");
  expect_divide(hd_logical_divide, "(64,50,80):(16000,160,1)", "[32:1;_;_]", "((32,2),50,80):((16000,512000),160,1)");
  expect_divide(hd_logical_divide, "(64,50,80):(16000,160,1)", "[32:1;_;40:1]",
                "((32,2),50,(40,2)):((16000,512000),160,(1,40))");
  expect_divide(hd_zipped_divide, "(64,50,80):(16000,160,1)", "[32:1]", "((32),(2,50,80)):((16000),(512000,160,1))");
  expect_divide(hd_zipped_divide, "(64,50,80):(16000,160,1)", "[32:1;_;40:1]",
                "((32,1,40),(2,50,2)):((16000,0,1),(512000,160,40))");
}
END_TEST

/* ---- complement ---- */

START_TEST(complements_as_functions) {
  static const struct {
    const char *layout;
    int64_t within;
    const char *wanted;
  } row[] = {{"4:2", 8, "2:1"}, {"4:2", 8, "(2,1):(1,8)"}, {"4:2", 16, "(2,2):(1,8)"}, {"4:2", 7, "2:1"},
             {"4:1", 2, "1:0"}, {"4:0", 8, "8:1"},         {"1:2", 8, "8:1"}};
  for (int n = 0; n < HD_COUNT(row); n++) {
    hd_layout layout = hd_test_layout(row[n].layout), wanted = hd_test_layout(row[n].wanted);
    ck_assert_int_eq(hd_complement(&layout, row[n].within, NULL, &layout), HD_OK);
    ck_assert_msg(hd_is_equivalent(&layout, &wanted, NULL), "%s within %d: %s", row[n].layout, (int)row[n].within,
                  hd_test_show(&layout));
  }
}
END_TEST

/* ---- coalesce and select ---- */

static void expect_coalesce(const char *text, const char *wanted) {
  hd_layout layout = hd_test_layout(text);
  hd_coalesce(&layout, &layout);
  ck_assert_str_eq(hd_test_show(&layout), wanted);
}

START_TEST(an_all_ones_layout_keeps_its_last_stride) {
  expect_coalesce("(1,1):(7,9)", "1:9");
  hd_layout layout = hd_test_layout("(1,1):(7,9)"), zero = hd_test_layout("1:0");
  ck_assert(hd_is_equivalent(&layout, &zero, NULL));
}
END_TEST

START_TEST(row_major_stays_where_the_first_mode_runs_fastest) { expect_coalesce("(3,2):(2,1)", "(3,2):(2,1)"); }
END_TEST

START_TEST(select_and_coalesce_take_a_layout) {
  hd_layout layout = hd_test_layout("(128,64):(1,128)"), r;
  const int swapped[] = {1, 0};
  ck_assert_int_eq(hd_select(&layout, swapped, 2, NULL, &r), HD_OK);
  ck_assert_str_eq(hd_test_show(&r), "(64,128):(128,1)");
  expect_coalesce("(128,64):(1,128)", "8192:1");
}
END_TEST

START_TEST(the_stride_of_an_extent_of_1_never_counts) {
  expect_coalesce("(1,64,128):(8589934592,128,1)", "(64,128):(128,1)");
}
END_TEST

/* ---- injective, bijective, in the image ---- */

static void expect_injective(const char *text, bool wanted, int64_t twice) {
  hd_layout layout = hd_test_layout(text);
  hd_error error;
  bool answer;
  ck_assert_int_eq(hd_is_injective(&layout, &error, &answer), HD_OK);
  ck_assert_msg(answer == wanted, "%s", text);
  if (wanted) return;
  hd_oracle_axes axes = {.count = 1};
  int64_t x, y;
  ck_assert(!hd_tuple_is_identical(&error.coordinate, &error.other));
  ck_assert_int_eq(hd_oracle_at_coordinate(&layout, &error.coordinate, &axes, &x), HD_OK);
  ck_assert_int_eq(hd_oracle_at_coordinate(&layout, &error.other, &axes, &y), HD_OK);
  ck_assert_int_eq(x, y);
  ck_assert_int_eq(error.number[0], x);
  if (twice >= 0) ck_assert_int_eq(x, twice);
}

START_TEST(overlaps_are_found_and_named) {
  expect_injective("(2,2):(2,1)", true, -1);
  expect_injective("(2,2):(2,2)", false, 2);
  expect_injective("(2,3):(2,1)", false, 2);
}
END_TEST

/* A tile of 4 over columns of 3 rows runs into the next column. */
START_TEST(a_tile_that_overruns_its_column_is_not_injective) {
  expect_injective("(4,9):(1,3)", false, -1);
  hd_layout layout = hd_test_layout("(4,9):(1,3)");
  hd_tuple overrun = hd_test_tuple("(3,0)"), alias = hd_test_tuple("(0,1)"), x, y;
  ck_assert_int_eq(hd_evaluate(&layout, &overrun, NULL, &x), HD_OK);
  ck_assert_int_eq(hd_evaluate(&layout, &alias, NULL, &y), HD_OK);
  ck_assert(hd_tuple_is_identical(&x, &y));
}
END_TEST

START_TEST(half_a_million_points_are_proved_injective) {
  expect_injective("(64,8192):(1,64)", true, -1);
  expect_injective("(64,8192):(8192,1)", true, -1);
  expect_injective("(64,(64,128)):(128,(8192,1))", true, -1);
}
END_TEST

START_TEST(a_value_outside_the_image_has_no_coordinate) {
  hd_layout layout = hd_test_layout("(4,2):(1,16)");
  hd_tuple coordinate;
  for (int64_t v = -2; v < 24; v++) {
    hd_tuple value;
    bool inside = (v >= 0 && v < 4) || (v >= 16 && v < 20);
    hd_tuple_scalar(&value, v);
    hd_status status = hd_coordinate_of(&layout, &value, NULL, &coordinate);
    ck_assert_msg(status == (inside ? HD_OK : HD_UNDEFINED), "value %d: %s", (int)v, hd_status_name(status));
  }
}
END_TEST

/* Every value of 0..within-1 as often as any other, and none besides. */
static void expect_hits_once(const char *text, int64_t within, int64_t step) {
  hd_layout layout = hd_test_layout(text);
  static int64_t hits[8192];
  int64_t outside;
  ck_assert(within <= HD_COUNT(hits));
  ck_assert_int_eq(hd_oracle_hits(&layout, within, hits, &outside), HD_OK);
  ck_assert_int_eq(outside, 0);
  for (int64_t v = 0; v < within; v++) EXPECT(hits[v] == (v % step == 0), "%s: value %d", text, (int)v);
}

START_TEST(a_matrix_load_whose_layout_looks_strange_is_a_bijection) {
  expect_hits_once("((2,2,4,2),16):((16,128,32,256),1)", 512, 1);
  expect_hits_once("((4,8),(1,2,2,4)):((32,1),(1,16,8,128))", 512, 1);
  expect_injective("((2,2,4,2),16):((16,128,32,256),1)", true, -1);
  expect_injective("((4,8),(1,2,2,4)):((32,1),(1,16,8,128))", true, -1);
}
END_TEST

START_TEST(both_sides_of_a_handwritten_copy_hit_the_same_slots) {
  expect_hits_once("(64,4):(128,32)", 8192, 32);
  expect_hits_once("((16,4),(2,2)):((32,2048),(512,1024))", 8192, 32);
}
END_TEST

/* ---- two swizzles in a row ---- */

/* S<3,0,3> after S<1,2,1> takes each of 0..255 once, and no S<b,m,s> within bounds is the same map. */
START_TEST(two_swizzles_are_no_single_one_and_still_a_bijection) {
  hd_composed two;
  hd_error error;
  bool injective;
  int tried = 0;
  const char *text = "S<3,0,3> o 0 o S<1,2,1> o 0 o 256:1";
  ck_assert_int_eq(hd_parse_composed(text, strlen(text), &error, &two), HD_OK);
  ck_assert_int_eq(hd_composed_is_injective(&two, &error, &injective), HD_OK);
  ck_assert(injective);
  for (int64_t x = 0; x < 256; x++) {
    int64_t value;
    ck_assert_int_eq(hd_composed_at(&two, x, &error, &value), HD_OK);
    ck_assert_int_eq(value, hd_plain_swizzled((hd_swizzle){3, 0, 3}, hd_plain_swizzled((hd_swizzle){1, 2, 1}, x)));
    ck_assert(value >= 0 && value < 256);
  }
  for (int bits = 0; bits < 6; bits++) {
    for (int base = 0; base < 6; base++) {
      for (int shift = -5; shift < 6; shift++) {
        int64_t x = 0;
        while (x < 256 && hd_plain_swizzled((hd_swizzle){bits, base, shift}, x) ==
                              hd_plain_swizzled((hd_swizzle){3, 0, 3}, hd_plain_swizzled((hd_swizzle){1, 2, 1}, x)))
          x++;
        EXPECT(x < 256, "S<%d,%d,%d> is the same map", bits, base, shift);
        tried++;
      }
    }
  }
  ck_assert_int_eq(tried, 6 * 6 * 11);
}
END_TEST

/* ---- what is printed by other tools ---- */

/* As CuTe C++, the Python DSL and TVM print them: each is read, printed, and read again as the same. */
START_TEST(what_other_tools_print_can_be_pasted) {
  static const char *const pasted[][2] = {
      {"(_2,_3):(_6,_3)", "(2,3):(6,3)"},
      {"((_2,_2),_8):((_1,_4),_16)", "((2,2),8):((1,4),16)"},
      {"S<3,4,3> o 0 o (10,2):(2,1)", "S<3,4,3> o 0 o (10,2):(2,1)"},
      {"Sw<3,4,3> o _0 o (_8,_64):(_64,_1)", "S<3,4,3> o 0 o (8,64):(64,1)"},
      {"S[(8,4,2):(4@laneid,1@laneid,1)] + R[2:1@warpid] + 3@warpid",
       "S[(8,4,2):(4@laneid,1@laneid,1)] + R[2:1@warpid] + 3@warpid"},
      {"(2,3):(1@0,1@1)", "(2,3):(1@0,1@1)"},
  };
  for (int k = 0; k < HD_COUNT(pasted); k++) {
    hd_value value;
    hd_error error;
    char text[512], again[512];
    EXPECT(hd_expression_value(pasted[k][0], strlen(pasted[k][0]), &error, &value) == HD_OK, "%s", pasted[k][0]);
    hd_print_value(&value, text, sizeof text);
    ck_assert_str_eq(text, pasted[k][1]);
    ck_assert_int_eq(hd_expression_value(text, strlen(text), &error, &value), HD_OK);
    hd_print_value(&value, again, sizeof again);
    ck_assert_str_eq(again, text);
  }
}
END_TEST

/* ---- sizes beyond 32 bits ---- */

START_TEST(offsets_beyond_32_bits_are_exact) {
  hd_layout square = hd_test_layout("(65384,65384):(65384,1)"),
            cube = hd_test_layout("(2,65536,65536):(4294967296,65536,1)");
  hd_layout wide = hd_test_layout("(536870913,4):(4,1)");
  int64_t cosize;
  ck_assert_int_eq(hd_cosize(&square, NULL, &cosize), HD_OK);
  ck_assert_int_eq(cosize, INT64_C(4275067456));
  ck_assert_int_eq(hd_cosize(&cube, NULL, &cosize), HD_OK);
  ck_assert_int_eq(cosize, INT64_C(1) << 33);
  ck_assert_int_eq(hd_cosize(&wide, NULL, &cosize), HD_OK);
  ck_assert_int_eq(cosize, INT64_C(2147483652));
  bool answer;
  ck_assert_int_eq(hd_is_injective(&cube, NULL, &answer), HD_OK);
  ck_assert(answer);
}
END_TEST

START_TEST(values_beyond_64_bits_are_said_so) {
  hd_tuple shape = hd_test_tuple("(4,4)"), stride = hd_test_tuple("(4611686018427387904,1)");
  hd_layout layout;
  ck_assert_int_eq(hd_make_layout(&shape, &stride, NULL, &layout), HD_OVERFLOW);
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"a run that leaves a mode unevenly", a_run_that_leaves_a_mode_unevenly_has_no_layout},
      {"modes that carry into each other", modes_that_carry_into_each_other_have_no_layout},
      {"a run past the end", a_run_past_the_end_is_followed_and_refused_where_it_breaks},
      {"what does not divide may be right", a_composition_that_does_not_divide_may_still_be_right},
      {"the first rows of a tile", the_first_rows_of_a_tile_can_be_taken},
      {"a documented example", a_documented_example_has_no_answer_and_neither_has_its_repair},
      {"a stride is divided by each mode", a_stride_is_divided_by_each_mode_it_passes},
      {"two pairs divide into one layout", two_pairs_divide_into_one_layout},
      {"a tile of 32 divides 384 into 12", a_tile_of_32_divides_384_into_12},
      {"short and partly empty tilers", short_and_partly_empty_tilers_divide},
      {"complements as functions", complements_as_functions},
      {"an all-ones layout", an_all_ones_layout_keeps_its_last_stride},
      {"row-major", row_major_stays_where_the_first_mode_runs_fastest},
      {"select and coalesce", select_and_coalesce_take_a_layout},
      {"the stride of an extent of 1", the_stride_of_an_extent_of_1_never_counts},
      {"overlaps", overlaps_are_found_and_named},
      {"a tile that overruns its column", a_tile_that_overruns_its_column_is_not_injective},
      {"half a million points", half_a_million_points_are_proved_injective},
      {"outside the image", a_value_outside_the_image_has_no_coordinate},
      {"a matrix load", a_matrix_load_whose_layout_looks_strange_is_a_bijection},
      {"both sides of a copy", both_sides_of_a_handwritten_copy_hit_the_same_slots},
      {"two swizzles in a row", two_swizzles_are_no_single_one_and_still_a_bijection},
      {"what other tools print", what_other_tools_print_can_be_pasted},
      {"beyond 32 bits", offsets_beyond_32_bits_are_exact},
      {"beyond 64 bits", values_beyond_64_bits_are_said_so},
  };
  return hd_test_main("reports", test, HD_COUNT(test));
}
