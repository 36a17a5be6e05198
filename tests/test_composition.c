/* Composition: answered exactly when an answer exists, on stated families of layouts, each case against the oracle. */
#include "proofs/oracle.h"
#include "tests/support/family.h"
#include "tests/support/judge.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

/* The left operands of the sweep: extents 2..6 under these strides. */
static const int64_t strides_of_2[][2] = {{1, 7}, {2, 3}, {5, 1}, {1, 100}};
static const int64_t strides_of_3[][3] = {{2, 3, 5}, {1, 50, 7}, {11, 1, 60}};

enum { LEFTS_OF_2 = 25 * 4, LEFTS = LEFTS_OF_2 + 125 * 3 };

static void left_at(int number, hd_layout *a) {
  bool two = number < LEFTS_OF_2;
  int n = two ? number : number - LEFTS_OF_2;
  int64_t shape[3] = {n % 5 + 2, n / 5 % 5 + 2, n / 25 % 5 + 2};
  const int64_t *stride = two ? strides_of_2[n / 25] : strides_of_3[n / 125];
  ck_assert_int_eq(hd_make_flat_layout(two ? 2 : 3, shape, stride, NULL, a), HD_OK);
}

START_TEST(one_leaf_is_answered_exactly_when_an_answer_exists) {
  hd_tally tally = {0};
  int64_t cases = 0;
  for (int n = 0; n < LEFTS; n++) {
    hd_layout a, b;
    left_at(n, &a);
    int64_t size = hd_size(&a);
    for (int64_t s = 3; s <= 36; s++)
      for (int64_t d = 1; d <= 36 && (s - 1) * d < size; d++) {
        ck_assert_int_eq(hd_make_scalar_layout(s, d, NULL, &b), HD_OK);
        hd_judge_composition(&a, &b, &tally);
        cases++;
      }
  }
  ck_assert_int_eq(cases, 67736);
  ck_assert_int_eq(tally.answered, 12785);
  ck_assert_int_eq(tally.leaves, 67736 - 12785);
  ck_assert_int_eq(tally.carries, 0);
}
END_TEST

/* Left operands with extents 2..4 under the strides above; B = (s0,s1):(d0,d1), s 2..4, d 1..8. Most of these B reach
 * some index twice or carry out of a digit of A. */
START_TEST(two_leaves_that_overlap_or_carry_are_decided_by_their_sum) {
  hd_tally tally = {0};
  int64_t cases = 0;
  for (int n = 0; n < LEFTS; n++) {
    hd_layout a, b;
    left_at(n, &a);
    bool small = true;
    for (int k = 0; k < a.profile.leaves; k++) small = small && a.shape[k] <= 4;
    for (int64_t m = 0; small && m < 3 * 3 * 8 * 8; m++) {
      int64_t shape[2] = {m % 3 + 2, m / 3 % 3 + 2}, stride[2] = {m / 9 % 8 + 1, m / 72 + 1};
      ck_assert_int_eq(hd_make_flat_layout(2, shape, stride, NULL, &b), HD_OK);
      hd_judge_composition(&a, &b, &tally);
      cases++;
    }
  }
  ck_assert_int_eq(cases, (9 * 4 + 27 * 3) * 576);
  ck_assert_int_eq(tally.answered + tally.leaves + tally.carries, cases);
  ck_assert_int_eq(tally.answered, 16518);
  ck_assert_int_eq(tally.leaves, 39426);
  ck_assert_int_eq(tally.carries, 11448);
}
END_TEST

/* Every pair of two families; `every` takes each so-many-th left operand. */
static hd_tally judge_pairs(const hd_family *left, int64_t every, const hd_family *right) {
  hd_tally tally = {0};
  for (int64_t n = 0; n < hd_family_count(left); n += every)
    for (int64_t m = n % 5; m < hd_family_count(right); m += 5) {
      hd_layout a, b;
      hd_family_at(left, n, &a);
      hd_family_at(right, m, &b);
      hd_judge_composition(&a, &b, &tally);
    }
  return tally;
}

