/* Composed layouts: values against the definition, slices and units as equations over all coordinates, text,
 * refusals. */
#include "algebra/modes.h"
#include "algebra/recast.h"
#include "proofs/oracle.h"
#include "tests/support/family.h"
#include "tests/support/plain.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

#include <stdio.h>

/* ---- making them ---- */

static hd_composed parse(const char *text) {
  hd_composed composed;
  hd_error error;
  EXPECT(hd_parse_composed(text, strlen(text), &error, &composed) == HD_OK, "%s: %s", text, error.reason);
  return composed;
}

static void expect_text(const hd_composed *composed, const char *wanted) {
  char text[512];
  ck_assert_uint_eq(hd_print_composed(composed, text, sizeof text), strlen(wanted));
  ck_assert_str_eq(text, wanted);
}

static hd_swizzle make_swizzle(int bits, int base, int shift) {
  hd_swizzle swizzle;
  ck_assert_int_eq(hd_make_swizzle(bits, base, shift, NULL, &swizzle), HD_OK);
  return swizzle;
}

static hd_composed swizzled(int bits, int base, int shift, int64_t offset, const hd_layout *layout) {
  hd_swizzle swizzle = make_swizzle(bits, base, shift);
  hd_composed composed;
  hd_composed_plain(layout, &composed);
  ck_assert_int_eq(hd_compose_swizzle(&swizzle, offset, &composed, NULL, &composed), HD_OK);
  return composed;
}

/* ---- the definition, worked out apart from the library ---- */

static const hd_oracle_axes integers = {1, {HD_AXIS_INTEGER}};

/* The steps, on integers. */
static int64_t through(const hd_composed *composed, int64_t value) {
  for (int k = composed->steps - 1; k >= 0; k--) {
    const hd_step *step = &composed->step[k];
    if (step->is_layout) {
      int64_t index = value + composed->outer_offset.value[0];
      EXPECT(hd_oracle_at(&composed->outer, index, &integers, &value) == HD_OK, "the oracle failed");
    } else {
      value = hd_plain_swizzled(step->swizzle, value + step->offset);
    }
  }
  return value;
}

static int64_t define_at(const hd_composed *composed, int64_t index) {
  int64_t value;
  EXPECT(hd_oracle_at(&composed->inner, index, &integers, &value) == HD_OK, "the oracle failed");
  return through(composed, value);
}

static int64_t define(const hd_composed *composed, const hd_tuple *coordinate) {
  int64_t value;
  EXPECT(hd_oracle_at_coordinate(&composed->inner, coordinate, &integers, &value) == HD_OK, "the oracle failed");
  return through(composed, value);
}

static int64_t at(const hd_composed *composed, int64_t index) {
  int64_t value;
  EXPECT(hd_composed_at(composed, index, NULL, &value) == HD_OK, "no value at %d", (int)index);
  return value;
}

static const hd_swizzle some[] = {{0, 0, 0}, {1, 0, 1}, {1, 1, 2},  {2, 0, 2},  {2, 1, 3},  {3, 0, 3},
                                  {1, 3, 1}, {2, 2, 4}, {1, 0, -1}, {2, 1, -2}, {1, 2, -3}, {3, 4, 3}};

/* ---- values ---- */

START_TEST(values_are_those_of_the_definition) {
  static const int64_t offset[] = {0, 1, 7, 32, -5};
  int64_t visited = 0;
  for (int leaves = 1; leaves <= 2; leaves++) {
    hd_family family = hd_family_small(leaves);
    int64_t count = hd_family_count(&family), step = leaves == 1 ? 1 : 7;
    for (int64_t n = 0; n < count; n += step) {
      hd_layout layout;
      hd_family_at(&family, n, &layout);
      for (int k = 0; k < HD_COUNT(some); k++) {
        hd_composed composed =
            swizzled(some[k].bits, some[k].base, some[k].shift, offset[(n + k) % HD_COUNT(offset)], &layout);
        int64_t size = hd_size(&layout);
        for (int64_t i = 0; i < size + 3; i++, visited++)
          EXPECT(at(&composed, i) == define_at(&composed, i), "%s behind swizzle %d at %d", hd_test_show(&layout), k,
                 (int)i);
      }
    }
  }
  ck_assert_int_gt(visited, 20000);
}
END_TEST

START_TEST(chains_are_applied_from_the_right) {
  static const char *const text[] = {"S<1,0,1> o 3 o S<2,1,2> o 5 o (4,8):(1,4)",
                                     "S<1,0,1> o 3 o (4,5):(7,1) o 2 o (3,4):(1,3)",
                                     "(4,5):(7,1) o 2 o S<2,0,2> o 1 o (3,4):(1,3)",
                                     "S<3,0,3> o 0 o (4,5):(7,1) o 2 o S<2,0,2> o 1 o (3,4):(1,3)",
                                     "S<1,0,1> o 1 o S<1,1,1> o 2 o S<1,2,1> o 3 o S<1,3,1> o 4 o 32:1",
                                     "20:3 o 2 o 20:3"};
  for (int k = 0; k < HD_COUNT(text); k++) {
    hd_composed composed = parse(text[k]);
    for (int64_t i = 0; i < hd_size(&composed.inner); i++)
      EXPECT(at(&composed, i) == define_at(&composed, i), "%s at %d", text[k], (int)i);
    expect_text(&composed, text[k]);
  }
  hd_composed affine = parse("20:3 o 2 o 20:3");
  ck_assert_int_eq(at(&affine, 4), 42);
  hd_composed bits = parse("S<1,4,3> o 2 o (32):(32)");
  ck_assert_int_eq(at(&bits, 6), 210);
  hd_composed cell = parse("S<1,3,3> o 0 o (8,16):(16,1)");
  hd_tuple coordinate = hd_test_tuple("(4,0)"), value;
  ck_assert_int_eq(hd_composed_evaluate(&cell, &coordinate, NULL, &value), HD_OK);
  ck_assert_int_eq(value.value[0], 72);
}
END_TEST

