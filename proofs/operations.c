/* Functions of the language that make layouts, tuples and numbers. */
#include "proofs/operations.h"

#include "algebra/refusals.h"
#include "proofs/builtin.h"
#include "proofs/modes.h"

/* The mode of argument 0 that the arguments after it point to. */
static hd_status subject(const hd_value *argument, int count, hd_error *error, hd_value *mode) {
  return hd_value_get(argument, argument + 1, count - 1, error, mode);
}

static hd_status subject_layout(const hd_value *argument, int count, hd_error *error, hd_layout *layout) {
  hd_value mode;
  hd_status status = subject(argument, count, error, &mode);
  return status == HD_OK ? hd_value_layout(&mode, error, layout) : status;
}

HD_OPERATION(size) {
  hd_value mode;
  hd_status status = subject(argument, count, error, &mode);
  if (status != HD_OK) return status;
  if (mode.kind == HD_KIND_LAYOUT) return hd_give_integer(result, HD_OK, hd_size(&mode.as.layout));
  if (mode.kind == HD_KIND_TILER) {
    int64_t size = 1;
    for (int k = 0; k < mode.as.tiler.profile.leaves; k++) {
      hd_layout element;
      if (hd_tiler_is_any(&mode.as.tiler, k)) return hd_fail(error, HD_MISMATCH, "argument", "`_` has no size");
      hd_tiler_element(&mode.as.tiler, k, &element);
      if (__builtin_mul_overflow(size, hd_size(&element), &size)) {
        return hd_fail(error, HD_OVERFLOW, "size", "the size leaves 64 bits");
      }
    }
    return hd_give_integer(result, HD_OK, size);
  }
  for (int k = 0; k < mode.as.tuple.profile.leaves; k++) {
    if (hd_tuple_axis(&mode.as.tuple, k) != HD_AXIS_INTEGER) {
      return hd_fail(error, HD_MISMATCH, "argument", "only a tuple of plain integers has a size");
    }
  }
  int64_t product;
  if (!hd_tuple_product(&mode.as.tuple, &product))
    return hd_fail(error, HD_OVERFLOW, "size", "the size leaves 64 bits");
  return hd_give_integer(result, HD_OK, product);
}

HD_OPERATION(rank) {
  hd_value mode;
  const hd_profile *profile;
  hd_status status = subject(argument, count, error, &mode);
  if (status == HD_OK) status = hd_value_profile(&mode, error, &profile);
  return status == HD_OK ? hd_give_integer(result, HD_OK, hd_rank(profile)) : status;
}

HD_OPERATION(depth) {
  hd_value mode;
  const hd_profile *profile;
  hd_status status = subject(argument, count, error, &mode);
  if (status == HD_OK) status = hd_value_profile(&mode, error, &profile);
  return status == HD_OK ? hd_give_integer(result, HD_OK, hd_depth(profile)) : status;
}

HD_OPERATION(cosize) {
  hd_layout layout;
  int64_t cosize = 0;
  hd_status status = subject_layout(argument, count, error, &layout);
  if (status == HD_OK) status = hd_cosize(&layout, error, &cosize);
  return hd_give_integer(result, status, cosize);
}

HD_OPERATION(coshape) {
  hd_layout layout;
  hd_tuple tuple;
  hd_status status = subject_layout(argument, count, error, &layout);
  if (status == HD_OK) status = hd_coshape(&layout, error, &tuple);
  return hd_give_tuple(result, status, &tuple);
}

/* The elements' shapes, nested as the tiler is. */
static hd_status tiler_shape(const hd_tiler *tiler, hd_error *error, hd_tuple *shape) {
  hd_shape(&tiler->layouts, shape);
  for (int k = 0; k < tiler->profile.leaves; k++) {
    int first = tiler->start[k], last = tiler->start[k + 1] - 1;
    if (hd_tiler_is_any(tiler, k)) return hd_fail(error, HD_MISMATCH, "shape", "`_` has no shape");
    shape->profile.open[first] = (uint8_t)(shape->profile.open[first] + tiler->profile.open[k]);
    shape->profile.close[last] = (uint8_t)(shape->profile.close[last] + tiler->profile.close[k]);
  }
  return HD_OK;
}

HD_OPERATION(shape) {
  hd_layout layout;
  hd_tuple tuple;
  if (count == 1 && argument->kind == HD_KIND_TILER) {
    hd_status shaped = tiler_shape(&argument->as.tiler, error, &tuple);
    return hd_give_tuple(result, shaped, &tuple);
  }
  hd_status status = subject_layout(argument, count, error, &layout);
  if (status == HD_OK) hd_shape(&layout, &tuple);
  return hd_give_tuple(result, status, &tuple);
}

