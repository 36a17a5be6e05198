/* What a layout says at a coordinate, in every way of asking; its text; its slices and groups. */
#include "proofs/theorem.h"

#include <stdio.h>
#include <string.h>

/* The layout's shape, and numbers nested as the layout is. */
static void nested_tuple(const hd_layout *layout, const int64_t *value, hd_tuple *tuple) {
  tuple->profile = layout->profile;
  tuple->on_axes = false;
  memcpy(tuple->value, value, layout->profile.leaves * sizeof value[0]);
}

static bool is_scalar(const hd_tuple *tuple, int64_t value) {
  return !tuple->on_axes && tuple->profile.leaves == 1 && tuple->profile.open[0] == 0 && tuple->value[0] == value;
}

hd_outcome hd_theorem_evaluation(hd_prover *prover, const hd_case *subject) {
  const hd_layout *layout = &subject->layout[0];
  int64_t size = hd_naive_size(layout), digit[HD_MAX_LEAVES], got;
  hd_tuple coordinate, value;
  HD_ROOM(prover, size);
  for (int64_t i = -size; i < 2 * size; i++) {
    int64_t wanted = hd_naive_at(layout, i);
    hd_status status = prover->operation->evaluate_index(layout, i, NULL, &got);
    if (status != HD_OK) return hd_refute_status(prover, status, "ok");
    if (got != wanted)
      return hd_refute(prover, "at %lld it is %lld, not %lld", (long long)i, (long long)got, (long long)wanted);
    hd_naive_digits(layout, i, digit);
    nested_tuple(layout, digit, &coordinate);
    status = prover->operation->evaluate(layout, &coordinate, NULL, &value);
    if (status != HD_OK) return hd_refute_status(prover, status, "ok");
    if (!is_scalar(&value, wanted))
      return hd_refute(prover, "at the coordinate of %lld it is not %lld", (long long)i, (long long)wanted);
    hd_answer(prover, got);
  }
  return HD_HELD;
}

hd_outcome hd_theorem_coordinates(hd_prover *prover, const hd_case *subject) {
  const hd_layout *layout = &subject->layout[0];
  int64_t size = hd_naive_size(layout), digit[HD_MAX_LEAVES], back;
  hd_tuple shape, index, coordinate;
  HD_ROOM(prover, size);
  nested_tuple(layout, layout->shape, &shape);
  for (int64_t i = 0; i < 2 * size; i++) {
    hd_tuple_scalar(&index, i);
    hd_status status = prover->operation->idx2crd(&index, &shape, NULL, &coordinate);
    if (status != HD_OK) return hd_refute_status(prover, status, "ok");
    hd_naive_digits(layout, i, digit);
    for (int k = 0; k < layout->profile.leaves; k++)
      if (coordinate.value[k] != digit[k])
        return hd_refute(prover, "digit %d of %lld is %lld, not %lld", k, (long long)i, (long long)coordinate.value[k],
                         (long long)digit[k]);
    status = prover->operation->crd2idx(&coordinate, &shape, NULL, &back);
    if (status != HD_OK) return hd_refute_status(prover, status, "ok");
    if (back != i) return hd_refute(prover, "%lld comes back as %lld", (long long)i, (long long)back);
    hd_answer(prover, back);
  }
  return HD_HELD;
}

hd_outcome hd_theorem_increments(hd_prover *prover, const hd_case *subject) {
  const hd_layout *layout = &subject->layout[0];
  int64_t size = hd_naive_size(layout), digit[HD_MAX_LEAVES] = {0};
  hd_tuple shape, coordinate;
  HD_ROOM(prover, size);
  nested_tuple(layout, layout->shape, &shape);
  nested_tuple(layout, digit, &coordinate);
  for (int64_t i = 1; i <= size; i++) {
    hd_status status = prover->operation->increment_coord(&coordinate, &shape, NULL, &coordinate);
    if (status != HD_OK) return hd_refute_status(prover, status, "ok");
    hd_naive_digits(layout, i, digit);
    for (int k = 0; k < layout->profile.leaves; k++) {
      if (coordinate.value[k] != digit[k])
        return hd_refute(prover, "step %lld gives digit %d = %lld, not %lld", (long long)i, k,
                         (long long)coordinate.value[k], (long long)digit[k]);
      hd_answer(prover, digit[k]);
    }
  }
  return HD_HELD;
}

hd_outcome hd_theorem_walking(hd_prover *prover, const hd_case *subject) {
  const hd_layout *layout = &subject->layout[0];
  int64_t size = hd_naive_size(layout), *wanted = prover->table[0], *got = prover->table[1];
  hd_prepared prepared;
  HD_ROOM(prover, size);
  hd_naive_values(layout, size, wanted);
  for (int64_t first = 0; first < size; first++) {
    hd_status status = prover->operation->values(layout, first, size - first, NULL, got);
    if (status != HD_OK) return hd_refute_status(prover, status, "ok");
    for (int64_t i = first; i < size; i++)
      if (got[i - first] != wanted[i])
        return hd_refute(prover, "from %lld on, value %lld is %lld, not %lld", (long long)first, (long long)i,
                         (long long)got[i - first], (long long)wanted[i]);
  }
  hd_status status = prover->operation->prepare(layout, NULL, &prepared);
  if (status != HD_OK) return hd_refute_status(prover, status, "ok");
  for (int64_t i = 0; i < size; i++) {
    if (hd_prepared_at(&prepared, (uint32_t)i) != wanted[i])
      return hd_refute(prover, "prepared, value %lld is not %lld", (long long)i, (long long)wanted[i]);
    hd_answer(prover, wanted[i]);
  }
  return HD_HELD;
}

