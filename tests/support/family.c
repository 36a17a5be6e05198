/* A layout of a family is read off its number, digit by digit: nesting, then extents, then strides. */
#include "tests/support/family.h"
#include "tests/support/text.h"

#include <check.h>
#include <string.h>

#define COUNT(list) ((int)(sizeof(list) / sizeof(list)[0]))

static const char *const nestings_of_1[] = {".", "(.)", "((.))"};
static const char *const nestings_of_2[] = {"(.,.)", "((.),.)", "(.,(.))", "((.,.))"};
static const char *const nestings_of_3[] = {"(.,.,.)", "((.,.),.)", "(.,(.,.))", "((.),(.,(.)))", "((.,.,.))"};

int hd_nestings(int leaves, const char *const **nesting) {
  ck_assert(leaves >= 1 && leaves <= 3);
  *nesting = leaves == 1 ? nestings_of_1 : leaves == 2 ? nestings_of_2 : nestings_of_3;
  return leaves == 1 ? COUNT(nestings_of_1) : leaves == 2 ? COUNT(nestings_of_2) : COUNT(nestings_of_3);
}

static int64_t power(int64_t base, int exponent) {
  int64_t product = 1;
  for (int k = 0; k < exponent; k++) product *= base;
  return product;
}

int64_t hd_family_count(const hd_family *family) {
  int64_t nestings = family->nesting ? family->nestings : 1;
  return nestings * power(family->extents, family->leaves) * power(family->strides, family->leaves);
}

void hd_family_at(const hd_family *family, int64_t number, hd_layout *layout) {
  const char *flat = family->leaves == 1 ? "." : family->leaves == 2 ? "(.,.)" : "(.,.,.)";
  memset(layout, 0, sizeof *layout);
  if (family->nesting) {
    flat = family->nesting[number % family->nestings];
    number /= family->nestings;
  }
  layout->profile = hd_test_profile(flat);
  for (int k = 0; k < family->leaves; k++) {
    layout->shape[k] = family->extent[number % family->extents];
    number /= family->extents;
  }
  for (int k = 0; k < family->leaves; k++) {
    layout->stride[k] = family->stride[number % family->strides];
    layout->axis[k] = family->axis ? family->axis[number % family->strides] : HD_AXIS_INTEGER;
    layout->on_axes = layout->on_axes || layout->axis[k] != HD_AXIS_INTEGER;
    number /= family->strides;
  }
}

static const int64_t small_extents[] = {1, 2, 3, 4};
static const int64_t small_strides[] = {0, 1, 2, 3, -1, -4, 6};

hd_family hd_family_small(int leaves) {
  hd_family family = {.leaves = leaves, .extents = leaves < 3 ? 4 : 3, .extent = small_extents};
  family.strides = leaves < 3 ? COUNT(small_strides) : 6;
  family.stride = small_strides;
  family.nestings = hd_nestings(leaves, &family.nesting);
  return family;
}

static const int64_t few_extents[] = {2, 3, 4, 1};
static const int64_t few_strides[] = {1, 2, 6, 0, -3};

hd_family hd_family_few(int leaves) {
  return (hd_family){.leaves = leaves,
                     .extents = leaves < 3 ? 4 : 2,
                     .extent = few_extents,
                     .strides = leaves < 3 ? 5 : 3,
                     .stride = few_strides};
}

static const int64_t path_strides[] = {0, 1, 2, 1, 3, -1};
static hd_axis path_axes[6];

hd_family hd_family_paths(int leaves) {
  static const int component[] = {-1, 0, 0, 1, 1, 1};
  for (int k = 0; k < COUNT(component); k++) {
    path_axes[k] = HD_AXIS_INTEGER;
    if (component[k] >= 0) ck_assert(hd_axis_from_path(&component[k], 1, &path_axes[k]));
  }
  return (hd_family){.leaves = leaves,
                     .extents = leaves < 3 ? 4 : 2,
                     .extent = few_extents,
                     .strides = COUNT(path_strides),
                     .stride = path_strides,
                     .axis = path_axes};
}

/* A number below `end`, by a linear congruence. */
static int64_t draw(uint64_t *seed, int64_t end) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (int64_t)((*seed >> 33) % (uint64_t)end);
}

/* A stride for a leaf before which the leaves end at `end`. */
static int64_t draw_stride(uint64_t *seed, int64_t end) {
  switch (draw(seed, 6)) {
    case 0:
    case 1: return end;
    case 2: return end * (1 + draw(seed, 3));
    case 3: return draw(seed, 13);
    case 4: return -draw(seed, 9);
    default: return draw(seed, 100);
  }
}

void hd_draw_layout(uint64_t *seed, int leaves, int64_t most, bool on_paths, hd_layout *layout) {
  static const int64_t extent[] = {1, 2, 2, 2, 3, 4, 4, 5, 6, 8, 9, 12};
  int64_t end = 1, size = 1;
  int count = 1 + (int)draw(seed, leaves);
  hd_layout_clear(layout);
  for (int k = 0; k < count; k++) {
    int64_t shape = extent[draw(seed, COUNT(extent))], stride = draw_stride(seed, end);
    int step = (int)draw(seed, 2);
    hd_axis axis = HD_AXIS_INTEGER;
    if (size * shape > most) break;
    size *= shape;
    if (on_paths && stride != 0) ck_assert(hd_axis_from_path(&step, 1, &axis));
    ck_assert(hd_layout_append_leaf(layout, shape, stride, axis));
    if (stride > 0) end = shape * stride;
  }
  count = layout->profile.leaves;
  if (count > 2 && draw(seed, 2)) ck_assert(hd_layout_wrap(layout, 1 + (int)draw(seed, count - 1)));
  if (count > 1 || draw(seed, 2)) ck_assert(hd_layout_wrap(layout, 0));
}