START_TEST(coordinates_go_into_the_modes_they_point_at) {
  static const struct {
    const char *text, *coordinate, *value;
  } cases[] = {
      {"(6,2):(1,3) o (2,1) o (2,3):(1@1,2@0)", "3", "10"},
      {"(6,2):(1,3) o 0 o (2,3):(1@1,2@0)", "(1,2)", "7"},
      {"(6,2):(1,3) o (0,0) o (2,3):(1@1,2@0)", "(1,2)", "7"},
      {"(4,8):(1,4) o (0,0) o (2,4):(1,2)", "(1,3)", "7"},
      {"(4,8):(1@0,1@1) o 0 o (2,4):(1,2)", "(1,3)", "(3,1)"},
      {"(4,8):(1@0,1@1) o 5 o (2,4):(1,2)", "(1,3)", "(0,3)"},
      {"(4,5):(1,4) o (0,0) o (2):(1@0)", "1", "1"},
      {"(4,5):(1,4) o (1,2) o (2):(1@0)", "1", "10"},
      {"((4,2),5):((1,4),8) o (1,1) o 3:3@0", "2", "15"},
      {"((4,2),5):((1,4),8) o ((1,1),0) o (2,2):(1@0@0,1@1)", "(1,1)", "14"},
  };
  for (int k = 0; k < HD_COUNT(cases); k++) {
    hd_composed composed = parse(cases[k].text);
    hd_tuple coordinate = hd_test_tuple(cases[k].coordinate), wanted = hd_test_tuple(cases[k].value), value;
    ck_assert_int_eq(hd_composed_evaluate(&composed, &coordinate, NULL, &value), HD_OK);
    EXPECT(hd_tuple_is_identical(&value, &wanted), "%s at %s: %s", cases[k].text, cases[k].coordinate,
           hd_test_show_tuple(&value));
  }
}
END_TEST

/* No single swizzle with parameters below 6 is S<3,0,3> after S<1,2,1>, which yet takes no value twice. */
START_TEST(two_swizzles_that_no_one_swizzle_is_stay_two) {
  hd_composed two = parse("S<3,0,3> o S<1,2,1> o 0 o 256:1");
  int tried = 0;
  bool answer, hit[256] = {false};
  expect_text(&two, "S<3,0,3> o 0 o S<1,2,1> o 0 o 256:1");
  for (int bits = 0; bits < 6; bits++)
    for (int base = 0; base < 6; base++)
      for (int shift = -5; shift < 6; shift++) {
        hd_swizzle one;
        if (hd_make_swizzle(bits, base, shift, NULL, &one) != HD_OK) continue;
        hd_composed single = swizzled(bits, base, shift, 0, &two.inner);
        bool differs = false;
        for (int64_t i = 0; i < 256 && !differs; i++) differs = at(&two, i) != at(&single, i);
        EXPECT(differs, "S<%d,%d,%d> is the same", bits, base, shift);
        ck_assert_int_eq(hd_composed_is_equivalent(&two, &single, NULL, &answer, NULL), HD_OK);
        ck_assert(!answer);
        tried++;
      }
  ck_assert_int_gt(tried, 200);
  for (int64_t i = 0; i < 256; i++) hit[at(&two, i)] = true;
  for (int k = 0; k < 256; k++) ck_assert(hit[k]);
  ck_assert_int_eq(hd_composed_is_injective(&two, NULL, &answer), HD_OK);
  ck_assert(answer);
}
END_TEST

/* ---- composing ---- */

START_TEST(composing_two_composed_layouts_composes_their_functions) {
  static const char *const text[] = {"32:1",
                                     "(4,8):(1,4)",
                                     "(4,8):(8,1)",
                                     "S<2,0,2> o 0 o 16:1",
                                     "S<2,1,2> o 3 o (4,4):(4,1)",
                                     "S<1,0,1> o 0 o S<1,1,1> o 5 o 8:1",
                                     "(4,5):(7,1) o 2 o (3,4):(1,3)"};
  static const int64_t offset[] = {0, 6};
  int composed = 0, refused = 0;
  for (int n = 0; n < HD_COUNT(text) * HD_COUNT(text) * 2; n++) {
    hd_composed left = parse(text[n / 2 % HD_COUNT(text)]), right = parse(text[n / 2 / HD_COUNT(text)]), both, kept;
    hd_tuple added;
    hd_error error;
    hd_tuple_scalar(&added, offset[n % 2]);
    hd_test_stamp(&both, sizeof both);
    hd_status status = hd_compose(&left, &added, &right, &error, &both);
    if (status != HD_OK) {
      EXPECT(status == HD_CAPACITY && hd_test_is_error(&error, status), "%d: %s", n, hd_status_name(status));
      EXPECT(hd_test_is_stamped(&both, sizeof both), "touched");
      refused++;
      continue;
    }
    for (int64_t i = 0; i < hd_size(&right.inner); i++) {
      int64_t wanted = define_at(&left, offset[n % 2] + define_at(&right, i));
      EXPECT(at(&both, i) == wanted, "%d at %d", n, (int)i);
    }
    kept = left;
    ck_assert_int_eq(hd_compose(&left, &added, &right, NULL, &left), HD_OK);
    ck_assert(hd_composed_is_identical(&left, &both));
    ck_assert_int_eq(hd_compose(&kept, &added, &right, NULL, &right), HD_OK);
    ck_assert(hd_composed_is_identical(&right, &both));
    composed++;
  }
  ck_assert_int_gt(composed, 40);
  ck_assert_int_gt(refused, 10);
}
END_TEST

