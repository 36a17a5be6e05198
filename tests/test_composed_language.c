/* What the language says of swizzled and composed layouts and of parts, against all of their values.
 *
 * The values are found here without algebra/: the inner layout's by the oracle, a swizzle's by its definition. */
#include "proofs/builtin.h"
#include "proofs/expression.h"
#include "proofs/oracle.h"
#include "tests/support/plain.h"
#include "tests/support/suite.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- values by definition ---- */

static int64_t at_layout(const hd_layout *layout, int64_t index) {
  const hd_oracle_axes integers = {.count = 1};
  int64_t value = 0;
  ck_assert_int_eq(hd_oracle_at(layout, index, &integers, &value), HD_OK);
  return value;
}

static int64_t at_composed(const hd_composed *composed, int64_t index) {
  int64_t x = at_layout(&composed->inner, index);
  for (int k = composed->steps - 1; k >= 0; k--) {
    const hd_step *step = &composed->step[k];
    if (step->is_layout) x = at_layout(&composed->outer, composed->outer_offset.value[0] + x);
    else x = hd_plain_swizzled(step->swizzle, step->offset + x);
  }
  return x;
}

/* The values of the layout that is being visited, found once. */
static struct {
  const hd_value *of;
  int64_t size;
  int64_t value[16];
} visited_layout;

/* Of a layout or composed layout. */
static int64_t at(const hd_value *value, int64_t index) {
  if (value == visited_layout.of && index >= 0 && index < visited_layout.size) return visited_layout.value[index];
  if (value->kind == HD_KIND_LAYOUT) return at_layout(&value->as.layout, index);
  ck_assert_int_eq(value->kind, HD_KIND_COMPOSED);
  return at_composed(&value->as.composed, index);
}

static const hd_layout *domain_of(const hd_value *value) {
  return value->kind == HD_KIND_LAYOUT ? &value->as.layout : &value->as.composed.inner;
}

static int64_t size_of(const hd_value *value) {
  if (value == visited_layout.of) return visited_layout.size;
  int64_t size = 0;
  ck_assert_int_eq(hd_oracle_size(domain_of(value), &size), HD_OK);
  return size;
}

static bool takes(const hd_value *value, int64_t wanted) {
  for (int64_t i = 0; i < size_of(value); i++) {
    if (at(value, i) == wanted) return true;
  }
  return false;
}

static int64_t greatest(const hd_value *value) {
  int64_t most = INT64_MIN;
  for (int64_t i = 0; i < size_of(value); i++) {
    if (at(value, i) > most) most = at(value, i);
  }
  return most;
}

static bool repeats(const hd_value *value) {
  for (int64_t i = 0; i < size_of(value); i++) {
    for (int64_t j = 0; j < i; j++) {
      if (at(value, i) == at(value, j)) return true;
    }
  }
  return false;
}

/* ---- asking the language ---- */

static hd_status call(const char *name, const hd_value *argument, int count, hd_error *error, hd_value *result) {
  hd_test_stamp(result, sizeof *result);
  hd_status status = hd_builtin_call(hd_builtin_find(name, strlen(name)), argument, count, error, result);
  if (status == HD_OK) return status;
  EXPECT(hd_test_is_error(error, status), "%s: the error is not filled in", name);
  EXPECT(hd_test_is_stamped(result, sizeof *result), "%s: wrote a result", name);
  return status;
}

static const char *show(const hd_value *value) {
  static char text[2][1024];
  static int turn;
  turn = 1 - turn;
  hd_print_value(value, text[turn], sizeof text[turn]);
  return text[turn];
}

/* A predicate's answer, which must be a yes or no. */
static bool truth(const char *name, const hd_value *argument, int count, hd_error *error) {
  hd_value result;
  EXPECT(call(name, argument, count, error, &result) == HD_OK, "%s of %s", name, show(&argument[0]));
  ck_assert_int_eq(result.kind, HD_KIND_BOOLEAN);
  return result.as.boolean;
}

/* ---- the family ---- */

static const char *const before[] = {"",
                                     "S<1,0,1> o 0 o ",
                                     "S<2,0,2> o 0 o ",
                                     "S<1,1,2> o 3 o ",
                                     "S<2,1,-2> o 0 o ",
                                     "S<0,0,0> o 5 o ",
                                     "S<1,0,1> o 2 o S<1,1,1> o 1 o ",
                                     "(4,2,8):(2,1,16) o 1 o "};

