/* A tiler: what to do with each mode of a layout. `[4:1;_;(2,2):(1,8)]`, nested `[_;[2:1;4:1]]`, or one layout `8:2`.
 *
 * Invariant: element k is a layout, or `_` ("leave this mode"). `profile` nests the elements; a profile of one bare
 * element means that the tiler is that layout and applies to the whole of its operand. An integer n reads as n:1.
 *
 * The elements' leaves lie one after another in `layouts`, element k at start[k]..start[k+1]-1; none for `_`.
 *
 * Example:
 *
 *     hd_tiler tiler;
 *     hd_layout pair;
 *     hd_make_scalar_layout(2, 8, NULL, &pair);
 *     hd_tiler_clear(&tiler);
 *     hd_tiler_append(&tiler, &pair);
 *     hd_tiler_append(&tiler, NULL);
 *     hd_profile_wrap(&tiler.profile, 0);
 *     hd_print_tiler(&tiler, text, sizeof text); // "[2:8;_]" */
#ifndef HEDDLE_ALGEBRA_TILER_H
#define HEDDLE_ALGEBRA_TILER_H

#include "layout.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Element k is leaves start[k]..start[k+1]-1 of `layouts`, which has them all side by side; none of them: `_`. */
typedef struct hd_tiler {
  hd_profile profile;
  uint8_t start[HD_MAX_LEAVES + 1];
  hd_layout layouts;
} hd_tiler;

/* The tiler without elements. */
void hd_tiler_clear(hd_tiler *tiler);
/* Appends an element without brackets (hd_profile_wrap(&tiler->profile, from) puts those); NULL appends `_`.
 * Returns false past the capacity, and for `():()`, which is no element. */
bool hd_tiler_append(hd_tiler *tiler, const hd_layout *element);
/* The tiler that is one layout, for the whole operand. Returns false for `():()`, which is none. */
bool hd_tiler_layout(const hd_layout *layout, hd_tiler *tiler);
/* The by-mode tiler of a shape: (4,(8,_)) is [4:1;[8:1;_]]; the integer 4 is the layout 4:1.
 *   fails: HD_MALFORMED (extent below 1, axes) */
hd_status hd_tiler_shape(const hd_tuple *shape, hd_error *error, hd_tiler *tiler);
bool hd_tiler_is_any(const hd_tiler *tiler, int element); /* whether the element is `_` */
void hd_tiler_element(const hd_tiler *tiler, int element, hd_layout *layout);
/* Same nesting, and element by element `_` or identical layouts: the two print alike. */
bool hd_tiler_is_identical(const hd_tiler *a, const hd_tiler *b);

#ifdef __cplusplus
}
#endif
#endif
