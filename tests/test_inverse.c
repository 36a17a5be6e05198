/* Inverses: L(R(i)) = i on the right, R(L(i)) = i on the left; or a refusal with its proof. */
#include "algebra/inverse.h"

#include "proofs/oracle.h"
#include "tests/support/family.h"
#include "tests/support/judge.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

static bool is_coalesced(const hd_layout *layout) {
  hd_layout again;
  hd_coalesce(layout, &again);
  return hd_is_identical(layout, &again);
}

/* ---- right ---- */

/* The greatest product of extents in a chain of modes that begins at `end`, by trying all. */
static int64_t longest_chain(const hd_layout *modes, int64_t end) {
  int64_t best = 1;
  for (int k = 0; k < modes->profile.leaves; k++) {
    if (modes->shape[k] == 1 || modes->stride[k] != end) continue;
    int64_t chain = modes->shape[k] * longest_chain(modes, end * modes->shape[k]);
    if (chain > best) best = chain;
  }
  return best;
}

static void judge_right(const hd_layout *l) {
  hd_layout r, modes, into = *l;
  ck_assert_int_eq(hd_right_inverse(l, NULL, &r), HD_OK);
  EXPECT(hd_test_is_valid(&r) && is_coalesced(&r), "%s: %s", hd_test_show(l), hd_test_show(&r));
  for (int64_t i = 0; i < hd_size(&r); i++)
    EXPECT(hd_test_at(l, hd_test_at(&r, i)) == i, "%s: %s is wrong at %d", hd_test_show(l), hd_test_show(&r), (int)i);
  hd_coalesce(l, &modes);
  EXPECT(hd_size(&r) == longest_chain(&modes, 1), "%s: %s is not the longest", hd_test_show(l), hd_test_show(&r));
  EXPECT(hd_right_inverse(&into, NULL, &into) == HD_OK && hd_is_identical(&into, &r), "%s: into itself",
         hd_test_show(l));
}

START_TEST(a_right_inverse_takes_0_1_2_back_as_far_as_modes_go) {
  int64_t seen = 0;
  for (int leaves = 1; leaves <= 3; leaves++) {
    hd_family family = hd_family_small(leaves);
    for (int64_t n = 0; n < hd_family_count(&family); n++, seen++) {
      hd_layout l;
      hd_family_at(&family, n, &l);
      judge_right(&l);
    }
  }
  ck_assert_int_gt(seen, 20000);
}
END_TEST

/* Two modes of one stride: CuTe's order would take 2:1 and end there. */
START_TEST(of_two_chains_the_longer_is_taken) {
  hd_layout l = hd_test_layout("(2,3,4,2):(1,1,3,12)"), r;
  ck_assert_int_eq(hd_right_inverse(&l, NULL, &r), HD_OK);
  ck_assert_str_eq(hd_test_show(&r), "24:2");
}
END_TEST

/* ---- left ---- */

typedef struct tally {
  int64_t injective, repeating, negative, undivided, colliding;
} tally;

/* Whether an error's numbers are two strides of which the smaller does not divide the other. */
static bool names_strides(const hd_layout *l, const hd_error *error) {
  bool first = false, second = false;
  for (int k = 0; k < l->profile.leaves; k++) {
    first = first || l->stride[k] == error->number[0];
    second = second || l->stride[k] == error->number[1];
  }
  return first && second && error->number[0] % error->number[1] != 0;
}

/* Every refusal says something that is so. */
static void judge_refusal(const hd_layout *l, const hd_error *error, tally *counts) {
  EXPECT(hd_test_is_error(error, HD_UNDEFINED) && strcmp(error->operation, "left_inverse") == 0, "%s", hd_test_show(l));
  if (error->has_coordinate) {
    hd_oracle_axes axes = {.count = 1};
    int64_t a, b;
    EXPECT(error->has_other && !hd_tuple_is_identical(&error->coordinate, &error->other), "%s", hd_test_show(l));
    EXPECT(hd_oracle_at_coordinate(l, &error->coordinate, &axes, &a) == HD_OK, "%s", hd_test_show(l));
    EXPECT(hd_oracle_at_coordinate(l, &error->other, &axes, &b) == HD_OK && a == b, "%s", hd_test_show(l));
    counts->colliding++;
  } else if (error->number[0] < 0) {
    counts->negative++;
  } else {
    EXPECT(names_strides(l, error), "%s: %d and %d", hd_test_show(l), (int)error->number[0], (int)error->number[1]);
    counts->undivided++;
  }
}

