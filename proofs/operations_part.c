/* Functions of the language that hand out parts of a tensor, and what others make of a part. */
#include "proofs/operations_part.h"

#include "algebra/refusals.h"
#include "algebra/arithmetic.h"
#include "algebra/checked.h"
#include "algebra/modes.h"
#include "algebra/partition.h"
#include "proofs/builtin_tmem_machine.h"
#include "proofs/operations.h"
#include "proofs/operations_composed.h"

#include <string.h>

bool hd_has_part(const hd_value *argument, int count) {
  return hd_first_of_kind(HD_KIND_PART, argument, count) != NULL;
}

/* ---- what a part says ---- */

/* Adds the numbers that `offset` has on names to those of `value`, which may lack some. */
static hd_status add_named(const hd_tuple *offset, hd_error *error, hd_tuple *value) {
  if (!value->on_axes) hd_tuple_clear(value); /* a value that does not move is 0 on every name */
  bool is_flat = hd_is_tuple(&value->profile);
  if (is_flat) value->profile.open[0] = value->profile.close[value->profile.leaves - 1] = 0;
  for (int k = 0; k < offset->profile.leaves; k++) {
    int at = 0;
    while (at < value->profile.leaves && hd_tuple_axis(value, at) != hd_tuple_axis(offset, k)) at++;
    if (at == value->profile.leaves) {
      if (!hd_tuple_append(value, offset->value[k], hd_tuple_axis(offset, k)))
        return hd_refuse(error, HD_CAPACITY, "evaluate", "the value lies on more than {0} axes", HD_MAX_LEAVES, 0, 0);
    } else if (!hd_add(value->value[at], offset->value[k], &value->value[at])) {
      return hd_refuse(error, HD_OVERFLOW, "evaluate", "{0} + {1} leaves 64 bits", value->value[at], offset->value[k],
                       0);
    }
  }
  if (hd_is_tuple(&offset->profile) || is_flat) (void)hd_profile_wrap(&value->profile, 0);
  return HD_OK;
}

hd_status hd_part_evaluate(const hd_layout_part *part, const hd_tuple *coordinate, hd_error *error, hd_tuple *value) {
  hd_tuple at;
  if (hd_has_any(coordinate)) {
    (void)hd_fail(error, HD_MISMATCH, "evaluate", "a part has values at whole coordinates, and none at {c}");
    if (error == NULL) return HD_MISMATCH;
    error->has_coordinate = true;
    hd_tuple_copy(&error->coordinate, coordinate);
    error->hint = "slice(get(P, 0), c) is the slice of its layout";
    return HD_MISMATCH;
  }
  hd_status status = hd_composed_evaluate(&part->layout, coordinate, error, &at);
  if (status != HD_OK) return status;
  bool named = part->offset.profile.leaves > 0 && hd_axis_is_name(hd_tuple_axis(&part->offset, 0));
  status = named ? add_named(&part->offset, error, &at) : hd_tuple_add(&part->offset, &at, error, &at);
  if (status == HD_OK) hd_tuple_copy(value, &at);
  return status;
}

static hd_status evaluate(const hd_value *argument, int count, hd_error *error, hd_value *result) {
  hd_tuple at;
  if (argument[0].kind != HD_KIND_PART) return hd_refuse_kind(HD_WANTED_TUPLE, &argument[1], error);
  hd_status status = hd_value_coordinate(argument + 1, count - 1, error, &at);
  if (status == HD_OK) status = hd_part_evaluate(&argument[0].as.part, &at, error, &at);
  return hd_give_tuple(result, status, &at);
}

/* get(P, 0, path..) is of the layout, get(P, 1) the offset. */
static hd_status get(const hd_value *argument, int count, hd_error *error, hd_value *result) {
  int64_t which = 0;
  hd_value inside[HD_MAX_ARGUMENTS];
  if (argument[0].kind != HD_KIND_PART) return hd_refuse_kind(HD_WANTED_INTEGER, &argument[1], error);
  if (count == 1) {
    hd_value_copy(result, &argument[0]);
    return HD_OK;
  }
  hd_status status = hd_value_integer(&argument[1], error, &which);
  if (status == HD_OK && (which < 0 || which > 1)) {
    status = hd_fail(error, HD_RANGE, "get", "a part has a layout, 0, and an offset, 1: there is no {0}");
    if (error != NULL) error->number[0] = which;
  }
  if (status != HD_OK) return status;
  if (which == 0) hd_value_set_composed(&inside[0], &argument[0].as.part.layout);
  else (void)hd_give_tuple(&inside[0], HD_OK, &argument[0].as.part.offset);
  for (int k = 2; k < count; k++) hd_value_copy(&inside[k - 1], &argument[k]);
  return hd_builtin_call(hd_builtin_find("get", 3), inside, count - 1, error, result);
}

