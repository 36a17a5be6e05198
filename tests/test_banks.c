/* Bank conflicts against a count over bytes, and the swizzles found against all of them. */
#include "tests/support/suite.h"
#include "tests/support/text.h"

static uint64_t seed = 20261129;

static int64_t draw(int64_t below) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return (int64_t)((seed >> 11) % (uint64_t)below);
}

static hd_composed plain(const char *text) {
  hd_layout layout = hd_test_layout(text);
  hd_composed composed;
  hd_composed_plain(&layout, &composed);
  return composed;
}

static hd_composed swizzled(int bits, int base, int shift, const hd_composed *right) {
  hd_swizzle swizzle;
  hd_composed composed;
  ck_assert_int_eq(hd_make_swizzle(bits, base, shift, NULL, &swizzle), HD_OK);
  ck_assert_int_eq(hd_compose_swizzle(&swizzle, 0, right, NULL, &composed), HD_OK);
  return composed;
}

static int degree_of(const hd_composed *access, int64_t bits) {
  hd_bank_report report;
  ck_assert_int_eq(hd_banks(access, bits, NULL, &report), HD_OK);
  return report.degree;
}

/* Marks every word that each lane of a phase moves, byte by byte, and counts the words of each bank. */
static int by_bytes(const hd_composed *access, int64_t bits) {
  int lanes = (int)hd_size(&access->inner), worst = 0;
  int at_once = bits <= 32 ? 32 : (int)(1024 / bits);
  for (int begin = 0; begin < lanes; begin += at_once) {
    int64_t word[32 * 4];
    int words = 0;
    for (int lane = begin; lane < lanes && lane < begin + at_once; lane++) {
      int64_t offset;
      ck_assert_int_eq(hd_composed_at(access, lane, NULL, &offset), HD_OK);
      for (int64_t bit = 0; bit < bits; bit += bits < 8 ? 1 : 8) {
        int64_t at = offset * bits + bit, w = at / 32 - (at % 32 < 0);
        int k = 0;
        while (k < words && word[k] != w) k++;
        if (k == words) word[words++] = w;
      }
    }
    for (int bank = 0; bank < 32; bank++) {
      int count = 0;
      for (int k = 0; k < words; k++) count += ((word[k] % 32) + 32) % 32 == bank;
      if (count > worst) worst = count;
    }
  }
  return worst;
}

START_TEST(the_strides_that_everybody_meets) {
  hd_composed column = plain("32:32"), padded = plain("32:33"), row = plain("32:1"), same = plain("32:0");
  ck_assert_int_eq(degree_of(&column, 32), 32);
  ck_assert_int_eq(degree_of(&padded, 32), 1);
  ck_assert_int_eq(degree_of(&row, 32), 1);
  ck_assert_int_eq(degree_of(&same, 32), 1);
  hd_composed whole = swizzled(5, 0, 5, &column), part = swizzled(3, 0, 5, &column);
  ck_assert_int_eq(degree_of(&whole, 32), 1);
  ck_assert_int_eq(degree_of(&part, 32), 4);
  for (int64_t bits = 1; bits <= 128; bits *= 2) ck_assert_int_eq(degree_of(&row, bits), 1);
}
END_TEST

/* One layout of at most 32 coordinates and one width. */
static hd_composed random_access(int64_t *bits, bool swizzle) {
  int64_t shape[3], stride[3], size = 1;
  int rank = 1 + (int)draw(3);
  hd_layout layout;
  hd_composed composed;
  for (int k = 0; k < rank; k++) {
    shape[k] = 1 + draw(32 / size < 8 ? 32 / size : 32);
    while (size * shape[k] > 32) shape[k]--;
    size *= shape[k];
    stride[k] = draw(3) == 0 ? draw(200) - 60 : (int64_t)1 << draw(9);
  }
  ck_assert_int_eq(hd_make_flat_layout(rank, shape, stride, NULL, &layout), HD_OK);
  hd_composed_plain(&layout, &composed);
  *bits = (int64_t)1 << draw(8);
  if (!swizzle || draw(2) == 0) return composed;
  int b = (int)draw(5), m = (int)draw(5);
  return swizzled(b, m, b + (int)draw(4), &composed);
}