static void judge_left(const hd_layout *l, tally *counts) {
  hd_layout r, into = *l;
  hd_error error;
  bool injective;
  int64_t first, second;
  hd_test_stamp(&r, sizeof r);
  hd_status status = hd_left_inverse(l, &error, &r);
  if (status != HD_OK) {
    judge_refusal(l, &error, counts);
    EXPECT(hd_left_inverse(l, NULL, &r) == status && hd_test_is_stamped(&r, sizeof r), "%s: touched", hd_test_show(l));
    return;
  }
  EXPECT(hd_test_is_valid(&r) && is_coalesced(&r), "%s: %s", hd_test_show(l), hd_test_show(&r));
  EXPECT(hd_oracle_is_injective(l, &injective, &first, &second) == HD_OK, "the oracle failed");
  for (int64_t i = 0; i < hd_size(l); i++) {
    int64_t back = hd_test_at(&r, hd_test_at(l, i));
    EXPECT(hd_test_at(l, back) == hd_test_at(l, i), "%s: %s is wrong at %d", hd_test_show(l), hd_test_show(&r), (int)i);
    EXPECT(!injective || back == i, "%s: %s takes %d to %d", hd_test_show(l), hd_test_show(&r), (int)i, (int)back);
  }
  EXPECT(hd_left_inverse(&into, NULL, &into) == HD_OK && hd_is_identical(&into, &r), "%s: into itself",
         hd_test_show(l));
  *(injective ? &counts->injective : &counts->repeating) += 1;
}

START_TEST(a_left_inverse_takes_every_value_back_or_is_refused_with_proof) {
  tally counts = {0};
  for (int leaves = 1; leaves <= 3; leaves++) {
    hd_family family = hd_family_small(leaves);
    for (int64_t n = 0; n < hd_family_count(&family); n++) {
      hd_layout l;
      hd_family_at(&family, n, &l);
      judge_left(&l, &counts);
    }
  }
  ck_assert_int_gt(counts.injective, 0);
  ck_assert_int_gt(counts.repeating, 0);
  ck_assert_int_gt(counts.negative, 0);
  ck_assert_int_gt(counts.undivided, 0);
  ck_assert_int_gt(counts.colliding, 0);
}
END_TEST

/* An injective layout whose sorted positive strides divide one another always has one. */
START_TEST(strides_that_divide_one_another_are_enough) {
  static const int64_t extents[] = {1, 2, 3, 5, 4}, strides[] = {0, 1, 2, 4, 12, 24};
  for (int leaves = 1; leaves <= 3; leaves++) {
    hd_family family = {.leaves = leaves, .extents = 5, .extent = extents, .strides = 6, .stride = strides};
    for (int64_t n = 0; n < hd_family_count(&family); n++) {
      hd_layout l, r;
      bool injective;
      int64_t first, second;
      hd_family_at(&family, n, &l);
      EXPECT(hd_oracle_is_injective(&l, &injective, &first, &second) == HD_OK, "the oracle failed");
      if (injective) EXPECT(hd_left_inverse(&l, NULL, &r) == HD_OK, "%s", hd_test_show(&l));
    }
  }
}
END_TEST

START_TEST(inverses_print_as_cute_prints_them) {
  static const char *const row[][3] = {
      {"(4,3):(3,1)", "(3,4):(4,1)", "(3,4):(4,1)"},
      {"4:2", "1:0", "(2,4):(0,1)"},
      {"(4,2):(1,5)", "4:1", "(5,2):(1,4)"},
      {"(32,128):(0,1)", "128:32", "128:32"},
      {"(2,4,8):(32,0,2)", "1:0", "(2,16,2):(0,8,1)"},
      {"(2,3):(1@0,1@1)", "(2,3):(1,2)", "(2,3):(1,2)"},
      {"(2,3):(0,1@0)", "(3):(2)", "(3):(2)"},
      {"(4,8):(1@lane,2@col)", "(4,1):(1,0)", "(4,(2,8)):(1,(0,4))"},
      {"():()", "1:0", "1:0"},
  };
  for (int n = 0; n < HD_COUNT(row); n++) {
    hd_layout l = hd_test_layout(row[n][0]), r;
    ck_assert_int_eq(hd_right_inverse(&l, NULL, &r), HD_OK);
    ck_assert_str_eq(hd_test_show(&r), row[n][1]);
    ck_assert_int_eq(hd_left_inverse(&l, NULL, &r), HD_OK);
    ck_assert_str_eq(hd_test_show(&r), row[n][2]);
  }
}
END_TEST

