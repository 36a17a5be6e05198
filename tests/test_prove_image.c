/* Which values layouts take, by marking, against a table of all of them: every way of marking, slices, threads. */
#include "tests/support/family.h"
#include "tests/support/suite.h"

#include "proofs/prove_image.h"

#include <stdlib.h>

enum { MOST = 1 << 13 };

static int by_value(const void *a, const void *b) {
  const int64_t *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

/* From the definition: all values, sorted. */
static hd_image_count counted(const hd_layout *layout) {
  static int64_t value[MOST];
  hd_image_count count = {1, 0, 0};
  for (int k = 0; k < layout->profile.leaves; k++) count.coordinates *= layout->shape[k];
  ck_assert_int_le(count.coordinates, MOST);
  for (int64_t i = 0; i < count.coordinates; i++) {
    int64_t left = i;
    value[i] = 0;
    for (int k = 0; k < layout->profile.leaves; k++) {
      value[i] += left % layout->shape[k] * layout->stride[k];
      left /= layout->shape[k];
    }
  }
  qsort(value, (size_t)count.coordinates, sizeof value[0], by_value);
  for (int64_t i = 0; i < count.coordinates; i++) {
    count.taken += i == 0 || value[i] != value[i - 1];
    count.missing += value[i] == count.missing;
  }
  return count;
}

static void judge(const hd_layout *layout, int threads, int64_t slice) {
  const hd_image_limits limits = {MOST, threads, slice};
  hd_image_count wanted = counted(layout), got;
  char text[HD_TEXT_MAX];
  hd_print_layout(layout, text, sizeof text);
  hd_status status = hd_count_image(layout, &limits, NULL, &got);
  EXPECT(status == HD_OK, "%s: %s", text, hd_status_name(status));
  EXPECT(got.coordinates == wanted.coordinates && got.taken == wanted.taken && got.missing == wanted.missing,
         "%s, slices of %lld: %lld of %lld, missing %lld; not %lld of %lld, missing %lld", text, (long long)slice,
         (long long)got.taken, (long long)got.coordinates, (long long)got.missing, (long long)wanted.taken,
         (long long)wanted.coordinates, (long long)wanted.missing);
}

START_TEST(small_layouts_take_what_the_table_has) {
  hd_layout layout;
  for (int leaves = 1; leaves < 4; leaves++) {
    const hd_family family = hd_family_small(leaves);
    for (int64_t k = 0, count = hd_family_count(&family); k < count; k += 1 + count / 20000) {
      hd_family_at(&family, k, &layout);
      judge(&layout, 1, k % 2 == 0 ? 0 : 64);
    }
  }
}
END_TEST

static uint64_t seed = 20261130;

static int64_t draw(int64_t below) {
  seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (int64_t)(seed >> 33) % below;
}

/* Up to 8 modes, mostly near a compact layout's strides, in an order of their own and some with another sign: long
 * runs, dense patterns, and none of both. */
static void draw_modes(hd_layout *layout) {
  int leaves = 1 + (int)draw(8);
  int64_t shape[8], stride[8], size = 1, next = 1 + draw(3) * draw(40);
  for (int k = 0; k < leaves; k++) {
    shape[k] = draw(3) == 0 ? 2 : 1 + draw(k == 0 && draw(2) == 0 ? 300 : 9);
    if (size * shape[k] > MOST) shape[k] = 1;
    size *= shape[k];
    stride[k] = draw(9) == 0 ? draw(500) : next;
    if (draw(6) == 0) stride[k] = -stride[k];
    next = next * shape[k] + (draw(4) == 0 ? draw(70) : 0);
  }
  for (int k = leaves - 1; k > 0; k--) {
    int other = (int)draw(k + 1);
    int64_t s = shape[k], d = stride[k];
    shape[k] = shape[other], shape[other] = s;
    stride[k] = stride[other], stride[other] = d;
  }
  ck_assert_int_eq(hd_make_flat_layout(leaves, shape, stride, NULL, layout), HD_OK);
}

START_TEST(drawn_layouts_take_what_the_table_has) {
  const int64_t slices[] = {0, 64, 128, 192, 1024, 4096};
  hd_layout layout;
  for (int k = 0; k < 6000; k++) {
    draw_modes(&layout);
    judge(&layout, 1 + k % 3, slices[k % HD_COUNT(slices)]);
  }
}
END_TEST

/* Whether the runs that start within one word of bits cover all between them, or leave a gap at its ends. */
START_TEST(runs_about_as_long_as_a_word_of_starts) {
  hd_layout layout;
  for (int64_t unit = 1; unit <= 4; unit++)
    for (int64_t run = 62 * unit; run <= 64 * unit; run++)
      for (int64_t apart = 61; apart <= 65; apart++) {
        const int64_t shape[] = {run, 2, 7}, stride[] = {1, unit * apart, unit * 193};
        ck_assert_int_eq(hd_make_flat_layout(3, shape, stride, NULL, &layout), HD_OK);
        judge(&layout, 1, apart % 2 == 0 ? 0 : 128);
      }
}
END_TEST

/* A layout of given extents and strides, by hand. */
static hd_image_count count_of(int leaves, const int64_t *shape, const int64_t *stride, int threads) {
  const hd_image_limits limits = {(int64_t)1 << 32, threads, 0};
  hd_layout layout;
  hd_image_count count;
  ck_assert_int_eq(hd_make_flat_layout(leaves, shape, stride, NULL, &layout), HD_OK);
  ck_assert_int_eq(hd_count_image(&layout, &limits, NULL, &count), HD_OK);
  return count;
}

START_TEST(large_layouts_take_what_they_must) {
  hd_image_count count = count_of(2, (int64_t[]){4096, 4096}, (int64_t[]){4096, 1}, 2);
  ck_assert(count.taken == 1 << 24 && count.missing == 1 << 24);
  count = count_of(2, (int64_t[]){2048, 2048}, (int64_t[]){2047, 2049}, 3); /* 2047 i = 2049 j at i = 2049 first */
  ck_assert(count.taken == 1 << 22 && count.missing == 1);
  count = count_of(3, (int64_t[]){1000, 3, 1000}, (int64_t[]){3, 1, 3000}, 1);
  ck_assert(count.taken == 3000000 && count.missing == 3000000);
  count = count_of(2, (int64_t[]){1 << 12, 1 << 12}, (int64_t[]){(int64_t)1 << 40, (int64_t)1 << 28}, 1);
  ck_assert(count.taken == 1 << 24 && count.missing == 1);                  /* they have 2^28 in common */
  count = count_of(2, (int64_t[]){1 << 20, 1 << 10}, (int64_t[]){1, 3}, 2); /* runs of which each hides the next */
  ck_assert(count.taken == (1 << 20) + 3 * 1023 && count.missing == count.taken);
  count = count_of(3, (int64_t[]){100, 1000, 300}, (int64_t[]){1, 70, 90000}, 2); /* overlap, and gaps of 19970 */
  ck_assert(count.taken == 70030 * 300 && count.missing == 70030);
  count = count_of(3, (int64_t[]){64, 256, 256}, (int64_t[]){1, 80, 20480}, 1);
  ck_assert(count.taken == 1 << 22 && count.missing == 64);
  count = count_of(3, (int64_t[]){100, 1000, 300}, (int64_t[]){1, 101, -200000}, 3);
  ck_assert(count.taken == 30000000 && count.missing == 100); /* the last mode's values lie below 0 */
  count = count_of(2, (int64_t[]){5000, 7}, (int64_t[]){-1, 5000}, 2);
  ck_assert(count.taken == 35000 && count.missing == 30001);
}
END_TEST

START_TEST(what_is_too_much_is_undecided) {
  hd_image_limits limits = {99, 1, 0};
  hd_layout layout;
  hd_image_count count;
  ck_assert_int_eq(hd_make_scalar_layout(100, 1, NULL, &layout), HD_OK);
  ck_assert_int_eq(hd_count_image(&layout, &limits, NULL, &count), HD_UNDECIDED);
  ck_assert_int_eq(hd_make_flat_layout(2, (int64_t[]){3, 3}, (int64_t[]){1, (int64_t)1 << 60}, NULL, &layout), HD_OK);
  ck_assert_int_eq(hd_count_image(&layout, &limits, NULL, &count), HD_UNDECIDED);
}
END_TEST

int main(void) {
  const hd_test tests[] = {
      {"small_layouts_take_what_the_table_has", small_layouts_take_what_the_table_has},
      {"drawn_layouts_take_what_the_table_has", drawn_layouts_take_what_the_table_has},
      {"runs_about_as_long_as_a_word_of_starts", runs_about_as_long_as_a_word_of_starts},
      {"large_layouts_take_what_they_must", large_layouts_take_what_they_must},
      {"what_is_too_much_is_undecided", what_is_too_much_is_undecided},
  };
  return hd_test_main("prove image", tests, HD_COUNT(tests));
}
