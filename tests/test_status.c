/* Statuses and errors: every status has its word, and a failure fills in every field that a reader may look at. */
#include "tests/support/suite.h"

START_TEST(every_status_has_its_own_word) {
  static const char *const word[] = {"ok",        "malformed", "mismatch", "range",
                                     "undefined", "overflow",  "capacity", "undecided"};
  static const hd_status status[] = {HD_OK,        HD_MALFORMED, HD_MISMATCH, HD_RANGE,
                                     HD_UNDEFINED, HD_OVERFLOW,  HD_CAPACITY, HD_UNDECIDED};
  for (int k = 0; k < HD_COUNT(status); k++) ck_assert_str_eq(hd_status_name(status[k]), word[k]);
}
END_TEST

START_TEST(a_number_that_is_no_status_has_a_name_too) {
  ck_assert_ptr_nonnull(hd_status_name((hd_status)(HD_UNDECIDED + 1)));
  ck_assert_ptr_nonnull(hd_status_name((hd_status)-1));
}
END_TEST

START_TEST(a_failure_fills_in_all_that_is_read) {
  hd_error error;
  hd_test_stamp(&error, sizeof error);
  ck_assert_int_eq(hd_fail(&error, HD_RANGE, "get", "no such mode"), HD_RANGE);
  ck_assert_int_eq(error.status, HD_RANGE);
  ck_assert_str_eq(error.operation, "get");
  ck_assert_str_eq(error.reason, "no such mode");
  ck_assert_ptr_null(error.caller);
  ck_assert_ptr_null(error.hint);
  ck_assert_int_eq(error.leaf, -1);
  for (int k = 0; k < HD_ERROR_NUMBERS; k++) ck_assert_int_eq(error.number[k], 0);
  ck_assert_uint_eq(error.position, 0);
  ck_assert(!error.has_coordinate);
  ck_assert(!error.has_other);
}
END_TEST

START_TEST(a_failure_needs_no_error_to_fill_in) {
  ck_assert_int_eq(hd_fail(NULL, HD_OVERFLOW, "size", "too large"), HD_OVERFLOW);
  ck_assert_int_eq(hd_fail_within(NULL, HD_OVERFLOW, "divide"), HD_OVERFLOW);
}
END_TEST

START_TEST(the_caller_is_named_beside_the_operation_that_failed) {
  hd_error error;
  hd_fail(&error, HD_UNDEFINED, "composition", "no layout");
  ck_assert_int_eq(hd_fail_within(&error, HD_UNDEFINED, "logical_divide"), HD_UNDEFINED);
  ck_assert_str_eq(error.operation, "composition");
  ck_assert_str_eq(error.caller, "logical_divide");
}
END_TEST

START_TEST(success_names_no_caller) {
  hd_error error;
  hd_test_stamp(&error, sizeof error);
  ck_assert_int_eq(hd_fail_within(&error, HD_OK, "logical_divide"), HD_OK);
  ck_assert(hd_test_is_stamped(&error, sizeof error));
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"every status has its own word", every_status_has_its_own_word},
      {"a number that is no status has a name too", a_number_that_is_no_status_has_a_name_too},
      {"a failure fills in all that is read", a_failure_fills_in_all_that_is_read},
      {"a failure needs no error to fill in", a_failure_needs_no_error_to_fill_in},
      {"the caller is named beside the operation", the_caller_is_named_beside_the_operation_that_failed},
      {"success names no caller", success_names_no_caller},
  };
  return hd_test_main("status", test, HD_COUNT(test));
}
