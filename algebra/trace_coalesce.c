/* The steps of coalesce: leaf by leaf, what is dropped, what goes on from the mode before, and what begins a mode. */
#include "algebra/trace.h"

#include "algebra/checked.h"
#include "algebra/coalesce.h"
#include "algebra/trace_parts.h"

/* The mode that has been built up so far is whole. */
static void tell_mode(hd_narrator *n, const hd_layout *made) {
  hd_layout piece;
  int last = made->profile.leaves - 1;
  if (last < 0) return;
  hd_layout_clear(&piece);
  (void)hd_layout_append_leaf(&piece, made->shape[last], made->stride[last], hd_layout_axis(made, last));
  HD_TELL(n, .kind = HD_TRACE_PIECE, .text = "so this mode is {P}", .piece = &piece);
}

/* What leaf k does to the mode before it. */
static void tell_leaf(hd_narrator *n, const hd_layout *layout, int k, hd_layout *made) {
  int64_t extent = layout->shape[k], stride = layout->stride[k], next = 0;
  hd_axis axis = hd_layout_axis(layout, k);
  int last = made->profile.leaves - 1;
  bool only = k + 1 == layout->profile.leaves && last < 0;
  bool fits = last >= 0 && hd_mul(made->shape[last], made->stride[last], &next);
  bool goes_on = fits && next == stride && hd_layout_axis(made, last) == axis;
  hd_trace_step step = {.number = {extent, stride, next, last < 0 ? 0 : made->shape[last], 0, 0}, .axis = axis};
  if (extent == 1 && !only) {
    step.text = "{0}:{1}{a} has one coordinate, and its stride never counts: dropped";
  } else if (extent != 1 && goes_on) {
    step.number[4] = made->stride[last];
    made->shape[last] *= extent;
    step.number[5] = made->shape[last];
    step.text = "{0}:{1}{a} goes on where {3} steps of {4} end, at {2}: together {5}:{4}{a}";
  } else {
    tell_mode(n, made);
    step.text = only && extent == 1 ? "{0}:{1}{a} is all there is: kept, though its stride never counts"
                : last < 0          ? "{0}:{1}{a} is the first mode"
                : fits              ? "{0}:{1}{a} does not begin where that ends, at {2}: a mode of its own"
                                    : "{0}:{1}{a} is a mode of its own";
    (void)hd_layout_append_leaf(made, extent, stride, axis);
  }
  hd_tell(n, &step);
}

hd_status hd_trace_coalesce(const hd_trace *trace, const hd_layout *layout, hd_error *error, hd_layout *result) {
  hd_narrator n = hd_narrator_start(trace, "coalesce");
  hd_layout made, whole;
  hd_layout_clear(&made);
  for (int k = 0; k < layout->profile.leaves; ++k) tell_leaf(&n, layout, k, &made);
  tell_mode(&n, &made);
  hd_coalesce(layout, &whole);
  if (layout->profile.leaves > 0) n.strays = !hd_same_leaves(&made, &whole);
  hd_status status = hd_narrated(&n, HD_OK, error);
  if (status == HD_OK) hd_layout_copy(result, &whole);
  return status;
}
