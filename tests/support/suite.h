/* What every suite needs: a main, cases without a clock, and checks cheap enough for the inside of a sweep. */
#ifndef HEDDLE_TESTS_SUPPORT_SUITE_H
#define HEDDLE_TESTS_SUPPORT_SUITE_H

#include "../../algebra/algebra.h"

#include <check.h>
#include <string.h>

/* Fails the test with a message unless the condition holds. Unlike ck_assert_msg it costs nothing when it does. */
#define EXPECT(condition, ...)                   \
  do {                                           \
    if (!(condition)) ck_abort_msg(__VA_ARGS__); \
  } while (0)

#define HD_COUNT(list) ((int)(sizeof(list) / sizeof(list)[0]))

typedef struct hd_test {
  const char *name; /* the property that the test shows */
  const TTest *test;
} hd_test;

/* Runs the tests of one suite, each a case of its own, without a time limit; returns what main returns. */
int hd_test_main(const char *suite, const hd_test *test, int count);

/* Bytes that no operation writes: fills `object` and tells whether all of it still stands. */
void hd_test_stamp(void *object, size_t size);
bool hd_test_is_stamped(const void *object, size_t size);

/* Whether an error is filled in as a failure must be: this status, an operation and a reason. */
bool hd_test_is_error(const hd_error *error, hd_status status);

#endif
