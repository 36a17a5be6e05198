/* Exact counts, against multiplication of decimal digits by hand. */
#include "support/suite.h"

#include "proofs/count.h"

#include <stdlib.h>
#include <string.h>

__extension__ typedef unsigned __int128 wide;

/* text *= factor, digit by digit; the most significant digit stands first. */
static void multiply(char *text, int64_t factor) {
  char reversed[HD_COUNT_TEXT + 32];
  int length = (int)strlen(text), digits = 0;
  wide carry = 0;
  for (int k = length - 1; k >= 0 || carry != 0; k--) {
    if (k >= 0) carry += (wide)(text[k] - '0') * (wide)factor;
    reversed[digits++] = (char)('0' + (int)(carry % 10));
    carry /= 10;
  }
  for (int k = 0; k < digits; k++) text[k] = reversed[digits - 1 - k];
  text[digits] = 0;
}

START_TEST(a_product_is_what_long_multiplication_says) {
  const int64_t factor[16] = {1,
                              2,
                              3,
                              10,
                              65536,
                              INT64_MAX,
                              7,
                              4294967297,
                              INT64_MAX,
                              INT64_MAX - 1,
                              INT64_MAX,
                              INT64_MAX,
                              999999999999,
                              INT64_MAX,
                              INT64_MAX,
                              INT64_MAX};
  char want[HD_COUNT_TEXT + 32] = "1", got[HD_COUNT_TEXT];
  for (int count = 0; count <= 16; count++) {
    if (count > 0) multiply(want, factor[count - 1]);
    int64_t product = hd_count_product(factor, count, got, sizeof got);
    ck_assert_str_eq(got, want);
    if (strlen(want) < 19) ck_assert_int_eq(product, strtoll(want, NULL, 10));
    if (strlen(want) > 19) ck_assert_int_eq(product, INT64_MAX);
  }
}
END_TEST

START_TEST(the_last_count_that_64_bits_hold_is_exact) {
  const int64_t below[2] = {3037000499, 3037000499}, above[2] = {4294967296, 2147483648};
  char text[HD_COUNT_TEXT];
  ck_assert_int_eq(hd_count_product(below, 2, text, sizeof text), below[0] * below[1]);
  ck_assert_int_eq(hd_count_product(above, 2, text, sizeof text), INT64_MAX);
  ck_assert_str_eq(text, "9223372036854775808");
  ck_assert_int_eq(hd_count_product(above, 1, NULL, 0), above[0]);
}
END_TEST

int main(void) {
  const hd_test test[] = {{"products", a_product_is_what_long_multiplication_says},
                          {"64 bits", the_last_count_that_64_bits_hold_is_exact}};
  return hd_test_main("count", test, HD_COUNT(test));
}
