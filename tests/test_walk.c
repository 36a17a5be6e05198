/* Walks and prepared layouts say what the layout says: at every index, for every range, and nothing beyond the
 * range. */
#include "tests/support/family.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

enum { ROOM = 70000 };

/* L(index) by its definition, written down again: one digit after the other, the sum modulo 2^64. */
static int64_t value_of(const hd_layout *layout, int64_t index) {
  uint64_t sum = 0;
  for (int k = 0; k < layout->profile.leaves; k++) {
    sum += (uint64_t)(index % layout->shape[k]) * (uint64_t)layout->stride[k];
    index /= layout->shape[k];
  }
  return (int64_t)sum;
}

/* Walks one range in both widths and checks every value, and that the neighbours of the range still stand. */
static void check_range(const hd_layout *layout, int64_t first, int64_t count, bool narrow_too) {
  static int64_t wide[ROOM];
  static int32_t narrow[ROOM];
  hd_error error;
  ck_assert(count + 2 <= ROOM);
  hd_test_stamp(wide, (size_t)(count + 2) * sizeof wide[0]);
  hd_test_stamp(narrow, (size_t)(count + 2) * sizeof narrow[0]);
  EXPECT(hd_values(layout, first, count, &error, wide + 1) == HD_OK, "%s", hd_test_show(layout));
  if (narrow_too) EXPECT(hd_values32(layout, first, count, &error, narrow + 1) == HD_OK, "%s", hd_test_show(layout));
  for (int64_t i = 0; i < count; i++) {
    int64_t value = value_of(layout, first + i);
    EXPECT(wide[i + 1] == value, "%s at %jd in the walk from %jd of %jd: %jd, not %jd", hd_test_show(layout),
           (intmax_t)(first + i), (intmax_t)first, (intmax_t)count, (intmax_t)wide[i + 1], (intmax_t)value);
    EXPECT(!narrow_too || narrow[i + 1] == value, "%s at %jd in the narrow walk from %jd of %jd: %jd, not %jd",
           hd_test_show(layout), (intmax_t)(first + i), (intmax_t)first, (intmax_t)count, (intmax_t)narrow[i + 1],
           (intmax_t)value);
  }
  EXPECT(hd_test_is_stamped(wide, sizeof wide[0]) && hd_test_is_stamped(wide + count + 1, sizeof wide[0]),
         "%s: the walk from %jd of %jd writes beside its range", hd_test_show(layout), (intmax_t)first,
         (intmax_t)count);
  EXPECT(hd_test_is_stamped(narrow, sizeof narrow[0]) && hd_test_is_stamped(narrow + count + 1, sizeof narrow[0]),
         "%s: the narrow walk from %jd of %jd writes beside its range", hd_test_show(layout), (intmax_t)first,
         (intmax_t)count);
}

/* Where the definition above and the library's own evaluation agree, a walk that agrees with one agrees with both. */
static void check_definition(const hd_layout *layout, int64_t index) {
  hd_error error;
  int64_t value;
  EXPECT(hd_evaluate_index(layout, index, &error, &value) == HD_OK && value == value_of(layout, index),
         "%s at %jd: %jd, not %jd", hd_test_show(layout), (intmax_t)index, (intmax_t)value,
         (intmax_t)value_of(layout, index));
}

START_TEST(every_range_of_every_small_layout_is_walked_rightly) {
  for (int leaves = 1; leaves <= 3; leaves++) {
    hd_family family = hd_family_small(leaves);
    for (int64_t n = 0; n < hd_family_count(&family); n++) {
      hd_layout layout;
      hd_family_at(&family, n, &layout);
      int64_t size = hd_size(&layout);
      for (int64_t i = 0; i < size; i++) check_definition(&layout, i);
      for (int64_t first = 0; first <= size; first++) {
        /* With three leaves: all ranges from the start, and all to the end. */
        int64_t least = leaves < 3 || first == 0 ? 0 : size - first;
        for (int64_t count = least; count <= size - first; count++) check_range(&layout, first, count, true);
      }
    }
  }
}
END_TEST

/* Extents on both sides of the table's size and of the vectors' length, tables that end inside a mode or at its end,
 * strides that merge and that do not, negative ones, zeros and extents of 1 in every place. */
