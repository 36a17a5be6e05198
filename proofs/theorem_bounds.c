/* Arithmetic at the bounds of 64 bits: what GMP's integers say, or overflow. */
#include "proofs/theorem.h"

static void set_integer(mpz_t to, int64_t value) {
  uint64_t size = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
  mpz_import(to, 1, 1, sizeof size, 0, 0, &size);
  if (value < 0) mpz_neg(to, to);
}

/* Whether a number fits 64 bits with its sign. */
static bool fits(const mpz_t value) {
  if (mpz_sizeinbase(value, 2) < 64) return true;
  return mpz_sgn(value) < 0 && mpz_sizeinbase(value, 2) == 64 && mpz_scan1(value, 0) == 63;
}

static bool equals(hd_prover *prover, const mpz_t value, int64_t number) {
  set_integer(prover->other, number);
  return mpz_cmp(value, prover->other) == 0;
}

/* prover->value is what should come out, if it fits. */
static hd_outcome judge(hd_prover *prover, hd_status status, int64_t got) {
  bool wanted = fits(prover->value);
  if (status != (wanted ? HD_OK : HD_OVERFLOW)) return hd_refute_status(prover, status, wanted ? "ok" : "overflow");
  if (!wanted) return hd_refused(prover, status);
  if (!equals(prover, prover->value, got)) return hd_refute(prover, "it is %lld", (long long)got);
  hd_answer(prover, got);
  return HD_HELD;
}

static hd_status call(hd_op_tuples *operation, const hd_case *subject, int64_t *got) {
  hd_tuple a, b, result = {.value = {0}};
  hd_tuple_scalar(&a, subject->number[0]);
  hd_tuple_scalar(&b, subject->number[1]);
  hd_status status = operation(&a, &b, NULL, &result);
  *got = result.value[0];
  return status;
}

hd_outcome hd_theorem_sum_bounds(hd_prover *prover, const hd_case *subject) {
  int64_t got;
  set_integer(prover->value, subject->number[0]);
  set_integer(prover->term, subject->number[1]);
  mpz_add(prover->value, prover->value, prover->term);
  hd_status status = call(prover->operation->tuple_add, subject, &got);
  return judge(prover, status, got);
}

hd_outcome hd_theorem_difference_bounds(hd_prover *prover, const hd_case *subject) {
  int64_t got;
  set_integer(prover->value, subject->number[0]);
  set_integer(prover->term, subject->number[1]);
  mpz_sub(prover->value, prover->value, prover->term);
  hd_status status = call(prover->operation->tuple_sub, subject, &got);
  return judge(prover, status, got);
}

hd_outcome hd_theorem_product_bounds(hd_prover *prover, const hd_case *subject) {
  int64_t got = 0;
  hd_tuple both;
  set_integer(prover->value, subject->number[0]);
  set_integer(prover->term, subject->number[1]);
  mpz_mul(prover->value, prover->value, prover->term);
  hd_tuple_flat(&both, 2, subject->number);
  bool fitted = prover->operation->tuple_product(&both, &got);
  return judge(prover, fitted ? HD_OK : HD_OVERFLOW, got);
}

hd_outcome hd_theorem_ceil_div_bounds(hd_prover *prover, const hd_case *subject) {
  int64_t got;
  hd_status status = call(prover->operation->ceil_div, subject, &got);
  if (subject->number[0] < 1 || subject->number[1] < 1)
    return status == HD_RANGE ? hd_refused(prover, status) : hd_refute_status(prover, status, "range");
  set_integer(prover->value, subject->number[0]);
  set_integer(prover->term, subject->number[1]);
  mpz_cdiv_q(prover->value, prover->value, prover->term);
  return judge(prover, status, got);
}

hd_outcome hd_theorem_shape_div_bounds(hd_prover *prover, const hd_case *subject) {
  int64_t got;
  hd_status status = call(prover->operation->shape_div, subject, &got);
  if (subject->number[0] < 1 || subject->number[1] < 1)
    return status == HD_RANGE ? hd_refused(prover, status) : hd_refute_status(prover, status, "range");
  set_integer(prover->value, subject->number[0]);
  set_integer(prover->term, subject->number[1]);
  if (!mpz_divisible_p(prover->value, prover->term) && !mpz_divisible_p(prover->term, prover->value))
    return status == HD_UNDEFINED ? hd_refused(prover, status) : hd_refute_status(prover, status, "undefined");
  mpz_cdiv_q(prover->value, prover->value, prover->term);
  return judge(prover, status, got);
}

hd_outcome hd_theorem_layout_bounds(hd_prover *prover, const hd_case *subject) {
  int64_t extent = subject->number[0], stride = subject->number[1], cosize = 0;
  hd_layout layout;
  hd_status status = prover->operation->make_flat_layout(1, &extent, &stride, NULL, &layout);
  if (extent < 1)
    return status == HD_MALFORMED ? hd_refused(prover, status) : hd_refute_status(prover, status, "malformed");
  set_integer(prover->value, extent);
  mpz_sub_ui(prover->value, prover->value, 1);
  set_integer(prover->term, stride);
  mpz_abs(prover->term, prover->term);
  mpz_mul(prover->value, prover->value, prover->term);
  bool wanted = mpz_sizeinbase(prover->value, 2) < 64;
  if (status != (wanted ? HD_OK : HD_OVERFLOW)) return hd_refute_status(prover, status, wanted ? "ok" : "overflow");
  if (!wanted) return hd_refused(prover, status);
  mpz_add_ui(prover->value, prover->value, 1);
  status = prover->operation->cosize(&layout, NULL, &cosize);
  return judge(prover, status, cosize);
}

/* (2,3):(a,b) at c: right, or overflow where a term or a sum on the way leaves 64 bits. */
hd_outcome hd_theorem_evaluation_bounds(hd_prover *prover, const hd_case *subject) {
  const int64_t shape[2] = {2, 3};
  int64_t index = subject->number[2], got = 0;
  hd_layout layout;
  if (prover->operation->make_flat_layout(2, shape, subject->number, NULL, &layout) != HD_OK) return HD_VACANT;
  bool fitting = true;
  set_integer(prover->term, index);
  mpz_fdiv_qr_ui(prover->term, prover->value, prover->term, 2);
  set_integer(prover->image, subject->number[0]);
  mpz_mul(prover->value, prover->value, prover->image);
  set_integer(prover->image, subject->number[1]);
  mpz_mul(prover->term, prover->term, prover->image);
  fitting = fits(prover->value) && fits(prover->term);
  mpz_add(prover->value, prover->value, prover->term);
  fitting = fitting && fits(prover->value);
  hd_status status = prover->operation->evaluate_index(&layout, index, NULL, &got);
  if (status != HD_OK && status != HD_OVERFLOW) return hd_refute_status(prover, status, "ok or overflow");
  if (status == HD_OVERFLOW)
    return fitting ? hd_refute(prover, "overflow, where all fits") : hd_refused(prover, status);
  if (!equals(prover, prover->value, got)) return hd_refute(prover, "it is %lld", (long long)got);
  hd_answer(prover, got);
  return HD_HELD;
}
