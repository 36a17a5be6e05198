/* The definition spelled out on arrays of extents and strides. */
#include "tests/support/plain.h"

#include "tests/support/suite.h"
#include "tests/support/text.h"

enum { COMPONENT_BITS = 32, LEAF_SIZE = 4096, POINTS = 1 << 16 };
static const int64_t half = (int64_t)1 << (COMPONENT_BITS - 1);

/* What a stride of 1 on an axis is written as; the axis word of a path is its kind, then one more than its step. */
static int64_t weight(hd_axis axis) {
  static const hd_axis path = (hd_axis)1 << 60;
  EXPECT(axis == HD_AXIS_INTEGER || axis == (path | 1) || axis == (path | 2), "an axis beyond @0 and @1");
  return axis == (path | 2) ? 2 * half : 1;
}

int64_t hd_path_component(int64_t value, int component) {
  int64_t first = ((value % (2 * half)) + 3 * half) % (2 * half) - half;
  return component == 0 ? first : (value - first) / (2 * half);
}

static bool is_on_one_axis(int64_t value) {
  return hd_path_component(value, 0) == 0 || hd_path_component(value, 1) == 0;
}

/* No leaves. The arrays are not cleared: most of them is never used. */
static void clear(hd_plain *plain, bool on_paths) {
  plain->leaves = 0;
  plain->size = 1;
  plain->on_paths = on_paths;
}

void hd_plain_add(hd_plain *plain, int64_t extent, int64_t stride) {
  plain->shape[plain->leaves] = extent;
  plain->stride[plain->leaves++] = stride;
  plain->size *= extent;
}

void hd_plain_of(const hd_layout *layout, hd_plain *plain) {
  clear(plain, layout->on_axes);
  for (int k = 0; k < layout->profile.leaves; k++) {
    bool moves = layout->on_axes && layout->stride[k] != 0;
    hd_plain_add(plain, layout->shape[k], layout->stride[k] * (moves ? weight(layout->axis[k]) : 1));
  }
}

void hd_plain_join(const hd_plain *a, const hd_plain *b, hd_plain *both) {
  bool on_paths = a->on_paths || b->on_paths;
  if (both != a) {
    clear(both, on_paths);
    for (int k = 0; k < a->leaves; k++) hd_plain_add(both, a->shape[k], a->stride[k]);
  }
  both->on_paths = on_paths;
  for (int k = 0; k < b->leaves; k++) hd_plain_add(both, b->shape[k], b->stride[k]);
}

int64_t hd_plain_at(const hd_plain *plain, int64_t index) {
  int64_t value = 0;
  for (int k = 0; k < plain->leaves; k++) {
    int64_t digit = index;
    if (k + 1 < plain->leaves) {
      digit = index % plain->shape[k];
      index /= plain->shape[k];
      if (digit < 0) digit += plain->shape[k], --index;
    }
    value += digit * plain->stride[k];
  }
  return value;
}

void hd_plain_values(const hd_plain *plain, int64_t *value) {
  int64_t block = 1;
  value[0] = 0;
  for (int k = 0; k < plain->leaves; block *= plain->shape[k++])
    for (int64_t i = block; i < block * plain->shape[k]; i++) value[i] = value[i - block] + plain->stride[k];
}

int64_t hd_plain_swizzled(hd_swizzle swizzle, int64_t x) {
  uint64_t from = (uint64_t)x, result = from;
  for (int k = swizzle.base; k < swizzle.base + swizzle.bits; k++) {
    int source = swizzle.shift < 0 ? k : k + swizzle.shift;
    result ^= (from >> source & 1) << (source - swizzle.shift);
  }
  return (int64_t)result;
}

/* ---- existence ---- */