static const char *const larger[] = {
    "255:1",
    "256:1",
    "257:3",
    "1000:-7",
    "(16,16):(1,16)",
    "(17,17):(17,1)",
    "(128,512):(1,128)",
    "(128,5):(512,1)",
    "(129,4):(1,1000)",
    "(200,3):(-1,200)",
    "(2,255):(1000,1)",
    "(1,300):(5,2)",
    "(300,1):(2,5)",
    "(1,1,7,1,91,1):(3,1,91,4,-1,9)",
    "((2,2),(2,64)):((128,8),(256,1024))",
    "((3,5),(7,(11,2))):((1,0),(-15,(0,400)))",
    "((4,8),(16,4)):((0,1),(8,0))",
    "(2,2,2,2,2,2,2,2,2,2):(512,-256,128,-64,32,-16,8,-4,2,-1)",
    "(3,85,3):(1,3,-255)",
    "(3,86,3):(1,3,-258)",
    "(256,2,2):(1,-256,1024)",
    "(257,2,2):(1,-257,1024)",
};

START_TEST(ranges_around_every_seam_of_larger_layouts_are_walked_rightly) {
  static const int64_t counts[] = {0, 1, 2, 15, 16, 17, 31, 33, 254, 255, 256, 257, 511, 513};
  for (int n = 0; n < HD_COUNT(larger); n++) {
    hd_layout layout = hd_test_layout(larger[n]);
    int64_t size = hd_size(&layout), step = size > 2000 ? 61 : 1;
    for (int64_t i = 0; i < size; i += step) check_definition(&layout, i);
    check_range(&layout, 0, size, true);
    for (int64_t first = 0; first <= size; first += step) {
      if (size <= 2000 || first % (61 * 16) == 0) check_range(&layout, first, size - first, true);
      for (int k = 0; k < HD_COUNT(counts); k++)
        if (counts[k] <= size - first) check_range(&layout, first, counts[k], true);
    }
  }
}
END_TEST

START_TEST(values_up_to_the_limits_of_64_bits_are_walked_rightly) {
  static const char *const layouts[] = {
      "2:9223372036854775807",
      "2:-9223372036854775807",
      "(3,100):(4611686018427387900,-1)",
      "(100,2,300):(-3,9223372036854775000,0)",
      "(1,600):(9223372036854775807,4611686018427387)",
  };
  for (int n = 0; n < HD_COUNT(layouts); n++) {
    hd_layout layout = hd_test_layout(layouts[n]);
    for (int64_t i = 0; i < hd_size(&layout); i++) check_definition(&layout, i);
    for (int64_t first = 0; first < hd_size(&layout); first += 97)
      check_range(&layout, first, hd_size(&layout) - first, false);
  }
}
END_TEST

START_TEST(a_range_deep_inside_a_huge_layout_is_walked_rightly) {
  hd_layout layout = hd_test_layout("((1000003,3),(65537,1000)):((2,-1),(3000009,0))");
  int64_t size = hd_size(&layout);
  for (int k = 1; k < 50; k++) {
    check_definition(&layout, size / 50 * k);
    check_range(&layout, size / 50 * k, 1000, false);
  }
  check_range(&layout, size - 1000, 1000, false);
  check_range(&layout, 1000003 - 500, 1000, false);
  check_range(&layout, 3000009 - 500, 1000, false);
}
END_TEST

START_TEST(the_empty_layout_has_the_one_value_0) {
  hd_layout empty;
  hd_prepared prepared;
  hd_error error;
  hd_layout_clear(&empty);
  check_range(&empty, 0, 1, true);
  check_range(&empty, 0, 0, true);
  check_range(&empty, 1, 0, true);
  ck_assert(hd_prepare(&empty, &error, &prepared) == HD_OK);
  ck_assert_int_eq(prepared.size, 1);
  ck_assert_int_eq(hd_prepared_at(&prepared, 0), 0);
}
END_TEST

/* Prepares a layout and compares it at every `step`-th index and at the last. */
static void check_prepared(const hd_layout *layout, int64_t step) {
  hd_prepared prepared;
  hd_error error;
  EXPECT(hd_prepare(layout, &error, &prepared) == HD_OK, "%s", hd_test_show(layout));
  int64_t size = hd_size(layout);
  EXPECT(prepared.size == size, "%s", hd_test_show(layout));
  for (int64_t i = 0; i < size; i = i + step < size || i == size - 1 ? i + step : size - 1) {
    int64_t value = hd_prepared_at(&prepared, (uint32_t)i);
    EXPECT(value == value_of(layout, i), "%s at %jd: %jd, not %jd", hd_test_show(layout), (intmax_t)i, (intmax_t)value,
           (intmax_t)value_of(layout, i));
  }
}

START_TEST(a_prepared_layout_is_the_layout) {
  for (int leaves = 1; leaves <= 3; leaves++) {
    hd_family family = hd_family_small(leaves);
    for (int64_t n = 0; n < hd_family_count(&family); n++) {
      hd_layout layout;
      hd_family_at(&family, n, &layout);
      check_prepared(&layout, 1);
    }
  }
  for (int n = 0; n < HD_COUNT(larger); n++) {
    hd_layout layout = hd_test_layout(larger[n]);
    check_prepared(&layout, 1);
  }
}
END_TEST