hd_outcome hd_theorem_cosize(hd_prover *prover, const hd_case *subject) {
  const hd_layout *layout = &subject->layout[0];
  int64_t least, greatest, cosize;
  hd_naive_range(layout, &least, &greatest);
  hd_status status = prover->operation->cosize(layout, NULL, &cosize);
  if (status != HD_OK) return hd_refute_status(prover, status, "ok");
  if (cosize != 1 + greatest - least)
    return hd_refute(prover, "it is %lld, not %lld", (long long)cosize, (long long)(1 + greatest - least));
  hd_answer(prover, cosize);
  return HD_HELD;
}

/* ---- text ---- */

/* Brackets, numbers and commas, one side of the colon. */
static size_t naive_side(const hd_layout *layout, const int64_t *number, char *text, size_t room) {
  size_t at = 0;
  for (int k = 0; k < layout->profile.leaves; k++) {
    if (k > 0) at += (size_t)snprintf(text + at, room - at, ",");
    for (int b = 0; b < layout->profile.open[k]; b++) at += (size_t)snprintf(text + at, room - at, "(");
    at += (size_t)snprintf(text + at, room - at, "%lld", (long long)number[k]);
    for (int b = 0; b < layout->profile.close[k]; b++) at += (size_t)snprintf(text + at, room - at, ")");
  }
  return at;
}

hd_outcome hd_theorem_layout_text(hd_prover *prover, const hd_case *subject) {
  const hd_layout *layout = &subject->layout[0];
  char wanted[1024], text[1024];
  hd_layout back;
  size_t at = naive_side(layout, layout->shape, wanted, sizeof wanted);
  at += (size_t)snprintf(wanted + at, sizeof wanted - at, ":");
  at += naive_side(layout, layout->stride, wanted + at, sizeof wanted - at);
  size_t length = prover->operation->print_layout(layout, text, sizeof text);
  if (length != at || strcmp(text, wanted) != 0) return hd_refute(prover, "it prints as %.200s", text);
  hd_status status = prover->operation->parse_layout(text, length, NULL, &back);
  if (status != HD_OK) return hd_refute_status(prover, status, "ok");
  bool same = back.profile.leaves == layout->profile.leaves && !back.on_axes && hd_naive_same_leaves(&back, layout);
  for (int k = 0; same && k < back.profile.leaves; k++)
    same = back.profile.open[k] == layout->profile.open[k] && back.profile.close[k] == layout->profile.close[k];
  if (!same) return hd_refute(prover, "it is read as another one");
  for (size_t k = 0; k < length; k++) hd_answer(prover, text[k]);
  return HD_HELD;
}

/* ---- slices and groups ---- */

hd_outcome hd_theorem_slicing(hd_prover *prover, const hd_case *subject) {
  const hd_layout *layout = &subject->layout[0];
  int64_t shape[HD_MAX_LEAVES], stride[HD_MAX_LEAVES], fixed = 0;
  int leaves = layout->profile.leaves, free = 0;
  hd_tuple coordinate, offset;
  hd_layout slice, wanted;
  hd_tuple_clear(&coordinate);
  for (int k = 0; k < leaves; k++) {
    bool any = subject->number[k] < 0;
    hd_tuple_append(&coordinate, any ? 0 : subject->number[k], any ? HD_AXIS_ANY : HD_AXIS_INTEGER);
    if (!any) fixed += subject->number[k] * layout->stride[k];
    if (!any) continue;
    shape[free] = layout->shape[k];
    stride[free++] = layout->stride[k];
  }
  if (leaves > 1) hd_profile_wrap(&coordinate.profile, 0);
  hd_status status = prover->operation->slice_and_offset(layout, &coordinate, NULL, &slice, &offset);
  if (status != HD_OK) return hd_refute_status(prover, status, "ok");
  if (!is_scalar(&offset, fixed)) return hd_refute(prover, "it does not begin at %lld", (long long)fixed);
  hd_naive_flat(free, shape, stride, &wanted);
  if (!hd_naive_same_leaves(&slice, &wanted)) return hd_refute(prover, "the modes are not those left free");
  hd_answer(prover, fixed);
  hd_answer_layout(prover, &slice);
  return HD_HELD;
}

hd_outcome hd_theorem_grouping(hd_prover *prover, const hd_case *subject) {
  const hd_layout *layout = &subject->layout[0];
  hd_naive_modes modes, made;
  hd_layout grouped;
  hd_naive_modes_of(layout, &modes);
  for (int begin = 0; begin < modes.count; begin++)
    for (int end = begin + 1; end <= modes.count; end++) {
      hd_status status = prover->operation->group_modes(layout, begin, end, NULL, &grouped);
      if (status != HD_OK) return hd_refute_status(prover, status, "ok");
      hd_naive_modes_of(&grouped, &made);
      if (!hd_naive_same_leaves(layout, &grouped)) return hd_refute(prover, "the leaves are not the same");
      if (made.count != modes.count - (end - begin) + 1)
        return hd_refute(prover, "modes %d to %d grouped leave %d", begin, end - 1, made.count);
      if (made.begin[begin] != modes.begin[begin] || made.begin[begin + 1] != modes.begin[end])
        return hd_refute(prover, "mode %d is not modes %d to %d", begin, begin, end - 1);
      hd_answer(prover, made.count);
    }
  return HD_HELD;
}