static void expect_all_kinds(hd_tally tally) {
  ck_assert_int_gt(tally.answered, 0);
  ck_assert_int_gt(tally.leaves, 0);
  ck_assert_int_gt(tally.carries, 0);
}

START_TEST(zero_and_negative_strides_are_decided_too) {
  hd_family left = hd_family_small(2), right = hd_family_small(2);
  expect_all_kinds(judge_pairs(&left, 23, &right));
}
END_TEST

START_TEST(nested_right_operands_keep_their_nesting) {
  hd_family left = hd_family_few(2), right = hd_family_small(3);
  expect_all_kinds(judge_pairs(&left, 13, &right));
  left = hd_family_few(3);
  expect_all_kinds(judge_pairs(&left, 11, &right));
}
END_TEST

START_TEST(longer_operands_drawn_from_a_fixed_seed_are_decided) {
  hd_tally tally = {0};
  uint64_t seed = 2;
  for (int n = 0; n < 6000; n++) {
    hd_layout a, b;
    hd_draw_layout(&seed, 6, 100000, n % 5 == 0, &a);
    hd_draw_layout(&seed, 4, 1500, false, &b);
    hd_judge_composition(&a, &b, &tally);
  }
  expect_all_kinds(tally);
}
END_TEST

START_TEST(a_scalar_composes_with_everything) {
  hd_family left = hd_family_small(1), right = hd_family_small(3);
  hd_tally tally = judge_pairs(&left, 1, &right);
  ck_assert_int_gt(tally.answered, 0);
  ck_assert_int_eq(tally.leaves + tally.carries, 0);
}
END_TEST

START_TEST(values_on_axes_are_decided_component_by_component) {
  hd_family left = hd_family_paths(2), right = hd_family_small(2);
  expect_all_kinds(judge_pairs(&left, 5, &right));
  left = hd_family_paths(3);
  expect_all_kinds(judge_pairs(&left, 17, &right));
}
END_TEST

/* Left operands that have a mode for each of @0 and @1, under right operands on those paths. */
START_TEST(paths_of_the_right_operand_choose_modes) {
  static const char *const left[] = {"((2,3),4):((1,7),50)", "(4,(3,5)):(1@0,(1@1,9@1))",
                                     "((3,2),(2,4)):((5,-1),(0,11))", "(7,5):(2,30)", "((2,2),(6,2)):((1,9),(100,3))"};
  hd_tally tally = {0};
  for (int leaves = 1; leaves <= 3; leaves++) {
    hd_family right = hd_family_paths(leaves);
    for (int n = 0; n < HD_COUNT(left); n++)
      for (int64_t m = n; m < hd_family_count(&right); m += 5) {
        hd_layout a = hd_test_layout(left[n]), b;
        hd_family_at(&right, m, &b);
        hd_judge_composition(&a, &b, &tally);
      }
  }
  expect_all_kinds(tally);
}
END_TEST

START_TEST(deep_paths_reach_modes_of_modes) {
  hd_layout a = hd_test_layout("((2,(3,4)),5):((1,(7,50)),1000)");
  static const char *const right[] = {"(4,3):(1@1@1@0,1@0@1@0)", "(12,5):(1@1@0,2@1)", "(6,2):(1@1@0,1@0@0)",
                                      "4:2@1@0"};
  hd_tally tally = {0};
  for (int n = 0; n < HD_COUNT(right); n++) {
    hd_layout b = hd_test_layout(right[n]);
    hd_judge_composition(&a, &b, &tally);
  }
  ck_assert_int_eq(tally.answered, 3);
  ck_assert_int_eq(tally.leaves, 1);
}
END_TEST

