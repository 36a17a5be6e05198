/* Whole families of layouts, numbered, so that a test is a loop over an index and a failure names one layout.
 *
 * Invariant: hd_family_at(0), .., hd_family_at(hd_family_count-1) are all layouts of the family, each once. */
#ifndef HEDDLE_TESTS_SUPPORT_FAMILY_H
#define HEDDLE_TESTS_SUPPORT_FAMILY_H

#include "../../algebra/algebra.h"

/* Every layout of `leaves` leaves whose extents and strides are from two lists, under every nesting of a third.
 * A stride k lies on axis[k]; axis NULL: integers. */
typedef struct hd_family {
  int leaves;
  int extents;
  const int64_t *extent;
  int strides;
  const int64_t *stride;
  const hd_axis *axis;
  int nestings;
  const char *const *nesting; /* `((.,.),.)`; NULL: the flat tuple, for one leaf the scalar */
} hd_family;

int64_t hd_family_count(const hd_family *family);
void hd_family_at(const hd_family *family, int64_t number, hd_layout *layout);

/* Small layouts on integers with strides 0, positive and negative, in every nesting listed below; 1 to 3 leaves. */
hd_family hd_family_small(int leaves);
/* The same with fewer strides, nested flat only: for tests that pair layouts with layouts. */
hd_family hd_family_few(int leaves);
/* Flat layouts on paths `@0`, `@1` with plain 0 among them. */
hd_family hd_family_paths(int leaves);

/* A layout drawn from a seed, for what is too large a family to go through: 1 to `leaves` leaves, size at most `most`,
 * strides near those of a compact layout or anywhere below 100, on integers or on paths `@0`, `@1`. Requires most >=
 * 12. Moves the seed on. */
void hd_draw_layout(uint64_t *seed, int leaves, int64_t most, bool on_paths, hd_layout *layout);

/* Nestings of 1, 2 or 3 leaves, at least one of each kind: scalar, flat, deeper left, deeper right, wrapped. */
int hd_nestings(int leaves, const char *const **nesting);

#endif
