/* From shape:stride to bits. Each bit of a digit becomes one basis word: the stride, doubled as often as the bit stands
 * high. The words are collected by axis first, as the outputs' sizes are only known at the end. */
#include "algebra/linear_convert.h"

#include "algebra/fit.h"
#include "algebra/linear_parts.h"
#include "algebra/named.h"

static const char operation[] = "linear";

hd_axis hd_dimension_standard(int index) {
  char name[HD_AXIS_NAME_MAX] = "dim";
  size_t length = 3;
  hd_axis axis = HD_AXIS_INTEGER;
  if (index >= 100) name[length++] = (char)('0' + index / 100);
  if (index >= 10) name[length++] = (char)('0' + index / 10 % 10);
  name[length++] = (char)('0' + index % 10);
  hd_axis_from_name(name, length, &axis);
  return axis;
}

static int bits_of(int64_t extent) { return __builtin_ctzll((unsigned long long)extent); }

/* ---- the inputs: a layout's modes ---- */

/* The coordinate of a layout that has one bit of one leaf's digit set. */
static void single_bit(const hd_layout *layout, int leaf, int bit, hd_tuple *coordinate) {
  hd_shape(layout, coordinate);
  for (int k = 0; k < layout->profile.leaves; ++k) coordinate->value[k] = k == leaf ? (int64_t)1 << bit : 0;
}

static hd_status check_extents(const hd_layout *layout, hd_error *error) {
  for (int k = 0; k < layout->profile.leaves; ++k)
    if ((layout->shape[k] & (layout->shape[k] - 1)) != 0) {
      hd_refuse(error, HD_UNDEFINED, operation, "extent {0} is no power of two", layout->shape[k], 0, 0);
      if (error) error->leaf = k;
      return HD_UNDEFINED;
    }
  return HD_OK;
}

static hd_status name_inputs(const hd_layout *layout, const hd_linear_names *names, hd_error *error,
                             hd_dimensions *in) {
  hd_view all = hd_view_all(&layout->profile), view;
  int rank = hd_rank(&layout->profile), modes = names->in ? names->ins : rank;
  bool whole = modes == 1 && rank != 1;
  if (modes != rank && !whole)
    return hd_refuse(error, HD_MISMATCH, operation, "names given: {0}; modes to name: {1}", modes, rank, 0);
  hd_dimensions_clear(in);
  for (int k = 0; k < modes; ++k) {
    int bits = 0;
    if (whole) view = all;
    else hd_view_mode(&layout->profile, all, k, &view);
    for (int leaf = view.begin; leaf < view.end; ++leaf) bits += bits_of(layout->shape[leaf]);
    hd_axis name = names->in ? names->in[k] : k <= HD_AXIS_STEP_MAX ? hd_dimension_standard(k) : HD_AXIS_INTEGER;
    hd_status status = hd_dimensions_append(in, name, bits, error);
    if (status != HD_OK) return hd_fail_within(error, status, operation);
  }
  return HD_OK;
}

/* ---- the outputs: its axes ---- */

/* The axes of a layout's values, and which bits occur on each. */
typedef struct axes {
  int count;
  hd_axis axis[HD_MAX_LEAVES];
  uint64_t seen[HD_MAX_LEAVES];
  int on[HD_MAX_LEAVES]; /* of each leaf; -1 where it stands still */
} axes;

static int axis_of(axes *found, hd_axis axis) {
  int k = 0;
  while (k < found->count && found->axis[k] != axis) ++k;
  if (k == found->count) {
    found->axis[k] = axis;
    found->seen[k] = 0;
    found->count++;
  }
  return k;
}

static hd_status fail_negative(const hd_layout *layout, int leaf, hd_error *error) {
  hd_refuse(error, HD_UNDEFINED, operation, "the value at {c} is negative: {0}", layout->stride[leaf], 0, 0);
  if (error) {
    error->leaf = leaf;
    single_bit(layout, leaf, 0, &error->coordinate);
    error->has_coordinate = true;
  }
  return HD_UNDEFINED;
}

/* Bit `bit` of leaf `leaf` gives a value that shares a bit with that of a bit before it: finds which. */
static hd_status fail_shared(const hd_layout *layout, const axes *found, int leaf, int bit, hd_error *error) {
  int64_t value = layout->stride[leaf] << bit;
  hd_refuse(error, HD_UNDEFINED, operation,
            "the values at {c} and {d}, {1} and {0}, share a bit: their sum is not their exclusive or", value, 0, 0);
  if (!error) return HD_UNDEFINED;
  error->leaf = leaf;
  single_bit(layout, leaf, bit, &error->other);
  for (int k = 0; k <= leaf; ++k)
    for (int i = 0; found->on[k] == found->on[leaf] && i < (k == leaf ? bit : bits_of(layout->shape[k])); ++i)
      if ((layout->stride[k] << i & value) != 0) {
        error->number[1] = layout->stride[k] << i;
        single_bit(layout, k, i, &error->coordinate);
        error->has_coordinate = error->has_other = true;
        return HD_UNDEFINED;
      }
  return HD_UNDEFINED;
}

