/* Where two layouts differ first, by blocks, against every coordinate by the definition. */
#include "tests/support/suite.h"

#include "proofs/prove_compare.h"

enum { LEAVES = 6, MOST = 1 << 14 };

static uint64_t seed = 20261201;

static int64_t draw(int64_t below) {
  seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (int64_t)(seed >> 33) % below;
}

static int64_t value_at(const hd_layout *layout, int64_t index) {
  int64_t value = 0;
  for (int k = 0; k < layout->profile.leaves; k++) {
    value += index % layout->shape[k] * layout->stride[k];
    index /= layout->shape[k];
  }
  return value;
}

static int64_t first_difference(const hd_layout *a, const hd_layout *b, int64_t size) {
  int64_t i = 0;
  while (i < size && value_at(a, i) == value_at(b, i)) i++;
  return i < size ? i : -1;
}

static void make(int leaves, const int64_t *shape, const int64_t *stride, hd_layout *layout) {
  ck_assert_int_eq(hd_make_flat_layout(leaves, shape, stride, NULL, layout), HD_OK);
}

/* A layout, and one of the same size: its modes cut in two, or one stride changed, or both. */
static int64_t draw_two(hd_layout *a, hd_layout *b) {
  int64_t shape[2 * LEAVES], stride[2 * LEAVES], cut[2 * LEAVES], step[2 * LEAVES], size = 1;
  int leaves = 1 + (int)draw(LEAVES), pieces = 0;
  for (int k = 0; k < leaves; k++) {
    shape[k] = 1 + draw(draw(4) == 0 ? 3000 : 12);
    if (size * shape[k] > MOST) shape[k] = 1;
    size *= shape[k];
    stride[k] = draw(3) == 0 && k > 0 ? stride[k - 1] * shape[k - 1] : draw(1000) - 300;
    int64_t inner = 1 + draw(shape[k]);
    while (shape[k] % inner != 0) inner--;
    cut[pieces] = inner, step[pieces++] = stride[k];
    cut[pieces] = shape[k] / inner, step[pieces++] = stride[k] * inner;
  }
  if (draw(2) == 0) step[draw(pieces)] += 1 + draw(2);
  make(leaves, shape, stride, a);
  make(pieces, cut, step, b);
  return size;
}

START_TEST(layouts_differ_first_where_the_definition_says) {
  hd_layout a, b;
  int alike = 0, apart = 0;
  for (int k = 0; k < 4000; k++) {
    int64_t size = draw_two(&a, &b), first, wanted = first_difference(&a, &b, size);
    ck_assert_int_eq(hd_compare_values(&a, &b, MOST, NULL, &first), HD_OK);
    EXPECT(first == wanted, "turn %d: %lld, not %lld", k, (long long)first, (long long)wanted);
    if (wanted < 0) alike++;
    else apart++;
  }
  ck_assert_int_gt(alike, 1000);
  ck_assert_int_gt(apart, 1000);
}
END_TEST

START_TEST(blocks_of_different_lengths_meet) {
  hd_layout a, b;
  int64_t first;
  make(2, (int64_t[]){3000, 7}, (int64_t[]){5, 15000}, &a); /* 21000:5 */
  make(3, (int64_t[]){7, 1000, 3}, (int64_t[]){5, 35, 35000}, &b);
  ck_assert_int_eq(hd_compare_values(&a, &b, 1 << 20, NULL, &first), HD_OK);
  ck_assert_int_eq(first, -1);
  make(3, (int64_t[]){7, 1000, 3}, (int64_t[]){5, 35, 35001}, &b);
  ck_assert_int_eq(hd_compare_values(&a, &b, 1 << 20, NULL, &first), HD_OK);
  ck_assert_int_eq(first, 7000);
  make(2, (int64_t[]){1500, 14}, (int64_t[]){5, 7499}, &b);
  ck_assert_int_eq(hd_compare_values(&a, &b, 1 << 20, NULL, &first), HD_OK);
  ck_assert_int_eq(first, 1500);
}
END_TEST

START_TEST(what_is_too_much_is_undecided) {
  hd_layout a;
  int64_t first = 5;
  make(1, (int64_t[]){100}, (int64_t[]){1}, &a);
  ck_assert_int_eq(hd_compare_values(&a, &a, 99, NULL, &first), HD_UNDECIDED);
  make(1, (int64_t[]){((int64_t)1 << 32) + 1}, (int64_t[]){1}, &a);
  ck_assert_int_eq(hd_compare_values(&a, &a, INT64_MAX, NULL, &first), HD_UNDECIDED);
  ck_assert_int_eq(first, 5);
}
END_TEST

int main(void) {
  const hd_test tests[] = {
      {"layouts_differ_first_where_the_definition_says", layouts_differ_first_where_the_definition_says},
      {"blocks_of_different_lengths_meet", blocks_of_different_lengths_meet},
      {"what_is_too_much_is_undecided", what_is_too_much_is_undecided},
  };
  return hd_test_main("prove compare", tests, HD_COUNT(tests));
}
