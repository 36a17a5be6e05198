/* The fit keeps the closed modes, the open one, and the value that the next index has if the open mode goes on. */
#include "algebra/fit.h"

#include "algebra/checked.h"
#include "algebra/refusals.h"

void hd_fit_start(hd_fit *fit, int64_t size, int axes) {
  fit->size = size;
  fit->next = 0;
  fit->block = 1;
  fit->axes = axes;
  fit->modes = 0;
  fit->beyond = false;
  for (int k = 0; k < axes; ++k) fit->expected[k] = 0;
}

static hd_status fail_value(const hd_fit *fit, const int64_t *value, int component, int64_t divisor, const char *reason,
                            hd_error *error) {
  hd_fail(error, HD_UNDEFINED, "fit", reason);
  if (!error) return HD_UNDEFINED;
  error->number[0] = fit->next;
  error->number[1] = value[component];
  error->number[2] = fit->expected[component];
  error->number[3] = fit->size / fit->block;
  error->number[4] = fit->beyond && divisor >= 0 ? HD_FIT_BEYOND : divisor;
  error->number[5] = component;
  if (error->number[4] == HD_FIT_BEYOND) error->reason = "at index {0} the value is {1}; going on leaves 64 bits";
  error->has_coordinate = true;
  hd_tuple_scalar(&error->coordinate, fit->next);
  return HD_UNDEFINED;
}

/* The first component in which the value is not the expected one; `axes` when there is none. */
static int first_difference(const hd_fit *fit, const int64_t *value) {
  int k = 0;
  while (k < fit->axes && value[k] == fit->expected[k]) ++k;
  return k;
}

/* Whether the value can be the stride of one more mode, and on which component. */
static hd_status check_stride(const hd_fit *fit, const int64_t *value, hd_error *error, int *component) {
  *component = 0;
  for (int k = 0, found = 0; k < fit->axes; ++k) {
    if (value[k] == 0) continue;
    if (found++)
      return fail_value(fit, value, k, HD_FIT_TWO_AXES,
                        "at index {0} the value moves along two axes at once, as no stride does", error);
    *component = k;
  }
  if (fit->modes == HD_MAX_LEAVES)
    return hd_refuse(error, HD_CAPACITY, "fit", "at index {0} a mode begins, beyond the {1} that a layout holds",
                     fit->next, HD_MAX_LEAVES, 0);
  return HD_OK;
}

/* Begins a mode at the present index, with the value there as its stride. */
static void open_mode(hd_fit *fit, const int64_t *value, int component) {
  int mode = fit->modes;
  for (int k = 0; k < fit->axes; ++k) fit->expected[k] = value[k];
  fit->stride[mode] = value[component];
  fit->component[mode] = component;
  fit->digit[mode] = 1;
  fit->beyond = false;
  fit->modes = mode + 1;
}

/* The open mode does not explain the value: it ends here, if a block ends here and its extent divides what is left. */
static hd_status next_mode(hd_fit *fit, const int64_t *value, int component, hd_error *error) {
  int open = fit->modes - 1;
  int64_t extent = fit->digit[open];
  if (fit->next % fit->block != 0)
    return fail_value(fit, value, component, 0, "at index {0} the value is {1}; repeating the first block needs {2}",
                      error);
  if (fit->size / fit->block % extent != 0)
    return fail_value(
        fit, value, component, extent,
        "at index {0} the value is {1}; going on needs {2}, and ending a mode of extent {4} here needs {4} "
        "to divide {3}",
        error);
  hd_status status = check_stride(fit, value, error, &component);
  if (status != HD_OK) return status;
  fit->shape[open] = extent;
  fit->digit[open] = 0;
  fit->block *= extent;
  open_mode(fit, value, component);
  return HD_OK;
}

/* Moves `expected` and the digits to the next index. */
static void advance(hd_fit *fit) {
  ++fit->next;
  for (int k = 0; k < fit->modes; ++k) {
    int64_t *expected = &fit->expected[fit->component[k]];
    bool open = k + 1 == fit->modes;
    if (open || ++fit->digit[k] < fit->shape[k]) {
      fit->digit[k] += open;
      fit->beyond = !hd_add(*expected, fit->stride[k], expected);
      return;
    }
    fit->digit[k] = 0;
    *expected -= (fit->shape[k] - 1) * fit->stride[k]; /* values that were reached: no overflow */
  }
}

hd_status hd_fit_push(hd_fit *fit, const int64_t *value, hd_error *error) {
  int component = first_difference(fit, value);
  hd_status status = HD_OK;
  if (fit->next == 0) {
    if (component < fit->axes)
      return fail_value(fit, value, component, 0, "the value at index 0 is {1}; a layout has 0 there", error);
  } else if (fit->modes == 0) {
    status = check_stride(fit, value, error, &component);
    if (status == HD_OK) open_mode(fit, value, component);
  } else if (fit->beyond || component < fit->axes) {
    status = next_mode(fit, value, component < fit->axes ? component : 0, error);
  }
  if (status == HD_OK) advance(fit);
  return status;
}

hd_status hd_fit_layout(const hd_fit *fit, const hd_axis *axis, hd_error *error, hd_layout *result) {
  hd_layout made;
  hd_layout_clear(&made);
  for (int k = 0; k < fit->modes; ++k) {
    int64_t extent = k + 1 < fit->modes ? fit->shape[k] : fit->size / fit->block;
    hd_axis on = axis && fit->stride[k] != 0 ? axis[fit->component[k]] : HD_AXIS_INTEGER;
    hd_layout_append_leaf(&made, extent, fit->stride[k], on);
  }
  if (fit->modes == 0) hd_layout_append_leaf(&made, 1, 0, HD_AXIS_INTEGER);
  if (fit->modes > 1) hd_layout_wrap(&made, 0);
  hd_status status = hd_layout_finish(&made, "fit", error);
  if (status == HD_OK) hd_layout_copy(result, &made);
  return status;
}
