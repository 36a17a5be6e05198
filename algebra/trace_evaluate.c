/* The steps of a value: an index split digit by digit, and each digit times its stride. */
#include "algebra/trace.h"

#include "algebra/checked.h"
#include "algebra/components.h"
#include "algebra/evaluate.h"
#include "algebra/trace_parts.h"

/* ---- cosize ---- */

/* The reach of one axis: what its leaves add up to without sign. */
static int64_t tell_reach(hd_narrator *n, const hd_layout *layout, hd_axis axis) {
  int64_t reach = 0;
  for (int k = 0; k < layout->profile.leaves; ++k) {
    int64_t extent = layout->shape[k], stride = layout->stride[k], magnitude, part = 0;
    if (hd_layout_axis(layout, k) != axis || !hd_abs(stride, &magnitude)) continue;
    (void)hd_mul(extent - 1, magnitude, &part);
    HD_TELL(n, .kind = HD_TRACE_TERM,
            .text = stride < 0 ? "{1}:{2}{a} reaches ({1} - 1) * {3} = {0}, its stride taken without sign"
                               : "{1}:{2}{a} reaches ({1} - 1) * {3} = {0}",
            .number = {part, extent, stride, magnitude}, .axis = axis);
    reach += part;
  }
  return reach;
}

hd_status hd_trace_cosize(const hd_trace *trace, const hd_layout *layout, hd_error *error, int64_t *cosize) {
  hd_narrator n = hd_narrator_start(trace, "cosize");
  hd_components components;
  int64_t told = 1, answer;
  hd_status status = hd_cosize(layout, error, &answer);
  if (status != HD_OK) return status;
  hd_components_of(layout, &components);
  for (int k = 0; k < components.count; ++k) {
    int64_t reach = tell_reach(&n, layout, components.axis[k]);
    HD_TELL(&n,
            .text = layout->on_axes ? "the largest value{a} is {0}, and 0 counts too: {1}"
                                    : "the largest value is {0}, and 0 counts too: {1}",
            .number = {reach, reach + 1}, .axis = components.axis[k]);
    told *= reach + 1;
  }
  if (components.count > 1) HD_TELL(&n, .text = "the axes together: {0}", .number = {told});
  n.strays = told != answer;
  status = hd_narrated(&n, status, error);
  if (status == HD_OK) *cosize = answer;
  return status;
}

/* ---- digits ---- */

/* Splits an index over the leaves of a mode; digit[k - view.begin] is what leaf k gets. */
static void tell_digits(hd_narrator *n, const int64_t *shape, hd_view view, int64_t index, int64_t *digit) {
  for (int k = view.begin; k < view.end; ++k) {
    int64_t whole = index, extent = shape[k];
    bool last = k + 1 == view.end;
    *digit = last ? index : hd_split_digit(&index, extent);
    if (view.end - view.begin > 1)
      HD_TELL(n,
              .text = last && (whole < 0 || whole >= extent)
                          ? "the last extent, {1}, takes all that is left, past its end: {0}"
                      : last ? "the last extent, {1}, takes what is left: {0}"
                             : "{0} by {1} is {3}, and the digit {2} is left over",
              .number = {whole, extent, *digit, index});
    ++digit;
  }
}

/* Each leaf of a coordinate on the mode it stands for, told as terms; false where a sum leaves 64 bits. */
static bool tell_terms(hd_narrator *n, const hd_layout *layout, const hd_tuple *coordinate, hd_components *sum) {
  hd_cursor cursor = hd_cursor_start(&layout->profile);
  int64_t digit[HD_MAX_LEAVES], part;
  for (int k = 0; k < coordinate->profile.leaves; ++k) {
    (void)hd_cursor_descend(&cursor, coordinate->profile.open[k]);
    hd_view view = hd_cursor_next(&cursor);
    if (hd_tuple_is_any(coordinate, k)) HD_TELL(n, .text = "`_` counts as 0");
    else if (view.end - view.begin > 1)
      HD_TELL(n, .text = "{0} is split over {1} extents, the first fastest",
              .number = {coordinate->value[k], view.end - view.begin});
    n->depth++;
    tell_digits(n, layout->shape, view, coordinate->value[k], digit);
    n->depth--;
    for (int leaf = view.begin; leaf < view.end; ++leaf) {
      int64_t at = digit[leaf - view.begin], stride = layout->stride[leaf];
      if (!hd_mul(at, stride, &part) || !hd_add(sum->value[sum->of_leaf[leaf]], part, &sum->value[sum->of_leaf[leaf]]))
        return false;
      HD_TELL(n, .kind = HD_TRACE_TERM, .text = "{1} on {2}:{3}{a} is {1} * {3}{a} = {0}{a}",
              .number = {part, at, layout->shape[leaf], stride}, .axis = hd_layout_axis(layout, leaf));
    }
    for (int close = coordinate->profile.close[k]; close > 0; --close) hd_cursor_leave(&cursor);
  }
  return true;
}

