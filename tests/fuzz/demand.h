/* What the fuzz targets of the library demand of every input. */
#ifndef HEDDLE_TESTS_FUZZ_DEMAND_H
#define HEDDLE_TESTS_FUZZ_DEMAND_H

#include "../../algebra/algebra.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void demand(bool condition) {
  if (!condition) abort();
}

/* A refusal has a reason, names a place inside, and can be told. */
static inline void demand_refusal(hd_status status, const hd_error *error, size_t size) {
  char told[3 * HD_TEXT_MAX];
  demand(error->status == status && error->reason && error->operation && error->position <= size);
  demand(hd_print_error(error, told, sizeof told) < sizeof told);
  demand(hd_print_hint(error, told, sizeof told) < sizeof told);
}

#endif
