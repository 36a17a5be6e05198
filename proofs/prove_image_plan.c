/* Modes sorted, joined, and shared out between what is marked at once and what is gone through. */
#include "proofs/prove_image_plan.h"

#include "algebra/checked.h"

#include <string.h>

/* ---- the modes ---- */

/* Takes the moving modes of a layout by rising stride, joined, as multiples of what they have in common. False where a
 * value leaves 64 bits. */
static bool sort_modes(const hd_layout *layout, hd_image_plan *plan) {
  uint64_t common = 0;
  plan->least = 0;
  plan->modes = 0;
  for (int k = 0; k < layout->profile.leaves; k++) {
    int64_t stride = layout->stride[k], far;
    if (layout->shape[k] == 1 || stride == 0) continue;
    if (!hd_mul(layout->shape[k] - 1, stride, &far)) return false;
    if (stride < 0 && !hd_add(plan->least, far, &plan->least)) return false;
    hd_walk_mode mode = {(uint64_t)layout->shape[k], stride < 0 ? 0 - (uint64_t)stride : (uint64_t)stride, 0, 0};
    int at = plan->modes++;
    for (; at > 0 && plan->mode[at - 1].stride > mode.stride; at--) plan->mode[at] = plan->mode[at - 1];
    plan->mode[at] = mode;
    common = hd_common_divisor(common, mode.stride);
  }
  plan->common = common == 0 ? 1 : common;
  int kept = 0;
  for (int k = 0; k < plan->modes; k++) {
    hd_walk_mode mode = plan->mode[k], *before = plan->mode + kept;
    mode.stride /= plan->common;
    if (kept > 0 && mode.stride == before[-1].stride * before[-1].extent) before[-1].extent *= mode.extent;
    else plan->mode[kept++] = mode;
  }
  plan->modes = kept;
  return true;
}

static void set_reaches(hd_image_plan *plan) {
  uint64_t reach = 0;
  for (int k = 0; k < plan->modes; k++) {
    hd_walk_mode *mode = &plan->mode[k];
    reach += (mode->extent - 1) * mode->stride;
    mode->reach = reach;
    mode->inverse = 1 / (double)mode->stride;
  }
}

static void remove_modes(hd_image_plan *plan, int from, int count) {
  plan->modes -= count;
  memmove(plan->mode + from, plan->mode + from + count, (size_t)(plan->modes - from) * sizeof plan->mode[0]);
  set_reaches(plan);
}

/* Makes a long mode of stride 1 the run, and takes starts as multiples of what they have in common. Where runs overlap
 * so far that a slice would be too small for what reaches into it, the run stays a mode. */
static void take_run(hd_image_plan *plan) {
  uint64_t unit = 0;
  plan->run = plan->unit = 1;
  if (plan->modes == 0 || plan->mode[0].stride != 1 || plan->mode[0].extent < HD_LONG) return;
  for (int k = 1; k < plan->modes; k++) unit = hd_common_divisor(unit, plan->mode[k].stride);
  if (unit == 0) unit = plan->mode[0].extent;
  if (plan->mode[0].extent / unit > HD_TABLE_REACH) return;
  plan->run = plan->mode[0].extent;
  plan->unit = unit;
  for (int k = 1; k < plan->modes; k++) plan->mode[k].stride /= unit;
  remove_modes(plan, 0, 1);
}

/* ---- what is marked at once ---- */

/* The sum of the first `modes` modes at an index. */
static uint64_t sum_at(const hd_image_plan *plan, int modes, uint64_t index) {
  uint64_t sum = 0;
  for (int k = 0; k < modes; k++) {
    sum += index % plan->mode[k].extent * plan->mode[k].stride;
    index /= plan->mode[k].extent;
  }
  return sum;
}