START_TEST(a_prepared_layout_keeps_no_more_terms_than_the_coalesced_one_has_modes) {
  hd_family family = hd_family_small(3);
  for (int64_t n = 0; n < hd_family_count(&family); n++) {
    hd_layout layout, modes;
    hd_prepared prepared;
    hd_family_at(&family, n, &layout);
    hd_coalesce(&layout, &modes);
    ck_assert(hd_prepare(&layout, NULL, &prepared) == HD_OK);
    EXPECT(prepared.terms == modes.profile.leaves - 1, "%s", hd_test_show(&layout));
  }
}
END_TEST

/* (p,q):(0,1) is floor(i/p): the quotient alone, at the indices where a rounded reciprocal would go wrong first. */
START_TEST(quotients_by_every_kind_of_period_are_exact) {
  static const int64_t periods[] = {2,      3,        5,        7,          10,         16,        641,
                                    1000,   4095,     4096,     4097,       65535,      65536,     65537,
                                    999983, 16777213, 16777216, 1431655765, 2147483647, 2147483648};
  for (int n = 0; n < HD_COUNT(periods); n++) {
    int64_t p = periods[n], q = ((int64_t)1 << 32) / p;
    hd_layout layout;
    hd_prepared prepared;
    hd_error error;
    ck_assert(hd_make_flat_layout(2, (int64_t[]){p, q}, (int64_t[]){0, 1}, &error, &layout) == HD_OK);
    ck_assert(hd_prepare(&layout, &error, &prepared) == HD_OK);
    for (int64_t step = q > 30000 ? q / 29989 : 1, k = (q - 1) % step; k < q; k += step) { /* ends with q - 1 */
      int64_t low = hd_prepared_at(&prepared, (uint32_t)(k * p));
      int64_t high = hd_prepared_at(&prepared, (uint32_t)(k * p + p - 1));
      EXPECT(low == k && high == k, "%jd / %jd is not %jd to %jd", (intmax_t)(k * p), (intmax_t)p, (intmax_t)low,
             (intmax_t)high);
    }
  }
}
END_TEST

START_TEST(the_largest_sizes_can_be_prepared_and_larger_ones_are_refused) {
  hd_layout layout = hd_test_layout("((3,5),(1431655,200)):((-7,1000000007),(12345678901,-3))");
  hd_prepared prepared;
  hd_error error;
  check_prepared(&layout, 9973);
  layout = hd_test_layout("(65536,65536):(65536,1)");
  check_prepared(&layout, 65521);
  layout = hd_test_layout("4294967296:3");
  check_prepared(&layout, 65521);
  hd_test_stamp(&prepared, sizeof prepared);
  layout = hd_test_layout("(65536,65537):(1,65536)");
  ck_assert_int_eq(hd_prepare(&layout, &error, &prepared), HD_RANGE);
  ck_assert(hd_test_is_error(&error, HD_RANGE));
  ck_assert_int_eq(error.number[0], 4295032832);
  ck_assert_int_eq(hd_prepare(&layout, NULL, &prepared), HD_RANGE);
  ck_assert(hd_test_is_stamped(&prepared, sizeof prepared));
}
END_TEST

/* Both walks fail with the status, whether or not an error is asked for, and write nothing. */
static void check_refused(const hd_layout *layout, int64_t first, int64_t count, hd_status status) {
  int64_t wide[8];
  int32_t narrow[8];
  hd_error error;
  hd_test_stamp(wide, sizeof wide);
  hd_test_stamp(narrow, sizeof narrow);
  EXPECT(hd_values(layout, first, count, &error, wide) == status && hd_test_is_error(&error, status),
         "%s from %jd of %jd", hd_test_show(layout), (intmax_t)first, (intmax_t)count);
  EXPECT(hd_values32(layout, first, count, &error, narrow) == status && hd_test_is_error(&error, status),
         "%s from %jd of %jd, narrow", hd_test_show(layout), (intmax_t)first, (intmax_t)count);
  ck_assert_int_eq(hd_values(layout, first, count, NULL, wide), status);
  ck_assert_int_eq(hd_values32(layout, first, count, NULL, narrow), status);
  ck_assert(hd_test_is_stamped(wide, sizeof wide) && hd_test_is_stamped(narrow, sizeof narrow));
}

