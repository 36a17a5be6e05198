/* Whatever the bytes: a parser refuses them at a place inside, or the value found prints, reads back as the same value
 * and prints alike again. A layout found has all that the layout invariant promises. */
#include "tests/fuzz/demand.h"

#include <string.h>

static char printed[HD_TEXT_MAX], again[HD_TEXT_MAX];

static void try_tuple(const char *text, size_t size) {
  hd_tuple tuple, back;
  hd_error error;
  hd_status status = hd_parse_tuple(text, size, &error, &tuple);
  if (status != HD_OK) {
    demand_refusal(status, &error, size);
    return;
  }
  size_t length = hd_print_tuple(&tuple, printed, sizeof printed);
  demand(length == strlen(printed));
  demand(hd_parse_tuple(printed, length, NULL, &back) == HD_OK && hd_tuple_is_identical(&tuple, &back));
  demand(hd_print_tuple(&back, again, sizeof again) == length && strcmp(printed, again) == 0);
}

static void try_layout(const char *text, size_t size) {
  hd_layout layout, back;
  hd_tuple shape, stride;
  hd_error error;
  hd_status status = hd_parse_layout(text, size, &error, &layout);
  if (status != HD_OK) {
    demand_refusal(status, &error, size);
    return;
  }
  size_t length = hd_print_layout(&layout, printed, sizeof printed);
  demand(length == strlen(printed));
  demand(hd_parse_layout(printed, length, NULL, &back) == HD_OK && hd_is_identical(&layout, &back));
  demand(hd_print_layout(&back, again, sizeof again) == length && strcmp(printed, again) == 0);
  hd_shape(&layout, &shape);
  hd_stride(&layout, &stride);
  demand(hd_make_layout(&shape, &stride, NULL, &back) == HD_OK && hd_is_identical(&layout, &back));
  demand(hd_size(&layout) >= 1);
}

static void try_tiler(const char *text, size_t size) {
  hd_tiler tiler, back;
  hd_error error;
  hd_status status = hd_parse_tiler(text, size, &error, &tiler);
  if (status != HD_OK) {
    demand_refusal(status, &error, size);
    return;
  }
  size_t length = hd_print_tiler(&tiler, printed, sizeof printed);
  demand(length == strlen(printed));
  demand(hd_parse_tiler(printed, length, NULL, &back) == HD_OK);
  demand(hd_is_congruent(&tiler.profile, &back.profile));
  for (int k = 0; k < tiler.profile.leaves; k++) {
    hd_layout a, b;
    hd_tiler_element(&tiler, k, &a);
    hd_tiler_element(&back, k, &b);
    demand(hd_tiler_is_any(&tiler, k) == hd_tiler_is_any(&back, k) && hd_is_identical(&a, &b));
  }
  demand(hd_print_tiler(&back, again, sizeof again) == length && strcmp(printed, again) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const char *text = (const char *)data;
  try_tuple(text, size);
  try_layout(text, size);
  try_tiler(text, size);
  return 0;
}
