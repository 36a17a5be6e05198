/* The algebra with room for three leaves: whatever needs more says so, touches nothing, and writes nowhere else. */
#include "tests/support/suite.h"

/* A result between two fences of bytes that no operation may write. */
typedef struct fenced {
  unsigned char before[64];
  union {
    hd_layout layout;
    hd_tuple tuple;
    hd_tiler tiler;
    hd_profile profile;
  } as;
  unsigned char after[64];
} fenced;

static void raise_fences(fenced *result) { hd_test_stamp(result, sizeof *result); }

static void expect_fences(const fenced *result, const char *what) {
  EXPECT(hd_test_is_stamped(result->before, sizeof result->before), "%s wrote before its result", what);
  EXPECT(hd_test_is_stamped(result->after, sizeof result->after), "%s wrote after its result", what);
}

static void expect_refused(const fenced *result, hd_status status, const hd_error *error, const char *what) {
  EXPECT(status == HD_CAPACITY, "%s: %s", what, hd_status_name(status));
  EXPECT(hd_test_is_error(error, HD_CAPACITY), "%s: the error is not filled in", what);
  EXPECT(hd_test_is_stamped(result, sizeof *result), "%s touched its result", what);
}

static hd_layout flat(int rank, int64_t s0, int64_t s1, int64_t s2, int64_t d0, int64_t d1, int64_t d2) {
  int64_t shape[] = {s0, s1, s2}, stride[] = {d0, d1, d2};
  hd_layout layout;
  ck_assert_int_eq(hd_make_flat_layout(rank, shape, stride, NULL, &layout), HD_OK);
  return layout;
}

static hd_layout scalar(int64_t extent, int64_t stride) {
  hd_layout layout;
  ck_assert_int_eq(hd_make_scalar_layout(extent, stride, NULL, &layout), HD_OK);
  return layout;
}

/* (2,2,2):(1,3,9): no two of its modes merge. */
static hd_layout spread(void) { return flat(3, 2, 2, 2, 1, 3, 9); }

static void expect_text(const hd_layout *layout, const char *wanted) {
  char text[128];
  hd_print_layout(layout, text, sizeof text);
  ck_assert_str_eq(text, wanted);
}

START_TEST(values_of_three_leaves_are_built_and_of_four_refused) {
  static const int64_t one[] = {1, 1, 1, 1};
  fenced result;
  hd_error error;
  raise_fences(&result);
  ck_assert(!hd_tuple_flat(&result.as.tuple, 4, one));
  ck_assert(hd_test_is_stamped(&result, sizeof result));
  expect_refused(&result, hd_make_flat_layout(4, one, one, &error, &result.as.layout), &error, "make_flat_layout");
  ck_assert_int_eq(hd_make_flat_layout(3, one, one, NULL, &result.as.layout), HD_OK);
  expect_fences(&result, "make_flat_layout");
  raise_fences(&result);
  ck_assert(hd_tuple_flat(&result.as.tuple, 3, one));
  expect_fences(&result, "tuple_flat");
}
END_TEST

START_TEST(a_fourth_leaf_is_not_appended) {
  fenced result;
  hd_layout one = scalar(2, 1), two = flat(2, 2, 2, 0, 1, 2, 0);
  raise_fences(&result);
  hd_layout_clear(&result.as.layout);
  ck_assert(hd_layout_append(&result.as.layout, &two, hd_view_all(&two.profile)));
  ck_assert(!hd_layout_append(&result.as.layout, &two, hd_view_all(&two.profile)));
  ck_assert(hd_layout_append_leaf(&result.as.layout, 2, 1, HD_AXIS_INTEGER));
  ck_assert(!hd_layout_append_leaf(&result.as.layout, 2, 1, HD_AXIS_INTEGER));
  ck_assert_int_eq(result.as.layout.profile.leaves, 3);
  expect_fences(&result, "layout_append");
  raise_fences(&result);
  hd_tuple_clear(&result.as.tuple);
  for (int k = 0; k < 3; k++) ck_assert(hd_tuple_append(&result.as.tuple, k, HD_AXIS_ANY));
  ck_assert(!hd_tuple_append(&result.as.tuple, 3, HD_AXIS_ANY));
  expect_fences(&result, "tuple_append");
  raise_fences(&result);
  hd_tiler_clear(&result.as.tiler);
  for (int k = 0; k < 3; k++) ck_assert(hd_tiler_append(&result.as.tiler, k ? NULL : &two));
  ck_assert(!hd_tiler_append(&result.as.tiler, NULL));
  ck_assert(!hd_tiler_append(&result.as.tiler, &one));
  expect_fences(&result, "tiler_append");
}
END_TEST

