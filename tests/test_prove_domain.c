/* Domains: as many cases as the formula says, each once, each what the domain says, wherever one begins. */
#include "tests/support/suite.h"

#include "proofs/prove.h"

#include <stdio.h>
#include <stdlib.h>

enum { CASES = 160000, TEXT = 256 };

/* Small bounds of every domain, by name. */
static const struct {
  const char *domain;
  hd_bound bound;
} samples[] = {
    {"layouts", {{1, 1, 0}}},
    {"layouts", {{3, 3, 2}}},
    {"nested", {{1, 2, 1}}},
    {"nested", {{4, 1, 1}}},
    {"nested", {{7, 1, 0}}},
    {"pairs", {{2, 2, 1, 1, 3, 2}}},
    {"triples", {{1, 3, 2}}},
    {"numbered", {{2, 3, 2, 5}}},
    {"offsets", {{1, 3, 2, 2}}},
    {"compact", {{2}}},
    {"compact", {{48}}},
    {"tables", {{5, 3}}},
    {"tilings", {{2, 2, 1, 2, 2, 1}}},
    {"slices", {{3, 3, 1}}},
    {"operands", {{0}}},
    {"operands", {{1}}},
    {"swizzles", {{0}}},
    {"swizzles", {{12}}},
    {"swizzled", {{3, 1, 1, 2, 2}}},
    {"linear", {{3, 3}}},
    {"linear_pairs", {{2}}},
    {"placements", {{2, 2, 1, 3, 1}}},
    {"cells", {{3, 2}}},
    {"issues", {{20}}},
    {"splits", {{9}}},
    {"addresses", {{1}}},
    {"copies", {{3}}},
    {"mma", {{9, 9}}},
    {"accumulators", {{64}}},
    {"accumulators", {{256}}},
    {"a_operands", {{5}}},
    {"factors", {{64, 5}}},
    {"plans", {{3}}},
};

static int by_text(const void *a, const void *b) { return strcmp(a, b); }

START_TEST(counts_are_those_of_the_formula) {
  mpz_t expected;
  mpz_init(expected);
  for (int k = 0; k < HD_COUNT(samples); k++) {
    const hd_domain *domain = hd_domain_find(samples[k].domain, strlen(samples[k].domain));
    domain->expected(&samples[k].bound, expected);
    EXPECT(mpz_cmp_ui(expected, domain->count(&samples[k].bound)) == 0, "%s, sample %d", domain->name, k);
  }
  mpz_clear(expected);
}
END_TEST

START_TEST(every_quick_bound_counts_as_the_formula_says) {
  const hd_theorem *theorem;
  mpz_t expected;
  mpz_init(expected);
  for (int k = 0; (theorem = hd_theorem_at(k)) != NULL; k++) {
    const hd_domain *domain = hd_theorem_domain(theorem);
    for (int i = 0; domain->parameter[i].name != NULL; i++)
      EXPECT(theorem->quick.value[i] >= domain->parameter[i].least &&
                 theorem->quick.value[i] <= domain->parameter[i].most,
             "%s: %s", theorem->name, domain->parameter[i].name);
    domain->expected(&theorem->quick, expected);
    EXPECT(mpz_cmp_ui(expected, domain->count(&theorem->quick)) == 0, "%s", theorem->name);
  }
  mpz_clear(expected);
}
END_TEST

START_TEST(cases_differ_and_are_cases) {
  static char text[CASES][TEXT];
  static hd_case subject;
  for (int k = 0; k < HD_COUNT(samples); k++) {
    const hd_domain *domain = hd_domain_find(samples[k].domain, strlen(samples[k].domain));
    uint64_t count = domain->count(&samples[k].bound);
    EXPECT(count <= CASES, "%s has %llu cases", domain->name, (unsigned long long)count);
    for (uint64_t i = 0; i < count; i++) {
      domain->at(&samples[k].bound, i, &subject);
      EXPECT(hd_case_print(domain, &subject, text[i], TEXT) < TEXT, "%s: %s", domain->name, text[i]);
      EXPECT(domain->is_case == NULL || domain->is_case(&subject), "%s: %s is no case", domain->name, text[i]);
    }
    qsort(text, count, TEXT, by_text);
    for (uint64_t i = 1; i < count; i++)
      EXPECT(strcmp(text[i - 1], text[i]) != 0, "%s: %s comes twice", domain->name, text[i]);
  }
}
END_TEST

/* Layouts of a domain are valid, whatever their number: the library's own check has nothing to object to. */
START_TEST(layouts_keep_their_bounds) {
  static hd_case subject;
  for (int k = 0; k < HD_COUNT(samples); k++) {
    const hd_domain *domain = hd_domain_find(samples[k].domain, strlen(samples[k].domain));
    for (uint64_t i = 0, count = domain->count(&samples[k].bound); i < count; i += 1 + count / 997) {
      domain->at(&samples[k].bound, i, &subject);
      for (int n = 0; n < subject.layouts; n++) {
        hd_layout same;
        hd_layout_copy(&same, &subject.layout[n]);
        EXPECT(hd_layout_finish(&same, "test", NULL) == HD_OK && hd_is_identical(&same, &subject.layout[n]),
               "%s, case %llu", domain->name, (unsigned long long)i);
      }
    }
  }
}
END_TEST

START_TEST(the_largest_bounds_are_counted_or_too_many) {
  const hd_domain *domain;
  for (int k = 0; (domain = hd_domain_at(k)) != NULL; k++) {
    hd_bound bound = {{0}};
    mpz_t expected;
    mpz_init(expected);
    for (int i = 0; domain->parameter[i].name != NULL; i++) bound.value[i] = domain->parameter[i].most;
    domain->expected(&bound, expected);
    uint64_t count = domain->count(&bound);
    if (mpz_sizeinbase(expected, 2) > 63) ck_assert(count == UINT64_MAX);
    else EXPECT(mpz_cmp_ui(expected, count) == 0, "%s", domain->name);
    mpz_clear(expected);
  }
}
END_TEST

int main(void) {
  const hd_test tests[] = {
      {"counts_are_those_of_the_formula", counts_are_those_of_the_formula},
      {"every_quick_bound_counts_as_the_formula_says", every_quick_bound_counts_as_the_formula_says},
      {"cases_differ_and_are_cases", cases_differ_and_are_cases},
      {"layouts_keep_their_bounds", layouts_keep_their_bounds},
      {"the_largest_bounds_are_counted_or_too_many", the_largest_bounds_are_counted_or_too_many},
  };
  return hd_test_main("prove domain", tests, HD_COUNT(tests));
}