static hd_status find_axes(const hd_layout *layout, hd_error *error, axes *found) {
  found->count = 0;
  for (int k = 0; k < layout->profile.leaves; ++k) {
    hd_axis axis = hd_layout_axis(layout, k);
    found->on[k] = -1;
    if (layout->on_axes && axis == HD_AXIS_INTEGER) continue; /* a plain 0 among strides on axes */
    int on = found->on[k] = axis_of(found, axis);
    if (layout->shape[k] > 1 && layout->stride[k] < 0) return fail_negative(layout, k, error);
    for (int i = 0; i < bits_of(layout->shape[k]); ++i) {
      uint64_t value = (uint64_t)layout->stride[k] << i;
      if ((found->seen[on] & value) != 0) return fail_shared(layout, found, k, i, error);
      found->seen[on] |= value;
    }
  }
  return HD_OK;
}

static int width(uint64_t word) { return word == 0 ? 0 : 64 - __builtin_clzll(word); }

/* Puts components in the order of their numbers, with those that no leaf lies on between them. */
static hd_status fill_components(axes *found, hd_error *error) {
  axes filled = {0};
  int last = -1, step[HD_AXIS_STEPS];
  for (int k = 0; k < found->count; ++k) {
    int steps = hd_axis_path(found->axis[k], step);
    if (steps > 1) {
      hd_fail(error, HD_MISMATCH, operation, "a component within a component is no dimension, as {a}");
      if (error) error->axis = found->axis[k];
      return HD_MISMATCH;
    }
    if (step[0] > last) last = step[0];
  }
  if (last >= HD_MAX_DIMENSIONS || last >= HD_MAX_LEAVES)
    return hd_refuse(error, HD_CAPACITY, operation, "component {0} lies beyond the {1} dimensions of a map", last,
                     HD_MAX_DIMENSIONS < HD_MAX_LEAVES ? HD_MAX_DIMENSIONS : HD_MAX_LEAVES, 0);
  for (; filled.count <= last; ++filled.count) hd_axis_from_path(&filled.count, 1, &filled.axis[filled.count]);
  for (int k = 0; k < found->count; ++k) {
    hd_axis_path(found->axis[k], step);
    filled.seen[step[0]] = found->seen[k];
  }
  *found = filled;
  return HD_OK;
}

/* The outputs, one for each axis. */
static hd_status name_outputs(const hd_layout *layout, hd_axis integers, axes *found, hd_error *error,
                              hd_dimensions *out) {
  hd_status status = HD_OK;
  bool paths = layout->on_axes && found->count > 0 && hd_axis_is_path(found->axis[0]);
  if (!layout->on_axes) {
    int on = axis_of(found, HD_AXIS_INTEGER); /* a layout of no leaves has the values of integers, too */
    found->axis[on] = integers == HD_AXIS_INTEGER ? hd_axis_named("offset") : integers;
  }
  if (paths) status = fill_components(found, error);
  hd_dimensions_clear(out);
  for (int k = 0; status == HD_OK && k < found->count; ++k)
    status = hd_dimensions_append(out, paths ? hd_dimension_standard(k) : found->axis[k], width(found->seen[k]), error);
  return status;
}

/* The words of a layout's bits, each moved to where its axis begins in the output. */
static void write_basis(const hd_layout *layout, hd_linear *linear) {
  int step[HD_AXIS_STEPS];
  for (int k = 0, at = 0; k < layout->profile.leaves; ++k) {
    hd_axis axis = hd_layout_axis(layout, k);
    int output = 0;
    if (hd_axis_path(axis, step) > 0) output = step[0];
    else if (axis != HD_AXIS_INTEGER) output = hd_dimensions_find(&linear->out, axis);
    int start = hd_dimension_start(&linear->out, output);
    for (int i = 0; i < bits_of(layout->shape[k]); ++i)
      linear->basis[at++] = layout->stride[k] == 0 ? 0 : (uint64_t)layout->stride[k] << i << start;
  }
}