/* As many modes as fit a pattern or a table, whichever marks more starts at a time. */
static void take_block(hd_image_plan *plan) {
  uint64_t count = 1, best = 1;
  int modes = 0, dense = 0;
  while (modes < plan->modes && count * plan->mode[modes].extent <= HD_LISTED_MAX &&
         plan->mode[modes].reach < HD_TABLE_REACH) {
    count *= plan->mode[modes++].extent;
    uint64_t words = plan->mode[modes - 1].reach / HD_WORD + 2;
    if (words <= HD_PATTERN_WORDS && count / words > best) {
      best = count / words;
      dense = modes;
    }
  }
  plan->marking = dense > 0 ? HD_MARK_PATTERN : HD_MARK_LISTED;
  if (dense > 0) modes = dense;
  count = 1;
  for (int k = 0; k < modes; k++) count *= plan->mode[k].extent;
  plan->inner = (hd_walk_mode){count, 1, modes == 0 ? 0 : plan->mode[modes - 1].reach, 1};
  memset(plan->word, 0, sizeof plan->word);
  for (uint64_t i = 0; i < count; i++) {
    uint64_t sum = sum_at(plan, modes, i);
    plan->offset[i] = (uint32_t)sum;
    if (dense > 0) plan->word[sum / HD_WORD] |= (uint64_t)1 << sum % HD_WORD;
  }
  remove_modes(plan, 0, modes);
}

static void take_mode(hd_image_plan *plan, int index, hd_marking marking) {
  plan->marking = marking;
  plan->inner = plan->mode[index];
  plan->inner.reach = (plan->inner.extent - 1) * plan->inner.stride;
  remove_modes(plan, index, 1);
}

static void choose_marking(hd_image_plan *plan) {
  int longest = 0;
  uint64_t dense = 1;
  for (int k = 0; k < plan->modes; k++)
    if (plan->mode[k].extent > plan->mode[longest].extent) longest = k;
  for (int k = 0; k < plan->modes && plan->mode[k].reach < (HD_PATTERN_WORDS - 2) * HD_WORD; k++)
    dense *= plan->mode[k].extent;
  if (plan->modes > 0 && plan->mode[0].stride == 1 && plan->mode[0].extent >= HD_LONG)
    take_mode(plan, 0, HD_MARK_WORDS);
  else if (plan->modes > 0 && plan->mode[longest].extent >= HD_LONG && dense < 2 * HD_PATTERN_WORDS)
    take_mode(plan, longest, HD_MARK_STRIDED);
  else take_block(plan);
  plan->bits = plan->run > 1 || plan->marking != HD_MARK_LISTED;
}

static void choose_slice(hd_image_plan *plan, const hd_image_limits *limits) {
  uint64_t threads = (uint64_t)(limits->threads < 1 ? 1 : limits->threads);
  uint64_t share = plan->span / threads / HD_WORD * HD_WORD + HD_WORD;
  uint64_t most = plan->bits ? HD_SLICE_BITS : HD_SLICE_BYTES;
  if (plan->marking == HD_MARK_STRIDED && plan->inner.stride < HD_SLICE_BITS / HD_STEPS)
    most = plan->inner.stride * HD_STEPS < HD_SLICE_NEAR ? HD_SLICE_NEAR : plan->inner.stride * HD_STEPS;
  plan->slice = limits->slice > 0 ? (uint64_t)limits->slice : share < most ? share : most;
}

hd_status hd_image_plan_make(const hd_layout *layout, const hd_image_limits *limits, hd_error *error,
                             hd_image_plan *plan) {
  if (!sort_modes(layout, plan)) return hd_fail(error, HD_OVERFLOW, "image", "a value leaves 64 bits");
  set_reaches(plan);
  take_run(plan);
  plan->behind = (plan->run - 1) / plan->unit;
  plan->span = (plan->modes == 0 ? 0 : plan->mode[plan->modes - 1].reach) + plan->behind + 1;
  plan->origin = (0 - (uint64_t)plan->least) / plan->common;
  choose_marking(plan);
  choose_slice(plan, limits);
  return HD_OK;
}