/* Whether blocks of `block` values can go on as factors of what is left. */
static bool fits_from(bool on_paths, const int64_t *value, int64_t count, int64_t block) {
  if (block == count) return true;
  if (on_paths && !is_on_one_axis(value[block])) return false;
  int64_t left = count / block;
  for (int64_t extent = 2; extent <= left; extent++) {
    bool moved = left % extent == 0;
    for (int64_t i = block; moved && i < block * extent; i++)
      moved = value[i] == value[i % block] + i / block * value[block];
    if (moved && fits_from(on_paths, value, count, block * extent)) return true;
  }
  return false;
}

bool hd_plain_fits(bool on_paths, const int64_t *value, int64_t count) {
  return value[0] == 0 && fits_from(on_paths, value, count, 1);
}

bool hd_plain_composes(const hd_plain *a, const hd_plain *b) {
  static int64_t along[HD_MAX_LEAVES][LEAF_SIZE];
  static int64_t index[POINTS]; /* too large for a frame that is made so often */
  for (int k = 0; k < b->leaves; k++) {
    EXPECT(b->shape[k] <= LEAF_SIZE, "a layout of too many coordinates for the test");
    for (int64_t i = 0; i < b->shape[k]; i++) along[k][i] = hd_plain_at(a, i * b->stride[k]);
    if (!hd_plain_fits(a->on_paths, along[k], b->shape[k])) return false;
  }
  EXPECT(b->size <= HD_COUNT(index), "a layout of too many coordinates for the test");
  hd_plain_values(b, index);
  for (int64_t i = 0; i < b->size; i++) {
    int64_t sum = 0, rest = i;
    for (int k = 0; k < b->leaves; rest /= b->shape[k++]) sum += along[k][rest % b->shape[k]];
    if (sum != hd_plain_at(a, index[i])) return false;
  }
  return true;
}

/* Leaves of extent 1 left out, and neighbours joined where one goes on as the other ends. */
static void join_neighbours(const hd_plain *a, hd_plain *joined) {
  clear(joined, false);
  for (int k = 0; k < a->leaves; k++) {
    int last = joined->leaves - 1;
    if (a->shape[k] == 1) continue;
    if (last >= 0 && a->stride[k] == joined->shape[last] * joined->stride[last]) joined->shape[last] *= a->shape[k];
    else hd_plain_add(joined, a->shape[k], a->stride[k]);
  }
}

/* The moving leaves in order of their strides. */
static void sort_moving(const hd_plain *of, hd_plain *sorted) {
  bool used[HD_MAX_LEAVES] = {false};
  hd_plain a;
  join_neighbours(of, &a);
  clear(sorted, false);
  for (;;) {
    int least = -1;
    for (int k = 0; k < a.leaves; k++)
      if (!used[k] && a.stride[k] != 0 && (least < 0 || a.stride[k] < a.stride[least])) least = k;
    if (least < 0) return;
    used[least] = true;
    hd_plain_add(sorted, a.shape[least], a.stride[least]);
  }
}

bool hd_plain_complement(const hd_plain *a, int64_t within, hd_plain *rest) {
  hd_plain sorted;
  int64_t end = 1, reach = 0;
  sort_moving(a, &sorted);
  clear(rest, false);
  for (int k = 0; k < sorted.leaves; k++) {
    int64_t gap = sorted.stride[k] / end;
    if (sorted.stride[k] < end) return false;
    if (gap > 1) hd_plain_add(rest, gap, end);
    reach += (gap - 1) * end + (sorted.shape[k] - 1) * sorted.stride[k];
    end = sorted.shape[k] * sorted.stride[k];
  }
  int64_t tiles = within == 0 ? 1 : (within + end - 1) / end;
  if (within == 0 || tiles > 1 || rest->leaves == 0) hd_plain_add(rest, tiles, end);
  return reach + (tiles - 1) * end >= within - 1;
}

static void component_of(const hd_plain *a, int component, hd_plain *alone) {
  clear(alone, false);
  for (int k = 0; k < a->leaves; k++) hd_plain_add(alone, a->shape[k], hd_path_component(a->stride[k], component));
}

