/* Each question about values becomes one search for small multiples of strides (solve.h). */
#include "algebra/image.h"

#include "algebra/checked.h"
#include "algebra/fit.h"
#include "algebra/refusals.h"
#include "algebra/solve.h"

/* Each question below hands solve.h one variable a leaf, counted from the leaf's lowest contribution: digit 0 for a
 * stride above 0, the last digit for one below. What the solver reads as 0 is then the least value of the layout. */

static uint64_t magnitude(int64_t stride) { return stride < 0 ? 0 - (uint64_t)stride : (uint64_t)stride; }

/* The sum of the contributions of one sign on one axis. By the layout's invariant it fits. */
static int64_t extreme_value(const hd_layout *layout, hd_axis axis, bool largest) {
  int64_t sum = 0;
  for (int k = 0; k < layout->profile.leaves; k++) {
    int64_t stride = layout->stride[k];
    if (hd_layout_axis(layout, k) == axis && (stride > 0) == largest) {
      sum += (layout->shape[k] - 1) * stride;
    }
  }
  return sum;
}

/* Adds the leaves of one axis, labelled first_label + leaf. `mirrored` swaps the sign of every stride. */
static void add_leaves(hd_solver *solver, const hd_layout *layout, hd_axis axis, bool mirrored, int first_label) {
  for (int k = 0; k < layout->profile.leaves; k++) {
    if (hd_layout_axis(layout, k) != axis) continue;
    uint64_t width = (uint64_t)layout->shape[k] - 1;
    uint64_t home = (layout->stride[k] < 0) == mirrored ? 0 : width;
    hd_solver_add(solver, magnitude(layout->stride[k]), width, home, first_label + k);
  }
}

/* The digit of each variable: its distance from home. */
static void read_digits(const hd_solver *solver, int first_label, hd_tuple *coordinate) {
  for (int k = 0; k < solver->variables; k++) {
    const hd_variable *variable = &solver->variable[k];
    int leaf = variable->label - first_label;
    if (leaf < 0 || leaf >= coordinate->profile.leaves) continue;
    uint64_t value = solver->value[k];
    coordinate->value[leaf] = (int64_t)(value > variable->home ? value - variable->home : variable->home - value);
  }
}

/* The coordinate of zeros, nested as the layout is. */
static void zero_coordinate(const hd_layout *layout, hd_tuple *coordinate) {
  hd_shape(layout, coordinate);
  for (int k = 0; k < coordinate->profile.leaves; k++) coordinate->value[k] = 0;
}

/* The value at a coordinate inside the domain, for integer strides. */
static int64_t value_at(const hd_layout *layout, const hd_tuple *coordinate) {
  int64_t value = 0;
  for (int k = 0; k < layout->profile.leaves; k++) {
    if (coordinate->value[k] != 0) value += coordinate->value[k] * layout->stride[k];
  }
  return value;
}

static bool is_first_on_axis(const hd_layout *layout, int leaf) {
  for (int k = 0; k < leaf; k++) {
    if (hd_layout_axis(layout, k) == hd_layout_axis(layout, leaf)) return false;
  }
  return true;
}

static hd_status undecided(hd_error *error, const char *operation) {
  return hd_refuse(error, HD_UNDECIDED, operation, "{0} steps of the search left the question open", HD_MAX_VISITS, 0,
                   0);
}

/* ---- injective ---- */

/* Two coordinates collide exactly when their difference, digits from -(s-1) to s-1, has the value 0 and is not 0. The
 * solver counts a digit from -(s-1), so that the home of each is s-1. Axes are independent: one of them suffices. */
static void add_differences(hd_solver *solver, const hd_layout *layout, hd_axis axis, uint64_t *target) {
  *target = 0;
  for (int k = 0; k < layout->profile.leaves; k++) {
    if (hd_layout_axis(layout, k) != axis) continue;
    uint64_t last = (uint64_t)layout->shape[k] - 1;
    hd_solver_add(solver, magnitude(layout->stride[k]), 2 * last, last, k);
    *target += magnitude(layout->stride[k]) * last;
  }
}

static void report_collision(const hd_layout *layout, hd_error *error) {
  error->has_coordinate = error->has_other = true;
  if (layout->on_axes) return;
  error->reason = "the value {0} is taken at {c} and at {d}";
  error->number[0] = value_at(layout, &error->coordinate);
}