/* Component m of L at R(i) is what mode m of R makes of i. */
static void judge_right_on_paths(const hd_layout *l) {
  hd_layout r;
  hd_oracle_axes axes;
  hd_oracle_layout_axes(l, &axes);
  ck_assert_int_eq(hd_right_inverse(l, NULL, &r), HD_OK);
  EXPECT(hd_test_is_valid(&r), "%s: %s", hd_test_show(l), hd_test_show(&r));
  for (int64_t i = 0; i < hd_size(&r); i++) {
    int64_t value[HD_MAX_LEAVES];
    EXPECT(hd_oracle_at(l, hd_test_at(&r, i), &axes, value) == HD_OK, "the oracle failed");
    for (int k = 0; k < axes.count; k++) {
      int step[HD_AXIS_STEPS] = {0};
      hd_layout mode;
      int64_t index = i;
      ck_assert_int_le(hd_axis_path(axes.axis[k], step), 1);
      for (int m = 0; m < step[0]; m++) {
        ck_assert_int_eq(hd_get(&r, &m, 1, NULL, &mode), HD_OK);
        index /= hd_size(&mode);
      }
      ck_assert_int_eq(hd_get(&r, step, 1, NULL, &mode), HD_OK);
      EXPECT(value[k] == index % hd_size(&mode), "%s: %s at %d", hd_test_show(l), hd_test_show(&r), (int)i);
    }
  }
}

START_TEST(on_paths_each_component_has_its_own_inverse) {
  hd_family family = hd_family_paths(2);
  for (int64_t n = 0; n < hd_family_count(&family); n++) {
    hd_layout l;
    hd_family_at(&family, n, &l);
    ck_assert_int_eq(hd_layout_finish(&l, "test", NULL), HD_OK);
    judge_right_on_paths(&l);
  }
}
END_TEST

/* ---- in common ---- */

START_TEST(a_nullspace_steps_where_the_layout_stands_still) {
  for (int leaves = 1; leaves <= 3; leaves++) {
    hd_family family = hd_family_small(leaves);
    for (int64_t n = 0; n < hd_family_count(&family); n++) {
      hd_layout l, null;
      int64_t still = 1;
      hd_family_at(&family, n, &l);
      hd_nullspace(&l, &null);
      for (int k = 0; k < leaves; k++)
        if (l.stride[k] == 0) still *= l.shape[k];
      EXPECT(hd_test_is_valid(&null) && hd_depth(&null.profile) <= 1 && hd_size(&null) == still, "%s: %s",
             hd_test_show(&l), hd_test_show(&null));
      for (int64_t j = 0; j < still; j++) {
        EXPECT(hd_test_at(&l, hd_test_at(&null, j)) == 0, "%s: %s at %d", hd_test_show(&l), hd_test_show(&null),
               (int)j);
        EXPECT(j == 0 || hd_test_at(&null, j) > hd_test_at(&null, j - 1), "%s: %s", hd_test_show(&l),
               hd_test_show(&null));
        EXPECT(hd_test_at(&null, j) < hd_size(&l), "%s: %s", hd_test_show(&l), hd_test_show(&null));
      }
    }
  }
}
END_TEST

