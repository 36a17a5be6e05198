/* Theorems about whole families of layouts: which cases are there, what holds at each, and how is it found out?
 *
 * A *domain* is a family of cases, numbered from 0 in one canonical order with random access; a *bound* says how large
 * it is. A *theorem* is a sentence about every case of a domain, and a judge that looks at one case. The judge works
 * out by itself (prove_naive.h) what the operation in question should say; it calls the operation through a table, so
 * that a wrong one can stand in its place: a theorem that cannot fail proves nothing.
 *
 * Invariant: a judge depends on the case alone. It reads no clock and no random number, and leaves nothing behind but
 * its answer, a word that tells which result it saw; so the words of any set of cases add up to the same digest in
 * whatever order, on whatever machine they are judged. */
#ifndef HEDDLE_PROOFS_PROVE_H
#define HEDDLE_PROOFS_PROVE_H

#include "../algebra/layout.h"

#include <gmp.h>
#include <stddef.h>

/* ---- cases ---- */

enum { HD_CASE_LAYOUTS = 3, HD_CASE_NUMBERS = 24, HD_CASE_TEXT = 512 };

/* What a case is made of: layouts, and numbers whose meaning is the domain's. */
typedef struct hd_case {
  int layouts, numbers;
  hd_layout layout[HD_CASE_LAYOUTS];
  int64_t number[HD_CASE_NUMBERS];
} hd_case;

void hd_case_copy(hd_case *to, const hd_case *from);

/* ---- domains ---- */

enum { HD_BOUND_NUMBERS = 6 };

/* One value for each parameter of a domain. */
typedef struct hd_bound {
  int64_t value[HD_BOUND_NUMBERS];
} hd_bound;

typedef struct hd_parameter {
  const char *name; /* NULL behind the last */
  int64_t least, most;
} hd_parameter;

/* How many cases a domain may have: what a signed 64-bit number holds. */
#define HD_CASES_MAX ((uint64_t)INT64_MAX)

typedef struct hd_domain {
  const char *name;
  const char *meaning;
  hd_parameter parameter[HD_BOUND_NUMBERS + 1];
  /* How many cases there are, as the numbering has it; UINT64_MAX where they are more than HD_CASES_MAX. */
  uint64_t (*count)(const hd_bound *bound);
  /* Case `number` of 0..count-1. */
  void (*at)(const hd_bound *bound, uint64_t number, hd_case *result);
  /* Whether numbers that shrinking has changed are still those of a case; NULL: numbers are not changed. */
  bool (*is_case)(const hd_case *candidate);
  /* The case as a reader would write it; NULL: its layouts, then its numbers. Like snprintf. */
  size_t (*print)(const hd_case *shown, char *text, size_t capacity);
  /* The same count by a formula, in GMP (domain_count.c, which shares nothing with the numbering). */
  void (*expected)(const hd_bound *bound, mpz_t result);
} hd_domain;

/* Domain `index` of all; NULL behind the last one. */
const hd_domain *hd_domain_at(int index);
const hd_domain *hd_domain_find(const char *name, size_t length);
int hd_domain_parameters(const hd_domain *domain);
size_t hd_case_print(const hd_domain *domain, const hd_case *shown, char *text, size_t capacity);

/* ---- judges ---- */

typedef enum hd_outcome {
  HD_HELD,     /* the theorem holds here: the operation answered, and rightly */
  HD_VACANT,   /* it holds here, the operation refusing rightly, or nothing being claimed of such a case */
  HD_REFUTED,  /* it does not: hd_prover.why says what was seen */
  HD_LEFT_OPEN /* the oracle has no room for this case, or the operation left it undecided: hd_prover.why says which */
} hd_outcome;

enum { HD_TABLE = 1 << 12, HD_TABLES = 4, HD_WHY_MAX = 256 };

struct hd_operations;
struct hd_theorem;
struct hd_variable;

/* What a judge works with: one for each thread. */
typedef struct hd_prover {
  const struct hd_operations *operation;
  const struct hd_theorem *theorem; /* the one that is judged */
  uint64_t answer;
  char why[HD_WHY_MAX];
  mpz_t image, other, value, term; /* room for the oracle: sets as bits, and integers */
  int64_t table[HD_TABLES][HD_TABLE];
  void *machine;                     /* an emulator, once one was asked for */
  const struct hd_theorem *property; /* one that was written down (property.h), and the values of its variables */
  struct hd_variable *variable;
} hd_prover;

/* Heap, about 130 KiB. NULL without memory. */
hd_prover *hd_prover_new(const struct hd_operations *operation);
void hd_prover_free(hd_prover *prover);

/* What was seen, as printf has it. Returns HD_REFUTED. */
hd_outcome hd_refute(hd_prover *prover, const char *format, ...) __attribute__((format(printf, 2, 3)));

hd_outcome hd_leave_open(hd_prover *prover, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A word in which each bit of `x` has a say: the finisher of splitmix64. The GPU has the same line. */
static inline uint64_t hd_mix(uint64_t x) {
  x += 0x9E3779B97F4A7C15u;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}
/* Adds to the answer of this case: a number; a layout on integers, as extent and then stride of each leaf. */
static inline void hd_answer(hd_prover *prover, int64_t number) {
  prover->answer = hd_mix(prover->answer ^ (uint64_t)number);
}
void hd_answer_layout(hd_prover *prover, const hd_layout *layout);
/* What a case adds to a digest, modulo 2^64. */
static inline uint64_t hd_digest_term(uint64_t number, hd_outcome verdict, uint64_t answer) {
  return hd_mix(hd_mix(number) ^ hd_mix(answer ^ (uint64_t)verdict));
}

typedef struct hd_theorem {
  const char *name;
  const char *statement;
  const char *domain;
  hd_bound quick; /* the bound where none is given */
  hd_outcome (*judge)(hd_prover *prover, const hd_case *subject);
} hd_theorem;

/* Theorem `index` of all, in groups; NULL behind the last one. */
const hd_theorem *hd_theorem_at(int index);
/* The theorem of that name, or a property by its text; NULL where there is none. */
const hd_theorem *hd_theorem_find(const char *name, size_t length);
const hd_domain *hd_theorem_domain(const hd_theorem *theorem);

/* One case judged from scratch: the answer starts at 0, and nothing is left of what was said before. */
hd_outcome hd_judge_case(hd_prover *prover, const hd_theorem *theorem, const hd_case *subject);

/* A case for which the theorem fails, made smaller as long as it still fails: fewer leaves and brackets, smaller
 * numbers. The prover keeps the reason of the last failure.
 *   requires: the judge refutes `*subject`
 *   ensures:  it refutes the result, of which no smaller one that is tried fails */
void hd_shrink(hd_prover *prover, const hd_theorem *theorem, hd_case *subject);

#endif
