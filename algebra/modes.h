/* Which modes of a layout, in what order and under which brackets?
 *
 * Invariant: everything here keeps leaves as they are. An operation is first a pick, a list of leaves with brackets
 * round them, made from the nesting alone; then the pick is taken from a layout, a shape, a stride or a coordinate
 * alike. So hd_shape(operation(L)) = operation(hd_shape(L)), and the same of the stride.
 *
 * Only filter and filter_zeros, at the end, look at the strides.
 *
 * Cost: one pass over the leaves. In and out may be the same object.
 *
 * Example:
 *
 *     hd_layout tile, row;
 *     hd_tuple at, offset;
 *     hd_parse_layout("(4,8):(1,4)", 11, NULL, &tile);
 *     hd_parse_tuple("(3,_)", 5, NULL, &at);
 *     hd_slice_and_offset(&tile, &at, NULL, &row, &offset);
 *     hd_print_layout(&row, text, sizeof text);   // "(8):(4)"
 *     hd_print_tuple(&offset, text, sizeof text); // "3" */
#ifndef HEDDLE_ALGEBRA_MODES_H
#define HEDDLE_ALGEBRA_MODES_H

#include "layout.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Leaf k of the answer is leaf leaf[k] of the first operand; or, where leaf[k] >= HD_MAX_LEAVES, leaf
 * leaf[k] - HD_MAX_LEAVES of the second. A pick is room to work in: one that fails leaves it half made. */
typedef struct hd_pick {
  hd_profile profile;
  uint16_t leaf[HD_MAX_LEAVES];
} hd_pick;

/* The modes that stand at `_`, one after another, as a tuple: ((2,4),3) by ((0,_),_) is (4,3). A coordinate that is `_`
 * alone keeps all as it is; where nothing is kept the answer is `()`.
 *   requires: a coordinate of integers and `_`
 *   fails:    HD_MISMATCH (the coordinate is not weakly congruent, or lies on an axis) */
hd_status hd_pick_slice(const hd_profile *of, const hd_tuple *coordinate, hd_error *error, hd_pick *pick);

/* The modes that stand at integers: what a slice leaves out. fails: as hd_pick_slice */
hd_status hd_pick_dice(const hd_profile *of, const hd_tuple *coordinate, hd_error *error, hd_pick *pick);

/* Modes begin..end-1 become one mode: (4,5,6) from 1 to 3 is (4,(5,6)).
 *   fails: HD_RANGE unless 0 <= begin < end <= rank, HD_CAPACITY */
hd_status hd_pick_group(const hd_profile *of, int begin, int end, hd_error *error, hd_pick *pick);

/* Modes begin..end-1 alone, as a tuple. fails: HD_RANGE unless 0 <= begin <= end <= rank */
hd_status hd_pick_take(const hd_profile *of, int begin, int end, hd_error *error, hd_pick *pick);

/* Mode j of mode i becomes mode i of mode j: ((4,2),(2,5)) is ((4,2),(2,5)), ((4,5)) is ((4),(5)).
 *   fails: HD_MISMATCH (modes that are no tuples, or of different ranks) */
hd_status hd_pick_zip(const hd_profile *of, hd_error *error, hd_pick *pick);

/* Mode `mode` is the second operand, the others are those of the first. fails: HD_RANGE, HD_CAPACITY */
hd_status hd_pick_replace(const hd_profile *of, int mode, const hd_profile *by, hd_error *error, hd_pick *pick);

/* The second operand as one mode, as often as it takes to reach a rank, after the modes of the first or before them. A
 * first operand of that rank or more is the answer as it stands; a scalar below it is its one mode.
 *   fails: HD_RANGE (rank below 1), HD_MISMATCH (`()` as a mode), HD_CAPACITY */
hd_status hd_pick_append_to_rank(const hd_profile *of, int rank, const hd_profile *element, hd_error *error,
                                 hd_pick *pick);
hd_status hd_pick_prepend_to_rank(const hd_profile *of, int rank, const hd_profile *element, hd_error *error,
                                  hd_pick *pick);

/* The leaves of a pick, from layouts or from tuples; `second` may be NULL where the pick takes none of it.
 *   fails: HD_OVERFLOW, HD_MALFORMED (strides that may not stand in one layout) */
hd_status hd_pick_layout(const hd_pick *pick, const hd_layout *first, const hd_layout *second, const char *operation,
                         hd_error *error, hd_layout *result);
void hd_pick_tuple(const hd_pick *pick, const hd_tuple *first, const hd_tuple *second, hd_tuple *result);

/* ---- the same, of layouts ---- */

/*   ensures: result(x) + L(coordinate) = L(coordinate with the x in the places of its `_`), `_` counting as 0 in
 *            L(coordinate), whatever integers stand in the coordinate
 *   fails:   as hd_pick_slice */
hd_status hd_slice(const hd_layout *layout, const hd_tuple *coordinate, hd_error *error, hd_layout *result);
/* The slice and the value at its start: *offset = L(coordinate).
 *   fails: as hd_slice and hd_evaluate; then neither result is touched */
hd_status hd_slice_and_offset(const hd_layout *layout, const hd_tuple *coordinate, hd_error *error, hd_layout *result,
                              hd_tuple *offset);
hd_status hd_dice(const hd_layout *layout, const hd_tuple *coordinate, hd_error *error, hd_layout *result);

/*   ensures: result(i) = layout(i) for every integer i */
hd_status hd_group_modes(const hd_layout *layout, int begin, int end, hd_error *error, hd_layout *result);
hd_status hd_take(const hd_layout *layout, int begin, int end, hd_error *error, hd_layout *result);
hd_status hd_zip(const hd_layout *layout, hd_error *error, hd_layout *result);
hd_status hd_replace(const hd_layout *layout, int mode, const hd_layout *by, hd_error *error, hd_layout *result);
hd_status hd_append_to_rank(const hd_layout *layout, int rank, const hd_layout *element, hd_error *error,
                            hd_layout *result);
hd_status hd_prepend_to_rank(const hd_layout *layout, int rank, const hd_layout *element, hd_error *error,
                             hd_layout *result);
/* One mode more, after the others or before them. */
hd_status hd_append(const hd_layout *layout, const hd_layout *element, hd_error *error, hd_layout *result);
hd_status hd_prepend(const hd_layout *layout, const hd_layout *element, hd_error *error, hd_layout *result);

/* ---- what moves ---- */

/* Every leaf of stride 0 gets the extent 1.
 *   ensures: nesting and strides kept; the values are those of the layout, each as often less */
void hd_filter_zeros(const hd_layout *layout, hd_layout *result);
/* filter_zeros, coalesced. */
void hd_filter(const hd_layout *layout, hd_layout *result);

/* How n steps are spread over the modes of a shape: from left to right each leaf takes the greatest common divisor of
 * itself and of what is left of n.
 *   requires: n >= 1
 *   ensures:  size(result) divides n; result is increasing and takes indices of the shape only; a scalar or flat tuple
 *   fails:    as hd_make_layout; HD_RANGE (n below 1) */
hd_status hd_domain_distribute(const hd_tuple *shape, int64_t n, hd_error *error, hd_layout *result);

#ifdef __cplusplus
}
#endif
#endif
