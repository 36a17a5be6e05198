/* Layouts made from a shape: compact in the order asked for, or the coordinate itself. */
#include "algebra/order.h"

#include "proofs/oracle.h"
#include "tests/support/family.h"
#include "tests/support/judge.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

/* Each of 0..size-1 once. */
static bool is_compact(const hd_layout *layout) {
  int64_t hits[1024], outside, size = hd_size(layout);
  ck_assert_int_le(size, 1024);
  if (hd_oracle_hits(layout, size, hits, &outside) != HD_OK || outside) return false;
  for (int64_t v = 0; v < size; v++)
    if (hits[v] != 1) return false;
  return true;
}

/* Every order of three modes with numbers 0..3 on every small shape, nested in every way. */
START_TEST(an_ordered_layout_is_compact_and_runs_in_order) {
  static const int64_t extents[] = {1, 2, 3, 4}, orders[] = {0, 1, 2, 7};
  int64_t distinct = 0;
  hd_family family = {.leaves = 3, .extents = 4, .extent = extents, .strides = 4, .stride = orders};
  family.nestings = hd_nestings(3, &family.nesting);
  for (int64_t n = 0; n < hd_family_count(&family); n++) {
    hd_layout source, r;
    hd_tuple shape, order;
    hd_family_at(&family, n, &source);
    hd_shape(&source, &shape);
    hd_stride(&source, &order);
    order.on_axes = false;
    ck_assert_int_eq(hd_make_ordered_layout(&shape, &order, NULL, &r), HD_OK);
    EXPECT(hd_test_is_valid(&r) && hd_is_congruent(&r.profile, &shape.profile), "%s", hd_test_show(&r));
    bool all_differ = true;
    for (int j = 0; j < 3; j++) {
      int64_t start = 1;
      for (int k = 0; k < 3; k++) {
        if (order.value[k] < order.value[j]) start *= shape.value[k];
        all_differ = all_differ && (j == k || order.value[j] != order.value[k]);
      }
      EXPECT(r.shape[j] == shape.value[j] && r.stride[j] == (shape.value[j] == 1 ? 0 : start), "%s by %s",
             hd_test_show(&r), hd_test_show_tuple(&order));
    }
    if (all_differ) EXPECT(is_compact(&r), "%s", hd_test_show(&r));
    distinct += all_differ;
  }
  ck_assert_int_gt(distinct, 0);
}
END_TEST

START_TEST(a_shallow_order_keeps_what_is_below_it_together) {
  static const char *const row[][3] = {
      {"(2,(2,2),2)", "(0,2,1)", "(2,(2,2),2):(1,(4,8),2)"},
      {"(2,(2,2),2)", "(2,1,3)", "(2,(2,2),2):(4,(1,2),8)"},
      {"(2,3,4)", "(2,1,3)", "(2,3,4):(3,1,6)"},
      {"(2,3,4)", "5", "(2,3,4):(1,2,6)"},
      {"((8,(2),(3)),6)", "(1,0)", "((8,(2),(3)),6):((6,(48),(96)),1)"},
      {"4", "0", "4:1"},
      {"()", "()", "():()"},
  };
  for (int n = 0; n < HD_COUNT(row); n++) {
    hd_tuple shape = hd_test_tuple(row[n][0]), order = hd_test_tuple(row[n][1]);
    hd_layout r;
    ck_assert_int_eq(hd_make_ordered_layout(&shape, &order, NULL, &r), HD_OK);
    ck_assert_str_eq(hd_test_show(&r), row[n][2]);
  }
}
END_TEST

START_TEST(a_layout_like_another_runs_in_the_order_of_its_strides) {
  for (int leaves = 1; leaves <= 3; leaves++) {
    hd_family family = hd_family_small(leaves);
    for (int64_t n = 0; n < hd_family_count(&family); n++) {
      hd_layout l, r, moving;
      bool differ = true;
      hd_family_at(&family, n, &l);
      ck_assert_int_eq(hd_make_layout_like(&l, NULL, &r), HD_OK);
      EXPECT(hd_test_is_valid(&r) && hd_is_congruent(&r.profile, &l.profile), "%s", hd_test_show(&l));
      hd_layout_clear(&moving);
      for (int j = 0; j < leaves; j++) {
        EXPECT(r.shape[j] == l.shape[j] && (l.stride[j] != 0 || r.stride[j] == 0), "%s: %s", hd_test_show(&l),
               hd_test_show(&r));
        if (l.stride[j] != 0 && l.shape[j] > 1) hd_layout_append_leaf(&moving, r.shape[j], r.stride[j], 0);
        for (int k = 0; k < leaves; k++) {
          if (j == k || l.shape[j] == 1 || l.shape[k] == 1 || l.stride[j] == 0 || l.stride[k] == 0) continue;
          differ = differ && l.stride[j] != l.stride[k];
          EXPECT((l.stride[j] < l.stride[k]) == (r.stride[j] < r.stride[k]), "%s: %s", hd_test_show(&l),
                 hd_test_show(&r));
        }
      }
      if (moving.profile.leaves > 0) hd_layout_wrap(&moving, 0);
      if (differ) EXPECT(is_compact(&moving), "%s: %s", hd_test_show(&l), hd_test_show(&r));
      ck_assert_int_eq(hd_make_layout_like(&l, NULL, &l), HD_OK);
      EXPECT(hd_is_identical(&l, &r), "%s: into itself", hd_test_show(&l));
    }
  }
}
END_TEST

