/* Swizzles: which are valid, what they do to every bit, units, text. */
#include "tests/support/plain.h"
#include "tests/support/suite.h"

#include <stdio.h>

static hd_swizzle make(int bits, int base, int shift) {
  hd_swizzle swizzle;
  ck_assert_int_eq(hd_make_swizzle(bits, base, shift, NULL, &swizzle), HD_OK);
  return swizzle;
}

static bool is_valid(int bits, int base, int shift) {
  int distance = shift < 0 ? -shift : shift;
  return bits >= 0 && base >= 0 && distance >= bits && bits + base + distance < 32;
}

static uint64_t seed = 1;

static int64_t draw(void) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return (int64_t)seed;
}

START_TEST(exactly_the_valid_parameters_are_taken) {
  int taken = 0, refused = 0;
  for (int bits = -2; bits < 35; bits++)
    for (int base = -2; base < 35; base++)
      for (int shift = -35; shift < 36; shift++) {
        hd_swizzle swizzle;
        hd_error error;
        hd_test_stamp(&swizzle, sizeof swizzle);
        hd_status status = hd_make_swizzle(bits, base, shift, &error, &swizzle);
        EXPECT(status == (is_valid(bits, base, shift) ? HD_OK : HD_MALFORMED), "S<%d,%d,%d>", bits, base, shift);
        if (status == HD_OK) {
          EXPECT(swizzle.bits == bits && swizzle.base == base && swizzle.shift == shift, "S<%d,%d,%d>", bits, base,
                 shift);
          taken++;
        } else {
          EXPECT(hd_test_is_error(&error, status) && hd_test_is_stamped(&swizzle, sizeof swizzle), "S<%d,%d,%d>", bits,
                 base, shift);
          EXPECT(error.number[0] == bits && error.number[1] == base && error.number[2] == shift, "S<%d,%d,%d>", bits,
                 base, shift);
          refused++;
        }
      }
  ck_assert_int_eq(taken + refused, 37 * 37 * 71);
  ck_assert_int_gt(taken, 5000);
  hd_swizzle swizzle;
  ck_assert_int_eq(hd_make_swizzle(INT64_MAX, 0, INT64_MIN, NULL, &swizzle), HD_MALFORMED);
  ck_assert_int_eq(hd_make_swizzle(3, INT64_MAX, 3, NULL, &swizzle), HD_MALFORMED);
}
END_TEST

START_TEST(every_swizzle_flips_the_bits_it_says_and_is_its_own_inverse) {
  int64_t visited = 0;
  for (int bits = 0; bits < 16; bits++)
    for (int base = 0; base < 32; base++)
      for (int shift = -31; shift < 32; shift++) {
        if (!is_valid(bits, base, shift)) continue;
        hd_swizzle swizzle = make(bits, base, shift);
        for (int n = 0; n < 40; n++) {
          int64_t x = n < 32 ? (int64_t)1 << n : n == 32 ? -1 : n == 33 ? INT64_MIN : n == 34 ? INT64_MAX : draw();
          int64_t y = hd_swizzle_at(&swizzle, x);
          EXPECT(y == hd_plain_swizzled((hd_swizzle){bits, base, shift}, x), "S<%d,%d,%d>(%lld)", bits, base, shift,
                 (long long)x);
          EXPECT(hd_swizzle_at(&swizzle, y) == x, "S<%d,%d,%d> twice at %lld", bits, base, shift, (long long)x);
          visited++;
        }
        int64_t source = hd_swizzle_source(&swizzle), target = hd_swizzle_target(&swizzle);
        EXPECT((source & target) == 0, "S<%d,%d,%d>", bits, base, shift);
        for (int k = 0; k < 40; k++) {
          int64_t bit = (int64_t)1 << k, moved = hd_swizzle_at(&swizzle, bit) ^ bit;
          EXPECT((moved != 0) == ((source & bit) != 0), "S<%d,%d,%d> reads bit %d", bits, base, shift, k);
          EXPECT((moved & ~target) == 0, "S<%d,%d,%d> changes for bit %d", bits, base, shift, k);
        }
      }
  ck_assert_int_gt(visited, 100000);
}
END_TEST

START_TEST(small_swizzles_agree_on_every_index_of_a_block) {
  for (int bits = 0; bits < 5; bits++)
    for (int base = 0; base < 4; base++)
      for (int shift = -5; shift < 6; shift++) {
        if (!is_valid(bits, base, shift)) continue;
        hd_swizzle swizzle = make(bits, base, shift);
        int block = 1 << (bits + base + (shift < 0 ? -shift : shift));
        for (int x = -64; x < 2 * block; x++) {
          int64_t y = hd_swizzle_at(&swizzle, x);
          EXPECT(y == hd_plain_swizzled((hd_swizzle){bits, base, shift}, x), "S<%d,%d,%d>(%d)", bits, base, shift, x);
          EXPECT(x < 0 || y / block == x / block, "S<%d,%d,%d>(%d) leaves its block", bits, base, shift, x);
        }
      }
}
END_TEST

/* ---- units ---- */

