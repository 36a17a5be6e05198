/* Functions of the language about the order in which modes run: turned round, row-major, as a pattern says. */
#include "proofs/operations_more.h"

#include "algebra/refusals.h"
#include "algebra/modes.h"
#include "algebra/order.h"
#include "algebra/rearrange.h"
#include "proofs/builtin.h"

/* ---- turned round ---- */

/* The modes from the last to the first; a scalar as it is. */
static hd_status pick_reverse(const hd_profile *of, hd_error *error, hd_pick *pick) {
  hd_view whole = hd_view_all(of), mode;
  pick->profile.leaves = 0;
  for (int index = hd_rank(of) - 1; index >= 0; index--) {
    if (!hd_view_mode(of, whole, index, &mode)) break;
    int at = pick->profile.leaves;
    (void)hd_profile_append(&pick->profile, of, mode);
    for (int leaf = mode.begin; leaf < mode.end; leaf++) pick->leaf[at++] = (uint16_t)leaf;
  }
  if (!hd_is_tuple(of) || of->leaves == 0 || hd_profile_wrap(&pick->profile, 0)) return HD_OK;
  return hd_refuse_full(error, "reverse");
}

HD_OPERATION(reverse) {
  (void)count;
  hd_layout layout;
  hd_tuple tuple;
  hd_pick pick;
  if (argument[0].kind == HD_KIND_TUPLE) {
    hd_status picked = pick_reverse(&argument[0].as.tuple.profile, error, &pick);
    if (picked == HD_OK) hd_pick_tuple(&pick, &argument[0].as.tuple, NULL, &tuple);
    return hd_give_tuple(result, picked, &tuple);
  }
  hd_status status = hd_value_layout(&argument[0], error, &layout);
  if (status == HD_OK) status = pick_reverse(&layout.profile, error, &pick);
  if (status == HD_OK) status = hd_pick_layout(&pick, &layout, NULL, "reverse", error, &layout);
  return hd_give_layout(result, status, &layout);
}

/* Coalesced for whoever counts the last mode fastest: turned round, that is the order of layouts. */
HD_OPERATION(coalesce_last_fastest) {
  (void)count;
  hd_layout layout;
  hd_pick pick;
  hd_status status = hd_value_layout(&argument[0], error, &layout);
  if (status == HD_OK) hd_flatten(&layout, &layout);
  for (int turn = 0; turn < 2; turn++) {
    if (status == HD_OK) status = pick_reverse(&layout.profile, error, &pick);
    if (status == HD_OK) status = hd_pick_layout(&pick, &layout, NULL, "coalesce_last_fastest", error, &layout);
    if (status == HD_OK && turn == 0) hd_coalesce(&layout, &layout);
  }
  return hd_give_layout(result, status, &layout);
}

/* ---- compact strides ---- */

/* The strides of a shape in the order that the numbers of its leaves give. */
static hd_status give_strides(const hd_tuple *shape, const hd_tuple *order, hd_error *error, hd_value *result) {
  hd_layout layout;
  hd_tuple stride;
  hd_status status = hd_make_ordered_layout(shape, order, error, &layout);
  if (status == HD_OK) hd_stride(&layout, &stride);
  return hd_give_tuple(result, status, &stride);
}

/* Leaf k gets the number k, or that from the end. */
static hd_status compact(const hd_value *argument, bool last_fastest, hd_error *error, hd_value *result) {
  hd_tuple shape, order;
  hd_status status = hd_value_tuple(&argument[0], error, &shape);
  if (status != HD_OK) return status;
  hd_tuple_copy(&order, &shape);
  order.on_axes = false;
  for (int k = 0; k < order.profile.leaves; k++) order.value[k] = last_fastest ? order.profile.leaves - k : k;
  return give_strides(&shape, &order, error, result);
}

HD_OPERATION(compact_col_major) {
  (void)count;
  return compact(argument, false, error, result);
}

HD_OPERATION(compact_row_major) {
  (void)count;
  return compact(argument, true, error, result);
}

HD_OPERATION(compact_order) {
  (void)count;
  hd_tuple shape, order;
  hd_status status = hd_value_tuple(&argument[0], error, &shape);
  if (status == HD_OK) status = hd_value_tuple(&argument[1], error, &order);
  return status == HD_OK ? give_strides(&shape, &order, error, result) : status;
}

/* ---- by a pattern ---- */

/* `2@wh`, or a flat tuple of such: the digit of that name has that extent. */
static hd_status read_extents(const hd_value *argument, int count, hd_error *error, hd_extent extent[HD_MAX_LEAVES],
                              int *extents) {
  *extents = 0;
  for (int a = 0; a < count; a++) {
    const hd_tuple *tuple = &argument[a].as.tuple;
    if (argument[a].kind != HD_KIND_TUPLE) return hd_refuse_kind(HD_WANTED_TUPLE, &argument[a], error);
    for (int k = 0; k < tuple->profile.leaves; k++) {
      if (!hd_axis_is_name(hd_tuple_axis(tuple, k)))
        return hd_fail(error, HD_MISMATCH, "argument", "the extent of a name is wanted here, as in 4@wl");
      if (*extents == HD_MAX_LEAVES)
        return hd_refuse(error, HD_CAPACITY, "rearrange", "more than {0} extents are given", HD_MAX_LEAVES, 0, 0);
      extent[(*extents)++] = (hd_extent){tuple->axis[k], tuple->value[k]};
    }
  }
  return HD_OK;
}

HD_OPERATION(rearrange) {
  hd_layout layout;
  hd_extent extent[HD_MAX_LEAVES];
  int extents;
  hd_status status = hd_value_layout(&argument[0], error, &layout);
  if (status == HD_OK && argument[1].kind != HD_KIND_STRING)
    status = hd_refuse_kind(HD_WANTED_STRING, &argument[1], error);
  if (status == HD_OK) status = read_extents(&argument[2], count - 2, error, extent, &extents);
  if (status == HD_OK) {
    status = hd_rearrange(&layout, argument[1].as.string.text, argument[1].as.string.length, extent, extents, error,
                          &layout);
  }
  return hd_give_layout(result, status, &layout);
}