START_TEST(behind_every_integer_offsets_join) {
  hd_composed map = parse("S<2,0,2> o 3 o 1:1"), inner = parse("(4,8):(1,4)"), both;
  hd_tuple four = hd_test_tuple("4"), pair = hd_test_tuple("(0,1)"), most;
  hd_error error;
  ck_assert_int_eq(hd_compose(&map, &four, &inner, NULL, &both), HD_OK);
  expect_text(&both, "S<2,0,2> o 7 o (4,8):(1,4)");
  ck_assert_int_eq(hd_compose(&map, &pair, &inner, &error, &both), HD_MISMATCH);
  hd_tuple_scalar(&most, INT64_MAX);
  ck_assert_int_eq(hd_compose(&map, &most, &inner, &error, &both), HD_OVERFLOW);
  ck_assert(hd_test_is_error(&error, HD_OVERFLOW));
  expect_text(&both, "S<2,0,2> o 7 o (4,8):(1,4)");
}
END_TEST

START_TEST(what_does_not_fit_is_not_composed) {
  static const struct {
    const char *text;
    hd_status status;
  } wrong[] = {
      {"S<3,4,3> o 0 o (4,2):(1@0,1@1)", HD_MISMATCH},
      {"S<3,4,3> o 0 o (4,2):(1@lane,1@col)", HD_MISMATCH},
      {"S<3,4,3> o (0,0) o (4,2):(1,4)", HD_MISMATCH},
      {"S<3,4,3> o 0 o (4,8):(1@0,1@1) o 0 o 8:1", HD_MISMATCH},
      {"(4,8):(1,4) o 0 o (4,2):(1@lane,1@col)", HD_MISMATCH},
      {"(4,8):(1,4) o 0 o (4,2):(1@0,1@2)", HD_MISMATCH},
      {"(4,8):(1,4) o 1 o (4,2):(1@0,1@1)", HD_MISMATCH},
      {"(4,8):(1,4) o (1,0) o (2,4):(1,2)", HD_MISMATCH},
      {"(4,8):(1,4) o (1,0,0) o (4,2):(1@0,1@1)", HD_MISMATCH},
      {"(4,8):(1,4) o ((1,1),0) o (4,2):(1@0,1@1)", HD_MISMATCH},
      {"(4,8):(1,4) o (1@0,0) o (4,2):(1@0,1@1)", HD_MISMATCH},
      {"(4,8):(1,4) o _ o (2,4):(1,2)", HD_MISMATCH},
      {"(4,8):(1,4) o 0 o (4,8):(1,4) o 0 o 8:1", HD_CAPACITY},
      {"S<1,0,1> o S<1,0,1> o S<1,0,1> o S<1,0,1> o S<1,0,1> o 8:1", HD_CAPACITY},
      {"8:1 o 0 o S<1,0,1> o S<1,0,1> o S<1,0,1> o S<1,0,1> o 8:1", HD_CAPACITY},
      {"S<3,4,2> o 0 o 8:1", HD_MALFORMED},
      {"S<3,4,3> o 1 o 2 o 8:1", HD_MALFORMED},
      {"S<3,4,3> o 0 o", HD_MALFORMED},
      {" o 0 o 8:1", HD_MALFORMED},
      {"S<3,4,3> o 0 o (0,3):(1,2)", HD_MALFORMED},
      {"(4,5):(1/2@0,1@1) o 0 o (2,3):(1,2)", HD_MALFORMED},
      {"(4,5):(1@1@0,1@0) o 0 o (2,3):(1,2)", HD_MALFORMED},
      {"S<3,4,3> o 99999999999999999999 o 8:1", HD_OVERFLOW},
      {"", HD_MALFORMED},
  };
  for (int k = 0; k < HD_COUNT(wrong); k++) {
    hd_composed composed;
    hd_error error;
    hd_test_stamp(&composed, sizeof composed);
    hd_status status = hd_parse_composed(wrong[k].text, strlen(wrong[k].text), &error, &composed);
    EXPECT(status == wrong[k].status && hd_test_is_error(&error, status), "%s: %s", wrong[k].text,
           hd_status_name(status));
    EXPECT(error.position <= strlen(wrong[k].text), "%s: at %d", wrong[k].text, (int)error.position);
    EXPECT(hd_test_is_stamped(&composed, sizeof composed), "%s: touched", wrong[k].text);
    EXPECT(hd_parse_composed(wrong[k].text, strlen(wrong[k].text), NULL, &composed) == status, "%s", wrong[k].text);
  }
  hd_composed paths = parse("(4,8):(1@0,1@1) o 0 o 8:1"), far = parse("S<1,0,1> o 9223372036854775807 o 8:1");
  int64_t value;
  hd_error error;
  ck_assert_int_eq(hd_composed_at(&paths, 1, &error, &value), HD_MISMATCH);
  ck_assert(hd_test_is_error(&error, HD_MISMATCH));
  ck_assert_int_eq(hd_composed_at(&far, 1, &error, &value), HD_OVERFLOW);
  ck_assert(hd_test_is_error(&error, HD_OVERFLOW));
  hd_tuple nested = hd_test_tuple("(1,2,3)"), into;
  ck_assert_int_eq(hd_composed_evaluate(&far, &nested, &error, &into), HD_MISMATCH);
}
END_TEST

