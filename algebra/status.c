/* Statuses by name, and errors filled in. */
#include "status.h"

const char *hd_status_name(hd_status status) {
  static const char *const name[] = {"ok",        "malformed", "mismatch", "range",
                                     "undefined", "overflow",  "capacity", "undecided"};
  return (unsigned)status < sizeof name / sizeof name[0] ? name[status] : "unknown";
}

hd_status hd_fail(hd_error *error, hd_status status, const char *operation, const char *reason) {
  if (!error) return status;
  error->status = status;
  error->operation = operation;
  error->caller = NULL;
  error->reason = reason;
  error->hint = NULL;
  error->leaf = -1;
  for (int k = 0; k < HD_ERROR_NUMBERS; ++k) error->number[k] = 0;
  error->axis = HD_AXIS_INTEGER;
  error->position = 0;
  error->samples = 0;
  error->has_coordinate = false;
  error->has_other = false;
  return status;
}

hd_status hd_fail_within(hd_error *error, hd_status status, const char *caller) {
  if (error && status != HD_OK) error->caller = caller;
  return status;
}
