/* A product of extents in GMP: exact however large, and independent of any loop that visits. */
#include "proofs/count.h"

#include <gmp.h>

/* GMP's own integers are longs, of 32 bits on some systems: a factor goes in as bytes. */
static void set_factor(mpz_t to, int64_t factor) { mpz_import(to, 1, 1, sizeof factor, 0, 0, &factor); }

int64_t hd_count_product(const int64_t *factor, int factors, char *text, size_t capacity) {
  mpz_t product, next;
  int64_t count = INT64_MAX;
  mpz_init_set_ui(product, 1);
  mpz_init(next);
  for (int k = 0; k < factors; k++) {
    set_factor(next, factor[k]);
    mpz_mul(product, product, next);
  }
  if (mpz_sizeinbase(product, 2) < 64) {
    uint64_t low = 0;
    mpz_export(&low, NULL, 1, sizeof low, 0, 0, product);
    count = (int64_t)low;
  }
  if (mpz_sizeinbase(product, 10) + 2 <= capacity) mpz_get_str(text, 10, product);
  mpz_clears(product, next, NULL);
  return count;
}