/* What is printed, where several spellings would be right. */
START_TEST(answers_are_spelled_shortest) {
  static const char *const row[][3] = {
      {"(4,2,8):(3,12,97)", "3:3", "3:9"},
      {"(2,5):(1,7)", "4:3", "(2,2):(8,21)"},
      {"(3,8):(8,1)", "3:4", "3:9"},
      {"(8,8):(8,1)", "3:3", "3:24"},
      {"(4,3):(3,1)", "12:1", "(4,3):(3,1)"},
      {"(4,3):(3,1)", "(12):(1)", "((4,3)):((3,1))"},
      {"(4,3):(3,1)", "8:1", "(4,2):(3,1)"},
      {"(10,2):(16,4)", "(3,4):(1,5)", "(3,(2,2)):(16,(80,4))"},
      {"(32,128):(128,1)", "(30,128):(1,32)", "(30,128):(128,1)"},
      {"(128,512):(1,128)", "((2,2),8):((128,8),1024)", "((2,2),8):((128,8),1024)"},
      {"20:2", "(5,4):(4,1)", "(5,4):(8,2)"},
      {"(8,1):(1,16)", "16:1", "(8,2):(1,16)"},
      {"(6,2):(8,2)", "():()", "():()"},
      {"():()", "(3,4):(2,1)", "(3,4):(0,0)"},
  };
  for (int n = 0; n < HD_COUNT(row); n++) {
    hd_layout a = hd_test_layout(row[n][0]), b = hd_test_layout(row[n][1]), r;
    ck_assert_msg(hd_composition(&a, &b, NULL, &r) == HD_OK, "%s o %s", row[n][0], row[n][1]);
    ck_assert_str_eq(hd_test_show(&r), row[n][2]);
  }
}
END_TEST

START_TEST(refusals_name_the_coordinate_and_the_numbers) {
  hd_layout a = hd_test_layout("(6,2):(1,7)"), b = hd_test_layout("(3,2):(2,3)"), r;
  hd_error error;
  ck_assert_int_eq(hd_composition(&a, &b, &error, &r), HD_UNDEFINED);
  ck_assert_str_eq(hd_test_show_tuple(&error.coordinate), "(2,1)");
  ck_assert_int_eq(error.number[0], 7);
  ck_assert_int_eq(error.number[1], 8);
  ck_assert_int_eq(error.number[2], 7);
  a = hd_test_layout("(4,6,8):(2,3,5)");
  b = hd_test_layout("6:3");
  ck_assert_int_eq(hd_composition(&a, &b, &error, &r), HD_UNDEFINED);
  ck_assert_int_eq(error.leaf, 0);
  ck_assert_str_eq(hd_test_show_tuple(&error.coordinate), "3");
  ck_assert_int_eq(error.number[0], 6);
  ck_assert_int_eq(error.number[1], 3);
  ck_assert_int_eq(error.number[2], 9);
}
END_TEST

/* ---- by mode ---- */

/* The value of `mode` of A at T(index). */
static int64_t mode_value(const hd_layout *a, int mode, const hd_tiler *tiler, int64_t index) {
  hd_layout part, tile;
  hd_oracle_axes axes = {.count = 1};
  int64_t value;
  ck_assert_int_eq(hd_get(a, &mode, 1, NULL, &part), HD_OK);
  if (hd_tiler_is_any(tiler, mode)) {
    EXPECT(hd_oracle_at(&part, index, &axes, &value) == HD_OK, "the oracle failed");
    return value;
  }
  hd_tiler_element(tiler, mode, &tile);
  EXPECT(hd_oracle_at_composed(&part, &tile, index, &axes, &value) == HD_OK, "the oracle failed");
  return value;
}

static int64_t mode_size(const hd_layout *layout, int mode) {
  hd_layout part;
  ck_assert_int_eq(hd_get(layout, &mode, 1, NULL, &part), HD_OK);
  return hd_size(&part);
}

static bool mode_exists(const hd_layout *a, int mode, const hd_tiler *tiler) {
  hd_layout part, tile;
  hd_oracle_verdict verdict;
  if (hd_tiler_is_any(tiler, mode)) return true;
  ck_assert_int_eq(hd_get(a, &mode, 1, NULL, &part), HD_OK);
  hd_tiler_element(tiler, mode, &tile);
  EXPECT(hd_oracle_composition(&part, &tile, &verdict) == HD_OK, "the oracle failed");
  return verdict.exists;
}