/* Splits the difference found: where it leads up the digit goes to one coordinate, where it leads down to the other. */
static void report_difference(const hd_layout *layout, const hd_solver *solver, hd_error *error) {
  if (!error) return;
  hd_fail(error, HD_OK, "injective", "one value is taken at {c} and at {d}");
  zero_coordinate(layout, &error->coordinate);
  zero_coordinate(layout, &error->other);
  for (int k = 0; k < solver->variables; k++) {
    const hd_variable *variable = &solver->variable[k];
    bool up = solver->value[k] > variable->home;
    uint64_t digit = up ? solver->value[k] - variable->home : variable->home - solver->value[k];
    bool first = up == (layout->stride[variable->label] > 0);
    (first ? &error->coordinate : &error->other)->value[variable->label] = (int64_t)digit;
  }
  report_collision(layout, error);
}

/* A leaf of stride 0 repeats each value. */
static void report_repeat(const hd_layout *layout, int leaf, hd_error *error) {
  if (!error) return;
  hd_fail(error, HD_OK, "injective", "one value is taken at {c} and at {d}");
  zero_coordinate(layout, &error->coordinate);
  zero_coordinate(layout, &error->other);
  error->other.value[leaf] = 1;
  error->leaf = leaf;
  report_collision(layout, error);
}

hd_status hd_is_injective(const hd_layout *layout, hd_error *error, bool *answer) {
  hd_solver solver;
  hd_solver_start(&solver);
  for (int k = 0; k < layout->profile.leaves; k++) {
    if (layout->shape[k] > 1 && layout->stride[k] == 0) {
      report_repeat(layout, k, error);
      *answer = false;
      return HD_OK;
    }
  }
  for (int k = 0; k < layout->profile.leaves; k++) {
    if (!is_first_on_axis(layout, k)) continue;
    uint64_t target;
    hd_solver_clear(&solver);
    add_differences(&solver, layout, hd_layout_axis(layout, k), &target);
    hd_status status = hd_solve(&solver, target, true);
    if (status == HD_UNDECIDED) return undecided(error, "injective");
    if (status == HD_OK) {
      report_difference(layout, &solver, error);
      *answer = false;
      return HD_OK;
    }
  }
  *answer = true;
  return HD_OK;
}

/* ---- coordinate_of ---- */

/* The axis that each leaf of a value lies on: its own, or else the path of its place; `4` alone lies on integers.
 * Returns false when a place is too deep for a path. */
static bool value_axes(const hd_tuple *value, hd_axis axis[HD_MAX_LEAVES]) {
  int step[HD_AXIS_STEPS + 1] = {0};
  int depth = 0;
  for (int k = 0; k < value->profile.leaves; k++) {
    if (value->profile.open[k] > HD_AXIS_STEPS - depth) return false;
    for (int i = 0; i < value->profile.open[k]; i++) step[depth++] = 0;
    axis[k] = hd_tuple_axis(value, k);
    if (axis[k] == HD_AXIS_INTEGER && depth > 0 && !hd_axis_from_path(step, depth, &axis[k])) return false;
    depth -= value->profile.close[k];
    if (depth > 0) step[depth - 1]++;
  }
  return true;
}

/* Whether the value could be one of the layout's: each component lies on an axis of the layout, once, or is 0. */
static bool is_value_of(const hd_layout *layout, const hd_tuple *value, const hd_axis axis[HD_MAX_LEAVES]) {
  for (int k = 0; k < value->profile.leaves; k++) {
    bool known = (value->value[k] == 0 && axis[k] != HD_AXIS_ANY) || (axis[k] == HD_AXIS_INTEGER && !layout->on_axes);
    for (int leaf = 0; leaf < layout->profile.leaves; leaf++) {
      hd_axis on = hd_layout_axis(layout, leaf);
      if (on == HD_AXIS_INTEGER && layout->on_axes) continue; /* a stride of 0 among axes is on none */
      if (on == axis[k]) known = true;
      else if (hd_axis_overlap(on, axis[k])) return false;
    }
    for (int i = 0; i < k; i++) known = known && axis[i] != axis[k];
    if (!known) return false;
  }
  return true;
}

static int64_t component_on(const hd_tuple *value, const hd_axis axis[HD_MAX_LEAVES], hd_axis on) {
  for (int k = 0; k < value->profile.leaves; k++) {
    if (axis[k] == on) return value->value[k];
  }
  return 0;
}

