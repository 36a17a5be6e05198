/* Refusals in numbers alone. */
#include "refusals.h"

#include <string.h>

hd_status hd_refuse_hinted(hd_error *error, hd_status status, const char *operation, const char *reason,
                           const char *hint, const int64_t number[HD_ERROR_NUMBERS]) {
  hd_fail(error, status, operation, reason);
  if (error == NULL) return status;
  error->hint = hint;
  if (number != NULL) memcpy(error->number, number, sizeof error->number);
  return status;
}

hd_status hd_refuse(hd_error *error, hd_status status, const char *operation, const char *reason, int64_t a, int64_t b,
                    int64_t c) {
  return hd_refuse_hinted(error, status, operation, reason, NULL, HD_NUMBERS(a, b, c));
}