/* narrow(k*x + r) = k*wide(x) + r */
static void expect_same_shuffle(const hd_swizzle *narrow, const hd_swizzle *wide, int64_t k) {
  for (int64_t x = 0; x < 48; x++)
    for (int64_t r = 0; r < k; r++) {
      int64_t y = hd_swizzle_at(wide, x);
      EXPECT(hd_swizzle_at(narrow, k * x + r) == k * y + r, "S<%d,%d,%d> at %d, %d of %d", wide->bits, wide->base,
             wide->shift, (int)x, (int)r, (int)k);
    }
}

START_TEST(a_recast_swizzle_is_the_same_shuffle_of_memory) {
  static const int64_t width[] = {1, 2, 4, 8, 16, 32, 64, 128};
  int answered = 0, torn = 0, far_up = 0;
  for (int bits = 0; bits < 5; bits++)
    for (int base = 0; base < 24; base += base < 8 ? 1 : 5)
      for (int shift = -5; shift < 6; shift++) {
        if (!is_valid(bits, base, shift)) continue;
        hd_swizzle swizzle = make(bits, base, shift);
        for (int n = 0; n < HD_COUNT(width) * HD_COUNT(width); n++) {
          int64_t from = width[n % HD_COUNT(width)], to = width[n / HD_COUNT(width)];
          hd_swizzle result;
          hd_error error;
          hd_test_stamp(&result, sizeof result);
          hd_status status = hd_swizzle_recast(&swizzle, from, to, &error, &result);
          if (status != HD_OK) EXPECT(hd_test_is_stamped(&result, sizeof result), "touched");
          if (status == HD_OK && from >= to) expect_same_shuffle(&result, &swizzle, from / to);
          if (status == HD_OK && from < to) expect_same_shuffle(&swizzle, &result, to / from);
          answered += status == HD_OK;
          torn += status == HD_UNDEFINED;
          far_up += status == HD_RANGE;
          int moved = base;
          for (int64_t w = to; w < from; w *= 2) moved++;
          for (int64_t w = from; w < to; w *= 2) moved--;
          int distance = shift < 0 ? -shift : shift;
          hd_status wanted = bits == 0                       ? HD_OK
                             : moved < 0                     ? HD_UNDEFINED
                             : bits + moved + distance >= 32 ? HD_RANGE
                                                             : HD_OK;
          EXPECT(status == wanted, "S<%d,%d,%d> %d to %d: %s", bits, base, shift, (int)from, (int)to,
                 hd_status_name(status));
        }
      }
  ck_assert_int_gt(answered, 10000);
  ck_assert_int_gt(torn, 1000);
  ck_assert_int_gt(far_up, 100);
}
END_TEST

START_TEST(units_that_are_no_powers_of_two_of_each_other_are_refused) {
  hd_swizzle swizzle = make(3, 4, 3), result;
  hd_error error;
  hd_test_stamp(&result, sizeof result);
  ck_assert_int_eq(hd_swizzle_recast(&swizzle, 8, 24, &error, &result), HD_UNDEFINED);
  ck_assert(hd_test_is_error(&error, HD_UNDEFINED) && error.number[0] == 8 && error.number[1] == 24);
  ck_assert_int_eq(hd_swizzle_recast(&swizzle, 12, 8, &error, &result), HD_UNDEFINED);
  ck_assert_int_eq(hd_swizzle_recast(&swizzle, 0, 8, &error, &result), HD_RANGE);
  ck_assert_int_eq(hd_swizzle_recast(&swizzle, 8, -8, &error, &result), HD_RANGE);
  ck_assert(hd_test_is_error(&error, HD_RANGE) && error.number[0] == 8 && error.number[1] == -8);
  ck_assert(hd_test_is_stamped(&result, sizeof result));
  ck_assert_int_eq(hd_swizzle_recast(&swizzle, 6, 24, &error, &result), HD_OK);
  ck_assert_int_eq(result.base, 2);
}
END_TEST

/* Bytes against elements: what the vendor's figures show. */
START_TEST(the_byte_swizzle_and_the_element_swizzle_agree) {
  hd_swizzle bytes = make(3, 4, 3), words, halves;
  ck_assert_int_eq(hd_swizzle_recast(&bytes, 8, 32, NULL, &words), HD_OK);
  ck_assert(words.bits == 3 && words.base == 2 && words.shift == 3);
  ck_assert_int_eq(hd_swizzle_at(&bytes, 128), 144);
  ck_assert_int_eq(hd_swizzle_at(&words, 32), 36);
  ck_assert_int_eq(hd_swizzle_at(&bytes, 32), 32);
  ck_assert_int_eq(hd_swizzle_recast(&bytes, 8, 16, NULL, &halves), HD_OK);
  ck_assert(halves.bits == 3 && halves.base == 3 && halves.shift == 3);
  for (int row = 0; row < 8; row++) ck_assert_int_eq(hd_swizzle_at(&halves, 64 * row), 72 * row);
  hd_swizzle narrow = make(1, 4, 3);
  ck_assert_int_eq(hd_swizzle_recast(&narrow, 8, 16, NULL, &narrow), HD_OK);
  ck_assert(narrow.bits == 1 && narrow.base == 3 && narrow.shift == 3);
  for (int row = 0; row < 64; row++)
    for (int element = 0; element < 16; element++)
      ck_assert_int_eq(hd_swizzle_at(&narrow, 16 * row + element), 16 * row + (row % 8 < 4 ? element : element ^ 8));
}
END_TEST