START_TEST(ranges_not_inside_the_size_are_refused) {
  hd_layout layout = hd_test_layout("(3,4):(4,1)");
  check_refused(&layout, 0, 13, HD_RANGE);
  check_refused(&layout, 12, 1, HD_RANGE);
  check_refused(&layout, 13, 0, HD_RANGE);
  check_refused(&layout, 5, 8, HD_RANGE);
  check_refused(&layout, -1, 1, HD_RANGE);
  check_refused(&layout, 3, -1, HD_RANGE);
  check_refused(&layout, INT64_MAX, INT64_MAX, HD_RANGE);
  check_refused(&layout, INT64_MIN, INT64_MAX, HD_RANGE);
  check_refused(&layout, INT64_MAX, INT64_MIN, HD_RANGE);
  check_refused(&layout, 1, INT64_MAX, HD_RANGE);
}
END_TEST

START_TEST(strides_on_axes_are_a_mismatch) {
  static const char *const layouts[] = {"(3,4):(1@0,1@1)", "3:1@lane", "(2,2):(0,1@1@0)"};
  for (int n = 0; n < HD_COUNT(layouts); n++) {
    hd_layout layout = hd_test_layout(layouts[n]);
    hd_prepared prepared;
    hd_error error;
    check_refused(&layout, 0, 1, HD_MISMATCH);
    hd_test_stamp(&prepared, sizeof prepared);
    ck_assert_int_eq(hd_prepare(&layout, &error, &prepared), HD_MISMATCH);
    ck_assert(hd_test_is_error(&error, HD_MISMATCH));
    ck_assert(hd_test_is_stamped(&prepared, sizeof prepared));
  }
}
END_TEST

START_TEST(a_narrow_walk_is_refused_exactly_when_some_value_does_not_fit_32_bits) {
  static const struct {
    const char *layout;
    bool fits;
  } cases[] = {
      {"2:2147483647", true},
      {"2:2147483648", false},
      {"2:-2147483648", true},
      {"2:-2147483649", false},
      {"(2,2):(2147483647,1)", false},
      {"(2,2):(2147483647,-1)", true},
      {"(2,2):(-2147483648,2147483647)", true},
      {"(2,2):(-2147483648,-1)", false},
      {"(1,5):(9223372036854775807,1)", true},
      {"(65536,32768):(1,65536)", true},
      {"(65536,32769):(1,65536)", false},
      {"(3,100):(4611686018427387900,-1)", false},
  };
  for (int n = 0; n < HD_COUNT(cases); n++) {
    hd_layout layout = hd_test_layout(cases[n].layout);
    hd_error error;
    int32_t value[2];
    hd_test_stamp(value, sizeof value);
    /* The first value, 0, fits always: it is the layout that is judged, not the range. */
    hd_status status = hd_values32(&layout, 0, 1, &error, value);
    EXPECT(status == (cases[n].fits ? HD_OK : HD_OVERFLOW), "%s: %s", cases[n].layout, hd_status_name(status));
    ck_assert_int_eq(hd_values32(&layout, 0, 1, NULL, value), status);
    if (cases[n].fits) {
      ck_assert_int_eq(value[0], 0);
    } else {
      ck_assert(hd_test_is_error(&error, HD_OVERFLOW));
      ck_assert(error.number[0] < INT32_MIN || error.number[1] > INT32_MAX);
      ck_assert(hd_test_is_stamped(value, sizeof value));
    }
    if (cases[n].fits && hd_size(&layout) < ROOM) check_range(&layout, 0, hd_size(&layout), true);
  }
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"every range of small layouts", every_range_of_every_small_layout_is_walked_rightly},
      {"seams of larger layouts", ranges_around_every_seam_of_larger_layouts_are_walked_rightly},
      {"values up to the limits", values_up_to_the_limits_of_64_bits_are_walked_rightly},
      {"deep inside a huge layout", a_range_deep_inside_a_huge_layout_is_walked_rightly},
      {"the empty layout", the_empty_layout_has_the_one_value_0},
      {"a prepared layout is the layout", a_prepared_layout_is_the_layout},
      {"terms are coalesced", a_prepared_layout_keeps_no_more_terms_than_the_coalesced_one_has_modes},
      {"quotients are exact", quotients_by_every_kind_of_period_are_exact},
      {"the largest sizes", the_largest_sizes_can_be_prepared_and_larger_ones_are_refused},
      {"ranges not inside the size", ranges_not_inside_the_size_are_refused},
      {"strides on axes", strides_on_axes_are_a_mismatch},
      {"a narrow walk", a_narrow_walk_is_refused_exactly_when_some_value_does_not_fit_32_bits},
  };
  return hd_test_main("walk", test, HD_COUNT(test));
}