/* Judges A by a flat tiler of `modes` elements: R(c0,..) = sum of A_k(T_k(ck)). Returns whether it was answered. */
static bool judge_tiler(const char *left, const char *right) {
  hd_layout a = hd_test_layout(left), r, into;
  hd_tiler tiler = hd_test_tiler(right);
  int modes = tiler.profile.leaves;
  bool exists = true;
  for (int k = 0; k < modes; k++) exists = exists && mode_exists(&a, k, &tiler);
  hd_test_stamp(&r, sizeof r);
  hd_error error;
  hd_status status = hd_composition_by_mode(&a, &tiler, &error, &r);
  EXPECT(status == (exists ? HD_OK : HD_UNDEFINED), "%s by %s: %s", left, right, hd_status_name(status));
  if (!exists) {
    EXPECT(hd_test_is_stamped(&r, sizeof r), "%s by %s: touched", left, right);
    EXPECT(hd_test_is_error(&error, HD_UNDEFINED), "%s by %s: no error", left, right);
    return false;
  }
  EXPECT(hd_test_is_valid(&r), "%s by %s: invalid", left, right);
  EXPECT(hd_rank(&r.profile) == modes, "%s by %s: rank %d", left, right, hd_rank(&r.profile));
  hd_oracle_axes axes = {.count = 1};
  for (int64_t i = 0; i < hd_size(&r); i++) {
    int64_t rest = i, wanted = 0, got;
    for (int k = 0; k < modes; k++) {
      wanted += mode_value(&a, k, &tiler, rest % mode_size(&r, k));
      rest /= mode_size(&r, k);
    }
    EXPECT(hd_oracle_at(&r, i, &axes, &got) == HD_OK && got == wanted, "%s by %s at %d", left, right, (int)i);
  }
  for (int k = 0; k < modes; k++) {
    hd_layout tile, part;
    hd_tiler_element(&tiler, k, &tile);
    if (hd_tiler_is_any(&tiler, k)) continue;
    ck_assert_int_eq(hd_get(&r, &k, 1, NULL, &part), HD_OK);
    EXPECT(hd_oracle_refines(&tile, &part), "%s by %s: mode %d does not refine", left, right, k);
  }
  hd_layout_copy(&into, &a);
  EXPECT(hd_composition_by_mode(&into, &tiler, NULL, &into) == HD_OK && hd_is_identical(&into, &r), "%s by %s: into A",
         left, right);
  return true;
}

START_TEST(by_mode_each_mode_is_composed_by_itself) {
  static const char *const left[] = {"(8,6):(1,10)", "((2,4),(3,2)):((7,1),(50,20))", "((4,2),9,5):((1,9),100,3)",
                                     "((2,4),(4,8)):((1,100),(2,800))", "((2,1,4),(3,4)):((1,5,2),(1,10))",
                                     "((2,1,4),(4,1)):((1,5,2),(3,50))", "((2,1),(4,4)):((1,7),(3,12))", "((4,2),(2,4)):((-1,5),(3,9))"};
  static const char *const right[] = {"[4:1]",
                                      "[2:4;3:1]",
                                      "[_;2:3]",
                                      "[4:2;_]",
                                      "[_;_]",
                                      "[(2,2):(4,1);6:1]",
                                      "[(4):(1);(2):(3)]",
                                      "[3:3;3:2]",
                                      "[5:1;_]",
                                      "[8:1;8:2]",
                                      "[1:2;2:4]",
                                      "[4:1;6:1]",
                                      "[(4):(2);(2):(1)]",
                                      "[(2,2):(2,1);(2,(1,2)):(1,(0,2))]"};
  int answered = 0, refused = 0;
  for (int n = 0; n < HD_COUNT(left); n++)
    for (int m = 0; m < HD_COUNT(right); m++) {
      bool answer = judge_tiler(left[n], right[m]);
      answered += answer;
      refused += !answer;
    }
  ck_assert_int_gt(answered, 0);
  ck_assert_int_gt(refused, 0);
}
END_TEST