START_TEST(concatenate_and_select_refuse_a_fourth_leaf) {
  fenced result;
  hd_error error;
  hd_layout two = flat(2, 2, 2, 0, 1, 2, 0), one = scalar(3, 4);
  const hd_layout *four[] = {&two, &two}, *three[] = {&two, &one};
  const int modes[] = {0, 1, 0, 1};
  raise_fences(&result);
  expect_refused(&result, hd_concatenate(four, 2, &error, &result.as.layout), &error, "concatenate");
  expect_refused(&result, hd_select(&two, modes, 4, &error, &result.as.layout), &error, "select");
  ck_assert_int_eq(hd_concatenate(three, 2, NULL, &result.as.layout), HD_OK);
  expect_text(&result.as.layout, "((2,2),3):((1,2),4)");
  ck_assert_int_eq(hd_select(&two, modes, 3, NULL, &result.as.layout), HD_OK);
  expect_text(&result.as.layout, "(2,2,2):(1,2,1)");
  expect_fences(&result, "select");
}
END_TEST

static void expect_composition(const hd_layout *a, const hd_layout *b, const char *wanted) {
  fenced result;
  hd_error error;
  raise_fences(&result);
  hd_status status = hd_composition(a, b, &error, &result.as.layout);
  if (!wanted) {
    expect_refused(&result, status, &error, "composition");
    return;
  }
  ck_assert_int_eq(status, HD_OK);
  expect_text(&result.as.layout, wanted);
  expect_fences(&result, "composition");
}

START_TEST(composition_refuses_a_fourth_leaf) {
  hd_layout a = spread(), b = scalar(8, 1);
  expect_composition(&a, &b, "(2,2,2):(1,3,9)");
  b = flat(2, 8, 2, 0, 1, 0, 0);
  expect_composition(&a, &b, NULL);
  b = flat(2, 2, 8, 0, 0, 1, 0);
  expect_composition(&a, &b, NULL);
  b = flat(2, 4, 2, 0, 1, 0, 0);
  expect_composition(&a, &b, "((2,2),2):((1,3),0)");
  /* Leaves that only their values decide. */
  a = flat(2, 2, 5, 0, 1, 7, 0);
  b = scalar(4, 3);
  expect_composition(&a, &b, "(2,2):(8,21)");
  b = flat(2, 4, 4, 0, 3, 3, 0);
  expect_composition(&a, &b, NULL);
}
END_TEST

START_TEST(composition_by_mode_refuses_a_fourth_leaf) {
  fenced result;
  hd_error error;
  hd_layout a = flat(2, 4, 8, 0, 1, 4, 0), tile = flat(2, 2, 2, 0, 1, 2, 0), one = scalar(2, 1);
  hd_tiler tiler;
  hd_tiler_clear(&tiler);
  ck_assert(hd_tiler_append(&tiler, &tile) && hd_tiler_append(&tiler, &one));
  ck_assert(hd_profile_wrap(&tiler.profile, 0));
  raise_fences(&result);
  ck_assert_int_eq(hd_composition_by_mode(&a, &tiler, &error, &result.as.layout), HD_OK);
  expect_text(&result.as.layout, "((2,2),2):((1,2),4)");
  expect_fences(&result, "composition_by_mode");
  /* The mode left alone has two leaves, the mode composed two more. */
  hd_layout pair = flat(2, 2, 4, 0, 1, 16, 0), eight = scalar(8, 1);
  const hd_layout *mode[] = {&pair, &eight};
  hd_layout nested;
  ck_assert_int_eq(hd_concatenate(mode, 2, NULL, &nested), HD_OK);
  hd_tiler_clear(&tiler);
  ck_assert(hd_tiler_append(&tiler, NULL) && hd_tiler_append(&tiler, &tile));
  ck_assert(hd_profile_wrap(&tiler.profile, 0));
  raise_fences(&result);
  expect_refused(&result, hd_composition_by_mode(&nested, &tiler, &error, &result.as.layout), &error,
                 "composition_by_mode");
}
END_TEST

static void expect_complement(const hd_layout *layout, int64_t within, const char *wanted) {
  fenced result;
  hd_error error;
  raise_fences(&result);
  hd_status status = hd_complement(layout, within, &error, &result.as.layout);
  if (!wanted) {
    expect_refused(&result, status, &error, "complement");
    return;
  }
  ck_assert_msg(status == HD_OK, "complement within %d: %s, wanted %s", (int)within, hd_status_name(status), wanted);
  expect_text(&result.as.layout, wanted);
  expect_fences(&result, "complement");
}

