/* The judges that run on a GPU against those of `heddle prove`: case by case the same outcome and the same answer. */
#include "tests/support/suite.h"

#include "kernels/prove_theorems.h"
#include "proofs/prove.h"
#include "proofs/prove_operations.h"

#include <stdio.h>

typedef struct hd_twice {
  hd_small_theorem theorem;
  const char *name;
  hd_small_bound bound;
  uint64_t step; /* every so many-th case */
} hd_twice;

#define BOTH(name, step, ...) \
  { HD_SMALL_##name, #name, {{__VA_ARGS__}}, step }

static const hd_twice twice[] = {
    BOTH(composition, 1, 2, 4, 4, 2, 3, 4),
    BOTH(composition, 1, 1, 16, 9, 1, 16, 9),
    BOTH(composition, 1, 3, 2, 3, 2, 2, 5),
    BOTH(composition, 1, 2, 3, 5, 3, 2, 3),
    BOTH(composition, 50000017, 2, 8, 70, 2, 8, 70),
    BOTH(complement, 1, 3, 3, 5, 12),
    BOTH(complement, 1, 1, 30, 30, 40),
    BOTH(complement, 31, 2, 7, 20, 150),
    BOTH(complement, 1500007, 3, 6, 40, 200),
    BOTH(complementable, 1, 3, 3, 5, 24),
    BOTH(complementable, 31, 2, 7, 20, 150),
    BOTH(complementable, 1500007, 3, 6, 40, 200),
    BOTH(right_inverse, 1, 3, 4, 3),
    BOTH(right_inverse, 1, 2, 9, 9),
    BOTH(right_inverse, 2000003, 3, 15, 42),
    BOTH(left_inverse, 1, 3, 4, 9),
    BOTH(left_inverse, 1, 2, 9, 30),
    BOTH(left_inverse, 60013, 3, 12, 60),
    BOTH(injectivity, 1, 3, 4, 3),
    BOTH(injectivity, 1, 2, 9, 9),
    BOTH(injectivity, 2000003, 3, 15, 42),
    BOTH(disjointness, 1, 2, 3, 4, 6),
    BOTH(disjointness, 500009, 2, 6, 12, 60),
};

/* Cases of one bound. Returns how many. */
static long compare(hd_prover *prover, const hd_twice *both) {
  const hd_theorem *theorem = hd_theorem_find(both->name, strlen(both->name));
  ck_assert_ptr_nonnull(theorem);
  const hd_domain *domain = hd_theorem_domain(theorem);
  const hd_small_domain small = hd_small_domain_of(both->theorem);
  const uint64_t of = hd_small_cases(small, &both->bound);
  hd_bound bound;
  long cases = 0;
  for (int k = 0; k < HD_BOUND_NUMBERS; ++k) bound.value[k] = both->bound.value[k];
  ck_assert(hd_small_bound_fits(small, &both->bound));
  ck_assert_uint_eq(of, domain->count(&bound));
  for (uint64_t number = 0; number < of; number += both->step, ++cases) {
    hd_small_case here;
    hd_case subject;
    char text[HD_CASE_TEXT];
    hd_small_case_at(small, &both->bound, number, &here);
    const hd_small_verdict verdict = hd_small_judge(both->theorem, &here);
    domain->at(&bound, number, &subject);
    const hd_outcome wanted = hd_judge_case(prover, theorem, &subject);
    if (verdict.outcome == (int)wanted && verdict.answer == prover->answer &&
        hd_small_term(number, verdict.outcome, verdict.answer) == hd_digest_term(number, wanted, prover->answer))
      continue;
    hd_case_print(domain, &subject, text, sizeof text);
    ck_abort_msg("%s, case %llu, %s: outcome %d and answer %016llx, not %d and %016llx", both->name,
                 (unsigned long long)number, text, verdict.outcome, (unsigned long long)verdict.answer, (int)wanted,
                 (unsigned long long)prover->answer);
  }
  return cases;
}

START_TEST(each_case_is_the_same_and_has_the_same_outcome_and_answer) {
  hd_prover *prover = hd_prover_new(&hd_operations_real);
  bool met[HD_SMALL_THEOREM_COUNT] = {false};
  ck_assert_ptr_nonnull(prover);
  for (int k = 0; k < HD_COUNT(twice); ++k) {
    const long cases = compare(prover, &twice[k]);
    printf("%s, judged twice: %ld cases\n", twice[k].name, cases);
    ck_assert_int_gt(cases, 50);
    met[twice[k].theorem] = true;
  }
  for (int k = 0; k < HD_SMALL_THEOREM_COUNT; ++k) ck_assert(met[k]);
  hd_prover_free(prover);
}
END_TEST

START_TEST(a_bound_whose_numbers_leave_31_bits_is_none) {
  const hd_small_bound fits = {{2, 8, 70, 2, 8, 70}}, modes = {{4, 2, 2, 2, 2, 2}}, none = {{0, 2, 2, 2, 2, 2}};
  const hd_small_bound strides = {{2, 64, 1 << 20, 2, 64, 1 << 20}}, sizes = {{3, 17, 1}}, numbers = {{2, 8, 8, 4096}};
  ck_assert(hd_small_bound_fits(HD_SMALL_PAIRS, &fits));
  ck_assert(!hd_small_bound_fits(HD_SMALL_PAIRS, &modes));
  ck_assert(!hd_small_bound_fits(HD_SMALL_PAIRS, &none));
  ck_assert(!hd_small_bound_fits(HD_SMALL_PAIRS, &strides));
  ck_assert(!hd_small_bound_fits(HD_SMALL_NESTED, &sizes));
  ck_assert(!hd_small_bound_fits(HD_SMALL_LAYOUTS, &sizes));
  ck_assert(!hd_small_bound_fits(HD_SMALL_NUMBERED, &numbers));
  ck_assert(!hd_small_bound_fits(HD_SMALL_OFFSETS, &numbers));
}
END_TEST

START_TEST(values_too_far_apart_to_be_marked_are_left_open) {
  const hd_small_bound far = {{1, 2, HD_SMALL_SPAN}};
  hd_small_case subject;
  hd_small_case_at(HD_SMALL_LAYOUTS, &far, hd_small_cases(HD_SMALL_LAYOUTS, &far) - 1, &subject); /* 2:2048 */
  ck_assert_int_eq(hd_small_judge(HD_SMALL_injectivity, &subject).outcome, HD_SMALL_LEFT_OPEN);
  subject.a.stride[0]--;
  ck_assert_int_eq(hd_small_judge(HD_SMALL_injectivity, &subject).outcome, HD_SMALL_HELD);
}
END_TEST

int main(void) {
  const hd_test tests[] = {
      {"each_case_is_the_same_and_has_the_same_outcome_and_answer",
       each_case_is_the_same_and_has_the_same_outcome_and_answer},
      {"a_bound_whose_numbers_leave_31_bits_is_none", a_bound_whose_numbers_leave_31_bits_is_none},
      {"values_too_far_apart_to_be_marked_are_left_open", values_too_far_apart_to_be_marked_are_left_open},
  };
  return hd_test_main("the judge of a GPU", tests, HD_COUNT(tests));
}
