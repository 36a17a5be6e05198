/* Definitions of inverses, of what picks modes, and of layouts made from a shape. */
#include "proofs/definition_parts.h"
#include "proofs/oracle.h"

#include <inttypes.h>
#include <string.h>

static const hd_oracle_axes integers = {1, {HD_AXIS_INTEGER}};

static hd_ruling rule(bool holds, char *why, const char *otherwise) {
  return holds ? HD_RULING_HOLDS : hd_ruling_broken(why, "%s", otherwise);
}

/* ---- inverses ---- */

static bool value_at(const hd_layout *layout, int64_t index, int64_t *value) {
  int64_t row[HD_MAX_LEAVES];
  if (hd_oracle_at(layout, index, &integers, row) != HD_OK) return false;
  *value = row[0];
  return true;
}

/* The operand and the answer, if both are layouts on integers of a size that can be visited. */
static hd_ruling two_layouts(const hd_value *argument, const hd_value *result, hd_layout *l, int64_t *size, char *why) {
  if (!hd_part_as_layout(argument, l)) return hd_ruling_unknown(why);
  if (result->kind != HD_KIND_LAYOUT) return hd_ruling_broken(why, "the answer is of another kind");
  if (l->on_axes || result->as.layout.on_axes) return hd_ruling_open(why, "strides on axes");
  if (hd_oracle_size(l, size) != HD_OK || *size > HD_ORACLE_MAX) return hd_ruling_open(why, "too many coordinates");
  return HD_RULING_HOLDS;
}

/* L(R(L(i))) = L(i), and R(L(i)) = i where L takes no value twice. */
static hd_ruling define_left_inverse(const hd_value *argument, int count, const hd_value *result, char *why) {
  hd_layout l;
  int64_t size, first, second;
  bool injective;
  hd_ruling ruling = count == 1 ? two_layouts(argument, result, &l, &size, why) : HD_RULING_OPEN;
  if (ruling != HD_RULING_HOLDS) return ruling;
  if (hd_oracle_is_injective(&l, &injective, &first, &second) != HD_OK) return hd_ruling_open(why, "too large");
  for (int64_t i = 0; i < size; i++) {
    int64_t value, index, again;
    if (!value_at(&l, i, &value) || !value_at(&result->as.layout, value, &index) || !value_at(&l, index, &again))
      return hd_ruling_open(why, "overflow");
    if (again != value || (injective && index != i))
      return hd_ruling_broken(why, "R(L(%" PRId64 ")) is %" PRId64 ", where L has %" PRId64, i, index, again);
  }
  return HD_RULING_HOLDS;
}

/* L(R(i)) = i. */
static hd_ruling takes_in_order(const hd_layout *l, const hd_layout *r, char *why) {
  int64_t size;
  if (hd_oracle_size(r, &size) != HD_OK || size > HD_ORACLE_MAX) return hd_ruling_open(why, "too many coordinates");
  for (int64_t i = 0; i < size; i++) {
    int64_t index, value;
    if (!value_at(r, i, &index) || !value_at(l, index, &value)) return hd_ruling_open(why, "overflow");
    if (value != i) return hd_ruling_broken(why, "L(R(%" PRId64 ")) is %" PRId64, i, value);
  }
  return HD_RULING_HOLDS;
}

/* As far as whole modes of L go: the value after the last must not begin a mode that could follow. */
static hd_ruling define_right_inverse(const hd_value *argument, int count, const hd_value *result, char *why) {
  hd_layout l;
  int64_t size, reached;
  hd_ruling ruling = count == 1 ? two_layouts(argument, result, &l, &size, why) : HD_RULING_OPEN;
  if (ruling == HD_RULING_HOLDS) ruling = takes_in_order(&l, &result->as.layout, why);
  if (ruling != HD_RULING_HOLDS) return ruling;
  if (hd_oracle_size(&result->as.layout, &reached) != HD_OK) return hd_ruling_open(why, "overflow");
  for (int k = 0; k < l.profile.leaves; k++)
    if (l.shape[k] > 1 && l.stride[k] == reached)
      return hd_ruling_broken(why, "leaf %d goes on where the answer ends, at %" PRId64, k, reached);
  return HD_RULING_HOLDS;
}

