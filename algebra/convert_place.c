/* A layout behind steps as a placement. */
#include "algebra/checked.h"
#include "algebra/convert_parts.h"
#include "algebra/fit.h"
#include "algebra/refusals.h"
#include "algebra/placement_factors.h"

static const char operation[] = "convert";

/* The leaves as iters, mode by mode. In each mode the first leaf is the fastest. */
static hd_status place_layout(const hd_layout *layout, const hd_conversion *how, hd_error *error,
                              hd_placement *placement) {
  hd_layout named;
  hd_view all, view;
  hd_status status = hd_convert_to_names(layout, how, error, &named);
  if (status != HD_OK) return status;
  hd_placement_clear(how->order, placement);
  all = view = hd_view_all(&named.profile);
  for (int k = 0; hd_convert_is_one_mode(how) ? k == 0 : hd_view_mode(&named.profile, all, k, &view); ++k) {
    int leaves = view.end - view.begin;
    for (int i = 0; i < leaves; ++i) {
      int leaf = view.begin + hd_fastest(how->order, leaves, i);
      hd_placement_append_shard(placement, named.shape[leaf], named.stride[leaf], hd_layout_axis(&named, leaf));
    }
  }
  return hd_placement_finish(placement, operation, error);
}

/* The axis that number k of a composed layout's value lies on. */
static hd_status value_axis(const hd_tuple *value, int k, const hd_conversion *how, hd_error *error, hd_axis *axis) {
  *axis = hd_convert_place_axis(hd_tuple_axis(value, k));
  if (!hd_is_tuple(&value->profile) || hd_tuple_axis(value, k) != HD_AXIS_INTEGER) return HD_OK;
  if (hd_depth(&value->profile) > 1)
    return hd_convert_refuse(error, "a component within a component has no name", NULL);
  return hd_convert_component(how, k, error, axis);
}

/* The number, first mode fastest, of the element of that number in the order. */
static int64_t index_of(const hd_tuple *shape, int64_t size, hd_order order, int64_t element) {
  int64_t index = 0;
  if (order == HD_FIRST_FASTEST) return element;
  for (int k = shape->profile.leaves; k-- > 0;) {
    size /= shape->value[k];
    index += element % shape->value[k] * size;
    element /= shape->value[k];
  }
  return index;
}

/* Pushes all values, moved to begin at 0. */
static hd_status push_values(const hd_composed *chain, const hd_tuple *first, const hd_conversion *how, hd_order order,
                             hd_error *error, hd_fit *fit) {
  int64_t moved[HD_MAX_LEAVES], size = hd_size(&chain->inner);
  hd_tuple at, value;
  for (int64_t i = 0; i < size; ++i) {
    hd_tuple_scalar(&at, index_of(how->shape, size, order, i));
    hd_status status = hd_composed_evaluate(chain, &at, error, &value);
    for (int k = 0; status == HD_OK && k < first->profile.leaves; ++k)
      if (!hd_sub(value.value[k], first->value[k], &moved[k]))
        status = hd_fail(error, HD_OVERFLOW, operation, "the values are too far apart for 64 bits");
    if (status == HD_OK) status = hd_fit_push(fit, moved, error);
    if (status != HD_OK) return status;
  }
  return HD_OK;
}

/* The fitted layout, whose first leaf is the fastest, as the shard of an order. */
static void set_shard(const hd_layout *layout, hd_order order, hd_placement *placed) {
  int leaves = layout->profile.leaves;
  hd_placement_clear(order, placed);
  for (int k = 0; k < leaves; ++k) {
    int leaf = hd_fastest(order, leaves, k);
    hd_placement_append_shard(placed, layout->shape[leaf], layout->stride[leaf], hd_layout_axis(layout, leaf));
  }
}

hd_status hd_convert_fit(const hd_composed *chain, const hd_conversion *how, hd_order order, hd_error *error,
                         hd_placement *placed) {
  hd_fit fit;
  hd_layout layout;
  hd_tuple at, first;
  hd_axis axis[HD_MAX_LEAVES];
  int64_t size = hd_size(&chain->inner);
  hd_tuple_scalar(&at, 0);
  hd_status status = hd_composed_evaluate(chain, &at, error, &first);
  int numbers = status == HD_OK ? first.profile.leaves : 0;
  for (int k = 0; status == HD_OK && k < numbers; ++k) status = value_axis(&first, k, how, error, &axis[k]);
  if (status == HD_OK && size > HD_MAX_VISITS)
    status = hd_refuse(error, HD_UNDECIDED, operation, "{0} coordinates are too many to visit", size, 0, 0);
  if (status != HD_OK) return status;
  hd_fit_start(&fit, size, numbers);
  status = push_values(chain, &first, how, order, error, &fit);
  if (status == HD_OK) status = hd_fit_layout(&fit, axis, error, &layout);
  if (status != HD_OK) return status;
  set_shard(&layout, order, placed);
  for (int k = 0; status == HD_OK && k < numbers; ++k)
    status = hd_placement_add_offset(placed, first.value[k], axis[k], operation, error);
  return status == HD_OK ? hd_placement_finish(placed, operation, error) : status;
}

/* A chain of steps as a placement: one swizzle as itself, anything else where its values are a layout's. */
static hd_status place_chain(const hd_composed *chain, const hd_conversion *how, hd_error *error, hd_stated *result) {
  hd_placement *placement = &result->as.placement;
  if (chain->steps == 1 && !chain->step[0].is_layout) {
    result->swizzled = true;
    result->swizzle = chain->step[0].swizzle;
    hd_status status = place_layout(&chain->inner, how, error, placement);
    if (status == HD_OK)
      status = hd_placement_add_offset(placement, chain->step[0].offset, hd_axis_plain(), operation, error);
    return status == HD_OK ? hd_placement_finish(placement, operation, error) : status;
  }
  hd_status status = hd_convert_fit(chain, how, how->order, error, placement);
  if (status == HD_UNDEFINED && error)
    error->hint = "a placement holds one swizzle with an offset before it, and no other step";
  if (status == HD_OK) /* an iter for each mode reads better, where there can be one */
    (void)hd_placement_reorder(placement, how->shape, how->order, NULL, placement);
  return status;
}

hd_status hd_convert_to_placement(const hd_stated *stated, const hd_conversion *how, hd_error *error,
                                  hd_stated *result) {
  hd_composed chain;
  hd_placement *placement = &result->as.placement;
  result->kind = HD_STATED_PLACEMENT;
  if (stated->kind == HD_STATED_PLACEMENT) {
    hd_stated_copy(result, stated);
    if (placement->order == how->order) return HD_OK;
    return hd_placement_reorder(placement, how->shape, how->order, error, placement);
  }
  hd_status status = hd_convert_to_chain(stated, how, error, &chain);
  if (status != HD_OK) return status;
  return chain.steps == 0 ? place_layout(&chain.inner, how, error, placement) : place_chain(&chain, how, error, result);
}