/* Three gaps and a rest are four leaves; a rest or gaps of extent 1 need no room. */
START_TEST(complement_refuses_a_fourth_leaf_and_needs_no_room_for_ones) {
  hd_layout gaps = flat(3, 2, 2, 2, 2, 8, 32), full = flat(3, 2, 2, 2, 4, 2, 1), first = flat(3, 2, 2, 2, 8, 4, 2);
  expect_complement(&gaps, 128, NULL);
  expect_complement(&gaps, 64, "(2,2,2):(1,4,16)");
  expect_complement(&full, 8, "1:8");
  expect_complement(&full, 16, "2:8");
  expect_complement(&first, 32, "(2,2):(1,16)");
}
END_TEST

START_TEST(the_unbounded_complement_refuses_a_fourth_leaf) {
  hd_layout gaps = flat(3, 2, 2, 2, 2, 8, 32), full = flat(3, 2, 2, 2, 4, 2, 1);
  fenced result;
  hd_error error;
  raise_fences(&result);
  expect_refused(&result, hd_complement_unbounded(&gaps, &error, &result.as.layout), &error, "complement_unbounded");
  ck_assert_int_eq(hd_complement_unbounded(&full, NULL, &result.as.layout), HD_OK);
  expect_text(&result.as.layout, "1:8");
  expect_fences(&result, "complement_unbounded");
}
END_TEST

START_TEST(each_divide_refuses_a_fourth_leaf) {
  static hd_status (*const divide[])(const hd_layout *, const hd_tiler *, hd_error *, hd_layout *) = {
      hd_logical_divide, hd_zipped_divide, hd_tiled_divide, hd_flat_divide};
  static const char *const wanted[] = {"((2,2),4):((1,2),4)", "((2),(2,4)):((1),(2,4))", "((2),2,4):((1),2,4)",
                                       "(2,2,4):(1,2,4)"};
  hd_layout a = flat(2, 4, 4, 0, 1, 4, 0), two = scalar(2, 1);
  for (int k = 0; k < HD_COUNT(divide); k++) {
    fenced result;
    hd_error error;
    hd_tiler tiler;
    hd_tiler_clear(&tiler);
    ck_assert(hd_tiler_append(&tiler, &two));
    hd_tiler both = tiler;
    ck_assert(hd_tiler_append(&both, &two));
    ck_assert(hd_profile_wrap(&tiler.profile, 0) && hd_profile_wrap(&both.profile, 0));
    raise_fences(&result);
    expect_refused(&result, divide[k](&a, &both, &error, &result.as.layout), &error, wanted[k]);
    ck_assert_int_eq(divide[k](&a, &tiler, NULL, &result.as.layout), HD_OK);
    expect_text(&result.as.layout, wanted[k]);
    expect_fences(&result, wanted[k]);
  }
}
END_TEST

START_TEST(the_fit_refuses_a_fourth_mode) {
  hd_fit fit;
  hd_error error;
  hd_status status = HD_OK;
  int64_t i = 0;
  hd_fit_start(&fit, 16, 1);
  for (; i < 16 && status == HD_OK; i++) {
    int64_t value = i % 2 + i / 2 % 2 * 3 + i / 4 % 2 * 9 + i / 8 * 27;
    status = hd_fit_push(&fit, &value, &error);
  }
  ck_assert_int_eq(status, HD_CAPACITY);
  ck_assert(hd_test_is_error(&error, HD_CAPACITY));
  ck_assert_int_eq(i, 9);
}
END_TEST

START_TEST(values_of_more_components_than_fit_are_refused) {
  hd_layout layout = scalar(2, 1);
  const int step = 3, near = 2;
  fenced result;
  hd_error error;
  hd_tuple index;
  hd_axis axis, component;
  ck_assert(hd_axis_from_path(&step, 1, &axis) && hd_axis_from_path(&near, 1, &component));
  hd_tuple_scalar(&index, 1);
  layout.on_axes = true;
  layout.axis[0] = axis;
  raise_fences(&result);
  expect_refused(&result, hd_evaluate(&layout, &index, &error, &result.as.tuple), &error, "evaluate");
  expect_refused(&result, hd_coshape(&layout, &error, &result.as.tuple), &error, "coshape");
  layout.axis[0] = component;
  ck_assert_int_eq(hd_evaluate(&layout, &index, NULL, &result.as.tuple), HD_OK);
  ck_assert_int_eq(result.as.tuple.profile.leaves, 3);
  expect_fences(&result, "evaluate");
}
END_TEST

