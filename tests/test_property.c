/* Properties that somebody writes down: what is read and what is refused, and how cases are judged. */
#include "tests/support/suite.h"

#include "proofs/certificate.h"
#include "proofs/property.h"
#include "proofs/prove_operations.h"
#include "proofs/prove_run.h"

#include <stdlib.h>

static const hd_theorem *property(const char *text) {
  const hd_theorem *theorem = NULL;
  hd_error error;
  EXPECT(hd_property_find(text, strlen(text), &error, &theorem) == HD_OK, "%s: %s", text, error.reason);
  return theorem;
}

/* All its cases, by two threads. */
static void run(const hd_theorem *theorem, hd_record *record) {
  const hd_run_options options = {.operation = &hd_operations_real, .threads = 2, .every = 60};
  hd_record_start(theorem, &theorem->quick, 0, record);
  ck_assert(hd_run(&options, record->of, record));
}

START_TEST(what_is_true_of_every_case_is_proved) {
  static hd_record record;
  run(property("forall A in layouts(2,4,4): size(coalesce(A)) == size(A)"), &record);
  ck_assert_int_eq(hd_record_standing(&record), HD_PROVED);
  ck_assert_uint_eq(record.held, 20 + 400);
  run(property("forall A, B in pairs(1,3,2,1,4,3): let C = A o B size(C) == size(B)"), &record);
  ck_assert_int_eq(hd_record_standing(&record), HD_PROVED);
  ck_assert_uint_eq(record.held + record.vacant, 9 * 16);
  ck_assert_uint_gt(record.held, 100);
  run(property("forall a, b in operands(0): a + b == b + a"), &record);
  ck_assert_int_eq(hd_record_standing(&record), HD_PROVED);
  ck_assert_uint_eq(record.vacant, 128); /* those that leave 64 bits */
}
END_TEST

START_TEST(what_is_false_somewhere_is_shown_at_the_smallest_case) {
  static hd_record record;
  run(property("forall A in layouts(2,4,4): cosize(A) <= 9"), &record);
  ck_assert_int_eq(hd_record_standing(&record), HD_FAILED);
  ck_assert_ptr_nonnull(strstr(record.note, ": left is 10, right is 9"));
  run(property("forall A, n in numbered(1,2,2,3): size(A) + n < 5"), &record);
  ck_assert_int_eq(hd_record_standing(&record), HD_FAILED);
  ck_assert_ptr_nonnull(strstr(record.note, ": left is 5, right is 5"));
}
END_TEST

START_TEST(what_is_no_question_at_some_case_stays_open) {
  static hd_record record;
  run(property("forall A in layouts(1,2,2): size(A) == 1 ? true : size(A)"), &record);
  ck_assert_int_eq(hd_record_standing(&record), HD_UNSETTLED);
}
END_TEST

START_TEST(what_has_no_answer_anywhere_is_empty) {
  static hd_record record;
  run(property("forall A in layouts(1,2,2): A(0,0,0) == 0"), &record);
  ck_assert_int_eq(hd_record_standing(&record), HD_EMPTY);
}
END_TEST

START_TEST(the_same_text_is_the_same_theorem) {
  const char *text = "forall A in nested(2,2,1): size(A) > 0";
  const hd_theorem *first = property(text);
  ck_assert_ptr_eq(property(text), first);
  ck_assert_ptr_eq(hd_theorem_find(text, strlen(text)), first);
  ck_assert_str_eq(first->name, text);
  ck_assert_ptr_ne(property("forall A in nested(2,2,1): size(A)  > 0"), first);
}
END_TEST

/* One prover may judge one after another: of each the values are its own. */
START_TEST(a_prover_goes_from_one_to_another) {
  const hd_theorem *all[] = {property("forall A in layouts(2,3,3): let s = size(A) s == size(A)"),
                             property("forall A, B in pairs(1,2,2,1,2,2): size(A) * size(B) > 0"),
                             hd_theorem_find("composition", 11)};
  hd_prover *prover = hd_prover_new(&hd_operations_real);
  hd_case *subject = malloc(sizeof *subject);
  for (int k = 0; k < 12; k++) {
    hd_theorem_domain(all[k % 3])->at(&all[k % 3]->quick, (uint64_t)k, subject);
    ck_assert_int_eq(hd_judge_case(prover, all[k % 3], subject), HD_HELD);
  }
  hd_prover_free(prover);
  free(subject);
}
END_TEST

START_TEST(what_makes_no_property_is_refused_with_its_place) {
  const struct {
    const char *text;
    hd_status status;
    size_t position;
  } refused[] = {
      {"for A in layouts(1,2,2): true", HD_MALFORMED, 0},
      {"forall in layouts(1,2,2): true", HD_MALFORMED, 10},
      {"forall A of layouts(1,2,2): true", HD_MALFORMED, 9},
      {"forall A in layout(1,2,2): true", HD_MALFORMED, 12},
      {"forall A in layouts: true", HD_MALFORMED, 19},
      {"forall A in layouts(1,2): true", HD_MALFORMED, 23},
      {"forall A in layouts(1,2,2,2): true", HD_MALFORMED, 25},
      {"forall A in layouts(7,2,2): true", HD_RANGE, 20},
      {"forall A in layouts(1,2,2) true", HD_MALFORMED, 27},
      {"forall A in layouts(1,2,2): size(B)", HD_MALFORMED, 33},
      {"forall A in layouts(1,2,2): size(A", HD_MALFORMED, 34},
      {"forall A in layouts(1,2,2):\ntrue", HD_MALFORMED, 27},
      {"forall A in layouts(1,2,2): size(A)", HD_MALFORMED, 28},
      {"forall A, n in numbered(1,2,2,3): n + 1", HD_MALFORMED, 36},
      {"forall A, B in layouts(1,2,2): true", HD_MISMATCH, 10},
      {"forall a in tables(2,2): true", HD_MISMATCH, 7},
      {"forall A, A in pairs(1,2,2,1,2,2): true", HD_MALFORMED, 10},
      {"forall A, true in pairs(1,2,2,1,2,2): true", HD_MALFORMED, 10},
      {"forall o in layouts(1,2,2): true", HD_MALFORMED, 7},
  };
  for (int k = 0; k < HD_COUNT(refused); k++) {
    const hd_theorem *theorem = NULL;
    hd_error error;
    hd_status status = hd_property_find(refused[k].text, strlen(refused[k].text), &error, &theorem);
    EXPECT(status == refused[k].status && theorem == NULL, "%s: %s", refused[k].text, hd_status_name(status));
    EXPECT(error.position == refused[k].position, "%s: at %zu", refused[k].text, error.position);
  }
}
END_TEST

int main(void) {
  const hd_test tests[] = {
      {"what_is_true_of_every_case_is_proved", what_is_true_of_every_case_is_proved},
      {"what_is_false_somewhere_is_shown_at_the_smallest_case", what_is_false_somewhere_is_shown_at_the_smallest_case},
      {"what_is_no_question_at_some_case_stays_open", what_is_no_question_at_some_case_stays_open},
      {"what_has_no_answer_anywhere_is_empty", what_has_no_answer_anywhere_is_empty},
      {"the_same_text_is_the_same_theorem", the_same_text_is_the_same_theorem},
      {"a_prover_goes_from_one_to_another", a_prover_goes_from_one_to_another},
      {"what_makes_no_property_is_refused_with_its_place", what_makes_no_property_is_refused_with_its_place},
  };
  return hd_test_main("property", tests, HD_COUNT(tests));
}
