/* Finds the definition of an operation, and writes down those that ask about one operand alone. */
#include "proofs/definition.h"

#include "proofs/definition_parts.h"
#include "proofs/oracle.h"

#include <inttypes.h>
#include <string.h>

static hd_ruling rule(bool holds, char *why, const char *otherwise) {
  return holds ? HD_RULING_HOLDS : hd_ruling_broken(why, "%s", otherwise);
}

static bool is_integer(const hd_value *value, int64_t *integer) {
  if (value->kind != HD_KIND_TUPLE || value->as.tuple.on_axes) return false;
  const hd_profile *profile = &value->as.tuple.profile;
  if (hd_part_is_tuple(profile, hd_part_all(profile))) return false;
  *integer = value->as.tuple.value[0];
  return true;
}

static const hd_profile *profile_of(const hd_value *value) {
  switch (value->kind) {
    case HD_KIND_TUPLE: return &value->as.tuple.profile;
    case HD_KIND_LAYOUT: return &value->as.layout.profile;
    case HD_KIND_TILER: return &value->as.tiler.profile;
    case HD_KIND_BOOLEAN:
    case HD_KIND_SWIZZLE:
    case HD_KIND_COMPOSED:
    case HD_KIND_PLACEMENT:
    case HD_KIND_LINEAR:
    case HD_KIND_PART:
    case HD_KIND_STRING: break;
  }
  return NULL;
}

/* ---- equality ---- */

static hd_axis tuple_axis(const hd_tuple *tuple, int k) { return tuple->on_axes ? tuple->axis[k] : HD_AXIS_INTEGER; }

static hd_axis stride_axis(const hd_layout *layout, int k) {
  return layout->on_axes && layout->stride[k] != 0 ? layout->axis[k] : HD_AXIS_INTEGER;
}

static bool same_tuple(const hd_tuple *a, const hd_tuple *b) {
  bool same = hd_oracle_is_congruent(&a->profile, &b->profile);
  for (int k = 0; same && k < a->profile.leaves; k++)
    same = a->value[k] == b->value[k] && tuple_axis(a, k) == tuple_axis(b, k);
  return same;
}

static bool same_layout(const hd_layout *a, const hd_layout *b) {
  bool same = hd_oracle_is_congruent(&a->profile, &b->profile);
  for (int k = 0; same && k < a->profile.leaves; k++)
    same = a->shape[k] == b->shape[k] && a->stride[k] == b->stride[k] && stride_axis(a, k) == stride_axis(b, k);
  return same;
}

static hd_ruling same_function(const hd_layout *a, const hd_layout *b, char *why) {
  bool same;
  int64_t index, size;
  if (hd_oracle_size(a, &size) != HD_OK || size > HD_ORACLE_MAX) return hd_ruling_open(why, "too many coordinates");
  hd_status status = hd_oracle_is_equivalent(a, b, &same, &index);
  if (status != HD_OK) return hd_ruling_open(why, "a value leaves 64 bits");
  if (same) return HD_RULING_HOLDS;
  if (index < 0) return hd_ruling_broken(why, "the sizes differ");
  return hd_ruling_broken(why, "the values at %" PRId64 " differ", index);
}

hd_ruling hd_definition_same(const hd_value *a, const hd_value *b, char why[HD_RULING_TEXT]) {
  if (hd_part_is_composed(a) || hd_part_is_composed(b)) return hd_define_same_composed(a, b, why);
  if (a->kind != b->kind) return hd_ruling_broken(why, "values of different kinds");
  switch (a->kind) {
    case HD_KIND_BOOLEAN: return rule(a->as.boolean == b->as.boolean, why, "the other truth");
    case HD_KIND_TUPLE: return rule(same_tuple(&a->as.tuple, &b->as.tuple), why, "different tuples");
    case HD_KIND_LAYOUT: return same_function(&a->as.layout, &b->as.layout, why);
    case HD_KIND_TILER:
    case HD_KIND_SWIZZLE:
    case HD_KIND_COMPOSED:
    case HD_KIND_PLACEMENT:
    case HD_KIND_LINEAR:
    case HD_KIND_PART:
    case HD_KIND_STRING: break;
  }
  return hd_ruling_open(why, "no two tilers are compared here");
}