static hd_ruling define_max_common_layout(const hd_value *argument, int count, const hd_value *result, char *why) {
  hd_layout a, b;
  int64_t size;
  hd_ruling ruling = count == 2 ? two_layouts(&argument[0], result, &a, &size, why) : HD_RULING_OPEN;
  if (ruling == HD_RULING_HOLDS) ruling = two_layouts(&argument[1], result, &b, &size, why);
  if (ruling == HD_RULING_HOLDS) ruling = takes_in_order(&a, &result->as.layout, why);
  return ruling == HD_RULING_HOLDS ? takes_in_order(&b, &result->as.layout, why) : ruling;
}

/* Each of 0..n-1 is a value that both have at one coordinate of B. */
static hd_ruling define_max_common_vector(const hd_value *argument, int count, const hd_value *result, char *why) {
  hd_layout a, b;
  int64_t size, x, y;
  if (!hd_part_as_layout(&argument[0], &a) || !hd_part_as_layout(&argument[1], &b)) return hd_ruling_unknown(why);
  if (count != 2 || result->kind != HD_KIND_TUPLE) return hd_ruling_broken(why, "not a number about two layouts");
  if (a.on_axes || b.on_axes) return hd_ruling_open(why, "strides on axes");
  int64_t run = result->as.tuple.profile.leaves == 1 ? result->as.tuple.value[0] : 0;
  if (hd_oracle_size(&b, &size) != HD_OK || size > HD_ORACLE_MAX || run > HD_ORACLE_MAX / size)
    return hd_ruling_open(why, "too many coordinates");
  for (int64_t i = 0; i < run; i++) {
    bool found = false;
    for (int64_t c = 0; c < size && !found; c++) {
      if (!value_at(&a, c, &x) || !value_at(&b, c, &y)) return hd_ruling_open(why, "overflow");
      found = x == i && y == i;
    }
    if (!found) return hd_ruling_broken(why, "%" PRId64 " is no value of both at one coordinate", i);
  }
  return HD_RULING_HOLDS;
}

/* ---- modes ---- */

static const hd_profile *profile_of(const hd_value *value) {
  if (value->kind == HD_KIND_LAYOUT) return &value->as.layout.profile;
  return value->kind == HD_KIND_TUPLE ? &value->as.tuple.profile : NULL;
}

static hd_axis axis_of(bool on_axes, const hd_axis *axis, int leaf) { return on_axes ? axis[leaf] : HD_AXIS_INTEGER; }

/* Whether two modes are alike: brackets, extents, strides and axes; or brackets, values and axes. */
static bool same_part(const hd_value *a, hd_part p, const hd_value *b, hd_part q) {
  hd_layout x, y;
  hd_tuple s, t;
  if (a->kind != b->kind) return false;
  if (a->kind == HD_KIND_LAYOUT) {
    hd_part_layout(&a->as.layout, p, &x);
    hd_part_layout(&b->as.layout, q, &y);
    bool same = hd_oracle_is_congruent(&x.profile, &y.profile);
    for (int k = 0; same && k < x.profile.leaves; k++)
      same = x.shape[k] == y.shape[k] && x.stride[k] == y.stride[k] &&
             (x.stride[k] == 0 || axis_of(x.on_axes, x.axis, k) == axis_of(y.on_axes, y.axis, k));
    return same;
  }
  hd_part_tuple(&a->as.tuple, p, &s);
  hd_part_tuple(&b->as.tuple, q, &t);
  bool same = hd_oracle_is_congruent(&s.profile, &t.profile);
  for (int k = 0; same && k < s.profile.leaves; k++)
    same = s.value[k] == t.value[k] && axis_of(s.on_axes, s.axis, k) == axis_of(t.on_axes, t.axis, k);
  return same;
}