START_TEST(a_tiler_goes_into_modes_and_drops_those_beyond_it) {
  static const char *const row[][3] = {
      {"(4,3):(6,1)", "[2:1]", "(2):(6)"},
      {"((4,6),8,3):((1,4),24,192)", "[[2:2;_];4:2]", "((2,6),4):((2,4),48)"},
      {"((4,6),8,3):((1,4),24,192)", "[[2:2];_]", "((2),8):((2),24)"},
      {"(8,6):(1,8)", "6:8", "6:8"},
      {"((2,2),6):((1,8),20)", "[4:1;_]", "((2,2),6):((1,8),20)"},
      {"((2,4),(4,8),3,5):((1,100),(2,800),7,9)", "[8:1;16:2;_;5:1]", "((2,4),(2,8),3,5):((1,100),(4,800),7,9)"},
      {"((2,4),2):((1,10),100)", "[1:2;2:1]", "(1,2):(10,100)"},
      {"((2,4),8):((128,1),4)", "[2:-9223372036854775776;1:1]", "(2,1):(-4611686018427387888,4)"},
      {"(50,2):(1,50)", "[[22:1];3:1]", "((22),3):((1),50)"}, /* a leaf is its own only mode */
      {"(50,2):(1,50)", "[[[(2,5):(5,1)]];_]", "((((2,5))),2):((((5,1))),50)"},
      {"((4,2),6):((1,4),20)", "[[[2:1];_];[[3:2]]]", "(((2),2),((3))):(((1),4),((40)))"},
      {"8:3", "[[4:1]]", "((4)):((3))"},
      {"():()", "(4,2):(1,4)", "(4,2):(0,0)"}, /* one layout composes the whole, of whatever rank */
  };
  for (int n = 0; n < HD_COUNT(row); n++) {
    hd_layout a = hd_test_layout(row[n][0]), r;
    hd_tiler tiler = hd_test_tiler(row[n][1]);
    ck_assert_msg(hd_composition_by_mode(&a, &tiler, NULL, &r) == HD_OK, "%s by %s", row[n][0], row[n][1]);
    ck_assert_str_eq(hd_test_show(&r), row[n][2]);
  }
}
END_TEST

/* `()` names no mode: all are beyond it. */
START_TEST(the_empty_tiler_drops_every_mode) {
  static const char *const row[] = {"(4,8):(1,4)", "((2,2),3):((1,2),4)", "4:1"};
  for (int n = 0; n < HD_COUNT(row); n++) {
    hd_layout a = hd_test_layout(row[n]), r;
    hd_tiler nothing;
    hd_tiler_clear(&nothing);
    ck_assert_int_eq(hd_composition_by_mode(&a, &nothing, NULL, &r), HD_OK);
    ck_assert_int_eq(r.profile.leaves, 0);
    ck_assert(!r.on_axes);
  }
}
END_TEST

/* ---- the other statuses ---- */

static void expect_status(const char *left, const char *right, hd_status wanted) {
  hd_layout a = hd_test_layout(left), b = hd_test_layout(right), r;
  hd_error error;
  hd_test_stamp(&r, sizeof r);
  hd_status status = hd_composition(&a, &b, &error, &r);
  ck_assert_msg(status == wanted, "%s o %s: %s", left, right, hd_status_name(status));
  ck_assert_msg(hd_test_is_error(&error, wanted), "%s o %s: the error is not filled in", left, right);
  ck_assert_msg(hd_test_is_stamped(&r, sizeof r), "%s o %s: the result was touched", left, right);
  ck_assert_int_eq(hd_composition(&a, &b, NULL, &r), wanted);
}

START_TEST(axes_that_the_left_operand_has_no_mode_for_are_a_mismatch) {
  expect_status("(4,8):(1,4)", "2:1@2", HD_MISMATCH);
  expect_status("(4,8):(1,4)", "2:1@0@0@0", HD_MISMATCH);
  expect_status("(4,8):(1,4)", "2:1@lane", HD_MISMATCH);
}
END_TEST

