/* More functions of the language: each reads its arguments, calls the library and wraps what comes back. */
#include "proofs/operations_more.h"

#include "algebra/arithmetic.h"
#include "algebra/inverse.h"
#include "algebra/modes.h"
#include "algebra/order.h"
#include "algebra/partition.h"
#include "algebra/product.h"
#include "algebra/recast.h"
#include "proofs/builtin.h"

/* A number of modes or elements: it need not be right, but must fit. */
static hd_status read_small(const hd_value *value, hd_error *error, int *small) {
  int64_t integer;
  hd_status status = hd_value_integer(value, error, &integer);
  if (status != HD_OK) return status;
  *small = integer < INT32_MIN ? INT32_MIN : integer > INT32_MAX ? INT32_MAX : (int)integer;
  return HD_OK;
}

/* ---- of a layout alone ---- */

typedef hd_status of_layout(const hd_layout *, hd_error *, hd_layout *);

static hd_status call_of_layout(of_layout *function, const hd_value *argument, hd_error *error, hd_value *result) {
  hd_layout layout;
  hd_status status = hd_value_layout(argument, error, &layout);
  if (status == HD_OK) status = function(&layout, error, &layout);
  return hd_give_layout(result, status, &layout);
}

static hd_status filter(const hd_layout *layout, hd_error *error, hd_layout *result) {
  (void)error;
  hd_filter(layout, result);
  return HD_OK;
}

static hd_status filter_zeros(const hd_layout *layout, hd_error *error, hd_layout *result) {
  (void)error;
  hd_filter_zeros(layout, result);
  return HD_OK;
}

static hd_status nullspace(const hd_layout *layout, hd_error *error, hd_layout *result) {
  (void)error;
  hd_nullspace(layout, result);
  return HD_OK;
}

#define DEFINE_OF_LAYOUT(name, function)                      \
  HD_OPERATION(name) {                                        \
    (void)count;                                              \
    return call_of_layout(function, argument, error, result); \
  }

DEFINE_OF_LAYOUT(filter, filter)
DEFINE_OF_LAYOUT(filter_zeros, filter_zeros)
DEFINE_OF_LAYOUT(nullspace, nullspace)
DEFINE_OF_LAYOUT(make_layout_like, hd_make_layout_like)
DEFINE_OF_LAYOUT(right_inverse, hd_right_inverse)
DEFINE_OF_LAYOUT(left_inverse, hd_left_inverse)

/* ---- of two layouts, or a layout and a tiler ---- */

typedef hd_status of_two_layouts(const hd_layout *, const hd_layout *, hd_error *, hd_layout *);
typedef hd_status by_tiler(const hd_layout *, const hd_tiler *, hd_error *, hd_layout *);

static hd_status call_of_two(of_two_layouts *function, const hd_value *argument, hd_error *error, hd_value *result) {
  hd_layout a, b;
  hd_status status = hd_value_layout(&argument[0], error, &a);
  if (status == HD_OK) status = hd_value_layout(&argument[1], error, &b);
  if (status == HD_OK) status = function(&a, &b, error, &a);
  return hd_give_layout(result, status, &a);
}

static hd_status call_by_tiler(by_tiler *function, const hd_value *argument, hd_error *error, hd_value *result) {
  hd_layout layout;
  hd_tiler tiler;
  hd_status status = hd_value_layout(&argument[0], error, &layout);
  if (status == HD_OK) status = hd_value_tiler(&argument[1], error, &tiler);
  if (status == HD_OK) status = function(&layout, &tiler, error, &layout);
  return hd_give_layout(result, status, &layout);
}