/* Modes that an answer must have, one after another; count -1 where the operation has no answer. */
typedef struct wanted {
  int count;
  const hd_value *from[HD_MAX_LEAVES];
  hd_part part[HD_MAX_LEAVES];
} wanted;

static void want(wanted *list, const hd_value *from, hd_part part) {
  if (list->count < 0 || list->count == HD_MAX_LEAVES) {
    list->count = -1;
    return;
  }
  list->from[list->count] = from;
  list->part[list->count++] = part;
}

/* Whether the answer is the tuple of the modes wanted. */
static hd_ruling has_modes(const hd_value *result, const wanted *list, char *why) {
  hd_part mode[HD_MAX_LEAVES];
  const hd_profile *profile = profile_of(result);
  if (list->count < 0) return hd_ruling_broken(why, "the operands do not fit each other");
  if (!profile) return hd_ruling_broken(why, "the answer is of another kind");
  hd_part all = hd_part_all(profile);
  if (!hd_part_is_tuple(profile, all) || hd_part_modes(profile, all, mode) != list->count)
    return hd_ruling_broken(why, "not a tuple of %d modes", list->count);
  for (int k = 0; k < list->count; k++)
    if (!same_part(list->from[k], list->part[k], result, mode[k]))
      return hd_ruling_broken(why, "mode %d is another", k);
  return HD_RULING_HOLDS;
}

/* The modes that stand at `_`, or at integers, of a coordinate. */
static void want_standing(const hd_value *value, hd_part part, const hd_tuple *coordinate, hd_part at, bool open,
                          wanted *list) {
  hd_part inner[HD_MAX_LEAVES], of[HD_MAX_LEAVES];
  const hd_profile *profile = profile_of(value);
  if (!hd_part_is_tuple(&coordinate->profile, at)) {
    if ((axis_of(coordinate->on_axes, coordinate->axis, at.begin) == HD_AXIS_ANY) == open) want(list, value, part);
    return;
  }
  int modes = hd_part_modes(&coordinate->profile, at, inner);
  if (!hd_part_is_tuple(profile, part) || hd_part_modes(profile, part, of) != modes) {
    list->count = -1;
    return;
  }
  for (int k = 0; k < modes; k++) want_standing(value, of[k], coordinate, inner[k], open, list);
}

static hd_ruling stands(const hd_value *argument, int count, const hd_value *result, bool open, char *why) {
  wanted list = {0};
  const hd_profile *profile = count == 2 ? profile_of(&argument[0]) : NULL;
  if (!profile || argument[1].kind != HD_KIND_TUPLE) return hd_ruling_unknown(why);
  const hd_tuple *coordinate = &argument[1].as.tuple;
  hd_part all = hd_part_all(&coordinate->profile);
  want_standing(&argument[0], hd_part_all(profile), coordinate, all, open, &list);
  if (list.count != 1 || hd_part_is_tuple(&coordinate->profile, all)) return has_modes(result, &list, why);
  if (!profile_of(result)) return hd_ruling_broken(why, "the answer is of another kind");
  return rule(same_part(&argument[0], hd_part_all(profile), result, hd_part_all(profile_of(result))), why,
              "not the operand itself");
}

static hd_ruling define_slice(const hd_value *argument, int count, const hd_value *result, char *why) {
  return stands(argument, count, result, true, why);
}

static hd_ruling define_dice(const hd_value *argument, int count, const hd_value *result, char *why) {
  return stands(argument, count, result, false, why);
}