bool hd_plain_steps(const hd_plain *a, hd_plain *steps) {
  int components = 1;
  if (!a->on_paths) return hd_plain_complement(a, 0, steps);
  for (int k = 0; k < a->leaves; k++)
    if (hd_path_component(a->stride[k], 1) != 0) components = 2;
  clear(steps, true);
  for (int component = 0; component < components; component++) {
    hd_plain alone, rest;
    component_of(a, component, &alone);
    if (!hd_plain_complement(&alone, 0, &rest)) return false;
    for (int k = 0; k < rest.leaves; k++)
      hd_plain_add(steps, rest.shape[k], rest.stride[k] * (component == 0 ? 1 : 2 * half));
  }
  return true;
}

/* ---- what an error shows ---- */

const char *hd_show_place(const hd_error *error) {
  return error->has_coordinate ? hd_test_show_tuple(&error->coordinate) : "no coordinate";
}

bool hd_is_clash(const hd_plain *a, const hd_plain *b, const hd_error *error) {
  int64_t index = 0, sum = 0;
  int at = error->leaf < 0 ? 1 : 3, moving = 0;
  bool value_found = false, sum_found = false;
  if (!error->has_coordinate || error->coordinate.profile.leaves != b->leaves) return false;
  for (int k = 0; k < b->leaves; k++) {
    int64_t digit = error->coordinate.value[k];
    if (digit < 0 || digit >= b->shape[k]) return false;
    if (error->leaf >= 0 && (digit != 0) != (k == error->leaf)) return false;
    index += digit * b->stride[k];
    sum += hd_plain_at(a, digit * b->stride[k]);
  }
  int64_t value = hd_plain_at(a, index);
  for (int k = 0; k < (a->on_paths ? 2 : 1); k++) {
    int64_t here = a->on_paths ? hd_path_component(value, k) : value;
    moving += here != 0;
    value_found = value_found || here == error->number[at];
    sum_found = sum_found || (a->on_paths ? hd_path_component(sum, k) : sum) == error->number[at + 1];
  }
  if (error->leaf >= 0 && error->number[5] == HD_FIT_TWO_AXES) return moving > 1;
  return value_found && (error->leaf >= 0 || sum_found) && error->number[at] != error->number[at + 1];
}

bool hd_is_overlap(const hd_plain *a, int64_t within, const hd_error *error) {
  hd_plain sorted;
  int64_t end = 1, value[2] = {0, 0};
  if (error->has_coordinate && error->has_other) {
    bool differ = false;
    for (int k = 0; k < a->leaves; k++) {
      int64_t x = error->coordinate.value[k], y = error->other.value[k];
      if (x < 0 || y < 0 || x >= a->shape[k] || y >= a->shape[k]) return false;
      value[0] += x * a->stride[k];
      value[1] += y * a->stride[k];
      differ = differ || (x != y && a->stride[k] != 0);
    }
    return differ && value[0] == value[1];
  }
  if (a->on_paths) {
    hd_plain alone;
    for (int component = 0; component < 2; component++) {
      component_of(a, component, &alone);
      if (hd_is_overlap(&alone, within, error)) return true;
    }
    return false;
  }
  sort_moving(a, &sorted);
  if (error->number[0] < error->number[1] && error->number[1] == within - 1 && sorted.leaves > 0 && within > 0) {
    hd_plain rest;
    int64_t reach = 0;
    hd_plain_complement(a, within, &rest);
    hd_plain_join(&sorted, &rest, &sorted);
    rest = sorted;
    for (int k = 0; k < rest.leaves; k++) reach += (rest.shape[k] - 1) * rest.stride[k];
    if (reach == error->number[0]) return true;
  }
  for (int k = 0; k < sorted.leaves; end = sorted.shape[k] * sorted.stride[k], k++)
    if (sorted.stride[k] < end)
      return error->number[0] == sorted.stride[k] && (sorted.stride[k] < 0 || error->number[1] == end);
  return false;
}