/* ---- operations on the domain ---- */

/* What a domain operation makes of the inner layout it makes of the function: where the inner layouts agree, at index x
 * of one and y of the other, so do the composed ones. */
START_TEST(operations_on_the_domain_act_on_the_inner_layout) {
  static const char *const text[] = {"S<3,1,3> o 5 o (6,8):(8,1)", "S<1,0,1> o 0 o S<2,1,2> o 0 o (6,8):(8,1)",
                                     "(8,6):(1,8) o 2 o (6,8):(8,1)"};
  for (int k = 0; k < HD_COUNT(text); k++) {
    hd_composed composed = parse(text[k]), divided = composed, flat = composed, part = composed;
    hd_tiler tiler = hd_test_tiler("[3:1;4:1]"), whole = hd_test_tiler("[(3):(2);(2,4):(4,1)]");
    ck_assert_int_eq(hd_zipped_divide(&divided.inner, &tiler, NULL, &divided.inner), HD_OK);
    hd_coalesce(&flat.inner, &flat.inner);
    ck_assert_int_eq(hd_composition_by_mode(&part.inner, &whole, NULL, &part.inner), HD_OK);
    for (int64_t tile = 0; tile < 12; tile++)
      for (int64_t rest = 0; rest < 4; rest++) {
        int64_t row = tile % 3 + 3 * (rest % 2), column = tile / 3 + 4 * (rest / 2);
        ck_assert_int_eq(at(&divided, tile + 12 * rest), define_at(&composed, row + 6 * column));
      }
    for (int64_t i = 0; i < 48; i++) ck_assert_int_eq(at(&flat, i), define_at(&composed, i));
    for (int64_t i = 0; i < 3; i++)
      for (int64_t j = 0; j < 8; j++)
        ck_assert_int_eq(at(&part, i + 3 * j), define_at(&composed, 2 * i + 6 * (4 * (j % 2) + j / 2)));
  }
}
END_TEST

START_TEST(cosize_is_that_of_what_the_swizzle_is_given) {
  hd_composed composed = parse("S<3,4,6> o 0 o (3,4):(4,1)"), affine = parse("(2,3):(1,2) o 0 o (4,5):(1,4)");
  int64_t cosize = 77;
  hd_error error;
  ck_assert_int_eq(hd_composed_cosize(&affine, &error, &cosize), HD_MISMATCH);
  ck_assert(hd_test_is_error(&error, HD_MISMATCH) && cosize == 77);
  ck_assert_int_eq(hd_composed_cosize(&composed, NULL, &cosize), HD_OK);
  ck_assert_int_eq(cosize, 12);
}
END_TEST

/* ---- slices ---- */

/* Whether R(x) + constant = c(coordinate with the digits of x in the places of its `_`), for flat shapes. */
static void judge_slice(const hd_composed *composed, const hd_tuple *coordinate, int *plain) {
  hd_composed slice;
  int64_t constant, size = 1;
  hd_status status = hd_composed_slice(composed, coordinate, NULL, &slice, &constant);
  EXPECT(status == HD_OK, "%s by %s: %s", hd_test_show(&composed->inner), hd_test_show_tuple(coordinate),
         hd_status_name(status));
  for (int k = 0; k < coordinate->profile.leaves; k++)
    if (hd_tuple_is_any(coordinate, k)) size *= composed->inner.shape[k];
  EXPECT(hd_size(&slice.inner) == size, "%s by %s: size", hd_test_show(&composed->inner),
         hd_test_show_tuple(coordinate));
  for (int64_t x = 0; x < size; x++) {
    hd_tuple filled = *coordinate;
    int64_t rest = x;
    filled.on_axes = false;
    for (int k = 0; k < coordinate->profile.leaves; k++) {
      if (!hd_tuple_is_any(coordinate, k)) continue;
      filled.value[k] = rest % composed->inner.shape[k];
      rest /= composed->inner.shape[k];
    }
    int64_t wanted = define(composed, &filled);
    EXPECT(define_at(&slice, x) + constant == wanted, "%s by %s at %d: %d and %d, not %d",
           hd_test_show(&composed->inner), hd_test_show_tuple(coordinate), (int)x, (int)define_at(&slice, x),
           (int)constant, (int)wanted);
  }
  *plain += slice.steps == 0;
}

