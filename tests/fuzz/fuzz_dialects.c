/* Whatever the bytes: each dialect's parser refuses them at a place inside, or what it reads prints, reads back and
 * prints alike again. What is converted is shown to be the same function, and its text is read as its own dialect. */
#include "algebra/convert.h"
#include "tests/fuzz/demand.h"

#include <string.h>

static char printed[HD_STATED_TEXT_MAX], again[HD_STATED_TEXT_MAX];

static void try_placement(const char *text, size_t size) {
  hd_placement placement, back;
  hd_error error;
  hd_status status = hd_parse_placement(text, size, &error, &placement);
  if (status != HD_OK) {
    demand_refusal(status, &error, size);
    return;
  }
  size_t length = hd_print_placement(&placement, printed, sizeof printed);
  demand(length == strlen(printed) && hd_parse_placement(printed, length, NULL, &back) == HD_OK);
  demand(hd_placement_is_identical(&placement, &back));
  demand(hd_print_placement(&back, again, sizeof again) == length && strcmp(printed, again) == 0);
}

static void try_linear(const char *text, size_t size) {
  hd_linear linear, back;
  hd_error error;
  size_t length;
  hd_status status = hd_parse_linear(text, size, &error, &linear);
  if (status != HD_OK) {
    demand_refusal(status, &error, size);
    return;
  }
  length = hd_print_linear(&linear, printed, sizeof printed);
  demand(length == strlen(printed) && hd_parse_linear(printed, length, NULL, &back) == HD_OK);
  demand(hd_linear_is_identical(&linear, &back));
  if (hd_print_linear_attribute(&linear, printed, sizeof printed, NULL, &length) != HD_OK) return;
  demand(hd_parse_linear(printed, length, NULL, &back) == HD_OK && hd_linear_is_identical(&linear, &back));
}

/* Small enough to be compared at all coordinates in no time. */
static bool is_small(const hd_stated *stated) {
  hd_tuple shape;
  int64_t size;
  return hd_stated_shape(stated, NULL, NULL, &shape) == HD_OK && hd_tuple_product(&shape, &size) && size <= 256;
}

static void try_conversion(const hd_stated *stated, hd_dialect to) {
  static hd_stated made, read;
  hd_conversion_proof proof;
  hd_error error;
  hd_status status = hd_convert(stated, to, NULL, &error, &made);
  if (status != HD_OK) {
    error.position = 0;
    demand_refusal(status, &error, 0);
    return;
  }
  size_t length = hd_print_stated(&made, to, printed, sizeof printed);
  demand(length == strlen(printed) && hd_recognise_dialect(printed, length) == to);
  demand(hd_parse_stated(printed, length, NULL, &read) == HD_OK);
  status = hd_convert_check(stated, &read, NULL, &error, &proof);
  /* A placement on both m and offset, which the others call by one name, is compared with none. */
  bool nameless = status == HD_UNDEFINED && strstr(error.reason, "m and offset are one thing");
  demand(status == HD_OK || status == HD_OVERFLOW || status == HD_CAPACITY || nameless);
}

static void try_stated(const char *text, size_t size) {
  static hd_stated stated, back;
  hd_error error;
  hd_status status = hd_parse_stated(text, size, &error, &stated);
  if (status != HD_OK) {
    demand_refusal(status, &error, size);
    return;
  }
  hd_dialect own = hd_stated_dialect(&stated);
  size_t length = hd_print_stated(&stated, own, printed, sizeof printed);
  demand(length == strlen(printed) && hd_recognise_dialect(printed, length) == own);
  demand(hd_parse_stated(printed, length, NULL, &back) == HD_OK && back.kind == stated.kind);
  demand(hd_print_stated(&back, own, again, sizeof again) == length && strcmp(printed, again) == 0);
  if (stated.kind > HD_STATED_SWIZZLE && !is_small(&stated)) return;
  for (int to = 0; to < HD_DIALECTS; to++) try_conversion(&stated, (hd_dialect)to);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const char *text = (const char *)data;
  try_placement(text, size);
  try_linear(text, size);
  try_stated(text, size);
  return 0;
}