/* Modes before the group and after it are kept, and the group is a mode of those within. */
static hd_ruling define_group_modes(const hd_value *argument, int count, const hd_value *result, char *why) {
  hd_part of[HD_MAX_LEAVES], to[HD_MAX_LEAVES], inner[HD_MAX_LEAVES];
  const hd_profile *profile = count == 3 ? profile_of(&argument[0]) : NULL, *answer = profile_of(result);
  if (!profile || argument[1].kind != HD_KIND_TUPLE || argument[2].kind != HD_KIND_TUPLE)
    return hd_ruling_unknown(why);
  if (!answer) return hd_ruling_broken(why, "the answer is of another kind");
  int64_t begin = argument[1].as.tuple.value[0], end = argument[2].as.tuple.value[0];
  int modes = hd_part_modes(profile, hd_part_all(profile), of);
  if (begin < 0 || begin >= end || end > modes) return hd_ruling_broken(why, "there is no such group");
  bool right = hd_part_is_tuple(answer, hd_part_all(answer)) &&
               hd_part_modes(answer, hd_part_all(answer), to) == modes - (end - begin) + 1 &&
               hd_part_is_tuple(answer, to[begin]) && hd_part_modes(answer, to[begin], inner) == end - begin;
  for (int k = 0; right && k < modes; k++)
    right = same_part(&argument[0], of[k], result,
                      k < begin ? to[k]
                      : k < end ? inner[k - begin]
                                : to[k - (end - begin) + 1]);
  return rule(right, why, "not the modes with those in one group");
}

/* N, A and X: the modes of A and as often X as there are modes to N. */
static hd_ruling reaches_rank(const hd_value *argument, int count, const hd_value *result, bool before, char *why) {
  hd_part of[HD_MAX_LEAVES];
  wanted list = {0};
  const hd_profile *profile = count == 3 ? profile_of(&argument[1]) : NULL;
  const hd_profile *element = count == 3 ? profile_of(&argument[2]) : NULL;
  if (!profile || !element || argument[0].kind != HD_KIND_TUPLE) return hd_ruling_unknown(why);
  if (!profile_of(result)) return hd_ruling_broken(why, "the answer is of another kind");
  int64_t rank = argument[0].as.tuple.value[0];
  int modes = hd_part_modes(profile, hd_part_all(profile), of);
  if (rank < 1) return hd_ruling_broken(why, "there is no such rank");
  if (modes >= rank)
    return rule(same_part(&argument[1], hd_part_all(profile), result, hd_part_all(profile_of(result))), why,
                "not the operand itself");
  for (int64_t k = modes; before && k < rank; k++) want(&list, &argument[2], hd_part_all(element));
  for (int k = 0; k < modes; k++) want(&list, &argument[1], of[k]);
  for (int64_t k = modes; !before && k < rank; k++) want(&list, &argument[2], hd_part_all(element));
  return has_modes(result, &list, why);
}

static hd_ruling define_append_to_rank(const hd_value *argument, int count, const hd_value *result, char *why) {
  return reaches_rank(argument, count, result, false, why);
}

static hd_ruling define_prepend_to_rank(const hd_value *argument, int count, const hd_value *result, char *why) {
  return reaches_rank(argument, count, result, true, why);
}

/* ---- made from a shape ---- */

static bool same_shape(const hd_layout *a, const hd_layout *b) {
  bool same = hd_oracle_is_congruent(&a->profile, &b->profile);
  for (int k = 0; same && k < a->profile.leaves; k++) same = a->shape[k] == b->shape[k];
  return same;
}

/* Each leaf of the shape counts on an axis of its own. */
static hd_ruling define_make_identity_layout(const hd_value *argument, int count, const hd_value *result, char *why) {
  hd_layout shape;
  hd_oracle_axes axes;
  if (!hd_part_as_layout(&argument[0], &shape)) return hd_ruling_unknown(why);
  if (count != 1 || result->kind != HD_KIND_LAYOUT) return hd_ruling_broken(why, "not a layout of one operand");
  const hd_layout *r = &result->as.layout;
  if (!same_shape(&shape, r)) return hd_ruling_broken(why, "another shape");
  hd_oracle_layout_axes(r, &axes);
  bool right = axes.count == r->profile.leaves;
  for (int k = 0; right && k < r->profile.leaves; k++) right = r->stride[k] == 1;
  return rule(right, why, "not the coordinate itself");
}