static bool same_elements(const hd_tiler *a, const hd_tiler *b) {
  bool same = hd_oracle_is_congruent(&a->profile, &b->profile);
  for (int k = 0; same && k < a->profile.leaves; k++) {
    hd_layout x, y;
    same = hd_part_element(a, k, &x) == hd_part_element(b, k, &y) && same_layout(&x, &y);
  }
  return same;
}

/* Beside a layout a shape is its compact layout, beside a tiler a by-mode tiler. */
static hd_ruling define_equal(const hd_value *argument, int count, const hd_value *result, char *why) {
  const hd_value *a = &argument[0], *b = &argument[1];
  hd_layout x, y;
  hd_tiler s, t;
  bool same;
  if (count != 2 || result->kind != HD_KIND_BOOLEAN) return hd_ruling_broken(why, "not a truth about two operands");
  if (a->kind == HD_KIND_TUPLE && b->kind == HD_KIND_TUPLE) same = same_tuple(&a->as.tuple, &b->as.tuple);
  else if (hd_part_as_layout(a, &x) && hd_part_as_layout(b, &y)) same = same_layout(&x, &y);
  else if (hd_part_as_tiler(a, &s) && hd_part_as_tiler(b, &t)) same = same_elements(&s, &t);
  else return hd_ruling_unknown(why);
  return rule(result->as.boolean == same, why, "the other truth");
}

/* ---- numbers about a mode ---- */

/* Of a tiler the size of an element; `_` has none. */
static bool extent_of(const hd_value *value, int leaf, int64_t *extent) {
  hd_layout element;
  if (value->kind == HD_KIND_TILER)
    return hd_part_element(&value->as.tiler, leaf, &element) && hd_oracle_size(&element, extent) == HD_OK;
  if (value->kind == HD_KIND_LAYOUT) *extent = value->as.layout.shape[leaf];
  if (value->kind == HD_KIND_TUPLE) *extent = value->as.tuple.value[leaf];
  return value->kind == HD_KIND_LAYOUT || (value->kind == HD_KIND_TUPLE && !value->as.tuple.on_axes);
}

static bool mode_of(const hd_value *argument, int count, hd_part *part) {
  const hd_profile *profile = profile_of(&argument[0]);
  if (!profile) return false;
  *part = hd_part_all(profile);
  return count == 1 || hd_part_follow(profile, &argument[1], part);
}

static hd_ruling define_size(const hd_value *argument, int count, const hd_value *result, char *why) {
  hd_part part;
  int64_t size = 1, extent, answer;
  if (!mode_of(argument, count, &part)) return hd_ruling_broken(why, "there is no such mode");
  for (int k = part.begin; k < part.end; k++)
    if (!extent_of(&argument[0], k, &extent) || __builtin_mul_overflow(size, extent, &size))
      return hd_ruling_broken(why, "there is no such size");
  return rule(is_integer(result, &answer) && answer == size, why, "not the product of the extents");
}

/* By the values where strides have one sign, as they do in all but a few inputs; else by the magnitudes. */
static hd_ruling define_cosize(const hd_value *argument, int count, const hd_value *result, char *why) {
  hd_part part;
  hd_layout layout;
  int64_t reach = 1, term, answer;
  if (!hd_part_as_layout(&argument[0], &layout)) return hd_ruling_unknown(why);
  if (!mode_of(argument, count, &part)) return hd_ruling_broken(why, "there is no such mode");
  if (layout.on_axes) return hd_ruling_open(why, "strides on axes");
  for (int k = part.begin; k < part.end; k++) {
    int64_t stride = layout.stride[k] < 0 ? -layout.stride[k] : layout.stride[k];
    if (__builtin_mul_overflow(layout.shape[k] - 1, stride, &term) || __builtin_add_overflow(reach, term, &reach))
      return hd_ruling_broken(why, "the cosize leaves 64 bits");
  }
  return rule(is_integer(result, &answer) && answer == reach, why, "not 1 + the largest index");
}

/* ---- modes ---- */

static bool is_part(const hd_value *of, hd_part part, const hd_value *result) {
  if (result->kind != of->kind) return false;
  if (of->kind == HD_KIND_LAYOUT) {
    hd_layout mode;
    hd_part_layout(&of->as.layout, part, &mode);
    return same_layout(&mode, &result->as.layout);
  }
  if (of->kind != HD_KIND_TUPLE) return false;
  hd_tuple mode;
  hd_part_tuple(&of->as.tuple, part, &mode);
  return same_tuple(&mode, &result->as.tuple);
}

