/* Counts, phase by phase, the different words that an access wants of each bank. */
#include "algebra/banks.h"

#include "algebra/checked.h"
#include "algebra/refusals.h"

/* The offsets of a warp's lanes, in elements of 2^log_bits bits. */
typedef struct warp {
  int lanes;
  int log_bits;
  int64_t offset[HD_WARP_LANES];
} warp;

static const hd_swizzle identity = {0, 0, 0};

static hd_status fail_range(hd_error *error, const char *reason, int64_t number) {
  return hd_refuse(error, HD_RANGE, "banks", reason, number, 0, 0);
}

static hd_status read_warp(const hd_composed *access, int64_t bits, hd_error *error, warp *w) {
  int64_t size = hd_size(&access->inner);
  if (size > HD_WARP_LANES) {
    fail_range(error, "a warp has 32 lanes, and the layout has {0} coordinates", size);
    if (error) error->hint = "give the mode of the lanes alone; each of them moves one element";
    return HD_RANGE;
  }
  if (bits < 1 || bits > 128 || (bits & (bits - 1)) != 0)
    return fail_range(error, "a lane moves 1, 2, 4, .. or 128 bits at once, not {0}", bits);
  w->lanes = (int)size;
  w->log_bits = __builtin_ctzll((unsigned long long)bits);
  for (int lane = 0; lane < w->lanes; ++lane) {
    int64_t in_bits;
    hd_status status = hd_composed_at(access, lane, error, &w->offset[lane]);
    if (status != HD_OK) return status;
    if (!hd_mul(w->offset[lane], bits, &in_bits))
      return hd_refuse(error, HD_OVERFLOW, "banks",
                       "lane {0} moves element {1}, and so many times {2} bits leave 64 bits", lane, w->offset[lane],
                       bits);
  }
  return HD_OK;
}

/* How many lanes one phase serves. */
static int phase_lanes(const warp *w) {
  int above = w->log_bits - 5; /* 5: the logarithm of HD_WORD_BITS */
  return above > 0 ? HD_WARP_LANES >> above : HD_WARP_LANES;
}

/* The first word that a lane moves; below 32 bits others may move the same. An arithmetic shift rounds down. */
static int64_t word_of(const warp *w, const hd_swizzle *swizzle, int lane) {
  int64_t offset = hd_swizzle_at(swizzle, w->offset[lane]);
  return w->log_bits >= 5 ? (int64_t)((uint64_t)offset << (w->log_bits - 5)) : offset >> (5 - w->log_bits);
}

/* Whether an earlier lane of the phase moves the same word. Lanes that move several words begin at multiples of as
 * many: the words of two lanes are all the same or all different, and lie in the same banks or have none in common. So
 * the first words stand for all. */
static bool is_repeated(const int64_t *word, int begin, int lane) {
  for (int k = begin; k < lane; ++k)
    if (word[k] == word[lane]) return true;
  return false;
}

/* Counts the words of one phase, bank by bank. */
static void count_phase(const int64_t *word, int begin, int end, hd_bank_report *worst) {
  int words[HD_BANKS] = {0}, first[HD_BANKS], second[HD_BANKS];
  for (int lane = begin; lane < end; ++lane) {
    int bank = (int)(word[lane] & (HD_BANKS - 1));
    if (is_repeated(word, begin, lane)) continue;
    if (++words[bank] == 1) first[bank] = lane;
    if (words[bank] <= 2) second[bank] = lane;
    if (words[bank] > worst->degree) *worst = (hd_bank_report){words[bank], bank, first[bank], second[bank]};
  }
}

static hd_bank_report degree_of(const warp *w, const hd_swizzle *swizzle) {
  hd_bank_report worst = {0, 0, 0, 0};
  int64_t word[HD_WARP_LANES];
  int at_once = phase_lanes(w);
  for (int lane = 0; lane < w->lanes; ++lane) word[lane] = word_of(w, swizzle, lane);
  for (int begin = 0; begin < w->lanes; begin += at_once)
    count_phase(word, begin, begin + at_once < w->lanes ? begin + at_once : w->lanes, &worst);
  return worst;
}

hd_status hd_banks(const hd_composed *access, int64_t bits, hd_error *error, hd_bank_report *report) {
  warp w;
  hd_status status = read_warp(access, bits, error, &w);
  if (status != HD_OK) return hd_fail_within(error, status, "banks");
  *report = degree_of(&w, &identity);
  return HD_OK;
}

/* ---- the search ---- */

/* Bits of an offset that tell which bank it lies in, and those below. */
static int window(const warp *w) { return 10 - w->log_bits; }

/* The worst degree over all accesses. */
static int degree_of_all(const warp *w, int count, const hd_swizzle *swizzle) {
  int worst = 0;
  for (int k = 0; k < count; ++k) {
    int degree = degree_of(&w[k], swizzle).degree;
    if (degree > worst) worst = degree;
  }
  return worst;
}

/* The bits in which the offsets of one access differ: where a swizzle reads none of those, it moves all lanes alike. */
static int64_t varying(const warp *w, int count) {
  int64_t bits = 0;
  for (int k = 0; k < count; ++k)
    for (int lane = 1; lane < w[k].lanes; ++lane) bits |= w[k].offset[lane] ^ w[k].offset[0];
  return bits;
}

/* Tries every swizzle that changes nothing above the window: what is changed there moves no word to another bank. */
static void search(const warp *w, int count, hd_swizzle *best, int *least) {
  int64_t bits_that_vary = varying(w, count);
  *best = identity;
  *least = degree_of_all(w, count, best);
  for (int bits = 1; bits <= window(w); ++bits)
    for (int base = 0; bits + base <= window(w); ++base)
      for (int shift = bits; bits + base + shift<HD_SWIZZLE_BITS && * least> 1; ++shift) {
        const hd_swizzle tried = {bits, base, shift};
        if ((hd_swizzle_source(&tried) & bits_that_vary) == 0) continue;
        int degree = degree_of_all(w, count, &tried);
        if (degree >= *least) continue;
        *least = degree;
        *best = tried;
      }
}

hd_status hd_find_swizzle(const hd_composed *const *access, int count, int64_t bits, hd_error *error,
                          hd_swizzle *swizzle, int *degree) {
  warp w[HD_MAX_ACCESSES];
  if (count < 1 || count > HD_MAX_ACCESSES)
    return hd_fail_within(error, fail_range(error, "one to eight accesses are looked at together, not {0}", count),
                          "find_swizzle");
  for (int k = 0; k < count; ++k) {
    hd_status status = read_warp(access[k], bits, error, &w[k]);
    if (status != HD_OK) return hd_fail_within(error, status, "find_swizzle");
  }
  search(w, count, swizzle, degree);
  return HD_OK;
}