typedef void visitor(const hd_value *value);

/* Calls the visitor with every layout of at most two modes within bounds behind each of these; returns how many. */
static int for_all(visitor *visit) {
  static const int strides[] = {0, 1, 2, 3, 8};
  int visited = 0;
  for (int b = 0; b < HD_COUNT(before); b++) {
    for (int n = 0; n < 4 * 5 * 4 * 5; n++) {
      char text[128];
      hd_value value;
      hd_error error;
      snprintf(text, sizeof text, "%s(%d,%d):(%d,%d)", before[b], 1 + n % 4, 1 + n / 20 % 4, strides[n / 4 % 5],
               strides[n / 80]);
      ck_assert_int_eq(hd_expression_value(text, strlen(text), &error, &value), HD_OK);
      visited_layout.of = NULL;
      int64_t size = size_of(&value);
      ck_assert(size <= HD_COUNT(visited_layout.value));
      for (int64_t i = 0; i < size; i++) visited_layout.value[i] = at(&value, i);
      visited_layout.size = size;
      visited_layout.of = &value;
      visit(&value);
      visited++;
    }
  }
  visited_layout.of = NULL;
  ck_assert_int_eq(visited, HD_COUNT(before) * 400);
  return visited;
}

static int answered, refused;

static void expect_both(void) {
  ck_assert_int_gt(answered, 100);
  ck_assert_int_gt(refused, 100);
}

/* ---- which values ---- */

static void check_onto(const hd_value *value) {
  hd_value argument[2];
  hd_error error;
  int64_t size = size_of(value);
  hd_value_copy(&argument[0], value);
  EXPECT(truth("injective", argument, 1, &error) == !repeats(value), "injective(%s)", show(value));
  for (int64_t bound = size; bound <= size + 1; bound++) {
    bool each_once = size == bound && !repeats(value);
    for (int64_t v = 0; v < bound && each_once; v++) each_once = takes(value, v);
    hd_value_set_integer(&argument[1], bound);
    EXPECT(truth("bijective", argument, 2, &error) == each_once, "bijective(%s onto %d)", show(value), (int)bound);
    answered += each_once;
    refused += !each_once;
  }
}

START_TEST(bijective_is_each_value_once) {
  answered = refused = 0;
  for_all(check_onto);
  expect_both();
}
END_TEST

static void check_covers(const hd_value *value) {
  hd_value argument[2];
  hd_error error;
  hd_value_copy(&argument[0], value);
  int64_t missing = 0;
  while (takes(value, missing)) missing++;
  for (int64_t bound = 1; bound <= missing + 2; bound++) {
    hd_value_set_integer(&argument[1], bound);
    EXPECT(truth("covers", argument, 2, &error) == (bound <= missing), "covers(%s, %d)", show(value), (int)bound);
    if (bound <= missing) continue;
    ck_assert_int_eq(error.number[0], missing);
  }
  hd_value_copy(&argument[1], value); /* every layout covers its own values */
  EXPECT(truth("covers", argument, 2, &error), "covers of itself: %s", show(value));
}

START_TEST(covers_finds_the_first_value_that_is_missing) { for_all(check_covers); }
END_TEST

static void check_disjoint(const hd_value *value) {
  static hd_value other;
  static bool has_other;
  hd_value argument[3];
  hd_error error;
  if (has_other) {
    hd_value_copy(&argument[0], value);
    hd_value_copy(&argument[1], &other);
    for (int64_t offset = -8; offset <= 8; offset += 4) {
      bool meets = false;
      for (int64_t i = 0; i < size_of(value) && !meets; i++) meets = takes(&other, at(value, i) + offset);
      hd_value_set_integer(&argument[2], offset);
      EXPECT(truth("disjoint", argument, 3, &error) == !meets, "disjoint(%s, %s, %d)", show(value), show(&other),
             (int)offset);
      answered += meets;
      refused += !meets;
    }
  }
  hd_value_copy(&other, value);
  has_other = true;
}

START_TEST(disjoint_is_no_common_value) {
  answered = refused = 0;
  for_all(check_disjoint);
  expect_both();
}
END_TEST

