/* Bank conflicts of accesses drawn from a seed, against a count of words; and the swizzle found for each, against every
 * swizzle that the search speaks of. */
#include "tests/support/pairs.h"
#include "tests/support/sweep.h"

#include <stdio.h>

enum { INPUTS = 10000, LANES = 32 };

/* One access: what each lane moves, by the definition, and the same for the library. */
typedef struct drawn {
  int lanes;
  int64_t bits;
  int64_t offset[LANES];
  hd_composed access;
} drawn;

/* At most 32 lanes in up to 3 modes; strides near powers of two, where conflicts are; every fiftieth below 0. */
static void draw_access(uint64_t *seed, int lanes, int64_t bits, drawn *d) {
  int64_t shape[3], stride[3];
  hd_layout layout;
  bool below = hd_pairs_draw(seed, 50) == 0;
  int rank = 1 + (int)hd_pairs_draw(seed, 3);
  d->bits = bits;
  for (int k = 0, rest = lanes; k < rank; k++) {
    shape[k] = k + 1 == rank ? rest : 1 + hd_pairs_draw(seed, rest);
    while (rest % shape[k] != 0) shape[k]--;
    rest /= (int)shape[k];
    stride[k] = hd_pairs_draw(seed, 3) == 0 ? hd_pairs_draw(seed, 100) : (int64_t)1 << hd_pairs_draw(seed, 7);
    if (below && k == 0) stride[k] = -stride[k];
  }
  EXPECT(hd_make_flat_layout(rank, shape, stride, NULL, &layout) == HD_OK, "the layout drawn is none");
  hd_composed_plain(&layout, &d->access);
  d->lanes = lanes;
  for (int i = 0; i < lanes; i++) d->offset[i] = hd_small_at(&layout, i);
}

static int64_t floor_by(int64_t a, int64_t b) { return a / b - (a % b < 0); }

/* How many different words the fullest bank holds in the fullest phase: words of all lanes are listed once each. */
static int degree_of(int lanes, const int64_t *offset, int64_t bits) {
  int worst = 0, phase = bits <= 32 ? 32 : (int)(1024 / bits);
  for (int begin = 0; begin < lanes; begin += phase) {
    int64_t word[4 * LANES];
    int words = 0, held[32] = {0};
    for (int i = begin; i < lanes && i < begin + phase; i++)
      for (int64_t w = floor_by(offset[i] * bits, 32); w <= floor_by((offset[i] + 1) * bits - 1, 32); w++) {
        int k = 0;
        while (k < words && word[k] != w) k++;
        if (k < words) continue;
        word[words++] = w;
        int bank = (int)(((w % 32) + 32) % 32);
        if (++held[bank] > worst) worst = held[bank];
      }
  }
  return worst;
}

/* ---- banks ---- */

START_TEST(the_degree_is_the_count_of_words_in_the_fullest_bank) {
  uint64_t seed = hd_pairs_seed("banks", 20261130);
  hd_cases ended = {0, 0};
  for (int n = 0; n < INPUTS; n++) {
    drawn d;
    hd_bank_report report;
    hd_error error;
    int lanes = 1 + (int)hd_pairs_draw(&seed, 40), b = (int)hd_pairs_draw(&seed, 4);
    bool fits = lanes <= LANES;
    draw_access(&seed, fits ? lanes : LANES, (int64_t)1 << hd_pairs_draw(&seed, 8), &d);
    int m = (int)hd_pairs_draw(&seed, 5), s = b + (int)hd_pairs_draw(&seed, 4);
    hd_swizzle swizzle = {b, m, s};
    if (!fits) EXPECT(hd_append(&d.access.inner, &d.access.inner, NULL, &d.access.inner) == HD_OK, "append");
    EXPECT(hd_compose_swizzle(&swizzle, n % 7, &d.access, NULL, &d.access) == HD_OK, "compose");
    for (int i = 0; i < d.lanes; i++) d.offset[i] = hd_plain_swizzled((hd_swizzle){b, m, s}, n % 7 + d.offset[i]);
    hd_status status = hd_banks(&d.access, d.bits, &error, &report);
    if (!fits) {
      EXPECT(hd_small_is_refused(status, HD_RANGE, &error), "case %d: %d lanes", n, 2 * LANES);
      ended.refused++;
      continue;
    }
    int wanted = degree_of(d.lanes, d.offset, d.bits);
    EXPECT(status == HD_OK && report.degree == wanted, "case %d, S<%d,%d,%d> o %d o %s of %d bits: %d, not %d", n, b, m,
           s, n % 7, hd_test_show(&d.access.inner), (int)d.bits, report.degree, wanted);
    ended.answered++;
  }
  hd_sweep_end("banks", "drawn accesses", INPUTS, &ended, true);
}
END_TEST

