/* Points of the Test Anything Protocol. */
#include "proofs/tap.h"

#include "proofs/diagnose.h"

#include <inttypes.h>

void hd_tap_start(hd_tap *tap, FILE *out) {
  *tap = (hd_tap){.out = out};
  fputs("TAP version 13\n", out);
}

void hd_tap_point(hd_tap *tap, bool ok, const char *name) {
  fprintf(tap->out, "%s %" PRId64 " - ", ok ? "ok" : "not ok", ++tap->points);
  for (size_t k = 0; name[k] != 0; k++) {
    if (name[k] == '#' || name[k] == '\\') putc('\\', tap->out); /* `#` begins a directive */
    hd_print_plain(tap->out, name + k, 1);
  }
}

void hd_tap_bail_out(hd_tap *tap, const char *reason) { fprintf(tap->out, "Bail out! %s\n", reason); }

void hd_tap_finish(hd_tap *tap) { fprintf(tap->out, "1..%" PRId64 "\n", tap->points); }