START_TEST(a_slice_differs_from_the_layout_by_a_constant) {
  static const int64_t extent[] = {1, 2, 3, 4, 6, 8}, stride[] = {0, 1, 2, 3, 4, 8, 12, 16, 32, 64, 480, -4};
  static const int64_t offset[] = {0, 0, 1, 4, 16, 37, -3};
  static const hd_axis any = HD_AXIS_ANY;
  uint64_t seed = 7;
  int plain = 0, judged = 0;
  for (int n = 0; n < 30000; n++) {
    int64_t shape[3], strides[3], draw[12];
    hd_layout layout;
    hd_tuple coordinate;
    int rank = 2 + n % 2, free_leaves = 0;
    for (int k = 0; k < 12; k++) {
      seed ^= seed << 13;
      seed ^= seed >> 7;
      seed ^= seed << 17;
      draw[k] = (int64_t)(seed >> 20);
    }
    hd_tuple_clear(&coordinate);
    for (int k = 0; k < rank; k++) {
      shape[k] = extent[draw[k] % HD_COUNT(extent)];
      strides[k] = stride[draw[3 + k] % HD_COUNT(stride)];
      bool open = draw[6 + k] % 2 == 0 || (k + 1 == rank && free_leaves == 0);
      free_leaves += open;
      hd_tuple_append(&coordinate, open ? 0 : draw[9 + k] % shape[k], open ? any : HD_AXIS_INTEGER);
    }
    hd_profile_wrap(&coordinate.profile, 0);
    ck_assert_int_eq(hd_make_flat_layout(rank, shape, strides, NULL, &layout), HD_OK);
    const hd_swizzle *swizzle = &some[n % HD_COUNT(some)];
    hd_composed composed =
        swizzled(swizzle->bits, swizzle->base, swizzle->shift, offset[n / 7 % HD_COUNT(offset)], &layout);
    judge_slice(&composed, &coordinate, &plain);
    judged++;
  }
  ck_assert_int_eq(judged, 30000);
  ck_assert_int_gt(plain, 5000);
  ck_assert_int_lt(plain, 25000);
}
END_TEST

START_TEST(slices_print_as_they_should) {
  static const struct {
    const char *text, *coordinate, *slice;
    int64_t constant;
  } cases[] = {
      {"S<3,4,3> o 0 o (10,2):(2,1)", "(_,0)", "(10):(2)", 0},
      {"S<3,4,3> o 0 o (8,2):(2,1)", "(_,0)", "(8):(2)", 0},
      {"S<3,3,3> o 0 o (8,64):(64,1)", "(_,0)", "(8):(72)", 0},
      {"S<3,2,3> o 0 o (16,4,2):(4,1,128)", "(_,2,0)", "S<3,2,3> o 0 o (16):(4)", 2},
      {"S<1,0,3> o 0 o (10,4,4):(16,480,1)", "(_,1,_)", "(10,4):(16,1)", 480},
      {"S<1,3,2> o 0 o (2,3,8,4):(32,256,1,64)", "(1,_,7,_)", "(3,4):(256,64)", 47},
      {"S<2,4,5> o 0 o (((1)),12):(((1)),1)", "(0,_)", "(12):(1)", 0},
      {"S<3,1,4> o 4 o (16,4,2):(4,1,128)", "(_,2,0)", "S<3,1,4> o 6 o (16):(4)", 0},
      {"S<2,3,2> o 0 o (2,3,12):(1,2,6)", "(0,2,_)", "S<2,3,2> o 4 o (12):(6)", 0},
      {"S<3,2,6> o 1 o (((2,9),8)):(((648,1),27))", "((_,_))", "S<3,2,6> o 1 o ((2,9),8):((648,1),27)", 0},
      {"(4,5):(1,4) o 2 o (2,3):(1,2)", "(_,0)", "(4,5):(1,4) o 2 o (2):(1)", 0},
      {"(4,5):(1,4) o 2 o (2,3):(1,2)", "(_,2)", "(4,5):(1,4) o 6 o (2):(1)", 0},
      {"(6,2):(1,3) o (2,1) o (2,3):(1@1,2@0)", "(0,_)", "(6,2):(1,3) o (2,1) o (3):(2@0)", 0},
      {"(6,2):(1,3) o (2,1) o (2,3):(1@1,2@0)", "(_,1)", "(6,2):(1,3) o (4,1) o (2):(1@1)", 0},
      {"S<1,0,1> o 1 o S<2,0,2> o 3 o (4,8):(1,4)", "(1,_)", "S<1,0,1> o 1 o S<2,0,2> o 4 o (8):(4)", 0},
      {"(4,8):(1,4)", "(_,3)", "(4):(1)", 12},
      {"S<2,0,2> o 0 o (4,8):(1,4)", "_", "S<2,0,2> o 0 o (4,8):(1,4)", 0},
      {"S<2,0,2> o 3 o ():()", "_", "S<2,0,2> o 3 o ():()", 0},
      {"S<3,4,3> o 5 o ((2,4),(4,4),(2,2),(2,2)):((64,128),(1,4),(512,1024),(2048,4096))", "((_,3),(_,2),_,1)",
       "S<3,4,3> o 2445 o (2,4,(2,2)):(64,1,(512,1024))", 0},
      {"S<2,4,5> o 71 o (4,4,2):(16,8,1024)", "(_,_,1)", "S<2,4,5> o 1088 o (4,4):(16,8)", 7},
  };
  for (int k = 0; k < HD_COUNT(cases); k++) {
    hd_composed composed = parse(cases[k].text);
    hd_tuple coordinate = hd_test_tuple(cases[k].coordinate);
    int64_t constant;
    EXPECT(hd_composed_slice(&composed, &coordinate, NULL, &composed, &constant) == HD_OK, "%s", cases[k].text);
    expect_text(&composed, cases[k].slice);
    EXPECT(constant == cases[k].constant, "%s: %d", cases[k].text, (int)constant);
  }
}
END_TEST