static hd_ruling define_get(const hd_value *argument, int count, const hd_value *result, char *why) {
  hd_part part;
  if (!mode_of(argument, count, &part)) return hd_ruling_broken(why, "there is no such mode");
  if (argument[0].kind == HD_KIND_TILER) return hd_ruling_open(why, "judged for layouts and tuples only");
  return rule(is_part(&argument[0], part, result), why, "not the mode at the path");
}

static bool is_part_of_tiler(const hd_tiler *from, hd_part part, const hd_tiler *to, hd_part other) {
  bool same = part.end - part.begin == other.end - other.begin;
  for (int k = 0; same && k < part.end - part.begin; k++) {
    hd_layout a, b;
    same = hd_part_element(from, part.begin + k, &a) == hd_part_element(to, other.begin + k, &b) && same_layout(&a, &b);
  }
  return same;
}

static hd_ruling define_select(const hd_value *argument, int count, const hd_value *result, char *why) {
  const hd_profile *profile = profile_of(&argument[0]), *answer = profile_of(result);
  hd_part mode[HD_MAX_LEAVES], selected[HD_MAX_LEAVES];
  if (!profile || count != 2 || argument[1].kind != HD_KIND_TUPLE) return hd_ruling_unknown(why);
  if (result->kind != argument[0].kind || !answer) return hd_ruling_broken(why, "the answer is of another kind");
  const hd_tuple *list = &argument[1].as.tuple;
  int modes = hd_part_modes(profile, hd_part_all(profile), mode);
  bool right = hd_part_is_tuple(answer, hd_part_all(answer)) &&
               hd_part_modes(answer, hd_part_all(answer), selected) == list->profile.leaves;
  for (int k = 0; right && k < list->profile.leaves; k++) {
    hd_value one = *result;
    if (list->value[k] < 0 || list->value[k] >= modes) return hd_ruling_broken(why, "there is no such mode");
    hd_part wanted = mode[list->value[k]];
    if (result->kind == HD_KIND_TILER) {
      right = is_part_of_tiler(&argument[0].as.tiler, wanted, &result->as.tiler, selected[k]);
      continue;
    }
    if (result->kind == HD_KIND_LAYOUT) hd_part_layout(&result->as.layout, selected[k], &one.as.layout);
    else hd_part_tuple(&result->as.tuple, selected[k], &one.as.tuple);
    right = is_part(&argument[0], wanted, &one);
  }
  return rule(right, why, "not the modes listed");
}

static hd_ruling define_flatten(const hd_value *argument, int count, const hd_value *result, char *why) {
  if (count != 1 || result->kind != HD_KIND_LAYOUT || argument[0].kind != HD_KIND_LAYOUT)
    return hd_ruling_open(why, "judged for layouts only");
  const hd_profile *profile = &result->as.layout.profile;
  if (hd_part_depth(profile, hd_part_all(profile)) > 1) return hd_ruling_broken(why, "still nested");
  return same_function(&argument[0].as.layout, &result->as.layout, why);
}

/* Whether R's modes are L's, each coalesced where the target has a leaf. */
static bool is_coalesced(const hd_layout *layout, hd_part l, const hd_profile *target, hd_part t,
                         const hd_layout *result, hd_part r) {
  hd_part of_l[HD_MAX_LEAVES], of_t[HD_MAX_LEAVES], of_r[HD_MAX_LEAVES];
  hd_layout before, after;
  if (!hd_part_is_tuple(target, t)) {
    int64_t x, y;
    hd_part_layout(layout, l, &before);
    hd_part_layout(result, r, &after);
    return hd_part_depth(&result->profile, r) <= 1 && hd_oracle_size(&before, &x) == HD_OK &&
           hd_oracle_size(&after, &y) == HD_OK && x == y;
  }
  int modes = hd_part_modes(&layout->profile, l, of_l);
  int coalesced = hd_part_modes(target, t, of_t);
  if (!hd_part_is_tuple(&result->profile, r) || hd_part_modes(&result->profile, r, of_r) != modes) return false;
  bool right = coalesced <= modes;
  for (int k = 0; right && k < modes; k++) {
    hd_part_layout(layout, of_l[k], &before);
    hd_part_layout(result, of_r[k], &after);
    right = k < coalesced ? is_coalesced(layout, of_l[k], target, of_t[k], result, of_r[k])
                          : hd_oracle_is_congruent(&before.profile, &after.profile);
  }
  return right;
}