START_TEST(values_beyond_64_bits_are_an_overflow) {
  expect_status("4:2305843009213693952", "3:4", HD_OVERFLOW);
  expect_status("(2,2):(1,4611686018427387904)", "2:4", HD_OVERFLOW);
  expect_status("(3,2):(1,4611686018427387904)", "5:5", HD_OVERFLOW);
  expect_status("(3,2):(1,7)", "2:-9223372036854775807", HD_OVERFLOW);
}
END_TEST

START_TEST(large_numbers_without_overflow_are_answered) {
  hd_layout a = hd_test_layout("(2,2):(1,4611686018427387904)"), b = hd_test_layout("2:2"), r;
  ck_assert_int_eq(hd_composition(&a, &b, NULL, &r), HD_OK);
  ck_assert_str_eq(hd_test_show(&r), "2:4611686018427387904");
  a = hd_test_layout("(2,4611686018427387903):(4611686018427387904,1)");
  b = hd_test_layout("4611686018427387903:2");
  ck_assert_int_eq(hd_composition(&a, &b, NULL, &r), HD_OK);
  ck_assert_str_eq(hd_test_show(&r), "4611686018427387903:1");
  a = hd_test_layout("(3,2):(1,2)");
  b = hd_test_layout("2:-9223372036854775807");
  ck_assert_int_eq(hd_composition(&a, &b, NULL, &r), HD_OK);
  ck_assert_str_eq(hd_test_show(&r), "2:-6148914691236517204");
}
END_TEST

/* 2^30 and more coordinates, past what may be visited: nothing carries, so nothing needs to be. */
START_TEST(disjoint_leaves_are_answered_without_visiting) {
  static const char *const row[][3] = {
      {"(1048576,1048576):(1,3145728)", "(1048576,1024):(1,1048576)", "(1048576,1024):(1,3145728)"},
      {"(1048576,1048576):(1,3145728)", "(1024,(1024,1024)):(1024,(1,1048576))",
       "(1024,(1024,1024)):(1024,(1,3145728))"},
      {"(1048576,1048576):(1,3145728)", "(524288,(2,1048576)):(2,(1,1048576))", "(524288,(2,1048576)):(2,(1,3145728))"},
      {"(1048576,1048576):(1,3145728)", "(3,1073741824):(0,1)", "(3,(1048576,1024)):(0,(1,3145728))"},
  };
  for (int n = 0; n < HD_COUNT(row); n++) {
    hd_layout a = hd_test_layout(row[n][0]), b = hd_test_layout(row[n][1]), r;
    ck_assert_msg(hd_composition(&a, &b, NULL, &r) == HD_OK, "%s o %s", row[n][0], row[n][1]);
    ck_assert_str_eq(hd_test_show(&r), row[n][2]);
  }
}
END_TEST

/* (2,2,..,2):(1,3,9,..): no two modes merge. */
static void widest_layout(hd_layout *layout) {
  int64_t stride = 1;
  hd_layout_clear(layout);
  for (int k = 0; k < HD_MAX_LEAVES; k++, stride *= 3) ck_assert(hd_layout_append_leaf(layout, 2, stride, 0));
  ck_assert(hd_layout_wrap(layout, 0));
}

START_TEST(answers_of_too_many_leaves_are_a_capacity) {
  hd_layout a, b, r;
  hd_error error;
  widest_layout(&a);
  ck_assert_int_eq(hd_make_scalar_layout((int64_t)1 << HD_MAX_LEAVES, 1, NULL, &b), HD_OK);
  ck_assert_int_eq(hd_composition(&a, &b, NULL, &r), HD_OK);
  ck_assert_int_eq(r.profile.leaves, HD_MAX_LEAVES);
  int64_t shape[] = {(int64_t)1 << HD_MAX_LEAVES, 2}, stride[] = {1, 0};
  ck_assert_int_eq(hd_make_flat_layout(2, shape, stride, NULL, &b), HD_OK);
  hd_test_stamp(&r, sizeof r);
  ck_assert_int_eq(hd_composition(&a, &b, &error, &r), HD_CAPACITY);
  ck_assert(hd_test_is_error(&error, HD_CAPACITY));
  ck_assert(hd_test_is_stamped(&r, sizeof r));
}
END_TEST

