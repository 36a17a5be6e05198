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