static void check_coordinates(const hd_value *value) {
  hd_value argument[2], coordinate, back;
  hd_error error;
  hd_value_copy(&argument[0], value);
  for (int64_t v = -1; v <= greatest(value) + 1; v++) {
    hd_value_set_integer(&argument[1], v);
    hd_status status = call("coordinate_of", argument, 2, &error, &coordinate);
    EXPECT(status == (takes(value, v) ? HD_OK : HD_UNDEFINED), "coordinate_of(%s, %d): %s", show(value), (int)v,
           hd_status_name(status));
    if (status != HD_OK) continue;
    bool inside;
    int64_t index;
    ck_assert_int_eq(hd_oracle_index_of(domain_of(value), &coordinate.as.tuple, &index, &inside), HD_OK);
    EXPECT(inside && at(value, index) == v, "coordinate_of(%s, %d) is %s", show(value), (int)v, show(&coordinate));
    hd_value_copy(&argument[1], &coordinate);
    ck_assert_int_eq(call("evaluate", argument, 2, &error, &back), HD_OK);
    ck_assert_int_eq(back.as.tuple.value[0], v);
  }
}

START_TEST(coordinate_of_is_where_the_value_is) { for_all(check_coordinates); }
END_TEST

static void check_values(const hd_value *value) {
  hd_value argument[2], list;
  hd_error error;
  hd_value_copy(&argument[0], value);
  ck_assert_int_eq(call("values", argument, 1, &error, &list), HD_OK);
  ck_assert_int_eq(list.as.tuple.profile.leaves, size_of(value));
  for (int64_t i = 0; i < size_of(value); i++) ck_assert_int_eq(list.as.tuple.value[i], at(value, i));
  for (int64_t bound = -2; bound <= greatest(value); bound++) {
    int64_t first = 0, index;
    bool inside;
    while (first < size_of(value) && at(value, first) <= bound) first++;
    hd_value_set_integer(&argument[1], bound);
    hd_status status = call("first_beyond", argument, 2, &error, &list);
    EXPECT(status == (first < size_of(value) ? HD_OK : HD_UNDEFINED), "first_beyond(%s, %d)", show(value), (int)bound);
    if (status != HD_OK) continue;
    ck_assert_int_eq(hd_oracle_index_of(domain_of(value), &list.as.tuple, &index, &inside), HD_OK);
    EXPECT(inside && index == first, "first_beyond(%s, %d) is %s", show(value), (int)bound, show(&list));
  }
}

START_TEST(values_and_the_first_one_beyond) { for_all(check_values); }
END_TEST

/* ---- inverses ---- */

static void check_right_inverse(const hd_value *value) {
  hd_value inverse;
  hd_error error;
  hd_status status = call("right_inverse", value, 1, &error, &inverse);
  EXPECT(status == HD_OK || status == HD_UNDEFINED, "right_inverse(%s): %s", show(value), hd_status_name(status));
  answered += status == HD_OK;
  refused += status != HD_OK;
  if (status != HD_OK) return;
  for (int64_t i = 0; i < size_of(&inverse); i++) {
    int64_t where = at(&inverse, i);
    EXPECT(where >= 0 && where < size_of(value) && at(value, where) == i, "right_inverse(%s) is %s, wrong at %d",
           show(value), show(&inverse), (int)i);
  }
  /* where all whole values from 0 on are taken once and in a chain that begins at 0, none is left out */
  bool all = !repeats(value) && strstr(show(value), "o 0 o ") != NULL;
  for (int64_t v = 0; v < size_of(value) && all; v++) all = takes(value, v);
  if (all) ck_assert_int_eq(size_of(&inverse), size_of(value));
}

START_TEST(right_inverse_finds_the_first_values) {
  answered = refused = 0;
  for_all(check_right_inverse);
  expect_both();
}
END_TEST

static void check_left_inverse(const hd_value *value) {
  hd_value inverse;
  hd_error error;
  hd_status status = call("left_inverse", value, 1, &error, &inverse);
  EXPECT(status == HD_OK || status == HD_UNDEFINED, "left_inverse(%s): %s", show(value), hd_status_name(status));
  answered += status == HD_OK;
  refused += status != HD_OK;
  for (int64_t i = 0; status == HD_OK && i < size_of(value); i++) {
    int64_t back = at(&inverse, at(value, i));
    EXPECT(at(value, back) == at(value, i) && (repeats(value) || back == i), "left_inverse(%s) is %s, wrong at %d",
           show(value), show(&inverse), (int)i);
  }
}

START_TEST(left_inverse_takes_each_value_back) {
  answered = refused = 0;
  for_all(check_left_inverse);
  expect_both();
}
END_TEST