START_TEST(nesting_past_the_limit_is_a_capacity) {
  hd_layout a = hd_test_layout("8:1"), b = hd_test_layout("4:1"), r;
  hd_tiler tiler;
  for (int k = 0; k < 20; k++) ck_assert(hd_layout_wrap(&a, 0) && hd_layout_wrap(&b, 0));
  hd_tiler_clear(&tiler);
  ck_assert(hd_tiler_append(&tiler, &b));
  for (int k = 0; k < 20; k++) ck_assert(hd_profile_wrap(&tiler.profile, 0));
  hd_test_stamp(&r, sizeof r);
  ck_assert_int_eq(hd_composition_by_mode(&a, &tiler, NULL, &r), HD_CAPACITY);
  ck_assert(hd_test_is_stamped(&r, sizeof r));
}
END_TEST

/* No digit of A ends evenly, and the first value that could tell lies beyond the limit. */
START_TEST(what_the_visited_values_leave_open_is_undecided) {
  expect_status("(1073741824,4):(1,7)", "1073741824:3", HD_UNDECIDED);
}
END_TEST

START_TEST(tilers_that_do_not_fit_are_a_mismatch) {
  static const char *const row[][2] = {
      {"(4,3):(1,4)", "[2:1;3:1;_]"}, {"(4,3):(1,4)", "[[2:1;_];3:1]"}, {"8:1", "[2:1;2:1]"},
      {"8:1", "[[2:1];2:1]"},         {"((4,2),3):((1,4),8)", "[[[2:1;_];_];3:1]"}};
  for (int n = 0; n < HD_COUNT(row); n++) {
    hd_layout a = hd_test_layout(row[n][0]), r;
    hd_tiler tiler = hd_test_tiler(row[n][1]);
    hd_error error;
    hd_test_stamp(&r, sizeof r);
    hd_status status = hd_composition_by_mode(&a, &tiler, &error, &r);
    ck_assert_msg(status == HD_MISMATCH, "%s by %s: %s", row[n][0], row[n][1], hd_status_name(status));
    ck_assert(hd_test_is_error(&error, HD_MISMATCH));
    ck_assert(hd_test_is_stamped(&r, sizeof r));
  }
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"one leaf is answered exactly when an answer exists", one_leaf_is_answered_exactly_when_an_answer_exists},
      {"two leaves are decided by their sum", two_leaves_that_overlap_or_carry_are_decided_by_their_sum},
      {"zero and negative strides", zero_and_negative_strides_are_decided_too},
      {"nested right operands keep their nesting", nested_right_operands_keep_their_nesting},
      {"longer operands", longer_operands_drawn_from_a_fixed_seed_are_decided},
      {"a scalar composes with everything", a_scalar_composes_with_everything},
      {"values on axes", values_on_axes_are_decided_component_by_component},
      {"paths choose modes", paths_of_the_right_operand_choose_modes},
      {"deep paths", deep_paths_reach_modes_of_modes},
      {"answers are spelled shortest", answers_are_spelled_shortest},
      {"refusals name the coordinate and the numbers", refusals_name_the_coordinate_and_the_numbers},
      {"by mode", by_mode_each_mode_is_composed_by_itself},
      {"a tiler goes into modes", a_tiler_goes_into_modes_and_drops_those_beyond_it},
      {"the empty tiler", the_empty_tiler_drops_every_mode},
      {"mismatched axes", axes_that_the_left_operand_has_no_mode_for_are_a_mismatch},
      {"overflow", values_beyond_64_bits_are_an_overflow},
      {"large numbers", large_numbers_without_overflow_are_answered},
      {"disjoint leaves", disjoint_leaves_are_answered_without_visiting},
      {"capacity", answers_of_too_many_leaves_are_a_capacity},
      {"depth", nesting_past_the_limit_is_a_capacity},
      {"undecided", what_the_visited_values_leave_open_is_undecided},
      {"mismatched tilers", tilers_that_do_not_fit_are_a_mismatch},
  };
  return hd_test_main("composition", test, HD_COUNT(test));
}