START_TEST(the_degree_is_that_of_a_count_over_bytes) {
  int seen[33] = {0};
  for (int n = 0; n < 10000; n++) {
    int64_t bits;
    hd_composed access = random_access(&bits, true);
    hd_bank_report report;
    ck_assert_int_eq(hd_banks(&access, bits, NULL, &report), HD_OK);
    int wanted = by_bytes(&access, bits);
    EXPECT(report.degree == wanted, "%s, %d bits, case %d: %d, not %d", hd_test_show(&access.inner), (int)bits, n,
           report.degree, wanted);
    seen[report.degree]++;
    int64_t x, y, size = hd_size(&access.inner);
    EXPECT(report.lane >= 0 && report.lane <= report.other && report.other < size, "case %d: lanes", n);
    hd_composed_at(&access, report.lane, NULL, &x);
    hd_composed_at(&access, report.other, NULL, &y);
    int64_t at = x * bits, word = at / 32 - (at % 32 < 0), also = y * bits / 32 - (y * bits % 32 < 0);
    EXPECT(((word % 32) + 32) % 32 == report.bank && ((also % 32) + 32) % 32 == report.bank, "case %d: bank", n);
    EXPECT((word != also) == (report.degree > 1), "case %d: the lanes named do not conflict", n);
  }
  ck_assert_int_gt(seen[1], 1000);
  ck_assert_int_gt(seen[2], 500);
  ck_assert_int_gt(seen[4], 100);
  ck_assert_int_gt(seen[8], 20);
}
END_TEST

/* The least degree over every swizzle of positive shift whose changed bits lie below 2^limit. */
static int least_of_all(const hd_composed *access, int64_t bits, int limit) {
  int least = degree_of(access, bits);
  for (int b = 1; b <= limit; b++)
    for (int m = 0; m + b <= limit; m++)
      for (int s = b; s + m + b < 32; s++) {
        hd_composed tried = swizzled(b, m, s, access);
        int degree = degree_of(&tried, bits);
        if (degree < least) least = degree;
      }
  return least;
}

START_TEST(no_swizzle_is_better_than_the_one_found) {
  int better = 0;
  for (int n = 0; n < 60; n++) {
    int64_t bits;
    hd_composed access = random_access(&bits, false);
    const hd_composed *list[] = {&access};
    hd_swizzle found;
    int degree;
    ck_assert_int_eq(hd_find_swizzle(list, 1, bits, NULL, &found, &degree), HD_OK);
    hd_composed with = swizzled(found.bits, found.base, found.shift, &access);
    EXPECT(degree_of(&with, bits) == degree, "%s: the degree is not the swizzle's", hd_test_show(&access.inner));
    int least = least_of_all(&access, bits, 12);
    EXPECT(degree == least, "%s, %d bits: %d, where %d is possible", hd_test_show(&access.inner), (int)bits, degree,
           least);
    better += degree < degree_of(&access, bits);
  }
  ck_assert_int_gt(better, 5);
}
END_TEST

START_TEST(what_is_found_is_right_on_many_and_the_first_of_its_kind) {
  int better = 0, none = 0;
  for (int n = 0; n < 10000; n++) {
    int64_t bits;
    hd_composed access = random_access(&bits, false);
    const hd_composed *list[] = {&access};
    hd_swizzle found;
    int degree;
    if (n % 20 != 0 && degree_of(&access, bits) > 4) continue; /* the searches that take longest: a share of them */
    ck_assert_int_eq(hd_find_swizzle(list, 1, bits, NULL, &found, &degree), HD_OK);
    hd_composed with = swizzled(found.bits, found.base, found.shift, &access);
    EXPECT(by_bytes(&with, bits) == degree, "%s: not the degree counted over bytes", hd_test_show(&access.inner));
    EXPECT(degree <= degree_of(&access, bits), "%s: worse than before", hd_test_show(&access.inner));
    EXPECT(found.shift > 0 || (found.bits == 0 && found.base == 0 && found.shift == 0), "a swizzle of another kind");
    if (found.bits == 0) {
      none++;
      continue;
    }
    better++;
    EXPECT(degree < degree_of(&access, bits), "%s: a swizzle for nothing", hd_test_show(&access.inner));
    if (found.shift > found.bits) {
      hd_composed nearer = swizzled(found.bits, found.base, found.shift - 1, &access);
      EXPECT(degree_of(&nearer, bits) > degree, "%s: a smaller shift does as well", hd_test_show(&access.inner));
    }
    if (found.base > 0) {
      hd_composed lower = swizzled(found.bits, found.base - 1, found.shift, &access);
      EXPECT(degree_of(&lower, bits) > degree, "%s: a smaller base does as well", hd_test_show(&access.inner));
    }
  }
  ck_assert_int_gt(better, 500);
  ck_assert_int_gt(none, 1000);
}
END_TEST