/* The value that the terms add up to, compared with the answer. */
static void tell_value(hd_narrator *n, const hd_layout *layout, const hd_tuple *coordinate, const hd_tuple *answer) {
  hd_components sum;
  hd_tuple told;
  hd_components_of(layout, &sum);
  bool adds = layout->profile.leaves == 0 || tell_terms(n, layout, coordinate, &sum);
  if (!adds || !hd_components_tuple(&sum, 0, &told)) {
    n->strays = true;
    return;
  }
  if (hd_axis_is_path(sum.axis[0])) told.on_axes = false;
  if (layout->profile.leaves > 1) HD_TELL(n, .text = "the sum is {c}", .tuple = {&told});
  n->strays |= !hd_tuple_is_identical(&told, answer);
}

hd_status hd_tell_evaluate(hd_narrator *n, const hd_layout *layout, const hd_tuple *coordinate, hd_error *error,
                           hd_tuple *value) {
  hd_status status = hd_evaluate(layout, coordinate, error, value);
  if (status == HD_OK) tell_value(n, layout, coordinate, value);
  return status;
}

hd_status hd_trace_evaluate(const hd_trace *trace, const hd_layout *layout, const hd_tuple *coordinate, hd_error *error,
                            hd_tuple *value) {
  hd_narrator n = hd_narrator_start(trace, "evaluate");
  hd_tuple answer;
  hd_status status = hd_tell_evaluate(&n, layout, coordinate, error, &answer);
  status = hd_narrated(&n, status, error);
  if (status == HD_OK) hd_tuple_copy(value, &answer);
  return status;
}

/* ---- coordinates of a shape ---- */

/* The shape with column-major strides, of extents of 1 too. Requires one that the operation has accepted. */
static void ordinal(const hd_tuple *shape, hd_layout *layout) {
  int64_t product = 1;
  hd_layout_clear(layout);
  (void)hd_profile_append(&layout->profile, &shape->profile, hd_view_all(&shape->profile));
  for (int k = 0; k < shape->profile.leaves; product *= shape->value[k++]) {
    layout->shape[k] = shape->value[k];
    layout->stride[k] = product;
  }
}

hd_status hd_trace_crd2idx(const hd_trace *trace, const hd_tuple *coordinate, const hd_tuple *shape, hd_error *error,
                           int64_t *index) {
  hd_narrator n = hd_narrator_start(trace, "crd2idx");
  hd_layout layout;
  hd_tuple told;
  int64_t answer;
  hd_status status = hd_crd2idx(coordinate, shape, error, &answer);
  if (status != HD_OK) return status;
  ordinal(shape, &layout);
  hd_tuple_scalar(&told, answer);
  if (layout.profile.leaves > 0)
    HD_TELL(&n, .text = "the shape, the first extent fastest, is {A}", .layout = {&layout});
  tell_value(&n, &layout, coordinate, &told);
  status = hd_narrated(&n, status, error);
  if (status == HD_OK) *index = answer;
  return status;
}

hd_status hd_trace_idx2crd(const hd_trace *trace, const hd_tuple *index, const hd_tuple *shape, hd_error *error,
                           hd_tuple *coordinate) {
  hd_narrator n = hd_narrator_start(trace, "idx2crd");
  hd_tuple answer;
  hd_status status = hd_idx2crd(index, shape, error, &answer);
  if (status != HD_OK) return status;
  hd_cursor cursor = hd_cursor_start(&shape->profile);
  for (int k = 0; shape->profile.leaves > 0 && k < index->profile.leaves; ++k) {
    int64_t digit[HD_MAX_LEAVES];
    (void)hd_cursor_descend(&cursor, index->profile.open[k]);
    hd_view view = hd_cursor_next(&cursor);
    tell_digits(&n, shape->value, view, index->value[k], digit);
    for (int leaf = view.begin; leaf < view.end; ++leaf) n.strays |= digit[leaf - view.begin] != answer.value[leaf];
    for (int close = index->profile.close[k]; close > 0; --close) hd_cursor_leave(&cursor);
  }
  status = hd_narrated(&n, status, error);
  if (status == HD_OK) hd_tuple_copy(coordinate, &answer);
  return status;
}