START_TEST(slices_that_are_none_are_refused) {
  static const struct {
    const char *text, *coordinate;
    hd_status status;
  } wrong[] = {
      {"S<3,5,4> o 0 o (8,4):(1,8)", "(2,1)", HD_MISMATCH},
      {"S<3,5,4> o 0 o (8,4):(1,8)", "()", HD_MISMATCH},
      {"S<3,5,4> o 0 o ():()", "7", HD_MISMATCH},
      {"(4,5):(1,4) o 2 o (4,3):(1,4)", "(0,_,1)", HD_MISMATCH},
      {"S<3,5,4> o 0 o (8,4):(1,8)", "(_,(0,0))", HD_MISMATCH},
      {"(4,2):(1@0,1@1)", "(_,1)", HD_MISMATCH},
      {"S<3,5,4> o 9223372036854775807 o (8,4):(1,8)", "(_,1)", HD_OVERFLOW},
  };
  for (int k = 0; k < HD_COUNT(wrong); k++) {
    hd_composed composed = parse(wrong[k].text), slice;
    hd_tuple coordinate = hd_test_tuple(wrong[k].coordinate);
    hd_error error;
    int64_t constant = 77;
    hd_test_stamp(&slice, sizeof slice);
    hd_status status = hd_composed_slice(&composed, &coordinate, &error, &slice, &constant);
    EXPECT(status == wrong[k].status && hd_test_is_error(&error, status), "%s: %s", wrong[k].text,
           hd_status_name(status));
    EXPECT(hd_test_is_stamped(&slice, sizeof slice) && constant == 77, "%s: touched", wrong[k].text);
  }
  hd_composed affine = parse("(4,5):(1,4) o 2 o (4,3):(1,4)");
  hd_tuple fixed = hd_test_tuple("(1,2)");
  int64_t constant;
  ck_assert_int_eq(hd_composed_slice(&affine, &fixed, NULL, &affine, &constant), HD_OK);
  expect_text(&affine, "(4,5):(1,4) o 11 o ():()");
}
END_TEST

/* ---- units ---- */

START_TEST(a_recast_layout_addresses_the_same_memory) {
  static const struct {
    const char *text;
    int64_t new_bits, old_bits;
    const char *recast;
  } cases[] = {
      {"(4,5):(1,4) o 2 o (8,4):(1,8)", 32, 16, "(2,5):(1,2) o 1 o (4,4):(1,4)"},
      {"S<3,4,3> o 0 o (8,128):(128,1)", 16, 8, "S<3,3,3> o 0 o (8,64):(64,1)"},
      {"S<3,3,3> o 8 o (8,64):(64,1)", 8, 16, "S<3,4,3> o 16 o (8,128):(128,1)"},
      {"S<3,3,3> o 8 o (8,64):(64,1)", 128, 16, "S<3,0,3> o 1 o (8,8):(8,1)"},
      {"S<1,3,1> o 0 o S<2,4,2> o 16 o 64:1", 64, 8, "S<1,0,1> o 0 o S<2,1,2> o 2 o 8:1"},
      {"S<3,4,3> o 3 o 8:1", 8, 8, "S<3,4,3> o 3 o 8:1"},
  };
  for (int k = 0; k < HD_COUNT(cases); k++) {
    hd_composed before = parse(cases[k].text), after;
    ck_assert_int_eq(hd_composed_recast(&before, cases[k].new_bits, cases[k].old_bits, NULL, &after), HD_OK);
    expect_text(&after, cases[k].recast);
    bool up = cases[k].new_bits > cases[k].old_bits;
    int64_t n = up ? cases[k].new_bits / cases[k].old_bits : cases[k].old_bits / cases[k].new_bits;
    const hd_composed *narrow = up ? &before : &after, *wide = up ? &after : &before;
    for (int64_t x = 0; x < 256; x++)
      for (int64_t r = 0; r < n; r++)
        EXPECT(through(narrow, n * x + r) == n * through(wide, x) + r, "%s at %d, %d", cases[k].text, (int)x, (int)r);
    ck_assert_int_eq(hd_composed_recast(&before, cases[k].new_bits, cases[k].old_bits, NULL, &before), HD_OK);
    ck_assert(hd_composed_is_identical(&before, &after));
  }
}
END_TEST

