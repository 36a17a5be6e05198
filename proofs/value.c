/* Values of the language: making, naming, copying and printing them. */
#include "proofs/value.h"

#include <string.h>

void hd_value_set_integer(hd_value *value, int64_t integer) {
  value->kind = HD_KIND_TUPLE;
  value->visited = 0;
  hd_tuple_scalar(&value->as.tuple, integer);
}

hd_status hd_give_integer(hd_value *result, hd_status status, int64_t integer) {
  if (status == HD_OK) hd_value_set_integer(result, integer);
  return status;
}

hd_status hd_give_tuple(hd_value *result, hd_status status, const hd_tuple *tuple) {
  if (status != HD_OK) return status;
  result->kind = HD_KIND_TUPLE;
  result->visited = 0;
  hd_tuple_copy(&result->as.tuple, tuple);
  return HD_OK;
}

hd_status hd_give_layout(hd_value *result, hd_status status, const hd_layout *layout) {
  if (status != HD_OK) return status;
  result->kind = HD_KIND_LAYOUT;
  result->visited = 0;
  hd_layout_copy(&result->as.layout, layout);
  return HD_OK;
}

void hd_value_set_boolean(hd_value *value, bool boolean, int64_t visited) {
  value->kind = HD_KIND_BOOLEAN;
  value->visited = visited;
  value->as.boolean = boolean;
}

bool hd_value_is_integer(const hd_value *value) {
  return value->kind == HD_KIND_TUPLE && !hd_is_tuple(&value->as.tuple.profile) &&
         value->as.tuple.profile.leaves == 1 && hd_tuple_axis(&value->as.tuple, 0) == HD_AXIS_INTEGER;
}

const char *hd_kind_name(const hd_value *value) {
  if (hd_value_is_integer(value)) return "an integer";
  switch (value->kind) {
    case HD_KIND_BOOLEAN: return "a boolean";
    case HD_KIND_TUPLE: return "a tuple";
    case HD_KIND_LAYOUT: return "a layout";
    case HD_KIND_TILER: return "a tiler";
    case HD_KIND_SWIZZLE: return "a swizzle";
    case HD_KIND_PLACEMENT: return "a placement";
    case HD_KIND_LINEAR: return "a linear layout";
    case HD_KIND_COMPOSED: break;
  }
  return "a composed layout";
}

static size_t print_word(const char *word, char *text, size_t capacity) {
  size_t length = strlen(word);
  if (capacity > 0) {
    size_t kept = length < capacity ? length : capacity - 1;
    memcpy(text, word, kept);
    text[kept] = 0;
  }
  return length;
}

/* The chain without what stands for every integer at its end. */
static size_t print_swizzle(const hd_composed *chain, char *text, size_t capacity) {
  size_t length = hd_print_composed(chain, text, capacity) - strlen(" o 0 o 1:1");
  if (length < capacity) text[length] = 0;
  return length;
}

size_t hd_print_value(const hd_value *value, char *text, size_t capacity) {
  switch (value->kind) {
    case HD_KIND_BOOLEAN: return print_word(value->as.boolean ? "true" : "false", text, capacity);
    case HD_KIND_TUPLE: return hd_print_tuple(&value->as.tuple, text, capacity);
    case HD_KIND_LAYOUT: return hd_print_layout(&value->as.layout, text, capacity);
    case HD_KIND_TILER: return hd_print_tiler(&value->as.tiler, text, capacity);
    case HD_KIND_SWIZZLE: return print_swizzle(&value->as.composed, text, capacity);
    case HD_KIND_PLACEMENT: return hd_print_placement(&value->as.placement, text, capacity);
    case HD_KIND_LINEAR: return hd_print_linear(&value->as.linear, text, capacity);
    case HD_KIND_COMPOSED: break;
  }
  return hd_print_composed(&value->as.composed, text, capacity);
}

/* The number on an axis, 0 where the tuple does not name it; *count is how often it does. */
static int64_t number_on(const hd_tuple *tuple, hd_axis axis, int *count) {
  int64_t number = 0;
  *count = 0;
  for (int k = 0; k < tuple->profile.leaves; k++) {
    if (hd_tuple_axis(tuple, k) == axis) number = tuple->value[k], ++*count;
  }
  return number;
}

bool hd_compare_named(const hd_tuple *a, const hd_tuple *b, bool *same) {
  const hd_tuple *side[2] = {a, b};
  *same = true;
  for (int s = 0; s < 2; s++) {
    if (side[s]->profile.leaves == 0 || hd_depth(&side[s]->profile) > 1) return false;
    for (int k = 0; k < side[s]->profile.leaves; k++) {
      int here, there;
      hd_axis axis = hd_tuple_axis(side[s], k);
      if (!hd_axis_is_name(axis)) return false;
      int64_t number = number_on(side[s], axis, &here), other = number_on(side[1 - s], axis, &there);
      if (here > 1 || there > 1) return false;
      if (number != other) *same = false;
    }
  }
  return true;
}

void hd_value_copy(hd_value *to, const hd_value *from) {
  if (to == from) return;
  to->kind = from->kind;
  to->visited = from->visited;
  switch (from->kind) {
    case HD_KIND_BOOLEAN: to->as.boolean = from->as.boolean; break;
    case HD_KIND_TUPLE: hd_tuple_copy(&to->as.tuple, &from->as.tuple); break;
    case HD_KIND_LAYOUT: hd_layout_copy(&to->as.layout, &from->as.layout); break;
    case HD_KIND_TILER: to->as.tiler = from->as.tiler; break;
    case HD_KIND_SWIZZLE:
    case HD_KIND_COMPOSED: hd_composed_copy(&to->as.composed, &from->as.composed); break;
    case HD_KIND_PLACEMENT: hd_placement_copy(&to->as.placement, &from->as.placement); break;
    case HD_KIND_LINEAR: hd_linear_copy(&to->as.linear, &from->as.linear); break;
  }
}

hd_status hd_refuse_composed(hd_error *error, const char *operation) {
  (void)hd_fail(error, HD_MISMATCH, "argument",
                "a plain value is wanted here, and this is a swizzle or a composed layout");
  return hd_fail_within(error, HD_MISMATCH, operation);
}

hd_status hd_refuse_placement(hd_error *error) {
  (void)hd_fail(error, HD_MISMATCH, "argument", "a plain value is wanted here, and this is a placement");
  if (error != NULL) error->hint = "layout_of(P) is the layout that a placement is, where it is one";
  return HD_MISMATCH;
}

hd_status hd_refuse_linear(hd_error *error) {
  (void)hd_fail(error, HD_MISMATCH, "argument", "a plain value is wanted here, and this is a linear layout");
  if (error != NULL) error->hint = "linear_layout(M) is the layout that a linear layout is, where it is one";
  return HD_MISMATCH;
}
