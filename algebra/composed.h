/* Composed layouts: outer o offset o inner, where the outer map is a swizzle or a layout.
 *
 *   (A o t o B)(c) = A(t + B(c))
 *
 * Invariant: a composed layout is a layout `inner` behind a chain of steps, each of which adds its offset and applies
 * its map, the last step first. A chain of none is the layout itself; one of two swizzles keeps apart what no single
 * swizzle is. Of the steps at most one is a layout. Swizzles take and give integers, so inner's strides lie on axes
 * only where the last step is a layout, whose modes they point at, and that layout's own only where it is the first.
 *
 * Shape, size, rank and profile are inner's, and whatever rearranges a domain (coalesce, flatten, get, select, group,
 * divides, products, composition on the right) acts on `inner` alone and needs nothing from here:
 *
 *   hd_logical_divide(&c.inner, &tiler, &error, &c.inner);
 *
 * is the divide of c, and says R(x) = c(divided x) because the steps do not see coordinates. Here is what is not so:
 * evaluating, slicing, another unit, equality, and the values taken.
 *
 * Cost: about 2.4 KiB, of which only what is in use is copied. No heap. In and out may be the same object.
 *
 * Example:
 *
 *     hd_composed tile;
 *     int64_t value;
 *     hd_parse_composed("S<1,3,3> o 0 o (8,16):(16,1)", 28, NULL, &tile);
 *     hd_composed_at(&tile, 4, NULL, &value); // value == 72 */
#ifndef HEDDLE_ALGEBRA_COMPOSED_H
#define HEDDLE_ALGEBRA_COMPOSED_H

#include "layout.h"
#include "swizzle.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { HD_MAX_STEPS = 4 };

/* One map and what is added before it. */
typedef struct hd_step {
  bool is_layout; /* the map is `outer` and what is added `outer_offset`; else these two: */
  hd_swizzle swizzle;
  int64_t offset;
} hd_step;

/* A layout behind up to HD_MAX_STEPS maps. */
typedef struct hd_composed {
  int steps;
  hd_step step[HD_MAX_STEPS]; /* step 0 is the outermost */
  hd_layout outer;            /* of the step that is a layout, where there is one */
  hd_tuple outer_offset;      /* an integer, or a tuple of coordinates of `outer` */
  hd_layout inner;
} hd_composed;

/* ---- building ---- */

/* The layout itself: no steps. */
void hd_composed_plain(const hd_layout *layout, hd_composed *result);

/* swizzle o offset o right.
 *   ensures: result(c) = swizzle(offset + right(c))
 *   fails:   HD_MISMATCH (right's values are no integers), HD_CAPACITY (more than HD_MAX_STEPS steps) */
hd_status hd_compose_swizzle(const hd_swizzle *swizzle, int64_t offset, const hd_composed *right, hd_error *error,
                             hd_composed *result);

/* outer o offset o right. Where right's values are coordinates of outer's modes, the offset is one too (0: none is
 * added).
 *   ensures: result(c) = outer(offset + right(c))
 *   fails:   HD_MISMATCH (right's values or the offset are no coordinates of outer), HD_CAPACITY (steps; a second step
 *            that is a layout) */
hd_status hd_compose_layout(const hd_layout *outer, const hd_tuple *offset, const hd_composed *right, hd_error *error,
                            hd_composed *result);

/* left o offset o right, of any two: right's steps after left's, with left's inner as a step between them.
 *   ensures: result(c) = left(offset + right(c)), left extended beyond its size as layouts are
 *   fails:   as hd_compose_layout, HD_OVERFLOW */
hd_status hd_compose(const hd_composed *left, const hd_tuple *offset, const hd_composed *right, hd_error *error,
                     hd_composed *result);

/* The same value: copies what is in use. */
void hd_composed_copy(hd_composed *to, const hd_composed *from);
/* The same of all but `inner`, which stays. */
void hd_composed_copy_steps(hd_composed *to, const hd_composed *from);

/* ---- values ---- */

