/* The judge that runs on a GPU against the one of `heddle prove`: case by case the same outcome and the same answer. */
#include "tests/support/suite.h"

#include "kernels/prove_small.h"
#include "proofs/prove.h"
#include "proofs/prove_operations.h"

#include <stdio.h>

static const hd_bound bounds[] = {
    {{2, 4, 4, 2, 3, 4}},
    {{1, 16, 9, 1, 16, 9}},
    {{3, 2, 3, 2, 2, 5}},
    {{2, 3, 5, 3, 2, 3}},
};

static hd_small_bound small(const hd_bound *bound) {
  const int64_t *v = bound->value;
  return (hd_small_bound){(int32_t)v[0], (int32_t)v[1], (int32_t)v[2], (int32_t)v[3], (int32_t)v[4], (int32_t)v[5]};
}

/* Cases of one bound, every `step`-th. Returns how many. */
static long compare(hd_prover *prover, const hd_theorem *theorem, const hd_bound *bound, uint64_t step) {
  const hd_domain *domain = hd_theorem_domain(theorem);
  const hd_small_bound limits = small(bound);
  const uint64_t left = hd_small_count(limits.modes, limits.extent, limits.stride);
  const uint64_t of = left * hd_small_count(limits.by_modes, limits.by_extent, limits.by_stride);
  long cases = 0;
  ck_assert(hd_small_bound_fits(&limits));
  ck_assert_uint_eq(of, domain->count(bound));
  for (uint64_t number = 0; number < of; number += step, ++cases) {
    hd_small a, b;
    hd_case subject;
    uint64_t answer;
    hd_small_at(limits.modes, limits.extent, limits.stride, (uint32_t)(number % left), &a);
    hd_small_at(limits.by_modes, limits.by_extent, limits.by_stride, (uint32_t)(number / left), &b);
    const int outcome = hd_small_judge_composition(&a, &b, &answer);
    domain->at(bound, number, &subject);
    const hd_outcome wanted = hd_judge_case(prover, theorem, &subject);
    EXPECT(outcome == (int)wanted && answer == prover->answer,
           "case %llu: outcome %d and answer %016llx, not %d and %016llx", (unsigned long long)number, outcome,
           (unsigned long long)answer, (int)wanted, (unsigned long long)prover->answer);
    EXPECT(hd_small_term(number, outcome, answer) == hd_digest_term(number, wanted, prover->answer),
           "case %llu adds something else to the digest", (unsigned long long)number);
  }
  return cases;
}

START_TEST(each_case_is_the_same_and_has_the_same_outcome_and_answer) {
  const hd_theorem *theorem = hd_theorem_find("composition", 11);
  hd_prover *prover = hd_prover_new(&hd_operations_real);
  long cases = 0;
  ck_assert_ptr_nonnull(theorem);
  ck_assert_ptr_nonnull(prover);
  for (int k = 0; k < HD_COUNT(bounds); ++k) cases += compare(prover, theorem, &bounds[k], 1);
  cases += compare(prover, theorem, &(hd_bound){{2, 8, 70, 2, 8, 70}}, 1000000007);
  printf("judged twice: %ld cases\n", cases);
  ck_assert_int_eq(cases, 100800 + 25600 + 584 * 156 + 342 * 584 + 105);
  hd_prover_free(prover);
}
END_TEST

START_TEST(a_bound_whose_numbers_leave_31_bits_is_none) {
  const hd_small_bound fits = {2, 8, 70, 2, 8, 70}, modes = {4, 2, 2, 2, 2, 2}, none = {0, 2, 2, 2, 2, 2};
  const hd_small_bound strides = {2, 4096, 1 << 20, 2, 4096, 1 << 20};
  ck_assert(hd_small_bound_fits(&fits));
  ck_assert(!hd_small_bound_fits(&modes));
  ck_assert(!hd_small_bound_fits(&none));
  ck_assert(!hd_small_bound_fits(&strides));
}
END_TEST

int main(void) {
  const hd_test tests[] = {
      {"each_case_is_the_same_and_has_the_same_outcome_and_answer",
       each_case_is_the_same_and_has_the_same_outcome_and_answer},
      {"a_bound_whose_numbers_leave_31_bits_is_none", a_bound_whose_numbers_leave_31_bits_is_none},
  };
  return hd_test_main("the judge of a GPU", tests, HD_COUNT(tests));
}