/* Nothing here may need more leaves than it is given. */
START_TEST(what_needs_no_more_leaves_is_answered) {
  hd_layout layout = spread(), twice = flat(3, 2, 2, 2, 1, 2, 4);
  hd_profile target = layout.profile;
  fenced result;
  raise_fences(&result);
  hd_coalesce(&layout, &result.as.layout);
  expect_text(&result.as.layout, "(2,2,2):(1,3,9)");
  hd_coalesce_tail(&twice, &result.as.layout);
  expect_text(&result.as.layout, "8:1");
  hd_flatten(&layout, &result.as.layout);
  expect_text(&result.as.layout, "(2,2,2):(1,3,9)");
  ck_assert_int_eq(hd_coalesce_by_mode(&layout, &target, NULL, &result.as.layout), HD_OK);
  expect_text(&result.as.layout, "(2,2,2):(1,3,9)");
  expect_fences(&result, "coalesce");
  hd_tuple index, shape;
  hd_tuple_scalar(&index, 5);
  hd_shape(&layout, &shape);
  raise_fences(&result);
  ck_assert_int_eq(hd_idx2crd(&index, &shape, NULL, &result.as.tuple), HD_OK);
  ck_assert_int_eq(result.as.tuple.value[2], 1);
  expect_fences(&result, "idx2crd");
}
END_TEST

START_TEST(images_of_full_layouts_are_searched) {
  hd_layout layout = spread(), other = flat(3, 2, 2, 2, 100, 30, 9);
  hd_error error;
  hd_tuple value;
  fenced result;
  bool answer = false;
  ck_assert_int_eq(hd_is_injective(&layout, &error, &answer), HD_OK);
  ck_assert(answer);
  hd_tuple_scalar(&value, 12);
  raise_fences(&result);
  ck_assert_int_eq(hd_coordinate_of(&layout, &value, &error, &result.as.tuple), HD_OK);
  ck_assert(result.as.tuple.value[0] == 0 && result.as.tuple.value[1] == 1 && result.as.tuple.value[2] == 1);
  expect_fences(&result, "coordinate_of");
  ck_assert_int_eq(hd_is_disjoint(&layout, 200, &other, &error, &answer), HD_OK);
  ck_assert(answer);
  ck_assert_int_eq(hd_is_disjoint(&layout, 0, &other, &error, &answer), HD_OK);
  ck_assert(!answer);
}
END_TEST

START_TEST(the_parser_refuses_a_fourth_leaf) {
  static const char four[] = "(1,2,3,4)", tiler[] = "[1;2;3;4]", layout[] = "(2,2,(2,2)):(1,2,(4,8))",
                    three[] = "(2,(2,2)):(1,(2,4))";
  fenced result;
  hd_error error;
  raise_fences(&result);
  expect_refused(&result, hd_parse_tuple(four, strlen(four), &error, &result.as.tuple), &error, "parse_tuple");
  expect_refused(&result, hd_parse_layout(layout, strlen(layout), &error, &result.as.layout), &error, "parse_layout");
  expect_refused(&result, hd_parse_layout(four, strlen(four), &error, &result.as.layout), &error,
                 "parse_layout of a shape");
  expect_refused(&result, hd_parse_tiler(tiler, strlen(tiler), &error, &result.as.tiler), &error, "parse_tiler");
  ck_assert_int_eq(hd_parse_layout(three, strlen(three), NULL, &result.as.layout), HD_OK);
  expect_text(&result.as.layout, three);
  expect_fences(&result, "parse_layout");
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"three leaves are built and four refused", values_of_three_leaves_are_built_and_of_four_refused},
      {"append", a_fourth_leaf_is_not_appended},
      {"concatenate and select", concatenate_and_select_refuse_a_fourth_leaf},
      {"composition", composition_refuses_a_fourth_leaf},
      {"composition by mode", composition_by_mode_refuses_a_fourth_leaf},
      {"complement", complement_refuses_a_fourth_leaf_and_needs_no_room_for_ones},
      {"unbounded complement", the_unbounded_complement_refuses_a_fourth_leaf},
      {"divides", each_divide_refuses_a_fourth_leaf},
      {"fit", the_fit_refuses_a_fourth_mode},
      {"components", values_of_more_components_than_fit_are_refused},
      {"no more leaves needed", what_needs_no_more_leaves_is_answered},
      {"images", images_of_full_layouts_are_searched},
      {"parser", the_parser_refuses_a_fourth_leaf},
  };
  return hd_test_main("hostile", test, HD_COUNT(test));
}
