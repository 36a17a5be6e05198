/* Check's suites and cases, made the same way for every test, and the stamp that shows what was written. */
#include "tests/support/suite.h"

#include <stdlib.h>

int hd_test_main(const char *name, const hd_test *test, int count) {
  Suite *suite = suite_create(name);
  for (int k = 0; k < count; k++) {
    TCase *one = tcase_create(test[k].name);
    tcase_set_timeout(one, 0);
    tcase_add_test(one, test[k].test);
    suite_add_tcase(suite, one);
  }
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

void hd_test_stamp(void *object, size_t size) { memset(object, 0xA5, size); }

bool hd_test_is_stamped(const void *object, size_t size) {
  const unsigned char *byte = object;
  for (size_t k = 0; k < size; k++)
    if (byte[k] != 0xA5) return false;
  return true;
}

bool hd_test_is_error(const hd_error *error, hd_status status) {
  return error->status == status && error->operation != NULL && error->operation[0] != '\0' && error->reason != NULL &&
         error->reason[0] != '\0';
}