#define DEFINE_OF_TWO(name)                                 \
  HD_OPERATION(name) {                                      \
    (void)count;                                            \
    return call_of_two(hd_##name, argument, error, result); \
  }
#define DEFINE_BY_TILER(name)                                 \
  HD_OPERATION(name) {                                        \
    (void)count;                                              \
    return call_by_tiler(hd_##name, argument, error, result); \
  }

DEFINE_OF_TWO(blocked_product)
DEFINE_OF_TWO(raked_product)
DEFINE_OF_TWO(max_common_layout)
DEFINE_BY_TILER(logical_product)
DEFINE_BY_TILER(zipped_product)
DEFINE_BY_TILER(tiled_product)
DEFINE_BY_TILER(flat_product)

HD_OPERATION(max_common_vector) {
  (void)count;
  hd_layout a, b;
  int64_t size = 0;
  hd_status status = hd_value_layout(&argument[0], error, &a);
  if (status == HD_OK) status = hd_value_layout(&argument[1], error, &b);
  if (status == HD_OK) status = hd_max_common_vector(&a, &b, error, &size);
  if (status == HD_OK) hd_value_set_integer(result, size);
  return status;
}

HD_OPERATION(tile_to_shape) {
  hd_layout layout;
  hd_tuple shape, order;
  hd_status status = hd_value_layout(&argument[0], error, &layout);
  if (status == HD_OK) status = hd_value_tuple(&argument[1], error, &shape);
  if (status == HD_OK && count == 3) status = hd_value_tuple(&argument[2], error, &order);
  if (status == HD_OK) status = hd_tile_to_shape(&layout, &shape, count == 3 ? &order : NULL, error, &layout);
  return hd_give_layout(result, status, &layout);
}

/* ---- modes, of layouts and tuples alike ---- */

/* What was picked from one value, or from two of the same kind; a tuple beside a layout is a compact layout. */
static hd_status give_picked(const hd_pick *pick, const hd_value *first, const hd_value *second, const char *operation,
                             hd_error *error, hd_value *result) {
  if (first->kind == HD_KIND_TUPLE && (second == NULL || second->kind == HD_KIND_TUPLE)) {
    hd_tuple made;
    hd_pick_tuple(pick, &first->as.tuple, second ? &second->as.tuple : NULL, &made);
    return hd_give_tuple(result, HD_OK, &made);
  }
  hd_layout a, b;
  hd_status status = hd_value_layout(first, error, &a);
  if (status == HD_OK && second) status = hd_value_layout(second, error, &b);
  if (status == HD_OK) status = hd_pick_layout(pick, &a, second ? &b : NULL, operation, error, &a);
  return hd_give_layout(result, status, &a);
}

/* The nesting of a layout or tuple. */
static hd_status nesting(const hd_value *value, hd_error *error, hd_profile *profile) {
  hd_layout layout;
  if (value->kind == HD_KIND_TUPLE) {
    *profile = value->as.tuple.profile;
    return HD_OK;
  }
  hd_status status = hd_value_layout(value, error, &layout);
  if (status == HD_OK) *profile = layout.profile;
  return status;
}

typedef hd_status by_coordinate(const hd_profile *, const hd_tuple *, hd_error *, hd_pick *);

static hd_status call_by_coordinate(by_coordinate *function, const char *operation, const hd_value *argument,
                                    hd_error *error, hd_value *result) {
  hd_profile profile;
  hd_tuple coordinate;
  hd_pick pick;
  hd_status status = nesting(&argument[0], error, &profile);
  if (status == HD_OK) status = hd_value_tuple(&argument[1], error, &coordinate);
  if (status == HD_OK) status = function(&profile, &coordinate, error, &pick);
  return status == HD_OK ? give_picked(&pick, &argument[0], NULL, operation, error, result) : status;
}

HD_OPERATION(slice) {
  (void)count;
  return call_by_coordinate(hd_pick_slice, "slice", argument, error, result);
}

HD_OPERATION(dice) {
  (void)count;
  return call_by_coordinate(hd_pick_dice, "dice", argument, error, result);
}

typedef hd_status by_range(const hd_profile *, int, int, hd_error *, hd_pick *);

static hd_status call_by_range(by_range *function, const char *operation, const hd_value *argument, hd_error *error,
                               hd_value *result) {
  hd_profile profile;
  int begin, end;
  hd_pick pick;
  hd_status status = nesting(&argument[0], error, &profile);
  if (status == HD_OK) status = read_small(&argument[1], error, &begin);
  if (status == HD_OK) status = read_small(&argument[2], error, &end);
  if (status == HD_OK) status = function(&profile, begin, end, error, &pick);
  return status == HD_OK ? give_picked(&pick, &argument[0], NULL, operation, error, result) : status;
}

HD_OPERATION(group_modes) {
  (void)count;
  return call_by_range(hd_pick_group, "group_modes", argument, error, result);
}

HD_OPERATION(take) {
  (void)count;
  return call_by_range(hd_pick_take, "take", argument, error, result);
}

HD_OPERATION(zip) {
  (void)count;
  hd_profile profile;
  hd_pick pick;
  hd_status status = nesting(&argument[0], error, &profile);
  if (status == HD_OK) status = hd_pick_zip(&profile, error, &pick);
  return status == HD_OK ? give_picked(&pick, &argument[0], NULL, "zip", error, result) : status;
}

HD_OPERATION(replace) {
  (void)count;
  hd_profile profile, by;
  int mode;
  hd_pick pick;
  hd_status status = nesting(&argument[0], error, &profile);
  if (status == HD_OK) status = read_small(&argument[1], error, &mode);
  if (status == HD_OK) status = nesting(&argument[2], error, &by);
  if (status == HD_OK) status = hd_pick_replace(&profile, mode, &by, error, &pick);
  return status == HD_OK ? give_picked(&pick, &argument[0], &argument[2], "replace", error, result) : status;
}

typedef hd_status to_rank(const hd_profile *, int, const hd_profile *, hd_error *, hd_pick *);

/* To a rank, or, where none is given, to one mode more. */
static hd_status call_to_rank(to_rank *function, const char *operation, const hd_value *value, const hd_value *element,
                              const hd_value *wanted, hd_error *error, hd_value *result) {
  hd_profile profile, by;
  hd_pick pick;
  hd_status status = nesting(value, error, &profile);
  if (status == HD_OK) status = nesting(element, error, &by);
  if (status != HD_OK) return status;
  int rank = hd_rank(&profile) + 1;
  if (wanted) status = read_small(wanted, error, &rank);
  if (status == HD_OK) status = function(&profile, rank, &by, error, &pick);
  return status == HD_OK ? give_picked(&pick, value, element, operation, error, result) : status;
}

HD_OPERATION(append) {
  (void)count;
  return call_to_rank(hd_pick_append_to_rank, "append", &argument[0], &argument[1], NULL, error, result);
}

HD_OPERATION(prepend) {
  (void)count;
  return call_to_rank(hd_pick_prepend_to_rank, "prepend", &argument[0], &argument[1], NULL, error, result);
}

HD_OPERATION(append_to_rank) {
  (void)count;
  return call_to_rank(hd_pick_append_to_rank, "append_to_rank", &argument[1], &argument[2], &argument[0], error,
                      result);
}

HD_OPERATION(prepend_to_rank) {
  (void)count;
  return call_to_rank(hd_pick_prepend_to_rank, "prepend_to_rank", &argument[1], &argument[2], &argument[0], error,
                      result);
}

/* ---- made from a shape ---- */

HD_OPERATION(domain_distribute) {
  (void)count;
  hd_tuple shape;
  hd_layout layout;
  int64_t steps;
  hd_status status = hd_value_tuple(&argument[0], error, &shape);
  if (status == HD_OK) status = hd_value_integer(&argument[1], error, &steps);
  if (status == HD_OK) status = hd_domain_distribute(&shape, steps, error, &layout);
  return hd_give_layout(result, status, &layout);
}

HD_OPERATION(make_ordered_layout) {
  (void)count;
  hd_tuple shape, order;
  hd_layout layout;
  hd_status status = hd_value_tuple(&argument[0], error, &shape);
  if (status == HD_OK) status = hd_value_tuple(&argument[1], error, &order);
  if (status == HD_OK) status = hd_make_ordered_layout(&shape, &order, error, &layout);
  return hd_give_layout(result, status, &layout);
}

HD_OPERATION(make_identity_layout) {
  (void)count;
  hd_tuple shape;
  hd_layout layout;
  hd_status status = hd_value_tuple(&argument[0], error, &shape);
  if (status == HD_OK) status = hd_make_identity_layout(&shape, error, &layout);
  return hd_give_layout(result, status, &layout);
}

/* ---- elements of another width ---- */

typedef hd_status cast(const hd_layout *, int64_t, hd_error *, hd_layout *);

static hd_status call_cast(cast *function, const hd_value *argument, hd_error *error, hd_value *result) {
  int64_t elements;
  hd_layout layout;
  hd_status status = hd_value_integer(&argument[0], error, &elements);
  if (status == HD_OK) status = hd_value_layout(&argument[1], error, &layout);
  if (status == HD_OK) status = function(&layout, elements, error, &layout);
  return hd_give_layout(result, status, &layout);
}

HD_OPERATION(upcast) {
  (void)count;
  return call_cast(hd_upcast, argument, error, result);
}

HD_OPERATION(downcast) {
  (void)count;
  return call_cast(hd_downcast, argument, error, result);
}

HD_OPERATION(recast_layout) {
  (void)count;
  int64_t new_bits, old_bits;
  hd_layout layout;
  hd_status status = hd_value_integer(&argument[0], error, &new_bits);
  if (status == HD_OK) status = hd_value_integer(&argument[1], error, &old_bits);
  if (status == HD_OK) status = hd_value_layout(&argument[2], error, &layout);
  if (status == HD_OK) status = hd_recast(&layout, new_bits, old_bits, error, &layout);
  return hd_give_layout(result, status, &layout);
}
