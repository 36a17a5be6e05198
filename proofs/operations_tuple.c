/* Functions of the language that count with tuples, and those that hand out a tensor's parts. */
#include "proofs/operations_more.h"

#include "algebra/arithmetic.h"
#include "algebra/complement.h"
#include "algebra/partition.h"
#include "proofs/builtin.h"

/* ---- tuples ---- */

typedef hd_status of_tuples(const hd_tuple *, const hd_tuple *, hd_error *, hd_tuple *);

static hd_status call_of_tuples(of_tuples *function, const hd_value *argument, hd_error *error, hd_value *result) {
  hd_tuple a, b;
  hd_status status = hd_value_tuple(&argument[0], error, &a);
  if (status == HD_OK) status = hd_value_tuple(&argument[1], error, &b);
  if (status == HD_OK) status = function(&a, &b, error, &a);
  return hd_give_tuple(result, status, &a);
}

#define DEFINE_OF_TUPLES(name)                                 \
  HD_OPERATION(name) {                                         \
    (void)count;                                               \
    return call_of_tuples(hd_##name, argument, error, result); \
  }

DEFINE_OF_TUPLES(shape_div)
DEFINE_OF_TUPLES(tuple_add)
DEFINE_OF_TUPLES(tuple_sub)
DEFINE_OF_TUPLES(increment_coord)

/* By a layout: the shape of its complement within the size of the shape. */
HD_OPERATION(ceil_div) {
  (void)count;
  if (argument[1].kind != HD_KIND_LAYOUT) return call_of_tuples(hd_ceil_div, argument, error, result);
  hd_layout rest;
  hd_tuple shape;
  int64_t within;
  hd_status status = hd_value_bound(&argument[0], error, &within);
  if (status == HD_OK) status = hd_complement(&argument[1].as.layout, within, error, &rest);
  if (status == HD_OK) hd_shape(&rest, &shape);
  return hd_give_tuple(result, status, &shape);
}

static hd_status call_of_tuple(hd_status (*function)(const hd_tuple *, hd_error *, hd_tuple *),
                               const hd_value *argument, hd_error *error, hd_value *result) {
  hd_tuple tuple;
  hd_status status = hd_value_tuple(argument, error, &tuple);
  if (status == HD_OK) status = function(&tuple, error, &tuple);
  return hd_give_tuple(result, status, &tuple);
}

HD_OPERATION(tuple_product_each) {
  (void)count;
  return call_of_tuple(hd_tuple_product_each, argument, error, result);
}

HD_OPERATION(prefix_product) {
  (void)count;
  return call_of_tuple(hd_prefix_product, argument, error, result);
}

HD_OPERATION(elem_less) {
  (void)count;
  hd_tuple a, b;
  bool less = false;
  hd_status status = hd_value_tuple(&argument[0], error, &a);
  if (status == HD_OK) status = hd_value_tuple(&argument[1], error, &b);
  if (status == HD_OK) status = hd_elem_less(&a, &b, error, &less);
  if (status != HD_OK) return status;
  for (int k = 0; !less && k < a.profile.leaves; k++) {
    if (a.value[k] < b.value[k]) continue;
    (void)hd_fail(error, HD_OK, "elem_less", "leaf {leaf} is {0}, not less than {1}");
    if (error != NULL) {
      error->leaf = k;
      error->number[0] = a.value[k];
      error->number[1] = b.value[k];
    }
    break;
  }
  return hd_give_boolean(result, HD_OK, less, 0);
}

/* ---- threads and values ---- */

static hd_status thread_values(const hd_value *argument, hd_error *error, hd_tuple *tile, hd_layout *tv) {
  hd_layout threads, values;
  hd_status status = hd_value_layout(&argument[0], error, &threads);
  if (status == HD_OK) status = hd_value_layout(&argument[1], error, &values);
  return status == HD_OK ? hd_make_layout_tv(&threads, &values, error, tile, tv) : status;
}

HD_OPERATION(make_layout_tv) {
  (void)count;
  hd_tuple tile;
  hd_layout tv;
  return hd_give_layout(result, thread_values(argument, error, &tile, &tv), &tv);
}

HD_OPERATION(make_tile_tv) {
  (void)count;
  hd_tuple tile;
  hd_layout tv;
  return hd_give_tuple(result, thread_values(argument, error, &tile, &tv), &tile);
}

HD_OPERATION(thread_value) {
  (void)count;
  hd_layout layout, tv;
  hd_tiler tile;
  hd_status status = hd_value_layout(&argument[0], error, &layout);
  if (status == HD_OK) status = hd_value_layout(&argument[1], error, &tv);
  if (status == HD_OK) status = hd_value_tiler(&argument[2], error, &tile);
  if (status == HD_OK) status = hd_thread_value(&layout, &tv, &tile, error, &layout);
  return hd_give_layout(result, status, &layout);
}