START_TEST(units_that_tear_something_apart_are_refused) {
  static const struct {
    const char *text;
    int64_t new_bits, old_bits;
    hd_status status;
  } wrong[] = {
      {"S<3,1,3> o 0 o (8,64):(64,1)", 64, 8, HD_UNDEFINED}, /* pieces of two bytes move */
      {"S<3,4,3> o 1 o (8,64):(64,1)", 16, 8, HD_UNDEFINED}, /* begins within an element */
      {"S<3,4,3> o 0 o (8,3):(3,1)", 16, 8, HD_UNDEFINED},   /* an odd stride */
      {"(4,8):(8,1) o 0 o 32:1", 16, 8, HD_UNDEFINED},       /* neighbours lie apart */
      {"(4,8):(1,4) o (0,0) o 32:1", 16, 8, HD_MISMATCH},    /* a coordinate has no width */
      {"S<3,4,3> o 0 o 32:1", 24, 8, HD_UNDEFINED},
      {"S<3,4,3> o 0 o 32:1", 0, 8, HD_RANGE},
      {"S<3,4,3> o 0 o 32:1", 8, -8, HD_RANGE},
      {"S<3,24,3> o 0 o 32:1", 1, 32, HD_RANGE},
      {"(2,3):(1,3) o (0,0) o (2,3):(1@0,1@1)", 32, 8, HD_MISMATCH},
      {"S<3,4,3> o 4611686018427387904 o 32:1", 1, 8, HD_OVERFLOW},
  };
  for (int k = 0; k < HD_COUNT(wrong); k++) {
    hd_composed composed = parse(wrong[k].text), result;
    hd_error error;
    hd_test_stamp(&result, sizeof result);
    hd_status status = hd_composed_recast(&composed, wrong[k].new_bits, wrong[k].old_bits, &error, &result);
    EXPECT(status == wrong[k].status && hd_test_is_error(&error, status), "%s to %d: %s", wrong[k].text,
           (int)wrong[k].new_bits, hd_status_name(status));
    EXPECT(hd_test_is_stamped(&result, sizeof result), "%s: touched", wrong[k].text);
  }
}
END_TEST

/* ---- comparing ---- */

START_TEST(equality_and_injectivity_are_those_of_the_values) {
  static const char *const text[] = {"16:1",
                                     "(4,4):(1,4)",
                                     "(4,4):(4,1)",
                                     "(8,2):(1,4)",
                                     "S<1,0,1> o 0 o 16:1",
                                     "S<1,0,1> o 0 o (4,4):(1,4)",
                                     "S<1,0,1> o 1 o 16:1",
                                     "S<2,0,2> o 0 o 16:1",
                                     "S<1,0,1> o 0 o S<1,0,1> o 0 o 16:1",
                                     "S<1,0,4> o 0 o 16:1",
                                     "(4,4):(1,4) o 0 o 16:1",
                                     "(4,4):(4,1) o 0 o 16:1",
                                     "(4,4):(1,3) o 0 o (4,4):(4,1)",
                                     "S<1,0,1> o 0 o (4,4):(1,4) o 0 o 16:1",
                                     "16:2 o 0 o S<1,0,1> o 0 o 16:1",
                                     "(4,4):(1@0,1@1) o 0 o 16:1",
                                     "(4,2):(1,4)"};
  int same = 0, injective = 0;
  for (int n = 0; n < HD_COUNT(text) * HD_COUNT(text); n++) {
    hd_composed a = parse(text[n % HD_COUNT(text)]), b = parse(text[n / HD_COUNT(text)]);
    int64_t size = hd_size(&a.inner), visited, first = 0;
    bool answer, equal = size == hd_size(&b.inner);
    for (; equal && first < size; first++) {
      hd_tuple index, x, y;
      hd_tuple_scalar(&index, first);
      ck_assert_int_eq(hd_composed_evaluate(&a, &index, NULL, &x), HD_OK);
      ck_assert_int_eq(hd_composed_evaluate(&b, &index, NULL, &y), HD_OK);
      equal = hd_tuple_is_identical(&x, &y);
    }
    ck_assert_int_eq(hd_composed_is_equivalent(&a, &b, NULL, &answer, &visited), HD_OK);
    EXPECT(answer == equal, "%s and %s", text[n % HD_COUNT(text)], text[n / HD_COUNT(text)]);
    if (!answer && visited > 0) ck_assert_int_eq(visited, first);
    ck_assert(hd_composed_is_identical(&a, &b) == (n % HD_COUNT(text) == n / HD_COUNT(text)));
    same += answer;
  }
  for (int k = 0; k < HD_COUNT(text); k++) {
    hd_composed c = parse(text[k]);
    hd_error error;
    bool answer, once = true;
    for (int64_t i = 0; i < hd_size(&c.inner); i++)
      for (int64_t j = 0; j < i; j++) {
        hd_tuple index, x, y;
        hd_tuple_scalar(&index, i);
        ck_assert_int_eq(hd_composed_evaluate(&c, &index, NULL, &x), HD_OK);
        hd_tuple_scalar(&index, j);
        ck_assert_int_eq(hd_composed_evaluate(&c, &index, NULL, &y), HD_OK);
        once = once && !hd_tuple_is_identical(&x, &y);
      }
    ck_assert_int_eq(hd_composed_is_injective(&c, &error, &answer), HD_OK);
    EXPECT(answer == once, "%s", text[k]);
    if (!answer) {
      hd_tuple x, y;
      ck_assert(error.has_coordinate && error.has_other);
      ck_assert(!hd_tuple_is_identical(&error.coordinate, &error.other));
      ck_assert_int_eq(hd_composed_evaluate(&c, &error.coordinate, NULL, &x), HD_OK);
      ck_assert_int_eq(hd_composed_evaluate(&c, &error.other, NULL, &y), HD_OK);
      ck_assert(hd_tuple_is_identical(&x, &y));
      ck_assert_int_eq(hd_composed_is_injective(&c, NULL, &answer), HD_OK);
    }
    injective += once;
  }
  ck_assert_int_gt(same, HD_COUNT(text) + 4);
  ck_assert_int_gt(injective, 4);
  ck_assert_int_lt(injective, HD_COUNT(text));
}
END_TEST

