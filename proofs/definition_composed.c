/* The definitions where an operand is a swizzle or a composed layout: values are worked out bit by bit and coordinate
 * by coordinate, by way of oracle.h alone. */
#include "proofs/builtin.h"
#include "proofs/definition_parts.h"
#include "proofs/oracle.h"

#include <inttypes.h>
#include <string.h>

static const hd_oracle_axes integers = {1, {HD_AXIS_INTEGER}};

bool hd_part_is_composed(const hd_value *value) {
  return value->kind == HD_KIND_SWIZZLE || value->kind == HD_KIND_COMPOSED;
}

/* Each of the swizzle's bits of x is flipped where the bit that lies `shift` above it is set. */
static int64_t swizzled(const hd_swizzle *swizzle, int64_t x) {
  uint64_t from = (uint64_t)x, result = from;
  for (int k = 0; k < swizzle->bits; k++) {
    int source = swizzle->base + k + (swizzle->shift > 0 ? swizzle->shift : 0);
    int target = source - swizzle->shift;
    if (from >> source & 1) result ^= (uint64_t)1 << target;
  }
  return (int64_t)result;
}

/* The steps on an integer; HD_MISMATCH where a step wants a coordinate. */
static hd_status through_steps(const hd_composed *composed, int64_t *value) {
  for (int k = composed->steps - 1; k >= 0; k--) {
    const hd_step *step = &composed->step[k];
    int64_t offset = step->is_layout ? composed->outer_offset.value[0] : step->offset;
    bool tuple = step->is_layout &&
                 hd_part_is_tuple(&composed->outer_offset.profile, hd_part_all(&composed->outer_offset.profile));
    if (tuple) return HD_MISMATCH;
    if (__builtin_add_overflow(offset, *value, value)) return HD_OVERFLOW;
    if (!step->is_layout) *value = swizzled(&step->swizzle, *value);
    else if (hd_oracle_at(&composed->outer, *value, &integers, value) != HD_OK) return HD_MISMATCH;
  }
  return HD_OK;
}

/* The value of a layout, plain or composed, or of a swizzle, at a coordinate. */
static hd_status value_at(const hd_value *of, const hd_tuple *coordinate, int64_t *value) {
  bool composed = hd_part_is_composed(of);
  const hd_layout *inner = composed ? &of->as.composed.inner : &of->as.layout;
  hd_status status = hd_oracle_at_coordinate(inner, coordinate, &integers, value);
  return status == HD_OK && composed ? through_steps(&of->as.composed, value) : status;
}

static hd_status value_at_index(const hd_value *of, int64_t index, int64_t *value) {
  hd_tuple at;
  memset(&at, 0, sizeof at);
  at.profile.leaves = 1;
  at.value[0] = index;
  return value_at(of, &at, value);
}

static bool size_of(const hd_value *value, int64_t *size) {
  if (value->kind == HD_KIND_LAYOUT) return hd_oracle_size(&value->as.layout, size) == HD_OK;
  return value->kind == HD_KIND_COMPOSED && hd_oracle_size(&value->as.composed.inner, size) == HD_OK;
}

hd_ruling hd_define_same_composed(const hd_value *a, const hd_value *b, char *why) {
  int64_t size, other;
  if (!size_of(a, &size) || !size_of(b, &other)) return hd_ruling_open(why, "not two layouts");
  if (size != other) return hd_ruling_broken(why, "the sizes differ");
  if (size > HD_ORACLE_MAX) return hd_ruling_open(why, "too many coordinates");
  for (int64_t i = 0; i < size; i++) {
    int64_t x, y;
    if (value_at_index(a, i, &x) != HD_OK || value_at_index(b, i, &y) != HD_OK)
      return hd_ruling_open(why, "a value is no integer, or leaves 64 bits");
    if (x != y) return hd_ruling_broken(why, "the values at %" PRId64 " differ", i);
  }
  return HD_RULING_HOLDS;
}

