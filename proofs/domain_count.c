/* How many cases each domain has, by formulas, in GMP.
 *
 * Invariant: nothing here is shared with the numbering: it counts by walking through choices, this by binomials,
 * geometric sums, Schroeder's numbers and inclusion and exclusion. */
#include "proofs/prove.h"

#define EXPECTED(name) void hd_expected_##name(const hd_bound *bound, mpz_t result)
#define DECLARED(name) EXPECTED(name);
DECLARED(layouts)
DECLARED(nested) DECLARED(pairs) DECLARED(triples) DECLARED(numbered) DECLARED(offsets) DECLARED(compact)
    DECLARED(tables) DECLARED(tilings) DECLARED(slices) DECLARED(operands) DECLARED(triple_operands) DECLARED(swizzles)
        DECLARED(swizzled) DECLARED(linear) DECLARED(linear_pairs) DECLARED(placements) DECLARED(cells) DECLARED(issues)
            DECLARED(splits) DECLARED(addresses) DECLARED(copies) DECLARED(mma) DECLARED(accumulators)
                DECLARED(a_operands) DECLARED(factors) DECLARED(plans)

                    static unsigned long part(const hd_bound *bound, int index) {
  return (unsigned long)bound->value[index];
}

/* base + base^2 + .. + base^terms = base * (base^terms - 1) / (base - 1) */
static void geometric(mpz_t result, const mpz_t base, unsigned long terms) {
  mpz_t below;
  if (mpz_cmp_ui(base, 1) == 0) {
    mpz_set_ui(result, terms);
    return;
  }
  mpz_init(below);
  mpz_sub_ui(below, base, 1);
  mpz_pow_ui(result, base, terms);
  mpz_sub_ui(result, result, 1);
  mpz_mul(result, result, base);
  mpz_divexact(result, result, below);
  mpz_clear(below);
}

/* Rows of 1 to `modes` leaves, extent * strides choices each. */
static void flat(mpz_t result, unsigned long modes, unsigned long extent, unsigned long strides) {
  mpz_t leaf;
  mpz_init_set_ui(leaf, extent);
  mpz_mul_ui(leaf, leaf, strides);
  geometric(result, leaf, modes);
  mpz_clear(leaf);
}

static void flat_of(mpz_t result, const hd_bound *bound, int first) {
  flat(result, part(bound, first), part(bound, first + 1), part(bound, first + 2) + 1);
}

EXPECTED(layouts) { flat_of(result, bound, 0); }

EXPECTED(pairs) {
  mpz_t second;
  mpz_init(second);
  flat_of(result, bound, 0);
  flat_of(second, bound, 3);
  mpz_mul(result, result, second);
  mpz_clear(second);
}

EXPECTED(triples) {
  flat_of(result, bound, 0);
  mpz_pow_ui(result, result, 3);
}

EXPECTED(numbered) {
  flat_of(result, bound, 0);
  mpz_mul_ui(result, result, part(bound, 3));
}

EXPECTED(offsets) {
  flat_of(result, bound, 0);
  mpz_pow_ui(result, result, 2);
  mpz_mul_ui(result, result, 2 * part(bound, 3) + 1);
}

/* A leaf of extent s stands at s coordinates or free: 2 + 3 + .. + (E + 1) = E (E + 3) / 2, times the strides. */
EXPECTED(slices) {
  mpz_t leaf;
  unsigned long extent = part(bound, 1);
  mpz_init_set_ui(leaf, extent);
  mpz_mul_ui(leaf, leaf, extent + 3);
  mpz_divexact_ui(leaf, leaf, 2);
  mpz_mul_ui(leaf, leaf, part(bound, 2) + 1);
  geometric(result, leaf, part(bound, 0));
  mpz_clear(leaf);
}

/* Nestings of n leaves: Schroeder's numbers 1, 1, 3, 11, 45, .., by (n + 1) s[n+1] = 3 (2n - 1) s[n] - (n - 2) s[n-1];
 * each also within one more pair of brackets. */
EXPECTED(nested) {
  mpz_t before, now, next, leaf, numbers;
  mpz_inits(before, now, next, leaf, numbers, NULL);
  mpz_set_ui(leaf, part(bound, 1));
  mpz_mul_ui(leaf, leaf, 2 * part(bound, 2) + 1);
  mpz_set_ui(before, 1);
  mpz_set_ui(now, 1);
  mpz_set_ui(numbers, 1);
  mpz_set_ui(result, 0);
  for (unsigned long n = 1; n <= part(bound, 0); n++) {
    mpz_mul(numbers, numbers, leaf);
    mpz_mul(next, now, numbers);
    mpz_addmul_ui(result, next, 2);
    if (n == 1) continue; /* s[1] = s[2] = 1 */
    mpz_mul_ui(next, now, 3 * (2 * n - 1));
    mpz_submul_ui(next, before, n - 2);
    mpz_divexact_ui(next, next, n + 1);
    mpz_set(before, now);
    mpz_set(now, next);
  }
  mpz_clears(before, now, next, leaf, numbers, NULL);
}