/* c(coordinate), as hd_evaluate. fails: HD_MISMATCH, HD_OVERFLOW, HD_CAPACITY */
hd_status hd_composed_evaluate(const hd_composed *composed, const hd_tuple *coordinate, hd_error *error,
                               hd_tuple *value);

/* c(index) for integer values. fails: HD_MISMATCH (values on axes), HD_OVERFLOW */
hd_status hd_composed_at(const hd_composed *composed, int64_t index, hd_error *error, int64_t *value);

/* 1 + the largest magnitude of what the last swizzle is given, strides taken without sign and offsets left out: inner's
 * cosize, as CuTe has it. Not a bound on the values, which a swizzle may move up.
 *   fails: HD_MISMATCH (a step is a layout), HD_OVERFLOW */
hd_status hd_composed_cosize(const hd_composed *composed, hd_error *error, int64_t *cosize);

/* The same steps with the same maps and offsets, and inner layouts of the same text. */
bool hd_composed_is_identical(const hd_composed *a, const hd_composed *b);

/* Same size and a(i) = b(i) for 0 <= i < size. *visited (if not NULL) is how many values of each were looked at: 0
 * where the texts or sizes decide. When false after visits, *visited - 1 is the first i where they differ.
 *   fails: HD_OVERFLOW, HD_UNDECIDED (past HD_MAX_VISITS values) */
hd_status hd_composed_is_equivalent(const hd_composed *a, const hd_composed *b, hd_error *error, bool *answer,
                                    int64_t *visited);

/* Whether no value is taken twice. Swizzles take none twice: where all steps are, this is inner's question.
 *   ensures: false comes with error->coordinate and error->other, as hd_is_injective
 *   fails:   HD_OVERFLOW, HD_UNDECIDED */
hd_status hd_composed_is_injective(const hd_composed *composed, hd_error *error, bool *answer);

/* ---- slices and units ---- */

/* The layout of the coordinates that agree with a given one, `_` standing for what is left free, and where it begins.
 *   requires: coordinate weakly congruent to the shape, at least one `_` where a step is a swizzle
 *   ensures:  c(x filled into the coordinate's `_`) = result(x) + *constant
 *             Where nothing is fixed, only brackets change. Else, behind one swizzle, as much as the swizzle does not
 *             see goes into the constant; and where it moves all of the slice alike, or not at all, result is a plain
 *             layout.
 *   fails:    HD_MISMATCH, HD_OVERFLOW, HD_CAPACITY */
hd_status hd_composed_slice(const hd_composed *composed, const hd_tuple *coordinate, hd_error *error,
                            hd_composed *result, int64_t *constant);

/* The same memory counted in elements of another width: inner, and every map and offset of the steps, counted in
 * elements of `old_bits` bits until now, count in elements of `new_bits` bits after.
 *   ensures: result.inner is hd_recast of inner; and where n narrow elements make a wide one, each step has
 *            narrow(n*x + r) = n*wide(x) + r for 0 <= r < n
 *   fails:   as hd_recast and hd_swizzle_recast; HD_UNDEFINED (an offset begins within a wide element; a step is a
 *            layout that does not keep the narrow elements of a wide one together); HD_MISMATCH (strides on axes) */
hd_status hd_composed_recast(const hd_composed *composed, int64_t new_bits, int64_t old_bits, hd_error *error,
                             hd_composed *result);

/* ---- text ---- */

/* `S<3,4,3> o 0 o (4,8):(1,4)`, steps and inner layout with ` o ` between them; an offset left out is 0, and a layout
 * alone is a chain of none. Which of two maps an integer or tuple belongs to is not in question: it is added between
 * them.
 *   fails: as hd_parse_layout (with error->position), hd_compose */
hd_status hd_parse_composed(const char *text, size_t length, hd_error *error, hd_composed *composed);

/* Each step with its offset, 0 too, then the inner layout. Like snprintf. */
size_t hd_print_composed(const hd_composed *composed, char *text, size_t capacity);

#ifdef __cplusplus
}
#endif
#endif