static hd_ruling define_value(const hd_value *of, const hd_value *coordinate, const hd_value *result, char *why) {
  int64_t value;
  if (coordinate->kind != HD_KIND_TUPLE || result->kind != HD_KIND_TUPLE)
    return hd_ruling_broken(why, "not a value at a coordinate");
  hd_status status = value_at(of, &coordinate->as.tuple, &value);
  if (status != HD_OK) return hd_ruling_open(why, "no integer value at the coordinate");
  const hd_tuple *got = &result->as.tuple;
  if (got->profile.leaves == 1 && got->profile.open[0] == 0 && !got->on_axes && got->value[0] == value)
    return HD_RULING_HOLDS;
  return hd_ruling_broken(why, "not the value %" PRId64 " at the coordinate", value);
}

/* An operand as value_at takes it: a shape is its compact layout. */
static bool as_map(const hd_value *value, hd_value *map) {
  *map = *value;
  if (hd_part_is_composed(value)) return true;
  map->kind = HD_KIND_LAYOUT;
  return hd_part_as_layout(value, &map->as.layout);
}

/* R(c) = A(offset + B(c)). */
hd_ruling hd_define_make_composed(const hd_value *argument, int count, const hd_value *result, char *why) {
  hd_value a, b;
  int64_t size, other;
  if (count != 3 || !as_map(&argument[0], &a) || !as_map(&argument[2], &b) || argument[1].kind != HD_KIND_TUPLE)
    return hd_ruling_unknown(why);
  const hd_tuple *offset = &argument[1].as.tuple;
  if (hd_part_is_tuple(&offset->profile, hd_part_all(&offset->profile))) return hd_ruling_open(why, "coordinates");
  if (!size_of(&b, &size) || !size_of(result, &other) || size > HD_ORACLE_MAX)
    return hd_ruling_open(why, "no layout, or too many coordinates");
  if (size != other) return hd_ruling_broken(why, "the sizes differ");
  for (int64_t i = 0; i < size; i++) {
    int64_t index, wanted, got;
    if (value_at_index(&b, i, &index) != HD_OK || __builtin_add_overflow(index, offset->value[0], &index) ||
        value_at_index(&a, index, &wanted) != HD_OK || value_at_index(result, i, &got) != HD_OK)
      return hd_ruling_open(why, "a value is no integer, or leaves 64 bits");
    if (wanted != got) return hd_ruling_broken(why, "R(%" PRId64 ") is %" PRId64 ", not %" PRId64, i, got, wanted);
  }
  return HD_RULING_HOLDS;
}

/* A left inverse leads back from each value of L to a coordinate that has it, L(R(L(i))) = L(i); a right inverse leads
 * to one that has the value i, L(R(i)) = i. The steps of an inverse are others than L's. */
static hd_ruling define_inverse(const hd_value *l, const hd_value *r, bool is_left, char *why) {
  int64_t size;
  if (!size_of(l, &size) || !size_of(r, &size)) return hd_ruling_open(why, "not two layouts");
  size_of(is_left ? l : r, &size);
  if (size > HD_ORACLE_MAX) return hd_ruling_open(why, "too many coordinates");
  for (int64_t i = 0; i < size; i++) {
    int64_t value = i, index, again;
    if ((is_left && value_at_index(l, i, &value) != HD_OK) || value_at_index(r, value, &index) != HD_OK ||
        value_at_index(l, index, &again) != HD_OK)
      return hd_ruling_open(why, "a value is no integer, or leaves 64 bits");
    if (again != value)
      return hd_ruling_broken(why, "L(R(%" PRId64 ")) is L(%" PRId64 "), %" PRId64, value, index, again);
  }
  return HD_RULING_HOLDS;
}

/* ---- slices: the values where the fixed part of the coordinate holds, but for a constant ---- */

/* The coordinate with the digits of `index` in the places of its `_`, each running over the size of its mode. Returns
 * what is left of the index, which is 0 within the slice. */