enum { BITS = 64 };

/* The powers of the primes in n >= 2; how many there are. */
static int powers_in(unsigned long n, unsigned long power[BITS]) {
  int primes = 0;
  for (unsigned long p = 2; n > 1; p++) {
    if (p * p > n) p = n; /* what is left is a prime */
    if (n % p != 0) continue;
    for (power[primes] = 0; n % p == 0; n /= p) power[primes]++;
    primes++;
  }
  return primes;
}

/* Ordered factorings of n = p1^a1 p2^a2 .. into k parts of at least 1: the product of C(a + k - 1, a). Into k parts
 * above 1, by inclusion and exclusion, the alternating sum of C(k, i) times that of i parts. */
static void any_factors(mpz_t result, const unsigned long *power, int primes, unsigned long parts) {
  mpz_t ways;
  mpz_init(ways);
  mpz_set_ui(result, parts > 0);
  for (int k = 0; k < primes && parts > 0; k++) {
    mpz_bin_uiui(ways, power[k] + parts - 1, power[k]);
    mpz_mul(result, result, ways);
  }
  mpz_clear(ways);
}

EXPECTED(compact) {
  mpz_t ways[BITS], sum, factor;
  for (int i = 0; i < BITS; i++) mpz_init(ways[i]);
  mpz_inits(sum, factor, NULL);
  mpz_set_ui(result, 0);
  for (unsigned long n = 2; n <= part(bound, 0); n++) {
    unsigned long power[BITS];
    const int primes = powers_in(n, power);
    for (unsigned long k = 1; k < BITS && n >> k != 0; k++) {
      any_factors(ways[k], power, primes, k); /* of 0 parts there are none */
      mpz_set_ui(sum, 0);
      for (unsigned long i = 1; i <= k; i++) {
        mpz_bin_uiui(factor, k, i);
        if ((k - i) % 2 == 0) mpz_addmul(sum, ways[i], factor);
        else mpz_submul(sum, ways[i], factor);
      }
      mpz_fac_ui(factor, k);
      mpz_addmul(result, sum, factor);
    }
  }
  mpz_clears(sum, factor, NULL);
  for (int i = 0; i < BITS; i++) mpz_clear(ways[i]);
}

EXPECTED(tables) {
  mpz_t values;
  mpz_init_set_ui(values, part(bound, 1) + 1);
  geometric(result, values, part(bound, 0));
  mpz_clear(values);
}

EXPECTED(tilings) {
  mpz_t element, tilers;
  mpz_inits(element, tilers, NULL);
  mpz_set_ui(element, part(bound, 4));
  mpz_mul_ui(element, element, part(bound, 5) + 1);
  mpz_add_ui(element, element, 1);
  geometric(tilers, element, part(bound, 3));
  flat_of(result, bound, 0);
  mpz_mul(result, result, tilers);
  mpz_clears(element, tilers, NULL);
}

/* The integers near a power of two or 0 are counted by taking all of -2^63 .. 2^63-1 and leaving the gaps out: between
 * 2^k and 2^(k+1) lie 2^k - 1 - 2 near that are near neither, where that is above 0; and the same below 0. */
static void near_powers(mpz_t result, unsigned long near) {
  mpz_t gap;
  mpz_init(gap);
  mpz_ui_pow_ui(result, 2, 64);
  for (unsigned long k = 0; k < 63; k++) {
    mpz_ui_pow_ui(gap, 2, k);
    mpz_sub_ui(gap, gap, 1 + 2 * near);
    if (mpz_sgn(gap) > 0) mpz_submul_ui(result, gap, 2);
  }
  mpz_clear(gap);
}

EXPECTED(operands) {
  near_powers(result, part(bound, 0));
  mpz_pow_ui(result, result, 2);
}

EXPECTED(triple_operands) {
  near_powers(result, part(bound, 0));
  mpz_pow_ui(result, result, 3);
}

/* With |s| = b + u there are C(B - 2b + 2, 2) pairs of base and u with 2b + base + u <= B; s has two signs, but where
 * it is 0: then b = u = 0, with B + 1 bases. */
static void all_swizzles(mpz_t result, unsigned long bits) {
  mpz_t pairs;
  mpz_init(pairs);
  mpz_set_ui(result, 0);
  for (unsigned long b = 0; 2 * b <= bits; b++) {
    mpz_bin_uiui(pairs, bits - 2 * b + 2, 2);
    mpz_addmul_ui(result, pairs, 2);
  }
  mpz_sub_ui(result, result, bits + 1);
  mpz_clear(pairs);
}

EXPECTED(swizzles) { all_swizzles(result, part(bound, 0)); }