START_TEST(an_identity_layout_gives_the_coordinate_itself) {
  static const char *const shapes[] = {"4",          "(4)", "(4,2)", "((2,3),4)", "(2,(3,4),5)", "(2,(3,(4,1)),2)",
                                       "((((2))),3)"};
  for (int n = 0; n < HD_COUNT(shapes); n++) {
    hd_tuple shape = hd_test_tuple(shapes[n]), index, coordinate, value;
    hd_layout r, compact;
    ck_assert_int_eq(hd_make_identity_layout(&shape, NULL, &r), HD_OK);
    ck_assert_int_eq(hd_make_layout(&shape, NULL, NULL, &compact), HD_OK);
    ck_assert(hd_test_is_valid(&r));
    for (int64_t i = 0; i < hd_size(&r); i++) {
      int64_t again;
      bool inside;
      hd_tuple_scalar(&index, i);
      ck_assert_int_eq(hd_evaluate(&r, &index, NULL, &value), HD_OK);
      ck_assert_int_eq(hd_idx2crd(&index, &shape, NULL, &coordinate), HD_OK);
      EXPECT(hd_tuple_is_identical(&value, &coordinate), "%s at %d", shapes[n], (int)i);
      ck_assert_int_eq(hd_oracle_index_of(&compact, &value, &again, &inside), HD_OK);
      EXPECT(again == i && inside, "%s at %d", shapes[n], (int)i);
    }
  }
}
END_TEST

START_TEST(every_refusal_keeps_its_status) {
  static const struct {
    const char *shape, *order;
    hd_status status;
  } ordered[] = {{"(4,2)", "(0,1,2)", HD_MISMATCH}, {"(4,2)", "((0,1),2)", HD_MISMATCH},
                 {"(4,2)", "(0,_)", HD_MISMATCH},   {"(4,2)", "(0,1@0)", HD_MISMATCH},
                 {"(4,0)", "(0,1)", HD_MALFORMED},  {"(4611686018427387904,4)", "(0,1)", HD_OVERFLOW}};
  hd_layout r;
  hd_error error;
  hd_test_stamp(&r, sizeof r);
  for (int n = 0; n < HD_COUNT(ordered); n++) {
    hd_tuple shape = hd_test_tuple(ordered[n].shape), order = hd_test_tuple(ordered[n].order);
    EXPECT(hd_make_ordered_layout(&shape, &order, &error, &r) == ordered[n].status, "%s by %s", ordered[n].shape,
           ordered[n].order);
    EXPECT(hd_test_is_error(&error, ordered[n].status), "%s", ordered[n].shape);
  }
  static const struct {
    const char *shape;
    hd_status status;
  } identity[] = {{"(4,0)", HD_MALFORMED},
                  {"()", HD_MALFORMED},
                  {"(((((((((2)))))))))", HD_CAPACITY},
                  {"(4611686018427387904,4)", HD_OVERFLOW}};
  for (int n = 0; n < HD_COUNT(identity); n++) {
    hd_tuple shape = hd_test_tuple(identity[n].shape);
    EXPECT(hd_make_identity_layout(&shape, &error, &r) == identity[n].status, "%s", identity[n].shape);
    EXPECT(hd_test_is_error(&error, identity[n].status), "%s", identity[n].shape);
  }
  hd_layout paths = hd_test_layout("(4,2):(1@0,1@1)");
  ck_assert_int_eq(hd_make_layout_like(&paths, &error, &r), HD_MISMATCH);
  ck_assert(hd_test_is_error(&error, HD_MISMATCH));
  ck_assert(hd_test_is_stamped(&r, sizeof r));
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"ordered", an_ordered_layout_is_compact_and_runs_in_order},
      {"a shallow order", a_shallow_order_keeps_what_is_below_it_together},
      {"like another", a_layout_like_another_runs_in_the_order_of_its_strides},
      {"identity", an_identity_layout_gives_the_coordinate_itself},
      {"statuses", every_refusal_keeps_its_status},
  };
  return hd_test_main("order", test, HD_COUNT(test));
}