/* ---- the search ---- */

/* The first of least degree, by bits, then base, then shift, of all swizzles of positive shift. One that reads only
 * bits that no offset has changes nothing and need not be looked at. */
static int least_of_all(const drawn *d, int count, hd_swizzle *best) {
  uint64_t all = 0;
  int least = 0;
  *best = (hd_swizzle){0, 0, 0};
  for (int a = 0; a < count; a++) {
    int degree = degree_of(d[a].lanes, d[a].offset, d[a].bits);
    if (degree > least) least = degree;
    for (int i = 0; i < d[a].lanes; i++) all |= (uint64_t)d[a].offset[i];
  }
  for (int b = 1; b < HD_SWIZZLE_BITS; b++)
    for (int m = 0; b + m + b < HD_SWIZZLE_BITS; m++)
      for (int s = b; b + m + s < HD_SWIZZLE_BITS && all >> (m + s) != 0; s++) {
        int worst = 0;
        for (int a = 0; a < count && worst < least; a++) {
          int64_t moved[LANES];
          for (int i = 0; i < d[a].lanes; i++) moved[i] = hd_plain_swizzled((hd_swizzle){b, m, s}, d[a].offset[i]);
          int degree = degree_of(d[a].lanes, moved, d[a].bits);
          if (degree > worst) worst = degree;
        }
        if (worst >= least) continue;
        least = worst;
        *best = (hd_swizzle){b, m, s};
      }
  return least;
}

/* One access, or two that share the swizzle. */
START_TEST(no_swizzle_is_better_than_the_one_found_nor_as_good_and_smaller) {
  uint64_t seed = hd_pairs_seed("find_swizzle", 20261201);
  hd_cases ended = {0, 0};
  int helped = 0;
  for (int n = 0; n < INPUTS; n++) {
    drawn d[2];
    int count = 1 + (hd_pairs_draw(&seed, 4) == 0), degree;
    int64_t bits = (int64_t)1 << hd_pairs_draw(&seed, 8);
    for (int a = 0; a < count; a++) draw_access(&seed, 1 + (int)hd_pairs_draw(&seed, LANES), bits, &d[a]);
    const hd_composed *access[] = {&d[0].access, &d[1].access};
    hd_swizzle found, best;
    EXPECT(hd_find_swizzle(access, count, bits, NULL, &found, &degree) == HD_OK, "case %d", n);
    int least = least_of_all(d, count, &best);
    EXPECT(degree == least, "case %d, %s of %d bits: %d, where S<%d,%d,%d> has %d", n, hd_test_show(&d[0].access.inner),
           (int)bits, degree, best.bits, best.base, best.shift, least);
    EXPECT(found.bits == best.bits && found.base == best.base && found.shift == best.shift,
           "case %d, %s of %d bits: S<%d,%d,%d>, not S<%d,%d,%d>", n, hd_test_show(&d[0].access.inner), (int)bits,
           found.bits, found.base, found.shift, best.bits, best.base, best.shift);
    helped += found.bits > 0;
    ended.answered++;
  }
  printf("find_swizzle: a swizzle helps in %d of %d\n", helped, INPUTS);
  EXPECT(helped > INPUTS / 20 && helped < INPUTS, "what is drawn does not tell swizzles apart");
  hd_sweep_end("find_swizzle", "drawn accesses", INPUTS, &ended, false);
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"banks", the_degree_is_the_count_of_words_in_the_fullest_bank},
      {"search", no_swizzle_is_better_than_the_one_found_nor_as_good_and_smaller},
  };
  return hd_test_main("sweep: drawn accesses", test, HD_COUNT(test));
}