START_TEST(a_common_vector_has_the_same_values_at_the_same_coordinates) {
  hd_family family = hd_family_few(2);
  int64_t longer = 0;
  for (int64_t n = 0; n < hd_family_count(&family); n++)
    for (int64_t m = n % 5; m < hd_family_count(&family); m += 5) {
      hd_layout a, b, r;
      int64_t size = 0;
      hd_family_at(&family, n, &a);
      hd_family_at(&family, m, &b);
      EXPECT(hd_max_common_layout(&a, &b, NULL, &r) == HD_OK, "%s, %s", hd_test_show(&a), hd_test_show(&b));
      for (int64_t i = 0; i < hd_size(&r); i++)
        EXPECT(hd_test_at(&a, hd_test_at(&r, i)) == i && hd_test_at(&b, hd_test_at(&r, i)) == i, "%s, %s: %s at %d",
               hd_test_show(&a), hd_test_show(&b), hd_test_show(&r), (int)i);
      ck_assert_int_eq(hd_max_common_vector(&a, &b, NULL, &size), HD_OK);
      ck_assert_int_eq(size, hd_size(&r));
      longer += size > 1;
    }
  ck_assert_int_gt(longer, 0);
}
END_TEST

START_TEST(a_common_run_is_cut_where_one_goes_on_otherwise) {
  static const char *const row[][3] = {{"2:1", "(2,3):(1,1)", "2:1"},
                                       {"(3,2):(1,7)", "4:1", "3:1"},
                                       {"(2,3,2):(1,1,6)", "(2,3,2):(1,1,3)", "3:2"},
                                       {"(2,4):(4,1)", "(2,4):(8,1)", "4:2"}};
  for (int n = 0; n < HD_COUNT(row); n++) {
    hd_layout a = hd_test_layout(row[n][0]), b = hd_test_layout(row[n][1]), r;
    ck_assert_int_eq(hd_max_common_layout(&a, &b, NULL, &r), HD_OK);
    ck_assert_str_eq(hd_test_show(&r), row[n][2]);
  }
}
END_TEST

START_TEST(statuses_are_kept_apart) {
  static const struct {
    const char *layout;
    hd_status status;
  } left[] = {{"(2,3):(3,2)", HD_UNDEFINED},         {"4:-1", HD_UNDEFINED},
              {"(2,4):(10,12)", HD_UNDEFINED},       {"(12,32):(64,8)", HD_OK},
              {"(16,2,2,6):(1,1,0,4)", HD_OK},       {"(16777216,16777216,4):(1,1,1)", HD_UNDECIDED},
              {"3:4611686018427387903", HD_OVERFLOW}};
  for (int n = 0; n < HD_COUNT(left); n++) {
    hd_layout l = hd_test_layout(left[n].layout), r;
    hd_error error;
    hd_test_stamp(&r, sizeof r);
    hd_status status = hd_left_inverse(&l, &error, &r);
    EXPECT(status == left[n].status, "%s: %s", left[n].layout, hd_status_name(status));
    if (status == HD_OK) continue;
    EXPECT(hd_test_is_error(&error, status) && hd_test_is_stamped(&r, sizeof r), "%s", left[n].layout);
  }
  hd_layout a = hd_test_layout("(2,2):(1@0,1@1)"), b = hd_test_layout("4:1"), r;
  int64_t size;
  ck_assert_int_eq(hd_max_common_layout(&a, &b, NULL, &r), HD_MISMATCH);
  ck_assert_int_eq(hd_max_common_layout(&b, &a, NULL, &r), HD_MISMATCH);
  ck_assert_int_eq(hd_max_common_vector(&b, &a, NULL, &size), HD_MISMATCH);
  /* A stride on component 126 alone: the 126 before it would fill the answer. */
  hd_layout far = hd_test_layout("2:1@126");
  ck_assert_int_eq(hd_right_inverse(&far, NULL, &r), HD_CAPACITY);
  ck_assert_int_eq(hd_left_inverse(&far, NULL, &r), HD_CAPACITY);
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"right inverse", a_right_inverse_takes_0_1_2_back_as_far_as_modes_go},
      {"the longer chain", of_two_chains_the_longer_is_taken},
      {"left inverse", a_left_inverse_takes_every_value_back_or_is_refused_with_proof},
      {"dividing strides are enough", strides_that_divide_one_another_are_enough},
      {"prints", inverses_print_as_cute_prints_them},
      {"paths", on_paths_each_component_has_its_own_inverse},
      {"nullspace", a_nullspace_steps_where_the_layout_stands_still},
      {"common vector", a_common_vector_has_the_same_values_at_the_same_coordinates},
      {"common runs are cut", a_common_run_is_cut_where_one_goes_on_otherwise},
      {"statuses", statuses_are_kept_apart},
  };
  return hd_test_main("inverse", test, HD_COUNT(test));
}