/* Moving leaves begin at the product of the extents of those with smaller strides. */
static hd_ruling define_make_layout_like(const hd_value *argument, int count, const hd_value *result, char *why) {
  hd_layout l;
  int64_t size;
  hd_ruling ruling = count == 1 ? two_layouts(argument, result, &l, &size, why) : HD_RULING_OPEN;
  if (ruling != HD_RULING_HOLDS) return ruling;
  const hd_layout *r = &result->as.layout;
  if (!same_shape(&l, r)) return hd_ruling_broken(why, "another shape");
  for (int k = 0; k < l.profile.leaves; k++) {
    int64_t below = 1;
    for (int j = 0; j < l.profile.leaves; j++)
      if (l.stride[j] != 0 && l.stride[j] < l.stride[k]) below *= l.shape[j];
    if (l.stride[k] == 0) below = 0;
    if (l.shape[k] > 1 && r->stride[k] != below) return hd_ruling_broken(why, "leaf %d has another stride", k);
  }
  return HD_RULING_HOLDS;
}

/* ---- tuples ---- */

/* Leaf by leaf, where both are nested alike. */
static hd_ruling adds_up(const hd_value *argument, int count, const hd_value *result, int sign, char *why) {
  if (argument[0].kind != HD_KIND_TUPLE || argument[1].kind != HD_KIND_TUPLE) return hd_ruling_unknown(why);
  if (count != 2 || result->kind != HD_KIND_TUPLE) return hd_ruling_broken(why, "not a tuple of two operands");
  const hd_tuple *a = &argument[0].as.tuple, *b = &argument[1].as.tuple, *sum = &result->as.tuple;
  if (a->on_axes || b->on_axes || sum->on_axes || !hd_oracle_is_congruent(&a->profile, &b->profile))
    return hd_ruling_open(why, "judged for integers that are nested alike");
  bool right = hd_oracle_is_congruent(&a->profile, &sum->profile);
  for (int k = 0; right && k < a->profile.leaves; k++) {
    int64_t total;
    right = (sign > 0 ? !__builtin_add_overflow(a->value[k], b->value[k], &total)
                      : !__builtin_sub_overflow(a->value[k], b->value[k], &total)) &&
            sum->value[k] == total;
  }
  return rule(right, why, "not the sum of the leaves");
}

static hd_ruling define_tuple_add(const hd_value *argument, int count, const hd_value *result, char *why) {
  return adds_up(argument, count, result, 1, why);
}

static hd_ruling define_tuple_sub(const hd_value *argument, int count, const hd_value *result, char *why) {
  return adds_up(argument, count, result, -1, why);
}

hd_ruling hd_define_more(const char *operation, const hd_value *argument, int count, const hd_value *result,
                         char *why) {
  static const struct {
    const char *operation;
    hd_ruling (*define)(const hd_value *argument, int count, const hd_value *result, char *why);
  } table[] = {
      {"append_to_rank", define_append_to_rank},
      {"dice", define_dice},
      {"group_modes", define_group_modes},
      {"left_inverse", define_left_inverse},
      {"make_identity_layout", define_make_identity_layout},
      {"make_layout_like", define_make_layout_like},
      {"max_common_layout", define_max_common_layout},
      {"max_common_vector", define_max_common_vector},
      {"prepend_to_rank", define_prepend_to_rank},
      {"right_inverse", define_right_inverse},
      {"slice", define_slice},
      {"tuple_add", define_tuple_add},
      {"tuple_sub", define_tuple_sub},
  };
  for (size_t k = 0; k < sizeof table / sizeof table[0]; k++)
    if (strcmp(table[k].operation, operation) == 0) return table[k].define(argument, count, result, why);
  return hd_ruling_open(why, "no definition of %s is written down here", operation);
}
