/* Values of the language: making, naming, copying and printing them. */
#include "proofs/value.h"

#include <string.h>

void hd_value_set_integer(hd_value *value, int64_t integer) {
  value->kind = HD_KIND_TUPLE;
  value->visited = 0;
  hd_tuple_scalar(&value->as.tuple, integer);
}

hd_status hd_give_boolean(hd_value *result, hd_status status, bool boolean, int64_t visited) {
  if (status == HD_OK) hd_value_set_boolean(result, boolean, visited);
  return status;
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

hd_status hd_give_part(hd_value *result, hd_status status, const hd_composed *layout, const hd_tuple *offset) {
  if (status != HD_OK) return status;
  result->kind = HD_KIND_PART;
  result->visited = 0;
  hd_composed_copy(&result->as.part.layout, layout);
  hd_tuple_copy(&result->as.part.offset, offset);
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
    case HD_KIND_PART: return "a part";
    case HD_KIND_STRING: return "a string";
    case HD_KIND_COMPOSED: break;
  }
  return "a composed layout";
}

static size_t print_word(const char *word, size_t length, char *text, size_t capacity) {
  if (capacity > 0) {
    size_t kept = length < capacity ? length : capacity - 1;
    memcpy(text, word, kept);
    text[kept] = 0;
  }
  return length;
}

/* Where the text goes on that has been printed up to `used`. */
static char *rest_of(char *text, size_t capacity, size_t used) { return used < capacity ? text + used : NULL; }
static size_t room_of(size_t capacity, size_t used) { return used < capacity ? capacity - used : 0; }

static size_t print_part(const hd_layout_part *part, char *text, size_t capacity) {
  size_t used = hd_print_composed(&part->layout, text, capacity);
  used += print_word(" , ", 3, rest_of(text, capacity, used), room_of(capacity, used));
  return used + hd_print_tuple(&part->offset, rest_of(text, capacity, used), room_of(capacity, used));
}

static size_t print_string(const char *string, size_t length, char *text, size_t capacity) {
  size_t used = print_word("\"", 1, text, capacity);
  used += print_word(string, length, rest_of(text, capacity, used), room_of(capacity, used));
  return used + print_word("\"", 1, rest_of(text, capacity, used), room_of(capacity, used));
}

/* The chain without what stands for every integer at its end. */
static size_t print_swizzle(const hd_composed *chain, char *text, size_t capacity) {
  size_t length = hd_print_composed(chain, text, capacity) - strlen(" o 0 o 1:1");
  if (length < capacity) text[length] = 0;
  return length;
}

size_t hd_print_value(const hd_value *value, char *text, size_t capacity) {
  switch (value->kind) {
    case HD_KIND_BOOLEAN:
      return value->as.boolean ? print_word("true", 4, text, capacity) : print_word("false", 5, text, capacity);
    case HD_KIND_TUPLE: return hd_print_tuple(&value->as.tuple, text, capacity);
    case HD_KIND_LAYOUT: return hd_print_layout(&value->as.layout, text, capacity);
    case HD_KIND_TILER: return hd_print_tiler(&value->as.tiler, text, capacity);
    case HD_KIND_SWIZZLE: return print_swizzle(&value->as.composed, text, capacity);
    case HD_KIND_PLACEMENT: return hd_print_placement(&value->as.placement, text, capacity);
    case HD_KIND_LINEAR: return hd_print_linear(&value->as.linear, text, capacity);
    case HD_KIND_PART: return print_part(&value->as.part, text, capacity);
    case HD_KIND_STRING: return print_string(value->as.string.text, value->as.string.length, text, capacity);
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
    case HD_KIND_PART:
      hd_composed_copy(&to->as.part.layout, &from->as.part.layout);
      hd_tuple_copy(&to->as.part.offset, &from->as.part.offset);
      break;
    case HD_KIND_STRING: to->as.string = from->as.string; break;
  }
}

/* What stands there, where it is no value of a kind but a number of a sort. */
enum { IS_NUMBER = HD_KIND_STRING + 1, IS_ANY, IS_ON_AXIS, SORTS };