static hd_status identical(const hd_value *argument, int count, hd_error *error, hd_value *result) {
  const hd_layout_part *a = &argument[0].as.part, *b = &argument[1].as.part;
  bool same = argument[0].kind == argument[1].kind && hd_composed_is_identical(&a->layout, &b->layout) &&
              hd_tuple_is_identical(&a->offset, &b->offset);
  (void)count;
  if (!same) (void)hd_fail(error, HD_OK, "identical", "the layouts or the offsets differ");
  return hd_give_boolean(result, HD_OK, same, 0);
}

hd_status hd_call_on_part(const hd_builtin *builtin, const hd_value *argument, int count, hd_error *error,
                          hd_value *result) {
  static const struct {
    const char *name;
    hd_status (*call)(const hd_value *argument, int count, hd_error *error, hd_value *result);
  } table[] = {{"get", get},
               {"evaluate", evaluate},
               {"identical", identical},
               {"tmem_apply", hd_call_tmem_apply}, /* a view of tensor memory may be a part */
               {"tmem_apply_addresses", hd_call_tmem_apply_addresses},
               {"tmem_apply_immediate", hd_call_tmem_apply_immediate}};
  for (size_t k = 0; k < sizeof table / sizeof table[0]; k++) {
    if (strcmp(table[k].name, builtin->name) == 0) return table[k].call(argument, count, error, result);
  }
  return hd_refuse_kind(HD_WANTED_LAYOUT, hd_first_of_kind(HD_KIND_PART, argument, count), error);
}

/* ---- handing out parts ---- */

HD_OPERATION(slice_and_offset) {
  (void)count;
  hd_composed layout;
  hd_tuple at, offset;
  hd_status status = hd_value_composed(&argument[0], error, &layout);
  if (status == HD_OK) status = hd_value_tuple(&argument[1], error, &at);
  if (status == HD_OK && layout.steps == 0) {
    status = hd_slice_and_offset(&layout.inner, &at, error, &layout.inner, &offset);
  } else if (status == HD_OK) {
    int64_t constant = 0;
    status = hd_composed_slice(&layout, &at, error, &layout, &constant);
    hd_tuple_scalar(&offset, constant);
  }
  return hd_give_part(result, status, &layout, &offset);
}

/* A part of the inner layout as one of the composed: A o (o + offset) o part. It begins where the steps say. */
static hd_status move_steps(hd_composed *composed, hd_tuple *offset, hd_error *error) {
  hd_status status = HD_OK;
  if (composed->steps == 0) return HD_OK;
  hd_step *last = &composed->step[composed->steps - 1];
  if (last->is_layout) status = hd_tuple_add(&composed->outer_offset, offset, error, &composed->outer_offset);
  else if (!hd_add(last->offset, offset->value[0], &last->offset))
    status = hd_fail(error, HD_OVERFLOW, "offset", "an offset leaves 64 bits");
  hd_tuple_scalar(offset, 0);
  return status;
}

HD_OPERATION(local_tile) {
  (void)count;
  hd_composed layout;
  hd_tiler tiler;
  hd_tuple at, offset;
  hd_status status = hd_value_composed(&argument[0], error, &layout);
  if (status == HD_OK) status = hd_value_tiler(&argument[1], error, &tiler);
  if (status == HD_OK) status = hd_value_tuple(&argument[2], error, &at);
  if (status == HD_OK) status = hd_local_tile(&layout.inner, &tiler, &at, error, &layout.inner, &offset);
  if (status == HD_OK) status = move_steps(&layout, &offset, error);
  return hd_give_part(result, status, &layout, &offset);
}

HD_OPERATION(local_partition) {
  (void)count;
  hd_composed layout;
  hd_layout threads;
  hd_tuple offset;
  int64_t thread;
  hd_status status = hd_value_composed(&argument[0], error, &layout);
  if (status == HD_OK) status = hd_value_layout(&argument[1], error, &threads);
  if (status == HD_OK) status = hd_value_integer(&argument[2], error, &thread);
  if (status == HD_OK) status = hd_local_partition(&layout.inner, &threads, thread, error, &layout.inner, &offset);
  if (status == HD_OK) status = move_steps(&layout, &offset, error);
  return hd_give_part(result, status, &layout, &offset);
}

HD_OPERATION(partition_thread) {
  (void)count;
  hd_composed layout;
  hd_layout tv;
  hd_tiler tile;
  hd_tuple offset;
  int64_t thread;
  hd_status status = hd_value_composed(&argument[0], error, &layout);
  if (status == HD_OK) status = hd_value_layout(&argument[1], error, &tv);
  if (status == HD_OK) status = hd_value_tiler(&argument[2], error, &tile);
  if (status == HD_OK) status = hd_value_integer(&argument[3], error, &thread);
  if (status == HD_OK) status = hd_partition_thread(&layout.inner, &tv, &tile, thread, error, &layout.inner, &offset);
  if (status == HD_OK) status = move_steps(&layout, &offset, error);
  return hd_give_part(result, status, &layout, &offset);
}
