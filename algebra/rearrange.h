/* The same layout with its coordinates split, permuted and joined, as a pattern says.
 *
 *     "(wh r) (wl c) -> (wl wh) r c"
 *
 * Invariant: a name stands for one digit of the coordinate, and means the same digit on both sides. On the left the
 * k-th name or group names the k-th mode of the layout; a group splits its mode into as many digits as it has names. On
 * the right they become the modes of the answer; a group becomes one nested mode.
 *
 * Order: colexicographic, as everywhere here: the first name of a group runs fastest. (Einops is row-major; there the
 * last one does. Its patterns are read by turning each group round.)
 *
 * `1` on either side is a mode of extent 1 without a name. No heap; the pattern is read, not kept.
 *
 * Example:
 *
 *     hd_layout tile;
 *     hd_extent halves = {0, 2};
 *     hd_parse_layout("(4,6):(1,4)", 11, NULL, &tile);
 *     hd_axis_from_name("b", 1, &halves.name);
 *     hd_rearrange(&tile, "(a b) c -> b (a c)", 18, &halves, 1, NULL, &tile);
 *     hd_print_layout(&tile, text, sizeof text); // "(2,(2,6)):(2,(1,4))" */
#ifndef HEDDLE_ALGEBRA_REARRANGE_H
#define HEDDLE_ALGEBRA_REARRANGE_H

#include "layout.h"

#ifdef __cplusplus
extern "C" {
#endif

/* "The digit of this name has this extent". The name is an axis word: hd_axis_from_name. */
typedef struct hd_extent {
  hd_axis name;
  int64_t extent;
} hd_extent;

/* Rearranges. In each group one extent may be left out, and all of them where the mode is a tuple of as many modes as
 * the group has names: those then are the digits, nested as they are.
 *   ensures: result(d') = L(d) where the digits of both coordinates agree by name; the size is kept
 *   fails:   HD_MALFORMED (the pattern does not parse, at error->position; a name that stands twice on one side),
 *            HD_MISMATCH (not one item for each mode; a name on one side only; an extent of a name that is not there),
 *            HD_RANGE (extents that do not multiply to the mode's size, naming both numbers; more than one left out),
 *            HD_UNDEFINED, as hd_composition: a mode that no layout splits at these extents; HD_CAPACITY */
hd_status hd_rearrange(const hd_layout *layout, const char *pattern, size_t length, const hd_extent *extent,
                       int extents, hd_error *error, hd_layout *result);

#ifdef __cplusplus
}
#endif
#endif