/* A matrix of 32 by 32 words written by rows and read by columns. */
START_TEST(one_swizzle_serves_several_accesses) {
  hd_composed row = plain("32:1"), column = plain("32:32");
  const hd_composed *both[] = {&row, &column};
  hd_swizzle found;
  int degree;
  ck_assert_int_eq(hd_find_swizzle(both, 2, 32, NULL, &found, &degree), HD_OK);
  ck_assert_int_eq(degree, 1);
  ck_assert(found.bits == 5 && found.base == 0 && found.shift == 5);
  hd_composed rows = swizzled(5, 0, 5, &row), columns = swizzled(5, 0, 5, &column);
  ck_assert_int_eq(degree_of(&rows, 32), 1);
  ck_assert_int_eq(degree_of(&columns, 32), 1);
  /* eight rows of 64 halves, a lane moving 16 bytes: the 128-byte swizzle, S<3,0,3> on what a lane moves */
  hd_composed matrix = plain("8:8");
  const hd_composed *one[] = {&matrix};
  ck_assert_int_eq(degree_of(&matrix, 128), 8);
  ck_assert_int_eq(hd_find_swizzle(one, 1, 128, NULL, &found, &degree), HD_OK);
  ck_assert_int_eq(degree, 1);
  ck_assert(found.bits == 3 && found.base == 0 && found.shift == 3);
}
END_TEST

START_TEST(chains_of_two_swizzles_have_a_degree_too) {
  hd_composed column = plain("32:32"), inner = swizzled(2, 0, 5, &column), outer = swizzled(3, 2, 5, &inner);
  ck_assert_int_eq(outer.steps, 2);
  ck_assert_int_eq(degree_of(&inner, 32), 8);
  ck_assert_int_eq(degree_of(&outer, 32), 1);
  ck_assert_int_eq(by_bytes(&outer, 32), 1);
}
END_TEST

static void expect_refused(const hd_composed *access, int64_t bits, hd_status wanted) {
  hd_bank_report report;
  hd_error error;
  hd_swizzle swizzle;
  int degree = 77;
  hd_test_stamp(&report, sizeof report);
  hd_test_stamp(&swizzle, sizeof swizzle);
  ck_assert_int_eq(hd_banks(access, bits, &error, &report), wanted);
  ck_assert(hd_test_is_error(&error, wanted) && hd_test_is_stamped(&report, sizeof report));
  ck_assert_int_eq(hd_find_swizzle(&access, 1, bits, &error, &swizzle, &degree), wanted);
  ck_assert(hd_test_is_error(&error, wanted) && hd_test_is_stamped(&swizzle, sizeof swizzle) && degree == 77);
  ck_assert_int_eq(hd_banks(access, bits, NULL, &report), wanted);
}

START_TEST(what_is_no_access_of_a_warp_is_refused) {
  hd_composed row = plain("32:1"), two = plain("(32,2):(1,32)"), paths = plain("(4,8):(1@0,1@1)");
  hd_composed far = plain("2:4611686018427387904");
  expect_refused(&row, 0, HD_RANGE);
  expect_refused(&row, -32, HD_RANGE);
  expect_refused(&row, 24, HD_RANGE);
  expect_refused(&row, 256, HD_RANGE);
  expect_refused(&two, 32, HD_RANGE);
  expect_refused(&paths, 32, HD_MISMATCH);
  expect_refused(&far, 32, HD_OVERFLOW);
  const hd_composed *many[HD_MAX_ACCESSES + 1];
  hd_swizzle swizzle;
  hd_error error;
  int degree;
  for (int k = 0; k <= HD_MAX_ACCESSES; k++) many[k] = &row;
  ck_assert_int_eq(hd_find_swizzle(many, HD_MAX_ACCESSES + 1, 32, &error, &swizzle, &degree), HD_RANGE);
  ck_assert_int_eq(error.number[0], HD_MAX_ACCESSES + 1);
  ck_assert_int_eq(hd_find_swizzle(many, 0, 32, &error, &swizzle, &degree), HD_RANGE);
  ck_assert_int_eq(hd_find_swizzle(many, HD_MAX_ACCESSES, 32, &error, &swizzle, &degree), HD_OK);
}
END_TEST

int main(void) {
  const hd_test tests[] = {
      {"well-known strides", the_strides_that_everybody_meets},
      {"degree", the_degree_is_that_of_a_count_over_bytes},
      {"search against all", no_swizzle_is_better_than_the_one_found},
      {"search on many", what_is_found_is_right_on_many_and_the_first_of_its_kind},
      {"several accesses", one_swizzle_serves_several_accesses},
      {"chains", chains_of_two_swizzles_have_a_degree_too},
      {"refusals", what_is_no_access_of_a_warp_is_refused},
  };
  return hd_test_main("banks", tests, HD_COUNT(tests));
}