/* One sentence for each kind, given what is wanted. */
#define SENTENCES(wanted)                                                                   \
  {                                                                                         \
    [HD_KIND_BOOLEAN] = wanted " is wanted here, and this is a boolean",                    \
    [HD_KIND_TUPLE] = wanted " is wanted here, and this is a tuple",                        \
    [HD_KIND_LAYOUT] = wanted " is wanted here, and this is a layout",                      \
    [HD_KIND_TILER] = wanted " is wanted here, and this is a tiler",                        \
    [HD_KIND_SWIZZLE] = wanted " is wanted here, and this is a swizzle",                    \
    [HD_KIND_COMPOSED] = wanted " is wanted here, and this is a composed layout",           \
    [HD_KIND_PLACEMENT] = wanted " is wanted here, and this is a placement",                \
    [HD_KIND_LINEAR] = wanted " is wanted here, and this is a linear layout",               \
    [HD_KIND_PART] = wanted " is wanted here, and this is a part: a layout and its offset", \
    [HD_KIND_STRING] = wanted " is wanted here, and this is a string",                      \
    [IS_NUMBER] = wanted " is wanted here, and this is an integer",                         \
    [IS_ANY] = wanted " is wanted here, and this is `_`",                                   \
    [IS_ON_AXIS] = wanted " is wanted here, and this is a number on an axis"                \
  }

static const char *const sentence[][SORTS] = {
    [HD_WANTED_LAYOUT] = SENTENCES("a layout"),
    [HD_WANTED_TILER] = SENTENCES("a layout or tiler"),
    [HD_WANTED_INTEGER] = SENTENCES("an integer"),
    [HD_WANTED_TUPLE] = SENTENCES("an integer or tuple"),
    [HD_WANTED_MODES] = SENTENCES("something with modes"),
    [HD_WANTED_PLACEMENT] = SENTENCES("a placement, as in S[8:1@laneid],"),
    [HD_WANTED_LINEAR] = SENTENCES("a linear layout"),
    [HD_WANTED_COMPOSED] = SENTENCES("a composed layout"),
    [HD_WANTED_SWIZZLE] = SENTENCES("a swizzle S<b,m,s>"),
    [HD_WANTED_STRING] = SENTENCES("a string, as in \"(a b) c -> a (b c)\","),
};

/* What leads from a value of this kind to a plainer one. */
static const char *const way_out[HD_KIND_STRING + 1] = {
    [HD_KIND_SWIZZLE] = "S o 0 o L is the layout L swizzled",
    [HD_KIND_COMPOSED] = "composed_get_outer(C) is the layout B of A o offset o B",
    [HD_KIND_PLACEMENT] = "layout_of(P) is the layout that a placement is, where it is one",
    [HD_KIND_LINEAR] = "linear_layout(M) is the layout that a linear layout is, where it is one",
    [HD_KIND_PART] = "get(P, 0) is its layout, get(P, 1) its offset",
};

static int sort_of(const hd_value *value) {
  if (value->kind != HD_KIND_TUPLE || hd_is_tuple(&value->as.tuple.profile)) return (int)value->kind;
  if (hd_tuple_is_any(&value->as.tuple, 0)) return IS_ANY;
  return hd_value_is_integer(value) ? IS_NUMBER : IS_ON_AXIS;
}

hd_status hd_refuse_kind(hd_wanted wanted, const hd_value *value, hd_error *error) {
  (void)hd_fail(error, HD_MISMATCH, "argument", sentence[wanted][sort_of(value)]);
  if (error == NULL) return HD_MISMATCH;
  error->hint = way_out[value->kind];
  if (wanted == HD_WANTED_LINEAR) error->hint = "linear(L) is the layout L over bits";
  if (wanted == HD_WANTED_PLACEMENT && value->kind == HD_KIND_LAYOUT) error->hint = "placement(L) is the layout L";
  return HD_MISMATCH;
}

const hd_value *hd_first_of_kind(hd_kind kind, const hd_value *value, int count) {
  for (int k = 0; k < count; k++) {
    if (value[k].kind == kind) return &value[k];
  }
  return NULL;
}
