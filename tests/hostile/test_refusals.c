/* What is said where little may be looked at: the rows of tests/refusals/hostile.txt. */
#include "tests/support/refusal.h"

#include "tests/support/suite.h"

START_TEST(what_is_left_undecided_says_how_far_it_was_looked_at) { ck_assert_int_gt(hd_test_refusals("hostile"), 10); }
END_TEST

int main(void) {
  const hd_test test[] = {{"undecided", what_is_left_undecided_says_how_far_it_was_looked_at}};
  return hd_test_main("refusals", test, HD_COUNT(test));
}
