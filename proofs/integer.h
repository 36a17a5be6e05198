/* C's integer operators on 64 bits, with everything C leaves undefined reported.
 *
 * Invariant: on HD_OK the result is the one of exact arithmetic. */
#ifndef HEDDLE_PROOFS_INTEGER_H
#define HEDDLE_PROOFS_INTEGER_H

#include "lexer.h"

#include "../algebra/checked.h"

/* a OPERATION b for a binary arithmetic or comparison symbol (comparisons give 0 or 1).
 *   fails: HD_OVERFLOW, HD_UNDEFINED (division by 0, a shift by less than 0 or more than 63) */
static inline hd_status hd_integer_binary(unsigned operation, int64_t a, int64_t b, int64_t *result) {
  switch (operation) {
    case HD_SYMBOL1('+'): return hd_add(a, b, result) ? HD_OK : HD_OVERFLOW;
    case HD_SYMBOL1('-'): return hd_sub(a, b, result) ? HD_OK : HD_OVERFLOW;
    case HD_SYMBOL1('*'): return hd_mul(a, b, result) ? HD_OK : HD_OVERFLOW;
    case HD_SYMBOL1('/'):
      if (b == 0) return HD_UNDEFINED;
      if (b == -1) return hd_sub(0, a, result) ? HD_OK : HD_OVERFLOW;
      *result = a / b;
      return HD_OK;
    case HD_SYMBOL1('%'):
      if (b == 0) return HD_UNDEFINED;
      *result = b == -1 ? 0 : a % b;
      return HD_OK;
    case HD_SYMBOL2('<', '<'):
      if (b < 0 || b > 63) return HD_UNDEFINED;
      if (a == 0) {
        *result = 0;
        return HD_OK;
      }
      if (b == 63) {
        *result = INT64_MIN;
        return a == -1 ? HD_OK : HD_OVERFLOW;
      }
      return hd_mul(a, (int64_t)1 << b, result) ? HD_OK : HD_OVERFLOW;
    case HD_SYMBOL2('>', '>'):
      if (b < 0 || b > 63) return HD_UNDEFINED;
      *result = a >= 0 ? a >> b : ~(~a >> b);
      return HD_OK;
    case HD_SYMBOL1('&'): *result = a & b; return HD_OK;
    case HD_SYMBOL1('|'): *result = a | b; return HD_OK;
    case HD_SYMBOL1('^'): *result = a ^ b; return HD_OK;
    case HD_SYMBOL2('=', '='): *result = a == b; return HD_OK;
    case HD_SYMBOL2('!', '='): *result = a != b; return HD_OK;
    case HD_SYMBOL1('<'): *result = a < b; return HD_OK;
    case HD_SYMBOL2('<', '='): *result = a <= b; return HD_OK;
    case HD_SYMBOL1('>'): *result = a > b; return HD_OK;
    default: *result = a >= b; return HD_OK; /* >= */
  }
}

/* OPERATION a for + - ~ ! . fails: HD_OVERFLOW */
static inline hd_status hd_integer_unary(unsigned operation, int64_t a, int64_t *result) {
  switch (operation) {
    case HD_SYMBOL1('-'): return hd_sub(0, a, result) ? HD_OK : HD_OVERFLOW;
    case HD_SYMBOL1('~'): *result = ~a; return HD_OK;
    case HD_SYMBOL1('!'): *result = a == 0; return HD_OK;
    default: *result = a; return HD_OK; /* + */
  }
}

/* Whether the symbol compares, so that its result is a boolean. */
static inline bool hd_is_comparison(unsigned operation) {
  return operation == HD_SYMBOL2('=', '=') || operation == HD_SYMBOL2('!', '=') || operation == HD_SYMBOL1('<') ||
         operation == HD_SYMBOL2('<', '=') || operation == HD_SYMBOL1('>') || operation == HD_SYMBOL2('>', '=');
}

/* Fills the error of a failed operation on a and b: the reason and the numbers. Returns `status`. */
hd_status hd_integer_fail(hd_status status, unsigned operation, int64_t a, int64_t b, hd_error *error);

#endif
