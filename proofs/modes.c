/* Modes of values. Layouts go to the library; tuples and tilers are copied view by view here. */
#include "proofs/modes.h"

#include "algebra/refusals.h"

#include <limits.h>
#include <string.h>

hd_status hd_value_profile(const hd_value *value, hd_error *error, const hd_profile **profile) {
  switch (value->kind) {
    case HD_KIND_TUPLE: *profile = &value->as.tuple.profile; return HD_OK;
    case HD_KIND_LAYOUT: *profile = &value->as.layout.profile; return HD_OK;
    case HD_KIND_TILER: *profile = &value->as.tiler.profile; return HD_OK;
    default: return hd_refuse_kind(HD_WANTED_MODES, value, error);
  }
}

/* Appends the leaves of a view of `from` to `to`, both tuples or both tilers. */
static bool append_view(hd_value *to, const hd_value *from, hd_view view) {
  if (from->kind == HD_KIND_TUPLE) {
    int leaf = to->as.tuple.profile.leaves;
    if (!hd_profile_append(&to->as.tuple.profile, &from->as.tuple.profile, view)) return false;
    for (int k = view.begin; k < view.end; k++, leaf++) {
      hd_axis axis = hd_tuple_axis(&from->as.tuple, k);
      if (axis != HD_AXIS_INTEGER && !to->as.tuple.on_axes) {
        to->as.tuple.on_axes = true;
        memset(to->as.tuple.axis, 0, sizeof to->as.tuple.axis);
      }
      to->as.tuple.value[leaf] = from->as.tuple.value[k];
      to->as.tuple.axis[leaf] = axis;
    }
    return true;
  }
  int element = to->as.tiler.profile.leaves;
  for (int k = view.begin; k < view.end; k++) {
    hd_layout layout;
    hd_tiler_element(&from->as.tiler, k, &layout);
    if (!hd_tiler_append(&to->as.tiler, hd_tiler_is_any(&from->as.tiler, k) ? NULL : &layout)) return false;
  }
  to->as.tiler.profile.leaves = (uint8_t)element; /* the same leaves, with their brackets */
  return hd_profile_append(&to->as.tiler.profile, &from->as.tiler.profile, view);
}

static void clear(hd_value *value, hd_kind kind) {
  value->kind = kind;
  value->visited = 0;
  if (kind == HD_KIND_TUPLE) hd_tuple_clear(&value->as.tuple);
  else hd_tiler_clear(&value->as.tiler);
}

static hd_status read_path(const hd_value *path, int count, hd_error *error, int step[HD_MAX_LEAVES], int *steps) {
  *steps = 0;
  for (int a = 0; a < count; a++) {
    if (path[a].kind != HD_KIND_TUPLE) {
      return hd_fail(error, HD_MISMATCH, "argument", "the list of modes must be integers or one tuple of integers");
    }
    const hd_tuple *tuple = &path[a].as.tuple;
    for (int k = 0; k < tuple->profile.leaves; k++) {
      if (hd_tuple_axis(tuple, k) != HD_AXIS_INTEGER) {
        return hd_fail(error, HD_MISMATCH, "argument", "the list of modes must be plain integers");
      }
      if (*steps == HD_MAX_LEAVES)
        return hd_refuse(error, HD_CAPACITY, "modes", "more than {0} modes are listed", HD_MAX_LEAVES, 0, 0);
      int64_t index = tuple->value[k];
      if (index < INT_MIN || index > INT_MAX)
        return hd_refuse(error, HD_RANGE, "modes", "there is no mode {0}: a value has at most {1}", index,
                         HD_MAX_LEAVES, 0);
      step[(*steps)++] = (int)index;
    }
  }
  return HD_OK;
}

static hd_status no_such_mode(hd_error *error, int index, int rank) {
  return hd_refuse(error, HD_RANGE, "modes", "there is no mode {0}: the rank is {1}", index, rank, 0);
}