static void check_common(const hd_value *value) {
  static hd_value other;
  static bool has_other;
  hd_value argument[2], common, size;
  hd_error error;
  if (has_other) {
    hd_value_copy(&argument[0], value);
    hd_value_copy(&argument[1], &other);
    hd_status status = call("max_common_layout", argument, 2, &error, &common);
    ck_assert_int_eq(call("max_common_vector", argument, 2, &error, &size), status);
    answered += status == HD_OK;
    refused += status != HD_OK;
    for (int64_t i = 0; status == HD_OK && i < size_of(&common); i++) {
      EXPECT(at(value, at(&common, i)) == i && at(&other, at(&common, i)) == i,
             "max_common_layout(%s, %s) is wrong at %d", show(value), show(&other), (int)i);
    }
    if (status == HD_OK) ck_assert_int_eq(size.as.tuple.value[0], size_of(&common));
  }
  hd_value_copy(&other, value);
  has_other = true;
}

START_TEST(what_two_have_in_common_they_have_in_one_place) {
  answered = refused = 0;
  for_all(check_common);
  expect_both();
}
END_TEST

/* ---- other widths ---- */

static int compare_integers(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

/* Whether the values of `narrow` are n * w .. n * w + n - 1 for the values w of `wide`, each as often; or n * w alone,
 * where no element of the narrow one is next to another. */
static bool are_parts(const hd_value *narrow, const hd_value *wide, int64_t n) {
  int64_t have[256], want[256], count = 0;
  bool whole = size_of(narrow) == n * size_of(wide);
  if (!whole && size_of(narrow) != size_of(wide)) return false;
  for (int64_t i = 0; i < size_of(narrow); i++) have[i] = at(narrow, i);
  for (int64_t i = 0; i < size_of(wide); i++) {
    for (int64_t r = 0; r < (whole ? n : 1); r++) want[count++] = n * at(wide, i) + r;
  }
  qsort(have, (size_t)count, sizeof have[0], compare_integers);
  qsort(want, (size_t)count, sizeof want[0], compare_integers);
  return memcmp(have, want, (size_t)count * sizeof have[0]) == 0;
}

static void check_widths(const hd_value *value) {
  hd_value argument[2], cast;
  hd_error error;
  const hd_layout *inner = domain_of(value);
  hd_value_set_integer(&argument[0], 2);
  hd_value_copy(&argument[1], value);
  hd_status status = call("upcast", argument, 2, &error, &cast);
  answered += status == HD_OK;
  refused += status != HD_OK;
  if (status == HD_OK && (size_of(value) == 2 * size_of(&cast) || size_of(value) == size_of(&cast)))
    EXPECT(are_parts(value, &cast, 2), "upcast(2, %s) is %s", show(value), show(&cast));
  bool one_run = (inner->stride[0] == 1) + (inner->stride[1] == 1) <= 1;
  status = call("downcast", argument, 2, &error, &cast);
  answered += status == HD_OK;
  refused += status != HD_OK;
  if (status == HD_OK && one_run) EXPECT(are_parts(&cast, value, 2), "downcast(2, %s) is %s", show(value), show(&cast));
}

START_TEST(wide_elements_are_whole_narrow_ones) {
  answered = refused = 0;
  for_all(check_widths);
  expect_both();
}
END_TEST

/* ---- several as one ---- */

static void check_concatenate(const hd_value *value) {
  hd_value argument[2], both, of;
  hd_error error;
  hd_value_copy(&argument[0], value);
  hd_value_copy(&argument[1], value);
  ck_assert_int_eq(call("concatenate", argument, 2, &error, &both), HD_OK);
  int64_t size = size_of(value);
  ck_assert_int_eq(size_of(&both), size * size);
  for (int k = 0; k < 2; k++) { /* each operand is a mode */
    hd_value get[2];
    hd_value_copy(&get[0], &both);
    hd_value_set_integer(&get[1], k);
    ck_assert_int_eq(call("get", get, 2, &error, &of), HD_OK);
    for (int64_t i = 0; i < size; i++) ck_assert_int_eq(at(&of, i), at(value, i));
  }
  if (value->kind == HD_KIND_LAYOUT) return;
  argument[1].kind = HD_KIND_LAYOUT; /* what does not stand behind the same is refused */
  hd_layout_copy(&argument[1].as.layout, domain_of(value));
  ck_assert_int_eq(call("concatenate", argument, 2, &error, &both), HD_UNDEFINED);
}

START_TEST(concatenated_layouts_are_the_modes) { for_all(check_concatenate); }
END_TEST

/* ---- parts ---- */

/* The part's value at an index of its layout: the offset added. */
static int64_t at_part(const hd_value *part, int64_t index) {
  ck_assert_int_eq(part->kind, HD_KIND_PART);
  int64_t value = at_composed(&part->as.part.layout, index) + part->as.part.offset.value[0];
  hd_value argument[2], said;
  hd_error error;
  hd_value_copy(&argument[0], part);
  hd_value_set_integer(&argument[1], index);
  ck_assert_int_eq(call("evaluate", argument, 2, &error, &said), HD_OK);
  ck_assert_int_eq(said.as.tuple.value[0], value);
  return value;
}

static void check_slices(const hd_value *value) {
  const hd_layout *domain = domain_of(value);
  hd_value argument[2], part;
  hd_error error;
  for (int64_t j = 0; j < domain->shape[1]; j++) {
    char text[32];
    snprintf(text, sizeof text, "(_,%d)", (int)j);
    hd_value_copy(&argument[0], value);
    ck_assert_int_eq(hd_expression_value(text, strlen(text), &error, &argument[1]), HD_OK);
    ck_assert_int_eq(call("slice_and_offset", argument, 2, &error, &part), HD_OK);
    for (int64_t i = 0; i < domain->shape[0]; i++)
      EXPECT(at_part(&part, i) == at(value, i + domain->shape[0] * j), "slice_and_offset(%s, %s) at %d", show(value),
             text, (int)i);
  }
}

START_TEST(a_slice_and_its_offset_are_the_values_there) { for_all(check_slices); }
END_TEST

static void check_tiles(const hd_value *value) {
  const hd_layout *domain = domain_of(value);
  hd_value argument[3], part;
  hd_error error;
  int64_t rows = domain->shape[0], columns = domain->shape[1];
  if (rows % 2 != 0) return;
  for (int64_t t = 0; t < 2; t++) { /* two threads one above the other, or two tiles */
    hd_value_copy(&argument[0], value);
    ck_assert_int_eq(hd_expression_value("(2,1):(1,2)", 11, &error, &argument[1]), HD_OK);
    hd_value_set_integer(&argument[2], t);
    ck_assert_int_eq(call("local_partition", argument, 3, &error, &part), HD_OK);
    for (int64_t n = 0; n < rows / 2 * columns; n++) {
      int64_t i = n % (rows / 2), j = n / (rows / 2);
      EXPECT(at_part(&part, n) == at(value, t + 2 * i + rows * j), "local_partition(%s, (2,1):(1,2), %d) is %s",
             show(value), (int)t, show(&part));
    }
    ck_assert_int_eq(hd_expression_value("(2,1)", 5, &error, &argument[1]), HD_OK);
    char text[32];
    snprintf(text, sizeof text, "(%d,_)", (int)(t % (rows / 2)));
    ck_assert_int_eq(hd_expression_value(text, strlen(text), &error, &argument[2]), HD_OK);
    ck_assert_int_eq(call("local_tile", argument, 3, &error, &part), HD_OK);
    for (int64_t n = 0; n < 2 * columns; n++)
      EXPECT(at_part(&part, n) == at(value, n % 2 + 2 * (t % (rows / 2)) + rows * (n / 2)),
             "local_tile(%s, (2,1), %s) is %s", show(value), text, show(&part));
    answered++;
  }
}

START_TEST(tiles_and_partitions_are_the_values_there) {
  answered = 0;
  for_all(check_tiles);
  ck_assert_int_gt(answered, 1000);
}
END_TEST

/* ---- the order of modes ---- */

/* What a layout says at index i counted with the last mode fastest. */
static int64_t at_last_fastest(const hd_value *value, int64_t index) {
  hd_layout turned;
  const hd_layout *layout = domain_of(value);
  int leaves = layout->profile.leaves;
  turned.on_axes = false;
  turned.profile.leaves = layout->profile.leaves;
  for (int k = 0; k < leaves; k++) {
    turned.profile.open[k] = k == 0;
    turned.profile.close[k] = k == leaves - 1;
    turned.shape[k] = layout->shape[leaves - 1 - k];
    turned.stride[k] = layout->stride[leaves - 1 - k];
  }
  if (value->kind == HD_KIND_LAYOUT) return at_layout(&turned, index);
  hd_composed composed = value->as.composed;
  composed.inner = turned;
  return at_composed(&composed, index);
}

static void check_order(const hd_value *value) {
  hd_value shorter, turned;
  hd_error error;
  ck_assert_int_eq(call("coalesce_last_fastest", value, 1, &error, &shorter), HD_OK);
  ck_assert_int_eq(size_of(&shorter), size_of(value));
  ck_assert_int_eq(call("reverse", value, 1, &error, &turned), HD_OK);
  for (int64_t i = 0; i < size_of(value); i++) {
    EXPECT(at_last_fastest(&shorter, i) == at_last_fastest(value, i), "coalesce_last_fastest(%s) is %s", show(value),
           show(&shorter));
    EXPECT(at(&turned, i) == at_last_fastest(value, i), "reverse(%s) is %s", show(value), show(&turned));
  }
}

START_TEST(the_last_mode_fastest_is_the_order_turned_round) { for_all(check_order); }
END_TEST

/* ---- refusals ---- */

START_TEST(refusals_say_what_to_ask_instead) {
  static const struct {
    const char *text, *hint;
  } row[] = {
      {"stride(S<1,0,1> o 4:1)", "stride(composed_get_outer(C))"},
      {"complement(S<1,0,1> o 4:1, 8)", "complement(composed_get_outer(C), M)"},
      {"complementable(S<1,0,1> o 4:1, 8)", "bijective("},
      {"crd2idx(3, S<1,0,1> o 4:1)", "shape(C)"},
      {"idx2crd(3, S<1,0,1> o 4:1)", "shape(C)"},
      {"logical_divide(4:1, S<1,0,1> o 2:1)", "must be plain"},
      {"concatenate(S<1,0,1> o 4:1, 4:1)", "append("},
      {"right_inverse((4,2):(2,1) o 0 o 8:1)", "linear_invert"},
      {"make_layout_tv(S<1,0,1> o 4:1, 2:1)", "composed_get_outer(C)"},
      {"size(S<1,0,1>)", "S o 0 o L"},
      {"size(slice_and_offset((4,8):(1,4), (_,3)))", "get(P, 0)"},
      {"coalesce(S[8:1@laneid])", "canonicalize(P)"},
      {"slice(S[8:1@laneid], 3)", "region("},
      {"left_inverse(linear(8:1))", "linear_invert(M)"},
      {"flatten(linear(8:1))", "linear_reshape("},
      {"stride(linear(8:1))", "linear_layout(M)"},
      {"equivalent(S[4:1], 4:1)", "placement(L)"},
      {"linear(8:1) == 8:1", "linear(L)"},
  };
  for (int k = 0; k < HD_COUNT(row); k++) {
    hd_value value;
    hd_error error;
    char hint[HD_TEXT_MAX];
    EXPECT(hd_expression_value(row[k].text, strlen(row[k].text), &error, &value) != HD_OK, "%s", row[k].text);
    hd_print_hint(&error, hint, sizeof hint);
    EXPECT(strstr(hint, row[k].hint) != NULL, "%s hints at: %s", row[k].text, hint);
  }
}
END_TEST

int main(void) {
  const hd_test tests[] = {
      {"bijective is each value once", bijective_is_each_value_once},
      {"covers finds what is missing", covers_finds_the_first_value_that_is_missing},
      {"disjoint is no common value", disjoint_is_no_common_value},
      {"coordinate_of is where the value is", coordinate_of_is_where_the_value_is},
      {"values and the first one beyond", values_and_the_first_one_beyond},
      {"right_inverse finds the first values", right_inverse_finds_the_first_values},
      {"left_inverse takes each value back", left_inverse_takes_each_value_back},
      {"what two have in common", what_two_have_in_common_they_have_in_one_place},
      {"wide elements are whole narrow ones", wide_elements_are_whole_narrow_ones},
      {"concatenated layouts are the modes", concatenated_layouts_are_the_modes},
      {"a slice and its offset", a_slice_and_its_offset_are_the_values_there},
      {"tiles and partitions", tiles_and_partitions_are_the_values_there},
      {"the last mode fastest", the_last_mode_fastest_is_the_order_turned_round},
      {"refusals say what to ask instead", refusals_say_what_to_ask_instead},
  };
  return hd_test_main("composed language", tests, HD_COUNT(tests));
}