/* ---- text ---- */

START_TEST(what_is_printed_reads_back) {
  int seen = 0;
  for (int bits = 0; bits < 16; bits++)
    for (int base = 0; base < 32; base++)
      for (int shift = -31; shift < 32; shift++) {
        if (!is_valid(bits, base, shift)) continue;
        hd_swizzle swizzle = make(bits, base, shift), again;
        char text[64], wanted[64], small[8];
        snprintf(wanted, sizeof wanted, "S<%d,%d,%d>", bits, base, shift);
        size_t length = hd_print_swizzle(&swizzle, text, sizeof text);
        EXPECT(length == strlen(wanted) && strcmp(text, wanted) == 0, "%s: %s", wanted, text);
        EXPECT(hd_parse_swizzle(text, length, NULL, &again) == HD_OK && memcmp(&swizzle, &again, sizeof again) == 0,
               "%s", wanted);
        EXPECT(hd_print_swizzle(&swizzle, small, sizeof small) == length && strncmp(small, wanted, 7) == 0 &&
                   small[length < 7 ? length : 7] == 0,
               "%s: %s", wanted, small);
        EXPECT(hd_print_swizzle(&swizzle, NULL, 0) == length, "%s", wanted);
        seen++;
      }
  ck_assert_int_gt(seen, 5000);
}
END_TEST

START_TEST(other_spellings_are_read) {
  static const char *const text[] = {"S<3,4,3>", "Sw<3,4,3>", " S < 3 , 4 , 3 > ", "S<_3,_4,_3>", "S<03,4,3>"};
  for (int k = 0; k < HD_COUNT(text); k++) {
    hd_swizzle swizzle;
    ck_assert_int_eq(hd_parse_swizzle(text[k], strlen(text[k]), NULL, &swizzle), HD_OK);
    ck_assert(swizzle.bits == 3 && swizzle.base == 4 && swizzle.shift == 3);
  }
}
END_TEST

START_TEST(wrong_text_is_refused_at_its_character) {
  static const struct {
    const char *text;
    hd_status status;
    size_t position;
  } wrong[] = {
      {"", HD_MALFORMED, 0},
      {"3,4,3", HD_MALFORMED, 0},
      {"S", HD_MALFORMED, 1},
      {"S(3,4,3)", HD_MALFORMED, 1},
      {"S<3,4>", HD_MALFORMED, 6},
      {"S<3,4,3", HD_MALFORMED, 7},
      {"S<3,4,3> x", HD_MALFORMED, 9},
      {"S<3,(4),3>", HD_MALFORMED, 4},
      {"S<3,4@0,3>", HD_MALFORMED, 4},
      {"S<3,_,3>", HD_MALFORMED, 4},
      {"S<3,,3>", HD_MALFORMED, 4},
      {"S<3,4,2>", HD_MALFORMED, 0},
      {" S<5,0,1>", HD_MALFORMED, 1},
      {"S<3,4,-2>", HD_MALFORMED, 0},
      {"S<5,29,5>", HD_MALFORMED, 0},
      {"S<10,20,10>", HD_MALFORMED, 0},
      {"S<99999999999999999999,0,0>", HD_OVERFLOW, 2},
  };
  for (int k = 0; k < HD_COUNT(wrong); k++) {
    hd_swizzle swizzle;
    hd_error error;
    hd_test_stamp(&swizzle, sizeof swizzle);
    hd_status status = hd_parse_swizzle(wrong[k].text, strlen(wrong[k].text), &error, &swizzle);
    EXPECT(status == wrong[k].status && hd_test_is_error(&error, status), "%s: %s", wrong[k].text,
           hd_status_name(status));
    EXPECT(error.position == wrong[k].position, "%s: at %d", wrong[k].text, (int)error.position);
    EXPECT(hd_test_is_stamped(&swizzle, sizeof swizzle), "%s: touched", wrong[k].text);
    EXPECT(hd_parse_swizzle(wrong[k].text, strlen(wrong[k].text), NULL, &swizzle) == status, "%s", wrong[k].text);
  }
}
END_TEST

int main(void) {
  const hd_test tests[] = {
      {"valid parameters", exactly_the_valid_parameters_are_taken},
      {"bits", every_swizzle_flips_the_bits_it_says_and_is_its_own_inverse},
      {"blocks", small_swizzles_agree_on_every_index_of_a_block},
      {"recast", a_recast_swizzle_is_the_same_shuffle_of_memory},
      {"recast refusals", units_that_are_no_powers_of_two_of_each_other_are_refused},
      {"bytes and elements", the_byte_swizzle_and_the_element_swizzle_agree},
      {"round trip", what_is_printed_reads_back},
      {"spellings", other_spellings_are_read},
      {"wrong text", wrong_text_is_refused_at_its_character},
  };
  return hd_test_main("swizzle", tests, HD_COUNT(tests));
}