START_TEST(too_many_values_are_undecided_and_large_ones_reported) {
  hd_composed large = parse("4194304:1 o 0 o (4194304):(1)"), far = parse("2:4611686018427387904 o 0 o 4:1"), same;
  hd_error error;
  bool answer;
  ck_assert_int_eq(hd_composed_is_injective(&large, &error, &answer), HD_UNDECIDED);
  ck_assert(hd_test_is_error(&error, HD_UNDECIDED));
  ck_assert_int_eq(hd_composed_is_injective(&far, &error, &answer), HD_OVERFLOW);
  hd_composed_copy(&same, &far);
  ck_assert_int_eq(hd_composed_is_equivalent(&far, &same, &error, &answer, NULL), HD_OK);
  ck_assert(answer);
  same.outer_offset.value[0] = 1;
  ck_assert_int_eq(hd_composed_is_equivalent(&far, &same, &error, &answer, NULL), HD_OK);
  ck_assert(!answer);
}
END_TEST

/* ---- text ---- */

START_TEST(what_is_printed_reads_back) {
  hd_family family = hd_family_small(2);
  int64_t count = hd_family_count(&family), read = 0;
  for (int64_t n = 0; n < count; n += 11) {
    hd_layout layout;
    hd_family_at(&family, n, &layout);
    for (int k = 0; k < HD_COUNT(some); k++, read++) {
      hd_composed composed = swizzled(some[k].bits, some[k].base, some[k].shift, n - 100, &layout), again;
      hd_tuple offset;
      char text[512], cut[16];
      hd_tuple_scalar(&offset, k);
      if (k % 2) ck_assert_int_eq(hd_compose_layout(&layout, &offset, &composed, NULL, &composed), HD_OK);
      size_t length = hd_print_composed(&composed, text, sizeof text);
      ck_assert_uint_eq(length, strlen(text));
      EXPECT(hd_parse_composed(text, length, NULL, &again) == HD_OK && hd_composed_is_identical(&composed, &again),
             "%s", text);
      ck_assert_uint_eq(hd_print_composed(&composed, cut, sizeof cut), length);
      ck_assert(strlen(cut) == 15 && strncmp(cut, text, 15) == 0);
      ck_assert_uint_eq(hd_print_composed(&composed, NULL, 0), length);
    }
  }
  ck_assert_int_gt(read, 500);
}
END_TEST

START_TEST(other_spellings_are_read) {
  static const char *const text[][2] = {
      {"Sw<3,4,3> o _0 o (_10,_2):(_2,_1)", "S<3,4,3> o 0 o (10,2):(2,1)"},
      {"S<3,4,3> o (10,2)", "S<3,4,3> o 0 o (10,2):(1,10)"},
      {"S<3,4,3>  o  16  o  8:1 ", "S<3,4,3> o 16 o 8:1"},
      {"S<3,4,3> o S<1,2,1> o 4 o 8:1", "S<3,4,3> o 0 o S<1,2,1> o 4 o 8:1"},
      {"(4,8):(1,4) o (2,2):(1,4)", "(4,8):(1,4) o 0 o (2,2):(1,4)"},
      {"(4,8):(1@o,4@col)", "(4,8):(1@o,4@col)"},
  };
  for (int k = 0; k < HD_COUNT(text); k++) {
    hd_composed composed;
    const char *from = text[k][0];
    EXPECT(hd_parse_composed(from, strlen(from), NULL, &composed) == HD_OK, "%s", from);
    expect_text(&composed, text[k][1]);
  }
}
END_TEST

int main(void) {
  const hd_test tests[] = {
      {"values", values_are_those_of_the_definition},
      {"chains", chains_are_applied_from_the_right},
      {"coordinates", coordinates_go_into_the_modes_they_point_at},
      {"two swizzles", two_swizzles_that_no_one_swizzle_is_stay_two},
      {"compose", composing_two_composed_layouts_composes_their_functions},
      {"offsets join", behind_every_integer_offsets_join},
      {"compose refusals", what_does_not_fit_is_not_composed},
      {"domain operations", operations_on_the_domain_act_on_the_inner_layout},
      {"cosize", cosize_is_that_of_what_the_swizzle_is_given},
      {"slices", a_slice_differs_from_the_layout_by_a_constant},
      {"slices in print", slices_print_as_they_should},
      {"slice refusals", slices_that_are_none_are_refused},
      {"recast", a_recast_layout_addresses_the_same_memory},
      {"recast refusals", units_that_tear_something_apart_are_refused},
      {"comparing", equality_and_injectivity_are_those_of_the_values},
      {"undecided", too_many_values_are_undecided_and_large_ones_reported},
      {"round trip", what_is_printed_reads_back},
      {"spellings", other_spellings_are_read},
  };
  return hd_test_main("composed", tests, HD_COUNT(tests));
}