hd_status hd_value_get(const hd_value *value, const hd_value *path, int count, hd_error *error, hd_value *result) {
  int step[HD_MAX_LEAVES], steps;
  const hd_profile *profile = NULL;
  hd_status status = read_path(path, count, error, step, &steps);
  if (status == HD_OK) status = hd_value_profile(value, error, &profile);
  if (status != HD_OK) return status;
  if (value->kind == HD_KIND_LAYOUT) {
    hd_layout layout;
    status = hd_get(&value->as.layout, step, steps, error, &layout);
    if (status != HD_OK) return status;
    result->kind = HD_KIND_LAYOUT;
    result->visited = 0;
    hd_layout_copy(&result->as.layout, &layout);
    return HD_OK;
  }
  hd_view view = hd_view_all(profile), mode;
  for (int k = 0; k < steps; k++, view = mode) {
    if (!hd_view_is_tuple(profile, view)) {
      return hd_fail(error, HD_RANGE, "get", "the path goes on past a leaf");
    }
    if (!hd_view_mode(profile, view, step[k], &mode)) {
      return no_such_mode(error, step[k], hd_view_rank(profile, view));
    }
  }
  hd_value taken;
  clear(&taken, value->kind);
  if (!append_view(&taken, value, view)) return hd_refuse_full(error, "get");
  hd_value_copy(result, &taken);
  return HD_OK;
}

hd_status hd_value_select(const hd_value *value, const hd_value *mode, int count, hd_error *error, hd_value *result) {
  int index[HD_MAX_LEAVES], modes;
  const hd_profile *profile = NULL;
  hd_status status = read_path(mode, count, error, index, &modes);
  if (status == HD_OK) status = hd_value_profile(value, error, &profile);
  if (status != HD_OK) return status;
  hd_value taken;
  if (value->kind == HD_KIND_LAYOUT) {
    status = hd_select(&value->as.layout, index, modes, error, &taken.as.layout);
    if (status != HD_OK) return status;
    taken.kind = HD_KIND_LAYOUT;
    taken.visited = 0;
    hd_value_copy(result, &taken);
    return HD_OK;
  }
  if (!hd_is_tuple(profile)) return hd_fail(error, HD_RANGE, "select", "a scalar has no modes to select");
  clear(&taken, value->kind);
  for (int k = 0; k < modes; k++) {
    hd_view view;
    if (!hd_view_mode(profile, hd_view_all(profile), index[k], &view)) {
      return no_such_mode(error, index[k], hd_rank(profile));
    }
    if (!append_view(&taken, value, view)) return hd_refuse_full(error, "select");
  }
  if (modes == 0 && taken.kind == HD_KIND_TILER)
    return hd_fail(error, HD_UNDEFINED, "select", "a tiler has one element at least, and no mode is listed");
  hd_profile *nested = taken.kind == HD_KIND_TUPLE ? &taken.as.tuple.profile : &taken.as.tiler.profile;
  if (nested->leaves > 0 && !hd_profile_wrap(nested, 0)) return hd_refuse_full(error, "select");
  hd_value_copy(result, &taken);
  return HD_OK;
}

hd_status hd_value_flatten(const hd_value *value, hd_error *error, hd_value *result) {
  const hd_profile *profile = NULL;
  hd_status status = hd_value_profile(value, error, &profile);
  if (status != HD_OK) return status;
  hd_value_copy(result, value);
  if (result->kind == HD_KIND_LAYOUT) {
    hd_flatten(&result->as.layout, &result->as.layout);
    return HD_OK;
  }
  hd_profile *nested = result->kind == HD_KIND_TUPLE ? &result->as.tuple.profile : &result->as.tiler.profile;
  if (!hd_is_tuple(nested)) return HD_OK;
  int leaves = nested->leaves;
  nested->leaves = 0;
  for (int k = 0; k < leaves; k++) (void)hd_profile_append_leaf(nested);
  if (leaves > 0) (void)hd_profile_wrap(nested, 0);
  return HD_OK;
}
