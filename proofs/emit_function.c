/* Values as a function in C: the formula of the layout that has them, or their list. */
#include "proofs/emit.h"

#include "algebra/evaluate.h"
#include "algebra/fit.h"

#include <inttypes.h>

/* The layout with these values. False: there is none. */
static bool find_layout(int32_t count, const int64_t *value, hd_layout *layout) {
  hd_fit fit;
  hd_fit_start(&fit, count, 1);
  for (int32_t k = 0; k < count; k++) {
    if (hd_fit_push(&fit, &value[k], NULL) != HD_OK) return false;
  }
  if (hd_fit_layout(&fit, NULL, NULL, layout) != HD_OK) return false;
  for (int32_t k = 0; k < count; k++) {
    int64_t has;
    if (hd_evaluate_index(layout, k, NULL, &has) != HD_OK || has != value[k]) return false;
  }
  return true;
}

/* "x / 4 % 2 * 64 + x / 8": each mode's digit times its stride. The last digit is all that is left. */
static void print_formula(FILE *to, const hd_layout *layout, const char *argument) {
  int64_t before = 1;
  int terms = 0;
  fputs("  return ", to);
  for (int leaf = 0; leaf < layout->profile.leaves; before *= layout->shape[leaf++]) {
    const int64_t stride = layout->stride[leaf];
    if (stride == 0) continue;
    fprintf(to, "%s%s", terms++ > 0 ? " + " : "", argument);
    if (before > 1) fprintf(to, " / %" PRId64, before);
    if (leaf + 1 < layout->profile.leaves) fprintf(to, " %% %" PRId64, layout->shape[leaf]);
    if (stride != 1) fprintf(to, " * %" PRId64, stride);
  }
  fprintf(to, "%s;\n", terms == 0 ? "0" : "");
}

static void print_list(FILE *to, const char *argument, int32_t count, const int64_t *value) {
  fprintf(to, "  static const int of[%d] = {", count);
  for (int32_t k = 0; k < count; k++) fprintf(to, "%s%" PRId64, k == 0 ? "" : ", ", value[k]);
  fprintf(to, "};\n  return of[%s];\n", argument);
}

bool hd_emit_has_formula(int32_t count, const int64_t *value) {
  hd_layout layout;
  return find_layout(count, value, &layout);
}

void hd_emit_function(FILE *to, const char *name, const char *suffix, const char *argument, int32_t count,
                      const int64_t *value) {
  hd_layout layout;
  bool moves = false;
  for (int32_t k = 0; k < count; k++) moves = moves || value[k] != 0;
  fprintf(to, "HD_DEVICE int %s_%s(int %s) {\n", name, suffix, argument);
  if (!moves) fprintf(to, "  (void)%s;\n", argument);
  if (find_layout(count, value, &layout)) print_formula(to, &layout, argument);
  else print_list(to, argument, count, value);
  fputs("}\n", to);
}
