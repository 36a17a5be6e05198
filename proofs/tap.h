/* The Test Anything Protocol, version 13: a line for each point, and how many there were.
 *
 * Invariant: points are numbered from 1 in the order in which they are printed, and the plan in the end says how many
 * there are; so who reads it knows when the end is missing. */
#ifndef HEDDLE_PROOFS_TAP_H
#define HEDDLE_PROOFS_TAP_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct hd_tap {
  FILE *out;
  int64_t points;
} hd_tap;

void hd_tap_start(hd_tap *tap, FILE *out);
/* `ok N - NAME` or `not ok N - NAME`, in printable characters, without the end of the line. */
void hd_tap_point(hd_tap *tap, bool ok, const char *name);
/* In the place of points and plan: nothing can be said. `reason` in printable characters. */
void hd_tap_bail_out(hd_tap *tap, const char *reason);
/* The plan. */
void hd_tap_finish(hd_tap *tap);

#endif