hd_status hd_linear_from_layout(const hd_layout *layout, const hd_linear_names *names, hd_error *error,
                                hd_linear *result) {
  static const hd_linear_names standard = {NULL, 0, HD_AXIS_INTEGER};
  axes found;
  hd_linear made;
  if (!names) names = &standard;
  hd_status status = check_extents(layout, error);
  if (status == HD_OK) status = name_inputs(layout, names, error, &made.in);
  if (status == HD_OK) status = find_axes(layout, error, &found);
  if (status == HD_OK) status = name_outputs(layout, names->out, &found, error, &made.out);
  if (status != HD_OK) return hd_fail_within(error, status, operation);
  write_basis(layout, &made);
  hd_linear_copy(result, &made);
  return HD_OK;
}

/* ---- swizzles and other steps ---- */

/* Makes the one output as large as holds all words. */
static hd_status widen(hd_linear *linear, hd_error *error) {
  uint64_t all = 0;
  for (int i = 0; i < linear->in.total; ++i) all |= linear->basis[i];
  int bits = width(all) > linear->out.total ? width(all) : linear->out.total;
  hd_axis name = linear->out.name[0];
  hd_dimensions_clear(&linear->out);
  return hd_dimensions_append(&linear->out, name, bits, error);
}

hd_status hd_linear_swizzle(const hd_swizzle *swizzle, const hd_linear *linear, hd_error *error, hd_linear *result) {
  if (linear->out.count != 1)
    return hd_refuse(error, HD_MISMATCH, "swizzle", "a swizzle takes integers; the map has {0} output dimensions",
                     linear->out.count, 0, 0);
  hd_linear_copy(result, linear);
  for (int i = 0; i < result->in.total; ++i)
    result->basis[i] = (uint64_t)hd_swizzle_at(swizzle, (int64_t)result->basis[i]);
  return widen(result, error); /* below 2^62: a swizzle changes only the lowest bits */
}

/* Whether all that stands before the inner layout is linear by itself. */
static bool is_swizzles(const hd_composed *composed) {
  for (int k = 0; k < composed->steps; ++k)
    if (composed->step[k].is_layout || composed->step[k].offset != 0) return false;
  return true;
}

static hd_status fail_value(int64_t index, int64_t value, int64_t wanted, hd_error *error) {
  hd_refuse(error, HD_UNDEFINED, operation,
            value < 0 ? "the value at {c} is negative: {0}"
                      : "the value at {c} is {0}, and the exclusive or of those at its bits {1}",
            value, wanted, 0);
  if (error) {
    hd_tuple_scalar(&error->coordinate, index);
    error->has_coordinate = true;
  }
  return HD_UNDEFINED;
}

/* Compares a map with what it was read off, value by value. */
static hd_status check_values(const hd_composed *composed, const hd_linear *linear, hd_error *error) {
  int64_t value, size = (int64_t)1 << linear->in.total;
  if (size > HD_MAX_VISITS)
    return hd_refuse(error, HD_UNDECIDED, operation, "{0} coordinates are more than the {1} that may be visited", size,
                     HD_MAX_VISITS, 0);
  for (int64_t x = 0; x < size; ++x) {
    hd_status status = hd_composed_at(composed, x, error, &value);
    if (status != HD_OK) return status;
    int64_t wanted = (int64_t)hd_linear_at(linear, (uint64_t)x);
    if (value < 0 || value != wanted) return fail_value(x, value, wanted, error);
  }
  return HD_OK;
}

/* The map that agrees with a composed layout where one bit is set, if it agrees everywhere. */
static hd_status read_off(const hd_composed *composed, const hd_linear_names *names, hd_error *error, hd_linear *made) {
  hd_layout inputs;
  int64_t value = 0;
  hd_layout_copy(&inputs, &composed->inner);
  for (int k = 0; k < inputs.profile.leaves; ++k) inputs.stride[k] = 0;
  inputs.on_axes = false;
  hd_status status = hd_linear_from_layout(&inputs, names, error, made);
  for (int i = 0; status == HD_OK && i < made->in.total; ++i) {
    status = hd_composed_at(composed, (int64_t)1 << i, error, &value);
    if (status == HD_OK && value < 0) status = fail_value((int64_t)1 << i, value, 0, error);
    made->basis[i] = (uint64_t)value;
  }
  if (status == HD_OK) status = widen(made, error);
  return status == HD_OK ? check_values(composed, made, error) : status;
}

hd_status hd_linear_from_composed(const hd_composed *composed, const hd_linear_names *names, hd_error *error,
                                  hd_linear *result) {
  hd_linear made;
  hd_status status;
  if (is_swizzles(composed)) {
    status = hd_linear_from_layout(&composed->inner, names, error, &made);
    for (int k = composed->steps; status == HD_OK && k-- > 0;)
      status = hd_linear_swizzle(&composed->step[k].swizzle, &made, error, &made);
  } else {
    status = read_off(composed, names, error, &made);
  }
  if (status != HD_OK) return hd_fail_within(error, status, operation);
  hd_linear_copy(result, &made);
  return HD_OK;
}
