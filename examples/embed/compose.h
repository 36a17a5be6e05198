/* What each of these programs says: `A o B = R`, or why there is no R. Nothing of the C library is needed.
 * Heddle's header comes before it: <heddle/algebra/algebra.h> of an installed one, "heddle.h" of the one file. */
#ifndef COMPOSE_H
#define COMPOSE_H

#include <stddef.h>

/* Three layouts, or one error, and what stands between. */
enum { COMPOSED_MAX = 3 * HD_TEXT_MAX + 8 };

static char *put(char *end, const char *text) {
  while (*text != 0) *end++ = *text++;
  *end = 0;
  return end;
}

static hd_status compose(const char *first, size_t m, const char *second, size_t n, char text[COMPOSED_MAX]) {
  hd_layout a, b, result;
  hd_error error;
  hd_status status = hd_parse_layout(first, m, &error, &a);
  if (status == HD_OK) status = hd_parse_layout(second, n, &error, &b);
  if (status == HD_OK) status = hd_composition(&a, &b, &error, &result);
  if (status != HD_OK) {
    hd_print_error(&error, text, HD_TEXT_MAX);
    return status;
  }
  char *end = text;
  end += hd_print_layout(&a, end, HD_TEXT_MAX);
  end = put(end, " o ");
  end += hd_print_layout(&b, end, HD_TEXT_MAX);
  end = put(end, " = ");
  hd_print_layout(&result, end, HD_TEXT_MAX);
  return HD_OK;
}

#endif