HD_OPERATION(stride) {
  hd_layout layout;
  hd_tuple tuple;
  hd_status status = subject_layout(argument, count, error, &layout);
  if (status == HD_OK) hd_stride(&layout, &tuple);
  return hd_give_tuple(result, status, &tuple);
}

HD_OPERATION(get) { return hd_value_get(argument, argument + 1, count - 1, error, result); }

HD_OPERATION(select) { return hd_value_select(argument, argument + 1, count - 1, error, result); }

HD_OPERATION(flatten) {
  (void)count;
  return hd_value_flatten(argument, error, result);
}

/* Of layouts, as CuTe's make_layout of several, one layout with each as a mode. */
HD_OPERATION(make_layout) {
  hd_tuple shape, stride;
  hd_layout layout;
  if (argument[0].kind == HD_KIND_LAYOUT) return hd_call_concatenate(argument, count, error, result);
  if (count > 2) return hd_refuse_kind(HD_WANTED_LAYOUT, &argument[0], error);
  hd_status status = hd_value_tuple(&argument[0], error, &shape);
  if (status == HD_OK && count == 2) status = hd_value_tuple(&argument[1], error, &stride);
  if (status == HD_OK) status = hd_make_layout(&shape, count == 2 ? &stride : NULL, error, &layout);
  return hd_give_layout(result, status, &layout);
}

HD_OPERATION(concatenate) {
  hd_layout layout[HD_MAX_ARGUMENTS];
  const hd_layout *mode[HD_MAX_ARGUMENTS];
  for (int k = 0; k < count; k++) {
    hd_status status = hd_value_layout(&argument[k], error, &layout[k]);
    if (status != HD_OK) return status;
    mode[k] = &layout[k];
  }
  hd_layout whole;
  hd_status status = hd_concatenate(mode, count, error, &whole);
  return hd_give_layout(result, status, &whole);
}

HD_OPERATION(coalesce) {
  hd_layout layout;
  const hd_profile *target;
  hd_status status = hd_value_layout(&argument[0], error, &layout);
  if (status == HD_OK && count == 2) {
    status = hd_value_profile(&argument[1], error, &target);
    if (status == HD_OK) status = hd_coalesce_by_mode(&layout, target, error, &layout);
  } else if (status == HD_OK) {
    hd_coalesce(&layout, &layout);
  }
  return hd_give_layout(result, status, &layout);
}

typedef hd_status by_tiler(const hd_layout *, const hd_tiler *, hd_error *, hd_layout *);

static hd_status call_by_tiler(by_tiler *function, const hd_value *argument, hd_error *error, hd_value *result) {
  hd_layout layout;
  hd_tiler tiler;
  hd_status status = hd_value_layout(&argument[0], error, &layout);
  if (status == HD_OK) status = hd_value_tiler(&argument[1], error, &tiler);
  if (status == HD_OK) status = function(&layout, &tiler, error, &layout);
  return hd_give_layout(result, status, &layout);
}

HD_OPERATION(composition) {
  (void)count;
  if (argument[1].kind != HD_KIND_LAYOUT) return call_by_tiler(hd_composition_by_mode, argument, error, result);
  hd_layout layout;
  hd_status status = hd_value_layout(&argument[0], error, &layout);
  if (status == HD_OK) status = hd_composition(&layout, &argument[1].as.layout, error, &layout);
  return hd_give_layout(result, status, &layout);
}
HD_OPERATION(logical_divide) {
  (void)count;
  return call_by_tiler(hd_logical_divide, argument, error, result);
}
HD_OPERATION(zipped_divide) {
  (void)count;
  return call_by_tiler(hd_zipped_divide, argument, error, result);
}
HD_OPERATION(tiled_divide) {
  (void)count;
  return call_by_tiler(hd_tiled_divide, argument, error, result);
}
HD_OPERATION(flat_divide) {
  (void)count;
  return call_by_tiler(hd_flat_divide, argument, error, result);
}

hd_status hd_value_bound(const hd_value *value, hd_error *error, int64_t *bound) {
  hd_value size;
  hd_status status = value->kind == HD_KIND_BOOLEAN ? hd_value_tuple(value, error, &size.as.tuple)
                                                    : hd_call_size(value, 1, error, &size);
  if (status != HD_OK) return status;
  *bound = size.as.tuple.value[0];
  if (*bound >= 1) return HD_OK;
  status = hd_fail(error, HD_RANGE, "argument", "the bound must be at least 1, and is {0}");
  if (error != NULL) error->number[0] = *bound;
  return status;
}

