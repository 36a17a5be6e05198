/* Any bytes are a file of claims: parsed, and where they parse, checked; every verdict is one of the five, and where
 * code and interpreter both answer they agree (a false answer of the code is asked for again). Time is bounded by the
 * check's own limits. The same bytes are an expression, whose printed value must evaluate to itself. */
#include "proofs/expression.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void found(void *context, const hd_finding *finding) {
  (void)context;
  if ((int)finding->verdict < 0 || (int)finding->verdict >= HD_VERDICTS) abort();
  if (finding->verdict == HD_HOLDS && finding->visits && finding->visited < finding->domain) abort();
  if (memchr(finding->name, 0, sizeof finding->name) == NULL) abort();
}

/* The value that is printed so. A map over bits is printed as Triton does, in lines that are no expression. */
static hd_status read_back(hd_kind kind, const char *printed, size_t length, hd_value *value) {
  hd_error error;
  if (kind != HD_KIND_LINEAR) return hd_expression_value(printed, length, &error, value);
  value->kind = kind;
  return hd_parse_linear(printed, length, &error, &value->as.linear);
}

static void round_trip(const char *text, size_t length) {
  static hd_value value, again;
  static char printed[HD_VALUE_TEXT_MAX], reprinted[HD_VALUE_TEXT_MAX];
  hd_error error;
  if (hd_expression_value(text, length, &error, &value) != HD_OK) {
    if (error.position > length) abort();
    return;
  }
  size_t written = hd_print_value(&value, printed, sizeof printed);
  if (written >= sizeof printed) abort();
  if (read_back(value.kind, printed, written, &again) != HD_OK) abort();
  if (hd_print_value(&again, reprinted, sizeof reprinted) != written || memcmp(printed, reprinted, written) != 0)
    abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const char *text = (const char *)data;
  hd_error error;
  hd_check_options options = hd_check_defaults();
  options.most_coordinates = 2000;
  options.most_steps = 200;
  options.found = found;
  if (hd_check_text(text, size, &options, &error) != HD_OK && error.position > size) abort();
  round_trip(text, size);
  return 0;
}
