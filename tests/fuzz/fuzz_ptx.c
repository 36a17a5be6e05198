/* Any bytes are a file of PTX: checked, or refused at a place inside of it. What is found lies in the text, is counted,
 * and can be told; no question has more answers than there are, and a second look, which one text in four
 * gets, finds the same. */
#include "proofs/ptx_check.h"
#include "tests/fuzz/demand.h"

#include <string.h>

typedef struct seen {
  size_t size;
  int64_t kernels, asked, faults, unknown;
} seen;

static void see(void *context, const hd_ptx_file *file, const hd_ptx_kernel *kernel) {
  seen *s = context;
  int64_t faults = 0, unknown = 0;
  demand(kernel->position < s->size);
  for (size_t k = 0; k < kernel->findings; k++) {
    char told[512];
    const hd_ptx_finding *f = &kernel->finding[k];
    demand(f->rule < HD_RULES && f->position <= s->size && (f->other == HD_PTX_NONE || f->other < s->size));
    demand(k == 0 || kernel->finding[k - 1].position <= f->position);
    demand(hd_ptx_print_reason(file, f, told, sizeof told) < sizeof told);
    demand(strchr(told, '{') == NULL);
    (f->unknown ? unknown++ : faults++);
  }
  for (int k = 0; k < HD_RULES; k++) {
    faults -= kernel->faults[k];
    unknown -= kernel->unknown[k];
    s->asked += kernel->asked[k];
    s->faults += kernel->faults[k];
    s->unknown += kernel->unknown[k];
  }
  demand(faults == 0 && unknown == 0);
  s->kernels++;
}

static hd_status look(const char *text, size_t size, hd_error *error, seen *s) {
  const hd_ptx_options options = {.most_registers = 8, .threads = 0, .kernel = see, .context = s};
  memset(s, 0, sizeof *s);
  s->size = size;
  return hd_ptx_check(text, size, &options, error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const char *text = (const char *)data;
  hd_error error, again;
  seen one, other;
  const hd_status status = look(text, size, &error, &one);
  if (status != HD_OK) demand_refusal(status, &error, size);
  if (size % 4 != 0) return 0;
  demand(look(text, size, &again, &other) == status && memcmp(&one, &other, sizeof one) == 0);
  return 0;
}