HD_OPERATION(complement) {
  hd_layout layout;
  int64_t within = 1;
  hd_status status = hd_value_layout(&argument[0], error, &layout);
  if (status == HD_OK && count == 2) status = hd_value_bound(&argument[1], error, &within);
  if (status == HD_OK) {
    status =
        count == 2 ? hd_complement(&layout, within, error, &layout) : hd_complement_unbounded(&layout, error, &layout);
  }
  return hd_give_layout(result, status, &layout);
}

hd_status hd_value_coordinate(const hd_value *argument, int count, hd_error *error, hd_tuple *tuple) {
  if (count == 1) return hd_value_tuple(argument, error, tuple);
  hd_tuple_clear(tuple);
  for (int k = 0; k < count; k++) {
    hd_tuple mode;
    hd_status status = hd_value_tuple(&argument[k], error, &mode);
    if (status != HD_OK) return status;
    int from = tuple->profile.leaves;
    for (int leaf = 0; leaf < mode.profile.leaves; leaf++) {
      if (!hd_tuple_append(tuple, mode.value[leaf], hd_tuple_axis(&mode, leaf))) {
        return hd_refuse(error, HD_CAPACITY, "evaluate", "the coordinate has more than {0} leaves", HD_MAX_LEAVES, 0,
                         0);
      }
    }
    if (mode.profile.leaves == 0) return hd_fail(error, HD_MISMATCH, "evaluate", "`()` stands for no coordinate");
    tuple->profile.leaves = (uint8_t)from; /* the same leaves, with their brackets */
    (void)hd_profile_append(&tuple->profile, &mode.profile, hd_view_all(&mode.profile));
  }
  if (hd_profile_wrap(&tuple->profile, 0)) return HD_OK;
  return hd_refuse(error, HD_CAPACITY, "evaluate", "the coordinate is nested more than {0} deep", HD_MAX_DEPTH, 0, 0);
}

bool hd_has_any(const hd_tuple *coordinate) {
  for (int k = 0; k < coordinate->profile.leaves; k++) {
    if (hd_tuple_axis(coordinate, k) == HD_AXIS_ANY) return true;
  }
  return false;
}

hd_status hd_value_slice(const hd_value *layout, const hd_tuple *coordinate, hd_error *error, hd_value *result) {
  hd_value argument[2];
  hd_value_copy(&argument[0], layout);
  (void)hd_give_tuple(&argument[1], HD_OK, coordinate);
  return hd_builtin_call(hd_builtin_find("slice", 5), argument, 2, error, result);
}

HD_OPERATION(evaluate) {
  hd_layout layout;
  hd_tuple at, value;
  hd_status status = hd_value_layout(&argument[0], error, &layout);
  if (status == HD_OK) status = hd_value_coordinate(argument + 1, count - 1, error, &at);
  if (status == HD_OK) status = hd_evaluate(&layout, &at, error, &value);
  return hd_give_tuple(result, status, &value);
}

HD_OPERATION(crd2idx) {
  hd_tuple at, shape, stride, value;
  hd_layout layout;
  int64_t index = 0;
  hd_status status = hd_value_tuple(&argument[0], error, &at);
  if (status == HD_OK) status = hd_value_tuple(&argument[1], error, &shape);
  if (status == HD_OK && count == 2) {
    status = hd_crd2idx(&at, &shape, error, &index);
    return hd_give_integer(result, status, index);
  }
  if (status == HD_OK) status = hd_value_tuple(&argument[2], error, &stride);
  if (status == HD_OK) status = hd_make_layout(&shape, &stride, error, &layout);
  if (status == HD_OK) status = hd_evaluate(&layout, &at, error, &value);
  return hd_give_tuple(result, status, &value);
}

HD_OPERATION(idx2crd) {
  (void)count;
  hd_tuple index, shape;
  hd_status status = hd_value_tuple(&argument[0], error, &index);
  if (status == HD_OK) status = hd_value_tuple(&argument[1], error, &shape);
  if (status == HD_OK) status = hd_idx2crd(&index, &shape, error, &index);
  return hd_give_tuple(result, status, &index);
}

HD_OPERATION(coordinate_of) {
  (void)count;
  hd_layout layout;
  hd_tuple value;
  hd_status status = hd_value_layout(&argument[0], error, &layout);
  if (status == HD_OK) status = hd_value_tuple(&argument[1], error, &value);
  if (status == HD_OK) status = hd_coordinate_of(&layout, &value, error, &value);
  return hd_give_tuple(result, status, &value);
}
