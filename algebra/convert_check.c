/* Is it the same function? Evaluated at every coordinate, from the three values' own definitions, and compared by where
 * things are: one number on each axis, whatever order the axes are mentioned in. */
#include "algebra/convert.h"

#include "algebra/convert_parts.h"
#include "algebra/refusals.h"
#include "algebra/placement_factors.h"

static const char operation[] = "convert_check";

enum { NUMBERS = HD_MAX_LEAVES > HD_MAX_DIMENSIONS ? HD_MAX_LEAVES : HD_MAX_DIMENSIONS };

/* The numbers that are not 0, each on an axis of its own. */
typedef struct place {
  int count;
  hd_axis axis[NUMBERS];
  int64_t value[NUMBERS];
} place;

static hd_status put(place *at, hd_axis axis, int64_t value, hd_error *error) {
  axis = hd_convert_place_axis(axis);
  if (value == 0) return HD_OK;
  for (int k = 0; k < at->count; ++k)
    if (at->axis[k] == axis)
      return hd_fail(error, HD_UNDEFINED, operation, "m and offset are one thing here: a value lies on both");
  at->axis[at->count] = axis;
  at->value[at->count++] = value;
  return HD_OK;
}

static bool is_same(const place *a, const place *b) {
  if (a->count != b->count) return false;
  for (int k = 0; k < a->count; ++k) {
    int i = 0;
    while (i < b->count && (b->axis[i] != a->axis[k] || b->value[i] != a->value[k])) ++i;
    if (i == b->count) return false;
  }
  return true;
}

static hd_status place_of_layout(const hd_composed *layout, int64_t index, const hd_conversion *how, hd_error *error,
                                 place *at) {
  hd_tuple coordinate, value;
  hd_tuple_scalar(&coordinate, index);
  hd_status status = hd_composed_evaluate(layout, &coordinate, error, &value);
  for (int k = 0; status == HD_OK && k < value.profile.leaves; ++k) {
    hd_axis axis = hd_tuple_axis(&value, k);
    if (axis == HD_AXIS_INTEGER && hd_is_tuple(&value.profile)) {
      if (value.value[k] == 0) continue; /* a component that no stride lies on needs no name */
      status = hd_convert_component(how, k, error, &axis);
    }
    if (status == HD_OK) status = put(at, axis, value.value[k], error);
  }
  return status;
}

static hd_status place_of_placement(const hd_stated *stated, const hd_tuple *coordinate, const hd_tuple *shape,
                                    hd_error *error, place *at) {
  hd_places places;
  hd_status status = hd_places_start(&stated->as.placement, coordinate, shape, error, &places);
  for (int k = 0; status == HD_OK && k < places.axes; ++k) {
    bool swizzled = stated->swizzled && places.axis[k] == hd_axis_plain();
    int64_t number = swizzled ? hd_swizzle_at(&stated->swizzle, places.place[k]) : places.place[k];
    status = put(at, places.axis[k], number, error);
  }
  return status;
}

static hd_status place_of_linear(const hd_linear *linear, int64_t index, hd_error *error, place *at) {
  int64_t value[HD_MAX_DIMENSIONS];
  hd_status status = HD_OK;
  hd_dimensions_unpack(&linear->out, hd_linear_at(linear, (uint64_t)index), value);
  for (int k = 0; status == HD_OK && k < linear->out.count; ++k) status = put(at, linear->out.name[k], value[k], error);
  return status;
}

/* At a coordinate of the shape, which counted first mode fastest is `index`: as layouts and linear layouts count. */
static hd_status place_of(const hd_stated *stated, const hd_tuple *coordinate, int64_t index, const hd_tuple *shape,
                          const hd_conversion *how, hd_error *error, place *at) {
  at->count = 0;
  if (stated->kind == HD_STATED_LAYOUT) return place_of_layout(&stated->as.layout, index, how, error, at);
  if (stated->kind == HD_STATED_PLACEMENT) return place_of_placement(stated, coordinate, shape, error, at);
  return place_of_linear(&stated->as.linear, index, error, at);
}

/* The next coordinate of a shape, first mode fastest; false behind the last. */
static bool next(const hd_tuple *shape, hd_tuple *coordinate) {
  for (int k = 0; k < shape->profile.leaves; ++k) {
    if (++coordinate->value[k] < shape->value[k]) return true;
    coordinate->value[k] = 0;
  }
  return false;
}

static hd_status fail_differs(const hd_tuple *coordinate, const char *reason, hd_error *error) {
  hd_fail(error, HD_UNDEFINED, operation, reason);
  if (error) {
    error->has_coordinate = true;
    hd_tuple_copy(&error->coordinate, coordinate);
  }
  return HD_UNDEFINED;
}

