/* Remarks on values, one function for each that has any. */
#include "proofs/remark.h"

#include "proofs/modes.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef bool remark(const hd_value *argument, int count, const hd_value *result, char *text, size_t size);

/* ---- an index beyond 31 bits ---- */

static bool on_cosize(const hd_value *argument, int count, const hd_value *result, char *text, size_t size) {
  hd_value mode[2], coordinate;
  char at[HD_TEXT_MAX];
  int64_t last = result->as.tuple.value[0] - 1;
  if (last <= INT32_MAX || hd_value_get(argument, argument + 1, count - 1, NULL, &mode[0]) != HD_OK) return false;
  if (mode[0].kind == HD_KIND_LAYOUT && mode[0].as.layout.on_axes) return false;
  hd_value_set_integer(&mode[1], INT32_MAX);
  int used = snprintf(text, size, "the last index, %" PRId64 ", is beyond 2^31 - 1: in 32 bits it wraps", last);
  if (hd_builtin_call(hd_builtin_find("first_beyond", 12), mode, 2, NULL, &coordinate) != HD_OK) return true;
  hd_print_value(&coordinate, at, sizeof at);
  snprintf(text + used, size - (size_t)used, ", first at %s", at);
  return true;
}

/* ---- a longer spelling ---- */

static bool on_complement(const hd_value *argument, int count, const hd_value *result, char *text, size_t size) {
  hd_layout shorter;
  char as_it_is[HD_TEXT_MAX], coalesced[HD_TEXT_MAX];
  (void)argument;
  (void)count;
  if (result->kind != HD_KIND_LAYOUT || result->as.layout.on_axes) return false;
  hd_coalesce(&result->as.layout, &shorter);
  if (hd_is_identical(&shorter, &result->as.layout)) return false;
  hd_print_layout(&result->as.layout, as_it_is, sizeof as_it_is);
  hd_print_layout(&shorter, coalesced, sizeof coalesced);
  snprintf(text, size, "%s is equal to %s after coalesce", as_it_is, coalesced);
  return true;
}

/* ---- tiles that run past ---- */

/* By how much the tiles of one mode run past it; 0 where they come out even, or where that is not known. */
static int64_t overrun(const hd_layout *mode, const hd_tiler *tiler, int element) {
  hd_layout tile, divided;
  hd_tiler one;
  if (hd_tiler_is_any(tiler, element)) return 0;
  hd_tiler_element(tiler, element, &tile);
  if (!hd_tiler_layout(&tile, &one) || hd_logical_divide(mode, &one, NULL, &divided) != HD_OK) return 0;
  return hd_size(&divided) - hd_size(mode);
}

static bool on_divide(const hd_value *argument, int count, const hd_value *result, char *text, size_t size) {
  hd_layout layout, mode;
  hd_tiler tiler;
  size_t used = 0;
  (void)count;
  (void)result;
  if (argument[0].kind == HD_KIND_COMPOSED) hd_layout_copy(&layout, &argument[0].as.composed.inner);
  else if (hd_value_layout(&argument[0], NULL, &layout) != HD_OK) return false;
  if (hd_value_tiler(&argument[1], NULL, &tiler) != HD_OK || hd_depth(&tiler.profile) > 1) return false;
  bool by_mode = hd_is_tuple(&tiler.profile);
  for (int k = 0; k < tiler.profile.leaves && used < size; k++) {
    if (hd_get(&layout, &k, by_mode ? 1 : 0, NULL, &mode) != HD_OK) return used > 0;
    int64_t past = overrun(&mode, &tiler, k), extent = hd_size(&mode);
    if (past == 0) continue;
    if (by_mode) used += (size_t)snprintf(text + used, size - used, "%smode %d: ", used > 0 ? "; " : "", k);
    if (used >= size) break;
    used += (size_t)snprintf(text + used, size - used,
                             "the tiles run past %" PRId64 " by %" PRId64 ": an index of the %s is one below %" PRId64,
                             extent, past, by_mode ? "mode" : "layout", extent);
  }
  return used > 0;
}

static const struct {
  const char *name;
  remark *remark;
} table[] = {
    {"cosize", on_cosize},        {"complement", on_complement}, {"logical_divide", on_divide},
    {"zipped_divide", on_divide}, {"tiled_divide", on_divide},   {"flat_divide", on_divide},
};

bool hd_remark(const hd_builtin *builtin, const hd_value *argument, int count, const hd_value *result, char *text,
               size_t size) {
  for (size_t k = 0; k < sizeof table / sizeof table[0]; k++) {
    if (strcmp(table[k].name, builtin->name) == 0) return table[k].remark(argument, count, result, text, size);
  }
  return false;
}