EXPECTED(swizzled) {
  mpz_t layouts;
  mpz_init(layouts);
  flat_of(layouts, bound, 2);
  all_swizzles(result, part(bound, 0));
  mpz_mul_ui(result, result, part(bound, 1) + 1);
  mpz_mul(result, result, layouts);
  mpz_clear(layouts);
}

/* For so many bits in, 2^in + 2^(2 in) + ... */
EXPECTED(linear) {
  mpz_t base, sum;
  mpz_inits(base, sum, NULL);
  mpz_set_ui(result, 0);
  for (unsigned long in = 1; in <= part(bound, 0); in++) {
    mpz_ui_pow_ui(base, 2, in);
    geometric(sum, base, part(bound, 1));
    mpz_add(result, result, sum);
  }
  mpz_clears(base, sum, NULL);
}

/* For so many bits between, the two maps are chosen apart: (2^b + 2^2b + ..)^2. */
EXPECTED(linear_pairs) {
  mpz_t base, sum;
  mpz_inits(base, sum, NULL);
  mpz_set_ui(result, 0);
  for (unsigned long between = 1; between <= part(bound, 0); between++) {
    mpz_ui_pow_ui(base, 2, between);
    geometric(sum, base, part(bound, 0));
    mpz_addmul(result, sum, sum);
  }
  mpz_clears(base, sum, NULL);
}

EXPECTED(placements) {
  unsigned long stride = part(bound, 2), copies = part(bound, 3);
  flat(result, part(bound, 0), 2 * part(bound, 1), stride + 1);
  mpz_mul_ui(result, result, 1 + 2 * stride * (copies - 1));
  mpz_mul_ui(result, result, 2 * part(bound, 4) + 2);
}

/* ---- tensor memory ---- */

EXPECTED(cells) {
  mpz_set_ui(result, 128 * part(bound, 0));
  mpz_mul_ui(result, result, 2 * part(bound, 1) + 1);
}

/* Blocks of 2^k columns in C columns begin at C - 2^k + 1; packed ones, of 2^(k+1), at even ones of those: there are
 * floor(C / 2) - 2^k + 1. */
static unsigned long starts(unsigned long columns, unsigned long block, int packed) {
  unsigned long room = packed ? columns / 2 : columns;
  return room < block ? 0 : room - block + 1;
}

EXPECTED(issues) {
  /* the first repeat's columns and the last's, and in how many lanes of all warps a block may begin */
  static const unsigned long shape[4][3] = {{1, 128, 4}, {2, 256, 8}, {4, 256, 8}, {8, 256, 8}};
  mpz_set_ui(result, 0);
  for (int k = 0; k < 4; k++)
    for (unsigned long block = shape[k][0]; block <= shape[k][1]; block *= 2)
      mpz_add_ui(result, result, shape[k][2] * (starts(part(bound, 0), block, 0) + starts(part(bound, 0), block, 1)));
}

EXPECTED(splits) {
  mpz_t square;
  mpz_init(square);
  mpz_set_ui(result, 0);
  for (unsigned long block = 1; block <= 128; block *= 2)
    for (int packed = 0; packed < 2; packed++) {
      mpz_set_ui(square, 2 * starts(part(bound, 0), block, packed));
      mpz_mul(square, square, square);
      mpz_addmul_ui(result, square, 4);
    }
  mpz_clear(square);
}

/* 8 + 8 + 7 + 6 repeats, plain and packed, of 4 warps. */
EXPECTED(addresses) {
  mpz_set_ui(result, (8 + 8 + 7 + 6) * 2 * 4 * 128);
  mpz_mul_ui(result, result, part(bound, 0));
}

EXPECTED(copies) { mpz_set_ui(result, 6 * 128 * part(bound, 0)); }

EXPECTED(mma) {
  mpz_set_ui(result, part(bound, 0) + 1);
  mpz_mul_ui(result, result, part(bound, 1) + 1);
  mpz_mul_ui(result, result, 4 * 2 * 2);
}

/* Without .ws: M = 64 and 128 by eights, M = 128 and 256 of a pair by sixteens, each dense and sparse. */
static unsigned long without_ws(unsigned long n) { return 4 * (n / 8) + 4 * (n / 16); }

/* With .ws three M: dense N = 64, 128, 256, sparse 64 and 128. */
EXPECTED(accumulators) {
  unsigned long n = part(bound, 0);
  mpz_set_ui(result, without_ws(n) + 3 * (2UL * (n >= 64) + 2UL * (n >= 128) + (n >= 256)));
}

EXPECTED(a_operands) { mpz_set_ui(result, 7 * 4 * part(bound, 0)); }

EXPECTED(factors) {
  mpz_set_ui(result, without_ws(part(bound, 0)) * 2 * 4 * 5);
  mpz_mul_ui(result, result, part(bound, 1));
}

EXPECTED(plans) { mpz_set_ui(result, 5 * 2 * 2 * 8 * part(bound, 0)); }
