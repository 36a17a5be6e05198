/* Three questions other tools blur: the same text, the same nesting, the same function.
 *
 * Example:
 *
 *     hd_layout a, b;
 *     int64_t index;
 *     hd_parse_layout("(4,8):(1,4)", 11, NULL, &a);
 *     hd_parse_layout("32:1", 4, NULL, &b);
 *     bool text_same = hd_is_identical(&a, &b);     // !text_same == 1
 *     bool same = hd_is_equivalent(&a, &b, &index); // same == 1 */
#ifndef HEDDLE_ALGEBRA_COMPARE_H
#define HEDDLE_ALGEBRA_COMPARE_H

#include "layout.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Same profile, extents, strides and axes: the two print alike. */
bool hd_is_identical(const hd_layout *a, const hd_layout *b);

/* Same size and a(i) = b(i) for 0 <= i < size. Decided by the coalesced forms, in time linear in the leaves.
 * When false, and `index` is not NULL, *index is the first i where they differ, or -1 when the sizes differ. */
bool hd_is_equivalent(const hd_layout *a, const hd_layout *b, int64_t *index);

/* hd_is_congruent and hd_is_weakly_congruent (profile.h) compare nesting: pass &a->profile, &b->profile. */

/* For shapes, that is tuples of integers (false when a leaf is `_` or lies on an axis):
 * whether every coordinate of shape a is one of shape b: b refines a, leaf by leaf with equal sizes. */
bool hd_is_compatible(const hd_tuple *a, const hd_tuple *b);

#ifdef __cplusplus
}
#endif
#endif