/* The digits of the leaves on one axis whose contributions add up to `target`. */
static hd_status solve_axis(hd_solver *solver, const hd_layout *layout, hd_axis axis, int64_t target, hd_tuple *found) {
  int64_t least = extreme_value(layout, axis, false);
  if (target < least) return HD_UNDEFINED;
  hd_solver_clear(solver);
  add_leaves(solver, layout, axis, false, 0);
  hd_status status = hd_solve(solver, (uint64_t)target - (uint64_t)least, false);
  if (status == HD_OK) read_digits(solver, 0, found);
  return status;
}

/* `leaf` is -1 for `():()`, which lies on no axis. */
static hd_status not_in_image(const hd_layout *layout, int leaf, int64_t target, hd_error *error) {
  hd_fail(error, HD_UNDEFINED, "coordinate_of",
          layout->on_axes ? "not in image: no coordinate has {0}{a}, on the axis of leaf {leaf}"
                          : "not in image: no coordinate has the value {0}");
  if (!error) return HD_UNDEFINED;
  if (leaf >= 0 && layout->on_axes) error->leaf = leaf, error->axis = hd_layout_axis(layout, leaf);
  error->number[0] = target;
  return HD_UNDEFINED;
}

hd_status hd_coordinate_of(const hd_layout *layout, const hd_tuple *value, hd_error *error, hd_tuple *coordinate) {
  hd_axis axis[HD_MAX_LEAVES];
  if (!value_axes(value, axis) || !is_value_of(layout, value, axis)) {
    return hd_refuse_nesting(error, "coordinate_of", "the value {c} has components where the layout's values have none",
                             value, NULL);
  }
  hd_tuple found;
  hd_solver solver;
  if (layout->profile.leaves == 0 && value->profile.leaves > 0 && value->value[0] != 0)
    return not_in_image(layout, -1, value->value[0], error);
  zero_coordinate(layout, &found);
  hd_solver_start(&solver);
  for (int k = 0; k < layout->profile.leaves; k++) {
    if (!is_first_on_axis(layout, k)) continue;
    hd_axis on = hd_layout_axis(layout, k);
    int64_t target = component_on(value, axis, on);
    hd_status status = solve_axis(&solver, layout, on, target, &found);
    if (status == HD_UNDECIDED) return undecided(error, "coordinate_of");
    if (status != HD_OK) return not_in_image(layout, k, target, error);
  }
  hd_tuple_copy(coordinate, &found);
  return HD_OK;
}

/* ---- disjoint ---- */

static void report_common(const hd_layout *a, const hd_layout *b, const hd_solver *solver, hd_error *error) {
  if (!error) return;
  hd_fail(error, HD_OK, "disjoint", "both take the value {0}: the first at {c}, the second at {d}");
  zero_coordinate(a, &error->coordinate);
  zero_coordinate(b, &error->other);
  read_digits(solver, 0, &error->coordinate);
  read_digits(solver, HD_MAX_LEAVES, &error->other);
  error->has_coordinate = error->has_other = true;
  error->number[0] = value_at(b, &error->other);
}

/* a(x) + offset = b(y) is one equation in x and y, with b's strides on the other side. */
hd_status hd_is_disjoint(const hd_layout *a, int64_t offset, const hd_layout *b, hd_error *error, bool *answer) {
  if (a->on_axes || b->on_axes) return hd_refuse_axes(error, "disjoint", a->on_axes ? a : b);
  int64_t least, largest;
  if (!hd_add(extreme_value(a, HD_AXIS_INTEGER, false), offset, &least) ||
      !hd_add(extreme_value(a, HD_AXIS_INTEGER, true), offset, &largest)) {
    return hd_refuse(error, HD_OVERFLOW, "disjoint", "a value of the first, {0} to {1}, plus {2} leaves 64 bits",
                     extreme_value(a, HD_AXIS_INTEGER, false), extreme_value(a, HD_AXIS_INTEGER, true), offset);
  }
  int64_t limit = extreme_value(b, HD_AXIS_INTEGER, true);
  if (limit < least) {
    *answer = true;
    return HD_OK;
  }
  hd_solver solver;
  hd_solver_start(&solver);
  add_leaves(&solver, a, HD_AXIS_INTEGER, false, 0);
  add_leaves(&solver, b, HD_AXIS_INTEGER, true, HD_MAX_LEAVES);
  hd_status status = hd_solve(&solver, (uint64_t)limit - (uint64_t)least, false);
  if (status == HD_UNDECIDED) return undecided(error, "disjoint");
  if (status == HD_OK) report_common(a, b, &solver, error);
  *answer = status != HD_OK;
  return HD_OK;
}