static hd_ruling define_coalesce(const hd_value *argument, int count, const hd_value *result, char *why) {
  static const hd_profile scalar = {1, {0}, {0}};
  hd_layout layout;
  const hd_profile *target = count == 2 ? profile_of(&argument[1]) : &scalar;
  if (!target || !hd_part_as_layout(&argument[0], &layout)) return hd_ruling_unknown(why);
  if (result->kind != HD_KIND_LAYOUT) return hd_ruling_broken(why, "the answer is of another kind");
  const hd_layout *answer = &result->as.layout;
  if (!is_coalesced(&layout, hd_part_all(&layout.profile), target, hd_part_all(target), answer,
                    hd_part_all(&answer->profile)))
    return hd_ruling_broken(why, "the modes are not those of the target");
  return same_function(&layout, answer, why);
}

/* ---- evaluation ---- */

static hd_ruling is_value(const hd_layout *layout, const hd_value *coordinate, const hd_value *result, char *why) {
  hd_oracle_axes axes;
  int64_t value[HD_MAX_LEAVES], answer;
  hd_oracle_layout_axes(layout, &axes);
  if (axes.count != 1 || axes.axis[0] != HD_AXIS_INTEGER) return hd_ruling_open(why, "strides on axes");
  if (coordinate->kind != HD_KIND_TUPLE) return hd_ruling_broken(why, "not a coordinate");
  if (hd_oracle_at_coordinate(layout, &coordinate->as.tuple, &axes, value) != HD_OK)
    return hd_ruling_broken(why, "the coordinate does not fit the layout");
  return rule(is_integer(result, &answer) && answer == value[0], why, "not the value at the coordinate");
}

static hd_ruling define_call(const hd_value *argument, int count, const hd_value *result, char *why) {
  hd_layout layout;
  if (count != 2 || !hd_part_as_layout(&argument[0], &layout)) return hd_ruling_unknown(why);
  return is_value(&layout, &argument[1], result, why);
}

static hd_ruling define_crd2idx(const hd_value *argument, int count, const hd_value *result, char *why) {
  hd_layout layout;
  if (count != 2 || argument[1].kind != HD_KIND_TUPLE || !hd_part_as_layout(&argument[1], &layout))
    return hd_ruling_unknown(why);
  int64_t below = 1;
  for (int k = 0; k < layout.profile.leaves; k++) { /* an extent of 1 counts on as well, past its one coordinate */
    layout.stride[k] = below;
    below *= layout.shape[k];
  }
  return is_value(&layout, &argument[0], result, why);
}

typedef hd_ruling definition(const hd_value *argument, int count, const hd_value *result, char *why);

hd_ruling hd_definition_holds(const char *operation, const hd_value *argument, int count, const hd_value *result,
                              char why[HD_RULING_TEXT]) {
  static const struct {
    const char *operation;
    definition *define;
  } table[] = {
      {"blocked_product", hd_define_blocked_product},
      {"call", define_call},
      {"coalesce", define_coalesce},
      {"complement", hd_define_complement},
      {"composition", hd_define_composition},
      {"cosize", define_cosize},
      {"crd2idx", define_crd2idx},
      {"equal", define_equal},
      {"flat_divide", hd_define_flat_divide},
      {"flat_product", hd_define_flat_product},
      {"flatten", define_flatten},
      {"get", define_get},
      {"layout_eval", define_call},
      {"logical_divide", hd_define_logical_divide},
      {"logical_product", hd_define_logical_product},
      {"raked_product", hd_define_raked_product},
      {"make_composed_layout", hd_define_make_composed},
      {"select", define_select},
      {"size", define_size},
      {"tile_to_shape", hd_define_tile_to_shape},
      {"tiled_divide", hd_define_zipped_divide},
      {"tiled_product", hd_define_zipped_product},
      {"tuple_product", define_size},
      {"zipped_divide", hd_define_zipped_divide},
      {"zipped_product", hd_define_zipped_product},
  };
  why[0] = 0;
  for (int k = 0; k < count; k++)
    if (hd_part_is_composed(&argument[k])) return hd_define_composed(operation, argument, count, result, why);
  for (size_t k = 0; k < sizeof table / sizeof table[0]; k++)
    if (strcmp(table[k].operation, operation) == 0) return table[k].define(argument, count, result, why);
  return hd_define_more(operation, argument, count, result, why);
}