/* All of them at all coordinates; `back` may be NULL. */
static hd_status visit(const hd_stated *stated, const hd_stated *converted, const hd_stated *back,
                       const hd_tuple *shape, const hd_conversion *how, hd_error *error, int64_t *visited) {
  hd_tuple coordinate;
  place here, there, again;
  hd_tuple_copy(&coordinate, shape);
  for (int k = 0; k < shape->profile.leaves; ++k) coordinate.value[k] = 0;
  *visited = 0;
  do {
    hd_status status = place_of(stated, &coordinate, *visited, shape, how, error, &here);
    if (status == HD_OK) status = place_of(converted, &coordinate, *visited, shape, how, error, &there);
    if (status == HD_OK && back) status = place_of(back, &coordinate, *visited, shape, how, error, &again);
    if (status != HD_OK) return status;
    ++*visited;
    if (!is_same(&here, &there)) return fail_differs(&coordinate, "at {c} the two are at different places", error);
    if (back && !is_same(&here, &again)) return fail_differs(&coordinate, "at {c} the way back leads elsewhere", error);
  } while (next(shape, &coordinate));
  return HD_OK;
}

static bool is_same_swizzle(const hd_swizzle *a, const hd_swizzle *b) {
  return a->bits == b->bits && a->base == b->base && a->shift == b->shift;
}

/* By their forms, whatever the size. */
static hd_status compare_forms(const hd_stated *a, const hd_stated *b, hd_error *error, bool *same) {
  int64_t visited;
  if (a->kind == HD_STATED_LAYOUT)
    return hd_composed_is_equivalent(&a->as.layout, &b->as.layout, error, same, &visited);
  if (a->kind == HD_STATED_PLACEMENT) {
    *same = false;
    if (a->swizzled != b->swizzled || (a->swizzled && !is_same_swizzle(&a->swizzle, &b->swizzle))) return HD_OK;
    return hd_placement_is_equivalent(&a->as.placement, &b->as.placement, error, same);
  }
  *same = hd_linear_is_equivalent(&a->as.linear, &b->as.linear);
  return HD_OK;
}

static bool is_same_value(const hd_stated *a, const hd_stated *b) {
  if (a->kind != b->kind) return false;
  if (a->kind == HD_STATED_TUPLE) return hd_tuple_is_identical(&a->as.tuple, &b->as.tuple);
  if (a->kind == HD_STATED_TILER) return hd_tiler_is_identical(&a->as.tiler, &b->as.tiler);
  return is_same_swizzle(&a->swizzle, &b->swizzle);
}

/* How to go back: with the names and the shape of what it was. */
static hd_conversion way_back(const hd_stated *stated, const hd_conversion *how, const hd_tuple *shape) {
  hd_conversion back = *how;
  back.mode = NULL;
  back.modes = 0;
  back.shape = shape;
  if (stated->kind == HD_STATED_PLACEMENT) back.order = stated->as.placement.order;
  if (stated->kind == HD_STATED_LINEAR && !how->shape) {
    back.mode = stated->as.linear.in.name;
    back.modes = stated->as.linear.in.count;
  }
  return back;
}

/* What is not compared coordinate by coordinate: too many of those, or several places at each. */
static hd_status prove(const hd_stated *stated, const hd_stated *back, hd_error *error) {
  bool same = false;
  hd_status status = back ? compare_forms(stated, back, error, &same) : HD_OK;
  if (status != HD_OK || same) return status;
  return hd_refuse(error, HD_UNDECIDED, operation,
                   "their forms do not tell, and more than {0} coordinates are not looked at", HD_CONVERT_VISITS, 0, 0);
}

hd_status hd_convert_check(const hd_stated *stated, const hd_stated *converted, const hd_conversion *how,
                           hd_error *error, hd_conversion_proof *proof) {
  static const hd_conversion standard = {0};
  hd_conversion_proof made = {0, true};
  hd_stated back;
  hd_tuple shape;
  int64_t size;
  if (!how) how = &standard;
  if (stated->kind <= HD_STATED_SWIZZLE) {
    if (!is_same_value(stated, converted)) return hd_fail(error, HD_UNDEFINED, operation, "the two are not the same");
    *proof = made;
    return HD_OK;
  }
  hd_status status = hd_stated_shape(stated, how, error, &shape);
  if (status != HD_OK) return status;
  hd_conversion returning = way_back(stated, how, &shape);
  status = hd_convert(converted, hd_stated_dialect(stated), &returning, error, &back);
  if (status != HD_OK && status != HD_UNDEFINED) return hd_fail_within(error, status, operation);
  made.returns = status == HD_OK;
  bool copies = stated->kind == HD_STATED_PLACEMENT && stated->as.placement.replicas > 0;
  if (!copies && hd_tuple_product(&shape, &size) && size <= HD_CONVERT_VISITS)
    status = visit(stated, converted, made.returns ? &back : NULL, &shape, how, error, &made.visited);
  else status = prove(stated, made.returns ? &back : NULL, error);
  if (status == HD_OK) *proof = made;
  return status;
}
