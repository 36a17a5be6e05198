/* What `heddle explain` says, to the letter: tests/explanations.txt has expressions, each with the steps that are told of
 * it. That the steps come to the answer is asked by test_trace.c and test_trace_composition.c. */
#define _GNU_SOURCE /* open_memstream */
#include "proofs/expression.h"
#include "proofs/steps.h"
#include "tests/support/suite.h"

#include <stdlib.h>

/* The steps, and the value where there is one. To be freed. */
static char *explained(const char *text) {
  char *told = NULL;
  size_t length = 0;
  FILE *out = open_memstream(&told, &length);
  hd_steps steps;
  hd_value value;
  hd_error error;
  hd_finding finding;
  bool said;
  ck_assert_ptr_nonnull(out);
  hd_steps_start(&steps, out);
  const hd_observer observer = {hd_steps_tell, &steps};
  if (hd_expression_explained(text, strlen(text), &observer, &error, &value, &finding, &said) == HD_OK)
    hd_steps_finish(&steps, &value);
  fclose(out);
  return told;
}

START_TEST(steps_are_told_to_the_letter) {
  char line[1024];
  char *told = NULL, *at = NULL;
  int asked = 0;
  FILE *file = fopen("tests/explanations.txt", "r");
  ck_assert_ptr_nonnull(file);
  for (int number = 1; fgets(line, sizeof line, file) != NULL; number++) {
    if (line[0] == '#') continue;
    if (strncmp(line, "> ", 2) == 0) {
      EXPECT(at == NULL || *at == 0, "before line %d also this is told: %s", number, at);
      free(told);
      line[strcspn(line, "\n")] = 0;
      at = told = explained(line + 2);
      asked++;
      continue;
    }
    EXPECT(at != NULL && strncmp(at, line, strlen(line)) == 0, "line %d: not %sbut %s", number, line, at);
    at += strlen(line);
  }
  EXPECT(at != NULL && *at == 0, "at the end also this is told: %s", at);
  free(told);
  fclose(file);
  ck_assert_int_gt(asked, 50);
}
END_TEST

int main(void) {
  const hd_test tests[] = {{"steps_are_told_to_the_letter", steps_are_told_to_the_letter}};
  return hd_test_main("explanations", tests, HD_COUNT(tests));
}