static int64_t fill(const hd_profile *shape, const int64_t *extent, hd_part mode, const hd_tuple *coordinate,
                    hd_part at, int64_t index, hd_tuple *filled) {
  hd_part modes[HD_MAX_LEAVES], parts[HD_MAX_LEAVES];
  if (!hd_part_is_tuple(&coordinate->profile, at)) {
    bool any = coordinate->on_axes && coordinate->axis[at.begin] == HD_AXIS_ANY;
    int64_t size = 1;
    for (int k = mode.begin; k < mode.end; k++) size *= extent[k];
    filled->value[at.begin] = any ? index % size : coordinate->value[at.begin];
    return any ? index / size : index;
  }
  int count = hd_part_modes(&coordinate->profile, at, parts);
  if (hd_part_modes(shape, mode, modes) != count) return -1;
  for (int k = 0; k < count && index >= 0; k++)
    index = fill(shape, extent, modes[k], coordinate, parts[k], index, filled);
  return index;
}

static hd_ruling define_slice(const hd_value *of, const hd_value *coordinate, const hd_value *result, char *why) {
  const hd_layout *inner = &of->as.composed.inner;
  int64_t size, first = 0;
  if (of->kind != HD_KIND_COMPOSED || coordinate->kind != HD_KIND_TUPLE || !size_of(result, &size))
    return hd_ruling_broken(why, "not a slice of a layout");
  if (size > HD_ORACLE_MAX) return hd_ruling_open(why, "too many coordinates");
  for (int64_t i = 0; i < size; i++) {
    hd_tuple filled = coordinate->as.tuple;
    int64_t wanted, got;
    filled.on_axes = false;
    int64_t rest = fill(&inner->profile, inner->shape, hd_part_all(&inner->profile), &coordinate->as.tuple,
                        hd_part_all(&coordinate->as.tuple.profile), i, &filled);
    if (rest != 0) return hd_ruling_broken(why, "not as many coordinates as the slice has");
    if (value_at(of, &filled, &wanted) != HD_OK || value_at_index(result, i, &got) != HD_OK)
      return hd_ruling_open(why, "a value is no integer, or leaves 64 bits");
    if (i == 0) first = wanted - got;
    if (wanted - got != first)
      return hd_ruling_broken(why, "R(%" PRId64 ") is %" PRId64 ", not %" PRId64, i, got, wanted - first);
  }
  hd_tuple filled = coordinate->as.tuple;
  if (fill(&inner->profile, inner->shape, hd_part_all(&inner->profile), &coordinate->as.tuple,
           hd_part_all(&coordinate->as.tuple.profile), size, &filled) == 0)
    return hd_ruling_broken(why, "fewer coordinates than the slice has");
  return HD_RULING_HOLDS;
}

/* ---- operations on the inner layout ---- */

/* Of layouts, by the definition of equal. */
static bool same_text(const hd_layout *a, const hd_layout *b) {
  hd_value both[2] = {{.kind = HD_KIND_LAYOUT}, {.kind = HD_KIND_LAYOUT}};
  const hd_value yes = {.kind = HD_KIND_BOOLEAN, .as.boolean = true};
  char why[HD_RULING_TEXT];
  hd_part_layout(a, hd_part_all(&a->profile), &both[0].as.layout);
  hd_part_layout(b, hd_part_all(&b->profile), &both[1].as.layout);
  return hd_definition_holds("equal", both, 2, &yes, why) == HD_RULING_HOLDS;
}

static bool same_numbers(const hd_tuple *a, const hd_tuple *b) {
  bool same = hd_oracle_is_congruent(&a->profile, &b->profile);
  for (int k = 0; same && k < a->profile.leaves; k++) same = a->value[k] == b->value[k];
  return same;
}

/* The same maps with the same offsets. */
static bool same_steps(const hd_composed *a, const hd_composed *b) {
  bool same = a->steps == b->steps;
  for (int k = 0; same && k < a->steps; k++) {
    const hd_step *x = &a->step[k], *y = &b->step[k];
    same = x->is_layout == y->is_layout;
    if (!same || !x->is_layout) {
      same = same && x->offset == y->offset && x->swizzle.bits == y->swizzle.bits &&
             x->swizzle.base == y->swizzle.base && x->swizzle.shift == y->swizzle.shift;
      continue;
    }
    same = same_text(&a->outer, &b->outer) && same_numbers(&a->outer_offset, &b->outer_offset);
  }
  return same;
}

static void take_inner(const hd_value *value, hd_value *inner) {
  *inner = (hd_value){.kind = HD_KIND_LAYOUT};
  hd_part_layout(&value->as.composed.inner, hd_part_all(&value->as.composed.inner.profile), &inner->as.layout);
}

/* The operation's own definition, of the inner layouts. */
static hd_ruling define_inner(const char *operation, const hd_value *argument, int count, const hd_value *result,
                              char *why) {
  hd_value inner[HD_MAX_ARGUMENTS], answer = *result;
  const hd_value *subject = NULL;
  for (int k = 0; k < count; k++) {
    inner[k] = argument[k];
    if (!hd_part_is_composed(&argument[k])) continue;
    if (subject || argument[k].kind == HD_KIND_SWIZZLE)
      return hd_ruling_unknown(why);
    take_inner(subject = &argument[k], &inner[k]);
  }
  if (result->kind == HD_KIND_COMPOSED) {
    if (!same_steps(&subject->as.composed, &result->as.composed))
      return hd_ruling_broken(why, "the steps have changed");
    take_inner(result, &answer);
  } else if (result->kind == HD_KIND_LAYOUT) {
    return hd_ruling_broken(why, "the steps are gone");
  }
  return hd_definition_holds(operation, inner, count, &answer, why);
}

static hd_ruling define_equal(const hd_value *a, const hd_value *b, const hd_value *result, char *why) {
  bool same = a->kind == b->kind && same_steps(&a->as.composed, &b->as.composed) &&
              same_text(&a->as.composed.inner, &b->as.composed.inner);
  if (result->kind == HD_KIND_BOOLEAN && result->as.boolean == same) return HD_RULING_HOLDS;
  return hd_ruling_broken(why, "the other truth");
}

static bool is_named(const char *operation, const char *const *name, size_t names) {
  for (size_t k = 0; k < names; k++)
    if (strcmp(operation, name[k]) == 0) return true;
  return false;
}

hd_ruling hd_define_composed(const char *operation, const hd_value *argument, int count, const hd_value *result,
                             char *why) {
  static const char *const values[] = {"call", "layout_eval", "swizzle"};
  static const char *const inverses[] = {"left_inverse", "right_inverse"};
  static const char *const others[] = {"recast_layout", "composed_get_inner", "composed_get_offset",
                                       "composed_get_outer", "make_layout_like"};
  if (count == 2 && is_named(operation, values, sizeof values / sizeof values[0]))
    return define_value(&argument[0], &argument[1], result, why);
  if (strcmp(operation, "make_composed_layout") == 0) return hd_define_make_composed(argument, count, result, why);
  if (count == 2 && strcmp(operation, "equal") == 0) return define_equal(&argument[0], &argument[1], result, why);
  if (count == 2 && strcmp(operation, "slice") == 0) return define_slice(&argument[0], &argument[1], result, why);
  if (count == 1 && is_named(operation, inverses, sizeof inverses / sizeof inverses[0]))
    return define_inverse(&argument[0], result, strcmp(operation, inverses[0]) == 0, why);
  if (is_named(operation, others, sizeof others / sizeof others[0]))
    return hd_ruling_open(why, "no definition of %s is written down for composed layouts", operation);
  for (int k = 0; strcmp(operation, "cosize") == 0 && k < argument[0].as.composed.steps; k++)
    if (argument[0].as.composed.step[k].is_layout) return hd_ruling_broken(why, "behind a layout there is no cosize");
  return define_inner(operation, argument, count, result, why);
}

/* Whether inner o B has an answer. */
hd_ruling hd_define_composable_inner(const hd_value *a, const hd_value *b, char *why) {
  hd_value inner;
  if (a->kind != HD_KIND_COMPOSED || hd_part_is_composed(b))
    return hd_ruling_open(why, "only the inner layout of the left side is composed with the right side");
  take_inner(a, &inner);
  return hd_definition_composable(&inner, b, why);
}
